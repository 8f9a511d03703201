"""The command phase (TCS 2.0b to 2.0i): orders are reviewed, gain weighted turns and come into force.

Both sides go through it together. Where people decide, `planning` puts its rounds in: before the implementation rolls
at ROUND_A, for reserves and alternates at ROUND_B, for sheets that are added to, ended or made at ROUND_C. Dice of
orders are secret: their owner alone reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.field import with_entry
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Procedure, Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.light import hourly
from sandtable.systems.tcs.orders import STANDINGS, binding, ground, members, post_of, standing, units_on
from sandtable.systems.tcs.preparation import chance, gain, implementation, number_of, row_of
from sandtable.systems.tcs.sheets import (
    CANCELLED,
    DEFENSES,
    FAILED,
    HOLD,
    IMPLEMENTED,
    PREPARED,
    PREPARING,
    RESERVE,
    TURN,
    Sheet,
)
from sandtable.systems.tcs.world import FINE, FIRE_MODE, NOBODY

__all__ = [
    "BEGUN",
    "CHAPTER",
    "ENDED",
    "HOURLY",
    "POSTURE",
    "REVIEW",
    "ROUND_A",
    "ROUND_B",
    "ROUND_C",
    "Accrue",
    "CommandPhase",
    "Dig",
    "ImplementRoll",
    "Implementation",
    "digs",
    "end_withdrawal",
    "engage",
    "finish",
    "implement",
    "in_order",
    "put_sheet",
    "release",
]

POSTURE: Seam[Procedure] = Seam("what is decided in the command phase before orders are reviewed")
HOURLY: Seam[Procedure] = Seam("steps of the command phase on full hours")
REVIEW: Seam[Procedure] = Seam("how orders that are in force are reviewed")
ROUND_A: Seam[Procedure] = Seam("what is decided before the implementation rolls")
ROUND_B: Seam[Procedure] = Seam("what is decided about reserves and alternates")
ROUND_C: Seam[Procedure] = Seam("what is decided about units that join or leave, and about new op sheets")
BEGUN: Seam[Callable[[Battlefield, int], None]] = Seam("what else happens when an op sheet comes into force")
ENDED: Seam[Callable[[Battlefield, int], None]] = Seam("what else happens when an op sheet is over")


class CommandPhase(Step, frozen=True, array_like=True, tag="command_phase"):
    """TCS 2.0b to 2.0i: eight steps, the last two on full hours (TCS 2.0h, 2.0i) and at night (TCS 26.1d)."""

    opens_phase = True

    def run(self, field: Battlefield) -> None:
        """Line up the steps."""
        rules = field.game.rules
        steps: list[Procedure] = [*rules.at(POSTURE)]
        if binding(field):
            if field.turn > 1 or field.world.command.first_turn_accrual:
                steps += [*rules.at(REVIEW), Accrue()]
            steps += [*rules.at(ROUND_A), Implementation(), Dig(), *rules.at(ROUND_B), *rules.at(ROUND_C)]
        if hourly(field):
            steps += rules.at(HOURLY)
        field.next(*steps)


# Changing sheets


def put_sheet(field: Battlefield, number: int, sheet: Sheet) -> None:
    """An op sheet is as this now."""
    field.update(sheets=with_entry(field.board.sheets, number, sheet))


def in_order(look: Situation, states: Sequence[int]) -> list[int]:
    """The sheets in some states: those of side 0 first, each side's by number."""
    sheets = look.board.sheets
    found = [n for n, sheet in enumerate(sheets) if sheet.state in states]
    return sorted(found, key=lambda n: (sheets[n].side, n))


def release(field: Battlefield, units: Iterable[int]) -> None:
    """Units leave the sheet they are on, and are Unassigned; a sheet that nobody is left to carry out is cancelled."""
    left = set()
    for n in units:
        if field.units[n].sheet != NOBODY:
            left.add(field.units[n].sheet)
            field.change(n, sheet=NOBODY, group=0, post=NOBODY)
    for number in sorted(left):
        sheet = field.board.sheets[number]
        if sheet.state == IMPLEMENTED and not any(field.world.kinds[n].armed for n in units_on(field, number)):
            finish(field, number, CANCELLED, "order_empty", "TCS 6.10")


