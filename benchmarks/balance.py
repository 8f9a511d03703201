"""Plays many games bot against bot and says who wins how often.

    .venv/bin/python benchmarks/balance.py tactical_combat/first-firefight --games 200
    .venv/bin/python benchmarks/balance.py tactical_combat/first-firefight -o turns=8 --bots best greedy
    PYTHONPATH=../kept .venv/bin/python benchmarks/balance.py micro_armour/duel --bots best oldbots:best --match

Game number n is played with seed n, so the same call prints the same figures. A bot of another package, such as a copy
of an older `sandtable/bots`, is named PACKAGE:LEVEL. With --match each seed is played twice, with sides swapped, and
the wins are counted by bot. The intervals are Wilson's for a share: the true one lies between them in 95 of 100 such
runs.
"""

import argparse
import importlib
import math
import os
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import sandtable
from sandtable import Dice
from sandtable.bots import LEVELS, bot
from sandtable.kernel.errors import SandtableError
from sandtable.scenarios import load


@cache
def game_of(name, options):
    """One game for each process: its tables are worked out once."""
    return load(name, dict(options))


def player(name, game, seed):
    """A bot by its level, or by its package and level."""
    package, _, level = name.rpartition(":")
    make = importlib.import_module(package).bot if package else bot
    return make(level, game, seed)


def play(job):
    """One game: who won (None for a draw), why, the score, the last turn, and the seconds it took."""
    name, options, levels, seed = job
    game = game_of(name, options)
    players = [player(level, game, 2 * seed + side) for side, level in enumerate(levels)]
    began = time.perf_counter()
    state = sandtable.play(game, players, Dice.seeded(seed)).state
    spent = time.perf_counter() - began
    result = state.result
    return result.winner, result.words, result.score, getattr(state.board, "turn", 0), spent


def interval(count, total):
    """Wilson's 95 % interval of a share, in percent."""
    if not total:
        return 0.0, 100.0
    z, share = 1.96, count / total
    middle = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    whole = 1 + z * z / total
    return 100 * max(0.0, (middle - spread) / whole), 100 * min(1.0, (middle + spread) / whole)


def value(text):
    """An option's value as typed: yes and no, a number, or a word."""
    words = {"yes": True, "true": True, "no": False, "false": False}
    return words.get(text.casefold(), int(text) if text.lstrip("-").isdecimal() else text)


def share(count, total):
    low, high = interval(count, total)
    return f"{100 * count / max(1, total):5.1f} %  ({low:.0f} to {high:.0f})"


def told_match(game, bots, jobs, ends):
    """Which of two bots wins how often, over both sides."""
    winners = [None if end[0] is None else job[2][end[0]] for job, end in zip(jobs, ends, strict=True)]
    decided = sum(winner is not None for winner in winners)
    print(f"{game.name}: {len(ends)} games, each seed with sides swapped, sandtable {sandtable.__version__}")
    for name in bots:
        print(f"  {name:<24} wins {winners.count(name):4}  {share(winners.count(name), decided)}")
    print(f"  {'draws':<24} {len(ends) - decided:9}  {share(len(ends) - decided, len(ends))} of all games")
    spent = [end[4] for end in ends]
    print(f"  {statistics.mean(spent):.2f} s a game, the longest {max(spent):.2f} s")


def main():
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("scenario", help="a shipped scenario, or a .toml file")
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--first-seed", type=int, default=0)
    ask.add_argument(
        "--bots", nargs=2, default=["best", "best"], metavar="LEVEL", help=f"of {', '.join(LEVELS)}, or PACKAGE:LEVEL"
    )
    ask.add_argument("--match", action="store_true", help="play each seed with sides swapped and count wins by bot")
    ask.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    ask.add_argument("--processes", type=int, default=os.cpu_count())
    given = ask.parse_args()
    if given.match and given.bots[0] == given.bots[1]:
        ask.error("a match needs two different bots: name them with --bots")
    options = tuple((name, value(text)) for name, _, text in (each.partition("=") for each in given.option))
    try:
        game = load(given.scenario, dict(options))
        for level in given.bots:
            player(level, game, 0)
    except SandtableError as fault:
        sys.exit(str(fault))
    except ImportError as fault:
        sys.exit(f"{fault}: put the folder that holds the package on PYTHONPATH")
    seeds = range(given.first_seed, given.first_seed + given.games)
    orders = [tuple(given.bots), tuple(given.bots[::-1])][: 1 + given.match]
    jobs = [(given.scenario, options, order, seed) for seed in seeds for order in orders]
    with ProcessPoolExecutor(given.processes) as pool:
        ends = list(pool.map(play, jobs, chunksize=4))
    if given.match:
        told_match(game, given.bots, jobs, ends)
        return
    wins = [sum(end[0] == side for end in ends) for side in range(len(game.sides))]
    draws = len(ends) - sum(wins)
    print(f"{game.name}: {len(ends)} games, sandtable {sandtable.__version__}")
    for side, name in enumerate(game.sides):
        scores = [end[2][side] for end in ends if len(end[2]) > side]
        points = f"score {statistics.mean(scores):.1f}" if scores else ""
        print(f"  {name:<16} {given.bots[side]:<7} wins {wins[side]:4}  {share(wins[side], sum(wins))}  {points}")
    print(f"  {'draws':<24} {draws:9}  {share(draws, len(ends))} of all games; the wins are of those decided")
    spent = [end[4] for end in ends]
    turns = statistics.mean(end[3] for end in ends)
    print(f"  last turn {turns:.1f} on average; {statistics.mean(spent):.2f} s a game, the longest {max(spent):.2f} s")
    for words in sorted({end[1] for end in ends}, key=lambda each: (-sum(e[1] == each for e in ends), each))[:6]:
        print(f"  {sum(end[1] == words for end in ends):5}  {words}")


if __name__ == "__main__":
    main()
