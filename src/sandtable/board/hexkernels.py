"""The two loops that a game spends its time in: sight lines and cheapest paths, in plain whole numbers.

Each is ordinary Python over flat sequences. Where numba is installed the same functions are compiled (and
kept on disk), so there is one meaning; they stand in this one file because the compiled copies are
renewed only when the file they come from changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from heapq import heappop, heappush
from typing import Any, ParamSpec, TypeVar

from sandtable.board import compiling
from sandtable.board.compiling import Bytes, Int64s, Int64sOut

P = ParamSpec("P")
R = TypeVar("R")

NOTHING = -(1 << 40)
"""The top of a hexside with nothing on it: below every line."""
WALL = 1 << 40
"""The top of a hexside nobody sees across: above every line."""

CLEAR = -1
OBSTACLE, SMOKE = 6, 7
"""What blocks a line is given as 8 x index + one of these, or + the direction of the hexside."""

LABEL_BITS = 14
"""A map has fewer than 2**14 hexes, and no cheapest path more steps."""

_DQ = (0, 1, 1, 0, -1, -1)
_DR = (-1, -1, 0, 1, 1, 0)


def trace(
    start: int,
    first: int,
    last: int,
    eye: int,
    target: int,
    width: int,
    height: int,
    elevation: Int64s,
    tops: Int64s,
    sides: Int64s,
    smoke: Bytes,
    found: Int64sOut,
) -> None:
    """Follow the lines from one hex to the hexes first..last-1 and put down what blocks each (TCS 8.0).

    `eye` and `target` are metres above the ground at the two ends; `sides` holds six tops for each hex;
    `smoke` is a bit mask in bytes. A line is a fraction t of the way from start to goal: it enters through
    a hexside at t = border / reach, passes nearest to the centre of a hex at t = gone / whole, and its
    height there is exact after multiplying both sides of each comparison.

    >>> found = {}
    >>> trace(0, 1, 3, 0, 0, 1, 3, (0, 0, 0), (0, 20, 0), (NOTHING,) * 18, bytes(1), found)
    >>> found == {1: CLEAR, 2: 1 * 8 + OBSTACLE}
    True
    """
    q0 = start // height
    r0 = start % height - (q0 >> 1)
    base = elevation[start] + eye
    for goal in range(first, last):
        found[goal] = CLEAR
        if goal == start:
            continue
        q1 = goal // height
        dq = q1 - q0
        dr = goal % height - (q1 >> 1) - r0
        rise = elevation[goal] + target - base
        whole = 2 * (dq * dq + dq * dr + dr * dr)
        north = -dq - 2 * dr
        east = dq - dr
        south = 2 * dq + dr
        # The direction most nearly ahead, its reach, and the reach of those left and right of it.
        ahead, reach, reach_left, reach_right = 0, north, -south, east
        if east > reach:
            ahead, reach, reach_left, reach_right = 1, east, north, south
        if south > reach:
            ahead, reach, reach_left, reach_right = 2, south, east, -north
        if -north > reach:
            ahead, reach, reach_left, reach_right = 3, -north, south, -east
        if -east > reach:
            ahead, reach, reach_left, reach_right = 4, -east, -north, -south
        if -south > reach:
            ahead, reach, reach_left, reach_right = 5, -south, -east, north
        left = (ahead + 5) % 6
        right = (ahead + 1) % 6
        q, r, here, gone = q0, r0, start, 0

        if reach_left == 0 or reach_right == 0:
            # The line runs along hexsides: between two hexes, through the next one, and so on. It is
            # blocked between two hexes only if the ways through both of them are.
            beside = left if reach_left else right
            border = 1
            while here != goal:
                ways_blocked = 0
                blocker = CLEAR
                beyond = goal
                for way in range(2):
                    into = ahead if way == 0 else beside
                    out = beside if way == 0 else ahead
                    x = q + _DQ[into]
                    y = r + _DR[into]
                    row = y + (x >> 1)
                    beyond = (x + _DQ[out]) * height + y + _DR[out] + ((x + _DQ[out]) >> 1)
                    if x < 0 or x >= width or row < 0 or row >= height:
                        continue
                    aside = x * height + row
                    near = sides[here * 6 + into]
                    far = sides[aside * 6 + out]
                    why = CLEAR
                    if near == WALL or (here != start and near * reach > base * reach + rise * border):
                        why = here * 8 + into
                    elif smoke[aside >> 3] >> (aside & 7) & 1:
                        why = aside * 8 + SMOKE
                    elif tops[aside] * whole > base * whole + rise * (gone + reach):
                        why = aside * 8 + OBSTACLE
                    elif far == WALL or (beyond != goal and far * reach > base * reach + rise * (border + 1)):
                        why = aside * 8 + out
                    if why != CLEAR:
                        ways_blocked += 1
                        if blocker == CLEAR or why < blocker:
                            blocker = why
                if ways_blocked == 2:
                    found[goal] = blocker
                    break
                q += _DQ[ahead] + _DQ[beside]
                r += _DR[ahead] + _DR[beside]
                here = beyond
                gone += 2 * reach
                border += 3
                if here == goal:
                    break
                if smoke[here >> 3] >> (here & 7) & 1:
                    found[goal] = here * 8 + SMOKE
                    break
                if tops[here] * whole > base * whole + rise * gone:
                    found[goal] = here * 8 + OBSTACLE
                    break
            continue

        border_ahead = border_left = border_right = 1
        while True:
            # A tie is a corner: the line goes on into the hex that lies more nearly ahead.
            way, border, slope = ahead, border_ahead, reach
            if border_left * slope < border * reach_left:
                way, border, slope = left, border_left, reach_left
            if border_right * slope < border * reach_right:
                way, border, slope = right, border_right, reach_right
            if way == ahead:
                border_ahead += 2
                border_left += 1
                border_right += 1
            elif way == left:
                border_ahead += 1
                border_left += 2
                border_right -= 1
            else:
                border_ahead += 1
                border_left -= 1
                border_right += 2
            side = sides[here * 6 + way]
            q += _DQ[way]
            r += _DR[way]
            beyond = q * height + r + (q >> 1)
            if side == WALL or (here != start and beyond != goal and side * slope > base * slope + rise * border):
                found[goal] = here * 8 + way
                break
            here = beyond
            gone += slope
            if here == goal:
                break
            if smoke[here >> 3] >> (here & 7) & 1:
                found[goal] = here * 8 + SMOKE
                break
            if tops[here] * whole > base * whole + rise * gone:
                found[goal] = here * 8 + OBSTACLE
                break


def spread(
    start: int,
    goal: int,
    budget: int,
    adjacent: Int64s,
    steps: Int64s,
    blocked: Bytes,
    labels: Int64sOut,
) -> None:
    """Spread out from the start in order of cost, until the budget is spent or the goal is reached.

    `steps` holds the cost of each of the six steps out of a hex, -1 if prohibited; `blocked` is a bit mask
    in bytes. A label is cost x 2**14 + number of steps, so that the smaller label is the cheaper path and,
    at equal cost, the one through fewer hexes. Hexes out of reach keep the label -1.

    >>> labels = [-1, -1]
    >>> spread(0, -1, 9, (-1, -1, -1, 1, -1, -1, 0, -1, -1, -1, -1, -1), (6,) * 12, bytes(1), labels)
    >>> labels == [0, (6 << LABEL_BITS) + 1]
    True
    """
    labels[start] = 0
    waiting = [start]
    while waiting:
        entry = heappop(waiting)
        here = entry & ((1 << LABEL_BITS) - 1)
        label = entry >> LABEL_BITS
        if label > labels[here]:
            continue
        if here == goal:
            break
        for side in range(here * 6, here * 6 + 6):
            there = adjacent[side]
            step = steps[side]
            if there < 0 or step < 0 or blocked[there >> 3] >> (there & 7) & 1:
                continue
            onward = label + (step << LABEL_BITS) + 1
            if onward >> LABEL_BITS > budget:
                continue
            if labels[there] < 0 or onward < labels[there]:
                labels[there] = onward
                heappush(waiting, (onward << LABEL_BITS) + there)


def approach(goals: Int64s, far: int, adjacent: Int64s, steps: Int64s, found: Int64sOut) -> None:
    """What the cheapest way from each hex to the nearest of the goals costs; `far` where there is none.

    `steps` holds the cost of each of the six steps out of a hex, -1 if prohibited.

    >>> found = [0, 0, 0]
    >>> away = (-1,) * 6
    >>> approach((1,), 99, (-1, -1, -1, 1, -1, -1, 0, -1, -1, -1, -1, -1, *away), (6,) * 18, found)
    >>> found
    [6, 0, 99]
    """
    for hex in range(len(found)):
        found[hex] = far
    waiting = [goals[0]]
    for goal in goals:
        found[goal] = 0
        heappush(waiting, goal)
    while waiting:
        entry = heappop(waiting)
        here = entry & ((1 << LABEL_BITS) - 1)
        cost = entry >> LABEL_BITS
        if cost > found[here]:
            continue
        for way in range(6):
            there = adjacent[here * 6 + way]
            if there < 0:
                continue
            step = steps[there * 6 + (way + 3) % 6]
            if step >= 0 and cost + step < found[there]:
                found[there] = cost + step
                heappush(waiting, ((cost + step) << LABEL_BITS) + there)


@cache
def compiled(kernel: Callable[P, R]) -> Callable[P, R]:
    """The kernel made fast by numba, or as it is where numba is not installed.

    >>> compiled(spread) is compiled(spread)
    True
    """
    try:
        return compiling.compiled(kernel)
    except ImportError:
        return kernel


def flat(values: Sequence[int]) -> Any:
    """Whole numbers in the form that the compiled kernels read: an array, or as they are without numba.

    >>> len(flat((3, 4)))
    2
    """
    if compiled(trace) is trace:
        return values
    import numpy

    return numpy.array(values, dtype=numpy.int64)


def blanks(size: int) -> Any:
    """As many entries of -1, for a kernel to write its answers into.

    >>> [int(entry) for entry in blanks(2)]
    [-1, -1]
    """
    return _unanswered(size).copy()


@cache
def _unanswered(size: int) -> Any:
    if compiled(trace) is trace:
        return [-1] * size
    import numpy

    return numpy.full(size, -1, dtype=numpy.int64)


def marked(answers: Any) -> int:
    """The bit mask of the entries that a kernel has made other than -1.

    >>> marked([0, -1, 7])
    5
    """
    if isinstance(answers, list):
        return sum(1 << index for index, answer in enumerate(answers) if answer != -1)
    import numpy

    return int.from_bytes(numpy.packbits(answers != -1, bitorder="little").tobytes(), "little")


def bits(mask: int, size: int) -> Any:
    """A bit mask of that many hexes in the form that the compiled kernels read: packed into bytes.

    >>> bytes(bits(0b100000001, 12))
    b'\\x01\\x01'
    """
    packed = mask.to_bytes((size + 7) >> 3, "little")
    if compiled(trace) is trace:
        return packed
    import numpy

    return numpy.frombuffer(packed, dtype=numpy.uint8)
