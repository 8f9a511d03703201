"""Grids: two-way tables with a whole number down the side and another across the top."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Generic, TypeVar

from sandtable.charts.cells import NotRead, whole_number
from sandtable.charts.csvfile import ChartError, Sheet, Source, read_sheet, shown

Cell = TypeVar("Cell")


class GridChart(Generic[Cell]):
    """A table read with two whole numbers, such as a die roll and a differential.

    `rows` and `columns` are the headings as printed; they run without a gap, up or down.

    >>> crt = GridChart.load(Sheet.parse('''die_roll,-1,0,+1
    ... 2,S,S,D
    ... 1,S,D,E''', "crt.csv"), cells=["S", "D", "E"])
    >>> crt.read(1, +1)
    'E'
    >>> crt.rows, crt.columns
    (range(2, 0, -1), range(-1, 2))
    """

    __slots__ = ("_cells", "_high", "_left", "_low", "_right", "columns", "name", "rows")

    def __init__(self, name: str, rows: range, columns: range, cells: dict[int, dict[int, Cell]]) -> None:
        self.name = name
        self.rows = rows
        self.columns = columns
        self._cells = cells
        self._low, self._high = min(rows), max(rows)
        self._left, self._right = min(columns), max(columns)

    @classmethod
    def load(cls, source: Source, cells: Iterable[Cell]) -> "GridChart[Cell]":
        """Load a grid; `cells` are the values a cell may hold: texts, numbers or the members of an Enum.

        >>> GridChart.load(Sheet.parse("die_roll,0,+1\\n1,S,X", "crt.csv"), cells=["S", "D"])
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: crt.csv line 2, column '+1': 'X' is not one of S, D
        """
        sheet = read_sheet(source)
        known = {str(cell.value if isinstance(cell, Enum) else cell): cell for cell in cells}
        heading_line = sheet.heading_line
        if len(sheet.columns) < 2:
            raise sheet.error("there is no column to read", heading_line)
        columns = _headings(sheet, [(text, heading_line) for text in sheet.columns[1:]])
        rows = _headings(sheet, [(line.cells[0], line.number) for line in sheet.lines])
        table: dict[int, dict[int, Cell]] = {}
        for row, line in zip(rows, sheet.lines, strict=True):
            table[row] = {}
            for column, heading, text in zip(columns, sheet.columns[1:], line.cells[1:], strict=True):
                if text not in known:
                    raise sheet.error(f"{shown(text)} is not one of {', '.join(known)}", line.number, heading)
                table[row][column] = known[text]
        return cls(sheet.name, rows, columns, table)

    def read(self, row: int, column: int, clamp: bool = False) -> Cell:
        """Give the cell of a row and a column; with `clamp`, numbers beyond the edge count as the edge.

        >>> sheet = Sheet.parse("die_roll,0,+1\\n1,D,E\\n2,S,D", "crt.csv")
        >>> crt = GridChart.load(sheet, cells=["S", "D", "E"])
        >>> crt.read(14, 0, clamp=True)
        'S'
        >>> crt.read(14, 0)
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: crt.csv has rows 1 to 2 and columns 0 to 1: none for 14, 0
        """
        if clamp:
            row = self._low if row < self._low else self._high if row > self._high else row
            column = self._left if column < self._left else self._right if column > self._right else column
        try:
            return self._cells[row][column]
        except KeyError:
            extent = f"rows {self._low} to {self._high} and columns {self._left} to {self._right}"
            raise ChartError(f"{self.name} has {extent}: none for {row}, {column}") from None

    def __repr__(self) -> str:
        return f"<GridChart {self.name}: {len(self.rows)} by {len(self.columns)}>"


def _headings(sheet: Sheet, headings: Sequence[tuple[str, int]]) -> range:
    """The headings as a range: whole numbers, one apart, all the way up or all the way down."""
    numbers: list[int] = []
    for text, line in headings:
        try:
            numbers.append(whole_number(text))
        except NotRead:
            raise sheet.error(f"{shown(text)} is not a whole number", line) from None
    step = -1 if len(numbers) > 1 and numbers[1] < numbers[0] else 1
    for (text, line), number, before in zip(headings[1:], numbers[1:], numbers, strict=False):
        if number != before + step:
            raise sheet.error(f"the heading {shown(text)} does not follow {before}", line)
    return range(numbers[0], numbers[-1] + step, step)
