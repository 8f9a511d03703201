"""Chapter M of Tactical Combat: movement."""

import pytest

from sandtable import Action, IllegalAction
from sandtable.kernel.pools import D6, TWO_D6
from sandtable.systems.tactical_combat.region import region
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def free(text, **how):
    """A battle on a table of 48 by 36 inches without limits of command."""
    return Battle(f"table 48 36\n{text}", command="none", **how)


def reaches(b, stand, *points):
    """Which of these points a stand may move to."""
    offered = b.do("stand", stand).decision().offer("move").targets
    return [point for point in points if b.at(point) in offered]


FAR = "German rifle X 40,33\n"


# How far


@rule("TC M1")
@pytest.mark.parametrize("kind", ["rifle", "hmg", "engineer", "leader", "hq", "light_mortar", "heavy_mortar"])
def test_infantry_moves_up_to_eight_inches(kind):
    b = free(f"US {kind} A 20,10\n{FAR}")
    near, far = ("28,10", "20,2", "25.5,15.5", "25,16"), ("28.5,10", "20,18.5", "21,18", "26,15.5", "25,16.5")
    assert reaches(b, "A", *near, *far) == list(near)
    assert b.why_not("move", "28.5,10").startswith("it is out of reach")
    with pytest.raises(IllegalAction):
        b.do("move", "28.5,10")
    assert b.do("move", "28,10").where("A") == "28.0,10.0"


@rule("TC M2")
def test_stands_move_one_at_a_time():
    b = free("US rifle A 10,10\nUS rifle B 14,10\nGerman rifle X 10,20\n").do("stand", "A")
    assert "stand" not in b.verbs(), "no other stand is chosen while one acts"
    b.do("move", "10,14")
    assert b.decides() == "German"
    assert "stand" not in b.verbs()
    b.do("hold")
    assert b.where("A") == "10.0,14.0", "the first is done"
    assert b.offers("stand") == {"B"}, "before the next starts"


@rule("TC M3")
def test_a_move_may_be_broken_into_only_once():
    text = """
        US rifle A 10,9
        German rifle X 10,28
        German rifle Y 20,9
    """
    waited = free(text).act("A", "move", "10,17")
    assert waited.offers("fire") == {"Y"}
    waited.do("wait")
    assert waited.offers("fire") == {"X", "Y"}, "when nobody has fired yet the question comes again"
    fired = free(text).act("A", "move", "10,17").do("fire", "Y", 10)
    assert (fired.decides(), fired.where("A")) == ("US", "10.0,17.0"), "after a shot it does not"


# Ground


@rule("TC M4")
@pytest.mark.parametrize(
    ("ground", "last", "beyond"),
    [
        ("woods", "15,8", "15.5,8"),  # 2.25 inches in the open and 2.75 in the woods are 7.75
        ("rough", "15,8", "15.5,8"),
        ("orchard", "15,8", "15.5,8"),
        ("marsh", "15,8", "15.5,8"),
        ("buildings", "18,8", "18.5,8"),
        ("vineyard", "18,8", "18.5,8"),
    ],
)
def test_bad_ground_costs_infantry_double(ground, last, beyond):
    b = free(f"{ground} Copse 12.25,1 30,1 30,20 12.25,20\nUS rifle A 10,8\n{FAR}")
    assert reaches(b, "A", last, beyond) == [last]


@rule("TC M4")
def test_wholly_in_the_woods_four_inches_are_all():
    b = free(f"woods Forest 0,0 48,0 48,30 0,30\nUS rifle A 20,10\n{FAR}")
    assert reaches(b, "A", "24,10", "24.5,10", "20,6", "20,5.5") == ["24,10", "20,6"]


@rule("TC M4")
@rule("TC M13")
def test_with_the_option_a_step_uphill_costs_double_and_only_that_step():
    hill = "hill Knoll 12.25,1 30,1 30,20 12.25,20 level=1\n"
    up = free(f"{hill}US rifle A 10,8\n{FAR}", uphill="steps")
    assert reaches(up, "A", "17.5,8", "18,8") == ["17.5,8"], "half an inch of it gains the level"
    on_top = free(f"{hill}US rifle A 20,8\n{FAR}", uphill="steps")
    assert reaches(on_top, "A", "28,8", "28.5,8") == ["28,8"], "level ground on the hill is easy"
    down = free(f"{hill}US rifle A 16,8\n{FAR}", uphill="steps")
    assert reaches(down, "A", "8,8", "7.5,8") == ["8,8"], "and so is going down"


