"""A scenario file of Tactical Combat, and the world that is made of it, checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.board.lattice import inches
from sandtable.board.stands import overlap
from sandtable.board.table import Table, Terrain
from sandtable.board.tabledraft import TableDraft
from sandtable.board.tableworld import table_of
from sandtable.kernel.datalines import Place
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.kernel.memo import known_of
from sandtable.kernel.system import Scenario
from sandtable.systems.tactical_combat.options import TacticalCombatOptions, make_goings, make_rules
from sandtable.systems.tactical_combat.owntypes import RecoveryNumbers, VehicleEntry, own_kinds, recovery_numbers
from sandtable.systems.tactical_combat.special import Special, SpecialRule
from sandtable.systems.tactical_combat.special.base import Complaint
from sandtable.systems.tactical_combat.tables import (
    LIMITS,
    TERRAIN,
    Kind,
    Quality,
    stand_kinds,
)
from sandtable.systems.tactical_combat.victory import Victory
from sandtable.systems.tactical_combat.world import Formation, Support, World

__all__ = ["TacticalScenario", "advice", "make_world"]

MOST_STANDS = 120
LONGEST_NAME = 60
ROADS = ("road", "track")


class StandEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some stands of one kind; `at` suggests where each is set up, in inches. `independent`: always in command."""

    kind: str
    count: int = 1
    name: str = ""
    at: tuple[tuple[float, float], ...] = ()
    independent: bool = False


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A formation and its stands. `under` names the formation above it."""

    side: str
    formation: str
    quality: Quality
    stands: tuple[StandEntry, ...]
    zone: str = ""
    under: str = ""
    turn: int = 0


class SupportEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Missions a side may call: how many a turn, from one turn to another."""

    side: str
    kind: Literal["air", "artillery"]
    name: str
    missions: int = 1
    turns: tuple[int, int] = (1, 99)
    dice: int = 1
    spotter: Literal["needed", "hq", "none"] = "needed"
    smoke: bool = True
    template: float | None = None
    """The diameter of its template in inches; without one it is that of the option template_inches."""
    every: int = 1
    """On the first of its turns, and on every `every`-th after it."""
    zone: str = ""
    """A zone of the table in which it must fall."""


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker of the table that is worth points to whoever holds it at the end."""

    marker: str
    points: int = 1
    holder: str = ""


class TacticalScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario file."""

    scale: Literal["squad", "platoon"] = "squad"
    first: str = ""
    table: TableDraft
    force: tuple[Force, ...]
    support: tuple[SupportEntry, ...] = ()
    objective: tuple[Objective, ...] = ()
    victory: Victory = Victory()
    special: tuple[SpecialRule, ...] = ()
    vehicle: tuple[VehicleEntry, ...] = ()
    """Types of vehicles and guns of its own (TC V29)."""
    recovery: RecoveryNumbers = RecoveryNumbers()

    def kinds(self) -> Mapping[str, Kind]:
        """All kinds of stands that its forces may have: those of the charts, and its own."""
        return {**stand_kinds(), **own_kinds(self.vehicle)} if self.vehicle else stand_kinds()


