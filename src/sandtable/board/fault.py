"""A map, a place or a measure that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sandtable.kernel.errors import SandtableError

__all__ = ["BoardError", "Place", "at"]

Place = tuple[str | int, ...]
"""A part of a draft: keys, and the numbers of entries in a list, counted from 0."""


class BoardError(SandtableError, ValueError):
    """What is wrong, and in which part of a draft where there is one. It is a ValueError for those who call the board.

    >>> BoardError("ford: 31.0,8.0 is not on the table", ("marker", 0, "at")).place
    ('marker', 0, 'at')
    """

    def __init__(self, words: str, place: Place = ()) -> None:
        super().__init__(words)
        self.place = place


@contextmanager
def at(*place: str | int) -> Iterator[None]:
    """The part of the draft that anything wrong inside is about.

    >>> with at("road", 2):
    ...     raise ValueError("it needs two hexes")
    Traceback (most recent call last):
    sandtable.board.fault.BoardError: it needs two hexes
    """
    try:
        yield
    except ValueError as fault:
        raise BoardError(str(fault), place) from None
