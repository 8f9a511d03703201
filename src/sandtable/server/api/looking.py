"""Routes: what a player asks before choosing. Nothing is changed by them.

Each is asked of a moment, by its sequence. If the game has gone on since, the answer is empty: nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Router, post
from litestar.di import Provide
from msgspec import Meta

from sandtable.kernel.decision import Action
from sandtable.kernel.view import View
from sandtable.server.api.games import Id, Sequence, Side, TargetAsked, Verb, provide_table
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.advising import MOST_WITH, about_unit, reasons, ways
from sandtable.server.games.errors import Refused
from sandtable.server.games.looking import MOST_EFFORT, preview
from sandtable.server.games.marching import MOST_MARCHING, march
from sandtable.server.games.messages import MarchTold, Preview, RefusalTold, UnitTold, Way
from sandtable.server.games.service import Games
from sandtable.server.games.table import GameTable
from sandtable.server.people.guards import Costly
from sandtable.server.people.person import Person
from sandtable.server.people.recognise import provide_visitor

__all__ = ["routes"]

AnyRequest = Request[Any, Any, Any]
Number = Annotated[int, Meta(ge=0, le=10**6)]
# What is asked has limited lists as `list` or `Sequence`: the document would let a limited tuple hold anything.


class PreviewAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action to look ahead at. With a `sequence`, the answer is null if the game has gone on since."""

    side: Side
    verb: Verb
    target: TargetAsked = None
    sequence: Sequence | None = None
    advise: bool = True
    """Whether to look for a better place near the end of a move, which takes a while."""
    effort: Annotated[int, Meta(ge=1, le=MOST_EFFORT)] = 1
    """How many times the usual work the odds may take; an answer that is cut off says what to ask for next."""


class ReasonsAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit or a place that was pressed, and the own unit that is in hand."""

    side: Side
    sequence: Sequence
    unit: Number | None = None
    place: Number | None = None
    by: Number | None = None


class UnitAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An own unit."""

    side: Side
    sequence: Sequence
    unit: Number


class WaysAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Own units, and the unit or the place that they shall act on together."""

    side: Side
    sequence: Sequence
    units: Annotated[list[Number], Meta(min_length=1, max_length=MOST_WITH)]
    unit: Number | None = None
    place: Number | None = None


class MarchAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Own units that shall go to one destination."""

    side: Side
    sequence: Sequence
    units: Annotated[list[Number], Meta(min_length=1, max_length=MOST_MARCHING)]
    to: Number


Asked = PreviewAsked | ReasonsAsked | UnitAsked | WaysAsked | MarchAsked
T = TypeVar("T")


async def _looked(
    request: AnyRequest, table: GameTable, visitor: Person | None, asked: Asked, look: Callable[[View], T], nothing: T
) -> T:
    """The answer to a look through a side, worked out elsewhere; `nothing` if the moment has passed."""
    games: Games = request.app.state.games
    games.own_side(table, visitor, asked.side)
    opened = table.open
    if asked.sequence is None:
        games.must_play(table)
    elif table.row.status != "playing" or opened.sequence(asked.side) != asked.sequence:
        return nothing
    game, state = opened.game, opened.shown
    return await elsewhere(lambda: look(game.view(state, asked.side)))


@post("/games/{game:str}/preview", status_code=200)
async def look_ahead(
    game: Id, data: PreviewAsked, table: GameTable, visitor: Person | None, request: AnyRequest
) -> Preview | None:
    """What an action would do: exact odds, the roll with every modifier, and whether it could be undone."""
    if data.effort > 1:
        Costly()(request, request.route_handler)
    action = Action(data.verb, data.target)

    def look(view: View) -> Preview | None:
        return preview(view, action, advise=data.advise, effort=data.effort)

    try:
        return await _looked(request, table, visitor, data, look, None)
    except Refused:
        if data.sequence is None:
            raise
        return None  # the game is going on just now: nobody waits for the answer


@post("/games/{game:str}/why", status_code=200)
async def why_not(
    game: Id, data: ReasonsAsked, table: GameTable, visitor: Person | None, request: AnyRequest
) -> tuple[RefusalTold, ...]:
    """Why a unit or a place cannot be chosen: for each verb that could be meant a sentence and its rule."""
    return await _looked(request, table, visitor, data, lambda v: reasons(v, data.unit, data.place, data.by), ())


@post("/games/{game:str}/unit", status_code=200)
async def look_at_unit(
    game: Id, data: UnitAsked, table: GameTable, visitor: Person | None, request: AnyRequest
) -> UnitTold:
    """What an own unit cannot do now, and why; and what it can do to which targets."""
    nothing = UnitTold((), ())
    return await _looked(request, table, visitor, data, lambda v: about_unit(v, data.unit), nothing)


@post("/games/{game:str}/ways", status_code=200)
async def find_ways(
    game: Id, data: WaysAsked, table: GameTable, visitor: Person | None, request: AnyRequest
) -> tuple[Way, ...]:
    """How own units can act on a target together, each way with its odds and with who else could join."""
    return await _looked(request, table, visitor, data, lambda v: ways(v, tuple(data.units), data.unit, data.place), ())


@post("/games/{game:str}/march", status_code=200)
async def find_march(
    game: Id, data: MarchAsked, table: GameTable, visitor: Person | None, request: AnyRequest
) -> tuple[MarchTold, ...]:
    """How each unit of a group goes to one destination."""
    return await _looked(request, table, visitor, data, lambda v: march(v, data.units, data.to), ())


def routes() -> Router:
    """The routes of looking ahead."""
    return Router(
        "/api",
        route_handlers=[look_ahead, why_not, look_at_unit, find_ways, find_march],
        dependencies={"visitor": Provide(provide_visitor), "table": Provide(provide_table)},
        tags=["games"],
    )
