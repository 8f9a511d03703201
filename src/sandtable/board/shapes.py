"""Exact tests between lines, polygons and circles, in whole numbers.

A polygon is a tuple of corners in order, either way round; it may bulge inwards. Nothing here rounds: a line
that runs exactly along a wood's edge or through its corner is known to graze it, not guessed.
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from typing import TypeAlias

import msgspec

from sandtable.board.fault import BoardError
from sandtable.board.lattice import Point, inch_text, squared, within

Polygon: TypeAlias = tuple[Point, ...]

MOST_CORNERS = 500


class Side(IntEnum):
    """Where a point is, seen from a polygon.

    >>> Side.EDGE > Side.OUTSIDE
    True
    """

    OUTSIDE = 0
    EDGE = 1
    INSIDE = 2


class Meeting(IntEnum):
    """How a line meets a shape: not at all, only touching its edge, or through its inside.

    >>> bool(Meeting.CLEAR), Meeting.CROSSES > Meeting.GRAZES
    (False, True)
    """

    CLEAR = 0
    GRAZES = 1
    CROSSES = 2


def turn(a: Point, b: Point, c: Point) -> int:
    """Twice the area of the triangle: positive when `c` lies to the left of the way from `a` to `b`.

    >>> turn((0, 0), (10, 0), (5, 3)), turn((0, 0), (10, 0), (20, 0))
    (30, 0)
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def side(point: Point, polygon: Sequence[Point]) -> Side:
    """Where the point is: inside the polygon, on its edge or outside.

    >>> square = ((0, 0), (100, 0), (100, 100), (0, 100))
    >>> [side(point, square).name for point in ((50, 50), (100, 30), (101, 30))]
    ['INSIDE', 'EDGE', 'OUTSIDE']
    """
    x, y = point
    inside = False
    from_x, from_y = polygon[-1]
    for to_x, to_y in polygon:
        if min(from_y, to_y) <= y <= max(from_y, to_y):
            left = (to_x - from_x) * (y - from_y) - (to_y - from_y) * (x - from_x)
            if left == 0 and min(from_x, to_x) <= x <= max(from_x, to_x):
                return Side.EDGE
            if (from_y > y) != (to_y > y) and (left > 0) == (to_y > from_y):
                inside = not inside
        from_x, from_y = to_x, to_y
    return Side.INSIDE if inside else Side.OUTSIDE


