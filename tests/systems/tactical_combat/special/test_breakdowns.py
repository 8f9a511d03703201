"""Machines that break down, and are not ready before a turn."""

from fractions import Fraction

import pytest

from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.special.breakdown import Breakdowns
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

TANKS = """
    table 40 24
    US d42_matilda M 10,5
    US d42_crusader C 14,5
    German rifle E 10,15 {}
    German rifle F 30,20
"""


def tanks(turn=4, mark="finished", **how):
    rule = Breakdowns(("d42_matilda",), 3, from_turn=4)
    return Battle(TANKS.format(mark), special=(rule,), command="none", turn=turn, **how)


def test_not_before_its_turn():
    b = tanks(3)
    assert b.offers("stand") == {"C"}
    assert b.why_not("stand", "M") == "M may not act: it is not ready before turn 4"
    assert tanks(4).offers("stand") == {"M", "C"}


@pytest.mark.parametrize(("die", "runs"), [(3, False), (4, True)])
def test_it_breaks_down_on_a_low_roll_each_time_it_is_to_act(die, runs):
    b = tanks().do("stand", "M", die)
    assert ("move" in b.verbs()) == runs
    assert ("breaks_down" in b.told()) == (not runs)
    if not runs:
        assert b.offers("stand") == {"C"}
        b.do("end").do("end")
        assert b.offers("stand") == {"C"}, "nor in any later turn"
        assert b.why_not("stand", "M") == "M may not act: it has broken down"
        assert b["M"].hits == 1, "it can still be fired at"


def test_everybody_sees_that_it_has_broken_down():
    b = tanks()
    assert b.look.conditions(b.number("M")) == []
    b.do("stand", "M", 3)
    assert [b.look.conditions(b.number(name)) for name in "MC"] == [["broken down"], []]


def test_the_odds_are_exact():
    b = tanks()
    odds = b.game.odds(b.state, 0, Action("stand", b.number("M")))
    assert odds.chance(lambda state: state.board.memories == ((b.number("M"),),)) == Fraction(3, 10)


def test_others_do_not_roll():
    assert "move" in tanks().do("stand", "C").verbs()


def test_the_roll_comes_after_that_for_command():
    b = Battle(
        TANKS.format("finished") + "US leader L 30,5 formation=X",
        special=(Breakdowns(("d42_matilda",), 3),),
        command="leaders",
    )
    b.do("stand", "M", 10)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC C6"], "out of command it does nothing"
    assert b.state.board.memories == ((),)
    b = Battle(
        TANKS.format("finished") + "US leader L 30,5 formation=X",
        special=(Breakdowns(("d42_matilda",), 3),),
        command="leaders",
    )
    b.do("stand", "M", 1, 3)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC C6", "TC G4"]


def test_one_that_has_broken_down_or_is_not_ready_does_not_opportunity_fire():
    early = tanks(3, "", side="German", first="German").act("E", "move", "12,15")
    assert early.offers("fire") == {"C"}
    assert early.why_not("fire", "M") == "M may not opportunity fire: it is not ready before turn 4 (TC G4)"
    later = tanks(4, "", side="German", first="German").act("E", "move", "12,15")
    assert later.offers("fire") == {"C", "M"}


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "breakdowns"\nkinds = ["hmg"]\nat_most = 3'
    assert load_with(tmp_path, good).world.specials == (Breakdowns(("hmg",), 3),)
    assert fault_of(tmp_path, good.replace("3", "10")) == "machines break down on a d10 of at most 1 to 9, not 10"
    assert fault_of(tmp_path, good + "\nfrom_turn = 0") == "from_turn is 1 to 99, not 0"
    assert fault_of(tmp_path, good.replace("hmg", "hgm")) == "there is no kind of stand 'hgm'"
    assert fault_of(tmp_path, good.replace("hmg", "w44_m5")) == "there is no kind of stand in this scenario: 'w44_m5'"


def test_one_that_has_broken_down_neither_fights_nor_falls_back():
    text = "table 40 24\nUS d42_matilda M 10,12 heading=0\nUS rifle A 30,5\nGerman rifle E 10,15\nGerman rifle F 30,20"
    rule = Breakdowns(("d42_matilda",), 3)
    b = Battle(text, special=(rule,), command="none", scale="platoon").do("stand", "M", 3).do("end")
    b.act("E", "assault", "M", 10)
    assert [roll.resolution.words for roll in b.rolls()] == ["E fires at M"], "it does not fire back"
    assert b.where("M") == "10.0,12.0"
    assert b.decides() == "German", "nobody is asked where to: it stays"
    sound = Battle(text.replace("=0", "=0 finished"), special=(rule,), command="none", scale="platoon").do("end")
    sound.act("E", "assault", "M", 10, 10)
    assert len(sound.rolls()) == 2
    assert (sound.decides(), sound.verbs()) == ("US", {"back"})
