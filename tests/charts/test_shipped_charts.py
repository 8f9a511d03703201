"""Every shipped chart loads, and says what the printed one says."""

import pickle
from fractions import Fraction

import pytest

from sandtable.charts import Column, DiceChart, Rulebook, faces_d66

from . import shipped as ship
from .shipped import LOADERS, SYSTEMS, shipped


@pytest.mark.parametrize("chart", LOADERS)
def test_a_shipped_chart_passes_its_own_check(chart: str) -> None:
    LOADERS[chart](shipped(chart))


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_chart_is_left_untested(system: str) -> None:
    names = {f"{system}/charts/{file.name}" for file in shipped(f"{system}/charts").iterdir()}
    assert names <= LOADERS.keys()


# --- TCS


@pytest.fixture(scope="module")
def fire() -> DiceChart[str]:
    return ship.fire_table(shipped("tcs/charts/fire_table.csv"))


@pytest.mark.parametrize(
    ("strength", "roll", "result"),
    [
        (0, 53, "NE"),
        (0, 54, "MC"),
        (0, 66, "1"),
        (12, 22, "NE"),
        (12, 23, "MC"),
        (12, 46, "1"),
        (12, 65, "2"),
        (12, 66, "3"),
        (26, 24, "1"),
        (32, 23, "MC"),
        (80, 36, "2"),
        (101, 66, "9"),
        (5000, 11, "1"),
    ],
)
def test_fire_table(fire: DiceChart[str], strength: int, roll: int, result: str) -> None:
    assert fire.column(strength).read(roll) == result


def test_fire_table_shifts_seven_to_the_right(fire: DiceChart[str]) -> None:
    column = fire.column(8).shift(+7)
    assert column is not None
    assert column.heading == "33-40"
    assert [column.read(roll) for roll in (16, 45, 53)] == ["MC", "1", "2"]


def test_fire_table_ends_at_the_right_and_falls_off_at_the_left(fire: DiceChart[str]) -> None:
    assert fire.column(1).shift(+99) is fire.columns[-1]
    assert fire.column(3).shift(-3) is fire.columns[0]
    assert fire.column(3).shift(-4) is None
    assert fire.column(-4, clamp=True) is fire.columns[0]


def test_fire_table_column_lists_its_rows_in_dice_order(fire: DiceChart[str]) -> None:
    assert fire.column(30).rows() == (
        (11, 23, "MC"),
        (24, 52, "1"),
        (53, 56, "2"),
        (61, 63, "3"),
        (64, 64, "4"),
        (65, 65, "5"),
        (66, 66, "6"),
    )


@pytest.mark.parametrize(
    ("table", "order"),
    [
        ("fire_table", ship.FIRE_RESULTS),
        ("morale_table", ship.MORALE_RESULTS),
        ("artillery_adjustment_table", ship.ADJUSTMENT_RESULTS),
    ],
)
def test_results_rise_with_the_roll_and_with_the_column(table: str, order: tuple[str, ...]) -> None:
    chart: DiceChart[str] = LOADERS[f"tcs/charts/{table}.csv"](shipped(f"tcs/charts/{table}.csv"))  # type: ignore[assignment]
    rank = {result: place for place, result in enumerate(order)}

    def ranks(column: Column[str]) -> list[int]:
        return [rank[column.read(roll)] for roll in faces_d66()]

    for column in chart.columns:
        assert ranks(column) == sorted(ranks(column))
        stronger = column.shift(+1)
        assert stronger is not None
        assert all(weak <= strong for weak, strong in zip(ranks(column), ranks(stronger), strict=True))


def test_morale_table() -> None:
    morale = ship.morale_table(shipped("tcs/charts/morale_table.csv"))
    assert morale.column(-5).heading == "1-"
    assert morale.column(40).heading == "13+"
    assert morale.column(8).read(11) == "NE"
    assert morale.column(8).read(12) == "Suppressed"
    assert morale.column(8).read(65) == "Surrender"
    assert morale.column(13).read(11) == "SYR"


def test_artillery_adjustment_table() -> None:
    adjustment = ship.adjustment_table(shipped("tcs/charts/artillery_adjustment_table.csv"))
    column = adjustment.column(10)
    assert [column.read(roll) for roll in (16, 21, 24, 41)] == [
        "No Shoot",
        "Scatter",
        "Bad Shoot",
        "Good Shoot",
    ]
    assert adjustment.column(15, clamp=True).heading == "13"
    assert adjustment.column(-2, clamp=True).heading == "1"
    assert [adjustment.column(2).read(roll) for roll in (61, 66)] == ["Bad Shoot", "Good Shoot"]


# --- Tactical Combat


def test_infantry_chart() -> None:
    chart = ship.infantry_chart(shipped("tactical_combat/charts/infantry.csv"))
    assert chart.read(6, "green").morale == "suppressed"
    assert chart.read(6, "regular").morale == "none"
    assert chart.read(6, "elite").morale == "none"
    for quality in ship.QUALITIES:
        assert (chart.read(-3, quality).hits, chart.read(-3, quality).morale) == (1, "paralyzed")
        assert (chart.read(3, quality).hits, chart.read(3, quality).morale) == (1, "suppressed")
        assert (chart.read(5, quality).hits, chart.read(5, quality).morale) == (0, "suppressed")
        assert (chart.read(14, quality).hits, chart.read(14, quality).morale) == (0, "none")


