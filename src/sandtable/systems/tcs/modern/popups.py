"""Pop-ups (ME 4.1d to 4.1h): a helicopter rises from NOE to Low, fires at one target, and drops back.

The order is fixed. The enemy's helicopters may pop up against it first: each of them takes AA fire, fires and drops.
Then the enemy's AA fires at those that popped up. Those that are left fire, and drop.
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.procedure import Caller, Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.areafire import OVERWATCH, SFA
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.airweapons import (
    GUNS,
    MISSILE,
    AirAgain,
    Engage,
    Weapons,
    any_common,
    common,
    forgets,
    note_weapons,
    why_not_weapons,
)
from sandtable.systems.tcs.modern.antiaircraft import AntiAircraft, batteries_against
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS, atgm_of
from sandtable.systems.tcs.modern.flying import options_of
from sandtable.systems.tcs.modern.sky import (
    Sky,
    aloft,
    is_low,
    loads_of,
    not_your_helicopter,
    set_height,
    slung_units,
)
from sandtable.systems.tcs.overwatch import FIRED, GoOn, Watch
from sandtable.systems.tcs.watching import ANSWER

__all__ = [
    "CHAPTER",
    "AskCounter",
    "Counter",
    "CounterAim",
    "CounterRise",
    "Drop",
    "PopUp",
    "Rise",
    "marks",
    "pop_targets",
    "reactions_to",
    "why_not_pop",
]

NOT_POPPED = Reason("a counter pop-up fires at helicopters that have popped up now: {unit:unit} has not", "ME 4.1f1")
FLIES_LOW = Reason("{unit:unit} flies Low: only a helicopter in NOE pops up; let it fire from where it is", "ME 4.1e1")
HAS_POPPED = Reason("{unit:unit} has popped up in this phase", "ME 4.1e2")
SLUNG = Reason("{unit:unit} has a load in its sling and cannot pop up", "ME 4.3c")
BANNED = Reason("Soviet helicopters do not pop up", "ME 4.1g2")
TOO_EARLY = Reason(
    "Soviet helicopters do not pop up before the conflict is {hours} hours old; it is {now} now", "ME 4.1g1"
)
NO_TARGET = Reason("{unit:unit} would have no target in range and sight if it popped up", "ME 4.1e1")
IN_GROUP = Reason("{unit:unit} pops up already", "ME 4.1e3")
OTHER_TARGETS = Reason("{unit:unit} has no target in common with the others", "ME 4.1e3")
NOT_COUNTERED = Reason("no helicopter that popped up can be countered by {unit:unit}", "ME 4.1f1")


# Who may


def age_of_conflict(look: Situation) -> int:
    """How old the conflict is, in full hours (ME 4.1g1)."""
    return look.world.air.conflict_hours + look.world.calendar.minute(look.turn) // 60


def why_not_pop_at_all(look: Situation, unit: int) -> Reason | None:
    """Why a helicopter may not pop up, whatever the target (ME 4.1e, 4.1g, 4.3c)."""
    options = options_of(look)
    if is_low(look, unit):
        return FLIES_LOW.of(unit=unit)
    if unit in look.kept(Sky).popped:
        return HAS_POPPED.of(unit=unit)
    hung = slung_units(look)
    if any(n in hung for n in loads_of(look, unit)):
        return SLUNG.of(unit=unit)
    if look.world.kinds[unit].nation == "Soviet":
        if options.soviet_popup_ban:
            return BANNED
        hours, now = AIR_LIMITS["soviet_hours"], age_of_conflict(look)
        if options.soviet_popup_doctrine and now < hours:
            return TOO_EARLY.of(hours=hours, now=now)
    return None


def worse(look: Situation, unit: int) -> bool:
    """Whether the fire of a helicopter in a pop-up is worse by the Soviet doctrine (ME 4.1g1)."""
    return options_of(look).soviet_popup_doctrine and look.world.kinds[unit].nation == "Soviet"


def marks(look: Situation, side: int, watch: Watch | None) -> list[int]:
    """The units that a side could pop up against: the trigger, or all enemies on the map."""
    if watch is not None:
        return [n for n in watch.units if look.units[n].at >= 0]
    return [*(n for n in look.on_map(1 - side) if not look.inside(n)), *aloft(look, 1 - side)]


def pop_targets(look: Situation, group: tuple[int, ...], watch: Watch | None, weapons: int) -> list[int]:
    """The targets at which all of a group can fire these weapons from Low. An observer has told them of a trigger, so
    that they need to see it and not to spot it (ME 4.1d).
    """
    side = look.world.owners[group[0]]
    trigger = watch is not None and watch.kind in (FIRED, ANSWER)
    among, seen = marks(look, side, watch), watch is not None
    return common(look, group, among, weapons, low=True, overwatch=seen, trigger=trigger, known=seen)


def any_target(look: Situation, group: tuple[int, ...], watch: Watch | None) -> bool:
    """Whether a group has any target in common."""
    side = look.world.owners[group[0]]
    trigger = watch is not None and watch.kind in (FIRED, ANSWER)
    among, seen = marks(look, side, watch), watch is not None
    return any_common(look, group, among, low=True, overwatch=seen, trigger=trigger, known=seen)


def why_not_pop(look: Situation, unit: int, watch: Watch | None = None) -> Reason | None:
    """Why a helicopter may not pop up now."""
    if why := why_not_pop_at_all(look, unit):
        return why
    return None if any_target(look, (unit,), watch) else NO_TARGET.of(unit=unit)


class PopUp(Weapons, frozen=True, array_like=True, tag="pop_up"):
    """ME 4.1e: at what helicopters pop up and fire, and who joins in; a pop-up engages one target."""

    group: tuple[int, ...]
    watch: Watch | None = None

    def opened_by(self) -> Watch | None:
        """To pop up was chosen there, if it is overwatch."""
        return self.watch

    def prompt(self, look: Situation) -> Said:
        """The helicopter that pops up, and what would react to it, in its order."""
        counters, guns = reactions_to(look, self.group)
        what = "pop_up" + "_countered" * bool(counters) + "_fired_at" * bool(guns) + "?"
        values = {"counters": counters} if counters else {}
        return look.say(what, group=self.group, **values, **({"guns": guns} if guns else {}))

    missile = Weapons.missile.called("Pop up and fire a missile at", "Pop up and fire a missile")
    guns = Weapons.guns.called("Pop up and fire guns at", "Pop up and fire guns")
    both = Weapons.both.called("Pop up and fire all weapons at", "Pop up and fire all weapons")

    def targets_of(self, look: Situation, weapons: int) -> list[int]:
        """Those that all of them can fire at from Low."""
        return pop_targets(look, self.group, self.watch, weapons)

    def open_fire(self, field: Battlefield, target: int, weapons: int) -> None:
        """They rise first."""
        pop_up(field, self, target, weapons)

    def why_not_fire(self, look: Situation, target: int, weapons: int) -> Reason | None:
        """What keeps the first of them from it."""
        trigger = self.watch is not None and self.watch.kind in (FIRED, ANSWER)
        for unit in self.group:
            seen = self.watch is not None
            why = why_not_weapons(look, unit, target, weapons, low=True, overwatch=seen, trigger=trigger, known=seen)
            if why:
                return why
        return None if target in marks(look, self.side, self.watch) else NO_TARGET.of(unit=self.group[0])

    @verb("Pop up together with", "unit", menu="Pop up together")
    def along(self, look: Situation) -> Targets:
        """Others that have a target in common with them (ME 4.1e3)."""
        return tuple(n for n in aloft(look, self.side) if self._cannot_join(look, n) is None)

    @along.then
    def _do_along(self, field: Battlefield, unit: int) -> None:
        field.next(replace(self, group=(*self.group, unit)))

    @along.check
    def _why_not_along(self, look: Situation, unit: int) -> Reason | None:
        return not_your_helicopter(look, self.side, unit) or self._cannot_join(look, unit)

    def _cannot_join(self, look: Situation, unit: int) -> Reason | None:
        if unit in self.group:
            return IN_GROUP.of(unit=unit)
        if self.watch is not None and unit in (*self.watch.also, *self.watch.tried):
            return HAS_POPPED.of(unit=unit)
        if why := why_not_pop_at_all(look, unit):
            return why
        return None if any_target(look, (*self.group, unit), self.watch) else OTHER_TARGETS.of(unit=unit)


def reactions_to(look: Situation, group: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What would react to a pop-up, in its order: helicopters that could counter it unless its missiles need no
    guidance, then units whose AA would fire (ME 4.1f2).
    """
    field = Battlefield(look.game, look.board)
    for n in group:
        set_height(field, n, low=True)
    above = Situation(look.game, field.freeze())
    enemy = 1 - look.world.owners[group[0]]
    open_to_it = tuple(n for n in group if not forgets_all(look, n))
    counters = tuple(n for n in aloft(above, enemy) if why_not_counter(above, n, open_to_it) is None)
    guns = sorted({n for each in group for n in batteries_against(above, enemy, each)})
    return counters, tuple(guns)


