"""Charts that are lists: one typed row for each line, such as tanks, terrain and modifiers."""

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import fields

from sandtable.charts.cells import CellReader, NotRead, reader_for
from sandtable.charts.csvfile import Line, Sheet, Source, read_sheet, shown

Row = TypeVar("Row", bound=Struct)


def load_rows(source: Source, row_type: type[Row]) -> tuple[Row, ...]:
    """Read every line into a `row_type`, whose fields are named and typed as the columns are.

    An empty cell is read as None where the type allows it; costs such as 0.5 stay exact as a `Fraction`.
    A `ValueError` from the row's own `__post_init__` is reported with its line.

    >>> from fractions import Fraction
    >>> class Ground(Struct, frozen=True):
    ...     terrain: str
    ...     cost: Fraction
    ...     concealing: bool
    >>> ground = load_rows(Sheet.parse("terrain,cost,concealing\\ngood_road,0.5,no", "terrain.csv"), Ground)
    >>> ground[0].cost
    Fraction(1, 2)
    >>> load_rows(Sheet.parse("terrain,cost,concealing\\nwoods,3,perhaps", "terrain.csv"), Ground)
    Traceback (most recent call last):
    ...
    sandtable.charts.csvfile.ChartError: terrain.csv line 2, column 'concealing': 'perhaps' is not yes or no
    """
    return tuple(row for _, row in numbered_rows(read_sheet(source), row_type))


def load_keyed(source: Source, row_type: type[Row], key: str) -> Mapping[Any, Row]:
    """Read the rows of a list in which the column `key` identifies them, in their order.

    >>> class Tank(Struct, frozen=True):
    ...     weapon: str
    ...     points: int
    >>> sheet = Sheet.parse("weapon,points\\nT-62,149\\nMerkava,279", "tanks.csv")
    >>> tanks = load_keyed(sheet, Tank, key="weapon")
    >>> tanks["Merkava"].points
    279
    """
    sheet = read_sheet(source)
    keyed: dict[Hashable, Row] = {}
    lines: dict[Hashable, int] = {}
    for number, row in numbered_rows(sheet, row_type):
        value = getattr(row, key)
        if value in keyed:
            problem = f"{shown(str(value))} already stands on line {lines[value]}"
            raise sheet.error(problem, number, column=key)
        keyed[value] = row
        lines[value] = number
    return keyed


def numbered_rows(sheet: Sheet, row_type: type[Row]) -> list[tuple[int, Row]]:
    """Read the rows together with the numbers of their lines, for charts with more to check.

    >>> class Band(Struct, frozen=True):
    ...     orders: int
    >>> numbered_rows(Sheet.parse("orders\\n0\\n1", "command.csv"), Band)
    [(2, Band(orders=0)), (3, Band(orders=1))]
    """
    readers = {field.encode_name: (field.name, reader_for(field.type)) for field in fields(row_type)}
    for column in readers:
        if column not in sheet.columns:
            raise sheet.error(f"the column {shown(column)} is missing", line=sheet.heading_line)
    for column in sheet.columns:
        if column not in readers:
            raise sheet.error(f"the column {shown(column)} is not known here", line=sheet.heading_line)
    columns = [(column, *readers[column]) for column in sheet.columns]
    return [(line.number, _row(sheet, line, columns, row_type)) for line in sheet.lines]


def _row(sheet: Sheet, line: Line, columns: list[tuple[str, str, CellReader]], row_type: type[Row]) -> Row:
    values: dict[str, object] = {}
    for text, (column, name, reader) in zip(line.cells, columns, strict=True):
        try:
            values[name] = reader.read(text)
        except NotRead:
            raise sheet.error(f"{shown(text)} is not {reader.words}", line.number, column) from None
    try:
        return row_type(**values)
    except ValueError as problem:
        raise sheet.error(str(problem), line.number) from None
