"""Terms of a scenario beside special rules: support by turns, who spots, and an objective that must be held."""

import pytest

from sandtable.systems.tactical_combat.scenario import Victory
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import FIREFIGHT, fault_in

pytestmark = pytest.mark.rule("TC G4")

GUNS = """
    table 40 24
    support US artillery Guns turns=2-7 every={every} spotter={spotter}
    US rifle A 5,5
    US hq H {hq} {mark}
    German rifle E 10,10
"""


def guns(turn=2, every=1, spotter="needed", hq="8,5", mark=""):
    text = GUNS.format(every=every, spotter=spotter, hq=hq, mark=mark)
    return Battle(text, command="none", scale="platoon", turn=turn)


@pytest.mark.parametrize(
    ("turn", "every", "offered"), [(1, 2, 0), (2, 2, 1), (3, 2, 0), (4, 2, 1), (3, 1, 1), (8, 2, 0)]
)
def test_support_may_come_on_every_second_turn(turn, every, offered):
    assert len(guns(turn, every).offers("call")) == offered


def test_support_may_need_a_headquarters_to_spot():
    assert guns().do("call", 0).offers("spotter") == {"A", "H"}
    assert guns(spotter="hq").do("call", 0).offers("spotter") == {"H"}
    assert guns(spotter="hq", mark="paralyzed").offers("call") == set()
    assert guns(spotter="none").do("call", 0).verbs() == {"attack", "smoke"}


TOWN = """
    table 40 24
    objective town 5,5 1
    objective mill 35,20 9
    US rifle A {}
    US rifle B 35,20
    German rifle E 20,10
"""


@pytest.mark.rule("TC G5")
@pytest.mark.parametrize(("at", "needed", "winner"), [("5,5", "town", 0), ("9,5", "town", None), ("9,5", "mill", 0)])
def test_a_side_may_have_to_hold_an_objective_to_win(at, needed, winner):
    victory = Victory(margin=3, must_hold={"US": needed})
    b = Battle(TOWN.format(at), command="none", turns=1, victory=victory).do("end").do("end")
    assert b.state.result.winner == winner
    lost = winner is None
    assert b.state.result.words.endswith(", but US does not hold town") == lost


@pytest.mark.rule("TC G5")
def test_the_other_side_need_not_hold_it():
    victory = Victory(margin=3, must_hold={"German": "town"})
    b = Battle(TOWN.format("9,5"), command="none", turns=1, victory=victory).do("end").do("end")
    assert b.state.result.winner == 0


EXTRA = '\n[[support]]\nside = "US"\nkind = "artillery"\nname = "Guns"\n'


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("\n[victory]", EXTRA + "every = 0\n\n[victory]", "support 1 every: support comes every 1 to 99 turns, not 0"),
        ("survivors = 3", 'must_hold = { US = "barn" }', "victory must_hold: there is no objective at 'barn'"),
        (
            "survivors = 3",
            'must_hold = { USA = "the farm" }',
            "victory must_hold: 'USA' is not one of the sides US, German",
        ),
    ],
)
def test_mistakes_in_the_file(tmp_path, old, new, why):
    assert why in fault_in(tmp_path, FIREFIGHT.replace(old, new, 1))
