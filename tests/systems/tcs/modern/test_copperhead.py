"""Copperheads (ME 2.1): guided rounds."""

from fractions import Fraction

import icepool
import pytest

from sandtable.systems.tcs.modern.bomblets import share_of
from sandtable.systems.tcs.modern.copperhead import copperhead_roll
from sandtable.systems.tcs.shells import Mission
from tests.systems.tcs.modern.guns import GOOD, Modern

rule = pytest.mark.rule
BATTERY = "battery Blue us87_m109 A he=3 dpicm=2 copperhead=4 tubes=8"
O = "Blue us_rifle_plt O 0401"  # noqa: E741
X = "Red su87_t72a X 0406"


def plot(b, *hexes, battery="A"):
    for hex in hexes:
        b.do("modern.copperhead", battery).do("aim", hex)
    return b


@rule("ME 2.1a", "ME 2.1m")
def test_rounds_are_counted_singly():
    b = plot(Modern(O, X, BATTERY), "0406").do("done").do("target", "X", (1, 1))
    assert b.piece("A").copperhead == 3
    assert b.world.support.batteries[0].illum == 1, "as illumination is"
    few = plot(Modern(O, X, BATTERY.replace("copperhead=4", "copperhead=1")), "0406")
    assert "no Copperhead left" in few.why_not("modern.copperhead", "A")


@rule("ME 2.1m")
def test_illumination_is_counted_singly_and_each_round_lights_one_area():
    b = Modern(O, X, BATTERY + " illum=2", light=2)
    b.fire("A", "0406", shell="illumination")
    assert b.stock["A"].illum == 1
    assert len(b.state.board.flares) == 1


@rule("ME 2.1b", "ME 2.1l")
@pytest.mark.parametrize(("mode", "net"), [("", 7), ("move", 6)])
def test_an_observed_round_kills_on_ten_with_seven_added(mode, net):
    b = Modern(O, f"{X} {mode}", BATTERY)
    roll = copperhead_roll(b.look, b.number("X"))
    assert sum(each.value for each in roll.modifiers) == net
    assert roll.odds()["destroyed"] == Fraction(str((icepool.d6 + icepool.d6 + net >= 10).mean()))
    hit = plot(Modern(O, f"{X} {mode}", BATTERY), "0406").do("done").do("target", "X", (2, 2))
    assert hit["X"].steps == 0
    miss = plot(Modern(O, f"{X} {mode}", BATTERY), "0406").do("done").do("target", "X", (1, 1))
    assert miss["X"].steps == 1


@rule("ME 2.1l")
def test_other_modifiers_of_artillery_do_not_count():
    """Neither a small calibre nor fast fire, and the defence of the target has no effect."""
    b = Modern(O, "Red us87_m1a1 X 0406", BATTERY.replace("us87_m109", "cw_25pdr_bty"))
    assert [each.value for each in copperhead_roll(b.look, b.number("X")).modifiers] == [7]


@rule("ME 2.1c")
def test_a_round_that_nobody_observes_is_not_fired_and_kept():
    b = plot(Modern(O, "Red su87_t72a X 1212", BATTERY, visibility=3), "1212").do("done")
    assert b.offers("target") == set()
    assert "nobody who can guide the round sees X" in b.why_not("target", "X")
    b.do("keep")
    assert b.piece("A").copperhead == 4


@rule("ME 2.1c")
def test_any_unit_serves_in_whatever_mode_and_for_any_number_of_rounds():
    b = plot(Modern("Blue us_truck O 0401 move", X, "Red su87_t72a Y 0406", BATTERY), "0406", "0406").do("done")
    b.do("target", "X", (6, 6), 11).do("target", "Y", (6, 6))
    assert (b["X"].steps, b["Y"].steps) == (0, 0)
    shaken = plot(Modern("Blue us_rifle_plt O 0401 suppressed", X, BATTERY), "0406").do("done")
    assert shaken.offers("target") == set()


@rule("ME 2.1d")
def test_a_battery_fires_one_round_a_tube_and_the_other_tubes_fire_on():
    lines = (O, X, BATTERY.replace("tubes=8", "tubes=4"))
    b = plot(Modern(*lines), "0406", "0406")
    mission = Mission(0, 0, (0,), aim=b.hex("0406"), observer=0)
    assert share_of(b.look, mission) == Fraction(2, 4), "two tubes of four are left for it"
    b.call("A", "0406")
    assert b.offers("modern.copperhead") == {"A"}
    plot(b, "0406")
    assert "each tube of A" in b.why_not("modern.copperhead", "A"), "one tube is left for the mission"
    full = plot(Modern(*lines), *["0406"] * 4)
    assert "every tube of A fires a Copperhead" in full.why_not("battery", "A")
    assert "no Copperhead left" in full.why_not("modern.copperhead", "A")


