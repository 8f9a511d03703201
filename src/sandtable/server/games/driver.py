"""What goes on without anybody asking: bots answer, standing orders are followed, flags fall."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy import or_, select

from sandtable.kernel.errors import SandtableError
from sandtable.server.bots import Thinkers
from sandtable.server.elsewhere import elsewhere
from sandtable.server.games.clocks import deadline, flag_fallen
from sandtable.server.games.errors import NotFound, Refused, Stale
from sandtable.server.games.lessons import LESSON_BOT, is_lesson
from sandtable.server.games.messages import Asked
from sandtable.server.games.orders import follow
from sandtable.server.games.service import Games
from sandtable.server.games.table import GameTable
from sandtable.server.games.telling import Line
from sandtable.server.games.turns import ended, other_side
from sandtable.server.store.tables import games as games_table
from sandtable.server.store.tables import seats as seats_table
from sandtable.server.thinker import Question

__all__ = ["Driver"]

log = logging.getLogger("sandtable.games")
ROUND_SECONDS = 3.0
AT_A_TIME = 200


class Driver:
    """Keeps the games of this worker going."""

    def __init__(self, games: Games, thinkers: Thinkers) -> None:
        self._games = games
        self._thinkers = thinkers
        self._tasks: set[asyncio.Task[None]] = set()
        self.stopping = False
        self.presence: Callable[[], Any] = lambda: None
        """The people looking at a game in any worker."""

    async def changed(self, table: GameTable) -> None:
        """A game has changed: see whose decision it is, and by when."""
        self._set_flag(table)
        self.wake(table)

    # Answering

    def left(self, table: GameTable) -> None:
        """Somebody has gone: their standing orders may answer now."""
        table.asked_player = None
        self.wake(table)

    def wake(self, table: GameTable) -> None:
        """Let bots and standing orders answer, if it is theirs to answer."""
        if table.flag is None:
            self._set_flag(table)
        if self.stopping or table.driver is not None or self._next(table) is None:
            return
        table.driver = asyncio.create_task(self._drive(table))
        self._tasks.add(table.driver)
        table.driver.add_done_callback(self._tasks.discard)

    def _next(self, table: GameTable) -> int | None:
        """The side that is answered for now; None if a person must decide, or a bot is in trouble."""
        if table.row.status != "playing":
            return None
        for side in table.deciding:
            if table.seats[side].who == "bot":
                if table.trouble is None or table.trouble.side != side:
                    return side
            elif table.has_orders(side):
                return side
        return None

    async def _drive(self, table: GameTable) -> None:
        try:
            while not self.stopping:
                side = self._next(table)
                if side is None:
                    return
                if table.seats[side].who == "bot":
                    await self._think(table, side)
                else:
                    await self._obey(table, side)
        except NotFound:
            return
        except Exception:
            log.exception("a game could not go on by itself", extra={"game": table.id})
        finally:
            table.driver = None

    async def _think(self, table: GameTable, side: int) -> None:
        opened = table.open
        sequence, level = opened.sequence(side), table.seats[side].bot
        game, state = opened.game, opened.shown
        assert level is not None
        try:
            known, deciding = await elsewhere(
                lambda: (game.encode(game.masked(state, side)), game.deciding(state, side))
            )
            question = Question(
                scenario=game.name,
                options=dict(game.options),
                level=level,
                side=side,
                seed=LESSON_BOT if is_lesson(game.name) else secrets.randbelow(1 << 31),
                state=known,
                deciding=deciding,
            )
            said = await self._thinkers.choose(question)
            if table.seats[side].who != "bot":
                return
            asked = Asked(side, sequence, f"bot-{secrets.token_hex(8)}", said.verb, said.target)
            await self._games.act(table, None, asked)
        except Stale:
            return
        except SandtableError as fault:
            await self._trouble(table, side, level, sequence, str(fault))

    async def _trouble(self, table: GameTable, side: int, level: str, sequence: int, fault: str) -> None:
        """A bot gave no answer, or none that is legal: the game says so, and the players go on as they like."""
        log.warning("bot trouble", extra={"game": table.id, "bot": level, "fault": fault})
        async with table.lock:
            same = table.seats[side].bot == level and table.open.sequence(side) == sequence
            if self.stopping or not same or table.row.status != "playing":
                return
            name = table.open.game.side_name(side)
            words = f"{name}'s bot does not play ({fault}): take the side over, choose another bot, or let it try again"
            await self._games.note(table, "trouble", [Line("trouble", words)], side=side)
        await self._games.announce(table)

    async def _obey(self, table: GameTable, side: int) -> None:
        opened, orders = table.open, table.orders[side]
        sequence, person, presence = opened.sequence(side), table.seats[side].person, self.presence()
        here = table.is_there(side) or (presence is not None and await presence.present(table.id, person))
        game, state = opened.game, opened.shown
        answer = None
        if orders.here or not here:
            try:
                answer = await elsewhere(lambda: follow(game.view(state, side), orders, here=here))
            except Exception:
                log.exception("standing orders could not be followed", extra={"game": table.id})
        if answer is None:
            await self._ask_player(table, side, sequence)
            return
        action, words = answer
        asked = Asked(side, sequence, f"order-{secrets.token_hex(8)}", action.verb, action.target)
        try:
            remark = Line("order", words, to=side)
            await self._games.act(table, table.seats[side].person, asked, remark=remark)
        except Stale:
            return
        except Refused as fault:
            log.warning("standing order refused", extra={"game": table.id, "fault": str(fault)})
            await self._ask_player(table, side, sequence)

    async def _ask_player(self, table: GameTable, side: int, sequence: int) -> None:
        """The orders have no answer: a player who was shown that they are asked first decides after all."""
        table.asked_player = (side, sequence)
        if table.is_there(side):
            await self._games.announce(table)

    # Flags

    def _set_flag(self, table: GameTable) -> None:
        """Wake up when the next flag falls."""
        if table.flag is not None:
            table.flag.cancel()
            table.flag = None
        falls = deadline(table.row.clock, table.deciding)
        if falls is not None and table.row.status == "playing" and not self.stopping:
            wait = max(1, falls - self._games.store.clock()) / 1000
            loop = asyncio.get_running_loop()
            table.flag = loop.call_later(min(wait, 86_400), lambda: self._start(self.flag(table)))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def flag(self, table: GameTable) -> None:
        """End the game of a side whose time is over, by the server's clock; the end is an entry in the log."""
        async with table.lock:
            row = table.row
            fallen = flag_fallen(row.clock, table.deciding, self._games.store.clock())
            if row.status != "playing" or not fallen:
                self._set_flag(table)  # too early: by a hair, or by a calendar that was set to another time
                return
            side = fallen[0]
            name = table.open.game.side_name(side)
            winner = other_side(table, side) if len(fallen) == 1 else None
            lines = [Line("flag", f"{name} has run out of time")]
            await self._games.note(table, "flag", lines, side=side, **ended(winner, f"{name} ran out of time"))
        await self._games.announce(table)

    # The round

    async def run(self) -> None:
        """Look now and then for games that wait for nobody: after a crash, or opened by no worker."""
        first = True
        while not self.stopping:
            try:
                for game in await self._waiting(0 if first else self._patience()):
                    table = await self._games.table(game)
                    await self.flag(table)
                    self.wake(table)
            except Exception:
                log.exception("the round of waiting games failed")
            first = False
            await asyncio.sleep(ROUND_SECONDS)

    def _patience(self) -> int:
        return (self._games.settings.bots.seconds + 10) * 1000

    async def _waiting(self, patience: int) -> list[str]:
        now = self._games.store.now()
        bots = select(seats_table.c.game).where(seats_table.c.who == "bot")
        stuck = games_table.c.id.in_(bots) & (games_table.c.changed < now - patience)
        wanted = (
            select(games_table.c.id)
            .where(games_table.c.status == "playing", or_(games_table.c.deadline <= now, stuck))
            .order_by(games_table.c.changed.desc())
            .limit(AT_A_TIME)
        )
        async with self._games.store.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def close(self) -> None:
        """Start nothing new; a bot that thinks is not waited for, an answer that is being written is."""
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
