"""Scenarios of Micro Armour: forces, points, the shipped battles, victory (MA 01.00c, SCN), and files with mistakes."""

import re
from importlib.resources import files

import pytest
from msgspec.structs import replace

import sandtable
from sandtable import Action, Dice
from sandtable.kernel.errors import OptionError, ScenarioError
from sandtable.systems.micro_armour.board import NOBODY, Stand
from sandtable.systems.micro_armour.points import Costing, balance, force_points
from sandtable.systems.micro_armour.tables import TANKS
from sandtable.systems.micro_armour.victory import Clause, Victory
from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule

SHIPPED = [name for name in sandtable.names() if name.startswith("micro_armour/")]
DUEL = files("sandtable.scenarios").joinpath("micro_armour", "duel.toml").read_text(encoding="utf-8")


# Points


@rule("MA SCN points")
def test_a_force_costs_its_tanks_times_a_tenth_of_its_cohesion():
    assert force_points([427] * 10, 15) == 6405
    assert force_points([574] * 10, 16) == 9184
    assert force_points([TANKS["T-80U/AT-11"].points] * 10, 15) == 6405
    assert force_points([151, 149], 13) == 390
    assert force_points([1], 15) == 2, "half a point up"
    for level in (0, 21):
        with pytest.raises(ValueError, match="a cohesion level is 1 to 20"):
            force_points([100], level)


@rule("MA SCN HQ")
@pytest.mark.parametrize(("option", "points"), [(False, 2 * 274 + 279), (True, 4 * 274 + 279)])
def test_headquarters_cost_double_only_with_the_option(option, points):
    text = "Blue T-72 A 5,2 HQ\n Blue T-72 B 8,2 GHQ\n Blue M60A3 C 11,2\n Red T-72 X 5,30"
    b = Battle(text, cohesion=10, hq_double_points=option)
    assert b.game.world.points[0] == points
    assert f"Blue: cohesion 10, {points} points" in b.game.system.draw(b.look)


@rule("MA SCN balance")
def test_each_tool_has_its_best_setting():
    russians, americans = Costing(10, 427, 15), Costing(10, 574, 16)
    for forces in ((russians, americans), (americans, russians)):
        found = {each.tool: each for each in balance(*forces)}
        larger = forces.index(americans)
        assert found["drop"].forces[larger].points == 6429
        assert found["drop"].forces[larger].count == 7
        assert (found["lower cohesion"].forces[larger].cohesion, found["lower cohesion"].forces[larger].points) == (
            11,
            6314,
        )
        assert found["add"].forces[1 - larger].count == 14, "three or four more"
        assert found["raise cohesion"].forces[1 - larger].cohesion == 20
        assert [found[tool].gap for tool in ("drop", "lower cohesion")] == [24, 91]
    with pytest.raises(ValueError, match="1 to 60 tanks, not -3"):
        Costing(-3, 427, 15)


# The shipped battles


@rule("MA SCN force")
def test_a_force_is_three_companies_of_three_and_a_headquarters_tank():
    game = sandtable.load("micro_armour/duel")
    for force in game.scenario.force:
        assert [sum(entry.count for entry in company.tanks) for company in force.company] == [3, 3, 3, 1]
        assert force.company[-1].tanks[0].role == "GHQ"
        assert force.cohesion in (14, 16)
    assert game.world.points == (3906, 4384)


def share(table, kind):
    size = table.columns * table.rows
    held = sum(any(table.features[i].kind == kind for i in table.held_by(p)) for p in range(size))
    return 100 * held / size


