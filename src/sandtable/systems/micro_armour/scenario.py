"""A scenario file of Micro Armour, and the world that is made of it, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.board.going import Going
from sandtable.board.lattice import inches
from sandtable.board.stands import Base
from sandtable.board.table import Table, Terrain
from sandtable.board.tabledraft import TableDraft
from sandtable.board.tableworld import table_of
from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.kernel.resolution import Modifier
from sandtable.kernel.system import Scenario
from sandtable.systems.micro_armour.board import NOBODY, Rules, World
from sandtable.systems.micro_armour.options import MicroArmourOptions
from sandtable.systems.micro_armour.points import force_points
from sandtable.systems.micro_armour.region import lies_on
from sandtable.systems.micro_armour.tables import BELOW, GENERATIONS, GROUND, LIMITS, SIGHTING, TANKS, TERRAIN, Tank
from sandtable.systems.micro_armour.victory import Victory

__all__ = ["Company", "Force", "MicroScenario", "SightingEntry", "TankEntry", "command_modifiers", "make_world"]

LONGEST_NAME = 60
PARTS = 2
"""Costs are in halves of a point."""


class TankEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some tanks of one type; `at` suggests where each is set up, in inches."""

    weapon: str
    count: int = 1
    role: Literal["line", "HQ", "GHQ"] = "line"
    recon: bool = False
    at: tuple[tuple[float, float], ...] = ()


