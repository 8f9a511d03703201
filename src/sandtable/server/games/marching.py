"""A whole group goes to one destination: for each unit the actions that take it as near as it can get.

The server knows no rules: it rehearses what the side could choose, unit by unit, and takes the place on offer that is
nearest to where the unit should be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.kernel.decision import Action, Offer
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.scene import HexScene
from sandtable.kernel.view import View
from sandtable.server.games.distances import apart, at
from sandtable.server.games.errors import Refused
from sandtable.server.games.looking import route_told
from sandtable.server.games.messages import ActionTold, MarchTold, RouteTold

__all__ = ["MOST_MARCHING", "march"]

MOST_MARCHING = 30
"""The most units that are sent at once."""
FOLLOW_UPS = 3
"""How many questions after a move, such as where to face, are answered as they stand."""
CLOSE = 100
"""Units that wait for an answer of the enemy keep this clear of each other: hundredths of an inch."""
ABREAST = 200
"""Units that are not on the table yet arrive this far apart."""


def march(view: View, units: Sequence[int], to: int) -> tuple[MarchTold, ...]:
    """How each of the units goes, the nearest to the destination first and leaders last; those that cannot move are
    left out.

    On a table they keep the places they have to each other; those that are still to come on arrive side by side.
    """
    scene = view.game.scene()
    most = len(scene.cells) if isinstance(scene, HexScene) else scene.columns * scene.rows
    if to >= most:
        raise Refused(f"there is no such place: they are numbered from 0 to {most - 1}")
    standing = {each.id: each.at for each in view.picture().pieces if not each.gone and each.carrier is None}
    going = [each for each in units if each in standing]
    if not going:
        return ()
    wanted = _wanted(view, {each: standing[each] for each in going}, to)
    taken: list[int] = []
    found = []
    leaders = {piece.id for piece in scene.pieces if piece.leader}  # they go last: the others may need one beside them
    for unit in sorted(going, key=lambda each: (each in leaders, _far(view, standing[each], to), each)):
        way = _way(view, unit, standing[unit], wanted[unit], taken)
        if way is None:
            continue
        actions, place, route, after = way
        found.append(MarchTold(unit, place, tuple(ActionTold(each.verb, each.target) for each in actions), route))
        if after is None:
            taken.append(place)  # it is not there before the enemy has answered, and yet nobody else should go there
        else:
            view = after
    return tuple(found)


def _far(view: View, here: int | None, to: int) -> float:
    """How far a unit is from the destination; those off the map come last."""
    return math.inf if here is None else apart(view, here, to)


def _wanted(view: View, standing: dict[int, int | None], to: int) -> dict[int, tuple[float, float]]:
    """Where each should be: at the destination, or on a table as far from it as it is from the middle of them all."""
    x, y = at(view, to)
    if isinstance(view.game.scene(), HexScene):
        return dict.fromkeys(standing, (x, y))
    spots = {unit: at(view, place) for unit, place in standing.items() if place is not None}
    if len(spots) < len(standing):
        spots = {unit: (float(n * ABREAST), 0.0) for n, unit in enumerate(standing)}
    middle = sum(each[0] for each in spots.values()) / len(spots), sum(each[1] for each in spots.values()) / len(spots)
    return {unit: (x + spot[0] - middle[0], y + spot[1] - middle[1]) for unit, spot in spots.items()}


def _way(
    view: View, unit: int, here: int | None, wanted: tuple[float, float], taken: Sequence[int]
) -> tuple[tuple[Action, ...], int, RouteTold, View | None] | None:
    """The actions that take a unit to the place on offer nearest to where it should be, the way, and the view after."""
    for offer in view.offers:
        if offer.kind != "unit" or not offer.takes(unit):
            continue
        actions: tuple[Action, ...] = (Action(offer.verb, unit),)
        start = here
        try:
            chosen = view.after(actions[0])
            if start is None:
                entry, start = _entry(chosen, wanted, taken)
                actions, chosen = (*actions, entry), chosen.after(entry)
        except IllegalAction:
            continue
        for where in chosen.offers:
            place = _nearest(view, where, start, wanted, taken)
            move = Action(where.verb, place)
            route = None if place is None else chosen.route(move)
            if place is None or route is None:
                continue
            actions, after = _finished(chosen, (*actions, move), view.asked.name)
            return actions, place, route_told(view, route), after
    return None


def _entry(view: View, wanted: tuple[float, float], taken: Sequence[int]) -> tuple[Action, int]:
    """Where a unit comes on: at the place on offer nearest to where it should be."""
    for offer in view.offers:
        place = _nearest(view, offer, None, wanted, taken)
        if place is not None:
            return Action(offer.verb, place), place
    raise IllegalAction("it cannot come on now")


def _nearest(
    view: View, offer: Offer, here: int | None, wanted: tuple[float, float], taken: Sequence[int]
) -> int | None:
    """The place of an offer nearest to where a unit should be; None if none is nearer than where it is."""
    if offer.kind not in ("hex", "point"):
        return None
    hexes = isinstance(view.game.scene(), HexScene)

    def far(place: int) -> float:
        x, y = at(view, place)
        return (x - wanted[0]) ** 2 + (y - wanted[1]) ** 2

    free = [
        each
        for each in offer.targets or ()
        if isinstance(each, int) and (hexes or all(apart(view, each, other) > CLOSE for other in taken))
    ]
    best = min(free, key=lambda each: (far(each), each), default=None)
    return best if best is not None and (here is None or far(best) < far(here)) else None


def _finished(view: View, actions: tuple[Action, ...], name: str) -> tuple[tuple[Action, ...], View | None]:
    """The actions, with those that answer what is asked after a move; and the view after them, if it can be known."""
    try:
        view = view.after(actions[-1])
    except IllegalAction:
        return actions, None
    for _ in range(FOLLOW_UPS):
        left = None if view.decision is None or view.decision.name == name else _as_it_stands(view)
        if left is None:
            break
        try:
            view, actions = view.after(left), (*actions, left)
        except IllegalAction:
            return (*actions, left), None
    return actions, view


def _as_it_stands(view: View) -> Action | None:
    """The button that leaves a unit as it faces, if that is what is asked."""
    buttons = [offer for offer in view.offers if offer.targets is None]
    turns = any(offer.kind == "heading" for offer in view.offers)
    return Action(buttons[0].verb) if turns and len(buttons) == 1 else None
