"""The charts of modern artillery (ME 2): values of the new rounds, target acquisition, losses to counterfire.

>>> round_value(105), round_value(155), round_value(203), round_value(227, "us87_mlrs")
((15, False), (20, False), (36, True), (50, True))
>>> acquisition_number(1), acquisition_number(3), acquisition_number(6), acquisition_number(7)
(6, 5, 4, 3)
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from sandtable.charts import BandChart, load_keyed
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.modern.conversion import CHARTS

__all__ = ["COUNTER_SHELLS", "MODIFIERS", "acquisition_number", "is_launcher", "round_value"]


class _Rounds(Struct, frozen=True):
    low: int | None
    high: int | None
    value: int
    adjacent: bool
    rule: str


class _Launcher(Struct, frozen=True):
    id: str
    value: int
    adjacent: bool
    rule: str


class _Modifier(Struct, frozen=True):
    name: str
    value: int
    words: str
    rule: str


class _Acquisition(Struct, frozen=True):
    low: int | None
    high: int | None
    number: int
    rule: str


class _CounterShell(Struct, frozen=True):
    shell: str
    divisor: int
    rule: str


_ROUNDS = BandChart.load(CHARTS / "rounds.csv", _Rounds, low="low", high="high")
_LAUNCHERS = load_keyed(CHARTS / "launchers.csv", _Launcher, "id")
_ACQUISITION = BandChart.load(CHARTS / "acquisition.csv", _Acquisition, low="low", high="high")
MODIFIERS: Mapping[str, Modifier] = {
    key: Modifier(each.value, each.words, each.rule)
    for key, each in load_keyed(CHARTS / "gunnery_modifiers.csv", _Modifier, "name").items()
}
"""Modifiers of the rolls of modern artillery, by name."""
COUNTER_SHELLS: Mapping[str, int] = {
    key: each.divisor for key, each in load_keyed(CHARTS / "counterbattery.csv", _CounterShell, "shell").items()
}
"""By what the die of counterfire is divided, for each kind of shells (ME 2.5e2)."""


def is_launcher(id: str) -> bool:
    """Whether a battery of the list of artillery is an MLRS battery (ME 2.4)."""
    return id in _LAUNCHERS


def round_value(calibre: int, id: str = "") -> tuple[int, bool]:
    """The value of ICM and DPICM, and whether they attack the adjacent hexes (ME 2.3a1, 2.3a2)."""
    if id in _LAUNCHERS:
        return _LAUNCHERS[id].value, _LAUNCHERS[id].adjacent
    line = _ROUNDS.read(calibre)
    return line.value, line.adjacent


def acquisition_number(fires: int) -> int:
    """The number on one die that acquires a battery with this many battery fires this turn and last (ME 2.5c2)."""
    return _ACQUISITION.read(fires).number
