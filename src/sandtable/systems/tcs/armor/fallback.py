"""Falling back (AR 4.10): a unit that could fire at a trigger may run instead, as by SYR."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import OPENING
from sandtable.systems.tcs.armor.definition import is_armor
from sandtable.systems.tcs.armor.options import switch
from sandtable.systems.tcs.armor.tables import LIMITS
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import LOST, Battlefield
from sandtable.systems.tcs.flight import SaveYourself, ways_out
from sandtable.systems.tcs.morale import MoraleRoll
from sandtable.systems.tcs.overwatch import GoOn, Watch
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.tables import syr_loss
from sandtable.systems.tcs.watching import ANSWER, FIRED, firers_of, openings, trigger_hexes
from sandtable.systems.tcs.world import PARALYZED

__all__ = ["CHAPTER", "FALL_BACK_BARS", "FellBack", "why_not_fall_back"]

FALL_BACK_BARS: Seam[Callable[[Situation, int], Reason | None]] = Seam(
    "why a unit other than armor may not fall back now"
)
ONLY_OVERWATCH = Reason("units fall back from an overwatch trigger, and not instead of return fire", "AR 4.10a")

SLOW = Reason("{unit:unit} has fewer than {most} movement points and cannot fall back", "AR 4.10a")
ONCE = Reason("{unit:unit} has fallen back in this phase already", "AR 4.10b")
CANNOT_FIRE = Reason("{unit:unit} could not fire at this trigger, and so may not fall back from it", "AR 4.10a")
NO_WAY_OUT = Reason("{unit:unit} has nowhere to fall back to", "TCS 17.5a")


class FellBack(msgspec.Struct, frozen=True, array_like=True, tag="armor.fell_back"):
    """The units other than armor that have fallen back in this phase."""

    units: tuple[int, ...] = ()


def able(look: Situation, watch: Watch) -> set[int]:
    """The units of the watching side that could fire at a trigger now, in whatever form."""
    fired = watch.kind in (FIRED, ANSWER)
    found: set[int] = set()
    for form, stacks in enumerate(openings(look, watch)):
        for stack, hexes in stacks.items():
            for hex in hexes:
                found.update(firers_of(look, stack, hex, form, watch.units, fired=fired))
    return found


def why_not_fall_back(look: Situation, watch: Watch, unit: int, firers: set[int]) -> Reason | None:
    """Why a unit may not fall back from a trigger (AR 4.10)."""
    if why := not_yours(look, watch.side, unit):
        return why
    if unit not in firers or look.units[unit].morale == PARALYZED:
        return CANNOT_FIRE
    if look.world.kinds[unit].movement_allowance < LIMITS["fall_back_points"]:
        return SLOW.of(unit=unit, most=LIMITS["fall_back_points"])
    if not is_armor(look.world, unit):
        if unit in look.kept(FellBack).units:
            return ONCE
        for bar in look.game.rules.at(FALL_BACK_BARS):
            if why := bar(look, unit):
                return why
    return None if ways_out(look, unit, _fire(look, watch)) else NO_WAY_OUT


def _fire(look: Situation, watch: Watch) -> tuple[int, ...]:
    return tuple(trigger_hexes(look, watch.units))


@verb("Fall back with", "unit", menu="Fall back", name="armor.fall_back")
def fall_back(watch: Watch, look: Situation) -> Targets:
    """Units that could fire and are fast enough (AR 4.10a)."""
    if watch.kind == ANSWER:
        return ()
    firers = able(look, watch)
    return tuple(n for n in sorted(firers) if why_not_fall_back(look, watch, n, firers) is None)


@fall_back.then
def _run(watch: Watch, field: Battlefield, unit: int) -> None:
    world = field.world
    facts = MoraleRoll(unit, _fire(field, watch)).facts(field)
    loss = 0 if world.kinds[unit].vehicle else syr_loss(sum(each.value for each in facts.modifiers()))
    if not is_armor(world, unit):
        field.keep(FellBack(tuple(sorted({*field.kept(FellBack).units, unit}))))
    field.log("armor.falls_back", "AR 4.10a", unit=unit)
    field.next(SaveYourself(unit, _fire(field, watch), loss), GoOn(watch))


@fall_back.check
def _why_not_fall_back(watch: Watch, look: Situation, unit: int) -> Reason | None:
    if watch.kind == ANSWER:
        return ONLY_OVERWATCH
    return why_not_fall_back(look, watch, unit, able(look, watch))


def opening(field: Battlefield, side: int) -> None:
    """Nobody has fallen back in a phase that begins."""
    if field.kept(FellBack).units:
        field.keep(FellBack())


def forget(field: Battlefield, unit: int) -> None:
    """A unit is lost."""
    units = field.kept(FellBack).units
    if unit in units:
        field.keep(FellBack(tuple(n for n in units if n != unit)))


CHAPTER = Chapter(
    name="falling back",
    verbs={Watch: (fall_back,)},
    adds=(OPENING.add(opening), LOST.add(forget)),
    phrases={"armor.falls_back": "{unit:unit} falls back instead of firing"},
    keeps=FellBack,
    switch=switch("fall_back"),
)
