"""CB and EW points (ME 2.5b): each side gives them to its batteries before the battle, and again at midnight.

They are never lost, and nobody else knows where they are.
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Procedure, Step, verb
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import HOURLY
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.arsenal import piece_of, put_piece
from sandtable.systems.tcs.plotting import WRITTEN
from sandtable.systems.tcs.world import World

__all__ = ["CHAPTER", "Allot", "Midnight", "Share"]

MIDNIGHT = "0000"


def own(world: World, side: int) -> tuple[int, ...]:
    """The batteries of a side."""
    return tuple(n for n, each in enumerate(world.support.batteries) if each.side == side)


class Allot(Decide, frozen=True, array_like=True, tag="modern.allot"):
    """ME 2.5b1: whether the points stay where they are."""

    @verb("Leave the points as they are")
    def keep(self, look: Situation) -> bool:
        """Always possible: what is left over goes to the first battery."""
        return True

    @keep.then
    def _do_keep(self, field: Battlefield, _: None) -> None:
        place_rest(field, self.side)

    @verb("Share out the points again")
    def again(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @again.then
    def _do_again(self, field: Battlefield, _: None) -> None:
        for n in own(field.world, self.side):
            put_piece(field, n, cb=0, ew=0, cb_shown=False, ew_shown=False)
        field.next(Share(self.side, *field.world.support.points[self.side]))


def place_rest(field: Battlefield, side: int) -> None:
    """Points that no battery has go to the first one of the side."""
    cb, ew = field.world.support.points[side]
    batteries = own(field.world, side)
    pieces = [piece_of(field, n) for n in batteries]
    more = cb - sum(each.cb for each in pieces), ew - sum(each.ew for each in pieces)
    if batteries and any(more):
        first = piece_of(field, batteries[0])
        put_piece(field, batteries[0], cb=first.cb + more[0], ew=first.ew + more[1])


class Share(Decide, frozen=True, array_like=True, tag="modern.share"):
    """ME 2.5b1: the points are given out one by one, in any split."""

    cb: int
    """Those still to give."""
    ew: int

    def prompt(self, look: Situation) -> Said:
        """How many are left."""
        return look.say("modern.share?", cb=self.cb, ew=self.ew)

    @verb("Give a CB point to", "battery", menu="Give it a CB point", name="cb")
    def radar(self, look: Situation) -> Targets:
        """Own batteries."""
        return own(look.world, self.side) if self.cb else ()

    @radar.then
    def _do_radar(self, field: Battlefield, battery: int) -> None:
        put_piece(field, battery, cb=piece_of(field, battery).cb + 1)
        self._go_on(field, self.cb - 1, self.ew)

    @verb("Give an EW point to", "battery", menu="Give it an EW point", name="ew")
    def jammer(self, look: Situation) -> Targets:
        """Own batteries."""
        return own(look.world, self.side) if self.ew else ()

    @jammer.then
    def _do_jammer(self, field: Battlefield, battery: int) -> None:
        put_piece(field, battery, ew=piece_of(field, battery).ew + 1)
        self._go_on(field, self.cb, self.ew - 1)

    def _go_on(self, field: Battlefield, cb: int, ew: int) -> None:
        if cb or ew:
            field.next(Share(self.side, cb, ew))


class Midnight(Step, frozen=True, array_like=True, tag="modern.midnight"):
    """ME 2.5b2, 2.5b3: on the turn labelled 0000 the points may change batteries, and on no other."""

    def run(self, field: Battlefield) -> None:
        """Both sides are asked."""
        if field.turn > 1 and field.world.clock(field.turn) == MIDNIGHT:
            field.next(*(step for side in (0, 1) for step in asked(field.world, side)))


def asked(world: World, side: int) -> tuple[Procedure, ...]:
    """The question to a side with points to give; none if it has none."""
    return (Allot(side),) if any(world.support.points[side]) and own(world, side) else ()


CHAPTER = Chapter(
    name="modern.points",
    procedures=(Allot, Share, Midnight),
    adds=(WRITTEN.add(asked), HOURLY.add(Midnight())),
    phrases={
        "modern.allot?": "Your batteries have the counterbattery (CB) and electronic warfare (EW) points: leave them, "
        "or share them out again?",
        "modern.share?": "Give the points to your batteries: {cb} CB and {ew} EW left.",
    },
    switch="modern",
)
