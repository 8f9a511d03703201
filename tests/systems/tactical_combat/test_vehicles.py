"""Vehicles of Tactical Combat (TC V), by the id of each rule; riding in them is in test_riding.py."""

from fractions import Fraction

import pytest

from sandtable import IllegalAction
from sandtable.systems.tactical_combat.fire import antitank_shot
from sandtable.systems.tactical_combat.tables import TERRAIN, stand_kinds
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule

HIT, SUPPRESSED, NOTHING = (1, 1, 800), (0, 1, 0), (0, 0, 0)


def battle(text, **how):
    return Battle("table 40 40\n" + text, **{"command": "none", "scale": "platoon", **how})


def inches(b, name):
    x, y = b.where(name).split(",")
    return float(x), float(y)


def apart(b, name, x, y):
    east, north = inches(b, name)
    return ((east - x) ** 2 + (north - y) ** 2) ** 0.5


# V1 to V3, V25: hits and movement


@rule("TC V1")
@pytest.mark.parametrize(("scale", "hits"), [("squad", 1), ("platoon", 3)])
def test_a_vehicle_takes_one_hit_at_squad_scale_and_three_at_platoon_scale(scale, hits):
    guns = "US w44_88 G 5,2\n US w44_88 H 7,2\n US w44_88 I 3,2\n"
    b = battle(guns + "German w44_pz4 T 5,6 heading=12\n German rifle R 30,30", scale=scale)
    assert b["T"].hits == hits
    for number, gun in enumerate("GHI"[:hits], 1):
        b.act(gun, "fire", "T", 1)
        assert b["T"].hits == hits - number
        if b["T"].hits:
            b.do("back", sorted(b.offers("back"))[0])
        while b.decides() == "German":
            b.do("hold")
    assert b.where("T") == ""


@rule("TC V1")
def test_every_vehicle_has_the_same_hits():
    vehicles = [kind for kind in stand_kinds().values() if kind.vehicle]
    assert {(kind.hits_squad, kind.hits_platoon) for kind in vehicles} == {(1, 3)}
    assert len(vehicles) == 37


@rule("TC V2")
def test_vehicles_move_up_to_16_inches():
    b = battle("US w44_m4_75 T 2,5\n German rifle R 30,38").do("stand", "T")
    assert b.why_not("move", "18,5") == ""
    assert b.why_not("move", "18.5,5").startswith("it is out of reach")
    b.do("move", "18,5")
    assert b.where("T") == "18.0,5.0"
    assert b["T"].finished
    b.do("face", 0)
    assert b["T"].heading == 0
    foot = battle("US rifle T 2,5\n German rifle R 30,38").do("stand", "T")
    assert foot.why_not("move", "10.5,5").startswith("it is out of reach")


ROUGH = "{} Ground 0,0 40,0 40,40 0,40\n US {} T 2,5\n German rifle R 30,38"


@rule("TC V3")
@pytest.mark.parametrize("ground", ["woods", "rough", "marsh", "orchard"])
@pytest.mark.parametrize(("kind", "far"), [("w44_m4_75", 4), ("w44_truck", 4), ("rifle", 4)])
def test_rough_terrain_costs_vehicles_four_times_and_infantry_twice(ground, kind, far):
    b = battle(ROUGH.format(ground, kind)).do("stand", "T")
    assert b.why_not("move", f"{2 + far},5") == ""
    assert b.why_not("move", f"{2.5 + far},5").startswith("it is out of reach")


@rule("TC V3")
@pytest.mark.parametrize(
    ("ground", "tank", "foot"), [("buildings", 4, 8), ("trench", 4, 8), ("ford", 4, 4), ("draw", 16, 8)]
)
def test_some_ground_is_rough_for_vehicles_only(ground, tank, foot):
    for kind, far in (("w44_m4_75", tank), ("rifle", foot)):
        b = battle(ROUGH.format(ground, kind)).do("stand", "T")
        assert b.why_not("move", f"{2 + far},5") == ""
        assert b.why_not("move", f"{2.5 + far},5").startswith("it is out of reach")


@rule("TC V3")
def test_the_chart_knows_no_other_cost_than_one_two_for_infantry_four_for_vehicles_or_none_at_all():
    assert {ground.infantry for ground in TERRAIN.values()} == {0, 1, 2}
    assert {ground.vehicle for ground in TERRAIN.values()} == {0, 1, 4}


@rule("TC V3")
def test_uphill_costs_vehicles_four_times_and_downhill_nothing_more():
    hill = "hill Hill 6,0 40,0 40,40 6,40 level=1\n US w44_m4_75 T {}\n German rifle R 30,38"
    up = battle(hill.format("4,5")).do("stand", "T")
    # Two inches to the foot, then three and a half uphill at four times.
    assert up.why_not("move", "9.5,5") == ""
    assert up.why_not("move", "10,5").startswith("it is out of reach")
    step = battle(hill.format("4,5"), uphill="steps").do("stand", "T")
    assert step.why_not("move", "18.5,5") == "", "with the option, half an inch of it"
    assert step.why_not("move", "19,5").startswith("it is out of reach")
    down = battle(hill.format("18,5")).do("stand", "T")
    assert down.why_not("move", "2,5") == ""


