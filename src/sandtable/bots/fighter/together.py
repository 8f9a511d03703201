"""Vehicles against infantry: they wait until it is shaken, or go together.

A lone vehicle beside unshaken infantry is fired at before it fires, and in the enemy's turn it is rushed.
"""

from __future__ import annotations

from sandtable.bots.fighter.ground import moved
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.worth import mean_harm
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.fire import antitank_shot
from sandtable.systems.tactical_combat.region import allowance
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["can_join", "is_fit", "may_charge", "rushed"]

BESIDE = 400
"""A friend this near to a vehicle keeps infantry off it."""
EACH_WAY = 50
"""Infantry that could rush a vehicle does so every other time, in percent."""


def _unshaken_foot(look: Situation, stand: int) -> bool:
    kind = look.world.kinds[stand]
    return not kind.faces and not kind.leader and look.stands[stand].morale == NORMAL


def may_charge(survey: Survey, stand: int, enemy: int) -> bool:
    """Whether a stand may assault an enemy: a vehicle goes at unshaken infantry only with another, or when it must."""
    look = survey.look
    if not look.world.kinds[stand].vehicle or not _unshaken_foot(look, enemy) or survey.stakes.standing.dares:
        return True
    return any(can_join(survey, n, enemy) for n in look.on_table(survey.side) if n != stand)


def can_join(survey: Survey, stand: int, enemy: int) -> bool:
    """Whether another stand could assault the same enemy in this turn."""
    look = survey.look
    return is_fit(look, stand) and look.within(stand, enemy, allowance(look, stand))


def is_fit(look: Situation, stand: int) -> bool:
    """Whether a stand could still assault anybody in this turn."""
    s, kind = look.stands[stand], look.world.kinds[stand]
    fit = s.morale == NORMAL and not s.finished and s.carrier == NOBODY
    return fit and not kind.leader and kind.arm != "gun" and "unarmed" not in kind.flags


def rushed(survey: Survey, stand: int, place: int) -> int:
    """What unshaken infantry in reach would cost a vehicle in its next turn, if it were at this place."""
    look, world = survey.look, survey.look.world
    if not world.kinds[stand].vehicle:
        return 0
    there = moved(look, stand, place)
    foot = [
        n
        for n in survey.enemies
        if _unshaken_foot(look, n) and there.within(stand, n, world.kinds[n].move) and look.joined(n) == NOBODY
    ]
    if not foot:
        return 0
    shot = antitank_shot("", world.names[stand], world.quality(stand))
    harm = mean_harm(look, shot, stand) * EACH_WAY // 100
    covered = any(
        n != stand and not world.kinds[n].leader and there.within(stand, n, BESIDE) for n in look.on_table(survey.side)
    )
    return harm * min(2, len(foot)) // (2 if covered else 1)
