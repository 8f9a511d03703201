"""Reach: the straight line first, the cheapest lattice path otherwise, compiled and plain alike."""

from itertools import pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board.going import IMPASSABLE, Going
from sandtable.board.heights import LEVEL
from sandtable.board.lattice import distance, within
from sandtable.board.reach import Reach, reach
from sandtable.board.shapes import Meeting, Side, check_polygon, meeting, side
from sandtable.board.stands import Base, overlap
from sandtable.board.steps import BESIDE, LENGTHS, STEPS, barred_by, line_length, straight_line
from sandtable.board.table import Feature, Road, Table, kernels
from sandtable.board.walking import (
    NOT_REACHED,
    Order,
    enemy_bars,
    line_way,
    on_friend,
    plain_lattice,
    plain_lattice_costs,
    plain_lattice_way,
    plain_line_paid,
    plain_line_price,
    plain_prices,
    plain_straight_costs,
)

FOOT = Going(ground={"woods": 2, "river": IMPASSABLE, "ford": 2}, uphill=2, outlines=True)


def block(kind, west, south, east, north, **more):
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Feature(kind, kind, tuple((int(100 * x), int(100 * y)) for x, y in corners), **more)


def cut_block(west, south, wide, high, cut):
    """A block in half inches with its corners cut off."""
    east, north = west + wide, south + high
    corners = [(west + cut, south), (east - cut, south), (east, south + cut), (east, north - cut)]
    corners += [(east - cut, north), (west + cut, north), (west, north - cut), (west, south + cut)]
    return tuple((50 * x, 50 * y) for x, y in dict.fromkeys(corners))


def table_with(*features, roads=()):
    return Table(2400, 2000, features=features, roads=roads)


def move(table, at, inches, going=FOOT, **more):
    return reach(table, going, table.read(at), 100 * inches, **more)


def texts(table, positions):
    return [table.text(position) for position in positions]


class TestOpenGround:
    @pytest.mark.parametrize("budget", [0, 49, 50, 70, 71, 200, 333, 800])
    def test_the_whole_disc_is_in_reach_and_nothing_else(self, budget):
        table = table_with()
        start = table.read("12.0,10.0")
        found = reach(table, FOOT, start, budget)
        disc = [p for p in range(49 * 41) if within(table.point(start), table.point(p), budget)]
        assert list(found) == disc
        assert len(found) == len(disc)
        for position in disc:
            assert found.is_straight(position)
            assert found.cost(position) == distance(table.point(start), table.point(position))

    def test_lattice_steps_alone_reach_all_but_a_fiftieth_of_the_disc(self):
        table = table_with()
        order = move(table, "12.0,10.0", 8).order
        lattice = plain_lattice_costs(order, {})
        disc = len(move(table, "12.0,10.0", 8))
        assert sum(cost >= 0 for cost in lattice) >= 0.97 * disc

    def test_the_edge_of_the_table_ends_the_reach(self):
        table = table_with()
        found = move(table, "0.0,0.0", 2)
        assert len(found) == 17
        assert move(table, "0.0,0.0", 2, Going(margin=50)).order.start in move(table, "0.0,0.0", 2, Going(margin=50))

    def test_a_margin_keeps_the_base_on_the_table(self):
        table = table_with()
        found = move(table, "1.0,1.0", 4, Going(margin=50))
        assert min(min(table.point(position)) for position in found) == 50

    def test_membership_is_for_positions_only(self):
        found = move(table_with(), "12.0,10.0", 2)
        start = found.order.start
        assert start in found
        assert "12.0,10.0" not in found
        assert None not in found
        assert True not in move(table_with(), "0.5,0.0", 2)
        assert -1 not in found
        assert 10**9 not in found


