"""Op sheets in a scenario file: what they say, and what is wrong with them (TCS 6.2, 6.9c, 6.9g, 6.15)."""

from importlib.resources import files

import pytest

import sandtable
from sandtable.kernel.errors import ScenarioError
from sandtable.scenarios import load
from sandtable.systems.tcs.orders import ground, standing
from sandtable.systems.tcs.planning import to_ask
from sandtable.systems.tcs.sheets import IMPLEMENTED, MISSIONS, PREPARING, STATES, TEMPLATE
from sandtable.systems.tcs.world import NOBODY

rule = pytest.mark.rule
TEXT = (files("sandtable.scenarios") / "tcs" / "crossroads-1944.toml").read_text(encoding="utf-8")
WAVE = """
[[sheet]]
name = "Second wave"
side = "US"
kind = "Attack"
objective = ["0806"]
state = "preparing"
weighted = 9
axis = ["0205", "0806"]
width = 2
assembly = ["0404"]
rally = ["0102"]
lines = [{ name = "Fish", hexes = ["0501", "0502", "0503", "0504", "0505", "0506", "0507", "0508", "0509"], turn = 3 }]
alternate = [{ name = "Round the wood", objective = ["0805"], axis = ["0205", "0503", "0805"] }]
[[sheet.group]]
name = "Storm"
[[sheet.group]]
name = "Base of fire"
mission = "support"
[[sheet.group]]
name = "Behind"
mission = "reserve"
"""
JOINED = 'sheet = "Take the crossroads"\nmode = "move"\nunits = [\n    { id = "us_hmg_sec"'


def made(tmp_path, text, **options):
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    return load(str(file), options)


def with_wave(wave=WAVE, force='sheet = "Second wave"\ngroup = "Base of fire"', text=TEXT):
    """Crossroads with a second wave, of the battalion's weapons unless it is said otherwise."""
    assert JOINED in text
    return text.replace(JOINED, JOINED.replace('sheet = "Take the crossroads"', force), 1) + wave


@rule("TCS 6.9f3")
def test_a_side_is_asked_whether_to_roll_for_a_sheet_of_the_scenario_that_says_so(tmp_path):
    always = made(tmp_path, with_wave(), command="full")
    assert to_ask(always.look(always.start(sandtable.Dice.seeded(1))), 0) == []
    asked = made(tmp_path, with_wave(WAVE.replace("weighted = 9", 'weighted = 9\nroll = "ask"')), command="full")
    assert to_ask(asked.look(asked.start(sandtable.Dice.seeded(1))), 0) == [3]


@rule("TCS 6.2", "TCS 6.2a", "TCS 6.8")
def test_a_sheet_in_preparation_lists_its_units_in_their_groups(tmp_path):
    game = made(tmp_path, with_wave())
    board = game.start(sandtable.Dice.seeded(1)).board
    sheet = board.sheets[3]
    assert (sheet.name, sheet.state, sheet.weighted) == ("Second wave", PREPARING, 9)
    assert [(group.name, MISSIONS[group.mission], group.joins) for group in sheet.groups] == [
        ("Storm", "take", 0),
        ("Base of fire", "support", 0),
        ("Behind", "reserve", 0),
    ]
    weapons = [n for n, name in enumerate(game.world.names) if name.startswith("D ")]
    assert sheet.groups[1].units == tuple(weapons)
    assert {board.units[n].sheet for n in weapons} == {NOBODY}
    name = game.world.hex_name
    assert [name(hex) for hex in sheet.measures.axis] == ["0205", "0806"]
    assert (sheet.measures.width, sheet.lines[0].name, sheet.lines[0].turn) == (2, "Fish", 3)
    assert [[name(hex) for hex in each] for each in (sheet.assembly, sheet.rally)] == [["0404"], ["0102"]]
    assert [name(hex) for hex in sheet.alternates[0].measures.objective] == ["0805"]


