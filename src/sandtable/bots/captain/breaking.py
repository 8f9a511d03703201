"""Breaking through: overruns of those who cannot stop a tank, and minefields breached that lie in the way."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.bots.captain.survey import FAR, Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.mines import fields_beside
from sandtable.systems.tcs.overrun import hexes_to_overrun
from sandtable.systems.tcs.world import FINE

__all__ = ["best_breach", "best_overrun", "breach_hex", "overrun_hex"]

TIME = 3
"""With fewer turns left nobody breaches mines any more."""


def harmless(survey: Survey, hex: int) -> bool:
    """Whether nobody in a hex can stop tanks: no gun against them, and no infantry that is not shaken."""
    look, kinds = survey.look, survey.world.kinds
    return all(
        kinds[n].point_strength is None and not (kinds[n].infantry and look.units[n].morale == FINE)
        for n in look.enemies_in(hex, survey.side)
    )


def best_overrun(survey: Survey, offer: Offer | None) -> Action | None:
    """The vehicle that drives over somebody who cannot stop it."""
    for unit in (offer.targets or ()) if offer else ():
        if any(harmless(survey, hex) for hex in hexes_to_overrun(survey.look, unit)):
            return Action("overrun", unit)
    return None


def overrun_hex(survey: Survey, hexes: Iterable[int]) -> int:
    """Which hex it drives through: one where nobody stops it, with the most in it."""
    return max(hexes, key=lambda hex: (harmless(survey, hex), survey.look.steps_in(hex), -hex))


def best_breach(survey: Survey, offer: Offer | None) -> Action | None:
    """The unit that breaches a minefield on the shortest way, engineers first; none under fire."""
    if offer is None or not survey.attacking or survey.turns_left < TIME:
        return None
    look, kinds = survey.look, survey.world.kinds
    units = sorted(offer.targets or (), key=lambda n: ("engineer" not in kinds[n].traits, n))
    for unit in units:
        at = look.units[unit].at
        ways = survey.ways(unit)
        fields = [hex for hex in fields_beside(look, unit) if survey.barred >> hex & 1]
        nearest = min((ways.get(hex, FAR) for hex in fields), default=FAR)
        free = [ways.get(hex, FAR) for hex in survey.world.ground.neighbours[at] if not survey.barred >> hex & 1]
        safe = not survey.risk(at, vehicle=False, posture="fire", staying=True)
        if safe and nearest < min(ways.get(at, FAR), min(free, default=FAR)):
            return Action("breach", unit)
    return None


def breach_hex(survey: Survey, unit: int, hexes: Iterable[int]) -> int:
    """The minefield on the shortest way."""
    ways = survey.ways(unit)
    return min(hexes, key=lambda hex: (ways.get(hex, FAR), hex))
