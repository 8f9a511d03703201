"""Batteries, who may call them, the phase itself, guns on the map and hidden units under shells (TCS 2, 18, 27.4)."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import ScenarioError, ScenarioFault
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.scenarios import load
from sandtable.systems.tcs import SYSTEM as TCS
from sandtable.systems.tcs.artilleryodds import BarrageQuestion, SortieQuestion, barrage_odds, sortie_odds
from sandtable.systems.tcs.barrage import barrage_of
from sandtable.systems.tcs.batteries import assign, begin_support, role_of
from sandtable.systems.tcs.batteryfile import (
    Ammunition,
    BarrageEntry,
    BatteryEntry,
    Registered,
    SortieEntry,
)
from sandtable.systems.tcs.sheets import CANCELLED, PREPARING
from sandtable.systems.tcs.shells import DIRECT_BATTALION, DIRECT_SHEET, GENERAL, Mission
from sandtable.systems.tcs.zones import ring_of, zone_of
from tests.systems.tcs.gunnery import Gunnery

rule = pytest.mark.rule
FIELD = "1212 open\n"
OBSERVER, TARGET, BATTERY = "Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406", "battery Blue us_105_how A"
BATTALION = [f"battery Blue us_105_how {name} fa=94th" for name in "ABC"]
GOOD = 66


def guns(*lines, dice=(), **how):
    return Gunnery(FIELD + "\n".join(lines), *dice, **how)


# The phase


@rule("TCS 2.0j", "TCS 2.0r")
def test_both_sides_roll_and_the_higher_chooses_for_the_whole_phase():
    both = [OBSERVER, TARGET, BATTERY, "battery Red ge_105_how B"]
    b = guns(*both, dice=(3, 3, 2, 5), turn=2)
    assert (b.decides(), b.offers("first")) == ("Red", {"Blue", "Red"})
    b.do("first", "Blue")
    assert (b.decides(), b.decision().name) == ("Blue", "call")
    b.do("done")
    assert (b.decides(), b.decision().name) == ("Red", "call"), "all six subphases of one side, then the other"
    b.do("done")
    assert b.decision().name == "act"


@rule("TCS 2.0j")
def test_on_the_first_turn_the_scenarios_side_goes_first():
    b = guns(OBSERVER, TARGET, BATTERY, "battery Red ge_105_how B", first="Red")
    assert (b.decides(), b.decision().name) == ("Red", "call")


@rule("TCS 2.0j")
def test_a_side_alone_simply_goes_and_without_guns_nothing_is_rolled():
    assert guns(OBSERVER, TARGET, BATTERY, turn=2).decision().name == "call"
    assert guns(OBSERVER, TARGET, turn=2).decision().name == "act"
    assert guns(OBSERVER, TARGET, "Blue us_m7 G 0101", turn=2).decision().name == "call", "guns on the map count"


@rule("TCS 2.0n", "TCS 2.0o")
def test_every_mission_is_adjusted_before_the_first_comes_down():
    b = guns(OBSERVER, "Blue us_rifle_plt P 0501", TARGET, BATTERY, "battery Blue us_105_how B")
    b.call("A", "0406").call("B", "0406").do("done", None, GOOD, GOOD, 11, 11)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TCS 18.5d", "TCS 18.5d", "TCS 18.8a", "TCS 18.8a"]


@rule("TCS 2.0l")
def test_a_barrage_written_before_the_battle_comes_down_as_a_good_shoot_without_a_roll():
    b = guns(OBSERVER, TARGET, *BATTALION, "barrage Blue 1 0406 A B C", dice=(11, 11))
    assert [roll.resolution.words for roll in b.rolls()][:1] == ["Shells fall on 0406, strength 32"]
    assert b.stock["A"].he == 5, "it is free"
    assert b.decision().name == "call"
    assert not b.offers("battery"), "it is the mission of the turn"


@rule("TCS 2.0l")
def test_such_a_barrage_waits_for_its_turn():
    assert guns(OBSERVER, TARGET, BATTERY, "barrage Blue 2 0406 A").rolls() == []


# Roles


@rule("TCS 18.1")
def test_direct_support_of_a_sheet_is_for_its_units_alone():
    b = guns(OBSERVER, "Blue us_rifle_plt U 0501 unassigned", TARGET, BATTERY + " ds=Blue")
    b.do("battery", "A").do("aim", "0406")
    assert b.game.asks(b.state, 0).mission.observer == b.number("O")
    assert b.why_not("observer", "U") == 'A supports "Blue", and U is not on it (TCS 18.1)'
    assert "U" in guns(OBSERVER, "Blue us_rifle_plt U 0501 unassigned", TARGET, BATTERY).do("battery", "A").do(
        "aim", "0406"
    ).offers("observer")


@rule("TCS 18.1")
def test_direct_support_of_a_battalion_is_for_its_units_alone():
    b = (
        guns(OBSERVER, "Blue us_rifle_plt U 0501 bn=II", TARGET, BATTERY + " ds=II")
        .do("battery", "A")
        .do("aim", "0406")
    )
    assert b.game.asks(b.state, 0).mission.observer == b.number("U")
    assert 'supports "II"' in b.why_not("observer", "O")


@rule("TCS 18.1")
def test_a_new_role_works_from_the_next_turn_and_the_old_one_holds_until_then():
    b = guns(OBSERVER, TARGET, BATTERY + " ds=Blue")
    field = b.game.system.field(b.game, b.state.board)
    assign(field, 0, GENERAL)
    assert role_of(field, 0) == (DIRECT_SHEET, 0)
    field.update(turn=2)
    assert role_of(field, 0) == (GENERAL, -1)
    assign(field, 0, DIRECT_BATTALION, 1)
    assert role_of(field, 0) == (GENERAL, -1)


@rule("TCS 18.1")
def test_direct_support_begins_with_its_sheet_and_ends_with_it():
    b = guns(OBSERVER, TARGET, BATTERY)
    field = b.game.system.field(b.game, b.state.board)
    first, second = field.board.sheets
    field.update(sheets=(replace(first, support=(0,), state=PREPARING), second))
    assert role_of(field, 0)[0] == GENERAL, "a sheet in preparation changes nothing"
    field.update(sheets=(replace(first, support=(0,)), second))
    begin_support(field, 0)
    assert role_of(field, 0) == (DIRECT_SHEET, 0), "at once"
    field.update(sheets=(replace(first, state=CANCELLED), second))
    assert role_of(field, 0) == (GENERAL, -1)


@rule("TCS 18.1")
def test_a_battery_fires_from_its_turn_on_or_when_the_enemy_has_fired():
    late = guns(OBSERVER, TARGET, BATTERY + " from=3")
    assert late.why_not("battery", "A") == "A fires from turn 3 on (TCS 18.1)"
    quiet = guns(OBSERVER, TARGET, "battery Blue us_105_how A quiet from=3")
    assert "silent until the enemy fires" in quiet.why_not("battery", "A")
    assert guns(OBSERVER, TARGET + " fired", "battery Blue us_105_how A quiet from=3").offers("battery") == {"A"}


# Calls


@rule("TCS 18.2c", "TCS 18.3a")
def test_a_battery_fires_one_mission_a_turn_and_what_it_cannot_pay_is_not_offered():
    b = guns(OBSERVER, TARGET, BATTERY + " he=2 smoke=0 illum=0", "battery Red ge_105_how B", first="Blue")
    b.do("battery", "A")
    assert b.offers("rate") == set(), "fast fire needs three rounds"
    assert b.offers("shell") == {"Continuous Fire"}
    b.do("aim", "0406").do("call")
    assert b.why_not("battery", "A") == "A fires one mission a turn (TCS 18.2c)"
    assert b.why_not("battery", "B") == "that is not one of your batteries"
    empty = guns(OBSERVER, TARGET, BATTERY + " he=0 smoke=0 illum=0")
    assert empty.why_not("battery", "A") == "A has no ammunition left for that (TCS 18.3a)"


@rule("TCS 18.2b", "TCS 18.6b", "TCS 18.3a")
def test_a_battalion_mission_covers_seven_hexes_at_the_battalions_value():
    b = guns(OBSERVER, TARGET, "Red ge_gren_plt Y 0408", *BATTALION)
    b.call("A", "0406", size="battalion").do("done", None, GOOD, 11, 11, 11)
    assert [roll.resolution.words for roll in b.rolls()[1::2]] == [
        "Shells fall on 0406, strength 32", "Shells fall on 0408, strength 16",
    ]  # fmt: skip
    assert [b.stock[name].he for name in "ABC"] == [4, 4, 4]


@rule("TCS 18.2b")
@pytest.mark.parametrize(("least", "offered"), [(2, True), (3, False)])
def test_a_battalion_short_of_a_battery_fires_a_part_of_its_value(least, offered):
    b = guns(OBSERVER, TARGET, *BATTALION[:2], BATTALION[2] + " from=9", battalion_least=least).do("battery", "A")
    assert bool(b.offers("zone")) is offered
    found = barrage_of(b.look, Mission(0, batteries=(0, 1), wide=True), b.hex("0406"), good=True)
    assert found.zone == 2 * 11, "two thirds of 16, rounded"


@rule("TCS 18.6a", "TCS 18.6b")
@pytest.mark.parametrize(
    ("battery", "values"),
    [
        ("cw_25pdr_bty", (8, 4, 11, 5)), ("us_105_how", (12, 5, 16, 7)), ("su_122_how", (15, 6, 20, 9)),
        ("us_155_how", (18, 8, 25, 11)), ("us_8in_how", (30, 14, 43, 19)),
    ],
)  # fmt: skip
def test_the_values_by_calibre(battery, values):
    b = guns(OBSERVER, f"battery Blue {battery} A fa=x")
    found = [
        barrage_of(b.look, Mission(0, batteries=(0,), wide=wide), 0, good=good).ring
        for wide in (False, True)
        for good in (True, False)
    ]
    assert tuple(found) == values


@rule("TCS 18.6a", "TCS 18.6b")
def test_the_heaviest_guns():
    b = guns(OBSERVER, "battery Blue us_8in_how A")
    heavy = replace(b.world.support.batteries[0], calibre=380)
    b.game.world = replace(b.world, support=replace(b.world.support, batteries=(heavy,)))
    assert [barrage_of(b.look, Mission(0, batteries=(0,)), 0, good=good).ring for good in (True, False)] == [120, 54]
    wide = [barrage_of(b.look, Mission(0, batteries=(0,), wide=True), 0, good=good).ring for good in (True, False)]
    assert wide == [167, 75]


@rule("TCS 18.3b")
def test_fast_fire_is_for_guns_of_122_mm_and_less_and_for_he():
    for battery, fast in (("us_105_how", True), ("su_122_how", True), ("us_155_how", False), ("us_destroyer", False)):
        b = guns(OBSERVER, f"battery Blue {battery} A").do("battery", "A")
        assert bool(b.offers("rate")) is fast, battery
    b = guns(OBSERVER, BATTERY).do("battery", "A").do("shell", "smoke")
    assert not b.offers("rate")
    b = guns(OBSERVER, BATTERY).do("battery", "A").do("shell", "Continuous Fire")
    assert b.offers("rate") == {"fast"}
    b = guns(OBSERVER, BATTERY, fast_continuous=False).do("battery", "A").do("shell", "Continuous Fire")
    assert not b.offers("rate")


@rule("TCS 18.7b", "TCS 18.3b")
def test_fast_continuous_fire():
    b = guns(OBSERVER, BATTERY)
    found = barrage_of(b.look, Mission(0, 1, (0,), fast=True), 0, good=True)
    assert (found.zone, found.ring) == (24, 12)
    slow = barrage_of(b.look, Mission(0, 1, (0,)), 0, good=False)
    assert (slow.zone, slow.ring) == (5, 3)


@rule("TCS 18.4")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Blue us_truck P 0402", "cannot fight"),
        ("Blue us_rifle_plt P 0402 suppressed", "Suppressed or Paralyzed"),
        ("Blue us_rifle_plt P 0402 move", "in Move Mode"),
        ("Blue us_rifle_plt P 0402 carrier=H\nBlue us_m3_ht H 0402", "is carried"),
        ("0404 woods\nBlue us_rifle_plt P 0403", "does not see 0406"),
    ],
)
def test_who_cannot_observe(line, words):
    b = guns(*line.split("\n"), "Blue us_rifle_plt O 0805", TARGET, BATTERY).do("battery", "A").do("aim", "0406")
    assert words in b.why_not("observer", "P")
    assert "P" not in b.offers("observer")


@rule("TCS 18.4")
def test_vehicles_and_reconnaissance_observe_on_the_move():
    b = guns("Blue us_m4_75 T 0402 move", TARGET, BATTERY).do("battery", "A")
    assert "0406" in b.offers("aim")
    assert not guns("Blue us_rifle_plt T 0402 move", TARGET, BATTERY).do("battery", "A").offers("aim")


@rule("TCS 18.4")
def test_an_observer_calls_one_mission_a_turn():
    two = [OBSERVER, TARGET, BATTERY, "battery Blue us_105_how B"]
    b = guns(*two).call("A", "0406").do("battery", "B")
    assert not b.offers("aim")
    assert "no unit that may observe" in b.why_not("aim", "0406")
    assert guns(*two, observer_missions=2).call("A", "0406").do("battery", "B").offers("aim")


@rule("TCS 18.4")
def test_any_hex_in_sight_may_be_aimed_at_also_an_empty_one_or_one_with_friends():
    b = guns(OBSERVER, TARGET, "Blue us_rifle_plt F 0405", BATTERY).do("battery", "A")
    assert {"0405", "0406", "1212"} <= b.offers("aim")
    near = guns(OBSERVER, TARGET, "Blue us_rifle_plt F 0405", BATTERY, danger_close=2).do("battery", "A")
    assert not {"0405", "0406"} & near.offers("aim")
    assert "nearer than 2 hexes to your own units" in near.why_not("aim", "0406")


@rule("TCS 18.4")
def test_the_best_observer_is_proposed_and_another_can_be_chosen():
    b = guns(OBSERVER, "Blue us_rifle_plt N 0404", TARGET, BATTERY).do("battery", "A").do("aim", "0406")
    assert b.game.asks(b.state, 0).mission.observer == b.number("N")
    b.do("observer", "O")
    assert b.game.asks(b.state, 0).mission.observer == b.number("O")


@rule("TCS 18.4")
def test_a_call_can_be_cancelled_and_changes_come_to_an_end():
    b = guns(OBSERVER, TARGET, BATTERY).do("battery", "A").do("cancel")
    for n in range(39):
        b.do("battery", "A").do("cancel") if n < 38 else None
        if not b.offers("battery"):
            break
    assert b.verbs() <= {"battery", "done"}


# Shells


@rule("TCS 18.8a", "TCS 18.2a")
def test_hexes_are_struck_clockwise_and_friends_too():
    b = guns(OBSERVER, "Blue us_rifle_plt F 0405", TARGET, "Red ge_gren_plt Y 0407", BATTERY)
    b.fire("A", "0406", GOOD, 11, 11, 11)
    assert [roll.resolution.at for roll in b.rolls()[1:]] == [b.hex(hex) for hex in ("0406", "0405", "0407")]


@rule("TCS 18.8a")
def test_a_unit_that_runs_from_a_mission_is_out_of_it_and_in_the_next():
    b = guns(OBSERVER, "Blue us_rifle_plt P 0501", "Red ge_gren_plt X 0406 morale=9 unassigned", BATTERY,
             "battery Blue us_105_how B")  # fmt: skip
    b.call("A", "0406").call("B", "0406").do("done", None, GOOD, GOOD, 13, 11)
    assert (b.decides(), b.decision().name) == ("Red", "flee")
    b.do("to", "0407", 11)
    strikes = [roll.resolution.words for roll in b.rolls()]
    assert strikes == ["Shells fall on 0407, strength 12"], "only the second mission hits it there"


@rule("TCS 18.8b", "TCS 5.0d")
@pytest.mark.parametrize(("steps", "shift"), [(1, -3), (2, -3), (3, -1), (4, -1), (5, 0)])
def test_few_steps_are_hard_to_hit_for_artillery(steps, shift):
    b = guns(OBSERVER, f"Red ge_gren_plt X 0406 steps={steps}", BATTERY).fire("A", "0406", GOOD, 11)
    assert [each.value for each in b.rolls()[1].resolution.modifiers] == [shift] * bool(shift)


@rule("TCS 18.8b")
def test_hedges_light_smoke_and_the_zone_itself_do_not_shift_shells():
    b = guns("0405-0406 hedge", OBSERVER, TARGET, "smoke 0406 Red", "zone 0406", BATTERY, light=1)
    b.fire("A", "0406", GOOD, 11)
    assert b.rolls()[1].resolution.modifiers == ()


@rule("TCS 18.8b")
@pytest.mark.parametrize(("how", "shift"), [("moving", [2]), ("always", [2, 2])])
def test_road_moving_counts_for_a_stack_that_moves_through_the_fire(how, shift):
    b = guns(OBSERVER, "Red ge_gren_plt X 0406 move road", BATTERY, barrage_road=how).fire("A", "0406", GOOD, 11, 11)
    assert [each.value for each in b.rolls()[1].resolution.modifiers] == shift


@rule("TCS 18.8b", "TCS 11.3c")
def test_all_shaken_targets_lie_low():
    b = guns(OBSERVER, TARGET + " suppressed", BATTERY).fire("A", "0406", GOOD, 11)
    assert [each.value for each in b.rolls()[1].resolution.modifiers] == [-2]
    b = guns(OBSERVER, TARGET + " suppressed steps=3", "Red ge_gren_plt Y 0406 steps=2", BATTERY)
    b.fire("A", "0406", GOOD, 11)
    assert b.rolls()[1].resolution.modifiers == (), "one of them stands up"


@rule("TCS 3.0e", "TCS 18.9a")
def test_tanks_in_the_ring_are_safe_and_soft_vehicles_are_in_the_area_attack():
    b = guns(OBSERVER, "Red ge_pz4 P 0405", "Red ge_truck T 0406", BATTERY).fire("A", "0406", GOOD, 66)
    assert (b.state_of("P"), b.state_of("T")) == ("", "X")


@rule("TCS 3.0e")
def test_a_half_track_needs_two_steps_and_still_checks():
    b = guns(OBSERVER, "Red ge_sdkfz251 H 0406", BATTERY)
    b.fire("A", "0406", GOOD, 43, 11)
    assert b["H"].steps == 1
    assert b.rolls()[2].resolution.rule == "TCS 17.1a"


@rule("TCS 10.0c")
def test_passengers_of_a_carrier_that_shells_destroy_are_attacked_again():
    b = guns(OBSERVER, "Red ge_truck T 0406 move", "Red ge_gren_plt X 0406 move carrier=T", BATTERY)
    b.fire("A", "0406", GOOD, 66, 11)
    assert b.state_of("T") == "X"
    assert "TCS 10.0c" in [roll.resolution.rule for roll in b.rolls()]


@rule("TCS 18.5i")
@pytest.mark.parametrize(
    ("way", "far", "hex"),
    [(1, 3, "0405"), (4, 1, "0407"), (1, 4, "0404"), (4, 5, "0408"), (2, 1, "0506"), (6, 1, "0306")],
)
def test_scatter(way, far, hex):
    b = guns(OBSERVER, BATTERY, "Red ge_gren_plt X 1212").fire("A", "0406", 21, way, far)
    (landing,) = [event.values for event in b.events if event.what == "lands"]
    assert (b.world.hex_name(landing["hex"]), landing["quality"]) == (hex, "Bad Shoot")


@rule("TCS 18.5i")
def test_a_player_reads_how_far_each_number_scatters():
    b = guns(OBSERVER, BATTERY).fire("A", "0406", 21, 1, 3)
    far = [event.roll.resolution for event in b.events if event.roll][2]
    assert {str(row): row.outcome for row in far.rows} == {
        "3-": "one hex",
        "4-5": "two hexes",
        "6+": "the enemy places it",
    }


@rule("TCS 18.5i", "TCS 18.5j")
def test_scatter_beyond_the_map_and_as_a_good_shoot():
    b = guns(OBSERVER, BATTERY, "Red ge_gren_plt X 1212").fire("A", "0402", 15, 1, 5)
    assert "lands" not in b.told()
    assert b.stock["A"].he == 4, "the ammunition is gone"
    b = guns(OBSERVER, BATTERY, scatter_quality="good").fire("A", "0406", 21, 1, 1)
    assert [event.values["quality"] for event in b.events if event.what == "lands"] == ["Good Shoot"]


@rule("TCS 18.5i")
def test_on_a_six_the_opponent_places_it_and_must():
    b = guns(OBSERVER, TARGET, "Blue us_rifle_plt F 0404 suppressed", BATTERY).fire("A", "0406", 21, 1, 6)
    assert (b.decides(), b.verbs()) == ("Red", {"at"})
    assert len(b.offers("at")) == 37
    b.do("at", "0404", 11)
    assert b.rolls()[0].resolution.words == "Shells fall on 0404, strength 10"


@rule("TCS 18.7a")
def test_at_the_edge_only_the_hexes_that_exist_are_struck():
    b = guns(OBSERVER, BATTERY)
    ground = b.world.ground
    assert len(zone_of(ground, b.hex("0101"), wide=True)) + len(ring_of(ground, b.hex("0101"), wide=True)) < 19


# Guns on the map


@rule("TCS 18.11")
def test_guns_on_the_map_fire_a_mission_and_nothing_else_this_turn():
    lines = [OBSERVER, TARGET, *(f"Blue us_m7 G{n} 0101" for n in range(4)), "Blue us_m7 F 0101 fired"]
    b = guns(*lines)
    assert b.offers("guns") == {"0101"}
    b.fire("0101", "0406", GOOD, 11, guns=True)
    assert b.rolls()[1].resolution.words == "Shells fall on 0406, strength 24"
    assert b.decision().name == "act"
    assert {b.state_of(f"G{n}") for n in range(4)} == {"F"}
    assert b.state_of("F") == "", "its marker came off"
    assert not {f"G{n}" for n in range(4)} & b.offers("fire")


@rule("TCS 18.11")
def test_only_their_battalion_observes_for_guns_on_the_map_and_within_their_range():
    b = guns("Blue us_m7 G 0101 bn=FA", OBSERVER, TARGET).do("guns", "0101")
    b.do("aim", "0404")
    assert "not of the battalion" in b.why_not("observer", "O")
    assert not b.offers("zone") | b.offers("rate")
    assert (
        guns(OBSERVER, TARGET, "Blue us_m7 G 0101 suppressed").why_not("guns", "0101").startswith("there are no guns")
    )


# Hidden units


@rule("TCS 27.4")
@pytest.mark.parametrize("there", [True, False])
def test_dice_fall_wherever_somebody_could_hide_and_no_effect_tells_nothing(there):
    at = "0406" if there else "0408"
    b = guns(OBSERVER, f"Red ge_gren_plt H {at} hidden", "Red ge_gren_plt X 1212", BATTERY, lair="0406 0408")
    b.fire("A", "0406", GOOD, 11)
    assert [roll.resolution.words for roll in b.rolls()[1:]] == ["Shells fall on 0406"]
    assert b["H"].hidden
    assert not b.rolls()[1].resolution.column


@rule("TCS 27.4")
def test_a_hidden_unit_that_shells_have_an_effect_on_is_found():
    b = guns(OBSERVER, "Red ge_gren_plt H 0406 hidden", BATTERY, lair="0406")
    b.fire("A", "0406", GOOD, 13, 11)
    assert not b["H"].hidden
    assert "found" in b.told()
    always = guns(OBSERVER, "Red ge_gren_plt H 0406 hidden", BATTERY, lair="0406", barrage_finds="always")
    assert not always.fire("A", "0406", GOOD, 11)["H"].hidden


@rule("TCS 27.4")
def test_own_hidden_units_under_own_shells_are_not_given_away_by_the_dice():
    b = guns(OBSERVER, "Blue us_rifle_plt H 0406 hidden", BATTERY, lair="0406").fire("A", "0406", GOOD, 11)
    assert len(b.rolls()) == 2
    assert [event for event in b.events if event.roll and event.seen_by(1)] == []
    assert b["H"].hidden


@rule("TCS 27.4", "TCS 18.4")
def test_a_hidden_observer_stays_hidden():
    b = guns(OBSERVER + " hidden", TARGET, BATTERY, lair="0401").fire("A", "0406", GOOD, 11)
    assert b["O"].hidden


# Scenario files


def scenario(**more):
    return replace(load("tcs/crossroads-1944").scenario, **more)


def battery(**more):
    return BatteryEntry(**{"name": "A", "side": "US", "id": "us_105_how", "ammo": Ammunition(3), **more})


@rule("TCS 18.1", "TCS 27.1")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"battery": (battery(side="French"),)}, "is not one of the sides"),
        ({"battery": (battery(id="us_cannon"),)}, "there is no battery 'us_cannon'"),
        ({"battery": (battery(), battery())}, "another battery called 'A'"),
        ({"battery": (battery(name=""),)}, "a name is 1 to 60"),
        ({"battery": (battery(ammo=Ammunition(1000)),)}, "ammunition is 0 to 999"),
        ({"battery": (battery(column=14),)}, "a column is 1 to 13"),
        ({"battery": (battery(role="DS"),)}, "supports an op sheet or a battalion"),
        ({"battery": (battery(role="DS", supports="Nobody"),)}, "no op sheet or battalion 'Nobody'"),
        ({"battery": (battery(role="DS", supports="Hold the crossroads"),)}, "the other side's"),
        ({"battery": (battery(supports="1st Battalion"),)}, "a battery in GS supports everybody"),
        ({"battery": (battery(from_turn=0),)}, "a turn is 1 to 99"),
        ({"registered": (Registered("US"),)}, "name the registered hexes"),
        ({"registered": (Registered("US", ("9999",)),)}, "9999"),
        ({"registered": (Registered("US", choose=21),)}, "0 to 20"),
        ({"barrage": (BarrageEntry("US", 1, ("A",), "0806"),)}, "there is no battery 'A'"),
        ({"battery": (battery(),), "barrage": (BarrageEntry("German", 1, ("A",), "0806"),)}, "the other side's"),
        ({"battery": (battery(),), "barrage": (BarrageEntry("US", 1, ("A", "A"), "0806"),)}, "already"),
        ({"battery": (battery(),), "barrage": (BarrageEntry("US", 1, (), "0806"),)}, "names one battery"),
        ({"sortie": (SortieEntry("US", "P-47"),)}, "has no strength"),
        ({"sortie": (SortieEntry("US", "P-47", area=20, die=7),)}, "a die is 1 to 6"),
        ({"sortie": (SortieEntry("US", "P-47", area=20, point_kill=1),)}, "a Point Kill number is 2 to 13"),
    ],
)
def test_what_is_wrong_with_artillery_in_a_file_is_said_in_one_sentence(more, words):
    with pytest.raises((ScenarioFault, ScenarioError), match=words):
        Game(TCS, scenario(**more), {}, name="wrong")


@rule("TCS 18.13")
def test_whoever_registers_points_is_shown_how_many_are_left_and_what_they_are_worth():
    given = scenario(battery=(battery(),), registered=(Registered("German", ("0506",), choose=2),))
    game = Game(TCS, given, {"trp_columns": 3}, name="written")
    match = Match(game, Dice.seeded(1))
    prompts = []
    for hex in (20, 21):
        prompts.append(game.decisions(match.state)[0].prompt)
        match.act(1, Action("at", hex))
    assert ["(2 left)" in prompts[0], "(1 left)" in prompts[1]] == [True, True]
    assert all("3 columns better" in each for each in prompts)


@rule("TCS 2.0l", "TCS 18.13")
def test_points_and_barrages_are_written_down_before_set_up_and_secret():
    given = scenario(
        battery=(battery(),),
        barrage=(BarrageEntry("US", 1, ("A",), "choose"),),
        registered=(Registered("German", choose=1),),
    )
    game = Game(TCS, given, {}, name="written")
    match = Match(game, Dice.seeded(1))
    asked = game.decisions(match.state)[0]
    assert asked.name == "register"
    assert "(1 left)" in asked.prompt
    assert "2 columns better" in asked.prompt
    match.act(1, Action("at", 20))
    assert game.decisions(match.state)[0].name == "plot"
    match.act(0, Action("at", 30))
    assert (match.state.board.registered, match.state.board.plots) == (((20, 1),), (30,))
    seen = [game.view(match.state, side).board for side in (0, 1)]
    assert [(board.registered, board.plots) for board in seen] == [((), (30,)), (((20, 1),), (-1,))]
    assert game.decisions(match.state)[0].name == "place"


# Calculators


@rule("TCS 18.5g", "TCS 18.8b")
def test_the_barrage_calculator_plays_a_mission_to_its_end():
    odds = barrage_odds(BarrageQuestion(targets="ge_gren_plt dug_in", terrain="village", hexes=5))
    assert sum(odds.values()) == 1
    better = barrage_odds(BarrageQuestion(targets="ge_gren_plt dug_in", terrain="village", hexes=5, fast=True))
    assert better.chance(lambda left: left.steps < 5) > odds.chance(lambda left: left.steps < 5)


@rule("TCS 25.1a", "TCS 25.1e")
def test_the_sortie_calculator_knows_of_aa_guns():
    plain, guarded = (sortie_odds(SortieQuestion(targets="2x ge_truck", aa=aa)) for aa in (False, True))
    assert guarded.chance(lambda left: left.steps < 2) < plain.chance(lambda left: left.steps < 2)
    assert len(next(iter(guarded)).units) == 2


# Cases between two missions of one phase


@rule("TCS 18.4", "TCS 2.0m", "TCS 2.0o")
def test_smoke_of_this_phase_blinds_no_observer_of_it():
    """Edge case 35: sight is taken when a mission is called, and smoke appears when missions come down."""
    other = "Blue us_rifle_plt P 0501"
    b = guns(OBSERVER, other, TARGET, BATTERY, "battery Blue us_105_how B")
    b.call("A", "0404", shell="smoke", observer="P").call("B", "0406")
    b.do("done", None, GOOD, GOOD, 11)
    assert b.hexes(each.at for each in b.state.board.smoke) == {"0404"}
    assert "TCS 18.8a" in [roll.resolution.rule for roll in b.rolls()], "the shells came down all the same"
    b = guns(OBSERVER, TARGET, "smoke 0404 Blue", BATTERY).do("battery", "A")
    assert "0406" not in b.offers("aim"), "smoke of before hides the hex"


@rule("TCS 18.4", "TCS 2.0j")
def test_an_observer_whom_shells_have_destroyed_calls_nothing():
    """Edge case 44: the second side calls with the observers that it has then."""
    lines = ("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406 steps=1", BATTERY, "battery Red ge_105_how R")
    b = guns(*lines, first="Blue").call("A", "0406")
    b.do("done", None, 11)
    assert (b.decides(), b.offers("battery")) == ("Red", {"R"}), "the mission did not shoot, and X observes"
    b = guns(*lines, first="Blue").fire("A", "0406", GOOD, 66)
    assert b.state_of("X") == "X"
    assert b.decides() == "Red"
    b.do("battery", "R")
    assert not b.offers("aim")
    assert "call" not in b.verbs()


@rule("TCS 1.0i", "TCS 18.8b")
def test_shells_shifted_past_the_left_end_of_the_table_have_no_effect_and_nobody_checks():
    """Edge case 48: the ring of a Bad Shoot of strength 5, seven columns to the left."""
    target = "Red ge_gren_plt X 0407 dug_in suppressed steps=2"
    b = guns("0407 village", OBSERVER, target, BATTERY).fire("A", "0406", 31, 66)
    assert b.rolls()[1].resolution.column == "left of 0"
    assert [roll.resolution.rule for roll in b.rolls()] == ["TCS 18.5d", "TCS 18.8a"], "no morale check"
    assert (b["X"].steps, b.state_of("X")) == (2, "DS")
