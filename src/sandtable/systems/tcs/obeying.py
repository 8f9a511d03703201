"""What orders let units do (TCS 6.3 to 6.7, 6.11c, 6.14): where they go, whom they attack, and why not.

Orders bind where units go and whom they attack hand to hand; they hardly bind whom they fire at. They never compel a
unit to act, and they look at nothing that hides. Each bar is a bit mask for the offer, and a reason for whoever asks.
"""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.memo import known_of
from sandtable.kernel.procedure import Step
from sandtable.kernel.reason import Reason
from sandtable.systems.tcs.action import BEFORE_ACTING
from sandtable.systems.tcs.assault import ATTACK_BARS
from sandtable.systems.tcs.bars import Bar
from sandtable.systems.tcs.board import Situation, Unit
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.mayfire import FIRE_BOUNDS
from sandtable.systems.tcs.measures import around, beyond, bounded, chain, corridor, off_axis, whole
from sandtable.systems.tcs.mines import BREACH_BARS
from sandtable.systems.tcs.movement import NO_END, ORDERED
from sandtable.systems.tcs.orders import (
    FAR,
    STANDINGS,
    Standing,
    binding,
    foes,
    foes_in_sight,
    ground,
    measures_of,
    nearer,
    preparing,
    radius_of,
    standing,
    view_from,
    watched,
    ways,
    why_withdrawing,
)
from sandtable.systems.tcs.sheets import (
    ALL,
    HOLD,
    MARCH,
    MISSIONS,
    PREPARED,
    RESERVE,
    SIGNAL,
    TAKE,
    Measures,
    Sheet,
    same_order,
)
from sandtable.systems.tcs.tables import SIXTHS
from sandtable.systems.tcs.world import NIGHT

__all__ = ["CHAPTER", "Posts", "closed", "no_end", "why_closed", "why_not_attack", "why_not_breach", "why_not_fire_at"]

KEPT = 5_000

OFF_AXIS = Reason(
    "{unit:unit} follows the {order}: {hex:hex} is {n} hexes off its axis, {width} are allowed;"
    " to go there it needs another order",
    "TCS 6.15e",
)
OFF_ROUTE = Reason(
    "{unit:unit} follows the {order}: {hex:hex} is not on its route; to go there it needs another order", "TCS 6.15f"
)
BEYOND_BOUNDARY = Reason(
    "{unit:unit} follows the {order}: {hex:hex} lies beyond its boundary; to go there it needs another order",
    "TCS 6.15a",
)
LINE_TURN = Reason("{unit:unit} follows the {order}: {line} is crossed from {clock} on", "TCS 6.15b")
LINE_ALL = Reason("{unit:unit} follows the {order}: {line} is crossed when all groups have reached it", "TCS 6.15b")
LINE_SIGNAL = Reason(
    "{unit:unit} follows the {order}: {line} is crossed when you give the signal in a command phase", "TCS 6.15b"
)
OUTSIDE = Reason("{unit:unit} is outside the ground of the {order} and may only come nearer to it", "TCS 6.5")
TURNS_BACK = Reason(
    "{unit:unit} is on the march to {goal:hex} by the {order} and does not turn back; end nearer to it", "TCS 6.4"
)
HOLDS = Reason(
    "{unit:unit} holds {post:hex} by the {order}: {hex:hex} is {n} hexes away, {r} are allowed;"
    " to go farther it needs another order",
    "TCS 6.6",
)
HOLDS_PREPARED = Reason(HOLDS.phrase, "TCS 6.7")
IN_RESERVE = Reason(
    "{unit:unit} is in reserve of the {order} and stays within {r} hexes of {post:hex} until it is committed",
    "TCS 6.14b",
)
NO_NEARER = Reason(
    "{unit:unit} has no order and does not go nearer to the enemy in {foe:hex}; put it on an order", "TCS 6.3c"
)
NOT_BESIDE = Reason(
    "{unit:unit} has no order and does not go beside the enemy in {foe:hex}; put it on an order", "TCS 6.3c"
)
IN_SIGHT = Reason(
    '{unit:unit} may go to the assembly area of "{name}" only out of the enemy\'s sight:'
    " {hex:hex} is seen from {foe:hex}",
    "TCS 6.14a",
)
MARCHES = Reason(
    "{unit:unit} is on the march by the {order} and fires only within {n} hexes of its route; it may fire overwatch",
    "TCS 6.4",
)
FAR_FIRE = Reason(
    "{unit:unit} follows the {order} and fires only within {n} hexes of its ground; it may fire overwatch", "TCS 6.5"
)
NO_MISSION = Reason(
    "{unit:unit} follows the {order}, which does not let it attack: its mission is {mission}", "TCS 6.4"
)
NOT_IN_GROUND = Reason(
    "{unit:unit} follows the {order}: {hex:hex} lies outside its ground; fire at it, or attack with others", "TCS 6.5"
)
DOES_NOT_ATTACK = Reason("{unit:unit} is Unassigned and does not attack; put it on an order", "TCS 6.3c")
NOT_IN_ITS_WAY = Reason("{unit:unit} follows the {order}: the minefield in {hex:hex} is not in its way", "TCS 6.5")
NO_ORDER_TO_BREACH = Reason("{unit:unit} has no order to breach; put it on one", "TCS 6.3c")
RESERVE_WAITS = Reason(
    "{unit:unit} is in reserve of the {order} and does not breach until it is committed", "TCS 6.14b"
)


