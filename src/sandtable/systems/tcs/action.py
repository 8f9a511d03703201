"""The action phase of a side, step by step (TCS 2.0s to 2.0y).

In step 4 the side chooses among all its units again and again: `Act` is asked, the chosen action is carried out with
all that it provokes, and `Act` is asked again. So actions of units are mixed freely, and who has moved a part of its
way goes on later (TCS 2.0y). Each verb of `Act` stands in the module of its rules.
"""

from __future__ import annotations

from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.systems.tcs import (
    assault,
    fireaction,
    hiding,
    impulses,
    mines,
    modes,
    movement,
    overrun,
    smoke,
    transport,
)
from sandtable.systems.tcs.arrivals import Arrivals
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.recovery import Recovery
from sandtable.systems.tcs.stacking import Overstacking

__all__ = ["Act", "ActionPhase", "EndPhase"]


class ActionPhase(Step, frozen=True, array_like=True, tag="action_phase"):
    """An action phase begins."""

    opens_phase = True

    side: int

    def run(self, field: Battlefield) -> None:
        """Steps 1 to 3, then the side acts (TCS 2.0s, 2.0t, 2.0u)."""
        everybody = field.on_map(0), field.on_map(1)
        hunted = any(hiding.might_find(field, units) for units in everybody)
        field.log("action_phase", "TCS 2.0q", side=self.side, reveals=hunted)
        field.set(phasing=self.side)
        for name in ("swept", "assaulted"):
            if field.get(name):
                field.set(**{name: ()})
        for n, unit in enumerate(field.units):
            if not unit.steps:
                continue
            if field.world.owners[n] == self.side:
                fresh = not (unit.fired or unit.spent or unit.impulse or unit.turned or unit.fresh or unit.watched)
                if fresh:
                    continue
                field.change(n, fired=False, spent=0, impulse=0, turned=False, fresh=False, watched=False)
            elif unit.watched:
                field.change(n, watched=False)
        smoke = field.get("smoke")
        if smoke:
            field.set(smoke=tuple(each for each in smoke if not (each.light and each.side == self.side)))
        for units in everybody:
            hiding.search(field, units)
        field.next(Arrivals(self.side), Act(self.side))


