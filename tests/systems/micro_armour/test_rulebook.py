"""The rulebook and the options name each other: what is our ruling says which option has the other reading."""

from sandtable.systems import rulebook
from sandtable.systems.micro_armour.options import OPTIONS

BOOK = list(rulebook("micro_armour"))
KNOWN = {option.name: option for option in OPTIONS}


def text(value):
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def test_every_ruling_names_its_option_or_says_why_there_is_none():
    for rule in BOOK:
        if rule.source in ("ruling", "inferred"):
            own = list(rule.options)
            assert own or "No option:" in rule.statement, rule.id
            assert all(f"ption {name}:" in rule.statement for name in own), f"{rule.id} does not say what it changes"


def test_every_option_that_a_rule_names_exists_and_stands_as_it_says():
    for rule in BOOK:
        for name, value in rule.options.items():
            assert name in KNOWN, f"{rule.id} names {name}"
            assert text(KNOWN[name].default) == value, f"{rule.id}: {name}"


def test_every_option_is_named_by_its_rule_and_has_a_sentence():
    by_id = {rule.id: rule for rule in BOOK}
    for option in OPTIONS:
        assert option.name in by_id[option.rule].options, f"{option.rule} does not name {option.name}"
        assert option.words.endswith("."), option.name
        assert option.default in option.choices or not option.choices, option.name
