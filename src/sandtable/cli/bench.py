"""`sandtable bench`: how fast a scenario plays at random on this machine."""

from __future__ import annotations

import random
import time

import typer

from sandtable.cli.shared import load_game, print_json
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game

__all__ = ["bench", "random_play"]


def random_play(game: Game, seconds: float, seed: int = 1) -> tuple[int, int, float]:
    """Play at random for this many seconds of the processor: the decisions made, the games begun, the seconds taken."""
    draw = random.Random(seed).random

    def below(count: int) -> int:
        return int(draw() * count)

    decisions = games = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        games += 1
        dice = Dice.seeded(seed + games)
        _, made = game.playout(game.start(dice), below, dice)
        decisions += made
    return decisions, games, spent


def bench(
    scenario: str = typer.Argument("demo/bridge", help="A scenario."),
    option: list[str] = typer.Option([], "--option", "-o", help="An option, name=value."),
    seconds: float = typer.Option(2.0, "--seconds", min=0.1, max=3600, help="Seconds to run."),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """Play a scenario at random for a while and say how many decisions a second that is.

    Example: `sandtable bench demo/bridge --seconds 5`
    """
    game = load_game(scenario, option)
    random_play(game, min(0.2, seconds))
    decisions, games, spent = random_play(game, seconds)
    if json:
        print_json(
            {
                "scenario": game.name,
                "decisions": decisions,
                "games": games,
                "seconds": round(spent, 3),
                "decisions_per_second": round(decisions / spent),
                "games_per_second": round(games / spent, 1),
            }
        )
        return
    typer.echo(f"{game.name}: {decisions / spent:,.0f} decisions and {games / spent:,.0f} games a second, on one core")
