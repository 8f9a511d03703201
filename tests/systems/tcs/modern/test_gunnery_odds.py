"""The calculators of modern artillery, against fractions and icepool; what a client shows of it."""

from fractions import Fraction

import icepool
import pytest

from sandtable.kernel.errors import OptionError
from sandtable.kernel.question import Shifted
from sandtable.systems.tcs.modern.gunneryodds import (
    BombletQuestion,
    CounterfireQuestion,
    Tubes,
    bomblet_chain,
    bomblet_odds,
    counterfire_chain,
    counterfire_odds,
)
from tests.systems.tcs.modern.guns import Modern

rule = pytest.mark.rule
TWO = icepool.d6 + icepool.d6


def exact(die):
    return {int(face): Fraction(str(chance)) for face, chance in zip(die.outcomes(), die.probabilities(), strict=True)}


@rule("ME 2.5x1", "ME 2.5c2", "ME 2.5e2")
@pytest.mark.parametrize(("shell", "divisor"), [("HE", 3), ("ICM", 2), ("DPICM", 2)])
@pytest.mark.parametrize(("fires", "number"), [(1, 6), (3, 5), (4, 4), (7, 3)])
def test_counterfire_of_one_battery(shell, divisor, fires, number):
    odds = counterfire_odds(CounterfireQuestion(cb="4", ew=1, fires=fires, shell=shell))
    acquired = 1 - Fraction(number - 1, 6) ** 3
    assert odds.chance(lambda end: end.acquired) == acquired
    for lost, chance in exact(icepool.d6 // divisor).items():
        assert odds.chance(lambda end, lost=lost: end.acquired and end.lost == lost) == acquired * chance


@rule("ME 2.5x2", "ME 2.5h")
def test_counterfire_of_three_batteries_and_of_few_tubes():
    odds = counterfire_odds(CounterfireQuestion(cb="2 2 2", ew=1, fires=4, shell="DPICM"))
    acquired = 1 - Fraction(3, 6) ** 5
    for lost, chance in exact(3 @ (icepool.d6 // 2)).items():
        told = odds.chance(lambda end, lost=lost: end.acquired and end.lost == min(lost, 6))
        if lost < 6:
            assert told == acquired * chance
    few = counterfire_odds(CounterfireQuestion(cb="4", ew=0, fires=7, tubes=2))
    assert few.chance(lambda end: end.lost > 0) == (1 - Fraction(2, 6) ** 4) * Fraction(2, 6), "5 or 6 on the die"
    rocket = counterfire_odds(CounterfireQuestion(cb="4", ew=0, fires=7, tubes=1, launcher=True, shell="DPICM"))
    assert rocket.chance(lambda end: end.lost > 0) == (1 - Fraction(2, 6) ** 4) * Fraction(5, 6)


@rule("ME 2.5c1")
def test_no_dice_no_counterfire():
    ask = CounterfireQuestion(cb="2", ew=2)
    assert dict(counterfire_odds(ask).items()) == {Tubes(False, 0, 6): 1}
    assert "jam every die" in counterfire_chain(ask)[0]


@rule("ME 2.3a3", "ME 2.3a4", "ME 2.4.3")
@pytest.mark.parametrize(("target", "net"), [("su87_t72a", 3), ("us87_m1a1", 0), ("su87_bmp2", 3), ("su87_btr80", 3)])
def test_rockets_against_a_vehicle(target, net):
    odds = bomblet_odds(BombletQuestion(battery="us87_mlrs", targets=target))
    expected = exact(TWO + net >= 10).get(1, Fraction(0))
    assert odds.chance(lambda left: left.steps == 0) == expected


@rule("ME 2.3a4")
def test_icm_does_nothing_to_tanks():
    odds = bomblet_odds(BombletQuestion(shell="ICM", targets="su87_t72a"))
    assert odds.chance(lambda left: left.steps == 1) == 1


@rule("ME 2.3b", "ME 2.3a3")
def test_a_battery_adjusts_first():
    """Column 11 three hexes away: 22 in 36 good, 8 bad at one less, 2 scatter a hex or more."""
    odds = bomblet_odds(BombletQuestion(targets="su87_t72a", ring=False))
    good, bad = (exact(TWO + net >= 10)[1] for net in (3, 2))
    assert odds.chance(lambda left: left.steps == 0) == Fraction(22, 36) * good + Fraction(8, 36) * bad


@rule("ME 2.3e", "ME 2.3a2")
@pytest.mark.parametrize(("battalion", "good", "bad"), [(False, 40, 18), (True, 56, 24)])
def test_a_battalion_of_bomblets_has_its_value_twice_in_the_zone(battalion, good, bad):
    chain = bomblet_chain(BombletQuestion(battalion=battalion, targets="su87_mr_squad"))
    told = [str(each.roll.says) for each in chain if isinstance(each, Shifted)]
    assert [words.rpartition(" ")[2] for words in told] == [str(good), str(bad)]


def test_the_chain_shows_every_roll():
    def told(each):
        return each if isinstance(each, str) else each.roll.rule if isinstance(each, Shifted) else each.rule

    chain = bomblet_chain(BombletQuestion())
    assert [told(each) for each in chain] == [
        "TCS 18.5d", "Good Shoot:", "TCS 18.8a", "TCS 18.9a", "Bad Shoot:", "TCS 18.8a", "TCS 18.9a",
    ]  # fmt: skip
    rockets = bomblet_chain(BombletQuestion(battery="us87_mlrs", ring=True, launchers=3))
    assert [told(each) for each in rockets][1:] == ["TCS 18.8a", "TCS 18.9a"]
    assert len(counterfire_chain(CounterfireQuestion(cb="2 2"))) == 4


@pytest.mark.parametrize(
    ("question", "how", "words"),
    [
        (BombletQuestion, {"battery": "us_999"}, "there is no 'us_999'"),
        (BombletQuestion, {"battery": "us87_mlrs", "shell": "ICM"}, "MLRS fires DPICM only"),
        (BombletQuestion, {"launchers": 2}, "155 mm M109 battery has none"),
        (CounterfireQuestion, {"cb": "many"}, "write the CB points of each battery"),
        (CounterfireQuestion, {"cb": "20 20"}, "at most 20 CB points"),
        (CounterfireQuestion, {"launcher": True}, "MLRS fires DPICM only"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(question, how, words):
    with pytest.raises(OptionError, match=words):
        question(**how).agree()


def test_the_owner_is_shown_rounds_points_and_tubes_and_the_enemy_nothing():
    b = Modern("Blue us_rifle_plt O 0401", "Red su87_t72a X 1616 move",
               "battery Blue us87_m109 A he=2 dpicm=3 copperhead=4 cb=1 tubes=8").with_piece("A", tubes=5)  # fmt: skip
    (shown,) = b.game.picture(b.game.view(b.state, 0).state, 0).support
    assert dict(shown.shells)["DPICM"] == 3
    assert {"Copperhead", "CB points"} <= set(dict(shown.shells))
    assert "FASCAM" not in dict(shown.shells)
    assert shown.words.startswith("5 tubes of 155 mm")
    assert b.game.picture(b.game.view(b.state, 1).state, 1).support == ()
