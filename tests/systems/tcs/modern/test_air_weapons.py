"""What helicopters fire, weapon by weapon (ME 4.1c, 4.5b): ranges, sight, targets, and every refusal."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.conditions import OVERWATCH, SFA
from sandtable.systems.tcs.modern.airweapons import AirArea, AirPoint, Duel, gun_fire
from sandtable.systems.tcs.modern.missiles import Missiles, left_of
from sandtable.systems.tcs.modern.sky import Sky
from tests.systems.tcs.modern.test_helicopters import fight, rearm

rule = pytest.mark.rule
COBRA = "Blue us87_ah1f A 0404"
NO_AREA = {"area_strength": None, "trajectory_class": None, "area_range_max": None}
CANNON = {"point_strength": 4, "point_range_nominal": 6}


def armed(*lines, cannon=None, area=True, low=("A",), **how):
    """A battle whose helicopter A has a cannon, and an area weapon or none."""
    b = fight(*lines, low=list(low), **how)
    rearm(b, "A", **({} if area else NO_AREA), **(cannon or {}))
    return b


def fires(b, target, kind=SFA):
    """The fire of the guns of the first unit at a target."""
    return gun_fire(b.look, 0, b.number(target), kind, soviet=False, trigger=False)


# Targets of guns


@rule("ME 4.1c")
def test_the_area_weapon_reaches_as_far_as_it_is_printed():
    b = fight(COBRA, "Red su87_mr_squad X 0416 fired", "Red su87_mr_squad Y 0417 fired", low=["A"]).do("air_fire", "A")
    assert b.offers("guns") == {"X"}
    assert "Y is 13 hexes away, and the guns of A reach 12 (ME 4.1c)" in b.why_not("guns", "Y")


@rule("ME 4.1c", "ME 4.6b1")
def test_a_weapon_without_range_fires_at_what_is_right_below_or_beside_it_in_the_air():
    lines = (COBRA, "Red su87_brdm2 X 0404", "Red su87_brdm2 Y 0405", "Red su87_mi8 H 0504")
    b = fight(*lines, low=["A", "H"])
    rearm(b, "A", area_range_max=0, atgm="")
    assert b.offers("air_fire") == {"A"}
    assert b.do("air_fire", "A").offers("guns") == {"X"}
    air = fight(COBRA, "Red su87_mi8 H 0504", low=["A", "H"])
    rearm(air, "A", area_range_max=0)
    assert air.do("fly", "A").offers("overrun") == {"0504"}


@rule("ME 4.1c")
def test_a_helicopter_with_missiles_only_has_no_guns():
    b = fight("Blue ge87_pah1 A 0404", "Red su87_bmp2 X 0412", low=["A"]).do("air_fire", "A")
    assert b.offers("missile") == {"X"}
    assert b.offers("guns") == b.offers("both") == set()
    assert "A has no weapon but missiles, or none at all (ME 4.1c)" in b.why_not("guns", "X")


@rule("ME 4.1c")
def test_a_helicopter_without_missiles_fires_its_guns_alone():
    b = fight("Blue us87_uh60 A 0404", "Red su87_brdm2 X 0408", "Red su87_bmp2 Y 0408", low=["A"]).do("air_fire", "A")
    assert b.offers("guns") == {"X"}
    assert b.offers("missile") == b.offers("both") == set()
    assert "A has no missiles (ME 3.1a)" in b.why_not("missile", "X")
    assert "A has no missiles (ME 3.1a)" in b.why_not("both", "X")
    assert "the guns of A do not harm Y" in b.why_not("guns", "Y")


@rule("ME 4.1c")
def test_only_enemies_on_the_map_outside_of_carriers_are_targets_of_guns():
    lines = (COBRA, "Blue us87_m113 F 0406", "Red su87_btr80 V 0408", "Red su87_mr_squad X 0408 carrier=V")
    b = fight(*lines, "Red su87_bmp2 T off", low=["A"]).do("air_fire", "A")
    assert b.offers("guns") == {"V"}
    assert "X is in its carrier: fire at the carrier (TCS 10.0c)" in b.why_not("guns", "X")
    assert "X is in its carrier: fire at the carrier (TCS 10.0c)" in b.why_not("missile", "X")
    for other in ("F", "T"):
        assert "that is not an enemy on the map (ME 4.1c)" in b.why_not("guns", other)
        assert "that is not an enemy on the map (ME 3.1a)" in b.why_not("missile", other)


@rule("ME 4.1c", "ME 4.1a2")
def test_guns_need_sight_from_the_height_of_the_helicopter():
    lines = (COBRA, "0406 woods", "Red su87_mr_squad X 0408 fired", "Red su87_mr_squad Y 0607 fired")
    b = fight(*lines).do("air_fire", "A")
    assert b.offers("guns") == {"Y"}
    assert "A does not see X from its height: climb, or pop up (ME 4.1c)" in b.why_not("guns", "X")
    assert fight(*lines, low=["A"]).do("air_fire", "A").offers("guns") == {"X", "Y"}


@rule("ME 4.1c", "TCS 13.0a")
def test_in_its_own_phase_a_helicopter_fires_guns_at_people_whom_it_does_not_spot():
    b = fight(COBRA, "Red su87_mr_squad X 0415", low=["A"])
    assert b.do("air_fire", "A").offers("guns") == {"X"}
    assert "A does not spot X from so far away" in b.why_not("missile", "X")


@rule("ME 4.1c", "TCS 11.2e", "ME 4.1g1")
def test_fire_from_where_it_is_knows_no_doctrine_and_people_who_are_not_spotted_are_harder_to_hit():
    for at, unspotted in (("0415", True), ("0406", False)):
        b = fight(
            "Blue su87_mi24 A 0404", f"Red us87_mech_squad X {at}", low=["A"], soviet_popup_doctrine=True, turn=40
        )
        b.do("air_fire", "A").do("guns", "X", 11)
        found = b.modifiers()
        assert ((-2, "TCS 11.2e") in found) is unspotted
        assert "ME 4.1g1" not in [rule for _, rule in found], "it did not pop up"
    shifts = AirArea((0,), b.hex("0406"), 1, SFA).facts(b.look).shifts
    assert "ME 4.1g1" not in [each.rule for each in shifts]


@rule("ME 4.1g1", "ME 4.1c")
def test_the_doctrine_shifts_every_kind_of_guns_in_a_pop_up():
    lines = ("Blue su87_mi24 A 0404", "Red us87_m2 P 0408 fired", "Red us87_hmmwv B 0408 fired", "Red us87_ah1f H 0409")
    b = fight(*lines, low=["A", "H"])
    rearm(b, "A", **CANNON)
    for name in "PBH":
        plain, worse = (
            gun_fire(b.look, 0, b.number(name), SFA, soviet=soviet, trigger=False) for soviet in (False, True)
        )
        before, after = (each.facts(b.look).shifts for each in (plain, worse))
        assert [(each.value, each.rule) for each in after[len(before) :]] == [(-4, "ME 4.1g1")], name
        assert after[: len(before)] == before


@rule("ME 4.1c", "TCS 5.0d")
@pytest.mark.parametrize(("at", "kind", "few"), [("0406", SFA, False), ("0415", SFA, True), ("0415", OVERWATCH, False)])
def test_few_people_are_hard_to_hit_only_if_the_helicopter_does_not_spot_them(at, kind, few):
    b = fight(COBRA, f"Red su87_mr_squad X {at} steps=1", low=["A"])
    shifts = AirArea((0,), b.hex(at), 1, kind).facts(b.look).shifts
    assert [each.value for each in shifts if each.words == "1 target step"] == ([-3] if few else [])


@rule("ME 4.1c")
def test_the_cannon_reaches_twice_its_nominal_range_and_needs_a_target_that_it_spots():
    lines = (COBRA, "Red su87_bmp2 X 0416 fired", "Red su87_bmp2 Y 0417 fired")
    b = armed(*lines, cannon=CANNON, area=False).do("air_fire", "A")
    assert b.offers("guns") == {"X"}
    assert "the guns of A reach 12" in b.why_not("guns", "Y")
    unseen = armed(COBRA, "Red su87_bmp2 X 0416", "Red su_truck T 0408", cannon=CANNON, area=False).do("air_fire", "A")
    assert unseen.offers("guns") == {"T"}
    assert "do not harm X" in unseen.why_not("guns", "X")


@rule("ME 4.1c")
def test_the_cannon_harms_no_people_and_nothing_too_hard():
    lines = (COBRA, "Red su87_mr_squad S 0408 fired", "Red su87_t72a T 0408 fired", "Red su87_bmp2 X 0408 fired")
    b = armed(*lines, cannon={"point_strength": 0, "point_range_nominal": 6}, area=False).do("air_fire", "A")
    assert b.offers("guns") == {"X"}, "0 against 7 is too little"
    for other in ("S", "T"):
        assert f"the guns of A do not harm {other}" in b.why_not("guns", other)


@rule("ME 4.1c")
def test_the_cannon_goes_at_vehicles_with_armor_and_the_area_weapon_at_all_else_in_its_reach():
    lines = (COBRA, "Red su87_bmp2 P 0408 fired", "Red su87_brdm2 B 0409 fired", "Red su87_mr_squad S 0410 fired")
    lines = (*lines, "Red su87_brdm2 F 0417 fired", "Red su87_mi24 H 0411")
    b = armed(*lines, cannon={"point_strength": 4, "point_range_nominal": 8}, low=("A", "H"))
    assert [type(fires(b, name)) for name in "PBSFH"] == [AirPoint, AirArea, AirArea, AirPoint, Duel]
    only = armed(*lines, cannon=CANNON, area=False, low=("A", "H"))
    assert [type(fires(only, name)) for name in "PBH"] == [AirPoint, AirPoint, Duel]


@rule("ME 4.5b", "ME 4.1g1")
@pytest.mark.parametrize("soviet", [False, True])
def test_a_duel_with_the_area_weapon_has_its_range_the_six_columns_and_the_doctrine(soviet):
    b = fight(COBRA, "Red su87_mi8 X 0407", "Red su87_mi8 Y 0416", low=["A", "X", "Y"])
    close, far = (Duel(0, b.number(name), soviet).facts(b.look) for name in "XY")
    assert close.strength == far.strength == 8
    doctrine = [(-4, "ME 4.1g1")] if soviet else []
    assert [(each.value, each.rule) for each in close.shifts][-1 - soviet :] == [(-6, "ME 4.5b"), *doctrine]
    assert sum(each.value for each in far.shifts) < sum(each.value for each in close.shifts), "range counts"


@rule("ME 4.5b")
def test_beyond_its_area_weapon_a_helicopter_duels_with_its_cannon():
    lines = (COBRA, "Red su87_mi8 X 0416", "Red su87_mi8 Y 0417")
    b = armed(*lines, cannon={"point_strength": 4, "point_range_nominal": 8}, low=("A", "X", "Y"))
    assert [Duel(0, b.number(name)).facts(b.look).strength for name in "XY"] == [8, 1], "its strength, or its steps"


@rule("ME 4.5b", "TCS 3.0f")
@pytest.mark.parametrize(("tough", "state"), [(True, ""), (False, "X")])
def test_a_helicopter_of_defense_two_is_lost_to_one_step_only_without_the_option_of_tough_targets(tough, state):
    lines = ("Blue us87_ah64 A 0404", "Red su87_mi24 X 0405")
    b = fight(*lines, low=["A", "X"], tough_b_targets=tough).do("air_fire", "A").do("guns", "X", 66)
    assert 1 <= b.rolls()[0].outcome <= 2
    assert b.state_of("X") == state


# Once each in a phase


@rule("ME 3.2f1", "ME 4.1c")
def test_guns_fire_once_in_a_phase_and_again_in_the_next():
    lines = (COBRA, "Red su87_mr_squad X 0408 fired", "Red su87_brdm2 Y 0409")
    b = fight(*lines, low=["A"]).do("air_fire", "A").do("guns", "X", 11)
    assert b.look.kept(Sky).gunned == (0,)
    b.do("air_fire", "A")
    assert b.offers("guns") == b.offers("both") == set()
    assert "A has fired its guns in this phase (ME 3.2f1)" in b.why_not("guns", "Y")
    assert "A has fired its guns in this phase (ME 3.2f1)" in b.why_not("both", "Y")
    b.do("missile", "Y", (1, 1))
    assert b.offers("air_fire") == set()
    assert "A has no target in range and sight from its height (ME 4.1c)" in b.why_not("air_fire", "A")
    b.do("end")
    assert b.look.kept(Sky).gunned == ()


@rule("ME 3.2f1", "ME 4.1c")
def test_both_weapons_go_at_one_target_at_once_and_are_then_used():
    lines = (COBRA, "Red su87_brdm2 X 0408 fired", "Red su87_bmp2 Y 0409")
    b = fight(*lines, low=["A"], atgm_supply=True).do("air_fire", "A")
    assert b.offers("both") == {"X"}
    assert "the guns of A do not harm Y" in b.why_not("both", "Y")
    b.do("both", "X", (1, 1), 11)
    assert [each.resolution.rule for each in b.rolls()] == ["ME 3.1f", "ME 4.1c"]
    assert (b.look.kept(Sky).gunned, dict(b.look.kept(Missiles).launched)) == ((0,), {0: b.hex("0408")})
    assert left_of(b.look, 0) == 7
    assert b.state_of("A") == "F"
    assert b.offers("air_fire") == set()


@rule("ME 4.1c")
def test_the_guns_stay_silent_if_the_missile_has_left_nothing():
    b = fight(COBRA, "Red su87_brdm2 X 0408 fired", low=["A"]).do("air_fire", "A").do("both", "X", (6, 6))
    assert [each.resolution.rule for each in b.rolls()] == ["ME 3.1f"]
    assert b.state_of("X") == "X"


@rule("ME 3.2b", "ME 4.1c")
def test_a_helicopter_that_has_fired_all_its_missiles_has_its_guns_left():
    lines = ("Blue su87_mi24 A 0404", "Red us87_hmmwv X 0410")
    b = fight(*lines, low=["A"], atgm_supply=True)
    assert left_of(b.look, 0) == 4
    extras = tuple(replace(each, spent=((0, 4),)) if isinstance(each, Missiles) else each
                   for each in b.state.board.extras)  # fmt: skip
    b.state = replace(b.state, board=replace(b.state.board, extras=extras))
    b.do("air_fire", "A")
    assert (b.offers("missile"), b.offers("both"), b.offers("guns")) == (set(), set(), {"X"})
    assert "A has fired all its missiles (ME 3.2b)" in b.why_not("missile", "X")


@rule("ME 4.1c", "ME 4.1.1")
def test_orders_go_to_own_helicopters_on_the_map():
    lines = (COBRA, "Blue us87_m901 T 0405", "Red su87_mi24 X 0410", "Blue us87_ah1f O off", "Red su87_bmp2 Y 0409")
    b = fight(*lines, low=["A", "X"])
    for verb in ("air_fire", "pop_up", "fly"):
        for other in ("T", "X", "O"):
            assert "that is not one of your helicopters on the map (ME 4.1.1)" in b.why_not(verb, other), (verb, other)
    assert b.offers("air_fire") == {"A"}


# On overwatch


MOVER = "Blue us87_m113 M 0403 move"


@rule("ME 4.1d", "ME 4.1a3")
def test_on_overwatch_a_helicopter_fires_once_at_a_trigger_and_again_at_the_next():
    b = fight(MOVER, "Red su87_mi24 X 0410", low=["X"]).go("M", "0404")
    assert b.do("air_fire", "X").offers("missile") == {"M"}
    b.do("missile", "M", (1, 1))
    assert b.decides() == "Blue", "it has fired at this trigger"
    assert b.state_of("X") == "F"
    b.go("M", "0405").do("air_fire", "X").do("guns", "M", 5, 11)
    assert [each.resolution.rule for each in b.rolls()][:2] == ["ME 4.1a3", "ME 4.1c"]


@rule("ME 4.1d", "ME 3.2f1")
def test_weapons_used_on_overwatch_are_not_spent_for_the_phase():
    b = fight(MOVER, "Red su87_mi24 X 0410", low=["X"]).go("M", "0404").do("air_fire", "X").do("both", "M", (1, 1), 11)
    assert b.look.kept(Sky).gunned == ()
    assert b.look.kept(Missiles).launched == ()
    assert b.go("M", "0405").do("air_fire", "X").offers("both") == {"M"}


@rule("ME 4.1d", "TCS 7.1e")
def test_on_overwatch_a_helicopter_that_stays_where_it_is_must_spot_the_trigger():
    far, near = (fight(MOVER, f"Red su87_mi24 X {at}", low=["X"]).go("M", "0404") for at in ("0424", "0412"))
    assert far.decides() == "Blue", "it sees the vehicle, but does not spot it at 20 hexes"
    assert near.offers("air_fire") == {"X"}
    noe = fight(MOVER, "Red su87_mi24 X 0424").go("M", "0404")
    assert noe.offers("air_fire") == set()
    assert noe.offers("pop_up") == {"X"}


@rule("ME 4.1d", "ME 3.2f2", "TCS 15.3")
def test_between_two_weapons_a_helicopter_answers_only_if_nobody_has():
    lines = ("Blue us87_m2 A 0404", "Red su87_bmp2 X 0410", "Red su87_mi24 H 0412")
    b = fight(*lines, low=["H"]).do("missile", "A").do("both", "X", (1, 1))
    assert b.offers("air_fire") == {"H"}
    b.do("air_fire", "H").do("missile", "A", (1, 1), 11)
    assert b.rolls()[-1].resolution.rule == "TCS 14.0a", "one answer, then the second weapon"


@rule("ME 4.1d", "TCS 15.2a")
def test_on_overwatch_only_the_trigger_is_a_target():
    b = fight(MOVER, "Blue us87_m113 N 0405", "Red su87_mi24 X 0412", low=["X"]).go("M", "0404").do("air_fire", "X")
    assert b.offers("missile") == b.offers("guns") == {"M"}
    assert "X has no target in range and sight from its height (ME 4.1c)" in b.why_not("missile", "N")


@rule("ME 4.1a3", "ME 4.1d")
def test_a_helicopter_that_has_fired_or_tried_at_a_trigger_is_told_so_while_others_are_asked():
    lines = (MOVER, "Red su87_mi24 X 0410 fired", "Red su87_mi24 Y 0411")
    for die, more in ((4, []), (5, [(1, 1)])):
        b = fight(*lines, low=["X", "Y"]).go("M", "0404").do("air_fire", "X").do("missile", "M", die, *more)
        assert b.decides() == "Red"
        assert b.offers("air_fire") == {"Y"}
        assert "X has fired at this trigger, or tried to (ME 4.1a3)" in b.why_not("air_fire", "X")
        assert "X has fired at this trigger, or tried to (ME 4.1a3)" in b.why_not("pop_up", "X")
        assert "not one of your helicopters" in b.why_not("air_fire", "M")