@rule("MA SCN map")
def test_the_sample_map():
    table = sandtable.load("micro_armour/duel").world.table
    assert (table.width, table.height) == (3600, 6000)
    assert 10 <= share(table, "woods") <= 30
    lots = [each.polygon for each in table.features if each.kind == "woods"]
    for lot in lots:
        for side in zip(*lot, strict=True):
            assert 400 <= max(side) - min(side) <= 600
    towns = [each.polygon for each in table.features if "buildings" in each.kind]
    assert len(towns) <= 2
    assert sum(abs(_area(town)) for town in towns) <= 7 * 10_000
    (road,) = table.roads
    assert road.kind == "good_road"
    assert {road.line[0][1], road.line[-1][1]} == {0, 6000}
    for kind in ("woods", "light_buildings", "hill", "hilltop"):
        north = [
            sum(y for _, y in each.polygon) > 3000 * len(each.polygon) for each in table.features if each.kind == kind
        ]
        assert north.count(True) == north.count(False), f"as much {kind} on either half"


def _area(polygon):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True)) / 2


@rule("MA 01.00c")
@pytest.mark.parametrize("name", SHIPPED)
def test_every_battle_lasts_8_to_20_turns_and_says_how_it_is_won(name):
    game = sandtable.load(name)
    assert 8 <= game.world.turns <= 20
    assert game.scenario.briefing.strip()
    victory = game.scenario.victory
    assert victory.standard or victory.clause
    assert sandtable.load(name, {"turns": 9}).world.turns == 9


@rule("MA 01.00a")
def test_a_shipped_battle_has_tech_levels_2_to_4_and_generations_iii_and_iv():
    games = [sandtable.load(name) for name in SHIPPED]
    assert {force.generation for game in games for force in game.scenario.force} == {"III", "IV"}
    assert {tank.tech_level for game in games for tank in game.world.tanks} <= {2, 3, 4}


@rule("MA 02.00g")
@pytest.mark.parametrize(
    ("name", "generations"),
    [
        ("1973-valley", {"Israel": "III", "Syria": "III"}),
        ("1979-road", {"US": "III", "Soviet": "III"}),
        ("1987-gap", {"West German": "IV", "Soviet": "IV"}),
        ("1991-easting", {"US": "IV", "Iraq": "III"}),
    ],
)
def test_a_shipped_battle_has_the_generations_of_its_date(name, generations):
    game = sandtable.load(f"micro_armour/{name}")
    assert {force.side: force.generation for force in game.scenario.force} == generations
    values = [sum(each.value for each in modifiers if "generation" in each.words) for modifiers in game.world.command]
    assert values == [int(generations[side] == "IV") for side in game.sides]


@rule("MA TEC smoke")
@pytest.mark.parametrize("option", [True, False])
def test_smoke_that_is_drawn_while_the_option_is_off_is_mentioned(option, tmp_path):
    cloud = '\n[[table.feature]]\nkind = "smoke"\npolygon = [[5, 30], [9, 30], [9, 34], [5, 34]]\n\n[[table.road]]'
    file = tmp_path / "mine.toml"
    file.write_text(DUEL.replace("\n[[table.road]]", cloud, 1), encoding="utf-8")
    game = sandtable.load(str(file), {"smoke": option})
    assert any(feature.kind == "smoke" for feature in game.world.table.features) == option
    _, events = game.start_with_events(Dice.scripted())
    said = [game.tell(event) for event in events]
    assert said == ([] if option else ["The smoke on the map is left out: the option smoke is off"])
    _, silent = sandtable.load("micro_armour/duel").start_with_events(Dice.scripted())
    assert not silent, "a map without smoke"


# Victory


def ended(blue, red, *dice, turn=3, victory=None, **how):
    """The end of a turn after this many losses of ten."""
    lines = []
    for side, lost in (("Blue", blue), ("Red", red)):
        for n in range(10):
            y = 5 if side == "Blue" else 35
            marks = "lost" if n < lost else "GHQ" if n == 9 else ""
            role = "GHQ" if n == 9 else ""
            lines.append(f"{side} T-72 {side[0]}{n} {2 + 3 * n},{y} {marks if marks == role else f'{marks} {role}'}")
    b = Battle("\n".join(lines), whole=True, phase="move", passes=1, turn=turn, sighting=1, victory=victory, **how)
    return b.do("skip", None, *dice)


