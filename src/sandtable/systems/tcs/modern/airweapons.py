"""What helicopters fire (ME 4.1c, 4.5b): missiles, cannon and area weapons, at the ground and at each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Procedure, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.areafire import SFA, AreaFire, area_shot
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack, FireRoll
from sandtable.systems.tcs.modern.atgm import AIR_SHIFTS
from sandtable.systems.tcs.modern.missilefire import launcher, missile_fire, why_not_armed, why_not_at
from sandtable.systems.tcs.modern.missiles import Missiles, left_of, note_launch
from sandtable.systems.tcs.modern.sky import Sky, crash, sees, spots_from
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.tables import area_range, differential, point_band

__all__ = [
    "BOTH",
    "CHAPTER",
    "GUNS",
    "MISSILE",
    "AirAgain",
    "AirArea",
    "AirPoint",
    "Duel",
    "Engage",
    "Weapons",
    "any_common",
    "common",
    "forgets",
    "gun_fire",
    "note_weapons",
    "why_not_guns",
    "why_not_weapons",
]

MISSILE, GUNS = 1, 2
"""The weapons of a helicopter, as bits."""
BOTH = MISSILE | GUNS
"""Both at one target."""

NO_GUNS = Reason("{unit:unit} has no weapon but missiles, or none at all", "ME 4.1c")
HAS_FIRED_GUNS = Reason("{unit:unit} has fired its guns in this phase", "ME 3.2f1")
HAS_LAUNCHED = Reason("{unit:unit} has fired its missile in this phase", "ME 3.2f1")
NOT_A_TARGET = Reason("that is not an enemy on the map", "ME 4.1c")
INSIDE = Reason("{target:unit} is in its carrier: fire at the carrier", "TCS 10.0c")
TOO_FAR = Reason("{target:unit} is {apart} hexes away, and the guns of {unit:unit} reach {most}", "ME 4.1c")
UNSEEN = Reason("{unit:unit} does not see {target:unit} from its height: climb, or pop up", "ME 4.1c")
NOT_SPOTTED = Reason("{unit:unit} does not spot {target:unit} from so far away", "TCS 7.1e")
NOT_HARMED = Reason("the guns of {unit:unit} do not harm {target:unit}", "TCS 3.0e")


def forgets(look: Situation, unit: int, weapons: int) -> bool:
    """Whether a helicopter fires a missile that needs no guidance (ME 4.1h)."""
    return bool(weapons & MISSILE) and launcher(look, unit).fire_and_forget


# Legality


def why_not_guns(
    look: Situation, unit: int, target: int, *, low: bool | None = None, spotted: bool, trigger: bool = False
) -> Reason | None:
    """Why the guns of a helicopter cannot fire at a unit; `spotted`: whether it must be spotted, as overwatch asks."""
    world = look.world
    if world.area_reach[unit] < 0 and world.point_reach[unit] < 0:
        return NO_GUNS.of(unit=unit)
    here, there = look.units[unit].at, look.units[target].at
    if world.owners[target] == world.owners[unit] or there < 0:
        return NOT_A_TARGET
    if target not in world.flyers and look.inside(target):
        return INSIDE.of(target=target)
    apart = world.ground.distance(here, there)
    most = max(world.area_reach[unit], world.point_reach[unit])
    if apart > most:
        return TOO_FAR.of(unit=unit, target=target, apart=apart, most=most)
    if not sees(look, unit, target, low=low):
        return UNSEEN.of(unit=unit, target=target)
    if spotted and not spots_from(look, unit, target, low=low, trigger=trigger):
        return NOT_SPOTTED.of(unit=unit, target=target)
    if _area(look, unit, target) or (
        _point(look, unit, target) and spots_from(look, unit, target, low=low, trigger=trigger)
    ):
        return None
    return NOT_HARMED.of(unit=unit, target=target)


def _area(look: Situation, unit: int, target: int) -> bool:
    """Whether the area weapon of a helicopter reaches and harms a target."""
    world = look.world
    apart = world.ground.distance(look.units[unit].at, look.units[target].at)
    return apart <= world.area_reach[unit] and not world.armour[target]


def _point(look: Situation, unit: int, target: int) -> bool:
    """Whether the cannon of a helicopter reaches and harms a target."""
    world, kind = look.world, look.world.kinds[unit]
    if kind.point_strength is None or kind.point_range_nominal is None or world.people[target]:
        return False
    apart = world.ground.distance(look.units[unit].at, look.units[target].at)
    if point_band(kind.point_range_nominal, apart) is None:
        return False
    return differential(kind.point_strength, world.kinds[target].defence or 0) is not None


def why_not_weapons(
    look: Situation,
    unit: int,
    target: int,
    weapons: int,
    *,
    low: bool | None = None,
    overwatch: bool = False,
    trigger: bool = False,
    known: bool = False,
) -> Reason | None:
    """Why a helicopter cannot fire these weapons at a unit; in its own phase each only once (ME 3.2f1). `known`: the
    target need not be spotted.
    """
    if weapons & MISSILE:
        if why := why_not_armed(look, unit, left_of(look, unit)):
            return why
        if not overwatch and unit in dict(look.kept(Missiles).launched):
            return HAS_LAUNCHED.of(unit=unit)
        if why := why_not_at(look, unit, target, low=low, trigger=trigger, known=known):
            return why
    if weapons & GUNS:
        if not overwatch and unit in look.kept(Sky).gunned:
            return HAS_FIRED_GUNS.of(unit=unit)
        return why_not_guns(look, unit, target, low=low, spotted=overwatch and not known, trigger=trigger)
    return None


# The fire


class AirArea(AreaFire, frozen=True, array_like=True, tag="air_area"):
    """ME 4.1c: the area weapon of a helicopter at the ground, with sight from its height."""

    soviet: bool = False

    def facts(self, look: Situation) -> Attack:
        """As area fire by any unit; spotted as the helicopter sees it."""
        (unit,) = self.firers
        shot = area_shot(look, self.firers, self.hex, self.side, self.kind, trigger=self.trigger)
        targets = [n for n in look.units_in(self.hex) if look.world.owners[n] == self.side]
        spotted = any(spots_from(look, unit, n, trigger=self.trigger) for n in targets)
        shot = replace(shot, spotted=spotted, sparse=self.kind == SFA and not spotted)
        says = look.say("area_fires", firers=self.firers, hex=self.hex, strength=shot.strength)
        soviet = (AIR_SHIFTS["soviet_columns"],) if self.soviet else ()
        return Attack("ME 4.1c", says, shot.strength, (*shot.shifts(), *soviet))


class AirPoint(PointFire, frozen=True, array_like=True, tag="air_point"):
    """ME 4.1c: the cannon of a helicopter at the ground."""

    soviet: bool = False

    def facts(self, look: Situation) -> Attack:
        """As point fire by any unit."""
        attack = super().facts(look)
        soviet = (AIR_SHIFTS["soviet_columns"],) if self.soviet else ()
        return replace(attack, rule="ME 4.1c", shifts=(*attack.shifts, *soviet))


class Duel(FireRoll, frozen=True, array_like=True, tag="air_duel"):
    """ME 4.5b: the guns of a helicopter at a helicopter, a both-type target over no ground at all."""

    roles = Roles(by="unit", on="target")

    unit: int
    target: int
    soviet: bool = False

    def facts(self, look: Situation) -> Attack:
        """Its area weapon if that reaches, or else its cannon; six columns to the left."""
        world, kind = look.world, look.world.kinds[self.unit]
        apart = world.ground.distance(look.units[self.unit].at, look.units[self.target].at)
        if apart <= world.area_reach[self.unit]:
            assert kind.trajectory_class is not None
            ranged = area_range(kind.trajectory_class, apart)
            strength, shifts = kind.area_strength or 0, [ranged] if ranged.value else []
        else:
            band = point_band(kind.point_range_nominal or 0, apart)
            hard = differential(kind.point_strength or 0, world.kinds[self.target].defence or 0)
            strength, shifts = look.units[self.unit].steps, [each for each in (band, hard) if each and each.value]
        shifts.append(AIR_SHIFTS["duel_columns"])
        if self.soviet:
            shifts.append(AIR_SHIFTS["soviet_columns"])
        return Attack("ME 4.5b", "", strength, tuple(shifts))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A loss of more steps than its defense brings it down (TCS 3.0f); pilots check no morale."""
        assert isinstance(outcome, int)
        field.engage(self.unit, self.target)
        tough = field.world.kinds[self.target].defence or 0 if field.world.options.tough_b_targets else 0
        if outcome > tough:
            crash(field, self.target, "ME 4.5b")


