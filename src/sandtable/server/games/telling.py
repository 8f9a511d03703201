"""Events, rolls and decisions of the kernel, put into the words that clients are sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec

from sandtable.kernel.decision import Decision, Offer
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.phrase import Phrase, Said, joined, plain
from sandtable.kernel.pools import Pool
from sandtable.kernel.procedure import Reaction
from sandtable.kernel.resolution import Modifier, Resolution, Rolled, Row
from sandtable.kernel.targets import Built, Chain, Parts, Points, Subset, Text
from sandtable.server.games.messages import (
    Chances,
    Choice,
    Factor,
    Forecast,
    Offering,
    Outcome,
    PartOffered,
    RollTold,
    RowTold,
)

__all__ = ["Line", "chances", "choice", "forecast", "lines_of", "one_line", "ranges", "read", "roll_told"]

DRAWN = ("unit", "hex", "point", "hexside")
"""Targets that a client finds on the map, so that they need no names."""
MANY_POINTS = 12


class RollKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll as it is kept: what was asked, as values, and the faces that fell. All else follows from them."""

    rule: str
    dice: Pool
    faces: tuple[int, ...]
    rows: tuple[Row, ...]
    what: str = ""
    values: dict[str, Any] = {}
    words: str = ""
    """Of a roll that is no phrase of the system."""
    modifiers: tuple[Modifier, ...] = ()
    modifies: Literal["die", "column"] = "die"
    column: str = ""
    naturals: tuple[Row, ...] = ()
    also: tuple[Row, ...] = ()
    by: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    at: int | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log as it is kept: an event as values, and whom it is for (None: all). Its words are made when it
    is read.

    What the server itself remarks has words instead. So have the lines that earlier versions kept: their `roll` and
    `side` are read as they are, and never written.
    """

    what: str
    words: str = ""
    rule: str = ""
    values: dict[str, Any] = {}
    roll: RollTold | None = None
    to: int | None = None
    side: int | None = None
    rolled: RollKept | None = None

    @property
    def rolls(self) -> bool:
        """Whether it tells of a roll."""
        return self.roll is not None or self.rolled is not None


class Read(NamedTuple):
    """A line of the log as it is read: its parts, the side it is about, and its roll."""

    parts: Phrase
    side: int | None
    roll: RollTold | None


def one_line(text: str) -> str:
    """What somebody wrote, as it may stand in a log: on one line, and nothing that cannot be printed.

    >>> one_line(" Good\\n luck\\x00! ")
    'Good luck !'
    """
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def lines_of(game: Game, events: Sequence[Event]) -> list[Line]:
    """These events as the log keeps them."""
    return [
        Line(event.what, rule=event.rule, values=event.values, to=event.to, rolled=_kept(event.roll))
        for event in events
    ]


def _kept(roll: Rolled | None) -> RollKept | None:
    if roll is None:
        return None
    asked = roll.resolution
    says = asked.says
    what, values, words = ("", {}, says) if isinstance(says, str) else (says.what, dict(says.values), "")
    return RollKept(
        rule=asked.rule,
        dice=asked.dice,
        faces=roll.faces,
        rows=asked.rows,
        what=what,
        values=values,
        words=words,
        modifiers=asked.modifiers,
        modifies=asked.modifies,
        column=asked.column,
        naturals=asked.naturals,
        also=asked.also,
        by=asked.by,
        on=asked.on,
        at=asked.at,
    )


def _rolled(game: Game, kept: RollKept) -> Rolled:
    """The roll again, from what is kept of it."""
    asked = Resolution(
        kept.rule,
        Said(game, kept.what, kept.values) if kept.what else kept.words,
        kept.dice,
        kept.rows,
        kept.modifiers,
        kept.modifies,
        kept.column,
        kept.naturals,
        kept.also,
        kept.by,
        kept.on,
        kept.at,
    )
    return asked.roll(kept.faces)


def read(game: Game, line: Line) -> Read:
    """A line of the log for somebody to read.

    >>> from sandtable.scenarios import load
    >>> read(load("demo/bridge"), Line("moves", values={"squad": 0, "hex": 3})).parts[2]
    Part(text='0104', kind='hex', id=3)
    """
    if line.words:
        roll = msgspec.structs.replace(line.roll, parts=plain(line.roll.words)) if line.roll else None
        return Read(plain(line.words), line.side, roll)
    try:
        rolled = _rolled(game, line.rolled) if line.rolled else None
        parts = game.parts(Event(line.what, line.rule, line.values, rolled))
        return Read(parts, about(game, parts), _roll_read(game, rolled) if rolled else None)
    except (LookupError, TypeError, SandtableError):  # kept by rules that had other phrases, or other pieces
        return Read(plain(f"A line that the present rules cannot read ({line.what}, {line.rule})"), None, None)


def _roll_read(game: Game, roll: Rolled) -> RollTold:
    asked = roll.resolution
    return RollTold(
        words=asked.words,
        rule=asked.rule,
        pool=str(asked.dice),
        dice=roll.faces,
        number=roll.number,
        total=roll.total,
        modifiers=_factors(asked.modifiers),
        modifies=asked.modifies,
        column=asked.column,
        rows=tuple(RowTold(row.low, row.high, _outcome(game, row.outcome)) for row in asked.rows),
        outcome=_outcome(game, roll.outcome),
        parts=asked.phrase,
        by=asked.by,
        on=asked.on,
        at=asked.at,
        severity=game.system.severity(roll.outcome),
    )


def about(game: Game, phrase: Phrase) -> int | None:
    """The side that a phrase is about: that of the unit, formation or side it names first; None if it names none.

    >>> from sandtable.scenarios import load
    >>> game = load("demo/bridge")
    >>> about(game, game.parts(Event("blunders", "DS 6", {"squad": 3, "other": 0}))), about(game, plain("Turn 2"))
    (1, None)
    """
    for part in phrase:
        side = None if part.id is None else game.system.owner(game, part.kind, part.id)
        if side is not None:
            return side
    return None


def _outcome(game: Game, outcome: Any) -> str:
    return game.system.name_of(game, "outcome", outcome)


def _factors(modifiers: Iterable[Modifier]) -> tuple[Factor, ...]:
    return tuple(Factor(each.value, each.words, each.rule) for each in modifiers)


def choice(game: Game, decision: Decision | None, reaction: Reaction | None = None) -> Choice | None:
    """A decision as a client is asked it."""
    if decision is None:
        return None
    parts = decision.phrase
    return Choice(
        side=decision.side,
        name=decision.name,
        prompt=joined(parts),
        parts=parts,
        units=decision.units,
        places=decision.places,
        offers=tuple(_offering(game, offer) for offer in decision.offers),
        reaction=reaction is not None,
        sets_up=decision.sets_up,
        against=reaction.against if reaction and not reaction.begun else None,
        occasion=reaction.occasion if reaction else "",
        lasts=reaction is not None and reaction.lasts,
    )


def _offering(game: Game, offer: Offer) -> Offering:
    if offer.targets is None:
        return Offering(offer.verb, offer.label, offer.kind, menu=offer.menu)
    if isinstance(offer.targets, Built):
        built = offer.targets
        parts = built.parts if isinstance(built, Parts) else ((offer.kind, built),)
        told = tuple(_part(game, kind, targets) for kind, targets in parts)
        return Offering(offer.verb, offer.label, offer.kind, menu=offer.menu, shape=built.shape, parts=told)
    targets = tuple(offer.targets)
    if offer.kind == "point" and len(targets) > MANY_POINTS:
        return Offering(offer.verb, offer.label, offer.kind, None, ranges(targets), menu=offer.menu)
    names = _target_names(game, offer.kind, targets)
    degrees = {str(target): game.system.degrees(int(target)) for target in targets} if offer.kind == "heading" else {}
    return Offering(offer.verb, offer.label, offer.kind, targets, None, names, degrees, offer.menu)


def _target_names(game: Game, kind: str, targets: Iterable[Any]) -> dict[str, str]:
    """What the targets are called, by the target as text: `3`, or `0,2` for a pair."""
    if kind in DRAWN:
        return {}
    texts = {",".join(map(str, each)) if isinstance(each, tuple) else str(each): each for each in targets}
    return {text: game.system.name_of(game, kind, each) for text, each in texts.items()}


def _part(game: Game, kind: str, targets: Any) -> PartOffered:
    """What a part of a target is put together of."""
    if isinstance(targets, Text):
        return PartOffered(kind, "text", targets.such, {}, None, targets.least, targets.most)
    values = targets.of if isinstance(targets, Built) else tuple(targets)
    names = _target_names(game, kind, values)
    if isinstance(targets, Chain):
        return PartOffered(kind, "chain", values, names, targets.first, targets.least, targets.most)
    if isinstance(targets, Subset):
        return PartOffered(kind, "set", values, names, None, targets.least, targets.most)
    if isinstance(targets, Points):
        return PartOffered(kind, "points", values, names, None, targets.least, targets.most, targets.last)
    return PartOffered(kind, "one", values, names)


def ranges(targets: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Whole numbers as runs, first and last.

    >>> ranges([7, 1, 2, 3, 9])
    ((1, 3), (7, 7), (9, 9))
    """
    ordered = sorted(targets)
    gaps = [pair for pair in pairwise(ordered) if pair[1] - pair[0] != 1]
    return tuple(
        zip([*ordered[:1], *(after for _, after in gaps)], [*(end for end, _ in gaps), *ordered[-1:]], strict=True)
    )


