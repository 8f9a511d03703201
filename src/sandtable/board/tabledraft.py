"""Reading a table from the draft in a map file; every fault is one sentence that names the feature."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from sandtable.board.fault import BoardError, at
from sandtable.board.lattice import INCH, STEP, Lattice, Point, inch_text, inches
from sandtable.board.shapes import check_polygon
from sandtable.board.table import OPEN, Feature, Marker, Road, Table, Terrain, Zone
from sandtable.kernel.errors import shown
from sandtable.kernel.learning import convert

HIGHEST = 99
ORIGIN = "south-west"

Inches: TypeAlias = int | float | str
Spot: TypeAlias = tuple[Inches, Inches]


class DraftFeature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feature as drawn: lengths in inches.

    >>> DraftFeature("woods", ((0, 0), (3.5, 0), (0, "2.25")), name="Copse").level is None
    True
    """

    kind: str
    polygon: tuple[Spot, ...]
    name: str = ""
    level: int | None = None
    note: str = ""
    slope: Inches | None = None
    """Over how many inches from its outline the ground of a hill rises; without it, to its middle."""


class DraftRoad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road as drawn; one that gives no width has the width the rules give all roads.

    >>> DraftRoad("track", ((0, 6), (12, 6))).width is None
    True
    """

    kind: str
    line: tuple[Spot, ...]
    name: str = ""
    width: Inches | None = None
    note: str = ""


class DraftZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone as drawn; its name is its key.

    >>> DraftZone(((0, 0), (12, 0), (0, 1)), note="force 1 enters here").note
    'force 1 enters here'
    """

    polygon: tuple[Spot, ...]
    note: str = ""


class DraftMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named spot as drawn.

    >>> DraftMarker("ford", (31, 8)).at
    (31, 8)
    """

    name: str
    at: Spot
    note: str = ""


class TableDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file of an inch table.

    >>> TableDraft(width=48, height=36).origin
    'south-west'
    """

    width: Inches
    height: Inches
    name: str = ""
    origin: str = ORIGIN
    feature: tuple[DraftFeature, ...] = ()
    road: tuple[DraftRoad, ...] = ()
    zone: dict[str, DraftZone] = {}
    marker: tuple[DraftMarker, ...] = ()


def read_table(draft: TableDraft | Mapping[str, Any], chart: Mapping[str, Terrain], road_width: int = INCH) -> Table:
    """The table of a draft, or of the plain dict that a map file gives; the chart explains its kinds.

    >>> table = read_table(
    ...     {
    ...         "width": 12, "height": 8,
    ...         "feature": [{"kind": "woods", "name": "Copse", "polygon": [[1, 1], [3.5, 1], [3, "3.25"]]}],
    ...         "road": [{"kind": "track", "line": [[0, 6], [12, 6]]}],
    ...     },
    ...     {"woods": Terrain(blocks=True, height=1)},
    ... )
    >>> table.features[0].polygon, table.roads_at(table.read("5.0,6.5"))[0].kind
    (((100, 100), (350, 100), (300, 325)), 'track')
    """
    if isinstance(draft, Mapping):
        draft = _draft(draft)
    if draft.origin != ORIGIN:
        raise BoardError(f"the map counts inches from the {ORIGIN} corner, not from {shown(draft.origin)}", ("origin",))
    with at("width"):
        width = _length("the table's width", draft.width)
        Lattice(width, INCH)
    with at("height"):
        sheet = Lattice(width, _length("the table's height", draft.height))
    return Table(
        sheet.width,
        sheet.height,
        draft.name,
        tuple(_feature(number, drawn, chart, sheet) for number, drawn in enumerate(draft.feature)),
        tuple(_road(number, drawn, road_width, sheet) for number, drawn in enumerate(draft.road)),
        tuple(_zone(name, drawn, sheet) for name, drawn in draft.zone.items()),
        tuple(_marker(number, drawn, sheet) for number, drawn in enumerate(draft.marker)),
    )


def _draft(values: Mapping[str, Any]) -> TableDraft:
    try:
        return convert(values, TableDraft)
    except msgspec.ValidationError as fault:
        raise BoardError(f"the map is not drawn as a table: {_words(str(fault), values)}") from None


