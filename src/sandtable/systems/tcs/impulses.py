"""Impulses (TCS 20.2): an armed vehicle moves in up to three, each worth a third of its allowance; others move once.

What is left of an impulse when the next begins is lost. To fire, to load or to unload takes a whole impulse.
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Situation, Unit
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.world import MOVE_MODE, NOBODY, World

__all__ = [
    "CHAPTER",
    "another",
    "begin",
    "has_impulses",
    "points_left",
    "ready_for_next",
    "spend",
    "spend_whole",
    "why_not_next",
]


def has_impulses(world: World, unit: int) -> bool:
    """Whether a unit moves by impulses: vehicles with a weapon do (TCS 20.2c)."""
    return len(world.impulses[unit]) > 1


def another(world: World, unit: int, now: Unit) -> int:
    """The movement points, in sixths, of the impulse a unit could begin; -1 if it has none left (TCS 20.2a)."""
    sizes = world.impulses[unit]
    return sizes[now.impulse] if len(sizes) > 1 and now.impulse < len(sizes) else -1


def points_left(look: Situation, unit: int) -> int:
    """The movement points a unit has left, in sixths: in its impulse, if it moves by impulses."""
    now = look.units[unit]
    return look.world.impulses[unit][now.impulse - 1 if now.impulse else 0] - now.spent


def begin(field: Battlefield, *units: int) -> None:
    """These units begin their next impulse (TCS 20.2a)."""
    for unit in units:
        if has_impulses(field.world, unit):
            field.change(unit, impulse=field.units[unit].impulse + 1, spent=0)


def spend(field: Battlefield, unit: int, cost: int) -> None:
    """A unit spends points: of its impulse, of its next one if they are not enough, or of its one move."""
    now = field.units[unit]
    if has_impulses(field.world, unit) and (not now.impulse or cost > points_left(field, unit)):
        begin(field, unit)
    field.change(unit, spent=field.units[unit].spent + cost)


def spend_whole(field: Battlefield, unit: int) -> None:
    """A unit spends a whole impulse (TCS 20.2b)."""
    begin(field, unit)
    field.change(unit, spent=field.world.impulses[unit][field.units[unit].impulse - 1])


def can_pay(look: Situation, unit: int, cost: int) -> bool:
    """Whether a unit has so many points, in sixths, in its impulse or in the next."""
    return cost <= max(points_left(look, unit), another(look.world, unit, look.units[unit]))


def ready_for_next(look: Situation, side: int) -> list[int]:
    """Which vehicles of a side may end the impulse they are in and begin the next."""
    return [n for n in look.world.drivers[side] if _halfway(look, n, look.units[n])]


def _halfway(look: Situation, unit: int, now: Unit) -> bool:
    """Whether a vehicle is in the middle of an impulse that is not its last, and could go on."""
    return (
        now.at >= 0
        and now.impulse > 0
        and now.spent > 0
        and now.mode == MOVE_MODE
        and now.morale <= look.world.nerve[unit]
        and not now.fired
        and now.carrier == NOBODY
        and another(look.world, unit, now) >= 0
    )


def why_not_next(look: Situation, unit: int) -> str:
    """Why a unit may not begin its next impulse, in a sentence."""
    world, now, name = look.world, look.units[unit], look.world.names[unit]
    if not has_impulses(world, unit):
        return f"{name} moves once in a phase: only armed vehicles have impulses (TCS 20.2c)"
    if now.mode != MOVE_MODE or now.morale > look.world.nerve[unit]:
        return f"{name} is in Fire Mode, or Suppressed or Paralyzed, and does not move"
    if now.fired:
        return f"{name} has fired and takes no further impulse (TCS 20.2b)"
    if not now.spent:
        return f"{name} has the whole of an impulse before it"
    return f"{name} has had its three impulses (TCS 20.2a)"


@verb("Next impulse of", "unit")
def impulse(act: Act, look: Situation) -> Targets:
    """Vehicles that have used a part of an impulse (TCS 20.2)."""
    return tuple(ready_for_next(look, act.side))


@impulse.then
def _begin_impulse(act: Act, field: Battlefield, unit: int) -> None:
    begin(field, unit)
    field.next(act)


@impulse.why_not
def _why_not_impulse(act: Act, look: Situation, unit: object) -> str:
    if not isinstance(unit, int) or unit not in look.on_map(act.side):
        return "that is not one of your units on the map"
    return why_not_next(look, unit)


CHAPTER = Chapter(
    name="impulses",
    verbs={Act: (impulse,)},
)
