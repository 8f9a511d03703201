"""One server for an SQLite file: a second one would not hear what the first one writes.

The lock is the operating system's, on a file beside the database: it ends with the process, however that ends. The
file itself stays, and means nothing.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from sandtable.kernel.errors import SandtableError
from sandtable.server.store.database import database_url

__all__ = ["alone"]


@contextlib.contextmanager
def alone(address: str) -> Iterator[None]:
    """Hold the database for this server; a sentence if another server has it. PostgreSQL serves any number of them."""
    url = database_url(address)
    if not url.drivername.startswith("sqlite") or not url.database or url.database == ":memory:":
        yield
        return
    database = Path(url.database).resolve()
    beside = database.with_name(database.name + ".lock")
    try:
        beside.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as fault:
        raise SandtableError(
            f"the database {database} cannot be used: {beside} cannot be opened ({fault.strerror})"
        ) from None
    try:
        if not _lock(file):
            raise SandtableError(
                f"another server is running on the database {database}: stop that one first, or choose another"
                " database with --database"
            )
        yield
    finally:
        os.close(file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
