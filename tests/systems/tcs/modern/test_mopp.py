"""MOPP: its levels, how they change, and what they cost (ME 5.2)."""

import csv
from fractions import Fraction
from importlib.resources import files

import pytest
from msgspec.structs import replace

import sandtable
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import ScenarioFault
from sandtable.kernel.game import Game
from sandtable.kernel.running import advance, closed, opened
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.areafire import strength_of
from sandtable.systems.tcs.impulses import points_left
from sandtable.systems.tcs.modern.mopp import HIGH, LEVELS, LOW, MEDIUM, Chemicals, Mopp, MoppRecovery, level_of
from sandtable.systems.tcs.modes import mode_price
from sandtable.systems.tcs.morale import MoraleRoll
from sandtable.systems.tcs.preparation import FIRED, IDLE, cap_of, gained
from sandtable.systems.tcs.recovery import LevelRoll
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
FACES = range(1, 7)
CHART = """
Low     Normal  Normal  Normal  +6  +3  Normal  +6  Normal
Medium  2       1/2     1/2     +4  +2  1/4     +4  +3
High    1       1/3     1/4     -2  -1  1/8     +2  +5
"""
"""The chart of the seed, read a second time; recovery is per hour, and normal is 1/3."""


def field(*lines, **how):
    return Battle("0812 open\n" + "\n".join(lines), modern=True, **how)


def asked(b, side=0):
    """The side is asked for its levels."""
    b.state = replace(b.state, stack=(*b.state.stack, Mopp(side)))
    return b


@rule("ME 5.2a")
def test_the_chart_is_as_the_seed_has_it():
    path = files("sandtable.systems.tcs.modern") / "charts" / "mopp.csv"
    rows = {row["level"]: row for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())}
    for line in CHART.strip().splitlines():
        name, command, move, fire, area, point, recovery, chem, other = line.split()
        row = rows[name]
        normal = {"Normal": ""}
        assert row["command"] == normal.get(command, command)
        assert (row["movement"], row["fire"]) == tuple({"Normal": "1"}.get(each, each) for each in (move, fire))
        assert [int(row[key]) for key in ("area", "point", "chem_morale")] == [int(area), int(point), int(chem)]
        assert int(row["other_morale"]) == (0 if other == "Normal" else int(other))
        assert (row["recovery"] == "") == (recovery == "Normal")


@rule("ME 5.2a", "ME 5.2b")
def test_levels_are_set_for_a_unit_for_those_with_its_order_or_for_all():
    b = asked(field("Blue us87_mech_squad A 0101 mopp=high", "Blue us87_mech_squad B 0102", "Red su87_mr_squad X 0108"))
    assert [level_of(b.look, b.number(name)) for name in "ABX"] == [HIGH, LOW, LOW]
    b.do("medium", "B")
    assert [level_of(b.look, b.number(name)) for name in "ABX"] == [HIGH, MEDIUM, LOW]
    assert "is at that level already" in b.why_not("medium", "B")
    assert "not one of your units" in b.why_not("low", "X")
    b.do("order", "A")
    assert [level_of(b.look, b.number(name)) for name in "AB"] == [HIGH, HIGH]
    b.do("all_low")
    assert [level_of(b.look, b.number(name)) for name in "AB"] == [LOW, LOW]
    b.do("high", "A")
    assert level_of(b.look, b.number("A")) == HIGH, "from Low to High in one jump"
    loose = asked(field("Blue us87_mech_squad A 0101 unassigned mopp=high", "Blue us87_mech_squad B 0102"))
    assert "order of A are at its level" in loose.why_not("order", "A"), "the Unassigned are a group of their own"


@rule("ME 5.2a", "ME 5.2b")
@pytest.mark.parametrize(("verb", "level"), [("all_low", LOW), ("all_medium", MEDIUM), ("all_high", HIGH)])
def test_a_level_for_all_is_offered_while_one_of_them_has_another(verb, level):
    levels = {"A": "low", "B": "medium", "C": "high"}
    b = asked(field(*(f"Blue us87_mech_squad {name} 0101 mopp={mopp}" for name, mopp in levels.items()))).do(verb)
    assert [level_of(b.look, b.number(name)) for name in "ABC"] == [level] * 3
    assert {"all_low", "all_medium", "all_high"} - b.verbs() == {verb}


@rule("ME 5.2c", "ME 5.2h")
def test_weighted_turns_are_capped_by_the_highest_level_of_a_sheet():
    b = field("Blue us87_mech_squad A 0101", "Blue us87_m1a1 B 0101 mopp=medium", "Blue us87_m1a1 C 0101 mopp=high")
    caps = [cap_of(b.look, [b.number(name) for name in names]) for names in ("A", "AB", "ABC")]
    assert caps[1:] == [2, 1]
    found = [gained(IDLE, vehicles=True, pace=1, most=most) for most in caps]
    assert found == [9, 2, 1], "after everything else"
    assert gained(FIRED, vehicles=False, pace=1, most=caps[1]) == 1


