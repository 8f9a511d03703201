"""What a side may not know: each chapter that keeps a secret says how it looks to the other side."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Seam
from sandtable.kernel.game import Game
from sandtable.systems.tcs.board import Board
from sandtable.systems.tcs.world import World

__all__ = ["IMAGINED", "MASKS"]

MASKS: Seam[Callable[[Game[Board, World], Board, int | None], Board]] = Seam("the board as a side may know it")
IMAGINED: Seam[Callable[[Game[Board, World], Board, int, Callable[[int], int]], Board]] = Seam(
    "the board with other secrets, that a side could not tell from this one"
)
