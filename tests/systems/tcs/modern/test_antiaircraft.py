"""AA fire to the hex (ME 4.2): who reaches and sees a helicopter, in whose phase, and every refusal."""

import pytest

from sandtable.systems.tcs.modern.antiaircraft import AntiAircraft, aa_resolution, batteries_against, why_not_aa
from sandtable.systems.tcs.modern.sky import Sky
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.modern.test_chemicals import run
from tests.systems.tcs.modern.test_helicopters import fight, rearm

rule = pytest.mark.rule


@rule("ME 4.2g")
@pytest.mark.parametrize(
    ("unit", "most"), [("su87_zsu23", 20), ("su87_bmp2", 16), ("us87_m1a1", 24), ("us87_stinger", 32)]
)
def test_aa_fire_reaches_as_far_as_its_weapon_and_no_hex_farther(unit, most):
    near, far = (fight(f"Blue {unit} A 0403", f"Red su87_mi8 X 04{3 + most + more:02}", low=["X"]) for more in (0, 1))
    assert near.offers("guard") == {"A"}
    assert far.offers("guard") == set()
    assert f"is {most + 1} hexes away, and A reaches {most} with AA fire (ME 4.2g)" in far.game.say(
        why_not_aa(far.look, 0, 1)
    )


@rule("ME 4.2g")
def test_a_weapon_without_range_fires_aa_at_what_is_right_above_it():
    b = fight("Blue us87_mech_squad A 0404", "Red su87_mi8 X 0404", "Red su87_mi8 Y 0405", low=["X", "Y"])
    rearm(b, "A", area_range_max=0)
    assert batteries_against(b.look, 0, b.number("X")) == (0,)
    assert batteries_against(b.look, 0, b.number("Y")) == ()


@rule("ME 4.2g", "ME 4.2b")
@pytest.mark.parametrize(("line", "words"), [
    ("Blue us_truck A 0404", "A has no weapon for AA fire (ME 4.2g)"),
    ("Blue su87_brdm_at5 A 0404", "A has no weapon for AA fire (ME 4.2g)"),
    ("Blue us87_m163 A 0404 paralyzed", "A is Paralyzed and fires no AA (ME 4.2g)"),
    ("Blue us87_m163 A 0404 hidden", "A hides, and AA fire would give it away (ME 4.2g)"),
])  # fmt: skip
def test_a_unit_that_makes_no_aa_fire_is_told_why(line, words):
    b = fight(line, "Blue us87_m163 G 0404", "Red su87_mi8 X 0408", low=["X"])
    assert b.offers("guard") == {"G"}
    assert words in b.why_not("guard", "A")
    assert batteries_against(b.look, 0, b.number("X")) == (b.number("G"),)


@rule("ME 4.2g", "ME 4.2f")
def test_carried_units_make_no_aa_fire_and_suppressed_ones_do():
    b = fight("Blue us87_m113 V 0404", "Blue us87_mech_squad A 0404 carrier=V", "Blue us87_m163 G 0404 suppressed",
              "Red su87_mi8 X 0408", low=["X"])  # fmt: skip
    assert b.offers("guard") == {"V", "G"}
    assert "A is carried and fires no AA (ME 4.2g)" in b.why_not("guard", "A")


@rule("ME 4.2b", "ME 4.1a2")
def test_aa_fire_in_the_own_phase_goes_at_a_helicopter_in_reach_and_sight():
    lines = ("Blue us87_m163 A 0404", "0406 woods", "Red su87_mi8 X 0408", "Red su87_mi8 Y 0508", "Red su87_mi8 Z 0420")
    lines = (*lines, "Red su87_bmp2 T 0409", "Blue us87_uh60 H 0405")
    b = fight(*lines, low=["Y", "Z"]).do("guard", "A")
    assert b.offers("at") == {"Y"}
    assert "A does not see X (ME 4.1a2)" in b.why_not("at", "X")
    assert "Z is 16 hexes away, and A reaches 12 with AA fire" in b.why_not("at", "Z")
    for other in ("T", "H"):
        assert "that is not an enemy helicopter on the map (ME 4.2b)" in b.why_not("at", other)
    b.do("at", "Y", (5, 5))
    assert b.state_of("Y") == "X"
    assert b.state_of("X") == ""