# Going somewhere


def closed(look: Situation, unit: int) -> int:
    """The hexes that the standing of a unit closes to it in a move that begins now, as a bit mask."""
    at = look.units[unit].at
    if at < 0 or not binding(look):
        return 0
    bound = _bound(look, unit)
    if bound is not None:
        return bound[0]
    every, stands = whole(look.world.ground), standing(look, unit)
    if stands.withdrawing:
        return every & ~nearer(look, unit, at, _mask(look, look.board.sheets[stands.sheet].rally))
    return every & ~(quiet_ground(look, unit) | preliminary_ground(look, unit))


def lasts(look: Situation, unit: int) -> bool:
    """Whether `closed` and `no_end` change only with the unit, its op sheet and the light: not where the enemy in sight
    of an Unassigned unit counts.
    """
    ordered = 0 <= look.units[unit].sheet < len(look.board.sheets) and not look.game.rules.at(STANDINGS)
    return ordered or not binding(look)


def _bound(look: Situation, unit: int) -> tuple[int, int] | None:
    """The hexes that the mission of a unit on the map closes to it, and those where it does not let its move end; None
    if it has no mission. It is kept while the unit and its order are the same.
    """
    now, board = look.units[unit], look.board
    sheet = board.sheets[now.sheet] if 0 <= now.sheet < len(board.sheets) else None
    last: dict[int, tuple[Unit, Sheet | None, int, tuple[int, int] | None]] = known_of(look.world, "bound last")
    known = last.get(unit)
    if known is not None and known[0] is now and known[1] is sheet and known[2] == board.light:
        return known[3]
    found = _bound_now(look, unit) if sheet is None else _bound_by(look, unit, sheet)
    last[unit] = now, sheet, board.light, found
    return found


def _bound_by(look: Situation, unit: int, sheet: Sheet) -> tuple[int, int] | None:
    """The same for a unit on an op sheet: kept for all that are in the same place by the same order."""
    if look.game.rules.at(STANDINGS):
        return _bound_now(look, unit)
    now, light = look.units[unit], look.board.light
    kept: dict[tuple[object, ...], tuple[Sheet, tuple[int, int] | None]] = known_of(look.world, "bound by orders")
    mover = look.world.kinds[unit].move_class
    key = id(sheet.groups), id(sheet.measures), now.group, now.post, now.at, mover, light
    last = kept.get(key)
    if last is None or not same_order(last[0], sheet):
        if len(kept) >= KEPT:
            kept.clear()
        last = kept[key] = sheet, _bound_now(look, unit)
    return last[1]


