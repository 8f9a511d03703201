"""What goes on without anybody asking: bots in trouble, standing orders, clocks, old rules. Without a server around."""

import asyncio
import json
from fractions import Fraction

import msgspec
import pytest
from sqlalchemy import func, select, text

import sandtable
from sandtable.kernel.decision import Action
from sandtable.server.games import admin, looking, recording, turns
from sandtable.server.games.errors import NotYours, Refused, Stale
from sandtable.server.games.making import ClockAsked, join, rematch
from sandtable.server.games.messages import Asked
from sandtable.server.games.orders import Order, Orders, follow
from sandtable.server.games.versions import report
from sandtable.server.people.person import Person
from sandtable.server.store.beside import save_orders
from sandtable.server.store.tables import games as games_table
from sandtable.systems.demo import SYSTEM as DEMO
from tests.server.inside import ANNA, BEN, inside

ADMIN = Person(9, "Olga", False, True)


def words(table, side):
    return [line.words for line in table.open.log(side)[1]]


# Bots


@pytest.mark.parametrize(
    ("bot", "seconds", "says"),
    [
        ("sleeper", 10, "took longer than 10 seconds"),
        ("crasher", 20, "crashed"),
        ("raiser", 20, "ValueError: no idea"),
        ("cheat", 20, "'win' is not offered now"),
    ],
)
def test_a_bot_that_fails_is_told_of_and_the_player_goes_on(sqlite, bot, seconds, says):
    async def run():
        async with inside(sqlite, modules=("tests.server.odd_bots",), seconds=seconds) as worker:
            table, _ = await worker.create("demo/duel", ("me", f"bot:{bot}"))
            await worker.quiet(table)
            assert table.trouble.side == 1
            assert says in table.trouble.words
            assert says in words(table, 0)[-1]
            table = await worker.reopened(table)  # a new worker does not try again by itself
            worker.driver.wake(table)
            assert table.driver is None
            assert says in table.trouble.words
            await turns.hand_over(worker.games, table, ANNA, 1, "random")
            await worker.quiet(table)
            assert table.trouble is None
            assert 1 not in table.deciding
            with pytest.raises(NotYours):
                await turns.hand_over(worker.games, table, BEN, 1, None)
            await turns.hand_over(worker.games, table, ANNA, 1, None)
            await worker.play(table, 500)
            assert table.row.status == "over"

    asyncio.run(run())


def test_a_bot_may_print_and_the_server_goes_on(sqlite):
    async def run():
        async with inside(sqlite, modules=("tests.server.odd_bots",)) as worker:
            table, _ = await worker.create("demo/duel", ("bot:talker", "bot:random"))
            await worker.quiet(table)
            assert table.row.status == "over"
            assert (await recording.checked(worker.games, table)).right

    asyncio.run(run())


def test_a_bot_process_is_told_nothing_but_the_view(sqlite, monkeypatch):
    async def run():
        async with inside(sqlite) as worker:
            asked = []
            choose = worker.thinkers.choose

            async def listen(question):
                asked.append(question)
                return await choose(question)

            monkeypatch.setattr(worker.thinkers, "choose", listen)
            table, _ = await worker.create("demo/bridge", ("me", "bot:random"))
            await worker.quiet(table)
            await worker.play(table, 6, until=lambda table: table.driver is not None)
            await worker.quiet(table)
            assert asked
            for question in asked:
                data = msgspec.msgpack.encode(question)
                assert table.row.seed.encode() not in data
                assert bytes.fromhex(table.row.seed) not in data
                state = table.open.game.decode_known(question.state)
                assert table.open.game.masked(state, question.side) == state

    asyncio.run(run())


# Standing orders


def reaction_of(game, side, steps=3000):
    """A state in which the side is asked for opportunity fire, found by random play."""
    import random

    for seed in range(60):
        dice, drawn = sandtable.Dice.seeded(seed), random.Random(seed)
        state = game.start(dice)
        for _ in range(steps):
            if game.over(state):
                break
            decision = game.decisions(state)[0]
            reaction = game.reaction(state, side)
            if reaction is not None and decision.offer(reaction.fire):
                return state
            state, _ = game.apply(state, decision.side, decision.pick(drawn.randrange), dice)
    raise AssertionError("no reaction came up")