def forgets_all(look: Situation, unit: int) -> bool:
    """Whether the missile of a helicopter, if it fires it, keeps it from being countered (ME 4.1h)."""
    missile = atgm_of(look.world.kinds[unit])
    return missile is not None and missile.fire_and_forget


def pop_up(field: Battlefield, chosen: PopUp, target: int, weapons: int) -> None:
    """It is announced; on overwatch those that are marked Fired must roll first."""
    marked = tuple(n for n in chosen.group if field.units[n].fired) if chosen.watch is not None else ()
    field.next(Rise(chosen.side, chosen.group, target, weapons, chosen.watch, marked, chosen.group))


class Rise(Caller, frozen=True, array_like=True, tag="rise"):
    """Helicopters pop up, with all that follows in its order (ME 4.1e1, 4.1f2)."""

    side: int
    group: tuple[int, ...]
    target: int
    weapons: int
    watch: Watch | None = None
    marked: tuple[int, ...] = ()
    """Those that must roll whether they can fire again (ME 4.1a3)."""
    everybody: tuple[int, ...] = ()
    """All that were to pop up."""

    def resume(self, field: Battlefield, answer: bool | int | str | None) -> None:
        """Roll for those that are marked, then rise with the others."""
        group, marked = self.group, self.marked
        if answer is not None and marked:
            group = group if answer else tuple(n for n in group if n != marked[0])
            marked = marked[1:]
        if marked:
            field.next(AirAgain(marked[0]), replace(self, group=group, marked=marked))
            return
        if group:
            self._rise(field, group)
        elif self.watch is not None:
            field.next(GoOn(self._tried(self.watch, group)))

    def _tried(self, watch: Watch, group: tuple[int, ...]) -> Watch:
        """The trigger when some have fired at it, and others have tried to."""
        failed = tuple(n for n in self.everybody if n not in group)
        return watch.and_also(*group).and_tried(*failed)

    def _rise(self, field: Battlefield, group: tuple[int, ...]) -> None:
        enemy, watch = 1 - self.side, self.watch
        for n in group:
            rise(field, n)
        field.log("pops_up", "ME 4.1e1", units=group, target=self.target)
        note_weapons(field, group, self.target, self.weapons, action=watch is None)
        kind, trigger = SFA, False
        after: tuple[Step, ...] = ()
        if watch is not None:
            kind, trigger = OVERWATCH, watch.kind in (FIRED, ANSWER)
            after = (GoOn(self._tried(watch, group)),)
        field.next(
            AskCounter(enemy, tuple(n for n in group if not forgets(field, n, self.weapons))),
            *(AntiAircraft(enemy, n, forgets(field, n, self.weapons)) for n in group),
            *(Engage(n, self.target, self.weapons, kind, worse(field, n), trigger) for n in group),
            *(Drop(n) for n in group),
            *after,
        )


