"""The units of a scenario file: formations and their lines, and the roster that is made of them (TCS 27.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from sandtable.board.fault import Place
from sandtable.kernel.chapter import Rules, Seam
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.systems.tcs.gear import MOPP_LEVELS, Armour, Gear, MoppLevel, Sights, read
from sandtable.systems.tcs.ground import Ground
from sandtable.systems.tcs.mapfile import hexes_of
from sandtable.systems.tcs.tables import Kind
from sandtable.systems.tcs.world import NOBODY, OFF, Formation

__all__ = [
    "LONGEST_NAME",
    "ROSTERS",
    "Force",
    "Rostered",
    "UnitEntry",
    "check_gear",
    "gear_of",
    "place_of",
    "platoons_of",
    "rides_of",
    "units_of",
]

ROSTERS: Seam[Callable[[list[Rostered]], list[Rostered]]] = Seam("what a chapter makes of the units of a formation")
LONGEST_NAME = 60


class UnitEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some units of one type; `at` suggests where each is set up."""

    id: str
    count: int = 1
    name: str = ""
    at: tuple[str, ...] = ()
    leader: int = 0
    """How many of them, from the first, carry a leader."""
    rides: bool = False
    """They come on riding on the tanks of their formation (TCS 20.3b), or in its carriers (TCS 3.0g), one on each."""
    missiles: int | None = None
    """The missiles of each, with the option `atgm_supply` (ME 3.2b)."""
    low: bool = False
    """Helicopters that begin Low (ME 4.1a1)."""
    station: int = 0
    """The hours that helicopters have been on the map when play begins (ME 4.1i)."""
    aboard: str = ""
    """The helicopter that carries it when play begins (ME 4.3b)."""
    sling: bool = False
    """It hangs below that helicopter (ME 4.1b2)."""
    sights: Sights = ""
    armour: Armour = ""
    mopp: MoppLevel = ""
    """Without it as the formation."""
    platoon: str = ""
    """The platoon of these squads; without one all squads of a formation are one (ME 7.2b)."""
    vehicles: int = 0
    """How many vehicles a platoon counter of these stands for at full strength; 0 is as usual (AR 4.2B1)."""


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A formation of a side: its units, where they begin and by which op sheet."""

    side: str
    formation: str
    area: str
    units: tuple[UnitEntry, ...]
    battalion: str = ""
    """Without one the formation is its own battalion."""
    morale: int | None = None
    shaken: int = 0
    """The Battalion Morale of its battalion when play begins; the worst of its formations counts (TCS 17.1e)."""
    sheet: str = ""
    """The op sheet it is on; none is Unassigned."""
    group: str = ""
    """Its group on that sheet; the first if it does not say (TCS 6.2a)."""
    listed: tuple[str, ...] = ()
    """Further sheets, in preparation, that list it; in the group of the same name, or else in the first."""
    prep: int | None = None
    """Its Command Prep rating, if it is not that of its side (TCS 6.9c)."""
    mode: Literal["fire", "move"] = "fire"
    mopp: MoppLevel = ""
    """How much of its protection against chemicals it wears at the start (ME 5.2a)."""
    arrives: int = 0
    """The turn on which it comes; 0 is set up before play."""
    varies: bool = False
    """A die on the turn before may bring it a turn early, or a turn late."""
    release: bool = False
    """It waits for a check, from turn `release_from` on, and comes `delay` turns after it, not before `arrives`."""
    release_from: int = 1
    delay: int = 0
    per_turn: int = 0
    """How many of its units come on a turn; 0 is all of them."""
    hidden: bool = False
    """It is set up unseen by the enemy, by the option `hidden_setup` (TCS 27.4)."""
    road_bound: int = 0
    """At this visibility in hexes, or less, its vehicles leave the roads only with a leader near (SR 1)."""
    alert: int = 0
    """Up to the end of this turn it fires overwatch at range 1 without spotting (SR 2)."""
    green: int = 0
    """At this visibility, or less, its vehicles make no point fire action in a phase they have moved in (SR 3)."""


class Rostered(msgspec.Struct, frozen=True):
    """A unit of the roster: where in the file it stands, and what it is."""

    force: int
    entry: UnitEntry
    number: int
    kind: Kind
    name: str
    leader: bool
    steps: int | None = None
    """The steps it begins with, if not all; 0 is a counter that is not in play yet."""
    platoon: int = 0
    """The number of its platoon within its line of the file."""


def units_of(number: int, force: Force, kinds: Mapping[str, Kind], movers: tuple[str, ...]) -> list[Rostered]:
    """The units of a formation, each under its own name."""
    place: Place = ("force", number, "units")
    if not force.units:
        raise ScenarioFault(place, f"{force.formation} has no units")
    found: list[Rostered] = []
    for entry in force.units:
        if entry.id not in kinds:
            near = ", ".join(name for name in kinds if name[:2] == entry.id[:2]) or "see the list of units"
            raise ScenarioFault(place, f"there is no unit {shown(entry.id)}: {near}")
        kind = kinds[entry.id]
        if kind.move_class == "helicopter" and kind.move_class not in movers:
            raise ScenarioFault(place, f"{entry.id} is a helicopter: set the option modern to true to play with them")
        if kind.move_class == "helicopter" and force.hidden:
            raise ScenarioFault(place, f"{entry.id} is a helicopter, and helicopters do not hide")
        if not 1 <= entry.count <= 99:
            raise ScenarioFault(place, f"a count is 1 to 99, not {shown(entry.count)}")
        if entry.at and len(entry.at) != entry.count:
            raise ScenarioFault(place, f"{entry.id}: {entry.count} units, but {len(entry.at)} places")
        for each in range(entry.count):
            name = entry.name or f"{force.formation} {kind.name}"
            if len(name) > LONGEST_NAME or not name.isprintable():
                raise ScenarioFault(place, f"a name is at most {LONGEST_NAME} printable characters, not {shown(name)}")
            name = f"{name} {each + 1}" if entry.count > 1 else name
            found.append(Rostered(number, entry, each, kind, name, each < entry.leader))
    return found


def place_of(ground: Ground, formation: Formation, listed: Rostered) -> int:
    """Where a unit is set up if nobody chooses: as the scenario suggests, or in its area."""
    place: Place = ("force", listed.force, "units")
    terrain = ground.movements[listed.kind.move_class].costs.terrain
    free = [hex for hex in formation.area if terrain[ground.map.terrain[hex]] is not None]
    if not free:
        raise ScenarioFault(("force", listed.force, "area"), f"{listed.name} can enter no hex of its area")
    if formation.arrives or listed.steps == 0:
        return OFF
    if not listed.entry.at:
        return free[listed.number % len(free)]
    (hex,) = hexes_of(ground.map, listed.entry.at[listed.number], place)
    if hex not in free:
        raise ScenarioFault(place, f"{listed.name} cannot be set up in {listed.entry.at[listed.number]}")
    return hex


def rides_of(forces: Sequence[Force], roster: list[Rostered]) -> tuple[int, ...]:
    """The tank or carrier that each unit rides when it arrives; NOBODY for those that do not."""
    found = []
    taken: list[int] = []
    for listed in roster:
        carrier = NOBODY
        if listed.entry.rides:
            place: Place = ("force", listed.force, "units")
            own = [(n, each.kind) for n, each in enumerate(roster) if each.force == listed.force]
            tanks = [n for n, kind in own if kind.tank]
            carriers = [n for n, kind in own if not kind.tank and kind.lifts >= listed.kind.steps]
            free = [n for n in (*tanks, *carriers) if n not in taken]
            late = forces[listed.force].arrives
            if not (late and listed.kind.move_class == "foot" and not listed.kind.gun and free):
                words = "a rider is on foot, arrives after the start, and has a tank or a carrier to ride"
                raise ScenarioFault(place, f"{listed.name} cannot ride: {words}")
            carrier = free[0]
            taken.append(carrier)
        found.append(carrier)
    return tuple(found)


def platoons_of(roster: list[Rostered]) -> tuple[int, ...]:
    """The platoon of each unit: a line of a formation's list is one."""
    lines = [(each.force, id(each.entry), each.platoon) for each in roster]
    numbers = {line: number for number, line in enumerate(dict.fromkeys(lines))}
    return tuple(numbers[line] for line in lines)


def check_gear(number: int, force: Force, rules: Rules) -> None:
    """Whether chapters in force read what the file says of a formation and of its units."""
    if force.mopp:
        read(rules, "mopp", ("force", number, "mopp"))
    for entry in force.units:
        for key in ("sights", "armour", "mopp", "platoon"):
            if getattr(entry, key):
                read(rules, key, ("force", number, "units"))


def gear_of(force: Force, entry: UnitEntry) -> Gear:
    """What a unit carries besides its weapons: its own, or its formation's."""
    level = entry.mopp or force.mopp or MOPP_LEVELS[0]
    return Gear(entry.sights, entry.armour, MOPP_LEVELS.index(level), entry.platoon)
