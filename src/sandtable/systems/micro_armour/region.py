"""Where a stand can go: its points, what ground costs, the minimum move (MA 08.03, 09.00)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from sandtable.board.lattice import INCH, LONGEST, STEP
from sandtable.board.reach import Reach, farthest
from sandtable.board.stands import HEADINGS, Base, overlap
from sandtable.board.walking import Order
from sandtable.board.walking import Step as Passed
from sandtable.kernel.memo import cached_property, known_of
from sandtable.systems.micro_armour.board import Board, Situation
from sandtable.systems.micro_armour.tables import LIMITS

__all__ = ["NEAR", "Region", "allowance", "lies_on", "region"]

Way = Sequence[Passed]
Course = tuple[tuple[int, ...], tuple[int, ...]]
KEPT = 512
BESIDE = 300
"""No base keeps a mover off whose centre is so much farther off than it can go."""
NEAR = 142
"""No base lies on one whose centre is so far off, east or north."""
PLENTY = 4000
"""Points enough to cross an inch of any ground."""


def allowance(look: Situation, stand: int) -> int:
    """The points of a stand's move in hundredths; half for tech level 2 after a try to fire (MA 08.03.01, 05.00.4b)."""
    tank, s = look.world.tanks[stand], look.stands[stand]
    points = tank.speed * 100
    return points // 2 if tank.tech_level == 2 and s.tries else points


class Region:
    """The points that a stand may move to with what it has left; solved when first asked."""

    def __init__(self, look: Situation, stand: int, budget: int, *, off_road: bool = False) -> None:
        self._world, self._layout = look.world, look.layout
        self._stand = stand
        self._start, self._spent = look.stands[stand].at, look.stands[stand].spent
        self._budget = budget
        self._off_road = off_road
        self._course: tuple[int, Course] | None = None
        """The course that was asked for last: the move that is looked at is made next."""

    @cached_property
    def reach(self) -> Reach:
        """What its points pay for (MA 08.03.02)."""
        return self._solve(self._budget)

    def _solve(self, budget: int) -> Reach:
        world, layout, stand, start = self._world, self._layout, self._stand, self._start
        ways = world.ways(stand, off_road=self._off_road)
        most = farthest(world.table, ways.going, start, budget) + BESIDE
        x, y = world.table.point(start)
        west, east, south, north = x - most, x + most, y - most, y + most
        side, bases = world.owners[stand], layout.bases
        opposed, own = (
            [
                base
                for n in layout.standing[each]
                if (base := bases[n]) is not None and west <= base.x <= east and south <= base.y <= north and n != stand
            ]
            for each in (1 - side, side)
        )
        enemies = tuple([(b.x * LONGEST + b.y) * HEADINGS + b.heading for b in opposed])
        friends = tuple([(b.x * LONGEST + b.y) * HEADINGS + b.heading for b in own])
        known: dict[object, Reach] = known_of(world, "reaches")
        key = (world.going_names[stand], self._off_road, start, budget, enemies, friends)
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            # Friends only keep the mover from ending where they stand: all else is the same wherever they are.
            passing = known.get((*key[:5], ()))
            if passing is None:
                passing = known[(*key[:5], ())] = Reach(Order(ways, start, budget, tuple(opposed), (), INCH))
            found = known[key] = passing.with_friends(own) if friends else passing
        return found

    @cached_property
    def least(self) -> dict[int, Way]:
        """The inch that a stand may always go at the start of its move (MA 08.03.03), as far as it is not in reach."""
        world = self._world
        if self._spent or self._budget >= world.dearest_inch or world.tanks[self._stand].speed < 1:
            return {}
        far = self._solve(PLENTY)
        table = world.table
        x, y = table.point(self._start)
        near = [
            table.position(x + dx, y + dy)
            for dx in range(-100, 101, STEP)
            for dy in range(-100, 101, STEP)
            if table.on_table(x + dx, y + dy)
        ]
        ways = {p: far.way(p) for p in near if p in far and p not in self.reach}
        return {p: way for p, way in ways.items() if way[-1].travelled <= LIMITS["minimum_move"]}

    def __contains__(self, point: object) -> bool:
        return point in self.reach or point in self.least

    def __iter__(self) -> Iterator[int]:
        if not self.least:
            return iter(self.reach)
        return iter(sorted({*self.reach, *self.least}))

    def __len__(self) -> int:
        return len(self.reach) + len(self.least)

    def draw(self, below: Callable[[int], int]) -> int:
        """One of the points, each as likely."""
        if not self.least:
            return self.reach.draw(below)
        return list(self)[below(len(self))]

    def __bool__(self) -> bool:
        return True

    def first_of(self, points: Sequence[int], most: int) -> list[int]:
        """The first `most` of these points that it may move to."""
        if self.least:
            return list(islice((point for point in points if point in self), most))
        return self.reach.first_of(points, most)

    @property
    def farthest(self) -> int:
        """No point is farther off than this, in hundredths of an inch."""
        ways = self.reach.order.ways
        return max(farthest(ways.table, ways.going, self._start, self._budget), 2 * LIMITS["minimum_move"])

    def way(self, point: int) -> Way:
        """The way to a point."""
        return self.least[point] if point in self.least else self.reach.way(point)

    def course(self, point: int) -> Course:
        """The points of the way there, and what is spent by each of them."""
        if self._course is None or self._course[0] != point:
            self._course = point, self._new_course(point)
        return self._course[1]

    def _new_course(self, point: int) -> Course:
        if point in self.least:
            way = self.least[point]
            return tuple([step.position for step in way]), tuple([step.spent for step in way])
        return self.reach.course(point)


def region(look: Situation, stand: int, *, off_road: bool = False) -> Region:
    """Where a stand may move now; off the road rate it pays for the terrain under a road (MA 08.03.90)."""
    board, kept = look.board, look.world.__dict__
    last: tuple[Board, int, bool, Region] | None = kept.get("last region")
    if last is not None and last[0] is board and last[1] == stand and last[2] == off_road:
        return last[3]
    left = allowance(look, stand) - look.stands[stand].spent
    found = Region(look, stand, max(0, left), off_road=off_road)
    kept["last region"] = board, stand, off_road, found  # the move that is offered is made next
    return found


def lies_on(base: Base, others: Sequence[Base]) -> bool:
    """Whether a base lies on another; those too far off are not looked at closely."""
    x, y = base.x, base.y
    return any(overlap(base, o) for o in others if -NEAR < o.x - x < NEAR and -NEAR < o.y - y < NEAR)
