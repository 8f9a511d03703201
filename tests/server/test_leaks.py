"""What one side receives does not change when only the other side's secrets change."""

import asyncio
import json
import random
import shutil
import sqlite3

import sandtable
from tests.server.clients import Player, choose, running

LENGTHS = [
    *(("demo/bridge", steps) for steps in (1, 2, 3, 4, 6, 7, 8)),
    *(("tactical_combat/first-firefight", steps) for steps in (1, 2, 3)),
]
"""Games, and how many actions are made in them: set-up is secret, and squads stay hidden in woods."""


def play(players, game, steps, seed):
    drawn = random.Random(seed)
    for _ in range(steps):
        views = [player.view(game, side) for side, player in enumerate(players)]
        ready = [view for view in views if view["decision"]]
        if not ready:
            return
        view = drawn.choice(ready)
        players[view["side"]].act(game, view, choose(view["decision"], drawn))


def replace_states(file, side, changed):
    """Put a snapshot on top of every game: its own state, or another that the side could not tell from it."""
    different = 0
    connection = sqlite3.connect(file)
    for number, scenario, options, length, state in connection.execute(
        "SELECT id, scenario, options, length, (SELECT state FROM states WHERE game = id) FROM games"
    ).fetchall():
        game = sandtable.load(scenario, json.loads(options))
        now = game.decode(state)
        drawn = random.Random(number)
        others = (game.system.imagine(game, now, side, drawn.randrange) for _ in range(30 * changed))
        new = next((other for other in others if other != now), now)
        different += new != now
        connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", (number, length, game.encode(new)))
    connection.commit()
    connection.close()
    return different


def note_states(file, games):
    """Work out the state of every game from its log, by the rules alone."""
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE states (game TEXT PRIMARY KEY, state BLOB)")
    for number, scenario in games.items():
        game = sandtable.load(scenario)
        (seed,) = connection.execute("SELECT seed FROM games WHERE id = ?", (number,)).fetchone()
        dice = sandtable.Dice.seeded(seed)
        state = game.start(dice)
        rows = connection.execute(
            "SELECT side, verb, target FROM entries WHERE game = ? AND kind = 'action' ORDER BY number", (number,)
        )
        for side, verb, target in rows.fetchall():
            state, _ = game.apply(state, side, sandtable.Action(verb, json.loads(target) if target else None), dice)
        connection.execute("INSERT INTO states VALUES (?, ?)", (number, game.encode(state)))
    connection.commit()
    connection.close()


def received(player, game, side):
    """Everything that a side is shown of a game, by every route there is."""
    told = [player.get(f"/api/games/{game}"), player.get("/api/games", list="mine")]
    told += [
        player.view(game, side),
        player.view(game, "none"),
        player.view(game, "auto"),
        player.view(game, side, since=3),
    ]
    for looker in (side, "none"):
        whole = player.view(game, looker, base="")
        change = player.view(game, looker, base=whole["stamp"])
        assert change["type"] == "change"
        assert change["changes"] == {}
        told += [{**whole, "stamp": ""}, {**change, "stamp": "", "base": ""}]  # stamps are random
    view = told[2]
    offers = view["decision"]["offers"] if view["decision"] else []
    drawn = random.Random(4)
    asked = [choose({"offers": [offer]}, drawn) for offer in offers for _ in range(3)]
    asked += [(offer["verb"], target) for offer in offers for target in (0, 1, 2, 3, 17, 400, "x", None)]
    asked += [("fly", None), ("fire", 2), ("move", 40)]
    for verb, target in asked:
        body = {"side": side, "verb": verb, "target": target}
        told.append(player.post(f"/api/games/{game}/preview", body, status=(200, 422)))
    for target in (-1, 10**6, "nobody"):
        told.append(player.act(game, view, ("move", target), status=422))
    told.append(player.act(game, {**view, "sequence": 0}, ("pass", None), status=(409, 422)))
    told.append(player.post(f"/api/games/{game}/undo", {"side": side, "sequence": 0}, status=(409, 422)))
    for path in ("record", "verify", "chat", "notes", f"orders?side={side}", f"moments/{view['sequence']}?side={side}"):
        told.append(player._ask("GET", f"/api/games/{game}/{path}", (200, 403, 422)))
    told.append(player._ask("GET", f"/api/games/{game}/view?side={1 - side}", 403))

    async def listen():
        async with player.live(game, side) as live:
            heard = [await live.next("view")]
            for acting in (side, 1 - side):
                asked = {"type": "act", "side": acting, "sequence": 0, "key": "k", "verb": "fly"}
                await live.socket.send(json.dumps(asked))
                heard.append(await live.next("refused"))
            return heard

    told += asyncio.run(listen())
    return told


def test_nothing_a_side_receives_depends_on_the_others_secrets(tmp_path):
    games = {}
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    with running(first) as server:
        anna, ben = Player(server.url, "Anna"), Player(server.url, "Ben")
        for scenario, steps in LENGTHS:
            made = anna.create(scenario, seats=("me", "invite"))
            games[made["id"]] = scenario
            ben.post(f"/api/games/{made['id']}/join", {"token": made["invitations"][0]["token"]})
            play((anna, ben), made["id"], steps, steps)
        cookies = [dict(player.http.cookies) for player in (anna, ben)]
        anna.close()
        ben.close()
        server.stop()
    note_states(first / "games.db", games)
    for side in (0, 1):
        heard, different = [], 0
        for folder, changed in ((first, False), (second, True)):
            if changed:
                shutil.copy(first / "games.db", second / "games.db")
            different += replace_states(folder / "games.db", side, changed)
            with running(folder) as server:
                player = Player(server.url)
                player.http.cookies.clear()
                for name, value in cookies[side].items():
                    player.http.cookies.set(name, value)
                heard.append({game: received(player, game, side) for game in games})
                player.close()
                server.stop()
        assert different >= 4, "the secrets must really have been changed"
        for game in games:
            for one, other in zip(heard[0][game], heard[1][game], strict=True):
                assert one == other


def test_the_other_sides_secret_choices_are_not_even_counted(tmp_path):
    with running(tmp_path) as server:
        anna, ben = Player(server.url, "Anna"), Player(server.url, "Ben")
        told = []

        async def listen(game, steps):
            async with anna.live(game, 0) as live, anna.live(game, "none") as watching:
                await live.next("view")
                await watching.next("view")
                for _ in range(steps):
                    view = ben.view(game, 1)
                    ben.act(game, view, choose(view["decision"], random.Random(steps)))
                await live.socket.send('{"type":"ping"}')
                await watching.socket.send('{"type":"ping"}')
                await live.next("pong")
                await watching.next("pong")
                kinds = [message["type"] for message in live.messages + watching.messages]
                assert kinds.count("view") == 2  # nothing was pushed for what nobody may know
            return anna.view(game, 0), anna.view(game, "none")

        for steps in (0, 1, 3):
            made = anna.create("tactical_combat/first-firefight", seats=("me", "invite"))
            ben.post(f"/api/games/{made['id']}/join", {"token": made["invitations"][0]["token"]})
            views = asyncio.run(listen(made["id"], steps))
            for view in views:
                del view["game"]
                for line in view["log"]:
                    del line["time"]
            told.append(views)
        assert told[0] == told[1] == told[2]
        anna.close()
        ben.close()
