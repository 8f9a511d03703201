"""The games of a worker without a server around them, with a clock that the test sets."""

import random
import secrets
from contextlib import asynccontextmanager

from sandtable.server.bots import Thinkers
from sandtable.server.config import Settings
from sandtable.server.games.driver import Driver
from sandtable.server.games.making import NewGame, SeatAsked, create
from sandtable.server.games.messages import Asked
from sandtable.server.games.service import Games
from sandtable.server.people.person import Person
from sandtable.server.store.database import Store
from sandtable.server.store.migrate import migrate
from sandtable.server.store.steady import Steady

ANNA, BEN = Person(1, "Anna", False, False), Person(2, "Ben", False, False)


class Inside:
    """Games, and a driver that is not started unless the test does."""

    def __init__(self, database, *, modules=(), seconds=20, boot="this boot"):
        self.time = 1_000_000_000
        """The even clock of the machine."""
        self.jump = 0
        """How far its calendar has been set forward."""
        self.store = Store(database, now=lambda: self.time + self.jump, steady=Steady(lambda: self.time, boot))
        self.games = Games(self.store, Settings())
        self.thinkers = Thinkers(1, seconds, modules)
        self.driver = Driver(self.games, self.thinkers)
        self.games.changed.append(self.driver.changed)

    async def create(self, scenario="demo/bridge", seats=("me", "me"), person=ANNA, **more):
        asked = tuple(SeatAsked("bot", each[4:]) if each.startswith("bot:") else SeatAsked(each) for each in seats)
        table, invitations = await create(self.games, person, NewGame(scenario, asked, **more), self.thinkers.names)
        return table, invitations

    async def act(self, table, side, verb, target=None, **more):
        asked = Asked(side, table.open.sequence(side), secrets.token_hex(8), verb, target, **more)
        await self.games.act(table, table.seats[side].person, asked)

    async def play(self, table, steps, seed=1, until=lambda table: False):
        """Random actions of whoever must decide."""
        drawn = random.Random(seed)
        for _ in range(steps):
            if table.row.status != "playing" or until(table):
                return
            decision = table.open.game.decisions(table.open.state)[0]
            action = decision.pick(drawn.randrange)
            await self.act(table, decision.side, action.verb, action.target)

    async def quiet(self, table):
        """Wait until bots and standing orders have nothing more to answer."""
        while table.driver is not None:
            await table.driver
        return table

    async def reopened(self, table):
        """The game read from disk again."""
        self.games.forget(table.id)
        return await self.games.table(table.id)


@asynccontextmanager
async def inside(database, **more):
    worker = Inside(database, **more)
    await migrate(worker.store)
    try:
        yield worker
    finally:
        await worker.driver.close()
        await worker.thinkers.close()
        await worker.store.close()
