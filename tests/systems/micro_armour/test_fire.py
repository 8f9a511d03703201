"""Fire of Micro Armour: attacks shot by shot, tests, the table, results (MA 04, 07.01.03, 07.02, 07.04 to 07.06)."""

from fractions import Fraction

import pytest

from sandtable import IllegalAction
from sandtable.kernel.pools import D20, TWO_D6
from sandtable.systems.micro_armour.board import CANNON, MISSILE, SECOND
from sandtable.systems.micro_armour.fire import damage_at, shot_test
from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule

DUEL = """
    Blue M60A3 A 5,2 {}
    Red T-72 X 5,10 heading=12 {}
"""


def duel(blue="", red="", ground="", **how):
    return Battle(ground + DUEL.format(blue, red), **how)


# Tests


@rule("MA 03.04", "MA 04.00")
@pytest.mark.parametrize(("die", "fired"), [(1, True), (14, True), (15, False), (20, False)])
def test_a_task_succeeds_on_a_d20_up_to_the_cohesion_level(die, fired):
    b = duel().attack("X", "A", die, *([7] if fired else []))
    assert [roll.resolution.dice for roll in b.rolls()] == ([D20, TWO_D6] if fired else [D20])
    assert (b.state_of("X") != "") == fired
    assert ("no_shot" in b.told()) != fired


@rule("MA 04.00")
def test_each_side_has_a_level_of_its_own():
    b = duel(cohesion=(10, 16), side="Red").attack("A", "X", 16, 7)
    assert b.state_of("A") == "D"
    b = duel(cohesion=(10, 16)).attack("X", "A", 11)
    assert b.state_of("X") == ""


@rule("MA 07.04b", "MA 07.06.01", "MA 07.06.03a", "MA 07.06.03c")
@pytest.mark.parametrize(
    ("marks", "modifiers"),
    [
        ("", []),
        ("suppressed", [(4, "MA 07.06.01")]),
        ("disorganized", [(3, "MA 07.06.03a")]),
        ("suppressed disorganized", [(4, "MA 07.06.01"), (3, "MA 07.06.03a")]),
    ],
)
def test_markers_of_the_firer_hinder_its_test(marks, modifiers):
    most = 14 - sum(value for value, _ in modifiers)
    assert sum(value for value, _ in modifiers) <= 7
    b = duel(marks).attack("X", "A", most, 12)
    assert b.modifiers() == modifiers
    assert b.state_of("X") == "S"
    assert duel(marks).attack("X", "A", most + 1).state_of("X") == ""


@rule("MA 07.06.01", "MA 07.06.03c")
def test_a_second_suppression_adds_nothing():
    b = duel(red="suppressed").attack("X", "A", 1, 12)
    assert b.state_of("X") == "S"
    assert [m.value for m in b.look.markers(b.number("X"))] == [4]
    b = duel(red="suppressed disorganized").attack("X", "A", 1, 12)
    assert sum(m.value for m in b.look.markers(b.number("X"))) == 7


WOODS = "woods Wood 3,8 7,8 7,12 3,12\n"


@rule("MA 07.01.03a", "MA 07.04b", "MA TEC woods")
def test_the_ground_of_the_target_hinders_the_test_and_the_hit():
    b = duel(ground=WOODS).attack("X", "A", 12, 6)
    assert b.modifiers(0) == b.modifiers(1) == [(2, "MA TEC woods")]
    assert b.state_of("X") == "D", "6 + 2 = 8 on column +3"
    assert duel(ground=WOODS).attack("X", "A", 13).state_of("X") == ""


@rule("MA 07.01.03b", "MA 07.01.03c")
def test_a_target_that_has_fired_is_hidden_no_longer_but_still_covered():
    b = duel(ground=WOODS, side="Red").attack("A", "X", 14, 12)
    b.attack("X", "A", 10, 6)
    assert b.modifiers(0) == [(4, "MA 07.06.01")]
    assert b.modifiers(1) == [(2, "MA TEC woods")]


