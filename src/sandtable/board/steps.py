"""The single steps a stand takes from one half-inch point to the next.

Sixteen steps lead from a point: four of half an inch, four across a square, eight like a chess knight's. Each has its
true length, rounded up. With eight steps only, nine per cent of the ground in reach would be lost.
"""

from functools import lru_cache
from typing import TypeAlias

from sandtable.board.lattice import STEP, Point, root_up, share_of
from sandtable.board.shapes import Meeting, Side, meeting, side
from sandtable.board.stands import Base

STEPS: tuple[Point, ...] = (
    *((1, 0), (0, 1), (-1, 0), (0, -1)),
    *((1, 1), (-1, 1), (-1, -1), (1, -1)),
    *((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)),
)
"""Columns and rows gone by each step."""
LENGTHS = (50,) * 4 + (71,) * 4 + (112,) * 8
STAY = 16
"""Stands in the place of a step where a stand goes on without reaching another point."""
BESIDE: tuple[tuple[Point, ...], ...] = (
    *((),) * 4,
    *(((dx, 0), (0, dy)) for dx, dy in STEPS[4:8]),
    *(((dx // 2, 0), (dx // 2, dy)) if dx in (2, -2) else ((0, dy // 2), (dx, dy // 2)) for dx, dy in STEPS[8:]),
)
"""The points that a step passes between: none for half an inch, two for all others."""

Bars: TypeAlias = tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=65536)
def straight_line(columns: int, rows: int) -> tuple[Point, ...]:
    """The half-inch samples of the straight line to a point this many columns and rows away, snapped.

    Each sample goes to the nearest lattice point, the same to either side; the last is the point itself.

    >>> straight_line(3, 1)
    ((1, 0), (2, 1), (3, 1), (3, 1))
    """
    square = columns * columns + rows * rows
    count = root_up(square)
    samples = [(share_of(columns * k, square), share_of(rows * k, square)) for k in range(1, count)]
    return (*samples, (columns, rows)) if square else ()


@lru_cache(maxsize=65536)
def line_length(columns: int, rows: int) -> int:
    """The length of that line, rounded up as `distance` is.

    >>> line_length(3, 1)
    159
    """
    return root_up(STEP * STEP * (columns * columns + rows * rows))


STEP_NUMBER = {**{step: number for number, step in enumerate(STEPS)}, (0, 0): STAY}


@lru_cache(maxsize=1024)
def barred_by(heading: int, side_length: int) -> Bars:
    """What a base of this size and heading keeps others from: for each point around it, as columns and
    rows from its centre, a bit for each step from there that would cross its inside. Bit 16 says that the point
    itself is inside. A square without a side bars nothing.

    >>> {(dx, dy): bits for dx, dy, bits in barred_by(0, 100)}[(-2, 0)] == 1 << 8 | 1 << 15
    True
    """
    from sandtable.board.table import kernels

    if not side_length:
        return ()
    corners = Base(0, 0, heading, side_length).corners
    reach = max(abs(value) for corner in corners for value in corner) // STEP + 2
    compiled = kernels("tablekernels")
    if compiled is not None:
        bars: Bars = compiled.barred_by(corners, reach)
        return bars
    found = []
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            start = (dx * STEP, dy * STEP)
            bits = 1 << STAY if side(start, corners) is Side.INSIDE else 0
            for number, (east, north) in enumerate(STEPS):
                end = (start[0] + east * STEP, start[1] + north * STEP)
                if meeting(start, end, corners) is Meeting.CROSSES:
                    bits |= 1 << number
            if bits:
                found.append((dx, dy, bits))
    return tuple(found)


@lru_cache(maxsize=1024)
def held_by(heading: int, side_length: int) -> frozenset[Point]:
    """The points inside such a base, as columns and rows from its centre.

    >>> sorted(held_by(0, 200))[:4]
    [(-1, -1), (-1, 0), (-1, 1), (0, -1)]
    """
    return frozenset((dx, dy) for dx, dy, bits in barred_by(heading, side_length) if bits >> STAY & 1)
