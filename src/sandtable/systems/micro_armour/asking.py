"""What questions about vehicles have in common: their names, and stands that fire as people write them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from sandtable.kernel.errors import OptionError, shown
from sandtable.kernel.question import completed, nearest, read_options
from sandtable.kernel.system import OptionValue
from sandtable.systems import system
from sandtable.systems.micro_armour.proving import CONDITIONS, Shooter
from sandtable.systems.micro_armour.tables import TANKS

__all__ = ["MOST_FIRERS", "Firers", "Inches", "Level", "Vehicle", "check_vehicle", "chosen", "shooters"]

Vehicle = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(TANKS)})]
Level = Annotated[int, msgspec.Meta(ge=1, le=20)]
Inches = Annotated[int, msgspec.Meta(ge=1, le=50)]
MOST_FIRERS = 10
Firers: TypeAlias = Annotated[str, completed("vehicles", ("missile", "flank", "suppressed", "disorganized", "inches="))]
"""Stands that fire, as `shooters` reads them."""


def check_vehicle(name: str) -> None:
    """OptionError if there is no such vehicle."""
    if name not in TANKS:
        near = nearest(name, TANKS)
        raise OptionError(f"there is no vehicle {shown(name)}{near}: sandtable vehicles lists them all")


def chosen(text: str) -> tuple[tuple[str, OptionValue], ...]:
    """The options of a question as people type them.

    >>> chosen("front_arc=180")
    (('front_arc', '180'),)
    """
    return read_options(system("micro_armour").options, text)


_WORDS = ("missile", "flank", "suppressed", "disorganized")


def shooters(text: str, inches: int) -> tuple[Shooter, ...]:
    """The firers of an attack as people write them.

    >>> [(each.vehicle, each.inches, each.flank) for each in shooters("2x T-72, M1A1 Abrams flank inches=9", 15)]
    [('T-72', 15, False), ('T-72', 15, False), ('M1A1 Abrams', 9, True)]
    >>> shooters("T-72 upside", 15)
    Traceback (most recent call last):
    sandtable.kernel.errors.OptionError: firers: there is no vehicle 'T-72 upside': sandtable vehicles lists them all
    """
    found: list[Shooter] = []
    for part in text.split(","):
        words = part.split()
        count = words.pop(0)[:-1] if words and words[0][:-1].isdecimal() and words[0][-1] in "x" else "1"
        marks, away, kinds = [], inches, {}
        while words and (words[-1] in _WORDS or words[-1].startswith("inches=")):
            word = words.pop()
            if word.startswith("inches="):
                away = _number(word[7:])
            elif word in ("missile", "flank"):
                kinds[word] = True
            else:
                marks.append(word)
        name = " ".join(words)
        if name not in TANKS:
            near = nearest(name, TANKS)
            raise OptionError(f"firers: there is no vehicle {shown(name)}{near}: sandtable vehicles lists them all")
        state = CONDITIONS[("suppressed" in marks) + 2 * ("disorganized" in marks)]
        assert state != "eliminated"
        found += [Shooter(name, away, kinds.get("flank", False), kinds.get("missile", False), state)] * min(
            int(count), MOST_FIRERS + 1
        )
    if not 1 <= len(found) <= MOST_FIRERS:
        raise OptionError(f"firers: an attack here has 1 to {MOST_FIRERS} stands, not {len(found)}")
    return tuple(found)


def _number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:4]) <= 50:
        raise OptionError(f"firers: inches is a whole number from 1 to 50, not {shown(text)}")
    return int(text[:4])