def test_antitank_chart() -> None:
    chart = ship.antitank_chart(shipped("tactical_combat/charts/antitank.csv"))
    assert chart.read(3, "elite").forced_back_inches == 8
    assert chart.read(4, "elite").forced_back_inches == 0
    assert [chart.read(6, quality).morale for quality in ship.QUALITIES] == ["suppressed", "none", "none"]


def test_modifiers_of_tactical_combat() -> None:
    infantry = ship.modifiers(shipped("tactical_combat/charts/infantry_modifiers.csv"))
    antitank = ship.modifiers(shipped("tactical_combat/charts/antitank_modifiers.csv"))
    assert {name: row.value for name, row in infantry.items()} == {
        "hard_cover": 2,
        "cover": 1,
        "smoke": 1,
        "firer_paralyzed": 2,
        "firer_suppressed": 1,
        "long_range": 1,
    }
    assert {name: row.value for name, row in antitank.items()} == {
        "flank": -3,
        "road": -2,
        "cover": 1,
        "smoke": 1,
        "firer_paralyzed": 2,
        "firer_suppressed": 1,
        "long_range": 1,
    }
    known = {rule.id for rule in Rulebook.load(shipped("tactical_combat/rules.csv"))}
    limits = ship.limits(shipped("tactical_combat/charts/limits.csv"))
    assert {row.rule for row in (*infantry.values(), *antitank.values(), *limits.values())} <= known


def test_lengths_and_numbers_of_tactical_combat() -> None:
    limits = ship.limits(shipped("tactical_combat/charts/limits.csv"))
    assert {name: row.value for name, row in limits.items()} == {
        "command_radius": 200,
        "infantry_reach": 200,
        "panic_move": 800,
        "retreat": 400,
        "fall_back": 800,
        "seen_before_fire": 100,
        "objective_radius": 300,
        "template_radius": 150,
        "along_road": 200,
        "vehicle_types": 6,
        "vehicle_hits": 1,
        "platoon_hits": 3,
        "gun_hits": 3,
        "weapons_stand_hits": 2,
        "replacement_turns": 2,
        "infantry_uphill": 2,
        "vehicle_uphill": 4,
        "fast_move": 2000,
        "slow_move": 1200,
        "fire_arc": 180,
        "hull_gun_arc": 90,
        "weak_gun": 1,
    }
    arms = ship.arms(shipped("tactical_combat/charts/arms.csv"))
    assert {arm: row.move for arm, row in arms.items()} == {"infantry": 800, "leader": 800, "gun": 400, "vehicle": 1600}
    quality = ship.qualities(shipped("tactical_combat/charts/quality.csv"))
    assert [(each.acts_at_most, each.minimum_points, each.recovers_at_least) for each in quality.values()] == [
        (4, 2, 6),
        (6, 3, 5),
        (8, 4, 4),
    ]


def test_stands_of_tactical_combat() -> None:
    stands = ship.stand_kinds(shipped("tactical_combat/charts/stands.csv"))
    assert {each.hits for each in stands.values() if each.arm == "leader"} == {1}
    assert {each.hits for each in stands.values() if each.arm == "infantry"} == {3}
    assert {(each.move, each.normal_range, each.max_range) for each in stands.values()} == {(800, 800, 1600)}
    assert [name for name, each in stands.items() if each.weapons] == ["hmg", "light_mortar", "heavy_mortar"]
    assert [name for name, each in stands.items() if each.template] == ["heavy_mortar"]


def test_every_stand_of_tactical_combat_has_a_symbol() -> None:
    symbols = ship.symbols(shipped("tactical_combat/charts/symbols.csv"))
    assert set(ship.stand_kinds(shipped("tactical_combat/charts/stands.csv"))) <= set(symbols)
    vehicles = ship.vehicles(shipped("tactical_combat/charts/vehicles.csv"))
    assert {each.arm for each in vehicles.values()} <= set(symbols)
    assert symbols["rifle"].symbol == "UCI---"
    assert {len(each.symbol) for each in symbols.values()} == {6}


def test_vehicles_of_tactical_combat() -> None:
    vehicles = ship.vehicles(shipped("tactical_combat/charts/vehicles.csv"))
    assert len(vehicles) == 44
    hits = {(each.arm, each.hits_squad, each.hits_platoon) for each in vehicles.values()}
    assert hits == {("vehicle", 1, 3), ("gun", 3, 3)}
    assert [name for name, each in vehicles.items() if each.carries] == ["w44_ht", "w44_truck"]
    assert [name for name, each in vehicles.items() if each.gun is None] == ["w44_ht", "w44_truck"]
    short = {name for name, each in vehicles.items() if (each.normal_range, each.max_range) != (1600, 2400)}
    assert short == {"w44_ht"}


