"""The rounds of the command phase in which people decide (TCS 2.0d to 2.0g): both sides at once, and in secret.

Round A: which sheets are rolled for, if their owner wants to be asked. Round B: reserves are committed, alternates
taken, phase lines opened by signal. Round C: units join and leave, sheets end, are made and changed. No die falls
before both sides are done with a round; a side that has nothing to decide is done at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Procedure, Roll, Sealed, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.kernel.targets import Parts
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import ROUND_A, ROUND_B, ROUND_C, put_sheet
from sandtable.systems.tcs.desk import MOST_CHANGES, Act, carry_out, planned
from sandtable.systems.tcs.drafting import NEW, Draft, as_kind, drafted, kept_turns, roll_words
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.orders import units_on
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.preparation import chance, number_of, rating_of, row_of
from sandtable.systems.tcs.review import parts, reached
from sandtable.systems.tcs.sheetchecks import (
    NOT_ONE_OF_YOURS,
    TOO_MANY_SHEETS,
    batteries_of,
    cannot_list,
    fault_of,
    missions_of,
    prepared_by,
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
    RESERVE,
    SIGNAL,
    TEMPLATE,
    Group,
    Sheet,
)
from sandtable.systems.tcs.staffwork import check_chance
from sandtable.systems.tcs.world import NOBODY

__all__ = ["CHAPTER", "CheckOrders", "CheckRoll", "Checked", "Desk", "RollOrder", "Rolled", "Written"]

TOO_FAR = Reason('{unit:unit} is {n} hexes from the nearest unit of "{name}"; {most} are allowed', "TCS 6.13")
TOO_LARGE = Reason("With {unit:unit} the order would be of row {n}; it was given as row {m}", "TCS 6.13")
HAS_ORDER = Reason('{unit:unit} is on the order "{name}"; detach it first', "TCS 6.13")
WITHDRAWS = Reason("{unit:unit} withdraws and joins no order in force", "TCS 6.13")
NOT_IN_FORCE = Reason("That order is not in force", "TCS 6.13")
NO_ORDER = Reason("{unit:unit} is on no order in force", "TCS 6.12")
LAST_TURN = Reason("It is the last turn: no new order can help any more", "TCS 6.8")
ENOUGH = Reason("That is enough for one command phase: give these orders", "TCS 6.8")


def plays_on_paper(look: Situation) -> bool:
    """Whether new sheets are written in this game."""
    return look.world.command.command == "full"


# Round A


def to_ask(look: Situation, side: int) -> list[int]:
    """The sheets of a side that are rolled for only if it says so now (TCS 6.9f3)."""
    return [
        n
        for n, sheet in enumerate(look.board.sheets)
        if sheet.side == side
        and sheet.state == PREPARING
        and sheet.roll == "ask"
        and not sheet.from_turn
        and number_of(look, sheet) is not None
    ]


class RoundA(Step, frozen=True, array_like=True, tag="round_a"):
    """TCS 2.0d: before the implementation rolls."""

    unseen = True

    def run(self, field: Battlefield) -> None:
        """Ask the sides that have such sheets."""
        asked = [to_ask(field, side) for side in (0, 1)]
        if any(asked):
            field.together(*(RollOrder(side) if asked[side] else Rolled(side) for side in (0, 1)))


class RollOrder(Decide, frozen=True, array_like=True, tag="roll_order"):
    """TCS 6.9f3: whether a sheet is rolled for; one sheet after the other."""

    idle = "roll"

    chosen: tuple[int, ...] = ()
    asked: int = 0
    """How many have been decided on."""

    def prompt(self, look: Situation) -> Said:
        """Which sheet, with its chance."""
        sheet = look.board.sheets[to_ask(look, self.side)[self.asked]]
        percent = round(100 * chance(look, sheet))
        return look.say("roll_order?", order=sheet.name, chance=str(chance(look, sheet)), percent=percent)

    def _on(self, field: Battlefield, chosen: tuple[int, ...]) -> None:
        after = RollOrder(self.side, chosen, self.asked + 1)
        done = after.asked == len(to_ask(field, self.side))
        field.next(Rolled(self.side, chosen) if done else after)

    @verb("Roll to implement")
    def roll(self, look: Situation) -> bool:
        """Always."""
        return True

    @roll.then
    def _(self, field: Battlefield, _: None) -> None:
        self._on(field, (*self.chosen, to_ask(field, self.side)[self.asked]))

    @verb("Keep preparing")
    def keep(self, look: Situation) -> bool:
        """Always."""
        return True

    @keep.then
    def _(self, field: Battlefield, _: None) -> None:
        self._on(field, self.chosen)


class Rolled(Sealed, frozen=True, array_like=True, tag="rolled_orders"):
    """The sheets that a side rolls for."""

    side: int
    chosen: tuple[int, ...] = ()

    def reveal(self, field: Battlefield) -> None:
        """They are marked."""
        for number in self.chosen:
            put_sheet(field, number, replace(field.board.sheets[number], roll="now"))


# Round B


def in_force(look: Situation, side: int) -> Iterator[tuple[int, Sheet]]:
    """The sheets of a side that are in force."""
    for number, sheet in enumerate(look.board.sheets):
        if sheet.side == side and sheet.state == IMPLEMENTED:
            yield number, sheet


def reserves(look: Situation, side: int) -> tuple[tuple[int, int], ...]:
    """The groups of a side that can be committed: sheet and group (TCS 6.14b)."""
    return tuple(
        (number, index)
        for number, sheet in in_force(look, side)
        for index, group in enumerate(sheet.groups)
        if group.mission == RESERVE
        and sheet.groups[group.joins].mission != RESERVE
        and any(look.units[n].group == index for n in units_on(look, number))
    )


def alternates(look: Situation, side: int) -> tuple[tuple[int, int], ...]:
    """The alternates that a side can take: sheet and place on its list (TCS 6.14c)."""
    return tuple((number, n) for number, sheet in in_force(look, side) for n in range(len(sheet.alternates)))


def signals(look: Situation, side: int) -> tuple[tuple[int, int], ...]:
    """The phase lines that a side can open by a signal: sheet and line (TCS 6.15b)."""
    return tuple(
        (number, n)
        for number, sheet in in_force(look, side)
        for n, line in enumerate(sheet.lines)
        if line.condition == SIGNAL and not line.open
    )


class RoundB(Step, frozen=True, array_like=True, tag="round_b"):
    """TCS 2.0e: reserves, alternates and signals."""

    unseen = True

    def run(self, field: Battlefield) -> None:
        """Ask the sides that have any."""
        needs = [bool(reserves(field, s) or alternates(field, s) or signals(field, s)) for s in (0, 1)]
        if any(needs):
            field.together(*(CheckOrders(side) if needs[side] else Checked(side) for side in (0, 1)))


class CheckOrders(Decide, frozen=True, array_like=True, tag="check_orders"):
    """TCS 6.14b to 6.14d: what a side wants to try, in the order of the dice."""

    idle = "done"

    checks: tuple[tuple[str, int, int], ...] = ()

    def _free(self, look: Situation, pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        """Those whose sheet may make another check on this turn."""
        most = look.game.rules.chosen(PlanningOptions).checks_per_sheet
        made = [number for what, number, _ in self.checks if what != "signal"]
        taken = [(number, n) for _, number, n in self.checks]
        return tuple(pair for pair in pairs if made.count(pair[0]) < most and pair not in taken)

    def _add(self, field: Battlefield, what: str, pair: tuple[int, int]) -> None:
        field.next(CheckOrders(self.side, (*self.checks, (what, *pair))))

    @verb("Commit", "reserve")
    def commit(self, look: Situation) -> Targets:
        """Reserve groups."""
        return self._free(look, reserves(look, self.side))

    @commit.then
    def _(self, field: Battlefield, pair: tuple[int, int]) -> None:
        self._add(field, "commit", pair)

    @verb("Change to", "alternate_plan")
    def take_alternate(self, look: Situation) -> Targets:
        """Alternates."""
        return self._free(look, alternates(look, self.side))

    @take_alternate.then
    def _(self, field: Battlefield, pair: tuple[int, int]) -> None:
        self._add(field, "alternate", pair)

    @verb("Signal: open", "phase_line")
    def signal(self, look: Situation) -> Targets:
        """Lines that wait for it."""
        given = [(number, n) for what, number, n in self.checks if what == "signal"]
        return tuple(pair for pair in signals(look, self.side) if pair not in given)

    @signal.then
    def _(self, field: Battlefield, pair: tuple[int, int]) -> None:
        self._add(field, "signal", pair)

    @verb("Done", last=True)
    def done(self, look: Situation) -> bool:
        """Always."""
        return True

    @done.then
    def _(self, field: Battlefield, _: None) -> None:
        field.next(Checked(self.side, self.checks))


class Checked(Sealed, frozen=True, array_like=True, tag="checked_orders"):
    """What a side tries, until both have chosen."""

    side: int
    checks: tuple[tuple[str, int, int], ...] = ()

    def reveal(self, field: Battlefield) -> None:
        """Lines are opened; the dice follow."""
        rolls: list[Procedure] = []
        for what, number, n in self.checks:
            if what == "signal":
                sheet = field.board.sheets[number]
                lines = tuple(replace(line, open=True) if i == n else line for i, line in enumerate(sheet.lines))
                put_sheet(field, number, replace(sheet, lines=lines))
                field.log("signalled", "TCS 6.15b", order=sheet.name, line=sheet.lines[n].name, to=sheet.side)
            else:
                rolls.append(CheckRoll(number, n, what))
        field.next(*rolls)


class CheckRoll(Roll, frozen=True, array_like=True, tag="check_roll"):
    """TCS 6.14d: a die above the Command Prep rating commits a reserve or takes an alternate; a 6 always does."""

    sheet: int
    which: int
    what: str

    def _rating(self, look: Situation) -> int:
        return rating_of(look.world, units_on(look, self.sheet))

    def resolution(self, look: Situation) -> Resolution:
        """A die."""
        least = 7 - 6 * check_chance(self._rating(look))
        rows = (Row(None, int(least) - 1, "not now"), Row(int(least), None, "done"))
        return Resolution("TCS 6.14d", "", D6, rows if least > 1 else rows[1:])

    def says(self, look: Situation) -> Said:
        """What is tried."""
        sheet = look.board.sheets[self.sheet]
        if self.what == "commit":
            return look.say("check_commit!", order=sheet.name, group=sheet.groups[self.which].name)
        return look.say("check_alternate!", order=sheet.name, name=sheet.alternates[self.which].name)

    def audience(self, look: Situation) -> int | None:
        """The owner of the sheet."""
        return look.board.sheets[self.sheet].side

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The reserve has its mission, or the plan is changed."""
        if outcome == "done":
            (commit if self.what == "commit" else change_plan)(field, self.sheet, self.which)


