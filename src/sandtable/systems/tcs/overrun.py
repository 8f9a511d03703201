"""Overrun (TCS 23): armed vehicles drive through an enemy hex in the open, in the middle of an impulse."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs import hiding, mines
from sandtable.systems.tcs.action import Act, idle
from sandtable.systems.tcs.assault import able, cost_of, fit, why_ordered_not
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.closefire import CloseFire, volleys
from sandtable.systems.tcs.entering import AfterShells, entry_fire
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.flight import SaveYourself
from sandtable.systems.tcs.ground import OPEN
from sandtable.systems.tcs.impulses import another, has_impulses, points_left, spend
from sandtable.systems.tcs.overwatch import MOVED, Triggered
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.tables import SIXTHS
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY

__all__ = [
    "CHAPTER",
    "Clear",
    "DriveOff",
    "Overrun",
    "OverrunFight",
    "hexes_to_overrun",
    "overrunners",
    "why_not_overrun",
]

NO_VEHICLE = Reason("{unit:unit} is no armed vehicle, and those alone overrun", "TCS 23.1", quiet=True)
NOT_ABLE = Reason(
    "a unit that overruns is Assigned, in Move Mode, unshaken, and has not fired: {unit:unit} is not", "TCS 23.1"
)
HAS_RIDERS = Reason("{unit:unit} carries riders, and does not overrun with them")
NOTHING_BESIDE = Reason(
    "there is no enemy in the open beside {unit:unit} that it has the movement points to overrun", "TCS 23.1"
)
NOT_OPEN = Reason("an overrun goes into an enemy hex beside the vehicles that is Billiard or Open ground", "TCS 23.1")


def price(look: Situation, unit: int, hex: int) -> int:
    """What overrunning a hex costs a vehicle, in sixths; -1 if it cannot get in (TCS 23.1)."""
    cost = cost_of(look, unit, hex)
    return cost + look.world.options.overrun_extra * SIXTHS if cost >= 0 else -1


def hexes_to_overrun(look: Situation, unit: int, *, orders: bool = True) -> list[int]:
    """The enemy hexes in the open beside a vehicle that it has the points to overrun (TCS 23.1); with `orders` left
    out, if it had other orders.
    """
    world = look.world
    u = look.units[unit]
    if not has_impulses(world, unit) or not (able if orders else fit)(look, unit):
        return []
    foes = look.occupied(1 - world.owners[unit]) & world.ground.beside[u.at]
    if not foes:
        return []
    most = max(points_left(look, unit), another(look, unit))
    return [
        hex
        for hex in world.ground.map.indices(foes)
        if world.ground.types[hex] <= OPEN
        and 0 <= price(look, unit, hex) <= most
        and not (orders and why_ordered_not(look, unit, hex))
    ]


def overrunners(look: Situation, side: int) -> Targets:
    """The vehicles of a side that may overrun something; none with riders on it."""
    if not look.beset(1 - side) & look.places(side):
        return ()
    units = look.units
    found = [n for n in look.world.drivers[side] if units[n].mode == MOVE_MODE and hexes_to_overrun(look, n)]
    if not found:
        return ()
    ridden = {unit.carrier for n, unit in enumerate(units) if unit.carrier != NOBODY and not look.inside(n)}
    return tuple([n for n in found if n not in ridden])


def why_not_overrun(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not overrun (TCS 23.1)."""
    if not has_impulses(look.world, unit):
        return NO_VEHICLE
    if not fit(look, unit):
        return idle(look, unit) or NOT_ABLE
    if any(each.carrier == unit and not look.inside(n) for n, each in enumerate(look.units)):
        return HAS_RIDERS
    if hexes_to_overrun(look, unit):
        return None
    barred = hexes_to_overrun(look, unit, orders=False)
    return why_ordered_not(look, unit, barred[0]) if barred else NOTHING_BESIDE


class Overrun(Decide, frozen=True, array_like=True, tag="overrun"):
    """TCS 23.1: which hex, and who of the stack goes along."""

    group: tuple[int, ...]

    def hexes(self, look: Situation) -> list[int]:
        """What all of them can overrun."""
        found = hexes_to_overrun(look, self.group[0])
        return [hex for hex in found if all(hex in hexes_to_overrun(look, n) for n in self.group[1:])]

    @verb("Overrun", "hex", otherwise=NOT_OPEN)
    def to(self, look: Situation) -> Targets:
        """Hexes that all of them can."""
        return tuple(self.hexes(look))

    @to.then
    def _do_to(self, field: Battlefield, hex: int) -> None:
        start = field.units[self.group[0]].at
        for n in self.group:
            spend(field, n, price(field, n, hex))
        for n in self.group:
            field.enter(n, hex, road=False)
        secret = field.world.options.secret_minefields or hiding.might_find(field, self.group)
        field.log("overruns", "TCS 23.1", units=self.group, hex=hex, reveals=secret)
        mines.stumble(field, self.group, hex)
        fight = OverrunFight(self.side, hex, start, self.group)
        shells = entry_fire(field, self.group, hex)
        if mines.harmed(field, self.group, hex):
            field.next(*shells, mines.Mines(self.side, self.group, hex), fight)
        else:
            field.next(*shells, fight)

    @verb("Together with", "unit", menu="Together")
    def along(self, look: Situation) -> Targets:
        """Others of its stack that can."""
        hexes = set(self.hexes(look))
        others = overrunners(look, self.side)
        return tuple(
            n
            for n in look.units_in(look.units[self.group[0]].at)
            if n > self.group[-1] and n in others and hexes & set(hexes_to_overrun(look, n))
        )

    @along.then
    def _do_along(self, field: Battlefield, unit: int) -> None:
        field.next(Overrun(self.side, (*self.group, unit)))


