"""Players that see only a view.

>>> LEVELS
('random', 'greedy', 'best')
"""

from __future__ import annotations

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot, RandomBot
from sandtable.kernel.errors import SandtableError, shown
from sandtable.kernel.game import Game

__all__ = ["LEVELS", "Bot", "GreedyBot", "RandomBot", "bot"]

LEVELS = ("random", "greedy", "best")
"""`best` is the best there is for the system."""


def bot(level: str, game: Game, seed: int) -> Bot:
    """A bot of this level for a game. The same seed plays the same way.

    >>> import sandtable
    >>> type(bot("best", sandtable.load("demo/bridge"), 1)).__name__
    'GreedyBot'
    """
    if level not in LEVELS:
        raise SandtableError(f"there is no bot {shown(level)}: there are {', '.join(LEVELS)}")
    if level == "random":
        return RandomBot(game, seed)
    if level == "best" and game.system.name == "tactical_combat":
        from sandtable.bots.fighter import FighterBot

        return FighterBot(game, seed)
    if level == "best" and game.system.name == "micro_armour":
        from sandtable.bots.tanker import TankerBot

        return TankerBot(game, seed)
    if level == "best" and game.system.name == "tcs":
        from sandtable.bots.captain import CaptainBot

        return CaptainBot(game, seed)
    return GreedyBot(game, seed)
