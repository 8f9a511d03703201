"""Shells on the map (TCS 18.7 to 18.9): zone and ring, hex by hex; people on the fire table, tanks by two dice.

Whatever comes down hits friend and foe alike. The units of a mission are those in its hexes when it begins: a unit that
runs is out of it. Hidden units are hit like others; so that the dice give nobody away they are thrown in every hex
where a hidden enemy could be (TCS 27.4).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from sandtable.board.hexes import STEPS, Hex
from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D66, TWO_D6
from sandtable.kernel.procedure import Answer, Caller, Procedure, Roles, Roll, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions, IlluminationOptions
from sandtable.systems.tcs.board import ABOVE, Situation, Smoke
from sandtable.systems.tcs.buttoning import button_up
from sandtable.systems.tcs.command import engage
from sandtable.systems.tcs.conditions import firepower_of, posture_of, posture_shift
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import FIRE_DONE, Attack, FireRoll, amended, fire_resolution, parted, struck
from sandtable.systems.tcs.flight import RAN
from sandtable.systems.tcs.ground import Ground
from sandtable.systems.tcs.losses import TakeLosses, form_of, settle
from sandtable.systems.tcs.morale import MoraleChecks, Shot, VehicleCheck, checked_in_order, shot_at
from sandtable.systems.tcs.munitions import STRENGTHS, area_target, munition, point_target, shell_name
from sandtable.systems.tcs.passengers import aboard, dismount, second_attack
from sandtable.systems.tcs.shells import (
    CONTINUOUS,
    HE,
    ON_MAP,
    SMOKE,
    Barrage,
    Flare,
    Mission,
    calibre_class,
    firepower,
    half,
)
from sandtable.systems.tcs.tables import LIMITS, SHIFTS, TYPES, density
from sandtable.systems.tcs.world import FINE, MOVE_MODE, NOBODY, World

__all__ = [
    "CHAPTER",
    "LANDED",
    "Execute",
    "PointShells",
    "ShellFire",
    "ShellRoll",
    "Strike",
    "barrage_of",
    "count_hit",
    "lit_by",
    "ring_of",
    "shell_attack",
    "shell_point",
    "strengths",
    "zone_of",
]

LANDED: Seam[Callable[[Barrage], Procedure]] = Seam("what follows when a mission has come down")
HALF = Fraction(1, 2)
FACES_D66 = tuple(Row(number, number, str(number)) for number in D66.ways)


# Where


def _around(ground: Ground, hex: int, steps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    here, map = ground.map.hex(hex), ground.map
    found = [Hex(here.q + q, here.r + r) for q, r in steps]
    return tuple(map.index(each) for each in found if each in map)


_FAR = tuple(
    step
    for way in range(6)
    for step in (
        (2 * STEPS[way][0], 2 * STEPS[way][1]),
        (STEPS[way][0] + STEPS[(way + 1) % 6][0], STEPS[way][1] + STEPS[(way + 1) % 6][1]),
    )
)
"""The twelve hexes two away, clockwise from the top."""


def zone_of(ground: Ground, hex: int, *, wide: bool) -> tuple[int, ...]:
    """The Attack Zone: the target hex, of a battalion mission its neighbours too, clockwise (TCS 18.2a, 18.2b)."""
    return (hex, *_around(ground, hex, STEPS)) if wide else (hex,)


def ring_of(ground: Ground, hex: int, *, wide: bool) -> tuple[int, ...]:
    """The hexes beside the zone, clockwise from the top (TCS 18.7a)."""
    return _around(ground, hex, _FAR if wide else STEPS)


# How strong


def strengths(shell: int, value: int, *, fast: bool) -> tuple[int, int]:
    """The strength in zone and ring for a firepower (TCS 18.7a, 18.7b).

    >>> strengths(HE, 12, fast=False), strengths(HE, 12, fast=True), strengths(CONTINUOUS, 5, fast=False)
    ((24, 12), (48, 24), (5, 3))
    """
    zone = value if shell == CONTINUOUS else 2 * value
    ring = half(value) if shell == CONTINUOUS else value
    return (2 * zone, value if shell == CONTINUOUS else 2 * ring) if fast else (zone, ring)


def _rounded(number: int, by: int) -> int:
    return (2 * number + by) // (2 * by)


def barrage_of(look: Situation, mission: Mission, at: int, *, good: bool) -> Barrage:
    """What comes down in a hex when a mission shoots so well (TCS 18.6, 18.11, 18.12)."""
    world = look.world
    if mission.guns:
        kinds = [world.kinds[n] for n in mission.guns]
        calibre = ON_MAP.get(kinds[0].id, LIMITS["small_mm"])
        total = math.floor(
            sum((world.kinds[n].area_strength or 0) * firepower_of(look, n) for n in mission.guns) + HALF
        )
        if not good:
            parts = [firepower(calibre, battalion=False, good=each) for each in (False, True)]
            total = _rounded(total * parts[0], parts[1])
        ring = half(total) if len(kinds) >= LIMITS["gun_ring"] else 0
        if mission.shell == CONTINUOUS:
            total, ring = half(total), half(ring)
        zone = total
    else:
        batteries = [world.support.batteries[n] for n in mission.batteries]
        calibre = batteries[0].calibre
        rocket = batteries[0].rocket
        value = firepower(calibre, battalion=mission.wide and not rocket, good=good)
        if mission.wide and not rocket:
            whole = _battalion_size(world, mission)
            value = _rounded(value * len(batteries), whole)
        zone, ring = strengths(mission.shell, value, fast=mission.fast)
        for other in look.game.rules.at(STRENGTHS):
            zone, ring = other(look, mission, good) or (zone, ring)
    return Barrage(
        mission.side,
        mission.shell,
        at,
        mission.wide,
        zone,
        ring,
        good,
        mission.fast,
        calibre <= LIMITS["small_mm"],
        calibre,
    )


def _battalion_size(world: World, mission: Mission) -> int:
    """How many batteries the battalion of a mission has (TCS 18.2b)."""
    batteries = world.support.batteries
    own = batteries[mission.batteries[0]]
    if not own.battalion:
        return len(mission.batteries)
    of = (own.side, own.battalion, calibre_class(own.calibre))
    return sum((each.side, each.battalion, calibre_class(each.calibre)) == of for each in batteries)


# What it does to a hex


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


# A mission


class Execute(Step, frozen=True, array_like=True, tag="execute"):
    """TCS 2.0o: the missions of a side that shoot come down, one after the other; those to come are its secret."""

    side: int
    waiting: tuple[Barrage, ...]

    def mask(self, side: int | None) -> Procedure:
        """What is still in the air is not known to others."""
        return self if side == self.side or not self.waiting else Execute(self.side, ())

    def run(self, field: Battlefield) -> None:
        """The next of them."""
        if not self.waiting:
            return
        barrage, rest = self.waiting[0], self.waiting[1:]
        after = [step(barrage) for step in field.game.rules.at(LANDED)]
        field.next(*after, replace(self, waiting=rest))
        land(field, barrage)


def land(field: Battlefield, barrage: Barrage) -> None:
    """A mission comes down: shells, smoke or light."""
    ground = field.world.ground
    words: dict[str, Any] = {
        "side": barrage.side, "hex": barrage.at,
        "shell": ("Fast " if barrage.fast else "") + shell_name(field.game.rules, barrage.shell),
        "calibre": calibre_class(barrage.calibre), "quality": "Good Shoot" if barrage.good else "Bad Shoot",
    }  # fmt: skip
    special = munition(field.game.rules, barrage.shell)
    if special and special.lands:
        special.lands(field, barrage)
    elif special or barrage.shell in (HE, CONTINUOUS):
        field.log("lands", "TCS 2.0o", reveals=True, **words)
        zone, ring = (each(ground, barrage.at, wide=barrage.wide) for each in (zone_of, ring_of))
        field.update(zones=tuple(sorted({*field.board.zones, *zone})), ran=())
        field.next(Strike(barrage, (*zone, *(ring if barrage.ring else ()))))
    elif barrage.shell == SMOKE:
        wide = barrage.wide and barrage.good
        hexes = zone_of(ground, barrage.at, wide=wide)
        kept = tuple(each for each in field.board.smoke if each.light or each.at not in hexes)
        field.update(smoke=(*kept, *(Smoke(hex, barrage.side, 2, light=False) for hex in sorted(hexes))))
        field.log("smoke_lands", "TCS 19.2a", side=barrage.side, hexes=hexes, reveals=True)
    else:
        light(field, Flare(barrage.at, barrage.side))


def light(field: Battlefield, flare: Flare) -> None:
    """An illumination marker is put down (TCS 26.2a)."""
    flares = field.board.flares if flare in field.board.flares else (*field.board.flares, flare)
    field.update(flares=flares, lit=lit_by(field, flares))
    field.log("lights", "TCS 26.2a", side=flare.side, hex=flare.at, reveals=True)


def lit_by(look: Situation, flares: Sequence[Flare]) -> tuple[int, ...]:
    """The hexes that these markers light (TCS 26.2a)."""
    ground, far = look.world.ground, look.game.rules.chosen(IlluminationOptions).illum_hexes
    mask = 0
    for each in flares:
        mask |= ground.within(each.at, far)
    return tuple(ground.map.indices(mask))


class Strike(Step, frozen=True, array_like=True, tag="strike"):
    """TCS 18.8a: shells in the hexes of zone and ring, one hex after the other."""

    barrage: Barrage
    hexes: tuple[int, ...]
    """Those still to come."""
    struck: int = 0

    def run(self, field: Battlefield) -> None:
        """The next hex with anybody in it, or with somebody who might hide there."""
        barrage = self.barrage
        size = 1 if not barrage.wide else len(zone_of(field.world.ground, barrage.at, wide=True))
        for number, hex in enumerate(self.hexes):
            fire = self._fire(field, hex, zone=self.struck + number < size)
            if fire:
                field.next(*fire, replace(self, hexes=self.hexes[number + 1 :], struck=self.struck + number + 1))
                return
        if barrage.shell == CONTINUOUS:
            field.update(missions=(*field.board.missions, barrage))
        special = munition(field.game.rules, barrage.shell)
        if special and special.after:
            special.after(field, barrage)

    def _fire(self, field: Battlefield, hex: int, *, zone: bool) -> tuple[Procedure, ...]:
        """What falls on a hex."""
        barrage = self.barrage
        units = tuple(n for n in field.units_in(hex) if n not in field.board.ran)
        known = tuple(n for n in units if not field.units[n].hidden)
        if known:
            return fall_on(field, known, hex, barrage, zone=zone)
        enemy = 1 - barrage.side
        if field.world.hides and hiding.lairs(field, hiding.hidden_of(field, enemy)) >> hex & 1:
            return (BlindFire(hex, barrage, zone),)
        if units:  # its own side hides there
            return fall_on(field, units, hex, barrage, zone=zone, secret=True)
        return ()


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


def ran(field: Battlefield, unit: int, hex: int) -> None:
    """A unit that runs is out of the mission that lands now (TCS 18.8a)."""
    if field.board.phasing == NOBODY:
        field.update(ran=(*field.board.ran, unit))


def zones_of(look: Situation) -> tuple[int, ...]:
    """The Attack Zones of the Continuous Fire on the map (TCS 18.10a)."""
    found = {hex for each in look.board.missions for hex in zone_of(look.world.ground, each.at, wide=each.wide)}
    return tuple(sorted(found))


CHAPTER = Chapter(
    name="barrage",
    procedures=(Execute, Strike, ShellFire, ShellMorale, PointShells, ShellRoll, BlindFire),
    adds=(RAN.add(ran),),
    phrases={
        "shell_fire!": "Shells fall on {hex:hex}, strength {strength}",
        "shell_roll!": "Shells fall around {unit:unit}",
        "blind_fire!": "Shells fall on {hex:hex}",
        "lands": "{side:side} artillery lands on {hex:hex}: {shell}, {calibre}, {quality}",
        "smoke_lands": "{side:side} artillery lays smoke on {hexes:hexes}",
        "lights": "{side:side} lights {hex:hex}",
    },
)
