"""All compiling is over before a game begins: with an empty cache too, no action of any system compiles anything."""

import json
import os
import subprocess
import sys

import pytest

LOOPS = """
import sys
from importlib import import_module
from sandtable.board.compiling import LOOPS
from numba.core.dispatcher import Dispatcher

hexkernels, *others = [import_module(f"sandtable.{loops}") for loops in LOOPS]
loops = [hexkernels.compiled(loop) for loop in (hexkernels.trace, hexkernels.spread, hexkernels.approach)]
for module in others:
    loops += [each for each in vars(module).values() if isinstance(each, Dispatcher)]
"""
ONE_MEANING = (
    LOOPS + "print([each.py_func.__name__ for each in loops if each._can_compile or len(each.signatures) != 1])"
)

PLAY = """
import contextlib, json, random
from collections import Counter

import sandtable
from numba.core.event import install_recorder
from sandtable import Action, Dice
from sandtable.board.compiling import warm_up
from sandtable.bots import bot
from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.procedure import Decide
from sandtable.kernel.targets import drawn

SYSTEMS = ("tactical_combat", "micro_armour", "tcs")
MOST = 240

def ask(game, state, side, action):
    "What a client asks of the server about a decision and an action."
    view = game.view(state, side)
    game.picture(state, side)
    game.sight(state, side, 70)
    game.line(state, side, 70, 130)
    game.route(view.state, side, action)
    game.forecast(view.state, side, action)
    game.barrier(view.state, side, action)
    with contextlib.suppress(OddsTooLarge):
        game.odds(state, side, action, limit=12)

def rarest(decision, taken, draw):
    offer = min(decision.offers, key=lambda each: (taken[each.verb], draw.random()))
    return Action(offer.verb) if offer.targets is None else Action(offer.verb, drawn(offer.targets, draw.randrange))

def play(name, taken):
    game, draw, dice = sandtable.load(name), random.Random(5), Dice.seeded(5)
    bots = [bot("best", game, side) for side in range(2)]
    game.scene()
    state = game.start(dice)
    for _ in range(MOST):
        if game.over(state):
            return
        decision = game.decisions(state)[0]
        action = rarest(decision, taken, draw)
        if draw.random() < 0.6:
            action = bots[decision.side].choose(game.view(state, decision.side))
        if taken[action.verb] < 3:
            ask(game, state, decision.side, action)
        taken[action.verb] += 1
        state, _ = game.apply(state, decision.side, action, dice)

def verbs(kind=Decide):
    for each in kind.__subclasses__():
        yield from ((each.__module__, verb) for verb in each.verbs)
        yield from verbs(each)

begun = []
with install_recorder("numba:compile") as before:
    warm_up(lambda: begun.append(len(before.buffer)))
played = {system: Counter() for system in SYSTEMS}
with install_recorder("numba:compile") as after:
    for name in sandtable.names():
        system = name.partition("/")[0]
        if system in played:
            play(name, played[system])
known = {system: {verb for module, verb in verbs() if f".{system}." in module} for system in SYSTEMS}
print(json.dumps({
    "told": len(begun),
    "before": len(before.buffer),
    "after": [str(event.data["dispatcher"]) for _, event in after.buffer],
    "played": {system: sorted(taken) for system, taken in played.items()},
    "known": {system: sorted(verbs) for system, verbs in known.items()},
}))
"""


def run(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=900,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_a_loop_is_compiled_for_one_kind_of_values_and_for_no_other():
    assert run(ONE_MEANING).strip() == "[]"


def test_the_loops_are_compiled_without_the_rules_of_any_system():
    """A mutation run compiles them once for all trials, and each trial imports its own rules."""
    loaded = "print([each for each in sys.modules if each.startswith('sandtable.systems.')])"
    assert run(LOOPS + loaded).strip() == "[]"


@pytest.mark.long
def test_no_action_of_any_system_compiles_anything_after_warming_up_an_empty_cache(tmp_path):
    """The test above says why: no loop can be compiled again. This one plays; it takes a minute of compiling."""
    told = json.loads(run(PLAY, NUMBA_CACHE_DIR=str(tmp_path)))
    assert told["told"] == 1
    assert told["before"] > 20
    assert told["after"] == []
    for system, known in told["known"].items():
        played = told["played"][system]
        assert len(played) > 0.7 * len(known), f"{system} was hardly played: {played}"


def test_what_is_in_the_cache_is_not_compiled_again():
    run("from sandtable.board.compiling import warm_up; warm_up()")
    said = run("from sandtable.board.compiling import warm_up; warm_up(lambda: print('compiling')); print('warm')")
    assert said.split() == ["warm"]


def test_without_a_place_for_the_compiled_copies_they_are_made_all_the_same(tmp_path):
    (tmp_path / "file").write_text("a file is no folder")
    nowhere = {
        "NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache"),
        "NUMBA_CACHE_LOCATOR_CLASSES": "numba.core.caching.UserProvidedCacheLocator",
    }
    code = """
from sandtable.board.compiling import has_a_place
from sandtable.board import waykernels
print(has_a_place(), waykernels._root_up(10))
"""
    assert run(code, **nowhere).split() == ["False", "4"]
