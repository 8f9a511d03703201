"""An op sheet being written (TCS 6.8, 6.15): three clicks make a sound order.

A draft is kept in its owner's secret part of the round. "Prepare" puts it among what the side has written down. What
else can be changed on it is in `draftgroups`, `draftmeasures`, `draftfires` and `draftwords`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.newsheets import NEW, kept_turns
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.sheetchecks import (
    fault_of,
)
from sandtable.systems.tcs.sheetdrawing import (
    axis_to,
    through,
)
from sandtable.systems.tcs.sheets import (
    DEFENSES,
    RESERVE,
    Group,
    Measures,
    Sheet,
)
from sandtable.systems.tcs.written import MOST_CHANGES, Act, number_for, planned

__all__ = ["CHAPTER", "FULL", "Draft"]

FULL = Reason("That is enough for one command phase: prepare this order, or cancel it.")


class Draft(Decide, frozen=True, array_like=True, tag="draft"):
    """An op sheet in the hands of its author."""

    acts: tuple[Act, ...]
    """What was written down before, at the desk."""
    count: int
    number: int
    sheet: Sheet

    idle = "drop"

    def prompt(self, look: Situation) -> Said:
        """What is missing, or that it can be prepared."""
        fault = self.fault(look)
        if fault is None:
            return look.say("draft?", order=self.sheet.name)
        return look.say("draft_fault?", order=self.sheet.name, fault=look.game.say(fault))

    def now(self, look: Situation) -> Situation:
        """The board as it will be with what was written down before."""
        return planned(look, self.acts)

    def open(self) -> bool:
        """Whether there may be more changes in this round."""
        return self.count < MOST_CHANGES

    def fault(self, look: Situation) -> Reason | None:
        """Why it cannot be prepared yet."""
        return fault_of(self.now(look), self.sheet, self.number)

    def living(self, look: Situation) -> list[int]:
        """Its units that are not lost."""
        return [n for n in self.sheet.listed if look.units[n].steps]

    def moves(self) -> bool:
        """Whether it is an order to go somewhere."""
        return self.sheet.kind not in DEFENSES

    def back(self, field: Battlefield, acts: tuple[Act, ...]) -> None:
        """To the desk, with this written down."""
        field.next(Desk(self.side, acts, self.count + 1))

    def go_on(self, field: Battlefield, **how: Any) -> None:
        """Go on with the sheet changed."""
        sheet = replace(self.sheet, **how)
        field.next(Draft(self.side, self.acts, self.count + 1, self.number, sheet))

    def mark(self, field: Battlefield, **how: Any) -> None:
        """Go on with other measures of the sheet."""
        self.go_on(field, measures=replace(self.sheet.measures, **how))

    def aim(self, field: Battlefield, objective: Iterable[int]) -> None:
        """Go on with another objective; an axis that does not end in it is drawn again."""
        goal, measures = tuple(sorted(objective)), self.sheet.measures
        if (
            not self.moves()
            or (measures.direction and measures.direction[-1] in goal)
            or (measures.axis and measures.axis[-1] in goal)
        ):
            self.mark(field, objective=goal)
        else:
            drawn = self.drawn(field, goal)
            self.mark(field, objective=goal, axis=drawn.axis, width=drawn.width, direction=())

    def drawn(self, look: Situation, goal: Iterable[int]) -> Measures:
        """The objective with an axis drawn to it."""
        width = self.sheet.measures.width or look.world.command.axis_width
        units = self.living(look)
        return axis_to(look, units, goal, width) if units else Measures(tuple(sorted(goal)))

    def regroup(self, field: Battlefield, groups: Iterable[Group]) -> None:
        """Go on with these groups; those without units go, and a reserve joins the first of the others by default."""
        left = [group for group in groups if group.units]
        kept = [
            replace(group, joins=group.joins if group.joins < len(left) and group.joins != index else _first(left))
            for index, group in enumerate(left)
        ]
        self.go_on(field, groups=tuple(kept))

    def measured(self, look: Situation, units: Sequence[int], goal: tuple[int, ...], points: Sequence[int]) -> Measures:
        """An objective of its own for these units, with an axis through the way-points or drawn."""
        width = self.sheet.measures.width or look.world.command.axis_width
        if not self.moves():
            return Measures(goal)
        if points and units:
            return Measures(goal, through(look, units, goal, points), width)
        return axis_to(look, units, goal, width) if units else Measures(goal)

    # The three clicks

    @verb("Prepare")
    def prepare(self, look: Situation) -> bool:
        """When it is sound."""
        return self.fault(look) is None

    @prepare.check
    def _why_not_prepare(self, look: Situation, _: None) -> Reason | None:
        return self.fault(look)

    @prepare.then
    def _do_prepare(self, field: Battlefield, _: None) -> None:
        number = number_for(self.now(field), self.side) if self.number == NEW else self.number
        sheet = replace(self.sheet, weighted=kept_turns(field, self.sheet, self.number))
        acts = (*self.acts, Act("write", number, sheet=sheet))
        self.back(field, acts)

    @verb("Objective", "hex", menu="Objective")
    def objective(self, look: Situation) -> Targets:
        """Any hex."""
        return range(look.world.ground.size) if self.open() else ()

    @objective.then
    def _do_objective(self, field: Battlefield, hex: int) -> None:
        self.aim(field, (hex,))

    @verb("Cancel")
    def drop(self, look: Situation) -> bool:
        """Always."""
        return True

    @drop.then
    def _do_drop(self, field: Battlefield, _: None) -> None:
        self.back(field, self.acts)


def _first(groups: Sequence[Group]) -> int:
    return next((index for index, group in enumerate(groups) if group.mission != RESERVE), 0)


CHAPTER = Chapter(
    name="drafting",
    procedures=(Draft,),
    options=PlanningOptions,
    phrases={
        "draft?": 'The order "{order}" is sound: prepare it, or change it.',
        "draft_fault?": 'The order "{order}": {fault}',
    },
)
