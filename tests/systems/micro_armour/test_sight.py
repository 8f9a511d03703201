"""Lines of sight of Micro Armour: distance, what blocks, heights, friends and enemies (MA 07.01)."""

import pytest

from sandtable import IllegalAction
from sandtable.kernel.game import Game
from sandtable.systems.micro_armour.board import SECOND
from sandtable.systems.micro_armour.scenario import SightingEntry
from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule

PAIR = "Blue M1A2_Abrams A 5,2\n Red T-72 X {} heading=12\n"


def sees(text, **how):
    """Whether A may fire at X."""
    b = Battle(text, **how)
    return b.number("X") in b.look.targets(b.number("A"), SECOND)


@rule("MA 07.01")
def test_no_attack_without_a_line_of_sight():
    b = Battle("woods Wood 3,5 7,5 7,7 3,7\n Red T-72 Y 15,9 heading=12\n" + PAIR.format("5,12"))
    assert b.offers("attack") == {"Y"}
    with pytest.raises(IllegalAction):
        b.do("attack", "X")
    b.do("attack", "Y")
    named = Battle("woods Wood 3,5 7,5 7,7 3,7\n Blue T-72 B 15,2\n" + PAIR.format("5,12")).do("attack", "X")
    assert named.offers("cannon") == {"B"}
    assert named.why_not("cannon", "A") == "the line to X is blocked by Wood (MA 07.01)"


@rule("MA 07.01")
def test_the_sight_tool_sees_what_a_stand_there_would_and_names_what_is_in_the_way():
    b = Battle("table 36 60\n woods Wood 3,5 7,5 7,7 3,7\n" + PAIR.format("5,12") + "Red T-72 Y 15,9", sighting=15)
    table = b.game.world.table
    here, wood, far, open_ground = (table.position(x * 100, y * 100) for x, y in ((5, 2), (5, 12), (5, 30), (15, 4)))
    behind = table.position(2500, 1600)
    seen = b.game.sight(b.state, 0, here)
    assert open_ground in seen
    assert not {wood, far, behind} & set(seen)
    assert b.game.line(b.state, 0, here, open_ground) == ""
    assert b.game.line(b.state, 0, here, wood) == "Wood"
    assert b.game.line(b.state, 0, here, far)
    assert b.game.line(b.state, 0, table.position(1200, 900), table.position(1800, 900)) == "Y"


@rule("MA 07.01.01a")
@pytest.mark.parametrize(("ground", "inches"), [("open", 40), ("closed", 10)])
def test_the_scenario_sets_how_far_one_sees(ground, inches):
    how = {"sighting": (SightingEntry(ground=ground),)}
    assert sees("table 36 60\n" + PAIR.format(f"5,{2 + inches}"), **how)
    assert not sees("table 36 60\n" + PAIR.format(f"5.5,{2 + inches}"), **how)
    assert sees("table 36 60\n" + PAIR.format("5,17"), sighting=15)
    assert not sees("table 36 60\n" + PAIR.format("5,17.5"), sighting=15)


@rule("MA 07.01.01a")
def test_the_option_overrides_the_scenario():
    entry = {"sighting": (SightingEntry(40),)}
    game = Battle(PAIR.format("5,13"), **entry).game
    for option, length in ((0, 4000), (10, 1000)):
        world = Game(game.system, game.scenario, {"sighting": option}, name="test").world
        assert world.sighting(0, 1).length == world.sighting(1, 9).length == length


@rule("MA 07.01.01a")
def test_a_scenario_may_change_it_by_side_and_turn_and_for_targets_that_have_fired():
    entries = (
        SightingEntry(30, side="Red"),
        SightingEntry(10, side="Blue", fired=5),
        SightingEntry(12, side="Blue", from_turn=4),
    )
    text = "table 36 60\n" + PAIR
    for turn, at, seen in ((3, "5,12", True), (3, "5,13", False), (4, "5,14", True), (4, "5,14.5", False)):
        assert sees(text.format(at), sighting=entries, turn=turn) == seen, (turn, at)
    fired = (text.format("{}") + "Blue T-72 Z 30,2").replace("heading=12", "heading=12 revealed")
    assert sees(fired.format("5,17"), sighting=entries)
    assert not sees(fired.format("5,17"), sighting=entries, turn=4), "the later entry gives nothing more for it"
    assert not sees(fired.format("5,17.5"), sighting=entries)


@rule("MA 07.01.01a")
def test_each_of_several_targets_is_seen_to_its_own_range():
    entries = (SightingEntry(10, fired=5),)
    text = """
        table 36 60
        Blue M1A2_Abrams A 15,2
        Red T-72 V 12,16 heading=12 revealed
        Red T-72 W 18,16 heading=12
        Red T-72 X 5,2 heading=6
        Red T-72 Y 25.5,2 heading=18
        Red T-72 Z 29.5,2 heading=18 revealed
    """
    b = Battle(text, sighting=entries)
    seen = b.look.targets(b.number("A"), SECOND)
    assert {b.names[n] for n in seen} == {"V", "X"}, "15 inches to those that have fired, 10 to the others"
    far = Battle(text.replace("Y 25.5,2", "Y 25,2").replace("Z 29.5,2", "Z 15,17"), sighting=entries)
    assert far.offers("attack") == {"V", "X", "Y", "Z"}