def winner(b):
    result = b.game.result(b.state)
    return None if result is None else result.winner


GO_ON = (8, 7, 7, 7)


@rule("MA SCN victory")
def test_51_percent_of_the_enemy_for_at_most_50_of_ones_own_wins():
    assert winner(ended(5, 6)) == 0
    assert winner(ended(6, 5)) == 1
    assert winner(ended(0, 6)) == 0
    assert winner(ended(0, 5, *GO_ON)) is None, "half is not enough"
    assert winner(ended(0, 5, victory=Victory(destroyed=50))) == 0, "unless a scenario says so: at least that much"
    assert winner(ended(6, 6, *GO_ON)) is None, "too dear"
    assert sandtable.load("micro_armour/duel").world.turns == 12


@rule("MA SCN draw")
def test_otherwise_it_is_drawn_at_the_end():
    b = ended(2, 3, turn=12)
    assert b.game.over(b.state)
    assert winner(b) is None
    b = ended(6, 7, turn=12)
    assert b.game.over(b.state)
    assert winner(b) is None


def off_the_table(blue, *, turn=12, **how):
    """The end of a turn with this many of Blue's ten stands still off the table."""
    lines = [f"Blue T-72 B{n} {'off' if n < blue else f'{2 + 3 * n},5'} {'GHQ' if n == 9 else ''}" for n in range(10)]
    lines += [f"Red T-72 R{n} {2 + 3 * n},35 {'GHQ' if n == 9 else ''}" for n in range(10)]
    b = Battle("\n".join(lines), whole=True, phase="move", passes=1, turn=turn, sighting=1, **how)
    return b.do("skip", None, *(() if turn == 12 else GO_ON))


@rule("MA SCN entry")
def test_stands_that_could_have_come_on_and_did_not_are_lost_at_the_end():
    b = off_the_table(10)
    assert winner(b) == 1, "a side that never comes on loses"
    assert b.told().count("never_came") == 10
    assert b.game.result(b.state).score == (10, 0)
    assert winner(off_the_table(6)) == 1
    assert winner(off_the_table(5)) is None, "half is not enough"
    early = off_the_table(10, turn=11)
    assert not early.game.over(early.state), "they may still come"
    assert winner(off_the_table(10, late_stands_lost=False)) is None


@rule("MA SCN entry")
def test_a_company_that_was_not_free_to_come_on_is_not_lost():
    b = Battle("Blue T-72 A 5,5\n Red T-72 X 5,35", whole=True, phase="move", passes=1, turn=12, sighting=1)
    b.do("skip")  # each side's Staff is held back until turn 99
    assert b.game.result(b.state).score == (0, 0)


@rule("MA SCN entry")
def test_a_condition_of_the_scenario_counts_them_at_the_end_too():
    worn = Victory(standard=False, clause=(Clause("Red", "worn down", destroyed=3),))
    assert winner(off_the_table(3, victory=worn)) == 1
    assert winner(off_the_table(2, victory=worn)) is None
    once = Victory(standard=False, clause=(Clause("Red", "worn down", destroyed=3, when="each_turn"),))
    assert not off_the_table(3, victory=once, turn=11).state.result, "not before the end"


@rule("MA SCN draw")
@pytest.mark.parametrize("each_turn", [True, False])
def test_it_is_checked_each_turn_unless_the_option_says_at_the_end(each_turn):
    b = ended(0, 6, *(() if each_turn else GO_ON), victory_each_turn=each_turn)
    assert b.game.over(b.state) == each_turn
    assert winner(ended(0, 6, turn=12, victory_each_turn=each_turn)) == 0


@rule("MA SCN break")
def test_a_force_past_its_break_point_loses():
    assert winner(ended(4, 1, break_point=3)) == 1
    assert winner(ended(3, 1, *GO_ON, break_point=3)) is None
    assert winner(ended(4, 1, *GO_ON)) is None, "off by default"
    both = ended(4, 4, break_point=3)
    assert both.game.over(both.state)
    assert winner(both) is None


