"""Fire Mode and Move Mode, and what it costs to change (TCS 4)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Situation, Unit
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import can_pay, spend
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY, World, impulse_points

__all__ = [
    "CHAPTER",
    "go_to_move_mode",
    "may_go_to_fire_mode",
    "may_go_to_move_mode",
    "mode_cost",
    "why_not_fire_mode",
    "why_not_move_mode",
]


def mode_cost(world: World, unit: int) -> int:
    """What going to Move Mode costs, in sixths (TCS 4.1b, 4.1c)."""
    allowance = world.allowances[unit]
    if world.kinds[unit].vehicle:
        size = impulse_points(allowance, int(world.options["vehicle_impulses"]))
        return size * int(world.options["vehicle_mode_sixths"]) // 6
    return allowance // 2


def can_turn(look: Situation, unit: int, now: Unit) -> bool:
    """Whether a unit may go to Move Mode."""
    options = look.world.options
    return (
        now.mode == FIRE_MODE
        and now.morale <= look.world.nerve[unit]
        and now.carrier == NOBODY
        and not (now.fired and options["fired_blocks_move_mode"])
        and not (now.turned and options["move_mode_once"])
        and can_pay(look, unit, mode_cost(look.world, unit))
    )


def may_go_to_move_mode(look: Situation, side: int) -> Targets:
    """The units of a side that may go to Move Mode (TCS 4.1a, 4.1g, 17.3)."""
    units = look.units
    return tuple([n for n in look.world.units_of[side] if units[n].at >= 0 and can_turn(look, n, units[n])])


def may_go_to_fire_mode(look: Situation, side: int) -> Targets:
    """The units of a side that may go to Fire Mode: all in Move Mode, not carried and not shaken (TCS 17.3)."""
    units = look.units
    return tuple(
        [
            n
            for n in look.world.units_of[side]
            if units[n].at >= 0
            and units[n].mode == MOVE_MODE
            and units[n].carrier == NOBODY
            and units[n].morale <= look.world.nerve[n]
        ]
    )


def go_to_move_mode(field: Battlefield, unit: int) -> None:
    """TCS 4.1b, 4.2b: it pays, and leaves its dug-in position or hiding place (TCS 27.4)."""
    if field.units[unit].hidden:
        field.find(field.units[unit].at)
    spend(field, unit, mode_cost(field.world, unit))
    field.change(unit, mode=MOVE_MODE, dug_in=False, turned=True)
    field.log("move_mode", "TCS 4.1b", unit=unit)
    if field.world.options["mode_change_triggers"]:
        field.next(Triggered(field.world.owners[unit], (unit,), MOVED))


def why_not_move_mode(look: Situation, side: int, unit: object) -> str:
    """Why a unit may not go to Move Mode, in a sentence."""
    if not isinstance(unit, int) or unit not in look.on_map(side):
        return "that is not one of your units on the map"
    now, name = look.units[unit], look.world.names[unit]
    if now.mode == MOVE_MODE:
        return f"{name} is in Move Mode already"
    if now.morale > look.world.nerve[unit]:
        return f"{name} is Suppressed or Paralyzed and may not go to Move Mode (TCS 17.3)"
    if now.fired:
        return f"{name} has fired and may not go to Move Mode in this phase (TCS 4.1g)"
    if now.turned:
        return f"{name} has gone to Move Mode in this phase already (TCS 4.1b)"
    return f"{name} has not the movement points to go to Move Mode (TCS 4.1b)"


def why_not_fire_mode(look: Situation, side: int, unit: object) -> str:
    """Why a unit may not go to Fire Mode, in a sentence."""
    if not isinstance(unit, int) or unit not in look.on_map(side):
        return "that is not one of your units on the map"
    now, name = look.units[unit], look.world.names[unit]
    if now.mode == FIRE_MODE:
        return f"{name} is in Fire Mode already"
    if now.carrier != NOBODY:
        return f"{name} is carried, and must get off first (TCS 20.3a)"
    return f"{name} is Suppressed or Paralyzed and may not change its mode (TCS 17.3)"


@verb("To Move Mode", "unit")
def to_move(act: Act, look: Situation) -> Targets:
    """Units in Fire Mode that may go to Move Mode (TCS 4.1)."""
    return may_go_to_move_mode(look, act.side)


@to_move.then
def _leave_position(act: Act, field: Battlefield, unit: int) -> None:
    field.next(act)
    go_to_move_mode(field, unit)


to_move.why_not(lambda act, look, unit: why_not_move_mode(look, act.side, unit))


@verb("To Fire Mode", "unit")
def to_fire(act: Act, look: Situation) -> Targets:
    """Units in Move Mode that may go to Fire Mode (TCS 4.2)."""
    return may_go_to_fire_mode(look, act.side)


@to_fire.then
def _take_position(act: Act, field: Battlefield, unit: int) -> None:
    field.to_fire_mode(unit)
    field.next(act)


to_fire.why_not(lambda act, look, unit: why_not_fire_mode(look, act.side, unit))


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
