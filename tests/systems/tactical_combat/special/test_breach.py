"""Gaps in the wire, and a ditch that is filled: ground that changes."""

from fractions import Fraction

import pytest

from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.special.breach import Breach
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

WIRE = """
    table 24 16
    wire_belt West 0,8 12,8 12,9.5 0,9.5
    wire_belt East 12,8 24,8 24,9.5 12,9.5
    US engineer E 6,7.5
    US rifle A 14,7.5
    US hmg M 20,7.5
    US rifle B 4,5
    German rifle Z 22,15 finished
    German rifle G 8,10 finished
"""


def wire(text=WIRE, **values):
    rule = Breach(**{"side": "US", "ground": "wire_belt", **values})
    return Battle(text, special=(rule,), command="none")


def test_wire_stops_everybody():
    b = wire().do("stand", "A")
    assert b.why_not("move", "14,10") != ""
    assert b.why_not("move", "14,7") == ""


def test_a_stand_that_touches_it_may_try():
    b = wire()
    assert b.do("stand", "A").offers("task") == {"open a gap in East"}
    assert wire().do("stand", "E").offers("task") == {"open a gap in West"}
    assert wire().do("stand", "M").offers("task") == set(), "machine gunners do not"
    assert wire().do("stand", "B").offers("task") == set(), "it is not there"
    assert wire(side="German").do("stand", "A").offers("task") == set()
    assert wire(others=0).do("stand", "A").offers("task") == set()
    assert wire().do("stand", "A").why_not("task", (0, 0)) == (
        "the special rules of the scenario do not let it do that here and now (TC G4)"
    )


@pytest.mark.parametrize(("name", "die", "opens"), [("E", 6, True), ("E", 7, False), ("A", 2, True), ("A", 3, False)])
def test_engineers_open_it_on_six_or_less_and_riflemen_on_two_or_less(name, die, opens):
    b = wire().do("stand", name)
    (task,) = b.decision().offer("task").targets
    b.do("task", task, die)
    assert b[name].finished
    assert ("breached" in b.told()) == opens
    assert b.state.board.lifted == (((0,) if name == "E" else (1,)) if opens else ())


def test_the_odds_are_shown_beforehand():
    b = wire().do("stand", "E")
    ends = b.game.odds(b.state, 0, Action("task", (0, 0)))
    assert {state.board.lifted: chance for state, chance in ends.items()} == {
        (0,): Fraction(3, 5),
        (): Fraction(2, 5),
    }


def test_through_a_gap_everybody_goes_and_the_other_piece_still_stops():
    b = wire().do("stand", "E").do("task", (0, 0), 1).do("stand", "B")
    assert b.why_not("move", "4,12") == ""
    assert b.game.world.table.ground_at(b.at("4,9")) == "wire_belt", "the scenario's own table is as it was"
    assert b.look.world.table.ground_at(b.at("4,9")) == "open"
    b.do("move", "4,12").do("stand", "A")
    assert b.why_not("move", "18,12") != ""
    assert b.offers("task") == {"open a gap in East"}


def test_what_is_certain_is_not_rolled_for():
    b = wire(engineers=10).do("stand", "E").do("task", (0, 0))
    assert b.state.board.lifted == (0,)


@pytest.mark.parametrize("mark", ["suppressed", "paralyzed"])
def test_the_shaken_do_not(mark):
    b = wire(WIRE.replace("E 6,7.5", f"E 6,7.5 {mark}")).do("stand", "E")
    assert b.offers("task") == set()


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "breach"\nside = "US"\nground = "wire_belt"'
    assert load_with(tmp_path, good).world.specials == (Breach(side="US", ground="wire_belt"),)
    assert fault_of(tmp_path, good.replace("wire_belt", "wire_bel")) == "there is no kind of ground 'wire_bel'"
    assert fault_of(tmp_path, good + "\nengineers = 11") == "engineers succeed on a d10 of at most 0 to 10, not 11"
    assert fault_of(tmp_path, good + "\nothers = -1") == "others succeed on a d10 of at most 0 to 10, not -1"
    assert fault_of(tmp_path, good.replace("US", "USA")) == "'USA' is not one of the sides US, German"
