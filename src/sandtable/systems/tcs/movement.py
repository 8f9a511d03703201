"""Movement (TCS 20.1): units in Move Mode go hex by hex, alone or as a stack, and every hex may provoke the enemy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from sandtable.board.hexpaths import Reach
from sandtable.kernel.chapter import Chapter, Seam
from sandtable.kernel.decision import Targets
from sandtable.kernel.memo import known_of
from sandtable.kernel.picture import Interruption, Route
from sandtable.kernel.procedure import Caller, Decide, verb
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs import hiding, mines
from sandtable.systems.tcs.action import IDLE, Act, idle
from sandtable.systems.tcs.bars import Bar
from sandtable.systems.tcs.board import Situation, Unit
from sandtable.systems.tcs.entering import AfterShells, entry_fire
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.ground import OPEN
from sandtable.systems.tcs.impulses import (
    MOVES_ON,
    PACED,
    SIZES,
    another,
    begin,
    has_impulses,
    moves_on,
    points_left,
)
from sandtable.systems.tcs.overwatch import MOVED, Triggered, Watch
from sandtable.systems.tcs.reactions import rolls_at
from sandtable.systems.tcs.reasons import not_yours
from sandtable.systems.tcs.sheets import Sheet, same_order
from sandtable.systems.tcs.spotting import spots
from sandtable.systems.tcs.tables import LIMITS, SIXTHS, points_text
from sandtable.systems.tcs.transport import escort
from sandtable.systems.tcs.victory import hold
from sandtable.systems.tcs.world import MOVE_MODE, NIGHT, NOBODY

__all__ = [
    "CHAPTER",
    "CLOSED",
    "EXTRA",
    "NO_END",
    "ORDERED",
    "Move",
    "Region",
    "Walk",
    "can_move",
    "entry_costs",
    "movers",
    "region",
    "shut",
    "shut_to",
    "why_not_move",
]

MINES = LIMITS["mines_extra"] * SIXTHS
"""What a minefield adds to the cost of a hex, in sixths (TCS 21.2a)."""
KEPT = 20_000
"""How many solved regions are kept for one map."""
IN_FIRE_MODE = Reason("{unit:unit} is in Fire Mode: it must go to Move Mode first", "TCS 20.1a")
SHAKEN = Reason("{unit:unit} is Suppressed or Paralyzed and may not move", "TCS 17.3")
CARRIED = Reason("{unit:unit} is carried, and goes where its carrier goes", "TCS 20.3a")
FOUGHT = Reason("{unit:unit} has fought in this phase and may not move on")
FEW_TANKS = Reason("{unit:unit} carries riders, and there are too few tanks here to go with it", "TCS 20.3b")
NO_POINTS = Reason("{unit:unit} has no movement points for any hex beside it", "TCS 20.1a")
ENEMY_THERE = Reason("the enemy is in {hex:hex}: only an assault or an overrun goes there", "TCS 20.1a")
OUT_OF_REACH = Reason("that hex is not in reach of the movement points left", "TCS 20.1a")

CLOSED: Seam[Callable[[Situation, int], int]] = Seam("hexes that a unit may not enter, as a bit mask")

EXTRA: Seam[Callable[[Situation, int], Mapping[int, int]]] = Seam(
    "hexes that cost a unit more to enter, each with how much in sixths"
)
ORDERED: Seam[Bar] = Seam("hexes that a unit's orders close to it")
NO_END: Seam[Callable[[Situation, int], int]] = Seam("hexes where a unit's orders do not let its move end")

_ABOUT_MOVES = (CLOSED, EXTRA, IDLE, SIZES, PACED, MOVES_ON)
"""Where other chapters have a say in who may move."""


def entry_costs(look: Situation, unit: int) -> dict[int, int]:
    """The hexes that cost a unit more than their terrain to enter, each with how much, in sixths (TCS 21.2a)."""
    found = {hex: MINES for hex, _ in look.board.mines} if look.board.mines else {}
    for each in look.game.rules.at(EXTRA):
        for hex, more in each(look, unit).items():
            found[hex] = found.get(hex, 0) + more
    return found


def shut(look: Situation, unit: int, *, orders: bool = True) -> int:
    """The hexes that a unit may not enter: those with enemies, what other chapters close to it, and, unless they are
    left out, what its orders do.
    """
    rules = look.game.rules
    mask = look.occupied(1 - look.world.owners[unit])
    for closed in rules.at(CLOSED):
        mask |= closed(look, unit)
    if orders:
        for bar in rules.at(ORDERED):
            mask |= bar.hexes(look, unit)
    return mask


def shut_to(look: Situation, group: tuple[int, ...], *, orders: bool = True) -> int:
    """The hexes that a stack may not enter: it goes where all its units may."""
    mask = shut(look, group[0], orders=orders)
    for unit in group[1:]:
        mask |= shut(look, unit, orders=orders)
    return mask


def barred_ends(look: Situation, group: tuple[int, ...]) -> int:
    """The hexes where the orders of a stack do not let its move end."""
    mask = 0
    for bar in look.game.rules.at(NO_END):
        for unit in group:
            mask |= bar(look, unit)
    return mask


def why_it_stays(look: Situation, unit: int, now: Unit) -> Reason | None:
    """Why a unit does not move at all, wherever it is."""
    if now.mode != MOVE_MODE:
        return IN_FIRE_MODE
    if now.morale > look.world.nerve[unit]:
        return SHAKEN
    if now.carrier != NOBODY:
        return CARRIED
    return FOUGHT if now.fired and not moves_on(look, unit) else idle(look, unit)


def can_move(look: Situation, unit: int, now: Unit) -> bool:
    """Whether a unit on the map may enter any hex beside it."""
    return now.mode == MOVE_MODE and unit in _who_can_move(look, (unit,))


def _who_can_move(look: Situation, units: Sequence[int]) -> list[int]:
    """Those of some units of a side on the map, all in Move Mode, that may enter any hex beside them: kept for each
    while it, its order and what is beside it last.
    """
    board, world, now = look.board, look.world, look.units
    light, mines, sheets, beside = board.light, board.mines, board.sheets, world.ground.beside
    enemies = look.occupied(1 - world.owners[units[0]]) if units else 0
    kept: dict[int, tuple[Unit, Sheet | None, int, tuple[tuple[int, int], ...], int, bool]]
    kept = known_of(world, "can move")
    found = []
    for n in units:
        unit = now[n]
        near = enemies & beside[unit.at]
        sheet = sheets[unit.sheet] if 0 <= unit.sheet < len(sheets) else None
        last = kept.get(n)
        if (
            last is not None
            and last[0] is unit
            and last[2] == near
            and last[3] is mines
            and last[4] == light
            and same_order(last[1], sheet)
        ):
            able = last[5]
        else:
            able, lasts = _can_move(look, n, unit)
            if lasts and _lasts(look, n):
                kept[n] = unit, sheet, near, mines, light, able
        if able:
            found.append(n)
    return found


def _lasts(look: Situation, unit: int) -> bool:
    """Whether where a unit may go changes only with it, its order, known enemies, mines and light."""
    return look.untouched(_ABOUT_MOVES) and all(bar.lasts(look, unit) for bar in look.game.rules.at(ORDERED))


def _can_move(look: Situation, unit: int, now: Unit) -> tuple[bool, bool]:
    """Whether a unit may enter any hex beside it, and whether only what is beside it counts for that."""
    if why_it_stays(look, unit, now) is not None:
        return False, True
    if not affords(look, unit, max(points_left(look, unit), another(look, unit)), shut(look, unit)):
        return False, True
    if not barred_ends(look, (unit,)):
        return True, True
    return bool(region(look, (unit,))), False


def affords(look: Situation, unit: int, budget: int, closed: int, *, roads: bool = True) -> bool:
    """Whether this many points, in sixths, take a unit into any hex beside it that is not closed."""
    world = look.world
    ground, at = world.ground, look.units[unit].at * 6
    free = may_always(look, unit)
    steps, adjacent = look.movement(unit, roads=roads).steps, ground.map.adjacent
    extra = entry_costs(look, unit)
    for side in range(at, at + 6):
        cost, there = steps[side], adjacent[side]
        if cost < 0 or closed >> there & 1:
            continue
        if free or cost + extra.get(there, 0) <= budget:
            return True
    return False


def may_always(look: Situation, unit: int) -> bool:
    """Whether a unit has not moved at all, and may enter one hex whatever it costs (TCS 20.1b)."""
    now = look.units[unit]
    return now.spent == 0 and now.impulse <= 1 and look.world.allowances[unit] > 0 and look.world.options.minimum_move


def new_impulse(look: Situation, group: tuple[int, ...], *, roads: bool = True, orders: bool = True) -> bool:
    """Whether a stack must begin its next impulse to move at all (TCS 20.2a)."""
    if not all(look.units[unit].impulse and another(look, unit) >= 0 for unit in group):
        return False
    budget = min(points_left(look, unit) for unit in group)
    return not affords(look, group[0], budget, shut_to(look, group, orders=orders), roads=roads)


def movers(look: Situation, side: int) -> Targets:
    """The units of a side that may move now."""
    units = look.units
    moving = [n for n in look.world.units_of[side] if units[n].mode == MOVE_MODE and units[n].at >= 0]
    found = _who_can_move(look, moving)
    laden = {unit.carrier for unit in units if unit.carrier != NOBODY} if found else ()
    return tuple([n for n in found if n not in laden or goes_along(look, escort(look, n))] if laden else found)


def goes_along(look: Situation, group: tuple[int, ...] | None) -> bool:
    """Whether a stack has a hex that all of it may move to."""
    return group is not None and (len(group) == 1 or bool(region(look, group)))


def why_not_move(look: Situation, unit: int) -> Reason | None:
    """Why a unit on the map may not move. `movers` asks who must go along only where there are riders."""
    now = look.units[unit]
    if why := why_it_stays(look, unit, now):
        return why
    group = escort(look, unit)
    if group is None:
        return FEW_TANKS
    if can_move(look, unit, now) and goes_along(look, group):
        return None
    return why_ordered_to_stay(look, group) or NO_POINTS


def why_ordered_to_stay(look: Situation, group: tuple[int, ...]) -> Reason | None:
    """Why the orders of a stack close every hex to it that its movement points would take it to; None if there is no
    such hex.
    """
    for hex in region(look, group, orders=False):
        why = why_ordered(look, group, (hex,))
        if why is not None:
            return why
    return None


def why_ordered(look: Situation, group: tuple[int, ...], path: Sequence[int]) -> Reason | None:
    """Why orders keep a stack from a path: from its end, or else from the first hex of it."""
    for hex in (path[-1], *path[:-1]):
        for bar in look.game.rules.at(ORDERED):
            for unit in group:
                why = bar.why(look, unit, hex)
                if why is not None:
                    return why
    return None


class Region:
    """The hexes a stack may move to: solved when first asked, and kept for the check and the path. It may pass the
    `barred` ones, but not stop there.
    """

    __slots__ = ("_barred", "_reach", "_solve", "mask")

    def __init__(self, solve: Callable[[], Reach], barred: int = 0) -> None:
        self._solve = solve
        self._barred = barred
        self._reach: Reach | None = None

    @property
    def reach(self) -> Reach:
        """Costs and paths."""
        if self._reach is None:
            self._reach = self._solve()
            self.mask = self._reach.mask & ~(1 << self._reach.start) & ~self._barred
        return self._reach

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, hex: object) -> bool:
        return hex in self.reach and isinstance(hex, int) and bool(self.mask >> hex & 1)

    def __iter__(self) -> Iterator[int]:
        reach = self.reach
        return iter([hex for hex in reach if self.mask >> hex & 1])

    def __len__(self) -> int:
        return self.mask.bit_count() if self.reach else 0

    def draw(self, below: Callable[[int], int]) -> int:
        """One of them, each as likely."""
        left = below(len(self))
        mask = self.mask
        for _ in range(left):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1


def budget_of(look: Situation, group: tuple[int, ...], *, roads: bool, orders: bool = True) -> int:
    """The points of the one of a stack that has the fewest left, in this impulse or the next, in sixths."""
    if new_impulse(look, group, roads=roads, orders=orders):
        return min(another(look, unit) for unit in group)
    return min(points_left(look, unit) for unit in group)


def region(look: Situation, group: tuple[int, ...], *, roads: bool = True, orders: bool = True) -> Region:
    """Where a stack may move: all of it, with the points of the one that has the fewest left; with `orders` left out,
    where it could without them. The last one of a unit is asked for again when it goes there.
    """
    if len(group) > 1:
        return _region(look, group, roads=roads, orders=orders)
    (unit,), board = group, look.board
    now, enemies = look.units[unit], look.occupied(1 - look.world.owners[unit])
    sheet = board.sheets[now.sheet] if 0 <= now.sheet < len(board.sheets) else None
    key = unit, roads, orders
    kept: dict[object, tuple[Unit, Sheet | None, int, tuple[tuple[int, int], ...], int, Region]]
    kept = known_of(look.world, "last regions")
    last = kept.get(key)
    if (
        last is not None
        and last[0] is now
        and last[2] == enemies
        and last[3] is board.mines
        and last[4] == board.light
        and same_order(last[1], sheet)
    ):
        return last[5]
    found = _region(look, group, roads=roads, orders=orders)
    if _lasts(look, unit):
        kept[key] = now, sheet, enemies, board.mines, board.light, found
    return found


def _region(look: Situation, group: tuple[int, ...], *, roads: bool, orders: bool) -> Region:
    """The same, kept for all who come equally far from the same hex."""
    world = look.world
    first = look.units[group[0]]
    mover = world.kinds[group[0]].move_class
    budget = budget_of(look, group, roads=roads, orders=orders)
    free = all(may_always(look, unit) for unit in group)
    closed = shut_to(look, group, orders=orders)
    ends = barred_ends(look, group) if orders else 0
    extra = entry_costs(look, group[0])
    known: dict[object, Region] = known_of(world.ground, "regions")
    key = mover, first.at, budget, free, closed, tuple(extra.items()), look.board.light == NIGHT, roads, ends
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        movement = look.movement(group[0], roads=roads)
        found = known[key] = Region(
            lambda: movement.reach(first.at, max(budget, 0), blocked=closed, extra=extra, at_least_one=free), ends
        )
    return found


def companions(look: Situation, group: tuple[int, ...], *, roads: bool = True) -> list[int]:
    """The units that may go along with a stack: in its hex, of its class of movement, able to move with it."""
    world = look.world
    mover, impulse = world.kinds[group[0]].move_class, look.units[group[0]].impulse
    by_impulses = has_impulses(world, group[0])
    laden = {unit.carrier for n, unit in enumerate(look.units) if unit.carrier >= 0 and not look.inside(n)}
    shared = shut_to(look, group)
    return [
        n
        for n in look.units_in(look.units[group[0]].at)
        if n > group[-1]
        and n not in laden
        and world.kinds[n].move_class == mover
        and look.units[n].impulse == impulse
        and has_impulses(world, n) == by_impulses
        and can_move(look, n, look.units[n])
        and (
            (roads and shared == shut(look, n) and _alike(look, group[0], n) and not barred_ends(look, (*group, n)))
            or bool(region(look, (*group, n), roads=roads))
        )
    ]


def _alike(look: Situation, unit: int, other: int) -> bool:
    """Whether two units of a class of movement come equally far: together they go wherever one of them goes."""
    if points_left(look, unit) != points_left(look, other) or another(look, unit) != another(look, other):
        return False
    return may_always(look, unit) == may_always(look, other)


class Move(Decide, frozen=True, array_like=True, tag="move"):
    """TCS 20.1: where a unit goes, and who of its stack goes along."""

    group: tuple[int, ...]
    roads: bool = True
    """Whether it takes the roads where they are cheaper."""

    @verb("Move to", "hex", menu="Move", otherwise=OUT_OF_REACH)
    def to(self, look: Situation) -> Targets:
        """Hexes in reach."""
        return region(look, self.group, roads=self.roads)

    @to.then
    def _do_to(self, field: Battlefield, hex: int) -> None:
        path = region(field, self.group, roads=self.roads).reach.path(hex)[1:]
        if not field.units[self.group[0]].impulse or new_impulse(field, self.group, roads=self.roads):
            begin(field, *self.group)
        field.next(Walk(self.side, self.group, path, self.roads))

    @to.check
    def _why_not_to(self, look: Situation, hex: int) -> Reason | None:
        if look.held_by(hex) == 1 - self.side:
            return ENEMY_THERE
        if hex in region(look, self.group, roads=self.roads):
            return None
        free = region(look, self.group, roads=self.roads, orders=False)
        return why_ordered(look, self.group, free.reach.path(hex)[1:]) if hex in free else None

    @verb("Together with", "unit", menu="Together")
    def along(self, look: Situation) -> Targets:
        """Others of its stack."""
        return tuple(companions(look, self.group, roads=self.roads))

    @along.then
    def _do_along(self, field: Battlefield, unit: int) -> None:
        field.next(Move(self.side, (*self.group, unit), self.roads))

    @verb("Keep off the roads")
    def off_road(self, look: Situation) -> bool:
        """A unit that takes no road rate is not Road Moving (TCS 4.3)."""
        if not self.roads or not look.world.ground.map.roads:
            return False
        budget, closed = budget_of(look, self.group, roads=False), shut_to(look, self.group)
        if not all(affords(look, unit, budget, closed, roads=False) for unit in self.group):
            return False
        return not barred_ends(look, self.group) or bool(region(look, self.group, roads=False))

    @off_road.then
    def _do_off_road(self, field: Battlefield, _: None) -> None:
        field.next(Move(self.side, self.group, roads=False))


class Walk(Caller, frozen=True, array_like=True, tag="walk"):
    """A stack on its way. It stops where the enemy has fired at it, and can be sent on from there (TCS 15.4b)."""

    work = 10

    side: int
    group: tuple[int, ...]
    path: tuple[int, ...]
    roads: bool = True

    def resume(self, field: Battlefield, answer: bool | None) -> None:
        """Enter hex after hex, until the enemy may fire. A stack that has been fired at stops in its hex (TCS 15.4b),
        and so does one that finds a hidden enemy (TCS 27.4).
        """
        if answer:
            self._stopped(field)
            return
        group, secret = self.group, field.world.options.secret_minefields
        for number, hex in enumerate(self.path, 1):
            if hiding.hides_in(field, hex, 1 - self.side):
                self._tell(field, number - 1, secret)
                field.find(hex)
                return
            enter(field, group, hex, roads=self.roads)
            secret = secret or hiding.might_find(field, group)
            mines.stumble(field, group, hex)
            found = hiding.spotted_by(field, group)
            harmed = mines.harmed(field, group, hex)
            watch = Watch(1 - self.side, MOVED, group)
            shells = entry_fire(field, group, hex)
            asked = not (harmed or shells) and watch.possible(field)
            if not (found or harmed or asked or shells):
                continue
            self._tell(field, number, secret)
            for each in found:
                field.find(each)
            if shells:
                field.next(*shells, AfterShells(self.side, group, hex))
            elif harmed:
                field.next(Triggered(self.side, group, MOVED), mines.Mines(self.side, group, hex))
            elif asked:
                field.next(watch, Walk(self.side, group, () if found else self.path[number:], self.roads))
            return
        self._tell(field, len(self.path), secret)

    def _stopped(self, field: Battlefield) -> None:
        """TCS 15.4b: a stack that was fired at stops; whether it can be sent on is said."""
        left = [n for n in self.group if field.units[n].at >= 0]
        if not left or not self.path:
            return
        hex = field.units[left[0]].at
        able = [n for n in left if why_not_move(field, n) is None]
        if able:
            points = points_left(field, able[0]) / SIXTHS
            field.log("stopped", "TCS 15.4b", units=tuple(able), hex=hex, left=f"{points:.3g}")
        else:
            field.log("stopped_there", "TCS 15.4b", units=tuple(left), hex=hex)

    def _tell(self, field: Battlefield, steps: int, secret: bool) -> None:
        """How far the stack has come, if anywhere."""
        if steps:
            field.log("moves", "TCS 20.1a", units=self.group, hex=self.path[steps - 1], reveals=secret)

    def route(self, look: Situation) -> Route | None:
        """The hexes it passes, where enemies could fire overwatch and with what odds, and what it ends in."""
        field = Battlefield(look.game, look.board)
        danger: list[tuple[int, int, tuple[int, ...]]] = []
        shots: dict[int, Interruption] = {}
        harms: dict[int, Fraction] = {}
        for place, hex in enumerate(self.path, 1):
            enter(field, self.group, hex, roads=self.roads)
            watch = Watch(1 - self.side, MOVED, self.group)
            enemies = watch.firers(field)
            for by, roll, fires, harm in rolls_at(field, watch) if enemies else ():
                if by not in shots or harm > harms[by]:
                    shots[by], harms[by] = Interruption(place, by, roll, fires), harm
            if enemies and danger and danger[-1][1:] == (place - 1, enemies):
                danger[-1] = danger[-1][0], place, enemies
            elif enemies:
                danger.append((place, place, enemies))
        first = self.group[0]
        spent = field.units[first].spent - look.units[first].spent
        cost = f"{points_text(spent)} of {points_text(points_left(look, first))} movement points"
        end = self.path[-1] if self.path else look.units[first].at
        seen_by = [n for n in field.on_map(1 - self.side) if any(spots(field, n, each) for each in self.group)]
        places = look.units[first].at, *self.path
        ground = look.world.ground.in_words(end)
        cover = max(0, look.world.ground.types[end] - OPEN)
        return Route(places, tuple(danger), tuple(shots.values()), cost, ground, cover, tuple(seen_by))


def enter(field: Battlefield, group: tuple[int, ...], hex: int, *, roads: bool = True) -> None:
    """A stack enters the next hex: it pays, and may be Road Moving now (TCS 4.3, 20.1a)."""
    ground = field.world.ground
    here = field.units[group[0]].at
    step = here * 6 + ground.way(here, hex)
    cost = field.movement(group[0], roads=roads).steps[step]
    if extra := entry_costs(field, group[0]):
        cost += extra.get(hex, 0)
    road = roads and step in ground.by_roads[field.world.kinds[group[0]].move_class]
    for unit in group:
        field.enter(unit, hex, spent=field.units[unit].spent + cost, road=road)
    hold(field, hex)


@verb("Move", "unit")
def move(act: Act, look: Situation) -> Targets:
    """Units in Move Mode with somewhere to go (TCS 20.1)."""
    return movers(look, act.side)


@move.then
def _choose_way(act: Act, field: Battlefield, unit: int) -> None:
    field.next(Move(act.side, escort(field, unit) or (unit,)), act)


move.check(lambda act, look, unit: not_yours(look, act.side, unit) or why_not_move(look, unit))


CHAPTER = Chapter(
    name="movement",
    procedures=(
        Move,
        Walk,
    ),
    verbs={Act: (move,)},
    phrases={
        "move?": "Where does {group:units} move?",
        "moves": "{units:units} moves to {hex:hex}",
        "stopped": "{units:units} stops under fire in {hex:hex}, and can go on with {left} movement points",
        "stopped_there": "{units:units} stops under fire in {hex:hex}, and cannot go on",
    },
)
