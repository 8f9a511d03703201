"""Players for the tests: over HTTP with httpx, live with websockets; and a real server to play on."""

import asyncio
import json
import secrets
from contextlib import asynccontextmanager, contextmanager

import httpx
from websockets.asyncio.client import connect

from tests.server.running import PLAIN, Server


@contextmanager
def running(folder, database=None, **settings):
    """A real server with room for many games; on SQLite in the folder unless another database is given."""
    limits = {"games_per_guest": 10_000, "connections_per_person": 5_000, **settings.pop("limits", {})}
    server = Server(folder, database or f"sqlite:///{folder}/games.db", limits=limits, **settings).start()
    try:
        yield server
    finally:
        server.kill()


class Player:
    """Somebody with a browser, more or less."""

    def __init__(self, url, name=None):
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=60, **PLAIN)
        self.get("/api/me")  # gives the cookie that every change needs; the list of battles would load them all
        if name:
            self.post("/api/me", {"name": name})

    def close(self):
        self.http.close()

    def _ask(self, method, path, status, **given):
        headers = {"x-csrftoken": self.http.cookies.get("csrftoken", "")}
        answer = self.http.request(method, path, headers=headers, **given)
        if status is not None:
            assert answer.status_code in (status if isinstance(status, tuple) else (status,)), (
                path,
                answer.status_code,
                answer.text[:600],
            )
            kind = answer.headers.get("content-type", "").split(";")[0]
            return answer.json() if kind == "application/json" else answer.text
        return answer

    def get(self, path, status=200, **params):
        return self._ask("GET", path, status, params=params)

    def post(self, path, body=None, status=(200, 201, 204)):
        return self._ask("POST", path, status, json=body if body is not None else {})

    def put(self, path, body=None, status=(200, 204)):
        return self._ask("PUT", path, status, json=body)

    def delete(self, path, status=204):
        return self._ask("DELETE", path, status)

    def create(self, scenario="demo/bridge", seats=("me", "me"), status=(200, 201), **more):
        asked = [
            {"who": "bot", "bot": seat[4:] or "random"} if seat.startswith("bot") else {"who": seat} for seat in seats
        ]
        return self.post("/api/games", {"scenario": scenario, "seats": asked, **more}, status)

    def view(self, game, side="auto", **more):
        return self.get(f"/api/games/{game}/view", side=side, **more)

    def act(self, game, view, action, status=200, key=None, **more):
        verb, target = action
        body = {
            "side": view["side"],
            "sequence": view["sequence"],
            "key": key or secrets.token_hex(8),
            "verb": verb,
            "target": target,
            **more,
        }
        return self.post(f"/api/games/{game}/actions", body, status)

    @property
    def cookie(self):
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @asynccontextmanager
    async def live(self, game, side="auto", since=0):
        address = f"ws{self.url[4:]}/api/games/{game}/live?side={side}&since={since}"
        async with connect(address, additional_headers={"cookie": self.cookie}, max_size=None) as socket:
            yield Live(socket)


class Live:
    """A live connection: what came last of each kind of message."""

    def __init__(self, socket):
        self.socket = socket
        self.view = None
        self.messages = []
        self.log = []

    async def next(self, kind=None, patience=30):
        """The next message, or the next of a kind."""
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), patience))
            self.messages.append(message)
            if message["type"] == "view":
                self.view = message
                self.log = self.log[: message["log_from"]] + message["log"]
            if kind is None or message["type"] == kind:
                return message

    async def until(self, holds, patience=30):
        """Read views until one is as wanted."""
        while self.view is None or not holds(self.view):
            await self.next("view", patience)
        return self.view

    async def act(self, action, key=None, view=None, **more):
        """Act, and wait for the answer: the view or the refusal."""
        view, key = view or self.view, key or secrets.token_hex(8)
        verb, target = action
        asked = {"type": "act", "side": view["side"], "sequence": view["sequence"], "key": key, **more}
        await self.socket.send(json.dumps({**asked, "verb": verb, "target": target}))
        while True:
            message = await self.next()
            if message["type"] == "view" and message["answers"] == key:
                return message
            if message["type"] == "refused" and message["key"] == key:
                return message


def actions(decision):
    """Every action that a view offers."""
    found = []
    for offer in decision["offers"]:
        if offer["targets"] is not None:
            found += [(offer["verb"], target) for target in offer["targets"]]
        elif offer["ranges"] is not None:
            found += [(offer["verb"], target) for low, high in offer["ranges"] for target in range(low, high + 1)]
        else:
            found.append((offer["verb"], None))
    return found


def choose(decision, random):
    """A verb, then a target, as the random bot does."""
    offer = random.choice(decision["offers"])
    if offer["targets"] is not None:
        return offer["verb"], random.choice(offer["targets"])
    if offer["ranges"] is not None:
        low, high = random.choice(offer["ranges"])
        return offer["verb"], random.randint(low, high)
    return offer["verb"], None
