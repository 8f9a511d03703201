"""Recovery (TCS 17.7, 17.1d): shaken units pull themselves together, and battalions by the hour."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.field import with_entry
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Procedure, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.action import AFTER_ACTING
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.overwatch import RECOVERED, Triggered
from sandtable.systems.tcs.turn import HOURLY
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import FINE

__all__ = ["CHAPTER", "SLOWED", "HourlyRolls", "LevelRoll", "Recover", "Recovery", "ease"]

SLOWED: Seam[Callable[[Situation, int], Procedure | None]] = Seam("what a battalion must pass besides to recover")

NO_MARKER = Reason("no unit there has a marker that it had when this phase began", "TCS 17.7b")


def can_recover(look: Situation, unit: int) -> bool:
    """Whether a unit has a marker it may take off or reduce: one it had when the phase began (TCS 17.7b)."""
    u = look.units[unit]
    return u.at >= 0 and u.morale != FINE and (not u.fresh or look.world.options.recovery_fresh)


def recoverable(look: Situation, side: int, tried: tuple[int, ...]) -> list[int]:
    """The hexes with stacks of a side that may recover."""
    units = look.units
    shaken = [n for n in look.world.units_of[side] if units[n].morale != FINE]
    found = {units[n].at for n in shaken if can_recover(look, n)}
    return sorted(hex for hex in found if hex not in tried)


class Recovery(Step, frozen=True, array_like=True, tag="recovery"):
    """Step 5 of an action phase: stack by stack, as the side wishes (TCS 17.7a)."""

    side: int
    tried: tuple[int, ...] = ()

    def run(self, field: Battlefield) -> None:
        """Ask, while there is somebody."""
        if recoverable(field, self.side, self.tried):
            field.next(Recover(self.side, self.tried))


class Recover(Decide, frozen=True, array_like=True, tag="recover"):
    """TCS 17.7a: which stack takes off Suppressed, or makes Paralyzed Suppressed. The enemy may fire at it."""

    tried: tuple[int, ...] = ()

    @verb("Recover in", "hex", menu="Recover", otherwise=NO_MARKER)
    def recover(self, look: Situation) -> Targets:
        """Hexes with shaken units."""
        return tuple(recoverable(look, self.side, self.tried))

    @recover.then
    def _do_recover(self, field: Battlefield, hex: int) -> None:
        units = tuple(n for n in field.units_in(hex) if can_recover(field, n))
        for n in units:
            field.change(n, morale=field.units[n].morale - 1, fresh=True)
            field.log("recovers", "TCS 17.7a", unit=n)
        hold(field, hex)
        field.next(Triggered(self.side, units, RECOVERED), Recovery(self.side, (*self.tried, hex)))

    @verb("No more")
    def done(self, look: Situation) -> bool:
        """It is voluntary."""
        return True

    @done.then
    def _do_done(self, field: Battlefield, _: None) -> None:
        pass


class HourlyRolls(Step, frozen=True, array_like=True, tag="hourly_rolls"):
    """TCS 2.0h: on full hours Battalion Morale and Vehicle Morale may get better."""

    def run(self, field: Battlefield) -> None:
        """A roll for each level above 0."""
        rolls = [
            LevelRoll(vehicles, number)
            for vehicles, levels in ((False, field.board.battalions), (True, field.board.vehicles))
            for number, level in enumerate(levels)
            if level
        ]
        field.next(*rolls)


class LevelRoll(Roll, frozen=True, array_like=True, tag="level_roll"):
    """TCS 17.1d, 17.8d: a die up to the level lowers it by 1."""

    vehicles: bool
    """Whether it is the Vehicle Morale of the battalion, not its Battalion Morale."""
    battalion: int

    def levels(self, look: Situation) -> tuple[int, ...]:
        """The levels of all battalions, of which it is one."""
        return look.board.vehicles if self.vehicles else look.board.battalions

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        level = self.levels(look)[self.battalion]
        rule, what = ("TCS 17.8d", "recovers_vehicles") if self.vehicles else ("TCS 17.1d", "recovers_battalion")
        says = look.say(what, battalion=self.battalion, level=level)
        rows = (Row(None, level, "better"), Row(level + 1, None, "no change"))
        return Resolution(rule, says, D6, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """One better."""
        if outcome != "better":
            return
        if self.vehicles:
            levels = field.board.vehicles
            field.update(vehicles=with_entry(levels, self.battalion, levels[self.battalion] - 1))
            return
        slowed = [slow(field, self.battalion) for slow in field.game.rules.at(SLOWED)]
        more = [step for step in slowed if step is not None]
        if more:
            field.next(*more)
        else:
            ease(field, self.battalion)


def ease(field: Battlefield, battalion: int) -> None:
    """The Battalion Morale of a battalion gets better by 1 (TCS 17.1d)."""
    levels = field.board.battalions
    field.update(battalions=with_entry(levels, battalion, levels[battalion] - 1))


CHAPTER = Chapter(
    name="recovery",
    procedures=(
        Recovery,
        Recover,
        HourlyRolls,
        LevelRoll,
    ),
    adds=(HOURLY.add(HourlyRolls()), AFTER_ACTING.add(Recovery)),
    phrases={
        "recovers_vehicles": "Does the Vehicle Morale of {battalion:battalion} recover from {level}",
        "recovers_battalion": "Does the Battalion Morale of {battalion:battalion} recover from {level}",
        "recover?": "Which stacks recover? The enemy may fire at each that does.",
        "recovers": "{unit:unit} recovers",
    },
)
