"""More questions of the odds desk: night, hedges, mines, smoke, overruns and others, against icepool and by hand."""

from fractions import Fraction

import icepool
import pytest

from sandtable.kernel.decision import Action
from sandtable.kernel.errors import OptionError
from sandtable.kernel.question import Shifted
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.approachodds import Approach, approach
from sandtable.systems.tcs.assaultodds import (
    OVERRUN,
    AssaultQuestion,
    Fought,
    OverrunQuestion,
    assault_odds,
    overrun_chain,
    overrun_odds,
)
from sandtable.systems.tcs.atseries import AtSeries, at_series, at_series_chain
from sandtable.systems.tcs.calculators import (
    Area,
    Point,
    Spotting,
    area,
    fire_chain,
    point,
    spotting,
)
from sandtable.systems.tcs.levelodds import Hourly, hourly
from sandtable.systems.tcs.mineodds import (
    BreachQuestion,
    MinesQuestion,
    breach_chain,
    breach_odds,
    mines_chain,
    mines_odds,
)
from sandtable.systems.tcs.moveodds import Cost, Moving, movement, movement_chain
from sandtable.systems.tcs.overrun import Overrun
from sandtable.systems.tcs.passengerodds import CALCULATOR, Carried, carried, carried_chain
from sandtable.systems.tcs.proving import ALL_OUT, target_hex
from sandtable.systems.tcs.smokeodds import LaidSmoke, laid_smoke, laid_smoke_chain
from sandtable.systems.tcs.tableodds import Numbers, numbers, numbers_chain

rule = pytest.mark.rule

D66 = icepool.map(lambda tens, ones: 10 * tens + ones, icepool.d6, icepool.d6)
TWO_D6 = 2 @ icepool.d6


def chance(die, *wanted):
    """The chance of some results of a die of icepool."""
    return Fraction(sum(die.quantity(each) for each in wanted), die.denominator())


def shifts(roll):
    """Each shift by its words."""
    return {each.words: each.value for each in roll.modifiers}


# Your own numbers


@rule("TCS 9.1a", "TCS 1.0h")
def test_your_own_strength_column_and_shift():
    # Strength 12 is column 11-13: no effect to 22, morale checks to 45, one step to 64, two on 65, three on 66.
    column = {-1: (11, 22), 0: (23, 45), 1: (46, 64), 2: (65, 65), 3: (66, 66)}
    expected = D66.map(lambda number: next(steps for steps, (low, high) in column.items() if low <= number <= high))
    for ask in (
        Numbers(strength=12),
        Numbers(column="11-13"),
        Numbers(strength=9, shift=1),
        Numbers(column="17-20", shift=-2),
    ):
        found = numbers(ask).by(lambda result: result.steps)
        assert dict(found) == {steps: chance(expected, steps) for steps in column}
    (link,) = numbers_chain(Numbers(strength=9, shift=1))
    assert isinstance(link, Shifted)
    assert (link.base, link.roll.column) == ("9-10", "11-13")
    assert [str(each) for each in numbers(Numbers(strength=0))] == [
        "no effect",
        "morale checks",
        "1 step lost and morale checks",
    ]


@rule("TCS 1.0i")
def test_left_of_column_0_has_no_effect_unless_the_option_says_otherwise():
    assert [str(each) for each in numbers(Numbers(strength=1, shift=-2))] == ["no effect"]
    kept = numbers(Numbers(strength=1, shift=-2, options="left_of_column_0=column_0"))
    assert kept.chance(lambda result: result.steps >= 0) == Fraction(9, 36), "column 0: 54 to 66"


# Night and twilight, hedges, options, many units


@rule("TCS 11.3a", "TCS 26.1a")
def test_fire_at_twilight_and_at_night_has_its_shifts_and_its_sight():
    near = {"targets": "ge_gren_plt fired", "hexes": 2}
    day, twilight, dark, lit = (
        fire_chain(Area(**near, light=light))[0] for light in ("day", "twilight", "night", "lit")
    )
    added = [sum(each.roll.shift for each in (late,)) - day.roll.shift for late in (twilight, dark, lit)]
    assert added[1] < added[0] < 0
    assert added[1] < added[2] < 0
    assert {day.base, twilight.base, dark.base} == {"5"}, "the column before any shift is that of the strength"
    with pytest.raises(OptionError, match=r"firers: "):
        Area(hexes=4, light="night")
    assert area(Area(hexes=4, light="lit")).chance(lambda left: left.harmed) > 0, "an illuminated hex is seen from afar"


