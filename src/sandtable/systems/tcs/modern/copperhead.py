"""Copperheads (ME 2.1): single rounds that home in on a target painted with a laser.

A round is plotted for a hex, and lands in any hex at most three from it where one of the side's units sees a target.
One target is attacked, and nothing else in its hex. A round that nobody can guide is not fired, and kept.
"""

from __future__ import annotations

from typing import Annotated

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.option import About, Options
from sandtable.kernel.pools import TWO_D6
from sandtable.kernel.procedure import Decide, Roles, Roll, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.batteries import BATTERY_BARS
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.calling import Call
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.arsenal import (
    COPPERHEAD,
    FASCAM,
    Arsenal,
    Plot,
    Salvo,
    add_salvo,
    launcher,
    piece_of,
    plotted,
    spend_round,
)
from sandtable.systems.tcs.modern.conversion import NUMBERS
from sandtable.systems.tcs.modern.counterbattery import Completed
from sandtable.systems.tcs.modern.gunnerytables import MODIFIERS
from sandtable.systems.tcs.modern.plots import (
    DELIVERIES,
    Deliver,
    Plotting,
    booked,
    take_plots,
    why_no_plot,
    with_plot,
)
from sandtable.systems.tcs.modern.sky import aloft, crash, flying, sees
from sandtable.systems.tcs.morale import VehicleCheck
from sandtable.systems.tcs.shells import NONE
from sandtable.systems.tcs.tables import SHIFTS
from sandtable.systems.tcs.world import FINE, MOVE_MODE

__all__ = [
    "CHAPTER",
    "CopperheadOptions",
    "CopperheadRoll",
    "Designate",
    "copperhead_roll",
    "designators",
    "rounds_ready",
]

LASER = "laser"
NO_ROUNDS = Reason("{battery:battery} has no Copperhead left", "ME 2.1a")
NO_TUBE = Reason("each tube of {battery:battery} has its round or its mission already", "ME 2.1d")
TOO_FAR = Reason("{unit:unit} is not within {most} hexes of {hex:hex}", "ME 2.1h")
NO_ARMOUR = Reason("a Copperhead attacks vehicles and guns, not {unit:unit}", "ME 2.1i")
NOT_ENEMY = Reason("{unit:unit} is no enemy on the map", "ME 2.1k")
UNSEEN = Reason("nobody who can guide the round sees {unit:unit}", "ME 2.1c")
ALL_TUBES = Reason("every tube of {battery:battery} fires a Copperhead this turn", "ME 2.1d")


class CopperheadOptions(Options, frozen=True):
    """What the rules of Copperheads leave open."""

    laser_designators: Annotated[
        bool, About("Only units with a laser guide Copperheads; off: any unit that sees the target.", "ME 2.1f")
    ] = False


# Plotting


def rounds_ready(look: Situation, call: Call, battery: int) -> int:
    """How many rounds a battery can still plot: one for each tube that fires nothing else (ME 2.1d)."""
    piece = piece_of(look, battery)
    planned = len(plotted(look, COPPERHEAD, battery))
    busy = booked(look, call, battery) or bool(plotted(look, FASCAM, battery))
    tubes = piece.tubes - (1 if any(battery in each.batteries for each in call.calls) else 0)
    if busy and tubes == piece.tubes:  # it has fired already, or scatters mines: with all its tubes
        tubes = 0
    return max(0, min(piece.copperhead, tubes) - planned)


def why_no_copperhead(look: Situation, call: Call, battery: int) -> Reason | None:
    """Why a battery plots no Copperhead now."""
    if why := why_no_plot(look, call, battery):
        return why
    if launcher(look, battery) or piece_of(look, battery).copperhead <= len(plotted(look, COPPERHEAD, battery)):
        return NO_ROUNDS.of(battery=battery)
    return None if rounds_ready(look, call, battery) else NO_TUBE.of(battery=battery)


@verb("Plot a Copperhead of", "battery", menu="Plot a Copperhead", name="modern.copperhead")
def copperhead(call: Call, look: Situation) -> Targets:
    """Batteries with a round and a tube to fire it (ME 2.1)."""
    return with_plot(look, call, why_no_copperhead)


@copperhead.then
def _aim(call: Call, field: Battlefield, battery: int) -> None:
    field.next(CopperheadAim(call.side, battery, call.calls, call.changes + 1))


copperhead.check(lambda call, look, battery: why_no_copperhead(look, call, battery))


class CopperheadAim(Plotting, frozen=True, array_like=True, tag="modern.copperhead_aim"):
    """ME 2.1e, 2.1g: each round has a hex of its own, called before it is fired."""

    @verb("Plot for", "hex", menu="Plot here")
    def aim(self, look: Situation) -> Targets:
        """Any hex: whether somebody sees the target counts when it is fired."""
        return range(look.world.ground.size)

    @aim.then
    def _do_aim(self, field: Battlefield, hex: int) -> None:
        field.log("modern.copperhead_plotted", "ME 2.1g", to=self.side, battery=self.battery, hex=hex)
        self.back(field, Plot(COPPERHEAD, self.battery, hex))


def bar(look: Situation, battery: int, calls: object) -> Reason | None:
    """A battery all of whose tubes fire Copperheads takes no other call (ME 2.1d)."""
    rounds = len(plotted(look, COPPERHEAD, battery))
    return ALL_TUBES.of(battery=battery) if rounds and rounds >= piece_of(look, battery).tubes else None


# Firing


