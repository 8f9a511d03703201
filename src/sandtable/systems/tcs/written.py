"""What a side writes down in round C of a command phase, before both sides are done (TCS 2.0f, 2.0g).

Each act is a value. They are carried out in their order when both sides are done; until then they are carried out on a
copy, so that what is offered next goes by them.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Seam
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Sealed
from sandtable.systems.tcs.batteries import assign
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import finish, put_sheet, release
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.orders import post_of
from sandtable.systems.tcs.review import complete, fail
from sandtable.systems.tcs.sheets import CANCELLED, Sheet, next_number, with_sheet
from sandtable.systems.tcs.shells import COUNTER, COUNTERFIRE, DIRECT_SHEET, GENERAL
from sandtable.systems.tcs.world import NOBODY

__all__ = ["MOST_CHANGES", "PROSPECTS", "REWRITTEN", "Act", "Written", "carry_out", "number_for", "planned"]

REWRITTEN: Seam[Callable[[Battlefield, int], None]] = Seam("what follows when an op sheet is made or changed")

PROSPECTS = "prospects of op sheets"
"""The name of what is kept beside a board about op sheets, and follows from the sheet and from all of the board but its
op sheets: while sheets are written it stays.
"""

MOST_CHANGES = 40
"""The most changes of a side in one round, so that it ends."""


class Act(msgspec.Struct, frozen=True, array_like=True):
    """One thing that is written down: `what` is write, cancel, fail, complete, detach, add or role."""

    what: str
    number: int = NOBODY
    """The sheet it is about."""
    unit: int = NOBODY
    """The unit, or the battery."""
    group: int = 0
    sheet: Sheet | None = None


def planned(look: Situation, acts: tuple[Act, ...]) -> Situation:
    """The board as it will be when these acts are carried out."""
    if not acts:
        return look
    known: dict[tuple[Act, ...], Situation] = known_of(look.board, "planned")
    found = known.get(acts)
    if found is None:
        before = planned(look, acts[:-1])
        field = Battlefield(look.game, before.board)
        carry_out(field, acts[-1])
        if replace(field.board, sheets=before.board.sheets) == before.board:
            field.board.__dict__[PROSPECTS] = known_of(before.board, PROSPECTS)
        found = known[acts] = Situation(look.game, field.board)
    return found


def number_for(look: Situation, side: int) -> int:
    """The number of the next sheet of a side."""
    return next_number(look.board.sheets, len(look.world.sheets), side)


def carry_out(field: Battlefield, act: Act) -> None:
    """Do what was written down."""
    if act.what == "write":
        assert act.sheet is not None
        new = act.number >= len(field.board.sheets) or field.board.sheets[act.number].side != act.sheet.side
        field.update(sheets=with_sheet(field.board.sheets, act.number, act.sheet))
        for follow in field.game.rules.at(REWRITTEN):
            follow(field, act.number)
        field.log("order_made" if new else "order_changed", "TCS 6.8", order=act.sheet.name, to=act.sheet.side)
    elif act.what == "cancel":
        finish(field, act.number, CANCELLED, "order_cancelled", "TCS 6.10")
    elif act.what == "fail":
        fail(field, act.number)
    elif act.what == "complete":
        complete(field, act.number)
    elif act.what == "detach":
        sheet = field.board.sheets[field.units[act.unit].sheet]
        field.log("detached", "TCS 6.12", unit=act.unit, order=sheet.name, to=sheet.side)
        release(field, [act.unit])
    elif act.what == "add":
        _add(field, act)
    else:
        role = {NOBODY: GENERAL, COUNTERFIRE: COUNTER}.get(act.number, DIRECT_SHEET)
        assign(field, act.unit, role, act.number if role == DIRECT_SHEET else NOBODY)
        side = field.world.support.batteries[act.unit].side
        field.log("role_given", "TCS 18.1", battery=act.unit, to=side)


def _add(field: Battlefield, act: Act) -> None:
    """TCS 6.13: a unit joins a sheet in force, in a group."""
    sheet = field.board.sheets[act.number]
    unit = field.units[act.unit]
    put_sheet(field, act.number, replace(sheet, steps=sheet.steps + unit.steps))
    field.change(act.unit, sheet=act.number, group=act.group, post=post_of(sheet, act.group, unit.at))
    field.log("joins", "TCS 6.13", unit=act.unit, order=sheet.name, to=sheet.side)


class Written(Sealed, frozen=True, array_like=True, tag="written_orders"):
    """What a side has written down, until both sides are done."""

    side: int
    acts: tuple[Act, ...] = ()

    def reveal(self, field: Battlefield) -> None:
        """It is carried out."""
        for act in self.acts:
            carry_out(field, act)
