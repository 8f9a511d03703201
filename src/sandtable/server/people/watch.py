"""The watch over live connections: who has logged out is let go, and other workers learn who is looking at a game."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable
from typing import Protocol

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.people.person import now
from sandtable.server.people.tables import looking, sessions
from sandtable.server.store.database import Store

__all__ = ["Connections", "Watch"]

log = logging.getLogger("sandtable.watch")
ROUND_SECONDS = 5.0
FRESH_SECONDS = 20


class Connections(Protocol):
    """The live connections of this worker."""

    def open_sessions(self) -> set[bytes]:
        """The sessions behind them."""

    def lookers(self) -> set[tuple[str, int]]:
        """Each game that is open on a screen, with the person."""

    def part(self, ended: Iterable[bytes]) -> None:
        """Close those of sessions that have ended."""

    def others(self, lookers: set[tuple[str, int]]) -> None:
        """The people looking at the same games in other workers."""


class Watch:
    """One in each worker."""

    def __init__(self, store: Store, connections: Connections) -> None:
        self._store = store
        self._connections = connections
        self._worker = secrets.token_hex(8)

    async def run(self) -> None:
        """Go round until cancelled."""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self.round()
            except (SQLAlchemyError, OSError) as fault:
                log.warning("the watch waits for the database", extra={"reason": type(fault).__name__})

    async def round(self) -> None:
        """Look at every connection once."""
        held = self._connections.open_sessions()
        if held:
            self._connections.part(held - await self._lasting(held))
        if self._store.postgres:
            await self._share()

    async def _lasting(self, held: set[bytes]) -> set[bytes]:
        lasting = set()
        each = sorted(held)
        async with self._store.reading() as connection:
            for first in range(0, len(each), 500):
                chosen = sessions.c.token.in_(each[first : first + 500])
                query = select(sessions.c.token).where(chosen, sessions.c.until > now())
                lasting |= set((await connection.scalars(query)).all())
        return lasting

    async def _share(self) -> None:
        """Tell the other workers, and learn from them; on SQLite there are none."""
        until = now() + FRESH_SECONDS
        mine = sorted(self._connections.lookers())
        rows = [{"game": game, "person": person, "worker": self._worker, "until": until} for game, person in mine]
        async with self._store.writing() as connection:
            await connection.execute(
                delete(looking).where((looking.c.worker == self._worker) | (looking.c.until < now()))
            )
            if rows:
                await connection.execute(insert(looking).on_conflict_do_nothing(), rows)
        async with self._store.reading() as connection:
            fresh = (looking.c.worker != self._worker) & (looking.c.until > now())
            theirs = fresh & looking.c.game.in_({game for game, _ in mine})
            found = await connection.execute(select(looking.c.game, looking.c.person).where(theirs))
            self._connections.others({(game, person) for game, person in found})

    async def present(self, game: str, person: int) -> bool:
        """Whether somebody has the game open, in this worker or another."""
        if (game, person) in self._connections.lookers():
            return True
        if not self._store.postgres:
            return False
        here = (looking.c.game == game) & (looking.c.person == person) & (looking.c.until > now())
        async with self._store.reading() as connection:
            return await connection.scalar(select(looking.c.game).where(here).limit(1)) is not None
