"""Where the stands lie is kept beside the board, and is always what the board says."""

import random

import pytest

import sandtable
from sandtable import Dice
from sandtable.systems.tactical_combat.lay import lay_of
from sandtable.systems.tactical_combat.victory import holder_of
from tests.systems.tactical_combat.battle import Battle


def check(game, board, fresh):
    """What is kept beside a board, also what was kept from the boards before it, is what a fresh look finds."""
    kept, again = game.system.look(game, board), game.system.look(game, fresh)
    assert kept.lay is not again.lay
    assert kept.lay.bases == again.lay.bases
    for side in (0, 1):
        assert kept.on_table(side) == again.on_table(side)
        assert kept.lay.bases_of(side) == again.lay.bases_of(side)
        assert kept.bases(side) == again.bases(side)
        for stand in kept.on_table(side):
            assert kept.companions(stand) == again.companions(stand)
            assert kept.blockers(side, firer=stand) == again.blockers(side, firer=stand)
    for objective in range(len(game.world.objectives)):
        assert holder_of(kept, objective) == holder_of(again, objective)


@pytest.mark.parametrize("seed", range(5))
def test_through_a_game_it_is_as_worked_out_afresh(seed):
    game = sandtable.load("tactical_combat/first-firefight")
    draw, dice = random.Random(seed), Dice.seeded(seed)
    state = game.start(dice)
    while state.result is None:
        decision = game.decisions(state)[0]
        state, _ = game.apply(state, decision.side, decision.pick(draw.randrange), dice)
        check(game, state.board, game.decode(game.encode(state)).board)


def test_riders_carriers_and_the_lost_are_followed():
    b = Battle("""
        US rifle A 5,2
        US w44_truck T 6,2
        German rifle G 5,9
        German leader L 7,9
    """)
    field = b.game.system.field(b.game, b.state.board)
    a, t, g = (b.names.index(name) for name in ("A", "T", "G"))
    first = field.lay
    field.change(a, carrier=t, at=field.stands[t].at)
    field.change(t, heading=7)
    field.lose(g, "destroyed", "TC F18")
    board = field.freeze()
    check(b.game, board, b.game.decode(b.game.encode(b.state.__class__(board, b.state.stack))).board)
    field.change(a, carrier=-1)
    assert field.on_table(0) == (a, t)
    assert first.parts[1].standing == (2, 3)


def test_boards_on_which_nobody_has_moved_share_it():
    b = Battle("US rifle A 5,2\nGerman rifle G 5,9")
    field = b.game.system.field(b.game, b.state.board)
    field.change(0, finished=True, morale=1)
    assert lay_of(b.game.world, field.freeze()) is lay_of(b.game.world, b.state.board)
    field.change(0, heading=3)
    assert lay_of(b.game.world, field.freeze()) is not lay_of(b.game.world, b.state.board)