@rule("TC M4")
@rule("TC M13")
def test_every_inch_up_a_slope_costs_double():
    hill = "hill Hill 12,0 24,0 24,30 12,30 level=1\nhilltop Top 17,8 19,8 19,22 17,22 level=2\n"
    up = free(f"{hill}US rifle A 10,15\n{FAR}")
    assert reaches(up, "A", "15,15", "15.5,15") == ["15,15"], "two inches to its foot, three up for six"
    higher = free(f"{hill}US rifle A 15,15\n{FAR}")
    assert reaches(higher, "A", "20,15", "20.5,15") == ["20,15"], "three up for six, over the top, two down"
    along = free(f"{hill}US rifle A 15,10\n{FAR}")
    assert reaches(along, "A", "15,18", "15,18.5") == ["15,18"], "along the slope costs nothing more"
    down = free(f"{hill}US rifle A 18,15\n{FAR}")
    assert reaches(down, "A", "10,15", "9.5,15") == ["10,15"], "nor does the way down"


@rule("TC M13")
def test_several_impediments_on_one_inch_do_not_multiply():
    text = """
        hill Knoll 12.25,1 30,1 30,20 12.25,20 level=1
        woods Copse 12.25,1 30,1 30,20 12.25,20
        US rifle A 10,8
    """
    # 2 in the open, 1 for the half inch uphill into the woods, 5 for two and a half inches of woods.
    assert reaches(free(text + FAR), "A", "15,8", "15.5,8") == ["15,8"]
    marsh = """
        woods Copse 0,0 48,0 48,30 0,30
        marsh Bog 0,0 48,0 48,30 0,30
        US rifle A 20,8
    """
    assert reaches(free(marsh + FAR), "A", "24,8", "24.5,8") == ["24,8"]


BELT = "woods Belt 12.25,1 16.25,1 16.25,20 12.25,20\n"


@rule("TC M5")
@pytest.mark.parametrize(("die", "end"), [(1, "17.0"), (2, "16.0"), (4, "14.0"), (5, "13.0"), (6, "12.0")])
def test_on_entering_bad_ground_a_stand_loses_a_die_of_inches_and_halts_with_none_left(die, end):
    b = free(f"{BELT}US rifle A 10,8\n{FAR}", terrain_die=True)
    assert reaches(b, "A", "18,8", "18.5,8") == ["18,8"], "inches inside cost one"
    b.do("move", "18,8", die)
    assert b.where("A") == f"{end},8.0"
    assert b["A"].finished
    assert (b.rolls()[0].resolution.rule, b.rolls()[0].resolution.dice) == ("TC M5", D6)
    assert b.told().count("slowed") == 1
    assert ("halts" in b.told()) == (die == 6), "at the edge, having come two inches"


@rule("TC M5")
def test_the_die_is_an_option_and_replaces_the_double_cost():
    b = free(f"{BELT}US rifle A 10,8\n{FAR}")
    assert reaches(b, "A", "18,8", "14,8") == ["14,8"]
    assert b.do("move", "14,8").rolls() == []


@rule("TC M5")
def test_each_feature_that_is_entered_has_its_die():
    text = f"{BELT}rough Stones 14.25,1 20,1 20,20 14.25,20\nUS rifle A 10,8\n{FAR}"
    b = free(text, terrain_die=True).act("A", "move", "18,8", 1, 2)
    assert b.where("A") == "15.0,8.0", "8 - 1 - 2"
    b = free(text, terrain_die=True).act("A", "move", "18,8", 4)
    assert b.where("A") == "14.0,8.0", "it never comes to the second"
    b = free(text, terrain_die=True).act("A", "move", "18,8", 1, 4)
    assert b.where("A") == "14.0,8.0", "halts at the second edge"


@rule("TC M5")
@pytest.mark.parametrize(
    ("start", "goal", "dice"),
    [
        ("14,8", "19,8", ()),  # out of the woods it stands in
        ("14,8", "14,12", ()),  # within them
        ("10,8", "12,8", ()),  # up to the edge
        ("19,8", "16,8", (1,)),  # into them from the other side
    ],
)
def test_only_entering_needs_a_die(start, goal, dice):
    b = free(f"{BELT}US rifle A {start}\n{FAR}", terrain_die=True).act("A", "move", goal, *dice)
    assert b["A"].at == b.at(goal)


