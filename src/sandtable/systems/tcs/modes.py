"""Fire Mode and Move Mode, and what it costs to change (TCS 4)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import IDLE, Act, idle
from sandtable.systems.tcs.board import Situation, Unit
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import PACED, SIZES, can_pay, spend
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY, World, impulse_points

__all__ = [
    "CHAPTER",
    "MODE_PRICES",
    "MOVE_MODE_BARS",
    "go_to_move_mode",
    "may_go_to_fire_mode",
    "may_go_to_move_mode",
    "mode_cost",
    "mode_price",
    "why_not_fire_mode",
    "why_not_move_mode",
]

MODE_PRICES: Seam[Callable[[Situation, int], int | None]] = Seam("what going to Move Mode costs a unit, in sixths")
MOVE_MODE_BARS: Seam[Callable[[Situation, int], Reason | None]] = Seam("why a unit may not go to Move Mode")
_ABOUT_MODES = (MODE_PRICES, MOVE_MODE_BARS, IDLE, SIZES, PACED)
"""Where other chapters have a say in it."""
IN_MOVE_MODE = Reason("{unit:unit} is in Move Mode already", quiet=True)
IN_FIRE_MODE = Reason("{unit:unit} is in Fire Mode already", quiet=True)
SHAKEN = Reason("{unit:unit} is Suppressed or Paralyzed and may not go to Move Mode", "TCS 17.3")
STAYS_AS_IT_IS = Reason("{unit:unit} is Suppressed or Paralyzed and may not change its mode", "TCS 17.3")
CARRIED = Reason("{unit:unit} is carried, and must get off first", "TCS 20.3a")
HAS_FIRED = Reason("{unit:unit} has fired and may not go to Move Mode in this phase", "TCS 4.1g")
HAS_TURNED = Reason("{unit:unit} has gone to Move Mode in this phase already", "TCS 4.1b")
NO_POINTS = Reason("{unit:unit} lacks the movement points to go to Move Mode", "TCS 4.1b")


def mode_cost(world: World, unit: int) -> int:
    """What going to Move Mode costs, in sixths (TCS 4.1b, 4.1c)."""
    allowance = world.allowances[unit]
    if world.kinds[unit].vehicle:
        size = impulse_points(allowance, world.options.vehicle_impulses)
        return size * world.options.vehicle_mode_sixths // 6
    return allowance // 2


def mode_price(look: Situation, unit: int) -> int:
    """What going to Move Mode costs a unit now, in sixths."""
    for price in look.game.rules.at(MODE_PRICES):
        found = price(look, unit)
        if found is not None:
            return found
    return mode_cost(look.world, unit)


def why_not_move_mode(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not go to Move Mode (TCS 4.1a, 4.1b, 4.1g, 17.3)."""
    now, options = look.units[unit], look.world.options
    if now.mode == MOVE_MODE:
        return IN_MOVE_MODE
    if now.morale > look.world.nerve[unit]:
        return SHAKEN
    if now.carrier != NOBODY:
        return CARRIED
    if now.fired and options.fired_blocks_move_mode:
        return HAS_FIRED
    if now.turned and options.move_mode_once:
        return HAS_TURNED
    if why := idle(look, unit):
        return why
    for bar in look.game.rules.at(MOVE_MODE_BARS):
        if why := bar(look, unit):
            return why
    return None if can_pay(look, unit, mode_price(look, unit)) else NO_POINTS


def may_go_to_move_mode(look: Situation, side: int) -> Targets:
    """The units of a side that may go to Move Mode."""
    units = look.units
    waiting = [n for n in look.world.units_of[side] if units[n].mode == FIRE_MODE and units[n].at >= 0]
    if not look.untouched(_ABOUT_MODES):
        return tuple([n for n in waiting if why_not_move_mode(look, n) is None])
    known: dict[int, tuple[Unit, bool]] = known_of(look.world, "may go to Move Mode")
    found = []
    for n in waiting:  # by the series alone it is as it was while the unit is
        last = known.get(n)
        if last is None or last[0] is not units[n]:
            last = known[n] = units[n], why_not_move_mode(look, n) is None
        if last[1]:
            found.append(n)
    return tuple(found)


def why_not_fire_mode(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not go to Fire Mode (TCS 17.3)."""
    now = look.units[unit]
    if now.mode == FIRE_MODE:
        return IN_FIRE_MODE
    if now.carrier != NOBODY:
        return CARRIED
    return STAYS_AS_IT_IS if now.morale > look.world.nerve[unit] else idle(look, unit)


def may_go_to_fire_mode(look: Situation, side: int) -> Targets:
    """The units of a side that may go to Fire Mode."""
    units = look.units
    return tuple(
        [
            n
            for n in look.world.units_of[side]
            if units[n].mode == MOVE_MODE and units[n].at >= 0 and why_not_fire_mode(look, n) is None
        ]
    )


def go_to_move_mode(field: Battlefield, unit: int) -> None:
    """TCS 4.1b, 4.2b: it pays, and leaves its dug-in position or hiding place (TCS 27.4)."""
    if field.units[unit].hidden:
        field.find(field.units[unit].at)
    spend(field, unit, mode_price(field, unit))
    field.change(unit, mode=MOVE_MODE, dug_in=False, turned=True)
    field.log("move_mode", "TCS 4.1b", unit=unit)
    if field.world.options.mode_change_triggers:
        field.next(Triggered(field.world.owners[unit], (unit,), MOVED))


@verb("To Move Mode", "unit")
def to_move(act: Act, look: Situation) -> Targets:
    """Units in Fire Mode that may go to Move Mode (TCS 4.1)."""
    return may_go_to_move_mode(look, act.side)


@to_move.then
def _leave_position(act: Act, field: Battlefield, unit: int) -> None:
    field.next(act)
    go_to_move_mode(field, unit)


to_move.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_move_mode(look, unit))


@verb("To Fire Mode", "unit")
def to_fire(act: Act, look: Situation) -> Targets:
    """Units in Move Mode that may go to Fire Mode (TCS 4.2)."""
    return may_go_to_fire_mode(look, act.side)


@to_fire.then
def _take_position(act: Act, field: Battlefield, unit: int) -> None:
    field.to_fire_mode(unit)
    field.next(act)


to_fire.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_fire_mode(look, unit))


CHAPTER = Chapter(
    name="modes",
    verbs={
        Act: (
            to_move,
            to_fire,
        )
    },
    phrases={
        "move_mode": "{unit:unit} goes to Move Mode",
    },
)
