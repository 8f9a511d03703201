"""Moving: the best place in reach. Nearer to the goal, in cover or out of sight, with the leader, and with a shot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from sandtable.board.lattice import distance
from sandtable.bots.fighter.firing import stopped_on
from sandtable.bots.fighter.ground import moved
from sandtable.bots.fighter.memory import Choice
from sandtable.bots.fighter.places import COVER, Lie, place_worth
from sandtable.bots.fighter.plan import THERE
from sandtable.bots.fighter.survey import Survey
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.region import Region, allowance, around, region
from sandtable.systems.tactical_combat.special.fuel import Fuel
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["best_move", "leader_move"]

LOOKED_AT = (4, 3)
"""How many of the places are looked at closely, with the way to each; fewer in a big battle."""
FUEL = 600
"""What a move must gain for each point of fuel that it burns."""
FAR = 1000
"""Who can go farther than this has enough to choose from on a coarser grid."""


def best_move(survey: Survey, stand: int, where: Region | None = None) -> Choice | None:
    """The move that gains most, and what it gains over staying; None if the stand cannot move."""
    look = survey.look
    s = look.stands[stand]
    if s.carrier != NOBODY or (s.morale != NORMAL and not look.world.kinds[stand].vehicle):
        return None
    where = where or region(look, stand)
    lie = Lie(survey, stand)
    places = _candidates(survey, where, stand)
    rough = sorted(zip(_rough(survey, stand, lie, places), places, strict=True), key=lambda each: (-each[0], each[1]))
    best: tuple[int, int] | None = None
    stay: int | None = None
    for place in islice((place for _, place in rough if place in where), LOOKED_AT[survey.big]):
        if place == s.at:
            continue
        if stay is None:
            stay = place_worth(survey, stand, lie, s.at)
        gain = place_worth(survey, stand, lie, place) - stay
        path = tuple(each.position for each in where.way(place))
        stop, harm = stopped_on(survey, stand, path)
        worth = gain * (100 - stop) // 100 - harm * survey.caution(stand) // 100
        if best is None or (worth, -place) > best:
            best = worth, -place
    if best is None:
        return None
    price = survey.ready_worth(stand) + survey.temper.least_move + FUEL * _fuel(survey, stand)
    return Choice(best[0] - price, Action("move", -best[1]))


def _fuel(survey: Survey, stand: int) -> int:
    """The fuel that a move of the stand costs, where it is short."""
    look = survey.look
    return sum(special.price(look, stand) for special in look.world.specials if isinstance(special, Fuel))


def _candidates(survey: Survey, where: Region, stand: int) -> list[int]:
    """A grid of the places in reach, finer where there is cover. Some of them may be closed."""
    marked = survey.ground.marked(coarse=survey.big or allowance(survey.look, stand) > FAR)
    found = [place for place in where.reach if marked[place]]
    aim = survey.plan.aim(stand)
    if aim is not None and aim.near < THERE:
        beside = survey.ground.beside(aim.at)
        found += [place for place in beside if not marked[place] and place in where.reach]
    return found


def _rough(survey: Survey, stand: int, lie: Lie, places: Sequence[int]) -> list[int]:
    danger = survey.rough_danger(stand, places)
    percent = survey.caution(stand)
    return [lie.worth(place) - percent * harm // 100 for place, harm in zip(places, danger, strict=True)]


def leader_move(survey: Survey, stand: int) -> Choice | None:
    """A leader goes where most of his men are in his reach, beside one of them, and in cover."""
    look, world = survey.look, survey.look.world
    s = look.stands[stand]
    if s.carrier != NOBODY or s.morale != NORMAL or world.kinds[stand].kind == "hq":
        return None
    men = [
        n
        for n in look.on_table(survey.side)
        if world.member_of[stand] in world.formations[world.member_of[n]].chain and not world.kinds[n].leader
    ]
    if not men:
        return None
    where = region(look, stand)
    where.reach.solved()  # many of its points are asked of
    nearest = min(look.apart(stand, n) for n in men)
    places = sorted({place for n in men for place in around(look, n) if place in where})
    if not places and nearest > world.rules.command_radius[survey.side]:
        goal = min(men, key=lambda n: (look.apart(stand, n), n))
        return _follow(survey, where, stand, goal)
    strays = _strays(survey, stand, men)
    stay = _with_men(survey, stand, s.at, men, strays)
    worths = [(_with_men(survey, stand, place, men, strays), -place) for place in places]
    if not worths:
        return None
    best, place = max(worths)
    return Choice(best - stay, Action("move", -place)) if best > stay else None


def _follow(survey: Survey, where: Region, stand: int, goal: int) -> Choice | None:
    table = survey.look.world.table
    there = survey.look.base(goal).centre
    place = min(where, key=lambda each: (distance(table.point(each), there), each), default=None)
    return None if place is None else Choice(100, Action("move", place))


def _strays(survey: Survey, stand: int, men: Sequence[int]) -> list[int]:
    """Those whom a leader could command too, though they are not his, and whom no other leader is near (TC C5)."""
    look, world = survey.look, survey.look.world
    radius = world.rules.command_radius[survey.side]
    leaders = [n for n in look.on_table(survey.side) if world.leads[n] and n != stand]
    found = [n for n in look.on_table(survey.side) if stand in world.leaders_over[n] and n not in men]
    others = {n: [leader for leader in leaders if leader in world.leaders_over[n]] for n in found if not world.leads[n]}
    return [n for n, near in others.items() if not any(look.within(leader, n, radius) for leader in near)]


def _with_men(survey: Survey, stand: int, place: int, men: Sequence[int], strays: Sequence[int]) -> int:
    """How many men a leader commands from a place, his own before others; beside one of his own he is safe."""
    there = moved(survey.look, stand, place)
    radius = survey.look.world.rules.command_radius[survey.side]
    near = sum(there.within(stand, n, radius) for n in men)
    safe = any(there.touching(stand, n) for n in men)
    near_too = sum(there.within(stand, n, radius) for n in strays)
    return 400 * near + 200 * near_too + 300 * safe + COVER * survey.look.world.cover_at(place)
