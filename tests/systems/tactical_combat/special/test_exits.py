"""Stands that leave by an exit marker, for points."""

import pytest

from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.special.exits import Exit
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

GATE = """
    table 40 24
    objective gate 20,12 1
    US w44_ht H 20,10
    US rifle R 20,10 in=H
    US rifle A {}
    US leader L 35,2
    German rifle Z 2,20
    German rifle Y {}
"""


def gate(at="24,2", enemy="38,20", turn=1, **values):
    exit = Exit(**{"side": "US", "marker": "gate", **values})
    return Battle(GATE.format(at, enemy), special=(exit,), command="none", turn=turn, turns=8)


@pytest.mark.parametrize(("at", "leaves"), [("22.5,12", True), ("23,12", False), ("20,14.5", True), ("20,15", False)])
def test_who_ends_the_turn_within_two_inches_of_the_marker_leaves(at, leaves):
    b = gate(at).do("end")
    assert (b["A"].at == OFF) == leaves
    assert b["A"].hits == 3, "it is not lost"
    assert "exits" in b.told(), "the half-track at least"


def test_riders_leave_with_their_carrier_and_both_count():
    b = gate().do("end")
    assert [b[name].at for name in "HR"] == [OFF, OFF]
    assert b["R"].carrier == NOBODY
    assert b.state.board.score == (3, 0)
    b = gate(vehicle=5, other=3).do("end")
    assert b.state.board.score == (8, 0)


def test_all_that_leave_are_worth_no_more_than_the_most():
    b = gate("22,12", most=3).do("end")
    assert [b[name].at for name in "HRA"] == [OFF] * 3
    assert b.state.board.score == (3, 0)


def test_only_the_side_that_the_exit_is_for_leaves_and_only_in_its_own_turn():
    b = gate(side="German").do("end")
    assert b.where("H") == "20.0,10.0"
    b = gate(enemy="22,12", side="German").do("end")
    assert b.where("Y") == "22.0,12.0", "it is not the German turn yet"
    assert b.do("end")["Y"].at == OFF


def test_those_who_are_still_shaken_or_in_contact_stay():
    text = GATE.format("22,12 paralyzed", "38,20")
    b = Battle(text, special=(Exit(side="US", marker="gate"),), command="none")
    assert b.do("end").where("A") == "22.0,12.0"
    b = Battle(text.replace("paralyzed", "suppressed"), special=b.game.world.specials, command="none").do("end")
    assert b["A"].at == OFF, "it has recovered"
    b = gate("22,12", enemy="23,12").do("end")
    assert b.where("A") == "22.0,12.0"
    assert b["H"].at == OFF


def test_who_has_left_does_not_come_back_and_the_game_goes_on():
    b = gate().do("end").do("end")
    assert b.verbs() >= {"stand", "end"}, "no question where the half-track arrives"
    alone = "objective gate 20,12 1\n US rifle A 20,10\n German rifle Z 2,14"
    b = Battle(alone, special=(Exit(side="US", marker="gate"),), command="none").do("end")
    assert b.state.result is None, "a side whose stands have all left has not lost them"


@pytest.mark.parametrize(("vehicle_leaves", "german"), [(True, 0), (False, 4)])
def test_the_other_side_may_have_points_if_no_vehicle_leaves(vehicle_leaves, german):
    text = GATE.format("22,12", "38,20")
    if not vehicle_leaves:
        text = text.replace("H 20,10", "H 35,10").replace("R 20,10", "R 35,10")
    exit = Exit(side="US", marker="gate", unless=4)
    b = Battle(text, special=(exit,), command="none", turn=8).do("end").do("end")
    assert b.state.result.score[1] == german


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "exit"\nside = "US"\nmarker = "the farm"'
    assert load_with(tmp_path, good).world.specials == (Exit(side="US", marker="the farm"),)
    assert fault_of(tmp_path, good.replace("US", "Us")) == "'Us' is not one of the sides US, German"
    assert fault_of(tmp_path, good.replace("farm", "fram")) == "there is no marker 'the fram': there are the farm"
    assert fault_of(tmp_path, good + "\nmost = 0") == "all that leave are worth at most 1 to 99, not 0"
    assert fault_of(tmp_path, good + "\nvehicle = -1") == "a vehicle that leaves is worth 0 to 20, not -1"
    assert fault_of(tmp_path, good + "\nother = 21") == "a stand that leaves is worth 0 to 20, not 21"
    assert fault_of(tmp_path, good + "\nunless = 21") == "that no vehicle leaves is worth 0 to 20, not 21"
    assert fault_of(tmp_path, good + "\ninches = 0") == "an exit reaches 1 to 12, not 0"
    assert fault_of(tmp_path, good + "\nworth = 2").startswith("there is no such key here: there ")
