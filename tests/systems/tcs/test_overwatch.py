"""Overwatch and return fire (TCS 15)."""

import pytest

from sandtable.kernel.decision import Action
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule


def fight(*lines, **how):
    return Battle("\n".join(["0116 open", "0716 open", *lines]), **how)


MOVER = "Blue us_rifle_plt A 0403 move"


# Triggers


@rule("TCS 15.1a", "TCS 15.2a", "TCS 2.0w", "TCS 15.4a")
def test_entering_a_hex_in_sight_is_a_trigger():
    b = fight(MOVER, "Red ge_gren_plt X 0408").go("A", "0404")
    assert b.decides() == "Red"
    assert "has moved in your sight" in b.decision().prompt
    assert b.offers("area") == {"0408"}
    b.do("hold")
    assert b.decides() == "Blue"


@rule("TCS 7.1e", "TCS 15.2a")
def test_the_trigger_must_be_spotted_and_in_range():
    assert fight(MOVER, "Red ge_gren_plt X 0409").go("A", "0404").decides() == "Blue", "5 hexes, spotted at 4"
    assert fight(MOVER, "Red ge_gren_plt X 0408", "0405 woods").go("A", "0404").decides() == "Blue"
    assert fight(MOVER, "Red ge_vg_smg_plt X 0408").go("A", "0404").decides() == "Blue", "range 3"


@rule("TCS 4.1e", "TCS 15.2a")
def test_only_units_in_fire_mode_watch():
    assert fight(MOVER, "Red ge_gren_plt X 0406 move").go("A", "0404").decides() == "Blue"


@rule("TCS 6.3a")
def test_the_unassigned_watch_as_others_do():
    assert fight(MOVER, "Red ge_gren_plt X 0406 unassigned").go("A", "0404").offers("area") == {"0406"}


@rule("TCS 4.1h", "TCS 15.1a")
def test_going_to_move_mode_is_a_trigger():
    lines = ("Blue us_rifle_plt A 0404", "Red ge_gren_plt X 0407")
    assert fight(*lines).do("to_move", "A").decides() == "Red"
    assert fight(*lines, mode_change_triggers=False).do("to_move", "A").decides() == "Blue"


@rule("TCS 15.1b", "TCS 13.0e", "TCS 7.1d2")
def test_fire_is_a_trigger_and_seen_from_afar():
    lines = ("Blue us_hmg_sec A 0403", "Red ge_gren_plt X 0406 fired", "Red ge_smg_sec Y 0412")
    b = fight(*lines).do("suppress", "0406").do("add", "A").do("fire", None, 11)
    assert b.offers("area") == {"0406", "0412"}, "9 hexes away, spotted at 12"
    b = fight(*lines, fire_triggers=False).do("suppress", "0406").do("add", "A").do("fire", None, 11)
    assert b.decides() == "Blue"


@rule("TCS 15.1b")
def test_of_several_firing_stacks_one_is_aimed_at():
    lines = ("Blue us_hmg_sec A 0403", "Blue us_hmg_sec B 0603", "Red ge_gren_plt X 0406")
    b = fight(*lines).do("suppress", "0406").do("add", "A").do("add", "B").do("fire", None, 11)
    b.do("area", "0406")
    assert b.offers("hex") == {"0403", "0603"}
    b.do("hex", "0603", 11)
    assert "0603" in b.rolls()[0].resolution.words


@rule("TCS 15.1c")
def test_recovery_is_a_trigger():
    b = fight("Blue us_rifle_plt A 0403 suppressed", "Red ge_gren_plt X 0405").do("end").do("recover", "0403")
    assert "recovers in your sight" in b.decision().prompt


# Who fires


@rule("TCS 15.2b")
def test_all_near_stacks_and_one_far_may_fire():
    far = ("Red ge_smg_sec F1 0412", "Red ge_smg_sec F2 0512")
    near = ("Red ge_gren_plt N1 0407", "Red ge_gren_plt N2 0506")
    lines = ("Blue us_m4_75 A 0403 move", "Blue us_rifle_plt B 0404 fired", *far, *near)
    b = fight(*lines).go("A", "0404")
    assert b.offers("area") == {"0407", "0506", "0412", "0512"}
    b.do("area", "0512", 11)
    assert b.offers("area") == {"0407", "0506"}, "one far stack"
    b.do("area", "0407", 11)
    assert b.offers("area") == {"0506"}
    b.do("area", "0506", 11)
    assert b.decides() == "Blue"
    assert len(fight(*lines, overwatch_far=2).go("A", "0404").do("area", "0512", 11).offers("area")) == 3
    assert fight(*lines, overwatch_near=2, overwatch_far=0).go("A", "0404").offers("area") == {"0506"}


