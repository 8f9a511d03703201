"""Dual mode (ME 1): vehicles that fire on the move.

A unit with dual mode has a Fire side and a Dual side, and no ordinary Move side: what the series keeps as its Move Mode
is Dual mode, and every effect on Move Mode holds for it. What is added is that it may make a fire action first and move
after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.picture import Mark
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import OPENING
from sandtable.systems.tcs.aiming import FIRES_MOVING
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import LOST, Battlefield
from sandtable.systems.tcs.impulses import MOVES_ON, has_impulses, spend_whole
from sandtable.systems.tcs.mayfire import FIRE_COST
from sandtable.systems.tcs.modes import MOVE_MODE_BARS
from sandtable.systems.tcs.picture import MARKS
from sandtable.systems.tcs.world import MOVE_MODE, World

__all__ = ["CHAPTER", "has_dual_mode", "in_dual_mode", "why_no_missile"]

DUAL = "dual_mode"
OVERWATCH_MARKED = Reason("{unit:unit} carries a Fired marker and may not go to Dual mode", "ME 1.1e")
NO_MISSILE = Reason("{unit:unit} is in Dual mode and launches no missiles", "ME 1.1f")


class Dual(msgspec.Struct, frozen=True, array_like=True, tag="modern.dual"):
    """What the chapter keeps: the units that have fired in Dual mode in this phase, and may still move."""

    fired: tuple[int, ...] = ()


def has_dual_mode(world: World, unit: int) -> bool:
    """Whether a unit has a Dual side in place of the Move side (ME 1.0)."""
    return DUAL in world.kinds[unit].traits


def in_dual_mode(look: Situation, unit: int) -> bool:
    """Whether a unit is in Dual mode now (ME 1.0)."""
    return look.units[unit].mode == MOVE_MODE and has_dual_mode(look.world, unit)


def why_no_missile(look: Situation, unit: int) -> Reason | None:
    """Why Dual mode keeps a unit from launching missiles (ME 1.1f)."""
    return NO_MISSILE if in_dual_mode(look, unit) else None


def fires_first(look: Situation, unit: int) -> bool:
    """Whether a unit may make a fire action in Dual mode: it has not moved yet, for the fire comes first (ME 1.1a)."""
    now = look.units[unit]
    return in_dual_mode(look, unit) and not (now.spent or now.impulse)


def moves_after(look: Situation, unit: int) -> bool:
    """Whether a unit has fired in Dual mode, and may still move (ME 1.1a)."""
    return unit in look.kept(Dual).fired and in_dual_mode(look, unit)


def take_impulse(field: Battlefield, firers: Sequence[int]) -> None:
    """The fire of a vehicle in Dual mode takes its first impulse (ME 1.1g)."""
    dual = [n for n in firers if in_dual_mode(field, n)]
    if not dual:
        return
    for n in dual:
        if has_impulses(field.world, n):
            spend_whole(field, n)
    field.keep(Dual(tuple(sorted({*field.kept(Dual).fired, *dual}))))


def why_not_dual(look: Situation, unit: int) -> Reason | None:
    """A unit that has fired overwatch keeps its Fire Mode (ME 1.1e)."""
    return OVERWATCH_MARKED if has_dual_mode(look.world, unit) and look.units[unit].fired else None


def opening(field: Battlefield, side: int) -> None:
    """A phase begins: nobody has fired in it."""
    if field.kept(Dual).fired:
        field.keep(Dual())


def forget(field: Battlefield, unit: int) -> None:
    """A lost unit."""
    fired = field.kept(Dual).fired
    if unit in fired:
        field.keep(Dual(tuple(n for n in fired if n != unit)))


def marks(look: Situation, unit: int) -> Iterable[Mark]:
    """The mark of a unit in Dual mode."""
    if look.units[unit].at >= 0 and in_dual_mode(look, unit):
        yield Mark("dual_mode", "Dual mode: it may fire, then move")


CHAPTER = Chapter(
    name="modern.dual mode",
    adds=(
        FIRES_MOVING.add(fires_first),
        MOVES_ON.add(moves_after),
        FIRE_COST.add(take_impulse),
        MOVE_MODE_BARS.add(why_not_dual),
        OPENING.add(opening),
        LOST.add(forget),
        MARKS.add(marks),
    ),
    keeps=Dual,
    switch="modern",
)
