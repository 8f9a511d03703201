"""Sessions: who is behind a cookie. They live in the database, so every worker knows them and log out is final."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.config import Settings
from sandtable.server.people.names import name_key
from sandtable.server.people.person import Person, fresh_token, now, token_hash
from sandtable.server.people.tables import account_links, people, sessions
from sandtable.server.store.database import Store
from sandtable.server.store.ready import Ready
from sandtable.server.store.tables import seats

__all__ = ["Found", "Sessions", "person_of"]

DAY = 86400


_FIND = (
    select(people.c.id, people.c.name, people.c.guest, people.c.admin, sessions.c.until)
    .join(sessions, sessions.c.person == people.c.id)
    .where(sessions.c.token == bindparam("token"), sessions.c.until > bindparam("moment"))
)
_FIND_AT_ONCE = Ready(_FIND)


class _Row(NamedTuple):
    """What `_FIND` finds."""

    id: int
    name: str
    guest: bool
    admin: bool
    until: int


class Found(Struct, frozen=True):
    """The session behind a cookie."""

    token: bytes
    person: Person


def person_of(row: object, settings: Settings) -> Person:
    """A row of people as a Person; the settings can name further administrators."""
    guest = bool(row.guest)  # type: ignore[attr-defined]
    name: str = row.name  # type: ignore[attr-defined]
    named = not guest and name_key(name) in {name_key(each) for each in settings.people.administrators}
    return Person(row.id, name, guest=guest, admin=not guest and (bool(row.admin) or named))  # type: ignore[attr-defined]


class Sessions:
    """Opens, finds and closes sessions."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    def lifetime(self, guest: bool) -> int:
        """How long a session lasts, in seconds."""
        chosen = self._settings.people
        return DAY * (chosen.guest_days if guest else chosen.session_days)

    async def open(self, connection: AsyncConnection, person: int, guest: bool) -> str:
        """A new session, within a transaction; the answer is the token for the cookie, kept nowhere."""
        token = fresh_token()
        made = now()
        await connection.execute(
            insert(sessions).values(
                token=token_hash(token), person=person, made=made, until=made + self.lifetime(guest)
            )
        )
        return token

    async def find(self, token: str) -> Found | None:
        """The session of a cookie, if there is one and it is not over."""
        hashed = token_hash(token)
        values = {"token": hashed, "moment": now()}
        rows = self._store.glance(_FIND_AT_ONCE, values)
        if rows is None:
            async with self._store.reading() as connection:
                rows = [tuple(row) for row in await connection.execute(_FIND, values)]
        if not rows:
            return None
        row = _Row(*rows[0])
        if row.until - now() < self.lifetime(row.guest) - DAY:
            await self._renew(hashed, row.id, row.guest)
        return Found(hashed, person_of(row, self._settings))

    async def lasts(self, hashed: bytes) -> bool:
        """Whether a session is still open: asked again by what outlives a request."""
        query = select(sessions.c.person).where(sessions.c.token == hashed, sessions.c.until > now())
        async with self._store.reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def close(self, hashed: bytes) -> None:
        """Log out: the cookie is worth nothing from now on."""
        async with self._store.writing() as connection:
            await connection.execute(delete(sessions).where(sessions.c.token == hashed))

    async def close_all(self, connection: AsyncConnection, person: int) -> None:
        """Log somebody out everywhere, within a transaction."""
        await connection.execute(delete(sessions).where(sessions.c.person == person))

    async def sweep(self) -> None:
        """Forget sessions and links that are over, and guests who have not been seen for long and sit nowhere."""
        long_ago = now() - self.lifetime(guest=True)
        seated = select(seats.c.person).where(seats.c.person.is_not(None))
        async with self._store.writing() as connection:
            await connection.execute(delete(account_links).where(account_links.c.until <= now()))
            await connection.execute(delete(sessions).where(sessions.c.until <= now()))
            await connection.execute(
                delete(people).where(people.c.guest, people.c.seen < long_ago, people.c.id.not_in(seated))
            )

    async def _renew(self, hashed: bytes, person: int, guest: bool) -> None:
        """Once a day at most, so that reading a page seldom writes."""
        async with self._store.writing() as connection:
            until = now() + self.lifetime(guest)
            await connection.execute(update(sessions).where(sessions.c.token == hashed).values(until=until))
            await connection.execute(update(people).where(people.c.id == person).values(seen=now()))
