"""Missiles, facing and range of Micro Armour (MA 07.03, 07.08)."""

import pytest

from sandtable.systems.micro_armour.board import SECOND
from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule

PAIR = "table 36 60\n Blue {} A 5,2 {}\n Red {} X {} heading={}"


def pair(firer, at, target="M60A3", marks="", heading=12, **how):
    return Battle(PAIR.format(firer, marks, target, at, heading), **how)


@rule("MA 07.03.01")
@pytest.mark.parametrize(("tank", "value"), [("T-80U/AT-8", 2), ("T-90/AT-12", 1)])
def test_a_missile_is_harder_to_get_off(tank, value):
    b = pair(tank, "5,20").attack("X", "A:missile", 14 - value, 12)
    assert b.modifiers(0) == [(value, "MA 07.03.01")]
    assert b.state_of("X") == "S"
    assert pair(tank, "5,20").attack("X", "A:missile", 15 - value).state_of("X") == ""
    assert pair(tank, "5,20").attack("X", "A", 14, 12).modifiers(0) == []


@rule("MA 07.03.02a")
def test_range_never_matters_to_a_missile():
    assert pair("T-80U/AT-8", "5,25").attack("X", "A:missile", 1, 7).modifiers(1) == []
    assert pair("T-80U/AT-8", "5,25").attack("X", "A", 1, 7).modifiers(1) == [(2, "MA RNG TL3")]


@rule("MA 07.03.02b", "MA 07.08.05")
@pytest.mark.parametrize(
    ("tank", "at", "weapons"),
    [
        ("T-80U/AT-8", "5,6.5", {"cannon"}),
        ("T-80U/AT-8", "5,7", {"cannon", "missile"}),
        ("T-80U/AT-11", "5,5.5", {"cannon"}),
        ("T-80U/AT-11", "5,6", {"cannon", "missile"}),
        ("T-80U/AT-8", "5,32", {"cannon", "missile"}),
        ("T-80U/AT-8", "5,32.5", {"missile"}),
        ("T-80U/AT-8", "5,52", {"missile"}),
        ("T-80U/AT-8", "5,52.5", set()),
        ("M60A3", "5,32", {"cannon"}),
        ("M60A3", "5,32.5", set()),
    ],
)
def test_no_weapon_fires_beyond_its_maximum_and_no_missile_below_its_minimum(tank, at, weapons):
    text = PAIR.format(tank, "", "M60A3", at, 12) + "\n Blue T-90/AT-12 B 30,2"
    b = Battle(text)
    if weapons:
        b.do("attack", "X")
        assert {verb for verb in ("cannon", "missile") if "A" in b.offers(verb)} == weapons
    else:
        assert b.number("X") not in b.look.targets(b.number("A"), SECOND)


@rule("MA 07.08.05")
def test_a_refusal_says_that_it_is_out_of_reach():
    b = Battle(PAIR.format("M60A3", "", "M60A3", "5,32.5", 12) + "\n Blue T-90/AT-12 B 30,2").do("attack", "X")
    assert b.why_not("cannon", "A") == "X is out of reach of the cannon of A (MA 07.08.05, 07.03.02b)"
    assert b.why_not("missile", "A") == "A has no missiles"


@rule("MA 07.03.03")
@pytest.mark.parametrize(("tank", "number"), [("T55M/AT-10", 4), ("T-80U/AT-8", 3), ("M551A1/Shillelah", 7)])
def test_a_natural_roll_up_to_its_number_depletes_a_missile(tank, number):
    wood = "woods Wood 3,16 7,16 7,20 3,20\n"
    for die in (number, number + 1):
        b = Battle(wood + PAIR.format(tank, "", "M1A2_Abrams", "5,18", 12)).attack("X", "A:missile", 1, die)
        assert b.rolls()[1].total == die + 2, "the ground counts for the result alone"
        assert b["A"].depleted == (die == number)
    assert not pair(tank, "5,18", "M1A2_Abrams").attack("X", "A", 1, 2)["A"].depleted, "the cannon is another matter"


@rule("MA 07.03.03", "MA CRT over")
@pytest.mark.parametrize("die", [3, 4])
def test_a_missile_that_destroys_outright_may_be_the_last_too(die):
    b = pair("T-80U/AT-8", "5,18", heading=0).attack("X", "A:missile", 1, die)
    assert b.state_of("X") == "X"
    assert b["A"].depleted == (die == 3)


@rule("MA 07.03.04a")
def test_without_missiles_the_cannon_still_works():
    b = pair("T-80U/AT-8", "5,18", marks="depleted").do("attack", "X")
    assert b.offers("missile") == set()
    assert b.offers("cannon") == {"A"}
    assert b.why_not("missile", "A") == "A has no missiles left (MA 07.03.04a)"
    assert not pair("T-80U/AT-8", "5,40", marks="depleted").look.targets(0, SECOND)


@rule("MA 07.03.04b", "MA 07.03.04c")
@pytest.mark.parametrize(("die", "ready"), [(10, True), (11, False)])
def test_missiles_come_up_on_a_roll_at_plus_4_that_markers_do_not_touch(die, ready):
    b = pair("T-80U/AT-8", "5,58", marks="depleted", phase="move", passes=1).do("skip", None, die)
    assert b.modifiers(0) == [(4, "MA 07.03.04b")]
    assert b["A"].depleted != ready
    marked = pair("T-80U/AT-8", "5,58", marks="depleted suppressed", phase="move", passes=1)
    marked.do("skip", None, 19, die)
    assert marked.modifiers(1) == [(4, "MA 07.03.04b")]
    assert marked["A"].depleted != ready


