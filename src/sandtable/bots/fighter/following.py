"""Following up: a shot is worth more if it opens the way for a rush in the same turn.

Fire that is spread suppresses somebody here and there, who recovers. Fire on one enemy until he is paralyzed lets the
first who rushes him take his place.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.bots.fighter.lastchance import CLEARED, LAST_PRICE
from sandtable.bots.fighter.places import supports
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.together import is_fit
from sandtable.bots.fighter.worth import Ends, duel_if
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.region import allowance
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED, SUPPRESSED

__all__ = ["duels", "opening"]

FOLLOWED = 70
"""How often such a rush comes about, in percent: the rushers may be stopped, or have to do something else."""


def opening(survey: Survey, ends: Callable[[], Ends], firer: int, target: int) -> int:
    """What a shot at an enemy adds to the best rush of somebody else in this turn; how it ends is asked only if there
    is such a rush.
    """
    best = _best(survey, target, firer)
    if not best:
        return 0
    now = survey.look.stands[target].morale
    clears = survey.plan.attacking and survey.plan.on_goal(target)
    cleared = (CLEARED if survey.last_chance else survey.goal_worth) if clears else 0
    ways = ends()
    after = (*best, max(cleared, best[now]))
    added: int = sum([count * (gain - best[now]) for count, gain in zip(ways, after, strict=True)])
    return max(0, added) * FOLLOWED // (100 * sum(ways))


def _best(survey: Survey, target: int, firer: int) -> tuple[int, ...]:
    """What the best rush of anybody but the firer gains, by the morale that the enemy would have; empty if there is
    none.
    """
    rushes = _rushes(survey, target)
    if not rushes:
        return ()
    known, key = survey.best_rushes, (target, firer if firer in rushes else NOBODY)
    if key not in known:
        others = [gains for stand, gains in rushes.items() if stand != firer]
        known[key] = tuple([max(gains) for gains in zip(*others, strict=True)])
    return known[key]


def _rushes(survey: Survey, target: int) -> dict[int, tuple[int, ...]]:
    """Those who could rush an enemy on foot in this turn, each with what the close combat gains, or 0 if it does not,
    by the morale that the enemy would have. The base of fire is not counted on for that.
    """
    if target not in survey.rushes:
        look = survey.look
        found: dict[int, tuple[int, ...]] = {}
        if not look.world.kinds[target].faces and look.joined(target) == NOBODY:
            known = survey.facing.rushes.setdefault(target, {})
            for n, reach in _rushers(survey):
                if n not in known:
                    known[n] = _gains(survey, n, target) if look.within(n, target, reach) else None
                if (gains := known[n]) is not None:
                    found[n] = gains
        survey.rushes[target] = found
    return survey.rushes[target]


def _rushers(survey: Survey) -> list[tuple[int, int]]:
    """The stands on foot that could rush somebody, and how far each can go."""
    if survey.rushers is None:
        look = survey.look
        survey.rushers = [
            (n, allowance(look, n))
            for n in look.on_table(survey.side)
            if not supports(survey, n) and not look.world.kinds[n].faces and is_fit(look, n)
        ]
    return survey.rushers


def _gains(survey: Survey, stand: int, target: int) -> tuple[int, ...]:
    clears = survey.plan.attacking and survey.plan.on_goal(target)
    if survey.last_chance:
        if not clears:
            return 0, 0, 0
        ends = duels(survey, stand, target)
        return tuple([lost + max(0, CLEARED * wins - LAST_PRICE * paid) // 100 for wins, lost, paid in ends])
    ends = duels(survey, stand, target)
    theirs, ours, goal, away = survey.counts(target), survey.counts(stand), survey.goal_worth, survey.away
    gains = [(wins, (lost * theirs - paid * ours) // 100) for wins, lost, paid in ends]
    return tuple([max(0, gain + goal * wins // 100 if clears else gain * away // 100) for wins, gain in gains])


def duels(survey: Survey, stand: int, target: int) -> list[tuple[int, int, int]]:
    """The close combat by the morale that the enemy would have: it is the same as long as both are."""
    look, known = survey.look, survey.memory.duels
    a, b = look.stands[stand], look.stands[target]
    key = stand, a.at, a.heading, a.hits, a.morale, target, b.at, b.heading, b.hits
    if key not in known:
        cover = look.cover(stand, target)
        known[key] = [duel_if(look, stand, target, cover, morale) for morale in (NORMAL, SUPPRESSED, PARALYZED)]
    return known[key]
