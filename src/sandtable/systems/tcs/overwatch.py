"""Overwatch (TCS 15): the other side fires at what moves, fires or recovers in its sight; and return fire.

A trigger is `Triggered`: it asks the other side by `Watch` as long as somebody there may fire. Each stack fires once at
a trigger, in one form: area fire, point fire or AT rolls. When all is done the triggering side may answer, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Answer, Decide, Reaction, Roles, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.antitank import AtRolls
from sandtable.systems.tcs.areafire import OVERWATCH, AreaFire
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import FIRE_DONE
from sandtable.systems.tcs.hiding import might_spot
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.tables import UNLIMITED
from sandtable.systems.tcs.watching import (
    ANSWER,
    AREA,
    FIRED,
    MOVED,
    POINT,
    RECOVERED,
    ROLLS,
    anybody,
    cleared,
    firers_of,
    openings,
    shooters,
    trigger_hexes,
    why_not_shoot,
)

__all__ = [
    "AFTER_TRIGGER",
    "ANSWERS",
    "CHAPTER",
    "FIRED",
    "MOVED",
    "RECOVERED",
    "AimAt",
    "GoOn",
    "Shoot",
    "Triggered",
    "TryAgain",
    "Watch",
    "done",
]

ANSWERS: Seam[Callable[[Situation, Watch], Sequence[int]]] = Seam("units that may fire another weapon at a trigger")
AFTER_TRIGGER: Seam[Callable[[Battlefield, Watch], None]] = Seam("what follows when the fire at a trigger is over")

RULES = {MOVED: "TCS 15.1a", FIRED: "TCS 15.1b", RECOVERED: "TCS 15.1c", ANSWER: "TCS 15.3"}


class Triggered(Step, frozen=True, array_like=True, tag="triggered"):
    """TCS 15.1: something happened that the other side may fire at."""

    work = 4

    side: int
    """The unit that did it."""
    units: tuple[int, ...]
    kind: int

    def run(self, field: Battlefield) -> None:
        """Ask the other side, if it can fire."""
        if self.kind == FIRED and not field.world.options.fire_triggers:
            return
        watch = Watch(1 - self.side, self.kind, self.units)
        if watch.possible(field):
            field.next(watch)


WATCHED = {MOVED: "watch_moved", FIRED: "watch_fired", RECOVERED: "watch_recovers", ANSWER: "watch_answer"}
"""What the question is called, by what happened."""
IN_VAIN = " Nobody can fire at it; you are asked so that the enemy learns nothing of who hides."


def _lone(number: int) -> int:
    """A unit as a number that is no hex, and back again."""
    return -1 - number


class Watch(Decide, frozen=True, array_like=True, tag="watch"):
    """TCS 15.2: whether and with which stack to fire at a trigger."""

    kind: int
    units: tuple[int, ...]
    """Those who triggered it."""
    used: tuple[int, ...] = ()
    """The stacks that have fired or tried to; a number below 0 is a unit that tried by itself (see `tried`)."""
    far: int = 0
    """How many of them were far away."""
    shot: tuple[int, ...] = ()
    """The stacks that have fired; a number below 0 is a unit that fired by itself (see `also`)."""

    @property
    def stacks(self) -> tuple[int, ...]:
        """The stacks that have fired."""
        return tuple(each for each in self.shot if each >= 0)

    @property
    def also(self) -> tuple[int, ...]:
        """The units that have fired a weapon of another chapter at this trigger, on top of what their stack fires.

        They are kept among the stacks, so that a trigger of a battle without such weapons is the same to the byte.

        >>> watch = Watch(0, MOVED, (5,), shot=(40,)).and_also(3)
        >>> watch.also, watch.stacks, watch.tried
        ((3,), (40,), ())
        """
        return tuple(_lone(each) for each in self.shot if each < 0)

    @property
    def tried(self) -> tuple[int, ...]:
        """The units of another chapter that have tried to fire at this trigger, and could not."""
        return tuple(_lone(each) for each in self.used if each < 0)

    def and_also(self, *units: int) -> Watch:
        """These units have fired a weapon of another chapter too."""
        return replace(self, shot=(*self.shot, *(_lone(n) for n in units)))

    def and_tried(self, *units: int) -> Watch:
        """These units of another chapter have tried to fire too."""
        return replace(self, used=(*self.used, *(_lone(n) for n in units)))

    def possible(self, look: Situation) -> bool:
        """Whether anybody may fire, or the enemy must not know that nobody may."""
        if self.kind == ANSWER and (self.used or self.shot):
            return False
        return anybody(look, self) or self._otherwise(look) or self._feigned(look)

    def _otherwise(self, look: Situation) -> bool:
        """Whether a weapon of another chapter may fire."""
        others = look.game.rules.at(ANSWERS)
        return bool(others) and any(can(look, self) for can in others)

    def _feigned(self, look: Situation) -> bool:
        """Whether the side is asked because somebody who hides might be able to fire, so that being asked gives nobody
        away (TCS 27.4).
        """
        if not look.world.hides:
            return False
        far = self.kind == ANSWER or self.far < look.world.options.overwatch_far
        most = UNLIMITED if far else look.world.options.overwatch_near
        return might_spot(look, self.side, self.units, fired=self.kind in (FIRED, ANSWER), most=most)

    def firers(self, look: Situation) -> tuple[int, ...]:
        """All units of the side that could fire, in whatever form."""
        fired = self.kind in (FIRED, ANSWER)
        found: set[int] = set()
        for form, stacks in enumerate(openings(look, self)):
            for stack, hexes in stacks.items():
                for hex in hexes:
                    found.update(firers_of(look, stack, hex, form, self.units, fired=fired))
        for more in look.game.rules.at(ANSWERS):
            found.update(more(look, self))
        return tuple(sorted(found))

    def prompt(self, look: Situation) -> Said:
        """What happened."""
        what = WATCHED[self.kind]
        can = any(shooters(look, self, form) for form in (AREA, POINT, ROLLS)) or self._otherwise(look)
        seen = tuple(n for n in self.units if look.units[n].at >= 0)
        return look.say(f"{what}?" if can else f"{what}_in_vain?", units=seen)

    def reaction(self) -> Reaction | None:
        """It is the question of opportunity fire."""
        return Reaction(self.units[0], fire="area", hold="hold", occasion=WATCHED[self.kind])

    @verb("Area fire from", "hex", menu="Area fire")
    def area(self, look: Situation) -> Targets:
        """Stacks with area fire."""
        return tuple(shooters(look, self, AREA))

    @area.then
    def _do_area(self, field: Battlefield, stack: int) -> None:
        self._choose(field, stack, AREA)

    @area.check
    def _why_not_area(self, look: Situation, stack: int) -> Reason | None:
        return why_not_shoot(look, self, stack, AREA)

    @verb("Point fire from", "hex", menu="Point fire")
    def point(self, look: Situation) -> Targets:
        """Stacks with point fire."""
        return tuple(shooters(look, self, POINT))

    @point.then
    def _do_point(self, field: Battlefield, stack: int) -> None:
        self._choose(field, stack, POINT)

    @point.check
    def _why_not_point(self, look: Situation, stack: int) -> Reason | None:
        return why_not_shoot(look, self, stack, POINT)

    @verb("AT rolls from", "hex", menu="AT rolls")
    def rolls_at(self, look: Situation) -> Targets:
        """Stacks with infantry beside the vehicles."""
        return tuple(shooters(look, self, ROLLS))

    @rolls_at.then
    def _do_rolls_at(self, field: Battlefield, stack: int) -> None:
        self._choose(field, stack, ROLLS)

    @rolls_at.check
    def _why_not_rolls_at(self, look: Situation, stack: int) -> Reason | None:
        return why_not_shoot(look, self, stack, ROLLS)

    @verb("Hold fire")
    def hold(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        finish(field, self)

    def _choose(self, field: Battlefield, stack: int, form: int) -> None:
        hexes = trigger_hexes(field, self.units)
        if len(hexes) > 1:
            hexes = openings(field, self, only=stack)[form][stack]
        if form == ROLLS:
            side = 1 - self.side
            targets = [n for hex in hexes for n in field.point_targets(hex, side)]
        else:
            targets = hexes
        if len(targets) > 1:
            field.next(AimAt(self.side, self, stack, form))
        else:
            field.next(Shoot(self, stack, form, targets[0]))


class AimAt(Decide, frozen=True, array_like=True, tag="aim_at"):
    """At which of several triggering stacks, or at which vehicle, a stack fires."""

    watch: Watch
    stack: int
    form: int

    def opened_by(self) -> Watch:
        """To fire was chosen there."""
        return self.watch

    def reaction(self) -> Reaction | None:
        """Fire has been opened, and it is asked at what."""
        return Reaction(self.watch.units[0], fire="vehicle" if self.form == ROLLS else "hex", hold="hold", begun=True)

    @verb("At", "hex")
    def hex(self, look: Situation) -> Targets:
        """The trigger hexes it can fire at."""
        return () if self.form == ROLLS else tuple(shooters(look, self.watch, self.form)[self.stack])

    @hex.then
    def _do_hex(self, field: Battlefield, hex: int) -> None:
        field.next(Shoot(self.watch, self.stack, self.form, hex))

    @verb("At", "unit")
    def vehicle(self, look: Situation) -> Targets:
        """The vehicles beside it."""
        if self.form != ROLLS:
            return ()
        hexes = shooters(look, self.watch, ROLLS)[self.stack]
        return tuple(n for hex in hexes for n in look.point_targets(hex, 1 - self.side))

    @vehicle.then
    def _do_vehicle(self, field: Battlefield, target: int) -> None:
        field.next(Shoot(self.watch, self.stack, self.form, target))


class Shoot(Step, frozen=True, array_like=True, tag="shoot"):
    """A stack fires; if it is marked Fired it must roll first (TCS 15.2c)."""

    watch: Watch
    stack: int
    form: int
    target: int

    def run(self, field: Battlefield) -> None:
        """Roll, or fire; one roll covers all weapons of a stack (ME 3.2e)."""
        ready = cleared(field, self.watch, self.stack)
        if not ready and any(field.units[n].fired for n in field.units_in(self.stack)):
            field.next(TryAgain(self.watch, self.stack, self.form, self.target))
        else:
            open_fire(field, self.watch, self.stack, self.form, self.target, alone=False)


class TryAgain(Roll, frozen=True, array_like=True, tag="try_again"):
    """TCS 15.2c: a stack that has fired before rolls whether it can fire again."""

    roles = Roles(at="stack")

    watch: Watch
    stack: int
    form: int
    target: int

    def resolution(self, look: Situation) -> Resolution:
        """A plain die; spotters' weapons need more."""
        options = look.world.options
        own = options.overwatch_again
        directed = max(own, options.overwatch_again_spotted)
        rows = [Row(None, own - 1, "no fire")]
        if own < directed:
            rows.append(Row(own, directed - 1, "fire by own sight"))
        rows.append(Row(directed, None, "fire"))
        return Resolution("TCS 15.2c", "", D6, tuple(rows))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """It fires, or has had its try."""
        alone = outcome == "fire by own sight"
        if outcome == "no fire":
            done(field, self.watch, self.stack, self.target, self.form, shot=False)
        else:
            open_fire(field, self.watch, self.stack, self.form, self.target, alone=alone)


