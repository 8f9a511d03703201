"""Chains of hexes, boundaries, phase lines and the ground that an order opens (TCS 6.15)."""

import pytest

from sandtable.systems.tcs.measures import (
    around,
    beyond,
    boundary_fault,
    bounded,
    centre,
    chain,
    connected,
    corridor,
    drawn_axis,
    off_axis,
    passable,
    way_to,
    whole,
)
from sandtable.systems.tcs.sheets import Measures, PhaseLine
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
FIELD = Battle("0606 open")
MAP, GROUND = FIELD.world.ground.map, FIELD.world.ground


def at(*names):
    return tuple(MAP.index(name) for name in names)


def hexes(text):
    return at(*text.split())


def named(numbers):
    return " ".join(FIELD.world.hex_name(hex) for hex in numbers)


def inside(mask):
    return named(MAP.indices(mask))


def sides(text):
    return tuple(at(*each.split("-")) for each in text.split())


# A boundary

ACROSS = "0101-0102 0102-0201 0201-0202 0202-0302 0302-0303 0303-0402 0402-0403 0403-0503"
"""From the western edge eastward, between rows, as far as the corner of 0403, 0503 and 0504."""
TO_THE_EDGE = f"{ACROSS} 0503-0504 0504-0603 0603-0604"


@rule("TCS 6.15a")
@pytest.mark.parametrize(
    ("boundary", "words"),
    [
        (TO_THE_EDGE, ""),
        (" ".join(reversed(TO_THE_EDGE.split())), ""),
        ("0101-0201 0101-0102", ""),  # around the corner of the map
        ("0101-0102 0101-0201", ""),
        (ACROSS, "a boundary runs from one edge of the map to another, or closes on itself"),
        (
            " ".join(reversed(ACROSS.split())),
            "a boundary runs from one edge of the map to another, or closes on itself",
        ),
        ("0302-0303", "a boundary runs from one edge of the map to another, or closes on itself"),
        ("0101-0102 0201-0202", "the hexside 0201-0202 does not join the one before it"),
        ("0101-0102 0102-0201 0302-0303", "the hexside 0302-0303 does not join the one before it"),
        ("0101-0201 0102-0201 0102-0202 0302-0303", "the hexside 0302-0303 does not join the one before it"),
        ("0303-0302 0303-0402 0303-0403 0303-0304 0303-0203 0303-0202", ""),  # a ring
        (
            "0303-0302 0303-0402 0303-0403 0303-0304 0303-0203",
            "a boundary runs from one edge of the map to another, or closes on itself",
        ),
    ],
)
def test_a_boundary_runs_from_edge_to_edge_or_closes(boundary, words):
    assert boundary_fault(MAP, sides(boundary)) == words


@rule("TCS 6.15a")
def test_a_boundary_bounds_the_side_of_the_objective():
    boundary = (sides(TO_THE_EDGE),)
    north = bounded(GROUND, Measures(objective=at("0301"), boundary=boundary))
    south = bounded(GROUND, Measures(objective=at("0305"), boundary=boundary))
    assert inside(north) == "0101 0201 0301 0302 0401 0402 0501 0502 0503 0601 0602 0603"
    assert north ^ south == whole(GROUND)
    assert bounded(GROUND, Measures(objective=at("0301"))) == whole(GROUND)
    ring = (sides("0303-0302 0303-0402 0303-0403 0303-0304 0303-0203 0303-0202"),)
    assert inside(bounded(GROUND, Measures(objective=at("0303"), boundary=ring))) == "0303"


@rule("TCS 6.15a")
def test_ground_is_connected_by_steps_within_it():
    ground = MAP.mask(hexes("0101 0102 0103 0301 0302"))
    assert inside(connected(GROUND, MAP.mask(at("0101")), ground)) == "0101 0102 0103"
    assert connected(GROUND, MAP.mask(at("0606")), ground) == 0, "a start that is not inside does not count"
    walls = frozenset([at("0101", "0102"), at("0102", "0101")])
    assert inside(connected(GROUND, MAP.mask(at("0101")), ground, walls)) == "0101"
    assert inside(connected(GROUND, MAP.mask(at("0103")), ground, walls)) == "0102 0103"


# The ground of an order


@rule("TCS 6.15a")
def test_the_corridor_of_an_order():
    objective = at("0304")
    assert corridor(GROUND, Measures(objective=objective), 1) == whole(GROUND), "nothing is drawn"
    axis = Measures(objective=objective, axis=at("0301", "0304"), width=0)
    assert inside(corridor(GROUND, axis, 0)) == "0301 0302 0303 0304"
    assert inside(corridor(GROUND, axis, 1)) == "0203 0204 0301 0302 0303 0304 0305 0403 0404"
    wide = Measures(objective=objective, axis=at("0301", "0304"), width=1)
    assert corridor(GROUND, wide, 0) == around(GROUND, at("0301", "0302", "0303", "0304"), 1)
    route = Measures(objective=objective, direction=at("0102", "0202", "0303"))
    assert inside(corridor(GROUND, route, 1)) == "0102 0202 0303 0304", "a route has no margin"
    walled = Measures(objective=at("0302"), axis=at("0304", "0302"), width=0, boundary=(sides(TO_THE_EDGE),))
    assert inside(corridor(GROUND, walled, 1)) == "0201 0301 0302 0401 0402"
    bound = Measures(objective=at("0302"), boundary=(sides(TO_THE_EDGE),))
    assert corridor(GROUND, bound, 1) == bounded(GROUND, bound)


