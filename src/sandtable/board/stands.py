"""The base of a stand: a square on the table that faces one of 24 ways.

Heading 0 faces north (+y), and each heading after it 15 degrees further round by the clock. The corners are
whole hundredths, rounded once and alike on all four, so that a base is an exact square and what two
bases do to each other is decided without fractions.
"""

from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

import msgspec

from sandtable.board.fault import BoardError
from sandtable.board.lattice import INCH, Point, root_up
from sandtable.board.shapes import segment_gap

HEADINGS = 24
UNIT = 1_000_000
ROOT_BITS = 200
DIRECTIONS: tuple[Point, ...] = (
    (0, 1_000_000),
    (258_819, 965_926),
    (500_000, 866_025),
    (707_107, 707_107),
    (866_025, 500_000),
    (965_926, 258_819),
    (1_000_000, 0),
    (965_926, -258_819),
    (866_025, -500_000),
    (707_107, -707_107),
    (500_000, -866_025),
    (258_819, -965_926),
    (0, -1_000_000),
    (-258_819, -965_926),
    (-500_000, -866_025),
    (-707_107, -707_107),
    (-866_025, -500_000),
    (-965_926, -258_819),
    (-1_000_000, 0),
    (-965_926, 258_819),
    (-866_025, 500_000),
    (-707_107, 707_107),
    (-500_000, 866_025),
    (-258_819, 965_926),
)
"""Where each heading points, in millionths: sine and cosine of 15 degrees times the heading."""


