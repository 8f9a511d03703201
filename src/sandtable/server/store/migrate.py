"""Bring the database to the tables that this version needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text

from sandtable.kernel.errors import SandtableError
from sandtable.server.store.database import Store

__all__ = ["migrate"]

LOCK = 7_326_441
"""PostgreSQL: workers that start together migrate one after the other."""


async def migrate(store: Store) -> None:
    """Run the migrations that are missing. A database of a newer version is refused with a sentence."""
    async with store.writing() as connection:
        if store.postgres:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": LOCK})
        if await connection.run_sync(_revision) != _head():
            await connection.run_sync(_upgrade)


def _head() -> str:
    """The revision that this version needs: the number of its last migration.

    >>> _head() >= "0003"
    True
    """
    files = (Path(__file__).parent / "migrations" / "versions").glob("[0-9]*_*.py")
    return max(file.name.partition("_")[0] for file in files)


def _revision(connection: Any) -> str | None:
    """The revision a database is at, found without loading Alembic, which takes as long as all else at the start."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Any) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    at = MigrationContext.configure(connection).get_current_revision()
    if at == script.get_current_head():
        return
    if at is not None and at not in {each.revision for each in script.walk_revisions()}:
        raise SandtableError(f"the database is of a newer version of Sandtable (revision {at}): update the program")
    command.upgrade(config, "head")
