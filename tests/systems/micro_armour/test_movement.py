"""Moving stands of Micro Armour: points, ground, roads, friends and enemies, facing, entry (MA 05.00.4, 08.03, 09)."""

import pytest

from sandtable.systems.micro_armour.region import allowance, region
from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule


def moving(text, name="A", **how):
    """The stand has passed its test and is asked where it goes; nobody sees it."""
    b = Battle(text + "\n Red T-72 X 35.5,39.5", phase="move", orders=(3, 0), sighting=1, **how)
    return b.do("order", name, 1).do("move", name)


def cost(b, to, name="A"):
    """The price of a way in points, or None if it is out of reach."""
    reach = region(b.look, b.number(name)).reach
    return reach.cost(b.at(to)) / 100 if b.at(to) in reach else None


@rule("MA 09.00.02", "MA 09.00.01", "MA 08.03.02")
def test_the_example_of_the_rules():
    b = moving(
        """
        good_road 5,0 5,4.5
        woods Wood 0,5.25 36,5.25 36,5.75 0,5.75
        hill Slope 0,6.25 36,6.25 36,7.25 0,7.25 level=1
        Blue Centurion_Mk13 A 5,2
        """
    )
    assert allowance(b.look, 0) == 1000, "ten points"
    assert cost(b, "5,5") == 1.5, "three inches of good road"
    assert cost(b, "5,6") == 1.5 + 1.5 + 0.5, "half an inch of woods, and half of clear ground"
    assert cost(b, "5,8") == 1.5 + 1.5 + 2 + 1.5, "an inch of slope"
    assert cost(b, "5,11.5") == 1.5 + 1.5 + 2 + 5
    assert cost(b, "5,12") is None, "what cannot be paid for is not entered"
    assert "out of reach" in b.why_not("move", "5,12")


@rule("MA 08.03.01", "MA 05.00.4a")
def test_a_stand_moves_once_up_to_its_speed():
    b = moving("Blue M60A3 A 5,2\n Blue M60A3 B 9,2")
    assert "5.0,14.0" in b.offers("move")
    assert "5.0,14.5" not in b.offers("move")
    b.do("move", "5,8")
    assert b.where("A") == "5.0,8.0"
    b.do("stay").do("skip")
    assert b["A"].moved
    assert b["A"].spent == 600
    assert b.offers("order") == {"B"}, "the six points left are gone, and it does not move again"


GROUNDS = [
    ("clear", 4),
    ("light_buildings", 4),
    ("heavy_buildings", 4),
    ("woods", 12),
    ("grove", 8),
    ("marsh", 16),
    ("ford", 16),
    ("rough_1", 4),
    ("rough_2", 8),
    ("rough_3", 12),
    ("hill", 8),
    ("crest", 8),
]


@rule("MA TEC clear", "MA TEC buildings", "MA TEC woods", "MA TEC grove", "MA TEC marsh", "MA TEC rough", "MA 08.03.04")
@rule("MA TEC slope", "MA TEC crest")
@pytest.mark.parametrize(("kind", "price"), GROUNDS)
def test_what_four_inches_cost_a_tracked_vehicle(kind, price):
    level = " level=1" if kind in ("hill", "crest") else ""
    ground = "" if kind == "clear" else f"{kind} Ground 0,0 36,0 36,20 0,20{level}\n"
    assert cost(moving(ground + "Blue T-72 A 5,2"), "5,6") == price


@rule("MA TEC road")
@pytest.mark.parametrize(("kind", "price"), [("good_road", 2), ("poor_road", 4), ("track", 4)])
def test_roads_through_a_wood(kind, price):
    wood = "woods Wood 0,0 36,0 36,20 0,20\n"
    assert cost(moving(wood + f"{kind} 5,0 5,39\n Blue T-72 A 5,2"), "5,6") == price
    assert cost(moving(wood + f"{kind} 5,0 5,39\n Blue T-72 A 7,2"), "7,6") == 12, "only along the road"


@rule("MA TEC wreck", "MA 09.01b")
def test_a_wreck_costs_nothing_and_may_be_stood_on():
    b = moving("wreck 5,4\n Blue T-72 A 5,2")
    assert cost(b, "5,4") == 2
    assert b.do("move", "5,4").where("A") == "5.0,4.0"


@rule("MA TEC smoke")
@pytest.mark.parametrize(("option", "price"), [(True, 8), (False, 4)])
def test_smoke_costs_extra_with_the_option(option, price):
    assert cost(moving("smoke Cloud 0,0 36,0 36,20 0,20\n Blue T-72 A 5,2", smoke=option), "5,6") == price


@rule("MA TEC slope dir")
@pytest.mark.parametrize(("option", "up", "down"), [(False, 7.25, 7.25), (True, 4.5, 4)])
def test_a_slope_costs_both_ways_or_only_uphill(option, up, down):
    hill = "hill Hill 0,5 36,5 36,20 0,20 level=1\n Blue T-72 A 5,{}"
    assert cost(moving(hill.format(4), slope_uphill_only=option), "5,8") == up
    assert cost(moving(hill.format(8), slope_uphill_only=option), "5,4") == down


