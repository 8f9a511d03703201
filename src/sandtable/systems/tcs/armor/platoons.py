"""Platoon counters (AR 4.2B): vehicles fight as counters with a step for each, and may break out into several.

Where the scenario lists single vehicles, those of a line are put together: a platoon has four tanks, a section two
vehicles or guns, unless the scenario says otherwise. What a counter lacks at the start is a hit on it. For each vehicle
but the first there is a spare counter, out of play until the platoon breaks out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.picture import Mark
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.action import OPENING, Act, idle
from sandtable.systems.tcs.armor.nerve import few_vehicles
from sandtable.systems.tcs.armor.parts import SPLIT
from sandtable.systems.tcs.armor.tables import PLATOONS
from sandtable.systems.tcs.board import TIMES, Situation, Unit
from sandtable.systems.tcs.field import LOST, Battlefield
from sandtable.systems.tcs.morale import VehicleRoll, vehicles_in
from sandtable.systems.tcs.picture import MARKS
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.roster import ROSTERS, Rostered
from sandtable.systems.tcs.tables import TANKS, Kind
from sandtable.systems.tcs.world import NOBODY, OFF

__all__ = ["CHAPTER", "Broken", "grouped", "platoon_size", "spares"]

PLATOON = "platoon"
SECTIONS = frozenset({"armoured_car", "recon", "at_gun", "aa", "infantry_gun", "atgm_vehicle"})
NO_PLATOON = Reason("{unit:unit} is no platoon counter with two vehicles or more", "AR 4.2B4")
BUSY = Reason("{unit:unit} carries somebody, is carried or hides, and stays together", "AR 4.2B4")
NO_SPARE = Reason("there is no counter left for another part of {unit:unit}", "AR 4.2B4")
CHANGED = Reason("{unit:unit} has broken out or joined in this phase already", "AR 4.2B4")
NOBODY_TO_JOIN = Reason(
    "there is no other part of the platoon of {unit:unit} in its hex and in the same state to join", "AR 4.2B4"
)


class Broken(msgspec.Struct, frozen=True, array_like=True, tag="armor.broken"):
    """The counters that have joined another, or were broken out, in this phase: they do not change back in it."""

    out: tuple[int, ...] = ()
    joined: tuple[int, ...] = ()


# The roster


def platoon_size(kind: Kind, vehicles: int = 0) -> int:
    """How many vehicles or guns a counter of a type stands for at full strength; 1 if it is no platoon (AR 4.2B1).

    >>> from sandtable.systems.tcs.tables import UNITS
    >>> [platoon_size(UNITS[id]) for id in ("us_m4_75", "su_t34_76", "us_57mm_atg", "us_truck")]
    [4, 3, 2, 1]
    """
    tanks, others = PLATOONS.get(kind.nation, PLATOONS["others"])
    if kind.steps > 1 or not (kind.kind in TANKS or kind.kind in SECTIONS):
        return 1
    return vehicles or (tanks if kind.kind in TANKS and not kind.lifts else others)


def grouped(listed: list[Rostered]) -> list[Rostered]:
    """The units of a formation, with vehicles put together in platoon counters and spare counters after each."""
    found: list[Rostered] = []
    lines: dict[int, list[Rostered]] = {}
    for each in listed:
        lines.setdefault(id(each.entry), []).append(each)
    for line in lines.values():
        first = line[0]
        size = platoon_size(first.kind, first.entry.vehicles)
        found += line if size == 1 else _counters(line, size)
    return found


def _counters(line: list[Rostered], size: int) -> Iterator[Rostered]:
    flags = ";".join(filter(None, (line[0].kind.flags, PLATOON)))
    kind = replace(line[0].kind, steps=size, flags=flags)
    parts = [line[start : start + size] for start in range(0, len(line), size)]
    name = line[0].name.removesuffix(" 1") if len(line) > 1 else line[0].name
    for number, part in enumerate(parts):
        called = f"{name} {number + 1}" if len(parts) > 1 else name
        leader = any(each.leader for each in part)
        yield replace(part[0], kind=kind, name=called, leader=leader, steps=len(part), platoon=number)
        for spare in range(2, len(part) + 1):
            again = replace(part[0], kind=kind, name=f"{called}/{spare}", leader=False, steps=0, platoon=number)
            yield again


# Steps


def times(look: Situation, unit: int) -> int | None:
    """AR 4.2B3: a platoon fires once for each vehicle it has left."""
    return look.units[unit].steps if PLATOON in look.world.kinds[unit].traits else None


def hits(roll: VehicleRoll, look: Situation) -> Iterable[Modifier]:
    """AR 4.2B2: hits count in the check of vehicles as steps lost do for infantry; those of this fire count already."""
    found = few_vehicles(look, vehicles_in(look, roll.hex, roll.side, armoured=roll.armoured))
    if found is None or found.rule != "AR 4.2B2" or found.value <= roll.lost:
        return ()
    return (Modifier(found.value - roll.lost, found.words, found.rule),)


# Breaking out


def spares(look: Situation, unit: int) -> list[int]:
    """The counters of the platoon of a unit that are out of play."""
    world = look.world
    return [
        n
        for n in world.units_of[world.owners[unit]]
        if world.platoons[n] == world.platoons[unit] and not look.units[n].steps and look.units[n].at == OFF
    ]


def why_not_break(look: Situation, unit: int) -> Reason | None:
    """Why a vehicle of a platoon does not break out (AR 4.2B4)."""
    now = look.units[unit]
    if PLATOON not in look.world.kinds[unit].traits or now.steps < 2:
        return NO_PLATOON
    if why := idle(look, unit):
        return why
    if now.carrier != NOBODY or now.hidden or any(each.carrier == unit for each in look.units):
        return BUSY
    if unit in look.kept(Broken).joined:
        return CHANGED
    return None if spares(look, unit) else NO_SPARE


@verb("Break a vehicle out of", "unit", menu="Break out", name="armor.break_out")
def break_out(act: Act, look: Situation) -> Targets:
    """Platoons with two vehicles or more (AR 4.2B4)."""
    return tuple(n for n in look.on_map(act.side) if why_not_break(look, n) is None)


@break_out.then
def _break_out(act: Act, field: Battlefield, unit: int) -> None:
    part = spares(field, unit)[0]
    before = field.units[unit]
    field.change(part, **{**msgspec.structs.asdict(before), "steps": 1})
    field.change(unit, steps=before.steps - 1)
    kept = field.kept(Broken)
    field.keep(replace(kept, out=tuple(sorted({*kept.out, unit, part}))))
    for follow in field.game.rules.at(SPLIT):
        follow(field, unit, part)
    field.log("armor.breaks_out", "AR 4.2B4", unit=unit, part=part)
    field.next(act)


break_out.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_break(look, unit))


def joins(look: Situation, unit: int) -> int | None:
    """The counter of its platoon that a part can join: in its hex, in the same state, with room for it."""
    world, now = look.world, look.units[unit]
    for n in look.units_in(now.at):
        same = world.platoons[n] == world.platoons[unit] and world.owners[n] == world.owners[unit]
        room = look.units[n].steps + now.steps <= world.kinds[n].steps
        if n != unit and same and room and replace(look.units[n], steps=now.steps) == now:
            return n
    return None


def why_not_join(look: Situation, unit: int) -> Reason | None:
    """Why a part of a platoon does not join another (AR 4.2B4)."""
    if PLATOON not in look.world.kinds[unit].traits:
        return NO_PLATOON
    if why := idle(look, unit):
        return why
    if any(each.carrier == unit for each in look.units) or look.units[unit].carrier != NOBODY:
        return BUSY
    other = joins(look, unit)
    if other is None:
        return NOBODY_TO_JOIN
    return CHANGED if {unit, other} & set(look.kept(Broken).out) else None


@verb("Join its platoon with", "unit", menu="Join its platoon", name="armor.join")
def join(act: Act, look: Situation) -> Targets:
    """Parts of a platoon in one hex (AR 4.2B4)."""
    return tuple(n for n in look.on_map(act.side) if why_not_join(look, n) is None)


@join.then
def _join(act: Act, field: Battlefield, unit: int) -> None:
    other = joins(field, unit)
    assert other is not None
    one, two = (unit, other) if field.world.leaders[other] or not field.world.leaders[unit] else (other, unit)
    field.change(two, steps=field.units[two].steps + field.units[one].steps)
    field.log("armor.joins", "AR 4.2B4", unit=one, other=two)
    field.change(one, **msgspec.structs.asdict(Unit(OFF, 0, sheet=NOBODY)))
    kept = field.kept(Broken)
    field.keep(replace(kept, joined=tuple(sorted({*kept.joined, two}))))
    for forget in field.game.rules.at(LOST):
        forget(field, one)
    field.next(act)


join.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_join(look, unit))


def mark(look: Situation, unit: int) -> Iterable[Mark]:
    """For a client: that a counter has broken out, or is only a spare one."""
    if PLATOON not in look.world.kinds[unit].traits or look.world.started[unit]:
        return ()
    if not look.units[unit].steps:
        return (Mark("spare", "A counter for a part of its platoon, not in play (AR 4.2B4)"),)
    return (Mark("broken_out", "Has broken out of its platoon (AR 4.2B4)"),)


def opening(field: Battlefield, side: int) -> None:
    """A phase begins."""
    if field.kept(Broken) != Broken():
        field.keep(Broken())


def forget(field: Battlefield, unit: int) -> None:
    """A counter is out of play."""
    kept = field.kept(Broken)
    if unit in kept.out or unit in kept.joined:
        field.keep(Broken(*(tuple(n for n in each if n != unit) for each in (kept.out, kept.joined))))


CHAPTER = Chapter(
    name="armor platoon counters",
    verbs={Act: (break_out, join)},
    modifiers={VehicleRoll: (hits,)},
    adds=(ROSTERS.add(grouped), TIMES.add(times), OPENING.add(opening), LOST.add(forget), MARKS.add(mark)),
    phrases={
        "armor.breaks_out": "{part:unit} breaks out of {unit:unit}",
        "armor.joins": "{unit:unit} joins {other:unit}",
    },
    keeps=Broken,
    switch=("armor_platoon_counters", "armor_rules=platoons"),
)