@pytest.mark.rule("TC M5", "TC M13")
@pytest.mark.parametrize("adds", [False, True])
def test_with_the_terrain_die_every_inch_uphill_counts_once(adds):
    """The die stops whoever climbs; his inches are neither dearer nor cheaper, whatever the option uphill_adds says."""
    text = f"hill Knoll 12.25,1 30,1 30,20 12.25,20 level=1\nUS rifle A 10,10\n{FAR}"
    b = free(text, terrain_die=True, uphill_adds=adds).do("stand", "A")
    assert max(float(each.split(",")[0]) for each in b.offers("move")) == 18


@rule("TC M5")
@pytest.mark.parametrize(("start", "goal", "dice", "end"), [("10,8", "18,8", (3,), "15.0"), ("16,8", "8,8", (), "8.0")])
def test_higher_ground_is_entered_too_but_not_lower(start, goal, dice, end):
    b = free(f"hill Knoll 12.25,1 30,1 30,20 12.25,20 level=1\nUS rifle A {start}\n{FAR}", terrain_die=True)
    assert b.act("A", "move", goal, *dice).where("A") == f"{end},8.0"


@rule("TC M5")
def test_a_stand_goes_around_bad_ground_where_it_can():
    text = f"woods Copse 12.25,7 14.25,7 14.25,9 12.25,9\nUS rifle A 10,8\n{FAR}"
    b = free(text, terrain_die=True).act("A", "move", "15,10")
    assert b.where("A") == "15.0,10.0"
    assert b.rolls() == []


@rule("TC M5")
def test_a_stand_that_is_slowed_does_not_end_on_a_friend():
    text = f"{BELT}US rifle A 10,8\nUS rifle B 13.5,8\n{FAR}"
    b = free(text, terrain_die=True).act("A", "move", "18,8", 4)
    assert b.where("A") == "12.5,8.0", "14 is on B, and so are 13.5 and 13"


@rule("TC M5")
def test_a_stand_that_is_slowed_makes_no_contact():
    text = f"{BELT}US rifle A 10,8\nGerman rifle X 18,8 finished"
    short = free(text, terrain_die=True).act("A", "assault", "X", 6)
    assert short.where("A") == "12.0,8.0"
    assert "close_combat" not in short.told()
    assert short["A"].finished
    there = free(text, terrain_die=True).act("A", "assault", "X", 1, 10, 1)
    assert there.where("A") == "17.0,8.0"
    assert "close_combat" in there.told()


@rule("TC M5")
@pytest.mark.parametrize(("die", "end"), [(1, "10.0,8.0"), (2, "12.0,8.0"), (3, "13.0,8.0")])
def test_on_the_way_to_a_carrier_the_die_is_taken_from_half_a_move(die, end):
    text = f"woods Copse 11.6,1 13.4,1 13.4,20 11.6,20\nUS w44_truck T 10,8\nUS rifle A 14,8\n{FAR}"
    b = free(text, terrain_die=True).act("A", "mount", "T", die)
    assert b.where("A") == end


@rule("TC M5")
def test_opportunity_fire_may_come_before_the_die_and_after_it():
    text = f"{BELT}US rifle A 10,8\nGerman rifle X 8,14"
    before = free(text, terrain_die=True).act("A", "move", "18,8")
    assert before.where("A") == "11.0,8.0"
    before.do("fire", "X", 5)
    assert before.where("A") == "11.0,8.0", "stopped before the edge: no die"
    after = free(text, terrain_die=True).act("A", "move", "18,8").do("wait", None, 3)
    assert after.where("A") == "12.5,8.0", "the woods it is in now change the shot: asked again"
    assert after.decides() == "German"
    after.do("hold")
    assert after.where("A") == "15.0,8.0"


@rule("TC V3b")
@pytest.mark.parametrize(("dice", "end"), [((1, 1), "24.0"), ((3, 4), "19.0"), ((6, 6), "14.0")])
def test_a_vehicle_loses_two_dice_of_inches(dice, end):
    b = free(f"{BELT}US w44_m4_75 T 10,8 heading=6\n{FAR}", terrain_die=True)
    b.act("T", "move", "26,8", dice)
    assert b.rolls()[0].resolution.dice == TWO_D6
    assert b.rolls()[0].resolution.rule == "TC V3b"
    assert b.do("stay").where("T") == f"{end},8.0"