@rule("ME 5.2d")
def test_units_on_foot_are_slower_and_vehicles_are_not():
    marks = ("", "mopp=medium", "mopp=high")
    squads = [field(f"Blue us87_mech_squad A 0101 move {mark}") for mark in marks]
    assert [Fraction(points_left(b.look, 0), 6) for b in squads] == [6, 3, 2]
    assert [mode_price(b.look, 0) for b in squads] == [18, 9, 6], "half of what they have"
    assert "0104" in squads[1].do("move", "A").offers("to")
    assert "0105" not in squads[1].offers("to")
    tanks = [field(f"Blue us87_m1a1 A 0101 move {mark}") for mark in marks]
    assert len({points_left(b.look, 0) for b in tanks}) == 1


@rule("ME 5.2e")
def test_area_weapons_of_units_on_foot_are_weaker_and_those_of_vehicles_are_not():
    for mark, squad in (("", 4), ("mopp=medium", 2), ("mopp=high", 1)):
        b = field(f"Blue us87_mech_squad A 0101 {mark}", f"Blue us87_m1a1 B 0101 {mark}", "Red su87_mr_squad X 0104")
        assert strength_of(b.look, (0,), b.hex("0104")) == squad
        assert strength_of(b.look, (1,), b.hex("0104")) == 6
    b = field("Blue us87_mech_squad A 0101 mopp=high", "Red su87_mr_squad X 0104 fired")
    b.do("suppress", "0104").do("add", "A")
    assert (0, "ME 5.2e") in [(each.value, each.rule) for each in b.forecast("fire").modifiers]


@rule("ME 5.2f")
def test_a_protected_battalion_needs_a_second_roll_to_recover():
    def recovered(mark, *dice, **how):
        b = field(f"Blue us87_mech_squad A 0101 bn=B {mark}", bn={"B": 3}, **how)
        b.state = replace(b.state, stack=(*b.state.stack[:-1], Mopp(0), LevelRoll(False, 0)))
        work = opened(b.game, b.state)
        rolls = advance(work, Dice.scripted(*dice), 0)
        return closed(work, rolls).board.battalions[0]

    assert recovered("", 3) == 2
    assert recovered("mopp=medium", 3, 53) == 2
    assert recovered("mopp=medium", 3, 54) == 3
    assert recovered("mopp=high", 3, 32) == 2
    assert recovered("mopp=high", 3, 33) == 3
    assert recovered("mopp=high", 4) == 3, "no second roll if the first fails"
    assert recovered("mopp=high", 3, mopp_slows_recovery=False) == 2
    b = field("Blue us87_mech_squad A 0101")
    chances = [
        Fraction(sum(roll.read(10 * tens + ones) == "better" for tens in FACES for ones in FACES), 36)
        for roll in (MoppRecovery(0, level).resolution(b.look) for level in (MEDIUM, HIGH))
    ]
    assert chances == [Fraction(27, 36), Fraction(14, 36)]
    assert chances[0] == Fraction(1, 4) / Fraction(1, 3)


@rule("ME 5.2g")
def test_other_morale_checks_are_worse_in_medium_and_high():
    def added(mark):
        b = field(f"Blue us87_mech_squad A 0101 {mark}")
        roll = b.look.resolution_of(MoraleRoll(0, (b.hex("0104"),)))
        return [(each.value, each.rule) for each in roll.modifiers if each.rule.startswith("ME")]

    assert [added(mark) for mark in ("", "mopp=medium", "mopp=high")] == [[], [(3, "ME 5.2g")], [(5, "ME 5.2g")]]


@rule("ME 5.2b")
def test_both_sides_choose_in_every_command_phase_of_a_battle_with_chemicals():
    scenario = sandtable.load("tcs/crossroads-1944").scenario

    def first_asked(scenario):
        game = Game(SYSTEM, scenario, {"modern": True, "turns": 2}, name="x")
        state, _ = game.start_with_events(Dice.seeded(1))
        asked = []
        for _ in range(80):
            if game.over(state):
                break
            decision = game.decisions(state)[0]
            asked.append((type(game.asks(state, decision.side)).__name__, decision.side))
            action = next((each for each in decision.actions() if each.verb in ("done", "end", "hold", "ready")), None)
            action = action or next(iter(decision.actions()))
            state, _ = game.apply(state, decision.side, action, Dice.seeded(2))
        return asked

    assert not [each for each in first_asked(scenario) if each[0] == "Mopp"], "nobody has chemicals"
    force = (replace(scenario.force[0], mopp="medium"), *scenario.force[1:])
    asked_for = [each for each in first_asked(replace(scenario, force=force)) if each[0] == "Mopp"]
    assert asked_for[:2] == [("Mopp", 0), ("Mopp", 1)]


def test_what_a_file_says_of_chemicals_needs_the_expansion():
    with pytest.raises(ScenarioFault, match="MOPP is for the Modern Expansion"):
        Battle("0404 open\nBlue us87_mech_squad A 0101 mopp=high")


def test_a_state_with_levels_reads_back():
    b = asked(field("Blue us87_mech_squad A 0101", "Red su87_mr_squad X 0108")).do("all_high")
    assert b.game.decode(b.game.encode(b.state)) == b.state
    assert next(each for each in b.state.board.extras if type(each) is Chemicals).mopp[0] == HIGH
    marks = [mark.words for mark in b.game.picture(b.state, None).pieces[0].marks]
    assert "High MOPP" in marks
    assert len(LEVELS) == 3
