"""What several commands need: options from `name=value`, actions from words, JSON, an error for "it is not so"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
import typer

from sandtable.kernel.decision import Action, Decision
from sandtable.kernel.errors import IllegalAction, OptionError, SandtableError
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.scenarios import load

__all__ = [
    "NotSo",
    "describe",
    "event_json",
    "fraction_json",
    "load_game",
    "parse_action",
    "parse_pairs",
    "print_json",
    "tell",
]


class NotSo(SandtableError):
    """What the command was asked to check is not so: exit code 1."""


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def parse_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """`name=value` words as a mapping.

    >>> parse_pairs(["turns=3"])
    {'turns': '3'}
    """
    parsed = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise OptionError(f"{pair!r:.60} is not an option: write name=value, such as turns=3")
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


def parse_action(game: Game, decision: Decision, text: str) -> Action:
    """An action from words: a verb, and a target by its name or its id.

    >>> import sandtable
    >>> game = sandtable.load("demo/bridge")
    >>> decision = game.decisions(game.start(sandtable.Dice.seeded(1)))[0]
    >>> parse_action(game, decision, "place 0103")
    Action(verb='place', target=2)
    """
    verb, _, rest = text.strip().partition(" ")
    offer = decision.offer(verb)
    if offer is None:
        offered = ", ".join(each.verb for each in decision.offers)
        raise IllegalAction(f"{verb!r:.40} is not offered now: choose {offered}")
    if not rest.strip():
        return Action(verb)
    for target in offer.targets or ():
        if rest.strip().lower() in (game.system.name_of(game, offer.kind, target).lower(), str(target)):
            return Action(verb, target)
    return Action(verb, rest.strip())


def describe(game: Game, decision: Decision, action: Action) -> str:
    """An action in words: the verb's label and the target's name."""
    offer = decision.offer(action.verb)
    if offer is None or offer.targets is None:
        return offer.label if offer else str(action)
    return f"{offer.label} {game.system.name_of(game, offer.kind, action.target)}"


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
