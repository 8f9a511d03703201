"""Corners of TCS: who jumps off, who spots, whose fire crosses, what a step costs, and what nobody can know."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.areafire import crosses
from sandtable.systems.tcs.mines import imagine
from sandtable.systems.tcs.movement import enter
from sandtable.systems.tcs.passengers import dismount
from sandtable.systems.tcs.spotting import observers
from sandtable.systems.tcs.watching import _watching
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule


def field_of(b):
    """The map as rules change it."""
    return b.game.system.field(b.game, b.state.board)


def names(b, units):
    return {b.names[n] for n in units}


# Mines that nobody has found


@rule("TCS 21.2a")
@pytest.mark.parametrize("draw", [lambda count: 0, lambda count: count - 1])
def test_a_side_imagines_the_secret_mines_of_the_other_in_any_free_hex_and_its_own_where_they_are(draw):
    b = Battle("0303 open\nmines 0101 Red\nBlue us_rifle_plt A 0202\nRed ge_gren_plt X 0303")
    mined = {b.hex("0101"), b.hex("0202"), b.hex("0303")}
    board = replace(b.state.board, hidden=((b.hex("0202"), 0), (b.hex("0303"), 1)))
    counts = []
    thought = imagine(b.game, board, 0, lambda count: counts.append(count) or draw(count))
    own, other = sorted(thought.hidden, key=lambda each: each[1])
    assert own == (b.hex("0202"), 0)
    assert other[1] == 1
    assert other[0] not in mined
    assert counts == [b.world.ground.size - 3]
    assert replace(thought, hidden=board.hidden) == board, "nothing else is imagined"
    assert list(thought.hidden) == sorted(thought.hidden)
    assert imagine(b.game, b.state.board, 0, draw) is b.state.board


@rule("TCS 21.2a")
def test_where_no_hex_is_free_secret_mines_stay_where_they_are():
    b = Battle("0202 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0202")
    whole = tuple((hex, 1) for hex in range(b.world.ground.size))
    board = replace(b.state.board, hidden=whole)
    assert imagine(b.game, board, 0, lambda count: 0).hidden == whole


# Riders


@rule("TCS 20.3b")
@pytest.mark.parametrize(("option", "mode"), [("fire_mode", FIRE_MODE), ("move_mode", MOVE_MODE)])
def test_who_rides_on_a_tank_jumps_off_and_nobody_else_does(option, mode):
    """B sits inside a half-track, C is on foot, D rides elsewhere, and X is the enemy's."""
    b = Battle("""
        0404 open
        Blue us_m4_75 T 0202 move
        Blue us_rifle_plt A 0202 carrier=T move road
        Blue us_m3_ht H 0202 move
        Blue us_rifle_plt B 0202 carrier=H move road
        Blue us_rifle_plt C 0202 move road
        Blue us_m4_75 U 0303 move
        Blue us_rifle_plt D 0303 carrier=U move road
        Red ge_pz4 V 0404 move
        Red ge_gren_plt X 0404 carrier=V move road
    """, riders_jump_off=option)  # fmt: skip
    field = field_of(b)
    dismount(field, 0, b.hex("0202"))
    after = field.freeze().units
    a = after[b.number("A")]
    assert (a.carrier, a.mode, a.road) == (NOBODY, mode, False)
    assert [after[b.number(name)] for name in "BCDX"] == [b[name] for name in "BCDX"]
    dismount(field, 0, b.hex("0404"))
    assert field.freeze().units[b.number("X")] == b["X"], "the enemy's riders are not asked by this side's fire"


# Cross fire


@rule("TCS 11.4b")
@pytest.mark.parametrize(
    ("ways", "swept", "sides", "cross"),
    [
        ([(0,)], 0, 2, False),
        ([(0,), (1,)], 0, 2, False),
        ([(0,), (2,)], 0, 2, True),
        ([(2,), (0,)], 0, 2, True),
        ([(0,), (2,)], 0, 3, False),
        ([(0,), (3,)], 0, 3, True),
        ([(1,), (5,)], 0, 2, True),  # round the corner: two sides apart
        ([(0,), (5,)], 0, 2, False),
        ([(1,), (5,)], 0, 3, False),
        ([(0, 1), (1, 2)], 0, 2, True),  # along a spine: either side counts
        ([(0, 1)], 0, 1, False),  # one line does not cross itself
        ([(0,), (0,), (3,)], 0, 2, True),
        ([(0,)], 0b000100, 2, True),
        ([(0,)], 0b000010, 2, False),
        ([(0,)], 0b100000, 1, True),
        ([(5,)], 0b000001, 2, False),
        ([(4,)], 0b000001, 2, True),
        ([], 0b111111, 2, False),
    ],
)
def test_fire_crosses_that_comes_in_by_hexsides_far_enough_apart(ways, swept, sides, cross):
    b = Battle("0202 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0202", cross_fire_sides=sides)
    assert crosses(b.world, ways, swept) == cross


