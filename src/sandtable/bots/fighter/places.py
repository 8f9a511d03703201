"""Places: what it is worth to a stand to be somewhere. Nearer to the goal, in cover, with its leader, out of the
enemy's sight, and with a shot of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.board.lattice import distance
from sandtable.board.table import Feature
from sandtable.bots.arrays import arrays
from sandtable.bots.fighter.lines import on_foot
from sandtable.bots.fighter.plan import THERE
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.tasks import opener
from sandtable.bots.fighter.together import rushed
from sandtable.systems.tactical_combat.situation import base_near_point
from sandtable.systems.tactical_combat.special.base import features_called
from sandtable.systems.tactical_combat.special.tide import Tide
from sandtable.systems.tactical_combat.tables import LIMITS

__all__ = ["ASTRAY", "COVER", "MARK", "POST", "Lie", "gains", "lie_of", "place_worth", "place_worths", "supports"]

ASTRAY = 250
"""What an inch too far from the others of its formation costs."""
TOGETHER = 300
"""How far apart a formation may be and still have its leader among it."""
POST = 800
"""The value of cover at a place that is to be held: a stand there does not run out to fight."""
SUPPORTING = 900
"""How near to the goal the base of fire wants to be."""
MARK = 1500
"""The value of being where something is fetched, or where stands leave the table."""
FLOODED = 1500
"""What it costs to be where the sea comes in."""
KEPT = 12_000
"""The value, in the last turns, of not leaving a place to the enemy."""
COVER = 60
"""The value of cover even where no enemy is in sight."""


def place_worth(survey: Survey, stand: int, lie: Lie, place: int) -> int:
    """What a place is worth: the ground, less the danger there, and the shots from it."""
    danger = survey.danger(stand, place) + rushed(survey, stand, place)
    worth = lie.worth(place) - survey.caution(stand) * danger // 100
    return worth + prospect(survey, stand) * survey.best_shot(stand, place) // 100


def place_worths(survey: Survey, stand: int, lie: Lie, places: Sequence[int]) -> list[int]:
    """The same for several places."""
    sweep = arrays("sandtable.bots.fighter.sweep")
    if sweep and survey.all_on_foot and on_foot(survey.look, stand) and not survey.look.world.leads[stand]:
        found: list[int] = sweep.place_worths(survey, stand, lie, places)
        return found
    return [place_worth(survey, stand, lie, place) for place in places]


def prospect(survey: Survey, stand: int) -> int:
    """What a shot from a new place is worth to a stand, in percent."""
    return (2 if supports(survey, stand) else 1) * survey.temper.prospect


def lie_of(survey: Survey, stand: int) -> Lie:
    """The lie of the land for a stand; worked out once for a survey."""
    if stand not in survey.lies:
        survey.lies[stand] = Lie(survey, stand)
    lie: Lie = survey.lies[stand]
    return lie


def gains(survey: Survey, stand: int, lie: Lie, places: Sequence[int]) -> list[int]:
    """What each of these places is worth to a stand more than the one where it is."""
    stay = survey.stays.get(stand)
    if stay is None:
        here = survey.look.stands[stand].at
        stay, *worths = place_worths(survey, stand, lie, [here, *places])
        survey.stays[stand] = stay
    else:
        worths = place_worths(survey, stand, lie, places)
    return [worth - stay for worth in worths]


def supports(survey: Survey, stand: int) -> bool:
    """Whether a stand is of the base of fire: machine guns, mortars and guns do not lead an assault."""
    kind = survey.look.world.kinds[stand]
    return kind.weapons or kind.template or kind.arm == "gun"


class Lie:
    """The lie of the land for one stand: what a place is worth for the way that is left, the others, and cover."""

    def __init__(self, survey: Survey, stand: int) -> None:
        world, plan, temper = survey.look.world, survey.plan, survey.temper
        self._world = world
        self._legs = survey.ground.legs(survey.look, stand)
        aim = plan.aim(stand)
        self.holds = aim is not None and aim.hold
        self.there = THERE if aim is None else aim.near
        slack = plan.slack(stand)
        fires = supports(survey, stand) or survey.waits(stand)
        if fires and not self.holds and self.there == THERE:
            self.there = SUPPORTING
        self.pace = temper.step_hasty if slack <= 0 else temper.step_soon if slack == 1 else temper.step_calm
        tolls = survey.tolls(stand) if slack > 1 and aim is not None and not aim.hold else None
        gives_up = survey.stakes.standing.hopeless and not self.holds
        self.ways = None if aim is None or gives_up else survey.ground.ways_to(aim.at, self._legs, tolls)
        self._kept = _kept(survey, stand)
        self.others, self.most = _others(survey, stand)
        self._opens = opener(survey, stand) if self._legs.opens and not self.holds else 0
        self._bars = [
            number
            for number, feature in enumerate(world.table.features)
            if self._opens and feature.kind in self._legs.opens
        ]
        self._floods = _floods(survey)
        self.strange = bool(self._bars or self._floods or self._kept)
        """Whether `by_rule` has anything to say."""
        self.mark = world.table.point(aim.at) if aim is not None and aim.near < THERE else None

    def worth(self, place: int) -> int:
        """What a place is worth, enemies apart."""
        cover = self._world.cover_at(place)
        worth = COVER * cover
        if self.mark is not None:
            x, y = self._world.table.point(place)
            worth += MARK * (max(abs(x - self.mark[0]), abs(y - self.mark[1])) <= self.there)
        if self.ways is not None:
            left = self.ways[place] - self.there
            worth -= self.pace * max(0, left) // 100
            if self.holds and left <= 0:
                worth += POST * cover
        if self.others:
            here = self._world.table.point(place)
            farthest = max([distance(here, there) for there in self.others])
            worth -= ASTRAY * max(0, farthest - self.most) // 100
        return worth + self.by_rule(place) if self.strange else worth

    def by_rule(self, place: int) -> int:
        """What wire to open, the rising sea, or an objective that must not be left add to a place."""
        worth = 0
        if self._bars and any(self._world.touches(place, each) for each in self._bars):
            worth += self._opens
        if self._floods:
            here = self._world.table.point(place)
            worth -= FLOODED * any(each.holds(here) for each in self._floods)
        if self._kept:
            base = self._world.base(place, 0)
            worth += KEPT * sum(base_near_point(base, point, LIMITS["objective_radius"]) for point in self._kept)
        return worth


def _kept(survey: Survey, stand: int) -> list[tuple[int, int]]:
    """The objectives that the enemy could walk into if the stand left them in one of the last turns."""
    look, world = survey.look, survey.look.world
    if not survey.stakes.standing.late or world.kinds[stand].leader:
        return []
    radius = LIMITS["objective_radius"]
    return [
        point
        for point, holder in zip(world.objective_points, look.board.holders, strict=True)
        if holder == survey.side
        and base_near_point(look.base(stand), point, radius)
        and not any(base_near_point(look.base(n), point, radius) for n in look.on_table(survey.side) if n != stand)
        and any(distance(look.base(n).centre, point) <= world.kinds[n].move + radius for n in survey.enemies)
    ]


def _floods(survey: Survey) -> list[Feature]:
    """The ground that the sea covers at the end of this turn or of the next."""
    look = survey.look
    whole = look.game.world.table.features
    return [
        whole[number]
        for special in look.world.specials
        if isinstance(special, Tide)
        for rise in special.rises
        if look.turn <= rise.turn <= look.turn + 1
        for number in features_called(look.game, rise.feature)
    ]


def _others(survey: Survey, stand: int) -> tuple[list[tuple[int, int]], int]:
    """Where those are with whom the stand must keep, and how far from the farthest it may be: those of its formation
    who have already moved, or else its leader, who will follow.
    """
    look, world = survey.look, survey.look.world
    if world.rules.command[survey.side] != "leaders":
        return [], 0
    others = [n for n in look.on_table(survey.side) if n != stand and world.member_of[n] == world.member_of[stand]]
    leaders = [look.base(n).centre for n in others if world.kinds[n].leader]
    if not leaders:
        return [], 0
    gone = [look.base(n).centre for n in others if look.stands[n].finished and not world.kinds[n].leader]
    if gone:
        return gone, 2 * TOGETHER
    here = look.base(stand).centre
    return [min(leaders, key=lambda there: (distance(here, there), there))], TOGETHER + world.kinds[stand].move
