"""The objectives panel goes by the victory rules: what would decide the battle now is what does at its end."""

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot

BATTLES = ("tactical_combat/first-firefight", "micro_armour/duel", "tcs/crossroads-1944")


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_at_the_end_the_aim_that_is_met_names_the_winner(name, seed):
    game, dice = sandtable.load(name), Dice.seeded(seed)
    players = [bot("random", game, seed), bot("random", game, seed + 9)]
    state = game.start(dice)
    while not game.over(state):
        decision = game.decisions(state)[0]
        before = state
        state, _ = game.apply(
            state, decision.side, players[decision.side].choose(game.view(state, decision.side)), dice
        )
    aims = game.picture(state, None).aims
    assert aims
    assert all((aim.words and aim.need >= 0) or aim.result for aim in aims)
    decisive = [aim for aim in aims if aim.met and aim.result]
    winner = game.result(state).winner
    last = game.picture(before, None)
    all_came = all(piece.gone or piece.at is not None for piece in last.pieces)  # others count as lost at the end only
    if winner is not None and last.turn == last.turns and all_came:
        assert winner in [aim.winner for aim in decisive], (game.result(state).words, decisive)


def test_first_firefight_says_what_each_side_needs_and_has():
    game = sandtable.load("tactical_combat/first-firefight")
    state = game.start(Dice.seeded(1))
    picture = game.picture(state, 0)
    while not picture.aims:
        decision = game.decisions(state)[0]
        offer = decision.offer("rest")
        state, _ = game.apply(state, decision.side, next(offer.actions()), Dice.seeded(1))
        picture = game.picture(state, 0)
    own = [aim for aim in picture.aims if aim.side == 0]
    assert next((aim.words, aim.have, aim.need, aim.met) for aim in own) == ("Hold the farm", 0, 1, False)
    assert {aim.result for aim in picture.aims if aim.met} >= {"German wins"}


def test_crossroads_lists_its_table_and_marks_the_line_that_holds_now():
    game = sandtable.load("tcs/crossroads-1944")
    aims = game.picture(game.start(Dice.seeded(1)), 0).aims
    assert [aim.met for aim in aims if aim.result].count(True) == 1
    assert all(aim.side == 0 for aim in aims)
    assert [aim.need for aim in aims if aim.result] == sorted((aim.need for aim in aims if aim.result), reverse=True)
