"""The calculators of the Modern Expansion, question by question: what each field of a question does to the answer."""

from fractions import Fraction

import pytest

from sandtable.kernel.errors import OptionError
from sandtable.systems.tcs.modern.airodds import (
    FlightQuestion,
    MissileQuestion,
    PoppedUp,
    PopUpQuestion,
    flight_chain,
    flight_odds,
    missile_chain,
    missile_odds,
    popup_chain,
    popup_odds,
)
from sandtable.systems.tcs.modern.chemodds import Chem, chem_chain, chem_odds
from sandtable.systems.tcs.modern.gunneryodds import (
    BombletQuestion,
    CounterfireQuestion,
    Tubes,
    bomblet_chain,
    bomblet_odds,
    counterfire_chain,
    counterfire_odds,
)
from sandtable.systems.tcs.modern.sightodds import Sighting, sight_chain, sight_odds
from sandtable.systems.tcs.proving import FARTHEST

rule = pytest.mark.rule


def two_dice(number):
    return Fraction(sum(a + b >= number for a in range(1, 7) for b in range(1, 7)), 36)


def told(chain):
    """A chain with the rule in place of each roll."""
    return [each if isinstance(each, str) else each.rule for each in chain]


def test_each_calculator_opens_with_its_example():
    assert MissileQuestion() == MissileQuestion("tow2", 7, 0, "open", "fire", "day", False, False, False, False)
    assert FlightQuestion() == FlightQuestion("us87_ah1f", "su87_zsu23", True, 12, 20, 0)
    assert PopUpQuestion() == PopUpQuestion("us87_ah1f", "su87_bmp2 move", 12, "", "", "", "missile", False)
    assert BombletQuestion() == BombletQuestion(
        "us87_m109", "DPICM", False, 1, "su87_bmp2, su87_mr_squad", "open", False, 3, "Attack"
    )
    assert CounterfireQuestion() == CounterfireQuestion("4", 1, 3, "HE", 6, False, 6)
    assert Chem() == Chem("us87_mech_squad", "low", 2, False, 0)
    assert Sighting() == Sighting("us87_m1a1", "su87_t72a move", "night", 0, 3, False)


# Missiles


@rule("ME 3.1f", "ME 3.1g", "ME 3.1h", "ME 9.0b")
def test_added_armor_counts_as_defense():
    plain, added = (missile_odds(MissileQuestion(missile="tow1", defence=d, added=a)) for d, a in ((12, 0), (7, 5)))
    assert plain.lines == added.lines
    assert plain.lines["kill"] == {n: two_dice(7 if 7 <= n <= 13 else 8) for n in range(2, 27)}, "14 to 12 is +2"
    hard = missile_odds(MissileQuestion(missile="tow1", defence=14, added=6))
    assert hard.lines == {"kill": {}, "kill or near miss": {}}, "14 to 20 is -6"


@rule("ME 3.1j")
def test_the_second_curve_is_one_easier():
    lines = missile_odds(MissileQuestion(missile="tow1", defence=7)).lines
    assert lines["kill"] == {n: two_dice(6 if 7 <= n <= 13 else 7) for n in range(2, 27)}
    assert lines["kill or near miss"] == {n: two_dice(5 if 7 <= n <= 13 else 6) for n in range(2, 27)}


@rule("ME 3.1j", "ME 4.5b")
@pytest.mark.parametrize(("how", "net"), [
    ({}, 0), ({"posture": "move"}, 1), ({"type": "protective", "posture": "dug_in"}, -2), ({"duel": True}, -3),
    ({"light": "night"}, -1), ({"light": "twilight"}, 0), ({"light": "lit"}, 0), ({"target_smoke": True}, 0),
    ({"firer_smoke": True, "target_smoke": True}, -1), ({"posture": "move", "road": True}, 2),
])  # fmt: skip
def test_each_condition_of_a_missile_changes_its_dice(how, net):
    lines = missile_odds(MissileQuestion(missile="tow1", defence=7, **how)).lines
    assert lines["kill"][7] == two_dice(6 - net)


