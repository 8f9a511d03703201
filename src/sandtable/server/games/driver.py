"""What goes on without anybody asking: bots answer, flags fall."""

from __future__ import annotations

import asyncio
import logging
import secrets

from sandtable.kernel.errors import SandtableError
from sandtable.server.bots import BotTrouble, Thinkers
from sandtable.server.games.errors import Refused, Stale
from sandtable.server.games.messages import Asked, Trouble
from sandtable.server.games.service import Games
from sandtable.server.games.sitting import Sitting
from sandtable.server.thinker import Question

__all__ = ["Driver"]

log = logging.getLogger("sandtable.games")


class Driver:
    """Keeps the games of this worker going."""

    def __init__(self, games: Games, thinkers: Thinkers) -> None:
        self._games = games
        self._thinkers = thinkers
        self._tasks: set[asyncio.Task[None]] = set()
        self.stopping = False

    async def changed(self, sitting: Sitting) -> None:
        """A game has changed: see whose decision it is."""
        self.wake(sitting)

    def wake(self, sitting: Sitting) -> None:
        """Let the bots of a game answer, if it is theirs to answer."""
        if self.stopping or sitting.driver is not None or self._bot_to_move(sitting) is None:
            return
        sitting.driver = asyncio.create_task(self._drive(sitting))
        self._tasks.add(sitting.driver)
        sitting.driver.add_done_callback(self._tasks.discard)

    def _bot_to_move(self, sitting: Sitting) -> int | None:
        """The side whose bot must decide now; None if it is somebody's own decision, or the bot is in trouble."""
        if sitting.row.status != "playing":
            return None
        for side in sitting.deciding:
            stuck = sitting.trouble is not None and sitting.trouble.side == side
            if sitting.seats[side].who == "bot" and not stuck:
                return side
        return None

    async def _drive(self, sitting: Sitting) -> None:
        try:
            while not self.stopping:
                side = self._bot_to_move(sitting)
                if side is None:
                    return
                await self._answer(sitting, side)
        except Exception:
            log.exception("a bot's game could not go on")
        finally:
            sitting.driver = None

    async def _answer(self, sitting: Sitting, side: int) -> None:
        opened = sitting.open
        sequence, level = opened.sequence(side), sitting.seats[side].bot
        game, state = opened.game, opened.state
        assert level is not None
        question = Question(
            scenario=game.name,
            options=dict(game.options),
            level=level,
            side=side,
            seed=secrets.randbelow(1 << 31),
            state=game.encode(game.masked(state, side)),
            deciding=sitting.deciding,
        )
        try:
            said = await self._thinkers.choose(question)
            asked = Asked(side, sequence, f"bot-{secrets.token_hex(8)}", said.verb, said.target)
            await self._games.act(sitting, None, asked)
        except Stale:
            return
        except (BotTrouble, Refused, SandtableError) as fault:
            if self.stopping or sitting.seats[side].bot != level or opened.sequence(side) != sequence:
                return
            log.warning("bot trouble", extra={"game": sitting.id, "bot": level, "fault": str(fault)})
            words = f"{game.side_name(side)}'s bot did not play: {fault}. Take over, choose another bot, or try again."
            sitting.trouble = Trouble(side, words)
            await self._games.announce(sitting)

    async def close(self) -> None:
        """Start nothing new, and let what is under way be."""
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
