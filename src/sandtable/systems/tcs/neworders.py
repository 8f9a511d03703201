"""What is made at a side's desk (TCS 6.8): new op sheets, changes of those in preparation, copies and templates."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.targets import Parts
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.newsheets import NEW, as_kind, drafted
from sandtable.systems.tcs.orders import units_on
from sandtable.systems.tcs.sheetchecks import (
    can_list,
    cannot_list,
    fault_of,
    missions_of,
)
from sandtable.systems.tcs.sheetdrawing import axis_to
from sandtable.systems.tcs.sheets import (
    ATTACK,
    DEFENSES,
    HASTY,
    IMPLEMENTED,
    MOVE,
    PREPARED,
    PREPARING,
    TEMPLATE,
    Group,
    Sheet,
)
from sandtable.systems.tcs.written import Act

__all__ = ["CHAPTER"]


def _draft(desk: Desk, field: Battlefield, sheet: Sheet, number: int = NEW) -> None:
    field.next(Draft(desk.side, desk.acts, desk.count + 1, number, sheet))


def _new_for(desk: Desk, look: Situation) -> tuple[int, ...]:
    if not desk.room(look):
        return ()
    now = desk.now(look)
    return tuple(can_list(now, Sheet("", desk.side, ATTACK), NEW, look.left(desk.side)))


def _busy(desk: Desk, now: Situation, unit: int) -> Reason | None:
    return cannot_list(now, Sheet("", desk.side, ATTACK), NEW, unit)


def _why_not_new(desk: Desk, look: Situation, unit: int) -> Reason | None:
    return _busy(desk, desk.now(look), unit) or desk.barred(look)


def _new(desk: Desk, field: Battlefield, kind: int, unit: int) -> None:
    now, formation = desk.now(field), field.world.member_of[unit]
    mates = [n for n in _new_for(desk, field) if field.world.member_of[n] == formation]
    _draft(desk, field, drafted(now, desk.side, kind, mates, formation))


@verb("New order: Attack for", "unit", menu="New order: Attack")
def attack(desk: Desk, look: Situation) -> Targets:
    """Units that can be listed; the order is for all such units of the formation."""
    return _new_for(desk, look)


@attack.check
def _why_not_attack(desk: Desk, look: Situation, unit: int) -> Reason | None:
    return _why_not_new(desk, look, unit)


@attack.then
def _do_attack(desk: Desk, field: Battlefield, unit: int) -> None:
    _new(desk, field, ATTACK, unit)


@verb("New order: Move for", "unit", menu="New order: Move")
def move(desk: Desk, look: Situation) -> Targets:
    """As for an Attack."""
    return _new_for(desk, look)


@move.check
def _why_not_move(desk: Desk, look: Situation, unit: int) -> Reason | None:
    return _why_not_new(desk, look, unit)


@move.then
def _do_move(desk: Desk, field: Battlefield, unit: int) -> None:
    _new(desk, field, MOVE, unit)


@verb("New order: Hasty Defense for", "unit", menu="New order: Hasty Defense")
def hasty(desk: Desk, look: Situation) -> Targets:
    """As for an Attack."""
    return _new_for(desk, look)


@hasty.check
def _why_not_hasty(desk: Desk, look: Situation, unit: int) -> Reason | None:
    return _why_not_new(desk, look, unit)


@hasty.then
def _do_hasty(desk: Desk, field: Battlefield, unit: int) -> None:
    _new(desk, field, HASTY, unit)


@verb("New order: Prepared Defense for", "unit", menu="New order: Prepared Defense")
def prepared(desk: Desk, look: Situation) -> Targets:
    """As for an Attack."""
    return _new_for(desk, look)


@prepared.check
def _why_not_prepared(desk: Desk, look: Situation, unit: int) -> Reason | None:
    return _why_not_new(desk, look, unit)


@prepared.then
def _do_prepared(desk: Desk, field: Battlefield, unit: int) -> None:
    _new(desk, field, PREPARED, unit)


@verb("Change", "sheet", menu="Change")
def edit(desk: Desk, look: Situation) -> Targets:
    """Sheets in preparation."""
    return desk.sheets(look, PREPARING) if desk.open() and desk.makes(look) else ()


@edit.then
def _do_edit(desk: Desk, field: Battlefield, number: int) -> None:
    _draft(desk, field, desk.now(field).board.sheets[number], number)


def _copied(desk: Desk, look: Situation) -> tuple[int, ...]:
    """Sheets that can be copied: those with living units that may be listed once more."""
    if not desk.room(look):
        return ()
    now = desk.now(look)
    return tuple(n for n in desk.sheets(look, PREPARING, IMPLEMENTED) if _free(desk, now, n))


def _free(desk: Desk, now: Situation, number: int) -> list[int]:
    """The units of a sheet that can be listed once more."""
    sheet = now.board.sheets[number]
    units = units_on(now, number) if sheet.state == IMPLEMENTED else sheet.listed
    return can_list(now, Sheet("", desk.side, ATTACK), NEW, units)


def _copy(desk: Desk, now: Situation, number: int, kind: int, units: list[int] | None = None) -> Sheet:
    """A sheet again: for the same units in the same groups, or for others in one group."""
    sheet = now.board.sheets[number]
    free = _free(desk, now, number) if units is None else units
    if units is not None:
        groups: tuple[Group, ...] = (Group("All", missions_of(kind)[0], units=tuple(units)),)
    else:
        on = {n: index for index, group in enumerate(sheet.groups) for n in group.units}
        if sheet.state == IMPLEMENTED:
            on = {n: now.units[n].group for n in free}
        groups = tuple(
            replace(group, units=tuple(n for n in free if on[n] == index)) for index, group in enumerate(sheet.groups)
        )
        groups = tuple(group for group in groups if group.units)
        groups = tuple(replace(group, joins=0) for group in groups)
    lines = tuple(replace(line, open=False) for line in sheet.lines)
    copy = as_kind(now, replace(sheet, groups=groups, lines=lines, support=(), roll="always"), kind)
    if kind not in DEFENSES and copy.measures.objective:
        width = copy.measures.width or now.world.command.axis_width
        copy = replace(copy, measures=axis_to(now, free, copy.measures.objective, width))
    return copy


@verb("Copy as", "copy")
def copy(desk: Desk, look: Situation) -> Targets:
    """A sheet, and the kind of the copy."""
    sheets = _copied(desk, look)
    return Parts(("sheet", sheets), ("order", (ATTACK, MOVE, HASTY, PREPARED))) if sheets else ()


@copy.then
def _do_copy(desk: Desk, field: Battlefield, target: tuple[int, int]) -> None:
    _draft(desk, field, _copy(desk, desk.now(field), *target))


@verb("Copy for another formation", "copy")
def copy_for(desk: Desk, look: Situation) -> Targets:
    """A sheet, and a unit of the formation."""
    if not desk.room(look):
        return ()
    sheets, units = desk.sheets(look, PREPARING, IMPLEMENTED), _new_for(desk, look)
    return Parts(("sheet", sheets), ("unit", units)) if sheets and units else ()


@copy_for.then
def _do_copy_for(desk: Desk, field: Battlefield, target: tuple[int, int]) -> None:
    number, unit = target
    now, of = desk.now(field), field.world.member_of
    mates = [n for n in _new_for(desk, field) if of[n] == of[unit]]
    _draft(desk, field, _copy(desk, now, number, now.board.sheets[number].kind, mates))


@verb("Follow behind", "behind")
def behind(desk: Desk, look: Situation) -> Targets:
    """A sheet with a phase line, and a unit of the formation that follows it there."""
    if not desk.room(look):
        return ()
    now = desk.now(look)
    sheets = tuple(n for n in desk.sheets(look, PREPARING, IMPLEMENTED) if now.board.sheets[n].lines)
    units = _new_for(desk, look)
    return Parts(("sheet", sheets), ("unit", units)) if sheets and units else ()


@behind.then
def _do_behind(desk: Desk, field: Battlefield, target: tuple[int, int]) -> None:
    number, unit = target
    now, of = desk.now(field), field.world.member_of
    mates = [n for n in _new_for(desk, field) if of[n] == of[unit]]
    copy = _copy(desk, now, number, MOVE, mates)
    goal = now.board.sheets[number].lines[0].hexes[: now.world.command.objective_hexes]
    width = copy.measures.width or now.world.command.axis_width
    _draft(desk, field, replace(copy, measures=axis_to(now, mates, goal, width), lines=(), alternates=()))


@verb("Follow up", "follow_up")
def follow_up(desk: Desk, look: Situation) -> Targets:
    """A defense of what an Attack takes; a Move to the rally area of a defense."""
    now, found = desk.now(look), []
    for number in _copied(desk, look):
        sheet = now.board.sheets[number]
        if sheet.kind == ATTACK:
            found += [(number, HASTY), (number, PREPARED)]
        elif sheet.kind in DEFENSES and sheet.rally:
            found.append((number, MOVE))
    return tuple(found)


@follow_up.then
def _do_follow_up(desk: Desk, field: Battlefield, target: tuple[int, int]) -> None:
    number, kind = target
    now = desk.now(field)
    sheet, copy = now.board.sheets[number], _copy(desk, now, number, kind)
    if kind == MOVE:
        width = now.world.command.axis_width
        measures = axis_to(now, list(copy.listed), sheet.rally, width)
        copy = replace(copy, measures=measures, alternates=(), lines=())
    _draft(desk, field, replace(copy, fires=(), assembly=()))


@verb("Prepare the template", "sheet", menu="Prepare")
def template(desk: Desk, look: Situation) -> Targets:
    """Templates of the scenario that are sound now."""
    if not desk.room(look):
        return ()
    now = desk.now(look)
    return tuple(n for n in desk.sheets(look, TEMPLATE) if _sound(desk, now, n))


def _sound(desk: Desk, now: Situation, number: int) -> bool:
    return fault_of(now, _from_template(desk, now, number), number) is None


def _from_template(desk: Desk, now: Situation, number: int) -> Sheet:
    """A template as it goes into preparation: without lost units, its axis drawn if it has none."""
    sheet = now.board.sheets[number]
    groups = tuple(replace(g, units=tuple(n for n in g.units if now.units[n].steps)) for g in sheet.groups)
    sheet = replace(sheet, state=PREPARING, weighted=0, groups=tuple(g for g in groups if g.units))
    measures, units = sheet.measures, list(sheet.listed)
    if sheet.kind not in DEFENSES and measures.objective and not measures.marked and units:
        sheet = replace(sheet, measures=axis_to(now, units, measures.objective, now.world.command.axis_width))
    return sheet


@template.then
def _do_template(desk: Desk, field: Battlefield, number: int) -> None:
    desk.do(field, Act("write", number, sheet=_from_template(desk, desk.now(field), number)))


CHAPTER = Chapter(
    name="neworders",
    verbs={
        Desk: (
            attack,
            move,
            hasty,
            prepared,
            edit,
            copy,
            copy_for,
            behind,
            follow_up,
            template,
        )
    },
)
