"""Artillery (TCS 18): batteries, calls, adjustment, scatter and shells."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.contract import check
from sandtable.kernel.game import Game
from sandtable.kernel.question import played
from sandtable.kernel.state import State
from sandtable.scenarios import load
from sandtable.systems.tcs import SYSTEM as TCS
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.airartillery import Fires
from sandtable.systems.tcs.barrage import Execute, barrage_of
from sandtable.systems.tcs.batteryfile import Ammunition, BatteryEntry, Registered
from sandtable.systems.tcs.calling import outlook
from sandtable.systems.tcs.clock import NIGHT
from sandtable.systems.tcs.firetable import fire_resolution
from sandtable.systems.tcs.outlook import loss_of
from sandtable.systems.tcs.proving import ALL_OUT
from sandtable.systems.tcs.shellfire import shell_attack
from sandtable.systems.tcs.shells import CONTINUOUS, Mission
from sandtable.systems.tcs.turn import TurnEnd
from sandtable.systems.tcs.zones import ring_of, zone_of
from tests.systems.tcs.gunnery import Gunnery

rule = pytest.mark.rule

FIELD = "1212 open\n"
BATTERY = "battery Blue us_105_how A"
GOOD, BAD, SCATTER, NONE = 66, 33, 21, 11
"""Dice of the adjustment on column 10 or 11: 33 is bad on column 10 only."""


def guns(*lines, dice=(), **how):
    return Gunnery(FIELD + "\n".join(lines), *dice, **how)


def simple(*lines, **how):
    """An observer 5 hexes from a German platoon in the open, column 10, and one battery."""
    return guns("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406", BATTERY, *lines, **how)


def adjustment(b, **how):
    b.call("A", how.pop("aim", "0406"), **how)
    return b.forecast("done")


def chances(roll):
    return [roll.odds().get(each, Fraction(0)) * 36 for each in ("No Shoot", "Scatter", "Bad Shoot", "Good Shoot")]


# Adjustment


@rule("TCS 18.5a", "TCS 18.5d", "TCS 18.5g")
def test_x1_an_american_observer_on_attack_five_hexes_away():
    roll = adjustment(simple())
    assert roll.column == "10"
    assert chances(roll) == [6, 3, 9, 18]
    assert [(each.value, each.rule) for each in roll.modifiers] == [(11, "TCS 18.5a"), (-1, "TCS 18.5d")]


@rule("TCS 18.5b", "TCS 18.13")
@pytest.mark.parametrize(("registered", "column", "ways"), [(False, "11", [4, 2, 8, 22]), (True, "13", [2, 2, 7, 25])])
def test_x2_a_prepared_defense_a_hill_and_a_registration_point(registered, column, ways):
    b = guns("0401 open 50", "Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0409", BATTERY,
             *["registered Blue 0409"] * registered, kinds={"Blue": "Prepared Defense"})  # fmt: skip
    roll = adjustment(b, aim="0409")
    assert (roll.column, chances(roll)) == (column, ways)


@rule("TCS 18.5a", "TCS 18.5b", "TCS 18.5c", "TCS 18.5e")
@pytest.mark.parametrize(("lit", "column", "ways"), [("", "2", [19, 11, 5, 1]), ("lit 0404", "4", [16, 8, 11, 1])])
def test_x3_an_unassigned_soviet_observer_at_night(lit, column, ways):
    b = guns("Blue su_rifle_plt O 0402 unassigned", "Red ge_gren_plt X 0404", "battery Blue su_122_how A", lit, light=2)
    roll = adjustment(b, aim="0404")
    assert (roll.column, chances(roll)) == (column, ways)


@rule("TCS 18.5c", "TCS 18.5f")
@pytest.mark.parametrize(("lit", "column", "good"), [("", "6", 1), ("lit 0404", "8", 10)])
def test_x4_what_a_flare_is_worth(lit, column, good):
    b = guns("Blue ge_gren_plt O 0402", "Red us_rifle_plt X 0404", "battery Blue ge_105_how A", lit, light=2,
             kinds={"Blue": "Hasty Defense"})  # fmt: skip
    roll = adjustment(b, aim="0404")
    assert (roll.column, chances(roll)[3]) == (column, good)


@rule("TCS 18.5c")
def test_twilight_costs_two_columns():
    assert adjustment(simple(light=1)).column == "8"


@rule("TCS 18.5b")
@pytest.mark.parametrize(
    ("kind", "shift"), [("Attack", []), ("Hasty Defense", []), ("Prepared Defense", [1]), ("Move", [-2])]
)
def test_the_order_of_the_observer_shifts_the_adjustment(kind, shift):
    roll = adjustment(simple(kinds={"Blue": kind}))
    assert [each.value for each in roll.modifiers if each.rule == "TCS 18.5b"] == shift


@rule("TCS 18.5b")
@pytest.mark.parametrize(("metres", "shift"), [(39, []), (40, [1])])
def test_an_observer_forty_metres_above_is_worth_a_column(metres, shift):
    b = guns(f"0401 open {metres}", "Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406", BATTERY)
    assert [each.value for each in adjustment(b).modifiers if each.rule == "TCS 18.5b"] == shift


@rule("TCS 18.5d")
@pytest.mark.parametrize(("aim", "shifts"), [("0404", []), ("0405", [-1]), ("0407", [-1]), ("0408", [-1, -1])])
def test_range_costs_a_column_from_four_hexes_and_another_from_seven(aim, shifts):
    roll = adjustment(simple(), aim=aim)
    assert [each.value for each in roll.modifiers if each.rule == "TCS 18.5d"] == shifts


@rule("TCS 18.5d")
def test_the_column_is_held_to_one_and_thirteen():
    low = guns("Blue su_rifle_plt O 0401 unassigned", BATTERY + " column=1", light=2)
    assert adjustment(low, aim="0403").column == "1"
    high = guns("Blue us_rifle_plt O 0401", BATTERY + " column=13", "registered Blue 0403")
    assert adjustment(high, aim="0403").column == "13"


@rule("TCS 18.5e", "TCS 18.5f", "TCS 18.5g")
@pytest.mark.parametrize(
    ("column", "ends"),
    [
        (1, (42, 62, 65)),
        (2, (41, 56, 65)), (3, (35, 54, 65)), (4, (34, 46, 65)), (5, (32, 43, 65)), (6, (31, 36, 65)),
        (7, (25, 34, 61)), (8, (23, 32, 52)), (9, (22, 26, 44)), (10, (16, 23, 36)), (11, (14, 16, 32)),
        (12, (13, 15, 26)), (13, (12, 14, 25)),
    ],
)  # fmt: skip
def test_the_adjustment_table(column, ends):
    roll = adjustment(guns("Blue us_rifle_plt O 0401", f"{BATTERY} column={column}"), aim="0403")
    assert roll.column == str(column)
    assert tuple(row.high for row in roll.rows[:3]) == ends
    assert roll.read(66) == "Good Shoot"


@rule("TCS 18.5a", "TCS 18.2b")
@pytest.mark.parametrize("columns", [(11, 9, 11), (9, 11, 11), (11, 11, 9)])
def test_a_battalion_mission_is_adjusted_by_its_worst_battery(columns):
    batteries = [
        f"battery Blue us_105_how {name} fa=94th column={column}" for name, column in zip("ABC", columns, strict=True)
    ]
    b = guns("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406", *batteries)
    assert adjustment(b, size="battalion").column == "8"


@rule("TCS 18.13")
def test_a_registration_point_of_the_enemy_is_worth_nothing():
    assert adjustment(simple("registered Red 0406")).column == "10"
    assert adjustment(simple("registered Blue 0406", trp_columns=1)).column == "11"


@rule("TCS 18.1")
def test_general_support_may_cost_columns():
    assert adjustment(simple(gs_shift=-2)).column == "8"
    assert adjustment(guns("Blue us_rifle_plt O 0401", BATTERY + " ds=Blue", gs_shift=-2), aim="0406").column == "10"


# What lands


@rule("TCS 18.2a", "TCS 18.6a", "TCS 18.7a", "TCS 18.8a", "TCS 2.0o")
def test_he_strikes_its_hex_at_twice_its_value_and_those_beside_it_once():
    b = simple("Red ge_gren_plt Y 0407", "Red ge_gren_plt Z 0408").fire("A", "0406", GOOD, 11, 11)
    first, second = b.rolls()[1:]
    assert first.resolution.words == "Shells fall on 0406, strength 24"
    assert second.resolution.words == "Shells fall on 0407, strength 12"
    assert (first.resolution.column, second.resolution.column) == ("21-25", "11-13")


@rule("TCS 18.8b", "TCS 11.2d", "TCS 18.6a")
@pytest.mark.parametrize(
    ("at", "dice", "column", "odds"),
    [
        ("0406", GOOD, "7-8", {-1: 12, 0: 13, 1: 10, 2: 1}),
        ("0407", GOOD, "4", {-1: 19, 0: 11, 1: 6}),
        ("0406", BAD, "3", {-1: 15 + 6, 0: 10, 1: 5}),
    ],
)
def test_x5_he_on_a_dug_in_platoon_in_a_village(at, dice, column, odds):
    b = guns("0406 village", "0407 village", "Blue us_rifle_plt O 0401", f"Red ge_gren_plt X {at} dug_in", BATTERY)
    b.fire("A", "0406", dice, 11)
    roll = b.rolls()[1].resolution
    assert roll.column == column
    mean = sum(max(0, result) * chance for result, chance in roll.odds().items())
    assert mean == {"7-8": Fraction(1, 3), "4": Fraction(1, 6), "3": Fraction(5, 36)}[column]
    if column == "7-8":
        assert {result: chance * 36 for result, chance in roll.odds().items()} == odds


def struck(b, unit, *, good=True, at="0406", **how):
    """Where a mission on a hex leaves the board, with the exact chances."""
    mission = Mission(0, **{"batteries": (0,), "aim": b.hex(at), **how})
    execute = Execute(0, (barrage_of(b.look, mission, b.hex(at), good=good),))
    return played(b.game, b.state.board, execute, then=Act(0), assuming=ALL_OUT).by(
        lambda end: end.board.units[b.number(unit)]
    )


@rule("TCS 17.1c1", "TCS 18.8a")
@pytest.mark.parametrize(("marks", "shaken"), [("", Fraction(347, 1296)), (" unassigned", Fraction(23, 54))])
def test_x6_its_morale_in_the_zone(marks, shaken):
    b = guns("0406 village", "Blue us_rifle_plt O 0401", f"Red ge_gren_plt X 0406 dug_in morale=3{marks}", BATTERY)
    assert struck(b, "X").chance(lambda unit: unit.morale > 0 or not unit.steps) == shaken
    b.fire("A", "0406", GOOD, 31, 11)  # a morale check, and no effect
    assert [(each.value, each.words) for each in b.rolls()[2].resolution.modifiers][1:] == [
        (1, "in an Attack Zone"), (-2, "dug in"), (-1, "in cover"), (1, "no Low-Trajectory firer"),
        *[(2, "Unassigned")] * bool(marks),
    ]  # fmt: skip


@rule("TCS 17.1c1")
def test_the_attack_zone_does_not_count_in_the_ring():
    b = simple().fire("A", "0405", GOOD, 31, 11)
    assert "in an Attack Zone" not in [each.words for each in b.rolls()[2].resolution.modifiers]


@rule("TCS 18.8b", "TCS 5.0c")
def test_x7_the_whole_call_with_scatter():
    b = guns("0406 village", "Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406 dug_in", BATTERY)
    b.do("battery", "A").do("aim", "0406")
    found = outlook(b.look, b.game.asks(b.state, 0).mission)
    # One hex off it is in the ring of a Bad Shoot (1/36 of a step), two hexes off it is safe.
    assert found.steps == Fraction(175, 864)
    b = simple().do("battery", "A").do("aim", "0406")
    # By the chart 19/27; but a platoon has no sixth step to lose, which the chart gives it on a 66.
    assert outlook(b.look, b.game.asks(b.state, 0).mission).steps == Fraction(19, 27) - Fraction(1, 2) * Fraction(1, 36)


@rule("TCS 18.8b", "TCS 10.0b")
def test_what_shells_cost_half_tracks_and_tanks_on_average():
    """A half-track has a defence of 1: it takes two steps, unless the option says that one is enough."""

    def loss(line, *, zone=True, **how):
        b = guns("Blue us_rifle_plt O 0401", f"Red {line} X 0406", BATTERY, **how)
        barrage = barrage_of(b.look, Mission(0, batteries=(0,)), b.hex("0406"), good=True)
        chart = shell_attack(b.look, [b.number("X")], b.hex("0406"), barrage.zone if zone else barrage.ring, barrage)
        odds = fire_resolution("no_effect", chart).odds()
        return loss_of(b.look, b.hex("0406"), barrage, zone=zone), odds

    (steps, tanks), odds = loss("ge_sdkfz251")
    assert steps == sum(chance for result, chance in odds.items() if result > 1)
    (soft, _), odds = loss("ge_sdkfz251", tough_b_targets=False)
    assert soft == sum(chance for result, chance in odds.items() if result > 0) > steps
    (men, none), odds = loss("ge_gren_plt")
    assert men == sum(min(result, 5) * chance for result, chance in odds.items() if result > 0)
    assert (tanks, none) == (0, 0)
    b = guns("Blue us_rifle_plt O 0401", "Red ge_pz4 X 0406", BATTERY)
    barrage = barrage_of(b.look, Mission(0, batteries=(0,)), b.hex("0406"), good=True)
    assert loss_of(b.look, b.hex("0406"), barrage, zone=True) == (0, Fraction(1, 6))
    assert loss_of(b.look, b.hex("0406"), barrage, zone=False) == (0, 0), "tanks in the ring are safe"


@rule("TCS 18.8b", "TCS 5.0c")
def test_x8_a_crowd_on_the_move_in_the_open():
    b = guns("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406 move", "Red ge_gren_plt Y 0406 move", BATTERY)
    b.fire("A", "0406", GOOD, 11)
    roll = b.rolls()[1].resolution
    assert roll.column == "65-80"
    assert min(roll.odds()) == 1
    assert sum(result * chance for result, chance in roll.odds().items()) == Fraction(35, 12)


@rule("TCS 18.3b", "TCS 18.7a")
def test_x10_fast_fire_doubles_the_strength_for_three_rounds():
    b = guns("0406 village", "Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406 dug_in", BATTERY)
    b.fire("A", "0406", GOOD, 11, rate="fast")
    roll = b.rolls()[1].resolution
    assert (roll.words, roll.column) == ("Shells fall on 0406, strength 48", "14-16")
    assert sum(max(0, result) * chance for result, chance in roll.odds().items()) == Fraction(2, 3)
    assert b.stock["A"].he == 2


@rule("TCS 18.9a", "TCS 18.9b")
@pytest.mark.parametrize(
    ("battery", "how", "marks", "good", "one"),
    [
        ("us_155_how", {}, "", True, Fraction(1, 6)),
        ("us_155_how", {}, "", False, Fraction(1, 12)),
        ("cw_25pdr_bty", {}, " move", False, Fraction(0)),
        ("us_105_how", {"fast": True}, " move", True, Fraction(1, 6)),
        ("cw_25pdr_bty", {}, "", True, Fraction(1, 12)),
        ("us_155_how", {"shell": CONTINUOUS}, "", True, Fraction(1, 12)),
    ],
)
def test_x11_shells_on_tanks(battery, how, marks, good, one):
    b = guns("Blue us_rifle_plt O 0401", f"Red ge_pz4 T 0406{marks}", f"battery Blue {battery} A")
    assert struck(b, "T", good=good, **how).chance(lambda unit: not unit.steps) == one


@rule("TCS 18.9a")
@pytest.mark.parametrize(("good", "chance"), [(True, Fraction(91, 216)), (False, Fraction(397, 1728))])
def test_x11_at_least_one_of_three_tanks(good, chance):
    b = guns("Blue us_rifle_plt O 0401", *(f"Red ge_pz4 T{n} 0406" for n in range(3)), "battery Blue us_155_how A",
             vehicle_checks=False)  # fmt: skip
    mission = Mission(0, batteries=(0,))
    execute = Execute(0, (barrage_of(b.look, mission, b.hex("0406"), good=good),))
    ends = played(b.game, b.state.board, execute, then=Act(0), assuming=ALL_OUT)
    assert ends.chance(lambda end: any(not end.board.units[n].steps for n in (1, 2, 3))) == chance


@rule("TCS 18.5i")
def test_x12_danger_close():
    b = guns("Blue us_rifle_plt O 0401", "Blue us_rifle_plt P 0407 suppressed", BATTERY)
    b.do("battery", "A").do("aim", "0406")
    found = outlook(b.look, b.game.asks(b.state, 0).mission)
    risk = {b.world.hex_name(each.hex): each for each in found.risks}["0407"]
    assert risk.target == Fraction(1, 48)
    shoot = b.game.picture(b.state, 0).shoot
    assert any("0407" in words for words in shoot.warnings)
    # 0407 is in the ring of a shoot on 0406, and gets shells from most of those that scatter as well
    shelled = dict(shoot.shelled)
    assert shelled[b.hex("0406")] >= dict(shoot.lands)[b.hex("0406")] > 0
    assert shelled[b.hex("0407")] > float(found.results["Good Shoot"] + found.results["Bad Shoot"])
    assert b.hex("0701") not in shelled
    assert shoot.good == tuple(float(found.results["Good Shoot"]) for each in shoot.observers if each == shoot.observer)
    assert shoot.column == found.adjustment.column
    assert sum(value for _, value, _ in shoot.factors) == sum(each.value for each in found.adjustment.modifiers)


@rule("TCS 19.2a", "TCS 26.2a")
def test_a_call_shows_what_smoke_and_light_would_cover():
    b = guns("Blue us_rifle_plt O 0404", "battery Blue us_105_how A he=2 smoke=2 illum=2", light=NIGHT)
    b.do("battery", "A").do("aim", "0406")
    shells = b.game.picture(b.state, 0).shoot
    assert (shells.kind, len(shells.zone), len(shells.ring)) == ("shells", 1, 6)
    smoke = b.do("shell", "smoke").game.picture(b.state, 0).shoot
    assert (smoke.kind, smoke.zone, smoke.ring) == ("smoke", shells.zone, ())
    light = b.do("shell", "illumination").game.picture(b.state, 0).shoot
    assert (light.kind, len(light.zone), light.ring) == ("light", 19, ())


@rule("TCS 18.2b", "TCS 18.5i")
def test_x13_scatter_of_a_battalion_mission():
    b = guns("Blue us_rifle_plt O 0401", BATTERY + " fa=94th", "battery Blue us_105_how B fa=94th")
    b.do("battery", "A").do("aim", "0406").do("zone", "battalion")
    found = outlook(b.look, b.game.asks(b.state, 0).mission)
    astray = found.results["Scatter"]
    apart = b.world.ground.distance
    one, two = (
        sum(chance for hex, chance in found.lands.items() if apart(hex, b.hex("0406")) == far) for far in (1, 2)
    )
    assert (one / astray, two / astray, found.placed / astray) == (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


@rule("TCS 18.11")
@pytest.mark.parametrize(
    ("count", "good", "strengths"),
    [(4, True, (24, 12)), (4, False, (10, 5)), (3, True, (18, 0)), (1, True, (6, 0))],
)
def test_x19_guns_on_the_map(count, good, strengths):
    b = guns("Blue us_rifle_plt O 0401", *(f"Blue us_m7 G{n} 0101" for n in range(count)))
    found = barrage_of(b.look, Mission(0, guns=tuple(range(1, count + 1))), b.hex("0406"), good=good)
    assert (found.zone, found.ring) == strengths


@rule("TCS 18.11", "TCS 18.7b")
def test_continuous_fire_of_guns_on_the_map_is_half_as_strong():
    b = guns("Blue us_rifle_plt O 0401", *(f"Blue us_m7 G{n} 0101" for n in range(4)))
    mission = Mission(0, guns=(1, 2, 3, 4), shell=CONTINUOUS)
    found = barrage_of(b.look, mission, b.hex("0406"), good=True)
    assert (found.zone, found.ring) == (12, 6)


@rule("TCS 18.12")
@pytest.mark.parametrize(("at", "strengths", "good"), [("0406", (16, 8), False), ("0404", (36, 18), True)])
def test_x20_rockets(at, strengths, good):
    b = guns("Blue ge_gren_plt O 0401", f"Red us_rifle_plt X {at}", "battery Blue ge_150_rocket A")
    b.call("A", at)
    assert b.forecast("done")
    b.do("done", None, 66, 11, *[11] * good)
    (landing,) = [event.values for event in b.events if event.what == "lands"]
    assert landing["quality"] == ("Good Shoot" if good else "Bad Shoot")
    found = barrage_of(b.look, Mission(0, batteries=(0,), wide=True), b.hex(at), good=good)
    assert (found.zone, found.ring) == strengths
    ground = b.world.ground
    assert (len(zone_of(ground, b.hex("0406"), wide=True)), len(ring_of(ground, b.hex("0406"), wide=True))) == (7, 12)


@rule("TCS 18.3a", "TCS 18.3b")
@pytest.mark.parametrize(
    ("how", "missions"), [({}, 9), ({"size": "battalion"}, 3), ({"size": "battalion", "rate": "fast"}, 1)]
)
def test_x21_what_nine_rounds_are_good_for(how, missions):
    batteries = [f"battery Blue us_105_how {name} fa=94th he=3 smoke=0 illum=0" for name in "ABC"]
    b = guns("Blue us_rifle_plt O 0401", "Red us_rifle_plt X 1212", *batteries, observer_missions=9)
    fired = 0
    for _ in range(9):
        while b.offers("battery"):
            b.call(sorted(b.offers("battery"))[0], "0406", **how)
            fired += 1
        count = len(b.game.asks(b.state, 0).calls)
        b.do("done", None, *[GOOD] * count)
        board = replace(b.state.board, turn=b.state.board.turn + 1)
        b.state = State(board, (TurnEnd(), Fires()))
        b.settle()
    assert fired == missions


# Secrets


SECRET = """
    0808 open
    Blue us_rifle_plt O 0101
    Blue us_rifle_plt P 0104
    Red ge_gren_plt X 0106
    Red ge_gren_plt Y 0505
    battery Blue us_105_how A he=5
    battery Red ge_105_how B he=4
    registered Blue 0106
    registered Red 0104
