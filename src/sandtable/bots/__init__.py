"""Players that see only a view.

>>> LEVELS
('random', 'greedy', 'best')
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot, RandomBot
from sandtable.kernel.errors import SandtableError, shown
from sandtable.kernel.game import Game

__all__ = ["LEVELS", "Bot", "GreedyBot", "RandomBot", "bot", "levels"]

LEVELS = ("random", "greedy", "best")
"""`best` is the best there is for the system."""
GROUP = "sandtable.bots"
"""The entry points by which another package brings bots: a name, and a class or function that is given the game and a
seed and returns a `Bot`.
"""


@cache
def levels() -> tuple[str, ...]:
    """The bots there are: our own, then those that other packages bring.

    >>> levels()[:3]
    ('random', 'greedy', 'best')
    """
    return (*LEVELS, *(each.name for each in entry_points(group=GROUP) if each.name not in LEVELS))


def bot(level: str, game: Game, seed: int) -> Bot:
    """A bot of this level for a game. The same seed plays the same way.

    >>> import sandtable
    >>> type(bot("best", sandtable.load("demo/bridge"), 1)).__name__
    'GreedyBot'
    """
    if level not in levels():
        raise SandtableError(f"there is no bot {shown(level)}: there are {', '.join(levels())}")
    if level not in LEVELS:
        (brought,) = entry_points(group=GROUP, name=level)
        made: Bot = brought.load()(game, seed)
        return made
    if level == "random":
        return RandomBot(game, seed)
    if level == "best" and game.system.name == "tactical_combat":
        from sandtable.bots.fighter import FighterBot

        return FighterBot(game, seed)
    if level == "best" and game.system.name == "micro_armour":
        from sandtable.bots.tanker import TankerBot

        return TankerBot(game, seed)
    if level == "best" and game.system.name == "tcs":
        from sandtable.bots.commander import CommanderBot

        return CommanderBot(game, seed)
    return GreedyBot(game, seed)
