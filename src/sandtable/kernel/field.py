"""The two ways rules touch a board: a `Look` reads it, a `Field` is a short-lived working copy to change.

A system subclasses both, with its own questions ("which enemies see this hex?") and its own imperative verbs
("suppress this unit"), so that rule code reads like the rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.kernel.errors import RulesFault
from sandtable.kernel.event import Event
from sandtable.kernel.procedure import Decide, Procedure, Sealed
from sandtable.kernel.resolution import Rolled
from sandtable.kernel.state import Result

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

__all__ = ["Field", "Look"]


class Look:
    """A board to read. It shares the state's own tuples: a stray write raises."""

    def __init__(self, game: Game, board: Any) -> None:
        self.game = game
        self._board = board

    @property
    def board(self) -> Any:
        """The board that is looked at."""
        return self._board


class Field(Look):
    """A working copy of a board, with what is to happen next and what has happened."""

    def __init__(self, game: Game, board: Any) -> None:
        self.game = game
        self.before = board
        self.stack: list[Procedure] = []
        self.secret: tuple[tuple[Procedure, ...], ...] = ()
        self.events: list[Event] = []
        self.result: Result | None = None

    @property
    def board(self) -> Any:
        """A field has no board to read: ask the field, which knows the changes. `before` is where it began."""
        raise RulesFault("rules read the field, not the board it began with")

    def freeze(self) -> Any:
        """The board with all changes. Override to put working lists back into it; return the same board
        when nothing was changed.
        """
        return self.before

    def next(self, *procedures: Procedure) -> None:
        """Do these now, the first one first; then whatever was under way goes on."""
        if len(procedures) == 1:
            self.stack.append(procedures[0])
        else:
            self.stack.extend(procedures[::-1])

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
        self.events.append(Event(what, rule, values, roll, to, reveals))

    def finish(self, winner: int | None, words: str, *score: int) -> None:
        """The game is over."""
        self.result = Result(winner, words, score)
