"""Over the river (BT 1 to 6): the way to a goal on the other bank, and when to put off."""

from __future__ import annotations

from sandtable.bots.captain.survey import FAR, Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.boats import landings

__all__ = ["best_crossing", "best_landing"]

RISK = 3
"""How many sixths of a movement point a point of strength is worth that may hit a unit on the water."""


def best_crossing(survey: Survey, offer: Offer | None) -> Action | None:
    """The unit that gains most by crossing now."""
    found: list[tuple[int, int]] = []
    for unit in (offer.targets or ()) if offer else ():
        hex = best_landing(survey, unit, landings(survey.look, (unit,)))
        gain = survey.ways(unit).get(survey.look.units[unit].at, FAR) - price(survey, unit, hex)
        if gain > 0:
            found.append((-gain, unit))
    return Action(offer.verb, min(found)[1]) if offer and found else None


def best_landing(survey: Survey, unit: int, hexes: tuple[int, ...]) -> int:
    """Where a unit lands: near its goal, where little can hit it."""
    return min(hexes, key=lambda hex: (price(survey, unit, hex), hex))


def price(survey: Survey, unit: int, hex: int) -> int:
    """How far a landing place is from the goal, danger counted in."""
    risk = survey.risk(hex, vehicle=False, posture="move") * RISK // 100
    return survey.ways(unit).get(hex, FAR) + risk
