"""Aircraft (TCS 25): sorties, what drives them off, and what they do."""

from fractions import Fraction

import pytest

from sandtable.systems.tcs.aircraft import sortie_roll, strafe_attack, strafe_roll
from tests.systems.tcs.gunnery import Gunnery

rule = pytest.mark.rule
FIELD = "1212 open\n"
TYPHOONS = "sortie Blue Typhoons area=20 kill=8"


def flying(*lines, dice=(), **how):
    return Gunnery(FIELD + "\n".join(lines), *dice, **how)


def through(b, hex="0406"):
    return sortie_roll(b.look, 0, b.hex(hex)).odds().get("gets through", Fraction(0))


SPOTTER = "Blue us_rifle_plt O 0401"


@rule("TCS 25.1a")
@pytest.mark.parametrize(
    ("ground", "number"),
    [
        ("0406 open", 3), ("0406 beach", 3), ("0406 woods", 7), ("0406 forest", 7), ("0406 village", 5),
        ("0406 buildings", 5), ("0406 swamp", 5), ("0406 woods\nroad secondary 0405 0406 0407", 5),
        ("0406 woods\nroad railroad 0405 0406 0407", 7), ("0405-0406 hedge", 3),
    ],
)  # fmt: skip
def test_the_number_by_the_ground(ground, number):
    b = flying(*ground.split("\n"), SPOTTER, "Red ge_gren_plt X 0406", TYPHOONS)
    assert sortie_roll(b.look, 0, b.hex("0406")).rows[1].low == number


@rule("TCS 25.1b", "TCS 25.2", "TCS 25.1e")
@pytest.mark.parametrize(
    ("lines", "values"),
    [
        ([SPOTTER, "Red ge_gren_plt X 0406"], []),
        ([SPOTTER, "Red ge_truck X 0406"], [1]),
        ([SPOTTER, "Red ge_gren_plt X 0406 move"], [1]),
        ([SPOTTER, "Red ge_truck X 0406 move"], [1, 1]),
        ([SPOTTER, "Red ge_gren_plt X 0406", "Red ge_flak20 F 0408", "Red ge_flak36 G 0409"], [-1]),
        ([SPOTTER, "Red ge_gren_plt X 0406", "Red ge_flak20 F 0411"], [-1]),
        ([SPOTTER, "Red ge_gren_plt X 0406", "Red ge_flak20 F 0412"], []),
        ([SPOTTER, "Red ge_gren_plt X 0406", "Red ge_flak20 F 0408 suppressed"], []),
        ([SPOTTER, "Red ge_gren_plt X 0406", "Red ge_flak20 F 0408 hidden"], []),
        ([SPOTTER + " suppressed", "Red ge_gren_plt X 0406"], [-1]),
        (["0403 woods", SPOTTER, "Red ge_gren_plt X 0406"], [-1]),
    ],
)
def test_what_helps_and_hinders_a_sortie(lines, values):
    b = flying(*lines, TYPHOONS)
    assert [each.value for each in sortie_roll(b.look, 0, b.hex("0406")).modifiers] == values


@rule("TCS 25.2")
@pytest.mark.parametrize(("at", "far"), [("0113", False), ("0114", True)])
def test_a_spotter_is_within_twelve_hexes(at, far):
    b = flying("0120 open", f"Blue us_rifle_plt O {at}", "Red ge_gren_plt X 0101", TYPHOONS)
    assert [each.value for each in sortie_roll(b.look, 0, b.hex("0101")).modifiers] == [-1] * far


@rule("TCS 25.1d", "TCS 25.1a")
def test_x14_a_column_on_a_road_in_the_open():
    column = ["road primary 0405 0406 0407", "Red ge_gren_plt X 0406 move road", "Red ge_truck T 0406 move road"]
    assert through(flying(*column, SPOTTER, TYPHOONS)) == 1
    guarded = flying(*column, "0403 woods", SPOTTER, "Red ge_flak20 F 0408", TYPHOONS)
    assert through(guarded) == Fraction(4, 6)
    b = flying("Red ge_gren_plt X 0406 move road", SPOTTER, TYPHOONS)
    attack = strafe_attack(b.look, (b.number("X"),), b.hex("0406"), 20)
    b.do("at", "0406", 6, 11, 11)
    roll = b.rolls()[1].resolution
    assert roll.column == "26-32"
    assert sum(max(0, result) * chance for result, chance in roll.odds().items()) == Fraction(49, 36)
    assert attack.shift == 2


@rule("TCS 25.1f", "TCS 25.1g", "TCS 25.1a", "TCS 25.1b")
def test_x15_a_panther_on_a_road_through_woods():
    b = flying("0406 woods", "road primary 0405 0406 0407", "Red ge_panther T 0406 move road", TYPHOONS)
    getting, killing = through(b), strafe_roll(b.look, b.number("T"), 8).odds()["destroyed"]
    assert (getting, killing, getting * killing) == (Fraction(1, 2), Fraction(1, 12), Fraction(1, 24))


