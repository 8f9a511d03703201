"""Hexes: the numbers printed on the map, and the geometry behind them.

A hex is printed as column and row, two digits each, counted from 0101 at the top left. The hexes are
flat-topped and the even columns lie half a hex lower. Inside, a hex is a pair of axial coordinates,
in which a step in one direction is the same pair of numbers everywhere; 0101 is (0, 0).
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple, overload

from sandtable.board.fault import BoardError

LAST = 99
"""The highest column and row that two printed digits can name."""


class Direction(IntEnum):
    """The six ways out of a flat-topped hex, clockwise from north.

    >>> Direction.NE.opposite
    <Direction.SW: 4>
    >>> Direction.N.turned(2).name
    'SE'
    """

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5

    @property
    def opposite(self) -> "Direction":
        """The way back."""
        return Direction((self + 3) % 6)

    def turned(self, sides: int) -> "Direction":
        """This direction turned clockwise by that many hexsides (counter-clockwise if negative)."""
        return Direction((self + sides) % 6)


STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The axial step for each direction."""


class _Axial(NamedTuple):
    q: int
    r: int


class Hex(_Axial):
    """One hex, by its printed number or by its axial coordinates. Hexes sort in the order of their numbers.

    >>> Hex("0507")
    Hex("0507")
    >>> print(Hex(0, 0), Hex(4, 4))
    0101 0507
    >>> Hex("0507").column, Hex("0507").row, Hex("0507").q, Hex("0507").r
    (5, 7, 4, 4)
    >>> Hex("507")
    Traceback (most recent call last):
    sandtable.board.fault.BoardError: '507' is not a hex: write column and row with two digits each, like 0507
    """

    __slots__ = ()

    @overload
    def __new__(cls, q: str, /) -> "Hex": ...
    @overload
    def __new__(cls, q: int, r: int) -> "Hex": ...
    def __new__(cls, q: str | int, r: int | None = None) -> "Hex":  # noqa: D102
        if isinstance(q, str):
            if r is not None:
                raise BoardError("a hex takes a printed number or two coordinates, not both")
            return _parse(q)
        if r is None:
            raise BoardError(f"{q} is not a hex: give a printed number as text, like '0507', or q and r")
        return _hex(q, r)

    @classmethod
    def at(cls, column: int, row: int) -> "Hex":
        """The hex in that printed column and row.

        >>> Hex.at(5, 7)
        Hex("0507")
        """
        return _hex(column - 1, row - 1 - ((column - 1) >> 1))

    @property
    def column(self) -> int:
        """The printed column, from 1."""
        return self.q + 1

    @property
    def row(self) -> int:
        """The printed row, from 1."""
        return self.r + (self.q >> 1) + 1

    @property
    def printable(self) -> bool:
        """Whether the hex has a printed number at all: some neighbours of 0101 have none."""
        return 1 <= self.column <= LAST and 1 <= self.row <= LAST

    def __str__(self) -> str:
        if self.printable:
            return f"{self.column:02}{self.row:02}"
        return f"off the map ({self.q}, {self.r})"

    def __repr__(self) -> str:
        return f'Hex("{self}")' if self.printable else f"Hex({self.q}, {self.r})"

    def neighbour(self, direction: Direction) -> "Hex":
        """The next hex in that direction.

        >>> Hex("0507").neighbour(Direction.NE)
        Hex("0606")
        """
        q, r = STEPS[direction]
        return _hex(self.q + q, self.r + r)

    def neighbours(self) -> tuple["Hex", ...]:
        """The six adjacent hexes, clockwise from north.

        >>> print(*Hex("0507").neighbours())
        0506 0606 0607 0508 0407 0406
        """
        return tuple(_hex(self.q + q, self.r + r) for q, r in STEPS)

    def distance(self, other: "Hex") -> int:
        """The range between two hexes: the number of steps from one to the other.

        >>> Hex("0101").distance(Hex("0507"))
        8
        """
        dq, dr = other.q - self.q, other.r - self.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def ring(self, radius: int) -> tuple["Hex", ...]:
        """The hexes at exactly that distance, clockwise from the one due north.

        >>> print(*Hex("0303").ring(1))
        0302 0402 0403 0304 0203 0202
        >>> len(Hex("0303").ring(4))
        24
        """
        if radius < 0:
            raise BoardError(f"a ring has a radius of 0 or more, not {radius}")
        if radius == 0:
            return (self,)
        around: list[Hex] = []
        q, r = self.q, self.r - radius
        for side in range(6):
            dq, dr = STEPS[(side + 2) % 6]
            for _ in range(radius):
                around.append(_hex(q, r))
                q, r = q + dq, r + dr
        return tuple(around)

    def disc(self, radius: int) -> tuple["Hex", ...]:
        """The hexes within that distance, this one included, in the order of their numbers.

        >>> print(*Hex("0303").disc(1))
        0202 0203 0302 0303 0304 0402 0403
        """
        if radius < 0:
            raise BoardError(f"a disc has a radius of 0 or more, not {radius}")
        return tuple(
            _hex(self.q + q, self.r + r)
            for q in range(-radius, radius + 1)
            for r in range(max(-radius, -q - radius), min(radius, radius - q) + 1)
        )

    def direction_to(self, adjacent: "Hex") -> Direction:
        """The direction of an adjacent hex.

        >>> Hex("0507").direction_to(Hex("0508")).name
        'S'
        """
        step = (adjacent.q - self.q, adjacent.r - self.r)
        if step not in STEPS:
            raise BoardError(f"{self} and {adjacent} are not adjacent")
        return Direction(STEPS.index(step))

    def side(self, direction: Direction) -> "Hexside":
        """The hexside in that direction.

        >>> print(Hex("0507").side(Direction.N))
        0506-0507
        """
        return Hexside(self, self.neighbour(direction))

    def line(self, other: "Hex") -> tuple[tuple["Hex", ...], ...]:
        """Every hex that the straight line between the two centres crosses, both ends included.

        Each step is one hex, or two where the line runs exactly along the hexside between them. A hex
        that is touched in no more than a corner is not crossed. A line may cross more hexes than the
        distance counts, where it weaves along a row of hexsides.

        >>> [" ".join(map(str, step)) for step in Hex("0101").line(Hex("0402"))]
        ['0101', '0201', '0302', '0402']
        >>> [" ".join(map(str, step)) for step in Hex("0102").line(Hex("0302"))]
        ['0102', '0201 0202', '0302']
        """
        return tuple(_walk(self, other))


