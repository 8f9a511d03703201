"""Morale (TCS 17): the checks of units and of vehicles under fire, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

import msgspec

from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.option import About, Options
from sandtable.kernel.pools import D66
from sandtable.kernel.procedure import Roles, Roll, Step
from sandtable.kernel.resolution import Modifier, Outcome, Resolution
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.flight import SaveYourself
from sandtable.systems.tcs.ground import PARTLY
from sandtable.systems.tcs.tables import SHIFTS, morale_rows, syr_loss
from sandtable.systems.tcs.world import NIGHT, NOBODY, PARALYZED, SUPPRESSED

__all__ = [
    "CHAPTER",
    "EXEMPT",
    "SHOT_AT",
    "MoraleChecks",
    "MoraleFacts",
    "MoraleOptions",
    "MoraleRoll",
    "Shot",
    "VehicleCheck",
    "VehicleRoll",
    "checked_in_order",
    "exempt",
    "in_order",
    "shot_at",
]


KEPT = 5_000
"""For how many checks it is kept what makes up their total."""


class Shot(NamedTuple):
    """Something was fired at the vehicles of a side in a hex that could destroy them."""

    side: int
    hex: int
    fire: tuple[int, ...]
    """The hexes it came from."""
    cross_fire: bool = False
    calibre: int = 0
    """Of shells, in mm; 0 is direct fire or aircraft."""


SHOT_AT: Seam[Callable[[Battlefield, Shot], None]] = Seam("what follows for vehicles that were fired at, hit or not")
EXEMPT: Seam[Callable[[Situation, int], bool]] = Seam("vehicles that take no part in the check of vehicles")


def shot_at(field: Battlefield, shot: Shot) -> None:
    """Vehicles were fired at by something that could destroy them, whatever came of it."""
    for follow in field.game.rules.at(SHOT_AT):
        follow(field, shot)


def exempt(look: Situation, unit: int) -> bool:
    """Whether a vehicle takes no part in the check of vehicles, and counts for no Vehicle Morale (TCS 17.8)."""
    return any(each(look, unit) for each in look.game.rules.at(EXEMPT))


class MoraleOptions(Options, frozen=True):
    """What the rules leave open about morale checks."""

    morale_order: Annotated[
        Literal["strongest", "weakest", "roster"],
        About(
            (
                "Which units of a hex check their morale first: those with the most steps; those with the fewest; "
                "or as they are listed. A surrender makes the checks after it worse."
            ),
            "TCS 17.1b",
        ),
    ] = "strongest"
    mines_no_low: Annotated[
        bool,
        About("In checks caused by mines the line for fire without a low-trajectory firer counts.", "TCS 17.1c1"),
    ] = False


class MoraleFacts(msgspec.Struct, frozen=True):
    """What a morale check depends on: what the board shows, or what somebody asks a calculator."""

    morale: int
    lost: int = 0
    battalion: int = 0
    zone: bool = False
    paralyzed: bool = False
    night: bool = False
    dug_in: bool = False
    armour: bool = False
    cross_fire: bool = False
    cover: bool = False
    no_low: bool = False
    unassigned: bool = False
    vehicles: bool = False
    """Whether it is the one check of the vehicles in a hex."""

    def modifiers(self) -> tuple[Modifier, ...]:
        """All that makes up the total (TCS 17.1a, 17.1c, 17.8a)."""
        return _modifiers(self)

    def resolution(self, words: str, added: tuple[Modifier, ...] = ()) -> Resolution:
        """The roll on the morale table (TCS 17.2); `added` is what other chapters add to it."""
        modifiers = (*self.modifiers(), *added)
        heading, rows = morale_rows(sum(each.value for each in modifiers))
        return Resolution("TCS 17.8a" if self.vehicles else "TCS 17.1a", words, D66, rows, modifiers, "column", heading)


@lru_cache(maxsize=KEPT)
def _modifiers(facts: MoraleFacts) -> tuple[Modifier, ...]:
    own = "TCS 17.8a" if facts.vehicles else "TCS 17.1a"
    found = [Modifier(facts.morale, "vehicle morale" if facts.vehicles else "morale", own)]
    if facts.lost:
        found.append(Modifier(facts.lost, "vehicles lost in this fire" if facts.vehicles else "steps lost", own))
    if facts.battalion:
        level = "Vehicle Morale level" if facts.vehicles else "Battalion Morale"
        found.append(Modifier(facts.battalion, level, "TCS 17.8c" if facts.vehicles else "TCS 17.1e"))
    held = {
        "morale_zone": facts.zone,
        "morale_paralyzed": facts.paralyzed,
        "morale_night": facts.night,
        "morale_dug_in": facts.dug_in,
        "morale_armour": facts.armour,
        "morale_cross_fire": facts.cross_fire,
        "morale_cover": facts.cover,
        "morale_no_low": facts.no_low,
        "morale_unassigned": facts.unassigned,
    }
    return (*found, *(SHIFTS[name] for name, holds in held.items() if holds))


class MoraleChecks(Step, frozen=True, array_like=True, tag="morale_checks"):
    """TCS 17.1b: after fire that was not without effect each A or B unit of a side in the hex checks."""

    side: int
    hex: int
    fire: tuple[int, ...]
    """The hexes the fire came from."""
    cross_fire: bool = False
    no_low: bool = False
    guns: bool = False
    """After point fire: only gun crews check so; vehicles have a check of their own (TCS 12.0i)."""
    queue: tuple[int, ...] | None = None
    """Those who have yet to check."""

    def run(self, field: Battlefield) -> None:
        """One after the other."""
        waiting = self.queue
        if waiting is None:
            waiting = tuple(checked_in_order(field, self.hex, self.side))
            if self.guns:
                waiting = tuple(n for n in waiting if n in field.point_targets(self.hex, self.side))
                waiting = tuple(n for n in waiting if not field.world.kinds[n].vehicle)
        while waiting and field.units[waiting[0]].at != self.hex:
            waiting = waiting[1:]
        if waiting:
            roll = MoraleRoll(waiting[0], self.fire, self.cross_fire, self.no_low)
            field.next(roll, msgspec.structs.replace(self, queue=waiting[1:]))


def checked_in_order(look: Situation, hex: int, side: int) -> list[int]:
    """The A and B units of a side in a hex in the order in which they check their morale."""
    return in_order(look, look.area_targets(hex, side))


def in_order(look: Situation, group: Iterable[int]) -> list[int]:
    """Units in the order in which they check their morale (TCS 17.1b): the strongest first, or by the option."""
    units, first = look.units, look.game.rules.chosen(MoraleOptions).morale_order
    if first == "roster":
        return sorted(group)
    sign = 1 if first == "weakest" else -1
    return sorted(group, key=lambda n: (sign * units[n].steps, -sign * units[n].morale, n))


class MoraleRoll(Roll, frozen=True, array_like=True, tag="morale_roll"):
    """TCS 17.1: a unit checks its morale."""

    roles = Roles(on="unit")

    unit: int
    fire: tuple[int, ...]
    cross_fire: bool = False
    no_low: bool = False

    def facts(self, look: Situation) -> MoraleFacts:
        """As the board has them."""
        world, unit = look.world, look.units[self.unit]
        return MoraleFacts(
            morale=world.morale[self.unit],
            lost=look.lost_steps(self.unit),
            battalion=look.board.battalions[world.battalion_of[self.unit]],
            zone=look.in_zone(unit.at),
            paralyzed=unit.morale == PARALYZED,
            night=look.board.light == NIGHT,
            dug_in=unit.dug_in,
            armour=look.armour_in(unit.at, world.owners[self.unit]),
            cross_fire=self.cross_fire,
            cover=world.ground.type_against(self.fire, unit.at) >= PARTLY,
            no_low=self.no_low,
            unassigned=unit.sheet == NOBODY,
        )

    def resolution(self, look: Situation) -> Resolution:
        """The morale table."""
        return self.facts(look).resolution("", self.added(look))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """TCS 17.2 to 17.6."""
        unit = self.unit
        if outcome == "Suppressed":
            field.shake(unit, SUPPRESSED, "TCS 17.3")
        elif outcome == "Paralyzed":
            field.shake(unit, PARALYZED, "TCS 17.4")
        elif outcome == "Surrender":
            tells = field.world.options.surrender_tells
            if tells:
                field.raise_battalion(field.world.battalion_of[unit], tells, "TCS 17.6")
            field.lose(unit, "surrenders", "TCS 17.6")
        elif outcome == "SYR" and field.units[unit].morale != PARALYZED:
            total = sum(each.value for each in self.facts(field).modifiers())
            field.next(SaveYourself(unit, self.fire, syr_loss(total)))


class VehicleCheck(Step, frozen=True, array_like=True, tag="vehicle_check"):
    """TCS 17.8a: the vehicles of a side in a hex make one check."""

    side: int
    hex: int
    fire: tuple[int, ...]
    lost: int = 0
    cross_fire: bool = False
    armoured: bool = False
    """Only P targets: the others have checked as units."""

    def run(self, field: Battlefield) -> None:
        """If there are any left."""
        if not field.world.options.vehicle_checks:
            return
        if vehicles_in(field, self.hex, self.side, armoured=self.armoured):
            field.next(VehicleRoll(self.side, self.hex, self.fire, self.lost, self.cross_fire, self.armoured))


def vehicles_in(look: Situation, hex: int, side: int, *, armoured: bool) -> list[int]:
    """The vehicles of a side in a hex."""
    kinds = look.world.kinds
    found = [n for n in look.point_targets(hex, side) if kinds[n].vehicle and not exempt(look, n)]
    return [n for n in found if n not in look.area_targets(hex, side)] if armoured else found


class VehicleRoll(Roll, frozen=True, array_like=True, tag="vehicle_roll"):
    """TCS 17.8a, 17.8b: the check of the vehicles in a hex."""

    roles = Roles(at="hex")

    side: int
    hex: int
    fire: tuple[int, ...]
    lost: int = 0
    cross_fire: bool = False
    armoured: bool = False

    def facts(self, look: Situation) -> MoraleFacts:
        """The worst of their formations and battalions counts."""
        world = look.world
        group = vehicles_in(look, self.hex, self.side, armoured=self.armoured)
        base = world.options.vehicle_morale
        given = [world.formations[world.member_of[n]].morale for n in group]
        levels = [look.board.vehicles[world.battalion_of[n]] for n in group]
        return MoraleFacts(
            morale=max(base if each is None else each for each in given),
            lost=self.lost,
            battalion=max(levels),
            zone=look.in_zone(self.hex),
            paralyzed=all(look.units[n].morale == PARALYZED for n in group),
            night=look.board.light == NIGHT,
            dug_in=all(look.units[n].dug_in for n in group),
            cross_fire=self.cross_fire,
            cover=world.ground.type_against(self.fire, self.hex) >= PARTLY,
            unassigned=any(look.units[n].sheet == NOBODY for n in group),
            vehicles=True,
        )

    def resolution(self, look: Situation) -> Resolution:
        """The morale table."""
        return self.facts(look).resolution("", self.added(look))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The result is for all of them; who surrenders leaves one vehicle behind."""
        group = vehicles_in(field, self.hex, self.side, armoured=self.armoured)
        if outcome in ("Suppressed", "Paralyzed"):
            for n in group:
                field.shake(n, SUPPRESSED if outcome == "Suppressed" else PARALYZED, "TCS 17.8b")
        elif outcome in ("SYR", "Surrender"):
            if outcome == "Surrender":
                field.log("abandons", "TCS 17.8b", unit=group[0])
                field.lose_step(group[0], "TCS 17.8b")
            _flee(field, [n for n in group if field.units[n].steps], self.fire)


def _flee(field: Battlefield, units: Sequence[int], fire: tuple[int, ...]) -> None:
    field.next(*(SaveYourself(n, fire, 0) for n in units if field.units[n].morale != PARALYZED))


CHAPTER = Chapter(
    name="morale",
    procedures=(
        MoraleChecks,
        MoraleRoll,
        VehicleCheck,
        VehicleRoll,
    ),
    options=MoraleOptions,
    phrases={
        "vehicle_roll!": "The vehicles of {side:side} in {hex:hex} check their morale",
        "morale_roll!": "{unit:unit} checks its morale",
        "surrenders": "{unit:unit} surrenders",
        "abandons": "{unit:unit} is abandoned",
    },
)
