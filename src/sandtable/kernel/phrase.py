"""Phrases: what is said of a game, as a list of parts. The words are the parts joined.

A chapter keeps its phrases as templates: `{stand:unit} falls back to {point:point}`. A `Said` names one of them and has
the values that fill it. Its parts are made when somebody reads it: each piece of text, unit, place or side is a part of
its own, so that a client can point at it without reading the sentence.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

__all__ = ["PLACES", "Part", "Phrase", "Said", "fields_of", "filled", "joined", "parts_of", "plain"]

PLACES = ("hex", "point")
"""The kinds of parts that are places of the map."""


class Part(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """A piece of a phrase: text, and what it names. `kind` is `unit`, `hex`, `point`, `side` or another word of the
    system, and `id` its number, or its numbers, such as a group's side and number; plain text has neither.

    >>> Part("Red B", "unit", 3).text
    'Red B'
    """

    text: str
    kind: str = ""
    id: int | tuple[int, ...] | None = None


Phrase: TypeAlias = tuple[Part, ...]


def plain(words: str) -> Phrase:
    """Words that name nothing, as a phrase.

    >>> plain("Turn 2"), plain("")
    ((Part(text='Turn 2'),), ())
    """
    return (Part(words),) if words else ()


def joined(phrase: Sequence[Part]) -> str:
    """The words of a phrase.

    >>> joined((Part("Red B", "unit", 3), Part(" fires")))
    'Red B fires'
    """
    return "".join(part.text for part in phrase)


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template as text and fields: the text, the field after it (None at the end), and its kind."""
    return tuple((text, field, kind or "") for text, field, kind, _ in string.Formatter().parse(template))


def fields_of(template: str) -> tuple[str, ...]:
    """The values that a template needs.

    >>> fields_of("{who:unit} hits {at:units}")
    ('who', 'at')
    """
    return tuple(field for _, field, _ in _pieces(template) if field)


def filled(template: str, values: Mapping[str, Any], name: Callable[[str, Any], str]) -> Phrase:
    """The parts of a template with its values, which `name` names by their kind.

    A value that is text already stands as it is. `{group:units}` names each of several units.

    >>> filled("{who:unit} hits {at:units}", {"who": 3, "at": (4, 5)}, lambda kind, n: f"{kind} {n}")[1:3]
    (Part(text=' hits '), Part(text='unit 4', kind='unit', id=4))
    """
    parts: list[Part] = []
    for text, field, kind in _pieces(template):
        if text:
            parts.append(Part(text))
        if field is None:
            continue
        value = values[field]
        if isinstance(value, tuple | list) and kind.endswith("s"):
            for number, each in enumerate(value):
                if number:
                    parts.append(Part(", "))
                parts.append(_part(_ONE.get(kind, kind[:-1]), each, name))
        else:
            parts.append(_part(kind, value, name))
    return tuple(parts)


_ONE = {"hexes": "hex"}
"""What one of a kind is called, where that is not its name without the last letter."""


def _part(kind: str, value: Any, name: Callable[[str, Any], str]) -> Part:
    if not kind or isinstance(value, str):
        return Part(str(value))
    value = tuple(value) if isinstance(value, list) else value
    return Part(name(kind, value), kind, value if type(value) in (int, tuple) else None)


class Said:
    """A phrase of a game by its name, with the values that fill it; its parts are made when they are read.

    >>> import sandtable
    >>> said = Said(sandtable.load("demo/bridge"), "moves", {"squad": 0, "hex": 3})
    >>> said.parts[0], said.words
    (Part(text='Blue A', kind='unit', id=0), 'Blue A moves to 0104')
    """

    __slots__ = ("game", "values", "what")

    def __init__(self, game: Game, what: str, values: Mapping[str, Any]) -> None:
        self.game = game
        self.what = what
        self.values = values

    @property
    def parts(self) -> Phrase:
        """The phrase."""
        return self.game.phrase(self.what, self.values)

    @property
    def words(self) -> str:
        """The phrase in words."""
        return joined(self.parts)

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<Said {self.what}: {self.words!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Said):
            return NotImplemented
        return (self.what, self.values) == (other.what, other.values) and (
            self.game is other.game or self.words == other.words
        )

    def __hash__(self) -> int:
        return hash(self.what)


def parts_of(said: Said | str) -> Phrase:
    """The parts of what is said, also of plain words.

    >>> parts_of("Choose a squad.")
    (Part(text='Choose a squad.'),)
    """
    return plain(said) if isinstance(said, str) else said.parts
