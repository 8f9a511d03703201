"""The fire of missiles (ME 3.1, 3.2): who may launch at what, the roll on the ATGM Table, and what follows.

Other chapters add to it at seams: what keeps a unit from launching (`MISSILE_BARS`), carried units that may launch all
the same (`HATCHES`), points that armor adds to a defense (`ARMOR`), and other sights (`SIGHTS`). Dice modifiers go to
`MissileRoll` as to any roll.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Seam
from sandtable.kernel.pools import TWO_D6
from sandtable.kernel.procedure import Procedure, Roles, Roll, Step
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.areafire import AreaFire, AreaShot
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.conditions import SFA, Conditions, conditions, posture_shift
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import Attack
from sandtable.systems.tcs.modern.atgm import (
    AIR_LIMITS,
    AIR_SHIFTS,
    Atgm,
    Band,
    atgm_of,
    kill_number,
    range_band,
)
from sandtable.systems.tcs.modern.conversion import dice_of
from sandtable.systems.tcs.modern.sky import crash, flying, sees, spots_from, spots_seen
from sandtable.systems.tcs.morale import MoraleChecks, VehicleCheck
from sandtable.systems.tcs.passengers import second_attack
from sandtable.systems.tcs.tables import TYPES, area_range
from sandtable.systems.tcs.world import FINE, NOBODY, SUPPRESSED

__all__ = [
    "ARMOR",
    "HATCHES",
    "MISSILE_BARS",
    "SIGHTS",
    "MissileArea",
    "MissileRoll",
    "MissileShot",
    "defence_against",
    "launcher",
    "missile_fire",
    "missile_shot",
    "why_not_armed",
    "why_not_at",
]

MISSILE_BARS: Seam[Callable[[Situation, int], Reason | None]] = Seam("why a unit may not launch missiles")
HATCHES: Seam[Callable[[Situation, int], bool]] = Seam("carried units that may launch missiles")
ARMOR: Seam[Callable[[Situation, int, Atgm], int]] = Seam("what armor adds to a unit's defense against a missile")
SIGHTS: Seam[Callable[[Situation, int, int, MissileShot], MissileShot]] = Seam(
    "the facts of a missile shot by a unit at another, as its sights see them"
)

NO_MISSILES = Reason("{unit:unit} has no missiles", "ME 3.1a")
SHAKEN = Reason("{unit:unit} is Suppressed or Paralyzed and cannot launch missiles", "ME 3.2c")
CARRIED = Reason("{unit:unit} is carried and cannot launch missiles", "ME 3.2a1")
NONE_LEFT = Reason("{unit:unit} has fired all its missiles", "ME 3.2b")
OWN_HEX = Reason("{target:unit} is in the hex of {unit:unit}, and missiles cannot hit it there", "ME 3.2a2")
TOO_NEAR = Reason(
    "{target:unit} is {apart} hexes away, and {name} needs more than {least}: fire from farther off", "ME 3.2d"
)
TOO_FAR = Reason("{target:unit} is {apart} hexes away, and {name} flies {most}: move closer", "ME 3.1h")
UNSEEN = Reason("{unit:unit} does not see {target:unit}", "TCS 8.0a")
NOT_SPOTTED = Reason("{unit:unit} does not spot {target:unit} from so far away: move closer", "TCS 7.1e")
TOO_HARD = Reason("{name} has attack {attack} and cannot harm a defense of {defence}", "ME 3.1i")
NOT_A_TARGET = Reason("that is not an enemy on the map", "ME 3.1a")
NO_GROUND_FIRE = Reason("{target:unit} is a helicopter: only AA fire and other helicopters reach it", "ME 4.2e")
INSIDE = Reason("{target:unit} is in its carrier: fire at the carrier", "TCS 10.0c")


def launcher(look: Situation, unit: int) -> Atgm:
    """The missile of a unit that has one."""
    found = atgm_of(look.world.kinds[unit])
    assert found is not None
    return found


def why_not_armed(look: Situation, unit: int, left: int | None) -> Reason | None:
    """Why a unit cannot launch at all: no missile, none `left`, shaken, carried, or barred by another chapter."""
    u, rules = look.units[unit], look.game.rules
    if atgm_of(look.world.kinds[unit]) is None:
        return NO_MISSILES.of(unit=unit)
    if u.morale != FINE:
        return SHAKEN.of(unit=unit)
    if u.carrier != NOBODY and not any(hatch(look, unit) for hatch in rules.at(HATCHES)):
        return CARRIED.of(unit=unit)
    if left == 0:
        return NONE_LEFT.of(unit=unit)
    for bar in rules.at(MISSILE_BARS):
        if why := bar(look, unit):
            return why.of(**{"unit": unit, **why.values})
    return None


def why_not_at(
    look: Situation, unit: int, target: int, *, low: bool | None = None, trigger: bool = False, known: bool = False
) -> Reason | None:
    """Why the missile of a unit cannot be fired at a unit; `low` is for a helicopter that pops up, `known` for a target
    that need not be spotted.
    """
    world = look.world
    here, there = look.units[unit].at, look.units[target].at
    if world.owners[target] == world.owners[unit] or there < 0:
        return NOT_A_TARGET
    if target in world.flyers and unit not in world.flyers:
        return NO_GROUND_FIRE.of(target=target)
    if target not in world.flyers and look.inside(target):
        return INSIDE.of(target=target)
    missile = launcher(look, unit)
    apart = world.ground.distance(here, there)
    if here == there:
        return OWN_HEX.of(unit=unit, target=target)
    if apart <= missile.minimum:
        return TOO_NEAR.of(target=target, apart=apart, least=missile.minimum, name=missile.name)
    if apart > missile.longest:
        return TOO_FAR.of(target=target, apart=apart, most=missile.longest, name=missile.name)
    if not sees(look, unit, target, low=low):
        return UNSEEN.of(unit=unit, target=target)
    if not known and not spots_seen(look, unit, target, trigger=trigger):
        return NOT_SPOTTED.of(unit=unit, target=target)
    if world.people[target]:
        return None
    defence = defence_against(look, unit, target)
    band = range_band(missile, apart)
    assert band is not None
    if kill_number(missile.attack, defence, band)[0] is None:
        return TOO_HARD.of(name=missile.name, attack=missile.attack, defence=defence)
    return None


def defence_against(look: Situation, unit: int, target: int) -> int:
    """The defense of a target against the missile of a unit, with what its armor adds (ME 9)."""
    missile = launcher(look, unit)
    added = sum(armor(look, target, missile) for armor in look.game.rules.at(ARMOR))
    return (look.world.kinds[target].defence or 0) + added


# The roll


class MissileShot(Conditions, frozen=True):
    """The facts of a missile shot at a vehicle, gun or helicopter."""

    attack: int
    defence: int
    band: Band
    duel: bool = False
    """Helicopter against helicopter: the ground counts nothing (ME 4.5b)."""
    soviet: bool = False
    """A Soviet pop-up by the doctrine (ME 4.1g1)."""

    def shifts(self) -> tuple[Modifier, ...]:
        """The shifts of point fire that count, as columns: not those for range and armor (ME 3.1j)."""
        ground = [] if self.duel else posture_shift(self.type, self.posture, bold=False, vehicles=self.vehicles)
        return (*ground, *self.common())

    def modifiers(self) -> tuple[Modifier, ...]:
        """What changes the dice: half of the shifts, and what is special to helicopters."""
        shifts = self.shifts()
        total = dice_of(sum(each.value for each in shifts))
        found = []
        if total:
            words = ", ".join(f"{each.words} {each.value:+d}" for each in shifts)
            found.append(Modifier(total, f"point fire shifts halved: {words}", "ME 3.1j"))
        if self.duel:
            found.append(AIR_SHIFTS["duel_dice"])
        if self.soviet:
            found.append(AIR_SHIFTS["soviet_dice"])
        return tuple(found)

    def resolution(self, words: str) -> Resolution:
        """Two dice to reach the number of the ATGM Table; one short of it shakes the vehicles (ME 3.1f to 3.1h)."""
        number, rule = kill_number(self.attack, self.defence, self.band)
        assert number is not None
        rows = (Row(None, number - 2, "miss"), Row(number - 1, number - 1, "near miss"), Row(number, None, "kill"))
        return Resolution(rule, words, TWO_D6, rows, self.modifiers())


def missile_shot(look: Situation, unit: int, target: int, kind: int, *, soviet: bool = False) -> MissileShot:
    """The facts of a missile shot, as the board has them."""
    world = look.world
    here, there = look.units[unit].at, look.units[target].at
    missile = launcher(look, unit)
    band = range_band(missile, world.ground.distance(here, there))
    assert band is not None
    shot = MissileShot(
        attack=missile.attack,
        defence=defence_against(look, unit, target),
        band=band,
        duel=flying(look, unit) and flying(look, target),
        soviet=soviet,
        type=TYPES[world.ground.type_against((here,), there)],
        **conditions(look, (unit,), (here,), (target,), there, kind, point=True),
    )
    for sight in look.game.rules.at(SIGHTS):
        shot = sight(look, unit, target, shot)
    return shot


class MissileRoll(Roll, frozen=True, array_like=True, tag="missile_roll"):
    """ME 3.1: a missile at a vehicle, gun or helicopter."""

    roles = Roles(by="unit", on="target")

    unit: int
    target: int
    kind: int = SFA
    soviet: bool = False
    """Whether it is fired in a pop-up under the Soviet doctrine (ME 4.1g1)."""
    suppresses: bool = False
    """Counterfire at people: a hit only suppresses them (ME 3.3a2)."""

    def resolution(self, look: Situation) -> Resolution:
        """Two dice on the ATGM Table."""
        return missile_shot(look, self.unit, self.target, self.kind, soviet=self.soviet).resolution("")

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A step of the target, and the nerve of those around it."""
        here, there = field.units[self.unit].at, field.units[self.target].at
        if flying(field, self.target):
            field.engage(self.unit, self.target)
            if outcome == "kill":
                crash(field, self.target, "ME 4.5b")
            return
        field.fire_at(there, self.unit)
        if self.suppresses:
            if outcome == "kill":
                field.shake(self.target, SUPPRESSED, "ME 3.3a2")
            return
        side, vehicle = field.world.owners[self.target], field.world.kinds[self.target].vehicle
        again: tuple[Procedure, ...] = ()
        if outcome == "kill":
            attack = Attack("ME 3.2a3", "", area_strength(launcher(field, self.unit)))
            again = second_attack(field, side, there, attack, point=True)
            field.lose_step(self.target, "ME 3.1j")
        if outcome == "miss":
            return
        check: Step = VehicleCheck(side, there, (here,), int(outcome == "kill"))
        if not vehicle:
            check = MoraleChecks(side, there, (here,), guns=True)
        field.next(*again, check)


