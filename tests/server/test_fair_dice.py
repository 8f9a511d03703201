"""Fair dice on a server: the commitment that was published counts, and a repaired game throws new dice."""

import asyncio
import json
import random
import sqlite3

import psycopg
import pytest

import sandtable
from sandtable.contract import play_out
from sandtable.kernel import record as records
from sandtable.kernel.dice import Dice, SeededDice, commitment
from sandtable.kernel.pools import pool
from sandtable.server.games import admin, recording, turns
from sandtable.server.games.errors import DiceWanted
from sandtable.server.people.person import Person
from tests.server.clients import Player, choose
from tests.server.inside import ANNA, inside
from tests.server.nursery import command
from tests.server.test_people import PASSWORD

OLGA = Person(9, "Olga", False, True)


def sql(database, statement, *values):
    """Work on the database behind the server's back."""
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.removeprefix("sqlite:///"))
        rows = connection.execute(statement.replace("%s", "?"), values).fetchall()
    else:
        connection = psycopg.connect(database)
        done = connection.execute(statement, values)
        rows = done.fetchall() if done.description else []
    connection.commit()
    connection.close()
    return rows


def play(player, game, steps=2000, until=lambda view: False, seed=1):
    """Hot seat: whoever must decide acts."""
    drawn = random.Random(seed)
    for _ in range(steps):
        view = player.view(game)
        if view["status"] == "over" or until(view):
            return view
        player.act(game, view, choose(view["decision"], drawn))
    return player.view(game)


def rolls(view):
    return sum(line["roll"] is not None for line in view["log"])


def end(player, game, seed=1):
    """Play until dice have fallen again, and give up: then the seed is published."""
    before = rolls(player.view(game))
    view = play(player, game, until=lambda view: rolls(view) > before, seed=seed)
    assert rolls(view)
    if view["status"] != "over":
        player.post(f"/api/games/{game}/resign", {"side": 0})


def verify_file(tmp_path, text):
    """`sandtable verify` on an exported record."""
    file = tmp_path / "game.jsonl"
    file.write_text(text)
    return command("verify", str(file))


@pytest.mark.parametrize("swap", ["before the first die", "in the middle", "with the commitment in the game's row"])
def test_a_seed_replaced_in_the_database_is_found(serve, database, tmp_path, swap):
    server = serve(database)
    anna = Player(server.url, "Anna")
    game = anna.create("demo/duel")["id"]
    seal = anna.get(f"/api/games/{game}")["commitment"]
    if swap == "in the middle":
        play(anna, game, until=rolls)
    else:
        play(anna, game, 2)
    server.stop()
    other = Dice.seeded(4711)
    sql(database, "UPDATE games SET seed = %s WHERE id = %s", other.seed, game)
    if swap.startswith("with"):
        sql(database, "UPDATE games SET commitment = %s WHERE id = %s", other.commitment, game)
    server.start()
    end(anna, game, seed=2)
    told = anna.get(f"/api/games/{game}/verify")
    assert told["right"] is False
    assert told["words"] == "the seed is not the one that was committed to at the start"
    assert [each["commitment"] for each in told["seals"]] == [seal]
    text = anna.get(f"/api/games/{game}/record")
    assert json.loads(text.splitlines()[0])["commitment"] == seal
    done = verify_file(tmp_path, text)
    assert done.returncode == 1
    assert "the seed is not the one that was committed to at the start" in done.stdout + done.stderr
    anna.close()


def test_who_forges_a_whole_record_cannot_forge_the_seal_that_the_players_saw(serve, sqlite, tmp_path):
    server = serve(sqlite)
    anna = Player(server.url, "Anna")
    game = anna.create("demo/duel")["id"]
    seal = anna.get(f"/api/games/{game}")["commitment"]
    end(anna, game)
    honest = verify_file(tmp_path, anna.get(f"/api/games/{game}/record"))
    assert honest.returncode == 0
    assert seal in honest.stdout
    assert "Compare" in honest.stdout
    forged = records.write_down(play_out(sandtable.load("demo/duel"), 4711)).text()
    done = verify_file(tmp_path, forged)
    assert done.returncode == 0
    assert seal not in done.stdout
    anna.close()


