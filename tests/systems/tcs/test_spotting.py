"""Sight and spotting (TCS 7.1, 8.0)."""

import math

import pytest
import shapely

import sandtable
from sandtable.board.hexsight import sight
from sandtable.systems.tcs.spotting import shifts_of, spots, spotted_to
from sandtable.systems.tcs.tables import UNLIMITED
from sandtable.systems.tcs.world import DAY, NIGHT, TWILIGHT
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule


def sees(sketch, one="0101", other="0105", **how):
    b = Battle(f"{sketch}\nBlue us_rifle_plt A {one}\nRed ge_gren_plt X {other}", **how)
    assert b.look.sees(b.hex(one), b.hex(other)) == b.look.sees(b.hex(other), b.hex(one))
    return b.look.sees(b.hex(one), b.hex(other))


@rule("TCS 8.0a")
def test_sight_runs_from_centre_to_centre_and_the_ends_do_not_block():
    assert sees("0105 woods")
    assert sees("0101 woods\n0105 woods")
    assert not sees("0103 woods")
    assert sees("0101 woods\n0102 woods", other="0102"), "beside each other"


@rule("TCS 8.0b")
@pytest.mark.parametrize(
    ("ground", "height"),
    [("woods", 20), ("forest", 20), ("village", 10), ("city", 10), ("buildings", 10), ("swamp", 0)],
)
def test_what_stands_higher_than_the_line_blocks_and_what_is_level_does_not(ground, height):
    assert sees(f"0101 open {height}\n0103 {ground}\n0105 open {height}")
    if height:
        assert not sees(f"0101 open {height}\n0103 {ground}\n0105 open {height - 2}")
    assert not sees("0101 open 0\n0103 open 10\n0105 open 0"), "the ground itself"


@rule("TCS 8.0c")
def test_along_a_hexside_both_hexes_must_block():
    assert sees("0201 woods", "0102", "0302")
    assert sees("0202 woods", "0102", "0302")
    assert not sees("0201 woods\n0202 woods", "0102", "0302")


@rule("TCS 8.0d")
@pytest.mark.parametrize("kind", ["hedge", "bocage"])
def test_a_hedge_blocks_unless_one_is_behind_it(kind):
    assert not sees(f"0102-0103 {kind}")
    assert sees(f"0101-0102 {kind}")
    assert sees(f"0104-0105 {kind}")


@rule("TCS 8.0b", "TCS 8.0d")
@pytest.mark.parametrize(("printed", "seen"), [("0806", 40), ("1104", 97), ("0209", 80)])
def test_every_hex_that_the_line_crosses_counts_however_little_it_clips(printed, seen):
    """A line that is looked at once in each hex of range would see 41, 116 and 85: it passes over the corners.

    The oracle lays the hexes out as polygons and the line as a string, and takes what it cuts.
    """
    ground = sandtable.load("tcs/crossroads-1944").world.ground
    map, start = ground.map, ground.map.index(printed)
    view = ground.view(start, visibility=12)
    assert view.bit_count() - 1 == seen
    centres = [(1.5 * hex.column, math.sqrt(3) * (hex.row + (hex.column % 2 == 0) / 2)) for hex in map]
    corners = [(math.cos(math.pi / 3 * n), math.sin(math.pi / 3 * n)) for n in range(6)]
    cells = [shapely.Polygon([(x + dx, y + dy) for dx, dy in corners]).buffer(1e-7) for x, y in centres]
    tree = shapely.STRtree(cells)
    hedges = [tuple(map.index(hex) for hex in side) for side in map.hexsides["hedge"]]
    for goal in range(len(map)):
        if goal == start or ground.distance(start, goal) > 12:
            continue
        line = shapely.LineString([centres[start], centres[goal]])

        def height(place, line=line, goal=goal):
            rise = map.elevation[goal] - map.elevation[start]
            return map.elevation[start] + rise * line.project(place) / line.length

        stretches = {}
        for hex in tree.query(line):
            part = line.intersection(cells[hex])
            if part.length > 1e-4 and hex not in (start, goal):
                blocks = map.tops[hex] > height(shapely.Point(centres[hex])) + 1e-9
                stretches.setdefault(round(line.project(part.centroid), 4), []).append(blocks)
        if any(len(each) > 1 for each in stretches.values()):
            continue  # it runs along hexsides: see the test above
        blocked = any(each[0] for each in stretches.values())
        for one, other in hedges:
            place = line.intersection(cells[one].intersection(cells[other]))
            if not place.is_empty and not {one, other} & {start, goal}:
                foot = max(map.elevation[one], map.elevation[other])
                blocked = blocked or foot + 2 > height(place.centroid) + 1e-6
        assert blocked is not bool(view >> goal & 1), f"{printed} to {map.hex(goal)}"


