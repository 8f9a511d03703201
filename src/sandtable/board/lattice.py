"""Lengths and the half-inch lattice of a table.

A length is an integer in hundredths of an inch. Every stand's centre is on the half-inch lattice, and a place
on it is one integer, the *position*: row by row from the south-west corner, the edges of the table included.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from functools import cached_property
from heapq import heappop, heappush
from math import isqrt
from typing import TypeAlias

import msgspec

from sandtable.board.fault import BoardError

INCH = 100
STEP = 50
LONGEST = 1000 * INCH
"""No length in a scenario is longer: it keeps every product of two coordinates inside 64 bits."""

Point: TypeAlias = tuple[int, int]
"""East and north of the south-west corner, in hundredths of an inch."""


def inches(value: int | float | str | Decimal) -> int:
    """Inches as people and map files write them, in hundredths; the nearest one, a half away from zero.

    >>> inches("7.34"), inches(41.93), inches(12)
    (734, 4193, 1200)
    >>> inches(float("nan"))
    Traceback (most recent call last):
    sandtable.board.fault.BoardError: nan is not a length in inches
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise BoardError(f"{value!r} is not a length in inches")
    try:
        exact = Decimal(str(value))
    except InvalidOperation:
        raise BoardError(f"{value!r} is not a length in inches") from None
    if not exact.is_finite():
        raise BoardError(f"{value} is not a length in inches")
    if abs(exact) * INCH > LONGEST:
        raise BoardError(f"{value} inches is out of range: the longest length is {LONGEST // INCH} inches")
    hundredths = int(abs(exact) * INCH + Decimal("0.5"))
    return -hundredths if exact < 0 else hundredths


def inch_text(length: int) -> str:
    """A length in words for people: inches with one decimal, or two where needed.

    >>> inch_text(1250), inch_text(734), inch_text(-50)
    ('12.5', '7.34', '-0.5')
    """
    whole, rest = divmod(abs(length), INCH)
    decimals = f"{rest // 10}" if rest % 10 == 0 else f"{rest:02d}"
    return f"{'-' if length < 0 else ''}{whole}.{decimals}"


def squared(a: Point, b: Point) -> int:
    """The square of the true distance between two points: exact, for comparing.

    >>> squared((0, 0), (300, 400))
    250000
    """
    return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


def root_up(square: int) -> int:
    """The smallest integer whose square is at least this.

    >>> root_up(25), root_up(26)
    (5, 6)
    """
    return isqrt(square - 1) + 1 if square > 0 else 0


def distance(a: Point, b: Point) -> int:
    """The distance between two points, any fraction of a hundredth counted as a whole one.

    Rounding up keeps the two promises players rely on: `distance(a, b) <= limit` is exactly the true
    comparison for every whole limit, and a detour is never shorter than the straight way.

    >>> distance((0, 0), (300, 400)), distance((0, 0), (50, 50))
    (500, 71)
    """
    return root_up(squared(a, b))


def within(a: Point, b: Point, limit: int) -> bool:
    """Whether two points are at most `limit` apart, exactly.

    >>> within((0, 0), (300, 400), 500), within((0, 0), (300, 401), 500)
    (True, False)
    """
    return limit >= 0 and squared(a, b) <= limit * limit


def toward(a: Point, b: Point, length: int) -> Point:
    """The point `length` from `a` on the line to `b`; a negative length leads away from `b`.

    Each coordinate goes to the nearest hundredth, the same to either side, so mirrored moves stay mirrored.

    >>> toward((0, 0), (300, 400), 250), toward((0, 0), (300, 400), -500)
    ((150, 200), (-300, -400))
    """
    square = squared(a, b)
    if square == 0:
        raise BoardError("two stands on the same spot have no line between them")
    return (
        a[0] + share_of((b[0] - a[0]) * length, square),
        a[1] + share_of((b[1] - a[1]) * length, square),
    )


