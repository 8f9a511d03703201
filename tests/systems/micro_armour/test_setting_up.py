"""Zones of Micro Armour: where stands come on and where they are set up before play (MA SCN entry, 05.00.0)."""

from importlib.resources import files

import pytest

import sandtable
from sandtable import Action, Dice
from sandtable.board.stands import overlap
from sandtable.kernel.errors import ScenarioError
from sandtable.systems.micro_armour.board import OFF

rule = pytest.mark.rule
DUEL = files("sandtable.scenarios").joinpath("micro_armour", "duel.toml").read_text(encoding="utf-8")
SOUTH = "polygon = [[0, 0], [36, 0], [36, 1], [0, 1]]"
NO_DICE = Dice.scripted()


def load(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return sandtable.load(str(file))


def deployed(zone, *, both=False):
    """The duel with Blue set up in a zone before play."""
    text = DUEL.replace('zone = "SOUTH"', 'zone = "SOUTH"\ndeployed = true').replace(SOUTH, f"polygon = {zone}")
    return text.replace('zone = "NORTH"', 'zone = "NORTH"\ndeployed = true') if both else text


def inches(game, point):
    x, y = game.world.table.point(point)
    return x / 100, y / 100


# Entry


@rule("MA SCN entry")
@pytest.mark.parametrize(
    ("zone", "edge", "heading"),
    [
        ("[[0, 10], [3, 10], [3, 30], [0, 30]]", (0.5, None), 6),
        ("[[33, 10], [36, 10], [36, 30], [33, 30]]", (35.5, None), 18),
        ("[[0, 0], [3, 0], [3, 20], [0, 20]]", (0.5, None), 6),
        ("[[33, 40], [36, 40], [36, 60], [33, 60]]", (35.5, None), 18),
        ("[[0, 0], [20, 0], [20, 3], [0, 3]]", (None, 0.5), 0),
        ("[[0, 57], [20, 57], [20, 60], [0, 60]]", (None, 59.5), 12),
    ],
)
def test_stands_come_on_over_the_edge_along_which_their_zone_lies(tmp_path, zone, edge, heading):
    game = load(tmp_path, DUEL.replace(SOUTH, f"polygon = {zone}"))
    points, faces = game.world.edges["SOUTH"]
    spots = [inches(game, point) for point in points]
    assert faces == heading, "away from the edge"
    for axis, at in enumerate(edge):
        found = {spot[axis] for spot in spots}
        if at is None:
            assert max(found) - min(found) >= 19, "along all of it"
        else:
            assert found == {at}, "half an inch in"


# Set-up


@rule("MA 05.00.0")
def test_a_zone_deeper_than_wide_is_offered_whole_without_what_is_taken(tmp_path):
    game = load(tmp_path, deployed("[[20, 2], [24, 2], [24, 30], [20, 30]]"))
    state, _ = game.apply(game.start(NO_DICE), 0, Action("suggested"), NO_DICE)

    def offered():
        return {inches(game, point) for point in game.decision(state, 0).offer("place").targets}

    lattice = {(20 + x / 2, 2 + y / 2) for x in range(9) for y in range(57)}
    assert offered() == lattice
    placed = [(22, 28.5), (20, 2), (24, 15.5)]
    for spot in placed:
        point = game.world.table.position(round(spot[0] * 100), round(spot[1] * 100))
        state, _ = game.apply(state, 0, Action("place", point), NO_DICE)
        lattice -= {at for at in lattice if abs(at[0] - spot[0]) < 1 and abs(at[1] - spot[1]) < 1}
        assert offered() == lattice, "every point where a base has room, and no other"
        assert game.why_not(state, 0, Action("place", point)) == "set it up in zone SOUTH, on no other stand"


@rule("MA 05.00.0")
def test_forces_set_up_before_play_are_on_the_table_when_it_begins_and_face_the_middle(tmp_path):
    zone = "[[2, 20], [34, 20], [34, 30], [2, 30]]"
    game = load(tmp_path, deployed(zone, both=True))
    state, _ = game.apply(game.start(NO_DICE), 0, Action("suggested"), NO_DICE)
    spots = [(3 + 3 * n, 22) for n in range(9)] + [(30, 30)]
    for x, y in spots:
        assert [s.at for s in state.board.stands] == [OFF] * 20, "nothing is shown before both are done"
        state, _ = game.apply(state, 0, Action("place", game.world.table.position(x * 100, y * 100)), NO_DICE)
    state, _ = game.apply(state, 1, Action("suggested"), NO_DICE)
    offered = {inches(game, point)[1] for point in game.decision(state, 1).offer("place").targets}
    assert offered == {59, 59.5}, "each side in its own zone"
    state, _ = game.apply(state, 1, Action("suggested"), Dice.scripted(10, 7, 6, 6))
    blue, red = state.board.stands[:10], state.board.stands[10:]
    assert [inches(game, s.at) for s in blue] == spots
    assert {s.heading for s in blue} == {0}, "one on the middle line faces north"
    assert [s.at for s in red] == list(game.world.places[10:])
    assert {inches(game, s.at)[1] for s in red} <= {59, 59.5}
    assert {s.heading for s in red} == {12}


@rule("MA 05.00.0")
def test_a_suggested_set_up_keeps_an_inch_between_stands_and_takes_cover_first(tmp_path):
    game = load(tmp_path, deployed("[[0, 7], [36, 7], [36, 16], [0, 16]]"))
    places = game.world.places[:10]
    table = game.world.table
    spots = [table.point(point) for point in places]
    for n, (x, y) in enumerate(spots):
        assert all(max(abs(x - a), abs(y - b)) >= 200 for a, b in spots[:n])
    assert game.world.places[10:] == (-1,) * 10, "Red comes on"
    kinds = [{feature.kind for feature in table.features_at(point)} for point in places]
    assert all({"woods", "hilltop"} & found for found in kinds), "there is cover enough for ten"
    from_the_middle = [abs(x - 1800) for x, _ in spots]
    assert from_the_middle == sorted(from_the_middle), "from the middle outwards"


@rule("MA 05.00.0")
def test_a_scenario_may_suggest_where_each_stand_is_set_up(tmp_path):
    zone = "[[0, 0], [36, 0], [36, 30], [0, 30]]"
    text = deployed(zone).replace("count = 3", "count = 3, at = [[5, 5], [6, 5], [9.5, 29.5]]", 1)
    game = load(tmp_path, text)
    assert [inches(game, point) for point in game.world.places[:3]] == [(5, 5), (6, 5), (9.5, 29.5)]
    bases = [game.world.base(point, 0) for point in game.world.places[:10]]
    assert not any(overlap(a, b) for n, a in enumerate(bases) for b in bases[:n])
    with pytest.raises(ScenarioError, match="Blue A Company 2 would stand on another"):
        load(tmp_path, text.replace("[6, 5]", "[5.5, 5]"))


@rule("MA 05.00.0", "MA 08.01.01b")
def test_what_a_side_imagines_of_the_other_is_what_that_side_could_have_written(tmp_path):
    """Of Red's groups and places Blue knows how many are written, and may think of any that the rules allow."""
    game = load(tmp_path, deployed("[[2, 20], [34, 20], [34, 30], [2, 30]]", both=True))
    state = game.start(NO_DICE)
    for number in (0, 0, 1):
        state, _ = game.apply(state, 1, Action("into", (1, number)), NO_DICE)
    highest, lowest = (
        game.system.imagine(game, state, 0, below).secret[1][-1] for below in (lambda n: n - 1, lambda n: 0)
    )
    assert highest.groups == (0, 1, 2), "each begins the next new one"
    assert lowest.groups == (0, 0, 0)
    state, _ = game.apply(game.start(NO_DICE), 1, Action("suggested"), NO_DICE)
    for _ in range(2):
        first = next(iter(game.decision(state, 1).offer("place").targets))
        state, _ = game.apply(state, 1, Action("place", first), NO_DICE)
    thought = game.system.imagine(game, state, 0, lambda n: n - 1).secret[1][-1]
    assert thought.groups == tuple(range(10))
    bases = [game.world.base(point, 0) for point in thought.points]
    assert len(bases) == 2
    assert not overlap(*bases)
    assert {inches(game, point)[1] for point in thought.points} <= {59, 59.5}
    known = game.system.imagine(game, state, 1, lambda n: 0)
    assert known.secret[1] == state.secret[1], "one's own is not imagined"


# Limits of a force


@rule("MA 01.00a")
@pytest.mark.parametrize("generation", ["I", "II", "III", "IV"])
def test_a_force_may_be_of_generation_i_to_iv(tmp_path, generation):
    game = load(tmp_path, DUEL.replace("cohesion = 14", f'cohesion = 14\ngeneration = "{generation}"'))
    assert game.scenario.force[0].generation == generation
    value = {"I": -2, "II": -1, "III": 0, "IV": 1}[generation]
    assert sum(each.value for each in game.world.command[0]) == value
    assert game.scenario.force[1].generation == "III", "usually"


@rule("MA 01.00a")
@pytest.mark.parametrize("generation", ["0", "V", "iii", ""])
def test_there_is_no_other_generation(tmp_path, generation):
    with pytest.raises(ScenarioError, match="a generation is one of I, II, III, IV, not"):
        load(tmp_path, DUEL.replace("cohesion = 14", f'cohesion = 14\ngeneration = "{generation}"'))


@rule("MA 08.02.01c", "MA 04.00")
def test_command_values_and_cohesion_levels_have_their_limits(tmp_path):
    for command in (-5, 5):
        game = load(tmp_path, DUEL.replace("cohesion = 14", f"cohesion = 14\ncommand = {command}"))
        assert sum(each.value for each in game.world.command[0]) == command
    for command in (-6, 6):
        with pytest.raises(ScenarioError, match=f"a command value is -5 to 5, not {command}"):
            load(tmp_path, DUEL.replace("cohesion = 14", f"cohesion = 14\ncommand = {command}"))
    for level in (1, 20):
        assert load(tmp_path, DUEL.replace("cohesion = 14", f"cohesion = {level}")).world.cohesion[0] == level