# Spotters


@rule("TCS 13.0d")
def test_who_could_see_for_a_mortar():
    b = Battle("""
        0116 open
        Blue us_81mm_sec M 0107 bn=1
        Blue us_81mm_sec N 0107 bn=1
        Blue us_rifle_plt A 0101 bn=1
        Blue us_rifle_plt B 0108 bn=1 move
        Blue us_rifle_plt C 0108 bn=2
        Blue us_rifle_plt D 0108 bn=1 suppressed
        Blue us_rifle_plt E off bn=1
        Blue us_rifle_plt F 0111 bn=1
        Blue us_rifle_plt G 0112 bn=1
        Red ge_gren_plt X 0116
    """, spotter_hexes=6)  # fmt: skip
    assert names(b, observers(b.look, b.number("M"))) == {"N", "A", "B", "F", "G"}
    assert observers(b.look, b.number("A")) == [], "riflemen need nobody"
    lines = (
        "0116 open",
        "Blue us_81mm_sec M 0107 bn=1",
        "Blue us_rifle_plt F 0111 bn=1",
        "Blue us_rifle_plt G 0112 bn=1",
    )
    near = Battle("\n".join(lines), spotter_hexes=4)
    assert names(near, observers(near.look, near.number("M"))) == {"F"}


@rule("TCS 2.0w")
def test_who_watches_is_in_fire_mode_on_the_map_and_sees_or_need_not():
    b = Battle("""
        0404 open
        Blue us_rifle_plt A 0101
        Blue us_rifle_plt B 0202
        Blue us_rifle_plt C 0303 move
        Blue us_81mm_sec M 0404
        Blue us_rifle_plt D off
        Red ge_gren_plt X 0103
    """)
    hexes = {each: b.hex(each) for each in ("0101", "0202", "0303", "0404")}
    view = 1 << hexes["0101"] | 1 << hexes["0303"]
    assert set(_watching(b.look, 0, view, b.hex("0103"))) == {hexes["0101"], hexes["0404"]}
    assert set(_watching(b.look, 0, 0, b.hex("0103"))) == {hexes["0404"]}
    assert set(_watching(b.look, 1, view, b.hex("0103"))) == set()


# Steps


@rule("TCS 20.1a", "TCS 21.2a", "TCS 4.3")
@pytest.mark.parametrize(
    ("lines", "roads", "spent", "road"),
    [
        ((), True, 1, False),
        (("mines 0102 Red",), True, 3, False),
        (("mines 0103 Red",), True, 1, False),
        (("road primary 0101 0102",), False, 1, False),
        (("mines 0102 Blue",), True, 3, False),
    ],
)
def test_every_unit_of_a_stack_pays_for_the_hex_it_enters(lines, roads, spent, road):
    b = Battle("\n".join(["0404 open", *lines, "Blue us_rifle_plt A 0101 move", "Blue us_rifle_plt B 0101 move spent=1",
                          "Blue us_rifle_plt C 0101 move", "Red ge_gren_plt X 0404"]))  # fmt: skip
    field = field_of(b)
    enter(field, (b.number("A"), b.number("B")), b.hex("0102"), roads=roads)
    units = field.freeze().units
    a, second, c = (units[b.number(name)] for name in "ABC")
    assert (a.at, second.at, c.at) == (b.hex("0102"), b.hex("0102"), b.hex("0101"))
    assert (a.spent, second.spent, c.spent) == (6 * spent, 6 * spent + 6, 0)
    assert (a.road, second.road) == (road, road)


@rule("TCS 4.3")
@pytest.mark.parametrize(("roads", "moving"), [(True, True), (False, False)])
def test_a_truck_that_follows_a_road_is_road_moving_unless_it_will_not(roads, moving):
    b = Battle("0404 open\nroad primary 0101 0102\nBlue us_truck T 0101 move\nRed ge_gren_plt X 0404")
    field = field_of(b)
    enter(field, (b.number("T"),), b.hex("0102"), roads=roads)
    assert field.freeze().units[b.number("T")].road == moving
