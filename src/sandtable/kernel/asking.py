"""What a side is asked in a state, verb by verb: the targets of a verb are worked out when somebody asks for them.

A player is shown all offers at once. To check an action, or to draw one at random, one verb is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from sandtable.kernel.decision import Action, Decision, Offer, Question
from sandtable.kernel.errors import RulesFault
from sandtable.kernel.procedure import Decide, Verb
from sandtable.kernel.targets import drawn

__all__ = ["Asking", "draw"]


@cache
def _name(decision: type[Decide]) -> str:
    return decision.key()


class Asking(msgspec.Struct, eq=False):
    """A decision of one side; `look` is the board as the side knows it, `verbs` are those that it might choose.

    >>> import sandtable
    >>> game = sandtable.load("demo/bridge")
    >>> asked = game.asking(game.start(sandtable.Dice.seeded(7)))[0]
    >>> asked.allows(Action("place", 0)), asked.allows(Action("fire", 0)), asked.pick(lambda count: 0)
    (True, False, Action(verb='place', target=0))
    """

    # A struct of msgspec, because one is made for every decision and it is made three times as fast.
    side: int
    _asks: Decide
    _look: Any
    _verbs: Mapping[str, Verb]
    _targets: dict[str, Any] = {}
    """The targets of the verbs that somebody has asked for."""
    _decision: Decision | None = None
    picked: Action | None = None
    """The action that was drawn last: it is known to be among the offers."""

    def _targets_of(self, verb: Verb) -> Any:
        """The targets of a verb; True for a button that is offered, something empty for what is not."""
        found = self._targets.get(verb.name)
        if found is None:
            found = self._targets[verb.name] = verb.targets(self._asks, self._look)
        return found

    def _offer(self, verb: Verb) -> Offer | None:
        """The offer of a verb; None if it has no target."""
        targets = self._targets_of(verb)
        if targets is True:
            return verb.button
        return Offer(verb.name, verb.label, verb.kind, targets, verb.menu) if targets else None

    @property
    def decision(self) -> Decision:
        """The decision with all offers."""
        if self._decision is None:
            offers = tuple([offer for offer in map(self._offer, self._verbs.values()) if offer is not None])
            if not offers:
                raise _fault(self._asks, self._look)
            asks = self._asks
            name = _name(type(asks))
            self._decision = Decision(self.side, Question(asks, self._look), offers, name, asks.sets_up)
        return self._decision

    def allows(self, action: Action) -> bool:
        """Whether the action is among the offers: one that was drawn from them is."""
        if action is self.picked:
            return True
        verb = self._verbs.get(action.verb) if type(action.verb) is str else None
        offer = None if verb is None else self._offer(verb)
        return offer is not None and offer.takes(action.target)

    def pick(self, below: Callable[[int], int]) -> Action:
        """An action drawn with `below(n)`, a source of whole numbers from 0 to n-1: a verb, each that has a target as
        likely as the others, then its target. Unlike `Decision.pick` it leaves most other verbs alone.
        """
        verb, target = draw([*self._verbs.values()], self._asks, self._look, below, self._targets)
        self.picked = picked = Action(verb.name, target)
        return picked


def draw(
    left: list[Verb], asks: Decide, look: Any, below: Callable[[int], int], known: dict[str, Any]
) -> tuple[Verb, Any]:
    """A verb with a target, drawn as `Asking.pick` says; `left` is used up. The targets of a verb are looked up in
    `known`, and kept there.
    """
    for count in range(len(left), 0, -1):
        verb = left.pop(below(count)) if count > 1 else left[0]
        name = verb.name
        targets = known[name] if name in known else verb.targets(asks, look)
        if targets is True:
            return verb, None
        known[name] = targets
        if targets:
            return verb, targets[below(len(targets))] if type(targets) is tuple else drawn(targets, below)
    raise _fault(asks, look)


def _fault(asks: Decide, look: Any) -> RulesFault:
    return RulesFault(f"{type(asks).__name__} asks {look.game.side_name(asks.side)} but offers nothing")