class _Pair(NamedTuple):
    first: Hex
    second: Hex


class Hexside(_Pair):
    """The side between two adjacent hexes: the same value from either of them.

    >>> Hexside("0705-0605") == Hexside(Hex("0605"), Hex("0705"))
    True
    >>> print(Hexside("0705-0605"))
    0605-0705
    >>> Hexside("0605-0607")
    Traceback (most recent call last):
    sandtable.board.fault.BoardError: 0605 and 0607 are not adjacent, so there is no hexside between them
    """

    __slots__ = ()

    @overload
    def __new__(cls, first: str, /) -> "Hexside": ...
    @overload
    def __new__(cls, first: Hex, second: Hex) -> "Hexside": ...
    def __new__(cls, first: str | Hex, second: Hex | None = None) -> "Hexside":  # noqa: D102
        if isinstance(first, str):
            one, dash, other = first.partition("-")
            if not dash or second is not None:
                raise BoardError(f"{first!r} is not a hexside: write two adjacent hexes, like 0605-0705")
            first, second = Hex(one.strip()), Hex(other.strip())
        if second is None or first.distance(second) != 1:
            raise BoardError(f"{first} and {second} are not adjacent, so there is no hexside between them")
        return super().__new__(cls, *sorted((first, second)))

    def across(self, here: Hex) -> Hex:
        """The hex on the other side.

        >>> print(Hexside("0605-0705").across(Hex("0605")))
        0705
        """
        if here not in self:
            raise BoardError(f"{here} is not one of the two hexes of the hexside {self}")
        return self.second if here == self.first else self.first

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    def __repr__(self) -> str:
        if self.first.printable and self.second.printable:
            return f'Hexside("{self}")'
        return f"Hexside({self.first!r}, {self.second!r})"


def _hex(q: int, r: int) -> Hex:
    return tuple.__new__(Hex, (q, r))


def _parse(printed: str) -> Hex:
    if len(printed) != 4 or not (printed.isascii() and printed.isdigit()):
        raise BoardError(f"{printed!r} is not a hex: write column and row with two digits each, like 0507")
    column, row = int(printed[:2]), int(printed[2:])
    if not column or not row:
        raise BoardError(f"{printed!r} is not a hex: columns and rows are counted from 01")
    return Hex.at(column, row)


def along(dq: int, dr: int) -> tuple[int, ...]:
    """How far a displacement reaches along each of the six directions, in units of half a step.

    It is the scalar product with the step, doubled so that it is whole: a step has 2 along itself,
    1 along the directions beside it. The hexside in direction k of a hex h lies where a point reaches
    `along(h)[k] + 1`, which makes every crossing of a line an exact fraction.

    >>> along(1, 0)
    (-1, 1, 2, 1, -1, -2)
    """
    north, north_east, south_east = -dq - 2 * dr, dq - dr, 2 * dq + dr
    return north, north_east, south_east, -north, -north_east, -south_east


def _walk(start: Hex, end: Hex) -> Iterator[tuple[Hex, ...]]:
    # The kernel of line of sight walks in the same way; it stands apart because it is compiled.
    yield (start,)
    q, r = start
    reach = along(end.q - q, end.r - r)
    ahead = reach.index(max(reach))
    left, right = (ahead - 1) % 6, (ahead + 1) % 6
    if 0 in (reach[left], reach[right]):
        yield from _walk_along_hexsides(start, end, ahead, left if reach[left] else right)
        return
    # For each way out of the present hex: how far along it the hexside lies. The first one met is where
    # that number, divided by the reach of the whole line, is smallest.
    border = {ahead: 1, left: 1, right: 1}
    while (q, r) != end:
        way = ahead
        for other in (left, right):
            # A tie is a corner: the line goes on into the hex that lies more nearly ahead.
            if border[other] * reach[way] < border[way] * reach[other]:
                way = other
        q, r = q + STEPS[way][0], r + STEPS[way][1]
        for other in border:
            border[other] += (2, 1, -1, -2, -1, 1)[(way - other) % 6]
        yield (_hex(q, r),)


def _walk_along_hexsides(start: Hex, end: Hex, one: int, other: int) -> Iterator[tuple[Hex, ...]]:
    here = start
    while here != end:
        beside = here.neighbour(Direction(one)), here.neighbour(Direction(other))
        yield (min(beside), max(beside))
        here = beside[0].neighbour(Direction(other))
        yield (here,)
