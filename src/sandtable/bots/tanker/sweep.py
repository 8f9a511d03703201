"""The posts in reach of a stand, looked over all at once by a compiled loop.

Where numba is not installed, `places` does the same post by post.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from sandtable.bots.kernels.tanker import AREA, GOAL, HOLDS, NEAREST, look_over
from sandtable.bots.tanker.aims import CLOSE, Aim
from sandtable.bots.tanker.ground import Ground
from sandtable.bots.tanker.places import Places
from sandtable.systems.micro_armour.region import Region

__all__ = ["after", "likely", "packed"]

NOTHING = np.zeros(0, np.int64)


def packed(numbers: Sequence[int]) -> Any:
    """Whole numbers as the loops read them: for a few the quickest way.

    >>> packed([3, 4]).tolist()
    [3, 4]
    """
    return np.frombuffer(array("q", numbers), np.int64) if numbers else NOTHING


def after(aim: Aim, stand: int) -> tuple[int, int, int, int, float, Any]:
    """What a stand is after, as the loops read it: see `kernels`. Last of all where the enemies are."""
    aims, pace = packed(list(chain.from_iterable(aim.enemies))), 0.5 + aim.hurry
    if aim.area is not None:
        return AREA, *aim.area, 0, 1.0, aims
    goal = aim.goals.get(stand)
    if goal is not None:
        return GOAL, *goal, 0, pace, aims
    return HOLDS if aim.holds else NEAREST, 0, 0, CLOSE, pace, aims


def _posts(ground: Ground) -> Any:
    """The posts of a ground as the loop reads them; kept beside it."""
    if ground.sheet is None:
        flat = [n for post in ground.posts for n in (post.point, post.x, post.y, post.cover + post.crest)]
        ground.sheet = packed(flat)
    return ground.sheet


def likely(places: Places, stand: int, region: Region, taken: Sequence[int], most: int) -> list[int]:
    """Up to `most` of the posts in reach that look best at first: `places.plain_likely`, compiled."""
    look, temper = places.look, places.temper
    table, tank = look.world.table, look.world.tanks[stand]
    posts = _posts(places.ground)
    here_x, here_y = table.point(look.stands[stand].at)
    kind, low, high, close, pace, aims = after(places.aim, stand)
    guesses, chosen = np.empty(len(posts) // 4), np.empty(len(posts) // 2, np.int64)
    count = look_over(
        posts,
        here_x,
        here_y,
        region.farthest,
        packed(list(chain.from_iterable(table.points(taken)))),
        kind,
        low,
        high,
        close,
        pace,
        aims,
        3 * temper.shelter,
        -temper.step * (tank.points / 300),
        bool(places.enemies),
        tank.cannon_range * 100,
        guesses,
        chosen,
    )
    if not count:
        return []
    away, point = chosen[: 2 * count].reshape(-1, 2).T
    return region.first_of(point[np.lexsort((point, away, guesses[:count]))].tolist(), most)
