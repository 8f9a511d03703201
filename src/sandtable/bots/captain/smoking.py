"""Smoke before crossing open ground: where it hides most of what is about to move from those who would fire."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.bots.captain.glass import sees_through_smoke
from sandtable.bots.captain.moving import best_move, path_to
from sandtable.bots.captain.prospects import DANGER, STAYING, hurry
from sandtable.bots.captain.storming import Storm, best_storm
from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.memo import known_of
from sandtable.systems.tcs.modes import why_not_move_mode
from sandtable.systems.tcs.smoke import smoke_hexes
from sandtable.systems.tcs.world import FINE, MOVE_MODE, NOBODY

__all__ = ["best_smoke", "between", "gains", "smoke_hex"]

LEAST = 60
"""What smoke must hide, as danger is counted, to be worth a mortar's fire; it comes on every second try."""
BOLD = 25
"""How much danger counts, in percent, in the moves that smoke is laid for."""
BLINDED = 10
"""What it costs to hide the focus from a point of our own strength."""


def between(survey: Survey, one: int, other: int) -> tuple[int, ...]:
    """The hexes between two others where smoke hides them from each other."""
    map = survey.world.ground.map
    known: dict[tuple[int, int], tuple[int, ...]] = known_of(survey.world.ground, "lines_between")
    key = min(one, other), max(one, other)
    found = known.get(key)
    if found is None:
        steps = map.hex(key[0]).line(map.hex(key[1]))[1:-1]
        hexes = [map.index(step[0]) for step in steps if len(step) == 1 and step[0] in map]
        found = known[key] = tuple(hexes)
    return found


def gains(survey: Survey, *, lasting: bool = True) -> dict[int, int]:
    """What smoke in each hex would hide: the danger of those who are about to move, without that to the own fire; of
    smoke that is not lasting, only while they move.
    """
    known: dict[bool, dict[int, int]] = known_of(survey, "smoke_gains")
    if lasting not in known:
        known[lasting] = _gains(survey, lasting=lasting)
    return known[lasting]


def _gains(survey: Survey, *, lasting: bool) -> dict[int, int]:
    look, world = survey.look, survey.world
    found: dict[int, int] = {}
    storm = best_storm(survey) or best_storm(survey, wish=True)
    for unit in look.on_map(survey.side):
        vehicle = world.kinds[unit].vehicle
        for hex, posture, staying in exposures(survey, unit, storm):
            if staying and not lasting:
                continue
            count = STAYING if staying else DANGER
            for enemy in survey.armed_enemies:
                at = look.units[enemy].at
                if world.indirect[enemy] or not look.sees(at, hex) or sees_through_smoke(survey, enemy):
                    continue
                danger = survey.danger_from(enemy, hex, vehicle, posture, staying) * count * hurry(survey) // 10_000
                for each in between(survey, at, hex) if danger else ():
                    found[each] = found.get(each, 0) + danger
    if survey.focus is not None:
        for unit in survey.fire_lines:
            strength = world.kinds[unit].area_strength or 0
            for each in between(survey, look.units[unit].at, survey.focus):
                if each in found:
                    found[each] -= BLINDED * strength
    smoked = look.smoke_mask
    return {hex: gain for hex, gain in found.items() if not smoked >> hex & 1}


def exposures(survey: Survey, unit: int, storm: Storm | None) -> list[tuple[int, str, bool]]:
    """Where a unit would be seen if it dared to go where it wants to: hex, posture, and whether it stays there."""
    look = survey.look
    now = look.units[unit]
    if now.fired or now.morale != FINE or now.carrier != NOBODY:
        return []
    if now.mode != MOVE_MODE and not (survey.attacking and why_not_move_mode(look, unit) is None):
        return []
    if storm is not None and unit in storm.starts:
        return [(hex, "move", False) for hex in path_to(survey, unit, storm.starts[unit])]
    found = best_move(survey, unit, danger=BOLD, least=1)
    if found is None or found[1] <= 0:
        return []
    return [*((hex, "move", False) for hex in path_to(survey, unit, found[0])), (found[0], "fire", True)]


def best_smoke(survey: Survey, offer: Offer | None) -> Action | None:
    """The unit that lays smoke, if it hides enough. Where it did not, nobody asks again in this turn while the enemy is
    as he was: hardly a move of ours makes smoke worth it.
    """
    if offer is None or not survey.attacking:
        return None
    now = survey.look.turn, survey.threats.enemy, survey.withstood
    if survey.threats.enemy is not None and survey.memory.clear == now:
        return None
    found = gains(survey)
    best: tuple[int, int] | None = None
    for unit in offer.targets or ():
        most = max((found.get(hex, 0) for hex in smoke_hexes(survey.look, unit)), default=0)
        strength = survey.world.kinds[unit].area_strength or 0
        if most // 2 >= (LEAST // 2 if survey.withstood else LEAST) and (best is None or strength < best[0]):
            best = strength, unit
    if best is None:
        survey.memory.clear = now
    return Action("smoke", best[1]) if best else None


def smoke_hex(survey: Survey, hexes: Iterable[int]) -> int:
    """Where it is laid."""
    found = gains(survey)
    return max(hexes, key=lambda hex: (found.get(hex, 0), -hex))
