"""Where the stands lie: what rules ask of it again and again, worked out once for as long as nobody moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable.board.stands import Base
from sandtable.kernel.field import with_entry

if TYPE_CHECKING:
    from sandtable.systems.micro_armour.board import Board, Stand, World

__all__ = ["OFF", "Lay", "lay_of", "new_lay"]

OFF = -1
"""The position of a stand that is not on the table."""

Sides = tuple[tuple[int, ...], tuple[int, ...]]


class Lay:
    """Where the stands lie. Boards that differ in other things share it; it is no part of a board's value.

    `bases` has the base of every stand, None for those off the table; `standing` the stands of each side on the table,
    `living` those that are left, on the table or behind its edge.
    """

    __slots__ = ("bases", "living", "standing")

    def __init__(self, bases: tuple[Base | None, ...], standing: Sides, living: Sides) -> None:
        self.bases = bases
        self.standing = standing
        self.living = living

    def moved(self, world: World, stand: int, now: Stand) -> Lay:
        """The same after one stand has moved, or is gone."""
        base = None if now.at == OFF else world.base(now.at, now.heading)
        bases = with_entry(self.bases, stand, base)
        side = world.owners[stand]
        standing = _with(self.standing, side, stand, now.at != OFF)
        return Lay(bases, standing, _with(self.living, side, stand, now.alive))


def _with(sides: Sides, side: int, stand: int, there: bool) -> Sides:
    mine, other = sides[side], sides[1 - side]
    if (stand in mine) == there:
        return sides
    mine = tuple(sorted((*mine, stand))) if there else tuple([n for n in mine if n != stand])
    return (mine, other) if side == 0 else (other, mine)


def lay_of(world: World, board: Board) -> Lay:
    """Where the stands of a board lie; kept beside the board."""
    lay: Lay | None = board.__dict__.get("lay")
    if lay is None:
        lay = board.__dict__["lay"] = new_lay(world, board.stands)
    return lay


def new_lay(world: World, stands: Sequence[Stand]) -> Lay:
    """Where these stands lie."""
    bases = tuple([None if s.at == OFF else world.base(s.at, s.heading) for s in stands])
    owners = world.owners
    on = [n for n, s in enumerate(stands) if s.at != OFF]
    left = [n for n, s in enumerate(stands) if s.alive]
    first, second = (tuple([n for n in on if owners[n] == side]) for side in (0, 1))
    one, other = (tuple([n for n in left if owners[n] == side]) for side in (0, 1))
    return Lay(bases, (first, second), (one, other))