@rule("TCS 17.1c1", "TCS 26.1a")
def test_the_light_counts_in_assaults_approaches_and_spotting_too():
    taken = [assault_odds(AssaultQuestion(light=light)).chance(lambda end: end.taken) for light in ("day", "night")]
    assert taken[0] != taken[1]
    steady = lambda left: all(each.state == "steady" for each in left.units)  # noqa: E731
    seen = [approach(Approach(hexes=6, enter=2, light=light)).chance(steady) for light in ("day", "night", "lit")]
    assert seen[1] == 1, "nobody sees the stack come in the dark"
    assert seen[0] < 1
    assert [str(next(iter(spotting(Spotting(light=light))))) for light in ("day", "night")] == [
        "spotted up to 3 hexes",
        "spotted up to 0 hexes",
    ]


@rule("TCS 20.1i")
@pytest.mark.parametrize("hexside", ["hedge", "bocage", "shingle"])
def test_a_hedge_covers_open_ground_towards_the_firers(hexside):
    plain, hedged, woods = (
        fire_chain(Area(targets="ge_gren_plt fired", hexside=side, terrain=terrain))[0].roll
        for side, terrain in (("none", "open"), (hexside, "open"), ("none", "woods"))
    )
    assert shifts(hedged) == shifts(woods) != shifts(plain)
    crossed = Area(firers="2x us_rifle_plt", targets="ge_gren_plt fired", hexside=hexside, cross_fire=True)
    assert "in Fire Mode on partly protective ground" not in shifts(fire_chain(crossed)[0].roll), "not from behind"
    tank = point(Point(hexside=hexside)).chance(lambda left: left.steps == 0)
    assert tank < point(Point()).chance(lambda left: left.steps == 0)


def test_more_than_eight_units():
    many = point(Point(firers="12x us_m4_75", targets="10x ge_pz4", hexes=6))
    assert sum(many.values()) == 1
    assert many.chance(lambda left: left.lost > 0) > point(Point()).chance(lambda left: left.lost > 0)


@rule("TCS 5.0b")
def test_a_hex_holds_no_more_steps_than_the_rules_let_it():
    with pytest.raises(OptionError, match=r"targets: a hex holds 20 steps, not 25: name fewer, .* \(TCS 5.0b\)"):
        Area(targets="5x ge_gren_plt")
    assert Area(targets="5x ge_gren_plt", options="stack_limit=25")
    assert Area(targets="4x ge_gren_plt, ge_gren_plt move"), "there is no limit while units move"


# A series of AT rolls


@rule("TCS 16.0a", "TCS 16.1", "TCS 16.3")
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_series_of_at_rolls_agrees_with_icepool(count):
    # Beside it in woods: 9 or more kills; 3 or less, as rolled, costs the roller a step.
    once = TWO_D6.map(lambda number: "kill" if number >= 9 else "cost" if number <= 3 else "miss")

    def series(left, cost):
        if not left:
            return icepool.Die([("there", cost)])
        return once.map(
            lambda result: (
                icepool.Die([("gone", cost)]) if result == "kill" else series(left - 1, cost + (result == "cost"))
            )
        )

    expected = series(count, 0)
    ask = AtSeries(rollers=f"{count}x us_rifle_plt", options="vehicle_checks=off")
    found = at_series(ask).by(lambda end: ("there" if end.vehicle.steps else "gone", end.own))
    assert dict(found) == {each: chance(expected, each) for each in expected}
    (roll,) = at_series_chain(ask)
    assert roll.odds()["kill", ""] == Fraction(10, 36)


@rule("TCS 17.8a")
def test_after_a_near_miss_the_vehicle_may_run():
    ends = at_series(AtSeries(rollers="us_rifle_plt"))
    assert ends.chance(lambda end: end.vehicle.units[0].state == "running") > 0
    assert ends.chance(lambda end: end.vehicle.lost > 0) == Fraction(10, 36)


# Passengers


@rule("TCS 10.0c")
def test_passengers_of_a_carrier_that_is_destroyed_are_attacked_on_the_same_column():
    ask = Carried()
    link, words = carried_chain(ask)
    odds = link.roll.odds()
    kill = sum(each for steps, each in odds.items() if steps > 0)
    found = carried(ask)
    assert found.chance(lambda left: left.units[0].steps == 0) == kill == Fraction(13, 36)
    assert found.chance(lambda left: left.units[1].steps < 5) == kill * kill
    assert words.endswith("on the same column (TCS 10.0c)")
    carrier, passengers, _ = CALCULATOR.totals
    assert (carrier.words, passengers.words) == ("to destroy the carrier", "to cost the passengers a step or more")
    assert found.chance(lambda left: carrier.holds(ask, left)) == Fraction(13, 36)
    assert found.chance(lambda left: passengers.holds(ask, left)) == Fraction(13, 36) ** 2


