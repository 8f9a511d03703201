"""What shifts of columns are worth."""

from __future__ import annotations

from functools import cache

__all__ = ["growth"]


@cache
def growth(shift: int) -> int:
    """What a shift of this many columns is worth, in percent: a column is about a quarter more.

    >>> growth(0), growth(3), growth(-3)
    (100, 195, 51)
    """
    columns = abs(shift)
    high, low = int(5**columns), int(4**columns)
    return 100 * high // low if shift >= 0 else 100 * low // high
