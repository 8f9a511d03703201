"""Reading hex maps: drafts with text grids, as the map files hold them, and sketches for tests."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import msgspec

from sandtable.board.fault import BoardError, at
from sandtable.board.hexes import Hex, Hexside
from sandtable.board.hexmap import HexMap, Legend, check_sides, check_size
from sandtable.kernel.learning import convert

NUMBERING = "CCRR, flat-topped, even columns half a hex lower"
LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"

T = TypeVar("T")


class DraftRoad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road: its kind and the hexes it passes, each adjacent to the one before.

    >>> track = DraftRoad("track", ("0101", "0102", "0202"))
    """

    kind: str
    hexes: tuple[str, ...]


class DraftHexsides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hexsides that carry one kind of feature, as pairs.

    >>> hedge = DraftHexsides(("0605-0705", "0606-0706"), kind="hedge")
    """

    pairs: tuple[str, ...]
    kind: str = "bridge"


D = TypeVar("D", DraftRoad, DraftHexsides)


class MapDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file: one character a hex, a line for each row.

    Elevation is drawn in contours: 0 to 9, then a to z for 10 to 35; the ground lies at
    base_m + contour_m x the contour.

    >>> draft = MapDraft(width=2, height=2, terrain="..\\n.w", elevation="01\\n11", base_m=180)
    """

    width: int
    height: int
    terrain: str
    elevation: str = ""
    base_m: int = 0
    contour_m: int = 10
    road: tuple[DraftRoad, ...] = ()
    hexside: tuple[DraftHexsides, ...] = ()
    bridge: tuple[DraftHexsides, ...] = ()
    name: str = ""
    numbering: str = NUMBERING


def read_map(draft: MapDraft | Mapping[str, Any], legend: Legend) -> HexMap:
    """The map of a draft, or of the plain dict that a map file gives.

    >>> legend = Legend({".": "open", "w": "woods"}, obstacles={"woods": 20}, hexsides={"hedge": 2})
    >>> crossing = read_map(
    ...     {
    ...         "width": 3, "height": 2, "base_m": 100,
    ...         "terrain": ".w.\\n...",
    ...         "elevation": "001\\n002",
    ...         "hexside": [{"kind": "hedge", "pairs": ["0101-0201"]}],
    ...     },
    ...     legend,
    ... )
    >>> crossing.terrain[crossing.index("0201")], crossing.elevation[crossing.index("0302")]
    ('woods', 120)
    """
    if not isinstance(draft, MapDraft):
        try:
            draft = convert(draft, MapDraft)
        except msgspec.ValidationError as fault:
            raise BoardError(f"the map file is not well formed: {fault}") from None
    check_size(draft.width, draft.height)
    if draft.numbering != NUMBERING:
        raise BoardError(f"the map is numbered {draft.numbering!r}; only {NUMBERING!r} is known")
    terrain = _grid("terrain", draft.terrain, draft, legend.terrain)
    contours = {sign: level for level, sign in enumerate(LEVELS)}
    drawn = draft.elevation or "\n".join(["0" * draft.width] * draft.height)
    elevation = _grid("elevation", drawn, draft, contours)
    return HexMap(
        width=draft.width,
        height=draft.height,
        terrain=tuple(terrain),
        elevation=tuple(draft.base_m + draft.contour_m * level for level in elevation),
        legend=legend,
        hexsides=_drawn("hexside", draft.hexside, _pairs, draft, legend.hexsides),
        roads=_drawn("road", draft.road, _links, draft, legend.roads),
        bridges=_drawn("bridge", draft.bridge, _pairs, draft, {"bridge"}).get("bridge", frozenset()),
        name=draft.name,
    )