@pytest.mark.parametrize("scenario", ["demo/bridge", "tactical_combat/first-firefight"])
def test_orders_go_by_range_odds_and_kind_and_the_first_that_fits_counts(scenario):
    game = sandtable.load(scenario)
    state = reaction_of(game, 1)
    reaction = game.reaction(state, 1)
    known = game.view(state, 1).state
    firers = list(game.decision(known, 1).offer("fire").targets)
    look = game.look(known)
    near = min(game.system.range_between(look, firer, reaction.against) for firer in firers)
    kind = game.scene().pieces[reaction.against].kind

    def chance(firer):
        odds = game.forecast(known, 1, Action("fire", firer)).odds()
        return sum((each for outcome, each in odds.items() if game.system.harm(outcome)), Fraction(0))

    best = max(map(chance, firers))
    percent = int(best * 100)
    assert 0 < percent < 100

    def verb(*orders, otherwise="ask"):
        answer = follow(game.view(state, 1), Orders(orders, otherwise))
        return answer and answer[0].verb

    assert verb() is None
    assert verb(otherwise="hold") == "hold"
    assert verb(Order("fire")) == "fire"
    assert verb(Order("fire", within=near)) == "fire"
    assert verb(Order("fire", within=near - 1), otherwise="hold") == "hold"
    assert verb(Order("hold", beyond=near - 1), Order("fire")) == "hold"
    assert verb(Order("fire", effect_at_least=percent)) == "fire"
    assert verb(Order("fire", effect_at_least=percent + 1)) is None
    assert verb(Order("fire", kinds=(kind,))) == "fire"
    assert verb(Order("fire", kinds=("zeppelin",))) is None
    assert verb(Order("ask", kinds=(kind,)), Order("fire")) is None
    assert verb(Order("fire", hit_at_least=100)) is None
    action, told = follow(game.view(state, 1), Orders((Order("fire"),)))
    assert action.target in firers
    assert told.startswith("By standing order 1: ")


def test_orders_open_fire_name_all_that_fit_and_carry_it_out():
    """Micro Armour asks first whether to fire at a mover, then who does (MA 07.04a): orders answer all of it."""
    game = sandtable.load("micro_armour/1991-easting")
    state = reaction_of(game, 0)
    mover = game.reaction(state, 0).against
    shots = game.system.shots(game, state, 0, game.reaction(state, 0))
    assert {shot.action for shot in shots} == {Action("attack")}
    assert all(0 < shot.hit <= shot.effect <= 1 for shot in shots)
    assert follow(game.view(state, 0), Orders((Order("fire", within=min(shot.far for shot in shots) - 1),))) is None
    assert follow(game.view(state, 0), Orders(otherwise="hold"))[0].verb in ("hold", "wait")
    near = Orders((Order("fire", within=max(shot.far for shot in shots)),))
    taken, told, dice = [], [], sandtable.Dice.seeded(5)
    while (answer := follow(game.view(state, 0), near)) is not None and game.reaction(state, 0).against == mover:
        taken.append(answer[0].verb)
        told.append(answer[1])
        state, _ = game.apply(state, 0, answer[0], dice)
        if taken[-1] == "fire":
            break
    assert taken[0] == "attack"
    assert taken[-1] == "fire"
    assert len(taken) == 2 + len({shot.firer for shot in shots})
    assert set(taken[1:-1]) <= {"cannon", "missile"}
    assert told[-1] == "By standing orders: nobody else fires"


def asked(table):
    """Whether the second side is asked to react."""
    return table.open.game.reaction(table.open.state, 1) is not None


async def until_asked(worker):
    """A game in which the second side is asked to react; one person plays both."""
    table, _ = await worker.create("tactical_combat/first-firefight", ("me", "me"))
    for seed in range(400):
        await worker.play(table, 1, seed=seed, until=asked)
        if asked(table):
            return table
    raise AssertionError("nobody was asked")


