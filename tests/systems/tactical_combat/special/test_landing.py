"""Landing waves: drift, stuck craft, tanks, and the short move on the sand."""

import pytest

from sandtable.systems.tactical_combat.special.landing import Landing
from tests.systems.tactical_combat.special.beach import SECTION, TANK, Beach
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

LANDING = '[[special]]\nrule = "landing"\nside = "US"\ninches = 6\nswimming = [1]\n'


def beach(folder, stands=SECTION, turn=1):
    return Beach(folder, LANDING, stands, turn)


@pytest.mark.parametrize(
    ("die", "at"),
    [
        (1, "14.0,3.0"),
        (2, "14.0,3.0"),
        (3, "20.0,3.0"),
        (6, "20.0,3.0"),
        (7, "26.0,3.0"),
        (8, "26.0,3.0"),
        (9, "32.0,3.0"),
    ],
)
def test_infantry_drifts(tmp_path, die, at):
    b = beach(tmp_path).do("place", "20,3", die)
    assert b.where("Section") == at
    assert b["Section"].hits == 3


def test_who_drifts_past_the_end_of_the_beach_lands_at_its_end(tmp_path):
    assert beach(tmp_path).do("place", "33,3", 9).where("Section") == "38.0,3.0"
    assert beach(tmp_path).do("place", "3,3", 1).where("Section") == "2.0,3.0"


def test_who_drifts_on_to_a_friend_lands_beside_him(tmp_path):
    two = SECTION.replace('" }', '", count = 2 }')
    b = beach(tmp_path, two).do("place", "20,3", 5).do("move", "20,3").do("place", "14,3", 7)
    assert b.where("Section 1") == "20.0,3.0"
    assert b.where("Section 2") == "20.0,4.0" or b.where("Section 2") in ("19.0,3.0", "21.0,3.0")


def test_who_lands_moves_half_a_move_and_is_finished(tmp_path):
    b = beach(tmp_path).do("place", "20,3", 5)
    assert b.verbs() == {"move"}
    (decision,) = b.game.decisions(b.state)
    points = {b.game.world.table.text(point) for point in decision.offer("move").targets}
    assert "20.0,7.0" in points
    assert "20.0,7.5" not in points
    b.do("move", "20,7")
    assert (b.where("Section"), b["Section"].finished) == ("20.0,7.0", True)


def test_a_craft_that_is_stuck_takes_a_hit_and_comes_two_turns_later(tmp_path):
    b = beach(tmp_path).do("place", "20,3", 10)
    assert (b.where("Section"), b["Section"].hits) == ("", 2)
    assert "craft_stuck" in [event.what for event in b.events]
    b.end_turn()
    assert "place" not in b.verbs(), "not on turn 2"
    b.end_turn()
    assert "place" in b.verbs(), "on turn 3"
    b.do("place", "20,3", 4)
    assert b.where("Section") == "20.0,3.0"


@pytest.mark.parametrize(("die", "lands"), [(5, True), (10, True), (4, False), (1, False)])
def test_tanks_land_on_five_or_more_and_the_swimming_ones_are_lost(tmp_path, die, lands):
    b = beach(tmp_path, f"{TANK}, {SECTION}").do("place", "20,3", die)
    assert (b["Tank"].hits > 0) == lands
    assert ("swamped" in [event.what for event in b.events]) == (not lands)
    assert (b.where("Tank") == "20.0,3.0") == lands


def test_other_tanks_come_later(tmp_path):
    b = beach(tmp_path, TANK, turn=2)
    b.end_turn().do("place", "20,3", 4)
    assert (b.where("Tank"), b["Tank"].hits) == ("", 1)
    b.end_turn()
    assert "place" not in b.verbs()
    assert "place" in b.end_turn().verbs()


def test_the_other_side_does_not_land(tmp_path):
    german = LANDING.replace("US", "German")
    b = Beach(tmp_path, german).do("place", "20,3")
    assert b.where("Section") == "20.0,3.0"
    assert "stand" in b.verbs()


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "landing"\nside = "US"'
    assert load_with(tmp_path, good).world.specials == (Landing(side="US"),)
    assert fault_of(tmp_path, good + "\ninches = 25") == "a craft drifts 0 to 24, not 25"
    assert fault_of(tmp_path, good + "\ntanks = 0") == "a vehicle lands on a d10 of at least 1 to 10, not 0"
    assert fault_of(tmp_path, good + "\ndelay = 0") == "a craft that is stuck needs turns: 1 to 20, not 0"
    assert fault_of(tmp_path, good.replace("US", "UK")) == "'UK' is not one of the sides US, German"
