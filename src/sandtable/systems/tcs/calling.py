"""Calls for fire (TCS 2.0m, 18.2 to 18.4): which guns fire what, where, and who observes.

A side calls as many missions as it likes, one after the other. Each is put together in one decision, `Draft`: shell,
size, rate, aim and observer can be chosen in any order and changed until it is called. Calls are their side's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Action, Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.picture import Shoot
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.adjustment import Adjust, facts_of, sure_hexes
from sandtable.systems.tcs.artilleryoptions import ArtilleryOptions, IlluminationOptions
from sandtable.systems.tcs.batteries import mates, role_of, why_not_fire_mission, why_not_ready
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.munitions import every_shell, shell_name, shell_number
from sandtable.systems.tcs.observing import UNSEEN, can_observe, observer_view, why_not_observe
from sandtable.systems.tcs.outlook import Outlook, outlook, shown
from sandtable.systems.tcs.shells import CONTINUOUS, GENERAL, HE, ILLUM, NONE, Mission
from sandtable.systems.tcs.world import FINE, FIRE_MODE, NOBODY

__all__ = ["CHAPTER", "Call", "Draft", "Outlook", "best_observer", "complete", "guns_in", "outlook"]

MOST_CHANGES = 40
"""How often a side changes its calls in a phase: more than anybody needs."""
SIZES = ("battery", "battalion")
RATES = ("normal", "fast")

NO_GUNS = Reason("there are no guns in {hex:hex} that could fire a mission now", "TCS 18.11")
NOBODY_SEES = Reason("no unit that may observe for these guns sees {hex:hex}", "TCS 18.4")
TOO_FAR = Reason("{hex:hex} is {apart} hexes from the guns, and they fire {most}", "TCS 18.11")
TOO_CLOSE = Reason("{hex:hex} is nearer than {most} hexes to your own units", "TCS 18.8a")
OBSERVES = Reason("{unit:unit} is the observer already")
NO_AIM = Reason("choose the aim hex first", "TCS 18.4")
AIMED = Reason("{hex:hex} is the aim hex already")


# What can be called


def guns_in(look: Situation, side: int, hex: int, calls: Sequence[Mission] = ()) -> tuple[int, ...]:
    """The guns of one type in a hex that could fire a mission together (TCS 18.11)."""
    units, world = look.units, look.world
    booked = {n for call in calls for n in call.guns}
    free: dict[str, list[int]] = {}
    for n in look.units_in(hex):
        u, kind = units[n], world.kinds[n]
        ready = u.mode == FIRE_MODE and u.morale == FINE and u.carrier == NOBODY and not u.fired
        if kind.kind == "artillery" and world.owners[n] == side and ready and n not in booked and kind.area_strength:
            free.setdefault(kind.id, []).append(n)
    best = max(free.values(), key=len, default=[])
    return tuple(best)


def needs_observer(look: Situation, mission: Mission) -> bool:
    """Whether a mission is observed: illumination is fired by the map (TCS 26.2a)."""
    if mission.aim != NONE and sure_hexes(look, mission) >> mission.aim & 1:
        return False
    return mission.shell != ILLUM or look.game.rules.chosen(IlluminationOptions).illum_adjusts


def shells_of(look: Situation, mission: Mission) -> tuple[int, ...]:
    """The kinds of mission that these guns could fire."""
    if mission.guns:
        return (HE, CONTINUOUS)
    lead = mission.batteries[0]
    every = every_shell(look.game.rules)
    return tuple(n for n in every if why_not_fire_mission(look, lead, n, fast=False) is None)


def fitted(look: Situation, mission: Mission, calls: Sequence[Mission]) -> Mission:
    """A mission after a change: with the batteries that can fire it, and without what does not go with it."""
    if mission.batteries:
        lead = mission.batteries[0]
        rocket = look.world.support.batteries[lead].rocket
        if mission.fast and why_not_fire_mission(look, lead, mission.shell, fast=True):
            mission = replace(mission, fast=False)
        all_of_them = battalion_of(look, mission, calls) if mission.wide and not rocket else ()
        batteries = (lead, *(n for n in all_of_them if n != lead))
        mission = replace(mission, batteries=batteries, wide=rocket or len(batteries) > 1)
    if mission.aim != NONE and not in_aim(look, mission, calls) >> mission.aim & 1:
        mission = replace(mission, aim=NONE, observer=NONE)
    if not needs_observer(look, mission):
        return replace(mission, observer=NONE)
    if mission.aim == NONE:
        return mission
    sees = mission.observer in observers(look, mission, calls)
    return mission if sees else replace(mission, observer=best_observer(look, mission, calls))


def battalion_of(look: Situation, mission: Mission, calls: Sequence[Mission]) -> tuple[int, ...]:
    """The batteries of a battalion mission: those ready with the first that its observers may call (TCS 18.2b)."""
    lead = mission.batteries[0]
    role = role_of(look, lead)
    found = tuple(
        n
        for n in mates(look, lead, mission.shell, calls, fast=mission.fast)
        if role_of(look, n) == role or role_of(look, n)[0] == GENERAL
    )
    return found if len(found) >= look.game.rules.chosen(ArtilleryOptions).battalion_least else ()


def observers(look: Situation, mission: Mission, calls: Sequence[Mission]) -> list[int]:
    """The units that can observe for a mission and see its aim hex."""
    return [n for n in can_observe(look, mission, calls) if observer_view(look, n) >> mission.aim & 1]


def best_observer(look: Situation, mission: Mission, calls: Sequence[Mission] = ()) -> int:
    """The observer with the highest column, then the nearest; NONE if nobody sees the aim hex (TCS 18.4)."""

    def rank(unit: int) -> tuple[int, int, int]:
        facts = facts_of(look, replace(mission, observer=unit))
        return -sum(each.value for each in facts.modifiers()), facts.hexes, unit

    return min(observers(look, mission, calls), key=rank, default=NONE)


def in_aim(look: Situation, mission: Mission, calls: Sequence[Mission]) -> int:
    """The hexes that a mission can be aimed at, as a bit mask (TCS 18.4, 18.11)."""
    ground, units = look.world.ground, look.units
    mask = 0
    if needs_observer(look, replace(mission, aim=NONE)):
        for n in can_observe(look, mission, calls):
            mask |= observer_view(look, n)
        mask |= sure_hexes(look, mission)
    else:
        mask = (1 << ground.size) - 1
    for gun in mission.guns:
        mask &= ground.within(units[gun].at, look.world.kinds[gun].area_range_max or 0)
    return mask & ~too_close(look, mission.side)


def too_close(look: Situation, side: int) -> int:
    """The hexes nearer to a side's own units than it may aim, as a bit mask."""
    close = look.game.rules.chosen(ArtilleryOptions).danger_close
    mask = 0
    for hex in {look.units[n].at for n in look.on_map(side)} if close else ():
        mask |= look.world.ground.within(hex, close - 1)
    return mask


