"""Writes the battle on the home page: First Firefight in its middle, as the bots play it.

python web/hero.py
"""

import json
import os
import sys

import msgspec

from sandtable.bots import bot
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.match import Match
from sandtable.scenarios import load

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "src", "home", "hero.json")
SCENARIO, SEED, TURN = "tactical_combat/first-firefight", 11, 4


def main():
    """Play until the turn begins, and write down what an onlooker sees."""
    game = load(SCENARIO)
    match = Match(game, SeededDice(SEED))
    bots = [bot("best", game, SEED + side) for side in range(len(game.sides))]
    while match.state.result is None and game.picture(match.state, None).turn < TURN:
        decision = game.decisions(match.state)[0]
        match.act(decision.side, bots[decision.side].choose(game.view(match.state, decision.side)))
    shown = {"scene": game.scene(), "picture": game.picture(match.state, None), "sides": game.sides}
    with open(FILE, "w", encoding="utf-8") as file:
        json.dump(msgspec.to_builtins(shown), file, separators=(",", ":"), ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    sys.exit(main())