@rule("TC V3")
def test_open_ground_and_impassable_ground():
    b = battle("river River 10,0 12,0 12,40 10,40\n US w44_m4_75 T 5,5\n German rifle R 30,38").do("stand", "T")
    assert b.why_not("move", "9.5,5") == ""
    assert b.why_not("move", "14,5").startswith("it is out of reach")


ROAD = """
    woods Wood 6,0 40,0 40,40 6,40
    road 0,5 30,5
    US {} T 4,5
    German rifle R 30,38
"""


@rule("TC V25")
def test_a_vehicle_that_keeps_to_a_road_pays_one_per_inch_through_any_terrain():
    b = battle(ROAD.format("w44_m4_75")).do("stand", "T")
    assert b.why_not("move", "20,5") == ""
    assert b.why_not("move", "20.5,5").startswith("it is out of reach")
    assert b.why_not("move", "12,8").startswith("it is out of reach"), "off the road the wood counts"


@rule("TC V25")
def test_a_road_over_a_river_is_a_bridge():
    b = battle("river River 10,0 12,0 12,40 10,40\n road 0,5 30,5\n US w44_m4_75 T 5,5\n German rifle R 30,38")
    b.do("stand", "T")
    assert b.why_not("move", "14,5") == ""
    assert b.why_not("move", "11,8") == "T cannot enter river"


@rule("TC V25")
def test_a_vehicle_counts_as_moved_along_a_road_until_its_next_action():
    text = "road 0,5 40,5\n US w44_m4_75 T 4,5\n US w44_m4_75 U 4,9\n German w44_pak40 G 30,5 heading=18 finished"
    b = battle(text).act("T", "move", "12,5").do("face", 6)
    assert b["T"].on_road
    b.do("end")
    b.act("G", "fire", "T", 6)
    assert b.modifiers() == {(-2, "TC V9"), (1, "TC V10")}, "18 - 1 inches are long range"
    assert b["T"].morale == 1, "6 - 2 + 1 = 5"
    while b.decides() == "US":
        b.do("hold")
    b.do("end")
    assert b["T"].on_road, "still, until it acts"
    b.act("T", "fire", "G", 10)
    assert not b["T"].on_road, "firing is an action too"
    again = battle(text.replace("T 4,5", "T 4,5 on_road")).act("T", "move", "4,12")
    assert not again["T"].on_road


@rule("TC V25")
@pytest.mark.parametrize(
    ("start", "end", "along"),
    [
        ("4,5", "12,5", True),
        ("4,5", "6,5", True),
        ("4,5", "5.5,5", False),
        ("10,2", "10,9", False),
        ("10,5", "10,12", False),
        ("6,9", "14,9", False),
    ],
)
def test_to_cross_a_road_is_not_to_move_along_it(start, end, along):
    b = battle(f"road 0,5 40,5\n US w44_m4_75 T {start}\n German rifle R 30,38").act("T", "move", end).do("stay")
    assert b["T"].on_road is along
    foot = battle("road 0,5 40,5\n US rifle T 4,5\n German rifle R 30,38").act("T", "move", "12,5")
    assert not foot["T"].on_road, "only vehicles"


@rule("TC V25")
def test_a_mover_is_on_the_road_from_where_it_has_followed_it():
    text = "road 0,5 40,5\n US w44_m4_75 T 20,5 heading=18\n German w44_pak40 G 5,5 heading=6"
    b = battle(text).act("T", "move", "12,5")
    assert b.decides() == "German"
    b.do("wait")
    assert b.decides() == "German", "its modifier has changed: it is asked again"
    b.do("fire", "G", 10)
    assert b.modifiers() == {(-2, "TC V9")}
    early = battle(text).act("T", "move", "12,5").do("fire", "G", 10)
    assert early.modifiers() == set(), "an inch and it was hardly on its way"


# V5 to V10: the tables

DUEL = "US {} A {} heading=0\n German {} B {} heading=12 finished {}\n German rifle Z 38,38 finished"


def duel(firer="w44_m4_75", target="w44_pz4", at="20,10", to="20,20", marks="", ground="", **how):
    text = ground + "\n" + DUEL.format(firer, at, target, to, marks)
    return battle(text, **how)


@rule("TC V5")
@pytest.mark.parametrize(
    ("firer", "target", "table"),
    [
        ("w44_m4_75", "w44_pz4", "TC V6"),
        ("w44_88", "w44_pz4", "TC V6"),
        ("w44_m4_75", "w44_truck", "TC V6"),
        ("w44_m4_75", "rifle", "TC F8"),
        ("w44_m4_75", "w44_pak40", "TC F8"),
        ("w44_88", "hmg", "TC F8"),
        ("w44_ht", "rifle", "TC F8"),
        ("rifle", "w44_pak40", "TC F8"),
    ],
)
def test_what_is_shot_at_decides_the_table(firer, target, table):
    b = duel(firer, target).act("A", "fire", "B", 10)
    assert b.rolls()[0].resolution.rule == table


@rule("TC V5")
@pytest.mark.parametrize("firer", ["rifle", "hmg", "engineer", "leader"])
def test_infantry_uses_the_anti_tank_table_against_vehicles(firer):
    b = duel(firer, to="20,12").act("A", "fire", "B", 4)
    assert b.rolls()[0].resolution.rule == "TC V6"
    assert b["B"].morale == 1


