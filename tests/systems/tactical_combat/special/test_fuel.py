"""Fuel: what moves spends it, and a dump may be taken or burnt."""

import pytest

from sandtable.systems.tactical_combat.special.fuel import Fuel
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

ROAD = """
    table 60 24
    objective dump 30,12 1
    German w44_tiger2 T 5,5 heading=6
    German w44_panther P 5,8 heading=6
    German rifle R 5,11
    German rifle S {}
    US w44_m4_75 M 50,5
    US rifle A {}
"""


def road(points=3, german="10,20", us="55,20", side="German", **values):
    rule = Fuel(**{"side": "German", "points": points, "dump": "dump", "worth": 3, **values})
    return Battle(ROAD.format(german, us), special=(rule,), command="none", side=side)


def fuel(b):
    return b.look.recall(b.game.world.specials[0])[0]


def test_a_vehicle_that_moves_spends_a_point_and_a_thirsty_one_two():
    b = road(points=4).act("P", "move", "15,8")
    assert fuel(b) == 3
    b.do("stay").act("T", "move", "15,5")
    assert fuel(b) == 1
    b.do("stay").act("R", "move", "5,13")
    assert fuel(b) == 1, "men on foot need none"


def test_without_enough_it_stays_but_turns_and_fires():
    b = road(points=1).do("stand", "T")
    assert b.why_not("move", "15,5") == "T may not move: there is no fuel for it (TC G4)"
    assert b.offers("move") == {"5.0,5.0"}
    b.do("move", "5,5").do("face", 0)
    assert (fuel(b), b["T"].heading) == (1, 0)
    b.act("P", "move", "15,8")
    assert fuel(b) == 0


def test_the_other_side_has_enough():
    b = road(points=1, side="US").act("M", "move", "45,5")
    assert fuel(b) == 1


def test_who_ends_its_turn_at_the_dump_takes_it_once():
    b = road(german="30,11").do("end")
    assert fuel(b) == 13
    assert b.state.board.score == (0, 3)
    b.do("end").do("end")
    assert fuel(b) == 13
    assert fuel(road(german="30,10").do("end")) == 3, "it is more than an inch away"


def test_everybody_sees_how_much_fuel_is_left():
    b = road(points=4, german="30,11")
    assert "German has 4 points of fuel; dump is still there" in b.game.system.draw(b.look)
    b.act("P", "move", "15,8").do("stay").do("end")
    assert "German has 13 points of fuel\n" in b.game.system.draw(b.look) + "\n"


def test_the_other_side_may_burn_it():
    b = road(us="30,11", side="US").do("stand", "A")
    assert b.offers("task") == {"burn the fuel"}
    b.do("task", (0, 0))
    assert b["A"].finished
    assert "burns_dump" in b.told()
    assert road(german="30,11").do("stand", "S").offers("task") == set()
    assert road(us="30,9.5", side="US").do("stand", "A").offers("task") == set()


def test_what_is_burnt_is_not_taken():
    b = road(german="30,11", us="30,13", side="US").act("A", "task", (0, 0)).do("end").do("end")
    assert fuel(b) == 3
    assert b.state.board.score == (0, 0)


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "fuel"\nside = "German"\npoints = 24'
    assert load_with(tmp_path, good).world.specials == (Fuel(side="German", points=24),)
    assert fault_of(tmp_path, good.replace("24", "0")) == "fuel is 1 to 999, not 0"
    assert fault_of(tmp_path, good + "\nthirsty = 0") == "a thirsty vehicle spends 1 to 9, not 0"
    assert fault_of(tmp_path, good + "\ngain = -1") == "a dump holds 0 to 999, not -1"
    assert fault_of(tmp_path, good + "\nworth = 21") == "a dump is worth 0 to 20, not 21"
    assert fault_of(tmp_path, good + '\ndump = "x"') == "there is no marker 'x': there are the farm"
    assert fault_of(tmp_path, good.replace("German", "x")) == "'x' is not one of the sides US, German"
