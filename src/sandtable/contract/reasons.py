"""The promise that offers and refusals go by one predicate."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from sandtable.contract.playing import Broken
from sandtable.kernel.decision import Action, Decision
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Verb
from sandtable.kernel.state import State
from sandtable.kernel.targets import Built

__all__ = ["check_reasons"]

MANY, SAMPLE = 400, 60
"""Of more targets than this only a sample is asked about, and as many of those that are offered."""


def check_reasons(game: Game, states: Iterable[State[Any, Any]], draw: random.Random) -> int:
    """For every unit, hex and point there is a reason exactly if it is not offered. How many were asked about."""
    asked = 0
    for state in states:
        for decision in game.decisions(state):
            asks = game.asks(state, decision.side)
            assert asks is not None
            for verb in game.rules.verbs[type(asks)].values():
                if verb.kind not in ("button", "dice"):
                    asked += _check_verb(game, state, decision, verb, draw)
                elif verb.checker is not None:
                    asked += _check_button(game, state, decision, verb)
    return asked


def _check_verb(game: Game, state: State[Any, Any], decision: Decision, verb: Verb, draw: random.Random) -> int:
    asks, offer = game.asks(state, decision.side), decision.offer(verb.name)
    look = game.look(game.masked(state, decision.side))
    targets = offer.targets if offer is not None and offer.targets is not None else ()
    sample = _some(game.system.every(game, verb.kind), targets, draw)
    for target in sample:
        where = f"{game.name}, {type(asks).__name__}: {verb.name} {game.system.name_of(game, verb.kind, target)}"
        offered = target in targets
        reason = verb.checker(asks, look, target) if verb.checker is not None else None
        if offered and reason is not None:
            raise Broken(f"{where} is offered, and there is a reason against it: {reason.phrase!r}")
        if not offered and verb.checker is not None and reason is None and verb.otherwise is None:
            raise Broken(f"{where} is not offered, and there is no reason against it")
        words = game.why_not(state, decision.side, Action(verb.name, target))
        if bool(words) == offered:
            raise Broken(f"{where} is {'' if offered else 'not '}offered, and the refusal says {words!r}")
    return len(sample)


def _check_button(game: Game, state: State[Any, Any], decision: Decision, verb: Verb) -> int:
    look, asks = game.look(game.masked(state, decision.side)), game.asks(state, decision.side)
    assert verb.checker is not None
    reason, offered = verb.checker(asks, look, None), decision.offer(verb.name) is not None
    words = game.why_not(state, decision.side, Action(verb.name))
    if offered != (reason is None) or offered == bool(words):
        raise Broken(f"{game.name}, {type(asks).__name__}: {verb.name} is offered: {offered}, and refused: {words!r}")
    return 1


def _some(every: Any, targets: Any, draw: random.Random) -> list[Any]:
    """All that there is of a kind, or a sample of it with a sample of what is offered."""
    if len(every) <= MANY:
        return list(every)
    some = [every[draw.randrange(len(every))] for _ in range(SAMPLE)]
    if isinstance(targets, Built):
        return some  # a set or a chain is none of them
    offered = list(targets)
    return some + [draw.choice(offered) for _ in range(SAMPLE if offered else 0)]
