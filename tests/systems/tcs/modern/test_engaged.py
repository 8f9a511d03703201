"""Units that the Modern Expansion fires at, or that fire, have been in action for the command phase (TCS 6.9d1)."""

import pytest

from sandtable.systems.tcs.modern.airtoair import InterceptRoll
from sandtable.systems.tcs.modern.airweapons import Duel
from sandtable.systems.tcs.modern.antiaircraft import AaRoll
from sandtable.systems.tcs.modern.chemicals import ChemAttack
from sandtable.systems.tcs.modern.copperhead import CopperheadRoll
from sandtable.systems.tcs.modern.missilefire import MissileRoll
from tests.systems.tcs.modern.guns import Modern
from tests.systems.tcs.modern.test_chemicals import field, run
from tests.systems.tcs.modern.test_helicopters import fight

rule = pytest.mark.rule
LINES = ("Blue us87_ah1f A 0404", "Red su87_mi24 H 0408", "Red su87_bmp2 X 0412", "Red su87_bmp2 Y 0640")


def engaged(b):
    return {name for name in "AHXYS" if name in b.names and b[name].engaged}


@rule("TCS 6.9d1", "ME 4.2a")
@pytest.mark.parametrize(("step", "dice", "names"), [
    (AaRoll(2, 0), (1, 1), {"A", "X"}), (MissileRoll(0, 1), (1, 1), {"A", "H"}), (Duel(0, 1), 11, {"A", "H"}),
    (MissileRoll(0, 2), (1, 1), {"A", "X"}),
])  # fmt: skip
def test_fire_from_and_at_the_air_engages_both(step, dice, names):
    b = fight(*LINES, low=["A", "H"])
    assert engaged(b) == set()
    assert engaged(run(b, step, dice=[dice])) == names


@rule("TCS 6.9d1", "ME 2.1b")
def test_a_copperhead_engages_its_target_alone():
    b = Modern("Blue us_rifle_plt O 0401", "Red su87_t72a X 0406", "Red su87_t72a Y 0406")
    assert engaged(run(b, CopperheadRoll(0, 1), dice=[(1, 1)])) == {"X"}


@rule("TCS 6.9d1", "ME 5.3b1", "ME 5.3c1")
def test_chemicals_engage_each_unit_that_they_attack():
    b = field("Red su87_mr_squad S 0104 mopp=high", "Red su87_bmp2 X 0104", "Red su87_bmp2 Y 0105")
    units = {name: b.number(name) for name in "SX"}
    run(b, ChemAttack(1, b.hex("0104"), 1, (units["S"],), (units["X"],)), dice=[11, (1, 1)])
    assert engaged(b) == {"S", "X"}


@rule("TCS 6.9d1", "ME 4.5a")
def test_aircraft_engage_the_helicopter_that_they_attack():
    lines = (
        "Blue us_rifle_plt O 0401",
        "Red su87_mi24 H 0406",
        "Red su87_t72a X 0406",
        "sortie Blue Hogs area=16 kill=8",
    )
    b = Modern(*lines)
    assert engaged(run(b, InterceptRoll(0, 1), dice=[(1, 1)])) == {"H"}
