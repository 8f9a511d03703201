"""The rulebook and the options name each other: what is our ruling says which option has the other reading."""

import re

from sandtable.systems import rulebook
from sandtable.systems.tcs.options import OPTIONS

BOOK = list(rulebook("tcs"))
KNOWN = {option.name: option for option in OPTIONS}
LATER = ("TCS 19.2",)
"""Rules of the chapters in play that are not in play themselves yet."""
CHAPTERS = (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 27)


def text(value):
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def in_play(rule):
    found = re.match(r"TCS (\d+)", rule.id)
    return bool(found) and int(found[1]) in CHAPTERS and not rule.id.startswith(LATER)


def test_every_ruling_names_its_option_or_says_why_there_is_none():
    for rule in filter(in_play, BOOK):
        if rule.source == "ruling":
            assert rule.options or "No option:" in rule.statement, rule.id
        assert all(f"Option {name}:" in rule.statement for name in rule.options), f"{rule.id} does not say what it does"


def test_every_option_that_a_rule_in_play_names_exists_and_stands_as_it_says():
    for rule in filter(in_play, BOOK):
        for name, value in rule.options.items():
            assert name in KNOWN, f"{rule.id} names {name}"
            assert text(KNOWN[name].default) == value, f"{rule.id}: {name}"


def test_every_option_is_named_by_its_rule_and_has_a_sentence():
    by_id = {rule.id: rule for rule in BOOK}
    for option in OPTIONS:
        assert option.name in by_id[option.rule].options, f"{option.rule} does not name {option.name}"
        assert option.words.endswith("."), option.name
        assert option.default in option.choices or not option.choices, option.name
