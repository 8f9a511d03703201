"""The migrations make exactly the tables that the code means, on both databases."""

import asyncio
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import text

import sandtable.server.notify.tables
import sandtable.server.people.tables
import sandtable.server.store.tables  # noqa: F401 - each adds its tables to the metadata
from sandtable.server.store import migrations
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


def test_games_of_the_version_before_keep_what_was_published_and_tell_no_secrets(database):
    async def run():
        store = Store(database)
        try:
            async with store.writing() as connection:
                await connection.run_sync(_at_0002)
                for statement in OLD:
                    await connection.execute(text(statement))
            await migrate(store)
            async with store.reading() as connection:
                game = (await connection.execute(text("SELECT changed, past_seeds FROM games"))).one()
                log = (await connection.execute(text("SELECT number, roll, seal FROM entries ORDER BY number"))).all()
                return tuple(game), [tuple(row) for row in log]
        finally:
            await store.close()

    assert asyncio.run(run()) == ((100, "[]"), [(1, 0, "c" * 64), (2, None, None)])


OLD = [
    "INSERT INTO games (id, scenario, system, rules, fingerprint, options, dice, seed, commitment, start, made,"
    " changed, status, pace, listed, length) VALUES ('g', 'demo/duel', 'demo', '1', '', '{}', 'seeded', '"
    + "5" * 32
    + "', '"
    + "c" * 64
    + "', '', 100, 200, 'playing', 'live', false, 2)",
    *(
        "INSERT INTO entries (game, number, kind, side, time, secret, digest, lines)"
        f" VALUES ('g', {number}, '{kind}', {side}, {time}, {secret}, '', '[]')"
        for number, kind, side, time, secret in ((1, "start", "NULL", 100, "false"), (2, "action", 1, 200, "true"))
    ),
]
"""A game of which one action is known to all, and a later one is secret."""


def _at_0002(connection):
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "0002")


def _differences(connection):
    context = MigrationContext.configure(connection, opts={"compare_type": False})
    return compare_metadata(context, metadata)
