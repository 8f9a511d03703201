"""More questions of the odds desk: command points, vehicles in contact, charges, panic, inches; against icepool."""

from fractions import Fraction

import icepool
import pytest

from sandtable.kernel.errors import OptionError
from sandtable.systems.tactical_combat.calculators import (
    Charge,
    CloseCombat,
    Distance,
    Opportunity,
    Panic,
    Points,
    Shot,
    VehicleCombat,
    charge,
    close_combat,
    distance,
    opportunity,
    panic,
    points,
    shot,
    vehicle_combat,
)
from sandtable.systems.tactical_combat.calculators.charging import charge_rolls, panic_rolls
from sandtable.systems.tactical_combat.calculators.contact import vehicle_rolls
from sandtable.systems.tactical_combat.calculators.distance import distance_roll
from sandtable.systems.tactical_combat.calculators.points import points_roll
from sandtable.systems.tactical_combat.calculators.shooting import Left

rule = pytest.mark.rule


def chance(die, *wanted):
    """The chance of some results of a die of icepool."""
    return Fraction(sum(die.quantity(each) for each in wanted), die.denominator())


# Command points


@rule("TC C12", "TC C14", "TC C15", "TC C16", "TC C19", "TC C20")
@pytest.mark.parametrize(("quality", "least"), [("green", 2), ("regular", 3), ("elite", 4)])
@pytest.mark.parametrize(
    ("lost", "extra", "none"), [(0, False, False), (4, False, False), (3, True, False), (5, False, True)]
)
def test_command_points_agree_with_icepool(quality, least, lost, extra, none):
    die = (2 if extra else 1) @ icepool.d10
    expected = die.map(lambda number: 2 + max(number - lost, 0 if none else least))
    found = points(Points(quality, lost, saved=2, extra_die=extra, no_minimum=none)).by(lambda staff: staff.points)
    assert dict(found) == {each: chance(expected, each) for each in expected}
    roll, saved = points_roll(Points(quality, lost, saved=2))
    assert [each.value for each in roll.modifiers] == ([-lost] if lost else [])
    assert saved == "and 2 saved by the headquarters (TC C16)"


# Inches


@rule("TC F3", "TC F6")
@pytest.mark.parametrize(("inches", "far"), [(1, False), (8, False), (9, True), (16, True)])
def test_the_inches_say_whether_it_is_long_range(inches, far):
    assert distance(Distance(inches=inches)) == shot(Shot(long_range=far))


@rule("TC V20", "TC V22", "TC V25")
@pytest.mark.parametrize("flank", [False, True])
@pytest.mark.parametrize("road", [False, True])
@pytest.mark.parametrize(("inches", "far"), [(16, False), (17, True), (24, True)])
def test_a_tank_against_a_tank_by_name(flank, road, inches, far):
    ask = Distance("w44_m4_75", "w44_panther", inches, flank=flank, road=road)
    (roll,) = distance_roll(ask)
    armour = next(each.value for each in roll.modifiers if "armour" in each.words)
    assert distance(ask) == shot(Shot(vehicle=True, gun=0, armour=armour, flank=flank, road=road, long_range=far))


@rule("TC F3")
def test_a_target_out_of_range_is_refused_with_its_rule():
    with pytest.raises(OptionError, match=r"inches: .*16"):
        Distance(inches=17)
    with pytest.raises(OptionError, match=r"inches: "):
        Distance("rifle", "w44_m4_75", 3)


# Opportunity fire


@rule("TC O5", "TC O6", "TC O7")
def test_two_watchers_fire_one_after_the_other():
    effect = shot(Shot()).chance(lambda result: str(result) != "no effect")
    # One mover: only one stand may react. Two movers: after a miss the second stand has a shot as well.
    assert opportunity(Opportunity(movers=1, second="rifle")) == opportunity(Opportunity(movers=1))
    two = opportunity(Opportunity(movers=2, second="rifle"))
    assert two.chance(lambda end: end.through == 0) == effect**2
    assert two.chance(lambda end: end.through == 2) == (1 - effect) ** 2
    alone = opportunity(Opportunity(movers=2))
    assert alone.chance(lambda end: end.through == 2) == 1 - effect, "one stand that misses is Finished"
    three = opportunity(Opportunity(movers=3, second="rifle"))
    assert three.chance(lambda end: end.through == 3) == (1 - effect) ** 2


@rule("TC F18", "TC O5")
def test_a_machine_gun_as_the_second_watcher_has_its_own_dice():
    plain, strong = (
        opportunity(Opportunity(movers=2, second=second, hmg_two_dice=True)).chance(lambda end: end.through == 2)
        for second in ("rifle", "hmg")
    )
    assert strong < plain


# Charges


@rule("TC M6", "TC O4", "TC O8")
def test_a_charge_is_a_shot_and_then_a_close_combat():
    fired = shot(Shot())
    stopped = fired.chance(lambda result: str(result) != "no effect")
    whole = charge(Charge())
    fight = close_combat(CloseCombat())
    won = fight.chance(lambda end: end.winner == "attacker")
    assert whole.chance(lambda end: end.won) == (1 - stopped) * won
    free = charge(Charge(finished=True))
    assert free.chance(lambda end: end.won) == won, "a Finished defender does not fire at the charge"
    assert charge_rolls(Charge(finished=True))[0] == "Nobody fires at it."


@rule("TC O5")
def test_a_second_stand_may_fire_in_place_of_a_finished_defender():
    watched = charge(Charge(finished=True, watcher="rifle"))
    assert watched == charge(Charge())


