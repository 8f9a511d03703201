"""Measures the memory of a process that plays one battle again and again, and writes benchmarks/memory.md.

    .venv/bin/python benchmarks/memory.py                 # some minutes; Linux only
    .venv/bin/python benchmarks/memory.py --games 20 --print

The best bots play, and after each game the process says how much memory it holds. It should grow with what the first
games work out about the battle, and then no more.
"""

import argparse
import datetime
import multiprocessing
import os
from pathlib import Path

import sandtable
from sandtable import Dice
from sandtable.bots import bot

BATTLES = ("tactical_combat/omaha-1944", "micro_armour/1973-valley", "tcs/crossroads-guns")


def held():
    """The megabytes that this process holds in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def play(name, games, told):
    """Games of one battle in a process of its own; the memory before the first and after each."""
    game = sandtable.load(name)
    told.put(held())
    for seed in range(games):
        sandtable.play(game, [bot("best", game, seed=2 * seed + side) for side in range(2)], Dice.seeded(seed))
        told.put(held())


def measured(name, games):
    """The megabytes before the first game and after each."""
    fresh = multiprocessing.get_context("spawn")
    told = fresh.Queue()
    process = fresh.Process(target=play, args=(name, games, told))
    process.start()
    found = [told.get() for _ in range(games + 1)]
    process.join()
    return found


def main():
    """One row for each battle."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=8)
    reader.add_argument("--print", action="store_true", help="measure without writing")
    given = reader.parse_args()
    head = ["before", *(f"after {number}" for number in range(1, given.games + 1))]
    rows = []
    for name in BATTLES:
        found = measured(name, given.games)
        rows.append(
            f"| *{sandtable.load(name).scenario.title}* | " + " | ".join(f"{each:.0f}" for each in found) + " |"
        )
        print(rows[-1], flush=True)
    text = "\n".join(
        [
            "# Memory",
            "",
            f"{datetime.date.today()}, made by `.venv/bin/python benchmarks/memory.py`. Megabytes held by a process",
            "that plays one battle again and again, best bots on both sides: before the first game, and after each.",
            "",
            f"| battle | {' | '.join(head)} |",
            f"|---|{'---:|' * len(head)}",
            *rows,
            "",
        ]
    )
    if not given.print:
        Path(__file__).with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
