"""Attacks on a public server: each is refused with the right status, and the game stands as it stood."""

import contextlib
import json
import re
import secrets
import socket as plain_socket

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.attacking import PASSWORD, Table, closed, first, illegal_actions, next_message, without_time


@pytest.fixture(scope="module")
def table(site):
    return Table(site)


@pytest.fixture
def unchanged(table):
    """The game, which must stand at the end of the test as it stood at the beginning."""
    before = table.standing()
    yield table
    assert table.standing() == before


# What an outsider would send to each route that changes something at a game, for side 0.
UNSAFE = {
    ("post", "/api/games/{game}/actions"): lambda table: table.action(0),
    ("post", "/api/games/{game}/preview"): lambda table: {"side": 0, "verb": "place", "target": 1},
    ("post", "/api/games/{game}/why"): lambda table: {"side": 0, "sequence": table.view(0)["sequence"], "place": 1},
    ("post", "/api/games/{game}/unit"): lambda table: {"side": 0, "sequence": table.view(0)["sequence"], "unit": 1},
    ("post", "/api/games/{game}/ways"): lambda table: {
        "side": 0,
        "sequence": table.view(0)["sequence"],
        "units": [1],
        "place": 1,
    },
    ("post", "/api/games/{game}/march"): lambda table: {
        "side": 0,
        "sequence": table.view(0)["sequence"],
        "units": [1],
        "to": 1,
    },
    ("post", "/api/games/{game}/undo"): lambda table: {"side": 0, "sequence": table.view(0)["sequence"]},
    ("post", "/api/games/{game}/reset"): lambda table: {"side": 0, "sequence": table.view(0)["sequence"]},
    ("post", "/api/games/{game}/resign"): lambda table: {"side": 0},
    ("post", "/api/games/{game}/draw"): lambda table: {"side": 0, "what": "offer"},
    ("post", "/api/games/{game}/handover"): lambda table: {"side": 0, "bot": "random"},
    ("put", "/api/games/{game}/orders"): lambda table: {"orders": [], "otherwise": "hold"},
}
# Routes where the player of the other side has a right of his own: tried by outsiders only.
SHARED = {
    ("post", "/api/games/{game}/join"): lambda table: {"side": 0},
    ("post", "/api/games/{game}/chat"): lambda table: {"text": "let me in"},
    ("put", "/api/games/{game}/notes"): lambda table: {"text": "let me in"},
    ("post", "/api/games/{game}/rematch"): lambda table: None,
    ("post", "/api/games/{game}/links"): lambda table: {"moment": 1, "side": 0},
}
# For administrators.
ADMIN = {
    ("post", "/api/games/{game}/pause"): lambda table: {"words": "because"},
    ("post", "/api/games/{game}/resume"): lambda table: None,
    ("post", "/api/games/{game}/repair"): lambda table: {"back": 1, "words": "because"},
    ("delete", "/api/games/{game}"): lambda table: None,
}


def operations(site):
    schema = site.visitor().get("/api/schema/openapi.json").json()
    for path, item in schema["paths"].items():
        for method in item:
            if path.startswith("/api/games/{game}") and method in ("post", "put", "delete", "patch"):
                yield method, path


def test_every_route_that_changes_a_game_is_under_attack(site):
    assert set(operations(site)) <= UNSAFE.keys() | SHARED.keys() | ADMIN.keys()


def test_nobody_acts_for_a_side_that_is_not_theirs(unchanged, site):
    for method, path in set(operations(site)) & UNSAFE.keys():
        for who in (unchanged.ben, unchanged.eve, unchanged.nobody, site.visitor()):
            body = UNSAFE[method, path](unchanged)
            side = {"side": 0} if path.endswith("/orders") else None
            answer = who.request(method.upper(), path.format(game=unchanged.id), json=body, params=side)
            assert answer.status_code in (401, 403), (method, path, answer.status_code, answer.text)


def test_an_outsider_takes_no_seat_says_nothing_and_changes_nothing(unchanged, site):
    for method, path in set(operations(site)) & (SHARED.keys() | ADMIN.keys()):
        for who in (unchanged.eve, site.visitor()):
            body = {**SHARED, **ADMIN}[method, path](unchanged)
            answer = who.request(method.upper(), path.format(game=unchanged.id), json=body)
            assert answer.status_code in (401, 403, 409, 422), (method, path, answer.status_code, answer.text)


def test_players_are_no_administrators(unchanged, site):
    for method, path in set(operations(site)) & ADMIN.keys():
        body = ADMIN[method, path](unchanged)
        answer = unchanged.anna.request(method.upper(), path.format(game=unchanged.id), json=body)
        assert answer.status_code == 403, (method, path, answer.text)


