"""Players that see only a view.

>>> sorted(LEVELS)
['greedy', 'random']
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot, RandomBot
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game

__all__ = ["LEVELS", "Bot", "GreedyBot", "RandomBot", "bot"]

LEVELS: dict[str, Callable[[Game, int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(level: str, game: Game, seed: int) -> Bot:
    """A bot of this level for a game. The same seed plays the same way.

    >>> import sandtable
    >>> type(bot("random", sandtable.load("demo/bridge"), 1)).__name__
    'RandomBot'
    """
    if level not in LEVELS:
        raise SandtableError(f"there is no bot {level!r:.40}: there are {', '.join(LEVELS)}")
    return LEVELS[level](game, seed)
