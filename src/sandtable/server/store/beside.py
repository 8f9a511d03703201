"""What people keep beside a game: chat, private notes, standing orders, links to moments."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.store.database import Store
from sandtable.server.store.games import tell_workers
from sandtable.server.store.tables import chat, links, notes, orders

__all__ = [
    "ChatLine",
    "LinkRow",
    "add_chat",
    "add_link",
    "find_link",
    "load_chat",
    "load_note",
    "load_orders",
    "save_note",
    "save_orders",
]

ATTEMPTS = 10


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat."""

    number: int
    name: str
    side: int | None
    text: str
    time: int


class LinkRow(msgspec.Struct, frozen=True):
    """A link to a moment of a game: the number of an entry of its log, and the side it is seen from."""

    token: str
    game: str
    moment: int
    side: int | None
    person: int | None
    made: int


async def add_chat(store: Store, game: str, person: int, name: str, side: int | None, text: str) -> ChatLine:
    """Say something."""

    def write(connection: Connection) -> ChatLine:
        last = connection.scalar(select(func.max(chat.c.number)).where(chat.c.game == game))
        line = ChatLine((last or 0) + 1, name, side, text, store.now())
        connection.execute(insert(chat).values(game=game, person=person, **msgspec.structs.asdict(line)))
        tell_workers(store, connection, game, f"chat {line.number}")
        return line

    for _ in range(ATTEMPTS):
        try:
            return await store.write(write)
        except IntegrityError:  # somebody spoke at the same moment through another worker
            continue
    raise RuntimeError("chat is too busy")


async def load_chat(connection: AsyncConnection, game: str, since: int = 0, most: int = 500) -> list[ChatLine]:
    """What was said after a line, the last lines if there are too many."""
    wanted = (
        select(chat.c.number, chat.c.name, chat.c.side, chat.c.text, chat.c.time)
        .where(chat.c.game == game, chat.c.number > since)
        .order_by(chat.c.number.desc())
        .limit(most)
    )
    return [ChatLine(*row) for row in reversed((await connection.execute(wanted)).all())]


async def load_note(connection: AsyncConnection, game: str, person: int) -> str:
    """The private notes of a person."""
    found = await connection.scalar(select(notes.c.text).where(notes.c.game == game, notes.c.person == person))
    return found or ""


async def save_note(store: Store, game: str, person: int, text: str) -> None:
    """Replace a player's private note."""

    def write(connection: Connection) -> None:
        connection.execute(delete(notes).where(notes.c.game == game, notes.c.person == person))
        connection.execute(insert(notes).values(game=game, person=person, text=text))

    await store.write(write)


async def load_orders(connection: AsyncConnection, game: str) -> dict[int, Any]:
    """The standing orders of each side that has some."""
    found = await connection.execute(select(orders.c.side, orders.c.orders).where(orders.c.game == game))
    return {row.side: json.loads(row.orders) for row in found}


async def save_orders(store: Store, game: str, side: int, told: Any) -> None:
    """Give standing orders in place of those there were."""
    text = msgspec.json.encode(told).decode()

    def write(connection: Connection) -> None:
        connection.execute(delete(orders).where(orders.c.game == game, orders.c.side == side))
        connection.execute(insert(orders).values(game=game, side=side, orders=text))
        tell_workers(store, connection, game, "orders")

    await store.write(write)


async def add_link(store: Store, link: LinkRow) -> None:
    """A link to a moment."""
    columns = msgspec.structs.asdict(link)
    await store.write(lambda connection: connection.execute(insert(links).values(**columns)) and None)


async def find_link(connection: AsyncConnection, token: str) -> LinkRow | None:
    """The link of a token."""
    row = (await connection.execute(select(links).where(links.c.token == token))).mappings().first()
    return LinkRow(**row) if row else None
