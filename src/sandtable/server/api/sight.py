"""Routes: what can be seen from a place, by the function the rules use, as far as the asker knows the board."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get
from litestar.di import Provide
from litestar.params import QueryParameter

from sandtable.kernel.game import Game
from sandtable.kernel.scene import HexScene
from sandtable.kernel.state import State
from sandtable.server.api.games import Id, SideAsked, provide_table, viewer_of
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.errors import Refused
from sandtable.server.games.open import Viewer
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import ranges
from sandtable.server.people.person import Person
from sandtable.server.people.recognise import provide_visitor

__all__ = ["Seen", "routes"]

Place = Annotated[int, QueryParameter(name="from", ge=0, le=10**6, description="a lattice point or hex")]
Other = Annotated[int | None, QueryParameter(name="to", ge=0, le=10**6, description="a place to draw a line to")]


class Seen(msgspec.Struct, frozen=True):
    """The places in sight, as ranges (first and last); what blocks the line that was asked (empty: it is clear); and
    the places in sight whose vehicles are sheltered from fire from here, behind a crest, as ranges. `further` are the
    places that pieces here see besides with sights of their own, and `sights` says which these are.
    """

    ranges: tuple[tuple[int, ...], ...]  # pairs, but in an answer's own type schemathesis cannot read pairs
    by: str | None = None
    sheltered: tuple[tuple[int, ...], ...] = ()
    further: tuple[tuple[int, ...], ...] = ()
    sights: str = ""


@get("/games/{game:str}/sight")
async def look_from(
    game: Id,
    table: GameTable,
    visitor: Person | None,
    request: Request[Any, Any, Any],
    place: Place,
    to: Other = None,
    side: SideAsked = "auto",
) -> Seen:
    """What can be seen from a place."""
    viewer = viewer_of(table, visitor, side)
    return await elsewhere(_seen, table.open.game, table.open.shown, viewer, place, to)


def _seen(game: Game, state: State[Any, Any], viewer: Viewer, place: int, to: int | None) -> Seen:
    scene = game.scene()
    most = len(scene.cells) if isinstance(scene, HexScene) else scene.columns * scene.rows
    if max(place, to or 0) >= most:
        raise Refused(f"there is no such place: they are numbered from 0 to {most - 1}")
    seen = game.sight(state, viewer, place)
    if seen is None:
        raise Refused("this system has no sight tool yet")
    by = None if to is None else game.line(state, viewer, place, to)
    sights, further = game.sighted(state, viewer, place)
    return Seen(ranges(seen), by, ranges(game.sheltered(state, viewer, place)), ranges(further), sights)


def routes() -> Router:
    """The routes of the sight tool."""
    needs = {"visitor": Provide(provide_visitor), "table": Provide(provide_table)}
    return Router("/api", route_handlers=[look_from], dependencies=needs, tags=["games"])
