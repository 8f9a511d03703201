"""Chapter S of Tactical Combat: the sequence of play."""

import pytest

import sandtable
from sandtable import Action, IllegalAction
from sandtable.kernel.pools import D10
from sandtable.systems.tactical_combat.drawing import SIGNS
from sandtable.systems.tactical_combat.tables import TERRAIN
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule

APART = """
    table 48 36
    US rifle A 5,2
    US rifle B 9,2
    German rifle X 5,33
    German rifle Y 9,33
"""
"""Two stands a side, out of range of each other."""

NEAR = """
    table 48 36
    US rifle A 5,5
    US rifle B 9,5
    German rifle X 5,12
    German rifle Y 9,12
"""
"""Two stands a side, in range and sight of each other."""


def free(text, **how):
    return Battle(text, command="none", **how)


@rule("TC S1")
def test_one_side_completes_its_turn_and_then_the_other():
    b = free(APART)
    assert (b.decides(), b.state.board.turn) == ("US", 1)
    assert b.offers("stand") == {"A", "B"}, "only stands of the side whose turn it is"
    assert b.why_not("stand", "X") == "that is not one of your stands"
    with pytest.raises(IllegalAction):
        b.game.apply(b.state, 1, Action("end", None), None)
    b.do("end")
    assert (b.decides(), b.state.board.turn) == ("German", 1)
    assert b.offers("stand") == {"X", "Y"}
    b.do("end")
    assert (b.decides(), b.state.board.turn) == ("US", 2)


@rule("TC S1")
def test_the_other_side_may_only_react_with_opportunity_fire():
    b = free(NEAR).act("A", "move", "5,7")
    assert b.decides() == "German"
    assert b.verbs() == {"fire", "wait", "hold"}


@rule("TC S1")
def test_the_second_side_of_the_roster_may_have_the_first_turn():
    b = free(APART, side="German", first="German").do("end")
    assert (b.decides(), b.state.board.turn) == ("US", 1)
    b.do("end")
    assert (b.decides(), b.state.board.turn) == ("German", 2)


@rule("TC S2")
def test_a_turn_is_finished_markers_off_then_command_then_action_then_recovery():
    text = """
        table 48 36
        US hq H 5,2 formation=Bn
        US rifle A 9,2 formation=Bn
        German hq K 5,33 formation=Btl finished
        German rifle X 9,33 formation=Btl finished suppressed
    """
    b = Battle(text, command="points", scale="platoon")
    b.do("end", None, 7)
    assert b.decides() == "German"
    told = b.told()
    assert told.index("turn") < told.index("points"), "the command phase comes in the German turn"
    assert not b["X"].finished, "markers are off before the action phase"
    assert b.state.board.points[1] == 7, "points are rolled before the action phase"
    assert b["X"].morale == 1, "recovery comes after the action phase"
    b.act("K", "move", "5,30").do("end", None, 3)
    assert b["X"].morale == 0
    assert b.told().index("recovers") < b.told().index("turn"), "recovery is the end of the own turn"


@rule("TC S3")
def test_finished_markers_of_the_side_come_off_at_the_start_of_its_turn_and_the_enemy_keeps_his():
    b = free(APART).act("A", "move", "5,4")
    b.do("end").act("X", "move", "5,31")
    assert (b["A"].finished, b["X"].finished) == (True, True), "the own turn of X changes nothing for A"
    b.do("end")
    assert (b["A"].finished, b["X"].finished) == (False, True)
    assert b.offers("stand") == {"A", "B"}
    b.do("end")
    assert not b["X"].finished


@rule("TC S4")
@pytest.mark.parametrize("turns", [1, 3])
def test_turns_alternate_until_the_length_is_reached(turns):
    b = free(APART, turns=turns)
    for turn in range(1, turns + 1):
        assert b.state.result is None
        assert (b.decides(), b.state.board.turn) == ("US", turn)
        b.do("end")
        assert b.state.result is None, "the second side has its turn too"
        b.do("end")
    assert b.state.result is not None


@rule("TC S4")
def test_the_game_ends_when_one_side_has_won():
    text = """
        US rifle A 5,5
        German rifle X 5,9 hits=1
    """
    b = free(text).act("A", "fire", "X", 1)
    assert b.state.result is None, "the action phase is played to its end"
    b.do("end")
    assert b.state.result.winner == 0
    assert "has no stands left" in b.state.result.words


@rule("TC S5")
def test_all_rolls_use_a_d10_whose_0_reads_10_and_low_is_good():
    assert D10.parse("0") == (10,)
    for face, hits, morale in ((1, 2, 2), (3, 2, 1), (5, 3, 1), (7, 3, 0), (10, 3, 0)):
        b = free(NEAR).act("A", "fire", "X", face)
        assert (b["X"].hits, b["X"].morale) == (hits, morale), f"a roll of {face}"
        assert b.rolls()[0].resolution.dice == D10


@rule("TC S6")
def test_stands_move_and_fire_in_any_order_with_support_between():
    text = """
        table 48 36
        US rifle A 5,5
        US rifle B 9,5
        US rifle C 40,5
        US rifle D 44,5
        German rifle X 7,12 suppressed
        support US air Jabo missions=2
    """
    b = free(text)
    b.act("A", "fire", "X", 10)
    b.do("call", 0).do("strike", "X", 10)
    b.act("C", "move", "40,9")
    b.do("call", 0).do("strike", "X", 10)
    b.act("B", "fire", "X", 10)
    b.act("D", "move", "44,9")
    assert all(b[name].finished for name in "ABCD")


