"""The table: a sheet of half-inch points with woods, hills, houses and roads laid on it.

A table is an immutable value. What it says of its points (which features hold them, their ground and level) is
worked out once, when first asked, and kept beside the value.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from importlib import import_module
from itertools import compress
from typing import Any

import msgspec

from sandtable.board.fault import BoardError
from sandtable.board.heights import slopes
from sandtable.board.lattice import STEP, Lattice, Point
from sandtable.board.outlines import on_outline
from sandtable.board.shapes import Polygon, holds, segment_gap, spans
from sandtable.board.stands import Base

OPEN = "open"
"""The kind of the ground where no feature lies."""


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a terrain chart says of one kind: does it block sight, and how many levels does it rise.

    A hill's height is 0: its level already says how high it is. A kind that blocks at any level rises 99.

    >>> chart = {"woods": Terrain(blocks=True, height=1), "hill": Terrain(blocks=True), "rough": Terrain()}
    """

    blocks: bool = False
    height: int = 0


class Feature(msgspec.Struct, frozen=True):
    """A piece of terrain: its kind, name and outline, the level of its ground if it sets one, and over what width
    that ground rises if it is flat from there on.

    >>> Feature("hill", "Low hill", ((0, 0), (400, 0), (0, 400)), level=1).holds((200, 200))
    True
    """

    kind: str
    name: str
    polygon: Polygon
    level: int | None = None
    blocks: bool = False
    height: int = 0
    note: str = ""
    slope: int | None = None

    def holds(self, point: Point) -> bool:
        """Whether the point is in the feature; its edge belongs to it.

        >>> Feature("woods", "Copse", ((0, 0), (400, 0), (0, 400))).holds((201, 200))
        False
        """
        return holds(self.polygon, point)


class Road(msgspec.Struct, frozen=True):
    """A road along a line, from one bend to the next.

    >>> Road("track", "", ((0, 0), (800, 0)), width=100).holds((300, 50))
    True
    """

    kind: str
    name: str
    line: tuple[Point, ...]
    width: int

    def holds(self, point: Point) -> bool:
        """Whether the point is on the road: at most half its width from its line.

        >>> Road("track", "", ((0, 0), (800, 0)), width=100).holds((300, 51))
        False
        """
        for a, b in zip(self.line, self.line[1:], strict=False):
            gap, parts = segment_gap(point, a, b)
            if 4 * gap <= self.width * self.width * parts:
                return True
        return False


class Zone(msgspec.Struct, frozen=True):
    """A part of the table that a scenario names: where a force sets up or enters.

    >>> Zone("US", ((0, 0), (400, 0), (400, 100), (0, 100))).holds((400, 50))
    True
    """

    name: str
    polygon: Polygon
    note: str = ""

    def holds(self, point: Point) -> bool:
        """Whether the point is in the zone; its edge belongs to it.

        >>> Zone("US", ((0, 0), (400, 0), (400, 100), (0, 100))).holds((401, 50))
        False
        """
        return holds(self.polygon, point)


class Marker(msgspec.Struct, frozen=True):
    """A named spot: an objective, a bridge, a ford.

    >>> Marker("Objective: farm", 2300, 2650).at
    (2300, 2650)
    """

    name: str
    x: int
    y: int

    @property
    def at(self) -> Point:
        """The spot.

        >>> Marker("ford", 10, 20).at
        (10, 20)
        """
        return self.x, self.y


