"""The strip of phases: over, on, to come, read from what waits on the stack."""

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.kernel.decision import Action

SET_UP = ("suggested", "rest")


def strips(name, many):
    """The strip at each decision of a game, with the decision's name."""
    game, dice = sandtable.load(name), Dice.seeded(3)
    state, player = game.start(dice), bot("random", game, 1)
    found = []
    for _ in range(many):
        if game.over(state):
            break
        decision = game.decisions(state)[0]
        found.append((decision.name, game.view(state, decision.side).picture().phases))
        quick = [offer.verb for offer in decision.offers if offer.verb in SET_UP]
        view = game.view(state, decision.side)
        state, _ = game.apply(state, decision.side, Action(quick[0]) if quick else player.choose(view), dice)
    return found


@pytest.mark.parametrize(
    ("name", "asked", "phase"),
    [
        ("tactical_combat/first-firefight", "action_phase", "Action"),
        ("tactical_combat/first-firefight", "stand_action", "Action"),
        ("micro_armour/duel", "move_group", "Movement"),
        ("micro_armour/duel", "move_first", "Movement"),
        ("tcs/crossroads-1944", "act", "Action"),
    ],
)
def test_a_decision_belongs_to_its_phase(name, asked, phase):
    seen = [strip for decision, strip in strips(name, 300) if decision == asked]
    assert seen
    for strip in seen:
        assert [each.words for each in strip if each.state == "now"] == [phase]
        order = [each.state for each in strip]
        assert order == sorted(order, key=["done", "now", "next"].index)


def test_there_are_no_phases_while_the_sides_set_up():
    _, strip = strips("tactical_combat/first-firefight", 1)[0]
    assert strip == ()


def test_phases_of_the_same_kind_are_told_apart():
    strip = next(strip for name, strip in strips("micro_armour/duel", 200) if name == "move_first")
    assert [(each.words, each.state) for each in strip] == [
        ("Initiative", "done"),
        ("Fire 1", "done"),
        ("Fire 2", "done"),
        ("Orders", "done"),
        ("Movement", "now"),
        ("Removal", "next"),
    ]
