"""Routes: making, finding, seeing and playing games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.di import Provide
from litestar.params import Parameter
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send
from msgspec import Meta

from sandtable.kernel.errors import SandtableError
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games import making
from sandtable.server.games.errors import NotYours, Refused
from sandtable.server.games.making import Invitation, NewGame
from sandtable.server.games.messages import Asked, GameCard, GameInfo, ViewChange, ViewMessage
from sandtable.server.games.open import Viewer
from sandtable.server.games.service import Games
from sandtable.server.games.shipping import shipped
from sandtable.server.games.table import GameTable, card
from sandtable.server.people.guards import Costly, administrators
from sandtable.server.people.person import Person
from sandtable.server.people.recognise import provide_person, provide_visitor, recognised
from sandtable.server.store.games import GameRow, SeatRow, list_games, load_seats

__all__ = ["routes"]

MOST_LISTED = 100
AnyRequest = Request[Any, Any, Any]
Id = Annotated[str, Parameter(description="a game")]
SideAsked = Annotated[
    str, Parameter(pattern="^([0-9]|none|auto)$", description="a side, none for a spectator, or auto")
]
Since = Annotated[int, Parameter(ge=0, le=1_000_000_000, description="the number of the last log line you have")]
Base = Annotated[
    str | None,
    Parameter(max_length=20, description="the stamp of the view you have; empty to begin with changes"),
]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Verb = Annotated[str, Meta(max_length=200)]
Side = Annotated[int, Meta(ge=0, le=9)]
Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Word = Annotated[str, Meta(max_length=200)]
Some = Annotated[tuple[Whole | Word, ...], Meta(max_length=1000)]
TargetAsked = Whole | Word | Annotated[tuple[Whole | Word | Some, ...], Meta(max_length=1000)] | None
Sequence = Annotated[int, Meta(ge=0, le=2**31)]


class GameMade(msgspec.Struct, frozen=True):
    """A new game, and the invitations to send."""

    id: str
    invitations: tuple[Invitation, ...]
    game: GameInfo


class JoinAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take: by the token of an invitation, or a side that is open in the lobby."""

    side: Side | None = None
    token: Annotated[str, Meta(max_length=100)] | None = None


class ActionAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action, for the view of this sequence; the same key is never applied twice."""

    side: Side
    sequence: Sequence
    key: Key
    verb: Verb
    target: TargetAsked = None
    dice: Annotated[tuple[Annotated[int, Meta(ge=-1000, le=1000)], ...], Meta(max_length=1000)] | None = None


def _games(request: AnyRequest) -> Games:
    games: Games = request.app.state.games
    return games


async def provide_table(request: AnyRequest) -> GameTable:
    """The game that the address names."""
    return await _games(request).table(str(request.path_params["game"]))


def viewer_of(table: GameTable, person: Person | None, side: str) -> Viewer:
    """Whom the game is shown to; NotYours for somebody else's side."""
    viewer = table.own_view(person) if side == "auto" else None if side == "none" else int(side)
    if viewer is not None and viewer >= len(table.seats):
        raise Refused(f"there is no side {viewer}")
    if not table.may_look(person, viewer):
        raise NotYours("you do not play this side")
    return viewer


_encode = msgspec.json.Encoder().encode


