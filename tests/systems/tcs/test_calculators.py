"""The calculators of TCS, against odds worked out by hand and by another program."""

from fractions import Fraction

import msgspec
import pytest

from sandtable.kernel.errors import OptionError
from sandtable.kernel.question import Curves
from sandtable.systems.tcs.antitank import AtFacts
from sandtable.systems.tcs.approachodds import Approach, approach, approach_chain
from sandtable.systems.tcs.calculators import (
    CALCULATORS,
    Area,
    AtRollQuestion,
    Morale,
    Point,
    Spotting,
    area,
    at_roll,
    fire_chain,
    morale,
    point,
    spotting,
    spotting_chain,
)

rule = pytest.mark.rule

# Chances of at least one vehicle, in 36ths: firer, number, target with its marks, hexes, terrain.
KILLS = [
    ("us_m4_75", 1, "ge_panther", 6, 1),
    ("us_m4_75", 5, "ge_panther", 6, 6),
    ("us_m4_75", 1, "ge_panther", 3, 4),
    ("us_m4_75", 1, "ge_panther move", 2, 6),
    ("us_m4_76", 1, "ge_panther", 6, 4),
    ("us_m18", 1, "ge_panther move", 1, 9),
    ("us_m18", 4, "ge_panther move", 1, 13),
    ("us_m36", 1, "ge_panther", 6, 8),
    ("ge_panther", 1, "us_m4_75", 6, 11),
    ("ge_panther", 1, "us_m4_75 move", 9, 13),
    ("ge_panther", 1, "us_m4_75 move", 2, 19),
    ("ge_panther", 4, "us_m4_75 move", 9, 24),
    ("us_m4_75", 1, "ge_tiger1", 6, 0),
    ("us_m4_75", 5, "ge_tiger1", 3, 4),
    ("ge_pak36", 1, "su_t34_76 move", 2, 1),
    ("ge_pak40", 1, "us_m4_75 move", 8, 11),
]


@rule("TCS 12.0a", "TCS 12.0d", "TCS 12.0e")
@pytest.mark.parametrize(("firer", "count", "target", "hexes", "ways"), KILLS)
def test_point_fire_kills_as_often_as_it_should(firer, count, target, hexes, ways):
    ask = Point(firers=f"{count}x {firer}", targets=f"{target} fired", hexes=hexes)
    assert point(ask).chance(lambda left: left.steps == 0) >= Fraction(ways, 36)
    roll = fire_chain(ask)[0].roll
    assert sum(chance for steps, chance in roll.odds().items() if steps > 0) == Fraction(ways, 36)


@rule("TCS 12.0f")
def test_point_fire_at_a_dug_in_gun():
    ask = Point(firers="us_m4_75", targets="ge_pak40 dug_in fired", hexes=6, terrain="woods")
    roll = fire_chain(ask)[0].roll
    assert sum(chance for steps, chance in roll.odds().items() if steps > 0) == Fraction(5, 36)


# Area fire: no effect, morale check only, in 36ths, and the mean of steps.
FIRES = [
    (("3x us_rifle_plt", "ge_gren_plt dug_in fired", 3, "woods"), 15, 12, 0.28),
    (("3x us_rifle_plt", "ge_gren_plt dug_in", 3, "woods"), 21, 10, 0.14),
    (("3x us_rifle_plt", "ge_gren_plt fired", 3, "woods"), 10, 15, 0.39),
    (("3x us_rifle_plt", "ge_gren_plt dug_in fired", 1, "woods"), 6, 13, 0.67),
    (("us_rifle_plt", "ge_gren_plt move", 3, "open"), 12, 13, 0.33),
    (("ge_gren_plt", "us_rifle_plt move fired", 5, "open"), 17, 11, 0.22),
    (("ge_smg_sec", "us_rifle_plt move fired", 8, "open"), 12, 13, 0.33),
    (("ge_gren_plt, ge_smg_sec", "3x us_rifle_plt move", 3, "open"), 0, 0, 2.92),
    (("4x us_m4_75", "ge_gren_plt dug_in fired", 4, "village"), 15, 12, 0.28),
    (("us_81mm_sec", "ge_gren_plt dug_in fired", 12, "woods"), 21, 10, 0.14),
]


