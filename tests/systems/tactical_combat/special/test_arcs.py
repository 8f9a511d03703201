"""Strongpoints from which one fires one way only."""

import pytest

from sandtable.systems.tactical_combat.special.strongpoints import Strongpoint
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

BUNKER = """
    table 40 24
    bunker Bunker 19,9 21,9 21,11 19,11
    US hmg M {at}
    German rifle W 14,10 finished
    German rifle N 20,16 finished
    German rifle E 27,10 finished
"""
WEST = Strongpoint(features=("Bunker",), faces=270, arc=180)


@pytest.mark.parametrize(
    ("at", "arc", "targets"),
    [("20,10", 180, {"W", "N"}), ("20,10", 90, {"W"}), ("20,10", 360, {"W", "N", "E"}), ("20,12", 90, {"W", "N", "E"})],
    ids=["half, its edge included", "a quarter", "all round", "outside"],
)
def test_who_stands_in_it_fires_only_into_the_arc(at, arc, targets):
    rule = Strongpoint(features=("Bunker",), faces=270, arc=arc)
    b = Battle(BUNKER.format(at=at), special=(rule,), command="none").do("stand", "M")
    assert b.offers("fire") == targets


def test_it_is_told_why():
    b = Battle(BUNKER.format(at="20,10"), special=(WEST,), command="none").do("stand", "M")
    assert b.why_not("fire", "E") == "E cannot be fired at: it is outside the arc of the strongpoint"


@pytest.mark.parametrize(("mover", "to", "asked"), [("W", "14,12", True), ("E", "27,12", False)])
def test_opportunity_fire_too(mover, to, asked):
    text = BUNKER.format(at="20,10").replace(" finished", "")
    b = Battle(text, special=(WEST,), command="none", side="German", first="German").act(mover, "move", to)
    assert (b.decides() == "US") == asked


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "strongpoint"\nfeatures = ["Barn"]\nfaces = 270\narc = 180'
    assert load_with(tmp_path, good).world.specials == (Strongpoint(features=("Barn",), faces=270, arc=180),)
    assert fault_of(tmp_path, good.replace("270", "271")).endswith("from 0 to 345, not 271")
    assert fault_of(tmp_path, good.replace("180", "45")).endswith("from 30 to 360, not 45")
    assert fault_of(tmp_path, good.replace("Barn", "Silo")).startswith(
        "the table has no feature 'Silo': it has West wood"
    )