@rule("MA 01.00c")
def test_a_scenario_may_have_conditions_of_its_own():
    through = Victory(
        standard=False, clause=(Clause("Blue", "through", stands=3, north_of=4, south_of=6, when="each_turn"),)
    )
    assert winner(ended(0, 0, victory=through)) == 0
    assert winner(ended(8, 0, 8, 7, 7, 7, victory=through)) is None, "two are left there"
    late = Victory(standard=False, clause=(Clause("Red", "worn down", destroyed=2, lost=1),), otherwise="Blue")
    assert winner(ended(2, 1, *GO_ON, victory=late)) is None
    assert winner(ended(2, 1, victory=late, turn=12)) == 1
    assert winner(ended(2, 2, victory=late, turn=12)) == 0, "otherwise Blue has held"
    assert winner(ended(10, 0, victory=late)) == 1, "with nobody left the end has come, whatever the turn"
    drawn = Victory(standard=False, clause=(Clause("Red", "a draw", destroyed=2, draw=True),), otherwise="Blue")
    assert winner(ended(2, 2, victory=drawn, turn=12)) is None
    more = Victory(standard=False, clause=(Clause("Red", "more", north_of=30, outnumber=True),))
    assert winner(ended(1, 0, victory=more, turn=12)) == 1
    assert winner(ended(0, 0, victory=more, turn=12)) is None


@rule("MA 01.00c")
def test_an_objective_is_held_by_the_side_that_was_last_alone_near_it():
    game = sandtable.load("micro_armour/1987-gap")
    (_, spot), *_ = game.world.objectives
    blue, red = 0, game.world.owners.index(1)
    board, _ = game.system.start(game)
    holders = []
    for there in ([], [blue, red], [blue], [], [blue, red], [red]):
        stands = [Stand(at=spot) if n in there else Stand() for n in range(len(board.stands))]
        field = game.system.field(game, replace(board, stands=tuple(stands)))
        game.world.victory.hold(field)
        board = field.freeze()
        holders.append(board.holders[0])
    assert holders == [NOBODY, NOBODY, 0, 0, 0, 1]
    x, y = game.world.table.point(spot)
    for away, holder in ((300, 0), (350, 1)):
        at = game.world.table.position(x + away, y)
        stands = [Stand(at=at) if n == blue else Stand() for n in range(len(board.stands))]
        near = game.system.field(game, replace(board, stands=tuple(stands)))
        game.world.victory.hold(near)
        assert near.board.holders[0] == holder, "three inches are near"
    assert [name for name, _ in game.world.objectives] == list(game.scenario.objective)
    first = Victory(standard=False, clause=(Clause("NATO", "holds more", spots=True),))
    look = game.system.look(game, board)
    assert not first.clause[0].holds(look, 0)
    assert first.clause[0].holds(look, 1)


# Files with mistakes


