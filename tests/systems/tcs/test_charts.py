"""The charts of TCS, against the numbers of the rulebook (TCS 1, 5, 9.1, 11, 12, 16.1, 17.2)."""

import pytest

from sandtable.kernel.pools import D6, D66, TWO_D6
from sandtable.systems.tcs.conditions import posture_shift
from sandtable.systems.tcs.tables import (
    AT_NUMBERS,
    FIRE,
    MORALE,
    UNITS,
    area_range,
    density,
    differential,
    fire_rows,
    morale_rows,
    point_band,
    spotting_range,
    spotting_start,
    syr_loss,
)

rule = pytest.mark.rule
FACES = [tens * 10 + units for tens in range(1, 7) for units in range(1, 7)]


def column(chart, heading):
    return next(each for each in chart.columns if each.heading == heading)


def check(chart, heading, *ends):
    """A column by the last face of each of its results, from the first result it has; the last one runs to 66."""
    rows = column(chart, heading).rows()
    results = [result for _, _, result in rows]
    assert [high for _, high, _ in rows] == [*(end for _, end in ends[:-1]), 66], heading
    assert results == [result for result, _ in ends], heading


def steps(first, *ends):
    """NE, MC, 1, 2 and so on from `first`, with the last face of each but the last."""
    names = ["NE", "MC", *map(str, range(1, 10))]
    start = names.index(first)
    return [(names[start + n], end) for n, end in enumerate((*ends, 66))]


@rule("TCS 9.1a")
def test_the_fire_table_has_twenty_columns():
    headings = "0 1 2 3 4 5 6 7-8 9-10 11-13 14-16 17-20 21-25 26-32 33-40 41-50 51-64 65-80 81-100 101+"
    assert " ".join(each.heading for each in FIRE.columns) == headings
    assert FIRE.column(12).heading == "11-13"
    assert FIRE.column(500).heading == "101+"


@pytest.mark.parametrize(
    ("heading", "first", "ends"),
    [
        pytest.param("0", "NE", (53, 65), marks=rule("TCS 9.1d")),
        pytest.param("1", "NE", (51, 63), marks=rule("TCS 9.1d")),
        pytest.param("2", "NE", (45, 62), marks=rule("TCS 9.1d")),
        pytest.param("3", "NE", (43, 61), marks=rule("TCS 9.1d")),
        pytest.param("4", "NE", (41, 56), marks=rule("TCS 9.1e")),
        pytest.param("5", "NE", (35, 54), marks=rule("TCS 9.1e")),
        pytest.param("6", "NE", (33, 53, 65), marks=rule("TCS 9.1e")),
        pytest.param("7-8", "NE", (26, 51, 65), marks=rule("TCS 9.1e")),
        pytest.param("9-10", "NE", (24, 51, 64, 65), marks=rule("TCS 9.1f")),
        pytest.param("11-13", "NE", (22, 45, 64, 65), marks=rule("TCS 9.1f")),
        pytest.param("14-16", "NE", (16, 41, 62, 64, 65), marks=rule("TCS 9.1f")),
        pytest.param("17-20", "NE", (14, 35, 56, 63, 64, 65), marks=rule("TCS 9.1g")),
        pytest.param("21-25", "NE", (12, 26, 54, 61, 63, 64, 65), marks=rule("TCS 9.1g")),
        pytest.param("33-40", "MC", (16, 45, 53, 61, 63, 64, 65), marks=rule("TCS 9.1h")),
        pytest.param("41-50", "MC", (14, 36, 46, 56, 63, 64, 65), marks=rule("TCS 9.1h")),
        pytest.param("26-32", "MC", (23, 52, 56, 63, 64, 65), marks=rule("TCS 9.1i")),
        pytest.param("51-64", "MC", (13, 35, 45, 54, 61, 63, 64, 65), marks=rule("TCS 9.1i")),
        pytest.param("65-80", "1", (26, 36, 46, 54, 62, 64, 65), marks=rule("TCS 9.1j")),
        pytest.param("81-100", "1", (23, 33, 43, 52, 56, 63, 65), marks=rule("TCS 9.1j")),
        pytest.param("101+", "1", (22, 33, 43, 52, 55, 62, 64, 65), marks=rule("TCS 9.1k")),
    ],
)
def test_a_column_of_the_fire_table(heading, first, ends):
    check(FIRE, heading, *steps(first, *ends))


MORALE_NAMES = ("NE", "Suppressed", "SYR", "Paralyzed", "Surrender")


@pytest.mark.parametrize(
    ("heading", "first", "ends"),
    [
        pytest.param("1-", "NE", (53, 64, 65), marks=rule("TCS 17.2a")),
        pytest.param("2", "NE", (46, 64, 65), marks=rule("TCS 17.2a")),
        pytest.param("3", "NE", (41, 64, 65), marks=rule("TCS 17.2a")),
        pytest.param("4", "NE", (33, 62, 64), marks=rule("TCS 17.2a")),
        pytest.param("5", "NE", (25, 54, 63), marks=rule("TCS 17.2b")),
        pytest.param("6", "NE", (21, 51, 61), marks=rule("TCS 17.2b")),
        pytest.param("7", "NE", (14, 43, 55, 65), marks=rule("TCS 17.2b")),
        pytest.param("8", "NE", (11, 34, 53, 64), marks=rule("TCS 17.2b")),
        pytest.param("9", "Suppressed", (24, 46, 63), marks=rule("TCS 17.2c")),
        pytest.param("10", "Suppressed", (15, 42, 61), marks=rule("TCS 17.2c")),
        pytest.param("11", "Suppressed", (13, 34, 53), marks=rule("TCS 17.2c")),
        pytest.param("12", "Suppressed", (11, 31, 45), marks=rule("TCS 17.2d")),
        pytest.param("13+", "SYR", (23, 41), marks=rule("TCS 17.2d")),
    ],
)
def test_a_column_of_the_morale_table(heading, first, ends):
    start = MORALE_NAMES.index(first)
    check(MORALE, heading, *((MORALE_NAMES[start + n], end) for n, end in enumerate((*ends, 66))))


