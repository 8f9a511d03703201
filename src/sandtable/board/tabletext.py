"""A table as text: one sign for each inch across and two inches up, north at the top; stands by letters."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence

from sandtable.board.lattice import STEP, Point, inches
from sandtable.board.stands import HEADINGS
from sandtable.board.table import Table
from sandtable.kernel.memo import known_of

__all__ = ["Sketch", "heading_named", "letter", "point_named"]

ACROSS, UP = 100, 200
CAPITALS = f"{string.ascii_uppercase}ΓΔΘΛΞΠΣΦΨΩ"
SMALL = f"{string.ascii_lowercase}βγδεζηθλμξπρστφχψω"
"""Large battles go on with Greek letters that look like no Latin ones."""


def letter(owners: Sequence[int], stand: int) -> str:
    """The letter of a stand: capitals for the first side, small ones for the second.

    >>> [letter((0, 0, 1), stand) for stand in range(3)]
    ['A', 'B', 'a']
    """
    side = owners[stand]
    number = sum(owner == side for owner in owners[:stand])
    letters = CAPITALS if side == 0 else SMALL
    return letters[number] if number < len(letters) else "&"


def point_named(table: Table, text: str) -> int | None:
    """The point that somebody means by its inches; None if there is none.

    >>> point_named(Table(600, 400), "1, 0.5"), point_named(Table(600, 400), "the hill")
    (15, None)
    """
    try:
        x, y = (inches(part.strip()) for part in text.split(","))
        return table.position(x, y)
    except ValueError:
        return None


COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def heading_named(text: str) -> int | None:
    """The heading that somebody means by its degrees, or by the compass; None if there is none.

    >>> [heading_named(text) for text in ("90", "15 degrees", "SW", "360", "7", "up")]
    [6, 1, 15, 0, None, None]
    """
    words = text.lower().removesuffix("degrees").strip()
    if words in COMPASS:
        return COMPASS.index(words) * HEADINGS // len(COMPASS)
    step = 360 // HEADINGS
    if not words.isascii() or not words.isdecimal() or len(words) > 3 or int(words) % step:
        return None
    return int(words) // step % HEADINGS


class Sketch:
    """A drawing of a table to put signs on.

    >>> sketch = Sketch(Table(600, 400), {"open": "·"})
    >>> sketch.put((250, 150), "A")
    >>> print("\\n".join(sketch.lines()))
    ······
    ··A···
    """

    def __init__(self, table: Table, signs: Mapping[str, str]) -> None:
        self._table = table
        self._rows = [list(row) for row in _ground(table, signs)]
        self._stands: dict[tuple[int, int], int] = {}

    def put(self, point: Point, sign: str) -> None:
        """A sign at a point."""
        row, column = self._place(point)
        self._rows[row][column] = sign

    def _place(self, point: Point) -> tuple[int, int]:
        x, y = point
        row = min(len(self._rows) - 1, max(0, (self._table.height - y) // UP))
        return row, min(len(self._rows[0]) - 1, x // ACROSS)

    def put_stand(self, point: Point, sign: str) -> None:
        """A stand at a point; where several are in one place of the drawing, their number.

        >>> sketch = Sketch(Table(600, 200), {"open": "·"})
        >>> for x, sign in ((50, "A"), (50, "B"), (450, "C")):
        ...     sketch.put_stand((x, 50), sign)
        >>> sketch.lines()
        ['2···C·']
        """
        row, column = self._place(point)
        count = self._stands[row, column] = self._stands.get((row, column), 0) + 1
        self._rows[row][column] = sign if count == 1 else str(min(count, 9))

    @property
    def crowded(self) -> bool:
        """Whether a number stands for several stands somewhere."""
        return any(count > 1 for count in self._stands.values())

    def lines(self) -> list[str]:
        """The rows, from the north to the south."""
        return ["".join(row) for row in self._rows]

    def ruled(self) -> list[str]:
        """The same with inches beside and below, every ten.

        >>> print("\\n".join(Sketch(Table(1200, 400), {"open": "·"}).ruled()))
           ············
         0 ············
           0         10
        """
        height, width = self._table.height, self._table.width
        found = []
        for number, row in enumerate(self.lines()):
            low = height - (number + 1) * UP
            mark = next((y for y in range(0, height + 1, 1000) if low <= y < low + UP), None)
            found.append(f"{'' if mark is None else mark // 100:>2} {row}")
        below = [" "] * (width // ACROSS + 2)
        for x in range(0, width, 1000):
            text = str(x // 100)
            below[x // ACROSS : x // ACROSS + len(text)] = text
        return [*found, f"   {''.join(below).rstrip()}"]


def _ground(table: Table, signs: Mapping[str, str]) -> tuple[str, ...]:
    """The ground alone; kept beside the table, because it is the same in every drawing."""
    known: dict[str, tuple[str, ...]] = known_of(table, "drawn")
    if "ground" not in known:
        known["ground"] = tuple(
            "".join(_sign(table, signs, left, top) for left in range(0, table.width, ACROSS))
            for top in range(table.height, 0, -UP)
        )
    return known["ground"]


def _sign(table: Table, signs: Mapping[str, str], left: int, top: int) -> str:
    """The ground in the middle of a place of the drawing; if that is open, a narrow feature that crosses it: a wall."""
    middle = left + ACROSS // 2
    point = table.snap(middle, max(0, top - UP // 2))
    ground = table.ground_at(point)
    if ground != "open":
        return signs.get(ground, "?")
    if table.roads_at(point):
        return "|"
    across = [table.snap(middle, y) for y in range(max(0, top - UP), top, STEP)]
    there = (table.features[n] for each in across for n in table.held_by(each))
    return next((signs.get(each.kind, "?") for each in there if _is_narrow(each.polygon, top)), signs["open"])


def _is_narrow(polygon: Sequence[Point], top: int) -> bool:
    """Whether a shape is lower than a row, and its middle in the row below this height."""
    ys = [y for _, y in polygon]
    return max(ys) - min(ys) < UP and top - UP <= sum((max(ys), min(ys))) // 2 < top