class Table(Lattice, frozen=True, dict=True):
    """A table and everything that lies on it. Where features overlap, the later one in the list counts.

    >>> wood = Feature("woods", "Copse", ((0, 0), (200, 0), (200, 200), (0, 200)), blocks=True, height=1)
    >>> table = Table(600, 400, features=(wood,))
    >>> table.ground_at(table.read("1.0,1.0")), table.ground_at(table.read("2.5,1.0"))
    ('woods', 'open')
    """

    name: str = ""
    features: tuple[Feature, ...] = ()
    roads: tuple[Road, ...] = ()
    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()

    def base(self, position: int, heading: int = 0, side: int = 100) -> Base:
        """The base of a stand whose centre is at this position.

        >>> Table(600, 400).base(0, heading=6)
        Base(x=0, y=0, heading=6, side=100)
        """
        x, y = self.point(position)
        return Base(x, y, heading, side)

    def features_at(self, position: int) -> tuple[Feature, ...]:
        """All features that hold this position, in the order of the list.

        >>> Table(600, 400).features_at(0)
        ()
        """
        return tuple(self.features[index] for index in self.held_by(position))

    def held_by(self, position: int) -> list[int]:
        """The numbers in the list of the features that hold this position.

        >>> Table(600, 400).held_by(0)
        []
        """
        size = len(self.ground)
        if not 0 <= position < size:
            raise BoardError(f"position {position} is not on this table")
        return list(compress(range(len(self.features)), self.layers[position::size]))

    def ground_at(self, position: int) -> str:
        """The kind of ground at this position: that of the last feature in the list that holds it.

        >>> Table(600, 400).ground_at(0)
        'open'
        """
        return self.kinds[self.ground[position]]

    def level_at(self, position: int) -> int:
        """The level of the ground at this position: that of the last feature holding it that sets one.

        >>> Table(600, 400).level_at(0)
        0
        """
        return self.levels[position]

    def roads_at(self, position: int) -> tuple[Road, ...]:
        """All roads on which this position lies.

        >>> Table(600, 400).roads_at(0)
        ()
        """
        size = len(self.ground)
        return tuple(road for index, road in enumerate(self.roads) if self.road_layers[index * size + position])

    def on_road(self, position: int) -> bool:
        """Whether this position lies on a road.

        >>> Table(600, 400).on_road(0)
        False
        """
        return self._on_a_road[position] == 1

    @cached_property
    def _on_a_road(self) -> bytes:
        """A byte for each position: 1 where it is on any road."""
        size = self.columns * self.rows
        layers = [self.road_layers[index * size : (index + 1) * size] for index in range(len(self.roads))]
        return bytes(map(max, *layers)) if len(layers) > 1 else layers[0] if layers else bytes(size)

    def zone(self, name: str) -> Zone:
        """The zone of this name.

        >>> Table(600, 400, zones=(Zone("US", ((0, 0), (600, 0), (0, 400))),)).zone("US").holds((100, 0))
        True
        """
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise BoardError(f"the table has no zone {name!r}")

    def without(self, absent: Sequence[int]) -> "Table":
        """The same table without some of its features, named by their numbers; cheap, because the others keep what
        is known of them.

        >>> wood = Feature("woods", "Copse", ((0, 0), (200, 0), (200, 200), (0, 200)))
        >>> Table(600, 400, features=(wood,)).without([0]).ground_at(0)
        'open'
        """
        kept = [index for index in range(len(self.features)) if index not in absent]
        table = msgspec.structs.replace(self, features=tuple(self.features[index] for index in kept))
        size = self.columns * self.rows
        table.__dict__["layers"] = b"".join(self.layers[index * size : (index + 1) * size] for index in kept)
        table.__dict__["road_layers"] = self.road_layers
        if "heights" in self.__dict__ and all(self.features[index].level is None for index in absent):
            table.__dict__["heights"] = self.heights
        return table

    @cached_property
    def layers(self) -> bytes:
        """One layer for each feature, a byte for each position: 1 where the feature holds it."""
        return b"".join(_layer(self, feature.polygon) for feature in self.features)

    @cached_property
    def road_layers(self) -> bytes:
        """One layer for each road, a byte for each position: 1 where it is on the road."""
        return b"".join(_road_layer(self, road) for road in self.roads)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of ground on this table, open first, then as they come in the list."""
        return tuple(dict.fromkeys((OPEN, *(feature.kind for feature in self.features))))

    @cached_property
    def ground(self) -> bytes:
        """For each position the number of its kind of ground in `kinds`."""
        ground = bytearray(self.columns * self.rows)
        for index, feature in enumerate(self.features):
            _paint(ground, self.layers, index, self.kinds.index(feature.kind))
        return bytes(ground)

    @cached_property
    def levels(self) -> bytes:
        """For each position the level of its ground."""
        levels = bytearray(self.columns * self.rows)
        for index, feature in enumerate(self.features):
            if feature.level is not None:
                _paint(levels, self.layers, index, feature.level)
        return bytes(levels)

    @cached_property
    def heights(self) -> list[int]:
        """For each position how high it lies on its slope: see `heights.slopes`."""
        size = self.columns * self.rows
        widths: list[int | None] = [None] * size
        for index, feature in enumerate(self.features):
            if feature.level is not None:
                layer = self.layers[index * size : (index + 1) * size]
                widths = [feature.slope if held else width for held, width in zip(layer, widths, strict=True)]
        return slopes(self._feet, self.columns, widths)

    @cached_property
    def _feet(self) -> bytes:
        """The levels, but a point on the outline of a hill is at its foot: it has the level of the ground below it."""
        levels, found = self.levels, bytearray(self.levels)
        for feature in self.features:
            for x, y in on_outline(feature.polygon, self.width, self.height) if feature.level is not None else ():
                around = [(x + dx * STEP, y + dy * STEP) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
                position = self.position(x, y)
                near = [levels[self.position(*point)] for point in around if self.on_table(*point)]
                below = [level for level in near if level < levels[position]]
                found[position] = max(below, default=levels[position])
        return bytes(found)

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """For each feature the level of its top: its height above the level it stands on.

        That level is its own, if it sets one; otherwise the level on which most of its points lie, and of two
        with equally many the higher. A feature so small that it holds no point asks those nearest to its corners.
        """
        return tuple(self._level_under(index) + feature.height for index, feature in enumerate(self.features))

    def _level_under(self, index: int) -> int:
        feature = self.features[index]
        if feature.level is not None:
            return feature.level
        size = len(self.levels)
        layer = self.layers[index * size : (index + 1) * size]
        under = bytes(level for level, inside in zip(self.levels, layer, strict=True) if inside)
        if not under:
            under = bytes(self.levels[self.snap(x, y)] for x, y in feature.polygon)
        return max(set(under), key=lambda level: (under.count(level), level))

    @cached_property
    def packed(self) -> Any:
        """The table as the compiled loops read it; only to be asked for where they are installed."""
        return kernels("tablekernels").pack_table(self)


def _layer(table: Table, polygon: Polygon) -> bytes:
    columns, rows = table.columns, table.rows
    layer = bytearray(columns * rows)
    ys = [y for _, y in polygon]
    for row in range(max(0, min(ys) // STEP), min(rows - 1, max(ys) // STEP) + 1):
        for first, last in spans(polygon, row * STEP, STEP):
            west, east = max(0, first), min(columns - 1, last)
            if west <= east:
                layer[row * columns + west : row * columns + east + 1] = b"\1" * (east - west + 1)
    return bytes(layer)


def _road_layer(table: Table, road: Road) -> bytes:
    columns = table.columns
    layer = bytearray(columns * table.rows)
    xs, ys = [x for x, _ in road.line], [y for _, y in road.line]
    first, last = max(0, (min(xs) - road.width) // STEP), min(columns - 1, (max(xs) + road.width) // STEP)
    for row in range(max(0, (min(ys) - road.width) // STEP), min(table.rows - 1, (max(ys) + road.width) // STEP) + 1):
        for column in range(first, last + 1):
            if road.holds((column * STEP, row * STEP)):
                layer[row * columns + column] = 1
    return bytes(layer)


def _paint(sheet: bytearray, layers: bytes, index: int, value: int) -> None:
    size = len(sheet)
    start = layers.find(1, index * size, (index + 1) * size)
    while start >= 0:
        end = layers.find(0, start, (index + 1) * size)
        end = end if end >= 0 else (index + 1) * size
        sheet[start - index * size : end - index * size] = bytes([value]) * (end - start)
        start = layers.find(1, end, (index + 1) * size)


@cache
def kernels(module: str) -> Any:
    """A module of compiled loops, or None where numba is not installed and the plain ones serve as well.

    >>> kernels("tablekernels") is None or hasattr(kernels("tablekernels"), "visible")
    True
    """
    try:
        return import_module(f"sandtable.board.{module}")
    except ImportError:
        return None
