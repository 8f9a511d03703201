"""Which sides must choose now, as the database keeps it and as each onlooker is shown it.

While all sides choose in secret nobody is shown whether another side has made its choice, in no list and on no clock.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.state import State

__all__ = ["deciding_of", "deciding_sides", "shown_deciding", "timed_sides"]

SECRET = "*"


def deciding_of(game: Game, state: State[Any, Any]) -> str:
    """The sides that must choose, as a game's row has them: `0 1`, with a star while all choose in secret."""
    if state.result is not None:
        return ""
    sides = [str(each.side) for each in game.asking(state)]  # their offers are worked out when somebody looks at them
    return " ".join([*sides, SECRET] if state.secret else sides)


@lru_cache(maxsize=256)
def deciding_sides(text: str) -> tuple[int, ...]:
    """The sides that must choose.

    >>> deciding_sides("0 1"), deciding_sides("1 *")
    ((0, 1), (1,))
    """
    return tuple(int(each) for each in text.split() if each != SECRET)


def shown_deciding(text: str, sides: int, own: Collection[int]) -> tuple[int, ...]:
    """The sides that must choose, as somebody who plays these sides is shown them.

    >>> shown_deciding("1", 2, (0,)), shown_deciding("1 *", 2, (1,)), shown_deciding("0 *", 2, (1,))
    ((1,), (0, 1), (0,))
    """
    found = deciding_sides(text)
    if SECRET not in text:
        return found
    return tuple(side for side in range(sides) if side in found or side not in own)


def timed_sides(text: str, sides: int) -> tuple[int, ...]:
    """The sides whose clocks run: all of them, while all choose in secret.

    >>> timed_sides("1", 2), timed_sides("1 *", 2)
    ((1,), (0, 1))
    """
    return tuple(range(sides)) if SECRET in text else deciding_sides(text)
