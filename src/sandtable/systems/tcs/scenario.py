"""A scenario file of TCS, and the world that is made of it, checked (TCS 27.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from sandtable.board.fault import Place
from sandtable.board.hexdrafts import MapDraft
from sandtable.board.hexmap import HexMap
from sandtable.kernel.chapter import Rules, Seam
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.kernel.system import Scenario
from sandtable.systems.tcs.airfile import air_of
from sandtable.systems.tcs.batteryfile import BarrageEntry, BatteryEntry, Points, Registered, SortieEntry, support_of
from sandtable.systems.tcs.clock import Light, LightEntry, calendar_of
from sandtable.systems.tcs.commandoptions import CommandOptions
from sandtable.systems.tcs.gear import MOPP_LEVELS, Armour, Gear, MoppLevel, Sights, read
from sandtable.systems.tcs.ground import Ground, OwnTerrain, chart_with
from sandtable.systems.tcs.light import LightOptions
from sandtable.systems.tcs.mapfile import checked, hexes_of
from sandtable.systems.tcs.options import TcsOptions
from sandtable.systems.tcs.sheetfile import (
    Command,
    Joined,
    Listed,
    OpSheet,
    check_prep,
    check_sheets,
    joins,
    make_sheets,
)
from sandtable.systems.tcs.tables import ARMIES, KINDS, LIMITS, MOVERS, UNITS, Kind
from sandtable.systems.tcs.victory import COUNTED, Victory, check_victory
from sandtable.systems.tcs.weatherfile import WeatherEntry, weather_of
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY, OFF, Formation, World

__all__ = [
    "CHECKS",
    "ROSTERS",
    "SPECIALS",
    "WORLDS",
    "Force",
    "Minefield",
    "OpSheet",
    "Rostered",
    "TcsScenario",
    "UnitEntry",
    "hexes_of",
    "make_world",
]

ROSTERS: Seam[Callable[[list[Rostered]], list[Rostered]]] = Seam("what a chapter makes of the units of a formation")
WORLDS: Seam[Callable[[World], World]] = Seam("what a chapter changes in the world of a scenario")

SPECIALS: Seam[str] = Seam("special rules of formations that a chapter reads")

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


class Minefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that a side has mined before play (TCS 21.1)."""

    side: str
    hexes: str


class TcsScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario file."""

    map: MapDraft
    area: dict[str, str]
    force: tuple[Force, ...]
    sheet: tuple[OpSheet, ...] = ()
    command: dict[str, Command] = {}
    """How well each side commands; a side that is not named by its army (TCS 6.9c)."""
    mines: tuple[Minefield, ...] = ()
    terrain: tuple[OwnTerrain, ...] = ()
    battery: tuple[BatteryEntry, ...] = ()
    registered: tuple[Registered, ...] = ()
    barrage: tuple[BarrageEntry, ...] = ()
    sortie: tuple[SortieEntry, ...] = ()
    points: dict[str, Points] = {}
    """The CB and EW points of each side (ME 2.5b1)."""
    start: str = "0900"
    visibility: int = 0
    """Visibility in hexes; 0 is no limit."""
    weather: WeatherEntry = WeatherEntry()
    light: Light | tuple[LightEntry, ...] = "day"
    """How light it is, or the changes of it by the clock (TCS 26.1a)."""
    first: str = ""
    """The side that goes first on the first turn, without a roll."""
    set_up_first: str = ""
    off_map: dict[str, str] = {}
    """The area by which the helicopters of each side leave the map and return (ME 4.1i)."""
    conflict_hours: int = 0
    """How old the conflict is when play begins, in hours (ME 4.1g1)."""
    victory: Victory


CHECKS: Seam[Callable[[TcsScenario, World], None]] = Seam("what other chapters find wrong with a scenario")


def make_world(scenario: TcsScenario, rules: Rules) -> World:
    """The world of a scenario; ScenarioFault says what is wrong and where."""
    world = _world(scenario, rules)
    for check in rules.at(CHECKS):
        check(scenario, world)
    return world


def _world(scenario: TcsScenario, rules: Rules) -> World:
    if len(scenario.sides) != 2:
        raise ScenarioFault(("sides",), f"TCS has two sides, not {len(scenario.sides)}")
    options, lights = rules.chosen(TcsOptions), rules.chosen(LightOptions)
    calendar = calendar_of(scenario.start, scenario.light)
    ground = _ground(scenario)
    areas = {name: hexes_of(ground.map, text, ("area", name)) for name, text in scenario.area.items()}
    for number, battery in enumerate(scenario.battery):
        if battery.ammo.chem:
            read(rules, "chem", ("battery", number, "ammo", "chem"))
    if scenario.weather.rain:
        read(rules, "rain", ("weather", "rain"))
    orders = rules.chosen(CommandOptions)
    check_sheets(scenario.sheet, scenario.sides)
    joined = {number: _joined(scenario, number) for number in range(len(scenario.force))}
    battalions = tuple(dict.fromkeys((force.side, force.battalion or force.formation) for force in scenario.force))
    kinds = {**UNITS, **{kind.id: kind for kind in rules.at(KINDS)}}
    formations = []
    roster: list[Rostered] = []
    for number, force in enumerate(scenario.force):
        listed = _units(number, force, kinds, rules.at(MOVERS))
        for change in rules.at(ROSTERS):
            listed = change(listed)
        _check_gear(number, force, rules)
        _check_special(number, force, rules)
        prep = _prep(scenario, number, [each.kind for each in listed])
        formations.append(
            _formation(scenario, number, areas, battalions, joined[number], prep, hiding=options.hidden_setup)
        )
        roster += listed
    _check_hiding(scenario, areas)
    for side, name in enumerate(scenario.sides):
        if not any(formation.side == side and not formation.arrives for formation in formations):
            raise ScenarioFault(("force",), f"{name} has no units at the start")
    if len(roster) > LIMITS["most_units"]:
        raise ScenarioFault(("force",), f"a battle has at most {LIMITS['most_units']} units, not {len(roster)}")
    names = [each.name for each in roster]
    for each in roster:
        if names.count(each.name) > 1:
            raise ScenarioFault(("force", each.force, "units"), f"there are two units called {shown(each.name)}")
    counted = {name for name, _ in rules.at(COUNTED)}
    objectives = check_victory(scenario.victory, ground.map, scenario.sides, areas, counted)
    first = _side(scenario, scenario.first, ("first",)) if scenario.first else NOBODY
    begins = _side(scenario, scenario.set_up_first, ("set_up_first",)) if scenario.set_up_first else 1
    places = tuple(_place(scenario, ground, formations[each.force], each) for each in roster)
    rides = _rides(scenario, roster)
    owners = tuple(formations[each.force].side for each in roster)
    late = [bool(formations[each.force].arrives) for each in roster]
    units = [
        Listed(
            number,
            each.force,
            "" if rides[number] != NOBODY else each.kind.move_class,
            formations[each.force].area[0] if places[number] == OFF else places[number],
            each.kind.armed,
        )
        for number, each in enumerate(roster)
    ]
    world = World(
        ground=ground,
        options=options,
        command=orders,
        names=tuple(names),
        kinds=tuple(each.kind for each in roster),
        owners=owners,
        formations=tuple(formations),
        member_of=tuple(each.force for each in roster),
        battalions=tuple(name for _, name in battalions),
        sheets=make_sheets(scenario.sheet, scenario.sides, ground, orders, units, joined),
        places=places,
        leaders=tuple(each.leader for each in roster),
        first_side=NOBODY if options.roll_first_turn else first,
        setup_order=(begins, 1 - begins),
        calendar=calendar,
        weather=weather_of(scenario.weather, calendar.start, rolled=options.weather_table),
        turns=options.turns,
        visibility=options.visibility or _visibility(scenario),
        objectives=objectives,
        victory=scenario.victory,
        light_limits=(0, lights.twilight_hexes, lights.night_hexes),
        mines=_mines(scenario, ground.map),
        rides=rides,
        platoons=_platoons(roster),
        levels=tuple(
            max(each.shaken for each in scenario.force if (each.side, each.battalion or each.formation) == battalion)
            for battalion in battalions
        ),
        started=tuple(each.kind.steps if each.steps is None else each.steps for each in roster),
        named_areas=areas,
        air=air_of(scenario, roster, owners, late, areas, modern="helicopter" in rules.at(MOVERS)),
        support=support_of(scenario, rules, battalions, lambda text, place: _hex(ground.map, text, place)),
        gear=tuple(_gear(scenario.force[each.force], each.entry) for each in roster),
    )
    for alter in rules.at(WORLDS):
        world = alter(world)
    return world


def _check_gear(number: int, force: Force, rules: Rules) -> None:
    """Whether chapters in force read what the file says of a formation and of its units."""
    if force.mopp:
        read(rules, "mopp", ("force", number, "mopp"))
    for entry in force.units:
        for key in ("sights", "armour", "mopp", "platoon"):
            if getattr(entry, key):
                read(rules, key, ("force", number, "units"))


def _check_special(number: int, force: Force, rules: Rules) -> None:
    """Whether the special rules of a formation are in force, and make sense."""
    for key in ("road_bound", "alert", "green"):
        value = getattr(force, key)
        if not 0 <= value <= 99:
            raise ScenarioFault(("force", number, key), f"it is 1 to 99, or 0 for none, not {shown(value)}")
        if value and key not in rules.at(SPECIALS):
            raise ScenarioFault(
                ("force", number, key), f"{key} is a special rule: set special_rules = true under [options]"
            )


def _gear(force: Force, entry: UnitEntry) -> Gear:
    level = entry.mopp or force.mopp or MOPP_LEVELS[0]
    return Gear(entry.sights, entry.armour, MOPP_LEVELS.index(level), entry.platoon)


def _ground(scenario: TcsScenario) -> Ground:
    for number, line in enumerate(scenario.terrain):
        try:
            chart_with([*scenario.terrain[:number], line])
        except ValueError as fault:
            raise ScenarioFault(("terrain", number), str(fault)) from None
    chart = chart_with(scenario.terrain)
    try:
        return Ground(checked(scenario.map, chart), chart)
    except ScenarioFault as fault:
        raise ScenarioFault(("map", *fault.place), str(fault)) from None


def _side(scenario: TcsScenario, name: str, place: Place) -> int:
    if name not in scenario.sides:
        raise ScenarioFault(place, f"{shown(name)} is not one of the sides {', '.join(scenario.sides)}")
    return scenario.sides.index(name)


def _joined(scenario: TcsScenario, number: int) -> Joined:
    """The op sheets that a formation is on."""
    force = scenario.force[number]
    _side(scenario, force.side, ("force", number, "side"))
    return joins(scenario.sheet, number, force.side, (force.sheet, *force.listed), force.group)


def _prep(scenario: TcsScenario, number: int, kinds: list[Kind]) -> int:
    """The Command Prep rating of a formation: its own, its side's, or the worst of its armies (TCS 6.9c)."""
    force = scenario.force[number]
    for side, entry in scenario.command.items():
        _side(scenario, side, ("command", side))
        check_prep(entry.prep, ("command", side, "prep"))
    if force.prep is not None:
        return check_prep(force.prep, ("force", number, "prep"))
    if force.side in scenario.command:
        return scenario.command[force.side].prep
    return max(ARMIES.get(kind.nation, ARMIES["others"]) for kind in kinds)


