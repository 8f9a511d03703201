"""Armor morale and leader vehicles (AR 4.0 to 4.2b)."""

import itertools
from fractions import Fraction

import pytest

from sandtable.kernel.running import advance
from sandtable.systems.tcs.armor.definition import is_armor
from sandtable.systems.tcs.armor.nerve import ArmorFire, ArmorRoll, fired_at
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.morale import Shot
from sandtable.systems.tcs.shells import HE, Barrage
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
D66_FACES = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
QUIET = {"fire_triggers": False, "return_fire": False}


def fight(*lines, **how):
    return Battle("\n".join(["0110 open", "0310 open", *lines]), **{"armor_morale": True, **QUIET, **how})


def shoot(b, hex, firer, *dice):
    b.do("point", hex).do("add", firer)
    return b.do("fire", None, *dice)


def checks(b):
    return [roll.resolution for roll in b.rolls() if "checks its morale" in roll.resolution.words]


GUN = "Blue us_m36 G 0103"


@rule("AR 4.0")
@pytest.mark.parametrize(
    ("kind", "armor"),
    [("us_m4_75", True), ("us_m18", True), ("us_m3_ht", True), ("us_truck", False), ("us_jeep", False)],
)
def test_armor_is_what_buttons_up(kind, armor):
    b = fight(f"Blue {kind} A 0101")
    assert is_armor(b.world, 0) == armor
    assert not is_armor(fight("Blue ge_pak40 A 0101").world, 0), "a gun has no hatches"
    assert UNITS[kind].vehicle


@rule("AR 4.1a1", "AR 4.1c2")
def test_a_result_is_for_all_armor_of_the_platoon_wherever_it_is():
    lines = ("Red ge_pz4 A 0107 plt=1 fired", "Red ge_pz4 B 0310 plt=1", "Red ge_pz4 C 0107 plt=2", "Red ge_pz4 D 0310")
    b = shoot(fight(GUN, *lines), "0107", "G", 11, 41)
    assert [b[name].buttoned for name in "ABCD"] == [True, True, True, False]
    assert len(checks(b)) == 1
    lone = shoot(fight(GUN, "Red ge_pz4 A 0107 fired", "Red ge_pz4 B 0310"), "0107", "G", 11, 41)
    assert [lone[name].buttoned for name in "AB"] == [True, False], "vehicles of no platoon are hit alone"


@rule("AR 4.1a2")
def test_the_morale_of_armor_is_that_of_its_formation():
    for given, value in ((" morale=2", 2), (" morale=5", 5), ("", 3)):
        b = fight(GUN, f"Red ge_panther A 0107 fired{given}")
        (check,) = checks(shoot(b, "0107", "G", 11, 11))
        assert [each.value for each in check.modifiers if each.rule == "AR 4.1a2"] == [value]


@rule("AR 4.1b1")
def test_any_fire_able_to_hit_calls_for_a_check_whatever_comes_of_it():
    b = shoot(fight(GUN, "Red ge_pz4 A 0107 fired"), "0107", "G", 11, 11)
    assert b.rolls()[0].outcome == -1
    assert len(checks(b)) == 1
    off = shoot(fight(GUN, "Red ge_pz4 A 0107 fired", armor_morale=False), "0107", "G", 11)
    assert not checks(off)
    infantry = fight("Blue us_rifle_plt I 0106", "Red ge_pz4 A 0107").do("antitank", "I").do("at", "A", 5, 11)
    assert len(checks(infantry)) == 1, "an AT roll that misses"
    area = fight("Blue us_rifle_plt I 0106", "Red ge_pz4 A 0107", "Red ge_gren_plt X 0107")
    area.do("suppress", "0107").do("add", "I").do("fire", None, 11)
    assert not checks(area), "small arms cannot hit a tank"