def test_a_repaired_game_throws_new_dice_that_nobody_can_know(serve, database, tmp_path):
    server = serve(database)
    anna = Player(server.url, "Anna")
    olga = server.visitor()
    assert olga.post("/api/accounts", {"name": "Olga", "password": PASSWORD}).status_code == 201
    server.people("admin", "Olga")
    game = anna.create("demo/bridge")["id"]
    play(anna, game)
    first = anna.get(f"/api/games/{game}")
    published = first["seed"]
    assert commitment(published) == first["commitment"]
    before = records.parse(anna.get(f"/api/games/{game}/record").encode())
    made = sum(len(move.dice) for move in before.moves)
    back = len(before.moves) // 2
    kept = sum(len(move.dice) for move in before.moves[: len(before.moves) - back])
    assert kept < made
    done = olga.post(f"/api/games/{game}/repair", {"back": back, "words": "a fault"})
    assert done.status_code == 200, done.text

    now = anna.get(f"/api/games/{game}")
    assert (now["status"], now["seed"]) == ("playing", None)
    assert now["commitment"] != first["commitment"]
    assert now["seals"] == [
        {"roll": 0, "commitment": first["commitment"], "seed": None},
        {"roll": made, "commitment": now["commitment"], "seed": None},
    ]
    assert now["commitment"] in anna.view(game)["log"][-1]["words"]
    server.stop()
    server.start()  # it goes on the same after a restart
    play(anna, game, seed=3)
    if anna.view(game)["status"] != "over":
        anna.post(f"/api/games/{game}/resign", {"side": 0})
    told = anna.get(f"/api/games/{game}/verify")
    assert (told["right"], told["seed_checked"]) == (True, True), told

    text = anna.get(f"/api/games/{game}/record")
    record = records.parse(text.encode())
    assert record.commitments == (first["commitment"], now["commitment"])
    assert record.closing.seed == published
    [new] = record.new_dice
    assert (new.after, new.roll) == (len(before.moves) - back, made)
    later = [throw for move in record.moves[new.after :] for throw in move.dice]
    assert later
    assert [faces for _, faces in later] == thrown(record.closing.new_seeds[0], made, later)
    many = [("2d6", ())] * 40
    for guess in (made, kept):
        assert thrown(published, guess, many) != thrown(record.closing.new_seeds[0], made, many)
    done = verify_file(tmp_path, text)
    assert done.returncode == 0, done.stderr
    assert first["commitment"] in done.stdout
    assert now["commitment"] in done.stdout
    anna.close()


def thrown(seed, first, throws):
    """What this seed gives for these rolls, from a number on."""
    dice = SeededDice(seed)
    return [dice.throw(number, pool(name)) for number, (name, _) in enumerate(throws, first)]


def test_repairs_one_over_the_other_never_use_a_roll_number_again(database):
    async def run():
        async with inside(database) as worker:
            table, _ = await worker.create("demo/bridge")
            numbers, most = [], 0
            for seed, back in enumerate((3, 6, 1, 9), 1):
                await worker.play(table, 40, seed=seed)
                most = max(most, table.open.state.rolls)
                await admin.repair(worker.games, table, OLGA, back, "a fault")
                assert table.open.state.rolls == most
                numbers.append(table.open.seals[-1][0])
                table = await worker.reopened(table)
                assert table.open.state.rolls == most
                assert not any(table.open.undoing(side).possible for side in (0, 1))
            assert numbers == sorted(numbers)
            assert len({seal for _, seal in table.open.seals}) == 5
            assert len({*table.row.past_seeds, table.row.seed}) == 5
            await worker.play(table, 2000, seed=9)
            found = await recording.checked(worker.games, table)
            assert (found.right, found.seed_checked) == (True, True), found
            assert [commitment(each.seed) for each in found.seals] == [each.commitment for each in found.seals]

    asyncio.run(run())


def test_a_seed_replaced_after_a_repair_is_found(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/bridge")
            await worker.play(table, 16)
            await admin.repair(worker.games, table, OLGA, 4, "a fault")
            sql(sqlite, "UPDATE games SET seed = %s", Dice.seeded(4711).seed)
            table = await worker.reopened(table)
            await worker.play(table, 1, seed=3)
            await turns.resign(worker.games, table, ANNA, 0)
            found = await recording.checked(worker.games, table)
            assert not found.right
            assert found.words.startswith("the seed is not the one that was committed to from roll ")

    asyncio.run(run())


def test_a_repaired_game_of_typed_dice_is_recorded_and_comes_in_again(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/bridge", dice="typed")
            drawn = random.Random(1)
            for step in range(18):
                if step == 14:
                    await admin.repair(worker.games, table, OLGA, 5, "a fault")
                    assert table.open.state.rolls
                decision = table.open.game.decisions(table.open.state)[0]
                action = decision.pick(drawn.randrange)
                faces = []
                for _ in range(9):
                    try:
                        await worker.act(table, decision.side, action.verb, action.target, dice=tuple(faces))
                        break
                    except DiceWanted as wanted:
                        faces += [drawn.randint(1, sides) for sides in wanted.need.faces]
            text = await recording.written_down(worker.games, table, ANNA)
            assert records.parse(text.encode()).commitments == ()
            again = await recording.bring_in(worker.games, ANNA, text.encode())
            assert again.open.state == table.open.state
            assert again.row.dice == "typed"

    asyncio.run(run())


def test_a_record_whose_seed_is_known_goes_on_with_new_dice(sqlite):
    """A game that was given up has its seed in its record, though the battle is not over."""

    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/bridge")
            await worker.play(table, 40, until=lambda table: table.open.state.rolls)
            await turns.resign(worker.games, table, ANNA, 0)
            text = await recording.written_down(worker.games, table, ANNA)
            assert records.parse(text.encode()).closing.seed == table.row.seed
            again = await recording.bring_in(worker.games, ANNA, text.encode())
            assert again.row.status == "playing"
            assert again.row.seed != table.row.seed
            assert again.open.seals[0] == table.open.seals[0]
            assert again.open.seals[1] == (table.open.state.rolls, commitment(again.row.seed))
            await worker.play(again, 2000, seed=5)
            found = await recording.checked(worker.games, again)
            assert (found.right, found.seed_checked) == (True, True), found
            copy = await recording.bring_in(
                worker.games, ANNA, (await recording.written_down(worker.games, again, ANNA)).encode()
            )
            assert (await recording.checked(worker.games, copy)).right

    asyncio.run(run())
