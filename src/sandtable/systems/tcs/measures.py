"""The measures of an order on the map (TCS 6.15): chains of hexes, the ground they open, boundaries and phase lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from sandtable.board.hexes import Hex, Hexside
from sandtable.board.hexmap import HexMap
from sandtable.board.hexpaths import Reach
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.ground import Ground
from sandtable.systems.tcs.sheets import Measures, PhaseLine

__all__ = [
    "around",
    "beyond",
    "boundary_fault",
    "bounded",
    "centre",
    "chain",
    "connected",
    "corridor",
    "drawn_axis",
    "off_axis",
    "passable",
    "way_to",
    "whole",
]

Walls = frozenset[tuple[int, int]]
CENTRES_KEPT = 1_000
"""How many middles of units are kept for one map."""
REACHES_KEPT = 500
"""How many ways over the whole map are kept for one map."""
LINES_KEPT = 20_000
"""How many straight lines."""


def whole(ground: Ground) -> int:
    """All hexes of the map, as a bit mask."""
    return (1 << ground.size) - 1


def chain(map: HexMap, points: Sequence[int]) -> tuple[int, ...]:
    """The hexes that the straight lines from point to point pass through; along a hexside the one with the lower
    number.
    """
    return _chain(map, tuple(points))


@lru_cache(maxsize=4096)
def _chain(map: HexMap, points: tuple[int, ...]) -> tuple[int, ...]:
    found: dict[int, None] = dict.fromkeys(points[:1])
    for here, there in pairwise(points):
        for step in map.hex(here).line(map.hex(there)):
            inside = [map.index(hex) for hex in step if hex in map]
            if inside:
                found[min(inside)] = None
    return tuple(found)


def around(ground: Ground, hexes: Iterable[int], radius: int) -> int:
    """The hexes within a radius of any of these, as a bit mask."""
    mask = 0
    for hex in hexes:
        mask |= ground.within(hex, radius)
    return mask


def connected(ground: Ground, start: int, inside: int, walls: Walls = frozenset()) -> int:
    """The hexes of `inside` that are connected with those of `start` by steps within it that cross no wall; all are
    bit masks. The start itself counts where it is inside.
    """
    found = edge = start & inside
    beside, neighbours = ground.beside, ground.neighbours
    while edge:
        reached = 0
        for hex in ground.map.indices(edge):
            if walls:
                for there in neighbours[hex]:
                    if (hex, there) not in walls:
                        reached |= 1 << there
            else:
                reached |= beside[hex]
        edge = reached & inside & ~found
        found |= edge
    return found


def _walls(measures: Measures) -> Walls:
    sides = [side for each in measures.boundary for side in each]
    return frozenset([*sides, *((there, here) for here, there in sides)])


def bounded(ground: Ground, measures: Measures) -> int:
    """The hexes on the objective's side of the boundaries; without boundaries the whole map (TCS 6.15a)."""
    if not measures.boundary:
        return whole(ground)
    return connected(ground, ground.map.mask(measures.objective), whole(ground), _walls(measures))


def corridor(ground: Ground, measures: Measures, margin: int) -> int:
    """The ground that an order opens, before its phase lines: the hexes along its axis or on its route, within its
    boundaries, and those around its objective. Without any measure it is the whole map.
    """
    if not measures.marked:
        return whole(ground)
    if measures.direction:
        return ground.map.mask((*measures.direction, *measures.objective))
    inside = bounded(ground, measures)
    base = whole(ground)
    if measures.axis:
        base = around(ground, chain(ground.map, measures.axis), measures.width)
    return (base & inside) | (around(ground, measures.objective, margin) & inside)


def beyond(ground: Ground, open_ground: int, objective: Iterable[int], line: PhaseLine) -> int:
    """The part of the ground behind a phase line, as a bit mask: what is connected with the objective without the line
    (TCS 6.15b).
    """
    return connected(ground, ground.map.mask(objective), open_ground & ~ground.map.mask(line.hexes))


def passable(ground: Ground, measures: Measures, lines: Iterable[PhaseLine], margin: int) -> int:
    """The ground of an order without what lies beyond its closed phase lines."""
    opened = found = corridor(ground, measures, margin)
    for line in lines:
        if not line.open:
            found &= ~beyond(ground, opened, measures.objective, line)
    return found


