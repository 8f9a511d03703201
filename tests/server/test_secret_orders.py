"""Op sheets are secret on a server (TCS 6.2): what a side writes, rolls and changes moves nothing that others receive.

Two games of Crossroads are played alike, but that in one of them the German writes orders. The dice go by what they
are thrown for, so that a secret roll does not shift those that everybody sees.
"""

import asyncio
import json
import random
import sqlite3
import zlib

import msgspec
import pytest

import sandtable
from sandtable.bots.commander import CommanderBot
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice, SeededDice
from sandtable.server.games.errors import NotYours
from sandtable.server.games.making import ClockAsked, join
from sandtable.server.games.recording import written_down
from sandtable.server.games.turns import resign
from sandtable.systems.tcs.world import NOBODY
from tests.server.clients import Player, running
from tests.server.inside import ANNA, BEN, inside
from tests.server.test_leaks import received as heard
from tests.server.test_secret_pace import alike, received

BATTLE, OPTIONS = "tcs/crossroads-1944", {"command": "full"}
US, GERMAN = 0, 1
SECRET = "Nachtigall"
"""The name of the order, which nobody else may ever read."""
IMPLEMENTS = "TCS 6.9f1"


class Even:
    """Dice that fall by what they are thrown for; the rolls of orders fall as the test says."""

    order = 11

    def throw(self, number, pool, resolution=None):
        if resolution is not None and resolution.rule == IMPLEMENTS:
            return pool.faces_for(self.order)
        mixed = zlib.crc32(f"{resolution.rule} {resolution.words}".encode())
        return tuple(1 + (mixed >> 4 * n) % sides for n, sides in enumerate(pool.faces))


@pytest.fixture
def even(monkeypatch):
    """All games of this process throw such dice."""
    dice = Even()
    monkeypatch.setattr(SeededDice, "throw", lambda self, *thrown: dice.throw(*thrown))
    monkeypatch.setattr(SeededDice, "by_hand", True)  # they read the words of a roll
    return dice


def plain(decision):
    """What both games do alike: the set-up that is suggested, no new orders, and the end of every phase."""
    offers = {offer.verb: offer for offer in decision.offers}
    for verb in ("suggested", "nothing", "hold", "done", "end", "first"):
        if verb in offers:
            targets = offers[verb].targets
            return verb, None if targets is None else next(iter(targets))
    action = next(decision.actions())
    return action.verb, action.target


async def play_on(worker, table, until):
    """Play alike until something holds."""
    for _ in range(200):
        decisions = table.open.game.decisions(table.open.state)
        if until(table, decisions):
            return
        await worker.act(table, decisions[0].side, *plain(decisions[0]))
    raise AssertionError("it never came to that")


def at_the_desk(turn):
    return lambda table, decisions: (
        table.open.state.board.turn == turn and [each.name for each in decisions] == ["plan", "plan"]
    )


async def a_game(worker, **more):
    table, invitations = await worker.create(BATTLE, ("me", "invite"), options=OPTIONS, **more)
    await join(worker.games, table, BEN, None, invitations[0].token)
    await play_on(worker, table, at_the_desk(1))
    return table


async def write(worker, table, *, done=True):
    """The German writes an order by another name than the program's, changes it, and rolls for it on every turn."""
    game = table.open.game
    unit = next(n for n in game.world.units_of[GERMAN] if table.open.state.board.units[n].at >= 0)
    for verb, target in (
        ("hasty", unit), ("name", SECRET), ("note", "Wait for the smoke."), ("rally", (0, 1)), ("prepare", None),
        ("edit", None), ("name", SECRET + " II"), ("drop", None),
    ):  # fmt: skip
        if verb == "edit":
            target = game.decision(table.open.state, GERMAN).offer("edit").targets[0]
        await worker.act(table, GERMAN, verb, target)
    if done:
        await worker.act(table, GERMAN, "done")


async def told(worker, table, viewer):
    """The view with the log, as bytes, without the name of the game and its seal."""
    view = msgspec.json.encode(await table.view(viewer, worker.store.clock()))
    return view.decode().replace(table.id, "GAME")


async def onlookers(worker, table):
    return [await told(worker, table, viewer) for viewer in (US, None)]


