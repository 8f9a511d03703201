"""The temptation to withdraw, and special rules that are optional."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError
from sandtable.systems.tactical_combat.special.withdrawal import Withdrawal
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

HILL = """
    table 48 24
    objective hill 40,20 1
    objective bridge 44,20 1
    German rifle E 40,20
    German rifle F 44,20
    US rifle A 10,10 formation=Hill
    US rifle B 10,14 formation=Hill
    US w44_m4_75 T 10,17 formation=Hill
    US rifle C 5,5
"""
RULE = Withdrawal("Hill", turn=3, objectives=2, at_least=8, toward="east")


def hill(turn=3, text=HILL, rule=RULE, **how):
    return Battle(text, special=(rule,), command="none", side="German", turn=turn, **how)


@pytest.mark.parametrize(("die", "runs"), [(7, False), (8, True)])
def test_all_its_stands_on_foot_run_on_a_high_roll(die, runs):
    b = hill().do("end", None, die)
    assert [b.where(name) for name in "ABC"] == [
        "18.0,10.0" if runs else "10.0,10.0",
        "18.0,14.0" if runs else "10.0,14.0",
        "5.0,5.0",
    ]
    assert b.where("T") == "10.0,17.0"
    assert [b[name].hits for name in "ABC"] == [2, 2, 3] if runs else [3, 3, 3]
    assert [b[name].morale for name in "ABC"] == [2, 2, 0] if runs else [0, 0, 0]
    assert b.decides() == "US", "then the next turn begins"
    assert b.state.board.turn == 4


@pytest.mark.parametrize(
    ("toward", "where"), [("west", "2.0,10.0"), ("south", "10.0,2.0"), ("north", "10.0,18.0"), ("east", "18.0,10.0")]
)
def test_which_way_is_the_rules(toward, where):
    b = hill(rule=replace(RULE, toward=toward)).do("end", None, 10)
    assert b.where("A") == where


def test_only_on_its_turn_and_if_the_enemy_holds_enough():
    assert hill(turn=2).do("end").rolls() == []
    assert hill(text=HILL.replace("F 44,20", "F 44,12")).do("end").rolls() == []
    assert hill(first="German").do("end").rolls() == [], "the turn is not over yet"


def test_on_the_last_turn_it_comes_before_the_end():
    b = hill(turns=3).do("end", None, 8)
    assert b.where("A") == "18.0,10.0"
    assert b.state.result is not None


def test_the_odds_are_exact():
    b = hill()
    odds = b.game.odds(b.state, 1, Action("end"), through_phases=True)
    assert odds.chance(lambda state: state.board.stands[b.number("A")].hits == 2) == Fraction(3, 10)


def test_an_optional_rule_is_in_play_only_if_the_option_says_so():
    optional = replace(RULE, optional=True)
    assert hill(rule=optional).game.world.specials == ()
    assert hill(rule=optional, optional_rules=True).game.world.specials == (optional,)
    assert hill(rule=RULE, optional_rules=True).game.world.specials == (RULE,)
    with pytest.raises(OptionError):
        hill(optional_rules="yes")


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "withdrawal"\nformation = "Weapons"\nturn = 3\nobjectives = 1\nat_least = 8\ntoward = "east"'
    assert load_with(tmp_path, good).world.specials[0].toward == "east"
    assert fault_of(tmp_path, good.replace("turn = 3", "turn = 0")) == "the turn is 1 to 99, not 0"
    assert fault_of(tmp_path, good.replace("objectives = 1", "objectives = 0")) == "objectives are 1 to 99, not 0"
    assert fault_of(tmp_path, good.replace("8", "11")) == "at_least is 1 to 10, not 11"
    assert "'up' is not one of" in fault_of(tmp_path, good.replace('"east"', '"up"'))
    assert fault_of(tmp_path, good.replace("Weapons", "Guns")).startswith("there is no formation 'Guns'")
    assert "it must be true or false" in fault_of(tmp_path, good + "\noptional = 1")
