"""Going: what each kind of ground costs a mover, and from that the price of every step on a table.

A cost is a whole number of movement points per inch, in parts of one point: with `parts=2` a cost of 1 is half a
point. Half of a step counts as on the ground it leaves and half as on the ground it reaches; a knight's step
takes a quarter from each of the four points it runs between. With `outlines`, where an outline runs through a point,
each part of a step counts on its own side of it (see the module of that name). So a strip thinner than half an inch
may cost nothing; but nobody steps over one that is impassable.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from sandtable.board.fault import BoardError
from sandtable.board.heights import contours
from sandtable.board.lattice import STEP
from sandtable.board.outlines import ONES, OPPOSITE, OTHERS, PARTS, outline_parts
from sandtable.board.shapes import Meeting, meeting
from sandtable.board.steps import BESIDE, LENGTHS, STAY, STEPS
from sandtable.board.table import Table, kernels
from sandtable.kernel.memo import known_of

IMPASSABLE = 0
DEAREST = 1000

Rates = tuple[int, ...]


class Going(msgspec.Struct, frozen=True, dict=True):
    """How one kind of mover gets on.

    `ground`: the cost per kind; a kind that is not named has no say, and where several named kinds lie on each other
    the last in the table's list counts. `extra`: what a kind adds to the ground below it. `roads`: the cost for a
    step that stays on a road, through any ground; `extras_on_road` keeps the extras and the climb there, and with
    `roads_as_ground` a road is no easier than what it lies on: it only leads over what else cannot be entered.
    A step uphill costs at least `uphill` and `uphill_extra` on top: one that gains a level, and with `slopes` also one
    that leads up a slope. There a step counts that gains half its length, if uphill costs double, or a quarter, if it
    costs four times as much: so no detour makes a climb cheaper. `margin` keeps the centre that far from the table's
    edge.

    >>> foot = Going(ground={"woods": 2, "river": IMPASSABLE}, uphill=2)
    >>> tank = Going(parts=2, open=2, ground={"woods": 6}, roads={"good_road": 1}, extra={"hill": 2})
    """

    open: int = 1
    ground: Mapping[str, int] = {}
    roads: Mapping[str, int] = {}
    extra: Mapping[str, int] = {}
    uphill: int = 0
    uphill_extra: int = 0
    slopes: bool = False
    extras_on_road: bool = False
    roads_as_ground: bool = False
    parts: int = 1
    margin: int = 0
    outlines: bool = False

    def __post_init__(self) -> None:
        least = {"open ground": (self.open, 1), "the parts": (self.parts, 1), "the margin": (self.margin, 0)}
        least |= {"uphill": (self.uphill, 0), "extra uphill": (self.uphill_extra, 0)}
        least |= {kind: (cost, 0) for kind, cost in (*self.ground.items(), *self.extra.items())}
        least |= {kind: (cost, 1) for kind, cost in self.roads.items()}
        for what, (cost, lowest) in least.items():
            if not lowest <= cost <= DEAREST:
                raise BoardError(f"the going for {what} must be {lowest} to {DEAREST}, not {cost}")
        if sum(self.extra.values()) > DEAREST:
            raise BoardError(f"the extras of the going add up to more than {DEAREST}")

    @property
    def steepness(self) -> int:
        """How many times as much uphill costs, at least once.

        >>> Going(uphill=4).steepness, Going(uphill=1, uphill_extra=1).steepness
        (4, 2)
        """
        return max(1, (self.uphill + self.uphill_extra) // self.open)

    def __hash__(self) -> int:
        known: int | None = self.__dict__.get("hash")
        if known is None:
            maps = (tuple(sorted(each.items())) for each in (self.ground, self.roads, self.extra))
            known = hash((self.open, self.uphill, self.parts, self.margin, *maps))
            self.__dict__["hash"] = known
        return known

    def on(self, table: Table) -> "Ways":
        """The price of every step on this table; worked out once and kept beside the table.

        >>> table = Table(600, 400)
        >>> Going().on(table) is Going().on(table)
        True
        """
        kept: dict[Going, Ways] = known_of(table, "ways")
        found = kept.get(self)
        if found is None:
            found = kept[self] = Ways(table, self)
        return found


class Ways:
    """The steps of one kind of mover on one table: which there are and what they cost.

    >>> Ways(Table(600, 400), Going(open=1)).rates(26)[0]
    4
    """

    def __init__(self, table: Table, going: Going) -> None:
        self.table = table
        self.going = going
        self.cost, self.extra, self.road = _points(table, going)
        self.thin = _thin_bars(table, going, self.cost)
        self.edges = _edges(table, going, self.cost) if going.outlines else {}
        self.heights = table.heights if going.slopes else contours(table.levels)
        used = [*self.road, *self.cost]
        self.cheapest = 4 * min(cost for cost in (*used, going.open) if cost)
        self.known_rates: dict[int, Rates] = {}

    def units(self, budget: int) -> int:
        """A budget of hundredths of a movement point in the units of a step's price: rate times length.

        >>> Going(parts=2).on(Table(600, 400)).units(800)
        6400
        """
        return budget * 4 * self.going.parts

    def spent(self, units: int) -> int:
        """A price in hundredths of a movement point, rounded up.

        >>> Going(parts=2).on(Table(600, 400)).spent(6399)
        800
        """
        return -(-units // (4 * self.going.parts))

    def enters(self, position: int) -> bool:
        """Whether the ground lets anybody come to a position at all.

        >>> [Going(margin=50).on(Table(600, 400)).enters(position) for position in (13, 14)]
        [False, True]
        """
        return self.cost[position] > 0 or self.road[position] > 0

    def rates(self, position: int) -> Rates:
        """For each of the sixteen steps from a position its price per hundredth of an inch, in a quarter of a
        part; 0 where there is no such step. The last is for going on without reaching another point.

        >>> Going().on(Table(600, 400)).rates(0)
        (4, 4, 0, 0, 4, 0, 0, 0, 4, 4, 0, 0, 0, 0, 0, 0, 4)
        """
        found = self.known_rates.get(position)
        if found is None:
            compiled = kernels("waykernels")
            found = self.plain_rates(position) if compiled is None else compiled.rates_at(self.packed, position)
            self.known_rates[position] = found
        return found

    def plain_rates(self, position: int) -> Rates:
        """What `rates` means, in plain Python.

        >>> Going().on(Table(600, 400)).plain_rates(0) == Going().on(Table(600, 400)).rates(0)
        True
        """
        return (*(self._rate(position, step) for step in range(STAY)), self._stay(position))

    def _rate(self, position: int, step: int) -> int:
        columns, rows = self.table.columns, self.table.rows
        row, column = divmod(position, columns)
        east, north = STEPS[step]
        if not (0 <= column + east < columns and 0 <= row + north < rows):
            return 0
        goal = position + north * columns + east
        beside = tuple(position + dy * columns + dx for dx, dy in BESIDE[step])
        ends = (position, step), (goal, OPPOSITE[step])
        # Half from each end, or a quarter from each of the four points a knight's step runs between.
        between = tuple(zip(beside, (ONES[step], OTHERS[step]), strict=True)) if step >= 8 else ends
        parts = (*ends, *between)
        going = self.going
        if all(self.road[point] for point, _ in parts):
            rate = sum(self._road(point, part) for point, part in parts)
            if not going.extras_on_road:
                return rate
        else:
            if not self.cost[goal] or self.thin.get(position, 0) >> step & 1:
                return 0
            open_beside = [point for point in beside if self.cost[point]]
            if len(open_beside) < len(beside) and (step >= 8 or not open_beside):
                return 0
            # Whoever stands on ground that cannot be entered may still leave it, at the price outside.
            rate = sum(self._cost(point, part) or self.cost[goal] for point, part in parts)
        rate += sum(self._extra(point, part) for point, part in parts)
        if going.steepness * (self.heights[goal] - self.heights[position]) >= LENGTHS[step]:
            rate = max(rate, 4 * going.uphill) + 4 * going.uphill_extra
        return rate

    def _cost(self, position: int, part: int) -> int:
        """The cost of the ground under a part of a step at a position."""
        edge = self.edges.get(position)
        return self.cost[position] if edge is None else edge[part][0]

    def _extra(self, position: int, part: int) -> int:
        edge = self.edges.get(position)
        return self.extra[position] if edge is None else edge[part][1]

    def _road(self, position: int, part: int) -> int:
        return self._cost(position, part) if self._paved(position) else self.road[position]

    def _paved(self, position: int) -> bool:
        """Whether a road is no easier than the ground it lies on, at a point of an outline."""
        return self.going.roads_as_ground and position in self.edges

    def _stay(self, position: int) -> int:
        road = self.road[position]
        if road:
            return 4 * (road + (self.extra[position] if self.going.extras_on_road else 0))
        if position in self.edges:
            return 4 * min(cost + extra for cost, extra in self.edges[position])
        cost = self.cost[position]
        return 4 * (cost + self.extra[position]) if cost else 0

    @cached_property
    def crossings(self) -> tuple[Sequence[int], Sequence[int]]:
        """What it costs to leave each position for the cheapest ground, and to come to it from there, beyond the
        cheapest rate; only to be asked for where the compiled loops are installed.
        """
        found: tuple[Sequence[int], Sequence[int]] = kernels("reachkernels").crossings(self)
        return found

    @cached_property
    def packed(self) -> Any:
        """The rates as the compiled loops read them; only to be asked for where they are installed."""
        return kernels("waykernels").pack_ways(self)


def _points(table: Table, going: Going) -> tuple[list[int], list[int], list[int]]:
    """For each position the cost of its ground, the extras on it and the cost of the cheapest road."""
    columns, rows = table.columns, table.rows
    size = columns * rows
    cost, extra, road = [going.open] * size, [0] * size, [0] * size
    counted: set[tuple[str, int]] = set()
    for index, feature in enumerate(table.features):
        kind = feature.kind
        if kind not in going.ground and kind not in going.extra:
            continue
        for start, end in _runs(table.layers, index, size):
            if kind in going.ground:
                cost[start:end] = [going.ground[kind]] * (end - start)
            for position in range(start, end) if going.extra.get(kind, 0) else ():
                if (kind, position) not in counted:
                    counted.add((kind, position))
                    extra[position] += going.extra[kind]
    for index, lane in enumerate(table.roads):
        price = going.roads.get(lane.kind, 0)
        for start, end in _runs(table.road_layers, index, size) if price else ():
            for position in range(start, end):
                here = (cost[position] or going.open) if going.roads_as_ground else price
                if not 0 < road[position] < here:
                    road[position] = here
    for row in range(rows) if going.margin else ():
        y = row * STEP
        whole = min(y, table.height - y) < going.margin
        for column in range(columns):
            x = column * STEP
            if whole or min(x, table.width - x) < going.margin:
                cost[row * columns + column] = road[row * columns + column] = IMPASSABLE
    return cost, extra, road


def _edges(table: Table, going: Going, cost: list[int]) -> dict[int, tuple[tuple[int, int], ...]]:
    """For each point on an outline, and each part of the steps there, the cost of the ground and the extras on it."""
    named = [n for n, each in enumerate(table.features) if each.kind in going.ground or each.kind in going.extra]
    drawn: dict[int, dict[int, int]] = {}
    for number in named:
        for point, within in outline_parts(table.features[number].polygon, table.width, table.height):
            drawn.setdefault(table.position(*point), {})[number] = within
    whole = (1 << len(PARTS)) - 1
    edges: dict[int, tuple[tuple[int, int], ...]] = {}
    known: dict[tuple[object, ...], tuple[tuple[int, int], ...]] = {}
    for position, outlines in drawn.items():
        if not cost[position]:
            continue
        held = tuple([(table.features[n].kind, outlines.get(n, whole)) for n in table.held_by(position) if n in named])
        key = held, cost[position]  # most points of an outline are alike
        if key not in known:
            known[key] = tuple([_part(going, held, part, cost[position]) for part in range(len(PARTS))])
        edges[position] = known[key]
    return edges


def _part(going: Going, held: tuple[tuple[str, int], ...], part: int, usual: int) -> tuple[int, int]:
    """The cost of the ground and the extras under a part of a step, of the kinds that lie there."""
    kinds = [kind for kind, within in held if within >> part & 1]
    cost = next((going.ground[kind] for kind in reversed(kinds) if kind in going.ground), going.open)
    return cost or usual, sum(going.extra.get(kind, 0) for kind in set(kinds))


def _runs(layers: bytes, index: int, size: int) -> Iterator[tuple[int, int]]:
    """The positions of a layer, run by run: from the first to before the last of each."""
    first, last = index * size, (index + 1) * size
    start = layers.find(1, first, last)
    while start >= 0:
        end = layers.find(0, start, last)
        end = end if end >= 0 else last
        yield start - first, end - first
        start = layers.find(1, end, last)


def _thin_bars(table: Table, going: Going, cost: list[int]) -> dict[int, int]:
    """The steps across an impassable feature too thin to hold a lattice point on the way, a bit each.

    A later feature with a cost of its own that the step meets, such as a ford, opens it again.
    """
    bars: dict[int, int] = {}
    columns, rows = table.columns, table.rows
    size = columns * rows
    for index, feature in enumerate(table.features):
        if going.ground.get(feature.kind) != IMPASSABLE:
            continue
        later = [each.polygon for each in table.features[index + 1 :] if going.ground.get(each.kind)]
        xs, ys = [x for x, _ in feature.polygon], [y for _, y in feature.polygon]
        west, east_end, south, north_end = min(xs), max(xs), min(ys), max(ys)
        for row in range(max(0, south // STEP - 2), min(rows, north_end // STEP + 4)):
            for column in range(max(0, west // STEP - 2), min(columns, east_end // STEP + 4)):
                position = row * columns + column
                if table.layers[index * size + position] or not cost[position]:
                    continue
                for step, (east, north) in enumerate(STEPS):
                    if not (0 <= column + east < columns and 0 <= row + north < rows):
                        continue
                    x, y = column * STEP, row * STEP
                    reach_x, reach_y = x + east * STEP, y + north * STEP
                    if max(x, reach_x) <= west or min(x, reach_x) >= east_end:
                        continue  # the step stays clear of the box around the feature
                    if max(y, reach_y) <= south or min(y, reach_y) >= north_end:
                        continue
                    goal = position + north * columns + east
                    if table.layers[index * size + goal] or not cost[goal]:
                        continue
                    a, b = table.point(position), table.point(goal)
                    if meeting(a, b, feature.polygon) is Meeting.CROSSES and not any(
                        meeting(a, b, polygon) for polygon in later
                    ):
                        bars[position] = bars.get(position, 0) | 1 << step
    return bars
