"""What the ground does for a target, on the test to fire and on the die (MA 07.01.03, TEC)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.board.lattice import STEP
from sandtable.board.shapes import Meeting
from sandtable.board.table import Table
from sandtable.board.tablesight import line_meetings
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
    level = table.level_at(b)
    crests = _crests(table)
    if not crests:
        return
    from_it, on_it = table.held_by(a), table.held_by(b)
    met = b""
    for index in crests:
        if index in on_it:
            found = table.level_at(a) < level and not s.by_road
        elif table.tops[index] >= level and index not in from_it:
            met = met or line_meetings(table, a, b)
            found = met[index] == Meeting.CROSSES
        else:
            found = False
        if found:
            yield _cover(TERRAIN["hilltop_or_crest"], "over a crest")
            return


def _crests(table: Table) -> list[int]:
    """The features of a table that are hilltops or crests; kept beside it."""
    known: dict[str, list[int]] = known_of(table, "crests")
    if "all" not in known:
        kinds = [GROUND[feature.kind].terrain for feature in table.features]
        known["all"] = [index for index, kind in enumerate(kinds) if kind == "hilltop_or_crest"]
    return known["all"]


def _smoke(look: Situation, firer: int, target: int) -> Iterator[Cover]:
    """MA TEC smoke: fire into or out of it."""
    table = look.world.table
    held = (*table.features_at(look.stands[firer].at), *table.features_at(look.stands[target].at))
    if any(feature.kind == "smoke" for feature in held):
        yield _cover(TERRAIN["smoke"], "smoke")


def _wreck(look: Situation, target: int) -> Iterator[Cover]:
    """MA 09.01b: a wreck shelters whoever stands on it."""
    if look.stands[target].at in _on_wrecks(look):
        yield _cover(TERRAIN["wreck"], "target on a wreck")


def _on_wrecks(look: Situation) -> frozenset[int]:
    """The points on the wrecks there are now; kept beside the table until there is another wreck."""
    table, wrecks = look.world.table, look.board.wrecks
    known: dict[str, tuple[tuple[int, ...], frozenset[int]]] = known_of(table, "wrecks")
    found = known.get("now")
    if found is None or found[0] != wrecks:
        reach = range(-WRECK_REACH, WRECK_REACH + 1, STEP)
        around = [(x + dx, y + dy) for x, y in table.points(wrecks) for dx in reach for dy in reach]
        points = frozenset([table.position(x, y) for x, y in around if table.on_table(x, y)])
        found = known["now"] = wrecks, points
    return found[1]


def _cover(row: Terrain, words: str) -> Cover:
    return Cover(Modifier(row.mod_vehicle, words, row.rule), row.concealing)
