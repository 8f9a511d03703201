"""Advance guards, optionally (TCS 6.4): a column that is fired at from near attacks from the march.

All units of its Move order act as on an Attack, in the ground of the order, until the next command phase. Then the
order counts as completed.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.procedure import Step
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import REVIEW, finish, in_order, put_sheet
from sandtable.systems.tcs.field import FIRED_AT, Battlefield
from sandtable.systems.tcs.orders import STANDINGS, Standing
from sandtable.systems.tcs.sheets import COMPLETED, IMPLEMENTED, MARCH, MOVE, TAKE
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.world import NOBODY

__all__ = ["CHAPTER", "EndAdvance"]


def alarmed(field: Battlefield, hex: int, firers: Sequence[int]) -> None:
    """The Move orders of units in a hex that is fired at from near let them attack."""
    world, units = field.world, field.units
    for n in field.units_in(hex):
        number = units[n].sheet
        if number == NOBODY or field.board.sheets[number].kind != MOVE:
            continue
        sheet = field.board.sheets[number]
        near = any(
            world.owners[firer] != world.owners[n]
            and units[firer].at >= 0
            and world.ground.distance(units[firer].at, hex) <= LIMITS["alarm_hexes"]
            for firer in firers
        )
        if near and not sheet.alarmed:
            put_sheet(field, number, replace(sheet, alarmed=True))
            field.log("alarmed", "TCS 6.4", order=sheet.name, to=sheet.side)


def advancing(look: Situation, unit: int) -> Standing | None:
    """A unit whose march has become an attack takes what lies before it."""
    now = look.units[unit]
    if not 0 <= now.sheet < len(look.board.sheets):
        return None
    sheet = look.board.sheets[now.sheet]
    if not sheet.alarmed or sheet.groups[now.group].mission != MARCH:
        return None
    return Standing(now.sheet, sheet.kind, TAKE, sheet.name)


class EndAdvance(Step, frozen=True, array_like=True, tag="end_advance"):
    """The orders that have become attacks are completed (TCS 6.11a)."""

    def run(self, field: Battlefield) -> None:
        """Sheet by sheet."""
        for number in in_order(field, (IMPLEMENTED,)):
            if field.board.sheets[number].alarmed:
                finish(field, number, COMPLETED, "order_completed", "TCS 6.11a")


CHAPTER = Chapter(
    name="advance guard",
    procedures=(EndAdvance,),
    adds=(FIRED_AT.add(alarmed), STANDINGS.add(advancing), REVIEW.add(EndAdvance())),
    switch="attack_from_march",
    phrases={"alarmed": 'The order "{order}" is fired at: its units may attack until the next command phase'},
)
