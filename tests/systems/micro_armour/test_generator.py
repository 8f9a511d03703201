"""The generator of Micro Armour: forces, points, balance, fair tables, files that load and play."""

import itertools
import json

import pytest
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

import sandtable
from sandtable.cli.app import run
from sandtable.contract import CHECKS, check
from sandtable.kernel.datafile import load_toml
from sandtable.kernel.datawriting import to_toml
from sandtable.kernel.errors import OptionError, SandtableError
from sandtable.scenarios import generated_name, load
from sandtable.systems.micro_armour.generator import GENERATOR, Battle, generate
from sandtable.systems.micro_armour.scenario import MicroScenario
from sandtable.systems.micro_armour.tables import TANKS
from sandtable.systems.micro_armour.terrain_maker import fair_table

rule = pytest.mark.rule
NAMES = tuple(TANKS)


def battle(number):
    """One of many questions, with other vehicles, numbers, tools and ground each time."""
    tools = ("none", "best", "drop", "lower cohesion", "raise cohesion", "both cohesions")
    return Battle(
        blue=NAMES[number % 37], red=NAMES[(7 * number + 3) % 37], blue_tanks=1 + number % 12,
        red_tanks=1 + (5 * number) % 12, blue_cohesion=8 + number % 11, red_cohesion=8 + (3 * number) % 11,
        balance=tools[number % 6], blue_generation=("III", "IV")[number % 2], red_command=number % 3 - 1,
        side_roads=("none", "poor roads", "tracks", "both", "random")[number % 5], seed=number,
        woods=(0, 10, 20, 30)[number % 4],
        towns=("random", "none", "one", "two")[number % 4], hills=("random", "none", "two pairs")[number % 3],
        sighting=(30, 20, 40)[number % 3], turns=(12, 4, 8)[number % 3],
    )  # fmt: skip


def polygons(table, *kinds):
    return [Polygon([(float(x), float(y)) for x, y in each.polygon]) for each in table.feature if each.kind in kinds]


# The table


@rule("MA SCN map")
@pytest.mark.parametrize("seed", range(0, 60, 2))
def test_a_table_keeps_the_suggestions_of_the_rules(seed):
    table = fair_table(seed)
    assert (table.width, table.height) == (36, 60)
    woods = polygons(table, "woods")
    share = unary_union(woods).area / (36 * 60)
    assert 0.1 <= share <= 0.3
    assert all(3.9 <= each.bounds[2] - each.bounds[0] <= 6.1 for each in woods), "lots of 4 to 6 inches"
    assert all(a.intersection(b).area < 0.05 for a, b in itertools.combinations(woods, 2)), "each a lot of its own"
    towns = polygons(table, "light_buildings", "heavy_buildings")
    assert len(towns) <= 2
    assert sum(each.area for each in towns) <= 7.001
    (road,) = table.road
    assert (road.kind, road.line[0][1], road.line[-1][1]) == ("good_road", 0, 60)
    line = LineString([(float(x), float(y)) for x, y in road.line]).buffer(0.5)
    assert not any(each.intersects(line) for each in woods), "the road is free"
    assert len(polygons(table, "hill")) == len(polygons(table, "hilltop")) in (2, 4)


@rule("MA SCN map")
@pytest.mark.parametrize("seed", range(1, 40, 3))
def test_a_table_is_the_same_for_both_sides(seed):
    table = fair_table(seed)
    turned = lambda spots: {(round(36 - float(x), 2), round(60 - float(y), 2)) for x, y in spots}  # noqa: E731
    there = {(each.kind, frozenset(map(tuple, each.polygon))) for each in table.feature}
    assert {(kind, frozenset(turned(spots))) for kind, spots in there} == there
    assert {spot for road in table.road for spot in turned(road.line)} == {
        spot for road in table.road for spot in road.line
    }