@rule("MA TEC crest")
def test_a_hilltop_pays_once():
    hill = "hill Hill 0,0 36,0 36,20 0,20 level=1\n hilltop Top 0,0 36,0 36,20 0,20 level=1\n Blue T-72 A 5,2"
    assert cost(moving(hill), "5,6") == 8


@rule("MA 08.03.03")
def test_an_inch_is_always_possible_but_not_over_closed_ground():
    dear = """
        marsh Bog 0,0 36,0 36,20 0,20
        hill Hill 0,0 36,0 36,20 0,20 level=1
        crest Crest 0,0 36,0 36,20 0,20
        {}
        Blue Centurion_Mk13 A 5,2 tries=1
    """
    b = moving(dear.format(""))
    assert allowance(b.look, 0) == 500
    assert cost(b, "5,3") is None, "six points"
    assert "5.0,3.0" in b.offers("move")
    assert "5.0,3.5" not in b.offers("move")
    assert "6.0,3.0" not in b.offers("move"), "1.4 inches"
    assert b.do("move", "5,3").where("A") == "5.0,3.0"
    water = moving(dear.format("water Lake 4,2.5 6,2.5 6,9 4,9"))
    assert "5.0,3.0" not in water.offers("move")


@rule("MA 05.00.4b", "MA 05.00.4c")
@pytest.mark.parametrize(
    ("tank", "fired", "far"), [("M60A1", 0, 12), ("M60A1", 1, 6), ("M60A3", 1, 12), ("M1A2_Abrams", 2, 20)]
)
def test_only_tech_level_2_pays_for_firing_with_half_its_move(tank, fired, far):
    b = moving(f"Blue {tank} A 5,2 tries={fired}")
    assert f"5.0,{2 + far}.0" in b.offers("move")
    assert f"5.0,{2 + far}.5" not in b.offers("move")


@rule("MA 05.00.4b")
def test_a_failed_try_counts_as_firing():
    b = Battle("Blue M60A1 A 5,2\n Red T-72 X 5,15 heading=12 tries=1", orders=(1, 0)).attack("X", "A", 20)
    b.do("first", "Blue").do("order", "A", 1).do("move", "A")
    assert "5.0,8.5" not in b.offers("move")
    assert "5.0,8.0" in b.offers("move")


@rule("MA DAT amphibious")
def test_only_the_pt_76_swims_two_inches():
    lake = "water Lake 0,3 36,3 36,20 0,20\n Blue {} A 5,{}"
    b = moving(lake.format("PT-76", 5))
    assert "5.0,7.0" in b.offers("move")
    assert "5.0,7.5" not in b.offers("move")
    other = moving(lake.format("T-72", 2))
    assert not [place for place in other.offers("move") if float(place.split(",")[1]) >= 3]


# Other stands


@rule("MA 08.03.05a")
def test_friends_may_be_passed_but_not_ended_on():
    b = moving("Blue T-72 A 5,2\n Blue T-72 B 5,5")
    assert {"5.0,4.0", "5.0,6.0"} <= b.offers("move")
    assert not {"5.0,4.5", "5.0,5.0", "5.0,5.5"} & b.offers("move")
    assert cost(b, "5,7") == 5, "straight through"


@rule("MA 08.03.06")
def test_enemies_may_be_touched_but_not_passed():
    b = moving("Blue T-72 A 5,2\n Red T-72 Y 5,5 heading=12")
    assert "5.0,4.0" in b.offers("move")
    assert "5.0,4.5" not in b.offers("move")
    assert cost(b, "5,7") > 5, "round about"


