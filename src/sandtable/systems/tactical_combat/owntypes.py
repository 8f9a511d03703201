"""Vehicles and guns that a scenario has of its own, and its recovery numbers (TC V29, R3)."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.board.lattice import inches
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.systems.tactical_combat.tables import LIMITS, MOVES, QUALITY, Kind, Quality, stand_kinds

__all__ = ["RecoveryNumbers", "VehicleEntry", "own_kinds", "recovery_numbers"]

Inches = int | float

SWING = 4
"""No gun or armour modifier is more than this, up or down."""
LONGEST = 400
"""Inches: no table is longer."""
TRAITS = frozenset({"hull_gun", "immune_front", "open_topped", "recon", "soft", "thirsty", "unarmed", "wheeled"})


class VehicleEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of vehicle or anti-tank gun. Lengths are inches; without a `gun` it has nothing against armour.

    >>> VehicleEntry("churchill_vii", "Churchill VII", gun=0, armour=2, move=12).arm
    'vehicle'
    """

    kind: str
    name: str
    arm: Literal["vehicle", "gun"] = "vehicle"
    gun: int | None = None
    armour: int = 0
    normal_range: Inches = 16
    max_range: Inches = 24
    move: Inches | None = None
    """Without it, that of other vehicles or guns."""
    recovers: int | None = None
    """What a recovery check needs; without it, the number of its quality."""
    carries: int = 0
    traits: tuple[str, ...] = ()


class RecoveryNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a recovery check needs by the quality of the stand; those of the chart if the scenario does not say.

    >>> RecoveryNumbers(green=7).elite
    4
    """

    green: int = QUALITY["green"].recovers_at_least
    regular: int = QUALITY["regular"].recovers_at_least
    elite: int = QUALITY["elite"].recovers_at_least


def recovery_numbers(given: RecoveryNumbers) -> dict[Quality, int]:
    """The numbers by quality, checked.

    >>> recovery_numbers(RecoveryNumbers())
    {'green': 6, 'regular': 5, 'elite': 4}
    """
    numbers: dict[Quality, int] = {"green": given.green, "regular": given.regular, "elite": given.elite}
    for quality, number in numbers.items():
        _check_recovery(number, ("recovery", quality))
    return numbers


def own_kinds(entries: tuple[VehicleEntry, ...]) -> dict[str, Kind]:
    """The kinds that a scenario defines, by their key; ScenarioFault says what is wrong with one."""
    found: dict[str, Kind] = {}
    for number, entry in enumerate(entries):
        place = ("vehicle", number)
        if not entry.kind.replace("_", "").isalnum() or entry.kind != entry.kind.lower() or len(entry.kind) > 40:
            raise ScenarioFault(
                (*place, "kind"),
                f"a kind is 1 to 40 small letters, digits and _, such as churchill_vii, not {shown(entry.kind)}",
            )
        if entry.kind in stand_kinds() or entry.kind in found:
            raise ScenarioFault((*place, "kind"), f"there is another kind {shown(entry.kind)}: choose a new word")
        found[entry.kind] = _kind(entry, place)
    return found


def _kind(entry: VehicleEntry, place: tuple[str | int, ...]) -> Kind:
    for key, words, value in (("gun", "a gun", entry.gun or 0), ("armour", "an armour", entry.armour)):
        if not -SWING <= value <= SWING:
            raise ScenarioFault((*place, key), f"{words} modifier is {-SWING} to {SWING}, not {shown(value)}")
    if entry.arm == "gun" and entry.armour:
        raise ScenarioFault((*place, "armour"), "an anti-tank gun is fired at as infantry is: leave its armour out")
    if entry.carries not in (0, 1):
        raise ScenarioFault((*place, "carries"), f"a vehicle carries 0 or 1 stands (TC V4), not {shown(entry.carries)}")
    if entry.recovers is not None:
        _check_recovery(entry.recovers, (*place, "recovers"))
    for trait in entry.traits:
        if trait not in TRAITS:
            raise ScenarioFault(
                (*place, "traits"), f"a trait is one of {', '.join(sorted(TRAITS))}, not {shown(trait)}"
            )
    normal, most = (_length(entry, place, key, 1) for key in ("normal_range", "max_range"))
    if normal > most:
        raise ScenarioFault((*place, "max_range"), f"the longest range is at least the normal one, {normal / 100:g}")
    hits = LIMITS["gun_hits"] if entry.arm == "gun" else LIMITS["vehicle_hits"]
    return Kind(
        entry.kind,
        entry.name,
        entry.arm,
        hits,
        LIMITS["platoon_hits"],
        MOVES[entry.arm] if entry.move is None else _length(entry, place, "move", 0),
        normal,
        most,
        weapons=entry.arm == "gun",
        gun=entry.gun,
        armour=entry.armour,
        carries=entry.carries,
        flags=frozenset(entry.traits) | ({"carrier"} if entry.carries else set()),
        own_move=entry.move is not None,
        recovers=entry.recovers,
    )


def _length(entry: VehicleEntry, place: tuple[str | int, ...], key: str, least: int) -> int:
    value = getattr(entry, key)
    words = f"a {key.replace('_', ' ')} is {least} to {LONGEST} inches, not {shown(value)}"
    try:
        length = inches(value)
    except ValueError:
        raise ScenarioFault((*place, key), words) from None
    if not least * 100 <= length <= LONGEST * 100:
        raise ScenarioFault((*place, key), words)
    return length


def _check_recovery(number: int, place: tuple[str | int, ...]) -> None:
    if not 2 <= number <= 10:
        raise ScenarioFault(place, f"a recovery number is 2 to 10, not {shown(number)}")