def load(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return sandtable.load(str(file))


def test_the_shipped_file_loads_from_anywhere(tmp_path):
    assert load(tmp_path, DUEL).fingerprint == sandtable.load("micro_armour/duel").fingerprint


COMPANY = '{ name = "A Company", tanks = [{ weapon = "M60A3", count = 3 }] }'
GHQ = '{ name = "Headquarters", tanks = [{ weapon = "M60A3", role = "GHQ" }] }'
SOUTH = "polygon = [[0, 0], [36, 0], [36, 1], [0, 1]]"
CLAUSE = '\n[[victory.clause]]\nside = "Blue"\nwords = "x"\n'

MISTAKES = [
    ('sides = ["Blue", "Red"]', 'sides = ["Blue"]', "sides =", "Micro Armour has two sides, not 1"),
    ('side = "Red"', 'side = "Green"', 'side = "Green"', "'Green' is not one of the sides Blue, Red"),
    ('side = "Red"', 'side = "Blue"', "[[force]]", "Blue needs one force, and has 2"),
    ("cohesion = 14", "cohesion = 0", "cohesion = 0", "a cohesion level is 1 to 20, not 0"),
    ("cohesion = 14", "cohesion = 21", "cohesion = 21", "a cohesion level is 1 to 20, not 21"),
    ("cohesion = 14", "cohesion = 14.5", "cohesion = 14.5", "it must be a whole number, not a decimal number"),
    (
        "cohesion = 14",
        'cohesion = 14\ngeneration = "V"',
        "generation",
        "a generation is one of I, II, III, IV, not 'V'",
    ),
    ("cohesion = 14", "cohesion = 14\ncommand = 9", "command", "a command value is -5 to 5, not 9"),
    ("cohesion = 14", "cohesion = 14\nmorale = 9", "morale", "there is no such key here"),
    ('zone = "SOUTH"', 'zone = "EAST"', 'zone = "EAST"', "the table has no zone 'EAST': it has SOUTH, NORTH"),
    (SOUTH, "polygon = [[5, 5], [9, 5], [9, 9], [5, 9]]", 'zone = "SOUTH"', "zone SOUTH has no point at an edge"),
    ('name = "B Company"', 'name =  "A Company"', "name =  ", "there is another company called 'A Company'"),
    ('"B Company"', '""', 'name = ""', "a name is 1 to 60 printable characters, not ''"),
    (
        'weapon = "M60A3"',
        'weapon = "M60A4"',
        "M60A4",
        "there is no vehicle 'M60A4': M60A1, M60A3, M60A3/Reactive",
    ),
    ("count = 3", "count = 0", "count = 0", "a count is 1 to 60, not 0"),
    ("count = 3", "count = 60", "[[force]]", "a battle has at most 60 stands, not 77"),
    ("count = 3", "count = 3, at = [[1, 1]]", "count = 3, at", "M60A3: 3 tanks, but 1 places"),
    ("count = 3", 'count = 3, role = "boss"', "boss", "'boss' is not one of"),
    (COMPANY, COMPANY.replace("] }", "], not_before = 0 }"), "not_before = 0", "a turn is 1 to 99, not 0"),
    (COMPANY, '{ name = "A Company", tanks = [] }', "tanks = []", "A Company has no tanks"),
    (GHQ, GHQ.replace("GHQ", "HQ"), "company = [", "Blue needs one tank with the role GHQ, and has 0"),
    (GHQ, GHQ.replace('"GHQ"', '"GHQ", count = 2'), "company = [", "needs one tank with the role GHQ, and has 2"),
    ("inches = 30", "inches = 0", "sighting =", "give either the inches or the ground"),
    ("inches = 30", 'inches = 30, ground = "open"', "sighting =", "give either the inches or the ground"),
    ("inches = 30", "inches = 300", "sighting =", "visibility is 1 to 100 inches, not 300"),
    ("inches = 30", "inches = 30, fired = -1", "sighting =", "0 to 100 inches farther, not -1"),
    ("inches = 30", "inches = 30, from_turn = 2", "sighting =", "nothing says how far Blue sees on turn 1"),
    ("inches = 30", "inches = 30, from_turn = 0", "sighting =", "a turn is 1 to 99, not 0"),
    ("inches = 30", 'inches = 30, side = "Nobody"', "sighting =", "'Nobody' is not one of the sides Blue, Red"),
    ("width = 36", "width = nan", "width = nan", "nan is not a length in inches"),
    ("width = 36", "width = 36.3", "width = 36.3", "in half inches"),
    ('kind = "woods"', 'kind = "jungle"', "jungle", "no kind 'jungle'"),
    (
        'kind = "good_road"',
        'kind = "path"',
        'kind = "path"',
        "a road is one of good_road, poor_road, track, not 'path'",
    ),
    (
        "[[17.17, 9],",
        "[[10.17, 9],",
        'name = "top of the rise" @-2',
        "a hilltop lies on a hill; one without is a crest",
    ),
    ("[options]", 'objective = ["hill"]\n[options]', "objective =", "there is no marker 'hill': there are none"),
    ("turns = 12", "turns = 0", "turns = 0", "option 'turns' must be a whole number from 1 to 40"),
    ("turns = 12", 'front_arc = "60"', "front_arc", "option 'front_arc' must be one of 90, 120, 180"),
    ("\n[table]", "\n[victory]\ndestroyed = 101\n[table]", "destroyed = 101", "destroyed is 0 to 100 percent, not 101"),
    ("\n[table]", "\n[victory]\nradius = 0\n[table]", "radius = 0", "an objective reaches 0.5 to 20 inches, not 0"),
    ("\n[table]", '\n[victory]\notherwise = "X"\n[table]', "otherwise", "'X' is not one of the sides"),
    ("\n[table]", CLAUSE.replace("Blue", "X") + "[table]", 'side = "X"', "'X' is not one of the sides"),
    ("\n[table]", CLAUSE + "south_of = -1\n[table]", "[[victory.clause]]", "a line is 0 to 1000 inches north, not -1"),
    ('title = "Duel"', "title = 3", "title =", "title: it must be text, not a whole number"),
]


@pytest.mark.parametrize(("old", "new", "where", "why"), MISTAKES)
def test_every_mistake_is_named_with_file_and_line(tmp_path, old, new, where, why):
    assert old in DUEL
    text = DUEL.replace(old, new, 1)
    with pytest.raises(ScenarioError, match=re.escape(why)) as refused:
        load(tmp_path, text)
    said = str(refused.value)
    assert "\n" not in said
    assert f"mine.toml line {_line(text, where)}," in said, said


def _line(text, where):
    """The first line with these words; ` @-2` is the second line before it."""
    words, before = re.fullmatch(r"(.*?)(?: @-(\d))?", where).groups()
    return next(n for n, line in enumerate(text.split("\n"), 1) if words in line) - int(before or 0)


DEPLOYED = DUEL.replace('zone = "SOUTH"', 'zone = "SOUTH"\ndeployed = true')


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("[[5, 5], [5.5, 5], [9, 5]]", "Blue A Company 2 would stand on another"),
        ("[[5, 5], [99, 5], [9, 5]]", "Blue A Company 2 cannot stand at 99,5: off the table"),
        ("[[5, 5], [nan, 5], [9, 5]]", "Blue A Company 2 cannot stand at nan,5: nan is not a length"),
    ],
)
def test_places_where_no_stand_can_be_are_refused(tmp_path, at, why):
    with pytest.raises(ScenarioError, match=re.escape(why)):
        load(tmp_path, DEPLOYED.replace("count = 3", f"count = 3, at = {at}", 1))


def test_a_zone_too_small_for_its_stands_is_refused(tmp_path):
    with pytest.raises(ScenarioError, match="zone SOUTH has no room for all its stands"):
        load(tmp_path, DEPLOYED.replace(SOUTH, "polygon = [[0, 0], [4, 0], [4, 1], [0, 1]]"))


def test_a_force_that_is_on_the_table_is_set_up_in_its_zone(tmp_path):
    game = load(tmp_path, DEPLOYED)
    state = game.start(Dice.scripted())
    state, _ = game.apply(state, 0, Action("suggested"), Dice.scripted())
    points = game.decision(state, 0).offer("place").targets
    assert len(points) == 142, "two rows of 71 half inches"
    first = next(iter(points))
    state, _ = game.apply(state, 0, Action("place", first), Dice.scripted())
    assert first not in game.decision(state, 0).offer("place").targets, "on no other stand"


def test_an_option_from_outside_is_checked_too():
    with pytest.raises(OptionError, match="option 'sighting_mixed' must be one of 20, 30"):
        sandtable.load("micro_armour/duel", {"sighting_mixed": "25"})
