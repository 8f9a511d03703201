"""The ground: who sees which place, how far it is to a goal, and how a stand would fare somewhere else.

What the terrain alone decides is worked out once for each game and kept.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import product
from typing import Protocol, TypeAlias

from msgspec.structs import replace

from sandtable.board.lattice import distance
from sandtable.board.stands import heading_to
from sandtable.board.tablesight import visible
from sandtable.systems.tactical_combat.board import Situation, World
from sandtable.systems.tactical_combat.tables import TERRAIN

__all__ = ["Cell", "Ground", "Tolls", "moved"]

Cell: TypeAlias = tuple[int, int]
"""A place at every full inch of the table: its row and column."""
STEPS = tuple((rows, columns, 141 if rows and columns else 100) for rows, columns in product((-1, 0, 1), repeat=2))
BARRED = 30_000
"""What it is to a place from which there is no way."""
KEPT_WAYS = 48
KEPT = 2048
"""From how many places the view is kept."""
UNKNOWN, UNSEEN, SEEN = 0, 1, 2


class Tolls(Protocol):
    """What it costs to cross dangerous ground."""

    @property
    def name(self) -> Hashable:
        """Tells one set of tolls from another."""

    def of(self, cells: Mapping[Cell, int]) -> Mapping[Cell, int]:
        """What an inch of each cell costs on top of its going, in hundredths of an inch."""


class Ground:
    """The terrain of one game, as bots have come to know it: it is no secret, so they share it."""

    @staticmethod
    def of(world: World) -> Ground:
        """The ground of this world."""
        known: Ground | None = world.__dict__.get("ground_for_bots")
        if known is None:
            known = world.__dict__["ground_for_bots"] = Ground(world)
        return known

    def __init__(self, world: World) -> None:
        self._world = world
        self._ways: dict[tuple[int, str, Hashable], tuple[dict[Cell, int], dict[int, int]]] = {}
        self._known_rates: dict[str, dict[Cell, int]] = {}
        self._seen: dict[tuple[int, int | None], bytearray] = {}

    def way_to(self, goal: int, arm: str, place: int, tolls: Tolls | None = None) -> int:
        """How far it is from a place to a goal for this arm, the going counted, in hundredths of an inch.

        With `tolls`, dangerous ground counts for longer, so that the way leads around it if there is a way around.
        """
        key = goal, "vehicle" if arm == "vehicle" else "infantry", tolls.name if tolls else ()
        if key not in self._ways:
            if len(self._ways) >= KEPT_WAYS:
                self._ways.clear()
            self._ways[key] = self._spread(goal, key[1], tolls.of(self.cells) if tolls else {}), {}
        cells, known = self._ways[key]
        if place not in known:
            point = self._world.table.point
            around = (cell for cell in self._cells(place) if cell in cells)
            ways = (cells[cell] + distance(point(place), point(self._middle(cell))) for cell in around)
            known[place] = min(ways, default=BARRED)
        return known[place]

    @cached_property
    def cells(self) -> dict[Cell, int]:
        """The place at every full inch of the table."""
        table = self._world.table
        every = product(range((table.rows + 1) // 2), range((table.columns + 1) // 2))
        return {cell: self._middle(cell) for cell in every}

    def _cells(self, place: int) -> list[Cell]:
        """The corners of the inch of the table that a place is in: one, two or four."""
        row, column = divmod(place, self._world.table.columns)
        rows, columns = {row // 2, (row + 1) // 2}, {column // 2, (column + 1) // 2}
        return [(r, c) for r in sorted(rows) for c in sorted(columns)]

    def _middle(self, cell: Cell) -> int:
        return 2 * cell[0] * self._world.table.columns + 2 * cell[1]

    def _spread(self, goal: int, arm: str, tolls: Mapping[Cell, int]) -> dict[Cell, int]:
        """The way to the goal from every inch of the table that can be crossed."""
        start = self._cells(goal)[0]
        rates = self._rates(arm)
        found = {start: 0}
        done: set[Cell] = set()
        heap = [(0, start)]
        while heap:
            so_far, cell = heappop(heap)
            if cell in done:
                continue
            done.add(cell)
            rate = rates[cell] or 1
            for rows, columns, length in STEPS:
                beside = cell[0] + rows, cell[1] + columns
                other = rates.get(beside, 0)
                if other and beside not in done:
                    whole = so_far + length * (rate + other) // 2 + length * tolls.get(beside, 0) // 100
                    if whole < found.get(beside, BARRED):
                        found[beside] = whole
                        heappush(heap, (whole, beside))
        return found

    def _rates(self, arm: str) -> dict[Cell, int]:
        """What an inch costs in each cell, as a multiple of open ground; 0 where nobody of this arm can go."""
        if arm not in self._known_rates:
            self._known_rates[arm] = {cell: self._going(place, arm) for cell, place in self.cells.items()}
        return self._known_rates[arm]

    def _going(self, place: int, arm: str) -> int:
        ground = TERRAIN.get(self._world.table.ground_at(place))
        if ground is None or self._world.table.roads_at(place):
            return 1
        return ground.vehicle if arm == "vehicle" else ground.infantry

    def seen(self, eye: int, places: Sequence[int], limit: int | None) -> list[bool]:
        """Which of these places the terrain lets one see from here. Stands in the way are not looked at.

        Sight is the same both ways, so the eye may be either end: what is known is kept for each eye.
        """
        known = self._seen.get((eye, limit))
        if known is None:
            if len(self._seen) >= KEPT:
                self._seen.clear()
            known = self._seen[eye, limit] = bytearray(self._world.table.columns * self._world.table.rows)
        new = [place for place in places if known[place] == UNKNOWN]
        if new:
            mask = visible(self._world.table, eye, new, self._world.rules.sight, {}, limit)
            for index, place in enumerate(new):
                known[place] = SEEN if mask >> index & 1 else UNSEEN
        return [known[place] == SEEN for place in places]


def moved(look: Situation, stand: int, place: int) -> Situation:
    """The table as it would be with this stand somewhere else, and turned to the nearest enemy if it faces at all."""
    twin = copy.copy(look)
    now = replace(look.stands[stand], at=place, heading=_heading(look, stand, place))
    twin.stands = (*look.stands[:stand], now, *look.stands[stand + 1 :])
    twin.lay = look.lay.moved(look.world, stand, now)
    return twin


def _heading(look: Situation, stand: int, place: int) -> int:
    world = look.world
    if not world.kinds[stand].faces:
        return look.stands[stand].heading
    here = world.table.point(place)
    enemies = [look.base(n).centre for n in look.on_table(1 - world.owners[stand])]
    nearest = min(enemies, key=lambda there: (distance(here, there), there), default=here)
    return look.stands[stand].heading if nearest == here else heading_to(here, nearest)
