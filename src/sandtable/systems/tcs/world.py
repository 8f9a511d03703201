"""What never changes in a game: the map, the roster, the options, and what is worked out of them once (TCS 3, 27.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.systems.tcs.airfile import NO_AIR, Air
from sandtable.systems.tcs.clock import DAY, LIGHTS, NIGHT, TWILIGHT, Calendar
from sandtable.systems.tcs.commandoptions import CommandOptions
from sandtable.systems.tcs.gear import Gear
from sandtable.systems.tcs.ground import Ground
from sandtable.systems.tcs.options import TcsOptions
from sandtable.systems.tcs.shells import NO_SUPPORT, Support
from sandtable.systems.tcs.tables import SIXTHS, Kind, spotting_start
from sandtable.systems.tcs.weatherfile import Weather

if TYPE_CHECKING:
    from sandtable.systems.tcs.sheets import Sheet

__all__ = [
    "ABOARD",
    "AWAY",
    "DAY",
    "FINE",
    "FIRE_MODE",
    "LIGHTS",
    "MOVE_MODE",
    "NEVER",
    "NIGHT",
    "NOBODY",
    "OFF",
    "PARALYZED",
    "SUPPRESSED",
    "TWILIGHT",
    "UNKNOWN",
    "Formation",
    "World",
    "impulse_points",
]

OFF = -1
"""The hex of a unit that is not on the map."""
NEVER = 999
"""The turn on which a formation comes that has not been released yet."""
UNKNOWN = -2
"""The hex of a hidden unit in the view of those who have not found it: it is somewhere on the map (TCS 27.4)."""
ABOARD = -3
"""The hex of a unit that a helicopter carries: it is in the air, and no rule of the ground finds it (ME 4.3b)."""
AWAY = -4
"""The hex of a helicopter that has left the map for its off-map area, and may come back (ME 4.1i)."""
NOBODY = -1
FIRE_MODE, MOVE_MODE = 0, 1
FINE, SUPPRESSED, PARALYZED = 0, 1, 2
VIEWS_KEPT = 500
"""For how many lays of smoke it is kept what each hex sees."""


def impulse_points(allowance: int, count: int) -> int:
    """The movement points of one of several impulses, of an allowance in sixths, rounded up (TCS 20.2a).

    >>> impulse_points(15 * 6, 3), impulse_points(20 * 6, 3)
    (30, 42)
    """
    return -(-allowance // (count * SIXTHS)) * SIXTHS


class Formation(msgspec.Struct, frozen=True):
    """A company, or another body of units that fights together: its battalion, its morale, where it begins."""

    name: str
    side: int
    battalion: int
    morale: int | None
    area: tuple[int, ...]
    sheet: int
    mode: int
    arrives: int
    varies: bool
    """Whether a die may bring it a turn earlier or later."""
    hidden: bool = False
    """Whether it is set up hidden (TCS 27.4)."""
    group: int = 0
    """Its group on the op sheet it begins on (TCS 6.2a)."""
    prep: int = 4
    """Its Command Prep rating; low is good (TCS 6.9c)."""
    release: bool = False
    """Whether it comes only after a check, which is made from `release_from` on; then `delay` turns later."""
    release_from: int = 0
    delay: int = 0
    per_turn: int = 0
    """How many of its units come on a turn; 0 is all of them."""
    road_bound: int = 0
    """At this visibility in hexes, or less, its vehicles leave the roads only with a leader near (SR 1)."""
    alert: int = 0
    """The last turn on which it fires overwatch at range 1 without spotting (SR 2)."""
    green: int = 0
    """At this visibility, or less, its vehicles that have moved make no point fire action (SR 3)."""

    @property
    def due(self) -> int:
        """The turn on which it comes as far as is known at the start; 0 is there from the start (TCS 27.2)."""
        return NEVER if self.release else self.arrives


class World(msgspec.Struct, frozen=True, dict=True):
    """Everything that never changes in a game."""

    ground: Ground
    options: TcsOptions
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    owners: tuple[int, ...]
    formations: tuple[Formation, ...]
    member_of: tuple[int, ...]
    battalions: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    """The op sheets of the scenario, as the board begins with them."""
    places: tuple[int, ...]
    """Where each unit is set up if nobody chooses; OFF for those that arrive later."""
    leaders: tuple[bool, ...]
    first_side: int
    """The side that goes first on the first turn; NOBODY if that is rolled for."""
    setup_order: tuple[int, int]
    calendar: Calendar
    """When each turn begins, and the light of it."""
    turns: int
    visibility: int
    """The limit of visibility by the weather at the start, in hexes; 0 is no limit."""
    objectives: tuple[int, ...]
    victory: Any
    weather: Weather = Weather()
    light_limits: tuple[int, int, int] = (0, 0, 0)
    """The limits of visibility in hexes by day, at twilight and at night; 0 is no limit (TCS 26.1a)."""
    mines: tuple[tuple[int, int], ...] = ()
    """The hexes mined before play, each with its owner (TCS 21.1)."""
    rides: tuple[int, ...] = ()
    """The tank that each unit rides on when it arrives; NOBODY for those that do not (TCS 20.3b)."""
    platoons: tuple[int, ...] = ()
    """The number of the platoon of each unit: units that the scenario lists together are one."""
    started: tuple[int, ...] = ()
    """The steps that each unit begins with; 0 for a counter that may come into play later."""
    levels: tuple[int, ...] = ()
    """The Battalion Morale of each battalion when play begins (TCS 17.1e)."""
    halted: frozenset[int] = frozenset()
    """Vehicles that a chapter does not let move while they are Suppressed."""
    landmarks: tuple[tuple[str, int], ...] = ()
    """The names on the map, each with a hex."""
    named_areas: dict[str, tuple[int, ...]] = {}
    """The hexes of each area of the scenario."""
    command: CommandOptions = CommandOptions()
    support: Support = NO_SUPPORT
    """Batteries, registration points and aircraft (TCS 18, 25)."""
    air: Air = NO_AIR
    """Missiles and helicopters (ME 3, 4)."""
    gear: tuple[Gear, ...] = ()
    """What the scenario says of each unit beyond its type."""

    def clock(self, turn: int) -> str:
        """The label of a turn, as HHMM (TCS 1.0b); a turn at night lasts longer (TCS 1.0a)."""
        return self.calendar.label(turn)

    def light_limit(self, turn: int, light: int) -> int:
        """How far the light of a turn lets see, in hexes; 0 is no limit (TCS 26.1a)."""
        known = self._limits_of_light
        found = known.get((turn, light))
        if found is None:
            change = self.calendar.change(turn)
            own = change.hexes if change.light == light else 0
            found = known[turn, light] = own or self.light_limits[light]
        return found

    @cached_property
    def _limits_of_light(self) -> dict[tuple[int, int], int]:
        return {}

    @cached_property
    def morale(self) -> tuple[int, ...]:
        """The printed morale of each unit: its formation's, or its type's."""
        own = [self.formations[each].morale for each in self.member_of]
        return tuple(kind.morale if given is None else given for kind, given in zip(self.kinds, own, strict=True))

    @cached_property
    def battalion_of(self) -> tuple[int, ...]:
        """The battalion of each unit."""
        return tuple(self.formations[each].battalion for each in self.member_of)

    @cached_property
    def allowances(self) -> tuple[int, ...]:
        """The printed movement allowance of each unit, in sixths."""
        return tuple(kind.movement_allowance * SIXTHS for kind in self.kinds)

    @cached_property
    def units_in_battalion(self) -> tuple[tuple[int, ...], ...]:
        """The units of each battalion."""
        of = self.battalion_of
        return tuple(tuple(n for n, each in enumerate(of) if each == number) for number in range(len(self.battalions)))

    @cached_property
    def area_reach(self) -> tuple[int, ...]:
        """How far the area fire of each unit reaches; -1 if it has none."""
        return tuple((kind.area_range_max or 0) if kind.area_strength else -1 for kind in self.kinds)

    @cached_property
    def point_reach(self) -> tuple[int, ...]:
        """How far the point fire of each unit reaches; -1 if it has none (TCS 12.0b)."""
        return tuple(-1 if kind.point_strength is None else 2 * (kind.point_range_nominal or 0) for kind in self.kinds)

    @cached_property
    def people(self) -> tuple[bool, ...]:
        """Whether a unit is a target of class A."""
        return tuple(kind.target_class == "A" for kind in self.kinds)

    @cached_property
    def armour(self) -> tuple[bool, ...]:
        """Whether a unit is a target of class P."""
        return tuple(kind.target_class == "P" for kind in self.kinds)

    @cached_property
    def hard_targets(self) -> frozenset[int]:
        """The units that are P-2 targets or better (TCS 11.3, 17.1c)."""
        return frozenset(n for n, kind in enumerate(self.kinds) if self.armour[n] and (kind.defence or 0) >= 2)

    @cached_property
    def indirect(self) -> tuple[bool, ...]:
        """Whether a unit can fire by the eyes of a spotter (TCS 13.0d)."""
        return tuple(kind.trajectory_class in ("mortar", "high") for kind in self.kinds)

    @cached_property
    def conspicuous(self) -> tuple[int, ...]:
        """Where on the spotting track each unit begins (TCS 7.1c)."""
        return tuple(map(spotting_start, self.kinds))

    @cached_property
    def direct(self) -> tuple[bool, ...]:
        """Whether a unit is of low trajectory; class Inf counts as such (TCS 11.2e)."""
        return tuple(kind.trajectory_class in ("inf", "low") for kind in self.kinds)

    @cached_property
    def mortars(self) -> tuple[bool, ...]:
        """Whether a unit is a mortar."""
        return tuple(kind.trajectory_class == "mortar" for kind in self.kinds)

    def fire(self, units: Sequence[int]) -> str:
        """That these fire, in words: "A fires", "A, B fire"."""
        return f"{', '.join([self.names[n] for n in units])} {'fire' if len(units) > 1 else 'fires'}"

    def views(self, smoke: int, visibility: int, lit: int, farthest: int) -> list[int | None]:
        """What each hex sees through smoke in these hexes, and how far into lit ones, as bit masks; None where nobody
        has asked yet.
        """
        key = smoke, visibility, lit, farthest
        found = self._views.get(key)
        if found is None:
            if len(self._views) >= VIEWS_KEPT:
                self._views.clear()
            found = self._views[key] = [None] * self.ground.size
        return found

    @cached_property
    def _views(self) -> dict[tuple[int, int, int, int], list[int | None]]:
        return {}

    @cached_property
    def impulses(self) -> tuple[tuple[int, ...], ...]:
        """The movement points of each impulse of a unit, in sixths; of one that moves only once, all of them.

        An impulse is a third of the allowance, rounded up, and all together are the allowance (TCS 20.2a, 20.2c).
        """
        found = []
        count, unarmed = self.options.vehicle_impulses, self.options.unarmed_impulses
        for kind, allowance in zip(self.kinds, self.allowances, strict=True):
            if kind.vehicle and (kind.armed or unarmed) and count > 1:
                size = impulse_points(allowance, count)
                found.append(tuple(max(0, min(size, allowance - size * n)) for n in range(count)))
            else:
                found.append((allowance,))
        return tuple(found)

    @cached_property
    def nerve(self) -> tuple[int, ...]:
        """How shaken each unit may be and still move: vehicles may be Suppressed, which is buttoned up (TCS 17.8b)."""
        buttoned = SUPPRESSED if self.options.suppressed_vehicles_move else FINE
        return tuple(buttoned if kind.vehicle and n not in self.halted else FINE for n, kind in enumerate(self.kinds))

    @cached_property
    def walkers(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of each side on foot."""
        first, second = (tuple(n for n in units if self.kinds[n].move_class == "foot") for units in self.units_of)
        return first, second

    @cached_property
    def lifters(self) -> tuple[tuple[tuple[int, bool], ...], tuple[tuple[int, bool], ...]]:
        """The units of each side that can carry others, and whether they are tanks to ride on (TCS 3.0g, 20.3b)."""
        kinds = self.kinds
        first, second = (
            tuple((n, kinds[n].tank) for n in units if kinds[n].tank or kinds[n].lifts or "tow" in kinds[n].traits)
            for units in self.units_of
        )
        return first, second

    @cached_property
    def drivers(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The vehicles of each side that move by impulses (TCS 20.2c)."""
        first, second = (tuple(n for n in units if len(self.impulses[n]) > 1) for units in self.units_of)
        return first, second

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of each side, but for its helicopters: those to which the rules of the series apply."""
        first, second = (tuple(n for n in units if n not in self.flyers) for units in self.roster_of)
        return first, second

    @cached_property
    def flyers(self) -> frozenset[int]:
        """The helicopters: a layer of their own above the map, in no stack (ME 4)."""
        return frozenset(n for n, kind in enumerate(self.kinds) if kind.move_class == "helicopter")

    @cached_property
    def flyers_of(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The helicopters of each side."""
        first, second = (tuple(n for n in units if n in self.flyers) for units in self.roster_of)
        return first, second

    @cached_property
    def roster_of(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """All units of each side, on the ground and in the air."""
        first, second = ([n for n, owner in enumerate(self.owners) if owner == side] for side in (0, 1))
        return tuple(first), tuple(second)

    @cached_property
    def spans(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The first unit of each side and the one after its last: all of a side are between, and mostly nobody else."""
        first, second = ((min(units, default=0), max(units, default=-1) + 1) for units in self.roster_of)
        return first, second

    @cached_property
    def there_at_start(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """All units of each side but for those that arrive later."""
        first, second = (
            tuple(n for n in units if not self.formations[self.member_of[n]].arrives) for units in self.roster_of
        )
        return first, second

    @cached_property
    def hiders(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of each side that are set up hidden (TCS 27.4)."""
        first, second = (
            tuple(n for n in units if self.formations[self.member_of[n]].hidden) for units in self.units_of
        )
        return first, second

    @cached_property
    def footholds(self) -> tuple[tuple[int, ...], ...]:
        """The hexes of the area of each unit's formation whose ground it may enter."""
        terrain = self.ground.map.terrain
        found = []
        for kind, member in zip(self.kinds, self.member_of, strict=True):
            costs = self.ground.movements[kind.move_class].costs.terrain
            area = self.formations[member].area
            found.append(tuple(hex for hex in area if costs[terrain[hex]] is not None))
        return tuple(found)

    @cached_property
    def areas(self) -> tuple[int, ...]:
        """The area where each formation is set up, as a bit mask."""
        return tuple(self.ground.map.mask(each.area) for each in self.formations)

    @cached_property
    def largest(self) -> int:
        """The most steps that any unit has."""
        return max(1, *self.started, *(kind.steps for kind in self.kinds))

    @cached_property
    def hides(self) -> bool:
        """Whether anybody is set up hidden."""
        return any(self.hiders)

    @cached_property
    def eye(self) -> int:
        """How high above the ground eyes and targets are, in metres (TCS 8.0a)."""
        return self.options.eye_metres

    def crest(self, here: int, there: int) -> bool:
        """Whether the side between two hexes is a crest seen from the first: marked, or by its height (TCS 8.0f)."""
        ground = self.ground
        marked = (here, ground.way(here, there)) in ground.marked_crests
        return marked or ground.crest(here, there, self.options.crest_metres)

    def hex_name(self, hex: int) -> str:
        """The printed number of a hex."""
        return self._hex_names[hex]

    @cached_property
    def _hex_names(self) -> tuple[str, ...]:
        return tuple(map(str, self.ground.map))