def test_a_seed_makes_one_table_and_another_seed_another():
    assert fair_table(5) == fair_table(5)
    assert len({to_toml(fair_table(seed)) for seed in range(20)}) == 20
    assert not polygons(fair_table(1, towns="none"), "light_buildings")
    assert len(polygons(fair_table(1, hills="two pairs"), "hill")) == 4
    assert not polygons(fair_table(1, hills="none"), "hill")


@rule("MA SCN tracks")
@pytest.mark.parametrize(
    ("wanted", "kinds"),
    [("none", []), ("poor roads", ["poor_road"]), ("tracks", ["track"]), ("both", ["poor_road", "track"])],
)
@pytest.mark.parametrize("seed", range(1, 30, 4))
def test_poor_roads_and_tracks_lead_from_both_edges_to_the_good_road(wanted, kinds, seed):
    good, *others = fair_table(seed, side_roads=wanted).road
    assert [road.kind for road in others] == [kind for kind in kinds for _ in range(2)]
    line = LineString([(float(x), float(y)) for x, y in good.line])
    for west, east in zip(others[::2], others[1::2], strict=True):
        assert (west.line[0][0], east.line[0][0]) == (0, 36)
        assert all(0 < float(road.line[0][1]) < 60 for road in (west, east))
        assert all(line.distance(Point(*map(float, road.line[-1]))) < 0.01 for road in (west, east))
        assert [(round(36 - float(x), 2), round(60 - float(y), 2)) for x, y in west.line] == [
            (round(float(x), 2), round(float(y), 2)) for x, y in east.line
        ]


@rule("MA SCN tracks")
def test_side_roads_change_nothing_else_and_may_be_drawn():
    plain, added = fair_table(7), fair_table(7, side_roads="both")
    assert (added.feature, added.road[0], added.zone) == (plain.feature, plain.road[0], plain.zone)
    drawn = [{road.kind for road in fair_table(seed, side_roads="random").road[1:]} for seed in range(40)]
    assert all(found in drawn for found in (set(), {"poor_road"}, {"track"}, {"poor_road", "track"}))
    assert len(generate(Battle(seed=7, side_roads="both")).scenario.table.road) == 5


# Forces


@rule("MA SCN points", "MA SCN force")
def test_ten_tanks_are_a_headquarters_and_three_companies():
    made = generate(Battle(blue="M1A1 Abrams", red="T-80U/AT-11", blue_cohesion=15))
    assert [force.points for force in made.forces] == [4710, 5978]
    for force in made.scenario.force:
        assert [sum(entry.count for entry in company.tanks) for company in force.company] == [1, 3, 3, 3]
        assert force.company[0].tanks[0].role == "GHQ"
    game = load(generated_name("micro_armour", Battle(blue="M1A1 Abrams", red="T-80U/AT-11", blue_cohesion=15)))
    assert game.world.points == (4710, 5978)


@rule("MA SCN balance")
@pytest.mark.parametrize("tool", ["drop", "add", "lower cohesion", "raise cohesion", "both cohesions"])
def test_each_tool_of_balance_is_set_as_well_as_it_can_be(tool):
    ask = Battle(blue="M60A3", red="T-80U/AT-11")
    plain = generate(ask)
    made = generate(Battle(blue="M60A3", red="T-80U/AT-11", balance=tool))
    setting = next(each for each in plain.settings if each.tool == tool)
    assert made.forces == setting.forces
    assert abs(made.forces[0].points - made.forces[1].points) == setting.gap < 427
    best = generate(Battle(blue="M60A3", red="T-80U/AT-11", balance="best"))
    assert abs(best.forces[0].points - best.forces[1].points) == min(each.gap for each in plain.settings)


