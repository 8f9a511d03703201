"""Where a unit goes: nearer to the goal, from cover to cover, and into Fire Mode where it may be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.board.hexpaths import Reach
from sandtable.bots.captain.riding import GET_OFF
from sandtable.bots.captain.storming import best_storm
from sandtable.bots.captain.survey import FAR, Survey
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.ground import PARTLY
from sandtable.systems.tcs.impulses import another, points_left
from sandtable.systems.tcs.modes import mode_cost, why_not_move_mode
from sandtable.systems.tcs.movement import can_move, shut
from sandtable.systems.tcs.transport import passengers_of
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE

__all__ = [
    "best_hex",
    "best_move",
    "gain_of_moving",
    "hurry",
    "path_to",
    "safest",
    "should_take_fire_mode",
    "wants_to_turn",
]

POINT = 100
"""What a movement point nearer to the goal is worth."""
COVER = 40
"""To end a move in cover."""
DANGER = 14
"""What the strength that may hit us counts, in percent."""
STAYING = 4
"""The same where it stays for the enemy's phase."""
HURRY = (30, 45, 60, 80, 100, 100, 120, 120)
"""How much danger counts, in percent, with one turn left and more: less when time runs out."""
FIRE = 15
"""What a point of strength is worth that can fire at the focus."""
MINED = 300
"""What it costs to go through a minefield."""
LEAST = 30
"""A move must gain this much."""
CROWD, SPARSE = (12, 20), (5, 2)
"""What each step beyond some others in a hex costs: more where the enemy has artillery."""
CLOSE = 1
SUPPORT = {"mg": 4, "mortar": 9, "infantry_gun": 6, "at_gun": 5, "aa": 4, "artillery": 8}
"""How near to the goal units come that fight by their fire."""
TANKS = 3


def stand_off(survey: Survey, unit: int) -> int:
    """How many hexes from the goal a unit stops and fights by its fire; 0 if it goes in."""
    kind = survey.world.kinds[unit]
    if kind.infantry:
        return 0
    if not kind.armed and passengers_of(survey.look, unit):
        return GET_OFF
    return SUPPORT.get(kind.kind, TANKS if kind.armed else 9)


def place_worth(survey: Survey, unit: int, hex: int, ways: dict[int, int], posture: str, danger: int = 100) -> int:
    """What it is worth to a unit to be in a hex, in this posture."""
    world = survey.world
    vehicle = world.kinds[unit].vehicle
    off = stand_off(survey, unit)
    apart = min((world.ground.distance(hex, goal) for goal in survey.goals_of(unit)), default=0)
    worth = -ways.get(hex, FAR) * POINT // 6
    if off and apart <= off:
        worth = -off * POINT
    if not survey.attacking:
        worth = worth // 2
    worth += survey.fire_from(unit, hex) * FIRE // 100
    if world.ground.types[hex] >= PARTLY:
        worth += COVER
    crowd = survey.look.steps_in(hex) - (survey.look.units[unit].steps if survey.look.units[unit].at == hex else 0)
    worth -= CROWD[survey.shelled] * max(0, crowd - SPARSE[survey.shelled])
    risk = survey.risk(hex, vehicle=vehicle, posture=posture, staying=True)
    return worth - risk * STAYING * hurry(survey) * danger // 1_000_000


def hurry(survey: Survey) -> int:
    """How much danger counts, in percent: less when time runs out, unless the side has won if nothing changes."""
    left = len(HURRY) if survey.standing.keeps or survey.standing.hopeless else min(survey.turns_left, len(HURRY))
    return HURRY[left - 1] * survey.caution // 100


def options(survey: Survey, unit: int) -> tuple[Reach, dict[int, int]]:
    """The hexes a unit could move to now, or after it has gone to Move Mode; and how far each is from the goals."""
    look, world = survey.look, survey.world
    now = look.units[unit]
    budget = max(points_left(look, unit), another(world, unit, now))
    if now.mode == FIRE_MODE:
        budget -= mode_cost(world, unit)
    reach = look.movement(unit).reach(now.at, max(budget, 0), blocked=shut(look, unit))
    return reach, survey.ways(unit, halting=unit != survey.scout)


def path_to(survey: Survey, unit: int, hex: int) -> tuple[int, ...]:
    """The hexes that a unit enters on its way to one in reach."""
    reach, _ = options(survey, unit)
    return reach.path(hex)[1:] if hex in reach else ()


def best_move(
    survey: Survey, unit: int, among: Iterable[int] | None = None, danger: int = 100
) -> tuple[int, int] | None:
    """The hex to go to and what that gains; None if there is none. How much danger counts is in percent."""
    known: dict[tuple[int, int], tuple[int, int] | None] = known_of(survey, "best_moves")
    if among is not None:
        return _best_move(survey, unit, set(among), danger)
    if (unit, danger) not in known:
        known[unit, danger] = _best_move(survey, unit, None, danger)
    return known[unit, danger]


def _best_move(survey: Survey, unit: int, allowed: set[int] | None, danger: int) -> tuple[int, int] | None:
    reach, ways = options(survey, unit)
    vehicle = survey.world.kinds[unit].vehicle
    here = survey.look.units[unit].at
    if here not in ways:
        return None
    stay = place_worth(survey, unit, here, ways, "fire", danger)
    best: tuple[int, int] | None = None
    for hex in reach:
        if hex == here or (allowed is not None and hex not in allowed):
            continue
        gain = place_worth(survey, unit, hex, ways, "fire", danger) - stay
        if best is not None and gain <= best[1]:
            continue
        path = reach.path(hex)[1:]
        risks = [survey.risk(each, vehicle=vehicle, posture="move") for each in path]
        gain -= (2 * max(risks) + sum(risks)) // 3 * DANGER * hurry(survey) * danger // 1_000_000
        gain -= MINED * sum(survey.barred >> each & 1 for each in path)
        if best is None or gain > best[1]:
            best = hex, gain
    return best


def gain_of_moving(survey: Survey, unit: int) -> int:
    """What the best move of a unit gains; 0 if it should stay."""
    now = survey.look.units[unit]
    able = can_move(survey.look, unit, now) if now.mode == MOVE_MODE else why_not_move_mode(survey.look, unit) is None
    if not able:
        return 0
    found = best_move(survey, unit)
    return found[1] if found and found[1] >= LEAST else 0


def wants_to_turn(survey: Survey, unit: int) -> bool:
    """Whether a unit in Fire Mode had better move: who defends what it has stays dug in."""
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
