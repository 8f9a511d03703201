"""What the enemy can do to a unit in a hex.

It depends on the enemy and on what can be seen, not on where our own units are: what was worked out serves until
one of these changes.
"""

from __future__ import annotations

from collections.abc import Hashable

from sandtable.bots.captain.growth import growth
from sandtable.kernel.memo import cached_property, known_of
from sandtable.systems.tcs.board import UNSEEN, Situation
from sandtable.systems.tcs.ground import BILLIARD, PARTLY
from sandtable.systems.tcs.tables import POSTURES, SHIFTS, TYPES, area_range, differential, point_band, spotting_range
from sandtable.systems.tcs.world import FINE, FIRE_MODE, PARALYZED, World

__all__ = ["Threats", "sight_of", "threats_of"]

PEOPLE, VEHICLE = 3, 6
"""Where people and vehicles begin on the spotting track."""
SUSPECTED = 6
"""From how far enemies that may be at a goal can hit."""
AT_ROLL = 400
"""What infantry beside a vehicle is worth against it, as growth is counted."""
KEPT, KEPT_KINDS = 4, 400
"""For how many states of the enemy the answers are kept, and of one kind of unit of his."""

Dangers = dict[int, int]
"""What an enemy can do at each range on each type of ground, in light and dark, to vehicles or people, in this posture,
that stay there or not: all that as one number, see `Threats.danger_from`.
"""


def threats_of(look: Situation, side: int, unseen: tuple[int, ...], suspected: tuple[int, ...]) -> Threats:
    """The threats to a side: those worked out before, if the enemy and the sight are as they were."""
    if look.game.rules.at(UNSEEN):  # a chapter of an expansion hides more: it may look at anything
        return Threats(look, side, unseen, suspected)
    known: dict[Hashable, Threats] = known_of(look.world, "threats")
    units = look.board.units
    enemies = tuple(
        [
            (n, u.at, u.steps, u.mode, u.morale, u.fired, u.dug_in)
            for n in look.world.units_of[1 - side]
            if (u := units[n]).at >= 0
        ]
    )
    sight = sight_of(look)
    key = side, enemies, unseen, suspected, sight
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = Threats(look, side, unseen, suspected)
        found.enemy = key
    return found


def sight_of(look: Situation) -> Hashable:
    """All but the ground that sight depends on, as long as no chapter of an expansion hides more."""
    board = look.board
    smoke = tuple(sorted({each.at for each in board.smoke}))
    return smoke, look.visibility, look.weather_limit, board.light, board.lit


class Gun:
    """An enemy that can fire: what it sees, how far everything is from it, and what it can do there."""

    __slots__ = ("dangers", "indirect", "ranges", "unit", "view")

    def __init__(self, look: Situation, unit: int) -> None:
        world, now = look.world, look.units[unit]
        self.unit = unit
        self.view = look.view(now.at)
        """The hexes it sees, as a bit mask."""
        self.indirect = bool(world.indirect[unit])
        """Whether others may see for it."""
        self.ranges = world.ground.ranges(now.at)
        known: dict[Hashable, Dangers] = known_of(world, "dangers")
        if len(known) >= KEPT_KINDS:
            known.clear()
        key = kind_numbers(world)[unit], self.indirect, now.steps, now.mode, now.morale, now.fired, now.dug_in
        self.dangers = known.setdefault(key, {})


def kind_numbers(world: World) -> list[int]:
    """A number for the kind of each unit, the same for units of one kind."""
    known: dict[str, list[int]] = known_of(world, "kind_numbers")
    if not known:
        kinds = list(world.kinds)
        known["all"] = [kinds.index(kind) for kind in kinds]
    return known["all"]