def commit(field: Battlefield, number: int, index: int) -> None:
    """TCS 6.14b: a reserve group takes the mission of the group it joins; posts stay, and it never goes back."""
    sheet = field.board.sheets[number]
    group = sheet.groups[index]
    joined = sheet.groups[group.joins]
    now = replace(group, mission=joined.mission, measures=joined.measures)
    groups = tuple(now if n == index else each for n, each in enumerate(sheet.groups))
    put_sheet(field, number, replace(sheet, groups=groups))
    field.log("committed", "TCS 6.14b", order=sheet.name, group=group.name, to=sheet.side)


def change_plan(field: Battlefield, number: int, which: int) -> None:
    """TCS 6.14c: an alternate replaces objective and measures of all groups without their own; the old plan is gone."""
    sheet = field.board.sheets[number]
    taken = sheet.alternates[which]
    left = tuple(each for n, each in enumerate(sheet.alternates) if n != which)
    put_sheet(field, number, replace(sheet, measures=taken.measures, alternates=left))
    field.log("alternate_taken", "TCS 6.14c", order=sheet.name, name=taken.name, to=sheet.side)


# Round C


class RoundC(Step, frozen=True, array_like=True, tag="round_c"):
    """TCS 2.0f, 2.0g: units join and leave, sheets end, are made and changed."""

    unseen = True

    def run(self, field: Battlefield) -> None:
        """Ask the sides that have anything to decide."""
        if not plays_on_paper(field):
            return
        needs = [bool(field.left(side)) and Desk(side).needed(field) for side in (0, 1)]
        if any(needs):
            field.together(*(Desk(side) if needs[side] else Written(side) for side in (0, 1)))