def sketch_map(text: str, legend: Legend) -> HexMap:
    """A small map written as text, one thing a line: for tests and examples.

    A hex with its terrain and, if it is not 0, its elevation in metres; a hexside and its feature; a road
    with its kind and hexes; a bridge and its hexside. Hexes not named are ordinary ground at 0 m; the map
    ends with the last column and row that are named. What follows a # is a remark.

    >>> legend = Legend({".": "open", "w": "woods"}, hexsides={"hedge": 2}, roads=frozenset({"track"}))
    >>> ridge = sketch_map('''
    ...     0101 open
    ...     0102 woods 30     # the crest
    ...     0103 open
    ...     0102-0103 hedge
    ...     road track 0101 0102
    ... ''', legend)
    >>> ridge.width, ridge.height, ridge.elevation
    (1, 3, (0, 30, 0))
    """
    ground: dict[Hex, tuple[str, int]] = {}
    features: list[tuple[str, list[Hexside]]] = []
    roads: list[tuple[str, list[Hexside]]] = []
    bridges: list[tuple[str, list[Hexside]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match line.partition("#")[0].split():
            case []:
                pass
            case ["road", kind, *hexes]:
                roads.append((kind, _links(DraftRoad(kind, tuple(hexes)))))
            case ["bridge", pair]:
                bridges.append(("bridge", [Hexside(pair)]))
            case [pair, kind] if "-" in pair:
                features.append((kind, [Hexside(pair)]))
            case [printed, kind, *rest] if len(rest) < 2 and "-" not in printed:
                hex = Hex(printed)
                if hex in ground:
                    raise BoardError(f"line {number} of the sketch names hex {hex} a second time")
                ground[hex] = kind, _metres(hex, rest[0] if rest else "0")
            case _:
                raise BoardError(
                    f"line {number} of the sketch, {line.strip()!r}, is not understood: "
                    "write '0101 woods 20', '0101-0201 hedge', 'road track 0101 0102' or 'bridge 0101-0102'"
                )
    lines = _by_kind(features), _by_kind(roads), _by_kind(bridges)
    sides = [side for kinds in lines for group in kinds.values() for side in group]
    named = [*ground, *(hex for side in sides for hex in side)]
    if not named:
        raise BoardError("the sketch names no hex; write at least one, like '0101 open'")
    width, height = max(hex.column for hex in named), max(hex.row for hex in named)
    plain = next(iter(legend.terrain.values())), 0
    cells = [ground.get(Hex.at(c, r), plain) for c in range(1, width + 1) for r in range(1, height + 1)]
    return HexMap(
        width=width,
        height=height,
        terrain=tuple(kind for kind, _ in cells),
        elevation=tuple(metres for _, metres in cells),
        legend=legend,
        hexsides=lines[0],
        roads=lines[1],
        bridges=lines[2].get("bridge", frozenset()),
    )


def _grid(what: str, text: str, draft: MapDraft, signs: Mapping[str, T]) -> list[T]:
    rows = text.strip("\n").splitlines()
    if len(rows) != draft.height:
        raise BoardError(f"the {what} has {len(rows)} rows; the map is {draft.height} hexes high", (what,))
    for number, row in enumerate(rows, start=1):
        if len(row) != draft.width:
            words = f"row {number:02} of the {what} has {len(row)} characters; the map is {draft.width} wide"
            raise BoardError(words, (what, number - 1))
        for column, sign in enumerate(row, start=1):
            if sign not in signs:
                raise BoardError(
                    f"row {number:02}, column {column:02} of the {what} is {sign!r}; "
                    f"the characters known are {' '.join(signs)}",
                    (what, number - 1),
                )
    return [signs[rows[row][column]] for column in range(draft.width) for row in range(draft.height)]


def _metres(hex: Hex, written: str) -> int:
    try:
        return int(written)
    except ValueError:
        raise BoardError(f"the elevation of hex {hex} is {written!r}; write whole metres") from None


def _pairs(feature: DraftHexsides) -> list[Hexside]:
    try:
        return [Hexside(pair) for pair in feature.pairs]
    except ValueError as fault:
        raise BoardError(f"a {feature.kind} is misplaced: {fault}") from None


def _links(road: DraftRoad) -> list[Hexside]:
    if len(road.hexes) < 2:
        raise BoardError(f"a {road.kind} road needs two hexes or more; it has {len(road.hexes)}")
    try:
        return [Hexside(here, there) for here, there in pairwise(map(Hex, road.hexes))]
    except ValueError as fault:
        raise BoardError(f"a {road.kind} road is broken: {fault}") from None


def _drawn(
    part: str, drawn: Sequence[D], sides_of: Callable[[D], list[Hexside]], draft: MapDraft, known: Collection[str]
) -> dict[str, frozenset[Hexside]]:
    """The hexsides of a part of the draft by kind; what is wrong names the entry it is in."""
    found: dict[str, set[Hexside]] = {}
    for number, each in enumerate(drawn):
        with at(part, number):
            sides = sides_of(each)
            check_sides(part, each.kind, sides, known, Hex.at(draft.width, draft.height))
            _add(found, each.kind, sides)
    return {kind: frozenset(sides) for kind, sides in found.items()}


def _by_kind(groups: Iterable[tuple[str, list[Hexside]]]) -> dict[str, frozenset[Hexside]]:
    found: dict[str, set[Hexside]] = {}
    for kind, sides in groups:
        _add(found, kind, sides)
    return {kind: frozenset(sides) for kind, sides in found.items()}


def _add(found: dict[str, set[Hexside]], kind: str, sides: Iterable[Hexside]) -> None:
    known = found.setdefault(kind, set())
    for side in sides:
        if side in known:
            raise BoardError(f"the {kind} at {side} is given twice; once is enough")
        known.add(side)
