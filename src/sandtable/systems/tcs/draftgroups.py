"""The units of an op sheet in its author's hands, their groups and missions (TCS 6.2a, 6.14b)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.targets import Parts, Subset, Text
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.drafting import FULL, Draft
from sandtable.systems.tcs.drawables import (
    NAMES,
    area,
    way_points,
)
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.sheetchecks import (
    WRONG_MISSION,
    a_kind,
    can_list,
    cannot_list,
    missions_of,
)
from sandtable.systems.tcs.sheets import (
    MISSIONS,
    RESERVE,
    Group,
)

__all__ = ["CHAPTER"]

MOST_GROUPS = 6
NO_MORE_GROUPS = Reason("An order has at most 6 groups.", "TCS 6.2a")
NOT_ON_IT = Reason("{unit:unit} is not on this order.", "TCS 6.2a")
HAS_THAT = Reason("The mission of {unit:unit} is {mission} already.", "TCS 6.2a")


@verb("Add to the order", "unit", menu="Add to the order")
def take_on(draft: Draft, look: Situation) -> Targets:
    """Units of the side that are not on it."""
    if not draft.open():
        return ()
    now = draft.now(look)
    return tuple(can_list(now, draft.sheet, draft.number, look.left(draft.side)))


@take_on.check
def _why_not_take_on(draft: Draft, look: Situation, unit: int) -> Reason | None:
    return cannot_list(draft.now(look), draft.sheet, draft.number, unit) or (None if draft.open() else FULL)


@take_on.then
def _do_take_on(draft: Draft, field: Battlefield, unit: int) -> None:
    draft.regroup(field, _listing(draft, (unit,)))


def _listing(draft: Draft, units: Iterable[int]) -> list[Group]:
    """The groups with more units in the first of them."""
    first, *others = draft.sheet.groups or (Group("All", missions_of(draft.sheet.kind)[0]),)
    return [replace(first, units=tuple(sorted({*first.units, *units}))), *others]


@verb("Add all of", "formation", menu="Add all of it")
def take_formation(draft: Draft, look: Situation) -> Targets:
    """Formations of which some unit can be listed."""
    if not draft.open():
        return ()
    now, world = draft.now(look), look.world
    free = can_list(now, draft.sheet, draft.number, look.left(draft.side))
    return tuple(sorted({world.member_of[n] for n in free}))


@take_formation.then
def _do_take_formation(draft: Draft, field: Battlefield, formation: int) -> None:
    now = draft.now(field)
    free = can_list(now, draft.sheet, draft.number, field.left(draft.side))
    draft.regroup(field, _listing(draft, [n for n in free if field.world.member_of[n] == formation]))


@verb("Take off the order", "unit", menu="Take off the order")
def take_off(draft: Draft, look: Situation) -> Targets:
    """Its units, but not the last one."""
    return tuple(sorted(draft.sheet.listed)) if draft.open() and len(draft.sheet.listed) > 1 else ()


@take_off.then
def _do_take_off(draft: Draft, field: Battlefield, unit: int) -> None:
    draft.regroup(field, [_less(group, (unit,)) for group in draft.sheet.groups])


@verb("Mission", "mission", menu="Mission")
def mission(draft: Draft, look: Situation) -> Targets:
    """Each unit with each mission that fits the kind of order and is not its own."""
    return _missions(draft)


def _missions(draft: Draft) -> tuple[tuple[int, int], ...]:
    if not draft.open():
        return ()
    fitting = missions_of(draft.sheet.kind)
    has = {n: group.mission for group in draft.sheet.groups for n in group.units}
    room = len(draft.sheet.groups) < MOST_GROUPS
    there = {group.mission for group in draft.sheet.groups}
    return tuple((n, each) for n in sorted(has) for each in fitting if each != has[n] and (room or each in there))


@mission.check
def _why_not_mission(draft: Draft, look: Situation, target: tuple[int, int]) -> Reason | None:
    unit, mission = target
    if target in _missions(draft):
        return None
    if unit not in draft.sheet.listed:
        return NOT_ON_IT.of(unit=unit)
    if mission not in missions_of(draft.sheet.kind):
        return WRONG_MISSION.of(mission=MISSIONS[mission].capitalize(), a_kind=a_kind(draft.sheet.kind))
    return HAS_THAT.of(unit=unit, mission=MISSIONS[mission]) if draft.open() else FULL


@mission.then
def _do_mission(draft: Draft, field: Battlefield, target: tuple[int, int]) -> None:
    unit, mission = target
    groups = [_less(group, (unit,)) for group in draft.sheet.groups]
    for index, group in enumerate(groups):
        if group.mission == mission:
            groups[index] = replace(group, units=tuple(sorted((*group.units, unit))))
            break
    else:
        groups.append(Group(MISSIONS[mission].capitalize(), mission, units=(unit,)))
    draft.regroup(field, groups)


@verb("New group", "group")
def group(draft: Draft, look: Situation) -> Targets | bool:
    """A name, a mission and units of the order."""
    if not draft.open() or len(draft.sheet.groups) >= MOST_GROUPS or len(draft.sheet.listed) < 2:
        return ()
    return Parts(
        ("name", Text(40, such=NAMES)),
        ("mission_kind", missions_of(draft.sheet.kind)),
        ("unit", Subset(draft.sheet.listed, most=len(draft.sheet.listed) - 1)),
    )


@group.then
def _do_group(draft: Draft, field: Battlefield, target: tuple[str, int, tuple[int, ...]]) -> None:
    name, mission, units = target
    groups = [_less(group, units) for group in draft.sheet.groups]
    draft.regroup(field, [*groups, Group(name, mission, units=units)])


@verb("Own objective of a group", "group")
def group_objective(draft: Draft, look: Situation) -> Targets:
    """A group, its objective, and way-points of its axis if it is not to be drawn."""
    if not draft.open() or len(draft.sheet.groups) < 2:
        return ()
    most = look.world.command.objective_hexes
    return Parts(
        ("group", tuple(range(len(draft.sheet.groups)))),
        ("hex", area(look.world, most)),
        ("hex", way_points(look.world)),
    )


@group_objective.then
def _do_group_objective(draft: Draft, field: Battlefield, target: tuple[int, tuple[int, ...], tuple[int, ...]]) -> None:
    index, goal, points = target
    groups = list(draft.sheet.groups)
    units = [n for n in groups[index].units if field.units[n].steps] or draft.living(field)
    groups[index] = replace(groups[index], measures=draft.measured(field, units, goal, points))
    draft.go_on(field, groups=tuple(groups))


@verb("Reserve joins", "joins")
def joins(draft: Draft, look: Situation) -> Targets:
    """Each reserve group with each other group that is none."""
    if not draft.open():
        return ()
    groups = list(enumerate(draft.sheet.groups))
    return tuple(
        (index, other)
        for index, group in groups
        for other, whom in groups
        if group.mission == RESERVE and whom.mission != RESERVE and group.joins != other
    )


@joins.then
def _do_joins(draft: Draft, field: Battlefield, target: tuple[int, int]) -> None:
    index, other = target
    groups = list(draft.sheet.groups)
    groups[index] = replace(groups[index], joins=other)
    draft.go_on(field, groups=tuple(groups))


def _less(group: Group, units: Iterable[int]) -> Group:
    out = set(units)
    return replace(group, units=tuple(n for n in group.units if n not in out))


CHAPTER = Chapter(
    name="draftgroups",
    verbs={
        Draft: (
            take_on,
            take_formation,
            take_off,
            mission,
            group,
            group_objective,
            joins,
        )
    },
)
