"""How far a vehicle comes in the impulses after this one (TCS 20.2a), for who draws it."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.picture import Ahead
from sandtable.kernel.state import State
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.impulses import sizes_of
from sandtable.systems.tcs.movement import Move, new_impulse, region, shut_to

__all__ = ["ahead", "later_impulses"]

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def later_impulses(look: Situation, group: tuple[int, ...], *, roads: bool = True) -> dict[int, int]:
    """The hexes that a stack comes to in a later impulse than this one, with the number of that impulse, from 1 on.

    What is left of an impulse when the next begins is lost, so the points are counted again in each.
    """
    first = look.units[group[0]]
    if len(sizes_of(look, group[0])) < 2:
        return {}
    sizes = [min(each) for each in zip(*(sizes_of(look, n) for n in group), strict=True)]
    now = max(first.impulse, 1) + (first.impulse > 0 and new_impulse(look, group, roads=roads))
    spent = 0 if now > first.impulse else max(look.units[n].spent for n in group)
    reached = _spread(look, group, roads, sizes, (now, spent))
    here = region(look, group, roads=roads)
    return {hex: number for hex, number in sorted(reached.items()) if number > now and hex not in here}


def _spread(
    look: Situation, group: tuple[int, ...], roads: bool, sizes: Sequence[int], start: tuple[int, int]
) -> dict[int, int]:
    """The impulse in which each hex is entered first; an earlier one, or fewer points of the same, is never worse."""
    steps, adjacent = look.movement(group[0], roads=roads).steps, look.world.ground.map.adjacent
    closed, at = shut_to(look, group), look.units[group[0]].at
    best = {at: start}
    heap = [(start, at)]
    while heap:
        (impulse, spent), hex = heappop(heap)
        if best[hex] < (impulse, spent):
            continue
        for side in range(hex * 6, hex * 6 + 6):
            cost, there = steps[side], adjacent[side]
            if cost < 0 or closed >> there & 1:
                continue
            if spent + cost <= sizes[impulse - 1]:
                label = impulse, spent + cost
            elif impulse < len(sizes) and cost <= sizes[impulse]:
                label = impulse + 1, cost
            else:
                continue
            if label < best.get(there, (len(sizes) + 1, 0)):
                best[there] = label
                heappush(heap, (label, there))
    return {hex: impulse for hex, (impulse, _) in best.items()}


def ahead(game: Game, state: State[Any, Any]) -> tuple[Ahead, ...]:
    """A band for each later impulse of who is asked where to move."""
    asked = game.asks(state, 0) or game.asks(state, 1)
    if not isinstance(asked, Move):
        return ()
    reached = later_impulses(Situation(game, state.board), asked.group, roads=asked.roads)
    return tuple(
        Ahead(f"{ORDINALS[number - 1]} impulse", number, tuple(hex for hex, each in reached.items() if each == number))
        for number in sorted(set(reached.values()))
    )
