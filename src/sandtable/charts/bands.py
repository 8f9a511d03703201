"""Banded charts: rows that say "from this number to that one", read with a modified roll or a distance."""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from sandtable.charts.csvfile import ChartError, Sheet, Source, read_sheet, shown
from sandtable.charts.numberline import NumberLine
from sandtable.charts.partition import Span, in_order
from sandtable.charts.rows import numbered_rows

Row = TypeVar("Row", bound=Struct)

ANY = "any"
"""A cell of the key column that says: this row holds for every key."""


class BandChart(Generic[Row]):
    """Rows of type `Row`, of which every number finds exactly one; for every key, where there are keys.

    >>> class Result(Struct, frozen=True):
    ...     min_roll: int | None
    ...     max_roll: int | None
    ...     target_quality: str
    ...     morale: str
    >>> sheet = Sheet.parse('''min_roll,max_roll,target_quality,morale
    ... ,5,any,suppressed
    ... 6,6,green,suppressed
    ... 6,6,elite,none
    ... 7,,any,none''', "infantry.csv")
    >>> chart = BandChart.load(sheet, Result, low="min_roll", high="max_roll", key="target_quality")
    >>> chart.read(6, "green").morale, chart.read(6, "elite").morale
    ('suppressed', 'none')
    """

    __slots__ = ("_lines", "name", "rows")

    def __init__(self, name: str, rows: tuple[Row, ...], lines: dict[Hashable, NumberLine[Row]]) -> None:
        self.name = name
        self.rows = rows
        self._lines = lines

    @classmethod
    def load(
        cls,
        source: Source,
        row_type: type[Row],
        *,
        low: str,
        high: str,
        key: str | None = None,
        keys: Iterable[Hashable] | None = None,
        lowest: int | None = None,
        highest: int | None = None,
    ) -> "BandChart[Row]":
        """Load a chart whose columns `low` and `high` bound each row; an empty bound is open-ended.

        `lowest` and `highest` say where the chart begins and ends; without them it must cover every number.
        `keys` says which keys there are; without it, those that stand in the column `key`.

        >>> class Orders(Struct, frozen=True):
        ...     min_total: int | None
        ...     max_total: int | None
        ...     orders: int
        >>> sheet = Sheet.parse("min_total,max_total,orders\\n,3,0\\n5,,1", "command.csv")
        >>> BandChart.load(sheet, Orders, low="min_total", high="max_total")
        Traceback (most recent call last):
        ...
        sandtable.charts.csvfile.ChartError: command.csv line 3: nothing covers 4
        """
        sheet = read_sheet(source)
        numbered = numbered_rows(sheet, row_type)
        spans = [Span(getattr(row, low), getattr(row, high), row, number) for number, row in numbered]
        by_key = {None: spans} if key is None else _by_key(sheet, spans, key, keys)
        lines: dict[Hashable, NumberLine[Row]] = {}
        for each, its_spans in by_key.items():
            whose = "" if key is None else f"for {key} {each}, "
            lines[each] = NumberLine(sheet.name, in_order(sheet, its_spans, lowest, highest, whose=whose))
        return cls(sheet.name, tuple(row for _, row in numbered), lines)

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """The keys the chart is read with; only None if it has no key column.

        >>> class Orders(Struct, frozen=True):
        ...     low: int | None
        ...     high: int | None
        >>> BandChart.load(Sheet.parse("low,high\\n,", "all.csv"), Orders, low="low", high="high").keys
        (None,)
        """
        return tuple(self._lines)

    def read(self, number: int, key: Hashable = None) -> Row:
        """Find the row for a number, and a key if the chart has them.

        >>> class Orders(Struct, frozen=True):
        ...     low: int | None
        ...     high: int | None
        ...     orders: int
        >>> sheet = Sheet.parse("low,high,orders\\n,3,0\\n4,,1", "command.csv")
        >>> BandChart.load(sheet, Orders, low="low", high="high").read(4).orders
        1
        """
        try:
            line = self._lines[key]
        except KeyError:
            known = ", ".join(map(str, self._lines))
            raise ChartError(f"{self.name} has nothing for {key}: its keys are {known}") from None
        return line.read(number)

    def __repr__(self) -> str:
        return f"<BandChart {self.name}: {len(self.rows)} rows>"


def _by_key(
    sheet: Sheet, spans: list[Span[Row]], key: str, keys: Iterable[Hashable] | None
) -> dict[Hashable, list[Span[Row]]]:
    if keys is None:
        keys = [value for value in (getattr(span.answer, key) for span in spans) if value != ANY]
    by_key: dict[Hashable, list[Span[Row]]] = {each: [] for each in keys}
    for span in spans:
        value = getattr(span.answer, key)
        if value != ANY and value not in by_key:
            known = ", ".join(map(str, by_key))
            raise sheet.error(f"{shown(str(value))} is not {ANY} or one of {known}", span.line, key)
        for each in by_key if value == ANY else [value]:
            by_key[each].append(span)
    for each, its_spans in by_key.items():
        if not its_spans:
            raise sheet.error(f"no row holds for {each}", sheet.heading_line, key)
    if not by_key:
        raise sheet.error(f"every row says {ANY}, so there are no keys", sheet.heading_line, key)
    return by_key
