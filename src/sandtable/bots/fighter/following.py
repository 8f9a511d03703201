"""Following up: a shot is worth more if it opens the way for a rush in the same turn.

Fire that is spread suppresses somebody here and there, who recovers. Fire on one enemy until he is paralyzed lets the
first who rushes him take his place.
"""

from __future__ import annotations

from sandtable.bots.fighter.lastchance import CLEARED, LAST_PRICE, last_chance
from sandtable.bots.fighter.places import supports
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.together import can_join
from sandtable.bots.fighter.worth import body_of, duel_if, ends_of
from sandtable.kernel.resolution import Resolution
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, SUPPRESSED

__all__ = ["opening"]

FOLLOWED = 70
"""How often such a rush comes about, in percent: the rushers may be stopped, or have to do something else."""


def opening(survey: Survey, shot: Resolution, firer: int, target: int) -> int:
    """What a shot at an enemy adds to the best rush of somebody else in this turn."""
    look = survey.look
    rushes = [gains for stand, gains in _rushes(survey, target) if stand != firer]
    if not rushes:
        return 0
    best: list[int] = [max(gains) for gains in zip(*rushes, strict=True)]
    now = look.stands[target].morale
    clears = survey.plan.attacking and survey.plan.on_goal(target)
    cleared = (CLEARED if last_chance(survey) else survey.goal_worth) if clears else 0
    ends = ends_of(shot, body_of(look, target))
    after = (*best, max(cleared, best[now]))
    added: int = sum(ways * (gain - best[now]) for ways, gain in zip(ends, after, strict=True))
    return max(0, added) * FOLLOWED // (100 * sum(ends))


def _rushes(survey: Survey, target: int) -> list[tuple[int, tuple[int, ...]]]:
    """Those who could rush an enemy on foot in this turn, each with what the close combat gains, or 0 if it does not,
    by the morale that the enemy would have. The base of fire is not counted on for that.
    """
    if target not in survey.rushes:
        look = survey.look
        found = []
        if not look.world.kinds[target].faces and look.joined(target) == NOBODY:
            for n in look.on_table(survey.side):
                if not supports(survey, n) and not look.world.kinds[n].faces and can_join(survey, n, target):
                    found.append((n, tuple([_gain(survey, n, target, m) for m in (NORMAL, SUPPRESSED, PARALYZED)])))
        survey.rushes[target] = found
    return survey.rushes[target]


def _gain(survey: Survey, stand: int, target: int, morale: int) -> int:
    look, plan = survey.look, survey.plan
    wins, lost, paid = duel_if(look, stand, target, look.cover(stand, target), morale)
    clears = plan.attacking and plan.on_goal(target)
    if last_chance(survey):
        return lost + max(0, CLEARED * wins - LAST_PRICE * paid) // 100 if clears else 0
    gain = (lost * survey.counts(target) - paid * survey.counts(stand)) // 100
    return max(0, gain + survey.goal_worth * wins // 100 if clears else gain * survey.away // 100)