@rule("TC V5")
def test_what_has_no_gun_does_not_shoot_at_vehicles():
    b = duel("w44_ht").do("stand", "A")
    assert b.why_not("fire", "B") == "B cannot be fired at: A has nothing that hurts armour (TC V5)"
    truck = duel("w44_truck", "rifle").do("stand", "A")
    assert truck.why_not("fire", "B") == "A cannot fire"


@rule("TC V6")
@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, True), (3, True), (4, False)])
@pytest.mark.parametrize("quality", ["green", "regular", "elite"])
def test_three_or_less_is_a_hit_forced_back_and_suppressed(die, hit, quality):
    b = duel(marks=f"quality={quality}").act("A", "fire", "B", die)
    assert b["B"].hits == (2 if hit else 3)
    assert b["B"].morale == 1
    assert (b.decides() == "German") == hit
    if hit:
        b.do("back", "20,28")
        assert b.where("B") == "20.0,28.0"


@rule("TC V6")
def test_the_modified_number_counts_and_may_be_less_than_one():
    b = duel("w44_88", marks="on_road").act("A", "fire", "B", 1)
    assert b.rolls()[0].total == -3
    assert b["B"].hits == 2
    assert duel("w44_m5").act("A", "fire", "B", 1)["B"].hits == 2, "1 + 2 = 3"
    assert duel("w44_m5").act("A", "fire", "B", 2)["B"].hits == 3, "2 + 2 = 4"


@rule("TC V7")
@pytest.mark.parametrize("die", [4, 5, 6])
@pytest.mark.parametrize("quality", ["green", "regular", "elite"])
def test_four_and_five_suppress_and_six_only_green_vehicles(die, quality):
    b = duel(marks=f"quality={quality}").act("A", "fire", "B", die)
    assert b["B"].hits == 3
    assert b["B"].morale == int(die < 6 or quality == "green")
    assert b.where("B") == "20.0,20.0"


@rule("TC V8")
@pytest.mark.parametrize("die", [7, 10])
@pytest.mark.parametrize("quality", ["green", "regular", "elite"])
def test_seven_or_more_is_nothing(die, quality):
    b = duel(marks=f"quality={quality}").act("A", "fire", "B", die)
    assert (b["B"].hits, b["B"].morale) == (3, 0)


@rule("TC V9")
def test_flank_shots_and_road_moves_help_the_firer():
    flank = duel(to="20,4", at="20,14").do("stand", "A")
    assert flank.why_not("fire", "B") == "B cannot be fired at: it is not in the front 180 degrees (TC V14)"
    b = duel().act("A", "fire", "B", 6)
    assert b.modifiers() == set()
    b = battle(DUEL.format("w44_m4_75", "20,10", "w44_pz4", "20,20", "heading=0")).act("A", "fire", "B", 6)
    assert b.modifiers() == {(-3, "TC V9")}
    assert b["B"].hits == 2, "6 - 3 = 3"
    b = duel(marks="on_road").act("A", "fire", "B", 5)
    assert b.modifiers() == {(-2, "TC V9")}
    assert b["B"].hits == 2, "5 - 2 = 3"
    b = battle(DUEL.format("w44_m4_75", "20,10", "w44_pz4", "20,20", "heading=0 on_road")).act("A", "fire", "B", 9)
    assert b.rolls()[0].total == 4


@rule("TC V9")
@pytest.mark.parametrize("target", ["rifle", "w44_pak40"])
def test_neither_counts_on_the_infantry_table(target):
    b = battle(DUEL.format("w44_panther", "20,10", target, "20,20", "heading=0 on_road")).act("A", "fire", "B", 10)
    assert b.modifiers() == set(), "nor does the gun"


@rule("TC V10")
@pytest.mark.parametrize("ground", ["woods", "buildings", "rough", "bunker"])
def test_a_target_in_cover_is_one_harder_hard_or_soft(ground):
    b = duel(ground=f"{ground} G 19,19 21,19 21,21 19,21").act("A", "fire", "B", 3)
    assert b.modifiers() == {(1, "TC V10")}
    assert b["B"].hits == 3, "3 + 1 = 4"


@rule("TC V10")
def test_a_suppressed_firer_is_one_worse():
    b = battle(
        DUEL.replace("heading=0", "heading=0 suppressed", 1).format("w44_m4_75", "20,10", "w44_pz4", "20,20", "")
    )
    b.act("A", "fire", "B", 3)
    assert b.modifiers() == {(1, "TC V10")}
    assert b["B"].hits == 3


@rule("TC V10")
@pytest.mark.parametrize(("to", "long"), [("20,27", False), ("20,27.5", True), ("20,35", True)])
def test_long_range_is_one_worse(to, long):
    b = duel(to=to).act("A", "fire", "B", 3)
    assert b.modifiers() == ({(1, "TC V10")} if long else set())
    assert b["B"].hits == (3 if long else 2)