def _hex(map: HexMap, text: str, place: Place) -> int:
    found = hexes_of(map, text, place)
    if len(found) > 1:
        raise ScenarioFault(place, f"name one hex, not {shown(text)}")
    return found[0]


def _mines(scenario: TcsScenario, map: HexMap) -> tuple[tuple[int, int], ...]:
    found: dict[int, int] = {}
    for number, entry in enumerate(scenario.mines):
        side = _side(scenario, entry.side, ("mines", number, "side"))
        for hex in hexes_of(map, entry.hexes, ("mines", number, "hexes")):
            if hex in found:
                raise ScenarioFault(("mines", number, "hexes"), f"{map.hex(hex)} is mined twice; once is enough")
            found[hex] = side
    return tuple(sorted(found.items()))


def _formation(
    scenario: TcsScenario,
    number: int,
    areas: Mapping[str, tuple[int, ...]],
    battalions: tuple[tuple[str, str], ...],
    joined: Joined,
    prep: int,
    *,
    hiding: bool,
) -> Formation:
    force = scenario.force[number]
    place: Place = ("force", number)
    side = _side(scenario, force.side, (*place, "side"))
    if force.area not in areas:
        raise ScenarioFault((*place, "area"), f"there is no area {shown(force.area)}: there are {', '.join(areas)}")
    if force.formation in [other.formation for other in scenario.force[:number]]:
        raise ScenarioFault((*place, "formation"), f"there is another formation called {shown(force.formation)}")
    for name in (force.formation, force.battalion or "x"):
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise ScenarioFault(
                (*place, "formation"), f"a name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}"
            )
    if force.morale is not None and not 1 <= force.morale <= 9:
        raise ScenarioFault((*place, "morale"), f"a morale is 1 to 9, not {shown(force.morale)}")
    if not 0 <= force.shaken <= 9:
        raise ScenarioFault((*place, "shaken"), f"a Battalion Morale at the start is 0 to 9, not {shown(force.shaken)}")
    _check_arrival(force, place)
    return Formation(
        force.formation,
        side,
        battalions.index((force.side, force.battalion or force.formation)),
        force.morale,
        areas[force.area],
        joined.sheet,
        MOVE_MODE if force.mode == "move" or force.arrives else FIRE_MODE,
        force.arrives,
        force.varies,
        hiding and force.hidden,
        joined.group,
        prep,
        force.release,
        force.release_from,
        force.delay,
        force.per_turn,
        force.road_bound,
        force.alert,
        force.green,
    )


