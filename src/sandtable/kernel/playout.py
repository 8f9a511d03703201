"""A game played on at random for those who want its end alone: one working copy from the first decision to the last.

`Game.pick` and `Game.apply` make a state of every decision, which can be kept, shown and gone back to. Here nobody sees
what lies between, so that no state is made, no log is written and no action is looked up.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sandtable.kernel.asking import draw
from sandtable.kernel.dice import Dice
from sandtable.kernel.field import Field
from sandtable.kernel.running import acted, advance, closed, opened
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

__all__ = ["play_on"]


def play_on(
    game: Game[Any, Any], state: State[Any, Any], below: Callable[[int], int], dice: Dice, most: int = sys.maxsize
) -> tuple[State[Any, Any], int]:
    """The state at the end, or after `most` decisions, and the decisions made (see `Game.playout`)."""
    if state.result is not None:
        return state, 0
    verbs, begin = game.rules.verbs, game.look_as
    field, rolls, made = opened(game, state), state.rolls, 0
    field.noted = False
    stack = field.stack
    while made < most and field.result is None:
        if field.secret:
            field = _in_secret(game, closed(field, rolls), below)
            stack = field.stack
        else:
            asks: Any = stack[-1]
            verb, target = draw([*verbs[type(asks)].values()], asks, begin(field, asks.side), below, {})
            stack.pop()
            field.below = len(stack)
            verb.effect(asks, field, target)
        rolls = advance(field, dice, rolls)
        made += 1
    return closed(field, rolls), made


def _in_secret(game: Game[Any, Any], state: State[Any, Any], below: Callable[[int], int]) -> Field:
    """While both sides choose in secret each has a working copy of its own."""
    side, action = game.pick(state, below)
    return acted(game, state, side, action, noted=False)
