"""Missiles as overwatch (ME 3.2a1, 3.2e): on top of what a stack fires otherwise, with one marker and one die."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Action, Targets
from sandtable.kernel.game import Game
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Roles, Roll, Shot, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.areafire import OVERWATCH
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.missilefire import launcher, missile_fire, why_not_armed, why_not_at
from sandtable.systems.tcs.modern.missiles import Launch, Missiles, left_of, note_launch
from sandtable.systems.tcs.overwatch import AFTER_TRIGGER, ANSWERS, FIRED, GoOn, Watch
from sandtable.systems.tcs.reactions import SHOTS
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.watching import ANSWER, cleared, trigger_hexes
from sandtable.systems.tcs.world import FIRE_MODE

__all__ = ["CHAPTER", "WATCH_BARS", "MissileAgain", "MissileWatch", "watchers", "why_not_watch"]

WATCH_BARS: Seam[Callable[[Situation, Watch, int], Reason | None]] = Seam("why a unit may not launch at a trigger")
NO_TARGET = Reason("{unit:unit} has no target for a missile in range and sight", "ME 3.1h")
IN_MOVE_MODE = Reason("{unit:unit} is in Move Mode and may not fire", "TCS 4.1e")
HAS_TRIED = Reason("the stack of {unit:unit} has tried to fire at this trigger already", "TCS 15.2c")
HAS_FIRED_HERE = Reason("{unit:unit} has fired its missile at this trigger", "ME 3.2f1")
ONE_STACK = Reason("return fire is made once, by one stack", "TCS 15.3")
TOO_MANY_FAR = Reason("of stacks farther than {near} hexes no more may fire", "TCS 15.2b")
NOT_THE_TRIGGER = Reason("that is not a unit that triggered the fire", "TCS 15.2a")


def why_not_watch(look: Situation, watch: Watch, unit: int) -> Reason | None:
    """Why a unit on the ground may not fire a missile at a trigger (ME 3.2a1, 3.2e)."""
    world, now = look.world, look.units[unit]
    if why := not_yours(look, watch.side, unit):
        return why
    if why := why_not_armed(look, unit, left_of(look, unit)):
        return why
    if now.mode != FIRE_MODE:
        return IN_MOVE_MODE.of(unit=unit)
    if unit in watch.also:
        return HAS_FIRED_HERE.of(unit=unit)
    if watch.kind == ANSWER and (watch.used or watch.shot):
        return ONE_STACK
    if now.at in watch.used and now.at not in watch.shot:
        return HAS_TRIED.of(unit=unit)
    for bar in look.game.rules.at(WATCH_BARS):
        if why := bar(look, watch, unit):
            return why
    fired, units = watch.kind in (FIRED, ANSWER), look.units
    found = {n: why_not_at(look, unit, n, trigger=fired) for n in watch.units if units[n].at >= 0}
    targets = [n for n, why in found.items() if why is None and n not in world.flyers]
    if not targets:
        return next((why for why in found.values() if why), NO_TARGET.of(unit=unit))
    near = world.options.overwatch_near
    apart = min(world.ground.distance(now.at, look.units[n].at) for n in targets)
    free = watch.kind == ANSWER or now.at in watch.shot or watch.far < world.options.overwatch_far
    return None if free or apart <= near else TOO_MANY_FAR.of(near=near)


def watch_targets(look: Situation, watch: Watch, unit: int) -> list[int]:
    """The triggering units that a unit may fire its missile at."""
    fired = watch.kind in (FIRED, ANSWER)
    return [
        n
        for n in watch.units
        if look.units[n].at >= 0 and n not in look.world.flyers and why_not_at(look, unit, n, trigger=fired) is None
    ]


def watchers(look: Situation, watch: Watch) -> list[int]:
    """The units that may fire a missile at a trigger."""
    kinds, units, apart = look.world.kinds, look.units, look.world.ground.distance
    there = trigger_hexes(look, watch.units)
    ready = [n for n in look.on_map(watch.side) if kinds[n].atgm and units[n].mode == FIRE_MODE]
    near = [n for n in ready if any(apart(units[n].at, hex) <= launcher(look, n).longest for hex in there)]
    return [n for n in near if why_not_watch(look, watch, n) is None]


class MissileWatch(Decide, frozen=True, array_like=True, tag="missile_watch"):
    """At which of the triggering units a missile is fired."""

    watch: Watch
    unit: int

    def opened_by(self) -> Watch:
        """To fire was chosen there."""
        return self.watch

    @verb("Fire a missile at", "unit", menu="Fire a missile", otherwise=NOT_THE_TRIGGER)
    def at(self, look: Situation) -> Targets:
        """Those in range and sight."""
        return tuple(watch_targets(look, self.watch, self.unit))

    @at.then
    def _do_at(self, field: Battlefield, target: int) -> None:
        fire_overwatch(field, self.watch, self.unit, target)


@verb("Fire a missile with", "unit", menu="Fire a missile", name="missile")
def watch_missile(watch: Watch, look: Situation) -> Targets:
    """Units with a missile that can hit the trigger (ME 3.2a1)."""
    return tuple(watchers(look, watch))


@watch_missile.then
def _answer(watch: Watch, field: Battlefield, unit: int) -> None:
    targets = watch_targets(field, watch, unit)
    if len(targets) > 1:
        field.next(MissileWatch(watch.side, watch, unit))
    else:
        fire_overwatch(field, watch, unit, targets[0])


watch_missile.check(lambda watch, look, unit: why_not_watch(look, watch, unit))


def fire_overwatch(field: Battlefield, watch: Watch, unit: int, target: int) -> None:
    """A missile as overwatch: a stack that is marked rolls first, once for all its weapons (ME 3.2e)."""
    at = field.units[unit].at
    marked = any(field.units[n].fired for n in field.units_in(at))
    if marked and not cleared(field, watch, at) and at not in watch.shot:
        field.next(MissileAgain(watch, unit, target))
    else:
        launch_overwatch(field, watch, unit, target)


class MissileAgain(Roll, frozen=True, array_like=True, tag="missile_again"):
    """TCS 15.2c, ME 3.2e: a stack that has fired before rolls whether it can fire again, with all its weapons."""

    roles = Roles(by="unit")

    watch: Watch
    unit: int
    target: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        number = look.world.options.overwatch_again
        return Resolution("ME 3.2e", "", D6, (Row(None, number - 1, "no fire"), Row(number, None, "fire")))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It fires, or has had its try."""
        if outcome == "fire":
            launch_overwatch(field, self.watch, self.unit, self.target)
            return
        at = field.units[self.unit].at
        far = int(_far(field, self.watch, self.unit, self.target))
        field.next(GoOn(replace(self.watch, used=(*self.watch.used, at), far=self.watch.far + far)))


