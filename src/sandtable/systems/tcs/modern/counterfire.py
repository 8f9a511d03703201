"""Supersonic missiles (ME 3.3): a vehicle with the AT-8 may fire first at the launcher of a slow missile."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Procedure, Roles, Roll, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.aiming import FIRE_BARS
from sandtable.systems.tcs.areafire import OVERWATCH
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS, atgm_of
from sandtable.systems.tcs.modern.missilefire import MissileRoll, launcher, why_not_armed, why_not_at
from sandtable.systems.tcs.modern.missiles import (
    BEFORE_LAUNCH,
    Launch,
    MissileOptions,
    Missiles,
    left_of,
    note_launch,
)
from sandtable.systems.tcs.modern.missilewatch import WATCH_BARS
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.world import FIRE_MODE

__all__ = ["CHAPTER", "Counterfire", "CounterfireRoll", "may_counterfire"]

GUN_OR_MISSILE = Reason("{unit:unit} fires its gun or its AT-8 at a trigger, not both", "ME 3.3c")


def _on(look: Situation) -> bool:
    return look.game.rules.chosen(MissileOptions).at8_counterfire


def supersonic(look: Situation, unit: int) -> bool:
    """Whether a unit has a supersonic missile."""
    known = atgm_of(look.world.kinds[unit])
    return known is not None and known.supersonic


def may_counterfire(look: Situation, unit: int, target: int) -> bool:
    """Whether the target of a missile may fire at its launcher first: it is a vehicle with the AT-8 that sees and spots
    the launcher without the help of its fire, in range; not at helicopters or missiles that are left to themselves
    (ME 3.3a1, 3.3b, 3.3d).
    """
    world = look.world
    if not _on(look) or unit in world.flyers or not world.kinds[target].vehicle or not supersonic(look, target):
        return False
    now = look.units[target]
    if launcher(look, unit).fire_and_forget or now.mode != FIRE_MODE or now.hidden:
        return False
    if why_not_armed(look, target, left_of(look, target)):
        return False
    return why_not_at(_before_firing(look, unit), target, unit) is None


def _before_firing(look: Situation, unit: int) -> Situation:
    """The board as it was before a unit was marked Fired: its shot does not give it away (ME 3.3d)."""
    field = Battlefield(look.game, look.board)
    field.change(unit, fired=False)
    return Situation(look.game, field.freeze())


class Counterfire(Decide, frozen=True, array_like=True, tag="counterfire"):
    """ME 3.3a1: whether the target of a missile fires its AT-8 at the launcher first."""

    unit: int
    """The target, which has the AT-8."""
    launcher: int

    @verb("Counterfire", "dice")
    def fire(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @fire.then
    def _do_fire(self, field: Battlefield, _: None) -> None:
        field.next(CounterfireRoll(self.unit, self.launcher, field.units[self.unit].fired))

    @verb("Hold")
    def hold(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        pass


class CounterfireRoll(Roll, frozen=True, array_like=True, tag="counterfire_roll"):
    """ME 3.3a1: a six lets it fire; a unit that is marked Fired needs two of them."""

    roles = Roles(by="unit", on="launcher")

    unit: int
    launcher: int
    again: bool
    """Whether another six is needed after this one."""

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        number = AIR_LIMITS["counterfire"]
        return Resolution("ME 3.3a1", "", D6, (Row(None, number - 1, "no fire"), Row(number, None, "fire")))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It fires at once, on the ATGM Table; a hit on people suppresses them (ME 3.3a2)."""
        if outcome != "fire":
            return
        if self.again:
            field.next(CounterfireRoll(self.unit, self.launcher, False))
            return
        note_launch(field, self.unit, None)
        field.mark_fired(self.unit)
        people = field.world.people[self.launcher]
        field.next(MissileRoll(self.unit, self.launcher, OVERWATCH, suppresses=people))


def before_launch(field: Battlefield, launch: Launch) -> tuple[Procedure, ...]:
    """The target is asked, if it may answer."""
    if not may_counterfire(field, launch.unit, launch.target):
        return ()
    return (Counterfire(field.world.owners[launch.target], launch.target, launch.unit),)


def gun_used(look: Situation, watch: Watch, unit: int) -> Reason | None:
    """ME 3.3c: a vehicle whose stack has fired its guns at a trigger does not fire the AT-8 as well."""
    used = _on(look) and supersonic(look, unit) and look.units[unit].at in watch.used
    return GUN_OR_MISSILE.of(unit=unit) if used else None


def missile_used(look: Situation, unit: int) -> Reason | None:
    """ME 3.3c: a vehicle that has fired its AT-8 at a trigger does not fire its gun as well."""
    used = _on(look) and supersonic(look, unit) and unit in look.kept(Missiles).at_trigger
    return GUN_OR_MISSILE if used else None


CHAPTER = Chapter(
    name="counterfire",
    procedures=(Counterfire, CounterfireRoll),
    adds=(BEFORE_LAUNCH.add(before_launch), WATCH_BARS.add(gun_used), FIRE_BARS.add(missile_used)),
    phrases={
        "counterfire?": "{launcher:unit} fires a missile at {unit:unit}: counterfire with the AT-8, or hold?",
        "counterfire_roll!": "Is the AT-8 of {unit:unit} faster",
    },
    switch="modern",
)
