"""Dedicated missions (ME 2.6): a battery in direct support has one hex that it can hit at a moment's notice.

A mission on that hex needs neither observer nor adjustment, in whatever zone. The hex is chosen when the op sheet that
the battery supports comes into force, and stays until another does.
"""

from __future__ import annotations

from typing import Annotated

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.option import About, Options
from sandtable.kernel.procedure import Decide, verb
from sandtable.systems.tcs.adjustment import SURE
from sandtable.systems.tcs.batteries import role_of
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import BEGUN
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.arsenal import launcher, piece_of, put_piece
from sandtable.systems.tcs.shells import COUNTER, GENERAL, ILLUM, NONE, Mission

__all__ = ["CHAPTER", "Dedicate", "DedicatedOptions", "dedicated_hex"]


class DedicatedOptions(Options, frozen=True):
    """What the rules of dedicated missions leave open."""

    dedicated_missions: Annotated[
        bool, About("A battery in direct support has a hex that it hits without observer or adjustment.", "ME 2.6a")
    ] = False


def allowed(look: Situation) -> bool:
    """Whether the game plays with dedicated missions."""
    return look.game.rules.chosen(DedicatedOptions).dedicated_missions


def dedicated_hex(look: Situation, battery: int) -> int:
    """The hex of a battery's dedicated mission; NONE if it has none, or is not in direct support (ME 2.6a, 2.6c)."""
    data = look.world.support.batteries[battery]
    if not allowed(look) or data.rocket or launcher(look, battery):
        return NONE
    return piece_of(look, battery).dedicated if role_of(look, battery)[0] not in (GENERAL, COUNTER) else NONE


def sure(look: Situation, mission: Mission) -> int:
    """The hex on which a mission lands for certain: that of its first battery (ME 2.6b)."""
    if not mission.batteries or mission.shell == ILLUM:
        return 0
    hex = dedicated_hex(look, mission.batteries[0])
    return 0 if hex == NONE else 1 << hex


def begun(field: Battlefield, sheet: int) -> None:
    """An op sheet comes into force: its batteries get new dedicated targets (ME 2.6a)."""
    if not allowed(field):
        return
    batteries, now = field.world.support.batteries, field.board.sheets[sheet]
    for n in reversed(now.support):
        if not batteries[n].rocket and not launcher(field, n):
            put_piece(field, n, dedicated=NONE)
            field.next(Dedicate(now.side, n))


class Dedicate(Decide, frozen=True, array_like=True, tag="modern.dedicate"):
    """ME 2.6a: the hex of a battery's dedicated mission, or none."""

    battery: int

    @verb("Dedicate it to", "hex", menu="Dedicate it to this hex")
    def at(self, look: Situation) -> Targets:
        """Any hex."""
        return range(look.world.ground.size)

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        put_piece(field, self.battery, dedicated=hex)
        field.log("modern.dedicated", "ME 2.6a", to=self.side, battery=self.battery, hex=hex)

    @verb("No dedicated mission", last=True)
    def none(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @none.then
    def _do_none(self, field: Battlefield, _: None) -> None:
        pass


CHAPTER = Chapter(
    name="modern.dedicated missions",
    procedures=(Dedicate,),
    adds=(SURE.add(sure), BEGUN.add(begun)),
    phrases={
        "modern.dedicate?": "{battery:battery}: choose the hex of its dedicated mission.",
        "modern.dedicated": "{battery:battery} is dedicated to {hex:hex}",
    },
    options=DedicatedOptions,
    switch="modern",
)
