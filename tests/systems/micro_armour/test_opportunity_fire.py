"""Opportunity fire of Micro Armour (MA 07.06.05) and what the road does for a mover (MA TEC roadmove)."""

import pytest

from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule

WATCHED = """
    Blue M60A3 A 5,2 {}
    Blue M60A3 B 9,2
    Red {} X 5,20 heading=12 {}
"""


def watched(red="T-72", marks="", own="", **how):
    """A has passed its test by order; it is touched next."""
    how.setdefault("orders", (2, 0))
    return Battle(WATCHED.format(own, red, marks), phase="move", **how)


def touched(*args, **how):
    return watched(*args, **how).do("order", "A", 1).do("move", "A")


@rule("MA 07.06.05a", "MA 05.00.4c")
@pytest.mark.parametrize(
    ("tank", "tries", "asked"),
    [("M1A2_Abrams", 0, True), ("M1A2_Abrams", 1, True), ("M1A2_Abrams", 2, False)]
    + [(tank, tries, tries == 0) for tank in ("T-72", "T55A") for tries in (0, 1)],
)
def test_who_may_fire_at_a_mover(tank, tries, asked):
    assert (touched(tank, f"tries={tries}").decides() == "Red") == asked


@rule("MA 05.00.4d")
@pytest.mark.parametrize(("tank", "spent", "asked"), [("T55A", 600, True), ("T55A", 650, False), ("T-72", 2000, True)])
def test_a_tech_level_2_stand_that_moved_more_than_half_may_not(tank, spent, asked):
    assert (touched(tank, f"spent={spent} moved").decides() == "Red") == asked


@rule("MA 07.06.05b")
def test_a_stand_is_moving_when_it_is_touched_and_only_then():
    b = watched()
    assert b.decides() == "Blue"
    b.do("order", "A", 1)
    assert b.decides() == "Blue", "its group has passed, but nobody has touched it"
    b.do("move", "A")
    assert b.decides() == "Red"
    b.do("attack")
    assert b.decision().offer("cannon").targets == (b.number("X"),)
    b.fire("X", 14, 12, 10)
    assert b.where("A") == "5.0,2.0"
    assert b.state_of("A") == "S"


@rule("MA 07.06.05c")
def test_the_mover_is_halted_where_it_is_and_attacked_as_ever():
    text = "woods Wood 0,8 12,8 12,12 0,12\n Blue M60A3 A 5,2\n Red T-72 X 5,20 heading=12"
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("move", "5,9")
    assert b.decides() == "Red"
    assert b.where("A") == "5.0,8.0", "where the wood no longer hides it"
    b.do("attack").fire("X", 12, 12, 10)
    assert b.modifiers(0) == b.modifiers(1)[:1] == [(2, "MA TEC woods")], "the ground at that point"
    assert b.modifiers(1)[1] == (1, "MA RNG TL3")


@rule("MA 07.06.05d")
def test_who_passes_goes_on_with_what_is_left():
    b = touched().do("wait").do("move", "5,8")
    assert (b.decides(), b.where("A")) == ("Red", "5.0,2.5")
    b.do("attack").fire("X", 14, 12, 10)
    assert "5.0,14.0" in b.offers("move"), "twelve points in all"
    assert "5.0,14.5" not in b.offers("move")
    b.do("move", "5,14")
    assert b.decides() == "Blue", "and it is not fired at again"
    assert b.where("A") == "5.0,14.0"


@rule("MA 07.06.05d")
def test_who_fails_stops_there_and_has_moved():
    b = touched().do("attack").fire("X", 14, 12, 11)
    assert "halted" in b.told()
    assert b["A"].moved
    assert b.where("A") == "5.0,2.0"
    assert "face" not in b.verbs()


@rule("MA 07.06.05e")
def test_the_test_is_taken_even_if_no_shot_came_off():
    b = touched().do("attack").fire("X", 15, 14)
    assert b.modifiers(1) == []
    assert "move" in b.verbs()
    assert "halted" in touched().do("attack").fire("X", 15, 15).told()


