"""Morale recovery of Tactical Combat: at the end of a turn, with a check, and by a leader (TC R)."""

from fractions import Fraction

import pytest

from sandtable import Action, IllegalAction
from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.odds import Assumption
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule

NORMAL, SUPPRESSED, PARALYZED = 0, 1, 2


def battle(text, **how):
    return Battle(text, **{"command": "none", **how})


ALL = """
    US rifle A 2,2
    US rifle B 5,2 suppressed
    US rifle C 8,2 paralyzed
    German rifle G 2,14
    German rifle H 5,14 suppressed
    German rifle K 8,14 paralyzed
"""


@rule("TC R1")
def test_every_stand_of_the_active_side_gains_one_level_and_none_two():
    b = battle(ALL).do("end")
    assert [b[name].morale for name in "ABC"] == [NORMAL, NORMAL, SUPPRESSED]
    assert [(event.what, event.rule) for event in b.events][:2] == [("recovers", "TC R1"), ("steadies", "TC R1")]
    b.do("end").do("end")
    assert b["C"].morale == NORMAL, "the next time it is well again"


@rule("TC R1")
def test_suppressed_markers_come_off_before_paralyzed_ones_are_changed():
    # The paralyzed stand stands first in the list: the order is that of the rule, not of the list.
    b = battle("US rifle A 2,2 paralyzed\n US rifle B 5,2 suppressed\n German rifle G 2,14").do("end")
    assert [event.values["stand"] for event in b.events if event.rule == "TC R1"] == [1, 0]
    assert (b["A"].morale, b["B"].morale) == (SUPPRESSED, NORMAL)


@rule("TC R1")
def test_recovery_is_the_last_phase_and_finished_stands_recover_too():
    b = battle("US rifle A 5,2 suppressed\n German rifle G 5,8 finished").act("A", "fire", "G", 10)
    assert b["A"].morale == SUPPRESSED
    b.do("end")
    assert b["A"].morale == NORMAL
    assert b["A"].finished, "its marker comes off in its own next turn"
    assert b.told()[0] == "recovers"


@rule("TC R1")
def test_passengers_and_vehicles_recover():
    b = battle("US w44_truck T 2,2 suppressed\n US rifle A 2,2 suppressed in=T\n German rifle G 2,14").do("end")
    assert (b["T"].morale, b["A"].morale) == (NORMAL, NORMAL)


@rule("TC R2")
def test_the_other_side_does_not_recover():
    b = battle(ALL).do("end")
    assert [b[name].morale for name in "GHK"] == [NORMAL, SUPPRESSED, PARALYZED]
    b.do("end")
    assert [b[name].morale for name in "GHK"] == [NORMAL, NORMAL, SUPPRESSED]
    assert [b[name].morale for name in "ABC"] == [NORMAL, NORMAL, SUPPRESSED]


NUMBERS = [("green", 6), ("regular", 5), ("elite", 4)]


@rule("TC R3")
@pytest.mark.parametrize(("quality", "least"), NUMBERS)
@pytest.mark.parametrize(("marker", "before"), [("suppressed", SUPPRESSED), ("paralyzed", PARALYZED)])
def test_with_the_option_a_stand_rolls_to_recover(quality, least, marker, before):
    text = f"US rifle A 2,2 {marker} quality={quality}\n German rifle G 2,14"
    assert battle(text, morale_recovery_check=True).do("end", None, least)["A"].morale == before - 1
    b = battle(text, morale_recovery_check=True).do("end", None, least - 1)
    assert b["A"].morale == before
    assert battle(text, morale_recovery_check=True).do("end", None, 10)["A"].morale == before - 1
    assert battle(text, morale_recovery_check=True).do("end", None, 1)["A"].morale == before
    assert b.rolls()[0].resolution.rule == "TC R3"
    assert b.rolls()[0].resolution.odds()["improves"] == Fraction(11 - least, 10)


@rule("TC R3")
def test_each_stand_rolls_once_the_suppressed_first_and_only_those_who_need_it():
    b = battle(
        "US rifle A 2,2 paralyzed\n US rifle B 5,2 suppressed\n US rifle C 8,2\n German rifle G 2,14 suppressed",
        morale_recovery_check=True,
    ).do("end", None, 4, 5)
    assert [roll.resolution.words for roll in b.rolls()] == ["B (regular) recovers", "A (regular) recovers"]
    assert [b[name].morale for name in "ABCG"] == [SUPPRESSED, SUPPRESSED, NORMAL, SUPPRESSED]


