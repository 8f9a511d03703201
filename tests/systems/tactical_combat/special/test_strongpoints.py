"""Strongpoints: arcs, cover that is lost, and shells that break them."""

import pytest

from sandtable.systems.tactical_combat.special.strongpoints import Strongpoint
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

BUNKER = """
    table 40 30
    bunker Bunker 18,18 22,18 22,22 18,22
    support US artillery Ships spotter=none
    support US artillery Guns spotter=none
    German hmg M 20,20
    US rifle A 20,10
    US rifle B 20,28 finished
    US w44_m4_75 T {} heading={}
    US rifle C 10,20 finished
"""


def bunker(tank="14,8", heading=0, **values):
    rule = Strongpoint(**{"features": ("Bunker",), "faces": 180, "arc": 180, "pounded_by": "Ships", **values})
    return Battle(BUNKER.format(tank, heading), special=(rule,), command="none")


def test_who_is_inside_fires_only_into_the_arc():
    b = bunker().do("end").do("stand", "M")
    assert b.offers("fire") == {"A", "C"}, "not at what is behind; the edge of the arc is in it"
    assert b.why_not("fire", "B") == "B cannot be fired at: it is outside the arc of the strongpoint"
    assert bunker(arc=120).do("end").do("stand", "M").offers("fire") == {"A"}
    assert bunker(arc=360).do("end").do("stand", "M").offers("fire") == {"A", "B", "C"}
    assert bunker(faces=0).do("end").do("stand", "M").offers("fire") == {"B", "C"}


def test_its_cover_counts_against_fire():
    b = bunker().act("A", "fire", "M", 10)
    assert b.modifiers() == {(2, "TC F13"), (1, "TC F17")}
    assert bunker().act("T", "fire", "M", 10).modifiers() == {(2, "TC F13")}


def test_a_tank_that_fires_at_its_side_ignores_it_and_riflemen_do_not():
    b = bunker("20,26", 12).act("T", "fire", "M", 10)
    assert b.modifiers() == set()
    b = Battle(
        BUNKER.format("14,8", 0).replace("B 20,28 finished", "B 20,28"),
        special=bunker().game.world.specials,
        command="none",
    )
    assert b.act("B", "fire", "M", 10).modifiers() == {(2, "TC F13")}


def test_its_cover_is_lost_in_close_combat():
    text = BUNKER.format("14,8", 0).replace("A 20,10", "A 20,16").replace("M 20,20", "M 20,20 suppressed")
    b = Battle(text, special=bunker().game.world.specials, command="none").act("A", "assault", "M", 10, 10, 10, 3)
    rolls = [roll.resolution for roll in b.rolls()]
    at_bunker = [{(m.value, m.rule) for m in roll.modifiers} for roll in rolls if roll.words == "A fires at M"]
    assert at_bunker
    assert all(not modifiers for modifiers in at_bunker)


@pytest.mark.parametrize(("die", "broken"), [(1, True), (2, False)])
def test_the_shells_of_the_ships_break_it_on_a_one(die, broken):
    b = bunker().do("call", 0).do("attack", "20,20", die, 10)
    assert [roll.resolution.words for roll in b.rolls()] == ["Bunker is pounded", "Ships fires at M"]
    assert b.modifiers(1) == (set() if broken else {(2, "TC F13")}), "before those in it are attacked"
    assert (b.state.board.lifted == (0,)) == broken
    b.do("stand", "A")
    assert b.why_not("fire", "M") == ""


def test_other_guns_and_other_places_do_not_break_it():
    assert len(bunker().do("call", 1).do("attack", "20,20", 10).rolls()) == 1
    assert len(bunker().do("call", 0).do("attack", "20,17.5").rolls()) == 0
    b = bunker(pounded=3).do("call", 0).do("attack", "20,20", 3, 10)
    assert b.state.board.lifted == (0,)


def test_a_broken_strongpoint_limits_nobody():
    b = bunker().do("call", 0).do("attack", "20,20", 1, 10).do("end").do("stand", "M")
    assert b.offers("fire") == {"A", "B", "C"}


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "strongpoint"\nfeatures = ["Farm"]'
    assert load_with(tmp_path, good).world.specials == (Strongpoint(features=("Farm",)),)
    faces = "a strongpoint faces a multiple of 15 degrees from 0 to 345, not 50"
    assert fault_of(tmp_path, good + "\nfaces = 50") == faces
    arc = "the arc of a strongpoint is a multiple of 30 degrees from 30 to 360, not 400"
    assert fault_of(tmp_path, good + "\narc = 400") == arc
    assert fault_of(tmp_path, good + "\npounded = 0") == "a strongpoint is broken on a d10 of at most 1 to 10, not 0"
    assert fault_of(tmp_path, good.replace("Farm", "Fram")).startswith("the table has no feature 'Fram': it has ")
    assert fault_of(tmp_path, good + '\npounded_by = "Ships"') == "there is no support 'Ships': there are none"
