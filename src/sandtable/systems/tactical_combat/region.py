"""Where a stand can go: the points in reach, and the enemies that can be assaulted (TC M)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from math import isqrt

from sandtable.board.going import Ways
from sandtable.board.lattice import INCH, STEP, distance
from sandtable.board.reach import Reach
from sandtable.board.shapes import Side, side
from sandtable.board.stands import Base, base_within, overlap
from sandtable.board.steps import LENGTHS, STEPS
from sandtable.board.table import Table
from sandtable.board.walking import NOT_REACHED, Order, on_one_of
from sandtable.board.walking import Step as Passed
from sandtable.kernel.memo import cached_property, known_of
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.layout import Layout
from sandtable.systems.tactical_combat.rough import around_it
from sandtable.systems.tactical_combat.situation import CONTACT, Situation
from sandtable.systems.tactical_combat.tables import NORMAL
from sandtable.systems.tactical_combat.world import World

__all__ = [
    "Region",
    "Way",
    "allowance",
    "around",
    "full_move",
    "lies_on",
    "region",
    "region_within",
    "taken",
    "touches_any",
]

SINGLE = STEPS[:8]
"""The steps to the points beside one."""
Way = tuple[Passed, ...]
"""The points a stand passes, and what it has spent at each."""


def allowance(look: Situation, stand: int) -> int:
    """How far a stand may still move this turn: its move, less what it has spent (TC M1, V2, V4)."""
    full, spent = full_move(look, stand), look.stands[stand].spent
    return max(0, full - spent) if spent else full


def full_move(look: Situation, stand: int) -> int:
    """The move of a stand, to the scale of the game."""
    return look.world.moves[stand]


class Passage:
    """The ways of a mover past its friends, which only the ground and the enemy close (TC M6).

    They stay the same wherever the friends are, so all regions from one place share them until an enemy moves.
    """

    def __init__(
        self, world: World, ways: Ways, start: int, budget: int, kept_off: tuple[Base, ...], touched: tuple[Base, ...]
    ) -> None:
        self._world = world
        self._ways = ways
        self._start = start
        self._budget = budget
        self._touched = touched
        self.reach = Reach(Order(ways, start, budget, kept_off, (), INCH))

    @cached_property
    def _spots(self) -> dict[Base, list[tuple[int, int]]]:
        return {}

    @cached_property
    def _steps(self) -> dict[int, tuple[bool, list[tuple[int, int, int]]]]:
        return {}

    @cached_property
    def _lines(self) -> dict[int, list[tuple[int, int, int]]]:
        return {}

    @cached_property
    def straight(self) -> Reach:
        """The points in reach if touching an enemy had no effect: for the straight line into contact."""
        return Reach(Order(self._ways, self._start, self._budget, self._touched, (), INCH))

    def spots(self, enemy: Base) -> list[tuple[int, int]]:
        """The points beside an enemy, each with the least that any way to it could cost, from the nearest on; those
        that are too far off for any way are left out.
        """
        if enemy not in self._spots:
            table = self._world.table
            ways, spots = self._ways, points_around(self._world, enemy)
            x, y = table.point(self._start)
            gaps = [(x - u) * (x - u) + (y - v) * (y - v) for u, v in table.points(spots)]
            farthest = (ways.units(self._budget) // ways.cheapest + 1) ** 2
            near = [(isqrt(gap), spot) for gap, spot in zip(gaps, spots, strict=True) if gap < farthest]
            self._spots[enemy] = sorted([(ways.spent(gap * ways.cheapest), spot) for gap, spot in near])
        return self._spots[enemy]

    def steps(self, spot: int) -> list[tuple[int, int, int]]:
        """The charges that end at a point by a step from one beside it: what each costs, where it ends, and the last
        point before.
        """
        if spot not in self._steps:
            self._steps[spot] = self._steps_to(spot)
        return self._steps[spot][1]

    def line(self, spot: int) -> list[tuple[int, int, int]]:
        """The charge by the straight line, if there is one: OFF stands for the last point before."""
        if spot not in self._lines:
            self.steps(spot)
            self._lines[spot] = self._line_to(spot) if self._steps[spot][0] else []
        return self._lines[spot]

    def _steps_to(self, spot: int) -> tuple[bool, list[tuple[int, int, int]]]:
        """The charges by a step from a point beside, and whether any such point is in reach."""
        price = self.reach.solved().price
        ways, columns, rows = self._ways, self._world.table.columns, self._world.table.rows
        row, column = divmod(spot, columns)
        beside = spot == self._start
        found = []
        for number, (east, north) in enumerate(SINGLE):
            before = spot - north * columns - east
            if not (0 <= column - east < columns and 0 <= row - north < rows):
                continue
            units = price(before)
            if units == NOT_REACHED:
                continue
            beside = True
            rate = ways.rates(before)[number]
            if rate:
                cost = ways.spent(units) + ways.spent(rate * LENGTHS[number])
                if cost <= self._budget:
                    found.append((cost, spot, before))
        return beside, found

    def _line_to(self, spot: int) -> list[tuple[int, int, int]]:
        straight, through = self.straight, self.reach.solved()
        if straight.is_straight(spot) and all(each in through for each in straight.path(spot)[:-1]):
            return [(straight.cost(spot), spot, OFF)]
        return []


class Region:
    """The points a stand may move to: solved when first asked, and kept for the check and the path.

    It reads how the stands lie and nothing else that changes, but for the nerve of the stand and what special rules
    have laid in its way (TC G4).
    """

    def __init__(
        self,
        world: World,
        layout: Layout,
        stand: int,
        start: int,
        budget: int,
        *,
        shaken: bool = False,
        barriers: tuple[Base, ...] = (),
    ) -> None:
        owner = world.owners[stand]
        self._world = world
        # What is asked of most regions is kept in plain attributes, as in `Reach`.
        self._reach: Reach | None = None
        self._passed: Reach | None = None
        self._ways_past: Passage | None = None
        self._closed_off: tuple[Base, ...] | None = None
        # Not the layout itself, which keeps this.
        self._parts = layout.parts[owner], layout.parts[1 - owner], layout.bases
        self._stand = stand
        self._start = start
        self._budget = budget
        self._shaken = shaken
        self._barriers = barriers
        columns = world.table.columns
        x, y = start % columns * STEP, start // columns * STEP
        most = budget + 200
        self._box = west, east, south, north = x - most, x + most, y - most, y + most
        self._met = self._near(self._foes) if layout.comes_near(1 - owner, west, east, south, north) else ()
        self._hindered = bool(self._met or barriers)

    @property
    def _friends(self) -> list[tuple[int, Base]]:
        mine, _, bases = self._parts
        return mine.pairs(bases)

    @property
    def _foes(self) -> list[tuple[int, Base]]:
        _, theirs, bases = self._parts
        return theirs.pairs(bases)

    @property
    def _arm(self) -> str:
        return "vehicle" if self._world.kinds[self._stand].vehicle else "infantry"

    @property
    def reach(self) -> Reach:
        """All points in reach without touching an enemy on the way (TC M6)."""
        if self._reach is None:
            passing, bars = self._passage.reach, self._world.rules.friends_bar_moves
            friends = () if bars else self._near_friends
            self._reach = passing.with_friends(friends) if friends else passing
        return self._reach

    @cached_property
    def _dry(self) -> Reach:
        """With the terrain die, the points in reach around all ground that is rolled for (TC M5)."""
        going = around_it(self._world, self._arm).on(self._world.table)
        friends, enemies = self._near_friends, self._kept_off
        if self._world.rules.friends_bar_moves:
            friends, enemies = (), (*enemies, *friends)
        return Reach(Order(going, self._start, self._budget, enemies, friends, INCH))

    @property
    def _passing(self) -> Reach:
        """The points in reach if nobody minded friends. One way alone needs no `Passage`."""
        found = self._passed
        if found is None:
            if self._hindered or self._world.rules.friends_bar_moves or self._ways_past is not None:
                found = self._passage.reach
            else:
                found = Reach(Order(self._world.ways(self._arm), self._start, self._budget, (), (), INCH))
            self._passed = found
        return found

    @property
    def _passage(self) -> Passage:
        """The ways on which friends are no hindrance, unless they bar moves."""
        if self._ways_past is None:
            self._ways_past = self._find_ways()
        return self._ways_past

    def _find_ways(self) -> Passage:
        world, start, budget, barriers = self._world, self._start, self._budget, self._barriers
        ways, kept_off, touched = world.ways(self._arm), barriers, barriers
        if self._hindered:
            kept_off, touched = self._kept_off, (*self._met, *barriers)
        if world.rules.friends_bar_moves:
            friends = self._near_friends
            return Passage(world, ways, start, budget, (*kept_off, *friends), (*touched, *friends))
        known, key = self._parts[1].passages, (ways, start, budget, barriers)
        found: Passage | None = known.get(key)
        if found is None:
            found = known[key] = Passage(world, ways, start, budget, kept_off, touched)
        return found

    @property
    def _kept_off(self) -> tuple[Base, ...]:
        """The enemies, with the room around them in which a base would touch; one that touches already only itself."""
        if not self._hindered:
            return ()
        if self._closed_off is None:
            enemies = [base if self._touches(base) else grown(self._world, base) for base in self._met]
            self._closed_off = (*enemies, *self._barriers)
        return self._closed_off

    def _touches(self, base: Base) -> bool:
        """Whether the stand touches this enemy where it starts."""
        x, y = self._world.table.point(self._start)
        if abs(x - base.x) > 200 or abs(y - base.y) > 200:
            return False
        return side((x, y), base.grown(CONTACT + 50).corners) is Side.INSIDE

    @cached_property
    def _near_friends(self) -> tuple[Base, ...]:
        return self._near(self._friends)

    def _near(self, others: Sequence[tuple[int, Base]]) -> tuple[Base, ...]:
        """The bases of these that the move could come upon."""
        west, east, south, north = self._box
        return tuple([b for n, b in others if west <= b.x <= east and south <= b.y <= north and n != self._stand])

    @cached_property
    def _enemies(self) -> tuple[int, ...]:
        """The enemies that could be reached."""
        if not self._hindered:
            return ()
        own = self._world.base(self._start, 0)
        most = self._budget + 100
        return tuple([n for n, base in self._foes if base_within(own, base, most)])

    @property
    def assailable(self) -> tuple[int, ...]:
        """The enemies with whom contact can be made (TC M6)."""
        return self._assailable if self._hindered else ()

    @cached_property
    def _assailable(self) -> tuple[int, ...]:
        return tuple([n for n in self._enemies if self._can_charge(n)])

    @cached_property
    def _best(self) -> dict[int, tuple[int, int, int]]:
        """The best charges found so far."""
        return {}

    def _can_charge(self, enemy: int) -> bool:
        passage = self._passage
        return enemy in self._best or any(
            passage.steps(spot) or passage.line(spot) for _, spot in self._spots(enemy) if self._is_free(spot)
        )

    def charge(self, enemy: int) -> Way:
        """The cheapest way into contact with an enemy; its last step, and only that, touches somebody. ValueError if
        there is none.
        """
        if enemy not in self._best:
            self._best[enemy] = self._cheapest(enemy)
        cost, spot, before = self._best[enemy]
        if before == OFF:
            return self._passage.straight.way(spot)
        return (*self._passage.reach.way(before), Passed(spot, 0, cost))

    def _cheapest(self, enemy: int) -> tuple[int, int, int]:
        """The cheapest of the charges; ValueError if there is none."""
        best = (self._budget, len(self._world.ways(self._arm).cost), OFF)
        found, passage = False, self._passage
        for least, spot in self._spots(enemy):
            if least > best[0]:
                break  # and so are all that follow
            if not self._is_free(spot):
                continue
            # A straight line that could cost too much need not be walked.
            for charge in (*passage.steps(spot), *(passage.line(spot) if (least, spot, OFF) < best else ())):
                if charge < best:
                    best, found = charge, True
        if not found:
            raise ValueError(f"there is no way into contact with {self._world.names[enemy]}")
        return best

    def _spots(self, enemy: int) -> list[tuple[int, int]]:
        """The points beside an enemy, as `Passage.spots`."""
        return self._passage.spots(self._base(enemy))

    def _is_free(self, spot: int) -> bool:
        """Whether no friend is in the way of a charge that ends at a point."""
        return spot == self._start or not lies_on(self._world.base(spot, 0), self._near_friends)

    @cached_property
    def _closed(self) -> frozenset[int]:
        """The points in reach that are closed."""
        if self._shaken:
            return frozenset(point for point in self.reach if self._is_closed(point))
        reach = self.reach.solved()
        return frozenset(p for p in self._beside_foes if p in reach) - {self._start}

    def _is_closed(self, point: int) -> bool:
        """Whether a point in reach touches an enemy after all, as his base is turned, or a rule forbids it."""
        if self._hindered and point != self._start and point in self._beside_foes:
            return True
        return self._shaken and not self._allowed(point)

    @cached_property
    def _beside_foes(self) -> frozenset[int]:
        """The points at which the stand would touch an enemy that could be reached."""
        return frozenset().union(*[points_around(self._world, self._base(n)) for n in self._enemies])

    def _base(self, enemy: int) -> Base:
        return next(base for n, base in self._foes if n == enemy)

    def _allowed(self, point: int) -> bool:
        """TC V13: a suppressed vehicle may not come closer to the nearest enemy, at any point of its way; by an
        option, at its end.
        """
        least = self._gap(self._start)
        if self._world.rules.suppressed_vehicle == "at_the_end":
            return self._gap(point) >= least
        return self._gap(point) >= least and all(self._gap(each.position) >= least for each in self.way(point))

    @cached_property
    def _gaps(self) -> dict[int, int]:
        return {}

    def _gap(self, point: int) -> int:
        """How far a point is from the nearest enemy."""
        known = self._gaps.get(point)
        if known is None:
            here = self._world.table.point(point)
            known = self._gaps[point] = min((distance(here, base.centre) for _, base in self._foes), default=0)
        return known

    def __contains__(self, point: object) -> bool:
        return isinstance(point, int) and point in self.reach and not self._is_closed(point)

    def __iter__(self) -> Iterator[int]:
        closed = self._closed
        return (point for point in self.reach if point not in closed)

    def __len__(self) -> int:
        return len(self.reach) - len(self._closed)

    def draw(self, below: Callable[[int], int]) -> int:
        """One of the points, each as likely."""
        # Whether a friend stands there is asked of the point that is drawn: mostly there is only one to ask of.
        passing = self._passing
        closed = self._hindered or self._shaken
        while True:
            point = passing.draw(below)
            if not self._on_friend(point) and not (closed and self._is_closed(point)):
                return point

    def _on_friend(self, point: int) -> bool:
        """Whether the stand would stand on a friend at a point that it may pass."""
        if point == self._start or self._world.rules.friends_bar_moves:
            return False
        columns, stand = self._world.table.columns, self._stand
        x, y = point % columns * STEP, point // columns * STEP
        near = [base for n, base in self._friends if -200 < base.x - x < 200 and n != stand]
        return bool(near) and on_one_of(near, x, y, INCH)

    def __bool__(self) -> bool:
        return True

    def walk(self, point: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The positions on the way to a point and, where dice are rolled for bad ground, what is spent at each."""
        if self._world.rules.terrain_die:
            return taken(self._world, self.way(point))
        reach = self._passing if self._reach is None else self._reach
        return reach.path(point), ()

    def way(self, point: int) -> Way:
        """The way to a point; where dice are rolled for bad ground, around it if that can be."""
        dry = self._world.rules.terrain_die and point in self._dry
        return (self._dry if dry else self.reach).way(point)


