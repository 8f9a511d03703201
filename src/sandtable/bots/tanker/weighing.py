"""Many places of a stand weighed at once in arrays.

Where numpy is not installed, `places` does the same place by place. Numbers are added in the same order there and
here, so that both come to the very same worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sandtable.board.stands import DIRECTIONS
from sandtable.board.table import Table
from sandtable.board.watching import watched
from sandtable.bots.tanker.places import ANY_WAY, FAR, TURNS, UNSEEN, Place, Places
from sandtable.bots.tanker.sweep import distances
from sandtable.kernel.memo import known_of
from sandtable.systems.micro_armour.board import SIGHT
from sandtable.systems.micro_armour.tables import LIMITS, MODIFIERS, TANKS, TERRAIN, Tank

__all__ = ["weighed"]

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

OUT_OF_RANGE = 1 + max(max(tank.cannon_range, tank.atgm_range or 0) for tank in TANKS.values())
"""Nobody fires as many inches as this."""
COVERS = 1 + sum(max(0, row.mod_vehicle) for row in TERRAIN.values())
"""No place has as much shelter as this."""
KEPT = 64
"""For how many places of an enemy, and for how many pairs of tanks, answers are kept."""
UNKNOWN, BLOCKED, CLEAR = 0, 1, 2
_TURNS = np.array(TURNS, np.int64)


@lru_cache(maxsize=8)
def _bearings(columns: int, rows: int) -> NDArray[np.int8]:
    """The heading of each way on a table, by how many columns and rows it leads on: as `stands.heading_to`."""
    norths, easts = np.mgrid[1 - rows : rows, 1 - columns : columns]
    best = np.full(norths.shape, np.iinfo(np.int64).min)
    found = np.zeros(norths.shape, np.int8)
    for heading, (east, north) in enumerate(DIRECTIONS):
        along = east * easts + north * norths
        found[along > best] = heading
        best = np.maximum(best, along)
    return found


class Lines:
    """Which places the terrain lets be seen from some others; kept beside the table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rows: dict[int, int] = {}
        self._known = np.zeros((KEPT, table.columns * table.rows), np.uint8)

    @staticmethod
    def of(table: Table) -> Lines:
        """Those of a table."""
        known: dict[str, Lines] = known_of(table, "lines_for_bots")
        if "lines" not in known:
            known["lines"] = Lines(table)
        return known["lines"]

    def clear(self, origins: Sequence[int], points: Ints) -> Flags:
        """For each of the points which of the origins it sees."""
        rows = self._rows
        if len(rows) + len(origins) > len(self._known):
            rows.clear()
            self._known = np.zeros((max(KEPT, len(origins)), self._known.shape[1]), np.uint8)
        known = self._known
        places = [rows.setdefault(origin, len(rows)) for origin in origins]
        found = known[places][:, points]
        unknown = (found == UNKNOWN).any(axis=0)
        if unknown.any():
            asked = points[unknown]
            watchers = [(origin, FAR, ()) for origin in origins]
            masks = watched(self._table, asked.tolist(), watchers, 0, SIGHT, limit=FAR)
            size = (len(asked) + 7) // 8
            bits = np.frombuffer(b"".join([mask.to_bytes(size, "little") for mask in masks]), np.uint8)
            sees = np.unpackbits(bits.reshape(-1, size), axis=1, count=len(asked), bitorder="little")
            known[np.array(places)[:, None], asked] = BLOCKED + sees
            found = known[places][:, points]
        clear: Flags = (found == CLEAR).T
        return clear