@rule("TCS 6.1", "TCS 6.9g")
def test_a_formation_in_force_on_one_sheet_may_be_listed_on_others(tmp_path):
    game = made(tmp_path, with_wave(force='sheet = "Take the crossroads"\nlisted = ["Second wave"]'))
    state = game.start(sandtable.Dice.seeded(1))
    weapons = [n for n, name in enumerate(game.world.names) if name.startswith("D ")]
    assert {state.board.units[n].sheet for n in weapons} == {0}
    assert state.board.sheets[3].groups[0].units == tuple(weapons)
    first = state.board.sheets[0]
    assert (first.state, first.row, first.steps) == (IMPLEMENTED, 5, 15 + 2 * 2 + 2 + 3 * 2 + 5)


@rule("TCS 6.9c")
def test_the_rating_of_a_side_and_of_a_formation(tmp_path):
    assert [each.prep for each in load("tcs/crossroads-1944").world.formations] == [3, 3, 3, 2, 2]
    game = made(tmp_path, TEXT + "\n[command.US]\nprep = 4\n")
    assert [each.prep for each in game.world.formations] == [4, 4, 4, 2, 2]
    game = made(tmp_path, TEXT.replace('formation = "Assault guns"', 'formation = "Assault guns"\nprep = 0'))
    assert [each.prep for each in game.world.formations] == [3, 3, 3, 2, 0]


@rule("TCS 6.9g")
def test_a_template_is_on_nobodys_desk(tmp_path):
    wave = WAVE.replace('"preparing"', '"template"').replace("weighted = 9\n", "")
    game = made(tmp_path, with_wave(wave, 'sheet = "Take the crossroads"'))
    sheet = game.start(sandtable.Dice.seeded(1)).board.sheets[3]
    assert (STATES[sheet.state], sheet.listed) == ("template", ())
    assert sheet.state == TEMPLATE


@rule("TCS 6.9g")
def test_a_sheet_may_begin_on_a_later_turn_or_on_arrival(tmp_path):
    wave = WAVE.replace('state = "preparing"\nweighted = 9\n', "from_turn = 4\n")
    board = made(tmp_path, with_wave(wave)).start(sandtable.Dice.seeded(1)).board
    assert (board.sheets[3].state, board.sheets[3].from_turn) == (PREPARING, 4)
    wave = WAVE.replace('state = "preparing"\nweighted = 9\n', "on_arrival = true\n")
    board = made(tmp_path, with_wave(wave)).start(sandtable.Dice.seeded(1)).board
    assert (board.sheets[3].state, board.sheets[3].on_arrival) == (IMPLEMENTED, True)


@rule("TCS 6.9g")
def test_a_sheet_from_turn_1_is_in_force_from_the_start(tmp_path):
    wave = WAVE.replace('state = "preparing"\nweighted = 9\n', "from_turn = 1\n")
    game = made(tmp_path, with_wave(wave))
    board = game.start(sandtable.Dice.seeded(1)).board
    weapons = [n for n, name in enumerate(game.world.names) if name.startswith("D ")]
    assert (board.sheets[3].state, board.sheets[3].from_turn) == (IMPLEMENTED, 0)
    assert {(board.units[n].sheet, board.units[n].group) for n in weapons} == {(3, 1)}, "Base of fire"
    listed = 'sheet = "Take the crossroads"\nlisted = ["Second wave"]'
    with pytest.raises(ScenarioError, match="'Second wave' is in force: name it as the sheet"):
        made(tmp_path, with_wave(wave, listed))
    made(tmp_path, with_wave(wave.replace("from_turn = 1", "from_turn = 2"), listed))


@rule("TCS 6.15e")
def test_an_axis_is_drawn_for_a_sheet_without_measures_if_the_game_asks_for_it(tmp_path):
    free, drawn = (load("tcs/crossroads-1944", {"unmarked_sheet": how}) for how in ("free", "axis"))
    assert free.world.sheets[0].measures.axis == ()
    axis = drawn.world.sheets[0].measures.axis
    assert axis[-1] in drawn.world.sheets[0].measures.objective
    assert drawn.world.sheets[0].measures.width == 3
    state = drawn.start(sandtable.Dice.seeded(1))
    inside = drawn.world.ground.map.indices(ground(drawn.look(state), 0))
    assert drawn.world.ground.map.index("0801") not in inside
    assert drawn.world.ground.map.index("0706") in inside


