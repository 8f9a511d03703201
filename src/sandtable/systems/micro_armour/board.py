"""The table and the stands on it: what changes, what does not, and the questions rules ask of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import msgspec

from sandtable.board.freepoints import ranks
from sandtable.board.going import Going, Ways
from sandtable.board.lattice import distance
from sandtable.board.stands import Base, Screen, front_contact, in_arc, in_contact
from sandtable.board.tablesight import SightRule, sight, visible
from sandtable.board.tableworld import TableWorld
from sandtable.kernel.field import Look
from sandtable.kernel.game import Game
from sandtable.kernel.memo import cached_property, known_of
from sandtable.kernel.resolution import Modifier
from sandtable.systems.micro_armour.layout import NEAR, OFF, Layout, new_layout
from sandtable.systems.micro_armour.tables import GROUND, LIMITS, MODIFIERS, TERRAIN, Below, Tank, range_modifier

__all__ = [
    "CANNON",
    "FIRST",
    "MISSILE",
    "NOBODY",
    "OFF",
    "OPPORTUNITY",
    "SECOND",
    "Board",
    "Group",
    "Rules",
    "Situation",
    "Stand",
    "World",
]

Group: TypeAlias = tuple[int, int]
"""A battle group: its side, and its number there."""
NOBODY = -1
NOT_KNOWN = (None, None)
FIRST, SECOND, OPPORTUNITY = 1, 2, 4
"""The three kinds of attack that a stand can suffer in a turn, each once (MA 07.02.03)."""
CANNON, MISSILE = 0, 1
SIGHT = SightRule(grazing_blocks=True, dead_ground=True)
MARKERS: tuple[tuple[tuple[Modifier, ...], ...], ...] = (
    ((), (MODIFIERS["disorganized"],)),
    ((MODIFIERS["suppressed"],), (MODIFIERS["suppressed"], MODIFIERS["disorganized"])),
)
"""What markers add to cohesion rolls: first by whether a stand is suppressed, then by whether it is disorganized."""
MARKED = tuple(tuple(sum(each.value for each in modifiers) for modifiers in row) for row in MARKERS)
"""The same added up."""


class Stand(msgspec.Struct, frozen=True, array_like=True):
    """A stand: where it is, how it is, and what it has done this turn."""

    at: int = OFF
    heading: int = 0
    alive: bool = True
    suppressed: bool = False
    disorganized: bool = False
    depleted: bool = False
    tries: int = 0
    """How often it has tried to fire this turn."""
    phase: int = 0
    """The last kind of attack it took part in this turn."""
    attacked: int = 0
    """The kinds of attack it has suffered this turn, added up."""
    revealed: bool = False
    moved: bool = False
    spent: int = 0
    """The part of its move it has spent, in hundredths of a point."""
    straggler: bool = False
    independent: bool = False
    """Whether it has been in a try without an order this turn."""
    moving: bool = False
    by_road: bool = False


class Board(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """Everything that changes during play."""

    stands: tuple[Stand, ...]
    groups: tuple[int, ...] = ()
    """The battle group of each stand, numbered within its side."""
    turn: int = 1
    initiative: int = NOBODY
    orders: tuple[int, int] = (0, 0)
    tried: tuple[tuple[int, int], ...] = ()
    """The groups (side, number) that have tried to move without an order this turn."""
    lost_moving: tuple[tuple[int, int], ...] = ()
    """The groups (side, number) that have lost a stand this turn as it moved."""
    wrecks: tuple[int, ...] = ()
    holders: tuple[int, ...] = ()


class Rules(msgspec.Struct, frozen=True):
    """The options of a game, worked out once."""

    front_arc: int
    below: Below
    reveals_all: bool
    reveal_needs_shot: bool
    committed_lost: bool
    continue_modifiers: bool
    same_feature: int
    break_point: int
    check_each_turn: bool
    recon_groups: bool
    each_stand_tries: bool
    late_stands_lost: bool


class World(TableWorld, frozen=True, dict=True):
    """Everything that never changes in a game."""

    rules: Rules
    names: tuple[str, ...]
    tanks: tuple[Tank, ...]
    owners: tuple[int, ...]
    roles: tuple[str, ...]
    """Of each stand: line, HQ or GHQ."""
    recon: tuple[bool, ...]
    cohesion: tuple[int, int]
    command: tuple[tuple[Modifier, ...], tuple[Modifier, ...]]
    """What is added to the command roll of each side: the value of its GHQ and its generation."""
    companies: tuple[int, ...]
    """The battle groups that the scenario suggests."""
    group_names: tuple[tuple[str, ...], tuple[str, ...]]
    zones: tuple[str, ...]
    """Where each stand enters or is set up."""
    deployed: tuple[bool, ...]
    """Whether a stand is set up before play; otherwise it enters over the edge."""
    places: tuple[int, ...]
    idle_until: tuple[int, ...]
    """The first turn on which a stand may be ordered."""
    points: tuple[int, int]
    """What each force costs (MA SCN points)."""
    sightings: tuple[Any, ...]
    goings: dict[str, Going]
    victory: Any
    objectives: tuple[tuple[str, int], ...]
    turns: int

    @cached_property
    def zone_points(self) -> dict[str, tuple[int, ...]]:
        """For each zone the points where a base lies wholly on the table, on ground that a tank can enter."""
        return {zone.name: self._points(zone.name) for zone in self.table.zones}

    @cached_property
    def zone_ranks(self) -> dict[str, dict[int, int]]:
        """The same points, each with its place in their list."""
        return {name: ranks(points) for name, points in self.zone_points.items()}

    def _points(self, zone: str) -> tuple[int, ...]:
        table, area = self.table, self.table.zone(zone)
        (west, east), (south, north) = ((min(each), max(each)) for each in zip(*area.polygon, strict=True))
        points = ((p, table.point(p)) for p in range(table.columns * table.rows))
        near = ((p, (x, y)) for p, (x, y) in points if west <= x <= east and south <= y <= north)
        return tuple(p for p, point in near if self.fits(p) and area.holds(point))

    def fits(self, position: int) -> bool:
        """Whether a base lies wholly on the table there, on ground that a tank can enter."""
        inside = self.inside(*self.table.point(position))
        return inside and self.goings["tracked"].ground.get(self.table.ground_at(position), 1) > 0

    @cached_property
    def zone_bounds(self) -> dict[str, tuple[int, int, int, int]]:
        """West, south, east and north of each zone, so far out that no base beyond lies on one inside."""
        return {zone.name: self._bounds(zone.name) for zone in self.table.zones}

    def _bounds(self, zone: str) -> tuple[int, int, int, int]:
        points = [self.table.point(p) for p in self.zone_points[zone]] or [(0, 0)]
        east, north = [x for x, _ in points], [y for _, y in points]
        return min(east) - 150, min(north) - 150, max(east) + 150, max(north) + 150

    @cached_property
    def edges(self) -> dict[str, tuple[tuple[int, ...], int]]:
        """For each zone where stands enter over the edge of the table, half an inch in, and how they then face."""
        return {zone.name: self._edge(zone.name) for zone in self.table.zones}

    @cached_property
    def edge_ranks(self) -> dict[str, dict[int, int]]:
        """The same points, each with its place in their list."""
        return {name: ranks(points) for name, (points, _) in self.edges.items()}

    def _edge(self, zone: str) -> tuple[tuple[int, ...], int]:
        """The edge along which most of the zone lies: its points there, and the heading away from it."""
        width, height = self.table.width, self.table.height
        sides: list[list[int]] = [[], [], [], []]
        for position in self.zone_points[zone]:
            x, y = self.table.point(position)
            for side, depth in enumerate((y, x, height - y, width - x)):
                if depth == LIMITS["entry"]:
                    sides[side].append(position)
        best = max(range(4), key=lambda side: len(sides[side]))
        return tuple(sides[best]), best * 6

    @cached_property
    def longest_of_all(self) -> int:
        """The square of the farthest range of any weapon."""
        return max(self.longest)

    @cached_property
    def going_names(self) -> tuple[str, ...]:
        """What the going of each stand is called."""
        return tuple(f"amphibious {tank.weapon}" if tank.amphibious_speed else "tracked" for tank in self.tanks)

    @cached_property
    def dearest_inch(self) -> int:
        """No inch costs a stand more than this, in hundredths."""
        going = self.goings["tracked"]
        costs = [*going.ground.values(), going.open]
        return 100 * (max(costs) + sum(going.extra.values()) + going.uphill_extra) // going.parts

    def ways(self, stand: int, *, off_road: bool = False) -> Ways:
        """What every step on the table costs a stand; off the road rate it pays for the terrain under a road (MA
        08.03.90).
        """
        known: dict[tuple[str, bool], Ways] = known_of(self, "known ways")
        key = self.going_names[stand], off_road
        found = known.get(key)
        if found is None:
            going = self.goings[key[0]]
            going = msgspec.structs.replace(going, roads_as_ground=True) if off_road else going
            found = known[key] = going.on(self.table)
        return found

    @cached_property
    def tracked_ways(self) -> Ways:
        """What every step costs a tank that does not swim."""
        return self.goings["tracked"].on(self.table)

    @cached_property
    def paved(self) -> bytes:
        """A 1 for each point of the table that lies on a road or track."""
        table = self.table
        size = table.columns * table.rows
        found = 0
        for start in range(0, len(table.roads) * size, size):  # all points of a road at once, as one number
            found |= int.from_bytes(table.road_layers[start : start + size], "little")
        return found.to_bytes(size, "little")

    @cached_property
    def sheltered_roads(self) -> tuple[tuple[int, int], ...]:
        """The points of roads and tracks that run through ground with cover."""
        table = self.table
        found = []
        for position in range(table.columns * table.rows) if table.roads else ():
            if table.roads_at(position):
                kinds = [GROUND[feature.kind].terrain for feature in table.features_at(position)]
                if any(TERRAIN[kind].mod_vehicle > 0 for kind in kinds):
                    found.append(table.point(position))
        return tuple(found)

    @cached_property
    def longest(self) -> tuple[int, ...]:
        """The square of the range of each stand's farthest weapon; never less than to a stand in contact."""
        return tuple(max(100 * tank.cannon_range, 100 * (tank.atgm_range or 0), 2 * NEAR) ** 2 for tank in self.tanks)

    @cached_property
    def fires_first(self) -> tuple[bool, bool]:
        """Whether each side has a stand that may fire in the first fire phase (MA 05.00.2)."""
        able = {self.owners[n] for n, tank in enumerate(self.tanks) if tank.tech_level >= 4}
        return 0 in able, 1 in able

    @cached_property
    def highest(self) -> int:
        """The highest level of the table."""
        return max(self.table.levels)

    @cached_property
    def headquarters(self) -> tuple[bool, ...]:
        """Whether each stand is a headquarters of any kind."""
        return tuple(role != "line" for role in self.roles)

    @cached_property
    def general(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The general headquarters of each side."""
        ours, theirs = (
            tuple(n for n, role in enumerate(self.roles) if role == "GHQ" and self.owners[n] == side) for side in (0, 1)
        )
        return ours, theirs

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """How many stands each side has at the start."""
        return self.owners.count(0), self.owners.count(1)

    def sighting(self, side: int, turn: int) -> Any:
        """How far a side sees on a turn: the last entry of the scenario that is for it, and not for later."""
        known: dict[tuple[int, int], Any] = known_of(self, "known sightings")
        found = known.get((side, turn))
        if found is None:
            entries = [each for each in self.sightings if each.side in (NOBODY, side) and each.turn <= turn]
            found = known[side, turn] = entries[-1]
        return found


def _new_known(world: World, board: Board) -> tuple[Layout, tuple[Any, Any]]:
    """What is kept beside a board, of one that nothing is known of."""
    found = board.__dict__["known"] = new_layout(world, board.stands), NOT_KNOWN
    return found


class Situation(Look[Board, World]):
    """Questions about the table."""

    def __init__(self, game: Game[Board, World], board: Board) -> None:
        self.game = game
        self.board = board
        self.world = game.world
        self.stands = board.stands
        self.layout: Layout
        """Where the stands lie."""
        self.waits: tuple[Any, Any]
        """Of each side who may still try to move (see `orders`), as far as it is known."""
        self.layout, self.waits = board.__dict__.get("known") or _new_known(game.world, board)

    def keep_waiting(self, side: int, found: Any) -> None:
        """Keep beside the board who of a side may still try to move."""
        self.waits = (found, self.waits[1]) if side == 0 else (self.waits[0], found)
        self.board.__dict__["known"] = self.layout, self.waits

    @property
    def turn(self) -> int:
        """The game turn."""
        return self.board.turn

    def alive(self, side: int) -> tuple[int, ...]:
        """The stands of a side that are left, on the table or behind its edge."""
        return self.layout.living[side]

    def on_table(self, side: int) -> tuple[int, ...]:
        """The stands of a side on the table."""
        return self.layout.standing[side]

    def group(self, side: int, number: int) -> list[int]:
        """The stands of a battle group that are left."""
        return self._groups(side)[1].get(number, [])

    def groups(self, side: int) -> dict[int, list[int]]:
        """The stands that are left of each battle group of a side that has any left."""
        return self._groups(side)[1]

    def group_memo(self, side: int) -> dict[Any, Any]:
        """What is known of the battle groups of a side, as long as it loses no stand."""
        return self._groups(side)[2]

    def _groups(self, side: int) -> tuple[tuple[int, ...], dict[int, list[int]], dict[Any, Any]]:
        known, groups = self.layout.groups.get(side), self.board.groups
        if known is None or known[0] is not groups:
            left: dict[int, list[int]] = {}
            for n in self.layout.living[side]:
                left.setdefault(groups[n], []).append(n)
            known = self.layout.groups[side] = groups, left, {}
        return known

    def base(self, stand: int) -> Base:
        """Where the stand's base lies."""
        base = self.layout.bases[stand]
        assert base is not None
        return base

    def bases(self, side: int, but: int = NOBODY) -> tuple[Base, ...]:
        """The bases of a side's stands on the table."""
        layout = self.layout
        return tuple([base for n in layout.standing[side] if n != but and (base := layout.bases[n]) is not None])

    def level(self, stand: int) -> int:
        """The level that a stand is on."""
        return self.world.table.level_at(self.stands[stand].at)

    def markers(self, stand: int) -> tuple[Modifier, ...]:
        """What a stand's own markers add to its cohesion rolls (MA 07.06.01, 07.06.03)."""
        s = self.stands[stand]
        return MARKERS[s.suppressed][s.disorganized]

    # Lines

    def blockers(self, firer: int, target: int) -> dict[str, Base]:
        """The stands that block a line (MA 07.01.01d): all others, but friends on a lower level (MA 07.01.04b, c)."""
        world, layout = self.world, self.layout
        side, level = world.owners[firer], self.level(firer)
        names, level_at = world.names, world.table.level_at
        bases = cast(tuple[Base, ...], layout.bases)  # who stands on the table has one
        found = {names[n]: bases[n] for n in layout.standing[1 - side] if n != target}
        for n in layout.standing[side]:
            if n not in (firer, target) and level_at(self.stands[n].at) >= level:
                found[names[n]] = bases[n]
        return found

    def screen(self, firer: int, but: int = NOBODY) -> Screen:
        """The same for many lines from a stand, to be kept: those at the ends of a line never block it. `but` is one
        that is on its way.
        """
        layout = self.layout
        key = self.world.owners[firer], self.level(firer), but
        found = layout.screens.get(key)
        if found is None:
            found = layout.screens[key] = Screen(self.blockers(firer, but))
            found[self.world.names[firer]] = self.base(firer)  # it blocks the lines of its friends
        return found

    def sees_to(self, firer: int, target: int) -> int:
        """How far a stand sees: its side's sighting distance, and more from a height (MA 07.01.01a, 07.01.04a)."""
        sighting = self.world.sighting(self.world.owners[firer], self.turn)
        fired: int = sighting.fired if self.stands[target].revealed else 0
        length: int = sighting.length
        return length + fired + LIMITS["level_sight"] * self.level(firer)

    def sees_at_most(self, side: int, target: int) -> int:
        """No stand of a side sees this target from farther off."""
        sighting = self.world.sighting(side, self.turn)
        fired: int = sighting.fired if self.stands[target].revealed else 0
        length: int = sighting.length
        return length + fired + LIMITS["level_sight"] * self.world.highest

    def line(self, firer: int, target: int) -> str:
        """What blocks the line between two stands, in words; empty if it is clear."""
        a, b = self.stands[firer].at, self.stands[target].at
        hidden = self.hidden_in(a, b)
        if hidden:
            return hidden
        return sight(self.world.table, a, b, SIGHT, self.blockers(firer, target), self.sees_to(firer, target)).by

    def hidden_in(self, a: int, b: int) -> str:
        """The concealing feature that optionally hides two stands in it from each other."""
        most = self.world.rules.same_feature
        table = self.world.table
        if not most or distance(table.point(a), table.point(b)) <= most:
            return ""
        shared = set(table.held_by(a)) & set(table.held_by(b))
        kinds = [table.features[index] for index in sorted(shared)]
        return next((each.name for each in kinds if TERRAIN[GROUND[each.kind].terrain].concealing), "")

    def seen(self, firer: int, targets: Sequence[int]) -> list[int]:
        """Which of these enemies the stand has a clear line to."""
        table = self.world.table
        at = self.stands[firer].at
        mask = visible(table, at, [self.stands[n].at for n in targets], SIGHT, self.screen(firer))
        return self._not_too_far(firer, [n for index, n in enumerate(targets) if mask >> index & 1])

    def _not_too_far(self, firer: int, targets: Sequence[int]) -> list[int]:
        """Those of some enemies with nothing between that are near enough to be seen, and not hidden there."""
        table = self.world.table
        at = self.stands[firer].at
        place = table.point(at)
        return [
            n
            for n in targets
            if distance(place, table.point(self.stands[n].at)) <= self.sees_to(firer, n)
            and not self.hidden_in(at, self.stands[n].at)
        ]

    def lines(self, firer: int) -> tuple[int, ...]:
        """The enemies in reach of a stand's weapons with nothing between, however far its side sees."""
        known = self.layout.lines
        found = known.get(firer)
        if found is None:
            bases = self.layout.bases
            near = [n for n in self._reached(firer) if bases[n] is not None]
            spots = [self.stands[n].at for n in near]
            mask = visible(self.world.table, self.stands[firer].at, spots, SIGHT, self.screen(firer)) if near else 0
            found = known[firer] = tuple([n for index, n in enumerate(near) if mask >> index & 1])
        return found

    # Fire

    def tries_left(self, stand: int, phase: int) -> bool:
        """Whether a stand may still try to fire in this kind of attack (MA 07.02.06, 05.00.4d)."""
        s, tank = self.stands[stand], self.world.tanks[stand]
        if not s.alive or s.at == OFF or (phase != OPPORTUNITY and s.phase == phase):
            return False
        if phase == FIRST and tank.tech_level < 4:
            return False
        if phase == OPPORTUNITY and tank.tech_level == 2 and 2 * s.spent > tank.speed * 100:
            return False
        return s.tries < LIMITS["tries_tl4" if tank.tech_level >= 4 else "tries_others"]

    def engaged_with(self, stand: int) -> list[int]:
        """The enemies that touch half or more of a stand's own front edge (MA 07.08.04a)."""
        layout = self.layout
        known = layout.engaged.get(stand)
        if known is not None:
            return known
        own = layout.bases[stand]
        assert own is not None
        x, y = own.x, own.y
        found: list[int] = []
        for n in layout.standing[1 - self.world.owners[stand]]:
            base = layout.bases[n]
            assert base is not None
            near = -NEAR <= base.x - x <= NEAR and -NEAR <= base.y - y <= NEAR
            if near and front_contact(own, base, LIMITS["contact"]) >= LIMITS["engaged"]:
                found.append(n)
        layout.engaged[stand] = found
        return found

    def range_to(self, firer: int, target: int) -> int:
        """The range in whole inches, rounded up; 1 in contact (MA 07.08.02, 07.08.02b, 07.08.03)."""
        a, b = self.base(firer), self.base(target)
        if _near(a, b) and in_contact(a, b, LIMITS["contact"]):
            return 1
        return -(-distance(a.centre, b.centre) // 100)

    def weapons(self, firer: int, target: int) -> tuple[int, ...]:
        """The weapons of a stand that reach another (MA 07.08.05, 07.03.02b, 07.03.04a)."""
        tank, a, b = self.world.tanks[firer], self.base(firer), self.base(target)
        apart = (a.x - b.x) ** 2 + (a.y - b.y) ** 2
        cannon = apart <= (100 * tank.cannon_range) ** 2 or (_near(a, b) and self.range_to(firer, target) == 1)
        found = [CANNON] if cannon else []
        if tank.atgm_attack is not None and not self.stands[firer].depleted:
            assert tank.atgm_min_range is not None
            assert tank.atgm_range is not None
            if (tank.atgm_min_range * 100) ** 2 <= apart <= (tank.atgm_range * 100) ** 2:
                found.append(MISSILE)
        return tuple(found)

    def _reached(self, firer: int) -> tuple[int, ...]:
        """The enemies that some weapon of a stand could reach, with missiles or without, and some that are gone."""
        layout = self.layout
        found = layout.reached.get(firer)
        if found is None:
            bases = cast(tuple[Base, ...], layout.bases)
            own = bases[firer]
            x, y, most = own.x, own.y, self.world.longest[firer]
            found = layout.reached[firer] = tuple(
                [
                    n
                    for n in layout.standing[1 - self.world.owners[firer]]
                    if (bases[n].x - x) ** 2 + (bases[n].y - y) ** 2 <= most
                ]
            )
        return found

    def reaching(self, target: int) -> list[int]:
        """The enemies of a stand with a weapon that could reach it, with missiles or without."""
        layout, longest = self.layout, self.world.longest
        bases = cast(tuple[Base, ...], layout.bases)
        x, y = bases[target].x, bases[target].y
        return [
            n
            for n in layout.standing[1 - self.world.owners[target]]
            if (bases[n].x - x) ** 2 + (bases[n].y - y) ** 2 <= longest[n]
        ]

    def near_enemies(self, side: int) -> Sequence[int]:
        """The stands of a side that may have an enemy in reach: a first look, at how far off the nearest one could be.

        Most of a game the sides are so far apart that nobody need ask about any single enemy.
        """
        layout = self.layout
        if not (layout.standing[0] and layout.standing[1]):
            return ()
        west, south, east, north = layout.boxes[1 - side]
        (own_west, own_south, own_east, own_north), longest = layout.boxes[side], self.world.longest
        aside, ahead = max(west - own_east, own_west - east, 0), max(south - own_north, own_south - north, 0)
        if aside * aside + ahead * ahead > self.world.longest_of_all:
            return ()
        bases = cast(tuple[Base, ...], layout.bases)
        found = []
        for n in layout.standing[side]:
            x, y = bases[n].x, bases[n].y
            aside = west - x if x < west else x - east if x > east else 0
            ahead = south - y if y < south else y - north if y > north else 0
            if aside * aside + ahead * ahead <= longest[n]:
                found.append(n)
        return found

    def in_reach(self, firer: int, target: int) -> bool:
        """Whether some weapon of a stand could reach another, with missiles or without."""
        bases = cast(tuple[Base, ...], self.layout.bases)
        a, b = bases[firer], bases[target]
        return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= self.world.longest[firer]

    def targets(self, firer: int, phase: int, among: Sequence[int] | None = None) -> list[int]:
        """The enemies that a stand may fire at in this kind of attack."""
        if not self.tries_left(firer, phase):
            return []
        there = self.layout.standing[1 - self.world.owners[firer]]
        near = self.lines(firer) if among is None else [n for n in among if n in there and self.in_reach(firer, n)]
        stands = self.stands
        able = [n for n in near if not stands[n].attacked & phase and self.weapons(firer, n)]
        engaged = self.engaged_with(firer) if able else []
        if engaged:
            able = [n for n in able if n in engaged]
        if not able:
            return []
        return self._not_too_far(firer, able) if among is None else self.seen(firer, sorted(able))

    def flank(self, firer: int, target: int) -> bool:
        """Whether fire meets the flank or rear of a stand (MA 07.08.01)."""
        return not in_arc(self.base(target), self.base(firer).centre, self.world.rules.front_arc)

    def range_die(self, firer: int, target: int) -> Modifier | None:
        """What the range does to a cannon's die (MA 07.08.02)."""
        tank = self.world.tanks[firer]
        inches = self.range_to(firer, target)
        value = range_modifier(tank.tech_level, inches)
        return Modifier(value, f"range {inches}", f"MA RNG TL{tank.tech_level}") if value else None


def _near(a: Base, b: Base) -> bool:
    return abs(a.x - b.x) <= NEAR and abs(a.y - b.y) <= NEAR
