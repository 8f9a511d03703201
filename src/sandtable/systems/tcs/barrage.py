"""Missions of artillery (TCS 18.7 to 18.9): their zone and ring, how strong they are, and how they come down.

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

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.procedure import Procedure, Step
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.artilleryoptions import IlluminationOptions
from sandtable.systems.tcs.board import Situation, Smoke
from sandtable.systems.tcs.conditions import firepower_of
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.flight import RAN
from sandtable.systems.tcs.munitions import STRENGTHS, munition, shell_name
from sandtable.systems.tcs.shellfire import BlindFire, fall_on
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
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.world import NOBODY, World
from sandtable.systems.tcs.zones import ring_of, zone_of

__all__ = [
    "CHAPTER",
    "LANDED",
    "Execute",
    "Strike",
    "barrage_of",
    "lit_by",
    "strengths",
]

LANDED: Seam[Callable[[Barrage], Procedure]] = Seam("what follows when a mission has come down")
HALF = Fraction(1, 2)


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
    procedures=(Execute, Strike),
    adds=(RAN.add(ran),),
    phrases={
        "lands": "{side:side} artillery lands on {hex:hex}: {shell}, {calibre}, {quality}",
        "smoke_lands": "{side:side} artillery lays smoke on {hexes:hexes}",
        "lights": "{side:side} lights {hex:hex}",
    },
)
