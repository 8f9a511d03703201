"""Tank terror: gunners whose shot does nothing may lose heart."""

import pytest

from sandtable.systems.tactical_combat.special.terror import TankTerror
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

FIELD = """
    table 48 24
    US {firer} A 5,10 heading=6
    US rifle R 5,20
    German e41_t34 T {target},10 heading=18 finished
    German e41_bt7 S {target},14 heading=18 finished
"""
RULE = TankTerror(("e41_t34",), at_least=9)


def field(firer="e41_pz3", target="15", **how):
    return Battle(FIELD.format(firer=firer, target=target), special=(RULE,), command="none", scale="platoon", **how)


@pytest.mark.parametrize(("die", "morale"), [(8, 0), (9, 1)])
@pytest.mark.parametrize("firer", ["e41_pz3", "e41_pak36"])
def test_a_shot_in_vain_at_normal_range_may_suppress_the_gunners(firer, die, morale):
    b = field(firer).act("A", "fire", "T", 10, die)
    assert b["A"].morale == morale
    assert b.rolls()[1].resolution.rule == "TC G4"


def test_a_shot_with_effect_or_at_another_tank_does_not():
    assert len(field().act("A", "fire", "T", 3).rolls()) == 1
    assert len(field().act("A", "fire", "S", 10).rolls()) == 1


@pytest.mark.parametrize(("target", "rolls"), [("22", 2), ("22.5", 1)])
def test_only_within_normal_range(target, rolls):
    assert len(field(target=target).act("A", "fire", "T", *([10, 1] if rolls == 2 else [10])).rolls()) == rolls


def test_infantry_is_not_asked():
    b = field("rifle", "8").act("A", "fire", "T", 10)
    assert len(b.rolls()) == 1


def test_opportunity_fire_counts_too():
    text = FIELD.format(firer="e41_pz3", target="15").replace(" finished", "")
    b = Battle(text, special=(RULE,), command="none", scale="platoon", side="German", first="German")
    b.act("T", "move", "14,10").do("fire", "A", 10, 9)
    assert b["A"].morale == 1


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "tank_terror"\nkinds = ["hmg"]\nat_least = 9'
    assert load_with(tmp_path, good).world.specials == (TankTerror(("hmg",), 9),)
    assert fault_of(tmp_path, good.replace("9", "11")) == "at_least is 2 to 10, not 11"
    assert fault_of(tmp_path, good.replace("hmg", "mhg")) == "there is no kind of stand 'mhg'"
    assert fault_of(tmp_path, good.replace("hmg", "w44_m5")) == "there is no kind of stand in this scenario: 'w44_m5'"
