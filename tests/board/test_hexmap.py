"""The map value, and the faults that reading one finds."""

import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board.fault import BoardError, Place
from sandtable.board.hexdrafts import MapDraft, read_map, sketch_map
from sandtable.board.hexes import Hex, Hexside
from sandtable.board.hexmap import HexMap, Legend

LEGEND = Legend(
    terrain={".": "open", "w": "woods", "v": "village"},
    obstacles={"woods": 20, "village": 10},
    hexsides={"hedge": 2, "stream": 0},
    roads=frozenset({"primary", "track"}),
)

DRAFT: dict[str, Any] = {
    "name": "crossing",
    "width": 4,
    "height": 3,
    "base_m": 180,
    "contour_m": 10,
    "numbering": "CCRR, flat-topped, even columns half a hex lower",
    "terrain": "\n.w..\n..v.\n....\n",
    "elevation": "\n0012\n0000\n00a0\n",
    "road": [{"kind": "primary", "hexes": ["0101", "0201", "0302"]}, {"kind": "track", "hexes": ["0101", "0201"]}],
    "hexside": [{"kind": "hedge", "pairs": ["0101-0102"]}, {"kind": "stream", "pairs": ["0102-0101", "0202-0201"]}],
    "bridge": [{"pairs": ["0201-0202"]}],
}


def test_a_draft_gives_every_hex_its_ground() -> None:
    ground = read_map(DRAFT, LEGEND)
    assert (ground.name, ground.width, ground.height, len(ground)) == ("crossing", 4, 3, 12)
    assert ground.terrain[ground.index("0201")] == "woods"
    assert ground.terrain[ground.index("0302")] == "village"
    assert ground.elevation[ground.index("0401")] == 200
    assert ground.elevation[ground.index("0303")] == 280
    assert ground.tops[ground.index("0201")] == 200
    assert ground.features_on(Hexside("0101-0102")) == ("hedge", "stream")
    assert ground.roads_on(Hexside("0101-0201")) == ("primary", "track")
    assert ground.bridges == {Hexside("0201-0202")}


def test_a_draft_without_elevation_is_flat() -> None:
    ground = read_map(MapDraft(width=2, height=1, terrain=".w", base_m=40), LEGEND)
    assert ground.elevation == (40, 40)


def test_equal_drafts_give_equal_maps_that_travel_between_processes() -> None:
    one, other = read_map(DRAFT, LEGEND), read_map(DRAFT, LEGEND)
    one.memo["views"] = {}
    assert one == other == pickle.loads(pickle.dumps(one))
    assert hash(one) == hash(other)
    assert one != read_map({**DRAFT, "base_m": 181}, LEGEND)


def test_a_map_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        read_map(DRAFT, LEGEND).width = 5  # type: ignore[misc]


@settings(max_examples=25)
@given(st.integers(1, 99), st.integers(1, 99), st.data())
def test_index_and_hex_are_inverse_and_ascend_together(width: int, height: int, data: st.DataObject) -> None:
    ground = HexMap(width, height, ("open",) * (width * height), (0,) * (width * height), LEGEND)
    index = data.draw(st.integers(0, width * height - 1))
    hex = ground.hex(index)
    assert hex in ground
    assert ground.index(hex) == ground.index(str(hex)) == ground.index(index) == index
    if index:
        assert str(ground.hex(index - 1)) < str(hex)
    assert ground.neighbours(index) == tuple(ground.index(near) for near in hex.neighbours() if near in ground)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 12), st.data())
def test_masks_hold_the_hexes_within_a_distance(width: int, height: int, radius: int, data: st.DataObject) -> None:
    ground = HexMap(width, height, ("open",) * (width * height), (0,) * (width * height), LEGEND)
    centre = data.draw(st.integers(0, width * height - 1))
    inside = [index for index in range(len(ground)) if ground.distance(centre, index) <= radius]
    assert ground.within(centre, radius) == ground.mask(inside)
    assert ground.indices(ground.within(centre, radius)) == tuple(inside)


