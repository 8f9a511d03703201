"""How long a decision takes every bot that people can choose, and an odds question at its usual limit.

    .venv/bin/python benchmarks/bots.py                                  # every shipped scenario
    .venv/bin/python benchmarks/bots.py tcs/crossroads-1944 --asked 200  # these scenarios, with more decisions

Games are played by the best bot and at random. At decisions spread over them every bot is asked what it would do, and
the odds of a few actions are worked out. The slowest of each is printed, in seconds of processor time. An answer
that takes longer than `--patience` seconds is stopped and counts as that long.
"""

import argparse
import random
import signal
import time
from itertools import islice

import sandtable
from sandtable.bots import LEVELS, bot
from sandtable.contract import play_out
from sandtable.kernel.errors import OddsTooLarge


class Broken(Exception):
    """It took too long."""


def _break_off(*_):
    raise Broken


def seconds(patience, do):
    """How long it takes."""
    signal.setitimer(signal.ITIMER_VIRTUAL, patience)
    began = time.process_time()
    try:
        do()
    except (OddsTooLarge, Broken):
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - began


def decisions_of(game, games, asked):
    """Decisions spread over a few games, each as the deciding side knows it."""
    found = []
    for seed in range(games):
        for level in ("best", "random"):
            for number, entry in enumerate(play_out(game, 9000 + seed, level, steps=600, finish=False).entries):
                found.append((f"{level} {9000 + seed}, decision {number}", entry.before, entry.side))
    return found[:: max(1, len(found) // asked)]


def slowest(game, games, asked, patience):
    """For each bot, and for the odds: the slowest, where that was, and the mean."""
    draw = random.Random(1)
    told = {}

    def note(name, where, spent):
        worst, at, total, count = told.get(name, (0.0, "", 0.0, 0))
        told[name] = *max((worst, at), (spent, where)), total + spent, count + 1

    for where, state, side in decisions_of(game, games, asked):
        view = game.view(game.decode(game.encode(state)), side)
        for level in LEVELS:
            player = bot(level, game, 1)
            note(level, where, seconds(patience, lambda player=player, view=view: player.choose(view)))
        for offer in view.decision.offers:
            actions = list(islice(offer.actions(), 2000))
            action = draw.choice(actions)
            spent = seconds(patience, lambda view=view, action=action: game.odds(view.state, view.side, action))
            note("odds", f"{where}, {action}", spent)
    return told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenarios", nargs="*", default=sandtable.scenarios.names())
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--asked", type=int, default=60)
    parser.add_argument("--patience", type=float, default=60.0)
    given = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _break_off)
    for name in given.scenarios:
        print(name, flush=True)
        told = slowest(sandtable.load(name), given.games, given.asked, given.patience)
        for kind, (worst, where, total, count) in told.items():
            print(f"  {kind:7} {worst:8.2f} s slowest, {total / count:7.3f} s mean of {count}: {where}", flush=True)
