"""Carriers and tanks to ride on: who has far to go gets on, and gets off before the enemy can fire at it."""

from __future__ import annotations

from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action, Offer
from sandtable.systems.tcs.transport import passengers_of

__all__ = ["GET_OFF", "best_ride", "time_to_get_off"]

FAR_TO_GO = 10
"""From how many hexes before the goal on it is worth to ride."""
GET_OFF = 5
"""How many hexes before the goal passengers get off at the latest."""


def to_goal(survey: Survey, hex: int) -> int:
    """How many hexes it is to the nearest goal."""
    return min((survey.world.ground.distance(hex, goal) for goal in survey.goals), default=0)


def time_to_get_off(survey: Survey, carrier: int) -> bool:
    """Whether a carrier is near enough, or where the enemy can fire at it."""
    at = survey.look.units[carrier].at
    return to_goal(survey, at) <= GET_OFF or survey.risk(at, vehicle=True, posture="move", staying=True) > 0


def best_ride(survey: Survey, offers: dict[str, Offer]) -> Action | None:
    """The unit that gets off, or on."""
    look = survey.look
    for unit in (offers["unload"].targets or ()) if "unload" in offers else ():
        if time_to_get_off(survey, look.units[unit].carrier):
            return Action("unload", unit)
    for unit in (offers["load"].targets or ()) if "load" in offers else ():
        at = look.units[unit].at
        seen = survey.risk(at, vehicle=False, posture="move", staying=True)
        if survey.attacking and not seen and to_goal(survey, at) >= FAR_TO_GO and not passengers_of(look, unit):
            return Action("load", unit)
    return None
