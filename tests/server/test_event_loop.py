"""Nothing slow runs on the event loop: every route is asked, of every system, while a watchdog measures."""

import asyncio
import contextlib
import gc
import json
import random
import threading
import time

import pytest
import uvicorn

from sandtable.scenarios import names
from sandtable.server.app import asgi
from sandtable.server.config import Limits, People, Settings
from sandtable.systems import playable, rulebooks
from tests.server.clients import Player, actions, choose
from tests.server.running import free_port
from tests.server.watchdog import ALLOWED, watching

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PASSWORD = "correct horse"
LARGEST = {
    "demo": "demo/bridge",
    "micro_armour": "micro_armour/1987-gap",
    "tactical_combat": "tactical_combat/omaha-1944",
    "tcs": "tcs/hill-61",
}
"""A battle of each system, the largest it has."""


@contextlib.contextmanager
def serving(folder):
    """The application in a thread of this process, on the event loop of the standard library."""
    counted = ("requests_per_minute", "attempts_per_minute", "costly_per_minute", "guests_per_hour")
    plenty = dict.fromkeys(counted, 10**6)
    settings = Settings(
        port=free_port(),
        database=f"sqlite:///{folder / 'games.db'}",
        preload=False,
        limits=Limits(messages_per_second=10**5, games_per_guest=10**4, **plenty),
        people=People(administrators=("The Colonel",)),
    )
    server = uvicorn.Server(
        uvicorn.Config(asgi(settings), port=settings.port, log_config=None, loop="asyncio", lifespan="on")
    )
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{settings.port}"
    finally:
        server.should_exit = True
        thread.join(60)
        gc.unfreeze()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("loop")) as url:
        yield url


@pytest.fixture
def watched():
    with watching() as slow:
        yield slow
    assert slow == [], f"the event loop was blocked for more than {ALLOWED} s"


ASKED = set()
"""The routes that were asked, as the description of the interface names them."""
RAN = set()
"""The tests that ran in this process: with several workers, others may run some of them."""


@pytest.fixture(autouse=True)
def noted(request):
    yield
    RAN.add(request.node.nodeid)


class Caller(Player):
    """Somebody who notes which routes they ask: a place in an address is named, such as `{game}`."""

    def ask(self, method, path, body=None, **named):
        ASKED.add((method, path))
        given = {"json": body} if method in ("POST", "PUT") else {}
        query = named.pop("query", {})
        return self._ask(method, path.format(**named), None, params=query, **given)


def test_a_block_of_the_loop_is_noticed():
    async def block():
        began = time.thread_time()
        while time.thread_time() - began < ALLOWED * 1.2:
            pass

    async def wait():
        await asyncio.sleep(ALLOWED * 1.2)

    with watching() as slow:
        asyncio.run(wait())
        assert slow == []
        asyncio.run(block())
    assert len(slow) == 1


