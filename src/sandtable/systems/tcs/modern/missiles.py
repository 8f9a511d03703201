"""Anti-tank guided missiles (ME 3): a weapon that units fire on top of all others, as an action or as overwatch.

In its own phase a unit uses each weapon once, at one target or at two; to use both at one target it says so first, and
the enemy may fire once between the two. On overwatch one Fired marker and one die cover all weapons of a stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.option import About, Options
from sandtable.kernel.picture import Mark
from sandtable.kernel.procedure import Decide, Procedure, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.scene import Span
from sandtable.systems.tcs.action import OPENING, Act
from sandtable.systems.tcs.aiming import can_area, can_point
from sandtable.systems.tcs.areafire import SFA, AreaFire
from sandtable.systems.tcs.bars import Bar
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import FIRED_AT, LOST, Battlefield
from sandtable.systems.tcs.firetable import FIRE_DONE
from sandtable.systems.tcs.mayfire import FIRE_BOUNDS, STILL_FIRES, why_not_ready
from sandtable.systems.tcs.modern.atgm import AIR_LIMITS, ATGMS
from sandtable.systems.tcs.modern.dual import why_no_missile
from sandtable.systems.tcs.modern.missilefire import (
    MISSILE_BARS,
    MissileArea,
    MissileRoll,
    launcher,
    missile_fire,
    why_not_armed,
    why_not_at,
)
from sandtable.systems.tcs.overwatch import FIRED, Triggered, Watch
from sandtable.systems.tcs.picture import FACTS, MARKS, SPANS
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.tables import Kind
from sandtable.systems.tcs.watching import ANSWER
from sandtable.systems.tcs.world import FIRE_MODE, World

__all__ = [
    "BEFORE_LAUNCH",
    "CHAPTER",
    "Launch",
    "MissileOptions",
    "Missiles",
    "left_of",
    "note_launch",
    "targets_of",
    "why_not_launch",
]

BEFORE_LAUNCH: Seam[Callable[[Battlefield, Launch], tuple[Procedure, ...]]] = Seam(
    "what happens before a missile flies"
)
HAS_LAUNCHED = Reason("{unit:unit} has fired its missile in this phase", "ME 3.2f1")
NOT_ANNOUNCED = Reason(
    "{unit:unit} has fired at {hex:hex} in this phase: both weapons at one target are announced together", "ME 3.2f2"
)
NO_TARGET = Reason("{unit:unit} has no target for a missile in range and sight", "ME 3.1h")
NO_GUNS = Reason("{unit:unit} has no other weapon to fire at {target:unit}", "ME 3.2f2")


class MissileOptions(Options, frozen=True):
    """The optional rules of missiles."""

    atgm_supply: Annotated[bool, About("Missiles are counted: a unit fires no more than it has.", "ME 3.2b")] = False
    at8_counterfire: Annotated[
        bool, About("A vehicle with the AT-8 may fire first at a slow missile that is fired at it.", "ME 3.3a1")
    ] = False


class Missiles(msgspec.Struct, frozen=True, array_like=True, tag="missiles"):
    """What this chapter keeps on the board."""

    launched: tuple[tuple[int, int], ...] = ()
    """The units that have fired a missile as an action in this phase, each with the hex."""
    gunned: tuple[tuple[int, int], ...] = ()
    """The same for other weapons of units that have missiles."""
    spent: tuple[tuple[int, int], ...] = ()
    """The missiles that units have fired so far."""
    at_trigger: tuple[int, ...] = ()
    """The units that have fired a missile at the trigger under way (ME 3.3c)."""


def options_of(look: Situation) -> MissileOptions:
    """The options of this chapter."""
    return look.game.rules.chosen(MissileOptions)


# Supply


def stock_of(look: Situation, unit: int) -> int:
    """The missiles that a unit begins with (ME 3.2b): as the scenario says, as its type has, or as is usual."""
    given = look.world.air.missiles[unit] if look.world.air.missiles else None
    if given is not None:
        return given
    kind = look.world.kinds[unit]
    printed = [int(each.partition("=")[2]) for each in kind.traits if each.startswith("atgm_shots=")]
    if printed:
        return printed[0]
    if unit in look.world.flyers:
        return AIR_LIMITS["shots_helicopter"]
    return AIR_LIMITS["shots_platoon" if kind.infantry else "shots_vehicle"]


def left_of(look: Situation, unit: int) -> int | None:
    """The missiles that a unit has left; None if they are not counted."""
    if not options_of(look).atgm_supply:
        return None
    return stock_of(look, unit) - dict(look.kept(Missiles).spent).get(unit, 0)


def note_launch(field: Battlefield, unit: int, hex: int | None) -> None:
    """A missile is gone; `hex` is its target if it was fired as an action."""
    kept = field.kept(Missiles)
    if options_of(field).atgm_supply:
        spent = dict(kept.spent)
        spent[unit] = spent.get(unit, 0) + 1
        kept = replace(kept, spent=tuple(sorted(spent.items())))
    if hex is not None:
        kept = replace(kept, launched=tuple(sorted((*kept.launched, (unit, hex)))))
    field.keep(kept)


# Who may


def why_not_launch(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the ground may not fire a missile as an action, whatever the target."""
    if why := why_not_armed(look, unit, left_of(look, unit)):
        return why
    if unit in dict(look.kept(Missiles).launched):
        return HAS_LAUNCHED.of(unit=unit)
    return why_not_ready(look, unit)


