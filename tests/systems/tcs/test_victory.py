"""Who has won (TCS 27.1): hexes, places, points, and losses that spoil a result."""

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.kernel.errors import ScenarioFault
from sandtable.systems.tcs.victory import Level, Score, Victory, check_victory, hold, points
from tests.systems.tcs.battle import Battle

PLACES = Victory(
    "Blue",
    ("0101", "0201", "0301"),
    "Red",
    (
        Level(any=({"hill": 2, "farm": 1},), words="Blue wins clearly", winner="Blue"),
        Level(any=({"hill": 2}, {"farm": 1}), words="A draw"),
        Level(words="Red wins", winner="Red", fewer_lost=2),
        Level(words="Red wins clearly", winner="Red"),
    ),
    place={"hill": ("0101", "0201"), "farm": ("0301",)},
)
POINTS = Victory(
    "Blue",
    ("0101", "0201"),
    "Red",
    (
        Level(lead=4, words="Blue wins", winner="Blue"),
        Level(lead=2, words="A draw"),
        Level(words="Red wins", winner="Red"),
    ),
    score=(
        Score("Blue", "The hill", 3, hexes=("0101", "0201")),
        Score("Blue", "Platoons", units_in="all", steps=3, most=2),
        Score("Red", "Platoons destroyed", destroyed=True, steps=3),
    ),
)


def ended(victory, holders, text="Blue us_rifle_plt A 0301\nRed ge_gren_plt X 0305"):
    """How a game ends in which these sides hold the objectives."""
    b = Battle(f"0101 open\n0201 open\n0301 open\n0305 open\n{text}", turn=8)
    map = b.game.world.ground.map
    objectives = check_victory(victory, map, b.game.sides, {"all", "corner"}, {"boats_sunk"})
    world = replace(b.game.world, victory=victory, objectives=objectives, named_areas={"all": tuple(range(len(map)))})
    b.game.world = world
    b.state = replace(b.state, board=replace(b.state.board, holders=holders))
    return b


def result(b):
    while not b.game.over(b.state):
        b.do("end")
    return b.state.result


@pytest.mark.rule("TCS 27.1")
@pytest.mark.parametrize(
    ("holders", "words", "winner"),
    [
        ((0, 0, 0), "Blue wins clearly: Blue holds 3 of 3", 0),
        ((0, 0, 1), "A draw: Blue holds 2 of 3", None),
        ((1, 1, 0), "A draw: Blue holds 1 of 3", None),
        ((0, 1, 1), "Red wins: Blue holds 1 of 3", 1),
    ],
)
def test_named_places_decide_where_the_number_of_hexes_does_not(holders, words, winner):
    found = result(ended(PLACES, holders))
    assert (found.words, found.winner) == (words, winner)


@pytest.mark.rule("TCS 27.1")
def test_a_line_may_ask_that_few_units_are_lost():
    lost = (
        "Blue us_rifle_plt A 0301\nBlue us_rifle_plt B off lost\nBlue us_rifle_plt C off lost\nRed ge_gren_plt X 0305"
    )
    assert result(ended(PLACES, (1, 1, 1), lost)).words == "Red wins clearly: Blue holds 0 of 3"
    one = lost.replace("C off lost", "C 0301")
    assert result(ended(PLACES, (1, 1, 1), one)).words == "Red wins: Blue holds 0 of 3"


@pytest.mark.rule("TCS 27.1")
def test_points_count_hexes_units_in_an_area_and_enemies_destroyed():
    text = """
        Blue us_rifle_plt A 0301
        Blue us_rifle_plt B 0301 steps=2
        Blue us_rifle_plt C off lost
        Red ge_gren_plt X 0305
    """
    b = ended(POINTS, (0, 1), text)
    assert (points(b.look, 0), points(b.look, 1)) == (4, 1)
    assert result(b).words == "A draw: 4 points to 1"
    more = ended(
        POINTS, (0, 0), "".join(f"Blue us_rifle_plt {name} 0301\n" for name in "ABC") + "Red ge_gren_plt X 0305"
    )
    assert points(more.look, 0) == 8  # two hexes, and only two of the three platoons count
    assert result(more).score == (8, 0)
    assert POINTS.tallies(more.look)[0].words == "Victory points"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"place": {"hill": ("0505",)}}, "'0505' is not one of the objective hexes"),
        ({"place": {}}, "there is no place 'hill'"),
        ({"level": (Level(1, "x"), Level(words="y", fewer_lost=2))}, "the lines go down"),
        ({"level": (Level(0, "x"), Level(words="y", fewer_lost=2))}, "the last line holds whatever happens"),
        ({"level": (Level(lead=2, words="x"), Level(words="y"))}, "a lead needs points"),
        ({"level": (Level(1, ""), Level(words="y"))}, "a line needs words"),
        (
            {"level": (Level(any=({"hill": 3},), words="x"), Level(words="y"))},
            "hill has 2 hexes: ask for 1 to 2, not 3",
        ),
        ({"score": (Score("Green", "x", hexes=("0101",)),)}, "'Green' is not one of the sides"),
        ({"score": (Score("Blue", "x"),)}, "a score is for one of"),
        ({"score": (Score("Blue", "x", units_in="moon"),)}, "there is no area 'moon'"),
        ({"score": (Score("Blue", "x", count="boats"),)}, "nothing called 'boats' is counted"),
        ({"score": (Score("Blue", "x", hexes=("0505",)),)}, "'0505' is not one of the objective hexes"),
    ],
)
def test_a_victory_table_that_cannot_be_read_is_refused(change, message):
    map = Battle("0101 open\n0301 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0301").game.world.ground.map
    with pytest.raises(ScenarioFault) as fault:
        check_victory(replace(PLACES, **change), map, ("Blue", "Red"), {"all"}, ())
    assert message in str(fault.value)


