"""Helicopters as carriers (ME 4.1b2, 4.3): loads inside and in slings, and what they cost.

A load is in the air with its helicopter: no rule of the ground finds it until it is set down. Inside go people and
mortars, in the sling guns, trucks and vehicles without armor; one of each at most.
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.airfile import fits_inside, fits_sling
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.entering import entry_fire
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import points_left as ground_points
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS
from sandtable.systems.tcs.modern.flying import after_spending, points_left
from sandtable.systems.tcs.modern.sky import Sky, aloft, is_low, loads_of, slung_units
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.transport import passenger_cost
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import ABOARD, FINE, MOVE_MODE, NOBODY

__all__ = ["CHAPTER", "Lift", "lifters_for", "why_not_lift", "why_not_set_down"]

CARRIED = Reason("{unit:unit} is carried already", "ME 4.3a")
LADEN = Reason("{unit:unit} carries others, and is not lifted with them", "ME 4.3a")
CANNOT_GET_IN = Reason("{unit:unit} must be in Move Mode, unshaken, and not have fired, to get in", "ME 4.3a")
NO_POINTS = Reason("{unit:unit} lacks the movement points to get in or out: half its allowance", "ME 4.3a")
NO_HELICOPTER = Reason(
    "there is no helicopter in NOE in the hex of {unit:unit} that has room for it and the movement points", "ME 4.3a"
)
MINED = Reason("helicopters do not load or unload in the minefield in {hex:hex}", "ME 4.1.3")
NOT_ABOARD = Reason("{unit:unit} is not in a helicopter of yours", "ME 4.3a")
TOO_HIGH = Reason("{helicopter:unit} flies Low: it must drop to NOE to set {unit:unit} down", "ME 4.1a1")
NOT_ON_MAP = Reason("{helicopter:unit} is not on the map", "ME 4.3a")
NO_AIR_POINTS = Reason("{helicopter:unit} needs {points} movement points to set {unit:unit} down", "ME 4.1b1")
ENEMY_BELOW = Reason("the enemy is in {hex:hex}: {unit:unit} cannot be set down there", "ME 4.3a")
NO_GROUND = Reason("{unit:unit} cannot stand in {hex:hex}", "ME 4.3a")


def hangs(look: Situation, unit: int, helicopter: int) -> bool:
    """Whether a unit would go into the sling of a helicopter."""
    return not fits_inside(look.world.kinds[unit], look.world.kinds[helicopter])


def cost_of(look: Situation, unit: int, helicopter: int) -> int:
    """What loading or unloading a unit costs a helicopter (ME 4.1b1)."""
    return AIR_LIMITS["sling" if hangs(look, unit, helicopter) else "load"]


def _room(look: Situation, unit: int, helicopter: int) -> bool:
    """Whether a helicopter has room for a unit."""
    kind, by = look.world.kinds[unit], look.world.kinds[helicopter]
    if not (fits_inside(kind, by) or fits_sling(kind, by)):
        return False
    hung = slung_units(look)
    taken = [n in hung for n in loads_of(look, helicopter)]
    return hangs(look, unit, helicopter) not in taken


def why_not_lift(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the ground may not get into any helicopter."""
    now = look.units[unit]
    if now.carrier != NOBODY:
        return CARRIED.of(unit=unit)
    if any(each.carrier == unit for each in look.units):
        return LADEN.of(unit=unit)
    if look.mined >> now.at & 1:
        return MINED.of(hex=now.at)
    found = [n for n in aloft(look, look.world.owners[unit]) if look.units[n].at == now.at and not is_low(look, n)]
    found = [n for n in found if _room(look, unit, n) and points_left(look, n) >= cost_of(look, unit, n)]
    if not found:
        return NO_HELICOPTER.of(unit=unit)
    if not any(_able(look, unit, n) for n in found):
        return CANNOT_GET_IN.of(unit=unit)
    return None if any(_pays(look, unit, n) for n in found) else NO_POINTS.of(unit=unit)


def _able(look: Situation, unit: int, helicopter: int) -> bool:
    """Whether a unit can get in: a load for the sling is only hung up (ME 4.3a)."""
    now = look.units[unit]
    return now.morale == FINE and not now.fired and (now.mode == MOVE_MODE or hangs(look, unit, helicopter))


def _pays(look: Situation, unit: int, helicopter: int) -> bool:
    return hangs(look, unit, helicopter) or passenger_cost(look, unit) <= ground_points(look, unit)


def lifters_for(look: Situation, unit: int) -> list[int]:
    """The helicopters that a unit may get into now."""
    if why_not_lift(look, unit):
        return []
    at = look.units[unit].at
    return [
        n
        for n in aloft(look, look.world.owners[unit])
        if look.units[n].at == at
        and not is_low(look, n)
        and _room(look, unit, n)
        and points_left(look, n) >= cost_of(look, unit, n)
        and _able(look, unit, n)
        and _pays(look, unit, n)
    ]