def _bound_now(look: Situation, unit: int) -> tuple[int, int] | None:
    stands = standing(look, unit)
    return (_outside(look, unit, stands), _turned_back(look, unit, stands)) if stands.assigned else None


def _outside(look: Situation, unit: int, stands: Standing) -> int:
    """The hexes that the mission of a unit closes to it."""
    at, every = look.units[unit].at, whole(look.world.ground)
    inside = ground(look, unit)
    if inside == every:
        return 0
    allowed = inside | nearer(look, unit, at, inside)
    if stands.mission == HOLD:
        allowed |= nearer(look, unit, at, _objective(look, unit, stands))
    return every & ~allowed


def no_end(look: Situation, unit: int) -> int:
    """The hexes where the standing of a unit does not let its move end, as a bit mask: a marching unit may side-step,
    but it does not turn back (TCS 6.4).
    """
    if look.units[unit].at < 0 or not binding(look):
        return 0
    bound = _bound(look, unit)
    return 0 if bound is None else bound[1]


def _turned_back(look: Situation, unit: int, stands: Standing) -> int:
    """Where the mission of a unit does not let its move end."""
    now = look.units[unit]
    if stands.mission != MARCH or not measures_of(look.board.sheets[stands.sheet], now.group).marked:
        return 0
    objective, start = _objective(look, unit, stands), now.post if now.post >= 0 else now.at
    kept: dict[object, int] = known_of(look.world, "ends")
    key = look.world.kinds[unit].move_class, look.board.light == NIGHT, objective, start
    found = kept.get(key)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        found = kept[key] = _farther(look, unit, objective, start)
    return found


def _farther(look: Situation, unit: int, objective: int, start: int) -> int:
    """The hexes that lie too much farther from an objective than the start does, as a bit mask."""
    costs = ways(look, unit, objective)
    limit = costs[start] + look.world.command.march_backward * SIXTHS
    mask = 0
    for hex, cost in enumerate(costs if limit < FAR else ()):
        if cost > limit:
            mask |= 1 << hex
    return mask


def _mask(look: Situation, hexes: tuple[int, ...]) -> int:
    mask = 0
    for hex in hexes:
        mask |= 1 << hex
    return mask


def _objective(look: Situation, unit: int, stands: Standing) -> int:
    return _mask(look, measures_of(look.board.sheets[stands.sheet], look.units[unit].group).objective)


def quiet_ground(look: Situation, unit: int) -> int:
    """Where an Unassigned unit may go: not nearer to the enemies in sight, and not beside a known one (TCS 6.3c)."""
    side, at, hexes = look.world.owners[unit], look.units[unit].at, look.world.ground
    known, seen = foes(look, side), foes_in_sight(look, side)
    least = look.world.command.unassigned_far
    for foe in hexes.map.indices(seen):
        least = min(least, hexes.distance(at, foe))
    kept: dict[object, int] = known_of(hexes, "quiet")
    key = known, seen, least
    found = kept.get(key)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        shunned = around(hexes, hexes.map.indices(known), 1)
        if least > 0:
            shunned |= around(hexes, hexes.map.indices(seen), least - 1)
        found = kept[key] = whole(hexes) & ~shunned
    return found


def preliminary_ground(look: Situation, unit: int) -> int:
    """Where an Unassigned unit may go by the preliminary instruction of an order in preparation: nearer to its assembly
    area and out of the enemy's sight (TCS 6.14a).
    """
    found = 0
    if look.world.command.preliminary_instructions:
        for number in preparing(look, unit):
            assembly = _mask(look, look.board.sheets[number].assembly)
            if assembly:
                found |= assembly | nearer(look, unit, look.units[unit].at, assembly)
    return found & ~watched(look, look.world.owners[unit]) if found else 0