class TestGround:
    def test_half_of_a_step_counts_on_either_ground(self):
        table = table_with(block("woods", 12, 0, 16, 20))
        found = move(table, "10.0,10.0", 4)
        assert found.cost(table.read("11.5,10.0")) == 150
        assert found.cost(table.read("12.0,10.0")) == 200
        assert found.cost(table.read("12.5,10.0")) == 300, "its outline runs through the point: it begins there"
        assert table.read("13.0,10.0") in found
        assert table.read("13.5,10.0") not in found
        beside = table_with(block("woods", 12.2, 0, 16, 20))
        assert move(beside, "10.0,10.0", 4).cost(beside.read("12.5,10.0")) == 275

    @pytest.mark.parametrize("wide", [1, 2, 5])
    def test_a_wood_is_as_wide_as_it_is_drawn_wherever_its_outline_runs(self, wide):
        for west in (9, 9.5):
            table = table_with(block("woods", west, 0, west + wide, 20))
            assert move(table, "8.0,10.0", 30).cost(table.read("18.0,10.0")) == 1000 + 100 * wide
            assert move(table, "18.0,10.0", 30).cost(table.read("8.0,10.0")) == 1000 + 100 * wide

    @settings(deadline=None, max_examples=60)
    @given(st.integers(0, 8), st.integers(0, 6), st.integers(1, 10), st.integers(1, 8), st.integers(0, 4))
    def test_a_step_pays_for_what_shapely_says_it_has_in_the_wood(self, west, south, wide, high, cut):
        polygon = cut_block(west, south, wide, high, min(cut, (min(wide, high) - 1) // 2))
        wood = shapely.Polygon(polygon)
        table = Table(900, 700, features=(Feature("woods", "it", polygon),))
        ways = Going(ground={"woods": 2}, outlines=True).on(table)
        for position in range(table.columns * table.rows):
            here = table.point(position)
            for step, (east, north) in enumerate(STEPS[:8]):
                there = here[0] + 50 * east, here[1] + 50 * north
                if table.on_table(*there):
                    line = shapely.LineString([here, there])
                    share = line.intersection(wood).length / line.length
                    assert ways.rates(position)[step] == round(4 * (1 + share), 6)

    def test_nobody_crosses_what_is_impassable_but_may_go_round(self):
        table = table_with(block("river", 12, 4, 13, 11))
        found = move(table, "11.0,10.0", 8)
        behind = table.read("14.0,10.0")
        assert behind in found
        assert not found.is_straight(behind)
        path = texts(table, found.path(behind))
        assert path[0] == "11.0,10.0"
        assert path[-1] == "14.0,10.0"
        assert all(table.ground_at(position) == "open" for position in found.path(behind))
        assert table.read("12.5,10.0") not in found

    def test_even_a_thin_wall_cannot_be_stepped_over(self):
        table = table_with(block("river", 12.1, 0, 12.2, 20))
        found = move(table, "11.0,10.0", 8)
        assert max(table.point(position)[0] for position in found) == 1200

    def test_a_thin_slanting_wall_cannot_be_slipped_through(self):
        wall = Feature("river", "ditch", ((600, 0), (610, 0), (1810, 2000), (1800, 2000)))
        table = table_with(wall)
        found = move(table, "8.0,10.0", 12)
        assert all(
            side(table.point(p), ((610, 0), (2400, 0), (2400, 2000), (1810, 2000))) is Side.OUTSIDE for p in found
        )

    def test_a_ford_laid_over_a_river_can_be_crossed(self):
        table = table_with(block("river", 12, 0, 13, 20), block("ford", 12, 9, 13, 11))
        found = move(table, "11.0,10.0", 8)
        assert table.read("14.0,10.0") in found
        assert table.read("14.0,3.0") not in found

    def test_who_stands_in_the_river_may_climb_out(self):
        table = table_with(block("river", 12, 0, 13, 20))
        found = move(table, "12.0,10.0", 2)
        assert table.read("11.0,10.0") in found
        assert table.read("14.0,10.0") not in found

    def test_uphill_costs_double_and_downhill_nothing_more(self):
        table = table_with(block("hill", 12, 0, 20, 20, level=1))
        assert move(table, "11.5,10.0", 4).cost(table.read("12.0,10.0")) == 100
        assert move(table, "12.0,10.0", 4).cost(table.read("11.5,10.0")) == 50
        assert move(table, "12.0,10.0", 4).cost(table.read("13.0,10.0")) == 100

    def test_every_inch_up_a_slope_costs_double(self):
        climber = Going(uphill=2, slopes=True)
        table = Table(
            2400, 2000, features=(block("hill", 6, 0, 18, 20, level=1), block("hill", 10, 6, 14, 14, level=2))
        )
        assert move(table, "5.0,10.0", 30, climber).cost(table.read("12.0,10.0")) == 1300, (
            "an inch to its foot, then six up"
        )
        assert move(table, "12.0,10.0", 30, climber).cost(table.read("5.0,10.0")) == 700, "downhill costs nothing more"
        assert move(table, "8.0,3.0", 30, climber).cost(table.read("8.0,17.0")) == 1400, "nor does the way along it"
        assert move(table, "5.0,10.0", 30, FOOT).cost(table.read("12.0,10.0")) == 800, "two steps gain a level"

    @pytest.mark.parametrize(("width", "cost"), [(None, 1100), (0, 650), (200, 800)])
    def test_a_hill_may_be_flat_from_some_way_in(self, width, cost):
        table = table_with(block("hill", 6, 0, 24, 20, level=1, slope=width))
        assert move(table, "5.0,10.0", 30, Going(uphill=2, slopes=True)).cost(table.read("11.0,10.0")) == cost

    @pytest.mark.parametrize("times", [2, 4])
    def test_no_detour_makes_a_climb_cheaper(self, times):
        octagon = Feature("hill", "it", cut_block(4, 4, 36, 32, 10), 1)
        table = table_with(octagon)
        found = move(table, "1.0,10.0", 16, Going(uphill=times, slopes=True))
        for position in found:
            if table.levels[position]:
                assert found.cost(position) >= times * (table.heights[position] - LEVEL) * 0.95

    def test_impediments_do_not_multiply_twice(self):
        table = table_with(block("hill", 12, 0, 20, 20, level=1), block("woods", 8, 0, 20, 20))
        assert move(table, "11.5,10.0", 4).cost(table.read("12.0,10.0")) == 100

    def test_extras_come_on_top_of_the_ground_below(self):
        tank = Going(parts=2, open=2, ground={"woods": 6}, extra={"hill": 2, "hilltop": 2})
        table = table_with(
            block("hill", 2, 2, 12, 12, level=1), block("hilltop", 4, 4, 8, 8), block("woods", 2, 2, 12, 12)
        )
        assert move(table, "5.0,5.0", 8, tank).cost(table.read("6.0,5.0")) == 500
        assert move(table, "9.0,5.0", 8, tank).cost(table.read("10.0,5.0")) == 400
        assert move(table, "15.0,5.0", 8, tank).cost(table.read("16.0,5.0")) == 100


class TestRoads:
    road = Road("good_road", "", ((0, 1000), (2400, 1000)), 100)
    tank = Going(parts=2, open=2, ground={"woods": 6, "river": IMPASSABLE}, roads={"good_road": 1})

    def test_a_step_that_stays_on_the_road_has_the_road_rate(self):
        table = table_with(block("woods", 4, 0, 20, 20), roads=(self.road,))
        found = move(table, "6.0,10.0", 4, self.tank)
        assert found.cost(table.read("14.0,10.0")) == 400
        assert table.read("14.5,10.0") not in found
        assert found.cost(table.read("6.0,11.0")) == 175

    def test_a_bridge_is_a_road_over_a_river(self):
        table = table_with(block("river", 10, 0, 12, 20), roads=(self.road,))
        found = move(table, "8.0,10.0", 8, self.tank)
        assert table.read("14.0,10.0") in found
        assert table.read("11.0,10.0") in found
        assert table.read("11.0,12.0") not in found

    def test_extras_hold_on_the_road_only_if_the_rules_say_so(self):
        table = table_with(block("hill", 4, 0, 20, 20, level=1), roads=(self.road,))
        for keeps, cost in ((False, 50), (True, 150)):
            going = Going(parts=2, open=2, roads={"good_road": 1}, extra={"hill": 2}, extras_on_road=keeps)
            assert move(table, "6.0,10.0", 4, going).cost(table.read("7.0,10.0")) == cost

    def test_the_road_round_the_wood_is_taken_when_the_straight_line_is_too_dear(self):
        road = Road("good_road", "", ((400, 1000), (400, 1400), (1600, 1400), (1600, 1000)), 100)
        table = table_with(block("woods", 5, 2, 15, 13), roads=(road,))
        found = move(table, "4.0,10.0", 12, self.tank)
        goal = table.read("16.0,10.0")
        assert not found.is_straight(goal)
        assert all(table.roads_at(position) for position in found.path(goal))
        assert found.cost(goal) <= 1050


class TestStands:
    def test_an_enemy_is_not_passed_through_but_may_be_touched(self):
        table = table_with()
        enemy = table.base(table.read("14.0,10.0"))
        found = move(table, "12.0,10.0", 8, enemies=[enemy])
        assert not any(overlap(table.base(position), enemy) for position in found)
        assert table.read("13.0,10.0") in found
        assert table.read("13.5,10.0") not in found
        behind = table.read("16.0,10.0")
        assert behind in found
        assert not found.is_straight(behind)
        assert not any(overlap(table.base(position), enemy) for position in found.path(behind))

    def test_a_line_of_enemies_without_room_between_is_a_wall(self):
        table = table_with()
        wall = [table.base(table.read(f"14.0,{row}.5")) for row in range(0, 20, 1)]
        found = move(table, "12.0,10.0", 8, enemies=wall)
        assert max(table.point(position)[0] for position in found) == 1300

    def test_friends_are_passed_but_not_ended_on(self):
        table = table_with()
        friend = table.base(table.read("14.0,10.0"))
        found = move(table, "12.0,10.0", 8, friends=[friend])
        without = move(table, "12.0,10.0", 8)
        assert found.is_straight(table.read("16.0,10.0"))
        assert set(without) - set(found) == {p for p in without if overlap(table.base(p), friend)}

    def test_who_does_not_move_may_stay_even_among_friends(self):
        table = table_with()
        start = table.read("12.0,10.0")
        assert start in move(table, "12.0,10.0", 8, friends=[table.base(start)])

    def test_an_enemy_in_contact_does_not_hold_the_mover(self):
        table = table_with()
        found = move(table, "12.0,10.0", 4, enemies=[table.base(table.read("13.0,10.0"), heading=3)])
        assert table.read("10.0,10.0") in found
        assert table.read("13.0,10.0") not in found
        on_top = move(table, "12.0,10.0", 4, enemies=[table.base(table.read("12.0,10.0"))])
        assert len(on_top) == len(move(table, "12.0,10.0", 4))

    @given(st.integers(0, 23), st.integers(0, 23), st.integers(-6, 6), st.integers(-6, 6))
    def test_nobody_squeezes_between_two_points_that_enemies_hold(self, heading, other, east, north):
        table = table_with()
        enemies = (Base(1200, 1000, heading), Base(1200 + 50 * east, 1000 + 50 * north, other))
        bars = enemy_bars(Order(FOOT.on(table), 0, 800, enemies, (), 100))
        held = {position for position, bits in bars.items() if bits >> 16}
        for position in range(table.columns * table.rows):
            for step in range(8, 16):
                if {position + dy * table.columns + dx for dx, dy in BESIDE[step]} <= held:
                    assert bars[position] >> step & 1

    @pytest.mark.parametrize("heading", range(6))
    @pytest.mark.parametrize("length", [100, 200])
    def test_what_a_base_bars_is_what_would_cross_it(self, heading, length):
        corners = Base(0, 0, heading, length).corners
        bars = {(dx, dy): bits for dx, dy, bits in barred_by(heading, length)}
        for dx in range(-7, 8):
            for dy in range(-7, 8):
                here = (50 * dx, 50 * dy)
                bits = bars.get((dx, dy), 0)
                for number, (east, north) in enumerate(STEPS):
                    crosses = meeting(here, (here[0] + 50 * east, here[1] + 50 * north), corners) is Meeting.CROSSES
                    assert bits >> number & 1 == crosses
                assert bits >> 16 == (side(here, corners) is Side.INSIDE)


class TestSteps:
    def test_steps_have_their_true_length_rounded_up(self):
        for (east, north), length in zip(STEPS, LENGTHS, strict=True):
            assert length == distance((0, 0), (50 * east, 50 * north))

    def test_the_points_beside_a_step_are_neighbours_of_both_ends(self):
        for (east, north), beside in zip(STEPS, BESIDE, strict=True):
            for dx, dy in beside:
                assert max(abs(dx), abs(dy)) == 1
                assert max(abs(east - dx), abs(north - dy)) == 1

    @given(st.integers(-80, 80), st.integers(-80, 80))
    def test_a_straight_line_goes_from_neighbour_to_neighbour_and_mirrors(self, east, north):
        line = straight_line(east, north)
        for (x, y), (to_x, to_y) in pairwise(((0, 0), *line)):
            assert max(abs(to_x - x), abs(to_y - y)) <= 1
        assert straight_line(-east, north) == tuple((-x, y) for x, y in line)
        assert straight_line(north, east) == tuple((y, x) for x, y in line)
        length = line_length(east, north)
        assert 50 * (len(line) - 1) < length <= 50 * len(line) or not line
        for k, (x, y) in enumerate(line[:-1], 1):
            assert distance((0, 0), (50 * x, 50 * y)) <= 50 * k + 36


@st.composite
def battles(draw):
    """Small tables with everything on them, and a stand about to move."""
    grid = draw(st.sampled_from([50, 100, 30]))
    corner = st.tuples(st.integers(0, 900 // grid), st.integers(0, 700 // grid))
    features = []
    for number in range(draw(st.integers(0, 5))):
        corners = tuple((grid * x, grid * y) for x, y in draw(st.lists(corner, min_size=3, max_size=5, unique=True)))
        try:
            check_polygon("it", corners, 900, 700)
        except ValueError:
            continue
        kind = draw(st.sampled_from(["woods", "river", "hill", "ford"]))
        features.append(Feature(kind, f"{kind} {number}", corners, 1 + number if kind == "hill" else None))
    bends = draw(st.lists(corner, min_size=2, max_size=4, unique=True))
    roads = (Road("track", "", tuple((grid * x, grid * y) for x, y in bends), 100),) if draw(st.booleans()) else ()
    table = Table(900, 700, features=tuple(features), roads=roads)
    going = draw(
        st.sampled_from(
            [
                FOOT,
                Going(ground={"woods": 4, "river": 0, "ford": 1}, roads={"track": 1}, uphill=4),
                Going(
                    ground={"woods": 2, "river": 0},
                    roads={"track": 1},
                    uphill=2,
                    slopes=True,
                    roads_as_ground=True,
                    outlines=True,
                ),
                Going(
                    parts=2, open=2, ground={"woods": 6, "river": 0, "ford": 8}, roads={"track": 1}, extra={"hill": 2}
                ),
                Going(
                    parts=2,
                    open=2,
                    ground={"woods": 5, "river": 0},
                    roads={"track": 1},
                    extra={"hill": 2, "woods": 1},
                    uphill=3,
                    uphill_extra=1,
                    extras_on_road=True,
                    margin=50,
                ),
            ]
        )
    )
    size = table.columns * table.rows
    stand = st.builds(table.base, st.integers(0, size - 1), st.integers(0, 23), st.sampled_from([100, 100, 150]))
    return Order(
        going.on(table),
        draw(st.integers(0, size - 1)),
        draw(st.integers(0, 500)),
        tuple(draw(st.lists(stand, max_size=3))),
        tuple(draw(st.lists(stand, max_size=3))),
        100,
    )


def band(costs, first, length):
    return list(costs)[first : first + length]


def within_rows(bars, columns):
    """Bars without those of steps that lead out of the rows looked at: nobody takes such a step."""
    rows = len(bars) // columns

    def kept(row):
        return ~sum(1 << step for step, (_, north) in enumerate(STEPS) if not 0 <= row + north < rows)

    return [each & kept(number // columns) for number, each in enumerate(bars)]


class TestOneMeaning:
    @settings(deadline=None, max_examples=200)
    @given(battles())
    def test_the_compiled_reach_is_the_plain_reach(self, order):
        compiled = kernels("reachkernels")
        if compiled is None:
            pytest.skip("numba is not installed")
        first, members, prices = compiled.prices(order)
        _, plain, plainly = plain_prices(order)
        assert plain == bytes(first) + members + bytes(len(plain) - first - len(members))
        assert prices.tolist() == band(plainly, first, len(members))
        _, slow, slow_bars = plain_lattice(order)
        start, fast, bars = compiled.lattice(order)
        assert start == first
        assert fast.tolist() == band(slow, first, len(members))
        assert set(slow[:first]) | set(slow[first + len(members) :]) <= {-1}
        columns = order.ways.table.columns
        assert within_rows(bars.tolist(), columns) == within_rows(band(slow_bars, first, len(members)), columns)
        for goal in range(order.start % 11, len(plain), 11):
            assert compiled.line_price(order, goal) == plain_line_price(order, goal)
            assert compiled.line_paid(order, goal) == plain_line_paid(order, goal)
        assert compiled.line_price(order, order.start) == 0

    @settings(deadline=None, max_examples=100)
    @given(battles())
    def test_the_compiled_ways_are_the_plain_ways(self, order):
        compiled = kernels("reachkernels")
        if compiled is None:
            pytest.skip("numba is not installed")
        slow, fast = plain_lattice(order), compiled.lattice(order)
        straight = plain_straight_costs(order, enemy_bars(order))
        for goal in {order.start, *range(order.start % 7, len(straight), 7)}:
            first, costs, bars = compiled.lattice(order, goal)
            assert slow[1][goal] == (costs[goal - first] if 0 <= goal - first < len(costs) else NOT_REACHED)
            assert not compiled.too_far(order, goal) or (slow[1][goal], straight[goal]) == (NOT_REACHED, NOT_REACHED)
            assert not compiled.no_way_to(order, goal) or slow[1][goal] == NOT_REACHED
            if straight[goal] != NOT_REACHED:
                assert compiled.line_way(order, goal) == line_way(order, goal)
            if slow[1][goal] != NOT_REACHED:
                way = compiled.lattice_way(order, goal, *fast)
                assert way == plain_lattice_way(order, goal, *slow)
                assert way == compiled.lattice_way(order, goal, first, costs, bars)
                assert {type(value) for step in way for value in step} == {int}

    @settings(deadline=None, max_examples=40)
    @given(battles(), st.integers(1, 7))
    def test_however_it_is_asked_the_reach_is_the_same(self, order, step):
        _, plain, prices = plain_prices(order)
        inside = [position for position, member in enumerate(plain) if member]
        backwards = range(len(plain) - 1, -1, -step)
        assert Reach(order).first_of(backwards, 9) == [each for each in backwards if plain[each]][:9]
        wanted = bytes(position % step == 0 for position in range(len(plain)))
        one_by_one, at_once = Reach(order), Reach(order).solved()
        first, among = one_by_one.among(wanted)
        assert [first + index for index, member in enumerate(among) if member] == [p for p in inside if p % step == 0]
        assert at_once.among(wanted) == (first, among)
        for found in (one_by_one, at_once):
            assert [found.price(position) for position in range(len(plain))] == prices
            assert list(found) == inside
            free = {position for position in found.passing if not on_friend(order, position)}
            assert {*inside, order.start} == {*free, order.start}
        lines = [position for position in range(len(plain)) if one_by_one.is_straight(position)]
        assert lines == [position for position in inside if at_once.is_straight(position)]

    @settings(deadline=None, max_examples=60)
    @given(battles())
    def test_the_compiled_rates_are_the_plain_rates(self, order):
        compiled = kernels("waykernels")
        if compiled is None:
            pytest.skip("numba is not installed")
        packed = compiled.pack_ways(order.ways)
        for position in range(order.ways.table.columns * order.ways.table.rows):
            assert compiled.rates_at(packed, position) == order.ways.plain_rates(position)

    @settings(deadline=None, max_examples=100)
    @given(battles())
    def test_every_way_is_connected_passable_and_paid(self, order):
        found = Reach(order)
        ways, table = order.ways, order.ways.table
        bars = enemy_bars(order)
        for position in found:
            way = found.way(position)
            assert way[0] == (order.start, 0, 0)
            assert way[-1].position == position
            assert way[-1].spent == found.cost(position) <= order.budget
            assert found.path(position) == tuple(step.position for step in way)
            for before, after in pairwise(way):
                (ax, ay), (bx, by) = table.point(before.position), table.point(after.position)
                assert max(abs(ax - bx), abs(ay - by)) == 50
                assert before.travelled < after.travelled
                assert before.spent <= after.spent
                assert ways.cost[after.position] or ways.road[after.position]
                assert not bars.get(after.position, 0) >> 16
            assert all(type(value) is int for step in way for value in step)
            if found.is_straight(position):
                assert way[-1].travelled == distance(table.point(order.start), table.point(position))

    @settings(deadline=None, max_examples=40)
    @given(battles())
    def test_a_single_point_is_judged_as_in_the_whole_reach(self, order):
        whole = set(Reach(order))
        for position in range(order.ways.table.columns * order.ways.table.rows):
            single = Reach(order)
            assert (position in single) == (position in whole)
            if position in whole:
                assert Reach(order).way(position) == single.way(position)

    @settings(deadline=None, max_examples=20)
    @given(battles())
    def test_a_draw_takes_what_is_in_reach_and_passes_over_the_rest(self, order):
        """Of the numbers that may be drawn, exactly one leads to each point in reach; the others are drawn again."""
        sizes = set()

        def first_draw(number):
            numbers = iter((number,))

            def below(size):
                sizes.add(size)
                return next(numbers)

            try:
                return Reach(order).draw(below)
            except StopIteration:
                return None

        first_draw(0)
        (size,) = sizes
        drawn = [point for point in map(first_draw, range(size)) if point is not None]
        assert sorted(drawn) == list(Reach(order))

    @settings(deadline=None, max_examples=60)
    @given(battles(), st.integers(1, 200))
    def test_more_budget_never_loses_a_point(self, order, more):
        fewer, richer = set(Reach(order)), set(Reach(order._replace(budget=order.budget + more)))
        assert fewer <= richer

    @settings(deadline=None, max_examples=60)
    @given(battles())
    def test_a_lattice_way_costs_the_sum_of_its_steps(self, order):
        found = Reach(order)
        straight = plain_straight_costs(order, enemy_bars(order))
        first, lattice, _ = found._lattice
        for position in found:
            if not found.is_straight(position):
                assert straight[position] == -1
                assert found.cost(position) == order.ways.spent(lattice[position - first])

    @settings(deadline=None, max_examples=60)
    @given(battles())
    def test_the_reach_speaks_plain_integers_in_ascending_order(self, order):
        found = Reach(order)
        positions = list(found)
        assert positions == sorted(set(positions))
        assert len(found) == len(positions)
        assert {type(value) for value in positions} <= {int}
        assert order.start in found
        assert found.cost(order.start) == 0
        assert found.path(order.start) == (order.start,)


class TestTieBreak:
    def test_of_two_equally_cheap_paths_the_one_through_the_lower_position_is_taken(self):
        table = table_with(block("river", 11, 9, 13, 11))
        found = move(table, "10.0,10.0", 8)
        goal = table.read("14.0,10.0")
        assert not found.is_straight(goal)
        assert all(table.point(position)[1] <= 1000 for position in found.path(goal))


class TestRefusals:
    def test_what_cannot_be_asked_is_refused_in_one_sentence(self):
        table = table_with()
        with pytest.raises(ValueError, match="position 9999 is not on this table"):
            reach(table, FOOT, 9999, 100)
        with pytest.raises(ValueError, match="a move of -1 hundredths is not possible"):
            reach(table, FOOT, 0, -1)
        with pytest.raises(ValueError, match="half-inch lattice"):
            reach(table, FOOT, 0, 100, enemies=[Base(10, 10)])
        with pytest.raises(ValueError, match="position 1000 is not in reach"):
            reach(table, FOOT, 0, 100).cost(1000)
        with pytest.raises(ValueError, match="position 1000 is not in reach"):
            reach(table, FOOT, 0, 100).path(1000)

    @pytest.mark.parametrize(
        "fault",
        [{"open": 0}, {"ground": {"mud": -1}}, {"roads": {"road": 0}}, {"parts": 0}, {"extra": {"hill": 1001}}],
    )
    def test_going_that_makes_no_sense_is_refused(self, fault):
        with pytest.raises(ValueError, match="the going for"):
            Going(**fault)
