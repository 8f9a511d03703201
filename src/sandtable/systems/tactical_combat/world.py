"""What does not change during play: the table, the forces and the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.board.freepoints import ranks
from sandtable.board.going import Going, Ways
from sandtable.board.lattice import INCH, STEP
from sandtable.board.shapes import Meeting, meeting
from sandtable.board.tablesight import SightRule
from sandtable.board.tableworld import TableWorld
from sandtable.kernel.memo import known_of
from sandtable.systems.tactical_combat.tables import LIMITS, TERRAIN, Ground, Kind, Quality

__all__ = ["Formation", "Rules", "Support", "World"]

_NEAR = LIMITS["objective_radius"] + 2 * INCH
"""No base with its centre farther off, east or north, is near an objective."""
KEPT_WORLDS = 6
"""How many tables with features lifted are kept."""


class Formation(msgspec.Struct, frozen=True):
    """A platoon, company or battalion."""

    name: str
    side: int
    quality: Quality
    chain: tuple[int, ...]
    """The formation itself and those above it."""
    zone: str


class Support(msgspec.Struct, frozen=True):
    """Missions that a side may call: how many a turn, and on which turns."""

    side: int
    kind: str
    name: str
    missions: int
    turns: tuple[int, int]
    dice: int
    spotter: str
    smoke: bool
    radius: int = LIMITS["template_radius"]
    """Of the template."""
    every: int = 1
    """It can be called on the first of its turns and on every `every`-th after it."""
    zone: str = ""
    """Where it can fall; anywhere if not said."""

    def on_call(self, turn: int) -> bool:
        """Whether this is one of its turns."""
        first, last = self.turns
        return first <= turn <= last and (turn - first) % self.every == 0


class Rules(msgspec.Struct, frozen=True):
    """The options of a game, worked out once."""

    command: tuple[str, str]
    acts_at_most: dict[Quality, int]
    command_radius: tuple[int, int]
    extra_die: tuple[bool, bool]
    no_minimum: tuple[bool, bool]
    terrain_die: bool
    hmg_two_dice: bool
    hmg_no_long_range: bool
    recovery_check: bool
    leader_rally: bool
    air_needs_spotter: bool
    leader_dies_with_stand: bool
    smoke: bool
    wide_contact: bool
    flank_arc: int
    enemies_block: bool
    platoon_scale: bool
    range_percent: int
    move_percent: int
    sight: SightRule
    command_chain: str
    reactions_need_command: bool
    battalion_quality: str
    panic_from: str
    barred_flight: str
    table_edge: str
    friends_bar_moves: bool
    uphill: str
    uphill_adds: bool
    range_measured: str
    leader_returns_after: int
    suppressed_again: str
    opportunity_at: str
    opportunity_moment: str
    close_combat_modifiers: str
    defence_finishes: bool
    recovery_die: str
    air_dice: str
    template_inches: int
    template_catches: str
    support_on_vehicles: str
    forced_back_line: str
    suppressed_vehicle: str
    passengers: str
    vehicle_fall_back: str
    road_rate: str
    road_target: str
    vehicle_traits: bool
    gun_move: int
    spotting_costs_point: bool
    mortar_crews_fire: bool
    carriers_wait: bool
    infantry_against_vehicles: str
    vehicle_wins: str
    defence_arc: str
    victory_counts: str

    def roads_help(self, arm: str) -> bool:
        """TC V25: whether a road makes bad ground easy for infantry, or for a vehicle."""
        return self.road_rate == "all" or (self.road_rate == "vehicles" and arm == "vehicle")


class World(TableWorld, frozen=True, dict=True):
    """Everything that never changes in a game."""

    rules: Rules
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    owners: tuple[int, ...]
    formations: tuple[Formation, ...]
    member_of: tuple[int, ...]
    arrivals: tuple[int, ...]
    """The turn on which a stand comes; 0 is on the table from the start."""
    full_hits: tuple[int, ...]
    places: tuple[int, ...]
    """Where each stand is set up if nobody chooses: a suggestion of the scenario."""
    supports: tuple[Support, ...]
    objectives: tuple[tuple[str, int, int], ...]
    """Name, position, and points for holding it at the end."""
    first_side: int
    turns: int
    goings: dict[str, Going]
    victory: Any
    specials: tuple[Any, ...] = ()
    independent: tuple[bool, ...] = ()
    """Stands that are always in command (TC C10)."""
    recovery: dict[Quality, int] = {}
    """What a recovery check needs (TC R3)."""

    def without(self, lifted: tuple[int, ...]) -> World:
        """The world with some features of its table lifted; kept, because the same ones are asked for all the time."""
        if not lifted:
            return self
        found = self.known_worlds.get(lifted)
        if found is None:
            for oldest in list(self.known_worlds)[: len(self.known_worlds) + 1 - KEPT_WORLDS]:
                self.known_worlds.pop(oldest, None)
            found = self.known_worlds[lifted] = replace(self, table=self.table.without(lifted))
            found.__dict__["known_bases"] = self.known_bases
        return found

    def ways(self, arm: str) -> Ways:
        """The price of every step on the table for infantry or for vehicles."""
        found = self._ways.get(arm)
        if found is None:
            found = self._ways[arm] = self.goings[arm].on(self.table)
        return found

    @cached_property
    def _ways(self) -> dict[str, Ways]:
        return {}

    @cached_property
    def known_worlds(self) -> dict[tuple[int, ...], World]:
        """The worlds asked for so far, by the features that are lifted."""
        return {}

    def speaking(self, hook: str) -> tuple[Any, ...]:
        """The special rules that have something to say at this moment; the others are not asked at every shot."""
        found = self._speaking.get(hook)
        if found is None:
            silent = f"Special.{hook}"
            found = tuple([each for each in self.specials if getattr(type(each), hook).__qualname__ != silent])
            self._speaking[hook] = found
        return found

    @cached_property
    def _speaking(self) -> dict[str, tuple[Any, ...]]:
        return {}

    def quality(self, stand: int) -> Quality:
        """How good a stand's troops are."""
        return self.qualities[stand]

    @cached_property
    def qualities(self) -> tuple[Quality, ...]:
        """How good the troops of each stand are."""
        return tuple([self.formations[formation].quality for formation in self.member_of])

    @cached_property
    def battalions(self) -> tuple[int, ...]:
        """For each stand the formation at the top of its chain: it rolls for command points (TC C11)."""
        return tuple([self.formations[formation].chain[-1] for formation in self.member_of])

    def stands_under(self, battalion: int) -> tuple[int, ...]:
        """The stands of a battalion."""
        known: dict[int, tuple[int, ...]] = known_of(self, "stands_under_known")
        if battalion not in known:
            known[battalion] = tuple([n for n, top in enumerate(self.battalions) if top == battalion])
        return known[battalion]

    def recovers(self, stand: int) -> int:
        """What a stand's recovery check needs: the number of its type, or else of its quality (TC R3, V29)."""
        own = self.kinds[stand].recovers
        return self.recovery[self.quality(stand)] if own is None else own

    def has(self, stand: int, trait: str) -> bool:
        """Whether a vehicle has a trait, such as a hull gun, and the game plays with traits (TC V26)."""
        return trait in self.kinds[stand].flags and self.rules.vehicle_traits

    def zone_points(self, zone: str, *, vehicle: bool = False) -> tuple[int, ...]:
        """The lattice points in a zone where a base lies wholly on the table, on ground the stand can enter."""
        zones: dict[tuple[str, bool], tuple[int, ...]] = known_of(self, "zones")
        key = zone, vehicle
        if key not in zones:
            table = self.table
            area = table.zone(zone)
            xs, ys = [x for x, _ in area.polygon], [y for _, y in area.polygon]
            across = range(max(0, min(xs) // STEP), min(table.columns, max(xs) // STEP + 1))
            along = range(max(0, min(ys) // STEP), min(table.rows, max(ys) // STEP + 1))
            within = [row * table.columns + column for row in along for column in across]
            zones[key] = tuple(p for p in within if self.fits(p, vehicle=vehicle) and area.holds(table.point(p)))
        return zones[key]

    def zone_box(self, zone: str, *, vehicle: bool = False) -> tuple[int, int, int, int]:
        """How far west, east, south and north anybody may stand who could be in the way in a zone."""
        known: dict[tuple[str, bool], tuple[int, int, int, int]] = known_of(self, "zone_boxes")
        key = zone, vehicle
        if key not in known:
            around = [self.table.point(position) for position in self.zone_points(zone, vehicle=vehicle)]
            xs, ys = [x for x, _ in around] or [0], [y for _, y in around] or [0]
            known[key] = min(xs) - 200, max(xs) + 200, min(ys) - 200, max(ys) + 200
        return known[key]

    def zone_ranks(self, zone: str, *, vehicle: bool = False) -> Mapping[int, int]:
        """The same points, each with its place in their list."""
        known: dict[tuple[str, bool], dict[int, int]] = known_of(self, "zone_ranks_known")
        key = zone, vehicle
        if key not in known:
            known[key] = ranks(self.zone_points(zone, vehicle=vehicle))
        return known[key]

    def fits(self, position: int, *, vehicle: bool = False) -> bool:
        """Whether a base lies wholly on the table there, on ground that can be entered."""
        known: dict[int, bool] = known_of(self, "fits_vehicle" if vehicle else "fits_foot")
        found = known.get(position)
        if found is None:
            found = known[position] = self._fits(position, vehicle)
        return found

    def _fits(self, position: int, vehicle: bool) -> bool:
        ground = TERRAIN.get(self.table.ground_at(position))
        enters = ground is None or (ground.vehicle if vehicle else ground.infantry) > 0
        return enters and self.inside(*self.table.point(position))

    @cached_property
    def leads(self) -> tuple[bool, ...]:
        """For each stand whether it is a leader or a headquarters."""
        return tuple([kind.leader for kind in self.kinds])

    @cached_property
    def leaders_of(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """For each side its stands that are leaders or headquarters, and the larger ones."""
        leads = self.leads
        return tuple(
            (tuple([n for n in mine if leads[n]]), tuple([n for n in mine if not leads[n]])) for mine in self.stands_of
        )

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The stands that are leaders or headquarters, of both sides."""
        return tuple(n for n, kind in enumerate(self.kinds) if kind.leader)

    def commanded_by(self, stand: int) -> tuple[int, ...]:
        """The formations whose leaders command a stand (TC C5)."""
        own = self.member_of[stand]
        choices = {"own": (own,), "any": tuple(range(len(self.formations)))}
        return choices.get(self.rules.command_chain, self.formations[own].chain)

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """The move of each stand, to the scale of the game: some vehicles are fast or slow (TC V26), and guns are
        pushed (TC V27).
        """
        return tuple([self._move(stand) for stand in range(len(self.kinds))])

    def _move(self, stand: int) -> int:
        kind = self.kinds[stand]
        move = self.rules.gun_move * 100 if kind.arm == "gun" and not kind.own_move else kind.move
        for trait in ("fast", "slow"):
            if self.has(stand, trait):
                move = LIMITS[f"{trait}_move"]
        return move * self.rules.move_percent // 100

    @cached_property
    def max_ranges(self) -> tuple[int, ...]:
        """How far each stand fires, to the scale of the game."""
        return tuple([kind.max_range * self.rules.range_percent // 100 for kind in self.kinds])

    @cached_property
    def normal_ranges(self) -> tuple[int, ...]:
        """How far each stand fires without the long range modifier, to the scale of the game."""
        return tuple([kind.normal_range * self.rules.range_percent // 100 for kind in self.kinds])

    @cached_property
    def aims(self) -> tuple[bool, ...]:
        """For each stand whether it fires at what it sees: not those without arms, nor those that fire over hills. The
        crew of a light mortar does only with the option mortar_crews_fire (TC A11).
        """
        crews = self.rules.mortar_crews_fire
        mortars = [kind.template or (kind.kind == "light_mortar" and not crews) for kind in self.kinds]
        armed = ["unarmed" not in kind.flags for kind in self.kinds]
        return tuple([able and not mortar for able, mortar in zip(armed, mortars, strict=True)])

    @cached_property
    def farthest(self) -> tuple[int, ...]:
        """How far off anything can be that a stand fires at, a vehicle or another."""
        least = LIMITS["infantry_reach"] * self.rules.range_percent // 100
        return tuple([max(least, most) for most in self.max_ranges])

    @cached_property
    def objective_points(self) -> tuple[tuple[int, int], ...]:
        """Where the objectives lie."""
        return tuple([self.table.point(position) for _, position, _ in self.objectives])

    @cached_property
    def objective_box(self) -> tuple[int, int, int, int]:
        """How far west, east, south and north a base may have its centre that is near any objective."""
        xs, ys = [x for x, _ in self.objective_points] or [0], [y for _, y in self.objective_points] or [0]
        return min(xs) - _NEAR, max(xs) + _NEAR, min(ys) - _NEAR, max(ys) + _NEAR

    @cached_property
    def longest_range(self) -> int:
        """How far the stand fires that fires farthest."""
        return max(self.max_ranges, default=0)

    @cached_property
    def stands_of(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stands of each side."""
        first, second = ([n for n, owner in enumerate(self.owners) if owner == side] for side in (0, 1))
        return tuple(first), tuple(second)

    @cached_property
    def leaders_over(self) -> tuple[tuple[int, ...], ...]:
        """For each stand the leaders who command it, itself apart (TC C4, C5)."""
        found = []
        for stand in range(len(self.member_of)):
            mine, chain = self.stands_of[self.owners[stand]], self.commanded_by(stand)
            leaders = [n for n in mine if self.kinds[n].leader and self.member_of[n] in chain and n != stand]
            found.append(tuple(leaders))
        return tuple(found)

    @cached_property
    def set_up_by(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stands that each side sets up before play."""
        first, second = ([n for n in mine if self.arrivals[n] == 0] for mine in self.stands_of)
        return tuple(first), tuple(second)

    @cached_property
    def held_back(self) -> tuple[bool, bool]:
        """For each side whether anything could keep a stand from acting that is ready: command, a carrier, a rule."""
        first, second = (
            bool(self.specials or self.carriers_of[side] or self.rules.command[side] == "points") for side in (0, 1)
        )
        return first, second

    @cached_property
    def late(self) -> tuple[bool, bool]:
        """For each side whether stands of it may come later in the game."""
        first, second = (bool(self.specials) or any(self.arrivals[n] for n in mine) for mine in self.stands_of)
        return first, second

    @cached_property
    def carriers_of(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stands of each side that carry others."""
        first, second = ([n for n in mine if self.kinds[n].carries] for mine in self.stands_of)
        return tuple(first), tuple(second)

    def cover_at(self, position: int) -> int:
        """The cover a stand has at a position from any side: that of the ground it stands in or touches."""
        found = self._covers.get(position)
        if found is None:
            found = self._covers[position] = self._cover_at(position)
        return found

    @cached_property
    def _covers(self) -> dict[int, int]:
        return {}

    def _cover_at(self, position: int) -> int:
        best = 0
        for index in self.table.held_by(position):
            ground: Ground = TERRAIN[self.table.features[index].kind]
            if ground.shelter == "inside":
                best = max(best, ground.cover)
        for index, ground in self._ditches:
            if self.touches(position, index):
                best = max(best, ground.cover)
        # Open ground laid over other ground (a draw through a bluff) takes its cover away.
        top = TERRAIN.get(self.table.ground_at(position))
        if top is not None and top.shelter == "inside" and top.cover == 0 and top.kind == "draw":
            return 0
        return best

    @cached_property
    def walls(self) -> tuple[tuple[int, Ground], ...]:
        """The features that shelter only those behind them."""
        return self._that_shelter("behind")

    @cached_property
    def _ditches(self) -> tuple[tuple[int, Ground], ...]:
        """The features that shelter those who touch them."""
        return self._that_shelter("touch")

    def _that_shelter(self, how: str) -> tuple[tuple[int, Ground], ...]:
        kinds = [(index, TERRAIN[feature.kind]) for index, feature in enumerate(self.table.features)]
        return tuple((index, ground) for index, ground in kinds if ground.shelter == how)

    @cached_property
    def _boxes(self) -> tuple[tuple[int, int, int, int], ...]:
        """Around each feature, with room for half a base."""
        polygons = [feature.polygon for feature in self.table.features]
        sides = [([x for x, _ in polygon], [y for _, y in polygon]) for polygon in polygons]
        return tuple((min(xs) - 50, max(xs) + 50, min(ys) - 50, max(ys) + 50) for xs, ys in sides)

    @cached_property
    def _touched(self) -> dict[tuple[int, int], bool]:
        return {}

    def touches(self, position: int, feature: int) -> bool:
        """Whether a base at this position touches the feature."""
        known = self._touched.get((position, feature))
        if known is None:
            known = self._touched[position, feature] = self._touches(position, feature)
        return known

    def _touches(self, position: int, feature: int) -> bool:
        polygon = self.table.features[feature].polygon
        base = self.base(position, 0)
        west, east, south, north = self._boxes[feature]
        if not (west <= base.x <= east and south <= base.y <= north):
            return False
        corners = base.corners
        edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
        return (
            self.table.features[feature].holds(base.centre)
            or any(meeting(a, b, polygon) is not Meeting.CLEAR for a, b in edges)
            or any(abs(x - base.x) <= 50 and abs(y - base.y) <= 50 for x, y in polygon)
        )