@rule("AR 4.1b1")
@pytest.mark.parametrize(("calibre", "count"), [(105, 0), (130, 0), (131, 1), (155, 1)])
def test_heavy_shells_call_for_a_check_too(calibre, count):
    from sandtable.kernel.dice import Dice
    from sandtable.systems.tcs.shellfire import PointShells

    b = fight("Blue us_rifle_plt I 0101", "Red ge_pz4 A 0107")
    shells = Barrage(0, HE, b.hex("0107"), False, 36, 18, True, False, False, calibre)
    state = type(b.state)(b.state.board, (*b.state.stack, PointShells(1, b.hex("0107"), shells, (b.number("A"),))))
    field = Battlefield(b.game, b.state.board)
    field.stack.extend(state.stack)
    dice = Dice.scripted(5, *[11] * count)
    advance(field, dice, 0)
    rolls = [event.roll for event in field.events if event.roll]
    assert len([roll for roll in rolls if roll.resolution.rule == "AR 4.1b1"]) == count
    assert dice.left == ()


@rule("AR 4.1b2")
def test_a_hex_checks_once_in_a_phase():
    lines = (GUN, "Blue us_m36 H 0103", "Red ge_pz4 A 0107 fired", "Red ge_pz4 B 0310 fired")
    b = shoot(fight(*lines), "0107", "G", 11, 11)
    shoot(b, "0107", "H", 11)
    assert not checks(b), "further fire in the same phase needs no check"
    assert b.state.board.extras[0].checked == ((b.hex("0107"), 1),)
    b.do("end")
    assert b.state.board.extras[0].checked == ()


@rule("AR 4.1b3")
def test_the_worst_battalion_in_the_hex_counts():
    lines = ("Red ge_panther A 0107 fired morale=3 bn=I", "Red ge_panther B 0107 morale=2 bn=II")
    (check,) = checks(shoot(fight(GUN, *lines, bn={"II": 3}), "0107", "G", 11, 11))
    values = {each.rule: each.value for each in check.modifiers}
    assert values["AR 4.1a2"] == 2
    assert values["AR 4.1e1"] == 3
    (check,) = checks(shoot(fight(GUN, *lines), "0107", "G", 11, 11))
    assert {each.rule: each.value for each in check.modifiers}["AR 4.1a2"] == 3


@rule("AR 4.1b4")
def test_the_check_comes_when_all_fire_at_the_trigger_is_over():
    lines = ("Blue ge_pz4 A 0106 move", "Red us_m36 G 0103", "Red us_m36 H 0104", "Red us_rifle_plt I 0105")
    b = fight(*lines, overwatch_far=9).go("A", "0107")
    b.do("point", "0103", 11)
    assert not checks(b), "another stack may fire still"
    b.do("point", "0104", 11, 11)
    assert len(checks(b)) == 1
    both = fight(*lines, overwatch_far=9).go("A", "0107").do("hold")
    assert not checks(both), "no fire, no check"


@rule("AR 4.1b4")
def test_the_normal_modifiers_of_the_morale_table_count():
    lines = ("0107 woods", "zone 0107", "Red ge_panther A 0107 fired unassigned morale=5")
    (check,) = checks(shoot(fight(GUN, *lines), "0107", "G", 11, 11))
    assert [each.value for each in check.modifiers] == [5, 3, 1, -1, -1, 2], "zone, armour in the hex, cover, no order"


@rule("AR 4.1b4", "TCS 17.1c1")
def test_shells_alone_have_no_low_trajectory_firer_and_shells_with_guns_do():
    b = fight(GUN, "Red ge_pz4 A 0107 fired")
    hexes = (b.hex("0103"),)

    def shifts(*shots):
        field = Battlefield(b.game, b.state.board)
        for calibre in shots:
            fired_at(field, Shot(1, b.hex("0107"), hexes, calibre=calibre))
        (due,) = field.kept(ArmorFire).due
        roll = ArmorRoll(due.side, due.hex, due.fire, due.cross_fire, due.shells)
        return [each.rule for each in b.look.resolution_of(roll).modifiers]

    assert "TCS 17.1c1" in shifts(155)
    assert "TCS 17.1c1" in shifts(155, 155)
    assert "TCS 17.1c1" not in shifts(0), "a gun on the map fires straight"
    assert "TCS 17.1c1" not in shifts(155, 0)
    assert "TCS 17.1c1" not in shifts(0, 155)