@pytest.mark.parametrize("who", ["ben", "eve", "nobody"])
def test_nobody_looks_through_a_side_that_is_not_theirs(unchanged, who):
    visitor = getattr(unchanged, who)
    for path in ("view?side=0", "moments/1?side=0", "record", "orders?side=0"):
        answer = visitor.get(f"{unchanged.path}/{path}")
        assert answer.status_code in (401, 403, 404, 409, 422), (path, answer.status_code)
        assert "picture" not in answer.text
    assert visitor.get(f"{unchanged.path}/notes").json()["text"] == ""


def test_a_note_is_for_its_writer_alone(table):
    assert table.anna.put(f"{table.path}/notes", {"text": "they come by the bridge"}).status_code == 200
    for who in (table.ben, table.eve, table.nobody):
        assert "bridge" not in table_text(who, table, "notes")
    assert "they come by the bridge" in table_text(table.anna, table, "notes")


def table_text(who, table, what):
    return who.get(f"{table.path}/{what}").json()["text"]


def test_a_socket_shows_and_takes_only_what_is_its_owners(unchanged):
    for who in (unchanged.ben, unchanged.eve, unchanged.nobody):
        with who.socket(f"{unchanged.path}/live?side=0") as socket:
            assert next_message(socket, "refused")["status"] == 403
            assert closed(socket) == 1008
    for who, side in (
        (unchanged.ben, "1"),
        (unchanged.eve, "none"),
        (unchanged.nobody, "none"),
        (unchanged.eve, "auto"),
    ):
        with who.socket(f"{unchanged.path}/live?side={side}") as socket:
            next_message(socket, "view")
            socket.send(json.dumps({"type": "act", **unchanged.action(0)}))
            assert next_message(socket, "refused")["status"] == 403


def test_ids_and_tokens_cannot_be_guessed(unchanged, site):
    for guess in (secrets.token_urlsafe(15), "1", "x", unchanged.id[:-1], unchanged.id.swapcase(), "null", "%00", "é"):
        for path in ("", "/view", "/record", "/chat"):
            answer = unchanged.eve.get(f"/api/games/{guess}{path}")
            assert answer.status_code in (400, 404), (guess, path, answer.status_code)
    for token in (secrets.token_urlsafe(32), "", "0", unchanged.invitation[:-1], unchanged.id, unchanged.invitation):
        answer = unchanged.eve.post(f"{unchanged.path}/join", {"token": token})
        assert answer.status_code in (403, 404, 409, 422), (token, answer.status_code)
    other = Table(site)
    assert unchanged.eve.post(f"{unchanged.path}/join", {"token": other.invitation}).status_code in (403, 404, 409, 422)
    for path in ("links", "password-reset", "mail-confirmation"):
        method = "GET" if path == "links" else "POST"
        answer = unchanged.eve.request(
            method, f"/api/{path}/{secrets.token_urlsafe(20)}", json={"password": "battery horse"}
        )
        assert answer.status_code in (400, 404)


def test_an_invitation_serves_once(site):
    table = Table(site)
    assert table.eve.post(f"{table.path}/join", {"token": table.invitation}).status_code in (403, 404, 409, 422)
    assert [seat["name"] for seat in table.anna.get(table.path).json()["seats"]] == [table.anna.name, table.ben.name]


def test_a_cookie_is_worth_nothing_after_log_out(site):
    table = Table(site)
    side, view = table.deciding()
    player = table.players[side]
    kept = player.cookies()
    with player.socket(f"{table.path}/live?side={side}") as socket:
        next_message(socket, "view")
        assert player.delete("/api/session").status_code == 204
        with contextlib.suppress(ConnectionClosed):
            socket.send(json.dumps({"type": "act", **table_action(view, side)}))
        assert closed(socket) == 1001
    thief = site.visitor()
    thief.http.cookies.clear()
    token = dict(each.split("=", 1) for each in kept.split("; "))["csrftoken"]
    headers = {"cookie": kept, "x-csrftoken": token}
    answer = thief.http.post(f"{table.path}/actions", json=table_action(view, side), headers=headers)
    assert answer.status_code == 403
    with thief.socket(f"{table.path}/live?side={side}", cookies=kept) as socket:
        assert next_message(socket, "refused")["status"] == 403
    player.post("/api/session", {"name": player.name, "password": PASSWORD})
    assert without_time(table.view(side)) == without_time(view)


def table_action(view, side):
    verb, target = first(view["decision"])
    return {"side": side, "sequence": view["sequence"], "key": secrets.token_hex(8), "verb": verb, "target": target}