@rule("TC V10")
def test_all_modifiers_add_up():
    text = "woods W 19,26 21,26 21,29 19,29\n" + DUEL.format(
        "w44_m5", "20,10", "w44_panther", "20,28", "heading=0 on_road"
    ).replace("heading=0", "heading=0 suppressed", 1)
    b = battle(text).act("A", "fire", "B", 1)
    assert sorted(b.modifiers()) == [
        (-3, "TC V9"),
        (-2, "TC V9"),
        (1, "TC V10"),
        (1, "TC V21"),
        (2, "TC V20"),
    ]
    assert b.rolls()[0].total == 1 - 3 - 2 + 1 + 1 + 1 + 1 + 2


# V11 to V14: what it does to a vehicle


@rule("TC V11")
def test_a_vehicle_forced_back_goes_a_full_eight_inches_from_the_firer_and_its_owner_picks_the_line():
    b = duel().act("A", "fire", "B", 3)
    assert b.decides() == "German"
    assert b.verbs() == {"back"}
    points = b.offers("back")
    assert "20.0,28.0" in points
    assert len(points) == 7, "straight, and up to 45 degrees to either side"
    for each in points:
        x, y = map(float, each.split(","))
        assert abs(((x - 20) ** 2 + (y - 20) ** 2) ** 0.5 - 8) < 0.4
        assert y - 20 >= abs(x - 20) - 0.01
    assert {"25.5,25.5", "14.5,25.5"} <= points
    b.do("back", "25.5,25.5")
    assert b.where("B") == "25.5,25.5"
    assert b["B"].heading == 12, "it faces as before"
    assert b.decides() == "US", "nobody fires at it on its way"


@rule("TC V11")
def test_terrain_costs_nothing_but_what_is_impassable_bars_a_line():
    woods = duel(ground="woods W 10,21 30,21 30,40 10,40").act("A", "fire", "B", 2)
    assert "20.0,28.0" in woods.offers("back")
    half = duel(ground="river W 20.5,22 30,22 30,30 20.5,30").act("A", "fire", "B", 3)
    assert "20.0,28.0" in half.offers("back")
    assert all(float(each.split(",")[0]) <= 20 for each in half.offers("back")), "only lines of full length"
    barred = duel(ground="river W 0,23 40,23 40,25 0,25").act("A", "fire", "B", 3)
    ends = {float(each.split(",")[1]) for each in barred.offers("back")}
    assert ends == {22.5}, "with none of full length the longest"


@rule("TC V11")
def test_a_vehicle_with_no_line_on_the_table_is_lost_and_one_with_a_line_is_not():
    b = duel(at="20,20", to="20,38").act("A", "fire", "B", 2)
    assert b.verbs() == {"leave"}
    b.do("leave")
    assert b["B"].hits == 0
    near = duel(at="20,20", to="20,33.5").act("A", "fire", "B", 3)
    assert near.verbs() == {"back"}
    assert "20.0,41.5" not in near.offers("back")
    barred = duel(at="20,20", to="20,37", ground="river W 21,37 40,37 40,40 21,40").act("A", "fire", "B", 2)
    assert barred.verbs() == {"back"}, "it would rather stop before a river than leave"
    assert all(20 < float(each.split(",")[0]) < 21 for each in barred.offers("back"))


@rule("TC V11")
def test_a_vehicle_that_is_destroyed_goes_nowhere():
    b = duel(scale="squad").act("A", "fire", "B", 3)
    assert b["B"].hits == 0
    assert b.decides() == "US"


@rule("TC V11")
def test_a_mover_that_is_forced_back_has_ended_its_move():
    text = "US w44_m4_75 T 20,10 heading=0\n German w44_pak40 G 20,25 heading=12"
    b = battle(text).act("T", "move", "20,14").do("fire", "G", 3)
    assert b.decides() == "US"
    assert b.verbs() == {"back"}
    b.do("back", "20,3")
    assert b.where("T") == "20.0,3.0"
    assert b["T"].finished
    assert b.verbs() >= {"end"}, "it is not turned either"


@rule("TC V12")
@pytest.mark.parametrize("die", [3, 4, 5])
def test_a_vehicle_is_never_paralyzed_however_often_it_is_suppressed(die):
    b = duel(marks="suppressed").act("A", "fire", "B", die)
    assert b["B"].morale == 1
    if b.decides() == "German":
        b.do("back", "20,28")
    assert "TC F25" not in [event.rule for event in b.events]
    foot = duel(target="rifle", to="20,18", marks="suppressed").act("A", "fire", "B", die)
    assert foot["B"].morale == 2, "infantry is"


SHAKEN = "{}\n US w44_m4_75 T 15,10 heading={} suppressed\n German {} R 15,20 heading=12 {}\n German rifle Z 38,38"


@rule("TC V13")
def test_a_suppressed_vehicle_may_move_away_but_not_closer():
    b = battle(SHAKEN.format("", 0, "rifle", "finished")).do("stand", "T")
    assert b.why_not("move", "15,4") == ""
    assert b.why_not("move", "24,8") == ""
    assert b.why_not("move", "15,10.5") != ""
    assert b.why_not("move", "18,11") != ""
    for each in b.offers("move"):
        x, y = map(float, each.split(","))
        assert (x - 15) ** 2 + (y - 20) ** 2 >= 100
    assert "assault" not in b.verbs()
    b.do("move", "15,4").do("stay")
    assert b.where("T") == "15.0,4.0"
    assert b["T"].morale == 1
    calm = battle(SHAKEN.format("", 0, "rifle", "finished").replace("suppressed", "")).do("stand", "T")
    assert calm.why_not("move", "15,10.5") == ""


