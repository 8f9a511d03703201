"""A vehicle that has broken out of its platoon (AR 4.2B4) to hold a place."""

from __future__ import annotations

from sandtable.bots.captain.survey import Survey

__all__ = ["held", "is_guard"]


def held(survey: Survey, hex: int) -> bool:
    """Whether a hex is an objective that the side holds."""
    return hex in survey.world.objectives and hex not in survey.wanted


def is_guard(survey: Survey, unit: int) -> bool:
    """Whether a vehicle has broken out of its platoon and is all that holds a place, but for the platoon itself."""
    look, world = survey.look, survey.world
    if world.started[unit] or not held(survey, look.units[unit].at):
        return False
    armed = [n for n in look.units_in(look.units[unit].at) if world.owners[n] == survey.side and world.kinds[n].armed]
    return all(world.platoons[n] == world.platoons[unit] for n in armed)
