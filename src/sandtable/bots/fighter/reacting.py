"""Opportunity fire: shoot when the shot is worth giving up being ready; else wait, or let it go."""

from __future__ import annotations

from sandtable.board.lattice import distance
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.worth import chance_of_effect, mean_harm
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tactical_combat.fire import shot_at
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["react"]

CLOSE = 300
"""And more if the mover is near what we hold, or near enough to assault."""


def react(survey: Survey, target: int, verbs: dict[str, Offer], *, moving: bool) -> Action:
    """Fire with the stand whose shot gains most, if any gains more than it costs to be Finished by a miss."""
    look = survey.look
    best: tuple[int, int] | None = None
    for firer in verbs["fire"].targets or () if "fire" in verbs else ():
        shot = shot_at(look, firer, target)
        effect = chance_of_effect(shot)
        gain = mean_harm(look, shot, target, lasting=False)
        if moving:
            gain += (survey.temper.stopped + _threat(survey, target)) * effect // 100
        gain -= (100 - effect) * _still_needed(survey, firer, target) // 100
        if best is None or (gain, -firer) > best:
            best = gain, -firer
    if best is not None and best[0] > 0:
        return Action("fire", -best[1])
    return Action("wait") if "wait" in verbs else Action("hold")


def _threat(survey: Survey, mover: int) -> int:
    """How much nearer than usual a mover is to what we hold, or to one of our stands."""
    look, table = survey.look, survey.look.world.table
    here = look.base(mover).centre
    held = [
        at
        for (_, at, _), holder in zip(look.world.objectives, look.board.holders, strict=True)
        if holder == survey.side
    ]
    gaps = [distance(here, table.point(at)) for at in held]
    gaps += [distance(here, look.base(n).centre) for n in look.on_table(survey.side)]
    return CLOSE if gaps and min(gaps) <= 900 else 0


def _still_needed(survey: Survey, firer: int, target: int) -> int:
    """The value of keeping this stand ready: the more enemies may still act before it, the more."""
    look = survey.look
    reach = look.max_range(firer)
    fit = [n for n in survey.enemies if n != target and look.stands[n].morale == NORMAL and not look.stands[n].finished]
    coming = sum(look.within(firer, n, reach + look.world.kinds[n].move) for n in fit)
    watching = sum(look.may_watch(n) for n in look.on_table(survey.side))
    return survey.temper.kept_ready * min(coming, watching) // max(1, watching)
