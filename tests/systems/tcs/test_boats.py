"""Assault boats and footbridges (BT 1 to 6)."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.boats import River, ready
from sandtable.systems.tcs.victory import COUNTED
from tests.systems.tcs.battle import Battle

RIVER = """
    0101 open
    0303 open
    0101-0102 river
    0201-0202 river
    0202-0102 river
    0202-0302 river
    0301-0302 river
"""
"""Rows 01 and below: the north bank is 0101, 0201, 0301; 0102, 0202 and 0302 lie across."""


class Crossed(Battle):
    """A battle along a river."""

    def keep(self, river):
        self.state = replace(self.state, board=replace(self.state.board, extras=(river,)))


def river(text, boats=3, **options):
    return Crossed(RIVER + text, boats=boats, **options)


def landed(b, *names):
    return [b.where(name) for name in names]


@pytest.mark.rule("BT 1")
def test_a_boat_carries_a_platoon_or_two_sections():
    text = """
        Blue us_rifle_plt A 0101 move
        Blue us_lmg_sec B 0101 move
        Blue us_60mm_sec C 0101 move
        Red ge_gren_plt X 0303
    """
    b = river(text, boats=1)
    assert b.do("boats.cross", "B").offers("along") == {"C"}  # the platoon needs a boat of its own
    b.do("along", "C").do("land", "0102")
    assert landed(b, "B", "C") == ["0102", "0102"]
    assert ready(b.look) == 0
    both = river(text, boats=2).do("boats.cross", "A").do("along", "B").do("along", "C").do("land", "0102")
    assert landed(both, "A", "B", "C") == ["0102"] * 3
    red = river("Red ge_gren_plt X 0102 move\nBlue us_rifle_plt A 0303", side="Red")
    assert "boats are the enemy's" in red.why_not("boats.cross", "X")


@pytest.mark.rule("BT 2")
def test_a_crossing_takes_the_whole_movement_of_a_fresh_unit_on_foot():
    b = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303")
    assert b.do("boats.cross", "A").offers("land") == {"0102"}
    b.do("land", "0102")
    assert (b.where("A"), b.left("A"), b.state_of("A")) == ("0102", 0, "M")
    moved = river("Blue us_rifle_plt A 0101 move spent=1\nRed ge_gren_plt X 0303")
    assert "has moved" in moved.why_not("boats.cross", "A")
    still = river("Blue us_rifle_plt A 0101\nRed ge_gren_plt X 0303")
    assert "Fire Mode" in still.why_not("boats.cross", "A")
    shaken = river("Blue us_rifle_plt A 0101 move suppressed\nRed ge_gren_plt X 0303")
    assert "may not move" in shaken.why_not("boats.cross", "A")
    tank = river("Blue us_m4_75 T 0101 move\nRed ge_gren_plt X 0303")
    assert "on foot" in tank.why_not("boats.cross", "T")
    inland = river("Blue us_rifle_plt A 0303 move\nRed ge_gren_plt X 0101")
    assert "not beside a river" in inland.why_not("boats.cross", "A")
    held = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0102")
    assert "no room" in held.why_not("boats.cross", "A")


@pytest.mark.rule("BT 3")
def test_a_boat_is_back_two_turns_later():
    b = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303", boats=1, turn=4)
    b.keep(River(away=((5, 1),)))
    assert "they come back 2 turns after they were used" in b.why_not("boats.cross", "A")
    b.do("end").do("end", None, 5, 3).do("first", "Blue")
    assert (b.look.turn, ready(b.look)) == (5, 1)
    crossed = river("Blue us_rifle_plt A 0101 move\nRed us_truck X off", boats=1, turn=4)
    crossed.do("boats.cross", "A").do("land", "0102")
    assert crossed.look.kept(River).away == ((6, 1),)


@pytest.mark.rule("BT 4")
@pytest.mark.parametrize(("dice", "sunk"), [((11,), 0), ((66, 11), 1)])
def test_fire_that_costs_a_step_sinks_a_boat(dice, sunk):
    b = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303")
    b.do("boats.cross", "A").do("land", "0102")
    assert b.decides() == "Red"
    b.do("area", "0303", *dice)
    assert b.look.kept(River).sunk == sunk
    assert ready(b.look) == 2


@pytest.mark.rule("BT 5")
def test_engineers_who_stay_at_the_water_for_three_turns_lay_a_footbridge():
    text = "Blue us_engineer_plt E 0101\nRed us_truck X 0303"
    b = river(text)
    b.do("end")
    assert b.look.kept(River).builders == ((b.number("E"), b.hex("0101"), 1),)
    b = river(text)
    b.keep(River(builders=((b.number("E"), b.hex("0101"), 2),)))
    assert b.do("end").offers("to") == {"0102"}
    b.do("to", "0102")
    assert b.look.kept(River).bridges == ((b.hex("0101"), b.hex("0102")),)
    elsewhere = river(text)
    elsewhere.keep(River(builders=((b.number("E"), b.hex("0201"), 2),)))
    elsewhere.do("end")
    assert elsewhere.look.kept(River).builders == ((b.number("E"), b.hex("0101"), 1),)
    shaken = river(text.replace("0101\n", "0101 paralyzed\n"))
    shaken.keep(River(builders=((b.number("E"), b.hex("0101"), 2),)))
    shaken.do("end")
    while shaken.decides() == "Blue":
        shaken.do("done")
    assert shaken.look.kept(River).builders == ()


@pytest.mark.rule("BT 6")
def test_a_footbridge_costs_a_point_more_and_takes_no_boat():
    b = river("Blue us_rifle_plt A 0101 move spent=2\nRed us_truck X off", boats=3)
    b.keep(River(bridges=((b.hex("0101"), b.hex("0102")),)))
    left = b.left("A")
    b.do("boats.cross", "A").do("land", "0102")
    assert (b.where("A"), left - b.left("A"), ready(b.look)) == ("0102", 2, 3)
    tired = river("Blue us_rifle_plt A 0101 move spent=5\nRed us_truck X off")
    tired.keep(River(bridges=((b.hex("0101"), b.hex("0102")),)))
    assert "no room" in tired.why_not("boats.cross", "A")
    red = river("Red ge_gren_plt X 0102 move spent=1\nBlue us_truck T off", side="Red")
    red.keep(River(bridges=((b.hex("0101"), b.hex("0102")),)))
    assert red.offers("boats.cross") == {"X"}


def test_sunk_boats_and_footbridges_can_count_for_points():
    b = river("Blue us_rifle_plt A 0101\nRed ge_gren_plt X 0303")
    b.keep(River(sunk=2, bridges=((0, 1),)))
    assert [(name, count(b.look, 0), count(b.look, 1)) for name, count in b.game.rules.at(COUNTED)] == [
        ("boats_sunk", 0, 2),
        ("footbridges", 1, 0),
    ]


def test_without_boats_nobody_crosses():
    b = Battle(RIVER + "Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303")
    assert "boats.cross" not in b.verbs()
    assert not hasattr(b.state.board, "extras")
