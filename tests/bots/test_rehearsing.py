"""Assaults played through in the head: as often as need be, and never with another answer."""

import pytest
from msgspec.structs import replace

import sandtable
from sandtable import Action, Dice
from sandtable.bots.captain.rehearsing import TIMES, Rehearsal
from sandtable.contract import play_out
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.world import MOVE_MODE


@pytest.fixture(scope="module")
def questions():
    """What was rehearsed in a game, each for the first time."""
    asked = []
    taken = Rehearsal.taken

    def noted(self, state, side, hex, starts, least=0):
        asked.append((state, side, hex, starts))
        return taken(self, state, side, hex, starts, least)

    game = sandtable.load("tcs/crossroads-1944")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rehearsal, "taken", noted)
        play_out(game, 2, "best", steps=400, finish=False)
    return game, asked[:: max(1, len(asked) // 12)]


def test_a_rehearsal_that_was_broken_off_goes_on_where_it_was(questions):
    game, asked = questions
    chances = set()
    for question in asked:
        whole = Rehearsal(game).taken(*question)
        chances.add(whole)
        again = Rehearsal(game)
        assert again.taken(*question, 101) == 100
        for least in (90, 60, 30):
            found = again.taken(*question, least)
            assert found == whole if whole >= least else found < least
        assert again.taken(*question) == whole
    assert len(chances) > 1


def test_a_rehearsal_comes_to_what_the_game_does_with_the_same_dice_if_nobody_fires_at_those_who_come(questions):
    game, asked = questions
    seen = set()
    for state, side, hex, starts in asked:
        wins = sum(fought(game, state, side, hex, starts, Dice.seeded(number)) for number in range(TIMES))
        assert Rehearsal(game).taken(state, side, hex, starts) == 100 * wins // TIMES
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
