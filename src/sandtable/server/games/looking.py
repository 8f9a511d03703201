"""Looking ahead: what an action would do, as far as the side may know."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import IllegalAction, OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.state import State
from sandtable.server.games.errors import Refused
from sandtable.server.games.messages import Danger, Preview, RouteTold
from sandtable.server.games.telling import chances, forecast

__all__ = ["preview"]

POSITIONS = 3_000
"""Positions that the odds of a preview may look at: past it they are left out, and it says so."""


def preview(game: Game, state: State[Any, Any], side: int, action: Action) -> Preview:
    """The exact odds of an action, its first roll with every modifier, and whether it could be undone.

    All of it is worked out on what the side may know.
    """
    known = game.masked(state, side)
    try:
        why = game.barrier(known, side, action)
        roll = forecast(game, game.forecast(known, side, action))
    except IllegalAction as fault:
        raise Refused(str(fault)) from None
    try:
        found = game.odds(known, side, action, limit=POSITIONS)
        before = game.look(known)
        odds = chances(found.by(lambda end: _words(game, before, end)).items())
        until = found.until
    except OddsTooLarge as fault:
        odds, until = (), str(fault)
    return Preview(
        odds=odds, until=until, forecast=roll, undoable=not why, why=why, route=_route(game, known, side, action)
    )


def _route(game: Game, known: State[Any, Any], side: int, action: Action) -> RouteTold | None:
    found = game.route(known, side, action)
    if found is None:
        return None
    return RouteTold(found.places, tuple(Danger(first, last, by) for first, last, by in found.danger))


def _words(game: Game, before: Any, end: State[Any, Any]) -> str:
    changed = game.system.difference(before, game.look(end)) or "no change"
    if end.result is None:
        return changed
    winner = "drawn" if end.result.winner is None else f"{game.side_name(end.result.winner)} wins"
    return f"{changed}; the game ends: {winner}"