@rule("AR 4.1b5")
def test_armor_checks_apart_from_others_in_the_hex():
    lines = ("Red ge_pz4 A 0107 fired", "Red ge_pak40 P 0107", "Red ge_gren_plt I 0107", "Red ge_truck T 0107")
    b = fight(GUN, *lines).do("point", "0107").do("add", "G")
    roll = b.forecast("fire")
    face = next(face for face in sorted(roll.dice.ways) if roll.read(face) == 0)
    b.do("fire", None, face, 11, 11, 41)
    words = [each.words for each in (roll.resolution for roll in b.rolls()[1:])]
    assert words == [
        "P checks its morale",
        "The vehicles of Red in 0107 check their morale",
        "The armor of Red in 0107 checks its morale",
    ]
    assert b["A"].buttoned
    assert [b.state_of(name) for name in "PIT"] == ["", "", ""]


@rule("AR 4.1c1")
@pytest.mark.parametrize(
    ("outcome", "state", "buttoned"),
    [("NE", "F", False), ("Suppressed", "F", True), ("Paralyzed", "SF", True), ("Surrender", "X", False)],
)
def test_what_the_results_mean_to_armor(outcome, state, buttoned):
    shaky = outcome in ("Paralyzed", "Surrender")
    b = fight(GUN, f"Red ge_pz4 A 0107 fired morale={9 if shaky else 2}", bn={"Red": 2 * shaky})
    roll = b.look.resolution_of(ArmorRoll(1, b.hex("0107"), (b.hex("0103"),)))
    face = next(face for face in sorted(roll.dice.ways) if roll.read(face) == outcome)
    shoot(b, "0107", "G", 11, face)
    assert b.state_of("A") == state
    assert b["A"].buttoned == buttoned


@rule("AR 4.1c1")
def test_armor_runs_without_losses():
    b = fight(GUN, "Red ge_pz4 A 0107 fired morale=9", "Red ge_pz4 B 0107")
    roll = b.look.resolution_of(ArmorRoll(1, b.hex("0107"), (b.hex("0103"),)))
    face = next(row.low for row in roll.rows if row.outcome == "SYR")
    shoot(b, "0107", "G", 11, face)
    assert b.decides() == "Red"
    b.do("to", "0310")
    b.do("to", "0310")
    assert (b.where("A"), b.where("B")) == ("0310", "0310")
    assert b["A"].steps == b["B"].steps == 1


@rule("AR 4.1c1", "TCS 16.7")
def test_fire_alone_buttons_no_armor_and_the_suppressed_does_not_move():
    lines = ("Blue us_rifle_plt I 0106", "Red ge_pz4 A 0107", "Red ge_gren_plt X 0107")
    for on in (False, True):
        b = fight(*lines, armor_morale=on, buttoning_up=True)
        b.do("suppress", "0107").do("add", "I").do("fire", None, 11)
        assert b["A"].buttoned != on
        moves = fight("Blue ge_pz4 A 0107 move suppressed", "Red us_rifle_plt I 0101", armor_morale=on)
        assert ("A" in moves.offers("move")) != on


@rule("AR 4.1d")
@pytest.mark.parametrize(("count", "adds"), [(5, 0), (4, 0), (3, 1), (2, 2), (1, 3)])
def test_few_vehicles_in_the_hex_make_it_worse(count, adds):
    lines = [f"Red us_m8_ac {name} 0107 fired" for name in "ABCDE"[:count]]
    (check,) = checks(shoot(fight(GUN, *lines, "Red ge_pz4 Z 0310"), "0107", "G", 11, 11))
    assert sum(each.value for each in check.modifiers if each.rule == "AR 4.1d") == adds


@rule("AR 4.1d")
def test_those_left_after_the_fire_count():
    b = fight(GUN, *(f"Red ge_truck T{n} 0310" for n in range(2)), *(f"Red ge_pz2 {name} 0107 fired" for name in "AB"))
    b.do("point", "0107").do("add", "G")
    roll = b.forecast("fire")
    face = next(face for face in sorted(roll.dice.ways) if roll.read(face) == 1)
    b.do("fire", None, face)
    b.do("lose", "A", 11)
    (check,) = checks(b)
    assert sum(each.value for each in check.modifiers if each.rule == "AR 4.1d") == 3


def level_after(b, *dice):
    b.do("fire", None, *dice)
    return b.state.board.battalions[b.world.battalions.index("Red")]