def chances(odds: Iterable[tuple[Phrase, int, Fraction]]) -> tuple[Chances, ...]:
    """Outcomes with their severities and their chances, for a person.

    >>> chances([(plain("hit"), 2, Fraction(1, 3))])
    (Chances(words='hit', chance='1/3', percent=33.33, severity=2, parts=(Part(text='hit'),)),)
    """
    return tuple(
        Chances(joined(phrase), str(chance), round(float(chance) * 100, 2), severity, phrase)
        for phrase, severity, chance in odds
    )


def forecast(game: Game, asked: Resolution | None) -> Forecast | None:
    """A roll before it is made, for a person."""
    if asked is None:
        return None
    return roll_told(asked, lambda outcome: _outcome(game, outcome), game.system.severity)


def roll_told(asked: Resolution, named: Callable[[Any], str], severity: Callable[[Any], int]) -> Forecast:
    """The same for any roll, with what its outcomes are called, and how grave they are. The mildest comes first."""
    lumped: dict[str, tuple[int, Fraction]] = {}
    for outcome, chance in asked.odds().items():
        name = named(outcome)
        known = lumped.get(name, (0, Fraction(0)))
        lumped[name] = max(known[0], severity(outcome)), known[1] + chance
    mildest = sorted(lumped.items(), key=lambda pair: pair[1][0])
    return Forecast(
        words=asked.words,
        parts=asked.phrase,
        by=asked.by,
        on=asked.on,
        at=asked.at,
        rule=asked.rule,
        dice=str(asked.dice),
        column=asked.column,
        modifies=asked.modifies,
        modifiers=_factors(asked.modifiers),
        rows=tuple(Outcome(row.low, row.high, named(row.outcome)) for row in asked.rows),
        chances=chances((plain(name), grave, chance) for name, (grave, chance) in mildest),
    )
