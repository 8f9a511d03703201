"""What a scenario file says of a unit beyond its type, for chapters that ask for it: sights, armour, MOPP, platoon.

A chapter names the keys that it reads at the seam `READ`. A file that uses a key which no chapter in force reads is
refused, so that nothing in a file is ignored.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.kernel.chapter import Rules, Seam
from sandtable.kernel.errors import ScenarioFault

__all__ = ["MOPP_LEVELS", "READ", "Armour", "Gear", "MoppLevel", "Sights", "read"]

READ: Seam[str] = Seam("keys of a scenario file that a chapter reads")

Sights = Literal["", "eyes", "night vision", "thermal"]
"""What a unit sees with; empty is as its type has it."""
Armour = Literal["", "plain", "reactive", "depleted uranium"]
"""What protects a vehicle; empty is as its type has it."""
MoppLevel = Literal["", "low", "medium", "high"]
"""How much of its protection against chemicals a unit wears; empty is as its formation, and that is low."""
MOPP_LEVELS: tuple[MoppLevel, ...] = ("low", "medium", "high")
"""The levels in the order of their numbers."""

WORDS = {
    "sights": "sights are",
    "armour": "armour is",
    "mopp": "MOPP is",
    "platoon": "platoons are",
    "chem": "chemical rounds are",
    "rain": "rain is",
}


class Gear(msgspec.Struct, frozen=True):
    """What the file says of one unit."""

    sights: Sights = ""
    armour: Armour = ""
    mopp: int = 0
    platoon: str = ""
    """The platoon that a squad is of; without a name all squads of a formation are one."""


def read(rules: Rules, key: str, place: tuple[str | int, ...]) -> None:
    """Refuse a key of a file that no chapter in force reads; the fault names the place."""
    if key not in rules.at(READ):
        raise ScenarioFault(place, f"{WORDS[key]} for the Modern Expansion: set modern = true under [options]")
