"""Hex maps drawn with Tiled (mapeditor.org), in its JSON format.

The map is hexagonal with stagger axis X and stagger index odd, so that even printed columns lie half a hex lower. It
has

* a tile layer `terrain`: the class of a tile (or its property `terrain`) is a kind of terrain;
* perhaps a tile layer `elevation`: the class of a tile (or its property `contour`) is a contour, 0 to 35;
* perhaps object layers `roads`, `hexsides` and `bridges`: polylines from hex to hex, each of a class (or property
  `kind`) such as `primary` or `hedge`. A hexside carries a feature where a line crosses it; a bridge needs no class.

The map's own properties `base_m`, `contour_m` and `name` are those of a draft.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Annotated, Any

import msgspec

from sandtable.board.fault import BoardError
from sandtable.board.hexdrafts import LEVELS, DraftHexsides, DraftRoad, MapDraft
from sandtable.board.hexes import Hex
from sandtable.board.hexmap import Legend, check_size

__all__ = ["TiledFault", "read_tiled", "write_tiled"]

WIDE, HIGH, SIDE = 64, 56, 32
"""The tiles that `write_tiled` makes, in pixels."""
FLAGS = 0x0FFFFFFF
"""Of a tile number; the bits above turn the tile round."""


class TiledFault(BoardError):
    """What is wrong with a map, and on which line of its file.

    >>> TiledFault("there is no layer terrain", 3).line
    3
    """

    def __init__(self, words: str, line: int) -> None:
        super().__init__(words)
        self.line = line


Pixel = Annotated[float, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Size = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class _Property(msgspec.Struct):
    name: str
    value: Any = None


class _Point(msgspec.Struct):
    x: Pixel
    y: Pixel


class _Object(msgspec.Struct):
    x: Pixel = 0
    y: Pixel = 0
    type: str = ""
    polyline: list[_Point] = []
    properties: list[_Property] = []


class _Layer(msgspec.Struct):
    name: str
    type: str = "tilelayer"
    data: list[int] | str = []
    objects: list[_Object] = []


class _Tile(msgspec.Struct):
    id: int
    type: str = ""
    properties: list[_Property] = []


class _Tileset(msgspec.Struct):
    firstgid: int
    tiles: list[_Tile] = []
    source: str = ""


class _Map(msgspec.Struct):
    width: int
    height: int
    layers: list[_Layer]
    tilesets: list[_Tileset]
    tilewidth: Size
    tileheight: Size
    hexsidelength: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    orientation: str = ""
    staggeraxis: str = ""
    staggerindex: str = ""
    infinite: bool = False
    properties: list[_Property] = []


def read_tiled(text: str, legend: Legend) -> MapDraft:
    """The draft of a map drawn with Tiled; TiledFault says what is wrong and where.

    >>> legend = Legend({".": "open", "w": "woods"}, roads=frozenset({"track"}))
    >>> drawn = MapDraft(2, 2, "..\\n.w", elevation="01\\n11", road=(DraftRoad("track", ("0101", "0102")),))
    >>> read_tiled(write_tiled(drawn, legend), legend) == drawn
    True
    >>> read_tiled("{}", legend)
    Traceback (most recent call last):
    sandtable.board.tiled.TiledFault: it is not a map of Tiled: Object missing required field `width`
    """
    try:
        tiled = msgspec.json.decode(text, type=_Map)
    except msgspec.ValidationError as wrong:
        raise TiledFault(f"it is not a map of Tiled: {wrong}", 1) from None
    except msgspec.DecodeError:
        raise _not_json(text) from None
    fault = _Fault(text)
    _check_shape(tiled, fault)
    layers = {layer.name: layer for layer in tiled.layers}
    signs = {kind: sign for sign, kind in legend.terrain.items()}
    kinds = _tile_names(tiled, "terrain")
    levels = _tile_names(tiled, "contour")
    if "terrain" not in layers:
        raise fault("there is no tile layer called terrain", "layers")
    own = {each.name: each.value for each in tiled.properties}
    numbers = {name: own.get(name, usual) for name, usual in (("base_m", 0), ("contour_m", 10))}
    for name, value in numbers.items():
        if type(value) is not int:
            raise fault(f"the property {name} is {value!r:.20}: give a whole number of metres", name)
    return MapDraft(
        width=tiled.width,
        height=tiled.height,
        terrain=_rows(tiled, layers["terrain"], kinds, signs, fault),
        elevation=_rows(tiled, layers["elevation"], levels, {str(n): sign for n, sign in enumerate(LEVELS)}, fault)
        if "elevation" in layers
        else "",
        base_m=numbers["base_m"],
        contour_m=numbers["contour_m"],
        road=tuple(DraftRoad(kind, tuple(map(str, way))) for kind, way in _lines(tiled, layers.get("roads"), fault)),
        hexside=tuple(DraftHexsides(_pairs(way), kind) for kind, way in _lines(tiled, layers.get("hexsides"), fault)),
        bridge=tuple(DraftHexsides(_pairs(way)) for _, way in _lines(tiled, layers.get("bridges"), fault, "bridge")),
        name=str(own.get("name", "")),
    )


class _Fault:
    """Makes the complaint about a part of a file: its line is the first that has the part's name."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")

    def __call__(self, words: str, part: str = "") -> TiledFault:
        found = (number for number, line in enumerate(self._lines, 1) if f'"{part}"' in line)
        return TiledFault(words, next(found, 1))


