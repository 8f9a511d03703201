"""What happened: a rule id and values. The words are made when it is read."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sandtable.kernel.resolution import Rolled

__all__ = ["Event", "tell"]


class Event(msgspec.Struct, frozen=True):
    """One line of the log.

    `what` names a phrase of the system, `values` fill it. `to` is the side that may read it (None: all).
    `reveals` says that something hidden came to light, which nobody can undo.
    """

    what: str
    rule: str
    values: dict[str, Any] = {}
    roll: Rolled | None = None
    to: int | None = None
    reveals: bool = False

    def seen_by(self, side: int | None) -> bool:
        """Whether this side may read it (None: a spectator).

        >>> Event("scout", "DS 6", to=0).seen_by(1)
        False
        """
        return self.to is None or self.to == side


class _Phrase(string.Formatter):
    """Fills `{squad:unit}` through a function that knows the names of units, hexes and sides."""

    def __init__(self, name: Callable[[str, Any], str]) -> None:
        self._name = name

    def format_field(self, value: Any, kind: str) -> str:
        return self._name(kind, value) if kind else str(value)


def tell(event: Event, phrases: Mapping[str, str], name: Callable[[str, Any], str]) -> str:
    """The event in words.

    >>> tell(Event("hit", "DS 4", {"who": 3}), {"hit": "{who:unit} is hit"}, lambda kind, n: f"{kind} {n}")
    'unit 3 is hit'
    """
    return _Phrase(name).vformat(phrases[event.what], (), event.values)
