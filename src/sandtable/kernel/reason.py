"""Why something may not be chosen: a phrase with its rule, put into words only for somebody who asks.

Reasons are constants of the rules module that refuses by them. A verb has one checker that returns a reason or None;
its offer and its refusal both go by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sandtable.kernel.phrase import filled, joined

__all__ = ["Reason", "Refusal"]


class Reason(msgspec.Struct, frozen=True):
    """A phrase like those of events. It may speak of the target by its kind (`{unit:unit}`), of what the decision is
    about by its fields, and of other values that are given with `of`.

    >>> IN_MOVE = Reason("{unit:unit} is in Move Mode already", "TCS 4.1a")
    >>> IN_MOVE.words({"unit": 3}, lambda kind, number: f"{kind} {number}")
    'unit 3 is in Move Mode already (TCS 4.1a)'
    >>> IN_MOVE.of(unit=4).words({"unit": 3}, lambda kind, number: f"{kind} {number}")
    'unit 4 is in Move Mode already (TCS 4.1a)'
    """

    phrase: str
    rule: str = ""
    values: dict[str, Any] = {}
    quiet: bool = False
    """Whether nobody needs it who has not tried: the unit never does such a thing, or the target is of the wrong kind.
    Menus leave such verbs out.
    """

    def of(self, **values: Any) -> Reason:
        """The same, about these values."""
        return Reason(self.phrase, self.rule, values, self.quiet)

    def words(self, values: Mapping[str, Any], name: Callable[[str, Any], str]) -> str:
        """The reason as a sentence; `name` says what a value of a kind is called."""
        told = joined(filled(self.phrase, {**values, **self.values}, name))
        return f"{told} ({self.rule})" if self.rule else told


class Refusal(msgspec.Struct, frozen=True):
    """A verb that cannot be used on a target now: why, by which rule, and whether menus leave it out."""

    verb: str
    label: str
    menu: str
    words: str
    rule: str = ""
    quiet: bool = False
    general: bool = False
    """Whether it is what the verb says of everything that it does not take."""
