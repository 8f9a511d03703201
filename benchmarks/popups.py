"""What pop-ups from cover are worth: helicopters lost for each kill, against a bot that flies straight in.

    .venv/bin/python benchmarks/popups.py   # two Cobras against a tank company, 60 games each way
    .venv/bin/python benchmarks/popups.py tcs/fulda-1987 --games 30

Both bots play the same side with the same seeds against the same commander. A kill is a unit that a helicopter's own
roll destroyed; a loss is a helicopter of the side that is gone at the end.
"""

import argparse
import time
from pathlib import Path

import sandtable
from sandtable import Dice
from sandtable.bots.commander import CommanderBot


def kills_of(match, world, side):
    """How many units the helicopters of a side have destroyed."""
    count, by = 0, ()
    for event in match.events(everything=True):
        if event.roll is not None:
            by = event.roll.resolution.by
        if event.what == "destroyed" and any(n in world.flyers and world.owners[n] == side for n in by):
            count += 1
    return count


def fly(game, side, seed, *, straight):
    """The helicopters lost and the units they destroyed in one game."""
    players = [CommanderBot(game, 2 * seed + n, straight=straight and n == side) for n in range(2)]
    match = sandtable.play(game, players, Dice.seeded(seed))
    world, units = game.world, match.state.board.units
    lost = sum(units[n].steps <= 0 for n in world.flyers_of[side])
    return lost, kills_of(match, world, side)


def main():
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("scenario", nargs="?", default=str(Path(__file__).with_suffix(".toml")))
    ask.add_argument("--games", type=int, default=60)
    ask.add_argument("--first-seed", type=int, default=0)
    ask.add_argument("--side", type=int, default=0)
    ask.add_argument("--turns", type=int, help="play only this many turns")
    given = ask.parse_args()
    game = sandtable.load(given.scenario, {"turns": given.turns} if given.turns else {})
    print(f"{Path(given.scenario).stem}: {given.games} games each way, seeds from {given.first_seed}")
    for words, straight in (("pop-ups from cover", False), ("straight in", True)):
        began = time.process_time()
        seeds = range(given.first_seed, given.first_seed + given.games)
        ends = [fly(game, given.side, seed, straight=straight) for seed in seeds]
        lost, kills = sum(end[0] for end in ends), sum(end[1] for end in ends)
        spent = (time.process_time() - began) / len(ends)
        rate = f"{lost / max(1, kills):.3f} lost a kill"
        print(f"  {words:<20} lost {lost:4}, kills {kills:4}: {rate}; {spent:.1f} s a game")


if __name__ == "__main__":
    main()