@rule("AR 4.1e1")
def test_a_hit_on_61_or_more_shakes_the_battalion_and_one_on_66_doubly():
    """The worked example: 61 to 65 add 1, 66 adds 2, a hit on 56 nothing."""
    expected = {56: 0, 61: 1, 62: 1, 65: 1, 66: 2}
    for face, level in expected.items():
        b = fight("Blue ge_tiger2 G 0105", "Red us_m5a1 A 0107 move")
        b.do("point", "0107").do("add", "G")
        answer = b.forecast("fire").read(face)
        steps = answer[0] if isinstance(answer, tuple) else answer
        assert steps >= 1
        assert level_after(b, face) == level
    miss = fight("Blue us_m4_75 G 0103", "Red ge_panther A 0107 fired")
    miss.do("point", "0107").do("add", "G")
    assert miss.forecast("fire").read(61) in (-1, 0)
    assert level_after(miss, 61, 11) == 0, "only an actual hit"


@rule("AR 4.1e1")
def test_the_chance_of_a_hit_is_not_changed_by_it():
    on, off = (
        fight("Blue ge_tiger2 G 0105", "Red us_m5a1 A 0107 move", armor_morale=each).do("point", "0107").do("add", "G")
        for each in (True, False)
    )
    plain = off.forecast("fire").odds()
    told = {}
    for answer, chance in on.forecast("fire").odds().items():
        steps = answer[0] if isinstance(answer, tuple) else answer
        told[steps] = told.get(steps, Fraction(0)) + chance
    assert told == plain
    (answer,) = (each for each in on.forecast("fire").odds() if isinstance(each, tuple) and each[1] == "highest roll")
    assert on.forecast("fire").odds()[answer] == Fraction(1, 36)


@rule("AR 4.1e1")
def test_the_lines_of_the_table_are_parted_where_a_hit_begins_to_tell():
    b = fight("Blue ge_tiger2 G 0105", "Red us_m5a1 A 0107 move").do("point", "0107").do("add", "G")
    rows = b.forecast("fire").rows
    assert all(row.high is None or row.low is None or row.low <= row.high for row in rows)
    for before, after in itertools.pairwise(rows):
        assert D66_FACES.index(after.low) == D66_FACES.index(before.high) + 1
    told = [row for row in rows if isinstance(row.outcome, tuple)]
    assert [(row.low, row.high) for row in told if row.outcome[1] == "highest roll"] == [(66, 66)]
    assert min(row.low for row in told) == 61


@rule("AR 4.1e3", "TCS 16.0a")
def test_every_roll_of_two_dice_has_its_answer():
    b = fight("0107 village", "Blue us_rifle_plt I 0106", "Red ge_pz2 A 0107", "Red ge_pz2 B 0310").do("antitank", "I")
    roll = b.forecast("at", "A")
    words = [roll.read(number)[1] for number in range(2, 13)]
    assert words[:2] == ["step lost"] * 2
    assert words[2:8] == [""] * 6
    assert len(set(words[8:10])) == 1
    assert words[8] != words[10] != ""


@rule("AR 4.1e3")
@pytest.mark.parametrize(("dice", "level"), [(9, 0), (10, 1), (11, 1), (12, 2)])
def test_kills_by_two_dice_tell_from_a_natural_10_on(dice, level):
    lines = ("0107 village", "Blue us_rifle_plt I 0106", "Red ge_pz2 A 0107", "Red ge_pz2 B 0310")
    b = fight(*lines).do("antitank", "I").do("at", "A", dice)
    assert not b["A"].steps
    assert b.state.board.battalions[b.world.battalions.index("Red")] == level


@rule("AR 4.1e2")
def test_armor_battalions_recover_as_others_do():
    from sandtable.systems.tcs.recovery import LevelRoll

    b = fight(GUN, "Red ge_pz4 A 0107 fired", bn={"Red": 2})
    roll = b.look.resolution_of(LevelRoll(False, b.world.battalions.index("Red")))
    assert [roll.read(face) for face in (1, 2, 3)] == ["better", "better", "no change"]


