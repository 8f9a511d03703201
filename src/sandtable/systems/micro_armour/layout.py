"""Where the stands lie: what rules ask of it again and again, worked out once for as long as nobody moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sandtable.board.stands import Base, Screen
from sandtable.kernel.field import with_entry

if TYPE_CHECKING:
    from sandtable.systems.micro_armour.board import Stand, World

__all__ = ["OFF", "Layout", "new_layout"]

OFF = -1
"""The position of a stand that is not on the table."""
NEAR = 160
"""No base touches one whose centre is further off than this, east or north."""

Sides = tuple[tuple[int, ...], tuple[int, ...]]
Box = tuple[int, int, int, int]


class Layout:
    """Where the stands lie. Boards that differ in other things share it; it is no part of a board's value.

    `bases` has the base of every stand, None for those off the table; `standing` the stands of each side on the table,
    `living` those that are left, on the table or behind its edge. What follows from these is kept as it is found:
    `screens` are the stands that block lines, `reached` the enemies in reach of a stand, `lines` those with nothing
    between, `engaged` those that touch its front; `groups` has for each side the division into battle groups, the
    stands left of each, and what else is known of them.
    """

    __slots__ = ("_boxes", "bases", "engaged", "groups", "lines", "living", "reached", "screens", "standing")

    def __init__(self, bases: tuple[Base | None, ...], standing: Sides, living: Sides) -> None:
        self.bases = bases
        self.standing = standing
        self.living = living
        self.screens: dict[tuple[int, int, int], Screen] = {}
        self.lines: dict[int, tuple[int, ...]] = {}
        self.engaged: dict[int, list[int]] = {}
        self.reached: dict[int, tuple[int, ...]] = {}
        self._boxes: tuple[Box, Box] | None = None
        self.groups: dict[int, tuple[tuple[int, ...], dict[int, list[int]], dict[Any, Any]]] = {}

    def moved(self, world: World, stand: int, now: Stand) -> Layout:
        """The same after one stand has moved, or is gone."""
        was = self.bases[stand]
        base = None if now.at == OFF else world.base(now.at, now.heading)
        owners = world.owners
        side = owners[stand]
        standing, living = self.standing, self.living
        if (base is None) != (was is None):
            standing = _with(standing, side, stand, base is not None)
        if not now.alive:
            living = _with(living, side, stand, False)
        layout = Layout(with_entry(self.bases, stand, base), standing, living)
        if self.reached:
            # Its friends reach the same enemies; of the enemies only those that it has left for good.
            layout.reached = {
                n: row for n, row in self.reached.items() if n != stand and (base is None or owners[n] == side)
            }
        if self.engaged:
            layout.engaged = self._still_engaged(world, stand, base)
        if living is self.living:
            layout.groups = self.groups
        elif 1 - side in self.groups:
            layout.groups = {1 - side: self.groups[1 - side]}
        return layout

    @property
    def boxes(self) -> tuple[Box, Box]:
        """West, south, east and north of where each side stands; both must be somewhere."""
        if self._boxes is None:
            ours, theirs = ([base for n in side if (base := self.bases[n]) is not None] for side in self.standing)
            self._boxes = _box(ours), _box(theirs)
        return self._boxes

    def _still_engaged(self, world: World, stand: int, now: Base | None) -> dict[int, list[int]]:
        """What is known of engaged stands and holds after one has moved: its friends, and enemies it is not near."""
        side, owners = world.owners[stand], world.owners
        places = [(base.x, base.y) for base in (self.bases[stand], now) if base is not None]
        kept = {}
        for n, found in self.engaged.items():
            own = self.bases[n]
            if n == stand or own is None:
                continue
            if owners[n] == side or not any(
                -NEAR <= own.x - x <= NEAR and -NEAR <= own.y - y <= NEAR for x, y in places
            ):
                kept[n] = found
        return kept


def _with(sides: Sides, side: int, stand: int, there: bool) -> Sides:
    mine, other = sides[side], sides[1 - side]
    if (stand in mine) == there:
        return sides
    mine = tuple(sorted((*mine, stand))) if there else tuple([n for n in mine if n != stand])
    return (mine, other) if side == 0 else (other, mine)


def _box(bases: list[Base]) -> Box:
    east, north = [base.x for base in bases], [base.y for base in bases]
    return min(east), min(north), max(east), max(north)


def new_layout(world: World, stands: Sequence[Stand]) -> Layout:
    """Where these stands lie."""
    bases = tuple([None if s.at == OFF else world.base(s.at, s.heading) for s in stands])
    owners = world.owners
    on = [n for n, s in enumerate(stands) if s.at != OFF]
    left = [n for n, s in enumerate(stands) if s.alive]
    first, second = (tuple([n for n in on if owners[n] == side]) for side in (0, 1))
    one, other = (tuple([n for n in left if owners[n] == side]) for side in (0, 1))
    return Layout(bases, (first, second), (one, other))
