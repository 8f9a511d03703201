"""The places in reach of a stand, weighed all at once in arrays.

Where numpy is not installed, `moving`, `places` and `danger` do the same place by place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sandtable.board.lattice import STEP, Point
from sandtable.board.tablesight import visible
from sandtable.bots.fighter.danger import rough_harms, rough_reach
from sandtable.bots.fighter.ground import BARRED, EDGE, SEEN, TO_CORNER, UNKNOWN, Ground, Ways
from sandtable.bots.fighter.places import ASTRAY, COVER, MARK, POST, Lie
from sandtable.bots.fighter.survey import WEIGHTS, Survey
from sandtable.kernel.memo import known_of
from sandtable.systems.tactical_combat.region import Region
from sandtable.systems.tactical_combat.world import World

__all__ = ["Sheet", "ranked", "rough_dangers", "worths"]

Ints: TypeAlias = NDArray[np.int64]
NOT_KNOWN = -1
WEIGHTS_ARRAY = np.array(WEIGHTS)


class Sheet:
    """What the terrain of a table says of each of its places, in arrays by place."""

    @staticmethod
    def of(world: World) -> Sheet:
        """The sheet of a game."""
        known: dict[str, Sheet] = known_of(world, "bots")
        if "sheet" not in known:
            known["sheet"] = Sheet(world)
        return known["sheet"]

    def __init__(self, world: World) -> None:
        columns, rows = world.table.columns, world.table.rows
        self.size = columns * rows
        row, column = np.divmod(np.arange(self.size), columns)
        self.x, self.y = column * STEP, row * STEP
        self._world = world
        self._covers = np.full(self.size, NOT_KNOWN)
        # The corners of the inch that each place is in: see `Ground.way_over`.
        across, cells = (columns + 1) // 2, (columns + 1) // 2 * ((rows + 1) // 2)
        first = row // 2 * across + column // 2
        east, north = column % 2, row % 2 * across
        corners = np.array([first, first + east, first + north, first + east + north])
        self._corners = np.minimum(corners, cells - 1)
        self._to_corner = np.array([TO_CORNER[1], TO_CORNER[2], TO_CORNER[4]])[column % 2 + row % 2]

    def cover(self, places: Ints) -> Ints:
        """The cover at each of these places."""
        found = self._covers[places]
        if (found == NOT_KNOWN).any():
            new = places[found == NOT_KNOWN]
            self._covers[new] = [self._world.cover_at(place) for place in new.tolist()]
            found = self._covers[places]
        return found

    def ways(self, ways: Ways, places: Ints) -> Ints:
        """How far it is from each of these places to a goal: `Ways` for many."""
        if ways.packed is None:
            ways.packed = np.array(ways.cells)
        nearest = ways.packed[self._corners[:, places]].min(axis=0)
        return np.where(nearest < BARRED, nearest + self._to_corner[places], BARRED)

    def farthest(self, places: Ints, others: Sequence[Point]) -> Ints:
        """How far the farthest of these others is from each place."""
        squares = [(self.x[places] - x) ** 2 + (self.y[places] - y) ** 2 for x, y in others]
        found: Ints = np.ceil(np.sqrt(np.max(squares, axis=0))).astype(np.int64)
        return found


def ranked(survey: Survey, stand: int, lie: Lie, where: Region, marked: bytes, more: Sequence[int]) -> Iterator[int]:
    """The marked places in reach, and of `more` those in reach, from the best as far as a first look tells. Of those
    that are equal the lower is first. Some of them may be closed.
    """
    first, members = where.reach.solved().members
    wanted = np.frombuffer(marked, np.uint8)[first : first + len(members)]
    if more:
        wanted = wanted.copy()
        inside = [place - first for place in more if 0 <= place - first < len(members)]
        wanted[inside] = 1
    places = np.flatnonzero(wanted & np.frombuffer(members, np.uint8)) + first
    if not len(places):
        return iter(())
    sheet = Sheet.of(survey.look.world)
    rough = worths(sheet, lie, places) - survey.caution(stand) * rough_dangers(sheet, survey, stand, places) // 100
    found: list[int] = places[np.argsort(-rough, kind="stable")].tolist()
    return iter(found)


def worths(sheet: Sheet, lie: Lie, places: Ints) -> Ints:
    """What each place is worth, enemies apart: `Lie.worth` for many."""
    cover = sheet.cover(places)
    worth = COVER * cover
    if lie.ways is not None:
        left = sheet.ways(lie.ways, places) - lie.there
        worth -= lie.pace * np.maximum(0, left) // 100
        if lie.holds:
            worth += POST * cover * (left <= 0)
    if lie.mark is not None:
        x, y = lie.mark
        worth += MARK * (np.maximum(abs(sheet.x[places] - x), abs(sheet.y[places] - y)) <= lie.there)
    if lie.others:
        worth -= ASTRAY * np.maximum(0, sheet.farthest(places, lie.others) - lie.most) // 100
    if lie.strange:
        worth += np.array([lie.by_rule(place) for place in places.tolist()])
    return worth


def rough_dangers(sheet: Sheet, survey: Survey, stand: int, places: Ints) -> Ints:
    """What the enemy's next turn may cost a stand at each place, about: `danger.rough_danger` for many."""
    look = survey.look
    x, y = sheet.x[places], sheet.y[places]
    west, east, south, north = int(x.min()), int(x.max()), int(y.min()), int(y.max())
    firers, ends, harms = [], [], []
    for enemy in survey.shooters:
        most = rough_reach(survey, enemy, stand)
        u, v = look.base(enemy).centre
        if west - most <= u <= east + most and south - most <= v <= north + most:
            near = look.normal_range(enemy) + EDGE
            firers.append(look.stands[enemy].at)
            ends.append((u, v, most * most, near * near))
            harms.append(rough_harms(survey, enemy, stand))
    if not firers:
        return np.zeros(len(places), np.int64)
    u, v, most, near = np.array(ends).T[:, :, None]
    gaps = (x - u) ** 2 + (y - v) ** 2
    within = gaps <= most
    for row, eye in zip(within, firers, strict=True):
        _only_seen(survey.ground, eye, places, survey.limit, row)
    kinds = 2 * sheet.cover(places) + (gaps > near)
    worst = np.sort(np.take_along_axis(np.array(harms), kinds, axis=1) * within, axis=0)[::-1][: len(WEIGHTS)]
    total: Ints = WEIGHTS_ARRAY[: len(worst)] @ worst // 100
    return 2 * total // (1 + max(1, survey.crowd))


def _only_seen(ground: Ground, eye: int, places: Ints, limit: int | None, wanted: NDArray[np.bool_]) -> None:
    """Leave of the wanted places only those that the terrain lets one see from here: `Ground.seen` for many."""
    view = np.frombuffer(ground.view(eye, limit), np.uint8)
    found = view[places]
    unknown = wanted & (found == UNKNOWN)
    if unknown.any():
        new = places[unknown]
        mask = visible(ground.table, eye, new.tolist(), ground.sight, {}, limit)
        bits = np.frombuffer(mask.to_bytes(len(new) // 8 + 1, "little"), np.uint8)
        view[new] = np.unpackbits(bits, count=len(new), bitorder="little")
        found = view[places]
    wanted &= found == SEEN