@rule("ME 2.1d")
def test_the_mission_of_the_other_tubes_is_weaker():
    b = plot(Modern(O, "Red su87_mr_squad S 0406", X, BATTERY.replace("tubes=8", "tubes=4")), "0406", "0406")
    b.call("A", "0406").do("done", None, GOOD, 11, (1, 1))
    shells = next(each.resolution for each in b.rolls() if each.resolution.rule == "TCS 18.8a")
    assert shells.says.values["strength"] == 18, "155 mm: 36 with all tubes"


@rule("ME 2.1e")
def test_each_round_has_a_target_hex_of_its_own():
    b = plot(Modern(O, X, "Red su87_t72a Y 1006", BATTERY), "0406", "1006").do("done")
    assert b.offers("target") == {"X"}
    b.do("target", "X", (1, 1))
    assert b.offers("target") == {"Y"}


@rule("ME 2.1f")
def test_with_the_option_only_flagged_units_guide_them():
    lines = (O, X, BATTERY)
    b = plot(Modern(*lines, laser_designators=True), "0406").do("done")
    assert b.offers("target") == set()
    scouts = plot(Modern("Blue us87_scout_team O 0401", X, BATTERY, laser_designators=True), "0406").do("done")
    assert scouts.offers("target") == {"X"}


@rule("ME 2.1g")
def test_rounds_are_called_before_they_are_fired_and_never_at_once():
    b = Modern(O, X, BATTERY).do("done")
    assert b.decision().name == "act", "nothing was plotted"
    assert not {verb for verb in b.verbs() if "copperhead" in verb}


@rule("ME 2.1h")
def test_a_round_lands_in_any_hex_within_three_of_the_one_plotted_without_adjustment():
    b = plot(Modern(O, "Red su87_t72a X 0409", "Red su87_t72a Y 0410", BATTERY), "0406").do("done")
    assert b.offers("target") == {"X"}
    assert "Y is not within 3 hexes of 0406" in b.why_not("target", "Y")
    b.do("target", "X", (1, 1))
    assert [each.resolution.rule for each in b.rolls()] == ["ME 2.1b"]


@rule("ME 2.1i")
def test_men_are_unharmed_unless_they_ride_in_the_target():
    b = Modern(
        O, "Red su87_btr80 X 0406 move", "Red su87_mr_squad P 0406 carrier=X", "Red su87_mr_squad S 0406", BATTERY
    )
    plot(b, "0406").do("done")
    assert "attacks vehicles and guns, not S" in b.why_not("target", "S")
    b.do("target", "X", (6, 6))
    assert (b["X"].steps, b["P"].steps, b["S"].steps) == (0, 0, 2)


@rule("ME 2.1j")
def test_a_helicopter_may_be_the_target_at_four_and_either_height():
    b = plot(Modern(O, "Red su87_mi24 X 0406", BATTERY), "0406").do("done")
    assert [each.value for each in copperhead_roll(b.look, b.number("X")).modifiers] == [4]
    assert b.offers("target") == {"X"}
    b.do("target", "X", (2, 4))
    assert b["X"].steps == 0, "6 and 4"
    miss = plot(Modern(O, "Red su87_mi24 X 0406", BATTERY), "0406").do("done").do("target", "X", (2, 3))
    assert miss["X"].steps == 1


@rule("ME 2.1c", "ME 2.1f")
def test_a_helicopter_guides_rounds_too():
    lines = ("Blue us87_ah64 H 0403", "Red su87_t72a X 0406", BATTERY)
    assert plot(Modern(*lines, laser_designators=True), "0406").do("done").offers("target") == {"X"}


@rule("ME 2.1k")
def test_one_named_target_of_a_stack_is_attacked_and_no_other():
    b = plot(Modern(O, X, "Red su87_t72a Y 0406", "Red su87_mr_squad S 0406", BATTERY), "0406").do("done")
    assert b.offers("target") == {"X", "Y"}
    b.do("target", "Y", (6, 6), 11)
    assert (b["X"].steps, b["Y"].steps, b["S"].steps) == (1, 0, 2)


def test_the_enemy_sees_neither_plots_nor_rounds():
    b = plot(Modern(O, X, BATTERY), "0406")
    view = b.game.view(b.state, 1).state.board
    kept = next(each for each in view.extras if type(each).__name__ == "Arsenal")
    assert kept.plots == ()
    assert (kept.pieces[0].copperhead, kept.pieces[0].dpicm) == (0, 0)