@rule("TCS 15.2c")
@pytest.mark.parametrize(("die", "fires"), [(4, False), (5, True), (6, True)])
def test_a_stack_that_has_fired_must_roll(die, fires):
    b = fight(MOVER, "Red ge_gren_plt X 0407 fired").go("A", "0404")
    b.do("area", "0407", die, *([11] if fires else []))
    assert len(b.rolls()) == 1 + fires
    assert b.decides() == "Blue", "one try at a trigger"
    b = fight(MOVER, "Red ge_gren_plt X 0407", "Red ge_gren_plt Y 0407 fired").go("A", "0404")
    assert b.forecast("area", "0407").rule == "TCS 15.2c", "the whole stack, if one of it has fired"


@rule("TCS 15.2c")
def test_the_dice_of_a_second_fire_are_options():
    lines = (MOVER, "Red ge_gren_plt X 0407 fired")
    answers = {
        die: [
            fight(*lines, overwatch_again=die).go("A", "0404").forecast("area", "0407").read(face) for face in (2, 5, 6)
        ]
        for die in (2, 6, 7)
    }
    assert answers == {
        2: ["fire by own sight", "fire by own sight", "fire"],
        6: ["no fire", "no fire", "fire"],
        7: ["no fire", "no fire", "no fire"],
    }


@rule("TCS 15.2c")
@pytest.mark.parametrize(("die", "fires"), [(5, False), (6, True)])
def test_what_a_spotter_directs_needs_a_6(die, fires):
    lines = ("Red ge_81mm_sec M 0412 fired bn=II", "Red ge_truck S 0407 bn=II", "0409 woods", "0410 woods")
    b = fight(MOVER, *lines, "0510 woods", "0310 woods", "0509 woods", "0309 woods").go("A", "0404")
    assert b.offers("area") == {"0412"}
    b.do("area", "0412", die, *([11] if fires else []))
    assert len(b.rolls()) == 1 + fires


@rule("TCS 15.2d")
def test_the_whole_stack_is_marked():
    lines = (MOVER, "Red ge_gren_plt X 0407", "Red ge_pz4 Y 0407", "Red ge_truck Z 0407")
    b = fight(*lines).go("A", "0404").do("area", "0407", 11)
    assert [b.state_of(each) for each in "XYZ"] == ["F", "F", "F"]
    b = fight(*lines, overwatch_marks="firers").go("A", "0404").do("area", "0407", 11)
    assert [b.state_of(each) for each in "XYZ"] == ["F", "F", ""]


@rule("TCS 15.5a")
def test_a_mortar_needs_a_spotter_and_fires_once_a_phase():
    lines = (
        MOVER,
        "Blue us_rifle_plt B 0303 move",
        "Red ge_81mm_sec M 0412 bn=II",
        "0410 woods",
        "0510 woods",
        "0310 woods",
    )
    assert fight(*lines).go("A", "0404").decides() == "Blue"
    b = fight(*lines, "Red ge_truck S 0407 bn=II").go("A", "0404").do("area", "0412", 11)
    assert b.decides() == "Blue"
    b.go("B", "0304")
    assert b.decides() == "Blue", "it has fired in this phase"
    b = fight(*lines, "Red ge_truck S 0407 bn=II", mortar_overwatch=0).go("A", "0404")
    assert b.decides() == "Blue"


# Forms


@rule("TCS 15.5b", "TCS 11.3b")
def test_area_fire_point_fire_or_at_rolls():
    lines = (
        "Blue us_m4_75 T 0403 move",
        "Blue us_rifle_plt B 0404 fired",
        "Red ge_gren_plt X 0405",
        "Red ge_pak40 G 0405",
    )
    b = fight(*lines).go("T", "0404")
    assert b.offers("area") == b.offers("point") == b.offers("rolls_at") == {"0405"}
    point = fight(*lines).go("T", "0404").do("point", "0405", 11)
    assert point.rolls()[0].resolution.words.startswith("G fires at armour")
    rolls = fight(*lines).go("T", "0404").do("rolls_at", "0405", 5)
    assert rolls.rolls()[0].resolution.words == "X attacks T"
    assert rolls.state_of("G") == "F"
    road = "road primary 0402 0403 0404"
    b = fight(*lines, road).go("T", "0404")
    assert (2, "TCS 11.3b") in [(each.value, each.rule) for each in b.forecast("point", "0405").modifiers]


@rule("TCS 15.5b", "TCS 16.0a")
def test_at_rolls_choose_among_vehicles_and_every_platoon_rolls_once():
    lines = (
        "Blue us_m4_75 T 0403 move",
        "Blue us_m4_75 U 0404 fired",
        "Red ge_gren_plt X 0405",
        "Red ge_gren_plt Y 0405",
    )
    b = fight(*lines, return_fire=False).go("T", "0404").do("rolls_at", "0405")
    assert b.offers("vehicle") == {"T", "U"}
    b.do("vehicle", "U", 5, 12, 11)
    assert [roll.resolution.words for roll in b.rolls()][:2] == ["X attacks U", "Y attacks U"]
    assert b.state_of("U") == "X"


