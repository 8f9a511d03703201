"""The survey of the map before a decision: where the enemy can hurt whom, and where the side wants to go."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from sandtable.bots.captain.stakes import short_of_steps, standing_of
from sandtable.bots.captain.wayfinding import costs_to
from sandtable.bots.standing import Standing
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.areafire import crosses
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.boats import rowers
from sandtable.systems.tcs.ground import BILLIARD, PARTLY
from sandtable.systems.tcs.orders import preparing
from sandtable.systems.tcs.tables import POSTURES, SHIFTS, TYPES, area_range, differential, point_band, spotting_range
from sandtable.systems.tcs.world import FINE, FIRE_MODE, NOBODY, PARALYZED

__all__ = ["FAR", "Survey", "growth"]

FAR = 10_000
"""A distance that nobody goes."""
PEOPLE, VEHICLE = 3, 6
"""Where people and vehicles begin on the spotting track."""
WATCH = 4
"""How far the enemy is expected to watch a river, in hexes."""
KEPT = 200
"""How many such maps of ways are kept for one map."""
GUARD = 200
"""How far a point of strength of those who hold a goal puts it off, in percent of a sixth of a movement point."""
HALT = 18
"""How far from an enemy that is not shaken infantry halts, in sixths of a movement point: it fights by its fire."""
CROSS = 250
"""What a place is worth from which a fire becomes cross fire, in percent of another."""
SUSPECTED = 6
"""From how far enemies that may be at a goal can hit."""
SPARING, FAILED = 140, 130
"""How much danger counts, in percent, where few more losses would spoil the result, and where fire has failed."""
WITHSTOOD = 6
"""How much harder a hex seems where fire has just failed: another may be easier."""
AT_ROLL = 400
"""What infantry beside a vehicle is worth against it, as growth is counted."""


def growth(shift: int) -> int:
    """What a shift of this many columns is worth, in percent: a column is about a quarter more.

    >>> growth(0), growth(3), growth(-3)
    (100, 195, 51)
    """
    columns = abs(shift)
    high, low = int(5**columns), int(4**columns)
    return 100 * high // low if shift >= 0 else 100 * low // high


Rehearse = Callable[[int, dict[int, int]], int]
"""Plays an assault through in the head: the hex, who goes in from where; how many times in a hundred it falls."""


class Survey:
    """One moment as a side sees it."""

    def __init__(
        self, look: Situation, side: int, rehearse: Rehearse | None = None, fired_at: frozenset[int] = frozenset()
    ) -> None:
        self._fired_at = fired_at
        self.look = look
        self.rehearse = rehearse
        self.side = side
        self.world = look.world
        self._risks: dict[tuple[int, bool, str, bool], int] = {}

    # What is wanted

    @cached_property
    def standing(self) -> Standing:
        """Where the side stands by the victory table."""
        return standing_of(self.look, self.side)

    @cached_property
    def attacking(self) -> bool:
        """Whether the side must take ground: not if it has won without, late, nor if it can no longer gain by it."""
        return bool(self.wanted) and not self.standing.keeps and not self.standing.hopeless

    @cached_property
    def caution(self) -> int:
        """How much danger counts, in percent of the usual: more where losses tell or fire has failed."""
        if self.standing.dares:
            return 100
        percent = SPARING if short_of_steps(self.look, self.side) else 100
        return percent * FAILED // 100 if self.withstood else percent

    @cached_property
    def withstood(self) -> frozenset[int]:
        """The enemy hexes that the side has fired at in this turn and where nobody is shaken."""
        look = self.look
        held = {hex: look.enemies_in(hex, self.side) for hex in self._fired_at}
        return frozenset(
            hex for hex, units in held.items() if units and all(look.units[n].morale == FINE for n in units)
        )

    @cached_property
    def wanted(self) -> tuple[int, ...]:
        """The objectives that the other side holds."""
        holders = self.look.board.holders
        return tuple(hex for hex, holder in zip(self.world.objectives, holders, strict=True) if holder != self.side)

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """Where the side wants to be: on the objectives it does not hold, or else on those it does."""
        if self.attacking:
            return self.wanted
        return tuple(hex for hex in self.world.objectives if hex not in self.wanted) or self.world.objectives

    @cached_property
    def turns_left(self) -> int:
        """How many turns are left, this one included."""
        return self.world.turns - self.look.turn + 1

    def guard_of(self, hex: int) -> int:
        """What the enemy in a hex would fight an assault with."""
        look, kinds = self.look, self.world.kinds
        total = 0
        for n in look.enemies_in(hex, self.side):
            unit = look.units[n]
            strength = (kinds[n].area_strength or 0) + (unit.steps if kinds[n].infantry else 0)
            total += 2 * strength if unit.morale == FINE else strength
        return total // 2

    def goals_of(self, unit: int) -> tuple[int, ...]:
        """Where a unit is to go: to those of the goals that its order names, or the order that is prepared for it; to
        any of them if it has none, or one that names no goal.
        """
        sheets = self.look.board.sheets
        now = self.look.units[unit].sheet
        if now == NOBODY:
            now = next(iter(preparing(self.look, unit)), NOBODY)
        if now == NOBODY:
            return self.goals
        known: dict[int, tuple[int, ...]] = known_of(self, "known_goals")
        if now not in known:
            named = set(sheets[now].measures.objective)
            known[now] = tuple(hex for hex in self.goals if hex in named) or self.goals
        return known[now]

    def detour(self, goal: int) -> int:
        """How much farther a goal seems than it is, in sixths of a point, because of the enemy who holds it."""
        return self.guard_of(goal) * GUARD // 100

    def stop(self, goal: int) -> int:
        """How far from a goal infantry halts while the enemy there is not shaken, in sixths of a point."""
        held = self.turns_left > 2 and (self.guard_of(goal) > 0 or goal in self.suspected)
        return HALT if held else 0

    def ways(self, unit: int, *, halting: bool = False) -> dict[int, int]:
        """How far each hex is from the nearest goal of a unit, in sixths of a point; or from where infantry halts
        before it.
        """
        mover, goals = self.world.kinds[unit].move_class, self.goals_of(unit)
        mine: dict[object, dict[int, int]] = known_of(self, "known_ways")
        if (mover, goals, halting) in mine:
            return mine[mover, goals, halting]
        known: dict[object, dict[int, int]] = known_of(self.world.ground, "to_goals")
        detours = tuple(map(self.detour, goals))
        stops = tuple(map(self.stop, goals)) if halting else (0,) * len(goals)
        watched = self.watched if mover == "foot" and self.rows else None
        key = mover, goals, detours, stops, watched
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            movement = self.world.ground.movements[mover]
            found = known[key] = {}
            for goal, more, stop in zip(goals, detours, stops, strict=True):
                for hex, cost in costs_to(self.look, movement, goal, watched).items():
                    found[hex] = min(found.get(hex, FAR), max(cost - stop, 0) + more)
        mine[mover, goals, halting] = found
        return found

    @cached_property
    def watched(self) -> int:
        """Where the enemy may be expected to see what moves, as a bit mask."""
        mask = 0
        sight = min(self.look.visibility or WATCH, WATCH)
        for hex in {*(self.look.units[n].at for n in self.enemies), *self.suspected}:
            mask |= self.world.ground.within(hex, sight)
        return mask

    @cached_property
    def rows(self) -> bool:
        """Whether the side has boats (BT 1)."""
        return bool(self.look.game.options["boats"]) and rowers(self.look) == self.side

    # What to break

    @cached_property
    def focus(self) -> int | None:
        """The enemy hex to break first: a goal that is held by few, with few beside it, and near."""
        look, ground = self.look, self.world.ground
        held = [hex for hex in self.wanted if look.held_by(hex) == 1 - self.side] or list(self.suspected)
        ours = [look.units[n].at for n in look.on_map(self.side)]
        if not held or not ours:
            return None

        def hardness(hex: int) -> tuple[int, int]:
            beside = sum(self.guard_of(each) for each in ground.neighbours[hex])
            far = sum(ground.distance(at, hex) for at in ours) * 2 // len(ours)
            return self.guard_of(hex) + beside // 2 + far + WITHSTOOD * (hex in self.withstood), hex

        return min(held, key=hardness)

    @cached_property
    def fire_lines(self) -> dict[int, tuple[int, ...]]:
        """By which hexsides the direct fire of each unit of the side would come into the focus from where it is."""
        look, world, focus = self.look, self.world, self.focus
        if focus is None:
            return {}
        return {
            n: world.ground.entry(look.units[n].at, focus)
            for n in look.on_map(self.side)
            if world.direct[n]
            and look.units[n].at != focus
            and world.ground.distance(look.units[n].at, focus) <= world.area_reach[n]
            and look.sees(look.units[n].at, focus)
        }

    def fire_from(self, unit: int, hex: int) -> int:
        """What the fire of a unit at the focus is worth from a hex: its strength as it counts there, in percent."""
        world, focus = self.world, self.focus
        kind = world.kinds[unit]
        if focus is None or kind.trajectory_class is None or hex == focus:
            return 0
        apart = world.ground.distance(hex, focus)
        sees = self.look.sees(hex, focus)
        if apart > world.area_reach[unit] or not (sees or world.indirect[unit]):
            return 0
        worth = (kind.area_strength or 0) * growth(area_range(kind.trajectory_class, apart).value)
        if world.direct[unit]:
            others = [ways for n, ways in self.fire_lines.items() if n != unit]
            if crosses(world, [*others, world.ground.entry(hex, focus)], 0) and not crosses(world, others, 0):
                worth = worth * CROSS // 100
        return worth

    # What the enemy can do

    @cached_property
    def enemies(self) -> list[int]:
        """The units of the other side on the map."""
        return self.look.on_map(1 - self.side)

    @cached_property
    def armed_enemies(self) -> list[int]:
        """Those that can fire."""
        units, kinds = self.look.units, self.world.kinds
        return [n for n in self.enemies if kinds[n].armed and units[n].morale != PARALYZED]

    @cached_property
    def unseen(self) -> list[int]:
        """The enemies on the map that nobody has found yet."""
        look, world = self.look, self.world
        due = look.board.due
        theirs = world.units_of[1 - self.side]
        return [n for n in theirs if look.units[n].steps and look.units[n].at < 0 and not due[world.member_of[n]]]

    @cached_property
    def suspected(self) -> tuple[int, ...]:
        """The goals where these may lie."""
        return tuple(hex for hex in self.wanted if self.look.held_by(hex) == NOBODY) if self.unseen else ()

    @cached_property
    def scout(self) -> int | None:
        """The platoon that goes ahead to find them, while the others halt."""
        look, kinds = self.look, self.world.kinds
        able = [n for n in look.on_map(self.side) if kinds[n].infantry and look.units[n].morale == FINE]
        if not self.suspected or not able:
            return None
        return min(able, key=lambda n: (self.ways(n).get(look.units[n].at, FAR), n))

    def danger_of_unseen(self, hex: int, *, vehicle: bool, posture: str, staying: bool) -> int:
        """What those who may lie in the suspected goals can do to a unit in a hex, if they are spread over these."""
        world, kinds = self.world, self.world.kinds
        type = world.ground.types[hex]
        step = (VEHICLE if vehicle else PEOPLE) + (posture == "move") - (type >= PARTLY) + self.dark(hex)
        sight = spotting_range(step)
        cover = POSTURES[TYPES[type], posture].normal
        if vehicle:
            strength = 4 * sum(kinds[n].point_strength is not None for n in self.unseen)
        else:
            strength = sum(kinds[n].area_strength or 0 for n in self.unseen)
        found = 0
        for at in self.suspected:
            apart = world.ground.distance(at, hex)
            if apart <= (SUSPECTED if staying else sight) and self.look.sees(at, hex):
                found += strength * growth(cover + area_range("inf", apart).value)
        return found // max(len(self.suspected), 1)

    @cached_property
    def shelled(self) -> bool:
        """Whether the enemy has guns behind the map, as the briefing says: then a crowd is a target."""
        return any(battery.side != self.side for battery in self.world.support.batteries)

    @cached_property
    def barred(self) -> int:
        """The hexes with mines that harm this side, as a bit mask."""
        mask = 0
        for hex, owner in self.look.board.mines:
            if owner != self.side:
                mask |= 1 << hex
        return mask

    @cached_property
    def eyes(self) -> int:
        """The hexes that an enemy sees or may see, as a bit mask."""
        mask = 0
        for hex in {*(self.look.units[n].at for n in self.enemies), *self.suspected}:
            mask |= self.look.view(hex)
        return mask

    def risk(self, hex: int, *, vehicle: bool, posture: str, staying: bool = False) -> int:
        """What the enemy can do to a unit in a hex: the strength it is hit with, in percent of a point.

        To a unit that moves, by overwatch; to one that is staying, by the fire actions of the enemy's phase, which need
        no spotting and for which Fired markers are gone.
        """
        key = hex, vehicle, posture, staying
        found = self._risks.get(key)
        if found is None:
            found = 0
            if self.eyes >> hex & 1:
                found = sum(self.danger_from(n, hex, vehicle, posture, staying) for n in self.armed_enemies)
                found += self.danger_of_unseen(hex, vehicle=vehicle, posture=posture, staying=staying)
            self._risks[key] = found
        return found

    def dark(self, hex: int) -> int:
        """How the light in a hex shifts the spotting of a unit there."""
        return SHIFTS[f"spot_{self.look.light_on(hex)}"].value if self.look.board.light else 0

    def danger_from(self, enemy: int, hex: int, vehicle: bool, posture: str, staying: bool) -> int:
        """What one enemy can do to it: nothing without sight, and in overwatch nothing if it does not spot it."""
        look, world = self.look, self.world
        u = look.units[enemy]
        apart = world.ground.distance(u.at, hex)
        if not look.sees(u.at, hex) and not (world.indirect[enemy] and not vehicle):
            return 0
        type = world.ground.types[hex]
        step = (VEHICLE if vehicle else PEOPLE) + u.dug_in + (posture == "move")
        step += (2 if type == BILLIARD else -1 if type >= PARTLY else 0) + self.dark(hex)
        spotted = apart <= spotting_range(step)
        if not spotted and (vehicle or not staying):
            return 0
        row = POSTURES[TYPES[type], posture]
        cover = row.normal if spotted or world.indirect[enemy] else row.bold
        worth = self._against_vehicle(enemy, apart, cover) if vehicle else self._against_people(enemy, apart, cover)
        if u.fired and not staying:
            worth = worth // 3
        if u.morale != FINE:
            worth = worth * 6 // 10
        return worth if u.mode == FIRE_MODE or staying else worth // 3

    def _against_people(self, enemy: int, apart: int, cover: int) -> int:
        kind = self.world.kinds[enemy]
        if kind.trajectory_class is None or apart > (kind.area_range_max or 0):
            return 0
        strength = kind.area_strength or 0
        if kind.infantry and apart <= 1:
            strength += self.look.units[enemy].steps // (1 + apart)
        return strength * growth(area_range(kind.trajectory_class, apart).value + cover)

    def _against_vehicle(self, enemy: int, apart: int, cover: int) -> int:
        kind = self.world.kinds[enemy]
        worth = AT_ROLL if kind.infantry and apart <= 1 else 0
        if kind.point_strength is None or kind.point_range_nominal is None:
            return worth
        band, armour = point_band(kind.point_range_nominal, apart), differential(kind.point_strength, 3)
        if band is not None and armour is not None:
            worth += 2 * growth(band.value + armour.value + cover)
        return worth
