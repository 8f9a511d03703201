"""`/healthz`: the process is alive. `/readyz`: it can serve, for its database answers and it is not stopping."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get
from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.store.database import Store

__all__ = ["healthz", "readyz"]

PATIENCE = 2.0


class Health(Struct, frozen=True):
    """How the server is: ok, or why not."""

    status: str


@get("/healthz", operation_id="healthz", tags=["care"])
async def healthz() -> Health:
    """The process is alive."""
    return Health("ok")


@get("/readyz", operation_id="readyz", tags=["care"])
async def readyz(request: Request[Any, Any, Any]) -> Response[Health]:
    """The server can serve: its database answers, and it is not stopping."""
    if request.app.state.get("stopping"):
        return Response(Health("stopping"), status_code=503)
    store: Store = request.app.state.store
    try:
        async with asyncio.timeout(PATIENCE), store.reading() as connection:
            await connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError, TimeoutError):
        return Response(Health("the database does not answer"), status_code=503)
    return Response(Health("ok"))
