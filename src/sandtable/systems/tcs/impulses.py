"""Impulses (TCS 20.2): an armed vehicle moves in up to three, each worth a third of its allowance; others move once.

What is left of an impulse when the next begins is lost. To fire, to load or to unload takes a whole impulse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import Act, idle
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.world import MOVE_MODE, NOBODY, World

__all__ = [
    "CHAPTER",
    "MOVES_ON",
    "PACED",
    "SIZES",
    "another",
    "begin",
    "has_impulses",
    "moves_on",
    "paced",
    "points_left",
    "ready_for_next",
    "sizes_of",
    "spend",
    "spend_whole",
    "whole_left",
    "why_not_next",
]

Change: TypeAlias = Callable[[Situation, int, tuple[int, ...]], tuple[int, ...]]
SIZES: Seam[Change] = Seam("the movement points of a unit's impulses, in sixths, as a chapter changes them")
PACED: Seam[Callable[[Situation, int], bool]] = Seam("units whose impulses begin with the parts of the phase")

MOVES_ON: Seam[Callable[[Situation, int], bool]] = Seam("units that move although they have fired")
MOVES_ONCE = Reason("{unit:unit} moves once in a phase: only armed vehicles have impulses", "TCS 20.2c", quiet=True)
STAYS = Reason("{unit:unit} is in Fire Mode, or Suppressed or Paralyzed, and does not move")
HAS_FIRED = Reason("{unit:unit} has fired and takes no further impulse", "TCS 20.2b")
CARRIED = Reason("{unit:unit} is carried, and goes where its carrier goes", "TCS 20.3a")
WHOLE_IMPULSE = Reason("{unit:unit} has a whole impulse left", quiet=True)
THREE_IMPULSES = Reason("{unit:unit} has had its three impulses", "TCS 20.2a")


def moves_on(look: Situation, unit: int) -> bool:
    """Whether another chapter lets a unit move although it has fired."""
    return any(each(look, unit) for each in look.game.rules.at(MOVES_ON))


def has_impulses(world: World, unit: int) -> bool:
    """Whether a unit moves by impulses: vehicles with a weapon do (TCS 20.2c)."""
    return len(world.impulses[unit]) > 1


def sizes_of(look: Situation, unit: int) -> tuple[int, ...]:
    """The movement points of each impulse of a unit now, in sixths; of one that moves only once, all of them."""
    changes = look.game.rules.at(SIZES)
    if not changes:
        return look.world.impulses[unit]
    if isinstance(look, Battlefield):
        return _changed(look, unit, changes)
    known: dict[int, tuple[int, ...]] = known_of(look, "impulse_sizes")
    if unit not in known:
        known[unit] = _changed(look, unit, changes)
    return known[unit]


def _changed(look: Situation, unit: int, changes: tuple[Change, ...]) -> tuple[int, ...]:
    sizes = look.world.impulses[unit]
    for change in changes:
        sizes = change(look, unit, sizes)
    return sizes


def paced(look: Situation, unit: int) -> bool:
    """Whether the impulses of a unit begin with the parts of the phase, and not when it likes."""
    pacers = look.game.rules.at(PACED)
    return bool(pacers) and any(each(look, unit) for each in pacers)


def another(look: Situation, unit: int) -> int:
    """The movement points, in sixths, of the impulse a unit could begin; -1 if it has none left (TCS 20.2a)."""
    sizes, begun = sizes_of(look, unit), look.units[unit].impulse
    return sizes[begun] if len(sizes) > 1 and begun < len(sizes) and not paced(look, unit) else -1


def whole_left(look: Situation, unit: int) -> bool:
    """Whether a unit that moves by impulses has a whole one left: another, or its own if that is untouched."""
    if not paced(look, unit):
        return another(look, unit) >= 0
    return not look.units[unit].spent and points_left(look, unit) > 0


def points_left(look: Situation, unit: int) -> int:
    """The movement points a unit has left, in sixths: in its impulse, if it moves by impulses."""
    now = look.units[unit]
    return sizes_of(look, unit)[now.impulse - 1 if now.impulse else 0] - now.spent


def begin(field: Battlefield, *units: int) -> None:
    """These units begin their next impulse (TCS 20.2a)."""
    for unit in units:
        if has_impulses(field.world, unit) and not paced(field, unit):
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
    field.change(unit, spent=sizes_of(field, unit)[field.units[unit].impulse - 1])


def can_pay(look: Situation, unit: int, cost: int) -> bool:
    """Whether a unit has this many points, in sixths, in its impulse or in the next."""
    return cost <= max(points_left(look, unit), another(look, unit))


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
    if now.fired and not moves_on(look, unit):
        return HAS_FIRED
    if now.carrier != NOBODY:
        return CARRIED
    if why := idle(look, unit):
        return why
    if not now.spent or not now.impulse:
        return WHOLE_IMPULSE
    return None if another(look, unit) >= 0 else THREE_IMPULSES


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