def test_nothing_that_others_receive_moves_while_orders_are_written(tmp_path):
    """Views, lists, logs, records, refusals, chat and notes by every address, and what is pushed to them."""
    with running(tmp_path) as server:
        anna, ben, nobody = Player(server.url, "Anna"), Player(server.url, "Ben"), Player(server.url)

        def begin():
            made = anna.create(BATTLE, seats=("me", "invite"), options=OPTIONS, listed=True)
            ben.post(f"/api/games/{made['id']}/join", {"token": made["invitations"][0]["token"]})
            for side, player in ((GERMAN, ben), (US, anna)):
                player.act(made["id"], player.view(made["id"], side), ("suggested", None))
            assert anna.view(made["id"], US)["decision"]["name"] == "plan"
            return made["id"]

        def plan(game):
            unit = next(o for o in ben.view(game, GERMAN)["decision"]["offers"] if o["verb"] == "hasty")
            first = unit["targets"][0] if unit["targets"] else unit["ranges"][0][0]
            for action in (("hasty", first), ("name", SECRET), ("prepare", None)):
                ben.act(game, ben.view(game, GERMAN), action)
            ben.post(f"/api/games/{game}/undo", {"side": GERMAN, "sequence": ben.view(game, GERMAN)["sequence"]})
            ben.act(game, ben.view(game, GERMAN), ("prepare", None))
            assert SECRET in str(ben.view(game, GERMAN)["picture"]["plans"])

        busy, quiet = begin(), begin()
        before = [received(player, busy) for player in (anna, nobody)]

        async def listen():
            async with anna.live(busy, US) as one, nobody.live(busy, "none") as two:
                for live in (one, two):
                    await live.next("view")
                await asyncio.to_thread(plan, busy)
                for live in (one, two):
                    live.messages.clear()
                    await live.socket.send('{"type":"ping"}')
                    await live.next("pong")
                return [[each["type"] for each in live.messages if each["type"] != "presence"] for live in (one, two)]

        assert asyncio.run(listen()) == [["pong"], ["pong"]], "nothing is pushed"
        assert [received(player, busy) for player in (anna, nobody)] == before
        for player in (anna, nobody):
            assert alike(received(player, busy), busy) == alike(received(player, quiet), quiet)
            assert SECRET not in str(received(player, busy))
        for player in (anna, ben, nobody):
            player.close()


@pytest.mark.parametrize(("dice", "works"), [(11, False), (66, True)])
def test_a_roll_for_an_order_is_not_seen_in_views_logs_sequences_or_counts(sqlite, even, dice, works):
    async def run():
        even.order = dice
        async with inside(sqlite) as worker:
            busy, quiet = await a_game(worker), await a_game(worker)
            await write(worker, busy)
            await worker.act(quiet, GERMAN, "nothing")
            for moment in (at_the_desk(2), at_the_desk(3)):
                for table in (busy, quiet):
                    await play_on(worker, table, moment)
                assert await onlookers(worker, busy) == await onlookers(worker, quiet)
            assert busy.open.state.rolls > quiet.open.state.rolls, "there were secret dice"
            names = {sheet.name: sheet.state for sheet in busy.open.state.board.sheets}
            assert (names[SECRET] == 1) == works, "and they came to something, or not"
            own = await told(worker, busy, GERMAN)
            assert SECRET in own
            assert IMPLEMENTS in own
            for viewer in (US, None):
                told_of = msgspec.json.decode(await told(worker, busy, viewer))
                assert IMPLEMENTS not in str(told_of["log"])
                assert "rolls" not in told_of
            again = await worker.reopened(busy)
            assert await onlookers(worker, again) == await onlookers(worker, quiet), "read from disk, it is the same"

    asyncio.run(run())


def test_clocks_do_not_show_whether_the_other_side_writes_orders(sqlite, even):
    async def run():
        async with inside(sqlite) as worker:
            clock = ClockAsked(initial_seconds=6000, increment_seconds=10)
            busy, quiet = [await a_game(worker, clock=clock) for _ in range(2)]
            start = [(await table.view(US, worker.store.clock())).clocks for table in (busy, quiet)]
            assert start[0] == start[1]
            worker.time += 7_000
            await write(worker, busy, done=False)
            worker.time += 5_000
            shown = [(await table.view(US, worker.store.clock())).clocks for table in (busy, quiet)]
            assert shown[0] == shown[1] != start[0]

    asyncio.run(run())


