"""Movement (TCS 20.1): units in Move Mode go hex by hex, alone or as a stack, and every hex may provoke the enemy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.board.hexpaths import Reach
from sandtable.kernel.decision import Targets
from sandtable.kernel.picture import Route
from sandtable.kernel.procedure import Decide, Step, verb
from sandtable.systems.tcs.board import FINE, MOVE_MODE, NOBODY, Situation, Unit
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.overwatch import MOVED, Watch
from sandtable.systems.tcs.victory import hold

__all__ = ["Move", "Region", "Walk", "can_move", "movers", "points_left", "why_not_move"]

KEPT = 20_000
"""How many solved regions are kept for one map."""


def points_left(look: Situation, unit: int) -> int:
    """The movement points a unit has left, in sixths."""
    return look.world.allowances[unit] - look.units[unit].spent


def can_move(look: Situation, unit: int, now: Unit, enemies: int) -> bool:
    """Whether a unit may enter any hex beside it."""
    if now.mode != MOVE_MODE or now.morale != FINE or now.carrier != NOBODY or now.fired:
        return False
    ground = look.world.ground
    at = now.at * 6
    free = now.spent == 0 and look.world.allowances[unit] > 0 and look.world.options["minimum_move"]
    budget = points_left(look, unit)
    steps, adjacent = ground.movements[look.world.kinds[unit].move_class].steps, ground.map.adjacent
    for side in range(at, at + 6):
        cost = steps[side]
        if cost >= 0 and (cost <= budget or free) and not enemies >> adjacent[side] & 1:
            return True
    return False


def movers(look: Situation, side: int) -> Targets:
    """The units of a side that may move now."""
    enemies = look.occupied(1 - side)
    units = look.units
    return tuple([n for n in look.world.units_of[side] if units[n].at >= 0 and can_move(look, n, units[n], enemies)])


def why_not_move(look: Situation, side: int, unit: object) -> str:
    """Why a unit may not move, in a sentence."""
    if not isinstance(unit, int) or unit not in look.on_map(side):
        return "that is not one of your units on the map"
    now, name = look.units[unit], look.world.names[unit]
    if now.mode != MOVE_MODE:
        return f"{name} is in Fire Mode: it must go to Move Mode first (TCS 20.1a)"
    if now.morale != FINE:
        return f"{name} is Suppressed or Paralyzed and may not move (TCS 17.3)"
    if now.carrier != NOBODY:
        return f"{name} is carried, and goes where its carrier goes (TCS 20.3a)"
    if now.fired:
        return f"{name} has fought in this phase and may not move on"
    return f"{name} has no movement points for any hex beside it (TCS 20.1a)"


class Region:
    """The hexes a stack may move to: solved when first asked, and kept for the check and the path."""

    __slots__ = ("_reach", "_solve", "mask")

    def __init__(self, solve: Callable[[], Reach]) -> None:
        self._solve = solve
        self._reach: Reach | None = None

    @property
    def reach(self) -> Reach:
        """Costs and paths."""
        if self._reach is None:
            self._reach = self._solve()
            self.mask = self._reach.mask & ~(1 << self._reach.start)
        return self._reach

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, hex: object) -> bool:
        return hex in self.reach and hex != self.reach.start

    def __iter__(self) -> Iterator[int]:
        return (hex for hex in self.reach if hex != self.reach.start)

    def __len__(self) -> int:
        return len(self.reach) - 1

    def draw(self, below: Callable[[int], int]) -> int:
        """One of them, each as likely."""
        left = below(len(self))
        mask = self.mask
        for _ in range(left):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1


def region(look: Situation, group: tuple[int, ...]) -> Region:
    """Where a stack may move: all of it, with the points of the one that has the fewest left."""
    world = look.world
    first = look.units[group[0]]
    mover = world.kinds[group[0]].move_class
    budget = min(points_left(look, unit) for unit in group)
    free = bool(world.options["minimum_move"]) and all(look.units[unit].spent == 0 for unit in group)
    enemies = look.occupied(1 - world.owners[group[0]])
    known: dict[object, Region] = world.ground.__dict__.setdefault("regions", {})
    key = mover, first.at, budget, free, enemies
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        movement = world.ground.movements[mover]
        found = known[key] = Region(
            lambda: movement.reach(first.at, max(budget, 0), blocked=enemies, at_least_one=free)
        )
    return found


def companions(look: Situation, group: tuple[int, ...]) -> list[int]:
    """The units that may go along with a stack: in its hex, of its class of movement, able to move."""
    world = look.world
    enemies = look.occupied(1 - world.owners[group[0]])
    mover = world.kinds[group[0]].move_class
    return [
        n
        for n in look.units_in(look.units[group[0]].at)
        if n > group[-1] and world.kinds[n].move_class == mover and can_move(look, n, look.units[n], enemies)
    ]


class Move(Decide, frozen=True, array_like=True, tag="move"):
    """TCS 20.1: where a unit goes, and who of its stack goes along."""

    group: tuple[int, ...]

    def prompt(self, look: Situation) -> str:
        """Who moves."""
        names = ", ".join(look.world.names[unit] for unit in self.group)
        return f"Where does {names} move?"

    @verb("Move to", "hex")
    def to(self, look: Situation) -> Targets:
        """Hexes in reach."""
        return region(look, self.group)

    @to.then
    def _(self, field: Battlefield, hex: int) -> None:
        field.next(Walk(self.side, self.group, region(field, self.group).reach.path(hex)[1:]))

    @to.why_not
    def _(self, look: Situation, hex: object) -> str:
        if isinstance(hex, int) and 0 <= hex < look.world.ground.size and look.held_by(hex) == 1 - self.side:
            return f"the enemy is in {look.world.hex_name(hex)}: only an assault or an overrun goes there (TCS 20.1a)"
        return "that hex is not in reach of the movement points left (TCS 20.1a)"

    @verb("Together with", "unit")
    def along(self, look: Situation) -> Targets:
        """Others of its stack."""
        return tuple(companions(look, self.group))

    @along.then
    def _(self, field: Battlefield, unit: int) -> None:
        field.next(Move(self.side, (*self.group, unit)))


class Walk(Step, frozen=True, array_like=True, tag="walk"):
    """A stack on its way. It stops where the enemy has fired at it, and can be sent on from there (TCS 15.4b)."""

    side: int
    group: tuple[int, ...]
    path: tuple[int, ...]

    def run(self, field: Battlefield) -> None:
        """Enter hex after hex, until the enemy may fire."""
        group = self.group
        for number, hex in enumerate(self.path, 1):
            enter(field, group, hex)
            watch = Watch(1 - self.side, MOVED, group)
            if watch.possible(field):
                field.log("moves", "TCS 20.1a", units=group, hex=hex)
                field.next(watch, Walk(self.side, group, self.path[number:]))
                return
        if self.path:
            field.log("moves", "TCS 20.1a", units=group, hex=self.path[-1])

    def halted(self) -> Walk:
        """The stack stays where it is."""
        return Walk(self.side, self.group, ())

    def route(self, look: Situation) -> Route | None:
        """The hexes it passes."""
        return Route((look.units[self.group[0]].at, *self.path))


def enter(field: Battlefield, group: tuple[int, ...], hex: int) -> None:
    """A stack enters the next hex: it pays, and may be Road Moving now (TCS 4.3, 20.1a)."""
    ground = field.world.ground
    here = field.units[group[0]].at
    mover = field.world.kinds[group[0]].move_class
    cost = ground.movements[mover].steps[here * 6 + ground.way(here, hex)]
    road = ground.by_road(mover, here, hex)
    for unit in group:
        field.enter(unit, hex, spent=field.units[unit].spent + cost, road=road)
    hold(field, hex)
