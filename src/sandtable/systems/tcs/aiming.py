"""Which units may fire at what (TCS 9, 12.0b, 13.0d, 17.4): range, line of sight, and the reasons against a shot."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Seam
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import TO_FIRE, TO_HIT, Situation
from sandtable.systems.tcs.conditions import SFA
from sandtable.systems.tcs.defence import best_of
from sandtable.systems.tcs.spotting import spotters
from sandtable.systems.tcs.tables import differential, point_band
from sandtable.systems.tcs.world import FIRE_MODE, NOBODY, PARALYZED, World

__all__ = [
    "CRESTS",
    "FIRES_MOVING",
    "FIRE_BARS",
    "MOUNTED",
    "NO_AREA_FIRE",
    "NO_POINT_FIRE",
    "SHELTERED",
    "barred",
    "can_area",
    "can_point",
    "can_roll",
    "exposed",
    "fires_moving",
    "in_position",
    "in_range",
    "ready",
    "sees_itself",
    "why_not_fire",
]


FIRE_BARS: Seam[Callable[[Situation, int], Reason | None]] = Seam("why a unit may not fire")
SHELTERED: Seam[Callable[[Situation, int, int, int], Reason | None]] = Seam(
    "why point fire of a kind from a hex does not reach a unit"
)
CRESTS: Seam[Callable[[World, int, int], bool]] = Seam(
    "whether a crest shelters vehicles in a hex from fire from another"
)
MOUNTED: Seam[Callable[[Situation, int], bool]] = Seam("carried units that may fire")
FIRES_MOVING: Seam[Callable[[Situation, int], bool]] = Seam("units that make fire actions in Move Mode")
IN_MOVE_MODE = Reason("{unit:unit} is in Move Mode and may not fire", "TCS 4.1e")
CARRIED = Reason("{unit:unit} is carried and may not fire")
PARALYZED_FIRES = Reason("{unit:unit} is Paralyzed and fires only at range {most} or less", "TCS 17.4")
NO_POINT_FIRE = Reason("{unit:unit} has no point fire", quiet=True)
NO_AREA_FIRE = Reason("{unit:unit} has no area fire", quiet=True)
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
    if u.at < 0 or not (u.mode == FIRE_MODE if u.carrier == NOBODY else in_position(look, unit)):
        return False
    if u.morale == PARALYZED and most > look.world.options.paralyzed_hexes:
        return False
    return not look.game.rules.at(FIRE_BARS) or barred(look, unit) is None


def in_position(look: Situation, unit: int, *, action: bool = False) -> bool:
    """Whether a unit is in Fire Mode and not carried; or carried, or in Move Mode for a fire `action`, where a chapter
    lets it fire (TCS 4.1e).
    """
    u = look.units[unit]
    if u.carrier == NOBODY:
        return u.mode == FIRE_MODE or (action and fires_moving(look, unit))
    return any(mounted(look, unit) for mounted in look.game.rules.at(MOUNTED))


def barred(look: Situation, unit: int) -> Reason | None:
    """Why another chapter does not let a unit fire; None if none is against it."""
    for bar in look.game.rules.at(FIRE_BARS):
        why = bar(look, unit)
        if why is not None:
            return why
    return None


def fires_moving(look: Situation, unit: int) -> bool:
    """Whether another chapter lets a unit make fire actions in Move Mode."""
    return any(each(look, unit) for each in look.game.rules.at(FIRES_MOVING))


def in_range(look: Situation, unit: int, hex: int) -> bool:
    """Whether a hex is in the range of a unit's area fire."""
    return look.world.ground.distance(look.units[unit].at, hex) <= look.world.area_reach[unit]


def sees_itself(look: Situation, unit: int, hex: int) -> bool:
    """Whether a unit needs no spotter for a hex."""
    return look.spies(unit, hex, TO_FIRE)


def can_area(look: Situation, unit: int, hex: int) -> bool:
    """Whether the area fire of a unit reaches a hex: by its own sight, or a spotter's (TCS 13.0a, 13.0d)."""
    return in_range(look, unit, hex) and (sees_itself(look, unit, hex) or bool(spotters(look, unit, hex)))


