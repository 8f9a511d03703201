"""Area fire, suppressive fire actions and losses (TCS 3, 5.0c to e, 9, 10, 11, 13)."""

from fractions import Fraction

import pytest

from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.areafire import AreaShot
from sandtable.systems.tcs.world import NIGHT, TWILIGHT
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule


def fight(*lines, **how):
    return Battle("\n".join(["0112 open", "0712 open", *lines]), **how)


def fire(b, hex, *firers, dice=()):
    """A suppressive fire action by these units."""
    b.do("suppress", hex)
    for each in firers:
        b.do("add", each)
    return b.do("fire", None, *dice)


def asked(b, hex, *firers):
    """The roll of such a fire before it is made: its column and its shifts by rule."""
    b.do("suppress", hex)
    for each in firers:
        b.do("add", each)
    roll = b.forecast("fire")
    return roll.column, {each.rule: each.value for each in roll.modifiers}, roll


RIFLES = "Blue us_rifle_plt A 0103"
TARGET = "Red ge_gren_plt X 0106"


# The action


@rule("TCS 13.0a", "TCS 9.0a", "TCS 9.0c", "TCS 13.0c")
def test_a_suppressive_fire_action_runs_its_course():
    b = fight(RIFLES, TARGET)
    assert b.offers("suppress") == {"0106"}
    fire(b, "0106", "A", dice=(22,))
    assert b.state_of("A") == "F"
    (roll,) = b.rolls()
    assert (roll.resolution.column, roll.outcome) == ("5", -1)
    assert b.decides() == "Red", "it has been seen to fire"
    b = fight(RIFLES, TARGET).do("suppress", "0106").do("add", "A")
    roll = b.forecast("fire")
    face = next(face for face in sorted(roll.dice.ways) if roll.read(face) == 1)
    b.do("fire", None, face, 11)
    assert b["X"].steps == 4, "first the losses"
    assert [roll.resolution.rule for roll in b.rolls()] == ["TCS 13.0a", "TCS 17.1a"], "then the morale of who is left"


@rule("TCS 13.0a", "TCS 6.3a", "TCS 17.4", "TCS 4.1e")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ("fired", "has fired already"),
        ("unassigned", "Unassigned"),
        ("paralyzed", "Paralyzed"),
        ("move", "Move Mode"),
        ("spent=1", "instead of moving"),
    ],
)
def test_who_may_not_make_one(state, why):
    b = fight(f"{RIFLES} {state}", TARGET)
    assert b.offers("suppress") == set()
    assert why in b.why_not("suppress", "0106")
    assert fight(f"{RIFLES} spent=1", TARGET, sfa_after_move=True).offers("suppress") == {"0106"}


@rule("TCS 13.0a")
def test_it_needs_range_and_sight():
    b = fight(RIFLES, "Red ge_gren_plt X 0109")
    assert "6 hexes away, and A fires 5" in b.why_not("suppress", "0109")
    b = fight(RIFLES, TARGET, "0105 woods")
    assert "does not see" in b.why_not("suppress", "0106")
    b = fight(RIFLES, "Red ge_pz4 X 0106")
    assert "harmed by area fire" in b.why_not("suppress", "0106")
    assert "no enemy" in b.why_not("suppress", "0107")


@rule("TCS 13.0b")
def test_units_of_any_hexes_may_join():
    lines = (RIFLES, "Blue us_rifle_plt B 0203", "Blue us_hmg_sec C 0103 fired", "Blue us_rifle_plt D 0112", TARGET)
    b = fight(*lines).do("suppress", "0106").do("add", "A")
    assert b.offers("add") == {"B"}
    assert "has fired" in b.why_not("add", "C")
    assert "hexes away" in b.why_not("add", "D")
    assert fight(*lines, sfa_joined="hex").do("suppress", "0106").do("add", "A").offers("add") == set()


