"""The rules of the Modern Expansion hold in the first hex of the map, and for units off the map they do not."""

import pytest

from sandtable.systems.tcs.conditions import SFA
from sandtable.systems.tcs.modern.dedicated import dedicated_hex, sure
from sandtable.systems.tcs.modern.exchanges import at_trigger
from sandtable.systems.tcs.modern.missiles import Launch
from sandtable.systems.tcs.modern.mopp import MEDIUM, MoppRecovery, slowed
from sandtable.systems.tcs.modern.sky import Sky, aloft, flying, is_low
from sandtable.systems.tcs.modern.station import minutes_of
from sandtable.systems.tcs.shells import HE, ILLUM, Mission
from tests.systems.tcs.modern.guns import Modern
from tests.systems.tcs.modern.test_chemicals import run
from tests.systems.tcs.modern.test_helicopters import fight, put, shots

rule = pytest.mark.rule
FIRST = "0101"


@rule("ME 4.1a1", "ME 4.1.1")
def test_a_helicopter_is_in_the_air_over_the_first_hex_and_not_off_the_map():
    b = fight("Blue us87_ah1f A 0101", "Blue us87_ah1f O off", "Blue us87_ah1f L off lost", "Red su_truck X 0740")
    assert aloft(b.look, 0) == [0]
    assert [flying(b.look, n) for n in range(4)] == [True, False, False, False]
    assert b.offers("fly") == {"A"}
    assert b.offers("leave") == {"A"}


@rule("ME 4.1b1", "ME 4.2a")
def test_it_flies_into_the_first_hex_and_is_fired_at_there():
    b = fight("Blue us87_ah1f A 0102 spent=9", "Red su87_zsu23 X 0110", low=["A"]).do("fly", "A")
    b.do("to", FIRST, (1, 1))
    assert b.where("A") == FIRST
    assert shots(b) == [("X", "A")]
    over = fight("Blue us87_ah1f A 0102", "Red su87_zsu23 X 0101", low=["A"]).do("fly", "A").do("to", FIRST, (1, 1))
    assert shots(over) == [("X", "A")]
    on = (
        fight("Blue us87_ah1f A 0101 spent=8", "Red su87_zsu23 X 0110", low=["A"])
        .do("fly", "A")
        .do("to", "0104", (1, 1))
    )
    assert on.where("A") == "0104"


@rule("ME 4.1c", "ME 4.1e1")
@pytest.mark.parametrize(("mine", "theirs"), [("0101", "0108"), ("0108", "0101")])
def test_it_fires_from_and_at_the_first_hex(mine, theirs):
    lines = (f"Blue us87_ah1f A {mine}", f"Red su87_brdm2 X {theirs}")
    b = fight(*lines, low=["A"]).do("air_fire", "A")
    assert b.offers("missile") == b.offers("guns") == {"X"}
    b.do("both", "X", (1, 1), 11)
    assert len(b.rolls()) == 2
    b = fight(*lines).do("pop_up", "A").do("both", "X", (1, 1), (1, 1), 11)
    assert [each.resolution.rule for each in b.rolls()] == ["ME 4.2a", "ME 3.1f", "ME 4.1c"]
    assert not is_low(b.look, 0)


@rule("ME 4.1f1", "ME 4.1f2")
def test_a_pop_up_over_the_first_hex_is_countered_and_drops():
    b = (
        fight("Blue us87_ah1f A 0101", "Red su87_mi24 X 0115", "Red su_truck T 0109")
        .do("pop_up", "A")
        .do("missile", "T")
    )
    assert b.offers("pop") == {"X"}
    assert b.do("pop", "X").offers("missile") == {"A"}
    b.do("missile", "A", (1, 1), (6, 6))
    assert b.state_of("T") == "X"
    assert not is_low(b.look, 0)
    back = (
        fight("Blue us87_ah1f A 0115", "Red su87_mi24 X 0101", "Red su_truck T 0109")
        .do("pop_up", "A")
        .do("missile", "T")
    )
    back.do("pop", "X").do("missile", "A", (1, 1), (1, 1))
    assert not is_low(back.look, back.number("X"))


@rule("ME 4.1f2", "ME 3.1f")
def test_a_missile_at_a_target_in_the_first_hex_is_listed_with_its_chance():
    b = fight("Blue us87_ah1f A 0109", "Red su87_mi24 X 0120", "Red su87_bmp2 T 0101")
    b.do("pop_up", "A").do("missile", "T")
    flight = [each for each in b.game.picture(b.state, 0).exchange.stages if each.words == "TOW 2 flies at T"]
    assert [each.note for each in flight] == ["8 hexes"]
    b.do("hold", None, (1, 1), (6, 6))
    assert flight[0].exact == str(b.rolls()[-1].resolution.odds()["kill"])


@rule("ME 4.1d")
def test_a_trigger_in_the_first_hex_is_fired_at_from_the_air():
    lines = ("Blue us87_m113 M 0102 move", "Red su87_mi24 X 0109")
    b = fight(*lines, low=["X"]).go("M", FIRST)
    assert b.do("air_fire", "X").offers("missile") == {"M"}
    assert fight(*lines).go("M", FIRST).do("pop_up", "X").offers("missile") == {"M"}


