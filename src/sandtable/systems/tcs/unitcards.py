"""The types of units and their data cards: what a unit is, and its chances against another by range (TCS 3.0a).

>>> card = unit_card(unit_named("T-72A"), unit_named("us87_m60a3"))
>>> [(str(each.low), str(each.high), each.chance) for each in card.lines["gun"]][0]
('1', '4', Fraction(13, 36))
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from sandtable.kernel.errors import OptionError, shown
from sandtable.kernel.procedure import Roll
from sandtable.kernel.resolution import Resolution
from sandtable.systems.tcs.antitank import AtRoll
from sandtable.systems.tcs.areafire import AreaFire
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.defence import defence_of
from sandtable.systems.tcs.modern.atgm import atgm_of, kill_number, range_band
from sandtable.systems.tcs.modern.missilefire import MissileShot
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.proving import FARTHEST, Posted, Terrain, ground, put, target_hex
from sandtable.systems.tcs.tables import TERRAIN, UNITS, Kind, differential

__all__ = ["Card", "Posture", "Stretch", "stretches", "traits_of", "unit_card", "unit_named", "units"]

Posture = Literal["fire", "move", "dug_in"]
WORDS = {
    "thermal": "thermal sights",
    "nvd": "night vision",
    "nbc": "NBC protection",
    "dual_mode": "dual mode",
    "reactive": "reactive armour",
    "dua": "depleted-uranium armour",
    "open_topped": "open-topped",
    "small_unit": "",
    "armour": "",
    "micv": "MICV",
    "laser": "laser designator",
    "dragon_hatch": "launches Dragons from its hatch",
    "carrier=platoon": "carries a platoon",
    "carrier=squad": "carries a squad",
    "carrier=team": "carries a team",
    "tow": "tows a gun",
    "recon": "reconnaissance",
    "smoke_rounds": "smoke rounds",
    "smoke_discharger": "smoke dischargers",
}
"""The traits of units in words; the others are plain enough."""
COUNTS = {
    "at_mod": "AT rolls against it {}",
    "aa": "AA number {}",
    "aa_range": "AA range {}",
    "atgm_shots": "{} missiles",
}


class Stretch(msgspec.Struct, frozen=True):
    """A chance that holds from one range to another, in hexes."""

    low: int
    high: int
    chance: Fraction


class Card(msgspec.Struct, frozen=True):
    """The data card of a unit against another."""

    unit: Kind
    against: Kind
    ground: str
    posture: str
    lines: Mapping[str, tuple[Stretch, ...]]
    """For each weapon the chance that one shot costs the target a step, by range."""


def unit_named(text: str) -> Kind:
    """The type that somebody means: by its id or name, whatever the case, or by a part that no other has.

    >>> unit_named("us87_m1a1").name, unit_named("panther").id
    ('M1A1 Abrams', 'ge_panther')
    >>> unit_named("Leopard")
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: 'Leopard' may be ge87_leo2a4 (Leopard 2A4) or ge87_leo1a5 (Leopard 1A5)
    """
    wanted = text.strip().casefold()
    if wanted in UNITS:
        return UNITS[wanted]
    same = [kind for kind in UNITS.values() if kind.name.casefold() == wanted]
    found = same or [kind for kind in UNITS.values() if wanted and wanted in f"{kind.id} {kind.name}".casefold()]
    if len(found) == 1:
        return found[0]
    if found and len(found) <= 12:
        *most, last = [f"{kind.id} ({kind.name})" for kind in found]
        raise OptionError(f"{shown(text)} may be {', '.join(most)} or {last}")
    raise OptionError(f"there is no unit {shown(text)}: see sandtable units")


def units(like: str = "", *, nation: str = "", era: str = "", kind: str = "") -> tuple[Kind, ...]:
    """The types whose id or name has a text, of an army, an era and a kind; each empty is any.

    >>> [each.id for each in units(nation="West German", kind="tank")]
    ['ge87_leo2a4', 'ge87_leo1a5']
    """
    for key, wanted in (("nation", nation), ("era", era), ("kind", kind)):
        every = dict.fromkeys(getattr(each, key) for each in UNITS.values())
        if wanted and wanted.casefold() not in {each.casefold() for each in every}:
            raise OptionError(f"--{key} is one of {', '.join(every)}, not {shown(wanted)}")
    return tuple(
        each
        for each in UNITS.values()
        if like.casefold() in f"{each.id} {each.name}".casefold()
        and (not nation or each.nation.casefold() == nation.casefold())
        and (not era or each.era.casefold() == era.casefold())
        and (not kind or each.kind.casefold() == kind.casefold())
    )


def traits_of(kind: Kind) -> tuple[str, ...]:
    """What is special about a type, in words.

    >>> traits_of(UNITS["su87_t72b"])
    ('night vision', 'NBC protection', 'reactive armour', 'AT rolls against it -1')
    """
    found = []
    for trait in kind.flags.split(";") if kind.flags else ():
        name, _, number = trait.partition("=")
        words = WORDS.get(trait)
        if words is None:
            words = COUNTS[name].format(number) if name in COUNTS and number else trait.replace("_", " ")
        found.append(words)
    return tuple(each for each in found if each)


def unit_card(kind: Kind, against: Kind, where: Terrain = "open", posture: Posture = "fire") -> Card:
    """What one shot of a unit at another of which all steps are left does at each range: the chance that it loses a
    step. The target has fired and is spotted; it is day, and nothing else counts. Types of 1987 play by the Modern
    Expansion.
    """
    for each in (kind, against):
        if each.move_class == "helicopter":
            raise OptionError(f"{each.name} is a helicopter, and what fires at it is not in a card")
    marks = ("fired",) if posture == "fire" else ("fired", posture)
    firers, targets = (Posted(kind.id),), (Posted(against.id, marks),)
    modern = "ww2" not in (kind.era, against.era)
    game = ground(firers, targets, where, 0, (("modern", modern),))
    looks = [Situation(game, put(game, firers, targets, hexes)) for hexes in range(FARTHEST + 1)]
    hex = target_hex(game)
    lines: dict[str, dict[int, Fraction]] = {}
    hard = defence_of(looks[0], 1)
    if kind.area_strength and against.target_class != "P":
        most = min(kind.area_range_max or 0, FARTHEST)
        lines["area fire"] = {n: _chance(looks[n], AreaFire((0,), hex, 1)) for n in range(1, most + 1)}
    if kind.point_strength is not None and against.target_class != "A":
        most = min(game.world.point_reach[0], FARTHEST)
        allowed = differential(kind.point_strength, hard) is not None
        lines["gun"] = {n: _chance(looks[n], PointFire((0,), hex, 1)) for n in range(1, most + 1) if allowed}
    if kind.infantry and against.target_class != "A":
        lines["AT roll"] = {n: _chance(looks[n], AtRoll(0, 1)) for n in (0, 1)}
    missile = atgm_of(kind)
    if missile and modern and against.target_class != "A":
        lines[missile.name] = {
            n: _killed(
                MissileShot(
                    attack=missile.attack,
                    defence=hard,
                    band=band,
                    type=TERRAIN[where].type,
                    posture=posture,
                    vehicles=against.vehicle,
                ).resolution("")
            )
            for n in range(1, missile.longest + 1)
            if (band := range_band(missile, n)) is not None and kill_number(missile.attack, hard, band)[0] is not None
        }
    return Card(kind, against, where, posture, {name: stretches(line) for name, line in lines.items() if line})


def _chance(look: Situation, roll: Roll) -> Fraction:
    return _killed(look.resolution_of(roll))


def _killed(roll: Resolution) -> Fraction:
    """The chance that a roll costs its target a step."""
    ways = roll.dice.ways
    hits = sum(count for face, count in ways.items() if _costs(roll.read(face)))
    return Fraction(hits, sum(ways.values()))


def _costs(outcome: object) -> bool:
    if isinstance(outcome, int):
        return outcome > 0
    return outcome == "kill" or (isinstance(outcome, tuple) and outcome[0] == "kill")


def stretches(line: Mapping[int, Fraction]) -> tuple[Stretch, ...]:
    """Chances by hexes as stretches of equal chances.

    >>> [(each.low, each.high) for each in stretches({1: Fraction(1, 2), 2: Fraction(1, 2), 3: Fraction(0)})]
    [(1, 2), (3, 3)]
    """
    found: list[Stretch] = []
    for hexes, chance in line.items():
        if found and found[-1].chance == chance and found[-1].high == hexes - 1:
            found[-1] = Stretch(found[-1].low, hexes, chance)
        else:
            found.append(Stretch(hexes, hexes, chance))
    return tuple(found)
