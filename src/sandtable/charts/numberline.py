"""The number line: whole numbers on one side, answers on the other, found without searching the chart."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Generic, TypeVar

from sandtable.charts.csvfile import ChartError
from sandtable.charts.partition import Span

Answer = TypeVar("Answer")


class NumberLine(Generic[Answer]):
    """The answer for each whole number, from spans that are already known to be in order.

    >>> orders = NumberLine("command.csv", [Span(None, 3, 0, line=2), Span(4, None, 1, line=3)])
    >>> orders.read(-7), orders.read(4)
    (0, 1)
    """

    __slots__ = ("_answers", "_name", "_starts", "highest", "lowest")

    def __init__(self, name: str, spans: Sequence[Span[Answer]]) -> None:
        self._name = name
        self.lowest = spans[0].low
        self.highest = spans[-1].high
        starts = [span.low for span in spans if span.low is not None]
        answers: list[Answer | None] = [span.answer for span in spans]
        # None stands beyond an end, so that a look-up needs no comparison with the ends.
        if self.lowest is not None:
            answers.insert(0, None)
        if self.highest is not None:
            starts.append(self.highest + 1)
            answers.append(None)
        self._starts = tuple(starts)
        self._answers = tuple(answers)

    def read(self, number: int) -> Answer:
        """Give the answer for a number, or complain if the chart has none.

        >>> ranges = NumberLine("range.csv", [Span(1, 5, "near", line=2), Span(6, None, "far", line=3)])
        >>> ranges.read(6)
        'far'
        >>> ranges.read(0)
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: range.csv begins at 1: it does not cover 0
        """
        answer = self._answers[bisect_right(self._starts, number)]
        if answer is None:
            below = self.lowest is not None and number < self.lowest
            end = f"begins at {self.lowest}" if below else f"ends at {self.highest}"
            raise ChartError(f"{self._name} {end}: it does not cover {number}")
        return answer

    def clamp(self, number: int) -> int:
        """Bring a number that lies beyond an end of the chart to that end.

        >>> ranges = NumberLine("range.csv", [Span(1, 5, "near", line=2), Span(6, None, "far", line=3)])
        >>> ranges.clamp(-2), ranges.clamp(80)
        (1, 80)
        """
        if self.lowest is not None and number < self.lowest:
            return self.lowest
        if self.highest is not None and number > self.highest:
            return self.highest
        return number
