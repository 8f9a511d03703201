"""What a client draws of artillery: the side's own batteries, zones and light on the map, and a call in the making."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sandtable.kernel.chapter import Seam
from sandtable.kernel.game import Game
from sandtable.kernel.picture import Battery, Patch, Shoot
from sandtable.kernel.state import State
from sandtable.systems.tcs.batteries import UNKNOWN, role_words, why_not_ready
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.calling import Draft
from sandtable.systems.tcs.munitions import MUNITIONS
from sandtable.systems.tcs.world import World
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = ["STOCKS", "TUBES", "fire_patches", "shoot", "support"]

STOCKS: Seam[Callable[[Situation, int], Iterable[tuple[str, int]]]] = Seam("what else a battery has, by name")
TUBES: Seam[Callable[[Situation, int], int]] = Seam("the tubes that a battery has left")


def fire_patches(game: Game, board: Board) -> Iterator[Patch]:
    """The Attack Zones on the map, the hexes around Continuous Fire, and the lit hexes."""
    ground = game.world.ground
    zones = set(board.zones)
    for at in board.zones:
        firing = [each for each in board.missions if at in zone_of(ground, each.at, wide=each.wide)]
        strength = f", Continuous Fire of strength {max(each.zone for each in firing)}" if firing else ""
        yield Patch("barrage", at, 0, f"An Artillery Attack Zone{strength}")
    ring: dict[int, int] = {}
    for each in board.missions:
        for at in ring_of(ground, each.at, wide=each.wide) if each.ring else ():
            if at not in zones:
                ring[at] = max(ring.get(at, 0), each.ring)
    for at, most in ring.items():
        yield Patch("ring", at, 0, f"Beside Continuous Fire: entering it is attacked with strength {most}")
    for at in board.lit:
        yield Patch("lit", at, 0, "Illuminated")


def support(game: Game, board: Board) -> tuple[Battery, ...]:
    """The batteries whose ammunition is known to the onlooker: those of its own side."""
    world: World = game.world
    look = Situation(game, board)
    found = []
    for number, (each, stock) in enumerate(zip(world.support.batteries, board.batteries, strict=True)):
        if stock == UNKNOWN:
            continue
        why = why_not_ready(look, each.side, number)
        tubes = min([each.tubes, *(left(look, number) for left in game.rules.at(TUBES))])
        found.append(
            Battery(
                number,
                each.name,
                f"{tubes} tubes of {each.calibre} mm" + (f", {each.battalion}" if each.battalion else ""),
                role_words(look, number),
                (("HE", stock.he), ("smoke", stock.smoke), ("illumination", stock.illum), *_more(look, number)),
                why is None,
                "" if why is None else game.say(why),
            )
        )
    return tuple(found)


def _more(look: Situation, battery: int) -> tuple[tuple[str, int], ...]:
    """The rounds and points of an expansion that a battery has left, by name."""
    rules = look.game.rules
    found = [(each.name, each.rounds(look, battery)) for each in rules.at(MUNITIONS)]
    found += [pair for stocks in rules.at(STOCKS) for pair in stocks(look, battery)]
    return tuple(each for each in found if each[1])


def shoot(game: Game, state: State[Any, Any]) -> Shoot | None:
    """The outlook of the call that the onlooker is about to make."""
    top = state.stack[-1] if state.stack else None
    return top.shoot(Situation(game, state.board)) if isinstance(top, Draft) else None
