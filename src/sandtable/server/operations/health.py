"""`/healthz`: the process is alive. `/readyz`: it can serve, for its database takes writes and it is not stopping."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from litestar import Request, Response, get
from msgspec import Struct
from sqlalchemy import text, update
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.store.database import Store
from sandtable.server.store.tables import readiness

__all__ = ["Readiness", "healthz", "readyz"]

PATIENCE = 2.0
FRESH_SECONDS = 1.0


class Health(Struct, frozen=True):
    """How the server is: ok, or why not."""

    status: str


class Readiness:
    """Whether the database answers and takes writes. Anybody may ask, so it is tried once a second at most."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._tried = float("-inf")
        self._wrong = ""

    async def wrong(self) -> str:
        """What is wrong; empty if nothing is."""
        async with self._lock:
            if time.monotonic() - self._tried >= FRESH_SECONDS:
                self._wrong = await self._try()
                self._tried = time.monotonic()
            return self._wrong

    async def _try(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE), self._store.reading() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError, TimeoutError):
            return "the database does not answer"
        change = update(readiness).values(written=self._store.now())
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.write(lambda connection: connection.execute(change) and None)
        except (SQLAlchemyError, OSError, TimeoutError):
            return "the database takes no writes"
        return ""


@get("/healthz", operation_id="healthz", tags=["operations"])
async def healthz() -> Health:
    """The process is alive."""
    return Health("ok")


@get("/readyz", operation_id="readyz", tags=["operations"])
async def readyz(request: Request[Any, Any, Any]) -> Response[Health]:
    """The server can serve: its database answers and takes writes, and it is not stopping."""
    if request.app.state.get("stopping"):
        return Response(Health("stopping"), status_code=503)
    wrong = await request.app.state.readiness.wrong()
    return Response(Health(wrong or "ok"), status_code=503 if wrong else 200)
