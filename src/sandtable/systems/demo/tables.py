"""The charts of Picket, read once from the CSV files beside this module."""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct

from sandtable.charts import BandChart, load_keyed
from sandtable.kernel.resolution import Modifier, Row

__all__ = ["BLOW", "FIRE", "FIRE_RANGE", "MODIFIERS", "NERVE", "RALLY", "STEPS"]

_CHARTS = files("sandtable.systems.demo") / "charts"


class _Band(Struct, frozen=True):
    low: int | None
    high: int | None
    outcome: str


class _Named(Struct, frozen=True):
    name: str
    value: int
    words: str
    rule: str


class _Limit(Struct, frozen=True):
    name: str
    value: int


def _rows(name: str) -> tuple[Row, ...]:
    chart = BandChart.load(_CHARTS / name, _Band, low="low", high="high")
    return tuple(Row(band.low, band.high, band.outcome) for band in chart.rows)


FIRE = _rows("fire.csv")
NERVE = _rows("nerve.csv")
RALLY = _rows("rally.csv")
BLOW = _rows("blow.csv")
MODIFIERS = {
    name: Modifier(each.value, each.words, each.rule)
    for name, each in load_keyed(_CHARTS / "modifiers.csv", _Named, "name").items()
}
_LIMITS = load_keyed(_CHARTS / "limits.csv", _Limit, "name")
FIRE_RANGE = _LIMITS["fire_range"].value
STEPS = _LIMITS["steps"].value
