"""Events, rolls and decisions of the kernel, put into the words that clients are sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from sandtable.kernel.decision import Decision, Offer
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.resolution import Modifier, Resolution
from sandtable.server.games.messages import Chances, Choice, Factor, Forecast, Offering, Outcome, RollTold, RowTold

__all__ = ["Line", "chances", "choice", "forecast", "lines_of", "one_line", "ranges", "roll_told"]

DRAWN = ("unit", "hex", "point")
"""Targets that a client finds on the map, so that they need no names."""
MANY_POINTS = 12


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log as it is kept: with whom it is for (None: all)."""

    what: str
    words: str
    rule: str = ""
    values: dict[str, Any] = {}
    roll: RollTold | None = None
    to: int | None = None
    side: int | None = None
    """The side that its words are about, if they name one."""


def one_line(text: str) -> str:
    """What somebody wrote, as it may stand in a log: on one line, and nothing that cannot be printed.

    >>> one_line(" Good\\n luck\\x00! ")
    'Good luck !'
    """
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def lines_of(game: Game, events: Sequence[Event]) -> list[Line]:
    """What the log says of these events."""
    return [_line(game, event) for event in events]


def _line(game: Game, event: Event) -> Line:
    roll = None
    if event.roll is not None:
        asked = event.roll.resolution
        roll = RollTold(
            words=asked.words,
            rule=asked.rule,
            pool=str(asked.dice),
            dice=event.roll.faces,
            number=event.roll.number,
            total=event.roll.total,
            modifiers=_factors(asked.modifiers),
            modifies=asked.modifies,
            column=asked.column,
            rows=tuple(RowTold(row.low, row.high, _outcome(game, row.outcome)) for row in asked.rows),
            outcome=_outcome(game, event.roll.outcome),
        )
    words = game.tell(event)
    return Line(event.what, words, event.rule, event.values, roll, event.to, about(game, words))


def about(game: Game, words: str) -> int | None:
    """The side that a sentence is about: that of the piece, formation or side it names first; None if it names none.

    >>> from sandtable.scenarios import load
    >>> about(load("demo/bridge"), "Red B fires at Blue A: 7 gives miss"), about(load("demo/bridge"), "Turn 2")
    (1, None)
    """
    names, sides = _names(game)
    found = names.search(words)
    return None if found is None else sides[found.group()]


@lru_cache(maxsize=128)
def _names(game: Game) -> tuple[re.Pattern[str], dict[str, int]]:
    """A pattern for the names of pieces, formations and sides, the longer before the shorter, and whose each is.

    A formation whose name both sides use is left out.
    """
    pieces = game.scene().pieces
    formations = {(piece.formation, piece.side) for piece in pieces if piece.formation}
    shared = {name for name, side in formations if (name, 1 - side) in formations}
    sides = {name: side for name, side in formations if name not in shared}
    sides |= {name: side for side, name in enumerate(game.sides)}
    sides |= {piece.name: piece.side for piece in pieces if piece.name}
    names = "|".join(re.escape(name) for name in sorted(sides, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)"), sides


def _outcome(game: Game, outcome: Any) -> str:
    return game.system.name_of(game, "outcome", outcome)


def _factors(modifiers: Iterable[Modifier]) -> tuple[Factor, ...]:
    return tuple(Factor(each.value, each.words, each.rule) for each in modifiers)


def choice(game: Game, decision: Decision | None, reaction: bool = False) -> Choice | None:
    """A decision as a client is asked it."""
    if decision is None:
        return None
    return Choice(decision.side, decision.prompt, tuple(_offering(game, offer) for offer in decision.offers), reaction)


def _offering(game: Game, offer: Offer) -> Offering:
    if offer.targets is None:
        return Offering(offer.verb, offer.label, offer.kind)
    targets = tuple(offer.targets)
    if offer.kind == "point" and len(targets) > MANY_POINTS:
        return Offering(offer.verb, offer.label, offer.kind, None, ranges(targets))
    names = {}
    if offer.kind not in DRAWN:
        names = {str(target): game.system.name_of(game, offer.kind, target) for target in targets}
    return Offering(offer.verb, offer.label, offer.kind, targets, None, names)


def ranges(targets: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Whole numbers as runs, first and last.

    >>> ranges([7, 1, 2, 3, 9])
    ((1, 3), (7, 7), (9, 9))
    """
    found: list[tuple[int, int]] = []
    for target in sorted(targets):
        if found and found[-1][1] == target - 1:
            found[-1] = (found[-1][0], target)
        else:
            found.append((target, target))
    return tuple(found)


def chances(odds: Iterable[tuple[str, Fraction]]) -> tuple[Chances, ...]:
    """Outcomes with their chances, for a person.

    >>> chances([("hit", Fraction(1, 3))])
    (Chances(words='hit', chance='1/3', percent=33.33),)
    """
    return tuple(Chances(words, str(chance), round(float(chance) * 100, 2)) for words, chance in odds)


def forecast(game: Game, asked: Resolution | None) -> Forecast | None:
    """A roll before it is made, for a person."""
    return None if asked is None else roll_told(asked, lambda outcome: _outcome(game, outcome))


def roll_told(asked: Resolution, named: Callable[[Any], str]) -> Forecast:
    """The same for any roll, with what its outcomes are called."""
    lumped: dict[str, Fraction] = {}
    for outcome, chance in asked.odds().items():
        name = named(outcome)
        lumped[name] = lumped.get(name, Fraction(0)) + chance
    return Forecast(
        words=asked.words,
        rule=asked.rule,
        dice=str(asked.dice),
        column=asked.column,
        modifies=asked.modifies,
        modifiers=_factors(asked.modifiers),
        rows=tuple(Outcome(row.low, row.high, named(row.outcome)) for row in asked.rows),
        chances=chances(sorted(lumped.items(), key=lambda pair: -pair[1])),
    )
