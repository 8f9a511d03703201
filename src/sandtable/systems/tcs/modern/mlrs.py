"""MLRS (ME 2.4): each launcher fires twelve rockets of DPICM once a turn, exactly where they are plotted.

Launchers aimed at one hex fire as one mission. They need no observer, and the rocket rule of the series does not bind
them.
"""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.barrage import Execute
from sandtable.systems.tcs.batteries import has_fired
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.calling import Call, too_close
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.arsenal import (
    LAUNCH,
    Plot,
    Salvo,
    add_salvo,
    launched,
    launcher,
    piece_of,
    plotted,
    spend_round,
)
from sandtable.systems.tcs.modern.bomblets import DPICM, bomblet_strengths
from sandtable.systems.tcs.modern.conversion import NUMBERS
from sandtable.systems.tcs.modern.gunnerytables import round_value
from sandtable.systems.tcs.modern.plots import (
    DELIVERIES,
    Deliver,
    Plotting,
    take_plots,
    why_no_plot,
    with_plot,
)
from sandtable.systems.tcs.shells import Barrage

__all__ = ["CHAPTER", "LaunchAim", "LaunchZone", "launch_strengths", "launchers_ready"]

NO_LAUNCHER = Reason("{battery:battery} has no rocket launchers", "ME 2.4.1")
NO_ROCKETS = Reason("{battery:battery} has no launcher with rockets left for this turn", "ME 2.4.1")
TOO_CLOSE = Reason("{hex:hex} is too near to your own units", "TCS 18.8a")


def launch_strengths(id: str, calibre: int, launchers: int, *, wide: bool) -> tuple[int, int]:
    """The strength of several launchers together in zone and ring (ME 2.4a, 2.4c).

    >>> launch_strengths("us87_mlrs", 227, 1, wide=False), launch_strengths("us87_mlrs", 227, 3, wide=True)
    ((100, 20), (100, 20))
    """
    value, adjacent = round_value(calibre, id)
    total = Fraction(value * launchers, NUMBERS["mlrs_wide_share"] if wide else 1)
    return bomblet_strengths(int(total + Fraction(1, 2)), adjacent=adjacent)


def launchers_ready(look: Situation, battery: int) -> int:
    """How many launchers of a battery can still be plotted on this turn: each fires once (ME 2.4.1)."""
    if not launcher(look, battery):
        return 0
    piece = piece_of(look, battery)
    planned = sum(each.launchers for each in plotted(look, LAUNCH, battery))
    return min(piece.tubes - launched(look, battery), piece.dpicm) - planned


def why_no_launch(look: Situation, call: Call, battery: int) -> Reason | None:
    """Why a battery launches no rockets now."""
    if why := why_no_plot(look, call, battery):
        return why
    if not launcher(look, battery):
        return NO_LAUNCHER.of(battery=battery)
    return None if launchers_ready(look, battery) > 0 else NO_ROCKETS.of(battery=battery)


@verb("Launch rockets of", "battery", menu="Launch rockets", name="modern.launch")
def launch(call: Call, look: Situation) -> Targets:
    """Batteries with launchers that have not fired (ME 2.4)."""
    return with_plot(look, call, why_no_launch)


@launch.then
def _aim(call: Call, field: Battlefield, battery: int) -> None:
    field.next(LaunchAim(call.side, battery, call.calls, call.changes + 1))


launch.check(lambda call, look, battery: why_no_launch(look, call, battery))


class LaunchAim(Plotting, frozen=True, array_like=True, tag="modern.launch_aim"):
    """ME 2.4.3, 2.4.7: any hex of the map; nobody needs to see it."""

    @verb("Launch at", "hex", menu="Launch here", otherwise=TOO_CLOSE)
    def aim(self, look: Situation) -> Targets:
        """Every hex that is not too near to own units."""
        ground = look.world.ground
        return tuple(ground.map.indices(((1 << ground.size) - 1) & ~too_close(look, self.side)))

    @aim.then
    def _do_aim(self, field: Battlefield, hex: int) -> None:
        field.next(LaunchZone(self.side, self.battery, self.calls, self.changes, hex))


class LaunchZone(Plotting, frozen=True, array_like=True, tag="modern.launch_zone"):
    """ME 2.4.4, 2.4a: the pattern, and how many launchers fire."""

    hex: int = -1

    @verb("Battery zone; launchers:", "launchers")
    def narrow(self, look: Situation) -> Targets:
        """Old pattern Area A."""
        return tuple(range(1, launchers_ready(look, self.battery) + 1))

    @narrow.then
    def _do_narrow(self, field: Battlefield, count: int) -> None:
        self._plot(field, count, wide=False)

    @verb("Battalion zone; launchers:", "launchers")
    def wide(self, look: Situation) -> Targets:
        """Old pattern Area B."""
        return tuple(range(1, launchers_ready(look, self.battery) + 1))

    @wide.then
    def _do_wide(self, field: Battlefield, count: int) -> None:
        self._plot(field, count, wide=True)

    def _plot(self, field: Battlefield, count: int, *, wide: bool) -> None:
        field.log("modern.launch_plotted", "ME 2.4.3", to=self.side, battery=self.battery, count=count, hex=self.hex)
        self.back(field, Plot(LAUNCH, self.battery, self.hex, wide=wide, launchers=count))


def deliver(field: Battlefield, step: Deliver, plots: tuple[Plot, ...]) -> bool:
    """The launchers aimed at one hex fire together (ME 2.4a)."""
    launches = [each for each in plots if each.kind == LAUNCH]
    if not launches:
        return False
    first = launches[0]
    group = tuple(each for each in launches if (each.aim, each.wide) == (first.aim, first.wide))
    take_plots(field, group)
    fires: dict[int, int] = {}
    for each in group:
        spend_round(field, each.battery, "dpicm", each.launchers)
        has_fired(field, each.battery)
        fires[each.battery] = fires.get(each.battery, 0) + each.launchers
    add_salvo(field, Salvo(step.side, tuple(fires), (), tuple(fires.values())))
    count, own = sum(fires.values()), field.world.support.batteries[first.battery]
    zone, ring = launch_strengths(own.id, own.calibre, count, wide=first.wide)
    barrage = Barrage(step.side, DPICM, first.aim, first.wide, zone, ring, good=True, calibre=own.calibre)
    rounds = count * NUMBERS["mlrs_rounds"]
    field.log("modern.launches", "ME 2.4a", side=step.side, count=count, rounds=rounds, hex=first.aim, reveals=True)
    field.next(Execute(step.side, (barrage,)), Deliver(step.side))
    return True


CHAPTER = Chapter(
    name="modern.mlrs",
    procedures=(LaunchAim, LaunchZone),
    verbs={Call: (launch,)},
    adds=(DELIVERIES.add(deliver),),
    phrases={
        "modern.launch_aim?": "{battery:battery}: choose the hex that the rockets strike.",
        "modern.launch_zone?": "{battery:battery}: choose the zone around {hex:hex}, and how many launchers fire.",
        "modern.launch_plotted": "{battery:battery} will launch at {hex:hex} (launchers: {count})",
        "modern.launches": "{side:side} launches {rounds} rockets at {hex:hex} (launchers: {count})",
    },
    switch="modern",
)
