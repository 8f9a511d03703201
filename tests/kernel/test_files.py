"""Scenario files and options: every mistake is named with file and line, and nothing half-loads."""

import re
from importlib.resources import files

import pytest

import sandtable
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
        ('title = "The bridge"', "title = 3", 1, "title: Expected `str`, got `int`"),
        ('title = "The bridge"', 'title = "The bridge', 1, "Illegal character"),
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
        ('title = "The bridge"', "title = " + "9" * 5000, 1, "a number too long"),
        ("[zones]", "[[zones]]", 32, "zones"),
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
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScenarioError, match="it is not UTF-8 text"):
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
