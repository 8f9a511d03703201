"""The compiled loops that find the points in reach.

`walking` says in plain Python what they find, and tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from sandtable.board.compiling import Int16s, Int32s, Int32sOut, Int64s, compiled
from sandtable.board.lattice import STEP
from sandtable.board.stands import Base
from sandtable.board.steps import barred_by
from sandtable.board.walking import NOT_REACHED, Order, line_samples
from sandtable.board.waykernels import FLAT_BESIDE, FLAT_STEPS, STRIDE, lines_within

STAND = 7


@compiled
def _bar(start: int, first: int, columns: int, others: Int64s, bars: Int64s, enemy: bool, barred: Int32sOut) -> bool:
    """Put down in `barred` what these stands keep the mover from; whether there is anything."""
    rows_before, rows = first // columns, len(barred) // columns
    start_row, start_column = start // columns, start % columns
    some = False
    for number in range(0, len(others), STAND):
        row, column, wide = others[number] - rows_before, others[number + 1], others[number + 2]
        if row + wide < 0 or row - wide >= rows:
            continue
        begin, end = others[number + 3], others[number + 4]
        # An enemy that holds the start keeps its bare base, and nothing if even that holds it.
        for next_smaller in range(2 if enemy else 0):
            held = False
            for index in range(begin, end):
                if (
                    column + bars[3 * index] == start_column
                    and row + bars[3 * index + 1] == start_row - rows_before
                    and bars[3 * index + 2] >> 16
                ):
                    held = True
                    break
            if not held:
                break
            begin, end = (others[number + 5], others[number + 6]) if next_smaller == 0 else (end, end)
        for index in range(begin, end):
            at_row, at_column = row + bars[3 * index + 1], column + bars[3 * index]
            if 0 <= at_column < columns and 0 <= at_row < rows:
                barred[at_row * columns + at_column] |= bars[3 * index + 2]
                some = True
    return some


@compiled
def _bar_gaps(first: int, columns: int, others: Int64s, bars: Int64s, beside: Int64s, barred: Int32sOut) -> None:
    """Bar the knight's steps between two points that enemies hold."""
    rows_before, rows = first // columns, len(barred) // columns
    for number in range(0, len(others), STAND):
        row, column, wide = others[number] - rows_before, others[number + 1], others[number + 2]
        if row + wide < 0 or row - wide >= rows:
            continue
        for index in range(others[number + 3], others[number + 4]):
            y, x = row + bars[3 * index + 1], column + bars[3 * index]
            if not (bars[3 * index + 2] >> 16 and 0 <= x < columns and 0 <= y < rows):
                continue
            # A smaller base may count, when this one holds the start.
            if barred[y * columns + x] >> 16 == 0:
                continue
            for step in range(8, 16):
                from_x, from_y = x - beside[4 * step], y - beside[4 * step + 1]
                other_x, other_y = from_x + beside[4 * step + 2], from_y + beside[4 * step + 3]
                if (
                    0 <= from_x < columns
                    and 0 <= from_y < rows
                    and 0 <= other_x < columns
                    and 0 <= other_y < rows
                    and barred[other_y * columns + other_x] >> 16
                ):
                    barred[from_y * columns + from_x] |= 1 << step


@compiled
def _straight(
    start: int,
    most: int,
    first: int,
    columns: int,
    cheapest: int,
    near: int,
    dear: int,
    rates: Int16s,
    lines: Int64s,
    codes: Int32s,
    barred: Int32s,
    any_barred: bool,
    costs: Int32sOut,
) -> bool:
    """Price the straight lines into `costs`, where there is no price yet; whether some point that might be entered is
    left over.

    For the first `near` hundredths no road is met, and every rate is at least `dear` above the cheapest.
    """
    rows_before, rows = first // columns, len(costs) // columns
    start_row, start_column = start // columns, start % columns
    left_over = False
    home = start * STRIDE
    node = start - first
    costs[node] = 0
    for line in range(0, len(lines) - 4, 4):
        east, north, length, begin = lines[line], lines[line + 1], lines[line + 2], lines[line + 3]
        # What is left of the budget if all the rest of the line cost the least possible.
        slack = most - length * cheapest
        if slack < min(length, near) * dear:
            break
        column, row = start_column + east, start_row + north - rows_before
        if column < 0 or column >= columns or row < 0 or row >= rows:
            continue
        goal = row * columns + column
        if costs[goal] >= 0:
            continue
        last = lines[line + 7] - 1
        for sample in range(begin, last + 1):
            code = codes[sample]
            rate = rates[home + code]
            if rate == 0 or (any_barred and (barred[node + (code >> 5)] >> (code & 31)) & 1):
                slack = -1
            else:
                slack -= (rate - cheapest) * (50 if sample < last else length - 50 * (last - begin))
            if slack < 0:
                break
        if slack >= 0:
            costs[goal] = most - slack
        elif rates[(first + goal) * STRIDE + 16] > 0 and not (any_barred and barred[goal] >> 16):
            left_over = True
    return left_over


