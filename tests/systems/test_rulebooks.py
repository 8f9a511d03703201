"""The rulebooks and the options name each other: what is our ruling says which option has the other reading."""

import re

import pytest

from sandtable.systems import rulebook
from sandtable.systems import system as rules_of

SYSTEMS = ("micro_armour", "tactical_combat", "tcs")
CHAPTERS = (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27)
"""The chapters of TCS in play; its Modern Expansion and the armor options are to come."""
LATER: tuple[str, ...] = ()
"""Rules of these chapters that are not in play themselves yet."""
CHOSEN_BY_THE_SCENARIO = ("command", "vehicles")
"""Options that are no readings of a rule: they say which rules are played."""


def options(system):
    return rules_of(system).options


def in_play(rule):
    if rule.id.startswith(("MA ", "TC ")):
        return True
    found = re.match(r"TCS (\d+)", rule.id)
    return bool(found) and int(found[1]) in CHAPTERS and not rule.id.startswith(LATER)


def rules(system):
    return [rule for rule in rulebook(system) if in_play(rule)]


def text(value):
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_ruling_names_its_option_or_says_why_there_is_none(system):
    for rule in rules(system):
        own = [name for name in rule.options if name not in CHOSEN_BY_THE_SCENARIO]
        if rule.source == "ruling" or (rule.source == "inferred" and system != "tcs"):
            assert own or "No option:" in rule.statement, rule.id
        if system == "tcs" or rule.source in ("ruling", "inferred"):
            assert all(f"ption {name}:" in rule.statement for name in own), f"{rule.id} does not say what it changes"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_option_that_a_rule_in_play_names_exists_and_stands_as_it_says(system):
    known = {option.name: option for option in options(system)}
    for rule in rules(system):
        for name, value in rule.options.items():
            assert name in known, f"{rule.id} names {name}"
            assert text(known[name].default) == value, f"{rule.id}: {name}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_option_is_named_by_its_rule_and_has_a_sentence(system):
    by_id = {rule.id: rule for rule in rulebook(system)}
    for option in options(system):
        assert option.name in by_id[option.rule].options, f"{option.rule} does not name {option.name}"
        assert option.words.endswith("."), option.name
        assert option.default in option.choices or not option.choices, option.name
