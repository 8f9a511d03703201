"""What one side is allowed to know, and everything it may ask: the player's handle on a game.

A bot, a page or a person at the terminal gets a `View` and nothing else. Whatever it asks is answered from what the
side knows, so that no answer can tell a secret. The whole `State` is the umpire's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

from sandtable.kernel.decision import Action, Decision, Offer, Target
from sandtable.kernel.errors import IllegalAction, shown
from sandtable.kernel.event import Event
from sandtable.kernel.field import Look
from sandtable.kernel.phrase import Part, Phrase, joined, plain
from sandtable.kernel.picture import Picture, Route, Shoot
from sandtable.kernel.procedure import Decide, Reaction, Shot
from sandtable.kernel.reason import Refusal
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.state import Known, Result, State
from sandtable.kernel.targets import Built
from sandtable.kernel.typing import B, W

if TYPE_CHECKING:
    from sandtable.kernel.game import Game
    from sandtable.kernel.odds import Assumption, Odds

__all__ = ["View"]


class View(Generic[B, W]):
    """What one side (None: a spectator) knows of a game.

    >>> import sandtable
    >>> game = sandtable.load("demo/bridge")
    >>> view = game.view(game.start(sandtable.Dice.seeded(7)), side=0)
    >>> view.decision.prompt
    'Place your squads: Blue A next.'
    >>> action = next(view.actions())
    >>> view.write(action), view.describe(action)
    ('place 0101', 'Place in 0101')
    >>> view.why_not(view.read("place 0601"))
    'place the squad on a free hex of your own zone (DS 1)'
    >>> print(view)  # doctest: +ELLIPSIS
    0101...
    """

    __slots__ = ("deciding", "game", "side", "state")

    def __init__(self, game: Game[B, W], side: int | None, state: Known, deciding: tuple[int, ...]) -> None:
        self.game = game
        self.side = side
        self.state = state
        """The state without what the side may not know: to rehearse with, or to search."""
        self.deciding = deciding
        """The sides that must choose now."""

    # What is

    @property
    def board(self) -> B:
        """The board as the side knows it."""
        board: B = self.state.board
        return board

    @property
    def look(self) -> Look[B, W]:
        """The board to ask questions of."""
        return self.game.look(self.state)

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.state.result

    @property
    def asks(self) -> Decide | None:
        """The procedure that asks this side for its decision, if any: what a bot that knows the rules goes by."""
        return self.game.asks(self.state, self.side)

    def picture(self) -> Picture:
        """What a client draws of this moment."""
        return self.game.drawn(self.state)

    def draw(self, over: Mapping[int, str] | None = None) -> str:
        """The board as text; `over` puts signs on places."""
        return self.game.system.draw(self.look, over)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        mine, theirs = ((each.side, each.state, each.deciding) for each in (self, other))
        return self.game is other.game and mine == theirs

    def __hash__(self) -> int:
        return hash((self.side, self.state, self.deciding))

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        who = "a spectator" if self.side is None else self.game.side_name(self.side)
        asked = self.decision.prompt if self.decision else "nothing to decide"
        return f"<View of {self.game.name} for {who}: {asked}>"

    def sight(self, place: int) -> Sequence[int] | None:
        """The places a piece of this side would see from here; None if the system cannot tell."""
        return self.game.system.sight(self.game, self.state, self.side, place)

    def line(self, place: int, to: int) -> str:
        """What blocks the line between two places; empty if it is clear."""
        return self.game.system.line(self.game, self.state, self.side, place, to)

    def tell(self, event: Event) -> str:
        """An event in words."""
        return self.game.tell(event)

    # What can be chosen

    @property
    def decision(self) -> Decision | None:
        """What this side must choose now, if anything; its offers are worked out when somebody asks."""
        return None if self.side is None else self.game.decision(self.state, self.side)

    def allows(self, action: Action) -> bool:
        """Whether the action is among the offers, without working out those of other verbs.

        >>> import sandtable
        >>> game = sandtable.load("demo/bridge")
        >>> view = game.view(game.start(sandtable.Dice.seeded(7)), side=0)
        >>> view.allows(Action("place", 0)), view.allows(Action("fire", 0))
        (True, False)
        """
        return any(asked.side == self.side and asked.allows(action) for asked in self.game.asking(self.state))

    @property
    def asked(self) -> Decision:
        """The decision of this side; IllegalAction if it has none."""
        if self.decision is None:
            raise IllegalAction("there is nothing to decide")
        return self.decision

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The verbs that can be chosen now, each with its targets."""
        return self.decision.offers if self.decision else ()

    def actions(self) -> Iterator[Action]:
        """Every legal action, always in the same order."""
        for offer in self.offers:
            yield from offer.actions()

    def pick(self, below: Callable[[int], int]) -> Action:
        """An action drawn with `below(n)`, a source of whole numbers from 0 to n-1."""
        return self.asked.pick(below)

    def why_not(self, action: Action) -> str:
        """Why this action is not legal now, in a sentence; empty if it is."""
        return self.game.why_not(self.state, self._mine(), action)

    def refusals(self, kinds: Collection[str], target: Target, by: int | None = None) -> list[Refusal]:
        """The verbs that have targets of these kinds and cannot be used on this one, each with its reason; `by` is the
        unit that the player has in hand.
        """
        return [] if self.side is None else self.game.refusals(self.state, self.side, kinds, target, by)

    def abilities(self, unit: int) -> tuple[list[Refusal], list[Offer]]:
        """What an own unit could do but for a reason, and what it could do to some of the targets on offer."""
        return ([], []) if self.side is None else self.game.abilities(self.state, self.side, unit)

    def after(self, *actions: Action) -> View[B, W]:
        """The view after some actions that change nothing for good: to look at what could be chosen then.

        IllegalAction says why one of them cannot be rehearsed.
        """
        side, state = self._mine(), self.state
        for action in actions:
            state = self.game.rehearse(state, side, action)
        return View(self.game, side, state, self.game.deciding(state, side))

    def describe(self, action: Action) -> str:
        """The action as a player would say it: the verb's label and the target's name."""
        offer = self.asked.offer(action.verb)
        if offer is None or offer.targets is None:
            return offer.label if offer else str(action)
        return f"{offer.label} {self.game.target_name(offer, action.target)}"

    def write(self, action: Action) -> str:
        """The action as text that `read` reads back: the verb, and the target by its name."""
        offer = self.asked.offer(action.verb)
        if offer is None or offer.targets is None:
            return str(action)
        return f"{action.verb} {self.game.target_name(offer, action.target)}"

    def read(self, text: str) -> Action:
        """The action that a text names, legal or not: a verb that is offered, and a target by its name or its id."""
        verb, _, rest = text.strip().partition(" ")
        offer, name = self.asked.offer(verb), rest.strip()
        if offer is None:
            offered = ", ".join(each.verb for each in self.offers)
            raise IllegalAction(f"{shown(verb)} is not offered now: choose {offered}")
        if not name:
            return Action(verb)
        if isinstance(offer.targets, Built):
            meant = offer.targets.read(offer.kind, name, self._meant)
        else:
            meant = self._meant(offer.kind, offer.targets or (), name)
        return Action(verb, name if meant is None else meant)

    # What would follow

    def forecast(self, action: Action) -> Resolution | None:
        """What the action would roll first, with every modifier; None if it rolls nothing at once."""
        return self.game.forecast(self.state, self._mine(), action)

    def odds(self, action: Action, *, assuming: Assumption | None = None, limit: int | None = None) -> Odds:
        """The exact chances of every position that the action can lead to, as far as the side knows."""
        return self.game.odds(self.state, self._mine(), action, assuming=assuming, limit=limit)

    def changed(self, end: State[Any, Any]) -> str:
        """What a player would say is changed in a position that the odds lead to."""
        return joined(self.change(end)[0])

    def change(self, end: State[Any, Any]) -> tuple[Phrase, int]:
        """The same as a phrase, and how grave it is: 0 nothing, 1 slight, 2 serious, 3 the worst."""
        found = self.game.system.changes(self.look, self.game.look(end))
        parts = list(plain("" if found else "no change"))
        for number, each in enumerate(found):
            parts += [*plain(", " if number else ""), *each.says.parts]
        severity = max((each.severity for each in found), default=0)
        if end.result is None:
            return tuple(parts), severity
        winner = "drawn" if end.result.winner is None else f"{self.game.side_name(end.result.winner)} wins"
        return (*parts, Part(f"; the game ends: {winner}")), 3

    def route(self, action: Action) -> Route | None:
        """The way a piece would take, and where it could be fired at; None if it is not a move."""
        return self.game.route(self.state, self._mine(), action)

    def spread(self, action: Action) -> Shoot | None:
        """Where the fire that an action calls would fall: places with their chances, what they would lose, and warnings
        for own troops; None if it is no call. What has been chosen so far is in `picture().shoot`.
        """
        asks = self.asks
        if asks is None or not self.asked.allows(action):
            raise IllegalAction(self.why_not(action) or "there is nothing to decide")
        return asks.spread(self.look, action)

    def barrier(self, action: Action) -> str:
        """Why this action could not be undone; empty if it could be."""
        return self.game.barrier(self.state, self._mine(), action)

    @property
    def reaction(self) -> Reaction | None:
        """What the side is asked to react to, if its decision is one of opportunity fire."""
        return None if self.side is None else self.game.reaction(self.state, self.side)

    def shots(self) -> list[Shot]:
        """The shots that the side could answer its reaction with."""
        reaction = self.reaction
        return self.game.system.shots(self.game, self.state, self._mine(), reaction) if reaction else []

    def _meant(self, kind: str, targets: Iterable[Any], name: str) -> Any:
        """The value of a kind that a name means: as the system reads it, or the one of these that is called so."""
        meant = self.game.system.target_named(self.game, kind, name)
        if meant is not None:
            return meant
        for target in targets:
            if name.lower() in (self.game.system.name_of(self.game, kind, target).lower(), str(target)):
                return target
        return None

    def _mine(self) -> int:
        if self.side is None:
            raise IllegalAction("a spectator has nothing to choose")
        return self.side
