"""`sandtable scenarios`: what can be played."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sandtable.cli.shared import on_or_off, paragraphs, print_json
from sandtable.scenarios import load, names

__all__ = ["scenarios"]


def scenarios(
    name: str = typer.Argument("", help="One scenario, to read its briefing and options."),
    json: bool = typer.Option(False, "--json", help="For programs."),
) -> None:
    """List the battles, or show one with its briefing and options.

    Example: `sandtable scenarios demo/bridge`
    """
    games = [load(name)] if name else [load(each) for each in names()]
    if json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.scenario.title,
                    "system": game.system.name,
                    "credits": game.system.credits,
                    "sides": game.sides,
                    "briefing": game.scenario.briefing.strip(),
                    "advice": game.system.advice(game),
                    "options": [
                        {
                            "name": option.name,
                            "value": game.options[option.name],
                            "takes": option.takes,
                            "words": option.words,
                            "rule": option.rule,
                        }
                        for option in game.system.options
                    ],
                }
                for game in games
            ]
        )
        return
    console = Console(highlight=False)
    if name:
        (game,) = games
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
        return
    table = Table("scenario", "title", "system", "sides", box=None, pad_edge=False)
    for game in games:
        table.add_row(game.name, escape(game.scenario.title), game.system.title, escape(" v ".join(game.sides)))
    console.print(table)
