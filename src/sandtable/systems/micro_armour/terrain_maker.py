"""A random table that is fair to both: whatever lies in one half lies in the other, turned about (MA SCN map).

36 by 60 inches; woods on 10 to 30 percent in lots of 4 to 6 inches; at most two towns of 7 square inches together; a
good road from edge to edge; hills in pairs; poor roads and tracks if they are asked for (MA SCN tracks).
"""

from __future__ import annotations

import hashlib
import itertools
import math
from typing import Literal

import msgspec

from sandtable.board.tabledraft import DraftFeature, DraftRoad, DraftZone, Spot, TableDraft

__all__ = ["Hills", "SideRoads", "Towns", "fair_table", "woods_share"]

Towns = Literal["random", "none", "one", "two"]
Hills = Literal["random", "none", "one pair", "two pairs"]
SideRoads = Literal["none", "poor roads", "tracks", "both", "random"]

WIDTH, HEIGHT = 36, 60
QUARTER = 4
"""Everything is drawn in quarters of an inch."""
SIDE_ROADS: tuple[SideRoads, ...] = ("none", "poor roads", "tracks", "both")
EIGHTH_TURN = math.tan(math.pi / 8)
TRIES = 6000
EDGE = 2
"""Woods and hills keep this many inches from the edges where the forces enter."""


class _Lot(msgspec.Struct, frozen=True):
    """A round patch, in quarters of an inch."""

    x: int
    y: int
    radius: int

    def twin(self) -> _Lot:
        """The same in the other half."""
        return _Lot(WIDTH * QUARTER - self.x, HEIGHT * QUARTER - self.y, self.radius)

    def clear_of(self, other: _Lot, gap: int = 1) -> bool:
        """Whether two patches lie apart; the corners of an octagon are a twelfth farther out than its sides."""
        apart = (self.x - other.x) ** 2 + (self.y - other.y) ** 2
        return 144 * apart >= (13 * (self.radius + other.radius + gap)) ** 2

    def octagon(self, radius: int = 0) -> tuple[Spot, ...]:
        """Its outline in inches; with a radius, that of a smaller one in its middle."""
        x, y, r = self.x / QUARTER, self.y / QUARTER, (radius or self.radius) / QUARTER
        k = round(r * EIGHTH_TURN, 2)
        corners = ((-k, -r), (k, -r), (r, -k), (r, k), (k, r), (-k, r), (-r, k), (-r, -k))
        return tuple((round(x + dx, 2), round(y + dy, 2)) for dx, dy in corners)