def rise(field: Battlefield, unit: int) -> None:
    """A helicopter is at Low for its pop-up, the one of this phase."""
    set_height(field, unit, low=True)
    sky = field.kept(Sky)
    field.keep(replace(sky, popped=tuple(sorted({*sky.popped, unit}))))


class Drop(Step, frozen=True, array_like=True, tag="drop"):
    """A helicopter drops back to NOE, if it is still there."""

    unit: int

    def run(self, field: Battlefield) -> None:
        """Down."""
        if field.units[self.unit].at >= 0:
            set_height(field, self.unit, low=False)
            field.log("drops", "ME 4.1e1", unit=self.unit)


# Counter pop-ups


def counter_targets(look: Situation, unit: int, group: tuple[int, ...], weapons: int) -> list[int]:
    """Those of a group at Low that a helicopter could fire these weapons at from a counter pop-up."""
    here = [n for n in group if look.units[n].at >= 0]
    return common(look, (unit,), here, weapons, low=True, overwatch=True, trigger=True)


def why_not_counter(look: Situation, unit: int, group: tuple[int, ...]) -> Reason | None:
    """Why a helicopter may not counter a pop-up (ME 4.1f1)."""
    if why := why_not_pop_at_all(look, unit):
        return why
    if any(counter_targets(look, unit, group, weapons) for weapons in (MISSILE, GUNS)):
        return None
    return NOT_COUNTERED.of(unit=unit)


class AskCounter(Step, frozen=True, array_like=True, tag="ask_counter"):
    """ME 4.1f3: the enemy is asked for counter pop-ups, as long as a helicopter of his can make one."""

    side: int
    """The side that may counter."""
    group: tuple[int, ...]
    """Those at Low that can be countered: not those that fire and forget (ME 4.1h)."""

    def run(self, field: Battlefield) -> None:
        """Ask, if anybody can."""
        if any(why_not_counter(field, n, self.group) is None for n in aloft(field, self.side)):
            field.next(Counter(self.side, self.group))