@rule("ME 3.1i", "ME 4.5b")
def test_a_kill_that_two_dice_cannot_reach_has_no_chance():
    lines = missile_odds(MissileQuestion(missile="at3", defence=13, duel=True)).lines
    assert set(lines["kill"].values()) == {0}, "12 and 3 more"
    assert set(lines["kill or near miss"].values()) == {0}


@rule("ME 2.4.1")
def test_a_battery_has_at_most_eight_launchers():
    assert BombletQuestion(battery="us87_mlrs", launchers=8)
    with pytest.raises(OptionError, match="nobody"):
        BombletQuestion(targets="nobody")
    with pytest.raises(OptionError, match="nobody"):
        FlightQuestion(guns="nobody")
    with pytest.raises(OptionError):
        BombletQuestion(battery="us87_mlrs", launchers=9)
    with pytest.raises(OptionError):
        PopUpQuestion(hexes=FARTHEST + 1)
    with pytest.raises(OptionError):
        FlightQuestion(hexes=-1)


@rule("ME 3.1f", "ME 3.1g", "ME 3.1h")
def test_the_chain_of_a_missile_has_its_bands():
    chain = missile_chain(MissileQuestion(missile="tow1", defence=7, added=1))
    assert told(chain) == [
        "TOW 1: attack 14 (ME 3.1c)",
        "2 to 6 hexes, half nominal range or less:", "ME 3.1f",
        "7 to 13 hexes, up to nominal range:", "ME 3.1g",
        "14 to 26 hexes, up to double nominal range:", "ME 3.1h",
    ]  # fmt: skip
    assert "TOW 1 against defense 8" in str(chain[2])
    assert len(missile_chain(MissileQuestion(missile="dragon"))) == 5, "its minimum leaves no close band"


# Flights


@rule("ME 4.1b3", "ME 4.1b1", "ME 4.2c")
@pytest.mark.parametrize(("how", "fires"), [
    ({"hexes": 12, "enter": 9}, 0), ({"hexes": 12, "enter": 10}, 1), ({"hexes": 12, "enter": 12}, 2),
    ({"hexes": 12, "enter": 1, "spent": 9}, 1), ({"hexes": 12, "enter": 1, "spent": 8}, 0),
    ({"low": False, "hexes": 6, "enter": 1}, 0), ({"low": False, "hexes": 6, "enter": 2}, 1),
    ({"low": False, "hexes": 6, "enter": 5}, 2), ({"hexes": 0, "enter": 3}, 0), ({"hexes": 10, "enter": 10}, 1),
])  # fmt: skip
def test_a_flight_is_fired_at_so_often(how, fires):
    assert flight_odds(FlightQuestion(**how))["gets through"] == (1 - two_dice(9)) ** fires


@rule("ME 4.1b3", "ME 4.2c")
def test_the_chain_of_a_flight_says_where_it_is_fired_at():
    assert told(flight_chain(FlightQuestion())) == [
        "Hex 10, 2 hexes away:", "ME 4.2a", "Hex 12, over the guns:", "ME 4.2a", "Hex 20, 8 hexes beyond:", "ME 4.2a",
    ]  # fmt: skip
    two = flight_chain(FlightQuestion(guns="su87_zsu23, su87_zsu23", enter=10))
    assert told(two) == ["Hex 10, 2 hexes away:", "ME 4.2a", "ME 4.2a"]
    assert flight_chain(FlightQuestion(enter=3)) == ("Nobody fires at it.",)


def test_a_flight_that_makes_no_sense_is_refused():
    with pytest.raises(OptionError, match="helicopter: name one"):
        FlightQuestion(helicopter="us87_ah1f, us87_ah1f")
    assert FlightQuestion(hexes=12, enter=36)
    with pytest.raises(OptionError, match="it flies at most 24 hexes beyond the guns"):
        FlightQuestion(hexes=11, enter=36)


