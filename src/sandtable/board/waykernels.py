"""The steps of a mover as flat arrays, built by compiled loops once for a table: their rates, and the samples of
every straight line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sandtable.board.compiling import Int32s, Int64s, compiled
from sandtable.board.lattice import root_up
from sandtable.board.outlines import ONES, OPPOSITE, OTHERS, PARTS
from sandtable.board.steps import BESIDE, STEP_NUMBER, STEPS

if TYPE_CHECKING:
    from sandtable.board.going import Ways
    from sandtable.board.table import Road, Table

STRIDE = 32
"""Places kept for each position in the table of rates: sixteen steps, staying, and room to make it one line
of the processor's cache."""


FLAT_STEPS = np.array(STEPS, np.int64).ravel()
FLAT_BESIDE = np.array([pair or ((0, 0), (0, 0)) for pair in BESIDE], np.int64).ravel()
PARTS_AT_A_POINT = len(PARTS)
DEAREST = 1 << 20
_PARTS = np.array(list(zip(OPPOSITE, ONES, OTHERS, strict=True)), np.int64).ravel()
_NUMBERS = np.array([STEP_NUMBER[(dx, dy)] for dy in (-1, 0, 1) for dx in (-1, 0, 1)], np.int64)


@compiled
def spread(
    first: Int64s, beside: Int64s, lengths: Int64s, costs: Int64s, extra: Int64s, goal: int, farthest: int
) -> Any:
    """How far it is to a goal from each of many cells, none farther than `farthest`.

    The links of cell n are those from `first[n]` to before `first[n + 1]`: the cell they lead to, how long they are,
    and what they cost; `extra` is what each cell adds, in hundredths of the length.
    """
    size = len(first) - 1
    found = np.full(size, farthest, np.int64)
    waiting, is_waiting = np.zeros(size, np.int64), np.zeros(size, np.bool_)
    found[goal], waiting[0], is_waiting[goal] = 0, goal, True
    head, count = 0, 1
    while count > 0:
        cell = waiting[head]
        head, count = (head + 1) % size, count - 1
        is_waiting[cell] = False
        for link in range(first[cell], first[cell + 1]):
            other = beside[link]
            whole = found[cell] + costs[link] + lengths[link] * extra[other] // 100
            if whole < found[other]:
                found[other] = whole
                if not is_waiting[other]:
                    is_waiting[other] = True
                    waiting[(head + count) % size] = other
                    count += 1
    return found


@compiled
def _build_rates(
    columns: int,
    cost: Int32s,
    extra: Int32s,
    road: Int32s,
    heights: Int64s,
    thin: Int32s,
    edge: Int32s,
    edges: Int32s,
    uphill: int,
    uphill_extra: int,
    steepness: int,
    extras_on_road: bool,
    roads_as_ground: bool,
    steps: Int64s,
    beside: Int64s,
    parts: Int64s,
) -> Any:
    size = len(cost)
    rows = size // columns
    rates = np.zeros(size * STRIDE, np.int16)
    points, numbers = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for position in range(size):
        row, column = position // columns, position % columns
        if road[position] > 0:
            rates[position * STRIDE + 16] = 4 * (road[position] + (extra[position] if extras_on_road else 0))
        elif edge[position] >= 0:
            least = DEAREST
            for part in range(edge[position], edge[position] + PARTS_AT_A_POINT):
                least = min(least, edges[2 * part] + edges[2 * part + 1])
            rates[position * STRIDE + 16] = 4 * least
        elif cost[position] > 0:
            rates[position * STRIDE + 16] = 4 * (cost[position] + extra[position])
        for step in range(16):
            east, north = steps[2 * step], steps[2 * step + 1]
            if not (0 <= column + east < columns and 0 <= row + north < rows):
                continue
            goal = position + north * columns + east
            one = position + beside[4 * step + 1] * columns + beside[4 * step]
            other = position + beside[4 * step + 3] * columns + beside[4 * step + 2]
            points[0], points[1], numbers[0], numbers[1] = position, goal, step, parts[3 * step]
            points[2], points[3], numbers[2], numbers[3] = points[0], points[1], numbers[0], numbers[1]
            if step >= 8:
                points[2], points[3], numbers[2], numbers[3] = one, other, parts[3 * step + 1], parts[3 * step + 2]
            rate = 0
            if road[points[0]] > 0 and road[points[1]] > 0 and road[points[2]] > 0 and road[points[3]] > 0:
                for each in range(4):
                    at = edge[points[each]]
                    if at >= 0 and roads_as_ground:
                        rate += edges[2 * (at + numbers[each])]
                    else:
                        rate += road[points[each]]
                if not extras_on_road:
                    rates[position * STRIDE + step] = rate
                    continue
            else:
                if cost[goal] == 0 or (thin[position] >> step) & 1:
                    continue
                if step >= 8 and (cost[one] == 0 or cost[other] == 0):
                    continue
                if 4 <= step < 8 and cost[one] == 0 and cost[other] == 0:
                    continue
                for each in range(4):
                    at = edge[points[each]]
                    here = edges[2 * (at + numbers[each])] if at >= 0 else cost[points[each]]
                    rate += here if here > 0 else cost[goal]
            for each in range(4):
                at = edge[points[each]]
                rate += edges[2 * (at + numbers[each]) + 1] if at >= 0 else extra[points[each]]
            length = 50 if step < 4 else 71 if step < 8 else 112
            if steepness * (heights[goal] - heights[position]) >= length:
                rate = max(rate, 4 * uphill) + 4 * uphill_extra
            rates[position * STRIDE + step] = rate
    return rates