def test_requests_without_the_token_of_the_page_are_refused(unchanged):
    side, view = unchanged.deciding()
    player = unchanged.players[side]
    stranger = unchanged.server.visitor()
    body = unchanged.action(side, view)
    foreign = stranger.http.cookies.get("csrftoken")
    for token in ("", "x", "x" * 128, foreign, "é" * 64):
        headers = {"x-csrftoken": token.encode("latin-1")}
        answer = player.http.post(f"{unchanged.path}/actions", json=body, headers=headers)
        assert answer.status_code == 403, token
    form = player.http.post(f"{unchanged.path}/actions", data={"side": "0", "_csrf_token": "x"})
    assert form.status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},
        {"origin": "http://127.0.0.1.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_requests_and_handshakes_of_other_sites_are_refused(unchanged, headers):
    side, view = unchanged.deciding()
    player = unchanged.players[side]
    answer = player.post(f"{unchanged.path}/actions", unchanged.action(side, view), headers=headers)
    assert answer.status_code == 403
    if "origin" in headers:
        path = f"{unchanged.path}/live?side={side}"
        with pytest.raises(InvalidStatus) as refused, player.socket(path, origin=headers["origin"]):
            pass
        assert refused.value.response.status_code == 403


def test_the_same_request_of_the_own_site_is_taken(site):
    table = Table(site)
    side, view = table.deciding()
    headers = {"origin": site.url, "sec-fetch-site": "same-origin"}
    answer = table.players[side].post(f"{table.path}/actions", table.action(side, view), headers=headers)
    assert answer.status_code == 200, answer.text


def test_another_host_name_is_not_ours(site):
    for host in ("evil.example", "127.0.0.1.evil.example", "", "evil.example:80"):
        assert site.visitor().get("/api/me", headers={"host": host}).status_code == 400
    assert site.visitor().get("/healthz", headers={"host": "10.1.2.3"}).status_code == 200


MALFORMED = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe",
    b"{}" * 1000,
    b"[" * 100_000,
    b'{"a":' * 20_000,
    b'{"side": 0, "sequence": 1e400, "key": "k", "verb": "place"}',
    b'{"side": NaN}',
    b'{"side": 0, "sequence": ' + b"9" * 5000 + b', "key": "k", "verb": "v"}',
    b'{"side": "0", "sequence": "1", "key": 5, "verb": []}',
    b'{"side": 0, "sequence": 0, "key": "", "verb": "place"}',
    b'{"side": -1, "sequence": -1, "key": "k", "verb": "place"}',
    b'{"side": 0, "sequence": 0, "key": "k", "verb": "place", "target": {"$gt": 0}}',
    b'{"side": 0, "sequence": 0, "key": "k", "verb": "place", "extra": 1}',
    b'{"side": 0, "sequence": 0, "key": "\\ud800", "verb": "\\u0000"}',
]


@pytest.mark.parametrize("body", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_messages_are_refused(unchanged, body):
    json_body = {"content-type": "application/json"}
    for what in ("actions", "preview", "undo", "chat", "join", "draw"):
        answer = unchanged.anna.post(f"{unchanged.path}/{what}", content=body, headers=json_body)
        assert 400 <= answer.status_code < 500, (what, answer.status_code, answer.text)
        assert isinstance(answer.json()["detail"], str)
    assert 400 <= unchanged.anna.post("/api/games", content=body, headers=json_body).status_code < 500
    with unchanged.anna.socket(f"{unchanged.path}/live?side=0") as socket:
        next_message(socket, "view")
        socket.send(body, text=body.isascii())
        try:
            code = next_message(socket, "refused")["status"]
        except ConnectionClosed:
            code = closed(socket)
        assert code in (400, 403, 409, 422, 1003, 1007, 1009)


def test_messages_that_are_too_long_are_refused(unchanged):
    long = {"text": "x" * 300_000}
    assert unchanged.anna.post(f"{unchanged.path}/chat", long).status_code == 413
    answer = unchanged.anna.post(f"{unchanged.path}/chat", content=(b"x" * 1000 for _ in range(400)))
    assert answer.status_code == 413
    for size in (20_000, 100_000, 2_000_000):
        with unchanged.anna.socket(f"{unchanged.path}/live?side=0") as socket:
            next_message(socket, "view")
            with contextlib.suppress(ConnectionClosed):
                socket.send("x" * size)
            assert closed(socket) in (1009, None)  # None: it hung up while we were still sending


def test_chat_is_one_line_of_plain_text(site):
    table = Table(site)
    said = table.anna.post(f"{table.path}/chat", {"text": " <img src=x onerror=alert(1)>\r\n\x1b[2J\u202e\0 hello "})
    assert said.status_code == 201
    heard = table.ben.get(f"{table.path}/chat")
    text = heard.json()[-1]["text"]
    assert text == "<img src=x onerror=alert(1)> [2J hello"
    assert heard.headers["content-type"] == "application/json"
    assert heard.headers["x-content-type-options"] == "nosniff"
    for bad in ("", " ", "\n\0", "x" * 501):
        assert table.anna.post(f"{table.path}/chat", {"text": bad}).status_code in (400, 422)
    assert len(table.ben.get(f"{table.path}/chat").json()) == 1


@pytest.mark.parametrize(
    "target",
    [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2f..%2fetc/passwd",
        "/assets/....//....//etc/passwd",
        "/api/games/..%2f..%2fme",
        "//evil.example/",
        "/\\evil.example",
        "/api/scenarios/..%2f..%2fetc/passwd",
        "/api/scenarios/demo/%2e%2e%2f%2e%2e%2fpyproject",
        "/api/scenarios/demo/bridge%00.toml",
        "/api/systems/..%2fdemo/rules",
        "/api/systems/%00/charts",
        "/" + "a" * 20_000,
    ],
)
def test_paths_lead_nowhere_else(site, target):
    with plain_socket.create_connection(("127.0.0.1", site.port), timeout=20) as connection:
        head = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode())
        answer = b""
        while part := connection.recv(65536):
            answer += part
    status = int(answer.split(b" ")[1])
    assert status in (200, 400, 404, 414, 431)
    assert b"root:" not in answer
    assert b"[build-system]" not in answer
    assert b"\r\nlocation:" not in answer.lower()


