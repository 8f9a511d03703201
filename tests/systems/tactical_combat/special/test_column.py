"""A column: only a few stands come on in a turn."""

import pytest

from sandtable.systems.tactical_combat.special.column import Column
from tests.systems.tactical_combat.special.beach import SECTION, Beach
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

COLUMN = '[[special]]\nrule = "column"\nformations = ["Wave"]\nmost = 2\n'
FIVE = SECTION.replace('" }', '", count = 5 }')


def arrivals(b, *points):
    """How many stands are asked for, placed at these points or held back."""
    count = 0
    while "place" in b.verbs():
        count += 1
        if points:
            b.do("place", points[0])
            points = points[1:]
        else:
            b.do("later")
    return count


def test_so_many_come_in_a_turn_in_their_order(tmp_path):
    b = Beach(tmp_path, COLUMN, FIVE)
    assert arrivals(b, "10,3", "12,3") == 2
    assert (b.where("Section 1"), b.where("Section 2"), b.where("Section 3")) == ("10.0,3.0", "12.0,3.0", "")
    assert arrivals(b.end_turn(), "14,3", "16,3") == 2
    assert arrivals(b.end_turn(), "18,3") == 1
    assert b.where("Section 5") == "18.0,3.0"


def test_who_is_held_back_keeps_its_place(tmp_path):
    b = Beach(tmp_path, COLUMN, FIVE)
    assert arrivals(b) == 2
    assert arrivals(b.end_turn(), "10,3") == 2
    assert b.where("Section 1") == "10.0,3.0"


def test_other_formations_come_as_they_are_due(tmp_path):
    b = Beach(tmp_path, COLUMN.replace("Wave", "Defenders"), FIVE)
    assert arrivals(b) == 5


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "column"\nformations = ["Weapons"]\nmost = 4'
    assert load_with(tmp_path, good).world.specials == (Column(formations=("Weapons",), most=4),)
    assert fault_of(tmp_path, good.replace("4", "0")) == "of a column come in a turn 1 to 20, not 0"
    known = "there are 1st Platoon, 2nd Platoon, Weapons, Platoon"
    assert fault_of(tmp_path, good.replace("Weapons", "Wepons")) == f"there is no formation 'Wepons': {known}"
