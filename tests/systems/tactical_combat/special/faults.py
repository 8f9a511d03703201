"""First Firefight with a special rule in its file: what it says of a mistake in it."""

from importlib.resources import files

import pytest

import sandtable
from sandtable.kernel.errors import ScenarioError

FIREFIGHT = (files("sandtable.scenarios") / "tactical_combat" / "first-firefight.toml").read_text(encoding="utf-8")


def load_with(folder, rule):
    """The game of First Firefight with this special rule at the end of its file."""
    file = folder / "mine.toml"
    file.write_text(f"{FIREFIGHT}\n[[special]]\n{rule}\n", encoding="utf-8")
    return sandtable.load(str(file))


def fault_of(folder, rule):
    """What is wrong with a special rule, in one sentence that names the file and the line of the rule."""
    with pytest.raises(ScenarioError) as told:
        load_with(folder, rule)
    words = str(told.value)
    assert "\n" not in words
    first = FIREFIGHT.count("\n") + 2
    place, _, rest = words.partition(": ")
    line = int(place.split(" line ")[1].split(",")[0])
    assert place.split(" line ")[0].endswith("mine.toml")
    assert first <= line <= first + 1 + rule.count("\n") + 1
    assert "special 1" in place
    return rest


def fault_in(folder, text):
    """What is wrong with a scenario, in one sentence that names the file and a line."""
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"mine\.toml line \d+") as told:
        sandtable.load(str(file))
    assert "\n" not in str(told.value)
    return str(told.value)
