"""Looking ahead: what an action would do, as far as the side may know."""

from __future__ import annotations

import math
from typing import cast

from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import IllegalAction, OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.odds import NEXT_PHASE, Odds
from sandtable.kernel.picture import Route
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.view import View
from sandtable.server.games.betterplace import better_place
from sandtable.server.games.errors import Refused
from sandtable.server.games.messages import Danger, Preview, RouteTold, ShotTold
from sandtable.server.games.telling import chances, forecast

__all__ = ["MOST_EFFORT", "preview", "route_told"]

MOST_EFFORT = 16
"""How many times the usual work a player may have done for the odds of an action: some three seconds."""
GREATER = 4
"""To go on, a player asks for this many times the work."""
ADVICE = 2
"""How many of the modifiers that matter most are named."""


MOST_SHOTS = 6
"""The most shots on a move that are shown: nobody reads more."""


def preview(view: View, action: Action, *, advise: bool = True, effort: int = 1) -> Preview:
    """The exact odds of an action, its first roll with every modifier, and whether it could be undone.

    All of it is worked out on what the side may know. `effort` is how many times the usual work the odds may take; if
    that is not enough, they are the least that each outcome can have.
    """
    game = view.game
    try:
        why = view.barrier(action)
        roll = view.forecast(action)
    except IllegalAction as fault:
        raise Refused(str(fault)) from None
    try:
        found = view.odds(action, limit=game.odds_limit(view.state) * effort)
    except OddsTooLarge as fault:
        found = cast(Odds, fault.so_far)
    left = found.open
    rolls = roll is not None and not (found.until == NEXT_PHASE and len(found) == 1)
    return Preview(
        odds=chances((*change, chance) for change, chance in found.by(view.change).items()),
        until=found.until,
        open=math.ceil(float(left) * 10_000) / 100,
        more=effort * GREATER if left and effort * GREATER <= MOST_EFFORT else 0,
        forecast=forecast(game, roll),
        undoable=not why,
        why=why,
        route=_route(view, action, advise),
        advice=advice(game, roll) if roll else (),
        shoot=view.spread(action),
        rolls=rolls,
    )


def advice(game: Game, roll: Resolution) -> tuple[str, ...]:
    """What would change the odds of fire: the modifiers that matter most, each with the chances without it.

    >>> from sandtable.kernel.pools import D10
    >>> from sandtable.kernel.resolution import Modifier, Row
    >>> from sandtable.scenarios import load
    >>> rows = Row(None, 3, (1, "suppressed")), Row(4, None, (0, ""))
    >>> shot = Resolution("TC F8", "", D10, rows, (Modifier(2, "target in hard cover", "TC F13"),))
    >>> advice(load("tactical_combat/first-firefight"), shot)
    ('Without “target in hard cover” it would have an effect 30 times in 100 instead of 10.',)
    """
    if roll.modifies != "die":
        return ()
    now = game.system.chance_of_harm(roll)
    others = []
    for number, modifier in enumerate(roll.modifiers):
        kept = (*roll.modifiers[:number], *roll.modifiers[number + 1 :])
        without = game.system.chance_of_harm(replace(roll, modifiers=kept))
        if without != now:
            others.append((abs(without - now), modifier.words, without))
    others.sort(key=lambda other: -other[0])
    return tuple(
        f"Without “{words}” it would have an effect {round(without * 100)} times in 100 instead of {round(now * 100)}."
        for _, words, without in others[:ADVICE]
    )


def _route(view: View, action: Action, advise: bool) -> RouteTold | None:
    found = view.route(action)
    if found is None:
        return None
    return replace(route_told(view, found), better=better_place(view, action, found) if advise else None)


def route_told(view: View, found: Route) -> RouteTold:
    """A way for a person."""
    danger = tuple(Danger(first, last, by) for first, last, by in found.danger)
    told = [(each, forecast(view.game, each.roll)) for each in found.shots[:MOST_SHOTS]]
    shots = tuple(
        ShotTold(each.by, each.place, roll, str(each.fires), round(float(each.fires) * 100, 2))
        for each, roll in told
        if roll
    )
    return RouteTold(found.places, danger, shots, found.cost, found.ground, found.seen_by)
