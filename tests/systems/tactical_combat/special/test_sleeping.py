"""Battalions that sleep until they are woken."""

from fractions import Fraction

import pytest

from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.special.sleeping import Sleeping
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

CAMP = """
    table 48 24
    support US artillery Guns spotter=none
    US rifle A {enemy}
    German hq H 40,10 formation=Sleepers
    German rifle E 42,10 formation=Sleepers
    German hq J 40,20 formation=Wakers
    German rifle F 44,20 formation=Wakers
"""


def camp(turn=1, enemy="5,10", command="points", **values):
    rule = Sleeping(**{"formation": "Sleepers", "wakes": (8, 6), **values})
    return Battle(CAMP.format(enemy=enemy), special=(rule,), command=command, turn=turn)


@pytest.mark.parametrize(("turn", "die", "wakes"), [(1, 7, False), (1, 8, True), (2, 5, False), (2, 6, True)])
def test_it_rolls_at_the_start_of_its_turn_and_the_number_falls_turn_by_turn(turn, die, wakes):
    dice = (die, 4, 4) if wakes else (die, 4)
    b = camp(turn).do("end", None, *dice)
    assert b.decides() == "German"
    assert ("wakes" in b.told()) == wakes
    assert ("sleeps_on" in b.told()) == (not wakes)
    assert b.offers("stand") == ({"H", "E", "J", "F"} if wakes else {"J", "F"})


def test_after_the_last_number_it_wakes_by_itself():
    b = camp(3).do("end", None, 4, 4)
    assert "wakes" in b.told()
    assert b.offers("stand") == {"H", "E", "J", "F"}


def test_a_sleeping_battalion_has_no_command_points_and_saves_none():
    b = camp().do("end", None, 1, 4)
    assert [roll.resolution.words for roll in b.rolls()] == ["Sleepers is woken", "Wakers rolls for command"]
    assert b.why_not("stand", "E").startswith("E may not act: it is asleep")
    b.do("end", None, 5).do("end", None, 1, 4)
    bank = dict(zip([f.name for f in b.game.world.formations], b.state.board.bank, strict=True))
    assert bank["Wakers"] == 4
    assert bank["Sleepers"] == 9, "the nine points that these tests begin with"


def test_sleepers_do_not_fire():
    b = camp(command="none", enemy="30,10").act("A", "move", "36,10")
    assert b.decides() == "German", "J may fire"
    assert b.why_not("fire", "E") == "E may not opportunity fire: it is asleep (TC G4)"


@pytest.mark.parametrize(("enemy", "wakes"), [("27,10", True), ("26.5,10", False)])
def test_an_enemy_near_by_wakes_them(enemy, wakes):
    b = camp(command="none", enemy=enemy).do("end", None, *(() if wakes else (1,)))
    assert ("wakes" in b.told()) == wakes


def test_fire_on_the_barracks_wakes_them():
    b = camp(command="none", alarm=0).do("call", 0).do("attack", "42,10", 10)
    b.do("end", None, 1)
    assert "wakes" not in b.told(), "noise is nothing new"
    b = camp(command="none", alarm=0).do("call", 0).do("attack", "42,10", 5)
    assert b["E"].morale == 1
    assert "wakes" in b.do("end").told()


def test_the_odds_are_exact():
    b = camp(command="none")
    odds = b.game.odds(b.state, 0, Action("end"), through_phases=True)
    assert odds.chance(lambda state: state.board.memories == ((1,),)) == Fraction(3, 10)


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "sleeping"\nformation = "Platoon"\nwakes = [8, 6]'
    assert load_with(tmp_path, good).world.specials == (Sleeping("Platoon", (8, 6)),)
    assert fault_of(tmp_path, good.replace("[8, 6]", "[]")) == "wakes are 1 to 60 numbers, one for each turn"
    assert fault_of(tmp_path, good.replace("6", "11")) == "wakes are numbers of a d10 from 2 to 10, not 11"
    assert fault_of(tmp_path, good + "\nalarm = 100") == "the alarm in inches is 0 to 99, not 100"
    assert fault_of(tmp_path, good.replace("Platoon", "Guards")).startswith("there is no formation 'Guards'")
