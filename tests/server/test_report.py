"""The report after a game: nothing of it while the game is on, and figures that others come to as well."""

import asyncio
from fractions import Fraction
from itertools import product

import pytest

from sandtable.server.games.errors import Refused
from sandtable.server.games.recording import moment
from sandtable.server.games.report import luckier_than, report
from sandtable.server.games.turns import resign
from tests.server.inside import ANNA, inside

HARM = {"shaken": 1, "hit": 2}
"""What a shot of the demonstration does, as its rulebook counts: anything else does nothing."""


def finished(sqlite, check, scenario="demo/bridge", steps=200, seed=8):
    async def run():
        async with inside(sqlite) as worker:
            table, _ = await worker.create(scenario)
            with pytest.raises(Refused, match="when the game is over"):
                await report(worker.games, table, 0)
            await worker.play(table, steps, seed=seed)
            if table.row.status != "over":
                await resign(worker.games, table, ANNA, 0)
            return await check(worker, table, await report(worker.games, table, 0))

    asyncio.run(run())


def rolls(lines):
    return [line.roll for line in lines if line.roll is not None]


def test_luck_is_the_effect_of_the_shots_against_their_exact_expectation(sqlite):
    async def check(worker, table, found):
        _, lines = table.open.log(0)
        shots = [roll for roll in rolls(lines) if roll.by and any(row.words in HARM for row in roll.rows)]
        assert shots, "the game has no shot: another seed, please"
        for luck in found.luck:
            own = [
                roll for roll in shots if table.open.game.system.owner(table.open.game, "unit", roll.by[0]) == luck.side
            ]
            expected = Fraction(0)
            for roll in own:
                faces = [range(1, 7)] * len(roll.dice)
                shift = roll.total - roll.number
                for fell in product(*faces):
                    total = sum(fell) + shift
                    words = next(
                        r.words
                        for r in roll.rows
                        if (r.low is None or total >= r.low) and (r.high is None or total <= r.high)
                    )
                    expected += Fraction(HARM.get(words, 0), 6 ** len(roll.dice))
            assert (luck.shots, luck.effect) == (len(own), sum(HARM.get(roll.outcome, 0) for roll in own))
            assert Fraction(luck.expected) == expected

    finished(sqlite, check)


def test_each_roll_that_mattered_is_linked_to_its_moment(sqlite):
    async def check(worker, table, found):
        assert found.turnings
        for each in found.turnings:
            number = table.open.number_of(0, each.sequence)
            before = await moment(worker.games, table, 0, table.open.number_of(0, each.sequence - 1))
            now = await moment(worker.games, table, 0, number)
            new = now.log[len(before.log) :]
            assert each.dice in [roll.dice for roll in rolls(new)]
            assert each.words in [roll.words for roll in rolls(new)]

    finished(sqlite, check)


def test_losses_by_turn_add_up_to_what_is_missing(sqlite):
    async def check(worker, table, found):
        game, state = table.open.game, table.open.state
        for side in range(2):
            owners = {piece.id: piece.side for piece in game.scene().pieces}
            own = [each for each in game.picture(state, side).pieces if owners[each.id] == side]
            left = sum(each.strength for each in own if not each.gone)
            assert found.turns[-1].left[side] == left
            assert sum(turn.lost[side] for turn in found.turns) >= sum(each.full for each in own) - left

    finished(sqlite, check)


def test_luck_is_in_the_middle_when_all_goes_as_expected():
    coin = {0: Fraction(1, 2), 2: Fraction(1, 2)}
    assert luckier_than(10, [coin] * 10) == pytest.approx(0.5)
    assert luckier_than(20, [coin] * 10) == pytest.approx(1 - 2**-11)
    assert luckier_than(0, []) == 0.5
