"""Where a stand can move: the lattice points in reach, what they cost, and the way to each.

The straight line comes first: a point whose line from the start can be paid, walked in half-inch samples, is
reached by that line. Any other is reached by the cheapest path of lattice steps, if that can be paid. Where two paths
cost the same, the one whose last step comes from the lower position is taken, and so on back to the start.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress, count, islice
from operator import and_
from typing import TypeAlias

from sandtable.board.fault import BoardError
from sandtable.board.going import Going
from sandtable.board.lattice import INCH, STEP
from sandtable.board.stands import Base
from sandtable.board.table import Table, kernels
from sandtable.board.walking import (
    NOT_REACHED,
    Order,
    Step,
    friend_spots,
    line_barred,
    line_bars,
    line_path,
    line_way,
    on_friend,
    plain_farthest,
    plain_lattice,
    plain_lattice_way,
    plain_line_paid,
    plain_prices,
    plain_too_far,
)
from sandtable.kernel.memo import cached_property

Paths: TypeAlias = tuple[int, Sequence[int], Sequence[int]]
SEARCHES = 4
"""So many positions are looked for one by one, before the cheapest paths to all are worked out."""


def reach(
    table: Table,
    going: Going,
    start: int,
    budget: int,
    enemies: Sequence[Base] = (),
    friends: Sequence[Base] = (),
    side: int = INCH,
) -> "Reach":
    """The points a stand can reach from `start` for `budget` hundredths of a movement point.

    A mover of this base side keeps off enemy bases, and may pass friends but not end on them, each judged as if
    its base were turned to fit theirs. An enemy so close that it holds the start only keeps its bare base.

    >>> table = Table(1200, 800)
    >>> move = reach(table, Going(), table.read("3.0,3.0"), 200)
    >>> len(move), table.read("5.0,3.0") in move, table.read("5.0,3.5") in move
    (49, True, False)
    >>> [table.text(position) for position in move.path(table.read("4.5,4.0"))]
    ['3.0,3.0', '3.5,3.5', '4.0,3.5', '4.0,4.0', '4.5,4.0']
    """
    if not 0 <= start < table.columns * table.rows:
        raise BoardError(f"position {start} is not on this table")
    if not 0 <= budget <= 400 * INCH:
        raise BoardError(f"a move of {budget} hundredths is not possible: 0 to {400 * INCH} are")
    for base in (*enemies, *friends):
        if base.x % STEP or base.y % STEP:
            raise BoardError(f"the stand at {base.centre} does not have its centre on the half-inch lattice")
    return Reach(Order(going.on(table), start, budget, tuple(enemies), tuple(friends), side))


def farthest(table: Table, going: Going, start: int, budget: int) -> int:
    """The longest way that a stand can pay for, in hundredths of an inch: nothing beyond concerns it.

    >>> farthest(Table(1200, 800), Going(roads={"road": 1}, open=2, parts=2), 0, 100)
    100
    """
    compiled = kernels("reachkernels")
    order = Order(going.on(table), start, budget, (), (), INCH)
    longest: int = (plain_farthest if compiled is None else compiled.farthest)(order)
    return longest


class Reach:
    """The answer: a set of positions, with the cost and the way to each.

    >>> table = Table(1200, 800)
    >>> move = reach(table, Going(), 0, 100)
    >>> list(move), move.cost(2)
    ([0, 1, 2, 25, 26, 50], 100)
    """

    def __init__(self, order: Order) -> None:
        # What is worked out later is kept in plain attributes: reaches are made and asked all the time, and an object
        # whose `__dict__` nobody touches is much quicker to read.
        self.order = order
        self._prices: dict[int, int] = {}
        self._known: dict[int, bool] = {}
        self._past_friends: Reach | None = None
        self._solution: tuple[int, bytes, Sequence[int]] | None = None
        self._listed: tuple[int, bytes] | None = None
        self._paths: Paths | None = None
        self._searches = 0
        self._search: tuple[int, Paths] | None = None

    @property
    def _solved(self) -> tuple[int, bytes, Sequence[int]]:
        """The first position, a 1 for each from there that is in reach, and its price: worked out only if need be."""
        if self._solution is None:
            self._solution = self._solve()
        return self._solution

    def _solve(self) -> tuple[int, bytes, Sequence[int]]:
        if self.order.friends:
            _, _, prices = self.passing._solved
            return *self.members, prices
        compiled = kernels("reachkernels")
        solve = plain_prices if compiled is None else compiled.prices
        found: tuple[int, bytes, Sequence[int]] = solve(self.order)
        return found

    @property
    def passing(self) -> "Reach":
        """The points that may be passed on the way: those where a friend stands, too.

        >>> table = Table(1200, 800)
        >>> move = reach(table, Going(), 0, 200, friends=[table.base(4)])
        >>> 4 in move, 4 in move.passing
        (False, True)
        """
        if not self.order.friends:
            return self
        if self._past_friends is None:
            self._past_friends = Reach(self.order._replace(friends=()))
        return self._past_friends

    def with_friends(self, friends: Sequence[Base]) -> "Reach":
        """The same for a mover without friends, now with some in the way; what is known of its ways is kept.

        >>> table = Table(1200, 800)
        >>> move = reach(table, Going(), 0, 200)
        >>> 4 in move, 4 in move.with_friends([table.base(4)])
        (True, False)
        """
        ways, start, budget, enemies, _, side = self.order
        found = Reach(Order(ways, start, budget, enemies, tuple(friends), side))
        if friends:
            found._past_friends = self
            found._prices = self._prices
        return found

    def __contains__(self, position: object) -> bool:
        if position.__class__ is not int:
            return False
        found = self._known.get(position)
        if found is None:
            on_table = 0 <= position < len(self.order.ways.cost)
            found = self._known[position] = on_table and self._holds(position)
        return found

    def _holds(self, position: int) -> bool:
        """Whether a position of the table is in reach: often known by a friend or a straight line."""
        if self._listed is not None:
            first, members = self._listed
            index = position - first
            return 0 <= index < len(members) and members[index] == 1
        if self._line_price(position) != NOT_REACHED:  # so the ground can be entered there
            order = self.order
            return not order.friends or position == order.start or not on_friend(order, position)
        if not self._may_end(position) or not self._near(position):
            return False
        first, costs, _ = self._lattice_to(position)
        index = position - first
        return 0 <= index < len(costs) and costs[index] != NOT_REACHED

    def solved(self) -> "Reach":
        """The same, with all its points worked out at once: for those who are going to ask of many.

        >>> 2 in reach(Table(1200, 800), Going(), 0, 100).solved()
        True
        """
        assert self._solved
        assert self.members
        return self

    @property
    def members(self) -> tuple[int, bytes]:
        """The first position, and a 1 for each from there on that is in reach.

        >>> first, found = reach(Table(1200, 800), Going(), 0, 100).members
        >>> first, found.count(1)
        (0, 6)
        """
        if self._listed is None:
            self._listed = self._list()
        return self._listed

    def _list(self) -> tuple[int, bytes]:
        if self.order.friends:
            first, passed = self.passing.members
            return first, self._without_friends(first, passed)
        compiled = kernels("reachkernels")
        if compiled is None or self._solution is not None:
            return self._solved[:2]
        first, costs, bars = self._lattice
        return first, compiled.members(self.order, costs, bars)

    def among(self, wanted: bytes | bytearray) -> tuple[int, bytes]:
        """The same with a 1 only for those that have one in `wanted`, which has a byte for each position of the table:
        quicker where only some are asked of.

        >>> move = reach(Table(1200, 800), Going(), 0, 100)
        >>> first, found = move.among(bytes(2) + bytes([1] * 423))
        >>> first, found.count(1), found[1], found[2]
        (0, 4, 0, 1)
        """
        compiled = kernels("reachkernels")
        if compiled is None or self._listed is not None:
            first, members = self.members
            return first, bytes(map(and_, members, wanted[first : first + len(members)]))
        first, costs, bars = self._lattice
        return first, self._without_friends(first, compiled.members(self.order, costs, bars, wanted))

    def first_of(self, positions: Sequence[int], most: int) -> list[int]:
        """The first `most` of these positions that are in reach: for those who ask of many, the best first.

        >>> reach(Table(1200, 800), Going(), 0, 100).first_of([9, 2, 8, 26, 1], 2)
        [2, 26]
        """
        compiled = kernels("reachkernels")
        if compiled is None:
            return list(islice((position for position in positions if position in self), most))
        _, costs, bars = self._lattice
        found: list[int] = compiled.first_of(self.order, positions, most, costs, bars)
        return found

    def _without_friends(self, first: int, passed: bytes) -> bytes:
        """Those of the positions that may be passed where no friend stands."""
        members = bytearray(passed)
        for spot in friend_spots(self.order) - {self.order.start}:
            if 0 <= spot - first < len(members):
                members[spot - first] = 0
        return bytes(members)

    def _is_line(self, position: int) -> bool:
        """Whether the straight line to a position can be walked and paid."""
        return self._line_price(position) != NOT_REACHED

    def _line_price(self, position: int) -> int:
        """The price of the straight line to a position, in units, if it can be walked and paid."""
        price = self._prices.get(position)
        if price is None:
            order, compiled = self.order, kernels("reachkernels")
            price = (plain_line_paid if compiled is None else compiled.line_paid)(order, position)
            if price > 0 and order.enemies and line_barred(order, self._line_bars, position):
                price = NOT_REACHED
            self._prices[position] = price
        return price

    def _near(self, position: int) -> bool:
        """Whether a way to a position could be paid if it cost the least possible."""
        order, compiled = self.order, kernels("reachkernels")
        return not (plain_too_far if compiled is None else compiled.no_way_to)(order, position)

    def __iter__(self) -> Iterator[int]:
        first, members = self.members
        return compress(count(first), members)

    def __len__(self) -> int:
        return self.members[1].count(1)

    def draw(self, below: Callable[[int], int]) -> int:
        """One of the positions, each as likely, drawn with `below(n)`, a source of whole numbers under n.

        >>> table = Table(1200, 800)
        >>> reach(table, Going(), 0, 100).draw(lambda n: 4)
        26
        """
        order, compiled = self.order, kernels("reachkernels")
        ways, start = order.ways, order.start
        columns, rows = ways.table.columns, ways.table.rows
        radius = order.budget * 4 * ways.going.parts // ways.cheapest // STEP
        row, column = divmod(start, columns)
        south = row - radius if row > radius else 0
        west = column - radius if column > radius else 0
        wide = (column + radius + 1 if column + radius < columns else columns) - west
        size = wide * ((row + radius + 1 if row + radius < rows else rows) - south)
        # What no way can reach need not be asked for: often a road is too far off to be of use.
        longest = (plain_farthest if compiled is None else compiled.farthest)(order)
        farthest = longest * longest // (STEP * STEP)
        south, west, known = south - row, west - column, self._known
        while True:
            north, east = divmod(below(size), wide)
            north, east = north + south, east + west
            if east * east + north * north <= farthest:
                position = start + north * columns + east
                found = known.get(position)
                if found is None:
                    found = known[position] = self._holds(position)
                if found:
                    return position

    def cost(self, position: int) -> int:
        """What the way to this position costs, in hundredths of a movement point, rounded up.

        >>> table = Table(1200, 800)
        >>> reach(table, Going(parts=2, open=3), 0, 800).cost(table.read("2.0,0.0"))
        300
        """
        price = self.price(position)
        if price == NOT_REACHED:
            raise BoardError(f"position {position} is not in reach")
        return self.order.ways.spent(price)

    def price(self, position: int) -> int:
        """The same in units, or -1 if the position is not in reach: for those who ask of many.

        >>> reach(Table(1200, 800), Going(), 0, 800).price(1)
        200
        """
        solved = self._solution
        if solved is None:
            return self._price(position) if position in self else NOT_REACHED
        first, members, prices = solved
        index: int = position - first
        return prices[index] if 0 <= index < len(members) and members[index] else NOT_REACHED

    def _price(self, position: int) -> int:
        """What the way to a position in reach costs, in units."""
        if self._solution is not None:
            first, _, prices = self._solution
            return prices[position - first]
        price = self._line_price(position)
        if price == NOT_REACHED:
            first, prices, _ = self._lattice_to(position)
            price = prices[position - first]
        return price

    def is_straight(self, position: int) -> bool:
        """Whether this position is in reach, and by the straight line.

        >>> table = Table(1200, 800)
        >>> move = reach(table, Going(), 0, 800)
        >>> move.is_straight(table.read("2.0,1.0")), move.is_straight(table.read("11.0,1.0"))
        (True, False)
        """
        return self._may_end(position) and self._is_line(position)

    def _may_end(self, position: int) -> bool:
        """Whether the ground and the friends on it let the mover end at a position."""
        order = self.order
        ways = order.ways
        if not 0 <= position < len(ways.cost):
            return False
        if position == order.start:
            return True
        return bool(ways.cost[position] or ways.road[position]) and not (order.friends and on_friend(order, position))

    def path(self, position: int) -> tuple[int, ...]:
        """The positions on the way, from the start to this one, each a neighbour of the one before.

        >>> table = Table(1200, 800)
        >>> [table.text(each) for each in reach(table, Going(), 0, 800).path(table.read("1.0,0.5"))]
        ['0.0,0.0', '0.5,0.0', '1.0,0.5']
        """
        if not self._known.get(position):
            self._must_hold(position)
        if self._line_price(position) != NOT_REACHED:
            return line_path(self.order, position)
        return tuple([step.position for step in self._lattice_way(position)])

    def way(self, position: int) -> tuple[Step, ...]:
        """The way with the length travelled and the movement spent at each point of it.

        >>> table = Table(1200, 800)
        >>> reach(table, Going(ground={}), 0, 800).way(table.read("0.5,0.5"))
        (Step(position=0, travelled=0, spent=0), Step(position=26, travelled=71, spent=71))
        """
        self._must_hold(position)
        if not self._is_line(position):
            return self._lattice_way(position)
        compiled = kernels("reachkernels")
        found: tuple[Step, ...] = (line_way if compiled is None else compiled.line_way)(self.order, position)
        return found

    def course(self, position: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The positions on the way, and the movement spent at each: the way without its lengths, for those who need
        none.

        >>> table = Table(1200, 800)
        >>> reach(table, Going(ground={}), 0, 800).course(table.read("0.5,0.5"))
        ((0, 26), (0, 71))
        """
        compiled = kernels("reachkernels")
        if compiled is None:
            way = self.way(position)
            return tuple([step.position for step in way]), tuple([step.spent for step in way])
        self._must_hold(position)
        found: tuple[tuple[int, ...], tuple[int, ...]]
        if self._is_line(position):
            found = compiled.line_course(self.order, position)
        else:
            found = compiled.lattice_course(self.order, position, *self._lattice_to(position))
        return found

    def _must_hold(self, position: int) -> None:
        if position not in self:
            raise BoardError(f"position {position} is not in reach")

    @cached_property
    def _line_bars(self) -> tuple[Mapping[int, int], ...]:
        return line_bars(self.order)

    @property
    def _lattice(self) -> Paths:
        """The first position, for each from there what it costs by lattice path, and the steps from it that enemies
        bar.
        """
        if self.order.friends:
            return self.passing._lattice
        if self._paths is None:
            compiled = kernels("reachkernels")
            self._paths = (plain_lattice if compiled is None else compiled.lattice)(self.order)
        return self._paths

    def _lattice_to(self, position: int) -> Paths:
        """The same as far as it matters for one position: for the first few that are asked of, it is quicker to look
        only where a path to them may run.
        """
        passing, compiled = self.passing, kernels("reachkernels")
        if compiled is None or passing._paths is not None or passing._searches == SEARCHES:
            return passing._lattice
        if passing._search is None or passing._search[0] != position:
            passing._searches += 1
            passing._search = position, compiled.lattice(passing.order, position)
        return passing._search[1]

    def _lattice_way(self, position: int) -> tuple[Step, ...]:
        compiled = kernels("reachkernels")
        find = plain_lattice_way if compiled is None else compiled.lattice_way
        found: tuple[Step, ...] = find(self.order, position, *self._lattice_to(position))
        return found
