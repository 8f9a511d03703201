"""What a side is asked in a state, verb by verb: the targets of a verb are worked out when somebody asks for them.

A player is shown all offers at once. To check an action, or to draw one at random, one verb is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sandtable.kernel.decision import Action, Decision, Offer, Question
from sandtable.kernel.errors import RulesFault
from sandtable.kernel.procedure import Decide, Verb
from sandtable.kernel.targets import drawn

__all__ = ["Asking"]


@cache
def _name(decision: type[Decide]) -> str:
    return decision.key()


class Asking:
    """A decision of one side; `look` is the board as the side knows it, `verbs` are those that it might choose.

    >>> import sandtable
    >>> game = sandtable.load("demo/bridge")
    >>> asked = game.asking(game.start(sandtable.Dice.seeded(7)))[0]
    >>> asked.allows(Action("place", 0)), asked.allows(Action("fire", 0)), asked.pick(lambda count: 0)
    (True, False, Action(verb='place', target=0))
    """

    __slots__ = ("_asks", "_decision", "_look", "_offers", "_picked", "_verbs", "side")

    def __init__(self, asks: Decide, look: Any, verbs: Mapping[str, Verb]) -> None:
        self.side = asks.side
        self._asks = asks
        self._look = look
        self._verbs = verbs
        self._offers: dict[str, Offer | None] = {}
        self._decision: Decision | None = None
        self._picked: Action | None = None

    def _offer(self, verb: Verb) -> Offer | None:
        """The offer of a verb; None if it has no target."""
        name = verb.name
        if name in self._offers:
            return self._offers[name]
        targets = verb.targets(self._asks, self._look)
        offer = None
        if targets is True:
            offer = verb.button
        elif targets:
            offer = Offer(name, verb.label, verb.kind, targets, verb.menu)
        self._offers[name] = offer
        return offer

    @property
    def decision(self) -> Decision:
        """The decision with all offers."""
        if self._decision is None:
            offers = tuple([offer for offer in map(self._offer, self._verbs.values()) if offer is not None])
            if not offers:
                raise self._fault()
            asks = self._asks
            name = _name(type(asks))
            self._decision = Decision(self.side, Question(asks, self._look), offers, name, asks.sets_up)
        return self._decision

    def allows(self, action: Action) -> bool:
        """Whether the action is among the offers: one that was drawn from them is."""
        if action is self._picked:
            return True
        verb = self._verbs.get(action.verb) if type(action.verb) is str else None
        offer = None if verb is None else self._offer(verb)
        return offer is not None and offer.takes(action.target)

    def pick(self, below: Callable[[int], int]) -> Action:
        """An action drawn with `below(n)`, a source of whole numbers from 0 to n-1: a verb, each that has a target as
        likely as the others, then its target. Unlike `Decision.pick` it leaves most other verbs alone.
        """
        left = list(self._verbs.values())
        while left:
            offer = self._offer(left.pop(below(len(left)) if len(left) > 1 else 0))
            if offer is not None:
                targets = offer.targets
                picked = self._picked = Action(offer.verb, None if targets is None else drawn(targets, below))
                return picked
        raise self._fault()

    def _fault(self) -> RulesFault:
        return RulesFault(f"{type(self._asks).__name__} asks {self._look.game.side_name(self.side)} but offers nothing")
