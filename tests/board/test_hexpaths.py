"""Movement on hex maps: costs by TCS 20.1, and the one cheapest path."""

import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board import hexkernels
from sandtable.board.hexdrafts import sketch_map
from sandtable.board.hexes import Direction, Hex, Hexside
from sandtable.board.hexmap import HexMap, Legend
from sandtable.board.hexpaths import MoveCosts, Movement

LEGEND = Legend(
    terrain={".": "open", "w": "woods", "v": "village", "s": "swamp"},
    hexsides={"hedge": 2, "stream": 0, "river": 0},
    roads=frozenset({"primary", "secondary", "track"}),
)
TRACKED = MoveCosts(
    terrain={"open": 6, "woods": 12, "village": 2, "swamp": 24},
    hexsides={"hedge": 6, "stream": 18, "river": None},
    roads={"primary": 2, "secondary": 3},
)
WHEELED = MoveCosts(
    terrain={"open": 12, "woods": 18, "village": 2, "swamp": None},
    hexsides={"hedge": 12, "stream": 30, "river": None},
    roads={"primary": 2, "secondary": 3},
)


def moving(text: str, costs: MoveCosts = TRACKED) -> Movement:
    return Movement(sketch_map(text, LEGEND), costs)


def numbers(movement: Movement, path: tuple[int, ...]) -> str:
    return " ".join(str(movement.hexmap.hex(index)) for index in path)


def test_a_step_costs_the_terrain_entered() -> None:
    tank = moving("0101 open\n0102 woods")
    assert (tank.step_cost("0101", "0102"), tank.step_cost("0102", "0101")) == (12, 6)


def test_a_hexside_is_paid_on_top() -> None:
    tank = moving("0101 open\n0102 woods\n0101-0102 hedge\n0101-0102 stream")
    assert (tank.step_cost("0101", "0102"), tank.step_cost("0102", "0101")) == (36, 30)


def test_prohibited_hexes_and_hexsides_stop_a_unit() -> None:
    assert moving("0101 open\n0102 swamp", WHEELED).step_cost("0101", "0102") is None
    assert moving("0101 open\n0102 open\n0101-0102 river").step_cost("0101", "0102") is None


def test_the_road_rate_counts_only_along_the_road() -> None:
    tank = moving("0101 woods\n0102 woods\n0201 woods\nroad primary 0101 0102\nroad secondary 0102 0201")
    assert tank.step_cost("0101", "0102") == 2
    assert tank.step_cost("0102", "0201") == 3
    assert tank.step_cost("0101", "0201") == 12


def test_a_road_without_a_rate_does_not_help() -> None:
    assert moving("0101 open\n0102 woods\nroad track 0101 0102").step_cost("0101", "0102") == 12


def test_a_road_never_makes_a_hex_dearer() -> None:
    assert moving("0101 open\n0102 village\nroad secondary 0101 0102").step_cost("0101", "0102") == 2


def test_a_road_opens_prohibited_terrain() -> None:
    truck = moving("0101 open\n0102 swamp\nroad primary 0101 0102", WHEELED)
    assert truck.step_cost("0101", "0102") == 2


def test_a_road_crosses_hexsides_unless_the_costs_say_otherwise() -> None:
    text = "0101 open\n0102 open\n0101-0102 stream\nroad primary 0101 0102"
    assert moving(text).step_cost("0101", "0102") == 2
    strict = MoveCosts(TRACKED.terrain, TRACKED.hexsides, TRACKED.roads, roads_cross_hexsides=False)
    assert moving(text, strict).step_cost("0101", "0102") == 20
    assert moving(text + "\nbridge 0101-0102", strict).step_cost("0101", "0102") == 2


def test_a_bridge_carries_over_a_river_without_a_road() -> None:
    assert moving("0101 open\n0102 open\n0101-0102 river\nbridge 0101-0102").step_cost("0101", "0102") == 6


