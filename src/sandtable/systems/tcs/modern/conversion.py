"""What the older words of the Modern Expansion mean in version 4 (ME 0.5 to 0.8): dice for columns, company morale."""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct

from sandtable.charts import load_keyed

__all__ = ["CHARTS", "NUMBERS", "battalion_change", "columns_of", "dice_of"]

CHARTS = files("sandtable.systems.tcs.modern") / "charts"


class _Number(Struct, frozen=True):
    name: str
    value: int
    rule: str


NUMBERS = {key: each.value for key, each in load_keyed(CHARTS / "numbers.csv", _Number, "name").items()}
"""The single numbers of the Modern Expansion by name."""


def dice_of(columns: int) -> int:
    """The modifier of two dice that a shift of the fire table is worth: half of it, toward zero (ME 0.7).

    >>> dice_of(2), dice_of(3), dice_of(-3), dice_of(-1)
    (1, 1, -1, 0)
    """
    half = abs(columns) // NUMBERS["columns_per_die"]
    return half if columns >= 0 else -half


def columns_of(dice: int) -> int:
    """The columns of the fire table that a modifier of two dice is worth (ME 0.7).

    >>> columns_of(1), columns_of(-3)
    (2, -6)
    """
    return dice * NUMBERS["columns_per_die"]


def battalion_change(company: int) -> int:
    """The change of Battalion Morale for a change of the older company morale (ME 0.8).

    >>> battalion_change(1), battalion_change(2), battalion_change(3)
    (1, 2, 2)
    """
    return min(company, NUMBERS["most_morale"])
