"""The sequence of play of Micro Armour, from organisation to marker removal (MA 05, 07.02.04, 07.07)."""

import pytest

import sandtable
from sandtable import Action, Dice
from sandtable.systems.micro_armour.phases import ChooseAttack
from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule

FOUR = """
    Blue M1A2_Abrams A 5,2
    Blue M60A3 B 8,2
    Red T-90/AT-12 X 5,12 heading=12
    Red T-72 Y 8,12 heading=12
"""


def whole(text, **how):
    return Battle(text, whole=True, **how)


# Organisation


def organise(game, state, side, groups):
    for group in groups:
        state, events = game.apply(state, side, Action("into", (side, group)), Dice.scripted())
    return state, events


@rule("MA 05.00.0", "MA 08.01.01b")
def test_before_play_each_side_writes_down_its_battle_groups_in_secret():
    game = sandtable.load("micro_armour/duel")
    state = game.start(Dice.scripted())
    assert [decision.side for decision in game.decisions(state)] == [0, 1]
    first = game.decision(state, 0)
    assert list(first.offer("into").targets) == [(0, 0)], "the first stand begins the first group"
    groups = (0, 0, 1, 2, 1, 0, 3, 3, 3, 3)
    state, _ = organise(game, state, 0, groups)
    assert game.decision(state, 0) is None
    assert [decision.side for decision in game.decisions(state)] == [1]
    assert state.board.groups == (0,) * 20, "nothing is shown before both are done"
    state, events = game.apply(state, 1, Action("suggested"), Dice.scripted(10, 7, 6, 6))
    assert state.board.groups[:10] == groups
    assert state.board.groups[10:] == (0, 0, 0, 1, 1, 1, 2, 2, 2, 3)
    assert [event.what for event in events if event.what == "organised"] == ["organised"] * 2
    for stand in range(10):
        assert game.why_not(state, 0, Action("into", stand)), "groups are fixed now"


@rule("MA 08.01.01b", "MA 07.08.01c")
def test_a_picture_shows_battle_groups_once_they_are_fixed_and_how_wide_a_front_is():
    game = sandtable.load("micro_armour/duel", {"front_arc": "120"})
    state = game.start(Dice.scripted())
    assert {each.group for each in game.picture(state, 0).pieces} == {""}
    state, _ = organise(game, state, 0, (0, 0, 1, 2, 1, 0, 3, 3, 3, 3))
    state, _ = game.apply(state, 1, Action("suggested"), Dice.scripted(10, 7, 6, 6))
    names = [each.group for each in game.picture(state, 1).pieces]
    assert names[:5] == ["A Company", "A Company", "B Company", "C Company", "B Company"]
    assert names[10:14] == ["1st Company"] * 3 + ["2nd Company"]
    assert {piece.arc for piece in game.scene().pieces} == {120}


@rule("MA 08.01.01b")
def test_a_stand_joins_a_group_or_begins_the_next_one():
    game = sandtable.load("micro_armour/duel")
    state = game.start(Dice.scripted())
    state, _ = organise(game, state, 1, (0, 1))
    assert list(game.decision(state, 1).offer("into").targets) == [(1, 0), (1, 1), (1, 2)]
    assert "next new one" in game.why_not(state, 1, Action("into", 7))
    assert "suggested" not in [offer.verb for offer in game.decision(state, 1).offers]


# Initiative


def start(*dice, cohesion=(14, 14)):
    b = whole("Blue T-72 A 5,2\n Red T-72 X 30,39", phase="move", passes=1, cohesion=cohesion)
    return b.do("skip", None, *dice, 5, 5)


@rule("MA 05.00.1a", "MA 03.04")
@pytest.mark.parametrize(
    ("blue", "red", "cohesion", "winner"), [(8, 7, (14, 14), 0), (7, 8, (14, 14), 1), (5, 7, (15, 12), 0)]
)
def test_the_higher_2d6_with_cohesion_has_the_initiative(blue, red, cohesion, winner):
    b = start(blue, red, cohesion=cohesion)
    assert b.state.board.initiative == winner
    assert b.modifiers(0) == [(cohesion[0], "MA 05.00.1a")]
    assert b.rolls()[0].total == blue + cohesion[0]
    assert b.decision().side == winner


@rule("MA 05.00.1b")
def test_ties_are_settled_by_plain_2d6():
    b = start(5, 8, 4, 4, 3, 2, cohesion=(15, 12))
    assert b.state.board.initiative == 0
    assert [b.modifiers(n) for n in (2, 3, 4, 5)] == [[], [], [], []]
    assert start(5, 8, 3, 4, cohesion=(15, 12)).state.board.initiative == 1, "cohesion does not count again"


