"""Transport (TCS 3.0g, 20.3): carriers lift a platoon or tow a gun, and infantry rides on tanks."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import Act, idle
from sandtable.systems.tcs.board import ON_TOP, Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import has_impulses, points_left, sizes_of, spend_whole, whole_left
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.world import FINE, MOVE_MODE, NOBODY

__all__ = [
    "CARRIES",
    "CHAPTER",
    "RIDDEN",
    "Load",
    "carriers_for",
    "escort",
    "loaders",
    "passengers_of",
    "unload",
    "unloaders",
    "why_not_load",
    "why_not_unload",
]

CARRIES: Seam[Callable[[Situation, int, int], bool | None]] = Seam("whether a carrier takes a unit; None is no say")
RIDDEN: Seam[Callable[[Situation, int], bool]] = Seam("vehicles that infantry rides on, besides tanks")
CARRIED = Reason("{unit:unit} is carried already")
DRIVES = Reason("{unit:unit} drives itself", quiet=True)
CANNOT_GET_ON = Reason("{unit:unit} must be in Move Mode, unshaken, and not have fired, to get on", "TCS 20.3a")
NO_POINTS_ON = Reason("{unit:unit} lacks the movement points to get on: half its allowance", "TCS 20.3a")
NO_CARRIER = Reason(
    "there is no carrier for {unit:unit} in its hex that is in Move Mode, free and able to wait for it",
    "TCS 20.3a",
    quiet=True,
)
NOT_CARRIED = Reason("{unit:unit} is not carried", quiet=True)
CANNOT_GET_OFF = Reason("{unit:unit} must be in Move Mode, unshaken, and not have fired, to get off", "TCS 20.3a")
NO_POINTS_OFF = Reason("{unit:unit} lacks the movement points to get off: half its allowance", "TCS 20.3a")
SHAKEN_CARRIER = Reason(
    "{carrier:unit} must be in Move Mode, unshaken, and not have fired, to let {unit:unit} off", "TCS 20.3a"
)
CANNOT_STOP = Reason(
    "{carrier:unit} cannot stop to let {unit:unit} off: it needs a third of its allowance", "TCS 20.3a"
)


def passengers_of(look: Situation, carrier: int) -> list[int]:
    """Whom a unit carries, tows or has riding on it."""
    return [n for n, unit in enumerate(look.units) if unit.carrier == carrier]


def fits(look: Situation, passenger: int, carrier: int) -> bool:
    """Whether a carrier can take a unit: one platoon inside, or one gun behind it (TCS 3.0g)."""
    kind, by = look.world.kinds[passenger], look.world.kinds[carrier]
    if kind.move_class != "foot":
        return False
    for carries in look.game.rules.at(CARRIES):
        says = carries(look, passenger, carrier)
        if says is not None:
            return says
    if by.tank:
        return bool(look.world.options.riders_tanks) and not kind.gun
    return "tow" in by.traits if kind.gun else kind.steps <= by.lifts


def able(look: Situation, unit: int) -> bool:
    """Whether a unit can take part: in Move Mode, unshaken, it has not fired, and nobody carries it."""
    u = look.units[unit]
    ready = u.at >= 0 and u.mode == MOVE_MODE and u.morale == FINE and not u.fired
    return ready and idle(look, unit) is None


def passenger_cost(look: Situation, unit: int) -> int:
    """What getting in or out costs the passenger, in sixths of a movement point (TCS 20.3a)."""
    return sum(sizes_of(look, unit)) * look.world.options.passenger_sixths // 6


def carrier_pays(look: Situation, carrier: int) -> bool:
    """Whether a carrier has an impulse, or a third of its allowance, left (TCS 20.3a)."""
    if has_impulses(look.world, carrier):
        return whole_left(look, carrier)
    return look.world.allowances[carrier] // 3 <= points_left(look, carrier)


def full(look: Situation, passenger: int, carrier: int) -> bool:
    """Whether the place that a unit would take on a carrier is taken."""
    place = look.berth(passenger, carrier)
    return any(unit.carrier == carrier and look.berth(n, carrier) == place for n, unit in enumerate(look.units))


def ridden(look: Situation, carrier: int) -> bool:
    """Whether infantry rides on a vehicle: on tanks, and on what a chapter adds."""
    return look.world.kinds[carrier].tank or any(each(look, carrier) for each in look.game.rules.at(RIDDEN))


def room_on_tanks(look: Situation, hex: int, side: int) -> bool:
    """Whether another unit finds room on the tanks of a hex: each needs a number of them (TCS 20.3b)."""
    stack = [n for n in look.units_in(hex) if look.world.owners[n] == side]
    tanks = [n for n in stack if ridden(look, n)]
    riders = [n for n in stack if look.units[n].carrier in tanks and not look.inside(n)]
    return sum(map(look.times, tanks)) >= look.world.options.riders_tanks * (len(riders) + 1)


def carriers_for(look: Situation, passenger: int) -> list[int]:
    """The carriers and tanks that a unit could get on now."""
    u = look.units[passenger]
    if u.carrier != NOBODY or not able(look, passenger) or look.world.kinds[passenger].move_class != "foot":
        return []
    if passenger_cost(look, passenger) > points_left(look, passenger):
        return []
    side = look.world.owners[passenger]
    taken = {unit.carrier for unit in look.units}
    return [
        n
        for n in look.units_in(u.at)
        if n != passenger
        and fits(look, passenger, n)
        and not (n in taken and full(look, passenger, n))
        and able(look, n)
        and look.units[n].carrier == NOBODY
        and carrier_pays(look, n)
        and (look.berth(passenger, n) != ON_TOP or (room_on_tanks(look, u.at, side) and together(look, n) is not None))
    ]


def loaders(look: Situation, side: int) -> Targets:
    """The units of a side that may get on a carrier."""
    units = look.units
    riders = look.world.options.riders_tanks
    fewest = 1 if look.world.rides else int(riders)
    hexes: set[int] = set()
    tanks: list[int] = []
    for n, tank in look.world.lifters[side]:
        u = units[n]
        if u.mode == MOVE_MODE and u.at >= 0 and u.morale == FINE and not u.fired:
            if not tank:
                hexes.add(u.at)
            elif riders:
                tanks += [u.at] * look.times(n)
    hexes.update([hex for hex in tanks if tanks.count(hex) >= fewest])
    if not hexes:
        return ()
    walkers = look.world.walkers[side]
    return tuple([n for n in walkers if units[n].at in hexes and units[n].mode == MOVE_MODE and carriers_for(look, n)])


def unloaders(look: Situation, side: int) -> Targets:
    """The passengers of a side that may get off."""
    units = look.units
    return tuple(
        [n for n in look.world.units_of[side] if units[n].carrier != NOBODY and why_not_unload(look, n) is None]
    )


def why_not_load(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not get on anything (TCS 20.3a)."""
    if look.units[unit].carrier != NOBODY:
        return CARRIED
    if look.world.kinds[unit].move_class != "foot":
        return DRIVES
    if not look.world.lifters[look.world.owners[unit]]:
        return NO_CARRIER
    if not able(look, unit):
        return idle(look, unit) or CANNOT_GET_ON
    if passenger_cost(look, unit) > points_left(look, unit):
        return NO_POINTS_ON
    return None if carriers_for(look, unit) else NO_CARRIER


