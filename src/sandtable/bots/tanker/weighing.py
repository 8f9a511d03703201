"""Many places of a stand weighed at once by a compiled loop.

Where numba is not installed, `places` does the same place by place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sandtable.board.lattice import distance
from sandtable.board.stands import DIRECTIONS
from sandtable.board.table import Table
from sandtable.board.watching import watched
from sandtable.bots.kernels.tanker import weigh
from sandtable.bots.tanker.places import FAR, UNSEEN, Enemy, Place, Places
from sandtable.bots.tanker.sweep import after, packed
from sandtable.kernel.memo import known_of
from sandtable.systems.micro_armour.board import SIGHT
from sandtable.systems.micro_armour.tables import LIMITS, MODIFIERS, TANKS, TERRAIN, Tank

__all__ = ["weighed"]

Bytes: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]

OUT_OF_RANGE = 1 + max(max(tank.cannon_range, tank.atgm_range or 0) for tank in TANKS.values())
"""Nobody fires as many inches as this."""
COVERS = 1 + sum(max(0, row.mod_vehicle) for row in TERRAIN.values())
"""No place has as much shelter as this."""
WIDTH = 2 * OUT_OF_RANGE + 2
"""The harms of a pair of tanks for one cover and one side hit: for each range beyond and within that of missiles."""
KEPT = 64
"""For how many places of an enemy, and for how many pairs of tanks, answers are kept."""
UNKNOWN, BLOCKED, CLEAR = 0, 1, 2

Pair: TypeAlias = tuple[Tank, Tank, int, int, bool]
"""The firer and its target, the faces that pass the test in the open, the state of the target, and whether there are
missiles."""


@lru_cache(maxsize=8)
def _bearings(columns: int, rows: int) -> Bytes:
    """The heading of each way on a table, by how many columns and rows it leads on: as `stands.heading_to`."""
    norths, easts = np.mgrid[1 - rows : rows, 1 - columns : columns]
    best = np.full(norths.shape, np.iinfo(np.int64).min)
    found = np.zeros(norths.shape, np.uint8)
    for heading, (east, north) in enumerate(DIRECTIONS):
        along = east * easts + north * norths
        found[along > best] = heading
        best = np.maximum(best, along)
    return found.reshape(-1)


class Lines:
    """Which places the terrain lets be seen from some others; kept beside the table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rows: dict[int, int] = {}
        self.known: Bytes = np.zeros((KEPT, table.columns * table.rows), np.uint8)

    @staticmethod
    def of(table: Table) -> Lines:
        """Those of a table."""
        known: dict[str, Lines] = known_of(table, "lines_for_bots")
        if "lines" not in known:
            known["lines"] = Lines(table)
        return known["lines"]

    def rows(self, origins: Sequence[int], points: Sequence[int]) -> list[int]:
        """The row of each of these origins in `known`, after which it is known which of the points it sees."""
        rows = self._rows
        if len(rows) + len(origins) > len(self.known):
            rows.clear()
            self.known = np.zeros((max(KEPT, len(origins)), self.known.shape[1]), np.uint8)
        places = [rows.setdefault(origin, len(rows)) for origin in origins]
        found = self.known[np.array(places)[:, np.newaxis], np.array(points)]
        if not found.all():  # UNKNOWN is 0
            asked = [point for point, known in zip(points, found.all(axis=0).tolist(), strict=True) if not known]
            watchers = [(origin, FAR, ()) for origin in origins]
            masks = watched(self._table, asked, watchers, 0, SIGHT, limit=FAR)
            size = (len(asked) + 7) // 8
            bits = np.frombuffer(b"".join([mask.to_bytes(size, "little") for mask in masks]), np.uint8)
            sees = np.unpackbits(bits.reshape(-1, size), axis=1, count=len(asked), bitorder="little")
            self.known[np.ix_(places, asked)] = BLOCKED + sees
        return places


