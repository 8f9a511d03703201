"""Where a unit goes: nearer to the goal, from cover to cover, and into Fire Mode where it may be seen."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from sandtable.board.hexpaths import Reach
from sandtable.bots.captain.guarding import is_guard
from sandtable.bots.captain.riding import GET_OFF
from sandtable.bots.captain.storming import best_storm
from sandtable.bots.captain.survey import FAR, Survey
from sandtable.bots.captain.wayfinding import reach_from
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.ground import PARTLY
from sandtable.systems.tcs.impulses import another, points_left
from sandtable.systems.tcs.modes import mode_price, why_not_move_mode
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
KEPT = 200
"""How many such lists of worths are kept for one map."""
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


def pull(survey: Survey, unit: int, ways: dict[int, int]) -> list[int]:
    """What each hex is worth to a unit for its place alone: how near it is to the goals, and its cover."""
    ground, goals, off = survey.world.ground, survey.goals_of(unit), stand_off(survey, unit)
    known: dict[Hashable, tuple[dict[int, int], list[int]]] = known_of(ground, "pulls")
    key = id(ways), off, goals, survey.attacking
    found = known.get(key)
    if found is None or found[0] is not ways:
        if len(known) >= KEPT:
            known.clear()
        near = 0
        for goal in goals if off else ():
            near |= ground.within(goal, off)
        worths = [-off * POINT if near >> hex & 1 else -ways.get(hex, FAR) * POINT // 6 for hex in range(ground.size)]
        if not survey.attacking:
            worths = [worth // 2 for worth in worths]
        worths = [worth + COVER if type >= PARTLY else worth for worth, type in zip(worths, ground.types, strict=True)]
        found = known[key] = ways, worths
    return found[1]


def calm_worths(survey: Survey, unit: int, hexes: Iterable[int], ways: dict[int, int]) -> list[tuple[int, int]]:
    """The value to a unit of being in each of some hexes, as if nobody could fire at it there; with the hex."""
    here = survey.look.units[unit]
    worths, crowds, fires = pull(survey, unit, ways), survey.crowds, survey.in_range_of_focus(unit)
    price, free = CROWD[survey.shelled], SPARSE[survey.shelled]
    found = []
    for hex in hexes:
        worth = worths[hex]
        if fires >> hex & 1:
            worth += survey.fire_from(unit, hex) * FIRE // 100
        if hex in crowds:
            crowd = crowds[hex] - (here.steps if here.at == hex else 0)
            worth -= price * max(0, crowd - free)
        found.append((worth, hex))
    return found


def hurry(survey: Survey) -> int:
    """How much danger counts, in percent: less when time runs out, unless the side has won if nothing changes."""
    left = len(HURRY) if survey.standing.keeps or survey.standing.hopeless else min(survey.turns_left, len(HURRY))
    return HURRY[left - 1] * survey.caution // 100


def options(survey: Survey, unit: int) -> tuple[Reach, dict[int, int]]:
    """The hexes a unit could move to now, or after it has gone to Move Mode; and how far each is from the goals."""
    known: dict[int, tuple[Reach, dict[int, int]]] = known_of(survey, "options")
    if unit not in known:
        look = survey.look
        now = look.units[unit]
        budget = max(points_left(look, unit), another(look, unit))
        if now.mode == FIRE_MODE:
            budget -= mode_price(look, unit)
        reach = reach_from(look, unit, max(budget, 0), shut(look, unit))
        known[unit] = reach, survey.ways(unit, halting=unit != survey.scout)
    return known[unit]


def ranked(survey: Survey, unit: int) -> list[tuple[int, int]]:
    """The hexes a unit could move to, each after what it would be worth without danger: the best first."""
    known: dict[int, list[tuple[int, int]]] = known_of(survey, "ranked")
    if unit not in known:
        reach, ways = options(survey, unit)
        here = survey.look.units[unit].at
        worths = calm_worths(survey, unit, reach, ways)
        known[unit] = sorted((-worth, hex) for worth, hex in worths if hex != here)
    return known[unit]


def path_to(survey: Survey, unit: int, hex: int) -> tuple[int, ...]:
    """The hexes that a unit enters on its way to one in reach."""
    reach, _ = options(survey, unit)
    return reach.path(hex)[1:] if hex in reach else ()


def best_move(
    survey: Survey, unit: int, among: Iterable[int] | None = None, danger: int = 100
) -> tuple[int, int] | None:
    """The hex to go to and what that gains; None if there is none. How much danger counts is in percent."""
    if among is not None:
        return _best_move(survey, unit, set(among), danger)
    known: dict[Hashable, tuple[int, int] | None] = known_of(survey, "best_moves")
    if (unit, danger) not in known:
        known[unit, danger] = _remembered(survey, unit, danger)
    return known[unit, danger]


def _remembered(survey: Survey, unit: int, danger: int) -> tuple[int, int] | None:
    """The best move, from an earlier decision if all that it depends on is as it was."""
    look, (reach, ways) = survey.look, options(survey, unit)
    now = look.units[unit]
    near = reach.mask | 1 << now.at
    key = (
        unit,
        danger,
        now.at,
        now.steps,
        bool(not survey.world.kinds[unit].armed and passengers_of(look, unit)),
        survey.focus,
        survey.crossing(unit),
        survey.attacking,
        survey.goals_of(unit),
        hurry(survey),
        survey.barred & near,
        tuple((hex, steps) for hex, steps in survey.crowds.items() if near >> hex & 1),
    )
    known: dict[Hashable, tuple[Reach, dict[int, int], tuple[int, int] | None]] = known_of(survey.threats, "moves")
    before = known.get(key)
    if before is None or before[0] is not reach or before[1] is not ways:
        before = known[key] = reach, ways, _best_move(survey, unit, None, danger)
    return before[2]


def _best_move(survey: Survey, unit: int, allowed: set[int] | None, danger: int) -> tuple[int, int] | None:
    """Danger only takes away, so that the search ends where a place without any would not be worth enough."""
    reach, ways = options(survey, unit)
    vehicle = survey.world.kinds[unit].vehicle
    here = survey.look.units[unit].at
    if here not in ways:
        return None
    threats, pressed = survey.threats, hurry(survey) * danger
    count = STAYING * pressed

    def loss(hex: int) -> int:
        """What the danger in a hex takes away."""
        return threats.risk(hex, vehicle, "fire", True) * count // 1_000_000

    ((calm, _),) = calm_worths(survey, unit, (here,), ways)
    stay = calm - loss(here)
    trails = Trails(survey, reach, vehicle=vehicle)
    best: tuple[int, int] | None = None
    for minus, hex in ranked(survey, unit):
        if best is not None and -minus - stay < best[1]:
            break
        if allowed is not None and hex not in allowed:
            continue
        gain = -minus - loss(hex) - stay
        if best is not None and (-gain, hex) > (-best[1], best[0]):
            continue
        worst, total, mined = trails.to(hex)
        gain -= (2 * worst + total) // 3 * DANGER * pressed // 1_000_000
        gain -= MINED * mined
        if best is None or (-gain, hex) < (-best[1], best[0]):
            best = hex, gain
    return best


class Trails:
    """The dangers on the ways to the hexes in reach: the worst, their sum, and how many minefields."""

    def __init__(self, survey: Survey, reach: Reach, *, vehicle: bool) -> None:
        self._threats, self._barred, self._vehicle, self._reach = survey.threats, survey.barred, vehicle, reach
        self._known = {reach.start: (0, 0, 0)}

    def to(self, hex: int) -> tuple[int, int, int]:
        """The dangers of all hexes that are entered on the way to one."""
        known = self._known
        back = []
        while hex not in known:
            back.append(hex)
            hex = self._reach.before(hex)
        worst, total, mined = known[hex]
        for each in reversed(back):
            risk = self._threats.risk(each, self._vehicle, "move", False)
            worst, total, mined = max(worst, risk), total + risk, mined + (self._barred >> each & 1)
            known[each] = worst, total, mined
        return worst, total, mined


def gain_of_moving(survey: Survey, unit: int) -> int:
    """What the best move of a unit gains; 0 if it should stay."""
    now = survey.look.units[unit]
    able = can_move(survey.look, unit, now) if now.mode == MOVE_MODE else why_not_move_mode(survey.look, unit) is None
    if not able or is_guard(survey, unit):
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
