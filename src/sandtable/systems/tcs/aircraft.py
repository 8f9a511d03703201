"""Aircraft (TCS 25): sorties against hexes with known enemies, before the artillery fires."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D6, TWO_D6
from sandtable.kernel.procedure import Caller, Decide, Procedure, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.airartillery import FIRST_SUBPHASE
from sandtable.systems.tcs.artilleryoptions import AircraftOptions
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import engage
from sandtable.systems.tcs.conditions import posture_of, posture_shift
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import FIRE_DONE, Attack, FireRoll, amended
from sandtable.systems.tcs.ground import OPEN, PARTLY
from sandtable.systems.tcs.losses import TakeLosses, settle
from sandtable.systems.tcs.morale import Shot, VehicleCheck, shot_at
from sandtable.systems.tcs.passengers import dismount
from sandtable.systems.tcs.shellfire import ShellMorale, count_hit
from sandtable.systems.tcs.shells import Flight
from sandtable.systems.tcs.tables import LIMITS, SHIFTS, TYPES, density
from sandtable.systems.tcs.world import FINE, MOVE_MODE, NIGHT, TWILIGHT

__all__ = [
    "CHAPTER",
    "SortieRoll",
    "Strafe",
    "StrafeFire",
    "StrafeRoll",
    "flies",
    "known_enemies",
    "sortie_roll",
    "strafe_attack",
    "strafe_roll",
]

WOODS = ("woods", "forest")
CLOSED = ("railroad",)
"""Ways through the woods that do not open them to aircraft."""
NO_ENEMY = Reason("no known enemy is in {hex:hex}", "TCS 25.1d")


def options_of(look: Situation) -> AircraftOptions:
    """The options of this chapter."""
    return look.game.rules.chosen(AircraftOptions)


def flies(look: Situation) -> bool:
    """Whether anybody flies: not at night, and not in thick weather (TCS 25.3)."""
    limit = weather(look)
    return look.board.light != NIGHT and not (limit and limit < options_of(look).sortie_visibility)


def weather(look: Situation) -> int:
    """How far the weather alone lets anybody see; 0 is no limit."""
    now = look.board.visibility
    return look.world.visibility if now < 0 else now


def known_enemies(look: Situation, side: int, hex: int) -> list[int]:
    """The enemies in a hex that a side knows of."""
    return [n for n in look.enemies_in(hex, side) if not look.units[n].hidden and not look.inside(n)]


# The rolls


def sortie_number(look: Situation, hex: int) -> int:
    """The number that a sortie needs by the ground (TCS 25.1a); a hedge does not count."""
    ground = look.world.ground
    if ground.map.terrain[hex] in WOODS and not _opened(look, hex):
        return LIMITS["sortie_woods"]
    return LIMITS["sortie_open" if ground.types[hex] <= OPEN else "sortie_cover"]


def _opened(look: Situation, hex: int) -> bool:
    """Whether a road or trail runs through a hex."""
    map = look.world.ground.map
    here = map.hex(hex)
    return any(
        here in (side.first, side.second) for kind, sides in map.roads.items() if kind not in CLOSED for side in sides
    )


def sortie_roll(look: Situation, side: int, hex: int) -> Resolution:
    """Whether a sortie gets through to a hex (TCS 25.1a, 25.1b)."""
    world, units = look.world, known_enemies(look, side, hex)
    facts = {
        "sortie_vehicle": any(world.kinds[n].vehicle for n in units),
        "sortie_move": any(look.units[n].mode == MOVE_MODE for n in units),
        "sortie_aa": guarded(look, side, hex),
        "sortie_no_spotter": not spotted(look, side, hex),
    }
    number = sortie_number(look, hex)
    rows = (Row(None, number - 1, "driven off"), Row(number, None, "gets through"))
    return Resolution("TCS 25.1a", "", D6, rows, tuple(SHIFTS[name] for name, holds in facts.items() if holds))


def guarded(look: Situation, side: int, hex: int) -> bool:
    """Whether a known, unshaken AA gun of the enemy is near enough and sees the hex (TCS 25.1e)."""
    world, units = look.world, look.units
    return any(
        ("aa" in world.kinds[n].traits or world.kinds[n].kind == "aa")
        and not units[n].hidden
        and units[n].morale == FINE
        and world.ground.distance(units[n].at, hex) <= options_of(look).aa_hexes
        and look.sees(units[n].at, hex)
        for n in look.on_map(1 - side)
    )


def spotted(look: Situation, side: int, hex: int) -> bool:
    """Whether an unshaken unit of the side sees the hex from near enough (TCS 25.2)."""
    world, units = look.world, look.units
    return any(
        units[n].morale == FINE
        and not look.inside(n)
        and world.ground.distance(units[n].at, hex) <= options_of(look).sortie_spotter
        and look.sees(units[n].at, hex)
        for n in look.on_map(side)
    )


def strafe_attack(look: Situation, units: Sequence[int], hex: int, strength: int) -> Attack:
    """The attack of a sortie on people and soft vehicles: stacking without its starred lines, the first value of the
    ground, twilight, and all shaken (TCS 25.1d).
    """
    world = look.world
    crowd = density(sum(look.units[n].steps for n in units), sparse=False)
    shifts: list[Modifier] = [crowd] if crowd else []
    vehicles = all(world.kinds[n].vehicle for n in units)
    type = TYPES[world.ground.types[hex]]
    shifts += posture_shift(type, posture_of(look, units), bold=False, vehicles=vehicles)
    if look.board.light == TWILIGHT:
        shifts.append(SHIFTS["twilight"])
    if all(look.units[n].morale != FINE for n in units):
        shifts.append(SHIFTS["all_shaken"])
    return Attack("TCS 25.1d", "", strength, tuple(shifts))


def strafe_roll(look: Situation, unit: int, number: int) -> Resolution:
    """Whether a sortie destroys a vehicle (TCS 25.1f, 25.1g)."""
    u, kind = look.units[unit], look.world.kinds[unit]
    facts = {
        "strike_cover": look.world.ground.types[u.at] >= PARTLY,
        "strike_move": u.mode == MOVE_MODE,
        "strike_soft": (kind.defence or 0) <= 2,
        "strike_dug_in": u.dug_in,
    }
    rows = (Row(None, number - 1, "no effect"), Row(number, None, "destroyed"))
    modifiers = tuple(SHIFTS[name] for name, holds in facts.items() if holds)
    return Resolution("TCS 25.1f", "", TWO_D6, rows, modifiers)


# Subphase 1


class Sorties(Step, frozen=True, array_like=True, tag="sorties"):
    """TCS 2.0k: the sorties of a side, one after the other."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Those due this turn; nobody flies at night or in thick weather (TCS 25.3)."""
        due: list[int] = []
        for number, flight in enumerate(field.world.support.flights):
            if flight.side == self.side and flight.turn <= field.turn <= flight.until:
                due += [number] * flight.per_turn
        if due and flies(field):
            field.next(Takeoff(self.side, tuple(due)))