@rule("MA 07.01.01b")
def test_mixed_terrain_is_seen_20_inches_or_30_with_the_option():
    how = {"sighting": (SightingEntry(ground="mixed"),)}
    for inches, options in ((20, {}), (30, {"sighting_mixed": "30"})):
        assert sees("table 36 60\n" + PAIR.format(f"5,{2 + inches}"), **how, **options)
        assert not sees("table 36 60\n" + PAIR.format(f"5,{2.5 + inches}"), **how, **options)
    assert sees("table 36 60\n" + PAIR.format("5,27"), sighting=25), "inches that a scenario gives count"


@rule("MA 07.01.01c")
def test_the_line_runs_straight_from_centre_to_centre():
    wood = "woods Wood 5.1,6 8,6 8,8 5.1,8\n"
    assert sees(wood + PAIR.format("5,12")), "it passes beside the wood, though half the bases do not"
    assert not sees(wood.replace("5.1", "4.9") + PAIR.format("5,12"))


@rule("MA 07.01.01d")
def test_stands_of_either_side_block():
    assert sees(PAIR.format("5,12"))
    for side in ("Blue", "Red"):
        assert not sees(f"{side} T-72 Y 5,7\n" + PAIR.format("5,12"))
        assert sees(f"{side} T-72 Y 7,7\n" + PAIR.format("5,12"))


BLOCKING = ["woods", "grove", "light_buildings", "heavy_buildings", "rough_3"]
OPEN = ["marsh", "ford", "sand", "mud", "rough_1", "rough_2", "water"]


@rule("MA 07.01.01d")
@rule("MA TEC rough LOS")
@pytest.mark.parametrize(("kind", "clear"), [(k, False) for k in BLOCKING] + [(k, True) for k in OPEN])
def test_terrain_blocks_as_its_row_says(kind, clear):
    assert sees(f"{kind} Between 3,5 7,5 7,7 3,7\n" + PAIR.format("5,12")) == clear


@rule("MA 07.01.01e")
def test_terrain_that_holds_an_end_does_not_block():
    assert sees("woods Wood 3,1 7,1 7,7 3,7\n" + PAIR.format("5,12"))
    assert sees("woods Wood 3,8 7,8 7,13 3,13\n" + PAIR.format("5,12"))
    both = "woods Wood 3,1 7,1 7,4 3,4\n woods Other 3,10 7,10 7,13 3,13\n"
    assert sees(both + PAIR.format("5,12"))
    assert not sees(both + "grove Grove 3,6 7,6 7,7 3,7\n" + PAIR.format("5,12"))


@rule("MA 07.01.02")
def test_a_line_that_only_grazes_is_blocked():
    assert not sees("woods Wood 5,5 8,5 8,7 5,7\n" + PAIR.format("5,12")), "along an edge"
    assert not sees("woods Wood 5,6 8,5 8,7\n" + PAIR.format("5,12")), "at a corner"
    assert not sees("Red T-72 Y 5.5,7\n" + PAIR.format("5,12")), "along the edge of a base"
    assert sees("Red T-72 Y 6,7\n" + PAIR.format("5,12"))


@rule("MA 07.01.04a")
def test_each_level_adds_ten_inches():
    how = {"sighting": 10}
    for level, inches in ((1, 20), (2, 30)):
        hill = f"table 36 60\n hill Hill 0,0 36,0 36,4 0,4 level={level}\n"
        assert sees(hill + PAIR.format(f"5,{2 + inches}"), **how)
        assert not sees(hill + PAIR.format(f"5,{2.5 + inches}"), **how)
    low = Battle(
        "table 36 60\n hill Hill 0,20 36,20 36,24 0,24 level=1\n Blue T-72 B 9,16\n" + PAIR.format("5,22"), **how
    )
    assert low.do("attack", "X").offers("cannon") == {"B"}, "it is the firer's level that counts"


@rule("MA 07.01.04b", "MA 07.01.04c")
def test_from_above_one_sees_over_friends_but_never_over_enemies():
    hill = "hill Hill 0,0 36,0 36,4 0,4 level=1\n"
    assert sees(hill + "Blue T-72 Y 5,7\n" + PAIR.format("5,12"))
    assert not sees(hill + "Red T-72 Y 5,7\n" + PAIR.format("5,12"))
    assert not sees(hill + "Blue T-72 Y 5,3.5\n" + PAIR.format("5,12")), "a friend on the same level"
    assert not sees("hill Hill 0,10 36,10 36,14 0,14 level=1\n Blue T-72 Y 5,7\n" + PAIR.format("5,12")), "from below"


