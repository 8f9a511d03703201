"""Watchers of a mover on its way: where on the way each sees it, and has seen enough of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.board.lattice import distance
from sandtable.board.lattice import within as is_within
from sandtable.board.stands import Base
from sandtable.board.table import Table, kernels
from sandtable.board.tablesight import NO_STANDS, SightRule, plain_visible

Watcher = tuple[int, int, tuple[int, ...]]
"""Where a watcher stands, how far from it the mover matters, and the places, in the list of stands that block, of those
who are part of the watcher and do not block it."""


class Watch(list[Watcher]):
    """Watchers, for those who ask of the same ones often: their compiled form is kept, so they must not change.

    >>> Watch([(0, 400, ())])[0]
    (0, 400, ())
    """

    __slots__ = ("packed",)
    packed: Any


def watched(
    table: Table,
    path: Sequence[int],
    watchers: Sequence[Watcher],
    least: int,
    rule: SightRule,
    stands: Mapping[str, Base] = NO_STANDS,
    limit: int | None = None,
) -> list[int]:
    """For each watcher the points of a way, a bit each, at which it sees the mover near enough, and has by then seen
    it go at least `least`: every step counts of which it sees both ends.

    `stands` and `limit` are as in `sight`.

    >>> table = Table(600, 400)
    >>> path = [table.read(text) for text in ("1.0,0.0", "1.5,0.0", "2.0,0.0", "2.5,0.0")]
    >>> [bin(seen) for seen in watched(table, path, [(0, 400, ()), (0, 200, ())], 100, SightRule())]
    ['0b1100', '0b100']
    """
    compiled = kernels("tablekernels")
    if compiled is None:
        return plain_watched(table, path, watchers, least, rule, stands, limit)
    flags = rule.grazing_blocks + 2 * rule.dead_ground
    longest = -1 if limit is None else max(0, limit)
    found: list[int] = compiled.watched(table.packed, path, watchers, least, flags, stands, longest)
    return found


def plain_watched(
    table: Table,
    path: Sequence[int],
    watchers: Sequence[Watcher],
    least: int,
    rule: SightRule,
    stands: Mapping[str, Base] = NO_STANDS,
    limit: int | None = None,
) -> list[int]:
    """What `watched` means, in plain Python.

    >>> plain_watched(Table(600, 400), [0, 1, 2], [(3, 100, ())], 50, SightRule())
    [6]
    """
    points = [table.point(position) for position in path]
    found = []
    for position, reach, within in watchers:
        others = {name: base for number, (name, base) in enumerate(stands.items()) if number not in within}
        seen = plain_visible(table, position, path, rule, others, limit)
        gone = ready = 0
        for index, point in enumerate(points):
            if index and seen >> index & 1 and seen >> (index - 1) & 1:
                gone += distance(points[index - 1], point)
            if seen >> index & 1 and gone >= least and is_within(table.point(position), point, reach):
                ready |= 1 << index
        found.append(ready)
    return found
