"""Which units may fire at what (TCS 9, 12.0b, 13.0d, 17.4): range, line of sight, and the reasons against a shot."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Seam
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.spotting import spotters
from sandtable.systems.tcs.tables import differential, point_band
from sandtable.systems.tcs.world import FIRE_MODE, NOBODY, PARALYZED

__all__ = [
    "FIRE_BARS",
    "barred",
    "best_defence",
    "can_area",
    "can_point",
    "can_roll",
    "in_range",
    "ready",
    "sees_itself",
    "why_not_fire",
]


FIRE_BARS: Seam[Callable[[Situation, int], Reason | None]] = Seam("why a unit may not fire")
IN_MOVE_MODE = Reason("{unit:unit} is in Move Mode and may not fire", "TCS 4.1e")
CARRIED = Reason("{unit:unit} is carried and may not fire")
PARALYZED_FIRES = Reason("{unit:unit} is Paralyzed and fires only at range {most} or less", "TCS 17.4")
NO_POINT_FIRE = Reason("{unit:unit} has no point fire")
NO_AREA_FIRE = Reason("{unit:unit} has no area fire")
TOO_FAR = Reason("{hex:hex} is {apart} hexes away, and {unit:unit} fires {most}")
POINT_TOO_FAR = Reason("{hex:hex} is {apart} hexes away, and {unit:unit} fires {most}", "TCS 12.0b")
UNSEEN = Reason("{unit:unit} does not see {hex:hex}", "TCS 8.0a")
NO_SPOTTER = Reason("{unit:unit} does not see {hex:hex} and has no spotter for it", "TCS 13.0d")
TOO_HARD = Reason("{unit:unit} has strength {strength} and cannot harm a defence of {defence}", "TCS 12.0e")


def ready(look: Situation, unit: int, *, most: int = 0) -> bool:
    """Whether a unit can fire at all: in Fire Mode and not carried; Paralyzed only as far as the option says, which
    `most`, the range of the fire, is held against (TCS 4.1e, 17.4).
    """
    u = look.units[unit]
    if u.at < 0 or u.mode != FIRE_MODE or u.carrier != NOBODY:
        return False
    if u.morale == PARALYZED and most > look.world.options.paralyzed_hexes:
        return False
    return barred(look, unit) is None


def barred(look: Situation, unit: int) -> Reason | None:
    """Why another chapter does not let a unit fire; None if none is against it."""
    for bar in look.game.rules.at(FIRE_BARS):
        why = bar(look, unit)
        if why is not None:
            return why
    return None


def in_range(look: Situation, unit: int, hex: int) -> bool:
    """Whether a hex is in the range of a unit's area fire."""
    return look.world.ground.distance(look.units[unit].at, hex) <= look.world.area_reach[unit]


def sees_itself(look: Situation, unit: int, hex: int) -> bool:
    """Whether a unit needs no spotter for a hex."""
    return look.sees(look.units[unit].at, hex)


def can_area(look: Situation, unit: int, hex: int) -> bool:
    """Whether the area fire of a unit reaches a hex: by its own sight, or a spotter's (TCS 13.0a, 13.0d)."""
    return in_range(look, unit, hex) and (sees_itself(look, unit, hex) or bool(spotters(look, unit, hex)))


def best_defence(look: Situation, hex: int, side: int) -> int:
    """The best defence among the point targets of a side in a hex (TCS 12.0c)."""
    kinds = look.world.kinds
    return max((kinds[n].defence or 0 for n in look.point_targets(hex, side)), default=0)


def can_point(look: Situation, unit: int, hex: int, side: int) -> bool:
    """Whether the point fire of a unit can harm those of a side in a hex (TCS 12.0b, 12.0e)."""
    kind = look.world.kinds[unit]
    if kind.point_strength is None or kind.point_range_nominal is None:
        return False
    at = look.units[unit].at
    if point_band(kind.point_range_nominal, look.world.ground.distance(at, hex)) is None or not look.sees(at, hex):
        return False
    return differential(kind.point_strength, best_defence(look, hex, side)) is not None


def can_roll(look: Situation, unit: int, hex: int) -> bool:
    """Whether a unit can make an AT roll at a hex: infantry, from the hex itself or beside it (TCS 16.0a)."""
    if not look.world.kinds[unit].infantry:
        return False
    at = look.units[unit].at
    return at == hex or bool(look.world.ground.beside[at] >> hex & 1)


def why_not_fire(look: Situation, unit: int, hex: int, side: int, *, point: bool) -> Reason | None:
    """Why a unit cannot fire at those of a side in a hex; None if it can."""
    world, u, kind = look.world, look.units[unit], look.world.kinds[unit]
    apart = world.ground.distance(u.at, hex)
    if u.mode != FIRE_MODE:
        return IN_MOVE_MODE.of(unit=unit)
    if u.carrier != NOBODY:
        return CARRIED.of(unit=unit)
    if u.morale == PARALYZED and apart > world.options.paralyzed_hexes:
        return PARALYZED_FIRES.of(unit=unit, most=world.options.paralyzed_hexes)
    if point:
        return _why_not_point(look, unit, hex, side) or _bar(look, unit)
    if not kind.area_strength or kind.area_range_max is None:
        return NO_AREA_FIRE.of(unit=unit)
    if apart > kind.area_range_max:
        return TOO_FAR.of(unit=unit, hex=hex, apart=apart, most=kind.area_range_max)
    if not can_area(look, unit, hex):
        unseen = NO_SPOTTER if kind.trajectory_class in ("mortar", "high") else UNSEEN
        return unseen.of(unit=unit, hex=hex)
    return _bar(look, unit)


def _why_not_point(look: Situation, unit: int, hex: int, side: int) -> Reason | None:
    """Why the point fire of a unit does not harm those of a side in a hex."""
    kind, at = look.world.kinds[unit], look.units[unit].at
    if kind.point_strength is None or kind.point_range_nominal is None:
        return NO_POINT_FIRE.of(unit=unit)
    apart, most = look.world.ground.distance(at, hex), 2 * kind.point_range_nominal
    if apart > most:
        return POINT_TOO_FAR.of(unit=unit, hex=hex, apart=apart, most=most)
    if not look.sees(at, hex):
        return UNSEEN.of(unit=unit, hex=hex)
    defence = best_defence(look, hex, side)
    if differential(kind.point_strength, defence) is None:
        return TOO_HARD.of(unit=unit, strength=kind.point_strength, defence=defence)
    return None


def _bar(look: Situation, unit: int) -> Reason | None:
    """What other chapters have against it comes last."""
    why = barred(look, unit)
    return None if why is None else why.of(unit=unit, **why.values)
