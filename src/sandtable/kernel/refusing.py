"""Why something cannot be chosen now, from the checkers that the offers go by: nothing here reads more than a view."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from sandtable.kernel.decision import Action, Offer, Target
from sandtable.kernel.errors import shown
from sandtable.kernel.field import Look
from sandtable.kernel.phrase import filled, joined
from sandtable.kernel.procedure import Decide, Verb
from sandtable.kernel.reason import Reason, Refusal
from sandtable.kernel.targets import Built, plain

if TYPE_CHECKING:
    from sandtable.kernel.game import Game
    from sandtable.kernel.state import State

__all__ = ["BUTTONS", "abilities", "refusals", "why_not"]

BUTTONS = ("button", "dice")
"""Kinds of verbs that have no target."""


def why_not(game: Game[Any, Any], state: State[Any, Any], side: int, action: Action) -> str:
    """Why this action is not legal now, in a sentence; empty if it is."""
    if state.result is not None:
        return "the game is over"
    decision = game.decision(state, side)
    asks = game.asks(state, side) if type(side) is int else None
    if decision is None or asks is None:
        waiting = " and ".join(map(game.side_name, game.deciding(state, side if type(side) is int else None)))
        return f"it is not {game.side_name(side)}'s decision: {waiting} must choose"
    offer = decision.offer(action.verb)
    if offer is not None and offer.takes(action.target):
        return ""
    verb = game.rules.verbs[type(asks)].get(action.verb) if isinstance(action.verb, str) else None
    if verb is not None and (action.target is None if verb.kind in BUTTONS else plain(action.target)):
        refusal = _refusal(game, asks, verb, _look(game, state, side), action.target, offer)
        if refusal is not None:
            return game.say(*refusal)
    if offer is None:
        listed = ", ".join(each.verb for each in decision.offers) or "nothing"
        return f"{shown(action.verb)} is not offered now: choose {listed}"
    if offer.targets is None:
        return f"{action.verb!r} takes no target"
    return f"{shown(action.target)} is not a target of {action.verb!r} now"


def refusals(
    game: Game[Any, Any],
    state: State[Any, Any],
    side: int,
    kinds: Collection[str],
    target: Target,
    by: int | None = None,
) -> list[Refusal]:
    """The verbs of the decision that have targets of these kinds and cannot be used on this one."""
    decision, asks = game.decision(state, side), game.asks(state, side)
    if decision is None or asks is None:
        return []
    look = _look(game, state, side)
    found = []
    for verb in game.rules.verbs[type(asks)].values():
        if verb.kind not in kinds:
            continue
        offer = decision.offer(verb.name)
        if offer is None or not offer.takes(target):
            found += _told(game, verb, _refusal(game, asks, verb, look, target, offer, by))
        elif by is not None and verb.unit_checker is not None:
            why = verb.unit_checker(asks, look, target, by)
            found += _told(game, verb, None if why is None else (why, {verb.kind: target}))
    return found


def abilities(game: Game[Any, Any], state: State[Any, Any], side: int, unit: int) -> tuple[list[Refusal], list[Offer]]:
    """What a unit of the side could do but for a reason, and what it could do to some of the targets on offer."""
    decision, asks = game.decision(state, side), game.asks(state, side)
    if decision is None or asks is None or unit not in game.system.every(game, "unit"):
        return [], []
    look, in_hand = _look(game, state, side), unit in decision.units
    if not in_hand and any(game.system.owner(game, "unit", each) == side for each in decision.units):
        return [], []  # it is about another unit
    refused: list[Refusal] = []
    aims = []
    for verb in game.rules.verbs[type(asks)].values():
        offer = decision.offer(verb.name)
        targets = [] if offer is None or offer.targets is None else offer.targets
        if verb.unit_checker is not None:
            why = verb.unit_checker(asks, look, None, unit)
            if why is not None:
                refused += _told(game, verb, (why, {"unit": unit}))
            elif targets and not in_hand:
                own = tuple([each for each in targets if verb.unit_checker(asks, look, each, unit) is None])
                aims.append(Offer(verb.name, verb.label, verb.kind, own, verb.menu))
        elif verb.kind == "unit" and not in_hand and unit not in targets:
            refused += _told(game, verb, _refusal(game, asks, verb, look, unit, offer))
    return refused, [each for each in aims if each.targets]


def _look(game: Game[Any, Any], state: State[Any, Any], side: int) -> Look[Any, Any]:
    """The board as the side may know it."""
    return game.system.look(game, game.system.mask(game, state.board, side))


def _refusal(
    game: Game[Any, Any],
    asks: Decide,
    verb: Verb,
    look: Look[Any, Any],
    target: Target,
    offer: Offer | None,
    by: int | None = None,
) -> tuple[Reason, dict[str, Any]] | None:
    """Why a target is refused, with the values of its words; None if its verb says nothing. `by` asks it of one unit
    where the verb can tell.
    """
    there_is = _there_is(game, asks, verb, look, target, offer)
    reason = None
    if by is not None and verb.unit_checker is not None and there_is and by in game.system.every(game, "unit"):
        reason = verb.unit_checker(asks, look, target, by)
    if reason is None and verb.checker is not None and there_is:
        reason = verb.checker(asks, look, target)
    if reason is None and not there_is:
        reason = game.system.unknown.get(verb.kind)
    reason = reason or verb.otherwise
    named = reason is not None and f"{{{verb.kind}:" in reason.phrase and verb.kind not in reason.values
    if reason is None or (not there_is and named):
        return None
    values = {name: getattr(asks, name) for name in asks.__struct_fields__}
    return reason, {**values, verb.kind: target}


def _there_is(
    game: Game[Any, Any], asks: Decide, verb: Verb, look: Look[Any, Any], target: Target, offer: Offer | None
) -> bool:
    """Whether a target is something that the checker of a verb can be asked about: a button has none, and one that is
    put together of several values can be anything. The targets of an offer need not be worked out again.
    """
    if verb.kind in BUTTONS:
        return target is None
    if verb.checker is not None:
        targets = verb.targets(asks, look) if offer is None else offer.targets
        if isinstance(targets, Built):
            return True
    return target in game.system.every(game, verb.kind)


def _told(game: Game[Any, Any], verb: Verb, refusal: tuple[Reason, Mapping[str, Any]] | None) -> list[Refusal]:
    """A refusal in words, if there is one."""
    if refusal is None:
        return []
    reason, values = refusal
    words = joined(
        filled(reason.phrase, {**values, **reason.values}, lambda kind, value: game.system.name_of(game, kind, value))
    )
    return [Refusal(verb.name, verb.label, verb.menu, words, reason.rule, reason.quiet, reason is verb.otherwise)]
