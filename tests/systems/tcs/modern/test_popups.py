"""Pop-ups and counter pop-ups, step by step (ME 4.1d to 4.1h): who may, in what order, and every refusal."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.modern.missiles import left_of
from sandtable.systems.tcs.modern.popups import Counter
from sandtable.systems.tcs.modern.sky import Sky, is_low
from tests.systems.tcs.modern.test_helicopters import COUNTER, counter, fight, put, rearm, shots

rule = pytest.mark.rule
COBRA = "Blue us87_ah1f A 0404"
MOVER = "Blue us87_m113 M 0403 move"


def aged(b, hours):
    """A battle in a conflict that is this many hours old when it begins."""
    b.game.world = replace(b.game.world, air=replace(b.game.world.air, conflict_hours=hours))
    return b


# Who may


@rule("ME 4.1g1")
@pytest.mark.parametrize(
    ("hours", "turn", "pops"), [(12, 1, True), (11, 1, False), (11, 3, False), (11, 4, True), (0, 37, True)]
)
def test_the_hours_before_the_battle_count_towards_the_twelve(hours, turn, pops):
    lines = ("Blue su87_mi24 A 0404", "Red us87_m113 X 0412")
    b = aged(fight(*lines, soviet_popup_doctrine=True, turn=turn), hours)
    assert b.offers("pop_up") == ({"A"} if pops else set())
    if not pops:
        assert f"before the conflict is 12 hours old; it is {hours} now" in b.why_not("pop_up", "A")


@rule("ME 4.1g1", "ME 4.1f1")
def test_a_soviet_helicopter_counters_no_pop_up_before_its_time_and_worse_after_it():
    for hours in (11, 12):
        b = aged(fight(*COUNTER, soviet_popup_doctrine=True), hours).do("pop_up", "A")
        if hours == 11:
            b.do("missile", "T", (1, 1), (1, 1), (6, 6))
            assert b.decides() == "Blue", "nobody was asked"
        else:
            b.do("missile", "T").do("pop", "X").do("missile", "A", (1, 1), (1, 1), (1, 1), (1, 1), (6, 6))
            modifiers = [(each.value, each.rule) for each in b.rolls()[1].resolution.modifiers]
            assert modifiers == [(-3, "ME 4.5b"), (-2, "ME 4.1g1")]
            assert (-2, "ME 4.1g1") not in b.modifiers(4), "the Cobra is no Soviet helicopter"


@rule("ME 4.1e1")
def test_a_helicopter_without_a_target_from_low_does_not_pop_up():
    b = fight(COBRA, "0406 open 300", "Red su87_bmp2 X 0412")
    assert b.offers("pop_up") == set()
    assert "A would have no target in range and sight if it popped up (ME 4.1e1)" in b.why_not("pop_up", "A")


@rule("ME 4.1e1", "ME 3.2f1")
def test_a_helicopter_that_has_fired_both_weapons_has_nothing_to_pop_up_for():
    b = fight(COBRA, "Red su87_brdm2 X 0408 fired", "Red su87_brdm2 Y 0409").do("air_fire", "A").do("both", "X", (6, 6))
    assert b.offers("pop_up") == set()
    b = fight(COBRA, "Red su_truck X 0408 fired", "Red su_truck Y 0409").do("air_fire", "A").do("guns", "X", 11)
    b.do("pop_up", "A")
    assert b.offers("missile") == {"X", "Y"}
    assert b.offers("guns") == b.offers("both") == set()
    assert "A has fired its guns in this phase" in b.why_not("guns", "Y")


@rule("ME 4.1e1", "ME 4.1e2")
def test_a_pop_up_uses_the_weapon_marks_the_helicopter_and_is_forgotten_in_the_next_phase():
    b = fight(COBRA, "Red su_truck X 0412", "Red su_truck Y 0413", atgm_supply=True)
    b.do("pop_up", "A").do("missile", "X", (1, 1))
    assert b.state_of("A") == "F"
    assert left_of(b.look, 0) == 7
    assert b.look.kept(Sky).popped == (0,)
    assert b.do("end").look.kept(Sky).popped == ()


@rule("ME 4.1e1")
def test_only_enemies_outside_of_carriers_are_targets_of_a_pop_up():
    lines = (COBRA, "Blue us87_m113 F 0406", "Red su87_btr80 V 0408", "Red su87_mr_squad X 0408 carrier=V")
    b = fight(*lines, "Red su87_mi24 H 0414", low=["H"]).do("pop_up", "A")
    assert b.offers("missile") == {"V", "H"}
    assert "that is not an enemy on the map" in b.why_not("missile", "F")
    assert "X is in its carrier" in b.why_not("missile", "X")


# Together


@rule("ME 4.1e3")
def test_those_who_pop_up_together_have_a_target_in_common():
    lines = (COBRA, "Blue us87_ah1f B 0505", "Blue us87_ah1f C 0640", "Blue us87_ah1f L 0504", "Red su87_bmp2 X 0412")
    b = fight(*lines, "Red su87_mi24 R off", low=["L"]).do("pop_up", "A")
    assert b.offers("along") == {"B"}
    assert "A pops up already (ME 4.1e3)" in b.why_not("along", "A")
    assert "L flies Low" in b.why_not("along", "L")
    assert "not one of your helicopters" in b.why_not("along", "R")
    far = fight(COBRA, "Blue us87_ah1f C 0640", "Red su_truck X 0407", "Red su_truck Y 0638").do("pop_up", "A")
    assert far.offers("along") == set()
    assert "C has no target in common with the others (ME 4.1e3)" in far.why_not("along", "C")


@rule("ME 4.1e3")
def test_a_group_fires_only_what_all_of_it_can_fire():
    lines = (COBRA, "Blue us87_ah1f B 0420", "Red su_truck X 0412", "Red su_truck Y 0406")
    b = fight(*lines).do("pop_up", "A")
    assert b.offers("missile") == b.offers("guns") == {"X", "Y"}
    b.do("along", "B")
    assert b.offers("missile") == {"X"}, "B does not spot Y"
    assert b.offers("guns") == {"X"}, "Y is 14 hexes from B, whose guns reach 12"
    assert "Y is 14 hexes away, and the guns of B reach 12" in b.why_not("guns", "Y")


@rule("ME 4.1e3", "ME 4.1e1")
def test_the_second_of_a_group_does_not_fire_at_what_the_first_has_destroyed_and_all_drop():
    b = (
        fight(COBRA, "Blue us87_ah1f B 0505", "Red su_truck X 0412", atgm_supply=True)
        .do("pop_up", "A")
        .do("along", "B")
    )
    b.do("missile", "X", (6, 6))
    assert shots(b) == [("A", "X")]
    assert [is_low(b.look, n) for n in (0, 1)] == [False, False]
    assert [left_of(b.look, n) for n in (0, 1)] == [7, 7], "both had launched"
    assert [b.state_of(name) for name in "AB"] == ["F", "F"]
    assert b.look.kept(Sky).popped == (0, 1)


@rule("ME 4.1e3", "ME 4.1f1")
def test_any_of_a_group_may_be_countered():
    b = fight(*COUNTER, "Blue us87_ah1f B 0404").do("pop_up", "A").do("along", "B").do("missile", "T")
    b.do("pop", "X")
    assert b.offers("missile") == {"A", "B"}
    b.do("missile", "B", (1, 1), (6, 6), (1, 1), (1, 1), (6, 6))
    assert shots(b) == [("G", "X"), ("X", "B"), ("Z", "A"), ("T", "A"), ("A", "T")]
    assert b.state_of("B") == "X"


@rule("ME 4.1a3", "ME 4.1e3", "ME 4.1d")
@pytest.mark.parametrize(("dice", "fire", "ask"), [
    ([5, 5], ["X", "Y"], set()), ([4, 5], ["Y"], set()), ([5, 4], ["X"], set()), ([4, 4], [], set()),
])  # fmt: skip
def test_each_marked_helicopter_of_a_group_rolls_for_itself_on_overwatch(dice, fire, ask):
    lines = (MOVER, "0409 woods", "Red su87_mi24 X 0413 fired", "Red su87_mi24 Y 0414 fired", "Red su87_mi24 Z 0415")
    b = fight(*lines).go("M", "0404").do("pop_up", "X").do("along", "Y")
    aa = [(1, 1)] * len(fire)
    b.do("missile", "M", *dice, *aa, *[(1, 1)] * len(fire))
    assert [each.resolution.rule for each in b.rolls()[:2]] == ["ME 4.1a3"] * 2
    assert [who for who, whom in shots_at(b, "M")] == fire
    assert b.offers("pop_up") == {"Z"}, "both have fired at this trigger, or tried to"
    for name in "XY":
        assert "has fired at this trigger, or tried to" in b.why_not("pop_up", name)
    assert b.look.kept(Sky).popped == tuple(b.number(name) for name in fire)


def shots_at(b, target):
    return [
        (b.names[each.resolution.by[0]], b.names[each.resolution.on[0]])
        for each in b.rolls()
        if each.resolution.on and b.names[each.resolution.on[0]] == target
    ]


@rule("ME 4.1a3")
def test_in_its_own_phase_a_marked_helicopter_pops_up_without_a_die():
    b = fight(f"{COBRA} fired", "Red su_truck X 0412").do("pop_up", "A").do("missile", "X", (1, 1))
    assert [each.resolution.rule for each in b.rolls()] == ["ME 3.1f"]


@rule("ME 4.1d")
def test_on_overwatch_a_pop_up_goes_at_the_trigger_only_and_needs_no_spotting():
    lines = (MOVER, "Blue us87_m113 N 0405", "0409 woods", "Red su87_mi24 X 0424")
    b = fight(*lines).go("M", "0404").do("pop_up", "X")
    assert b.offers("missile") == {"M"}, "20 hexes, and an observer has told of it"
    assert b.why_not("missile", "N")
    own = fight("Blue su87_mi24 A 0424", "Red us87_m113 X 0404")
    assert own.offers("pop_up") == set(), "in its own phase it must spot what it fires a missile at"


@rule("ME 4.1d", "TCS 7.1e")
def test_a_cannon_needs_a_trigger_that_it_spots_even_in_a_pop_up():
    no_area = {"area_strength": None, "trajectory_class": None, "area_range_max": None}
    cannon = {**no_area, "point_strength": 4, "point_range_nominal": 10}
    lines = (MOVER, "0412 woods", "Red su87_mi24 X 0420")
    b = fight(*lines)
    rearm(b, "X", **cannon)
    b.go("M", "0404").do("pop_up", "X")
    assert b.offers("missile") == {"M"}, "a missile needs no spotting"
    assert b.offers("guns") == set()
    alone = fight(*lines)
    rearm(alone, "X", atgm="", **cannon)
    assert alone.go("M", "0404").decides() == "Blue", "16 hexes: a vehicle that moves is spotted at 12"
    near = fight(MOVER, "0408 woods", "Red su87_mi24 X 0414")
    rearm(near, "X", atgm="", **cannon)
    assert near.go("M", "0404").do("pop_up", "X").offers("guns") == {"M"}


@rule("ME 4.1d", "TCS 11.2b")
@pytest.mark.parametrize(("at", "bold"), [("0412", False), ("0408", True)])
def test_people_who_move_are_easier_to_hit_in_a_pop_up_only_if_they_are_spotted(at, bold):
    b = fight("Blue us87_mech_squad M 0403 move", f"Red su87_mi24 X {at}").go("M", "0404").do("pop_up", "X")
    aa = [(1, 1)] if at == "0408" else []
    b.do("guns", "M", *aa, 11)
    fire = next(each.resolution for each in b.rolls() if each.resolution.rule == "ME 4.1c")
    assert ((2, "TCS 11.2b") in [(each.value, each.rule) for each in fire.modifiers]) is bold


@rule("ME 4.1d", "ME 4.1e3")
def test_on_overwatch_a_helicopter_that_has_fired_at_the_trigger_does_not_join():
    lines = (MOVER, "Red su87_mi24 X 0413", "Red su87_mi24 Y 0414")
    b = fight(*lines).go("M", "0404").do("air_fire", "X").do("missile", "M", (1, 1)).do("pop_up", "Y")
    assert b.offers("along") == set()
    assert "X has popped up in this phase (ME 4.1e2)" in b.why_not("along", "X")


@rule("ME 4.1e1")
def test_a_helicopter_that_is_shot_down_in_its_pop_up_does_not_drop_or_fire():
    b = fight("Blue us87_ah1f A 0404", "Red su87_zsu23 Z 0410", "Red su_truck T 0412").do("pop_up", "A")
    b.do("missile", "T", (6, 6))
    assert b.told().count("shot_down") == 1
    assert "drops" not in b.told()
    assert b.state_of("T") == ""


# Counter pop-ups


@rule("ME 4.1f1")
def test_only_helicopters_that_have_popped_up_are_countered():
    b = counter("Blue us87_ah1f B 0504").do("pop", "X")
    assert b.offers("missile") == {"A"}
    words = "a counter pop-up fires at helicopters that have popped up now: B has not (ME 4.1f1)"
    assert words in b.why_not("missile", "B")
    assert "T has not" in b.why_not("missile", "T")


@rule("ME 4.1f1")
def test_a_helicopter_that_cannot_counter_is_told_why():
    b = counter("Red us87_uh60 F 0440")
    assert b.offers("pop") == {"X"}
    assert "no helicopter that popped up can be countered by F (ME 4.1f1)" in b.why_not("pop", "F")
    assert "not one of your helicopters" in b.why_not("pop", "A")
    low = fight(*COUNTER)
    put(low, low=(low.number("X"),))
    low.do("pop_up", "A").do("missile", "T", *[(1, 1)] * 2, (6, 6))
    assert low.decides() == "Blue", "one that flies Low pops up no more"


@rule("ME 4.1f1", "ME 4.1f2")
def test_a_counter_pop_up_is_the_pop_up_of_its_phase_and_marks_its_helicopter():
    b = counter().do("pop", "X").do("missile", "A", (1, 1), (1, 1), (1, 1), (1, 1), (6, 6))
    assert b.number("X") in b.look.kept(Sky).popped
    assert b.state_of("X") == "F"
    assert not is_low(b.look, b.number("X"))


@rule("ME 4.1a3", "ME 4.1f1", "ME 4.1e2")
def test_a_marked_helicopter_that_fails_its_die_has_had_its_counter_and_another_may_follow():
    lines = [line + " fired" if " X " in line else line for line in COUNTER]
    b = fight(*lines, "Red su87_mi24 W 0419").do("pop_up", "A").do("missile", "T").do("pop", "X").do("missile", "A", 4)
    assert b.decides() == "Red"
    assert b.offers("pop") == {"W"}
    assert "X has popped up in this phase (ME 4.1e2)" in b.why_not("pop", "X")


@rule("ME 4.1h", "ME 4.1f2")
def test_a_counter_pop_up_with_a_missile_that_needs_no_guidance_is_harder_to_hit():
    lines = ("Blue su87_mi24 A 0404", "Blue us87_m163 G 0410", "Red us87_ah64 X 0416", "Red su_truck T 0412")
    b = fight(*lines).do("pop_up", "A").do("missile", "T").do("pop", "X")
    b.do("missile", "A", (1, 1), (6, 6))
    assert (-1, "ME 4.1h") in b.modifiers(0)
    guns = fight(*lines).do("pop_up", "A").do("missile", "T").do("pop", "X").do("guns", "A", (1, 1), 11, (1, 1))
    assert (-1, "ME 4.1h") not in guns.modifiers(0)


@rule("ME 4.1h")
def test_of_a_group_only_those_whose_missile_must_be_guided_are_countered():
    lines = ("Blue us87_ah64 A 0404", "Blue us87_ah1f B 0404", *COUNTER[1:])
    b = fight(*lines).do("pop_up", "A").do("along", "B").do("missile", "T").do("pop", "X")
    assert b.offers("missile") == {"B"}
    assert "A has not (ME 4.1f1)" in b.why_not("missile", "A")


@rule("ME 4.1f1")
def test_a_counter_can_be_refused_for_the_side_that_is_asked():
    b = counter()
    assert isinstance(b.state.stack[-1], Counter)
    assert b.decision().side == 1
    b.do("hold", None, (1, 1), (1, 1), (6, 6))
    assert b.look.kept(Sky).popped == (b.number("A"),)


@rule("ME 4.1e3", "ME 4.1f2")
def test_the_prompt_of_a_group_names_all_that_react_to_any_of_it():
    b = fight(*COUNTER, "Blue us87_ah1f B 0504").do("pop_up", "A").do("along", "B")
    assert b.decision().prompt.startswith("A, B: ") or b.decision().prompt.startswith("A and B: ")
    assert b.decision().prompt.endswith("Before you fire, X may pop up against you, then AA fires: Z, T.")