@rule("TC F17", "TC O4")
def test_a_charge_from_eight_inches_begins_at_the_long_range_of_a_stand_beside():
    """After an inch it is seven inches from the defender, and more than eight from a stand two inches to his left."""
    won = close_combat(CloseCombat()).chance(lambda end: end.winner == "attacker")
    for ask, far in ((Charge(inches=8), False), (Charge(inches=8, finished=True, watcher="rifle"), True)):
        missed = shot(Shot(long_range=far)).chance(lambda result: str(result) == "no effect")
        assert charge(ask).chance(lambda end: end.won) == missed * won


@rule("TC F13")
@pytest.mark.parametrize("cover", ["soft", "hard"])
def test_the_cover_is_the_defenders_and_the_way_to_him_is_open(cover):
    rolls = charge_rolls(Charge(cover=cover))
    assert rolls[1].modifiers == (), "in the open he is fired at without it, and not slowed from five inches"
    won = close_combat(CloseCombat(cover=cover)).chance(lambda end: end.winner == "attacker")
    assert charge(Charge(cover=cover)).chance(lambda end: end.won) == won / 2, "half the shots stop him"


@rule("TC M10")
@pytest.mark.parametrize("percent", [50, 250, 400])
def test_a_panic_move_of_any_length_stays_on_the_table(percent):
    ask = Panic(inches=10, ready=False, options=f"move_percent={percent}")
    assert dict(panic(ask)) == {Left(2, "paralyzed"): 1}


@rule("TC X2", "TC X8")
def test_the_rolls_of_a_charge_are_those_of_the_game():
    assert charge_rolls(Charge())[1].words == "Defender fires at Attacker"
    *_, defends, attacks = charge_rolls(Charge(inches=2, cover="soft"))
    assert (defends.words, defends.modifiers) == ("Defender fires at Attacker", ()), "the attacker is in the open"
    assert (attacks.words, attacks.shift) == ("Attacker fires at Defender", 1)


# Vehicles in close combat


@rule("TC V15", "TC V18")
def test_infantry_that_attacks_a_vehicle_has_no_modifiers():
    _, defends, _, attacks = vehicle_rolls(VehicleCombat(flank=True))
    assert defends.modifiers == attacks.modifiers == ()
    plain, table = shot(Shot()), shot(Shot(vehicle=True))
    beaten = plain.chance(lambda result: result.morale == "paralyzed")
    ends = vehicle_combat(VehicleCombat())
    killed = table.chance(lambda result: result.hits > 0)
    assert ends.chance(lambda end: end.defender.hits == 0) == (1 - beaten) * killed
    assert ends.chance(lambda end: end.attacker.morale == "paralyzed") == beaten


@rule("TC V18", "TC V22")
def test_a_tank_that_attacks_a_tank_counts_gun_armour_and_flank():
    front, flank = (
        vehicle_combat(VehicleCombat("w44_panther", defender="w44_m4_75", flank=flank)).chance(
            lambda end: end.defender.hits == 0
        )
        for flank in (False, True)
    )
    assert front < flank


@rule("TC V24")
def test_if_nobody_wins_every_vehicle_goes_back():
    ends = vehicle_combat(VehicleCombat())
    unharmed = ends.chance(lambda end: end.defender.hits > 0 and end.attacker.morale != "paralyzed")
    assert ends.chance(lambda end: end.defender_back and end.defender.hits > 0) == unharmed


# Panic


@rule("TC M9", "TC M10", "TC O9")
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_a_panic_move_costs_a_hit_and_what_opportunity_fire_does(hits):
    free = panic(Panic(hits=hits, ready=False))
    assert [(left.hits, chance) for left, chance in free.items()] == [(hits - 1, 1)]
    hit = shot(Shot()).chance(lambda result: result.hits > 0)
    fired = panic(Panic(hits=hits))
    assert fired.chance(lambda left: left.hits == max(hits - 2, 0)) == (hit if hits > 1 else 1)
    assert fired.chance(lambda left: left.hits > 0 and left.morale != "paralyzed") == 0
    assert panic_rolls(Panic())[-1] == "then it is paralyzed and takes a hit (TC M10)"


@rule("TC F7", "TC F17")
@pytest.mark.parametrize(
    ("options", "inches", "far"),
    [("", 8, 0), ("", 9, 1), ("range_measured=centres", 7, 0), ("range_measured=centres", 8, 1)],
)
def test_a_panic_begins_so_many_inches_from_the_enemy(options, inches, far):
    fire, _ = panic_rolls(Panic(inches=inches, options=options))
    assert fire.shift == far


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: Points(stands=11), "stands: with 0 saved there are never points for more than 10"),
        (lambda: Distance(firer="rifel"), "firer: there is no stand 'rifel', but rifle"),
        (lambda: Distance(flank=True), "target: flank and road are for a vehicle"),
        (lambda: VehicleCombat(defender="hmg"), "defender: name a vehicle there or as attacker"),
        (lambda: VehicleCombat(attacker="w44_truck"), "attacker: Truck has no weapon"),
        (lambda: VehicleCombat(attacker="w44_m4_75", defender="rifle", flank=True), "flank: only a vehicle"),
        (lambda: Charge(inches=8, options="panic=on"), "options: there is no option 'panic'"),
        (lambda: Panic(options="hmg_two_dice=maybe"), "hmg_two_dice"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(ask, words):
    with pytest.raises(OptionError, match=words) as fault:
        ask()
    assert "\n" not in str(fault.value)
