"""`sandtable odds`: the exact chances of an action in a game, or of a question that needs no game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from sandtable.cli.records import game_of
from sandtable.cli.shared import describe, fraction_json, load_game, parse_action, parse_pairs, print_json
from sandtable.kernel import record as records
from sandtable.kernel.decision import Action, Decision
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import OptionError, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.odds import POSITIONS
from sandtable.kernel.state import State
from sandtable.kernel.system import Calculator
from sandtable.systems import playable
from sandtable.systems import system as system_named

__all__ = ["odds"]


def odds(
    what: str = typer.Argument(help="A scenario, a record, or a system for its calculators."),
    ask: list[str] = typer.Argument(None, help="An action in words; or a calculator and its values, name=value."),
    at: int = typer.Option(-1, "--at", help="The moment after this action of a record.", show_default="the end"),
    seed: int = typer.Option(1, "--seed", min=0, help="The dice of a scenario's start."),
    limit: int = typer.Option(POSITIONS, "--limit", min=1, help="How many positions to look at before giving up."),
    json: bool = typer.Option(False, "--json", help="For programs."),
) -> None:
    """The exact odds of an action, up to the next decision; without an action, of every action offered.

    Example: `sandtable odds game.jsonl fire Red A --at 12`, `sandtable odds demo shot woods=on`
    """
    words = ask or []
    if what in playable():
        _calculate(what, words, json)
        return
    path = Path(what)
    if path.suffix != ".toml" and path.is_file():
        record = records.read(path)
        game = game_of(record)
        state = records.replay(game, record, until=None if at == -1 else at).state
    else:
        game = load_game(what)
        state = game.start(Dice.seeded(seed))
    if game.over(state):
        raise SandtableError("the game is over: there is nothing to decide")
    decision = game.decisions(state)[0]
    known = game.view(state, decision.side).state
    actions = [parse_action(game, decision, " ".join(words))] if words else list(decision.actions())
    told = [_one(game, known, decision, action, limit) for action in actions]
    if json:
        print_json(
            {"scenario": game.name, "side": game.side_name(decision.side), "prompt": decision.prompt, "actions": told}
        )
        return
    typer.echo(f"{game.side_name(decision.side)}: {decision.prompt}")
    for each in told:
        _show(each["words"], [(Fraction(o["chance"]), o["words"]) for o in each["outcomes"]], each["until"])


def _one(game: Game, state: State[Any, Any], decision: Decision, action: Action, limit: int) -> dict[str, Any]:
    found = game.odds(state, decision.side, action, limit=limit)
    before = game.look(state)

    def label(end: State[Any, Any]) -> str:
        changed = game.system.difference(before, game.look(end)) or "no change"
        if end.result is None:
            return changed
        winner = "drawn" if end.result.winner is None else f"{game.side_name(end.result.winner)} wins"
        return f"{changed}; the game ends: {winner}"

    outcomes = [{**fraction_json(chance), "words": words} for words, chance in found.by(label).items()]
    return {
        "action": str(action),
        "words": describe(game, decision, action),
        "until": found.until,
        "positions": found.explored,
        "outcomes": outcomes,
    }


def _calculate(name: str, words: list[str], json: bool) -> None:
    calculators = {each.name: each for each in system_named(name).calculators}
    if not words or words[0] not in calculators:
        listed = "; ".join(f"{each.name} ({_questions(each)})" for each in calculators.values())
        if words:
            raise SandtableError(f"{name} has no calculator {words[0]!r:.40}: there are {listed}")
        raise SandtableError(f"name a calculator of {name}: {listed}")
    calculator = calculators[words[0]]
    question = _question(calculator, words[1:])
    answer = calculator.answer(question)
    if json:
        outcomes = [{"outcome": outcome, **fraction_json(chance)} for outcome, chance in answer.items()]
        print_json({"system": name, "calculator": calculator.name, "question": question, "outcomes": outcomes})
        return
    _show(calculator.words, [(chance, str(outcome)) for outcome, chance in answer.items()], "exact")


def _questions(calculator: Calculator) -> str:
    return ", ".join(f"{field.name}={_word(field.default)}" for field in msgspec.structs.fields(calculator.parameters))


def _word(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _question(calculator: Calculator, words: list[str]) -> Any:
    """The calculator's values from `name=value` words; on and off are yes and no."""
    switches = {"on": "true", "yes": "true", "off": "false", "no": "false"}
    values = {name: switches.get(text.lower(), text) for name, text in parse_pairs(words).items()}
    try:
        return msgspec.convert(values, calculator.parameters, strict=False)
    except msgspec.ValidationError as fault:
        raise OptionError(f"{calculator.name}: {fault}; it takes {_questions(calculator)}") from None


def _show(title: str, outcomes: list[tuple[Fraction, str]], until: str) -> None:
    console = Console(highlight=False)
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, show_header=False)
    for chance, words in sorted(outcomes, key=lambda pair: -pair[0]):
        bar = "█" * round(float(chance) * 20) or "▏"
        table.add_row(f"{float(chance):7.2%}", str(chance), f"[yellow]{bar:20}[/yellow]", words)
    console.print(table)
    console.print(f"[dim]{until}[/dim]\n")
