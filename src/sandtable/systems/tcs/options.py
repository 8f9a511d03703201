"""The options of TCS: every ruling of ours by its name, with its value in `charts/options.csv`.

Who owns the rulebook corrects a ruling there, or in the options of a scenario, without touching code.
"""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct

from sandtable.charts import load_rows
from sandtable.kernel.system import Option, OptionValue

__all__ = ["OPTIONS"]


class _Line(Struct, frozen=True):
    name: str
    default: str
    low: int | None
    high: int | None
    choices: str
    rule: str
    words: str


def _option(line: _Line) -> Option:
    if line.choices:
        return Option(line.name, line.default, line.words, line.rule, tuple(line.choices.split("/")))
    value: OptionValue = {"on": True, "off": False}[line.default] if line.low is None else int(line.default)
    return Option(line.name, value, line.words, line.rule, low=line.low or 0, high=line.high or 0)


OPTIONS = tuple(_option(line) for line in load_rows(files("sandtable.systems.tcs") / "charts" / "options.csv", _Line))
