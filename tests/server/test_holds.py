"""Fire is held without being asked: for a move, for a turn, or where the chance is small."""

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.kernel.decision import Action
from sandtable.server.games.orders import Hush, Order, Orders, follow
from tests.server.clients import actions

BATTLES = ("tactical_combat/first-firefight", "micro_armour/duel", "tcs/crossroads-1944")


@pytest.fixture(scope="module", params=BATTLES)
def asked(request):
    """The view of a side that is asked whether to fire, and could."""
    game, dice = sandtable.load(request.param), Dice.seeded(3)
    state, players = game.start(dice), [bot("best", game, 1), bot("best", game, 2)]
    for _ in range(3000):
        decision = game.decisions(state)[0]
        view = game.view(state, decision.side)
        if view.reaction is not None and not view.reaction.begun and any(shot.effect for shot in view.shots()):
            return view
        quick = [each.verb for each in decision.offers if each.verb in ("suggested", "rest")]
        action = Action(quick[0]) if quick else players[decision.side].choose(view)
        state, _ = game.apply(state, decision.side, action, dice)
    raise AssertionError("nobody was asked")


def held(view, **orders):
    """Whether fire is held for a player who is there."""
    answer = follow(view, Orders(**orders), here=True)
    return answer is not None and answer[0] == Action(view.reaction.hold)


def test_a_player_who_is_there_is_asked_unless_he_wants_otherwise(asked):
    assert follow(asked, Orders(orders=(Order("hold"),)), here=True) is None
    assert held(asked, orders=(Order("hold"),), always=True)


def test_fire_is_held_for_the_turn_and_not_beyond(asked):
    turn = asked.picture().turn
    assert held(asked, hush=Hush(turn))
    assert not held(asked, hush=Hush(turn + 1))


def test_fire_is_held_for_a_move_at_the_piece_that_makes_it_only(asked):
    turn, reaction = asked.picture().turn, asked.reaction
    assert held(asked, hush=Hush(turn, reaction.against, reaction.occasion))
    assert not held(asked, hush=Hush(turn, reaction.against + 1, reaction.occasion))
    assert not held(asked, hush=Hush(turn, reaction.against, "something else"))


def test_the_player_is_asked_only_from_a_chance_on(asked):
    best = max(shot.effect for shot in asked.shots()) * 100
    assert held(asked, ask_above=int(best) + 1)
    assert not held(asked, ask_above=int(best))


def test_a_question_about_a_moment_that_has_passed_has_an_empty_answer(anna):
    game = anna.create("demo/bridge", seats=("me", "me"))["id"]
    view = anna.view(game)
    verb, target = next(iter(actions(view["decision"])))
    about = {"side": view["side"], "verb": verb, "target": target}
    assert anna.post(f"/api/games/{game}/preview", {**about, "sequence": view["sequence"]}) is not None
    assert anna.post(f"/api/games/{game}/preview", {**about, "sequence": view["sequence"] + 1}) is None
    gone = {"side": view["side"], "sequence": view["sequence"] + 1}
    assert anna.post(f"/api/games/{game}/why", {**gone, "place": 1}) == []
    assert anna.post(f"/api/games/{game}/ways", {**gone, "units": [0], "place": 1}) == []
    assert anna.post(f"/api/games/{game}/march", {**gone, "units": [0], "to": 1}) == []
    assert anna.post(f"/api/games/{game}/unit", {**gone, "unit": 0}) == {"refused": [], "can": []}


def test_nothing_can_be_taken_back_when_the_game_is_over(anna):
    game = anna.create("demo/bridge", seats=("me", "me"))["id"]
    view = anna.view(game)
    anna.act(game, view, next(iter(actions(view["decision"]))))
    assert anna.view(game)["undo"]["possible"]
    anna.post(f"/api/games/{game}/resign", {"side": 0})
    over = anna.view(game)
    assert over["status"] == "over"
    assert not over["undo"]["possible"]