# Phases


@rule("MA 05.00")
def test_the_phases_follow_each_other_in_their_order():
    b = whole(FOUR, phase="move", passes=1, sighting=30).do("skip", None, 8, 7)
    assert b.told() == ["passes", "turn", "rolled", "rolled", "initiative", "fire_phase"]
    assert b.state.board.turn == 2
    b.do("first", "Blue")
    assert type(b.state.stack[-1]) is ChooseAttack
    assert b.state.stack[-1].phase == 1
    b.do("skip").do("skip")
    assert "second" not in b.decision().prompt
    b.do("first", "Red")
    assert b.state.stack[-1].phase == 2
    b.do("skip").do("skip", None, 5, 6)
    assert [roll.resolution.rule for roll in b.rolls()] == ["MA CMD", "MA CMD"]
    b.do("first", "Blue").do("skip").do("skip", None, 3, 4)
    assert b.state.board.turn == 3
    assert b.state.board.initiative == 1


@rule("MA 05.00.2")
def test_in_the_first_fire_phase_only_tech_level_4_fires():
    b = Battle(FOUR, phase="first").do("attack", "X")
    assert b.offers("cannon") == {"A"}
    assert "may not fire (again) in this phase" in b.why_not("cannon", "B")
    assert Battle(FOUR, phase="second").do("attack", "X").offers("cannon") == {"A", "B"}
    three = whole("Blue M60A3 A 5,2\n Red T-72 X 5,12 heading=12", phase="move", passes=1).do("skip", None, 8, 7)
    assert three.do("first", "Blue").state.stack[-1].phase == 2, "without any the phase is passed over"


@rule("MA 05.00.3", "MA 07.02.04a")
def test_sides_alternate_attacks_and_the_initiative_says_who_begins():
    b = whole(FOUR, phase="move", passes=1).do("skip", None, 7, 8)
    assert b.decides() == "Red"
    assert set(b.decision().offer("first").targets) == {0, 1}
    b.do("first", "Blue")
    assert b.decides() == "Blue"
    b.attack("X", "A", 20)
    assert b.decides() == "Red"
    b.attack("A", "X", 20)
    assert b.decides() == "Red", "phase one is over, and the second asks again"
    b.do("first", "Red")
    assert b.decides() == "Red"
    b.attack("B", "Y", 20)
    assert b.decides() == "Blue"


@rule("MA 05.00.4c", "MA 07.02.06")
def test_tech_level_4_fires_once_in_each_fire_phase():
    b = Battle(FOUR, phase="first").attack("X", "A", 20)
    assert b.decides() == "Red"
    b.do("skip").do("first", "Blue").do("attack", "X")
    assert b.offers("cannon") == {"A", "B"}
    b.fire("A", 20).do("skip")
    assert b.do("attack", "Y").offers("cannon") == {"B"}


@rule("MA 07.02.04b", "MA 07.02.04c")
def test_a_pass_is_not_final_and_two_in_a_row_end_the_phase():
    b = Battle(FOUR).do("skip")
    b.attack("B", "Y", 20)
    assert b.decides() == "Blue", "Blue passed, and is asked again"
    b.attack("Y", "B", 20).do("skip").do("skip")
    assert "moves first" in b.decision().prompt


@rule("MA 07.02.04c")
def test_a_side_that_cannot_attack_passes_by_itself():
    b = Battle("Blue M60A3 A 5,2\n Blue M60A3 B 8,2\n Red T-72 X 5,12 tries=1\n Red T-72 Y 8,12 tries=1")
    b.attack("X", "A", 20)
    assert b.decides() == "Blue"
    b.do("skip")
    assert "moves first" in b.decision().prompt


# Marker removal


def gather(marks, *dice, cohesion=14):
    b = Battle(f"Blue T-72 A 5,2 {marks}\n Red T-72 X 30,39", phase="move", passes=1, cohesion=cohesion)
    return b.do("skip", None, *dice)


@rule("MA 05.00.5", "MA 07.07a")
def test_last_every_stand_with_a_marker_must_roll():
    text = "Blue T-72 A 5,2 suppressed\n Blue T-72 B 9,2 disorganized\n Blue T-72 C 12,2\n Red T-72 X 30,39 suppressed"
    b = Battle(text, phase="move", passes=1).do("skip", None, 15, 15, 15)
    assert [roll.resolution.words for roll in b.rolls()] == [f"{name} rallies" for name in "ABX"]