class Harms:
    """What shots take on average, in one array: by who fires at whom, the cover, the side hit and the range."""

    def __init__(self) -> None:
        self._rows: dict[tuple[object, ...], int] = {}
        self._known = np.full((KEPT, COVERS, 2, 2 * OUT_OF_RANGE + 2), np.nan)

    def of(
        self,
        places: Places,
        pairs: Sequence[tuple[Tank, Tank, int, int, bool]],
        apart: Ints,
        cover: Ints,
    ) -> tuple[Floats, Floats]:
        """For each place and each pair the harm of a shot at the front and at the flank. A pair is who fires at whom,
        the faces that pass the test in the open, the state of the target, and whether there are missiles.
        """
        rows = self._rows
        if len(rows) + len(pairs) > len(self._known):
            rows.clear()
            self._known = np.full((max(KEPT, len(pairs)), *self._known.shape[1:]), np.nan)
        known = self._known
        keys = [(firer.weapon, target.weapon, *rest) for firer, target, *rest in pairs]
        which = [rows.setdefault(key, len(rows)) for key in keys]
        least = np.array([100 * (firer.atgm_min_range or 0) for firer, *_ in pairs])
        far = 2 * np.minimum((apart + 99) // 100, OUT_OF_RANGE) + (apart < least)
        found = known[which, cover, :, far]
        if np.isnan(found).any():
            for place, number, side in zip(*np.nonzero(np.isnan(found)), strict=True):
                firer, target, passes, state, missile = pairs[number]
                covered = int(cover[place, number])
                asked = int(apart[place, number]), covered, max(0, passes - covered), state, bool(side), missile
                known[which[number], covered, side, far[place, number]] = places.harm_of(firer, target, *asked)
            found = known[which, cover, :, far]
        return found[..., 0], found[..., 1]


class Foes:
    """The enemies of a moment in arrays."""

    def __init__(self, places: Places) -> None:
        enemies = places.enemies
        stands = places.look.stands
        self.enemies = enemies
        self.points = [enemy.point for enemy in enemies]
        rows = [
            (e.point, e.x, e.y, e.cover, e.crest, e.level, e.sees, e.sees + 100 * e.tank.speed, e.tank.points,
             e.revealed, e.watches, stands[e.number].heading)
            for e in enemies
        ]  # fmt: skip
        table = np.array(rows, np.int64).T
        self.point, self.x, self.y, self.cover, self.crest, self.level, self.sees, self.comes = table[:8]
        self.price, self.revealed, self.watches, self.heading = table[8], table[9], table[10] > 0, table[11]


class Sheet:
    """Some places for one stand in arrays: a row for each place, a column for each enemy."""

    def __init__(self, places: Places, stand: int, points: Sequence[int]) -> None:
        self.places = places
        self.stand = stand
        self.foes: Foes
        self.tank = places.look.world.tanks[stand]
        posts = [places.ground.post(point) for point in points]
        rows = np.array([(p.point, p.x, p.y, p.cover, p.crest, p.level) for p in posts], np.int64)
        self.point, self.x, self.y, self.cover, self.crest, self.level = rows.T
        self.stays = self.point == places.look.stands[stand].at

    def meet(self) -> None:
        """Look at the enemies: how far each is, whether the terrain lets it be seen, the way to it and back."""
        places, table = self.places, self.places.look.world.table
        foes = self.foes = places.foes = places.foes or Foes(places)
        east, north = foes.x - self.x[:, None], foes.y - self.y[:, None]
        self.apart = np.ceil(np.sqrt(east * east + north * north)).astype(np.int64)
        self.other = foes.point != self.point[:, None]
        self.clear = Lines.of(table).clear(foes.points, self.point) & self.other
        known, column, row = _bearings(table.columns, table.rows), table.columns - 1, table.rows - 1
        east, north = east // 50, north // 50
        self.bearing, self.back = known[row + north, column + east], known[row - north, column - east]

    def shots(self) -> tuple[Floats, Flags]:
        """What the best shots from each place would take, and whether there are any: as `Places._shots`."""
        places, foes = self.places, self.foes
        s = places.look.stands[self.stand]
        markers = MODIFIERS["disorganized"].value * s.disorganized + MODIFIERS["suppressed"].value * s.suppressed // 2
        passes, missile = min(20, places.level - markers), self.tank.atgm_attack is not None and not s.depleted
        cover = foes.cover + np.where(self.level[:, None] < foes.level, foes.crest, 0)
        pairs = [(self.tank, enemy.tank, passes, enemy.state, missile) for enemy in foes.enemies]
        front, flank = _harms(places).of(places, pairs, self.apart, cover)
        to_flank = _TURNS[foes.heading, self.back] > places.half_arc
        value = foes.price * np.where(to_flank, (front + flank) / 2, front)
        length, fired = places.own_sight
        length_there = length + LIMITS["level_sight"] * self.level
        able = self.clear & (self.apart <= length_there[:, None] + fired * foes.revealed)
        value = np.where(able, value, 0.0)
        value.sort(axis=1)
        second = value[:, -2] if value.shape[1] > 1 else 0.0
        return value[:, -1] + places.temper.second * second, able.any(axis=1)

    def stance(self) -> tuple[Floats, Ints, Floats]:
        """The danger at each place, the way to face (`ANY_WAY` without danger), and what may happen on the way: as
        `Places._stance`.
        """
        places, foes = self.places, self.foes
        state = places.state(self.stand)
        seen = self.clear & (self.apart <= foes.sees)
        share = np.where(seen, 1.0, np.where(self.other & (self.apart <= foes.comes), UNSEEN, 0.0))
        cover = self.cover[:, None] + np.where(foes.level < self.level[:, None], self.crest[:, None], 0)
        pairs = [(enemy.tank, self.tank, enemy.passes, state, enemy.missile) for enemy in foes.enemies]
        front, flank = _harms(places).of(places, pairs, self.apart, cover)
        passing = np.where(seen & foes.watches & ~self.stays[:, None], front, 0.0)
        threatens = (share > 0) & (flank != 0)
        front, flank = np.where(threatens, front * share, 0.0), np.where(threatens, flank * share, 0.0)
        to = self.bearing
        meets = _TURNS[to[:, :, None], to[:, None, :]] <= places.half_arc
        danger = _added(np.where(meets, front[:, None, :], flank[:, None, :]))
        danger = np.where(threatens, danger, np.inf)
        least = danger.min(axis=1)
        heading = np.where(danger == least[:, None], to, len(TURNS)).min(axis=1)
        safe = ~threatens.any(axis=1)
        return np.where(safe, 0.0, least), np.where(safe, ANY_WAY, heading), _added(passing)


def _harms(places: Places) -> Harms:
    known: dict[str, Harms] = known_of(places.look.world, "harm_rows_for_bots")
    if "harms" not in known:
        known["harms"] = Harms()
    return known["harms"]


def _added(values: Floats) -> Floats:
    """The sums along the last axis, added one after the other."""
    found: Floats = np.add.accumulate(values, axis=-1)[..., -1]
    return found


def weighed(places: Places, stand: int, points: Sequence[int]) -> list[Place]:
    """These points with the best way to face at each, and what they are worth: `places.plain_weighed` in arrays."""
    temper, aim = places.temper, places.aim
    sheet = Sheet(places, stand, points)
    worth: Floats = np.zeros(len(points))
    heading: Ints = np.full(len(points), ANY_WAY)
    able: Flags = np.zeros(len(points), np.bool_)
    if places.enemies:
        sheet.meet()
        prospect, able = sheet.shots()
        danger, heading, passing = sheet.stance()
        worth = temper.prospect * prospect
        worth -= places.caution * sheet.tank.points * (temper.danger * danger + temper.passing * passing)
    price = sheet.tank.points / 300
    approach = -temper.step * price * distances(aim, stand, sheet.x, sheet.y)
    worth += temper.shelter * (sheet.cover + sheet.crest) + approach
    if not aim.holds:
        worth = np.where(able, worth, worth - temper.idle * (0.3 + aim.hurry))
    rows = zip(points, heading.tolist(), worth.tolist(), strict=True)
    return [Place(point, way, value) for point, way, value in rows]