def why_closed(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why the standing of a unit does not let it enter a hex, or end its move there; None if it does."""
    stands = standing(look, unit)
    if closed(look, unit) >> hex & 1:
        if stands.assigned:
            return _why_not_in(look, unit, hex, stands)
        if stands.withdrawing:
            return why_withdrawing(look, unit)
        return _why_not_quiet(look, unit, hex)
    if no_end(look, unit) >> hex & 1:
        goal = measures_of(look.board.sheets[stands.sheet], look.units[unit].group).objective[0]
        return TURNS_BACK.of(unit=unit, goal=goal, order=stands.order)
    return None


def _why_not_in(look: Situation, unit: int, hex: int, stands: Standing) -> Reason:
    now, world = look.units[unit], look.world
    sheet = look.board.sheets[stands.sheet]
    measures = measures_of(sheet, now.group)
    said = {"unit": unit, "hex": hex, "order": stands.order}
    if stands.mission in (HOLD, RESERVE):
        radius = radius_of(world, stands)
        post = now.post if now.post >= 0 else measures.objective[0] if measures.objective else now.at
        if stands.mission == RESERVE:
            return IN_RESERVE.of(**said, post=post, r=radius)
        if ground(look, unit) >> now.at & 1:
            holds = HOLDS_PREPARED if stands.kind == PREPARED else HOLDS
            return holds.of(**said, post=post, r=radius, n=world.ground.distance(post, hex))
        return OUTSIDE.of(**said)
    return (
        _why_beyond_line(look, sheet, measures, hex, said)
        or (None if ground(look, unit) >> now.at & 1 else OUTSIDE.of(**said))
        or _why_off(look, measures, hex, said)
    )


def _why_beyond_line(
    look: Situation, sheet: Sheet, measures: Measures, hex: int, said: dict[str, object]
) -> Reason | None:
    hexes = look.world.ground
    opened = corridor(hexes, measures, look.world.command.objective_margin)
    for line in sheet.lines:
        if not line.open and beyond(hexes, opened, measures.objective, line) >> hex & 1:
            if line.condition == ALL:
                return LINE_ALL.of(**said, line=line.name)
            if line.condition == SIGNAL:
                return LINE_SIGNAL.of(**said, line=line.name)
            return LINE_TURN.of(**said, line=line.name, clock=look.world.clock(line.turn))
    return None


def _why_off(look: Situation, measures: Measures, hex: int, said: dict[str, object]) -> Reason:
    hexes = look.world.ground
    if measures.direction:
        return OFF_ROUTE.of(**said)
    if measures.boundary and not bounded(hexes, measures) >> hex & 1:
        return BEYOND_BOUNDARY.of(**said)
    return OFF_AXIS.of(**said, n=off_axis(hexes, measures, hex), width=measures.width)


def _why_not_quiet(look: Situation, unit: int, hex: int) -> Reason:
    side, hexes = look.world.owners[unit], look.world.ground
    known, seen = foes(look, side), foes_in_sight(look, side)
    for number in preparing(look, unit) if look.world.command.preliminary_instructions else ():
        assembly = _mask(look, look.board.sheets[number].assembly)
        if assembly and (assembly | nearer(look, unit, look.units[unit].at, assembly)) >> hex & 1:
            foe = next(foe for foe in hexes.map.indices(known) if view_from(look, foe) >> hex & 1)
            return IN_SIGHT.of(unit=unit, hex=hex, foe=foe, name=look.board.sheets[number].name)
    beside = [foe for foe in hexes.map.indices(known) if hexes.distance(foe, hex) <= 1]
    if beside:
        return NOT_BESIDE.of(unit=unit, hex=hex, foe=beside[0])
    nearest = min(hexes.map.indices(seen), key=lambda foe: hexes.distance(foe, hex))
    return NO_NEARER.of(unit=unit, hex=hex, foe=nearest)


class Posts(Step, frozen=True, array_like=True, tag="posts"):
    """Before a side acts: a marching unit notes where it is (TCS 6.4), and a reserve that came on where it waits."""

    side: int

    def run(self, field: Battlefield) -> None:
        """Unit by unit."""
        sheets = field.board.sheets
        moved = {
            number
            for number, sheet in enumerate(sheets)
            if sheet.side == self.side and any(group.mission in (MARCH, RESERVE) for group in sheet.groups)
        }
        for n in field.world.units_of[self.side] if moved else ():
            now = field.units[n]
            if now.sheet not in moved or now.at < 0 or now.post == now.at:
                continue
            if sheets[now.sheet].groups[now.group].mission not in (MARCH, RESERVE):
                continue  # what else may bind it is no march
            mission = standing(field, n).mission
            if mission == MARCH or (mission == RESERVE and now.post < 0):
                field.change(n, post=now.at)


# Fire actions


def out_of_bounds(look: Situation, unit: int) -> int:
    """The hexes at which the order of a unit does not let it make fire actions, as a bit mask."""
    if not binding(look):
        return 0
    stands, options = standing(look, unit), look.world.command
    hexes, at = look.world.ground, look.units[unit].at
    if stands.mission == MARCH:
        measures = measures_of(look.board.sheets[stands.sheet], look.units[unit].group)
        if not measures.marked:
            return 0
        return _beyond_fire(look, measures.direction or (at,), measures.axis)
    if stands.assigned and options.fire_bounds == "margin":
        return _beyond_fire(look, hexes.map.indices(ground(look, unit)))
    return 0


def _beyond_fire(look: Situation, hexes: tuple[int, ...], axis: tuple[int, ...] = ()) -> int:
    """What is too far from some hexes, or from an axis, for the fire of those who follow an order, as a bit mask."""
    kept: dict[object, int] = known_of(look.world, "bounds")
    key = axis or hexes, bool(axis)
    found = kept.get(key)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        ground = look.world.ground
        near = chain(ground.map, axis) if axis else hexes
        found = kept[key] = whole(ground) & ~around(ground, near, look.world.command.march_fire)
    return found


def why_not_fire_at(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why the order of a unit does not let it make a fire action at a hex; None if it does."""
    if not out_of_bounds(look, unit) >> hex & 1:
        return None
    stands = standing(look, unit)
    why = MARCHES if stands.mission == MARCH else FAR_FIRE
    return why.of(unit=unit, order=stands.order, n=look.world.command.march_fire)


# Attacking hand to hand


def _near_ground(look: Situation, unit: int, hex: int, margin: int) -> bool:
    return bool(look.world.ground.within(hex, margin) & ground(look, unit))


def why_not_attack(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why the standing of a unit does not let it assault or overrun a hex; None if it does (TCS 6.4 to 6.7)."""
    stands = standing(look, unit)
    if not stands.assigned:
        return why_withdrawing(look, unit) or DOES_NOT_ATTACK.of(unit=unit)
    if not binding(look):
        return None
    if stands.mission not in (TAKE, HOLD, RESERVE):
        return NO_MISSION.of(unit=unit, order=stands.order, mission=MISSIONS[stands.mission])
    margin = look.world.command.assault_margin if stands.mission == TAKE else 0
    if _near_ground(look, unit, hex, margin):
        return None
    return NOT_IN_GROUND.of(unit=unit, order=stands.order, hex=hex)


def why_not_breach(look: Situation, unit: int, hex: int) -> Reason | None:
    """Why the standing of a unit does not let it breach the minefield in a hex; None if it does (TCS 21.3)."""
    if not binding(look):
        return None
    stands = standing(look, unit)
    if not stands.assigned:
        return why_withdrawing(look, unit) or NO_ORDER_TO_BREACH.of(unit=unit)
    if stands.mission == RESERVE:
        return RESERVE_WAITS.of(unit=unit, order=stands.order)
    return None if _near_ground(look, unit, hex, 1) else NOT_IN_ITS_WAY.of(unit=unit, order=stands.order, hex=hex)


CHAPTER = Chapter(
    name="obeying",
    procedures=(Posts,),
    adds=(
        ORDERED.add(Bar(closed, why_closed, lasts)),
        NO_END.add(no_end),
        FIRE_BOUNDS.add(Bar(out_of_bounds, why_not_fire_at)),
        ATTACK_BARS.add(why_not_attack),
        BREACH_BARS.add(why_not_breach),
        BEFORE_ACTING.add(Posts),
    ),
)