class Act(Decide, frozen=True, array_like=True, tag="act"):
    """TCS 2.0v: the phasing side acts, with any of its units in any order."""

    def prompt(self, look: Situation) -> str:
        """What to decide."""
        return f"Turn {look.world.clock(look.turn)}: act with a unit, or end your action phase."

    @verb("Move", "unit")
    def move(self, look: Situation) -> Targets:
        """Units in Move Mode with somewhere to go."""
        return movement.movers(look, self.side)

    @move.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(movement.Move(self.side, transport.escort(field, unit) or (unit,)), self)

    @move.why_not
    def _(self, look: Situation, unit: object) -> str:
        return movement.why_not_move(look, self.side, unit)

    @verb("To Move Mode", "unit")
    def to_move(self, look: Situation) -> Targets:
        """Units in Fire Mode that may."""
        return modes.may_go_to_move_mode(look, self.side)

    @to_move.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(self)
        modes.go_to_move_mode(field, unit)

    @to_move.why_not
    def _(self, look: Situation, unit: object) -> str:
        return modes.why_not_move_mode(look, self.side, unit)

    @verb("To Fire Mode", "unit")
    def to_fire(self, look: Situation) -> Targets:
        """Units in Move Mode."""
        return modes.may_go_to_fire_mode(look, self.side)

    @to_fire.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.to_fire_mode(unit)
        field.next(self)

    @to_fire.why_not
    def _(self, look: Situation, unit: object) -> str:
        return modes.why_not_fire_mode(look, self.side, unit)

    @verb("Suppressive fire at", "hex")
    def suppress(self, look: Situation) -> Targets:
        """Hexes with enemies in range and sight."""
        return fireaction.area_hexes(look, self.side)

    @suppress.then
    def _(self, field: Battlefield, hex: int) -> None:
        field.next(fireaction.Suppress(self.side, hex), self)

    @suppress.why_not
    def _(self, look: Situation, hex: object) -> str:
        return fireaction.why_not_hex(look, self.side, hex, point=False)

    @verb("Point fire at", "hex")
    def point(self, look: Situation) -> Targets:
        """Hexes with spotted vehicles and guns in range."""
        return fireaction.point_hexes(look, self.side)

    @point.then
    def _(self, field: Battlefield, hex: int) -> None:
        field.next(fireaction.PointAction(self.side, hex), self)

    @point.why_not
    def _(self, look: Situation, hex: object) -> str:
        return fireaction.why_not_hex(look, self.side, hex, point=True)

    @verb("AT roll by", "unit")
    def antitank(self, look: Situation) -> Targets:
        """Infantry beside vehicles."""
        return fireaction.rollers(look, self.side)

    @antitank.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(fireaction.AntiTank(self.side, unit), self)

    @antitank.why_not
    def _(self, look: Situation, unit: object) -> str:
        return fireaction.why_not_roll(look, self.side, unit)

    @verb("Next impulse of", "unit")
    def impulse(self, look: Situation) -> Targets:
        """Vehicles that have used a part of an impulse."""
        return tuple(impulses.ready_for_next(look, self.side))

    @impulse.then
    def _(self, field: Battlefield, unit: int) -> None:
        impulses.begin(field, unit)
        field.next(self)

    @impulse.why_not
    def _(self, look: Situation, unit: object) -> str:
        if not isinstance(unit, int) or unit not in look.on_map(self.side):
            return "that is not one of your units on the map"
        return impulses.why_not_next(look, unit)

    @verb("Get on", "unit")
    def load(self, look: Situation) -> Targets:
        """Units beside a carrier, or tanks, in their hex."""
        return transport.loaders(look, self.side)

    @load.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(transport.Load(self.side, unit), self)

    @load.why_not
    def _(self, look: Situation, unit: object) -> str:
        return transport.why_not_load(look, self.side, unit)

    @verb("Get off", "unit")
    def unload(self, look: Situation) -> Targets:
        """Passengers."""
        return transport.unloaders(look, self.side)

    @unload.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(self)
        transport.unload(field, unit)

    @unload.why_not
    def _(self, look: Situation, unit: object) -> str:
        return transport.why_not_unload(look, self.side, unit)

    @verb("Lay smoke with", "unit")
    def smoke(self, look: Situation) -> Targets:
        """Mortars and infantry guns."""
        return smoke.smokers(look, self.side)

    @smoke.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(smoke.LaySmoke(self.side, unit), self)

    @smoke.why_not
    def _(self, look: Situation, unit: object) -> str:
        return smoke.why_not_smoke(look, self.side, unit)

    @verb("Breach mines with", "unit")
    def breach(self, look: Situation) -> Targets:
        """Units on foot beside a minefield."""
        return mines.breachers(look, self.side)

    @breach.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(mines.Breach(self.side, unit), self)

    @breach.why_not
    def _(self, look: Situation, unit: object) -> str:
        return mines.why_not_breach(look, self.side, unit)

    @verb("Assault", "hex")
    def assault(self, look: Situation) -> Targets:
        """Enemy hexes beside units that may."""
        return assault.hexes_to_assault(look, self.side)

    @assault.then
    def _(self, field: Battlefield, hex: int) -> None:
        field.next(assault.Assault(self.side, hex), self)

    @assault.why_not
    def _(self, look: Situation, hex: object) -> str:
        return assault.why_not_assault(look, self.side, hex)

    @verb("Overrun with", "unit")
    def overrun(self, look: Situation) -> Targets:
        """Vehicles beside enemies in the open."""
        return overrun.overrunners(look, self.side)

    @overrun.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(overrun.Overrun(self.side, (unit,)), self)

    @overrun.why_not
    def _(self, look: Situation, unit: object) -> str:
        return overrun.why_not_overrun(look, self.side, unit)

    @verb("End the action phase")
    def end(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @end.then
    def _(self, field: Battlefield, _: None) -> None:
        field.next(EndPhase(self.side))


class EndPhase(Step, frozen=True, array_like=True, tag="end_phase"):
    """TCS 2.0x: step 5, recovery and overstacking."""

    opens_phase = True

    side: int

    def run(self, field: Battlefield) -> None:
        """One after the other."""
        field.next(Recovery(self.side), Overstacking(self.side))
