"""Measures a real server on loopback, with persistence, and writes benchmarks/server.md.

    .venv/bin/python benchmarks/server.py            # two minutes or so
    .venv/bin/python benchmarks/server.py --print    # measure without writing
    .venv/bin/python benchmarks/server.py --database postgresql://…

The players run in this process, on the same machine: their work is in the figures too.
"""

import argparse
import asyncio
import datetime
import gc
import json
import os
import platform
import random
import re
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from sandtable.server.games.changes import put_together  # noqa: E402

BATTLES = {
    "First Firefight": "tactical_combat/first-firefight",
    "Duel": "micro_armour/duel",
    "Crossroads": "tcs/crossroads-1944",
    "Hill 61": "tcs/hill-61",
}
BEFORE = """\
Before there were changes, sessions read at once, statements kept ready, and views made with the action (2026-11-17, the
same machine with a load of 9, 150 actions each):

| battle | HTTP, whole | | socket, whole | |
|---|---:|---:|---:|---:|
| First Firefight | 6.8 ms | 11.8 kB | 2.7 ms | 8.2 kB |
| Duel | 6.8 ms | 44.4 kB | 3.6 ms | 24.4 kB |
| Crossroads | 6.4 ms | 37.9 kB | 4.0 ms | 17.2 kB |
| Hill 61 | 13.0 ms | 59.8 kB | 11.4 ms | 48.0 kB |

Latency and memory on so busy a machine vary much from run to run. Single runs of old and new one after the other, 200
games for 10 seconds: before p50 32 ms, p90 1,188 ms, p99 1,610 ms (load 7, a write takes 2.1 ms); now 9 ms, 50 ms,
158 ms (load 8, 4.0 ms). Memory for an open game in the same runs: 314 kB before, 322 kB now."""
GAME = 100
"""Actions of a game, before another is begun."""
SCENARIO = "tactical_combat/first-firefight"
LIMITS = ["REQUESTS_PER_MINUTE", "MESSAGES_PER_SECOND", "GAMES_PER_GUEST", "CONNECTIONS_PER_PERSON", "CONNECTIONS"]
LIMITS += ["COSTLY_PER_MINUTE"]


class Offer(msgspec.Struct):
    verb: str
    targets: list[int | str | list[int]] | None = None
    ranges: list[tuple[int, int]] | None = None
    shape: str = ""


class Decision(msgspec.Struct):
    offers: list[Offer]


class Message(msgspec.Struct):
    """What the players read of a message: no more than they need to go on."""

    type: str
    side: int | None = None
    sequence: int = 0
    status: object = None
    decision: Decision | None = None
    answers: str | None = None
    key: str | None = None
    detail: str = ""


decode = msgspec.json.Decoder(Message).decode


class Server:
    def __init__(self, folder, database):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SANDTABLE_")}
        environment |= {f"SANDTABLE_LIMITS_{name}": "100000" for name in LIMITS}
        environment |= {"SANDTABLE_LOG_LEVEL": "warning", "XDG_CONFIG_HOME": folder}
        environment["PYTHONPATH"] = str(ROOT / "src")
        command = [sys.executable, "-m", "sandtable", "serve", "--port", str(self.port), "--database", database]
        self.process = subprocess.Popen(command, env=environment, cwd=folder, stderr=subprocess.DEVNULL)
        while True:
            try:
                if httpx.get(self.url + "/readyz").status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.1)

    def memory(self):
        """Resident kilobytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1])

    def cpu(self):
        """Seconds of work that the server's threads have done."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(each.read_text().split()[0]) for each in threads) / 1e9

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


def choose(decision, drawn):
    offer = drawn.choice([each for each in decision.offers if not each.shape])  # nothing that must be put together
    if offer.targets is not None:
        return offer.verb, drawn.choice(offer.targets)
    if offer.ranges is not None:
        return offer.verb, drawn.randint(*drawn.choice(offer.ranges))
    return offer.verb, None


class Player:
    def __init__(self, server):
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60)
        self.http.get("/api/scenarios")

    def create(self, scenario=SCENARIO, against=None):
        """A game of this player against himself, or against a bot."""
        other = {"who": "bot", "bot": against} if against else {"who": "me"}
        asked = {"scenario": scenario, "seats": [{"who": "me"}, other]}
        answer = self.http.post("/api/games", json=asked, headers={"x-csrftoken": self.http.cookies["csrftoken"]})
        if answer.status_code != 201:
            raise SystemExit(f"no game: {answer.text}")
        return answer.json()["id"]

    def live(self, game, changes=False):
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws{self.server.url[4:]}/api/games/{game}/live{'?changes=true' if changes else ''}"
        return connect(address, additional_headers={"cookie": cookie}, max_size=None, compression=None)