def test_a_victory_table_is_written_in_toml():
    text = b"""
        side = "Blue"
        hexes = ["0101"]
        held_by = "Red"
        place = { hill = ["0101"] }
        level = [{ any = [{ hill = 1 }], words = "Blue wins", winner = "Blue" }, { words = "Red wins", winner = "Red" }]
    """
    assert msgspec.toml.decode(text, type=Victory).level[0].any == ({"hill": 1},)


# Where the lines of a table begin and end


@pytest.mark.rule("TCS 27.1")
@pytest.mark.parametrize(
    ("lead", "words"),
    [(4, "Blue wins"), (3, "A draw"), (2, "A draw"), (1, "Red wins"), (0, "Red wins"), (-1, "Red wins")],
)
def test_a_lead_is_reached_with_its_last_point(lead, words):
    hill = (
        Score("Blue", "The hill", lead, hexes=("0101",))
        if lead > 0
        else Score("Red", "The hill", -lead, hexes=("0201",))
    )
    found = result(ended(replace(POINTS, score=(hill,)), (0, 1)))
    assert found.words.startswith(f"{words}: ")
    assert found.score == (max(lead, 0), max(-lead, 0))


@pytest.mark.rule("TCS 27.1")
def test_the_points_of_the_other_side_are_told_second():
    red = replace(POINTS, side="Red", level=(Level(lead=1, words="Red wins", winner="Red"), Level(words="No")))
    found = result(ended(red, (1, 1), "Blue us_rifle_plt A off lost\nBlue us_lmg_sec B 0301\nRed ge_gren_plt X 0305"))
    assert (found.words, found.winner, found.score) == ("Red wins: 1 points to 0", 1, (0, 1))
    held = Victory("Red", ("0101", "0201", "0301"), "Blue", (Level(2, "Yes", "Red"), Level(0, "No", "Blue")))
    found = result(ended(held, (1, 1, 0)))
    assert (found.words, found.winner, found.score) == ("Yes: Red holds 2 of 3", 1, (1, 2))
    found = result(ended(held, (1, 0, 0)))
    assert (found.words, found.winner, found.score) == ("No: Red holds 1 of 3", 0, (2, 1))


@pytest.mark.rule("TCS 27.1")
@pytest.mark.parametrize(
    ("score", "count"),
    [
        (Score("Blue", "x", destroyed=True), 3),
        (Score("Blue", "x", destroyed=True, steps=2), 2),
        (Score("Blue", "x", destroyed=True, steps=5), 1),
        (Score("Blue", "x", destroyed=True, steps=6), 0),
        (Score("Blue", "x", 4, destroyed=True), 12),
        (Score("Blue", "x", 4, destroyed=True, most=2), 8),
        (Score("Blue", "x", kinds=("ge_gren_plt",)), 5 + 2),
        (Score("Blue", "x", kinds=("ge_pz4", "ge_smg_sec")), 1 + 2),
        (Score("Blue", "x", kinds=("ge_tiger2",)), 0),
        (Score("Blue", "x", units_in="all"), 3),
        (Score("Blue", "x", units_in="all", steps=2), 2),
        (Score("Blue", "x", units_in="all", steps=5), 1),
        (Score("Blue", "x", units_in="corner"), 1),
        (Score("Blue", "x", hexes=("0101", "0201")), 1),
        (Score("Blue", "x", count="boats_sunk"), 0),
    ],
)
def test_what_is_counted(score, count):
    """Of Red a platoon is lost, another has lost two of its five steps, and a tank and a section are lost."""
    text = """
        Blue us_rifle_plt A 0301
        Blue us_rifle_plt B 0301 steps=4
        Blue us_m4_75 T 0101
        Red ge_gren_plt X off lost
        Red ge_gren_plt Y 0305 steps=3
        Red ge_pz4 Z off lost
        Red ge_smg_sec W off lost
        Red ge_gren_plt V off
    """
    b = ended(replace(POINTS, score=(score,)), (0, 1), text)
    corner = (b.hex("0101"), b.hex("0201"))
    b.game.world = replace(b.game.world, named_areas={**b.game.world.named_areas, "corner": corner})
    assert (points(b.look, 0), points(b.look, 1)) == (count, 0)


