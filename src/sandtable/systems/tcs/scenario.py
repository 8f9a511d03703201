"""A scenario file of TCS, and the world that is made of it, checked (TCS 27.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
from sandtable.systems.tcs.gear import read
from sandtable.systems.tcs.ground import Ground, OwnTerrain, chart_with
from sandtable.systems.tcs.light import LightOptions
from sandtable.systems.tcs.mapfile import checked, hexes_of
from sandtable.systems.tcs.options import TcsOptions
from sandtable.systems.tcs.roster import (
    LONGEST_NAME,
    ROSTERS,
    Force,
    Rostered,
    check_gear,
    gear_of,
    place_of,
    platoons_of,
    rides_of,
    units_of,
)
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
    "SPECIALS",
    "WORLDS",
    "Minefield",
    "OpSheet",
    "TcsScenario",
    "hexes_of",
    "make_world",
]

WORLDS: Seam[Callable[[World], World]] = Seam("what a chapter changes in the world of a scenario")

SPECIALS: Seam[str] = Seam("special rules of formations that a chapter reads")


class Minefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that a side has mined before play (TCS 21.1)."""

    side: str
    hexes: str


class TcsScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario file."""

    map: MapDraft
    place: dict[str, str] = {}
    """The names of villages, hills and woods, each with a hex of it."""
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
        listed = units_of(number, force, kinds, rules.at(MOVERS))
        for change in rules.at(ROSTERS):
            listed = change(listed)
        check_gear(number, force, rules)
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
    places = tuple(place_of(ground, formations[each.force], each) for each in roster)
    rides = rides_of(scenario.force, roster)
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
        platoons=platoons_of(roster),
        levels=tuple(
            max(each.shaken for each in scenario.force if (each.side, each.battalion or each.formation) == battalion)
            for battalion in battalions
        ),
        started=tuple(each.kind.steps if each.steps is None else each.steps for each in roster),
        named_areas=areas,
        landmarks=_landmarks(scenario, ground.map),
        air=air_of(scenario, roster, owners, late, areas, modern="helicopter" in rules.at(MOVERS)),
        support=support_of(scenario, rules, battalions, lambda text, place: _hex(ground.map, text, place)),
        gear=tuple(gear_of(scenario.force[each.force], each.entry) for each in roster),
    )
    for alter in rules.at(WORLDS):
        world = alter(world)
    return world


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


def _landmarks(scenario: TcsScenario, map: HexMap) -> tuple[tuple[str, int], ...]:
    """The names on the map, each with its hex."""
    found = []
    for name, text in scenario.place.items():
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise ScenarioFault(("place",), f"a name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}")
        found.append((name, _hex(map, text, ("place", name))))
    if len({hex for _, hex in found}) < len(found):
        raise ScenarioFault(("place",), "each name has a hex of its own, and two have the same")
    return tuple(found)


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


def _visibility(scenario: TcsScenario) -> int:
    if not 0 <= scenario.visibility <= 99:
        raise ScenarioFault(("visibility",), f"it is 1 to 99 hexes, or 0 for no limit, not {scenario.visibility}")
    return scenario.visibility
