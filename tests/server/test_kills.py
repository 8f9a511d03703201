"""Nothing acknowledged is lost: the server is killed at random moments under load, and started again."""

import asyncio
import os
import random
import signal
import threading

import sandtable
from sandtable.kernel import record as records
from tests.server.clients import Player, choose, running

GAMES = 6
BATTLES = ("tactical_combat/first-firefight", "demo/bridge", "tcs/crossroads-1944")


class Table:
    """A hot seat game that is played on and on, and what the server has acknowledged of it."""

    def __init__(self, player, number):
        self.player = player
        self.random = random.Random(number)
        self.acknowledged = []
        """(side, key, sequence of the answer)"""
        self.unsure = None
        self.over = False
        self.id = player.create(BATTLES[number % len(BATTLES)])["id"]

    async def play(self, stop, killer):
        """Play live until the server is gone, or for good."""
        try:
            async with self.player.live(self.id, "auto") as live:
                while not stop.is_set():
                    view = await live.until(lambda view: view["decision"] or view["status"] == "over", 10)
                    if view["status"] == "over":
                        self.over = True
                        return
                    key = f"{self.id}-{len(self.acknowledged)}-{self.random.random()}"
                    self.unsure = (view["side"], key)
                    answer = await live.act(choose(view["decision"], self.random), key=key)
                    if answer["type"] == "view":
                        self.acknowledged.append((view["side"], key, answer["sequence"]))
                        killer.heard()
                    self.unsure = None
        except (TimeoutError, OSError, EOFError):
            return
        except Exception as fault:
            if type(fault).__module__.startswith("websockets"):
                return
            raise


class Killer:
    """SIGKILL, for a server and whatever it has started, at a random moment under load: after some actions have been
    acknowledged, however long the machine takes for them, and a moment later.
    """

    def __init__(self, server, drawn):
        self._server = server
        self._left = drawn.randrange(4, 40)
        self._timer = threading.Timer(drawn.random() * 0.2, self._kill)

    def heard(self):
        """An action was acknowledged."""
        self._left -= 1
        if self._left == 0:
            self._timer.start()

    def finish(self):
        """Until the server is dead: at once, if all games were over before its time had come."""
        if self._left > 0:
            self._kill()
        else:
            self._timer.join()

    def _kill(self):
        os.killpg(self._server.process.pid, signal.SIGKILL)
        self._server.process.wait(10)


def rounds(request):
    return 100 if request.config.getoption("--long") else 3


def test_no_kill_loses_an_acknowledged_action_or_corrupts_a_game(request, tmp_path):
    drawn = random.Random(20)
    acknowledged = 0
    with running(tmp_path, preload=True) as server:  # or it would be killed before it has loaded a battle
        player = Player(server.url, "Anna")
        tables = [Table(player, number) for number in range(GAMES)]
        for _ in range(rounds(request)):
            stop = threading.Event()
            killer = Killer(server, drawn)

            async def play(stop=stop, killer=killer):
                await asyncio.gather(*(table.play(stop, killer) for table in tables if not table.over))

            asyncio.run(play())
            stop.set()
            killer.finish()
            server.start()
            for number, table in enumerate(tables):
                check(player, table)
                if table.over:
                    finished(player, table)
                    acknowledged += len(table.acknowledged)
                    tables[number] = Table(player, number)
        acknowledged += sum(len(table.acknowledged) for table in tables)
        assert acknowledged > GAMES
        assert any(table.acknowledged for table in tables), "every game was over before it could be broken off"
        player.close()


def check(player, table):
    """Every acknowledged action is in the log, once, in its order; the state is that of a replay by the rules."""
    info = player.get(f"/api/games/{table.id}")
    text = player.get(f"/api/games/{table.id}/record")
    record = records.parse(text.encode())
    records.replay(sandtable.load(info["scenario"]), record)
    view = player.view(table.id, "none")
    keys = [key for _, key, _ in table.acknowledged]
    count = len(record.moves)
    assert len(keys) <= count <= len(keys) + (table.unsure is not None), (len(keys), count, table.unsure)
    if count > len(keys):  # it was written, but the answer did not get through
        side, key = table.unsure
        table.acknowledged.append((side, key, view["sequence"]))
    table.unsure = None


def finished(player, table):
    told = player.get(f"/api/games/{table.id}/verify")
    assert told["right"] is True, told