"""


@rule("TCS 18.1", "TCS 18.13")
def test_ammunition_roles_and_registration_points_are_their_owners():
    b = Gunnery(SECRET, first="Blue")
    views = [b.game.view(b.state, side) for side in (0, 1, None)]
    known = [[stock.he for stock in view.board.batteries] for view in views]
    assert known == [[5, 0], [0, 4], [0, 0]]
    assert [len(view.board.registered) for view in views] == [1, 1, 0]
    assert [[each.name for each in view.picture().support] for view in views] == [["A"], ["B"], []]


def pretend(b):
    """What both sides and a spectator see, as bytes."""
    return [b.game.encode(b.game.view(b.state, side).state) for side in (1, None)]


@rule("TCS 18.4")
def test_a_call_is_its_owners_alone_until_it_lands():
    quiet, calling = Gunnery(SECRET, first="Blue"), Gunnery(SECRET, first="Blue")
    calling.do("battery", "A")
    assert pretend(calling) == pretend(quiet)
    calling.do("aim", "0106")
    assert pretend(calling) == pretend(quiet)
    calling.do("call")
    assert pretend(calling) == pretend(quiet)
    assert not [event for event in calling.events if event.seen_by(1)]
    quiet.do("done")
    calling.do("done", None, NONE)
    read = [[event for event in each.events if event.seen_by(1)] for each in (quiet, calling)]
    assert read[0] == read[1], "No Shoot is nothing to the enemy"
    hidden = [replace(each.game.view(each.state, 1).state, rolls=0) for each in (quiet, calling)]
    assert hidden[0] == hidden[1]


@rule("TCS 18.5i")
def test_the_enemy_learns_the_aim_and_the_kind_of_a_mission_that_he_places_and_nothing_else():
    b = Gunnery(SECRET, first="Blue")
    b.call("A", "0106").do("done", None, 13, 1, 6)
    assert b.decides() == "Red"
    assert "(HE) aimed at 0106" in b.decision().prompt
    view = b.game.view(b.state, 1)
    assert not any(getattr(each, "waiting", ()) or getattr(each, "shooting", ()) for each in view.state.stack)
    assert [event.what for event in b.events if event.seen_by(1)] == []
    assert "0505" not in b.offers("at")
    assert {"0106", "0104"} <= b.offers("at")
    assert "within 3 hexes" in b.why_not("at", "0808")


@pytest.mark.parametrize("promise", ["keeps secrets", "a view tells the truth", "undo is never having acted"])
def test_artillery_keeps_the_contract(promise):
    scenario = load("tcs/crossroads-1944").scenario
    given = replace(
        scenario,
        battery=(
            BatteryEntry("A", "US", "us_105_how", battalion="94th", ammo=Ammunition(9, 3, 2)),
            BatteryEntry("B", "US", "us_105_how", battalion="94th", ammo=Ammunition(9, 3, 2)),
            BatteryEntry("C", "German", "ge_150_rocket", ammo=Ammunition(9, 3, 2)),
        ),
        registered=(Registered("German", ("0506",)),),
    )
    game = Game(TCS, given, {"turns": 2}, name="crossroads with guns")
    assert sum(check(game, promise, seed) for seed in (0, 1)) > 10