# At people


def area_strength(missile: Atgm) -> int:
    """The strength of a missile against area targets, at any range (ME 3.2a3); halves round up.

    >>> from sandtable.systems.tcs.modern.atgm import ATGMS
    >>> [area_strength(ATGMS[name]) for name in ("tow1", "at8", "tow2b", "at3")]
    [1, 2, 2, 1]
    """
    by = AIR_LIMITS["area_divisor"]
    return (2 * missile.attack + by) // (2 * by)


class MissileArea(AreaFire, frozen=True, array_like=True, tag="missile_area"):
    """ME 3.2a3: a missile at people, on the fire table, as low-trajectory fire."""

    soviet: bool = False

    def facts(self, look: Situation) -> Attack:
        """A tenth of its attack, with the shifts of area fire."""
        (unit,), hex = self.firers, self.hex
        world, at = look.world, look.units[unit].at
        targets = look.area_targets(hex, self.side)
        spotted = any(spots_from(look, unit, n, trigger=self.trigger) for n in targets)
        shot = AreaShot(
            strength=area_strength(launcher(look, unit)),
            steps=sum(look.units[n].steps for n in targets),
            ranged=area_range("low", world.ground.distance(at, hex)),
            spotted=spotted,
            armour=look.armour_in(hex, self.side),
            sparse=self.kind == SFA and not spotted,
            type=TYPES[world.ground.type_against((at,), hex)],
            **conditions(look, self.firers, (at,), targets, hex, self.kind),
        )
        says = look.say("missile_area", unit=unit, hex=hex)
        shifts = shot.shifts()
        if self.soviet:
            shifts = (*shifts, AIR_SHIFTS["soviet_columns"])
        return Attack("ME 3.2a3", says, shot.strength, shifts)

    def low(self, look: Situation) -> bool:
        """It counts as low-trajectory fire."""
        return True


def missile_fire(
    look: Situation, unit: int, target: int, kind: int, *, soviet: bool = False, trigger: bool = False
) -> MissileRoll | MissileArea:
    """The roll of a missile at a target: on the ATGM Table, or at people on the fire table."""
    if look.world.people[target]:
        hex, side = look.units[target].at, look.world.owners[target]
        return MissileArea((unit,), hex, side, kind, trigger, soviet)
    return MissileRoll(unit, target, kind, soviet)
