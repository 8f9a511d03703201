"""Assaults played through in the head: as often as need be, and never with another answer."""

from random import Random

import pytest
from msgspec.structs import replace

import sandtable
from sandtable import Action, Dice
from sandtable.bots.captain.guessing import likelihood
from sandtable.bots.captain.rehearsing import TIMES, WEIGHT, Rehearsal
from sandtable.bots.captain.storming import Chance, Storm, likeliest
from sandtable.contract import play_out
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.world import MOVE_MODE


@pytest.fixture(scope="module")
def questions():
    """What was rehearsed in a game, each for the first time."""
    asked = []
    trial = Rehearsal.trial

    def noted(self, state, side, hex, starts):
        asked.append((state, side, hex, starts))
        return trial(self, state, side, hex, starts)

    game = sandtable.load("tcs/crossroads-1944")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rehearsal, "trial", noted)
        play_out(game, 2, "best", steps=400, finish=False)
    return game, asked[:: max(1, len(asked) // 12)]


def chance(trial):
    """How many times in a hundred the hex falls, once all is played through."""
    while not trial.over:
        trial.play()
    assert trial.at_least == trial.at_most
    return trial.at_least


def test_a_rehearsal_that_was_broken_off_goes_on_where_it_was(questions):
    game, asked = questions
    chances = set()
    for question in asked:
        whole = chance(Rehearsal(game).trial(*question))
        chances.add(whole)
        rehearsal = Rehearsal(game)
        first = rehearsal.trial(*question)
        assert 0 <= first.at_least <= first.guess <= first.at_most <= 100
        for _ in range(TIMES):
            before = rehearsal.trial(*question)
            low, high, played = before.at_least, before.at_most, before.played
            if not before.over:
                before.play()
            again = rehearsal.trial(*question)
            assert again.over or again.played == played + 1
            assert low <= again.at_least <= whole <= again.at_most <= high
        assert rehearsal.trial(*question).over
        assert chance(rehearsal.trial(*question)) == whole
    assert len(chances) > 1


def test_the_likeliest_storm_is_the_one_that_is_found_if_all_are_rehearsed_to_the_end(questions):
    game, asked = questions
    draw = Random(3)
    found = set()
    for _ in range(60):
        rehearsal = Rehearsal(game)
        some = [draw.choice(asked) for _ in range(draw.randrange(1, 4))]
        least = draw.choice((20, 35, 45))
        chances = [
            Chance(
                Storm(hex, starts),
                rehearsal.trial(state, side, hex, starts),
                draw.randrange(40, 116),
                draw.choice((0, 20)),
            )
            for state, side, hex, starts in some
        ]
        storm = likeliest(chances, least)
        ends = [chance(each.trial) * each.arrive // 100 for each in chances]
        able = [
            (-end - each.bonus, number)
            for number, (end, each) in enumerate(zip(ends, chances, strict=True))
            if end >= least
        ]
        assert storm is (chances[min(able)[1]].storm if able else None)
        found.add(storm is None)
    assert found == {True, False}


def test_a_rehearsal_comes_to_what_the_game_does_with_the_same_dice_if_nobody_fires_at_those_who_come(questions):
    game, asked = questions
    seen = set()
    for state, side, hex, starts in asked:
        wins = sum(fought(game, state, side, hex, starts, Dice.seeded(number)) for number in range(TIMES))
        trial = Rehearsal(game).trial(state, side, hex, starts)
        assert chance(trial) == (WEIGHT * trial.guess + 100 * wins) // (WEIGHT + TIMES)
        assert trial.wins == wins
        seen.add(wins)
    assert len(seen) > 1


def fought(game, state, side, hex, starts, dice):
    """Whether an assault takes the hex, played as a match is."""
    units = list(state.board.units)
    for n, at in starts.items():
        units[n] = replace(units[n], at=at, mode=MOVE_MODE, spent=0, impulse=0, fired=False, road=False)
    now = State(replace(state.board, units=tuple(units), assaulted=()), (Act(side),), rolls=state.rolls)
    for action in (Action("assault", hex), *(Action("add", n) for n in starts), Action("go")):
        if not game.decision(now, side).allows(action):
            return False
        now, _ = game.apply(now, side, action, dice)
    while now.result is None and not isinstance(game.asks(now, side), Act):
        (decision,) = game.decisions(now)
        watches = isinstance(game.asks(now, decision.side), Watch)
        action = Action("hold") if watches else next(decision.actions())
        now, _ = game.apply(now, decision.side, action, dice)
    return any(now.board.units[n].at == hex for n in starts)


def test_an_assault_is_guessed_likelier_the_more_go_in_and_the_weaker_they_are_who_hold(questions):
    platoon = {"foot": 5, "tanks": 0, "fire": 10, "vehicles": 0, "dug_in": False, "dark": False}
    better = [dict(platoon, foot=9), dict(platoon, tanks=1), dict(platoon, fire=5)]
    worse = [dict(platoon, vehicles=1), dict(platoon, dug_in=True), dict(platoon, dark=True), dict(platoon, foot=0)]
    assert all(likelihood(**each) > likelihood(**platoon) for each in better)
    assert all(likelihood(**each) < likelihood(**platoon) for each in worse)
    assert likelihood(**dict(platoon, foot=0)) == 0


def test_guesses_agree_with_what_comes_of_assaults(questions):
    game, asked = questions
    guessed, fell = 0, 0
    for question in asked:
        trial = Rehearsal(game).trial(*question)
        guessed += trial.guess * TIMES
        chance(trial)
        fell += 100 * trial.wins
    assert abs(guessed - fell) < 30 * TIMES * len(asked)


def test_who_may_not_go_in_never_takes_the_hex(questions):
    game, asked = questions
    state, side, hex, starts = asked[0]
    trial = Rehearsal(game).trial(state, side, hex, dict.fromkeys(starts, hex))
    assert not trial.begins()
    assert trial.over
    assert chance(trial) == 0
    far = Chance(Storm(hex, starts), Rehearsal(game).trial(state, side, hex, dict.fromkeys(starts, hex)), 100, 20)
    assert likeliest([far], 20) is None