@compiled
def _lattice(
    start: int,
    most: int,
    first: int,
    columns: int,
    cheapest: int,
    rates: Int16s,
    steps: Int64s,
    barred: Int32s,
    wanted: int,
    costs: Int32sOut,
) -> None:
    """The cheapest lattice paths, into `costs`. If only one point is `wanted`, as counted from the first, those from
    where nobody could afford to go on to it are left out, and all that is left once some path has come there.

    Points wait in buckets as wide as the cheapest step: whatever is in the lowest bucket is then final, in
    any order. A bucket is a chain of points, linked both ways so that one whose price falls can change bucket.
    """
    size = len(costs)
    width = 50 * cheapest
    buckets = np.full(most // width + 1, -1, np.int32)
    after = np.empty(size, np.int32)
    ahead = np.empty(size, np.int32)
    offsets = np.empty(16, np.int64)
    lengths = np.empty(16, np.int64)
    for step in range(16):
        offsets[step] = steps[2 * step + 1] * columns + steps[2 * step]
        lengths[step] = 50 if step < 4 else 71 if step < 8 else 112
    node = start - first
    costs[node] = 0
    after[node] = -1
    ahead[node] = -1
    buckets[0] = node
    for bucket in range(len(buckets)):
        node = buckets[bucket]
        while node >= 0:
            price = costs[node]
            bars = barred[node]
            row = (first + node) * STRIDE
            for step in range(16):
                rate = rates[row + step]
                if rate == 0 or (bars >> step) & 1:
                    continue
                further = price + rate * lengths[step]
                if further > most:
                    continue
                goal = node + offsets[step]
                if wanted >= 0:
                    if goal == wanted:
                        costs[goal] = further
                        return
                    east, north = wanted % columns - goal % columns, wanted // columns - goal // columns
                    left = (most - further) // width
                    if east * east + north * north > (left + 1) * (left + 1):
                        continue
                before = costs[goal]
                if before >= 0:
                    if before <= further:
                        continue
                    old = before // width
                    new = further // width
                    costs[goal] = further
                    if old == new:
                        continue
                    if ahead[goal] >= 0:
                        after[ahead[goal]] = after[goal]
                    else:
                        buckets[old] = after[goal]
                    if after[goal] >= 0:
                        ahead[after[goal]] = ahead[goal]
                else:
                    new = further // width
                    costs[goal] = further
                head = buckets[new]
                after[goal] = head
                ahead[goal] = -1
                if head >= 0:
                    ahead[head] = goal
                buckets[new] = goal
            node = after[node]


@compiled
def _prices(
    start: int,
    most: int,
    first: int,
    size: int,
    columns: int,
    cheapest: int,
    near: int,
    dear: int,
    rates: Int16s,
    lines: Int64s,
    codes: Int32s,
    steps: Int64s,
    beside: Int64s,
    enemies: Int64s,
    enemy_bars: Int64s,
    friends: Int64s,
    friend_bars: Int64s,
) -> Any:
    """The price of the way to each position from `first` on."""
    barred = np.zeros(size, np.int32)
    some = _bar(start, first, columns, enemies, enemy_bars, True, barred)
    if some:
        _bar_gaps(first, columns, enemies, enemy_bars, beside, barred)
    prices = np.full(size, -1, np.int32)
    if _straight(start, most, first, columns, cheapest, near, dear, rates, lines, codes, barred, some, prices):
        lattice = np.full(size, -1, np.int32)
        _lattice(start, most, first, columns, cheapest, rates, steps, barred, -1, lattice)
        for node in range(size):
            if prices[node] < 0:
                prices[node] = lattice[node]
    if len(friends) > 0:
        barred[:] = 0
        if _bar(start, first, columns, friends, friend_bars, False, barred):
            for node in range(size):
                if barred[node] >> 16:
                    prices[node] = -1
            prices[start - first] = 0
    return prices


@compiled
def _lattice_costs(
    start: int,
    most: int,
    first: int,
    size: int,
    columns: int,
    cheapest: int,
    rates: Int16s,
    steps: Int64s,
    beside: Int64s,
    enemies: Int64s,
    enemy_bars: Int64s,
) -> Any:
    """The prices by lattice path, and then the steps that enemies bar."""
    found = np.zeros(2 * size, np.int32)
    costs, barred = found[:size], found[size:]
    if _bar(start, first, columns, enemies, enemy_bars, True, barred):
        _bar_gaps(first, columns, enemies, enemy_bars, beside, barred)
    costs[:] = -1
    _lattice(start, most, first, columns, cheapest, rates, steps, barred, -1, costs)
    return found


@compiled
def _comes_to(
    start: int,
    most: int,
    first: int,
    size: int,
    columns: int,
    cheapest: int,
    rates: Int16s,
    steps: Int64s,
    beside: Int64s,
    enemies: Int64s,
    enemy_bars: Int64s,
    goal: int,
) -> bool:
    """Whether a lattice path leads to a position."""
    if goal == start or goal < first or goal >= first + size:
        return goal == start
    barred, costs = np.zeros(size, np.int32), np.full(size, -1, np.int32)
    if _bar(start, first, columns, enemies, enemy_bars, True, barred):
        _bar_gaps(first, columns, enemies, enemy_bars, beside, barred)
    _lattice(start, most, first, columns, cheapest, rates, steps, barred, goal - first, costs)
    return bool(costs[goal - first] >= 0)


@lru_cache(maxsize=512)
def _pack_others(bases: tuple[Base, ...], side: int) -> tuple[Any, Any]:
    """Other stands in the mover's way: row, column, width and the slices of their bars, grown and bare."""
    others: list[int] = []
    bars: list[int] = []
    slices: dict[tuple[int, int], tuple[int, int]] = {}
    for base in bases:
        ranges: list[int] = []
        for length in (base.side + side, base.side):
            shape = (base.heading % 6, length)
            if shape not in slices:
                begin = len(bars) // 3
                for bar in barred_by(*shape):
                    bars += bar
                slices[shape] = begin, len(bars) // 3
            ranges += slices[shape]
        wide = (base.side + side) // 50 + 2
        others += (base.y // 50, base.x // 50, wide, *ranges)
    return np.array(others, np.int64), np.array(bars, np.int64)


def span(order: Order) -> tuple[int, int, int]:
    """As `walking.plain_span`, for the rows of the table that the budget can reach.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> span(reach(Table(600, 400), Going(), 0, 100).order)
    (0, 52, 100)
    """
    columns, rows, cheapest, dear, parts, _, roads, _ = order.ways.packed
    most = order.budget * 4 * parts
    near = 100 * roads[order.start]
    longest = max(most - near * dear, most * cheapest // (cheapest + dear)) // cheapest
    radius = longest // 50 + 1
    row = order.start // columns
    first = max(0, row - radius) * columns
    return first, min(rows, row + radius + 1) * columns - first, longest


def _question(order: Order) -> tuple[Any, ...]:
    columns, _, cheapest, dear, parts, rates, roads, _ = order.ways.packed
    most = order.budget * 4 * parts
    near = 100 * roads[order.start]
    first, size, longest = span(order)
    # Lines are kept for a few radii only: the loop stops at the first that is too long.
    lines, codes = lines_within(columns, -(-(longest // 50 + 1) // 16) * 16)
    return order.start, most, first, size, columns, cheapest, near, dear, rates, lines, codes, FLAT_STEPS, FLAT_BESIDE


def prices(order: Order) -> tuple[int, bytes, memoryview]:
    """As `walking.plain_prices`, for the rows of the table that the budget can reach.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> first, found, costs = prices(reach(Table(600, 400), Going(), 0, 100).order)
    >>> first, len(found), found.count(1), costs[1]
    (0, 52, 6, 200)
    """
    enemies, friends = _pack_others(order.enemies, order.side), _pack_others(order.friends, order.side)
    question = [*_question(order), *enemies, *friends]
    found = _prices(*question)
    return question[2], (found >= 0).tobytes(), memoryview(found)


def lattice(order: Order) -> tuple[int, memoryview, memoryview]:
    """As `walking.plain_lattice`, for the same rows as `prices`.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> first, costs, bars = lattice(reach(Table(600, 400), Going(), 0, 100).order)
    >>> first, costs.tolist()[:4], any(bars)
    (0, [0, 200, 400, -1], False)
    """
    columns, _, cheapest, _, parts, rates, *_ = order.ways.packed
    first, size, _ = span(order)
    among = FLAT_STEPS, FLAT_BESIDE, *_pack_others(order.enemies, order.side)
    most = order.budget * 4 * parts
    found = _lattice_costs(order.start, most, first, size, columns, cheapest, rates, *among)
    return first, memoryview(found[:size]), memoryview(found[size:])


def comes_to(order: Order, goal: int) -> bool:
    """Whether `lattice` has a price for a position: quicker, where only one is asked of.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> order = reach(Table(600, 400), Going(), 0, 100).order
    >>> comes_to(order, 2), comes_to(order, 3)
    (True, False)
    """
    columns, _, cheapest, _, parts, rates, *_ = order.ways.packed
    first, size, _ = span(order)
    among = FLAT_STEPS, FLAT_BESIDE, *_pack_others(order.enemies, order.side)
    most = order.budget * 4 * parts
    return bool(_comes_to(order.start, most, first, size, columns, cheapest, rates, *among, goal))


def members(order: Order, costs: memoryview, bars: memoryview, wanted: bytes | bytearray | None = None) -> bytes:
    """A 1 for each position in reach, from the first that `lattice` looks at, if these are its costs and bars: most are
    reached by a path of lattice steps, and only for the others must the straight line be walked. Only the `wanted`
    positions of the table are looked at, if there are some.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> order = reach(Table(600, 400), Going(), 0, 100).order
    >>> members(order, *lattice(order)[1:]).count(1)
    6
    """
    start, most, first, size, columns, cheapest, near, dear, rates, lines, codes, *_ = _question(order)
    found, barred = np.array(costs), np.asarray(bars)
    some = bool(order.enemies)
    asked = np.ones(size, np.bool_) if wanted is None else np.frombuffer(wanted, np.bool_)[first : first + size]
    found[~asked] = 0  # as good as reached: nobody need walk there
    _straight(start, most, first, columns, cheapest, near, dear, rates, lines, codes, barred, some, found)
    return bytes(((found >= 0) & asked).tobytes())


def line_price(order: Order, goal: int) -> int:
    """As `walking.plain_line_price`.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> line_price(reach(Table(600, 400), Going(), 0, 100).order, 1)
    200
    """
    start = order.start
    if goal == start:
        return 0
    columns, rates = order.ways.packed.columns, order.ways.packed.readable
    east, north = goal % columns - start % columns, goal // columns - start // columns
    first, read, too_much = _line(columns, east, north)
    found = read(rates[start * STRIDE + first :])
    return NOT_REACHED if 0 in found else STEP * sum(found) - too_much * found[-1]


@lru_cache(maxsize=65536)
def _line(columns: int, east: int, north: int) -> tuple[int, Callable[[Any], tuple[int, ...]], int]:
    """How the rates of a straight line are read in one go: from which place on, and with what; the last one twice, so
    that there are always several. Then by how much the last is too long if both count as half an inch.
    """
    samples = line_samples(columns, east, north)
    left = (0, *(offset for offset, _, _ in samples))
    places = [at * STRIDE + step for at, (_, step, _) in zip(left, samples, strict=False)]
    first = min(places)
    return first, itemgetter(*(place - first for place in (*places, places[-1]))), 2 * STEP - samples[-1][2]