@rule("MA 07.01.03b")
def test_it_stays_revealed_in_the_phases_after_and_is_hidden_again_next_turn():
    tank = "Blue M1A2_Abrams A 5,2\n Blue M1A2_Abrams B 8,2\n Red T-90/AT-12 X 5,10 heading=12"
    b = Battle(WOODS + tank, phase="first", side="Red").attack("A", "X", 20).do("skip")
    assert b["X"].revealed is False
    b = Battle(WOODS + tank, phase="first", side="Red").attack("A", "X", 14, 12).do("skip")
    b.do("first", "Blue").attack("X", "B", 5, 6)
    assert b.modifiers(0) == []
    assert b.modifiers(1) == [(2, "MA TEC woods")]
    marked = Battle(WOODS + DUEL.format("", "revealed"), phase="move", passes=1)
    marked.do("skip")
    assert not marked["X"].revealed


ROUGH = "rough_2 Rough 3,8 7,8 7,12 3,12\n"


@rule("MA 07.01.03b", "MA TEC conceal")
@pytest.mark.parametrize("scope", ["all_terrain", "concealing"])
def test_an_option_keeps_terrain_that_does_not_conceal(scope):
    assert duel(ground=ROUGH).attack("X", "A", 1, 6).modifiers(0) == [(2, "MA TEC rough")]
    b = duel(red="revealed", ground=ROUGH, reveal_scope=scope).attack("X", "A", 1, 6)
    assert b.modifiers(0) == ([(2, "MA TEC rough")] if scope == "concealing" else [])
    assert b.modifiers(1) == [(2, "MA TEC rough")]
    b = duel(red="revealed", ground=WOODS, reveal_scope=scope).attack("X", "A", 1, 6)
    assert b.modifiers(0) == []
    assert b.modifiers(1) == [(2, "MA TEC woods")]


@rule("MA 07.01.03d")
@pytest.mark.parametrize("needs", [True, False])
def test_only_a_shot_reveals_unless_the_option_says_so(needs):
    b = duel(ground=WOODS, side="Red", reveal_needs_shot=needs).attack("A", "X", 15)
    assert b["X"].revealed != needs
    b.attack("X", "A", 12, 6)
    assert b.modifiers(0) == ([(2, "MA TEC woods")] if needs else [])


# Ground


@rule("MA TEC cumulative")
def test_all_that_the_target_stands_in_adds_up_for_both_rolls():
    ground = WOODS + "rough_1 Stones 4,9 6,9 6,11 4,11\n wreck 5,10\n"
    b = duel(ground=ground).attack("X", "A", 10, 5)
    both = [(2, "MA TEC woods"), (1, "MA TEC rough"), (1, "MA TEC wreck")]
    assert b.modifiers(0) == b.modifiers(1) == both
    twice = duel(ground=WOODS + WOODS.replace("Wood", "Wood2")).attack("X", "A", 10, 5)
    assert twice.modifiers(0) == [(2, "MA TEC woods")], "the same kind counts once"


COVER = [
    ("light_buildings", 2, "MA TEC buildings"),
    ("heavy_buildings", 4, "MA TEC buildings"),
    ("grove", 1, "MA TEC grove"),
    ("rough_1", 1, "MA TEC rough"),
    ("rough_2", 2, "MA TEC rough"),
    ("rough_3", 4, "MA TEC rough"),
    ("revetment", 2, "MA TEC rough"),
]


@rule("MA TEC buildings", "MA TEC grove", "MA TEC rough")
@pytest.mark.parametrize(("kind", "value", "row"), COVER)
def test_what_each_kind_of_ground_gives_a_vehicle(kind, value, row):
    b = duel(ground=f"{kind} Place 3,8 7,8 7,12 3,12\n").attack("X", "A", 1, 2)
    assert b.modifiers(0) == b.modifiers(1) == [(value, row)]


@rule("MA TEC clear", "MA TEC road", "MA TEC slope")
def test_clear_ground_roads_and_slopes_give_nothing():
    for ground in ("", "good_road 5,0 5,39\n", "track 5,0 5,39\n", "hill Hill 0,8 36,8 36,12 0,12 level=1\n"):
        assert duel(ground=ground).attack("X", "A", 1, 2).modifiers(1) == []


