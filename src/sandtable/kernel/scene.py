"""What a client draws of a game and that never changes: the ground, and the roster of pieces.

A system fills it in; a client draws any system from it. Lengths of a table are hundredths of an inch with the origin in
the south-west corner; a place on it is the number of a lattice point, on a hex map the number of a hex.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

__all__ = [
    "Cell",
    "Edge",
    "HexScene",
    "Line",
    "Outline",
    "Piece",
    "Scene",
    "Span",
    "Spot",
    "TableScene",
]

Corner: TypeAlias = tuple[int, int]


class Span(msgspec.Struct, frozen=True):
    """How far a weapon reaches on a hex map, in hexes: `kind` is fire, missile or air (at what flies).

    `least` is the nearest hex it hits; nearer than that it cannot fire.
    """

    words: str
    reach: int
    kind: str = "fire"
    least: int = 0


class Piece(msgspec.Struct, frozen=True):
    """A stand, counter or vehicle: what never changes of it. `symbol` is a 2525C symbol code without affiliation."""

    id: int
    name: str
    side: int
    symbol: str
    kind: str
    formation: str = ""
    faces: bool = False
    arc: int = 0
    """How many degrees its front is wide, if it matters where it faces."""
    leader: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    """What its data card says: label and value."""
    rings: tuple[tuple[str, int], ...] = ()
    """How far it moves and shoots, each with its word and in hundredths of an inch: rings around it when in hand."""
    spans: tuple[Span, ...] = ()
    """The same on a hex map, in hexes."""
    rating: int | None = None
    """What the chances on its data card depend on, such as its cohesion."""
    left: str = ""
    """Printed on the counter beside its steps: its fire, such as `5` or `6p`; `right` its morale."""
    right: str = ""


class Outline(msgspec.Struct, frozen=True):
    """A feature or zone of a table: its edge, and the level of its ground if it sets one."""

    kind: str
    name: str
    polygon: tuple[Corner, ...]
    level: int | None = None
    words: str = ""
    """What the ground does, for those who point at it."""


class Line(msgspec.Struct, frozen=True):
    """A road, a stream: along the corners of a table, or along the hexes of a map."""

    kind: str
    name: str
    points: tuple[Corner, ...] = ()
    cells: tuple[int, ...] = ()
    width: int = 0


class Spot(msgspec.Struct, frozen=True):
    """A named place."""

    name: str
    at: int


class TableScene(msgspec.Struct, frozen=True, tag="table"):
    """An inch table. Point n stands at (n % columns, n // columns) steps from the south-west corner."""

    width: int
    height: int
    step: int
    columns: int
    rows: int
    base: int
    """The side of a stand's base."""
    pieces: tuple[Piece, ...]
    features: tuple[Outline, ...] = ()
    roads: tuple[Line, ...] = ()
    spots: tuple[Spot, ...] = ()
    zones: tuple[Outline, ...] = ()


class Cell(msgspec.Struct, frozen=True):
    """A hex: its printed number, terrain and elevation. Columns and rows count from 1."""

    id: int
    label: str
    column: int
    row: int
    terrain: str
    elevation: int = 0


class Edge(msgspec.Struct, frozen=True):
    """A feature along the side between two hexes: hedge, stream, cliff."""

    kind: str
    one: int
    other: int


class HexScene(msgspec.Struct, frozen=True, tag="hexes"):
    """A hex map with flat tops: even columns stand half a hex lower."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    edges: tuple[Edge, ...] = ()
    roads: tuple[Line, ...] = ()
    spots: tuple[Spot, ...] = ()
    names: tuple[Spot, ...] = ()
    """What the author of the map calls villages, hills and woods."""
    metres: int = 0
    """The width of a hex; 0 if the game does not say."""


Scene: TypeAlias = TableScene | HexScene
