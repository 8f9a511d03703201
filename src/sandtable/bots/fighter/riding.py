"""Riding: infantry far from its goal mounts what can carry it, and gets off before it is shot at. Empty carriers drive
up to it, and loaded ones keep the half of their move that unloading costs (TC V4).
"""

from __future__ import annotations

from sandtable.bots.fighter.danger import rough_danger
from sandtable.bots.fighter.memory import Choice
from sandtable.bots.fighter.moving import best_move
from sandtable.bots.fighter.survey import Survey
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.command import may_try
from sandtable.systems.tactical_combat.region import allowance, around, full_move, region_within
from sandtable.systems.tactical_combat.riding import carriers, dismount_points, may_dismount
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["best_dismount", "fetches", "ride", "waits_for_riders"]

FAR = 2400
"""Infantry that has farther to go than this does better to ride."""
CLOSE = 1200
"""Infantry gets off when its goal is this near."""
NEAR = 400
"""Infantry no farther from a carrier than this can get on."""
RIDES = 800
"""The value of getting on or off at the right time."""


def ride(survey: Survey, stand: int) -> Choice | None:
    """Mount, dismount, fetch or unload, if it is time to."""
    look = survey.look
    s, kind = look.stands[stand], look.world.kinds[stand]
    if kind.carries:
        return fetches(survey, stand) or _unloads(survey, stand)
    if s.carrier != NOBODY:
        return best_dismount(survey, stand)
    if kind.vehicle or s.morale != NORMAL or survey.plan.distance(stand) < FAR or survey.exposed(stand):
        return None
    found = sorted(carriers(look, stand))
    return Choice(RIDES, Action("mount", found[0])) if found else None


# Carriers


def waits_for_riders(survey: Survey, carrier: int) -> bool:
    """Whether a carrier had better wait for those near it who have far to go and have not acted yet."""
    if _room(survey, carrier) <= 0 or survey.exposed(carrier):
        return False
    return any(survey.look.within(carrier, n, NEAR) for n in _riders(survey, carrier))


def fetches(survey: Survey, carrier: int) -> Choice | None:
    """Drive up to infantry that has far to go, where nobody fires, with half the move left for loading it."""
    look = survey.look
    half = full_move(look, carrier) // 2
    if look.world.rules.carriers_wait or allowance(look, carrier) <= half or _room(survey, carrier) <= 0:
        return None
    if look.stands[carrier].morale != NORMAL or waits_for_riders(survey, carrier):
        return None
    near = [n for n in _riders(survey, carrier) if look.within(carrier, n, half + NEAR)]
    others = [n for n in look.world.carriers_of[survey.side] if n != carrier and _room(survey, n) > 0]
    served = {n for n in near for other in others if look.stands[other].at != OFF and look.within(other, n, NEAR)}
    riders = [n for n in near if n not in served]
    where = region_within(look, carrier, allowance(look, carrier) - half) if riders else ()
    places = sorted({place for n in riders for place in around(look, n) if place in where})
    safe = [place for place, harm in zip(places, rough_danger(survey, carrier, places), strict=True) if not harm]
    if not safe:
        return None
    return Choice(RIDES, Action("move", min(safe, key=lambda place: (survey.plan.distance(carrier, place), place))))


def _room(survey: Survey, carrier: int) -> int:
    look = survey.look
    return look.world.kinds[carrier].carries - sum(s.carrier == carrier for s in look.stands)


def _riders(survey: Survey, carrier: int) -> list[int]:
    """Those of its formation who have far to go, and can still get on this turn."""
    look, world = survey.look, survey.look.world
    return [
        n
        for n in look.on_table(survey.side)
        if world.member_of[n] == world.member_of[carrier]
        and not world.kinds[n].vehicle
        and not world.leads[n]  # leaders follow on foot
        and not look.stands[n].finished
        and look.stands[n].carrier == NOBODY
        and look.stands[n].morale == NORMAL
        and may_try(look, n)
        and survey.plan.distance(n) >= FAR
    ]


def _unloads(survey: Survey, carrier: int) -> Choice | None:
    """Drive only so far that those who ride can get off this turn, if that brings them near their goal."""
    look = survey.look
    half = full_move(look, carrier) // 2
    riders = [n for n, s in enumerate(look.stands) if s.carrier == carrier and not s.finished]
    if look.world.rules.carriers_wait or not riders or allowance(look, carrier) <= half:
        return None
    gap = survey.plan.distance(riders[0], look.stands[carrier].at)
    if not CLOSE < gap <= CLOSE + half:
        return None
    move = best_move(survey, carrier, region_within(look, carrier, allowance(look, carrier) - half))
    if move is None or not isinstance(move.action.target, int):
        return None
    return move if survey.plan.distance(riders[0], move.action.target) <= CLOSE else None


def best_dismount(survey: Survey, stand: int) -> Choice | None:
    """Get off near the goal or in sight of the enemy, on the side with most cover."""
    look = survey.look
    carrier = look.stands[stand].carrier
    if survey.plan.distance(stand, look.stands[carrier].at) > CLOSE and not survey.exposed(carrier):
        return None
    if not may_dismount(look, stand):
        return None
    places = dismount_points(look, stand)
    danger = dict(zip(places, rough_danger(survey, stand, places), strict=True))
    best = max(places, key=lambda place: (-danger[place], look.world.cover_at(place), -place))
    return Choice(RIDES, Action("dismount", best))
