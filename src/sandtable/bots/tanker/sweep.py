"""The posts in reach of a stand, looked over all at once in arrays.

Where numpy is not installed, `places` does the same post by post.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sandtable.bots.tanker.aims import CLOSE, Aim
from sandtable.bots.tanker.ground import Ground
from sandtable.bots.tanker.places import Places
from sandtable.systems.micro_armour.region import Region

__all__ = ["distances", "likely", "nearest"]

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
KEPT = 8
"""For how many positions of the enemies distances are kept."""


class Sheet:
    """The posts of a ground in arrays."""

    def __init__(self, ground: Ground) -> None:
        columns = np.array([(post.point, post.x, post.y, post.cover + post.crest) for post in ground.posts], np.int64)
        self.point, self.x, self.y, self.shelter = columns.reshape(-1, 4).T
        self._nearest: dict[tuple[tuple[int, int], ...], Ints] = {}

    @staticmethod
    def of(ground: Ground) -> Sheet:
        """The sheet of a ground; kept beside it."""
        if ground.sheet is None:
            ground.sheet = Sheet(ground)
        found: Sheet = ground.sheet
        return found

    def nearest(self, aim: Aim) -> Ints:
        """How far the nearest enemy is from each post; kept for those who ask again."""
        enemies = tuple(aim.enemies)
        found = self._nearest.get(enemies)
        if found is None:
            if len(self._nearest) >= KEPT:
                self._nearest.clear()
            found = self._nearest[enemies] = nearest(aim, self.x, self.y)
        return found


def likely(places: Places, stand: int, region: Region, taken: Sequence[int], most: int) -> list[int]:
    """Up to `most` of the posts in reach that look best at first: `places.plain_likely` in arrays."""
    look = places.look
    table, tank = look.world.table, look.world.tanks[stand]
    sheet = Sheet.of(places.ground)
    here_x, here_y = table.point(look.stands[stand].at)
    far = region.farthest
    chosen = np.flatnonzero((sheet.x - here_x) ** 2 + (sheet.y - here_y) ** 2 <= far * far)
    x, y = sheet.x[chosen], sheet.y[chosen]
    if taken:
        kept = np.array(table.points(taken))
        free = ~((abs(x[:, None] - kept[:, 0]) < 125) & (abs(y[:, None] - kept[:, 1]) < 125)).any(axis=1)
        chosen, x, y = chosen[free], x[free], y[free]
    if not len(chosen):
        return []
    near = sheet.nearest(places.aim)[chosen]
    temper, price = places.temper, tank.points / 300
    guess = 3 * temper.shelter * sheet.shelter[chosen]
    guess = guess + -temper.step * price * distances(places.aim, stand, x, y, near)
    if places.enemies:
        guess = np.where((near >= 300) & (near <= tank.cannon_range * 100), guess, guess - 30)
    away, point = (x - here_x) ** 2 + (y - here_y) ** 2, sheet.point[chosen]
    return region.first_of(point[np.lexsort((point, away, -guess))].tolist(), most)


def nearest(aim: Aim, x: Ints, y: Ints) -> Ints:
    """How far the nearest enemy is from each of these: `Aim.nearest` for many."""
    enemies = np.array(aim.enemies)
    squares = (x[:, None] - enemies[:, 0]) ** 2 + (y[:, None] - enemies[:, 1]) ** 2
    found: Ints = np.sqrt(squares.min(axis=1)).astype(np.int64)
    return found


def distances(aim: Aim, stand: int, x: Ints, y: Ints, near: Ints | None = None) -> Floats | float:
    """How far each of these is from the stand's aim: `Aim.distance` for many. `near` is how far the nearest enemy of
    each is, if that is known already.
    """
    found: Floats
    if aim.area is not None:
        low, high = aim.area
        found = np.maximum(0, np.maximum(y - high + 100, low - y + 100)) / 100 * 2
        return found
    goal = aim.goals.get(stand)
    if goal is not None:
        away = np.ceil(np.sqrt((x - goal[0]) ** 2 + (y - goal[1]) ** 2)) / 100
        found = np.maximum(0.0, away - 2) * (0.5 + aim.hurry)
        return found
    if aim.holds:
        return 0.0
    near = nearest(aim, x, y) if near is None else near
    found = np.maximum(0, near - CLOSE) / 100 * (0.5 + aim.hurry)
    return found
