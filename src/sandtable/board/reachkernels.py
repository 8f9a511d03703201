"""The compiled loops that find the points in reach.

`walking` says in plain Python what they find, and tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import Any

import numpy as np

from sandtable.board.compiling import Int16s, Int32s, Int32sOut, Int64s, compiled
from sandtable.board.going import Ways
from sandtable.board.stands import Base
from sandtable.board.steps import barred_by, line_length
from sandtable.board.walking import Order, Step
from sandtable.board.waykernels import FLAT_BESIDE, FLAT_STEPS, STRIDE, lines_within

STAND = 7
Course = tuple[tuple[int, ...], tuple[int, ...]]
"""The points of a way, and what is spent by each of them."""


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
    bare: int,
    dear: int,
    costs: Int32sOut,
) -> None:
    """The cheapest lattice paths, into `costs`; if a point is `wanted`, only those that may be a part of its own. No
    road is met in the last `bare` hundredths before it, where every rate is at least `dear` above the cheapest.

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
    wanted_x, wanted_y = wanted % columns, wanted // columns - first // columns
    for bucket in range(len(buckets)):
        if wanted >= 0 and 0 <= costs[wanted - first] < bucket * width:
            break
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
                    if wanted >= 0:
                        east, north = goal % columns - wanted_x, goal // columns - wanted_y
                        left = int(50.0 * np.sqrt(east * east + north * north))
                        if further + left * cheapest + min(left, bare) * dear > most:
                            continue
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
        _lattice(start, most, first, columns, cheapest, rates, steps, barred, -1, 0, 0, lattice)
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
    wanted: int,
    bare: int,
    dear: int,
) -> Any:
    """The prices by lattice path, and then the steps that enemies bar."""
    found = np.zeros(2 * size, np.int32)
    costs, barred = found[:size], found[size:]
    if _bar(start, first, columns, enemies, enemy_bars, True, barred):
        _bar_gaps(first, columns, enemies, enemy_bars, beside, barred)
    costs[:] = -1
    _lattice(start, most, first, columns, cheapest, rates, steps, barred, wanted, bare, dear, costs)
    return found