class Company(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tanks of a company: a battle group, unless its side organises itself otherwise."""

    name: str
    tanks: tuple[TankEntry, ...]
    not_before: int = 1
    """The first turn on which it may be moved."""


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's force: how good it is, where it comes from, and its companies."""

    side: str
    cohesion: int
    zone: str
    company: tuple[Company, ...]
    generation: str = "III"
    command: int | None = None
    """The command value of its GHQ; without one, what the option says."""
    deployed: bool = False
    """Set up in its zone before play; otherwise it enters over the edge there."""


class SightingEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The visibility, for both sides or for one, from a turn on; `fired` is added for targets that have fired.

    The distance is given in inches, or by the ground: open, mixed or closed.
    """

    inches: int = 0
    ground: Literal["", "open", "mixed", "closed"] = ""
    side: str = ""
    from_turn: int = 1
    fired: int = 0


class Sighting(msgspec.Struct, frozen=True):
    """The same, worked out."""

    side: int
    turn: int
    length: int
    fired: int


class MicroScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario file."""

    table: TableDraft
    force: tuple[Force, ...]
    sighting: tuple[SightingEntry, ...]
    objective: tuple[str, ...] = ()
    victory: Victory = Victory()


def make_world(scenario: MicroScenario, options: MicroArmourOptions) -> World:
    """The world of a scenario; ScenarioFault says what is wrong and where."""
    if len(scenario.sides) != 2:
        raise ScenarioFault(("sides",), f"Micro Armour has two sides, not {len(scenario.sides)}")
    forces = _forces(scenario)
    table = _table(scenario, options.smoke)
    roster = _roster(scenario, forces)
    world = World(
        table=table,
        rules=_rules(options),
        names=tuple(each.name for each in roster),
        tanks=tuple(each.tank for each in roster),
        owners=tuple(each.side for each in roster),
        roles=tuple(each.entry.role for each in roster),
        recon=tuple(each.entry.recon for each in roster),
        cohesion=(forces[0][1].cohesion, forces[1][1].cohesion),
        command=(_command(forces[0][1], options), _command(forces[1][1], options)),
        companies=tuple(each.company for each in roster),
        group_names=(_group_names(forces[0][1]), _group_names(forces[1][1])),
        zones=tuple(forces[each.side][1].zone for each in roster),
        deployed=tuple(forces[each.side][1].deployed for each in roster),
        places=(),
        idle_until=tuple(forces[each.side][1].company[each.company].not_before for each in roster),
        points=(_points(roster, forces, 0, options), _points(roster, forces, 1, options)),
        sightings=_sightings(scenario, options),
        goings=_goings(roster, options.slope_uphill_only),
        victory=_victory(scenario),
        objectives=tuple(_objective(scenario, table, number) for number in range(len(scenario.objective))),
        turns=options.turns,
    )
    for number, force in forces:
        if force.zone not in [zone.name for zone in table.zones]:
            known = ", ".join(zone.name for zone in table.zones) or "none"
            raise ScenarioFault(("force", number, "zone"), f"the table has no zone {shown(force.zone)}: it has {known}")
        if not force.deployed and not world.edges[force.zone][0]:
            raise ScenarioFault(("force", number, "zone"), f"zone {force.zone} has no point at an edge of the table")
    return replace(world, places=_places(world, roster))


class _Tank(msgspec.Struct, frozen=True):
    """A stand of the roster: where in the file it stands, and what it is."""

    force: int
    side: int
    company: int
    entry: TankEntry
    number: int
    tank: Tank
    name: str


def _forces(scenario: MicroScenario) -> list[tuple[int, Force]]:
    """The force of each side with its number in the file."""
    for number, force in enumerate(scenario.force):
        place = ("force", number)
        if force.side not in scenario.sides:
            raise ScenarioFault(
                (*place, "side"), f"{shown(force.side)} is not one of the sides {', '.join(scenario.sides)}"
            )
        if not 1 <= force.cohesion <= 20:
            raise ScenarioFault((*place, "cohesion"), f"a cohesion level is 1 to 20, not {shown(force.cohesion)}")
        if force.generation not in GENERATIONS:
            known = ", ".join(GENERATIONS)
            raise ScenarioFault(
                (*place, "generation"), f"a generation is one of {known}, not {shown(force.generation)}"
            )
        if force.command is not None and not -5 <= force.command <= 5:
            raise ScenarioFault((*place, "command"), f"a command value is -5 to 5, not {shown(force.command)}")
        if not force.company:
            raise ScenarioFault((*place, "company"), f"{force.side} has no companies")
        _check_companies(place, force)
    found = []
    for side in scenario.sides:
        own = [number for number, force in enumerate(scenario.force) if force.side == side]
        if len(own) != 1:
            raise ScenarioFault(("force",), f"{side} needs one force, and has {len(own)}")
        found.append((own[0], scenario.force[own[0]]))
    return found


def _check_companies(place: tuple[str | int, ...], force: Force) -> None:
    names = [company.name for company in force.company]
    for number, company in enumerate(force.company):
        where = (*place, "company", number)
        if not company.name.strip() or not company.name.isprintable() or len(company.name) > LONGEST_NAME:
            raise ScenarioFault(
                (*where, "name"), f"a name is 1 to {LONGEST_NAME} printable characters, not {shown(company.name)}"
            )
        if names.index(company.name) != number:
            raise ScenarioFault((*where, "name"), f"there is another company called {shown(company.name)}")
        if not 1 <= company.not_before <= 99:
            raise ScenarioFault((*where, "not_before"), f"a turn is 1 to 99, not {shown(company.not_before)}")
        if not company.tanks:
            raise ScenarioFault((*where, "tanks"), f"{company.name} has no tanks")
        for entry in company.tanks:
            _check_entry((*where, "tanks"), entry)
    heads = sum(entry.count for company in force.company for entry in company.tanks if entry.role == "GHQ")
    if heads != 1:
        raise ScenarioFault((*place, "company"), f"{force.side} needs one tank with the role GHQ, and has {heads}")


def _check_entry(place: tuple[str | int, ...], entry: TankEntry) -> None:
    if entry.weapon not in TANKS:
        near = ", ".join(name for name in TANKS if name[:3].lower() == entry.weapon[:3].lower()) or "see the vehicles"
        raise ScenarioFault(place, f"there is no vehicle {shown(entry.weapon)}: {near}")
    if not 1 <= entry.count <= LIMITS["most_stands"]:
        raise ScenarioFault(place, f"a count is 1 to {LIMITS['most_stands']}, not {shown(entry.count)}")
    if entry.at and len(entry.at) != entry.count:
        raise ScenarioFault(place, f"{entry.weapon}: {entry.count} tanks, but {len(entry.at)} places")


def _roster(scenario: MicroScenario, forces: list[tuple[int, Force]]) -> list[_Tank]:
    found: list[_Tank] = []
    for side, (number, force) in enumerate(forces):
        for index, company in enumerate(force.company):
            count = 0
            for entry in company.tanks:
                for each in range(entry.count):
                    count += 1
                    alone = entry.count == 1 and len(company.tanks) == 1
                    name = f"{force.side} {company.name}" if alone else f"{force.side} {company.name} {count}"
                    found.append(_Tank(number, side, index, entry, each, TANKS[entry.weapon], name))
    if len(found) > LIMITS["most_stands"]:
        raise ScenarioFault(("force",), f"a battle has at most {LIMITS['most_stands']} stands, not {len(found)}")
    return found


def _table(scenario: MicroScenario, smoke: bool) -> Table:
    chart = {
        kind: Terrain(blocks=TERRAIN[ground.terrain].los_blocked_vehicle, height=ground.height)
        for kind, ground in GROUND.items()
    }
    table = table_of(scenario.table, chart, ROADS)
    _check_hilltops(table)
    kept = tuple(feature for feature in table.features if smoke or feature.kind != "smoke")
    return replace(table, features=kept)


def _check_hilltops(table: Table) -> None:
    """A hilltop pays for the hill it lies on, so it must lie on one; what stands alone is a crest."""
    size = table.columns * table.rows
    layers = [table.layers[index * size : (index + 1) * size] for index in range(len(table.features))]
    hills = [layer for layer, feature in zip(layers, table.features, strict=True) if feature.kind == "hill"]
    for index, feature in enumerate(table.features):
        if feature.kind != "hilltop":
            continue
        if not all(any(hill[at] for hill in hills) for at in range(size) if layers[index][at]):
            words = f"{feature.name}: a hilltop lies on a hill; one without is a crest"
            raise ScenarioFault(("table", "feature", index), words)


ROADS = ("good_road", "poor_road", "track")


def _rules(options: MicroArmourOptions) -> Rules:
    return Rules(
        front_arc=int(options.front_arc),
        below=next(each for each in BELOW if each == options.below_minus_3),
        reveals_all=options.reveal_scope == "all_terrain",
        reveal_needs_shot=options.reveal_needs_shot,
        committed_lost=options.committed_shots_lost,
        continue_modifiers=options.continue_with_movement_modifiers,
        same_feature=options.same_feature_sight * 100,
        break_point=options.break_point,
        check_each_turn=options.victory_each_turn,
        recon_groups=options.recon_groups,
        each_stand_tries=options.each_stand_tries,
        late_stands_lost=options.late_stands_lost,
    )


def _command(force: Force, options: MicroArmourOptions) -> tuple[Modifier, ...]:
    """What is added to a side's command roll: a force without a value of its own has the option's."""
    value = options.ghq_command_value if force.command is None else force.command
    return command_modifiers(value, force.generation if options.generation_modifiers else "")


def command_modifiers(value: int, generation: str) -> tuple[Modifier, ...]:
    """What the value of a GHQ and a generation add to the command roll (MA 08.02.01a).

    >>> [modifier.value for modifier in command_modifiers(1, "II")]
    [1, -1]
    """
    by_generation = GENERATIONS.get(generation, 0)
    found = [Modifier(value, "command value of the GHQ", "MA 08.02.01a")] if value else []
    found += [Modifier(by_generation, f"generation {generation}", "MA 08.02.01c")] if by_generation else []
    return tuple(found)


def _points(roster: list[_Tank], forces: list[tuple[int, Force]], side: int, options: MicroArmourOptions) -> int:
    """What a side's force costs; headquarters optionally double (MA SCN points, HQ)."""
    times = LIMITS["hq_price"] if options.hq_double_points else 1
    prices = [each.tank.points * (1 if each.entry.role == "line" else times) for each in roster if each.side == side]
    return force_points(prices, forces[side][1].cohesion)


def _group_names(force: Force) -> tuple[str, ...]:
    """The companies, and numbers for whatever groups a side makes beyond them."""
    names = [company.name for company in force.company]
    return (*names, *(f"Group {number + 1}" for number in range(len(names), LIMITS["most_stands"])))


def _sightings(scenario: MicroScenario, options: MicroArmourOptions) -> tuple[Sighting, ...]:
    for number, each in enumerate(scenario.sighting):
        _check_sighting(("sighting", number), each, scenario.sides)
    for side in scenario.sides:
        if not any(each.side in ("", side) and each.from_turn == 1 for each in scenario.sighting):
            raise ScenarioFault(("sighting",), f"nothing says how far {side} sees on turn 1")
    if options.sighting:
        return (Sighting(NOBODY, 1, options.sighting * 100, 0),)
    general = {**SIGHTING, "mixed": int(options.sighting_mixed)}
    return tuple(
        Sighting(
            scenario.sides.index(each.side) if each.side else NOBODY,
            each.from_turn,
            (general[each.ground] if each.ground else each.inches) * 100,
            each.fired * 100,
        )
        for each in scenario.sighting
    )


def _check_sighting(place: tuple[str | int, ...], each: SightingEntry, sides: Sequence[str]) -> None:
    if bool(each.inches) == bool(each.ground):
        raise ScenarioFault(place, "give either the inches or the ground (open, mixed, closed), and not both")
    if not each.ground and not 1 <= each.inches <= 100:
        raise ScenarioFault(place, f"visibility is 1 to 100 inches, not {shown(each.inches)}")
    if not 0 <= each.fired <= 100:
        raise ScenarioFault(place, f"targets that have fired are seen 0 to 100 inches farther, not {shown(each.fired)}")
    if not 1 <= each.from_turn <= 99:
        raise ScenarioFault((*place, "from_turn"), f"a turn is 1 to 99, not {shown(each.from_turn)}")
    if each.side and each.side not in sides:
        raise ScenarioFault((*place, "side"), f"{shown(each.side)} is not one of the sides {', '.join(sides)}")


def _goings(roster: list[_Tank], uphill_only: bool) -> dict[str, Going]:
    """What ground costs a tracked vehicle, in half points (MA TEC); an amphibious one swims at a speed of its own."""
    ground: dict[str, int] = {}
    extra: dict[str, int] = {}
    for kind, each in GROUND.items():
        row = TERRAIN[each.terrain]
        cost = int(row.cost_tracked * PARTS)
        if row.cost_is_surcharge:
            extra[kind] = cost
        else:
            ground[kind] = cost
    # A hilltop lies on its hill, which has the surcharge already; a crest stands by itself.
    slope = extra["hill"]
    extra["hilltop"] = 0
    if uphill_only:
        extra["hill"] = 0
    roads = {kind: int(TERRAIN[kind].cost_tracked * PARTS) for kind in ROADS}
    tracked = Going(
        open=int(TERRAIN["clear"].cost_tracked * PARTS),
        ground=ground,
        roads=roads,
        extra=extra,
        uphill_extra=slope if uphill_only else 0,
        extras_on_road=True,
        parts=PARTS,
        margin=50,
    )
    goings = {"tracked": tracked}
    for tank in {each.tank.weapon: each.tank for each in roster}.values():
        if tank.amphibious_speed:
            water = {**ground, "water": -(-tank.speed * PARTS // tank.amphibious_speed)}
            goings[f"amphibious {tank.weapon}"] = replace(tracked, ground=water)
    return goings


def _objective(scenario: MicroScenario, table: Table, number: int) -> tuple[str, int]:
    name = scenario.objective[number]
    for marker in table.markers:
        if marker.name == name:
            return name, table.snap(*marker.at)
    known = ", ".join(marker.name for marker in table.markers) or "none"
    raise ScenarioFault(("objective", number), f"there is no marker {shown(name)}: there are {known}")


def _victory(scenario: MicroScenario) -> Victory:
    victory = scenario.victory
    for number, clause in enumerate(victory.clause):
        if clause.side not in scenario.sides:
            raise ScenarioFault(("victory", "clause", number, "side"), f"{shown(clause.side)} is not one of the sides")
        for line in (clause.south_of, clause.north_of):
            if not 0 <= line <= 1000:
                raise ScenarioFault(("victory", "clause", number), f"a line is 0 to 1000 inches north, not {line}")
    if victory.otherwise and victory.otherwise not in scenario.sides:
        raise ScenarioFault(("victory", "otherwise"), f"{shown(victory.otherwise)} is not one of the sides")
    for name in ("destroyed", "lost"):
        value: int = getattr(victory, name)
        if not 0 <= value <= 100:
            raise ScenarioFault(("victory", name), f"{name} is 0 to 100 percent, not {shown(value)}")
    if not 0.5 <= victory.radius <= 20:
        raise ScenarioFault(("victory", "radius"), f"an objective reaches 0.5 to 20 inches, not {victory.radius}")
    return victory


def _places(world: World, roster: list[_Tank]) -> tuple[int, ...]:
    """Where each stand that is set up before play stands if nobody chooses."""
    places: list[int] = []
    for n, each in enumerate(roster):
        if not world.deployed[n]:
            places.append(NOBODY)
            continue
        taken = [world.base(p, 0) for m, p in enumerate(places) if p != NOBODY]
        place = _given(world, each) if each.entry.at else _free(world, world.zones[n], taken, each)
        if lies_on(world.base(place, 0), taken):
            raise ScenarioFault(("force", each.force, "company", each.company), f"{each.name} would stand on another")
        places.append(place)
    return tuple(places)


def _given(world: World, each: _Tank) -> int:
    place = ("force", each.force, "company", each.company, "tanks")
    where = ",".join(f"{value:g}" for value in each.entry.at[each.number])
    try:
        x, y = map(inches, each.entry.at[each.number])
        point = world.table.snap(x, y) if world.table.on_table(x, y) else NOBODY
    except ValueError as fault:
        raise ScenarioFault(place, f"{each.name} cannot stand at {where}: {fault}") from None
    if point == NOBODY or not world.fits(point):
        raise ScenarioFault(place, f"{each.name} cannot stand at {where}: off the table, or where no tank can go")
    return point


def _free(world: World, zone: str, taken: list[Base], each: _Tank) -> int:
    """A point of the zone with an inch of room, cover first, from the middle outwards."""
    table = world.table
    points = world.zone_points[zone]
    middle = sum(table.point(p)[0] for p in points) // max(1, len(points))

    def order(point: int) -> tuple[int, int, int]:
        ground = GROUND.get(table.ground_at(point))
        return -(TERRAIN[ground.terrain].mod_vehicle if ground else 0), abs(table.point(point)[0] - middle), point

    for point in sorted(points, key=order):
        x, y = table.point(point)
        if all(max(abs(x - base.x), abs(y - base.y)) >= 200 for base in taken):
            return point
    raise ScenarioFault(("force", each.force, "zone"), f"zone {zone} has no room for all its stands")
