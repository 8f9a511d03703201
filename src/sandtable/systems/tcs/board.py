"""The map and the units on it: what changes, and the questions rules ask of it; what does not change is the `world`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.board.hexpaths import Movement
from sandtable.kernel.chapter import Seam
from sandtable.kernel.field import Look
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.sheets import Sheet
from sandtable.systems.tcs.shells import Barrage, Flare, Stock
from sandtable.systems.tcs.tables import TYPES
from sandtable.systems.tcs.world import FINE, FIRE_MODE, LIGHTS, MOVE_MODE, NIGHT, NOBODY, OFF, World

__all__ = [
    "ABOVE",
    "BEHIND",
    "BERTHS",
    "DIRECT",
    "INSIDE",
    "ON_TOP",
    "OPTICS",
    "SOFT",
    "TIMES",
    "TO_FIRE",
    "TO_HIT",
    "TO_OBSERVE",
    "TO_SEE",
    "UNSEEN",
    "WITHIN",
    "Board",
    "Extended",
    "Situation",
    "Smoke",
    "Unit",
    "Whereabouts",
    "with_nobody_moved",
]


E = TypeVar("E")
INSIDE, BEHIND, ON_TOP = range(3)
"""Where a carrier has a unit. Carriers of the series have one place, and who is in or behind them is inside."""
DIRECT, ABOVE, WITHIN = range(3)
"""How area fire comes: straight; from above, with mortars or artillery in it; or from within the hex."""
SOFT: Seam[Callable[[Situation, int, int], int | None]] = Seam(
    "the defence of a unit against area fire that comes some way; below 0 it is not harmed, None is as printed"
)
TIMES: Seam[Callable[[Situation, int], int | None]] = Seam("how many vehicles a counter stands for")
UNSEEN: Seam[Callable[[Situation, int], int]] = Seam("hexes that cannot be seen from a hex, as a bit mask")
TO_SEE, TO_FIRE, TO_HIT, TO_OBSERVE = range(4)
"""What a unit looks for: to spot, to make area fire, to make point fire, to direct the fire of others."""
OPTICS: Seam[Callable[[Situation, int, int, int], int]] = Seam("further hexes that a unit in a hex sees, for a purpose")
"""By smoke, light and weather alone: the answer is kept while they last."""
BERTHS: Seam[Callable[[Situation, int, int], int | None]] = Seam("the place that a unit takes on a carrier")


class Unit(msgspec.Struct, frozen=True, array_like=True, cache_hash=True):
    """A unit: where it is, how it is, and what it has done in this action phase (TCS 1.0j, 3.0a)."""

    at: int = OFF
    steps: int = 0
    """Those that are left; a unit without steps that is not due to arrive is lost."""
    mode: int = FIRE_MODE
    morale: int = FINE
    fired: bool = False
    dug_in: bool = False
    road: bool = False
    """Road Moving (TCS 4.3)."""
    sheet: int = NOBODY
    """The op sheet it is on; NOBODY is Unassigned (TCS 6.1)."""
    spent: int = 0
    """Movement points spent in this phase, in sixths; of a vehicle, in this impulse."""
    impulse: int = 0
    """The impulses of a vehicle begun in this phase (TCS 20.2a)."""
    turned: bool = False
    """Whether it has gone to Move Mode in this phase."""
    fresh: bool = False
    """Whether its morale marker came, or was reduced, in this phase (TCS 17.7b)."""
    watched: bool = False
    """Whether it has fired overwatch in this phase: a mortar does so once (TCS 15.5a)."""
    carrier: int = NOBODY
    """The unit that carries or tows it (TCS 20.3)."""
    hidden: bool = False
    """Whether the enemy has not found it yet (TCS 27.4)."""
    group: int = 0
    """Its group on the sheet it is on (TCS 6.2a)."""
    post: int = NOBODY
    """The hex it had when its order came into force, for orders that hold it there; NOBODY is none."""
    engaged: bool = False
    """Whether it has fired or was fired at since the last command phase (TCS 6.9d2)."""
    withdrawing: bool = False
    """Whether its order has failed, and it goes back (TCS 6.11c)."""
    buttoned: bool = False
    """Whether an armoured vehicle is buttoned up until clean up (TCS 16.7)."""


class Smoke(msgspec.Struct, frozen=True, array_like=True):
    """Smoke in a hex: whose, and its level; what mortars and guns lay is `light` (TCS 19)."""

    at: int
    side: int
    level: int = 1
    light: bool = True


class Board(msgspec.Struct, frozen=True, array_like=True, dict=True, forbid_unknown_fields=True):
    """Everything that changes during play."""

    units: tuple[Unit, ...]
    turn: int = 1
    phasing: int = NOBODY
    """The side whose action phase it is."""
    battalions: tuple[int, ...] = ()
    """The Battalion Morale of each battalion (TCS 17.1e)."""
    vehicles: tuple[int, ...] = ()
    """The Vehicle Morale level of each battalion (TCS 17.8c)."""
    smoke: tuple[Smoke, ...] = ()
    mines: tuple[tuple[int, int], ...] = ()
    """The hexes with mines, each with its owner (TCS 21)."""
    zones: tuple[int, ...] = ()
    """The hexes in an Artillery Attack Zone (TCS 18.10a)."""
    swept: tuple[tuple[int, int], ...] = ()
    """Hexes with the sides by which effective direct fire came in this phase, as bits (TCS 11.4b)."""
    assaulted: tuple[int, ...] = ()
    """The hexes assaulted in this phase (TCS 22.1)."""
    holders: tuple[int, ...] = ()
    """The side that controls each objective."""
    due: tuple[int, ...] = ()
    """The turn on which each formation arrives; 0 is there from the start (TCS 27.2)."""
    light: int = 0
    """DAY, TWILIGHT or NIGHT."""
    lit: tuple[int, ...] = ()
    """The hexes that are illuminated (TCS 26.2a)."""
    visibility: int = -1
    """The limit of visibility in hexes since the weather changed; 0 is no limit, -1 as at the start (TCS 7.0b)."""
    hidden: tuple[tuple[int, int], ...] = ()
    """The hexes with mines that the other side has not found yet, each with its owner (TCS 21.4)."""
    sheets: tuple[Sheet, ...] = ()
    """The op sheets of both sides, by their numbers (TCS 6)."""
    batteries: tuple[Stock, ...] = ()
    """The ammunition and role of each battery (TCS 18.1)."""
    missions: tuple[Barrage, ...] = ()
    """Continuous Fire on the map; `zones` are their zones, and those of HE while it lands (TCS 18.10a)."""
    ran: tuple[int, ...] = ()
    """Units that have run from the mission that lands now: they are out of it (TCS 18.8a)."""
    flares: tuple[Flare, ...] = ()
    """Illumination markers; `lit` are the hexes that they light (TCS 26.2a)."""
    registered: tuple[tuple[int, int], ...] = ()
    """Registration points, each with its side (TCS 18.13)."""
    plots: tuple[int, ...] = ()
    """The hex of each barrage that was written before the battle (TCS 2.0l)."""
    gunned: tuple[int, ...] = ()
    """Guns on the map that have fired a mission this turn (TCS 18.11)."""
    held: tuple[bytes, bytes] = (b"", b"")
    """The other hexes that each side controls, as bit masks from the lowest byte (see `Situation.holder`)."""
    kept_out: tuple[int, ...] = ()
    """The formations that have found all their entry hexes held (TCS 27.2)."""


class Extended(Board, Generic[E], frozen=True, array_like=True, dict=True):
    """A board with a place for what the chapters of an expansion keep on it."""

    extras: tuple[E, ...] = ()


class Deployment:
    """Where the units of a side are, as far as anybody has asked: mostly hexes, as a bit mask."""

    __slots__ = ("armed", "beset", "hard", "hidden", "occupied", "places", "present", "soft")

    occupied: int | None
    """The hexes that the other side knows of."""
    places: int | None
    """All hexes."""
    present: list[int] | None
    """The units on the ground of the map."""
    hidden: tuple[int, ...] | None
    """The units that hide."""
    soft: int | None
    """The hexes with units that area fire harms."""
    hard: int | None
    """The same for point fire."""
    armed: int | None
    """The hexes of combat units that the other side knows of."""
    beset: int | None
    """The hexes beside units that the other side knows of."""

    def __init__(self) -> None:
        self.beset = self.occupied = self.places = None
        self.soft = self.hard = self.armed = None
        self.hidden = self.present = None


class Whereabouts:
    """The hex of every unit: kept beside a board, and handed on to the next while nobody goes elsewhere."""

    __slots__ = ("sides", "stacks")

    def __init__(self, stacks: dict[int, list[int]], sides: tuple[Deployment, Deployment] | None = None) -> None:
        self.stacks = stacks
        """The units in each hex that has any; neither it nor its lists are ever changed."""
        self.sides = sides or (Deployment(), Deployment())

    def after(self, side: int, stacks: dict[int, list[int]]) -> Whereabouts:
        """The same once units of a side have gone elsewhere, got on or off a carrier, or shown themselves: the others
        are where they were.

        >>> before = Whereabouts({7: [0], 9: [4]})
        >>> before.sides[0].occupied, before.sides[1].occupied = 1 << 7, 1 << 9
        >>> after = before.after(0, {8: [0], 9: [4]})
        >>> after.sides[0].occupied, after.sides[1].occupied
        (None, 512)
        """
        first, second = self.sides
        return Whereabouts(stacks, (first, Deployment()) if side else (Deployment(), second))


def with_nobody_moved(board: Board, **values: Any) -> Board:
    """The board with some of its fields changed, and everybody in the same hex: what is known of that goes with it."""
    found = msgspec.structs.replace(board, **values)
    where = board.__dict__.get("whereabouts")
    if where is not None:
        found.__dict__["whereabouts"] = where
    return found


class Situation(Look[Board, World]):
    """Questions about the map and the units."""

    def __init__(self, game: Game[Board, World], board: Board) -> None:
        self.game = game  # as `Look` does: two of these are made for every decision
        self.board = board
        self.world = game.world
        self.units = board.units
        self._views = None
        self._where: Whereabouts | None = board.__dict__.get("whereabouts")

    def untouched(self, seams: tuple[Seam[Any], ...]) -> bool:
        """Whether no chapter in force adds anything at some seams."""
        known: dict[object, bool] = known_of(self.game.rules, "untouched")
        found = known.get(seams)
        if found is None:
            found = known[seams] = not any(map(self.game.rules.at, seams))
        return found

    @property
    def turn(self) -> int:
        """The game turn."""
        return self.board.turn

    def answers(self, name: str) -> dict[Any, Any]:
        """The answers to a question that are kept beside this look, to look up and to add to; a working copy, which
        changes all the time, keeps none.
        """
        return known_of(self, name)

    # Who is where

    @property
    def stacks(self) -> dict[int, list[int]]:
        """The units in each hex that has any; passengers are in the hex of their carrier, helicopters in no stack."""
        where = self._where
        return (self._found() if where is None else where).stacks

    def _found(self) -> Whereabouts:
        """The hex of every unit, looked up unit by unit."""
        stacks: dict[int, list[int]] = {}
        flyers = self.world.flyers
        for n, unit in enumerate(self.units):
            if unit.at >= 0 and n not in flyers:
                if unit.at in stacks:
                    stacks[unit.at].append(n)
                else:
                    stacks[unit.at] = [n]
        found = self._where = self.board.__dict__["whereabouts"] = Whereabouts(stacks)
        return found

    def units_in(self, hex: int) -> list[int]:
        """The units in a hex."""
        where = self._where
        return (self._found() if where is None else where).stacks.get(hex, [])

    def on_map(self, side: int) -> list[int]:
        """The units of a side on the map."""
        own = (self._where or self._found()).sides[side]
        known = own.present
        if known is None:
            units = self.units
            known = own.present = [n for n in self.world.units_of[side] if units[n].at >= 0]
        return [*known]

    def left(self, side: int) -> list[int]:
        """The units of a side that are not lost, on the map or still to come."""
        units = self.units
        return [n for n in self.world.roster_of[side] if units[n].steps]

    def held_by(self, hex: int) -> int:
        """The side whose units are in a hex; NOBODY if none are."""
        stack = self.stacks.get(hex)
        return self.world.owners[stack[0]] if stack else NOBODY

    def holder(self, hex: int) -> int:
        """The side that controls a hex: its unshaken combat unit was the last to be alone there; NOBODY if none was."""
        objectives = self.world.objectives
        if hex in objectives:
            return self.board.holders[objectives.index(hex)]
        place, bit = hex >> 3, 1 << (hex & 7)
        first, second = self.board.held
        if place < len(first) and first[place] & bit:
            return 0
        return 1 if place < len(second) and second[place] & bit else NOBODY

    def held(self, side: int) -> int:
        """The hexes that a side controls beside the objectives, as a bit mask."""
        return int.from_bytes(self.board.held[side], "little")

    def occupied(self, side: int) -> int:
        """The hexes with units of a side that are not hidden, as a bit mask: those that the other side knows of."""
        own = (self._where or self._found()).sides[side]
        known = own.occupied
        if known is not None:
            return known
        mask = 0
        units = self.units
        for n in self.world.units_of[side]:
            unit = units[n]
            if unit.at >= 0 and not unit.hidden:
                mask |= 1 << unit.at
        own.occupied = mask
        return mask

    def places(self, side: int) -> int:
        """The hexes with units of a side, on the ground or in the air and those who hide too, as a bit mask."""
        own = (self._where or self._found()).sides[side]
        known = own.places
        if known is not None:
            return known
        mask, units = 0, self.units
        for n in self.world.roster_of[side]:
            at = units[n].at
            if at >= 0:
                mask |= 1 << at
        own.places = mask
        return mask

    def defended(self, side: int) -> int:
        """The hexes with combat units of a side that are not hidden, as a bit mask."""
        own = (self._where or self._found()).sides[side]
        known = own.armed
        if known is None:
            known, units, kinds = 0, self.units, self.world.kinds
            for n in self.world.units_of[side]:
                if units[n].at >= 0 and not units[n].hidden and kinds[n].armed:
                    known |= 1 << units[n].at
            own.armed = known
        return known

    def beset(self, side: int) -> int:
        """The hexes beside units of a side that are not hidden, as a bit mask."""
        own = (self._where or self._found()).sides[side]
        known = own.beset
        if known is None:
            known, beside = 0, self.world.ground.beside
            for hex in self.world.ground.map.indices(self.occupied(side)):
                known |= beside[hex]
            own.beset = known
        return known

    def targeted(self, side: int, *, point: bool) -> int:
        """The hexes with units of a side that area fire harms by the series alone, or point fire, as a bit mask."""
        own = (self._where or self._found()).sides[side]
        known = own.hard if point else own.soft
        if known is not None:
            return known
        mask, units, spared = 0, self.units, self.world.people if point else self.world.armour
        for n in self.world.units_of[side]:
            if not spared[n] and units[n].at >= 0 and (units[n].carrier == NOBODY or not self.inside(n)):
                mask |= 1 << units[n].at
        if self.game.rules.at(BERTHS):
            return mask
        if point:
            own.hard = mask
        else:
            own.soft = mask
        return mask

    def hidden(self, side: int) -> tuple[int, ...]:
        """The units of a side that hide (TCS 27.4)."""
        own = (self._where or self._found()).sides[side]
        known = own.hidden
        if known is None:
            units = self.units
            known = own.hidden = tuple([n for n in self.world.hiders[side] if units[n].hidden])
        return known

    def barred(self, hex: int, side: int) -> bool:
        """Whether a side knows of enemies in a hex."""
        owners, units = self.world.owners, self.units
        return any(owners[n] != side and not units[n].hidden for n in self.units_in(hex))

    def steps_in(self, hex: int) -> int:
        """All steps in a hex, passengers too (TCS 5.0b)."""
        return sum(self.units[n].steps for n in self.units_in(hex))

    def berth(self, unit: int, carrier: int) -> int:
        """The place that a unit has, or would take, on a carrier: it rides on tanks, and is inside all others."""
        for place in self.game.rules.at(BERTHS):
            found = place(self, unit, carrier)
            if found is not None:
                return found
        return ON_TOP if self.world.kinds[carrier].tank else INSIDE

    def inside(self, unit: int) -> bool:
        """Whether a unit is in or behind its carrier, so that fire meets the carrier; who rides on a tank is not."""
        carrier = self.units[unit].carrier
        return carrier != NOBODY and self.berth(unit, carrier) != ON_TOP

    def enemies_in(self, hex: int, side: int) -> list[int]:
        """The units in a hex that are not of this side."""
        owners = self.world.owners
        return [n for n in self.units_in(hex) if owners[n] != side]

    # What can be hit

    def area_targets(self, hex: int, side: int, way: int = DIRECT) -> list[int]:
        """The units of a side in a hex that area fire harms when it comes this way: classes A and B (TCS 3.0e)."""
        owners, armour, units = self.world.owners, self.world.armour, self.units
        if self.game.rules.at(SOFT):
            here = [n for n in self.units_in(hex) if owners[n] == side and self.softness(n, way) is not None]
            return [n for n in here if units[n].carrier == NOBODY or not self.inside(n)]
        return [
            n
            for n in self.units_in(hex)
            if owners[n] == side and not armour[n] and (units[n].carrier == NOBODY or not self.inside(n))
        ]

    def softness(self, unit: int, way: int = DIRECT) -> int | None:
        """The defence of a unit against area fire that comes this way; None if it is not harmed (TCS 3.0e, 3.0f)."""
        for soft in self.game.rules.at(SOFT):
            found = soft(self, unit, way)
            if found is not None:
                return found if found >= 0 else None
        return None if self.world.armour[unit] else self.world.kinds[unit].defence or 0

    def point_targets(self, hex: int, side: int) -> list[int]:
        """The units of a side in a hex that point fire and AT rolls harm: classes P and B (TCS 3.0e)."""
        owners, people, units = self.world.owners, self.world.people, self.units
        return [
            n
            for n in self.units_in(hex)
            if owners[n] == side and not people[n] and (units[n].carrier == NOBODY or not self.inside(n))
        ]

    def armour_in(self, hex: int, side: int) -> bool:
        """Whether a P-2 target or better of a side is in a hex."""
        hard = self.world.hard_targets
        return bool(hard) and any(n in hard for n in self.point_targets(hex, side))

    @property
    def weather_limit(self) -> int:
        """How far the weather lets see now, in hexes; 0 is no limit (TCS 7.0a)."""
        now = self.board.visibility
        return self.world.visibility if now < 0 else now

    @property
    def visibility(self) -> int:
        """Visibility in hexes now, the lesser of the limits of weather and light; 0 is no limit (TCS 7.0a, 26.1a)."""
        weather, light = self.weather_limit, self.world.light_limit(self.board.turn, self.board.light)
        return min(weather, light) if weather and light else weather or light

    # Light

    @property
    def lit_mask(self) -> int:
        """The hexes that are illuminated, as a bit mask; only at night (TCS 26.2a)."""
        board = self.board
        if board.light != NIGHT or not board.lit:
            return 0
        mask = 0
        for hex in board.lit:
            mask |= 1 << hex
        return mask

    def light_on(self, hex: int) -> str:
        """How light it is in a hex: day, twilight, night; or lit, if it is illuminated at night (TCS 11.3a)."""
        light = self.board.light
        return "lit" if light == NIGHT and hex in self.board.lit else LIGHTS[light]

    # How they are

    def lost_steps(self, unit: int) -> int:
        """The steps a unit has lost so far."""
        return self.world.kinds[unit].steps - self.units[unit].steps

    def lost_since(self, units: Iterable[int]) -> int:
        """The steps that some units have lost since play began."""
        return sum(self.world.started[n] - self.units[n].steps for n in units)

    def times(self, unit: int) -> int:
        """How many vehicles a counter stands for now: one, as a rule."""
        for count in self.game.rules.at(TIMES):
            found = count(self, unit)
            if found is not None:
                return found
        return 1

    def posture(self, unit: int) -> str:
        """How a unit meets fire: moving, in Fire Mode or dug in (TCS 11.2)."""
        u = self.units[unit]
        return "move" if u.mode == MOVE_MODE else "dug_in" if u.dug_in else "fire"

    def type_of(self, hex: int) -> str:
        """The type of terrain in a hex."""
        return TYPES[self.world.ground.types[hex]]

    @property
    def mined(self) -> int:
        """The hexes with mines, as a bit mask (TCS 21)."""
        mask = 0
        for hex, _ in self.board.mines:
            mask |= 1 << hex
        return mask

    def in_zone(self, hex: int) -> bool:
        """Whether a hex is in an Artillery Attack Zone."""
        return hex in self.board.zones

    # Movement

    def movement(self, unit: int, *, roads: bool = True) -> Movement:
        """The map as a unit moves over it now, by road or not: vehicles are slow off the road at night (TCS 20.4)."""
        mover = self.world.kinds[unit].move_class
        ground = self.world.ground
        if self.board.light == NIGHT and mover not in ("foot", "helicopter"):
            return ground.slowed(mover, self.world.options.night_off_road, roads=roads)
        return ground.movements[mover] if roads else ground.off_road[mover]

    # Sight

    @property
    def smoke_mask(self) -> int:
        """The hexes with smoke, as a bit mask."""
        mask = 0
        for each in self.board.smoke:
            mask |= 1 << each.at
        return mask

    def smoked(self, hex: int) -> bool:
        """Whether there is smoke in a hex."""
        smoke = self.board.smoke
        return bool(smoke) and hex in [each.at for each in smoke]

    @property
    def views(self) -> list[int | None]:
        """What each hex sees through the smoke, light and weather of now, as far as somebody has asked: the same list
        as long as they are the same.
        """
        return self._look_around() if self._views is None else self._views

    def view(self, hex: int) -> int:
        """The hexes in sight of a hex now, as a bit mask (TCS 7.0a, 8.0)."""
        views = self._views
        known = None if views is None else views[hex]
        found = self._open_view(hex) if known is None else known
        if self._unseen:
            for unseen in self._unseen:
                found &= ~unseen(self, hex)
        return found

    def seen_by(self, hex: int) -> int:
        """The hexes from which a hex is seen now, as a bit mask. By day they are those it sees itself; at night whoever
        stands in the light is seen from afar and does not see back (TCS 26.1a).
        """
        views = self._look_around() if self._views is None else self._views
        known = views[hex]
        found = self._open_view(hex) if known is None else known
        if self._lit:
            limit = self.weather_limit if self._lit >> hex & 1 else self.visibility
            found = self.world.ground.view(hex, self._blocking_smoke(), limit, self.world.eye)
        if self._unseen:
            for unseen in self._unseen:
                for other in self.world.ground.map.indices(found):
                    if unseen(self, other) >> hex & 1:
                        found &= ~(1 << other)
        return found

    def view_of(self, unit: int, purpose: int = TO_SEE) -> int:
        """The hexes that a unit sees from where it is, as a bit mask: those in sight of its hex, and what other sights
        show it.
        """
        at = self.units[unit].at
        views = self._look_around() if self._views is None else self._views
        if not self._optics:
            known = None if self._unseen else views[at]
            return self.view(at) if known is None else known
        key = unit, at, purpose
        found = self._sighted.get(key)
        if found is None:
            found = self.view(at)
            for optics in self._optics:
                more = optics(self, unit, at, purpose) & ~found
                for unseen in self._unseen if more else ():
                    more &= ~unseen(self, at)
                found |= more
            if not self._unseen:
                self._sighted[key] = found
        return found

    def spies(self, unit: int, hex: int, purpose: int = TO_SEE) -> bool:
        """Whether a unit sees a hex, with whatever sights it has."""
        return bool(self.view_of(unit, purpose) >> hex & 1)

    def through(self, hex: int, *, smoke: bool, limit: int) -> int:
        """The hexes in the line of sight of a hex up to a limit, 0 for none; `smoke`: whether smoke blocks it."""
        return self.world.ground.view(hex, self._blocking_smoke() if smoke else 0, limit, self.world.eye)

    def _open_view(self, hex: int) -> int:
        """The hexes in sight of a hex, as far as only smoke, weather and light count."""
        views = self._look_around() if self._views is None else self._views
        found = views[hex]
        if found is None:
            view, smoke, eye = self.world.ground.view, self._blocking_smoke(), self.world.eye
            found = view(hex, smoke, self.visibility, eye)
            if self._lit:
                found |= view(hex, smoke, self.weather_limit, eye) & self._lit
            views[hex] = found
        return found

    def _look_around(self) -> list[int | None]:
        """What each hex and each unit sees, as far as somebody has asked: what was known a moment ago, if smoke, light
        and weather are the same.
        """
        board = self.board
        now = board.smoke, board.lit, board.turn, board.light, board.visibility
        known: dict[str, tuple[tuple[object, ...], list[int | None], int, dict[tuple[int, int, int], int]]]
        known = known_of(self.world, "views of now")
        last = known.get("last")
        if last is None or last[0] != now:
            lit = self.lit_mask
            views = self.world.views(self._blocking_smoke(), self.visibility, lit, self.weather_limit if lit else 0)
            last = known["last"] = now, views, lit, {}
        _, self._views, self._lit, self._sighted = last
        self._unseen, self._optics = self.game.rules.at(UNSEEN), self.game.rules.at(OPTICS)
        return last[1]

    _views: list[int | None] | None = None
    """What each hex sees through the smoke and weather of now; None if nobody has asked."""
    _sighted: dict[tuple[int, int, int], int]
    """What units see from a hex with other sights, for each purpose; looked up with the views."""
    _lit = 0
    """The hexes that are lit at night, as a bit mask; looked up with the views."""
    _unseen: tuple[Callable[[Situation, int], int], ...] = ()
    """What other chapters keep from being seen; looked up with the views."""
    _optics: tuple[Callable[[Situation, int, int, int], int], ...] = ()
    """Other sights; looked up with the views."""

    def _blocking_smoke(self) -> int:
        return self.smoke_mask if self.board.smoke and self.world.options.smoke_blocks else 0

    def sees(self, one: int, other: int) -> bool:
        """Whether the first hex sees the second now; at night the second may not see the first (TCS 26.1a)."""
        return bool(self.view(one) >> other & 1)
