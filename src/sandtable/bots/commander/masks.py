"""The bot and chemicals (ME 5): what protection its units wear, and what a chemical mission is worth."""

from __future__ import annotations

from fractions import Fraction

from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.barrage import barrage_of
from sandtable.systems.tcs.modern.chemicals import area_attack, crewed, exposed, point_attack, rounds_in
from sandtable.systems.tcs.modern.mopp import HIGH, LOW, level_of, shielded_level
from sandtable.systems.tcs.shells import Mission
from sandtable.systems.tcs.zones import zone_of

__all__ = ["harm", "protect"]

NEAR = 6
"""Troops on foot this near to the enemy, in hexes, keep their hands free to fight."""
TANK, OWN = Fraction(3, 2), 3
VERBS = {LOW: "low", HIGH: "high"}


def protect(survey: Survey, offers: dict[str, Offer]) -> Action:
    """The next unit whose protection is not as it should be; or all as they are."""
    look = survey.look
    threatened = any(battery.side != survey.side and battery.special.chem for battery in look.world.support.batteries)
    for n in look.left(survey.side):
        level = _wanted(survey, n) if threatened else LOW
        verb = VERBS[level]
        if level_of(look, n) != level and verb in offers and n in (offers[verb].targets or ()):
            return Action(verb, n)
    return Action("done")


def _wanted(survey: Survey, unit: int) -> int:
    """Crews are not hindered by it; troops on foot wear it until the enemy is near."""
    look = survey.look
    if look.world.kinds[unit].move_class != "foot":
        return HIGH
    at, distance = look.units[unit].at, look.world.ground.distance
    near = at >= 0 and any(distance(at, look.units[n].at) <= NEAR for n in survey.armed_enemies)
    return LOW if near else HIGH


def harm(survey: Survey, mission: Mission, *, good: bool) -> Fraction:
    """The harm of chemicals to the enemy less that to us, in steps, if they land where they are aimed."""
    look = survey.look
    rounds = rounds_in(barrage_of(look, mission, mission.aim, good=good))
    total = Fraction(0)
    for hex in zone_of(look.world.ground, mission.aim, wide=mission.wide):
        units = [n for n in look.units_in(hex) if not look.units[n].hidden]
        for n in exposed(look, units):
            steps = look.units[n].steps
            odds = area_attack(shielded_level(look, n), rounds).odds()
            lost = sum(chance * min(max(int(str(result)), 0), steps) for result, chance in odds.items())
            total += lost * (-OWN if look.world.owners[n] == survey.side else 1)
        for n in crewed(look, units):
            chance = point_attack(shielded_level(look, n)).odds().get("destroyed", Fraction(0))
            total += chance * TANK * (-OWN if look.world.owners[n] == survey.side else 1)
    return total
