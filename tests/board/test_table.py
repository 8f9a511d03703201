"""Reading tables, and what a table says of its points."""

import copy
import pickle
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.table import Feature, Road, Table, Terrain
from sandtable.board.tabledraft import read_table

CHART = {
    "woods": Terrain(blocks=True, height=1),
    "hill": Terrain(blocks=True),
    "hilltop": Terrain(blocks=True),
    "buildings": Terrain(blocks=True, height=1),
    "rough": Terrain(),
}
DRAFT = {
    "name": "a farm",
    "width": 24,
    "height": 18,
    "origin": "south-west",
    "feature": [
        {"kind": "woods", "name": "West wood", "polygon": [[2, 2], [8, 2], [8, 8], [2, 8]]},
        {"kind": "hill", "name": "Low hill", "polygon": [[6, 2], [14, 2], [14, 10], [6, 10]], "level": 1},
        {"kind": "hilltop", "name": "Top", "polygon": [[9, 4], [11, 4], [11, 6], [9, 6]], "level": 2},
        {"kind": "buildings", "name": "Farm", "polygon": [[9, 8], [11, 8], [11, 9.5], [9, 9.5]], "note": "hard cover"},
        {"kind": "rough", "name": "Ditch", "polygon": [[7.34, 12], [10.66, 12], [9, 14.2]]},
    ],
    "road": [{"kind": "track", "line": [[0, 16], [12, 16], [18, 10]]}],
    "zone": {"US": {"polygon": [[0, 0], [24, 0], [24, 1], [0, 1]], "note": "enters"}},
    "marker": [{"name": "Objective: farm", "at": [10, 8.75]}],
}


@pytest.fixture
def table():
    return read_table(DRAFT, CHART)


def kinds_at(table, text):
    return [feature.name for feature in table.features_at(table.read(text))]


class TestGround:
    def test_where_features_overlap_the_later_counts_and_all_are_listed(self, table):
        assert table.ground_at(table.read("7.0,5.0")) == "hill"
        assert kinds_at(table, "7.0,5.0") == ["West wood", "Low hill"]
        assert table.ground_at(table.read("3.0,3.0")) == "woods"
        assert table.ground_at(table.read("20.0,3.0")) == "open"

    def test_edges_belong_to_a_feature(self, table):
        assert kinds_at(table, "2.0,8.0") == ["West wood"]
        assert kinds_at(table, "1.5,8.0") == []

    def test_the_level_is_that_of_the_last_feature_that_sets_one(self, table):
        assert [table.level_at(table.read(at)) for at in ("3.0,3.0", "7.0,5.0", "10.0,5.0", "10.0,9.0")] == [0, 1, 2, 1]

    def test_the_top_of_a_feature_is_its_height_above_what_most_of_it_stands_on(self, table):
        tops = dict(zip((feature.name for feature in table.features), table.tops, strict=True))
        assert tops == {"West wood": 1, "Low hill": 1, "Top": 2, "Farm": 2, "Ditch": 0}

    def test_a_feature_between_the_lattice_points_stands_on_the_points_by_its_corners(self):
        hill = Feature("hill", "Hill", ((0, 0), (600, 0), (600, 600), (0, 600)), level=3)
        hut = Feature("buildings", "Hut", ((210, 210), (240, 210), (225, 240)), blocks=True, height=1)
        assert Table(1200, 1200, features=(hill, hut)).tops == (3, 4)

    def test_a_road_is_as_wide_as_it_says(self, table):
        assert [road.kind for road in table.roads_at(table.read("5.0,16.5"))] == ["track"]
        assert table.roads_at(table.read("5.0,17.0")) == ()
        assert [road.kind for road in table.roads_at(table.read("15.0,13.0"))] == ["track"]

    def test_zones_and_markers_are_kept(self, table):
        assert table.zone("US").holds((1200, 100))
        assert not table.zone("US").holds((1200, 101))
        assert table.markers[0].at == (1000, 875)
        with pytest.raises(ValueError, match="no zone 'GE'"):
            table.zone("GE")

    def test_what_the_table_keeps_is_bytes_and_plain_integers(self, table):
        assert all(type(kept) is bytes for kept in (table.ground, table.levels, table.layers, table.road_layers))
        assert {type(value) for value in (table.level_at(0), *table.tops, *table.point(9), table.snap(13, 14))} == {int}

    @given(st.integers(0, 49 * 37 - 1))
    def test_the_layers_say_what_the_outlines_say(self, position):
        table = TABLE
        assert table.features_at(position) == tuple(
            feature for feature in table.features if feature.holds(table.point(position))
        )
        assert table.roads_at(position) == tuple(road for road in table.roads if road.holds(table.point(position)))

    def test_a_table_is_a_value(self, table):
        assert table.ground
        again = pickle.loads(pickle.dumps(table))
        assert again == table == copy.copy(table)
        assert again.ground == table.ground
        assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table
        with pytest.raises(AttributeError):
            table.width = 3


