"""Secrets that all workers share: made once, kept in the database."""

from __future__ import annotations

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from sandtable.server.people.person import fresh_token
from sandtable.server.people.tables import secrets
from sandtable.server.store.database import Store

__all__ = ["shared_secret"]


async def shared_secret(store: Store, name: str) -> str:
    """The secret of this name; the first worker to ask makes it."""
    query = select(secrets.c.value).where(secrets.c.name == name)
    async with store.reading() as connection:
        value = await connection.scalar(query)
    if value is None:
        try:
            async with store.writing() as connection:
                await connection.execute(insert(secrets).values(name=name, value=fresh_token()))
        except IntegrityError:
            pass  # another worker was first
        async with store.reading() as connection:
            value = await connection.scalar(query)
    return str(value)