@rule("TC V13")
def test_its_way_may_not_lead_closer_either():
    wall = "river Wall 16,0 17,0 17,11 16,11"
    b = battle(SHAKEN.format(wall, 0, "rifle", "finished")).do("stand", "T")
    assert b.why_not("move", "20,8") != "", "farther away, but only around the end of the wall"
    calm = battle(SHAKEN.format(wall, 0, "rifle", "finished").replace("suppressed", "")).do("stand", "T")
    assert calm.why_not("move", "20,8") == ""


@rule("TC V13")
def test_a_suppressed_vehicle_fires_at_one_more_in_its_own_phase_and_never_in_the_enemys():
    at_tank = battle(SHAKEN.format("", 0, "w44_pz4", "finished")).act("T", "fire", "R", 10)
    assert at_tank.modifiers() == {(1, "TC V10")}
    at_foot = battle(SHAKEN.format("", 0, "rifle", "finished")).act("T", "fire", "R", 10)
    assert at_foot.modifiers() == {(1, "TC F15")}
    b = battle(SHAKEN.format("", 0, "rifle", ""), side="German").act("R", "move", "17,20")
    assert b.decides() == "German"
    ready = battle(SHAKEN.format("", 0, "rifle", "").replace("suppressed", ""), side="German")
    assert ready.act("R", "move", "17,20").decides() == "US"


@rule("TC V13")
def test_a_vehicle_suppressed_on_its_way_goes_on_but_not_closer():
    text = "US w44_m4_75 T {} heading={}\n German w44_pak40 G 20,30 heading=12"
    away = battle(text.format("20,16", 12)).act("T", "move", "20,8").do("fire", "G", 8)
    assert away.modifiers() == {(-3, "TC V9")}, "its back is turned"
    assert away["T"].morale == 1
    assert away.where("T") == "20.0,8.0", "it does not stop"
    nearer = battle(text.format("20,16", 12)).act("T", "move", "20,8.5").do("fire", "G", 8)
    assert nearer.where("T") == "20.0,8.5", "however long the way is"
    closer = battle(text.format("20,16", 0)).act("T", "move", "20,24").do("fire", "G", 4)
    assert closer.where("T") == "20.0,17.0", "it stays where it was hit"
    assert closer["T"].finished
    unhurt = battle(text.format("20,16", 0)).act("T", "move", "20,24").do("fire", "G", 10)
    assert unhurt.where("T") == "20.0,24.0"


@rule("TC V14")
@pytest.mark.parametrize("kind", ["w44_m4_75", "w44_pak40", "w44_ht"])
@pytest.mark.parametrize(
    ("heading", "at", "seen"),
    [
        (0, "25,20", True),
        (0, "25,19.5", False),
        (0, "15,20", True),
        (0, "15,19.5", False),
        (0, "20,12", False),
        (12, "20,12", True),
        (6, "20,26", True),
        (6, "19.5,26", False),
        (3, "25,15", True),
        (3, "24.5,15", False),
    ],
)
def test_vehicles_and_guns_fire_into_the_front_180_degrees_only(kind, heading, at, seen):
    b = battle(f"US {kind} A 20,20 heading={heading}\n German rifle B {at} finished").do("stand", "A")
    assert b.offers("fire") == ({"B"} if seen else set())
    why = "" if seen else "B cannot be fired at: it is not in the front 180 degrees (TC V14)"
    assert b.why_not("fire", "B") == why
    foot = battle(f"US rifle A 20,20 heading={heading}\n German rifle B {at} finished").do("stand", "A")
    assert foot.offers("fire") == {"B"}, "infantry fires all round"


# V15 to V18, V24: close combat

CHARGE = "{}\n US {} T 20,10 heading=0 {}\n German {} R 20,14 heading=12 finished {}\n German rifle Z 38,38 finished"


def charge(*dice, kind="w44_m4_75", marks="", target="rifle", state="", ground="", **how):
    b = battle(CHARGE.format(ground, kind, marks, target, state), **how).do("stand", "T")
    return b.do("assault", "R", *dice)


@rule("TC V15")
def test_one_round_is_fought_and_the_defender_fires_first():
    b = charge(10, 10)
    assert [roll.resolution.words for roll in b.rolls()] == ["R fires at T", "T fires at R"]
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC V6", "TC F8"]
    assert b["T"].finished
    tanks = charge(10, 10, target="w44_pz4")
    assert [roll.resolution.rule for roll in tanks.rolls()] == ["TC V6", "TC V6"]