@rule("MA SCN cohesion")
def test_balance_may_change_both_cohesions():
    made = generate(Battle(blue="M48A5", red="T-90/AT-12", balance="both cohesions"))
    (asked,) = {(force.count, force.cohesion) for force in made.asked}
    assert asked == (10, 14)
    gaps = {  # every pair of levels, the smaller force's raised and the larger's lowered
        (up, down): abs((2710 * up + 5) // 10 - (5630 * down + 5) // 10)
        for up in range(15, 21)
        for down in range(1, 14)
    }
    best = min(gaps, key=gaps.get)
    assert (made.forces[0].cohesion, made.forces[1].cohesion) == best == (19, 9)
    assert [force.count for force in made.forces] == [10, 10]
    turned = generate(Battle(red="M48A5", blue="T-90/AT-12", balance="both cohesions"))
    assert turned.forces == made.forces[::-1]
    notes = GENERATOR.make(Battle(blue="M48A5", red="T-90/AT-12")).notes
    assert (
        "both cohesions: Blue has 10 tanks at cohesion 19 and Red has 10 tanks at cohesion 9;"
        " 5149 against 5067 points, 82 apart"
    ) in notes
    even = generate(Battle(red="M60A3", balance="both cohesions"))
    assert even.forces == even.asked, "there is nothing to change"


@rule("MA SCN handicap")
@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"blue": "M1A2 Abrams"}, "Blue is the better force (7798 points against 3836); give it to the less"),
        ({"red": "M1A2 Abrams"}, "Red is the better force (7798 points against 3906); give it to the less"),
        ({"red": "M60A3"}, "neither force is better than the other"),
        ({"red": "M60A3", "red_command": 1}, "Red is the better force (as many points, and better commanded); give"),
        ({"red": "M60A3", "blue_generation": "IV"}, "Blue is the better force (as many points, and better"),
        ({"red": "M60A3", "blue_generation": "IV", "red_command": 1}, "neither force is better"),
        ({"blue": "M1A1 Abrams", "red": "T-80U/AT-11", "balance": "add"}, "Blue is the better force (6154 points"),
    ],
)
def test_the_generator_says_which_force_the_less_experienced_player_should_have(values, words):
    made = GENERATOR.make(Battle(**values))
    (note,) = [each for each in made.notes if each.startswith("handicap: ")]
    assert note.startswith(f"handicap: {words}")
    assert note.removeprefix("h") in " ".join(made.scenario.briefing.split())


@rule("MA 08.02.01a", "MA 04.01")
def test_each_side_has_the_generation_and_the_command_value_it_was_given():
    ask = Battle(blue_generation="IV", red_generation="II", blue_command=2, red_command=-1)
    game = load(generated_name("micro_armour", ask))
    values = [[(each.value, each.rule) for each in modifiers] for modifiers in game.world.command]
    assert values == [
        [(2, "MA 08.02.01a"), (1, "MA 08.02.01c")],
        [(-1, "MA 08.02.01a"), (-1, "MA 08.02.01c")],
    ]
    assert GENERATOR.make(ask).notes[:2] == (
        "Blue: 10 tanks at cohesion 14, generation IV, command value +2, 3906 points",
        "Red: 10 tanks at cohesion 14, generation II, command value -1, 3836 points",
    )
    plain = load(generated_name("micro_armour", Battle()), {"ghq_command_value": 3})
    assert [sum(each.value for each in modifiers) for modifiers in plain.world.command] == [3, 3], "0 leaves it open"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"blue": "Tiger"}, "there is no vehicle 'Tiger': sandtable vehicles lists them all"),
        ({"woods": 5}, "woods: 10 to 30 percent, or 0 to draw it, not 5"),
        ({"blue_tanks": 40, "red_tanks": 40}, "a battle has at most 60 stands, not 80: begin with fewer"),
        ({"seed": -1}, "seed: it must be a whole number of at least 0"),
    ],
)
def test_a_battle_that_cannot_be_says_why(values, words):
    with pytest.raises(OptionError) as fault:
        Battle(**values)
    assert str(fault.value) == words


# Files and names


