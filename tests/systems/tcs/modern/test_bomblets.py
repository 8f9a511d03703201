"""ICM and DPICM (ME 2.3): values, adjacent hexes, vehicles."""

from fractions import Fraction

import icepool
import pytest

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.game import Game
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.barrage import barrage_of
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.defence import ARMOUR
from sandtable.systems.tcs.modern.bomblets import BURSTS, DPICM, ICM, bomblet_modifiers, bomblet_strengths, value_of
from sandtable.systems.tcs.shellfire import ShellFire, shell_point
from sandtable.systems.tcs.shells import HE, Barrage, Mission
from tests.systems.tcs.modern.guns import BAD, GOOD, Modern

rule = pytest.mark.rule
O = "Blue us_rifle_plt O 0401"  # noqa: E741


def guns(*lines, **how):
    return Modern(O, *lines, **how)


def shell(b, battery="us87_m109", number=DPICM, *, wide=False, good=True, fast=False):
    """What the mission of the batteries brings down on 0406."""
    count = len(b.world.support.batteries) if wide else 1
    mission = Mission(0, number, tuple(range(count)), wide=wide, fast=fast, aim=b.hex("0406"), observer=0)
    return barrage_of(b.look, mission, b.hex("0406"), good=good)


@rule("ME 2.3.1")
def test_they_are_counted_in_battery_fires_and_called_like_he():
    b = guns("Red su87_mr_squad X 0406", "battery Blue us87_m109 A he=1 dpicm=2 icm=1")
    b.do("battery", "A")
    assert b.offers("shell") >= {"ICM", "DPICM", "Continuous Fire"}
    b.do("shell", "DPICM").do("aim", "0406").do("call").do("done", None, GOOD, 11)
    assert (b.piece("A").dpicm, b.piece("A").icm, b.stock["A"].he) == (1, 1, 1)


@rule("ME 2.3.1")
def test_a_battery_without_them_does_not_offer_them():
    b = guns("Red su87_mr_squad X 0406", "battery Blue us87_m109 A he=1").do("battery", "A")
    assert not {"ICM", "DPICM"} & b.offers("shell")


@rule("ME 2.3a1", "ME 2.3e")
@pytest.mark.parametrize(
    ("battery", "good", "bad"), [("us_105_how", 15, 6), ("us87_m109", 20, 9), ("us87_8in", 36, 17)]
)
def test_the_values_of_the_rounds(battery, good, bad):
    b = guns("Red su87_mr_squad X 0406", f"battery Blue {battery} A dpicm=1 icm=1")
    for number in (ICM, DPICM):
        assert shell(b, number=number).zone == 2 * good
        assert shell(b, number=number, good=False).zone == 2 * bad


@rule("ME 2.3a1")
def test_the_printed_values():
    assert [value_of(calibre, battalion=False, good=True) for calibre in (105, 155, 203)] == [15, 20, 36]
    assert value_of(227, battalion=False, good=True, id="us87_mlrs") == 50


