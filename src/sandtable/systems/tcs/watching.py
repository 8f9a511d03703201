"""Units that may fire at a trigger, in which form and at what, and why not (TCS 15.2, 15.5): for `overwatch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sandtable.kernel.chapter import Seam
from sandtable.kernel.memo import known_of
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.aiming import MOUNTED, can_point, can_roll, ready, why_not_fire
from sandtable.systems.tcs.areafire import harms
from sandtable.systems.tcs.board import ABOVE, OPTICS, SOFT, TO_FIRE, TO_HIT, Situation, Unit
from sandtable.systems.tcs.conditions import OVERWATCH
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.spotting import spots_any, spotters
from sandtable.systems.tcs.world import FIRE_MODE, NOBODY

if TYPE_CHECKING:
    from sandtable.systems.tcs.overwatch import Watch

__all__ = [
    "ANSWER",
    "AREA",
    "FIRED",
    "MOVED",
    "POINT",
    "RECOVERED",
    "ROLLS",
    "SURE",
    "anybody",
    "cleared",
    "firers_of",
    "openings",
    "shooters",
    "trigger_hexes",
    "why_not_shoot",
]

SURE: Seam[Callable[[Situation, int, int], bool]] = Seam("units that need not spot a trigger in a hex")

MOVED, FIRED, RECOVERED, ANSWER = 0, 1, 2, 3
"""What triggers: movement, fire, recovery; and overwatch itself, which is answered by return fire."""
AREA, POINT, ROLLS = 0, 1, 2
"""The forms of overwatch (TCS 15.5b)."""
_ALL_FORMS, _FAR_FORMS, _UNSEEN_FORMS = (AREA, POINT, ROLLS), (AREA, POINT), (AREA,)
"""The forms of fire at a trigger beside a stack, farther off, and where only a spotter could see it."""

_ABOUT_WATCH = (OPTICS, SURE, MOUNTED)
"""Where other chapters have a say in who watches."""
NO_STACK = Reason("that is not a hex with units of yours")
HAS_TRIED = Reason("the stack in {hex:hex} has fired at this trigger, or tried to", "TCS 15.2c")
TOO_MANY_FAR = Reason(
    "{hex:hex} is {apart} hexes away, and of stacks farther than {near} no more may fire", "TCS 15.2b"
)
NOT_HARMED = Reason("nobody in {hex:hex} is harmed by such fire", "TCS 3.0e")
NO_INFANTRY = Reason(
    "AT rolls are made by infantry in Fire Mode in the hex or beside it (TCS 16.0a); {hex:hex} has none"
)
TIRED = Reason("{unit:unit} has fired overwatch in this phase, as often as a mortar may", "TCS 15.5a")
NOT_SPOTTED = Reason("{unit:unit} does not spot the unit that triggered it", "TCS 7.1e")


def trigger_hexes(look: Situation, units: Sequence[int]) -> list[int]:
    """Where the triggering units are."""
    now = look.units
    if len(units) == 1:
        at = now[units[0]].at
        return [at] if at >= 0 else []
    return sorted({now[n].at for n in units if now[n].at >= 0})


class _Trigger:
    """The triggering units in a hex, and who spots them: each who watches is asked once, whatever he could fire."""

    __slots__ = ("_harmed", "_look", "_spotted", "_spotters", "_spotting", "among", "fired", "hex", "side")

    def __init__(self, look: Situation, hex: int, units: Sequence[int], *, fired: bool) -> None:
        self.hex = hex
        self.fired = fired
        now = look.units
        self.among = [n for n in units if now[n].at == hex]
        self.side = look.world.owners[self.among[0]]
        self._look = look
        self._harmed: bool | None = None
        self._spotted: dict[int, bool] = {}
        self._spotters: dict[int, list[int]] = {}
        self._spotting: dict[int, bool] = {}

    def harmed(self) -> tuple[bool, bool, bool]:
        """Whether each form of fire could harm anybody of the side there."""
        look, hex, side = self._look, self.hex, self.side
        vehicles, people = bool(look.point_targets(hex, side)), bool(look.area_targets(hex, side, ABOVE))
        if not look.game.rules.at(SOFT):
            self._harmed = people  # whatever the weapon is
        return people, vehicles, vehicles

    def harmed_by(self, unit: int) -> bool:
        """Whether the area fire of a unit harms anybody of the side there."""
        return harms(self._look, unit, self.hex, self.side) if self._harmed is None else self._harmed

    def spotters(self, unit: int) -> list[int]:
        """Those who see the hex for the weapon of a unit."""
        found = self._spotters.get(unit)
        if found is None:
            found = self._spotters[unit] = spotters(self._look, unit, self.hex)
        return found

    def spotted_by(self, unit: int) -> bool:
        """Whether a unit, or the spotter of its weapon, spots one of the triggering units (TCS 7.1e, 15.5a)."""
        found = self._spotted.get(unit)
        if found is None:
            found = self._spotted[unit] = self._is_spotted_by(unit)
        return found

    def _is_spotted_by(self, unit: int) -> bool:
        look = self._look
        for sure in look.game.rules.at(SURE):
            if sure(look, unit, self.hex):
                return True
        if self._spots(unit):
            return True
        return look.world.indirect[unit] and any(map(self._spots, self.spotters(unit)))

    def _spots(self, unit: int) -> bool:
        found = self._spotting.get(unit)
        if found is None:
            found = self._spotting[unit] = spots_any(self._look, unit, self.among, trigger=self.fired)
        return found


def firers_of(
    look: Situation, stack: int, hex: int, form: int, units: Sequence[int], *, fired: bool, alone: bool = False
) -> list[int]:
    """The units of a stack that fire in this form at the trigger in a hex; `alone` without the help of spotters."""
    apart, seen = look.world.ground.distance(stack, hex), look.sees(stack, hex)
    trigger = _Trigger(look, hex, units, fired=fired)
    return [n for n in look.units_in(stack) if _fires(look, n, apart, form, trigger, seen=seen, alone=alone)]


def _fires(
    look: Situation, n: int, apart: int, form: int, trigger: _Trigger, *, seen: bool, alone: bool = False
) -> bool:
    """Whether a unit fires in this form at a trigger: it is known how far off that is, and whether its hex sees it."""
    world, hex = look.world, trigger.hex
    if form == AREA:
        if apart > world.area_reach[n] or (world.mortars[n] and _tired(look, n)):
            return False
        if not (
            seen
            or (bool(look.game.rules.at(OPTICS)) and look.spies(n, hex, TO_FIRE))
            or (world.indirect[n] and not alone and bool(trigger.spotters(n)))
        ):
            return False
        able = trigger.harmed_by(n)
    elif form == POINT:
        if apart > world.point_reach[n]:
            return False
        able = seen or (bool(look.game.rules.at(OPTICS)) and look.spies(n, hex, TO_HIT))
        able = able and can_point(look, n, hex, trigger.side, OVERWATCH)
    else:
        able = can_roll(look, n, hex)
    return able and ready(look, n, most=apart) and trigger.spotted_by(n)


def cleared(look: Situation, watch: Watch, stack: int) -> bool:
    """Whether a unit of a stack has fired another weapon at this trigger: then the stack needs no die (ME 3.2e)."""
    return any(look.units[n].at == stack and n not in look.world.flyers for n in watch.also)


def _tired(look: Situation, mortar: int) -> bool:
    """Whether a mortar has fired overwatch in this phase as often as it may (TCS 15.5a)."""
    return int(look.units[mortar].watched) >= look.world.options.mortar_overwatch


Openings = tuple[dict[int, list[int]], dict[int, list[int]], dict[int, list[int]]]


def shooters(look: Situation, watch: Watch, form: int) -> dict[int, list[int]]:
    """The stacks of the watching side that may fire in this form, each with the trigger hexes it may fire at."""
    if isinstance(look, Battlefield):
        return openings(look, watch)[form]
    known: tuple[Watch, Openings] | None = look.__dict__.get("openings")
    if known is None or known[0] is not watch:
        known = look.__dict__["openings"] = watch, openings(look, watch)
    return known[1][form]


def openings(look: Situation, watch: Watch, *, any_one: bool = False, only: int | None = None) -> Openings:
    """The same for all forms at once; with `any_one` the first that is found, and `only` for the stack in one hex."""
    world, ground = look.world, look.world.ground
    near = world.options.overwatch_near
    far = watch.kind == ANSWER or watch.far < world.options.overwatch_far
    fired = watch.kind in (FIRED, ANSWER)
    found: Openings = {}, {}, {}
    helped = bool(look.game.rules.at(OPTICS) or look.game.rules.at(SURE))
    for hex in trigger_hexes(look, watch.units):
        trigger: _Trigger | None = None
        eyes = look.seen_by(hex)
        if not helped and not eyes & look.places(watch.side):
            continue  # nobody sees them, nor do spotters
        for stack in _watching(look, watch.side, eyes, hex):
            if stack in watch.used or (only is not None and stack != only):
                continue
            apart = ground.distance(stack, hex)
            if apart > near and not far and not cleared(look, watch, stack):
                continue
            if trigger is None:
                trigger = _Trigger(look, hex, watch.units, fired=fired)
                harmed = trigger.harmed()
            seen = bool(eyes >> stack & 1)
            far_forms = _FAR_FORMS if helped or seen else _UNSEEN_FORMS
            for form in _ALL_FORMS if apart <= 1 else far_forms:
                if not harmed[form]:
                    continue
                for n in look.units_in(stack):
                    if _fires(look, n, apart, form, trigger, seen=seen):
                        found[form].setdefault(stack, []).append(hex)
                        if any_one:
                            return found
                        break
    return found


def anybody(look: Situation, watch: Watch) -> bool:
    """Whether any stack of the watching side may fire at all: whether there are `openings`."""
    hexes = trigger_hexes(look, watch.units)
    if len(hexes) == 1 and look.untouched(_ABOUT_WATCH):
        return _anybody(look, watch, hexes[0])
    return any(openings(look, watch, any_one=True))


def _anybody(look: Situation, watch: Watch, hex: int) -> bool:
    """The same for triggers in one hex and by the series alone, unit by unit: it is asked at every hex of every move,
    and mostly nobody may. What is quick to see comes first.
    """
    eyes = look.seen_by(hex)
    if not eyes & look.places(watch.side):
        return False  # nobody sees them, nor do spotters
    world, options, trigger = look.world, look.world.options, None
    far = watch.kind == ANSWER or watch.far < options.overwatch_far
    row = world.ground.ranges(hex)
    for n, at, reach, by_spotter in _watchers(look, watch.side):
        seen, apart = eyes >> at & 1, row[at]
        if apart > reach or not (seen or by_spotter) or at in watch.used:
            continue
        if apart > options.overwatch_near and not far and not cleared(look, watch, at):
            continue
        if trigger is None:
            trigger = _Trigger(look, hex, watch.units, fired=watch.kind in (FIRED, ANSWER))
            people, vehicles, _ = trigger.harmed()
        forms = _ALL_FORMS if apart <= 1 else _FAR_FORMS if seen else _UNSEEN_FORMS
        for form in forms if vehicles else _UNSEEN_FORMS:
            if (people or form != AREA) and _fires(look, n, apart, form, trigger, seen=bool(seen)):
                return True
    return False


def _watchers(look: Situation, side: int) -> list[tuple[int, int, int, bool]]:
    """The units of a side in Fire Mode on the map that are not carried: each with its hex, how far it fires, and
    whether a spotter is enough for it. They are kept while the side is as it is.
    """
    world, units = look.world, look.units
    own = world.units_of[side]
    if not own:
        return []
    now = units[own[0] : own[-1] + 1]
    kept: dict[int, tuple[tuple[Unit, ...], list[tuple[int, int, int, bool]]]] = known_of(world, "watchers")
    last = kept.get(side)
    if last is None or last[0] != now:
        area, point, indirect = world.area_reach, world.point_reach, world.indirect
        found = [
            (n, units[n].at, max(area[n], point[n], 1), indirect[n])
            for n in own
            if units[n].mode == FIRE_MODE and units[n].at >= 0 and units[n].carrier == NOBODY
        ]
        last = kept[side] = now, found
    return last[1]


def why_not_shoot(look: Situation, watch: Watch, stack: int, form: int) -> Reason | None:
    """Why a stack may not fire at a trigger in this form: what is against its fire at the nearest of them."""
    world, ground = look.world, look.world.ground
    if look.held_by(stack) != watch.side:
        return NO_STACK
    if stack in watch.used:
        return HAS_TRIED
    if stack in shooters(look, watch, form):
        return None
    side = 1 - watch.side
    hexes = trigger_hexes(look, watch.units)
    hex = min(hexes, key=lambda each: (ground.distance(stack, each), each))
    apart, near = ground.distance(stack, hex), world.options.overwatch_near
    tied = watch.kind != ANSWER and not cleared(look, watch, stack)
    if tied and apart > near and watch.far >= world.options.overwatch_far:
        return TOO_MANY_FAR.of(hex=stack, apart=apart, near=near)
    harmed = look.area_targets(hex, side, ABOVE) if form == AREA else look.point_targets(hex, side)
    if form == AREA:
        harmed = [n for n in harmed if any(harms(look, each, hex, side) for each in look.units_in(stack))]
    if not harmed:
        return NOT_HARMED.of(hex=hex)
    if form == ROLLS:
        return NO_INFANTRY
    reasons = [why_not_fire(look, n, hex, side, point=form == POINT, fire=OVERWATCH) for n in look.units_in(stack)]
    if all(reasons):
        return reasons[0]
    able = [n for n, why in zip(look.units_in(stack), reasons, strict=True) if not why]
    rested = [n for n in able if form != AREA or not world.mortars[n] or not _tired(look, n)]
    return NOT_SPOTTED.of(unit=rested[0]) if rested else TIRED.of(unit=able[0])


def _watching(look: Situation, side: int, eyes: int, hex: int) -> dict[int, None]:
    """The hexes where a side has units in Fire Mode that are in one of these hexes, see the hex with other sights, or
    fire by spotters.
    """
    units, indirect, optics = look.units, look.world.indirect, bool(look.game.rules.at(OPTICS))
    return {
        at: None
        for n in look.world.units_of[side]
        if units[n].mode == FIRE_MODE
        and (at := units[n].at) >= 0
        and (eyes >> at & 1 or indirect[n] or (optics and look.spies(n, hex)))
    }