@rule("TC V3b")
def test_a_vehicle_on_a_road_enters_nothing():
    b = free(f"{BELT}road 0,8 40,8\nUS w44_m4_75 T 10,8 heading=6\n{FAR}", terrain_die=True)
    assert b.act("T", "move", "26,8").do("stay").where("T") == "26.0,8.0"


@rule("TC V25")
def test_a_road_move_counts_until_the_next_action():
    b = free("US w44_m4_75 T 10,8 heading=6 on_road\nGerman rifle X 20,8 suppressed\n")
    assert b["T"].on_road
    assert not b.act("T", "fire", "X", 10)["T"].on_road


# Contact


@rule("TC M6")
def test_moving_into_contact_starts_close_combat_at_once():
    b = free("US rifle A 10,8\nGerman rifle X 14,8 finished\n")
    assert reaches(b, "A", "12.5,8", "13,8", "14,8") == ["12.5,8"], "a plain move does not touch an enemy"
    assert b.offers("assault") == {"X"}
    b.do("assault", "X", 10, 1)
    assert b.where("A") == "13.0,8.0"
    told = b.told()
    assert told.index("moves") < told.index("close_combat")
    assert [roll.resolution.words for roll in b.rolls()] == ["X fires at A", "A fires at X"]
    assert b.decides() == "US"
    assert b["A"].finished


@rule("TC M6")
@pytest.mark.parametrize(
    ("at", "offered"), [("19,8", {"X"}), ("19.5,8", set()), ("16.5,14.5", {"X"}), ("17,14.5", set())]
)
def test_an_enemy_can_be_assaulted_if_contact_can_be_made_with_the_move(at, offered):
    b = free(f"US rifle A 10,8\nGerman rifle X {at} finished\n").do("stand", "A")
    assert b.offers("assault") == offered


@rule("TC M6")
@pytest.mark.parametrize(("at", "offered"), [("15,13.5", {"X"}), ("15.5,13.5", set())])
def test_the_way_around_an_obstacle_counts(at, offered):
    # 4.5 inches north and 3.5 east around the lake: exactly 8.
    text = f"river Lake 10.6,0 14.9,0 14.9,12.4 10.6,12.4\nUS rifle A 10.5,8\nGerman rifle X {at} finished\n"
    assert free(text).do("stand", "A").offers("assault") == offered


@rule("TC M6")
def test_nobody_slips_past_an_enemy_in_contact_without_fighting():
    text = "US rifle A 10,8\nGerman rifle X 14,{} finished\nGerman rifle Y 14,{} finished\n"
    wide = free(text.format(9.5, 6.5))
    assert reaches(wide, "A", "18,8") == ["18,8"], "half an inch clear of each"
    narrow = free(text.format(9, 7))
    assert reaches(narrow, "A", "18,8") == [], "between them it would touch"


@rule("TC M6")
def test_an_assault_touches_nobody_on_the_way():
    text = """
        US rifle A 10,8
        German rifle X 15,8 finished
        German rifle Y 12.5,{} finished
    """
    beside = free(text.format(9)).act("A", "assault", "X", 10, 1)
    assert beside.where("A") != "14.0,8.0", "the straight way along Y is closed"
    assert "close_combat" in beside.told()
    clear = free(text.format(9.5)).act("A", "assault", "X", 10, 1)
    assert clear.where("A") == "14.0,8.0"


@rule("TC M6")
def test_of_a_row_of_enemies_each_can_be_assaulted():
    text = "US rifle A 10,8\n" + "".join(
        f"German rifle {n} 15,{y} finished\n" for n, y in zip("XYZ", (7, 8, 9), strict=True)
    )
    b = free(text).do("stand", "A")
    assert b.offers("assault") == {"X", "Y", "Z"}
    b.do("assault", "Y", 10, 1)
    assert b.rolls()[0].resolution.words == "Y fires at A"


@rule("TC M7")
@pytest.mark.parametrize("goal", ["10,8", "10.5,8", "18,8"])
def test_a_stand_is_finished_however_short_its_move_was(goal):
    b = free(f"US rifle A 10,8\n{FAR}").act("A", "move", goal)
    assert b["A"].at == b.at(goal)
    assert b["A"].finished