@rule("TCS 13.0d")
def test_mortars_fire_by_a_spotter_of_their_battalion():
    wood = "0105 woods"
    lines = (wood, "Blue us_81mm_sec M 0101 bn=1", TARGET)
    assert "no spotter" in fight(*lines).why_not("suppress", "0106")
    assert fight(*lines, "Blue us_hmg_sec A 0107 bn=1 fired").offers("suppress") == {"0106"}
    assert fight(*lines, "Blue us_hmg_sec A 0107 bn=2 fired").offers("suppress") == set()
    assert fight(*lines, "Blue us_hmg_sec A 0107 bn=1 fired suppressed").offers("suppress") == set()
    far = fight(*lines, "Blue us_hmg_sec A 0107 bn=1 fired", spotter_hexes=5)
    assert far.offers("suppress") == set()


@rule("TCS 9.0b")
def test_a_unit_fires_once_with_one_strength():
    b = fight("Blue us_m4_75 T 0103", "Red ge_pak40 X 0105", "Red ge_pak40 Y 0104", fire_triggers=False)
    fire(b, "0105", "T", dice=(11,))
    assert b.offers("suppress") == b.offers("point") == set()


# Strength


@rule("TCS 11.0a", "TCS 1.0g")
@pytest.mark.parametrize(
    ("at", "steps", "column"), [("0106", 5, "5"), ("0105", 5, "7-8"), ("0105", 4, "7-8"), ("0105", 1, "6")]
)
def test_infantry_steps_add_strength_up_close(at, steps, column):
    b = fight(f"Blue us_rifle_plt A 0104 steps={steps}", f"Red ge_gren_plt X {at}")
    _, shifts, roll = asked(b, at, "A")
    strength = {("0106", 5): 5, ("0105", 5): 8, ("0105", 4): 7, ("0105", 1): 6}[at, steps]
    assert f"strength {strength}" in roll.words, "5 and half the steps; 7.5 is 8, 5.5 is 6"
    index = ["5", "6", "7-8", "9-10", "11-13", "14-16"].index
    assert index(roll.column) == index(column) + sum(shifts.values())


@rule("TCS 3.0b")
def test_lost_steps_do_not_lower_the_printed_strength():
    assert "strength 5" in asked(fight(f"{RIFLES} steps=1", TARGET), "0106", "A")[2].words


@rule("TCS 9.1b")
def test_area_fire_enters_with_all_its_strength():
    b = fight(RIFLES, "Blue us_hmg_sec B 0103", "Blue us_hmg_sec C 0103", TARGET)
    column, shifts, roll = asked(b, "0106", "A", "B", "C")
    assert "strength 15" in roll.words
    assert (column, shifts) == ("14-16", {})


# Shifts


@rule("TCS 5.0c", "TCS 5.0e")
def test_dense_targets():
    def shift(*kinds, **how):
        lines = [f"Red {kind} X{n} 0106" for n, kind in enumerate(kinds)]
        return asked(fight(RIFLES, *lines, **how), "0106", "A")[1].get("TCS 5.0c", 0)

    assert shift("ge_gren_plt") == 0
    assert shift("ge_gren_plt", "ge_gren_plt") == 3
    assert shift("ge_gren_plt", "ge_smg_sec", "ge_truck") == 1
    assert shift("ge_gren_plt", "ge_smg_sec", "ge_pz4", "ge_pz4") == 0, "armour does not count"
    assert shift("ge_gren_plt", "ge_smg_sec", "ge_pz4", "ge_pz4", density_counts="all") == 1


@rule("TCS 5.0d", "TCS 11.2e")
def test_thin_and_unspotted_targets():
    dug = "Red ge_smg_sec X 0106 dug_in"
    assert asked(fight(RIFLES, dug), "0106", "A")[1] == {"TCS 5.0d": -3, "TCS 11.2e": -5}
    assert asked(fight(RIFLES, "Red ge_smg_sec X 0106"), "0106", "A")[1] == {}, "spotted at 3"
    mortar = fight("Blue us_81mm_sec A 0103", dug)
    assert asked(mortar, "0106", "A")[1] == {"TCS 5.0d": -3, "TCS 11.2b": -2}, "only low trajectory is bold"


