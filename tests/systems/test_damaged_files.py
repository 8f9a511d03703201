"""No damage to a scenario file, of any system, does more than be refused."""

import contextlib
import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.contract import play_out
from sandtable.kernel.errors import SandtableError

NAMES = ("demo/bridge", "tactical_combat/first-firefight", "micro_armour/duel", "tcs/crossroads-1944")
ODD_NUMBERS = st.one_of(
    st.sampled_from([0, -1, 1, 2, 99, 1e9, -0.5, 0.25, float("nan"), float("inf"), 2**63, 10**30]),
    st.integers(-100, 500),
    st.floats(),
)
"""What somebody may write where a number stands."""


def shipped(name):
    return (files("sandtable.scenarios") / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_damaged_text_is_loaded_or_refused(tmp_path_factory, name, data):
    text = shipped(name)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text(max_size=6)) + text[at + data.draw(st.integers(0, 8)) :]
    file = tmp_path_factory.mktemp("damaged") / "mine.toml"
    file.write_bytes(text.encode("utf-8", "replace"))
    with contextlib.suppress(SandtableError):
        sandtable.load(str(file))


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("demo/")])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_odd_number_is_played_or_refused(tmp_path_factory, name, data):
    text = shipped(name)
    places = [found.span() for found in re.finditer(r"(?<![\w.])\d+(\.\d+)?(?![\w.])", text)]
    start, end = data.draw(st.sampled_from(places))
    file = tmp_path_factory.mktemp("numbers") / "mine.toml"
    file.write_text(text[:start] + repr(data.draw(ODD_NUMBERS)) + text[end:], encoding="utf-8")
    with contextlib.suppress(SandtableError):
        game = sandtable.load(str(file))
        play_out(game, 1, steps=5, finish=False)
