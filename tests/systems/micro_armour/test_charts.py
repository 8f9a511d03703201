"""The charts and the tank data of Micro Armour (MA TEC, RNG, CRT, CMD, MCC, DAT)."""

import re
from fractions import Fraction

import pytest

from sandtable.systems import rulebook
from sandtable.systems.micro_armour.tables import (
    GENERATIONS,
    GROUND,
    MODIFIERS,
    ORDERS,
    SIGHTING,
    TANKS,
    TERRAIN,
    damage_rows,
    range_modifier,
)

rule = pytest.mark.rule


def read(rows, die):
    return next(row.outcome for row in rows if row.holds(die))


def formula(die, differential):
    """The restated chart: one line for all cells."""
    d = differential
    e = d if d <= 0 else d + 1 if d <= 4 else d + 2
    if d >= 0 and die <= e:
        return "E"
    return "D" if die <= e + 4 else "(S)" if die <= e + 6 else "S"


@rule("MA CRT")
def test_all_260_cells_of_the_combat_results_table_follow_the_formula():
    cells = {(die, d): read(damage_rows(d), die) for die in range(20) for d in range(-3, 10)}
    assert len(cells) == 260
    assert cells == {(die, d): formula(die, d) for die, d in cells}
    assert [cells[die, 3] for die in (4, 5, 8, 9, 10, 11)] == ["E", "D", "D", "(S)", "(S)", "S"]


@rule("MA CRT cap")
@pytest.mark.parametrize("differential", range(-3, 10))
def test_a_die_above_19_reads_as_19_and_below_0_as_0(differential):
    rows = damage_rows(differential)
    assert [read(rows, die) for die in (20, 35)] == [read(rows, 19)] * 2 == ["S", "S"]
    assert [read(rows, die) for die in (-1, -9)] == [read(rows, 0)] * 2


@rule("MA CRT under")
def test_a_differential_below_the_table_reads_as_minus_3_or_goes_on_or_does_nothing():
    for die in range(20):
        assert read(damage_rows(-9), die) == read(damage_rows(-3), die)
        assert read(damage_rows(-5, "extrapolate"), die) == formula(die, -5)
        assert read(damage_rows(-7, "extrapolate"), die) == formula(die, -7)
        assert read(damage_rows(-4, "no_effect"), die) == "-"
        assert read(damage_rows(-3, "no_effect"), die) == read(damage_rows(-3), die)
    assert {row.outcome for row in damage_rows(-7, "extrapolate")} == {"S"}, "from -7 down only S is left"


