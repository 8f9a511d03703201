"""Chemical missions, agents that stay, and what they do (ME 5.0, 5.1, 5.3)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

import sandtable
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import ScenarioFault
from sandtable.kernel.running import advance, closed, opened
from sandtable.kernel.state import State
from sandtable.systems.tcs.batteryfile import Ammunition, BatteryEntry
from sandtable.systems.tcs.modern.chemicals import (
    NAMES,
    PASSING,
    ChemAttack,
    ChemFire,
    ChemMorale,
    ChemRoll,
    Disperse,
    area_attack,
    point_attack,
    rounds_in,
)
from sandtable.systems.tcs.modern.mopp import HIGH, LOW, MEDIUM, Chemicals, level_of, raining
from sandtable.systems.tcs.modern.sky import Sky
from sandtable.systems.tcs.shells import Barrage
from sandtable.systems.tcs.weatherfile import WeatherEntry, weather_of
from tests.systems.tcs.battle import Battle
from tests.systems.tcs.modern.guns import GOOD, Modern

rule = pytest.mark.rule
GUNS = "battery Blue us_105_how A chem=3 he=3"
OBSERVER = "Blue us87_m1a1 O 0101"


def field(*lines, **how):
    return Battle("1212 open\n" + "\n".join(lines), modern=True, **how)


def run(b, *steps, dice=()):
    """Run these now, up to the next decision."""
    b.state = State(b.state.board, (*b.state.stack, *reversed(steps)))
    script = Dice.scripted(*dice)
    work = opened(b.game, b.state)
    rolls = advance(work, script, 0)
    b.state, b.events = closed(work, rolls), work.events
    assert script.left == (), script.left
    return b


def kept(b):
    return next(each for each in b.state.board.extras if type(each) is Chemicals)


def marked(b, *hexes):
    markers = replace(kept(b), markers=tuple(b.hex(hex) for hex in hexes))
    extras = tuple(markers if type(each) is Chemicals else each for each in b.state.board.extras)
    b.state = replace(b.state, board=replace(b.state.board, extras=extras))
    return b


def attack(b, names, *dice, rounds=2, hex="0104"):
    """A chemical attack on some Red units of a hex."""
    units = [b.number(name) for name in names]
    people = tuple(n for n in units if b.world.kinds[n].move_class == "foot")
    crews = tuple(n for n in units if b.world.kinds[n].vehicle)
    return run(b, ChemAttack(1, b.hex(hex), rounds, people, crews), dice=dice)


# The example of the seed


@rule("ME 5.3x", "ME 5.3b1", "ME 5.3b2")
def test_the_example_infantry_in_low_mopp_under_two_rounds():
    """+6 and +2 are +8: strength 80. On 36 it loses two steps; the morale total is 12 - 4 + 6 = 14."""
    roll = area_attack(LOW, 2)
    assert [(each.value, each.rule) for each in roll.modifiers] == [(6, "ME 5.3b1"), (2, "ME 5.3b1")]
    assert roll.column == "65-80"
    assert [roll.read(face) for face in (31, 36)] == [2, 2]
    assert (roll.read(26), roll.read(41)) != (2, 2)
    b = field("Red su87_mr_plt X 0104 morale=6 bn=R")
    attack(b, "X", 36, 42)
    check = b.rolls()[1].resolution
    assert check.rule == "TCS 17.1a"
    assert (6, "ME 5.3d") in [(each.value, each.rule) for each in check.modifiers]
    assert sum(each.value for each in check.modifiers) == 14
    assert check.column == "13+"
    assert sum(check.read(10 * a + c) == "Surrender" for a in range(1, 7) for c in range(1, 7)) == 17
    assert b.state_of("X") == "X"
    assert b.state.board.battalions[b.world.battalions.index("R")] == 2, "a surrender tells 1, and twice that"


@rule("ME 5.3x", "ME 5.3c1")
def test_the_example_a_vehicle_in_low_mopp_is_lost_on_seven_and_survives_a_five():
    b = field("Red ge87_mortar V 0104")
    assert attack(b, "V", (2, 3)).state_of("V") == ""
    b = field("Red ge87_mortar V 0104")
    assert attack(b, "V", (3, 4)).state_of("V") == "X"
    for level, number in ((LOW, 7), (MEDIUM, 8), (HIGH, 11)):
        roll = point_attack(level)
        assert [roll.read(raw) for raw in (number - 1, number)] == ["no effect", "destroyed"]


@rule("ME 5.3i")
def test_a_protected_vehicle_rolls_one_level_better_and_high_stays_high():
    def needs(kind, mark):
        b = field(f"Red {kind} V 0104 {mark}")
        roll = b.look.resolution_of(ChemRoll(b.number("V")))
        return next(raw for raw in range(2, 13) if roll.read(raw) == "destroyed")

    assert [needs("su87_bmp2", mark) for mark in ("", "mopp=medium", "mopp=high")] == [8, 11, 11]
    assert [needs("us87_m113", mark) for mark in ("", "mopp=medium", "mopp=high")] == [7, 8, 11]


# Missions


@rule("ME 5.0")
def test_there_are_chemicals_and_no_nuclear_or_biological_rounds():
    names = " ".join([*NAMES.values(), *Ammunition.__struct_fields__])
    assert "chem" in names
    assert not any(word in names for word in ("nuclear", "atom", "biological"))


@rule("ME 5.1.1", "ME 5.1a", "ME 5.3.1")
def test_artillery_fires_chemicals_and_the_agent_is_chosen_with_the_mission():
    b = Modern(OBSERVER, "Red su87_mr_squad X 0104", GUNS).do("battery", "A")
    assert {"persistent chemicals", "non-persistent chemicals"} <= b.offers("shell")
    assert b.piece("A").chem == 3
    b.do("cancel").fire("A", "0104", GOOD, 11, 11, shell="non-persistent chemicals")
    assert b.piece("A").chem == 2
    assert b.stock["A"].he == 3
    none = Modern(OBSERVER, "Red su87_mr_squad X 0104", "battery Blue us_105_how A he=3").do("battery", "A")
    assert not {each for each in none.offers("shell") if "chemicals" in each}


@rule("ME 5.1b")
def test_chemicals_have_no_firepower_and_do_not_use_the_point_table_of_shells():
    b = Modern(OBSERVER, "Red su87_t72a T 0104", "Red su87_mr_squad X 0105", GUNS)
    b.fire("A", "0104", GOOD, (1, 1), shell="non-persistent chemicals")
    assert [roll.resolution.rule for roll in b.rolls()][-1] == "ME 5.3c1"
    assert len(b.rolls()) == 2, "the adjustment and the crew; nobody in the ring is attacked"
    assert b.state.board.zones == (), "and no Attack Zone"


@rule("ME 5.3j")
def test_rounds_in_each_hex_of_the_zone_by_size_rate_and_quality():
    def rounds(**how):
        return rounds_in(
            Barrage(**{"side": 0, "shell": PASSING, "at": 0, "wide": False, "zone": 0, "ring": 0, "good": True, **how})
        )

    assert rounds() == 2
    assert rounds(wide=True) == rounds(fast=True) == 3
    assert rounds(good=False) == rounds(good=False, wide=True) == 1
    b = Modern(OBSERVER, "Red su87_mr_squad X 0104", "Red su87_mr_squad Y 0105", GUNS)
    b.fire("A", "0104", 25, 11, 11, shell="persistent chemicals")
    assert [roll.resolution.modifiers[1].value for roll in b.rolls()[1:2]] == [1]
    assert kept(b).markers == (b.hex("0104"),)


@rule("ME 5.3a")
def test_a_passing_agent_goes_at_once_and_a_persistent_one_stays():
    for shell, left in (("non-persistent chemicals", 0), ("persistent chemicals", 2)):
        b = Modern(OBSERVER, "Red su87_mr_squad X 0104", GUNS)
        b.fire("A", "0104", GOOD, 11, 11, shell=shell)
        assert len(kept(b).markers) == left, shell


@rule("ME 5.2b")
def test_after_the_attack_both_sides_may_change_their_protection():
    b = Modern(OBSERVER, "Red su87_mr_squad X 0104", GUNS)
    b.fire("A", "0104", GOOD, 11, 11, shell="non-persistent chemicals")
    assert b.decides() == "Red"
    b.do("high", "X").do("done")
    assert b.decides() == "Blue"
    assert "all_high" in b.verbs()


# Whom it attacks


@rule("ME 5.3b1")
def test_terrain_and_posture_do_not_matter_and_only_that_unit_loses_steps():
    b = field("0104 woods", "Red su87_mr_squad X 0104 dug_in", "Red su87_mr_squad Y 0104")
    for name in "XY":
        roll = b.look.resolution_of(ChemFire(b.number(name), 5))
        assert [each.value for each in roll.modifiers] == [6, 3], "five rounds count three"
    assert area_attack(MEDIUM, 1).column == area_attack(HIGH, 3).column.replace("9-10", "41-50")
    assert area_attack(HIGH, 2).column == "0"
    attack(b, "XY", 66, 11, 11, rounds=2)
    assert (b["X"].steps, b["Y"].steps) == (0, 1), "8 and 1"


@rule("ME 5.3c1")
def test_more_rounds_do_not_matter_to_a_vehicle_and_those_inside_die_with_it():
    lines = ("Red su87_btr80 V 0104", "Red su87_mr_squad S 0104 move carrier=V", "Red su87_t72a W 0104")
    b = field(*lines)
    run(b, ChemAttack(1, b.hex("0104"), 3, (), (b.number("V"), b.number("W"))), dice=((4, 4), (1, 1), 11))
    assert [b.state_of(name) for name in "VSW"] == ["X", "X", ""]
    assert [roll.resolution.rule for roll in b.rolls()] == ["ME 5.3c1", "ME 5.3c1", "TCS 17.8a"]


@rule("ME 5.3c2")
def test_outside_and_in_open_vehicles_people_are_attacked_and_in_closed_ones_not():
    lines = (
        "Red su87_bmp2 B 0104", "Red su87_mr_squad S 0104 move carrier=B", "Red su_truck T 0104 move",
        "Red su87_mr_plt P 0104 move carrier=T", "Red su87_mr_plt R 0104 move carrier=B", GUNS, OBSERVER,
    )  # fmt: skip
    b = Modern(*lines)
    b.fire("A", "0104", GOOD, 11, 11, (1, 1), (1, 1), shell="non-persistent chemicals")
    hit = [b.world.names[roll.resolution.on[0]] for roll in b.rolls()[1:]]
    assert hit == ["P", "R", "B", "T"], "the riders of the truck and of the deck; the squad inside is safe"


@rule("ME 5.3c3", "ME 5.3c4")
def test_both_type_vehicles_take_the_point_roll_and_both_type_guns_the_area_attack():
    b = Modern(OBSERVER, "Red su87_brdm2 V 0104", "Red su_zis3 G 0104", GUNS)
    b.fire("A", "0104", GOOD, 11, (6, 6), shell="non-persistent chemicals")
    found = [
        (b.world.names[each.resolution.on[0]], each.resolution.rule) for each in b.rolls()[1:] if each.resolution.on
    ]
    assert found[:2] == [("G", "ME 5.3b2"), ("V", "ME 5.3c1")]
    assert b.state_of("V") == "X"


@rule("ME 5.3d")
def test_checks_after_chemicals_take_six_four_or_two_and_no_artillery_modifier():
    def added(mark, **how):
        b = field(f"Red su87_mr_squad X 0104 {mark}", **how)
        roll = b.look.resolution_of(ChemMorale(b.number("X"), (b.hex("0104"),)))
        return [(each.value, each.rule) for each in roll.modifiers[1:]]

    assert added("") == [(6, "ME 5.3d")]
    assert added("mopp=medium") == [(4, "ME 5.3d")]
    assert added("mopp=high") == [(2, "ME 5.3d")]
    assert added("", chem_no_low=True) == [(1, "TCS 17.1c1"), (6, "ME 5.3d")]


@rule("ME 5.3e", "ME 5.3e2")
def test_with_shells_both_columns_and_the_attack_zone_count():
    def added(mark):
        b = field(f"Red su87_mr_squad X 0104 {mark}", "zone 0104")
        roll = b.look.resolution_of(ChemMorale(b.number("X"), (b.hex("0104"),)))
        return sum(each.value for each in roll.modifiers if each.rule.startswith("ME")), [
            each.words for each in roll.modifiers if each.rule == "TCS 17.1c1"
        ]

    assert [added(mark)[0] for mark in ("", "mopp=medium", "mopp=high")] == [6, 7, 7]
    assert "in an Attack Zone" in added("")[1]


@rule("ME 5.1a", "ME 5.3e")
def test_a_battalion_mixes_he_with_chemicals_and_each_is_rolled_for():
    guns = ["battery Blue us_105_how A chem=1 he=2 fa=F", *(f"battery Blue us_105_how {n} he=2 fa=F" for n in "BC")]
    b = Modern(OBSERVER, "Red su87_mr_plt X 0306", *guns)
    b.call("A", "0306", shell="HE with persistent chemicals", size="battalion")
    b.do("done", None, GOOD, 11, 11, 11)
    assert (b.piece("A").chem, b.stock["A"].he, b.stock["B"].he, b.stock["C"].he) == (0, 2, 1, 1)
    rules = [roll.resolution.rule for roll in b.rolls()]
    assert rules == ["TCS 18.5d", "TCS 18.8a", "ME 5.3b2", "TCS 17.1a"]
    shells, chemicals = b.rolls()[1].resolution, b.rolls()[2].resolution
    assert "strength 22" in str(shells.says), "16 x 2/3 is 11, and twice that in the zone"
    assert chemicals.modifiers[1].value == 1
    assert len(kept(b).markers) == 7


@rule("ME 5.3d", "ME 5.3d2")
def test_what_the_losses_of_a_hex_do_to_the_battalion_is_doubled():
    lines = [f"Red su87_mr_squad X{n} 0104 bn=R platoon={n}x" for n in range(3)] + [
        "Red su87_mr_squad Y 0110 bn=R platoon=0x"
    ]
    b = field(*lines, platoon_morale=0)
    attack(b, ("X0", "X1"), 66, 66)
    assert b.state.board.battalions[b.world.battalions.index("R")] == 2, "4 steps add 1, and twice that"
    b = field(*lines, platoon_morale=0)
    attack(b, ("X0", "X1", "X2"), 66, 66, 66)
    assert b.state.board.battalions[b.world.battalions.index("R")] == 4


# Agents that stay


@rule("ME 5.3a", "ME 5.3a2")
def test_whoever_enters_is_attacked_as_by_one_round_and_who_stays_is_not():
    b = marked(field("Blue us87_mech_squad A 0103 move", "Blue us87_mech_squad B 0104"), "0104", "0104")
    b.go("A", "0104", 11, 11)
    roll = b.rolls()[0].resolution
    assert [b.world.names[n] for n in roll.on] == ["A"]
    assert [each.value for each in roll.modifiers] == [6, 1], "one round, however many markers"
    assert b.decides() == "Blue"
    assert "all_high" in b.verbs()
    assert len(kept(b).markers) == 2


@rule("ME 5.3a")
def test_a_crew_that_drives_into_it_rolls_too():
    b = marked(field("Blue us87_m113 A 0103 move"), "0104")
    b.go("A", "0104", (6, 6))
    assert b.state_of("A") == "X"


def cleaned(b, *dice):
    return run(b, Disperse(), dice=dice)


@rule("ME 5.3f")
def test_each_marker_goes_on_a_six_in_clean_up():
    b = cleaned(marked(field("Blue us87_m113 A 0103"), "0104", "0104", "0205"), 5, 6, 6)
    assert kept(b).markers == (b.hex("0104"),)


@rule("ME 5.3g")
def test_in_rain_it_goes_on_four_or_more():
    dry = marked(field("Blue us87_m113 A 0103"), "0104")
    assert len(kept(cleaned(dry, 4)).markers) == 1
    wet = marked(field("Blue us87_m113 A 0103", weather={"rain": True}), "0104")
    assert raining(wet.look)
    assert kept(cleaned(wet, 4)).markers == ()
    wet = marked(field("Blue us87_m113 A 0103", weather={"rain": True}), "0104")
    assert len(kept(cleaned(wet, 3)).markers) == 1
    later = field("Blue us87_m113 A 0103", weather={"rain": (2, 3)}, turn=1)
    assert [raining(replace_turn(later, turn)) for turn in (1, 2, 3, 4)] == [False, True, True, False]


def replace_turn(b, turn):
    b.state = replace(b.state, board=replace(b.state.board, turn=turn))
    return b.look


def test_the_markers_are_drawn_with_what_removes_them():
    b = marked(field("Blue us87_m113 A 0103"), "0104", "0104")
    (patch,) = [each for each in b.game.picture(b.state, 0).patches if each.kind == "chemicals"]
    assert patch.words == "Persistent chemicals, 2 markers: each goes in Clean Up on a die of 6"
    assert patch.label == "2"


# Files and secrets


def test_faults_in_a_file_name_their_place():
    with pytest.raises(ScenarioFault, match="each from 1 to 99") as fault:
        weather_of(WeatherEntry(rain=(3, 1)), 0, rolled=False)
    assert fault.value.place == ("weather", "rain")
    assert BatteryEntry("A", "Blue", "us_105_how", ammo=Ammunition(chem=2)).ammo.chem == 2


def test_the_chemical_rounds_of_the_enemy_are_secret():
    b = Modern(OBSERVER, "Red su87_mr_squad X 0104", GUNS)
    for side, known in ((0, 3), (1, 0), (None, 0)):
        board = b.game.system.mask(b.game, b.state.board, side)
        (pieces,) = [each.pieces for each in board.extras if hasattr(each, "pieces")]
        assert pieces[0].chem == known


def test_the_chances_of_an_attack_are_what_the_table_says():
    """By hand: column 65-80 kills a squad from 31 on, and takes a step below."""
    roll = area_attack(LOW, 2)
    two = sum(roll.read(10 * a + c) >= 2 for a in range(1, 7) for c in range(1, 7))
    assert Fraction(two, 36) == Fraction(24, 36)


# Helicopters


def low(b, *names):
    sky = tuple(sorted(b.number(name) for name in names))
    extras = tuple(replace(each, low=sky) if type(each) is Sky else each for each in b.state.board.extras)
    b.state = replace(b.state, board=replace(b.state.board, extras=extras))
    return b


@rule("ME 5.3h1")
def test_helicopters_in_noe_roll_as_vehicles_and_low_ones_and_those_that_overfly_are_safe():
    lines = (OBSERVER, "Red su87_mi24 N 0104", "Red su87_mi8 L 0104", GUNS)
    b = low(Modern(*lines), "L")
    b.fire("A", "0104", GOOD, (3, 4), shell="persistent chemicals")
    assert [b.world.names[roll.resolution.on[0]] for roll in b.rolls()[1:]] == ["N"]
    assert (b.state_of("N"), b.state_of("L")) == ("X", "")
    over = marked(field("Blue us87_ah1f A 0103", "Red su87_mr_squad X 1212"), "0104")
    over.do("fly", "A").do("to", "0105")
    assert not over.rolls()


@rule("ME 5.3h2")
def test_a_helicopter_in_high_mopp_does_not_move_in_noe():
    b = field("Blue us87_ah1f A 0103 mopp=high", "Red su87_mr_squad X 1212").do("fly", "A")
    assert b.offers("to") == set()
    assert "climb to Low first" in b.why_not("to", "0104")
    b.do("climb")
    assert level_of(b.look, b.number("A")) == HIGH
    assert "0104" in b.do("fly", "A").offers("to")


def test_the_picture_holds_while_registration_points_are_written_down():
    """Night Crossing asks for them before anything else is on the board."""
    game = sandtable.load("tcs/night-crossing", {"turns": 1})
    state = game.start(Dice.seeded(1))
    assert [game.picture(state, side).support for side in (0, 1)][1][0].name == "M109 Battery"
