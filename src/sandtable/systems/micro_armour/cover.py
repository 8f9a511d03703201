"""What the ground does for a target, on the test to fire and on the die (MA 07.01.03, TEC)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.board.shapes import Meeting, meeting
from sandtable.kernel.memo import known_of
from sandtable.kernel.resolution import Modifier
from sandtable.systems.micro_armour.board import Situation
from sandtable.systems.micro_armour.tables import GROUND, TERRAIN, Terrain

__all__ = ["Cover", "cover"]

KEPT = 65536
"""For how many shots the terrain's part is kept: it depends on nothing but where both stand, and how."""
WRECK_REACH = 50
"""A stand is on a wreck if its centre is within the inch that the wreck covers."""
DIRECTED = ("hilltop_or_crest", "smoke")
"""Rows that do not simply count for whoever stands there."""


class Cover(msgspec.Struct, frozen=True):
    """What ground adds, and whether a target that has fired loses it for the test (MA TEC conceal)."""

    modifier: Modifier
    concealing: bool = False


def cover(look: Situation, firer: int, target: int) -> tuple[Cover, ...]:
    """Everything that shelters a target from a firer, each kind of terrain once (MA TEC cumulative)."""
    s = look.stands[target]
    known: dict[object, tuple[Cover, ...]] = known_of(look.world.table, "covers")
    key = look.stands[firer].at, s.at, s.moving, s.by_road
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = (*_ground(look, target), *_crest(look, firer, target), *_smoke(look, firer, target))
    return (*found, *_wreck(look, target)) if look.board.wrecks else found


def _ground(look: Situation, target: int) -> Iterator[Cover]:
    """The ground that holds its centre; soft ground only hampers a mover, and a road runs free of the rest."""
    s = look.stands[target]
    rows = {GROUND[feature.kind].terrain: feature.kind for feature in look.world.table.features_at(s.at)}
    for terrain, kind in rows.items():
        row = TERRAIN[terrain]
        counts = s.moving if row.mod_vehicle < 0 else not s.by_road
        if counts and row.mod_vehicle and terrain not in DIRECTED:
            yield _cover(row, f"target in {GROUND[kind].name.lower()}")


def _crest(look: Situation, firer: int, target: int) -> Iterator[Cover]:
    """MA TEC crest: the target is on a hilltop above the firer, or the fire comes to it through a crest."""
    table, s = look.world.table, look.stands[target]
    a, b = look.stands[firer].at, s.at
    start, end = table.point(a), table.point(b)
    level = table.level_at(b)
    for index, feature in enumerate(table.features):
        if GROUND[feature.kind].terrain != "hilltop_or_crest":
            continue
        if index in table.held_by(b):
            found = table.level_at(a) < level and not s.by_road
        else:
            through = table.tops[index] >= level and index not in table.held_by(a)
            found = through and meeting(start, end, feature.polygon) is Meeting.CROSSES
        if found:
            yield _cover(TERRAIN["hilltop_or_crest"], "over a crest")
            return


def _smoke(look: Situation, firer: int, target: int) -> Iterator[Cover]:
    """MA TEC smoke: fire into or out of it."""
    table = look.world.table
    held = (*table.features_at(look.stands[firer].at), *table.features_at(look.stands[target].at))
    if any(feature.kind == "smoke" for feature in held):
        yield _cover(TERRAIN["smoke"], "smoke")


def _wreck(look: Situation, target: int) -> Iterator[Cover]:
    """MA 09.01b: a wreck shelters whoever stands on it."""
    table = look.world.table
    x, y = table.point(look.stands[target].at)
    wrecks = [table.point(at) for at in look.board.wrecks]
    if any(abs(wx - x) <= WRECK_REACH and abs(wy - y) <= WRECK_REACH for wx, wy in wrecks):
        yield _cover(TERRAIN["wreck"], "target on a wreck")


def _cover(row: Terrain, words: str) -> Cover:
    return Cover(Modifier(row.mod_vehicle, words, row.rule), row.concealing)
