"""The units that may make a fire action, and what they may fire at (TCS 13.0a, 14.0a, 16.0b): one answer for
offers and refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.kernel.chapter import Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import IDLE, idle
from sandtable.systems.tcs.aiming import (
    FIRE_BARS,
    FIRES_MOVING,
    MOUNTED,
    NO_AREA_FIRE,
    NO_POINT_FIRE,
    barred,
    can_point,
    exposed,
    in_position,
    why_not_fire,
)
from sandtable.systems.tcs.areafire import SFA, harms
from sandtable.systems.tcs.bars import Bar
from sandtable.systems.tcs.board import ABOVE, SOFT, TO_FIRE, TO_HIT, TO_OBSERVE, Situation, Unit
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import PACED, SIZES, has_impulses, whole_left
from sandtable.systems.tcs.orders import why_withdrawing
from sandtable.systems.tcs.reasons import NOT_YOURS, not_yours
from sandtable.systems.tcs.spotting import observers, spots
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY, PARALYZED

__all__ = [
    "ACTION_BARS",
    "FIRE_BOUNDS",
    "FIRE_COST",
    "POINT_BARS",
    "STILL_FIRES",
    "action_bar",
    "active",
    "area_hexes",
    "bounds",
    "enemy_mask",
    "made_action",
    "may_act",
    "may_point",
    "may_roll",
    "point_bar",
    "point_hexes",
    "rollers",
    "vehicles_beside",
    "why_not_act",
    "why_not_hex",
    "why_not_ready",
    "why_not_roll",
    "why_not_this",
    "why_not_with",
]

ACTION_BARS: Seam[Callable[[Situation, int], Reason | None]] = Seam("why a unit may not make a fire action")
POINT_BARS: Seam[Callable[[Situation, int], Reason | None]] = Seam("why a unit may not make a point fire action")
STILL_FIRES: Seam[Callable[[Situation, int], bool]] = Seam("units marked Fired that still have a weapon to fire")
FIRE_BOUNDS: Seam[Bar] = Seam("hexes at which a unit's orders do not let it make fire actions")
FIRE_COST: Seam[Callable[[Battlefield, Sequence[int]], None]] = Seam("what a fire action costs the units that make it")
_ABOUT_FIRE = (STILL_FIRES, FIRES_MOVING, MOUNTED, IDLE, ACTION_BARS, FIRE_BARS, SIZES, PACED)
"""Where other chapters have a say in who may make a fire action."""
HAS_FIRED = Reason("{unit:unit} has fired already", "TCS 13.0a")
UNASSIGNED = Reason("{unit:unit} is Unassigned and may only fire overwatch", "TCS 6.3a")
IS_PARALYZED = Reason("{unit:unit} is Paralyzed and may only fire in defence", "TCS 17.4")
NOT_READY = Reason("{unit:unit} is in Move Mode, or carried, and may not fire", "TCS 4.1e")
NO_IMPULSE = Reason("{unit:unit} has no impulse left to fire in", "TCS 20.2b")
HAS_MOVED = Reason("{unit:unit} has spent movement points, and fires instead of moving", "TCS 13.0a")
NO_ENEMY = Reason("there is no enemy to fire at", "TCS 13.0a", quiet=True)
NO_TARGET = Reason("{unit:unit} has no enemy in range and sight that it could harm", "TCS 13.0a")
NOT_AREA_HARMED = Reason("nobody in {hex:hex} is harmed by area fire", "TCS 3.0e")
NOT_POINT_HARMED = Reason("nobody in {hex:hex} is harmed by point fire", "TCS 3.0e")
NOT_SPOTTED = Reason("{unit:unit} does not spot a target in {hex:hex}", "TCS 7.1e")
NOBODY_FIRES = Reason("you have nobody to fire")
NO_INFANTRY = Reason("{unit:unit} is not infantry and makes no AT rolls", "TCS 16.0a", quiet=True)
NO_VEHICLE = Reason("there is no vehicle or gun in the hex of {unit:unit} or beside it", "TCS 16.0a", quiet=True)


def may_act(look: Situation, unit: int) -> bool:
    """Whether a unit on the map may make a fire action."""
    return why_not_act(look, unit) is None


def why_not_act(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not make a fire action: it must be in Fire Mode and Assigned, and not Fired, Paralyzed
    or moved (TCS 13.0a). The bars of other chapters come last.
    """
    u = look.units[unit]
    if u.fired and not any(still(look, unit) for still in look.game.rules.at(STILL_FIRES)):
        return HAS_FIRED
    return why_not_ready(look, unit)


