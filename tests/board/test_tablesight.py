"""Line of sight: the same from either end, exact where it grazes, and one meaning in all its forms."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon

from sandtable.board.lattice import distance
from sandtable.board.shapes import Circle, check_polygon
from sandtable.board.stands import Base
from sandtable.board.table import Feature, Table
from sandtable.board.tablesight import (
    SightRule,
    line_meetings,
    plain_line_meetings,
    plain_visible,
    sight,
    visible,
)
from sandtable.board.watching import plain_watched, watched

CLEAR_WHEN_GRAZING = SightRule()
BLOCKED_WHEN_GRAZING = SightRule(grazing_blocks=True, dead_ground=True)
RULES = [SightRule(grazing, dead) for grazing in (False, True) for dead in (False, True)]


def block(west, south, east, north, name="wood", **more):
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Feature(
        "woods", name, tuple((int(100 * x), int(100 * y)) for x, y in corners), **{"blocks": True, "height": 1, **more}
    )


def table_with(*features):
    return Table(2400, 1200, features=features)


def look(table, a, b, rule=CLEAR_WHEN_GRAZING, **more):
    """The line both ways, which must agree in everything."""
    there = sight(table, table.read(a), table.read(b), rule, **more)
    back = sight(table, table.read(b), table.read(a), rule, **more)
    assert there == back
    return there


class TestFeatures:
    def test_a_wood_between_blocks_and_is_named(self):
        found = look(table_with(block(8, 2, 10, 6, "East wood")), "4.0,4.0", "14.0,4.0")
        assert (found.clear, found.by, found.distance) == (False, "East wood", 1000)
        assert str(found) == "blocked by East wood, 10.0 inches"

    @pytest.mark.parametrize(
        ("wood", "line"),
        [
            (block(8, 2, 10, 6), ("4.0,6.0", "14.0,6.0")),
            (block(6, 2, 8, 6), ("6.0,8.0", "12.0,2.0")),
        ],
        ids=["along an edge", "at a corner"],
    )
    def test_a_grazing_line_is_as_the_rule_says(self, wood, line):
        table = table_with(wood)
        assert look(table, *line).clear
        assert look(table, *line).touched == (wood,)
        assert look(table, *line, BLOCKED_WHEN_GRAZING).by == "wood"

    @pytest.mark.parametrize("rule", RULES)
    def test_a_feature_that_holds_either_end_does_not_block(self, rule):
        table = table_with(block(8, 2, 10, 6))
        assert look(table, "9.0,4.0", "14.0,4.0", rule).clear
        assert look(table, "8.0,6.0", "14.0,2.0", rule).clear
        assert not look(table, "7.5,6.0", "14.0,2.0", rule).clear

    def test_a_line_cannot_slip_through_the_inner_corner_of_a_bent_wood(self):
        bent = Feature(
            "woods", "Bent wood", ((800, 0), (1000, 400), (1200, 0), (1200, 800), (800, 800)), blocks=True, height=1
        )
        table = table_with(bent)
        assert look(table, "10.0,0.0", "10.0,4.0").clear
        assert not look(table, "10.0,0.0", "10.0,10.0").clear
        assert look(table, "9.0,0.0", "11.0,0.0").clear

    def test_terrain_that_does_not_block_is_still_told(self):
        table = table_with(block(8, 2, 10, 6, "Ditch", blocks=False))
        found = look(table, "4.0,4.0", "14.0,4.0")
        assert found.clear
        assert [feature.name for feature in found.touched] == ["Ditch"]

    def test_the_first_obstacle_in_the_list_is_named_from_either_end(self):
        table = table_with(block(12, 2, 13, 6, "far wood"), block(8, 2, 9, 6, "near wood"))
        assert look(table, "4.0,4.0", "20.0,4.0").by == "far wood"


class TestHeights:
    hill = block(2, 0, 6, 12, "Hill", level=1, height=0)
    wood = block(10, 0, 11, 12, "Wood")

    def test_an_obstacle_blocks_only_above_both_ends(self):
        far_hill = block(16, 0, 20, 12, "Far hill", level=1, height=0)
        table = table_with(self.hill, self.wood, far_hill)
        assert look(table, "4.0,6.0", "18.0,6.0").clear
        assert not look(table, "0.5,6.0", "14.0,6.0").clear
        assert look(table, "0.5,6.0", "14.0,6.0").by == "Hill"

    def test_dead_ground_lies_behind_an_obstacle_that_is_nearer_to_the_lower_end(self):
        table = table_with(self.hill, self.wood)
        rule = SightRule(dead_ground=True)
        assert look(table, "4.0,6.0", "14.0,6.0").clear
        assert look(table, "4.0,6.0", "14.0,6.0", rule).by == "Wood"
        assert look(table, "4.0,6.0", "22.0,6.0", rule).clear
        assert look(table, "4.0,6.0", "18.0,6.0", rule).clear
        assert look(table, "4.0,6.0", "17.5,6.0", rule).by == "Wood"

    def test_a_wood_on_a_hill_rises_above_the_hill(self):
        table = table_with(block(2, 0, 20, 12, "Hill", level=1, height=0), block(8, 2, 10, 6, "Hill wood"))
        assert look(table, "4.0,4.0", "14.0,4.0").by == "Hill wood"


class TestStands:
    def test_a_third_base_on_the_line_blocks_and_is_named(self):
        table = table_with()
        stands = {"2nd squad": Base(900, 400), "3rd squad": Base(900, 600)}
        assert look(table, "4.0,4.0", "14.0,4.0", stands=stands).by == "2nd squad"
        assert look(table, "4.0,5.0", "14.0,5.0", stands=stands).clear
        assert not look(table, "4.0,4.5", "14.0,4.5", BLOCKED_WHEN_GRAZING, stands=stands).clear

    def test_the_stands_at_the_ends_are_no_third_stands(self):
        stands = {"firer": Base(400, 400, 5), "target": Base(1400, 400, 9)}
        assert look(table_with(), "4.0,4.0", "14.0,4.0", BLOCKED_WHEN_GRAZING, stands=stands).clear

    @given(st.integers(0, 23), st.integers(0, 8), st.integers(0, 24))
    def test_a_turned_base_blocks_as_shapely_says(self, heading, a, b):
        table = table_with()
        base = Base(900, 400, heading)
        line = LineString([(400, 50 * a), (1400, 50 * b)])
        shape = Polygon(base.corners)
        found = look(
            table, table.text(table.position(400, 50 * a)), table.text(table.position(1400, 50 * b)), stands={"x": base}
        )
        if shape.buffer(-0.01).intersects(line):
            assert not found.clear
        if not shape.buffer(0.01).intersects(line):
            assert found.clear


class TestLimitsAndSmoke:
    def test_the_limit_is_inclusive(self):
        table = table_with()
        assert look(table, "3.0,0.0", "6.0,4.0", limit=500).clear
        found = look(table, "3.0,0.0", "6.0,4.0", limit=499)
        assert found.by == "the distance: visibility is 4.99 inches"

    def test_smoke_is_told_and_never_blocks(self):
        smoke = (Circle(900, 400, 150), Circle(900, 700, 150), Circle(900, 550, 150))
        found = look(table_with(), "4.0,4.0", "14.0,4.0", smoke=smoke)
        assert found.clear
        assert found.smoke == (0, 2)

    def test_a_stand_sees_the_spot_it_stands_on(self):
        assert look(table_with(block(0, 0, 4, 4)), "2.0,2.0", "2.0,2.0", BLOCKED_WHEN_GRAZING).clear


@st.composite
def tables(draw):
    """Small tables whose features have their corners on a coarse grid, so that lines often graze."""
    grid = draw(st.sampled_from([50, 100, 25, 7]))
    corner = st.tuples(st.integers(0, 800 // grid), st.integers(0, 600 // grid))
    features = []
    for number in range(draw(st.integers(0, 6))):
        corners = tuple((grid * x, grid * y) for x, y in draw(st.lists(corner, min_size=3, max_size=6, unique=True)))
        try:
            check_polygon("it", corners, 800, 600)
        except ValueError:
            continue
        level = draw(st.sampled_from([None, None, 1, 2]))
        height = draw(st.integers(0, 2))
        features.append(Feature("woods", f"wood {number}", corners, level, draw(st.booleans()), height))
    return Table(800, 600, features=tuple(features))


positions = st.integers(0, 17 * 13 - 1)


class TestOneMeaning:
    @settings(deadline=None, max_examples=150)
    @given(
        tables(),
        positions,
        st.lists(positions, max_size=90),
        st.sampled_from(RULES),
        st.lists(st.tuples(positions, st.integers(0, 23), st.sampled_from([50, 100, 130])), max_size=4),
        st.sampled_from([None, 300, 500]),
    )
    def test_the_sight_tool_says_what_the_rules_say(self, table, origin, targets, rule, others, limit):
        stands = {f"stand {n}": table.base(*other) for n, other in enumerate(others)}
        fast = visible(table, origin, targets, rule, stands, limit)
        assert type(fast) is int
        assert fast == plain_visible(table, origin, targets, rule, stands, limit)
        for number, target in enumerate(targets):
            there = sight(table, origin, target, rule, stands, limit)
            assert there == sight(table, target, origin, rule, stands, limit)
            assert there.clear == bool(fast >> number & 1)
            assert there.clear == (there.by == "")
            assert there.distance == distance(table.point(origin), table.point(target))

    @settings(deadline=None, max_examples=150)
    @given(tables(), positions, positions)
    def test_the_compiled_line_is_the_plain_line(self, table, a, b):
        assert line_meetings(table, a, b) == plain_line_meetings(table, a, b) == line_meetings(table, b, a)

    @given(tables(), positions, positions)
    def test_open_lines_and_crossed_woods_as_shapely_says(self, table, a, b):
        assume(a != b)
        line = LineString([table.point(a), table.point(b)])
        for feature, met in zip(table.features, line_meetings(table, a, b), strict=True):
            shape = Polygon(feature.polygon)
            if shape.buffer(-0.01).intersects(line):
                assert met == 2
            if not shape.buffer(0.01).intersects(line):
                assert met == 0

    def test_more_than_64_stands_and_features_are_no_trouble(self):
        rng = random.Random(3)
        huts = tuple(block(x, y, x + 0.5, y + 0.5, f"hut {x},{y}") for x in range(1, 23, 2) for y in range(1, 11))
        table = table_with(*huts)
        size = table.columns * table.rows
        targets = [rng.randrange(size) for _ in range(300)]
        stands = {f"stand {n}": table.base(rng.randrange(size), rng.randrange(24)) for n in range(100)}
        for rule in RULES:
            fast = visible(table, 5, targets, rule, stands)
            assert fast == plain_visible(table, 5, targets, rule, stands)
        assert fast >> 64

    def test_positions_off_the_table_are_refused(self):
        table = table_with()
        with pytest.raises(ValueError, match="is not on this table"):
            visible(table, 0, [99999], CLEAR_WHEN_GRAZING)
        with pytest.raises(ValueError, match="is not on this table"):
            sight(table, 0, -1, CLEAR_WHEN_GRAZING)
        assert visible(table, 0, [], CLEAR_WHEN_GRAZING) == 0


watchers_of = st.builds(
    lambda position, reach, within: (position, reach, tuple(sorted(within))),
    positions,
    st.sampled_from([0, 200, 450, 2000]),
    st.sets(st.integers(0, 3)),
)


class TestWatching:
    @settings(deadline=None, max_examples=150)
    @given(
        tables(),
        st.lists(positions, max_size=40),
        st.lists(watchers_of, max_size=4),
        st.sampled_from([0, 100, 300]),
        st.sampled_from(RULES),
        st.lists(st.tuples(positions, st.integers(0, 23), st.sampled_from([50, 100, 130])), max_size=4),
        st.sampled_from([None, 300, 500]),
    )
    def test_the_compiled_watch_is_the_plain_watch(self, table, path, watchers, least, rule, others, limit):
        stands = {f"stand {n}": table.base(*other) for n, other in enumerate(others)}
        found = watched(table, path, watchers, least, rule, stands, limit)
        assert found == plain_watched(table, path, watchers, least, rule, stands, limit)
        assert {type(each) for each in found} <= {int}

    def test_a_mover_counts_as_seen_only_over_ground_of_which_both_ends_are_in_sight(self):
        table = table_with(block(4, 2, 5, 3))
        path = [table.read(f"{x / 2},4.0") for x in range(2, 19)]
        (seen,) = watched(table, path, [(table.read("4.5,1.0"), 1000, ())], 250, CLEAR_WHEN_GRAZING)
        clear = visible(table, table.read("4.5,1.0"), path, CLEAR_WHEN_GRAZING)
        assert bin(clear) == "0b11111110000011111"
        assert bin(seen) == "0b11111100000000000"

    @pytest.mark.parametrize(("path", "watcher"), [((0, 99999), 0), ((0, -1), 0), ((0, 1), 99999), ((0, 1), -1)])
    def test_positions_off_the_table_are_refused(self, path, watcher):
        for watch in (watched, plain_watched):
            with pytest.raises(ValueError, match="is not on this table"):
                watch(table_with(), path, [(watcher, 500, ())], 100, CLEAR_WHEN_GRAZING)
