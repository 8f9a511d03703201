"""A small battle with helicopters and missiles on both sides: the contract, scenario files, pictures, and odds."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

import sandtable
from sandtable.board.hexdrafts import MapDraft
from sandtable.contract import CHECKS, check
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import OptionError, ScenarioFault
from sandtable.kernel.game import Game
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.board import Board
from sandtable.systems.tcs.modern.airodds import (
    FlightQuestion,
    MissileQuestion,
    PopUpQuestion,
    flight_odds,
    missile_chain,
    missile_odds,
    popup_odds,
)
from sandtable.systems.tcs.modern.missiles import left_of
from sandtable.systems.tcs.modern.sky import is_low
from sandtable.systems.tcs.modern.station import minutes_of
from sandtable.systems.tcs.overwatch import Watch
from sandtable.systems.tcs.roster import Force, UnitEntry
from sandtable.systems.tcs.scenario import OpSheet, TcsScenario
from sandtable.systems.tcs.victory import Level, Victory

rule = pytest.mark.rule

MAP = """
..........
....w.....
..........
.w....w...
....w.....
..........
...w..w...
.w........
....w.....
..........
"""

SCENARIO = TcsScenario(
    title="Air cavalry",
    system="tcs",
    briefing="",
    sides=("Blue", "Red"),
    map=MapDraft(10, 10, MAP.strip()),
    area={"west": "0101-0210", "east": "0901-1010"},
    sheet=(OpSheet("Hold", "Blue", "Attack"), OpSheet("Take", "Red", "Attack")),
    force=(
        Force("Blue", "Team", "west", (UnitEntry("us87_m901"), UnitEntry("us87_m163")), sheet="Hold"),
        Force("Blue", "Aviation", "west", (
            UnitEntry("us87_ah1f", name="Cobra", missiles=3), UnitEntry("us87_ah64", name="Apache", low=True),
            UnitEntry("us87_uh60", name="Hawk", station=5),
        )),
        Force("Blue", "Lifted", "west", (UnitEntry("us87_mech_squad", name="Squad", aboard="Hawk"),), sheet="Hold"),
        Force("Red", "Company", "east", (UnitEntry("su87_bmp2"), UnitEntry("su87_zsu23")), sheet="Take"),
        Force("Red", "Flight", "east", (UnitEntry("su87_mi24", name="Hind"),)),
        Force("Red", "Ambush", "east", (UnitEntry("su87_at4_team", name="Spigot"),), sheet="Take", hidden=True),
    ),
    off_map={"Blue": "west", "Red": "east"},
    conflict_hours=3,
    victory=Victory("Blue", ("0605",), "Red", (Level(1, "Blue wins", "Blue"), Level(0, "Red wins", "Red"))),
)  # fmt: skip


def game(**options):
    return Game(SYSTEM, SCENARIO, {"modern": True, "turns": 2, "atgm_supply": True, **options}, name="air")


HIDDEN = {"hidden_setup": True, "at8_counterfire": True, "soviet_popup_doctrine": True}
PROMISES = [name for name in CHECKS if name != "secret order has no effect"]


@rule("ME 4.1.1", "ME 3.1a")
@pytest.mark.parametrize("promise", [name for name in PROMISES if name != "keeps secrets"])
def test_the_contract_holds_in_a_battle_of_helicopters_and_missiles(promise):
    assert check(game(), promise, 1)


@pytest.mark.parametrize("promise", PROMISES)
def test_the_contract_holds_with_hidden_units_too(promise):
    assert check(game(**HIDDEN, **({"turns": 1} if promise == "keeps secrets" else {})), promise, 2)


@rule("ME 0.1")
def test_switched_off_the_expansion_leaves_no_trace():
    plain = sandtable.load("tcs/crossroads-1944")
    state = plain.start(Dice.seeded(1))
    assert type(state.board) is Board
    assert not {"missile", "fly", "pop_up", "guard"} & set(plain.rules.verbs[Act])
    assert "missile" not in plain.rules.verbs[Watch]


# Scenario files


def changed(number, **entry):
    force = list(SCENARIO.force)
    units = (replace(force[number].units[0], **entry), *force[number].units[1:])
    force[number] = replace(force[number], units=units)
    return replace(SCENARIO, force=tuple(force))


FAULTS = [
    (changed(0, missiles=-1), ("force", 0, "units"), "missiles are 0 to 99, not -1"),
    (changed(3, id="su87_t72a", missiles=4), ("force", 3, "units"), "has no missiles: su87_t72a is not armed"),
    (changed(0, low=True), ("force", 0, "units"), "low is for helicopters"),
    (changed(0, station=2), ("force", 0, "units"), "station is for helicopters"),
    (changed(1, station=6), ("force", 1, "units"), "station is the hours on the map before play, 0 to 5, not 6"),
    (changed(2, aboard="Hwak"), ("force", 2, "units"), "there is no helicopter called 'Hwak' to carry Squad"),
    (changed(2, aboard="Hind"), ("force", 2, "units"), "Hind is an enemy of Squad"),
    (changed(2, aboard="Apache"), ("force", 2, "units"), "Apache cannot carry Squad inside (ME 4.1b2)"),
    (changed(2, sling=True), ("force", 2, "units"), "Hawk cannot carry Squad in a sling (ME 4.1b2)"),
    (changed(2, aboard="", sling=True), ("force", 2, "units"), "say with aboard which helicopter carries Squad"),
    (changed(2, count=2), ("force", 2, "units"), "Hawk carries a unit already"),
    (replace(SCENARIO, off_map={"Green": "west"}), ("off_map", "Green"), "'Green' is not one of the sides Blue, Red"),
    (replace(SCENARIO, off_map={"Red": "north"}), ("off_map", "Red"), "there is no area 'north'"),
    (replace(SCENARIO, conflict_hours=-1), ("conflict_hours",), "it is 0 to 999 hours, not -1"),
    (changed(5, id="su87_mi8"), ("force", 5, "units"), "helicopters do not hide"),
]


@rule("ME 3.2b", "ME 4.1i", "ME 4.1b2", "ME 4.1g1")
@pytest.mark.parametrize(("scenario", "place", "words"), FAULTS, ids=[words[:30] for _, _, words in FAULTS])
def test_a_fault_in_a_scenario_names_its_place_and_what_would_be_right(scenario, place, words):
    with pytest.raises(ScenarioFault) as fault:
        Game(SYSTEM, scenario, {"modern": True, "turns": 2}, name="air")
    assert words in str(fault.value)
    assert fault.value.place == place


def test_without_the_option_missiles_and_helicopters_are_refused():
    with pytest.raises(ScenarioFault, match="set the option modern to true"):
        Game(SYSTEM, SCENARIO, {"turns": 2}, name="air")
    ground = replace(SCENARIO, force=(SCENARIO.force[0], SCENARIO.force[3]), conflict_hours=0)
    with pytest.raises(ScenarioFault, match="off_map needs the Modern Expansion"):
        Game(SYSTEM, ground, {"turns": 2}, name="air")


@rule("ME 3.2b", "ME 4.1a1", "ME 4.1i", "ME 4.3b")
def test_a_battle_begins_as_its_file_says():
    air = game()
    look = air.look(air.start(Dice.seeded(1)))
    names = air.world.names
    assert [name for n, name in enumerate(names) if is_low(look, n)] == ["Apache"]
    assert left_of(look, names.index("Cobra")) == 3
    assert left_of(look, names.index("Apache")) == 12, "as its type"
    assert minutes_of(look, names.index("Hawk")) == 300
    assert look.units[names.index("Squad")].carrier == names.index("Hawk")


# Pictures


@rule("ME 4.1a1", "ME 4.1a2")
def test_a_client_sees_the_height_the_load_and_the_missile_of_a_helicopter():
    air = game()
    dice = Dice.seeded(1)
    state = air.start(dice)
    while air.decisions(state)[0].offer("suggested"):
        state, _ = air.apply(state, air.decisions(state)[0].side, Action("suggested"), dice)
    marks = {air.world.names[each.id]: [mark.words for mark in each.marks] for each in air.picture(state, 0).pieces}
    assert "Low, 100 m above the ground" in marks["Apache"]
    assert "NOE, nap of the earth" in marks["Cobra"]
    assert "Carries Squad" in marks["Hawk"]
    assert "5 h 00 on the map" in marks["Hawk"]
    facts = {piece.name: dict(piece.facts) for piece in air.scene().pieces}
    assert facts["Apache"]["Missile"] == "Hellfire, attack 22, 5 to 50 hexes, nominal 25, fire and forget"


# Odds


def two_dice(number):
    return Fraction(sum(a + b >= number for a in range(1, 7) for b in range(1, 7)), 36)


@rule("ME 3.1f", "ME 3.1g", "ME 3.1h")
def test_the_missile_calculator_follows_the_table_at_every_range():
    curves = missile_odds(MissileQuestion(missile="tow1", defence=7, posture="move"))
    assert curves.scale == tuple(range(2, 27))
    expected = {hexes: two_dice(5 if 7 <= hexes <= 13 else 6) for hexes in range(2, 27)}
    assert curves.lines["kill"] == expected
    assert missile_odds(MissileQuestion(missile="at3", defence=14)).lines["kill"] == {}
    with pytest.raises(OptionError, match="there is no 'arrow': choose dragon"):
        MissileQuestion(missile="arrow")


@rule("ME 3.1f", "ME 3.1g", "ME 3.1h", "ME 3.1i")
def test_the_missile_calculator_shows_a_roll_for_each_band_of_ranges_unless_the_defense_is_too_hard():
    def rules(defence):
        chain = missile_chain(MissileQuestion(missile="at3", defence=defence))
        return [each if isinstance(each, str) else each.rule for each in chain[2::2]]

    assert rules(13) == ["ME 3.1f", "ME 3.1g", "ME 3.1h"], "8 to 13 is -5"
    assert rules(14) == ["not possible against this defense (ME 3.1i)"] * 3


@rule("ME 4.1b3", "ME 4.2c", "ME 4.2a")
def test_the_flight_calculator_counts_every_fire_on_the_way():
    one = 1 - two_dice(9)
    assert flight_odds(FlightQuestion(hexes=12, enter=20))["gets through"] == one**3, "at 10, over the gun, at 20"
    assert flight_odds(FlightQuestion(hexes=12, enter=11))["gets through"] == one
    hind = flight_odds(FlightQuestion(helicopter="su87_mi24", guns="us87_m163, us87_m163", hexes=12, enter=10))
    assert hind["gets through"] == (1 - two_dice(12)) ** 2, "10 less 2 for its armor, twice"


@rule("ME 4.1f2", "ME 4.1e1", "ME 4.2a", "ME 4.5b")
def test_the_exact_odds_of_a_pop_up_with_all_reactions_to_its_end():
    ask = PopUpQuestion(guns="su87_zsu23", counters="su87_mi24", cover="us87_m163")
    odds = popup_odds(ask)
    stopped = two_dice(12)
    counter_hits = (1 - stopped) * two_dice(9)
    through = (1 - counter_hits) * (1 - two_dice(12)) * (1 - two_dice(9))
    assert odds.chance(lambda end: end.target == "destroyed") == through * two_dice(5)
    assert odds.chance(lambda end: end.lost == 1) == 1 - through
    assert odds.chance(lambda end: end.countered == 1) == stopped
    assert sum(odds.values()) == 1


@rule("ME 4.1h")
def test_a_hellfire_pop_up_has_no_counter_in_the_odds():
    odds = popup_odds(PopUpQuestion(helicopters="us87_ah64", guns="su87_zsu23", counters="su87_mi24"))
    assert odds.chance(lambda end: end.lost == 1) == two_dice(11), "9 and 2 more; 14 cannot be rolled"


@rule("ME 4.1g1")
def test_the_soviet_doctrine_in_the_odds():
    plain, worse = (
        popup_odds(PopUpQuestion(helicopters="su87_mi24", target="us87_m113 move", doctrine=doctrine))
        for doctrine in (False, True)
    )
    assert plain.chance(lambda end: end.target == "destroyed") == two_dice(5), "m113 cannot reach 12 less 2"
    assert worse.chance(lambda end: end.target == "destroyed") == two_dice(7)


@pytest.mark.parametrize("calculator", ["missile", "flight", "popup"])
def test_every_calculator_shows_its_rolls(calculator):
    found = next(each for each in SYSTEM.calculators if each.name == calculator)
    ask = found.parameters()
    assert found.answer(ask)
    assert any(not isinstance(each, str) for each in found.chain(ask))