def _feature(number: int, drawn: DraftFeature, chart: Mapping[str, Terrain], sheet: Lattice) -> Feature:
    name = drawn.name or f"{drawn.kind} {number + 1}"
    if drawn.kind == OPEN or drawn.kind not in chart:
        known = ", ".join(kind for kind in chart if kind != OPEN)
        raise BoardError(
            f"{name}: the terrain chart has no kind {shown(drawn.kind)}: it has {known}",
            ("feature", number, "kind"),
        )
    if drawn.level is not None and not 0 <= drawn.level <= HIGHEST:
        raise BoardError(f"{name}: a level is 0 to {HIGHEST}, not {shown(drawn.level)}", ("feature", number, "level"))
    with at("feature", number, "slope"):
        slope = None if drawn.slope is None else _slope(name, drawn)
    terrain = chart[drawn.kind]
    with at("feature", number, "polygon"):
        outline = _polygon(name, drawn.polygon, sheet)
    return Feature(drawn.kind, name, outline, drawn.level, terrain.blocks, terrain.height, drawn.note, slope)


def _slope(name: str, drawn: DraftFeature) -> int:
    assert drawn.slope is not None
    slope = _length(f"{name}: its slope", drawn.slope)
    if drawn.level is None:
        raise BoardError(f"{name}: a slope is for ground with a level: add one, or leave the slope out")
    if slope < 0:
        raise BoardError(f"{name}: a slope is 0 inches or more, not {inch_text(slope)}")
    return slope


def _road(number: int, drawn: DraftRoad, road_width: int, sheet: Lattice) -> Road:
    name = drawn.name or f"{drawn.kind} {number + 1}"
    with at("road", number, "line"):
        line = _line(name, drawn.line, sheet)
    with at("road", number, "width"):
        width = road_width if drawn.width is None else _length(f"{name}: its width", drawn.width)
        if width < STEP:
            raise BoardError(f"{name}: a road is at least half an inch wide, not {inch_text(width)}")
    return Road(drawn.kind, name, line, width)


def _line(name: str, spots: Sequence[Spot], sheet: Lattice) -> tuple[Point, ...]:
    line = tuple(_point(name, "bend", index, spot) for index, spot in enumerate(spots, 1))
    if len(line) < 2:
        raise BoardError(f"{name}: a road needs at least two points")
    for index, (x, y) in enumerate(line):
        if not sheet.on_table(x, y):
            raise BoardError(f"{name}: bend {index + 1} ({inch_text(x)},{inch_text(y)}) is not on the table")
        if index and line[index] == line[index - 1]:
            raise BoardError(f"{name}: bend {index + 1} is the same as the bend before it")
    return line


def _zone(name: str, drawn: DraftZone, sheet: Lattice) -> Zone:
    with at("zone", name, "polygon"):
        return Zone(name, _polygon(f"zone {name}", drawn.polygon, sheet), drawn.note)


def _marker(number: int, drawn: DraftMarker, sheet: Lattice) -> Marker:
    with at("marker", number, "at"):
        x, y = _point(drawn.name, "spot", 1, drawn.at)
        if not sheet.on_table(x, y):
            raise BoardError(f"{drawn.name}: {inch_text(x)},{inch_text(y)} is not on the table")
    return Marker(drawn.name, x, y)


def _polygon(name: str, spots: Sequence[Spot], sheet: Lattice) -> tuple[Point, ...]:
    polygon = tuple(_point(name, "corner", index, spot) for index, spot in enumerate(spots, 1))
    check_polygon(name, polygon, sheet.width, sheet.height)
    return polygon


def _point(name: str, what: str, index: int, spot: Spot) -> Point:
    x, y = (_length(f"{name}: {what} {index}", value) for value in spot)
    return x, y


def _length(whose: str, value: Inches) -> int:
    try:
        return inches(value)
    except ValueError as fault:
        raise BoardError(f"{whose}: {fault}") from None


def _words(fault: str, draft: Mapping[str, Any]) -> str:
    """msgspec's complaint with the name of the feature, where the place it points to has one."""
    words, _, place = fault.partition(" - at `$.")
    group, _, rest = place.rstrip("`").partition("[")
    number, closed, _ = rest.partition("]")
    things = draft.get(group)
    if closed and number.isdigit() and isinstance(things, list) and int(number) < len(things):
        thing = things[int(number)]
        name = thing.get("name") if isinstance(thing, Mapping) else None
        return f"{name or f'{group} {int(number) + 1}'}: {words}"
    return f"{words} (at {place.rstrip('`')})" if place else words