def _check_arrival(force: Force, place: Place) -> None:
    """TCS 27.2: when and how a formation comes."""
    if not 0 <= force.arrives <= 99:
        raise ScenarioFault((*place, "arrives"), f"a turn is 1 to 99, or 0 for the start, not {shown(force.arrives)}")
    if force.varies and force.arrives < 3:
        raise ScenarioFault((*place, "varies"), "what arrives a turn early or late is due on turn 3 or later")
    for key, least in (("release_from", 1), ("delay", 0), ("per_turn", 0)):
        value = getattr(force, key)
        if not least <= value <= 99:
            raise ScenarioFault((*place, key), f"it is {least} to 99, not {shown(value)}")
    if force.release and (force.varies or not force.arrives):
        raise ScenarioFault((*place, "release"), "what waits for its release arrives on a turn, and does not vary")
    if (force.delay or force.release_from > 1) and not force.release:
        key = "delay" if force.delay else "release_from"
        raise ScenarioFault((*place, key), "only a formation with release = true waits for its release")
    if force.per_turn and not force.arrives:
        raise ScenarioFault((*place, "per_turn"), "what is set up before play comes all at once")


def _check_hiding(scenario: TcsScenario, areas: Mapping[str, tuple[int, ...]]) -> None:
    """TCS 27.4: who hides waits in Fire Mode, and where the enemy does not set up."""
    for number, force in enumerate(scenario.force):
        place: Place = ("force", number, "hidden")
        if force.hidden and (force.arrives or force.mode == "move"):
            raise ScenarioFault(place, f"{force.formation} cannot hide: a hidden unit sets up in Fire Mode before play")
        for other in scenario.force if force.hidden else ():
            if other.side != force.side and not other.arrives and set(areas[force.area]) & set(areas[other.area]):
                raise ScenarioFault(place, f"{force.formation} cannot hide where {other.formation} is set up")


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


def _units(number: int, force: Force, kinds: Mapping[str, Kind], movers: tuple[str, ...]) -> list[Rostered]:
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


def _place(scenario: TcsScenario, ground: Ground, formation: Formation, listed: Rostered) -> int:
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


def _rides(scenario: TcsScenario, roster: list[Rostered]) -> tuple[int, ...]:
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
            late = scenario.force[listed.force].arrives
            if not (late and listed.kind.move_class == "foot" and not listed.kind.gun and free):
                words = "a rider is on foot, arrives after the start, and has a tank or a carrier to ride"
                raise ScenarioFault(place, f"{listed.name} cannot ride: {words}")
            carrier = free[0]
            taken.append(carrier)
        found.append(carrier)
    return tuple(found)


def _platoons(roster: list[Rostered]) -> tuple[int, ...]:
    """The platoon of each unit: a line of a formation's list is one."""
    lines = [(each.force, id(each.entry), each.platoon) for each in roster]
    numbers = {line: number for number, line in enumerate(dict.fromkeys(lines))}
    return tuple(numbers[line] for line in lines)


def _visibility(scenario: TcsScenario) -> int:
    if not 0 <= scenario.visibility <= 99:
        raise ScenarioFault(("visibility",), f"it is 1 to 99 hexes, or 0 for no limit, not {scenario.visibility}")
    return scenario.visibility