@pytest.mark.rule("TCS 27.1")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"side": "Green"}, "'Green' is not one of the sides"),
        ({"held_by": "Green"}, "'Green' is not one of the sides"),
        ({"hexes": ("9999",)}, "9999"),
        ({"level": (Level(2, "x"), Level(3, "y"), Level(words="z"))}, "the lines go down"),
        ({"level": (Level(0, "x"), Level(any=({"hill": 1},), words="y"))}, "the last line holds whatever happens"),
        ({"level": (Level(0, "x"), Level(lead=0, words="y"))}, "the last line holds whatever happens"),
        ({"level": (Level(any=({"hill": 0},), words="x"), Level(words="y"))}, "ask for 1 to 2, not 0"),
        ({"level": (Level(any=({"farm": 1}, {"wood": 1}), words="x"), Level(words="y"))}, "there is no place 'wood'"),
        ({"score": (Score("Blue", "x", hexes=("0101",), destroyed=True),)}, "a score is for one of"),
        ({"score": (Score("Blue", "x", units_in="all", kinds=("ge_pz4",)),)}, "a score is for one of"),
        ({"score": (Score("Blue", "x", kinds=("ge_pz9",)),)}, "there is no unit 'ge_pz9'"),
    ],
)
def test_more_that_a_victory_table_may_not_say(change, message):
    map = Battle("0101 open\n0301 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0301").game.world.ground.map
    with pytest.raises(ScenarioFault) as fault:
        check_victory(replace(PLACES, **change), map, ("Blue", "Red"), {"all"}, ("boats",))
    assert message in str(fault.value)


@pytest.mark.rule("TCS 27.1")
@pytest.mark.parametrize(
    "change",
    [
        {"level": (Level(3, "x"), Level(2, "y"), Level(words="z"))},
        {"level": (Level(any=({"hill": 1, "farm": 1},), words="x"), Level(words="y"))},
        {"level": (Level(any=({"hill": 2},), words="x"), Level(words="y", winner="Red"))},
        {"score": (Score("Blue", "x", hexes=("0101",)), Score("Red", "y", destroyed=True))},
        {"score": (Score("Blue", "x", units_in="all"), Score("Blue", "x", kinds=("ge_pz4", "ge_pak40")))},
        {"score": (Score("Blue", "x", count="boats"),), "level": (Level(lead=1, words="x"), Level(words="y"))},
    ],
)
def test_what_a_victory_table_may_say(change):
    map = Battle("0101 open\n0301 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0301").game.world.ground.map
    hexes = check_victory(replace(PLACES, **change), map, ("Blue", "Red"), {"all"}, ("boats",))
    assert hexes == tuple(map.index(each) for each in PLACES.hexes)


@pytest.mark.rule("TCS 6.11a")
@pytest.mark.parametrize(
    ("units", "holder"),
    [
        ("Blue us_rifle_plt A 0101", 0),
        ("Blue us_m4_75 A 0101", 0),
        ("Blue us_rifle_plt A 0101 move", 0),
        ("Blue us_rifle_plt A 0101 suppressed", 1),
        ("Blue us_rifle_plt A 0101 suppressed\nBlue us_lmg_sec B 0101", 0),
        ("Blue us_truck A 0101", 1),
        ("Blue us_truck A 0101\nBlue us_lmg_sec B 0101", 0),
        ("Blue us_rifle_plt A 0101 hidden", 1),
        ("Blue us_rifle_plt A 0101 hidden\nBlue us_rifle_plt B 0101", 1),
        ("Blue us_rifle_plt A 0101\nRed ge_gren_plt Y 0101", 1),
        ("Red ge_gren_plt Y 0101", 1),
        ("Blue us_rifle_plt A 0102", 1),
    ],
)
def test_who_takes_a_hex(units, holder):
    b = Battle(f"0303 open\n{units}\nRed ge_gren_plt X 0303", objective="0101")
    field = b.game.system.field(b.game, b.state.board)
    hold(field, b.hex("0101"))
    assert field.freeze().holders == (holder,)
