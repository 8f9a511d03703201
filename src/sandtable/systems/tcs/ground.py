"""The ground: the terrain chart with a scenario's own lines, what it costs to move over it, and what it covers.

TCS 1.0e, 8.0b, 20.1. The map itself is the board's (`board/hexmap.py`): hexes, hexsides, roads and heights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from sandtable.board.hexes import STEPS, along
from sandtable.board.hexmap import HexMap, Legend
from sandtable.board.hexpaths import MoveCosts, Movement
from sandtable.board.hexsight import view_from
from sandtable.systems.tcs.tables import SIXTHS, TERRAIN, TYPES, Terrain

__all__ = ["CLASSES", "OPEN", "Ground", "OwnTerrain", "chart_with", "legend"]

CLASSES = ("foot", "tracked", "wheeled")
BILLIARD, OPEN, PARTLY, PROTECTIVE = range(4)
"""The types of terrain by their numbers."""
CREST = "crest"
"""The hexside that marks a crest on the map (TCS 8.0f)."""


class OwnTerrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's own line of the terrain chart: it replaces the generic one of that name, or adds one (TCS 1.0e).

    Costs are movement points such as "1", "1/2", "P" for prohibited or "NE" for no effect. What is not given stays as
    the generic chart has it.
    """

    kind: str
    place: Literal["hex", "side", "road"] | None = None
    sign: str | None = None
    type: Literal["billiard", "open", "partly", "protective", "other"] | None = None
    foot: str | None = None
    tracked: str | None = None
    wheeled: str | None = None
    height: int | None = None


def chart_with(own: Iterable[OwnTerrain]) -> dict[str, Terrain]:
    """The generic terrain chart with a scenario's own lines in it; ValueError says what is wrong with one.

    >>> chart_with([OwnTerrain("woods", foot="2")])["woods"].foot
    Fraction(2, 1)
    >>> chart_with([OwnTerrain("orchard", foot="many")])
    Traceback (most recent call last):
    ValueError: orchard is not in the generic chart: give it place, type, foot, tracked, wheeled
    """
    chart = dict(TERRAIN)
    for line in own:
        before = chart.get(line.kind)
        needed = [name for name in ("place", "type", *CLASSES) if getattr(line, name) is None]
        if before is None and needed:
            raise ValueError(
                f"{line.kind} is not in the generic chart: give it {', '.join(('place', 'type', *CLASSES))}"
            )
        given = {
            name: _cost(line.kind, value) if name in CLASSES else value
            for name, value in msgspec.structs.asdict(line).items()
            if value is not None
        }
        known = {} if before is None else msgspec.structs.asdict(before)
        chart[line.kind] = Terrain(**{"sign": "", "height": 0, **known, **given, "rule": "TCS 1.0e"})
    return chart


def _cost(kind: str, text: str) -> Fraction | str:
    if text in ("P", "NE"):
        return text
    try:
        cost = Fraction(text)
    except (ValueError, ZeroDivisionError):
        cost = Fraction(-1)
    if not 0 <= cost <= 99 or (cost * SIXTHS).denominator != 1:
        raise ValueError(f"the cost of {kind} is {text[:20]!r}: write movement points such as 1, 1/2, 1/3, P or NE")
    return cost


def legend(chart: Mapping[str, Terrain]) -> Legend:
    """What the signs of a map mean under this chart.

    >>> legend(TERRAIN).terrain["w"]
    'woods'
    """
    return Legend(
        terrain={each.sign: each.kind for each in chart.values() if each.place == "hex"},
        obstacles={each.kind: each.height for each in chart.values() if each.place == "hex" and each.height},
        hexsides={each.kind: each.height for each in chart.values() if each.place == "side"},
        roads=frozenset(each.kind for each in chart.values() if each.place == "road"),
    )