@rule("MA TEC marsh")
def test_soft_ground_hampers_only_a_mover():
    bog = "marsh Bog 3,8 7,8 7,12 3,12\n"
    assert duel(ground=bog).attack("X", "A", 1, 2).modifiers(1) == []
    b = duel(ground=bog, phase="move", side="Red", orders=(0, 1)).do("order", "X", 1).do("move", "X")
    b.do("attack").fire("A", 15, 7, 20)
    assert b.modifiers(0) == b.modifiers(1) == [(-1, "MA TEC marsh")], "15 - 1 is within 14"


@rule("MA 09.01b", "MA TEC wreck")
def test_a_wreck_shelters_whoever_stands_on_it():
    assert duel(ground="wreck 5,10\n").attack("X", "A", 13, 2).modifiers(1) == [(1, "MA TEC wreck")]
    assert duel(ground="wreck 5.5,10\n").attack("X", "A", 13, 2).modifiers(1) == [(1, "MA TEC wreck")]
    assert duel(ground="wreck 6,10\n").attack("X", "A", 13, 2).modifiers(1) == []


@rule("MA 09.01b", "MA TEC wreck")
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)])
def test_a_wreck_reaches_half_an_inch_on_every_side(way):
    for far, found in ((0.5, [(1, "MA TEC wreck")]), (1, [])):
        spot = f"{5 + far * way[0]},{10 + far * way[1]}"
        assert duel(ground=f"wreck {spot}\n").attack("X", "A", 13, 2).modifiers(1) == found, spot
    corner = f"{5 + 0.5 * way[0]},{10 + (1 if way[1] == 0 else way[1] * 0.5)}"
    inside = [(1, "MA TEC wreck")] if way[1] else []
    assert duel(ground=f"wreck {corner}\n").attack("X", "A", 13, 2).modifiers(1) == inside, "both ways must fit"


@rule("MA TEC firing out")
def test_the_ground_of_the_firer_never_matters():
    b = duel(ground="heavy_buildings Town 3,1 7,1 7,3 3,3\n").attack("X", "A", 14, 7)
    assert b.modifiers(0) == b.modifiers(1) == []


@rule("MA TEC smoke", "MA TEC firing out")
@pytest.mark.parametrize("smoke", [True, False])
@pytest.mark.parametrize("low", [1, 9])
def test_smoke_hinders_fire_into_and_out_of_it_with_the_option(smoke, low):
    b = duel(ground=f"smoke Cloud 3,{low} 7,{low} 7,{low + 2} 3,{low + 2}\n", smoke=smoke).attack("X", "A", 1, 7)
    assert b.modifiers(0) == b.modifiers(1) == ([(3, "MA TEC smoke")] if smoke else [])


HILL = "hill Hill 0,8 36,8 36,16 0,16 level=1\n hilltop Top 0,9 36,9 36,12 0,12 level=1\n"


@rule("MA TEC crest")
def test_a_hilltop_helps_against_fire_from_below():
    crest = [(2, "MA TEC crest")]
    assert duel(ground=HILL).attack("X", "A", 12, 7).modifiers(1) == crest
    level = HILL + "hill South 0,0 36,0 36,4 0,4 level=1\n"
    assert duel(ground=level).attack("X", "A", 12, 7).modifiers(1) == [], "not from the same height"


@rule("MA TEC crest")
def test_so_does_a_crest_that_the_fire_comes_through():
    behind = HILL + "Blue M60A3 A 5,2\n Red T-72 X 5,14 heading=12"
    assert Battle(behind).attack("X", "A", 12, 7).modifiers(0) == [(2, "MA TEC crest")]
    before = HILL + "Blue M60A3 A 5,2\n Red T-72 X 5,8.5 heading=12"
    assert Battle(before).attack("X", "A", 12, 7).modifiers(0) == [], "on the slope before the crest"
    over = (
        "hill A 0,0 36,0 36,4 0,4 level=2\n hill B 0,12 36,12 36,16 0,16 level=2\n crest C 0,7 36,7 36,8 0,8 level=1\n"
    )
    assert Battle(over + "Blue M60A3 A 5,2\n Red T-72 X 5,14 heading=12").attack("X", "A", 1, 7).modifiers(0) == []


