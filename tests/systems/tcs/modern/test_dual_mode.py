"""Dual mode (ME 1): vehicles that fire and move in the same phase."""

import pytest

from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.dual import Dual, in_dual_mode, why_no_missile
from sandtable.systems.tcs.spotting import target_shifts
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
QUIET = {"fire_triggers": False, "modern": True}


def fight(*lines, **how):
    return Battle("\n".join(["0116 open", "1012 open", *lines]), **{**QUIET, **how})


def shoot(b, hex, firer, die=11):
    return b.do("point", hex).do("add", firer).do("fire", None, die)


TANK = "Red su87_t72a X 0107 move"


@rule("ME 1.0")
def test_marked_units_alone_have_a_dual_side():
    b = fight("Blue us87_m1a1 A 0103 move", "Blue us87_m60a3 B 0103 move", TANK)
    assert in_dual_mode(b.look, b.number("A"))
    assert not in_dual_mode(b.look, b.number("B")), "an unmarked tank keeps the two modes of the series"
    b.do("point", "0107")
    assert b.offers("add") == {"A"}
    assert "is in Move Mode" in b.why_not("add", "B")
    marks = {mark.kind for mark in b.game.picture(b.state, 0).pieces[b.number("A")].marks}
    assert "dual_mode" in marks


@rule("ME 1.0", "ME 0.1")
def test_without_the_expansion_nobody_fires_in_move_mode():
    b = fight("Blue us87_m1a1 A 0103 move", TANK, modern=False)
    assert not b.offers("point")


@rule("ME 1.1a", "ME 1.1g")
def test_it_fires_first_and_then_moves_with_the_impulses_left():
    b = shoot(fight("Blue us87_m1a1 A 0103 move", TANK), "0107", "A")
    assert (b.state_of("A"), b["A"].impulse) == ("MF", 1)
    assert b.offers("move") == {"A"}
    b.go("A", "0104")
    assert (b.where("A"), b["A"].impulse) == ("0104", 2)
    b.do("impulse", "A").go("A", "0105")
    assert (b.where("A"), b["A"].impulse) == ("0105", 3)
    assert "had its three impulses" in b.why_not("impulse", "A")


@rule("ME 1.1a")
def test_a_unit_that_has_moved_does_not_fire_any_more():
    b = fight("Blue us87_m1a1 A 0103 move", TANK).go("A", "0104")
    assert not b.offers("point")
    assert b.offers("move") == {"A"}


@rule("ME 1.1a")
def test_it_fires_once():
    b = shoot(fight("Blue us87_m1a1 A 0103 move", TANK), "0107", "A")
    assert not b.offers("point")
    assert not b.offers("suppress")


@rule("ME 1.1a")
def test_area_fire_is_suppressive_fire_too():
    b = fight("Blue us87_m1a1 A 0103 move", "Red su87_mr_squad X 0105")
    b.do("suppress", "0105").do("add", "A").do("fire", None, 11)
    assert b.state_of("A") == "MF"
    assert b.offers("move") == {"A"}


@rule("ME 1.1b")
def test_it_fires_no_overwatch_in_dual_mode():
    lines = ("Blue us87_m1a1 A 0103 {}", "Red su87_t72a X 0107 move road")
    ready = Battle("\n".join(["0116 open", "1012 open", *lines]).format(""), side="Red", modern=True)
    ready.do("move", "X").do("to", "0106")
    assert ready.decides() == "Blue"
    dual = Battle("\n".join(["0116 open", "1012 open", *lines]).format("move"), side="Red", modern=True)
    dual.do("move", "X").do("to", "0106")
    assert dual.decides() == "Red", "nobody may fire at the move"


@rule("ME 1.1b")
def test_it_returns_no_fire_in_dual_mode():
    """The tank fires, is answered, and may not answer back; one in Fire Mode may."""
    lines = ("Blue us87_m1a1 A 0103 {}", "Red su87_t72a X 0107 fired", "Red su87_t72a Y 0108")
    for mode, decides in (("", "Blue"), ("move", "Blue")):
        b = fight(*(line.format(mode) for line in lines), fire_triggers=True)
        shoot(b, "0107", "A", 11)
        assert b.decides() == "Red"
        b.do("point", "0108", 11)
        assert b.decides() == decides
        assert ("hold" in b.verbs()) == (mode == ""), "only a unit in Fire Mode is asked whether it returns fire"


