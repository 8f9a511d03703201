"""Line of sight on a hex map (TCS 8.0): what a player lays a thread for.

The line runs from centre to centre, and its height changes evenly from the one end to the other.

* The two end hexes never block; adjacent hexes see each other.
* An intervening hex blocks if its top, ground and obstacle together, is higher than the line where the line
  passes nearest to the centre of the hex. Equal does not block.
* A hexside feature stands on the higher of its two hexes and blocks likewise, where the line crosses it;
  not if one of the ends is one of its two hexes. Walls block every line that crosses them.
* Where the line runs exactly along a hexside it is blocked only if the ways through both hexes beside it
  are blocked: by the hex, or by a hexside where the line comes in or goes out. A feature on the hexside
  that it runs along is not crossed. Nothing off the map blocks.
* Smoke in an intervening hex blocks at any height.

The line is judged from the end with the lower index, so both ends get the same answer.
"""

from fractions import Fraction

import msgspec

from sandtable.board import hexkernels as kernels
from sandtable.board.fault import BoardError
from sandtable.board.hexes import Hex, Hexside, along
from sandtable.board.hexmap import HexMap, Where

MEMO_LIMIT = 5000
"""Views kept for one map: more than its hexes, and room for smoke that comes and goes."""

TALLEST = 100_000
"""The highest eye or target above the ground, in metres."""


class Sight(msgspec.Struct, frozen=True):
    """Whether there is a line of sight, how far it is, and what is in the way. True if it is clear.

    `blocker` is the hex or hexside in the way, `what` is on it; `top` is its height and `line` the height
    of the line there, both in metres (None for smoke, walls and plain distance).
    """

    distance: int
    blocker: Hex | Hexside | None = None
    what: str = ""
    top: int | None = None
    line: Fraction | None = None

    @property
    def clear(self) -> bool:
        """Whether nothing is in the way."""
        return not self.what

    def __bool__(self) -> bool:
        return self.clear

    @property
    def why(self) -> str:
        """The verdict in words.

        >>> Sight(3, Hex("0507"), "woods", 200, Fraction(190)).why
        'woods at 0507, top 200 m, the line passes at 190 m'
        >>> Sight(3).why
        'clear at 3 hexes'
        """
        if self.clear:
            return f"clear at {self.distance} hex{'' if self.distance == 1 else 'es'}"
        if self.blocker is None:
            return f"{self.distance} hexes is beyond the {self.what}"
        where = f"{self.what} at {self.blocker}"
        if self.line is None:
            return where
        return f"{where}, top {self.top} m, the line passes at {_metres(self.line)} m"


def sight(
    hexmap: HexMap,
    one: Where,
    other: Where,
    *,
    smoke: int = 0,
    visibility: int | None = None,
    eye: int = 0,
    target: int = 0,
) -> Sight:
    """The line of sight between two hexes, explained (TCS 8.0).

    `smoke` is a bit mask of hexes; `visibility` a limit in hexes; `eye` and `target` are the metres above
    the ground at the first and the second hex, for a helicopter or a tower.

    >>> from sandtable.board.hexdrafts import sketch_map
    >>> from sandtable.board.hexmap import Legend
    >>> legend = Legend({".": "open", "w": "woods"}, obstacles={"woods": 20})
    >>> hill = sketch_map("0101 open\\n 0102 woods\\n 0103 open 10", legend)
    >>> sight(hill, "0101", "0103").why
    'woods at 0102, top 20 m, the line passes at 5 m'
    >>> sight(hill, "0103", "0102").clear
    True
    """
    start, goal = hexmap.index(one), hexmap.index(other)
    _check(hexmap, smoke, visibility, eye, target)
    if start > goal:
        start, goal, eye, target = goal, start, target, eye
    distance = hexmap.hex(start).distance(hexmap.hex(goal))
    if visibility is not None and distance > visibility:
        return Sight(distance, what=f"visibility of {visibility}")
    found: dict[int, int] = {}
    kernels.trace(
        start,
        goal,
        goal + 1,
        eye,
        target,
        hexmap.width,
        hexmap.height,
        hexmap.elevation,
        hexmap.tops,
        _side_tops(hexmap),
        smoke.to_bytes((len(hexmap) + 7) >> 3, "little"),
        found,
    )
    if found[goal] == kernels.CLEAR:
        return Sight(distance)
    return _explain(hexmap, start, goal, eye, target, distance, found[goal])


def view_from(
    hexmap: HexMap,
    where: Where,
    *,
    smoke: int = 0,
    visibility: int | None = None,
    eye: int = 0,
    target: int = 0,
) -> int:
    """All hexes that can be seen from one hex, itself included, as a bit mask: `sight` for each of them.

    >>> from sandtable.board.hexdrafts import sketch_map
    >>> from sandtable.board.hexmap import Legend
    >>> legend = Legend({".": "open", "w": "woods"}, obstacles={"woods": 20})
    >>> lane = sketch_map("0101 open\\n 0102 woods\\n 0103 open", legend)
    >>> print(*map(lane.hex, lane.indices(view_from(lane, "0101"))))
    0101 0102
    """
    start = hexmap.index(where)
    _check(hexmap, smoke, visibility, eye, target)
    views: dict[tuple[int, int, int, int], int] = hexmap.memo.setdefault("views", {})
    key = start, smoke, eye, target
    view = views.get(key)
    if view is None:
        if len(views) >= MEMO_LIMIT:
            views.clear()
        view = views[key] = _scan(hexmap, start, smoke, eye, target)
    return view if visibility is None else view & hexmap.within(start, visibility)