@rule("MA TEC crest")
@pytest.mark.parametrize(("firer", "cover"), [("5,2", [(2, "MA TEC crest")]), ("5,7", []), ("5,8.5", [])])
def test_a_firer_on_the_crest_itself_fires_past_it(firer, cover):
    ridge = "hill Ridge 0,0 36,0 36,9 0,9 level=1\n crest Crest 0,6 36,6 36,8 0,8 level=1\n"
    b = Battle(ridge + f"Blue M60A3 A {firer}\n Red T-72 X 5,20 heading=12").attack("X", "A", 1, 7)
    assert b.modifiers(0) == cover
    assert b.modifiers(1)[: len(cover)] == cover


# Attacks


@rule("MA 07.04a", "MA 07.02.01a")
def test_fire_is_opened_only_when_a_firer_is_named():
    b = duel().do("attack", "X")
    assert "fire" not in b.verbs()
    with pytest.raises(IllegalAction):
        b.do("fire")
    assert "fire" in b.do("cannon", "A").verbs()
    moving = Battle("Blue M60A3 A 5,2\n Red T-72 X 5,20 heading=12", phase="move", orders=(1, 0))
    moving.do("order", "A", 1).do("move", "A").do("attack")
    assert "fire" not in moving.verbs()
    assert moving.offers("cannon") == {"X"}


LINE = """
    Blue M60A3 A 5,2
    Blue M60A3 B 8,2
    Blue M60A3 C 11,2
    Red T-72 X 8,10 heading=12
    Red T-72 Y 11,10 heading=12
"""


@rule("MA 07.02.01a", "MA 07.02.01b", "MA 07.04a")
def test_an_attack_is_fire_by_named_stands_at_one_target_each_on_its_own():
    b = Battle(LINE).do("attack", "X").do("cannon", "A").do("cannon", "C")
    assert b.offers("cannon") == {"B"}
    assert b.why_not("cannon", "A") == "it fires already"
    assert b["A"].tries == 0, "nothing is rolled before all are named"
    b.do("fire", None, 14, 12, 14, 12)
    assert [roll.resolution.column for roll in b.rolls()] == ["", "+3", "", "+3"], "values are never added together"
    assert b["X"].attacked == SECOND
    assert b.decides() == "Red", "nobody is added afterwards: the other side attacks"


@rule("MA 07.02.02a", "MA 07.02.02b", "MA 07.06.02")
def test_every_shot_takes_all_steps_and_its_result_counts_for_the_next():
    b = Battle(LINE).attack("X", "A B C", 14, 10, 14, 10, 14, 10)
    assert [roll.outcome for roll in b.rolls()] == ["passed", "(S)"] * 3
    assert b.state_of("X") == "X", "(S) is S, then D, then the second D"
    assert [what for what in b.told() if what in ("suppressed", "disorganized", "eliminated")] == [
        "suppressed",
        "disorganized",
        "eliminated",
    ]


@rule("MA 07.02.03")
def test_a_stand_is_attacked_once_in_a_phase():
    b = Battle(LINE).attack("X", "A", 20).do("skip")
    assert b.offers("attack") == {"Y"}
    assert "already (MA 07.02.03)" in b.why_not("attack", "X")


@rule("MA 07.02.03")
def test_but_again_in_each_phase_and_while_moving():
    tanks = "Blue M1A2_Abrams A 5,2\n Blue M60A3 B 8,2\n Blue M60A3 C 11,2\n Red T-72 X 8,10 heading=12"
    b = Battle(tanks, phase="first", orders=(0, 1)).attack("X", "A", 20).do("first", "Blue")
    b.attack("X", "B", 20).do("skip").do("first", "Red").do("order", "X", 1).do("move", "X")
    assert b.decides() == "Blue"
    b.do("attack").fire("C", 20, 1)
    assert b["X"].attacked == 7
    b.do("move", "8,12")
    assert b.decides() == "Red", "there is no second attack on the same mover, though A has a try left"


@rule("MA 07.02.06")
@pytest.mark.parametrize("die", [14, 20])
def test_a_test_uses_a_try_whether_passed_or_not(die):
    b = Battle(LINE).attack("X", "A", die, *([12] if die == 14 else [])).do("skip")
    assert b.do("attack", "Y").offers("cannon") == {"B", "C"}
    assert "may not fire (again)" in b.why_not("cannon", "A")