def finish(field: Battlefield, number: int, state: int, what: str, rule: str) -> None:
    """A sheet is over, and its units have no order any more."""
    sheet = field.board.sheets[number]
    put_sheet(field, number, replace(sheet, state=state))
    field.log(what, rule, order=sheet.name, to=sheet.side)
    release(field, units_on(field, number))
    for end in field.game.rules.at(ENDED):
        end(field, number)


def implement(field: Battlefield, number: int) -> None:
    """A sheet comes into force (TCS 6.9f3): its units leave their old ones, and it binds them."""
    sheet, world = field.board.sheets[number], field.world
    units = [n for n in sheet.listed if field.units[n].steps]
    groups = {n: index for index, group in enumerate(sheet.groups) for n in group.units}
    lines = tuple(
        replace(line, open=True) if line.condition == TURN and line.turn <= field.turn else line for line in sheet.lines
    )
    now = replace(
        sheet,
        state=IMPLEMENTED,
        groups=tuple(replace(group, units=()) for group in sheet.groups),
        lines=lines,
        row=row_of(world, units),
        steps=sum(field.units[n].steps for n in units),
        lost=0,
    )
    field.log("order_begins", "TCS 6.9f3", order=sheet.name, to=sheet.side)
    release(field, units)
    put_sheet(field, number, now)
    for n in units:
        if field.units[n].withdrawing:
            end_withdrawal(field, n)
        field.change(n, sheet=number, group=groups[n], post=post_of(now, groups[n], field.units[n].at))
        if now.kind not in DEFENSES and field.units[n].dug_in:
            field.change(n, dug_in=False)
    dig_in(field, [n for n in units if digs(field, n)])
    for begin in field.game.rules.at(BEGUN):
        begin(field, number)


def end_withdrawal(field: Battlefield, unit: int) -> None:
    """A unit does not withdraw any more; its failed sheet forgets it."""
    field.change(unit, withdrawing=False)
    for number, sheet in enumerate(field.board.sheets):
        if sheet.state == FAILED and unit in sheet.listed:
            groups = [replace(each, units=tuple(n for n in each.units if n != unit)) for each in sheet.groups]
            put_sheet(field, number, replace(sheet, groups=tuple(groups)))


# Step 2


class Accrue(Step, frozen=True, array_like=True, tag="accrue"):
    """TCS 2.0c: every sheet in preparation gains weighted turns."""

    def run(self, field: Battlefield) -> None:
        """Sheet by sheet; one that comes into force on a turn of its own needs none."""
        for number in in_order(field, (PREPARING,)):
            sheet = field.board.sheets[number]
            gained = 0 if sheet.from_turn else gain(field, sheet)
            if gained:
                put_sheet(field, number, replace(sheet, weighted=sheet.weighted + gained, gained=gained))
                field.log(
                    "accrues",
                    "TCS 6.9d1",
                    order=sheet.name,
                    gained=gained,
                    weighted=sheet.weighted + gained,
                    to=sheet.side,
                )


# Step 3


class Implementation(Step, frozen=True, array_like=True, tag="implementation"):
    """TCS 2.0d: the sheets in preparation are rolled for, one after the other."""

    unseen = True

    done: tuple[int, ...] = ()
    """The sheets that have had their turn."""

    def run(self, field: Battlefield) -> None:
        """The next one."""
        for number in in_order(field, (PREPARING,)):
            if number in self.done:
                continue
            after = Implementation((*self.done, number))
            if self._rolls(field, number):
                field.next(ImplementRoll(number), after)
            else:
                field.next(after)
            return

    def _rolls(self, field: Battlefield, number: int) -> bool:
        """Whether a sheet is rolled for now: its owner wants it, it can be, and its units are free for it."""
        sheet = field.board.sheets[number]
        if sheet.from_turn:
            return False
        alive = members(field, number)
        if len(alive) < len(sheet.listed):
            groups = [replace(each, units=tuple(n for n in each.units if n in alive)) for each in sheet.groups]
            sheet = replace(sheet, groups=tuple(groups))
            put_sheet(field, number, sheet)
        if not any(field.world.kinds[n].armed for n in alive):
            finish(field, number, CANCELLED, "order_empty", "TCS 6.9f3")
            return False
        wanted, sheet = wants_roll(field, sheet), replace(sheet, roll="ask") if sheet.roll == "now" else sheet
        put_sheet(field, number, sheet)
        if not wanted or number_of(field, sheet) is None:
            return False
        for n in alive:
            if field.units[n].sheet in self.done and field.board.sheets[field.units[n].sheet].state == IMPLEMENTED:
                other = field.board.sheets[field.units[n].sheet].name
                field.log("order_waits", "TCS 6.9f3", unit=n, other=other, order=sheet.name, to=sheet.side)
                return False
        return True


