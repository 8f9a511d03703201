"""Where places are, and how far apart: the geometry of a scene, whatever the rules measure."""

from __future__ import annotations

import math

from sandtable.kernel.scene import TableScene
from sandtable.kernel.view import View

__all__ = ["apart", "at"]


def at(view: View, place: int) -> tuple[float, float]:
    """Where a place is, east and north: in hundredths of an inch on a table, in hexes on a map.

    >>> from sandtable import Dice, load
    >>> game = load("demo/bridge")
    >>> at(game.view(game.start(Dice.seeded(7)), 0), 0)
    (0.866, -1.0)
    """
    scene = view.game.scene()
    if isinstance(scene, TableScene):
        return place % scene.columns * scene.step, place // scene.columns * scene.step
    cell = scene.cells[place]
    return round(cell.column * math.sqrt(3) / 2, 3), -(cell.row + (0.5 if cell.column % 2 == 0 else 0.0))


def apart(view: View, one: int, other: int) -> float:
    """How far two places are apart, in the same measure."""
    return math.dist(at(view, one), at(view, other))
