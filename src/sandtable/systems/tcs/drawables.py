"""What can be drawn on the map of an op sheet (TCS 6.15): areas, way-points and boundaries."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.kernel.memo import known_of
from sandtable.kernel.targets import Chain, Points, Subset
from sandtable.systems.tcs.sheetdrawing import (
    corner_sides,
    sides_of_map,
)
from sandtable.systems.tcs.world import World

__all__ = ["AXIS_POINTS", "LINE_HEXES", "NAMES", "ROUTE_HEXES", "area", "boundaries", "every_hex", "way_points"]

LINE_HEXES, AXIS_POINTS, ROUTE_HEXES, BOUNDARY_SIDES = 40, 8, 40, 60
NAMES = ("Anvil", "Coral", "Heron", "Lily", "Rose", "Sable", "Thistle", "Willow")
"""Names that are proposed where a measure needs one."""


def every_hex(world: World) -> tuple[int, ...]:
    """All hexes of the map."""
    return tuple(range(world.ground.size))


def area(world: World, most: int) -> Subset:
    """Any hexes of the map, up to this many."""
    known: dict[int, Subset] = known_of(world, "areas drawn")
    found = known.get(most)
    if found is None:
        found = known[most] = Subset(every_hex(world), most=most)
    return found


def way_points(world: World, last: Iterable[int] | None = None, least: int = 0) -> Points:
    """Way-points of an axis, that ends in one of these hexes."""
    return Points(every_hex(world), most=AXIS_POINTS, least=least, last=last)


def boundaries(world: World) -> Chain:
    """Chains of hexsides."""
    known: dict[str, Chain] = known_of(world, "boundaries drawn")
    if "all" not in known:
        sides = tuple(sides_of_map(world))
        meet = {side: tuple(corner_sides(world, side)) for side in sides}
        known["all"] = Chain(sides, lambda side: meet[side], most=BOUNDARY_SIDES)
    return known["all"]