def wants_roll(look: Situation, sheet: Sheet) -> bool:
    """Whether the owner of a sheet wants it to be rolled for on this turn (TCS 6.9f3)."""
    when, _, number = sheet.roll.partition(" ")
    if when == "turn":
        return look.turn >= int(number)
    if when == "chance":
        return 100 * chance(look, sheet) >= int(number)
    return when in ("always", "now")


class ImplementRoll(Roll, frozen=True, array_like=True, tag="implement_roll"):
    """TCS 6.9f1: whether an op sheet comes into force. Its owner alone reads the dice."""

    sheet: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice read as d66, on the Command Prep Table."""
        number = number_of(look, look.board.sheets[self.sheet])
        assert number is not None
        return implementation(number)

    def says(self, look: Situation) -> Said:
        """Which order."""
        return look.say("implement_roll!", order=look.board.sheets[self.sheet].name)

    def audience(self, look: Situation) -> int | None:
        """The owner of the sheet."""
        return look.board.sheets[self.sheet].side

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It binds its units from now on, or waits."""
        if outcome == "in force":
            implement(field, self.sheet)


# Digging in


def digs(look: Situation, unit: int) -> bool:
    """Whether a unit digs in by its order: it holds on a Prepared Defense, in Fire Mode and in its ground, and is not
    carried (TCS 4.2a).
    """
    now = look.units[unit]
    if now.dug_in or now.at < 0 or now.mode != FIRE_MODE or now.carrier != NOBODY:
        return False
    stands = standing(look, unit)
    missions = (HOLD, RESERVE) if look.world.command.reserve_digs_in else (HOLD,)
    return stands.kind == PREPARED and stands.mission in missions and bool(ground(look, unit) >> now.at & 1)


def quiet(look: Situation, unit: int) -> bool:
    """Whether a unit is unshaken and has neither moved, fired nor been fired at since the last command phase."""
    now = look.units[unit]
    return now.morale == FINE and not (now.engaged or now.fired or now.spent or now.impulse or now.turned)


def dig_in(field: Battlefield, units: Iterable[int]) -> None:
    """These units are dug in; everybody sees it but where a unit hides."""
    for n in units:
        field.change(n, dug_in=True)
        side = field.world.owners[n] if field.units[n].hidden else None
        field.log("digs_in", "TCS 4.2a", unit=n, to=side)


class Dig(Step, frozen=True, array_like=True, tag="dig"):
    """TCS 4.2a: units on a Prepared Defense that missed digging in do so after a quiet turn. Then it is forgotten who
    fired or was fired at.
    """

    unseen = True

    def run(self, field: Battlefield) -> None:
        """All who can, but not on the first turn, before which nothing has happened."""
        if field.turn > 1 and field.world.command.dig_in_later:
            units, sheets = field.units, field.board.sheets
            if field.game.rules.at(STANDINGS):
                everybody = [n for side in field.world.units_of for n in side if units[n].sheet != NOBODY]
            else:
                prepared = {number for number, sheet in enumerate(sheets) if sheet.kind == PREPARED}
                sides = field.world.units_of if prepared else ()
                everybody = [n for side in sides for n in side if units[n].sheet in prepared]
            dig_in(field, [n for n in everybody if not units[n].dug_in and quiet(field, n) and digs(field, n)])
        field.forget()


def engage(field: Battlefield, units: Iterable[int]) -> None:
    """These units have fired, or were fired at in any way: it slows down the orders that are prepared for them."""
    field.engage(*units)


CHAPTER = Chapter(
    name="command",
    procedures=(CommandPhase, Accrue, Implementation, ImplementRoll, Dig),
    phrases={
        "implement_roll!": 'Is "{order}" implemented',
        "order_begins": 'The order "{order}" is in force',
        "order_empty": 'Nobody is left to carry out "{order}": it is cancelled',
        "order_waits": '{unit:unit} has just received "{other}"; "{order}" waits',
        "accrues": '"{order}" gains {gained} weighted turns and has {weighted}',
        "digs_in": "{unit:unit} digs in",
    },
)