@rule("TCS 15.2a", "TCS 15.2b", "TCS 15.2c")
def test_why_a_stack_may_not_fire():
    near = ("Red ge_gren_plt X 0407", "Red ge_gren_plt M 0507 move", "Red ge_gren_plt H 0115")
    far = ("Red ge_smg_sec F 0412", "Red ge_smg_sec G 0512")
    b = fight("Blue us_m4_75 A 0403 move", "Blue us_rifle_plt B 0404 fired", *near, *far).go("A", "0404")
    assert "M is in Move Mode" in b.why_not("area", "0507")
    assert "X has no point fire" in b.why_not("point", "0407")
    assert "AT rolls are made by infantry" in b.why_not("rolls_at", "0407")
    assert "not a hex with units of yours" in b.why_not("area", "0404")
    assert "hexes away, and H fires 6" in b.why_not("area", "0115")
    b.do("area", "0412", 11)
    assert "has fired at this trigger" in b.why_not("area", "0412")
    assert "farther than 3 no more may fire" in b.why_not("area", "0512")
    b = fight(MOVER, "Red ge_gren_plt X 0406", "Red ge_smg_sec F 0412").go("A", "0404")
    assert "does not spot" in b.why_not("area", "0412")
    assert "nobody in 0404 is harmed" in b.why_not("point", "0406")


# What becomes of the mover


@rule("TCS 15.4b", "TCS 4.1d")
def test_a_mover_stops_when_fired_at_and_may_go_on():
    b = fight(MOVER, "Red ge_gren_plt X 0408").go("A", "0405")
    assert b.where("A") == "0404", "the first hex in sight"
    b.do("area", "0408", 11)
    assert (b.where("A"), b.left("A"), b.decides()) == ("0404", 5, "Blue")
    assert "stopped" in b.told()
    assert "stopped_there" not in b.told()
    b.go("A", "0405")
    assert b.where("A") == "0405"


@rule("TCS 15.4b")
def test_a_mover_that_is_let_go_walks_on():
    b = fight(MOVER, "Red ge_gren_plt X 0408").go("A", "0405").do("hold")
    assert (b.where("A"), b.decides()) == ("0405", "Red")
    assert (b.do("hold").decides(), b.where("A")) == ("Blue", "0405")


@rule("TCS 15.4b", "TCS 17.3")
def test_a_shaken_mover_stays_and_is_hit_on_the_move_column():
    b = fight(MOVER, "Red ge_smg_sec X 0408").go("A", "0406").do("area", "0408", 36, 42)
    assert (2, "TCS 11.2b") in b.modifiers()
    assert (b.where("A"), b.state_of("A")) == ("0404", "MS")
    assert "stopped_there" in b.told()
    assert "may not move" in b.why_not("move", "A")


@rule("TCS 15.1a")
def test_where_a_move_will_be_fired_at_is_known_before():
    b = fight(MOVER, "Red ge_gren_plt X 0408", "Red ge_smg_sec Y 0408", "Red ge_gren_plt Z 0109").do("move", "A")
    route = b.game.route(b.state, 0, Action("to", b.hex("0406")))
    assert [b.world.hex_name(hex) for hex in route.places] == ["0403", "0404", "0405", "0406"]
    pair = (b.number("X"), b.number("Y"))
    assert route.danger == ((1, 2, pair), (3, 3, (*pair, b.number("Z"))))
    assert b.where("A") == "0403"


# Return fire


@rule("TCS 15.3")
def test_the_triggering_side_answers_once_and_is_not_answered():
    lines = (
        MOVER,
        "Blue us_hmg_sec B 0402",
        "Blue us_hmg_sec C 0502",
        "Red ge_gren_plt X 0407",
        "Red ge_gren_plt Y 0506",
    )
    b = fight(*lines).go("A", "0404").do("area", "0407", 11).do("hold")
    assert b.decides() == "Blue"
    assert "has fired at you" in b.decision().prompt
    assert b.offers("area") == {"0402", "0502"}
    b.do("area", "0402", 11)
    assert (b.state_of("B"), b.state_of("C")) == ("F", "")
    assert b.verbs() >= {"move", "end"}, "and it is not answered"
    b = fight(*lines, return_fire=False).go("A", "0404").do("area", "0407", 11).do("hold")
    assert b.verbs() >= {"move", "end"}


@rule("TCS 15.3", "TCS 15.2c")
def test_return_fire_of_a_stack_that_has_fired_needs_the_die():
    lines = (MOVER, "Blue us_hmg_sec B 0402 fired", "Red ge_gren_plt X 0407")
    b = fight(*lines).go("A", "0404").do("area", "0407", 11).do("area", "0402", 4)
    assert len(b.rolls()) == 1


def test_the_question_is_one_of_opportunity_fire():
    b = fight(MOVER, "Red ge_gren_plt X 0408").go("A", "0404")
    reaction = b.game.reaction(b.state, 1)
    assert (reaction.against, reaction.hold) == (b.number("A"), "hold")
