"""Drawing an op sheet (TCS 6.15): where a group is, and the axis that is drawn for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.measures import centre, drawn_axis, way_to
from sandtable.systems.tcs.sheets import Measures
from sandtable.systems.tcs.world import NOBODY, World

__all__ = [
    "axis_to",
    "centre_of",
    "corner_sides",
    "movers_of",
    "place_of",
    "side_hexes",
    "side_number",
    "sides_of_map",
    "through",
    "way_there",
]


def place_of(look: Situation, unit: int) -> int:
    """Where a unit is; for one that is still to come, where it comes on."""
    at = look.units[unit].at
    return at if at >= 0 else look.world.formations[look.world.member_of[unit]].area[0]


def centre_of(look: Situation, units: Sequence[int]) -> int:
    """The hex in the middle of some units."""
    return centre(look.world.ground, [place_of(look, n) for n in units])


def movers_of(look: Situation, units: Iterable[int]) -> list[str]:
    """The classes of movement of some units; those that are carried do not count, unless all are."""
    world, units = look.world, list(units)
    own = [n for n in units if look.units[n].carrier == NOBODY and not (look.units[n].at < 0 and _rides(world, n))]
    return sorted({world.kinds[n].move_class for n in own or units})


def _rides(world: World, unit: int) -> bool:
    return bool(world.rides) and world.rides[unit] != NOBODY


def way_there(look: Situation, units: Sequence[int], objective: Iterable[int]) -> tuple[int, ...]:
    """The cheapest way from the middle of some units to an objective for the slowest of them; empty without one."""
    return way_to(look.world.ground, movers_of(look, units), centre_of(look, units), objective)


def axis_to(look: Situation, units: Sequence[int], objective: Iterable[int], width: int) -> Measures:
    """The axis that is drawn for some units: their cheapest way to the objective, as way-points at its bends."""
    goal = tuple(sorted(objective))
    way = way_there(look, units, goal)
    return Measures(goal, drawn_axis(look.world.ground.map, way), width if way else 0)


def through(look: Situation, units: Sequence[int], objective: Iterable[int], points: Sequence[int]) -> tuple[int, ...]:
    """An axis through these way-points: from the middle of the units to the objective."""
    goal = sorted(objective)
    start, ground = centre_of(look, units), look.world.ground
    axis = tuple(points) if points[0] == start else (start, *points)
    if axis[-1] not in goal:
        axis = (*axis, min(goal, key=lambda hex: (ground.distance(axis[-1], hex), hex)))
    return axis


# Hexsides: a side is numbered by the lower of its two hexes and the direction of the other


def side_number(world: World, here: int, there: int) -> int:
    """The number of the side between two hexes."""
    low, high = min(here, there), max(here, there)
    return low * 6 + world.ground.way(low, high)


def side_hexes(world: World, side: int) -> tuple[int, int]:
    """The two hexes that a side is between."""
    return side // 6, world.ground.map.adjacent[side]


def sides_of_map(world: World) -> Iterator[int]:
    """All sides between two hexes of the map."""
    for hex, beside in enumerate(world.ground.neighbours):
        for there in sorted(beside):
            if hex < there:
                yield side_number(world, hex, there)


def corner_sides(world: World, side: int) -> list[int]:
    """The sides that meet a side at one of its ends."""
    here, there = side_hexes(world, side)
    neighbours = world.ground.neighbours
    both = [hex for hex in neighbours[here] if hex in neighbours[there]]
    return sorted(side_number(world, hex, other) for hex in both for other in (here, there))
