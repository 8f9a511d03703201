"""The points of a zone where a base lies on no other: for entry and set-up."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board.freepoints import FreePoints
from sandtable.board.lattice import STEP
from sandtable.board.stands import Base, overlap
from sandtable.kernel.memo import known_of
from sandtable.systems.micro_armour.board import World

__all__ = ["free_points"]

NEAR = 150
"""No base lies on one whose centre is farther off than this, east or north."""


def free_points(world: World, zone: str, taken: Iterable[Base], *, edge: bool = False) -> FreePoints:
    """The points of a zone, or only those at its edge of the table, where a base lies on none of those taken."""
    points = world.edges[zone][0] if edge else world.zone_points[zone]
    rank = world.edge_ranks[zone] if edge else world.zone_ranks[zone]
    west, south, east, north = world.zone_bounds[zone]
    near = [b for b in taken if west <= b.x <= east and south <= b.y <= north]
    return FreePoints(points, rank, (point for base in near for point in _held(world, base)))


def _held(world: World, base: Base) -> frozenset[int]:
    """The points where a base square to the table would lie on this one; kept beside the world."""
    known: dict[Base, frozenset[int]] = known_of(world, "held")
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
