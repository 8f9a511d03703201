"""Where a side stands by its scenario's own victory rule, and what that says about risk.

No rule is written down a second time: each bot asks the rule itself how the game would end as things are, and again
with a place in other hands or a stand lost.
"""

from __future__ import annotations

import msgspec

__all__ = ["DRAW", "LATE", "LOSS", "WIN", "Standing", "outcome_of"]

WIN, DRAW, LOSS = 1, 0, -1
LATE = 2
"""The last turns, in which what is held is held, and what is not must be taken now."""


def outcome_of(winner: int | None, side: int) -> int:
    """How a result is for a side.

    >>> outcome_of(1, 1), outcome_of(None, 1), outcome_of(0, 1)
    (1, 0, -1)
    """
    return DRAW if winner is None else WIN if winner == side else LOSS


class Standing(msgspec.Struct, frozen=True):
    """How the game ends for a side if nothing changes (`now`), and the best it can still hope for.

    >>> Standing(WIN, WIN, 1).keeps, Standing(LOSS, WIN, 1).dares, Standing(LOSS, LOSS, 5).hopeless
    (True, True, True)
    >>> Standing(LOSS, WIN, 5).dares
    False
    """

    now: int
    best: int
    turns_left: int
    """This one included."""

    @property
    def late(self) -> bool:
        """Whether it is one of the last turns."""
        return self.turns_left <= LATE

    @property
    def keeps(self) -> bool:
        """Whether the side has won if it keeps what it has."""
        return self.late and self.now == WIN

    @property
    def dares(self) -> bool:
        """Whether the side must take something now, whatever it costs."""
        return self.late and self.now < self.best

    @property
    def hopeless(self) -> bool:
        """Whether nothing that the side can still do makes the end any better."""
        return self.now < WIN and self.best <= self.now
