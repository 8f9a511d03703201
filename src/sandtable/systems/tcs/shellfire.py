"""Shells on one hex (TCS 18.8, 18.9): people on the fire table, tanks by two dice, and dice for those who may hide."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D66, TWO_D6
from sandtable.kernel.procedure import Answer, Caller, Procedure, Roles, Roll, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions
from sandtable.systems.tcs.board import ABOVE, Situation
from sandtable.systems.tcs.buttoning import button_up
from sandtable.systems.tcs.command import engage
from sandtable.systems.tcs.conditions import posture_of, posture_shift
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import FIRE_DONE, Attack, FireRoll, amended, fire_resolution, parted, struck
from sandtable.systems.tcs.losses import TakeLosses, form_of, settle
from sandtable.systems.tcs.morale import MoraleChecks, Shot, VehicleCheck, checked_in_order, shot_at
from sandtable.systems.tcs.munitions import area_target, munition, point_target
from sandtable.systems.tcs.passengers import aboard, dismount, second_attack
from sandtable.systems.tcs.shells import (
    CONTINUOUS,
    Barrage,
)
from sandtable.systems.tcs.tables import LIMITS, SHIFTS, TYPES, density
from sandtable.systems.tcs.world import FINE, MOVE_MODE
from sandtable.systems.tcs.zones import zone_of

__all__ = [
    "CHAPTER",
    "BlindFire",
    "PointShells",
    "ShellFire",
    "ShellRoll",
    "count_hit",
    "fall_on",
    "shell_attack",
    "shell_point",
]

HALF = Fraction(1, 2)
FACES_D66 = tuple(Row(number, number, str(number)) for number in D66.ways)


def shell_attack(
    look: Situation,
    units: Sequence[int],
    hex: int,
    strength: int,
    barrage: Barrage,
    *,
    road: bool = False,
    rule: str = "TCS 18.8a",
) -> Attack:
    """The attack of shells on people and soft vehicles: stacking with its starred lines, and the first value of the
    ground itself (TCS 18.8b).
    """
    world = look.world
    counted = [n for n in units if not look.inside(n)]
    targets = [n for n in counted if area_target(look, barrage, n)]
    crowd = density(sum(look.units[n].steps for n in (counted if world.options.density_counts == "all" else targets)))
    shifts: list[Modifier] = [crowd] if crowd else []
    vehicles = bool(targets) and all(world.kinds[n].vehicle for n in targets)
    type = TYPES[world.ground.types[hex]]
    shifts += posture_shift(type, posture_of(look, targets), bold=False, vehicles=vehicles)
    always = look.game.rules.chosen(ArtilleryOptions).barrage_road == "always"
    if (road or always) and any(look.units[n].road for n in targets):
        shifts.append(SHIFTS["barrage_road"])
    if targets and all(look.units[n].morale != FINE for n in targets):
        shifts.append(SHIFTS["all_shaken"])
    return Attack(rule, "", strength, tuple(shifts))


def shell_point(look: Situation, barrage: Barrage, unit: int) -> Resolution:
    """The roll of shells against a tank in the zone (TCS 18.9a, 18.9b)."""
    facts = {
        "shell_fast": barrage.fast,
        "shell_bad": not barrage.good,
        "shell_move": look.units[unit].mode == MOVE_MODE,
        "shell_continuous": barrage.shell == CONTINUOUS,
        "shell_small": barrage.small,
    }
    number = LIMITS["shell_point"]
    rows = (Row(None, number - 1, "no effect"), Row(number, None, "destroyed"))
    modifiers = tuple(SHIFTS[name] for name, holds in facts.items() if holds)
    special = munition(look.game.rules, barrage.shell)
    if special:
        zone = look.units[unit].at in zone_of(look.world.ground, barrage.at, wide=barrage.wide)
        modifiers += special.modifiers(look, unit, zone)
    return Resolution("TCS 18.9a", "", TWO_D6, rows, modifiers)


class ShellFire(FireRoll, frozen=True, array_like=True, tag="shell_fire"):
    """TCS 18.8a: shells attack the people and soft vehicles of a side in a hex, then in the zone its tanks."""

    roles = Roles(at="hex")

    side: int
    hex: int
    units: tuple[int, ...]
    barrage: Barrage
    zone: bool
    road: bool = False
    """Whether they move into it."""
    secret: bool = False
    """Whether they hide, and only their own side may read the roll."""

    def says(self, look: Situation) -> Said | None:
        """Where, and how strong."""
        return look.say("shell_fire!", hex=self.hex, strength=self.strength)

    @property
    def strength(self) -> int:
        """That of zone or ring."""
        return self.barrage.zone if self.zone else self.barrage.ring

    def audience(self, look: Situation) -> int | None:
        """Everybody, but for units that hide from the enemy under the shells of their own side (TCS 27.4)."""
        return self.side if self.secret else None

    def facts(self, look: Situation) -> Attack:
        """The strength, and every shift."""
        rule = "TCS 18.10b" if self.road else "TCS 18.8a"
        return shell_attack(look, self.units, self.hex, self.strength, self.barrage, road=self.road, rule=rule)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Losses, morale, then the tanks."""
        assert isinstance(outcome, int)
        hit(field, self, outcome)


