"""The tide: ground that the sea covers at the end of a turn."""

import pytest

from sandtable.systems.tactical_combat.special.tide import Rise, Tide
from tests.systems.tactical_combat.special.beach import SECTION, Beach
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

FLOOD = '[[table.feature]]\nkind = "sea"\nname = "the flood"\npolygon = [[0, 2], [40, 2], [40, 5], [0, 5]]\n'
TIDE = FLOOD + '[[special]]\nrule = "tide"\nside = "US"\nrises = [{ turn = 2, feature = "the flood", zone = "line" }]\n'


def test_the_strip_is_dry_until_the_end_of_its_turn_and_then_sea(tmp_path):
    b = Beach(tmp_path, TIDE).do("place", "20,3")
    ground = b.game.look(b.state).world.table.ground_at
    assert ground(b["Section"].at) == "open"
    b.end_turn().do("end")
    assert b.game.look(b.state).world.table.ground_at(b["Section"].at) == "open", "the Germans have not moved yet"
    assert b["Section"].hits == 3
    at = b["Section"].at
    b.do("end")
    assert b.game.look(b.state).world.table.ground_at(at) == "sea"
    assert b["Section"].hits == 2, "it stood in the water"
    assert b.where("Section") == "20.0,5.5", "and waded out"


def test_those_on_dry_ground_take_no_hit(tmp_path):
    b = Beach(tmp_path, TIDE).do("place", "20,3").do("stand", 0).do("move", "20,9").end_turn().end_turn()
    assert b["Section"].hits == 3
    assert b.state.board.lifted == ()
    assert b.do("stand", 0).game.why_not(b.state, 0, _to(b, "20,4")) != "", "nobody goes into the sea"


def _to(b, text):
    from sandtable.kernel.decision import Action

    return Action("move", b.game.system.target_named(b.game, "point", text))


@pytest.mark.parametrize(("turn", "south"), [(2, True), (3, False)])
def test_later_waves_land_at_the_new_edge(tmp_path, turn, south):
    b = Beach(tmp_path, TIDE, SECTION, turn)
    for _ in range(turn - 1):
        b.end_turn()
    rows = {point.split(",")[1] for point in b.places()}
    assert rows == ({"2.5", "3.0", "3.5", "4.0"} if south else {"5.5", "6.0", "6.5", "7.0"})


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "tide"\nside = "US"\nrises = [{ turn = 2, feature = "Ditch", zone = "US" }]'
    rises = (Rise(turn=2, feature="Ditch", zone="US"),)
    assert load_with(tmp_path, good).world.specials == (Tide(side="US", rises=rises),)
    assert fault_of(tmp_path, good.replace("Ditch", "Dich")).startswith("the table has no feature 'Dich': it has West")
    assert fault_of(tmp_path, good.replace('zone = "US"', 'zone = "UK"')) == "the table has no zone 'UK': it has US, GE"
    assert fault_of(tmp_path, good.replace("turn = 2", "turn = 0")) == "the tide rises on turn 1 to 99, not 0"
    empty = "the rises of a tide are on turns that follow each other"
    assert fault_of(tmp_path, 'rule = "tide"\nside = "US"\nrises = []') == empty
    assert fault_of(tmp_path, good.replace('side = "US"', 'side = "UK"')) == "'UK' is not one of the sides US, German"
