"""Helicopters (ME 4.3 to 4.6, 4.1i): loads, slings, station time, artillery, aircraft, duels, observers, overruns."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.aircraft import Fly
from sandtable.systems.tcs.airfile import Load
from sandtable.systems.tcs.modern.airtoair import bursts, intercept
from sandtable.systems.tcs.modern.airweapons import Duel
from sandtable.systems.tcs.modern.missilefire import MissileRoll
from sandtable.systems.tcs.modern.missiles import left_of
from sandtable.systems.tcs.modern.sky import Sky, is_low, loads_of, slung_units
from sandtable.systems.tcs.modern.station import minutes_of
from sandtable.systems.tcs.world import ABOARD, AWAY
from tests.systems.tcs.gunnery import Gunnery
from tests.systems.tcs.modern.guns import Modern
from tests.systems.tcs.modern.test_helicopters import at_least, fight, put, rearm, shots

rule = pytest.mark.rule


# Loads


HAWK = "Blue us87_uh60 H 0404"


@rule("ME 4.3a", "ME 4.1b1", "ME 4.1a2")
def test_a_squad_gets_in_for_half_its_points_and_ten_of_the_helicopter():
    b = fight(HAWK, "Blue us87_mech_squad S 0404 move")
    assert b.offers("lift") == {"S"}
    b.do("lift", "S").do("on", "H")
    assert b["S"].at == ABOARD
    assert b.left("S") == 3
    assert b.left("H") == 190
    b.do("fly", "H").do("to", "0408").do("set_down", "S")
    assert b.where("S") == "0408"
    assert b.state_of("S") == "M"
    assert b.left("S") == 0
    assert b.left("H") == 160


@rule("ME 4.3a")
def test_who_cannot_get_in_is_told_why():
    assert "must be in Move Mode" in fight(HAWK, "Blue us87_mech_squad S 0404").why_not("lift", "S")
    assert "no helicopter in NOE" in fight(HAWK, "Blue us87_mech_squad S 0405 move").why_not("lift", "S")
    assert "lacks the movement points" in fight(HAWK, "Blue us87_mech_squad S 0404 move spent=4").why_not("lift", "S")
    platoon = fight(HAWK, "Blue us_rifle_plt P 0404 move")
    assert "no helicopter in NOE" in platoon.why_not("lift", "P"), "it lifts a squad"
    assert fight("Blue su87_mi8 H 0404", "Blue us_rifle_plt P 0404 move").offers("lift") == {"P"}


@rule("ME 4.1a1", "ME 4.1a2")
def test_low_helicopters_neither_load_nor_unload():
    assert fight(HAWK, "Blue us87_mech_squad S 0404 move", low=["H"]).offers("lift") == set()
    b = fight(HAWK, "Blue us87_mech_squad S 0404 move").do("lift", "S").do("on", "H").do("fly", "H").do("climb")
    assert "must drop to NOE to set S down" in b.why_not("set_down", "S")


@rule("ME 4.1.3")
def test_nobody_loads_or_unloads_in_a_minefield():
    b = fight(HAWK, "Blue us87_mech_squad S 0404 move", "mines 0404 Red")
    assert "do not load or unload in the minefield" in b.why_not("lift", "S")
    b = fight(HAWK, "Blue us87_mech_squad S 0404 move", "mines 0406 Red").do("lift", "S").do("on", "H")
    b.do("fly", "H").do("to", "0406")
    assert "minefield in 0406 (ME 4.1.3)" in b.why_not("set_down", "S")


@rule("ME 4.1b2", "ME 4.1b1", "ME 4.3a")
def test_guns_and_trucks_hang_in_slings_for_twenty_points_and_mortars_ride_inside():
    lines = (HAWK, "Blue us_57mm_atg G 0404", "Blue us_truck T 0404", "Blue us87_m1a1 M 0404 move")
    lines = (*lines, "Blue us_60mm_sec P 0404 move", "Blue us87_m113 V 0404 move")
    b = fight(*lines)
    assert b.offers("lift") == {"G", "T", "P"}, "no tank, and no carrier with armor"
    b.do("lift", "G").do("on", "H", *[])
    assert b.left("H") == 180
    assert [b.names[n] for n in slung_units(b.look)] == ["G"]
    assert b.offers("lift") == {"P"}, "one in the sling"
    b.do("lift", "P").do("on", "H")
    assert b.left("H") == 170
    assert len(loads_of(b.look, 0)) == 2
    b.do("set_down", "G")
    assert b.left("H") == 150
    assert slung_units(b.look) == ()


@rule("ME 4.3b")
def test_loads_die_with_the_helicopter_do_not_fire_and_do_not_hinder_its_fire():
    lines = ("Blue su87_mi24 H 0404 spent=9", "Blue us87_mech_squad S 0404 move", "Red us87_m163 X 0410")
    b = fight(*lines).do("lift", "S").do("on", "H", (1, 1))
    assert b.offers("air_fire") == {"H"}
    for verb in ("missile", "suppress", "antitank"):
        assert "S" not in (b.offers(verb) or set())
    b.do("fly", "H").do("to", "0403", (6, 6))
    assert b.state_of("H") == "X"
    assert b.state_of("S") == "X"


@rule("ME 4.3b")
def test_loads_are_in_no_hex_until_they_are_set_down():
    b = fight(HAWK, "Blue us87_mech_squad S 0404 move", "Red su87_bmp2 X 0408")
    b.do("lift", "S").do("on", "H", (1, 1))
    assert b.look.units_in(b.hex("0404")) == []
    b.do("fly", "H").do("to", "0408", (1, 1), (1, 1))
    assert "the enemy is in 0408" in b.why_not("set_down", "S")


@rule("ME 4.3c")
def test_a_helicopter_with_a_sling_load_does_not_pop_up():
    b = fight(HAWK, "Blue us_57mm_atg G 0404", "Red su87_mr_squad X 0408").do("lift", "G").do("on", "H", (1, 1))
    assert "has a load in its sling and cannot pop up (ME 4.3c)" in b.why_not("pop_up", "H")
    inside = fight(HAWK, "Blue us87_mech_squad S 0404 move", "Red su87_mr_squad X 0408")
    inside.do("lift", "S").do("on", "H", (1, 1))
    assert inside.offers("pop_up") == {"H"}


@rule("ME 4.3b")
def test_only_the_loads_of_a_helicopter_that_is_shot_down_die_with_it():
    lines = (HAWK, "Blue us87_uh60 K 0404 spent=9", "Blue us87_mech_squad S 0404 move", "Red us87_m163 X 0410")
    b = fight(*lines).do("lift", "S").do("on", "H", (1, 1))
    assert [loads_of(b.look, b.number(name)) for name in "HK"] == [[b.number("S")], []]
    b.do("fly", "K").do("to", "0403", (6, 6))
    assert b.state_of("K") == "X"
    assert b["S"].steps == 2
    assert b["S"].at == ABOARD


@rule("ME 4.3a", "ME 4.1b1")
@pytest.mark.parametrize(("load", "points"), [("us87_mech_squad", 10), ("us_57mm_atg", 20)])
def test_a_load_is_set_down_with_the_last_points_of_the_helicopter(load, points):
    for left in (points, points - 1):
        b = fight(f"Blue us87_uh60 H 0404 spent={200 - points - left}", f"Blue {load} S 0404 move")
        b.do("lift", "S").do("on", "H")
        assert b.left("H") == left
        assert b.offers("set_down") == ({"S"} if left == points else set())
    assert f"H needs {points} movement points to set S down (ME 4.1b1)" in b.why_not("set_down", "S")


# Station time


@rule("ME 4.1i")
def test_a_helicopter_that_stays_more_than_six_hours_is_lost():
    b = fight(HAWK, "Red su87_bmp2 X 0440", turns=72)
    put(b, minutes=(340, 0))
    b.do("end").do("end", None, 6, 1)
    assert b.state_of("H") == "", "six hours"
    assert minutes_of(b.look, 0) == 360
    b = fight(HAWK, "Red su87_bmp2 X 0440", turns=72)
    put(b, minutes=(360, 0))
    b.do("end").do("end")
    assert b.state_of("H") == "X"


@rule("ME 4.1i")
def test_a_night_turn_counts_an_hour():
    b = fight(HAWK, "Red su87_bmp2 X 0440", light=2).do("end").do("end", None, 6, 1)
    assert minutes_of(b.look, 0) == 60


@rule("ME 4.1i2")
def test_a_helicopter_leaves_early_by_its_area_and_returns_after_three_hours():
    lines = ("Blue us87_uh60 H 0404", "Blue us87_oh58 K 0505", "Red su87_bmp2 X 0440")
    b = fight(*lines)
    b.game.world = replace(b.game.world, air=replace(b.game.world.air, exits=((b.hex("0404"),), ())))
    assert b.offers("leave") == {"H"}
    assert "fly there first (ME 4.1i2)" in b.why_not("leave", "K")
    b.do("leave", "H")
    assert b["H"].at == AWAY
    assert "returns after 3 hours off the map, and has been there 0 minutes" in b.why_not("come_back", "H")
    put(b, minutes=(160, 0, 0))
    assert b.offers("come_back") == set()
    put(b, minutes=(180, 0, 0))
    b.do("come_back", "H")
    assert b.offers("at") == {"0404"}
    b.do("at", "0404")
    assert b.where("H") == "0404"
    assert minutes_of(b.look, 0) == 0, "another six hours begin"


# Artillery and aircraft


@rule("ME 4.4")
def test_bomblets_roll_once_for_each_helicopter_in_their_hexes_at_either_height():
    b = fight("Blue us87_ah1f A 0404", "Blue us87_ah1f B 0405", "Red su87_mi24 X 0404", low=["A"])
    rolls = bursts(b.look, 1, (b.hex("0404"), b.hex("0404")))
    assert [b.names[each.unit] for each in rolls] == ["A", "X"]
    assert b.look.resolution_of(rolls[0]).odds()["destroyed"] == at_least(10) == Fraction(6, 36)


@rule("ME 4.5a")
def test_the_example_of_a_sortie_against_a_helicopter():
    roll = intercept(16)
    assert [(each.value, each.rule) for each in roll.modifiers] == [(2, "ME 4.5a")]
    assert [roll.read(number) for number in (5, 6)] == ["miss", "destroyed"]
    assert roll.odds()["destroyed"] == at_least(6) == Fraction(26, 36)


SORTIE = ("1212 open", "Blue us87_m113 O 0401", "Red su87_mi24 X 0806", "sortie Blue Thunderbolts area=16 kill=8")


@rule("ME 4.5a", "ME 4.5c")
def test_a_sortie_uses_an_attack_on_a_helicopter():
    b = Gunnery("\n".join(SORTIE), first="Blue", modern=True)
    while not b.decision().offer("intercept"):
        b.do(b.decision().offers[0].verb, *[next(iter(b.decision().offers[0].targets or (None,)))])
    assert b.offers("intercept") == {"X"}
    assert b.offers("at") == set()
    b.do("intercept", "X", (3, 3))
    assert b.state_of("X") == "X"
    assert not b.decision().offer("intercept")


@rule("ME 4.5b")
def test_helicopters_fight_each_other_as_both_type_targets_three_worse():
    lines = ("Blue us87_ah1f A 0404", "Red su87_mi24 X 0412", "0408 woods", "0412 city")
    b = fight(*lines, low=["A", "X"])
    b.do("air_fire", "A")
    assert b.offers("missile") == b.offers("guns") == {"X"}
    shot = b.look.resolution_of(MissileRoll(0, 1))
    assert [(each.value, each.rule) for each in shot.modifiers] == [(-3, "ME 4.5b")], "the city counts nothing"
    assert shot.odds()["kill"] == at_least(10), "7 at half nominal range"
    guns = b.look.resolution_of(Duel(0, 1))
    assert [(each.value, each.rule) for each in guns.modifiers if each.rule == "ME 4.5b"] == [(-6, "ME 4.5b")]
    assert guns.rule == "ME 4.5b"


@rule("ME 4.5b")
def test_the_defense_of_a_helicopter_counts_against_guns():
    lines = ("Blue us87_ah64 A 0404", "Red su87_mi24 X 0405", "Red su87_mi8 Y 0505")
    b = fight(*lines, low=["A", "X", "Y"]).do("air_fire", "A").do("guns", "X", 66)
    assert b.rolls()[0].outcome == 1 or b.state_of("X") in ("", "X")
    hard, soft = (b.look.resolution_of(Duel(0, n)) for n in (1, 2))
    assert hard.rows == soft.rows, "the same column"
    b = fight(*lines, low=["A", "X", "Y"]).do("air_fire", "A").do("guns", "Y", 66)
    assert b.rolls()[0].outcome >= 1
    assert b.state_of("Y") == "X"
    assert fight(*lines, low=["A", "X", "Y"]).do("air_fire", "A").do("guns", "X", 66).state_of("X") == "", "defense 2"


@rule("ME 4.5b")
def test_a_cannon_fires_at_a_helicopter_by_its_steps_range_and_strength_against_the_defense():
    b = fight("Blue us87_ah1f A 0404", "Red su87_mi24 X 0408", low=["A", "X"])
    no_area = {"area_strength": None, "trajectory_class": None, "area_range_max": None}
    rearm(b, "A", **no_area, point_strength=4, point_range_nominal=8)
    attack = Duel(0, 1).facts(b.look)
    assert attack.strength == 1, "its steps"
    shifts = [(each.value, each.rule) for each in attack.shifts]
    assert shifts == [(5, "TCS 12.0a"), (2, "TCS 12.0d"), (-6, "ME 4.5b")], "half of nominal range, 4 against 2"
    b.do("air_fire", "A").do("guns", "X", 11)
    assert b.rolls()[0].resolution.rule == "ME 4.5b"


@rule("ME 4.5c")
def test_helicopters_have_nothing_against_sorties():
    b = Gunnery("\n".join(SORTIE), first="Blue", modern=True)
    attacking = [decision for decision, verbs in b.game.rules.verbs.items() if "intercept" in verbs]
    assert attacking == [Fly], "aircraft alone attack in the air, and helicopters alone are attacked"
    assert b.offers("intercept") == {"X"}


# Observers


@rule("ME 4.6a")
def test_a_helicopter_observes_artillery_with_the_sight_it_has_and_pops_up_for_none():
    lines = ["0404 woods", "0504 woods", "0304 woods", "Blue us87_oh58 H 0402", "Red su87_mr_plt X 0408"]
    lines += ["battery Blue us87_m109 A he=5"]

    def observers(**sky):
        b = Modern(*lines)
        put(b, **sky)
        return b.do("battery", "A").offers("aim")

    low, noe = observers(low=(0,)), observers()
    assert "0408" in low
    assert "0408" not in noe
    assert "0402" in noe


# Overruns


@rule("ME 4.6b1", "ME 4.6b2")
def test_a_helicopter_overruns_for_no_extra_points_and_all_aa_in_sight_fires_once():
    lines = ("Blue us87_ah1f A 0404 spent=9", "Red su87_mr_squad X 0405", "Red su87_zsu23 Z 0412")
    for low in (["A"], []):
        b = fight(*lines, low=low).do("fly", "A")
        assert b.offers("overrun") == {"0405"}
        b.do("overrun", "0405", (1, 1), (1, 1), 11)
        assert [each.resolution.rule for each in b.rolls()] == ["ME 4.2a", "ME 4.2a", "ME 4.6b1"]
        assert b.left("A") == (190 if low else 186), "the tenth point brings no second AA fire"
        assert b.where("A") == "0405"


@rule("ME 4.6b1")
def test_a_given_hex_is_overrun_once_in_a_phase_by_a_helicopter_and_others_may_follow():
    lines = ("Blue us87_ah1f A 0404", "Red su87_mr_squad X 0405", "Red su87_mr_squad Y 0406", "Blue us87_ah1f B 0404")
    b = fight(*lines, low=["A", "B"]).do("fly", "A").do("overrun", "0405", (1, 1), (1, 1), 11)
    b.do("fly", "A")
    assert b.offers("overrun") == {"0406"}
    b.do("to", "0404").do("fly", "A")
    assert "has overrun 0405 in this phase (ME 4.6b1)" in b.why_not("overrun", "0405")
    b.do("to", "0403").do("fly", "B")
    assert b.offers("overrun") == {"0405"}


@rule("ME 4.6b2")
def test_a_helicopter_that_aa_shoots_down_overruns_nothing():
    b = (
        fight("Blue us87_ah1f A 0404", "Red su87_mr_squad X 0405", low=["A"])
        .do("fly", "A")
        .do("overrun", "0405", (6, 6))
    )
    assert b.state_of("A") == "X"
    assert shots(b) == [("X", "A")]


@rule("ME 4.6b2", "ME 4.6b1")
@pytest.mark.parametrize(("side", "enemy"), [("Blue", "Red"), ("Red", "Blue")])
def test_the_aa_of_the_other_side_fires_before_an_overrun_whichever_side_flies(side, enemy):
    lines = (f"{side} us87_ah1f A 0404", f"{side} us87_m163 G 0410", f"{enemy} su87_zsu23 X 0405")
    b = fight(*lines, f"{enemy} su87_mr_squad Y 0405", low=["A"], side=side).do("fly", "A")
    b.do("overrun", "0405", (1, 1), (1, 1), 11)
    assert [b.names[each.resolution.by[0]] for each in b.rolls()] == ["X", "Y", "A"]


@rule("ME 4.6b1")
def test_an_area_weapon_without_range_reaches_those_whom_the_helicopter_flies_over():
    b = fight("Blue us87_ah1f A 0404", "Red su87_mr_squad X 0405", low=["A"])
    rearm(b, "A", area_range_max=0)
    b.do("fly", "A")
    assert b.offers("overrun") == {"0405"}
    b.do("overrun", "0405", (1, 1), 11)
    assert b.rolls()[-1].resolution.rule == "ME 4.6b1"


@rule("ME 4.6b3")
def test_in_cover_only_vehicles_are_overrun_and_infantry_there_still_fires_aa():
    woods = ("Blue us87_ah1f A 0404", "0405 woods", "Red su87_mr_squad X 0405")
    b = fight(*woods, low=["A"]).do("fly", "A")
    assert b.offers("overrun") == set()
    assert "only vehicles are overrun there (ME 4.6b3)" in b.why_not("overrun", "0405")
    b = fight(*woods, "Red su87_brdm2 V 0405", low=["A"]).do("fly", "A").do("overrun", "0405", (1, 1), (1, 1), 66)
    assert {b.names[each.resolution.by[0]] for each in b.rolls()[:2]} == {"X", "V"}
    assert b["X"].steps == 2
    assert b.state_of("X") == "", "not even a check of its morale"


@rule("ME 4.6b3")
def test_helicopters_are_overrun_over_any_ground():
    b = fight("Blue us87_ah1f A 0404", "0405 city", "Red su87_mi8 X 0405", low=["A"]).do("fly", "A")
    assert b.offers("overrun") == {"0405"}
    b.do("overrun", "0405", 66)
    assert b.rolls()[0].resolution.rule == "ME 4.5b"


@rule("ME 4.6b4")
def test_an_aa_weapon_that_needs_no_sight_fires_without():
    lines = ("Blue us87_ah1f A 0404", "Red su87_mr_squad X 0405", "0408 open 300", "Red su87_sa13 F 0412")
    b = fight(*lines).do("fly", "A").do("overrun", "0405", (1, 1), 11)
    assert len(b.rolls()) == 2
    b = fight(*lines)
    rearm(b, "F", flags="aa=9;aa_range=40;aa_no_sight")
    b.do("fly", "A").do("overrun", "0405", (1, 1), (1, 1), 11)
    assert [b.names[each.resolution.by[0]] for each in b.rolls()] == ["X", "F", "A"]


@rule("ME 4.3b", "ME 4.1b2")
def test_loads_of_the_scenario_are_aboard():
    b = fight(HAWK, "Blue us87_mech_squad S 0404")
    b.game.world = replace(b.game.world, air=replace(b.game.world.air, loads=(Load(1, 0, slung=True),)))
    assert slung_units(b.look) == (1,)
    assert is_low(b.look, 0) is False
    assert isinstance(b.look.kept(Sky), Sky)


@rule("ME 3.2b")
def test_missiles_of_a_type_without_a_number_are_six_for_infantry_five_for_vehicles_and_as_printed_otherwise():
    lines = ("Blue us87_mech_squad S 0404", "Blue us87_m901 V 0405", "Blue us87_ah1f H 0406", "Blue ge87_milan M 0407")
    b = fight(*lines, atgm_supply=True)
    assert left_of(b.look, b.number("V")) == 12
    assert left_of(b.look, b.number("M")) == 5
    for name in ("S", "V", "H"):
        rearm(b, name, flags="")
    assert [left_of(b.look, b.number(name)) for name in ("S", "V", "H")] == [6, 5, 6]