def make_world(scenario: TacticalScenario, options: TacticalCombatOptions) -> World:
    """The world of a scenario; ScenarioFault says what is wrong and where."""
    if len(scenario.sides) != 2:
        raise ScenarioFault(("sides",), f"Tactical Combat has two sides, not {len(scenario.sides)}")
    _check_names(scenario)
    table = _table(scenario)
    rules = make_rules(options, platoon_scale=scenario.scale == "platoon")
    formations = _formations(scenario, table)
    stands = _stands(scenario)
    _check_special(scenario)
    kinds = tuple(kind for _, kind, _ in stands)
    world = World(
        table=table,
        rules=rules,
        names=tuple(name for _, _, name in stands),
        kinds=kinds,
        owners=tuple(formations[force].side for force, _, _ in stands),
        formations=formations,
        member_of=tuple(force for force, _, _ in stands),
        arrivals=tuple(scenario.force[force].turn for force, _, _ in stands),
        full_hits=tuple(_hits(kind, scenario.scale, options) for kind in kinds),
        places=(),
        supports=tuple(_support(scenario, number, rules.template_inches) for number in range(len(scenario.support))),
        objectives=tuple(_objective(scenario, table, number) for number in range(len(scenario.objective))),
        first_side=_side(scenario, scenario.first, ("first",)) if scenario.first else 0,
        turns=options.turns,
        goings=make_goings(rules),
        victory=_victory(scenario),
        specials=tuple(each for each in scenario.special if options.optional_rules or not each.optional),
        independent=tuple(_independent(scenario)),
        recovery=recovery_numbers(scenario.recovery),
    )
    _check_vehicles(scenario, stands, options)
    for side in (0, 1):
        if side not in world.owners:
            raise ScenarioFault(("force",), f"{scenario.sides[side]} has no stands")
    return replace(world, places=_places(scenario, world))


def _table(scenario: TacticalScenario) -> Table:
    chart = {kind: Terrain(blocks=ground.blocks, height=ground.height) for kind, ground in TERRAIN.items()}
    table = table_of(scenario.table, chart, ROADS)
    for number, marker in enumerate(table.markers):
        if marker.name in [other.name for other in table.markers[:number]]:
            raise ScenarioFault(
                ("table", "marker", number, "name"), f"there is another marker called {shown(marker.name)}"
            )
    return table


def _check_names(scenario: TacticalScenario) -> None:
    """Names are shown in lines of text: short ones without anything that moves a cursor."""
    named: list[tuple[Place, str]] = [(("sides",), side) for side in scenario.sides]
    for number, force in enumerate(scenario.force):
        named.append((("force", number, "formation"), force.formation))
        named += [(("force", number, "stands", n, "name"), entry.name or "-") for n, entry in enumerate(force.stands)]
        if not force.stands:
            raise ScenarioFault(("force", number, "stands"), f"{shown(force.formation)} has no stands")
    named += [(("support", number, "name"), entry.name) for number, entry in enumerate(scenario.support)]
    named += [(("vehicle", number, "name"), entry.name) for number, entry in enumerate(scenario.vehicle)]
    table = scenario.table
    named += [(("table", "feature", number, "name"), each.name or "-") for number, each in enumerate(table.feature)]
    named += [(("table", "road", number, "name"), each.name or "-") for number, each in enumerate(table.road)]
    named += [(("table", "marker", number, "name"), each.name) for number, each in enumerate(table.marker)]
    named += [(("table", "zone", name), name) for name in table.zone]
    for place, name in named:
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise ScenarioFault(place, f"a name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}")


def _check_special(scenario: TacticalScenario) -> None:
    for number, special in enumerate(scenario.special):
        fault = special.fault() or special.misfit(scenario)
        if fault:
            raise ScenarioFault(("special", number, *_key_of(special, fault)), fault)


def _key_of(special: Special, fault: str) -> tuple[str, ...]:
    """The key of a special rule whose value a complaint is about; none if that is not one key."""
    if not isinstance(fault, Complaint):
        return ()
    found = []
    for field in msgspec.structs.fields(special):
        value = getattr(special, field.name)
        if value != field.default and fault.value in (value if isinstance(value, tuple) else (value,)):
            found.append(field.name)
    return tuple(found) if len(found) == 1 else ()


def _entries(scenario: TacticalScenario) -> list[Place]:
    """Where each stand of the roster stands in the file."""
    return [
        ("force", number, "stands", index)
        for number, force in enumerate(scenario.force)
        for index, entry in enumerate(force.stands)
        for _ in range(entry.count)
    ]


