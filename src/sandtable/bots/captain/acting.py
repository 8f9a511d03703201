"""The action phase: fire first, then assault who is shaken, then move by bounds, then take Fire Mode."""

from __future__ import annotations

from sandtable.bots.captain.breaking import best_breach, best_overrun
from sandtable.bots.captain.firing import best_point, best_suppression
from sandtable.bots.captain.moving import best_mover, should_take_fire_mode, wants_to_turn
from sandtable.bots.captain.riding import best_ride
from sandtable.bots.captain.rowing import best_crossing
from sandtable.bots.captain.smoking import best_smoke
from sandtable.bots.captain.storming import best_storm, could_storm, next_of_storm
from sandtable.bots.captain.survey import Survey
from sandtable.bots.captain.tanks import best_tank_smoke, drops_smoke, joins_up, leaves_guard
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.antitank import at_facts
from sandtable.systems.tcs.mayfire import vehicles_beside
from sandtable.systems.tcs.tables import AT_NUMBERS

__all__ = ["next_action"]


def next_action(survey: Survey, offers: dict[str, Offer]) -> Action:
    """What to do next: smoke, supporting fire, then assaults and moves, then the fire of those who stay."""
    storm, stormers = best_storm(survey), could_storm(survey)
    storming = storm.starts if storm is not None else {}
    turning = [n for n in _targets(offers, "to_move") if n not in storming]

    def stays(unit: int) -> bool:
        return unit not in storming and (unit not in turning or not wants_to_turn(survey, unit))

    def supports(unit: int) -> bool:
        return unit not in stormers and stays(unit)

    action = (  # each is worked out only if there is nothing better to do
        joins_up(survey, offers.get("armor.join"))
        or best_smoke(survey, offers.get("smoke"))
        or best_tank_smoke(survey, offers, stays)
        or best_point(survey, offers.get("point"), stays)
        or best_suppression(survey, offers.get("suppress"), supports)
        or best_at_roll(survey, offers.get("antitank"))
        or best_overrun(survey, offers.get("overrun"))
        or next_of_storm(survey, storm, offers)
        or (best_suppression(survey, offers.get("suppress"), stays) if stormers else None)
        or best_crossing(survey, offers.get("boats.cross"))
        or best_breach(survey, offers.get("breach"))
        or best_ride(survey, offers)
        or leaves_guard(survey, offers.get("armor.break_out"))
    )
    if action is not None:
        return action
    mover = best_mover(survey, _targets(offers, "move"))
    if mover is not None:
        return Action("move", mover)
    for unit in turning:
        if wants_to_turn(survey, unit):
            return Action("to_move", unit)
    smoke = drops_smoke(survey, offers.get("armor.drop_smoke"))
    if smoke is not None:
        return smoke
    for unit in _targets(offers, "to_fire"):
        if should_take_fire_mode(survey, unit):
            return Action("to_fire", unit)
    return best_suppression(survey, offers.get("suppress"), stays, late=True) or Action("end")


def _targets(offers: dict[str, Offer], verb: str) -> list[int]:
    """The units that a verb is offered for."""
    return list(offers[verb].targets or ()) if verb in offers else []


def best_at_roll(survey: Survey, offer: Offer | None) -> Action | None:
    """Infantry rolls at vehicles beside it when it has a fair chance."""
    look = survey.look
    for n in (offer.targets or ()) if offer else ():
        for target in vehicles_beside(look, n, 1 - survey.side):
            facts = at_facts(look, n, target)
            row = AT_NUMBERS[facts.type]
            needed = (row.in_hex if facts.in_hex else row.one_hex) - sum(each.value for each in facts.modifiers())
            if survey.world.kinds[target].vehicle and needed <= 9:
                return Action("antitank", n)
    return None
