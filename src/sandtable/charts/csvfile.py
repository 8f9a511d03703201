"""Reading a CSV file so that every complaint names the file, the line and the column."""

import csv
import io
import os
from collections import Counter
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from sandtable.kernel.errors import SandtableError


class ChartError(SandtableError, ValueError):
    """A chart that cannot be trusted, or a question it has no answer to, in one sentence.

    >>> Sheet.parse("a,b,a", "ranges.csv")
    Traceback (most recent call last):
    ...
    sandtable.charts.csvfile.ChartError: ranges.csv line 1: the column 'a' stands there twice
    """


class Line(Struct, frozen=True):
    """One line of a sheet: its number in the file, and its cells.

    >>> Sheet.parse("a,b\\n1,2", "ranges.csv").lines
    (Line(number=2, cells=('1', '2')),)
    """

    number: int
    cells: tuple[str, ...]


class Sheet(Struct, frozen=True):
    """A CSV file as text: headed columns, and lines that all have a cell for each of them.

    >>> sheet = Sheet.parse("min,max\\n1,5\\n6,\\n", "ranges.csv")
    >>> sheet.columns
    ('min', 'max')
    >>> sheet.lines[1].cells
    ('6', '')
    """

    name: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    heading_line: int = 1

    @classmethod
    def parse(cls, text: str, name: str) -> "Sheet":
        """Read a sheet from its text; `name` is what complaints call it.

        >>> Sheet.parse("min,max\\n1,5,9\\n", "ranges.csv")
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: ranges.csv line 2: there are 3 cells under 2 columns
        """
        numbered = _numbered_lines(text, name)
        if not numbered:
            raise complaint(name, "the file is empty")
        heading, *lines = numbered
        sheet = cls(name, heading.cells, tuple(lines), heading.number)
        for position, column in enumerate(sheet.columns, start=1):
            if not column:
                raise sheet.error(f"column {position} has no heading", line=heading.number)
        twice = [column for column, count in Counter(sheet.columns).items() if count > 1]
        if twice:
            raise sheet.error(f"the column {shown(twice[0])} stands there twice", line=heading.number)
        if not lines:
            raise sheet.error("there is nothing below the heading", line=heading.number)
        for line in lines:
            if len(line.cells) != len(sheet.columns):
                cells = "is 1 cell" if len(line.cells) == 1 else f"are {len(line.cells)} cells"
                columns = "1 column" if len(sheet.columns) == 1 else f"{len(sheet.columns)} columns"
                raise sheet.error(f"there {cells} under {columns}", line=line.number)
        return sheet

    def error(self, problem: str, line: int | None = None, column: str | None = None) -> ChartError:
        """Make the complaint about this sheet, for the caller to raise.

        >>> sheet = Sheet.parse("min,max\\n1,5\\n", "ranges.csv")
        >>> str(sheet.error("5 is too far", line=2, column="max"))
        "ranges.csv line 2, column 'max': 5 is too far"
        """
        return complaint(self.name, problem, line, column)


Source: TypeAlias = str | os.PathLike[str] | Traversable | Sheet
"""Where a chart comes from: a path, a package's resource, or a sheet already read."""


def read_sheet(source: Source) -> Sheet:
    """Read a CSV file in UTF-8, with or without a byte order mark, with either kind of line end.

    >>> read_sheet("charts/no_chart.csv")
    Traceback (most recent call last):
    ...
    sandtable.charts.csvfile.ChartError: no_chart.csv: the file cannot be read (No such file or directory)
    """
    if isinstance(source, Sheet):
        return source
    file = Path(source) if isinstance(source, (str, os.PathLike)) else source
    try:
        data = file.read_bytes()
    except OSError as error:
        raise complaint(file.name, f"the file cannot be read ({error.strerror or error})") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise complaint(file.name, "the text is not in UTF-8", line) from None
    return Sheet.parse(text, file.name)


def complaint(name: str, problem: str, line: int | None = None, column: str | None = None) -> ChartError:
    """Put the place before the problem.

    >>> str(complaint("ranges.csv", "the file is empty"))
    'ranges.csv: the file is empty'
    """
    place = name
    if line is not None:
        place += f" line {line}"
    if column is not None:
        place += f", column {shown(column)}" if line is not None else f" column {shown(column)}"
    # A quoted cell may hold line ends, and some find their way into a problem: a complaint is one line.
    return ChartError(f"{place}: {' '.join(problem.split())}")


def shown(text: str) -> str:
    """Quote a cell for a sentence: on one line, and never at length.

    >>> print(shown("11..5x"), "and", shown(""))
    '11..5x' and an empty cell
    """
    if not text:
        return "an empty cell"
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _numbered_lines(text: str, name: str) -> list[Line]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    lines: list[Line] = []
    begins = 1
    try:
        for cells in reader:
            if cells:
                lines.append(Line(begins, tuple(cell.strip() for cell in cells)))
            # A quoted cell may run over several lines: the first of them is the one to name.
            begins = reader.line_num + 1
    except csv.Error as error:
        raise complaint(name, f"the line is not CSV: {error}", begins) from None
    return lines