# Pop-ups


@rule("ME 4.1e1", "ME 4.2a")
def test_every_gun_beside_the_target_fires_at_a_pop_up():
    def killed(**how):
        return popup_odds(PopUpQuestion(target="su_truck move", **how)).chance(lambda end: end.target == "destroyed")

    ends = popup_odds(PopUpQuestion(target="su_truck move", guns="su87_zsu23"))
    assert ends.chance(lambda end: end.lost == 1) == two_dice(9)
    assert ends.chance(lambda end: end.lost == 0) == 1 - two_dice(9)
    bare = killed()
    assert killed(guns="su87_zsu23") == bare * (1 - two_dice(9))
    assert killed(guns="su87_zsu23, su87_zsu23") == bare * (1 - two_dice(9)) ** 2
    assert killed(cover="us87_m163") == bare, "own AA does nothing without a counter pop-up"
    assert killed(hexes=5) == killed(hexes=8), "one band"


@rule("ME 4.1f2", "ME 4.1e3")
def test_two_helicopters_fire_at_one_target():
    one, two = (popup_odds(PopUpQuestion(helicopters=", ".join(["us87_ah1f"] * n), target="su_truck")) for n in (1, 2))
    kill = one.chance(lambda end: end.target == "destroyed")
    both = two.chance(lambda end: end.target == "destroyed")
    assert kill < both <= 1 - (1 - kill) ** 2, "a truck that the first has scared away is not hit by the second"


@rule("ME 4.1c", "ME 4.1e1")
def test_a_target_of_several_steps_may_be_hit_or_shaken():
    ends = popup_odds(PopUpQuestion(target="su87_mr_plt", weapons="both", hexes=4))
    assert {end.target for end in ends} >= {"unharmed", "hit", "shaken"}
    assert sum(ends.values()) == 1
    assert all(end.countered == 0 for end in ends)


def test_the_words_of_an_end():
    assert str(PoppedUp("hit", 2, 2)) == "target hit, 2 helicopters lost, 2 counter pop-ups shot down"
    assert str(PoppedUp("unharmed", 0, 0)) == "target unharmed"


def test_a_pop_up_that_cannot_be_made_is_refused():
    with pytest.raises(OptionError, match="target: name one unit"):
        PopUpQuestion(target="su87_bmp2, su87_bmp2")
    with pytest.raises(OptionError, match=r"the guns of .* reach 12"):
        PopUpQuestion(target="su_truck", hexes=13, weapons="guns")
    assert PopUpQuestion(target="su_truck", hexes=12, weapons="guns")
    with pytest.raises(OptionError, match="needs more than 1"):
        PopUpQuestion(hexes=1)
    assert PopUpQuestion(hexes=FARTHEST), "an observer has told of the target"


@rule("ME 4.1f2")
def test_the_chain_of_a_pop_up_has_its_rolls_in_their_order():
    chain = popup_chain(PopUpQuestion(guns="su87_zsu23", counters="su87_mi24", cover="us87_m163"))
    rolls = [each for each in told(chain) if each.startswith("ME")]
    assert rolls == ["ME 4.2a", "ME 3.1g", "ME 4.2a", "ME 4.2a", "ME 3.1g"]
    words = [each for each in chain if isinstance(each, str)]
    assert [each.rpartition(" ")[2] for each in words] == ["them:", words[1].rpartition(" ")[2], "fires:"]
    assert len(words) == 3
    guns = popup_chain(PopUpQuestion(weapons="guns", target="su_truck"))
    assert [each for each in told(guns) if each.startswith("ME 3")] == []


@rule("ME 4.1g1")
def test_the_doctrine_needs_its_hours_and_binds_no_others():
    cobra = [popup_odds(PopUpQuestion(doctrine=doctrine)) for doctrine in (False, True)]
    assert cobra[0] == cobra[1]


# Bomblets


