"""`sandtable scenarios`: whole names however narrow the screen, and nothing loaded that is not asked for."""

import json
import os
import subprocess
import sys

import pytest

import sandtable
from sandtable.scenarios import chosen_options, heading
from sandtable.systems import playable, system, title

HEAVY = ("numpy", "numba", "litestar", "sandtable.board", "sandtable.contract", "sandtable.bots")
LOADED = f"""
import sys
from sandtable.cli.app import run
code = run(sys.argv[1:])
heavy = [each for each in {HEAVY!r} if each in sys.modules]
print(code, heavy + [each for each in sys.modules if each.startswith("sandtable.systems.")], file=sys.stderr)
"""


def piped(*arguments):
    """What a command prints into a pipe, on a screen of 30 columns; and what it has loaded."""
    env = {**os.environ, "COLUMNS": "30"}
    return subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, env=env, check=True
    )


def test_names_and_titles_are_whole_when_piped_on_a_narrow_screen():
    lines = piped("scenarios").stdout.splitlines()
    assert lines[0].split() == ["scenario", "title", "system", "sides"]
    for name, line in zip(sandtable.names(), lines[1:], strict=True):
        head = heading(name)
        words = [name, head.title, title(name.partition("/")[0]), " v ".join(head.sides)]
        assert [each.strip() for each in line.split("  ") if each] == words


@pytest.mark.parametrize("command", [["scenarios"], ["rules"], ["rules", "tcs", "overwatch"], ["people", "--help"]])
def test_a_command_that_needs_no_game_loads_no_system_and_nothing_heavy(command):
    assert piped(*command).stderr.strip() == "0 []"


@pytest.mark.parametrize("command", [["--help"], ["scenarios", "--json"], ["serve", "--help"]])
def test_help_and_lists_load_neither_numpy_nor_the_server(command):
    code, _, loaded = piped(*command).stderr.strip().partition(" ")
    assert code == "0"
    assert not {"'numpy'", "'numba'", "'litestar'"} & set(loaded.strip("[]").split(", "))


@pytest.mark.parametrize("name", sandtable.names())
def test_the_head_of_a_scenario_says_what_the_whole_says(name):
    game, head = sandtable.load(name), heading(name)
    assert (head.title, head.sides, head.briefing) == (game.scenario.title, game.sides, game.scenario.briefing)
    assert chosen_options(name) == game.options


def test_a_system_has_the_title_that_is_known_without_loading_it():
    assert {name: title(name) for name in playable()} == {name: system(name).title for name in playable()}


def test_the_list_for_programs_says_of_each_what_is_said_of_it_alone():
    listed = json.loads(piped("scenarios", "--json").stdout)
    assert [each["name"] for each in listed] == list(sandtable.names())
    assert [listed[0]] == json.loads(piped("scenarios", "demo/bridge", "--json").stdout)
