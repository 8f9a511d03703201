"""What makes an op sheet sound (TCS 6.8): the checks before it goes into preparation, and what its author is warned of.

No check looks at hidden enemies.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from sandtable.kernel.memo import known_of
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.measures import beyond, boundary_fault, bounded, corridor
from sandtable.systems.tcs.orders import ground_of, measures_of
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.preparation import row_of
from sandtable.systems.tcs.sheetdrawing import centre_of, movers_of, way_there
from sandtable.systems.tcs.sheets import (
    ATTACK,
    DEFENSES,
    IMPLEMENTED,
    KINDS_OF_SHEET,
    MISSIONS,
    PREPARING,
    RESERVE,
    Measures,
    Sheet,
)
from sandtable.systems.tcs.staffwork import by_turns, gain_now
from sandtable.systems.tcs.world import NOBODY

__all__ = [
    "AXIS_ENDS",
    "HAS_MISSION",
    "LARGE_OBJECTIVE",
    "NOT_BESIDE",
    "NOT_ONE_OF_YOURS",
    "TOO_MANY_SHEETS",
    "WRONG_MISSION",
    "a_kind",
    "batteries_of",
    "can_list",
    "cannot_list",
    "fault_of",
    "faults",
    "holds",
    "missions_of",
    "prepared_by",
    "warnings",
]

NOT_ONE_OF_YOURS = Reason("{unit:unit} is not one of your units.", "TCS 6.8")
NOBODY_FIGHTS = Reason("An order needs at least one unit that can fight.", "TCS 6.8")
HAS_MISSION = Reason("{unit:unit} has a mission on this order already; a unit has one.", "TCS 6.2a")
ON_TOO_MANY = Reason("{unit:unit} is already on {n} orders in preparation; cancel one first.", "TCS 6.8")
NO_OBJECTIVE = Reason("Say where to: {a_kind} order needs an objective.", "TCS 6.15d")
LARGE_OBJECTIVE = Reason("An objective has at most {most} hexes; this has {n}.", "TCS 6.15d")
WRONG_MISSION = Reason("{mission} is no mission of {a_kind} order.", "TCS 6.2a")
NO_WAY = Reason("{unit:unit} cannot get to {hex:hex}: there is no way for {mover} movement.", "TCS 6.15e")
NOT_BESIDE = Reason("{other:hex} is not beside {hex:hex}: a direction of advance names every hex.", "TCS 6.15f")
NO_STEP = Reason("{unit:unit} cannot go from {hex:hex} to {other:hex}: choose another route.", "TCS 6.15f")
ROUTE_ENDS = Reason("A direction of advance ends in its objective; this one ends in {hex:hex}.", "TCS 6.15f")
AXIS_ENDS = Reason("An axis ends in its objective; this one ends in {hex:hex}.", "TCS 6.15e")
AXIS_WIDTH = Reason("An axis is 1 to {most} hexes wide on each side; this one is {n}.", "TCS 6.15e")
BROKEN_BOUNDARY = Reason("{words}.", "TCS 6.15a")
BOUNDARY_BETWEEN = Reason("The boundary lies between {group} and its objective.", "TCS 6.15a")
UNMARKED = Reason("{a_kind} order needs an axis, a direction of advance or a boundary.", "TCS 6.15e")
ROUND_LINE = Reason("Units can get round {line}: it must cross the whole axis.", "TCS 6.15b")
ALL_RESERVE = Reason("Somebody has to carry it out: not every group can be reserve.", "TCS 6.14b")
SAME_ALTERNATE = Reason("The alternate is the same as the plan.", "TCS 6.14c")
NOT_TO_ASSEMBLY = Reason("{unit:unit} cannot get to the assembly area.", "TCS 6.14a")
NOT_TO_RALLY = Reason("{unit:unit} cannot get to the rally area.", "TCS 6.11c")
NOT_YOUR_BATTERY = Reason("{battery} is not yours.", "TCS 6.15g")
TOO_MANY_SHEETS = Reason("You have {n} orders in preparation; cancel one first.", "TCS 6.8")
SAME_NAME = Reason('Another order of yours is called "{name}"; choose another name.', "TCS 6.2")
EMPTY_GROUP = Reason("{group} has no units.", "TCS 6.2a")

HELD = Reason("You hold all of that; defend it instead.")
CROWDED = Reason('The objective lies in the ground of "{name}" too.')
CARRIER_LEFT = Reason("{unit:unit} carries units of this order and is not on it.")
NO_SPOTTER = Reason("{unit:unit} has no unit of its battalion on this order to spot for it.")
UNLIKELY = Reason("The chance that it is in force before the last turn is only {percent} %.")
NEAR = 3
"""A known enemy this near to the objective makes an Attack worth while."""


def missions_of(kind: int) -> tuple[int, ...]:
    """The missions on a kind of op sheet, the usual one first (TCS 6.2a)."""
    usual = {ATTACK: (0, 1, RESERVE), 1: (2, RESERVE)}
    return usual.get(kind, (3, RESERVE))


def a_kind(kind: int) -> str:
    """`an Attack`, `a Move`."""
    name = KINDS_OF_SHEET[kind]
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def prepared_by(look: Situation, side: int) -> list[int]:
    """The op sheets of a side that are in preparation."""
    return [n for n, sheet in enumerate(look.board.sheets) if sheet.side == side and sheet.state == PREPARING]


def cannot_list(look: Situation, sheet: Sheet, number: int, unit: int) -> Reason | None:
    """Why a unit cannot be put on an op sheet: V1, V3, V4."""
    if look.world.owners[unit] != sheet.side or not look.units[unit].steps:
        return NOT_ONE_OF_YOURS.of(unit=unit)
    if unit in sheet.listed:
        return HAS_MISSION.of(unit=unit)
    most = look.game.rules.chosen(PlanningOptions).sheets_per_unit
    others = listings(look, unit, number) if most else 0
    return ON_TOO_MANY.of(unit=unit, n=others) if most and others >= most else None


def can_list(look: Situation, sheet: Sheet, number: int, units: Iterable[int]) -> list[int]:
    """Those of some units that can be put on an op sheet."""
    owners, now, listed = look.world.owners, look.units, sheet.listed
    free = [n for n in units if owners[n] == sheet.side and now[n].steps and n not in listed]
    most = look.game.rules.chosen(PlanningOptions).sheets_per_unit
    if not most:
        return free
    listed_on = _listings(look)
    return [n for n in free if n not in listed_on or listings(look, n, number) < most]


def listings(look: Situation, unit: int, number: int) -> int:
    """How many sheets in preparation, but for this one, list a unit."""
    return sum([each != number for each in _listings(look).get(unit, ())])


def _listings(look: Situation) -> dict[int, list[int]]:
    """The sheets in preparation that list each unit."""
    known: dict[str, dict[int, list[int]]] = known_of(look.board, "listings")
    found = known.get("all")
    if found is None:
        found = known["all"] = {}
        for n, sheet in enumerate(look.board.sheets):
            if sheet.state == PREPARING:
                for each in sheet.listed:
                    found.setdefault(each, []).append(n)
    return found


def fault_of(look: Situation, sheet: Sheet, number: int) -> Reason | None:
    """The first fault of an op sheet; None if it is sound."""
    return next(iter(faults(look, sheet, number)), None)


def faults(look: Situation, sheet: Sheet, number: int) -> Iterator[Reason]:
    """Why an op sheet cannot go into preparation as it is, in the order of the checks (V1 to V18)."""
    yield from _unit_faults(look, sheet, number)
    living = [n for n in sheet.listed if look.units[n].steps and look.world.owners[n] == sheet.side]
    if not any(look.world.kinds[n].armed for n in living):
        yield NOBODY_FIGHTS
        return
    if not sheet.measures.objective and any(group.measures is None for group in sheet.groups):
        yield NO_OBJECTIVE.of(a_kind=a_kind(sheet.kind))
        return
    for index, group in enumerate(sheet.groups):
        if group.mission not in missions_of(sheet.kind):
            yield WRONG_MISSION.of(mission=MISSIONS[group.mission], a_kind=a_kind(sheet.kind))
        units = [n for n in group.units if n in living]
        if not units:
            yield EMPTY_GROUP.of(group=group.name)
        elif sheet.kind not in DEFENSES:
            yield from _measure_faults(look, sheet, index, units)
        else:
            yield from _size_fault(look, measures_of(sheet, index))
    if all(group.mission == RESERVE for group in sheet.groups):
        yield ALL_RESERVE
    yield from _alternate_faults(look, sheet, living)
    yield from _area_faults(look, sheet, living)
    yield from _side_faults(look, sheet, number)


def _unit_faults(look: Situation, sheet: Sheet, number: int) -> Iterator[Reason]:
    """V1, V3, V4."""
    most = look.game.rules.chosen(PlanningOptions).sheets_per_unit
    for unit in dict.fromkeys(sheet.listed):
        if look.world.owners[unit] != sheet.side or not look.units[unit].steps:
            yield NOT_ONE_OF_YOURS.of(unit=unit)
        elif sheet.listed.count(unit) > 1:
            yield HAS_MISSION.of(unit=unit)
        else:
            others = listings(look, unit, number)
            if most and others >= most:
                yield ON_TOO_MANY.of(unit=unit, n=others)


def _size_fault(look: Situation, measures: Measures) -> Iterator[Reason]:
    """V5."""
    most = look.world.command.objective_hexes
    if len(measures.objective) > most:
        yield LARGE_OBJECTIVE.of(most=most, n=len(measures.objective))


def _measure_faults(look: Situation, sheet: Sheet, index: int, units: Sequence[int]) -> Iterator[Reason]:
    """V5 and V7 to V12, for a group of an Attack or a Move."""
    world, measures = look.world, measures_of(sheet, index)
    yield from _size_fault(look, measures)
    yield from _way_fault(look, units, measures.objective)
    yield from _route_faults(look, units, measures)
    if measures.axis and measures.axis[-1] not in measures.objective:
        yield AXIS_ENDS.of(hex=measures.axis[-1])
    widest = world.command.axis_width_most
    if measures.axis and not min(1, world.command.axis_width) <= measures.width <= max(
        widest, world.command.axis_width
    ):
        yield AXIS_WIDTH.of(most=widest, n=measures.width)
    for chain in measures.boundary:
        words = boundary_fault(world.ground.map, chain)
        if words:
            yield BROKEN_BOUNDARY.of(words=words[0].upper() + words[1:])
            return
    if measures.boundary and not bounded(world.ground, measures) >> centre_of(look, units) & 1:
        yield BOUNDARY_BETWEEN.of(group=sheet.groups[index].name)
    if not measures.marked:
        yield UNMARKED.of(a_kind="A" + a_kind(sheet.kind)[1:])
    yield from _line_faults(look, sheet, measures, units)


def _way_fault(look: Situation, units: Sequence[int], objective: Sequence[int]) -> Iterator[Reason]:
    """V7: the first class of movement that does not get there."""
    world, start = look.world, centre_of(look, units)
    for mover in movers_of(look, units):
        reach = world.ground.movements[mover].reach(start)
        if not any(hex in reach for hex in objective):
            unit = next(n for n in units if world.kinds[n].move_class == mover)
            yield NO_WAY.of(unit=unit, hex=objective[0], mover=mover)
            return


def _route_faults(look: Situation, units: Sequence[int], measures: Measures) -> Iterator[Reason]:
    """V8."""
    world, route = look.world, measures.direction
    for here, there in itertools.pairwise(route):
        if there not in world.ground.neighbours[here]:
            yield NOT_BESIDE.of(hex=here, other=there)
            return
        for mover in movers_of(look, units):
            if world.ground.movements[mover].step_cost(here, there) is None:
                unit = next(n for n in units if world.kinds[n].move_class == mover)
                yield NO_STEP.of(unit=unit, hex=here, other=there)
                return
    if route and route[-1] not in measures.objective:
        yield ROUTE_ENDS.of(hex=route[-1])


def _line_faults(look: Situation, sheet: Sheet, measures: Measures, units: Sequence[int]) -> Iterator[Reason]:
    """V12: the ground behind a line does not reach round it to where the group is."""
    ground = look.world.ground
    opened = corridor(ground, measures, look.world.command.objective_margin)
    for line in sheet.lines:
        if set(measures.objective) <= set(line.hexes):
            continue
        behind = beyond(ground, opened, measures.objective, line)
        if behind >> centre_of(look, units) & 1 and centre_of(look, units) not in line.hexes:
            yield ROUND_LINE.of(line=line.name)


def _alternate_faults(look: Situation, sheet: Sheet, units: Sequence[int]) -> Iterator[Reason]:
    """V15, and V5, V7 and V9 for an alternate."""
    for other in sheet.alternates:
        if other.measures == sheet.measures:
            yield SAME_ALTERNATE
            continue
        if not other.measures.objective:
            yield NO_OBJECTIVE.of(a_kind=a_kind(sheet.kind))
            continue
        yield from _size_fault(look, other.measures)
        if sheet.kind not in DEFENSES:
            yield from _way_fault(look, units, other.measures.objective)
            if other.measures.axis and other.measures.axis[-1] not in other.measures.objective:
                yield AXIS_ENDS.of(hex=other.measures.axis[-1])


def _area_faults(look: Situation, sheet: Sheet, units: Sequence[int]) -> Iterator[Reason]:
    """V16."""
    for area, reason in ((sheet.assembly, NOT_TO_ASSEMBLY), (sheet.rally, NOT_TO_RALLY)):
        if area and not way_there(look, units, area):
            yield reason.of(unit=units[0])
        yield from _size_fault(look, Measures(area))


def _side_faults(look: Situation, sheet: Sheet, number: int) -> Iterator[Reason]:
    """V17 and V18, and that names of a side are not alike."""
    for fire in sheet.fires:
        if fire.battery != NOBODY and fire.battery not in batteries_of(look, sheet.side):
            yield NOT_YOUR_BATTERY.of(battery=battery_name(look, fire.battery))
    others = prepared_by(look, sheet.side)
    if number not in others and len(others) >= look.game.rules.chosen(PlanningOptions).sheets_most:
        yield TOO_MANY_SHEETS.of(n=len(others))
    for n, other in enumerate(look.board.sheets):
        if n != number and other.side == sheet.side and other.name == sheet.name:
            yield SAME_NAME.of(name=sheet.name)


def batteries_of(look: Situation, side: int) -> tuple[int, ...]:
    """The batteries of a side, by their numbers."""
    return tuple(n for n, each in enumerate(look.world.support.batteries) if each.side == side)


def battery_name(look: Situation, battery: int) -> str:
    """What a battery is called."""
    return look.world.support.batteries[battery].name


# Warnings


def warnings(look: Situation, sheet: Sheet, number: int) -> Iterator[Reason]:
    """What the author of a sound op sheet may want to think of again; none of it is refused."""
    world = look.world
    units = [n for n in sheet.listed if look.units[n].steps]
    goals = [hex for index in range(len(sheet.groups)) for hex in measures_of(sheet, index).objective]
    if sheet.kind == ATTACK and goals and all(_safe(look, sheet.side, hex) for hex in goals):
        yield HELD
    for n, other in enumerate(look.board.sheets):
        if n != number and other.side == sheet.side and other.state == IMPLEMENTED and not set(units) & _on(look, n):
            ground = 0
            for index, group in enumerate(other.groups):
                ground |= 0 if group.mission == RESERVE else ground_of(look, other, index)
            marked = other.kind in DEFENSES or other.measures.marked
            if marked and any(ground >> hex & 1 for hex in goals):
                yield CROWDED.of(name=other.name)
    for carrier in sorted({look.units[n].carrier for n in units} - {NOBODY, *units}):
        yield CARRIER_LEFT.of(unit=carrier)
    for n in units:
        if world.mortars[n] and not any(
            world.battalion_of[m] == world.battalion_of[n] and not world.indirect[m] for m in units
        ):
            yield NO_SPOTTER.of(unit=n)
    last = world.turns
    if units and sheet.state == PREPARING and look.turn < last:
        curve = by_turns(sheet.kind, row_of(world, units), sheet.weighted, gain_now(look, sheet), last - look.turn - 1)
        chance = curve[-1] if curve else 0
        if chance < 0.25:
            yield UNLIKELY.of(percent=round(100 * float(chance)))


def _on(look: Situation, number: int) -> set[int]:
    return {n for n, unit in enumerate(look.units) if unit.sheet == number and unit.steps}


def _safe(look: Situation, side: int, hex: int) -> bool:
    """Whether a side holds a hex, and knows of no enemy near it (V13)."""
    return holds(look, side, hex) and not look.world.ground.within(hex, NEAR) & look.occupied(1 - side)


def holds(look: Situation, side: int, hex: int) -> bool:
    """Whether a side holds a hex, as far as it knows."""
    world = look.world
    if hex in world.objectives:
        return look.board.holders[world.objectives.index(hex)] == side
    return look.held_by(hex) == side
