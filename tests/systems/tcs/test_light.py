"""The clock, the light and sight at night (TCS 1, 7.0, 11.3a, 26)."""

from importlib.resources import files

import pytest
from msgspec.structs import replace

import sandtable
from sandtable.kernel.errors import OptionError, ScenarioError, ScenarioFault
from sandtable.kernel.game import Game
from sandtable.scenarios import load
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.board import UNSEEN
from sandtable.systems.tcs.clock import DAY, LIGHTS, NIGHT, TWILIGHT, LightEntry, calendar_of
from sandtable.systems.tcs.light import hourly
from sandtable.systems.tcs.nightsight import Night, night, night_chain
from sandtable.systems.tcs.spotting import spotters
from sandtable.systems.tcs.weatherfile import Weather
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
PAIR = "0112 open\nBlue us_rifle_plt A 0101\nRed ge_truck X 0106\n"


def scheduled(start, *changes):
    return calendar_of(start, [LightEntry(*each) for each in changes])


def turns(calendar, count):
    """Label and light of the first turns."""
    return [f"{calendar.label(n)} {LIGHTS[calendar.change(n).light]}" for n in range(1, count + 1)]


def turn_over(b, *dice):
    return b.do("end").do("end", None, *dice)


def seen(b, hex):
    """Which of the hexes of column 1 a hex sees, as rows."""
    return {row for row in range(1, 13) if b.look.sees(b.hex(hex), b.hex(f"01{row:02}"))}


# The clock


@rule("TCS 1.0a", "TCS 1.0b")
def test_labels_add_up_by_the_light_in_which_each_turn_begins():
    calendar = scheduled("2220", ("twilight", "2200"), ("night", "2300"), ("twilight", "0500"), ("day", "0540"))
    assert turns(calendar, 12) == [
        "2220 twilight", "2240 twilight", "2300 night", "0000 night", "0100 night", "0200 night", "0300 night",
        "0400 night", "0500 twilight", "0520 twilight", "0540 day", "0600 day",
    ]  # fmt: skip


@rule("TCS 1.0a")
def test_a_turn_that_begins_at_night_lasts_its_hour_though_day_breaks_in_it():
    assert turns(scheduled("0410", ("night", ""), ("day", "0430")), 3) == ["0410 night", "0510 day", "0530 day"]


@rule("TCS 1.0b")
def test_a_night_turn_need_not_begin_on_a_full_hour():
    assert turns(scheduled("2240", ("night", "2250")), 4) == ["2240 day", "2300 night", "0000 night", "0100 night"]
    assert turns(scheduled("2250", ("night", "2250")), 3) == ["2250 night", "2350 night", "0050 night"]


@rule("TCS 26.1a")
def test_a_change_counts_from_the_first_turn_that_begins_at_its_time_or_later():
    assert turns(scheduled("2230", ("night", "2245")), 3) == ["2230 day", "2250 night", "2350 night"]


@rule("TCS 27.1")
def test_a_first_change_later_than_the_second_was_before_the_start():
    assert turns(scheduled("0440", ("night", "2300"), ("twilight", "0500")), 2) == ["0440 night", "0540 twilight"]
    assert turns(scheduled("2200", ("night", "2300"), ("twilight", "0500")), 4)[2:] == ["2240 day", "2300 night"]


