"""Overwatch and return fire: which stack fires at a trigger, or whether to wait for a better one."""

from __future__ import annotations

from typing import Any

from sandtable.bots.captain.survey import Survey
from sandtable.kernel.decision import Action
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Shot
from sandtable.kernel.state import State
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.reactions import shots

__all__ = ["react"]

EFFECT, HIT = 100, 200
"""What a shot that does anything is worth, and what a hit adds."""
LEAST, LEAST_FIRED = 75, 3
"""What a shot must be worth: of a stack that has not fired yet, which waits for a better one, and of one that has."""
NEAR = 2


def react(game: Game, state: State[Any, Any], survey: Survey, hold: str | None) -> Action:
    """The best shot that is worth it, or hold; where fire has been opened already, the best of all."""
    if hold is None:
        found = shots(game, state, survey.side)
    else:
        found = _worthwhile(game, state, survey)
        if not found:
            return Action(hold)
    return max(found, key=lambda shot: (_worth(shot), -shot.firer)).action


def _worthwhile(game: Game, state: State[Any, Any], survey: Survey) -> list[Shot]:
    """The shots at a trigger that are worth it. After one without effect those that are left are not weighed again."""
    look, memory, asked = survey.look, survey.memory, game.asks(state, survey.side)
    assert isinstance(asked, Watch)
    enemies = [look.units[n] for n in survey.world.units_of[1 - survey.side]]
    trigger = look.turn, asked.kind, asked.units, enemies
    if memory.trigger != trigger:
        memory.trigger = trigger
        memory.shots = [shot for shot in shots(game, state, survey.side) if _worth(shot) >= _least(survey, shot)]
        return memory.shots
    decision = game.decision(state, survey.side)
    assert decision is not None
    return [shot for shot in memory.shots if decision.allows(shot.action)]


def _worth(shot: Shot) -> int:
    return int(EFFECT * shot.effect + HIT * shot.hit)


def _least(survey: Survey, shot: Shot) -> int:
    look = survey.look
    if any(look.units[n].fired for n in look.units_in(look.units[shot.firer].at)):
        return LEAST_FIRED
    return LEAST // 2 if shot.far is not None and shot.far <= NEAR else LEAST