async def seat(socket, drawn, actions, spent, pause=0.0, began=0.0):
    """Take actions one after the other; note the seconds from each to the view that answers it."""
    view = None
    while view is None or view.type != "view":
        view = decode(await socket.recv())
    for number in range(actions):
        if pause:
            await asyncio.sleep(max(0.0, began + number * pause - time.perf_counter()))
        if view.decision is None:
            return False
        verb, target = choose(view.decision, drawn)
        key = secrets.token_hex(8)
        asked = {
            "type": "act",
            "side": view.side,
            "sequence": view.sequence,
            "key": key,
            "verb": verb,
            "target": target,
        }
        data = msgspec.json.encode(asked).decode()
        sent = time.perf_counter()
        await socket.send(data)
        while True:
            raw = await socket.recv()
            arrived = time.perf_counter()
            message = decode(raw)
            if message.type == "view" and message.answers == key:
                break
            if message.type == "refused":
                raise SystemExit(f"refused: {message.detail}")
        spent.append(arrived - sent)
        view = message
    return True


async def alone(player, actions):
    """One player, one action after the other."""
    spent, drawn = [], random.Random(1)
    while len(spent) < actions:
        async with player.live(player.create()) as socket:
            await seat(socket, drawn, 100, spent)
    return spent[20:]


class Work(msgspec.Struct):
    """What an action costs the server: milliseconds of one core, and bytes of its answer."""

    cpu: float
    size: float

    @classmethod
    def of(cls, works):
        """The mean of some actions, each with its seconds and its bytes."""
        seconds, sizes = zip(*works, strict=True)
        return cls(statistics.fmean(seconds) * 1000, statistics.fmean(sizes))


class Views:
    """What a client has seen of each side, so that it can put views together from their differences."""

    def __init__(self):
        self.known = {}
        self.last = None

    def see(self, raw):
        """The view in a message, as JSON; None for a message that is no view."""
        message = json.loads(raw)
        if message["type"] == "refused":
            raise SystemExit(f"refused: {message['detail']}")
        if message["type"] == "change":
            base = next(each for each in self.known.values() if each["stamp"] == message["base"])
            message = put_together(base, message)
        if message["type"] != "view":
            return None
        self.last = self.known[message["side"]] = message
        return message

    @property
    def decision(self):
        """What must be chosen, or None."""
        return msgspec.convert(self.last["decision"], Decision | None)


async def by_socket(server, player, battle, actions, changes):
    """The work of actions that are sent over a socket, both sides on one connection."""
    drawn, works = random.Random(3), []
    while len(works) < actions:
        async with player.live(player.create(battle), changes) as socket:
            views = Views()
            while views.last is None:
                views.see(await socket.recv())
            for _ in range(GAME):
                if views.decision is None:
                    break
                verb, target = choose(views.decision, drawn)
                key, view = secrets.token_hex(8), views.last
                asked = {"type": "act", "side": view["side"], "sequence": view["sequence"], "key": key}
                data = json.dumps({**asked, "verb": verb, "target": target})
                before, size, seen = server.cpu(), 0, None
                await socket.send(data)
                while seen is None or seen["answers"] != key:
                    raw = await socket.recv()
                    size += len(raw)
                    seen = views.see(raw)
                works.append((server.cpu() - before, size))
    return Work.of(works)


def by_http(server, player, battle, actions, changes):
    """The work of actions that are sent over HTTP. A side that must decide and has not acted looks first, uncounted."""
    drawn, works = random.Random(3), []
    while len(works) < actions:
        game = player.create(battle)
        seats = [Seat(player, game, side, changes) for side in range(2)]
        for _ in range(GAME):
            if not any(each.views.decision for each in seats):
                for each in seats:
                    each.look()
            seat = next((each for each in seats if each.views.decision), None)
            if seat is None:
                break
            chosen = choose(seat.views.decision, drawn)
            before = server.cpu()
            size = seat.act(*chosen)
            works.append((server.cpu() - before, size))
    return Work.of(works)


class Seat:
    """A side of a game, looked at and played over HTTP."""

    def __init__(self, player, game, side, changes):
        self.player, self.path, self.side, self.changes = player, f"/api/games/{game}", side, changes
        self.views = Views()
        self.lines = 0
        self.look()

    def look(self):
        """See how the game stands: the bytes of the answer."""
        return self.see(self.player.http.get(f"{self.path}/view", params={"side": self.side, **self.has()}))

    def act(self, verb, target):
        """Take an action: the bytes of the answer."""
        sequence = self.views.last["sequence"]
        asked = {"side": self.side, "sequence": sequence, "key": secrets.token_hex(8), "verb": verb, "target": target}
        headers = {"x-csrftoken": self.player.http.cookies["csrftoken"]}
        return self.see(self.player.http.post(f"{self.path}/actions", params=self.has(), json=asked, headers=headers))

    def has(self):
        """What this client has already."""
        if not self.changes:
            return {}
        return {"since": self.lines, "base": self.views.last["stamp"] if self.views.last else ""}

    def see(self, answer):
        if answer.status_code != 200:
            raise SystemExit(f"refused: {answer.text}")
        view = self.views.see(answer.content)
        self.lines = view["log_from"] + len(view["log"])
        return len(answer.content)


