"""The points on which a mission can fall: those that its spotter sees, in range and in the zone (TC A5, A10, A11)."""

import pytest

import sandtable
from sandtable import Dice
from sandtable.board.lattice import within
from sandtable.board.stands import Base
from sandtable.board.tablesight import sight
from sandtable.kernel.targets import drawn
from sandtable.systems.tactical_combat.region import around, lies_on, touches_any
from sandtable.systems.tactical_combat.situation import base_near_point
from sandtable.systems.tactical_combat.spotted import SpottedPoints, _rows_within
from sandtable.systems.tactical_combat.turn import ReplaceLeader
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def plainly(look, spotter, mortar, zone):
    """The same points, each asked by itself."""
    world = look.world
    table = world.table
    found = []
    for at in range(table.columns * table.rows):
        point = table.point(at)
        if mortar >= 0:
            base, most = look.base(mortar), look.max_range(mortar)
            centres = world.rules.range_measured == "centres"
            if not (within(base.centre, point, most) if centres else base_near_point(base, point, most)):
                continue
        if zone and not table.zone(zone).holds(point):
            continue
        if spotter < 0 or sight(table, look.stands[spotter].at, at, world.rules.sight, {}, look.sight_limit()).clear:
            found.append(at)
    return found


@rule("TC A5")
@rule("TC A11")
@pytest.mark.parametrize("measured", ["edges", "centres"])
def test_they_are_those_in_sight_in_range_and_in_the_zone(measured):
    game = sandtable.load("tactical_combat/first-firefight", {"smoke": True, "range_measured": measured})
    state = game.start(Dice.seeded(3))
    while state.secret:
        state, _ = game.apply(state, game.asking(state)[0].side, sandtable.Action("rest"), Dice.seeded(3))
    look = game.system.look(game, state.board)
    names = game.world.names
    leader, mortar = names.index("Sgt Cole"), names.index("60 mm mortar")
    for spotter, tube, zone in ((leader, mortar, ""), (leader, -1, "GE"), (-1, -1, "GE"), (leader, mortar, "US")):
        points = SpottedPoints(look, spotter, tube, zone)
        assert bool(SpottedPoints(look, spotter, tube, zone)) == bool(points._mask)
        expected = plainly(look, spotter, tube, zone)
        assert list(points) == expected
        assert len(points) == len(expected)
        assert all(each in points for each in expected)
        for index in range(0, len(expected), 37):
            assert points[index] == expected[index] == drawn(points, lambda count, index=index: index)
        with pytest.raises(IndexError):
            points[len(expected)]


@pytest.mark.parametrize("centres", [True, False])
@pytest.mark.parametrize("heading", [0, 2, 3])
def test_what_is_in_range_of_a_base_has_no_gaps(heading, centres):

    base = Base(0, 0, heading)
    rows = {north: (first, last) for north, first, last in _rows_within(heading, 100, 430, centres)}
    for north in range(-12, 13):
        for east in range(-12, 13):
            point = (50 * east, 50 * north)
            near = within((0, 0), point, 430) if centres else base_near_point(base, point, 430)
            first, last = rows.get(north, (1, 0))
            assert (first <= east <= last) == near


@rule("TC F22")
def test_a_new_leader_comes_where_he_touches_his_men_and_no_enemy():
    b = Battle("""
        US rifle A 5,5
        US rifle B 7,5.5
        US leader L 5,2
        German rifle G 8.5,4.5
        German rifle H 5,7.5
    """)
    look = b.game.system.look(b.game, b.state.board)
    leader = b.names.index("L")
    world = b.game.world
    friends = [look.base(n) for n in look.on_table(0)]
    enemies = [look.base(n) for n in look.on_table(1)]
    expected = {
        p
        for n in look.on_table(0)
        if world.member_of[leader] in world.formations[world.member_of[n]].chain and not world.kinds[n].leader
        for p in around(look, n)
        if world.fits(p) and not lies_on(world.base(p, 0), friends) and not touches_any(world.base(p, 0), enemies)
    }
    assert ReplaceLeader(0, leader).points(look) == tuple(sorted(expected))
    assert expected


def test_a_point_is_on_a_road_if_it_is_on_any():
    for name in ("first-firefight", "bulge-1944"):
        table = sandtable.load(f"tactical_combat/{name}").world.table
        positions = range(table.columns * table.rows)
        assert [table.on_road(each) for each in positions] == [bool(table.roads_at(each)) for each in positions]
