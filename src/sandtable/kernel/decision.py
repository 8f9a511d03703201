"""What one side must choose now: a prompt and the offers. An action is one verb with one target."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeAlias

import msgspec

__all__ = ["Action", "Decision", "Offer", "Target", "Targets"]

Target: TypeAlias = int | str | None
"""A unit, a hex, a point or a choice by its id; None for a button."""


class Targets(Protocol):
    """The legal targets of a verb: a tuple, a range, or a region of the map that is solved when first asked.

    They iterate in a fixed order, so that the same seed gives the same game. A region may have a method
    `draw(below)` that draws one target, each as likely, without listing them all.
    """

    def __contains__(self, target: Any, /) -> bool:
        """Whether this target is legal."""

    def __iter__(self) -> Iterator[Any]:
        """The legal targets, always in the same order."""

    def __len__(self) -> int:
        """How many there are."""


class Action(msgspec.Struct, frozen=True, array_like=True):
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

    def takes(self, target: object) -> bool:
        """Whether the target is legal. Only plain whole numbers and words are targets: True is not 1."""
        if self.targets is None:
            return target is None
        return (type(target) is int or type(target) is str) and target in self.targets

    def actions(self) -> Iterator[Action]:
        """Every action of this offer, always in the same order."""
        if self.targets is None:
            yield Action(self.verb)
        else:
            for target in self.targets:
                yield Action(self.verb, target)

    def __len__(self) -> int:
        return 1 if self.targets is None else len(self.targets)


class Decision(msgspec.Struct, frozen=True):
    """What one side must choose now.

    >>> decision = Decision(0, "Fire, or pass.", (Offer("fire", "Fire at", "unit", (3, 4)), Offer("pass", "Pass")))
    >>> [str(action) for action in decision.actions()]
    ['fire 3', 'fire 4', 'pass']
    """

    side: int
    prompt: str
    offers: tuple[Offer, ...]

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
        if type(targets) is tuple:
            return Action(offer.verb, targets[below(len(targets))])
        if hasattr(targets, "draw"):
            return Action(offer.verb, targets.draw(below))
        index = below(len(targets))
        if hasattr(targets, "__getitem__"):
            return Action(offer.verb, targets[index])
        for number, target in enumerate(targets):
            if number == index:
                return Action(offer.verb, target)
        raise AssertionError(f"the targets of {offer.verb} are fewer than their length")