def test_a_blown_bridge_closes_the_road_and_a_footbridge_opens_the_river() -> None:
    text = "0101 open\n0102 open\n0103 open\n0101-0102 river\n0102-0103 river\nroad primary 0101 0102\nbridge 0101-0102"
    tank, first, second = moving(text), Hexside("0101-0102"), Hexside("0102-0103")
    assert list(tank.reach("0101")) == [0, 1]
    assert list(tank.reach("0101", crossings={first: None})) == [0]
    opened = tank.reach("0101", crossings={first: 6, second: 6})
    assert [opened.cost(index) for index in opened] == [0, 8, 20]
    assert tank.path("0103", "0101", crossings={second: 6}) == (2, 1, 0)


def test_a_minefield_adds_to_every_way_in() -> None:
    tank = moving("0101 open\n0102 open\n0103 open")
    mined = tank.reach("0101", extra={1: 12})
    assert [mined.cost(index) for index in mined] == [0, 18, 24]
    assert mined.path(2) == (0, 1, 2)
    assert tank.reach("0102", extra={1: 12}).cost(2) == 6


def test_blocked_hexes_are_not_entered() -> None:
    tank = moving("0101 open\n0102 open\n0103 open\n0201 open\n0202 open")
    around = tank.reach("0101", blocked=tank.hexmap.mask(["0102"]))
    assert "0102" not in numbers(tank, tuple(around))
    assert numbers(tank, around.path(tank.hexmap.index("0103"))) == "0101 0201 0202 0103"


def test_the_budget_is_spent_to_the_last_unit() -> None:
    tank = moving("0101 open\n0105 open")
    assert list(tank.reach("0101", 17)) == [0, 1, 2]
    assert list(tank.reach("0101", 18)) == [0, 1, 2, 3]
    assert list(tank.reach("0101", 0)) == [0]


def test_a_unit_may_always_move_one_hex_that_is_not_prohibited() -> None:
    tank = moving("0102 open\n0101 swamp\n0103 open\n0104 open\n0202 open\n0102-0202 river")
    start = tank.hexmap.index("0102")
    assert set(tank.reach(start, 5)) == {start}
    reach = tank.reach(start, 5, at_least_one=True, blocked=tank.hexmap.mask(["0201"]))
    assert numbers(tank, tuple(reach)) == "0101 0102 0103"
    assert reach.cost(tank.hexmap.index("0101")) == 24
    assert numbers(tank, reach.path(tank.hexmap.index("0103"))) == "0102 0103"


def test_equal_costs_are_settled_by_fewer_hexes_then_by_the_lower_number_looking_back() -> None:
    longer = moving("0101 open\n0102 woods\n0103 open\n0201 open\n0202 open")
    # 18 straight through the woods, 18 around by 0201 and 0202: the shorter one is taken.
    assert numbers(longer, longer.path("0101", "0103")) == "0101 0102 0103"
    level = moving("0101 open\n0303 open")
    # To 0302 lead two hexes at the same cost: 0201 and 0202 are both one step from 0102.
    assert numbers(level, level.path("0102", "0302")) == "0102 0201 0302"
    assert numbers(level, level.path("0302", "0102")) == "0302 0201 0102"


def test_there_may_be_no_path() -> None:
    tank = moving("0101 open\n0102 open\n0101-0102 river")
    assert tank.path("0101", "0102") == ()
    assert tank.path("0101", "0101") == (0,)
    with pytest.raises(ValueError, match="hex 0102 is not in reach"):
        tank.reach("0101").cost(1)


