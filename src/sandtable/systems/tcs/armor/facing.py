"""Flanking fire (AR 4.4): moving armor faces the way it goes, and overwatch from its flank or rear is better."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.picture import Mark
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.action import OPENING
from sandtable.systems.tcs.armor.definition import is_armor
from sandtable.systems.tcs.armor.options import switch
from sandtable.systems.tcs.armor.parts import SPLIT
from sandtable.systems.tcs.armor.tables import SHIFTS
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.conditions import OVERWATCH
from sandtable.systems.tcs.field import CAME, LOST, Battlefield
from sandtable.systems.tcs.picture import HEADINGS, MARKS
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.world import MOVE_MODE

__all__ = ["CHAPTER", "Facings", "facing_of", "flanked"]

FACES = ("north", "north-east", "south-east", "south", "south-west", "north-west")
"""The directions by their numbers, clockwise from the top of the map."""


class Facings(msgspec.Struct, frozen=True, array_like=True, tag="armor.facings"):
    """The armor that has moved in this phase, each with the direction it faces."""

    ways: tuple[tuple[int, int], ...] = ()


def facing_of(look: Situation, unit: int) -> int | None:
    """The direction that a unit faces; None if it has not moved in this phase (AR 4.4a)."""
    return dict(look.kept(Facings).ways).get(unit)


def flanked(look: Situation, start: int, hex: int, side: int) -> bool:
    """Whether fire from a hex meets moving armor of a side in another elsewhere than through its front hexside or the
    corners of it (AR 4.4b).
    """
    units, ways = look.units, dict(look.kept(Facings).ways)
    fronts = {ways[n] for n in look.point_targets(hex, side) if n in ways and units[n].mode == MOVE_MODE}
    entry = look.world.ground.entry(start, hex)
    return bool(fronts and entry) and fronts.isdisjoint(entry)


def came(field: Battlefield, unit: int, before: int) -> None:
    """AR 4.4a: armor faces the hexside opposite the one it came in by; a unit that came otherwise faces nowhere."""
    if not is_armor(field.world, unit):
        return
    ways, at = dict(field.kept(Facings).ways), field.units[unit].at
    ways.pop(unit, None)
    if before >= 0 and field.world.ground.beside[before] >> at & 1:
        ways[unit] = field.world.ground.way(before, at)
    field.keep(Facings(tuple(sorted(ways.items()))))


def forget(field: Battlefield, unit: int) -> None:
    """A unit is lost."""
    if facing_of(field, unit) is not None:
        field.keep(Facings(tuple(each for each in field.kept(Facings).ways if each[0] != unit)))


def mark(look: Situation, unit: int) -> Iterable[Mark]:
    """For a client: where the front of moving armor is."""
    way = facing_of(look, unit)
    if way is None or look.units[unit].mode != MOVE_MODE:
        return ()
    return (Mark("facing", f"Faces {FACES[way]}: overwatch from its flank or rear is better by 2 (AR 4.4b)"),)


def split(field: Battlefield, unit: int, part: int) -> None:
    """A counter that breaks out of a platoon faces as the platoon does."""
    way = facing_of(field, unit)
    if way is not None:
        field.keep(Facings(tuple(sorted((*field.kept(Facings).ways, (part, way))))))


def opening(field: Battlefield, side: int) -> None:
    """Nobody has moved in a phase that begins."""
    if field.kept(Facings).ways:
        field.keep(Facings())


def flank(fire: PointFire, look: Situation) -> Iterable[Modifier]:
    """AR 4.4b: the shift of overwatch at armor that moves."""
    if fire.kind != OVERWATCH:
        return ()
    start = look.units[fire.firers[0]].at
    return (SHIFTS["flank"],) if flanked(look, start, fire.hex, fire.side) else ()


CHAPTER = Chapter(
    name="armor flanking fire",
    modifiers={PointFire: (flank,)},
    adds=(
        CAME.add(came),
        LOST.add(forget),
        OPENING.add(opening),
        SPLIT.add(split),
        MARKS.add(mark),
        HEADINGS.add(facing_of),
    ),
    keeps=Facings,
    switch=switch("armor_flanking"),
)
