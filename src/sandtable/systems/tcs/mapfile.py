"""Maps of TCS: in the scenario itself, or in a file beside it, as text or as a map of Tiled (docs/maps.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.board.fault import BoardError, Place
from sandtable.board.hexdrafts import MapDraft, read_map
from sandtable.board.hexes import Hex
from sandtable.board.hexmap import HexMap
from sandtable.board.tiled import read_tiled, write_tiled
from sandtable.kernel.datafile import complaint, load_toml
from sandtable.kernel.errors import ScenarioError, ScenarioFault
from sandtable.kernel.learning import convert
from sandtable.systems.tcs.ground import OwnTerrain, chart_with, legend
from sandtable.systems.tcs.tables import Terrain

__all__ = ["as_tiled", "checked", "hexes_of", "map_of"]


def checked(draft: MapDraft, chart: Mapping[str, Terrain]) -> HexMap:
    """The map of a draft; ScenarioFault names the part of it that is wrong."""
    try:
        return read_map(draft, legend(chart))
    except BoardError as fault:
        raise ScenarioFault(fault.place, str(fault)) from None


def map_of(text: str, file: str, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """The map in a file of its own, as it would stand in the scenario: Tiled's JSON (`.tmj`, `.json`), or TOML."""
    try:
        chart = chart_with(convert(scenario.get("terrain", []), tuple[OwnTerrain, ...]))
    except (msgspec.ValidationError, ValueError):
        chart = chart_with(())  # a mistake there is reported when the scenario is read
    if file.endswith((".tmj", ".json")):
        try:
            draft = read_tiled(text, legend(chart))
            read_map(draft, legend(chart))
        except ValueError as fault:
            raise ScenarioError(f"{file} line {getattr(fault, 'line', 1)}: {fault}") from None
    else:
        draft = load_toml(text, file, MapDraft)
        try:
            checked(draft, chart)
        except ScenarioFault as fault:
            raise complaint(text, file, fault.place, str(fault)) from None
    made: dict[str, Any] = msgspec.to_builtins(draft)
    return made


def as_tiled(draft: MapDraft, own: tuple[OwnTerrain, ...] = ()) -> str:
    """A map for Tiled, to go on drawing there.

    >>> "hexagonal" in as_tiled(MapDraft(1, 1, "."))
    True
    """
    return write_tiled(draft, legend(chart_with(own)))


def hexes_of(map: HexMap, text: str, place: Place) -> tuple[int, ...]:
    """The hexes of a text such as `0102-0211, 0506`: hexes, and rectangles of columns and rows."""
    found: dict[int, None] = {}
    for part in filter(None, re.split(r"[,\s]+", text)):
        one, dash, other = part.partition("-")
        try:
            first, last = Hex(one), Hex(other if dash else one)
            if first.column > last.column or first.row > last.row:
                raise ValueError(f"{part[:20]} runs backwards: write the upper left hex first, like 0102-0211.")
            for column in range(first.column, last.column + 1):
                for row in range(first.row, last.row + 1):
                    found[map.index(Hex.at(column, row))] = None
        except ValueError as fault:
            raise ScenarioFault(place, str(fault)) from None
    if not found:
        raise ScenarioFault(place, "no hex is named: write hexes and rectangles, like 0102-0211, 0506")
    return tuple(sorted(found))
