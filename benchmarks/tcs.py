"""How long TCS takes with many units, with python-chess beside it in the same run; writes benchmarks/tcs.md.

    .venv/bin/python benchmarks/tcs.py            # some minutes
    .venv/bin/python benchmarks/tcs.py --print    # measure without writing

*Hill 61* has about 60 units. A few games of it are played by bots; then every decision on the way is worked out again
from a state that has been saved and read, so that nothing is known of it yet: all its offers, counted to the last
target, and the action that was taken. Times are those of the processor.
"""

import datetime
import os
import platform
import statistics
import sys
import time
from pathlib import Path

import chess

import sandtable
from run import chess_play, play_rate
from sandtable import Dice
from sandtable.contract import play_out

GAMES = 3
ROUNDS = 5
SECONDS = 1.0
EVERY = 3
"""Each decision out of this many is measured."""


def bot_games(name, games):
    """The games, and how many seconds each took."""
    game = sandtable.load(name)
    found, spent = [], []
    for seed in range(games):
        began = time.process_time()
        found.append(play_out(game, seed, "best"))
        spent.append(time.process_time() - began)
    return game, found, spent


def parts(game, games):
    """Milliseconds of each decision's offers, and of each action."""
    offers, actions = [], []
    for match in games:
        for number, entry in enumerate(match.entries):
            if number % EVERY:
                continue
            fresh = game.decode(game.encode(entry.before))
            began = time.process_time()
            for decision in game.decisions(fresh):
                for offer in decision.offers:
                    len(offer)
            offers.append(1000 * (time.process_time() - began))
            dice = Dice.seeded(number)
            began = time.process_time()
            game.apply(fresh, entry.side, entry.action, dice)
            actions.append(1000 * (time.process_time() - began))
    return offers, actions


def rank(values, percent):
    """The value that this many percent do not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def rates():
    """Decisions a second at random, measured in turn with python-chess."""
    games = {
        name: sandtable.load(f"tcs/{name}") for name in ("crossroads-1944", "crossroads-guns", "hill-61", "fulda-1987")
    }
    for game in games.values():
        play_rate(game, SECONDS)
    found = {name: [] for name in (*games, "chess")}
    for _ in range(ROUNDS):
        for name, game in games.items():
            found[name].append(play_rate(game, SECONDS))
        found["chess"].append(chess_play(SECONDS, claim=True))
    return {name: (max(values), statistics.median(values)) for name, values in found.items()}


def main():
    speed = rates()
    hill, matches, spent = bot_games("tcs/hill-61", GAMES)
    offers, actions = parts(hill, matches)
    _, _, short = bot_games("tcs/crossroads-1944", 5)
    _, _, guns = bot_games("tcs/crossroads-guns", 5)
    _, _, river = bot_games("tcs/river-line", 3)
    _, _, fulda = bot_games("tcs/fulda-1987", 3)
    lines = [
        "# TCS with many units",
        "",
        f"{datetime.date.today()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
        "time of the processor.",
        f"Made by `.venv/bin/python benchmarks/tcs.py`; python-chess {chess.__version__} is measured in the same run.",
        "",
        "| random play | decisions a second, best | median | times python-chess |",
        "|---|---:|---:|---:|",
    ]
    base = speed["chess"][0]
    names = {
        "crossroads-1944": "*Crossroads, 1944*",
        "crossroads-guns": "*Crossroads with Guns*",
        "hill-61": "*Hill 61*",
        "fulda-1987": "*Fulda Approach, 1987*",
        "chess": "python-chess, asking `is_game_over`",
    }
    for name, words in names.items():
        most, middle = speed[name]
        lines.append(f"| {words} | {most:,.0f} | {middle:,.0f} | {most / base:.2f} |")
    lines += ["", "| a game between two bots | median, s | longest, s | to reach |", "|---|---:|---:|---|"]
    for words, times, goal in (
        ("*Hill 61*", spent, "60 s"),
        ("*River Line at Night*", river, ""),
        ("*Fulda Approach, 1987*", fulda, "120 s"),
        ("*Crossroads with Guns*", guns, ""),
        ("*Crossroads, 1944*", short, "3 s"),
    ):
        lines.append(f"| {words} | {statistics.median(times):.1f} | {max(times):.1f} | {goal} |")
    lines += [
        "",
        f"| *Hill 61*, {len(offers):,} decisions | median, ms | 95 of 100 within, ms | longest, ms | to reach |",
        "|---|---:|---:|---:|---|",
    ]
    for words, values, goal in (("all offers of a decision", offers, "5 ms"), ("an action", actions, "10 ms")):
        lines.append(
            f"| {words} | {statistics.median(values):.1f} | {rank(values, 95):.1f} | {max(values):.0f} | {goal} |"
        )
    text = "\n".join(lines) + "\n"
    print(text)
    if "--print" not in sys.argv:
        (Path(__file__).parent / "tcs.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
