"""The captain's missiles and helicopters: it fires at what it can kill, hides from AA, and pops up from cover."""

import pytest

from sandtable.bots.captain import CaptainBot
from sandtable.bots.captain.aviation import danger_of, danger_of_flight, lair
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.antiaircraft import aa_reach, batteries_against
from sandtable.systems.tcs.modern.sky import is_low
from sandtable.systems.tcs.spotting import spotted_to
from tests.systems.tcs.modern.test_helicopters import at_least, fight


def choice(b, **how):
    """What the captain does, in names."""
    side = b.decision().side
    action = CaptainBot(b.game, 1, **how).choose(b.game.view(b.state, side))
    return action.verb, action.target


def test_it_fires_a_missile_at_the_best_target():
    b = fight("Blue us87_m901 A 0404", "Red su87_t72a X 0412", "Red su_truck Y 0411")
    assert choice(b) == ("missile", b.number("A"))
    b.do("missile", "A")
    assert choice(b) == ("at", b.number("X")), "the tank, not the truck"


def test_it_pops_up_where_that_wins_more_than_it_risks():
    b = fight("Blue us87_ah1f A 0404", "0408 woods", "Red su87_t72a X 0412")
    assert choice(b) == ("pop_up", b.number("A"))
    b.do("pop_up", "A")
    assert choice(b) == ("missile", b.number("X"))
    guns = [f"Red su87_zsu23 G{n} 0410" for n in range(4)]
    guarded = fight("Blue us87_ah1f A 0404", "0407 woods", "0408 woods", "Red su87_t72a X 0412", *guns)
    assert choice(guarded)[0] != "pop_up", "four guns would shoot it down"


def test_it_flies_in_noe_to_where_no_aa_sees_it():
    woods = [f"{column:02}20 woods" for column in range(1, 8)]
    woods += [f"{column:02}17 woods" for column in range(1, 8)]
    b = fight("Blue us87_ah1f A 0438", *woods, "Red su87_t72a X 0413", "Red su87_bmp2 Z 0412")
    assert choice(b) == ("fly", b.number("A"))
    b.do("fly", "A")
    verb, hex = choice(b)
    assert verb == "to"
    b.do("to", b.game.world.hex_name(hex))
    assert not is_low(b.look, 0)
    assert batteries_against(b.look, 1, 0) == (), "nobody sees it there"


def test_one_that_flies_straight_in_climbs_first():
    b = fight("Blue us87_ah1f A 0438", "Red su87_t72a X 0413").do("fly", "A")
    assert choice(b, straight=True)[0] == "climb"


def test_on_overwatch_it_pops_up_too():
    b = fight("Blue us87_m113 M 0403 move", "0409 woods", "Red su87_mi24 X 0413").go("M", "0404")
    assert choice(b) == ("pop_up", b.number("X"))


@pytest.mark.parametrize(("guns", "sees"), [((), 0), (("Red su87_zsu23 G 0410",), 1)])
def test_the_danger_of_aa_is_the_chance_that_any_of_it_hits(guns, sees):
    b = fight("Blue us87_ah1f A 0404", "Red su87_bmp2 X 0412", *guns, low=["A"])
    batteries = batteries_against(b.look, 1, 0)
    expected = 1 - (1 - at_least(12)) * (1 - at_least(9)) ** sees
    assert danger_of(b.look, 0, batteries) == expected


def test_it_lurks_out_of_reach_of_aa_guns_where_its_missile_reaches_farther():
    woods = [f"{column:02}32 woods" for column in range(1, 8)]
    b = fight("Blue us87_ah1f A 0438", *woods, "Red su87_t72a X 0406", "Red su87_zsu23 G 0407")
    b.do("fly", "A")
    verb, hex = choice(b)
    assert verb == "to"
    apart = b.world.ground.distance(hex, b["G"].at)
    assert aa_reach(b.world, b.number("G")) < apart <= 32, "beyond 20 hexes, and within reach of its TOW"


def test_the_danger_of_a_flight_is_the_aa_fire_at_every_tenth_point():
    b = fight("Blue us87_ah1f A 0430", "Red su87_zsu23 G 0412")
    near, far = b.hex("0429"), b.hex("0426")
    assert danger_of_flight(b.look, 0, near) == 0, "five points in NOE: no occasion yet"
    assert danger_of_flight(b.look, 0, far) == 2 * at_least(9), "ten and twenty points, both in sight of the gun"
    hidden = fight("Blue us87_ah1f A 0430", *(f"{n:02}20 woods" for n in range(1, 8)), "Red su87_zsu23 G 0412")
    assert danger_of_flight(hidden.look, 0, far) == 0


def test_where_no_place_in_reach_is_worth_it_it_flies_towards_one():
    b = fight("Blue us87_ah1f A 0439", "0420 woods", "Red su87_t72a X 0401", "Red su87_zsu23 G 0402")
    field = Battlefield(b.game, b.look.board)
    field.change(0, spent=(b.world.kinds[0].movement_allowance - 10) * 6)
    tired = Situation(b.game, field.freeze())
    hex = lair(tired, 0, None)
    distance = b.world.ground.distance
    assert distance(hex, b["A"].at) == 2, "as far as ten points in NOE go"
    assert distance(hex, b["X"].at) == 36, "two hexes nearer, where its TOW does not reach yet"


def test_it_flies_on_to_where_it_would_spot_a_vehicle():
    b = fight("Blue us87_ah1f A 0438", *(f"{n:02}23 woods" for n in range(1, 8)), "Red su87_t72a X 0416")
    there = b.world.ground.distance(b["A"].at, b["X"].at)
    assert spotted_to(b.look, 0, 1) < there <= 32, "its TOW would reach the tank, but it is not spotted from here"
    hex = lair(b.look, 0, None)
    assert hex is not None
    assert b.world.ground.distance(hex, b["X"].at) <= spotted_to(b.look, 0, 1)
