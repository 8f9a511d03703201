"""The hex map: ground that never changes during a game, and a whole number for each of its hexes.

The rules keep hexes in the state as that number, the index; sets of hexes are bit masks, Python integers
whose bit i stands for the hex with index i, so that "seen and occupied" is one `&`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import compress
from typing import Any

import msgspec

from sandtable.board.fault import BoardError
from sandtable.board.hexes import LAST, STEPS, Direction, Hex, Hexside

Where = Hex | int | str
"""A hex on a map: the value, its index, or its printed number."""

FEW = 12
"""Up to this many hexes of a bit mask are picked out one by one."""
_DIGITS = bytes.maketrans(b"01", b"\0\1")
HIGHEST = 10_000
"""No ground, tree or wall stands higher, or lies lower, than this many metres."""


def check_size(width: int, height: int) -> None:
    """Refuse a map that printed numbers cannot name.

    >>> check_size(100, 3)
    Traceback (most recent call last):
    sandtable.board.fault.BoardError: a map is 1 to 99 hexes wide and high; this one is 100 x 3
    """
    if not (1 <= width <= LAST and 1 <= height <= LAST):
        raise BoardError(f"a map is 1 to {LAST} hexes wide and high; this one is {width} x {height}")


def check_sides(what: str, kind: str, sides: Iterable[Hexside], known: Collection[str], corner: Hex) -> None:
    """Refuses hexsides of a kind that the legend does not know, and hexsides off a map that ends at the corner."""
    if kind not in known:
        one = "hexside feature" if what == "hexside" else what
        raise BoardError(f"the map has a {one} called {kind}, which the legend does not know")
    for side in sorted(sides):
        if any(hex.column > corner.column or hex.row > corner.row for hex in side):
            raise BoardError(f"the {kind} at {side} is off the map, which ends at {corner}")


class Legend(msgspec.Struct, frozen=True):
    """What the characters and words on a map mean: a part of the rules, the same for all their maps.

    >>> legend = Legend(
    ...     terrain={".": "open", "w": "woods"},
    ...     obstacles={"woods": 20},
    ...     hexsides={"hedge": 2, "stream": 0, "cliff": 0},
    ...     walls=frozenset({"cliff"}),
    ...     roads=frozenset({"primary"}),
    ... )
    """

    terrain: Mapping[str, str]
    """The terrain drawn by each character. The first one is the ordinary ground."""
    obstacles: Mapping[str, int] = {}
    """How high the obstacles of a terrain stand above its ground, in metres; nothing if not named."""
    hexsides: Mapping[str, int] = {}
    """The kinds of hexside feature and how high each stands, in metres."""
    walls: frozenset[str] = frozenset()
    """Hexside kinds that nobody sees across, at any height, not even from the adjacent hex."""
    roads: frozenset[str] = frozenset()
    """The kinds of road."""

    def __post_init__(self) -> None:
        for character in self.terrain:
            if len(character) != 1 or character.isspace():
                raise BoardError(f"the legend has the sign {character!r}; a sign is one visible character")
        if not self.terrain:
            raise BoardError("the legend names no terrain; give at least one character and its terrain")
        for kind in self.obstacles:
            if kind not in self.terrain.values():
                raise BoardError(f"the legend gives {kind} a height but draws it with no character")
        for kind in self.walls:
            if kind not in self.hexsides:
                raise BoardError(f"the legend calls {kind} a wall but not a kind of hexside")
        for kind, height in (*self.obstacles.items(), *self.hexsides.items()):
            if not 0 <= height <= HIGHEST:
                raise BoardError(f"the legend makes {kind} {height} m high; the height is 0 to {HIGHEST} m")


class HexMap(msgspec.Struct, frozen=True, dict=True):
    """A map of width x height hexes. Read one with `read_map` or `sketch_map`.

    >>> ground = HexMap(2, 2, ("open",) * 4, (0, 0, 10, 10), Legend({".": "open"}))
    >>> ground.index("0201"), ground.index(Hex("0201")), str(ground.hex(2))
    (2, 2, '0201')
    >>> Hex("0303") in ground, len(ground)
    (False, 4)
    >>> ground.index("0303")
    Traceback (most recent call last):
    sandtable.board.fault.BoardError: hex 0303 is not on the map, which ends at 0202
    """

    width: int
    height: int
    terrain: tuple[str, ...]
    """The terrain of each hex, by index."""
    elevation: tuple[int, ...]
    """The ground of each hex in metres, by index."""
    legend: Legend
    hexsides: Mapping[str, frozenset[Hexside]] = {}
    """The hexsides that carry each kind of feature."""
    roads: Mapping[str, frozenset[Hexside]] = {}
    """The hexsides that each kind of road crosses: a road runs from hex to hex."""
    bridges: frozenset[Hexside] = frozenset()
    name: str = ""

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        for what, values in (("terrain", self.terrain), ("elevation", self.elevation)):
            if len(values) != len(self):
                raise BoardError(
                    f"the map has {len(self)} hexes and the {what} of {len(values)}; give one for each hex"
                )
        known = frozenset(self.legend.terrain.values())
        for index, (kind, metres) in enumerate(zip(self.terrain, self.elevation, strict=True)):
            if kind not in known:
                raise BoardError(f"hex {self.hex(index)} is {kind}, which the legend does not know")
            if abs(metres) > HIGHEST:
                raise BoardError(f"hex {self.hex(index)} lies at {metres} m; the limit is {HIGHEST} m")
        self._check_hexsides()

    def _check_hexsides(self) -> None:
        for what, kinds, known in (
            ("hexside", self.hexsides, self.legend.hexsides.keys()),
            ("road", self.roads, self.legend.roads),
            ("bridge", {"bridge": self.bridges}, {"bridge"}),
        ):
            for kind, sides in kinds.items():
                check_sides(what, kind, sides, known, self._corner)

    @property
    def _corner(self) -> Hex:
        return Hex.at(self.width, self.height)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.width, self.height, self.terrain, self.elevation, self.name))

    def __len__(self) -> int:
        return self.width * self.height

    def __iter__(self) -> Iterator[Hex]:
        """All hexes, in the order of their numbers and indices."""
        return map(self.hex, range(len(self)))

    def __contains__(self, hex: object) -> bool:
        return isinstance(hex, Hex) and 1 <= hex.column <= self.width and 1 <= hex.row <= self.height

    def index(self, where: Where) -> int:
        """The index of a hex on this map. Indices ascend as printed numbers do: down each column."""
        if isinstance(where, int):
            if not 0 <= where < len(self):
                raise BoardError(f"{where} is not the index of a hex; this map has 0 to {len(self) - 1}")
            return where
        hex = Hex(where) if isinstance(where, str) else where
        if hex not in self:
            raise BoardError(f"hex {hex} is not on the map, which ends at {self._corner}")
        return hex.q * self.height + hex.r + (hex.q >> 1)

    def hex(self, index: int) -> Hex:
        """The hex with that index."""
        self.index(index)
        column, row = divmod(index, self.height)
        return Hex(column, row - (column >> 1))

    def distance(self, one: Where, other: Where) -> int:
        """The range between two hexes of the map.

        >>> HexMap(9, 9, ("open",) * 81, (0,) * 81, Legend({".": "open"})).distance("0101", "0507")
        8
        """
        return self.hex(self.index(one)).distance(self.hex(self.index(other)))

    def neighbours(self, where: Where) -> tuple[int, ...]:
        """The indices of the adjacent hexes that are on the map, clockwise from north.

        >>> HexMap(2, 2, ("open",) * 4, (0,) * 4, Legend({".": "open"})).neighbours("0101")
        (2, 1)
        """
        at = self.index(where) * 6
        return tuple(index for index in self.adjacent[at : at + 6] if index >= 0)

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """For each index six entries, one per direction: the index of that neighbour, or -1 off the map."""
        return _adjacent(self.width, self.height)

    def mask(self, hexes: Iterable[Where]) -> int:
        """The bit mask of these hexes.

        >>> bin(HexMap(2, 2, ("open",) * 4, (0,) * 4, Legend({".": "open"})).mask(["0101", "0202"]))
        '0b1001'
        """
        mask = 0
        for where in hexes:
            mask |= 1 << self.index(where)
        return mask

    def indices(self, mask: int) -> tuple[int, ...]:
        """The indices in a bit mask, ascending.

        >>> HexMap(2, 2, ("open",) * 4, (0,) * 4, Legend({".": "open"})).indices(0b1001)
        (0, 3)
        """
        if not 0 <= mask < 1 << len(self):
            raise BoardError(f"that bit mask names hexes outside the {len(self)} of this map")
        if mask.bit_count() > FEW:  # then it is quicker to go through the bits as bytes
            return tuple(compress(range(len(self)), bin(mask)[:1:-1].encode().translate(_DIGITS)))
        found = []
        while mask:
            low = mask & -mask
            found.append(low.bit_length() - 1)
            mask ^= low
        return tuple(found)

    def within(self, where: Where, radius: int) -> int:
        """The bit mask of the hexes on the map within that distance.

        >>> ground = HexMap(3, 3, ("open",) * 9, (0,) * 9, Legend({".": "open"}))
        >>> print(*map(ground.hex, ground.indices(ground.within("0101", 1))))
        0101 0102 0201
        """
        if radius < 0:
            raise BoardError(f"a distance is 0 or more, not {radius}")
        centre, mask = self.hex(self.index(where)), 0
        for q in range(max(0, centre.q - radius), min(self.width - 1, centre.q + radius) + 1):
            aside, shift = q - centre.q, q >> 1
            top = max(0, centre.r + max(-radius, -aside - radius) + shift)
            bottom = min(self.height - 1, centre.r + min(radius, radius - aside) + shift)
            if top <= bottom:
                mask |= ((1 << (bottom - top + 1)) - 1) << (q * self.height + top)
        return mask

    def features_on(self, side: Hexside) -> tuple[str, ...]:
        """The kinds of feature on a hexside, in alphabetical order.

        >>> HexMap(2, 2, ("open",) * 4, (0,) * 4, Legend({".": "open"})).features_on(Hexside("0101-0102"))
        ()
        """
        return tuple(sorted(kind for kind, sides in self.hexsides.items() if side in sides))

    def roads_on(self, side: Hexside) -> tuple[str, ...]:
        """The kinds of road that cross a hexside, in alphabetical order.

        >>> HexMap(2, 2, ("open",) * 4, (0,) * 4, Legend({".": "open"})).roads_on(Hexside("0101-0102"))
        ()
        """
        return tuple(sorted(kind for kind, sides in self.roads.items() if side in sides))

    def both_ways(self, side: Hexside) -> tuple[tuple[int, Direction], tuple[int, Direction]]:
        """A hexside as seen from each of its two hexes: index and direction.

        >>> HexMap(2, 2, ("open",) * 4, (0,) * 4, Legend({".": "open"})).both_ways(Hexside("0101-0102"))
        ((0, <Direction.S: 3>), (1, <Direction.N: 0>))
        """
        direction = side.first.direction_to(side.second)
        return (self.index(side.first), direction), (self.index(side.second), direction.opposite)

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The height of ground and obstacle together in each hex, by index (TCS 8.0b)."""
        heights = self.legend.obstacles
        return tuple(ground + heights.get(kind, 0) for kind, ground in zip(self.terrain, self.elevation, strict=True))

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What other modules have worked out about this map. No part of its value."""
        return {}


@lru_cache(maxsize=16)
def _adjacent(width: int, height: int) -> tuple[int, ...]:
    """The same for every map of a size, whatever is on it."""
    found = []
    for column in range(width):
        for row in range(height):
            for q, r in STEPS:
                beside = column + q
                there = row - (column >> 1) + r + (beside >> 1)
                on_map = 0 <= beside < width and 0 <= there < height
                found.append(beside * height + there if on_map else -1)
    return tuple(found)
