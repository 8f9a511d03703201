"""The migrations make exactly the tables that the code means, on both databases."""

import asyncio

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

import sandtable.server.notify.tables
import sandtable.server.people.tables
import sandtable.server.store.tables  # noqa: F401 - each adds its tables to the metadata
from sandtable.server.store.database import Store
from sandtable.server.store.metadata import metadata
from sandtable.server.store.migrate import migrate


def test_the_migrations_make_the_tables_of_the_code(database):
    async def run():
        store = Store(database)
        try:
            await migrate(store)
            await migrate(store)  # again changes nothing
            async with store.reading() as connection:
                return await connection.run_sync(_differences)
        finally:
            await store.close()

    assert asyncio.run(run()) == []


def _differences(connection):
    context = MigrationContext.configure(connection, opts={"compare_type": False})
    return compare_metadata(context, metadata)