@rule("TCS 11.2c", "TCS 11.1a", "TCS 5.0c")
@pytest.mark.parametrize(("fire", "nothing", "check", "mean"), FIRES)
def test_area_fire_as_another_program_has_it(fire, nothing, check, mean):
    firers, targets, hexes, terrain = fire
    roll = fire_chain(Area(firers=firers, targets=targets, hexes=hexes, terrain=terrain))[0].roll
    odds = roll.odds()
    assert (odds.get(-1, 0), odds.get(0, 0)) == (Fraction(nothing, 36), Fraction(check, 36))
    assert round(float(sum(max(steps, 0) * chance for steps, chance in odds.items())), 2) == mean


def test_an_area_fire_goes_on_to_the_morale_of_each_unit():
    left = area(Area(firers="us_rifle_plt", targets="ge_gren_plt, ge_smg_sec", hexes=2))
    assert sum(left.values()) == 1
    assert {each.name for fate in left for each in fate.units} == {
        "Grenadier platoon 1944",
        "Heavy machine-gun section",
    }
    assert {each.state for fate in left for each in fate.units} == {"steady", "Suppressed", "Paralyzed", "running"}
    hard = area(Area(firers="us_rifle_plt", targets="ge_gren_plt", hexes=2, battalion=3))
    easy = area(Area(firers="us_rifle_plt", targets="ge_gren_plt", hexes=2))
    steady = lambda left: left.units[0].state == "steady"  # noqa: E731
    assert hard.chance(steady) < easy.chance(steady)


def test_smoke_zones_and_cross_fire_are_shifts():
    plain = fire_chain(Area(firers="2x us_rifle_plt", targets="ge_gren_plt fired"))[0].roll
    asked = Area(firers="2x us_rifle_plt", targets="ge_gren_plt fired", smoke="both", zone="targets", cross_fire=True)
    roll = fire_chain(asked)[0].roll
    assert not plain.modifiers
    rules = {"TCS 11.3g": -2, "TCS 11.3f": -2, "TCS 11.4a": 4}
    sums = {name: sum(each.value for each in roll.modifiers if each.rule == name) for name in rules}
    assert sums == rules


@rule("TCS 11.3c")
@pytest.mark.parametrize(("hexes", "shift"), [(0, 0), (1, -2)])
@pytest.mark.parametrize(("kind", "targets"), [(Area, "ge_gren_plt"), (Point, "ge_pz4")])
@pytest.mark.parametrize("overwatch", [False, True])
def test_shaken_targets_are_harder_to_hit_but_not_at_range_0(kind, targets, overwatch, hexes, shift):
    roll = fire_chain(kind(targets=f"{targets} suppressed", hexes=hexes, overwatch=overwatch))[0].roll
    assert sum(each.value for each in roll.modifiers if each.rule == "TCS 11.3c") == shift


# AT rolls


@rule("TCS 16.1", "TCS 16.2b", "TCS 16.2a", "TCS 16.2e")
@pytest.mark.parametrize(
    ("ask", "chance"),
    [
        (AtRollQuestion(type="partly", in_hex=True), Fraction(15, 36)),
        (AtRollQuestion(type="partly", in_hex=True, escorted=True), Fraction(3, 36)),
        (AtRollQuestion(), Fraction(6, 36)),
        (AtRollQuestion(type="protective", dark=True), Fraction(21, 36)),
        (AtRollQuestion(type="protective", in_hex=True, soft=True), Fraction(26, 36)),
    ],
)
def test_at_rolls(ask, chance):
    assert at_roll(ask).chance(lambda result: result.startswith("kill")) == chance


@rule("TCS 16.3")
def test_the_roller_loses_a_step_in_one_of_twelve():
    assert at_roll(AtRollQuestion()).chance(lambda result: "step lost" in result) == Fraction(3, 36)


# Morale, spotting, a move


@rule("TCS 17.1a", "TCS 17.2d")
def test_morale():
    ways = {name: chance * 36 for name, chance in morale(Morale(morale=9, lost=4)).items()}
    assert ways == {"SYR": 9, "Paralyzed": 10, "Surrender": 17}
    assert morale(Morale(vehicles=True, lost=1))["NE"] == Fraction(15, 36)


@rule("TCS 7.1d2", "TCS 7.1c")
def test_spotting_with_its_shifts():
    ask = Spotting(target="ge_pz4 move road", trigger=True)
    assert list(spotting(ask)) == ["spotted at any range"]
    assert spotting_chain(ask) == (
        "Pz IV H/J 75 mm L48 begins at up to 8 hexes (TCS 7.1c)",
        "+4 target has fired or is the trigger (TCS 7.1d2)",
        "+2 target Road Moving (TCS 7.1d2)",
        "+1 target in Move Mode (TCS 7.1d2)",
    )


