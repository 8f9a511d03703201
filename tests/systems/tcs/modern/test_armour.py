"""Modern armour against AT rolls (ME 8), and advanced armour (ME 9)."""

import re

import pytest
from msgspec.structs import replace

from sandtable.kernel.errors import ScenarioFault
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.defence import HEAT, SHOT, TIP_CHARGE, best_defence, defence_of
from sandtable.systems.tcs.modern.armour import advanced_armour, against_missile, printed_modifier
from sandtable.systems.tcs.modern.atgm import ATGMS
from sandtable.systems.tcs.modern.bomblets import bomblet_modifiers
from sandtable.systems.tcs.modern.missilefire import defence_against
from sandtable.systems.tcs.shellfire import shell_point
from sandtable.systems.tcs.shells import HE, Barrage
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.battle import Battle
from tests.systems.tcs.modern.test_helicopters import rearm

rule = pytest.mark.rule

CHART = """
-3  M1 (all), Challenger, Merkava 3, AMX LeClerc
-2  Leopard 2, T-80, Merkava 1 & 2
-1  T-72, T-64, T-64b, Chieftain, Leopard 1, M60a3
"""
"""The chart of the seed, read a second time."""
TYPES = {
    "us87_m1": "M1", "us87_m1a1": "M1", "ge87_leo2a4": "Leopard 2", "su87_t80b": "T-80", "su87_t80bv": "T-80",
    "su87_t72a": "T-72", "su87_t72b": "T-72", "ge87_leo1a5": "Leopard 1", "us87_m60a3": "M60a3",
}  # fmt: skip
"""The types of our list that the chart names."""


def field(*lines, **how):
    return Battle("0812 open\n" + "\n".join(lines), modern=True, **how)


def attack(target, *lines, **how):
    """An AT roll of a squad at a vehicle beside it in the open, which needs 10."""
    kind, *marks = target.split()
    b = field("Blue us87_mech_squad A 0103", f"Red {kind} X 0104 {' '.join(marks)}", *lines, **how)
    return b.do("antitank", "A").forecast("at", "X")


def rolled(roll):
    return [(each.value, each.rule) for each in roll.modifiers]


@rule("ME 8.0a", "ME 8.0b")
def test_at_rolls_are_worse_against_the_types_that_the_chart_names_and_no_others():
    chart = {}
    for line in CHART.strip().splitlines():
        value, names = line.split("  ")
        chart.update({re.sub(r" \(all\)", "", name): int(value) for name in names.split(", ")})
    for id, kind in UNITS.items():
        assert printed_modifier(kind.flags) == (chart[TYPES[id]] if id in TYPES else 0), id
    assert rolled(attack("us87_m1a1")) == [(-3, "ME 8.0a")]
    assert rolled(attack("su87_t80b")) == [(-2, "ME 8.0a")]
    assert rolled(attack("su87_t72a")) == [(-1, "ME 8.0b")]
    assert rolled(attack("su87_t62")) == []
    roll = attack("us87_m60a3")
    assert [roll.read(raw)[0] for raw in (9, 10, 11)] == ["miss", "near miss", "kill"]


@rule("ME 8.0c")
def test_advanced_armour_takes_one_more_from_an_at_roll():
    assert rolled(attack("su87_t72b", advanced_armor=True)) == [(-1, "ME 8.0b"), (-1, "ME 8.0c")]
    assert rolled(attack("su87_t72b")) == [(-1, "ME 8.0b")]
    uranium = attack("us87_m1a1 armour=depleted_uranium", advanced_armor=True)
    assert rolled(uranium) == [(-3, "ME 8.0a"), (-1, "ME 8.0c")]


@rule("ME 8.0d")
def test_shells_do_not_mind_modern_armour():
    b = field("Red us87_m1a1 X 0104 armour=depleted_uranium", advanced_armor=True)
    barrage = Barrage(0, HE, b.hex("0104"), False, 24, 12, True)
    assert shell_point(b.look, barrage, b.number("X")).modifiers == ()


def against(*targets, armour=True):
    """The defence of each against missiles, shot and tip charges."""
    units = [each.split() for each in targets]
    lines = (f"Red {kind} X{n} 0104 {' '.join(marks)}" for n, (kind, *marks) in enumerate(units))
    b = field(*lines, advanced_armor=armour)
    fires = (HEAT, SHOT, TIP_CHARGE)
    return [[defence_of(b.look, b.number(f"X{n}"), fire) for fire in fires] for n in range(len(units))]


@rule("ME 9.0b", "ME 9.0c", "ME 9.0e")
def test_the_example_defence_7_is_12_against_missiles_9_against_shot_and_15_with_uranium():
    found = against("su87_t72a armour=reactive", "su87_t72a armour=depleted_uranium", "su87_t72a", "su87_t72b")
    assert found == [[12, 9, 9], [15, 15, 15], [7, 7, 7], [13, 10, 10]]


