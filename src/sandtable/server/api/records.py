"""Routes: records out and in, the check of a finished game, past moments and links to them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.di import Provide
from litestar.params import Parameter
from msgspec import Meta

from sandtable.server.api.games import Id, SideAsked, Since, provide_table, viewer_of
from sandtable.server.games import recording
from sandtable.server.games.errors import NotFound
from sandtable.server.games.messages import GameInfo, ViewMessage
from sandtable.server.games.recording import Checked
from sandtable.server.games.report import Report, report
from sandtable.server.games.service import Games
from sandtable.server.games.table import GameTable
from sandtable.server.people.guards import Costly
from sandtable.server.people.person import Person
from sandtable.server.people.recognise import provide_person, provide_visitor
from sandtable.server.store.beside import LinkRow, add_link, find_link

__all__ = ["routes"]

AnyRequest = Request[Any, Any, Any]
Moment = Annotated[int, Parameter(ge=1, le=2**31, description="a sequence: the game as it then stood")]


class LinkAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment to show to others, by its sequence in the view of a side (null: of a spectator)."""

    moment: Annotated[int, Meta(ge=1, le=2**31)]
    side: Annotated[int, Meta(ge=0, le=9)] | None = None


class LinkMade(msgspec.Struct, frozen=True):
    """A link that anybody may follow."""

    token: str
    link: str


class MomentShown(msgspec.Struct, frozen=True):
    """What a link shows: the game and the moment."""

    game: GameInfo
    view: ViewMessage


def _games(request: AnyRequest) -> Games:
    games: Games = request.app.state.games
    return games


@get("/games/{game:str}/record", media_type="application/jsonl")
async def export(game: Id, table: GameTable, visitor: Person | None, request: AnyRequest) -> Response[str]:
    """The record of a game as JSON Lines: when it is over, or if I play every side."""
    text = await recording.written_down(_games(request), table, visitor)
    headers = {"content-disposition": f'attachment; filename="sandtable-{table.id[:8]}.jsonl"'}
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


@get("/games/{game:str}/verify", guards=[Costly()])
async def verify(game: Id, table: GameTable, request: AnyRequest) -> Checked:
    """Check a finished game: the seed against the commitment, every die against the seed, every state."""
    return await recording.checked(_games(request), table)


@get("/games/{game:str}/report", guards=[Costly()])
async def look_back(
    game: Id, table: GameTable, visitor: Person | None, request: AnyRequest, side: SideAsked = "auto"
) -> Report:
    """The report of a finished game: score, losses by turn, luck, and the rolls that mattered most."""
    return await report(_games(request), table, viewer_of(table, visitor, side))


@get("/games/{game:str}/moments/{moment:int}")
async def show_moment(
    game: Id,
    moment: Moment,
    table: GameTable,
    visitor: Person | None,
    request: AnyRequest,
    side: SideAsked = "auto",
    since: Since = 0,
) -> ViewMessage:
    """The game as it stood at a sequence."""
    games = _games(request)
    viewer = viewer_of(table, visitor, side)
    number = await recording.moment_number(games, table, viewer, moment)
    return await recording.moment(games, table, viewer, number, since)


@post("/games/{game:str}/links")
async def make_link(game: Id, data: LinkAsked, table: GameTable, person: Person, request: AnyRequest) -> LinkMade:
    """A read-only link to a moment: as a spectator sees it, and once the game is over as a side saw it."""
    games = _games(request)
    viewer = viewer_of(table, person, "none" if data.side is None else str(data.side))
    number = await recording.moment_number(games, table, viewer, data.moment)
    shown = viewer if table.row.status == "over" else None
    token = recording.fresh_link()
    await add_link(games.store, LinkRow(token, table.id, number, shown, person.id, games.store.now()))
    return LinkMade(token, f"/links/{token}")


@get("/links/{token:str}")
async def follow_link(token: Annotated[str, Parameter(max_length=32)], request: AnyRequest) -> MomentShown:
    """The moment that a link shows."""
    games = _games(request)
    async with games.store.reading() as connection:
        link = await find_link(connection, token)
    if link is None:
        raise NotFound("this link leads nowhere")
    table = await games.table(link.game)
    return MomentShown(table.info(None), await recording.moment(games, table, link.side, link.moment))


@post("/records", media_type=MediaType.JSON, guards=[Costly()])
async def bring_in(person: Person, request: AnyRequest) -> GameInfo:
    """A record (JSON Lines, as the body) as a game of mine: to look through, and to go on with if it is not over."""
    table = await recording.bring_in(_games(request), person, await request.body())
    return table.info(person)


def routes(record_bytes: int) -> Router:
    """The routes of records and moments."""
    return Router(
        "/api",
        route_handlers=[
            export,
            verify,
            look_back,
            show_moment,
            make_link,
            follow_link,
            Router("", route_handlers=[bring_in], request_max_body_size=record_bytes),
        ],
        dependencies={
            "person": Provide(provide_person),
            "visitor": Provide(provide_visitor),
            "table": Provide(provide_table),
        },
        tags=["records"],
    )
