"""A bar: what keeps a unit from some hexes, for the offer and for the refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation

__all__ = ["Bar"]


def _never(look: Situation, unit: int) -> bool:
    return False


class Bar(NamedTuple):
    """What keeps a unit from some hexes: which they are, as a bit mask, and why it is one of them.

    `lasts`: whether they stay the same as long as the unit, the op sheet that it is on and the light do, so that an
    answer may be kept beside them.
    """

    hexes: Callable[[Situation, int], int]
    why: Callable[[Situation, int, int], Reason | None]
    lasts: Callable[[Situation, int], bool] = _never
