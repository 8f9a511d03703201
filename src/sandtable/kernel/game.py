"""A scenario with its options chosen, and the few functions that play it. Pure: state in, state out."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, Union

import msgspec

from sandtable.kernel import refusing
from sandtable.kernel.asking import Asking
from sandtable.kernel.chapter import Rules
from sandtable.kernel.decision import Action, Decision, Offer, Target
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import IllegalAction, RecordError, RulesFault, ScenarioFault, shown
from sandtable.kernel.event import Event
from sandtable.kernel.field import Field, Look
from sandtable.kernel.following import followed
from sandtable.kernel.learning import decoder
from sandtable.kernel.odds import Assumption, Odds
from sandtable.kernel.phases import phases
from sandtable.kernel.phrase import Part, Phrase, filled, joined
from sandtable.kernel.picture import Picture, Route
from sandtable.kernel.playout import play_on
from sandtable.kernel.procedure import Answer, Decide, Hidden, Reaction, Roll, Sealed
from sandtable.kernel.reason import Reason, Refusal
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.running import acted, advance, closed, settle
from sandtable.kernel.scene import Scene
from sandtable.kernel.state import Known, Result, State
from sandtable.kernel.system import OptionValue, Scenario, System, choose_options
from sandtable.kernel.typing import B, W
from sandtable.kernel.view import View

__all__ = ["Game"]

LARGE_BOARD = 2_500
"""The bytes of a state from which on a unit of work takes twice as long: those of some 90 units."""
_encoder = msgspec.msgpack.Encoder(order="deterministic")


class Game(Generic[B, W]):
    """A scenario with its options chosen. Immutable, and shared by every state.

    >>> import sandtable
    >>> game = sandtable.load("demo/bridge")
    >>> dice = sandtable.Dice.seeded(7)
    >>> state = game.start(dice)
    >>> decision = game.decisions(state)[0]
    >>> state, events = game.apply(state, decision.side, next(decision.actions()), dice)
    >>> game.over(state)
    False
    """

    def __init__(
        self, system: System[B, W], scenario: Scenario, options: Mapping[str, object] | None = None, *, name: str
    ) -> None:
        self.system = system
        self.scenario = scenario
        self.name = name
        self.options: Mapping[str, OptionValue] = MappingProxyType(
            choose_options(system.options, scenario.options, options or {})
        )
        self.rules = Rules(system.chapters, self.options)
        # Every decision needs these.
        self.field, self._look = system.field, system.look
        self._unmasked = type(system).mask is System.mask
        self._scene: Scene | None = None
        self.sides = scenario.sides
        if len({side.casefold() for side in self.sides}) < len(self.sides) or not all(self.sides):
            raise ScenarioFault(("sides",), "each side needs a name of its own")
        self.world: W = system.world(scenario, self.rules)
        board: Any = system.board
        if self.rules.keeps:
            if system.extended is None:
                raise RulesFault(f"the board of {system.title} has no place for what a chapter keeps")
            kept: Any = Union[(*self.rules.keeps,)]
            board = system.extended[kept]  # type: ignore[index]
        stacked: Any = Union[(Hidden, Answer, *self.rules.procedures)]
        self._decoder: msgspec.msgpack.Decoder[State[Any, Any]] = decoder(State[board, stacked])

    @property
    def fingerprint(self) -> str:
        """A hash of the scenario file's content: a record names it, so that a changed battle is noticed."""
        return hashlib.blake2b(_encoder.encode(self.scenario), digest_size=16).hexdigest()

    def __repr__(self) -> str:
        return f"<Game {self.name}: {' against '.join(self.sides)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (self.system, self.scenario, dict(self.options), self.name)

    def with_world(self, world: W) -> Game[B, W]:
        """The same game with another world, for questions that need no game of their own (see `kernel/question.py`)."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, world=world, _scene=None)
        return other

    # Playing

    def start(self, dice: Dice) -> State[Any, Any]:
        """The first state."""
        return self.start_with_events(dice)[0]

    def start_with_events(self, dice: Dice) -> tuple[State[Any, Any], list[Event]]:
        """The first state, and what happened before the first decision."""
        board, procedures = self.system.start(self)
        if self.rules.keeps:
            fields = {name: getattr(board, name) for name in board.__struct_fields__}  # type: ignore[attr-defined]
            board = self.system.extended(**fields, extras=tuple(kept() for kept in self.rules.keeps))  # type: ignore[misc]
        field = self.system.field(self, board)
        field.next(*procedures)
        rolls = advance(field, dice, 0)
        return closed(field, rolls), field.events

    def over(self, state: State[Any, Any]) -> bool:
        """Whether the game has ended."""
        return state.result is not None

    def result(self, state: State[Any, Any]) -> Result | None:
        """How the game ended; None while it goes on."""
        return state.result

    def decisions(self, state: State[Any, Any]) -> tuple[Decision, ...]:
        """The decisions to make now: one, or one for each side that decides in secret."""
        memo = state.__dict__
        known: tuple[Game, tuple[Decision, ...]] | None = memo.get("decisions")
        if known is None or known[0] is not self:
            known = memo["decisions"] = self, tuple([asked.decision for asked in self.asking(state)])
        return known[1]

    def asking(self, state: State[Any, Any]) -> tuple[Asking, ...]:
        """The same, with offers that are worked out verb by verb when they are asked for."""
        memo = state.__dict__
        known: tuple[Game, tuple[Asking, ...]] | None = memo.get("asking")
        if known is not None and known[0] is self:
            return known[1]
        if state.secret or state.result is not None:
            found = tuple([self._asked(state.board, asks) for asks in _asking(state) if type(asks) is not Hidden])
        else:
            asks = state.stack[-1]
            found = () if type(asks) is Hidden or not asks.asks else (self._asked(state.board, asks),)
        memo["asking"] = self, found
        return found

    def _asked(self, board: B, asks: Decide) -> Asking:
        side = asks.side
        known = board if self._unmasked else self.system.mask(self, board, side)
        return Asking(side, asks, self._look(self, known), self.rules.verbs[type(asks)])

    def look_as(self, field: Field[B, W], side: int) -> Look[B, W]:
        """What a side chooses from on a working copy: the copy itself where it may know all of it."""
        if self._unmasked and isinstance(field, self._look):
            return field
        return self._look(self, self.system.mask(self, field.freeze(), side))

    def pick(self, state: State[Any, Any], below: Callable[[int], int]) -> tuple[int, Action]:
        """A side that must choose now, and an action of it drawn at random (see `Asking.pick`).

        >>> import sandtable
        >>> game = sandtable.load("demo/bridge")
        >>> game.pick(game.start(sandtable.Dice.seeded(7)), lambda count: 0)
        (0, Action(verb='place', target=0))
        """
        asked = self.asking(state)[0]
        return asked.side, asked.pick(below)

    def decision(self, state: State[Any, Any], side: int) -> Decision | None:
        """What this side must choose now, if anything."""
        if type(side) is int:  # True is not side 1
            for asked in self.asking(state):
                if asked.side == side:
                    return asked.decision
        return None

    def apply(
        self, state: State[Any, Any], side: int, action: Action, dice: Dice
    ) -> tuple[State[Any, Any], list[Event]]:
        """The state after the action, up to the next decision, and what happened.

        Raises IllegalAction, with the reason in a sentence, for anything that is not among the offers.
        """
        field = acted(self, state, side, action)
        rolls = advance(field, dice, state.rolls)
        return closed(field, rolls), field.events

    def after(self, state: State[Any, Any], side: int, action: Action, dice: Dice) -> State[Any, Any]:
        """The state after the action, as `apply` has it, without a log: for those who try out many.

        >>> import sandtable
        >>> game, dice = sandtable.load("demo/bridge"), sandtable.Dice.seeded(7)
        >>> state = game.start(dice)
        >>> game.after(state, 0, Action("place", 0), dice) == game.apply(state, 0, Action("place", 0), dice)[0]
        True
        """
        field = acted(self, state, side, action, noted=False)
        rolls = advance(field, dice, state.rolls)
        return closed(field, rolls)

    def playout(
        self, state: State[Any, Any], below: Callable[[int], int], dice: Dice, most: int = sys.maxsize
    ) -> tuple[State[Any, Any], int]:
        """The state at the end of the game, or after `most` decisions, when all sides choose at random; and how many
        decisions they made. It is the same game that `pick` and `apply` would play, and it takes less time, since
        nobody sees what lies between: made for those who play very many.

        >>> import random, sandtable
        >>> game, draw = sandtable.load("demo/bridge"), random.Random(7)
        >>> start = game.start(sandtable.Dice.seeded(7))
        >>> end, decisions = game.playout(start, draw.randrange, sandtable.Dice.seeded(7))
        >>> game.over(end), decisions > 10
        (True, True)
        """
        return play_on(self, state, below, dice, most)

    def why_not(self, state: State[Any, Any], side: int, action: Action) -> str:
        """Why this action is not legal now, in a sentence; empty if it is."""
        return refusing.why_not(self, state, side, action)

    def refusals(
        self, state: State[Any, Any], side: int, kinds: Collection[str], target: Target, by: int | None = None
    ) -> list[Refusal]:
        """The verbs of the decision that have targets of these kinds and cannot be used on this one, each with its
        reason in words; those without a reason are left out. `by` is the unit that the player has in hand: a verb that
        others could use is refused too if this unit could not.

        >>> import sandtable
        >>> game = sandtable.load("demo/bridge")
        >>> state = game.start(sandtable.Dice.seeded(7))
        >>> [(each.verb, each.words, each.rule) for each in game.refusals(state, 0, ("hex",), 5)]
        [('place', 'place the squad on a free hex of your own zone', 'DS 1')]
        """
        return refusing.refusals(self, state, side, kinds, target, by)

    def abilities(self, state: State[Any, Any], side: int, unit: int) -> tuple[list[Refusal], list[Offer]]:
        """What a unit of the side could do but for a reason, and what it could do to some of the targets on offer.

        The first are verbs that cannot be used with this unit now; the second those that several units could use, each
        with the targets for this one.
        """
        return refusing.abilities(self, state, side, unit)

    def rehearse(self, state: State[Any, Any], side: int, action: Action) -> Known:
        """The state after an action that throws no dice, shows nothing hidden and leaves the choice with the side.

        Ask it of a view's state: nothing is decided by it, and whatever is chosen next can be looked at beforehand.
        IllegalAction says why it cannot be rehearsed.
        """
        why = self.barrier(state, side, action)
        if why:
            raise IllegalAction(f"this cannot be rehearsed: {why}")
        field = acted(self, state, side, action)
        settle(field)
        return Known(field.freeze(), tuple(field.stack), field.secret, field.result)

    def forecast(self, state: State[Any, Any], side: int, action: Action) -> Resolution | None:
        """What the action would roll first, with every modifier; None if it rolls nothing at once."""
        field = acted(self, state, side, action)
        if not settle(field):
            return None
        roll = field.stack[-1]
        assert isinstance(roll, Roll)
        return self.system.look(self, field.freeze()).told(roll)

    def route(self, state: State[Any, Any], side: int, action: Action) -> Route | None:
        """The way a piece would take by this action; None if it is not a move. Ask it of a view's state."""
        field = acted(self, state, side, action)
        return field.stack[-1].route(self.system.look(self, state.board)) if field.stack else None

    def asks(self, state: State[Any, Any], side: int | None) -> Decide | None:
        """The procedure that asks this side for a decision now, if any."""
        return next((asks for asks in _asking(state) if asks.side == side and type(asks) is not Hidden), None)

    def reaction(self, state: State[Any, Any], side: int) -> Reaction | None:
        """What the side is asked to react to, if its decision is one of opportunity fire."""
        for asks in _asking(state):
            if asks.side == side:
                return asks.reaction()
        return None

    def barrier(self, state: State[Any, Any], side: int, action: Action) -> str:
        """Why this action could not be undone, known before it is taken; empty if it could be.

        Ask it of a view's state to tell a player: the whole state knows what the player may not.
        """
        field = acted(self, state, side, action)
        if settle(field) and not state.secret:
            roll = field.stack[-1]
            own = isinstance(roll, Roll) and roll.audience(field) in (None, side)
            return "dice are thrown" if own else "something hidden is shown"
        return self.barrier_after(state, side, closed(field, state.rolls), field.events)

    def barrier_after(self, before: State[Any, Any], side: int, after: State[Any, Any], events: Sequence[Event]) -> str:
        """Why the action that led from one state to the next cannot be undone; empty if it can be.

        The reason never speaks of dice that only another side may know of.
        """
        if before.secret:
            open_still = self.secret_goes_on(before, side, after) and not all(_done(part) for part in after.secret)
            return "" if open_still else "all sides have made their secret choice"
        rolled = next((event for event in events if event.roll is not None), None)
        if rolled is not None:
            return "dice are thrown" if rolled.seen_by(side) else "something hidden is shown"
        if any(event.reveals for event in events):
            return "something hidden is shown"
        if after.result is not None:
            return "the game is over"
        if any(asks.side != side for asks in _asking(after)):
            return "the enemy may react"
        return ""

    def secret_goes_on(self, before: State[Any, Any], side: int, after: State[Any, Any]) -> bool:
        """Whether the sides went on choosing in secret when this one acted: nothing but its own choice has changed."""
        if not (before.secret and after.secret and before.stack == after.stack and before.board == after.board):
            return False
        parts = enumerate(zip(before.secret, after.secret, strict=True))
        return all(was == now for owner, (was, now) in parts if owner != side)

    def hidden_from_others(
        self, before: State[Any, Any], side: int, after: State[Any, Any], events: Sequence[Event]
    ) -> bool:
        """Whether an action of this side, made in secret, has changed nothing that any other onlooker may know."""
        if not (before.secret and after.secret):
            return False
        if self.secret_goes_on(before, side, after):
            return True
        return not any(
            any(event.seen_by(viewer) for event in events)
            or self.masked(before, viewer) != self.masked(after, viewer)
            or self.deciding(before, viewer) != self.deciding(after, viewer)
            for viewer in (None, *range(len(self.sides)))
            if viewer != side
        )

    # Knowing

    def deciding(self, state: State[Any, Any], viewer: int | None) -> tuple[int, ...]:
        """The sides that must choose now, as far as a viewer may know: while all choose in secret, nobody is shown
        whether another side has made its choice.
        """
        if state.result is not None or not state.secret:
            return tuple(asks.side for asks in _asking(state))
        return tuple(owner for owner, part in enumerate(state.secret) if owner != viewer or _open(part))

    def view(self, state: State[Any, Any], side: int | None) -> View[B, W]:
        """What the side (None: a spectator) may know, and may ask."""
        return View(self, side, self.masked(state, side), self.deciding(state, side))

    def masked(self, state: State[Any, Any], side: int | None) -> Known:
        """The state without what the side (None: a spectator) may not know. How many rolls were made is not in it: they
        may have been made in secret.
        """
        board = (self.system.mask if state.result is None else self.system.opened)(self, state.board, side)
        seen = _seen_stack(state.stack, side)
        stack = tuple(procedure.mask(side) for procedure in seen if not procedure.unseen)
        secret = tuple(part if owner == side else (Hidden(owner),) for owner, part in enumerate(state.secret))
        known = Known(board, stack, secret, state.result)
        asks = stack[-1] if stack and not secret and state.result is None else None
        if isinstance(asks, Decide) and asks.side == side and asks is state.stack[-1]:
            # A side is asked by what it knows in any case, so that its offers are worked out once for both.
            known.__dict__["asking"] = self, self.asking(state)
        return known

    def unchosen(self, state: State[Any, Any], side: int) -> State[Any, Any]:
        """The state without what a side has begun to choose; the other side cannot tell the two apart."""
        stack = state.stack
        while len(stack) > 1 and all(each.asks and each.side == side for each in stack[-2:]):
            stack = stack[:-1]
        if stack and stack[-1].asks and stack[-1].side == side:
            stack = (*stack[:-1], stack[-1].opened_by() or stack[-1])
        return msgspec.structs.replace(state, stack=stack)

    def scene(self) -> Scene:
        """What a client draws and that never changes: the ground and the roster.

        >>> import sandtable
        >>> sandtable.load("demo/bridge").scene().pieces[0].name
        'Blue A'
        """
        if self._scene is None:
            self._scene = self.system.scene(self)
        return self._scene

    def picture(self, state: State[Any, Any], side: int | None) -> Picture:
        """What a client draws of a moment for the side (None: for a spectator)."""
        return self.drawn(self.masked(state, side))

    def drawn(self, known: Known) -> Picture:
        """The picture of a state as somebody knows it, with the phases of the turn."""
        picture = self.system.picture(self, known)
        turn = phases(self.system.phases, known.stack)
        return msgspec.structs.replace(picture, phases=turn) if turn else picture

    def sight(self, state: State[Any, Any], side: int | None, place: int) -> Sequence[int] | None:
        """The places the side would see from here, as far as it knows the board; None if the system cannot tell."""
        return self.system.sight(self, self.masked(state, side), side, place)

    def line(self, state: State[Any, Any], side: int | None, place: int, to: int) -> str:
        """What blocks the line between two places, as far as the side knows; empty if it is clear."""
        return self.system.line(self, self.masked(state, side), side, place, to)

    def sheltered(self, state: State[Any, Any], side: int | None, place: int) -> Sequence[int]:
        """The places in sight from here whose vehicles are sheltered from fire from here."""
        return self.system.sheltered(self, self.masked(state, side), side, place)

    def sighted(self, state: State[Any, Any], side: int | None, place: int) -> tuple[str, Sequence[int]]:
        """The further places that pieces here see with sights of their own, and what these are in words."""
        return self.system.sighted(self, self.masked(state, side), side, place)

    def look(self, state: State[Any, Any]) -> Look:
        """The whole board to read."""
        return self.system.look(self, state.board)

    def tell(self, event: Event) -> str:
        """The event in words."""
        return joined(self.parts(event))

    def parts(self, event: Event) -> Phrase:
        """The event as a phrase.

        >>> import sandtable
        >>> sandtable.load("demo/bridge").parts(Event("moves", "DS 3", {"squad": 0, "hex": 3}))[2]
        Part(text='0104', kind='hex', id=3)
        """
        if event.roll is not None:
            outcome = self.system.name_of(self, "outcome", event.roll.outcome)
            return (*event.roll.resolution.phrase, Part(f": {event.roll} gives {outcome}"))
        return self.phrase(event.what, event.values)

    def phrase(self, what: str, values: Mapping[str, Any]) -> Phrase:
        """A phrase of a chapter, filled with values."""
        return filled(self.rules.phrases[what], values, lambda kind, value: self.system.name_of(self, kind, value))

    def say(self, reason: Reason, values: Mapping[str, Any] = MappingProxyType({})) -> str:
        """A reason in words."""
        return reason.words(values, lambda kind, value: self.system.name_of(self, kind, value))

    def target_name(self, offer: Offer, target: object) -> str:
        """What players call a target of this offer."""
        return offer.write(target, lambda kind, value: self.system.name_of(self, kind, value))

    def side_name(self, side: int) -> str:
        """What the side is called in this scenario."""
        return self.sides[side] if type(side) is int and 0 <= side < len(self.sides) else f"side {shown(side)}"

    def side_number(self, name: str) -> int:
        """The number of the side called this.

        >>> import sandtable
        >>> sandtable.load("demo/bridge").side_number("red")
        1
        """
        for number, side in enumerate(self.sides):
            if side.casefold() == name.casefold():
                return number
        raise IllegalAction(f"there is no side {shown(name)}: the sides are {', '.join(self.sides)}")

    # Odds

    def odds(
        self,
        state: State[Any, Any],
        side: int,
        action: Action,
        *,
        assuming: Assumption | None = None,
        limit: int | None = None,
        through_phases: bool = False,
    ) -> Odds:
        """The exact chances of every position at the next decision, through the same code as play.

        They stop where another phase throws its first dice, for these are not the action's; `through_phases` they go
        on. With an assumption, decisions on the way are answered by it and the odds go on, through phases too,
        until it gives None. Past `limit` units of work (`odds_limit` says how many, if nothing is given) an
        OddsTooLarge has what is known by then.
        """
        field = acted(self, state, side, action)
        limit = self.odds_limit(state) if limit is None else limit
        return followed(field, limit, assuming=assuming, through_phases=through_phases)

    def odds_limit(self, state: State[Any, Any]) -> int:
        """The units of work that the odds of an action may cost here if nothing else is said: fewer on a large board,
        where each unit takes longer, so that an answer never takes more than some 200 milliseconds.

        >>> import sandtable
        >>> game = sandtable.load("demo/bridge")
        >>> game.odds_limit(game.start(sandtable.Dice.seeded(7)))
        4000
        """
        return self.system.odds_work // (1 + len(_encoder.encode(state)) // LARGE_BOARD)

    # Keeping

    def encode(self, state: State[Any, Any]) -> bytes:
        """The state as bytes, the same on every machine."""
        return _encoder.encode(state)

    def decode(self, data: bytes) -> State[Any, Any]:
        """The state of these bytes."""
        try:
            return self._decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError) as fault:
            raise RecordError(f"this is not a state of {self.name}: {fault}") from None

    def decode_known(self, data: bytes) -> Known:
        """What a side knows, of these bytes."""
        state = self.decode(data)
        return Known(state.board, state.stack, state.secret, state.result, state.rolls)

    def digest(self, state: State[Any, Any]) -> str:
        """A hash of the state: 32 hexadecimal digits."""
        return hashlib.blake2b(_encoder.encode(state), digest_size=16).hexdigest()