class Ground(msgspec.Struct, frozen=True, dict=True):
    """A map under a terrain chart, with what is asked of it all the time worked out once."""

    map: HexMap
    chart: Mapping[str, Terrain]

    def __hash__(self) -> int:
        return hash(self.map)

    @cached_property
    def size(self) -> int:
        """How many hexes there are."""
        return len(self.map)

    @cached_property
    def types(self) -> bytes:
        """The type of each hex by its number: `TYPES` (TCS 20.1i)."""
        return bytes(TYPES.index(self.chart[kind].type) for kind in self.map.terrain)

    @cached_property
    def bare(self) -> bool:
        """Whether any of it is a billiard table."""
        return BILLIARD in self.types

    @cached_property
    def _ranges(self) -> list[bytes | None]:
        """The range from a hex to all others; None where nobody has asked yet."""
        return [None] * self.size

    def in_words(self, hex: int) -> str:
        """The terrain of a hex, and what it is for fire: `village, protective` (TCS 11.2)."""
        kind = self.map.terrain[hex]
        shelter = {"partly": "partly protective", "protective": "protective", "billiard": "billiard table"}
        sort = shelter.get(self.chart[kind].type or "", "")
        name = kind.replace("_", " ")
        return f"{name}, {sort}" if sort else f"{name} ground" if name == "open" else name

    def distance(self, one: int, other: int) -> int:
        """The range between two hexes."""
        row = self._ranges[one]
        return self.ranges(one)[other] if row is None else row[other]

    def ranges(self, hex: int) -> bytes:
        """The range from a hex to each hex of the map."""
        row = self._ranges[hex]
        if row is None:
            apart, keys, middle = _apart(self.map.width, self.map.height)
            start, height = middle - keys[hex], self.map.height  # the keys of a column follow on each other
            columns = [start + key for key in keys[::height]]
            row = self._ranges[hex] = b"".join([apart[first : first + height] for first in columns])
        return row

    @cached_property
    def _within(self) -> dict[tuple[int, int], int]:
        return {}

    def within(self, hex: int, radius: int) -> int:
        """The hexes in range, as a bit mask."""
        found = self._within.get((hex, radius))
        if found is None:
            found = self._within[hex, radius] = self.map.within(hex, radius)
        return found

    @cached_property
    def _views(self) -> dict[tuple[int, int, int, int], int]:
        return {}

    def view(self, hex: int, smoke: int = 0, visibility: int = 0, eye: int = 0) -> int:
        """The hexes in sight, itself included, as a bit mask; visibility 0 is no limit (TCS 7.0a, 8.0)."""
        if smoke and visibility:
            smoke &= self.within(hex, visibility)  # what is beyond hides nothing that could be seen
        key = hex, smoke, visibility, eye
        found = self._views.get(key)
        if found is None:
            if len(self._views) > 20_000:
                self._views.clear()
            found = view_from(self.map, hex, smoke=smoke, eye=eye, target=eye)
            found = self._views[key] = found & self.within(hex, visibility) if visibility else found
        return found

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The hexes beside each hex."""
        return tuple(self.map.neighbours(hex) for hex in range(self.size))

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """The same as bit masks."""
        return tuple(self.map.mask(each) for each in self.neighbours)

    # Movement

    @cached_property
    def movements(self) -> dict[str, Movement]:
        """The map as each class of unit moves over it, in sixths of a movement point (TCS 20.1)."""
        return {
            **{each: Movement(self.map, self._costs(each, roads=True)) for each in CLASSES},
            "helicopter": Movement(self.map, self._air),
        }

    @property
    def _air(self) -> MoveCosts:
        """What it costs to fly: the same over all ground (ME 4.1b1)."""
        lines = self.chart.values()
        return MoveCosts(
            terrain={each.kind: SIXTHS for each in lines if each.place == "hex"},
            hexsides={each.kind: 0 for each in lines if each.place == "side"},
            roads={},
        )

    @cached_property
    def off_road(self) -> dict[str, Movement]:
        """The same without its roads."""
        return {each: Movement(self.map, self._costs(each, roads=False)) for each in CLASSES}

    def slowed(self, mover: str, factor: int, *, roads: bool = True) -> Movement:
        """The same where all but roads costs several times as much: vehicles at night (TCS 20.4)."""
        found = self._slowed.get((mover, factor, roads))
        if found is None:
            day = self._costs(mover, roads=roads)
            costs = [
                {kind: None if cost is None else cost * factor for kind, cost in part.items()}
                for part in (day.terrain, day.hexsides)
            ]
            found = self._slowed[mover, factor, roads] = Movement(self.map, MoveCosts(costs[0], costs[1], day.roads))
        return found

    @cached_property
    def _slowed(self) -> dict[tuple[str, int, bool], Movement]:
        return {}

    def _costs(self, mover: str, *, roads: bool) -> MoveCosts:
        def sixths(line: Terrain) -> int | None:
            cost = getattr(line, mover)
            if cost == "P":
                return None
            if cost == "NE":
                # It adds nothing: a hex costs what its plain ground does, a hexside nothing.
                return sixths(self.chart["open"]) if line.place == "hex" else 0
            return int(cost * SIXTHS)

        lines = self.chart.values()
        rates = {each.kind: sixths(each) for each in lines if each.place == "road"}
        return MoveCosts(
            terrain={each.kind: sixths(each) for each in lines if each.place == "hex"},
            hexsides={each.kind: sixths(each) for each in lines if each.place == "side"},
            roads={kind: rate for kind, rate in rates.items() if rate is not None} if roads else {},
        )

    def by_road(self, mover: str, here: int, there: int) -> bool:
        """Whether a step is cheaper by its road: who takes it is Road Moving (TCS 4.3)."""
        return here * 6 + self.way(here, there) in self.by_roads[mover]

    @cached_property
    def by_roads(self) -> dict[str, frozenset[int]]:
        """The steps of each class of unit that are cheaper by road, as hex times 6 and the direction."""
        return {
            mover: frozenset(
                step
                for step, (cheap, plain) in enumerate(
                    zip(self.movements[mover].steps, self.off_road[mover].steps, strict=True)
                )
                if cheap >= 0 and (plain < 0 or cheap < plain)
            )
            for mover in CLASSES
        }

    def way(self, here: int, there: int) -> int:
        """The direction of an adjacent hex."""
        return self.map.adjacent.index(there, here * 6, here * 6 + 6) - here * 6

    def entry(self, start: int, hex: int) -> tuple[int, ...]:
        """The hexsides (directions seen from the hex) by which the line from another hex comes in: two if by a corner.

        From the hex itself there is none.
        """
        found = self._entries.get((start, hex))
        if found is None:
            found = self._entries[start, hex] = self._entry(start, hex)
        return found

    @cached_property
    def _entries(self) -> dict[tuple[int, int], tuple[int, ...]]:
        return {}

    def _entry(self, start: int, hex: int) -> tuple[int, ...]:
        if start == hex:
            return ()
        here, there = self.map.hex(hex), self.map.hex(start)
        reach = along(there.q - here.q, there.r - here.r)
        most = max(reach)
        return tuple(way for way in range(len(STEPS)) if reach[way] == most)

    @cached_property
    def _covered_sides(self) -> frozenset[tuple[int, int]]:
        """The hexes with the direction of each of their hexsides that covers: hedge, bocage, shingle (TCS 20.1i)."""
        found: set[tuple[int, int]] = set()
        for kind, sides in self.map.hexsides.items():
            if self.chart[kind].type == "partly":
                for side in sides:
                    found.update((index, int(way)) for index, way in self.map.both_ways(side))
        return frozenset(found)

    @cached_property
    def hedged(self) -> frozenset[int]:
        """The hexes of open ground that have such hexsides: their type depends on where the fire comes from."""
        return frozenset(hex for hex, _ in self._covered_sides if self.types[hex] < PARTLY)

    def type_against(self, starts: Iterable[int], hex: int) -> int:
        """The type of a hex against fire from these hexes: a hedge that all of it crosses last makes open ground
        Partly Protective (TCS 20.1i).
        """
        own = self.types[hex]
        if hex not in self.hedged:
            return own
        sides = self._covered_sides
        for start in starts:
            ways = self.entry(start, hex)
            if not ways or not all((hex, way) in sides for way in ways):
                return own
        return PARTLY

    @cached_property
    def marked_crests(self) -> frozenset[tuple[int, int]]:
        """Hexes with the directions of the hexsides that the map marks as crests, from both sides (TCS 8.0f)."""
        sides = self.map.hexsides.get(CREST, ())
        return frozenset((index, int(way)) for side in sides for index, way in self.map.both_ways(side))

    def crest(self, here: int, there: int, metres: int) -> bool:
        """Whether the hexside is a crest seen from `here`: the ground behind it lies low enough (TCS 8.0f)."""
        return self.map.elevation[here] - self.map.elevation[there] >= metres


@lru_cache(maxsize=16)
def _apart(width: int, height: int) -> tuple[bytes, tuple[int, ...], int]:
    """The range for each difference of two hexes on a map of this size, the key of each hex, and where the difference
    0 is.

    A key is the hex's place in rows that are long enough that the differences of keys never meet.
    """
    places = [(q, row - (q >> 1)) for q in range(width) for row in range(height)]
    wide, high = (max(each) - min(each) for each in zip(*places, strict=True))
    row = 2 * high + 1
    ways = [(dq, dr) for dq in range(-wide, wide + 1) for dr in range(-high, high + 1)]
    apart = bytes([max(abs(dq), abs(dr), abs(dq + dr)) % 256 for dq, dr in ways])
    return apart, tuple([q * row + r for q, r in places]), wide * row + high