def why_not_ready(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not make a fire action, whether it has fired or not."""
    u, world = look.units[unit], look.world
    if u.sheet == NOBODY:
        return why_withdrawing(look, unit) or UNASSIGNED
    if u.morale == PARALYZED:
        return IS_PARALYZED
    if not in_position(look, unit, action=True):
        return NOT_READY
    if why := idle(look, unit) or action_bar(look, unit):
        return why
    if has_impulses(world, unit):
        if world.options.fire_takes_impulse and not whole_left(look, unit):
            return NO_IMPULSE
    elif u.spent and not world.options.sfa_after_move:
        return HAS_MOVED
    return barred(look, unit)


def action_bar(look: Situation, unit: int) -> Reason | None:
    """Why another chapter does not let a unit make a fire action; it may still fire overwatch."""
    return _bar_at(ACTION_BARS, look, unit)


def point_bar(look: Situation, unit: int) -> Reason | None:
    """Why another chapter does not let a unit make a point fire action; it may still make another."""
    return _bar_at(POINT_BARS, look, unit)


def _bar_at(bars: Seam[Callable[[Situation, int], Reason | None]], look: Situation, unit: int) -> Reason | None:
    return next((why for bar in look.game.rules.at(bars) if (why := bar(look, unit)) is not None), None)


def made_action(field: Battlefield, units: Sequence[int]) -> None:
    """These make a fire action: they are marked, and it may have other consequences for them (TCS 13.0c)."""
    field.mark_fired(*units)
    for cost in field.game.rules.at(FIRE_COST):
        cost(field, units)


def bounds(look: Situation, unit: int) -> int:
    """The hexes at which orders do not let a unit make fire actions, as a bit mask."""
    mask = 0
    for bar in look.game.rules.at(FIRE_BOUNDS):
        mask |= bar.hexes(look, unit)
    return mask


def active(look: Situation, side: int) -> list[int]:
    """The units of a side that may make a fire action."""
    own = look.world.units_of[side]
    if not own:
        return []
    if not look.untouched(_ABOUT_FIRE):
        answers: dict[int, list[int]] = look.answers("active")
        if side not in answers:
            moving = bool(look.game.rules.at(FIRES_MOVING))
            answers[side] = [n for n in own if _might_act(look.units[n], moving=moving) and may_act(look, n)]
        return answers[side]
    # By the series alone it is as it was while the units are: all of them, or at least some.
    now = look.units[own[0] : own[-1] + 1]
    last: dict[int, tuple[tuple[Unit, ...], list[int]]] = known_of(look.world, "active")
    known = last.get(side)
    if known is not None and known[0] == now:
        return known[1]
    kept: dict[int, tuple[Unit, bool]] = known_of(look.world, "may act")
    found = []
    for n in own:
        unit = look.units[n]
        if not _might_act(unit, moving=False):
            continue
        able = kept.get(n)
        if able is None or able[0] is not unit:
            able = kept[n] = unit, may_act(look, n)
        if able[1]:
            found.append(n)
    last[side] = now, found
    return found


def _might_act(unit: Unit, *, moving: bool) -> bool:
    """Whether a unit is on the map, and in Fire Mode or where a chapter could let it fire: carried, or `moving`."""
    return unit.at >= 0 and (moving or unit.mode == FIRE_MODE or unit.carrier != NOBODY)


def enemy_mask(look: Situation, side: int, *, point: bool) -> int:
    """The hexes with enemies that area fire harms, or point fire, as a bit mask."""
    if not look.game.rules.at(SOFT):
        return look.targeted(1 - side, point=point)
    world, units = look.world, look.units
    spared = world.people
    mask = 0
    for n in world.units_of[1 - side]:
        if units[n].at < 0 or (units[n].carrier != NOBODY and look.inside(n)):
            continue
        if not spared[n] if point else look.softness(n, ABOVE) is not None:
            mask |= 1 << units[n].at
    return mask


def area_hexes(look: Situation, side: int) -> Targets:
    """The hexes that a suppressive fire action may be made at (TCS 13.0a)."""
    world = look.world
    firers = [n for n in active(look, side) if world.area_reach[n] >= 0]
    if not firers:
        return ()
    enemies = enemy_mask(look, side, point=False)
    if not enemies:
        return ()
    found = 0
    for n in firers:
        at = look.units[n].at
        left = enemies & ~found & world.ground.within(at, world.area_reach[n])
        if not left:
            continue
        seen = look.view_of(n, TO_FIRE)
        if not left & seen and not world.indirect[n]:
            continue
        left &= ~bounds(look, n)
        if left & ~seen and world.indirect[n]:
            for friend in observers(look, n):
                seen |= look.view_of(friend, TO_OBSERVE)
        left &= seen
        if left and look.game.rules.at(SOFT):
            left = world.ground.map.mask(
                [hex for hex in world.ground.map.indices(left) if harms(look, n, hex, 1 - side)]
            )
        found |= left
    return world.ground.map.indices(found) if found else ()


def may_point(look: Situation, unit: int, hex: int, side: int) -> bool:
    """Whether a unit may fire at the armour of a side in a hex: it must spot one of them (TCS 7.1e, 14.0a)."""
    if bounds(look, unit) >> hex & 1 or point_bar(look, unit) is not None:
        return False
    targets = exposed(look, look.units[unit].at, hex, side, SFA)
    return can_point(look, unit, hex, side) and any(spots(look, unit, n) for n in targets)


def point_hexes(look: Situation, side: int) -> Targets:
    """The hexes that a point fire action may be made at (TCS 14.0a)."""
    world = look.world
    firers = [n for n in active(look, side) if world.point_reach[n] >= 0]
    if not firers:
        return ()
    enemies = enemy_mask(look, side, point=True)
    if not enemies:
        return ()
    seen = 0
    for n in firers:
        at = look.units[n].at
        seen |= look.view_of(n, TO_HIT) & world.ground.within(at, world.point_reach[n])
    hexes = world.ground.map.indices(enemies & seen) if enemies & seen else ()
    return tuple([hex for hex in hexes if any(may_point(look, n, hex, 1 - side) for n in firers)])


def why_not_hex(look: Situation, side: int, hex: int, *, point: bool) -> Reason | None:
    """Why no unit of a side may fire at a hex: the reason of the one that comes nearest to it."""
    ground = look.world.ground
    if look.held_by(hex) != 1 - side:
        return NO_ENEMY
    harmed = look.point_targets(hex, 1 - side) if point else look.area_targets(hex, 1 - side, ABOVE)
    if not harmed:
        return NOT_POINT_HARMED if point else NOT_AREA_HARMED
    kinds = look.world.kinds
    armed = [n for n in look.on_map(side) if kinds[n].point_strength is not None or not point]
    reasons = []
    for n in sorted(armed, key=lambda n: (not may_act(look, n), ground.distance(look.units[n].at, hex), n)):
        why = why_not_this(look, n, hex, 1 - side, point=point)
        if why is None:
            return None
        reasons.append(why.of(**{"unit": n, "hex": hex, **why.values}))
    return reasons[0] if reasons else NOBODY_FIRES


def why_not_this(look: Situation, unit: int, hex: int, side: int, *, point: bool) -> Reason | None:
    """Why a unit may not make a fire action at those of a side in a hex."""
    why = why_not_act(look, unit) or (point_bar(look, unit) if point else None)
    why = why or why_not_fire(look, unit, hex, side, point=point, action=True)
    for bar in look.game.rules.at(FIRE_BOUNDS) if why is None else ():
        why = why or bar.why(look, unit, hex)
    if why is None and point and not may_point(look, unit, hex, side):
        return NOT_SPOTTED.of(unit=unit, hex=hex)
    if why is None and not point and not harms(look, unit, hex, side):
        return NOT_AREA_HARMED.of(unit=unit, hex=hex)
    return why


def why_not_with(look: Situation, side: int, hex: int | None, unit: int, *, point: bool) -> Reason | None:
    """Why a unit of a side takes no part in a fire action at a hex, or (None) at any hex."""
    if not_yours(look, side, unit) is not None:
        return NOT_YOURS
    if hex is not None:
        if not (look.point_targets(hex, 1 - side) if point else look.area_targets(hex, 1 - side, ABOVE)):
            return why_not_hex(look, side, hex, point=point)
        why = why_not_this(look, unit, hex, 1 - side, point=point)
        return None if why is None else why.of(**{"unit": unit, "hex": hex, **why.values})
    kind = look.world.kinds[unit]
    if (kind.point_strength if point else kind.area_strength) is None:
        return NO_POINT_FIRE.of(unit=unit) if point else NO_AREA_FIRE.of(unit=unit)
    why = why_not_act(look, unit) or (point_bar(look, unit) if point else None)
    if why is None and not any(
        why_not_this(look, unit, each, 1 - side, point=point) is None
        for each in (point_hexes if point else area_hexes)(look, side)
    ):
        why = NO_TARGET
    return None if why is None else why.of(**{"unit": unit, **why.values})


def vehicles_beside(look: Situation, unit: int, side: int) -> list[int]:
    """The point targets of a side that a unit could make an AT roll at."""
    at = look.units[unit].at
    return [n for hex in (at, *look.world.ground.neighbours[at]) for n in look.point_targets(hex, side)]


def may_roll(look: Situation, unit: int) -> bool:
    """Whether a unit may make an AT roll in its own phase: one that may fire, or one in Move Mode (TCS 4.1e, 16.0b)."""
    if not look.world.kinds[unit].infantry or look.units[unit].carrier != NOBODY:
        return False
    return _rolls_moving(look, unit) or may_act(look, unit)


def _rolls_moving(look: Situation, unit: int) -> bool:
    u = look.units[unit]
    fit = u.mode == MOVE_MODE and u.carrier == NOBODY and not u.fired and u.sheet != NOBODY and u.morale != PARALYZED
    return fit and idle(look, unit) is None and action_bar(look, unit) is None


def rollers(look: Situation, side: int) -> Targets:
    """The units that may make an AT roll in their own phase: it counts as their fire action (TCS 16.0b)."""
    vehicles = enemy_mask(look, side, point=True)
    if not vehicles:
        return ()
    known = vehicles & look.occupied(1 - side)
    if vehicles == known and not (vehicles | look.beset(1 - side)) & look.places(side):
        return ()
    near = vehicles
    for hex in look.world.ground.map.indices(vehicles):
        near |= look.world.ground.beside[hex]
    return tuple([n for n in look.on_map(side) if near >> look.units[n].at & 1 and may_roll(look, n)])


def why_not_roll(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not make an AT roll now."""
    if not look.world.kinds[unit].infantry:
        return NO_INFANTRY
    why = None if _rolls_moving(look, unit) else why_not_act(look, unit)
    if why is None and look.units[unit].carrier != NOBODY:
        return NOT_READY
    if why is None and not vehicles_beside(look, unit, 1 - look.world.owners[unit]):
        return NO_VEHICLE
    return why