@rule("ME 2.3e")
@pytest.mark.parametrize(("battery", "value"), [("us_105_how", 20), ("us87_m109", 28), ("us87_8in", 52)])
def test_a_battalion_scales_by_the_chart_and_by_the_batteries_that_fire(battery, value):
    lines = [f"battery Blue {battery} {name} dpicm=1 fa=1st" for name in "ABC"]
    b = guns("Red su87_mr_squad X 0406", *lines)
    assert shell(b, wide=True).zone == 2 * value
    two = replace_mission(b, (0, 1))
    assert two.zone == 2 * ((4 * value + 3) // 6), "two batteries of three"


def replace_mission(b, batteries):
    mission = Mission(0, DPICM, batteries, wide=True, aim=b.hex("0406"), observer=0)
    return barrage_of(b.look, mission, b.hex("0406"), good=True)


@rule("ME 2.3a2", "ME 2.3e")
def test_only_eight_inch_rounds_reach_the_adjacent_hexes_at_a_fifth():
    small = guns("Red su87_mr_squad X 0406", "battery Blue us87_m109 A dpicm=1")
    large = guns("Red su87_mr_squad X 0406", "battery Blue us87_8in A dpicm=1")
    assert (shell(small).zone, shell(small).ring) == (40, 0)
    assert (shell(large).zone, shell(large).ring) == (72, 14)
    assert bomblet_strengths(50, adjacent=True) == (100, 20)


@rule("ME 2.3a2", "ME 2.3d")
def test_every_hex_of_zone_and_ring_is_attacked_once():
    """Eight inch: the squad in the hex at 72, those beside it at 14, nobody twice, nobody two hexes away."""
    b = guns("Red su87_mr_squad X 0406", "Red su87_mr_squad Y 0407", "Red su87_mr_squad Z 0405",
             "Red su87_mr_squad W 0408", "battery Blue us87_8in A dpicm=1")  # fmt: skip
    b.fire("A", "0406", GOOD, 11, 11, 11, 11, shell="DPICM")
    fires = [each.resolution for each in b.rolls() if each.resolution.rule == "TCS 18.8a"]
    assert {b.world.hex_name(each.at): each.column for each in fires} == {
        "0406": "33-40", "0405": "7-8", "0407": "7-8"
    }, "72 and 14, each three columns to the left for two steps"  # fmt: skip
    assert len(fires) == 3


@rule("ME 2.3a3")
@pytest.mark.parametrize(("kind", "net"), [("us87_m1a1", 0), ("us87_m1", 1), ("su87_t80b", 3), ("su87_t72a", 3)])
def test_example_four_dpicm_adds_three_and_loses_one_for_each_point_of_defence_above_eight(kind, net):
    """Part E, 4: defence 11 nets 0, defence 8 nets +3; 10 gives +1 and 7 gives +3."""
    b = guns(f"Red {kind} X 0406", "battery Blue us87_m109 A dpicm=1")
    roll = shell_point(b.look, shell(b), b.number("X"))
    assert sum(each.value for each in roll.modifiers) == net
    chance = roll.odds().get("destroyed", Fraction(0))
    assert chance == Fraction(str((icepool.d6 + icepool.d6 + net >= 10).mean()))


@rule("ME 2.3a3")
def test_in_an_adjacent_hex_it_adds_two():
    b = guns("Red su87_t72a X 0406", "Red su87_t72a Y 0407", "battery Blue us87_8in A dpicm=1")
    near, beside = (shell_point(b.look, shell(b), b.number(name)) for name in "XY")
    assert [sum(each.value for each in roll.modifiers) for roll in (near, beside)] == [3, 2]
    b.fire("A", "0406", GOOD, (1, 1), (1, 1), shell="DPICM")
    assert len(b.rolls()) == 3, "the adjustment, and a roll for each tank: the one in the ring too"


@rule("ME 2.3a3")
def test_the_other_modifiers_of_artillery_count_too():
    b = guns("Red su87_t72a X 0406 move", "battery Blue us87_m109 A dpicm=1")
    roll = shell_point(b.look, shell(b, good=False), b.number("X"))
    assert sorted(each.value for each in roll.modifiers) == [-1, -1, 3], "Bad Shoot, Move Mode, bomblets"


@rule("ME 2.3a4")
def test_icm_harms_no_vehicle_of_defence_two_or_more():
    b = guns("Red su87_bmp2 X 0406", "Red su87_btr80 Y 0406", "Red su87_t72a Z 0406", "battery Blue us87_m109 A icm=1")
    b.fire("A", "0406", GOOD, (6, 6), 11, shell="ICM")
    assert [b[name].steps for name in "XYZ"] == [1, 0, 1]
    roll = next(event.roll.resolution for event in b.events if event.rule == "TCS 18.9a" and event.roll)
    assert [each.value for each in roll.modifiers] == [3]


@rule("ME 2.3a5", "ME 2.3a6")
def test_every_vehicle_rolls_and_is_left_out_of_the_area_attack():
    """A BTR is a both-type target: HE attacks it on the fire table, DPICM with two dice only."""
    lines = ("Red su87_btr80 X 0406", "Red su87_mr_squad Y 0406", "battery Blue us87_m109 A he=1 dpicm=1 icm=1")
    b = guns(*lines)
    units = (b.number("X"), b.number("Y"))
    at = b.hex("0406")
    look = b.look
    he = ShellFire(1, at, units, shell(b, number=HE), True).attack(look)
    dp = ShellFire(1, at, units, shell(b), True).attack(look)
    crowd = [[each.value for each in attack.shifts if each.rule == "TCS 5.0d"] for attack in (he, dp)]
    b.fire("A", "0406", GOOD, 66, (1, 1), shell="DPICM")
    assert b["X"].steps == 1, "the area attack costs it nothing"
    assert b["Y"].steps == 0
    assert he != dp or crowd[0] != crowd[1]
    only = guns("Red su87_btr80 X 0406", "battery Blue us87_m109 A dpicm=1")
    only.fire("A", "0406", GOOD, (3, 4), shell="DPICM")
    assert only["X"].steps == 0, "7 and 3 is 10"


@rule("ME 2.3b")
def test_they_adjust_like_he_and_a_mission_that_does_not_shoot_costs_no_rounds():
    b = guns("Red su87_mr_squad X 0406", "battery Blue us87_m109 A dpicm=2")
    b.call("A", "0406", shell="DPICM")
    assert b.forecast("done").rule == "TCS 18.5d"
    b.do("done", None, 11)
    assert b.piece("A").dpicm == 2, "No Shoot"
    again = guns("Red su87_mr_squad X 0406", "battery Blue us87_m109 A dpicm=2")
    again.fire("A", "0406", GOOD, 11, shell="DPICM")
    assert again.piece("A").dpicm == 1


@rule("ME 2.3a3")
@pytest.mark.parametrize(("kind", "values"), [("su87_t80b", [3]), ("su87_t80bv", [3, -1]), ("us87_m1a1", [3, -3])])
def test_only_a_defence_above_eight_counts(kind, values):
    b = guns(f"Red {kind} X 0406", "battery Blue us87_8in A dpicm=1")
    assert [each.value for each in bomblet_modifiers(b.look, b.number("X"), True)] == values


@rule("ME 2.3c")
def test_smoke_rises_in_the_zone_of_a_good_shoot_only_and_only_with_the_option():
    lines = ("Red su87_mr_squad X 0406", "battery Blue us87_8in A dpicm=1")
    plain = guns(*lines).fire("A", "0406", GOOD, 11, 11, shell="DPICM")
    assert plain.state.board.smoke == ()
    smoky = guns(*lines, hit_smoke=True).fire("A", "0406", GOOD, 11, 11, shell="DPICM")
    assert [(b.at, b.level) for b in smoky.state.board.smoke] == [(smoky.hex("0406"), 1)]
    bad = guns(*lines, hit_smoke=True).fire("A", "0406", BAD, 11, shell="DPICM")
    assert bad.state.board.smoke == ()
    twice = guns(*lines, "smoke 0406 Red", hit_smoke=True).fire("A", "0406", GOOD, 11, 11, shell="DPICM")
    assert len(twice.state.board.smoke) == 1, "no more where there is smoke already"


@rule("ME 2.3e")
def test_fast_fire_doubles_them_for_light_guns():
    b = guns("Red su87_mr_squad X 0406", "battery Blue us_105_how A he=0 dpicm=3").do("battery", "A")
    b.do("shell", "DPICM")
    assert b.offers("rate") == {"fast"}
    assert shell(b, fast=True).zone == 60


@rule("ME 2.3a3")
def test_other_chapters_add_to_the_defence_and_to_what_bomblets_strike():
    """The places where reactive armour and helicopters come in."""
    b = guns("Red su87_t80bv X 0406", "battery Blue us87_m109 A dpicm=1")
    struck = []
    adding = Chapter(
        name="test",
        adds=(ARMOUR.add(lambda look, unit, fire: 5), BURSTS.add(lambda f, side, hexes: struck.append(hexes) or ())),
    )

    class Other(type(SYSTEM)):
        chapters = (*SYSTEM.chapters, adding)

    game = Game(Other(), b.game.scenario, b.game.options, name="test").with_world(b.world)
    roll = shell_point(Situation(game, b.state.board), shell(b), b.number("X"))
    assert sum(each.value for each in roll.modifiers) == 3 - (9 + 5 - 8)
    b.game = game
    b.fire("A", "0406", GOOD, (1, 1), shell="DPICM")
    assert struck == [(b.hex("0406"),)]


def test_a_picture_of_the_call_shows_no_ring_where_there_is_none():
    b = guns("Red su87_mr_squad X 0406", "battery Blue us87_m109 A dpicm=1").do("battery", "A")
    b.do("aim", "0406")
    assert isinstance(shell(b), Barrage)
    shot = b.game.picture(b.state, 0).shoot
    assert dict(shot.chosen)["shell"] in ("HE", "DPICM")
    b.do("shell", "DPICM")
    assert b.game.picture(b.state, 0).shoot.ring == ()
