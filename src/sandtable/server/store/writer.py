"""One thread at a time writes to an SQLite file: all that waits is written together, with one wait for the disk."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from sandtable.server.elsewhere import settle

__all__ = ["Writer"]

AT_ONCE = 64
FAULTS: dict[type[sqlite3.Error], type[DatabaseError]] = {
    sqlite3.IntegrityError: IntegrityError,
    sqlite3.OperationalError: OperationalError,
}
"""What SQLAlchemy makes of the driver's errors; all others are a DatabaseError."""


class _Job(NamedTuple):
    work: Callable[[Any], Any]
    plain: bool
    """Whether it works on the driver's own connection."""
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class Writer:
    """Started with the first write. Each job is done wholly or not at all, whatever becomes of the others."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._connection: Connection | None = None
        """Kept from one write to the next, by the thread that holds the turn alone."""
        self._turn = threading.Lock()

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        """Do the work in a transaction: on disk when this returns."""
        return await self._written(work, plain=False)

    async def write_plainly(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """The same on the driver's own connection, without SQLAlchemy's work around each statement."""
        return await self._written(work, plain=True)

    def write_here(self, work: Callable[[sqlite3.Connection], Any]) -> bool:
        """Do the work in the calling thread, if nobody writes now and nothing waits to be written: on disk when this
        returns True. False: nothing was done, and it must wait with the others.
        """
        if not self._jobs.empty() or not self._turn.acquire(blocking=False):
            return False
        try:
            _plainly(_driver(self._connected()), work)
        except BaseException:
            self._let_go()
            raise
        finally:
            self._turn.release()
        return True

    async def _written(self, work: Callable[[Any], Any], *, plain: bool) -> Any:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sandtable-writer", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        job = _Job(work, plain, loop, loop.create_future())
        self._jobs.put(job)
        return await asyncio.shield(job.future)

    async def close(self) -> None:
        """Finish what was given, and end."""
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        await asyncio.to_thread(self._rest)

    def _rest(self) -> None:
        """Let go of the file, when nobody writes any more."""
        with self._turn:
            self._let_go()
            self._engine.dispose()

    def _run(self) -> None:
        while True:
            jobs = [self._jobs.get()]
            while len(jobs) < AT_ONCE and not self._jobs.empty():
                jobs.append(self._jobs.get())
            wanted = [job for job in jobs if job is not None]
            if wanted:
                with self._turn:
                    results = self._do(wanted)
                self._tell(wanted, results)
            if len(wanted) < len(jobs):
                return

    def _do(self, jobs: list[_Job]) -> list[tuple[Any, BaseException | None]]:
        """The jobs in one transaction: what each gave, or why it failed."""
        try:
            connection = self._connected()
            if len(jobs) == 1 and jobs[0].plain:
                return [(_plainly(_driver(connection), jobs[0].work), None)]
            with connection.begin():
                if len(jobs) == 1:
                    return [(jobs[0].work(connection), None)]
                return [self._one(connection, job) for job in jobs]
        except BaseException as fault:
            self._let_go()
            return [(None, fault)] * len(jobs)

    def _connected(self) -> Connection:
        self._connection = self._connection or self._engine.connect()
        return self._connection

    def _let_go(self) -> None:
        """Close the connection: after an error the next write begins with a new one."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
            self._connection = None

    def _one(self, connection: Connection, job: _Job) -> tuple[Any, BaseException | None]:
        try:
            with connection.begin_nested():
                return job.work(_driver(connection) if job.plain else connection), None
        except sqlite3.Error as fault:
            return None, _translated(fault)
        except Exception as fault:
            return None, fault

    def _tell(self, jobs: list[_Job], results: list[tuple[Any, BaseException | None]]) -> None:
        for job, (given, fault) in zip(jobs, results, strict=True):
            job.loop.call_soon_threadsafe(settle, job.future, given, fault)


def _driver(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection."""
    driver: Any = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _plainly(driver: sqlite3.Connection, work: Callable[[sqlite3.Connection], Any]) -> Any:
    """One job in a transaction of its own."""
    try:
        driver.execute("BEGIN IMMEDIATE")
        try:
            given = work(driver)
        except BaseException:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            raise
        driver.execute("COMMIT")
    except sqlite3.Error as fault:
        raise _translated(fault) from fault
    return given


def _translated(fault: sqlite3.Error) -> DatabaseError:
    """The same error as the rest of the server knows it."""
    return FAULTS.get(type(fault), DatabaseError)(None, None, fault)
