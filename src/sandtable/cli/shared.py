"""What several commands need: options from `name=value`, actions from words, JSON, an error for "it is not so"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import typer

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError, SandtableError, shown
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.view import View
from sandtable.scenarios import load

__all__ = [
    "NotSo",
    "event_json",
    "exists",
    "forecast_words",
    "fraction_json",
    "load_game",
    "on_or_off",
    "paragraphs",
    "parse_pairs",
    "print_json",
    "roll_words",
    "tell",
]


class NotSo(SandtableError):
    """What the command was asked to check is not so: exit code 1."""


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(msgspec.json.format(msgspec.json.encode(_encodable(value)), indent=2).decode())


def _encodable(value: Any) -> Any:
    """The value with no half characters in it, as the name of a file may have."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {name: _encodable(each) for name, each in value.items()}
    return [_encodable(each) for each in value] if isinstance(value, list | tuple) else value


def on_or_off(value: object) -> str:
    """The value of an option as people write it.

    >>> on_or_off(True), on_or_off(4)
    ('on', '4')
    """
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def forecast_words(view: View, action: Action) -> str:
    """What an action would roll, with every modifier; empty if nothing."""
    roll = view.forecast(action)
    return "" if roll is None else roll_words(roll)


def roll_words(roll: Resolution) -> str:
    """A roll before it is made, with every modifier."""
    reasons = "".join(f", {each}" for each in roll.modifiers)
    column = f" on column {roll.column}" if roll.column else ""
    return f"{roll.words}: {roll.dice}{column}{reasons} [{roll.rule}]"


def paragraphs(text: str) -> str:
    """A briefing as paragraphs of one line each, for the screen to wrap.

    >>> paragraphs("Two squads\\nmeet.\\n\\nThe end.")
    'Two squads meet.\\n\\nThe end.'
    """
    return "\n\n".join(" ".join(each.split()) for each in text.strip().split("\n\n"))


def exists(path: Path) -> bool:
    """Whether there is such a file or folder; a name that cannot be one is none.

    >>> exists(Path("x" * 5000))
    False
    """
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def parse_pairs(pairs: Iterable[str], example: str = "turns=3") -> dict[str, str]:
    """`name=value` words as a mapping.

    >>> parse_pairs(["turns=3"])
    {'turns': '3'}
    """
    parsed: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise OptionError(f"{shown(pair)} is not an option: write name=value, such as {example}")
        if name in parsed:
            raise OptionError(f"{shown(name)} is given twice: say it once")
        parsed[name] = value
    return parsed


def load_game(scenario: str, pairs: Iterable[str] = ()) -> Game:
    """The game of a scenario, with options as typed on a command line."""
    texts = parse_pairs(pairs)
    if not texts:
        return load(scenario)
    known = {option.name: option for option in load(scenario).system.options}
    values = {name: known[name].parse(text) if name in known else text for name, text in texts.items()}
    return load(scenario, values)


def fraction_json(chance: Fraction) -> dict[str, Any]:
    """A chance as an exact fraction and as a number to look at.

    >>> fraction_json(Fraction(1, 3))
    {'chance': '1/3', 'percent': 33.33}
    """
    return {"chance": str(chance), "percent": round(float(chance) * 100, 2)}


def tell(game: Game, event: Event) -> str:
    """A line of the log with its rule."""
    return f"{game.tell(event)} [{event.rule}]"


def event_json(game: Game, event: Event) -> Mapping[str, Any]:
    """A line of the log for a program."""
    told: dict[str, Any] = {"what": event.what, "rule": event.rule, "words": game.tell(event), "values": event.values}
    if event.roll is not None:
        told["roll"] = {
            "dice": str(event.roll.resolution.dice),
            "faces": event.roll.faces,
            "total": event.roll.total,
            "outcome": event.roll.outcome,
            "modifiers": [
                {"value": each.value, "words": each.words, "rule": each.rule}
                for each in event.roll.resolution.modifiers
            ],
        }
    return told
