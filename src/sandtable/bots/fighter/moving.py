"""Moving: the best place in reach. Nearer to the goal, in cover or out of sight, with the leader, and with a shot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from sandtable.bots.arrays import arrays
from sandtable.bots.fighter.danger import rough_danger
from sandtable.bots.fighter.firing import stopped_on
from sandtable.bots.fighter.memory import Choice
from sandtable.bots.fighter.places import Lie, gains, lie_of
from sandtable.bots.fighter.plan import THERE
from sandtable.bots.fighter.survey import Survey
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.region import Region, allowance, region
from sandtable.systems.tactical_combat.special.fuel import Fuel
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["best_move", "plain_ranked"]

LOOKED_AT = (4, 3)
"""How many of the places are looked at closely, with the way to each; fewer in a big battle."""
FUEL = 600
"""What a move must gain for each point of fuel that it burns."""
FAR = 1000
"""A stand that can go farther than this has enough to choose from on a coarser grid."""


def best_move(survey: Survey, stand: int, where: Region | None = None) -> Choice | None:
    """The move that gains most, and what it gains over staying; None if the stand cannot move."""
    look = survey.look
    s = look.stands[stand]
    if s.carrier != NOBODY or (s.morale != NORMAL and not look.world.kinds[stand].vehicle):
        return None
    where = where or region(look, stand)
    lie = lie_of(survey, stand)
    best: tuple[int, int] | None = None
    open_to = (place for place in _ranked(survey, stand, lie, where) if place in where)
    places = [place for place in islice(open_to, LOOKED_AT[survey.big]) if place != s.at]
    if not places:
        return None
    for place, gain in zip(places, gains(survey, stand, lie, places), strict=True):
        if best is not None and max(0, gain) < best[0]:
            continue  # the way there can only make it worse
        stop, harm = stopped_on(survey, stand, where.walk(place)[0])
        worth = gain * (100 - stop) // 100 - harm * survey.caution(stand) // 100
        if best is None or (worth, -place) > best:
            best = worth, -place
    assert best is not None
    price = survey.ready_worth(stand) + survey.temper.least_move + FUEL * _fuel(survey, stand)
    return Choice(best[0] - price, Action("move", -best[1]))


def _fuel(survey: Survey, stand: int) -> int:
    """The fuel that a move of the stand costs, where it is short."""
    look = survey.look
    return sum(special.price(look, stand) for special in look.world.specials if isinstance(special, Fuel))


def _ranked(survey: Survey, stand: int, lie: Lie, where: Region) -> Iterable[int]:
    """A grid of the places in reach, finer where there is cover, from the best as far as a first look tells. Some of
    them may be closed.
    """
    marked = survey.ground.marked(coarse=survey.big or allowance(survey.look, stand) > FAR)
    aim = survey.plan.aim(stand)
    beside = survey.ground.beside(aim.at) if aim is not None and aim.near < THERE else []
    sweep = arrays("sandtable.bots.fighter.sweep")
    ranked: Iterable[int] = (sweep.ranked if sweep else plain_ranked)(survey, stand, lie, where, marked, beside)
    return ranked


def plain_ranked(
    survey: Survey, stand: int, lie: Lie, where: Region, marked: Sequence[int], more: Sequence[int]
) -> list[int]:
    """What `sweep.ranked` means, in plain Python."""
    places = [place for place in where.reach if marked[place]]
    places += [place for place in more if not marked[place] and place in where.reach]
    danger = dict(zip(places, rough_danger(survey, stand, places), strict=True))
    percent = survey.caution(stand)
    return sorted(places, key=lambda place: (percent * danger[place] // 100 - lie.worth(place), place))
