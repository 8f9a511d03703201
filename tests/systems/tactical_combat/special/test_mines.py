"""Mines and beach obstacles: rolls for those who enter."""

import pytest

from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.special.mines import Mines
from sandtable.systems.tactical_combat.special.obstacles import Obstacles
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

FIELD = """
    table 40 24
    mines Field 10,0 14,0 14,24 10,24
    obstacles Stakes 20,0 24,0 24,24 20,24
    US rifle A 8,5
    US w44_ht T 18,5 heading=6
    US rifle R 18,5 in=T
    German rifle G 8,15 finished
    German rifle Z 38,22 finished
"""


LAID = FIELD.replace("finished", "").replace("A 8,5", "A 8,5 finished")


def field(rule, text=FIELD, **how):
    return Battle(text, special=(rule,), command="none", **how)


@pytest.mark.parametrize(("die", "hits", "morale", "at"), [(3, 2, 1, "10.0,5.0"), (4, 3, 0, "12.0,5.0")])
def test_who_enters_a_minefield_takes_a_hit_and_is_suppressed_there_on_a_low_die(die, hits, morale, at):
    b = field(Mines(at_most=3, side="US")).act("A", "move", "12,5", die)
    assert (b["A"].hits, b["A"].morale, b.where("A")) == (hits, morale, at)
    assert b["A"].finished


def test_mines_kill_a_weak_stand():
    b = field(Mines(at_most=3), FIELD.replace("A 8,5", "A 8,5 hits=1")).act("A", "move", "12,5", 1)
    assert b["A"].at == OFF
    assert b.state.board.score == (0, 1)


def test_those_who_laid_the_mines_know_the_way():
    b = field(Mines(at_most=3, side="US"), side="German", text=LAID).act("G", "move", "12,15")
    assert b.where("G") == "12.0,15.0"
    b = field(Mines(at_most=3), side="German", text=LAID).act("G", "move", "12,15", 10)
    assert len(b.rolls()) == 1, "without a side they are for all"


def test_who_keeps_to_a_road_enters_no_minefield():
    text = FIELD + "\nroad 0,5 40,5"
    assert field(Mines(at_most=3), text).act("A", "move", "12,5").where("A") == "12.0,5.0"
    assert len(field(Mines(at_most=3), text).act("A", "move", "11,9", 10).rolls()) == 1, "beside it he does"


def test_every_entry_is_rolled_for_and_vehicles_too():
    two = FIELD.replace("10,0 14,0 14,24 10,24", "19,0 21,0 21,24 19,24")
    two = two.replace("obstacles Stakes 20,0 24,0 24,24 20,24", "mines Second 24,0 25,0 25,24 24,24")
    b = field(Mines(at_most=3), two).act("T", "move", "28,5", 9, 8)
    assert b.where("T") == "28.0,5.0"


def test_a_stand_may_assault_through_a_minefield_and_is_stopped_short_of_its_enemy():
    text = FIELD.replace("German rifle G 8,15 finished", "German rifle G 11.5,5 paralyzed")
    b = field(Mines(at_most=3), text).act("A", "assault", "G", 2)
    assert b["A"].morale == 1
    assert not b.look.touching(b.number("A"), b.number("G"))
    assert "close_combat" not in b.told()


@pytest.mark.parametrize(("die", "lost"), [(3, True), (4, False)])
def test_a_vehicle_among_obstacles_is_wrecked_on_a_low_die_and_its_riders_are_thrown_out(die, lost):
    b = field(Obstacles(at_most=3)).act("T", "move", "22,5", die)
    assert (b["T"].at == OFF) == lost
    assert b["R"].hits == (2 if lost else 3)
    assert ("wrecked" in b.told()) == lost
    assert b.state.board.score == (0, 2 if lost else 0)


def test_infantry_goes_through_obstacles():
    text = FIELD.replace("A 8,5", "A 18,10")
    assert field(Obstacles(at_most=3), text).act("A", "move", "22,10").where("A") == "22.0,10.0"


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "mines"\nat_most = 3\nside = "German"'
    assert load_with(tmp_path, good).world.specials == (Mines(at_most=3, side="German"),)
    assert fault_of(tmp_path, good.replace("3", "0")) == "it happens on a d10 of at most 1 to 10, not 0"
    assert fault_of(tmp_path, good.replace("German", "Germans")) == "'Germans' is not one of the sides US, German"
    assert fault_of(tmp_path, good + '\nground = ["mine"]') == "there is no kind of ground 'mine'"
    assert "at_most is missing here" in fault_of(tmp_path, 'rule = "obstacles"')