@rule("MA 07.03.04b")
def test_they_may_come_up_in_the_turn_they_ran_out_and_again_in_the_next():
    b = pair("T-80U/AT-8", "5,18").attack("X", "A:missile", 1, 2)
    assert b["A"].depleted
    assert b.state_of("X") == "X"
    later = pair("T-80U/AT-8", "5,58", marks="depleted", phase="move", passes=1, whole=True)
    later.do("skip", None, 20, 7, 8, 2, 2)
    assert later["A"].depleted
    assert later.do("first", "Red").do("skip").do("skip", None, 5, 7, 8, 2, 2)["A"].depleted is False


# Facing


@rule("MA 07.08.01a", "MA 07.04c")
@pytest.mark.parametrize(
    ("target", "column"), [("M60A3", 18 - 8), ("Le_Clerc", 18 - 10), ("Leopard-IIA6", 18 - 9), ("M1_Abrams", 18 - 9)]
)
def test_outside_the_front_arc_half_the_defense_counts_rounded_up(target, column):
    for heading in (0, 6, 18):
        b = pair("Chieftain_Mk5", "5,10", target, heading=heading)
        if column > 9:
            assert b.attack("X", "A", 1).state_of("X") == "X"
        else:
            assert b.attack("X", "A", 1, 7).rolls()[1].resolution.column == f"{column:+d}"


@rule("MA 07.08.01b", "MA 07.08.01c", "MA 03.02a")
@pytest.mark.parametrize(
    ("at", "flank"),
    [("18,10", False), ("10,10", False), ("26,10", False), ("9.5,10", True), ("26.5,10", True), ("18,26", True)],
)
def test_the_front_is_the_quarter_between_the_front_corners_and_its_edge_is_front(at, flank):
    b = Battle(f"table 36 40\n Blue M60A3 A {at}\n Red T-72 X 18,18 heading=12")
    assert b.look.flank(b.number("A"), b.number("X")) == flank
    base = b.look.base(b.number("X"))
    assert base.side == 100, "an inch square"
    assert base.front == ((1850, 1750), (1750, 1750)), "it faces one of its edges"


@rule("MA 07.08.01c")
@pytest.mark.parametrize(("arc", "at"), [("90", "26,10"), ("120", "30.5,10.5"), ("180", "30,18")])
def test_the_option_for_a_wider_front(arc, at):
    text = f"table 40 40\n Blue M60A3 A {at}\n Red T-72 X 18,18 heading=12"
    b = Battle(text, front_arc=arc)
    assert not b.look.flank(b.number("A"), b.number("X"))
    for narrower in ("90", "120"):
        if int(narrower) < int(arc):
            assert Battle(text, front_arc=narrower).look.flank(b.number("A"), b.number("X"))


# Range


@rule("MA 07.08.02", "MA RNG TL2", "MA RNG TL3", "MA RNG TL4")
@pytest.mark.parametrize(("tank", "level"), [("M60A1", 2), ("M60A3", 3), ("M1A2_Abrams", 4)])
@pytest.mark.parametrize("inches", [9, 11, 13, 17, 25])
def test_range_is_read_by_the_tech_level_of_the_firer(tank, level, inches):
    bands = {2: (8, 16, 24), 3: (10, 20, 30), 4: (12, 24, 36)}[level]
    value = sum(inches > end for end in bands)
    b = pair(tank, f"5,{2 + inches}").attack("X", "A", 1, 7)
    assert b.modifiers(1) == ([(value, f"MA RNG TL{level}")] if value else [])


@rule("MA 07.08.02b")
def test_any_part_of_an_inch_counts_as_a_whole_one():
    assert pair("M60A3", "5,12").attack("X", "A", 1, 7).modifiers(1) == []
    assert pair("M60A3", "5.5,12").attack("X", "A", 1, 7).modifiers(1) == [(1, "MA RNG TL3")], "10.01 inches"


@rule("MA 07.08.03")
@pytest.mark.parametrize(("at", "inches"), [("5,3", 1), ("6,3", 1), ("5.5,3", 1), ("5,3.5", 2), ("5,4", 2)])
def test_stands_that_touch_are_at_one_inch(at, inches):
    b = Battle(f"Blue M60A3 A 5,2\n Red T-72 X {at} heading=12")
    assert b.look.range_to(0, b.number("X")) == inches
    b.attack("X", "A", 1, 7)
    assert b.modifiers(1) == ([(-1, "MA RNG TL3")] if inches == 1 else [])


# Engaged


@rule("MA 07.08.04a", "MA 07.08.04b")
@pytest.mark.parametrize(
    ("at", "heading", "engaged"),
    [
        ("5,3", 0, True),
        ("5.5,3", 0, True),
        ("6,3", 0, False),
        ("5,3", 6, False),
        ("5,3", 12, False),
        ("5,3.5", 0, False),
    ],
)
def test_a_stand_is_engaged_with_what_touches_half_its_own_front(at, heading, engaged):
    b = Battle(f"Blue M60A3 A 5,2 heading={heading}\n Red T-72 X {at} heading=0\n Red T-72 Y 0.5,3.5 heading=12")
    assert b.look.engaged_with(0) == ([b.number("X")] if engaged else [])
    assert b.look.engaged_with(b.number("X")) == [], "the other way round its own front counts"
    assert b.offers("attack") == ({"X"} if engaged else {"X", "Y"})
    if engaged:
        other = Battle(f"Blue M60A3 A 5,2\n Blue M60A3 B 18,2\n Red T-72 X {at}\n Red T-72 Y 15,9 heading=12").do(
            "attack", "Y"
        )
        assert "engaged and may fire only at stands it is engaged with" in other.why_not("cannon", "A")