class Lift(Decide, frozen=True, array_like=True, tag="lift"):
    """ME 4.3a: which helicopter a unit gets into."""

    unit: int

    @verb("Load onto", "unit", menu="Load")
    def on(self, look: Situation) -> Targets:
        """Helicopters in NOE in its hex."""
        return tuple(lifters_for(look, self.unit))

    @on.then
    def _do_on(self, field: Battlefield, helicopter: int) -> None:
        unit, slung = self.unit, hangs(field, self.unit, helicopter)
        before = field.units[unit].at
        if field.units[unit].hidden:
            field.find(before)
        paid = 0 if slung else passenger_cost(field, unit)
        spent = field.units[unit].spent + paid
        field.change(unit, at=ABOARD, carrier=helicopter, dug_in=False, road=False, spent=spent)
        if slung:
            field.keep(replace(field.kept(Sky), slung=tuple(sorted((*slung_units(field), unit)))))
        field.log("slings" if slung else "lifts", "ME 4.3a", unit=unit, helicopter=helicopter)
        hold(field, before)
        points = AIR_LIMITS["sling" if slung else "load"]
        field.next(*after_spending(field, helicopter, points, moved=False))


# Setting down


def why_not_set_down(look: Situation, side: int, unit: int) -> Reason | None:
    """Why a unit in a helicopter may not be set down."""
    now, world = look.units[unit], look.world
    if world.owners[unit] != side or now.at != ABOARD:
        return NOT_ABOARD.of(unit=unit)
    helicopter = now.carrier
    hex = look.units[helicopter].at
    if hex < 0:
        return NOT_ON_MAP.of(helicopter=helicopter)
    if is_low(look, helicopter):
        return TOO_HIGH.of(helicopter=helicopter, unit=unit)
    if look.mined >> hex & 1:
        return MINED.of(hex=hex)
    if look.barred(hex, side):
        return ENEMY_BELOW.of(hex=hex, unit=unit)
    mover = world.kinds[unit].move_class
    if world.ground.movements[mover].costs.terrain[world.ground.map.terrain[hex]] is None:
        return NO_GROUND.of(unit=unit, hex=hex)
    hung = unit in slung_units(look)
    points = AIR_LIMITS["sling" if hung else "load"]
    if points_left(look, helicopter) < points:
        return NO_AIR_POINTS.of(helicopter=helicopter, points=points, unit=unit)
    if not hung and passenger_cost(look, unit) > ground_points(look, unit):
        return NO_POINTS.of(unit=unit)
    return None


def set_down(field: Battlefield, unit: int) -> None:
    """A unit is on the ground again, in Move Mode, and may be fired at (TCS 15.1a)."""
    helicopter, side = field.units[unit].carrier, field.world.owners[unit]
    hex = field.units[helicopter].at
    hung = unit in slung_units(field)
    after = after_spending(field, helicopter, AIR_LIMITS["sling" if hung else "load"], moved=False)
    if hiding.hides_in(field, hex, 1 - side):
        field.find(hex)
        field.next(*after)
        return
    paid = 0 if hung else passenger_cost(field, unit)
    spent = field.units[unit].spent + paid
    field.change(unit, at=hex, carrier=NOBODY, mode=MOVE_MODE, spent=spent)
    if hung:
        field.keep(replace(field.kept(Sky), slung=tuple(n for n in slung_units(field) if n != unit)))
    field.log("set_down", "ME 4.3a", unit=unit, hex=hex, reveals=hiding.might_find(field, (unit,)))
    field.gather(hex)
    hold(field, hex)
    hiding.search(field, (unit,))
    field.next(*entry_fire(field, (unit,), hex), Triggered(side, (unit,), MOVED), *after)


@verb("Load onto a helicopter", "unit", menu="Load", name="lift")
def lift(act: Act, look: Situation) -> Targets:
    """Units with a helicopter in their hex (ME 4.3a)."""
    hexes = {look.units[n].at for n in aloft(look, act.side)}
    return tuple(n for n in look.on_map(act.side) if look.units[n].at in hexes and why_not_lift(look, n) is None)


@lift.then
def _choose(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Lift(act.side, unit), act)


lift.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_lift(look, unit))


@verb("Set down", "unit", name="set_down")
def land(act: Act, look: Situation) -> Targets:
    """Units in helicopters in NOE (ME 4.3a)."""
    units = look.units
    mine = [n for n in look.world.roster_of[act.side] if units[n].at == ABOARD]
    return tuple(n for n in mine if why_not_set_down(look, act.side, n) is None)


@land.then
def _set_down(act: Act, field: Battlefield, unit: int) -> None:
    field.next(act)
    set_down(field, unit)


land.check(lambda act, look, unit: why_not_set_down(look, act.side, unit))


CHAPTER = Chapter(
    name="airlift",
    procedures=(Lift,),
    verbs={Act: (lift, land)},
    phrases={
        "lift?": "Choose a helicopter for {unit:unit}.",
        "lifts": "{unit:unit} gets into {helicopter:unit}",
        "slings": "{unit:unit} hangs below {helicopter:unit}",
        "set_down": "{unit:unit} is set down in {hex:hex}",
    },
    switch="modern",
)
