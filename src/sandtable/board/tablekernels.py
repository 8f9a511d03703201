"""The compiled loops of a table: sight lines here, the points in reach in `reachkernels`.

They say the same as the plain functions of their callers, and tests hold them to it. A compiled copy is renewed only
when its own file changes, so no compiled loop calls one of another file. Nothing but Python
integers and bytes goes back to the callers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sandtable.board.compiling import Bytes, Int64s, Int64sOut, compiled
from sandtable.board.lattice import Point
from sandtable.board.stands import Base, Screen, front_right
from sandtable.board.steps import STEPS
from sandtable.board.watching import Watch, Watcher

if TYPE_CHECKING:
    from sandtable.board.table import Table

COLUMNS_OF_A_FEATURE = 8
BITS = 62
"""How many points of a way are marked in one number, which keeps its sign."""
NOTHING = np.zeros(0, np.int64)
STEPS_OF_A_MOVER = np.array(STEPS, np.int64).ravel()


@compiled
def turn(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """As `shapes.turn`."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@compiled
def side(x: int, y: int, corners: Int64s, first: int, last: int, scale: int) -> int:
    """As `shapes.side`, for the polygon made of the corners first..last-1, each multiplied by `scale`."""
    inside = False
    from_x, from_y = scale * corners[2 * last - 2], scale * corners[2 * last - 1]
    for index in range(first, last):
        to_x, to_y = scale * corners[2 * index], scale * corners[2 * index + 1]
        if min(from_y, to_y) <= y <= max(from_y, to_y):
            left = (to_x - from_x) * (y - from_y) - (to_y - from_y) * (x - from_x)
            if left == 0 and min(from_x, to_x) <= x <= max(from_x, to_x):
                return 1
            if (from_y > y) != (to_y > y) and (left > 0) == (to_y > from_y):
                inside = not inside
        from_x, from_y = to_x, to_y
    return 2 if inside else 0


@compiled
def _between_stops(ax: int, ay: int, bx: int, by: int, corners: Int64s, first: int, last: int) -> int:
    """Walk the line from stop to stop: the ends, and the corners on it."""
    x, y = ax, ay
    whole = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
    gone = 0
    while gone < whole:
        next_x, next_y, nearest = bx, by, whole
        for index in range(first, last):
            cx, cy = corners[2 * index], corners[2 * index + 1]
            if turn(ax, ay, bx, by, cx, cy) == 0:
                along = (bx - ax) * (cx - ax) + (by - ay) * (cy - ay)
                if gone < along < nearest:
                    next_x, next_y, nearest = cx, cy, along
        if side(x + next_x, y + next_y, corners, first, last, 2) == 2:
            return 2
        x, y, gone = next_x, next_y, nearest
    return 1


@compiled
def meets(ax: int, ay: int, bx: int, by: int, corners: Int64s, first: int, last: int) -> int:
    """As `shapes.meeting`."""
    if ax == bx and ay == by:
        return side(ax, ay, corners, first, last, 1)
    touched = False
    cx, cy = corners[2 * last - 2], corners[2 * last - 1]
    left_c = turn(ax, ay, bx, by, cx, cy)
    for index in range(first, last):
        dx, dy = corners[2 * index], corners[2 * index + 1]
        left_d = turn(ax, ay, bx, by, dx, dy)
        if left_d == 0:
            touched = touched or (min(ax, bx) <= dx <= max(ax, bx) and min(ay, by) <= dy <= max(ay, by))
            touched = touched or (left_c == 0 and min(cx, dx) <= ax <= max(cx, dx) and min(cy, dy) <= ay <= max(cy, dy))
        elif (left_c > 0 and left_d < 0) or (left_c < 0 and left_d > 0):
            left_a = turn(cx, cy, dx, dy, ax, ay)
            left_b = turn(cx, cy, dx, dy, bx, by)
            if (left_a > 0 and left_b < 0) or (left_a < 0 and left_b > 0):
                return 2
            touched = touched or left_a == 0 or left_b == 0
        cx, cy, left_c = dx, dy, left_d
    if not touched:
        return 2 if side(ax, ay, corners, first, last, 1) == 2 else 0
    return _between_stops(ax, ay, bx, by, corners, first, last)


