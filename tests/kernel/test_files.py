"""Scenario files and options: every mistake is named with file and line, and nothing half-loads."""

import re
import tomllib
from importlib.resources import files

import pytest

import sandtable
from sandtable.kernel.datalines import line_of
from sandtable.kernel.errors import OptionError, SandtableError, ScenarioError
from sandtable.kernel.system import Option, choose_options

BRIDGE = (files("sandtable.scenarios") / "demo" / "bridge.toml").read_text(encoding="utf-8")


def load(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return sandtable.load(str(file))


def test_a_scenario_of_ones_own_loads_from_its_file(tmp_path):
    assert load(tmp_path, BRIDGE).fingerprint == sandtable.load("demo/bridge").fingerprint


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('title = "The bridge"', "title = 3", 1, "title: it must be text, not a whole number"),
        ('title = "The bridge"', 'title = "The bridge', 1, "the text does not end on its line"),
        ('system = "demo"', 'system = "chess"', 2, "there is no system 'chess': there are demo"),
        ('sides = ["Blue", "Red"]', 'sides = ["Blue", "Red", "Green"]', 6, "Picket has two sides, not 3"),
        ('objective = "0303"', 'objective = "9903"', 7, "is not on the map"),
        ('objective = "0303"', 'objective = "middle"', 7, "objective"),
        ('objective = "0303"', 'objectiv = "0303"', 7, "objectiv: there is no such key here"),
        ("w..w.\n", "w..x.\n", 8, "terrain"),
        ("w..w.\n", "w..w\n", 8, "terrain"),
        ('name = "Blue B"', 'name = "Blue A"', 22, "squad 2 name: there is another squad called 'Blue A'"),
        ('name = "Blue B"', 'name = "Blue B"\nhex = 3', 23, "squad 2 hex: there is no such key here"),
        ('side = "Red"\nname = "Red A"', 'side = "Green"\nname = "Red A"', 25, "'Green' is not one of the sides"),
        ('Red = ["0501"', 'Red = ["0101"', 32, "the two zones share a hex"),
        ('Red = ["0501"', 'Rad = ["0501"', 34, "'Rad' is not one of the sides"),
        ('Red = ["0501"', '# Red = ["0501"', 32, "Red has no zone"),
        ('Blue = ["0101", "0102", "0103", "0104", "0105"]', 'Blue = ["0101"]', 33, "Blue has 2 squads and a zone of 1"),
        ("[zones]", "[options]\nturns = -4\n\n[zones]", 33, "option 'turns' must be a whole number from 1 to 50"),
        ("[zones]", "[options]\ntruns = 4\n\n[zones]", 33, "there is no option 'truns'"),
        ('title = "The bridge"', "title = " + "9" * 5000, 1, "a number has too many digits"),
        ("[zones]", "[[zones]]", 32, "zones"),
        ('title = "The bridge"', 'title = "a"\ntitle = "b"', 2, "this key or table is there already"),
        ('system = "demo"', "system", 2, "there is no = after the key"),
    ],
)
def test_every_mistake_is_named_with_file_and_line(tmp_path, old, new, line, why):
    assert BRIDGE.count(old) == 1 or old == "w..w.\n"
    text = BRIDGE.replace(old, new, 1)
    with pytest.raises(ScenarioError, match=re.escape(why)) as refused:
        load(tmp_path, text)
    said = str(refused.value)
    assert f"mine.toml line {line}" in said, said
    assert "\n" not in said


@pytest.mark.parametrize("name", ["", "demo", "demo/", "../demo/bridge", "demo/bridge.toml", "no.toml", "a\0b.toml"])
def test_a_scenario_that_is_not_there_is_said(name):
    with pytest.raises(SandtableError, match=r"there is no scenario|it cannot be read"):
        sandtable.load(name)


def test_a_file_that_is_not_text(tmp_path):
    (tmp_path / "x.toml").write_bytes(b"a = 1\nb = '\xff\xfe\x00'")
    with pytest.raises(ScenarioError, match=r"x\.toml line 2: it is not UTF-8 text"):
        sandtable.load(str(tmp_path / "x.toml"))


@pytest.mark.parametrize("value", [0, 51, True, "4", 4.0, None, [4]])
def test_an_option_takes_only_its_own_kind_of_value(value):
    with pytest.raises(OptionError, match="option 'turns' must be a whole number from 1 to 50, not"):
        sandtable.load("demo/bridge", {"turns": value})


def test_options_are_chosen_in_order():
    options = [Option("mode", "plain", "", choices=("plain", "fancy")), Option("on", True, "")]
    assert choose_options(options, {"mode": "fancy"}, {"on": False}) == {"mode": "fancy", "on": False}
    with pytest.raises(OptionError, match="option 'mode' must be one of plain, fancy, not 'odd'"):
        choose_options(options, {"mode": "odd"})
    with pytest.raises(OptionError, match="option 'on' must be on or off"):
        choose_options(options, {"on": 1})
    assert options[1].parse("off") is False
    with pytest.raises(OptionError):
        options[1].parse("maybe")


def test_a_file_with_the_mark_of_its_encoding_loads(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\xef\xbb\xbf" + BRIDGE.replace("\n", "\r\n").encode())
    assert sandtable.load(str(tmp_path / "mine.toml")).fingerprint == sandtable.load("demo/bridge").fingerprint


LISTS = '''
title = "x" # no [table] = here
[[force]]
    [[force.stand]]
    at = [
        [1, 2], # ]
        [3, 4],
    ]
[force.rest]
when = 1944-12-19 07:32:00
[[force]]
    [[force.stand]]
    words = """
first
second"""
    "a key".b = { c = 1, d = [
        { e = 1 },
        { e = 2 } ] }
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("force", 0, "stand", 0, "at", 1, 1), 7),
        (("force", 0, "rest", "when"), 10),
        (("force", 1), 11),
        (("force", 1, "stand", 0), 12),
        (("force", 1, "stand", 0, "words", 1), 15),
        (("force", 1, "stand", 0, "a key", "b", "d", 1, "e"), 18),
        (("force", 1, "stand", 0, "a key", "none"), 16),
        (("none",), 1),
    ],
)
def test_the_line_of_a_value_is_found_in_tables_lists_and_texts(place, line):
    assert line_of(LISTS, place) == line


@pytest.mark.parametrize("name", ["tactical_combat/omaha-1944", "micro_armour/duel", "tcs/crossroads-1944"])
def test_the_lines_of_shipped_scenarios_are_found(name):
    text = (files("sandtable.scenarios") / f"{name}.toml").read_text(encoding="utf-8")
    lines = text.split("\n")
    for key, value in tomllib.loads(text).items():
        assert key in lines[line_of(text, (key,)) - 1]
        for number, each in enumerate(value if isinstance(value, list) else ()):
            for inner in each if isinstance(each, dict) else ():
                assert inner in lines[line_of(text, (key, number, inner)) - 1]