RALLY = """
    US leader L 5,5 {}
    US rifle A {} {}
    German rifle G 5,15 finished
"""


def rally(leader="", place="5,10", marker="suppressed", **how):
    return battle(RALLY.format(leader, place, marker), **{"leader_rally": True, **how}).do("stand", "L")


@rule("TC R4")
@pytest.mark.parametrize(("marker", "after"), [("suppressed", NORMAL), ("paralyzed", SUPPRESSED)])
def test_a_leader_goes_to_a_shaken_stand_and_lifts_it_one_level_at_once(marker, after):
    b = rally(marker=marker)
    assert b.offers("rally") == {"A"}
    b.do("rally", "A")
    assert b["A"].morale == after
    assert b.look.touching(b.number("L"), b.number("A"))
    assert b["L"].finished
    assert not b["A"].finished
    b.do("move", b.where("L"))
    if after == NORMAL:
        b.do("stand", "A")
        assert "move" in b.verbs(), "the stand may act this turn"


@rule("TC R4")
def test_it_is_an_option():
    b = rally(leader_rally=False)
    assert "rally" not in b.verbs()
    assert b.why_not("rally", "A") == "leaders do not rally in this game: the option leader_rally is off (TC R4)"
    with pytest.raises(IllegalAction):
        b.do("rally", "A")


@rule("TC R4")
@pytest.mark.parametrize(("place", "reached"), [("5,14", True), ("5,14.5", False)])
def test_he_must_be_able_to_reach_it_in_his_move(place, reached):
    # Eight inches take him to 5,13: in contact with a stand at 5,14.
    b = battle(RALLY.format("", place, "suppressed").replace("5,15", "20,15"), leader_rally=True).do("stand", "L")
    assert (b.offers("rally") == {"A"}) == reached
    why = "only a platoon or company leader rallies, and a Suppressed or Paralyzed stand he can reach (TC R4)"
    assert b.why_not("rally", "A") == ("" if reached else why)


@rule("TC R4")
def test_he_lifts_a_stand_he_has_joined_already_without_a_step():
    b = rally(place="5,6").do("rally", "A")
    assert b.where("L") == "5.0,5.0"
    assert b["A"].morale == NORMAL
    assert b["L"].finished


@rule("TC R4")
def test_he_goes_on_with_what_is_left_of_his_move():
    b = rally(place="5,8").do("rally", "A")
    assert b.where("L") == "5.0,7.0"
    assert b.decision().prompt == "L has 6 inches left: where to?"
    assert b.why_not("move", "11,7") == ""
    assert b.why_not("move", "11.5,7") != ""
    b.do("move", "11,7")
    assert b.where("L") == "11.0,7.0"
    assert [(event.what, event.rule) for event in b.events] == [("moves", "TC R4")]
    assert b.offers("stand") == {"A"}, "he is Finished"
    tired = battle(RALLY.format("", "5,14", "suppressed").replace("5,15", "20,15"), leader_rally=True)
    assert "end" in tired.act("L", "rally", "A").verbs(), "nothing of his move is left"


@rule("TC O10")
def test_what_was_seen_of_the_way_to_the_stand_counts_when_he_goes_on():
    text = "US leader L 5,5\nUS rifle A 5,6.5 suppressed\nGerman rifle G 12,5.5"
    b = battle(text, leader_rally=True).act("L", "rally", "A").do("move", "5,5")
    assert b.decides() == "German", "half an inch to the stand, and half an inch from it"
    held = battle(text.replace("5,6.5", "7.5,8.5"), leader_rally=True).act("L", "rally", "A").do("hold")
    assert held.do("move", "5,7").decides() == "US", "he has let the move pass (TC M3)"


@rule("TC R4")
@pytest.mark.parametrize(("die", "left"), [(2, "4"), (4, "2")])
def test_dice_on_the_way_to_the_stand_are_part_of_his_move(die, left):
    text = "woods Wood 0,5.8 24,5.8 24,16 0,16\n" + RALLY.format("", "5,8", "suppressed")
    b = battle(text, leader_rally=True, terrain_die=True).act("L", "rally", "A", die)
    assert b.decision().prompt == f"L has {left} inches left: where to?"
    b.do("move", "7,7")
    assert b.where("L") == "7.0,7.0"


