"""Reading a TOML file into a struct, with the file and the line in every complaint."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from sandtable.kernel.datalines import Place, line_of
from sandtable.kernel.datawords import misfit
from sandtable.kernel.errors import ScenarioError
from sandtable.kernel.learning import convert

__all__ = ["complaint", "load_toml"]

MOST_BYTES = 4_000_000
LONGEST = 700
"""The most characters of a complaint: names in a file may be of any length."""
_IN_WORDS = {
    "Cannot overwrite a value": "this key or table is there already",
    "Invalid statement": "this is neither a [table] nor key = value",
    "Invalid value": "there is no value, or one that TOML does not know",
    "Illegal character '\\n'": "the text does not end on its line",
    "Found invalid character '\\n'": "the text does not end on its line",
    "Expected '=' after a key in a key/value pair": "there is no = after the key",
    "Unclosed array": "a list is not closed with ]",
    "Unterminated string": "a text is not closed",
}
"""What the reader of TOML says most often, as a person would."""
S = TypeVar("S", bound=msgspec.Struct)


def load_toml(
    text: str, file: str, kind: type[S], change: Callable[[dict[str, Any]], dict[str, Any]] | None = None
) -> S:
    """The struct of a TOML text; ScenarioError names file and line of what is wrong. `change` may put other values in
    the place of those in the text, such as the content of a file that it names.

    >>> class Force(msgspec.Struct, forbid_unknown_fields=True):
    ...     tanks: int
    >>> load_toml("tanks = 3", "a.toml", Force)
    Force(tanks=3)
    >>> load_toml('tanks = "many"', "a.toml", Force)
    Traceback (most recent call last):
    sandtable.kernel.errors.ScenarioError: a.toml line 1, tanks: it must be a whole number, not text
    """
    if len(text) > MOST_BYTES:
        raise ScenarioError(f"{file}: the file is larger than {MOST_BYTES} bytes")
    try:
        values = tomllib.loads(text)
    except RecursionError:
        deepest = _most(text, lambda line: line.count("[") + line.count("{"))
        raise ScenarioError(f"{file} line {deepest}: lists and tables are nested too deep") from None
    except ValueError as fault:
        raise _no_toml(text, file, str(fault)) from None
    if change is not None:
        values = change(values)
    try:
        return convert(values, kind)
    except msgspec.ValidationError as fault:
        raise complaint(text, file, *misfit(fault, values, kind)) from None


def _no_toml(text: str, file: str, words: str) -> ScenarioError:
    """The error for a text that is not TOML."""
    found = re.search(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", words, re.DOTALL)
    if found is None:  # the one complaint without a place
        longest = _most(text, lambda line: max(map(len, re.findall(r"\d+", line)), default=0))
        return ScenarioError(f"{file} line {longest}: a number has too many digits")
    twice = re.fullmatch(r"Cannot declare \('(.*)',?\) twice", found[1])
    reason = f"there are two tables {twice[1]}".replace("', '", ".") if twice else _IN_WORDS.get(found[1], found[1])
    return ScenarioError(f"{file} line {found[2] or text.count(chr(10)) + 1}: {_on_one_line(reason)}")


def _most(text: str, count: Callable[[str], int]) -> int:
    """The number of the line that has the most of something."""
    lines = text.split("\n")
    return max(range(len(lines)), key=lambda number: count(lines[number])) + 1


def _on_one_line(words: str) -> str:
    """The words with nothing in them that moves a cursor, and not without end."""
    clean = "".join(each if each.isprintable() else repr(each)[1:-1] for each in words[:LONGEST])
    return clean + ("..." if len(words) > LONGEST else "")


def complaint(text: str, file: str, place: Place, words: str) -> ScenarioError:
    """The error for something wrong at this place of a file.

    >>> str(complaint("a = 1\\n[[squad]]\\nhex = 5", "x.toml", ("squad", 0, "hex"), "it is off the map"))
    'x.toml line 3, squad 1 hex: it is off the map'
    """
    named = _on_one_line(" ".join(str(each + 1) if isinstance(each, int) else each[:60] for each in place))
    line = line_of(text, place)
    return ScenarioError(f"{file} line {line}{', ' + named if named else ''}: {_on_one_line(words)}")