class Threats:
    """What the enemy can do to units of a side, hex by hex."""

    def __init__(
        self,
        look: Situation,
        side: int,
        unseen: tuple[int, ...],
        suspected: tuple[int, ...],
    ) -> None:
        self._look = look
        self._world = look.world
        self._side = side
        self._unseen, self._suspected = unseen, suspected
        self.enemy: Hashable = None
        """All that these threats depend on, to see whether the enemy is still as he was; None if nobody knows."""
        self._risks: dict[tuple[int, bool, str, bool], int] = {}
        self._dark_ground = bool(look.board.light)

    @cached_property
    def armed(self) -> list[int]:
        """The enemies on the map that can fire."""
        units, kinds = self._look.units, self._world.kinds
        return [n for n in self._look.on_map(1 - self._side) if kinds[n].armed and units[n].morale != PARALYZED]

    @cached_property
    def eyes(self) -> int:
        """The hexes that an enemy sees or may see, as a bit mask."""
        mask, units = 0, self._look.units
        for hex in {*(units[n].at for n in self._look.on_map(1 - self._side)), *self._suspected}:
            mask |= self._look.view(hex)
        return mask

    @cached_property
    def _guns(self) -> dict[int, Gun]:
        """The enemies that can fire."""
        return {n: Gun(self._look, n) for n in self.armed}

    def risk(self, hex: int, vehicle: bool, posture: str, staying: bool) -> int:
        """What the enemy can do to a unit in a hex: the strength it is hit with, in percent of a point.

        To a unit that moves, by overwatch; to one that is staying, by the fire actions of the enemy's phase, which need
        no spotting and for which Fired markers are gone.
        """
        if not self.eyes >> hex & 1:
            return 0
        key = hex, vehicle, posture, staying
        found = self._risks.get(key)
        if found is None:
            found = self._danger_of_unseen(hex, vehicle, posture, staying)
            for gun in self._guns.values():
                if gun.view >> hex & 1 or (gun.indirect and not vehicle):
                    found += self._danger_by(gun, hex, vehicle, posture, staying)
            self._risks[key] = found
        return found

    def danger_from(self, enemy: int, hex: int, vehicle: bool, posture: str, staying: bool) -> int:
        """What one enemy can do to it: nothing without sight, and in overwatch nothing if it does not spot it."""
        gun = self._guns.get(enemy) or Gun(self._look, enemy)
        if not gun.view >> hex & 1 and not (gun.indirect and not vehicle):
            return 0
        return self._danger_by(gun, hex, vehicle, posture, staying)

    def _danger_by(self, gun: Gun, hex: int, vehicle: bool, posture: str, staying: bool) -> int:
        """The same where it has sight: kept by the range, the ground and the light, for all units of its kind that are
        as it is.
        """
        how = 4 * vehicle + 2 * (posture == "move") + staying
        key = (gun.ranges[hex] * 8 + self._world.ground.types[hex]) * 8 + how
        if self._dark_ground:
            key = key * 16 + 8 + self._dark(hex)
        found = gun.dangers.get(key)
        if found is None:
            found = gun.dangers[key] = self._danger_from(gun.unit, hex, vehicle, posture, staying)
        return found

    def _danger_from(self, enemy: int, hex: int, vehicle: bool, posture: str, staying: bool) -> int:
        look, world = self._look, self._world
        u = look.units[enemy]
        apart = world.ground.distance(u.at, hex)
        type = world.ground.types[hex]
        step = (VEHICLE if vehicle else PEOPLE) + u.dug_in + (posture == "move")
        step += (2 if type == BILLIARD else -1 if type >= PARTLY else 0) + self._dark(hex)
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

    def _danger_of_unseen(self, hex: int, vehicle: bool, posture: str, staying: bool) -> int:
        """What those who may lie in the suspected goals can do to a unit in a hex, if they are spread over these."""
        if not self._suspected:
            return 0
        world, kinds = self._world, self._world.kinds
        type = world.ground.types[hex]
        step = (VEHICLE if vehicle else PEOPLE) + (posture == "move") - (type >= PARTLY) + self._dark(hex)
        sight = spotting_range(step)
        cover = POSTURES[TYPES[type], posture].normal
        if vehicle:
            strength = 4 * sum(kinds[n].point_strength is not None for n in self._unseen)
        else:
            strength = sum(kinds[n].area_strength or 0 for n in self._unseen)
        found = 0
        for at in self._suspected:
            apart = world.ground.distance(at, hex)
            if apart <= (SUSPECTED if staying else sight) and self._look.sees(at, hex):
                found += strength * growth(cover + area_range("inf", apart).value)
        return found // max(len(self._suspected), 1)

    def _dark(self, hex: int) -> int:
        """How the light in a hex shifts the spotting of a unit there."""
        return SHIFTS[f"spot_{self._look.light_on(hex)}"].value if self._look.board.light else 0

    def _against_people(self, enemy: int, apart: int, cover: int) -> int:
        kind = self._world.kinds[enemy]
        if kind.trajectory_class is None or apart > (kind.area_range_max or 0):
            return 0
        strength = kind.area_strength or 0
        if kind.infantry and apart <= 1:
            strength += self._look.units[enemy].steps // (1 + apart)
        return strength * growth(area_range(kind.trajectory_class, apart).value + cover)

    def _against_vehicle(self, enemy: int, apart: int, cover: int) -> int:
        kind = self._world.kinds[enemy]
        worth = AT_ROLL if kind.infantry and apart <= 1 else 0
        if kind.point_strength is None or kind.point_range_nominal is None:
            return worth
        band, armour = point_band(kind.point_range_nominal, apart), differential(kind.point_strength, 3)
        if band is not None and armour is not None:
            worth += 2 * growth(band.value + armour.value + cover)
        return worth
