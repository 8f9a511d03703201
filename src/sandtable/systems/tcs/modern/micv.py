"""MICVs (ME 7): single vehicles with a squad inside, that fire from within and die with their vehicle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.option import About, Options
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.aiming import MOUNTED
from sandtable.systems.tcs.areafire import AreaFire
from sandtable.systems.tcs.board import BEHIND, BERTHS, INSIDE, ON_TOP, Situation
from sandtable.systems.tcs.conditions import FIREPOWER
from sandtable.systems.tcs.field import TRAPPED, Battlefield
from sandtable.systems.tcs.gear import READ
from sandtable.systems.tcs.losses import DESTROYED
from sandtable.systems.tcs.modern.missilefire import HATCHES
from sandtable.systems.tcs.passengers import EXPOSED
from sandtable.systems.tcs.tables import Kind
from sandtable.systems.tcs.transport import CARRIES, RIDDEN
from sandtable.systems.tcs.world import FINE, FIRE_MODE, NOBODY

__all__ = ["CHAPTER", "MicvOptions", "enclosed", "is_micv", "launches_mounted", "platoon_of"]

SMALL = 2
"""The full steps of the largest small unit: a squad (ME 7.2a, 7.2b)."""
HALF = Fraction(1, 2)
PEACEFUL = frozenset({"TCS 5.0b", "TCS 17.5c", "TCS 17.8b"})
"""Losses that are neither fire, chemicals nor mines: too many in a hex, a retreat, an abandoned vehicle."""
MOUNTED_FIRE = Modifier(0, "strength halved: fire from inside a vehicle", "ME 7.2d")


class MicvOptions(Options, frozen=True):
    """Rulings on mounted squads."""

    platoon_morale: Annotated[
        int,
        About(
            "What an infantry platoon, or the last squad of one, adds to the Battalion Morale when area fire destroys"
            " it.",
            "ME 7.2b",
            low=0,
            high=9,
        ),
    ] = 2
    mounted_fire: Annotated[
        bool, About("A squad inside a MICV fires while its vehicle is in Fire Mode and has not moved.", "ME 7.2d")
    ] = True


def is_micv(kind: Kind) -> bool:
    """Whether a type is an infantry vehicle that fights by itself (ME 7.1a)."""
    return "micv" in kind.traits


def enclosed(look: Situation, unit: int) -> bool:
    """Whether a unit is inside a vehicle that closes around it: no truck, nothing open-topped, and nothing towed."""
    carrier = look.units[unit].carrier
    return carrier != NOBODY and is_micv(look.world.kinds[carrier]) and look.berth(unit, carrier) == INSIDE


# Who is carried where


def berth(look: Situation, unit: int, carrier: int) -> int | None:
    """A MICV has a place inside for a squad, one behind it for a gun, and its deck for a platoon (ME 7.1a, 7.1b)."""
    kinds = look.world.kinds
    if not is_micv(kinds[carrier]):
        return None
    if kinds[unit].gun:
        return BEHIND
    return INSIDE if kinds[unit].steps <= kinds[carrier].lifts else ON_TOP


def carries(look: Situation, passenger: int, carrier: int) -> bool | None:
    """A platoon rides on the outside of MICVs, by the rule of riders on tanks (ME 7.1b)."""
    if berth(look, passenger, carrier) == ON_TOP:
        return bool(look.world.options.riders_tanks)
    return None


def ridden(look: Situation, carrier: int) -> bool:
    """Whether it is a MICV."""
    return is_micv(look.world.kinds[carrier])


# Fire from inside


def mounted(look: Situation, unit: int) -> bool:
    """Whether a carried unit may fire: inside a MICV that is in Fire Mode and has not moved in this phase (ME 7.2d)."""
    if not look.game.rules.chosen(MicvOptions).mounted_fire or not enclosed(look, unit):
        return False
    if not look.world.kinds[unit].infantry:
        return False
    vehicle = look.units[look.units[unit].carrier]
    moved = look.board.phasing == look.world.owners[unit] and (vehicle.impulse or vehicle.spent)
    return vehicle.mode == FIRE_MODE and vehicle.morale == FINE and not moved


def firepower(look: Situation, unit: int) -> Fraction:
    """Half, for a squad that fires from inside (ME 7.2d)."""
    return HALF if look.units[unit].carrier != NOBODY else Fraction(1)


def from_inside(fire: AreaFire, look: Situation) -> Iterable[Modifier]:
    """The line that tells of it in a fire."""
    if any(look.units[n].carrier != NOBODY for n in fire.firers):
        yield MOUNTED_FIRE


def launches_mounted(look: Situation, unit: int) -> bool:
    """Whether a carried unit may launch its missile: only a Dragon, from the hatch of an M113 (ME 7.2d)."""
    carrier = look.units[unit].carrier
    if carrier == NOBODY:
        return True
    kinds = look.world.kinds
    return kinds[unit].atgm == "dragon" and "dragon_hatch" in kinds[carrier].traits and mounted(look, unit)


# Losses


def trapped(look: Situation, passenger: int, what: str, rule: str) -> str:
    """Those inside die with a MICV that fire, chemicals or mines destroy (ME 7.3a)."""
    by_fire = what == "destroyed" and rule not in PEACEFUL
    return "ME 7.3a1" if by_fire and enclosed(look, passenger) else ""


def exposed(look: Situation, rider: int) -> bool:
    """Riders on a MICV that point fire destroys are attacked by it too (ME 7.3a)."""
    return is_micv(look.world.kinds[look.units[rider].carrier])


def platoon_of(look: Situation, unit: int) -> tuple[int, str]:
    """The platoon of a squad: the one of its battalion that the scenario names, or else its whole formation."""
    world = look.world
    name = world.gear[unit].platoon if world.gear else ""
    return (world.battalion_of[unit], name) if name else (world.member_of[unit], "")


def destroyed(field: Battlefield, hits: Sequence[int]) -> Mapping[int, tuple[int, str]]:
    """What an area fire that destroys a platoon, or the last squad of one, does to its battalion (ME 7.2b)."""
    world = field.world
    by = field.game.rules.chosen(MicvOptions).platoon_morale
    found: dict[int, tuple[int, str]] = {}
    for n in dict.fromkeys(hits):
        kind = world.kinds[n]
        if field.units[n].steps or not by or not kind.infantry:
            continue
        if kind.steps > SMALL:
            found[world.battalion_of[n]] = by, "ME 7.2b2"
        elif kind.kind == "squad" and not any(field.units[each].steps for each in _squads(field, n)):
            found[world.battalion_of[n]] = by, "ME 7.2b"
    return found


def _squads(look: Situation, unit: int) -> list[int]:
    """All squads of the platoon of a squad."""
    kinds, own = look.world.kinds, platoon_of(look, unit)
    mates = look.world.units_in_battalion[look.world.battalion_of[unit]]
    return [n for n in mates if kinds[n].kind == "squad" and platoon_of(look, n) == own]


CHAPTER = Chapter(
    name="MICVs",
    modifiers={AreaFire: (from_inside,)},
    adds=(
        BERTHS.add(berth),
        CARRIES.add(carries),
        RIDDEN.add(ridden),
        MOUNTED.add(mounted),
        HATCHES.add(launches_mounted),
        FIREPOWER.add(firepower),
        TRAPPED.add(trapped),
        EXPOSED.add(exposed),
        DESTROYED.add(destroyed),
        READ.add("platoon"),
    ),
    options=MicvOptions,
    switch="modern",
)