@rule("TCS 11.1f")
def test_the_least_favourable_range_counts():
    lines = (RIFLES, "Blue us_hmg_sec B 0107", "Red ge_gren_plt X 0108 fired")
    assert asked(fight(*lines), "0108", "A", "B")[1]["TCS 11.1a"] == -2
    shifts = asked(fight(*lines, mixed_firers="best"), "0108", "A", "B")[1]
    assert shifts["TCS 11.1b"] == 2


@rule("TCS 11.2g")
def test_the_posture_of_most_steps_counts_and_ties_go_to_the_defender():
    def shift(*units, **how):
        lines = [f"Red {unit.split()[0]} X{n} 0106 {' '.join(unit.split()[1:])}" for n, unit in enumerate(units)]
        b = fight("Blue us_rifle_plt A 0104", *lines, **how)
        return asked(b, "0106", "A")[1].get("TCS 11.2b", 0)

    assert shift("ge_gren_plt move", "ge_smg_sec") == 2
    assert shift("ge_gren_plt dug_in", "ge_smg_sec move") == -2
    assert shift("ge_smg_sec dug_in", "ge_smg_sec move") == -2
    assert shift("ge_smg_sec dug_in", "ge_smg_sec move", mixed_postures="best") == 2
    assert shift("ge_gren_plt move", "ge_smg_sec dug_in", mixed_postures="worst") == -2


@rule("TCS 11.3a", "TCS 17.1c1")
def test_darkness():
    lines = (RIFLES, f"{TARGET} fired")
    assert asked(fight(*lines, light=TWILIGHT), "0106", "A")[1] == {"TCS 11.3a": -1}
    assert asked(fight(*lines, light=NIGHT, night_hexes=9), "0106", "A")[1] == {"TCS 11.3a": -2}
    assert asked(fight(*lines, "lit 0106", light=NIGHT), "0106", "A")[1] == {"TCS 11.3a": -1}
    b = fire(fight(*lines, light=NIGHT, night_hexes=9, fire_triggers=False), "0106", "A", dice=(61, 11))
    assert (1, "TCS 17.1c1") in b.modifiers(1)


@rule("TCS 11.1e")
def test_fire_without_a_range_takes_no_range_shift():
    """Artillery and sorties are facts with a range shift of nothing."""
    shot = AreaShot(24, 5, Modifier(0, "", "TCS 11.1e"), type="partly", posture="dug_in", sparse=True)
    assert [(each.value, each.rule) for each in shot.shifts()] == [(-4, "TCS 11.2c")]


@rule("TCS 11.3c")
def test_all_targets_shaken():
    assert asked(fight(RIFLES, f"{TARGET} suppressed fired"), "0106", "A")[1] == {"TCS 11.3c": -2}
    both = fight(RIFLES, f"{TARGET} suppressed fired", "Red ge_smg_sec Y 0106")
    assert "TCS 11.3c" not in asked(both, "0106", "A")[1]


@rule("TCS 11.3d")
def test_behind_a_tank():
    tank, light = "Red ge_pz4 Y 0106", "Red ge_pz2 Y 0106"
    assert asked(fight(RIFLES, TARGET, tank), "0106", "A")[1] == {"TCS 11.3d": -2}
    assert asked(fight(RIFLES, TARGET, light), "0106", "A")[1] == {}
    assert asked(fight("Blue us_81mm_sec A 0103", TARGET, tank), "0106", "A")[1] == {}


@rule("TCS 11.3e", "TCS 17.3")
def test_a_shaken_firer():
    assert asked(fight(f"{RIFLES} suppressed", f"{TARGET} fired"), "0106", "A")[1] == {"TCS 11.3e": -2}


