"""The promise every chart makes: each number it speaks of has exactly one answer."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from msgspec import Struct

from sandtable.charts.csvfile import ChartError, Sheet

Answer = TypeVar("Answer")


class Span(Struct, Generic[Answer], frozen=True):
    """The numbers from `low` to `high` and their answer; None is open-ended. Also where it is written.

    >>> Span(low=13, high=None, answer="5 orders", line=12).answer
    '5 orders'
    """

    low: int | None
    high: int | None
    answer: Answer
    line: int
    column: str | None = None


def in_order(
    sheet: Sheet,
    spans: Sequence[Span[Answer]],
    lowest: int | None,
    highest: int | None,
    say: Callable[[int], str] = str,
    whose: str = "",
) -> list[Span[Answer]]:
    """Sort the spans, having checked that they cover `lowest` to `highest` once each; None is without end.

    `say` puts a number in words and `whose` begins the sentence, as in "for quality green, nothing covers 6".

    >>> sheet = Sheet.parse("min,max\\n1,5\\n7,", "range.csv")
    >>> in_order(sheet, [Span(1, 5, "near", line=2), Span(7, None, "far", line=3)], lowest=1, highest=None)
    Traceback (most recent call last):
    ...
    sandtable.charts.csvfile.ChartError: range.csv line 3: nothing covers 6
    """

    def wrong(span: Span[Answer], problem: str) -> ChartError:
        return sheet.error(whose + problem, span.line, span.column)

    def nothing_covers(first: int, last: int) -> str:
        return f"nothing covers {say(first)}" + (f" to {say(last)}" if last > first else "")

    for span in spans:
        if span.low is not None and span.high is not None and span.low > span.high:
            raise wrong(span, f"{say(span.low)} to {say(span.high)} runs backwards")
    ordered = sorted(spans, key=lambda span: (span.low is not None, span.low or 0))

    first, last = ordered[0], ordered[-1]
    if first.low is not None and lowest is None:
        raise wrong(first, f"nothing covers the numbers below {say(first.low)}")
    if first.low is not None and lowest is not None and first.low > lowest:
        raise wrong(first, nothing_covers(lowest, first.low - 1))
    if lowest is not None and (first.low is None or first.low < lowest):
        raise wrong(first, f"the chart begins at {say(lowest)}, not lower")

    for before, after in pairwise(ordered):
        elsewhere = f", here and on line {before.line}" if before.line != after.line else ""
        if before.high is None or after.low is None or after.low <= before.high:
            shared = [end for end in (after.low, before.high, after.high) if end is not None]
            number = say(min(shared)) if shared else "every number"
            raise wrong(after, f"{number} is covered twice{elsewhere}")
        if after.low > before.high + 1:
            raise wrong(after, nothing_covers(before.high + 1, after.low - 1))

    if last.high is not None and highest is None:
        raise wrong(last, f"nothing covers the numbers above {say(last.high)}")
    if last.high is not None and highest is not None and last.high < highest:
        raise wrong(last, nothing_covers(last.high + 1, highest))
    if highest is not None and (last.high is None or last.high > highest):
        raise wrong(last, f"the chart ends at {say(highest)}, not higher")
    return ordered
