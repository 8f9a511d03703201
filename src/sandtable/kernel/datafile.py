"""Reading a TOML file into a struct, with the file and the line in every complaint."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from sandtable.kernel.errors import ScenarioError

__all__ = ["Place", "complaint", "line_of", "load_toml"]

MOST_BYTES = 4_000_000
S = TypeVar("S", bound=msgspec.Struct)
Place = tuple[str | int, ...]
"""Where a value stands: `("squad", 2, "hex")` is `hex` of the third `[[squad]]`."""


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
    sandtable.kernel.errors.ScenarioError: a.toml line 1, tanks: Expected `int`, got `str`
    """
    if len(text) > MOST_BYTES:
        raise ScenarioError(f"{file}: the file is larger than {MOST_BYTES} bytes")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # a number of too many digits is a plain ValueError
        found = re.search(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", str(fault))
        line = (found[2] or str(text.count("\n") + 1)) if found else "1"
        reason = found[1] if found else "nested too deep, or a number too long"
        raise ScenarioError(f"{file} line {line}: {reason}") from None
    if change is not None:
        values = change(values)
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as fault:
        words, _, path = str(fault).partition(" - at `")
        place = _place(path.rstrip("`"))
        unknown = re.search(r"unknown field `(.*)`", words)
        if unknown:
            place = (*place, unknown[1])
            words = "there is no such key here"
        raise complaint(text, file, place, words) from None


def complaint(text: str, file: str, place: Place, words: str) -> ScenarioError:
    """The error for something wrong at this place of a file.

    >>> str(complaint("a = 1\\n[[squad]]\\nhex = 5", "x.toml", ("squad", 0, "hex"), "it is off the map"))
    'x.toml line 3, squad 1 hex: it is off the map'
    """
    named = " ".join(str(each + 1 if isinstance(each, int) else each) for each in place)
    line = line_of(text, place)
    return ScenarioError(f"{file} line {line}{', ' + named if named else ''}: {words}")


def _place(path: str) -> Place:
    """`$.squad[2].hex` as ("squad", 2, "hex")."""
    steps: list[str | int] = []
    for name, number in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", path):
        steps.append(name or int(number))
    return tuple(steps)


def line_of(text: str, place: Place) -> int:
    """The line of a TOML text where this place begins: its own key's, or the nearest one above it. The number after the
    key of a text of several lines is a line of it.

    >>> line_of("title = 'x'\\n\\n[[squad]]\\nhex = 1\\n[[squad]]\\nhex = 2", ("squad", 1, "hex"))
    6
    >>> line_of("a = 1\\nterrain = \\"\\"\\"\\n...\\n.w.\\n\\"\\"\\"", ("terrain", 1))
    4
    """
    best = 1
    depth = 0
    seen: dict[str, int] = {}
    prefix: tuple[Any, ...] = ()
    quoted = inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if quoted:
            quoted = line.count('"""') % 2 == 0
            continue
        header = re.match(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]", line)
        key = re.match(r"\s*([A-Za-z0-9_.\"'-]+)\s*=", line)
        if header:
            name = header[2]
            prefix = tuple(part.strip(" \"'") for part in name.split("."))
            if header[1] == "[[":
                seen[name] = seen.get(name, -1) + 1
                prefix = (*prefix, seen[name])
            here = prefix
        elif key:
            here = (*prefix, *(part.strip("\"'") for part in key[1].split(".")))
        else:
            here = ()
        quoted = line.count('"""') % 2 == 1
        shared = min(len(here), len(place))
        if shared > depth and place[:shared] == here[:shared]:
            best, depth = number, shared
            inside = quoted and depth == len(place) - 1
    last = place[-1] if place else None
    return best + 1 + last if inside and isinstance(last, int) else best
