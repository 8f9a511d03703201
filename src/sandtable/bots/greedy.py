"""A bot that looks one throw ahead: it takes the action whose exact odds leave its board worth most."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.kernel.view import View

__all__ = ["GreedyBot"]

SELECTIONS_AHEAD = 3
MOST_ACTIONS = 60
MOST_NEXT = 8
"""How many it weighs of what it could choose after a selection."""
OVER = 10_000


class GreedyBot:
    """Weighs each action by exact odds, and follows its own selections (squad, then target) to their end.

    >>> import sandtable
    >>> game = sandtable.load("demo/duel")
    >>> view = game.view(game.start(sandtable.Dice.seeded(7)), 0)
    >>> GreedyBot(game, 1).choose(view).verb
    'place'
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        """The action of most worth; equals are drawn among."""
        actions, side = list(view.actions()), view.asked.side
        if len(actions) > MOST_ACTIONS:
            actions = self._random.sample(actions, MOST_ACTIONS)
        worths = [self._after(view.state, side, action, SELECTIONS_AHEAD) for action in actions]
        best = max(worths)
        return self._random.choice([action for action, worth in zip(actions, worths, strict=True) if worth == best])

    def _after(self, state: State[Any, Any], side: int, action: Action, ahead: int) -> Fraction:
        """The mean worth of what the action leads to."""
        try:
            odds = self._game.odds(state, side, action)
        except OddsTooLarge:
            return Fraction(-OVER)
        if len(odds) > 1 or ahead == 0:
            return odds.mean(lambda end: self._worth(end, side))
        (end,) = odds
        decision = self._game.decision(end, side)
        selecting = decision is not None and end.board == state.board and not end.secret
        if decision is None or not selecting:
            return self._worth(end, side)
        return max(self._after(end, side, each, ahead - 1) for each in _some(list(decision.actions())))

    def _worth(self, state: State[Any, Any], side: int) -> Fraction:
        if state.result is not None:
            winner = state.result.winner
            return Fraction(0 if winner is None else OVER if winner == side else -OVER)
        return Fraction(self._game.system.worth(self._game.look(state), side))


def _some(actions: list[Action]) -> list[Action]:
    """The actions, or a spread of them: a table offers thousands of points."""
    return actions[:: -(-len(actions) // MOST_NEXT)]