def exposed(look: Situation, start: int, hex: int, side: int, kind: int) -> list[int]:
    """The point targets of a side in a hex that fire of a kind from another hex reaches: all, as a rule."""
    targets = look.point_targets(hex, side)
    for shelter in look.game.rules.at(SHELTERED):
        targets = [n for n in targets if shelter(look, start, n, kind) is None]
    return targets


def can_point(look: Situation, unit: int, hex: int, side: int, fire: int = SFA) -> bool:
    """Whether the point fire of a unit can harm those of a side in a hex (TCS 12.0b, 12.0e)."""
    kind = look.world.kinds[unit]
    if kind.point_strength is None or kind.point_range_nominal is None:
        return False
    at = look.units[unit].at
    if point_band(kind.point_range_nominal, look.world.ground.distance(at, hex)) is None:
        return False
    if not look.spies(unit, hex, TO_HIT):
        return False
    targets = exposed(look, at, hex, side, fire)
    return bool(targets) and differential(kind.point_strength, best_of(look, targets)) is not None


def can_roll(look: Situation, unit: int, hex: int) -> bool:
    """Whether a unit can make an AT roll at a hex: infantry, from the hex itself or beside it (TCS 16.0a)."""
    if not look.world.kinds[unit].infantry or look.units[unit].carrier != NOBODY:
        return False
    at = look.units[unit].at
    return at == hex or bool(look.world.ground.beside[at] >> hex & 1)


def why_not_fire(
    look: Situation, unit: int, hex: int, side: int, *, point: bool, fire: int = SFA, action: bool = False
) -> Reason | None:
    """Why a unit cannot fire at those of a side in a hex; None if it can. `action` is a fire action."""
    world, u, kind = look.world, look.units[unit], look.world.kinds[unit]
    apart = world.ground.distance(u.at, hex)
    if not in_position(look, unit, action=action):
        return (IN_MOVE_MODE if u.mode != FIRE_MODE else CARRIED).of(unit=unit)
    if u.morale == PARALYZED and apart > world.options.paralyzed_hexes:
        return PARALYZED_FIRES.of(unit=unit, most=world.options.paralyzed_hexes)
    if point:
        return _why_not_point(look, unit, hex, side, fire) or _bar(look, unit)
    if not kind.area_strength or kind.area_range_max is None:
        return NO_AREA_FIRE.of(unit=unit)
    if apart > kind.area_range_max:
        return TOO_FAR.of(unit=unit, hex=hex, apart=apart, most=kind.area_range_max)
    if not can_area(look, unit, hex):
        unseen = NO_SPOTTER if kind.trajectory_class in ("mortar", "high") else UNSEEN
        return unseen.of(unit=unit, hex=hex)
    return _bar(look, unit)


def _why_not_point(look: Situation, unit: int, hex: int, side: int, fire: int) -> Reason | None:
    """Why the point fire of a unit does not harm those of a side in a hex."""
    kind, at = look.world.kinds[unit], look.units[unit].at
    if kind.point_strength is None or kind.point_range_nominal is None:
        return NO_POINT_FIRE.of(unit=unit)
    apart, most = look.world.ground.distance(at, hex), 2 * kind.point_range_nominal
    if apart > most:
        return POINT_TOO_FAR.of(unit=unit, hex=hex, apart=apart, most=most)
    if not look.spies(unit, hex, TO_HIT):
        return UNSEEN.of(unit=unit, hex=hex)
    targets = exposed(look, at, hex, side, fire)
    if not targets:
        return _why_sheltered(look, at, hex, side, fire)
    defence = best_of(look, targets)
    if differential(kind.point_strength, defence) is None:
        return TOO_HARD.of(unit=unit, strength=kind.point_strength, defence=defence)
    return None


def _why_sheltered(look: Situation, start: int, hex: int, side: int, fire: int) -> Reason | None:
    """Why point fire reaches nobody in a hex."""
    for n in look.point_targets(hex, side):
        for shelter in look.game.rules.at(SHELTERED):
            why = shelter(look, start, n, fire)
            if why is not None:
                return why.of(**{"unit": n, **why.values})
    return None


def _bar(look: Situation, unit: int) -> Reason | None:
    """What other chapters have against it comes last."""
    why = barred(look, unit)
    return None if why is None else why.of(unit=unit, **why.values)