@lru_cache(maxsize=512)
def _pack_others(bases: tuple[Base, ...], side: int) -> tuple[Any, Any]:
    """Other stands in the mover's way: row, column, width and the slices of their bars, grown and bare."""
    slices, bars = _pack_bars(tuple(sorted({base.side for base in bases})), side)
    others: list[int] = []
    for base in bases:
        wide = (base.side + side) // 50 + 2
        others += (base.y // 50, base.x // 50, wide, *slices[base.heading % 6, base.side])
    return np.array(others, np.int64), bars


@lru_cache(maxsize=64)
def _pack_bars(sides: tuple[int, ...], side: int) -> tuple[dict[tuple[int, int], tuple[int, ...]], Any]:
    """What bases of these sides bar in each heading, and for each where it is in that list: grown and bare."""
    bars: list[int] = []
    slices: dict[tuple[int, int], tuple[int, ...]] = {}
    for heading in range(6):
        for own in sides:
            ranges: list[int] = []
            for length in (own + side, own):
                ranges.append(len(bars) // 3)
                for bar in barred_by(heading, length):
                    bars += bar
                ranges.append(len(bars) // 3)
            slices[heading, own] = tuple(ranges)
    return slices, np.array(bars, np.int64)


def span(order: Order) -> tuple[int, int, int]:
    """As `walking.plain_span`, for the rows of the table that the budget can reach.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> span(reach(Table(600, 400), Going(), 0, 100).order)
    (0, 52, 100)
    """
    packed, longest = order.ways.packed, farthest(order)
    columns, rows = packed.columns, packed.rows
    radius = longest // 50 + 1
    row = order.start // columns
    first = max(0, row - radius) * columns
    return first, min(rows, row + radius + 1) * columns - first, longest


def farthest(order: Order) -> int:
    """The longest way that can be paid: along roads wherever there may be some.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> farthest(reach(Table(600, 400), Going(), 0, 100).order)
    100
    """
    packed = order.ways.packed
    return _farthest(order.budget, packed.parts, packed.near[order.start], packed.cheapest, packed.dear)


@lru_cache(maxsize=4096)
def _farthest(budget: int, parts: int, road: int, cheapest: int, dear: int) -> int:
    """The same where a road is at least this many inches off."""
    most = budget * 4 * parts
    return max(most - 100 * road * dear, most * cheapest // (cheapest + dear)) // cheapest


def _question(order: Order) -> tuple[Any, ...]:
    columns, _, cheapest, dear, parts, rates, roads, *_ = order.ways.packed
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


def lattice(order: Order, wanted: int = -1) -> tuple[int, memoryview, memoryview]:
    """As `walking.plain_lattice`, for the same rows as `prices`. If one position is `wanted`, prices are right only for
    it and for the points of its path, and the others may be missing: which is quicker.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> first, costs, bars = lattice(reach(Table(600, 400), Going(), 0, 100).order)
    >>> first, costs.tolist()[:4], any(bars)
    (0, [0, 200, 400, -1], False)
    >>> lattice(reach(Table(600, 400), Going(), 0, 100).order, 2)[1].tolist()[:4]
    [0, 200, 400, -1]
    """
    columns, _, cheapest, dear, parts, rates, roads, *_ = order.ways.packed
    first, size, _ = span(order)
    if not first <= wanted < first + size:
        wanted = -1
    among = FLAT_STEPS, FLAT_BESIDE, *_pack_others(order.enemies, order.side)
    most = order.budget * 4 * parts
    bare = 100 * roads[wanted] if wanted >= 0 else 0
    found = _lattice_costs(order.start, most, first, size, columns, cheapest, rates, *among, wanted, bare, dear)
    return first, memoryview(found[:size]), memoryview(found[size:])


def too_far(order: Order, goal: int) -> bool:
    """Whether no way to a position can be paid, because even one along roads wherever there may be some would cost too
    much.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> [too_far(reach(Table(600, 400), Going(), 0, 100).order, goal) for goal in (2, 3)]
    [False, True]
    """
    start, packed = order.start, order.ways.packed
    columns, dear = packed.columns, packed.dear
    east, north = goal % columns - start % columns, goal // columns - start // columns
    length = isqrt(2500 * (east * east + north * north))
    price = length * packed.cheapest
    if dear:
        price += min(length, 100 * (packed.near[start] + packed.near[goal])) * dear
    return bool(price > order.budget * 4 * packed.parts)


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


@compiled
def _crossings(columns: int, cheapest: int, rates: Int16s, steps: Int64s) -> Any:
    """For each position what a way from it to the cheapest ground costs at least beyond the cheapest rate, and then the
    same for a way to it from there; 2 ** 30 if there is none.
    """
    size = len(rates) // STRIDE
    found = np.zeros(2 * size, np.int64)
    dear = np.empty(size, np.int64)
    count = 0
    for position in range(size):
        if rates[position * STRIDE + 16] != cheapest:
            found[position] = found[size + position] = 1 << 30
            dear[count] = position
            count += 1
    changed = True
    turn = 0
    while changed:
        changed = False
        turn = 1 - turn
        for number in range(count):
            position = dear[number if turn else count - 1 - number]
            row, column = position // columns, position % columns
            for step in range(16):
                east, north = steps[2 * step], steps[2 * step + 1]
                length = 50 if step < 4 else 71 if step < 8 else 112
                if 0 <= column + east < columns and 0 <= row + north < size // columns:
                    rate = rates[position * STRIDE + step]
                    least = found[position + north * columns + east] + (rate - cheapest) * length
                    if rate > 0 and least < found[position]:
                        found[position] = least
                        changed = True
                if 0 <= column - east < columns and 0 <= row - north < size // columns:
                    before = position - north * columns - east
                    rate = rates[before * STRIDE + step]
                    least = found[size + before] + (rate - cheapest) * length
                    if rate > 0 and least < found[size + position]:
                        found[size + position] = least
                        changed = True
    return found


def crossings(ways: Ways) -> tuple[list[int], list[int]]:
    """For each position what it costs to leave it for the cheapest ground, beyond the cheapest rate, and to come to it
    from there.

    >>> from sandtable.board.reach import Going, Table
    >>> leaving, entering = crossings(Going().on(Table(600, 400)))
    >>> any(leaving), any(entering)
    (False, False)
    """
    packed = ways.packed
    found: list[int] = _crossings(packed.columns, packed.cheapest, packed.rates, FLAT_STEPS).tolist()
    return found[: len(found) // 2], found[len(found) // 2 :]


def no_way_to(order: Order, goal: int) -> bool:
    """Whether no way to a position can be paid: because it is too far, or because its ground, or that of the start,
    takes too much of the budget.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> [no_way_to(reach(Table(600, 400), Going(), 0, 100).order, goal) for goal in (2, 3)]
    [False, True]
    """
    start, ways = order.start, order.ways
    if goal == start:
        return False
    if too_far(order, goal):
        return True
    packed = ways.packed
    if packed.dear:
        return False  # roads are cheaper than open ground, and there are few
    leaving, entering = ways.crossings
    out, into = leaving[start], entering[goal]
    if out and into:
        return False  # the way may keep to such ground
    columns = packed.columns
    east, north = goal % columns - start % columns, goal // columns - start // columns
    length = isqrt(2500 * (east * east + north * north))
    return bool(length * packed.cheapest + out + into > order.budget * 4 * packed.parts)


@compiled
def _line_price(
    start: int, east: int, north: int, radius: int, places: Int32s, lines: Int64s, codes: Int32s, rates: Int16s
) -> int:
    """The price of the straight line from `start` to a point so far east and north, -1 if it cannot be walked."""
    line = 4 * places[(north + radius) * (2 * radius + 1) + east + radius]
    length, begin, last = lines[line + 2], lines[line + 3], lines[line + 7] - 1
    home = start * STRIDE
    price = 0
    for sample in range(begin, last + 1):
        rate = rates[home + codes[sample]]
        if rate == 0:
            return -1
        price += rate * (50 if sample < last else length - 50 * (last - begin))
    return price


def line_price(order: Order, goal: int) -> int:
    """As `walking.plain_line_price`.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> line_price(reach(Table(600, 400), Going(), 0, 100).order, 1)
    200
    """
    start = order.start
    if goal == start:
        return 0
    packed = order.ways.packed
    columns = packed.columns
    east, north = goal % columns - start % columns, goal // columns - start // columns
    return int(_line_price(start, east, north, *_lines_to(columns, east, north), packed.rates))


def line_paid(order: Order, goal: int) -> int:
    """The same if the budget pays for it, else -1. Where all ground between the two is open and level, which is often
    so, the length alone decides.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> [line_paid(reach(Table(600, 400), Going(), 0, 100).order, goal) for goal in (1, 3)]
    [200, -1]
    """
    start, packed = order.start, order.ways.packed
    columns, rough = packed.columns, packed.rough
    row, column = divmod(start, columns)
    to_row, to_column = divmod(goal, columns)
    wide = columns + 1
    south, north = (row * wide, to_row * wide + wide) if row < to_row else (to_row * wide, row * wide + wide)
    west, east = (column, to_column + 1) if column < to_column else (to_column, column + 1)
    if rough[north + east] - rough[south + east] == rough[north + west] - rough[south + west]:
        price = packed.open * line_length(to_column - column, to_row - row)
    elif too_far(order, goal):
        return -1
    else:
        price = line_price(order, goal)
    return price if price <= order.budget * 4 * packed.parts else -1


def _lines_to(columns: int, east: int, north: int) -> tuple[int, Any, Any, Any]:
    """The straight lines up to one this long, in a few sizes: how far they go, where each is in their list, the
    list, and their samples.
    """
    return _lines_of(columns, isqrt(east * east + north * north) // 16 * 16 + 16)


@lru_cache(maxsize=16)
def _lines_of(columns: int, radius: int) -> tuple[int, Any, Any, Any]:
    lines, codes = lines_within(columns, radius)
    rows = lines.reshape(-1, 4)[:-1]
    places = np.zeros((2 * radius + 1) ** 2, np.int32)
    places[(rows[:, 1] + radius) * (2 * radius + 1) + rows[:, 0] + radius] = np.arange(len(rows))
    return radius, places, lines, codes


@compiled
def _first_of(
    positions: Int64s,
    count: int,
    start: int,
    most: int,
    first: int,
    columns: int,
    cheapest: int,
    rates: Int16s,
    radius: int,
    places: Int32s,
    lines: Int64s,
    codes: Int32s,
    costs: Int32s,
    barred: Int32s,
    friends: Int64s,
    friend_bars: Int64s,
) -> Any:
    """The first of these positions that are in reach, at most this many; costs and bars are those of `lattice`."""
    size = len(costs)
    taken = np.zeros(size, np.int32)
    if len(friends) > 0:
        _bar(start, first, columns, friends, friend_bars, False, taken)
        taken[start - first] = 0
    found = np.empty(min(count, len(positions)), np.int64)
    held = 0
    home, node = start * STRIDE, start - first
    for position in positions:
        if held == len(found):
            break
        goal = position - first
        if goal < 0 or goal >= size or taken[goal] >> 16:
            continue
        good = costs[goal] >= 0
        east, north = position % columns - start % columns, position // columns - start // columns
        if not good and east * east + north * north <= radius * radius:
            line = 4 * places[(north + radius) * (2 * radius + 1) + east + radius]
            length, begin, last = lines[line + 2], lines[line + 3], lines[line + 7] - 1
            slack = most - length * cheapest
            for sample in range(begin, last + 1):
                if slack < 0:
                    break
                code = codes[sample]
                rate = rates[home + code]
                if rate == 0 or (barred[node + (code >> 5)] >> (code & 31)) & 1:
                    slack = -1
                else:
                    slack -= (rate - cheapest) * (50 if sample < last else length - 50 * (last - begin))
            good = slack >= 0
        if good:
            found[held] = position
            held += 1
    return found[:held]


def first_of(order: Order, positions: Sequence[int], most: int, costs: memoryview, bars: memoryview) -> list[int]:
    """The first `most` of these positions that are in reach, if these are the costs and bars that `lattice` found.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> order = reach(Table(600, 400), Going(), 0, 100).order
    >>> first_of(order, [9, 2, 8, 14, 1], 2, *lattice(order)[1:])
    [2, 14]
    """
    start, budget, first, _, columns, cheapest, _, _, rates, *_ = _question(order)
    lines = _lines_of(columns, -(-(span(order)[2] // 50 + 1) // 16) * 16)
    friends = _pack_others(order.friends, order.side)
    known = np.asarray(costs), np.asarray(bars)
    asked = np.array(positions, np.int64)
    found: list[int] = _first_of(
        asked, most, start, budget, first, columns, cheapest, rates, *lines, *known, *friends
    ).tolist()
    return found


@compiled
def _line_way(
    start: int,
    east: int,
    north: int,
    radius: int,
    places: Int32s,
    lines: Int64s,
    codes: Int32s,
    rates: Int16s,
    offset: int,
) -> Any:
    """The points of a straight line that can be walked, in order, three numbers each: the position, the length up to
    it, and the price. `offset` is how far on the goal is.
    """
    line = 4 * places[(north + radius) * (2 * radius + 1) + east + radius]
    length, begin, last = lines[line + 2], lines[line + 3], lines[line + 7] - 1
    found = np.zeros(3 * (last - begin + 2), np.int64)
    found[0] = start
    size = 1
    price, travelled = 0, 0
    for sample in range(begin, last + 1):
        code = codes[sample]
        walked = 50 if sample < last else length - 50 * (last - begin)
        price += rates[start * STRIDE + code] * walked
        travelled += walked
        if code & 31 == 16:  # it stays at this point
            size -= 1
        found[3 * size] = start + (codes[sample + 1] >> 5 if sample < last else offset)
        found[3 * size + 1] = travelled
        found[3 * size + 2] = price
        size += 1
    return found[: 3 * size]


def line_way(order: Order, goal: int) -> tuple[Step, ...]:
    """As `walking.line_way`.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> line_way(reach(Table(600, 400), Going(), 0, 100).order, 1)
    (Step(position=0, travelled=0, spent=0), Step(position=1, travelled=50, spent=50))
    """
    return _steps(_line_found(order, goal), 4 * order.ways.packed.parts)


def line_course(order: Order, goal: int) -> Course:
    """The points of the same way, and what is spent by each of them.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> line_course(reach(Table(600, 400), Going(), 0, 100).order, 1)
    ((0, 1), (0, 50))
    """
    return _course(_line_found(order, goal), 4 * order.ways.packed.parts)


def _line_found(order: Order, goal: int) -> list[int]:
    """The points of a straight line, three numbers each."""
    start = order.start
    if goal == start:
        return [start, 0, 0]
    packed = order.ways.packed
    columns = packed.columns
    east, north = goal % columns - start % columns, goal // columns - start // columns
    found: list[int] = _line_way(
        start, east, north, *_lines_to(columns, east, north), packed.rates, goal - start
    ).tolist()
    return found


def _steps(flat: list[int], units: int) -> tuple[Step, ...]:
    """The points of a way, three numbers each, with their prices in hundredths of a movement point, rounded up."""
    spent = [-(-price // units) for price in flat[2::3]]
    return tuple(map(Step, flat[::3], flat[1::3], spent))


def _course(flat: list[int], units: int) -> Course:
    """The same without how far each is."""
    return tuple(flat[::3]), tuple([-(-price // units) for price in flat[2::3]])


@compiled
def _lattice_way(
    start: int,
    goal: int,
    first: int,
    columns: int,
    costs: Int32s,
    barred: Int32s,
    rates: Int16s,
    steps: Int64s,
    beside: Int64s,
) -> Any:
    """The points of the cheapest lattice path to a goal, as `_line_way` gives those of a line."""
    size = len(costs)
    back = np.zeros(6 * size + 6, np.int64)
    count = 0
    position = goal
    while position != start:
        units = costs[position - first]
        row, column = position // columns, position % columns
        best, by = -1, -1
        for step in range(16):
            east, north = steps[2 * step], steps[2 * step + 1]
            before = position - north * columns - east
            index = before - first
            if not (0 <= index < size and 0 <= column - east < columns and row >= north):
                continue
            price = costs[index]
            if price < 0 or price >= units or (barred[index] >> step) & 1:
                continue
            rate = rates[before * STRIDE + step]
            length = 50 if step < 4 else 71 if step < 8 else 112
            if rate > 0 and price + rate * length == units and (best < 0 or before < best):
                best, by = before, step
        if best < 0:
            raise ValueError("no step leads to a point of the way")
        back[3 * count] = position
        back[3 * count + 1] = 56 if by >= 8 else 71 if by >= 4 else 50
        back[3 * count + 2] = units
        count += 1
        if by >= 8:
            # The point beside the step that no enemy holds; of two, the lower.
            one = best + beside[4 * by + 1] * columns + beside[4 * by]
            other = best + beside[4 * by + 3] * columns + beside[4 * by + 2]
            if (barred[one - first] >> 16) & 1 or (other < one and not (barred[other - first] >> 16) & 1):
                one = other
            back[3 * count] = one
            back[3 * count + 1] = 56
            back[3 * count + 2] = (costs[best - first] + units + 1) // 2
            count += 1
        position = best
    found = np.zeros(3 * count + 3, np.int64)
    found[0] = start
    travelled = 0
    for number in range(count):
        place = 3 * (count - 1 - number)
        travelled += back[place + 1]
        found[3 * number + 3] = back[place]
        found[3 * number + 4] = travelled
        found[3 * number + 5] = back[place + 2]
    return found


def lattice_way(order: Order, goal: int, first: int, costs: memoryview, bars: memoryview) -> tuple[Step, ...]:
    """As `walking.plain_lattice_way`, if these are the costs and bars that `lattice` found.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> order = reach(Table(600, 400), Going(), 0, 100).order
    >>> [step.position for step in lattice_way(order, 2, *lattice(order))]
    [0, 1, 2]
    """
    return _steps(_lattice_found(order, goal, first, costs, bars), 4 * order.ways.packed.parts)


def lattice_course(order: Order, goal: int, first: int, costs: memoryview, bars: memoryview) -> Course:
    """The points of the same way, and what is spent by each of them.

    >>> from sandtable.board.reach import Going, Table, reach
    >>> order = reach(Table(600, 400), Going(), 0, 100).order
    >>> lattice_course(order, 2, *lattice(order))
    ((0, 1, 2), (0, 50, 100))
    """
    return _course(_lattice_found(order, goal, first, costs, bars), 4 * order.ways.packed.parts)


def _lattice_found(order: Order, goal: int, first: int, costs: memoryview, bars: memoryview) -> list[int]:
    """The points of a lattice path, three numbers each."""
    packed = order.ways.packed
    known = np.asarray(costs), np.asarray(bars)
    way = _lattice_way(order.start, goal, first, packed.columns, *known, packed.rates, FLAT_STEPS, FLAT_BESIDE)
    found: list[int] = way.tolist()
    return found
