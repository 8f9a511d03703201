"""What tanks do by the armor rules (AR 4.2B, 4.6, 4.10): smoke, running from what outguns them, a guard left behind.

A tank fires smoke when it has no good shot itself and others are about to drive past enemies who would fire. A Panther
drops smoke where it halts in sight of an enemy who is stronger. A vehicle that could only scratch a tank that comes up,
and would be hit hard by it, falls back. A platoon leaves one vehicle behind in a place it holds when it drives on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sandtable.bots.captain.firing import best_point, harm_of
from sandtable.bots.captain.guarding import held
from sandtable.bots.captain.moving import gain_of_moving, safest
from sandtable.bots.captain.smoking import between, gains
from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.game import Game
from sandtable.kernel.memo import known_of
from sandtable.kernel.state import State
from sandtable.systems.tcs.aiming import can_point
from sandtable.systems.tcs.areafire import SFA
from sandtable.systems.tcs.armor.leading import Substitute
from sandtable.systems.tcs.armor.tanksmoke import AimSmoke, AnswerSmoke, smoke_hexes
from sandtable.systems.tcs.flight import ways_out
from sandtable.systems.tcs.overwatch import MOVED, Watch
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.reactions import shots
from sandtable.systems.tcs.watching import trigger_hexes
from sandtable.systems.tcs.world import FIRE_MODE, NOBODY

__all__ = ["armor_choice", "armor_reaction", "best_tank_smoke", "drops_smoke", "joins_up", "leaves_guard"]

SMOKE = 60
"""What smoke rounds must hide, as danger is counted in moves, to be worth the fire of a tank."""
SHIELD = 150
"""What they must hide in the enemy's phase, as danger is counted, to be worth overwatch."""
OUTGUNNED = 100
"""What the fire of an enemy stack must be worth against a vehicle for it to hide from it: it hits every third time."""
SEEN = 100
"""The danger in which a Panther halts in its own smoke."""
NEAR = 8
"""How near the enemy must be, in hexes, for a guard to be left behind."""


# Smoke


def best_tank_smoke(survey: Survey, offers: dict[str, Offer], stays: Callable[[int], bool]) -> Action | None:
    """The tank that fires smoke for those who are about to move: one that stays and has no good shot."""
    offer = offers.get("armor.smoke")
    if offer is None or not survey.attacking:
        return None
    found = gains(survey, lasting=False)
    if max(found.values(), default=0) < SMOKE:
        return None
    for unit in offer.targets or ():
        most = max((found.get(hex, 0) for hex in smoke_hexes(survey.look, unit)), default=0)
        if most >= SMOKE and stays(unit) and best_point(survey, offers.get("point"), unit.__eq__) is None:
            return Action("armor.smoke", unit)
    return None


def drops_smoke(survey: Survey, offer: Offer | None) -> Action | None:
    """The Panther that drops smoke where it halts: enemies who are stronger than it can be there see it."""
    look = survey.look
    for unit in (offer.targets or ()) if offer else ():
        at = look.units[unit].at
        if look.smoke_mask >> at & 1 or survey.risk(at, vehicle=True, posture="fire", staying=True) < SEEN:
            continue
        threat = _threat(survey, survey.armed_enemies, unit)
        if threat >= OUTGUNNED and 2 * threat >= 3 * _own_shot(survey, unit):
            return Action("armor.drop_smoke", unit)
    return None


def _own_shot(survey: Survey, unit: int) -> int:
    """The best that the stack of a vehicle could do to enemy armor from where it is."""
    look, enemy = survey.look, 1 - survey.side
    stack = [n for n in look.units_in(look.units[unit].at) if survey.world.owners[n] == survey.side]
    best = 0
    for hex in sorted({look.units[n].at for n in survey.enemies if survey.world.kinds[n].vehicle}):
        able = tuple(n for n in stack if can_point(look, n, hex, enemy))
        if able:
            best = max(best, harm_of(look.resolution_of(PointFire(able, hex, enemy, SFA))))
    return best


def _threat(survey: Survey, enemies: Iterable[int], unit: int) -> int:
    """The worst that one stack of these could do to a vehicle by a point fire action from where it is."""
    look, at = survey.look, survey.look.units[unit].at
    stacks: dict[int, list[int]] = {}
    for n in enemies:
        if can_point(look, n, at, survey.side):
            stacks.setdefault(look.units[n].at, []).append(n)
    worths = (
        harm_of(look.resolution_of(PointFire(tuple(sorted(each)), at, survey.side, SFA))) for each in stacks.values()
    )
    return max(worths, default=0)