def test_the_question_speaks_of_support_only_while_some_can_be_called():
    b = free(NEAR + "support US air Jabo missions=1")
    assert str(b.decision().prompt) == "Choose a stand to act, call support, or end the phase."
    b.do("call", 0).do("strike", "X", 10)
    assert str(b.decision().prompt) == "Choose a stand to act, or end the phase."


@rule("TC S7")
def test_a_stand_takes_one_action_a_turn_a_move_or_a_fire():
    b = free(NEAR.replace("12", "12 finished")).act("A", "move", "5,6")
    assert b.offers("stand") == {"B"}
    assert b.why_not("stand", "A") == "A is Finished (TC S7)"
    b.act("B", "fire", "X", 10)
    assert b.offers("stand") == set()
    with pytest.raises(IllegalAction):
        b.do("stand", "B")


@rule("TC S8")
def test_a_stand_that_has_moved_or_fired_is_finished_and_may_not_fire_in_the_enemys_turn():
    quiet = NEAR.replace("12", "12 suppressed")
    moved = free(quiet).act("A", "move", "5,5.5").act("B", "fire", "Y", 10)
    assert moved["A"].finished
    assert moved["B"].finished
    moved.do("end")
    assert moved["A"].finished, "the marker stays in the enemy's turn"
    moved.act("X", "fire", "A", 10)
    assert moved.decides() == "German", "nobody may answer"


@rule("TC S9")
def test_a_stand_that_did_nothing_is_unmarked_and_may_fire_in_the_enemys_turn():
    b = free(NEAR.replace("12", "12 suppressed")).act("A", "fire", "X", 10).do("end")
    assert b.decides() == "German", "no side must use all its stands"
    assert not b["B"].finished
    b.act("X", "fire", "A", 10)
    assert b.decides() == "US"
    assert b.offers("fire") == {"B"}, "A has fired in its own turn"


@rule("TC S10")
def test_the_action_phase_ends_only_when_the_side_says_so():
    text = NEAR.replace("12", "12 suppressed").replace("9,5", "9,5 suppressed")
    b = free(text).act("A", "fire", "X", 10).act("B", "fire", "Y", 10)
    assert b.offers("stand") == set()
    assert b.decides() == "US", "even with nobody left to act"
    assert b.verbs() == {"end"}
    assert b["B"].morale == 1
    b.do("end")
    assert b["B"].morale == 0, "morale recovery"
    assert b.decides() == "German", "and the enemy's turn"


@rule("TC S11")
def test_the_markers_of_a_stand():
    b = free(NEAR).act("A", "fire", "X", 2)
    assert (b["X"].hits, b["X"].morale) == (2, 1), "1 Hit, Suppressed"
    b.do("hold").act("B", "fire", "X", 3)
    assert (b["X"].hits, b["X"].morale) == (1, 2), "2 Hits, Paralyzed"
    assert b["A"].finished
    drawn = b.game.system.draw(b.look)
    assert "A A (rifles): 5.0,5.0, 3 of 3 hits left, Finished" in drawn
    assert "a X (rifles): 5.0,12.0, 1 of 3 hits left, PARALYZED" in drawn


def test_every_kind_of_ground_has_a_sign_on_the_drawn_table():
    assert set(SIGNS) == {"open", *TERRAIN}


DRAWN = """
    table 20 8
    objective farm 6,5 3
    wall Wall 10,5 10,5.6 16,5.6 16,5
    woods Copse 2,2 2,5 5,5 5,2
    US rifle A 12,1
    US leader L 12.5,0.5
    US w44_m4_75 T 18,3 heading=6
    German rifle R 14,7
"""


def test_the_drawn_table_can_be_read():
    """Inches beside and below, a thin wall too, a number for two stands in one place, and what every sign means."""
    b = free(DRAWN)
    rows = b.game.system.draw(b.look, {b.at("1,1"): "+"}).splitlines()
    assert rows[:5] == [
        "   ··············a·····",
        "   ··♣♣♣·*···######····",
        "   ··♣♣♣·············C·",
        " 0 ·+··········2·······",
        "   0         10",
    ]
    assert rows[5] == "# stone wall, ♣ woods, * objective, 2 number of stands"
    assert "Turn 1 of 8; US has 0 points, German 0" in rows
    assert "* farm (6.0,5.0): nobody holds it, 3 points" in rows
    assert "  C T (M4 Sherman 75 mm): 18.0,3.0 facing 90, 1 of 1 hits left" in rows


@pytest.mark.rule("TC G5", "TC C12", "TC A1")
@pytest.mark.parametrize("name", ["first-firefight", "crete-1941", "bulge-1944"])
def test_a_game_begins_with_nothing_scored_saved_or_called(name):
    game = sandtable.load(f"tactical_combat/{name}")
    board = game.start(sandtable.Dice.seeded(1)).board
    world = game.world
    assert (board.turn, board.score) == (1, (0, 0))
    assert board.points == board.bank == (0,) * len(world.formations)
    assert board.called == (0,) * len(world.supports)
    for n, stand in enumerate(board.stands):
        later = world.arrivals[n] > 0
        assert (stand.at, stand.hits) == (-1, world.full_hits[n] if later else 0), world.names[n]
