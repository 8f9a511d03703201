"""What moving means, in plain Python: the straight line walked, and the cheapest path of lattice steps.

Where the compiled loops are installed they do the same faster; these functions are what they are tested against.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable.board.going import Ways
from sandtable.board.lattice import STEP, Point
from sandtable.board.stands import Base
from sandtable.board.steps import (
    BESIDE,
    LENGTHS,
    STAY,
    STEP_NUMBER,
    STEPS,
    barred_by,
    held_by,
    line_length,
    straight_line,
)

NOT_REACHED = -1
Samples = tuple[tuple[int, int, int], ...]
NOTHING = 0
"""The side of a square that keeps nobody off."""


class Step(NamedTuple):
    """One point on a way: how far the mover has come there, and what it has spent, in hundredths.

    >>> Step(position=26, travelled=71, spent=142).spent
    142
    """

    position: int
    travelled: int
    spent: int


class Order(NamedTuple):
    """The question that a reach answers: who moves from where, with how much, among whom.

    >>> from sandtable.board.reach import Going, Table
    >>> Order(Going().on(Table(600, 400)), start=0, budget=800, enemies=(), friends=(), side=100).budget
    800
    """

    ways: Ways
    start: int
    budget: int
    enemies: tuple[Base, ...]
    friends: tuple[Base, ...]
    side: int


def enemy_bars(order: Order) -> dict[int, int]:
    """For each position near an enemy, the steps it bars, a bit each; bit 16 for the position itself.

    A knight's step between two points that enemies hold is barred too: nobody squeezes through there.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> bars = enemy_bars(Order(Going().on(table), 0, 800, (table.base(30),), (), 100))
    >>> bars[30] >> STAY & 1, 0 in bars
    (1, False)
    """
    around: dict[Point, int] = {}
    for enemy in order.enemies:
        for dx, dy, bits in barred_by(*_kept_by(enemy, order)):
            point = (enemy.x // STEP + dx, enemy.y // STEP + dy)
            around[point] = around.get(point, 0) | bits
    held = [point for point, bits in around.items() if bits >> STAY & 1]
    for x, y in held:
        for step in range(8, STAY):
            (dx, dy), (other_dx, other_dy) = BESIDE[step]
            before = (x - dx, y - dy)
            if around.get((before[0] + other_dx, before[1] + other_dy), 0) >> STAY & 1:
                around[before] = around.get(before, 0) | 1 << step
    return _by_position(order.ways.table.columns, order.ways.table.rows, around)


def line_bars(order: Order) -> tuple[Mapping[int, int], ...]:
    """What each enemy alone bars: all that matters to a straight line, which takes no knight's steps.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> bars = line_bars(Order(Going().on(table), 0, 800, (table.base(30),), (), 100))
    >>> len(bars), bars[0][30] >> STAY & 1
    (1, 1)
    """
    table = order.ways.table
    return tuple(
        [_barred_around(table.columns, table.rows, each.x, each.y, *_kept_by(each, order)) for each in order.enemies]
    )


@lru_cache(maxsize=4096)
def _barred_around(columns: int, rows: int, x: int, y: int, heading: int, side: int) -> Mapping[int, int]:
    around = {(x // STEP + dx, y // STEP + dy): bits for dx, dy, bits in barred_by(heading, side)}
    return _by_position(columns, rows, around)


def _by_position(columns: int, rows: int, around: dict[Point, int]) -> dict[int, int]:
    return {y * columns + x: bits for (x, y), bits in around.items() if 0 <= x < columns and 0 <= y < rows}


def _kept_by(enemy: Base, order: Order) -> tuple[int, int]:
    """The heading and the side of the square that an enemy keeps: its base grown by the mover's, or if that holds the
    start its bare base; if even that does, nothing.
    """
    x, y = order.ways.table.point(order.start)
    offset = ((x - enemy.x) // STEP, (y - enemy.y) // STEP)
    heading = enemy.heading % 6
    for side in (enemy.side + order.side, enemy.side):
        if offset not in held_by(heading, side):
            return heading, side
    return heading, NOTHING


def friend_spots(order: Order) -> set[int]:
    """The positions on which the mover would stand on a friend.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> sorted(friend_spots(Order(Going().on(table), 0, 800, (), (table.base(0),), 100)))
    [0, 1, 13, 14]
    """
    table = order.ways.table
    around = [
        _held_around(table.columns, table.rows, each.x, each.y, each.heading % 6, each.side + order.side)
        for each in order.friends
    ]
    return set().union(*around)


@lru_cache(maxsize=4096)
def _held_around(columns: int, rows: int, x: int, y: int, heading: int, side: int) -> frozenset[int]:
    around = [(x // STEP + dx, y // STEP + dy) for dx, dy in held_by(heading, side)]
    return frozenset(y * columns + x for x, y in around if 0 <= x < columns and 0 <= y < rows)


def on_friend(order: Order, position: int) -> bool:
    """Whether the mover would stand on a friend there: whether it is one of the `friend_spots`.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> [on_friend(Order(Going().on(table), 0, 800, (), (table.base(0),), 100), position) for position in (14, 15)]
    [True, False]
    """
    columns = order.ways.table.columns
    return on_one_of(order.friends, position % columns * STEP, position // columns * STEP, order.side)


def on_one_of(bases: Iterable[Base], x: int, y: int, side: int) -> bool:
    """Whether a mover of this base side would stand on one of these bases with its centre here.

    >>> on_one_of([Base(0, 0)], 50, 50, 100), on_one_of([Base(0, 0)], 100, 0, 100)
    (True, False)
    """
    for base in bases:
        east, both = x - base.x, base.side + side  # more than half the diagonal of such a square
        if -both < east < both:
            north = y - base.y
            if -both < north < both and (east // STEP, north // STEP) in held_by(base.heading % 6, both):
                return True
    return False


def plain_prices(order: Order) -> tuple[int, bytes, Sequence[int]]:
    """What the compiled loops find, in plain Python: the first position, a 1 for each from there that is in reach, and
    the price of the way to each in units, -1 for the others.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> first, members, prices = plain_prices(Order(Going().on(table), 0, 100, (), (), 100))
    >>> first, members.count(1), prices[1]
    (0, 6, 200)
    """
    bars = enemy_bars(order)
    taken = friend_spots(order) - {order.start}
    ways = zip(plain_straight_costs(order, bars), plain_lattice_costs(order, bars), strict=True)
    prices = [lattice if straight == NOT_REACHED else straight for straight, lattice in ways]
    for position in taken:
        prices[position] = NOT_REACHED
    return 0, bytes(price != NOT_REACHED for price in prices), prices


def plain_lattice(order: Order) -> tuple[int, Sequence[int], Sequence[int]]:
    """What the compiled loops find of the cheapest lattice paths, in plain Python: the first position, the price of
    the path to each from there, and the steps from each that enemies bar.

    >>> from sandtable.board.reach import Going, Table
    >>> first, costs, bars = plain_lattice(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100))
    >>> first, list(costs[:4]), any(bars)
    (0, [0, 200, 400, -1], False)
    """
    bars = enemy_bars(order)
    costs = plain_lattice_costs(order, bars)
    return 0, costs, [bars.get(position, 0) for position in range(len(costs))]


def plain_span(order: Order) -> tuple[int, int, int]:
    """The first of the positions that `plain_prices` looks at, how many they are, and the longest way that can be paid.

    >>> from sandtable.board.reach import Going, Table
    >>> plain_span(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100))
    (0, 117, 100)
    """
    table = order.ways.table
    return 0, table.columns * table.rows, plain_farthest(order)


def plain_farthest(order: Order) -> int:
    """The longest way that can be paid.

    >>> from sandtable.board.reach import Going, Table
    >>> plain_farthest(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100))
    100
    """
    return order.ways.units(order.budget) // order.ways.cheapest


def plain_too_far(order: Order, goal: int) -> bool:
    """Whether no way to a position can be paid, because it is too long even if all of it cost the least possible.

    >>> from sandtable.board.reach import Going, Table
    >>> [plain_too_far(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100), goal) for goal in (2, 3)]
    [False, True]
    """
    return not _near(order, goal, order.ways.units(order.budget))


def plain_straight_costs(order: Order, bars: dict[int, int]) -> Sequence[int]:
    """The price of the straight line to each position, or -1 where it cannot be walked or paid.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> plain_straight_costs(Order(Going().on(table), 0, 100, (), (), 100), {})[:4].tolist()
    [0, 200, 400, -1]
    """
    size = order.ways.table.columns * order.ways.table.rows
    most = order.ways.units(order.budget)
    costs = array("i", [NOT_REACHED]) * size
    for position in range(size):
        price = plain_line_price(order, position) if _near(order, position, most) else NOT_REACHED
        costs[position] = price if price <= most and not line_barred(order, (bars,), position) else NOT_REACHED
    return costs


def _near(order: Order, position: int, most: int) -> bool:
    columns = order.ways.table.columns
    rows, gone = divmod(position, columns)[0] - order.start // columns, position % columns - order.start % columns
    return line_length(gone, rows) * order.ways.cheapest <= most


def plain_line_price(order: Order, goal: int) -> int:
    """The price of the straight line to a position, in units; -1 where the ground does not let it be walked.

    >>> from sandtable.board.reach import Going, Table
    >>> plain_line_price(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100), 1)
    200
    """
    ways, here, price = order.ways, order.start, 0
    for offset, step, length in samples_to(order, goal):
        rate = ways.rates(here)[step]
        if not rate:
            return NOT_REACHED
        here = order.start + offset
        price += rate * length
    return price


def plain_line_paid(order: Order, goal: int) -> int:
    """The same if the budget pays for it, else -1.

    >>> from sandtable.board.reach import Going, Table
    >>> [plain_line_paid(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100), goal) for goal in (1, 3)]
    [200, -1]
    """
    most = order.ways.units(order.budget)
    price = plain_line_price(order, goal) if _near(order, goal, most) else NOT_REACHED
    return price if price <= most else NOT_REACHED


def line_barred(order: Order, bars: Sequence[Mapping[int, int]], goal: int) -> bool:
    """Whether one of these `line_bars` keeps the mover from the straight line to a position.

    >>> from sandtable.board.reach import Going, Table
    >>> order = Order(Going().on(Table(600, 400)), 26, 400, (Base(300, 100),), (), 100)
    >>> line_barred(order, line_bars(order), 34), line_barred(order, line_bars(order), 52)
    (True, False)
    """
    here = order.start
    for offset, step, _ in samples_to(order, goal):
        for barred in bars:
            if here in barred and barred[here] >> step & 1:
                return True
        here = order.start + offset
    return False


def line_path(order: Order, goal: int) -> tuple[int, ...]:
    """The positions on the straight line to a position.

    >>> from sandtable.board.reach import Going, Table
    >>> line_path(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100), 2)
    (0, 1, 2)
    """
    start, columns = order.start, order.ways.table.columns
    offsets = _offsets(columns, goal % columns - start % columns, goal // columns - start // columns)
    return tuple(map(start.__add__, offsets))


@lru_cache(maxsize=65536)
def _offsets(columns: int, east: int, north: int) -> tuple[int, ...]:
    """How far each position on a straight line is from the start, the start itself first."""
    return (0, *(offset for offset, step, _ in line_samples(columns, east, north) if step != STAY))


def samples_to(order: Order, goal: int) -> Samples:
    """The samples of the straight line to a position.

    >>> from sandtable.board.reach import Going, Table
    >>> samples_to(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100), 1)
    ((1, 0, 50),)
    """
    start, columns = order.start, order.ways.table.columns
    return line_samples(columns, goal % columns - start % columns, goal // columns - start // columns)


@lru_cache(maxsize=65536)
def line_samples(columns: int, east: int, north: int) -> Samples:
    """The samples of a straight line: how far on each position is from the start, the step to it, and its length.

    >>> line_samples(13, 0, 1)
    ((13, 1, 50),)
    """
    left = line_length(east, north)
    samples = []
    x = y = 0
    for to_x, to_y in straight_line(east, north):
        samples.append((to_y * columns + to_x, STEP_NUMBER[(to_x - x, to_y - y)], min(STEP, left)))
        left -= STEP
        x, y = to_x, to_y
    return tuple(samples)


def line_way(order: Order, goal: int) -> tuple[Step, ...]:
    """The straight line to a position that can be reached by it, point by point.

    >>> from sandtable.board.reach import Going, Table
    >>> line_way(Order(Going().on(Table(600, 400)), 0, 100, (), (), 100), 1)
    (Step(position=0, travelled=0, spent=0), Step(position=1, travelled=50, spent=50))
    """
    ways, start = order.ways, order.start
    here, travelled, price = start, 0, 0
    walked = [Step(start, 0, 0)]
    for offset, step, length in samples_to(order, goal):
        price += ways.rates(here)[step] * length
        here = start + offset
        travelled += length
        if step == STAY:
            walked.pop()
        walked.append(Step(here, travelled, ways.spent(price)))
    return tuple(walked)


def plain_lattice_costs(order: Order, bars: dict[int, int]) -> Sequence[int]:
    """The price of the cheapest lattice path to each position, or -1 where none can be paid.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> plain_lattice_costs(Order(Going().on(table), 0, 100, (), (), 100), {})[:4].tolist()
    [0, 200, 400, -1]
    """
    ways = order.ways
    columns = ways.table.columns
    most = ways.units(order.budget)
    costs = array("i", [NOT_REACHED]) * (columns * ways.table.rows)
    costs[order.start] = 0
    waiting = [(0, order.start)]
    while waiting:
        price, here = heappop(waiting)
        if price > costs[here]:
            continue
        barred = bars.get(here, 0)
        for step, rate in enumerate(ways.rates(here)[:STAY]):
            if not rate or barred >> step & 1:
                continue
            further = price + rate * LENGTHS[step]
            east, north = STEPS[step]
            goal = here + north * columns + east
            if further <= most and (costs[goal] == NOT_REACHED or further < costs[goal]):
                costs[goal] = further
                heappush(waiting, (further, goal))
    return costs


def plain_lattice_way(
    order: Order, goal: int, first: int, costs: Sequence[int], bars: Sequence[int]
) -> tuple[Step, ...]:
    """The cheapest lattice path to a position that can be reached by one, point by point, if these are the first
    position, the costs and the bars that `plain_lattice` found.

    >>> from sandtable.board.reach import Going, Table
    >>> order = Order(Going().on(Table(600, 400)), 0, 100, (), (), 100)
    >>> plain_lattice_way(order, 1, *plain_lattice(order))
    (Step(position=0, travelled=0, spent=0), Step(position=1, travelled=50, spent=50))
    """
    ways, position = order.ways, goal
    columns = ways.table.columns
    found = []
    while position != order.start:
        units = costs[position - first]
        before, step = _last_step(order, position, first, costs, bars)
        found.append((position, step, units))
        if step >= 8:
            # The point beside the step that no enemy holds; of two, the lower.
            beside = (before + dy * columns + dx for dx, dy in BESIDE[step])
            between = min(each for each in beside if not bars[each - first] >> STAY & 1)
            found.append((between, STAY, (costs[before - first] + units + 1) // 2))
        position = before
    travelled = 0
    steps = [Step(order.start, 0, 0)]
    knight = False
    for position, step, units in reversed(found):
        half = step == STAY or knight
        travelled += LENGTHS[8] // 2 if half else LENGTHS[step]
        knight = step == STAY
        steps.append(Step(position, travelled, ways.spent(units)))
    return tuple(steps)


def _last_step(order: Order, position: int, first: int, costs: Sequence[int], bars: Sequence[int]) -> tuple[int, int]:
    """The step by which the cheapest path comes to a position, and from where; of several, from the lowest."""
    ways, units = order.ways, costs[position - first]
    columns = ways.table.columns
    row, column = divmod(position, columns)
    found = []
    for step, (east, north) in enumerate(STEPS):
        before = position - north * columns - east
        index = before - first
        if not (0 <= index < len(costs) and 0 <= column - east < columns and row >= north):
            continue
        price = costs[index]
        if price == NOT_REACHED or price >= units or bars[index] >> step & 1:
            continue
        rate = ways.rates(before)[step]
        if rate and price + rate * LENGTHS[step] == units:
            found.append((before, step))
    return min(found)
