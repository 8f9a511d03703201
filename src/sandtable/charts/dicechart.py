"""Dice charts: results down the side, strengths across the top, and the rolls in between."""

import re
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from sandtable.charts.csvfile import ChartError, Line, Sheet, Source, read_sheet, shown
from sandtable.charts.numberline import NumberLine
from sandtable.charts.partition import Span, in_order

Result = TypeVar("Result", bound=str)

_ROLLS = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")
_HEADING = re.compile(r"(?P<low>-?[0-9]{1,9})(?:(?P<open>[+-])|(?:-|\.\.)(?P<high>-?[0-9]{1,9}))?")


def faces_d66() -> tuple[int, ...]:
    """List what two dice show when one counts tens and the other units: 11 to 16, 21 to 26, up to 66.

    >>> faces_d66()[:7], len(faces_d66())
    ((11, 12, 13, 14, 15, 16, 21), 36)
    """
    return tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))


class Column(Generic[Result]):
    """One column of a dice chart: it has a result for every roll.

    >>> chart = DiceChart.load(Sheet.parse("result,0,1+\\nNE,1..5,1..2\\nMC,6,3..6", "fire.csv"),
    ...                        faces=range(1, 7), results=["NE", "MC"])
    >>> column = chart.column(0)
    >>> column.heading, column.index, column.read(6)
    ('0', 0, 'MC')
    """

    __slots__ = ("_all", "_by_roll", "_rows", "heading", "index", "name")

    def __init__(
        self,
        name: str,
        heading: str,
        index: int,
        by_roll: dict[int, Result],
        rows: tuple[tuple[int, int, Result], ...],
    ) -> None:
        self.name = name
        self.heading = heading
        self.index = index
        self._by_roll = by_roll
        self._rows = rows
        self._all: tuple[Column[Result], ...] = (self,)

    def read(self, roll: int) -> Result:
        """Give the result of a roll.

        >>> chart = DiceChart.load(Sheet.parse("result,0\\nNE,1..5\\nMC,6", "fire.csv"),
        ...                        faces=range(1, 7), results=["NE", "MC"])
        >>> chart.column(0).read(7)
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: fire.csv column '0': 7 is not a roll of its dice
        """
        try:
            return self._by_roll[roll]
        except KeyError:
            problem = f"{roll} is not a roll of its dice"
            raise ChartError(f"{self.name} column {shown(self.heading)}: {problem}") from None

    def rows(self) -> tuple[tuple[int, int, Result], ...]:
        """List the column from the lowest roll to the highest, as (low, high, result).

        >>> chart = DiceChart.load(Sheet.parse("result,0\\nMC,6\\nNE,1..5", "fire.csv"),
        ...                        faces=range(1, 7), results=["NE", "MC"])
        >>> chart.column(0).rows()
        ((1, 5, 'NE'), (6, 6, 'MC'))
        """
        return self._rows

    def shift(self, columns: int) -> "Column[Result] | None":
        """Go right by this many columns, left if negative. The last column is the furthest right;
        left of the first there is no column, and the answer is None.

        >>> chart = DiceChart.load(Sheet.parse("result,0,1,2+\\nNE,1..5,1..3,1\\nMC,6,4..6,2..6", "fire.csv"),
        ...                        faces=range(1, 7), results=["NE", "MC"])
        >>> chart.column(1).shift(+9).heading
        '2+'
        >>> chart.column(1).shift(-2) is None
        True
        """
        index = self.index + columns
        if index < 0:
            return None
        columns_of_chart = self._all
        return columns_of_chart[index] if index < len(columns_of_chart) else columns_of_chart[-1]

    def __repr__(self) -> str:
        return f"<Column {shown(self.heading)} of {self.name}>"


