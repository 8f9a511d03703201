"""The sight tool of a client: the same lines as the rules."""

import pytest

import sandtable
from sandtable import Dice

WEST_OF_WOOD, EAST_OF_WOOD = "3.0,19.0", "15.0,19.0"


@pytest.fixture
def battle():
    game = sandtable.load("tactical_combat/first-firefight")
    return game, game.start(Dice.seeded(1))


@pytest.mark.rule("TC F6")
def test_a_wood_is_named_when_it_blocks_the_line(battle):
    game, state = battle
    table = game.world.table
    here, there = table.read(WEST_OF_WOOD), table.read(EAST_OF_WOOD)
    assert game.line(state, 0, here, there) == "West wood"
    assert game.line(state, None, there, here) == "West wood"


@pytest.mark.rule("TC F6")
def test_what_is_in_sight_is_what_no_line_is_blocked_to(battle):
    game, state = battle
    table = game.world.table
    here = table.read(WEST_OF_WOOD)
    seen = set(game.sight(state, 0, here))
    assert here in seen
    for point in range(0, table.columns * table.rows, 97):
        assert (point in seen) == (game.line(state, 0, here, point) == "")
