"""Leading: a leader goes where most stands are in his reach, beside one of them, in cover, and where he can spot."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.board.lattice import distance
from sandtable.board.stands import Base, base_within
from sandtable.bots.fighter.memory import Choice
from sandtable.bots.fighter.places import COVER
from sandtable.bots.fighter.survey import Survey
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.region import Region, around, region
from sandtable.systems.tactical_combat.situation import CONTACT
from sandtable.systems.tactical_combat.tables import NORMAL, PARALYZED

__all__ = ["leader_move"]

OWN, STRAY = 400, 200
"""The value of commanding a stand of his own, and one that no other leader is near."""
SAFE = 300
"""The value of being beside one of them, where the leader cannot be picked out."""
SPOTS = 500
"""The value of seeing a target for a mortar that nobody spots for."""
FOLLOWS = 100


def leader_move(survey: Survey, stand: int) -> Choice | None:
    """A leader goes to his men; if he has none left, to those who have no leader (TC C5)."""
    if stand not in survey.leads:
        survey.leads[stand] = _leader_move(survey, stand)
    found: Choice | None = survey.leads[stand]
    return found


def _leader_move(survey: Survey, stand: int) -> Choice | None:
    look, world = survey.look, survey.look.world
    s = look.stands[stand]
    if s.carrier != NOBODY or s.morale != NORMAL or world.kinds[stand].kind == "hq":
        return None
    own = [
        n
        for n in look.on_table(survey.side)
        if world.member_of[stand] in world.formations[world.member_of[n]].chain and not world.leads[n]
    ]
    strays = _strays(survey, stand, own)
    men = own or strays
    if not men:
        return None
    targets = _unspotted(survey, stand)
    near = [(look.base(n), OWN) for n in own] + [(look.base(n), STRAY) for n in strays]
    stay = _worth(survey, stand, s.at, near, targets)
    most = sum([worth for _, worth in near]) + SAFE + (SPOTS if targets else 0)
    if stay >= most:
        return None  # all is well, and cover alone is no reason to go
    best, where_to = stay, s.at
    where = region(look, stand)
    gap, nearest = min((look.apart(stand, n), n) for n in men)
    far = gap > world.rules.command_radius[survey.side]
    if far and not any(place in where for n in men for place in around(look, n)):
        return _follow(survey, where, stand, nearest)
    for place in sorted({place for n in (*own, *strays) for place in around(look, n)}):
        if most + COVER * world.cover_at(place) > best and place in where:  # else it cannot be better
            worth = _worth(survey, stand, place, near, targets)
            if worth > best:
                best, where_to = worth, place
    return Choice(best - stay, Action("move", where_to)) if best > stay else None


def _follow(survey: Survey, where: Region, stand: int, goal: int) -> Choice | None:
    table = survey.look.world.table
    there = survey.look.base(goal).centre
    place = min(where, key=lambda each: (distance(table.point(each), there), each), default=None)
    return None if place is None else Choice(FOLLOWS, Action("move", place))


def _strays(survey: Survey, stand: int, own: Sequence[int]) -> list[int]:
    """Those whom a leader could command too, though they are not his, and whom no other leader is near (TC C5)."""
    look, world = survey.look, survey.look.world
    radius = world.rules.command_radius[survey.side]
    leaders = [n for n in look.on_table(survey.side) if world.leads[n] and n != stand]
    found = [n for n in look.on_table(survey.side) if stand in world.leaders_over[n] and n not in own]
    others = {n: [leader for leader in leaders if leader in world.leaders_over[n]] for n in found if not world.leads[n]}
    return [n for n, near in others.items() if not any(look.within(leader, n, radius) for leader in near)]


def _unspotted(survey: Survey, stand: int) -> list[int]:
    """Where the enemies are that a mortar could hit if this leader saw them; none if another leader sees one (TC A6,
    A11).
    """
    look, world = survey.look, survey.look.world
    if world.rules.platoon_scale:
        return []
    friends = look.on_table(survey.side)
    mortars = [n for n in friends if "mortar" in world.kinds[n].kind and look.stands[n].morale != PARALYZED]
    targets = [
        look.stands[n].at
        for n in survey.enemies
        if any(world.kinds[mortar].template or look.in_range(mortar, n, look.max_range(mortar)) for mortar in mortars)
    ]
    others = [look.stands[n].at for n in friends if world.leads[n] and n != stand]
    seen = any(any(survey.ground.seen(target, others, survey.limit)) for target in targets)
    return [] if seen else targets


def _worth(survey: Survey, stand: int, place: int, near: Sequence[tuple[Base, int]], targets: Sequence[int]) -> int:
    """What a leader's place is worth: the stands he commands from it, each with its own worth, a stand beside him,
    cover, and a target seen.
    """
    world = survey.look.world
    here = world.base(place, survey.look.stands[stand].heading)
    radius = world.rules.command_radius[survey.side]
    commanded = sum([worth for base, worth in near if base_within(here, base, radius)])
    safe = any(base_within(here, base, CONTACT) for base, _ in near)
    spots = any(survey.ground.sees(target, place, survey.limit) for target in targets)
    return commanded + SAFE * safe + SPOTS * spots + COVER * world.cover_at(place)
