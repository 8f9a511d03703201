"""`sandtable generate`: a battle of your own, on a random table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import typer
from rich.console import Console

from sandtable.cli.shared import exists, print_json
from sandtable.kernel.datawords import plain
from sandtable.kernel.datawriting import to_toml
from sandtable.kernel.errors import OptionError, SandtableError, shown
from sandtable.scenarios import generated, generated_name
from sandtable.systems import playable, system
from sandtable.systems.micro_armour.generator import Balance, Battle
from sandtable.systems.micro_armour.terrain_maker import Hills, SideRoads, Towns
from sandtable.systems.micro_armour.vehicles import named

__all__ = ["generate"]

USUAL = Battle()


def generate(
    of: str = typer.Argument(help="The system: micro_armour.", metavar="SYSTEM"),
    blue: str = typer.Option(USUAL.blue, "--blue", help="Blue's vehicle: see sandtable vehicles."),
    red: str = typer.Option(USUAL.red, "--red", help="Red's vehicle."),
    blue_tanks: int = typer.Option(USUAL.blue_tanks, "--blue-tanks", help="How many stands Blue has, 1 to 40."),
    red_tanks: int = typer.Option(USUAL.red_tanks, "--red-tanks", help="How many stands Red has."),
    blue_cohesion: int = typer.Option(USUAL.blue_cohesion, "--blue-cohesion", help="Blue's cohesion level, 1 to 20."),
    red_cohesion: int = typer.Option(USUAL.red_cohesion, "--red-cohesion", help="Red's cohesion level."),
    blue_generation: str = typer.Option(USUAL.blue_generation, "--blue-generation", help="Blue's generation, I to IV."),
    red_generation: str = typer.Option(USUAL.red_generation, "--red-generation", help="Red's generation."),
    blue_command: int = typer.Option(USUAL.blue_command, "--blue-command", help="Blue's command value, -5 to 5."),
    red_command: int = typer.Option(USUAL.red_command, "--red-command", help="Red's command value."),
    balance: str = typer.Option(USUAL.balance, "--balance", help=f"A tool of balance: {', '.join(get_args(Balance))}."),
    seed: int = typer.Option(USUAL.seed, "--seed", help="The seed of the table: the same seed gives the same table."),
    woods: int = typer.Option(USUAL.woods, "--woods", help="Woods in percent, 10 to 30; 0 draws it."),
    towns: str = typer.Option(USUAL.towns, "--towns", help=f"Towns: {', '.join(get_args(Towns))}."),
    hills: str = typer.Option(USUAL.hills, "--hills", help=f"Hills: {', '.join(get_args(Hills))}."),
    side_roads: str = typer.Option(
        USUAL.side_roads, "--side-roads", help=f"Besides the good road: {', '.join(get_args(SideRoads))}."
    ),
    sighting: int = typer.Option(USUAL.sighting, "--sighting", help="How far stands see, in inches."),
    turns: int = typer.Option(USUAL.turns, "--turns", help="How many turns."),
    out: str = typer.Option("", "--out", help="The file to write; - for standard output.", show_default="by its name"),
    force: bool = typer.Option(False, "--force", help="Overwrite an existing file."),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """Make a battle: two forces, their points, the best setting of each tool of balance, a fair table; write it.

    Example: `sandtable generate micro_armour --blue "M1A1 Abrams" --red "T-80U/AT-11" --balance best --seed 7`
    """
    if of not in playable() or system(of).generator is None:
        able = ", ".join(name for name in playable() if system(name).generator is not None)
        raise SandtableError(f"{shown(of)} has no generator of battles: there is one for {able}")
    asked = {
        "blue": named(blue).weapon,
        "red": named(red).weapon,
        "blue_tanks": blue_tanks,
        "red_tanks": red_tanks,
        "blue_cohesion": blue_cohesion,
        "red_cohesion": red_cohesion,
        "blue_generation": blue_generation,
        "red_generation": red_generation,
        "blue_command": blue_command,
        "red_command": red_command,
        "balance": balance,
        "seed": seed,
        "woods": woods,
        "towns": towns,
        "hills": hills,
        "side_roads": side_roads,
        "sighting": sighting,
        "turns": turns,
    }
    name = generated_name(of, _question(asked))
    game, made = generated(name)
    text = to_toml(game.scenario)
    if out == "-":
        typer.echo(text, nl=False)
        return
    path = Path(out or _file_name(asked))
    if exists(path) and not force:
        raise SandtableError(f"{path} is there already: add --force to write over it, or --out for another")
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as fault:
        raise SandtableError(f"{path} cannot be written ({getattr(fault, 'strerror', None) or fault})") from None
    if json:
        print_json({"name": name, "file": str(path), "notes": made.notes, "points": game.world.points})
        return
    console = Console(highlight=False)
    for line in (game.scenario.title, *made.notes, f"written: {path}", f"play it: sandtable play {path} --bot Red"):
        console.print(line, markup=False, soft_wrap=True)


def _question(asked: dict[str, Any]) -> Battle:
    try:
        return msgspec.convert(asked, Battle)
    except msgspec.ValidationError as fault:
        where = re.search(r" - at `\$\.(\w+)`$", str(fault))
        if where is None:
            raise OptionError(str(fault)) from None
        option = "--" + where[1].replace("_", "-")
        words = plain(str(fault)[: where.start()])
        raise OptionError(f"{option}: {words}; {_takes(where[1])}") from None


def _takes(name: str) -> str:
    """What a value can be, in words."""
    kind = next(field.type for field in msgspec.structs.fields(Battle) if field.name == name)
    known = msgspec.inspect.type_info(kind)
    if isinstance(known, msgspec.inspect.IntType):
        return f"it takes {known.ge} to {known.le}"
    return f"it takes {', '.join(map(str, get_args(kind)))}"


def _file_name(asked: dict[str, Any]) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", f"{asked['blue']} v {asked['red']} {asked['seed']}".lower()).strip("-")
    return f"{plain}.toml"