def shields(survey: Survey) -> dict[int, int]:
    """What smoke in each hex would hide of the own vehicles from enemies who can still fire in this phase."""
    known: dict[str, dict[int, int]] = known_of(survey, "smoke_shields")
    if not known:
        look, found = survey.look, known.setdefault("all", {})
        firing = [n for n in survey.armed_enemies if look.units[n].mode == FIRE_MODE and not look.units[n].fired]
        for unit in look.on_map(survey.side):
            at = look.units[unit].at
            for enemy in firing if survey.world.kinds[unit].vehicle else ():
                danger = survey.danger_from(enemy, at, True, "fire", True)
                for hex in between(survey, look.units[enemy].at, at) if danger else ():
                    found[hex] = found.get(hex, 0) + danger
    return known["all"]


# What is chosen in the middle of it


def armor_choice(survey: Survey, asked: Any, offers: dict[str, Offer]) -> Action | None:
    """Where smoke is fired, and which vehicle is lost in place of a leader; None for everything else."""
    match asked:
        case AimSmoke():
            found = gains(survey, lasting=False)
            return Action("at", max(offers["at"].targets or (), key=lambda hex: (found.get(hex, 0), -hex)))
        case AnswerSmoke():
            found = shields(survey)
            return Action("at", max(offers["at"].targets or (), key=lambda hex: (found.get(hex, 0), -hex)))
        case Substitute():
            plain = [n for n in offers["lose"].targets or () if n != asked.leader]
            return Action("lose", min(plain, default=asked.leader))
    return None


# Overwatch


def armor_reaction(
    game: Game, state: State[Any, Any], survey: Survey, asked: Watch, offers: dict[str, Offer]
) -> Action | None:
    """A side that has no shot worth it falls back from what outguns it, or hides behind smoke; None if neither."""
    return _fall_back(game, state, survey, asked, offers) or _answer(survey, offers)


def _fall_back(
    game: Game, state: State[Any, Any], survey: Survey, asked: Watch, offers: dict[str, Offer]
) -> Action | None:
    offer = offers.get("armor.fall_back")
    if offer is None or asked.kind != MOVED or survey.standing.dares:
        return None
    look, world = survey.look, survey.world
    coming = [n for n in asked.units if look.units[n].at >= 0]
    fire = tuple(trigger_hexes(look, coming))
    best = {
        look.units[each.firer].at: int(100 * each.effect + 200 * each.hit) for each in shots(game, state, survey.side)
    }
    for unit in offer.targets or ():
        now = look.units[unit]
        if not world.kinds[unit].vehicle or now.dug_in or now.at in world.objectives:
            continue
        threat = _threat(survey, coming, unit)
        if threat < OUTGUNNED or 2 * best.get(now.at, 0) >= threat:
            continue
        hexes = ways_out(look, unit, fire)
        there = safest(survey, unit, hexes) if hexes else NOBODY
        here = survey.risk(now.at, vehicle=True, posture="fire", staying=True)
        if there != NOBODY and 2 * survey.risk(there, vehicle=True, posture="move", staying=True) < here:
            return Action("armor.fall_back", unit)
    return None


def _answer(survey: Survey, offers: dict[str, Offer]) -> Action | None:
    """A tank with smoke rounds that shields its side from enemies who have not fired yet."""
    found = shields(survey) if "armor.answer_smoke" in offers else {}
    if max(found.values(), default=0) < SHIELD:
        return None
    for unit in offers["armor.answer_smoke"].targets or ():
        if max((found.get(hex, 0) for hex in smoke_hexes(survey.look, unit)), default=0) >= SHIELD:
            return Action("armor.answer_smoke", unit)
    return None


# Platoon counters


def leaves_guard(survey: Survey, offer: Offer | None) -> Action | None:
    """The platoon that leaves a vehicle in a place it holds alone, and is about to leave, with enemies near."""
    look, world = survey.look, survey.world
    for unit in (offer.targets or ()) if offer else ():
        at = look.units[unit].at
        if not held(survey, at):
            continue
        others = [n for n in look.units_in(at) if n != unit and world.owners[n] == survey.side and world.kinds[n].armed]
        near = any(world.ground.distance(at, look.units[n].at) <= NEAR for n in survey.armed_enemies)
        if not others and near and gain_of_moving(survey, unit):
            return Action("armor.break_out", unit)
    return None


def joins_up(survey: Survey, offer: Offer | None) -> Action | None:
    """The vehicle that joins its platoon again, unless it is to hold the place that the platoon leaves."""
    for unit in (offer.targets or ()) if offer else ():
        if not (survey.attacking and held(survey, survey.look.units[unit].at)):
            return Action("armor.join", unit)
    return None
