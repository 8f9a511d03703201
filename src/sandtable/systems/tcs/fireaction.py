"""What the phasing side fires: suppressive fire actions, point fire actions, AT rolls (TCS 13, 14, 16.0b)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.aiming import (
    can_area,
    why_not_fire,
)
from sandtable.systems.tcs.antitank import AtRolls
from sandtable.systems.tcs.areafire import SFA, AreaFire, harms
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.firetable import FIRE_DONE
from sandtable.systems.tcs.mayfire import (
    NOT_SPOTTED,
    active,
    area_hexes,
    bounds,
    made_action,
    may_point,
    point_bar,
    point_hexes,
    rollers,
    vehicles_beside,
    why_not_act,
    why_not_hex,
    why_not_roll,
    why_not_this,
    why_not_with,
)
from sandtable.systems.tcs.overwatch import FIRED, Triggered
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.world import NOBODY

__all__ = ["CHAPTER", "AntiTank", "PointAction", "Suppress"]

FIRES_ALREADY = Reason("{unit:unit} fires already")
ONE_HEX = Reason("only units of one hex fire together", "TCS 13.0b")
ONE_STACK = Reason("only units of one stack make a point fire action", "TCS 14.0a")


class Suppress(Decide, frozen=True, array_like=True, tag="suppress"):
    """TCS 13: who fires at a hex. Any number of units in any hexes may join (TCS 13.0b)."""

    hex: int
    firers: tuple[int, ...] = ()

    def able(self, look: Situation) -> list[int]:
        """Those who may still join."""
        same = look.world.options.sfa_joined == "hex" and self.firers
        at = look.units[self.firers[0]].at if same else NOBODY
        return [
            n
            for n in active(look, self.side)
            if n not in self.firers
            and can_area(look, n, self.hex)
            and harms(look, n, self.hex, 1 - self.side)
            and (not same or look.units[n].at == at)
            and not bounds(look, n) >> self.hex & 1
        ]

    @verb("Fire with", "unit", menu="Fire")
    def add(self, look: Situation) -> Targets:
        """Units in range with sight."""
        return tuple(self.able(look))

    @add.then
    def _do_add(self, field: Battlefield, unit: int) -> None:
        field.next(Suppress(self.side, self.hex, (*self.firers, unit)))

    @add.check
    def _why_not_add(self, look: Situation, unit: int) -> Reason | None:
        why = not_yours(look, self.side, unit) or why_not_this(look, unit, self.hex, 1 - self.side, point=False)
        if why is None and unit in self.firers:
            return FIRES_ALREADY
        return ONE_HEX if why is None and unit not in self.able(look) else why

    @verb("Fire", "dice")
    def fire(self, look: Situation) -> bool:
        """When somebody fires."""
        return bool(self.firers)

    @fire.then
    def _do_fire(self, field: Battlefield, _: None) -> None:
        shoot(field, self.side, AreaFire(tuple(sorted(self.firers)), self.hex, 1 - self.side, SFA))


class PointAction(Decide, frozen=True, array_like=True, tag="point_action"):
    """TCS 14: which units of one stack fire at the armour in a hex."""

    hex: int
    firers: tuple[int, ...] = ()

    def able(self, look: Situation) -> list[int]:
        """Those who may still join."""
        at = look.units[self.firers[0]].at if self.firers else NOBODY
        return [
            n
            for n in active(look, self.side)
            if n not in self.firers
            and (not self.firers or look.units[n].at == at)
            and may_point(look, n, self.hex, 1 - self.side)
        ]

    @verb("Fire with", "unit", menu="Fire")
    def add(self, look: Situation) -> Targets:
        """Units in range that spot a target."""
        return tuple(self.able(look))

    @add.then
    def _do_add(self, field: Battlefield, unit: int) -> None:
        field.next(PointAction(self.side, self.hex, (*self.firers, unit)))

    @add.check
    def _why_not_add(self, look: Situation, unit: int) -> Reason | None:
        why = not_yours(look, self.side, unit) or why_not_act(look, unit) or point_bar(look, unit)
        why = why or why_not_fire(look, unit, self.hex, 1 - self.side, point=True, action=True)
        if why is not None:
            return why
        if unit in self.firers:
            return FIRES_ALREADY
        if self.firers and look.units[unit].at != look.units[self.firers[0]].at:
            return ONE_STACK
        return None if may_point(look, unit, self.hex, 1 - self.side) else NOT_SPOTTED

    @verb("Fire", "dice")
    def fire(self, look: Situation) -> bool:
        """When somebody fires."""
        return bool(self.firers)

    @fire.then
    def _do_fire(self, field: Battlefield, _: None) -> None:
        shoot(field, self.side, PointFire(tuple(sorted(self.firers)), self.hex, 1 - self.side, SFA))


class AntiTank(Decide, frozen=True, array_like=True, tag="anti_tank"):
    """TCS 16.0b: at which vehicle a unit makes its AT roll."""

    unit: int

    @verb("At", "unit")
    def at(self, look: Situation) -> Targets:
        """Vehicles and guns beside it."""
        return tuple(vehicles_beside(look, self.unit, 1 - self.side))

    @at.then
    def _do_at(self, field: Battlefield, target: int) -> None:
        made_action(field, (self.unit,))
        field.next(
            AtRolls((self.unit,), target), *field.game.rules.at(FIRE_DONE), Triggered(self.side, (self.unit,), FIRED)
        )


def shoot(field: Battlefield, side: int, fire: AreaFire | PointFire) -> None:
    """The firers are marked, the fire is resolved, and it is a trigger (TCS 13.0c, 13.0e, 14.0a)."""
    made_action(field, fire.firers)
    field.next(fire, *field.game.rules.at(FIRE_DONE), Triggered(side, fire.firers, FIRED))


@verb("Suppressive fire at", "hex", menu="Suppressive fire")
def suppress(act: Act, look: Situation) -> Targets:
    """Hexes with enemies in range and sight (TCS 13)."""
    return area_hexes(look, act.side)


@suppress.then
def _gather_suppression(act: Act, field: Battlefield, hex: int) -> None:
    field.next(Suppress(act.side, hex), act)


suppress.check(lambda act, look, hex: why_not_hex(look, act.side, hex, point=False))
suppress.check_by(lambda act, look, hex, unit: why_not_with(look, act.side, hex, unit, point=False))


@verb("Point fire at", "hex", menu="Point fire")
def point(act: Act, look: Situation) -> Targets:
    """Hexes with spotted vehicles and guns in range (TCS 14)."""
    return point_hexes(look, act.side)


@point.then
def _gather_point_fire(act: Act, field: Battlefield, hex: int) -> None:
    field.next(PointAction(act.side, hex), act)


point.check(lambda act, look, hex: why_not_hex(look, act.side, hex, point=True))
point.check_by(lambda act, look, hex, unit: why_not_with(look, act.side, hex, unit, point=True))


@verb("AT roll by", "unit", menu="AT roll")
def antitank(act: Act, look: Situation) -> Targets:
    """Infantry beside vehicles (TCS 16)."""
    return rollers(look, act.side)


@antitank.then
def _choose_vehicle(act: Act, field: Battlefield, unit: int) -> None:
    field.next(AntiTank(act.side, unit), act)


antitank.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_roll(look, unit))


CHAPTER = Chapter(
    name="fireaction",
    procedures=(
        Suppress,
        PointAction,
        AntiTank,
    ),
    verbs={
        Act: (
            suppress,
            point,
            antitank,
        )
    },
    phrases={
        "suppress?": "Suppressive fire at {hex:hex}: who fires?",
        "point_action?": "Point fire at {hex:hex}: who fires?",
        "anti_tank?": "At what does {unit:unit} make its AT roll?",
    },
)