class _Drawing:
    """Draws numbers from a seed, the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._key = seed.to_bytes(16, "big")
        self._drawn = 0

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        count = high - low + 1
        fair = (1 << 64) // count * count
        while True:
            self._drawn += 1
            block = hashlib.blake2b(self._drawn.to_bytes(8, "big"), key=self._key, digest_size=8).digest()
            number = int.from_bytes(block, "big")
            if number < fair:
                return low + number % count


def fair_table(
    seed: int, woods: int = 0, towns: Towns = "random", hills: Hills = "random", side_roads: SideRoads = "none"
) -> TableDraft:
    """A table from a seed; `woods` is their share in percent, 0 for one that is drawn.

    >>> table = fair_table(7, woods=20)
    >>> (table.width, table.height), round(woods_share(table))
    ((36, 60), 20)
    """
    draw = _Drawing(seed)
    road = _road(draw)
    taken: list[_Lot] = []
    features = [*_hills(draw, hills, road, taken), *_towns(draw, towns, road, taken)]
    share = woods or draw.between(12, 28)
    features = [*_woods(draw, share, road, taken), *features]
    return TableDraft(
        WIDTH,
        HEIGHT,
        name="A fair table",
        feature=tuple(features),
        road=(DraftRoad("good_road", road), *_side_roads(draw, side_roads, road)),
        zone={
            "SOUTH": DraftZone(((0, 0), (WIDTH, 0), (WIDTH, 1), (0, 1)), "the southern force comes on here"),
            "NORTH": DraftZone(
                ((0, HEIGHT - 1), (WIDTH, HEIGHT - 1), (WIDTH, HEIGHT), (0, HEIGHT)), "the northern force comes on here"
            ),
        },
    )


def woods_share(table: TableDraft) -> float:
    """How much of a table is woods, in percent."""
    area = sum(_area(each.polygon) for each in table.feature if each.kind == "woods")
    return 100 * area / (float(table.width) * float(table.height))


def _area(polygon: tuple[Spot, ...]) -> float:
    points = [(float(x), float(y)) for x, y in polygon]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))) / 2


def _road(draw: _Drawing) -> tuple[Spot, ...]:
    """From the southern edge to the northern, the same from both ends."""
    x, bend = draw.between(8, 28), draw.between(10, 24)
    middle: tuple[Spot, ...] = () if x == WIDTH // 2 else ((x, bend), (WIDTH - x, HEIGHT - bend))
    return ((x, 0), *middle, (WIDTH - x, HEIGHT))


def _side_roads(draw: _Drawing, wanted: SideRoads, road: tuple[Spot, ...]) -> list[DraftRoad]:
    """From the western edge to the good road, and the same from the eastern; through whatever is in the way."""
    if wanted == "random":
        wanted = SIDE_ROADS[draw.between(0, 3)]
    kinds = {"poor roads": ["poor_road"], "tracks": ["track"], "both": ["poor_road", "track"]}.get(wanted, [])
    found = []
    for kind in kinds:
        start, end = draw.between(10, 50), draw.between(12, 48)
        line = ((0, start), (_road_at(road, end), end))
        twin = tuple((WIDTH - x, HEIGHT - y) for x, y in line)
        found += [DraftRoad(kind, line), DraftRoad(kind, twin)]
    return found


def _road_at(road: tuple[Spot, ...], y: int) -> float:
    """How far east the road is at this height."""
    for (ax, ay), (bx, by) in itertools.pairwise([(float(x), float(north)) for x, north in road]):
        if ay <= y <= by:
            return round(ax + (y - ay) / (by - ay) * (bx - ax), 2)
    raise ValueError(f"the road does not pass {y} inches north")


def _off_road(lot: _Lot, road: tuple[Spot, ...], gap: float = 0.75) -> bool:
    x, y, radius = lot.x / QUARTER, lot.y / QUARTER, lot.radius / QUARTER
    return all(
        _gap(x, y, (float(a[0]), float(a[1])), (float(b[0]), float(b[1]))) >= radius + gap
        for a, b in itertools.pairwise(road)
    )


def _gap(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far a point is from a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - a[0] - along * dx, y - a[1] - along * dy)


def _lot(draw: _Drawing, low: int, high: int) -> _Lot:
    """A patch somewhere; radii in quarters of an inch."""
    radius = draw.between(low, high)
    x = draw.between(radius, WIDTH * QUARTER - radius)
    edge = radius + EDGE * QUARTER
    return _Lot(x, draw.between(edge, HEIGHT * QUARTER - edge), radius)


def _fits(lot: _Lot, road: tuple[Spot, ...], taken: list[_Lot], gap: int = 1) -> bool:
    return lot.clear_of(lot.twin(), gap) and _off_road(lot, road) and all(lot.clear_of(each, gap) for each in taken)


def _hills(draw: _Drawing, hills: Hills, road: tuple[Spot, ...], taken: list[_Lot]) -> list[DraftFeature]:
    """Hills with a hilltop each, in pairs; what is taken is the hilltop, since woods may grow on a slope."""
    wanted = {"none": 0, "one pair": 1, "two pairs": 2}.get(hills, -1)
    pairs = draw.between(1, 2) if wanted < 0 else wanted
    found: list[DraftFeature] = []
    whole: list[_Lot] = []
    for _ in range(TRIES):
        if len(whole) == 2 * pairs:
            break
        lot = _lot(draw, 14, 20)
        if not _fits(lot, road, whole):
            continue
        for each, name in ((lot, f"hill {len(whole) // 2 + 1}"), (lot.twin(), f"hill {len(whole) // 2 + 1} (twin)")):
            top = each.radius // 2
            found.append(DraftFeature("hill", each.octagon(), name, 1))
            found.append(DraftFeature("hilltop", each.octagon(top), f"top of {name}", 1))
            taken.append(_Lot(each.x, each.y, top))
        whole += [lot, lot.twin()]
    return found


def _towns(draw: _Drawing, towns: Towns, road: tuple[Spot, ...], taken: list[_Lot]) -> list[DraftFeature]:
    """One of 7 square inches in the middle, or a pair of half that beside the road."""
    which = ("none", "one", "two", "two")[draw.between(0, 3)] if towns == "random" else towns
    if which == "none":
        return []
    if which == "one":
        taken.append(_Lot(WIDTH * QUARTER // 2, HEIGHT * QUARTER // 2, 9))
        return [_houses(_Lot(WIDTH * QUARTER // 2, HEIGHT * QUARTER // 2, 0), 3.5, 2, "town")]
    for _ in range(TRIES):
        lot = _lot(draw, 6, 6)
        near = not _off_road(lot, road, 3)
        if near and _fits(lot, road, taken):
            taken += [lot, lot.twin()]
            return [_houses(lot, 2.5, 1.4, "hamlet"), _houses(lot.twin(), 2.5, 1.4, "hamlet (twin)")]
    return []


def _houses(lot: _Lot, width: float, height: float, name: str) -> DraftFeature:
    x, y = lot.x / QUARTER, lot.y / QUARTER
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    outline = tuple((round(x + dx * width / 2, 2), round(y + dy * height / 2, 2)) for dx, dy in corners)
    return DraftFeature("light_buildings", outline, name)


def _woods(draw: _Drawing, share: int, road: tuple[Spot, ...], taken: list[_Lot]) -> list[DraftFeature]:
    """Lots of 4 to 6 inches, in pairs, until there is enough."""
    found: list[DraftFeature] = []
    wanted = WIDTH * HEIGHT * share / 100
    least, most = WIDTH * HEIGHT * 0.1, WIDTH * HEIGHT * 0.3
    area = 0.0
    for _ in range(TRIES):
        lot = _lot(draw, 8, 12)
        more = 2 * _area(lot.octagon())
        if area + more > most or not _fits(lot, road, taken, 0):
            continue
        if area >= least and area + more / 2 >= wanted:
            break
        taken += [lot, lot.twin()]
        number = len(found) // 2 + 1
        found += [
            DraftFeature("woods", lot.octagon(), f"wood {number}"),
            DraftFeature("woods", lot.twin().octagon(), f"wood {number} (twin)"),
        ]
        area += more
    return found
