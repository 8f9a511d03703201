"""What happened: a rule id and values. The words are made when it is read."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.resolution import Rolled

__all__ = ["Event"]


class Event(msgspec.Struct, frozen=True, gc=False):
    """One line of the log.

    `what` names a phrase of the system, `values` fill it. `to` is the side that may read it (None: all).
    `reveals` says that something hidden came to light, which nobody can undo.
    """

    what: str
    rule: str
    values: dict[str, Any] = {}
    roll: Rolled | None = None
    to: int | None = None
    reveals: bool = False

    def seen_by(self, side: int | None) -> bool:
        """Whether this side may read it (None: a spectator).

        >>> Event("scout", "DS 6", to=0).seen_by(1)
        False
        """
        return self.to is None or self.to == side
