"""Routes: what players do besides acting, and what they say and note."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Router, get, post, put
from litestar.di import Provide
from litestar.params import Parameter
from msgspec import Meta

from sandtable.server.api.games import Id, Side, Since, provide_table
from sandtable.server.games import making, turns
from sandtable.server.games.errors import NotYours, Refused
from sandtable.server.games.messages import GameInfo, ViewMessage
from sandtable.server.games.orders import Orders
from sandtable.server.games.service import Games
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import one_line
from sandtable.server.live import ChatMessage
from sandtable.server.people.guards import Costly
from sandtable.server.people.person import Person
from sandtable.server.people.recognise import provide_person, provide_visitor
from sandtable.server.store.beside import ChatLine, add_chat, load_chat, load_note, save_note, save_orders

__all__ = ["routes"]

AnyRequest = Request[Any, Any, Any]


class UndoAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side that takes back, from the view of this sequence."""

    side: Side
    sequence: Annotated[int, Meta(ge=0, le=2**31)]


class TakeBackAsked(UndoAsked, frozen=True, forbid_unknown_fields=True):
    """The same, and how many of its last actions."""

    count: Annotated[int, Meta(ge=1, le=100)] = 1


class SideAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side."""

    side: Side


class DrawAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An offer of a draw, or the answer to one."""

    side: Side
    what: Literal["offer", "accept", "decline"]


class HandOverAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side, and the bot that shall play it; null to play it yourself."""

    side: Side
    bot: Annotated[str, Meta(max_length=40)] | None = None


class ChatAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to say to all at the game."""

    text: Annotated[str, Meta(min_length=1, max_length=10_000)]


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A private note."""

    text: Annotated[str, Meta(max_length=1_000_000)]


def _games(request: AnyRequest) -> Games:
    games: Games = request.app.state.games
    return games


@post("/games/{game:str}/undo", status_code=200)
async def undo(game: Id, data: TakeBackAsked, table: GameTable, person: Person, request: AnyRequest) -> ViewMessage:
    """Take back my last action, or several, if nothing has been thrown or shown since."""
    games = _games(request)
    await turns.undo(games, table, person, data.side, data.sequence, data.count)
    return await table.view(data.side, games.store.clock())


@post("/games/{game:str}/reset", status_code=200)
async def reset(game: Id, data: UndoAsked, table: GameTable, person: Person, request: AnyRequest) -> ViewMessage:
    """Take back all that I can take back."""
    games = _games(request)
    await turns.undo(games, table, person, data.side, data.sequence, None)
    return await table.view(data.side, games.store.clock())


@post("/games/{game:str}/resign", status_code=200)
async def resign(game: Id, data: SideAsked, table: GameTable, person: Person, request: AnyRequest) -> ViewMessage:
    """Give the game up; one that has not begun is called off."""
    games = _games(request)
    await turns.resign(games, table, person, data.side)
    return await table.view(data.side, games.store.clock())


@post("/games/{game:str}/draw", status_code=200)
async def draw(game: Id, data: DrawAsked, table: GameTable, person: Person, request: AnyRequest) -> ViewMessage:
    """Offer a draw, accept or decline one."""
    games = _games(request)
    await turns.offer_draw(games, table, person, data.side, data.what)
    return await table.view(data.side, games.store.clock())


@post("/games/{game:str}/rematch", status_code=200, guards=[Costly()])
async def rematch(game: Id, table: GameTable, person: Person, request: AnyRequest) -> GameInfo:
    """The same battle again with sides changed."""
    return (await making.rematch(_games(request), table, person)).info(person)


@post("/games/{game:str}/handover", status_code=200)
async def hand_over(game: Id, data: HandOverAsked, table: GameTable, person: Person, request: AnyRequest) -> GameInfo:
    """Give a side to a bot, to another bot, to the same bot once more; or take it back."""
    await turns.hand_over(_games(request), table, person, data.side, data.bot, request.app.state.more_bots)
    return table.info(person)


@post("/games/{game:str}/chat", guards=[Costly()])
async def say(game: Id, data: ChatAsked, table: GameTable, person: Person, request: AnyRequest) -> ChatLine:
    """Say something to all at the game."""
    games = _games(request)
    sides = table.sides_of(person)
    if not sides and not person.admin:
        raise NotYours("only those who play may speak")
    text = one_line(data.text)
    most = games.settings.limits.chat_length
    if not text or len(text) > most:
        raise Refused(f"a line of chat has 1 to {most} characters")
    side = sides[0] if len(sides) == 1 else None
    line = await add_chat(games.store, table.id, person.id, person.name, side, text)
    if not games.store.postgres:  # there the workers tell each other
        request.app.state.hub.tell(table.id, ChatMessage(line.number, line.name, line.side, line.text, line.time))
    return line


@get("/games/{game:str}/chat")
async def read_chat(game: Id, table: GameTable, request: AnyRequest, since: Since = 0) -> list[ChatLine]:
    """What was said."""
    async with _games(request).store.reading() as connection:
        return await load_chat(connection, table.id, since)


@get("/games/{game:str}/notes")
async def read_note(game: Id, table: GameTable, visitor: Person | None, request: AnyRequest) -> Note:
    """My private note on this game."""
    if visitor is None:
        return Note("")
    async with _games(request).store.reading() as connection:
        return Note(await load_note(connection, table.id, visitor.id))


@put("/games/{game:str}/notes")
async def write_note(game: Id, data: Note, table: GameTable, person: Person, request: AnyRequest) -> Note:
    """Note something for myself."""
    games = _games(request)
    most = games.settings.limits.notes_length
    if len(data.text) > most or "\0" in data.text:
        raise Refused(f"a note has at most {most} characters")
    if not table.sides_of(person):
        raise NotYours("only those who play may keep notes")
    await save_note(games.store, table.id, person.id, data.text)
    return data


@get("/games/{game:str}/orders")
async def read_orders(
    game: Id, table: GameTable, visitor: Person | None, request: AnyRequest, side: Annotated[int, Parameter(ge=0, le=9)]
) -> Orders:
    """The standing orders of my side."""
    _games(request).own_side(table, visitor, side)
    return table.orders.get(side, Orders())


@put("/games/{game:str}/orders")
async def give_orders(
    game: Id,
    data: Orders,
    table: GameTable,
    person: Person,
    request: AnyRequest,
    side: Annotated[int, Parameter(ge=0, le=9)],
) -> Orders:
    """Give standing orders: they answer questions of opportunity fire while I am away."""
    games = _games(request)
    games.own_side(table, person, side)
    await save_orders(games.store, table.id, side, data)
    await games.renew_orders(table.id)
    return data


def routes() -> Router:
    """The routes of turns, chat and notes."""
    return Router(
        "/api",
        route_handlers=[
            undo, reset, resign, draw, rematch, hand_over, say, read_chat, read_note, write_note,
            read_orders, give_orders,
        ],
        dependencies={
            "person": Provide(provide_person),
            "visitor": Provide(provide_visitor),
            "table": Provide(provide_table),
        },
        tags=["games"],
    )  # fmt: skip
