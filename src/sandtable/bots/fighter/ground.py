"""The ground: who sees which place, how far it is to a goal, and how a stand would fare somewhere else.

What the terrain alone decides is worked out once for each game and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import accumulate, chain, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.board.lattice import distance
from sandtable.board.stands import heading_to
from sandtable.board.table import kernels
from sandtable.board.tablesight import visible
from sandtable.bots.arrays import arrays
from sandtable.kernel.memo import cached_property, known_of
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.breach import Breach
from sandtable.systems.tactical_combat.special.demolition import Demolition
from sandtable.systems.tactical_combat.special.entering import Entering
from sandtable.systems.tactical_combat.tables import TERRAIN

__all__ = [
    "BARRED",
    "EDGE",
    "KEPT_FIRES",
    "SEEN",
    "TOLL",
    "TO_CORNER",
    "UNKNOWN",
    "Covered",
    "Fire",
    "Ground",
    "Legs",
    "Ways",
    "moved",
]

STEPS = tuple(
    (rows, columns, 141 if rows and columns else 100)
    for rows, columns in product((-1, 0, 1), repeat=2)
    if rows or columns
)
BARRED = 30_000
"""The distance of a place from which no way leads there."""
OPENED = 6
"""What an inch of wire that is still closed counts, in inches."""
BLOWN = 12
"""What an inch of bridge counts more, in inches, if the enemy may blow it."""
KEPT_WAYS = 48
KEPT_FIRES = 256
"""How many shots are kept with the ground that they cover: that is much for each."""
KEPT = 1024
"""From how many places the view is kept."""
TOLL = 200
"""No inch counts for more than three."""
TO_CORNER = {1: 0, 2: distance((0, 0), (0, 50)), 4: distance((0, 0), (50, 50))}
"""How far a place is from the corners of the inch that it is in: all are as near, one, two or four."""
EDGE = 100
"""Two bases reach half an inch each from their centres."""
UNSEEN, SEEN, UNKNOWN = 0, 1, 2
FINE, COARSE = 3, 4
"""The step, in lattice points, between those that are looked at."""


class Legs(NamedTuple):
    """How somebody crosses the ground: on wheels or on foot, what his side can open, and what he had better avoid."""

    vehicle: bool
    opens: tuple[str, ...] = ()
    avoids: tuple[tuple[str, int], ...] = ()


class Fire(NamedTuple):
    """The reach of a shot from a place: how far, how far without the long range modifier, and with what chances in
    percent, by cover and whether the range is long.
    """

    at: int
    most: int
    near: int
    chances: tuple[tuple[int, int], ...]


class Covered(NamedTuple):
    """The ground under somebody's fire: what it costs to cross it depends on nothing else."""

    limit: int | None
    """How far anybody sees."""
    fires: tuple[Fire, ...]