@rule("TCS 6.15b")
def test_a_closed_phase_line_closes_what_lies_behind_it():
    measures = Measures(objective=at("0306"), axis=at("0301", "0306"), width=0)
    first, second = PhaseLine("One", at("0303")), PhaseLine("Two", at("0305"))
    opened = corridor(GROUND, measures, 0)
    assert inside(beyond(GROUND, opened, at("0306"), first)) == "0304 0305 0306"
    assert inside(beyond(GROUND, opened, at("0306"), second)) == "0306"
    assert inside(passable(GROUND, measures, (first, second), 0)) == "0301 0302 0303"
    assert inside(passable(GROUND, measures, (second,), 0)) == "0301 0302 0303 0304 0305"
    gone = PhaseLine("One", at("0303"), open=True)
    assert passable(GROUND, measures, (gone,), 0) == opened
    assert inside(passable(GROUND, measures, (gone, second), 0)) == "0301 0302 0303 0304 0305"


@rule("TCS 6.15a")
def test_how_far_a_hex_is_from_the_axis_or_the_route():
    axis = Measures(axis=at("0101", "0106"))
    assert [off_axis(GROUND, axis, hex) for hex in at("0104", "0204", "0603")] == [0, 1, 5]
    route = Measures(axis=at("0101", "0106"), direction=at("0601", "0602"))
    assert off_axis(GROUND, route, MAP.index("0602")) == 0, "the route goes before the axis"


# Lines and ways


@rule("TCS 6.15a")
@pytest.mark.parametrize(
    ("points", "through"),
    [
        ("0301", "0301"),
        ("0301 0304", "0301 0302 0303 0304"),
        ("0301 0304 0504", "0301 0302 0303 0304 0403 0504"),  # along a hexside: the lower number
        ("0301 0302 0301", "0301 0302"),  # each once
        ("0101 0301", "0101 0201 0301"),  # of the two hexes of the side one is off the map
    ],
)
def test_the_hexes_of_an_axis(points, through):
    assert named(chain(MAP, hexes(points))) == through


@rule("TCS 6.15a")
@pytest.mark.parametrize(
    ("path", "points"),
    [
        ("0301", "0301"),
        ("0301 0302", "0301 0302"),
        ("0301 0302 0303 0304", "0301 0304"),
        ("0301 0302 0303 0402 0503", "0301 0303 0503"),
        ("0301 0302 0303 0403 0503", "0301 0303 0403 0503"),
        ("0301 0302 0402 0502", "0301 0402 0502"),
        ("0101 0201 0301 0401 0501", "0101 0501"),
        ("0101 0102 0101", "0101 0102 0101"),
    ],
)
def test_a_way_is_drawn_by_its_ends_and_bends(path, points):
    drawn = drawn_axis(MAP, hexes(path))
    assert set(chain(MAP, drawn)) == set(hexes(path))
    assert named(drawn) == points


def test_the_centre_of_some_units():
    assert centre(GROUND, at("0101", "0103", "0105")) == MAP.index("0103")
    assert centre(GROUND, at("0101", "0105")) == MAP.index("0101"), "ties to the lower number"
    assert centre(GROUND, at("0105", "0105", "0101")) == MAP.index("0105"), "each unit counts"


@rule("TCS 6.15a")
def test_the_way_of_the_slowest():
    swamp = Battle("0305 open\n0102 swamp")
    ground = swamp.world.ground

    def way(movers, start, *ends):
        found = way_to(ground, movers, swamp.hex(start), [swamp.hex(each) for each in ends])
        return " ".join(swamp.world.hex_name(hex) for hex in found)

    assert way(["foot"], "0101", "0102") == "0101 0102"
    assert way(["wheeled"], "0101", "0102") == "", "no wheels in a swamp"
    assert way(["foot", "wheeled"], "0101", "0102") == "", "all must get there"
    assert way(["wheeled"], "0101", "0103") == "0101 0201 0202 0103"
    assert way(["foot"], "0101", "0105", "0103") in ("0101 0102 0103", "0101 0201 0202 0103"), "to the nearest hex"
    assert way(["foot", "wheeled"], "0101", "0103") == way(["foot"], "0101", "0103"), "those on foot are the slowest"
    assert way(["foot"], "0101", "0101") == "0101"
