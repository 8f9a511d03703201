"""Vehicles that bog in bad ground, or too far off the road."""

from fractions import Fraction

import pytest

from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.special.bogging import Bogging
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

FORD = """
    table 40 24
    ford Ford 10,0 12,0 12,24 10,24
    US w44_m4_75 T 8,5 heading=6
    US rifle A 8,10
    German rifle Z 38,22 finished
"""


def ford(text=FORD, **values):
    rule = Bogging(**{"ground": ("ford",), "at_most": 2, **values})
    return Battle(text, special=(rule,), command="none", scale="platoon")


def test_a_vehicle_that_enters_such_ground_rolls_and_is_bogged_on_a_low_die():
    b = ford().act("T", "move", "12.5,5", 2)
    assert b.rolls()[0].resolution.words == "T drives over bad ground"
    assert b.where("T") == "10.0,5.0", "the first point inside"
    assert "bogged" in b.told()
    b = ford().act("T", "move", "12.5,5", 3)
    assert b.where("T") == "12.5,5.0"
    assert "bogged" not in b.told()


def test_the_odds_are_shown_beforehand():
    b = ford().do("stand", "T")
    ends = b.game.odds(b.state, 0, Action("move", b.at("12.5,5")))
    where = {b.game.world.table.text(state.board.stands[b.number("T")].at): chance for state, chance in ends.items()}
    assert where == {"10.0,5.0": Fraction(1, 5), "12.5,5.0": Fraction(4, 5)}


def test_infantry_and_the_other_side_do_not_roll():
    assert ford().act("A", "move", "12.5,10").where("A") == "12.5,10.0"
    assert ford(side="German").act("T", "move", "12.5,5").where("T") == "12.5,5.0"


def test_a_road_is_safe_and_inside_nothing_is_rolled_again():
    b = ford(FORD + "road 0,5 40,5").act("T", "move", "14,5")
    assert b.where("T") == "14.0,5.0"
    b = ford(FORD.replace("T 8,5", "T 11,5")).act("T", "move", "11,7")
    assert b.where("T") == "11.0,7.0"


def test_a_bogged_vehicle_does_not_move_but_turns_and_fires():
    text = FORD.replace("German rifle Z", "German rifle R 20,5 finished\n German rifle Z")
    b = ford(text).act("T", "move", "12.5,5", 1).do("face", 6).do("end").do("end")
    b.do("stand", "T")
    assert b.why_not("move", "9,5") == "T may not move: it is bogged (TC G4)"
    assert b.offers("move") == {"10.0,5.0"}
    assert b.offers("assault") == set()
    assert b.offers("fire") == {"R"}
    assert b.do("move", "10,5").do("face", 0)["T"].heading == 0


def test_a_bogged_vehicle_is_not_forced_back():
    text = FORD.replace("German rifle Z", "German w44_pak40 G 25,5 heading=18\n German rifle Z")
    b = ford(text)
    b.state = type(b.state)(_with(b.state.board, memories=((b.number("T"),),)), b.state.stack)
    b.do("end").act("G", "fire", "T", 3)
    assert b.rolls()[0].outcome[2] > 0, "the result would force it back"
    assert "back" not in b.verbs()
    assert b.where("T") == "8.0,5.0"


def _with(board, **values):
    return type(board)(**{name: getattr(board, name) for name in board.__struct_fields__} | values)


@pytest.mark.parametrize(("off_road", "rolls"), [(5, True), (7, False)])
def test_a_vehicle_may_bog_that_goes_too_far_off_the_road(off_road, rolls):
    text = "table 40 24\n road 0,5 40,5\n US w44_m4_75 T 8,5\n German rifle Z 38,22 finished"
    b = ford(text, ground=(), off_road=off_road)
    b.act("T", "move", "8,12", *([1] if rolls else []))
    assert b.where("T") == ("8.0,11.0" if rolls else "8.0,12.0")
    along = ford(text, ground=(), off_road=off_road).act("T", "move", "22,5")
    assert along.where("T") == "22.0,5.0"


def test_where_a_friend_stands_the_roll_is_made_before_him():
    b = ford(FORD.replace("US rifle A 8,10", "US rifle A 10.5,5")).act("T", "move", "12.5,5", 1)
    assert b.where("T") == "9.5,5.0"


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "bogging"\nground = ["ford"]\nat_most = 3'
    assert load_with(tmp_path, good).world.specials == (Bogging(ground=("ford",), at_most=3),)
    assert fault_of(tmp_path, good.replace("ford", "frod")) == "there is no kind of ground 'frod'"
    assert fault_of(tmp_path, good.replace("3", "11")) == "it happens on a d10 of at most 1 to 10, not 11"
    assert fault_of(tmp_path, good + '\nside = "Us"') == "'Us' is not one of the sides US, German"
    assert fault_of(tmp_path, good + "\noff_road = 100") == "a vehicle goes off the road for 0 to 99, not 100"
    assert fault_of(tmp_path, 'rule = "bogging"\nat_most = 3') == "bogging needs ground, or inches off_road"


def test_a_vehicle_may_be_stuck_for_its_turn_only():
    b = ford(lasts="turn").act("T", "move", "12.5,5", 2)
    assert "stuck" in b.told()
    assert b["T"].finished
    assert b.look.why_not_move(b.number("T")) == ""
