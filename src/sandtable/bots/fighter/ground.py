"""The ground: who sees which place, how far it is to a goal, and how a stand would fare somewhere else.

What the terrain alone decides is worked out once for each game and kept.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.board.lattice import distance
from sandtable.board.reach import Reach, reach
from sandtable.board.stands import heading_to
from sandtable.board.tablesight import visible
from sandtable.systems.tactical_combat.board import SIGHT, Situation, World

__all__ = ["Ground", "moved"]

FARTHEST = 40_000
"""As far as distances are worked out, in hundredths of an inch."""
KEPT = 4096


class Ground:
    """The terrain of one game, as the bot has come to know it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._fields: dict[tuple[int, str], tuple[Reach, dict[int, int]]] = {}
        self._seen: dict[tuple[int, int | None], dict[int, bool]] = {}

    def way_to(self, goal: int, arm: str, place: int) -> int:
        """How far it is from a place to a goal for this arm, the going counted, in hundredths of an inch."""
        arm = "vehicle" if arm == "vehicle" else "infantry"
        field = self._fields.get((goal, arm))
        if field is None:
            field = self._fields[goal, arm] = reach(self._world.table, self._world.goings[arm], goal, FARTHEST), {}
        known, costs = field
        if place not in costs:
            straight = distance(self._world.table.point(place), self._world.table.point(goal))
            costs[place] = known.cost(place) if place in known else 2 * straight
        return costs[place]

    def seen(self, eye: int, places: Sequence[int], limit: int | None) -> list[bool]:
        """Which of these places the terrain lets one see from here. Stands in the way are not looked at."""
        if len(self._seen) > KEPT:
            self._seen.clear()
        known = self._seen.setdefault((eye, limit), {})
        new = [place for place in places if place not in known]
        if new:
            mask = visible(self._world.table, eye, new, SIGHT, {}, limit)
            known.update((place, bool(mask >> index & 1)) for index, place in enumerate(new))
        return [known[place] for place in places]


def moved(look: Situation, stand: int, place: int) -> Situation:
    """The table as it would be with this stand somewhere else, and turned to the nearest enemy if it faces at all."""
    twin = copy.copy(look)
    stands = list(look.stands)
    stands[stand] = replace(stands[stand], at=place, heading=_heading(look, stand, place))
    twin.stands = stands
    return twin


def _heading(look: Situation, stand: int, place: int) -> int:
    world = look.world
    if not world.kinds[stand].faces:
        return look.stands[stand].heading
    here = world.table.point(place)
    enemies = [look.base(n).centre for n in look.on_table(1 - world.owners[stand])]
    nearest = min(enemies, key=lambda there: (distance(here, there), there), default=here)
    return look.stands[stand].heading if nearest == here else heading_to(here, nearest)
