"""On which line of a TOML text a value stands: every key, every table, every element of a list."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress

__all__ = ["Place", "line_of"]

Place = tuple[str | int, ...]
"""Where a value stands: `("squad", 2, "hex")` is `hex` of the third `[[squad]]`."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_TEXT = re.compile(r'"""(?:\\.|[^\\])*?""""{0,2}|\'\'\'.*?\'\'\'\'{0,2}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
_WORD = re.compile(r"[^\s,\[\]{}#=.\"']+")
_VALUE = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^\s,\[\]{}#]+|[^\s,\[\]{}#=]+")
_DOT = re.compile(r"[ \t]*\.[ \t]*")


def line_of(text: str, place: Place) -> int:
    """The line of a TOML text where this place begins, or the nearest one above it. The number after the key of a text
    of several lines is a line of it.

    >>> line_of("title = 'x'\\n\\n[[squad]]\\nhex = 1\\n[[squad]]\\nhex = 2", ("squad", 1, "hex"))
    6
    >>> line_of("squad = [\\n  {hex = 1},\\n  {hex = 2},\\n]", ("squad", 1, "hex"))
    3
    >>> line_of("a = 1\\nterrain = \\"\\"\\"\\n...\\n.w.\\n\\"\\"\\"", ("terrain", 1))
    4
    """
    scan = _Scan(text)
    with suppress(ValueError, RecursionError):  # what was found so far is found
        scan.run()
    for shared in range(len(place), 0, -1):
        if place[:shared] in scan.lines:
            return scan.lines[place[:shared]]
        last = place[shared - 1]
        if place[: shared - 1] in scan.texts and isinstance(last, int):
            return scan.texts[place[: shared - 1]] + last
    return 1


class _Scan:
    """A walk through a TOML text that notes the line of every place. It does not check: that has been done."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Place, int] = {}
        self.texts: dict[Place, int] = {}
        """The first line inside each text of several lines."""
        self._last: dict[Place, int] = {}
        """The number of the last table of each `[[array]]`."""
        self._counted = 0, 1

    def run(self) -> None:
        """The whole text."""
        above: Place = ()
        while self._skip():
            line = self._line()
            if self._takes("[["):
                *path, name = self._key("]]")
                place = (*self._within(tuple(path)), name)
                self._last[place] = self._last.get(place, -1) + 1
                above = (*place, self._last[place])
                self._takes("]]")
            elif self._takes("["):
                above = self._within(self._key("]"))
                self._takes("]")
            else:
                self._pair(above)
                continue
            self._note(above, line)

    def _pair(self, above: Place) -> None:
        """A key and its value."""
        line = self._line()
        place = self._within((*above, *self._key("=")), len(above))
        self._note(place, line)
        self._takes("=")
        self._skip()
        self._value(place)

    def _value(self, place: Place) -> None:
        text = _TEXT.match(self.text, self.at)
        if self._takes("["):
            self._list(place)
        elif self._takes("{"):
            while self._skip() and not self._takes("}"):
                self._pair(place)
                self._skip()
                self._takes(",")
        elif text:
            if text[0].startswith(('"""', "'''")):
                self.texts[place] = self._line() + (text[0][3:4] == "\n" or text[0][3:5] == "\r\n")
            self.at = text.end()
        else:
            self._word(_VALUE)

    def _list(self, place: Place) -> None:
        number = 0
        while self._skip() and not self._takes("]"):
            here = (*place, number)
            self._note(here, self._line())
            self._value(here)
            self._skip()
            number += self._takes(",")

    def _key(self, end: str) -> tuple[str, ...]:
        """A key, dots and all, up to this sign."""
        parts = []
        while self._skip() and not self.text.startswith(end, self.at):
            text = _TEXT.match(self.text, self.at)
            if text:
                parts.append(str(tomllib.loads(f"key = {text[0]}")["key"]))
                self.at = text.end()
            else:
                parts.append(self._word(_WORD))
            dot = _DOT.match(self.text, self.at)
            self.at = dot.end() if dot else self.at
        return tuple(parts)

    def _within(self, keys: Place, known: int = 0) -> Place:
        """The place that keys lead to; of an `[[array]]` they mean the last table."""
        place = keys[:known]
        for key in keys[known:]:
            place = (*place, key)
            if place in self._last:
                place = (*place, self._last[place])
        return place

    def _note(self, place: Place, line: int) -> None:
        for shared in range(1, len(place) + 1):
            self.lines.setdefault(place[:shared], line)

    def _word(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise ValueError("this is no TOML")
        self.at = found.end()
        return found[0]

    def _takes(self, sign: str) -> bool:
        there = self.text.startswith(sign, self.at)
        self.at += len(sign) if there else 0
        return there

    def _skip(self) -> bool:
        """Over what is blank; whether anything is left."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        return self.at < len(self.text)

    def _line(self) -> int:
        """The line of where we are, counted on from where it was asked last."""
        before, line = self._counted
        self._counted = self.at, line + self.text.count("\n", before, self.at)
        return self._counted[1]