# Panic


@rule("TC M8")
@pytest.mark.parametrize("mark", ["suppressed", "paralyzed"])
def test_a_suppressed_or_paralyzed_stand_may_not_move_except_by_panic(mark):
    b = free(f"US rifle A 20,20 {mark}\nGerman rifle X 20,24 suppressed\n").do("stand", "A")
    assert b.verbs() - {"fire"} == {"panic", "let_be"}
    assert b.why_not("move", "20,18") == "A is not fit to move (TC M8)"
    assert "(TC M6)" in b.why_not("assault", "X")
    with pytest.raises(IllegalAction):
        b.do("move", "20,20")


@rule("TC S9")
@pytest.mark.parametrize("mark", ["suppressed", "paralyzed"])
def test_a_shaken_stand_chosen_by_mistake_can_be_let_be(mark):
    b = free(f"US rifle A 20,20 {mark}\nGerman rifle X 20,24 suppressed\n")
    before = b.state
    b.do("stand", "A").do("let_be")
    assert b.state == before, "nothing has happened"
    out = Battle(f"table 48 36\nUS rifle A 20,20 {mark}\nGerman rifle X 20,24 suppressed\n")
    out.do("stand", "A", 6).do("let_be").do("stand", "A")
    assert "panic" in out.verbs(), "out of command it rolls but once a turn"


@rule("TC M8")
def test_a_stand_of_normal_morale_does_not_panic():
    b = free("US rifle A 20,20\nGerman rifle X 20,24 suppressed\n").do("stand", "A")
    assert "panic" not in b.verbs()
    assert b.why_not("panic", "X").startswith("only infantry that is Suppressed or Paralyzed panics")
    assert "move" in b.verbs()


QUIET = "suppressed finished"


@rule("TC M9")
@pytest.mark.parametrize("mark", ["suppressed", "paralyzed"])
@pytest.mark.parametrize("ground", ["", "woods Forest 0,0 48,0 48,36 0,36\n", "marsh Bog 0,0 48,0 48,36 0,36\n"])
@pytest.mark.parametrize(
    ("enemy", "end"), [("20,24", "20.0,12.0"), ("16,20", "28.0,20.0"), ("17,16", "25.0,26.5"), ("23,24", "15.0,13.5")]
)
def test_a_panic_move_is_eight_inches_straight_from_the_nearest_enemy(mark, ground, enemy, end):
    b = free(f"{ground}US rifle A 20,20 {mark}\nGerman rifle X {enemy} {QUIET}\nGerman rifle Y 32,20 {QUIET}\n")
    b.do("stand", "A")
    assert b.offers("panic") == {"X"}
    b.do("panic", "X")
    assert b.where("A") == end
    assert b["A"].finished


@rule("TC M9")
def test_the_nearest_enemy_is_so_by_base_edges_seen_or_not():
    text = f"""
        woods Copse 21,21 22,21 22,22 21,22
        US rifle A 20,20 suppressed
        German rifle X 23,23 {QUIET}
        German rifle Y 24,20 {QUIET}
    """
    b = free(text).do("stand", "A")
    assert b.look.line(b.number("A"), b.number("X")) == "Copse"
    assert b.offers("panic") == {"X"}, "2.83 inches from edge to edge, Y is 3, though its centre is nearer"


@rule("TC M9")
def test_a_stand_panics_in_its_own_action_phase_only():
    b = free("US rifle A 20,20 suppressed\nGerman rifle X 20,24 suppressed\n").do("end")
    assert b.decides() == "German"
    assert b.offers("stand") == {"X"}


@rule("TC M10")
@pytest.mark.parametrize("mark", ["suppressed", "paralyzed"])
def test_after_a_panic_move_the_stand_is_paralyzed_and_takes_one_hit(mark):
    b = free(f"US rifle A 20,20 {mark}\nGerman rifle X 20,24 {QUIET}\n").act("A", "panic", "X")
    assert (b["A"].morale, b["A"].hits, b["A"].finished) == (2, 2, True)


@rule("TC M10")
def test_the_last_hit_is_taken_after_the_move():
    b = free(f"US rifle A 20,20 suppressed hits=1\nGerman rifle X 20,24 {QUIET}\n").act("A", "panic", "X")
    assert b.where("A") == ""
    assert b.told() == ["panics", "paralyzed", "destroyed"]


