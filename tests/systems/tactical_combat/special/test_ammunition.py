"""Ammunition: a machine gun that has fired on many turns may run out."""

import pytest

from sandtable.systems.tactical_combat.special.ammunition import Ammunition
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

GUNS = """
    table 40 24
    German hmg M 20,20
    German rifle R 30,20
    German rifle W 31,18
    US rifle A 20,10 finished
    US rifle B 30,10 finished
"""


def guns(**values):
    rule = Ammunition(**{"side": "German", "turns": 2, "at_most": 3, **values})
    return Battle(GUNS, special=(rule,), command="none", side="German")


def a_turn(b, *dice, fire=True):
    """M fires, if it does, and the Germans come to their next turn with these dice."""
    if fire:
        b.act("M", "fire", "A", 10)
        if "hold" in b.verbs():
            b.do("hold")
    b.do("end")
    return b.do("end", None, *dice)


@pytest.mark.parametrize(("die", "fires"), [(3, False), (4, True)])
def test_after_so_many_turns_of_fire_it_rolls_at_the_start_of_its_turn(die, fires):
    b = a_turn(a_turn(guns()), die)
    assert ("out_of_ammunition" in b.told()) == (not fires)
    b.do("stand", "M")
    assert (b.offers("fire") == {"A", "B"}) == fires
    if not fires:
        assert b.why_not("fire", "A") == "A cannot be fired at: there is no ammunition left"


def test_a_turn_without_fire_does_not_count_and_other_kinds_never_roll():
    b = a_turn(a_turn(guns()), fire=False)
    b.act("R", "fire", "B", 10).do("hold").do("end").do("end")
    b.act("R", "fire", "B", 10).do("hold").do("end").do("end")
    assert b.rolls() == []


def test_it_rolls_again_each_turn_until_it_runs_out_and_then_no_more():
    b = a_turn(a_turn(guns()), 10)
    b = a_turn(b, 10, fire=False)
    b = a_turn(b, 1, fire=False)
    assert a_turn(b, fire=False).rolls() == []


def test_two_shots_in_a_turn_are_one_turn_of_fire():
    b = guns(turns=2)
    b.act("M", "fire", "A", 10)
    rule = b.game.world.specials[0]
    count = b.look.recall(rule)[b.number("M")] // 1000
    assert count == 1
    field = b.game.system.field(b.game, b.state.board)
    rule.after_shot(field, b.number("M"), b.number("A"), True)
    assert field.recall(rule)[b.number("M")] // 1000 == 1


def test_the_other_side_has_enough():
    b = a_turn(a_turn(guns(side="US")))
    assert b.rolls() == []


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "ammunition"\nside = "German"'
    assert load_with(tmp_path, good).world.specials == (Ammunition(side="German"),)
    assert fault_of(tmp_path, good + '\nkind = "mg"') == "there is no kind of stand 'mg'"
    assert fault_of(tmp_path, good + "\nturns = 0") == "ammunition lasts for turns: 1 to 99, not 0"
    assert fault_of(tmp_path, good + "\nat_most = 11") == "it runs out on a d10 of at most 1 to 10, not 11"
    assert fault_of(tmp_path, good.replace("German", "x")) == "'x' is not one of the sides US, German"
