"""The ground as the Tactical Combat bot knows it: what is quick is what the plain way of working it out says."""

import pytest

import sandtable
from sandtable import Dice
from sandtable.board.lattice import distance
from sandtable.board.tablesight import visible
from sandtable.bots.fighter.ground import BARRED, Covered, Fire, Ground

CHANCES = ((50, 40), (40, 30), (30, 20))


def ground_of(name):
    game = sandtable.load(f"tactical_combat/{name}")
    look = game.look(game.start(Dice.seeded(1)))
    return look, Ground(look)


@pytest.mark.parametrize("name", ["omaha-1944", "bulge-1944"])
@pytest.mark.parametrize("fired_on", [False, True])
def test_the_compiled_spread_finds_the_same_ways_as_the_plain_one(name, fired_on):
    look, ground = ground_of(name)
    table = look.world.table
    fire = Fire(table.read("36.0,24.0"), 1600, 800, CHANCES)
    tolls = Covered(None, (fire,)) if fired_on else None
    stands = [next(n for n, kind in enumerate(look.world.kinds) if kind.vehicle == vehicle) for vehicle in (0, 1)]
    for stand in stands:
        legs = ground.legs(look, stand)
        for _, goal, _ in look.world.objectives:
            ways = ground._spread(goal, legs, tolls)
            assert ways == ground._plain_spread(goal, legs, tolls)
            assert 0 in ways
            assert any(0 < way < BARRED for way in ways)


def test_a_way_ends_with_the_step_from_the_nearest_corner():
    look, ground = ground_of("first-firefight")
    table = look.world.table
    legs = ground.legs(look, 0)
    goal = look.world.objectives[0][1]
    cells = ground._spread(goal, legs, None)
    for place in range(0, table.columns * table.rows, 7):
        row, column = divmod(place, table.columns)
        corners = {(r, c) for r in (row // 2, -(-row // 2)) for c in (column // 2, -(-column // 2))}
        across = (table.columns + 1) // 2
        here = table.point(place)
        ways = [
            cells[r * across + c] + distance(here, (100 * c, 100 * r))
            for r, c in corners
            if cells[r * across + c] < BARRED
        ]
        assert ground.way_to(goal, legs, place) == min(ways, default=BARRED)


def test_what_is_seen_is_the_same_one_by_one_and_all_at_once():
    look, ground = ground_of("first-firefight")
    table = look.world.table
    eye = look.world.objectives[0][1]
    places = list(range(3, table.columns * table.rows, 41))
    mask = visible(table, eye, places, look.world.rules.sight, {}, 2000)
    wanted = [bool(mask >> index & 1) for index in range(len(places))]
    some = places[::3]
    assert [ground.sees(eye, place, 2000) for place in some] == wanted[::3]
    assert list(map(bool, ground.seen(eye, places, 2000))) == wanted
    assert any(wanted)
    assert not all(wanted)