def test_the_record_is_refused_before_the_end_and_shows_the_orders_after_it(sqlite, even):
    async def run():
        async with inside(sqlite) as worker:
            busy = await a_game(worker)
            await write(worker, busy)
            with pytest.raises(NotYours, match="can be had when the game is over"):
                await written_down(worker.games, busy, ANNA)
            await play_on(worker, busy, at_the_desk(2))
            with pytest.raises(NotYours, match="can be had when the game is over"):
                await written_down(worker.games, busy, ANNA)
            await resign(worker.games, busy, BEN, GERMAN)
            assert SECRET in await written_down(worker.games, busy, ANNA), "the best part is seeing the other plan"

    asyncio.run(run())


def test_a_bot_is_given_a_view_without_the_orders_of_its_enemy(sqlite, even):
    async def run():
        async with inside(sqlite) as worker:
            busy, quiet = await a_game(worker), await a_game(worker)
            await write(worker, busy)
            await worker.act(quiet, GERMAN, "nothing")
            for table in (busy, quiet):
                await play_on(worker, table, at_the_desk(2))
            game = busy.open.game
            views = [game.view(table.open.state, US) for table in (busy, quiet)]
            seen = [msgspec.msgpack.encode(view.state) for view in views]
            assert seen[0] == seen[1]
            assert SECRET.encode() not in seen[0]
            board = views[0].state.board
            for n in game.world.units_of[GERMAN]:
                assert (board.units[n].post, board.units[n].group, board.units[n].engaged) == (NOBODY, 0, False)
            bots = [CommanderBot(game, 5) for _ in views]
            chosen = [each.choose(view) for each, view in zip(bots, views, strict=True)]
            assert chosen[0] == chosen[1]
            assert isinstance(chosen[0], Action)

    asyncio.run(run())


def test_refusals_and_every_answer_are_those_of_any_orders_the_enemy_might_have(tmp_path):
    """The state on disk is put in place of another with other sheets, posts and counts of rolls."""

    def replaced(file, changed):
        connection = sqlite3.connect(file)
        (row,) = connection.execute("SELECT id, scenario, options, length, seed FROM games").fetchall()
        number, scenario, options, length, seed = row
        game = sandtable.load(scenario, json.loads(options))
        dice = Dice.seeded(seed)
        state = game.start(dice)
        entries = connection.execute("SELECT side, verb, target FROM entries WHERE kind = 'action' ORDER BY number")
        for side, verb, target in entries.fetchall():
            given = json.loads(target) if target else None
            given = tuple(given) if isinstance(given, list) else given
            state, _ = game.apply(state, side, Action(verb, given), dice)
        if changed:
            drawn = random.Random(changed)
            imagined = (game.system.imagine(game, state, US, drawn.randrange) for _ in range(50))
            other = next(each for each in imagined if each.board.sheets != state.board.sheets)
            state = msgspec.structs.replace(other, rolls=state.rolls + changed)
        connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", (number, length, game.encode(state)))
        connection.commit()
        connection.close()
        return number

    with running(tmp_path) as server:
        anna, ben = Player(server.url, "Anna"), Player(server.url, "Ben")
        made = anna.create(BATTLE, seats=("me", "invite"), options=OPTIONS)
        ben.post(f"/api/games/{made['id']}/join", {"token": made["invitations"][0]["token"]})
        game = made["id"]
        for side, player in ((GERMAN, ben), (US, anna)):
            player.act(game, player.view(game, side), ("suggested", None))
        ben.act(game, ben.view(game, GERMAN), ("hasty", ben.view(game, GERMAN)["decision"]["offers"][1]["targets"][0]))
        ben.act(game, ben.view(game, GERMAN), ("prepare", None))
        ben.act(game, ben.view(game, GERMAN), ("done", None))
        anna.act(game, anna.view(game, US), ("nothing", None))
        cookies = dict(anna.http.cookies)
        for player in (anna, ben):
            player.close()
        server.stop()
    answers = []
    for changed in (0, 1, 7):
        assert replaced(tmp_path / "games.db", changed) == game
        with running(tmp_path) as server:
            anna = Player(server.url)
            anna.http.cookies.clear()
            for name, value in cookies.items():
                anna.http.cookies.set(name, value)
            answers.append(heard(anna, game, US))
            anna.close()
            server.stop()
    assert answers[0] == answers[1] == answers[2]
