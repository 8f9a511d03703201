"""Opportunity fire of Tactical Combat: who may react, at what, and what it costs him (TC O1 to O3, O6, O7)."""

from fractions import Fraction

import pytest

from sandtable import Action, IllegalAction
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def battle(text, **how):
    return Battle(text, **{"command": "none", **how})


@rule("TC O1")
@pytest.mark.parametrize(
    ("marker", "why"),
    [
        ("finished", "G is Finished and may not opportunity fire (TC O1)"),
        ("suppressed", "G is suppressed or paralyzed and may not opportunity fire (TC O1)"),
        ("paralyzed", "G is suppressed or paralyzed and may not opportunity fire (TC O1)"),
    ],
)
@pytest.mark.parametrize(("verb", "target", "dice"), [("fire", "H", (10,)), ("move", "7,2", ())])
def test_finished_suppressed_and_paralyzed_stands_may_not_react(marker, why, verb, target, dice):
    text = "US rifle A 5,2\n German rifle G 3,8 {}\n German rifle H 7,8"
    b = battle(text.format(marker)).act("A", verb, target, *dice)
    assert b.decides() == "German"
    assert b.offers("fire") == {"H"}
    assert b.why_not("fire", "G") == why
    with pytest.raises(IllegalAction):
        b.do("fire", "G", 1)
    ready = battle(text.format("")).act("A", verb, target, *dice)
    assert ready.offers("fire") == {"G", "H"}


@rule("TC O1")
@pytest.mark.parametrize("marker", ["finished", "suppressed", "paralyzed"])
def test_nobody_is_asked_when_none_of_his_stands_could_react(marker):
    text = f"US rifle A 5,2\n US rifle B 9,2\n German rifle G 5,8 {marker}"
    b = battle(text).act("A", "fire", "G", 10)
    assert b.decides() == "US"
    b.act("B", "move", "9,6")
    assert b.decides() == "US"
    assert b.where("B") == "9.0,6.0"


@rule("TC O2")
def test_opportunity_fire_is_resolved_as_normal_fire_with_all_modifiers():
    b = battle("woods Wood 1,1 3,1 3,3 1,3\n US rifle A 2,2\n German rifle G 12,2\n German rifle H 2,8 finished")
    b.act("A", "fire", "H", 10).do("fire", "G", 3)
    assert b.modifiers() == {(1, "TC F14"), (1, "TC F17")}, "the target's cover and long range"
    assert b.rolls()[0].resolution.rule == "TC F8"
    assert (b["A"].hits, b["A"].morale) == (3, 1), "3 + 2 = 5 suppresses"


@rule("TC O2")
@pytest.mark.parametrize(("die", "hits", "morale"), [(1, 2, 2), (3, 2, 1), (5, 3, 1), (6, 3, 0), (7, 3, 0)])
def test_opportunity_fire_reads_the_same_table(die, hits, morale):
    b = battle("US rifle A 5,2\n German rifle G 5,8").act("A", "fire", "G", 10).do("fire", "G", die)
    assert (b["A"].hits, b["A"].morale) == (hits, morale)


@rule("TC O2")
def test_a_machine_gun_reacts_with_two_dice_if_it_has_them():
    b = battle("US rifle A 5,2\n German hmg G 5,8", hmg_two_dice=True).act("A", "fire", "G", 10).do("fire", "G", (9, 1))
    assert b["A"].morale == 2
    odds = battle("US rifle A 5,2\n German hmg G 5,8", hmg_two_dice=True).act("A", "fire", "G", 10)
    chances = odds.game.odds(odds.state, 1, Action("fire", odds.target("G")))
    assert chances.chance(lambda end: end.board.stands[1].finished) == Fraction(1, 4), "both dice are 6 or more"


@rule("TC O2")
def test_a_reaction_needs_range_and_a_clear_line_like_any_shot():
    b = battle(
        """
        woods Copse 1,5 3,5 3,6 1,6
        US rifle A 5,2
        German rifle Target 5,7 finished
        German rifle Hidden 1,8
        German rifle Far 23,2
        German rifle Behind 5,9
        German rifle Ready 9,8
        """
    ).act("A", "fire", "Target", 10)
    assert b.offers("fire") == {"Ready"}
    assert b.why_not("fire", "Hidden") == "the line to A is blocked by Copse (TC F6)"
    assert b.why_not("fire", "Far") == "A cannot be fired at: it is beyond 16 inches (TC F3)"
    assert b.why_not("fire", "Behind") == "the line to A is blocked by Target (TC F6)"
    assert b.why_not("fire", "A") == "that is not a stand of yours on the table"