def hit(field: Battlefield, fire: ShellFire, outcome: int) -> None:
    """What follows from the fire table: losses, morale checks, and then the rolls against tanks (TCS 18.8a, 18.9a)."""
    side, hex = fire.side, fire.hex
    engage(field, fire.units)
    if outcome >= 0 and any(field.units[n].hidden for n in fire.units):
        field.find(hex)
    tanks = _tanks(field, fire.units, fire.barrage, zone=fire.zone)
    point = PointShells(side, hex, fire.barrage, tanks, checked=outcome >= 0)
    points = (point,) if tanks and not any(field.units[n].hidden for n in fire.units) else ()
    button_up(field, [n for n in fire.units if not field.world.people[n] and not field.units[n].hidden])
    if outcome < 0:
        dismount(field, side, hex)
        field.next(*points)
        return
    only = tuple(n for n in fire.units if area_target(field, fire.barrage, n) and not field.inside(n))
    again: tuple[Procedure, ...] = ()
    if any(field.inside(n) for n in fire.units) and aboard(field, side, hex):
        again = second_attack(field, side, hex, fire.attack(field))
    dismount(field, side, hex)
    losses = TakeLosses(side, hex, outcome, outcome, form_of(field, hex, side, ABOVE), fire=(hex,), only=only)
    field.next(losses, *again, ShellMorale(side, hex, only), *points)


def _tanks(look: Situation, units: Sequence[int], barrage: Barrage, *, zone: bool) -> tuple[int, ...]:
    """Those among some units that the shells roll against: P targets in the zone."""
    found = [n for n in units if point_target(look, barrage, n, zone=zone) and not look.inside(n)]
    return tuple(n for n in found for _ in range(look.times(n)))


class ShellMorale(Step, frozen=True, array_like=True, tag="shell_morale"):
    """TCS 17.1b: those that the shells attacked check their morale; no low-trajectory weapon has fired (TCS 17.1c1)."""

    side: int
    hex: int
    units: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """The strongest first."""
        queue = tuple(n for n in checked_in_order(field, self.hex, self.side) if n in self.units)
        field.next(MoraleChecks(self.side, self.hex, (self.hex,), no_low=True, queue=queue))


