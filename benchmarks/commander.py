"""How the commander of TCS does against bots that do not write orders, from both seats and on the same seeds.

    .venv/bin/python benchmarks/commander.py --seeds 50
    .venv/bin/python benchmarks/commander.py tcs/river-line --seeds 20 --first-seed 900

Two opponents: `no sheets` is the same commander, guns and aircraft included, but it never writes a sheet and plays by
those of the scenario; `captain` fights the action phases by the sheets of the scenario and calls for no fire. Each
seed is played twice, with sides swapped. Draws are counted apart; the shares are of the games decided, with Wilson's
interval of 95 %.
"""

import argparse
import time

import sandtable
from balance import interval
from sandtable import Action, Dice
from sandtable.bots.captain import CaptainBot
from sandtable.bots.commander import CommanderBot
from sandtable.systems.tcs.calling import Call


class Captain(CaptainBot):
    """The captain by himself: he leaves the guns alone."""

    def choose(self, view):
        return Action("done") if isinstance(view.asks, Call) else super().choose(view)


OPPONENTS = {
    "no sheets": lambda game, seed: CommanderBot(game, seed, writes=False),
    "captain": Captain,
}


def winner(game, players, seed):
    """The side that wins; None for a draw."""
    return sandtable.play(game, players, Dice.seeded(seed)).state.result.winner


def contest(game, make, seeds):
    """Wins, losses and draws of the commander on either side."""
    counts = [[0, 0, 0], [0, 0, 0]]
    for seed in seeds:
        for side in (0, 1):
            players = [make(game, 2 * seed), make(game, 2 * seed + 1)]
            players[side] = CommanderBot(game, 2 * seed + side)
            won = winner(game, players, seed)
            counts[side][2 if won is None else int(won != side)] += 1
    return counts


def line(words, wins, losses, draws):
    low, high = interval(wins, wins + losses)
    share = 100 * wins / max(1, wins + losses)
    return f"  {words:<34} {wins:3} wins {losses:3} losses {draws:3} draws  {share:4.0f} % ({low:.0f} to {high:.0f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenario", nargs="?", default="tcs/hill-61")
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--against", choices=list(OPPONENTS), nargs="*", default=list(OPPONENTS))
    given = parser.parse_args()
    game = sandtable.load(given.scenario)
    for name in given.against:
        began = time.process_time()
        counts = contest(game, OPPONENTS[name], range(given.first_seed, given.first_seed + given.seeds))
        spent = (time.process_time() - began) / (2 * given.seeds)
        print(f"{game.name}: commander against {name}, {2 * given.seeds} games, {spent:.1f} s a game")
        for side, row in enumerate(counts):
            print(line(f"as {game.sides[side]}", *row))
        print(line("together", *map(sum, zip(*counts, strict=True))), flush=True)
