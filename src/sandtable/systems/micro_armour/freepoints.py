"""The points of a zone where a base lies on no other: for entry and set-up."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sandtable.board.freepoints import FreePoints
from sandtable.board.lattice import STEP, Point
from sandtable.board.stands import Base, overlap
from sandtable.kernel.memo import known_of
from sandtable.systems.micro_armour.board import World

__all__ = ["free_points"]

KEPT = 4096
"""For how many bases it is kept which points of a zone each of them closes."""
NEAR = 150
"""No base lies on one whose centre is farther off than this, east or north."""


def free_points(world: World, zone: str, taken: Iterable[Base], *, edge: bool = False) -> FreePoints:
    """The points of a zone, or only those at its edge of the table, where a base lies on none of those taken."""
    points = world.edges[zone][0] if edge else world.zone_points[zone]
    rank = world.edge_ranks[zone] if edge else world.zone_ranks[zone]
    west, south, east, north = world.zone_bounds[zone]
    known: dict[tuple[str, bool, Base], list[int]] = known_of(world, "closed points")
    closed: set[int] = set()
    for base in taken:
        if west <= base.x <= east and south <= base.y <= north:
            key = zone, edge, base
            found = known.get(key)
            if found is None:
                if len(known) >= KEPT:
                    known.clear()
                found = known[key] = [point for point in _held(world, base) if point in rank]
            closed.update(found)
    return FreePoints(points, rank, closed)


def _held(world: World, base: Base) -> list[int]:
    """The points of the table where a base square to it would lie on this one."""
    table = world.table
    columns, rows = table.columns, table.rows
    column, row = base.x // STEP, base.y // STEP
    return [
        (row + north) * columns + column + east
        for east, north in _held_around(base.heading, base.side)
        if 0 <= column + east < columns and 0 <= row + north < rows
    ]


@lru_cache(maxsize=1024)
def _held_around(heading: int, side: int) -> tuple[Point, ...]:
    """How far those points lie from the centre of such a base, in steps east and north."""
    base, most = Base(0, 0, heading, side), NEAR // STEP
    around = [(east, north) for east in range(-most, most + 1) for north in range(-most, most + 1)]
    return tuple((east, north) for east, north in around if overlap(Base(STEP * east, STEP * north), base))