@rule("TC V15")
def test_normal_modifiers_count_when_a_vehicle_attacks_and_the_attacker_is_in_the_open():
    ground = "woods W 16,11.5 24,11.5 24,18 16,18"
    b = charge(10, 10, kind="w44_panther", state="suppressed", ground=ground)
    assert b.modifiers(0) == {(1, "TC V21"), (1, "TC V10")}, "its armour, the suppressed infantry, but no cover"
    assert b.modifiers(1) == {(1, "TC F14")}, "the infantry's cover"
    tanks = charge(10, 10, kind="w44_panther", target="w44_m5", ground=ground)
    assert tanks.modifiers(0) == {(1, "TC V21"), (2, "TC V20")}
    assert tanks.modifiers(1) == {(-1, "TC V20"), (-1, "TC V21"), (1, "TC V10")}
    rear = charge(10, 10, target="w44_pz4", state="on_road").modifiers(1)
    assert rear == {(-2, "TC V9")}
    turned = battle(CHARGE.format("", "w44_m4_75", "", "w44_pz4", "heading=0")).do("stand", "T")
    assert turned.do("assault", "R", 10, 10).modifiers(1) == {(-3, "TC V9")}


@rule("TC V15")
def test_a_paralyzed_defender_shoots_once_at_two_more_and_then_goes():
    b = charge(10, 10, state="paralyzed")
    assert b.modifiers(0) == {(2, "TC F16")}
    assert (b["R"].hits, b["R"].morale) == (2, 2), "it takes the hit of the retreat"
    assert b.where("R") == "20.0,18.0"
    assert b.decides() == "US"
    assert b.offers("back") == set(), "the vehicle has won"


@rule("TC V15")
def test_what_has_no_weapon_does_not_fight():
    truck = charge(10, target="w44_truck")
    assert [roll.resolution.words for roll in truck.rolls()] == ["T fires at R"], "a truck cannot fire back"
    b = battle(CHARGE.format("", "w44_truck", "", "rifle", "")).do("stand", "T")
    assert b.offers("assault") == set()
    b = battle(CHARGE.format("", "w44_ht", "", "w44_pz4", "")).do("stand", "T")
    assert b.offers("assault") == set(), "nor a half-track against a tank"
    b = battle(CHARGE.format("", "w44_ht", "", "rifle", "")).do("stand", "T")
    assert b.offers("assault") == {"R"}


@rule("TC V16")
def test_a_vehicle_that_does_not_win_falls_back_eight_inches_in_its_morale():
    b = charge(10, 10)
    assert b.decides() == "US"
    assert b.verbs() == {"back"}
    place = inches(b, "T")
    assert place[1] > 12, "it is in contact still"
    b.do("back", f"20,{place[1] - 8:g}")
    assert b["T"].morale == 0
    assert (b["R"].hits, b["R"].morale, b.where("R")) == (3, 0, "20.0,14.0")
    shaken = charge(5, 5)
    assert shaken.modifiers(1) == {(1, "TC F15")}, "suppressed by the first shot"
    assert shaken["R"].morale == 0, "5 + 1 = 6"
    assert shaken.verbs() == {"back"}
    shaken.do("back", sorted(shaken.offers("back"))[0])
    assert shaken["T"].morale == 1


@rule("TC V16")
def test_to_suppress_or_hit_is_not_to_win():
    b = charge(10, 3)
    assert (b["R"].hits, b["R"].morale) == (2, 1)
    assert b.verbs() == {"back"}, "the infantry is suppressed but stays"


@rule("TC V16")
@pytest.mark.parametrize(
    ("die", "state", "left"), [(1, "", (1, 2)), (1, "hits=1", (0, 0)), (4, "suppressed", (2, 2)), (3, "hits=1", (0, 0))]
)
def test_a_vehicle_that_wins_stays(die, state, left):
    b = charge(10, die, state=state)
    assert (b["R"].hits, b["R"].morale) == left
    assert b.decides() == "US"
    assert "back" not in b.verbs()
    assert b["T"].finished
    if left[0]:
        assert b.where("R") == "20.0,18.0", "the loser retreats four inches"


@rule("TC V16")
def test_a_vehicle_attacked_by_infantry_falls_back_too_unless_it_wins():
    b = charge(10, 10, kind="rifle", target="w44_pz4")
    assert b.decides() == "German"
    assert b.verbs() == {"back"}
    b.do("back", "20,22")
    assert b.where("R") == "20.0,22.0"
    wins = charge(1, kind="rifle", target="w44_pz4")
    assert len(wins.rolls()) == 1
    assert (wins["T"].hits, wins["T"].morale) == (1, 2)
    assert wins.where("R") == "20.0,14.0"
    assert inches(wins, "T")[1] < 10, "the infantry retreats"
    assert {event.rule for event in wins.events if event.what == "retreats"} == {"TC X3"}


@rule("TC V17")
@pytest.mark.parametrize("kind", ["rifle", "hmg", "engineer", "leader", "hq"])
@pytest.mark.parametrize(
    ("to", "reached"), [("20,13", True), ("20,13.5", False), ("22,12.5", True), ("22.5,12.5", False)]
)
def test_infantry_shoots_at_vehicles_within_two_inches_only(kind, to, reached):
    b = duel(kind, to=to).do("stand", "A")
    assert b.offers("fire") == ({"B"} if reached else set())
    if not reached:
        assert b.why_not("fire", "B") == "B cannot be fired at: it is beyond 2 inches (TC F3)"
        with pytest.raises(IllegalAction):
            b.do("fire", "B", 1)


