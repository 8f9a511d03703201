"""The gate alone: who is let in, by host, origin and number."""

import asyncio

import pytest

from sandtable.server.config import Limits, Settings
from sandtable.server.operations.gate import Gate
from sandtable.server.operations.rates import Rates

LOCAL = Settings()
OPEN = Settings(public=True)
NAMED = Settings(public=True, address="https://games.example")
PORTED = Settings(public=True, address="http://games.example:8080")


async def inside(scope, receive, send):
    """An application that lets everybody in."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await receive()
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def knock(gate, kind="http", method="POST", path="/api/x", client="203.0.113.5", **headers):
    """The status with which the gate answers."""
    return asyncio.run(_knock(gate, kind, method, path, client, headers))


async def _knock(gate, kind, method, path, client, headers, receive=None):
    told = []

    async def send(message):
        told.append(message)

    async def nothing():
        return {"type": "websocket.disconnect"}

    scope = {
        "type": kind,
        "path": path,
        "client": (client, 1),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "extensions": {"websocket.http.response": {}},
        **({"method": method} if kind == "http" else {}),
    }
    await gate(scope, receive or nothing, send)
    first = told[0]
    return first.get("status", 101 if first["type"] == "websocket.accept" else None)


def gate(settings, requests=1000):
    return Gate(inside, settings, Rates(requests, 10, 10))


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("settings", "host", "origin", "let_in"),
    [
        (LOCAL, "127.0.0.1:8642", None, True),
        (LOCAL, "localhost:8642", "http://localhost:8642", True),
        (LOCAL, "[::1]:8642", "http://[::1]:8642", True),
        (LOCAL, "localhost:8642", "http://localhost:9999", False),
        (LOCAL, "localhost:8642", "https://evil.example", False),
        (LOCAL, "localhost:8642", "null", False),
        (LOCAL, "evil.example", "http://evil.example", None),
        (LOCAL, "evil.example:8642", None, None),
        (LOCAL, "", None, None),
        (OPEN, "anything.example", "https://anything.example", True),
        (OPEN, "anything.example", "https://evil.example", False),
        (OPEN, "", None, None),
        (NAMED, "games.example", "https://games.example", True),
        (NAMED, "games.example:443", "https://games.example", True),
        (NAMED, "games.example", "http://games.example", False),
        (NAMED, "games.example", "https://games.example.evil.example", False),
        (NAMED, "games.example", "https://sub.games.example", False),
        (NAMED, "evil.example", "https://evil.example", None),
        (NAMED, "127.0.0.1", None, None),
        (PORTED, "games.example:8080", "http://games.example:8080", True),
        (PORTED, "games.example:8080", "http://games.example", False),
    ],
)
def test_who_is_let_in(kind, settings, host, origin, let_in):
    headers = {"host": host} | ({"origin": origin} if origin else {})
    wanted = {True: 200 if kind == "http" else 101, False: 403, None: 400}[let_in]
    assert knock(gate(settings), kind, **headers) == wanted


def test_reading_is_free_for_links_from_other_sites():
    assert knock(gate(NAMED), method="GET", host="games.example", origin="https://evil.example") == 200


def test_a_browser_that_says_it_comes_from_elsewhere_is_believed():
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
        assert knock(gate(LOCAL), host="localhost", sec_fetch_site=site) == status


def test_an_address_that_asks_without_end_is_turned_away():
    one = gate(LOCAL, requests=1)
    answers = [knock(one, host="localhost", client="203.0.113.9") for _ in range(12)]
    assert answers == [200] * 10 + [429] * 2
    assert knock(one, host="localhost", client="203.0.113.10") == 200
    network = gate(LOCAL, requests=1)
    answers = [knock(network, host="localhost", client=f"2001:db8::{n}") for n in range(1, 12)]
    assert answers[-1] == 429


def test_connections_are_counted_while_they_are_open():
    async def run():
        limits = Limits(connections=3, connections_per_person=2)
        one = gate(Settings(limits=limits))
        leave = asyncio.Event()

        async def stay():
            await leave.wait()
            return {"type": "websocket.disconnect"}

        def come(client, receive=None):
            return _knock(one, "websocket", None, "/api/x", client, {"host": "localhost"}, receive)

        staying = [asyncio.create_task(come(client, stay)) for client in ("1.1.1.1", "1.1.1.1", "2.2.2.2")]
        await asyncio.sleep(0)
        assert await come("1.1.1.1") == 429
        assert await come("3.3.3.3") == 503
        leave.set()
        await asyncio.gather(*staying)
        assert await come("1.1.1.1") == 101

    asyncio.run(run())


def test_what_is_logged_and_sent_for_a_path_that_is_no_path():
    for path in ("/a\0b", "/a\\b"):
        assert knock(gate(LOCAL), method="GET", path=path, host="localhost") == 400
