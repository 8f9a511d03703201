"""Games over HTTP and WebSocket on a real server."""

import asyncio
import random
import re

from tests.server.clients import actions, choose


def play_on(player, game, rounds=10_000, seed=1):
    """Play whatever is offered until the game is over."""
    drawn = random.Random(seed)
    for _ in range(rounds):
        view = player.view(game)
        if view["status"] != "playing":
            return view
        if view["decision"] is not None:
            player.act(game, view, choose(view["decision"], drawn))
    return view


def test_a_hot_seat_game_is_played_to_its_end(anna):
    made = anna.create(seats=("me", "me"))
    info = anna.get(f"/api/games/{made['id']}")
    assert info["you"] == [0, 1]
    assert info["status"] == "playing"
    assert len(info["commitment"]) == 64
    assert info["seed"] is None
    view = play_on(anna, made["id"])
    assert view["status"] == "over"
    assert view["result"]["reason"]
    assert len(anna.get(f"/api/games/{made['id']}")["seed"]) == 32


def test_a_bot_answers(anna):
    made = anna.create("demo/duel", seats=("me", "bot:greedy"))

    async def play():
        drawn = random.Random(5)
        async with anna.live(made["id"], 0) as live:
            while (view := await live.until(lambda view: view["decision"] or view["status"] == "over"))[
                "status"
            ] != "over":
                assert (await live.act(choose(view["decision"], drawn)))["type"] == "view"
            assert [line["number"] for line in live.log] == list(range(1, len(live.log) + 1))
            return live.view

    view = asyncio.run(play())
    assert view["result"] is not None


def test_two_people_play_live_and_each_sees_the_others_moves(anna, ben):
    made = anna.create("tactical_combat/first-firefight", seats=("me", "invite"))
    token = made["invitations"][0]["token"]
    assert anna.view(made["id"])["status"] == "waiting"
    joined = ben.post(f"/api/games/{made['id']}/join", {"token": token})
    assert joined["you"] == [1]
    assert joined["status"] == "playing"

    async def sit(player, side):
        drawn = random.Random(side)
        async with player.live(made["id"], side) as live:
            while True:
                view = await live.until(lambda view: view["decision"] or view["status"] == "over")
                if view["status"] == "over":
                    return live
                answer = await live.act(choose(view["decision"], drawn))
                if answer["type"] == "refused":  # the other was quicker
                    assert answer["status"] == 409
                    await live.next("view")

    async def play():
        return await asyncio.wait_for(asyncio.gather(sit(anna, 0), sit(ben, 1)), 120)

    one, two = asyncio.run(play())
    assert one.view["result"] == two.view["result"]
    assert one.view["picture"] == two.view["picture"]
    told = [[line["words"] for line in live.log if line["what"] == "rolled"] for live in (one, two)]
    assert told[0] == told[1]
    assert told[0]


def test_an_action_for_an_old_view_is_told_so_and_gets_the_new_one(anna):
    game = anna.create(seats=("me", "me"))["id"]
    view = anna.view(game, 0)
    first, second = actions(view["decision"])[:2]
    anna.act(game, view, first)
    refused = anna.act(game, view, second, status=409)
    assert "gone on" in refused["detail"]
    assert refused["view"]["sequence"] == view["sequence"] + 1


def test_the_same_action_twice_is_applied_once_with_the_same_answer(anna):
    game = anna.create(seats=("me", "me"))["id"]
    view = anna.view(game, 0)
    action = actions(view["decision"])[0]
    once = anna.act(game, view, action, key="k1")
    again = anna.act(game, view, action, key="k1")
    assert again == once


def test_an_illegal_action_is_refused_with_a_sentence(anna):
    game = anna.create(seats=("me", "me"))["id"]
    view = anna.view(game, 0)
    refused = anna.act(game, view, ("fly", None), status=422)
    assert "'fly' is not offered now" in refused["detail"]
    assert anna.view(game, 0) == view


def test_a_preview_has_odds_and_every_modifier(anna):
    game = anna.create("demo/duel", seats=("me", "me"))["id"]
    drawn = random.Random(1)
    seen, advised = False, set()
    for _ in range(60):
        view = anna.view(game)
        if view["status"] == "over":
            break
        for action in actions(view["decision"])[:6]:
            told = anna.post(
                f"/api/games/{game}/preview", {"side": view["side"], "verb": action[0], "target": action[1]}
            )
            assert abs(sum(each["percent"] for each in told["odds"]) - 100) < 1
            seen |= told["forecast"] is not None and bool(told["forecast"]["rows"])
            advised |= set(told["advice"])
        anna.act(game, view, choose(view["decision"], drawn))
    assert seen
    assert any(
        re.match(r"Without “.+” it would have an effect \d+ times in 100 instead of \d+\.$", each) for each in advised
    )


def test_nobody_acts_or_looks_for_another_side(anna, ben):
    made = anna.create(seats=("me", "invite"))
    game = made["id"]
    ben.post(f"/api/games/{game}/join", {"token": made["invitations"][0]["token"]})
    view = anna.view(game, 0)
    assert ben.get(f"/api/games/{game}/view", 403, side="0")["detail"] == "you do not play this side"
    ben.act(game, view, actions(view["decision"])[0], status=403)
    assert ben.view(game, "none")["decision"] is None