def holds(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a polygon holds a point; its edge belongs to it.

    >>> holds(((0, 0), (100, 0), (0, 100)), (50, 50))
    True
    """
    return side(point, polygon) is not Side.OUTSIDE


def spans(polygon: Sequence[Point], y: int, step: int) -> list[tuple[int, int]]:
    """The multiples of `step` that a polygon holds on the horizontal line at `y`: first and last of each stretch.

    Together they are just the points that `holds` finds one by one; stretches may lie over one another.

    >>> spans(((0, 0), (100, 0), (0, 100)), 40, 25)
    [(0, 0), (0, 2)]
    """
    found: list[tuple[int, int]] = []
    crossings: list[tuple[int, int]] = []  # of each edge that crosses the line, the multiples before and after it
    from_x, from_y = polygon[-1]
    for to_x, to_y in polygon:
        if min(from_y, to_y) <= y <= max(from_y, to_y):
            if from_y == to_y:
                found.append((-(-min(from_x, to_x) // step), max(from_x, to_x) // step))
            else:
                rise = to_y - from_y
                at = from_x * rise + (to_x - from_x) * (y - from_y)  # over `rise`, as is all that is divided by it
                before, after = at // (rise * step), -(-at // (rise * step))
                if before == after:
                    found.append((before, after))
                if (from_y > y) != (to_y > y):
                    crossings.append((before, after))
        from_x, from_y = to_x, to_y
    crossings.sort()
    return found + [(first[1], last[0]) for first, last in zip(crossings[::2], crossings[1::2], strict=True)]


def meeting(a: Point, b: Point, polygon: Sequence[Point]) -> Meeting:
    """How the straight line from `a` to `b` meets a polygon.

    >>> wood = ((0, 0), (100, 0), (100, 100), (0, 100))
    >>> [meeting(*line, wood).name for line in (
    ...     ((-50, 50), (150, 50)), ((-50, 100), (150, 100)), ((0, 200), (200, 0)), ((0, 201), (201, 0)))]
    ['CROSSES', 'GRAZES', 'GRAZES', 'CLEAR']
    """
    if a == b:
        return Meeting(int(side(a, polygon)))
    stops = []
    c = polygon[-1]
    left_c = turn(a, b, c)
    for d in polygon:
        left_d = turn(a, b, d)
        if left_d == 0 and _between(a, d, b):
            stops.append(d)
        # An edge with an end on the line is settled by that corner, any other by the four turns.
        if (left_c > 0 > left_d) or (left_c < 0 < left_d):
            left_a, left_b = turn(c, d, a), turn(c, d, b)
            if (left_a > 0 > left_b) or (left_a < 0 < left_b):
                return Meeting.CROSSES
            if left_a == 0:
                stops.append(a)
            elif left_b == 0:
                stops.append(b)
        elif left_c == 0 == left_d:
            stops += [end for end in (a, b) if _between(c, end, d)]
        c, left_c = d, left_d
    if not stops:
        return Meeting.CROSSES if side(a, polygon) is Side.INSIDE else Meeting.CLEAR
    # No edge is crossed, so the line can enter or leave only at these stops: each piece between two
    # neighbouring stops is all inside or all outside, and its middle shows which.
    stops = sorted({a, b, *stops}, key=lambda stop: squared(a, stop))
    doubled = [(2 * x, 2 * y) for x, y in polygon]
    for near, far in pairwise(stops):
        if side((near[0] + far[0], near[1] + far[1]), doubled) is Side.INSIDE:
            return Meeting.CROSSES
    return Meeting.GRAZES


def _between(a: Point, point: Point, b: Point) -> bool:
    """Whether a point known to be on the line through `a` and `b` lies between them, ends included."""
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])


def segment_gap(point: Point, a: Point, b: Point) -> tuple[int, int]:
    """The squared distance from a point to a line from `a` to `b`, as an exact fraction.

    >>> segment_gap((50, 30), (0, 0), (100, 0)), segment_gap((130, 40), (0, 0), (100, 0))
    ((9000000, 10000), (2500, 1))
    """
    along = (b[0] - a[0]) * (point[0] - a[0]) + (b[1] - a[1]) * (point[1] - a[1])
    length = squared(a, b)
    if along <= 0:
        return squared(a, point), 1
    if along >= length:
        return squared(b, point), 1
    return turn(a, b, point) ** 2, length


class Circle(msgspec.Struct, frozen=True):
    """A round template: a barrage, or smoke.

    >>> template = Circle(1000, 1000, 150)
    >>> template.covers((1000, 1150)), template.covers((1000, 1151))
    (True, False)
    """

    x: int
    y: int
    radius: int

    def covers(self, point: Point) -> bool:
        """Whether the point is under the template; its rim belongs to it.

        >>> [centre for centre in ((0, 0), (200, 0), (0, 100)) if Circle(0, 0, 150).covers(centre)]
        [(0, 0), (0, 100)]
        """
        return within((self.x, self.y), point, self.radius)

    def meeting(self, a: Point, b: Point) -> Meeting:
        """How the straight line from `a` to `b` meets the circle.

        >>> [Circle(0, 0, 150).meeting((-500, y), (500, y)).name for y in (100, 150, 200)]
        ['CROSSES', 'GRAZES', 'CLEAR']
        """
        gap, parts = segment_gap((self.x, self.y), a, b)
        rim = self.radius * self.radius * parts
        return Meeting.CROSSES if gap < rim else Meeting.GRAZES if gap == rim else Meeting.CLEAR


def check_polygon(name: str, polygon: Sequence[Point], width: int, height: int) -> None:
    """Refuse, in one sentence naming the corner, a polygon that no player could lay on the table.

    >>> check_polygon("West wood", ((0, 0), (100, 100), (100, 0), (0, 100)), 400, 400)
    Traceback (most recent call last):
    sandtable.board.fault.BoardError: West wood: the edge from corner 1 (0.0,0.0) meets the edge from corner 3 (1.0,0.0)
    """

    def corner(index: int) -> str:
        x, y = polygon[index]
        return f"corner {index + 1} ({inch_text(x)},{inch_text(y)})"

    count = len(polygon)
    if not 3 <= count <= MOST_CORNERS:
        raise BoardError(f"{name}: a polygon has 3 to {MOST_CORNERS} corners, this one has {count}")
    for index, (x, y) in enumerate(polygon):
        if not (0 <= x <= width and 0 <= y <= height):
            raise BoardError(f"{name}: {corner(index)} is not on the table")
        if polygon[index] == polygon[index - 1]:
            raise BoardError(f"{name}: {corner(index)} is the same as the corner before it")
    if not any(turn(polygon[0], polygon[1], other) for other in polygon):
        raise BoardError(f"{name}: all corners from {corner(0)} on lie on one line, so it has no area")
    for index in range(count):
        a, b = polygon[index], polygon[(index + 1) % count]
        after = polygon[(index + 2) % count]
        if turn(a, b, after) == 0 and (b[0] - a[0]) * (after[0] - b[0]) + (b[1] - a[1]) * (after[1] - b[1]) < 0:
            raise BoardError(f"{name}: the edge after {corner((index + 1) % count)} runs back along itself")
        # The next edge and the last one share a corner with this one.
        for other in range(index + 2, count - (index == 0)):
            if _edges_meet(a, b, polygon[other], polygon[(other + 1) % count]):
                raise BoardError(f"{name}: the edge from {corner(index)} meets the edge from {corner(other)}")


def _edges_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    left_c, left_d = turn(a, b, c), turn(a, b, d)
    left_a, left_b = turn(c, d, a), turn(c, d, b)
    if _opposite(left_c, left_d) and _opposite(left_a, left_b):
        return True
    return (
        (left_c == 0 and _between(a, c, b))
        or (left_d == 0 and _between(a, d, b))
        or (left_a == 0 and _between(c, a, d))
        or (left_b == 0 and _between(c, b, d))
    )


def _opposite(one: int, other: int) -> bool:
    return (one > 0 > other) or (one < 0 < other)