class Ground:
    """The terrain of one game, as bots have come to know it: it is no secret, so they share it."""

    @staticmethod
    def of(look: Situation) -> Ground:
        """The ground as it is now."""
        known: dict[str, Ground] = known_of(look.world, "bots")
        if "ground" not in known:
            known["ground"] = Ground(look)
        return known["ground"]

    def __init__(self, look: Situation) -> None:
        self.world = world = look.world
        self.table = world.table
        self.sight = world.rules.sight
        self._ways: dict[tuple[int, Legs, Covered | None], Ways] = {}
        self._known_links: dict[Legs, list[list[tuple[int, int, int]]]] = {}
        self._known_packs: dict[Legs, tuple[Any, ...]] = {}
        self._known_legs: dict[tuple[int, bool], Legs] = {}
        self._known_marks: dict[int, bytearray] = {}
        self._fires: dict[tuple[Fire, int | None], list[tuple[int, int]]] = {}
        self.fields: dict[tuple[Fire, int | None], Any] = {}
        """The same in arrays: see the module of sweeping."""
        # Wire that is opened changes no view: tables that differ only in such things share what is seen on them.
        whole = look.game.world
        blind = [n for n in look.lifted() if TERRAIN[whole.table.features[n].kind].blocks]
        views = known_of(whole, "views_for_bots")
        self._seen: dict[tuple[int, int | None], bytearray] = views.setdefault(tuple(blind), {})
        self._size = world.table.columns * world.table.rows

    # Ways

    def legs(self, look: Situation, stand: int) -> Legs:
        """How this stand crosses the ground."""
        world = self.world
        key = world.owners[stand], world.kinds[stand].vehicle
        if key not in self._known_legs:
            side = look.game.sides[key[0]]
            opens = {each.ground for each in world.specials if isinstance(each, Breach) and each.side == side}
            avoids = {
                (kind, each.at_most)
                for each in world.specials
                if isinstance(each, Entering) and each.concerns(look, stand)
                for kind in each.ground
            }
            mined = [each for each in world.specials if isinstance(each, Demolition) and each.side != side]
            avoids |= {("bridge", BLOWN) for _ in mined[:1]}
            self._known_legs[key] = Legs(key[1], tuple(sorted(opens)), tuple(sorted(avoids)))
        return self._known_legs[key]

    def way_to(self, goal: int, legs: Legs, place: int, tolls: Covered | None = None) -> int:
        """How far it is from a place to a goal, the going counted, in hundredths of an inch.

        With `tolls`, dangerous ground counts for longer, so that the way leads around it if there is a way around.
        """
        return self.ways_to(goal, legs, tolls)[place]

    def ways_to(self, goal: int, legs: Legs, tolls: Covered | None = None) -> Ways:
        """The same from all places, for those who ask of many."""
        key = goal, legs, tolls
        found = self._ways.get(key)
        if found is None:
            if len(self._ways) >= KEPT_WAYS:
                self._ways.clear()
            found = self._ways[key] = Ways(self, self._spread(goal, legs, tolls))
        return found

    def way_over(self, place: int, cells: Sequence[int]) -> int:
        """How far it is from a place if it is so far from each cell."""
        corners = self._cells(place)
        nearest = min([cells[cell] for cell in corners])
        return nearest + TO_CORNER[len(corners)] if nearest < BARRED else BARRED

    @cached_property
    def _across(self) -> tuple[int, int]:
        """How many full inches there are, south to north and west to east."""
        table = self.world.table
        return (table.rows + 1) // 2, (table.columns + 1) // 2

    @cached_property
    def middles(self) -> list[int]:
        """The place at every full inch of the table, by rows: its number is that of its cell."""
        rows, columns = self._across
        return [2 * r * self.world.table.columns + 2 * c for r in range(rows) for c in range(columns)]

    @cached_property
    def _middle_points(self) -> list[tuple[int, int]]:
        return [self.world.table.point(place) for place in self.middles]

    @cached_property
    def _middle_covers(self) -> list[int]:
        return [self.world.cover_at(place) for place in self.middles]

    def _cells(self, place: int) -> list[int]:
        """The corners of the inch of the table that a place is in: one, two or four."""
        row, column = divmod(place, self.world.table.columns)
        across = self._across[1]
        first = row // 2 * across + column // 2
        cells = [first, first + 1] if column % 2 else [first]
        return [*cells, *[cell + across for cell in cells]] if row % 2 else cells

    def _spread(self, goal: int, legs: Legs, tolls: Covered | None) -> list[int]:
        """The way to the goal from every inch of the table that can be crossed."""
        compiled = kernels("waykernels")
        if compiled is not None:
            packed, sweep = self._packed_links(legs), arrays("sandtable.bots.fighter.sweep")
            extra = sweep.under_fire(self, tolls) if tolls else compiled.pack([0] * len(self.middles))
            ways: list[int] = compiled.spread(*packed, extra, self._cells(goal)[0], BARRED).tolist()
            return ways
        return self._plain_spread(goal, legs, tolls)

    def _packed_links(self, legs: Legs) -> tuple[Any, ...]:
        """The links as the compiled loop reads them."""
        if legs not in self._known_packs:
            compiled, links = kernels("waykernels"), self._links(legs)
            first = [0, *accumulate(map(len, links))]
            flat = list(chain.from_iterable(links))
            columns = ([link[part] for link in flat] for part in range(3))
            self._known_packs[legs] = tuple(compiled.pack(each) for each in (first, *columns))
        return self._known_packs[legs]

    def _plain_spread(self, goal: int, legs: Legs, tolls: Covered | None) -> list[int]:
        """What `_spread` means, in plain Python."""
        links = self._links(legs)
        extra = self._under_fire(tolls) if tolls else [0] * len(links)
        found = [BARRED] * len(links)
        start = self._cells(goal)[0]
        found[start] = 0
        heap = [(0, start)]
        while heap:
            so_far, cell = heappop(heap)
            if so_far > found[cell]:
                continue
            for beside, length, cost in links[cell]:
                whole = so_far + cost + length * extra[beside] // 100
                if whole < found[beside]:
                    found[beside] = whole
                    heappush(heap, (whole, beside))
        return found

    def _links(self, legs: Legs) -> list[list[tuple[int, int, int]]]:
        """For each cell those beside it that can be entered, how far off, and what it costs to go there."""
        if legs not in self._known_links:
            going = [self._going(place, legs) for place in self.middles]
            rows, columns = self._across
            links: list[list[tuple[int, int, int]]] = [[] for _ in going]
            climb, heights = self._climb(legs)
            for cell, rate in enumerate(going):
                row, column = divmod(cell, columns)
                for north, east, length in STEPS:
                    r, c = row + north, column + east
                    if 0 <= r < rows and 0 <= c < columns and (other := going[r * columns + c]):
                        beside, cost = r * columns + c, length * ((rate or 1) + other) // 2
                        if climb * (heights[self.middles[cell]] - heights[self.middles[beside]]) >= length:
                            cost = max(cost, climb * length)  # whoever goes this way climbs
                        links[cell].append((beside, length, cost))
            self._known_links[legs] = links
        return self._known_links[legs]

    def _climb(self, legs: Legs) -> tuple[int, Sequence[int]]:
        """What an inch uphill costs, and how high every place lies (TC M13)."""
        going = self.world.goings["vehicle" if legs.vehicle else "infantry"]
        return going.steepness, going.on(self.world.table).heights

    def _going(self, place: int, legs: Legs) -> int:
        """What an inch costs here, as a multiple of open ground; 0 where one cannot go."""
        kind = self.world.table.ground_at(place)
        ground = TERRAIN.get(kind)
        if ground is None or self.world.table.roads_at(place):
            return 1
        rate = ground.vehicle if legs.vehicle else ground.infantry
        if not rate:
            return OPENED if kind in legs.opens else 0
        return rate + sum(price for avoided, price in legs.avoids if avoided == kind)

    def _under_fire(self, tolls: Covered) -> list[int]:
        """What an inch of each cell costs more: the chances of all who could fire there, in hundredths of an inch."""
        extra = [0] * len(self.middles)
        for fire in tolls.fires:
            for cell, chance in self._covered(fire, tolls.limit):
                extra[cell] += chance
        return [min(TOLL, each) for each in extra]

    def _covered(self, fire: Fire, limit: int | None) -> list[tuple[int, int]]:
        """The cells that somebody's fire covers, each with his chance."""
        key = fire, limit
        if key not in self._fires:
            while len(self._fires) >= KEPT_FIRES:
                self._fires.pop(next(iter(self._fires)), None)
            most, near = fire.most * fire.most, fire.near * fire.near
            x, y = self.world.table.point(fire.at)
            gaps = [(x - u) * (x - u) + (y - v) * (y - v) for u, v in self._middle_points]
            within = [cell for cell, gap in enumerate(gaps) if gap <= most]
            seen = self.seen(fire.at, [self.middles[cell] for cell in within], limit)
            covers = self._middle_covers
            self._fires[key] = [
                (cell, fire.chances[covers[cell]][gaps[cell] > near])
                for cell, clear in zip(within, seen, strict=True)
                if clear
            ]
        return self._fires[key]

    # Places

    def marked(self, *, coarse: bool) -> bytearray:
        """A 1 for every place that somebody who moves would look at: a grid of them, a finer one in cover."""
        step = COARSE if coarse else FINE
        if step not in self._known_marks:
            marks = bytearray(self._size)
            cover = self.world.cover_at
            for place in range(self._size):
                row, column = divmod(place, self.world.table.columns)
                fine = (row + column) % 2 == 0 if step == FINE else row % 2 == 0 and column % 2 == 0
                marks[place] = (row % step == 0 and column % step == 0) or bool(fine and cover(place))
            # Who opens wire must stand at it: every place beside such ground is looked at.
            opened = {each.ground for each in self.world.specials if isinstance(each, Breach)}
            bars = [n for n, feature in enumerate(self.world.table.features) if feature.kind in opened]
            for bar in bars:
                for place in self._beside(bar):
                    marks[place] = True
            self._known_marks[step] = marks
        return self._known_marks[step]

    def beside(self, place: int) -> list[int]:
        """The places no more than an inch and a half from another, both ways."""
        x, y = self.world.table.point(place)
        points = product(range(x - 150, x + 151, 50), range(y - 150, y + 151, 50))
        return [self.world.table.position(*point) for point in points if self.world.inside(*point)]

    def _beside(self, feature: int) -> list[int]:
        """The places at every full inch that touch a feature, on ground that can be entered."""
        table = self.world.table
        xs, ys = zip(*table.features[feature].polygon, strict=True)
        points = product(
            range(min(xs) // 100 * 100, max(xs) + 100, 100), range(min(ys) // 50 * 50 - 50, max(ys) + 100, 50)
        )
        places = [table.position(x, y) for x, y in points if self.world.inside(x, y)]
        return [place for place in places if self.world.fits(place) and self.world.touches(place, feature)]

    def seen(self, eye: int, places: Sequence[int], limit: int | None) -> bytes:
        """Which of these places the terrain lets one see from here, a 1 for each. Stands in the way are not looked at.

        Sight is the same both ways, so the eye may be either end: what is known is kept for each eye.
        """
        known = self.view(eye, limit)
        found = bytes([known[place] for place in places])
        if UNKNOWN in found:
            new = [place for place in places if known[place] == UNKNOWN]
            mask = visible(self.table, eye, new, self.sight, {}, limit)
            for index, place in enumerate(new):
                known[place] = SEEN if mask >> index & 1 else UNSEEN
            found = bytes([known[place] for place in places])
        return found

    def sees(self, eye: int, place: int, limit: int | None) -> bool:
        """The same for one place."""
        known = self.view(eye, limit)
        if known[place] == UNKNOWN:
            known[place] = visible(self.table, eye, (place,), self.sight, {}, limit)
        return known[place] == SEEN

    def view(self, eye: int, limit: int | None) -> bytearray:
        """What is known of each place as seen from one: SEEN, UNSEEN, or UNKNOWN as long as nobody has asked."""
        known = self._seen.get((eye, limit))
        if known is None:
            if len(self._seen) >= KEPT:
                self._seen.clear()
            known = self._seen[eye, limit] = bytearray([UNKNOWN]) * self._size
        return known


class Ways(dict[int, int]):
    """How far it is to one goal, from every place that has been asked of."""

    def __init__(self, ground: Ground, cells: Sequence[int]) -> None:
        self._ground = ground
        self.cells = cells
        self.packed: Any = None
        """The cells in an array, once somebody has asked for it."""

    def __missing__(self, place: int) -> int:
        found = self[place] = self._ground.way_over(place, self.cells)
        return found


def moved(look: Situation, stand: int, place: int) -> Situation:
    """The table as it would be with this stand somewhere else, and turned to the nearest enemy if it faces at all."""
    return look.with_stand(stand, replace(look.stands[stand], at=place, heading=_heading(look, stand, place)))


def _heading(look: Situation, stand: int, place: int) -> int:
    world = look.world
    if not world.kinds[stand].faces:
        return look.stands[stand].heading
    here = world.table.point(place)
    enemies = [look.base(n).centre for n in look.on_table(1 - world.owners[stand])]
    nearest = min(enemies, key=lambda there: (distance(here, there), there), default=here)
    return look.stands[stand].heading if nearest == here else heading_to(here, nearest)
