"""The fire of helicopters from where they are, and their overwatch, with or without a pop-up (ME 4.1c, 4.1d)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Caller, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.areafire import OVERWATCH, SFA
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.airweapons import (
    AirAgain,
    Engage,
    Weapons,
    any_common,
    common,
    note_weapons,
    why_not_weapons,
)
from sandtable.systems.tcs.modern.popups import PopUp, marks, why_not_pop
from sandtable.systems.tcs.modern.sky import aloft, not_your_helicopter
from sandtable.systems.tcs.overwatch import ANSWERS, FIRED, GoOn, Watch
from sandtable.systems.tcs.watching import ANSWER

__all__ = ["CHAPTER", "AirFire", "AirShot", "why_not_fire"]

NO_TARGET = Reason("{unit:unit} has no target in range and sight from its height", "ME 4.1c")
HAS_FIRED = Reason("{unit:unit} has fired at this trigger, or tried to", "ME 4.1a3")
NO_RETURN = Reason("return fire is made once, by one stack", "TCS 15.3")


def targets(look: Situation, unit: int, watch: Watch | None, weapons: int) -> list[int]:
    """The units that a helicopter can fire these weapons at from its height."""
    trigger = watch is not None and watch.kind in (FIRED, ANSWER)
    among = marks(look, look.world.owners[unit], watch)
    return common(look, (unit,), among, weapons, overwatch=watch is not None, trigger=trigger)


def why_not_fire(look: Situation, unit: int, watch: Watch | None = None) -> Reason | None:
    """Why a helicopter may not fire from where it is."""
    trigger = watch is not None and watch.kind in (FIRED, ANSWER)
    among = marks(look, look.world.owners[unit], watch)
    able = any_common(look, (unit,), among, overwatch=watch is not None, trigger=trigger)
    return None if able else NO_TARGET.of(unit=unit)


class AirFire(Weapons, frozen=True, array_like=True, tag="air_fire"):
    """ME 4.1c: at what a helicopter fires, and with which weapons."""

    unit: int
    watch: Watch | None = None

    def opened_by(self) -> Watch | None:
        """To fire was chosen there, if it is overwatch."""
        return self.watch

    def targets_of(self, look: Situation, weapons: int) -> list[int]:
        """Those in range and sight from its height."""
        return targets(look, self.unit, self.watch, weapons)

    def open_fire(self, field: Battlefield, target: int, weapons: int) -> None:
        """One shot."""
        field.next(AirShot(self.side, self.unit, target, weapons, self.watch))

    def why_not_fire(self, look: Situation, target: int, weapons: int) -> Reason | None:
        """Its weapons, its sight, or no target now."""
        trigger = self.watch is not None and self.watch.kind in (FIRED, ANSWER)
        overwatch = self.watch is not None
        if why := why_not_weapons(look, self.unit, target, weapons, overwatch=overwatch, trigger=trigger):
            return why
        return None if target in marks(look, self.side, self.watch) else NO_TARGET.of(unit=self.unit)


class AirShot(Caller, frozen=True, array_like=True, tag="air_shot"):
    """A helicopter fires; on overwatch one that is marked Fired rolls first (ME 4.1a3)."""

    side: int
    unit: int
    target: int
    weapons: int
    watch: Watch | None = None

    def resume(self, field: Battlefield, answer: bool | int | str | None) -> None:
        """Roll, fire, and go on with the trigger."""
        watch = self.watch
        if watch is None:
            note_weapons(field, (self.unit,), self.target, self.weapons, action=True)
            field.next(Engage(self.unit, self.target, self.weapons, SFA))
            return
        if answer is None and field.units[self.unit].fired:
            field.next(AirAgain(self.unit), self)
            return
        if answer is not None and not answer:
            field.next(GoOn(watch.and_tried(self.unit)))
            return
        after = GoOn(watch.and_also(self.unit))
        note_weapons(field, (self.unit,), self.target, self.weapons, action=False)
        trigger = watch.kind in (FIRED, ANSWER)
        field.next(Engage(self.unit, self.target, self.weapons, OVERWATCH, trigger=trigger), after)


@verb("Fire with helicopter", "unit", menu="Fire", name="air_fire")
def fire(act: Act, look: Situation) -> Targets:
    """Helicopters with a target in sight from their height (ME 4.1c)."""
    return tuple(n for n in aloft(look, act.side) if why_not_fire(look, n) is None)


@fire.then
def _choose_target(act: Act, field: Battlefield, unit: int) -> None:
    field.next(AirFire(act.side, unit), act)


fire.check(lambda act, look, unit: not_your_helicopter(look, act.side, unit) or why_not_fire(look, unit))


# Overwatch


def why_not_watch(look: Situation, watch: Watch, unit: int, *, pop: bool) -> Reason | None:
    """Why a helicopter may not fire at a trigger, by popping up or from where it is (ME 4.1d)."""
    if why := not_your_helicopter(look, watch.side, unit):
        return why
    if unit in (*watch.also, *watch.tried):
        return HAS_FIRED.of(unit=unit)
    if watch.kind == ANSWER and (watch.used or watch.shot):
        return NO_RETURN
    return why_not_pop(look, unit, watch) if pop else why_not_fire(look, unit, watch)


@verb("Fire with helicopter", "unit", menu="Fire", name="air_fire")
def watch_fire(watch: Watch, look: Situation) -> Targets:
    """Helicopters that see the trigger from their height."""
    return tuple(n for n in aloft(look, watch.side) if why_not_watch(look, watch, n, pop=False) is None)


@watch_fire.then
def _answer(watch: Watch, field: Battlefield, unit: int) -> None:
    field.next(AirFire(watch.side, unit, watch))


watch_fire.check(lambda watch, look, unit: why_not_watch(look, watch, unit, pop=False))


@verb("Pop up with", "unit", menu="Pop up and fire", name="pop_up")
def watch_pop(watch: Watch, look: Situation) -> Targets:
    """Helicopters in NOE that would see the trigger from Low; they need no sight of it before (ME 4.1d)."""
    return tuple(n for n in aloft(look, watch.side) if why_not_watch(look, watch, n, pop=True) is None)


@watch_pop.then
def _pop(watch: Watch, field: Battlefield, unit: int) -> None:
    field.next(PopUp(watch.side, (unit,), watch))


watch_pop.check(lambda watch, look, unit: why_not_watch(look, watch, unit, pop=True))


def answers(look: Situation, watch: Watch) -> list[int]:
    """The helicopters that may fire at a trigger."""
    return [
        n
        for n in aloft(look, watch.side)
        if any(why_not_watch(look, watch, n, pop=pop) is None for pop in (False, True))
    ]


CHAPTER = Chapter(
    name="helicopter fire",
    procedures=(AirFire, AirShot),
    verbs={Act: (fire,), Watch: (watch_fire, watch_pop)},
    adds=(ANSWERS.add(answers),),
    phrases={"air_fire?": "{unit:unit}: click the target to fire at."},
    switch="modern",
)