def _made_again(system: System, scenario: Scenario, options: dict[str, OptionValue], name: str) -> Game:
    """A game unpickled."""
    return Game(system, scenario, options, name=name)


def _asking(state: State[Any, Any]) -> list[Decide]:
    """The procedures that ask for a decision now."""
    if state.result is not None:
        return []
    if state.secret:
        return [part[-1] for part in state.secret if _open(part)]
    return [state.stack[-1]] if state.stack[-1].asks else []


def _open(part: tuple[Any, ...]) -> bool:
    """Whether a side is known to be choosing in its secret part."""
    return isinstance(part[-1], Decide) and not isinstance(part[-1], Hidden)


def _done(part: tuple[Any, ...]) -> bool:
    """Whether a side's secret part is finished, or may be as far as a view shows."""
    return isinstance(part[-1], Sealed | Hidden)


def _seen_stack(stack: tuple[Any, ...], side: int | None) -> tuple[Any, ...]:
    """The stack without what another side has selected so far: that is its own business until it acts."""
    top = len(stack)
    while top > 1 and isinstance(stack[top - 1], Decide) and isinstance(stack[top - 2], Decide):
        if stack[top - 1].side == side or stack[top - 1].side != stack[top - 2].side:
            break
        top -= 1
    return stack[:top]
