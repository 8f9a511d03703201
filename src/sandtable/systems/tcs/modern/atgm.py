"""The types of anti-tank guided missiles and the ATGM Table (ME 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

from msgspec import Struct

from sandtable.charts import BandChart, load_keyed
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.tables import Kind

__all__ = ["AIR_LIMITS", "AIR_SHIFTS", "ATGMS", "Atgm", "atgm_of", "kill_number", "range_band"]

_CHARTS = files("sandtable.systems.tcs.modern") / "charts"

Band = Literal["close", "middle", "long"]
BANDS: dict[Band, str] = {
    "close": "half nominal range or less",
    "middle": "up to nominal range",
    "long": "up to double nominal range",
}
"""The rows of the ATGM Table in words."""


class Atgm(Struct, frozen=True):
    """A line of the ATGM Values: a type of missile (ME 3.1a)."""

    id: str
    name: str
    attack: int
    nominal: int
    minimum: int
    fire_and_forget: bool
    tip_charge: bool
    supersonic: bool
    rule: str

    @property
    def longest(self) -> int:
        """The farthest it flies, in hexes (ME 3.1h)."""
        return 2 * self.nominal


class _Line(Struct, frozen=True):
    band: Band
    low: int | None
    high: int | None
    number: int | None
    rule: str


class _Limit(Struct, frozen=True):
    name: str
    value: int
    rule: str


class _Shift(Struct, frozen=True):
    shift: str
    value: int
    words: str
    rule: str


ATGMS: Mapping[str, Atgm] = load_keyed(_CHARTS / "atgm_values.csv", Atgm, "id")
"""The seventeen types of missiles by their ids."""
_TABLE = BandChart.load(_CHARTS / "atgm_table.csv", _Line, low="low", high="high", key="band")
AIR_LIMITS: Mapping[str, int] = {
    key: each.value for key, each in load_keyed(_CHARTS / "air_limits.csv", _Limit, "name").items()
}
"""The numbers of ME 3 and 4 that are in no table."""
AIR_SHIFTS: Mapping[str, Modifier] = {
    key: Modifier(each.value, each.words, each.rule)
    for key, each in load_keyed(_CHARTS / "air_shifts.csv", _Shift, "shift").items()
}
"""The modifiers of helicopters' fire, and of fire at them."""


def atgm_of(kind: Kind) -> Atgm | None:
    """The missile that a type of unit has; None if it has none (ME 3.1a).

    >>> from sandtable.systems.tcs.tables import UNITS
    >>> atgm_of(UNITS["us87_m901"]).name, atgm_of(UNITS["us87_m1a1"])
    ('TOW 2', None)
    """
    return ATGMS[kind.atgm] if kind.atgm else None


def range_band(missile: Atgm, hexes: int) -> Band | None:
    """The row of the ATGM Table for a range; None if it is too near or too far (ME 3.1f to 3.1h, 3.2d).

    >>> [range_band(ATGMS["tow1"], hexes) for hexes in (1, 6, 7, 13, 26, 27)]
    [None, 'close', 'middle', 'middle', 'long', None]
    """
    if hexes <= missile.minimum or hexes > missile.longest:
        return None
    if 2 * hexes <= missile.nominal:
        return "close"
    return "middle" if hexes <= missile.nominal else "long"


def kill_number(attack: int, defence: int, band: Band) -> tuple[int | None, str]:
    """What two dice must reach to kill, and the rule; None if it is not possible (ME 3.1f to 3.1i).

    >>> kill_number(14, 7, "middle"), kill_number(8, 14, "close")
    ((6, 'ME 3.1g'), (None, 'ME 3.1i'))
    """
    line = _TABLE.read(attack - defence, band)
    return line.number, line.rule
