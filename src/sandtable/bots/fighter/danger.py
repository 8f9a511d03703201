"""Danger about: what the enemy's next turn may cost a stand somewhere, by range, terrain and cover alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from sandtable.bots.fighter.ground import EDGE
from sandtable.bots.fighter.lines import shots_at
from sandtable.bots.fighter.survey import Survey
from sandtable.bots.fighter.worth import body_of, mean_harm
from sandtable.kernel.resolution import Resolution
from sandtable.systems.tactical_combat.fire import antitank_shot
from sandtable.systems.tactical_combat.tables import LIMITS, SUPPRESSED

__all__ = ["rough_danger", "rough_harms", "rough_reach"]


def rough_danger(survey: Survey, stand: int, places: Sequence[int]) -> list[int]:
    """About what the enemy's next turn may cost a stand at each of these places."""
    if not places:
        return []
    look, world = survey.look, survey.look.world
    points = world.table.points(places)
    covers = [world.cover_at(place) for place in places]
    found: list[list[int]] = []
    for enemy in survey.shooters:
        most, near = rough_reach(survey, enemy, stand), look.normal_range(enemy) + EDGE
        x, y = look.base(enemy).centre
        gaps = [(x - u) * (x - u) + (y - v) * (y - v) for u, v in points]
        within = [place for place, gap in zip(places, gaps, strict=True) if gap <= most * most]
        if not within:
            continue
        seen = set(compress(within, survey.ground.seen(look.stands[enemy].at, within, survey.limit)))
        harms = rough_harms(survey, enemy, stand)
        kinds = [2 * cover + (gap > near * near) for cover, gap in zip(covers, gaps, strict=True)]
        found.append([harms[kind] if place in seen else 0 for place, kind in zip(places, kinds, strict=True)])
    return [survey.weigh(each) for each in zip(*found, strict=True)] if found else [0] * len(places)


def rough_reach(survey: Survey, firer: int, target: int) -> int:
    """How far from its centre a stand can hurt another, about."""
    kinds = survey.look.world.kinds
    if kinds[target].vehicle and not kinds[firer].faces:
        return LIMITS["infantry_reach"] + EDGE
    return survey.reach(firer) + EDGE


def rough_harms(survey: Survey, firer: int, target: int) -> tuple[int, ...]:
    """What a shot does about, at a target without cover, in soft cover and in hard, each near and then far. It is kept
    for all targets that are alike.
    """
    look, world = survey.look, survey.look.world
    a, b = look.stands[firer], look.stands[target]
    if not world.kinds[target].vehicle:
        hmg = look.machine_gun(firer)
        dice, never_far = 2 if hmg and world.rules.hmg_two_dice else 1, hmg and world.rules.hmg_no_long_range
        return shots_at(a.morale, dice, never_far, world.quality(target), body_of(look, target)).harms
    alike = world.kinds[target].kind, world.quality(target), world.full_hits[target], b.hits, b.morale
    known, key = survey.memory.rough, (firer, a.at, a.morale, *alike)
    found = known.get(key)
    if found is None:
        shots = [_rough_shot(survey, firer, target, cover, far) for cover in (0, 1, 2) for far in (False, True)]
        found = known[key] = tuple([mean_harm(look, shot, target) for shot in shots])
    return found


def _rough_shot(survey: Survey, firer: int, target: int, cover: int, far: bool) -> Resolution:
    """A shot at a vehicle."""
    look, world = survey.look, survey.look.world
    kind = world.kinds[firer]
    return antitank_shot(
        world.names[firer],
        world.names[target],
        world.quality(target),
        gun=kind.gun or 0,
        armour=world.kinds[target].armour,
        cover=cover > 0,
        suppressed=look.stands[firer].morale == SUPPRESSED,
        long_range=far and kind.faces,
    )
