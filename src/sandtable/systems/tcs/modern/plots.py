"""Missions that are plotted (ME 2.1, 2.2, 2.4): rockets, scattered mines and guided rounds need no adjustment.

They are plotted among the calls for fire, and come down after the missions that were adjusted: rockets first, then
mines, then Copperheads. Plots are their side's secret.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.procedure import Decide, Procedure, Step
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.airartillery import EXECUTION
from sandtable.systems.tcs.batteries import BATTERY_BARS, role_of, why_silent
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.calling import MOST_CHANGES, Call
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.arsenal import FASCAM, Arsenal, Plot, launcher, piece_of, plotted
from sandtable.systems.tcs.shells import COUNTER, NONE, Mission

__all__ = [
    "CHAPTER",
    "DELIVERIES",
    "Deliver",
    "Plotting",
    "booked",
    "put_plot",
    "take_plots",
    "why_no_plot",
    "with_plot",
]

LAUNCHES = Reason("{battery:battery} fires rockets only: plot a launch", "ME 2.4.2")
LAYS_MINES = Reason("{battery:battery} fires FASCAM this turn", "ME 2.2.1")
COUNTERS = Reason("{battery:battery} has the counterfire role and fires nothing else", "ME 2.5a1")
GONE = Reason("{battery:battery} has no guns left", "ME 2.5j")
ENOUGH = Reason("that is enough for one phase: fire what is called", "TCS 2.0m")


class Plotting(Decide, frozen=True, array_like=True, tag="modern.plotting"):
    """A plot in the making; then the side goes on with its calls."""

    battery: int
    calls: tuple[Mission, ...] = ()
    changes: int = 0

    def opened_by(self) -> Call:
        """The plot was begun there."""
        return Call(self.side, self.calls, self.changes)

    def back(self, field: Battlefield, plot: Plot) -> None:
        """The plot is written down."""
        put_plot(field, plot)
        field.next(Call(self.side, self.calls, self.changes))


def why_no_plot(look: Situation, call: Call, battery: int) -> Reason | None:
    """Why a battery takes no plot of any kind now."""
    if call.changes >= MOST_CHANGES:
        return ENOUGH
    if why := why_silent(look, call.side, battery):
        return why
    if role_of(look, battery)[0] == COUNTER:
        return COUNTERS.of(battery=battery)
    return None if piece_of(look, battery).tubes else GONE.of(battery=battery)


def with_plot(look: Situation, call: Call, why_not: Callable[[Situation, Call, int], Reason | None]) -> tuple[int, ...]:
    """The batteries that can take a plot: those with nothing against it."""
    every = range(len(look.world.support.batteries))
    return tuple(n for n in every if why_not(look, call, n) is None)


def booked(look: Situation, call: Call, battery: int) -> bool:
    """Whether a battery has fired on this turn, or fires a mission that is called already."""
    fired = look.board.batteries[battery].fired == look.turn
    return fired or any(battery in each.batteries for each in call.calls)


def put_plot(field: Battlefield, plot: Plot) -> None:
    """A plot is written down."""
    arsenal = field.kept(Arsenal)
    field.keep(replace(arsenal, plots=(*arsenal.plots, plot)))


def take_plots(field: Battlefield, plots: tuple[Plot, ...]) -> None:
    """These plots are carried out; equal ones are taken one by one."""
    arsenal = field.kept(Arsenal)
    left = list(arsenal.plots)
    for each in plots:
        left.remove(each)
    field.keep(replace(arsenal, plots=tuple(left)))


def bar(look: Situation, battery: int, calls: object) -> Reason | None:
    """Why a battery takes no ordinary call: it fires rockets, mines, or counterfire alone."""
    if launcher(look, battery):
        return LAUNCHES.of(battery=battery)
    if role_of(look, battery)[0] == COUNTER:
        return COUNTERS.of(battery=battery)
    return LAYS_MINES.of(battery=battery) if plotted(look, FASCAM, battery) else None


class Deliver(Step, frozen=True, array_like=True, tag="modern.deliver"):
    """TCS 2.0o, ME 0.5: what a side has plotted comes down, one after the other."""

    side: int
    guided: int = NONE
    """The battery whose Copperheads are on the way."""

    def mask(self, side: int | None) -> Procedure:
        """Plots are the business of their side."""
        return self if side == self.side else Deliver(self.side)

    def run(self, field: Battlefield) -> None:
        """The next of them."""
        batteries = field.world.support.batteries
        own = tuple(each for each in field.kept(Arsenal).plots if batteries[each.battery].side == self.side)
        for deliver in field.game.rules.at(DELIVERIES):
            if deliver(field, self, own):
                return


DELIVERIES: Seam[Callable[[Battlefield, Deliver, tuple[Plot, ...]], bool]] = Seam(
    "how plots of a side are carried out: whether there was one, which is under way now"
)

CHAPTER = Chapter(
    name="modern.plots",
    procedures=(Deliver,),
    adds=(EXECUTION.add(Deliver), BATTERY_BARS.add(bar)),
    switch="modern",
)
