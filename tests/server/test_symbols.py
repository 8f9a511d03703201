"""The symbols of every counter are drawn when the client is built: no first board waits for the library."""

import json
from pathlib import Path

import sandtable
from sandtable import scenarios

CODES = Path(__file__).parents[2] / "web" / "src" / "board" / "symbolcodes.json"


def test_every_symbol_of_a_shipped_battle_is_drawn_beforehand():
    ready = json.loads(CODES.read_text(encoding="utf-8"))
    names = (*scenarios.names(), *scenarios.lessons())
    used = {piece.symbol for name in names for piece in sandtable.load(name).scene().pieces}
    assert used - {"", *ready} == set()
    assert ready == sorted(ready)