class Desk(Decide, frozen=True, array_like=True, tag="plan"):
    """TCS 2.0f, 2.0g: a side's desk. What it writes down is carried out when both sides are done."""

    idle = "nothing"

    acts: tuple[Act, ...] = ()
    count: int = 0

    def prompt(self, look: Situation) -> Said:
        """What there is to do."""
        return look.say("plan_more?" if self.acts else "plan?")

    def needed(self, look: Situation) -> bool:
        """Whether there is anything to decide: on the last turn no sheet is made any more."""
        return self._makes(look) or any(
            each.targets(self, look)
            for each in (self.cancel, self.fail, self.complete, self.detach, self.add, self.role)
        )

    def _look(self, look: Situation) -> Situation:
        return planned(look, self.acts)

    def _open(self) -> bool:
        return self.count < MOST_CHANGES

    def _makes(self, look: Situation) -> bool:
        return look.turn < look.world.turns

    def _room(self, look: Situation) -> bool:
        """Whether the side may have another sheet in preparation."""
        return self._barred(look) is None

    def _barred(self, look: Situation) -> Reason | None:
        """Why no sheet can be made now."""
        if not self._makes(look):
            return LAST_TURN
        count = len(prepared_by(self._look(look), self.side))
        if count >= look.game.rules.chosen(PlanningOptions).sheets_most:
            return TOO_MANY_SHEETS.of(n=count)
        return None if self._open() else ENOUGH

    def _sheets(self, look: Situation, *states: int) -> tuple[int, ...]:
        now = self._look(look)
        return tuple(n for n, sheet in enumerate(now.board.sheets) if sheet.side == self.side and sheet.state in states)

    def _do(self, field: Battlefield, *acts: Act) -> None:
        field.next(Desk(self.side, (*self.acts, *acts), self.count + 1))

    def _draft(self, field: Battlefield, sheet: Sheet, number: int = NEW) -> None:
        field.next(Draft(self.side, self.acts, self.count + 1, number, sheet))

    @verb("No new orders")
    def nothing(self, look: Situation) -> bool:
        """While nothing is written down."""
        return not self.acts

    @nothing.then
    def _(self, field: Battlefield, _: None) -> None:
        field.next(Written(self.side))

    # New sheets

    def _new_for(self, look: Situation) -> tuple[int, ...]:
        if not self._room(look):
            return ()
        now = self._look(look)
        free = [n for n in look.left(self.side) if not self._busy(now, n)]
        return tuple(free)

    def _busy(self, now: Situation, unit: int) -> Reason | None:
        return cannot_list(now, Sheet("", self.side, ATTACK), NEW, unit)

    def _why_not_new(self, look: Situation, unit: int) -> Reason | None:
        return self._busy(self._look(look), unit) or self._barred(look)

    def _new(self, field: Battlefield, kind: int, unit: int) -> None:
        now, formation = self._look(field), field.world.member_of[unit]
        mates = [n for n in self._new_for(field) if field.world.member_of[n] == formation]
        self._draft(field, drafted(now, self.side, kind, mates, formation))

    @verb("New order: Attack for", "unit", menu="New order: Attack")
    def attack(self, look: Situation) -> Targets:
        """Units that can be listed; the order is for all such units of the formation."""
        return self._new_for(look)

    @attack.check
    def _(self, look: Situation, unit: int) -> Reason | None:
        return self._why_not_new(look, unit)

    @attack.then
    def _(self, field: Battlefield, unit: int) -> None:
        self._new(field, ATTACK, unit)

    @verb("New order: Move for", "unit", menu="New order: Move")
    def move(self, look: Situation) -> Targets:
        """As for an Attack."""
        return self._new_for(look)

    @move.check
    def _(self, look: Situation, unit: int) -> Reason | None:
        return self._why_not_new(look, unit)

    @move.then
    def _(self, field: Battlefield, unit: int) -> None:
        self._new(field, MOVE, unit)

    @verb("New order: Hasty Defense for", "unit", menu="New order: Hasty Defense")
    def hasty(self, look: Situation) -> Targets:
        """As for an Attack."""
        return self._new_for(look)

    @hasty.check
    def _(self, look: Situation, unit: int) -> Reason | None:
        return self._why_not_new(look, unit)

    @hasty.then
    def _(self, field: Battlefield, unit: int) -> None:
        self._new(field, HASTY, unit)

    @verb("New order: Prepared Defense for", "unit", menu="New order: Prepared Defense")
    def prepared(self, look: Situation) -> Targets:
        """As for an Attack."""
        return self._new_for(look)

    @prepared.check
    def _(self, look: Situation, unit: int) -> Reason | None:
        return self._why_not_new(look, unit)

    @prepared.then
    def _(self, field: Battlefield, unit: int) -> None:
        self._new(field, PREPARED, unit)

    @verb("Change", "sheet", menu="Change")
    def edit(self, look: Situation) -> Targets:
        """Sheets in preparation."""
        return self._sheets(look, PREPARING) if self._open() and self._makes(look) else ()

    @edit.then
    def _(self, field: Battlefield, number: int) -> None:
        self._draft(field, self._look(field).board.sheets[number], number)

    # Copies

    def _copied(self, look: Situation) -> tuple[int, ...]:
        """Sheets that can be copied: those with living units that may be listed once more."""
        if not self._room(look):
            return ()
        now = self._look(look)
        return tuple(n for n in self._sheets(look, PREPARING, IMPLEMENTED) if self._free(now, n))

    def _free(self, now: Situation, number: int) -> list[int]:
        """The units of a sheet that can be listed once more."""
        sheet = now.board.sheets[number]
        units = units_on(now, number) if sheet.state == IMPLEMENTED else sheet.listed
        return [n for n in units if self._busy(now, n) is None]

    def _copy(self, now: Situation, number: int, kind: int, units: list[int] | None = None) -> Sheet:
        """A sheet again: for the same units in the same groups, or for others in one group."""
        sheet = now.board.sheets[number]
        free = self._free(now, number) if units is None else units
        if units is not None:
            groups: tuple[Group, ...] = (Group("All", missions_of(kind)[0], units=tuple(units)),)
        else:
            on = {n: index for index, group in enumerate(sheet.groups) for n in group.units}
            if sheet.state == IMPLEMENTED:
                on = {n: now.units[n].group for n in free}
            groups = tuple(
                replace(group, units=tuple(n for n in free if on[n] == index))
                for index, group in enumerate(sheet.groups)
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
    def copy(self, look: Situation) -> Targets:
        """A sheet, and the kind of the copy."""
        sheets = self._copied(look)
        return Parts(("sheet", sheets), ("order", (ATTACK, MOVE, HASTY, PREPARED))) if sheets else ()

    @copy.then
    def _(self, field: Battlefield, target: tuple[int, int]) -> None:
        self._draft(field, self._copy(self._look(field), *target))

    @verb("Copy for another formation", "copy")
    def copy_for(self, look: Situation) -> Targets:
        """A sheet, and a unit of the formation."""
        if not self._room(look):
            return ()
        sheets, units = self._sheets(look, PREPARING, IMPLEMENTED), self._new_for(look)
        return Parts(("sheet", sheets), ("unit", units)) if sheets and units else ()

    @copy_for.then
    def _(self, field: Battlefield, target: tuple[int, int]) -> None:
        number, unit = target
        now, of = self._look(field), field.world.member_of
        mates = [n for n in self._new_for(field) if of[n] == of[unit]]
        self._draft(field, self._copy(now, number, now.board.sheets[number].kind, mates))

    @verb("Follow behind", "behind")
    def behind(self, look: Situation) -> Targets:
        """A sheet with a phase line, and a unit of the formation that follows it there."""
        if not self._room(look):
            return ()
        now = self._look(look)
        sheets = tuple(n for n in self._sheets(look, PREPARING, IMPLEMENTED) if now.board.sheets[n].lines)
        units = self._new_for(look)
        return Parts(("sheet", sheets), ("unit", units)) if sheets and units else ()

    @behind.then
    def _(self, field: Battlefield, target: tuple[int, int]) -> None:
        number, unit = target
        now, of = self._look(field), field.world.member_of
        mates = [n for n in self._new_for(field) if of[n] == of[unit]]
        copy = self._copy(now, number, MOVE, mates)
        goal = now.board.sheets[number].lines[0].hexes[: now.world.command.objective_hexes]
        width = copy.measures.width or now.world.command.axis_width
        self._draft(field, replace(copy, measures=axis_to(now, mates, goal, width), lines=(), alternates=()))

    @verb("Follow up", "follow_up")
    def follow_up(self, look: Situation) -> Targets:
        """A defense of what an Attack takes; a Move to the rally area of a defense."""
        now, found = self._look(look), []
        for number in self._copied(look):
            sheet = now.board.sheets[number]
            if sheet.kind == ATTACK:
                found += [(number, HASTY), (number, PREPARED)]
            elif sheet.kind in DEFENSES and sheet.rally:
                found.append((number, MOVE))
        return tuple(found)

    @follow_up.then
    def _(self, field: Battlefield, target: tuple[int, int]) -> None:
        number, kind = target
        now = self._look(field)
        sheet, copy = now.board.sheets[number], self._copy(now, number, kind)
        if kind == MOVE:
            width = now.world.command.axis_width
            measures = axis_to(now, list(copy.listed), sheet.rally, width)
            copy = replace(copy, measures=measures, alternates=(), lines=())
        self._draft(field, replace(copy, fires=(), assembly=()))

    @verb("Prepare the template", "sheet", menu="Prepare")
    def template(self, look: Situation) -> Targets:
        """Templates of the scenario that are sound now."""
        if not self._room(look):
            return ()
        now = self._look(look)
        return tuple(n for n in self._sheets(look, TEMPLATE) if self._sound(now, n))

    def _sound(self, now: Situation, number: int) -> bool:
        return fault_of(now, self._from_template(now, number), number) is None

    def _from_template(self, now: Situation, number: int) -> Sheet:
        """A template as it goes into preparation: without lost units, its axis drawn if it has none."""
        sheet = now.board.sheets[number]
        groups = tuple(replace(g, units=tuple(n for n in g.units if now.units[n].steps)) for g in sheet.groups)
        sheet = replace(sheet, state=PREPARING, weighted=0, groups=tuple(g for g in groups if g.units))
        measures, units = sheet.measures, list(sheet.listed)
        if sheet.kind not in DEFENSES and measures.objective and not measures.marked and units:
            sheet = replace(sheet, measures=axis_to(now, units, measures.objective, now.world.command.axis_width))
        return sheet

    @template.then
    def _(self, field: Battlefield, number: int) -> None:
        self._do(field, Act("write", number, sheet=self._from_template(self._look(field), number)))

    @verb("Roll for", "policy")
    def policy(self, look: Situation) -> Targets:
        """A sheet in preparation, and when it is rolled for."""
        sheets = self._sheets(look, PREPARING) if self._open() else ()
        return Parts(("sheet", sheets), ("roll", roll_words(look))) if sheets else ()

    @policy.then
    def _(self, field: Battlefield, target: tuple[int, str]) -> None:
        number, when = target
        sheet = replace(self._look(field).board.sheets[number], roll=when)
        self._do(field, Act("write", number, sheet=replace(sheet, weighted=kept_turns(field, sheet, number))))

    # Ends

    @verb("Cancel the order", "sheet", menu="Cancel the order")
    def cancel(self, look: Situation) -> Targets:
        """Sheets in preparation or in force."""
        return self._sheets(look, PREPARING, IMPLEMENTED) if self._open() else ()

    @cancel.then
    def _(self, field: Battlefield, number: int) -> None:
        self._do(field, Act("cancel", number))

    @verb("Declare failed", "sheet", menu="Declare failed")
    def fail(self, look: Situation) -> Targets:
        """Attacks and Moves in force."""
        now = self._look(look)
        in_force = self._sheets(look, IMPLEMENTED) if self._open() else ()
        return tuple(n for n in in_force if now.board.sheets[n].kind not in DEFENSES)

    @fail.then
    def _(self, field: Battlefield, number: int) -> None:
        self._do(field, Act("fail", number))

    @verb("Declare completed", "sheet", menu="Declare completed")
    def complete(self, look: Situation) -> Targets:
        """Sheets that have reached what they were to reach, where that does not complete them by itself."""
        if look.world.command.completion != "declared" or not self._open():
            return ()
        now = self._look(look)
        return tuple(
            n
            for n in self._sheets(look, IMPLEMENTED)
            if any(reached(now, n, measures, groups) for measures, groups in parts(now.board.sheets[n]))
        )

    @complete.then
    def _(self, field: Battlefield, number: int) -> None:
        self._do(field, Act("complete", number))

    @verb("Detach", "unit", menu="Detach")
    def detach(self, look: Situation) -> Targets:
        """Units on a sheet in force."""
        if not self._open():
            return ()
        now = self._look(look)
        return tuple(n for n in now.left(self.side) if now.units[n].sheet != NOBODY)

    @detach.check
    def _(self, look: Situation, unit: int) -> Reason | None:
        now = self._look(look)
        if look.world.owners[unit] != self.side or not look.units[unit].steps:
            return NOT_ONE_OF_YOURS.of(unit=unit)
        if now.units[unit].sheet == NOBODY:
            return NO_ORDER.of(unit=unit)
        return None if self._open() else ENOUGH

    @detach.then
    def _(self, field: Battlefield, unit: int) -> None:
        self._do(field, Act("detach", unit=unit))

    @verb("Add", "joining", menu="Add to an order")
    def add(self, look: Situation) -> Targets:
        """Unassigned units, each with the groups of sheets in force that it can join."""
        if not self._open():
            return ()
        now = self._look(look)
        free = [n for n in now.left(self.side) if now.units[n].sheet == NOBODY and not now.units[n].withdrawing]
        return tuple(
            (unit, number, index)
            for unit in free
            for number, sheet in in_force(now, self.side)
            if cannot_join(now, unit, number) is None
            for index in range(len(sheet.groups))
        )

    @add.check
    def _(self, look: Situation, target: tuple[int, int, int]) -> Reason | None:
        unit, number, index = target
        now = self._look(look)
        if look.world.owners[unit] != self.side or not look.units[unit].steps:
            return NOT_ONE_OF_YOURS.of(unit=unit)
        if number not in dict(in_force(now, self.side)) or index >= len(now.board.sheets[number].groups):
            return NOT_IN_FORCE
        return cannot_join(now, unit, number) or (None if self._open() else ENOUGH)

    @add.then
    def _(self, field: Battlefield, target: tuple[int, int, int]) -> None:
        unit, number, index = target
        self._do(field, Act("add", number, unit, index))

    @verb("Role of a battery", "role")
    def role(self, look: Situation) -> Targets:
        """A battery in general support (-1), or in direct support of a sheet in force."""
        own = batteries_of(look, self.side)
        if not self._open() or not own:
            return ()
        return Parts(("battery", own), ("sheet_or_none", (NOBODY, *self._sheets(look, IMPLEMENTED))))

    @role.then
    def _(self, field: Battlefield, target: tuple[int, int]) -> None:
        battery, number = target
        self._do(field, Act("role", number, battery))

    @verb("Give these orders", last=True)
    def done(self, look: Situation) -> bool:
        """When something is written down."""
        return bool(self.acts)

    @done.then
    def _(self, field: Battlefield, _: None) -> None:
        field.next(Written(self.side, self.acts))


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


class Written(Sealed, frozen=True, array_like=True, tag="written_orders"):
    """What a side has written down, until both sides are done."""

    side: int
    acts: tuple[Act, ...] = ()

    def reveal(self, field: Battlefield) -> None:
        """It is carried out."""
        for act in self.acts:
            carry_out(field, act)


CHAPTER = Chapter(
    name="planning",
    procedures=(RoundA, RollOrder, Rolled, RoundB, CheckOrders, Checked, CheckRoll, RoundC, Desk, Written),
    adds=(ROUND_A.add(RoundA()), ROUND_B.add(RoundB()), ROUND_C.add(RoundC())),
    phrases={
        "roll_order?": '"{order}": roll to implement it now ({percent} %), or keep preparing?',
        "check_orders?": "Commit a reserve, change to an alternate plan, or open a phase line?",
        "plan?": "Orders: write or change an order, or go on without new ones.",
        "plan_more?": "Orders: write another order, or give these.",
        "check_commit!": '"{order}": is {group} committed',
        "check_alternate!": '"{order}": does it change to {name}',
        "signalled": 'The signal is given: "{order}" may cross {line}',
        "committed": '"{order}": {group} is committed',
        "alternate_taken": '"{order}" changes to {name}',
        "order_made": 'The order "{order}" is in preparation',
        "order_changed": 'The order "{order}" is changed',
        "order_cancelled": 'The order "{order}" is cancelled',
        "detached": '{unit:unit} leaves the order "{order}"',
        "joins": '{unit:unit} joins the order "{order}"',
        "role_given": "{battery:battery} gets a new role next turn",
    },
)
