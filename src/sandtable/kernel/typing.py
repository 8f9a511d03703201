"""What a game, a look and a system are generic over: the board, which changes, and the world, which does not.

`Game` without parameters is a game of any system: its board and world are `Any`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    B = TypeVar("B", default=Any)
    W = TypeVar("W", default=Any)
else:
    from typing import TypeVar

    B, W = TypeVar("B"), TypeVar("W")

__all__ = ["B", "W"]
