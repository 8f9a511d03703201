"""Server and client know no rules: no system is named in them, but where a battle is taught."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = re.compile(r"micro.?armou?r|tactical.?combat|\btcs\b|['\"]demo['\"]", re.IGNORECASE)
ALLOWED = {
    "web/src/game/taught.ts": "which battles are taught",
    "web/src/game/tutorial.ts": "the lessons of each battle that is taught",
    "web/src/game/duel.ts": "the lessons of a battle",
    "web/src/game/crossroads.ts": "the lessons of a battle",
    "web/src/game/farm.ts": "the lesson of a system",
    "web/src/game/hamlet.ts": "the lesson of a system",
    "web/src/game/ridge.ts": "the lesson of a system",
    "src/sandtable/server/games/looking.py": "an example in a docstring",
}


def sources():
    for folder, endings in (("src/sandtable/server", {".py"}), ("web/src", {".ts", ".svelte", ".css"})):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in endings and not file.name.endswith(".test.ts") and file.name != "schema.d.ts":
                yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


def test_no_system_is_named():
    found = {path for path, text in sources() if NAMES.search(text)}
    assert found == set(ALLOWED), "let the system declare it (kernel/system.py), and ask for what is declared"


@pytest.mark.parametrize("words", ["'micro_armour'", "Tactical Combat", "system === 'tcs'", "name !== 'demo'"])
def test_a_name_would_be_found(words):
    assert NAMES.search(words)


def test_there_is_something_to_look_through():
    assert len(list(sources())) > 150