@pytest.mark.parametrize("where", [12, -1, "0104", "0501", Hex(-1, 0)])
def test_a_hex_off_the_map_has_no_index(where: Any) -> None:
    with pytest.raises(ValueError, match=r"is not on the map, which ends at 0403|this map has 0 to 11"):
        read_map(DRAFT, LEGEND).index(where)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"terrain": ".w..\n..v.\n"}, "the terrain has 2 rows; the map is 3 hexes high"),
        ({"terrain": ".w..\n..v\n....\n"}, "row 02 of the terrain has 3 characters; the map is 4 wide"),
        ({"terrain": ".w..\n..?.\n...."}, r"row 02, column 03 of the terrain is '\?'; .* \. w v"),
        ({"elevation": "0012\n00-0\n0000"}, "row 02, column 03 of the elevation is '-'"),
        ({"width": 100}, "1 to 99 hexes wide and high; this one is 100 x 3"),
        ({"height": 0}, "1 to 99 hexes wide and high; this one is 4 x 0"),
        ({"width": 10**9, "elevation": ""}, "this one is 1000000000 x 3"),
        ({"contour_m": 9000}, "hex 0303 lies at 90180 m"),
        ({"width": "4"}, "not well formed: Expected `int`, got `str`"),
        ({"forest": []}, "not well formed: .*unknown field `forest`"),
        ({"numbering": "odd columns lower"}, "numbered 'odd columns lower'; only 'CCRR"),
        ({"road": [{"kind": "track", "hexes": ["0101", "0103"]}]}, "track road is broken: 0101 and 0103"),
        ({"road": [{"kind": "track", "hexes": ["0101"]}]}, "needs two hexes or more; it has 1"),
        ({"road": [{"kind": "track", "hexes": ["0101", "0102", "0101"]}]}, "track at 0101-0102 is given twice"),
        ({"road": [{"kind": "canal", "hexes": ["0101", "0102"]}]}, "a road called canal"),
        ({"hexside": [{"kind": "hedge", "pairs": ["0101-0301"]}]}, "hedge is misplaced: 0101 and 0301"),
        ({"hexside": [{"kind": "hedge", "pairs": ["0403-0503"]}]}, "hedge at 0403-0503 is off the map"),
        ({"hexside": [{"kind": "hedge", "pairs": ["0101-0102", "0102-0101"]}]}, "0101-0102 is given twice"),
        ({"hexside": [{"kind": "fence", "pairs": ["0101-0102"]}]}, "hexside feature called fence"),
        ({"hexside": [{"kind": "hedge", "pairs": ["0101"]}]}, "'0101' is not a hexside"),
        ({"bridge": [{"pairs": ["0403-0404"]}]}, "bridge at 0403-0404 is off the map, which ends at 0403"),
    ],
)
def test_a_fault_in_a_draft_is_named_with_its_place(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as fault:
        read_map({**DRAFT, **change}, LEGEND)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"terrain": "....\n...."}, ("terrain",)),
        ({"elevation": "0012\n00-0\n0000"}, ("elevation", 1)),
        ({"road": [{"kind": "track", "hexes": ["0101", "0102"]}, {"kind": "track", "hexes": ["0101"]}]}, ("road", 1)),
        ({"hexside": [{"kind": "hedge", "pairs": ["0403-0503"]}]}, ("hexside", 0)),
        ({"hexside": [{"kind": "fence", "pairs": ["0101-0102"]}]}, ("hexside", 0)),
        ({"bridge": [{"pairs": ["0403-0404"]}]}, ("bridge", 0)),
        ({"numbering": "odd columns lower"}, ()),
    ],
)
def test_a_fault_in_a_draft_says_which_entry_it_is_in(change: dict[str, Any], place: Place) -> None:
    with pytest.raises(BoardError) as fault:
        read_map({**DRAFT, **change}, LEGEND)
    assert fault.value.place == place


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no hex"),
        ("0101 open\n0101 woods", "line 2 of the sketch names hex 0101 a second time"),
        ("0101 lava", "hex 0101 is lava"),
        ("0101 open high", "elevation of hex 0101 is 'high'"),
        ("0101", "line 1 of the sketch, '0101', is not understood"),
        ("0101 open 10 20", "is not understood"),
        ("0101-0102 hedge tall", "is not understood"),
        ("0101-0103 hedge", "0101 and 0103 are not adjacent"),
        ("0101-0102 hedge\n0102-0101 hedge", "hedge at 0101-0102 is given twice"),
    ],
)
def test_a_fault_in_a_sketch_is_named_with_its_place(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sketch_map(text, LEGEND)


def test_a_sketch_is_as_large_as_what_it_names() -> None:
    ground = sketch_map("0102 woods -5  # a hollow\n\nroad track 0101 0201\nbridge 0201-0202", LEGEND)
    assert (ground.width, ground.height) == (2, 2)
    assert ground.terrain == ("open", "woods", "open", "open")
    assert ground.elevation == (0, -5, 0, 0)
    assert ground.bridges == {Hexside("0201-0202")}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"terrain": {}}, "names no terrain"),
        ({"terrain": {"ww": "woods"}}, "one visible character"),
        ({"terrain": {".": "open"}, "obstacles": {"woods": 20}}, "draws it with no character"),
        ({"terrain": {".": "open"}, "hexsides": {"hedge": -2}}, "hedge -2 m high"),
        ({"terrain": {".": "open"}, "walls": frozenset({"cliff"})}, "cliff a wall"),
    ],
)
def test_a_faulty_legend_says_why(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Legend(**wrong)


def test_reading_maps_loads_no_numeric_library() -> None:
    code = (
        "import sys, sandtable.board.hexdrafts, sandtable.board.hexsight, sandtable.board.hexpaths;"
        "sys.exit(bool({'numpy', 'numba'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
