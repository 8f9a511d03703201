"""The rounds of the command phase in which people decide (TCS 2.0d to 2.0g): both sides at once, and in secret.

Round A: which sheets are rolled for, if their owner wants to be asked. Round B: reserves are committed, alternates
taken, phase lines opened by signal. Round C: units join and leave, sheets end, are made and changed. No die falls
before both sides are done with a round; a side that has nothing to decide is done at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Procedure, Roll, Sealed, Step, verb
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import ROUND_A, ROUND_B, ROUND_C, put_sheet
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.orders import in_force, units_on
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.preparation import chance, number_of, rating_of
from sandtable.systems.tcs.sheets import PREPARING, RESERVE, SIGNAL, Alternate
from sandtable.systems.tcs.staffwork import check_chance
from sandtable.systems.tcs.standingorders import needed
from sandtable.systems.tcs.written import Written

__all__ = ["CHAPTER", "TRIES", "CheckOrders", "CheckRoll", "Checked", "RollOrder", "Rolled", "Try", "to_ask"]


class Try(NamedTuple):
    """Something else that a side may try with reserves and alternates: its name, the pairs of an op sheet and a number
    that it may try it with, and the roll for one of them.
    """

    what: str
    pairs: Callable[[Situation, int], tuple[tuple[int, int], ...]]
    roll: Callable[[int, int], Procedure]


TRIES: Seam[Try] = Seam("what else a side may try in the second round of a command phase")


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
    def _do_roll(self, field: Battlefield, _: None) -> None:
        self._on(field, (*self.chosen, to_ask(field, self.side)[self.asked]))

    @verb("Keep preparing")
    def keep(self, look: Situation) -> bool:
        """Always."""
        return True

    @keep.then
    def _do_keep(self, field: Battlefield, _: None) -> None:
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
    """The alternates that a side can take: sheet and place on its list (TCS 6.14c). The roll is made with the rating of
    those who follow the sheet, so a sheet whose units are all lost has none.
    """
    return tuple(
        (number, n)
        for number, sheet in in_force(look, side)
        if sheet.alternates and units_on(look, number)
        for n in range(len(sheet.alternates))
    )


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
        tries = field.game.rules.at(TRIES)
        needs = [
            bool(
                reserves(field, s) or alternates(field, s) or signals(field, s) or any(t.pairs(field, s) for t in tries)
            )
            for s in (0, 1)
        ]
        if any(needs):
            field.together(*(CheckOrders(side) if needs[side] else Checked(side) for side in (0, 1)))


class CheckOrders(Decide, frozen=True, array_like=True, tag="check_orders"):
    """TCS 6.14b to 6.14d: what a side wants to try, in the order of the dice."""

    idle = "done"

    checks: tuple[tuple[str, int, int], ...] = ()

    def _free(self, look: Situation, pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        """Those whose sheet may make another check on this turn."""
        most = look.game.rules.chosen(PlanningOptions).checks_per_sheet
        made = [number for what, number, _ in self.checks if what in ("commit", "alternate")]
        taken = [(number, n) for _, number, n in self.checks]
        return tuple(pair for pair in pairs if made.count(pair[0]) < most and pair not in taken)

    def _add(self, field: Battlefield, what: str, pair: tuple[int, int]) -> None:
        field.next(CheckOrders(self.side, (*self.checks, (what, *pair))))

    @verb("Commit", "reserve")
    def commit(self, look: Situation) -> Targets:
        """Reserve groups."""
        return self._free(look, reserves(look, self.side))

    @commit.then
    def _do_commit(self, field: Battlefield, pair: tuple[int, int]) -> None:
        self._add(field, "commit", pair)

    @verb("Change to", "alternate_plan")
    def take_alternate(self, look: Situation) -> Targets:
        """Alternates."""
        return self._free(look, alternates(look, self.side))

    @take_alternate.then
    def _do_take_alternate(self, field: Battlefield, pair: tuple[int, int]) -> None:
        self._add(field, "alternate", pair)

    @verb("Signal: open", "phase_line")
    def signal(self, look: Situation) -> Targets:
        """Lines that wait for it."""
        given = [(number, n) for what, number, n in self.checks if what == "signal"]
        return tuple(pair for pair in signals(look, self.side) if pair not in given)

    @signal.then
    def _do_signal(self, field: Battlefield, pair: tuple[int, int]) -> None:
        self._add(field, "signal", pair)

    @verb("Done", last=True)
    def done(self, look: Situation) -> bool:
        """Always."""
        return True

    @done.then
    def _do_done(self, field: Battlefield, _: None) -> None:
        field.next(Checked(self.side, self.checks))


class Checked(Sealed, frozen=True, array_like=True, tag="checked_orders"):
    """What a side tries, until both have chosen."""

    side: int
    checks: tuple[tuple[str, int, int], ...] = ()

    def reveal(self, field: Battlefield) -> None:
        """Lines are opened; the dice follow."""
        rolls: list[Procedure] = []
        tries = {each.what: each.roll for each in field.game.rules.at(TRIES)}
        for what, number, n in self.checks:
            if what == "signal":
                sheet = field.board.sheets[number]
                lines = tuple(replace(line, open=True) if i == n else line for i, line in enumerate(sheet.lines))
                put_sheet(field, number, replace(sheet, lines=lines))
                field.log("signalled", "TCS 6.15b", order=sheet.name, line=sheet.lines[n].name, to=sheet.side)
            elif what in tries:
                rolls.append(tries[what](number, n))
            else:
                plan = field.board.sheets[number].alternates[n] if what == "alternate" else None
                rolls.append(Check(number, n, what, plan))
        field.next(*rolls)


class Check(Step, frozen=True, array_like=True, tag="check"):
    """TCS 6.14d: one of the tries, as things are when its turn comes. A fragmentary order may have taken the last units
    from the sheet by then, and another try an alternate from its list.
    """

    unseen = True

    sheet: int
    which: int
    what: str
    plan: Alternate | None = None

    def run(self, field: Battlefield) -> None:
        """Roll, if anybody is left whose rating counts."""
        sheet = field.board.sheets[self.sheet]
        if not units_on(field, self.sheet):
            field.log("nobody_follows", "TCS 6.14d", order=sheet.name, to=sheet.side)
            return
        which = self.which if self.plan is None else sheet.alternates.index(self.plan)
        field.next(CheckRoll(self.sheet, which, self.what))


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
        needs = [bool(field.left(side)) and needed(Desk(side), field) for side in (0, 1)]
        if any(needs):
            field.together(*(Desk(side) if needs[side] else Written(side) for side in (0, 1)))


CHAPTER = Chapter(
    name="planning",
    procedures=(RoundA, RollOrder, Rolled, RoundB, CheckOrders, Checked, Check, CheckRoll, RoundC),
    adds=(ROUND_A.add(RoundA()), ROUND_B.add(RoundB()), ROUND_C.add(RoundC())),
    phrases={
        "roll_order?": '"{order}": roll to implement it now ({percent} %), or keep preparing?',
        "check_orders?": "Commit a reserve, change to an alternate plan, or open a phase line?",
        "check_commit!": '"{order}": is {group} committed',
        "check_alternate!": '"{order}": does it change to {name}',
        "signalled": 'The signal is given: "{order}" may cross {line}',
        "nobody_follows": '"{order}": nobody follows it any more, so there is no roll',
        "committed": '"{order}": {group} is committed',
        "alternate_taken": '"{order}" changes to {name}',
    },
)