@rule("TC V17")
def test_the_same_limit_holds_for_opportunity_fire():
    text = "US w44_m4_75 T 20,10 heading=0\n German rifle R {}"
    assert battle(text.format("20,18.5")).act("T", "move", "20,14").decides() == "US"
    b = battle(text.format("20,17")).act("T", "move", "20,14").do("fire", "R", 4)
    assert b.rolls()[0].resolution.rule == "TC V6"
    assert b.where("T") == "20.0,14.0"
    gun = battle(text.replace("rifle", "w44_pak40").format("20,18 heading=12")).act("T", "move", "20,14")
    assert gun.decides() == "German", "guns have their range"


@rule("TC V18")
def test_infantry_that_attacks_a_vehicle_has_no_modifiers_and_nor_has_the_vehicle():
    ground = "woods W 10,5 30,5 30,20 10,20"
    text = CHARGE.format(ground, "rifle", "", "w44_tiger2", "on_road").replace("heading=12", "heading=0")
    b = battle(text).do("stand", "T").do("assault", "R", 10, 3)
    assert b.modifiers(0) == set(), "the vehicle at the infantry"
    assert b.modifiers(1) == set(), "neither armour 2 nor flank, road or cover"
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC F8", "TC V6"]
    assert b["R"].hits == 2


@rule("TC V18")
def test_only_the_suppression_of_the_vehicle_counts():
    b = charge(5, 10, kind="rifle", target="w44_tiger2", state="suppressed")
    assert b.modifiers(0) == {(1, "TC F15")}
    assert b["T"].morale == 0, "5 + 1 = 6"
    assert b.modifiers(1) == set()
    hurt = charge(4, 4, kind="rifle", target="w44_tiger2")
    assert hurt["T"].morale == 1
    assert hurt.modifiers(1) == set(), "not that of the infantry"
    assert hurt["R"].morale == 1


@rule("TC V24")
def test_forced_back_and_fall_back_are_one_move():
    b = charge(3)
    assert len(b.rolls()) == 1, "the vehicle has lost before it fires"
    assert b["T"].hits == 2
    place = inches(b, "T")
    b.do("back", f"20,{place[1] - 8:g}")
    assert b.decides() == "US"
    assert "back" not in b.verbs()
    assert abs(apart(b, "T", *place) - 8) < 0.1
    won = charge(10, 3, target="w44_pz4")
    assert won["R"].hits == 2
    assert won.decides() == "German"
    won.do("back", "20,22")
    assert won.decides() == "US"
    assert "back" not in won.verbs()
    assert won.where("R") == "20.0,22.0"


@rule("TC V24")
@pytest.mark.parametrize(("dice", "morale"), [((10, 10), (0, 0)), ((4, 5), (1, 0)), ((10, 4), (0, 1))])
def test_vehicle_against_vehicle_both_fall_back_if_neither_wins(dice, morale):
    b = charge(*dice, target="w44_pz4")
    assert b.decides() == "US"
    assert b.verbs() == {"back"}
    b.do("back", sorted(b.offers("back"))[0])
    assert b.decides() == "German"
    b.do("back", "20,22")
    assert b.where("R") == "20.0,22.0"
    assert (b["T"].morale, b["R"].morale) == morale
    assert b.decides() == "US"
    assert "end" in b.verbs()


# V19 to V22: guns and armour


@rule("TC V19")
@pytest.mark.parametrize("firer", ["w44_m4_75", "w44_panther", "w44_m5", "w44_88"])
@pytest.mark.parametrize("target", ["rifle", "w44_pz4"])
@pytest.mark.parametrize(
    ("to", "band"), [("20,27", "normal"), ("20,27.5", "long"), ("20,35", "long"), ("20,35.5", "none")]
)
def test_vehicles_and_guns_have_16_inches_and_at_most_24(firer, target, to, band):
    b = duel(firer, target, to=to).do("stand", "A")
    if band == "none":
        assert b.why_not("fire", "B") == "B cannot be fired at: it is beyond 24 inches (TC F3)"
        return
    b.do("fire", "B", 10)
    long = {(1, "TC F17"), (1, "TC V10")} & b.modifiers()
    assert bool(long) == (band == "long")


@rule("TC V19")
def test_every_gun_of_the_chart_has_these_ranges_and_half_tracks_those_of_infantry():
    kinds = [kind for kind in stand_kinds().values() if kind.theatre]
    assert {(kind.normal_range, kind.max_range) for kind in kinds if kind.gun is not None} == {(1600, 2400)}
    assert (stand_kinds()["w44_ht"].normal_range, stand_kinds()["w44_ht"].max_range) == (800, 1600)


@rule("TC V20")
@pytest.mark.parametrize(
    ("firer", "gun"),
    [("w44_m4_75", 0), ("w44_pz4", 0), ("w44_m5", 2), ("w44_pak50", 1), ("w44_panther", -1), ("w44_88", -2)],
)
def test_the_gun_of_the_firer_counts(firer, gun):
    b = duel(firer).act("A", "fire", "B", 3 - gun)
    assert b.modifiers() == ({(gun, "TC V20")} if gun else set())
    assert b["B"].hits == 2
    assert duel(firer).act("A", "fire", "B", 4 - gun)["B"].hits == 3


