"""What a side does in secret moves nothing that the others receive: no list, time, order, size, count or message."""

import asyncio
import json
import random
import re

import pytest

from sandtable.server.games.making import ClockAsked, join
from tests.server.clients import Player, choose, running
from tests.server.inside import BEN, inside

BATTLES = ["demo/bridge", "tactical_combat/first-firefight"]


def game_of_two(anna, ben, scenario):
    """A game in which both sides set up in secret; Anna has offered a draw."""
    made = anna.create(scenario, seats=("me", "invite"), listed=True)
    ben.post(f"/api/games/{made['id']}/join", {"token": made["invitations"][0]["token"]})
    anna.post(f"/api/games/{made['id']}/draw", {"side": 0, "what": "offer"})
    return made["id"]


def act_in_secret(ben, game, drawn):
    """Ben places, takes back, places again, and gives orders, without finishing his set-up."""

    def place():
        view = ben.view(game, 1)
        aimed = [offer for offer in view["decision"]["offers"] if offer["targets"] or offer["ranges"]]
        ben.act(game, view, choose({"offers": aimed}, drawn))

    for _ in range(2):
        place()
        ben.post(f"/api/games/{game}/undo", {"side": 1, "sequence": ben.view(game, 1)["sequence"]})
    place()
    assert ben.view(game, 1)["deciding"] == [0, 1]
    ben.put(f"/api/games/{game}/orders?side=1", {"orders": [], "otherwise": "hold"})
    ben.put(f"/api/games/{game}/notes", {"text": "by the bridge"})


def paths(player):
    """Every address of the interface that shows games or one game, by its own description."""
    described = json.loads(player.get("/api/schema/openapi.json"))["paths"]
    found = [path for path, item in described.items() if path.startswith("/api/games") and "get" in item]
    assert {"/api/games", "/api/games/{game}", "/api/games/{game}/view", "/api/games/{game}/chat"} <= set(found)
    return found


def received(player, game):
    """The answers of all of them, byte by byte, with their headers."""
    told = {}
    for path in paths(player):
        for query in (
            ("list=mine", "list=watch", "list=open", "list=all") if path == "/api/games" else ("side=0", "side=none")
        ):
            address = f"{path.replace('{game}', game).replace('{moment}', '1')}?{query}"
            answer = player.http.get(address)
            headers = {name: value for name, value in answer.headers.items() if name not in ("date", "set-cookie")}
            told[address] = (answer.status_code, headers, answer.text)
    return told


def alike(told, game):
    """The same for any game: without its id, its seal and the times at which it was made and begun."""
    parts = {
        address.replace(game, "GAME"): (status, headers, re.sub(r'"(time|made|changed)":\d+', r'"\1":0', text))
        for address, (status, headers, text) in told.items()
        if not address.startswith("/api/games?")
    }
    return re.sub(r'"commitment":"\w+"', '"commitment":""', str(parts).replace(game, "GAME"))


@pytest.mark.parametrize("scenario", BATTLES)
def test_nothing_that_others_receive_moves_with_a_secret_choice(tmp_path, scenario):
    drawn = random.Random(6)
    with running(tmp_path) as server:
        anna, ben, nobody = Player(server.url, "Anna"), Player(server.url, "Ben"), Player(server.url)
        busy, quiet = game_of_two(anna, ben, scenario), game_of_two(anna, ben, scenario)
        onlookers = (anna, nobody)
        before = [received(player, busy) for player in onlookers]

        async def listen():
            heard = []
            async with anna.live(busy, 0) as one, anna.live(quiet, 0) as other, nobody.live(busy, "none") as third:
                lives = (one, other, third)
                for live in lives:
                    await live.next("view")
                for live in lives:
                    while len([each for each in live.messages if each["type"] == "presence"]) < (
                        2 if live is one else 1
                    ):
                        await live.next()
                    live.messages.clear()
                await asyncio.to_thread(act_in_secret, ben, busy, drawn)
                for live in lives:
                    await live.socket.send('{"type":"ping"}')
                    await live.next("pong")
                    heard.append([each["type"] for each in live.messages])
            return heard

        assert asyncio.run(listen()) == [["pong"]] * 3
        assert [received(player, busy) for player in onlookers] == before
        assert [each["id"] for each in anna.get("/api/games", list="mine")] == [quiet, busy]
        assert anna.view(busy, 0)["draw_offered"] == 0
        for player in onlookers:
            assert alike(received(player, busy), busy) == alike(received(player, quiet), quiet)
        for player in (anna, ben, nobody):
            player.close()


def test_clocks_show_the_same_whatever_the_other_side_chooses_in_secret(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            clock = ClockAsked(initial_seconds=600, increment_seconds=10)
            games = []
            for _ in range(2):
                table, invitations = await worker.create("demo/bridge", ("me", "invite"), clock=clock)
                await join(worker.games, table, BEN, None, invitations[0].token)
                games.append(table)
            busy = games[0]
            worker.time += 3_333
            decision = busy.open.game.decision(busy.open.state, 1)
            action = next(decision.actions())
            await worker.act(busy, 1, action.verb, action.target)
            assert busy.deciding == (0, 1)
            worker.time += 5_000
            shown = [(await table.view(0, worker.store.clock())).clocks for table in games]
            assert shown[0] == shown[1]
            reread = [(await (await worker.reopened(table)).view(0, worker.store.clock())).clocks for table in games]
            assert reread == shown

    asyncio.run(run())
