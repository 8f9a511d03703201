"""Weather: periods, tables and what they do to visibility (TCS 7.0, 2.0i)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import ScenarioFault
from sandtable.kernel.game import Game
from sandtable.kernel.question import played
from sandtable.scenarios import load
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.clock import NIGHT
from sandtable.systems.tcs.weather import WeatherRoll
from sandtable.systems.tcs.weatherfile import Period, WeatherEntry
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
PAIR = "0116 open\nBlue us_rifle_plt A 0101\nRed ge_truck X 0106\n"
FOG = {"track": (1, 2, 4, 8, 12, 0), "rows": ((2, 0), (5, -1), (6, -2)), "every": "turn"}


def turn_over(b, *dice):
    if b.decision().offer("first"):
        b.do("first", "Blue")
    return b.do("end").do("end", None, *dice)


def after_rolls(b, count):
    """The chance of each visibility after some rolls of the weather, played by the rules."""
    boards = {b.state.board: Fraction(1)}
    for _ in range(count):
        found = {}
        for board, chance in boards.items():
            for state, share in played(b.game, board, WeatherRoll(), then=Act(0)).items():
                found[state.board] = found.get(state.board, 0) + chance * share
        boards = found
    limits = {}
    for board, chance in boards.items():
        limit = b.game.look(replace(b.state, board=board)).weather_limit
        limits[limit] = limits.get(limit, 0) + chance
    return limits


@rule("TCS 7.0b")
def test_x16_the_default_table_after_three_hours():
    found = after_rolls(Battle(PAIR, weather_table=True), 3)
    assert found == {0: Fraction(139, 216), 12: Fraction(63, 216), 8: Fraction(13, 216), 4: Fraction(1, 216)}


@rule("TCS 7.0a")
@pytest.mark.parametrize(("rolls", "chance"), [(2, Fraction(7, 36)), (3, Fraction(53, 108)), (4, Fraction(13, 18))])
def test_x17_fog_lifts_along_its_own_track(rolls, chance):
    found = after_rolls(Battle(PAIR, visibility=2, weather=FOG), rolls)
    assert sum(share for limit, share in found.items() if limit in (12, 0)) == chance


@rule("TCS 7.0a", "TCS 2.0i")
def test_a_table_of_every_turn_is_rolled_for_on_every_turn_from_its_time_on():
    b = Battle(PAIR, visibility=2, weather={**FOG, "since": "0940"})
    turn_over(b, 6, 1)
    assert (b.world.clock(2), b.look.visibility) == ("0920", 2)
    turn_over(b, 6, 6, 1)
    assert (b.world.clock(3), b.look.visibility) == ("0940", 8)
    turn_over(b, 3, 6, 1)
    assert (b.world.clock(4), b.look.visibility) == ("1000", 12)
    turn_over(b, 3, 6, 1)
    assert (b.world.clock(5), b.look.visibility, "clear" in b.told()) == ("1020", 0, True)


@rule("TCS 7.0a", "TCS 2.0i")
def test_a_table_of_the_hour_waits_for_the_hour_and_for_its_time():
    b = Battle(PAIR, turn=3, weather={"since": "1010"}, visibility=8)
    turn_over(b, 6, 1)
    for dice in ((6, 1), (6, 1), (5, 6, 1)):
        turn_over(b, *dice)
    assert (b.world.clock(b.state.board.turn), b.look.visibility) == ("1100", 4)


@rule("TCS 26.1d", "TCS 2.0i")
def test_at_night_the_weather_is_rolled_for_on_every_turn():
    b = Battle(PAIR, start="2250", light=NIGHT, weather={"every": "hour"}, visibility=12)
    turn_over(b, 5, 6, 1)
    assert (b.look.weather_limit, b.look.visibility) == (8, 2), "and the night lets nobody see farther than before"


@rule("TCS 7.0a")
def test_periods_change_visibility_at_the_start_of_their_turns():
    periods = (Period(2, 8), Period(3, 0), Period(4, 0))
    b = Battle(PAIR, visibility=4, weather={"periods": periods})
    assert (b.look.visibility, b.look.sees(b.hex("0101"), b.hex("0106"))) == (4, False)
    turn_over(b, 6, 1)
    assert (b.look.visibility, b.look.sees(b.hex("0101"), b.hex("0106"))) == (8, True)
    assert b.told().index("turn") < b.told().index("visibility") < b.told().index("rolled")
    assert "clear" in turn_over(b, 6, 1).told()
    assert b.look.visibility == 0
    assert "clear" not in turn_over(b, 6, 1).told(), "nothing has changed"


@rule("TCS 7.0a")
def test_a_period_of_the_first_turn_is_in_force_on_it():
    scenario = load("tcs/crossroads-1944").scenario
    game = Game(SYSTEM, replace(scenario, weather=WeatherEntry(periods=(Period(1, 3),))), name="test")
    state = game.start(Dice.seeded(1))
    for side in (1, 0):
        state, _ = game.apply(state, side, Action("suggested"), Dice.seeded(1))
    assert game.look(state).visibility == 3


@rule("TCS 7.0b")
def test_the_option_uses_the_default_table_only_where_the_file_has_none():
    assert Battle(PAIR).world.weather.track == ()
    assert Battle(PAIR, weather_table=True).world.weather.track == (2, 4, 8, 12, 0)
    assert Battle(PAIR, weather_table=True, weather={"track": (1, 3)}).world.weather.track == (1, 3)
    assert Battle(PAIR, weather={"rows": ((6, 1),)}).world.weather.track == (2, 4, 8, 12, 0)


@rule("TCS 7.0a", "TCS 26.1a")
def test_weather_worse_than_the_night_counts_and_one_hex_is_the_least():
    """Edge case 70."""
    b = Battle(PAIR, light=NIGHT, visibility=2, weather={"track": (1, 2), "rows": ((6, 1),), "every": "turn"})
    turn_over(b, 1, 6, 1)
    assert b.look.visibility == 1
    turn_over(b, 1, 6, 1)
    assert b.look.visibility == 1


@rule("TCS 27.1")
@pytest.mark.parametrize(
    ("entry", "place", "words"),
    [
        ({"periods": (Period(0, 4),)}, ("weather", "periods", 0), "turns from 1 to 99, each later than"),
        ({"periods": (Period(3, 4), Period(3, 5))}, ("weather", "periods", 1), "turns from 1 to 99, each later than"),
        ({"periods": (Period(3, 100),)}, ("weather", "periods", 0), "visibility is 1 to 99 hexes, or 0 for no limit"),
        ({"track": (4,)}, ("weather", "track"), "two levels of visibility or more, each once"),
        ({"track": (4, 4)}, ("weather", "track"), "two levels of visibility or more, each once"),
        ({"track": (4, -1)}, ("weather", "track"), "visibility is 1 to 99 hexes, or 0 for no limit, not -1"),
        ({"rows": ((2, 0), (5, 1))}, ("weather", "rows"), "from a die of 1 or more to 6"),
        ({"rows": ((7, 0),)}, ("weather", "rows"), "from a die of 1 or more to 6"),
        ({"rows": ((0, 0), (6, 1))}, ("weather", "rows"), "from a die of 1 or more to 6"),
        ({"rows": ((4, 0), (4, 1), (6, 1))}, ("weather", "rows"), "each to another die"),
        ({"rows": ((6, 10),)}, ("weather", "rows"), "at most 9 levels"),
        ({"since": "noon"}, ("weather", "from"), "a time is an hour and a minute such as 0900, not 'noon'"),
    ],
)
def test_weather_that_makes_no_sense_is_refused_with_a_sentence(entry, place, words):
    scenario = replace(load("tcs/crossroads-1944").scenario, weather=WeatherEntry(**entry))
    with pytest.raises(ScenarioFault, match=words) as fault:
        Game(SYSTEM, scenario, name="test")
    assert fault.value.place == place