class Counter(Decide, frozen=True, array_like=True, tag="counter"):
    """ME 4.1f1: whether a helicopter pops up against a pop-up."""

    idle = "hold"

    group: tuple[int, ...]

    @verb("Counter pop-up with", "unit", menu="Counter pop-up")
    def pop(self, look: Situation) -> Targets:
        """Helicopters in NOE that would see one of them."""
        return tuple(n for n in aloft(look, self.side) if why_not_counter(look, n, self.group) is None)

    @pop.then
    def _do_pop(self, field: Battlefield, unit: int) -> None:
        field.next(CounterAim(self.side, unit, self.group))

    @pop.check
    def _why_not_pop(self, look: Situation, unit: int) -> Reason | None:
        return not_your_helicopter(look, self.side, unit) or why_not_counter(look, unit, self.group)

    @verb("Hold")
    def hold(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @hold.then
    def _do_hold(self, field: Battlefield, _: None) -> None:
        pass


class CounterAim(Weapons, frozen=True, array_like=True, tag="counter_aim"):
    """With which weapons, and at which helicopter, the counter pop-up is made."""

    unit: int
    group: tuple[int, ...]

    def opened_by(self) -> Counter:
        """To counter was chosen there."""
        return Counter(self.side, self.group)

    def targets_of(self, look: Situation, weapons: int) -> list[int]:
        """Helicopters that popped up."""
        return counter_targets(look, self.unit, self.group, weapons)

    def open_fire(self, field: Battlefield, target: int, weapons: int) -> None:
        """It rises first."""
        field.next(CounterRise(self.side, self.unit, self.group, target, weapons))

    def why_not_fire(self, look: Situation, target: int, weapons: int) -> Reason | None:
        """Only those that popped up can be countered."""
        if target not in self.group or look.units[target].at < 0:
            return NOT_POPPED.of(unit=target)
        return why_not_weapons(look, self.unit, target, weapons, low=True, overwatch=True, trigger=True)


class CounterRise(Caller, frozen=True, array_like=True, tag="counter_rise"):
    """ME 4.1f2: the counter pop-up takes AA fire, fires, and drops; then another may follow. Nobody counters it."""

    side: int
    unit: int
    group: tuple[int, ...]
    target: int
    weapons: int

    def resume(self, field: Battlefield, answer: bool | int | str | None) -> None:
        """One that is marked Fired rolls first."""
        again = AskCounter(self.side, self.group)
        if answer is None and field.units[self.unit].fired:
            field.next(AirAgain(self.unit), self)
            return
        rise(field, self.unit)
        if answer is not None and not answer:
            set_height(field, self.unit, low=False)
            field.next(again)
            return
        field.log("counters", "ME 4.1f1", unit=self.unit, target=self.target)
        note_weapons(field, (self.unit,), self.target, self.weapons, action=False)
        fires = Engage(self.unit, self.target, self.weapons, OVERWATCH, worse(field, self.unit), True)
        hidden = forgets(field, self.unit, self.weapons)
        field.next(AntiAircraft(1 - self.side, self.unit, hidden), fires, Drop(self.unit), again)


# Verbs


@verb("Pop up with", "unit", menu="Pop up and fire", name="pop_up")
def pop(act: Act, look: Situation) -> Targets:
    """Helicopters in NOE with a target (ME 4.1e)."""
    return tuple(n for n in aloft(look, act.side) if why_not_pop(look, n) is None)


@pop.then
def _choose_target(act: Act, field: Battlefield, unit: int) -> None:
    field.next(PopUp(act.side, (unit,)), act)


pop.check(lambda act, look, unit: not_your_helicopter(look, act.side, unit) or why_not_pop(look, unit))


CHAPTER = Chapter(
    name="pop-ups",
    procedures=(PopUp, Rise, Drop, AskCounter, Counter, CounterAim, CounterRise),
    verbs={Act: (pop,)},
    phrases={
        "pop_up?": "{group:units}: click the target to pop up and fire at. Nobody can react.",
        "pop_up_countered?": "{group:units}: click the target to pop up and fire at. Before you fire,"
        " {counters:units} may pop up against you.",
        "pop_up_fired_at?": "{group:units}: click the target to pop up and fire at. Before you fire, AA fires:"
        " {guns:units}.",
        "pop_up_countered_fired_at?": "{group:units}: click the target to pop up and fire at. Before you fire,"
        " {counters:units} may pop up against you, then AA fires: {guns:units}.",
        "counter?": "{group:units} has popped up: counter pop-up, or hold?",
        "counter_aim?": "{unit:unit} pops up: click the helicopter to fire at.",
        "pops_up": "{units:units} pops up against {target:unit}",
        "counters": "{unit:unit} pops up against {target:unit}",
    },
    switch="modern",
)