@rule("ME 3.2a1", "ME 3.2f2")
def test_missiles_fly_from_and_at_the_first_hex():
    b = fight("Blue us87_m113 M 0102 move", "Red su87_brdm_at5 X 0109").go("M", FIRST)
    assert b.offers("missile") == {"X"}
    assert [each.words for each in at_trigger(b.look, b.state.stack[-1])] == ["Missiles"]
    b.do("missile", "X", (6, 6))
    assert b.state_of("M") == "X"
    b = fight("Blue us87_m113 M 0108 move", "Red su87_brdm_at5 X 0101").go("M", "0109")
    assert b.offers("missile") == {"X"}
    assert b.do("missile", "X", (1, 1)).state_of("X") == "F"
    run(b, Launch(b.number("X"), b.number("M"), SFA), dice=[(1, 1)])
    both = fight("Blue us87_m2 A 0101", "Red su87_bmp2 X 0107").do("missile", "A").do("both", "X", (1, 1))
    assert both.decides() == "Red"
    both.do("hold", None, 11)
    assert both.rolls()[-1].resolution.rule == "TCS 14.0a"


@rule("ME 3.2b")
def test_missiles_left_are_shown_in_the_first_hex_and_not_off_the_map():
    b = fight("Blue us87_m901 A 0101", "Blue us87_m901 O off", "Red su87_t72a X 0110", atgm_supply=True)
    marks = {b.names[each.id]: [mark.kind for mark in each.marks] for each in b.game.picture(b.state, 0).pieces}
    assert "missiles" in marks["A"]
    assert "missiles" not in marks.get("O", [])


@rule("ME 1.0")
def test_dual_mode_is_marked_in_the_first_hex():
    b = fight("Blue us87_m1a1 A 0101 move", "Blue us87_m1a1 B 0102", "Blue su87_t72a C 0103 move")
    marks = {b.names[each.id]: [mark.kind for mark in each.marks] for each in b.game.picture(b.state, 0).pieces}
    assert [("dual_mode" in marks[name]) for name in "ABC"] == [True, False, False]


@rule("ME 4.3a")
def test_units_get_in_and_out_in_the_first_hex():
    b = (
        fight("Blue us87_uh60 H 0101", "Blue us87_mech_squad S 0101 move", "Red su_truck X 0740")
        .do("lift", "S")
        .do("on", "H")
    )
    assert b.offers("set_down") == {"S"}
    b.do("set_down", "S")
    assert b.where("S") == FIRST


@rule("ME 4.1i", "ME 4.1i2")
def test_station_time_counts_over_the_first_hex():
    b = fight("Blue us87_ah1f A 0101", "Red su_truck X 0740", turns=72)
    put(b, minutes=(340, 0))
    marks = {b.names[each.id]: [mark.words for mark in each.marks] for each in b.game.picture(b.state, 0).pieces}
    assert "5 h 40 on the map" in marks["A"]
    b.do("end").do("end", None, 6, 1)
    assert minutes_of(b.look, 0) == 360
    put(b, minutes=(360, 0))
    late = fight("Blue us87_ah1f A 0101", "Red su_truck X 0740", turns=72)
    put(late, minutes=(360, 0)).do("end").do("end")
    assert late.state_of("A") == "X"


@rule("ME 4.6b1")
def test_the_first_hex_is_overrun():
    b = fight("Blue us87_ah1f A 0102", "Red su87_mr_squad X 0101", low=["A"]).do("fly", "A")
    assert b.offers("overrun") == {FIRST}
    b.do("overrun", FIRST, (1, 1), 11)
    assert b.look.kept(Sky).overran == ((0, 0),)
    assert b.rolls()[-1].resolution.rule == "ME 4.6b1"
    air = fight("Blue us87_ah1f A 0102", "Red su87_mi8 X 0101", low=["A"]).do("fly", "A").do("overrun", FIRST, 11)
    assert air.rolls()[-1].resolution.rule == "ME 4.5b"


@rule("ME 2.1h", "ME 2.1k")
def test_a_copperhead_finds_its_target_in_the_first_hex_and_none_off_the_map():
    lines = ("Blue us_rifle_plt O 0105", "Red su87_t72a X 0101", "Red su87_t72a Y off")
    b = Modern(*lines, "battery Blue us87_m109 A he=3 copperhead=4 tubes=8")
    b.do("modern.copperhead", "A").do("aim", FIRST).do("done")
    assert b.offers("target") == {"X"}
    assert "Y is no enemy on the map (ME 2.1k)" in b.why_not("target", "Y")
    assert "O is no enemy on the map (ME 2.1k)" in b.why_not("target", "O")


@rule("ME 5.2f")
def test_a_unit_in_the_first_hex_slows_the_recovery_of_its_battalion():
    b = fight("Blue us87_mech_squad A 0101 mopp=medium bn=B", "Red su_truck X 0740")
    assert slowed(b.look, b.world.battalions.index("B")) == MoppRecovery(b.world.battalions.index("B"), MEDIUM)


@rule("ME 2.6b")
def test_the_first_hex_can_be_dedicated():
    lines = (
        "Blue us_rifle_plt O 0404",
        "Red ge_gren_plt X 1212",
        "battery Blue us87_m109 A he=3 ds=Blue dedicated=0101",
    )
    b = Modern(*lines, "battery Blue us87_m109 B he=3 ds=Blue", dedicated_missions=True, visibility=3)
    assert dedicated_hex(b.look, 0) == 0
    assert sure(b.look, Mission(0, HE, (0,))) == 1
    assert sure(b.look, Mission(0, HE, (1,))) == 0
    assert sure(b.look, Mission(0, HE, (), (0,))) == 0
    assert sure(b.look, Mission(0, ILLUM, (0,))) == 0
    b.fire("A", FIRST)
    assert [each.resolution.rule for each in b.rolls()] == [], "no adjustment"


@rule("ME 4.2b", "ME 4.2a")
def test_aa_fires_from_the_first_hex_in_both_phases():
    b = fight("Blue us87_m163 A 0101", "Red su87_mi8 X 0108", low=["X"])
    assert b.offers("guard") == {"A"}
    b.do("guard", "A").do("at", "X", (6, 6))
    assert b.state_of("X") == "X"