async def crowd(player, games, seconds):
    """Many games at once, an action a second each, when all have sat down; games that end are replaced."""
    spent, seated = [], asyncio.Semaphore(0)
    spare = [player.create() for _ in range(games * 2)]
    begin = asyncio.Event()

    async def one(number):
        drawn = random.Random(number)
        until = None
        while until is None or time.perf_counter() < until - 1:  # a new game for less than an action is no play
            async with player.live(spare.pop() if spare else await asyncio.to_thread(player.create)) as socket:
                if until is None:
                    seated.release()
                    await begin.wait()
                    await asyncio.sleep(number / games)
                    until = time.perf_counter() + seconds
                left = round(until - time.perf_counter())
                await seat(socket, drawn, left, spent, 1.0, time.perf_counter())

    players = [asyncio.create_task(one(number)) for number in range(games)]
    for _ in players:
        await seated.acquire()
    begin.set()
    await asyncio.gather(*players)
    return spent


async def memory(server, player, games, actions):
    """Kilobytes for each open game after some actions."""
    drawn = random.Random(2)
    before = server.memory()
    for _ in range(games):
        async with player.live(player.create()) as socket:
            await seat(socket, drawn, actions, [])
    return (server.memory() - before) / games


def battle_row(server, player, name, actions):
    """A line of the table: the work and the bytes of an action, over HTTP and over a socket, whole and as changes."""
    battle, cells = BATTLES[name], []
    by_http(server, player, battle, 20, False)
    for changes in (False, True):
        for work in (
            by_http(server, player, battle, actions, changes),
            asyncio.run(by_socket(server, player, battle, actions, changes)),
        ):
            cells += [f"{work.cpu:.1f} ms", f"{work.size / 1000:.1f} kB"]
    return f"| {name} | {' | '.join(cells)} |"


def quantiles(spent):
    ordered = sorted(spent)
    return [ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 for part in (0.5, 0.9, 0.99)]


def sync_cost(folder, rounds=200):
    """Milliseconds that the disk takes for a small write that is really on it."""
    spent = []
    with open(Path(folder, "probe"), "wb") as file:
        for _ in range(rounds):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            spent.append((time.perf_counter() - began) * 1000)
    return statistics.median(spent)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--print", action="store_true", dest="only_print")
    parser.add_argument("--database", default="")
    parser.add_argument("--actions", type=int, default=3000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--each", type=int, default=300, help="actions for each battle and way of sending")
    parser.add_argument("--battles", action="store_true", help="only the table of battles, printed")
    chosen = parser.parse_args()
    gc.disable()  # the players' own pauses are not the server's
    if chosen.battles:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder, chosen.database or f"sqlite:///{folder}/games.db")
            try:
                player = Player(server)
                print(f"load {os.getloadavg()[0]:.1f}")
                for name in BATTLES:
                    print(battle_row(server, player, name, chosen.each), flush=True)
            finally:
                server.stop()
        return
    with tempfile.TemporaryDirectory() as folder:
        disk = sync_cost(folder)
        server = Server(folder, chosen.database or f"sqlite:///{folder}/games.db")
        try:
            player = Player(server)
            asyncio.run(alone(player, 200))
            worked = server.cpu()
            spent = asyncio.run(alone(player, chosen.actions))
            work = (server.cpu() - worked) / len(spent) * 1000
            one = quantiles(spent)
            many = asyncio.run(crowd(player, chosen.games, chosen.seconds))
            crowded = quantiles(many)
            kilobytes = asyncio.run(memory(server, player, 200, 30))
            works = [battle_row(server, player, name, chosen.each) for name in BATTLES]
        finally:
            server.stop()
    kind = "PostgreSQL" if chosen.database else "SQLite (WAL, synchronous=FULL)"
    rows = [
        (f"one game, {len(spent):,} actions one after the other", one, "p50 5 ms, p99 25 ms"),
        (f"{chosen.games} games at once, an action a second each ({len(many):,} actions)", crowded, "p99 200 ms"),
    ]
    table = "\n".join(
        f"| {what} | {' | '.join(f'{each:.1f} ms' for each in told)} | {goal} |" for what, told, goal in rows
    )
    machine = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    text = f"""# Benchmarks of the server

{datetime.date.today()}, {machine}; {kind}.
A small write to this disk takes {disk:.2f} ms. The load of the machine when measured was {os.getloadavg()[0]:.1f}.
Made by `.venv/bin/python benchmarks/server.py`: *First Firefight* on a real server over WebSocket on loopback, the
players in one other process. From sending an action to the view that answers it, the action being on disk:

| | p50 | p90 | p99 | to reach |
|---|---:|---:|---:|---|
{table}

Work of the server for an action, whatever else the machine does: {work:.2f} ms of one core.
Memory for an open game after 30 actions: {kilobytes:.0f} kB.

## Work and bytes for an action

Random play of both sides by one person, {chosen.each} actions each: processor time of the server for one action, and
the size of the answer. `whole` clients are sent whole views (over HTTP with the whole log), `changes` clients have the
view before. To reach: 3 ms over HTTP, 1.5 ms over a socket, and a fifth of the bytes. Processor time grows with the
load of the machine: compare figures of the same load.

| battle | HTTP, whole | | socket, whole | | HTTP, changes | | socket, changes | |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
{chr(10).join(works)}

{BEFORE}
"""
    print(text)
    if not chosen.only_print:
        Path(__file__).with_name("server.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
