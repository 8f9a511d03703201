"""A bridge that may be blown."""

import pytest

from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.special.demolition import Demolition
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

RIVER = """
    table 24 20
    river River 0,9 24,9 24,11 0,11
    bridge Bridge 10,8.5 13,8.5 13,11.5 10,11.5
    US rifle A 12,6
    US rifle B 4,2
    German rifle G {}
    German rifle Z 22,18
"""


def river(german="12,14", turn=1, **values):
    rule = Demolition(**{"side": "US", "feature": "Bridge", "from_turn": 2, **values})
    return Battle(RIVER.format(german), special=(rule,), command="none", turn=turn, side="German", first="US")


def test_its_owner_is_asked_at_the_start_of_each_of_his_turns_from_the_turn_named():
    b = river().do("end")
    assert b.verbs() == {"blow", "later"}
    assert (b.decides(), b.decision().prompt) == ("US", "Blow Bridge now?")
    b.do("later").do("end")
    assert b.verbs() >= {"stand"}, "the other side is not asked"
    assert "blow" in b.do("end").verbs(), "again"
    early = river(from_turn=3).do("end")
    assert "blow" not in early.verbs()


@pytest.mark.parametrize(("die", "blown"), [(6, True), (7, False)])
def test_the_charges_go_off_on_six_or_less(die, blown):
    b = river().do("end").do("blow", None, die)
    assert (b.state.board.lifted == (1,)) == blown
    assert ("blown" in b.told()) == blown
    b.do("stand", "A")
    assert (b.why_not("move", "12,12") == "") == (not blown)


def test_what_is_blown_is_not_asked_for_again():
    b = river().do("end").do("blow", None, 1).do("end").do("end")
    assert "blow" not in b.verbs()


def test_who_stands_on_it_falls_with_it():
    b = river("12,10").do("end").do("blow", None, 1)
    assert b["G"].at == OFF
    assert b["Z"].hits == 3
    assert "falls_with_bridge" in b.told()


@pytest.mark.parametrize(("at", "falls"), [("12,9.5", True), ("12,11", True), ("12,12.5", False)])
def test_a_bridge_of_two_spans_falls_whole(at, falls):
    spans = "bridge Bridge 10,8.5 13,8.5 13,10 10,10\n    bridge Bridge 10,10 13,10 13,11.5 10,11.5"
    text = RIVER.replace("bridge Bridge 10,8.5 13,8.5 13,11.5 10,11.5", spans).format(at)
    rule = Demolition(side="US", feature="Bridge", from_turn=2)
    b = Battle(text, special=(rule,), command="none", side="German", first="US").do("end").do("blow", None, 1)
    assert b.state.board.lifted == (1, 2)
    assert (b["G"].at == OFF) == falls


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "demolition"\nside = "US"\nfeature = "Barn"'
    assert load_with(tmp_path, good).world.specials == (Demolition(side="US", feature="Barn"),)
    assert fault_of(tmp_path, good + "\nfrom_turn = 0") == "charges are ready on turn 1 to 99, not 0"
    assert fault_of(tmp_path, good + "\nat_most = 0") == "charges go off on a d10 of at most 1 to 10, not 0"
    assert fault_of(tmp_path, good.replace("Barn", "Ban")).startswith("the table has no feature 'Ban': it has West")
    assert fault_of(tmp_path, good.replace("US", "UK")) == "'UK' is not one of the sides US, German"