@rule("TCS 6.15e")
def test_an_axis_is_drawn_for_a_sheet_in_preparation_whatever_the_game_asks_for(tmp_path):
    drawn = ("axis", "width", "lines", "alternate")
    plain = "\n".join(line for line in WAVE.splitlines() if not line.startswith(drawn))
    sheet = made(tmp_path, with_wave(plain)).world.sheets[3]
    assert sheet.measures.axis[-1] in sheet.measures.objective
    assert sheet.measures.width == 3


@rule("TCS 6.6", "TCS 27.3")
def test_units_on_defense_get_their_posts_when_they_are_set_up():
    game = load("tcs/crossroads-1944")
    state = game.start(sandtable.Dice.seeded(1))
    state, _ = game.apply(state, 1, sandtable.Action("suggested"), sandtable.Dice.seeded(1))
    units, names = state.board.units, game.world.names
    assert all(units[n].post == units[n].at >= 0 for n in game.world.units_of[1] if units[n].at >= 0)
    enemy = game.view(state, 0)
    assert all(enemy.board.units[n].post == NOBODY for n in game.world.units_of[1])
    assert standing(game.look(state), names.index("Pak 40")).order == 'Hasty Defense order "Hold the crossroads"'


BROKEN = [
    (
        'side = "US"\nkind = "Attack"\nobjective = ["0806"]\nstate',
        'side = "UK"\nkind = "Attack"\nobjective = ["0806"]\nstate',
        "sheet 4 side: 'UK' is not one of the sides",
    ),
    (
        'name = "Second wave"',
        'name = "Counter-attack"',
        "sheet 4 name: there is another op sheet called 'Counter-attack'",
    ),
    ('name = "Second wave"', f'name = "{"x" * 41}"', "sheet 4 name: a name is 1 to 40 printable characters"),
    ('objective = ["0806"]', 'objective = ["2206"]', "sheet 4 objective: hex 2206 is not on the map"),
    ('objective = ["0806"]', "", "sheet 4 objective: say where to: an Attack order needs an objective"),
    ('objective = ["0806"]', 'objective = ["0701-1105"]', "sheet 4 objective: it has at most 19 hexes, not 25"),
    ("weighted = 9", "weighted = -1", "sheet 4 weighted: weighted turns are 0 to 999, not -1"),
    ('state = "preparing"', "", "sheet 4 weighted: only a sheet in preparation has weighted turns"),
    ('state = "preparing"\nweighted = 9', 'roll = "ask"', "sheet 4 roll: a sheet that is in force is not rolled for"),
    ('state = "preparing"', 'state = "ready"', "'ready'"),
    (
        'axis = ["0205", "0806"]',
        'axis = ["0205", "0805"]',
        "sheet 4 axis: an axis ends in its objective; this one ends in 0805",
    ),
    ("width = 2", "width = 5", "sheet 4 width: the width of an axis is 0 to 4, not 5"),
    (
        "width = 2",
        'direction = ["0205", "0806"]',
        "sheet 4 direction: an order has an axis or a direction of advance, not both",
    ),
    (
        'axis = ["0205", "0806"]\nwidth = 2',
        'direction = ["0205", "0806"]',
        "sheet 4 direction: 0806 is not beside 0205: a direction of advance names every hex",
    ),
    (
        'axis = ["0205", "0806"]\nwidth = 2',
        'boundary = [["0605-0705"]]',
        "sheet 4 boundary 1: a boundary runs from one edge of the map to another, or closes on itself",
    ),
    (
        'axis = ["0205", "0806"]\nwidth = 2',
        'boundary = [["0601-0701", "0605-0705"]]',
        "does not join the one before it",
    ),
    (
        'axis = ["0205", "0806"]\nwidth = 2',
        'boundary = [["0605-0805"]]',
        "sheet 4 boundary 1: 0605 and 0805 are not adjacent",
    ),
    (
        '"0506", "0507", "0508", "0509"]',
        '"0509"]',
        "sheet 4 lines 1 hexes: there is a way round Fish: it must cross the whole axis",
    ),
    (", turn = 3 }", " }", "sheet 4 lines 1: a phase line is crossed from a turn on"),
    (", turn = 3 }", ", turn = 3, signal = true }", "sheet 4 lines 1: a phase line is crossed from a turn on"),
    (
        'mission = "support"',
        'mission = "hold"',
        "sheet 4 group 2 mission: hold is no mission of an Attack order (TCS 6.2a)",
    ),
    (
        'name = "Behind"\nmission = "reserve"',
        'name = "Storm"\nmission = "reserve"',
        "sheet 4 group: two of them have the same name",
    ),
    (
        'mission = "reserve"',
        'mission = "reserve"\njoins = "Nobody"',
        "sheet 4 group 3 joins: a reserve joins one of the groups",
    ),
    (
        'mission = "reserve"',
        'mission = "reserve"\njoins = "Behind"',
        "sheet 4 group 3 joins: a reserve joins a group that is no reserve itself",
    ),
    ('rally = ["0102"]', 'rally = ["9902"]', "sheet 4 rally: hex 9902 is not on the map"),
    (
        'group = "Base of fire"\n',
        'group = "Rear"\n',
        "force 2 group: the op sheet 'Second wave' has no group 'Rear': Storm, Base of fire, Behind",
    ),
    (
        'sheet = "Second wave"\ngroup = "Base of fire"',
        'sheet = "Take the crossroads"\nlisted = ["Counter-attack"]',
        "the op sheet 'Counter-attack' is the other side's",
    ),
    ('group = "Base of fire"', 'listed = ["Take the crossroads"]', "force 2 listed: 'Take the crossroads' is in force"),
    (
        'group = "Base of fire"',
        'listed = ["Second wave"]',
        "force 2 listed: it is on the op sheet 'Second wave' twice; a unit has one mission",
    ),
    ('sheet = "Second wave"\ngroup', "group", "force 2 group: only a formation on an op sheet has a group"),
    ('group = "Base of fire"', "prep = 10", "force 2 prep: a Command Prep rating is 0 to 9, not 10"),
    (
        'objective = ["0806"]\nstate = "preparing"\nweighted = 9',
        'objective = ["0806"]\nfrom_turn = 3\non_arrival = true',
        "sheet 4 from_turn: a sheet that comes into force by itself has no other state",
    ),
    (
        'objective = ["0806"]\nstate = "preparing"\nweighted = 9',
        'objective = ["0806"]\nstate = "preparing"\non_arrival = true',
        "sheet 4 on_arrival: a sheet in force on arrival is not in preparation",
    ),
]


