"""The vehicles and their data cards: what each can do to every other (MA DAT tanks)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from sandtable.kernel.errors import OptionError, shown
from sandtable.systems.micro_armour.board import CANNON
from sandtable.systems.micro_armour.fire import differential
from sandtable.systems.micro_armour.proving import Ground, Shooter, Target, fired_at
from sandtable.systems.micro_armour.tables import TANKS, Tank, range_bands

__all__ = ["Against", "Band", "Card", "data_card", "named", "vehicles"]

Order = Literal["table", "name", "points", "attack", "defense", "range", "speed"]


def named(text: str) -> Tank:
    """The vehicle that somebody means: by its name, whatever the case, or by a part that no other has.

    >>> named("m1a1").weapon, named("T-72").weapon
    ('M1A1 Abrams', 'T-72')
    >>> named("Leo")
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: 'Leo' may be Leopard-I, Leopard-II or Leopard-IIA6
    """
    if text in TANKS:
        return TANKS[text]
    wanted = text.strip().casefold()
    same = [tank for tank in TANKS.values() if tank.weapon.casefold() == wanted]
    found = same or [tank for tank in TANKS.values() if wanted and wanted in tank.weapon.casefold()]
    if len(found) == 1:
        return found[0]
    if found and len(found) <= 12:
        *most, last = [tank.weapon for tank in found]
        raise OptionError(f"{shown(text)} may be {', '.join(most)} or {last}")
    raise OptionError(f"there is no vehicle {shown(text)}: see sandtable vehicles")


def vehicles(
    text: str = "",
    *,
    tech_level: int | None = None,
    missiles: bool | None = None,
    points: tuple[int, int] | None = None,
    order: Order = "table",
) -> tuple[Tank, ...]:
    """The vehicles whose name has this text, of a tech level, with or without missiles, within a price.

    >>> [tank.weapon for tank in vehicles("leo", tech_level=3)]
    ['Leopard-II']
    >>> [tank.weapon for tank in vehicles(missiles=True, points=(0, 340), order="points")]
    ['M551A1/Shillelah', 'T55M/AT-10', 'T-62M/AT-10']
    """
    low, high = points or (0, 1_000_000)
    found = [
        tank
        for tank in TANKS.values()
        if text.casefold() in tank.weapon.casefold()
        and tech_level in (None, tank.tech_level)
        and missiles in (None, tank.atgm_attack is not None)
        and low <= tank.points <= high
    ]
    if order == "name":
        found.sort(key=lambda tank: tank.weapon)
    elif order == "points":
        found.sort(key=lambda tank: tank.points)
    elif order != "table":
        keys = {"attack": "cannon_attack", "range": "cannon_range", "defense": "defense", "speed": "speed"}
        found.sort(key=lambda tank: -getattr(tank, keys[order]))
    return tuple(found)


class Band(msgspec.Struct, frozen=True):
    """A band of ranges of a vehicle's cannon: from and to these inches, and what it adds to the die."""

    low: int
    high: int
    die: int


class Against(msgspec.Struct, frozen=True):
    """What one shot does to an opponent: the differential, and the chance to kill.

    `front` and `flank` have a chance for each band of the cannon; the missile has one for all ranges, or none.
    """

    weapon: str
    differential: tuple[int, int]
    """From the front and from the flank."""
    front: tuple[Fraction, ...]
    flank: tuple[Fraction, ...]
    missile_front: Fraction | None = None
    missile_flank: Fraction | None = None


class Card(msgspec.Struct, frozen=True):
    """A vehicle's data card, for a firer of some cohesion and a fresh target on some ground."""

    vehicle: Tank
    cohesion: int
    ground: Ground
    bands: tuple[Band, ...]
    against: tuple[Against, ...]


def data_card(weapon: str, cohesion: int = 14, ground: Ground = "clear", against: str = "") -> Card:
    """The card of a vehicle against all others, or against those whose name has this text.

    The chances are those of one try to fire: the cohesion test of a firer without markers, and the die.

    >>> card = data_card("M60A3", against="T-72")
    >>> [(band.low, band.high, band.die) for band in card.bands]
    [(1, 1, -1), (2, 10, 0), (11, 20, 1), (21, 30, 2)]
    >>> [str(chance) for chance in card.against[0].front]
    ['7/36', '7/60', '7/120', '7/360']
    """
    tank = named(weapon)
    bands = tuple(
        Band(low, min(high or tank.cannon_range, tank.cannon_range), die)
        for low, high, die in range_bands(tank.tech_level)
        if low <= tank.cannon_range
    )
    return Card(
        tank,
        cohesion,
        ground,
        bands,
        tuple(_against(tank, each, cohesion, ground, bands) for each in vehicles(against)),
    )


def _against(tank: Tank, other: Tank, cohesion: int, ground: Ground, bands: tuple[Band, ...]) -> Against:
    def kill(inches: int, flank: bool, missile: bool = False) -> Fraction:
        shooter = Shooter(tank.weapon, inches, flank, missile)
        ends = fired_at((shooter,), Target(other.weapon, ground=ground), cohesion)
        return ends.chance(lambda end: end.condition == "eliminated")

    far = tank.atgm_range
    return Against(
        other.weapon,
        (differential(tank, other, CANNON, False), differential(tank, other, CANNON, True)),
        tuple(kill(band.low, False) for band in bands),
        tuple(kill(band.low, True) for band in bands),
        kill(far, False, True) if far else None,
        kill(far, True, True) if far else None,
    )
