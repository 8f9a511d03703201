"""How far it is to a goal, by land and over a river by boat (BT 2)."""

from __future__ import annotations

from heapq import heappop, heappush

from sandtable.board.hexpaths import Movement, Reach
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.boats import across
from sandtable.systems.tcs.world import NIGHT

__all__ = ["costs_to", "reach_from"]

WATCHED = 18
"""How much farther a hex seems that the enemy watches, in sixths of a movement point."""
CROSSING = 36
"""What a crossing costs in sixths of a movement point: the whole move of a platoon."""
KEPT = 2000
"""How many solved reaches are kept for one map."""


def reach_from(look: Situation, unit: int, budget: int, blocked: int) -> Reach:
    """Where a unit gets for its movement points, in sixths, without the blocked hexes."""
    known: dict[object, Reach] = known_of(look.world.ground, "reaches_from")
    at = look.units[unit].at
    key = look.world.kinds[unit].move_class, look.board.light == NIGHT, at, budget, blocked
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = look.movement(unit).reach(at, budget, blocked=blocked)
    return found


def costs_to(look: Situation, movement: Movement, goal: int, watched: int | None = None) -> dict[int, int]:
    """What the way between each hex and a goal costs, in sixths of a point. With boats the river can be crossed;
    `watched` is then where the enemy may be expected to see it, as a bit mask: such hexes seem farther.
    """
    if watched is None:
        plain: dict[int, dict[int, int]] = known_of(movement, "costs_to")
        if goal not in plain:
            plain[goal] = movement.reach(goal).costs()
        return plain[goal]
    adjacent, steps = look.world.ground.map.adjacent, movement.steps
    fords = crossings(look)
    costs = {goal: 0}
    heap = [(0, goal)]
    while heap:
        cost, hex = heappop(heap)
        if cost > costs[hex]:
            continue
        ways = [(adjacent[side], steps[side]) for side in range(hex * 6, hex * 6 + 6)]
        ways += [(there, CROSSING) for there in fords.get(hex, ())]
        more = WATCHED if watched >> hex & 1 else 0
        for there, step in ways:
            after = cost + step + more
            if there >= 0 and step >= 0 and after < costs.get(there, after + 1):
                costs[there] = after
                heappush(heap, (after, there))
    return costs


def crossings(look: Situation) -> dict[int, list[int]]:
    """The hexes across the water from each hex on a bank."""
    known: dict[int, list[int]] = known_of(look.world.ground, "crossings")
    if not known:
        map = look.world.ground.map
        for side in sorted(map.hexsides.get("river", ())):
            for hex in (map.index(side.first), map.index(side.second)):
                known[hex] = across(look, hex)
    return known