@rule("AR 4.1e1")
def test_the_vehicle_morale_of_the_series_does_not_count_for_armor():
    b = fight("Blue ge_tiger2 G 0105", *(f"Red us_m5a1 {name} 0107 move" for name in "ABC"), vm={"Red": 3})
    b.do("point", "0107").do("add", "G")
    roll = b.forecast("fire")
    face = next(face for face in sorted(roll.dice.ways) if roll.read(face) in (2, (2, "high roll")))
    b.do("fire", None, face).do("lose", "A")
    b.do("lose", "B", 11)
    assert b.state.board.vehicles[b.world.battalions.index("Red")] == 3
    (check,) = checks(b)
    assert "TCS 17.8c" not in {each.rule for each in check.modifiers}


def test_what_is_kept_is_empty_when_all_has_been_checked():
    b = shoot(fight(GUN, "Red ge_pz4 A 0107 fired"), "0107", "G", 11, 11)
    assert b.state.board.extras == (ArmorFire((), ((b.hex("0107"), 1),)),)


# AR 4.2a, 4.2b


def led(*lines, **how):
    return Battle("\n".join(["0110 open", "0310 open", *lines]), **{"armor_leaders": True, **QUIET, **how})


TANKS = (
    "Red ge_pz2 L 0107 leader",
    "Red ge_pz2 A 0107",
    "Red ge_pz4 B 0107",
    "Red ge_pz2 C 0108",
    "Red ge_pz2 M 0107 leader",
)


@rule("AR 4.2a")
def test_a_hit_on_a_leader_vehicle_may_be_taken_by_one_like_it():
    b = led("0107 village", "Blue us_rifle_plt I 0106", *TANKS).do("antitank", "I").do("at", "L", 12)
    assert b.decides() == "Red"
    assert b.offers("lose") == {"A", "L"}, "of its type, in its hex, and no other leader"
    assert "same type in the same hex" in b.why_not("lose", "B")
    b.do("lose", "A", 11)
    assert b["L"].steps
    assert not b["A"].steps
    alone = led("0107 village", "Blue us_rifle_plt I 0106", TANKS[0], *TANKS[2:4])
    alone.do("antitank", "I").do("at", "L", 12, 11)
    assert not alone["L"].steps, "with none of its type there the leader is lost"
    other = led("0107 village", "Blue us_rifle_plt I 0106", *TANKS).do("antitank", "I").do("at", "A", 12, 11)
    assert not other["A"].steps, "others take their own hits"


@rule("AR 4.2a2")
def test_leader_vehicles_are_those_the_scenario_marks():
    from sandtable.systems.tcs.armor.leading import leaders_of

    b = led("Blue us_rifle_plt I 0106 leader", "Blue us_m4_75 T 0106 leader", *TANKS)
    assert [b.names[n] for n in leaders_of(b.look, 0)] == ["T"], "men lead on foot"
    assert [b.names[n] for n in leaders_of(b.look, 1)] == ["L", "M"]
    assert [piece.leader for piece in b.game.scene().pieces][:3] == [True, True, True]


LOST = (
    "Red ge_pz4 L 0107 leader",
    *("Red ge_pz4 A 0107", "Red ge_pz4 B 0108", "Red ge_pz4 C 0109", "Red ge_truck T 0109"),
)


@rule("AR 4.2b1")
def test_armor_without_a_leader_near_is_buttoned_up_when_its_phase_begins():
    b = led("Blue us_rifle_plt I 0101", "Blue us_m4_75 Z 0102", *LOST)
    assert not b["C"].buttoned
    b.do("end")
    assert [b[name].buttoned for name in "LABCT"] == [False, False, False, True, False]
    assert not b["Z"].buttoned, "it is the phase of the other side"
    off = led("Blue us_rifle_plt I 0101", *LOST, armor_leaders=False).do("end")
    assert not off["C"].buttoned


@rule("AR 4.2b2", "AR 4.2b3")
def test_the_marker_stays_until_clean_up_even_if_a_leader_comes():
    b = led("Blue us_rifle_plt I 0101", *(f"{line} move" for line in LOST)).do("end")
    b.go("L", "0108")
    assert b["C"].buttoned
    b.do("end", None, 1, 2)
    assert not b["C"].buttoned, "clean up takes it off"
