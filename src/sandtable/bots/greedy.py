"""A bot that looks one throw ahead: it takes the action whose exact odds leave its board worth most.

It does a fixed amount of work for a decision, counted as the odds count it. Every action gets an equal share first,
so that the cheap ones are weighed at once; what they leave goes to the others. An action that is still too much is
tried out with a few throws of the dice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
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
DECISION_WORK = 16_000
"""What a decision may cost, in the work of the odds: well under a second."""
ASKING = 10
"""What it costs to find out what could be chosen next; a hundred targets more cost one more."""
THROWS = 3
"""How often an action that is too much for the odds is tried out."""


class GreedyBot:
    """Weighs each action by exact odds, and follows its own selections (squad, then target) to their end.

    >>> import sandtable
    >>> game = sandtable.load("demo/duel")
    >>> view = game.view(game.start(sandtable.Dice.seeded(7)), 0)
    >>> GreedyBot(game, 1).choose(view).verb
    'place'
    """

    def __init__(self, game: Game, seed: int, work: int = DECISION_WORK) -> None:
        self._game = game
        self._random = random.Random(seed)
        self._work = work
        self.spent = 0
        """What the last decision has cost."""

    def choose(self, view: View) -> Action:
        """The action of most worth; equals are drawn among. What changes nothing that it could weigh it lets be."""
        asks = view.asks
        if asks is not None and asks.idle and view.asked.allows(Action(asks.idle)):
            return Action(asks.idle)
        actions, side = [action for offer in view.offers for action in offer.listed()], view.asked.side
        if len(actions) > MOST_ACTIONS:
            actions = self._random.sample(actions, MOST_ACTIONS)
        worths = self._weighed(view.state, side, actions)
        best = max(worths)
        return self._random.choice([action for action, worth in zip(actions, worths, strict=True) if worth == best])

    def _weighed(self, state: State[Any, Any], side: int, actions: Sequence[Action]) -> list[Fraction]:
        """The worth of each action: by the odds within its share, within what the others leave, or by a few throws."""
        worths: dict[Action, Fraction] = {}
        self.spent = 0
        for share in (self._work // 2, self._work):
            open_ones = [action for action in actions if action not in worths]
            for number, action in enumerate(open_ones):
                worth, spent = self._after(
                    state, side, action, SELECTIONS_AHEAD, max(0, share - self.spent) // (len(open_ones) - number)
                )
                self.spent += spent
                if worth is not None:
                    worths[action] = worth
        return [worths[each] if each in worths else self._tried(state, side, each) for each in actions]

    def _after(
        self, state: State[Any, Any], side: int, action: Action, ahead: int, work: int
    ) -> tuple[Fraction | None, int]:
        """The mean worth of what the action leads to, None if that is too much work; and the work."""
        try:
            odds = self._game.odds(state, side, action, limit=work)
        except OddsTooLarge:
            return None, work
        if len(odds) > 1 or ahead == 0:
            return odds.mean(lambda end: self._worth(end, side)), odds.work
        (end,) = odds
        decision = self._game.decision(end, side)
        selecting = decision is not None and end.board == state.board and not end.secret
        if decision is None or not selecting:
            return self._worth(end, side), odds.work
        spent = odds.work + ASKING + sum(len(offer.targets or ()) for offer in decision.offers) // 100
        best: Fraction | None = None
        following = _some([action for offer in decision.offers for action in offer.listed()])
        for number, each in enumerate(following):
            share = max(0, work - spent) // (len(following) - number)
            worth, more = self._after(end, side, each, ahead - 1, share)
            spent += more
            if worth is not None and (best is None or worth > best):
                best = worth
        return best, spent

    def _tried(self, state: State[Any, Any], side: int, action: Action) -> Fraction:
        """The mean worth after a few throws, the same whenever they are asked for."""
        ends = [self._game.after(state, side, action, Dice.seeded(number)) for number in range(THROWS)]
        return sum((self._worth(end, side) for end in ends), Fraction(0)) / THROWS

    def _worth(self, state: State[Any, Any], side: int) -> Fraction:
        if state.result is not None:
            winner = state.result.winner
            return Fraction(0 if winner is None else OVER if winner == side else -OVER)
        return Fraction(self._game.system.worth(self._game.look(state), side))


def _some(actions: list[Action]) -> list[Action]:
    """The actions, or a spread of them: a table offers thousands of points."""
    return actions[:: -(-len(actions) // MOST_NEXT)]
