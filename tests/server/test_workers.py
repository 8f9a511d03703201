"""Several workers on one PostgreSQL: a move accepted by one reaches a browser connected to another."""

import asyncio
import random

import pytest

from tests.server.clients import Player, choose, running
from tests.server.running import Server


@pytest.fixture
def two(tmp_path, postgres_database):
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    with running(folders[0], postgres_database) as one, running(folders[1], postgres_database) as two:
        yield one, two


def moved(player, url):
    """The same person at another worker: sessions are in the database."""
    other = Player(url)
    other.http.cookies.clear()
    for name, value in dict(player.http.cookies).items():
        other.http.cookies.set(name, value)
    return other


async def sit(player, game, side, steps=10_000):
    """Play a side live until the game is over, or for some actions."""
    drawn = random.Random(side)
    async with player.live(game, side) as live:
        for _ in range(steps):
            view = await live.until(lambda view: view["decision"] or view["status"] == "over", 60)
            if view["status"] == "over":
                break
            answer = await live.act(choose(view["decision"], drawn))
            if answer["type"] == "refused":
                assert answer["status"] == 409
                await live.until(lambda now, late=view: now is not late, 60)  # it may have come before the refusal
        return live


def test_two_workers_play_one_game_and_one_may_die(two):
    one, other = two
    anna, ben = Player(one.url, "Anna"), Player(other.url, "Ben")
    made = anna.create("tactical_combat/first-firefight", seats=("me", "invite"))
    game = made["id"]
    ben.post(f"/api/games/{game}/join", {"token": made["invitations"][0]["token"]})

    async def begin():
        async with ben.live(game, 1) as live:
            await live.next("view")
            anna.post(f"/api/games/{game}/chat", {"text": "Ready?"})
            assert (await live.next("chat"))["text"] == "Ready?"
        sitters = [asyncio.create_task(sit(anna, game, 0)), asyncio.create_task(sit(ben, game, 1))]
        while anna.view(game, 0)["sequence"] < 8:
            assert not [each.result() for each in sitters if each.done()], "the game goes on"
            await asyncio.sleep(0.05)
        for each in sitters:
            each.cancel()
        await asyncio.gather(*sitters, return_exceptions=True)

    asyncio.run(asyncio.wait_for(begin(), 120))
    told = anna.view(game, 0)["sequence"]
    one.kill()
    again = moved(anna, other.url)
    assert again.view(game, 0)["sequence"] >= told  # an action sent last may still have been on its way

    async def finish():
        return await asyncio.wait_for(asyncio.gather(sit(again, game, 0), sit(ben, game, 1)), 120)

    lives = asyncio.run(finish())
    assert lives[0].view["result"] == lives[1].view["result"] != None  # noqa: E711
    assert ben.get(f"/api/games/{game}/verify")["right"] is True
    for player in (anna, ben, again):
        player.close()


def test_who_is_there_is_shown_across_workers(two):
    one, other = two
    anna, ben = Player(one.url, "Anna"), Player(other.url, "Ben")
    made = anna.create("demo/duel", seats=("me", "invite"))
    game = made["id"]
    ben.post(f"/api/games/{game}/join", {"token": made["invitations"][0]["token"]})

    async def there(live, wanted):
        while (await live.next("presence"))["seats"][1]["connected"] is not wanted:
            pass

    async def look():
        async with anna.live(game, 0) as live:
            await live.next("view")
            async with ben.live(game, 1) as second:
                await second.next("view")
                await there(live, True)
            await there(live, False)

    asyncio.run(asyncio.wait_for(look(), 120))
    for player in (anna, ben):
        player.close()


def test_one_seat_at_two_workers_never_acts_twice(two):
    """Both connections send an action for every view: one is applied, the other is refused as late."""
    one, other = two
    anna = Player(one.url, "Anna")
    twin = moved(anna, other.url)
    game = anna.create("demo/bridge", seats=("me", "me"))["id"]

    async def play():
        drawn = random.Random(3)
        applied = 0
        async with anna.live(game) as here, twin.live(game) as there:
            while True:
                await asyncio.gather(*(each.until(lambda view: True, 30) for each in (here, there)))
                if "over" in (here.view["status"], there.view["status"]) or applied > 60:
                    return applied
                action = choose(here.view["decision"], drawn)
                answers = await asyncio.gather(here.act(action), there.act(action, view=here.view))
                kinds = sorted(answer["type"] for answer in answers)
                assert kinds == ["refused", "view"], answers
                applied += 1
                here.view = there.view = None
                now = anna.view(game)
                for each in (here, there):
                    each.view = now

    applied = asyncio.run(asyncio.wait_for(play(), 120))
    assert applied > 10
    record = anna.get(f"/api/games/{game}/record")
    assert record.count('"verb"') == applied
    anna.close()
    twin.close()


def test_a_server_with_two_workers_starts_serves_and_stops(tmp_path, postgres_database):
    server = Server(tmp_path, postgres_database, workers=2).start()
    try:
        anna = Player(server.url, "Anna")
        game = anna.create("demo/duel", seats=("me", "bot:random"))["id"]
        live = asyncio.run(asyncio.wait_for(sit(anna, game, 0), 120))
        assert live.view["status"] == "over"
        anna.close()
        assert server.stop() in (0, -15)
    finally:
        server.kill()
