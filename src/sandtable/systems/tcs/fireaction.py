"""What the phasing side fires: suppressive fire actions, point fire actions, AT rolls (TCS 13, 14, 16.0b)."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.procedure import Decide, verb
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.aiming import barred, can_area, can_point, ready, why_not_fire
from sandtable.systems.tcs.antitank import AtRolls
from sandtable.systems.tcs.areafire import SFA, AreaFire
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import another, has_impulses
from sandtable.systems.tcs.overwatch import FIRED, Triggered
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.spotting import observers, spots
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY, PARALYZED

__all__ = [
    "CHAPTER",
    "AntiTank",
    "PointAction",
    "Suppress",
    "area_hexes",
    "may_act",
    "point_hexes",
    "rollers",
    "why_not_act",
    "why_not_hex",
    "why_not_roll",
]


def may_act(look: Situation, unit: int) -> bool:
    """Whether a unit may make a fire action: Fire Mode, Assigned, not Fired, Paralyzed or moved (TCS 13.0a)."""
    u = look.units[unit]
    if has_impulses(look.world, unit):
        moved = bool(look.world.options["fire_takes_impulse"]) and another(look.world, unit, u) < 0
    else:
        moved = bool(u.spent) and not look.world.options["sfa_after_move"]
    return ready(look, unit) and not u.fired and u.sheet != NOBODY and u.morale != PARALYZED and not moved


def why_not_act(look: Situation, unit: int) -> str:
    """Why a unit may not make a fire action, in a sentence; empty if it may."""
    u, name = look.units[unit], look.world.names[unit]
    if may_act(look, unit):
        return ""
    if u.fired:
        return f"{name} has fired already (TCS 13.0a)"
    if u.sheet == NOBODY:
        return f"{name} is Unassigned and may only fire overwatch (TCS 6.3a)"
    if u.morale == PARALYZED:
        return f"{name} is Paralyzed and may only fire in defence (TCS 17.4)"
    if why := barred(look, unit):
        return why
    if not ready(look, unit):
        return f"{name} is in Move Mode, or carried, and may not fire (TCS 4.1e)"
    if has_impulses(look.world, unit):
        return f"{name} has no impulse left to fire in (TCS 20.2b)"
    return f"{name} has spent movement points, and fires instead of moving (TCS 13.0a)"


def active(look: Situation, side: int) -> list[int]:
    """The units of a side that may make a fire action."""
    known: dict[int, list[int]] = look.__dict__.setdefault("active", {})
    found = known.get(side)
    if found is None or isinstance(look, Battlefield):
        units = look.units
        found = known[side] = [
            n
            for n in look.world.units_of[side]
            if units[n].mode == FIRE_MODE and units[n].at >= 0 and not units[n].fired and may_act(look, n)
        ]
    return found


def enemy_mask(look: Situation, side: int, *, point: bool) -> int:
    """The hexes with enemies that area fire harms, or point fire, as a bit mask."""
    world, units = look.world, look.units
    spared = world.people if point else world.armour
    mask = 0
    for n in world.units_of[1 - side]:
        if units[n].at >= 0 and not spared[n]:
            mask |= 1 << units[n].at
    return mask


def area_hexes(look: Situation, side: int) -> Targets:
    """The hexes that a suppressive fire action may be made at (TCS 13.0a)."""
    world = look.world
    firers = [n for n in active(look, side) if world.area_reach[n] >= 0]
    if not firers:
        return ()
    enemies = enemy_mask(look, side, point=False)
    if not enemies:
        return ()
    found = 0
    for n in firers:
        at = look.units[n].at
        left = enemies & ~found & world.ground.within(at, world.area_reach[n])
        if not left:
            continue
        seen = look.view(at)
        if left & ~seen and world.indirect[n]:
            for friend in observers(look, n):
                seen |= look.view(look.units[friend].at)
        found |= seen & left
    return world.ground.map.indices(found) if found else ()


def may_point(look: Situation, unit: int, hex: int, side: int) -> bool:
    """Whether a unit may fire at the armour of a side in a hex: it must spot one of them (TCS 7.1e, 14.0a)."""
    return can_point(look, unit, hex, side) and any(spots(look, unit, n) for n in look.point_targets(hex, side))


def point_hexes(look: Situation, side: int) -> Targets:
    """The hexes that a point fire action may be made at (TCS 14.0a)."""
    world = look.world
    firers = [n for n in active(look, side) if world.point_reach[n] >= 0]
    if not firers:
        return ()
    enemies = enemy_mask(look, side, point=True)
    if not enemies:
        return ()
    seen = 0
    for n in firers:
        at = look.units[n].at
        seen |= look.view(at) & world.ground.within(at, world.point_reach[n])
    hexes = world.ground.map.indices(enemies & seen) if enemies & seen else ()
    return tuple([hex for hex in hexes if any(may_point(look, n, hex, 1 - side) for n in firers)])


def why_not_hex(look: Situation, side: int, hex: object, *, point: bool) -> str:
    """Why no unit of a side may fire at a hex, in a sentence: the reason of the one that comes nearest to it."""
    ground = look.world.ground
    if not isinstance(hex, int) or not 0 <= hex < ground.size or look.held_by(hex) != 1 - side:
        return "there is no enemy to fire at (TCS 13.0a)"
    where = look.world.hex_name(hex)
    harmed = look.point_targets(hex, 1 - side) if point else look.area_targets(hex, 1 - side)
    if not harmed:
        return f"nobody in {where} is harmed by {'point' if point else 'area'} fire (TCS 3.0e)"
    kinds = look.world.kinds
    armed = [n for n in look.on_map(side) if kinds[n].point_strength is not None or not point]
    for n in sorted(armed, key=lambda n: (bool(why_not_act(look, n)), ground.distance(look.units[n].at, hex), n)):
        why = why_not_act(look, n) or why_not_fire(look, n, hex, 1 - side, point=point)
        return why or f"{look.world.names[n]} does not spot a target in {where} (TCS 7.1e)"
    return "you have nobody to fire"


def vehicles_beside(look: Situation, unit: int, side: int) -> list[int]:
    """The point targets of a side that a unit could make an AT roll at."""
    at = look.units[unit].at
    return [n for hex in (at, *look.world.ground.neighbours[at]) for n in look.point_targets(hex, side)]


def may_roll(look: Situation, unit: int) -> bool:
    """Whether a unit may make an AT roll in its own phase: one that may fire, or one in Move Mode (TCS 4.1e, 16.0b)."""
    u = look.units[unit]
    moving = u.mode == MOVE_MODE and u.carrier == NOBODY and not u.fired and u.sheet != NOBODY and u.morale != PARALYZED
    return look.world.kinds[unit].infantry and (moving or may_act(look, unit))


def rollers(look: Situation, side: int) -> Targets:
    """The units that may make an AT roll in their own phase: it counts as their fire action (TCS 16.0b)."""
    vehicles = enemy_mask(look, side, point=True)
    if not vehicles:
        return ()
    near = vehicles
    for hex in look.world.ground.map.indices(vehicles):
        near |= look.world.ground.beside[hex]
    return tuple([n for n in look.on_map(side) if near >> look.units[n].at & 1 and may_roll(look, n)])


def why_not_roll(look: Situation, side: int, unit: object) -> str:
    """Why a unit may not make an AT roll now, in a sentence."""
    if not isinstance(unit, int) or unit not in look.on_map(side):
        return "that is not one of your units on the map"
    if not look.world.kinds[unit].infantry:
        return f"{look.world.names[unit]} is no infantry and makes no AT rolls (TCS 16.0a)"
    beside = f"there is no vehicle or gun in the hex of {look.world.names[unit]} or beside it (TCS 16.0a)"
    return why_not_act(look, unit) or beside


class Suppress(Decide, frozen=True, array_like=True, tag="suppress"):
    """TCS 13: who fires at a hex. Any number of units in any hexes may join (TCS 13.0b)."""

    hex: int
    firers: tuple[int, ...] = ()

    def able(self, look: Situation) -> list[int]:
        """Those who may still join."""
        same = look.world.options["sfa_joined"] == "hex" and self.firers
        at = look.units[self.firers[0]].at if same else NOBODY
        return [
            n
            for n in active(look, self.side)
            if n not in self.firers and can_area(look, n, self.hex) and (not same or look.units[n].at == at)
        ]

    def prompt(self, look: Situation) -> str:
        """At what."""
        return f"Suppressive fire at {look.world.hex_name(self.hex)}: who fires?"

    @verb("Fire with", "unit")
    def add(self, look: Situation) -> Targets:
        """Units in range with sight."""
        return tuple(self.able(look))

    @add.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(Suppress(self.side, self.hex, (*self.firers, unit)))

    @add.why_not
    def _(self, look: Situation, unit: object) -> str:
        if not isinstance(unit, int) or unit not in look.on_map(self.side):
            return "that is not one of your units on the map"
        return why_not_act(look, unit) or why_not_fire(look, unit, self.hex, 1 - self.side, point=False)

    @verb("Fire", "dice")
    def fire(self, look: Situation) -> bool:
        """When somebody fires."""
        return bool(self.firers)

    @fire.then
    def _(self, field: Battlefield, _: None) -> None:
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

    def prompt(self, look: Situation) -> str:
        """At what."""
        return f"Point fire at {look.world.hex_name(self.hex)}: who fires?"

    @verb("Fire with", "unit")
    def add(self, look: Situation) -> Targets:
        """Units in range that spot a target."""
        return tuple(self.able(look))

    @add.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(PointAction(self.side, self.hex, (*self.firers, unit)))

    @add.why_not
    def _(self, look: Situation, unit: object) -> str:
        if not isinstance(unit, int) or unit not in look.on_map(self.side):
            return "that is not one of your units on the map"
        why = why_not_act(look, unit) or why_not_fire(look, unit, self.hex, 1 - self.side, point=True)
        if why:
            return why
        if self.firers and look.units[unit].at != look.units[self.firers[0]].at:
            return "only units of one stack make a point fire action (TCS 14.0a)"
        return f"{look.world.names[unit]} does not spot a target in {look.world.hex_name(self.hex)} (TCS 7.1e)"

    @verb("Fire", "dice")
    def fire(self, look: Situation) -> bool:
        """When somebody fires."""
        return bool(self.firers)

    @fire.then
    def _(self, field: Battlefield, _: None) -> None:
        shoot(field, self.side, PointFire(tuple(sorted(self.firers)), self.hex, 1 - self.side, SFA))


class AntiTank(Decide, frozen=True, array_like=True, tag="anti_tank"):
    """TCS 16.0b: at which vehicle a unit makes its AT roll."""

    unit: int

    def prompt(self, look: Situation) -> str:
        """By whom."""
        return f"At what does {look.world.names[self.unit]} make its AT roll?"

    @verb("At", "unit")
    def at(self, look: Situation) -> Targets:
        """Vehicles and guns beside it."""
        return tuple(vehicles_beside(look, self.unit, 1 - self.side))

    @at.then
    def _(self, field: Battlefield, target: int) -> None:
        field.mark_fired(self.unit)
        field.next(AtRolls((self.unit,), target), Triggered(self.side, (self.unit,), FIRED))


def shoot(field: Battlefield, side: int, fire: AreaFire | PointFire) -> None:
    """The firers are marked, the fire is resolved, and it is a trigger (TCS 13.0c, 13.0e, 14.0a)."""
    field.mark_fired(*fire.firers)
    field.next(fire, Triggered(side, fire.firers, FIRED))


@verb("Suppressive fire at", "hex")
def suppress(act: Act, look: Situation) -> Targets:
    """Hexes with enemies in range and sight (TCS 13)."""
    return area_hexes(look, act.side)


@suppress.then
def _gather_suppression(act: Act, field: Battlefield, hex: int) -> None:
    field.next(Suppress(act.side, hex), act)


suppress.why_not(lambda act, look, hex: why_not_hex(look, act.side, hex, point=False))


@verb("Point fire at", "hex")
def point(act: Act, look: Situation) -> Targets:
    """Hexes with spotted vehicles and guns in range (TCS 14)."""
    return point_hexes(look, act.side)


@point.then
def _gather_point_fire(act: Act, field: Battlefield, hex: int) -> None:
    field.next(PointAction(act.side, hex), act)


point.why_not(lambda act, look, hex: why_not_hex(look, act.side, hex, point=True))


@verb("AT roll by", "unit")
def antitank(act: Act, look: Situation) -> Targets:
    """Infantry beside vehicles (TCS 16)."""
    return rollers(look, act.side)


@antitank.then
def _choose_vehicle(act: Act, field: Battlefield, unit: int) -> None:
    field.next(AntiTank(act.side, unit), act)


antitank.why_not(lambda act, look, unit: why_not_roll(look, act.side, unit))


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
)
