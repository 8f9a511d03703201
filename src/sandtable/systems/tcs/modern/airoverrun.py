"""Helicopter overruns (ME 4.6b): a helicopter attacks what it flies over, and all AA in sight fires at it first."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome
from sandtable.systems.tcs.areafire import CLOSE, AreaFire, AreaShot
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.conditions import conditions
from sandtable.systems.tcs.defence import best_defence
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack
from sandtable.systems.tcs.ground import OPEN
from sandtable.systems.tcs.losses import TakeLosses
from sandtable.systems.tcs.modern.airweapons import AirPoint, Duel
from sandtable.systems.tcs.modern.antiaircraft import AntiAircraft
from sandtable.systems.tcs.modern.flying import Fly, hex_cost, points_left
from sandtable.systems.tcs.modern.sky import Sky, aloft
from sandtable.systems.tcs.morale import MoraleChecks, VehicleCheck, in_order
from sandtable.systems.tcs.tables import SIXTHS, TYPES, area_range, differential

__all__ = ["CHAPTER", "OverrunArea", "StrafeRun", "overrun_hexes", "prey", "why_not_overrun"]

NOT_BESIDE = Reason("{hex:hex} is not beside {unit:unit}: fly next to it first", "ME 4.6b1")
NO_POINTS = Reason("{unit:unit} has no movement points left for {hex:hex}", "ME 4.1b1")
HAS_OVERRUN = Reason("{unit:unit} has overrun {hex:hex} in this phase", "ME 4.6b1")
NO_ENEMY = Reason("there is no enemy to overrun in {hex:hex}", "ME 4.6b1")
IN_COVER = Reason("in {hex:hex} the ground covers infantry and guns: only vehicles are overrun there", "ME 4.6b3")
NO_WEAPON = Reason("{unit:unit} has no weapon that harms anybody in {hex:hex}", "ME 4.6b1")


def prey(look: Situation, side: int, hex: int) -> list[int]:
    """The enemies on the ground in a hex that a helicopter of a side may overrun: all in the open, elsewhere only
    vehicles and carriers (ME 4.6b3).
    """
    world, units = look.world, look.units
    here = [n for n in look.enemies_in(hex, side) if not look.inside(n) and not units[n].hidden]
    return here if world.ground.types[hex] <= OPEN else [n for n in here if world.kinds[n].vehicle]


def _victims(look: Situation, unit: int, hex: int) -> tuple[list[int], bool, list[int]]:
    """Whom a helicopter would attack in a hex: by area fire, whether by its cannon, or which helicopters."""
    world, side = look.world, look.world.owners[unit]
    ground = prey(look, side, hex)
    soft = [n for n in ground if not world.armour[n]] if world.area_reach[unit] >= 0 else []
    strength = world.kinds[unit].point_strength
    hard = [n for n in ground if not world.people[n]]
    cannon = bool(hard) and strength is not None
    cannon = cannon and differential(strength or 0, best_defence(look, hex, 1 - side)) is not None
    armed = world.area_reach[unit] >= 0 or strength is not None
    air = [n for n in aloft(look, 1 - side) if look.units[n].at == hex] if armed else []
    return soft, cannon, air


def why_not_overrun(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why a helicopter may not overrun a hex."""
    world, at = look.world, look.units[unit].at
    if not world.ground.beside[at] >> hex & 1:
        return NOT_BESIDE.of(unit=unit, hex=hex)
    side = world.owners[unit]
    enemies = [n for n in look.enemies_in(hex, side) if not look.units[n].hidden]
    if not enemies and not any(look.units[n].at == hex for n in aloft(look, 1 - side)):
        return NO_ENEMY.of(hex=hex)
    if (unit, hex) in look.kept(Sky).overran:
        return HAS_OVERRUN.of(unit=unit, hex=hex)
    if points_left(look, unit) < hex_cost(look, unit):
        return NO_POINTS.of(unit=unit, hex=hex)
    soft, cannon, air = _victims(look, unit, hex)
    if soft or cannon or air:
        return None
    return NO_WEAPON.of(unit=unit, hex=hex) if prey(look, side, hex) or not enemies else IN_COVER.of(hex=hex)