@rule("TC V20")
def test_guns_run_from_two_better_to_two_worse_than_the_middle_one():
    kinds = stand_kinds().values()
    assert {kind.gun for kind in kinds if kind.gun is not None} == {-2, -1, 0, 1, 2}
    assert {kind.kind for kind in kinds if kind.gun is None and kind.theatre} == {"w44_ht", "w44_truck"}


@rule("TC V21")
@pytest.mark.parametrize(
    ("target", "armour"),
    [("w44_m4_75", 0), ("w44_pz4", 0), ("w44_panther", 1), ("w44_tiger2", 2), ("w44_m5", -1), ("w44_truck", -2)],
)
def test_the_armour_of_the_target_counts(target, armour):
    b = duel(target=target).act("A", "fire", "B", 3 - armour)
    assert b.modifiers() == ({(armour, "TC V21")} if armour else set())
    assert b["B"].hits == 2
    assert duel(target=target).act("A", "fire", "B", 4 - armour)["B"].hits == 3


@rule("TC V21")
def test_the_same_tank_has_other_numbers_in_another_year():
    kinds = stand_kinds()
    assert (kinds["e41_t34"].gun, kinds["e41_t34"].armour) == (-1, 2)
    assert (kinds["e43_t34"].gun, kinds["e43_t34"].armour) == (0, 0)


ODDS = """
    w44_m4_75 w44_pz4 +0 30/50 60/80 20/40
    w44_m4_75 w44_panther +1 20/40 50/70 10/30
    w44_panther w44_m4_75 -1 40/60 70/90 30/50
    w44_m5 w44_panther +3 0/20 30/50 0/10
    w44_m10 w44_tiger2 +2 10/30 40/60 0/20
    w44_tiger2 w44_m4_75 -2 50/70 80/100 40/60
    w44_m18 w44_panther +1 20/40 50/70 10/30
    w44_panther w44_m18 -2 50/70 80/100 40/60
    w44_pak40 w44_m4_75 +0 30/50 60/80 20/40
    w44_88 w44_m4_75 -2 50/70 80/100 40/60
    e41_pak36 e41_kv1 +3 0/20 30/50 0/10
    e41_pz38 e41_t34 +3 0/20 30/50 0/10
    e41_88 e41_kv1 +0 30/50 60/80 20/40
    e41_t34 e41_pz3 -1 40/60 70/90 30/50
    e41_pz3 e41_bt7 -1 40/60 70/90 30/50
    e41_bt7 e41_pz38 +0 30/50 60/80 20/40
    e43_t34 e43_tiger +2 10/30 40/60 0/20
    e43_tiger e43_t34 -1 40/60 70/90 30/50
    d42_pz3 d42_matilda +2 10/30 40/60 0/20
"""


@rule("TC V6", "TC V7", "TC V8", "TC V9", "TC V10", "TC V20", "TC V21")
@pytest.mark.parametrize("line", [line.split() for line in ODDS.strip().splitlines()], ids=" ".join)
def test_the_odds_of_tanks_at_each_other(line):
    firer, target, modifier, *expected = line
    gun, armour = stand_kinds()[firer].gun, stand_kinds()[target].armour
    for printed, how in zip(expected, ({}, {"flank": True}, {"long_range": True}), strict=True):
        shot = antitank_shot(firer, target, gun=gun, armour=armour, **how)
        odds = shot.odds()
        hit = odds.get(HIT, Fraction(0))
        effect = hit + odds.get(SUPPRESSED, Fraction(0))
        assert f"{hit * 100}/{effect * 100}" == printed
        assert hit + odds.get(SUPPRESSED, Fraction(0)) + odds.get(NOTHING, Fraction(0)) == 1
    assert antitank_shot(firer, target, gun=gun, armour=armour).shift == int(modifier)


@rule("TC V22")
@pytest.mark.parametrize("arc", ["180", "90"])
@pytest.mark.parametrize(
    ("at", "out_of_180", "out_of_90"),
    [
        ("20,10", False, False),
        ("30,10", False, False),
        ("30,10.5", False, True),
        ("30,20", False, True),
        ("30,20.5", True, True),
        ("20,30", True, True),
        ("10,20.5", True, True),
        ("10,20", False, True),
    ],
)
def test_a_flank_shot_comes_from_outside_the_front(arc, at, out_of_180, out_of_90):
    text = (
        f"US w44_88 A {at} heading=HEADING\n German w44_pz4 B 20,20 heading=12 finished\n German rifle Z 38,38 finished"
    )
    x, y = map(float, at.split(","))
    heading = 6 if x < 20 else 18 if x > 20 else 0 if y < 20 else 12
    b = battle(text.replace("HEADING", str(heading)), flank_arc=arc).act("A", "fire", "B", 10)
    flank = out_of_180 if arc == "180" else out_of_90
    assert b.modifiers() == {(-2, "TC V20")} | ({(-3, "TC V9")} if flank else set())


@rule("TC V22")
def test_infantry_close_by_can_have_a_flank_shot_too():
    b = duel("rifle", at="20,10", to="20,12", marks="heading=0").act("A", "fire", "B", 6)
    assert b.modifiers() == {(-3, "TC V9")}
    assert b["B"].hits == 2
