"""A group goes to one destination by actions that a player could take one by one."""

from itertools import pairwise

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.kernel.decision import Action
from sandtable.server.games.distances import apart, at
from sandtable.server.games.errors import Refused
from sandtable.server.games.marching import march

SEED = 3
SET_UP = ("suggested", "rest")


def first_move(name):
    """A battle at the first decision of its first side in which a unit could move, and its dice."""
    open_table = {"hidden_setup": False} if name.startswith("tcs/") else {}
    game, dice = sandtable.load(name, options=open_table), Dice.seeded(SEED)
    state, players = game.start(dice), [bot("best", game, 1) for _ in range(2)]
    for _ in range(200):
        decision = game.decisions(state)[0]
        view = game.view(state, decision.side)
        own = [piece.id for piece in game.scene().pieces if piece.side == 0]
        if decision.side == 0 and not decision.sets_up and any(march(view, [unit], middle(game)) for unit in own):
            return game, state, dice
        quick = [offer.verb for offer in decision.offers if offer.verb in SET_UP]
        action = Action(quick[0]) if quick else players[decision.side].choose(view)
        state, _ = game.apply(state, decision.side, action, dice)
    raise AssertionError("nobody could move")


def middle(game):
    scene = game.scene()
    if hasattr(scene, "cells"):
        return next(c.id for c in scene.cells if (c.column, c.row) == (scene.columns // 2, scene.rows // 2))
    return scene.rows // 2 * scene.columns + scene.columns // 2


def formation(game, state, name):
    now = {each.id: each for each in game.picture(state, 0).pieces}
    return [
        each.id for each in game.scene().pieces if each.side == 0 and (now[each.id].group or each.formation) == name
    ]


def places(game, state):
    return {each.id: each.at for each in game.picture(state, 0).pieces}


@pytest.mark.parametrize(
    ("name", "group", "many"),
    [
        ("tactical_combat/first-firefight", "1st Platoon", 4),
        ("tcs/crossroads-1944", "A Company", 5),
        ("micro_armour/duel", "A Company", 3),
    ],
)
def test_every_unit_of_a_group_ends_where_the_preview_said(name, group, many):
    game, state, dice = first_move(name)
    units = formation(game, state, group)
    moves = march(game.view(state, 0), units, middle(game))
    assert sorted(each.unit for each in moves) == sorted(units)
    assert len(moves) == many
    assert all(each.route.cost for each in moves)
    question = game.decisions(state)[0].name
    for each in moves:
        for action in each.actions:
            state, _ = game.apply(state, 0, Action(action.verb, action.target), dice)
        while (decision := game.decisions(state)[0]).side != 0:  # the enemy holds its fire
            reaction = game.view(state, decision.side).reaction
            if reaction is None:
                break  # the last of them has gone, and it is the enemy's turn
            state, _ = game.apply(state, decision.side, Action(reaction.hold), dice)
        assert places(game, state)[each.unit] == each.place
        now = game.decisions(state)[0]
        if now.name != question and any(offer.kind == "heading" for offer in now.offers):
            (stay,) = [offer.verb for offer in now.offers if offer.targets is None]
            state, _ = game.apply(state, 0, Action(stay), dice)  # the enemy was asked first: it faces as it is
        assert game.decisions(state)[0].name == question or each is moves[-1]


def test_on_a_table_a_group_keeps_its_order():
    game, state, _ = first_move("tactical_combat/first-firefight")
    view = game.view(state, 0)
    before, units = places(game, state), formation(game, state, "1st Platoon")
    squads = [unit for unit in units if at(view, before[unit])[1] == at(view, before[units[-1]])[1]]
    ends = {each.unit: each.place for each in march(view, units, middle(game))}
    assert len(squads) == 3
    from_west = sorted(squads, key=lambda unit: at(view, before[unit]))
    assert [apart(view, before[one], before[two]) for one, two in pairwise(from_west)] == [
        apart(view, ends[one], ends[two]) for one, two in pairwise(from_west)
    ]


def test_leaders_go_last_so_that_nobody_is_left_without_command():
    game, state, _ = first_move("tactical_combat/first-firefight")
    moves = march(game.view(state, 0), formation(game, state, "1st Platoon"), middle(game))
    leaders = {each.id for each in game.scene().pieces if each.leader}
    assert [each.unit in leaders for each in moves] == [False, False, False, True]


def test_stands_that_are_still_to_come_on_arrive_side_by_side():
    game, state, _ = first_move("micro_armour/duel")
    view, units = game.view(state, 0), formation(game, state, "A Company")
    assert all(places(game, state)[unit] is None for unit in units)
    ends = [each.place for each in march(view, units, middle(game))]
    assert all(apart(view, one, other) >= 100 for one in ends for other in ends if one != other)


def test_a_place_beyond_the_map_is_refused():
    game, state, _ = first_move("tactical_combat/first-firefight")
    with pytest.raises(Refused, match="there is no such place"):
        march(game.view(state, 0), [0], 10**9)
