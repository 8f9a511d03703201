"""The two plainest charts: modifiers by name, and limits by name."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from sandtable.charts.csvfile import Source
from sandtable.charts.rows import load_keyed
from sandtable.kernel.resolution import Modifier

__all__ = ["load_limits", "load_modifiers"]


class _Modifier(Struct, frozen=True):
    modifier: str
    value: int
    words: str
    rule: str


class _Limit(Struct, frozen=True):
    name: str
    value: int
    rule: str


def load_modifiers(source: Source) -> Mapping[str, Modifier]:
    """A chart of modifiers: each with its value, its words and its rule.

    >>> from sandtable.charts import Sheet
    >>> sheet = Sheet.parse("modifier,value,words,rule\\nwoods,2,target in woods,DS 4.2", "modifiers.csv")
    >>> str(load_modifiers(sheet)["woods"])
    '+2 target in woods (DS 4.2)'
    """
    return {key: Modifier(e.value, e.words, e.rule) for key, e in load_keyed(source, _Modifier, "modifier").items()}


def load_limits(source: Source) -> Mapping[str, int]:
    """A chart of single numbers, each with the rule it stands for.

    >>> from sandtable.charts import Sheet
    >>> load_limits(Sheet.parse("name,value,rule\\nreach,3,DS 4.3", "a.csv"))["reach"]
    3
    """
    return {name: e.value for name, e in load_keyed(source, _Limit, "name").items()}