@rule("ME 1.1c")
@pytest.mark.parametrize("kind", ["us87_m1a1", "us87_m60a3"])
def test_dual_counts_as_move_mode(kind):
    """The same shifts as for a tank in Move Mode: terrain, spotting, shells."""
    b = fight(f"Blue {kind} A 0103 move", "Red su87_t72a X 0107", side="Red")
    roll = b.do("point", "0103").do("add", "X").forecast("fire")
    assert (2, "TCS 11.2b") in [(each.value, each.rule) for each in roll.modifiers]
    assert b.look.posture(b.number("A")) == "move"
    assert "Move Mode" in " ".join(each.words for each in target_shifts(b.look, b.number("A"), b.hex("0107")))


@rule("ME 1.1d")
def test_in_fire_mode_it_behaves_as_usual():
    b = shoot(fight("Blue us87_m1a1 A 0103", TANK), "0107", "A")
    assert b.state_of("A") == "F"
    assert not b.offers("move")
    assert not b.offers("to_move"), "it has fired"


@rule("ME 1.1e", "ME 0.6")
def test_a_unit_with_a_fired_marker_may_not_go_to_dual():
    """Whatever the option says of the ordinary Move Mode: the old overwatch marker is the Fired marker."""
    lines = ("Blue us87_m1a1 A 0103 fired", "Blue us87_m60a3 B 0103 fired", TANK)
    b = fight(*lines, fired_blocks_move_mode=False)
    assert b.offers("to_move") == {"B"}
    assert b.why_not("to_move", "A").endswith("carries a Fired marker and may not go to Dual mode (ME 1.1e)")


@rule("ME 1.1f")
def test_missiles_are_not_launched_in_dual_mode():
    b = fight("Blue us87_m3 A 0103 move", "Blue us87_m3 B 0103", TANK)
    assert "launches no missiles" in b.game.say(why_no_missile(b.look, b.number("A")), {"unit": b.number("A")})
    assert why_no_missile(b.look, b.number("B")) is None


@rule("ME 1.1g")
def test_going_to_dual_costs_what_move_mode_costs_and_back_nothing():
    b = fight("Blue us87_m1a1 A 0103", "Blue us87_m60a3 B 0103")
    b.do("to_move", "A").do("to_move", "B")
    assert (b["A"].spent, b["B"].spent) == (24, 15), "half of an impulse: 24/3/2 and 15/3/2 points, in sixths"
    b.do("to_fire", "A")
    assert b["A"].spent == 24
    assert b.state_of("A") == ""


@rule("ME 1.1a")
def test_a_unit_that_went_to_dual_in_this_phase_has_spent_points_and_does_not_fire():
    b = fight("Blue us87_m1a1 A 0103", TANK).do("to_move", "A")
    assert not b.offers("point")


@rule("ME 1.1a")
def test_next_phase_nobody_has_fired_any_more():
    b = shoot(fight("Blue us87_m1a1 A 0103 move", TANK), "0107", "A")
    b.do("end")
    assert b.state.board.extras[0].fired == ()


@rule("ME 1.1a")
def test_a_unit_that_has_fired_moves_but_does_not_overrun():
    lines = ("Blue us87_m1a1 A 0103 move", "Red su87_mr_squad X 0104 suppressed", TANK)
    fresh = fight(*lines).why_not("overrun", "A") or ""
    assert "has not fired" not in fresh
    b = shoot(fight(*lines), "0107", "A")
    assert "has not fired: A is not" in b.why_not("overrun", "A")
    assert b.offers("move") == {"A"}


@rule("ME 1.1a")
def test_a_unit_that_is_lost_is_no_longer_among_those_that_have_fired():
    b = shoot(fight("Blue us87_m1a1 A 0103 move", "Blue us87_m1a1 B 0103 move", TANK), "0107", "A")
    shoot(b, "0107", "B")
    assert b.look.kept(Dual).fired == (b.number("A"), b.number("B"))
    field = Battlefield(b.game, b.look.board)
    field.lose(b.number("A"), "destroyed", "TCS 12.0")
    assert Situation(b.game, field.freeze()).kept(Dual).fired == (b.number("B"),)
