"""Cases that two rules of command, artillery or arrivals leave between them (TCS 2, 6, 18, 27)."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.dice import Dice
from sandtable.kernel.running import advance, closed, opened
from sandtable.kernel.state import State
from sandtable.systems.tcs.command import Implementation
from sandtable.systems.tcs.planning import RoundC
from sandtable.systems.tcs.review import Review
from sandtable.systems.tcs.sheets import CANCELLED, COMPLETED, IMPLEMENTED, PREPARING
from sandtable.systems.tcs.world import NOBODY
from tests.systems.tcs.gunnery import Gunnery
from tests.systems.tcs.ordered import Ordered, order
from tests.systems.tcs.test_arrivals import company
from tests.systems.tcs.test_artillery import adjustment
from tests.systems.tcs.test_planning import Staff, attack, implemented

rule = pytest.mark.rule
GOOD = 66
BATTERY = "battery Blue us_105_how A"


def field(lines, *orders, **how):
    return Ordered("1608 open\n" + lines, *orders, **how)


def guns(*lines, **how):
    return Gunnery("1212 open\n" + "\n".join(lines), **how)


# Command


@rule("TCS 6.11a")
def test_an_attack_that_is_over_does_not_begin_again_when_its_objective_is_lost():
    """Edge case 5."""
    b = field("Blue us_rifle_plt A 0804\nRed ge_gren_plt X 0101", order("Attack", "0804"), turn=2).run(Review())
    assert b.sheets[0].state == COMPLETED
    units = [replace(each, at=b.hex(at)) for each, at in zip(b.state.board.units, ("0604", "0804"), strict=True)]
    b.state = State(replace(b.state.board, units=tuple(units)), b.state.stack)
    b.next_turn(Review())
    assert (b.sheets[0].state, b["A"].sheet) == (COMPLETED, NOBODY)


@rule("TCS 4.2b", "TCS 6.9f3")
def test_a_dug_in_unit_that_goes_on_hasty_defense_has_its_foxhole_as_its_post():
    """Edge case 16."""
    b = field(
        "Blue us_rifle_plt A 0304 dug_in post=0101 listed=1", order("Prepared Defense", "0304"),
        order("Hasty Defense", "0304", state="preparing", weighted=45),
    ).run(Implementation(), dice=(66,))  # fmt: skip
    assert (b["A"].sheet, b["A"].dug_in, b["A"].post) == (1, True, b.hex("0304"))


@rule("TCS 6.9d1", "TCS 18.8a")
def test_a_unit_under_the_shells_of_its_own_side_was_fired_at():
    """Edge case 26."""
    b = guns("Blue us_rifle_plt O 0401", "Blue us_rifle_plt P 0407", "Blue us_rifle_plt Q 0409", BATTERY)
    b.fire("A", "0406", GOOD, 11)
    assert [b[name].engaged for name in "PQ"] == [True, False]


@rule("TCS 6.10", "TCS 6.8")
def test_an_order_may_be_cancelled_and_the_next_made_in_one_phase():
    """Edge case 31."""
    b = attack(implemented().say("cancel", 0)).say("prepare").close()
    assert [sheet.state for sheet in b.sheets] == [CANCELLED, PREPARING]
    assert b.sheets[1].listed == (0, 1, 2)
    assert [each.sheet for each in b.state.board.units[:3]] == [NOBODY] * 3, "Unassigned through this turn"


@rule("TCS 2.0f", "TCS 6.8")
def test_a_side_with_nobody_on_the_map_may_write_orders_for_those_to_come():
    """Edge case 34."""
    units = "1212 open\nBlue us_rifle_plt A off unassigned form=Able\nRed ge_gren_plt X 1010 unassigned\n"
    b = Staff(units, step=RoundC)
    first = replace(b.world.formations[0], arrives=4, area=(b.hex("0101"),))
    b.game.world = replace(b.world, formations=(first, *b.world.formations[1:]))
    b.state = replace(b.state, board=replace(b.state.board, due=(4, 0)))
    attack(b).say("prepare").close()
    assert (b.sheets[0].state, b.sheets[0].listed) == (PREPARING, (0,))


# Artillery


@rule("TCS 18.5i", "TCS 18.8a")
def test_shells_that_scatter_onto_friends_alone_attack_them():
    """Edge case 38."""
    b = guns("Blue us_rifle_plt O 0401", "Blue us_rifle_plt P 0408 suppressed", "Red ge_gren_plt X 1212", BATTERY)
    b.fire("A", "0406", 21, 4, 5, 66, 11)
    words = [roll.resolution.words for roll in b.rolls() if roll.resolution.rule == "TCS 18.8a"]
    assert words == ["Shells fall on 0408, strength 10"]
    assert b["P"].steps < 5


@rule("TCS 17.7a", "TCS 18.10b")
def test_a_unit_recovers_in_an_attack_zone():
    """Edge case 53."""
    b = field("Blue us_rifle_plt A 0404 suppressed\nRed ge_gren_plt X 1401\nzone 0404").do("end").do("recover", "0404")
    assert b.state_of("A") == ""


@rule("TCS 18.13", "TCS 18.4")
def test_a_registration_point_helps_every_observer_who_sees_it_and_no_other():
    """Edge case 55."""
    for at in ("0404", "0604"):
        lines = (f"Blue us_rifle_plt O {at}", "Red ge_gren_plt X 0406", BATTERY)
        bare, registered = guns(*lines), guns(*lines, "registered Blue 0406")
        assert int(adjustment(registered).column) == int(adjustment(bare).column) + 2
    blind = guns("Blue us_rifle_plt O 0401", "0404 woods", "Red ge_gren_plt X 1212", BATTERY, "registered Blue 0406")
    assert "0406" not in blind.do("battery", "A").offers("aim")


@rule("TCS 27.4", "TCS 18.11")
def test_a_hidden_gun_on_the_map_that_fires_a_mission_is_found():
    """Edge case 56; a hidden observer is not."""
    b = guns("Blue us_rifle_plt O 0401 hidden", "Blue us_m7 G 0101 hidden", "Red ge_gren_plt X 0406", lair="0401 0101")
    b.fire("0101", "0406", GOOD, 11, guns=True)
    assert (b["G"].hidden, b["O"].hidden) == (False, True)


# Arrivals


@rule("TCS 27.2", "TCS 6.9f3")
def test_an_order_that_comes_into_force_on_the_turn_of_arrival_is_in_time():
    """Edge case 72: implementation comes before the reinforcements."""
    b = company({"C1": "ge_gren_plt"})
    number, unit = b["C1"].sheet, b.number("C1")
    sheets, units = list(b.state.board.sheets), list(b.state.board.units)
    groups = (replace(sheets[number].groups[0], units=(unit,)),)
    sheets.append(replace(sheets[number], name="For those to come", state=PREPARING, weighted=99, groups=groups))
    units[unit] = replace(units[unit], sheet=NOBODY)
    b.state = State(replace(b.state.board, sheets=tuple(sheets), units=tuple(units)), b.state.stack)
    field = opened(b.game, State(b.state.board, (*b.state.stack, Implementation())))
    rolls = advance(field, Dice.scripted(66), 0)
    b.state = closed(field, rolls)
    assert b.state.board.sheets[-1].state == IMPLEMENTED
    b.do("end")
    assert (b.where("C1"), b["C1"].sheet) == ("0501", len(sheets) - 1)
