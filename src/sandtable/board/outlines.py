"""Outlines that run through lattice points: on which side of such a point a step lies.

A point on an outline belongs to the feature. But a step that only comes up to the outline, or leaves it outward, does
not enter the feature: if it counted as half in it, the feature would be a quarter of an inch wider than it is drawn.
So for a point on an outline each part of a step near it is looked at on its own. A step is cut into halves, a knight's
step into quarters, and a part counts as in the feature if its middle is.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from sandtable.board.lattice import STEP, Point
from sandtable.board.shapes import Polygon, Side, side
from sandtable.board.steps import BESIDE, STAY, STEPS

EIGHTHS = 4
"""Coordinates are multiplied by this, so that an eighth of a step is a whole number."""


def _parts() -> tuple[list[Point], list[int], list[int]]:
    """Where the parts of steps lie, seen from the point they belong to, and which part of each knight's step belongs to
    the one and to the other point that it runs between.
    """
    eighth = STEP * EIGHTHS // 8
    parts = [(dx * eighth * 2, dy * eighth * 2) for dx, dy in STEPS[:8]]
    parts += [(dx * eighth, dy * eighth) for dx, dy in STEPS[8:]]
    ones, others = [0] * STAY, [0] * STAY
    for step in range(8, STAY):
        (dx, dy), (one, other) = STEPS[step], BESIDE[step]
        for eighths, (x, y), numbers in ((3, one, ones), (5, other, others)):
            part = eighth * (eighths * dx - 8 * x), eighth * (eighths * dy - 8 * y)
            if part not in parts:
                parts.append(part)
            numbers[step] = parts.index(part)
    return parts, ones, others


PARTS, ONES, OTHERS = _parts()
OPPOSITE = [STEPS.index((-dx, -dy)) for dx, dy in STEPS]


def on_outline(polygon: Polygon, width: int, height: int) -> Iterator[Point]:
    """The lattice points on the outline of a polygon, in hundredths of an inch.

    >>> sorted(on_outline(((0, 0), (100, 0), (0, 100)), 400, 400))
    [(0, 0), (0, 50), (0, 100), (50, 0), (50, 50), (100, 0)]
    """
    found: set[Point] = set()
    for (ax, ay), (bx, by) in pairwise((*polygon, polygon[0])):
        if ax == bx:
            points = [(ax, y) for y in range(-(-min(ay, by) // STEP) * STEP, max(ay, by) + 1, STEP)]
        else:
            xs = range(-(-min(ax, bx) // STEP) * STEP, max(ax, bx) + 1, STEP)
            exact = [(x, divmod((by - ay) * (x - ax), bx - ax)) for x in xs]
            points = [(x, ay + rise) for x, (rise, rest) in exact if not rest]
        found.update((x, y) for x, y in points if x % STEP == y % STEP == 0 and 0 <= x <= width and 0 <= y <= height)
    return iter(found)


@lru_cache(maxsize=1024)
def outline_parts(polygon: Polygon, width: int, height: int) -> tuple[tuple[Point, int], ...]:
    """The lattice points on the outline of a polygon, each with the parts within; kept, because tables that differ in
    a feature or two ask for the same.

    >>> len(outline_parts(((0, 0), (100, 0), (0, 100)), 400, 400))
    6
    """
    return tuple((point, parts_within(polygon, point)) for point in on_outline(polygon, width, height))


def parts_within(polygon: Polygon, point: Point) -> int:
    """Which parts of the steps at a point of the outline are within the polygon, a bit each; along its edge counts.

    >>> square = ((0, 0), (100, 0), (100, 100), (0, 100))
    >>> [parts_within(square, (0, 50)) >> step & 1 for step in range(4)]
    [1, 1, 0, 1]
    """
    finer = [(x * EIGHTHS, y * EIGHTHS) for x, y in polygon]
    x, y = point[0] * EIGHTHS, point[1] * EIGHTHS
    found = 0
    for number, (dx, dy) in enumerate(PARTS):
        found |= (side((x + dx, y + dy), finer) is not Side.OUTSIDE) << number
    return found