@rule("ME 2.4a", "ME 2.4c", "ME 2.3a3")
def test_rockets_beside_their_zone_add_one_less():
    inside, beside = (
        bomblet_odds(BombletQuestion(battery="us87_mlrs", targets="su87_t72a", ring=ring)) for ring in (False, True)
    )
    assert inside.chance(lambda left: left.steps == 0) == two_dice(7)
    assert beside.chance(lambda left: left.steps == 0) == two_dice(8)
    wide = bomblet_odds(BombletQuestion(battery="us87_mlrs", targets="su87_t72a", ring=True, battalion=True))
    assert wide.chance(lambda left: left.steps == 0) == two_dice(7), "the zone of a battalion"


@rule("ME 2.3a2", "ME 2.4c")
@pytest.mark.parametrize(("launchers", "battalion", "strength"), [(1, False, 100), (2, False, 200), (3, True, 100)])
def test_launchers_together_have_their_strength(launchers, battalion, strength):
    ask = BombletQuestion(battery="us87_mlrs", launchers=launchers, battalion=battalion, targets="su87_mr_squad")
    assert str(strength) in str(bomblet_chain(ask)[1].roll.says)


@rule("ME 2.3a2")
def test_light_bomblets_do_nothing_beside_their_zone():
    near = bomblet_odds(BombletQuestion(targets="su87_t72a", ring=True))
    assert near.chance(lambda left: left.steps == 0) < bomblet_odds(BombletQuestion(targets="su87_t72a")).chance(
        lambda left: left.steps == 0
    )
    chain = bomblet_chain(BombletQuestion(targets="su87_t72a, su87_mr_squad", ring=True))
    assert told(chain[:1]) == ["TCS 18.5d"]
    assert list(chain[1:]) == ["Good Shoot:", "Bad Shoot:"], "155 mm bomblets reach no adjacent hex"


@rule("ME 2.3b")
def test_the_observer_and_its_order_change_the_adjustment():
    def good(**how):
        roll = bomblet_chain(BombletQuestion(**how))[0]
        return roll.odds()

    assert good() != good(orders="Unassigned")
    assert good(hexes=3) != good(hexes=FARTHEST)


# Counterfire


@rule("ME 2.5e2")
def test_what_counterfire_comes_to():
    assert [Tubes(*each).severity for each in ((False, 0, 6), (True, 0, 6), (True, 2, 6), (True, 6, 6))] == [0, 1, 2, 3]
    few = counterfire_odds(CounterfireQuestion(cb="4", ew=0, fires=7, shell="DPICM", target_tubes=2))
    assert max(end.lost for end in few) == 2, "it has no more to lose"
    assert few.chance(lambda end: end.lost == 2) == (1 - Fraction(2, 6) ** 4) * Fraction(3, 6), "4, 5 or 6"


@rule("ME 2.5b1")
@pytest.mark.parametrize(("cb", "fits"), [
    ("20", True), ("21", False), ("0", False), ("1", True), ("", False), ("10 10", True), ("10 11", False),
    ("1 1 1 1 1 1 1 1", True), ("1 1 1 1 1 1 1 1 1", False), ("2 0", False),
])  # fmt: skip
def test_the_cb_points_of_a_question(cb, fits):
    if fits:
        assert sum(CounterfireQuestion(cb=cb).points) == sum(int(each) for each in cb.split())
    else:
        with pytest.raises(OptionError, match="cb: "):
            CounterfireQuestion(cb=cb)


@rule("ME 2.5c1", "ME 2.5c2")
def test_the_chain_of_counterfire_has_the_search_and_each_fire():
    chain = counterfire_chain(CounterfireQuestion(cb="3 2", ew=1, fires=4, shell="ICM"))
    assert told(chain) == ["ME 2.5c2", "If it is acquired, each battery fires:", "ME 2.5e2", "ME 2.5e2"]
    assert len(chain[0].dice.faces) == 4
    assert [row.low for row in chain[0].rows] == [None, 4]
    assert [chain[2].read(face) for face in (1, 2, 6)] == [0, 1, 3]
    assert CounterfireQuestion(cb="2", ew=1).dice == 1
    assert len(counterfire_chain(CounterfireQuestion(cb="2", ew=1))) == 3
    assert CounterfireQuestion(launcher=True, shell="DPICM")


