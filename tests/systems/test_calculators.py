"""Calculators answer for a default game: their defaults are those of its options, and they play with no others."""

import gc
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from sandtable.kernel import question
from sandtable.kernel.errors import OddsTooLarge
from sandtable.kernel.game import Game
from sandtable.kernel.question import Curves
from sandtable.systems import playable, system

ROOT = Path(__file__).parents[2]

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
ROUNDS = "chemicals"
"""Its rounds are shells, not those of an assault."""


def options_of(name, calculator):
    """The values of a calculator that are options of the game, each with its option."""
    known = {option.name: option for option in system(name).options}
    for field in msgspec.structs.fields(calculator.parameters):
        option = known.get(OTHER_NAMES.get((name, field.name), field.name))
        if option is not None and field.name not in NO_OPTIONS and (calculator.name, field.name) != (ROUNDS, "rounds"):
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


@pytest.mark.parametrize("name", [name for name in playable() if not system(name).example])
def test_the_guide_lists_every_question(name):
    guide = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8").split(f"## {system(name).title}\n")[1]
    listed = [line.split("`")[1] for line in guide.split("\n## ")[0].splitlines() if line.endswith("` |")]
    assert listed == [each.name for each in system(name).calculators]


@pytest.mark.parametrize(("name", "calculator"), CALCULATORS, ids=NAMED)
def test_a_question_has_a_topic_and_its_totals_are_chances(name, calculator):
    if not system(name).example:
        assert calculator.topic
    question = calculator.parameters()
    answer = calculator.answer(question)
    if not isinstance(answer, Curves):
        totals = calculator.summed(question, answer)
        assert all(0 <= chance <= 1 for _, chance in totals)
        assert totals or len(answer) == 1 or system(name).example, "what is rolled for has a number to show first"


@pytest.mark.parametrize(("name", "calculator"), CALCULATORS, ids=NAMED)
def test_names_that_complete_a_value_exist(name, calculator):
    known = {"options", *system(name).names}
    asked = msgspec.json.schema(calculator.parameters)["$defs"][calculator.parameters.__name__]["properties"]
    for value in asked.values():
        assert value.get("completes", "options") in known


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
        if type(kept) is _lru_cache_wrapper and str(kept.__module__).startswith("sandtable.systems"):
            kept.cache_clear()
    monkeypatch.setattr(Game, "__init__", noted)
    return made


EXPANSION = {"modern": True}


@pytest.mark.parametrize(("name", "calculator"), CALCULATORS, ids=NAMED)
def test_a_calculator_plays_with_the_options_of_a_default_game(games, name, calculator):
    question = calculator.parameters()
    calculator.answer(question)
    if calculator.chain is not None:
        calculator.chain(question)
    defaults = {option.name: option.default for option in system(name).options}
    for game in games:
        others = {option: value for option, value in game.options.items() if value != defaults[option]}
        assert others in ({}, EXPANSION), "a calculator of an expansion plays with the option that puts it in force"


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
