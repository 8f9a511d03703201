"""A server that is asked to stop finishes what it accepted."""

import asyncio
import random
import signal

from websockets.exceptions import ConnectionClosed

from tests.server.clients import Player, choose, running


def test_a_server_under_load_stops_when_asked_and_keeps_what_it_acknowledged(tmp_path):
    with running(tmp_path) as server:
        anna = Player(server.url, "Anna")
        games = [anna.create("demo/bridge")["id"] for _ in range(4)]
        acknowledged = dict.fromkeys(games, 0)

        async def play(game):
            drawn = random.Random(game)
            try:
                async with anna.live(game) as live:
                    while True:
                        view = await live.until(lambda view: view["decision"] or view["status"] == "over")
                        if view["status"] == "over":
                            await live.next("never")
                        if (await live.act(choose(view["decision"], drawn)))["type"] == "view":
                            acknowledged[game] += 1
                            await asyncio.sleep(0.01)
            except ConnectionClosed as fault:
                return fault.rcvd.code if fault.rcvd else None

        async def load():
            players = [asyncio.create_task(play(game)) for game in games]
            while sum(acknowledged.values()) < 20:
                await asyncio.sleep(0.02)
            server.process.send_signal(signal.SIGTERM)
            return await asyncio.wait_for(asyncio.gather(*players), 60)

        codes = asyncio.run(load())
        assert all(code in (1001, 1012) for code in codes), codes
        assert server.process.wait(30) in (0, -signal.SIGTERM)
        server.start()
        for game in games:
            kept = anna.get(f"/api/games/{game}/record").count('"verb"')
            assert acknowledged[game] <= kept <= acknowledged[game] + 1
        anna.close()
