"""Orders not to open fire until somebody is provoked."""

import pytest

from sandtable.systems.tactical_combat.special.responsibility import Responsibility
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

RIVER = """
    table 48 24
    zone far 24,0 48,0 48,24 24,24
    support US artillery Guns spotter=none turns=1-9
    US rifle A 10,10
    US rifle B 20,14
    German rifle E 20,10 formation=Border {}
    German rifle F 28,10
"""


def river(mark="", turn=1, **how):
    rule = Responsibility("Border", until_turn=1, zone="far")
    return Battle(RIVER.format(mark), special=(rule,), command="none", turn=turn, **how)


def test_they_neither_act_nor_fire_until_they_are_provoked():
    b = river(side="German", first="German")
    assert b.offers("stand") == {"F"}
    assert b.why_not("stand", "E") == "E may not act: nobody has taken the responsibility of opening fire"
    b = river().act("A", "move", "13,10")
    assert b.decides() == "US", "nobody is asked to fire"
    assert b.verbs() >= {"stand", "end"}


def test_the_first_enemy_shot_frees_them_at_once_and_for_good():
    b = river().act("A", "fire", "E", 10)
    assert "provoked" in b.told()
    assert b.decides() == "German", "E may answer the shot itself"
    assert b.offers("fire") == {"E"}
    b.do("hold").do("end")
    assert b.offers("stand") == {"E", "F"}


def test_a_shot_of_their_own_side_does_not():
    b = river(side="German", first="German").act("F", "fire", "B", 10)
    assert "provoked" not in b.told()


def test_enemy_support_frees_them():
    b = river().do("call", 0)
    b.do("attack", "40,20")
    assert b.why_not("stand", "A") == ""
    b.act("A", "move", "13,10")
    assert b.decides() == "German"
    b.do("hold").do("end")
    assert b.offers("stand") == {"E", "F"}
    b.do("end")
    assert b.state.board.memories == ((1,),)


@pytest.mark.parametrize(("to", "free"), [("24,14", True), ("23.5,14", False)])
def test_an_enemy_who_has_come_across_the_river_frees_them(to, free):
    rule = Responsibility("Border", 1, "far")
    b = Battle(RIVER.format("").replace("B 20,14", "B 22,14"), special=(rule,), command="none")
    b.act("B", "move", to).do("hold").act("A", "move", "13,10")
    assert (b.decides() == "German") == free
    if free:
        assert b.offers("fire") == {"E"}
        b.do("hold").do("end")
        assert "provoked" in b.told()


def test_after_the_turn_they_are_free_in_any_case():
    b = river(turn=2, side="German", first="German")
    assert b.offers("stand") == {"E", "F"}


def test_why_they_do_not_answer():
    b = river().act("B", "move", "20,16")
    assert b.decides() == "German", "F may fire"
    assert b.why_not("fire", "E") == (
        "E may not opportunity fire: nobody has taken the responsibility of opening fire (TC G4)"
    )


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "responsibility"\nformation = "Platoon"\nuntil_turn = 1\nzone = "GE"'
    assert load_with(tmp_path, good).world.specials == (Responsibility("Platoon", 1, "GE"),)
    assert fault_of(tmp_path, good.replace("= 1", "= 0")) == "until_turn is 1 to 99, not 0"
    assert fault_of(tmp_path, good.replace("GE", "SU")) == "the table has no zone 'SU': it has US, GE"
    assert fault_of(tmp_path, good.replace("Platoon", "Guards")).startswith("there is no formation 'Guards'")
