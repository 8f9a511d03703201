"""Assault boats and footbridges (BT 1 to 6): optional, for battles along a river that nobody can ford.

The side that must take the objectives has the boats. They lie ready on its bank: a unit that begins its action phase
at the water spends all its movement to cross. Boats come back by themselves; those that are hit do not.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.option import About, Options
from sandtable.kernel.procedure import Caller, Decide, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs import hiding
from sandtable.systems.tcs.action import AFTER_ACTING, OPENING, Act
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import points_left
from sandtable.systems.tcs.movement import shut, why_it_stays
from sandtable.systems.tcs.overwatch import MOVED, Triggered, Watch
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.tables import SIXTHS
from sandtable.systems.tcs.victory import COUNTED, hold
from sandtable.systems.tcs.world import FINE, NOBODY

__all__ = [
    "CHAPTER",
    "BoatOptions",
    "Cross",
    "Crossing",
    "PlaceBridge",
    "River",
    "across",
    "boats_for",
    "crossers",
    "landings",
    "rowers",
]

PLATOON = 3
"""A unit of this many steps at full strength has a boat to itself; two smaller ones share one."""


class BoatOptions(Options, frozen=True):
    """What a river costs."""

    boats: Annotated[
        int, About("Assault boats of the side that must take the objectives; 0 is none.", "BT 1", high=99)
    ] = 0
    boats_return: Annotated[
        int, About("How many turns after a crossing a boat can be used again.", "BT 3", low=1, high=9)
    ] = 2
    footbridge_turns: Annotated[
        int, About("How many turns engineers need for a footbridge; 0 is never.", "BT 5", high=20)
    ] = 3
    footbridge_points: Annotated[
        int, About("Movement points that a footbridge adds to the cost of the hex.", "BT 6", high=9)
    ] = 1


class River(msgspec.Struct, frozen=True, array_like=True, tag="river"):
    """What is afloat: boats under way, boats lost, bridges, and those who build one."""

    away: tuple[tuple[int, int], ...] = ()
    """The turn on which boats are back, and how many."""
    sunk: int = 0
    bridges: tuple[tuple[int, int], ...] = ()
    """The hexes at both ends of each footbridge, the lower number first."""
    builders: tuple[tuple[int, int, int], ...] = ()
    """Engineers at work: who, in which hex, for how many turns."""


NO_WATER = Reason("{unit:unit} is not beside a river that it could cross", "BT 2")
MOVED_ALREADY = Reason("{unit:unit} has moved: a crossing takes all its movement", "BT 2")
ON_FOOT = Reason("{unit:unit} does not go by boat: only units on foot do", "BT 2")
NO_BOAT = Reason("there is no boat for {unit:unit}: they come back {turns} turns after they were used", "BT 3")
NO_LANDING = Reason("there is no room for {unit:unit} to land", "BT 2")
NOT_ACROSS = Reason("that hex is not across the water from here, or the enemy is in it", "BT 2")
OTHER_SIDE = Reason("the boats are the enemy's", "BT 1")


def chosen(look: Situation) -> BoatOptions:
    """The options of this chapter."""
    return look.game.rules.chosen(BoatOptions)


def rowers(look: Situation) -> int:
    """The side that has the boats (BT 1)."""
    return look.game.sides.index(look.world.victory.side)


def ready(look: Situation) -> int:
    """The boats that can be used now (BT 3)."""
    river = look.kept(River)
    return chosen(look).boats - river.sunk - sum(count for _, count in river.away)


def boats_for(look: Situation, group: tuple[int, ...]) -> int:
    """The boats that these units need: one for a platoon, one for two sections (BT 1)."""
    large = sum(look.world.kinds[unit].steps >= PLATOON for unit in group)
    return large + -(-(len(group) - large) // 2)


def across(look: Situation, hex: int) -> list[int]:
    """The hexes on the other side of a river from a hex."""
    map = look.world.ground.map
    found = []
    for side in map.hexsides.get("river", ()):
        ends = map.index(side.first), map.index(side.second)
        if hex in ends:
            found.append(ends[1] if ends[0] == hex else ends[0])
    return sorted(found)


def bridged(look: Situation, one: int, other: int) -> bool:
    """Whether a footbridge joins two hexes (BT 6)."""
    return (min(one, other), max(one, other)) in look.kept(River).bridges


def bridge_cost(look: Situation, unit: int, hex: int) -> int:
    """What it costs to enter a hex over a footbridge, in sixths (BT 6)."""
    world = look.world
    terrain = world.ground.movements["foot"].costs.terrain[world.ground.map.terrain[hex]] or 0
    return terrain + chosen(look).footbridge_points * SIXTHS


def landings(look: Situation, group: tuple[int, ...]) -> tuple[int, ...]:
    """Where these units can land: by boat if they have not moved and there are enough, or over a footbridge."""
    world, units = look.world, look.units
    closed = 0
    for unit in group:
        closed |= shut(look, unit)
    terrain = world.ground.movements["foot"].costs.terrain
    fresh = all(units[unit].spent == 0 for unit in group)
    rows = world.owners[group[0]] == rowers(look)
    by_boat = fresh and rows and boats_for(look, group) <= ready(look)
    here = units[group[0]].at
    found = []
    for hex in across(look, here):
        if closed >> hex & 1 or terrain[world.ground.map.terrain[hex]] is None:
            continue
        walks = bridged(look, here, hex) and all(bridge_cost(look, n, hex) <= points_left(look, n) for n in group)
        if by_boat or walks:
            found.append(hex)
    return tuple(found)


def crossers(look: Situation, side: int) -> Targets:
    """The units of a side that can cross now."""
    return tuple(n for n in look.world.walkers[side] if look.units[n].at >= 0 and why_not_cross(look, n) is None)


def why_not_cross(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map cannot cross."""
    now, world = look.units[unit], look.world
    if world.kinds[unit].move_class != "foot":
        return ON_FOOT
    if why := why_it_stays(look, unit, now):
        return why
    if not across(look, now.at):
        return NO_WATER
    if landings(look, (unit,)):
        return None
    if any(bridged(look, now.at, hex) for hex in across(look, now.at)):
        return NO_LANDING
    if world.owners[unit] != rowers(look):
        return OTHER_SIDE
    if now.spent:
        return MOVED_ALREADY
    if boats_for(look, (unit,)) > ready(look):
        return NO_BOAT.of(unit=unit, turns=chosen(look).boats_return)
    return NO_LANDING


