"""Omaha and The Bulge: their tables are as closed, and as open, as their briefings say."""

import pytest

import sandtable
from sandtable.board.steps import STEPS
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import ScenarioError
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.support import CallFire
from tests.systems.tactical_combat.special.faults import load_with

pytestmark = pytest.mark.rule("TC G4")


@pytest.fixture(scope="module")
def omaha():
    return sandtable.load("tactical_combat/omaha-1944")


@pytest.fixture(scope="module")
def bulge():
    return sandtable.load("tactical_combat/bulge-1944")


def named(game, *names):
    return tuple(sorted(n for n, each in enumerate(game.world.table.features) if each.name in names))


def can_go(game, arm, start, goal, *gone):
    """Whether there is any way from one place to another with these features lifted."""
    lifted = {*game.start(Dice.scripted()).board.lifted, *named(game, *gone)}
    table = game.world.without(tuple(sorted(lifted))).table
    ways = game.world.goings[arm].on(table)
    steps = [east + north * table.columns for east, north in STEPS]
    todo = [table.read(start)]
    seen = set(todo)
    while todo:
        here = todo.pop()
        fresh = {here + step for rate, step in zip(ways.rates(here), steps, strict=False) if rate} - seen
        seen |= fresh
        todo += fresh
    return table.read(goal) in seen


def test_nobody_gets_off_the_beach_until_the_wire_is_open(omaha):
    assert not can_go(omaha, "infantry", "40.0,15.0", "40.0,40.0")
    for piece in ("Wire 1", "Wire 16"):
        assert can_go(omaha, "infantry", "40.0,15.0", "40.0,40.0", piece)


def test_vehicles_need_a_gap_in_the_shingle_too_and_the_draw_needs_its_ditch_filled(omaha):
    assert not can_go(omaha, "vehicle", "40.0,15.0", "40.0,40.0", "Wire 1")
    assert can_go(omaha, "vehicle", "40.0,15.0", "40.0,40.0", "Wire 6"), "behind the western gap"
    assert not can_go(omaha, "vehicle", "40.0,15.0", "36.0,26.0", "Wire in the draw")
    assert can_go(omaha, "vehicle", "40.0,15.0", "36.0,26.0", "Wire in the draw", "the ditch")


def test_the_rocket_battery_falls_on_the_beach_only(omaha):
    look = omaha.look(omaha.start(Dice.scripted()))
    table = look.world.table
    points = CallFire(1, 0, NOBODY).attack.targets(CallFire(1, 0, NOBODY), look)
    assert table.read("10.0,10.0") in points
    assert table.read("10.0,21.5") in points
    assert table.read("10.0,22.0") not in points
    assert len(points) == table.columns * 44


def test_a_support_needs_a_zone_that_the_table_has(tmp_path):
    support = (
        'rule = "losses"\nside = "US"\nbeyond = 3\n\n[[support]]\nside = "US"\nkind = "artillery"\nname = "Guns"\n'
    )
    assert load_with(tmp_path, support + 'zone = "GE"').world.supports[0].zone == "GE"
    with pytest.raises(ScenarioError, match=r"line \d+, support 1 zone: the table has no zone 'GA': it has US"):
        load_with(tmp_path, support + 'zone = "GA"')


def test_the_river_is_crossed_at_the_bridges_only_and_vehicles_keep_out_of_the_forest(bulge):
    assert can_go(bulge, "vehicle", "24.0,12.0", "30.0,30.0", "the western bridge")
    assert not can_go(bulge, "vehicle", "24.0,12.0", "30.0,30.0", "the western bridge", "the eastern bridge")
    assert not can_go(bulge, "vehicle", "30.0,30.0", "10.0,40.0")
    assert can_go(bulge, "infantry", "30.0,30.0", "10.0,40.0")


def test_each_wave_comes_on_its_turn(omaha, bulge):
    def turns(game):
        return {
            game.world.formations[m].name: t for m, t in zip(game.world.member_of, game.world.arrivals, strict=True)
        }

    assert sorted(turns(omaha).values()) == [0, 0, 1, 1, 2, 3, 5, 6]
    assert turns(bulge)["Panzer battalion"] == 0
    assert turns(bulge)["Panzergrenadiers"] == 1
