"""Fire and assault: which shot is worth the answer it draws, and when a suppressed enemy can be rushed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sandtable.board.lattice import INCH, Point, root_up
from sandtable.bots.fighter.following import duels, opening
from sandtable.bots.fighter.ground import moved
from sandtable.bots.fighter.lastchance import CLEARED, LAST_PRICE, keeps_back
from sandtable.bots.fighter.lines import ASK, NO_SHOT
from sandtable.bots.fighter.memory import Choice
from sandtable.bots.fighter.places import gains, lie_of
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.together import may_charge
from sandtable.bots.fighter.worth import body_of, chance_of_effect, duel, ends_of, mean_harm
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.armour import can_fight
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.fire import shot_at
from sandtable.systems.tactical_combat.region import Region, allowance, region
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["best_assault", "best_shot", "first_look", "stopped_on"]

READY_TARGET = 130
"""An enemy that could still shoot at our movers is worth more, in percent."""
GOAL_TARGET, LATE_GOAL_TARGET = 120, 300
"""An enemy on a goal is worth more, in percent, and most when the side must clear it now."""
GROUND = 600
"""What the ground that is won may add to a rush."""
AFTER_FIRE = 50
"""At the last chance an unshaken enemy is rushed only after all fire: a rush counts for this much less than a shot."""
RUSHED = 3
"""How many of the enemies in reach one thinks of rushing."""


def best_shot(survey: Survey, stand: int) -> Choice | None:
    """The shot of a stand that gains most, less the answer that it draws and what it costs to be Finished."""
    targets = survey.look.targets(stand)
    if not targets or keeps_back(survey, stand):
        return None
    worth, target = max([(_shot(survey, stand, target), -target) for target in targets])
    price = _answer(survey, stand) * survey.temper.answer // 100 + survey.ready_worth(stand)
    return Choice(worth - price, Action("fire", -target))


def _shot(survey: Survey, stand: int, target: int) -> int:
    look, known = survey.look, survey.facing.prizes
    if target not in known:
        known[target] = _prize(survey, target)
    worth, ends = survey.shot_of(stand, target)
    return worth * known[target] // 10_000 + opening(
        survey, lambda: ends or ends_of(shot_at(look, stand, target), body_of(look, target)), stand, target
    )


def _prize(survey: Survey, target: int) -> int:
    """What harm to an enemy counts, in hundredths of a percent."""
    percent = READY_TARGET if survey.look.may_watch(target) else 100
    if survey.plan.attacking and survey.plan.on_goal(target):
        late = survey.stakes.standing.dares
        percent = percent * (LATE_GOAL_TARGET if late else GOAL_TARGET * survey.pressing // 100) // 100
    else:
        percent = percent * survey.away // 100
    return percent * survey.counts(target)


def _answer(survey: Survey, stand: int) -> int:
    """The worst shot that a ready enemy could answer with."""
    return max((survey.harm_now(enemy, stand, lasting=False) for enemy in survey.ready), default=0)


def best_assault(survey: Survey, stand: int, least: int = 0) -> Choice | None:
    """The rush of a stand that gains most, by the exact chances of the close combat and of being stopped on the way.

    The close combat that gains most is looked at first, and none that gains much less than `least` or than what has
    been found.
    """
    look = survey.look
    best: Choice | None = None
    for gain, action in rushes(survey, stand)[:RUSHED]:
        if gain + GROUND <= least:
            break
        enemy = cast("int", action.target)
        path = _charge(region(look, stand), enemy)
        if not path:
            continue
        stop, harm = stopped_on(survey, stand, path[:-1])
        (ground,) = gains(survey, stand, lie_of(survey, stand), path[-1:])
        worth = (gain + ground) * (100 - stop) // 100 - harm - survey.ready_worth(stand)
        if worth > 0 and survey.last_chance and look.stands[enemy].morale == NORMAL:
            worth = 1 + worth // AFTER_FIRE
        if best is None or worth > best.worth:
            best, least = Choice(worth, action), max(least, worth)
    return best


def first_look(survey: Survey, stand: int) -> Choice | None:
    """The rush that seems best before its way is known: the ground may be worth something, too."""
    best = next(iter(rushes(survey, stand)), None)
    return None if best is None else best._replace(worth=best.worth + GROUND)


def rushes(survey: Survey, stand: int) -> list[Choice]:
    """What the close combats would gain for which a stand is near enough, the best first, if there is a way."""
    look = survey.look
    s, kind = look.stands[stand], look.world.kinds[stand]
    if s.morale != NORMAL or s.carrier != NOBODY or kind.leader or kind.arm == "gun" or look.why_not_move(stand):
        return []
    found = [
        Choice(gain, Action("assault", enemy))
        for enemy in look.nearby(stand, 1 - survey.side, allowance(look, stand) + 100)
        if look.joined(enemy) == NOBODY
        and can_fight(look, stand, enemy)
        and may_charge(survey, stand, enemy)
        and (gain := _melee(survey, stand, enemy)) > 0
    ]
    return sorted(found, key=lambda each: -each.worth)


def _charge(where: Region, enemy: int) -> tuple[int, ...]:
    """The way into contact with an enemy; empty if there is none. To ask for all of them at once takes longer."""
    try:
        return tuple(each.position for each in where.charge(enemy))
    except ValueError:
        return ()


def _melee(survey: Survey, stand: int, enemy: int) -> int:
    """What the close combat itself gains; at the last chance only that counts which clears a place."""
    look, plan = survey.look, survey.plan
    if survey.last_chance and not plan.on_goal(enemy):
        return 0
    kinds = look.world.kinds
    if kinds[stand].vehicle or kinds[enemy].vehicle:
        wins, lost, paid = duel(look, stand, enemy, look.cover(stand, enemy))
    else:
        wins, lost, paid = duels(survey, stand, enemy)[look.stands[enemy].morale]
    if survey.last_chance:
        return lost + (CLEARED * wins - LAST_PRICE * paid) // 100
    gain = (lost * survey.counts(enemy) - paid * survey.counts(stand)) // 100
    if plan.attacking and plan.on_goal(enemy):
        return gain + survey.goal_worth * wins // 100
    return gain * survey.away // 100 if gain > 0 else gain


def stopped_on(survey: Survey, stand: int, path: tuple[int, ...]) -> tuple[int, int]:
    """The chance, in percent, that opportunity fire stops a stand on its way, and what it costs on average.

    Only one enemy may fire at a move: the one that does most.
    """
    look = survey.look
    worst = (0, 0)
    if len(path) < 3:
        return worst  # he must be seen to go an inch (TC O4)
    points = look.world.table.points(path)
    xs, ys = zip(*points, strict=True)
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    for enemy, u, v, most, eye, lines, shots in survey.watchers_of(stand):
        if not (west - most <= u <= east + most and south - most <= v <= north + most):
            continue
        seen = survey.ground.seen(eye, path, survey.limit)
        open_to = [index for index in range(1, len(path)) if seen[index - 1] and seen[index]]
        if len(open_to) < 2:
            continue  # it must have gone an inch in his sight (TC O4)
        place = path[_nearest(points, open_to[1:], u, v)]
        line = ASK if lines is None else lines[eye * lines.size + place]
        if line == ASK:
            there = moved(look, stand, place)
            if there.out_of_reach(enemy, stand) or there.joined(stand) != NOBODY:
                continue
            shot = shot_at(there, enemy, stand)
            worst = max(worst, (chance_of_effect(shot), mean_harm(there, shot, stand, lasting=False)))
        elif line != NO_SHOT and shots is not None:
            worst = max(worst, (shots.effects[line], shots.passing[line]))
    return worst


def _nearest(points: Sequence[Point], indexes: Sequence[int], x: int, y: int) -> int:
    """The first of these points that is as near as any, in whole inches."""
    gaps = [(x - points[index][0]) ** 2 + (y - points[index][1]) ** 2 for index in indexes]
    most = (root_up(min(gaps)) // INCH + 1) * INCH - 1
    return next(index for index, gap in zip(indexes, gaps, strict=True) if gap <= most * most)
