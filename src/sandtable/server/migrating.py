"""`sandtable migrate`: the database brought to this version, and its games checked on the present rules."""

from __future__ import annotations

import asyncio

from sqlalchemy import inspect

from sandtable.kernel.errors import SandtableError
from sandtable.server.config import Settings
from sandtable.server.folders import database_of
from sandtable.server.games.versions import Report, report
from sandtable.server.store.database import Store
from sandtable.server.store.migrate import migrate

__all__ = ["bring_up", "checked"]


def bring_up(settings: Settings) -> None:
    """Run the migrations that are missing."""

    async def run() -> None:
        store = Store(database_of(settings))
        try:
            await migrate(store)
        finally:
            await store.close()

    asyncio.run(run())


def checked(settings: Settings) -> list[Report]:
    """What became of every stored game on the present rules. Nothing is changed."""

    async def run() -> list[Report]:
        store = Store(database_of(settings))
        try:
            async with store.reading() as connection:
                if not await connection.run_sync(lambda plain: inspect(plain).has_table("games")):
                    raise SandtableError("there are no games in this database yet")
            return [each async for each in report(store)]
        finally:
            await store.close()

    return asyncio.run(run())