@rule("MA 07.02.06", "MA 05.00.4c")
@pytest.mark.parametrize(("tank", "tries"), [("M1A2_Abrams", 2), ("M60A3", 1), ("M60A1", 1)])
def test_tries_in_a_turn_by_tech_level(tank, tries):
    for made in range(3):
        b = Battle(f"Blue {tank} A 5,2 tries={made}\n Blue T-72 B 8,2\n Red T-72 X 5,10 heading=12").do("attack", "X")
        assert ("A" in b.offers("cannon")) == (made < tries)


@rule("MA 07.04a")
def test_the_weapon_is_named_with_the_stand():
    b = Battle("Blue T-80U/AT-8 A 5,2\n Red M60A3 X 5,12 heading=12").do("attack", "X").do("missile", "A")
    assert b.offers("cannon") == set() == b.offers("missile")
    with pytest.raises(IllegalAction):
        b.do("cannon", "A")


@rule("MA 07.04e")
@pytest.mark.parametrize("lost", [True, False])
def test_shots_at_a_target_that_is_gone_are_lost_unless_the_option_says_otherwise(lost):
    b = Battle(LINE, committed_shots_lost=lost).attack("X", "A B C", 14, 2)
    assert b.state_of("X") == "X"
    assert [b[name].tries for name in "ABC"] == ([1, 1, 1] if lost else [1, 0, 0])
    assert b.told().count("too_late") == (2 if lost else 0)
    assert not b["B"].revealed


# Differential, table and results


@rule("MA 07.04c")
@pytest.mark.parametrize(
    ("firer", "target", "column"),
    [("M60A3", "T-72", "+3"), ("T-72", "M1A1_Abrams", "-1"), ("T55A", "M1A1_Abrams", "-3")],
)
def test_the_column_is_firepower_less_defense(firer, target, column):
    b = Battle(f"Blue {firer} A 5,2\n Red {target} X 5,10 heading=12").attack("X", "A", 1, 7)
    expected = {"+3": "+3", "-1": "-1", "-3": "-5"}[column]
    assert b.rolls()[1].resolution.column == expected


@rule("MA CRT under")
@pytest.mark.parametrize(("below", "state"), [("clamp", "D"), ("extrapolate", "S"), ("no_effect", "")])
def test_the_option_for_columns_below_the_table(below, state):
    close = "Blue T55A A 5,2\n Red M1A1_Abrams X 5,3 heading=12"
    b = Battle(close, below_minus_3=below).attack("X", "A", 1, 2)
    assert b.rolls()[1].total == 1
    assert b.state_of("X") == state, "1 on column -3 is D; on -5 it would be (S)"


@rule("MA 07.04d")
def test_the_hit_is_2d6_with_ground_and_range():
    b = Battle("woods Wood 3,16 7,16 7,20 3,20\n Blue M60A3 A 5,2\n Red T-72 X 5,18 heading=12").attack("X", "A", 1, 5)
    assert b.modifiers(1) == [(2, "MA TEC woods"), (1, "MA RNG TL3")]
    assert (b.rolls()[1].total, b.rolls()[1].outcome) == (8, "D")
    assert b.state_of("X") == "D", "applied at once"


@rule("MA CRT over")
def test_more_than_plus_9_eliminates_without_a_roll():
    side_on = "Blue T-72 A 5,2\n Red Chieftain_Mk5 X 5,10 heading={}"
    b = Battle(side_on.format(6)).attack("X", "A", 14)
    assert b.state_of("X") == "X"
    assert len(b.rolls()) == 1
    nine = Battle("Blue T-72 A 5,2\n Red M1A1_Abrams X 5,10 heading=6").attack("X", "A", 14, 12)
    assert nine.rolls()[1].resolution.column == "+9"
    assert nine.state_of("X") == "D"


