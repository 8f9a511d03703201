"""The connection to the database: SQLite in a file, or PostgreSQL; a write is on disk when it returns."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sandtable.kernel.errors import SandtableError
from sandtable.server.store.ready import Ready
from sandtable.server.store.steady import Steady
from sandtable.server.store.writer import Writer

__all__ = ["Store", "database_url"]

BUSY_MILLISECONDS = 15_000
T = TypeVar("T")


def database_url(text: str) -> URL:
    """The database's address with the driver that is used; a sentence for one that cannot be.

    >>> str(database_url("sqlite:///games.db")), database_url("postgresql://club@db/games").drivername
    ('sqlite+aiosqlite:///games.db', 'postgresql+psycopg')
    """
    try:
        url = make_url(text)
    except ArgumentError:
        raise SandtableError("the database must be postgresql://… or sqlite:///file") from None
    kind = url.drivername.partition("+")[0]
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    if kind not in drivers:
        raise SandtableError(f"the database must be postgresql://… or sqlite:///file, not {kind}")
    return url.set(drivername=drivers[kind])


class Store:
    """One database. `reading` and `writing` give a connection inside a transaction."""

    def __init__(self, address: str, *, now: Callable[[], int] | None = None, steady: Steady | None = None) -> None:
        self.url = database_url(address)
        self.postgres = self.url.drivername.startswith("postgresql")
        self.now = now or (lambda: time.time_ns() // 1_000_000)
        """Milliseconds since 1970."""
        self._steady = steady or Steady()
        self._turn = asyncio.Lock()
        self._glancing: sqlite3.Connection | None = None
        self.engine = self._connect()
        self._writer = None if self.postgres else Writer(self._plain())

    def _connect(self) -> AsyncEngine:
        if self.postgres:
            return create_async_engine(self.url, pool_size=8, max_overflow=8, pool_pre_ping=True)
        if self.url.database and self.url.database != ":memory:":
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(
            self.url, pool_size=4, max_overflow=8, connect_args={"isolation_level": None, "timeout": 15}
        )
        event.listen(engine.sync_engine, "connect", _set_up)
        event.listen(engine.sync_engine, "begin", _begin)
        return engine

    def _plain(self) -> Engine:
        """The engine of the writing thread."""
        engine = create_engine(
            self.url.set(drivername="sqlite+pysqlite"), connect_args={"isolation_level": None, "timeout": 15}
        )
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
        return engine

    # The clocks of games

    def clock(self) -> int:
        """The time that the clocks of games run by, in milliseconds: nobody can set it."""
        return self._steady.now()

    def stamp(self, at: int | None) -> dict[str, Any] | None:
        """A time of `clock` as it is stored, so that another process can tell how long ago it was."""
        return None if at is None else self._steady.stamp(at, self.now())

    def clock_of(self, stored: Any) -> int | None:
        """A stored time as a time of `clock`."""
        return None if stored is None else self._steady.local(stored, self.now())

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with; what is read is of one moment."""
        async with self.engine.connect() as plain:
            moment: dict[str, Any] = {"isolation_level": "REPEATABLE READ"} if self.postgres else {}
            connection = await plain.execution_options(sandtable_reads=True, **moment)
            async with connection.begin():
                yield connection

    def glance(self, wanted: Ready, values: Mapping[str, Any]) -> list[tuple[Any, ...]] | None:
        """Rows that are found by a key, read at once and on the event loop; None if `reading` must do it.

        In SQLite that takes some millionths of a second, far less than to have a thread do it, and never waits for a
        writer.
        """
        if self._writer is None or not self.url.database or self.url.database == ":memory:":
            return None
        try:
            if self._glancing is None:
                self._glancing = sqlite3.connect(self.url.database, timeout=0, isolation_level=None)
            sql, order = wanted.sql(self.engine.dialect)
            return self._glancing.execute(sql, [values[name] for name in order or ()]).fetchall()
        except sqlite3.Error:  # such as a file that is being recovered
            return None

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do some work in a transaction: on disk when this returns, all of it or nothing.

        On SQLite one thread does it, together with whatever else waits to be written.
        """
        if self._writer is not None:
            given: T = await self._writer.write(work)
            return given
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def write_plainly(self, work: Callable[[sqlite3.Connection, Dialect], T]) -> T:
        """The same on SQLite alone, for statements that are `Ready` and nothing else."""
        assert self._writer is not None
        dialect = self.engine.dialect
        given: T = await self._writer.write_plainly(lambda connection: work(connection, dialect))
        return given

    def write_here(self, work: Callable[[sqlite3.Connection, Dialect], Any]) -> bool:
        """The same in the calling thread, which is not that of the event loop, if SQLite can be written to at once:
        whether it was done.
        """
        if self._writer is None:
            return False
        dialect = self.engine.dialect
        return self._writer.write_here(lambda connection: work(connection, dialect))

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A connection to write with: on disk when the block ends, all of it or nothing."""
        async with self._turn if not self.postgres else contextlib.nullcontext(), self.engine.begin() as connection:
            yield connection

    async def close(self) -> None:
        """Finish what is being written, and let go of all connections."""
        if self._writer is not None:
            await self._writer.close()
        if self._glancing is not None:
            self._glancing.close()
            self._glancing = None
        await self.engine.dispose()


def _set_up(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin(connection: Any) -> None:
    reads = connection.get_execution_options().get("sandtable_reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