def _far(look: Situation, watch: Watch, unit: int, target: int) -> bool:
    """Whether a shot counts as that of a stack far away: the first of its stack at this trigger (TCS 15.2b)."""
    at = look.units[unit].at
    apart = look.world.ground.distance(at, look.units[target].at)
    return watch.kind != ANSWER and at not in watch.shot and apart > look.world.options.overwatch_near


def launch_overwatch(field: Battlefield, watch: Watch, unit: int, target: int) -> None:
    """The missile flies; its stack is marked, and may still fire its other weapons at this trigger."""
    at = field.units[unit].at
    after = replace(
        watch,
        far=watch.far + int(_far(field, watch, unit, target)),
        shot=watch.shot if at in watch.shot else (*watch.shot, at),
    ).and_also(unit)
    note_launch(field, unit, None)
    kept = field.kept(Missiles)
    field.keep(replace(kept, at_trigger=tuple(sorted((*kept.at_trigger, unit)))))
    field.log("launches", "ME 3.2a1", unit=unit, target=target)
    marked = (unit,) if field.world.options.overwatch_marks == "firers" else tuple(field.units_in(at))
    field.mark_fired(*marked)
    field.next(Launch(unit, target, OVERWATCH, watch.kind in (FIRED, ANSWER)), GoOn(after))


def shots(game: Game, look: Situation, watch: Watch) -> list[Shot]:
    """What missiles could do at a trigger: of units with one target, the chance of a kill, with the die before it."""
    found = []
    for unit in watchers(look, watch):
        targets = watch_targets(look, watch, unit)
        if len(targets) != 1:
            continue
        at, there = look.units[unit].at, look.units[targets[0]].at
        roll = look.resolution_of(
            missile_fire(look, unit, targets[0], OVERWATCH, trigger=watch.kind in (FIRED, ANSWER))
        )
        marked = any(look.units[n].fired for n in look.units_in(at)) and not cleared(look, watch, at)
        again = Fraction(1)
        if marked and at not in watch.shot:
            again = look.resolution_of(MissileAgain(watch, unit, targets[0])).odds().get("fire", Fraction(0))
        effect, hit = (again * game.system.chance_of_harm(roll, least) for least in (1, 2))
        found.append(Shot(Action("missile", unit), unit, look.world.ground.distance(at, there), effect, hit))
    return found


def trigger_over(field: Battlefield, watch: Watch) -> None:
    """It is forgotten who has fired a missile at the trigger."""
    kept = field.kept(Missiles)
    if kept.at_trigger:
        field.keep(replace(kept, at_trigger=()))


CHAPTER = Chapter(
    name="missile overwatch",
    procedures=(MissileWatch, MissileAgain),
    verbs={Watch: (watch_missile,)},
    adds=(
        ANSWERS.add(watchers),
        AFTER_TRIGGER.add(trigger_over),
        SHOTS.add(shots),
    ),
    phrases={
        "missile_watch?": "{unit:unit} fires a missile: click its target.",
        "missile_again!": "Can {unit:unit} fire again",
        "launches": "{unit:unit} fires a missile at {target:unit}",
    },
    switch="modern",
)
