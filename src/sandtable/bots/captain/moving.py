"""Where a unit goes: nearer to the goal, from cover to cover, and into Fire Mode where it may be seen."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from sandtable.board.hexpaths import Reach
from sandtable.bots.captain.guarding import is_guard
from sandtable.bots.captain.prospects import Prospect, hurry, prospect_of, stand_off
from sandtable.bots.captain.storming import best_storm
from sandtable.bots.captain.survey import FAR, Survey
from sandtable.bots.captain.wayfinding import reach_from
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.ground import PARTLY
from sandtable.systems.tcs.impulses import another, points_left
from sandtable.systems.tcs.modes import mode_price, why_not_move_mode
from sandtable.systems.tcs.movement import can_move
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE

__all__ = [
    "best_hex",
    "best_move",
    "best_mover",
    "gain_of_moving",
    "hurry",
    "path_to",
    "safest",
    "should_take_fire_mode",
    "wants_to_turn",
]

LEAST = 30
"""A move must gain this much."""
CLOSE = 1


def options(survey: Survey, unit: int) -> tuple[Reach, dict[int, int]]:
    """The hexes a unit could move to now, or after it has gone to Move Mode; and how far each is from the goals."""
    known: dict[int, tuple[Reach, dict[int, int]]] = known_of(survey, "options")
    if unit not in known:
        look = survey.look
        now = look.units[unit]
        budget = max(points_left(look, unit), another(look, unit))
        if now.mode == FIRE_MODE:
            budget -= mode_price(look, unit)
        reach = reach_from(look, unit, max(budget, 0), survey.shut(unit))
        known[unit] = reach, survey.ways(unit, halting=unit != survey.scout)
    return known[unit]


def path_to(survey: Survey, unit: int, hex: int) -> tuple[int, ...]:
    """The hexes that a unit enters on its way to one in reach."""
    reach, _ = options(survey, unit)
    return reach.path(hex)[1:] if hex in reach else ()


def prospect_for(survey: Survey, unit: int, danger: int) -> Prospect | None:
    """What the hexes that a unit could move to are worth to it, if danger counts so much, in percent."""
    known: dict[tuple[int, int], Prospect | None] = known_of(survey, "prospects")
    if (unit, danger) not in known:
        known[unit, danger] = prospect_of(survey, unit, *options(survey, unit), danger)
    return known[unit, danger]


def best_move(
    survey: Survey, unit: int, among: Iterable[int] | None = None, *, danger: int = 100, least: int = LEAST
) -> tuple[int, int] | None:
    """The hex to go to and what that gains; None if there is none. How much danger counts is in percent. Unless the
    hexes are given, a move that gains less than `least` may not be found.
    """
    known: dict[Hashable, tuple[int, int] | None] = known_of(survey, "best_moves")
    if among is None and (unit, danger) in known:
        return known[unit, danger]
    prospect = prospect_for(survey, unit, danger)
    if among is not None:
        return prospect.best(survey, set(among)) if prospect is not None else None
    found = known[unit, danger] = prospect.best(survey, None, least) if prospect is not None else None
    return found


def gain_of_moving(survey: Survey, unit: int) -> int:
    """What the best move of a unit gains; 0 if it should stay."""
    now = survey.look.units[unit]
    able = can_move(survey.look, unit, now) if now.mode == MOVE_MODE else why_not_move_mode(survey.look, unit) is None
    if not able or is_guard(survey, unit):
        return 0
    found = best_move(survey, unit)
    return found[1] if found and found[1] >= LEAST else 0


def best_mover(survey: Survey, units: Iterable[int]) -> int | None:
    """Of units that may move the one that gains most by it; None if all should stay. Only those that might gain more
    than another are weighed to the end.
    """
    best: tuple[int, int] | None = None
    for unit in units:
        if is_guard(survey, unit):
            continue
        prospect = prospect_for(survey, unit, 100)
        if prospect is None or prospect.at_most(survey) < (LEAST if best is None else best[0]):
            continue
        found = best_move(survey, unit)
        if found is not None and found[1] >= LEAST and (best is None or (found[1], -unit) > best):
            best = found[1], -unit
    return -best[1] if best else None


def wants_to_turn(survey: Survey, unit: int) -> bool:
    """Whether a unit in Fire Mode had better move: who defends what it has stays dug in."""
    known: dict[int, bool] = known_of(survey, "turning")
    if unit not in known:
        known[unit] = _wants_to_turn(survey, unit)
    return known[unit]


def _wants_to_turn(survey: Survey, unit: int) -> bool:
    now = survey.look.units[unit]
    posted = now.dug_in or now.at in survey.goals
    if now.mode != FIRE_MODE or (posted and not survey.attacking):
        return False
    found = gain_of_moving(survey, unit)
    return found >= 2 * LEAST


def toward(survey: Survey, unit: int, start: int, targets: Sequence[int]) -> int:
    """The hex in reach that is nearest to where an assault begins, and the safest of those."""
    if start in targets:
        return start
    vehicle = survey.world.kinds[unit].vehicle
    reach = survey.look.movement(unit).reach(start, blocked=survey.look.occupied(1 - survey.side))

    def remains(hex: int) -> tuple[int, int, int]:
        return reach.cost(hex) if hex in reach else FAR, survey.risk(hex, vehicle=vehicle, posture="move"), hex

    return min(targets, key=remains)


def best_hex(survey: Survey, group: Sequence[int], targets: Iterable[int]) -> int | None:
    """Where a stack goes."""
    targets = list(targets)
    storm = best_storm(survey)
    if storm is not None and group[0] in storm.starts:
        return toward(survey, group[0], storm.starts[group[0]], targets)
    found = best_move(survey, group[0], targets)
    if found is None:
        return safest(survey, group[0], targets) if targets else None
    return found[0]


def safest(survey: Survey, unit: int, hexes: Iterable[int]) -> int:
    """The hex where least can happen to a unit, in cover, near the goals."""
    kind = survey.world.kinds[unit]
    ways = survey.ways(unit)

    def danger(hex: int) -> tuple[int, int, int, int]:
        risk = survey.risk(hex, vehicle=kind.vehicle, posture="move")
        return risk, -int(survey.world.ground.types[hex] >= PARTLY), ways.get(hex, FAR), hex

    return min(hexes, key=danger)


def should_take_fire_mode(survey: Survey, unit: int) -> bool:
    """Whether a unit that has done moving may be seen where it is."""
    now = survey.look.units[unit]
    if survey.risk(now.at, vehicle=survey.world.kinds[unit].vehicle, posture="move", staying=True):
        return True
    if stand_off(survey, unit) and survey.fire_from(unit, now.at):
        return True
    if not survey.eyes >> now.at & 1:
        return False
    apart = min((survey.world.ground.distance(now.at, survey.look.units[n].at) for n in survey.enemies), default=99)
    return apart <= 2 * max(CLOSE, survey.world.kinds[unit].area_range_max or 0)
