"""FASCAM (ME 2.2): scattered mines, their pattern and their timer."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.running import closed, opened
from sandtable.systems.tcs.modern.arsenal import Arsenal
from sandtable.systems.tcs.modern.fascam import Expire, Lay, layouts, longest_life
from sandtable.systems.tcs.turn import CHEMICALS, CLEAN_UP, MINES, SMOKE, CleanUp
from sandtable.systems.tcs.world import NOBODY
from tests.systems.tcs.modern.guns import Modern

rule = pytest.mark.rule
BATTERY = "battery Blue us87_m109 A he=3 fascam=1"
O = "Blue us_rifle_plt O 0101"  # noqa: E741


def scatter(b, corner="0606", far=None, turns=3, battery="A"):
    """Plot a minefield and end the calls."""
    b.do("modern.fascam", battery).do("aim", corner)
    b.do("corner", far or sorted(b.offers("corner"))[0])
    return b.do("life", turns)


def mined(b):
    return b.hexes(hex for hex, _ in b.state.board.mines)


def laid(*lines, hexes=("0606", "0607"), last=9, **how):
    """A battle in the action phase of Blue with FASCAM on some hexes, fallen on whoever is there."""
    b = Modern(*lines, **how)
    field = opened(b.game, b.state)
    Lay(0, tuple(b.hex(each) for each in hexes), last).run(field)
    b.state = closed(field, 0)
    return b


def _to_action(b):
    while b.decision().name != "act":
        b.do("done" if "done" in b.verbs() else "hold")
    return b


@rule("ME 2.2.1", "ME 2.2a2")
def test_one_battery_fire_lays_one_pattern_where_it_was_plotted():
    b = scatter(Modern(O, BATTERY, "Red su87_t72a X 1616 move"))
    pattern = layouts(b.world.ground, b.hex("0606"))[b.arsenal.plots[0].corner]
    b.do("done")
    assert b.rolls() == [], "no adjustment"
    assert mined(b) == b.hexes(pattern)
    assert b.piece("A").fascam == 0
    assert b.stock["A"].fired == 1


@rule("ME 2.2.1")
def test_a_battery_that_lays_mines_fires_nothing_else():
    b = scatter(Modern(O, BATTERY.replace("fascam=1", "fascam=2"), "Red su87_t72a X 1616 move"))
    assert "fires FASCAM this turn" in b.why_not("battery", "A")
    assert "one mission a turn" in b.why_not("modern.fascam", "A")
    none = Modern(O, BATTERY.replace("fascam=1", ""), "Red su87_t72a X 1616 move")
    assert "no FASCAM left" in none.why_not("modern.fascam", "A")


@rule("ME 2.2.2")
def test_everybody_sees_the_mines_and_no_option_hides_them():
    b = scatter(Modern(O, BATTERY, "Red su87_t72a X 1616 move", secret_minefields=True)).do("done")
    assert b.state.board.hidden == ()
    for side in (0, 1):
        assert b.game.view(b.state, side).state.board.mines == b.state.board.mines
        words = {each.words for each in b.game.picture(b.game.view(b.state, side).state, side).patches}
        assert words == {"FASCAM mines, until the end of turn 3 (3 turns)"}
        drawn = b.game.picture(b.state, side).patches
        assert {each.label for each in drawn} == {"3"}, "the timer on the map"
        assert b.hexes(each.at for each in drawn if each.radius == 0) == mined(b), "each hex by itself"


@rule("ME 2.2.3")
@pytest.mark.parametrize("side", ["Blue", "Red"])
def test_the_mines_attack_both_sides_alike(side):
    """The series lets a side pass its own mines; these belong to nobody."""
    b = laid(O, f"{side} us87_m60a3 T 0604 move", "Red su87_t72a X 1616 move", side=side)
    _to_action(b)
    if side == "Red":
        b.do("end")
    b.do("move", "T").do("to", "0606", (6, 6))
    assert b["T"].steps == 0
    assert [each.resolution.rule for each in b.rolls()] == ["TCS 21.2c"]


@rule("ME 2.2a1")
def test_the_pattern_is_three_by_three_with_the_plotted_hex_at_a_corner():
    b = Modern(O, BATTERY, "Red su87_t72a X 1616 move")
    ground, corner = b.world.ground, b.hex("0606")
    found = layouts(ground, corner)
    assert len(found) == 12, "six ways round, wide and narrow"
    for far, hexes in found.items():
        assert len(hexes) == 9
        assert corner in hexes
        assert far in hexes
        near = [sum(ground.distance(hex, other) == 1 for other in hexes) for hex in hexes]
        assert sorted(near) == [2, 2, 3, 3, 4, 4, 4, 4, 6], "a rhomb: corners, sides, the middle"
        assert near[hexes.index(corner)] in (2, 3), "the plotted hex is a corner"
        assert near[hexes.index(far)] in (2, 3)


@rule("ME 2.2a1")
def test_what_lies_beyond_the_map_is_left_out():
    b = Modern(O, BATTERY, "Red su87_t72a X 1616 move")
    found = layouts(b.world.ground, b.hex("0101"))
    assert found
    assert all(len(hexes) <= 9 for hexes in found.values())


@rule("ME 2.2a3")
def test_it_needs_no_observer_and_any_hex_may_be_plotted():
    b = Modern(O, BATTERY, "Red su87_t72a X 1616 move", visibility=1)
    b.do("modern.fascam", "A")
    assert len(b.offers("aim")) == b.world.ground.size


@rule("ME 2.2b")
def test_the_life_is_one_turn_to_six_hours():
    b = Modern(O, BATTERY, "Red su87_t72a X 1616 move")
    assert longest_life(b.look) == 18, "six hours of twenty minutes"
    b.do("modern.fascam", "A").do("aim", "0606")
    b.do("corner", sorted(b.offers("corner"))[0])
    assert b.offers("life") == {str(n) for n in range(1, 19)}
    night = Modern(O, BATTERY, "Red su87_t72a X 1616 move", light=2)
    assert longest_life(night.look) == 6, "six turns of an hour"


@rule("ME 2.2b")
def test_the_mines_vanish_at_the_end_of_the_turn_written_down_and_hurt_nobody():
    b = laid(O, "Red su87_t72a X 0606", last=2)
    assert mined(b) == {"0606", "0607"}
    field = opened(b.game, b.state)
    Expire().run(field)
    assert len(field.board.mines) == 2, "not yet"
    field.update(turn=2)
    Expire().run(field)
    assert field.board.mines == ()
    assert field.kept(Arsenal).fields == ()
    assert field.kept(Arsenal).under == ()
    assert field.units[b.number("X")].steps == 1


@rule("ME 2.2b")
def test_other_minefields_of_the_hex_stay():
    b = laid(O, "Red su87_t72a X 1616 move", "mines 0606 Red", last=1)
    field = opened(b.game, b.state)
    Expire().run(field)
    assert field.board.mines == ((b.hex("0606"), 1),)


@rule("ME 0.9")
def test_clean_up_takes_them_off_after_smoke_and_before_chemicals():
    assert SMOKE < MINES < CHEMICALS
    b = laid(O, "Red su87_t72a X 1616 move", last=1)
    steps = [(place, type(step)) for place, step in b.game.rules.at(CLEAN_UP)]
    assert (MINES, Expire) in steps
    field = opened(b.game, replace(b.state, stack=()))
    CleanUp().run(field)
    order = [type(step).__name__ for step in reversed(field.stack)]
    assert order.index("Expire") > max(i for i, name in enumerate(order) if "Smoke" in name or "Thin" in name)


@rule("ME 2.2c1")
def test_units_under_a_new_pattern_are_attacked_when_they_leave():
    b = Modern(O, "Blue us87_m60a3 T 0606 move", BATTERY, "Red su87_t72a X 1616 move")
    scatter(b, far=None).do("done")
    assert b["T"].steps == 1
    assert b.rolls() == []
    assert dict(b.arsenal.under) == {b.number("T"): b.hex("0606")}
    _to_action(b)
    ways = [hex for hex in b.do("move", "T").offers("to") if hex not in mined(b)]
    beside = next(hex for hex in ways if b.world.ground.distance(b.hex("0606"), b.hex(hex)) == 1)
    b.do("to", beside, (6, 6))
    assert b["T"].steps == 0
    assert len(b.rolls()) == 1


@rule("ME 2.2c1")
def test_a_unit_that_is_lost_is_no_longer_under_a_pattern_and_the_others_are():
    lines = (O, "Blue us87_m60a3 T 0101 move", "Blue us87_m60a3 U 0606 move", "Red su87_t72a X 1616 move")
    b = laid(*lines, hexes=("0101", "0606"))
    assert (b.number("O"), b.hex("0101")) == (0, 0), "the first unit is lost, not who is in the first hex"
    field = opened(b.game, b.state)
    field.lose(b.number("O"), "lost", "ME 2.2c1")
    left = {b.number("T"): b.hex("0101"), b.number("U"): b.hex("0606")}
    assert dict(field.kept(Arsenal).under) == left
    field.lose(b.number("U"), "lost", "ME 2.2c1")
    assert dict(field.kept(Arsenal).under) == {b.number("T"): b.hex("0101")}


@rule("ME 2.2c1")
def test_the_attack_comes_once_and_men_are_attacked_on_the_fire_table():
    b = laid(O, "Blue us87_mech_squad S 0606 move", "Red su87_t72a X 1616 move", hexes=("0606",))
    _to_action(b).do("move", "S").do("to", "0605", 11, 11)
    roll = b.rolls()[0]
    assert (roll.resolution.rule, roll.resolution.column) == ("TCS 21.2b", "26-32"), "18, two columns for Move Mode"
    assert b.where("S") == "0605"
    b.do("move", "S").do("to", "0604")
    assert b.rolls() == []


@rule("ME 2.2c2")
def test_going_into_another_mined_hex_means_two_attacks():
    b = laid(O, "Blue us87_m60a3 T 0606 move", "Red su87_t72a X 1616 move", hexes=("0606", "0605"))
    _to_action(b).do("move", "T").do("to", "0605", (1, 1), (1, 1))
    assert [each.resolution.rule for each in b.rolls()] == ["TCS 21.2c", "TCS 21.2c"]


@rule("ME 2.2c2")
def test_other_units_are_attacked_on_entry_only():
    b = laid(O, "Blue us87_m60a3 T 0604 move", "Red su87_t72a X 1616 move", hexes=("0605",))
    _to_action(b).do("move", "T").do("to", "0605", (1, 1))
    assert len(b.rolls()) == 1
    b.do("move", "T").do("to", "0606")
    assert b.rolls() == [], "it leaves without another attack"


@rule("ME 2.2d")
def test_with_the_option_foot_units_pay_triple_by_day_and_are_not_attacked():
    lines = (O, "Blue us87_mech_squad S 0604 move", "Blue us87_m60a3 T 0604 move", "Red su87_t72a X 1616 move")
    careful = _to_action(laid(*lines, hexes=("0605",), fascam_foot_crossing=True))
    careful.do("move", "S").do("to", "0605")
    assert careful.rolls() == []
    assert careful["S"].spent == 3 * (1 + 2) * 6, "one point for open ground and two for mines, three times"
    careful.do("move", "T").do("to", "0605", (1, 1))
    assert len(careful.rolls()) == 1, "vehicles are attacked"
    plain = _to_action(laid(*lines, hexes=("0605",)))
    plain.do("move", "S").do("to", "0605", 11, 11)
    assert plain.rolls()[0].resolution.rule == "TCS 21.2b"
    dark = _to_action(laid(*lines, hexes=("0605",), fascam_foot_crossing=True, light=2))
    dark.do("move", "S").do("to", "0605", 11, 11)
    assert dark.rolls()[0].resolution.rule == "TCS 21.2b", "not at night"
    owned = _to_action(laid(*lines, "mines 0605 Red", hexes=("0605",), fascam_foot_crossing=True))
    owned.do("move", "S").do("to", "0605", 11, 11)
    assert owned.rolls()[0].resolution.rule == "TCS 21.2b", "not where ordinary mines are too"


@rule("ME 2.2.3")
def test_in_all_else_they_are_mines():
    """They cost two points more, and a breach clears them."""
    b = laid(O, "Blue us87_eng_squad E 0604", "Red su87_t72a X 1616 move", hexes=("0605",))
    _to_action(b).do("breach", "E").do("at", "0605", 11, 6)
    assert b.state.board.mines == ()
    assert {each.words for each in b.game.picture(b.state, 0).patches} == set()


@rule("ME 2.2a2")
def test_it_is_called_with_the_other_missions_and_never_at_once():
    """No call of the action phases, as overwatch or otherwise, scatters mines."""
    b = _to_action(Modern(O, BATTERY, "Red su87_t72a X 1616 move"))
    assert not {verb for verb in b.verbs() if "fascam" in verb}


def test_mines_of_nobody_are_on_the_board_as_such():
    b = laid(O, "Red su87_t72a X 1616 move")
    assert {owner for _, owner in b.state.board.mines} == {NOBODY}
