"""Names of types of units that no other type has."""

from __future__ import annotations

from sandtable.systems.tcs.tables import UNITS, Kind

__all__ = ["card_name"]

_TWICE = {name for name in {each.name for each in UNITS.values()}
          if sum(each.name == name for each in UNITS.values()) > 1}  # fmt: skip


def card_name(kind: Kind) -> str:
    """The name of a type that no other has: several armies have a rifle platoon.

    >>> card_name(UNITS["us87_m1a1"]), card_name(UNITS["us_rifle_plt"])
    ('M1A1 Abrams', 'Rifle platoon (US)')
    """
    if kind.name not in _TWICE:
        return kind.name
    era = "" if kind.era == "ww2" else f", {kind.era}"
    return f"{kind.name} ({kind.nation}{era})"