def test_orders_answer_for_an_absent_player_and_only_that_side_reads_of_it(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, invitations = await worker.create("tactical_combat/first-firefight", ("me", "invite"))
            await join(worker.games, table, BEN, None, invitations[0].token)
            await save_orders(worker.store, table.id, 1, Orders(otherwise="hold"))
            await worker.games.renew_orders(table.id)
            for seed in range(400):
                await worker.play(table, 1, seed=seed, until=asked)
                await worker.quiet(table)
                assert not asked(table)  # whatever came up was answered at once
                if table.row.status == "over" or any("fire is held" in each for each in words(table, 1)):
                    break
            assert any("By standing orders: fire is held at" in each for each in words(table, 1))
            assert not any("standing order" in each for each in words(table, 0) + words(table, None))
            assert (await worker.reopened(table)).orders[1].otherwise == "hold"

    asyncio.run(run())


def test_orders_wait_while_the_player_is_there_unless_they_are_for_always(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table = await until_asked(worker)
            table.connected[1] = 1
            await save_orders(worker.store, table.id, 1, Orders(otherwise="hold"))
            await worker.games.renew_orders(table.id)
            await worker.quiet(table)
            assert asked(table)
            table.connected[1] = 0
            worker.driver.left(table)
            await worker.quiet(table)
            assert not asked(table)

    asyncio.run(run())


@pytest.mark.parametrize("percent", [100, 0])
def test_a_player_is_not_asked_what_orders_are_about_to_answer(sqlite, percent):
    """A question shows that orders come first, and then no longer: it is answered, or the player's after all."""

    async def run():
        async with inside(sqlite) as worker:
            table = await until_asked(worker)
            question, seen = table.open.sequence(1), []

            async def look(table):
                view = await table.view(1, worker.time)
                seen.append((view.sequence == question, view.orders_answer))

            worker.games.changed.insert(0, look)
            table.connected = {1: 1}
            await save_orders(worker.store, table.id, 1, Orders(ask_above=percent))
            await worker.games.renew_orders(table.id)
            await worker.quiet(table)
            assert seen[0] == (True, True)
            assert asked(table) == (percent == 0)
            assert seen[-1] == (percent == 0, False)

    asyncio.run(run())


# Clocks


def test_the_flag_falls_by_the_servers_clock_and_is_an_entry_in_the_log(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            clock = ClockAsked(initial_seconds=60, increment_seconds=5)
            table, invitations = await worker.create("demo/duel", ("me", "invite"), clock=clock)
            assert table.row.deadline is None
            worker.time += 500_000  # nobody's clock runs before the game begins
            await join(worker.games, table, BEN, None, invitations[0].token)
            assert table.row.deadline == worker.time + 60_000
            worker.time += 10_000
            view = await table.view(0, worker.time)
            assert [each.left for each in view.clocks] == [50_000, 50_000]  # both choose in secret
            while 0 in table.deciding:
                decision = table.open.game.decision(table.open.state, 0)
                action = next(decision.actions())
                await worker.act(table, 0, action.verb, action.target)
            assert table.row.clock["left"][0] == 50_000  # it runs on, or the enemy would see who is done
            worker.time += 49_999
            await worker.driver.flag(table)
            assert table.row.status == "playing"
            worker.time += 1
            with pytest.raises(Refused, match="the time is over"):
                await worker.play(table, 1)
            await worker.driver.flag(table)
            assert table.result.winner == 0
            assert table.result.reason == "Red ran out of time"
            assert words(table, None)[-1] == "Red has run out of time"
            again = await worker.reopened(table)
            assert again.row.status == "over"
            assert again.result == table.result

    asyncio.run(run())


def test_a_flag_that_fell_while_no_server_ran_is_found(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/duel", ("me", "me"), clock=ClockAsked(days_per_turn=2))
            number = table.id
        async with inside(sqlite) as worker:
            worker.time += 2 * 86_400_000 + 1
            task = asyncio.create_task(worker.driver.run())
            for _ in range(200):
                await asyncio.sleep(0.02)
                table = await worker.games.table(number)
                if table.row.status == "over":
                    break
            worker.driver.stopping = True
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert table.row.status == "over"

    asyncio.run(run())


HOUR = 3_600_000


def test_a_calendar_that_jumps_ends_no_game_and_gives_nobody_time(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            clock = ClockAsked(initial_seconds=600, increment_seconds=0)
            table, _ = await worker.create("demo/bridge", clock=clock)
            for jump in (HOUR, 30 * HOUR, -9 * HOUR):
                worker.jump = jump
                worker.time += 1_000
                await one_round(worker)
                assert table.row.status == "playing"
                if jump == HOUR:
                    await worker.play(table, 1)
            left = [each.left for each in (await table.view(0, worker.store.clock())).clocks]
            assert left == [597_000, 597_000]  # both choose in secret
            worker.time += 597_000
            await worker.driver.flag(table)
            assert table.row.status == "over"

    asyncio.run(run())


async def one_round(worker):
    """The driver looks for fallen flags, as it does every few seconds."""
    task = asyncio.create_task(worker.driver.run())
    await asyncio.sleep(0.3)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_a_restart_charges_the_time_that_passed_and_not_what_the_calendar_says(database):
    async def run():
        async with inside(database) as worker:
            table, _ = await worker.create("demo/bridge", clock=ClockAsked(initial_seconds=600))
            worker.time += 10_000
            await worker.play(table, 1)
            assert table.row.clock["left"] == [590_000, 590_000]
        async with inside(database) as worker:
            worker.time += 30_000
            worker.jump = HOUR
            table = await worker.games.table(table.id)
            assert [each.left for each in (await table.view(0, worker.store.clock())).clocks] == [570_000, 570_000]
            await one_round(worker)
            assert table.row.status == "playing"
            await worker.play(table, 1)
            assert table.row.clock["left"] == [570_000, 570_000]

    asyncio.run(run())


def test_two_machines_compare_their_calendars_once(postgres_database):
    """The other machine's calendar counts when a move of it is first read, and never again."""

    async def run():
        async with inside(postgres_database) as one, inside(postgres_database, boot="another machine") as two:
            two.time -= 777_000_000  # each has a clock of its own
            two.jump = 777_000_000
            table, _ = await one.create("demo/bridge", clock=ClockAsked(initial_seconds=600))
            one.time += 20_000
            two.time += 20_000
            other = await two.games.table(table.id)
            assert [each.left for each in (await other.view(0, two.store.clock())).clocks] == [580_000, 580_000]
            two.jump += HOUR
            two.time += 5_000
            other = await two.reopened(other)
            assert [each.left for each in (await other.view(0, two.store.clock())).clocks] == [575_000, 575_000]
            await one_round(two)
            assert other.row.status == "playing"
            await two.play(other, 1)
            assert other.row.clock["left"] == [575_000, 575_000]

    asyncio.run(run())


def test_a_clock_that_an_older_program_stored_goes_on(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/duel", clock=ClockAsked(initial_seconds=600))
            old = {**table.row.clock, "since": worker.time}
            async with worker.store.writing() as connection:
                await connection.execute(text("UPDATE games SET clock = :clock"), {"clock": json.dumps(old)})
            worker.time += 40_000
            table = await worker.reopened(table)
            assert [each.left for each in (await table.view(0, worker.store.clock())).clocks] == [560_000, 560_000]

    asyncio.run(run())


def test_days_are_given_anew_for_each_turn(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/duel", ("me", "me"), clock=ClockAsked(days_per_turn=2))
            hour = 3_600_000
            passed = 0
            for _ in range(40):
                worker.time += 5 * hour
                before, left = table.timed, table.row.clock["left"]
                await worker.play(table, 1)
                if table.row.status == "over":
                    break
                for side in before:
                    goes_on = side in table.timed
                    passed += not goes_on
                    now = table.row.clock["left"][side]
                    assert now == (left[side] - 5 * hour if goes_on else 48 * hour)
            assert passed > 3

    asyncio.run(run())


# Old rules


def test_a_game_of_older_rules_that_play_it_alike_goes_on(sqlite, monkeypatch):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/bridge")
            await worker.play(table, 9)
            digest = table.open.game.digest(table.open.state)
            monkeypatch.setattr(type(DEMO), "version", "99")
            assert [each.found async for each in report(worker.store)] == ["old"]
            table = await worker.reopened(table)
            assert table.row.status == "playing"
            assert table.row.rules == "99"
            assert "version 99" in words(table, 0)[-1]
            assert table.open.game.digest(table.open.state) == digest
            await worker.play(table, 500)
            assert table.row.status == "over"
            assert [each.found async for each in report(worker.store)] == ["same"]

    asyncio.run(run())


def test_a_game_that_new_rules_play_differently_is_stopped_and_not_altered(sqlite, monkeypatch):
    from sandtable.systems.demo import combat

    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/bridge")
            await worker.play(table, 400)
            count = table.open.number
            table, _ = await worker.create("demo/bridge")
            await worker.play(table, 40, until=lambda table: table.open.state.rolls > 1)
            assert table.row.status == "playing"
            assert table.open.state.rolls
            count = table.open.number
            with monkeypatch.context() as other:
                other.setattr(type(DEMO), "version", "99")
                other.setattr(combat.Fire, "then", lambda self, field, outcome: field.finish(0, "new rules"))
                found = [each async for each in report(worker.store)]
                assert found[-1].found == "differs"
                table = await worker.reopened(table)
                assert table.row.status == "stopped"
                assert "version 99 plays it differently" in table.row.words
                assert (await table.view(0, worker.time)).decision is None
                with pytest.raises(Refused, match="the game is stopped"):
                    await worker.act(table, 0, "pass")
                again = await worker.reopened(table)
                assert again.open.number == count + 1  # stopped once, not at every look
            table = await worker.reopened(table)  # the old rules are back
            assert table.row.status == "playing"
            await worker.play(table, 500)
            assert table.row.status == "over"
            assert (await recording.checked(worker.games, table)).right

    asyncio.run(run())


# Snapshots, repairs, two at once


def test_a_long_game_opens_from_its_snapshot_to_the_same_state_and_log(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("tactical_combat/first-firefight")
            played = 0
            for seed in range(30):
                await worker.play(table, 300, seed=seed)
                played = table.open.number
                if played > 60:
                    break
                table, _ = await worker.create("tactical_combat/first-firefight")
            state, log = table.open.state, [table.open.log(viewer) for viewer in table.open.viewers]
            sequences = [table.open.sequence(viewer) for viewer in table.open.viewers]
            again = await worker.reopened(table)
            assert again.open.since_snapshot < played - 30
            assert again.open.state == state
            assert [again.open.log(viewer) for viewer in again.open.viewers] == log
            assert [again.open.sequence(viewer) for viewer in again.open.viewers] == sequences

    asyncio.run(run())


def test_a_repair_takes_back_what_was_done_and_is_read_by_all(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/bridge")
            await worker.play(table, 12)
            before = table.open.state
            await worker.play(table, 3, seed=5)
            sequence = table.open.sequence(0)
            await admin.repair(worker.games, table, ADMIN, 3, "a fault in the fire chart")
            for opened in (table, await worker.reopened(table)):
                assert opened.open.state.position == before.position
                assert opened.open.sequence(0) == sequence + 1
                for side in (0, 1, None):
                    repair, seal = words(opened, side)[-2:]
                    assert repair == "An administrator has taken back the last 3 actions: a fault in the fire chart"
                    assert seal == (
                        f"New dice are used from roll {opened.open.state.rolls + 1} on."
                        f" Their seal is {opened.row.commitment}"
                    )
            await worker.play(opened, 500)
            assert opened.row.status == "over"
            assert (await recording.checked(worker.games, opened)).right

    asyncio.run(run())


def test_two_who_want_a_rematch_at_once_get_the_same_game(database):
    """Four requests at once, through two workers, each with its own memory of the game."""

    async def run():
        async with inside(database) as one, inside(database) as two:
            table, invitations = await one.create("demo/duel", ("me", "invite"))
            await join(one.games, table, BEN, None, invitations[0].token)
            await turns.resign(one.games, table, ANNA, 0)
            other = await two.games.table(table.id)
            asked = [rematch(one.games, table, ANNA), rematch(one.games, table, BEN)]
            asked += [rematch(two.games, other, BEN), rematch(two.games, other, ANNA)]
            made = await asyncio.gather(*asked)
            assert len({each.id for each in made}) == 1
            assert made[0].row.status == "playing"
            assert [seat.name for seat in made[0].seats] == ["Ben", "Anna"]
            async with one.store.reading() as connection:
                assert await connection.scalar(select(func.count()).select_from(games_table)) == 2
            for worker in (one, two):
                again = await worker.reopened(table)
                assert again.row.rematch == made[0].id
                assert sum("wants a rematch" in each for each in words(again, None)) == 1

    asyncio.run(run())


def test_a_pause_stops_play_and_clocks(sqlite):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/duel", clock=ClockAsked(initial_seconds=60))
            worker.time += 1_000
            await admin.pause(worker.games, table, ADMIN, "maintenance")
            worker.time += 10_000_000
            with pytest.raises(Refused, match="the game is paused: maintenance"):
                await worker.act(table, 0, "pass")
            await worker.driver.flag(table)
            await admin.resume(worker.games, table, ADMIN)
            assert table.row.clock["left"] == [59_000, 59_000]
            assert table.row.deadline == worker.time + 59_000
            await worker.play(table, 2)

    asyncio.run(run())


def test_two_who_act_at_once_do_not_corrupt_the_game(database):
    """Two workers on one database, each with its own memory of the game."""

    async def run():
        async with inside(database) as one, inside(database) as two:
            table, _ = await one.create("demo/bridge")
            other = await two.games.table(table.id)
            applied = 0
            for step in range(60):
                state = table.open.state
                if table.row.status != "playing":
                    break
                actions = []
                for worker, seen in ((one, table), (two, other)):
                    decision = seen.open.game.decisions(seen.open.state)
                    if seen.row.status == "playing" and decision:
                        action = decision[0].pick(lambda n, step=step: step % n)
                        asked = Asked(
                            decision[0].side,
                            seen.open.sequence(decision[0].side),
                            f"{step}-{worker is one}",
                            action.verb,
                            action.target,
                        )
                        actions.append(worker.games.act(seen, 1, asked))
                results = await asyncio.gather(*actions, return_exceptions=True)
                assert all(result is None or isinstance(result, Stale | Refused) for result in results), results
                assert any(result is None for result in results)
                applied += sum(result is None for result in results)
                for worker, seen in ((one, table), (two, other)):
                    async with seen.lock:
                        await worker.games.catch_up(seen)
                assert table.open.state == other.open.state
                assert table.open.number == other.open.number == applied + 1
                assert table.open.state != state
            assert applied > 20
            again = await one.reopened(table)
            assert again.open.state == other.open.state

    asyncio.run(run())


def test_what_a_worker_learns_while_it_is_late_is_shown_when_it_is_told(postgres_database):
    """A worker whose own action came too late has caught up already when the notice of the other's arrives."""

    async def run():
        async with inside(postgres_database) as one, inside(postgres_database) as two:
            table, _ = await one.create("demo/bridge")
            other = await two.games.table(table.id)
            shown = []

            async def show(table):
                shown.append(table.open.number)

            two.games.changed.append(show)
            asked = Asked(0, other.open.sequence(0), "late", "place", 0)
            await one.play(table, 1)
            with pytest.raises(Stale):
                await two.games.act(other, 1, asked)
            assert shown == []
            await two.games.told(table.id, table.open.number)
            assert shown == [table.open.number]

    asyncio.run(run())


@pytest.mark.parametrize("on_disk", [False, True])
@pytest.mark.parametrize("here", [False, True])
def test_a_write_that_fails_on_the_way_leaves_the_game_as_it_is_on_disk(sqlite, monkeypatch, on_disk, here):
    """The disk is full, or the answer of the database is lost: nobody knows whether the action was written, by the
    thread that played it or by the one that writes all that waits.
    """
    from sandtable.server.games import service

    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create("demo/bridge")
            await worker.play(table, 5)
            before, number = table.open.state, table.open.number
            write, write_here = service.add_entries, service.add_entry_here

            async def fail(*given, **more):
                if on_disk:
                    await write(*given, **more)
                raise OSError("the line is dead")

            def fail_here(*given):
                if not here:
                    return False
                if on_disk:
                    assert write_here(*given)
                raise OSError("the line is dead")

            with monkeypatch.context() as broken:
                broken.setattr(service, "add_entries", fail)
                broken.setattr(service, "add_entry_here", fail_here)
                with pytest.raises(OSError, match="the line is dead"):
                    await worker.play(table, 1)
            again = await worker.games.table(table.id)
            assert again is table
            assert table.open.number == number + on_disk
            assert (table.open.state == before) is not on_disk
            await worker.play(table, 500)
            assert table.row.status == "over"
            assert (await recording.checked(worker.games, table)).right

    asyncio.run(run())


def test_a_preview_of_too_much_tells_what_is_known_and_goes_on_when_asked(monkeypatch):
    game = sandtable.load("demo/duel")
    dice = sandtable.Dice.seeded(1)
    state = game.start(dice)
    while not (decision := game.decisions(state)[0]).offer("fire"):
        state, _ = game.apply(state, decision.side, next(decision.actions()), dice)
    fire = next(decision.offer("fire").actions())
    view = game.view(state, decision.side)
    whole = looking.preview(view, fire)
    assert (whole.until, whole.open, whole.more) == ("up to the next decision", 0, 0)
    monkeypatch.setattr(type(game), "odds_limit", lambda game, state: 3)
    cut = looking.preview(view, fire)
    assert cut.forecast == whole.forecast, "the first roll is known whatever follows it"
    assert (cut.open > 0, cut.more) == (True, 4)
    chances = {each.words: Fraction(each.chance) for each in whole.odds}
    for each in cut.odds:
        assert Fraction(each.chance) <= chances[each.words] <= Fraction(each.chance) + Fraction(str(cut.open)) / 100
    assert looking.preview(view, fire, effort=cut.more) == whole
    monkeypatch.setattr(type(game), "odds_limit", lambda game, state: 0)
    given_up = looking.preview(view, fire, effort=looking.MOST_EFFORT)
    assert (given_up.odds, given_up.open, given_up.more) == ((), 100, 0)
