"""Sandtable: tactical wargames, fully enforced, with the exact odds of every roll.

>>> import sandtable
>>> game = sandtable.load("demo/bridge")
>>> state = game.start(sandtable.Dice.seeded(7))
>>> game.decisions(state)[0].prompt
'Place your squads: Blue A next.'
"""

from sandtable.kernel.decision import Action, Decision, Offer
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import IllegalAction, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match, play
from sandtable.kernel.state import Result, State
from sandtable.kernel.view import View
from sandtable.scenarios import load, names

__all__ = [
    "Action",
    "Decision",
    "Dice",
    "Game",
    "IllegalAction",
    "Match",
    "Offer",
    "Result",
    "SandtableError",
    "State",
    "View",
    "load",
    "names",
    "play",
]
__version__ = "0.1.0"