@rule("MA 08.03.05b")
def test_a_stand_that_must_halt_on_a_friend_goes_back():
    text = """
        woods Low 8,0 10,0 10,4.7 8,4.7
        woods High 8,5.3 10,5.3 10,20 8,20
        Blue M1A1_Abrams A 5,2
        Blue M1A1_Abrams B 5,5
        Red T55A Y 25,5 heading=18
    """
    b = Battle(text, phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A").do("move", "5,9")
    assert b.where("A") == "5.0,5.0"
    b.do("attack").fire("Y", 14, 12, 15)
    assert b.state_of("A") == "S"
    assert "goes_back" in b.told()
    assert b.where("A") == "5.0,4.0"
    assert b["A"].moved


@rule("MA 08.03.05a")
def test_a_move_that_ends_beside_a_friend_turns_the_stand_so_that_it_fits():
    b = moving("Blue T-72 A 1,1.5\n Blue T-72 B 5,5").do("move", "4,4.5")
    assert b.where("A") == "4.0,4.5"
    assert "goes_back" not in b.told()
    headings = b.offers("face")
    assert f"{b['A'].heading * 15} degrees" in headings, "it came on 45 degrees"
    turns = {turn for turn in range(-12, 13) if f"{(3 + turn) % 24 * 15} degrees" in headings}
    least = min(map(abs, turns))
    assert 0 < least < 6
    assert b["A"].heading in ((3 - least) % 24, 3 + least), "turned no more than it has to be"
    assert "0 degrees" in headings
    assert "45 degrees" not in headings, "its corner would lie on the friend"
    assert "lie on another stand" in b.why_not("face", 3)


# Facing


@rule("MA 08.03.08")
def test_facing_is_free_while_moving_and_at_the_end():
    b = moving("Blue T-72 A 5,2 heading=0").do("move", "9,2")
    assert b["A"].heading == 6, "it faces the way it went"
    assert len(b.offers("face")) == 24
    b.do("face", 13)
    assert (b["A"].heading, b["A"].spent) == (13, 400)
    kept = moving("Blue T-72 A 5,2 heading=0").do("glide", "9,2")
    assert (kept["A"].heading, kept.where("A")) == (0, "9.0,2.0")
    turned = moving("Blue T-72 A 5,2 heading=0").do("turn", 18)
    assert turned.offers("turn") == set(), "once is enough"
    words = "it has turned already; at the end of its move it may turn again (MA 08.03.08)"
    assert turned.why_not("turn", 3) == words
    crowded = moving("Blue T-72 A 5,2 heading=0\nBlue T-72 B 6,2 heading=0")
    assert crowded.why_not("turn", 0) == "it faces that way already"
    assert crowded.why_not("turn", 3) == "turned so, it would lie on another stand (MA 08.03.05a)", "it has not turned"
    turned.do("glide", "9,2").do("stay")
    assert (turned["A"].heading, turned["A"].spent) == (18, 400)


@rule("MA 08.03.08", "MA 08.03.01")
def test_turning_on_the_spot_is_the_move():
    b = moving("Blue T-72 A 5,2").do("stay")
    assert not b["A"].moved
    b.do("face", 6)
    assert (b["A"].moved, b["A"].spent) == (True, 0)
    b = moving("Blue T-72 A 5,2").do("turn", 6).do("stay").do("stay")
    assert b["A"].moved


@rule("MA 03.02a")
def test_every_stand_has_a_name_of_its_own_and_stands_on_an_inch():
    game = Battle("Blue T-72 A 5,2\n Blue T-72 B 9,2\n Red T-72 X 5,30").game
    assert len(set(game.world.names)) == len(game.world.names)
    assert game.world.base(0, 0).side == 100


# Entry


@rule("MA SCN entry", "MA SCN entry cost")
def test_a_stand_comes_on_half_an_inch_inside_its_own_edge():
    b = Battle("Blue M60A3 A off\n Blue M60A3 B 8,0.5\n Red T-72 X 35,30", phase="move", orders=(1, 0), sighting=1)
    b.do("order", "A", 1).do("move", "A")
    places = b.offers("enter")
    assert {place.split(",")[1] for place in places} == {"0.5"}
    assert {"0.5,0.5", "35.5,0.5", "7.0,0.5"} <= places
    assert not {"7.5,0.5", "8.0,0.5", "8.5,0.5"} & places, "not on another stand"
    b.do("enter", "5,0.5")
    assert (b["A"].heading, b["A"].spent) == (0, 50)
    assert "5.0,12.0" in b.offers("move")
    assert "5.0,12.5" not in b.offers("move")
    wooded = Battle(
        "woods Wood 0,0 36,0 36,3 0,3\n Blue M60A3 A off\n Red T-72 X 35,30", phase="move", orders=(1, 0), sighting=1
    )
    assert wooded.do("order", "A", 1).do("move", "A").do("enter", "5,0.5")["A"].spent == 150


@rule("MA SCN entry")
def test_the_other_side_enters_over_the_other_edge_facing_in():
    b = Battle("Blue M60A3 A 5,5\n Red T-72 X off", phase="move", side="Red", orders=(0, 1), sighting=1)
    b.do("order", "X", 1).do("move", "X")
    assert {place.split(",")[1] for place in b.offers("enter")} == {"39.5"}
    assert b.do("enter", "9,39.5")["X"].heading == 12


@rule("MA SCN entry cost")
def test_who_fails_or_waits_stays_off_the_table_and_may_come_later():
    b = Battle("Blue M60A3 A off\n Red T-72 X 35,30", phase="move", orders=(2, 0), sighting=1).do("order", "A", 15)
    assert b.where("A") == ""
    b.do("skip").do("order", "A", 1).do("move", "A").do("wait")
    assert b.where("A") == ""
    assert not b["A"].moved
    fire = Battle("Blue M60A3 A off\n Blue M60A3 B 5,5\n Red T-72 X 5,12 heading=12\n Red T-72 Y off")
    assert fire.offers("attack") == {"X"}, "nobody fires at or from behind the edge"
    assert fire.do("attack", "X").offers("cannon") == {"B"}
