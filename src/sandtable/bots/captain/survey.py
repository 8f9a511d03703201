"""The survey of the map before a decision: where the enemy can hurt whom, and where the side wants to go."""

from __future__ import annotations

from functools import cached_property

from sandtable.systems.tcs.board import FINE, FIRE_MODE, NOBODY, PARALYZED, Situation
from sandtable.systems.tcs.ground import BILLIARD, PARTLY
from sandtable.systems.tcs.tables import POSTURES, TYPES, area_range, differential, point_band, spotting_range

__all__ = ["FAR", "Survey", "growth"]

FAR = 10_000
"""A distance that nobody goes."""
PEOPLE, VEHICLE = 3, 6
"""Where people and vehicles begin on the spotting track."""
KEPT = 200
"""How many such maps of ways are kept for one map."""
GUARD = 200
"""How far a point of strength of those who hold a goal puts it off, in percent of a sixth of a movement point."""
AT_ROLL = 400
"""What infantry beside a vehicle is worth against it, as growth is counted."""


def growth(shift: int) -> int:
    """What a shift of so many columns is worth, in percent: a column is about a quarter more.

    >>> growth(0), growth(3), growth(-3)
    (100, 195, 51)
    """
    columns = abs(shift)
    high, low = int(5**columns), int(4**columns)
    return 100 * high // low if shift >= 0 else 100 * low // high


class Survey:
    """One moment as a side sees it."""

    def __init__(self, look: Situation, side: int) -> None:
        self.look = look
        self.side = side
        self.world = look.world
        self._risks: dict[tuple[int, bool, str], int] = {}

    # What is wanted

    @cached_property
    def attacking(self) -> bool:
        """Whether the side must take ground."""
        return bool(self.wanted)

    @cached_property
    def wanted(self) -> tuple[int, ...]:
        """The objectives that the other side holds."""
        holders = self.look.get("holders")
        return tuple(hex for hex, holder in zip(self.world.objectives, holders, strict=True) if holder != self.side)

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """Where the side wants to be: on the objectives it does not hold, or else on all of them."""
        return self.wanted or self.world.objectives

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

    @cached_property
    def detours(self) -> tuple[int, ...]:
        """How much farther each goal seems than it is, in sixths of a point, because of who holds it."""
        return tuple(self.guard_of(goal) * GUARD // 100 for goal in self.goals)

    def ways(self, mover: str) -> dict[int, int]:
        """How far each hex is from the nearest goal for a class of movement, in sixths of a point."""
        known: dict[object, dict[int, int]] = self.world.ground.__dict__.setdefault("to_goals", {})
        key = mover, self.goals, self.detours
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            movement = self.world.ground.movements[mover]
            found = known[key] = {}
            for goal, more in zip(self.goals, self.detours, strict=True):
                reach = movement.reach(goal)
                for hex in reach:
                    found[hex] = min(found.get(hex, FAR), (reach.cost(hex) or 0) + more)
        return found

    @cached_property
    def storm_troops(self) -> frozenset[int]:
        """The infantry beside the enemy that could go in: it keeps its fire until the others have fired."""
        if not self.attacking:
            return frozenset()
        look, ground = self.look, self.world.ground
        foes = look.occupied(1 - self.side)
        return frozenset(
            n
            for n in look.on_map(self.side)
            if self.world.kinds[n].infantry
            and ground.beside[look.units[n].at] & foes
            and look.units[n].morale == FINE
            and not look.units[n].fired
            and look.units[n].sheet != NOBODY
        )

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
    def eyes(self) -> int:
        """The hexes that an enemy sees, as a bit mask."""
        mask = 0
        for hex in {self.look.units[n].at for n in self.enemies}:
            mask |= self.look.view(hex)
        return mask

    def risk(self, hex: int, *, vehicle: bool, posture: str) -> int:
        """What overwatch can do to a unit in a hex: the strength it is hit with, in percent of a point."""
        key = hex, vehicle, posture
        found = self._risks.get(key)
        if found is None:
            found = 0
            if self.eyes >> hex & 1:
                found = sum(self._from(n, hex, vehicle, posture) for n in self.armed_enemies)
            self._risks[key] = found
        return found

    def _from(self, enemy: int, hex: int, vehicle: bool, posture: str) -> int:
        """What one enemy can do to it: nothing if it does not spot it."""
        look, world = self.look, self.world
        u = look.units[enemy]
        apart = world.ground.distance(u.at, hex)
        type = world.ground.types[hex]
        step = (VEHICLE if vehicle else PEOPLE) + u.dug_in + (posture == "move")
        step += 2 if type == BILLIARD else -1 if type >= PARTLY else 0
        if apart > spotting_range(step) or not look.sees(u.at, hex):
            return 0
        row = POSTURES[TYPES[type], posture]
        worth = (
            self._against_vehicle(enemy, apart, row.normal)
            if vehicle
            else self._against_people(enemy, apart, row.normal)
        )
        if u.fired:
            worth = worth // 3
        if u.morale != FINE:
            worth = worth * 6 // 10
        return worth if u.mode == FIRE_MODE else worth // 3

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
