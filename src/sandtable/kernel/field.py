"""The two ways rules touch a board: a `Look` reads it, a `Field` is a short-lived working copy to change.

A system subclasses both, with its own questions ("which enemies see this hex?") and its own imperative verbs
("suppress this unit"), so that rule code reads like the rulebook. `board` is the board as it is now, in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from sandtable.kernel.errors import RulesFault
from sandtable.kernel.event import Event
from sandtable.kernel.memo import cached_property
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Caller, Decide, Procedure, Roll, Sealed
from sandtable.kernel.resolution import Resolution, Rolled
from sandtable.kernel.state import Result
from sandtable.kernel.typing import B, W

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

__all__ = ["Field", "Look", "with_entry"]

K = TypeVar("K", bound=msgspec.Struct)
T = TypeVar("T")


def with_entry(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """A row of the board with one entry changed.

    >>> with_entry((4, 5, 6), 1, 9)
    (4, 9, 6)
    """
    entries = list(row)
    entries[index] = value
    return tuple(entries)


class Look(Generic[B, W]):
    """A board to read. It is the state's own value: a stray write raises."""

    def __init__(self, game: Game[B, W], board: B) -> None:
        self.game = game
        self.board = board
        self.world = game.world

    def kept(self, what: type[K]) -> K:
        """What a chapter keeps on the board, by its class (see `Chapter.keeps`)."""
        place = self.game.rules.kept_at.get(what)
        if place is not None:
            found: K = self.board.extras[place]  # type: ignore[attr-defined]
            return found
        raise RulesFault(f"no chapter in force keeps a {what.__name__}")

    def say(self, what: str, **values: Any) -> Said:
        """A phrase of a chapter with these values: what is asked, or rolled for."""
        return Said(self.game, what, values)

    def resolution_of(self, roll: Roll) -> Resolution:
        """What a roll is made with, with every modifier: its own, and those that other chapters add to it.

        Where modifiers shift a column the roll counts them in by itself (`Roll.added`), for its rows follow from them.
        """
        found = roll.resolution(self)
        if not self.game.rules.modifiers(type(roll)):
            return found
        added = roll.added(self)
        if found.modifies == "die":
            return msgspec.structs.replace(found, modifiers=(*found.modifiers, *added))
        if any(modifier not in found.modifiers for modifier in added):
            raise RulesFault(f"{type(roll).__name__} leaves out what chapters add to it")
        return found

    def told(self, roll: Roll) -> Resolution:
        """A roll for somebody to read: with its phrase, and who acts on whom."""
        return roll.told(self.resolution_of(roll), roll.says(self))


class Field(Look[B, W]):
    """A working copy of a board, with what is to happen next and what has happened."""

    @cached_property
    def stack(self) -> list[Procedure]:
        """What is under way, the procedure that acts next last."""
        return []

    @cached_property
    def events(self) -> list[Event]:
        """What has happened."""
        return []

    below: int = 0
    """How many procedures wait below the one that acts now."""
    secret: tuple[tuple[Procedure, ...], ...] = ()
    result: Result | None = None
    noted: bool = True
    """Whether what happens is noted in the log: nobody reads that of odds, or of what is only tried out."""

    def update(self, **values: Any) -> None:
        """The board with some of its fields changed."""
        self.board = msgspec.structs.replace(self.board, **values)  # type: ignore[type-var]

    def keep(self, value: msgspec.Struct) -> None:
        """A chapter keeps this on the board instead of what it kept of this class."""
        extras = self.board.extras  # type: ignore[attr-defined]
        self.update(extras=tuple(value if type(each) is type(value) else each for each in extras))

    def freeze(self) -> B:
        """The board with all changes. Override to hand on what is worked out about it."""
        return self.board

    def next(self, *procedures: Procedure) -> None:
        """Do these now, the first one first; then whatever was under way goes on."""
        if len(procedures) == 1:
            self.stack.append(procedures[0])
        else:
            self.stack.extend(procedures[::-1])

    def answer(self, value: bool | int | str) -> None:
        """Answer the caller that waits for this procedure, as the last act; nothing happens if none waits."""
        if len(self.stack) != self.below:
            raise RulesFault("a procedure answers last: put the step Answer after what is to come first")
        caller = self.stack[-1] if self.stack else None
        if isinstance(caller, Caller):
            self.stack.pop()
            self.below -= 1
            caller.resume(self, value)

    def together(self, *parts: Procedure) -> None:
        """Each side decides at the same time and in secret, side 0 by the first part; then play goes on."""
        if self.secret:
            raise RulesFault("a secret decision cannot be opened inside another")
        if not all(isinstance(part, Decide | Sealed) for part in parts):
            raise RulesFault("a secret part must begin with a decision")
        self.secret = tuple((part,) for part in parts)

    def log(
        self,
        what: str,
        rule: str,
        *,
        roll: Rolled | None = None,
        to: int | None = None,
        reveals: bool = False,
        **values: Any,
    ) -> None:
        """Note what happened: a phrase of the system, the rule, and the values that fill the phrase."""
        if self.noted:
            self.events.append(Event(what, rule, values, roll, to, reveals))

    def finish(self, winner: int | None, words: str, *score: int) -> None:
        """The game is over."""
        self.result = Result(winner, words, score)