def designators(look: Situation, side: int) -> list[int]:
    """The units that can guide a round: any that is unshaken and not inside a carrier; with the option, those with a
    laser (ME 2.1c, 2.1f).
    """
    lasers = look.game.rules.chosen(CopperheadOptions).laser_designators
    return [
        n
        for n in (*look.on_map(side), *aloft(look, side))
        if look.units[n].morale == FINE and not look.inside(n) and (not lasers or LASER in look.world.kinds[n].traits)
    ]


def copperhead_roll(look: Situation, unit: int) -> Resolution:
    """The roll of a round against a target: of artillery modifiers only Move Mode counts (ME 2.1b, 2.1l)."""
    number = NUMBERS["copperhead_kill"]
    rows = (Row(None, number - 1, "no effect"), Row(number, None, "destroyed"))
    air = look.world.kinds[unit].move_class == "helicopter"
    modifiers = [MODIFIERS["copperhead_air" if air else "copperhead"]]
    if look.units[unit].mode == MOVE_MODE and not air:
        modifiers.append(SHIFTS["shell_move"])
    return Resolution("ME 2.1b", "", TWO_D6, rows, tuple(modifiers))


def deliver(field: Battlefield, step: Deliver, plots: tuple[Plot, ...]) -> bool:
    """The next round; when those of a battery are through, its mission is completed."""
    rounds = [each for each in plots if each.kind == COPPERHEAD]
    first = rounds[0] if rounds else None
    if step.guided != NONE and (first is None or first.battery != step.guided):
        done = (Completed(step.side),) if field.kept(Arsenal).salvos else ()
        field.next(*done, Deliver(step.side))
        return True
    if first is None:
        return False
    take_plots(field, (first,))
    field.log("modern.copperhead_ready", "ME 2.1g", to=step.side, reveals=True, battery=first.battery, hex=first.aim)
    field.next(Designate(step.side, first.battery, first.aim), Deliver(step.side, first.battery))
    return True


class Designate(Decide, frozen=True, array_like=True, tag="modern.designate"):
    """ME 2.1h, 2.1k: the target of a round, or none."""

    battery: int
    aim: int

    @verb("Guide it to", "unit", menu="Guide a Copperhead to it")
    def target(self, look: Situation) -> Targets:
        """Vehicles and guns in sight, near the hex that was plotted."""
        enemies = (*look.on_map(1 - self.side), *aloft(look, 1 - self.side))
        return tuple(n for n in enemies if self._why_not(look, n) is None)

    @target.then
    def _do_target(self, field: Battlefield, unit: int) -> None:
        spend_round(field, self.battery, "copperhead")
        if not field.kept(Arsenal).salvos:
            add_salvo(field, Salvo(self.side, (self.battery,), (), (1,)))
        field.log("modern.copperhead_fired", "ME 2.1b", side=self.side, unit=unit, reveals=True)
        field.next(CopperheadRoll(self.side, unit))

    @target.check
    def _why_not_target(self, look: Situation, unit: int) -> Reason | None:
        return self._why_not(look, unit)

    def _why_not(self, look: Situation, unit: int) -> Reason | None:
        world, now, most = look.world, look.units[unit], NUMBERS["copperhead_reach"]
        if world.owners[unit] == self.side or now.at < 0 or now.hidden or look.inside(unit):
            return NOT_ENEMY.of(unit=unit)
        if world.people[unit]:
            return NO_ARMOUR.of(unit=unit)
        if world.ground.distance(now.at, self.aim) > most:
            return TOO_FAR.of(unit=unit, most=most, hex=self.aim)
        seen = any(sees(look, n, unit) for n in designators(look, self.side))
        return None if seen else UNSEEN.of(unit=unit)

    @verb("Keep the round", last=True)
    def keep(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @keep.then
    def _do_keep(self, field: Battlefield, _: None) -> None:
        field.log("modern.copperhead_kept", "ME 2.1c", to=self.side, battery=self.battery)


class CopperheadRoll(Roll, frozen=True, array_like=True, tag="modern.copperhead_roll"):
    """ME 2.1b: whether a round destroys its target."""

    roles = Roles(on="unit")

    side: int
    unit: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice."""
        return copperhead_roll(look, self.unit)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The target is lost, and with it those inside (ME 2.1i); the vehicles of its hex check."""
        unit, at, owner = self.unit, field.units[self.unit].at, field.world.owners[self.unit]
        field.engage(unit)
        if outcome != "destroyed":
            return
        if flying(field, unit):
            crash(field, unit, "ME 2.1j")
            return
        left = field.units[unit].steps - 1
        for n in list(field.units_in(at)) if not left else ():
            if field.units[n].carrier == unit and field.inside(n):
                field.lose(n, "destroyed", "ME 2.1i")
        field.lose_step(unit, "ME 2.1b")
        field.next(VehicleCheck(owner, at, (at,), 1))


CHAPTER = Chapter(
    name="modern.copperheads",
    procedures=(CopperheadAim, Designate, CopperheadRoll),
    verbs={Call: (copperhead,)},
    adds=(DELIVERIES.add(deliver), BATTERY_BARS.add(bar)),
    phrases={
        "modern.copperhead_aim?": "{battery:battery}: choose the hex to plot the Copperhead for.",
        "modern.copperhead_plotted": "A Copperhead of {battery:battery} is plotted for {hex:hex}",
        "modern.copperhead_ready": "{battery:battery} has a Copperhead ready for {hex:hex}",
        "modern.designate?": "Guide the Copperhead of {battery:battery} to a target near {aim:hex}, or keep it.",
        "modern.copperhead_fired": "{side:side} guides a Copperhead to {unit:unit}",
        "modern.copperhead_kept": "{battery:battery} keeps its Copperhead",
        "modern.copperhead_roll!": "A Copperhead homes in on {unit:unit}",
    },
    options=CopperheadOptions,
    switch="modern",
)
