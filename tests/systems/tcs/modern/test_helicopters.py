"""Helicopters (ME 4.1 to 4.2): heights, movement, anti-aircraft fire, overwatch, pop-ups and counter pop-ups."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.modern.antiaircraft import AaRoll, aa_number, aa_reach
from sandtable.systems.tcs.modern.missiles import left_of
from sandtable.systems.tcs.modern.sky import Sky, is_low, sees
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule


def fight(*lines, low=(), **how):
    b = Battle("\n".join(["0140 open", "0740 open", *lines]), **{"modern": True, **how})
    if low:
        put(b, low=tuple(sorted(b.number(name) for name in low)))
    return b


def put(b, **sky):
    extras = tuple(replace(each, **sky) if isinstance(each, Sky) else each for each in b.state.board.extras)
    b.state = replace(b.state, board=replace(b.state.board, extras=extras))
    return b


def at_least(number):
    return Fraction(sum(a + b >= number for a in range(1, 7) for b in range(1, 7)), 36)


COBRA = "Blue us87_ah1f A 0404"


# Kinds and prohibitions


@rule("ME 4.1.1")
def test_carrier_and_attack_helicopters_have_weapons_and_carry_loads():
    assert UNITS["su87_mi24"].atgm == "at6"
    assert UNITS["su87_mi24"].lifts == 2
    assert UNITS["su87_mi24"].area_strength == 12
    assert UNITS["us87_uh60"].area_strength == 2
    b = fight(COBRA, "Blue us87_uh60 B 0505", "Red su87_bmp2 X 0412")
    assert b.offers("fly") == {"A", "B"}


@rule("ME 4.1.2")
def test_helicopters_make_no_at_rolls_breach_nothing_do_not_assault_and_mines_do_not_attack_them():
    b = fight("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0405", "mines 0403 Red", "Blue us87_eng_squad E 0404 move")
    for verb in ("antitank", "breach", "assault", "move", "suppress", "to_move", "load"):
        offers = b.offers(verb)
        assert "A" not in (offers or ()), verb
    for verb in ("antitank", "move", "to_move"):
        assert "is a helicopter: use its own orders" in b.why_not(verb, "A")
    b = fight("Blue us87_ah1f A 0404", "mines 0405 Red", low=["A"]).do("fly", "A").do("to", "0406")
    assert b.where("A") == "0406"
    assert not b.rolls()


# Heights and movement


@rule("ME 4.1a1")
def test_low_is_100_m_above_the_ground_and_sees_over_woods():
    lines = ("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0410", "0407 woods")
    assert not sees(fight(*lines).look, 0, 1)
    assert sees(fight(*lines, low=["A"]).look, 0, 1)
    assert sees(fight(*lines, low=["A"]).look, 1, 0), "and is seen from there"
    for metres, clear in ((83, True), (84, False)):
        b = fight("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0410", f"0405 open {metres}", low=["A"])
        assert sees(b.look, 0, 1) is clear, "one hex of six down, the line is at 83 1/3 m"


@rule("ME 4.1a2")
def test_noe_is_the_ground_for_sight_both_ways():
    look = fight("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0410", "0407 woods").look
    assert not sees(look, 0, 1)
    assert not sees(look, 1, 0)
    assert not is_low(look, 0)


@rule("ME 4.1b1", "ME 4.1a1")
def test_a_hex_costs_1_in_low_and_5_in_noe_whatever_the_ground_and_a_change_of_height_5():
    b = fight(COBRA, "0405 woods", "0406 city", low=["A"]).do("fly", "A").do("to", "0410")
    assert b.left("A") == 194
    b.do("fly", "A").do("drop")
    assert b.left("A") == 189
    assert not is_low(b.look, 0)
    b.do("fly", "A").do("to", "0412")
    assert b.left("A") == 179
    b.do("fly", "A").do("climb")
    assert b.left("A") == 174
    assert is_low(b.look, 0)


@rule("ME 4.1b1")
def test_it_has_200_points():
    b = fight(COBRA).do("fly", "A")
    assert "0440" in b.offers("to"), "36 hexes at 5"
    b = fight("Blue us87_ah1f A 0404 spent=196", low=["A"]).do("fly", "A")
    assert b.offers("to") == {"0404"} ^ set(b.offers("to")) ^ {"0404"}
    assert "0408" in b.offers("to")
    assert "0409" not in b.offers("to")
    assert "has 4 movement points left, and pays 1 for a hex" in b.why_not("to", "0409")
    assert not b.decision().offer("drop")
    assert fight("Blue us87_ah1f A 0404 spent=200").offers("fly") == set()


@rule("ME 4.1a3")
def test_a_fired_marker_does_not_keep_a_helicopter_from_flying_or_changing_height():
    b = fight("Blue us87_ah1f A 0404 fired")
    assert b.offers("fly") == {"A"}
    assert {"to", "climb"} <= b.do("fly", "A").verbs()


# Anti-aircraft fire


@rule("ME 4.1b3", "ME 4.2b")
def test_aa_fires_at_every_tenth_point():
    lines = (COBRA, "Red su87_zsu23 X 0422")
    b = fight(*lines, low=["A"]).do("fly", "A").do("to", "0413")
    assert b.rolls() == [], "9 points"
    b.do("fly", "A").do("to", "0412", (1, 1))
    assert len(b.rolls()) == 1, "the tenth"
    b = fight(*lines, low=["A"]).do("fly", "A").do("to", "0424", (1, 1), (1, 1), (1, 1))
    assert len(b.rolls()) == 3, "at 10, over the gun at 18, and at 20"


@rule("ME 4.1b3")
def test_a_helicopter_that_does_not_move_is_not_fired_at():
    assert fight(COBRA, "Red su87_zsu23 X 0410", low=["A"]).do("end").events
    b = fight(COBRA, "Red su87_zsu23 X 0410", "Red su87_zsu23 Y 0411", low=["A"]).do("fly", "A").do("drop")
    assert b.rolls() == [], "5 points"
    b.do("fly", "A").do("climb", None, (1, 1), (1, 1))
    assert [each.resolution.rule for each in b.rolls()] == ["ME 4.2a"] * 2, "the tenth point, once for each gun"
    off = fight("Blue us87_ah1f A 0404 spent=5", "Red su87_zsu23 X 0410", low=["A"], aa_in_place=False)
    assert off.do("fly", "A").do("drop").rolls() == []


@rule("ME 4.2c")
def test_flying_over_an_enemy_lets_that_unit_alone_fire_and_does_not_touch_the_count():
    lines = ("Blue us87_ah1f A 0404 spent=5", "Red su87_bmp2 X 0406", "Red su87_zsu23 Y 0410")
    b = fight(*lines, low=["A"]).do("fly", "A").do("to", "0408", (1, 1))
    assert [b.names[each.resolution.by[0]] for each in b.rolls()] == ["X"]
    b.do("fly", "A").do("to", "0409", (1, 1), (1, 1))
    assert [b.names[each.resolution.by[0]] for each in b.rolls()] == ["X", "Y"], "the tenth point, all of them"


@rule("ME 4.2a", "ME 4.2d")
def test_an_aa_roll_reaches_the_number_of_the_unit_less_the_defense_of_the_helicopter():
    assert aa_number(UNITS["su87_zsu23"]) == 9
    assert aa_number(UNITS["us87_m1a1"]) == 12
    b = fight("Blue su87_mi24 A 0404", "Red us87_m163 X 0410", "Red us87_m1a1 Y 0411", low=["A"])
    rolls = {n: b.look.resolution_of(AaRoll(b.number(n), 0)) for n in ("X", "Y")}
    assert rolls["X"].odds()["destroyed"] == at_least(12), "10 needed, 2 off for its armor"
    assert [(each.value, each.rule) for each in rolls["X"].modifiers] == [(-2, "ME 4.2a")]
    assert "destroyed" not in rolls["Y"].odds(), "12 less 2 cannot be rolled"
    b = fight(COBRA, "Red us87_m163 X 0410", low=["A"])
    assert b.look.resolution_of(AaRoll(1, 0)).odds()["destroyed"] == at_least(10)


@rule("ME 4.2d")
def test_aa_fire_marks_nobody():
    b = (
        fight("Blue us87_ah1f A 0404 spent=9", "Red su87_zsu23 X 0410", low=["A"])
        .do("fly", "A")
        .do("to", "0405", (1, 1))
    )
    assert b.state_of("X") == ""


@rule("ME 4.2f", "ME 4.2g")
def test_any_armed_unit_fires_aa_as_far_as_its_weapons_in_move_mode_too_but_not_paralyzed_carried_or_unarmed():
    lines = (
        "Blue us87_ah1f A 0404 spent=9",
        "Red su87_bmp2 M 0412 move",
        "Red su87_mr_squad S 0409",
        "Red su87_mr_squad T 0410",
        "Red su87_t72a P 0411 paralyzed",
        "Red su87_mr_squad C 0412 carrier=M",
        "Red su_truck U 0408",
        "Red su87_brdm_at5 V 0408",
        "Red su87_t72a Z 0411 suppressed",
    )
    b = fight(*lines, low=["A"]).do("fly", "A").do("to", "0405", (1, 1), (1, 1), (1, 1))
    assert {b.names[each.resolution.by[0]] for each in b.rolls()} == {"M", "S", "Z"}, "T reaches 4 hexes only"
    world = b.world
    assert aa_reach(world, b.number("M")) == 16
    assert aa_reach(world, b.number("V")) == -1, "it has missiles only"
    assert aa_reach(fight("Red us87_stinger X 0404").world, 0) == 32


@rule("ME 4.1a2", "ME 4.2a")
def test_aa_at_noe_needs_ground_sight():
    lines = ("Blue us87_ah1f A 0404 spent=5", "0406 woods", "Red su87_zsu23 X 0410")
    assert fight(*lines).do("fly", "A").do("to", "0405").rolls() == []
    assert len(fight(*lines, low=["A"]).do("fly", "A").do("drop").rolls()) == 0
    climb = fight(*lines).do("fly", "A").do("climb", None, (1, 1))
    assert len(climb.rolls()) == 1


@rule("ME 4.2b")
def test_in_its_own_phase_a_unit_makes_one_aa_fire_on_top_of_all_else():
    b = fight("Blue us87_m163 A 0404 fired", "Red su87_mi8 X 0410", low=["X"])
    assert b.offers("guard") == {"A"}
    b.do("guard", "A").do("at", "X", (1, 1))
    assert "has made its AA fire of this phase (ME 4.2b)" in b.why_not("guard", "A")
    assert "no enemy helicopter in reach" in fight("Blue us87_m163 A 0404", "Red su87_mi8 X 0440").why_not("guard", "A")


@rule("ME 4.2e")
def test_ground_units_do_not_fire_at_helicopters_otherwise():
    b = fight("Blue us87_m2 A 0404", "Red su87_mi24 X 0410", "Red su87_bmp2 Y 0409", low=["X"])
    assert "0410" not in b.offers("suppress")
    assert "0410" not in b.offers("point")
    b.do("missile", "A")
    assert b.offers("at") == {"Y"}
    assert "only AA fire and other helicopters reach it (ME 4.2e)" in b.why_not("at", "X")


@rule("ME 4.2a")
def test_a_helicopter_that_is_shot_down_is_gone():
    b = (
        fight("Blue us87_ah1f A 0404 spent=9", "Red su87_zsu23 X 0410", low=["A"])
        .do("fly", "A")
        .do("to", "0420", (6, 6))
    )
    assert b.state_of("A") == "X"
    assert b.told()[-1] == "shot_down"


# Fire


@rule("ME 4.1c")
def test_either_height_fires_with_sight_from_there():
    lines = ("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0412", "Red su87_bmp2 Y 0709", "0408 woods")
    b = fight(*lines, low=["A"]).do("air_fire", "A")
    assert b.offers("missile") == {"X", "Y"}
    noe = fight(*lines).do("air_fire", "A")
    assert noe.offers("missile") == {"Y"}
    assert "does not see X" in noe.why_not("missile", "X")


@rule("ME 4.1c", "ME 3.2f1")
def test_missile_and_guns_go_at_two_targets_each_once_in_a_phase():
    lines = ("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0412", "Red su87_mr_squad Y 0408 fired")
    b = fight(*lines, low=["A"]).do("air_fire", "A").do("missile", "X", (1, 1)).do("air_fire", "A")
    assert b.offers("missile") == set()
    assert "fired its missile in this phase" in b.why_not("missile", "X")
    b.do("guns", "Y", 11)
    assert b.offers("air_fire") == set()
    b = fight(*lines, low=["A"], atgm_supply=True).do("air_fire", "A").do("guns", "Y", 11)
    assert left_of(b.look, b.number("A")) == 8, "the guns use up no missile"
    assert b.do("air_fire", "A").offers("missile") == {"X", "Y"}


@rule("ME 4.1d")
def test_on_overwatch_a_helicopter_in_noe_needs_no_sight_of_the_trigger_if_it_pops_up():
    lines = ("Blue us87_m113 M 0403 move", "Red su87_mi24 X 0413", "0409 woods")
    b = fight(*lines).go("M", "0404")
    assert b.decides() == "Red"
    assert b.offers("air_fire") == set()
    assert b.offers("pop_up") == {"X"}
    assert "no target in range and sight from its height" in b.why_not("air_fire", "X")
    b.do("pop_up", "X")
    assert b.offers("missile") == {"M"}
    hill = fight("Blue us87_m113 M 0403 move", "Red su87_mi24 X 0413", "0409 open 200").go("M", "0404")
    assert hill.decides() == "Blue", "not even Low sees over that"


@rule("ME 4.1a3", "ME 4.1d")
@pytest.mark.parametrize(("die", "fires"), [(4, False), (5, True)])
def test_a_marked_helicopter_rolls_for_further_overwatch(die, fires):
    b = fight("Blue us87_m113 M 0403 move", "Red su87_mi24 X 0413 fired", low=["X"]).go("M", "0404")
    b.do("air_fire", "X").do("missile", "M", die, *([(1, 1)] if fires else []))
    assert b.rolls()[0].resolution.rule == "ME 4.1a3"
    assert len(b.rolls()) == 1 + fires
    assert b.decides() == "Blue"


# Pop-ups


@rule("ME 4.1e1")
def test_a_pop_up_costs_nothing_takes_aa_fires_and_drops():
    b = fight("Blue us87_ah1f A 0404", "0408 woods", "Red su87_bmp2 X 0412", "Red su87_zsu23 Y 0512")
    assert b.offers("pop_up") == {"A"}
    b.do("pop_up", "A").do("missile", "X", (1, 1), (1, 1), (6, 6))
    rules = [each.resolution.rule for each in b.rolls()]
    assert rules == ["ME 4.2a", "ME 4.2a", "ME 3.1f"], "all AA first"
    assert b.state_of("X") == "X"
    assert not is_low(b.look, 0)
    assert b.left("A") == 200


@rule("ME 4.1e1")
def test_only_a_helicopter_in_noe_pops_up_and_at_one_target():
    b = fight("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0412", low=["A"])
    assert "flies Low" in b.why_not("pop_up", "A")
    lines = ("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0412", "Red su87_brdm2 Y 0411", "Red su87_mr_squad Z 0408 fired")
    b = fight(*lines).do("pop_up", "A")
    assert b.offers("both") == {"Y", "Z"}, "guns do not harm a P target"
    b.do("both", "Y", (1, 1), (1, 1), (1, 1), (1, 1), 11)
    assert [each.resolution.rule for each in b.rolls()] == [*["ME 4.2a"] * 3, "ME 3.1f", "ME 4.1c"]
    assert "has popped up in this phase" in b.why_not("pop_up", "A")


@rule("ME 4.1e2")
def test_a_helicopter_pops_up_once_in_a_phase_overwatch_included():
    b = fight("Blue us87_m113 M 0403 move", "Red su87_mi24 X 0413").go("M", "0404")
    b.do("pop_up", "X").do("missile", "M", (1, 1), (1, 1))
    b.go("M", "0405")
    assert b.decides() == "Red"
    assert b.offers("pop_up") == set()
    assert "has popped up in this phase (ME 4.1e2)" in b.why_not("pop_up", "X")
    assert b.offers("air_fire") == {"X"}


@rule("ME 4.1e3")
def test_several_helicopters_pop_up_together_at_one_target():
    b = fight("Blue us87_ah1f A 0404", "Blue us87_ah1f B 0505", "Red su87_bmp2 X 0412").do("pop_up", "A")
    assert b.offers("along") == {"B"}
    b.do("along", "B").do("missile", "X", (1, 1), (1, 1), (1, 1), (6, 6))
    by = [b.names[each.resolution.by[0]] for each in b.rolls()]
    assert by == ["X", "X", "A", "B"], "AA at each, then they fire"
    assert b.state_of("X") == "X"


def rearm(b, name, **kind):
    """The battle with a unit of another type."""
    world, n = b.game.world, b.number(name)
    kinds = list(world.kinds)
    kinds[n] = replace(kinds[n], **kind)
    b.game.world = replace(world, kinds=tuple(kinds))


TOW1_ONLY = {"atgm": "tow1", "area_strength": None, "trajectory_class": None, "area_range_max": None}


def shots(b):
    """Who fired at whom, roll by roll."""
    return [(b.names[each.resolution.by[0]], b.names[each.resolution.on[0]]) for each in b.rolls()]


@rule("ME 4.2x", "ME 4.1e3", "ME 4.1d", "ME 4.2d", "ME 3.1h")
def test_the_example_of_two_pop_ups_at_a_bmp():
    lines = (
        "Blue us87_ah1f A 0430",
        "Blue us87_ah1f B 0430",
        "0420 woods",
        "Red su87_bmp2 X 0413 move",
        "Red su87_t72a Y 0417",
        "Red su87_t72a Z 0517",
    )
    b = fight(*lines, side="Red")
    rearm(b, "A", **TOW1_ONLY)
    rearm(b, "B", **TOW1_ONLY)
    b.go("X", "0414")
    assert b.decides() == "Blue"
    assert b.offers("air_fire") == set(), "they could not see the trigger before"
    b.do("pop_up", "A").do("along", "B")
    assert b.offers("missile") == {"X"}
    aa = [(1, 1), (6, 6), (1, 1), (1, 1), (1, 1)]
    b.do("missile", "X", *aa, (1, 4), 11)
    rolls = b.rolls()[:-1]
    fired = [(b.names[each.resolution.by[0]], b.names[each.resolution.on[0]]) for each in rolls]
    assert fired == [("X", "A"), ("Y", "A"), ("X", "B"), ("Y", "B"), ("Z", "B"), ("B", "X")]
    assert all(each.resolution.odds()["destroyed"] == Fraction(1, 36) for each in rolls[:-1]), "12 to kill"
    last = rolls[-1]
    assert last.resolution.rule == "ME 3.1h", "16 hexes: up to double nominal"
    assert [(each.value, each.rule) for each in last.resolution.modifiers] == [(1, "ME 3.1j")]
    assert last.resolution.odds()["kill"] == at_least(6)
    assert last.number == 5
    assert last.outcome == "near miss"
    assert b.state_of("A") == "X"
    assert not is_low(b.look, b.number("B"))


@rule("ME 4.1f1", "ME 4.1f2")
def test_the_order_of_a_counter_pop_up():
    b = counter()
    assert b.decides() == "Red"
    assert b.verbs() == {"pop", "hold"}
    assert "has popped up: counter pop-up, or hold?" in b.decision().prompt
    assert b.offers("pop") == {"X"}
    b.do("pop", "X")
    assert b.offers("missile") == {"A"}
    b.do("missile", "A", (1, 1), (1, 1), (1, 1), (1, 1), (6, 6))
    assert shots(b) == [("G", "X"), ("X", "A"), ("Z", "A"), ("T", "A"), ("A", "T")]
    assert [each for each in b.told() if each in ("counters", "drops", "destroyed")] == [
        "counters", "drops", "destroyed", "drops",
    ], "the counter drops before the AA of its side fires"  # fmt: skip


@rule("ME 4.1f2")
def test_a_pop_up_that_is_shot_down_by_the_counter_does_not_fire():
    b = counter().do("pop", "X").do("missile", "A", (1, 1), (6, 6))
    assert shots(b) == [("G", "X"), ("X", "A")]
    assert b.state_of("A") == "X"
    assert b.state_of("T") == ""
    b = counter().do("pop", "X").do("missile", "A", (6, 6), (1, 1), (1, 1), (6, 6))
    assert shots(b) == [("G", "X"), ("Z", "A"), ("T", "A"), ("A", "T")], "the counter was shot down by AA first"


@rule("ME 4.1f1")
def test_a_counter_pop_up_is_not_countered_itself():
    b = counter("Blue us87_ah1f B 0504").do("pop", "X").do("missile", "A", *[(1, 1)] * 4, (6, 6))
    assert b.decides() == "Blue"
    assert b.offers("pop_up") == {"B"}, "nobody was asked for B on the way"


@rule("ME 4.1f3")
def test_several_helicopters_may_answer_one_pop_up():
    b = counter("Red su87_mi24 W 0419").do("pop", "X").do("missile", "A", (1, 1), (1, 1))
    assert b.decides() == "Red"
    assert b.offers("pop") == {"W"}
    b.do("pop", "W").do("missile", "A", (1, 1), (1, 1), (1, 1), (1, 1), (6, 6))
    assert shots(b) == [("G", "W"), ("W", "A"), ("Z", "A"), ("T", "A"), ("A", "T")]


@rule("ME 4.1e2", "ME 4.1f1")
def test_a_helicopter_that_has_popped_up_does_not_counter():
    b = fight(*COUNTER)
    put(b, popped=(b.number("X"),))
    b.do("pop_up", "A").do("missile", "T", (1, 1), (1, 1), (6, 6))
    assert b.decides() == "Blue"


@rule("ME 4.1a3", "ME 4.1f1", "ME 4.1f2")
@pytest.mark.parametrize(("die", "fires"), [(4, False), (5, True)])
def test_a_marked_helicopter_rolls_before_its_counter_pop_up_and_is_in_noe_after_it(die, fires):
    b = fight(*COUNTER[:2], "Red su87_mi24 X 0419 fired", *COUNTER[3:]).do("pop_up", "A").do("missile", "T")
    b.do("pop", "X").do("missile", "A", die, *[(1, 1)] * (4 if fires else 2), (6, 6))
    rolls = b.rolls()
    assert rolls[0].resolution.rule == "ME 4.1a3"
    by = [b.names[each.resolution.by[0]] for each in rolls[1:]]
    assert by == (["G", "X", "Z", "T", "A"] if fires else ["Z", "T", "A"]), "no AA at one that does not rise"
    assert not is_low(b.look, b.number("X"))


@rule("ME 4.1c")
@pytest.mark.parametrize(("low", "sights", "says"), [
    (True, "", "night vision and the view from Low"),
    (True, " sights=eyes", "the view from Low"),
    (False, "", "night vision"),
])  # fmt: skip
def test_the_sight_tool_shows_what_a_helicopter_sees_from_low(low, sights, says):
    woods = [f"{column:02}08 woods" for column in range(1, 8)]
    b = fight(f"Blue us87_ah1f A 0404{sights}", *woods, "Red su87_t72a X 0412", low=["A"] if low else [])
    words, hexes = b.game.sighted(b.state, 0, b["A"].at)
    assert words == says
    assert (b["X"].at in hexes) == low, "over the woods"


@rule("ME 4.1a3", "ME 4.1d")
def test_a_marked_helicopter_that_fails_on_overwatch_stays_in_noe_and_the_others_are_asked():
    lines = ("Blue us87_m113 M 0403 move", "0409 woods", "Red su87_mi24 X 0413 fired", "Red su87_mi24 Y 0414")
    b = fight(*lines).go("M", "0404")
    assert b.offers("pop_up") == {"X", "Y"}
    b.do("pop_up", "X").do("missile", "M", 4)
    assert [each.resolution.rule for each in b.rolls()] == ["ME 4.1a3"]
    assert not is_low(b.look, b.number("X"))
    assert b.offers("pop_up") == {"Y"}, "it has tried, and the trigger is still there"


COUNTER = (
    "Blue us87_ah1f A 0404",
    "Blue us87_m163 G 0408",
    "Red su87_mi24 X 0419",
    "Red su87_zsu23 Z 0418",
    "Red su87_bmp2 T 0412",
)


def counter(*more):
    return fight(*COUNTER, *more).do("pop_up", "A").do("missile", "T")


@rule("ME 4.1h")
def test_a_hellfire_pop_up_is_not_countered_and_aa_is_worse():
    lines = ("Blue us87_ah64 A 0404", *COUNTER[1:])
    b = fight(*lines).do("pop_up", "A").do("missile", "T", (1, 1), (1, 1), (6, 6))
    assert shots(b) == [("Z", "A"), ("T", "A"), ("A", "T")]
    assert [(each.value, each.rule) for each in b.rolls()[0].resolution.modifiers] == [(-1, "ME 4.2a"), (-1, "ME 4.1h")]
    guns = fight(*lines, "Red su87_brdm2 U 0410").do("pop_up", "A").do("guns", "U")
    assert guns.decides() == "Red", "only the missile is left to itself"


@rule("ME 4.1g1", "ME 4.1g2")
def test_soviet_helicopters_and_the_pop_up():
    lines = ("Blue su87_mi24 A 0404", "Red us87_m113 X 0412", "Blue us87_ah1f B 0504")
    assert fight(*lines).offers("pop_up") == {"A", "B"}
    banned = fight(*lines, soviet_popup_ban=True)
    assert banned.offers("pop_up") == {"B"}
    assert "Soviet helicopters do not pop up (ME 4.1g2)" in banned.why_not("pop_up", "A")
    early = fight(*lines, soviet_popup_doctrine=True)
    assert "before the conflict is 12 hours old; it is 0 now (ME 4.1g1)" in early.why_not("pop_up", "A")
    before, after = (fight(*lines, soviet_popup_doctrine=True, turn=turn) for turn in (36, 37))
    assert before.offers("pop_up") == {"B"}, "11 hours and 40 minutes"
    after.do("pop_up", "A").do("missile", "X", (1, 1), (1, 1))
    assert (-2, "ME 4.1g1") in after.modifiers(1)
    after = fight(*lines, soviet_popup_doctrine=True, turn=37).do("pop_up", "A").do("guns", "X", (1, 1), 11)
    assert (-4, "ME 4.1g1") in after.modifiers(1)
    plain = fight(*lines, soviet_popup_doctrine=True, turn=37, low=["A"]).do("air_fire", "A").do("missile", "X", (1, 1))
    assert (-2, "ME 4.1g1") not in plain.modifiers(0), "only in a pop-up"


@rule("ME 4.1e2")
def test_nobody_pops_up_to_observe():
    b = fight("Blue us87_oh58 A 0404", "Red su87_bmp2 X 0412")
    assert b.offers("pop_up") == set(), "a helicopter without weapons has nothing to pop up for"


@rule("ME 4.1f2", "ME 4.1h")
def test_a_pop_up_lists_the_reactions_in_their_order_before_it_is_made():
    asked = "click the target to pop up and fire at. "
    b = fight(*COUNTER).do("pop_up", "A")
    assert b.decision().prompt == f"A: {asked}Before you fire, X may pop up against you, then AA fires: Z, T."
    forgets = fight("Blue us87_ah64 A 0404", *COUNTER[1:]).do("pop_up", "A")
    assert forgets.decision().prompt == f"A: {asked}Before you fire, AA fires: Z, T."
    assert fight("Blue us87_ah1f A 0404", "Red su_truck T 0412").do("pop_up", "A").decision().prompt == (
        f"A: {asked}Nobody can react."
    )
    alone = fight("Blue us87_ah1f A 0404", "Red su87_mi24 X 0419", "Red su_truck T 0412").do("pop_up", "A")
    assert alone.decision().prompt == f"A: {asked}Before you fire, X may pop up against you."
