"""Impulses (TCS 20.2): an armed vehicle moves in up to three, each worth a third of its allowance; others move once.

What is left of an impulse when the next begins is lost. To fire, to load or to unload takes a whole impulse.
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Situation, Unit
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.reasons import not_yours
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

MOVES_ONCE = Reason("{unit:unit} moves once in a phase: only armed vehicles have impulses", "TCS 20.2c")
STAYS = Reason("{unit:unit} is in Fire Mode, or Suppressed or Paralyzed, and does not move")
HAS_FIRED = Reason("{unit:unit} has fired and takes no further impulse", "TCS 20.2b")
CARRIED = Reason("{unit:unit} is carried, and goes where its carrier goes", "TCS 20.3a")
WHOLE_IMPULSE = Reason("{unit:unit} has a whole impulse left")
THREE_IMPULSES = Reason("{unit:unit} has had its three impulses", "TCS 20.2a")


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
    """Whether a unit has this many points, in sixths, in its impulse or in the next."""
    return cost <= max(points_left(look, unit), another(look.world, unit, look.units[unit]))


def ready_for_next(look: Situation, side: int) -> list[int]:
    """Which vehicles of a side may end the impulse they are in and begin the next."""
    units = look.units
    return [
        n for n in look.world.drivers[side] if units[n].spent and units[n].at >= 0 and why_not_next(look, n) is None
    ]


def why_not_next(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not begin its next impulse: it is not in the middle of one that is not its last."""
    world, now = look.world, look.units[unit]
    if not has_impulses(world, unit):
        return MOVES_ONCE
    if now.mode != MOVE_MODE or now.morale > world.nerve[unit]:
        return STAYS
    if now.fired:
        return HAS_FIRED
    if now.carrier != NOBODY:
        return CARRIED
    if not now.spent or not now.impulse:
        return WHOLE_IMPULSE
    return None if another(world, unit, now) >= 0 else THREE_IMPULSES


@verb("Next impulse of", "unit", menu="Next impulse")
def impulse(act: Act, look: Situation) -> Targets:
    """Vehicles that have used a part of an impulse (TCS 20.2)."""
    return tuple(ready_for_next(look, act.side))


@impulse.then
def _begin_impulse(act: Act, field: Battlefield, unit: int) -> None:
    begin(field, unit)
    field.next(act)


impulse.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_next(look, unit))


CHAPTER = Chapter(
    name="impulses",
    verbs={Act: (impulse,)},
)
