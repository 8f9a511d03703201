"""Line of sight across a table: centre to centre, the same from either end, with the reason.

A feature blocks when the line meets it, it holds neither end, and its top is high enough: above both ends or, where
the rules know dead ground, above the lower end while some part of it lies in the lower end's half of the
line. Whether a line that only grazes counts as meeting, the rules say. Of several obstacles the first in the list
is named, features before stands, so the reason is the same from either end too.
"""

from collections.abc import Mapping, Sequence

import msgspec

from sandtable.board.fault import BoardError
from sandtable.board.lattice import Point, distance, inch_text
from sandtable.board.shapes import Circle, Meeting, meeting
from sandtable.board.stands import Base, Screen
from sandtable.board.table import Feature, Table, kernels


class SightRule(msgspec.Struct, frozen=True):
    """How a system reads a line: does a grazing line count as blocked, is there dead ground below a crest.

    >>> SightRule(grazing_blocks=True, dead_ground=True)
    SightRule(grazing_blocks=True, dead_ground=True)
    """

    grazing_blocks: bool = False
    dead_ground: bool = False


class Sight(msgspec.Struct, frozen=True):
    """What a line of sight meets.

    `by` names what blocks it, in words, and is empty when it is clear; `touched` are all features it meets, even at
    their edge; `smoke` the numbers of the smoke circles it meets.

    >>> print(Sight(False, "East wood", 1000))
    blocked by East wood, 10.0 inches
    """

    clear: bool
    by: str
    distance: int
    touched: tuple[Feature, ...] = ()
    smoke: tuple[int, ...] = ()

    def __str__(self) -> str:
        verdict = "clear" if self.clear else f"blocked by {self.by}"
        return f"{verdict}, {inch_text(self.distance)} inches"


NO_STANDS: Mapping[str, Base] = Screen()


def sight(
    table: Table,
    a: int,
    b: int,
    rule: SightRule,
    stands: Mapping[str, Base] = NO_STANDS,
    limit: int | None = None,
    smoke: Sequence[Circle] = (),
) -> Sight:
    """The line of sight between two positions.

    `stands` are those whose bases block, by the name to show; one with its centre at either end
    is no third stand and never blocks. `limit` is the longest distance that can be seen.

    >>> wood = Feature("woods", "Copse", ((200, 0), (300, 0), (300, 200), (200, 200)), blocks=True, height=1)
    >>> table = Table(600, 400, features=(wood,))
    >>> print(sight(table, table.read("0.5,1.0"), table.read("5.0,1.0"), SightRule()))
    blocked by Copse, 4.5 inches
    >>> print(sight(table, table.read("0.5,2.0"), table.read("5.0,2.0"), SightRule()))
    clear, 4.5 inches
    """
    start, end = table.point(a), table.point(b)
    meetings = line_meetings(table, a, b)
    length = distance(start, end)
    return Sight(
        not (by := _blocker(table, a, b, rule, stands, limit, meetings)),
        by,
        length,
        tuple(feature for feature, met in zip(table.features, meetings, strict=True) if met),
        tuple(index for index, circle in enumerate(smoke) if circle.meeting(start, end)),
    )


def line_meetings(table: Table, a: int, b: int) -> bytes:
    """How the line between two positions meets each feature: a byte each, with the values of `Meeting`.

    >>> wood = Feature("woods", "Copse", ((200, 0), (300, 0), (300, 200), (200, 200)))
    >>> line_meetings(Table(600, 400, features=(wood,)), 0, 12)
    b'\\x01'
    """
    compiled = kernels("tablekernels")
    if compiled is None:
        return plain_line_meetings(table, a, b)
    return bytes(compiled.line_meetings(table.packed, *table.point(a), *table.point(b)))


def plain_line_meetings(table: Table, a: int, b: int) -> bytes:
    """What `line_meetings` means, in plain Python.

    >>> plain_line_meetings(Table(600, 400), 0, 12)
    b''
    """
    start, end = table.point(a), table.point(b)
    return bytes(meeting(start, end, feature.polygon) for feature in table.features)


def visible(
    table: Table,
    origin: int,
    targets: Sequence[int],
    rule: SightRule,
    stands: Mapping[str, Base] = NO_STANDS,
    limit: int | None = None,
) -> int:
    """Which of many positions can be seen from one: bit `n` is set when `sight` to the n-th is clear.

    >>> wood = Feature("woods", "Copse", ((200, 0), (300, 0), (300, 200), (200, 200)), blocks=True, height=1)
    >>> table = Table(600, 400, features=(wood,))
    >>> bin(visible(table, 26, [27, 38, 90, 26], SightRule()))
    '0b1001'
    """
    compiled = kernels("tablekernels")
    if compiled is None:
        return plain_visible(table, origin, targets, rule, stands, limit)
    size = table.columns * table.rows
    ends = (targets[0], targets[-1]) if type(targets) is range and targets else targets
    if not 0 <= origin < size or (ends and not (min(ends) >= 0 and max(ends) < size)):
        raise BoardError(f"one of the positions {[origin, *targets]} is not on this table")
    flags = rule.grazing_blocks + 2 * rule.dead_ground
    longest = -1 if limit is None else max(0, limit)
    return int(compiled.visible(table.packed, origin, targets, flags, stands, longest))


def plain_visible(
    table: Table,
    origin: int,
    targets: Sequence[int],
    rule: SightRule,
    stands: Mapping[str, Base] = NO_STANDS,
    limit: int | None = None,
) -> int:
    """What `visible` means, in plain Python.

    >>> plain_visible(Table(600, 400), 0, [1, 2, 3], SightRule(), limit=100)
    3
    """
    seen = 0
    for number, target in enumerate(targets):
        meetings = plain_line_meetings(table, origin, target)
        if not _blocker(table, origin, target, rule, stands, limit, meetings):
            seen |= 1 << number
    return seen


def _blocker(
    table: Table,
    a: int,
    b: int,
    rule: SightRule,
    stands: Mapping[str, Base],
    limit: int | None,
    meetings: bytes,
) -> str:
    """The first thing that blocks the line, in words; nothing if it is clear."""
    start, end = table.point(a), table.point(b)
    least = Meeting.GRAZES if rule.grazing_blocks else Meeting.CROSSES
    if limit is not None and distance(start, end) > max(0, limit):
        return f"the distance: visibility is {inch_text(max(0, limit))} inches"
    for index, met in enumerate(meetings):
        if met >= least and _blocks(table, index, a, b, rule, least):
            return table.features[index].name
    for name, base in stands.items():
        if base.centre not in (start, end) and meeting(start, end, base.corners) >= least:
            return name
    return ""


def _blocks(table: Table, index: int, a: int, b: int, rule: SightRule, least: Meeting) -> bool:
    """Whether a feature that the line meets is high enough to block it, and holds neither end."""
    size = len(table.levels)
    feature = table.features[index]
    if not feature.blocks or table.layers[index * size + a] or table.layers[index * size + b]:
        return False
    lower, higher = sorted((a, b), key=table.levels.__getitem__)
    top = table.tops[index]
    if top > table.levels[higher]:
        return True
    if not rule.dead_ground or top <= table.levels[lower]:
        return False
    foot, eye = table.point(lower), table.point(higher)
    return meeting(foot, _middle(foot, eye), feature.polygon) >= least


def _middle(a: Point, b: Point) -> Point:
    """The middle of a line between two lattice points, which is always a whole number of hundredths."""
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