def _check_vehicles(
    scenario: TacticalScenario,
    stands: list[tuple[int, Kind, str]],
    options: TacticalCombatOptions,
) -> None:
    """TC V1, G3: vehicles only where they are in use, and those of the chart all measured by the same period."""
    period = ""
    for (_, kind, _), entry in zip(stands, _entries(scenario), strict=True):
        place = (*entry, "kind")
        if kind.vehicle and not options.vehicles:
            raise ScenarioFault(place, "the scenario has vehicles, and the option vehicles is off")
        if not kind.theatre:
            continue
        if kind.gun is not None:
            period = period or kind.theatre
            if kind.theatre != period:
                raise ScenarioFault(
                    place, f"{kind.name} is of {kind.theatre}, others of {period}: their numbers do not compare (TC G3)"
                )


def advice(scenario: TacticalScenario, world: World) -> tuple[str, ...]:
    """TC G3, V29: what would make the battle faster to play, a sentence each."""
    found = []
    for side, name in enumerate(scenario.sides):
        types = {world.kinds[n].kind for n in world.stands_of[side] if world.kinds[n].faces}
        if len(types) > LIMITS["vehicle_types"]:
            found.append(
                f"{name} has {len(types)} types of vehicles and guns: "
                f"a game with {LIMITS['vehicle_types']} or fewer is faster (TC G3)"
            )
    return tuple(found)


def _side(scenario: TacticalScenario, name: str, place: tuple[str | int, ...]) -> int:
    if name not in scenario.sides:
        raise ScenarioFault(place, f"{shown(name)} is not one of the sides {', '.join(scenario.sides)}")
    return scenario.sides.index(name)


def _formations(scenario: TacticalScenario, table: Table) -> tuple[Formation, ...]:
    names = [force.formation for force in scenario.force]
    zones = [zone.name for zone in table.zones]
    found = []
    for number, force in enumerate(scenario.force):
        place = ("force", number)
        if names.index(force.formation) != number:
            raise ScenarioFault((*place, "formation"), f"there is another formation called {shown(force.formation)}")
        if force.turn < 0 or force.turn > 99:
            raise ScenarioFault((*place, "turn"), f"a formation comes on turn 0 to 99, not {force.turn}")
        if force.zone not in zones:
            raise ScenarioFault(
                (*place, "zone"), f"the table has no zone {shown(force.zone)}: it has {', '.join(zones)}"
            )
        chain = [number]
        above = force.under
        while above:
            if above not in names or names.index(above) in chain:
                raise ScenarioFault((*place, "under"), f"{shown(above)} is not another formation of the scenario")
            chain.append(names.index(above))
            above = scenario.force[chain[-1]].under
        side = _side(scenario, force.side, (*place, "side"))
        if any(scenario.force[n].side != force.side for n in chain):
            raise ScenarioFault((*place, "under"), "a formation cannot be under one of the other side")
        found.append(Formation(force.formation, side, force.quality, tuple(chain), force.zone))
    return tuple(found)


def _stands(scenario: TacticalScenario) -> list[tuple[int, Kind, str]]:
    """Every stand: its formation, its kind and a name of its own."""
    found: list[tuple[int, Kind, str]] = []
    counts: dict[str, int] = {}
    kinds = scenario.kinds()
    for number, force in enumerate(scenario.force):
        for index, entry in enumerate(force.stands):
            place = ("force", number, "stands", index)
            kind = kinds.get(entry.kind)
            if kind is None:
                known = ", ".join((*(each.kind for each in scenario.vehicle), *list(stand_kinds())[:8]))
                raise ScenarioFault(
                    (*place, "kind"), f"there is no kind of stand {shown(entry.kind)}: there are {known} and more"
                )
            if not 1 <= entry.count <= MOST_STANDS:
                raise ScenarioFault((*place, "count"), f"a count is 1 to {MOST_STANDS}, not {shown(entry.count)}")
            if len(found) + entry.count > MOST_STANDS:
                raise ScenarioFault((*place, "count"), f"a scenario has at most {MOST_STANDS} stands in all")
            if entry.at and len(entry.at) != entry.count:
                raise ScenarioFault(
                    (*place, "at"),
                    f"{entry.count} stands, but {len(entry.at)} places: give every stand its place, or none",
                )
            base = entry.name or f"{force.side} {kind.name}"
            for _ in range(entry.count):
                counts[base] = counts.get(base, 0) + 1
                alone = entry.name and entry.count == 1
                found.append((number, kind, base if alone else f"{base} {counts[base]}"))
    seen: set[str] = set()
    names = [name for _, _, name in found]
    for name, entry_place in zip(names, _entries(scenario), strict=True):
        if name in seen:
            raise ScenarioFault((*entry_place, "name"), f"two stands are called {shown(name)}")
        seen.add(name)
    return found