@rule("TCS 1.0f")
def test_the_three_kinds_of_dice():
    assert sorted(D66.ways) == FACES
    assert (D6.throws, TWO_D6.read((3, 4)), D66.read((3, 4))) == (6, 7, 34)


@rule("TCS 1.0h", "TCS 1.0i")
def test_shifts_are_summed_and_the_ends_of_the_table():
    assert fire_rows(8, 7)[0] == "33-40"
    assert fire_rows(90, 5)[0] == "101+"
    assert fire_rows(2, -2)[0] == "0"
    assert fire_rows(2, -3) is None


@rule("TCS 5.0c", "TCS 5.0d")
def test_the_stacking_chart():
    shifts = {1: -3, 2: -3, 3: -1, 4: -1, 5: 0, 7: 0, 8: 1, 9: 1, 10: 3, 12: 3, 13: 6, 19: 6, 20: 10, 40: 10}
    found = {steps: density(steps) for steps in shifts}
    assert {steps: shift.value if shift else 0 for steps, shift in found.items()} == shifts
    assert [density(steps, sparse=False) is None for steps in (1, 2, 3, 4, 10)] == [True, True, True, True, False]


@pytest.mark.parametrize(
    ("trajectory", "shifts"),
    [
        pytest.param("inf", (4, 2, 1, 0, -1, -2, -3, -3, -3, -6, -6), marks=rule("TCS 11.1a")),
        pytest.param("low", (4, 2, 1, 0, 0, -1, -2, -2, -2, -3, -3), marks=rule("TCS 11.1b")),
        pytest.param("high", (4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0), marks=rule("TCS 11.1c")),
        pytest.param("mortar", (0,) * 11, marks=rule("TCS 11.1d")),
    ],
)
def test_the_range_line_of_each_class(trajectory, shifts):
    assert tuple(area_range(trajectory, hexes).value for hexes in range(11)) == shifts


@pytest.mark.parametrize(
    ("ground", "normal", "bold"),
    [
        pytest.param("billiard", (4, 2, -1), (2, 0, -3), marks=rule("TCS 11.2a")),
        pytest.param("open", (2, 0, -2), (0, -2, -5), marks=rule("TCS 11.2b")),
        pytest.param("partly", (0, -2, -4), (-2, -5, -7), marks=rule("TCS 11.2c")),
        pytest.param("protective", (-1, -3, -5), (-3, -6, -8), marks=rule("TCS 11.2d")),
    ],
)
def test_terrain_and_posture(ground, normal, bold):
    for unspotted, values in ((False, normal), (True, bold)):
        found = [
            sum(each.value for each in posture_shift(ground, posture, bold=unspotted, vehicles=False))
            for posture in ("move", "fire", "dug_in")
        ]
        assert tuple(found) == values


@rule("TCS 11.2f")
def test_vehicles_on_billiard_ground():
    found = [posture_shift("billiard", posture, bold=False, vehicles=True) for posture in ("move", "fire", "dug_in")]
    assert [each[0].value for each in found] == [2, 4, -1]


@rule("TCS 12.0a", "TCS 12.0b")
def test_the_bands_of_point_fire():
    assert [point_band(7, hexes).value for hexes in (0, 3, 4, 7, 8, 14)] == [5, 5, 3, 3, 0, 0]
    assert point_band(7, 15) is None


@rule("TCS 12.0d", "TCS 12.0e")
def test_the_differential():
    shifts = [differential(10 + each, 10).value for each in range(-4, 6)]
    assert shifts == [-12, -8, -4, -2, 0, 1, 2, 3, 3, 3]
    assert differential(5, 10) is None


@rule("TCS 7.1b", "TCS 7.1c")
def test_the_spotting_track():
    assert [spotting_range(step) for step in range(-1, 9)] == [0, 0, 1, 2, 3, 4, 6, 8, 12, 999]
    starts = {"us_rifle_plt": 3, "us_57mm_atg": 3, "us_81mm_sec": 3, "ge_75ig": 4, "ge_flak20": 4, "us_m4_75": 8}
    assert {name: spotting_range(spotting_start(UNITS[name])) for name in starts} == starts
    assert spotting_range(spotting_start(UNITS["us_truck"])) == 8
    assert spotting_range(spotting_start(UNITS["cw_25pdr"])) == 4


@rule("TCS 16.1")
def test_the_numbers_of_at_rolls():
    numbers = {kind: (row.in_hex, row.one_hex) for kind, row in AT_NUMBERS.items()}
    assert numbers == {"billiard": (9, 10), "open": (9, 10), "partly": (8, 9), "protective": (7, 8)}


@rule("TCS 17.5c")
def test_what_running_costs():
    assert [syr_loss(total) for total in (0, 4, 5, 8, 9, 11, 12, 20)] == [0, 0, 1, 1, 2, 2, 3, 3]


@rule("TCS 17.1a")
def test_the_total_is_held_to_the_table():
    assert [morale_rows(total)[0] for total in (-2, 1, 7, 13, 30)] == ["1-", "1-", "7", "13+", "13+"]