class Takeoff(Caller, frozen=True, array_like=True, tag="takeoff"):
    """Each sortie comes, or does not; its owner alone knows which are still to come."""

    side: int
    waiting: tuple[int, ...]

    def mask(self, side: int | None) -> Procedure:
        """What is still to come is not known to others."""
        return self if side == self.side or not self.waiting else Takeoff(self.side, ())

    def resume(self, field: Battlefield, answer: bool | int | str | None) -> None:
        """The first that waits rolls whether it comes, unless it always does."""
        waiting = self.waiting
        if answer is not None and waiting:
            flight, waiting = waiting[0], waiting[1:]
            if answer:
                attacks = field.world.support.flights[flight].attacks
                field.next(Fly(self.side, flight, attacks), Takeoff(self.side, waiting))
                return
        if not waiting:
            return
        if field.world.support.flights[waiting[0]].die > 1:
            field.next(TakeoffRoll(self.side, waiting[0]), Takeoff(self.side, waiting))
        else:
            Takeoff(self.side, waiting).resume(field, True)


class TakeoffRoll(Roll, frozen=True, array_like=True, tag="takeoff_roll"):
    """TCS 25.0: whether a sortie comes this turn; only its side sees the roll."""

    side: int
    flight: int

    def says(self, look: Situation) -> Said | None:
        """Which."""
        return look.say("takeoff_roll!", name=flight_of(look, self.flight).name)

    def audience(self, look: Situation) -> int | None:
        """Its side."""
        return self.side

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        number = flight_of(look, self.flight).die
        return Resolution("TCS 2.0k", "", D6, (Row(None, number - 1, "stays away"), Row(number, None, "comes")))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The caller goes on."""
        field.answer(outcome == "comes")


def flight_of(look: Situation, number: int) -> Flight:
    """The aircraft of this number."""
    return look.world.support.flights[number]


class Fly(Decide, frozen=True, array_like=True, tag="fly"):
    """TCS 25.1: where a sortie attacks."""

    flight: int
    attacks: int

    def prompt(self, look: Situation) -> Said:
        """Which, and how often it can."""
        return look.say("fly?", name=flight_of(look, self.flight).name, attacks=self.attacks)

    @verb("Attack", "hex", otherwise=NO_ENEMY)
    def at(self, look: Situation) -> Targets:
        """Hexes with known enemies."""
        stacks = sorted(look.stacks.items(), key=lambda each: each[1])
        return tuple(hex for hex, _ in stacks if known_enemies(look, self.side, hex))

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        flight = flight_of(field, self.flight)
        left = (Fly(self.side, self.flight, self.attacks - 1),) if self.attacks > 1 else ()
        field.log("sortie", "TCS 2.0k", side=self.side, name=flight.name, hex=hex, reveals=True)
        if field.smoked(hex) or field.in_zone(hex):
            field.log("sortie_blind", "TCS 25.1c", hex=hex)
            field.next(*left)
            return
        field.next(SortieRoll(self.side, self.flight, hex), *left)

    @verb("Send it away", last=True)
    def away(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @away.then
    def _do_away(self, field: Battlefield, _: None) -> None:
        pass


class SortieRoll(Roll, frozen=True, array_like=True, tag="sortie_roll"):
    """TCS 25.1a: whether a sortie gets through."""

    roles = Roles(at="hex")

    side: int
    flight: int
    hex: int

    def says(self, look: Situation) -> Said | None:
        """The aircraft and their target."""
        return look.say("sortie_roll!", name=flight_of(look, self.flight).name, hex=self.hex)

    def resolution(self, look: Situation) -> Resolution:
        """A die."""
        return sortie_roll(look, self.side, self.hex)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It attacks, vehicles by choice."""
        if outcome != "gets through":
            return
        engage(field, known_enemies(field, self.side, self.hex))
        strafe = Strafe(self.side, self.flight, self.hex)
        if strafe.more(field):
            field.next(strafe)
        else:
            attack(field, strafe)