class _Sent(ASGIResponse):
    """JSON that is only to be sent."""

    def __init__(self, body: bytes) -> None:
        self.body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(self.body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


class _Answer(Response[ViewMessage | ViewChange]):
    """A view as the answer to a request, encoded here: Litestar would look for encoders, headers and cookies first."""

    def __init__(self, view: ViewMessage | ViewChange) -> None:
        self.content = view

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        """The bytes, as they are sent."""
        return _Sent(_encode(self.content))


def answer(view: ViewMessage | ViewChange) -> Response[ViewMessage | ViewChange]:
    """A view as the answer to a request."""
    return _Answer(view)


def based(table: GameTable, view: ViewMessage, base: str | None) -> ViewMessage | ViewChange:
    """A view as it is asked for: whole, or as the difference from the one with the stamp `base`, if that is known."""
    if base is None:
        return view
    known = table.base(view.side, base)
    return table.told(view, known, table.shown(view))


@post("/games", guards=[Costly()])
async def create_game(data: NewGame, person: Person, request: AnyRequest) -> GameMade:
    """Make a game: against a bot, hot seat, by invitation, or open in the lobby."""
    table, invitations = await making.create(_games(request), person, data, request.app.state.more_bots)
    return GameMade(table.id, tuple(invitations), table.info(person))


@get("/games")
async def find_games(
    request: AnyRequest,
    visitor: Person | None,
    which: Annotated[Literal["mine", "open", "watch", "all"], Parameter(query="list")] = "mine",
    find: Annotated[
        str, Parameter(max_length=60, description="a part of a battle's or a player's name, or an id")
    ] = "",
) -> tuple[GameCard, ...]:
    """My games, those with an open seat, those to watch, or (for administrators) all; the latest first."""
    if which == "mine" and visitor is None:
        return ()
    if which == "all":
        administrators(request, request.route_handler)
    found = []
    async with _games(request).store.reading() as connection:
        for row in await list_games(connection, which, visitor.id if visitor else None, MOST_LISTED, find.strip()):
            found.append((row, await load_seats(connection, row.id)))
    return await elsewhere(lambda: tuple(_listed(row, seats, visitor) for row, seats in found))


def _listed(row: GameRow, seats: tuple[SeatRow, ...], visitor: Person | None) -> GameCard:
    try:
        game = shipped(row.scenario, row.options)
        sides, title = game.sides, game.scenario.title
    except SandtableError:  # a battle that this version does not ship any more
        sides, title = tuple(f"side {seat.side}" for seat in seats), row.scenario
    return card(row, seats, sides, title, visitor)


@get("/games/{game:str}")
async def show_game(game: Id, table: GameTable, visitor: Person | None) -> GameInfo:
    """All of a game that does not change with every action."""
    return table.info(visitor)


@post("/games/{game:str}/join")
async def join_game(game: Id, data: JoinAsked, table: GameTable, person: Person, request: AnyRequest) -> GameInfo:
    """Take a seat."""
    await making.join(_games(request), table, person, data.side, data.token)
    return table.info(person)


# What follows is asked for with every action. It finds the game and the person by itself: Litestar's dependencies cost
# as much as all the rest of a request.


@get("/games/{game:str}/view")
async def show_view(
    game: Id, request: AnyRequest, side: SideAsked = "auto", since: Since = 0, base: Base = None
) -> Response[ViewMessage | ViewChange]:
    """The game as one side may see it now."""
    games = _games(request)
    table = await games.table(game)
    viewer = viewer_of(table, recognised(request), side)
    request.app.state.driver.wake(table)
    return answer(based(table, await table.view(viewer, games.store.clock(), since=since), base))


@post("/games/{game:str}/actions", status_code=200)
async def take_action(
    game: Id, data: ActionAsked, request: AnyRequest, since: Since = 0, base: Base = None
) -> Response[ViewMessage | ViewChange]:
    """Take an action. 409: the game has gone on since, and here is the new view. 422: it is not legal, and why."""
    games = _games(request)
    person = recognised(request) or await provide_person(request)
    table = await games.table(game)
    games.may_act(table, person, data.side)
    asked = Asked(data.side, data.sequence, data.key, data.verb, data.target, data.dice)
    await games.act(table, person.id, asked, viewers=(data.side,))
    view = await table.view(data.side, games.store.clock(), since=since, answers=data.key)
    return answer(based(table, view, base))


def routes() -> Router:
    """The routes of games."""
    from sandtable.server.api.admin import remove

    return Router(
        "/api",
        route_handlers=[create_game, find_games, show_game, join_game, show_view, take_action, remove],
        dependencies={
            "person": Provide(provide_person),
            "visitor": Provide(provide_visitor),
            "table": Provide(provide_table),
        },
        tags=["games"],
    )