@compiled
def _root_up(square: int) -> int:
    root = int(np.sqrt(square))
    while root * root < square:
        root += 1
    while root > 0 and (root - 1) * (root - 1) >= square:
        root -= 1
    return root


@compiled
def _share_of(product: int, square: int) -> int:
    """As `lattice.share_of`."""
    whole = 4 * product * product // square
    root = _root_up(whole + 1) - 1
    nearest = (root + 1) // 2
    return -nearest if product < 0 else nearest


@compiled
def _build_lines(columns: int, easts: Int64s, norths: Int64s, firsts: Int64s, numbers: Int64s) -> Any:
    """For every straight line, sample by sample: the point it leaves (from the start) and the step it takes."""
    codes = np.empty(firsts[-1], np.int32)
    for line in range(len(easts)):
        east, north = easts[line], norths[line]
        square = east * east + north * north
        x, y = 0, 0
        count = firsts[line + 1] - firsts[line]
        for k in range(1, count + 1):
            to_x, to_y = east, north
            if k < count:
                to_x, to_y = _share_of(east * k, square), _share_of(north * k, square)
            step = numbers[(to_y - y + 1) * 3 + to_x - x + 1]
            codes[firsts[line] + k - 1] = (y * columns + x) * STRIDE + step
            x, y = to_x, to_y
    return codes


class PackedWays(NamedTuple):
    """The steps of a mover on a table as flat arrays: what `pack_ways` gives."""

    columns: int
    rows: int
    cheapest: int
    dear: int
    parts: int
    rates: Any
    near: bytes
    open: int
    """The rate of open, level ground."""
    rough: list[int]
    """For each corner of the lattice's squares how many positions south and west of it are not such ground, row by row
    from the south-west: four of these numbers tell how many there are in any box."""


def pack(numbers: Sequence[int]) -> Any:
    """Whole numbers as the compiled loops read them.

    >>> pack([1, 2]).tolist()
    [1, 2]
    """
    return np.array(numbers, np.int64)