@rule("MA CMD")
def test_orders_by_the_modified_total():
    orders = [read(ORDERS, total) for total in range(14)]
    assert orders == [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert (read(ORDERS, -5), read(ORDERS, 40)) == (0, 5)


BANDS = {
    1: (1, 5, 10, 15, 21),
    2: (1, 8, 16, 24, 33),
    3: (1, 10, 20, 30, 41),
    4: (1, 12, 24, 36, 49),
}


@pytest.mark.parametrize(
    "level",
    [pytest.param(level, marks=rule(f"MA RNG TL{level}")) for level in BANDS],
)
def test_range_effects_by_tech_level(level):
    steps = (-1, 0, 1, 2, 3, 4)
    for inches in range(1, 90):
        expected = steps[sum(inches > end for end in BANDS[level])]
        assert range_modifier(level, inches) == expected, f"{inches} inches"


@rule("MA RNG TL1")
def test_no_stand_uses_the_column_of_tech_level_1():
    assert all(tank.tech_level != 1 for tank in TANKS.values())


def row(name):
    """Costs (tracked, wheeled, foot), surcharge, modifiers (vehicle, personnel), blocking (same), concealing."""
    t = TERRAIN[name]
    costs = tuple(map(float, (t.cost_tracked, t.cost_wheeled, t.cost_foot)))
    sight = (t.los_blocked_vehicle, t.los_blocked_personnel)
    return costs, t.cost_is_surcharge, (t.mod_vehicle, t.mod_personnel), sight, t.concealing


NO, YES = (False, False), (True, True)
ROWS = [
    ("MA TEC clear", "clear", ((1, 2, 1), False, (0, 0), NO, False)),
    ("MA TEC smoke", "smoke", ((1, 2, 1), True, (3, 3), YES, False)),
    ("MA TEC buildings", "light_buildings", ((1, 2, 1), False, (2, 4), YES, True)),
    ("MA TEC buildings", "heavy_buildings", ((1, 2, 1), False, (4, 6), YES, True)),
    ("MA TEC woods", "woods", ((3, 4, 1), False, (2, 4), YES, True)),
    ("MA TEC grove", "grove", ((2, 3, 1), False, (1, 2), YES, True)),
    ("MA TEC road", "good_road", ((0.5, 0.5, 1), False, (0, 0), NO, False)),
    ("MA TEC road", "poor_road", ((1, 1, 1), False, (0, 0), NO, False)),
    ("MA TEC road", "track", ((1, 1.5, 1), False, (0, 0), NO, False)),
    ("MA TEC marsh", "marsh_ford_sand_mud", ((4, 8, 3), False, (-1, -1), NO, False)),
    ("MA TEC rough", "rough_1", ((1, 3, 1), False, (1, 2), (False, True), False)),
    ("MA TEC rough", "rough_2", ((2, 5, 1.5), False, (2, 4), (False, True), False)),
    ("MA TEC rough", "rough_3", ((3, 7, 3), False, (4, 6), YES, True)),
    ("MA TEC slope", "slope", ((1, 2, 1), True, (0, 0), YES, False)),
    ("MA TEC crest", "hilltop_or_crest", ((1, 3, 1), True, (2, 2), YES, False)),
    ("MA TEC wreck", "wreck", ((0, 1, 0), True, (1, 1), NO, False)),
]


@pytest.mark.parametrize(("name", "said"), [pytest.param(n, said, marks=rule(r), id=n) for r, n, said in ROWS])
def test_the_rows_of_the_terrain_effects_chart(name, said):
    assert row(name) == said


@rule("MA TEC rough LOS")
def test_only_the_roughest_ground_blocks_sight_for_vehicles_and_conceals_them():
    assert [TERRAIN[f"rough_{n}"].los_blocked_vehicle for n in (1, 2, 3)] == [False, False, True]
    assert [TERRAIN[f"rough_{n}"].los_blocked_personnel for n in (1, 2, 3)] == [True, True, True]
    assert [TERRAIN[f"rough_{n}"].concealing for n in (1, 2, 3)] == [False, False, True]


@rule("MA TEC conceal")
def test_the_concealing_rows():
    concealing = {name for name, each in TERRAIN.items() if each.concealing}
    assert concealing == {"light_buildings", "heavy_buildings", "woods", "grove", "rough_3"}


@rule("MA TEC star")
def test_no_row_carries_the_footnote_about_leaving_an_area():
    assert not [name for name, each in TERRAIN.items() if "*" in name or "leaving" in each.note]


def test_every_kind_of_ground_has_a_row_and_a_rule():
    assert {ground.terrain for ground in GROUND.values()} <= set(TERRAIN)
    book = rulebook("micro_armour")
    assert all(each.rule in book for each in TERRAIN.values())
    assert all(each.rule in book for each in MODIFIERS.values())


@rule("MA 08.03.04")
def test_all_vehicles_are_tracked():
    assert {tank.mobility for tank in TANKS.values()} == {"T"}


@rule("MA 01.00a")
def test_the_vehicles_are_of_tech_levels_2_to_4():
    assert {tank.tech_level for tank in TANKS.values()} == {2, 3, 4}
    assert {"III", "IV"} <= set(GENERATIONS)


@rule("MA 07.02.05")
def test_a_vehicle_has_one_value_for_its_cannon_the_one_against_armour():
    fields = {name for name in TANKS["T-72"].__struct_fields__ if "attack" in name}
    assert fields == {"cannon_attack", "atgm_attack"}
    assert (TANKS["T-72"].cannon_attack, TANKS["T-72"].atgm_attack) == (19, None)


@rule("MA MCC")
def test_the_movement_cohesion_chart():
    values = {name: MODIFIERS[name].value for name in ("headquarters", "no_order", "suppressed", "disorganized")}
    assert values == {"headquarters": -2, "no_order": 3, "suppressed": 4, "disorganized": 3}


@rule("MA 07.01.01a")
def test_sighting_in_open_mixed_and_closed_terrain():
    assert dict(SIGHTING) == {"open": 40, "mixed": 20, "closed": 10}


# The tank data table, read back out of the sentences of the rulebook

ENTRY = re.compile(
    r"(?P<weapon>[^;]+?) costs (?P<points>\d+), TL(?P<tech_level>\d), "
    r'cannon (?P<cannon_attack>\d+) to (?P<cannon_range>\d+)", '
    r"defense (?P<defense>\d+), speed (?P<speed>\d+)(?: \(water (?P<amphibious_speed>\d+)\))?"
    r'(?:, ATGM (?P<atgm_attack>\d+) to (?P<atgm_range>\d+)" from (?P<atgm_min_range>\d+)", '
    r"depletion (?P<atgm_depletion>\d+))?[;.]"
)


def printed(number):
    text = rulebook("micro_armour").rule(f"MA DAT {number}").statement
    return [
        {k: v if k == "weapon" else v and int(v) for k, v in found.groupdict().items()}
        for found in ENTRY.finditer(text.replace("; ", ";"))
    ]


@pytest.mark.parametrize("number", [pytest.param(n, marks=rule(f"MA DAT {n}")) for n in range(1, 9)])
def test_the_table_says_what_the_rule_says(number):
    entries = printed(number)
    assert len(entries) == (2 if number == 8 else 5)
    for entry in entries:
        tank = TANKS[entry["weapon"]]
        assert {name: getattr(tank, name) for name in entry} == entry


@rule("MA DAT tanks")
def test_there_are_37_types_each_in_one_rule():
    assert [entry["weapon"] for n in range(1, 9) for entry in printed(n)] == list(TANKS)
    assert len(TANKS) == 37
    assert TANKS["M1A2 Abrams"].points == 557, "the table's price, not the example's 574"


@rule("MA DAT missiles")
def test_the_missiles_and_their_depletion_numbers():
    missiles = {
        name: (t.atgm_attack, t.atgm_range, t.atgm_min_range, t.atgm_depletion)
        for name, t in TANKS.items()
        if t.atgm_attack
    }
    assert missiles == {
        "T55M/AT-10": (20, 40, 4, 4),
        "T-62M/AT-10": (20, 40, 4, 3),
        "T-72B/AT-11": (20, 50, 4, 3),
        "T-80/AT-8": (20, 50, 5, 3),
        "T-80 (Reactive)/AT-8": (20, 50, 5, 3),
        "T-80U/AT-8": (20, 50, 5, 3),
        "T-80U/AT-11": (20, 50, 4, 3),
        "T-90/AT-12": (21, 50, 4, 3),
        "M551A1/Shillelah": (20, 25, 3, 7),
    }


@rule("MA 08.02.01c")
def test_the_generations():
    assert dict(GENERATIONS) == {"I": -2, "II": -1, "III": 0, "IV": 1}


@rule("MA CRT")
def test_every_shot_that_is_fired_at_least_suppresses():
    for d in range(-3, 10):
        assert all(read(damage_rows(d), die) in ("S", "(S)", "D", "E") for die in range(-5, 30))
    chances = [Fraction(sum(read(damage_rows(3), a + b) == "E" for a in range(1, 7) for b in range(1, 7)), 36)]
    assert chances == [Fraction(1, 6)]