def open_fire(field: Battlefield, watch: Watch, stack: int, form: int, target: int, *, alone: bool) -> None:
    """A stack fires at a hex, or makes AT rolls at a vehicle, and is marked (TCS 15.2d)."""
    hex = field.units[target].at if form == ROLLS else target
    fired = watch.kind in (FIRED, ANSWER)
    firers = tuple(firers_of(field, stack, hex, form, watch.units, fired=fired, alone=alone))
    done(field, watch, stack, target, form, shot=bool(firers))
    if not firers:
        return
    field.log("answers" if watch.kind == ANSWER else "overwatch", RULES[watch.kind], side=watch.side, hex=stack)
    marked = firers if field.world.options.overwatch_marks == "firers" else tuple(field.units_in(stack))
    field.mark_fired(*marked)
    for n in firers:
        if field.world.kinds[n].trajectory_class == "mortar":
            field.change(n, watched=True)
    side = 1 - watch.side
    if form == AREA:
        field.next(AreaFire(firers, hex, side, OVERWATCH, trigger=fired))
    elif form == POINT:
        field.next(PointFire(firers, hex, side, OVERWATCH))
    else:
        field.next(AtRolls(firers, target))


def done(field: Battlefield, watch: Watch, stack: int, target: int, form: int, *, shot: bool) -> None:
    """The stack has had its turn at this trigger; the next may follow."""
    hex = field.units[target].at if form == ROLLS else target
    far = field.world.ground.distance(stack, hex) > field.world.options.overwatch_near
    far = far and watch.kind != ANSWER and not cleared(field, watch, stack)
    after = replace(
        watch,
        used=(*watch.used, stack),
        far=watch.far + far,
        shot=(*watch.shot, stack) if shot and stack not in watch.shot else watch.shot,
    )
    field.next(GoOn(after))