def taken(world: World, way: Way) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The positions of a way and, where dice are rolled for bad ground, what is spent at each."""
    spent = tuple([each.spent for each in way]) if world.rules.terrain_die else ()
    return tuple([each.position for each in way]), spent


def lies_on(base: Base, others: Sequence[Base]) -> bool:
    """Whether a base lies on another; those too far off are not looked at closely."""
    x, y = base.x, base.y
    near = [other for other in others if -142 < other.x - x < 142 and -142 < other.y - y < 142]
    return bool(near) and any(overlap(base, other) for other in near)


def touches_any(base: Base, others: Sequence[Base]) -> bool:
    """Whether a base touches another or lies on it; those too far off are not looked at closely."""
    x, y = base.x, base.y
    near = [other for other in others if -200 < other.x - x < 200 and -200 < other.y - y < 200]
    return bool(near) and any(base_within(base, other, CONTACT) for other in near)


def around(look: Situation, enemy: int) -> Sequence[int]:
    """The lattice points at which a base touches this enemy."""
    return points_around(look.world, look.base(enemy))


def grown(world: World, base: Base) -> Base:
    """The base of an enemy with the room around it in which another would touch it."""
    known: dict[tuple[int, int, int], Base] = known_of(world, "grown")
    key = base.x, base.y, base.heading
    if key not in known:
        known[key] = base.grown(CONTACT)
    return known[key]


def points_around(world: World, base: Base) -> Sequence[int]:
    """The lattice points at which another base touches this one."""
    known: dict[Base, list[int]] = known_of(world, "around")
    if base not in known:
        known[base] = _around(world.table, base)
    return known[base]


def _around(table: Table, base: Base) -> list[int]:
    points = [(base.x + dx, base.y + dy) for dx, dy in _touching(base.heading, base.side)]
    return [table.position(x, y) for x, y in points if table.on_table(x, y)]


@cache
def _touching(heading: int, wide: int) -> list[tuple[int, int]]:
    """How far off a base is that touches one turned like this, without lying on it."""
    base, others = Base(0, 0, heading, wide), product(range(-200, 201, 50), repeat=2)
    return [(x, y) for x, y in others if base_within(base, Base(x, y), CONTACT) and not overlap(base, Base(x, y))]


def region(look: Situation, stand: int) -> Region:
    """Where a stand may move in its action."""
    if look.world.specials:
        return region_within(look, stand, allowance(look, stand))
    s = look.stands[stand]
    key = (stand, s.spent, s.morale != NORMAL)
    found: Region | None = look.layout.regions.get(key)
    if found is None:
        found = Region(look.world, look.layout, stand, s.at, allowance(look, stand), shaken=key[2])
        look.layout.regions[key] = found
    return found


def region_within(look: Situation, stand: int, budget: int) -> Region:
    """Where a stand may move with this much to spend. One solution serves the offer, the check and the path."""
    s = look.stands[stand]
    shaken = s.morale != NORMAL
    barriers = tuple([base for special in look.world.speaking("barriers") for base in special.barriers(look, stand)])
    key = (stand, budget, shaken, barriers)
    found: Region | None = look.layout.regions.get(key)
    if found is None:
        found = Region(look.world, look.layout, stand, s.at, budget, shaken=shaken, barriers=barriers)
        look.layout.regions[key] = found
    return found
