"""What a scenario file says of missiles and helicopters (ME 3, 4): stocks, heights, loads, station time.

The keys of a line of `units` are `missiles`, `low`, `station`, `aboard` and `sling`; those of the scenario are
`off_map` (the area of each side by which its helicopters leave and return) and `conflict_hours`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from sandtable.board.fault import Place
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.systems.tcs.tables import Kind

__all__ = ["NO_AIR", "Air", "Load", "air_of", "fits_inside", "fits_sling"]

MOST_MISSILES = 99
LONGEST_STATION = 5
"""The most hours that a helicopter has been on the map when play begins: at six it must leave (ME 4.1i)."""
OLDEST = 999
KEYS = ("missiles", "low", "station", "aboard", "sling")


class Load(msgspec.Struct, frozen=True):
    """A unit that a helicopter carries when play begins; `slung` below it, or inside."""

    unit: int
    helicopter: int
    slung: bool


class Air(msgspec.Struct, frozen=True):
    """What the scenario says of missiles and helicopters."""

    missiles: tuple[int | None, ...] = ()
    """The missiles of each unit; None is what is usual for its type (ME 3.2b)."""
    low: tuple[int, ...] = ()
    """The helicopters that begin Low; the others begin in NOE."""
    station: tuple[int, ...] = ()
    """The hours that each unit has been on the map when play begins (ME 4.1i)."""
    loads: tuple[Load, ...] = ()
    exits: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The hexes by which the helicopters of each side leave and return."""
    conflict_hours: int = 0
    """How old the conflict is when play begins (ME 4.1g1)."""


NO_AIR = Air()


class Entry(Protocol):
    """The keys of a line of `units` that this module reads."""

    @property
    def missiles(self) -> int | None:
        """How many each has."""

    @property
    def low(self) -> bool:
        """Whether they begin Low."""

    @property
    def station(self) -> int:
        """Hours on the map before play."""

    @property
    def aboard(self) -> str:
        """The helicopter that carries it."""

    @property
    def sling(self) -> bool:
        """Whether it hangs below it."""


class Listed(Protocol):
    """A unit of the roster."""

    @property
    def force(self) -> int:
        """The number of its formation."""

    @property
    def entry(self) -> Entry:
        """Its line in the file."""

    @property
    def kind(self) -> Kind:
        """Its type."""

    @property
    def name(self) -> str:
        """Its name."""


class Source(Protocol):
    """The keys of a scenario that this module reads."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Both sides."""

    @property
    def off_map(self) -> dict[str, str]:
        """The area of each side."""

    @property
    def conflict_hours(self) -> int:
        """How old the conflict is."""


def fits_inside(kind: Kind, by: Kind) -> bool:
    """Whether a helicopter of a type carries a unit inside: people and mortars (ME 4.1b2)."""
    return kind.move_class == "foot" and not kind.gun and 0 < kind.steps <= by.lifts


def fits_sling(kind: Kind, by: Kind) -> bool:
    """Whether a helicopter of a type carries a unit in a sling: guns, trucks and vehicles without armor (ME 4.1b2)."""
    light = kind.vehicle and kind.target_class == "B" and not kind.defence
    return "sling" in by.traits and (kind.gun or light)


def air_of(
    scenario: Source,
    roster: Sequence[Listed],
    owners: Sequence[int],
    late: Sequence[bool],
    areas: Mapping[str, tuple[int, ...]],
    *,
    modern: bool,
) -> Air:
    """What the file says, checked; ScenarioFault says what is wrong and where. `late` are the units that arrive."""
    for listed in roster:
        given = [key for key in KEYS if getattr(listed.entry, key) not in (None, False, 0, "")]
        if given and not modern:
            place: Place = ("force", listed.force, "units")
            raise ScenarioFault(place, f"{given[0]} needs the Modern Expansion: set the option modern to true")
        _check_keys(listed)
    if (scenario.off_map or scenario.conflict_hours) and not modern:
        key = "off_map" if scenario.off_map else "conflict_hours"
        raise ScenarioFault((key,), f"{key} needs the Modern Expansion: set the option modern to true")
    if not 0 <= scenario.conflict_hours <= OLDEST:
        raise ScenarioFault(("conflict_hours",), f"it is 0 to {OLDEST} hours, not {scenario.conflict_hours}")
    if not modern:
        return NO_AIR
    exits: list[tuple[int, ...]] = [(), ()]
    for side, area in scenario.off_map.items():
        if side not in scenario.sides:
            words = f"{shown(side)} is not one of the sides {', '.join(scenario.sides)}"
            raise ScenarioFault(("off_map", side), words)
        if area not in areas:
            words = f"there is no area {shown(area)}: there are {', '.join(areas)}"
            raise ScenarioFault(("off_map", side), words)
        exits[scenario.sides.index(side)] = areas[area]
    return Air(
        missiles=tuple(each.entry.missiles for each in roster),
        low=tuple(n for n, each in enumerate(roster) if each.entry.low),
        station=tuple(each.entry.station for each in roster),
        loads=_loads(roster, owners, late),
        exits=(exits[0], exits[1]),
        conflict_hours=scenario.conflict_hours,
    )


def _check_keys(listed: Listed) -> None:
    entry, kind, place = listed.entry, listed.kind, ("force", listed.force, "units")
    if entry.missiles is not None:
        if not kind.atgm:
            raise ScenarioFault(place, f"{listed.name} has no missiles: {kind.id} is not armed with them")
        if not 0 <= entry.missiles <= MOST_MISSILES:
            raise ScenarioFault(place, f"missiles are 0 to {MOST_MISSILES}, not {shown(entry.missiles)}")
    if (entry.low or entry.station) and kind.move_class != "helicopter":
        key = "low" if entry.low else "station"
        raise ScenarioFault(place, f"{key} is for helicopters, and {listed.name} is none")
    if not 0 <= entry.station <= LONGEST_STATION:
        words = f"station is the hours on the map before play, 0 to {LONGEST_STATION}, not {shown(entry.station)}"
        raise ScenarioFault(place, words)
    if entry.sling and not entry.aboard:
        raise ScenarioFault(place, f"sling is for a load: say with aboard which helicopter carries {listed.name}")


def _loads(roster: Sequence[Listed], owners: Sequence[int], late: Sequence[bool]) -> tuple[Load, ...]:
    names = [each.name for each in roster]
    found: list[Load] = []
    for unit, listed in enumerate(roster):
        entry, place = listed.entry, ("force", listed.force, "units")
        if not entry.aboard:
            continue
        if entry.aboard not in names or roster[names.index(entry.aboard)].kind.move_class != "helicopter":
            raise ScenarioFault(place, f"there is no helicopter called {shown(entry.aboard)} to carry {listed.name}")
        helicopter = names.index(entry.aboard)
        if owners[helicopter] != owners[unit]:
            raise ScenarioFault(place, f"{entry.aboard} is an enemy of {listed.name}, and does not carry it")
        if late[unit] or late[helicopter]:
            raise ScenarioFault(place, f"{listed.name} and {entry.aboard} must both be there when play begins")
        fits = fits_sling if entry.sling else fits_inside
        if not fits(listed.kind, roster[helicopter].kind):
            how = "in a sling" if entry.sling else "inside"
            raise ScenarioFault(place, f"{entry.aboard} cannot carry {listed.name} {how} (ME 4.1b2)")
        if any(each.helicopter == helicopter and each.slung == entry.sling for each in found):
            raise ScenarioFault(place, f"{entry.aboard} carries a unit already, and has no room for {listed.name}")
        found.append(Load(unit, helicopter, entry.sling))
    return tuple(found)
