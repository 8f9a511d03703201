"""The last chance: a side that must clear a place in this very turn rushes it, once it has fired all it can spare."""

from __future__ import annotations

from sandtable.bots.fighter.survey import Survey
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.region import allowance
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["CLEARED", "LAST_PRICE", "keeps_back"]

CLEARED = 20_000
"""The value of clearing an enemy off a place when the game is lost without it."""
LAST_PRICE = 30
"""What our own losses count then, in percent."""


def keeps_back(survey: Survey, stand: int) -> bool:
    """Whether a stand had better not fire but wait to rush: no more are left than there are enemies, and one."""
    if not survey.last_chance:
        return False
    look = survey.look
    enemies = [n for n in survey.enemies if survey.plan.on_goal(n)]
    rushers = [n for n in look.on_table(survey.side) if any(_can_rush(survey, n, enemy) for enemy in enemies)]
    return stand in rushers and len(rushers) <= len(enemies) + 1


def _can_rush(survey: Survey, stand: int, enemy: int) -> bool:
    look = survey.look
    s, kind = look.stands[stand], look.world.kinds[stand]
    fit = s.morale == NORMAL and not s.finished and s.carrier == NOBODY
    fights = not kind.faces and not kind.leader and not kind.template
    return fit and fights and look.within(stand, enemy, allowance(look, stand))