TABLE = read_table(DRAFT, CHART)


def drawn(**changes):
    return {**DRAFT, **changes}


def feature(**changes):
    return drawn(feature=[{"kind": "woods", "name": "Copse", "polygon": [[0, 0], [4, 0], [0, 4]], **changes}])


class TestFaults:
    @pytest.mark.parametrize(
        ("draft", "words"),
        [
            (feature(kind="lava"), "Copse: the terrain chart has no kind 'lava'"),
            (feature(polygon=[[0, 0], [4, 0]]), "Copse: a polygon has 3 to 500 corners, this one has 2"),
            (feature(polygon=[[0, 0], [4, 0], [25, 4]]), r"Copse: corner 3 \(25.0,4.0\) is not on the table"),
            (feature(polygon=[[0, 0], [4, 4], [4, 0], [0, 4]]), "Copse: the edge from corner 1"),
            (feature(polygon=[[0, 0], [4, 0], [float("nan"), 4]]), "Copse: corner 3: nan is not a length in inches"),
            (feature(polygon=[[0, 0], [4, 0], ["1e9", 4]]), "Copse: corner 3: 1e9 inches is out of range"),
            (feature(polygon=[[0, 0], [4, 0], [4]]), "the map is not drawn as a table: Copse: "),
            (feature(polygon=[[0, 0], [4, 0], [4, None]]), "the map is not drawn as a table: Copse: "),
            (feature(level=-1), "Copse: a level is 0 to 99, not -1"),
            (feature(levl=1), "the map is not drawn as a table: Copse: .*levl"),
            (feature(name="", kind="lava"), "lava 1: the terrain chart"),
            (drawn(road=[{"kind": "road", "line": [[0, 0]]}]), "road 1: a road needs at least two points"),
            (drawn(road=[{"kind": "road", "line": [[0, 0], [0, 30]]}]), "road 1: bend 2 .* is not on the table"),
            (drawn(road=[{"kind": "road", "line": [[0, 0], [0, 0]]}]), "road 1: bend 2 is the same"),
            (drawn(road=[{"kind": "road", "line": [[0, 0], [1, 1]], "width": 0.1}]), "road 1: .* half an inch wide"),
            (drawn(marker=[{"name": "ford", "at": [99, 1]}]), "ford: 99.0,1.0 is not on the table"),
            (drawn(zone={"US": {"polygon": [[0, 0], [1, 0], [2, 0]]}}), "zone US: .* no area"),
            (drawn(width=0), "the table's width must be 1 to 400 inches"),
            (drawn(height="tall"), "the table's height: 'tall' is not a length"),
            (drawn(origin="north"), "south-west"),
            (drawn(mystery=1), "mystery"),
        ],
    )
    def test_every_fault_is_one_sentence_that_names_the_feature(self, draft, words):
        with pytest.raises(ValueError, match=words) as fault:
            read_table(draft, CHART)
        assert "\n" not in str(fault.value)


def test_a_table_needs_neither_numpy_nor_numba_to_be_read():
    program = (
        "import sys, sandtable.board.table, sandtable.board.tabledraft, sandtable.board.reach,"
        " sandtable.board.tablesight\n"
        "assert not {'numpy', 'numba', 'shapely'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_without_numba_everything_still_works():
    program = """
import sys
sys.modules["numba"] = None
from sandtable.board.reach import Going, Table, reach
from sandtable.board.table import kernels
from sandtable.board.tablesight import SightRule, sight, visible
table = Table(600, 400)
move = reach(table, Going(), 0, 200)
assert (len(move), move.cost(4), move.path(2)) == (17, 200, (0, 1, 2))
assert sight(table, 0, 5, SightRule()).clear and visible(table, 0, range(70), SightRule()) == (1 << 70) - 1
assert kernels("tablekernels") is None
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_road_with_a_bend_holds_the_points_round_the_bend():
    road = Road("track", "", ((0, 0), (400, 0), (400, 400)), 100)
    assert road.holds((430, -30))
    assert not road.holds((440, -40))
