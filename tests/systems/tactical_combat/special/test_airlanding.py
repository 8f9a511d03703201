"""Troops flown in to an airfield, one stand a turn."""

import pytest

from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.special.airlanding import AirLanding
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of

pytestmark = pytest.mark.rule("TC G4")

FIELD = """
    table 48 40
    objective field 20,20 1
    woods Copse 10,24 14,24 14,28 10,28
    formation Fliers turn 2
    German rifle E {enemy}
    German rifle Z 46,38
    US leader L 40,2
    US rifle A 1,1 formation=Fliers
    US rifle B 1,1 formation=Fliers
"""


def field(enemy="2,38", turn=1, **values):
    rule = AirLanding("Fliers", "field", **values)
    return Battle(FIELD.format(enemy=enemy), special=(rule,), command="none", side="German", first="German", turn=turn)


def test_one_stand_lands_each_turn_from_its_turn_on():
    b = field().do("end")
    assert b.verbs() >= {"stand", "end"}, "not on turn 1"
    b.do("end").do("end")
    assert b.decision().prompt == "A lands: where?"
    b.do("place", "20,20")
    assert b.where("A") == "20.0,20.0"
    assert b["B"].at == OFF
    assert "A" in b.offers("stand"), "it may act at once"
    b.do("end").do("end")
    assert b.decision().prompt == "B lands: where?"
    b.do("later").do("end").do("end")
    assert b.decision().prompt == "B lands: where?", "it waits"


def test_it_lands_near_the_marker_off_other_stands():
    b = field(enemy="22,20 paralyzed", turn=2).do("end")
    assert b.why_not("place", "23.5,20").startswith("a stand lands within 3 inches of field")
    assert b.why_not("place", "17,23") == ""
    assert b.why_not("place", "21,20") != "", "it would touch an enemy"


def test_it_lands_on_ground_that_it_can_enter():
    text = "sea Bay 20,10 30,10 30,30 20,30\n" + FIELD.format(enemy="2,38")
    rule = AirLanding("Fliers", "field")
    b = Battle(text, special=(rule,), command="none", side="German", first="German", turn=2).do("end")
    assert b.why_not("place", "18,20") == ""
    assert b.why_not("place", "22,20") != "", "in the sea"


@pytest.mark.parametrize(
    ("enemy", "lands"),
    [
        ("36.5,20", False),
        ("37,20", True),
        ("36.5,20 paralyzed", True),
        ("8.5,28", True),
        ("8.5,20", False),
    ],
    ids=["near", "far", "suppressed", "behind the copse", "in sight"],
)
def test_an_enemy_in_good_order_who_sees_the_field_keeps_the_aircraft_away(enemy, lands):
    b = field(enemy=enemy, turn=2).do("end")
    assert ("place" in b.verbs()) == lands
    assert ("under_fire" in b.told()) == (not lands)


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "air_landing"\nformation = "Weapons"\nmarker = "the farm"'
    assert fault_of(tmp_path, good) == "Weapons lands during the game: give its force a turn"
    assert fault_of(tmp_path, good.replace("farm", "barn")) == "there is no marker 'the barn': there are the farm"
    assert fault_of(tmp_path, good.replace("Weapons", "Guns")).startswith("there is no formation 'Guns'")
    assert fault_of(tmp_path, good + "\nclear = 100") == "clear in inches is 0 to 99, not 100"
    assert fault_of(tmp_path, good + "\nnear = 0") == "near in inches is 1 to 12, not 0"
