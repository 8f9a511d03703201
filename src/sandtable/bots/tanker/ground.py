"""The ground of a table as a tank sees it: posts to stand on, worked out once for each table."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.memo import known_of
from sandtable.systems.micro_armour.board import World
from sandtable.systems.micro_armour.cover import DIRECTED
from sandtable.systems.micro_armour.tables import GROUND, TERRAIN

__all__ = ["Ground", "Post"]

FINE, COARSE = 100, 200
"""Posts lie an inch apart where there is shelter, two inches apart in the open."""


class Post(msgspec.Struct, frozen=True):
    """A place to stand: its point, what shelters there from any side and what only from below, and its level."""

    point: int
    x: int
    y: int
    cover: int
    crest: int
    level: int


class Ground:
    """The posts of a table."""

    def __init__(self, world: World) -> None:
        table = world.table
        self._posts: dict[int, Post] = {}
        self._world = world
        self.posts: list[Post] = []
        self.sheet: Any = None
        """The posts as the compiled loop reads them, once somebody has asked for them."""
        for y in range(FINE, table.height, FINE):
            for x in range(FINE, table.width, FINE):
                point = table.position(x, y)
                post = self.post(point)
                if (post.cover > 0 or post.crest or (x % COARSE == 0 and y % COARSE == 0)) and world.fits(point):
                    self.posts.append(post)

    @staticmethod
    def of(world: World) -> Ground:
        """The ground of a world; kept beside it."""
        known: dict[str, Ground] = known_of(world, "bots")
        if "ground" not in known:
            known["ground"] = Ground(world)
        return known["ground"]

    def post(self, point: int) -> Post:
        """What a point is like to stand on."""
        known = self._posts.get(point)
        if known is None:
            table = self._world.table
            terrains = {GROUND[feature.kind].terrain for feature in table.features_at(point)}
            cover = sum(max(0, TERRAIN[each].mod_vehicle) for each in terrains if each not in DIRECTED)
            crest = TERRAIN["hilltop_or_crest"].mod_vehicle if "hilltop_or_crest" in terrains else 0
            x, y = table.point(point)
            known = self._posts[point] = Post(point, x, y, cover, crest, table.level_at(point))
        return known