@rule("TCS 8.0e")
def test_smoke_in_between_blocks():
    assert not sees("smoke 0103 Blue")
    assert sees("smoke 0103 Blue", smoke_blocks=False)
    assert sees("smoke 0101 Blue\nsmoke 0105 Red")


@rule("TCS 8.0f")
def test_a_crest_falls_away_behind_its_hexside():
    b = Battle("0101 open 40\n0102 open 20\n0103 open 1\nBlue us_rifle_plt A 0101")
    crest = b.world.crest
    assert crest(b.hex("0101"), b.hex("0102"))
    assert not crest(b.hex("0102"), b.hex("0103"))
    assert not crest(b.hex("0102"), b.hex("0101"))
    lower = Battle("0101 open 40\n0102 open 20\n0103 open 1\nBlue us_rifle_plt A 0101", crest_metres=19)
    assert lower.world.crest(b.hex("0102"), b.hex("0103"))


@rule("TCS 8.0a")
def test_higher_eyes_see_over_a_flat_top():
    hill = "0101 open 20\n0102 open 20\n0103 open 20\n0104 open 0\n0105 open 0"
    assert not sees(hill)
    assert sees(hill, eye_metres=20)


@rule("TCS 7.0a", "TCS 7.1a")
def test_visibility_is_a_limit():
    assert sees("0101 open", visibility=4)
    b = Battle("Blue us_m4_75 A 0101\nRed ge_pz4 X 0105 move", visibility=3)
    assert not spots(b.look, 0, 1)


def test_the_sight_tool_names_what_blocks():
    b = Battle("0103 woods\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0105")
    system = b.game.system
    assert (
        system.line(b.game, b.state, 0, b.hex("0101"), b.hex("0105")) == sight(b.world.ground.map, "0101", "0105").why
    )
    seen = system.sight(b.game, b.state, 0, b.hex("0101"))
    assert b.hex("0103") in seen
    assert b.hex("0104") not in seen


# Spotting


def spotting(target, ground="", firer="us_rifle_plt", here="0101", there="0105", **how):
    b = Battle(f"0108 open\n{ground}\nBlue {firer.split()[0]} A {here} {' '.join(firer.split()[1:])}\n"
               f"Red {target.split()[0]} X {there} {' '.join(target.split()[1:])}")  # fmt: skip
    look = b.look
    return spotted_to(look, 0, 1, **how), [(each.value, each.rule) for each in shifts_of(look, 0, 1, **how)]


@rule("TCS 7.1d1")
def test_the_ground_of_the_target():
    assert spotting("ge_gren_plt") == (3, [])
    assert spotting("ge_gren_plt", "0105 beach") == (6, [(2, "TCS 7.1d1")])
    assert spotting("ge_gren_plt", "0105 woods") == (2, [(-1, "TCS 7.1d1")])
    assert spotting("ge_gren_plt", "0105 village") == (2, [(-1, "TCS 7.1d1")])
    assert spotting("ge_gren_plt", "0104-0105 hedge") == (2, [(-1, "TCS 7.1d1")])