@verb("Cross the river with", "unit", menu="Cross the river", name="boats.cross")
def cross(act: Act, look: Situation) -> Targets:
    """Units at the water that can get over it (BT 2)."""
    return crossers(look, act.side)


@cross.then
def _choose_landing(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Cross(act.side, (unit,)), act)


cross.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_cross(look, unit))


class Cross(Decide, frozen=True, array_like=True, tag="boats.where"):
    """BT 2: where a unit lands, and who goes with it."""

    group: tuple[int, ...]

    @verb("Land in", "hex", menu="Land here", otherwise=NOT_ACROSS)
    def land(self, look: Situation) -> Targets:
        """Hexes across the water."""
        return landings(look, self.group)

    @land.then
    def _do_land(self, field: Battlefield, hex: int) -> None:
        field.next(Crossing(self.side, self.group, hex))

    @verb("Together with", "unit", menu="Together")
    def along(self, look: Situation) -> Targets:
        """Others of its stack that fit into the boats."""
        last, here = self.group[-1], look.units[self.group[0]].at
        able = crossers(look, self.side)
        return tuple(n for n in able if n > last and look.units[n].at == here and landings(look, (*self.group, n)))

    @along.then
    def _do_along(self, field: Battlefield, unit: int) -> None:
        field.next(Cross(self.side, (*self.group, unit)))


class Crossing(Caller, frozen=True, array_like=True, tag="boats.crossing"):
    """BT 2, BT 4: the units are on the water, and the enemy may fire; a boat that is hit sinks."""

    work = 10

    side: int
    group: tuple[int, ...]
    hex: int
    steps: int = 0
    """Of all of them when they put off; 0 before, and where no boat is in danger."""

    def resume(self, field: Battlefield, answer: bool | None) -> None:
        """Put off; after the enemy's fire see what is left."""
        if self.steps:
            if sum(field.units[unit].steps for unit in self.group) < self.steps:
                self._sink(field)
            return
        here = field.units[self.group[0]].at
        if hiding.hides_in(field, self.hex, 1 - self.side):
            field.find(self.hex)
            return
        by_boat = not self._walks(field, here)
        if by_boat:
            river = field.kept(River)
            back = field.turn + chosen(field).boats_return
            field.keep(replace(river, away=(*river.away, (back, boats_for(field, self.group)))))
        for unit in self.group:
            spent = (
                field.world.allowances[unit]
                if by_boat
                else field.units[unit].spent + bridge_cost(field, unit, self.hex)
            )
            field.enter(unit, self.hex, spent=spent, road=False)
        hold(field, self.hex)
        field.log("boats.crosses", "BT 2", units=self.group, hex=self.hex, reveals=field.world.hides)
        for each in hiding.spotted_by(field, self.group):
            field.find(each)
        watch = Watch(1 - self.side, MOVED, self.group)
        if not watch.possible(field):
            return
        if by_boat:
            field.next(watch, replace(self, steps=sum(field.units[unit].steps for unit in self.group)))
        else:
            field.next(Triggered(self.side, self.group, MOVED))

    def _walks(self, look: Situation, here: int) -> bool:
        """Whether they take the footbridge: always, if there is one and they have the points."""
        return bridged(look, here, self.hex) and all(
            bridge_cost(look, unit, self.hex) <= points_left(look, unit) for unit in self.group
        )

    def _sink(self, field: Battlefield) -> None:
        river = field.kept(River)
        away = sorted(river.away)
        turn, count = away.pop()
        if count > 1:
            away.append((turn, count - 1))
        field.keep(replace(river, away=tuple(away), sunk=river.sunk + 1))
        field.log("boats.sinks", "BT 4", hex=self.hex)


