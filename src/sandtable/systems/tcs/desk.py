"""A side's desk in round C of the command phase (TCS 2.0f, 2.0g).

What can be written down there is in `neworders` (sheets are made, changed and copied) and `standingorders` (sheets end,
units join and leave, batteries get roles).
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.planningoptions import PlanningOptions
from sandtable.systems.tcs.sheetchecks import (
    TOO_MANY_SHEETS,
    prepared_by,
)
from sandtable.systems.tcs.written import MOST_CHANGES, Act, Written, planned

__all__ = ["CHAPTER", "ENOUGH", "Desk"]

LAST_TURN = Reason("It is the last turn: no new order can help any more", "TCS 6.8")
ENOUGH = Reason("That is enough for one command phase: give these orders", "TCS 6.8")


class Desk(Decide, frozen=True, array_like=True, tag="plan"):
    """TCS 2.0f, 2.0g: a side's desk. What it writes down is carried out when both sides are done."""

    idle = "nothing"

    acts: tuple[Act, ...] = ()
    count: int = 0

    def prompt(self, look: Situation) -> Said:
        """The question: what to write or change next."""
        return look.say("plan_more?" if self.acts else "plan?")

    def now(self, look: Situation) -> Situation:
        """The board as it will be with what is written down."""
        return planned(look, self.acts)

    def open(self) -> bool:
        """Whether there may be more changes in this round."""
        return self.count < MOST_CHANGES

    def makes(self, look: Situation) -> bool:
        """Whether sheets are made on this turn (TCS 6.8)."""
        return look.turn < look.world.turns

    def room(self, look: Situation) -> bool:
        """Whether the side may have another sheet in preparation."""
        return self.barred(look) is None

    def barred(self, look: Situation) -> Reason | None:
        """Why no sheet can be made now."""
        if not self.makes(look):
            return LAST_TURN
        count = len(prepared_by(self.now(look), self.side))
        if count >= look.game.rules.chosen(PlanningOptions).sheets_most:
            return TOO_MANY_SHEETS.of(n=count)
        return None if self.open() else ENOUGH

    def sheets(self, look: Situation, *states: int) -> tuple[int, ...]:
        """The sheets of the side in one of these states."""
        now = self.now(look)
        return tuple(n for n, sheet in enumerate(now.board.sheets) if sheet.side == self.side and sheet.state in states)

    def do(self, field: Battlefield, *acts: Act) -> None:
        """Write this down."""
        field.next(Desk(self.side, (*self.acts, *acts), self.count + 1))

    @verb("No new orders")
    def nothing(self, look: Situation) -> bool:
        """While nothing is written down."""
        return not self.acts

    @nothing.then
    def _do_nothing(self, field: Battlefield, _: None) -> None:
        field.next(Written(self.side))

    @verb("Give these orders", last=True)
    def done(self, look: Situation) -> bool:
        """When something is written down."""
        return bool(self.acts)

    @done.then
    def _do_done(self, field: Battlefield, _: None) -> None:
        field.next(Written(self.side, self.acts))


CHAPTER = Chapter(
    name="desk",
    procedures=(Desk, Written),
    phrases={
        "plan?": "Orders: write or change an order, or go on without new ones.",
        "plan_more?": "Orders: write another order, or give these.",
        "order_made": 'The order "{order}" is in preparation',
        "order_changed": 'The order "{order}" is changed',
        "order_cancelled": 'The order "{order}" is cancelled',
        "detached": '{unit:unit} leaves the order "{order}"',
        "joins": '{unit:unit} joins the order "{order}"',
        "role_given": "{battery:battery} gets a new role next turn",
    },
)
