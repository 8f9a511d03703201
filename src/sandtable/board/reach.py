"""Where a stand can move: the lattice points in reach, what they cost, and the way to each.

The straight line comes first: a point whose line from the start can be paid, walked in half-inch samples, is
reached by that line. Any other is reached by the cheapest path of lattice steps, if that can be paid. Where two paths
cost the same, the one whose last step comes from the lower position is taken, and so on back to the start.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import compress, count

from sandtable.board.going import Going
from sandtable.board.lattice import INCH, STEP
from sandtable.board.stands import Base
from sandtable.board.steps import BESIDE, LENGTHS, STAY, STEPS
from sandtable.board.table import Table, kernels
from sandtable.board.walking import (
    NOT_REACHED,
    Order,
    Step,
    enemy_bars,
    plain_lattice_costs,
    plain_members,
    plain_straight_costs,
    straight_way,
)


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
        raise ValueError(f"position {start} is not on this table")
    if not 0 <= budget <= 400 * INCH:
        raise ValueError(f"a move of {budget} hundredths is not possible: 0 to {400 * INCH} are")
    for base in (*enemies, *friends):
        if base.x % STEP or base.y % STEP:
            raise ValueError(f"the stand at {base.centre} does not have its centre on the half-inch lattice")
    return Reach(Order(going.on(table), start, budget, tuple(enemies), tuple(friends), side))


class Reach:
    """The answer: a set of positions, with the cost and the way to each.

    >>> table = Table(1200, 800)
    >>> move = reach(table, Going(), 0, 100)
    >>> list(move), move.cost(2)
    ([0, 1, 2, 25, 26, 50], 100)
    """

    def __init__(self, order: Order) -> None:
        self.order = order
        compiled = kernels("reachkernels")
        found: tuple[int, bytes] = plain_members(order) if compiled is None else compiled.members(order)
        self._first, self._members = found

    def __contains__(self, position: object) -> bool:
        if position.__class__ is not int:
            return False
        index = position - self._first
        return 0 <= index < len(self._members) and self._members[index] == 1

    def __iter__(self) -> Iterator[int]:
        return compress(count(self._first), self._members)

    def __len__(self) -> int:
        return self._members.count(1)

    def draw(self, below: Callable[[int], int]) -> int:
        """One of the positions, each as likely, drawn with `below(n)`, a source of whole numbers under n.

        >>> table = Table(1200, 800)
        >>> reach(table, Going(), 0, 100).draw(lambda n: 26)
        26
        """
        members = self._members
        while True:
            index = below(len(members))
            if members[index]:
                return self._first + index

    def cost(self, position: int) -> int:
        """What the way to this position costs, in hundredths of a movement point, rounded up.

        >>> table = Table(1200, 800)
        >>> reach(table, Going(parts=2, open=3), 0, 800).cost(table.read("2.0,0.0"))
        300
        """
        self._must_hold(position)
        straight, lattice = self._costs
        index = position - self._first
        units = straight[index] if straight[index] != NOT_REACHED else lattice[index]
        return self.order.ways.spent(units)

    def is_straight(self, position: int) -> bool:
        """Whether this position is reached by the straight line.

        >>> table = Table(1200, 800)
        >>> reach(table, Going(), 0, 800).is_straight(table.read("2.0,1.0"))
        True
        """
        self._must_hold(position)
        return bool(self._costs[0][position - self._first] != NOT_REACHED)

    def path(self, position: int) -> tuple[int, ...]:
        """The positions on the way, from the start to this one, each a neighbour of the one before.

        >>> table = Table(1200, 800)
        >>> [table.text(each) for each in reach(table, Going(), 0, 800).path(table.read("1.0,0.5"))]
        ['0.0,0.0', '0.5,0.0', '1.0,0.5']
        """
        return tuple(step.position for step in self.way(position))

    def way(self, position: int) -> tuple[Step, ...]:
        """The way with the length travelled and the movement spent at each point of it.

        >>> table = Table(1200, 800)
        >>> reach(table, Going(ground={}), 0, 800).way(table.read("0.5,0.5"))
        (Step(position=0, travelled=0, spent=0), Step(position=26, travelled=71, spent=71))
        """
        self._must_hold(position)
        return straight_way(self.order, self._bars, position) or self._lattice_way(position)

    def _must_hold(self, position: int) -> None:
        if position not in self:
            raise ValueError(f"position {position} is not in reach")

    @cached_property
    def _bars(self) -> dict[int, int]:
        return enemy_bars(self.order)

    @cached_property
    def _costs(self) -> tuple[Sequence[int], Sequence[int]]:
        """The costs by straight line and by lattice path; counted from the same first position as the members."""
        compiled = kernels("reachkernels")
        if compiled is None:
            return plain_straight_costs(self.order, self._bars), plain_lattice_costs(self.order, self._bars)
        straight, lattice = compiled.costs(self.order)
        return memoryview(straight).cast("i"), memoryview(lattice).cast("i")

    def _lattice_way(self, position: int) -> tuple[Step, ...]:
        ways, start = self.order.ways, self.order.start
        columns = ways.table.columns
        lattice = self._costs[1]
        found = []
        while position != start:
            units = lattice[position - self._first]
            before, step = min(self._last_steps(position, units))
            previous = lattice[before - self._first]
            found.append((position, step, units))
            if step >= 8:
                # The point beside the step that no enemy holds; of two, the lower.
                beside = (before + dy * columns + dx for dx, dy in BESIDE[step])
                between = min(each for each in beside if not self._bars.get(each, 0) >> STAY & 1)
                found.append((between, STAY, (previous + units + 1) // 2))
            position = before
        travelled = 0
        steps = [Step(start, 0, 0)]
        knight = False
        for position, step, units in reversed(found):
            half = step == STAY or knight
            travelled += LENGTHS[8] // 2 if half else LENGTHS[step]
            knight = step == STAY
            steps.append(Step(position, travelled, ways.spent(units)))
        return tuple(steps)

    def _last_steps(self, position: int, units: int) -> Iterator[tuple[int, int]]:
        ways, first, lattice = self.order.ways, self._first, self._costs[1]
        columns = ways.table.columns
        row, column = divmod(position, columns)
        for step, (east, north) in enumerate(STEPS):
            before = position - north * columns - east
            inside = 0 <= column - east < columns and row >= north and 0 <= before - first < len(lattice)
            if not inside or lattice[before - first] == NOT_REACHED or self._bars.get(before, 0) >> step & 1:
                continue
            rate = ways.rates(before)[step]
            if rate and lattice[before - first] + rate * LENGTHS[step] == units:
                yield before, step