@rule("TC M11")
def test_of_equally_near_enemies_the_owner_picks_one():
    text = f"US rifle A 20,20 suppressed\nGerman rifle X 20,24 {QUIET}\nGerman rifle Y {{}} {QUIET}\n"
    for choice, end in (("X", "20.0,12.0"), ("Y", "12.0,20.0")):
        b = free(text.format("24,20")).do("stand", "A")
        assert b.offers("panic") == {"X", "Y"}
        assert b.do("panic", choice).where("A") == end
    nearer = free(text.format("24.5,20")).do("stand", "A")
    assert nearer.offers("panic") == {"X"}
    assert nearer.why_not("panic", "Y").endswith("away from the nearest enemy (TC M9)")


FLIGHT = f"US rifle A 20,20 suppressed\nGerman rifle X 20,24 {QUIET}\n"


@rule("TC M11")
@pytest.mark.parametrize(
    ("barrier", "end"),
    [
        ("river Brook 0,13 48,13 48,15 0,15\n", "20.0,15.5"),  # square across: it stops
        ("river Brook 14,19 26,7 14,7\n", "21.0,12.5"),  # aslant: it slides along, until 8 inches are gone
        ("river Brook 14,7 26,19 26,7\n", "19.0,12.5"),
        ("river Brook 14,18.3 26,6.3 14,6.3\n", "20.0,12.5"),  # barred at 7.5 inches: no room for a step aslant
        (f"German rifle Y 20,10 {QUIET}\n", "20.0,12.0"),  # not in the way yet
        (f"German rifle Y 20,12 {QUIET}\n", "20.0,13.5"),  # an enemy square in the way
        (f"German rifle Y 21,15 {QUIET}\n", "19.5,12.5"),  # one it would brush against: it slides past
        (f"German rifle Y 21.5,15 {QUIET}\n", "20.0,12.0"),  # half an inch off the line
        ("road 20,0 20,36\nriver Brook 0,13 48,13 48,15 0,15\n", "20.0,12.0"),  # over a bridge
        ("US rifle B 20,12\n", "20.0,13.0"),  # a friend where it would end
        ("US rifle B 20,15\n", "20.0,12.0"),  # a friend on the way
    ],
)
def test_a_barred_line_slides_or_stops(barrier, end):
    b = free(f"{barrier}{FLIGHT}").act("A", "panic", "X")
    assert b.where("A") == end
    assert (b["A"].morale, b["A"].hits) == (2, 2), "the price is paid all the same"


@rule("TC M11")
def test_of_two_ways_past_it_slides_the_one_that_leads_more_nearly_away():
    """Away is east, a little south. The pond bars both: north-east is nearer to that than south."""
    pond = "river Pond 20.3,12 32,12 32,20.3 20.3,20.3\n"
    b = free(f"{pond}US rifle A 20,20 suppressed\nGerman rifle X 14,22 {QUIET}\n").act("A", "panic", "X")
    x, y = map(float, b.where("A").split(","))
    assert (x > 26, y) == (True, 20.5), b.where("A")


@rule("TC M11")
def test_nobody_slides_over_the_edge_of_the_table():
    """The river ends a quarter inch before the edge: there is no room for a base."""
    river = "river Brook 24,0.25 26,0.25 26,36 24,36\n"
    b = free(f"{river}US rifle A 20,0.5 suppressed\nGerman rifle X 16,0.5 {QUIET}\n").act("A", "panic", "X")
    assert b.where("A") == "23.5,0.5"


@rule("TC M11")
def test_a_base_must_lie_wholly_on_the_table():
    world = free(f"US rifle A 10,8\n{FAR}").game.world
    width, height = world.table.width, world.table.height
    for low, high, axis in [(50, width - 50, 0), (50, height - 50, 1)]:
        for value, inside in [(low, True), (high, True), (low - 1, False), (high + 1, False)]:
            point = [100, 100]
            point[axis] = value
            assert world.inside(*point) == inside


@rule("TC M11")
def test_enemies_it_touches_already_do_not_bar_its_way_along_them():
    b = free(f"US rifle A 20,20 suppressed\nGerman rifle X 20,21 {QUIET}\nGerman rifle Y 19,20 {QUIET}\n")
    assert b.act("A", "panic", "X").where("A") == "20.0,12.0"


