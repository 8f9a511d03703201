"""Riding: infantry far from its goal mounts what can carry it, and gets off before it is shot at."""

from __future__ import annotations

from sandtable.bots.fighter.memory import Choice
from sandtable.bots.fighter.survey import Survey
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.command import may_try
from sandtable.systems.tactical_combat.riding import carriers, dismount_points
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["best_dismount", "ride", "waits_for_riders"]

FAR = 2400
"""Who has farther to go than this does better to ride."""
CLOSE = 1200
NEAR = 400
"""Who is no farther from a carrier than this can get on."""


def ride(survey: Survey, stand: int) -> Choice | None:
    """Mount or dismount, if it is time to."""
    look = survey.look
    s = look.stands[stand]
    if s.carrier != NOBODY:
        return best_dismount(survey, stand)
    kind = look.world.kinds[stand]
    if kind.vehicle or s.morale != NORMAL or survey.plan.distance(stand) < FAR or survey.exposed(stand):
        return None
    found = sorted(carriers(look, stand))
    return Choice(800, Action("mount", found[0])) if found else None


def waits_for_riders(survey: Survey, carrier: int) -> bool:
    """Whether a carrier had better wait for those near it who have far to go and have not acted yet."""
    look, world = survey.look, survey.look.world
    room = world.kinds[carrier].carries - sum(s.carrier == carrier for s in look.stands)
    if room <= 0 or survey.exposed(carrier):
        return False
    return any(
        world.member_of[n] == world.member_of[carrier]
        and not world.kinds[n].vehicle
        and not look.stands[n].finished
        and may_try(look, n)
        and survey.plan.distance(n) >= FAR
        for n in look.nearby(carrier, survey.side, NEAR)
    )


def best_dismount(survey: Survey, stand: int) -> Choice | None:
    """Get off near the goal or in sight of the enemy, on the side with most cover."""
    look = survey.look
    carrier = look.stands[stand].carrier
    if survey.plan.distance(stand, look.stands[carrier].at) > CLOSE and not survey.exposed(carrier):
        return None
    places = dismount_points(look, stand)
    if not places:
        return None
    danger = dict(zip(places, survey.rough_danger(stand, places), strict=True))
    best = max(places, key=lambda place: (-danger[place], look.world.cover_at(place), -place))
    return Choice(800, Action("dismount", best))
