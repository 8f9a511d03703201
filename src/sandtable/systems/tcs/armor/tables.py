"""The charts of the armor rules, read once from the CSV files in `charts`."""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct

from sandtable.charts import load_rows
from sandtable.kernel.resolution import Modifier

__all__ = ["HEAVY", "LIMITS", "PLATOONS", "SHIFTS"]

_CHARTS = files("sandtable.systems.tcs.armor") / "charts"


class _Weapon(Struct, frozen=True):
    id: str
    mm: int


class _Limit(Struct, frozen=True):
    name: str
    value: int
    rule: str


class _Shift(Struct, frozen=True):
    shift: str
    value: int
    words: str
    rule: str


class _Platoon(Struct, frozen=True):
    nation: str
    tanks: int
    others: int
    rule: str


LIMITS = {each.name: each.value for each in load_rows(_CHARTS / "limits.csv", _Limit)}
"""The numbers of the armor rules by name."""
SHIFTS = {each.shift: Modifier(each.value, each.words, each.rule) for each in load_rows(_CHARTS / "shifts.csv", _Shift)}
"""The modifiers of the armor rules by name."""
HEAVY = frozenset(each.id for each in load_rows(_CHARTS / "weapons.csv", _Weapon) if each.mm >= LIMITS["hard_cover_mm"])
"""The area weapons of 75 mm and more that are neither vehicles nor anti-tank guns (AR 4.11)."""
PLATOONS = {each.nation: (each.tanks, each.others) for each in load_rows(_CHARTS / "platoons.csv", _Platoon)}
"""The steps of a platoon of tanks, and of a section of other vehicles, by nation (AR 4.2B1)."""