@pytest.mark.parametrize("number", range(0, 40, 5))
def test_a_file_reads_back_to_the_same_battle(number):
    scenario = generate(battle(number)).scenario
    assert load_toml(to_toml(scenario), "a.toml", MicroScenario) == scenario


def test_the_command_writes_a_file_that_loads(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ask = ["generate", "micro_armour", "--blue", "M1A1 Abrams", "--red", "T-80U/AT-11", "--seed", "7"]
    assert run(ask) == 0
    out = capsys.readouterr().out
    assert "raise cohesion: Blue has 10 tanks at cohesion 19; 5966 against 5978 points, 12 apart" in out
    file = tmp_path / "m1a1-abrams-v-t-80u-at-11-7.toml"
    game = sandtable.load(str(file))
    assert game.scenario == generate(Battle(blue="M1A1 Abrams", red="T-80U/AT-11", seed=7)).scenario
    assert run(ask) == 2
    assert "is there already" in capsys.readouterr().err
    assert run([*ask, "--force", "--json"]) == 0
    assert load(json.loads(capsys.readouterr().out)["name"]).scenario == game.scenario
    assert run([*ask, "--out", "-"]) == 0
    assert capsys.readouterr().out == file.read_text()
    assert run([*ask, "--turns", "99"]) == 2
    assert capsys.readouterr().err == "sandtable: --turns: it must be a whole number of at most 40; it takes 1 to 40\n"
    assert run([*ask, "--side-roads", "canals"]) == 2
    assert "--side-roads: " in capsys.readouterr().err
    more = ["--side-roads", "both", "--blue-generation", "IV", "--red-generation", "III", "--blue-command", "1"]
    assert run([*ask, *more, "--red-command", "-1", "--balance", "both cohesions", "--force"]) == 0
    other = Battle(
        blue="M1A1 Abrams", red="T-80U/AT-11", seed=7, side_roads="both", blue_generation="IV", blue_command=1,
        red_command=-1, balance="both cohesions",
    )  # fmt: skip
    assert sandtable.load(str(file)).scenario == generate(other).scenario
    assert run(["generate", "demo"]) == 2
    assert run([*ask, "--out", str(tmp_path / "no" / "where.toml")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_name_makes_the_same_battle_again():
    name = generated_name("micro_armour", battle(23))
    game = load(name, {"turns": 2})
    assert (game.name, game.options["turns"]) == (name, 2)
    assert game.scenario == generate(battle(23)).scenario
    for wrong in ("micro_armour/generated?blue=Tiger", "micro_armour/generated?turns=99", "demo/generated?seed=1"):
        with pytest.raises(SandtableError):
            load(wrong)
    with pytest.raises(SandtableError):
        load("micro_armour/generated?" + "x" * 10_000)


# The contract


def pytest_generate_tests(metafunc):
    if "generated_battle" in metafunc.fixturenames:
        metafunc.parametrize("generated_battle", range(200 if metafunc.config.getoption("long") else 6))


def test_generated_battles_keep_the_contract(generated_battle, request):
    """A handful, each with some of the promises in two turns; `--long` checks every promise on 200 battles."""
    long = request.config.getoption("long")
    name = generated_name("micro_armour", battle(generated_battle))
    game = load(name, {} if long else {"turns": 2})
    for place, promise in enumerate(CHECKS):
        if long or (place + generated_battle) % 3 == 0:
            check(game, promise, 4 * generated_battle)
    if long:
        check(game, "plays to the end", 4 * generated_battle + 3)  # by the best bots


def test_only_what_would_bring_the_forces_closer_is_told():
    even = GENERATOR.make(Battle(seed=7)).notes
    assert [note for note in even if "apart" in note] == [
        "70 points apart: no tank and no cohesion more or less would bring them closer"
    ]
    uneven = GENERATOR.make(Battle(blue="M1A1 Abrams", seed=7)).notes
    assert any(note.startswith("drop: Blue has 9 tanks") for note in uneven)
    assert not any("closer" in note for note in uneven)
