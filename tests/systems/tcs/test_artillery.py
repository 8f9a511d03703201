"""Artillery (TCS 18): batteries, calls, adjustment, scatter and shells."""

from fractions import Fraction

import pytest

from tests.systems.tcs.gunnery import Gunnery

rule = pytest.mark.rule

FIELD = "1212 open\n"
BATTERY = "battery Blue us_105_how A"
GOOD, BAD, SCATTER, NONE = 66, 33, 21, 11
"""Dice of the adjustment on column 10 or 11: 33 is bad on column 10 only."""


def guns(*lines, dice=(), **how):
    return Gunnery(FIELD + "\n".join(lines), *dice, **how)


def simple(*lines, **how):
    """An observer 5 hexes from a German platoon in the open, column 10, and one battery."""
    return guns("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406", BATTERY, *lines, **how)


def adjustment(b, **how):
    b.call("A", how.pop("aim", "0406"), **how)
    return b.forecast("done")


def chances(roll):
    return [roll.odds().get(each, Fraction(0)) * 36 for each in ("No Shoot", "Scatter", "Bad Shoot", "Good Shoot")]


# Adjustment


@rule("TCS 18.5a", "TCS 18.5d", "TCS 18.5g")
def test_x1_an_american_observer_on_attack_five_hexes_away():
    roll = adjustment(simple())
    assert roll.column == "10"
    assert chances(roll) == [6, 3, 9, 18]
    assert [(each.value, each.rule) for each in roll.modifiers] == [(11, "TCS 18.5a"), (-1, "TCS 18.5d")]


@rule("TCS 18.5b", "TCS 18.13")
@pytest.mark.parametrize(("registered", "column", "ways"), [(False, "11", [4, 2, 8, 22]), (True, "13", [2, 2, 7, 25])])
def test_x2_a_prepared_defense_a_hill_and_a_registration_point(registered, column, ways):
    b = guns("0401 open 50", "Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0409", BATTERY,
             *["registered Blue 0409"] * registered, kinds={"Blue": "Prepared Defense"})  # fmt: skip
    roll = adjustment(b, aim="0409")
    assert (roll.column, chances(roll)) == (column, ways)
