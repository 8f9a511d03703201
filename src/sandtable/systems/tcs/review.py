"""The review of orders in force (TCS 2.0b, 6.11): phase lines open, orders are completed or fail, withdrawals end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import TWO_D6
from sandtable.kernel.procedure import Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import (
    ENDED,
    REVIEW,
    end_withdrawal,
    finish,
    implement,
    in_order,
    put_sheet,
    release,
)
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.measures import around, beyond, corridor
from sandtable.systems.tcs.orders import foes, foes_in_sight, measures_of, units_on, watched, withdrawn_from
from sandtable.systems.tcs.sheets import (
    ALL,
    ATTACK,
    CANCELLED,
    COMPLETED,
    DEFENSES,
    FAILED,
    HASTY,
    HOLD,
    IMPLEMENTED,
    PREPARING,
    RESERVE,
    TURN,
    Group,
    Measures,
    PhaseLine,
    Sheet,
    next_number,
    with_sheet,
)
from sandtable.systems.tcs.world import FINE, NOBODY

__all__ = ["CHAPTER", "FailureRoll", "Review", "ReviewSheets", "complete", "fail", "reached", "threshold"]


class Review(Step, frozen=True, array_like=True, tag="review"):
    """TCS 2.0b: step 1 of the command phase."""

    def run(self, field: Battlefield) -> None:
        """Orders that the scenario times begin; lines open; withdrawals end; then sheet by sheet."""
        for number in in_order(field, (PREPARING,)):
            if 0 < field.board.sheets[number].from_turn <= field.turn:
                implement(field, number)
        for number in in_order(field, (IMPLEMENTED,)):
            open_lines(field, number)
        for n, unit in enumerate(field.units):
            if unit.withdrawing and withdrawn(field, n):
                end_withdrawal(field, n)
        field.next(ReviewSheets())


# Phase lines


def open_lines(field: Battlefield, number: int) -> None:
    """TCS 6.15b: lines whose turn has come, or that all groups have reached, are open."""
    sheet = field.board.sheets[number]
    lines = tuple(
        replace(line, open=True) if not line.open and may_cross(field, number, line) else line for line in sheet.lines
    )
    if lines != sheet.lines:
        put_sheet(field, number, replace(sheet, lines=lines))
        for before, now in zip(sheet.lines, lines, strict=True):
            if before != now:
                field.log("line_opens", "TCS 6.15b", order=sheet.name, line=now.name, to=sheet.side)


def may_cross(look: Situation, number: int, line: PhaseLine) -> bool:
    """Whether the condition of a phase line holds by itself now; a signal is its owner's."""
    if line.condition == TURN:
        return look.turn >= line.turn
    if line.condition != ALL:
        return False
    sheet, units = look.board.sheets[number], units_on(look, number)
    for index, group in enumerate(sheet.groups):
        own = [look.units[n].at for n in units if look.units[n].group == index]
        if group.mission == RESERVE or not own:
            continue
        measures, ground = measures_of(sheet, index), look.world.ground
        opened = corridor(ground, measures, look.world.command.objective_margin)
        far = beyond(ground, opened, measures.objective, line) | ground.map.mask(line.hexes)
        if not any(at >= 0 and far >> at & 1 for at in own):
            return False
    return True


# Completion


class ReviewSheets(Step, frozen=True, array_like=True, tag="review_sheets"):
    """TCS 6.11: each order in force is completed, or may fail."""

    done: tuple[int, ...] = ()

    def run(self, field: Battlefield) -> None:
        """One after the other; a roll comes in between."""
        done = self.done
        sheets: tuple[Sheet, ...] | None = None
        waiting: list[int] = []
        while True:
            if field.board.sheets is not sheets:  # an order that is over may lead to another
                sheets = field.board.sheets
                waiting = [n for n in in_order(field, (IMPLEMENTED,)) if n not in done]
            if not waiting:
                return
            number = waiting.pop(0)
            done = *done, number
            if field.board.sheets[number].steps and not any(
                field.world.kinds[n].armed for n in units_on(field, number)
            ):
                finish(field, number, CANCELLED, "order_empty", "TCS 6.10")
            elif field.world.command.completion == "automatic":
                complete(field, number)
            if field.board.sheets[number].state == IMPLEMENTED and threshold(field, number) > 0:
                field.next(FailureRoll(number), ReviewSheets(done))
                return


def parts(sheet: Sheet) -> list[tuple[Measures, tuple[int, ...]]]:
    """The groups of a sheet by what they are to reach: those with measures of their own each for itself."""
    shared = tuple(index for index, group in enumerate(sheet.groups) if group.measures is None)
    own = [(group.measures, (index,)) for index, group in enumerate(sheet.groups) if group.measures is not None]
    return ([(sheet.measures, shared)] if shared else []) + own


def reached(look: Situation, number: int, measures: Measures, groups: Sequence[int]) -> bool:
    """Whether some groups of an Attack or a Move have done what they were to do (TCS 6.11a)."""
    sheet, options, ground = look.board.sheets[number], look.world.command, look.world.ground
    if sheet.kind in DEFENSES or not measures.objective:
        return False
    if sheet.kind == ATTACK and not _taken(look, sheet.side, measures.objective):
        return False
    units = [n for n in units_on(look, number) if look.units[n].group in groups and look.world.kinds[n].armed]
    if sheet.kind == ATTACK:
        return any(look.units[n].at in measures.objective and look.units[n].morale == FINE for n in units)
    units = [n for n in units if sheet.groups[look.units[n].group].mission != RESERVE]
    near = around(ground, measures.objective, options.arrival_hexes)
    arrived = sum(look.units[n].steps for n in units if look.units[n].at >= 0 and near >> look.units[n].at & 1)
    total = sum(look.units[n].steps for n in units)
    free = not foes(look, sheet.side) & ground.map.mask(measures.objective)
    return free and total > 0 and 4 * arrived >= options.arrival_quarters * total


