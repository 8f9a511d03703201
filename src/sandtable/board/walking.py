"""What moving means, in plain Python: the straight line walked, and the cheapest path of lattice steps.

Where the compiled loops are installed they do the same faster; these functions are what they are tested against.
"""

from array import array
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable.board.going import Ways
from sandtable.board.lattice import STEP, Point
from sandtable.board.stands import Base
from sandtable.board.steps import BESIDE, LENGTHS, STAY, STEP_NUMBER, STEPS, Bars, barred_by, line_length, straight_line

NOT_REACHED = -1


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
        for dx, dy, bits in _kept_by(enemy, order):
            point = (enemy.x // STEP + dx, enemy.y // STEP + dy)
            around[point] = around.get(point, 0) | bits
    held = [point for point, bits in around.items() if bits >> STAY & 1]
    for x, y in held:
        for step in range(8, STAY):
            (dx, dy), (other_dx, other_dy) = BESIDE[step]
            before = (x - dx, y - dy)
            if around.get((before[0] + other_dx, before[1] + other_dy), 0) >> STAY & 1:
                around[before] = around.get(before, 0) | 1 << step
    table = order.ways.table
    return {
        table.position(x * STEP, y * STEP): bits
        for (x, y), bits in around.items()
        if table.on_table(x * STEP, y * STEP)
    }


def _kept_by(enemy: Base, order: Order) -> Bars:
    x, y = order.ways.table.point(order.start)
    offset = ((x - enemy.x) // STEP, (y - enemy.y) // STEP)
    for side in (enemy.side + order.side, enemy.side):
        bars = barred_by(enemy.heading % 6, side)
        if not any((dx, dy) == offset and bits >> STAY & 1 for dx, dy, bits in bars):
            return bars
    return ()


def friend_spots(order: Order) -> set[int]:
    """The positions on which the mover would stand on a friend.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> sorted(friend_spots(Order(Going().on(table), 0, 800, (), (table.base(0),), 100)))
    [0, 1, 13, 14]
    """
    table = order.ways.table
    return {
        table.position(friend.x + dx * STEP, friend.y + dy * STEP)
        for friend in order.friends
        for dx, dy, bits in barred_by(friend.heading % 6, friend.side + order.side)
        if bits >> STAY & 1 and table.on_table(friend.x + dx * STEP, friend.y + dy * STEP)
    }


def plain_members(order: Order) -> tuple[int, bytes]:
    """What the compiled loops find, in plain Python: the first position, and a 1 for each that is in reach.

    >>> from sandtable.board.reach import Going, Table
    >>> table = Table(600, 400)
    >>> first, members = plain_members(Order(Going().on(table), 0, 100, (), (), 100))
    >>> first, members.count(1)
    (0, 6)
    """
    bars = enemy_bars(order)
    straight, lattice = plain_straight_costs(order, bars), plain_lattice_costs(order, bars)
    taken = friend_spots(order)
    members = bytearray(len(straight))
    for position, costs in enumerate(zip(straight, lattice, strict=True)):
        members[position] = max(costs) != NOT_REACHED and (position not in taken or position == order.start)
    return 0, bytes(members)


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
        price = _walk(order, bars, position)[-1].spent if _near(order, position, most) else NOT_REACHED
        costs[position] = price if price <= most else NOT_REACHED
    return costs


def _near(order: Order, position: int, most: int) -> bool:
    columns = order.ways.table.columns
    rows, gone = divmod(position, columns)[0] - order.start // columns, position % columns - order.start % columns
    return line_length(gone, rows) * order.ways.cheapest <= most


def _walk(order: Order, bars: dict[int, int], goal: int) -> list[Step]:
    """Walk the straight line: each sample with the length and the price (in units) so far.

    Ends with the price -1 where a step is barred.
    """
    ways, start = order.ways, order.start
    columns = ways.table.columns
    east = goal % columns - start % columns
    north = goal // columns - start // columns
    length = line_length(east, north)
    walked = [Step(start, 0, 0)]
    x = y = 0
    for to_x, to_y in straight_line(east, north):
        here, travelled, price = walked[-1]
        step = STEP_NUMBER[(to_x - x, to_y - y)]
        rate = ways.rates(here)[step]
        if not rate or bars.get(here, 0) >> step & 1:
            return [*walked, Step(here, travelled, NOT_REACHED)]
        further = min(STEP, length - travelled)
        walked.append(Step(start + to_y * columns + to_x, travelled + further, price + rate * further))
        x, y = to_x, to_y
    return walked


def straight_way(order: Order, bars: dict[int, int], goal: int) -> tuple[Step, ...] | None:
    """The straight line to a position, point by point; None if it cannot be walked or paid.

    >>> from sandtable.board.reach import Going, Table
    >>> order = Order(Going().on(Table(600, 400)), 0, 100, (), (), 100)
    >>> straight_way(order, {}, 1)
    (Step(position=0, travelled=0, spent=0), Step(position=1, travelled=50, spent=50))
    >>> straight_way(order, {}, 3) is None
    True
    """
    walked = _walk(order, bars, goal)
    if not 0 <= walked[-1].spent <= order.ways.units(order.budget):
        return None
    way: list[Step] = []
    for position, travelled, units in walked:
        if way and way[-1].position == position:
            way.pop()
        way.append(Step(position, travelled, order.ways.spent(units)))
    return tuple(way)


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