def overrun_hexes(look: Situation, unit: int) -> tuple[int, ...]:
    """The hexes beside a helicopter that it may overrun."""
    near = look.world.ground.neighbours[look.units[unit].at]
    return tuple(hex for hex in near if why_not_overrun(look, unit, hex) is None)


@verb("Overrun", "hex", name="overrun")
def overrun(fly: Fly, look: Situation) -> Targets:
    """Enemy hexes beside it (ME 4.6b)."""
    return overrun_hexes(look, fly.unit)


@overrun.then
def _overrun(fly: Fly, field: Battlefield, hex: int) -> None:
    unit = fly.unit
    cost = hex_cost(field, unit)
    field.change(unit, at=hex, spent=field.units[unit].spent + cost * SIXTHS)
    sky = field.kept(Sky)
    field.keep(replace(sky, overran=tuple(sorted((*sky.overran, (unit, hex))))))
    field.log("air_overruns", "ME 4.6b1", unit=unit, hex=hex)
    field.next(AntiAircraft(1 - fly.side, unit), StrafeRun(unit, hex))


overrun.check(lambda fly, look, hex: why_not_overrun(look, fly.unit, hex))


class StrafeRun(Step, frozen=True, array_like=True, tag="strafe_run"):
    """The helicopter fires at what it flies over, if the AA has left it: at people and soft vehicles, with its cannon
    where there are none, or else at a helicopter.
    """

    unit: int
    hex: int

    def run(self, field: Battlefield) -> None:
        """One fire."""
        if field.units[self.unit].at != self.hex:
            return
        side = 1 - field.world.owners[self.unit]
        soft, cannon, air = _victims(field, self.unit, self.hex)
        if soft:
            field.next(OverrunArea((self.unit,), self.hex, side, CLOSE))
        elif cannon:
            field.next(AirPoint((self.unit,), self.hex, side, CLOSE))
        elif air:
            field.next(Duel(self.unit, air[0]))


class OverrunArea(AreaFire, frozen=True, array_like=True, tag="overrun_area"):
    """ME 4.6b: the area weapon of a helicopter at those it overruns, at range 0."""

    def _targets(self, look: Situation) -> list[int]:
        return [n for n in prey(look, 1 - self.side, self.hex) if not look.world.armour[n]]

    def facts(self, look: Situation) -> Attack:
        """Its strength, with the shifts of area fire at those who can be overrun."""
        (unit,) = self.firers
        world, kind, targets = look.world, look.world.kinds[unit], self._targets(look)
        assert kind.trajectory_class is not None
        shot = AreaShot(
            strength=kind.area_strength or 0,
            steps=sum(look.units[n].steps for n in targets),
            ranged=area_range(kind.trajectory_class, 0),
            armour=look.armour_in(self.hex, self.side),
            type=TYPES[world.ground.types[self.hex]],
            **conditions(look, self.firers, (self.hex,), targets, self.hex, CLOSE),
        )
        says = look.say("area_fires", firers=self.firers, hex=self.hex, strength=shot.strength)
        return Attack("ME 4.6b1", says, shot.strength, shot.shifts())

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Losses and morale of those it can harm; the others are not touched (ME 4.6b3)."""
        assert isinstance(outcome, int)
        field.fire_at(self.hex, *self.firers)
        targets = tuple(self._targets(field))
        if outcome < 0:
            return
        losses = TakeLosses(self.side, self.hex, outcome, outcome, fire=(self.hex,), only=targets)
        people = tuple(in_order(field, [n for n in targets if not field.world.kinds[n].vehicle]))
        checks: list[Step] = []
        if people:
            checks.append(MoraleChecks(self.side, self.hex, (self.hex,), queue=people))
        if len(people) < len(targets):
            checks.append(VehicleCheck(self.side, self.hex, (self.hex,)))
        field.next(losses, *checks)


CHAPTER = Chapter(
    name="air overrun",
    procedures=(StrafeRun, OverrunArea),
    verbs={Fly: (overrun,)},
    phrases={"air_overruns": "{unit:unit} overruns {hex:hex}"},
    switch="modern",
)
