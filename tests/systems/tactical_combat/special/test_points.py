"""Points at the end: footholds, and losses that do not count; and men who hesitate."""

import pytest

from sandtable.systems.tactical_combat.special.foothold import Foothold
from sandtable.systems.tactical_combat.special.hesitation import Hesitation
from sandtable.systems.tactical_combat.special.losses import Losses
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

HEIGHT = """
    table 40 24
    US rifle A 5,5
    US rifle B 8,5
    US rifle C 11,5
    US rifle D 30,5 paralyzed
    German rifle Z 38,22
    German rifle Y 5,22
"""


@pytest.mark.parametrize(("points", "most", "total"), [(1, 99, 4), (2, 99, 8), (2, 5, 5)])
def test_stands_in_the_zone_at_the_end_are_worth_points(points, most, total):
    rule = Foothold(side="US", zone="all", points=points, most=most)
    b = Battle(HEIGHT, special=(rule,), command="none", turn=8).do("end").do("end")
    assert b.state.result.score == (total, 0)
    assert b.state.result.winner == 0


def test_the_paralyzed_and_the_other_side_do_not_count():
    b = Battle(HEIGHT, special=(Foothold(side="US", zone="all"),), command="none")
    assert b.game.world.specials[0].final_points(b.game.system.field(b.game, b.state.board)) == (3, 0)
    b = Battle(HEIGHT, special=(Foothold(side="German", zone="all"),), command="none")
    assert b.game.world.specials[0].final_points(b.game.system.field(b.game, b.state.board)) == (0, 2)


KILLS = """
    table 40 24
    US w44_88 G 20,5
    US w44_88 H 24,5
    German rifle V 20,12 hits=1 finished
    German rifle W 24,12 hits=1 finished
    German rifle X 38,22 finished
"""


@pytest.mark.parametrize(("beyond", "score"), [(1, 1), (2, 0)])
def test_the_first_losses_are_worth_nothing(beyond, score):
    b = Battle(KILLS, special=(Losses(side="German", beyond=beyond),), command="none")
    b.act("G", "fire", "V", 1)
    assert b.state.board.score == (0, 0)
    b.act("H", "fire", "W", 1)
    assert b.state.board.score == (score, 0)


def test_the_losses_of_the_other_side_count_as_ever():
    b = Battle(KILLS, special=(Losses(side="US", beyond=9),), command="none").act("G", "fire", "V", 1)
    assert b.state.board.score == (1, 0)


@pytest.mark.parametrize(
    ("die", "worse", "acts"), [(5, 1, True), (6, 1, False), (6, 0, True), (4, 2, True), (5, 2, False)]
)
def test_who_hesitates_acts_on_less(die, worse, acts):
    special = (Hesitation(side="US", zone="all", worse=worse),) if worse else ()
    b = Battle(HEIGHT, special=special, command="leaders").do("stand", "A", die)
    assert (b.verbs() >= {"move"}) == acts
    assert b.modifiers() == ({(worse, "TC G4")} if worse else set())


def test_only_the_side_named_hesitates():
    b = Battle(HEIGHT, special=(Hesitation(side="German", zone="all"),), command="leaders").do("stand", "A", 6)
    assert b.modifiers() == set()


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "foothold"\nside = "US"\nzone = "GE"'
    assert load_with(tmp_path, good).world.specials == (Foothold(side="US", zone="GE"),)
    assert fault_of(tmp_path, good + "\npoints = 0") == "a stand in the zone is worth 1 to 20, not 0"
    assert fault_of(tmp_path, good + "\nmost = 100") == "all in the zone are worth at most 1 to 99, not 100"
    assert fault_of(tmp_path, good.replace("GE", "GA")) == "the table has no zone 'GA': it has US, GE"
    good = 'rule = "hesitation"\nside = "US"\nzone = "GE"'
    assert load_with(tmp_path, good).world.specials == (Hesitation(side="US", zone="GE"),)
    assert fault_of(tmp_path, good + "\nworse = 10") == "who hesitates adds 1 to 9, not 10"
    assert fault_of(tmp_path, good.replace("US", "UK")) == "'UK' is not one of the sides US, German"
    good = 'rule = "losses"\nside = "US"\nbeyond = 4'
    assert load_with(tmp_path, good).world.specials == (Losses(side="US", beyond=4),)
    assert fault_of(tmp_path, good.replace("4", "0")) == "losses count beyond 1 to 120, not 0"
    assert fault_of(tmp_path, good.replace("US", "UK")) == "'UK' is not one of the sides US, German"
