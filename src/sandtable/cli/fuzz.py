"""`sandtable fuzz`: the contract's checks on a scenario, with new seeds, for as long as you like."""

from __future__ import annotations

import time

import typer

from sandtable.cli.shared import NotSo, load_game, print_json
from sandtable.contract import CHECKS, Broken, check
from sandtable.kernel.errors import SandtableError

__all__ = ["fuzz"]


def fuzz(
    scenario: str = typer.Argument(help="A scenario, by name or file."),
    option: list[str] = typer.Option([], "--option", "-o", help="An option, name=value."),
    seconds: float = typer.Option(10.0, "--seconds", min=0, max=1e7, help="Seconds to run."),
    seed: int = typer.Option(1, "--seed", min=0, max=1 << 60, help="The first seed; each round takes the next one."),
    only: str = typer.Option("", "--only", help="One check, by its name.", show_default="all"),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """Play a scenario against the contract that every system keeps; exit code 1 when a promise is broken.

    Example: `sandtable fuzz demo/bridge --seconds 60 --only "refuses what is not offered"`
    """
    if only and only not in CHECKS:
        raise SandtableError(f"there is no check {only!r:.60}: there are {', '.join(CHECKS)}")
    game = load_game(scenario, option)
    looked = dict.fromkeys([only] if only else CHECKS, 0)
    began = time.monotonic()
    rounds = 0
    broken = ""
    while not broken and (rounds == 0 or time.monotonic() - began < seconds):
        try:
            for name in looked:
                looked[name] += check(game, name, seed + rounds)
        except Broken as fault:
            broken = str(fault)
        rounds += 1
    if json:
        print_json({"scenario": game.name, "rounds": rounds, "checked": looked, "broken": broken or None})
    else:
        for name, count in looked.items():
            typer.echo(f"{name:30} {count:,}")
        typer.echo(f"{rounds} rounds in {time.monotonic() - began:.1f} s")
    if broken:
        raise NotSo(broken)
