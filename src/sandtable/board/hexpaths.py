"""Movement on a hex map (TCS 20.1): what each step costs, how far a unit gets, and by which path.

Costs are whole numbers in a unit that the rules choose, a sixth of a movement point for instance, so that
halves and thirds are exact.

There is one solver and one tie-break, because the path decides who may interrupt: the cheapest path; of
these the one through the fewest hexes; of these, looking back from its end, the one that comes from the
hex with the lowest number each time.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from sandtable.board import hexkernels as kernels
from sandtable.board.fault import BoardError
from sandtable.board.hexes import Hexside
from sandtable.board.hexmap import HexMap, Where

DEAREST = 10_000
"""The highest cost of one terrain, hexside or extra."""

FARTHEST = (1 << 30) - 1
"""A budget that no path on a map can use up."""

PROHIBITED = -1


class MoveCosts(msgspec.Struct, frozen=True):
    """The terrain chart for one class of unit: foot, tracked or wheeled. None means prohibited.

    Every terrain and kind of hexside on the map must be named. A kind of road that is not named gives no
    road rate.

    >>> tracked = MoveCosts(
    ...     terrain={"open": 6, "woods": 12, "swamp": 24},
    ...     hexsides={"hedge": 6, "river": None},
    ...     roads={"primary": 2, "secondary": 3},
    ... )
    """

    terrain: Mapping[str, int | None]
    """To enter a hex."""
    hexsides: Mapping[str, int | None] = {}
    """Added for crossing a hexside."""
    roads: Mapping[str, int] = {}
    """To enter a hex along a road of that kind, instead of its terrain."""
    roads_cross_hexsides: bool = True
    """A road goes through the hedge and over the stream; if not, it pays for hexsides without a bridge."""

    def __post_init__(self) -> None:
        for kind, cost in (*self.terrain.items(), *self.hexsides.items(), *self.roads.items()):
            _check_cost(kind, cost)


class Movement(msgspec.Struct, frozen=True, dict=True):
    """A map as one class of unit moves over it. Make one for each class and keep it.

    >>> from sandtable.board.hexdrafts import sketch_map
    >>> from sandtable.board.hexmap import Legend
    >>> legend = Legend({".": "open", "w": "woods"}, roads=frozenset({"track"}))
    >>> ground = sketch_map("0101 open\\n 0102 woods\\n 0103 open\\n road track 0101 0102", legend)
    >>> foot = Movement(ground, MoveCosts({"open": 6, "woods": 12}, roads={"track": 3}))
    >>> foot.step_cost("0101", "0102"), foot.step_cost("0103", "0102")
    (3, 12)
    >>> reach = foot.reach("0101", budget=10)
    >>> {str(ground.hex(index)): reach.cost(index) for index in reach}
    {'0101': 0, '0102': 3, '0103': 9}
    >>> foot.path("0101", "0103")
    (0, 1, 2)
    """

    hexmap: HexMap
    costs: MoveCosts

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.hexmap, frozenset(self.costs.terrain.items())))

    def step_cost(self, here: Where, there: Where) -> int | None:
        """What the step between two adjacent hexes costs, or None if it is prohibited."""
        start, goal = self.hexmap.index(here), self.hexmap.index(there)
        direction = self.hexmap.hex(start).direction_to(self.hexmap.hex(goal))
        cost = self.steps[start * 6 + direction]
        return None if cost == PROHIBITED else cost

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """For each index six entries, one per direction: the cost of that step, -1 if prohibited."""
        hexmap, costs = self.hexmap, self.costs
        for what, used, known in (
            ("terrain", set(hexmap.terrain), costs.terrain),
            ("hexside", set(hexmap.hexsides), costs.hexsides),
        ):
            for kind in sorted(used - set(known)):
                raise BoardError(f"the map has the {what} {kind}, for which the costs have no entry")
        terrain = [_number(costs.terrain[kind]) for kind in hexmap.terrain]
        steps = [terrain[there] if there >= 0 else PROHIBITED for there in hexmap.adjacent]
        sides = frozenset().union(*hexmap.hexsides.values(), *hexmap.roads.values())
        for side in sides:
            (one, out), (other, back) = hexmap.both_ways(side)
            steps[one * 6 + out] = self._step(side, terrain[other], self._surcharge(side))
            steps[other * 6 + back] = self._step(side, terrain[one], self._surcharge(side))
        return tuple(steps)

    def _surcharge(self, side: Hexside) -> int:
        if side in self.hexmap.bridges:
            return 0
        extra = [_number(self.costs.hexsides[kind]) for kind in self.hexmap.features_on(side)]
        return PROHIBITED if PROHIBITED in extra else sum(extra)

    def _step(self, side: Hexside, entry: int, surcharge: int, *, always: bool = False) -> int:
        """The cheaper of the road and the open ground, each with what the hexside adds."""
        on_road = surcharge if always or not self.costs.roads_cross_hexsides else 0
        rates = [self.costs.roads[kind] for kind in self.hexmap.roads_on(side) if kind in self.costs.roads]
        ways = [rate + on_road for rate in rates if on_road != PROHIBITED]
        if entry != PROHIBITED and surcharge != PROHIBITED:
            ways.append(entry + surcharge)
        return min(ways, default=PROHIBITED)

    def reach(
        self,
        start: Where,
        budget: int | None = None,
        *,
        blocked: int = 0,
        extra: Mapping[int, int] | None = None,
        crossings: Mapping[Hexside, int | None] | None = None,
        at_least_one: bool = False,
    ) -> "Reach":
        """All hexes that can be reached for the budget, with cost and path; without a budget, all at all.

        `blocked` is a bit mask of hexes that may not be entered; `extra` adds to the cost of entering a hex,
        by index (a minefield). `crossings` replaces what the map says of a hexside, on and off the road:
        a cost is added to the step, None closes it (a blown bridge). With `at_least_one` the unit may move
        one hex that is not prohibited, even beyond its budget (TCS 20.1b).
        """
        origin, steps = self.hexmap.index(start), self._changed(extra, crossings)
        labels = self._solve(origin, -1, budget, blocked, steps)
        if at_least_one:
            for side in range(origin * 6, origin * 6 + 6):
                there, step = self.hexmap.adjacent[side], steps[side]
                if there >= 0 and step >= 0 and labels[there] < 0 and not blocked >> there & 1:
                    labels[there] = (step << kernels.LABEL_BITS) + 1
        return Reach(self.hexmap, origin, labels, steps)

    def path(
        self,
        start: Where,
        goal: Where,
        budget: int | None = None,
        *,
        blocked: int = 0,
        extra: Mapping[int, int] | None = None,
        crossings: Mapping[Hexside, int | None] | None = None,
    ) -> tuple[int, ...]:
        """The cheapest path as indices, both ends included, or () if there is none: as `reach` gives it."""
        origin, end = self.hexmap.index(start), self.hexmap.index(goal)
        steps = self._changed(extra, crossings)
        reach = Reach(self.hexmap, origin, self._solve(origin, end, budget, blocked, steps), steps)
        return reach.path(end) if end in reach else ()

    def _solve(self, origin: int, goal: int, budget: int | None, blocked: int, steps: Sequence[int]) -> Any:
        size = len(self.hexmap)
        if budget is not None and budget < 0:
            raise BoardError(f"a budget is 0 or more, not {budget}")
        if blocked < 0 or blocked >> size:
            raise BoardError(f"the blocked hexes lie outside the {size} of this map")
        limit = FARTHEST if budget is None else min(budget, FARTHEST)
        labels = kernels.blanks(size)
        spread = kernels.compiled(kernels.spread)
        flat_steps = self._flat[1] if steps is self.steps else kernels.flat(steps)
        spread(origin, goal, limit, self._flat[0], flat_steps, kernels.bits(blocked, size), labels)
        return labels

    def costs_from_everywhere(self, goals: int, far: int) -> list[int]:
        """What the cheapest way from each hex to the nearest of some hexes, a bit mask, costs; `far` if there is none.

        >>> from sandtable.board.hexdrafts import sketch_map
        >>> from sandtable.board.hexmap import Legend
        >>> ground = sketch_map("0101 open\\n 0104 open", Legend({".": "open"}))
        >>> Movement(ground, MoveCosts({"open": 6})).costs_from_everywhere(0b10, 99)
        [6, 0, 6, 12]
        """
        if not goals:
            return [far] * len(self.hexmap)
        found = kernels.blanks(len(self.hexmap))
        kernels.compiled(kernels.approach)(kernels.flat(self.hexmap.indices(goals)), far, *self._flat, found)
        return found if isinstance(found, list) else found.tolist()

    @cached_property
    def _flat(self) -> tuple[Any, Any]:
        return kernels.flat(self.hexmap.adjacent), kernels.flat(self.steps)

    def _changed(
        self, extra: Mapping[int, int] | None, crossings: Mapping[Hexside, int | None] | None
    ) -> Sequence[int]:
        extra, crossings = extra or {}, crossings or {}
        if not extra and not crossings:
            return self.steps
        hexmap, steps = self.hexmap, list(self.steps)
        for side, cost in crossings.items():
            _check_cost(f"the crossing at {side}", cost)
            one, other = hexmap.both_ways(side)
            for (here, way), (there, _) in ((one, other), (other, one)):
                entry = _number(self.costs.terrain[hexmap.terrain[there]])
                steps[here * 6 + way] = self._step(side, entry, _number(cost), always=True)
        for where, cost in extra.items():
            _check_cost(f"the extra at {hexmap.hex(where)}", cost)
            for out, here in enumerate(hexmap.adjacent[where * 6 : where * 6 + 6]):
                back = here * 6 + (out + 3) % 6
                if here >= 0 and steps[back] != PROHIBITED:
                    steps[back] += cost
        return steps


class Reach:
    """The hexes in reach of a unit: `index in reach`, in ascending order, with cost and path to each.

    >>> from sandtable.board.hexdrafts import sketch_map
    >>> from sandtable.board.hexmap import Legend
    >>> ground = sketch_map("0101 open\\n 0104 open", Legend({".": "open"}))
    >>> reach = Movement(ground, MoveCosts({"open": 6})).reach("0101", budget=12)
    >>> list(reach), len(reach), 3 in reach
    ([0, 1, 2], 3, False)
    >>> reach.cost(2), reach.path(2), bin(reach.mask)
    (12, (0, 1, 2), '0b111')
    """

    __slots__ = ("_came", "_hexmap", "_labels", "_steps", "mask", "start")

    def __init__(self, hexmap: HexMap, start: int, labels: Any, steps: Sequence[int]) -> None:
        self.start = start
        self.mask = kernels.marked(labels)
        """The hexes in reach as a bit mask."""
        self._hexmap = hexmap
        # A view on bytes gives Python integers and cannot be changed.
        self._labels = labels if isinstance(labels, list) else memoryview(labels.tobytes()).cast("q")
        self._steps = steps
        self._came: dict[int, int] = {}

    def __contains__(self, index: object) -> bool:
        return isinstance(index, int) and 0 <= index < len(self._labels) and self._labels[index] >= 0

    def __iter__(self) -> Iterator[int]:
        return iter(self._hexmap.indices(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __repr__(self) -> str:
        return f"<Reach of {len(self)} hexes from {self._hexmap.hex(self.start)}>"

    def cost(self, index: int) -> int:
        """What it costs to get there."""
        return self._label(index) >> kernels.LABEL_BITS

    def costs(self) -> dict[int, int]:
        """What it costs to get to each hex in reach.

        >>> from sandtable.board.hexdrafts import sketch_map
        >>> from sandtable.board.hexmap import Legend
        >>> ground = sketch_map("0101 open\\n 0104 open", Legend({".": "open"}))
        >>> Movement(ground, MoveCosts({"open": 6})).reach("0101", budget=12).costs()
        {0: 0, 1: 6, 2: 12}
        """
        return {index: label >> kernels.LABEL_BITS for index, label in enumerate(self._labels) if label >= 0}

    def path(self, index: int) -> tuple[int, ...]:
        """The hexes on the way there, both ends included."""
        self._label(index)
        back = [index]
        while index != self.start:
            index = self.before(index)
            back.append(index)
        return tuple(reversed(back))

    def _label(self, index: int) -> int:
        if index not in self:
            raise BoardError(f"hex {self._hexmap.hex(index)} is not in reach")
        return int(self._labels[index])

    def before(self, index: int) -> int:
        """The hex from which the way there enters a hex in reach; it must not be the start."""
        found = self._came.get(index)
        if found is None:
            found = self._came[index] = self._before(index)
        return found

    def _before(self, index: int) -> int:
        labels, steps, came = self._labels, self._steps, -1
        label = self._label(index)
        back = 3
        for here in self._hexmap.adjacent[index * 6 : index * 6 + 6]:
            if here >= 0 and 0 <= labels[here] < label and (here < came or came < 0):
                step = steps[here * 6 + back]
                if step >= 0 and labels[here] + (step << kernels.LABEL_BITS) + 1 == label:
                    came = here
            back = back + 1 if back < 5 else 0
        return came


def _number(cost: int | None) -> int:
    return PROHIBITED if cost is None else cost


def _check_cost(what: str, cost: int | None) -> None:
    if cost is not None and not 0 <= cost <= DEAREST:
        raise BoardError(f"the cost of {what} is {cost}; it is 0 to {DEAREST}, or None if prohibited")