@rule("MA 07.06.05e")
@pytest.mark.parametrize("kept", [True, False])
def test_it_has_the_modifiers_of_the_movement_and_the_markers(kept):
    b = watched(own="HQ", orders=(0, 0), continue_with_movement_modifiers=kept).do("independent", "A", 1)
    b.do("move", "A").do("attack").fire("X", 14, 12, 5)
    movement = [(-2, "MA 08.02.03"), (3, "MA 08.02.08a")] if kept else []
    assert b.modifiers(2) == [*movement, (4, "MA 07.06.01")]


@rule("MA 07.02.03")
def test_one_such_attack_a_turn_on_each_stand():
    b = touched("M1A2_Abrams").do("attack").fire("X", 20, 1)
    b.do("move", "5,9")
    assert b.decides() == "Blue"


@rule("MA 07.02.06", "MA 07.06.05a")
def test_a_tech_level_4_stand_that_held_its_fire_has_two_tries_at_movers():
    b = touched("M1A2_Abrams").do("attack").fire("X", 20, 1).do("stay").do("stay")
    b.do("skip").do("order", "B", 1).do("move", "B")
    assert b.decides() == "Red"
    b.do("attack").fire("X", 20, 1)
    assert b["X"].tries == 2


@rule("MA 07.06.05c")
def test_a_mover_that_is_lost_leaves_its_wreck_there_and_the_others_go_on():
    text = "Blue M60A3 A 5,2 group=1st\n Blue M60A3 B 9,2 group=1st\n Red T-72 X 5,10 heading=12"
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "1st", 1).do("move", "A")
    b.do("attack").fire("X", 1, 2)
    assert b.state_of("A") == "X"
    assert len(b.state.board.wrecks) == 1
    assert b.offers("move") == {"B"}


@rule("MA 07.06.05b")
def test_letting_it_go_is_for_the_whole_way():
    text = "woods Wood 0,8 12,8 12,12 0,12\n Blue T-72 A 5,2\n Red T-72 X 5,20 heading=12"
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("move", "5,9")
    assert b.decides() == "Red"
    b.do("hold")
    assert (b.decides(), b.where("A")) == ("Blue", "5.0,9.0")


@rule("MA TEC roadmove")
@pytest.mark.parametrize(("line", "cover"), [("good_road 5,0 5,39", []), ("good_road 9,0 9,39", [(2, "MA TEC woods")])])
def test_a_mover_at_the_road_rate_has_no_cover_from_what_the_road_passes(line, cover):
    text = f"{line}\n woods Wood 0,0 12,0 12,12 0,12\n Blue T-72 A 5,2\n Red T-72 X 5,16 heading=12 tries=0"
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A")
    assert b.decides() == "Red"
    standing = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("attack")
    assert standing.fire("X", 12, 12, 1).modifiers(0) == [(2, "MA TEC woods")], "touched, it still stands in the wood"
    b.do("wait").do("move", "5,5")
    assert (b.decides(), b.where("A")) == ("Red", "5.0,2.5")
    b.do("attack").fire("X", 12, 12, 1)
    assert b.modifiers(0) == cover


@rule("MA 07.08.04b")
@pytest.mark.parametrize(("by", "asked"), [("9,19", False), ("9,18.5", True)])
def test_a_stand_that_is_engaged_does_not_fire_at_another_that_moves(by, asked):
    text = f"Blue M60A3 A 1,17\n Blue M60A3 B {by}\n Red T-72 X 9,20 heading=12"
    touched = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A")
    assert (touched.decides() == "Red") == asked, "touched"
    if asked:
        touched.do("wait")
    touched.do("move", "1,20")
    assert (touched.decides() == "Red") == asked, "on its way"


@rule("MA 07.08.04b")
def test_a_stand_that_is_engaged_fires_at_the_mover_it_is_engaged_with():
    text = "Blue M60A3 A 9,19\n Red T-72 X 9,20 heading=12"
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A")
    assert b.decides() == "Red", "touched"
    b.do("wait").do("move", "9.5,19")
    assert (b.decides(), b.where("A")) == ("Red", "9.5,19.0"), "still half in contact"
    assert b.do("attack").offers("cannon") == {"X"}


