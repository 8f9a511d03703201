"""`sandtable odds`: the exact chances of an action in a game, or of a question that needs no game."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sandtable.cli.plot import plot, steps
from sandtable.cli.records import game_of
from sandtable.cli.shared import (
    exists,
    forecast_words,
    fraction_json,
    load_game,
    on_or_off,
    parse_pairs,
    print_json,
    roll_words,
)
from sandtable.kernel import record as records
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import OddsTooLarge, OptionError, SandtableError, shown
from sandtable.kernel.game import Game
from sandtable.kernel.odds import Odds
from sandtable.kernel.question import Curves, Shifted, read_question, takes
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import State
from sandtable.kernel.system import Calculator
from sandtable.kernel.view import View
from sandtable.systems import playable
from sandtable.systems import system as system_named

__all__ = ["odds"]

WIDEST = 24
"""Fractions of more characters are for programs: people read the percentage."""
FIRST_SEED = 1


def odds(
    what: str = typer.Argument(help="A scenario, a record, or a system for its calculators."),
    ask: list[str] = typer.Argument(None, help="An action in words; or a calculator and its values, name=value."),
    at: int = typer.Option(-1, "--at", help="The moment after this action of a record.", show_default="the end"),
    side: str = typer.Option("", "--side", help="Whose decision, when several sides decide at once."),
    option: list[str] = typer.Option([], "--option", "-o", help="An option of a scenario, name=value."),
    seed: int = typer.Option(
        FIRST_SEED, "--seed", min=0, max=1 << 60, help="The seed of the dice before a scenario's first decision."
    ),
    limit: int = typer.Option(
        None, "--limit", min=1, help="How much work to do before giving up.", show_default="as the system says"
    ),
    json: bool = typer.Option(False, "--json", help="Print JSON, for programs."),
) -> None:
    """The exact odds of an action, up to the next decision; without an action, of every action offered.

    Example: `sandtable odds game.jsonl fire Red A --at 12`, `sandtable odds demo shot woods=on`
    """
    words = ask or []
    if what in playable():
        if at != -1 or side or option or seed != FIRST_SEED or limit is not None:
            raise SandtableError(
                "a calculator needs no game: it takes name=value words, and of the options --json alone"
            )
        _calculate(what, words, json)
        return
    game, state = _moment(what, at, option, seed)
    if game.over(state):
        raise SandtableError("the game is over: there is nothing to decide")
    deciding = {game.side_name(each.side).casefold(): each for each in game.decisions(state)}
    if side and side.casefold() not in deciding:
        raise SandtableError(f"{shown(side)} has nothing to decide: {' and '.join(deciding)} must choose")
    decision = deciding[side.casefold()] if side else next(iter(deciding.values()))
    view = game.view(state, decision.side)
    actions = [view.read(" ".join(words))] if words else [each for offer in view.offers for each in offer.listed()]
    told = [_one(view, action, limit, alone=bool(words)) for action in actions]
    if json:
        asked = {"scenario": game.name, "side": game.side_name(decision.side), "prompt": decision.prompt}
        print_json({**asked, "actions": told})
        return
    typer.echo(f"{game.side_name(decision.side)}: {decision.prompt}")
    for each in told:
        _show(each)


def _moment(what: str, at: int, option: list[str], seed: int) -> tuple[Game, State[Any, Any]]:
    """The moment that is asked about: in a record, or at the start of a scenario."""
    path = Path(what)
    is_record = path.suffix != ".toml" and exists(path) and path.is_file()
    if not is_record:
        if at != -1:
            raise SandtableError("--at is for a record: a scenario has no actions yet")
        game = load_game(what, option)
        return game, game.start(Dice.seeded(seed))
    if option:
        raise SandtableError("--option is for a scenario: a record has its own options")
    record = records.read(path)
    game = game_of(record)
    return game, records.replay(game, record, until=None if at == -1 else at).state


def _one(view: View, action: Action, limit: int | None, *, alone: bool) -> dict[str, Any]:
    roll = forecast_words(view, action)
    told: dict[str, Any] = {"action": str(action), "words": view.describe(action), "roll": roll}
    try:
        found = view.odds(action, limit=limit)
    except OddsTooLarge as fault:
        why, known = f"{fault}; a higher --limit goes on", cast(Odds, fault.so_far)
        if alone and not known:
            raise OddsTooLarge(why) from None
        return {**told, "outcomes": _outcomes(view, known), "open": fraction_json(known.open), "until": why}
    return {**told, "outcomes": _outcomes(view, found), "until": found.until, "positions": found.explored}


def _outcomes(view: View, found: Odds) -> list[dict[str, Any]]:
    return [{**fraction_json(chance), "words": words} for words, chance in found.by(view.changed).items()]


def _calculate(name: str, words: list[str], json: bool) -> None:
    calculators = {each.name: each for each in system_named(name).calculators}
    if not words or words[0] not in calculators:
        listed = ", ".join(calculators)
        if words and words != ["help"]:
            raise SandtableError(f"{name} has no calculator {shown(words[0])}: there are {listed}")
        if words:
            _show_calculators(calculators.values())
            return
        more = f"sandtable odds {name} help describes them, and {name} {next(iter(calculators))} help the values of one"
        raise SandtableError(f"name a calculator of {name}: {listed}; {more}")
    if words[1:] == ["help"]:
        _show_values(calculators[words[0]])
        return
    calculator = calculators[words[0]]
    question = _question(calculator, words[1:])
    answer = calculator.answer(question)
    chain = calculator.chain(question) if calculator.chain is not None else ()
    asked = {"system": name, "calculator": calculator.name, "question": question}
    if isinstance(answer, Curves):
        _show_curves(calculator.words, answer, asked, json)
        return
    totals = calculator.summed(question, answer)
    if json:
        outcomes = [{"outcome": outcome, **fraction_json(chance)} for outcome, chance in answer.items()]
        summed = [{"words": what, **fraction_json(chance)} for what, chance in totals]
        print_json({**asked, "totals": summed, "chain": [_link_json(each) for each in chain], "outcomes": outcomes})
        return
    for what, chance in totals:
        exact = f" ({chance})" if len(str(chance)) <= WIDEST else ""
        typer.echo(f"{float(chance):7.2%}  {what}{exact}")
    for each in chain:
        typer.echo(_link_words(each))
    if len(answer) == 1:
        typer.echo(f"{calculator.words} It is certain: {calculator.says(next(iter(answer)))}")
        return
    outcomes = [{**fraction_json(chance), "words": calculator.says(outcome)} for outcome, chance in answer.items()]
    _show({"words": calculator.words, "roll": "", "outcomes": outcomes, "until": "exact"})


def _link_words(link: Resolution | Shifted | str) -> str:
    """A part of a chain: words, or a roll with its answers; the column it begins at, if shifts lead on from there."""
    if isinstance(link, str):
        return link
    roll, base = (link.roll, link.base) if isinstance(link, Shifted) else (link, "")
    begins = f"base column {base}, final column {roll.column}; " if base else ""
    return f"{begins}{roll_words(roll)}{_answers(roll)}"


def _show_calculators(calculators: Iterable[Calculator]) -> None:
    """What a system can be asked, by topic."""
    console = Console(highlight=False)
    table = Table("calculator", "question", "about", box=None, pad_edge=False)
    for each in calculators:
        table.add_row(each.name, escape(each.words), escape(each.topic))
    console.print(table)


def _answers(roll: Resolution) -> str:
    """The answers of a chart with their chances, where they are words."""
    found: dict[str, Fraction] = {}
    for outcome, chance in roll.odds().items():
        first = outcome[0] if isinstance(outcome, tuple) and outcome else outcome
        if not isinstance(first, str):
            return ""
        found[first] = found.get(first, Fraction(0)) + chance
    return ": " + ", ".join(f"{answer} {chance}" for answer, chance in found.items())


def _link_json(link: Resolution | Shifted | str) -> dict[str, Any]:
    """A part of a chain for programs: words, and for a roll its dice, modifiers and chances."""
    if isinstance(link, str):
        return {"words": link}
    if isinstance(link, Shifted):
        return {**_link_json(link.roll), "base": link.base}
    return {
        "words": link.words,
        "rule": link.rule,
        "dice": str(link.dice),
        "column": link.column,
        "modifiers": [{"value": each.value, "words": each.words, "rule": each.rule} for each in link.modifiers],
        "outcomes": [{"outcome": outcome, **fraction_json(chance)} for outcome, chance in link.odds().items()],
    }


def _show_curves(words: str, curves: Curves, asked: dict[str, Any], json: bool) -> None:
    if json:
        lines = {
            name: [{curves.across: number, **fraction_json(chance)} for number, chance in line.items()]
            for name, line in curves.lines.items()
        }
        print_json({**asked, "across": curves.across, "lines": lines})
        return
    console = Console(highlight=False)
    console.print(words, style="bold", markup=False)
    table = Table(curves.across, *curves.lines, box=None, pad_edge=False)
    for numbers, chances in steps(curves):
        cells = ["" if chance is None else f"{float(chance):6.1%}  {chance}" for chance in chances]
        table.add_row(numbers, *cells)
    console.print(table)
    console.print(plot(curves), markup=False, soft_wrap=True)


def _show_values(calculator: Calculator) -> None:
    """What a calculator can be asked."""
    console = Console(highlight=False)
    console.print(f"{calculator.words} It takes, as name=value:\n", markup=False)
    table = Table("value", "usual", "can be", box=None, pad_edge=False)
    for field in msgspec.structs.fields(calculator.parameters):
        table.add_row(field.name, escape(on_or_off(field.default)), escape(takes(field.type)))
    console.print(table)


def _question(calculator: Calculator, words: list[str]) -> Any:
    """The calculator's values from `name=value` words; where it takes yes or no, they are on and off too."""
    first = msgspec.structs.fields(calculator.parameters)[0]
    given = parse_pairs(words, f"{first.name}={on_or_off(first.default)}")
    try:
        return read_question(calculator.parameters, given, strict=False)
    except OptionError as fault:
        raise OptionError(f"{calculator.name}: {fault}") from None


def _show(told: dict[str, Any]) -> None:
    console = Console(highlight=False)
    left = Fraction(told["open"]["chance"]) if "open" in told else Fraction(0)
    if len(told["outcomes"]) == 1 and not told["roll"] and not left:
        words = told["outcomes"][0]["words"]
        console.print(f"{told['words']}: nothing is rolled; {words}", markup=False, soft_wrap=True)
        return
    console.print(told["words"], style="bold", markup=False)
    if told["roll"]:
        console.print(told["roll"], markup=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False, show_header=False)
    for each in sorted(told["outcomes"], key=lambda each: -Fraction(each["chance"])):
        chance = Fraction(each["chance"])
        bar = "█" * round(float(chance) * 20) or "▏"
        exact = each["chance"] if len(each["chance"]) <= WIDEST else ""
        least = "at least " if left else ""
        table.add_row(f"{least}{float(chance):7.2%}", exact, f"[yellow]{bar:20}[/yellow]", escape(each["words"]))
    console.print(table)
    if left:
        console.print(f"{float(left):7.2%} is not worked out yet")
    console.print(f"({told['until']})\n", style="dim", markup=False)
