"""How likely an assault takes a hex, guessed from who fights: a curve through 2,000 assaults of eight battles, each
rehearsed forty times.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.world import FINE

__all__ = ["guess", "likelihood"]

EVEN = 13
"""Steps of infantry against a defence of one, with nobody dug in, by day: this many times in one it takes the hex."""
TANK = 7
"""With each tank beside them they go as far as with this many more platoons: it draws no area fire."""
FIT, SHAKEN = 10, 7
"""How much of its fire a unit keeps, in tenths: one that is shaken may rally before they come, or hold all the same."""


def guess(look: Situation, side: int, hex: int, group: Iterable[int]) -> int:
    """How many times in a hundred these take a hex."""
    kinds, units = look.world.kinds, look.units
    tanks = foot = 0
    for n in group:
        if kinds[n].vehicle:
            tanks += units[n].steps
        else:
            foot += units[n].steps
    fire, vehicles, dug_in = 0, 0, False
    for n in look.enemies_in(hex, side):
        unit, kind = units[n], kinds[n]
        strength = (kind.area_strength or 0) + (unit.steps if kind.infantry else 0)
        fire += strength * (FIT if unit.morale == FINE else SHAKEN)
        vehicles += unit.steps if kind.vehicle else 0
        dug_in = dug_in or unit.dug_in
    return likelihood(foot, tanks, fire // FIT, vehicles, dug_in=dug_in, dark=bool(look.board.light))


def likelihood(foot: int, tanks: int, fire: int, vehicles: int, *, dug_in: bool, dark: bool) -> int:
    """The same by what counts: the steps of infantry and the tanks that go in; the fire of those who hold the hex and
    their vehicles; whether any are dug in; and whether it is dark.

    A platoon alone against a platoon seldom does it, with two tanks it nearly always does.

    >>> likelihood(5, 0, 10, 0, dug_in=False, dark=False), likelihood(5, 2, 10, 0, dug_in=False, dark=False)
    (34, 88)
    """
    attack = EVEN * foot * (1 + TANK * tanks)
    defence = (1 + fire) ** 2 * (1 + vehicles) * (1 + dug_in) * (1 + dark)
    return 100 * attack // (attack + defence)
