"""Everything that changes during play, as one immutable value; and what one side may know of it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from sandtable.kernel.decision import Decision

__all__ = ["Result", "State", "View"]

B = TypeVar("B")
P = TypeVar("P")


class Result(msgspec.Struct, frozen=True, array_like=True):
    """How a game ended. `winner` is None for a draw.

    >>> Result(0, "Blue holds the bridge").winner
    0
    """

    winner: int | None
    words: str
    score: tuple[int, ...] = ()


class State(msgspec.Struct, Generic[B, P], frozen=True, array_like=True, dict=True):
    """Everything that changes during play.

    `secret` holds a stack for each side while all sides decide at once. `rolls` counts the rolls made, so
    that roll number n can ask a counter-based stream for its dice; no rule reads it, and `position` is the
    state without it: what the odds and a search merge on.
    """

    board: B
    stack: tuple[P, ...]
    secret: tuple[tuple[P, ...], ...] = ()
    result: Result | None = None
    rolls: int = 0

    @property
    def position(self) -> State[B, P]:
        """The state without the count of rolls.

        >>> State("board", (), rolls=5).position == State("board", (), rolls=9).position
        True
        """
        return State(self.board, self.stack, self.secret, self.result)


class View(msgspec.Struct, frozen=True):
    """What one side (None: a spectator) is allowed to know.

    `state` is a state like any other, with what the side may not know taken out: odds and drawings can be
    made from it.
    """

    side: int | None
    state: State[Any, Any]
    decision: Decision | None
    deciding: tuple[int, ...]