def pack_ways(ways: Ways) -> PackedWays:
    """The rates of every step on a table, `STRIDE` places for each position.

    >>> from sandtable.board.reach import Going, Table
    >>> pack_ways(Going().on(Table(600, 400))).rates[:17].tolist()
    [4, 4, 0, 0, 4, 0, 0, 0, 4, 4, 0, 0, 0, 0, 0, 0, 4]
    """
    table, going = ways.table, ways.going
    thin = np.zeros(len(ways.cost), np.int32)
    for position, bits in ways.thin.items():
        thin[position] = bits
    edge = np.full(len(ways.cost), -1, np.int32)
    edges: list[tuple[int, int]] = []
    for position, row in ways.edges.items():
        edge[position] = len(edges)
        edges += row
    rates = _build_rates(
        table.columns,
        np.array(ways.cost, np.int32),
        np.array(ways.extra, np.int32),
        np.array(ways.road, np.int32),
        np.array(ways.heights, np.int64),
        thin,
        edge,
        np.array(edges or [(0, 0)], np.int32).ravel(),
        going.uphill,
        going.uphill_extra,
        going.steepness,
        going.extras_on_road,
        going.roads_as_ground,
        FLAT_STEPS,
        FLAT_BESIDE,
        _PARTS,
    )
    plain = 4 * min(cost for cost in (*ways.cost, going.open) if cost)
    near = _road_distance(table, [road for road in table.roads if 4 * going.roads.get(road.kind, plain) < plain])
    columns, rows, open_rate = table.columns, table.rows, 4 * going.open
    rough = _rough(rates, columns, rows, open_rate)
    return PackedWays(columns, rows, ways.cheapest, plain - ways.cheapest, going.parts, rates, near, open_rate, rough)


def _rough(rates: Any, columns: int, rows: int, open_rate: int) -> list[int]:
    """The sums of the positions from which a step to another open one, or to stay, costs more or less than on open,
    level ground.
    """
    by_step = rates.reshape(rows, columns, STRIDE)
    is_open = by_step[:, :, 16] == open_rate
    level = np.zeros((rows + 2, columns + 2), np.bool_)
    level[1:-1, 1:-1] = is_open
    rough = ~is_open
    for number, (east, north) in enumerate(STEPS[:8]):
        goals = level[1 + north : 1 + north + rows, 1 + east : 1 + east + columns]
        rough |= goals & (by_step[:, :, number] != open_rate)
    sums = np.zeros((rows + 1, columns + 1), np.int64)
    sums[1:, 1:] = rough.cumsum(0).cumsum(1)
    found: list[int] = sums.ravel().tolist()
    return found


def rates_at(packed: PackedWays, position: int) -> tuple[int, ...]:
    """As `Ways.plain_rates`.

    >>> from sandtable.board.reach import Going, Table
    >>> rates_at(Going().on(Table(600, 400)).packed, 0)
    (4, 4, 0, 0, 4, 0, 0, 0, 4, 4, 0, 0, 0, 0, 0, 0, 4)
    """
    return tuple(packed.rates[STRIDE * position : STRIDE * position + 17].tolist())


def _road_distance(table: Table, roads: Sequence[Road]) -> bytes:
    """For each position a whole inch count below the length to walk to the nearest of these roads; at most 255."""
    y, x = (each.ravel() * 50.0 for each in np.mgrid[0 : table.rows, 0 : table.columns])
    nearest = np.full(len(x), 1e9)
    for road in roads:
        for (ax, ay), (bx, by) in pairwise(road.line):
            along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
            along = np.clip(along, 0, 1)
            gap = np.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))
            nearest = np.minimum(nearest, gap - road.width / 2)
    # A sample of a straight line may snap to a point of the road a third of an inch ahead of it.
    return bytes(np.clip((nearest - 40) // 100, 0, 255).astype(np.uint8))


@lru_cache(maxsize=64)
def lines_within(columns: int, radius: int) -> tuple[Any, Any]:
    """All straight lines up to a radius in half inches, the shortest first, and their samples.

    >>> lines, samples = lines_within(13, 1)
    >>> lines.reshape(-1, 4)[:, :3].tolist(), len(samples)
    ([[0, -1, 50], [-1, 0, 50], [1, 0, 50], [0, 1, 50], [0, 0, 0]], 4)
    """
    span = np.arange(-radius, radius + 1)
    easts, norths = (each.ravel() for each in np.meshgrid(span, span))
    squares = easts * easts + norths * norths
    order = np.argsort(squares, kind="stable")
    order = order[(squares[order] > 0) & (squares[order] <= radius * radius)]
    easts, norths = easts[order], norths[order]
    lengths = np.array([root_up(2500 * square) for square in squares[order].tolist()], np.int64)
    counts = (lengths + 49) // 50
    firsts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    lines = np.zeros((len(easts) + 1, 4), np.int64)
    lines[:-1, 0], lines[:-1, 1], lines[:-1, 2], lines[:, 3] = easts, norths, lengths, firsts
    return lines.ravel(), _build_lines(columns, easts, norths, firsts, _NUMBERS)
