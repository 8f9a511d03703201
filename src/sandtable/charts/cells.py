"""What a cell means: text turned into the type that a row's field is annotated with."""

import re
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin

from msgspec import Struct

_WHOLE = re.compile(r"[+-]?[0-9]{1,12}")
_EXACT = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,12}|/0*[1-9][0-9]{0,11})?")
_YES_NO = {"yes": True, "no": False, "1": True, "0": False}


class NotRead(Exception):
    """The text of a cell is not what its reader takes.

    >>> reader_for(int).read("many")
    Traceback (most recent call last):
    ...
    sandtable.charts.cells.NotRead
    """


class CellReader(Struct, frozen=True):
    """How cells of one type are read, and the words for what they should hold.

    >>> reader = reader_for(bool)
    >>> reader.read("yes"), reader.words
    (True, 'yes or no')
    """

    takes: tuple[str, ...]
    read: Callable[[str], object]

    @property
    def words(self) -> str:
        """What the cell should hold, as it is said.

        >>> reader_for(Literal["green", "regular", "elite"]).words
        "'green', 'regular' or 'elite'"
        """
        *most, last = self.takes or ("empty",)
        return f"{', '.join(most)} or {last}" if most else last


def whole_number(text: str) -> int:
    """Read a whole number, with or without a sign.

    >>> whole_number("+9"), whole_number("-3")
    (9, -3)
    """
    if not _WHOLE.fullmatch(text):
        raise NotRead
    return int(text)


def exact_number(text: str) -> Fraction:
    """Read a number such as 0.5 or 1/2 without rounding it.

    >>> exact_number("1.5")
    Fraction(3, 2)
    """
    if not _EXACT.fullmatch(text):
        raise NotRead
    return Fraction(text)


def reader_for(annotation: object) -> CellReader:
    """Find the reader for a field's type: str, int, bool, Fraction, None, Literal, Enum, or a union of them.

    >>> reader_for(int | None).read("") is None
    True
    >>> reader_for(int | Literal["scenario"]).words
    "a whole number or 'scenario'"
    """
    if annotation in _SIMPLE:
        return _SIMPLE[annotation]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _one_of({str(member.value): member for member in annotation})
    if get_origin(annotation) is Literal:
        return _one_of({str(value): value for value in get_args(annotation)})
    if get_origin(annotation) in (Union, UnionType):
        # None first: otherwise `str | None` would read an empty cell as text.
        members = sorted(get_args(annotation), key=lambda member: member is not NoneType)
        return _first_of([reader_for(member) for member in members])
    raise TypeError(f"a chart cell cannot be read as {annotation}")


def _yes_or_no(text: str) -> bool:
    if text not in _YES_NO:
        raise NotRead
    return _YES_NO[text]


def _empty(text: str) -> None:
    if text:
        raise NotRead


def _one_of(values: dict[str, object]) -> CellReader:
    def read(text: str) -> object:
        if text not in values:
            raise NotRead
        return values[text]

    return CellReader(tuple(map(repr, values)), read)


def _first_of(readers: list[CellReader]) -> CellReader:
    def read(text: str) -> object:
        for reader in readers:
            try:
                return reader.read(text)
            except NotRead:
                continue
        raise NotRead

    return CellReader(tuple(words for reader in readers for words in reader.takes), read)


_SIMPLE: dict[object, CellReader] = {
    str: CellReader(("text",), str),
    int: CellReader(("a whole number",), whole_number),
    bool: CellReader(("yes", "no"), _yes_or_no),
    Fraction: CellReader(("a number such as 2, 0.5 or 1/2",), exact_number),
    # Without words: whoever typed something in a cell that may be empty meant something else.
    NoneType: CellReader((), _empty),
}