@rule("TCS 20.3b")
def test_riders_on_a_tank_are_no_part_of_the_point_fire_at_it():
    ask = Carried(carrier="ge_pz4", firers="us_m4_75", options="riders_tanks=1")
    assert carried(ask).chance(lambda left: left.units[1].steps < 5) == 0
    assert carried_chain(ask)[1].startswith("riders jump off")


# Mines


@rule("TCS 21.2c")
def test_mines_destroy_a_vehicle_on_eight_or_more():
    assert mines_odds(MinesQuestion(movers="us_m4_75")).chance(lambda left: left.lost > 0) == chance(TWO_D6 >= 8, True)
    both = mines_odds(MinesQuestion(movers="2x us_m4_75", options="vehicle_checks=off"))
    assert both.chance(lambda left: left.lost == 2) == chance(TWO_D6 >= 8, True) ** 2


@rule("TCS 21.2b", "TCS 21.2d")
def test_mines_attack_people_with_18_and_only_ground_and_stacking_shift_it():
    (link,) = mines_chain(MinesQuestion())
    assert link.base == "17-20"
    assert set(shifts(link.roll)) == {"moving on open ground"}
    plain = mines_odds(MinesQuestion(options="mine_shifts=off"))
    # Column 17-20: 11 to 14 has no effect, 15 to 35 is morale checks alone.
    assert plain.chance(lambda left: left.lost > 0) == chance(D66 >= 36, True)


@rule("TCS 21.3b", "TCS 24.1")
@pytest.mark.parametrize(("unit", "ways"), [("us_rifle_plt", 3), ("us_engineer_plt", 5)])
def test_a_unit_that_is_still_unshaken_breaches_with_its_die(unit, ways):
    ends = breach_odds(BreachQuestion(unit=unit))
    steady = ends.chance(lambda end: end.unit.units[0].state == "steady")
    _, _, die = breach_chain(BreachQuestion(unit=unit))
    assert die.odds()["breached"] == Fraction(ways, 6)
    assert ends.chance(lambda end: end.cleared) == steady * Fraction(ways, 6)
    assert breach_chain(BreachQuestion(unit=unit))[0].base == "9-10", "half the strength of the field"


# Smoke, hours, movement


@rule("TCS 19.1a")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_mortars_lay_smoke_on_four_or_more(count):
    smoke = laid_smoke(LaidSmoke(layers=f"{count}x us_60mm_sec"))
    assert smoke["smoke"] == 1 - chance(icepool.d6 >= 4, False) ** count
    assert "until the next action phase" in laid_smoke_chain(LaidSmoke())[1]


@rule("TCS 17.1d", "TCS 17.8d")
@pytest.mark.parametrize("vehicles", [False, True])
@pytest.mark.parametrize(("level", "hours"), [(1, 1), (3, 2), (6, 4), (9, 3)])
def test_hourly_rolls_agree_with_icepool(level, hours, vehicles):
    expected = icepool.Die([level])
    for _ in range(hours):
        expected = expected.map(lambda now: (icepool.d6 <= now).map(lambda better, now=now: now - better) if now else 0)
    found = hourly(Hourly(level=level, hours=hours, vehicles=vehicles))
    assert dict(found) == {each: chance(expected, each) for each in expected}


@rule("TCS 20.1c", "TCS 20.1d", "TCS 20.1e", "TCS 20.1f", "TCS 20.1g", "TCS 20.4", "TCS 21.2a")
@pytest.mark.parametrize(
    ("ask", "points"),
    [
        (Moving(), 2),
        (Moving(unit="us_rifle_plt"), 1),
        (Moving(hexside="hedge"), 3),
        (Moving(unit="us_truck", terrain="swamp"), None),
        (Moving(hexside="bocage"), None),
        (Moving(unit="us_rifle_plt", terrain="open", hexside="bocage"), 3),
        (Moving(terrain="village"), Fraction(1, 3)),
        (Moving(road="primary"), Fraction(1, 3)),
        (Moving(light="night"), 4),
        (Moving(unit="us_rifle_plt", light="night"), 1),
        (Moving(mined=True), 2 + 2),
    ],
)
def test_what_a_hex_costs(ask, points):
    (cost,) = movement(ask)
    assert cost.sixths == (-1 if points is None else points * 6)
    assert movement_chain(ask)


