"""The stands that could fire at a stand on its way, and how well (MA 07.06.05a)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.board.tablesight import visible
from sandtable.systems.micro_armour.board import OPPORTUNITY, SIGHT, Situation
from sandtable.systems.micro_armour.fire import damage_at, shot_test

__all__ = ["Chances", "chances", "watchers"]

Chances = tuple[tuple[int, ...], ...]
"""The stands that could fire at a mover, with their weapons, and the test and result of each: when they change, so
does the question."""
CERTAIN = 1000
"""For a shot that destroys without a roll: better than any column."""


def watchers(look: Situation, mover: int, path: Sequence[int]) -> list[tuple[int, int]]:
    """The enemies with a try left that see some point of the way, each with those points as a bit mask."""
    world = look.world
    found = []
    for n in look.on_table(1 - world.owners[mover]):
        if look.tries_left(n, OPPORTUNITY):
            limit = look.sees_to(n, mover)
            mask = visible(world.table, look.stands[n].at, path, SIGHT, look.blockers(n, mover), limit)
            if mask:
                found.append((n, mask))
    return found


def chances(look: Situation, mover: int, among: Sequence[int]) -> Chances:
    """Which of the stands that see a mover could fire at it where it is now, and how well."""
    found = []
    for n in among:
        weapons = look.weapons(n, mover)
        if not weapons or look.hidden_in(look.stands[n].at, look.stands[mover].at):
            continue
        engaged = look.engaged_with(n)
        if not engaged or mover in engaged:
            found.append((n, *(value for weapon in weapons for value in _shot(look, n, mover, weapon))))
    return tuple(found)


def _shot(look: Situation, firer: int, mover: int, weapon: int) -> tuple[int, int, int]:
    hit = damage_at(look, firer, mover, weapon)
    column = CERTAIN if hit is None else int(hit.column) * 32 - hit.shift
    return weapon, shot_test(look, firer, mover, weapon).shift, column
