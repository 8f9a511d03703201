"""Scenario files and maps of TCS: errors name file and line (TCS 27.1)."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

import sandtable
from sandtable.contract import play_out
from sandtable.kernel.errors import ScenarioError
from sandtable.scenarios import load
from sandtable.systems.tcs.mapfile import as_tiled
from sandtable.systems.tcs.tables import UNITS

rule = pytest.mark.rule
TEXT = (files("sandtable.scenarios") / "tcs" / "crossroads-1944.toml").read_text(encoding="utf-8")


@rule("TCS 27.1", "TCS 3.0a")
def test_crossroads_has_its_forces_and_its_map():
    world = sandtable.load("tcs/crossroads-1944").world
    steps = [sum(world.kinds[n].steps for n in world.units_of[side]) for side in (0, 1)]
    assert steps == [32, 22]
    assert (world.turns, world.visibility, world.clock(1)) == (9, 12, "0900")
    assert (world.ground.map.width, world.ground.map.height) == (15, 12)
    assert world.ground.map.elevation[world.ground.map.index("1104")] == 220
    pak = world.names.index("Pak 40")
    kind = world.kinds[pak]
    assert (kind.point_strength, kind.point_range_nominal, kind.target_class, kind.defence) == (5, 8, "B", 0)
    assert (world.morale[pak], world.battalions[world.battalion_of[pak]]) == (4, "II Battalion")


@rule("TCS 3.0c", "TCS 3.0d")
def test_units_have_their_classes():
    assert len(UNITS) == 152
    rifle, tank, mortar, truck = (UNITS[each] for each in ("us_rifle_plt", "us_m4_75", "us_81mm_sec", "us_truck"))
    assert (rifle.trajectory_class, rifle.target_class, rifle.infantry, rifle.vehicle) == ("inf", "A", True, False)
    assert (tank.area_strength, tank.point_strength, tank.target_class, tank.defence) == (5, 3, "P", 3)
    assert mortar.trajectory_class == "mortar"
    assert (truck.area_strength, truck.target_class, truck.defence) == (None, "B", 0)


@rule("TCS 3.0c")
def test_steps_follow_the_size_of_a_unit():
    for kind in UNITS.values():
        expected = {
            "infantry": (5, 2),
            "engineer": (5,),
            "mg": (2,),
            "mortar": (2,),
            "squad": (2,),
            "infantry_gun": (1, 2),
        }
        assert kind.steps in expected.get(kind.kind, (1,)), kind.id


BROKEN = [
    ('area = "GE"', 'area = "GB"', "force 4 area: there is no area 'GB': there are US, GE, GE_R"),
    ('side = "US"\nformation = "A', 'side = "UK"\nformation = "A', "force 1 side: 'UK' is not one of the sides"),
    ('id = "us_rifle_plt"', 'id = "us_rifle"', "force 1 units: there is no unit 'us_rifle'"),
    ('US = "0102-0211"', 'US = "0102-1611"', "area US: hex 1602 is not on the map"),
    ('US = "0102-0211"', 'US = "0211-0102"', "area US: 0211-0102 runs backwards"),
    ("morale = 3", "morale = 12", "morale: a morale is 1 to 9, not 12"),
    ("w..www.......ww", "w..www......ww", "map terrain 1: row 01 of the terrain has 14 characters"),
    (".....w.v....w..", ".....w.x....w..", "map terrain 5: row 05, column 08 of the terrain is 'x'"),
    ("000000000111000", "0000000001110!0", "map elevation 1: row 01, column 14"),
    ('"0606-0706"', '"0606-0806"', "map hexside 1: a hedge is misplaced"),
    ('"0706", "0806", "0906"', '"0706", "0906"', "map road 1: a primary road is broken"),
    ('kind = "hedge"', 'kind = "moat"', "map hexside 1: the map has a hexside feature called moat"),
    ('start = "0900"', 'start = "2560"', "start: the start is an hour and a minute such as 0900"),
    ("visibility = 12", "visibility = -3", "visibility: it is 1 to 99 hexes"),
    ('hexes = ["0805",', 'hexes = ["2205",', "victory hexes: hex 2205 is not on the map"),
    ('held_by = "German"', 'held_by = "Nobody"', "victory held_by: 'Nobody' is not one of the sides"),
    ('sheet = "Counter-attack"', 'sheet = "Charge"', "force 5 sheet: there is no op sheet 'Charge'"),
    ('at = ["0806"] }', 'at = ["0101"] }', "force 4 units: Pak 40 cannot be set up in 0101"),
    ("arrives = 3", "arrives = 2", "varies: what arrives a turn early or late is due on turn 3 or later"),
    ('name = "8 HMG Section"', 'name = "Pak 40"', "force 4 units: there are two units called 'Pak 40'"),
    ("width = 15", "width = 100", "map: a map is 1 to 99 hexes"),
    ("[area]", "[areas]", "there is no such key here"),
]


@pytest.mark.parametrize(("right", "wrong", "words"), BROKEN, ids=[words[:40] for _, _, words in BROKEN])
def test_what_is_wrong_in_a_file_is_told_with_its_line(tmp_path, right, wrong, words):
    assert right in TEXT
    file = tmp_path / "own.toml"
    file.write_text(TEXT.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(ScenarioError) as fault:
        load(str(file))
    assert words in str(fault.value)
    line = int(str(fault.value).split(" line ")[1].split(",")[0].split(":")[0])
    where = TEXT.replace(right, wrong, 1)[: TEXT.index(right)].count("\n") + 1
    assert line == where or not words.startswith(("map terrain", "map elevation", "start", "visibility", "area")), where
    assert 1 <= line <= TEXT.count("\n") + 1
    assert "\n" not in str(fault.value)


@rule("TCS 21.1")
def test_a_scenario_lays_mines(tmp_path):
    file = tmp_path / "own.toml"
    mines = '\n[[mines]]\nside = "German"\nhexes = "0605-0607"\n'
    file.write_text(TEXT + mines, encoding="utf-8")
    game = load(str(file))
    state = game.start(sandtable.Dice.seeded(1))
    assert [(game.world.hex_name(hex), owner) for hex, owner in state.board.mines] == [
        ("0605", 1),
        ("0606", 1),
        ("0607", 1),
    ]
    for wrong, words in (
        (mines.replace("German", "Nobody"), "mines 1 side: 'Nobody' is not one of the sides"),
        (mines.replace("0607", "2207"), "mines 1 hexes: hex 1605 is not on the map"),
        (mines + mines, "mines 2 hexes: 0605 is mined twice"),
    ):
        file.write_text(TEXT + wrong, encoding="utf-8")
        with pytest.raises(ScenarioError, match=words):
            load(str(file))


@rule("TCS 1.0e")
def test_a_line_of_the_terrain_chart_is_checked(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(TEXT + '\n[[terrain]]\nkind = "woods"\nfoot = "some"\n', encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"line 1\d\d, terrain 1: the cost of woods is 'some'"):
        load(str(file))
    file.write_text(TEXT + '\n[[terrain]]\nkind = "woods"\nfoot = "5/2"\n', encoding="utf-8")
    assert load(str(file)).world.ground.movements["foot"].costs.terrain["woods"] == 15


def test_the_map_is_drawn():
    game = sandtable.load("tcs/crossroads-1944")
    state = game.start(sandtable.Dice.seeded(1))
    scene, picture = game.scene(), game.picture(state, 0)
    assert (scene.columns, scene.rows, len(scene.cells), len(scene.pieces)) == (15, 12, 180, 22)
    assert {edge.kind for edge in scene.edges} == {"hedge"}
    assert len(scene.roads) == 14 + 11
    assert [goal.holder for goal in picture.goals] == [1, 1, 1, 1]


# Maps in files of their own


def beside(tmp_path, name, text):
    """The scenario with its map in this file."""
    start, end = TEXT.index("[map]"), TEXT.index("[area]")
    scenario = tmp_path / "own.toml"
    scenario.write_text(TEXT[:start].rstrip() + f'\nmap = "{name}"\n\n' + TEXT[end:], encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    return str(scenario)


def drawn():
    start, end = TEXT.index("[map]"), TEXT.index("[area]")
    return TEXT[start:end].replace("[map]", "").replace("map.", "")


def tiled():
    return as_tiled(sandtable.load("tcs/crossroads-1944").scenario.map)


@pytest.mark.parametrize(("name", "text"), [("own.map.toml", drawn), ("own.tmj", tiled)])
def test_a_map_in_a_file_of_its_own_is_the_same_map(tmp_path, name, text):
    own, shipped = load(beside(tmp_path, name, text())), sandtable.load("tcs/crossroads-1944")
    assert own.world.ground.map == shipped.world.ground.map


BAD_MAPS = [
    (
        "own.map.toml",
        drawn,
        ".....w.v....w..",
        ".....w.x....w..",
        12,
        "terrain 5: row 05, column 08 of the terrain is 'x'",
    ),
    (
        "own.map.toml",
        drawn,
        'kind = "hedge"',
        'kind = "moat"',
        44,
        "hexside 1: the map has a hexside feature called moat",
    ),
    ("own.tmj", tiled, '"hexagonal"', '"orthogonal"', 4, "the map must be hexagonal"),
    ("own.tmj", tiled, '"staggeraxis": "x"', '"staggeraxis": "y"', 4, "stagger axis X and stagger index odd"),
    ("own.tmj", tiled, '"type": "hedge"', '"type": "moat"', 1, "a hexside feature called moat"),
    (
        "own.tmj",
        tiled,
        '"type": "village"',
        '"type": "castle"',
        None,
        "the layer terrain at 0805 has a tile called 'castle'",
    ),
    ("own.tmj", tiled, '"width": 15', '"width": 16', None, "the layer terrain has 180 tiles for 16 x 12"),
    ("own.tmj", tiled, '"width": 15', '"width": 150', 8, "a map is 1 to 99 hexes wide"),
    ("own.tmj", tiled, '"name": "terrain"', '"name": "ground"', None, "there is no tile layer called terrain"),
    ("own.tmj", tiled, '"value": 180', '"value": "high"', None, "the property base_m is 'high'"),
    ("own.tmj", tiled, "{", "{{", 1, "it is not JSON"),
    ("own.tmj", tiled, '"layers"', '"sheets"', 1, "it is not a map of Tiled"),
]


@pytest.mark.parametrize(("name", "text", "right", "wrong", "line", "words"), BAD_MAPS)
def test_what_is_wrong_in_a_map_file_is_told_with_its_line(tmp_path, name, text, right, wrong, line, words):
    assert right in text()
    with pytest.raises(ScenarioError) as fault:
        load(beside(tmp_path, name, text().replace(right, wrong, 1)))
    told = str(fault.value)
    assert words in told
    assert told.startswith(f"{name} line {line if line else ''}")
    assert "\n" not in told


def test_a_map_file_lies_beside_its_scenario(tmp_path):
    file = beside(tmp_path, "own.tmj", tiled())
    (tmp_path / "own.tmj").unlink()
    with pytest.raises(ScenarioError, match=r"own\.tmj: it cannot be read"):
        load(file)
    scenario = tmp_path / "own.toml"
    scenario.write_text(scenario.read_text(encoding="utf-8").replace("own.tmj", "../own.tmj"), encoding="utf-8")
    with pytest.raises(ScenarioError, match="lies beside the scenario"):
        load(file)


def test_the_scenario_of_the_guide_is_played_to_its_end(tmp_path):
    guide = (Path(__file__).parents[3] / "docs" / "tcs-scenarios.md").read_text(encoding="utf-8")
    text, *_ = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)  # the others show single parts
    file = tmp_path / "ford.toml"
    file.write_text(text, encoding="utf-8")
    assert play_out(load(str(file)), 1).state.result is not None


def test_the_terrain_of_the_guide_to_maps_can_be_used(tmp_path):
    guide = (Path(__file__).parents[3] / "docs" / "maps.md").read_text(encoding="utf-8")
    drawn, own = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    start, end = TEXT.index("[map]"), TEXT.index("[area]")
    scenario = TEXT[:start] + drawn + own + TEXT[end:]
    for old, new in (("0102-0211", "0101-0203"), ("0604-1209", "0401-0503"), ('"1506"', '"0503"')):
        scenario = scenario.replace(old, new)
    scenario = re.sub(r", at = \[.*?\]", "", scenario).replace('["0805", "0806", "0906", "0707"]', '["0401"]')
    scenario = scenario.replace('objective = ["0806"]', "").replace("hexes = 4\n", "hexes = 1\n", 1)
    levels = scenario.index("[[victory.level]]\nhexes = 3")
    scenario = scenario[:levels] + scenario[scenario.index("[[victory.level]]\nhexes = 0") :]
    file = tmp_path / "own.toml"
    file.write_text(scenario, encoding="utf-8")
    ground = load(str(file)).world.ground
    assert (ground.map.width, ground.map.height, ground.map.elevation[0]) == (5, 3, 180)
    assert ground.movements["tracked"].costs.terrain["orchard"] == 9


@rule("TCS 20.3b")
def test_who_rides_has_a_tank_and_arrives_later(tmp_path):
    text = (files("sandtable.scenarios") / "tcs" / "crossroads-1944.toml").read_text(encoding="utf-8")
    ridden = '{ id = "ge_stug3", count = 2, name = "StuG", leader = 1 },\n'
    walks = '{ id = "us_hmg_sec", name = "D HMG Section", at = ["0209"] }'
    assert text.count(ridden) == text.count(walks) == 1
    for broken in (text.replace(ridden, ""), text.replace(walks, walks.replace(" }", ", rides = true }"))):
        path = tmp_path / "battle.toml"
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(ScenarioError, match="cannot ride: a rider is on foot, arrives after the start"):
            load(str(path))


@rule("TCS 4.2a", "TCS 6.9f3", "TCS 18.1")
def test_crossroads_with_guns_has_its_battery_its_dug_in_germans_and_its_orders():
    game = sandtable.load("tcs/crossroads-guns")
    assert game.options["command"] == "full"
    (battery,) = game.world.support.batteries
    assert game.sides[battery.side] == "US"
    state = play_out(game, 1, "best", steps=60, finish=False).state
    company = [n for n, name in enumerate(game.world.names) if name.startswith(("7 ", "8 ", "Pak"))]
    assert len(company) == 5
    assert all(state.board.units[n].dug_in for n in company)
    sheets = {sheet.name: sheet for sheet in state.board.sheets}
    village = {game.world.ground.map.index(each) for each in ("0805", "0806", "0906", "0707")}
    assert set(sheets["Take the crossroads"].measures.objective) == village
    assert sheets["Keep the crossroads"].roll == "ask", "nobody wants to be on the defensive on turn 1"
