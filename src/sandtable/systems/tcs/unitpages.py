"""The types of units and the missiles of TCS as data cards with chances by range, for pages that show them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import get_args

from sandtable.kernel.vehicles import Against, Band, DataCard, Fact, Ground, Vehicle, Vehicles
from sandtable.systems.tcs.modern.atgm import ATGMS, Atgm, atgm_of, kill_number, range_band
from sandtable.systems.tcs.modern.missilefire import MissileShot
from sandtable.systems.tcs.proving import Terrain
from sandtable.systems.tcs.tables import TERRAIN, UNITS, Kind
from sandtable.systems.tcs.unitcards import Stretch, stretches, traits_of, unit_card
from sandtable.systems.tcs.unitnames import card_name

__all__ = ["VEHICLES", "page_card"]

MISSILE = "{} (missile)"
AIR = "helicopter"


_KINDS = {card_name(each): each for each in UNITS.values()}
_MISSILES = {MISSILE.format(each.name): each for each in ATGMS.values()}


def _facts(kind: Kind) -> tuple[Fact, ...]:
    missile = atgm_of(kind)
    area = "" if kind.area_strength is None else f"{kind.area_strength} to {kind.area_range_max}"
    point = "" if kind.point_strength is None else f"{kind.point_strength} at {kind.point_range_nominal}"
    target = kind.target_class if kind.defence is None else f"{kind.target_class}-{kind.defence}"
    return (
        Fact("Army", kind.nation),
        Fact("Target", target, kind.defence or 0),
        Fact("Area fire", area, kind.area_strength or 0),
        Fact("Point fire", point, kind.point_strength or 0),
        Fact("Missile", missile.name if missile else "", missile.attack if missile else 0),
        Fact("Moves", str(kind.movement_allowance), kind.movement_allowance),
    )


def _missile_facts(missile: Atgm) -> tuple[Fact, ...]:
    return (
        Fact("Army", "any"),
        Fact("Target", ""),
        Fact("Area fire", ""),
        Fact("Point fire", ""),
        Fact("Missile", f"attack {missile.attack}, {missile.minimum + 1} to {missile.longest}", missile.attack),
        Fact("Moves", ""),
    )


def _opponents(modern: bool) -> list[Kind]:
    """All types on the ground of an era."""
    return [each for each in UNITS.values() if (each.era != "ww2") == modern and each.move_class != AIR]


def _alike(kind: Kind) -> tuple[object, ...]:
    """Types that fire does the same to."""
    return (kind.target_class, kind.defence, kind.steps, kind.flags, kind.kind, kind.move_class, kind.era == "ww2")


@lru_cache(maxsize=256)
def page_card(name: str, _: int, where: Terrain) -> DataCard:
    """The card of a type, or of a missile, against every type of its era on the ground."""
    missile = _MISSILES.get(name)
    kind = None if missile else _KINDS[name]
    modern = kind is None or kind.era != "ww2"
    known: dict[object, Mapping[str, tuple[Stretch, ...]]] = {}
    lines: dict[str, Mapping[str, tuple[Stretch, ...]]] = {}
    for each in _opponents(modern):
        key = _alike(each)
        if key not in known:
            known[key] = _lines(kind, missile, each, where)
        lines[card_name(each)] = known[key]
    bands = _bands(lines)
    against = tuple(
        Against(opponent, tuple(_at(found.get(band.group, ()), band.low or 0) for band in bands))
        for opponent, found in lines.items()
        if found
    )
    facts = _missile_facts(missile) if missile else ()
    if kind is not None:
        facts = (*_facts(kind), Fact("Traits", ", ".join(traits_of(kind))))
    shown = tuple(fact for fact in facts if fact.words)
    words = (
        "The chance that one shot costs the target a step, by hexes. The target is in Fire Mode and spotted, by day."
    )
    return DataCard(name, shown, words, bands, against)


def _lines(kind: Kind | None, missile: Atgm | None, against: Kind, where: Terrain) -> Mapping[str, tuple[Stretch, ...]]:
    if kind is not None and kind.move_class != AIR:
        return unit_card(kind, against, where).lines
    flown = missile or (atgm_of(kind) if kind else None)
    if flown is None or against.target_class == "A":
        return {}
    hard = against.defence or 0
    chances = {}
    for hexes in range(1, flown.longest + 1):
        band = range_band(flown, hexes)
        if band is None or kill_number(flown.attack, hard, band)[0] is None:
            continue
        shot = MissileShot(
            attack=flown.attack, defence=hard, band=band, type=TERRAIN[where].type, posture="fire",
            vehicles=against.vehicle,
        )  # fmt: skip
        chances[hexes] = shot.resolution("").odds().get("kill", Fraction(0))
    return {flown.name: stretches(chances)} if chances else {}


def _bands(lines: Mapping[str, Mapping[str, tuple[Stretch, ...]]]) -> tuple[Band, ...]:
    """The ranges at which a chance changes for anybody, weapon by weapon."""
    weapons = dict.fromkeys(weapon for found in lines.values() for weapon in found)
    bands = []
    for weapon in weapons:
        all_of = [each for found in lines.values() for each in found.get(weapon, ())]
        starts = sorted({each.low for each in all_of})
        ends = [start - 1 for start in starts[1:]] + [max((each.high for each in all_of), default=0)]
        for low, high in zip(starts, ends, strict=True):
            bands.append(Band(weapon, str(low) if low == high else f"{low}-{high}", low, high))
    return tuple(bands)


def _at(line: tuple[Stretch, ...], hexes: int) -> Fraction | None:
    return next((each.chance for each in line if each.low <= hexes <= each.high), None)


VEHICLES = Vehicles(
    words="Every type of unit and every missile, and what one shot does to each target at each range.",
    vehicles=(
        *(Vehicle(name, _facts(kind)) for name, kind in _KINDS.items()),
        *(Vehicle(name, _missile_facts(missile)) for name, missile in _MISSILES.items()),
    ),
    rating=None,
    grounds=tuple(
        Ground(each, "in the open" if each == "open" else f"in {each}") for each in reversed(get_args(Terrain))
    ),
    card=page_card,
)
"""The data cards of TCS."""