@rule("TCS 15.4b", "TCS 15.2c")
def test_a_move_through_watched_hexes():
    one, two = approach(Approach(enter=1)), approach(Approach(enter=2))
    steady = lambda left: left.units[0].state == "steady"  # noqa: E731
    assert one.chance(steady) == Fraction(899, 1296)
    assert two.chance(steady) < one.chance(steady)
    fires = approach_chain(Approach(enter=2))
    assert [each for each in fires if isinstance(each, str)] == ["4 hexes away:", "3 hexes away:"]
    far = approach_chain(Approach(hexes=9, enter=1))
    assert far == ("8 hexes away: nobody fires",)


@rule("TCS 17.5a", "TCS 17.2e")
def test_who_ran_from_a_watched_hex_is_not_told_as_suppressed_there():
    # One hex, one fire: what it leaves of a stack that moves in the open is what `area` says of it.
    fired = area(Area(firers="ge_gren_plt", targets="us_rifle_plt move", hexes=4, overwatch=True))
    moved = approach(Approach(watchers="ge_gren_plt", enter=1))
    state = lambda left: (left.units[0].steps, left.units[0].state)  # noqa: E731
    assert moved.by(state) == fired.by(state)
    assert moved.chance(lambda left: left.units[0].state == "running") > 0


@rule("TCS 16.0a", "TCS 16.1")
def test_a_vehicle_that_comes_beside_infantry_is_met_by_an_at_roll():
    ask = Approach(movers="us_m4_75", watchers="ge_gren_plt", hexes=3, enter=2)
    far, near, roll = approach_chain(ask)
    assert (far, near) == ("2 hexes away: nobody fires", "1 hex away:")
    assert roll.words == "Grenadier platoon 1944 attacks M4 Sherman 75 mm A"
    assert msgspec.structs.replace(roll, says="", by=(), on=()) == AtFacts().resolution("")
    assert approach(ask).chance(lambda left: left.steps == 0) >= Fraction(6, 36)
    assert len(approach_chain(Approach(movers="us_m4_75", watchers="2x ge_gren_plt", hexes=2, enter=1))) == 3


@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        (Area, {"firers": "us_rifle"}, "firers: there is no unit 'us_rifle'"),
        (Area, {"hexes": 6}, "fires 5"),
        (Area, {"firers": "us_rifle_plt move"}, "Move Mode"),
        (Area, {"targets": "ge_pz4"}, "area fire harms classes A and B"),
        (Area, {"cross_fire": True}, "two firers"),
        (Area, {"firers": "21x us_rifle_plt"}, "name 1 to 20 units"),
        (Area, {"hexes": 99}, "hexes: it must be a whole number of at most 24"),
        (Point, {"targets": "ge_gren_plt"}, "point fire harms vehicles and guns"),
        (Point, {"firers": "ge_pak36", "targets": "su_kv1", "hexes": 2}, "cannot harm a defence of 6"),
        (Point, {"cross_fire": True}, "one stack"),
        (Spotting, {"target": "ge_pz4, ge_pz4"}, "name one unit"),
        (Approach, {"enter": 5}, "enters at most 4"),
        (Approach, {"watchers": "ge_gren_plt move"}, "does not fire overwatch"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_with_a_sentence(kind, values, words):
    with pytest.raises(OptionError) as fault:
        kind(**values)
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("kind", "name"), [(Area, "visibility"), (Area, "battalion"), (Morale, "lost"), (Morale, "battalion")]
)
def test_a_number_of_a_question_goes_from_0_to_20(kind, name):
    for right in (0, 20):
        assert getattr(msgspec.convert({name: right}, kind), name) == right
    for wrong in (-1, 21):
        with pytest.raises(msgspec.ValidationError, match=name):
            msgspec.convert({name: wrong}, kind)


def test_every_calculator_answers_its_defaults():
    for each in CALCULATORS:
        question = msgspec.convert({}, each.parameters)
        answer = each.answer(question)
        if isinstance(answer, Curves):
            chances = [chance for line in answer.lines.values() for chance in line.values()]
            assert chances, each.name
            assert all(0 <= chance <= 1 for chance in chances), each.name
        else:
            assert sum(answer.values()) == 1, each.name
        assert each.chain(question)
