"""The points of a zone where a base lies on no other: for entry and set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.board.lattice import STEP
from sandtable.board.stands import Base, overlap
from sandtable.systems.micro_armour.board import World

__all__ = ["FreePoints"]

NEAR = 150
"""No base lies on one whose centre is farther off than this, east or north."""


class FreePoints:
    """Targets: the points of a zone, or only those at its edge of the table, without those that are taken."""

    def __init__(self, world: World, zone: str, taken: Sequence[Base], *, edge: bool = False) -> None:
        self._points = world.edges[zone][0] if edge else world.zone_points[zone]
        self._inside = world.edge_sets[zone] if edge else world.zone_sets[zone]
        west, south, east, north = world.zone_bounds[zone]
        near = [b for b in taken if west <= b.x <= east and south <= b.y <= north]
        self._closed = {point for base in near for point in _held(world, base)} & self._inside

    def __contains__(self, point: object) -> bool:
        return point in self._inside and point not in self._closed

    def __iter__(self) -> Iterator[int]:
        return (point for point in self._points if point not in self._closed)

    def __len__(self) -> int:
        return len(self._points) - len(self._closed)

    def __getitem__(self, index: int) -> int:
        return list(self)[index] if self._closed else self._points[index]

    def __bool__(self) -> bool:
        return len(self) > 0


def _held(world: World, base: Base) -> frozenset[int]:
    """The points where a base square to the table would lie on this one; kept beside the world."""
    known: dict[Base, frozenset[int]] = world.__dict__.setdefault("held", {})
    found = known.get(base)
    if found is None:
        table = world.table
        around = [
            table.position(base.x + dx, base.y + dy)
            for dx in range(-NEAR, NEAR + 1, STEP)
            for dy in range(-NEAR, NEAR + 1, STEP)
            if table.on_table(base.x + dx, base.y + dy)
        ]
        found = known[base] = frozenset(point for point in around if overlap(world.base(point, 0), base))
    return found