def gun_fire(look: Situation, unit: int, target: int, kind: int, *, soviet: bool, trigger: bool) -> Procedure:
    """The roll of a helicopter's guns at a target: cannon at vehicles where it can, the area weapon otherwise."""
    world = look.world
    if target in world.flyers:
        return Duel(unit, target, soviet)
    hex, side = look.units[target].at, world.owners[target]
    if _point(look, unit, target) and (world.armour[target] or not _area(look, unit, target)):
        return AirPoint((unit,), hex, side, kind, soviet)
    return AirArea((unit,), hex, side, kind, trigger, soviet)


class Engage(Step, frozen=True, array_like=True, tag="engage"):
    """A helicopter fires its weapons at one target: the missile first, then the guns at what is left."""

    unit: int
    target: int
    weapons: int
    kind: int
    soviet: bool = False
    trigger: bool = False

    def run(self, field: Battlefield) -> None:
        """If both are still there."""
        if field.units[self.unit].at < 0 or not self.weapons:
            return
        if self.weapons & MISSILE:
            if field.units[self.target].at >= 0:
                fire = missile_fire(field, self.unit, self.target, self.kind, soviet=self.soviet, trigger=self.trigger)
                field.next(fire, replace(self, weapons=self.weapons & ~MISSILE))
            return
        target = self.target
        if field.units[target].at >= 0 and why_not_guns(field, self.unit, target, spotted=False) is None:
            field.next(gun_fire(field, self.unit, target, self.kind, soviet=self.soviet, trigger=self.trigger))