@rule("TC M11")
@pytest.mark.parametrize(("start", "end"), [("20,8.5", "20.0,0.5"), ("20,8", "")])
def test_leaving_the_table_removes_the_stand(start, end):
    b = free(f"US rifle A {start} suppressed\nGerman rifle X 20,12 {QUIET}\n").act("A", "panic", "X")
    assert b.where("A") == end
    assert ("ran_off" in b.told()) == (end == "")


# Others in the way


@rule("TC M12")
def test_friends_may_be_passed_but_not_ended_on():
    b = free(f"US rifle A 10,8\nUS rifle B 14,8\n{FAR}")
    points = ("13,8", "13.5,8", "14,8", "14.5,8", "15,8", "18,8")
    assert reaches(b, "A", *points) == ["13,8", "15,8", "18,8"]
    b.do("move", "18,8")
    assert b.where("A") == "18.0,8.0", "8 inches straight through"


@rule("TC M12")
@pytest.mark.parametrize(
    ("heading", "fits"),
    [
        (0, ["13,8", "13,7", "13,7.5", "13.5,7"]),
        (3, ["13,7", "13,7.5", "13.5,7"]),  # corner to corner they are 1.41 inches apart, side to side an inch
    ],
)
def test_a_base_is_turned_to_fit_beside_a_friend_who_stands_askew(heading, fits):
    b = free(f"US rifle A 10,8\nUS w44_truck T 14,8 heading={heading}\n{FAR}")
    near = ("13,8", "13.5,8", "13,7", "13,7.5", "13.5,7", "13.5,7.5")
    assert reaches(b, "A", *near) == fits


@rule("TC M12")
def test_nobody_moves_off_the_table():
    b = free(f"US rifle A 2,2\n{FAR}")
    assert reaches(b, "A", "0.5,0.5", "0,2", "2,0", "0,0") == ["0.5,0.5"], "the whole base stays on it"


@rule("TC M12")
def test_enemies_may_not_be_passed():
    b = free("US rifle A 10,8\nGerman rifle X 14,8 finished\n")
    assert reaches(b, "A", "14,8", "15,8", "18,8", "16,10") == ["16,10"], "only around him"


@rule("TC M14")
def test_unused_inches_are_lost():
    b = free(f"US rifle A 10,8\n{FAR}").act("A", "move", "12,8")
    assert b.why_not("stand", "A") == "A is Finished (TC S7)", "not later in this turn"
    b.do("end").do("end")
    assert reaches(b, "A", "20,8", "20.5,8") == ["20,8"], "and not in the next"
    assert b.game.why_not(b.state, 0, Action("move", b.at("20.5,8")))


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("9,5", "B stands there (TC M12)"),
        ("5,11.5", "it would touch R there: to attack him, assault him (TC M6)"),
        ("0,5", "its base would hang over the edge of the table there"),
        ("3,8", "A cannot enter river"),
        ("14,5", "it is out of reach: A moves 8 inches, and bad ground costs more"),
    ],
)
def test_a_move_that_cannot_be_made_is_refused_with_its_reason(point, why):
    b = free("river River 2,7 4,7 4,9 2,9\n US rifle A 5,5\n US rifle B 9,5\n German rifle R 5,12.5").do("stand", "A")
    assert b.why_not("move", point) == why


@rule("TC M6")
def test_a_charge_takes_the_cheapest_way_around_a_pond():
    """Six inches north beside it, and half an inch north-east into contact."""
    b = free("river Pond 9,6.25 11,6.25 11,8.25 9,8.25\nUS rifle A 8.5,2.5\nGerman rifle X 10,10")
    way = region(b.look, b.number("A")).charge(b.number("X"))
    assert (way[-1].position, way[-1].spent) == (b.at("9,9"), 671)


@rule("TC M6")
def test_the_points_a_stand_may_move_to_are_counted_without_those_beside_an_enemy():
    """A base that lies aslant leaves corners that can be reached but are in contact."""
    for heading in (0, 2, 3):
        b = free(f"US rifle A 10,10\nGerman w44_pz4 X 13,13 heading={heading}")
        where = region(b.look, b.number("A"))
        assert len(where) == len(list(where)) == len(set(where))
