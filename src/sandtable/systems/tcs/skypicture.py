"""What a client draws of light and dark (TCS 26): the hour and the light of every turn, and at night who sees what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sandtable.kernel.chapter import Seam
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.picture import Sky
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.clock import LIGHTS, NIGHT
from sandtable.systems.tcs.tables import SHIFTS, UNITS, spotting_range, spotting_start
from sandtable.systems.tcs.world import World

__all__ = ["EYES", "sighted", "sky"]

EYES: Seam[Callable[[Situation, int, Sequence[int]], tuple[str, int]]] = Seam(
    "what units in a hex see with sights of their own: the words, and the hexes as a bit mask"
)

LOOKS = {"by day": "", "at twilight": "spot_twilight", "lit at night": "spot_lit", "in the dark": "spot_night"}


def sky(game: Game, board: Board) -> Sky:
    """The sky of a moment, with what the units on this board see: the board is what the onlooker may know."""
    world: World = game.world
    look = Situation(game, board)
    dark = board.light == NIGHT
    turns, lights = _hours(world)
    return Sky(
        clock=world.clock(board.turn),
        light=LIGHTS[board.light],
        visibility=look.visibility,
        turns=turns,
        lights=lights,
        sees=tuple(_runs(_in_sight(look, side)) for side in range(len(game.sides))) if dark else (),
        spotted=tuple((words, _moving(shift)) for words, shift in LOOKS.items()) if board.light else (),
    )


def _hours(world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """When each turn of the battle begins, and its light; the same in every moment."""
    known: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = known_of(world, "hours")
    found = known.get("all")
    if found is None:
        turns = range(1, world.turns + 1)
        lights = tuple(LIGHTS[world.calendar.change(turn).light] for turn in turns)
        found = known["all"] = tuple(world.clock(turn) for turn in turns), lights
    return found


def sighted(look: Situation, hex: int, side: int | None) -> tuple[str, tuple[int, ...]]:
    """The hexes that units of a side (None: of any) in a hex see beyond what is in sight of it, and with what."""
    units = [
        n for n, unit in enumerate(look.units) if unit.at == hex and unit.steps and side in (None, look.world.owners[n])
    ]
    words, mask = [], 0
    for eyes in look.game.rules.at(EYES) if units else ():
        what, seen = eyes(look, hex, units)
        words += [what] if what else []
        mask |= seen
    return ", ".join(words), look.world.ground.map.indices(mask & ~look.view(hex))


def _in_sight(look: Situation, side: int) -> tuple[int, ...]:
    """The hexes that units of a side see."""
    mask = 0
    for hex in {look.units[n].at for n in look.on_map(side)}:
        mask |= look.view(hex) | 1 << hex
    return look.world.ground.map.indices(mask)


def _moving(shift: str) -> int:
    """How far a platoon in Move Mode in the open is spotted (TCS 7.1d)."""
    platoon = next(kind for kind in UNITS.values() if kind.spotted_as == "people")
    step = spotting_start(platoon) + SHIFTS["spot_move"].value
    return spotting_range(step + (SHIFTS[shift].value if shift else 0))


def _runs(hexes: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Rising numbers as runs, first and last.

    >>> _runs([1, 2, 3, 9])
    ((1, 3), (9, 9))
    """
    found: list[tuple[int, int]] = []
    for hex in hexes:
        if found and found[-1][1] == hex - 1:
            found[-1] = found[-1][0], hex
        else:
            found.append((hex, hex))
    return tuple(found)