@rule("TCS 20.2a")
def test_a_tank_moves_by_impulses():
    (cost,) = movement(Moving(terrain="open"))
    assert len(cost.hexes) == 3
    assert str(cost) == "1 movement point: 15 such hexes a turn"
    assert str(Cost(12, (1,))) == "2 movement points: 1 such hex a turn"


# Overruns


@rule("TCS 23.1", "TCS 23.2", "TCS 23.3")
@pytest.mark.parametrize("ask", [OverrunQuestion(vehicles="us_m4_75"), OverrunQuestion("2x us_m4_75", "ge_smg_sec")])
def test_an_overrun_is_that_of_the_game(ask):
    game, board = ask.board()
    group, hex = tuple(game.world.units_of[0]), target_hex(game)
    state = State(board, (Act(0), Overrun(0, group)))
    odds = game.odds(state, 0, Action("to", hex), assuming=ALL_OUT, through_phases=True)

    def told(end):
        steps = [sum(end.units[n].steps for n in game.world.units_of[side]) for side in (0, 1)]
        return (any(end.units[n].at == hex for n in group), *steps)

    found = overrun_odds(ask).by(lambda end: (end.taken, end.attackers, end.defenders))
    assert dict(found) == dict(odds.by(lambda end: told(end.board)))
    assert overrun_chain(ask)[0] == "The defenders fire:"


@rule("TCS 23.2")
def test_the_totals_of_an_overrun():
    cleared, vehicles, defenders = OVERRUN.totals
    ask = OverrunQuestion("2x us_m4_75", "ge_gren_plt steps=3, ge_smg_sec")
    for own, theirs, taken in ((2, 5, False), (1, 5, False), (2, 4, False), (2, 0, True)):
        fought = Fought(taken, own, theirs)
        assert cleared.holds(ask, fought) == taken
        assert vehicles.holds(ask, fought) == (own < 2)
        assert defenders.holds(ask, fought) == (theirs < 5)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: OverrunQuestion(vehicles="us_rifle_plt"), "vehicles: .* is no armed vehicle.* (TCS 23.1)"),
        (lambda: OverrunQuestion(vehicles="us_m4_75 suppressed"), "vehicles: "),
        (lambda: AtSeries(rollers="us_m4_75"), "rollers: us_m4_75 is not infantry"),
        (lambda: AtSeries(vehicle="ge_gren_plt"), "vehicle: an AT roll is made at a vehicle"),
        (lambda: Carried(passenger="ge_pz4"), "passenger: ge_sdkfz251 does not carry ge_pz4"),
        (lambda: Carried(hexes=20), "firers: "),
        (lambda: LaidSmoke(layers="us_rifle_plt"), "layers: .* is not a mortar or an infantry gun"),
        (lambda: LaidSmoke(hexes=20), "layers: .* does not reach"),
        (lambda: BreachQuestion(unit="us_m4_75"), "unit: .* is not on foot"),
        (lambda: BreachQuestion(unit="us_rifle_plt, us_rifle_plt"), "unit: name one unit, not 2"),
        (lambda: MinesQuestion(movers="us_rifle_plt dug_in"), "movers: us_rifle_plt moves in unshaken"),
        (lambda: Numbers(column="12"), "column: choose by strength or a column of the fire table"),
        (lambda: Area(targets="ge_gren_plt suppressed paralyzed"), "ge_gren_plt is suppressed or paralyzed, not both"),
        (lambda: Area(targets="ge_gren_plt move dug_in"), "targets: ge_gren_plt is in Move Mode or dug in, not both"),
        (lambda: Area(targets="ge_gren_plt road"), "add move to ge_gren_plt"),
        (lambda: Area(firers="us_rifel_plt"), "firers: there is no unit 'us_rifel_plt', but us_rifle_plt"),
        (lambda: Area(firers="us_rifle_plt,"), "firers: name a unit there"),
        (lambda: Area(options="stack=3"), "options: there is no option 'stack'"),
        (lambda: Area(options="stack_limit=many"), "option 'stack_limit'"),
        (lambda: AssaultQuestion(options="assault_rounds=5"), "options: assault_rounds is the value rounds"),
        (lambda: Approach(movers="us_rifle_plt suppressed"), "movers: us_rifle_plt moves unshaken"),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_is_refused_in_one_sentence(ask, words):
    with pytest.raises(OptionError, match=words.replace("(", r"\(").replace(")", r"\)")) as fault:
        ask()
    assert "\n" not in str(fault.value)
