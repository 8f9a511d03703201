"""Heights: how far each point of a table lies up its slope.

A hill rises from its outline to the next contour inside it, or to its middle: the farther a point is from lower ground,
the higher it lies. A feature may say over how many inches its ground rises; from there on it is flat.
"""

from collections.abc import Sequence
from math import isqrt

from sandtable.board.lattice import STEP

LEVEL = 1_000_000
"""What a level counts for: more than any slope."""


def contours(levels: Sequence[int]) -> list[int]:
    """The height of each point if the ground of a level is flat.

    >>> contours(bytes([0, 1])) == [0, LEVEL]
    True
    """
    return [level * LEVEL for level in levels]


def slopes(levels: Sequence[int], columns: int, widths: Sequence[int | None]) -> list[int]:
    """The height of each point on its slope: its level, and then how far it is from the nearest lower point, in
    hundredths of an inch; at most its width, where the slope has one.

    >>> row = bytes([0, 1, 1, 1, 0])
    >>> [height - LEVEL for height in slopes(row, 5, [None] * 5)[1:4]]
    [50, 100, 50]
    >>> [height - LEVEL for height in slopes(row, 5, [50] * 5)[1:4]]
    [50, 50, 50]
    """
    found = contours(levels)
    for level in sorted(set(levels) - {min(levels)}):
        risen = [n for n, each in enumerate(levels) if each == level and widths[n] != 0]
        gaps = _gaps_in_columns(levels, columns, level) if risen else []
        for position in risen:
            far, width = isqrt(STEP * STEP * _nearest(gaps, columns, position)), widths[position]
            found[position] += far if width is None else min(far, width)
    return found


def _gaps_in_columns(levels: Sequence[int], columns: int, level: int) -> list[int]:
    """How many rows each point is from the nearest point in its column that is lower than this level."""
    none = len(levels)
    gaps = [0 if each < level else none for each in levels]
    for position in range(columns, none):
        gaps[position] = min(gaps[position], gaps[position - columns] + 1)
    for position in range(none - columns - 1, -1, -1):
        gaps[position] = min(gaps[position], gaps[position + columns] + 1)
    return gaps


def _nearest(gaps: list[int], columns: int, position: int) -> int:
    """The square of the distance to the nearest lower point, in lattice steps."""
    row, column = divmod(position, columns)
    first = row * columns
    best = gaps[position] ** 2
    for aside in range(1, columns):
        if aside * aside >= best:
            break
        for other in (column - aside, column + aside):
            if 0 <= other < columns:
                best = min(best, gaps[first + other] ** 2 + aside * aside)
    return best