@rule("TCS 7.1d2")
def test_what_the_target_does():
    assert spotting("ge_gren_plt fired") == (12, [(4, "TCS 7.1d2")])
    assert spotting("ge_gren_plt", trigger=True) == (12, [(4, "TCS 7.1d2")])
    assert spotting("ge_gren_plt fired", trigger=True) == (12, [(4, "TCS 7.1d2")]), "once"
    assert spotting("ge_gren_plt move") == (4, [(1, "TCS 7.1d2")])
    assert spotting("ge_gren_plt dug_in", "0105 woods") == (1, [(-1, "TCS 7.1d1"), (-1, "TCS 7.1d2")])
    assert spotting("ge_pz4 move road") == (UNLIMITED, [(2, "TCS 7.1d2"), (1, "TCS 7.1d2")])


@rule("TCS 7.1d3")
def test_darkness():
    def spotted(light, lit=""):
        b = Battle(f"0108 open\n{lit}\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0103", light=light)
        return spotted_to(b.look, 0, 1)

    assert [spotted(DAY), spotted(TWILIGHT), spotted(NIGHT), spotted(NIGHT, "lit 0103")] == [3, 2, 0, 2]


@rule("TCS 7.1d4", "TCS 7.1d5")
def test_what_the_firer_and_both_hexes_do():
    assert spotting("ge_gren_plt", firer="us_rifle_plt dug_in") == (4, [(1, "TCS 7.1d4")])
    assert spotting("ge_gren_plt", "smoke 0101 Blue\nsmoke 0105 Blue") == (1, [(-1, "TCS 7.1d5")] * 2)
    assert spotting("ge_gren_plt", "zone 0101\nzone 0105") == (1, [(-1, "TCS 7.1d5")] * 2)
    assert spotting("ge_gren_plt suppressed", firer="us_rifle_plt paralyzed") == (1, [(-1, "TCS 7.1d5")] * 2)


@rule("TCS 7.1b")
def test_shifts_stop_at_the_ends_of_the_track():
    assert spotting("ge_gren_plt dug_in suppressed", "0105 woods\nsmoke 0105 Red\nzone 0105\nzone 0101")[0] == 0
    assert spotting("ge_pz4 move road fired", "0105 beach")[0] == UNLIMITED


@rule("TCS 7.1a")
def test_spotted_is_seen_within_the_spotting_range():
    b = Battle("0101 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0104\nRed ge_gren_plt Y 0105")
    assert spots(b.look, 0, 1)
    assert not spots(b.look, 0, 2)
    b = Battle("0102 woods\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0104")
    assert not spots(b.look, 0, 1)


@rule("TCS 7.1f")
def test_spotting_is_shared_only_by_the_option():
    text = "0112 open\nBlue us_m4_75 A 0101\nBlue us_truck B 0105\nRed ge_pak40 X 0106 dug_in"
    assert Battle(text).offers("point") == set()
    assert Battle(text, spotting_shared=True).offers("point") == {"0106"}


@rule("TCS 7.1e")
def test_point_fire_needs_a_spotted_target():
    text = "0112 open\nBlue us_m4_75 A 0101\nRed ge_pak40 X {} dug_in"
    b = Battle(text.format("0104"))
    assert b.offers("point") == set()
    assert "does not spot" in b.why_not("point", "0104")
    assert b.offers("suppress") == {"0104"}, "an area fire action may be made unspotted"
    assert Battle(text.format("0103")).offers("point") == {"0103"}


@rule("TCS 7.1f")
def test_a_hex_is_spotted_if_any_target_in_it_is_and_by_each_stack_for_itself():
    text = "0112 open\nBlue us_m4_75 A 0101\nBlue us_m4_75 B 0109\nRed ge_pak40 X 0106 dug_in\nRed ge_truck Y 0106"
    b = Battle(text)
    assert b.do("point", "0106").offers("add") == {"A", "B"}, "the truck is spotted at 8"
    b = Battle(text.replace("Red ge_truck Y 0106", "").replace("0109", "0108"))
    assert b.do("point", "0106").offers("add") == {"B"}
