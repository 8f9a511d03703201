"""The points of a place that are still free, as targets of a verb: for set-up and entry on a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["FreePoints", "ranks"]


def ranks(points: Sequence[int]) -> dict[int, int]:
    """Points, each with its place in their list.

    >>> ranks((40, 41, 55))
    {40: 0, 41: 1, 55: 2}
    """
    return {point: rank for rank, point in enumerate(points)}


class FreePoints:
    """Targets: some points without those that are closed. `rank` has the place of each point in their list.

    >>> points = (40, 41, 55, 60)
    >>> free = FreePoints(points, ranks(points), (41, 99))
    >>> list(free), len(free), free[1], 41 in free
    ([40, 55, 60], 3, 55, False)
    """

    def __init__(self, points: Sequence[int], rank: Mapping[int, int], closed: Iterable[int]) -> None:
        self._points = points
        self._rank = rank
        self._closed = rank.keys() & set(closed)

    def __contains__(self, point: object) -> bool:
        return point in self._rank and point not in self._closed

    def __iter__(self) -> Iterator[int]:
        return (point for point in self._points if point not in self._closed)

    def __len__(self) -> int:
        return len(self._points) - len(self._closed)

    def __getitem__(self, index: int) -> int:
        for rank in sorted([self._rank[point] for point in self._closed]):
            if rank > index:
                break
            index += 1
        return self._points[index]
