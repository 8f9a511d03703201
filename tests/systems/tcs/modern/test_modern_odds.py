"""The calculators of chemical attacks and of sights, against counts by hand; and the data cards of units."""

from fractions import Fraction

import pytest

from sandtable.kernel.errors import OptionError
from sandtable.systems.tcs.modern.chemodds import Chem, chem_chain, chem_odds
from sandtable.systems.tcs.modern.sightodds import Sighting, sight_chain, sight_odds
from sandtable.systems.tcs.tables import UNITS
from sandtable.systems.tcs.unitcards import traits_of, unit_card, unit_named, units

rule = pytest.mark.rule
FACES = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
TWO_DICE = {total: sum(a + b == total for a in range(1, 7) for b in range(1, 7)) for total in range(2, 13)}


def share(low, high=66):
    return Fraction(sum(low <= face <= high for face in FACES), 36)


@rule("ME 5.3c1", "ME 5.3i")
def test_a_crew_is_lost_as_often_as_two_dice_reach_its_number():
    def lost(target, mopp):
        return chem_odds(Chem(target=target, mopp=mopp)).chance(lambda left: left.steps == 0)

    def reach(number):
        return Fraction(sum(ways for total, ways in TWO_DICE.items() if total >= number), 36)

    assert [lost("us87_m113", level) for level in ("low", "medium", "high")] == [reach(7), reach(8), reach(11)]
    assert [lost("su87_t62", level) for level in ("low", "medium", "high")] == [reach(8), reach(11), reach(11)]


@rule("ME 5.3b2", "ME 5.3d")
def test_a_squad_at_high_mopp_under_two_rounds():
    """Column 0: a step on 66, a check on 54 to 65. Total 3 + 2: SYR on 55 to 63 costs a step."""
    ends = chem_odds(Chem(target="su87_mr_squad", mopp="high", rounds=2))
    checked = share(54, 65)
    assert ends.chance(lambda left: left.steps == 2) == 1 - share(66) - checked * share(55, 63)


@rule("ME 5.3e2")
def test_shells_make_the_check_worse():
    plain, shelled = (chem_chain(Chem(mopp="medium", shells=shells))[1] for shells in (False, True))
    assert shelled.shift - plain.shift == 3 + 1 + 1, "the other column, the Attack Zone, and no low trajectory"


def test_a_question_about_nobody_is_refused():
    with pytest.raises(OptionError, match="one to three units"):
        Chem(target="4x us87_mech_squad")
    with pytest.raises(OptionError, match="name a vehicle with a gun"):
        Sighting(firer="us87_mech_squad")


@rule("ME 6.2x", "ME 6.1d")
def test_the_thermal_shot_of_the_example_and_what_others_see():
    """Column 1 and +5 close, +3 armour, +2 moving, -2 for 7/5: column 11-13, which kills from 46 on."""
    lines = sight_odds(Sighting()).lines
    assert lines["thermal sights"][6] == share(46)
    assert 6 not in lines["night vision"], "smoke is between them"
    clear = sight_odds(Sighting(smoke=0)).lines
    assert clear["night vision"][6] == clear["thermal sights"][6], "4/5 is 1: thermals are better only in smoke"
    assert max(clear["eyes only"]) == 2
    assert max(clear["thermal sights"]) == 24
    foggy = sight_odds(Sighting(smoke=0, light="day", visibility=4)).lines
    assert (max(foggy["night vision"]), max(foggy["thermal sights"])) == (4, 24)
    lit = sight_odds(Sighting(smoke=0, lit=True)).lines
    assert lit["eyes only"][6] == lit["thermal sights"][6] > clear["thermal sights"][6]
    assert str(sight_chain(Sighting())[0]).startswith("With eyes only, to 1 hex:"), "smoke is in the next"


def test_a_card_has_the_chances_of_every_weapon():
    card = unit_card(unit_named("us87_m2"), unit_named("su87_t72b"))
    assert list(card.lines) == ["TOW 2"], "3 against 8 is not allowed"
    near, middle, far = card.lines["TOW 2"]
    assert (near.low, near.high, middle.low, middle.high, far.low, far.high) == (2, 8, 9, 16, 17, 32)
    assert [each.chance for each in (near, middle, far)] == [Fraction(21, 36), Fraction(26, 36), Fraction(21, 36)]
    squad = unit_card(unit_named("us_rifle_plt"), unit_named("ge_panther"), "woods", "move")
    assert squad.lines["AT roll"][0].chance == Fraction(15, 36), "8 or more in the woods"
    assert unit_card(unit_named("us_truck"), unit_named("ge_panther")).lines == {}
    rifles = unit_card(unit_named("us_rifle_plt"), unit_named("ge_gren_plt")).lines["area fire"]
    assert (rifles[0].low, rifles[0].chance) == (1, share(46)), "column 11-13"
    assert len({each.chance for each in rifles}) > 2, "it falls with the range"
    with pytest.raises(OptionError, match="is a helicopter"):
        unit_card(unit_named("AH-64A Apache"), unit_named("ge_panther"))


def test_a_card_of_every_pair_of_vehicles_of_1987_can_be_made():
    tanks = [kind for kind in units(era="1987") if kind.move_class != "helicopter"]
    for kind in tanks[::4]:
        for other in tanks[::5]:
            for line in unit_card(kind, other).lines.values():
                assert all(0 <= each.chance <= 1 for each in line)


def test_units_are_listed_by_army_era_and_kind():
    assert len(units()) == len(UNITS) == 152
    assert {each.nation for each in units(nation="us")} == {"US"}
    assert {each.id for each in units("t-72")} == {"su87_t72a", "su87_t72b"}
    with pytest.raises(OptionError, match="--era is one of ww2, 1987"):
        units(era="1943")
    assert "thermal sights" in traits_of(UNITS["us87_m1a1"])