def why_not_unload(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not get off: both must have the points, and neither be shaken (TCS 20.3a)."""
    carrier = look.units[unit].carrier
    if carrier == NOBODY:
        return NOT_CARRIED
    if not able(look, unit):
        return idle(look, unit) or CANNOT_GET_OFF
    if passenger_cost(look, unit) > points_left(look, unit):
        return NO_POINTS_OFF
    if not able(look, carrier):
        return SHAKEN_CARRIER.of(unit=unit, carrier=carrier)
    return None if carrier_pays(look, carrier) else CANNOT_STOP.of(unit=unit, carrier=carrier)


class Load(Decide, frozen=True, array_like=True, tag="load"):
    """TCS 20.3a: which carrier a unit gets on."""

    unit: int

    @verb("Get on", "unit")
    def on(self, look: Situation) -> Targets:
        """Carriers and tanks in its hex."""
        return tuple(carriers_for(look, self.unit))

    @on.then
    def _do_on(self, field: Battlefield, carrier: int) -> None:
        _pay(field, self.unit, carrier)
        field.change(self.unit, carrier=carrier, dug_in=False, road=False)
        field.log("gets_on", "TCS 20.3a", unit=self.unit, carrier=carrier)
        field.next(Triggered(self.side, (self.unit, carrier), MOVED))


def unload(field: Battlefield, passenger: int) -> None:
    """TCS 20.3a: a passenger gets off, in Move Mode; the enemy may fire (TCS 15.1a)."""
    carrier = field.units[passenger].carrier
    _pay(field, passenger, carrier)
    field.change(passenger, carrier=NOBODY, mode=MOVE_MODE)
    field.log("gets_off", "TCS 20.3a", unit=passenger, carrier=carrier)
    field.next(Triggered(field.world.owners[passenger], (passenger, carrier), MOVED))


def _pay(field: Battlefield, passenger: int, carrier: int) -> None:
    """What getting on or off costs: a platoon that rides does so on several tanks, and all of them wait for it."""
    field.change(passenger, spent=field.units[passenger].spent + passenger_cost(field, passenger))
    waiting = together(field, carrier) if field.berth(passenger, carrier) == ON_TOP else None
    for each in waiting or (carrier,):
        if not has_impulses(field.world, each):
            field.change(each, spent=field.units[each].spent + field.world.allowances[each] // 3)
        elif carrier_pays(field, each):
            spend_whole(field, each)


# Tanks with riders


def escort(look: Situation, unit: int) -> tuple[int, ...] | None:
    """The tanks that must go together when one with riders moves; None if there are too few here that can."""
    if not any(other.carrier == unit and not look.inside(n) for n, other in enumerate(look.units)):
        return (unit,)
    return together(look, unit)


def together(look: Situation, unit: int) -> tuple[int, ...] | None:
    """The tanks on which a platoon rides if it sits on this one, by number; None if there are too few here that can.
    Where the scenario lets a unit ride on fewer, they are all of its formation (TCS 20.3b).
    """
    world = look.world
    own = world.member_of[unit]
    most, at, impulse = world.options.riders_tanks, look.units[unit].at, look.units[unit].impulse
    if unit in world.rides:
        most = min(most, sum(world.kinds[n].tank for n, each in enumerate(world.member_of) if each == own))
    taken = {each.carrier for n, each in enumerate(look.units) if each.carrier != NOBODY and not look.inside(n)}
    free = [
        n
        for n in look.units_in(at)
        if n != unit
        and world.kinds[n].tank == world.kinds[unit].tank
        and ridden(look, n)
        and world.kinds[n].move_class == world.kinds[unit].move_class
        and n not in taken
        and able(look, n)
        and look.units[n].impulse == impulse
    ]
    found, room = [unit], look.times(unit)
    for n in free:
        if room >= most:
            break
        found.append(n)
        room += look.times(n)
    return tuple(sorted(found)) if room >= most else None


@verb("Get on", "unit", name="load")
def get_on(act: Act, look: Situation) -> Targets:
    """Units with a carrier, or tanks, in their hex (TCS 20.3)."""
    return loaders(look, act.side)


@get_on.then
def _choose_carrier(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Load(act.side, unit), act)


get_on.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_load(look, unit))


@verb("Get off", "unit", name="unload")
def get_off(act: Act, look: Situation) -> Targets:
    """Passengers (TCS 20.3)."""
    return unloaders(look, act.side)


@get_off.then
def _dismount(act: Act, field: Battlefield, unit: int) -> None:
    field.next(act)
    unload(field, unit)


get_off.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_unload(look, unit))


CHAPTER = Chapter(
    name="transport",
    procedures=(Load,),
    verbs={
        Act: (
            get_on,
            get_off,
        )
    },
    phrases={
        "load?": "Choose a carrier for {unit:unit}.",
        "gets_on": "{unit:unit} gets on {carrier:unit}",
        "gets_off": "{unit:unit} gets off {carrier:unit}",
    },
)
