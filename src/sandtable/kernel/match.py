"""A game under way: the actions so far, with the state before each, so that undo keeps the old value.

A game that was repaired goes on with new dice: see `Renewal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice, SeededDice
from sandtable.kernel.errors import DiceError, IllegalAction
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.kernel.view import View

__all__ = ["Entry", "Mark", "Match", "Player", "Renewal", "Seal", "play"]


class Entry(msgspec.Struct, frozen=True):
    """One action that was taken. `barrier` says why it cannot be undone; it is empty when it can."""

    side: int
    action: Action
    before: State[Any, Any]
    after: State[Any, Any]
    events: tuple[Event, ...]
    barrier: str


class Seal(msgspec.Struct, frozen=True):
    """The commitment to a seed as it was published, and the seed itself for those who may know it."""

    commitment: str
    seed: str | None = None


class Renewal(msgspec.Struct, frozen=True):
    """New dice after this many actions. `state` is where play continues: its roll numbers were never used before."""

    after: int
    state: State[Any, Any]
    seal: Seal | None


class Mark(NamedTuple):
    """A match as it was at some moment."""

    entries: tuple[Entry, ...]
    renewals: tuple[Renewal, ...]
    dice: Dice
    mixed: bool


class Match:
    """A game under way: act, undo, read the log.

    >>> import sandtable
    >>> match = Match(sandtable.load("demo/bridge"), Dice.seeded(7))
    >>> decision = match.game.decisions(match.state)[0]
    >>> events = match.act(decision.side, next(decision.actions()))
    >>> match.undo(decision.side)
    >>> len(match.entries)
    0
    """

    def __init__(self, game: Game, dice: Dice) -> None:
        self.game = game
        self.dice = dice
        self.first, self.first_events = game.start_with_events(dice)
        self.entries: list[Entry] = []
        self.mixed = False
        """Whether dice of more than one source have been thrown: no single seed can vouch for them."""
        self.seal = Seal(dice.commitment, dice.seed) if isinstance(dice, SeededDice) else None
        """The seal of the dice that the match began with."""
        self.renewals: list[Renewal] = []

    @classmethod
    def from_state(cls, game: Game, dice: Dice, state: State[Any, Any]) -> Match:
        """A match that goes on from a state that was kept; what led to it cannot be undone.

        >>> import sandtable
        >>> game = sandtable.load("demo/bridge")
        >>> kept = game.start(Dice.seeded(7))
        >>> Match.from_state(game, Dice.seeded(7), kept).why_not_undo(0)
        'there is nothing to undo'
        """
        match = cls.__new__(cls)
        match.game, match.dice, match.first, match.first_events = game, dice, state, []
        match.entries, match.mixed, match.seal, match.renewals = [], False, None, []
        return match

    @property
    def state(self) -> State[Any, Any]:
        """The state now."""
        if self.renewals and self.renewals[-1].after == len(self.entries):
            return self.renewals[-1].state
        return self.entries[-1].after if self.entries else self.first

    def act(self, side: int, action: Action, dice: Dice | None = None) -> Sequence[Event]:
        """Take an action, with the match's own dice or with these; returns what happened."""
        before = self.state
        after, events = self.game.apply(before, side, action, dice or self.dice)
        barrier = self.game.barrier_after(before, side, after, events)
        if dice is not None and after.rolls > before.rolls and not self._same_source(dice):
            self.mixed = True
        self.entries.append(Entry(side, action, before, after, tuple(events), barrier))
        return events

    def _same_source(self, dice: Dice) -> bool:
        if isinstance(dice, SeededDice) and isinstance(self.dice, SeededDice):
            return dice.seed == self.dice.seed
        return dice.kind == self.dice.kind

    # What is kept

    def mark(self) -> Mark:
        """Where the match is now: `back_to` leads here again, whatever is done or undone meanwhile."""
        return Mark(tuple(self.entries), tuple(self.renewals), self.dice, self.mixed)

    def back_to(self, mark: Mark) -> None:
        """Have the match as it was, for what was done since did not get into its log.

        >>> import sandtable
        >>> match = Match(sandtable.load("demo/bridge"), Dice.seeded(7))
        >>> before = match.mark()
        >>> decision = match.game.decisions(match.state)[0]
        >>> events = match.act(decision.side, next(decision.actions()))
        >>> match.back_to(before)
        >>> len(match.entries)
        0
        """
        self.entries, self.renewals = list(mark.entries), list(mark.renewals)
        self.dice, self.mixed = mark.dice, mark.mixed

    @property
    def settled(self) -> bool:
        """Whether nothing that was done so far can be undone."""
        return bool(self.entries and self.entries[-1].barrier and not self.state.secret)

    def forget_all_but(self, last: int) -> None:
        """Let go of the states of all actions but the last ones: the others can never be undone.

        >>> import sandtable
        >>> from sandtable.bots import RandomBot
        >>> game = sandtable.load("demo/bridge")
        >>> match = play(game, [RandomBot(game, 1), RandomBot(game, 2)], Dice.seeded(7))
        >>> state = match.state
        >>> match.forget_all_but(2)
        >>> len(match.entries), match.state == state
        (2, True)
        """
        if len(self.entries) <= last:
            return
        state = self.state
        self.entries = self.entries[-last:]
        self.first, self.first_events = self.entries[0].before, []
        renewed = bool(self.renewals) and self.renewals[-1].state is state
        self.renewals = [Renewal(last, state, self.renewals[-1].seal)] if renewed else []

    # New dice

    def rewind(self, count: int) -> None:
        """Take back the last actions, whoever made them and whatever was thrown: `renew` must follow."""
        left = len(self.entries) - count
        del self.entries[left:]
        state = self.entries[-1].after if self.entries else self.first
        for number, each in enumerate(self.renewals):
            if each.after > left:  # what was thrown with these dice is taken back, but their rolls stay used
                here = msgspec.structs.replace(state, rolls=each.state.rolls)
                self.renewals[number] = Renewal(left, here, each.seal)

    def renew(self, dice: Dice, roll: int, seal: Seal | None = None) -> None:
        """From here on throw these dice, beginning with roll number `roll`. Nothing before can be undone.

        >>> import sandtable
        >>> match = Match(sandtable.load("demo/bridge"), Dice.seeded(7))
        >>> match.renew(Dice.seeded(8), 40)
        >>> match.state.rolls
        40
        """
        if roll < self.state.rolls:
            raise DiceError(f"new dice cannot begin with roll {roll}: {self.state.rolls} rolls have been made")
        if self.entries:
            self.entries[-1] = msgspec.structs.replace(self.entries[-1], barrier="the dice were renewed after it")
        state = msgspec.structs.replace(self.state, rolls=roll)
        self.renewals.append(Renewal(len(self.entries), state, seal))
        self.dice = dice

    def events(self, side: int | None = None, *, everything: bool = False) -> list[Event]:
        """The log as a side (None: a spectator) may read it, or all of it."""
        told = [*self.first_events, *(event for entry in self.entries for event in entry.events)]
        return told if everything else [event for event in told if event.seen_by(side)]

    # Undo

    def why_not_undo(self, side: int) -> str:
        """Why the side's last action cannot be undone, in a sentence; empty if it can be."""
        return self._undoable(side)[1]

    def undo(self, side: int) -> None:
        """Take the side's last action back, as if it had never been made."""
        number, why_not = self._undoable(side)
        if why_not:
            raise IllegalAction(why_not)
        self._without(side, number)

    def undo_to(self, side: int, number: int) -> None:
        """Undo to here: take back the side's own actions until entry `number` and all after it are gone."""
        if not 0 <= number <= len(self.entries):
            raise IllegalAction(f"there is no action {number} to undo to: there are {len(self.entries)}")
        if not any(entry.side == side for entry in self.entries[number:]):
            raise IllegalAction("there is nothing of yours to undo there")
        kept = list(self.entries)
        while any(entry.side == side for entry in self.entries[number:]):
            try:
                self.undo(side)
            except IllegalAction:
                self.entries = kept
                raise

    def reset_turn(self, side: int) -> int:
        """Take back all that the side can take back; returns how many actions that was."""
        count, first = 0, len(self.entries)
        for number in reversed(range(len(self.entries))):
            entry = self.entries[number]
            if entry.barrier or (entry.side != side and not entry.before.secret):
                break
            if entry.side == side:
                count, first = count + 1, number
        self._without(side, first)
        return count

    def _without(self, side: int, first: int) -> None:
        """Take back what the side has done from here on; what others chose in secret meanwhile they choose again."""
        later = [entry for entry in self.entries[first:] if entry.side != side]
        del self.entries[first:]
        for entry in later:
            self.act(entry.side, entry.action)

    def _undoable(self, side: int) -> tuple[int, str]:
        """The number of the side's last action, and why it cannot be undone."""
        for number in reversed(range(len(self.entries))):
            entry = self.entries[number]
            if entry.side == side:
                return number, f"it cannot be undone: {entry.barrier}" if entry.barrier else ""
            if not entry.before.secret or entry.barrier:
                return number, "it cannot be undone: the other side has decided since"
        return 0, "there is nothing to undo"


class Player(Protocol):
    """A player chooses for a side: it is shown a view, never the state."""

    def choose(self, view: View) -> Action:
        """One of the actions offered."""


def play(game: Game, players: Sequence[Player], dice: Dice, *, most: int | None = None) -> Match:
    """A game played out by a player for each side, or up to `most` actions.

    >>> import sandtable
    >>> from sandtable.bots import RandomBot
    >>> game = sandtable.load("demo/bridge")
    >>> match = sandtable.play(game, [RandomBot(game, 1), RandomBot(game, 2)], Dice.seeded(7))
    >>> match.state.result is not None
    True
    """
    match = Match(game, dice)
    while not game.over(match.state) and (most is None or len(match.entries) < most):
        side = game.asking(match.state)[0].side
        match.act(side, players[side].choose(game.view(match.state, side)))
    return match
