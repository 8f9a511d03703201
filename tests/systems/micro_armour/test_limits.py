"""What a file and an option of Micro Armour may say: the last value that is taken, and the first that is not."""

import itertools
from importlib.resources import files

import pytest

import sandtable
from sandtable.kernel.errors import ScenarioError
from sandtable.systems.micro_armour import SYSTEM

rule = pytest.mark.rule
DUEL = files("sandtable.scenarios").joinpath("micro_armour", "duel.toml").read_text(encoding="utf-8")
COMPANY = '{ name = "A Company", tanks = [{ weapon = "M60A3", count = 3 }] }'
GHQ = '{ name = "Headquarters", tanks = [{ weapon = "M60A3", role = "GHQ" }] }'
VICTORY = "\n[table]", "\n[victory]\n{}\n[table]"
CLAUSE = '[[victory.clause]]\nside = "Blue"\nwords = "x"\n'


def load(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return sandtable.load(str(file))


def named(company):
    return COMPANY, company.join(COMPANY.split("A Company"))


TAKEN = [
    named("x" * 60),
    (COMPANY, COMPANY.replace("] }", "], not_before = 1 }")),
    (COMPANY, COMPANY.replace("] }", "], not_before = 99 }")),
    ("count = 3", "count = 43"),
    ("inches = 30", "inches = 1"),
    ("inches = 30", "inches = 100"),
    ("inches = 30", "inches = 30, fired = 0"),
    ("inches = 30", "inches = 30, fired = 100"),
    ("inches = 30 }", "inches = 30 }, { inches = 40, from_turn = 99 }"),
    ("inches = 30 }", 'inches = 30, side = "Blue" }, { inches = 40, side = "Red" }'),
    (VICTORY[0], VICTORY[1].format("destroyed = 100\nlost = 0")),
    (VICTORY[0], VICTORY[1].format("destroyed = 0\nlost = 100")),
    (VICTORY[0], VICTORY[1].format("radius = 0.5")),
    (VICTORY[0], VICTORY[1].format("radius = 20")),
    (VICTORY[0], VICTORY[1].format(CLAUSE + "south_of = 1000\nnorth_of = 0")),
    (VICTORY[0], VICTORY[1].format(CLAUSE + "south_of = 0\nnorth_of = 1000")),
]
REFUSED = [
    (*named("x" * 61), "a name is 1 to 60 printable characters"),
    (*named("  "), "a name is 1 to 60 printable characters"),
    (*named("\\u0007"), "a name is 1 to 60 printable characters"),
    (COMPANY, COMPANY.replace("] }", "], not_before = 100 }"), "a turn is 1 to 99, not 100"),
    ("count = 3", "count = 44", "a battle has at most 60 stands, not 61"),
    ("count = 3", "count = 61", "a count is 1 to 60, not 61"),
    ("count = 3", "count = 3, at = [[1, 1], [3, 1], [5, 1], [7, 1]]", "M60A3: 3 tanks, but 4 places"),
    ("inches = 30", "inches = -1", "visibility is 1 to 100 inches, not -1"),
    ("inches = 30", "inches = 101", "visibility is 1 to 100 inches, not 101"),
    ("inches = 30", "inches = 30, fired = 101", "0 to 100 inches farther, not 101"),
    ("inches = 30 }", "inches = 30 }, { inches = 40, from_turn = 100 }", "a turn is 1 to 99, not 100"),
    ("inches = 30 }", 'inches = 30, side = "Blue" }', "nothing says how far Red sees on turn 1"),
    (
        "inches = 30 }",
        'inches = 30, side = "Red" }, { inches = 40, side = "Blue", from_turn = 2 }',
        "nothing says how far Blue sees on turn 1",
    ),
    (VICTORY[0], VICTORY[1].format("destroyed = -1"), "destroyed is 0 to 100 percent, not -1"),
    (VICTORY[0], VICTORY[1].format("lost = 101"), "lost is 0 to 100 percent, not 101"),
    (VICTORY[0], VICTORY[1].format("lost = -1"), "lost is 0 to 100 percent, not -1"),
    (VICTORY[0], VICTORY[1].format("radius = 0.4"), "an objective reaches 0.5 to 20 inches, not 0.4"),
    (VICTORY[0], VICTORY[1].format("radius = 20.5"), "an objective reaches 0.5 to 20 inches, not 20.5"),
    (VICTORY[0], VICTORY[1].format(CLAUSE + "north_of = 1001"), "a line is 0 to 1000 inches north, not 1001"),
    (VICTORY[0], VICTORY[1].format(CLAUSE + "north_of = -1"), "a line is 0 to 1000 inches north, not -1"),
    ('sides = ["Blue", "Red"]', 'sides = ["Blue", "Red", "Green"]', "Micro Armour has two sides, not 3"),
]


@pytest.mark.parametrize(("old", "new"), TAKEN)
def test_the_last_value_is_taken(tmp_path, old, new):
    assert old in DUEL
    assert load(tmp_path, DUEL.replace(old, new, 1)).world


@pytest.mark.parametrize(("old", "new", "why"), REFUSED)
def test_the_next_is_refused(tmp_path, old, new, why):
    assert old in DUEL
    with pytest.raises(ScenarioError) as refused:
        load(tmp_path, DUEL.replace(old, new, 1))
    assert why in str(refused.value)


def test_each_force_must_be_set_up_in_a_zone_that_can_hold_it(tmp_path):
    """Ten stands two inches apart, from the middle of the zone outwards: eleven places in twenty inches."""
    text = DUEL.replace('zone = "SOUTH"', 'zone = "SOUTH"\ndeployed = true')
    wide = "polygon = [[1, 2], [{}, 2], [{}, 2.25], [1, 2.25]]"
    south = "polygon = [[0, 0], [36, 0], [36, 1], [0, 1]]"
    game = load(tmp_path, text.replace(south, wide.format(21, 21)))
    spots = sorted(game.world.table.point(point) for point in game.world.places[:10])
    assert [b[0] - a[0] for a, b in itertools.pairwise(spots)] == [200] * 9
    with pytest.raises(ScenarioError, match="zone SOUTH has no room for all its stands"):
        load(tmp_path, text.replace(south, wide.format(19, 19)))


def test_names_of_stands_are_numbered_within_their_company(tmp_path):
    mixed = '{ name = "A Company", tanks = [{ weapon = "M60A3", count = 2 }, { weapon = "M60A1" }] }'
    names = load(tmp_path, DUEL.replace(COMPANY, mixed)).world.names
    assert names[:4] == ("Blue A Company 1", "Blue A Company 2", "Blue A Company 3", "Blue B Company 1")
    assert names[9] == "Blue Headquarters", "one that is alone in its company has no number"
    assert sandtable.load("micro_armour/duel").world.group_names[1][:6] == (
        "1st Company", "2nd Company", "3rd Company", "Headquarters", "Group 5", "Group 6",
    )  # fmt: skip


# Options


OPTIONS = {
    "turns": (12, 1, 40),
    "front_arc": ("90", "90", "120", "180"),
    "below_minus_3": ("clamp", "clamp", "extrapolate", "no_effect"),
    "reveal_scope": ("all_terrain", "all_terrain", "concealing"),
    "reveal_needs_shot": (True,),
    "committed_shots_lost": (True,),
    "continue_with_movement_modifiers": (True,),
    "slope_uphill_only": (False,),
    "same_feature_sight": (0, 0, 60),
    "hq_double_points": (False,),
    "break_point": (0, 0, 60),
    "late_stands_lost": (True,),
    "victory_each_turn": (True,),
    "smoke": (False,),
    "recon_groups": (True,),
    "each_stand_tries": (False,),
    "sighting": (0, 0, 100),
    "sighting_mixed": ("20", "20", "30"),
    "generation_modifiers": (True,),
    "ghq_command_value": (0, -5, 5),
}
"""The default of each, then its least and its most, or its choices."""


@pytest.mark.parametrize("option", SYSTEM.options, ids=lambda option: option.name)
def test_every_option_has_its_default_and_its_limits(option):
    default, *limits = OPTIONS[option.name]
    assert option.default == default
    assert type(option.default) is type(default)
    if type(default) is int:
        assert [option.low, option.high] == limits
    assert list(option.choices) == (limits if isinstance(default, str) else [])


def test_nobody_has_anything_before_the_game_begins():
    game = sandtable.load("micro_armour/duel")
    board = game.start(sandtable.Dice.seeded(1)).board
    assert (board.orders, board.turn, board.initiative) == ((0, 0), 1, -1)
    assert (board.tried, board.lost_moving, board.wrecks) == ((), (), ())
    for stand in board.stands:
        assert stand.alive
        assert not any((stand.suppressed, stand.disorganized, stand.depleted, stand.tries, stand.phase, stand.attacked))
        assert not any((stand.revealed, stand.moved, stand.spent, stand.straggler, stand.independent, stand.moving))
        assert not stand.by_road
