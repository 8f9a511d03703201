"""`sandtable play`: a game in the terminal, against a bot, between two people, or with real dice."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import typer

from sandtable.bots import LEVELS, Bot, bot
from sandtable.cli.records import game_of
from sandtable.cli.shared import exists, load_game
from sandtable.cli.terminal import Terminal, begin
from sandtable.kernel import record as records
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import SandtableError

__all__ = ["play"]

FIRST = "demo/bridge"


def play(
    scenario: str = typer.Argument("", help="A scenario, by name or file.", show_default="demo/bridge"),
    bots: list[str] = typer.Option([], "--bot", help="A side that a bot plays; both, to watch."),
    level: str = typer.Option("best", "--level", help=f"The bot: {', '.join(LEVELS)}."),
    option: list[str] = typer.Option([], "--option", "-o", help="An option, name=value."),
    dice: Literal["seeded", "typed"] = typer.Option(
        "seeded", "--dice", help="typed: throw your own dice and type the result."
    ),
    seed: int = typer.Option(
        -1, "--seed", min=-1, max=1 << 60, help="The seed of the dice.", show_default="new and secret"
    ),
    save: Path = typer.Option(None, "--save", help="Keep a record in this file after every action."),
    resume: Path = typer.Option(None, "--resume", help="Continue a record, and keep saving to it."),
) -> None:
    """Play in the terminal: one side against a bot, or both sides in turn.

    Example: `sandtable play demo/bridge --bot Red --save game.jsonl`
    """
    if resume is not None:
        if scenario or option or seed != -1:
            raise SandtableError("--resume goes on with a record as it is: leave out the scenario, --option and --seed")
        record = records.read(resume)
        typed = dice == "typed" or record.header.dice in ("typed", "mixed")
        match = records.resume(game_of(record), record, Dice.typed() if typed else None)
        save = save or resume
    else:
        thrown = Dice.typed() if dice == "typed" else Dice.fresh() if seed == -1 else Dice.seeded(seed)
        match = begin(load_game(scenario or FIRST, option), thrown)
    game = match.game
    players: dict[int, Bot] = {}
    for name in bots:
        side = game.side_number(name)
        players[side] = bot(level, game, side + (0 if seed == -1 else seed))
    if save is not None and save != resume and exists(save):
        raise SandtableError(f"{save} exists already: choose another file, or go on with --resume {save}")
    Terminal(match, players, save).play()