def _not_json(text: str) -> TiledFault:
    try:
        json.loads(text)
    except (ValueError, RecursionError) as fault:
        return TiledFault(f"it is not JSON: {getattr(fault, 'msg', 'nested too deep')}", getattr(fault, "lineno", 1))
    return TiledFault("it is not JSON", 1)


def _check_shape(tiled: _Map, fault: _Fault) -> None:
    try:
        check_size(tiled.width, tiled.height)
    except ValueError as words:
        raise fault(str(words), "width") from None
    if tiled.orientation != "hexagonal" or tiled.staggeraxis != "x" or tiled.staggerindex != "odd":
        raise fault("the map must be hexagonal, with stagger axis X and stagger index odd", "orientation")
    if tiled.infinite:
        raise fault("the map is infinite: give it a size", "infinite")
    for tileset in tiled.tilesets:
        if tileset.source:
            raise fault(f"the tileset {tileset.source[:40]!r} is a file of its own: embed it in the map", "source")


def _named(properties: Iterable[_Property], name: str) -> str:
    return next((str(each.value) for each in properties if each.name == name), "")


def _tile_names(tiled: _Map, name: str) -> dict[int, str]:
    return {
        tileset.firstgid + tile.id: _named(tile.properties, name) or tile.type
        for tileset in tiled.tilesets
        for tile in tileset.tiles
    }


def _rows(tiled: _Map, layer: _Layer, names: Mapping[int, str], signs: Mapping[str, str], fault: _Fault) -> str:
    """A tile layer as lines of signs."""
    if isinstance(layer.data, str):
        raise fault(f"the layer {layer.name} is packed: choose CSV as the format of its tiles", layer.name)
    if len(layer.data) != tiled.width * tiled.height:
        raise fault(
            f"the layer {layer.name} has {len(layer.data)} tiles for {tiled.width} x {tiled.height}", layer.name
        )
    rows = []
    for row in range(tiled.height):
        line = ""
        for column in range(tiled.width):
            number = layer.data[row * tiled.width + column] & FLAGS
            name = names.get(number, "")
            if name not in signs:
                where = f"the layer {layer.name} at {Hex.at(column + 1, row + 1)}"
                known = ", ".join(list(signs)[:40])
                what = f"has a tile called {name[:30]!r}" if name else "has no tile with a class"
                raise fault(f"{where} {what}: the names known are {known}", layer.name)
            line += signs[name]
        rows.append(line)
    return "\n".join(rows)


def _lines(tiled: _Map, layer: _Layer | None, fault: _Fault, usual: str = "") -> list[tuple[str, list[Hex]]]:
    """The polylines of an object layer, each as the hexes of its points."""
    found = []
    for each in layer.objects if layer is not None else ():
        kind = _named(each.properties, "kind") or each.type or usual
        assert layer is not None
        if not kind or len(each.polyline) < 2:
            raise fault(f"an object of the layer {layer.name} is no polyline, or has no class", layer.name)
        way = [_hex_at(tiled, each.x + point.x, each.y + point.y) for point in each.polyline]
        for one, other in pairwise(way):
            if one.distance(other) != 1:
                raise fault(f"a {kind[:30]} of the layer {layer.name} jumps from {one} to {other}", layer.name)
        found.append((kind, way))
    return found


