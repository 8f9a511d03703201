"""The vehicles of Micro Armour as pages show them."""

from __future__ import annotations

from typing import cast, get_args

from sandtable.kernel.vehicles import Against, Band, DataCard, Fact, Ground, Rating, Vehicle, Vehicles
from sandtable.systems.micro_armour import proving
from sandtable.systems.micro_armour.tables import TANKS, Tank
from sandtable.systems.micro_armour.vehicles import data_card

__all__ = ["VEHICLES"]

COHESION = Rating("Cohesion", 1, 20, 14)


def _listed(tank: Tank) -> Vehicle:
    attack = f"{tank.cannon_attack}" if tank.atgm_attack is None else f"{tank.cannon_attack} / {tank.atgm_attack}"
    return Vehicle(
        tank.weapon,
        (
            Fact("Tech", str(tank.tech_level), tank.tech_level),
            Fact("Attack", attack, tank.cannon_attack),
            Fact("Range", f'{tank.cannon_range}"', tank.cannon_range),
            Fact("Defense", str(tank.defense), tank.defense),
            Fact("Speed", f'{tank.speed}"', tank.speed),
            Fact("Price", str(tank.points), tank.points),
        ),
    )


def _facts(tank: Tank) -> tuple[Fact, ...]:
    missile = "none"
    if tank.atgm_attack is not None:
        missile = f'{tank.atgm_attack}, {tank.atgm_min_range}" to {tank.atgm_range}"'
    return (
        Fact("Tech level", str(tank.tech_level)),
        Fact("Cannon", f'{tank.cannon_attack}, to {tank.cannon_range}"'),
        Fact("Defense", f"{tank.defense}, flank {(tank.defense + 1) // 2}"),
        Fact("Speed", f'{tank.speed}"'),
        Fact("Missile", missile),
        Fact("Swims", "no" if tank.amphibious_speed is None else f'{tank.amphibious_speed}"'),
        Fact("Price", str(tank.points)),
    )


def _ground(kind: str) -> Ground:
    if kind == "clear":
        return Ground(kind, "in the open")
    return Ground(kind, "on a hilltop" if kind == "hilltop" else f"in {kind.replace('_', ' ')}")


# What grows or is built on a hilltop counts before it.
GROUNDS = tuple(
    _ground(kind)
    for kind in sorted(get_args(proving.Ground), key=lambda kind: (kind == "clear", kind == "hilltop", kind))
)


def _card(name: str, cohesion: int, ground: str) -> DataCard:
    """The card of a vehicle, with its cannon by range and its missile."""
    card = data_card(name, cohesion, cast(proving.Ground, ground))
    bands = [
        Band(group, f'{band.low}-{band.high}"', band.low, band.high)
        for group in ("Front", "Flank")
        for band in card.bands
    ]
    missile = card.vehicle.atgm_attack is not None
    if missile:
        bands += [Band("Missile", "front"), Band("Missile", "flank")]
    against = []
    for each in card.against:
        extra = (each.missile_front, each.missile_flank) if missile else ()
        against.append(Against(each.weapon, (*each.front, *each.flank, *extra)))
    where = next(each.words for each in GROUNDS if each.kind == ground)
    words = f"The chance to kill with one try, cohesion {cohesion}, the opponent {where}."
    return DataCard(card.vehicle.weapon, _facts(card.vehicle), words, tuple(bands), tuple(against))


VEHICLES = Vehicles(
    words="The tanks of Micro Armour: what each costs, and what it can do to every other.",
    vehicles=tuple(_listed(tank) for tank in TANKS.values()),
    rating=COHESION,
    grounds=GROUNDS,
    card=_card,
)
