"""What a side writes down before it sets up: registration points, and the hexes of barrages (TCS 2.0l, 18.13)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.field import with_entry
from sandtable.kernel.game import Game
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Decide, Procedure, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions
from sandtable.systems.tcs.board import Board, Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.world import World

__all__ = ["CHAPTER", "WRITTEN", "Plot", "Register", "WriteDown", "written"]

WRITTEN: Seam[Callable[[World, int], tuple[Procedure, ...]]] = Seam("what else a side writes down before it sets up")

REGISTERED = Reason("{hex:hex} is registered already", "TCS 18.13")


def written(game: Game[Board, World], side: int) -> tuple[Procedure, ...]:
    """The steps in which a side writes down its points and barrages; none if it has nothing to write."""
    support = game.world.support
    plots = any(each.side == side and each.hex < 0 for each in support.plotted)
    papers = (WriteDown(side, support.to_register[side]),) if plots or support.to_register[side] else ()
    return (*papers, *(step for each in game.rules.at(WRITTEN) for step in each(game.world, side)))


class WriteDown(Step, frozen=True, array_like=True, tag="write_down"):
    """Ask for what is still to be written."""

    side: int
    left: int
    """The registration points still to choose."""

    def run(self, field: Battlefield) -> None:
        """One thing after the other: barrages first."""
        for number, each in enumerate(field.world.support.plotted):
            if each.side == self.side and field.board.plots[number] < 0:
                field.next(Plot(self.side, number), self)
                return
        if self.left:
            field.next(Register(self.side), WriteDown(self.side, self.left - 1))


class Plot(Decide, frozen=True, array_like=True, tag="plot"):
    """TCS 2.0l: the hex of a barrage that is fired without an observer."""

    sets_up = True

    barrage: int

    def prompt(self, look: Situation) -> Said:
        """Which."""
        plotted = look.world.support.plotted[self.barrage]
        names = ", ".join(look.world.support.batteries[n].name for n in plotted.batteries)
        return look.say("plot?", names=names, turn=plotted.turn)

    @verb("Fire on", "hex")
    def at(self, look: Situation) -> Targets:
        """Any hex of the map."""
        return range(look.world.ground.size)

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        field.update(plots=with_entry(field.board.plots, self.barrage, hex))
        field.log("plotted", "TCS 2.0l", to=self.side, hex=hex)


class Register(Decide, frozen=True, array_like=True, tag="register"):
    """TCS 18.13: a registration point."""

    sets_up = True

    def prompt(self, look: Situation) -> Said:
        """What it is good for, and how many are left."""
        support = look.world.support
        own = sum(side == self.side for _, side in look.board.registered)
        chosen = own - sum(side == self.side for _, side in support.registered)
        columns = look.game.rules.chosen(ArtilleryOptions).trp_columns
        return look.say("register?", left=support.to_register[self.side] - chosen, columns=columns)

    @verb("Register", "hex")
    def at(self, look: Situation) -> Targets:
        """Any hex that is not one already."""
        taken = {hex for hex, side in look.board.registered if side == self.side}
        return tuple(hex for hex in range(look.world.ground.size) if hex not in taken)

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        field.update(registered=tuple(sorted((*field.board.registered, (hex, self.side)))))
        field.log("registered", "TCS 18.13", to=self.side, hex=hex)

    @at.check
    def _why_not_at(self, look: Situation, hex: int) -> Reason | None:
        return REGISTERED if (hex, self.side) in look.board.registered else None


CHAPTER = Chapter(
    name="plotting",
    procedures=(WriteDown, Plot, Register),
    phrases={
        "plot?": "{names}: which hex does the barrage of turn {turn} strike?",
        "register?": "Choose a registration point ({left} left): a hex where you expect the enemy. Shells called for "
        "there adjust {columns} columns better.",
        "plotted": "The barrage is written down for {hex:hex}",
        "registered": "{hex:hex} is registered",
    },
)
