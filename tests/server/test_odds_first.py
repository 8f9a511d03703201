"""Odds before every roll: whatever throws dice is shown with its chances before it is chosen, in every system."""

import random

import pytest

from sandtable import Dice
from sandtable.bots import bot
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.odds import NEXT_PHASE
from sandtable.server.games.looking import preview
from tests.server.test_advising import set_up

BATTLES = {
    "tactical_combat/first-firefight": 110,
    "tactical_combat/crete-1941": 50,
    "micro_armour/duel": 160,
    "tcs/crossroads-1944": 120,
    "tcs/hill-61": 160,
    "tcs/river-line": 60,
    "demo/bridge": 80,
}
"""Battles, and how many actions of a game by bots are looked at."""
EACH = 2
"""How often the same verb of the same decision is looked at."""


def thrown(game, state, side, action):
    """The rolls that fall before anybody is asked again, found by taking the action."""

    _, events = game.apply(state, side, action, Dice.seeded(5))
    return [event.roll for event in events if event.roll is not None]


def walk(name, steps, seed):
    """Each verb of each decision that comes up in a game by bots, with the action and the view before it."""
    game, state, dice = set_up(name)
    players = [bot("greedy", game, seed), bot("greedy", game, seed + 1)]
    draw = random.Random(seed)
    seen = {}
    for step in range(steps):
        if game.over(state):
            return
        decision = game.decisions(state)[draw.randrange(len(game.decisions(state)))]
        view = game.view(state, decision.side)
        for offer in decision.offers:
            key = decision.name, offer.verb
            if seen.get(key, 0) < EACH:
                seen[key] = seen.get(key, 0) + 1
                action = next(iter(offer.listed()))
                yield game, state, view, decision, action
        lively = step % 3 == 0
        action = view.pick(draw.randrange) if lively else players[decision.side].choose(view)
        state, _ = game.apply(state, decision.side, action, dice)


@pytest.mark.parametrize("name", BATTLES)
def test_whatever_throws_dice_is_shown_with_its_chances_first(name):
    rolled = set()
    for game, state, view, decision, action in walk(name, BATTLES[name], 4):
        try:
            roll = view.forecast(action)
        except IllegalAction:
            continue
        told = preview(view, action, advise=False)
        what = f"{decision.name}: {view.write(action)}"
        rolls = thrown(game, state, decision.side, action)
        if told.rolls:
            rolled.add((decision.name, action.verb))
            assert told.forecast is not None, what
            assert told.forecast.chances, what
            assert abs(sum(each.percent for each in told.forecast.chances) - 100) < 0.1, what
        elif rolls and not state.secret and told.until != NEXT_PHASE:  # secret choices throw when all have been made
            raise AssertionError(f"{what} throws dice ({rolls[0]}), and the card does not say so: {roll}")
    assert rolled, "no dice fell in this walk"