def complete(look: Situation, mission: Mission) -> bool:
    """Whether everything is chosen that a mission needs."""
    return mission.aim != NONE and (mission.observer != NONE or not needs_observer(look, mission))


# The decisions


class Call(Decide, frozen=True, array_like=True, tag="call"):
    """TCS 2.0m: a side calls missions until it needs no more."""

    calls: tuple[Mission, ...] = ()
    changes: int = 0

    def prompt(self, look: Situation) -> Said:
        """How many there are."""
        return look.say("call?", count=len(self.calls) or "none")

    @verb("Call for fire from", "battery", menu="Call for fire")
    def battery(self, look: Situation) -> Targets:
        """Batteries that are free."""
        if self.changes >= MOST_CHANGES:
            return ()
        every = range(len(look.world.support.batteries))
        return tuple(n for n in every if why_not_ready(look, self.side, n, self.calls) is None)

    @battery.then
    def _do_battery(self, field: Battlefield, battery: int) -> None:
        mission = Mission(self.side, HE, (battery,), wide=field.world.support.batteries[battery].rocket)
        shell = next(iter(shells_of(field, mission)))
        draft = fitted(field, replace(mission, shell=shell), self.calls)
        field.next(Draft(self.side, draft, self.calls, self.changes + 1))

    @battery.check
    def _why_not_battery(self, look: Situation, battery: int) -> Reason | None:
        return why_not_ready(look, self.side, battery, self.calls)

    @verb("Call for fire from the guns in", "hex", menu="Call for fire", otherwise=NO_GUNS)
    def guns(self, look: Situation) -> Targets:
        """Hexes with artillery on the map."""
        if self.changes >= MOST_CHANGES:
            return ()
        hexes = dict.fromkeys(
            look.units[n].at for n in look.on_map(self.side) if look.world.kinds[n].kind == "artillery"
        )
        return tuple(hex for hex in hexes if guns_in(look, self.side, hex, self.calls))

    @guns.then
    def _do_guns(self, field: Battlefield, hex: int) -> None:
        draft = Mission(self.side, HE, guns=guns_in(field, self.side, hex, self.calls))
        field.next(Draft(self.side, draft, self.calls, self.changes + 1))

    @verb("No more missions", last=True)
    def done(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @done.then
    def _do_done(self, field: Battlefield, _: None) -> None:
        field.next(Adjust(self.side, self.calls))


class Draft(Decide, frozen=True, array_like=True, tag="call_draft"):
    """TCS 18.2 to 18.4: a mission in the making; then the side goes on with its calls."""

    mission: Mission
    calls: tuple[Mission, ...] = ()
    changes: int = 0

    def prompt(self, look: Situation) -> Said:
        """The guns that fire."""
        names = [look.world.support.batteries[n].name for n in self.mission.batteries]
        names += [look.world.names[n] for n in self.mission.guns]
        what = "call_draft_ready?" if complete(look, self.mission) else "call_draft?"
        return look.say(what, names=", ".join(names))

    def opened_by(self) -> Call:
        """The call was begun there."""
        return Call(self.side, self.calls, self.changes)

    def shoot(self, look: Situation) -> Shoot | None:
        """What the mission as it is now would do, for those who want to see it first."""
        return shown(look, self.mission, observers(look, self.mission, self.calls)) if self.ready(look) else None

    def spread(self, look: Situation, action: Action) -> Shoot | None:
        """The same after a choice of this decision."""
        mission = self.after(look, action)
        if mission is None or not complete(look, mission):
            return None
        return shown(look, mission, observers(look, mission, self.calls))

    def ready(self, look: Situation) -> bool:
        """Whether it can be called."""
        return complete(look, self.mission)

    def after(self, look: Situation, action: Action) -> Mission | None:
        """The mission after a choice; None if the choice does not change one."""
        mission, target = self.mission, action.target
        if action.verb == "shell":
            mission = replace(mission, shell=shell_number(look.game.rules, str(target)))
        elif action.verb == "zone":
            mission = replace(mission, wide=target == "battalion")
        elif action.verb == "rate":
            mission = replace(mission, fast=target == "fast")
        elif action.verb == "aim":
            assert isinstance(target, int)
            mission = replace(mission, aim=target, observer=NONE)
        elif action.verb == "observer":
            assert isinstance(target, int)
            mission = replace(mission, observer=target)
        elif action.verb != "call":
            return None
        return fitted(look, mission, self.calls)

    @property
    def open(self) -> bool:
        """Whether it may still be changed."""
        return self.changes < MOST_CHANGES

    def _change(self, field: Battlefield, verb: str, target: int | str) -> None:
        mission = self.after(field, Action(verb, target))
        assert mission is not None
        field.next(replace(self, mission=mission, changes=self.changes + 1))

    @verb("Aim at", "hex", menu="Aim here", otherwise=NOBODY_SEES)
    def aim(self, look: Situation) -> Targets:
        """Hexes that an observer sees."""
        if not self.open:
            return ()
        mask = in_aim(look, self.mission, self.calls)
        if self.mission.aim != NONE:
            mask &= ~(1 << self.mission.aim)
        return tuple(look.world.ground.map.indices(mask))

    @aim.then
    def _do_aim(self, field: Battlefield, hex: int) -> None:
        self._change(field, "aim", hex)

    @aim.check
    def _why_not_aim(self, look: Situation, hex: int) -> Reason | None:
        if hex == self.mission.aim:
            return AIMED.of(hex=hex)
        for gun in self.mission.guns:
            apart = look.world.ground.distance(look.units[gun].at, hex)
            most = look.world.kinds[gun].area_range_max or 0
            if apart > most:
                return TOO_FAR.of(hex=hex, apart=apart, most=most)
        if too_close(look, self.side) >> hex & 1:
            most = look.game.rules.chosen(ArtilleryOptions).danger_close
            return TOO_CLOSE.of(hex=hex, most=most)
        return None

    @verb("Observed by", "unit", menu="Let it observe", otherwise=NO_AIM)
    def observer(self, look: Situation) -> Targets:
        """Other units that see the aim hex."""
        if not self.open or self.mission.aim == NONE or not needs_observer(look, self.mission):
            return ()
        return tuple(n for n in observers(look, self.mission, self.calls) if n != self.mission.observer)

    @observer.then
    def _do_observer(self, field: Battlefield, unit: int) -> None:
        self._change(field, "observer", unit)

    @observer.check
    def _why_not_observer(self, look: Situation, unit: int) -> Reason | None:
        if self.mission.aim == NONE or not needs_observer(look, self.mission):
            return None
        if unit == self.mission.observer:
            return OBSERVES.of(unit=unit)
        why = why_not_observe(look, self.mission, unit, self.calls)
        if why is None and not observer_view(look, unit) >> self.mission.aim & 1:
            return UNSEEN.of(unit=unit, hex=self.mission.aim)
        return why

    @verb("Fire", "shell")
    def shell(self, look: Situation) -> Targets:
        """The kinds it has ammunition for."""
        if not self.open:
            return ()
        rules = look.game.rules
        return tuple(shell_name(rules, n) for n in shells_of(look, self.mission) if n != self.mission.shell)

    @shell.then
    def _do_shell(self, field: Battlefield, shell: str) -> None:
        self._change(field, "shell", shell)

    @verb("Fire as a", "zone")
    def zone(self, look: Situation) -> Targets:
        """A battery or its battalion."""
        if not self.open or self.mission.guns or look.world.support.batteries[self.mission.batteries[0]].rocket:
            return ()
        if self.mission.wide:
            return ("battery",)
        return ("battalion",) if battalion_of(look, self.mission, self.calls) else ()

    @zone.then
    def _do_zone(self, field: Battlefield, size: str) -> None:
        self._change(field, "zone", size)

    @verb("Rate of fire:", "rate")
    def rate(self, look: Situation) -> Targets:
        """Fast, if guns and ammunition allow it."""
        if not self.open or self.mission.guns:
            return ()
        if self.mission.fast:
            return ("normal",)
        why = [why_not_fire_mission(look, n, self.mission.shell, fast=True) for n in self.mission.batteries]
        return () if any(why) else ("fast",)

    @rate.then
    def _do_rate(self, field: Battlefield, rate: str) -> None:
        self._change(field, "rate", rate)

    @verb("Call this mission")
    def call(self, look: Situation) -> bool:
        """When aim and observer are chosen."""
        return self.ready(look)

    @call.then
    def _do_call(self, field: Battlefield, _: None) -> None:
        mission, shell = self.mission, shell_name(field.game.rules, self.mission.shell)
        field.log("called", "TCS 2.0m", to=self.side, shell=shell, hex=mission.aim)
        field.next(Call(self.side, (*self.calls, mission), self.changes))

    @verb("Cancel this call", last=True)
    def cancel(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @cancel.then
    def _do_cancel(self, field: Battlefield, _: None) -> None:
        field.next(Call(self.side, self.calls, self.changes))


CHAPTER = Chapter(
    name="calls for fire",
    procedures=(Call, Draft),
    phrases={
        "call?": "Call for fire ({count} called so far), or end your calls.",
        "call_draft?": "{names}: choose the aim hex.",
        "call_draft_ready?": "{names}: call this mission, or change it.",
        "called": "A mission is called: {shell} on {hex:hex}",
    },
)
