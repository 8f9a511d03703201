"""Placing: where a stand arrives, a new leader stands, a vehicle falls back to, and which way it turns."""

from __future__ import annotations

from typing import TypeAlias

from sandtable.board.lattice import distance
from sandtable.board.stands import heading_to
from sandtable.bots.fighter.danger import rough_danger
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.worth import life
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tactical_combat.running import FallBack
from sandtable.systems.tactical_combat.setup import Arrive
from sandtable.systems.tactical_combat.special.airlanding import LandHere
from sandtable.systems.tactical_combat.turn import ReplaceLeader

__all__ = ["best_place", "face"]

Asked: TypeAlias = FallBack | Arrive | ReplaceLeader | LandHere

COVER = 400
ASTRAY = 3
"""What an inch away from the others counts, in inches on the way."""
NEAR = 200
"""How near to its leader a stand would arrive."""


def best_place(survey: Survey, asked: Asked, verbs: dict[str, Offer]) -> Action | None:
    """The place with least danger, most cover and the shortest way to the nearest objective."""
    offer = verbs.get("back") or verbs.get("place")
    places = list(offer.targets or ()) if offer else []
    if offer is None or not places:
        return None
    stand = asked.leader if isinstance(asked, ReplaceLeader) else asked.stand
    look, world = survey.look, survey.look.world
    goals = [at for (_, at, _), held in zip(world.objectives, look.board.holders, strict=True) if held != survey.side]
    goals = goals or [at for _, at, _ in world.objectives]
    aim = survey.plan.arriving(stand, places) if isinstance(asked, Arrive) else None
    if aim is not None:
        goals = [aim.at]
    legs = survey.ground.legs(look, stand)
    tolls = survey.tolls(stand) if aim is not None else None
    mates = [look.base(n).centre for n in _mates(survey, stand)] if aim is not None else []
    danger = rough_danger(survey, stand, places)

    def worth(index: int) -> tuple[int, int]:
        place = places[index]
        way = min((survey.ground.way_to(at, legs, place, tolls) for at in goals), default=0)
        astray = min((distance(world.table.point(place), there) for there in mates), default=0)
        return COVER * world.cover_at(place) - danger[index] - way - ASTRAY * max(0, astray - NEAR), -place

    return Action(offer.verb, places[max(range(len(places)), key=worth)])


def _mates(survey: Survey, stand: int) -> list[int]:
    """The leaders of a stand's formation, or all of it."""
    look, world = survey.look, survey.look.world
    mates = [n for n in look.on_table(survey.side) if world.member_of[n] == world.member_of[stand]]
    return [n for n in mates if world.kinds[n].leader] or mates


def face(survey: Survey, stand: int, verbs: dict[str, Offer]) -> Action:
    """Front to the enemy who can do the stand most harm; else to the nearest."""
    look = survey.look
    here = look.base(stand).centre
    enemies = [n for n in survey.enemies if look.base(n).centre != here]
    if not enemies:
        return Action("stay")
    worst = max(enemies, key=lambda n: (_threat(survey, n, stand), -look.apart(stand, n), -n))
    wanted = heading_to(here, look.base(worst).centre)
    turns = [heading for step in range(13) for heading in ((wanted + step) % 24, (wanted - step) % 24)]
    free = next((heading for heading in turns if verbs["face"].takes(heading)), None)
    return Action("stay") if free is None else Action("face", free)


def _threat(survey: Survey, enemy: int, stand: int) -> int:
    """What an enemy could do to the stand, wherever it looks now."""
    look, world = survey.look, survey.look.world
    kind = world.kinds[enemy]
    reach = look.max_range(enemy) if kind.faces or not world.kinds[stand].vehicle else 200
    if not look.within(enemy, stand, reach + kind.move // 2) or not look.can_shoot(enemy):
        return 0
    if world.kinds[stand].vehicle and kind.gun is None and kind.faces:
        return 0
    return life(world, enemy)