def why_not_target(look: Situation, unit: int, target: int) -> Reason | None:
    """Why a unit that may launch may not do so at a target, as an action."""
    if why := why_not_at(look, unit, target):
        return why
    hex = look.units[target].at
    if (unit, hex) in look.kept(Missiles).gunned:
        return NOT_ANNOUNCED.of(unit=unit, hex=hex)
    for bar in look.game.rules.at(FIRE_BOUNDS):
        if why := bar.why(look, unit, hex):
            return why
    return None


def enemies(look: Situation, side: int) -> list[int]:
    """The units that a side could aim missiles at: on the map, in no carrier; helicopters too, for helicopters."""
    known: dict[int, list[int]] = look.answers("enemies of missiles")
    if side not in known:
        known[side] = [n for n in look.on_map(1 - side) if not look.inside(n)]
    return known[side]


def targets_of(look: Situation, unit: int) -> list[int]:
    """The units that a unit on the ground may fire a missile at, as an action."""
    return list(_targets_of(look, unit))


def _targets_of(look: Situation, unit: int) -> Iterator[int]:
    """The same one by one: most are out of range."""
    ground, units = look.world.ground, look.units
    near = ground.within(units[unit].at, launcher(look, unit).longest)
    for n in enemies(look, look.world.owners[unit]):
        if near >> units[n].at & 1 and why_not_target(look, unit, n) is None:
            yield n


def launchers(look: Situation, side: int) -> Targets:
    """The units of a side on the ground that may fire a missile now."""
    kinds = look.world.kinds
    return tuple([n for n in look.on_map(side) if kinds[n].atgm and why_not_missile(look, n) is None])