class GoOn(Step, frozen=True, array_like=True, tag="go_on"):
    """The next stack may fire; or the trigger is over."""

    watch: Watch

    def run(self, field: Battlefield) -> None:
        """Ask again, if anybody is left to fire at and to fire."""
        if self.watch.possible(field):
            field.next(self.watch)
        else:
            finish(field, self.watch)


def finish(field: Battlefield, watch: Watch) -> None:
    """TCS 15.3: when the overwatch is over the triggering side may return fire at one of the stacks that fired. The
    trigger's own procedure gets the answer whether anybody has fired.
    """
    steps = field.game.rules.at(FIRE_DONE) if watch.stacks else ()
    if steps:
        field.next(*steps, CeaseFire(watch))
    else:
        cease_fire(field, watch)


class CeaseFire(Step, frozen=True, array_like=True, tag="cease_fire"):
    """The fire at a trigger is over, with all that chapters add to the end of it."""

    watch: Watch

    def run(self, field: Battlefield) -> None:
        """Return fire, or the answer."""
        cease_fire(field, self.watch)


def cease_fire(field: Battlefield, watch: Watch) -> None:
    """Return fire, or the answer whether anybody has fired."""
    fired = bool(watch.shot)
    for follow in field.game.rules.at(AFTER_TRIGGER):
        follow(field, watch)
    if fired and watch.kind != ANSWER and field.world.options.return_fire:
        units = tuple(n for hex in watch.stacks for n in field.units_in(hex) if field.world.owners[n] == watch.side)
        return_fire = Watch(1 - watch.side, ANSWER, units)
        if units and return_fire.possible(field):
            field.next(return_fire, Answer(fired))
            return
    field.answer(fired)


CHAPTER = Chapter(
    name="overwatch",
    procedures=(
        Triggered,
        Watch,
        AimAt,
        Shoot,
        TryAgain,
        GoOn,
        CeaseFire,
    ),
    phrases={
        "try_again!": "Can the stack in {stack:hex} fire again",
        "watch_moved?": "{units:units} has moved in your sight: fire, or hold your fire?",
        "watch_fired?": "{units:units} has fired: fire, or hold your fire?",
        "watch_recovers?": "{units:units} recovers in your sight: fire, or hold your fire?",
        "watch_answer?": "{units:units} has fired at you: fire, or hold your fire?",
        "watch_moved_in_vain?": "{units:units} has moved in your sight." + IN_VAIN,
        "watch_fired_in_vain?": "{units:units} has fired." + IN_VAIN,
        "watch_recovers_in_vain?": "{units:units} recovers in your sight." + IN_VAIN,
        "watch_answer_in_vain?": "{units:units} has fired at you." + IN_VAIN,
        "aim_at?": "The stack in {stack:hex} fires: at what?",
        "overwatch": "{side:side} fires overwatch from {hex:hex}",
        "answers": "{side:side} returns fire from {hex:hex}",
    },
)
