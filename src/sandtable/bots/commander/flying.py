"""The bot's aircraft (TCS 25): where a sortie does most harm."""

from __future__ import annotations

from fractions import Fraction

from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.aircraft import sortie_roll
from sandtable.systems.tcs.world import MOVE_MODE

__all__ = ["target", "vehicle"]

ARMOUR = 3
"""What a vehicle in the target hex is worth, in steps of people."""


def target(survey: Survey, offers: dict[str, Offer]) -> Action:
    """The hex where the sortie gets through most likely, and to most; without one a helicopter, or away."""
    hexes = list(offers["at"].targets or ()) if "at" in offers else []
    if not hexes and "intercept" in offers:
        kinds = survey.world.kinds
        return Action("intercept", min(offers["intercept"].targets or (), key=lambda n: (not kinds[n].atgm, n)))
    if not hexes:
        return Action("away")
    return Action("at", max(hexes, key=lambda hex: (_worth(survey, hex), -hex)))


def _worth(survey: Survey, hex: int) -> Fraction:
    look, kinds = survey.look, survey.world.kinds
    if look.smoked(hex) or look.in_zone(hex):
        return Fraction(0)
    through = sortie_roll(look, survey.side, hex).odds().get("gets through", Fraction(0))
    total = 0
    for n in look.enemies_in(hex, survey.side):
        worth = ARMOUR if kinds[n].vehicle else look.units[n].steps
        total += worth * (2 if look.units[n].mode == MOVE_MODE else 1)
    return through * total


def vehicle(survey: Survey, offers: dict[str, Offer]) -> Action:
    """The vehicle that is worth most: tanks first, then the thinnest armour."""
    units = list(offers["vehicle"].targets or ()) if "vehicle" in offers else []
    if not units:
        return Action("none")
    kinds = survey.world.kinds
    return Action("vehicle", min(units, key=lambda n: (not kinds[n].armed, kinds[n].defence or 0, n)))