def off_axis(ground: Ground, measures: Measures, hex: int) -> int:
    """How far a hex is from the axis, or from the route."""
    route = measures.direction or chain(ground.map, measures.axis)
    return min(ground.distance(hex, each) for each in route)


def _corners(side: Hexside) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The two ends of a hexside: each is the three hexes that meet there, on the map or not."""
    shared = [hex for hex in side.first.neighbours() if hex.distance(side.second) == 1]
    one, other = (frozenset((side.first, side.second, hex)) for hex in shared)
    return one, other


def boundary_fault(map: HexMap, sides: Sequence[tuple[int, int]]) -> str:
    """What is wrong with a boundary: its hexsides are a chain from one edge of the map to another, or a ring."""
    ends = [_corners(Hexside(map.hex(here), map.hex(there))) for here, there in sides]
    broken = 0
    for start in ends[0]:
        at = start
        for number, pair in enumerate(ends):
            if at not in pair:
                broken = max(broken, number)
                break
            at = pair[1] if at == pair[0] else pair[0]
        else:
            if at == start or all(any(hex not in map for hex in end) for end in (start, at)):
                return ""
            return "a boundary runs from one edge of the map to another, or closes on itself"
    here, there = (map.hex(hex) for hex in sides[broken])
    return f"the hexside {here}-{there} does not join the one before it"


def centre(ground: Ground, places: Sequence[int]) -> int:
    """Of the hexes where units are, each counted once for every unit, the nearest to all of them; ties to the lower
    number.
    """
    known: dict[tuple[int, ...], int] = known_of(ground, "centres")
    asked = tuple(places)
    found = known.get(asked)
    if found is None:
        if len(known) >= CENTRES_KEPT:
            known.clear()
        distance = ground.distance
        found = min(sorted(set(asked)), key=lambda hex: sum([distance(hex, other) for other in asked]))
        known[asked] = found
    return found


def _reach_of(ground: Ground, mover: str, start: int) -> Reach:
    """All that a class of movement can reach from a hex; those that were asked for last are kept."""
    known: dict[tuple[str, int], Reach] = known_of(ground, "whole reaches")
    found = known.get((mover, start))
    if found is None:
        if len(known) >= REACHES_KEPT:
            known.clear()
        found = known[mover, start] = ground.movements[mover].reach(start)
    return found


def way_to(ground: Ground, movers: Iterable[str], start: int, objective: Iterable[int]) -> tuple[int, ...]:
    """The cheapest way for the slowest of some classes of movement from a hex to the nearest hex of an objective by
    way; empty if one of them cannot get there.
    """
    ways = []
    for mover in sorted(set(movers)):
        reach = _reach_of(ground, mover, start)
        there = [hex for hex in objective if hex in reach]
        if not there:
            return ()
        nearest = min(there, key=lambda hex: (reach.cost(hex), hex))
        ways.append((mover == "foot", reach.cost(nearest), reach.path(nearest)))
    return max(ways)[2]


def _straight(map: HexMap, path: Sequence[int]) -> bool:
    """Whether a way is the straight line between its ends."""
    first, last = path[0], path[-1]
    if map.hex(first).distance(map.hex(last)) != len(path) - 1:
        return False  # it is longer than any line
    known: dict[tuple[int, int], tuple[int, ...]] = known_of(map, "straight lines")
    line = known.get((first, last))
    if line is None:
        if len(known) >= LINES_KEPT:
            known.clear()
        line = known[first, last] = chain(map, (first, last))
    return line == tuple(path)


def drawn_axis(map: HexMap, path: Sequence[int]) -> tuple[int, ...]:
    """A way reduced to its ends and bends, as the way-points of an axis: the lines between them pass through the same
    hexes. A road that zigzags straight across the map has no bend.
    """
    found, start = list(path[:1]), 0
    while start < len(path) - 1:
        end = start + 1
        while end + 1 < len(path) and _straight(map, path[start : end + 2]):
            end += 1
        found.append(path[end])
        start = end
    return tuple(found)