def sees(
    hexmap: HexMap,
    one: Where,
    other: Where,
    *,
    smoke: int = 0,
    visibility: int | None = None,
    eye: int = 0,
    target: int = 0,
) -> bool:
    """The verdict of `sight` without the words: quick, since views are kept.

    >>> from sandtable.board.hexdrafts import sketch_map
    >>> from sandtable.board.hexmap import Legend
    >>> plain = sketch_map("0101 open\\n 0909 open", Legend({".": "open"}))
    >>> sees(plain, "0101", "0909"), sees(plain, "0101", "0909", visibility=8)
    (True, False)
    """
    view = view_from(hexmap, one, smoke=smoke, visibility=visibility, eye=eye, target=target)
    return view >> hexmap.index(other) & 1 == 1


def _scan(hexmap: HexMap, start: int, smoke: int, eye: int, target: int) -> int:
    size = len(hexmap)
    ground = hexmap.memo.get("ground")
    if ground is None:
        ground = hexmap.memo["ground"] = tuple(map(kernels.flat, (hexmap.elevation, hexmap.tops, _side_tops(hexmap))))
    found = kernels.blanks(size)
    kernels.compiled(kernels.trace)(
        start, 0, size, eye, target, hexmap.width, hexmap.height, *ground, kernels.bits(smoke, size), found
    )
    return ((1 << size) - 1) ^ kernels.marked(found)


def _side_tops(hexmap: HexMap) -> tuple[int, ...]:
    """For each index six entries: the top of what stands on that hexside."""
    known: tuple[int, ...] | None = hexmap.memo.get("side tops")
    if known is not None:
        return known
    tops = [kernels.NOTHING] * (6 * len(hexmap))
    for kind, sides in hexmap.hexsides.items():
        height, wall = hexmap.legend.hexsides[kind], kind in hexmap.legend.walls
        if not height and not wall:
            continue
        for side in sides:
            ways = hexmap.both_ways(side)
            top = kernels.WALL if wall else max(hexmap.elevation[index] for index, _ in ways) + height
            for index, direction in ways:
                tops[index * 6 + direction] = max(top, tops[index * 6 + direction])
    hexmap.memo["side tops"] = tuple(tops)
    return tuple(tops)


def _explain(hexmap: HexMap, start: int, goal: int, eye: int, target: int, distance: int, block: int) -> Sight:
    index, what = divmod(block, 8)
    here = hexmap.hex(index)
    if what == kernels.SMOKE:
        return Sight(distance, here, "smoke")
    begin, end = hexmap.hex(start), hexmap.hex(goal)
    low, high = hexmap.elevation[start] + eye, hexmap.elevation[goal] + target
    dq, dr = end.q - begin.q, end.r - begin.r
    q, r = here.q - begin.q, here.r - begin.r
    if what == kernels.OBSTACLE:
        part = Fraction(2 * (q * dq + r * dr) + q * dr + r * dq, 2 * (dq * dq + dq * dr + dr * dr))
        kind, top = hexmap.terrain[index], hexmap.tops[index]
        name = kind if hexmap.legend.obstacles.get(kind) else f"{kind} ground"
        return Sight(distance, here, name, top, low + (high - low) * part)
    side = Hexside(here, hexmap.hex(hexmap.adjacent[index * 6 + what]))
    kinds = hexmap.features_on(side)
    walls = [kind for kind in kinds if kind in hexmap.legend.walls]
    if walls:
        return Sight(distance, side, walls[0])
    part = Fraction(along(q, r)[what] + 1, along(dq, dr)[what])
    kind = max(kinds, key=lambda kind: hexmap.legend.hexsides[kind])
    return Sight(distance, side, kind, _side_tops(hexmap)[index * 6 + what], low + (high - low) * part)


def _metres(height: Fraction) -> str:
    # Rounded down, so that a line just below a top never reads as level with it.
    tenths = height.numerator * 10 // height.denominator
    sign, tenths = ("-", -tenths) if tenths < 0 else ("", tenths)
    return f"{sign}{tenths // 10}" + (f".{tenths % 10}" if tenths % 10 else "")


def _check(hexmap: HexMap, smoke: int, visibility: int | None, eye: int, target: int) -> None:
    if smoke < 0 or smoke >> len(hexmap):
        raise BoardError(f"the smoke names hexes outside the {len(hexmap)} of this map")
    if visibility is not None and visibility < 0:
        raise BoardError(f"visibility is 0 hexes or more, not {visibility}")
    if not (0 <= eye <= TALLEST and 0 <= target <= TALLEST):
        raise BoardError(f"eye and target are 0 to {TALLEST} m above the ground, not {eye} and {target} m")