def _hits(kind: Kind, scale: str, options: TacticalCombatOptions) -> int:
    if kind.weapons and options.weapons_stand_two_hits:
        return LIMITS["weapons_stand_hits"]
    return kind.hits_squad if scale == "squad" else kind.hits_platoon


def _independent(scenario: TacticalScenario) -> list[bool]:
    """TC C10: which stands are always in command."""
    return [entry.independent for force in scenario.force for entry in force.stands for _ in range(entry.count)]


def _support(scenario: TacticalScenario, number: int, template_inches: int) -> Support:
    entry = scenario.support[number]
    place = ("support", number)
    first, last = entry.turns
    if not 1 <= entry.missions <= 20:
        raise ScenarioFault((*place, "missions"), f"support has 1 to 20 missions a turn, not {shown(entry.missions)}")
    if not 1 <= first <= last <= 99:
        raise ScenarioFault(
            (*place, "turns"), f"turns are two numbers from 1 to 99, not {shown(first)} and {shown(last)}"
        )
    if not 1 <= entry.dice <= (3 if entry.kind == "air" else 1):
        raise ScenarioFault((*place, "dice"), f"aircraft roll 1 to 3 dice, artillery one, not {shown(entry.dice)}")
    template = template_inches if entry.template is None else entry.template
    if not 1 <= template <= 12:
        raise ScenarioFault((*place, "template"), f"a template is 1 to 12 inches wide, not {template}")
    if not 1 <= entry.every <= 99:
        raise ScenarioFault((*place, "every"), f"support comes every 1 to 99 turns, not {shown(entry.every)}")
    if entry.zone and entry.zone not in scenario.table.zone:
        known = ", ".join(scenario.table.zone)
        raise ScenarioFault((*place, "zone"), f"the table has no zone {shown(entry.zone)}: it has {known}")
    if entry.name in [other.name for other in scenario.support[:number] if other.side == entry.side]:
        raise ScenarioFault((*place, "name"), f"{entry.side} has other support called {shown(entry.name)}")
    return Support(
        _side(scenario, entry.side, (*place, "side")),
        entry.kind,
        entry.name,
        entry.missions,
        entry.turns,
        entry.dice,
        entry.spotter,
        entry.smoke,
        inches(template) // 2,
        entry.every,
        entry.zone,
    )


def _objective(scenario: TacticalScenario, table: Table, number: int) -> tuple[str, int, int]:
    entry = scenario.objective[number]
    place = ("objective", number)
    if not 1 <= entry.points <= 99:
        raise ScenarioFault((*place, "points"), f"an objective is worth 1 to 99 points, not {shown(entry.points)}")
    if entry.marker in [other.marker for other in scenario.objective[:number]]:
        raise ScenarioFault((*place, "marker"), f"there is another objective at {shown(entry.marker)}")
    if entry.holder:
        _side(scenario, entry.holder, (*place, "holder"))
    for marker in table.markers:
        if marker.name == entry.marker:
            return entry.marker, table.snap(*marker.at), entry.points
    known = ", ".join(marker.name for marker in table.markers) or "none"
    raise ScenarioFault((*place, "marker"), f"there is no marker {shown(entry.marker)}: there are {known}")