@pytest.mark.parametrize("system", playable())
def test_no_route_of_a_game_blocks_the_event_loop(site, watched, system):
    anna = Caller(site, "Anna")
    made = anna.create(LARGEST[system], ("me", "me"))
    game = made["id"]
    drawn = random.Random(7)
    previewed = 0
    for step in range(60):
        view = anna.view(game)
        if view["decision"] is None:
            break
        if step % 6 == 0 and (found := actions(view["decision"])):
            verb, target = drawn.choice(found)
            asked = {"side": view["side"], "verb": verb, "target": target}
            previewed += anna.ask("POST", "/api/games/{game}/preview", asked, game=game).status_code == 200
            anna.ask("GET", "/api/games/{game}/sight", game=game, query={"from": step})
            known = {"side": view["side"], "sequence": view["sequence"]}
            anna.ask("POST", "/api/games/{game}/unit", {**known, "unit": 0}, game=game)
            anna.ask("POST", "/api/games/{game}/why", {**known, "unit": 1, "place": step}, game=game)
            anna.ask("POST", "/api/games/{game}/ways", {**known, "units": [0], "unit": 1}, game=game)
            anna.ask("POST", "/api/games/{game}/march", {**known, "units": [0, 1], "to": step}, game=game)
        if step == 20:
            undo = {"side": view["side"], "sequence": view["sequence"]}
            anna.ask("POST", "/api/games/{game}/undo", undo, game=game)
            view = anna.view(game)
            anna.ask("POST", "/api/games/{game}/reset", undo | {"sequence": view["sequence"]}, game=game)
            view = anna.view(game)
        verb, target = choose(view["decision"], drawn)
        body = {"side": view["side"], "sequence": view["sequence"], "key": f"k{step}", "verb": verb, "target": target}
        anna.ask("POST", "/api/games/{game}/actions", body, game=game)
    assert previewed
    anna.ask("GET", "/api/games/{game}", game=game)
    anna.ask("GET", "/api/games/{game}/view", game=game)
    sequence = anna.view(game, 0)["sequence"]
    for moment in (1, max(1, sequence // 2), sequence):
        anna.ask("GET", "/api/games/{game}/moments/{moment}", game=game, moment=moment, query={"side": 0})
    link = anna.ask("POST", "/api/games/{game}/links", {"moment": sequence, "side": 0}, game=game).json()
    anna.ask("GET", "/api/links/{token}", token=link["token"])
    orders = {"orders": [{"do": "fire", "effect_at_least": 10}], "otherwise": "hold", "always": True}
    anna.ask("PUT", "/api/games/{game}/orders", orders, game=game, query={"side": 0})
    anna.ask("GET", "/api/games/{game}/orders", game=game, query={"side": 0})
    anna.ask("POST", "/api/games/{game}/handover", {"side": 1, "bot": "random"}, game=game)
    time.sleep(2)  # the bot plays
    anna.ask("POST", "/api/games/{game}/handover", {"side": 1}, game=game)
    for what, body in (("chat", {"text": "Well met"}), ("notes", {"text": "Go left"})):
        anna.ask("PUT" if what == "notes" else "POST", f"/api/games/{{game}}/{what}", body, game=game)
        anna.ask("GET", f"/api/games/{{game}}/{what}", game=game)
    anna.ask("POST", "/api/games/{game}/draw", {"side": 0, "what": "offer"}, game=game)
    anna.ask("POST", "/api/games/{game}/resign", {"side": 0}, game=game)
    assert anna.view(game, 0)["status"] == "over"
    assert anna.ask("GET", "/api/games/{game}/report", game=game).status_code == 200
    record = anna.ask("GET", "/api/games/{game}/record", game=game)
    assert anna.ask("GET", "/api/games/{game}/verify", game=game).json()["right"]
    anna.ask("POST", "/api/games/{game}/rematch", game=game)
    ASKED.add(("POST", "/api/records"))
    token = {"x-csrftoken": anna.http.cookies["csrftoken"]}
    anna.http.post("/api/records", content=record.content, headers=token)
    anna.ask("GET", "/api/games", query={"list": "mine"})
    anna.close()


@pytest.mark.parametrize("system", rulebooks())
def test_no_route_of_a_system_blocks_the_event_loop(site, watched, system):
    anna = Caller(site, "Anna")
    anna.ask("GET", "/api/systems")
    anna.ask("GET", "/api/scenarios")
    for name in names():
        of, _, scenario = name.partition("/")
        if of == system:
            anna.ask("GET", "/api/scenarios/{system}/{scenario}", system=of, scenario=scenario)
    for what in ("rules", "charts", "calculators", "names", "generator", "vehicles"):
        anna.ask("GET", f"/api/systems/{{name}}/{what}", name=system)
    for each in anna.get(f"/api/systems/{system}/calculators"):
        path = "/api/systems/{name}/calculators/{calculator}"
        answer = anna.ask("POST", path, {"parameters": {}}, name=system, calculator=each["name"])
        assert answer.status_code in (200, 422), answer.text
    anna.ask("POST", "/api/systems/{name}/generator", {"parameters": {}}, name=system)
    vehicles = anna.get(f"/api/systems/{system}/vehicles", status=(200, 404)).get("vehicles", [])
    for each in vehicles[:3]:
        anna.ask("GET", "/api/systems/{name}/vehicles/card", name=system, query={"vehicle": each["name"]})
    anna.close()


def test_no_route_for_people_and_pages_blocks_the_event_loop(site, watched):
    anna = Caller(site, "Anna")
    for path in ("/api/me", "/api/site", "/api/me/notices", "/healthz", "/readyz"):
        anna.ask("GET", path)
    anna.ask("PUT", "/api/me/notices", {})
    for path, body in (
        ("/api/accounts", {"name": "The Colonel", "password": PASSWORD}),
        ("/api/me", {"name": "The Colonel"}),
        ("/api/me/mail", {"mail": "colonel@club.example", "password": PASSWORD}),
        ("/api/password", {"old": PASSWORD, "new": PASSWORD}),
        ("/api/password-reset", {"mail": "colonel@club.example"}),
        ("/api/session", {"name": "The Colonel", "password": PASSWORD}),
    ):
        anna.ask("POST", path, body)
    for path in ("/api/password-reset/{token}", "/api/mail-confirmation/{token}"):
        anna.ask("POST", path, {"password": PASSWORD}, token="nothing")
    game = anna.create("demo/bridge", ("me", "open"))["id"]
    anna.ask("POST", "/api/games/{game}/join", {"side": 1}, game=game)
    for what, body in (("pause", {"words": "tea"}), ("resume", {}), ("repair", {"back": 1, "words": "tea"})):
        anna.ask("POST", f"/api/games/{{game}}/{what}", body, game=game)
    anna.ask("DELETE", "/api/games/{game}", game=game)
    anna.ask("DELETE", "/api/session")
    page = anna.http.get("/")
    assert page.status_code == 200
    for name in {part.split('"')[0] for part in page.text.split('="/')[1:]}:
        anna.http.get(f"/{name}")
    anna.close()


def test_a_live_connection_does_not_block_the_event_loop(site, watched):
    async def play(scenario):
        anna = Caller(site, "Anna")
        game = anna.create(scenario, ("me", "bot:random"))["id"]
        drawn = random.Random(3)
        async with anna.live(game) as live:
            await live.next("view")
            for _ in range(20):
                view = await live.until(lambda view: view["decision"] is not None or view["status"] != "playing")
                if view["decision"] is None:
                    break
                await live.act(choose(view["decision"], drawn))
        anna.close()

    for scenario in LARGEST.values():
        asyncio.run(play(scenario))


def test_every_route_was_asked(site, request):
    """Goes last: a new route must be asked in one of the tests above."""
    anna = Player(site)
    paths = json.loads(anna.get("/api/schema/openapi.json"))["paths"]
    anna.close()
    described = {(method.upper(), path) for path, item in paths.items() for method in item}
    made_otherwise = {("POST", "/api/games")}
    all_of_them = {each.nodeid for each in request.session.items if each.fspath == request.node.fspath}
    if len(all_of_them) > 1 and all_of_them - {request.node.nodeid} <= RAN:
        assert described - ASKED - made_otherwise == set()
