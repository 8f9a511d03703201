"""Without numba the loops run in plain Python: slower, and the same game."""

import subprocess
import sys

GAME = """
import random, sandtable
from sandtable import Dice
from sandtable.board.table import kernels
game = sandtable.load("tactical_combat/first-firefight")
for seed in range(1):
    draw, dice = random.Random(seed), Dice.seeded(seed)
    state = game.start(dice)
    while state.result is None:
        decision = game.decisions(state)[0]
        state, _ = game.apply(state, decision.side, decision.pick(draw.randrange), dice)
    print(game.digest(state))
print(kernels("tablekernels") is None)
"""


def play(first):
    done = subprocess.run([sys.executable, "-c", first + GAME], capture_output=True, text=True, timeout=300, check=True)
    return done.stdout.split()


def test_a_game_at_random_is_the_same_without_numba():
    *compiled, plainly = play("")
    assert plainly == "False"
    *plain, plainly = play("import sys; sys.modules['numba'] = None\n")
    assert plainly == "True"
    assert plain == compiled