def share_of(product: int, square: int) -> int:
    """`product / sqrt(square)` to the nearest integer, the same for either sign.

    >>> share_of(300 * 250, 250000), share_of(-300 * 250, 250000)
    (150, -150)
    """
    nearest = (isqrt(4 * product * product // square) + 1) // 2
    return -nearest if product < 0 else nearest


class Lattice(msgspec.Struct, frozen=True, dict=True):
    """The half-inch points of a table of this width and height (hundredths of an inch).

    >>> lattice = Lattice(4800, 3600)
    >>> lattice.columns, lattice.rows
    (97, 73)
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        for name, length in (("width", self.width), ("height", self.height)):
            if not INCH <= length <= 400 * INCH or length % STEP:
                raise BoardError(f"the table's {name} must be 1 to 400 inches in half inches, not {inch_text(length)}")

    @cached_property
    def columns(self) -> int:
        """How many lattice points stand side by side, from the west edge to the east edge.

        >>> Lattice(300, 200).columns
        7
        """
        return self.width // STEP + 1

    @cached_property
    def rows(self) -> int:
        """How many rows of lattice points there are, from the south edge to the north edge.

        >>> Lattice(300, 200).rows
        5
        """
        return self.height // STEP + 1

    def on_table(self, x: int, y: int) -> bool:
        """Whether a point is on the table, its edges included.

        >>> Lattice(300, 200).on_table(300, 0), Lattice(300, 200).on_table(301, 0)
        (True, False)
        """
        return 0 <= x <= self.width and 0 <= y <= self.height

    def point(self, position: int) -> Point:
        """The point of a position.

        >>> Lattice(300, 200).point(9)
        (100, 50)
        """
        row, column = divmod(position, self.columns)
        if not 0 <= row < self.rows:
            raise BoardError(f"position {position} is not on this table")
        return column * STEP, row * STEP

    def points(self, positions: Sequence[int]) -> list[Point]:
        """The points of many positions.

        >>> Lattice(300, 200).points([9, 10])
        [(100, 50), (150, 50)]
        """
        columns = self.columns
        if positions and not (min(positions) >= 0 and max(positions) < columns * self.rows):
            raise BoardError(f"one of the positions {positions} is not on this table")
        return [(position % columns * STEP, position // columns * STEP) for position in positions]

    def position(self, x: int, y: int) -> int:
        """The position of a point that is on the lattice.

        >>> Lattice(300, 200).position(100, 50)
        9
        """
        if not self.on_table(x, y):
            raise BoardError(f"{inch_text(x)},{inch_text(y)} is not on the table")
        if x % STEP or y % STEP:
            raise BoardError(f"{inch_text(x)},{inch_text(y)} is not on the half-inch lattice")
        return y // STEP * self.columns + x // STEP

    def text(self, position: int) -> str:
        """A position as players write it: inches east, inches north.

        >>> Lattice(4800, 3600).text(1577)
        '12.5,8.0'
        """
        x, y = self.point(position)
        return f"{inch_text(x)},{inch_text(y)}"

    def read(self, text: str) -> int:
        """The position that `text` names; the inverse of `text()`.

        >>> Lattice(4800, 3600).read("12.5,8.0")
        1577
        """
        east, comma, north = text.partition(",")
        if not comma:
            raise BoardError(f"{text!r} is not a place on the table: write inches east and north, as 12.5,8.0")
        return self.position(inches(east), inches(north))

    def snap(self, x: int, y: int) -> int:
        """The nearest lattice position; half way between two, the one nearer to the middle of the table.

        Mirrored or turned tables therefore snap alike (only on the exact middle line the lower one is taken).

        >>> table = Lattice(300, 200)
        >>> [table.text(table.snap(*point)) for point in ((74, 76), (25, 0), (275, 0))]
        ['0.5,1.0', '0.5,0.0', '2.5,0.0']
        """
        if not self.on_table(x, y):
            raise BoardError(f"{inch_text(x)},{inch_text(y)} is not on the table")
        return self.position(_snap(x, self.width), _snap(y, self.height))

    def outward(self, position: int) -> Iterator[int]:
        """Every position of the table, the nearest to this one first; of two as near, the lower one.

        >>> list(Lattice(100, 100).outward(1))
        [1, 0, 2, 4, 3, 5, 7, 6, 8]
        """
        columns, rows = self.columns, self.rows
        row, column = divmod(position, columns)
        far = max(row, column, rows - 1 - row, columns - 1 - column)
        waiting: list[tuple[int, int]] = []
        for ring in range(far + 1):
            for up in range(max(-ring, -row), min(ring, rows - 1 - row) + 1):
                sides = range(-ring, ring + 1) if abs(up) == ring else (-ring, ring)
                for east in sides:
                    if 0 <= column + east < columns:
                        heappush(waiting, (up * up + east * east, position + up * columns + east))
            while waiting and waiting[0][0] <= ring * ring:
                yield heappop(waiting)[1]
        yield from (each for _, each in sorted(waiting))


def _snap(value: int, extent: int) -> int:
    lower = value - value % STEP
    double = 2 * (value - lower)
    up = double > STEP or (double == STEP and 2 * value < extent)
    return lower + STEP if up else lower
