"""The points on which a mission can fall: those that its spotter sees (TC A5, A10, A11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from sandtable.board.lattice import STEP, within
from sandtable.board.stands import Base
from sandtable.board.tablesight import visible
from sandtable.kernel.memo import known_of
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.situation import Situation, base_near_point

__all__ = ["SpottedPoints"]

KEPT = 256
"""How many views of a spotter are kept: the offer, the check and the next question share one."""


class SpottedPoints:
    """The points that a spotter sees: worked out when first asked. Friends do not stand in the way of sight.

    `mortar` is a light mortar: only points in its range count. `zone` is where the mission must fall, if not anywhere.
    """

    def __init__(self, look: Situation, spotter: int, mortar: int = NOBODY, zone: str = "") -> None:
        self._look = look
        self._at = NOBODY if spotter == NOBODY else look.stands[spotter].at
        self._mortar = mortar
        self._zone = zone

    @cached_property
    def _mask(self) -> int:
        look = self._look
        known: dict[tuple[object, ...], int] = known_of(look.world, "spotted")
        limit = look.sight_limit()
        base = None if self._mortar == NOBODY else look.base(self._mortar)
        key = (self._at, limit, base, self._zone)
        if key not in known:
            if len(known) >= KEPT:
                known.clear()
            known[key] = self._seen(self._open, limit)
        return known[key]

    @cached_property
    def _open(self) -> int:
        """The points in range and in the zone, whoever sees them."""
        table = self._look.world.table
        return (1 << table.columns * table.rows) - 1 & self._in_range() & self._in_zone()

    def _seen(self, points: int, limit: int | None) -> int:
        """Those of these points that the spotter sees."""
        if self._at == NOBODY or not points:
            return points
        world, first = self._look.world, (points & -points).bit_length() - 1
        asked = range(first, points.bit_length())
        return visible(world.table, self._at, asked, world.rules.sight, {}, limit) << first & points

    def _in_zone(self) -> int:
        if not self._zone:
            return -1
        table, known = self._look.world.table, known_of(self._look.world, "zone_masks")
        if self._zone not in known:
            holds, point = table.zone(self._zone).holds, table.point
            highest_first = range(table.columns * table.rows - 1, -1, -1)
            known[self._zone] = int("".join(["01"[holds(point(each))] for each in highest_first]), 2)
        found: int = known[self._zone]
        return found

    def _in_range(self) -> int:
        look = self._look
        if self._mortar == NOBODY:
            return -1
        table, base, most = look.world.table, look.base(self._mortar), look.max_range(self._mortar)
        column, row = base.x // STEP, base.y // STEP
        found = 0
        for north, first, last in _rows_within(
            base.heading, base.side, most, look.world.rules.range_measured == "centres"
        ):
            west, east = max(0, column + first), min(table.columns - 1, column + last)
            if 0 <= row + north < table.rows and west <= east:
                found |= ((1 << east - west + 1) - 1) << (row + north) * table.columns + west
        return found

    def __contains__(self, point: object) -> bool:
        return type(point) is int and point >= 0 and bool(self._mask >> point & 1)

    def __iter__(self) -> Iterator[int]:
        lowest_first = bin(self._mask)[:1:-1]
        return (point for point, seen in enumerate(lowest_first) if seen == "1")

    def __getitem__(self, index: int) -> int:
        # Halve the points that it may be, which is quicker than to list those before it.
        if not 0 <= index < len(self):
            raise IndexError(index)
        mask, first = self._mask, 0
        size = mask.bit_length()
        while size > 1:
            half = size // 2
            lower = mask & (1 << half) - 1
            count = lower.bit_count()
            if index < count:
                mask, size = lower, half
            else:
                mask, size, index, first = mask >> half, size - half, index - count, first + half
        return first

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __bool__(self) -> bool:
        # A spotter sees at least the place where he is.
        return bool(self._at != NOBODY and self._open >> self._at & 1) or bool(self._mask)


@lru_cache(maxsize=64)
def _rows_within(heading: int, side: int, most: int, centres: bool) -> tuple[tuple[int, int, int], ...]:
    """The points in range of a base, row by row: how far north of its centre, and from which column to which east of
    it. What is in range of a square has no gaps.
    """
    base, count = Base(0, 0, heading, side), (most + side) // STEP + 1
    steps = range(-count, count + 1)
    found = []
    for north in steps:
        points = [(STEP * east, STEP * north) for east in steps]
        near = [within((0, 0), each, most) if centres else base_near_point(base, each, most) for each in points]
        if any(near):
            found.append((north, near.index(True) - count, count - near[::-1].index(True)))
    return tuple(found)
