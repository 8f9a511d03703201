"""The places in reach of a stand, weighed all at once by compiled loops.

Where numba is not installed, `moving`, `places` and `danger` do the same place by place.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sandtable.board.lattice import STEP
from sandtable.board.tablesight import visible
from sandtable.bots.fighter.danger import rough_harms, rough_reach
from sandtable.bots.fighter.ground import (
    BARRED,
    EDGE,
    KEPT_FIRES,
    SEEN,
    TO_CORNER,
    TOLL,
    UNKNOWN,
    Covered,
    Fire,
    Ground,
)
from sandtable.bots.fighter.lines import ASK, cover_of
from sandtable.bots.fighter.places import ASTRAY, COVER, MARK, POST, Lie, prospect
from sandtable.bots.fighter.survey import WEIGHTS, Survey
from sandtable.bots.fighter.worth import body_of
from sandtable.bots.kernels.fighter import ROUGH, grounds, rough, shots
from sandtable.kernel.memo import known_of
from sandtable.systems.tactical_combat.region import Region
from sandtable.systems.tactical_combat.world import World

__all__ = ["Sheet", "place_worths", "ranked", "rough_dangers", "under_fire", "worths"]

Ints: TypeAlias = NDArray[np.int64]
WEIGHTS_ARRAY = np.array(WEIGHTS)
NOTHING = np.empty(0, np.int64)
NO_HARM = (0,) * 6


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
        self.columns, rows = world.table.columns, world.table.rows
        size = self.columns * rows
        self.covers = np.array([world.cover_at(place) for place in range(size)])
        # The corners of the inch that each place is in: see `Ground.way_over`.
        row, column = np.divmod(np.arange(size), self.columns)
        across, cells = (self.columns + 1) // 2, (self.columns + 1) // 2 * ((rows + 1) // 2)
        first = row // 2 * across + column // 2
        east, north = column % 2, row % 2 * across
        corners = np.array([first, first + east, first + north, first + east + north])
        self.corners = np.ascontiguousarray(np.minimum(corners, cells - 1).T).reshape(-1)
        self.to_corner = np.array([TO_CORNER[1], TO_CORNER[2], TO_CORNER[4]])[column % 2 + row % 2]


def packed(numbers: Sequence[int]) -> Ints:
    """Whole numbers as the compiled loops read them: for a few the quickest way."""
    return np.frombuffer(array("q", numbers), np.int64) if numbers else NOTHING


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
    cells = NOTHING
    if lie.ways is not None:
        if lie.ways.packed is None:
            lie.ways.packed = np.array(lie.ways.cells)
        cells = lie.ways.packed
    mark = (False, 0, 0) if lie.mark is None else (True, *lie.mark)
    terms = packed([lie.there, lie.pace, lie.holds, COVER, POST, MARK, *mark, lie.most, ASTRAY])
    others = packed([each for point in lie.others for each in point])
    found = np.empty(len(places), np.int64)
    ground = sheet.columns, sheet.covers, cells, sheet.corners, sheet.to_corner, BARRED
    grounds(places, *ground, terms, others, found)
    if lie.strange:
        found += np.array([lie.by_rule(place) for place in places.tolist()])
    return found


def rough_dangers(sheet: Sheet, survey: Survey, stand: int, places: Ints) -> Ints:
    """What the enemy's next turn may cost a stand at each place, about: `danger.rough_danger` for many."""
    foes, count = Foes.of(survey), len(places)
    shooters = foes.shooters(survey, stand)
    found = np.zeros(count, np.int64)
    if not len(shooters):
        return found
    missing = np.empty(2 * count * len(shooters) // ROUGH, np.int64)
    ends = shooters, WEIGHTS_ARRAY, survey.crowd, found, missing
    while lost := rough(places, sheet.columns, sheet.covers, foes.sights, *ends):
        foes.look(survey, places, missing[: 2 * lost])
    return found


class Foes:
    """The enemies of a moment as the loops read them."""

    @staticmethod
    def of(survey: Survey) -> Foes:
        """Those of a survey."""
        known = survey.facing.of
        if "foes" not in known:
            known["foes"] = Foes(survey)
        found: Foes = known["foes"]
        return found

    def __init__(self, survey: Survey) -> None:
        look = survey.look
        world, enemies = look.world, survey.enemies
        self._eyes = [look.stands[n].at for n in enemies]
        self._shooters: dict[tuple[object, ...], Ints] = {}
        self._men: dict[tuple[object, ...], Ints] = {}
        views = [survey.ground.view(eye, survey.limit) for eye in self._eyes]
        self.sights = np.frombuffer(bytearray().join(views), np.uint8)
        """What is known of each place as seen by each enemy: see `Ground.view`."""
        covers = [cover_of(world, eye) for eye in self._eyes]
        self.walled = [n for n, cover in zip(enemies, covers, strict=True) if cover == ASK]
        """Those who may have more cover against some shots than against others."""
        flat: list[int] = []
        for n, cover in zip(enemies, covers, strict=True):
            base, most, near = look.base(n), world.max_ranges[n], look.normal_range(n)
            flat += (base.x, base.y, most * most, near * near, max(0, cover))
        self.packed = packed(flat)

    def look(self, survey: Survey, places: Ints, missing: Ints) -> None:
        """Find out what is missing of what they see: the enemy and the place of each by their numbers."""
        ground, limit = survey.ground, survey.limit
        rows = self.sights.reshape(len(self._eyes), -1)
        for foe in sorted(set(missing[::2].tolist())):
            which = places[missing[1::2][missing[::2] == foe]]
            view = np.frombuffer(ground.view(self._eyes[foe], limit), np.uint8)
            unknown = which[view[which] == UNKNOWN]
            if len(unknown):
                _look(ground, self._eyes[foe], unknown, limit, view)
            rows[foe, which] = view[which]

    def shooters(self, survey: Survey, stand: int) -> Ints:
        """About how far and with what harm each of them fires at a stand: the same for all that are alike."""
        look, world = survey.look, survey.look.world
        key = world.kinds[stand].kind, world.quality(stand), body_of(look, stand)
        found = self._shooters.get(key)
        if found is None:
            able, flat = set(survey.shooters), []
            for row, n in enumerate(survey.enemies):
                if n in able:
                    base, near = look.base(n), look.normal_range(n) + EDGE
                    most = rough_reach(survey, n, stand)
                    flat += [row, base.x, base.y, most * most, near * near, *rough_harms(survey, n, stand)]
            found = self._shooters[key] = packed(flat)
        return found

    def men(self, survey: Survey, stand: int) -> Ints:
        """What their shots do to a stand on foot, and its own to them: the same for all that are alike."""
        look, world = survey.look, survey.look.world
        able = look.can_shoot(stand) and world.aims[stand]
        key = world.quality(stand), body_of(look, stand), able, world.kinds[stand].kind == "hmg"
        found = self._men.get(key)
        if found is None:
            flat: list[int] = []
            for n in survey.enemies:
                theirs, ours = survey.shots(n, stand), None if n in self.walled else survey.shots(stand, n)
                flat += NO_HARM if theirs is None else theirs.harms
                flat += NO_HARM if ours is None else ours.harms
            found = self._men[key] = packed(flat)
        return found


def place_worths(survey: Survey, stand: int, lie: Lie, places: Sequence[int]) -> list[int]:
    """What several places are worth to a stand on foot, if all enemies are on foot: `places.place_worth` for many."""
    look, world = survey.look, survey.look.world
    sheet, foes = Sheet.of(world), Foes.of(survey)
    goals, count = packed(places), len(places)
    own, near = world.max_ranges[stand], look.normal_range(stand)
    threats, chances = np.empty(count, np.int64), np.empty(count, np.int64)
    missing = np.empty(2 * count * len(survey.enemies), np.int64)
    terrain = goals, sheet.columns, sheet.covers, world.rules.range_measured == "edges"
    fires = foes.packed, foes.men(survey, stand), own * own, near * near
    while lost := shots(*terrain, foes.sights, *fires, WEIGHTS_ARRAY, survey.crowd, threats, chances, missing):
        foes.look(survey, goals, missing[: 2 * lost])
    dangers, bests = threats.tolist(), chances.tolist()
    for index, place in enumerate(places):
        if cover_of(world, place) == ASK:
            dangers[index] = survey.danger(stand, place)
        if foes.walled:
            bests[index] = max(bests[index], survey.best_shot(stand, place, foes.walled))
    caution, percent = survey.caution(stand), prospect(survey, stand)
    each = zip(worths(sheet, lie, goals).tolist(), dangers, bests, strict=True)
    return [ground - caution * danger // 100 + percent * best // 100 for ground, danger, best in each]


def under_fire(ground: Ground, tolls: Covered) -> Ints:
    """What an inch of each cell costs more under fire: `Ground._under_fire` in arrays."""
    total = np.zeros(len(ground.middles), np.int64)
    for fire in tolls.fires:
        total += _covered(ground, fire, tolls.limit)
    return np.minimum(total, TOLL)


def _covered(ground: Ground, fire: Fire, limit: int | None) -> Ints:
    """The chance that somebody's fire has in each cell."""
    known, key = ground.fields, (fire, limit)
    if key not in known:
        while len(known) >= KEPT_FIRES:
            known.pop(next(iter(known)), None)
        sheet, middles = Sheet.of(ground.world), np.array(ground.middles)
        x, y = ground.world.table.point(fire.at)
        gaps = (middles % sheet.columns * STEP - x) ** 2 + (middles // sheet.columns * STEP - y) ** 2
        within = np.flatnonzero(gaps <= fire.most * fire.most)
        places, far = middles[within], gaps[within] > fire.near * fire.near
        view = np.frombuffer(ground.view(fire.at, limit), np.uint8)
        unknown = places[view[places] == UNKNOWN]
        if len(unknown):
            _look(ground, fire.at, unknown, limit, view)
        found = known[key] = np.zeros(len(middles), np.int64)
        found[within] = np.array(fire.chances)[sheet.covers[places], far.astype(np.int64)] * (view[places] == SEEN)
    chances: Ints = known[key]
    return chances


def _look(ground: Ground, eye: int, places: Ints, limit: int | None, view: NDArray[np.uint8]) -> None:
    """Put down which of these places the terrain lets one see: `Ground.seen` for many."""
    mask = visible(ground.table, eye, places.tolist(), ground.sight, {}, limit)
    bits = np.frombuffer(mask.to_bytes(len(places) // 8 + 1, "little"), np.uint8)
    view[places] = np.unpackbits(bits, count=len(places), bitorder="little")