class PointShells(Caller, frozen=True, array_like=True, tag="point_shells"):
    """TCS 18.9a: each P target in a zone hex, one after the other; a loss makes the vehicles there check."""

    side: int
    hex: int
    barrage: Barrage
    waiting: tuple[int, ...]
    checked: bool = False
    """Whether the soft vehicles of the hex have checked their morale already."""
    lost: tuple[int, ...] = ()

    def resume(self, field: Battlefield, answer: bool | int | str | None) -> None:
        """Roll for the next; when all have rolled, the check (TCS 17.8a)."""
        waiting = self.waiting
        after = self
        if answer is not None:
            after = replace(self, waiting=waiting[1:], lost=(*self.lost, waiting[0]) if answer else self.lost)
        waiting = tuple(n for n in after.waiting if field.units[n].at == self.hex)
        if waiting:
            field.next(ShellRoll(waiting[0], self.barrage), replace(after, waiting=waiting))
            return
        shot_at(field, Shot(self.side, self.hex, (self.hex,), calibre=self.barrage.calibre))
        field.next(*field.game.rules.at(FIRE_DONE))
        if after.lost:
            settle(field, after.lost)
            check = VehicleCheck(self.side, self.hex, (self.hex,), len(after.lost), armoured=self.checked)
            field.next(check)


class ShellRoll(Roll, frozen=True, array_like=True, tag="shell_roll"):
    """TCS 18.9a: whether the shells destroy a tank."""

    roles = Roles(on="unit")

    unit: int
    barrage: Barrage

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        return amended(look, shell_point(look, self.barrage, self.unit))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The caller counts the losses."""
        count_hit(field, self.unit, "TCS 18.9a", outcome)


def count_hit(field: Battlefield, unit: int, rule: str, outcome: Outcome) -> None:
    """A vehicle is destroyed or not, and the caller that counts the losses gets the answer."""
    result, word = parted(outcome)
    destroyed = result == "destroyed"
    if destroyed:
        struck(field, (unit,), word)
    asked = field.hit(unit, rule) if destroyed else ()
    if asked:
        field.next(*asked, Answer(destroyed))
    else:
        field.answer(destroyed)


class BlindFire(Roll, frozen=True, array_like=True, tag="blind_fire"):
    """TCS 27.4: shells fall in a hex where somebody might hide. The die is thrown plain, and read on the true column;
    nobody learns of hidden units that it does nothing to.
    """

    roles = Roles(at="hex")

    hex: int
    barrage: Barrage
    zone: bool

    def resolution(self, look: Situation) -> Resolution:
        """Two dice, read as they fall."""
        return Resolution("TCS 27.4", "", D66, FACES_D66)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Read on the column of those who are there."""
        units = tuple(field.units_in(self.hex))
        if not units:
            return
        side = field.world.owners[units[0]]
        if field.game.rules.chosen(ArtilleryOptions).barrage_finds == "always":
            field.find(self.hex)
        fire = ShellFire(side, self.hex, units, self.barrage, self.zone)
        if not any(area_target(field, self.barrage, n) for n in units):
            hit(field, fire, -1)
            return
        chart = fire_resolution(field.world.options.left_of_column_0, fire.attack(field))
        result = chart.read(int(str(outcome)))
        assert isinstance(result, int)
        hit(field, fire, result)


def fall_on(
    look: Situation,
    units: tuple[int, ...],
    hex: int,
    barrage: Barrage,
    *,
    zone: bool,
    road: bool = False,
    secret: bool = False,
) -> tuple[Procedure, ...]:
    """The attack of shells on units of one side in a hex: people and soft vehicles together, then tanks."""
    side = look.world.owners[units[0]]
    if any(area_target(look, barrage, n) and not look.inside(n) for n in units):
        return (ShellFire(side, hex, units, barrage, zone, road, secret),)
    tanks = () if secret else _tanks(look, units, barrage, zone=zone)
    return (PointShells(side, hex, barrage, tanks),) if tanks else ()


CHAPTER = Chapter(
    name="shellfire",
    procedures=(ShellFire, ShellMorale, PointShells, ShellRoll, BlindFire),
    phrases={
        "shell_fire!": "Shells fall on {hex:hex}, strength {strength}",
        "shell_roll!": "Shells fall around {unit:unit}",
        "blind_fire!": "Shells fall on {hex:hex}",
    },
)
