"""The bot that looks one throw ahead: what a decision costs it, and what it does with what is too much."""

import random

import pytest

import sandtable
from sandtable import Action, Dice
from sandtable.bots import GreedyBot
from sandtable.bots.greedy import DECISION_WORK
from sandtable.kernel import solving
from tests.systems.demo.battle import Battle


@pytest.fixture
def counts(monkeypatch):
    """Every count of work that is made."""
    made = []

    class Noted(solving.Work):
        def __init__(self, limit):
            super().__init__(limit)
            made.append(self)

    monkeypatch.setattr(solving, "Work", Noted)
    return made


def decisions(name, every, most):
    """Some decisions of a random game, each as its side knows it."""
    game = sandtable.load(name)
    draw, dice = random.Random(9000), Dice.seeded(9000)
    state = game.start(dice)
    for number in range(every * most):
        if game.over(state):
            return
        decision = game.decisions(state)[0]
        if number % every == 0:
            yield game, game.view(state, decision.side)
        state, _ = game.apply(state, decision.side, decision.pick(draw.randrange), dice)


@pytest.mark.parametrize(
    "name", ["demo/bridge", "micro_armour/duel", "tactical_combat/first-firefight", "tcs/crossroads-1944"]
)
@pytest.mark.parametrize("work", [400, DECISION_WORK])
def test_no_decision_costs_more_than_its_share_of_work(counts, name, work):
    for game, view in decisions(name, 12, 12):
        counts.clear()
        bot = GreedyBot(game, 1, work)
        action = bot.choose(view)
        assert view.decision.allows(action)
        assert sum(min(count.done, count.limit) for count in counts) <= work
        assert GreedyBot(game, 1, work).choose(view) == action


def assault():
    """Blue A is beside Red A, who has nowhere to go: the odds of its blows go round."""
    b = Battle("0101 open Blue A\n 0102 open Red A").do("squad", "Blue A")
    return b, b.game.view(b.state, 0)


def test_what_is_too_much_for_the_odds_is_tried_out_with_dice():
    b, view = assault()
    plenty, nothing = GreedyBot(b.game, 1), GreedyBot(b.game, 1, work=0)
    assert plenty.choose(view).verb == nothing.choose(view).verb
    assert (plenty.spent > 0, nothing.spent) == (True, 0)


def test_what_cheap_actions_leave_goes_to_the_dear_ones():
    b, view = assault()
    fire, fight = (b.game.odds(view.state, 0, Action(verb, b.target("Red A"))).work for verb in ("fire", "assault"))
    work = 4 * fire
    assert fight > work // 2 - fire, "the first share of the assault is too small for it"
    bot = GreedyBot(b.game, 1, work)
    tried = []
    bot._tried = lambda state, side, action: tried.append(action) or 0
    bot.choose(view)
    assert tried == []
    assert bot.spent > fire + fight
