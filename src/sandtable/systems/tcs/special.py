"""Special rules that a scenario gives to a formation (SR 1 to 3): roads in fog, an outpost on its guard, green crews.

Each is a number of the formation in the scenario file; the option `special_rules` puts them in force. Visibility is as
it is at the moment, by weather and light; where it has no limit, rules of poor visibility do not hold.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.memo import known_of
from sandtable.kernel.option import About, Options
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import OPENING
from sandtable.systems.tcs.armor.parts import SPLIT
from sandtable.systems.tcs.assault import ATTACK_BARS
from sandtable.systems.tcs.bars import Bar
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import CAME, LOST, Battlefield
from sandtable.systems.tcs.impulses import points_left
from sandtable.systems.tcs.mayfire import POINT_BARS
from sandtable.systems.tcs.movement import ORDERED
from sandtable.systems.tcs.scenario import SPECIALS
from sandtable.systems.tcs.watching import SURE
from sandtable.systems.tcs.world import Formation, World

__all__ = ["CHAPTER", "Moves", "SpecialOptions", "bound", "guided"]

OFF_ROAD = Reason("{unit:unit} has no leader near: in such poor visibility it keeps to the road", "SR 1")
GREEN = Reason(
    "{unit:unit} has moved: in such poor visibility its crew makes no point fire action in the same phase", "SR 3"
)


class SpecialOptions(Options, frozen=True):
    """Whether the special rules of a scenario hold."""

    special_rules: Annotated[
        bool, About("The special rules that the scenario gives to its formations are in force.", "SR 1")
    ] = False


class Moves(msgspec.Struct, frozen=True, array_like=True, tag="special.moves"):
    """The vehicles under special rules that have moved in this phase: each with the number of the impulse it moved in
    last, and whether a leader was near when that began.
    """

    made: tuple[tuple[int, int, bool], ...] = ()


def _formation(look: Situation, unit: int) -> Formation:
    return look.world.formations[look.world.member_of[unit]]


def _poor(look: Situation, hexes: int) -> bool:
    """Whether visibility is this many hexes or fewer."""
    return 0 < look.visibility <= hexes


def _last(look: Situation, unit: int) -> tuple[int, int, bool] | None:
    """How a vehicle has moved in this phase; None if it has not."""
    return next((each for each in look.kept(Moves).made if each[0] == unit), None)


# SR 1


def road_net(world: World) -> int:
    """The hexes with a road in them, as a bit mask."""
    known: dict[str, int] = known_of(world.ground, "road_net")
    if "all" not in known:
        map, mask = world.ground.map, 0
        for sides in map.roads.values():
            for side in sides:
                mask |= 1 << map.index(side.first) | 1 << map.index(side.second)
        known["all"] = mask
    return known["all"]


def near_leader(look: Situation, unit: int, hex: int) -> bool:
    """Whether a vehicle in a hex has a leader of its side there or in a hex beside it, or is one."""
    world = look.world
    if world.leaders[unit]:
        return True
    near = world.ground.beside[hex] | 1 << hex
    return any(world.leaders[n] and near >> look.units[n].at & 1 for n in look.on_map(world.owners[unit]))


def guided(look: Situation, unit: int) -> bool:
    """Whether a leader was near when the impulse of a vehicle began; is near, if it has not begun to move in it."""
    last = _last(look, unit)
    if last is not None and last[1] == look.units[unit].impulse and points_left(look, unit) > 0:
        return last[2]
    return near_leader(look, unit, look.units[unit].at)


def bound(look: Situation, unit: int) -> bool:
    """Whether a vehicle may not leave the road that it is on."""
    if not _poor(look, _formation(look, unit).road_bound) or not look.world.kinds[unit].vehicle:
        return False
    return bool(road_net(look.world) >> look.units[unit].at & 1) and not guided(look, unit)


def closed(look: Situation, unit: int) -> int:
    """SR 1: all hexes without a road, as a bit mask."""
    return ~road_net(look.world) & (1 << len(look.world.ground.types)) - 1 if bound(look, unit) else 0


def why_closed(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why a vehicle may not enter a hex."""
    return OFF_ROAD.of(unit=unit) if closed(look, unit) >> hex & 1 else None


# SR 2


def on_its_guard(look: Situation, unit: int, hex: int) -> bool:
    """SR 2: whether a unit fires at a trigger beside it without having to spot it."""
    ground = look.world.ground
    return look.turn <= _formation(look, unit).alert and ground.distance(look.units[unit].at, hex) <= 1


# SR 3


def green(look: Situation, unit: int) -> Reason | None:
    """SR 3: why a crew that has moved does not fire."""
    if not _poor(look, _formation(look, unit).green) or _last(look, unit) is None:
        return None
    return GREEN.of(unit=unit)


# What is remembered


def came(field: Battlefield, unit: int, before: int) -> None:
    """A vehicle has moved from a hex to another in the phase of its side."""
    world, formation = field.world, _formation(field, unit)
    mine = world.owners[unit] == field.board.phasing and world.kinds[unit].vehicle
    if before < 0 or not mine or not (formation.road_bound or formation.green):
        return
    last, impulse = _last(field, unit), field.units[unit].impulse
    if last is None or last[1] != impulse:
        _put(field, (unit, impulse, near_leader(field, unit, before)))


def _put(field: Battlefield, move: tuple[int, int, bool]) -> None:
    others = (each for each in field.kept(Moves).made if each[0] != move[0])
    field.keep(Moves(tuple(sorted((*others, move)))))


def split(field: Battlefield, unit: int, part: int) -> None:
    """A counter that breaks out of a platoon has moved as the platoon has."""
    last = _last(field, unit)
    if last is not None:
        _put(field, (part, *last[1:]))


def forget(field: Battlefield, unit: int) -> None:
    """A unit is lost."""
    if _last(field, unit) is not None:
        field.keep(Moves(tuple(each for each in field.kept(Moves).made if each[0] != unit)))


def opening(field: Battlefield, side: int) -> None:
    """Nobody has moved in a phase that begins."""
    if field.kept(Moves).made:
        field.keep(Moves())


OPTIONS = Chapter(name="special rules of a scenario", options=SpecialOptions)
CHAPTER = Chapter(
    name="special rules in force",
    adds=(
        SPECIALS.add("road_bound", "alert", "green"),
        ORDERED.add(Bar(closed, why_closed)),
        ATTACK_BARS.add(why_closed),
        SURE.add(on_its_guard),
        POINT_BARS.add(green),
        CAME.add(came),
        SPLIT.add(split),
        LOST.add(forget),
        OPENING.add(opening),
    ),
    keeps=Moves,
    switch="special_rules",
)
