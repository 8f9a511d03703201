"""Tasks: what the special rules of a scenario let a stand do or make it worth doing, and what that is worth now."""

from __future__ import annotations

from sandtable.bots.fighter.memory import Choice
from sandtable.bots.fighter.survey import Survey
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.special.breach import Breach
from sandtable.systems.tactical_combat.special.wrecks import Wrecks
from sandtable.systems.tactical_combat.tables import NORMAL

__all__ = ["best_task", "opener"]

TASK = 2500
"""What a special rule lets a stand do is mostly worth doing: open the wire, burn the fuel."""
CLEARED = 300
"""A wreck can be driven around, off the road."""
ROUND_ABOUT = 300
"""An obstacle that makes the way longer by this much, in hundredths of an inch, is worth opening."""


def best_task(survey: Survey, stand: int) -> Choice | None:
    """The task that is worth most to a stand where it is."""
    look = survey.look
    s = look.stands[stand]
    if s.morale != NORMAL or s.carrier != NOBODY:
        return None
    found = [
        Choice(_worth(survey, stand, rule), Action("task", (number, task)))
        for number, rule in enumerate(look.world.specials)
        for task in rule.tasks(look, stand)
    ]
    return max(found, default=None, key=lambda each: each.worth)


def _worth(survey: Survey, stand: int, rule: object) -> int:
    if isinstance(rule, Wrecks):
        return CLEARED
    if isinstance(rule, Breach):
        return opener(survey, stand)
    return TASK


def opener(survey: Survey, stand: int) -> int:
    """The value of a try to open what bars a stand's way: nothing if there is a way around, or a gap."""
    look, ground = survey.look, survey.ground
    side = look.game.sides[survey.side]
    rules = [each for each in look.world.specials if isinstance(each, Breach) and each.side == side]
    chance = max((each.at_most(look, stand) for each in rules), default=0)
    aim = survey.plan.aim(stand) if chance else None
    if aim is None:
        return 0
    legs, here = ground.legs(look, stand), look.stands[stand].at
    around = ground.way_to(aim.at, legs._replace(opens=()), here)
    return TASK * chance // 10 if around > ground.way_to(aim.at, legs, here) + ROUND_ABOUT else 0
