"""Where the time of random play goes, by layer and by activity: samples by the clock of the processor.

    .venv/bin/python benchmarks/layers.py tcs/crossroads-1944 --seconds 20

A sample counts for the innermost Python function that runs; compiled code counts for the function that called it.
"""

import argparse
import signal
from collections import Counter

import sandtable
from sandtable.cli.bench import random_play

EVERY = 0.001
"""Seconds of the processor between two samples."""
ACTIVITIES = {
    ("asking.py", "_offer"): "offers: the targets of a verb",
    ("asking.py", "allows"): "checking the action",
    ("targets.py", "drawn"): "drawing a target",
    ("game.py", "_asked"): "the board as the side knows it",
    ("field.py", "told"): "what is rolled, with its modifiers",
    ("dice.py", "throw"): "dice",
    ("running.py", "carried_out"): "what the action does",
    ("running.py", "settle"): "running on to the next decision",
    ("running.py", "advance"): "what a roll does",
    ("game.py", "apply"): "the rest of `apply`",
}
"""What a function is for; the innermost of them on the stack counts."""


def layer_of(path):
    """The layer of a source file."""
    for part, name in (
        ("/systems/", "rules"),
        ("kernels.py", "board, compiled"),
        ("/numba/", "board, compiled"),
        ("/numpy/", "board, compiled"),
        ("/board/", "board, in Python"),
        ("/kernel/", "kernel"),
        ("/cli/", "the loop itself"),
    ):
        if part in path:
            return name
    return "Python's library"


def sampled(game, seconds):
    """Decisions a second, and the samples by layer and by activity."""
    layers, activities = Counter(), Counter()

    def sample(_, frame):
        layers[layer_of(frame.f_code.co_filename)] += 1
        while frame is not None:
            code = frame.f_code
            known = ACTIVITIES.get((code.co_filename.rpartition("/")[2], code.co_name))
            if known:
                break
            frame = frame.f_back
        activities[known if frame is not None else "the rest"] += 1

    random_play(game, 2.0)
    signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    decisions, _, spent = random_play(game, seconds)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return decisions / spent, layers, activities


def main():
    """One table for each scenario."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("scenarios", nargs="+")
    reader.add_argument("--seconds", type=float, default=20.0)
    given = reader.parse_args()
    for name in given.scenarios:
        rate, *tables = sampled(sandtable.load(name), given.seconds)
        print(f"\n{name}: {rate:,.0f} decisions a second, {1e6 / rate:.0f} microseconds each")
        for table in tables:
            print()
            for what, count in table.most_common():
                print(f"| {what} | {count / table.total():.0%} |")


if __name__ == "__main__":
    main()
