"""The scene and the pictures that clients draw."""

import msgspec
import pytest

import sandtable
from sandtable import Dice
from sandtable.kernel.decision import Action


def place_first(game, state, side, dice):
    decision = game.decision(state, side)
    offer = next(offer for offer in decision.offers if offer.verb == "place")
    target = next(iter(offer.targets))
    return game.apply(state, side, Action("place", target), dice)[0], target


@pytest.mark.parametrize("name", ["demo/bridge", "tactical_combat/first-firefight"])
def test_in_set_up_a_side_sees_its_own_placing_and_nobody_else_does(name):
    game = sandtable.load(name)
    dice = Dice.seeded(1)
    state, target = place_first(game, game.start(dice), 1, dice)
    mine = [piece.at for piece in game.picture(state, 1).pieces if piece.at is not None]
    assert mine == [target]
    for other in (0, None):
        assert all(piece.at is None for piece in game.picture(state, other).pieces)


def test_a_hidden_squad_has_no_place_in_the_enemys_picture():
    game = sandtable.load("demo/bridge")
    dice = Dice.seeded(1)
    state = game.start(dice)
    woods = game.world.woods
    while state.secret:
        side = game.decisions(state)[0].side
        targets = game.decision(state, side).offers[0].targets
        hidden_first = sorted(targets, key=lambda hex: not woods >> hex & 1)
        state, _ = game.apply(state, side, Action("place", hidden_first[0]), dice)
    hidden = [n for n, squad in enumerate(state.board.squads) if squad.hidden]
    assert hidden
    for n in hidden:
        owner = game.world.owners[n]
        assert game.picture(state, owner).pieces[n].at == state.board.squads[n].hex
        assert game.picture(state, 1 - owner).pieces[n].at is None
        assert game.picture(state, None).pieces[n].at is None


def test_a_table_scene_names_ground_and_stands():
    scene = sandtable.load("tactical_combat/first-firefight").scene()
    assert (scene.width, scene.height, scene.step, scene.columns) == (4800, 3600, 50, 97)
    woods = next(feature for feature in scene.features if feature.kind == "woods")
    assert woods.words.startswith("Woods; cover +1; infantry pay x2; vehicles pay x4; blocks sight")
    rifle = next(piece for piece in scene.pieces if piece.kind == "Rifles")
    assert rifle.symbol == "UCI---"
    assert dict(rifle.facts)["Move"] == '8"'
    assert dict(rifle.facts)["Range"] == '8", long 16"'
    assert b'"type":"table"' in msgspec.json.encode(scene)