@rule("TCS 11.3f", "TCS 11.3g", "TCS 19.3")
def test_smoke_and_attack_zones_at_both_ends():
    lines = (RIFLES, f"{TARGET} fired")
    smoke = [
        (each.value, each.rule)
        for each in asked(fight(*lines, "smoke 0103 Red", "smoke 0106 Red"), "0106", "A")[2].modifiers
    ]
    assert smoke == [(-1, "TCS 11.3g"), (-1, "TCS 11.3g")]
    zone = [
        (each.value, each.rule) for each in asked(fight(*lines, "zone 0103", "zone 0106"), "0106", "A")[2].modifiers
    ]
    assert zone == [(-2, "TCS 11.3f"), (-2, "TCS 11.3f")]


@rule("TCS 20.1i")
def test_a_hedge_covers_against_fire_across_it():
    assert asked(fight(RIFLES, f"{TARGET} fired", "0105-0106 hedge"), "0106", "A")[1] == {"TCS 11.2c": -2}
    assert asked(fight(RIFLES, f"{TARGET} fired", "0106-0107 hedge"), "0106", "A")[1] == {}
    two = fight(RIFLES, "Blue us_rifle_plt B 0109", f"{TARGET} fired", "0105-0106 hedge", cross_fire_sides=3)
    assert "TCS 11.2c" not in asked(two, "0106", "A", "B")[1], "not against the one behind"


@rule("TCS 11.4a", "TCS 11.4b")
def test_cross_fire_of_one_action():
    target = "Red ge_gren_plt X 0405 fired"

    def shifts(*at, **how):
        lines = [f"Blue us_rifle_plt A{n} {hex}" for n, hex in enumerate(at)]
        b = fight(*lines, target, **how)
        return asked(b, "0405", *(f"A{n}" for n in range(len(at))))[1]

    assert "TCS 11.4a" not in shifts("0402")
    assert "TCS 11.4a" not in shifts("0402", "0603"), "60 degrees"
    assert shifts("0402", "0606")["TCS 11.4a"] == 4
    assert shifts("0402", "0408")["TCS 11.4a"] == 4
    assert "TCS 11.4a" not in shifts("0402", "0606", cross_fire_sides=3)
    mortar = fight("Blue us_81mm_sec A 0402", "Blue us_rifle_plt B 0408", target)
    assert "TCS 11.4a" not in asked(mortar, "0405", "A", "B")[1]


@rule("TCS 11.4b")
def test_cross_fire_with_earlier_effective_fire():
    lines = ("Blue us_rifle_plt A 0402", "Blue us_rifle_plt B 0408", "Red ge_gren_plt X 0405 fired dug_in morale=1")
    b = fire(fight(*lines, fire_triggers=False), "0405", "A", dice=(66, 11))
    assert asked(b, "0405", "B")[1]["TCS 11.4a"] == 4
    b = fire(fight(*lines, fire_triggers=False), "0405", "A", dice=(11,))
    assert "TCS 11.4a" not in asked(b, "0405", "B")[1], "the first was without effect"
    b = fire(fight(*lines, fire_triggers=False, cross_fire_remembered=False), "0405", "A", dice=(66, 11))
    assert "TCS 11.4a" not in asked(b, "0405", "B")[1]


@rule("TCS 1.0i")
def test_left_of_column_0():
    lines = ("Blue us_jeep A 0103 suppressed", "Red ge_smg_sec X 0106 dug_in", "0106 village")
    column, _, roll = asked(fight(*lines), "0106", "A")
    assert (column, roll.odds()) == ("left of 0", {-1: Fraction(1)})
    assert asked(fight(*lines, left_of_column_0="column_0"), "0106", "A")[0] == "0"


@rule("TCS 11.2b", "TCS 1.0h")
def test_an_example_with_all_its_numbers():
    """Strength 8 after additions, ten moving steps in the open beside it: seven columns to the right."""
    b = fight("Blue us_rifle_plt A 0105", TARGET + " move", "Red ge_gren_plt Y 0106 move")
    column, shifts, roll = asked(b, "0106", "A")
    assert (column, sum(shifts.values())) == ("33-40", 7)
    assert [roll.read(face) for face in (16, 45, 53)] == [0, 1, 2]


