"""`sandtable scenarios`: what can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from sandtable.cli.shared import on_or_off, paragraphs, print_json
from sandtable.kernel.system import Scenario, System
from sandtable.scenarios import Heading, chosen_options, heading, load, names
from sandtable.systems import system, title

__all__ = ["scenarios"]


def scenarios(
    name: str = typer.Argument("", help="One scenario, to read its briefing and options."),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """List the battles, or show one with its briefing and options.

    Example: `sandtable scenarios demo/bridge`
    """
    if name:
        _show(name, json)
    elif json:
        print_json([_listed(each) for each in names()])
    else:
        rows = [("scenario", "title", "system", "sides")]
        for each in names():
            head = heading(each)
            rows.append((each, head.title, title(each.partition("/")[0]), " v ".join(head.sides)))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:  # whole, however narrow the screen: names are there to be copied
            typer.echo("  ".join(map(str.ljust, row, widths)).rstrip())


def _listed(name: str) -> dict[str, Any]:
    """A shipped scenario for a program, without loading the whole of it."""
    return _told(name, heading(name), system(name.partition("/")[0]), chosen_options(name))


def _told(name: str, head: Heading | Scenario, rules: System, values: Mapping[str, object]) -> dict[str, Any]:
    return {
        "name": name,
        "title": head.title,
        "system": rules.name,
        "credits": rules.credits,
        "sides": head.sides,
        "briefing": head.briefing.strip(),
        "options": [
            {
                "name": option.name,
                "value": values[option.name],
                "takes": option.takes,
                "words": option.words,
                "rule": option.rule,
            }
            for option in rules.options
        ],
    }


def _show(name: str, json: bool) -> None:
    """One scenario: a shipped one, a generated one, or a file."""
    game = load(name)
    if json:
        print_json([_told(game.name, game.scenario, game.system, game.options)])
        return
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    console.print(f"{game.scenario.title} ({game.name}), {' against '.join(game.sides)}\n", markup=False)
    console.print(paragraphs(game.scenario.briefing) + "\n", markup=False)
    table = Table("option", "value", "takes", "what it does", "rule", box=None, pad_edge=False)
    for option in game.system.options:
        table.add_row(option.name, on_or_off(game.options[option.name]), option.takes, option.words, option.rule)
    console.print(table)
    for words in game.system.advice(game):
        console.print(f"\nAdvice: {words}", markup=False)
    console.print(f"\n{game.system.credits}", markup=False)
    console.print(f"Play it: sandtable play {game.name} --bot {game.sides[-1]}", markup=False)