@rule("TCS 25.1g")
@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("Red ge_panther T 0406", []), ("Red ge_panther T 0406 move", [-1]), ("Red ge_panther T 0406 dug_in", [-1]),
        ("Red ge_pz3 T 0406", [2]), ("Red ge_pz4 T 0406", []),
        ("Red ge_truck T 0406", [2]), ("0406 village\nRed ge_panther T 0406", [-2]),
    ],
)  # fmt: skip
def test_what_shifts_the_strike_at_a_vehicle(line, values):
    b = flying(*line.split("\n"), SPOTTER, TYPHOONS)
    assert [each.value for each in strafe_roll(b.look, b.number("T"), 8).modifiers] == values


@rule("TCS 25.1c", "TCS 19.3")
@pytest.mark.parametrize("marker", ["smoke 0406 Red", "zone 0406"])
def test_smoke_or_an_attack_zone_in_the_hex_and_it_fails_without_a_roll(marker):
    b = flying(SPOTTER, "Red ge_gren_plt X 0406", marker, TYPHOONS).do("at", "0406")
    assert (b.rolls(), b.decision().name) == ([], "call")
    assert "sortie_blind" in b.told()


@rule("TCS 25.1d", "TCS 3.0e")
def test_both_people_and_a_vehicle_are_attacked_and_the_chosen_one_is_not_counted_twice():
    b = flying(SPOTTER, "Red ge_gren_plt X 0406", "Red ge_truck T 0406", "Red ge_pz4 P 0406", TYPHOONS)
    b.do("at", "0406", 6)
    assert b.offers("vehicle") == {"T", "P"}
    b.do("vehicle", "T", 11, 12, 11)
    area, strike = b.rolls()[:2]
    assert strike.resolution.rule == "TCS 25.1f"
    assert b.state_of("T") == "X"
    assert not [each for each in area.resolution.modifiers if each.rule.startswith("TCS 5")], "five steps, not six"


@rule("TCS 25.1d")
def test_only_tanks_in_the_hex_and_there_is_no_area_attack():
    for more in ((), ("Red ge_pz4 Q 0406",)):
        b = flying(SPOTTER, "Red ge_pz4 P 0406", *more, TYPHOONS).do("at", "0406", 6).do("vehicle", "P", 2)
        assert [roll.resolution.rule for roll in b.rolls()] == ["TCS 25.1f"]


@rule("TCS 25.1d", "TCS 5.0d", "TCS 11.3a")
def test_the_starred_lines_of_stacking_do_not_count_and_twilight_does():
    b = flying(SPOTTER, "Red ge_gren_plt X 0406 steps=1", TYPHOONS, light=1).do("at", "0406", 6, 11)
    assert [(each.value, each.rule) for each in b.rolls()[1].resolution.modifiers] == [(-1, "TCS 11.3a")]


@rule("TCS 25.3")
@pytest.mark.parametrize(
    ("how", "flies"),
    [({}, True), ({"light": 2}, False), ({"visibility": 7}, False), ({"visibility": 8}, True), ({"light": 1}, True)],
)
def test_nobody_flies_at_night_or_in_thick_weather(how, flies):
    b = flying(SPOTTER, "Red ge_gren_plt X 0406", TYPHOONS, **how)
    assert (b.decision().name == "fly") is flies


@rule("TCS 25.1d", "TCS 2.0k")
def test_a_known_enemy_must_be_there():
    b = flying(SPOTTER, "Red ge_gren_plt X 0406", "Red ge_gren_plt H 0408 hidden", "Blue us_rifle_plt P 0409", TYPHOONS)
    assert b.offers("at") == {"0406"}
    assert "no known enemy" in b.why_not("at", "0409")


@rule("TCS 2.0k")
def test_sorties_come_by_their_die_before_the_artillery_and_attack_as_often_as_they_may():
    line = "sortie Blue Typhoons area=20 per_turn=2 die=5 attacks=2"
    b = flying(SPOTTER, "Red ge_gren_plt X 0406", "battery Blue us_105_how A", line, dice=(4, 5))
    assert b.decision().name == "fly"
    assert not [event for event in b.events if event.roll and event.seen_by(1)], "the enemy does not see the die"
    b.do("at", "0406", 1)
    assert b.decision().name == "fly", "its second attack"
    b.do("away")
    assert b.decision().name == "call"


@rule("TCS 17.1c1", "TCS 25.1d")
def test_its_morale_checks_have_no_low_trajectory_firer():
    b = flying(SPOTTER, "Red ge_gren_plt X 0406", TYPHOONS).do("at", "0406", 6, 15, 11)
    assert "no Low-Trajectory firer" in [each.words for each in b.rolls()[2].resolution.modifiers]