# Chemicals


@rule("ME 5.3b1", "ME 5.3d", "ME 5.3j")
def test_the_rolls_of_a_chemical_attack():
    squad = chem_chain(Chem(rounds=3, mopp="medium"))
    assert [each.value for each in squad[0].modifiers] == [4, 3]
    assert told(squad) == ["ME 5.3b2", "TCS 17.1a"]
    assert told(chem_chain(Chem(target="us87_m113, us87_mech_squad"))) == ["ME 5.3c1", "ME 5.3b2", "TCS 17.1a"]
    shaky, firm = (chem_chain(Chem(battalion=level))[1].shift for level in (4, 0))
    assert shaky > firm, "the morale of the battalion counts"
    assert Chem(target="3x us87_mech_squad")


@rule("ME 5.3b2")
def test_more_rounds_are_worse_for_people():
    lost = [chem_odds(Chem(target="su87_mr_squad", mopp="medium", rounds=n)).chance(lambda left: left.steps == 0)
            for n in (1, 3)]  # fmt: skip
    assert lost[0] < lost[1]


# Sights


@rule("ME 6.2a1", "ME 6.1b")
def test_the_chain_of_sights_names_the_longest_shot_of_each():
    clear = sight_chain(Sighting(smoke=0))
    assert [each for each in clear if isinstance(each, str)] == [
        "With eyes only, to 2 hexes:", "With night vision, to 24 hexes:", "With thermal sights, to 24 hexes:",
    ]  # fmt: skip
    assert told(clear)[1::2] == ["TCS 14.0a"] * 3
    lines = sight_odds(Sighting(smoke=0)).lines
    for words, far, roll in zip(lines, (2, 24, 24), clear[1::2], strict=True):
        assert sum(chance for kills, chance in roll.odds().items() if kills > 0) == lines[words][far]
    fog = sight_chain(Sighting(smoke=0, light="day", visibility=4))
    assert fog[0] == "With eyes only, to 4 hexes:"
    assert fog[2] == "With night vision, to 4 hexes:"
    weak = sight_chain(Sighting(firer="su87_brdm2", target="us87_m1a1"))
    assert weak == ("With eyes only: no shot", "With night vision: no shot", "With thermal sights: no shot")
    thick = sight_chain(Sighting(smoke=9, light="day"))
    assert thick[0] == "With eyes only, to 1 hex:"


@rule("ME 6.1i", "ME 6.1e")
def test_twilight_light_and_day_in_the_sights():
    lines = {light: sight_odds(Sighting(smoke=0, light=light)).lines for light in ("day", "twilight", "night")}
    assert [max(lines[light]["eyes only"]) for light in ("night", "twilight")] == [2, 6]
    assert max(lines["day"]["eyes only"]) == 24
    assert min(lines["day"]["eyes only"]) == 1
    assert lines["day"]["eyes only"] == lines["day"]["thermal sights"]


def test_a_sighting_that_makes_no_sense_is_refused():
    with pytest.raises(OptionError, match="firer: name one unit"):
        Sighting(firer="us87_m1a1, us87_m1a1")
    with pytest.raises(OptionError, match="target: name one unit"):
        Sighting(target="su87_t72a, su87_t72a")
    with pytest.raises(OptionError, match="firer: name a vehicle with a gun"):
        Sighting(firer="us87_m113")
    with pytest.raises(OptionError, match="firer: name a vehicle with a gun"):
        Sighting(firer="su_zis3")
    with pytest.raises(OptionError, match="target: name a vehicle or a gun"):
        Sighting(target="su87_mr_squad")