class Base(msgspec.Struct, frozen=True):
    """The square a stand covers: its centre, the way it faces and the length of a side.

    >>> Base(500, 500).corners
    ((450, 550), (550, 550), (550, 450), (450, 450))
    >>> Base(500, 500, heading=3).corners
    ((500, 571), (571, 500), (500, 429), (429, 500))
    """

    x: int
    y: int
    heading: int = 0
    side: int = INCH

    def __post_init__(self) -> None:
        if not 0 <= self.heading < HEADINGS:
            raise BoardError(f"a heading is 0 to {HEADINGS - 1}, not {self.heading}")
        if not 0 < self.side <= 100 * INCH:
            raise BoardError(f"the side of a base must be more than 0 and at most 100 inches, not {self.side}")

    @property
    def centre(self) -> Point:
        """The middle of the base, from which lines are drawn.

        >>> Base(500, 650).centre
        (500, 650)
        """
        return self.x, self.y

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Front left, front right, rear right, rear left.

        >>> Base(0, 0, heading=6).corners
        ((50, 50), (50, -50), (-50, -50), (-50, 50))
        """
        x, y = self.x, self.y
        east, north = front_right(self.heading, self.side)
        return (x - north, y + east), (x + east, y + north), (x + north, y - east), (x - east, y - north)

    @property
    def front(self) -> tuple[Point, Point]:
        """The front edge, from its left end to its right.

        >>> Base(0, 0).front
        ((-50, 50), (50, 50))
        """
        left, right, _, _ = self.corners
        return left, right

    def grown(self, by: int) -> "Base":
        """The same base, wider by this much on every side.

        >>> Base(0, 0).grown(50)
        Base(x=0, y=0, heading=0, side=200)
        """
        return Base(self.x, self.y, self.heading, self.side + 2 * by)


class Screen(dict[str, Base]):
    """Stands whose bases block, by name, for those who ask of the same ones often: their compiled form is kept, so
    they must not change.

    >>> Screen(north=Base(200, 200))["north"].centre
    (200, 200)
    """

    __slots__ = ("packed",)
    packed: Any


@lru_cache(maxsize=4096)
def front_right(heading: int, side: int) -> Point:
    """How far the front right corner lies east and north of the centre.

    >>> front_right(0, 100), front_right(1, 100)
    ((50, 50), (61, 35))
    """
    forward_x, forward_y = DIRECTIONS[heading]
    return _nearest(side * (forward_x + forward_y)), _nearest(side * (forward_y - forward_x))


def _nearest(value: int) -> int:
    """Half of `value` millionths as a whole number, a half going away from zero."""
    size = (abs(value) + UNIT) // (2 * UNIT)
    return -size if value < 0 else size


def overlap(a: Base, b: Base) -> bool:
    """Whether the insides of two bases meet: they may touch, but not stand like this.

    >>> overlap(Base(0, 0), Base(50, 50)), overlap(Base(0, 0), Base(100, 0))
    (True, False)
    """
    if a.heading % 6 == 0 == b.heading % 6 and a.side % 2 == 0 == b.side % 2:
        room = (a.side + b.side) // 2
        return abs(a.x - b.x) < room and abs(a.y - b.y) < room
    room = (a.side + b.side) * 5 // 7 + 2
    if abs(a.x - b.x) > room or abs(a.y - b.y) > room:
        return False
    return not _apart(a, b, touching=True)


def base_distance(a: Base, b: Base) -> int:
    """The distance between the nearest edges of two bases, rounded up as `distance` is; 0 if they touch.

    Comparing it with any whole limit is exact.

    >>> base_distance(Base(0, 0), Base(300, 0)), base_distance(Base(0, 0), Base(100, 100))
    (200, 0)
    """
    return _gap(b.x - a.x, b.y - a.y, a.heading % 6, a.side, b.heading % 6, b.side)


def base_within(a: Base, b: Base, limit: int) -> bool:
    """Whether the nearest edges of two bases are at most `limit` apart, exactly.

    >>> base_within(Base(0, 0), Base(900, 0), 800), base_within(Base(0, 0), Base(950, 0), 800)
    (True, False)
    """
    east, north = abs(a.x - b.x), abs(a.y - b.y)
    most = limit + (a.side + b.side) * 5 // 7 + 2  # half a diagonal is less than five sevenths of a side
    if east > most or north > most:
        return False
    if a.heading % 6 == 0 == b.heading % 6 and a.side % 2 == 0 == b.side % 2:  # square to each other, as most are
        room = (a.side + b.side) // 2
        east, north = east - room, north - room
        if east <= 0 or north <= 0:
            return max(east, north, 0) <= limit
        return east * east + north * north <= limit * limit if limit >= 0 else False
    return base_distance(a, b) <= limit


def in_contact(a: Base, b: Base, tolerance: int = 0) -> bool:
    """Whether two bases touch, or all but touch: their edges at most `tolerance` apart.

    >>> in_contact(Base(0, 0), Base(100, 0)), in_contact(Base(0, 0), Base(105, 0), tolerance=5)
    (True, True)
    """
    return base_distance(a, b) <= tolerance


def front_contact(a: Base, b: Base, tolerance: int = 0) -> int:
    """How much of the front edge of `a` is in contact with `b`: the part that has `b` straight ahead of it, at most
    the tolerance away. Sideways the tolerance gives nothing.

    Rounded down, so that comparing it with any whole length is exact.

    >>> front_contact(Base(0, 0), Base(0, 100)), front_contact(Base(0, 0), Base(50, 100))
    (100, 50)
    >>> front_contact(Base(0, 0), Base(51, 105), tolerance=5), front_contact(Base(0, 0), Base(51, 106), tolerance=5)
    (49, 0)
    """
    (x, y), end = a.front
    east, north = end[0] - x, end[1] - y
    square = east * east + north * north
    # The root of a whole number, or so near it that no length here comes as near to a whole one.
    root = Fraction(isqrt(square << 2 * ROOT_BITS), 1 << ROOT_BITS)
    # Where the corners of `b` are along the edge and ahead of it, both times the length of the edge.
    places = [((px - x) * east + (py - y) * north, (py - y) * east - (px - x) * north) for px, py in b.corners]
    found = [
        along
        for one, other in zip(places, (*places[1:], places[0]), strict=True)
        for along in _ends_within(one, other, tolerance * root)
    ]
    if not found:
        return 0
    first, last = max(min(found), Fraction(0)), min(max(found), Fraction(square))
    return int((last - first) / root) if first < last else 0


def _ends_within(one: Point, other: Point, limit: Fraction) -> list[Fraction]:
    """Where the part of a segment that is 0 to `limit` ahead begins and ends along the edge; empty if there is none."""
    (along, ahead), (far_along, far_ahead) = one, other
    if ahead == far_ahead:
        return [Fraction(along), Fraction(far_along)] if 0 <= ahead <= limit else []
    parts = sorted(Fraction(bound - ahead) / (far_ahead - ahead) for bound in (Fraction(0), limit))
    first, last = max(parts[0], Fraction(0)), min(parts[1], Fraction(1))
    return [along + part * (far_along - along) for part in (first, last)] if first <= last else []


def in_arc(base: Base, point: Point, degrees: int) -> bool:
    """Whether a point lies in the front arc of a base, seen from its centre; the boundary is inside.

    >>> [in_arc(Base(0, 0), (100, north), degrees) for north, degrees in ((100, 90), (99, 90), (0, 180))]
    [True, False, True]
    """
    if degrees % 30 or not 0 < degrees <= 360:
        raise BoardError(f"an arc is a multiple of 30 degrees up to 360, not {degrees}")
    half = degrees // 30
    east, north = point[0] - base.x, point[1] - base.y
    if half > 6:
        # A wide arc is everything but the narrow one behind.
        rear = (base.heading + 12) % HEADINGS
        return not _between(rear, 12 - half, east, north, strictly=True)
    return _between(base.heading, half, east, north, strictly=False)


def _between(heading: int, half: int, east: int, north: int, *, strictly: bool) -> bool:
    left_x, left_y = DIRECTIONS[(heading - half) % HEADINGS]
    right_x, right_y = DIRECTIONS[(heading + half) % HEADINGS]
    ahead_x, ahead_y = DIRECTIONS[heading]
    from_left = left_y * east - left_x * north
    from_right = right_x * north - right_y * east
    ahead = ahead_x * east + ahead_y * north
    if strictly:
        return from_left > 0 and from_right > 0 and ahead > 0
    return from_left >= 0 and from_right >= 0 and ahead >= 0


def heading_to(a: Point, b: Point) -> int:
    """The heading nearest to the direction from `a` to `b`; of two equally near, the lower.

    >>> heading_to((0, 0), (0, 500)), heading_to((0, 0), (500, 500)), heading_to((0, 0), (-500, 0))
    (0, 3, 18)
    """
    if a == b:
        raise BoardError("two stands on the same spot have no heading to each other")
    return _heading(b[0] - a[0], b[1] - a[1])


@lru_cache(maxsize=65536)
def _heading(east: int, north: int) -> int:
    return max(range(HEADINGS), key=lambda heading: DIRECTIONS[heading][0] * east + DIRECTIONS[heading][1] * north)


@lru_cache(maxsize=65536)
def _gap(east: int, north: int, heading_a: int, side_a: int, heading_b: int, side_b: int) -> int:
    a, b = Base(0, 0, heading_a, side_a), Base(east, north, heading_b, side_b)
    if not _apart(a, b, touching=False):
        return 0
    nearest: int | None = None
    for one, other in ((a.corners, b.corners), (b.corners, a.corners)):
        for point in one:
            for c, d in zip(other, (*other[1:], other[0]), strict=True):
                gap, parts = segment_gap(point, c, d)
                whole = -(-gap // parts)
                nearest = whole if nearest is None else min(nearest, whole)
    assert nearest is not None
    return root_up(nearest)


def _apart(a: Base, b: Base, *, touching: bool) -> bool:
    """Whether a straight line separates two bases; `touching` bases then count as apart."""
    corners_a, corners_b = a.corners, b.corners
    for first, second in (corners_a[:2], corners_a[1:3], corners_b[:2], corners_b[1:3]):
        along_x, along_y = second[0] - first[0], second[1] - first[1]
        shadow_a = [along_x * x + along_y * y for x, y in corners_a]
        shadow_b = [along_x * x + along_y * y for x, y in corners_b]
        gap = max(min(shadow_b) - max(shadow_a), min(shadow_a) - max(shadow_b))
        if gap > 0 or (touching and gap == 0):
            return True
    return False