class DiceChart(Generic[Result]):
    """Results by column and roll, such as a fire table. Every column has one result for every roll.

    Column headings are numbers (`6`), bands (`7-8`) or open ends (`1-`, `101+`), in order and without a gap.
    A cell holds the rolls of its result, as `66` or `11..53`, or nothing.

    >>> fire = DiceChart.load(Sheet.parse('''result,0,1-2,3+
    ... NE,11..53,11..45,
    ... MC,54..65,46..62,11..36
    ... 1,66,63..66,41..66''', "fire.csv"), faces=faces_d66(), results=["NE", "MC", "1"])
    >>> fire.column(2).read(46)
    'MC'
    >>> fire.column(2).shift(+4).read(46)
    '1'
    """

    __slots__ = ("_line", "columns", "faces", "name")

    def __init__(
        self,
        name: str,
        faces: tuple[int, ...],
        columns: tuple[Column[Result], ...],
        line: NumberLine[Column[Result]],
    ) -> None:
        self.name = name
        self.faces = faces
        self.columns = columns
        self._line = line

    @classmethod
    def load(cls, source: Source, faces: Iterable[int], results: Iterable[Result]) -> "DiceChart[Result]":
        """Load a chart for dice that show `faces`, in order; `results` are the results that the rules know.

        >>> DiceChart.load(Sheet.parse("result,6\\nNE,11..5x", "at.csv"), faces_d66(), ["NE"])
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: at.csv line 2, column '6': '11..5x' is not a range such as 11..66
        """
        sheet = read_sheet(source)
        faces = tuple(faces)
        known = {str(result): result for result in results}
        headings = _headings(sheet)
        rows = _results(sheet, known)
        columns = tuple(_column(sheet, heading, index, faces, rows) for index, heading in enumerate(sheet.columns[1:]))
        for column in columns:
            column._all = columns
        given = {line.cells[0] for line, _ in rows}
        for text in known:
            if text not in given:
                raise sheet.error(f"no row gives the result {shown(text)}", sheet.lines[-1].number)
        spans = [
            Span(span.low, span.high, column, span.line, span.column)
            for span, column in zip(headings, columns, strict=True)
        ]
        return cls(sheet.name, faces, columns, NumberLine(sheet.name, spans))

    def column(self, number: int, clamp: bool = False) -> Column[Result]:
        """Find the column for a strength or a total; with `clamp`, the end column for one beyond the end.

        >>> sheet = Sheet.parse("result,1,2-3\\nNE,1..6,1..6", "fire.csv")
        >>> chart = DiceChart.load(sheet, faces=range(1, 7), results=["NE"])
        >>> chart.column(3).heading, chart.column(0, clamp=True).heading
        ('2-3', '1')
        >>> chart.column(4)
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: fire.csv ends at 3: it does not cover 4
        """
        return self._line.read(self._line.clamp(number) if clamp else number)

    def __repr__(self) -> str:
        return f"<DiceChart {self.name}: {len(self.columns)} columns>"


def _headings(sheet: Sheet) -> Sequence[Span[str]]:
    """The number bands in the heading, in order: only the two ends may be open."""
    if len(sheet.columns) < 2:
        raise sheet.error("there is no column to read a roll in", sheet.heading_line)
    spans: list[Span[str]] = []
    for heading in sheet.columns[1:]:
        match = _HEADING.fullmatch(heading)
        if not match:
            raise sheet.error("the heading is not a number such as 6, 7-8 or 101+", sheet.heading_line, heading)
        number = int(match["low"])
        low = None if match["open"] == "-" else number
        high = None if match["open"] == "+" else int(match["high"] or number)
        before = spans[-1].low if spans else None
        if low is not None and before is not None and low < before:
            raise sheet.error("the column stands out of order", sheet.heading_line, heading)
        spans.append(Span(low, high, heading, sheet.heading_line, heading))
    return in_order(sheet, spans, spans[0].low, spans[-1].high)


def _results(sheet: Sheet, known: dict[str, Result]) -> list[tuple[Line, Result]]:
    rows: list[tuple[Line, Result]] = []
    seen: set[str] = set()
    for line in sheet.lines:
        text = line.cells[0]
        if text not in known:
            raise sheet.error(f"{shown(text)} is not one of {', '.join(known)}", line.number, sheet.columns[0])
        if text in seen:
            raise sheet.error(f"the result {shown(text)} stands there twice", line.number, sheet.columns[0])
        seen.add(text)
        rows.append((line, known[text]))
    return rows


def _column(
    sheet: Sheet, heading: str, index: int, faces: tuple[int, ...], rows: list[tuple[Line, Result]]
) -> Column[Result]:
    place = {face: position for position, face in enumerate(faces)}
    spans: list[Span[Result]] = []
    for line, result in rows:
        text = line.cells[index + 1]
        if not text:
            continue
        match = _ROLLS.fullmatch(text)
        if not match:
            raise sheet.error(f"{shown(text)} is not a range such as {faces[0]}..{faces[-1]}", line.number, heading)
        low, high = int(match[1]), int(match[2] or match[1])
        for roll in (low, high):
            if roll not in place:
                raise sheet.error(f"{roll} is not a roll of these dice", line.number, heading)
        spans.append(Span(place[low], place[high], result, line.number, heading))
    if not spans:
        raise sheet.error("the column is empty", sheet.heading_line, heading)
    ordered = in_order(sheet, spans, 0, len(faces) - 1, say=lambda position: str(faces[position]))
    by_roll: dict[int, Result] = {}
    listed: list[tuple[int, int, Result]] = []
    for span in ordered:
        assert span.low is not None
        assert span.high is not None
        by_roll |= dict.fromkeys(faces[span.low : span.high + 1], span.answer)
        listed.append((faces[span.low], faces[span.high], span.answer))
    return Column(sheet.name, heading, index, by_roll, tuple(listed))