@rule("ME 9.0c")
def test_point_fire_meets_the_defence_with_its_armour():
    lines = ("Blue us87_m1a1 A 0103", "Red su87_t72a X 0106 armour=reactive", "Red su87_t72a Y 0106")
    b = field(*lines, advanced_armor=True)
    assert best_defence(b.look, b.hex("0106"), 1) == 9
    b.do("point", "0106").do("add", "A")
    assert "strength 12 against defence 9" in [each.words for each in b.forecast("fire").modifiers]
    roll = b.forecast("fire")
    one = next(face for face in sorted(roll.dice.ways) if roll.read(face) == 1)
    b.do("fire", None, one)
    assert b.offers("lose") == {"X", "Y"}, "the best defence used counts with the armour of each"
    plain = field(*lines).do("point", "0106").do("add", "A")
    assert "strength 12 against defence 7" in [each.words for each in plain.forecast("fire").modifiers]


@rule("ME 9.0b", "ME 9.0e")
def test_bomblets_meet_the_defence_with_its_armour():
    def worse(kind, armour, *, on=True):
        b = field(f"Red {kind} X 0104 armour={armour}", advanced_armor=on)
        return sum(each.value for each in bomblet_modifiers(b.look, b.number("X"), True))

    assert worse("su87_t72a", "reactive") == -1, "+3, and 7 + 5 is four above eight"
    assert worse("su87_t72a", "depleted_uranium") == -4
    assert worse("su87_t72a", "reactive", on=False) == 3


@rule("ME 9.0b", "ME 9.0c")
def test_missiles_meet_reactive_armour_but_for_a_tip_charge():
    b = field("Blue us87_m2 A 0101", "Red su87_t72a X 0109 armour=reactive", advanced_armor=True)
    assert defence_against(b.look, 0, 1) == 12, "a Tow 2"
    tipped = replace(ATGMS["tow2"], tip_charge=True)
    assert against_missile(b.look, 1, tipped) == 2
    assert ATGMS["tow2a"].tip_charge, "the only one that has one"
    assert [id for id, each in ATGMS.items() if each.tip_charge] == ["tow2a"]


@rule("ME 9.0c")
def test_a_gun_too_weak_for_reactive_armour_may_not_fire():
    b = field("Blue us_m5a1 A 0103", "Red su87_bmp2 X 0106 armour=reactive fired", advanced_armor=True)
    assert b.offers("point") == {"0106"}, "2 against 2 + 2 is -2"
    b = field("Blue us_m5a1 A 0103", "Red su87_t62 X 0106 armour=reactive fired", advanced_armor=True)
    assert "cannot harm a defence of 7" in b.why_not("point", "0106"), "2 against 5 + 2 is -5"


@rule("ME 9.0d")
def test_nobody_rides_on_reactive_armour():
    tanks = [f"Blue su87_t72b T{n} 0103 move" for n in range(3)]
    b = field("Blue su87_mr_plt A 0103 move", *tanks)
    assert b.offers("load") == {"A"}
    b = field("Blue su87_mr_plt A 0103 move", *tanks, advanced_armor=True)
    assert b.offers("load") == set()
    assert "no carrier" in b.why_not("load", "A")
    b = field("Blue su87_mr_squad A 0103 move", "Blue su87_bmp2 T 0103 move armour=reactive", advanced_armor=True)
    assert b.offers("load") == set()


@rule("ME 9.0f")
def test_advanced_armour_is_an_option_and_goes_to_the_types_and_units_named():
    assert against("su87_t80bv", armour=False) == [[9, 9, 9]]
    assert against("su87_t80bv", "su87_t80b", "su87_t80bv armour=plain") == [[14, 11, 11], [8, 8, 8], [9, 9, 9]]
    assert against("su87_mr_squad armour=reactive") == [[0, 0, 0]], "people wear none"


def test_a_file_that_gives_armour_without_the_expansion_is_refused():
    with pytest.raises(ScenarioFault, match="armour is for the Modern Expansion: set modern = true") as fault:
        Battle("0404 open\nRed us87_m1a1 X 0104 armour=reactive")
    assert fault.value.place == ("force", 0, "units")


def test_switched_off_the_series_knows_no_modern_armour():
    b = Battle("0812 open\nBlue us87_mech_squad A 0103\nRed us87_m1a1 X 0104")
    assert rolled(b.do("antitank", "A").forecast("at", "X")) == []
    assert defence_of(Situation(b.game, b.state.board), b.number("X"), HEAT) == 11


@rule("ME 9.0f", "ME 9.0b", "ME 9.0e")
@pytest.mark.parametrize(("line", "traits", "armour"), [
    ("us87_m1a1 X 0104", "armour", ""), ("us87_m1a1 X 0104", "armour;dua", "depleted uranium"),
    ("us87_m1a1 X 0104", "armour;reactive", "reactive"),
    ("us87_m1a1 X 0104", "armour;reactive;dua", "depleted uranium"),
    ("us87_m1a1 X 0104 armour=reactive", "armour;dua", "reactive"), ("us87_m1a1 X 0104 armour=plain", "armour;dua", ""),
    ("us87_m1a1 X 0104 armour=depleted_uranium", "armour", "depleted uranium"), ("us87_mech_squad X 0104", "dua", ""),
])  # fmt: skip
def test_armour_is_that_of_the_file_or_of_the_type_and_of_vehicles_only(line, traits, armour):
    for option in (True, False):
        b = field(f"Red {line}", advanced_armor=option)
        rearm(b, "X", flags=traits)
        assert advanced_armour(b.look, b.number("X")) == (armour if option else "")