@rule("MA 07.07.1")
@pytest.mark.parametrize(
    ("marks", "most", "after"), [("suppressed", 10, ""), ("suppressed disorganized", 7, "D"), ("disorganized", 11, "D")]
)
def test_a_roll_within_cohesion_takes_the_suppression_off(marks, most, after):
    b = gather(marks, most)
    assert b.state_of("A") == after
    assert sum(value for value, _ in b.modifiers()) == 14 - most


@rule("MA 07.07.4")
@pytest.mark.parametrize(
    ("marks", "die"), [("suppressed", 11), ("suppressed disorganized", 8), ("disorganized", 2), ("disorganized", 19)]
)
def test_any_other_roll_changes_nothing(marks, die):
    before = "".join(word[0].upper() for word in marks.split())
    assert gather(marks, die).state_of("A") == before


@rule("MA 07.07.2")
@pytest.mark.parametrize("marks", ["suppressed", "disorganized", "suppressed disorganized"])
def test_a_natural_1_takes_everything_off(marks):
    assert gather(marks, 1).state_of("A") == ""


@rule("MA 07.07.3")
@pytest.mark.parametrize(
    ("marks", "after"), [("suppressed", "SD"), ("disorganized", "SD"), ("suppressed disorganized", "X")]
)
def test_a_natural_20_is_an_s_in_brackets(marks, after):
    b = gather(marks, 20)
    assert b.state_of("A") == after
    assert len(b.state.board.wrecks) == (after == "X")


@rule("MA 07.07.3")
def test_who_is_lost_so_brings_up_no_missiles():
    b = Battle("Blue T-80U/AT-8 A 5,2 suppressed disorganized depleted\n Red T-72 X 30,39", phase="move", passes=1)
    b.do("skip", None, 20)
    assert len(b.rolls()) == 1


@rule("MA 07.07c")
def test_naturals_are_read_before_the_comparison():
    assert gather("suppressed", 1, cohesion=4).state_of("A") == "", "1 + 4 would fail"
    assert gather("disorganized", 20, cohesion=20).state_of("A") == "SD"
    twenty = Battle("Blue T-72 A 5,2 suppressed\n Red T-72 X 30,39", phase="move", passes=1, cohesion=20)
    assert twenty.do("skip", None, 20).state_of("A") == "SD"


@rule("MA 07.07b", "MA 08.02.01b")
def test_fire_marks_come_off_and_orders_lapse():
    marks = "tries=2 phase=4 attacked=7 revealed moved straggler spent=300"
    b = Battle(f"Blue T-90/AT-12 A 5,2 {marks}\n Red T-72 X 30,39", phase="move", passes=1, orders=(3, 2)).do("skip")
    a = b["A"]
    assert (a.tries, a.phase, a.attacked, a.revealed, a.moved, a.straggler, a.spent) == (
        0,
        0,
        0,
        False,
        False,
        False,
        0,
    )
    assert b.state.board.orders == (0, 0)


# The table as text


def test_the_drawing_has_inches_a_legend_and_a_letter_for_every_stand():
    b = Battle(
        """
        table 36 40
        woods Copse 4,6 8,6 8,10 4,10
        hill Rise 20,20 26,20 26,26 20,26 level=1
        hilltop Top 22,22 24,22 24,24 22,24 level=1
        wreck 30,30
        Blue M60A3 A 10,11 heading=6 suppressed
        Red T-72 X 10,25 heading=12
        """
    )
    drawn = b.game.system.draw(b.look).splitlines()
    assert drawn[20] == "   0         10        20        30"
    assert drawn[21] == "♣ woods, ^ hill, ▲ hilltop, x wreck"
    assert drawn[19].startswith(" 0 ")
    assert drawn[14][3 + 10] == "A", "eleven inches up"
    assert drawn[14].startswith("10 ")
    assert "A A: M60A3, 10.0,11.0 facing 90, suppressed" in drawn
    assert "behind its edge: Staff" in drawn
    assert any(line.startswith("Turn 1 of 12") for line in drawn)


@pytest.mark.parametrize(("words", "heading"), [("90", 6), ("SE", 9), ("180 degrees", 12), ("5", None)])
def test_a_heading_is_told_in_degrees_or_by_the_compass(words, heading):
    b = Battle("Blue M60A3 A 10,11")
    assert b.game.system.target_named(b.game, "heading", words) == heading
