"""Each armor rule alone, and all of them, keep the contract on a small battle; switched off they change nothing."""

import random

import pytest

import sandtable
from sandtable.contract import CHECKS, check
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.systems.tcs import SYSTEM as TCS
from sandtable.systems.tcs import Tcs
from sandtable.systems.tcs.armor import CHAPTERS
from sandtable.systems.tcs.armor.options import ArmorOptions
from tests.systems.tcs.armor.small import OPTIONS, SETS, TOGETHER, game

SLOW = ("keeps secrets", "secret order has no effect", "odds agree with dice")
"""Checks that are made on the whole sets only."""
PAPER = {"command": "orders"}


class WithoutArmor(Tcs):
    """The series game as if the armor rules had never been written; only their options are known."""

    chapters = (*(each for each in Tcs.chapters if each not in CHAPTERS), Chapter(name="armor", options=ArmorOptions))


def games(played, seeds, most=250):
    for seed in seeds:
        rng, dice = random.Random(seed), Dice.seeded(seed)
        state = played.start(dice)
        for _ in range(most):
            if played.over(state):
                break
            decision = played.decisions(state)[0]
            yield played.encode(state), decision
            action = decision.pick(rng.randrange)
            if action.verb == "end":
                action = decision.pick(rng.randrange)
            state, _ = played.apply(state, decision.side, action, dice)


def test_switched_off_every_game_is_the_same_byte_for_byte():
    scenario = sandtable.load("tcs/crossroads-1944").scenario
    plain, attached = (Game(system, scenario, {"turns": 3}, name="x") for system in (WithoutArmor(), TCS))
    for one, other in zip(games(plain, range(3)), games(attached, range(3)), strict=True):
        assert one[0] == other[0]
        assert one[1].prompt == other[1].prompt
        assert [(o.verb, list(o.targets or ())) for o in one[1].offers] == [
            (o.verb, list(o.targets or ())) for o in other[1].offers
        ]


def test_every_rule_is_an_option_that_is_off_and_the_preset_turns_on_the_whole_set():
    plain = game()
    assert all(plain.options[option] is False for option in OPTIONS)
    assert plain.options["armor_rules"] == "off"
    names = {each.name for each in CHAPTERS}
    assert {each.name for each in game(armor_rules="platoons").rules.chapters} >= names
    missing = names - {each.name for each in game(armor_rules="vehicles").rules.chapters}
    assert missing == {"armor platoon counters"}
    for option in OPTIONS:
        in_force = {each.name for each in game(**{option: True}).rules.chapters} & names
        assert len(in_force) == 2, "the rule, and the chapter of the options"


@pytest.mark.parametrize("options", SETS, ids=lambda each: "-".join(map(str, next(iter(each.items())))))
@pytest.mark.parametrize("promise", [name for name in CHECKS if name not in SLOW])
def test_each_rule_alone_and_all_of_them_keep_the_contract(options, promise):
    assert check(game(**options, **PAPER), promise, 1)


@pytest.mark.parametrize("options", TOGETHER, ids=("modern", "modern platoons", "special"))
@pytest.mark.parametrize("promise", CHECKS)
def test_all_of_them_with_the_modern_expansion_or_special_rules_keep_the_contract(options, promise):
    assert check(game(**options, **({} if promise == "secret order has no effect" else PAPER)), promise, 1)


@pytest.mark.parametrize("options", SETS[-2:], ids=("vehicles", "platoons"))
@pytest.mark.parametrize("promise", SLOW)
def test_the_whole_set_keeps_secrets_and_gives_true_odds(options, promise):
    orders = {} if promise == "secret order has no effect" else PAPER
    assert check(game(**options, **orders), promise, 2)


def test_fragmentary_orders_keep_secrets():
    assert check(game(frag_orders=True, turns=1), "keeps secrets", 3)