@rule("MA 07.08.04b")
def test_a_stand_that_comes_out_of_contact_may_be_fired_at_by_one_engaged_with_nobody_else():
    text = "Blue M60A3 A 9,19\n Blue M60A3 B {}\n Red T-72 X 9,20 heading=12"
    apart = Battle(text.format("30,2"), phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A")
    apart.do("wait").do("move", "9,15")
    assert apart.decides() == "Red"
    beside = Battle(text.format("9.5,19").replace("9,19", "8.5,19"), phase="move", orders=(1, 0))
    beside.do("order", "A", 1).do("move", "A").do("wait").do("move", "8.5,15")
    assert beside.decides() == "Blue", "X is still engaged with B"


@rule("MA TEC roadmove", "MA TEC crest")
@pytest.mark.parametrize(("line", "cover"), [("good_road 5,0 5,39", []), ("good_road 9,0 9,39", [(2, "MA TEC crest")])])
def test_a_mover_at_the_road_rate_has_no_cover_from_a_hilltop(line, cover):
    text = f"""
        {line}
        hill Hill 0,0 12,0 12,8 0,8 level=1
        hilltop Top 0,0 12,0 12,8 0,8 level=1
        Blue T-72 A 5,2
        Red T-72 X 5,16 heading=12
    """
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("wait").do("move", "5,5")
    assert (b.decides(), b.where("A")) == ("Red", "5.0,2.5")
    b.do("attack").fire("X", 12, 12, 1)
    assert b.modifiers(0) == cover
    paid = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("wait")
    if "leave_road" in paid.verbs():
        paid.do("leave_road")
    paid.do("move", "5,5").do("attack").fire("X", 12, 12, 1)
    assert paid.modifiers(0) == [(2, "MA TEC crest")], "off the road rate it has"


@rule("MA 08.03.90", "MA TEC roadmove")
@pytest.mark.parametrize("kind", ["good_road", "poor_road", "track"])
def test_a_mover_on_a_road_that_pays_for_the_terrain_keeps_its_cover(kind):
    text = f"{kind} 5,0 5,39\n woods Wood 0,0 12,0 12,12 0,12\n Blue T-72 A 5,2\n Red T-72 X 5,16 heading=12"
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("wait").do("leave_road")
    assert "leave_road" not in b.verbs()
    assert "5.0,8.5" in b.offers("move"), "20 points at 3 an inch"
    assert "5.0,9.0" not in b.offers("move")
    assert b.offers("glide") == b.offers("move")
    b.do("move", "5,4")
    assert (b.decides(), b.where("A")) == ("Red", "5.0,2.5")
    b.do("attack").fire("X", 12, 12, 1)
    assert b.modifiers(0) == [(2, "MA TEC woods")]
    assert b["A"].spent == 150
    b.do("move", "5,5")
    assert b["A"].spent == 150 + (125 if kind == "good_road" else 250), "it may take the road rate again"


@rule("MA 08.03.90")
def test_leaving_the_road_rate_is_offered_where_a_road_through_cover_is_near():
    def offered(road, ground="woods Wood 4,20 9,20 9,25 4,25", tank="M60A3"):
        text = f"table 36 60\n {road}\n {ground}\n Blue {tank} A 5,2\n Red T-72 X 35,59"
        b = Battle(text, phase="move", orders=(1, 0), sighting=1).do("order", "A", 1).do("move", "A")
        return "leave_road" in b.verbs()

    assert offered("good_road 5,0 5,59")
    assert not offered("good_road 5,0 5,18"), "the road ends before the wood"
    assert not offered("good_road 5,0 5,59", "marsh Bog 4,20 9,20 9,25 4,25"), "no cover there"
    assert not offered("good_road 5,0 5,59", "woods Wood 4,27 9,27 9,30 4,30"), "too far: 24 inches at the road rate"
    assert not offered("good_road 30,0 30,59", "woods Wood 28,0 32,0 32,30 28,30"), "too far to the side"
