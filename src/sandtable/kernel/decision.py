"""What one side must choose now: a prompt and the offers. An action is one verb with one target."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Protocol, TypeAlias

import msgspec

from sandtable.kernel.phrase import PLACES, Phrase, Said, parts_of
from sandtable.kernel.targets import Built, Writer, drawn, plain, written

__all__ = ["Action", "Decision", "Offer", "Question", "Target", "Targets"]

LISTED = 500
Value: TypeAlias = int | str
Target: TypeAlias = Value | tuple[Value | tuple[Value, ...], ...] | None
"""A unit, a hex, a point or a choice by its id, or a tuple of several (see `kernel/targets.py`); None for a button."""


class Targets(Protocol):
    """The legal targets of a verb: a tuple, a range, a region of the map that is solved when first asked, or what can
    be put together of several values (`kernel/targets.py`).

    They iterate in a fixed order, so that the same seed gives the same game. A region may have a method
    `draw(below)` that draws one target, each as likely, without listing them all.
    """

    def __contains__(self, target: Any, /) -> bool:
        """Whether this target is legal."""

    def __iter__(self) -> Iterator[Any]:
        """The legal targets, always in the same order."""

    def __len__(self) -> int:
        """How many there are."""


class Action(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One verb with one target, taken from the offers.

    >>> print(Action("fire", "R1"), Action("pass"))
    fire R1 pass
    """

    verb: str
    target: Target = None

    def __str__(self) -> str:
        return self.verb if self.target is None else f"{self.verb} {self.target}"


class Offer(msgspec.Struct, frozen=True):
    """A verb and its legal targets (None: a button).

    >>> Offer("fire", "Fire at", "unit", (3, 4)).takes(3), Offer("pass", "Pass").takes(None)
    (True, True)
    """

    verb: str
    label: str
    kind: str = "button"
    targets: Targets | None = None
    menu: str = ""
    """Its name where its target is shown beside it already: `Fire` for `Fire with`."""

    def takes(self, target: object) -> bool:
        """Whether the target is legal. Only plain whole numbers and words are targets: True is not 1."""
        if self.targets is None:
            return target is None
        return (type(target) is int or plain(target)) and target in self.targets

    def write(self, target: object, name: Writer) -> str:
        """The target in words; `name` says what a value of a kind is called."""
        return written(self.kind, self.targets, target, name)

    def actions(self) -> Iterator[Action]:
        """Every action of this offer, always in the same order."""
        if self.targets is None:
            yield Action(self.verb)
        else:
            for target in self.targets:
                yield Action(self.verb, target)

    def listed(self) -> Iterator[Action]:
        """Every action of this offer, but of targets that are put together of several values only the first."""
        return islice(self.actions(), LISTED) if isinstance(self.targets, Built) else self.actions()

    def __len__(self) -> int:
        return 1 if self.targets is None else len(self.targets)


class Question(msgspec.Struct, eq=False):
    """What a decision asks. It is worked out when somebody reads it: whoever only plays never does."""

    _asks: Any
    _look: Any
    _said: Said | str | None = None

    @property
    def said(self) -> Said | str:
        """The question."""
        if self._said is None:
            self._said = self._asks.prompt(self._look)
        return self._said

    def __str__(self) -> str:
        return str(self.said)

    def __repr__(self) -> str:
        return f"<Question {str(self)!r}>"

    def __eq__(self, other: object) -> bool:
        return self.said == other.said if isinstance(other, Question) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.said)


class Decision(msgspec.Struct, frozen=True):
    """What one side must choose now: `name` is the same whenever the same thing is asked, `says` the question.

    >>> decision = Decision(0, "Fire, or pass.", (Offer("fire", "Fire at", "unit", (3, 4)), Offer("pass", "Pass")))
    >>> [str(action) for action in decision.actions()]
    ['fire 3', 'fire 4', 'pass']
    """

    side: int
    says: Question | str
    offers: tuple[Offer, ...]
    name: str = ""
    sets_up: bool = False

    @property
    def prompt(self) -> str:
        """The question in words."""
        return str(self.says)

    @property
    def phrase(self) -> Phrase:
        """The question as parts."""
        return parts_of(self.says if isinstance(self.says, str) else self.says.said)

    @property
    def units(self) -> tuple[int, ...]:
        """The units it is about, in the order of the question."""
        return tuple(part.id for part in self.phrase if part.kind == "unit" and isinstance(part.id, int))

    @property
    def places(self) -> tuple[int, ...]:
        """The hexes or points it is about."""
        return tuple(part.id for part in self.phrase if part.kind in PLACES and isinstance(part.id, int))

    def actions(self) -> Iterator[Action]:
        """Every legal action, always in the same order."""
        for offer in self.offers:
            yield from offer.actions()

    def offer(self, verb: object) -> Offer | None:
        """The offer of this verb, if it is made now."""
        for offer in self.offers:
            if offer.verb == verb:
                return offer
        return None

    def allows(self, action: Action) -> bool:
        """Whether the action is among the offers."""
        verb = action.verb
        for offer in self.offers:
            if offer.verb == verb:
                return offer.takes(action.target)
        return False

    def pick(self, below: Callable[[int], int]) -> Action:
        """An action drawn with `below(n)`, a source of whole numbers from 0 to n-1: verb first, then target.

        >>> decision = Decision(0, "", (Offer("fire", "Fire at", "unit", (3, 4)), Offer("pass", "Pass")))
        >>> str(decision.pick(lambda n: 0))
        'fire 3'
        """
        offers = self.offers
        offer = offers[below(len(offers)) if len(offers) > 1 else 0]
        targets = offer.targets
        if targets is None:
            return Action(offer.verb)
        return Action(offer.verb, drawn(targets, below))
