"""Advice on a move: a place near its end where fewer enemies could fire, or see the piece."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.picture import Route
from sandtable.kernel.scene import HexScene, TableScene
from sandtable.kernel.view import View
from sandtable.server.games.distances import apart, at
from sandtable.server.games.messages import Better

__all__ = ["better_place"]

NEAR_INCHES, NEAR_HEXES = 300, 2
"""How far away a better place may be: hundredths of an inch, and hexes."""
TRIES = 12
"""How many places are tried, the nearest first."""
APART = 150
"""Places of a table are tried this far apart."""
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def better_place(view: View, action: Action, route: Route) -> Better | None:
    """A place near the end of a way at which nobody could fire on the way or see the piece, if this one is worse; None
    if there is none, or if nobody could anyhow.
    """
    watched = {each for _, _, by in route.danger for each in by}
    if not (watched or route.seen_by) or not isinstance(action.target, int):
        return None
    offer = view.asked.offer(action.verb)
    if offer is None or offer.targets is None or offer.kind not in ("hex", "point"):
        return None
    covered: Better | None = None
    for place in _near(view, action.target, offer.targets)[:TRIES]:
        try:
            other = view.route(Action(action.verb, place))
        except IllegalAction:
            continue
        if other is None:
            continue
        threat = {each for _, _, by in other.danger for each in by}
        whither = _whither(view, action.target, place)
        if watched and not threat:
            hidden = "" if other.seen_by else ", and you end out of sight"
            return Better(place, f"Go {whither} instead: nobody could fire at you on the way{hidden}.")
        if not watched and not threat and not other.seen_by:
            return Better(place, f"Go {whither} instead: out of sight.")
        if covered is None and other.cover > route.cover and threat <= watched:
            covered = Better(place, f"Go {whither} instead: {other.ground}.")
    return covered


def _near(view: View, place: int, targets: Iterable[object]) -> list[int]:
    """The places on offer near another, the nearest first."""
    scene = view.game.scene()
    most = NEAR_HEXES if isinstance(scene, HexScene) else NEAR_INCHES
    numbers = [each for each in targets if isinstance(each, int) and each != place]
    if isinstance(scene, TableScene):
        x, y = at(view, place)
        around = {(x + i * APART, y + j * APART) for i in range(-2, 3) for j in range(-2, 3)}
        numbers = [each for each in numbers if at(view, each) in around]
    far = {each: apart(view, place, each) for each in numbers}
    return sorted((each for each in numbers if far[each] <= most), key=lambda each: (far[each], each))


def _whither(view: View, start: int, end: int) -> str:
    """From one place to another in words: `1.5" west`, `to 0507`."""
    scene = view.game.scene()
    if isinstance(scene, HexScene):
        return f"to {scene.cells[end].label}"
    (x, y), (to_x, to_y) = at(view, start), at(view, end)
    bearing = math.degrees(math.atan2(to_x - x, to_y - y)) % 360
    return f'{apart(view, start, end) / 100:.2g}" further {POINTS[round(bearing / 45) % 8]}'