def note_weapons(field: Battlefield, units: Collection[int], target: int, weapons: int, *, action: bool) -> None:
    """The weapons are used: missiles are gone, each weapon is spent for the phase if it is an action, and the
    helicopters are marked Fired (ME 3.2e).
    """
    for n in units:
        if weapons & MISSILE:
            note_launch(field, n, field.units[target].at if action else None)
        if weapons & GUNS and action:
            sky = field.kept(Sky)
            field.keep(replace(sky, gunned=tuple(sorted({*sky.gunned, n}))))
    field.mark_fired(*units)


class AirAgain(Roll, frozen=True, array_like=True, tag="air_again"):
    """ME 4.1a3: a helicopter that is marked Fired rolls whether it can fire overwatch again."""

    roles = Roles(by="unit")

    unit: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        number = look.world.options.overwatch_again
        return Resolution("ME 4.1a3", "", D6, (Row(None, number - 1, "no fire"), Row(number, None, "fire")))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """What waits for it goes on."""
        field.answer(outcome == "fire")


def common(look: Situation, group: Sequence[int], targets: Sequence[int], weapons: int, **how: bool) -> list[int]:
    """The targets at which all helicopters of a group can fire these weapons."""
    return [n for n in targets if all(why_not_weapons(look, unit, n, weapons, **how) is None for unit in group)]


def any_common(look: Situation, group: Sequence[int], targets: Sequence[int], **how: bool) -> bool:
    """Whether there is a target at which all helicopters of a group can fire one of their weapons."""
    return any(
        all(why_not_weapons(look, unit, n, weapons, **how) is None for unit in group)
        for weapons in (MISSILE, GUNS)
        if not _spent(look, group, weapons, overwatch=how.get("overwatch", False))
        for n in targets
    )


def _spent(look: Situation, group: Sequence[int], weapons: int, *, overwatch: bool) -> bool:
    """Whether a helicopter of a group cannot fire a weapon at anything: it has none, or has fired it in this phase."""
    if weapons == GUNS:
        reach = look.world.area_reach, look.world.point_reach
        gunned = () if overwatch else look.kept(Sky).gunned
        return any(n in gunned or all(each[n] < 0 for each in reach) for n in group)
    launched = () if overwatch else dict(look.kept(Missiles).launched)
    return any(n in launched or why_not_armed(look, n, left_of(look, n)) is not None for n in group)


class Weapons(Decide, frozen=True, array_like=True):
    """Asks with which weapons helicopters fire, and at what."""

    def targets_of(self, look: Situation, weapons: int) -> Sequence[int]:
        """The units at which all who fire can fire these weapons."""
        raise TypeError(f"{type(self).__name__} does not say how it fires: write its targets_of")

    def open_fire(self, field: Battlefield, target: int, weapons: int) -> None:
        """Fire them."""
        raise TypeError(f"{type(self).__name__} does not say how it fires: write its open_fire")

    def why_not_fire(self, look: Situation, target: int, weapons: int) -> Reason | None:
        """Why they cannot be fired at a unit."""
        raise TypeError(f"{type(self).__name__} does not say how it fires: write its why_not_fire")

    @verb("Fire a missile at", "unit", menu="Fire a missile")
    def missile(self, look: Situation) -> Targets:
        """Targets of missiles."""
        return tuple(self.targets_of(look, MISSILE))

    @missile.then
    def _do_missile(self, field: Battlefield, target: int) -> None:
        self.open_fire(field, target, MISSILE)

    @missile.check
    def _why_not_missile(self, look: Situation, target: int) -> Reason | None:
        return self.why_not_fire(look, target, MISSILE)

    @verb("Fire guns at", "unit", menu="Fire guns")
    def guns(self, look: Situation) -> Targets:
        """Targets of guns."""
        return tuple(self.targets_of(look, GUNS))

    @guns.then
    def _do_guns(self, field: Battlefield, target: int) -> None:
        self.open_fire(field, target, GUNS)

    @guns.check
    def _why_not_guns(self, look: Situation, target: int) -> Reason | None:
        return self.why_not_fire(look, target, GUNS)

    @verb("Fire all weapons at", "unit", menu="Fire all weapons")
    def both(self, look: Situation) -> Targets:
        """Targets of both."""
        return tuple(self.targets_of(look, BOTH))

    @both.then
    def _do_both(self, field: Battlefield, target: int) -> None:
        self.open_fire(field, target, BOTH)

    @both.check
    def _why_not_both(self, look: Situation, target: int) -> Reason | None:
        return self.why_not_fire(look, target, BOTH)


CHAPTER = Chapter(
    name="air weapons",
    procedures=(AirArea, AirPoint, Duel, Engage, AirAgain),
    phrases={
        "air_duel!": "{unit:unit} fires its guns at {target:unit}",
        "air_again!": "Can {unit:unit} fire again",
    },
    switch="modern",
)