@rule("TCS 27.1")
@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ([("night", "25")], ("light", 0, "from"), "a time is an hour and a minute such as 0900, not '25'"),
        ([("night", ""), ("day", "")], ("light", 1), "say from when: only the first change may be from the start"),
        ([("day", ""), ("day", "1200"), ("night", "")], ("light", 2), "say from when: only the first"),
        (
            [("day", ""), ("night", "2300"), ("twilight", "2200")],
            ("light", 2, "from"),
            "2200 does not come after the change before it: list the changes in their order",
        ),
        ([("day", ""), ("night", "2300"), ("day", "2300")], ("light", 2, "from"), "2300 does not come after"),
        ([("night", "2300", 100)], ("light", 0, "visibility"), "it is 1 to 99 hexes, or 0 for the usual limit, not 10"),
        ([("night", "2300", -1)], ("light", 0, "visibility"), "it is 1 to 99 hexes, or 0 for the usual limit, not -1"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused_with_a_sentence(changes, place, words):
    scenario = replace(load("tcs/crossroads-1944").scenario, light=tuple(LightEntry(*each) for each in changes))
    with pytest.raises(ScenarioFault, match=words) as fault:
        Game(SYSTEM, scenario, name="test")
    assert fault.value.place == place


@rule("TCS 26.1a", "TCS 2.0a")
def test_the_light_changes_at_the_start_of_a_turn_and_is_told_before_its_steps():
    b = Battle(PAIR, start="2240", light=[("twilight", ""), ("night", "2300")], bn={"Blue": 1})
    assert (b.state.board.light, b.look.visibility) == (TWILIGHT, 6)
    turn_over(b, 1, 6, 1)
    assert (b.state.board.light, b.look.visibility) == (NIGHT, 2)
    assert b.told().index("turn") < b.told().index("light") < b.told().index("rolled")
    assert turn_over(b.do("first", "Blue"), 6, 1).told().count("light") == 0, "it stays night without a word"


# Full hours


def hours(start, light, turn, **options):
    return hourly(Battle(PAIR, start=start, light=light, turn=turn, **options).look)


@rule("TCS 1.0b", "TCS 2.0h", "TCS 2.0i")
def test_full_hours_are_labels_that_end_in_00():
    assert [hours("0940", DAY, turn) for turn in (1, 2, 3, 5)] == [False, True, False, True]
    assert [hours("0940", TWILIGHT, turn) for turn in (1, 2, 3)] == [False, True, False]


@rule("TCS 26.1d", "TCS 17.1d", "TCS 17.8d")
def test_at_night_every_turn_is_hourly_whatever_its_label():
    assert [hours("2250", NIGHT, turn) for turn in (1, 2, 3)] == [True, True, True]
    b = Battle(PAIR, start="2250", light=NIGHT, bn={"Blue": 2}, vm={"Red": 1})
    turn_over(b, 2, 2, 6, 1)
    assert (b.state.board.battalions[0], b.state.board.vehicles[1]) == (1, 1)


@rule("TCS 26.1d", "TCS 2.0h")
def test_the_first_twilight_turn_after_a_night_turn_is_hourly_once():
    """Edge case 67."""
    b = Battle(PAIR, start="0400", light=[("night", ""), ("twilight", "0500")], bn={"Blue": 3})
    turn_over(b, 3, 6, 1)
    assert (b.world.clock(2), b.state.board.light, b.state.board.battalions[0]) == ("0500", TWILIGHT, 2)
    turn_over(b.do("first", "Blue"), 6, 1)
    assert (b.world.clock(3), b.state.board.battalions[0]) == ("0520", 2)


@rule("TCS 2.0h", "TCS 2.0i")
def test_the_first_turn_can_be_left_out():
    assert hours("0900", DAY, 1)
    assert not hours("0900", DAY, 1, first_turn_hourly=False)
    assert not hours("0900", NIGHT, 1, first_turn_hourly=False)
    assert hours("0900", DAY, 4, first_turn_hourly=False)


# How far units see


@rule("TCS 26.1a", "TCS 7.0a")
@pytest.mark.parametrize(
    ("light", "weather", "limit"),
    [
        (DAY, 0, 0), (DAY, 8, 8), (TWILIGHT, 0, 6), (TWILIGHT, 4, 4), (TWILIGHT, 8, 6), (NIGHT, 0, 2), (NIGHT, 12, 2),
        (NIGHT, 1, 1),
    ],
)  # fmt: skip
def test_visibility_is_the_lesser_of_weather_and_light(light, weather, limit):
    """Edge case 70 is the last."""
    b = Battle(PAIR, light=light, visibility=weather)
    assert b.look.visibility == limit
    assert max(seen(b, "0101")) == (limit or 11) + 1


@rule("TCS 26.1a")
def test_the_limits_are_options_and_a_file_may_name_its_own():
    assert Battle(PAIR, light=NIGHT, night_hexes=3, twilight_hexes=5).look.visibility == 3
    assert Battle(PAIR, light=TWILIGHT, night_hexes=3, twilight_hexes=5).look.visibility == 5
    assert Battle(PAIR, light=[("night", "", 1)]).look.visibility == 1
    assert Battle(PAIR, light=[("day", "", 7), ("night", "0910")]).look.visibility == 7
    assert Battle(PAIR, light=[("day", "", 7), ("night", "0910")], turn=2).look.visibility == 2


LINE = "0112 open\nBlue us_rifle_plt A 0103\nRed ge_gren_plt X 0108\n"


@rule("TCS 26.1a", "TCS 26.2a")
def test_at_night_one_sees_into_the_light_and_not_back():
    b = Battle(LINE + "lit 0108\nlit 0109", light=NIGHT)
    look, a, x = b.look, b.hex("0103"), b.hex("0108")
    assert (look.sees(a, x), look.sees(x, a)) == (True, False)
    assert seen(b, "0103") == {1, 2, 3, 4, 5, 8, 9}
    assert seen(b, "0108") == {6, 7, 8, 9, 10}, "being lit does not blind, and gives no sight either"
    assert [bool(look.seen_by(x) >> hex & 1) for hex in (a, x, b.hex("0101"), b.hex("0112"))] == [True] * 4
    assert [bool(look.seen_by(a) >> hex & 1) for hex in (x, b.hex("0105"), b.hex("0106"))] == [False, True, False]


@rule("TCS 26.1a", "TCS 7.0a")
def test_one_sees_into_the_light_as_far_as_the_weather_lets():
    for weather, sees in ((0, True), (5, True), (4, False), (1, False)):
        b = Battle(LINE + "lit 0108", light=NIGHT, visibility=weather)
        assert b.look.sees(b.hex("0103"), b.hex("0108")) == sees, weather
        assert bool(b.look.seen_by(b.hex("0108")) >> b.hex("0103") & 1) == sees, weather
        said = b.game.system.line(b.game, b.state, 0, b.hex("0103"), b.hex("0108"))
        assert said == ("" if sees else f"5 hexes is beyond the visibility of {weather}"), (
            "the sight tool says the same"
        )
        assert b.game.system.line(b.game, b.state, 0, b.hex("0108"), b.hex("0103")), "and back it is dark"


@rule("TCS 26.2a")
@pytest.mark.parametrize("light", [DAY, TWILIGHT])
def test_flares_change_nothing_before_night(light):
    with_flare, without = Battle(LINE + "lit 0112", light=light), Battle(LINE, light=light)
    assert seen(with_flare, "0103") == seen(without, "0103")
    assert with_flare.look.seen_by(with_flare.hex("0112")) == without.look.seen_by(without.hex("0112"))


@rule("TCS 26.1a", "TCS 8.0e")
def test_smoke_and_woods_block_the_sight_into_the_light():
    for between in ("0105 woods", "0105 open\nsmoke 0105 Red"):
        b = Battle(f"{LINE}lit 0108\n{between}", light=NIGHT)
        assert not b.look.sees(b.hex("0103"), b.hex("0108"))
        assert not b.look.seen_by(b.hex("0108")) >> b.hex("0103") & 1


@rule("TCS 26.1a")
@pytest.mark.parametrize("light", [DAY, TWILIGHT, NIGHT])
@pytest.mark.parametrize("weather", [0, 3])
def test_who_sees_a_hex_is_asked_from_either_end(light, weather):
    b = Battle(LINE + "0606 woods\n0508 woods 30\nlit 0108\nlit 0506\nsmoke 0304 Blue", light=light, visibility=weather)
    look, hexes = b.look, range(b.world.ground.size)
    for one in hexes:
        assert [look.sees(other, one) for other in hexes] == [bool(look.seen_by(one) >> other & 1) for other in hexes]


@rule("TCS 26.1a")
def test_what_a_chapter_hides_from_a_hex_is_hidden_when_it_is_asked_from_the_other_end():
    b = Battle(LINE)
    a, x = b.hex("0103"), b.hex("0108")
    b.game.rules._seams[UNSEEN] = (lambda look, hex: 1 << x if hex == a else 0,)
    assert (b.look.sees(a, x), b.look.sees(x, a)) == (False, True)
    assert not b.look.seen_by(x) >> a & 1
    assert b.look.seen_by(a) >> x & 1


@rule("TCS 26.1a", "TCS 15.2a")
def test_who_moves_in_the_light_is_fired_at_from_the_dark():
    lit = "0112 open\nlit 0106\nlit 0107\nBlue us_rifle_plt A 0106 move\nRed ge_smg_sec X 0110"
    b = Battle(lit, light=NIGHT).go("A", "0107")
    assert (b.decides(), b.offers("area")) == ("Red", {"0110"}), "spotted to 3 hexes, and the night limit is 2"


@rule("TCS 26.1a", "TCS 15.2a")
def test_who_moves_in_the_dark_is_not_fired_at_from_the_light():
    """X stands in the light, three hexes off: it does not see A, which sees it and would be spotted to 4 hexes."""
    b = Battle("0112 open\nlit 0111\nBlue us_m4_75 A 0107 move\nRed ge_pak40 X 0111", light=NIGHT)
    b.go("A", "0108")
    assert b.decides() == "Blue"


@rule("TCS 26.1a", "TCS 13.0d")
def test_spotters_see_into_the_light():
    b = Battle(
        "0112 open\nlit 0110\nBlue us_81mm_sec M 0101\nBlue us_rifle_plt S 0104\nRed ge_gren_plt X 0110", light=NIGHT
    )
    assert spotters(b.look, b.number("M"), b.hex("0110")) == [b.number("S")]
    assert spotters(b.look, b.number("M"), b.hex("0109")) == []


# What people see


@rule("TCS 1.0b", "TCS 26.1a")
def test_the_picture_has_the_time_the_light_and_the_visibility_and_shows_what_is_lit():
    b = Battle(LINE + "lit 0108", start="2250", light=NIGHT)
    picture = b.game.picture(b.state, 0)
    assert (picture.sky.clock, picture.sky.light, picture.sky.visibility) == ("2250", "night", 2)
    assert [patch.at for patch in picture.patches if patch.kind == "lit"] == [b.hex("0108")]
    by_day = Battle(LINE, visibility=8, turn=2)
    sky = by_day.game.picture(by_day.state, None).sky
    assert (sky.clock, sky.light, sky.visibility) == ("0920", "day", 8)
    assert (sky.turns[:3], sky.lights[0]) == (("0900", "0920", "0940"), "day")
    assert (sky.sees, sky.spotted) == ((), ()), "by day nobody needs it"


@rule("TCS 26.1a", "TCS 7.1d3")
def test_at_night_the_picture_shows_what_each_side_sees_as_far_as_one_knows():
    b = Battle(LINE + "lit 0108", light=NIGHT)
    hexes = [b.hex(f"01{row:02}") for row in range(1, 13)]
    blue, red = b.game.picture(b.state, 0).sky.sees
    assert [n for n in hexes if any(first <= n <= last for first, last in blue)] == [*hexes[:5], hexes[7]]
    assert [n for n in hexes if any(first <= n <= last for first, last in red)] == hexes[5:10]
    hidden = Battle(LINE.replace("0108\n", "0108 hidden\n"), light=NIGHT)
    assert hidden.game.picture(hidden.state, 1).sky.sees[1]
    assert hidden.game.picture(hidden.state, 0).sky.sees[1] == (), "what a hidden enemy sees would say where he is"
    assert dict(b.game.picture(b.state, 0).sky.spotted) == {
        "by day": 4, "at twilight": 3, "lit at night": 3, "in the dark": 1,
    }  # fmt: skip


# The calculator


def reaches(**ask):
    """How far the target is spotted in each light."""
    return [sum(line.values()) for line in night(Night(**ask)).lines.values()]


@rule("TCS 7.1d3", "TCS 26.1a")
def test_the_calculator_says_how_far_a_unit_is_spotted_in_each_light():
    assert reaches() == [3, 2, 2, 0]
    assert reaches(target="ge_gren_plt fired") == [12, 6, 8, 2], "the limits of twilight and night cut it off"
    assert reaches(target="ge_gren_plt", trigger=True) == [12, 6, 8, 2]
    assert reaches(target="us_m4_75 move", visibility=8) == [8, 6, 8, 2]
    assert reaches(target="us_m4_75 move", night_hexes=5, twilight_hexes=7) == [12, 7, 8, 4]
    assert reaches(firer="us_rifle_plt dug_in", target="ge_gren_plt move", terrain="woods") == [4, 3, 3, 1]


@rule("TCS 26.1a")
def test_the_calculator_gives_its_reasons():
    lines = night_chain(Night())
    assert lines[0] == "By day: in sight at any range, spotted up to 3 hexes"
    assert lines[-2:] == ("At night, dark: in sight up to 2 hexes, spotted only in its own hex", "-3 night (TCS 7.1d3)")
    with pytest.raises(OptionError, match="target: name one unit"):
        Night(target="ge_gren_plt, ge_gren_plt")
    assert "night" in [each.name for each in SYSTEM.calculators]


# What darkness does


@rule("TCS 16.2a")
@pytest.mark.parametrize(
    ("how", "bonus"),
    [
        ({}, 0),
        ({"visibility": 4}, 0),
        ({"visibility": 3}, 1),
        ({"light": NIGHT}, 1),
        ({"light": NIGHT, "visibility": 2}, 1),
        ({"light": NIGHT, "night_hexes": 9}, 1),
        ({"light": NIGHT, "lit": True}, 0),
        ({"light": NIGHT, "lit": True, "visibility": 3}, 0),
        ({"light": TWILIGHT}, 0),
        ({"light": TWILIGHT, "twilight_hexes": 3}, 1),
    ],
)
def test_poor_visibility_and_night_are_one_line_for_at_rolls(how, bonus):
    lit = "lit 0102\n" if how.pop("lit", False) else ""
    b = Battle(f"0108 open\n{lit}Blue us_rifle_plt A 0101\nRed ge_pz4 X 0102", fire_triggers=False, **how)
    b.do("antitank", "A")
    found = [each.value for each in b.forecast("at", "X").modifiers if each.rule == "TCS 16.2a"]
    assert found == ([1] if bonus else [])


@rule("TCS 11.3a", "TCS 7.1d3", "TCS 26.2a")
def test_a_lit_hex_with_smoke_in_it_is_lit_and_smoked():
    """Edge case 68."""
    text = "0108 open\nlit 0102\n{}Blue us_rifle_plt A 0101\nRed ge_gren_plt X 0102 fired"
    b = Battle(text.format("smoke 0102 Red\n"), light=NIGHT).do("suppress", "0102").do("add", "A")
    shifts = [(each.value, each.rule) for each in b.forecast("fire").modifiers]
    assert (-1, "TCS 11.3a") in shifts
    assert (-2, "TCS 11.3a") not in shifts
    assert sum(value for value, rule in shifts if rule.startswith("TCS 11.3")) == -2, "light -1 and smoke -1"
    assert Battle(text.format("smoke 0102 Red\n"), light=NIGHT).look.light_on(b.hex("0102")) == "lit"


@rule("TCS 17.1c1", "TCS 26.2a")
def test_the_light_of_a_flare_does_not_steady_the_men():
    text = "0108 open\nlit 0102\nBlue us_hmg_sec A 0101\nRed ge_gren_plt X 0102 fired"
    b = Battle(text, light=NIGHT, fire_triggers=False).do("suppress", "0102").do("add", "A")
    b.do("fire", None, 61, 11)
    assert (1, "TCS 17.1c1") in b.modifiers(1)


@rule("TCS 20.4", "TCS 26.1a")
@pytest.mark.parametrize(("light", "cost"), [(DAY, 1), (TWILIGHT, 1), (NIGHT, 2)])
def test_only_night_slows_vehicles_off_the_road(light, cost):
    b = Battle("0108 open\nBlue us_m4_75 T 0101 move\nRed ge_truck X 0108", light=light)
    before = b.left("T")
    assert before - b.go("T", "0102").left("T") == cost


@rule("TCS 18.10a", "TCS 26.1a")
def test_continuous_fire_goes_on_when_night_falls():
    """Edge case 66: an Attack Zone stays, and shifts as before."""
    b = Battle(PAIR + "zone 0103", start="2240", light=[("day", ""), ("night", "2300")])
    zones = b.state.board.zones
    turn_over(b, 6, 1)
    assert (b.state.board.light, b.state.board.zones) == (NIGHT, zones)


# A scenario file


def from_file(tmp_path, added, start='start = "0900"'):
    text = (files("sandtable.scenarios") / "tcs" / "crossroads-1944.toml").read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(text.replace('start = "0900"', start) + added, encoding="utf-8")
    return sandtable.load(str(file))


@rule("TCS 27.1", "TCS 26.1a", "TCS 7.0a")
def test_light_and_weather_are_read_from_a_file(tmp_path):
    added = """
[[light]]
from = "2300"
light = "night"
visibility = 3
[[light]]
from = "0500"
light = "twilight"
[weather]
periods = [{ turn = 2, visibility = 4 }]
track = [1, 2, 0]
rows = [[3, 0], [6, -1]]
from = "0500"
every = "turn"
"""
    world = from_file(tmp_path, added, 'start = "0430"').world
    assert turns(world.calendar, 2) == ["0430 night", "0530 twilight"]
    assert world.light_limit(1, NIGHT) == 3
    assert world.weather == Weather(((2, 4),), (1, 2, 0), ((3, 0), (6, -1)), 30, hourly=False)


@rule("TCS 27.1")
@pytest.mark.parametrize(
    ("added", "words"),
    [
        ('[[light]]\nlight = "dusk"\n', "light 1 light: 'dusk' is not one of day, night, twilight"),
        ('[[light]]\nfrom = "2300"\n', "light 1: light is missing here"),
        ('[[light]]\nfrom = "23"\nlight = "night"\n', "light 1 from: a time is an hour and a minute such as 0900"),
        ("[weather]\ntrack = [2]\n", "weather track: a track has two levels"),
        ('[weather]\nevery = "day"\n', "weather every: 'day' is not one of hour, turn"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_place(tmp_path, added, words):
    with pytest.raises(ScenarioError, match=words):
        from_file(tmp_path, added)


@rule("TCS 27.4", "TCS 26.1a")
def test_at_night_a_side_is_asked_if_somebody_who_hides_could_see_into_the_light():
    """X is too far to spot A, but might lie nearer: not asking Red would tell Blue that it does not."""
    text = "0112 open\nlit 0106\nlit 0107\nBlue us_rifle_plt A 0106 move\nRed ge_gren_plt X 0112 hidden"
    b = Battle(text, light=NIGHT, lair="0110-0112").go("A", "0107")
    assert (b.decides(), b.verbs()) == ("Red", {"hold"})
    assert Battle(text, light=NIGHT, lair="0112").go("A", "0107").decides() == "Blue"
