"""Kinds of shells that an expansion adds to those of the series: their names, stocks and effects.

A `Munition` is fired like HE, through call and adjustment, by its number behind those of `SHELLS`. What it does when it
comes down it says itself; by default it bursts like HE.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.kernel.chapter import Rules, Seam
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.board import ABOVE, Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.shells import CONTINUOUS, HE, SHELLS, Barrage, Mission

__all__ = [
    "MUNITIONS",
    "STRENGTHS",
    "Munition",
    "area_target",
    "bursts",
    "every_shell",
    "munition",
    "point_target",
    "rounds_of",
    "shell_name",
    "shell_number",
]


class Munition(NamedTuple):
    """A kind of shells: how many a battery has, and what they do."""

    shell: int
    """Its number, behind those of `SHELLS`."""
    name: str
    rounds: Callable[[Situation, int], int]
    """The battery missions that a battery has left of it."""
    spend: Callable[[Battlefield, int, int], None]
    """A battery uses up this many."""
    fast: bool
    """Whether it can be fired fast."""
    area: Callable[[Situation, int], bool]
    """Whether it attacks a unit on the fire table."""
    point: Callable[[Situation, int, bool], bool]
    """Whether it rolls two dice against a unit, in the zone (True) or in the ring."""
    modifiers: Callable[[Situation, int, bool], tuple[Modifier, ...]]
    """What it adds to that roll."""
    lands: Callable[[Battlefield, Barrage], None] | None = None
    """What happens when it comes down, if it does not burst like HE."""
    after: Callable[[Battlefield, Barrage], None] | None = None
    """What follows when it has burst in all its hexes."""
    pay: Callable[[Battlefield, Mission], None] | None = None
    """What a mission of several kinds of rounds uses up, instead of the same from each battery."""


MUNITIONS: Seam[Munition] = Seam("kinds of shells besides those of the series")
STRENGTHS: Seam[Callable[[Situation, Mission, bool], tuple[int, int] | None]] = Seam(
    "the strength of a mission in zone and ring, by its quality, where the charts of the series do not give it"
)


def munition(rules: Rules, shell: int) -> Munition | None:
    """A kind of shells that an expansion has added, by its number; None for those of the series."""
    if shell < len(SHELLS):
        return None
    return next((each for each in rules.at(MUNITIONS) if each.shell == shell), None)


def every_shell(rules: Rules) -> tuple[int, ...]:
    """The numbers of all kinds of shells in a game."""
    return (*range(len(SHELLS)), *(each.shell for each in rules.at(MUNITIONS)))


def shell_name(rules: Rules, shell: int) -> str:
    """What a kind of shells is called."""
    found = munition(rules, shell)
    return found.name if found else SHELLS[shell]


def shell_number(rules: Rules, name: str) -> int:
    """The number of a kind of shells."""
    return next(each for each in every_shell(rules) if shell_name(rules, each) == name)


def rounds_of(look: Situation, battery: int, shell: int) -> int:
    """The battery missions that a battery has left of a kind."""
    found = munition(look.game.rules, shell)
    return found.rounds(look, battery) if found else look.board.batteries[battery].rounds(shell)


def bursts(rules: Rules, shell: int) -> bool:
    """Whether shells of a kind attack the units in their hexes."""
    found = munition(rules, shell)
    return found.lands is None if found else shell in (HE, CONTINUOUS)


def area_target(look: Situation, barrage: Barrage, unit: int) -> bool:
    """Whether shells attack a unit on the fire table: people and soft vehicles (TCS 18.8a)."""
    found = munition(look.game.rules, barrage.shell)
    return found.area(look, unit) if found else look.softness(unit, ABOVE) is not None


def point_target(look: Situation, barrage: Barrage, unit: int, *, zone: bool) -> bool:
    """Whether shells roll two dice against a unit: P targets in the zone (TCS 18.9a)."""
    found = munition(look.game.rules, barrage.shell)
    return found.point(look, unit, zone) if found else zone and look.softness(unit, ABOVE) is None
