"""Everything that changes during play, as one immutable value."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

__all__ = ["Known", "Result", "State"]

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


class State(msgspec.Struct, Generic[B, P], frozen=True, array_like=True, dict=True, cache_hash=True):
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

    def __repr__(self) -> str:
        if self.result is not None:
            return f"<State: over, {self.result.words}>"
        top = self.secret[-1] if self.secret else self.stack
        return (
            f"<State: {type(top[-1]).__name__ if top else 'nothing'} on top of {len(self.stack)}, {self.rolls} rolls>"
        )

    @property
    def position(self) -> State[B, P]:
        """The state without the count of rolls.

        >>> State("board", (), rolls=5).position == State("board", (), rolls=9).position
        True
        """
        return State(self.board, self.stack, self.secret, self.result)


class Known(State[Any, Any], frozen=True, array_like=True, dict=True):
    """A state without what a side may not know (see `Game.masked`).

    Whatever speaks to a player takes one of these: to hand it the whole state is an error of types.
    """