@rule("TC O3")
def test_a_stand_that_sees_an_enemy_fire_may_shoot_at_it_and_the_enemys_shot_stands():
    text = "US rifle A 5,2 hits=1\n US rifle B 20,15\n German rifle G 5,8\n German rifle H 7,8"
    b = battle(text).act("A", "fire", "G", 3)
    assert (b["G"].hits, b["G"].morale) == (2, 1), "the shot is resolved first"
    assert b.decides() == "German"
    assert b.offers("fire") == {"H"}, "G was suppressed and cannot answer"
    b.do("fire", "H", 2)
    assert b.where("A") == ""
    assert (b["G"].hits, b["G"].morale) == (2, 1), "and is not taken back"
    assert b.decides() == "US"


@rule("TC O3")
def test_a_stand_that_does_not_see_the_firer_may_not_answer():
    text = "US rifle A 5,2\n German rifle G 5,8 finished\n German rifle H 9,8\n German rifle K 1,8\n"
    b = battle(text + "buildings Barn 2,4 4,4 4,5 2,5").act("A", "fire", "G", 10)
    assert b.offers("fire") == {"H"}, "the barn stands between A and K"


@rule("TC O3")
def test_the_target_itself_may_answer_if_it_is_unharmed():
    b = battle("US rifle A 5,2\n German rifle G 5,8").act("A", "fire", "G", 10)
    assert b.offers("fire") == {"G"}
    b.do("fire", "G", 5)
    assert b["A"].morale == 1
    assert b["A"].finished
    assert [event.rule for event in b.events if event.what == "opportunity"] == ["TC O3"]


@rule("TC O3")
def test_the_answer_may_be_declined_and_costs_nothing_then():
    b = battle("US rifle A 5,2\n German rifle G 5,8").act("A", "fire", "G", 10).do("hold")
    assert b.decides() == "US"
    assert not b["G"].finished
    assert b["A"].morale == 0


@rule("TC O3")
def test_an_answer_is_not_answered():
    b = battle("US rifle A 5,2\n US rifle B 7,2\n German rifle G 5,8").act("A", "fire", "G", 10).do("fire", "G", 10)
    assert b.decides() == "US"
    assert "stand" in b.verbs()


@rule("TC O6")
@pytest.mark.parametrize("die", [6, 7, 10])
def test_a_reaction_without_effect_marks_the_stand_finished(die):
    b = battle("US rifle A 5,2\n US rifle B 7,2\n German rifle G 5,8").act("A", "fire", "G", 10).do("fire", "G", die)
    assert b["G"].finished
    assert b.told()[-1] == "no_effect"
    b.act("B", "fire", "G", 10)
    assert b.decides() == "US", "it may not react again"


@rule("TC O6")
def test_it_is_finished_after_a_miss_at_a_mover_too_and_ready_again_in_its_own_turn():
    b = battle("US rifle A 5,2\n US rifle B 9,2\n German rifle G 5,8").act("A", "move", "7,2").do("fire", "G", 10)
    assert b["G"].finished
    b.act("B", "move", "11,2")
    assert b.decides() == "US"
    b.do("end")
    assert b.offers("stand") == {"G"}


@rule("TC O7")
@pytest.mark.parametrize("die", [1, 2, 5])
def test_an_effective_reaction_leaves_the_stand_free_to_react_again(die):
    b = battle("US rifle A 5,2\n US rifle B 7,2\n US rifle C 9,2\n German rifle G 5,8")
    b.act("A", "fire", "G", 10).do("fire", "G", die)
    assert not b["G"].finished
    assert "no_effect" not in b.told()
    b.act("B", "move", "9,6")
    assert b.decides() == "German"
    b.do("fire", "G", 5)
    assert not b["G"].finished
    b.act("C", "fire", "G", 10).do("fire", "G", 7)
    assert b["G"].finished, "until it fails"


@rule("TC O7")
def test_green_targets_are_suppressed_by_a_six_and_that_is_an_effect():
    b = battle("US rifle A 5,2 quality=green\n German rifle G 5,8").act("A", "fire", "G", 10).do("fire", "G", 6)
    assert b["A"].morale == 1
    assert not b["G"].finished


@rule("TC O7")
def test_a_suppression_of_a_stand_that_is_paralyzed_already_counts_as_a_result():
    b = battle("US rifle A 5,5 paralyzed\n German rifle G 5,8").act("A", "panic", "G")
    assert b.decides() == "German"
    b.do("fire", "G", 5)
    assert not b["G"].finished
