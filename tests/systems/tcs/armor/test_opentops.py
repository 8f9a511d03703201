"""Open armored vehicles (AR 4.7)."""

import pytest

from sandtable.kernel.dice import Dice
from sandtable.kernel.running import advance
from sandtable.systems.tcs.armor.opentops import open_topped
from sandtable.systems.tcs.board import ABOVE, DIRECT, WITHIN
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.shellfire import fall_on
from sandtable.systems.tcs.shells import HE, Barrage
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
QUIET = {"fire_triggers": False, "return_fire": False}


def battle(*lines, **how):
    how = {"open_armored_vehicles": True, **QUIET, **how}
    return Battle("\n".join(["0110 open", "0310 open", *lines]), **how)


@rule("AR 4.7b")
@pytest.mark.parametrize(
    ("kind", "is_open"),
    [
        ("us_m10", True), ("us_m18", True), ("us_m8_ac", True), ("us_m8_hmc", True), ("us_m3_ht", True),
        ("ge_sdkfz251", True), ("us_m4_75", False), ("us_truck", False), ("us_m5a1", False),
    ],
)  # fmt: skip
def test_which_vehicles_are_open(kind, is_open):
    assert open_topped(battle(f"Blue {kind} A 0101").world, 0) == is_open


@rule("AR 4.7a")
@pytest.mark.parametrize("kind", ["us_m18", "us_m3_ht"])
def test_an_open_vehicle_is_soft_from_above_and_within_and_hard_otherwise(kind):
    b = battle("Blue ge_gren_plt G 0103", f"Red {kind} X 0105")
    hexes = [b.look.area_targets(b.hex("0105"), 1, way) for way in (DIRECT, ABOVE, WITHIN)]
    assert hexes == [[], [1], [1]]
    assert b.look.point_targets(b.hex("0105"), 1) == [1], "point fire harms it in any case"
    tank = battle("Blue ge_gren_plt G 0103", "Red us_m4_75 X 0105")
    assert [tank.look.area_targets(tank.hex("0105"), 1, way) for way in (DIRECT, ABOVE, WITHIN)] == [[], [], []]
    off = battle("Blue ge_gren_plt G 0103", f"Red {kind} X 0105", open_armored_vehicles=False)
    soft = [1] if kind == "us_m3_ht" else []
    assert [off.look.area_targets(off.hex("0105"), 1, way) for way in (DIRECT, ABOVE, WITHIN)] == [soft] * 3


@rule("AR 4.7a")
def test_small_arms_do_not_fire_at_it_and_mortars_do():
    lines = ("Blue ge_smg_sec G 0103", "Blue ge_81mm_sec M 0103", "Red us_m18 X 0105 fired")
    b = battle(*lines)
    assert b.offers("suppress") == {"0105"}
    b.do("suppress", "0105")
    assert b.offers("add") == {"M"}
    assert "harmed by area fire" in b.why_not("add", "G")
    alone = battle("Blue ge_smg_sec G 0103", "Red us_m18 X 0105 fired")
    assert alone.offers("suppress") == set()
    assert "harmed by area fire" in alone.why_not("suppress", "0105")
    assert battle(*lines, open_armored_vehicles=False).offers("suppress") == set()


def shelled(face, *lines, **how):
    b = battle(*lines, **how).do("suppress", "0105").do("add", "M")
    return b, b.forecast("fire").read(face)


@rule("AR 4.7a")
def test_as_a_soft_target_it_has_a_defence_of_one():
    """A step is lost from a result of two on (TCS 3.0f), whatever its armour is worth against shot."""
    lines = ("Blue ge_120mm_sec M 0103", *(f"Red us_m10 {name} 0105 fired move" for name in "XYZABC"))
    faces = [tens * 10 + ones for tens in range(1, 7) for ones in range(1, 7)]
    results = {}
    for face in faces:
        results.setdefault(shelled(face, *lines)[1], face)
    b, _ = shelled(results[1], *lines)
    b.do("fire", None, results[1], 11)
    assert all(b[name].steps for name in "XYZABC"), "one step is not enough"
    assert any("check their morale" in roll.resolution.words for roll in b.rolls())
    assert 2 in results
    b, _ = shelled(results[2], *lines)
    b.do("fire", None, results[2])
    assert b.offers("lose") == set("XYZABC")


@rule("AR 4.7a")
def test_shells_attack_it_on_the_fire_table_and_not_by_the_point_roll():
    def falls(kind, on=True):
        b = battle("Blue ge_gren_plt G 0103", f"Red {kind} X 0105", open_armored_vehicles=on)
        barrage = Barrage(0, HE, b.hex("0105"), False, 24, 12, True, False, False, 105)
        return [type(each).__name__ for each in fall_on(b.look, (1,), b.hex("0105"), barrage, zone=True)]

    assert falls("us_m18") == ["ShellFire"]
    assert falls("us_m18", on=False) == ["PointShells"]
    assert falls("us_m4_75") == ["PointShells"]
    b = battle("Blue ge_gren_plt G 0103", "Red us_m18 X 0105", "Red us_m4_75 T 0105")
    barrage = Barrage(0, HE, b.hex("0105"), False, 24, 12, True, False, False, 105)
    field = Battlefield(b.game, b.state.board)
    field.stack.extend(b.state.stack)
    field.next(*fall_on(field, (1, 2), b.hex("0105"), barrage, zone=True))
    advance(field, Dice.scripted(66, 11, 3), 0)
    rolls = [event.roll.resolution for event in field.events if event.roll]
    assert [b.names[each.on[0]] for each in rolls if each.rule == "TCS 18.9a"] == ["T"]


@rule("AR 4.7a")
def test_in_close_assault_small_arms_harm_it():
    lines = ("Blue ge_gren_plt G 0104 move", "Blue ge_gren_plt H 0104 move", "Red us_m18 X 0105 move")
    for on in (True, False):
        b = battle(
            *lines, open_armored_vehicles=on, assault_rounds=1, assault_first="attacker", assault_entry_fire=False
        )
        b.do("assault", "0105").do("add", "G").do("add", "H")
        roll = b.forecast("go")
        assert ("strength" in roll.words) == on, "the platoons fire, or else the AT rolls come first"
