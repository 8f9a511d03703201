"""Who has won (TCS 27.1): hexes, places, points, and losses that spoil a result."""

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.kernel.errors import ScenarioFault
from sandtable.systems.tcs.victory import Level, Score, Victory, check_victory, points
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
    objectives = check_victory(victory, map, b.game.sides, {"all"}, ())
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
