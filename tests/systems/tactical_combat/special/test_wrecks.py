"""Wrecks bar a road to vehicles until they are cleared."""

import pytest

from sandtable.systems.tactical_combat.special.wrecks import Wrecks
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

PASS = """
    table 40 24
    forest North 0,12 40,12 40,24 0,24
    forest South 0,0 40,0 40,10 0,10
    road 0,11 40,11
    US w44_m4_75 T {} heading=6 hits=1
    US w44_m4_75 U 10,11 heading=6
    US rifle A 14,11
    German w44_panther P 30,11 heading=18
"""


def road(at="16,11"):
    """A pass between two forests; the tank T is shot at from the front, and lost."""
    b = Battle(PASS.format(at), special=(Wrecks(),), command="none", scale="platoon", side="German")
    b.act("P", "fire", "T", 1)
    assert b["T"].hits == 0
    return b.do("end")


def test_a_vehicle_lost_on_the_road_bars_it_to_vehicles_and_not_to_men():
    b = road()
    b.do("stand", "U")
    assert b.why_not("move", "20,11") != ""
    assert b.why_not("move", "12.5,11") == ""
    assert road().do("stand", "A").why_not("move", "22,11") == "", "eight inches straight over it"


def test_off_the_road_it_bars_nothing():
    b = road("16,12.5")
    assert b.game.world.table.roads_at(b.at("16,12.5")) == ()
    assert b.look.recall(b.game.world.specials[0]) == ()


def test_a_vehicle_that_is_forced_off_the_table_leaves_no_wreck():
    text = "table 40 24\nroad 0,11 40,11\nUS w44_m4_75 T 3,11 heading=6\nUS rifle A 30,2\n"
    text += "German w44_panther P 20,11 heading=18"
    b = Battle(text, special=(Wrecks(),), command="none", scale="platoon", side="German").act("P", "fire", "T", 1)
    b.do("leave")
    assert b["T"].hits == 0
    assert b.look.recall(b.game.world.specials[0]) == ()


def test_a_vehicle_that_is_forced_back_stops_before_it():
    b = road("6,11").do("end").act("P", "fire", "U", 1)
    assert b.offers("back") == {"7.0,11.0"}, "not eight inches back, through the wreck"


def test_a_stand_that_touches_it_may_clear_it():
    b = road()
    assert b.do("stand", "A").offers("task") == set(), "not from an inch away"
    b = road("15,11").do("stand", "A")
    assert b.offers("task") == {"clear the wreck at 15.0,11.0"}
    b.do("task", (0, b.at("15,11")))
    assert "clears" in b.told()
    assert b.do("stand", "U").why_not("move", "20,11") == ""


def test_mistakes_in_the_file(tmp_path):
    assert load_with(tmp_path, 'rule = "wrecks"').world.specials == (Wrecks(),)
    assert fault_of(tmp_path, 'rule = "wrecks"\nside = "US"').startswith("there is no such key here: there ")