def test_every_answer_carries_the_headers_of_safety(site):
    for path in ("/api/me", "/api/nothing", "/healthz", "/api/games/x", "/"):
        headers = site.visitor().get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "script-src 'self'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_parts_of_the_client_carry_no_cookie_and_no_headers_of_a_page(site):
    visitor = site.visitor()
    part = re.search(r'src="(/assets/[^"]+\.js)"', visitor.get("/").text)[1]
    headers = site.visitor().get(part).headers
    assert "immutable" in headers["cache-control"]
    assert "set-cookie" not in headers, "a cache between may keep it, and hand the cookie to others"
    assert "content-security-policy" not in headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert visitor.http.post(f"{site.url}{part}").status_code in (403, 405)
    missing = visitor.get("/assets/nothing.js")
    assert missing.status_code == 404
    assert "content-security-policy" in missing.headers


@pytest.mark.parametrize("scenario", ["demo/bridge", "tactical_combat/first-firefight"])
def test_illegal_actions_are_all_refused(site, pytestconfig, scenario):
    table = Table(site, scenario)
    count = 100_000 if pytestconfig.getoption("--long") else 2_000
    side, view = table.deciding()
    player = table.players[side]
    before = table.standing()
    tried = illegal_actions(view["decision"], 7)
    for _ in range(count // 20):
        verb, target = next(tried)
        answer = player.post(f"{table.path}/actions", table.action(side, view, verb=verb, target=target))
        assert answer.status_code == 422, (verb, target, answer.status_code, answer.text)
        stale = table.action(side, view, sequence=view["sequence"] + 1)
        assert player.post(f"{table.path}/actions", stale).status_code == 409
    with player.socket(f"{table.path}/live?side={side}", max_size=None) as socket:
        next_message(socket, "view")
        for _ in range(count - count // 20):
            verb, target = next(tried)
            asked = table.action(side, view, verb=verb, target=target)
            socket.send(json.dumps({"type": "act", **asked}))
            refused = next_message(socket, "refused")
            assert (refused["key"], refused["status"]) == (asked["key"], 422), (verb, target, refused)
    assert table.standing() == before


def test_what_costs_the_server_work_is_limited(serve, sqlite):
    table = Table(serve(sqlite, limits={"costly_per_minute": 4}))
    said = [table.ben.post(f"{table.path}/chat", {"text": "hello"}).status_code for _ in range(6)]
    assert said == [201] * 4 + [429] * 2
    new = {"scenario": "demo/duel", "seats": [{"who": "me"}, {"who": "me"}]}
    assert [table.eve.post("/api/games", new).status_code for _ in range(5)] == [201] * 4 + [429]
    for path in ("/api/records", f"{table.path}/rematch", "/api/systems/demo/calculators/x"):
        assert table.eve.post(path, {}).status_code == 429


def test_messages_of_one_socket_and_sockets_of_one_address_are_limited(serve, sqlite):
    server = serve(sqlite, limits={"messages_per_second": 5, "connections_per_person": 3})
    table = Table(server)
    with table.anna.socket(f"{table.path}/live?side=0") as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(100):
                socket.send('{"type": "ping"}')
        assert closed(socket) == 1013
    with contextlib.ExitStack() as sockets:
        for _ in range(3):
            sockets.enter_context(table.anna.socket(f"{table.path}/live?side=0"))
        with pytest.raises(InvalidStatus) as refused:
            sockets.enter_context(table.ben.socket(f"{table.path}/live?side=1"))
        assert refused.value.response.status_code == 429