def test_terrain_of_tactical_combat() -> None:
    terrain = ship.table_terrain(shipped("tactical_combat/charts/terrain.csv"))
    assert {(each.infantry, each.vehicle) for each in terrain.values()} == {
        (1, 1),
        (1, 4),
        (2, 4),
        (1, 0),
        (2, 0),
        (0, 0),
    }
    assert {name for name, each in terrain.items() if each.cover == 2} == {
        "buildings",
        "wall",
        "hard_cover",
        "bunker",
        "trench",
        "shingle",
    }


# --- Micro Armour


def crt_formula(die: int, differential: int) -> str:
    """The combat results table in one line of arithmetic, to check the printed cells by."""
    bonus = 0 if differential <= 0 else 1 if differential <= 4 else 2
    eliminated = differential + bonus
    if die <= eliminated and differential >= 0:
        return "E"
    if die <= eliminated + 4:
        return "D"
    return "(S)" if die <= eliminated + 6 else "S"


def test_combat_results_table_in_all_its_cells() -> None:
    crt = ship.crt(shipped("micro_armour/charts/crt.csv"))
    assert (crt.rows, crt.columns) == (range(19, -1, -1), range(-3, 10))
    cells = {(die, column): crt.read(die, column) for die in crt.rows for column in crt.columns}
    assert len(cells) == 260
    assert cells == {place: crt_formula(*place) for place in cells}
    assert crt.read(23, -8, clamp=True) == crt.read(19, -3) == "S"


def test_tanks() -> None:
    tanks = ship.tanks(shipped("micro_armour/charts/tanks.csv"))
    assert len(tanks) == 37
    abrams = tanks["M1A1 Abrams"]
    assert (abrams.points, abrams.tech_level, abrams.defense, abrams.speed) == (314, 3, 20, 20)
    assert (abrams.cannon_attack, abrams.cannon_range, abrams.atgm_attack) == (20, 30, None)
    shillelagh = tanks["M551A1/Shillelah"]
    assert (shillelagh.atgm_attack, shillelagh.atgm_range) == (20, 25)
    assert (shillelagh.atgm_min_range, shillelagh.atgm_depletion) == (3, 7)
    assert [name for name, tank in tanks.items() if tank.amphibious_speed] == ["PT-76"]


def test_terrain_costs_stay_exact() -> None:
    terrain = ship.terrain(shipped("micro_armour/charts/terrain.csv"))
    assert terrain["good_road"].cost_tracked == Fraction(1, 2)
    assert terrain["track"].cost_wheeled == Fraction(3, 2)
    assert terrain["woods"].cost_tracked == 3
    assert [name for name, ground in terrain.items() if ground.concealing] == [
        "light_buildings",
        "heavy_buildings",
        "woods",
        "grove",
        "rough_3",
    ]


@pytest.mark.parametrize(
    ("tech_level", "far_edges"),
    [(1, (1, 5, 10, 15, 21)), (2, (1, 8, 16, 24, 33)), (3, (1, 10, 20, 30, 41)), (4, (1, 12, 24, 36, 49))],
)
def test_range_chart(tech_level: int, far_edges: tuple[int, ...]) -> None:
    chart = ship.range_chart(shipped("micro_armour/charts/range.csv"))
    for modifier, inches in enumerate(far_edges, start=-1):
        assert chart.read(inches, tech_level).die_modifier == modifier
        assert chart.read(inches + 1, tech_level).die_modifier == modifier + 1


def test_command_chart() -> None:
    chart = ship.command_chart(shipped("micro_armour/charts/command.csv"))
    assert [chart.read(total).orders for total in range(2, 15)] == [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


# --- The rulebooks


@pytest.mark.parametrize(
    ("system", "rules", "chapters", "known", "title"),
    [
        ("micro_armour", 169, 17, "MA 04.00", "Cohesion roll"),
        ("tactical_combat", 150, 10, "TC S2", "Phase order"),
        ("tcs", 608, 40, "TCS 1.0a", "Scale"),
    ],
)
def test_rulebook(system: str, rules: int, chapters: int, known: str, title: str) -> None:
    book = Rulebook.load(shipped(f"{system}/rules.csv"))
    assert (len(book), len(book.chapters)) == (rules, chapters)
    assert book.rule(known).title == title
    assert book.rule(known) in book.search(title.upper())
    assert [rule for chapter in book.chapters for rule in book.chapter(chapter)] == list(book)


# --- Charts travel to other processes


@pytest.mark.parametrize("chart", LOADERS)
def test_a_chart_survives_pickling(chart: str) -> None:
    assert repr(pickle.loads(pickle.dumps(LOADERS[chart](shipped(chart))))) == repr(LOADERS[chart](shipped(chart)))


def test_a_pickled_chart_still_answers() -> None:
    fire = pickle.loads(pickle.dumps(ship.fire_table(shipped("tcs/charts/fire_table.csv"))))
    assert fire.column(8).shift(+7) is fire.column(33)
    with pytest.raises(ValueError, match="begins at 0"):
        fire.column(-1)
    ranges = pickle.loads(pickle.dumps(ship.range_chart(shipped("micro_armour/charts/range.csv"))))
    with pytest.raises(ValueError, match="begins at 1"):
        ranges.read(0, 2)