# Losses


def hit(result, *targets, dice=(), **how):
    """A fire by strong artillery pieces in the open: d66 for this number of steps."""
    lines = [f"Red {each.split()[0]} {each.split()[1]} 0106 {' '.join(each.split()[2:])}" for each in targets]
    b = fight(*(f"Blue ge_150ig A{n} 0103" for n in range(4)), *lines, fire_triggers=False, **how)
    b.do("suppress", "0106")
    for n in range(4):
        b.do("add", f"A{n}")
    roll = b.forecast("fire")
    face = next(face for face in sorted(roll.dice.ways) if roll.read(face) == result)
    return b.do("fire", None, face, *dice)


@rule("TCS 10.0a", "TCS 3.0e")
def test_losses_are_spread_over_the_hex():
    b = hit(3, "ge_gren_plt X fired", "ge_smg_sec Y", "ge_pz4 T")
    assert (b["X"].steps, b["Y"].steps, b["T"].steps) == (4, 1, 1), "one each, and the tank is not harmed"
    assert b.offers("lose") == {"X", "Y"}
    b.do("lose", "X", 11, 11)
    assert (b["X"].steps, b["Y"].steps) == (3, 1)


@rule("TCS 10.0a")
def test_the_owner_chooses_freely_with_the_option():
    b = hit(2, "ge_gren_plt X fired", "ge_smg_sec Y", loss_spread="free")
    b.do("lose", "X")
    assert b.offers("lose") == {"X", "Y"}
    b.do("lose", "X", 11, 11)
    assert (b["X"].steps, b["Y"].steps) == (3, 2)


@rule("TCS 10.0b")
def test_a_unit_without_steps_is_gone():
    b = hit(5, "ge_smg_sec X fired")
    assert b.state_of("X") == "X"
    assert b.where("X") == ""


@rule("TCS 3.0f")
def test_armoured_carriers_are_tough():
    b = hit(1, "ge_sdkfz251 X fired", dice=(11,))
    assert b["X"].steps == 1
    assert hit(2, "ge_sdkfz251 X fired").state_of("X") == "X"
    assert hit(1, "ge_truck X fired").state_of("X") == "X"
    assert hit(1, "ge_sdkfz251 X fired", tough_b_targets=False).state_of("X") == "X"


@rule("TCS 17.8a")
def test_armour_checks_when_a_vehicle_is_lost_beside_it():
    b = hit(2, "ge_truck X fired", "ge_truck Y", "ge_pz4 T", dice=(42,))
    assert [b.state_of(each) for each in "XYT"] == ["X", "X", "S"]
    assert (2, "TCS 17.8a") in b.modifiers(1), "two vehicles lost in this fire"


@rule("TCS 10.0d", "TCS 17.1e")
@pytest.mark.parametrize(("steps", "level"), [(3, 0), (4, 1), (5, 1), (6, 2), (7, 2)])
def test_hard_losses_tell_on_the_battalion(steps, level):
    even = steps % 2 == 0
    b = hit(steps, "ge_gren_plt X fired bn=II", "ge_gren_plt Y bn=II", dice=(11, 11) if even else ())
    if not even:
        b.do("lose", "X", 11, 11)
    levels = dict(zip(b.world.battalions, b.state.board.battalions, strict=True))
    assert levels["II"] == level


@rule("TCS 9.1c", "TCS 17.1b")
def test_every_result_but_no_effect_makes_each_target_check():
    b = hit(0, "ge_gren_plt X fired", "ge_smg_sec Y", dice=(11, 11))
    assert [roll.resolution.rule for roll in b.rolls()] == ["TCS 13.0a", "TCS 17.1a", "TCS 17.1a"]