def why_not_missile(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the ground may not fire a missile as an action; None if it has a target."""
    if why := why_not_launch(look, unit):
        return why
    return None if any(True for _ in _targets_of(look, unit)) else NO_TARGET.of(unit=unit)


def guns_at(look: Situation, unit: int, target: int) -> AreaFire | PointFire | None:
    """The fire of a unit's other weapon at a target, if it can harm it: point fire where it can."""
    world = look.world
    if unit in dict(look.kept(Missiles).gunned):
        return None
    hex, side = look.units[target].at, world.owners[target]
    if not world.people[target] and can_point(look, unit, hex, side):
        return PointFire((unit,), hex, side, SFA)
    if not world.armour[target] and world.area_reach[unit] >= 0 and can_area(look, unit, hex):
        return AreaFire((unit,), hex, side, SFA)
    return None


class MissileTarget(Decide, frozen=True, array_like=True, tag="missile_target"):
    """ME 3.2a1: at what a unit fires its missile, alone or with its other weapon (ME 3.2f2)."""

    unit: int

    @verb("Fire a missile at", "unit", menu="Fire a missile")
    def at(self, look: Situation) -> Targets:
        """Targets in range and sight."""
        return tuple(targets_of(look, self.unit))

    @at.then
    def _do_at(self, field: Battlefield, target: int) -> None:
        act_of_fire(field, self.side, self.unit, target, both=False)

    @at.check
    def _why_not_at(self, look: Situation, target: int) -> Reason | None:
        return why_not_target(look, self.unit, target)

    @verb("Fire missile and guns at", "unit", menu="Fire missile and guns")
    def both(self, look: Situation) -> Targets:
        """Targets of both weapons."""
        return tuple(n for n in targets_of(look, self.unit) if guns_at(look, self.unit, n))

    @both.then
    def _do_both(self, field: Battlefield, target: int) -> None:
        act_of_fire(field, self.side, self.unit, target, both=True)

    @both.check
    def _why_not_both(self, look: Situation, target: int) -> Reason | None:
        why = why_not_target(look, self.unit, target)
        if why is None and guns_at(look, self.unit, target) is None:
            return NO_GUNS.of(unit=self.unit, target=target)
        return why


def act_of_fire(field: Battlefield, side: int, unit: int, target: int, *, both: bool) -> None:
    """A missile as an action, and the other weapon with it if that is announced; each is a trigger."""
    hex = field.units[target].at
    field.mark_fired(unit)
    note_launch(field, unit, hex)
    shot = Launch(unit, target, SFA)
    done = field.game.rules.at(FIRE_DONE)
    if not both:
        field.next(shot, *done, Triggered(side, (unit,), FIRED))
        return
    second = Between(side, unit), SecondWeapon(side, unit, target, hex)
    field.next(shot, *done, *second, *done, Triggered(side, (unit,), FIRED))


class Launch(Step, frozen=True, array_like=True, tag="launch"):
    """A missile leaves the rail: the target may answer first (ME 3.3a1), then it flies if its crew still can."""

    unit: int
    target: int
    kind: int
    trigger: bool = False
    answered: bool = False

    def run(self, field: Battlefield) -> None:
        """Counterfire, then the shot."""
        if not self.answered:
            before = tuple(each for ask in field.game.rules.at(BEFORE_LAUNCH) for each in ask(field, self))
            if before:
                field.next(*before, replace(self, answered=True))
                return
        here, there = field.units[self.unit], field.units[self.target]
        if here.at < 0 or there.at < 0 or why_not_armed(field, self.unit, None):
            return
        field.next(missile_fire(field, self.unit, self.target, self.kind, trigger=self.trigger))


class Between(Step, frozen=True, array_like=True, tag="between"):
    """ME 3.2f2: between both weapons of a unit the enemy may fire once."""

    side: int
    unit: int

    def run(self, field: Battlefield) -> None:
        """Ask, if anybody can."""
        watch = Watch(1 - self.side, ANSWER, (self.unit,))
        if field.units[self.unit].at >= 0 and watch.possible(field):
            field.next(watch)


class SecondWeapon(Step, frozen=True, array_like=True, tag="second_weapon"):
    """ME 3.2f2: the other weapon that was announced, if there is still somebody to fire and to fire at."""

    side: int
    unit: int
    target: int
    hex: int

    def run(self, field: Battlefield) -> None:
        """At the hex that was announced."""
        now = field.units[self.unit]
        if now.at < 0 or now.mode != FIRE_MODE or why_not_ready(field, self.unit):
            return
        here = [n for n in (self.target, *field.enemies_in(self.hex, self.side)) if field.units[n].at == self.hex]
        fire = next((fire for n in here if not field.inside(n) and (fire := guns_at(field, self.unit, n))), None)
        _note_guns(field, self.hex, (self.unit,))
        if fire is not None:
            field.next(fire)


@verb("Fire a missile with", "unit", menu="Fire a missile", name="missile")
def missile(act: Act, look: Situation) -> Targets:
    """Units with a missile and a target (ME 3)."""
    return launchers(look, act.side)


@missile.then
def _choose_target(act: Act, field: Battlefield, unit: int) -> None:
    field.next(MissileTarget(act.side, unit), act)


missile.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_missile(look, unit))


# The other weapons


def still_fires(look: Situation, unit: int) -> bool:
    """A unit that has fired only its missile may still fire its other weapon, at another target (ME 3.2f1)."""
    kept = look.kept(Missiles)
    return unit in dict(kept.launched) and unit not in dict(kept.gunned)