class Strafe(Decide, frozen=True, array_like=True, tag="strafe"):
    """TCS 25.1d: which vehicle a sortie rolls for; it is left out of the area attack."""

    flight: int
    hex: int
    chosen: tuple[int, ...] = ()

    def vehicles(self, look: Situation) -> list[int]:
        """Vehicles in the hex that it can roll for."""
        units = known_enemies(look, self.side, self.hex)
        return [n for n in units if look.world.kinds[n].vehicle and n not in self.chosen]

    def more(self, look: Situation) -> bool:
        """Whether there is anything to choose."""
        able = flight_of(look, self.flight).point_kill <= 12
        return able and len(self.chosen) < options_of(look).sortie_point_targets and bool(self.vehicles(look))

    @verb("Strike at", "unit", menu="Strike")
    def vehicle(self, look: Situation) -> Targets:
        """Vehicles of the enemy in the hex."""
        return tuple(self.vehicles(look))

    @vehicle.then
    def _do_vehicle(self, field: Battlefield, unit: int) -> None:
        after = replace(self, chosen=(*self.chosen, unit))
        if after.more(field):
            field.next(after)
        else:
            attack(field, after)

    @verb("Strike at no vehicle", last=True)
    def none(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @none.then
    def _do_none(self, field: Battlefield, _: None) -> None:
        attack(field, self)


def attack(field: Battlefield, strafe: Strafe) -> None:
    """The area attack on people and soft vehicles, then the vehicles that were chosen (TCS 25.1d)."""
    side, hex, flight = strafe.side, strafe.hex, flight_of(field, strafe.flight)
    units = known_enemies(field, side, hex)
    soft = tuple(n for n in units if not field.world.armour[n] and n not in strafe.chosen)
    procedures: list[Procedure] = []
    if soft and flight.area:
        procedures.append(StrafeFire(1 - side, hex, soft, flight.area))
    if strafe.chosen:
        procedures.append(StrafeVehicles(1 - side, hex, flight.point_kill, strafe.chosen))
    field.next(*procedures)


class StrafeFire(FireRoll, frozen=True, array_like=True, tag="strafe_fire"):
    """TCS 25.1d: a sortie attacks people and soft vehicles of a side in a hex."""

    roles = Roles(at="hex")

    side: int
    hex: int
    units: tuple[int, ...]
    strength: int

    def facts(self, look: Situation) -> Attack:
        """The strength, and every shift."""
        return strafe_attack(look, self.units, self.hex, self.strength)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Losses and morale."""
        assert isinstance(outcome, int)
        dismount(field, self.side, self.hex)
        if outcome >= 0:
            losses = TakeLosses(self.side, self.hex, outcome, outcome, fire=(self.hex,), only=self.units)
            field.next(losses, ShellMorale(self.side, self.hex, self.units))


class StrafeVehicles(Caller, frozen=True, array_like=True, tag="strafe_vehicles"):
    """TCS 25.1f: the vehicles that were chosen, one after the other; a loss makes the others there check."""

    side: int
    hex: int
    number: int
    waiting: tuple[int, ...]
    lost: tuple[int, ...] = ()

    def resume(self, field: Battlefield, answer: bool | int | str | None) -> None:
        """Roll for the next; when all have rolled, the check (TCS 17.8a)."""
        after = self
        if answer is not None:
            first, rest = self.waiting[0], self.waiting[1:]
            after = replace(self, waiting=rest, lost=(*self.lost, first) if answer else self.lost)
        waiting = tuple(n for n in after.waiting if field.units[n].at == self.hex)
        if waiting:
            field.next(StrafeRoll(waiting[0], self.number), replace(after, waiting=waiting))
            return
        shot_at(field, Shot(self.side, self.hex, (self.hex,)))
        field.next(*field.game.rules.at(FIRE_DONE))
        if after.lost:
            settle(field, after.lost)
            field.next(VehicleCheck(self.side, self.hex, (self.hex,), len(after.lost)))


class StrafeRoll(Roll, frozen=True, array_like=True, tag="strafe_roll"):
    """TCS 25.1f: whether a sortie destroys a vehicle."""

    roles = Roles(on="unit")

    unit: int
    number: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        return amended(look, strafe_roll(look, self.unit, self.number))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The caller counts the losses."""
        count_hit(field, self.unit, "TCS 25.1f", outcome)


CHAPTER = Chapter(
    name="aircraft",
    procedures=(
        Sorties,
        Takeoff,
        TakeoffRoll,
        Fly,
        SortieRoll,
        Strafe,
        StrafeFire,
        StrafeVehicles,
        StrafeRoll,
    ),
    adds=(FIRST_SUBPHASE.add(Sorties),),
    options=AircraftOptions,
    phrases={
        "takeoff_roll!": "Does a sortie of {name} come",
        "fly?": "{name}: which hex do they attack? ({attacks} to make)",
        "strafe?": "The sortie is over {hex:hex}: at which vehicle does it strike?",
        "sortie_roll!": "{name} attack {hex:hex}",
        "strafe_fire!": "The aircraft attack {hex:hex}, strength {strength}",
        "strafe_roll!": "The aircraft strike at {unit:unit}",
        "sortie": "{name} of {side:side} attack {hex:hex}",
        "sortie_blind": "Smoke and shells hide {hex:hex} from the pilots",
    },
)