class Harms:
    """What shots take on average, in one array: by who fires at whom, the cover, the side hit and the range."""

    def __init__(self) -> None:
        self._rows: dict[tuple[object, ...], int] = {}
        self.known: Floats = np.full((KEPT, COVERS, 2, WIDTH), np.nan)

    @staticmethod
    def of(places: Places) -> Harms:
        """Those of a world."""
        known: dict[str, Harms] = known_of(places.look.world, "harm_rows_for_bots")
        if "harms" not in known:
            known["harms"] = Harms()
        return known["harms"]

    def rows(self, pairs: Sequence[Pair]) -> list[int]:
        """The row of each pair in `known`; what is not known there is not a number."""
        rows = self._rows
        if len(rows) + len(pairs) > len(self.known):
            rows.clear()
            self.known = np.full((max(KEPT, len(pairs)), *self.known.shape[1:]), np.nan)
        return [rows.setdefault((firer.weapon, target.weapon, *rest), len(rows)) for firer, target, *rest in pairs]

    def learn(self, places: Places, row: int, pair: Pair, apart: int, cover: int, side: int) -> None:
        """Put a harm down."""
        firer, target, passes, state, missile = pair
        far = 2 * min((apart + 99) // 100, OUT_OF_RANGE) + (apart < 100 * (firer.atgm_min_range or 0))
        asked = apart, cover, max(0, passes - cover), state, bool(side), missile
        self.known[row, cover, side, far] = places.harm_of(firer, target, *asked)


def _foes(places: Places) -> Any:
    """The enemies of a moment as the loop reads them."""
    if places.foes is None:
        flat: list[int] = []
        for e in places.enemies:
            flat += (e.point, e.x, e.y, e.cover, e.crest, e.level, e.sees, e.sees + 100 * e.tank.speed, e.tank.points)
            flat += (e.revealed, e.watches, places.look.stands[e.number].heading, 100 * (e.tank.atgm_min_range or 0))
        places.foes = packed(flat)
    return places.foes


class Sheet:
    """Some places for one stand, as the loop reads them."""

    def __init__(self, places: Places, stand: int, points: Sequence[int]) -> None:
        self.places = places
        self.stand = stand
        self.tank = places.look.world.tanks[stand]
        self.posts = [places.ground.post(point) for point in points]

    def _pairs(self) -> list[Pair]:
        """The shots at each of the enemies, and then theirs."""
        places, s = self.places, self.places.look.stands[self.stand]
        markers = MODIFIERS["disorganized"].value * s.disorganized + MODIFIERS["suppressed"].value * s.suppressed // 2
        passes, missile = min(20, places.level - markers), self.tank.atgm_attack is not None and not s.depleted
        state = places.state(self.stand)
        shots: list[Pair] = [(self.tank, enemy.tank, passes, enemy.state, missile) for enemy in places.enemies]
        return [*shots, *((enemy.tank, self.tank, enemy.passes, state, enemy.missile) for enemy in places.enemies)]

    def weighed(self, points: Sequence[int]) -> list[Place]:
        """What each place is worth, and the way to face there."""
        places, look, temper = self.places, self.places.look, self.places.temper
        table, enemies, count = look.world.table, places.enemies, len(points)
        lines, harms, pairs = Lines.of(table), Harms.of(places), self._pairs()
        seen = lines.rows([enemy.point for enemy in enemies], points) if enemies else []
        rows = harms.rows(pairs)
        caution = places.caution * self.tank.points if enemies else 0.0
        price = self.tank.points / 300
        kind, low, high, close, pace, aims = after(places.aim, self.stand)
        idle = 0.0 if places.aim.holds else temper.idle * (0.3 + places.aim.hurry)
        least = 100 * (self.tank.atgm_min_range or 0)
        weights = [temper.prospect, temper.second, caution, temper.danger, temper.passing, temper.shelter]
        weights += [-temper.step * price, pace, idle, UNSEEN]
        worths, headings = np.empty(count), np.empty(count, np.int64)
        missing = np.empty(16 * count * len(enemies), np.int64)
        question = (
            packed([n for p in self.posts for n in (p.point, p.x, p.y, p.cover, p.crest, p.level)]),
            _foes(places),
            packed([n for each in zip(seen, rows, rows[len(enemies) :], strict=False) for n in each]),
            look.stands[self.stand].at,
            packed([*places.own_sight, LIMITS["level_sight"], least, places.half_arc]),
            packed([table.columns, table.rows, table.columns * table.rows]),
            lines.known.reshape(-1),
            _bearings(table.columns, table.rows),
            harms.known.reshape(-1),
            COVERS,
            WIDTH,
            np.array(weights),
            kind,
            low,
            high,
            close,
            aims,
            worths,
            headings,
            missing,
        )
        lost = weigh(*question)
        if lost:
            for place, foe, own, side in missing[: 4 * lost].reshape(-1, 4).tolist():
                which = foe + own * len(enemies)
                apart, cover = self._shot(place, enemies[foe], own=bool(own))
                harms.learn(places, rows[which], pairs[which], apart, cover, side)
            weigh(*question)
        rows_found = zip(points, headings.tolist(), worths.tolist(), strict=True)
        return [Place(point, way, value) for point, way, value in rows_found]

    def _shot(self, place: int, enemy: Enemy, *, own: bool) -> tuple[int, int]:
        """How far a shot goes between a place and an enemy, and the cover of who is hit."""
        post = self.posts[place]
        apart = distance((post.x, post.y), (enemy.x, enemy.y))
        if own:
            return apart, post.cover + (post.crest if enemy.level < post.level else 0)
        return apart, enemy.cover + (enemy.crest if post.level < enemy.level else 0)


def weighed(places: Places, stand: int, points: Sequence[int]) -> list[Place]:
    """These points with the best way to face at each, and what they are worth: `places.plain_weighed`, compiled."""
    return Sheet(places, stand, points).weighed(points)