@rule("TCS 6.2", "TCS 27.1")
@pytest.mark.parametrize(("right", "wrong", "words"), BROKEN, ids=[words[:50] for _, _, words in BROKEN])
def test_what_is_wrong_with_a_sheet_is_told_in_a_sentence(tmp_path, right, wrong, words):
    text = with_wave()
    start = text.index('[[sheet]]\nname = "Second wave"') if right in WAVE else 0
    assert right in text[start:]
    with pytest.raises(ScenarioError) as fault:
        made(tmp_path, text[:start] + text[start:].replace(right, wrong, 1))
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)


@rule("TCS 6.2")
def test_an_order_in_preparation_needs_a_unit_that_can_fight_and_a_group_that_acts(tmp_path):
    with pytest.raises(ScenarioError, match="an order needs at least one unit that can fight"):
        made(tmp_path, with_wave(force='sheet = "Take the crossroads"'))
    wave = WAVE.replace('name = "Storm"', 'name = "Storm"\nmission = "reserve"').replace('"support"', '"reserve"')
    with pytest.raises(ScenarioError, match="not every group can be reserve"):
        made(tmp_path, with_wave(wave))
    with pytest.raises(ScenarioError, match=r"command US prep: a Command Prep rating is 0 to 9, not 11"):
        made(tmp_path, TEXT + "\n[command.US]\nprep = 11\n")
    with pytest.raises(ScenarioError, match="command UK: 'UK' is not one of the sides"):
        made(tmp_path, TEXT + "\n[command.UK]\nprep = 1\n")