@rule("TC R4")
def test_only_one_stand_and_only_a_shaken_one():
    b = battle(
        """
        US leader L 5,5
        US rifle A 5,6 suppressed
        US rifle B 6,5 suppressed
        US rifle C 4,5
        German rifle G 20,15
        German rifle H 9,9 suppressed
        """,
        leader_rally=True,
    ).do("stand", "L")
    assert b.offers("rally") == {"A", "B"}
    b.do("rally", "A")
    assert (b["A"].morale, b["B"].morale) == (NORMAL, SUPPRESSED)
    assert b.verbs() == {"move"}, "he goes on, but rallies nobody else"
    b.do("move", "5,5")
    assert b.offers("stand") == {"A", "B", "C"}


@rule("TC R4")
def test_a_shaken_leader_a_headquarters_and_a_rifle_stand_rally_nobody():
    for marker in ("suppressed", "paralyzed"):
        assert "rally" not in rally(leader=marker, place="5,3").verbs()
    assert "rally" in rally(place="5,3").verbs()
    hq = battle(RALLY.replace("leader L", "hq L").format("", "5,10", "suppressed"), leader_rally=True).do("stand", "L")
    assert "rally" not in hq.verbs(), "only leaders of platoons and companies"
    rifle = battle(RALLY.replace("leader L", "rifle L").format("", "5,10", "suppressed"), leader_rally=True)
    assert "rally" not in rifle.do("stand", "L").verbs()


@rule("TC R4")
def test_a_leader_in_a_truck_rallies_nobody():
    b = battle(
        "US w44_truck T 5,5\n US leader L 5,5 in=T\n US rifle A 5,10 suppressed\n German rifle G 20,15",
        leader_rally=True,
    ).do("stand", "L")
    assert "rally" not in b.verbs()


@rule("TC R4")
def test_a_leader_stopped_on_his_way_does_not_rally():
    b = battle(
        "US leader L 5,5\n US rifle A 5,10 suppressed\n German rifle G 9,8",
        leader_rally=True,
    ).act("L", "rally", "A")
    assert b.decides() == "German", "his walk may be fired at like any move"
    b.do("fire", "G", 5)
    assert b["L"].morale == SUPPRESSED
    assert b["A"].morale == SUPPRESSED
    assert b["L"].finished


@rule("TC R4")
@pytest.mark.parametrize(("die", "after"), [(3, NORMAL), (6, SUPPRESSED)])
def test_a_leader_who_does_not_get_there_does_not_rally(die, after):
    text = RALLY.format("", "5,10", "suppressed") + "woods Belt 0,6.6 20,6.6 20,7.4 0,7.4"
    b = battle(text, leader_rally=True, terrain_die=True).act("L", "rally", "A", die)
    assert b["A"].morale == after, "three inches to go behind the edge of the woods"


@rule("TC R4")
def test_a_leader_suppressed_beside_the_other_does_not_rally():
    # Two leaders in contact are no larger stand to each other: he is a target to the last.
    text = "US leader L 5,5\n US leader K 5,7 suppressed\n German rifle G 9,8"
    b = battle(text, leader_rally=True).act("L", "rally", "K")
    assert (b.decides(), b.where("L")) == ("German", "5.0,6.0")
    assert b.do("fire", "G", 5)["K"].morale == SUPPRESSED
    again = battle(text, leader_rally=True).act("L", "rally", "K").do("fire", "G", 10)
    assert again["K"].morale == NORMAL


@rule("TC R4")
def test_his_stand_may_have_been_lifted_and_recovers_once_more_at_the_end():
    b = rally(marker="paralyzed").do("rally", "A").do("move", "5,9").do("end")
    assert b["A"].morale == NORMAL
    assert not b.game.over(b.state)
    odds = rally()
    assert odds.game.odds(odds.state, 0, Action("rally", odds.target("A"))).chance(
        lambda end: end.board.stands[1].morale == NORMAL
    ) == Fraction(1)


def test_the_odds_of_ending_a_phase_stop_before_the_checks_of_the_next():
    lines = [f"US rifle A{n} {2 + 1.5 * n},2 suppressed" for n in range(12)]
    b = battle("\n".join([*lines, "German rifle G 2,14"]), morale_recovery_check=True)
    all_of_it = b.game.odds(b.state, 0, Action("end"), limit=100_000, through_phases=True)
    assert (len(all_of_it), all_of_it.until) == (2**12, "up to the next decision")
    short = b.game.odds(b.state, 0, Action("end"), limit=10)
    assert (len(short), short.until) == (1, "up to the next phase")
    (end,) = short
    assert (end.board, b.game.decisions(end)) == (b.state.board, ())
    with pytest.raises(OddsTooLarge, match=r"limit on work \(4000\)"):
        b.game.odds(b.state, 0, Action("end"), assuming=Assumption("as far as it goes", lambda view: None))