class OverrunFight(Step, frozen=True, array_like=True, tag="overrun_fight"):
    """TCS 23.2: the defender fires, Fired or not, then the vehicles that are left."""

    side: int
    hex: int
    start: int
    group: tuple[int, ...]
    answer: bool = False

    def run(self, field: Battlefield) -> None:
        """One after the other."""
        here = tuple(n for n in self.group if field.units[n].at == self.hex)
        field.engage(*here, *field.units_in(self.hex))
        clear = Clear(self.side, self.hex, self.start, self.group)
        if not here:
            field.next(clear)
        elif self.answer:
            guard = [n for n in field.enemies_in(self.hex, self.side) if not field.inside(n)]
            field.next(*volleys(field, CloseFire(self.side, self.hex, here, ()), guard, second=True), clear)
        else:
            guard = [n for n in field.enemies_in(self.hex, self.side) if not field.inside(n)]
            marked = field.world.options.overrun_marked
            firers = tuple(
                n for n in guard if field.units[n].mode == FIRE_MODE and (marked or not field.units[n].fired)
            )
            rollers = tuple(n for n in guard if field.world.kinds[n].infantry)
            field.mark_fired(*firers)
            after = OverrunFight(self.side, self.hex, self.start, self.group, answer=True)
            fire = CloseFire(1 - self.side, self.hex, firers, rollers)
            field.next(*volleys(field, fire, here, second=False), after)


class Clear(Step, frozen=True, array_like=True, tag="clear"):
    """TCS 23.3: the vehicles stay if nobody is left; otherwise they must leave, and who lost its carrier there runs."""

    side: int
    hex: int
    start: int
    group: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """Ask where to, if there is a choice."""
        here = tuple(n for n in self.group if field.units[n].at == self.hex)
        if not field.enemies_in(self.hex, self.side):
            hold(field, self.hex)
            return
        thrown_out = [n for n in field.enemies_in(self.hex, 1 - self.side) if field.units[n].carrier == NOBODY]
        field.next(*(SaveYourself(n, (self.hex,), 0) for n in thrown_out if n not in here))
        if not here:
            return
        hexes = ways_off(field, here, self.hex, self.start)
        if len(hexes) == 1:
            drive_off(field, self.side, here, hexes[0], self.start)
        else:
            field.next(DriveOff(self.side, self.hex, self.start, here))


def ways_off(look: Situation, units: tuple[int, ...], hex: int, start: int) -> tuple[int, ...]:
    """Where vehicles may leave to: the hex they came from, or another beside without the enemy (TCS 23.3)."""
    ground = look.world.ground
    side = look.world.owners[units[0]]
    steps = [ground.movements[look.world.kinds[n].move_class].steps for n in units]
    return tuple(
        there
        for there in ground.neighbours[hex]
        if there == start
        or (not look.barred(there, side) and all(each[hex * 6 + ground.way(hex, there)] >= 0 for each in steps))
    )


def drive_off(field: Battlefield, side: int, units: tuple[int, ...], hex: int, start: int) -> None:
    """They leave; that too may be fired at. Where enemies hid they do not get in, and go elsewhere."""
    if hiding.hides_in(field, hex, 1 - side):
        here = field.units[units[0]].at
        field.find(hex)
        field.next(DriveOff(side, here, start, units))
        return
    for n in units:
        field.enter(n, hex, road=False)
    secret = field.world.options.secret_minefields or hiding.might_find(field, units)
    field.log("drives_off", "TCS 23.3", units=units, hex=hex, reveals=secret)
    hold(field, hex)
    hiding.search(field, units)
    mines.stumble(field, units, hex)
    shells = entry_fire(field, units, hex)
    if shells:
        field.next(*shells, AfterShells(side, units, hex))
    else:
        field.next(Triggered(side, units, MOVED), mines.Mines(side, units, hex))


class DriveOff(Decide, frozen=True, array_like=True, tag="drive_off"):
    """TCS 23.3: where the vehicles go."""

    hex: int
    start: int
    group: tuple[int, ...]

    @verb("Leave to", "hex", menu="Leave")
    def to(self, look: Situation) -> Targets:
        """Hexes beside."""
        return ways_off(look, self.group, self.hex, self.start)

    @to.then
    def _do_to(self, field: Battlefield, hex: int) -> None:
        drive_off(field, self.side, self.group, hex, self.start)


@verb("Overrun with", "unit", menu="Overrun")
def overrun(act: Act, look: Situation) -> Targets:
    """Vehicles beside enemies in the open (TCS 23)."""
    return overrunners(look, act.side)


@overrun.then
def _gather_overrun(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Overrun(act.side, (unit,)), act)


overrun.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_overrun(look, unit))


CHAPTER = Chapter(
    name="overrun",
    procedures=(
        Overrun,
        OverrunFight,
        Clear,
        DriveOff,
    ),
    verbs={Act: (overrun,)},
    phrases={
        "overrun?": "What does {group:units} overrun?",
        "drive_off?": "The enemy holds {hex:hex}: choose the hex your vehicles leave for.",
        "overruns": "{units:units} overruns {hex:hex}",
        "drives_off": "{units:units} drives off to {hex:hex}",
    },
)