# The results by state: columns S, (S), D, E; dice on column +3 at 8 inches
RESULTS = [
    ("", "S", "S", "D", "X"),
    ("suppressed", "S", "SD", "SD", "X"),
    ("disorganized", "SD", "SD", "X", "X"),
    ("suppressed disorganized", "SD", "X", "X", "X"),
]
DICE = {"S": 12, "(S)": 10, "D": 8, "E": 4}


@rule("MA 07.06.01", "MA 07.06.02", "MA 07.06.03a", "MA 07.06.03b", "MA 07.06.04")
@pytest.mark.parametrize(
    ("before", "result", "after"),
    [(row[0], result, after) for row in RESULTS for result, after in zip(DICE, row[1:], strict=True)],
)
def test_what_each_result_does_to_each_state(before, result, after):
    b = duel(red=before).attack("X", "A", 14, DICE[result])
    assert b.rolls()[1].outcome == result
    assert b.state_of("X") == after


@rule("MA 07.06.04", "MA 09.01a")
def test_an_eliminated_stand_leaves_the_table_and_a_wreck():
    b = duel().attack("X", "A", 14, 4)
    assert b.where("X") == ""
    assert [b.game.world.table.text(at) for at in b.state.board.wrecks] == ["5.0,10.0"]


@rule("MA 03.02b")
def test_what_is_marked_on_a_stand():
    b = duel().attack("X", "A", 14, 8)
    fields = set(b["X"].__struct_fields__)
    assert {"suppressed", "disorganized", "tries", "phase"} <= fields
    assert (b["X"].disorganized, b["X"].suppressed) == (True, False)
    assert (b["A"].tries, b["A"].phase) == (1, SECOND)
    drawn = str(b.game.system.draw(b.look))
    assert "disorganized" in drawn
    assert "fired" in drawn


# The odds that the scenarios were worked out with: chance of the test, and of E, D, and S or (S), in percent

ODDS = [
    ("M60A3 T-72", 15, 14, "", "front", CANNON, 70, 6, 35, 29),
    ("M60A3 T-72", 15, 14, "woods", "front", CANNON, 60, 0, 17, 43),
    ("Centurion_Mk13 T55A", 20, 17, "", "front", CANNON, 85, 7, 43, 35),
    ("T-72 Chieftain_Mk5", 8, 13, "", "flank", CANNON, 65, 65, 0, 0),
    ("M1A1_Abrams T-72", 20, 16, "", "front", CANNON, 80, 33, 40, 7),
    ("T-80_(Reactive)/AT-8 M1A1_Abrams", 20, 12, "", "front", CANNON, 60, 0, 5, 55),
    ("T-80_(Reactive)/AT-8 M1A1_Abrams", 30, 12, "", "front", MISSILE, 50, 0, 8, 42),
    ("T-72 M1A1_Abrams", 10, 12, "", "flank", CANNON, 60, 58, 2, 0),
]


@rule("MA 07.02.02b")
@pytest.mark.parametrize(("pair", "inches", "level", "ground", "arc", "weapon", "test", "e", "d", "s"), ODDS)
def test_the_odds_of_one_shot(pair, inches, level, ground, arc, weapon, test, e, d, s):
    firer, target = pair.split()
    y = 2 + inches
    wood = f"woods Wood 3,{y - 1} 7,{y - 1} 7,{y + 1} 3,{y + 1}\n" if ground else ""
    heading = 12 if arc == "front" else 6
    b = Battle(wood + f"Blue {firer} A 5,2\n Red {target} X 5,{y} heading={heading}", cohesion=level)
    a, x = b.number("A"), b.number("X")
    passed = shot_test(b.look, a, x, weapon).odds()["passed"]
    hit = damage_at(b.look, a, x, weapon)
    chances = {"E": Fraction(1)} if hit is None else {}
    for outcome, chance in (hit.odds() if hit else {}).items():
        result = outcome[0] if isinstance(outcome, tuple) else outcome
        chances[result] = chances.get(result, 0) + chance
    found = [chances.get("E", 0), chances.get("D", 0), chances.get("S", 0) + chances.get("(S)", 0)]
    assert round(passed * 100) == test
    assert [abs(float(passed * each * 100) - said) <= 0.51 for each, said in zip(found, (e, d, s), strict=True)] == [
        True,
        True,
        True,
    ]