def _victory(scenario: TacticalScenario) -> Victory:
    victory = scenario.victory
    least = {"margin": 1, "stand": 0, "valuable": 0, "survivors": 0, "draw_losses": 0}
    for name, low in least.items():
        value: int = getattr(victory, name)
        if not low <= value <= MOST_STANDS:
            raise ScenarioFault(("victory", name), f"{name} is {low} to {MOST_STANDS}, not {shown(value)}")
    if victory.attacker:
        _side(scenario, victory.attacker, ("victory", "attacker"))
        if not scenario.objective:
            raise ScenarioFault(("victory", "attacker"), "an attacker needs an objective to hold")
    for side, marker in victory.must_hold.items():
        _side(scenario, side, ("victory", "must_hold"))
        if marker not in [each.marker for each in scenario.objective]:
            raise ScenarioFault(("victory", "must_hold"), f"there is no objective at {shown(marker)}")
    return victory


def _places(scenario: TacticalScenario, world: World) -> tuple[int, ...]:
    """Where each stand is set up by default: as the file says, or in rows across its zone."""
    places: list[int] = []
    taken: list[int] = []
    for number, force in enumerate(scenario.force):
        for row, entry in enumerate(force.stands):
            for index in range(entry.count):
                where = ("force", number, "stands", row, "at", index)
                vehicle = world.kinds[len(places)].vehicle
                place = _given(world, entry, index, where, vehicle=vehicle) if entry.at else None
                if force.turn == 0 and place is None:
                    place = _free(world, force.zone, taken, number, vehicle=vehicle)
                places.append(-1 if place is None else place)
                if place is not None:
                    taken.append(place)
    for n, p in enumerate(places):
        for m in range(n):
            if p >= 0 and places[m] >= 0 and overlap(world.base(p, 0), world.base(places[m], 0)):
                place_of = (*_entries(scenario)[n], "at")
                raise ScenarioFault(place_of, f"{world.names[n]} would stand on {world.names[m]}")
    return tuple(places)


def _given(world: World, entry: StandEntry, index: int, place: Place, *, vehicle: bool) -> int:
    where = ",".join(f"{value:g}" for value in entry.at[index])
    try:
        x, y = map(inches, entry.at[index])
    except ValueError as fault:
        raise ScenarioFault(place, f"a {entry.kind} cannot stand at {where}: {fault}") from None
    if not world.inside(x, y):
        raise ScenarioFault(place, f"a {entry.kind} at {where} is off the table")
    point = world.table.snap(x, y)
    ground = TERRAIN.get(world.table.ground_at(point))
    if ground is not None and not (ground.vehicle if vehicle else ground.infantry):
        raise ScenarioFault(place, f"a {entry.kind} cannot stand at {where}, in {ground.name.lower()}")
    return point


def _in_order(world: World, zone: str, *, vehicle: bool) -> list[tuple[int, tuple[int, int]]]:
    """The points of a zone as they are filled: cover first, then from the middle outwards."""
    orders: dict[tuple[str, bool], list[tuple[int, tuple[int, int]]]] = known_of(world, "orders")
    key = zone, vehicle
    if key not in orders:
        points = [(p, world.table.point(p)) for p in world.zone_points(zone, vehicle=vehicle)]
        middle = sum(x for _, (x, _) in points) // max(1, len(points))
        orders[key] = sorted(points, key=lambda each: (-world.cover_at(each[0]), abs(each[1][0] - middle), each[0]))
    return orders[key]


def _free(world: World, zone: str, taken: list[int], force: int, *, vehicle: bool) -> int:
    """The first point of a zone, column by column from its middle outwards, with an inch of room."""
    bases = [world.table.point(each) for each in taken]
    for point, (x, y) in _in_order(world, zone, vehicle=vehicle):
        if all(max(abs(x - a), abs(y - b)) >= 200 for a, b in bases):
            return point
    raise ScenarioFault(("force", force, "zone"), f"zone {zone} has no room for all its stands")
