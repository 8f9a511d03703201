"""Calculators answer for a default game: their defaults are those of its options, and they play with no others."""

import gc
from functools import _lru_cache_wrapper
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from sandtable.kernel import question
from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.systems import playable, system

CALCULATORS = [(name, each) for name in playable() for each in system(name).calculators]
NAMED = [f"{name}: {each.name}" for name, each in CALCULATORS]
OTHER_NAMES = {
    ("tactical_combat", "check"): "morale_recovery_check",
    ("tactical_combat", "die"): "recovery_die",
    ("tcs", "rounds"): "assault_rounds",
}
"""Values of calculators that are options under another name."""
NO_OPTIONS = ("smoke", "command", "turns")
"""Values that are none: where smoke lies, the command value of a headquarters, and how many turns are asked about."""


def options_of(name, calculator):
    """The values of a calculator that are options of the game, each with its option."""
    known = {option.name: option for option in system(name).options}
    for field in msgspec.structs.fields(calculator.parameters):
        option = known.get(OTHER_NAMES.get((name, field.name), field.name))
        if option is not None and field.name not in NO_OPTIONS:
            yield field, option


@pytest.mark.parametrize(("name", "calculator"), CALCULATORS, ids=NAMED)
def test_a_value_that_is_an_option_has_its_default_and_its_choices(name, calculator):
    for field, option in options_of(name, calculator):
        assert field.default == option.default, field.name
        if option.choices:
            assert get_origin(field.type) is Literal, field.name
            assert sorted(get_args(field.type)) == sorted(option.choices)
        else:
            assert option.check(field.default) == field.default


def test_values_that_are_options_are_found():
    found = {(name, field.name) for name, each in CALCULATORS for field, _ in options_of(name, each)}
    assert found >= {*OTHER_NAMES, ("tactical_combat", "hmg_two_dice"), ("micro_armour", "below_minus_3")}


@pytest.fixture
def games(monkeypatch):
    """Every game that is made; what calculators keep is forgotten first."""
    made = []
    begin = Game.__init__

    def noted(self, *args, **kwargs):
        begin(self, *args, **kwargs)
        made.append(self)

    for kept in gc.get_objects():
        if isinstance(kept, _lru_cache_wrapper) and str(kept.__module__).startswith("sandtable.systems"):
            kept.cache_clear()
    monkeypatch.setattr(Game, "__init__", noted)
    return made


@pytest.mark.parametrize(("name", "calculator"), CALCULATORS, ids=NAMED)
def test_a_calculator_plays_with_the_options_of_a_default_game(games, name, calculator):
    question = calculator.parameters()
    calculator.answer(question)
    if calculator.chain is not None:
        calculator.chain(question)
    defaults = {option.name: option.default for option in system(name).options}
    for game in games:
        assert {option: value for option, value in game.options.items() if value != defaults[option]} == {}


@pytest.mark.parametrize(
    ("name", "asked"), [("micro_armour", "shot"), ("tactical_combat", "opportunity"), ("tcs", "area")]
)
def test_games_of_calculators_are_seen(games, name, asked):
    calculator = next(each for each in system(name).calculators if each.name == asked)
    calculator.answer(calculator.parameters())
    assert games


@pytest.mark.parametrize(
    ("name", "asked"), [("micro_armour", "attack"), ("tcs", "area"), ("tactical_combat", "close_combat")]
)
def test_a_question_that_is_too_much_says_what_to_ask_instead(monkeypatch, name, asked):
    monkeypatch.setattr(question, "ANSWER_WORK", 3)
    calculator = next(each for each in system(name).calculators if each.name == asked)
    with pytest.raises(OddsTooLarge, match=r"; ask a smaller question, with fewer units or turns$"):
        calculator.answer(calculator.parameters())
