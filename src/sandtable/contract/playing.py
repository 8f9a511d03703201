"""Playing a game out, for the checks: at random, or by a bot that closes in, encoding after every action."""

from __future__ import annotations

import random

from sandtable.bots import bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match

__all__ = ["STEP_CAP", "Broken", "play_out"]

STEP_CAP = 20_000


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
        decisions = game.decisions(match.state)
        decision = decisions[draw.randrange(len(decisions))]
        view = game.view(match.state, decision.side)
        match.act(decision.side, players[decision.side].choose(view))
        data = game.encode(match.state)
        back = game.decode(data)
        if back != match.state or game.encode(back) != data:
            raise Broken(f"{game.name}, seed {seed}: the state after action {len(match.entries)} does not read back")
    if finish and not game.over(match.state):
        raise Broken(f"{game.name}, seed {seed}: the game has not ended after {steps} actions")
    return match