def _pairs(way: list[Hex]) -> tuple[str, ...]:
    return tuple("-".join(map(str, sorted(pair))) for pair in pairwise(way))


def _centre(tiled: _Map, column: int, row: int) -> tuple[float, float]:
    """The middle of a hex in pixels, as Tiled draws it; columns and rows from 0."""
    across = (tiled.tilewidth + tiled.hexsidelength) / 2
    return column * across + tiled.tilewidth / 2, row * tiled.tileheight + tiled.tileheight / 2 * (1 + column % 2)


def _hex_at(tiled: _Map, x: float, y: float) -> Hex:
    """The hex whose middle is nearest; of equals the first."""
    across = (tiled.tilewidth + tiled.hexsidelength) / 2
    guess = round((x - tiled.tilewidth / 2) / across)
    best = None
    for column in range(guess - 1, guess + 2):
        down = round((y - tiled.tileheight / 2 * (1 + column % 2)) / tiled.tileheight)
        for row in range(down - 1, down + 2):
            centre = _centre(tiled, column, row)
            apart = (centre[0] - x) ** 2 + (centre[1] - y) ** 2
            if best is None or apart < best[0]:
                best = apart, column, row
    assert best is not None
    return Hex.at(best[1] + 1, best[2] + 1)


def write_tiled(draft: MapDraft, legend: Legend) -> str:
    """A draft as a map for Tiled, with a tile of each class and no pictures: give the tiles those you like.

    >>> '"hexagonal"' in write_tiled(MapDraft(1, 1, "."), Legend({".": "open"}))
    True
    """
    kinds = list(legend.terrain.values())
    tiles = [{"id": number, "type": kind} for number, kind in enumerate(kinds)]
    tiles += [{"id": len(kinds) + level, "type": str(level)} for level in range(len(LEVELS))]
    terrain = [1 + kinds.index(legend.terrain[sign]) for row in draft.terrain.split() for sign in row]
    layers: list[dict[str, Any]] = [_tile_layer("terrain", draft, terrain)]
    if draft.elevation:
        contours = [1 + len(kinds) + LEVELS.index(sign) for row in draft.elevation.split() for sign in row]
        layers.append(_tile_layer("elevation", draft, contours))
    layers.append(_object_layer("roads", [(road.kind, [road.hexes]) for road in draft.road]))
    for name, features in (("hexsides", draft.hexside), ("bridges", draft.bridge)):
        layers.append(_object_layer(name, [(each.kind, [pair.split("-") for pair in each.pairs]) for each in features]))
    tiled = {
        "type": "map",
        "version": "1.10",
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "staggeraxis": "x",
        "staggerindex": "odd",
        "width": draft.width,
        "height": draft.height,
        "tilewidth": WIDE,
        "tileheight": HIGH,
        "hexsidelength": SIDE,
        "infinite": False,
        "properties": [
            {"name": "base_m", "type": "int", "value": draft.base_m},
            {"name": "contour_m", "type": "int", "value": draft.contour_m},
            {"name": "name", "type": "string", "value": draft.name},
        ],
        "tilesets": [{"firstgid": 1, "name": "ground", "tilecount": len(tiles), "columns": 0, "tiles": tiles}],
        "layers": layers,
    }
    return json.dumps(tiled, indent=1) + "\n"


def _tile_layer(name: str, draft: MapDraft, data: list[int]) -> dict[str, Any]:
    return {"name": name, "type": "tilelayer", "width": draft.width, "height": draft.height, "data": data}


def _object_layer(name: str, lines: list[tuple[str, Any]]) -> dict[str, Any]:
    shape = _Map(1, 1, [], [], WIDE, HIGH, SIDE)
    objects: list[dict[str, Any]] = []
    for kind, ways in lines:
        for way in ways:
            hexes = [Hex(printed) for printed in way]
            points = [_centre(shape, hex.column - 1, hex.row - 1) for hex in hexes]
            (x, y), line = points[0], [{"x": px - points[0][0], "y": py - points[0][1]} for px, py in points]
            objects.append({"id": len(objects) + 1, "type": kind, "x": x, "y": y, "polyline": line})
    return {"name": name, "type": "objectgroup", "objects": objects}
