"""What this worker does when another has written: catch up, and show it to those who look."""

from __future__ import annotations

from sandtable.server.games.errors import NotFound
from sandtable.server.games.service import Games
from sandtable.server.live import ChatMessage, Hub
from sandtable.server.store.beside import load_chat

__all__ = ["Workers"]


class Workers:
    """Listens to the other workers."""

    def __init__(self, games: Games, hub: Hub) -> None:
        self._games = games
        self._hub = hub

    async def heard(self, game: str, what: str) -> None:
        """Something was written about a game: an entry of its log, a line of chat, orders, or that it is removed."""
        kind, _, rest = what.partition(" ")
        if kind.isdecimal():
            await self._games.told(game, int(kind))
        elif kind == "chat":
            await self._chat(game, int(rest))
        elif kind == "orders":
            await self._games.renew_orders(game)
        elif kind == "removed":
            self._games.forget(game)
            self._hub.end(game, "the game was removed")

    async def _chat(self, game: str, number: int) -> None:
        async with self._games.store.reading() as connection:
            for line in await load_chat(connection, game, number - 1, 1):
                self._hub.tell(game, ChatMessage(line.number, line.name, line.side, line.text, line.time))

    async def missed(self) -> None:
        """Look at every open game again."""
        for game in self._games.all_open():
            table = self._games.opened(game)
            if table is None:
                continue
            try:
                async with table.lock:
                    await self._games.catch_up(table)
            except NotFound:
                continue
            await self._games.announce(table)
