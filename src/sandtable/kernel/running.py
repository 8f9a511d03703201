"""Running on: an action is carried out on a working copy, and the procedures run to the next decision.

Play and odds go the same way. Play throws the dice on it; odds stop before each roll and go on with every answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import IllegalAction, RulesFault
from sandtable.kernel.event import Event
from sandtable.kernel.field import Field
from sandtable.kernel.procedure import Decide, Procedure, Roll, Sealed, Step, Telling
from sandtable.kernel.resolution import Rolled
from sandtable.kernel.state import State

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

__all__ = ["acted", "advance", "carried_out", "closed", "opened", "settle"]

STEPS_WITHOUT_DECISION = 10_000
ROLLS_WITHOUT_DECISION = 10_000
_STEPS = range(STEPS_WITHOUT_DECISION)


def opened(game: Game[Any, Any], state: State[Any, Any]) -> Field:
    """A working copy of a state."""
    field = _working(game, state.board, state.stack)
    field.secret = state.secret
    return field


def _working(game: Game[Any, Any], board: Any, stack: tuple[Any, ...], noted: bool = True) -> Field:
    field = game.field(game, board)
    field.stack, field.events, field.noted = [*stack], [], noted
    field.secret, field.result = (), None  # every step reads them, and its own are found faster than its class's
    return field


def closed(field: Field, rolls: int) -> State[Any, Any]:
    """The state that a working copy has become; `rolls` is the count of rolls made by then."""
    return State(field.freeze(), (*field.stack,), field.secret, field.result, rolls)


def acted(game: Game[Any, Any], state: State[Any, Any], side: int, action: Action, *, noted: bool = True) -> Field:
    """The working copy with the action carried out, before anything follows from it; `noted`: with a log."""
    known = state.__dict__.get("asking")  # as `asking` would find it
    for asked in known[1] if known is not None and known[0] is game else game.asking(state):
        if asked.side == side and type(side) is int and (action is asked.picked or asked.allows(action)):
            return carried_out(game, state, side, action, noted=noted)
    raise IllegalAction(game.why_not(state, side, action))


def carried_out(
    game: Game[Any, Any], state: State[Any, Any], side: int, action: Action, *, noted: bool = True
) -> Field:
    """The same for an action that is known to be legal."""
    if state.secret:
        return _acted_in_secret(game, state, side, action, noted=noted)
    field = _working(game, state.board, state.stack[:-1], noted)
    asks: Any = state.stack[-1]
    field.below = len(field.stack)
    game.rules.verbs[type(asks)][action.verb].effect(asks, field, action.target)
    return field


def _acted_in_secret(game: Game[Any, Any], state: State[Any, Any], side: int, action: Action, *, noted: bool) -> Field:
    """A secret choice changes the side's own part and nothing else, so the order of arrival has no effect."""
    part = _working(game, state.board, state.secret[side], noted)
    asks: Any = part.stack.pop()
    part.below = len(part.stack)
    game.rules.verbs[type(asks)][action.verb].effect(asks, part, action.target)
    while part.stack and isinstance(part.stack[-1], Step):
        part.stack.pop().run(part)  # type: ignore[attr-defined]
    if not part.stack or not isinstance(part.stack[-1], Decide | Sealed):
        raise RulesFault(f"the secret part of {game.side_name(side)} must ask, or be sealed; dice may not fall")
    board = part.freeze()
    if (board is not state.board and board != state.board) or part.result is not None or part.secret:
        raise RulesFault(f"{type(asks).__name__} changed the board while the other side decides in secret")
    field = _working(game, state.board, state.stack, noted)
    field.secret = tuple(tuple(part.stack) if owner == side else stack for owner, stack in enumerate(state.secret))
    if part.events:
        field.events.extend([msgspec.structs.replace(event, to=side) for event in part.events])
    return field


def settle(field: Field, passed: list[Procedure] | None = None) -> bool:
    """Run on to the next decision (False), or to the next roll (True). The end of a game is False.

    What is run on the way is put into `passed`, for those who count.

    >>> import sandtable
    >>> game = sandtable.load("demo/bridge")
    >>> state = game.start(Dice.seeded(7))
    >>> field = acted(game, state, 0, next(game.decisions(state)[0].actions()))
    >>> settle(field), closed(field, 0) == state
    (False, False)
    """
    stack = field.stack
    for _ in _STEPS:
        if field.result is not None:
            stack.clear()
            field.secret = ()
            return False
        if field.secret:
            if not all(isinstance(part[-1], Sealed) for part in field.secret):
                return False
            parts, field.secret = field.secret, ()
            for part in parts:
                if len(part) > 1:
                    raise RulesFault(f"{type(part[-2]).__name__} would be lost under a sealed choice")
                part[-1].reveal(field)  # type: ignore[attr-defined]
            continue
        if not stack:
            raise RulesFault("nothing is left to do, and the game is not over")
        top = stack[-1]
        if top.asks:
            return False
        if top.rolls:
            return True
        if passed is not None:
            passed.append(top)
        stack.pop()
        field.below = len(stack)
        top.run(field)  # type: ignore[attr-defined]
    raise RulesFault(f"{STEPS_WITHOUT_DECISION} steps without a decision, at {type(stack[-1]).__name__}")


def advance(field: Field, dice: Dice, rolls: int) -> int:
    """Run on to the next decision, throwing the dice on the way. Returns the new count of rolls."""
    before = rolls
    while settle(field):
        roll: Any = field.stack.pop()
        field.below = len(field.stack)
        rolled = _rolled(field, roll, dice, rolls)
        if field.noted:
            field.events.append(Event("rolled", rolled.rule, {}, rolled, roll.audience(field)))
        rolls += 1
        if rolls - before > ROLLS_WITHOUT_DECISION:
            raise RulesFault(f"{rolls - before} rolls without a decision, at {type(roll).__name__}")
        roll.then(field, rolled.outcome)
    return rolls


def _rolled(field: Field, roll: Roll, dice: Dice, number: int) -> Rolled:
    """The roll made. What a log says of it is made when somebody reads it, if it follows from the roll itself; people
    who throw the dice read it at once.
    """
    if not field.noted:
        asked = field.resolution_of(roll)
        return asked.roll(dice.throw(number, asked.dice, asked))
    if dice.by_hand or not roll.says_later:
        asked = field.told(roll)
        return asked.roll(dice.throw(number, asked.dice, asked))
    asked = field.resolution_of(roll)
    return asked.roll(dice.throw(number, asked.dice, asked), Telling(roll, field.game))
