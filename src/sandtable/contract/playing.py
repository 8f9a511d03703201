"""Playing a game out, for the checks: at random, or by a bot that closes in, encoding after every action."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from sandtable.bots import bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.state import State

__all__ = ["ODDS", "SOME", "STEP_CAP", "Broken", "level_of", "play_out", "played", "states_of"]

STEP_CAP = 20_000
ODDS = 40_000
"""What the odds of an action may cost: ten times as much as a player waits for."""
SOME = 12
"""Where there are hundreds of a kind, this many are looked at, or one in twelve."""


class Broken(AssertionError):
    """A promise of the contract was broken; the text says which, where, and with what seed."""


def play_out(
    game: Game, seed: int, level: str = "random", *, steps: int = STEP_CAP, finish: bool = True, turns: int = STEP_CAP
) -> Match:
    """A match played by bots of one level, up to the end of this turn; with `finish` it must end within `steps`.

    After every action the state is encoded, read back and encoded again: what differs (a True for a 1, a
    number of a foreign type) is a fault here, not years later in a saved game.

    >>> import sandtable
    >>> play_out(sandtable.load("demo/duel"), 1).state.result is not None
    True
    """
    draw = random.Random(seed)
    players = [bot(level, game, draw.randrange(1 << 30)) for _ in game.sides]
    match = Match(game, Dice.seeded(seed))
    for _ in range(steps):
        if game.over(match.state) or getattr(match.state.board, "turn", 0) > turns:
            return match
        asked = game.asking(match.state)
        side = asked[draw.randrange(len(asked))].side
        match.act(side, players[side].choose(game.view(match.state, side)))
        data = game.encode(match.state)
        back = game.decode(data)
        if back != match.state or game.encode(back) != data:
            raise Broken(f"{game.name}, seed {seed}: the state after action {len(match.entries)} does not read back")
    if finish and not game.over(match.state):
        raise Broken(f"{game.name}, seed {seed}: the game has not ended after {steps} actions")
    return match


def level_of(seed: int) -> str:
    """Which bot plays the game of a seed: every fourth is the best."""
    return "best" if seed % 4 == 3 else "random"


@lru_cache(maxsize=4)
def played(game: Game, seed: int, level: str) -> Match:
    """A game that several promises are checked on; nobody changes it."""
    return play_out(game, seed, level)


def states_of(match: Match) -> list[State[Any, Any]]:
    """All states of a game, from the first to the last."""
    return [match.first, *(entry.after for entry in match.entries)]