def test_a_reach_answers_for_hexes_only() -> None:
    reach = moving("0101 open\n0102 open").reach("0101")
    assert 1 in reach
    assert all(other not in reach for other in (-1, 2, "0102", None))
    assert repr(reach) == "<Reach of 2 hexes from 0101>"


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        ({"budget": -1}, "budget is 0 or more"),
        ({"blocked": 1 << 9}, "outside the 2"),
        ({"extra": {0: -1}}, "extra at 0101 is -1"),
        ({"extra": {5: 1}}, "5 is not the index"),
        ({"crossings": {Hexside("0101-0102"): 10**6}}, "crossing at 0101-0102 is 1000000"),
        ({"crossings": {Hexside("0102-0103"): 1}}, "0103 is not on the map"),
    ],
)
def test_absurd_conditions_are_refused(conditions: dict[str, Any], words: str) -> None:
    tank = moving("0101 open\n0102 open")
    with pytest.raises(ValueError, match=words):
        tank.reach("0101", **conditions)
    with pytest.raises(ValueError, match=words):
        tank.path("0101", "0102", **conditions)


def test_costs_must_cover_the_map() -> None:
    with pytest.raises(ValueError, match="the terrain woods, for which"):
        moving("0101 woods", MoveCosts({"open": 6})).reach("0101")
    with pytest.raises(ValueError, match="the hexside hedge, for which"):
        moving("0101 open\n0101-0102 hedge", MoveCosts({"open": 6})).reach("0101")
    with pytest.raises(ValueError, match="cost of open is -6"):
        MoveCosts({"open": -6})


