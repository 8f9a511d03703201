"""What a player asks before choosing: reasons, what a unit can do, and fire by several units together."""

import random

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.kernel.decision import Action
from sandtable.server.games.advising import about_unit, reasons, ways

BATTLES = ("tcs/crossroads-1944", "tactical_combat/first-firefight", "micro_armour/duel")
SET_UP = ("suggested", "rest")


def set_up(name, **options):
    """A game after the set-up that its scenario suggests."""
    game, dice = sandtable.load(name, options=options), Dice.seeded(3)
    state = game.start(dice)
    while offers := [each for each in game.decisions(state)[0].offers if each.verb in SET_UP]:
        state, _ = game.apply(state, game.decisions(state)[0].side, Action(offers[0].verb), dice)
    return game, state, dice


def unit(game, name):
    return next(piece.id for piece in game.scene().pieces if piece.name == name)


@pytest.fixture(scope="module")
def crossroads():
    """The Americans act, with some units in Fire Mode, and the Germans stand where they are seen."""
    game, state, dice = set_up("tcs/crossroads-1944", hidden_setup=False)
    for name in ("A LMG Section", "D HMG Section", "D 81 mm Section 1"):
        state, _ = game.apply(state, 0, Action("to_fire", unit(game, name)), dice)
    return game, game.view(state, 0)


def test_a_unit_in_move_mode_has_its_fire_greyed_with_the_rule(crossroads):
    game, view = crossroads
    told = about_unit(view, unit(game, "A Rifle Platoon 1"))
    fire = next(each for each in told.refused if each.verb == "suppress")
    assert (fire.menu, fire.rule) == ("Suppressive fire", "TCS 4.1e")
    assert "A Rifle Platoon 1 is in Move Mode" in fire.words
    assert told.can == ()


def test_what_a_unit_never_does_is_not_on_its_menu(crossroads):
    game, view = crossroads
    refused = {each.verb for each in about_unit(view, unit(game, "A Rifle Platoon 1")).refused}
    assert refused.isdisjoint({"overrun", "smoke", "illuminate", "impulse", "load", "unload", "breach"})


def test_a_unit_in_fire_mode_is_told_whom_it_could_fire_at(crossroads):
    game, view = crossroads
    gun = unit(game, "A LMG Section")
    (can,) = about_unit(view, gun).can
    assert can.verb == "suppress"
    assert set(can.targets) <= set(view.asked.offer("suppress").targets)
    assert can.targets


def test_fire_from_a_unit_has_the_odds_of_the_same_actions_one_by_one(crossroads):
    game, view = crossroads
    gun, other = unit(game, "A LMG Section"), unit(game, "D 81 mm Section 1")
    place = about_unit(view, gun).can[0].targets[0]
    alone = ways(view, (gun,), None, place)[0]
    assert alone.units == (gun,)
    assert [(each.verb, each.target) for each in alone.actions] == [("suppress", place), ("add", gun), ("fire", None)]
    assert alone.preview.forecast.by == (gun,)
    both = ways(view, (gun, other), None, place)[0]
    assert both.units == (gun, other)
    assert other in alone.able
    assert other not in both.able
    step = view.after(Action("suppress", place), Action("add", gun), Action("add", other))
    assert both.preview.forecast.words == step.forecast(Action("fire")).words
    assert both.preview.forecast.words != alone.preview.forecast.words


def test_a_unit_that_cannot_take_part_says_why_though_others_could(crossroads):
    game, view = crossroads
    place = about_unit(view, unit(game, "A LMG Section")).can[0].targets[0]
    platoon = unit(game, "A Rifle Platoon 1")
    assert ways(view, (platoon,), None, place) == ()
    (why, *_) = reasons(view, None, place, platoon)
    assert "A Rifle Platoon 1 is in Move Mode" in why.words
    assert why.rule == "TCS 4.1e"


def test_ground_out_of_reach_and_an_enemy_out_of_range_have_one_sentence_and_a_rule():
    game, state, dice = set_up("tactical_combat/first-firefight")
    squad = unit(game, "1st Platoon squad 3")
    state, _ = game.apply(state, 0, Action("stand", squad), dice)
    view = game.view(state, 0)
    (far, *_) = reasons(view, None, 5000, squad)
    assert far.words.startswith("it is out of reach: 1st Platoon squad 3 moves")
    enemy = unit(game, "German squad 1")
    (why, *_) = reasons(view, enemy, None, squad)
    assert why.words == "German squad 1 cannot be fired at: it is beyond 16 inches (TC F3)"


def test_a_tank_fires_from_itself_with_cannon_and_with_missile():
    game, state, dice = set_up("micro_armour/duel")
    tankers = [bot("best", game, 7), bot("best", game, 8)]
    while (decision := game.decisions(state)[0]).name != "choose_attack":
        action = tankers[decision.side].choose(game.view(state, decision.side))
        state, _ = game.apply(state, decision.side, action, dice)
    view = game.view(state, decision.side)
    enemy = next(iter(view.asked.offer("attack").targets))
    able = [each for each in range(20) if any(enemy in can.targets for can in about_unit(view, each).can)]
    assert able
    for firer in able:
        found = ways(view, (firer,), enemy, None)
        assert found
        assert all(way.units == (firer,) and way.actions[-1].verb == "fire" for way in found)
    others = [each for each in range(20) if each not in able and game.system.owner(game, "unit", each) == view.side]
    assert all(ways(view, (each,), enemy, None) == () for each in others)


@pytest.mark.parametrize("name", BATTLES)
def test_in_play_nothing_that_is_refused_is_legal_and_all_that_is_promised_is(name):
    game, state, dice = set_up(name)
    draw = random.Random(11)
    promised = 0
    for _ in range(120):
        if game.over(state):
            break
        decision = game.decisions(state)[0]
        view = game.view(state, decision.side)
        own = [p.id for p in game.scene().pieces if p.side == decision.side]
        for each in draw.sample(own, 3):
            told = about_unit(view, each)
            for no in told.refused:
                offer = view.asked.offer(no.verb)
                assert offer is None or offer.kind != "unit" or not offer.takes(each), (no, each)
            for can in told.can:
                promised += 1
                target = draw.choice(can.targets)
                kinds = {"unit": (target, None)}.get(can.kind, (None, target))
                assert ways(view, (each,), *kinds), (decision.name, can.verb, each, target)
        for no in reasons(view, draw.choice(game.scene().pieces).id, None, None):
            assert no.words
        state, _ = game.apply(state, decision.side, view.pick(draw.randrange), dice)
    assert promised or not name.startswith("tcs")