@compiled
def _misses(ax: int, ay: int, bx: int, by: int, west: int, south: int, east: int, north: int) -> bool:
    """Whether a line stays clear of a box. It takes no arrays: passing one costs more than the whole test."""
    if max(ax, bx) < west or max(ay, by) < south or min(ax, bx) > east or min(ay, by) > north:
        return True
    # The whole box lies on one side of the line when its middle is further off than any corner reaches.
    middle = (bx - ax) * (south + north - 2 * ay) - (by - ay) * (west + east - 2 * ax)
    return abs(middle) > abs(bx - ax) * (north - south) + abs(by - ay) * (east - west)


@compiled
def _line_meetings(ax: int, ay: int, bx: int, by: int, corners: Int64s, features: Int64s) -> Any:
    count = len(features) // COLUMNS_OF_A_FEATURE
    found = np.zeros(count, np.uint8)
    for index in range(count):
        row = index * COLUMNS_OF_A_FEATURE
        west, south, east, north = features[row + 2], features[row + 3], features[row + 4], features[row + 5]
        if not _misses(ax, ay, bx, by, west, south, east, north):
            found[index] = meets(ax, ay, bx, by, corners, features[row], features[row + 1])
    return found


@compiled
def _visible(
    origin: int,
    targets: Int64s,
    flags: int,
    longest: int,
    columns: int,
    corners: Int64s,
    features: Int64s,
    layers: Bytes,
    levels: Bytes,
    bases: Int64s,
) -> Any:
    least = 1 if flags & 1 else 2
    size = len(levels)
    seen = np.zeros((len(targets) + 7) // 8, np.uint8)
    square = np.empty(8, np.int64)
    ax, ay = origin % columns * 50, origin // columns * 50
    level_a = int(levels[origin])
    for number in range(len(targets)):
        target = targets[number]
        bx, by = target % columns * 50, target // columns * 50
        if longest >= 0 and (bx - ax) * (bx - ax) + (by - ay) * (by - ay) > longest * longest:
            continue
        level_b = int(levels[target])
        lower, higher = min(level_a, level_b), max(level_a, level_b)
        foot_x, foot_y = (ax, ay) if level_a <= level_b else (bx, by)
        blocked = False
        for index in range(len(features) // COLUMNS_OF_A_FEATURE):
            row = index * COLUMNS_OF_A_FEATURE
            top = features[row + 7]
            if features[row + 6] == 0 or top <= lower or (top <= higher and not flags & 2):
                continue
            to_x, to_y = (ax + bx - foot_x, ay + by - foot_y)
            if top <= higher:
                to_x, to_y = (ax + bx) // 2, (ay + by) // 2
            west, south, east, north = features[row + 2], features[row + 3], features[row + 4], features[row + 5]
            if _misses(foot_x, foot_y, to_x, to_y, west, south, east, north):
                continue
            if meets(foot_x, foot_y, to_x, to_y, corners, features[row], features[row + 1]) < least:
                continue
            if not layers[index * size + origin] and not layers[index * size + target]:
                blocked = True
                break
        if blocked:
            continue
        for start in range(0, len(bases), 4):
            x, y, east, north = bases[start], bases[start + 1], bases[start + 2], bases[start + 3]
            if (x == ax and y == ay) or (x == bx and y == by):
                continue
            wide = max(abs(east), abs(north))
            if _misses(ax, ay, bx, by, x - wide, y - wide, x + wide, y + wide):
                continue
            square[0], square[1] = x - north, y + east
            square[2], square[3] = x + east, y + north
            square[4], square[5] = x + north, y - east
            square[6], square[7] = x - east, y - north
            if meets(ax, ay, bx, by, square, 0, 4) >= least:
                blocked = True
                break
        if not blocked:
            seen[number >> 3] |= 1 << (number & 7)
    return seen


@compiled
def _barred_by(corners: Int64s, reach: int, steps: Int64s) -> Any:
    wide = 2 * reach + 1
    found = np.zeros(3 * wide * wide, np.int64)
    size = 0
    for north in range(-reach, reach + 1):
        for east in range(-reach, reach + 1):
            x, y = 50 * east, 50 * north
            bits = 1 << 16 if side(x, y, corners, 0, 4, 1) == 2 else 0
            for step in range(16):
                if meets(x, y, x + 50 * steps[2 * step], y + 50 * steps[2 * step + 1], corners, 0, 4) == 2:
                    bits |= 1 << step
            if bits:
                found[size], found[size + 1], found[size + 2] = east, north, bits
                size += 3
    return found[:size]


@compiled
def _length(east: int, north: int) -> int:
    """As `lattice.distance`."""
    square = east * east + north * north
    root = int(np.sqrt(square))
    while root * root < square:
        root += 1
    while root > 0 and (root - 1) * (root - 1) >= square:
        root -= 1
    return root


@compiled
def _without(bases: Int64s, left_out: Int64s) -> Any:
    """The bases but for those at these places of their list."""
    kept = np.empty(len(bases), np.int64)
    size = 0
    for base in range(len(bases) // 4):
        if base not in left_out:
            for place in range(4 * base, 4 * base + 4):  # a slice would take seconds to compile
                kept[size] = bases[place]
                size += 1
    return kept[:size]


@compiled
def _watched(
    path: Int64s,
    watchers: Int64s,
    count: int,
    least: int,
    flags: int,
    longest: int,
    columns: int,
    corners: Int64s,
    features: Int64s,
    layers: Bytes,
    levels: Bytes,
    bases: Int64s,
    ready: Int64sOut,
) -> bool:
    """The points of the way at which each watcher is ready, as bits put into `ready`, `BITS` to a number; whether there
    are any.

    The numbers of a watcher are its position, its reach, how many of the bases do not block it, and which.
    """
    width = len(ready) // count
    some = False
    place = 0
    for position in path:
        if position < 0 or position >= len(levels):
            raise ValueError("a point of the way is not on this table")
    for number in range(count):
        origin, reach, last = watchers[place], watchers[place + 1], place + 3 + watchers[place + 2]
        within = watchers[place + 3 : last]
        place = last
        if origin < 0 or origin >= len(levels):
            raise ValueError("a watcher is not on this table")
        x, y = origin % columns * 50, origin // columns * 50
        near = False
        for position in path:
            east, north = position % columns * 50 - x, position // columns * 50 - y
            near = near or east * east + north * north <= reach * reach
        if not near:
            continue
        others = _without(bases, within) if len(within) > 0 else bases
        seen = _visible(origin, path, flags, longest, columns, corners, features, layers, levels, others)
        gone = 0
        saw = False
        before_x, before_y = 0, 0
        for index in range(len(path)):
            sees = (seen[index >> 3] >> (index & 7)) & 1 != 0
            to_x, to_y = path[index] % columns * 50, path[index] // columns * 50
            if saw and sees:
                gone += _length(to_x - before_x, to_y - before_y)
            if sees and gone >= least and (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y) <= reach * reach:
                ready[number * width + index // BITS] |= 1 << index % BITS
                some = True
            saw = sees
            before_x, before_y = to_x, to_y
    return some


class PackedTable(NamedTuple):
    """A table as flat arrays: what `pack_table` gives."""

    columns: int
    corners: Any
    features: Any
    layers: Any
    levels: Any


def pack_table(table: Table) -> PackedTable:
    """The arrays of a table; the features as first and last corner, box, whether they block, and their top.

    >>> from sandtable.board.table import Feature, Table
    >>> copse = Feature("woods", "Copse", ((0, 0), (200, 0), (0, 100)), blocks=True, height=1)
    >>> pack_table(Table(600, 400, features=(copse,))).features.tolist()
    [0, 3, 0, 0, 200, 100, 1, 1]
    """
    corners: list[int] = []
    features: list[int] = []
    for feature, top in zip(table.features, table.tops, strict=True):
        xs, ys = zip(*feature.polygon, strict=True)
        first = len(corners) // 2
        for point in feature.polygon:
            corners += point
        features += (first, len(corners) // 2, min(xs), min(ys), max(xs), max(ys), feature.blocks, top)
    return PackedTable(
        table.columns,
        np.array(corners, np.int64),
        np.array(features, np.int64),
        np.frombuffer(table.layers, np.uint8),
        np.frombuffer(table.levels, np.uint8),
    )


def line_meetings(packed: PackedTable, ax: int, ay: int, bx: int, by: int) -> bytes:
    """As `tablesight.plain_line_meetings`.

    >>> from sandtable.board.table import Table
    >>> line_meetings(Table(600, 400).packed, 0, 0, 600, 400)
    b''
    """
    return bytes(_line_meetings(ax, ay, bx, by, packed.corners, packed.features))


def barred_by(corners: Sequence[Point], reach: int) -> tuple[tuple[int, int, int], ...]:
    """As `steps.barred_by`, for a square with these corners, of the points up to this many columns and rows from it.

    >>> barred_by(((-10, 10), (10, 10), (10, -10), (-10, -10)), 1)[4]
    (0, 0, 131071)
    """
    found = _barred_by(np.array(corners, np.int64).ravel(), reach, STEPS_OF_A_MOVER).reshape(-1, 3).tolist()
    return tuple([(east, north, bits) for east, north, bits in found])


def _pack_stands(stands: Mapping[str, Base]) -> Any:
    """The bases of stands, packed; kept beside those that do not change."""
    packed = getattr(stands, "packed", None)
    if packed is None:
        packed = _pack_bases(stands.values())
        if isinstance(stands, Screen):
            stands.packed = packed
    return packed


def _pack_bases(bases: Iterable[Base]) -> Any:
    flat: list[int] = []
    for base in bases:
        flat += (base.x, base.y, *front_right(base.heading, base.side))
    return _packed(flat)


def _packed(numbers: Sequence[int]) -> Any:
    """Whole numbers as the compiled loops read them: for a few the quickest way."""
    if type(numbers) is range:
        return np.arange(numbers.start, numbers.stop, numbers.step)
    return np.frombuffer(array("q", numbers), np.int64) if numbers else NOTHING


def visible(
    packed: PackedTable,
    origin: int,
    targets: Sequence[int],
    flags: int,
    stands: Mapping[str, Base],
    longest: int,
) -> int:
    """As `tablesight.plain_visible`.

    >>> from sandtable.board.table import Table
    >>> visible(Table(600, 400).packed, 0, (1, 2, 3), 0, {}, 100)
    3
    """
    if not targets:
        return 0
    columns, corners, features, layers, levels = packed
    goals = _packed(targets)
    seen = _visible(origin, goals, flags, longest, columns, corners, features, layers, levels, _pack_stands(stands))
    return int.from_bytes(seen.tobytes(), "little")


def _pack_watchers(watchers: Sequence[Watcher]) -> Any:
    """Watchers, packed; kept beside those that do not change."""
    packed = getattr(watchers, "packed", None)
    if packed is None:
        flat: list[int] = []
        for position, reach, within in watchers:
            flat += (position, reach, len(within), *within)
        packed = _packed(flat)
        if isinstance(watchers, Watch):
            watchers.packed = packed
    return packed


def watched(
    packed: PackedTable,
    path: Sequence[int],
    watchers: Sequence[Watcher],
    least: int,
    flags: int,
    stands: Mapping[str, Base],
    longest: int,
) -> list[int]:
    """As `watching.plain_watched`.

    >>> from sandtable.board.table import Table
    >>> watched(Table(600, 400).packed, (0, 1, 2), ((3, 100, ()),), 50, 0, {}, -1)
    [6]
    """
    if not path or not watchers:
        return [0] * len(watchers)
    count, width = len(watchers), (len(path) - 1) // BITS + 1
    ready = np.zeros(count * width, np.int64)
    columns, corners, features, layers, levels = packed
    some = _watched(
        _packed(path),
        _pack_watchers(watchers),
        count,
        least,
        flags,
        longest,
        columns,
        corners,
        features,
        layers,
        levels,
        _pack_stands(stands),
        ready,
    )
    if not some:
        return [0] * count
    found: list[int] = ready.tolist()
    if width == 1:
        return found
    parts = [found[first : first + width] for first in range(0, len(found), width)]
    return [sum([bits << BITS * number for number, bits in enumerate(part)]) for part in parts]