@rule("MA 07.01.05", "MA TEC slope")
def test_a_hill_blocks_between_lower_ends():
    ridge = "hill Ridge 0,6 36,6 36,8 0,8 level=1\n"
    assert not sees(ridge + PAIR.format("5,12"))
    both = ridge + "hill South 0,0 36,0 36,3 0,3 level=1\n"
    assert sees(both + "hill North 0,11 36,11 36,14 0,14 level=1\n" + PAIR.format("5,12")), "not above both ends"


@rule("MA 07.01.05")
def test_dead_ground_lies_behind_an_obstacle_that_is_nearer_to_the_lower_end():
    high = "hill Hill 0,0 36,0 36,3 0,3 level=1\n woods Wood 3,{} 7,{} 7,{} 3,{}\n"
    near_low = high.format(16, 16, 18, 18) + PAIR.format("5,20")
    near_high = high.format(5, 5, 7, 7) + PAIR.format("5,20")
    assert not sees(near_low)
    assert sees(near_high), "one looks over it"
    two = near_low.replace("level=1", "level=2")
    assert not sees(two), "the wood's top is still above the lower end"


@rule("MA 07.01.05", "MA TEC buildings")
@pytest.mark.parametrize("kind", BLOCKING)
def test_a_feature_that_blocks_is_one_level_high(kind):
    hill = "hill {} 0,{} 36,{} 36,{} 0,{} level={}\n"
    south, north = ((name, low, low, low + 3, low + 3) for name, low in (("South", 0), ("North", 19)))
    block = f"{kind} Between 3,{{0}} 7,{{0}} 7,{{1}} 3,{{1}}\n"
    pair = PAIR.format("5,21")
    one, near_low, near_high = hill.format(*south, 1), block.format(15, 17), block.format(5, 7)
    assert not sees(near_low + pair), "higher than the ground"
    assert not sees(one + near_low + pair), "higher than the lower end, and nearer to it"
    assert sees(one + near_high + pair), "no higher than the upper end"
    assert sees(one + hill.format(*north, 1) + near_low + pair), "no higher than either end"
    raised = "hill Rise 0,10 36,10 36,18 0,18 level=1\n"
    assert not sees(one + hill.format(*north, 1) + raised + near_low + pair), "it adds to the ground under it"
    assert sees(hill.format(*south, 2) + hill.format(*north, 2) + raised + near_low + pair)


@rule("MA 07.01.05")
def test_an_option_limits_sight_within_one_concealing_feature():
    wood = "woods Wood 3,1 7,1 7,20 3,20\n"
    assert sees(wood + PAIR.format("5,12"))
    assert not sees(wood + PAIR.format("5,12"), same_feature_sight=3)
    assert sees(wood + PAIR.format("5,5"), same_feature_sight=3)
    assert sees("marsh Bog 3,1 7,1 7,20 3,20\n" + PAIR.format("5,12"), same_feature_sight=3), "it does not conceal"


@rule("MA 07.01.05")
@pytest.mark.parametrize(("inches", "asked"), [(0, True), (3, False)])
def test_nobody_is_asked_to_fire_at_a_mover_that_the_wood_hides(inches, asked):
    text = "woods Wood 0,0 36,0 36,30 0,30\n Blue T-72 A 5,5\n Red T-72 X 9,12 heading=12"
    b = Battle(text, phase="move", orders=(1, 0), same_feature_sight=inches).do("order", "A", 1).do("move", "A")
    assert (b.decides() == "Red") == asked
    if asked:
        b.do("wait")
    b.do("move", "5,8")
    assert (b.decides() == "Red") == asked


@rule("MA 09.01b")
def test_wrecks_do_not_block():
    assert sees("wreck 5,7\n" + PAIR.format("5,12"))


@rule("MA TEC smoke")
def test_smoke_blocks_only_between_and_only_with_the_option():
    cloud = "smoke Cloud 3,{} 7,{} 7,{} 3,{}\n"
    between, on_target = cloud.format(5, 5, 7, 7), cloud.format(11, 11, 13, 13)
    assert sees(between + PAIR.format("5,12"))
    assert not sees(between + PAIR.format("5,12"), smoke=True)
    assert sees(on_target + PAIR.format("5,12"), smoke=True)


@rule("MA 01.00b")
def test_an_inch_is_a_hundred_metres_and_a_turn_three_minutes():
    # A T-72 may run 20 inches a turn: 2000 m in 3 minutes, 40 km/h across country.
    b = Battle("Blue T-72 A 5,2\n Red T-72 X 35,39", phase="move", orders=(1, 0)).do("order", "A", 1).do("move", "A")
    assert b.look.world.tanks[0].speed * 100 * 60 // 3 == 40_000
    assert "5.0,22.0" in b.offers("move")
    assert "5.0,22.5" not in b.offers("move")