@rule("ME 4.2b")
def test_each_unit_makes_the_aa_fire_of_its_phase_once_and_again_in_the_next_phase():
    lines = ("Blue us87_m163 A 0404", "Blue us87_m163 B 0405", "Red su87_mi8 X 0410")
    b = fight(*lines, low=["X"]).do("guard", "B").do("at", "X", (1, 1))
    assert b.offers("guard") == {"A"}
    b.do("guard", "A").do("at", "X", (1, 1))
    assert b.look.kept(Sky).guarded == (0, 1)
    assert b.offers("guard") == set()
    b.do("end")
    assert b.look.kept(Sky).guarded == (), "the next action phase begins"


@rule("ME 4.2b")
def test_without_an_enemy_helicopter_nobody_is_offered_aa_fire():
    b = fight("Blue us87_m163 A 0404", "Blue us87_uh60 H 0406", "Red su87_bmp2 X 0410", low=["H"])
    assert b.offers("guard") == set()
    assert "A has no enemy helicopter in reach and sight (ME 4.2b)" in b.why_not("guard", "A")
    assert fight("Blue us87_m163 A 0404", "Red su87_mi8 X 0410", "Red us87_m163 Y 0410").why_not("guard", "Y")


@rule("ME 4.2a", "ME 4.1h")
@pytest.mark.parametrize(("target", "forgets", "shift"), [
    ("us87_ah1f", False, 0), ("us87_ah64", False, -1), ("us87_ah64", True, -2), ("us87_ah1f", True, -1),
    ("su87_mi24", False, -2),
])  # fmt: skip
def test_the_roll_is_worse_by_the_defense_and_by_one_against_a_missile_that_needs_no_guidance(target, forgets, shift):
    roll = aa_resolution(UNITS["su87_zsu23"], UNITS[target], forgets=forgets)
    assert roll.shift == shift
    assert [roll.read(number - shift) for number in (8, 9)] == ["miss", "destroyed"]


@rule("ME 4.2a")
def test_aa_fire_ends_when_the_helicopter_is_gone():
    lines = ("Blue us87_ah1f A 0404 spent=9", "Red su87_zsu23 X 0410", "Red su87_zsu23 Y 0411", "Red su87_zsu23 Z 0412")
    b = fight(*lines, low=["A"]).do("fly", "A").do("to", "0405", (1, 1), (5, 4))
    assert [b.names[each.resolution.by[0]] for each in b.rolls()] == ["X", "Y"]
    assert b.state_of("A") == "X"


@rule("ME 4.2a")
def test_nobody_fires_at_a_helicopter_that_is_gone_even_in_the_last_corner_of_the_map():
    lines = ("Blue us87_ah1f A 0736 spent=9", "Red su87_zsu23 X 0739", "Red su87_zsu23 Y 0740", "Red su87_zsu23 Z 0640")
    b = fight(*lines, low=["A"]).do("fly", "A").do("to", "0737", (6, 6))
    assert len(b.rolls()) == 1


@rule("ME 4.2a", "ME 4.2g")
def test_a_client_draws_the_reach_of_aa_fire_with_its_number():
    b = fight("Blue us87_m163 A 0404", "Blue us_truck T 0404", "Blue us87_ah1f H 0404", "Blue us87_m1a1 M 0404")
    pieces = b.game.scene().pieces
    found = {each.name: [(span.reach, span.words) for span in each.spans if span.kind == "air"] for each in pieces}
    assert found["A"] == [(12, "AA on 10+")]
    assert found["M"] == [(24, "AA on 12+")]
    assert found["T"] == found["H"] == []
    close = fight("Blue us87_mech_squad A 0404")
    rearm(close, "A", area_range_max=0)
    assert [each for each in close.game.scene().pieces[0].spans if each.kind == "air"] == [], "no hex but its own"
    close = fight("Blue us87_mech_squad A 0404")
    rearm(close, "A", area_range_max=1)
    assert [each.reach for each in close.game.scene().pieces[0].spans if each.kind == "air"] == [1]


@rule("ME 4.2c", "ME 4.2b")
def test_only_those_named_fire_if_some_are_named():
    b = fight("Blue us87_ah1f A 0404", "Red su87_zsu23 X 0410", "Red su87_zsu23 Y 0411", low=["A"])
    run(b, AntiAircraft(1, 0, queue=(b.number("Y"),)), dice=[(1, 1)])
    assert [b.names[each.resolution.by[0]] for each in b.rolls()] == ["Y"]
    run(b, AntiAircraft(1, 0), dice=[(1, 1), (1, 1)])
    assert [b.names[each.resolution.by[0]] for each in b.rolls()] == ["X", "Y"]
