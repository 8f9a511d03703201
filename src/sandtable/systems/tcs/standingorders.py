"""What happens to orders at a side's desk (TCS 6.9f3 to 6.13): when they are rolled for, how they end, who joins and
leaves them, and the roles of batteries.
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.targets import Parts
from sandtable.systems.tcs.batteryfile import ROLES
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.desk import ENOUGH, Desk
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.newsheets import kept_turns, roll_words
from sandtable.systems.tcs.orders import in_force, units_on
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.preparation import row_of
from sandtable.systems.tcs.review import parts, reached
from sandtable.systems.tcs.sheetchecks import (
    NOT_ONE_OF_YOURS,
    batteries_of,
)
from sandtable.systems.tcs.sheets import (
    DEFENSES,
    IMPLEMENTED,
    PREPARING,
)
from sandtable.systems.tcs.shells import COUNTERFIRE
from sandtable.systems.tcs.world import NOBODY
from sandtable.systems.tcs.written import Act

__all__ = ["CHAPTER", "needed"]

TOO_FAR = Reason('{unit:unit} is {n} hexes from the nearest unit of "{name}"; {most} are allowed', "TCS 6.13")
TOO_LARGE = Reason("With {unit:unit} the order would be of row {n}; it was given as row {m}", "TCS 6.13")
HAS_ORDER = Reason('{unit:unit} is on the order "{name}"; detach it first', "TCS 6.13")
WITHDRAWS = Reason("{unit:unit} withdraws and joins no order in force", "TCS 6.13")
NOT_IN_FORCE = Reason("That order is not in force", "TCS 6.13")
NO_ORDER = Reason("{unit:unit} is on no order in force", "TCS 6.12")


@verb("Roll for", "policy")
def policy(desk: Desk, look: Situation) -> Targets:
    """A sheet in preparation, and when it is rolled for."""
    sheets = desk.sheets(look, PREPARING) if desk.open() else ()
    return Parts(("sheet", sheets), ("roll", roll_words(look))) if sheets else ()


@policy.then
def _do_policy(desk: Desk, field: Battlefield, target: tuple[int, str]) -> None:
    number, when = target
    sheet = replace(desk.now(field).board.sheets[number], roll=when)
    desk.do(field, Act("write", number, sheet=replace(sheet, weighted=kept_turns(field, sheet, number))))


@verb("Cancel the order", "sheet", menu="Cancel the order")
def cancel(desk: Desk, look: Situation) -> Targets:
    """Sheets in preparation or in force."""
    return desk.sheets(look, PREPARING, IMPLEMENTED) if desk.open() else ()


@cancel.then
def _do_cancel(desk: Desk, field: Battlefield, number: int) -> None:
    desk.do(field, Act("cancel", number))


@verb("Declare failed", "sheet", menu="Declare failed")
def fail(desk: Desk, look: Situation) -> Targets:
    """Attacks and Moves in force."""
    now = desk.now(look)
    in_force = desk.sheets(look, IMPLEMENTED) if desk.open() else ()
    return tuple(n for n in in_force if now.board.sheets[n].kind not in DEFENSES)


@fail.then
def _do_fail(desk: Desk, field: Battlefield, number: int) -> None:
    desk.do(field, Act("fail", number))


@verb("Declare completed", "sheet", menu="Declare completed")
def complete(desk: Desk, look: Situation) -> Targets:
    """Sheets that have reached what they were to reach, where that does not complete them by itself."""
    if look.world.command.completion != "declared" or not desk.open():
        return ()
    now = desk.now(look)
    return tuple(
        n
        for n in desk.sheets(look, IMPLEMENTED)
        if any(reached(now, n, measures, groups) for measures, groups in parts(now.board.sheets[n]))
    )


@complete.then
def _do_complete(desk: Desk, field: Battlefield, number: int) -> None:
    desk.do(field, Act("complete", number))


@verb("Detach", "unit", menu="Detach")
def detach(desk: Desk, look: Situation) -> Targets:
    """Units on a sheet in force."""
    if not desk.open():
        return ()
    now = desk.now(look)
    return tuple(n for n in now.left(desk.side) if now.units[n].sheet != NOBODY)


@detach.check
def _why_not_detach(desk: Desk, look: Situation, unit: int) -> Reason | None:
    now = desk.now(look)
    if look.world.owners[unit] != desk.side or not look.units[unit].steps:
        return NOT_ONE_OF_YOURS.of(unit=unit)
    if now.units[unit].sheet == NOBODY:
        return NO_ORDER.of(unit=unit)
    return None if desk.open() else ENOUGH


@detach.then
def _do_detach(desk: Desk, field: Battlefield, unit: int) -> None:
    desk.do(field, Act("detach", unit=unit))


@verb("Add", "joining", menu="Add to an order")
def add(desk: Desk, look: Situation) -> Targets:
    """Unassigned units, each with the groups of sheets in force that it can join."""
    if not desk.open():
        return ()
    now = desk.now(look)
    free = [n for n in now.left(desk.side) if now.units[n].sheet == NOBODY and not now.units[n].withdrawing]
    return tuple(
        (unit, number, index)
        for unit in free
        for number, sheet in in_force(now, desk.side)
        if cannot_join(now, unit, number) is None
        for index in range(len(sheet.groups))
    )


@add.check
def _why_not_add(desk: Desk, look: Situation, target: tuple[int, int, int]) -> Reason | None:
    unit, number, index = target
    now = desk.now(look)
    if look.world.owners[unit] != desk.side or not look.units[unit].steps:
        return NOT_ONE_OF_YOURS.of(unit=unit)
    if number not in dict(in_force(now, desk.side)) or index >= len(now.board.sheets[number].groups):
        return NOT_IN_FORCE
    return cannot_join(now, unit, number) or (None if desk.open() else ENOUGH)


@add.then
def _do_add(desk: Desk, field: Battlefield, target: tuple[int, int, int]) -> None:
    unit, number, index = target
    desk.do(field, Act("add", number, unit, index))


@verb("Role of a battery", "role")
def role(desk: Desk, look: Situation) -> Targets:
    """A battery in general support (-1), in counterfire (-2), or in direct support of a sheet in force."""
    own = batteries_of(look, desk.side)
    if not desk.open() or not own:
        return ()
    roles = (COUNTERFIRE,) if look.game.rules.at(ROLES) else ()
    return Parts(("battery", own), ("sheet_or_none", (NOBODY, *roles, *desk.sheets(look, IMPLEMENTED))))


@role.then
def _do_role(desk: Desk, field: Battlefield, target: tuple[int, int]) -> None:
    battery, number = target
    desk.do(field, Act("role", number, battery))


def needed(desk: Desk, look: Situation) -> bool:
    """Whether there is anything to decide at a desk: on the last turn no sheet is made any more."""
    return desk.makes(look) or any(each.targets(desk, look) for each in (cancel, fail, complete, detach, add, role))


def cannot_join(look: Situation, unit: int, number: int) -> Reason | None:
    """Why a unit cannot join a sheet in force (TCS 6.13)."""
    world, now, sheet = look.world, look.units[unit], look.board.sheets[number]
    if now.sheet != NOBODY:
        return HAS_ORDER.of(unit=unit, name=look.board.sheets[now.sheet].name)
    if now.withdrawing:
        return WITHDRAWS.of(unit=unit)
    mates = units_on(look, number)
    if now.at >= 0:
        there = [look.units[n].at for n in mates if look.units[n].at >= 0]
        most = look.game.rules.chosen(PlanningOptions).add_hexes
        far = min((world.ground.distance(now.at, hex) for hex in there), default=None)
        if far is None or far > most:
            return TOO_FAR.of(unit=unit, n="too many" if far is None else far, name=sheet.name, most=most)
    elif not 0 < look.board.due[world.member_of[unit]] <= look.turn + 1:
        return TOO_FAR.of(unit=unit, n="too many", name=sheet.name, most=0)
    row = row_of(world, [*mates, unit])
    return TOO_LARGE.of(unit=unit, n=row, m=sheet.row) if row > sheet.row else None


CHAPTER = Chapter(
    name="standingorders",
    verbs={
        Desk: (
            policy,
            cancel,
            fail,
            complete,
            detach,
            add,
            role,
        )
    },
)