def _taken(look: Situation, side: int, objective: Sequence[int]) -> bool:
    """Whether a side controls as much of an objective as it was to take."""
    held, count = sum([look.holder(hex) == side for hex in objective]), len(objective)
    return held == count if look.world.command.objective_share == "all" else 2 * held > count


def complete(field: Battlefield, number: int) -> None:
    """TCS 6.11a: the groups that have reached their objective have no order any more; when all have, it is over."""
    sheet = field.board.sheets[number]
    done: list[int] = []
    for measures, groups in parts(sheet):
        if reached(field, number, measures, groups):
            done += groups
    if not done:
        return
    units = units_on(field, number)
    left = [n for n in units if field.units[n].group in done]
    rest = [n for n in units if n not in left and field.world.kinds[n].armed]
    if rest:
        field.log("group_completed", "TCS 6.11a", order=sheet.name, to=sheet.side)
        release(field, left)
    else:
        left = units
        finish(field, number, COMPLETED, "order_completed", "TCS 6.11a")
    if field.world.command.consolidate:
        _consolidate(field, sheet, left)


def _consolidate(field: Battlefield, sheet: Sheet, units: Sequence[int]) -> None:
    """The units hold where they stand, as on a Hasty Defense, until they get another order."""
    name = f"Hold after {sheet.name}"[:40]
    hold = Sheet(
        name=name,
        side=sheet.side,
        kind=HASTY,
        state=IMPLEMENTED,
        groups=(Group("All", HOLD),),
        measures=Measures(sheet.measures.objective),
        rally=sheet.rally,
        row=sheet.row,
        steps=sum(field.units[n].steps for n in units),
    )
    number = next_number(field.board.sheets, len(field.world.sheets), sheet.side)
    field.update(sheets=with_sheet(field.board.sheets, number, hold))
    for n in units:
        field.change(n, sheet=number, group=0, post=field.units[n].at if field.units[n].at >= 0 else NOBODY)
    field.log("order_begins", "TCS 6.11a", order=name, to=sheet.side)


# Failure


def threshold(look: Situation, number: int) -> int:
    """The sum of two dice up to which an order fails by its losses; 0 if it is not rolled for (TCS 6.11b)."""
    sheet, options = look.board.sheets[number], look.world.command
    if sheet.kind in DEFENSES or 2 * sheet.lost < sheet.steps or not sheet.steps:
        return 0
    return options.failure_most if 4 * sheet.lost >= 3 * sheet.steps else options.failure_half


class FailureRoll(Roll, frozen=True, array_like=True, tag="failure_roll"):
    """TCS 6.11b: whether an order fails that has cost too much. Its owner alone reads the dice."""

    sheet: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        most = threshold(look, self.sheet)
        rows = tuple(
            row
            for row in (Row(None, most, "fails"), Row(most + 1, None, "goes on"))
            if (row.low is None or row.low <= 12) and (row.high is None or row.high >= 2)
        )
        return Resolution("TCS 6.11b", "", TWO_D6, rows)

    def says(self, look: Situation) -> Said:
        """Which order."""
        return look.say("failure_roll!", order=look.board.sheets[self.sheet].name)

    def audience(self, look: Situation) -> int | None:
        """The owner of the sheet."""
        return look.board.sheets[self.sheet].side

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Its units withdraw."""
        if outcome == "fails":
            fail(field, self.sheet)


def fail(field: Battlefield, number: int) -> None:
    """TCS 6.11c: the units of a failed order are Unassigned and withdraw to where its failure instruction says."""
    sheet = field.board.sheets[number]
    units = units_on(field, number)
    going = [n for n in units if field.units[n].at >= 0] if sheet.rally else []
    groups = [
        replace(group, units=tuple(n for n in going if field.units[n].group == index))
        for index, group in enumerate(sheet.groups)
    ]
    put_sheet(field, number, replace(sheet, state=FAILED, groups=tuple(groups)))
    field.log("order_failed", "TCS 6.11b", order=sheet.name, to=sheet.side)
    release(field, units)
    for n in going:
        field.change(n, withdrawing=True)
    for end in field.game.rules.at(ENDED):
        end(field, number)


def withdrawn(look: Situation, unit: int) -> bool:
    """Whether a withdrawing unit has got away: it is at its rally hexes, or out of sight and far from the enemy
    (TCS 6.11c).
    """
    at, side, ground = look.units[unit].at, look.world.owners[unit], look.world.ground
    number = withdrawn_from(look, unit)
    if number == NOBODY or around(ground, look.board.sheets[number].rally, 1) >> at & 1:
        return True
    if watched(look, side) >> at & 1:
        return False
    least = look.world.command.withdraw_hexes
    return all(ground.distance(at, foe) >= least for foe in ground.map.indices(foes_in_sight(look, side)))


CHAPTER = Chapter(
    name="review",
    procedures=(Review, ReviewSheets, FailureRoll),
    adds=(REVIEW.add(Review()),),
    phrases={
        "failure_roll!": 'Does the order "{order}" fail',
        "line_opens": 'The order "{order}": {line} may be crossed',
        "order_completed": 'The order "{order}" is completed: its units are Unassigned',
        "group_completed": 'A group of the order "{order}" has reached its objective and is Unassigned',
        "order_failed": 'The order "{order}" has failed: its units withdraw',
    },
)