# Footbridges


class BuildBridges(Step, frozen=True, array_like=True, tag="boats.build"):
    """BT 5: engineers who stay at the water build a footbridge."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Count the turns of each; the third brings the bridge."""
        needed = chosen(field).footbridge_turns
        if not needed:
            return
        world, river = field.world, field.kept(River)
        before = {unit: (hex, turns) for unit, hex, turns in river.builders}
        rest = [each for each in river.builders if world.owners[each[0]] != self.side]
        done = []
        for unit in field.on_map(self.side):
            now = field.units[unit]
            if "engineer" not in world.kinds[unit].traits or now.morale != FINE or now.carrier != NOBODY:
                continue
            if not _free_banks(field, unit):
                continue
            hex, turns = before.get(unit, (now.at, 0))
            turns = turns + 1 if hex == now.at else 1
            if turns >= needed:
                done.append(PlaceBridge(self.side, unit))
            else:
                rest.append((unit, now.at, turns))
        if tuple(sorted(rest)) != river.builders:
            field.keep(replace(river, builders=tuple(sorted(rest))))
        field.next(*done)


def _free_banks(look: Situation, unit: int) -> list[int]:
    """The hexes to which a unit could lay a footbridge."""
    here = look.units[unit].at
    return [hex for hex in across(look, here) if not bridged(look, here, hex)]


class PlaceBridge(Decide, frozen=True, array_like=True, tag="boats.place_bridge"):
    """BT 5: which side of its hex a unit has bridged."""

    unit: int

    @verb("Bridge to", "hex", menu="Bridge to here")
    def to(self, look: Situation) -> Targets:
        """Hexes across the water that no bridge leads to yet."""
        return tuple(_free_banks(look, self.unit))

    @to.then
    def _do_to(self, field: Battlefield, hex: int) -> None:
        here = field.units[self.unit].at
        river = field.kept(River)
        field.keep(replace(river, bridges=tuple(sorted((*river.bridges, (min(here, hex), max(here, hex)))))))
        field.log("boats.bridge", "BT 5", unit=self.unit, hex=hex)


def come_back(field: Battlefield, side: int) -> None:
    """BT 3: boats are back at the beginning of their side's action phase."""
    river = field.kept(River)
    away = tuple(each for each in river.away if each[0] > field.turn)
    if side == rowers(field) and away != river.away:
        field.keep(replace(river, away=away))


def sunk(look: Situation, side: int) -> int:
    """Boats that the other side has lost."""
    return 0 if side == rowers(look) else look.kept(River).sunk


def finished(look: Situation, side: int) -> int:
    """Footbridges, which are the attacker's."""
    return len(look.kept(River).bridges) if side == rowers(look) else 0


CHAPTER = Chapter(
    name="boats",
    procedures=(Cross, Crossing, BuildBridges, PlaceBridge),
    verbs={Act: (cross,)},
    adds=(
        OPENING.add(come_back),
        AFTER_ACTING.add(BuildBridges),
        COUNTED.add(("boats_sunk", sunk), ("footbridges", finished)),
    ),
    phrases={
        "boats.where?": "{group:units}: where do they land?",
        "boats.place_bridge?": "{unit:unit} has finished a footbridge: where does it lead?",
        "boats.crosses": "{units:units} crosses the river to {hex:hex}",
        "boats.sinks": "A boat sinks off {hex:hex}",
        "boats.bridge": "{unit:unit} lays a footbridge to {hex:hex}",
    },
    options=BoatOptions,
    keeps=River,
    switch="boats",
)
