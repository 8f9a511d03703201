"""What fire by units goes by (TCS 11.2, 11.3): posture, ground, light, smoke, nerve.

Area fire and point fire add what is their own: `areafire`, `pointfire`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.chapter import Seam
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.tables import POSTURES, SHIFTS
from sandtable.systems.tcs.world import FINE

__all__ = [
    "CLOSE",
    "CONDITIONS",
    "FIREPOWER",
    "OVERWATCH",
    "SFA",
    "Conditions",
    "Shot",
    "conditions",
    "firepower_of",
    "posture_of",
    "posture_shift",
]

SFA, OVERWATCH, CLOSE = 0, 1, 2
"""Kinds of fire: an action of the phasing side, overwatch or return fire, and fire within a hex."""


class Shot(NamedTuple):
    """A fire by units, for chapters that change what it goes by."""

    firers: Sequence[int]
    targets: Sequence[int]
    hex: int
    kind: int
    point: bool
    """Whether it is aimed at single vehicles and guns: point fire, or a missile."""


CONDITIONS: Seam[Callable[[Situation, Shot], Mapping[str, Any]]] = Seam("conditions that other sights change")
FIREPOWER: Seam[Callable[[Situation, int], Fraction]] = Seam("by how much the area fire of a unit is multiplied")


def firepower_of(look: Situation, unit: int) -> Fraction:
    """By how much the area fire of a unit is multiplied now."""
    found = Fraction(1)
    for factor in look.game.rules.at(FIREPOWER):
        found *= factor(look, unit)
    return found


class Conditions(msgspec.Struct, frozen=True, kw_only=True):
    """What is the same for area fire and point fire: what the board shows, or what somebody asks a calculator."""

    type: str = "open"
    posture: str = "fire"
    vehicles: bool = False
    """Whether the targets are vehicles or carriers."""
    road: bool = False
    """Whether the targets are Road Moving, and the fire is overwatch."""
    all_shaken: bool = False
    firer_shaken: bool = False
    firer_buttoned: bool = False
    cross_fire: bool = False
    light: str = "day"
    """Day, twilight, night; or lit, if the targets are illuminated at night."""
    firer_zone: bool = False
    target_zone: bool = False
    firer_smoke: bool = False
    target_smoke: bool = False

    def common(self, *, tank_cover: bool = False) -> tuple[Modifier, ...]:
        """The shifts for all but strength, range and ground, in the order of the charts (TCS 11.3, 11.4)."""
        return _common(
            self.light,
            (
                self.road,
                self.all_shaken,
                tank_cover,
                self.firer_shaken,
                self.firer_buttoned and not self.firer_shaken,
                self.cross_fire,
                self.firer_zone,
                self.target_zone,
                self.firer_smoke,
                self.target_smoke,
            ),
        )


_COMMON = (
    "road_moving",
    "all_shaken",
    "tank_cover",
    "firer_shaken",
    "firer_buttoned",
    "cross_fire",
    "firer_zone",
    "target_zone",
    "firer_smoke",
    "target_smoke",
)


@cache
def _common(light: str, holds: tuple[bool, ...]) -> tuple[Modifier, ...]:
    """Those of the common shifts that hold, that of the light first."""
    dark = (SHIFTS[light],) if light in ("lit", "night", "twilight") else ()
    return (*dark, *(SHIFTS[name] for name, held in zip(_COMMON, holds, strict=True) if held))


def conditions(
    look: Situation,
    firers: Sequence[int],
    starts: Collection[int],
    targets: Sequence[int],
    hex: int,
    kind: int,
    *,
    point: bool = False,
) -> dict[str, Any]:
    """What the board shows of a fire from some hexes at targets in a hex, but for ground and cross fire."""
    kinds, units, board = look.world.kinds, look.units, look.board
    afar = any(at != hex for at in starts)  # TCS 11.3c: not at range 0
    found: dict[str, Any] = {
        "posture": posture_of(look, targets),
        "vehicles": bool(targets) and all(kinds[n].vehicle for n in targets),
        "road": kind == OVERWATCH and any(units[n].road for n in targets),
        "all_shaken": afar and min([units[n].morale for n in targets], default=FINE) > FINE,
        "firer_shaken": max([units[n].morale for n in firers], default=FINE) > FINE,
        "firer_buttoned": max([units[n].buttoned for n in firers], default=False),
    }
    if board.light:
        found["light"] = look.light_on(hex)
    if board.zones:
        found["firer_zone"], found["target_zone"] = any(map(look.in_zone, starts)), look.in_zone(hex)
    if board.smoke:
        found["firer_smoke"], found["target_smoke"] = any(map(look.smoked, starts)), look.smoked(hex)
    for change in look.game.rules.at(CONDITIONS):
        found.update(change(look, Shot(firers, targets, hex, kind, point)))
    return found


@cache
def posture_shift(type: str, posture: str, *, bold: bool, vehicles: bool) -> tuple[Modifier, ...]:
    """What terrain and posture of the target do (TCS 11.2a to 11.2f).

    >>> print(*posture_shift("partly", "dug_in", bold=False, vehicles=False))
    -4 dug in on partly protective ground (TCS 11.2c)
    """
    row = POSTURES[type, posture]
    star = vehicles and not bold and row.vehicle != row.normal
    value = row.bold if bold else row.vehicle if star else row.normal
    if not value:
        return ()
    words = {"move": "moving", "fire": "in Fire Mode", "dug_in": "dug in"}[posture]
    ground = {"partly": "partly protective", "billiard": "billiard"}.get(type, type)
    unseen = ", unspotted" if bold else ""
    rule = "TCS 11.2e" if bold else "TCS 11.2f" if star else row.rule
    return (Modifier(value, f"{words} on {ground} ground{unseen}", rule),)


def posture_of(look: Situation, targets: Sequence[int]) -> str:
    """The posture of the units in a hex: that of most steps, ties to the defender (TCS 11.2g)."""
    if len(targets) == 1 and look.units[targets[0]].steps:
        return look.posture(targets[0])
    counts = {"dug_in": 0, "fire": 0, "move": 0}
    for n in targets:
        counts[look.posture(n)] += look.units[n].steps
    held = [posture for posture, steps in counts.items() if steps]
    how = look.world.options.mixed_postures
    if how == "worst" or not held:
        return held[0] if held else "fire"
    return held[-1] if how == "best" else max(held, key=lambda posture: counts[posture])
