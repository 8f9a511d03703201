"""Spotting (TCS 7.1): how far a target is seen by those who fire at it, on its track with every shift."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from sandtable.kernel.chapter import Seam
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.board import OPTICS, TO_OBSERVE, Situation
from sandtable.systems.tcs.ground import BILLIARD, OPEN
from sandtable.systems.tcs.tables import SHIFTS, spotting_range
from sandtable.systems.tcs.world import FINE, MOVE_MODE

__all__ = [
    "KEEN",
    "NO_SPOTTERS",
    "SPOTTING",
    "firer_shifts",
    "observers",
    "shifts_of",
    "spots",
    "spots_any",
    "spots_hex",
    "spotted_to",
    "target_shifts",
]


NO_SPOTTERS: Seam[Callable[[Situation, int], bool]] = Seam("units that may not spot for others now")
SPOTTING: Seam[Callable[[Situation, int, int], Iterable[Modifier]]] = Seam("shifts of a target seen from a hex")
KEEN: Seam[Callable[[Situation, int, int], Iterable[Modifier]]] = Seam("how other sights make up for the dark")


class _Shifts(NamedTuple):
    """Shifts along the track, and how far they lead together."""

    shifts: tuple[Modifier, ...]
    steps: int


def _shifts(names: Iterable[str], holds: Iterable[bool]) -> _Shifts:
    """Those of the shifts that hold."""
    found = tuple(SHIFTS[name] for name, held in zip(names, holds, strict=True) if held)
    return _Shifts(found, sum(shift.value for shift in found))


_OF_TARGET = ("spot_fired", "spot_road", "spot_move", "spot_dug_in")
_ABOUT_TARGET = ("spot_target_smoke", "spot_target_zone", "spot_target_shaken")
_OF_FIRER = (
    "spot_firer_dug_in",
    "spot_firer_smoke",
    "spot_firer_zone",
    "spot_firer_shaken",
    "spot_firer_buttoned",
    "spot_recon",
)


@cache
def _of_target(ground: int, light: str, holds: tuple[bool, ...]) -> _Shifts:
    """What a target does to its spotting range, in the order of the chart: which of the shifts hold (TCS 7.1d)."""
    cover = () if ground == OPEN else ("spot_billiard" if ground == BILLIARD else "spot_cover",)
    dark = (f"spot_{light}",) if light else ()
    own = len(_OF_TARGET)
    names = (*cover, *_OF_TARGET, *dark, *_ABOUT_TARGET)
    return _shifts(names, (*(True for _ in cover), *holds[:own], *(True for _ in dark), *holds[own:]))


@cache
def _of_firer(holds: tuple[bool, ...]) -> _Shifts:
    """What a firer does to the spotting range of all targets: which of the shifts hold (TCS 7.1d4, 7.1d5)."""
    return _shifts(_OF_FIRER, holds)


def _target_is(look: Situation, target: int, start: int, *, trigger: bool) -> _Shifts:
    unit, board = look.units[target], look.board
    at, land = unit.at, look.world.ground
    ground = land.type_against((start,), at) if at in land.hedged else land.types[at]
    light = look.light_on(at) if board.light else ""
    smoke, moves = bool(board.smoke) and look.smoked(at), unit.mode == MOVE_MODE
    zone, shaken = at in board.zones, unit.morale != FINE
    return _of_target(ground, light, (unit.fired or trigger, unit.road, moves, unit.dug_in, smoke, zone, shaken))


def _firer_is(look: Situation, firer: int) -> _Shifts:
    unit, board = look.units[firer], look.board
    shaken, recon = unit.morale != FINE, "recon" in look.world.kinds[firer].traits
    smoke = bool(board.smoke) and look.smoked(unit.at)
    return _of_firer((unit.dug_in, smoke, unit.at in board.zones, shaken, unit.buttoned, recon))


def target_shifts(look: Situation, target: int, start: int, *, trigger: bool = False) -> list[Modifier]:
    """What the target does to its spotting range, seen from a hex; `trigger` if it has just fired (TCS 7.1d)."""
    found = list(_target_is(look, target, start, trigger=trigger).shifts)
    for shifts in look.game.rules.at(SPOTTING):
        found += shifts(look, target, start)
    return found


def firer_shifts(look: Situation, firer: int) -> list[Modifier]:
    """What the firer does to the spotting range of all targets (TCS 7.1d4, 7.1d5)."""
    return list(_firer_is(look, firer).shifts)


def shifts_of(look: Situation, firer: int, target: int, *, trigger: bool = False) -> tuple[Modifier, ...]:
    """All shifts along the track, for one firer and one target."""
    found = (*target_shifts(look, target, look.units[firer].at, trigger=trigger), *firer_shifts(look, firer))
    for keen in look.game.rules.at(KEEN):
        found += tuple(keen(look, firer, target))
    return found


def spotted_to(look: Situation, firer: int, target: int, *, trigger: bool = False) -> int:
    """The range up to which this firer spots this target (TCS 7.1b, 7.1c)."""
    at, rules = look.units[firer].at, look.game.rules
    step = look.world.conspicuous[target]
    step += _target_is(look, target, at, trigger=trigger).steps + _firer_is(look, firer).steps
    for shifts in rules.at(SPOTTING):
        step += sum(shift.value for shift in shifts(look, target, at))
    for keen in rules.at(KEEN):
        step += sum(shift.value for shift in keen(look, firer, target))
    return spotting_range(step)


def spots(look: Situation, firer: int, target: int, *, trigger: bool = False) -> bool:
    """Whether the firer has sight of the target and it is within its spotting range (TCS 7.1a, 7.1f)."""
    if look.world.options.spotting_shared:
        friends = look.on_map(look.world.owners[firer])
        return any(_spots(look, friend, target, trigger=trigger) for friend in friends)
    return _spots(look, firer, target, trigger=trigger)


def _spots(look: Situation, firer: int, target: int, *, trigger: bool) -> bool:
    here, there = look.units[firer].at, look.units[target].at
    if not look.spies(firer, there):
        return False
    return look.world.ground.distance(here, there) <= spotted_to(look, firer, target, trigger=trigger)


def spots_any(look: Situation, firer: int, targets: Sequence[int], *, trigger: bool = False) -> bool:
    """Whether the firer spots any of the targets (TCS 7.1a, 7.1f)."""
    if look.world.options.spotting_shared:
        return any(spots(look, firer, target, trigger=trigger) for target in targets)
    units, seen = look.units, look.view_of(firer)
    for target in targets:
        there = units[target].at
        if seen >> there & 1:
            apart = look.world.ground.ranges(units[firer].at)[there]
            if apart <= spotted_to(look, firer, target, trigger=trigger):
                return True
    return False


def spots_hex(look: Situation, firers: Iterable[int], targets: Iterable[int], *, trigger: bool = False) -> bool:
    """Whether any of a stack spots any of the targets in a hex (TCS 7.1f)."""
    targets = list(targets)
    return any(spots_any(look, firer, targets, trigger=trigger) for firer in firers)


def spotters(look: Situation, weapon: int, hex: int) -> list[int]:
    """Units that see a hex for a mortar or infantry gun: unshaken friends of its battalion near enough (TCS 13.0d)."""
    if not look.world.indirect[weapon]:
        return []
    if look.game.rules.at(OPTICS):
        return [n for n in observers(look, weapon) if look.spies(n, hex, TO_OBSERVE)]
    eyes = look.seen_by(hex) & look.places(look.world.owners[weapon])
    return _observers(look, weapon, eyes) if eyes else []


def observers(look: Situation, weapon: int) -> list[int]:
    """Units that could see for a weapon, wherever it fires."""
    return _observers(look, weapon, -1) if look.world.indirect[weapon] else []


def _observers(look: Situation, weapon: int, where: int) -> list[int]:
    """Those of them who are in one of these hexes."""
    world, units = look.world, look.units
    near = world.ground.within(units[weapon].at, world.options.spotter_hexes) & where
    if not near:
        return []
    barred = look.game.rules.at(NO_SPOTTERS)
    return [
        n
        for n in world.units_in_battalion[world.battalion_of[weapon]]
        if (at := units[n].at) >= 0
        and near >> at & 1
        and n != weapon
        and units[n].morale == FINE
        and not (barred and any(bar(look, n) for bar in barred))
    ]
