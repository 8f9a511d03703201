"""PostgreSQL notifies the workers of what one of them has written: a game and the number of the entry, no more."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from sandtable.server.store.database import Store
from sandtable.server.store.games import CHANNEL

__all__ = ["Listener", "listen"]

log = logging.getLogger("sandtable.workers")
PAUSE = 1.0


class Listener(Protocol):
    """The listeners."""

    async def heard(self, game: str, what: str) -> None:
        """Something was written about a game."""

    async def missed(self) -> None:
        """Something may have been written while nobody listened."""


async def listen(store: Store, listener: Listener) -> None:
    """Listen until cancelled; a lost connection is made again, and what was missed is looked up."""
    import psycopg

    address = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await listener.missed()
                async for notice in connection.notifies():
                    game, _, what = notice.payload.partition(" ")
                    try:
                        await listener.heard(game, what)
                    except Exception:
                        log.exception("a notice of another worker was not understood")
        except (OSError, psycopg.Error) as fault:
            log.warning("the connection between the workers is lost", extra={"reason": type(fault).__name__})
        await asyncio.sleep(PAUSE)
