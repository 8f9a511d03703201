"""Bad ground by the die (TC M5, V3b): which step of a way enters it, and how to go around it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.board.going import DEAREST, IMPASSABLE, Going
from sandtable.kernel.memo import known_of
from sandtable.systems.tactical_combat.tables import TERRAIN
from sandtable.systems.tactical_combat.world import World

__all__ = ["around_it", "entry", "what_impedes"]


def around_it(world: World, arm: str) -> Going:
    """The going of a stand that keeps out of all ground it would have to roll for."""
    kept: dict[str, Going] = known_of(world, "around_it")
    if arm not in kept:
        going = world.goings[arm]
        open_only = {kind: IMPASSABLE if _impedes(kind, arm) else cost for kind, cost in going.ground.items()}
        roads = going.roads if world.rules.roads_help(arm) else {}
        kept[arm] = msgspec.structs.replace(going, ground=open_only, uphill=DEAREST, roads=roads)
    return kept[arm]


def _impedes(kind: str, arm: str) -> bool:
    ground = TERRAIN.get(kind)
    return ground is not None and (ground.vehicle if arm == "vehicle" else ground.infantry) > 1


def entry(world: World, arm: str, path: Sequence[int], after: int) -> int:
    """The first point of a way, after this one, at which it enters ground that impedes the arm; 0 if none does."""
    return next((index for index in range(after + 1, len(path)) if what_impedes(world, arm, path, index)), 0)


def what_impedes(world: World, arm: str, path: Sequence[int], index: int) -> str:
    """The name of the ground that the step to this point of a way enters, if it impedes the arm; empty if not.

    Who keeps to a road enters nothing; who turns off it enters the ground beside it.
    """
    table = world.table
    before, here = path[index - 1], path[index]
    easy = world.rules.roads_help(arm)
    if easy and table.on_road(before) and table.on_road(here):
        return ""
    came_by_road = easy and table.on_road(before) and (index == 1 or table.on_road(path[index - 2]))
    fresh = _bad(world, arm, here) - (frozenset() if came_by_road else _bad(world, arm, before))
    if fresh:
        feature = table.features[min(fresh)]
        return feature.name or TERRAIN[feature.kind].name
    return "higher ground" if table.level_at(here) > table.level_at(before) else ""


def _bad(world: World, arm: str, position: int) -> frozenset[int]:
    """The features at a point that impede, unless what lies on top of them does not."""
    table = world.table
    if not _impedes(table.ground_at(position), arm):
        return frozenset()
    return frozenset(number for number in table.held_by(position) if _impedes(table.features[number].kind, arm))