def _note_guns(field: Battlefield, hex: int, firers: tuple[int, ...]) -> None:
    """It is noted at what units with missiles have fired their other weapons in their own phase."""
    kept, kinds = field.kept(Missiles), field.world.kinds
    mine = [n for n in firers if kinds[n].atgm and field.world.owners[n] == field.board.phasing]
    mine = [n for n in mine if n not in dict(kept.gunned) and n not in field.world.flyers]
    if mine:
        field.keep(replace(kept, gunned=tuple(sorted((*kept.gunned, *((n, hex) for n in mine))))))


def fired_at(field: Battlefield, hex: int, firers: Sequence[int]) -> None:
    """After every fire: what a missile was fired at has been noted already, and another weapon goes elsewhere."""
    kept = field.kept(Missiles)
    guns = tuple(n for n in firers if (n, hex) not in kept.launched)
    _note_guns(field, hex, guns)


def announced_only(look: Situation, unit: int) -> int:
    """The hex at which a unit has fired its missile: the other weapon goes elsewhere (ME 3.2f2)."""
    hex = dict(look.kept(Missiles).launched).get(unit)
    return 0 if hex is None else 1 << hex


def why_announced(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why a unit may not fire its other weapon at a hex."""
    return NOT_ANNOUNCED.of(unit=unit, hex=hex) if announced_only(look, unit) >> hex & 1 else None


def opening(field: Battlefield, side: int) -> None:
    """A new action phase: every weapon may be used again."""
    kept = field.kept(Missiles)
    if kept.launched or kept.gunned or kept.at_trigger:
        field.keep(replace(kept, launched=(), gunned=(), at_trigger=()))


def forget(field: Battlefield, unit: int) -> None:
    """A unit is lost."""
    kept = field.kept(Missiles)
    field.keep(
        replace(
            kept,
            launched=tuple(each for each in kept.launched if each[0] != unit),
            gunned=tuple(each for each in kept.gunned if each[0] != unit),
            spent=tuple(each for each in kept.spent if each[0] != unit),
            at_trigger=tuple(each for each in kept.at_trigger if each != unit),
        )
    )


# For a client


def facts(kind: Kind) -> list[tuple[str, str]]:
    """What a counter says of its missile."""
    if not kind.atgm:
        return []
    known = ATGMS[kind.atgm]
    span = f"{known.minimum + 1} to {known.longest} hexes, nominal {known.nominal}"
    forget = ", fire and forget" if known.fire_and_forget else ""
    return [("Missile", f"{known.name}, attack {known.attack}, {span}{forget}")]


def spans(world: World, unit: int) -> Iterable[Span]:
    """How far the missile of a unit flies: the bands of the ATGM Table (ME 3.1f to 3.1h)."""
    kind = world.kinds[unit]
    if not kind.atgm:
        return
    known = ATGMS[kind.atgm]
    least = known.minimum + 1
    yield Span(f"{known.name}, half range", known.nominal // 2, "missile", least)
    yield Span(f"{known.name}, nominal range", known.nominal, "missile", least)
    yield Span(known.name, known.longest, "missile", least)


def marks(look: Situation, unit: int) -> Iterable[Mark]:
    """The missiles that a unit has left, where they are counted."""
    if look.world.kinds[unit].atgm and look.units[unit].at >= 0 and (left := left_of(look, unit)) is not None:
        yield Mark("missiles", f"{max(left, 0)} of {stock_of(look, unit)} missiles left (ME 3.2b)", str(max(left, 0)))


CHAPTER = Chapter(
    name="missiles",
    procedures=(
        MissileTarget,
        Launch,
        Between,
        SecondWeapon,
        MissileRoll,
        MissileArea,
    ),
    verbs={Act: (missile,)},
    adds=(
        MISSILE_BARS.add(why_no_missile),
        STILL_FIRES.add(still_fires),
        FIRE_BOUNDS.add(Bar(announced_only, why_announced)),
        FIRED_AT.add(fired_at),
        OPENING.add(opening),
        LOST.add(forget),
        FACTS.add(facts),
        MARKS.add(marks),
        SPANS.add(spans),
    ),
    phrases={
        "missile_target?": "{unit:unit}: click the target of its missile.",
        "missile_roll!": "{unit:unit} fires a missile at {target:unit}",
        "missile_area": "{unit:unit} fires a missile on {hex:hex}",
    },
    options=MissileOptions,
    keeps=Missiles,
    switch="modern",
)