@st.composite
def movements(draw: st.DrawFn, longest: int) -> Movement:
    width, height = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    size = width * height
    bare = HexMap(width, height, ("open",) * size, (0,) * size, LEGEND)
    sides = sorted({hex.side(way) for hex in bare for way in Direction if hex.neighbour(way) in bare})
    some = st.sets(st.sampled_from(sides), max_size=len(sides) // 3) if sides else st.just(set())
    terrain = st.lists(st.sampled_from(sorted(LEGEND.terrain.values())), min_size=size, max_size=size)
    ground = HexMap(
        width,
        height,
        tuple(draw(terrain)),
        (0,) * size,
        LEGEND,
        {kind: frozenset(draw(some)) for kind in LEGEND.hexsides},
        {kind: frozenset(draw(some)) for kind in sorted(LEGEND.roads)},
        frozenset(draw(some)),
    )
    costs = MoveCosts(
        {kind: draw(st.sampled_from([0, 1, 2, 2, 3, None])) for kind in LEGEND.terrain.values()},
        {kind: draw(st.sampled_from([0, 1, 2, None])) for kind in LEGEND.hexsides},
        {"primary": 1, "secondary": 2},
        roads_cross_hexsides=draw(st.booleans()),
    )
    return Movement(ground, costs)


def price(movement: Movement, path: tuple[int, ...]) -> int:
    costs = [movement.step_cost(here, there) for here, there in pairwise(path)]
    assert None not in costs
    return sum(cost for cost in costs if cost is not None)


def every_path(movement: Movement, path: tuple[int, ...], blocked: int) -> Iterator[tuple[int, ...]]:
    yield path
    for there in movement.hexmap.neighbours(path[-1]):
        if there in path or blocked >> there & 1 or movement.step_cost(path[-1], there) is None:
            continue
        yield from every_path(movement, (*path, there), blocked)


@settings(max_examples=100, deadline=None)
@given(movements(3), st.data())
def test_no_path_is_better_than_the_one_given(movement: Movement, data: st.DataObject) -> None:
    size = len(movement.hexmap)
    start = data.draw(st.integers(0, size - 1))
    blocked = data.draw(st.integers(0, (1 << size) - 1)) & data.draw(st.integers(0, (1 << size) - 1))
    budget = data.draw(st.integers(0, 12))
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {}
    for path in every_path(movement, (start,), blocked):
        offer = price(movement, path), len(path), path[::-1]
        if offer[0] <= budget:
            best[path[-1]] = min(offer, best.get(path[-1], offer))
    reach = movement.reach(start, budget, blocked=blocked)
    assert {index: (reach.cost(index), reach.path(index)[::-1]) for index in reach} == {
        index: (cost, back) for index, (cost, _, back) in best.items()
    }


@pytest.mark.parametrize("seed", range(40))
def test_no_step_anywhere_improves_a_path_on_wide_ground(seed: int) -> None:
    chance = random.Random(seed)
    width, height = 9, 9
    sides = sorted({hex.side(way) for hex in Hex.at(5, 5).disc(3) for way in Direction})
    ground = HexMap(
        width,
        height,
        tuple(chance.choice(["open", "woods", "village", "swamp"]) for _ in range(width * height)),
        (0,) * (width * height),
        LEGEND,
        {kind: frozenset(chance.sample(sides, 20)) for kind in LEGEND.hexsides},
        {kind: frozenset(chance.sample(sides, 30)) for kind in sorted(LEGEND.roads)},
    )
    costs = MoveCosts(
        {"open": 2, "woods": 3, "village": 1, "swamp": None},
        {"hedge": 1, "stream": 2, "river": None},
        {"primary": 1, "secondary": 2},
    )
    movement = Movement(ground, costs)
    reach = movement.reach(chance.randrange(width * height))
    label = {index: (reach.cost(index), len(reach.path(index))) for index in reach}
    for here, (cost, length) in label.items():
        for there in ground.neighbours(here):
            step = movement.step_cost(here, there)
            if step is not None:
                assert label[there] <= (cost + step, length + 1)
                if label[there] == (cost + step, length + 1):
                    assert reach.path(there)[-2] <= here
        assert price(movement, reach.path(here)) == cost


@settings(max_examples=60, deadline=None)
@given(movements(9), st.integers(0, 30), st.data())
def test_reach_is_path_repeated(movement: Movement, budget: int, data: st.DataObject) -> None:
    ground = movement.hexmap
    start = data.draw(st.integers(0, len(ground) - 1))
    reach = movement.reach(start, budget)
    assert list(reach) == sorted(reach)
    assert len(reach) == len(list(reach))
    assert reach.mask == ground.mask(reach)
    assert start in reach
    for index in range(len(ground)):
        path = movement.path(start, index, budget)
        assert (index in reach) == bool(path)
        if path:
            assert path == reach.path(index)
            assert price(movement, path) == reach.cost(index) <= budget
            assert {type(each) for each in (*path, reach.cost(index), *reach)} == {int}


@settings(max_examples=40, deadline=None)
@given(movements(12), st.one_of(st.none(), st.integers(0, 60)), st.data())
def test_reach_is_the_same_without_numba(movement: Movement, budget: int | None, data: st.DataObject) -> None:
    size = len(movement.hexmap)
    start = data.draw(st.integers(0, size - 1))
    blocked = data.draw(st.integers(0, (1 << size) - 1)) & data.draw(st.integers(0, (1 << size) - 1))
    fast = movement.reach(start, budget, blocked=blocked, at_least_one=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "numba", None)
        hexkernels.compiled.cache_clear()
        try:
            plain = Movement(movement.hexmap, movement.costs).reach(start, budget, blocked=blocked, at_least_one=True)
            assert hexkernels.compiled(hexkernels.spread) is hexkernels.spread
        finally:
            hexkernels.compiled.cache_clear()
    assert {index: (plain.cost(index), plain.path(index)) for index in plain} == {
        index: (fast.cost(index), fast.path(index)) for index in fast
    }


@settings(max_examples=40, deadline=None)
@given(movements(12), st.data())
def test_the_costs_from_everywhere_are_those_of_the_way_to_the_nearest_goal(
    movement: Movement, data: st.DataObject
) -> None:
    size = len(movement.hexmap)
    goals = data.draw(st.integers(0, (1 << size) - 1)) & data.draw(st.integers(0, (1 << size) - 1))
    every = movement.hexmap.indices(goals)
    expected = []
    for start in range(size):
        reach = movement.reach(start)
        expected.append(min((reach.cost(goal) for goal in every if goal in reach), default=9_999_999))
    assert movement.costs_from_everywhere(goals, 9_999_999) == expected
    if every:
        plain = [0] * size
        hexkernels.approach(every, 9_999_999, movement.hexmap.adjacent, movement.steps, plain)
        assert plain == expected
