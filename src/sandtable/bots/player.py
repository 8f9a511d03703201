"""What a bot is, and the simplest one."""

from __future__ import annotations

import random
from typing import Protocol

from sandtable.kernel.decision import Action
from sandtable.kernel.game import Game
from sandtable.kernel.view import View

__all__ = ["Bot", "RandomBot"]


class Bot(Protocol):
    """A player: it is shown a view, never the state."""

    def choose(self, view: View) -> Action:
        """One of the actions offered."""


class RandomBot:
    """Draws a verb, then a target.

    >>> import sandtable
    >>> game = sandtable.load("demo/bridge")
    >>> state = game.start(sandtable.Dice.seeded(7))
    >>> view = game.view(state, 0)
    >>> RandomBot(game, 1).choose(view).verb
    'place'
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        """Any action."""
        return view.pick(self._random.randrange)
