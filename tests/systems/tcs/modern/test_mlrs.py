"""MLRS (ME 2.4): launchers, patterns, merged missions."""

import pytest

from sandtable.systems.tcs.modern.mlrs import launch_strengths
from tests.systems.tcs.modern.guns import Modern

rule = pytest.mark.rule
MLRS = "battery Blue us87_mlrs M he=0 smoke=0 illum=0 dpicm=6 tubes=8"
X = "Red su87_t72a X 0912"


def plot(b, hex, count=1, *, wide=False, battery="M"):
    b.do("modern.launch", battery).do("aim", hex)
    return b.do("wide" if wide else "narrow", count)


@rule("ME 2.4.1")
def test_a_launcher_fires_twelve_rounds_once_a_turn():
    b = Modern("Blue us_rifle_plt O 0101", X, MLRS.replace("tubes=8", "tubes=2"))
    b.do("modern.launch", "M").do("aim", "0912")
    assert b.offers("narrow") == {"1", "2"}
    b.do("narrow", 2)
    assert "no launcher with rockets left" in b.why_not("modern.launch", "M")
    b.do("done", None, (1, 1))
    launches = next(event for event in b.events if event.what == "modern.launches")
    assert (launches.values["count"], launches.values["rounds"]) == (2, 24)
    assert b.piece("M").dpicm == 4
    assert (b.piece("M").fires, b.piece("M").turn) == (2, 1), "each launcher is one battery fire"


@rule("ME 2.4.2", "ME 2.4.5")
def test_mlrs_fires_dpicm_only_and_takes_no_ordinary_call():
    b = Modern("Blue us_rifle_plt O 0101", X, MLRS.replace("he=0", "he=5"))
    assert "battery" not in b.verbs()
    assert "fires rockets only" in b.why_not("battery", "M")
    empty = Modern("Blue us_rifle_plt O 0101", X, MLRS.replace("dpicm=6", "dpicm=0"))
    assert "modern.launch" not in empty.verbs()
    plot(b, "0912").do("done", None, (3, 4))
    (roll,) = b.rolls()
    assert [(each.value, each.rule) for each in roll.resolution.modifiers] == [(3, "ME 2.3a3")]


@rule("ME 2.4.3", "ME 2.4.7")
def test_it_lands_on_the_plotted_hex_without_observer_or_adjustment():
    """Nobody sees the hex behind the hill, and no die is thrown before the tank's."""
    b = Modern("0505 open 100", "Blue us_rifle_plt O 0101", X, MLRS, visibility=2)
    assert not b.look.sees(b["O"].at, b["X"].at)
    plot(b, "0912").do("done", None, (3, 4))
    assert len(b.rolls()) == 1
    lands = next(event for event in b.events if event.what == "lands")
    assert (b.world.hex_name(lands.values["hex"]), lands.values["quality"]) == ("0912", "Good Shoot")
    assert b["X"].steps == 0, "7 and 3"


@rule("ME 2.4.4")
def test_the_owner_chooses_the_zone_when_plotting():
    b = Modern("Blue us_rifle_plt O 0101", "Red su87_t72a X 0911", MLRS)
    narrow = plot(b, "0912")
    assert narrow.arsenal.plots[0].wide is False
    narrow.do("done", None, (3, 4))
    assert [each.resolution.modifiers[0].value for each in narrow.rolls()] == [2], "beside the zone"
    wide = plot(Modern("Blue us_rifle_plt O 0101", "Red su87_t72a X 0911", MLRS), "0912", wide=True)
    wide.do("done", None, (3, 4))
    assert [each.resolution.modifiers[0].value for each in wide.rolls()] == [3], "in the zone"


@rule("ME 2.4.6")
def test_the_rocket_rule_does_not_bind_it():
    """A rocket battery of the series fires over the zone of a battalion, and badly where its observer is far away."""
    b = Modern("Blue us_rifle_plt O 0101", "Red su87_t72a X 0912", "Red su87_t72a Y 0913", MLRS)
    plot(b, "0912").do("done", None, (1, 1), (1, 1))
    lands = next(event for event in b.events if event.what == "lands")
    assert lands.values["quality"] == "Good Shoot"
    assert [each.resolution.modifiers[0].value for each in b.rolls()] == [3, 2], "a battery zone, and its ring"


@rule("ME 2.4a")
def test_example_three_launchers_aimed_at_one_hex_are_one_mission():
    """Part E, 3: three launchers make one mission of 36 rounds, here plotted in three goes."""
    b = Modern("Blue us_rifle_plt O 0101", X, MLRS)
    for _ in range(3):
        plot(b, "0912")
    b.do("done", None, (1, 1))
    (launch,) = [event for event in b.events if event.what == "modern.launches"]
    assert (launch.values["count"], launch.values["rounds"]) == (3, 36)
    assert len(b.rolls()) == 1, "one roll against the tank, not three"
    two = Modern("Blue us_rifle_plt O 0101", X, "Red su87_t72a Y 0303", MLRS)
    plot(two, "0912")
    plot(two, "0303").do("done", None, (1, 1), (1, 1))
    assert [event.values["count"] for event in two.events if event.what == "modern.launches"] == [1, 1]


@rule("ME 2.4c")
@pytest.mark.parametrize(
    ("count", "wide", "zone", "ring"),
    [
        (1, False, 100, 20),
        (2, False, 200, 40),
        (3, False, 300, 60),
        (1, True, 34, 7),
        (2, True, 66, 13),
        (3, True, 100, 20),
    ],
)
def test_the_value_is_fifty_a_launcher_and_a_third_of_it_over_a_battalion_zone(count, wide, zone, ring):
    assert launch_strengths("us87_mlrs", 227, count, wide=wide) == (zone, ring)


@rule("ME 2.4.1")
def test_a_launcher_that_has_fired_is_not_plotted_again_on_this_turn():
    b = Modern("Blue us_rifle_plt O 0101", X, MLRS.replace("tubes=8", "tubes=2")).with_piece("M", turn=1, fires=1)
    b.do("modern.launch", "M").do("aim", "0912")
    assert b.offers("narrow") == {"1"}


@rule("ME 2.5j")
def test_lost_launchers_do_not_fire():
    b = Modern("Blue us_rifle_plt O 0101", X, MLRS).with_piece("M", tubes=1)
    b.do("modern.launch", "M").do("aim", "0912")
    assert b.offers("wide") == {"1"}
    gone = Modern("Blue us_rifle_plt O 0101", X, MLRS).with_piece("M", tubes=0)
    assert "modern.launch" not in gone.verbs()
    assert "no guns left" in gone.why_not("modern.launch", "M")
