"""Rulings about vehicles, as they stand and with their other reading; traits of vehicles; ground they can enter."""

import msgspec
import pytest

from sandtable import Action, Dice
from sandtable.kernel.errors import ScenarioError, ScenarioFault
from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat import SYSTEM
from sandtable.systems.tactical_combat.region import allowance
from sandtable.systems.tactical_combat.tables import stand_kinds
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule

SUPPRESSED = 1


def free(text, **how):
    """A battle on a table of 48 by 40 inches without limits of command, at platoon scale."""
    return Battle(f"table 48 40\n{text}", **{"command": "none", "scale": "platoon", **how})


# Forced back, and not closer


@rule("TC V11")
@pytest.mark.parametrize(("line", "count"), [("owner", 7), ("straight", 1)])
def test_a_vehicle_forced_back_goes_where_its_owner_likes_or_straight(line, count):
    text = "US w44_m4_75 A 20,10\nGerman w44_pz4 B 20,20 heading=12 finished"
    b = free(text, forced_back_line=line).act("A", "fire", "B", 3)
    assert len(b.offers("back")) == count
    assert "20.0,28.0" in b.offers("back")


@rule("TC V11")
@pytest.mark.parametrize("edge", ["lost", "stops"])
def test_a_vehicle_forced_over_the_edge_is_lost_or_stops_there(edge):
    text = "US w44_m4_75 A 20,20\nGerman w44_pz4 B 20,38 heading=12 finished\nGerman rifle R 1,1 finished"
    b = free(text, table_edge=edge, forced_back_line="straight").act("A", "fire", "B", 2)
    assert b.verbs() == {"leave" if edge == "lost" else "back"}
    if edge == "stops":
        assert b.do("back", "20,39.5").where("B") == "20.0,39.5"


SHAKEN = "river Wall 16,0 17,0 17,11 16,11\nUS w44_m4_75 T 15,10 heading=0 suppressed\nGerman rifle R 15,20 finished"


@rule("TC V13")
@pytest.mark.parametrize("choice", ["all_the_way", "at_the_end"])
def test_a_suppressed_vehicle_may_not_come_closer_on_its_way_or_at_its_end(choice):
    b = free(SHAKEN, suppressed_vehicle=choice).do("stand", "T")
    assert (b.why_not("move", "20,8") == "") == (choice == "at_the_end"), "around the end of the wall"
    assert b.why_not("move", "15,11") != "", "never to a point that is closer"
    assert b.why_not("move", "15,4") == ""


@rule("TC V13")
@pytest.mark.parametrize(("choice", "end"), [("all_the_way", "12.0,16.0"), ("at_the_end", "26.0,16.0")])
def test_a_vehicle_suppressed_on_its_way_past_an_enemy(choice, end):
    text = "US w44_m4_75 T 11,16 heading=6\nUS rifle Z 1,1 finished\nGerman w44_pak40 G 19,30 heading=12"
    b = free(text, suppressed_vehicle=choice).act("T", "move", "26,16").do("fire", "G", 5)
    assert b["T"].morale == SUPPRESSED
    assert b.where("T") == end


# Passengers

RIDE = "US w44_ht H 10,10 {}\nUS rifle A 10,10 in=H\nUS rifle Z 1,1 finished\nGerman w44_pak40 G 10,20 heading=12 {}"


@rule("TC V23")
@pytest.mark.parametrize(
    ("choice", "hits", "morale"), [("hit", 2, 1), ("lost", 0, 0), ("unhurt", 3, 0), ("may_fire", 2, 1)]
)
def test_what_becomes_of_the_passengers_of_a_carrier_that_is_destroyed(choice, hits, morale):
    b = free(RIDE.format("finished hits=1", ""), side="German", passengers=choice).act("G", "fire", "H", 2)
    assert b.where("H") == ""
    assert (b["A"].hits, b["A"].morale) == (hits, morale)
    assert b.where("A") == ("10.0,10.0" if hits else "")


@rule("TC V23")
@pytest.mark.parametrize("choice", ["hit", "lost", "unhurt", "may_fire"])
def test_passengers_cannot_fire_but_with_the_option(choice):
    text = RIDE.format("", "") + "\nGerman rifle X 12,16 finished"
    b = free(text, passengers=choice).do("stand", "A")
    assert b.offers("fire") == ({"X", "G"} if choice == "may_fire" else set())
    if choice == "may_fire":
        b.do("fire", "X", 2)
        assert b["X"].hits == 2
        assert b["A"].finished
        assert not b["H"].finished
        assert b.decides() == "German"
        assert b.decision().prompt.startswith("H has fired"), "the answer is at the carrier"
        b.do("fire", "G", 10)
        assert b.rolls()[0].resolution.words == "G fires at H"


@rule("TC V23")
@pytest.mark.parametrize("choice", ["hit", "may_fire"])
def test_from_a_finished_carrier_a_passenger_may_still_fire_but_not_get_off(choice):
    text = RIDE.format("finished spent=1600", "finished") + "\nGerman rifle X 10,16 finished"
    b = free(text, passengers=choice)
    assert ("A" in b.offers("stand")) == (choice == "may_fire")
    if choice == "may_fire":
        assert b.do("stand", "A").verbs() == {"fire"}


@rule("TC V23")
def test_passengers_do_not_react():
    text = "US rifle B 10,16\nUS rifle Z 1,1\nGerman w44_ht H 10,22 finished\nGerman rifle A 10,22 in=H"
    assert free(text, passengers="may_fire").act("B", "move", "14,16").decides() == "US"


# Close combat

CHARGE = "US w44_m4_75 T 20,18 heading=0\nGerman w44_pz4 R 20,20 heading=12 finished\nGerman rifle Z 38,38 finished"


def backs(b):
    """Which stands fall back, in order, each straight."""
    found = []
    while "back" in b.verbs():
        found.append(b.decision().prompt.split()[0])
        b.do("back", sorted(b.offers("back"))[0])
    return found


@rule("TC V24")
@pytest.mark.parametrize(("choice", "who"), [("attacker", ["T"]), ("both", ["T", "R"]), ("twice", ["T", "R"])])
def test_who_falls_back_when_neither_vehicle_wins(choice, who):
    b = free(CHARGE, vehicle_fall_back=choice).act("T", "assault", "R", 10, 10)
    assert backs(b) == who


@rule("TC V24")
@pytest.mark.parametrize(("choice", "who"), [("attacker", ["R"]), ("both", ["R"]), ("twice", ["R", "R"])])
def test_a_vehicle_that_is_forced_back_goes_once_or_twice(choice, who):
    b = free(CHARGE, vehicle_fall_back=choice).act("T", "assault", "R", 10, 2)
    assert backs(b) == who
    assert b["R"].hits == 2


@rule("TC V24")
def test_a_vehicle_that_has_left_the_table_does_not_fall_back_again():
    text = CHARGE.replace("T 20,18", "T 20,35").replace("R 20,20", "R 20,37")
    b = free(text, vehicle_fall_back="twice").act("T", "assault", "R", 10, 2)
    while "leave" in b.verbs():
        b.do("leave")
    assert b.where("R") == ""
    assert b.decides() == "US"


@rule("TC O9")
def test_an_attacking_vehicle_that_falls_back_draws_fire_with_the_option():
    text = CHARGE + "\nGerman w44_pak40 G 30,12 heading=18"
    for at in ("actions", "retreats_too"):
        b = free(text, opportunity_at=at).act("T", "assault", "R", 10, 10)
        b.do("back", sorted(b.offers("back"))[0])
        assert b.verbs() == ({"fire", "hold"} if at == "retreats_too" else {"back"}), "then the other falls back"


FIGHT = "{}\nUS {} T 20,10 heading=0\nGerman {} R 20,14 finished {}\nGerman rifle Z 38,38 finished"


def fight(kind, target, *dice, marks="", ground="", **how):
    b = free(FIGHT.format(ground, kind, target, marks), **how).do("stand", "T")
    return b.do("assault", "R", *dice)


@rule("TC V15")
@pytest.mark.parametrize(
    ("choice", "heading", "shots"),
    [("all_round", 12, 2), ("all_round", 0, 2), ("front", 12, 2), ("front", 6, 2), ("front", 5, 1), ("front", 0, 1)],
)
@pytest.mark.parametrize("attacker", ["rifle", "w44_m4_75"])
def test_a_vehicle_that_is_attacked_fires_all_round_or_into_its_front(choice, heading, shots, attacker):
    b = fight(attacker, "w44_pz4", *[10] * shots, marks=f"heading={heading}", defence_arc=choice)
    assert [roll.resolution.words for roll in b.rolls()] == ["R fires at T", "T fires at R"][2 - shots :]


@rule("TC V15")
def test_with_the_option_a_hull_gun_defends_its_front_of_90_degrees_and_infantry_all_round():
    assert (
        len(fight("rifle", "w44_stug", 10, 10, marks="heading=10", defence_arc="front", vehicle_traits=True).rolls())
        == 2
    )
    assert len(fight("rifle", "w44_stug", 10, marks="heading=8", defence_arc="front", vehicle_traits=True).rolls()) == 1
    assert len(fight("w44_m4_75", "rifle", 10, 10, marks="heading=0", defence_arc="front").rolls()) == 2


@rule("TC V16")
@pytest.mark.parametrize(
    ("attacker", "target", "dice", "beaten", "steadier"),
    [
        ("w44_m4_75", "rifle", (10, 10), ["T"], ["T"]),
        ("w44_m4_75", "rifle", (10, 4), ["T"], []),
        ("w44_m4_75", "rifle", (4, 4), ["T"], ["T"]),
        ("rifle", "w44_m4_75", (4, 10), ["R"], []),
        ("rifle", "w44_m4_75", (4, 4), ["R"], ["R"]),
        ("w44_m4_75", "w44_pz4", (10, 4), ["T", "R"], ["R"]),
        ("w44_m4_75", "w44_pz4", (4, 10), ["T", "R"], ["T"]),
    ],
)
def test_a_vehicle_wins_if_it_beats_the_other_or_is_the_steadier(attacker, target, dice, beaten, steadier):
    for choice, who in (("beaten", beaten), ("steadier", steadier)):
        b = fight(attacker, target, *dice, marks="heading=12", vehicle_wins=choice)
        assert backs(b) == who, choice
        assert b["R"].hits == 3


@rule("TC V18")
@pytest.mark.parametrize("choice", ["attacking", "always"])
def test_modifiers_of_infantry_and_vehicles_when_the_vehicle_attacks(choice):
    wood = "woods W 16,11.5 24,11.5 24,18 16,18"
    b = fight("w44_panther", "rifle", 4, 10, marks="paralyzed", ground=wood, infantry_against_vehicles=choice)
    none = choice == "always"
    assert b.modifiers(0) == (set() if none else {(1, "TC V21"), (2, "TC F16")}), "armour, and a Paralyzed defender"
    assert b["T"].morale == (SUPPRESSED if none else 0), "4, or 4 + 1 + 2"
    assert b.modifiers(1) == (set() if none else {(1, "TC F14")})
    shaken = fight("w44_m4_75", "rifle", 4, 10, infantry_against_vehicles=choice)
    assert shaken.modifiers(1) == (set() if none else {(1, "TC F15")}), "Suppressed by the first shot"
    tanks = fight("w44_panther", "w44_m5", 10, 10, marks="heading=12", infantry_against_vehicles=choice)
    assert tanks.modifiers(0) == {(1, "TC V21"), (2, "TC V20")}, "vehicles always have theirs"
    gun = fight("w44_panther", "w44_57", 10, 10, marks="heading=12", infantry_against_vehicles=choice)
    assert gun.modifiers(0) == {(1, "TC V21")}, "and so has a gun"
    attacks = fight("rifle", "w44_tiger2", 5, 10, marks="suppressed", infantry_against_vehicles=choice)
    assert attacks.modifiers(0) == {(1, "TC F15")}, "the one that counts if infantry attacks"


# Roads

WOODED = "woods Wood 8,0 40,0 40,40 8,40\nroad 0,5 46,5\nUS {} A 8.5,5 heading=6\nGerman rifle X 46,38 finished"


@rule("TC V25")
@pytest.mark.parametrize(
    ("rate", "foot", "tank"), [("vehicles", 4, 16), ("all", 8, 16), ("nobody", 4, 4)], ids=["vehicles", "all", "nobody"]
)
def test_who_pays_one_an_inch_along_a_road_through_woods(rate, foot, tank):
    for kind, inches in (("rifle", foot), ("w44_m4_75", tank)):
        b = free(WOODED.format(kind), road_rate=rate).do("stand", "A")
        assert b.why_not("move", f"{8.5 + inches},5") == ""
        assert b.why_not("move", f"{9 + inches},5") != ""


@rule("TC V25")
@pytest.mark.parametrize("rate", ["vehicles", "all", "nobody"])
@pytest.mark.parametrize("kind", ["rifle", "w44_m4_75"])
@pytest.mark.parametrize("river", ["10,0 12,0 12,40 10,40", "11.2,0 11.3,0 11.3,40 11.2,40"])
def test_a_road_over_a_river_is_a_bridge_for_all(rate, kind, river):
    text = f"river River {river}\nroad 0,5 30,5\nUS {kind} A 8,5\nGerman rifle R 30,38"
    b = free(text, road_rate=rate).do("stand", "A")
    assert b.why_not("move", "16,5") == "", "eight inches of open road"
    beside = free(text.replace("A 8,5", "A 8,13"), road_rate=rate).do("stand", "A")
    assert beside.why_not("move", "13,13") != "", "and nowhere else"


@rule("TC V25")
@pytest.mark.parametrize(("rate", "top"), [("vehicles", 15.0), ("all", 18.0)])
def test_a_road_uphill_spares_the_climb_only_who_has_the_road_rate(rate, top):
    text = (
        "hill Hill 0,12.3 48,12.3 48,36 0,36 level=1\nroad 20,0 20,36\nUS rifle A 20,10\nGerman rifle X 40,2 finished"
    )
    b = free(text, road_rate=rate).do("stand", "A")
    points = [tuple(map(float, each.split(","))) for each in b.offers("move")]
    assert max(y for x, y in points if x == 20) == top


@rule("TC V25")
@pytest.mark.parametrize("rate", ["vehicles", "all"])
def test_with_the_terrain_die_a_road_spares_the_roll_of_who_has_the_road_rate(rate):
    text = WOODED.format("rifle").replace("A 8.5,5", "A 6,5")
    b = free(text, terrain_die=True, road_rate=rate).do("stand", "A")
    if rate == "all":
        assert b.do("move", "12,5").where("A") == "12.0,5.0"
    else:
        b.do("move", "12,5", 1)
        assert [roll.resolution.rule for roll in b.rolls()] == ["TC M5"]


@rule("TC V25")
@pytest.mark.parametrize(("target", "along"), [("part", True), ("whole", False)])
def test_a_vehicle_has_moved_along_a_road_in_part_or_as_a_whole(target, along):
    text = "road 0,5 20,5\nUS w44_m4_75 T {}\nGerman rifle R 30,38"
    b = free(text.format("10,5"), road_target=target).act("T", "move", "24,5").do("stay")
    assert b["T"].on_road is along, "ten inches on the road, four beyond its end"
    whole = free(text.format("4,5"), road_target=target).act("T", "move", "16,5").do("stay")
    assert whole["T"].on_road
    stays = free(text.format("4,5"), road_target=target).act("T", "move", "4,5").do("stay")
    assert not stays["T"].on_road


@rule("TC V25")
def test_the_shortest_move_along_a_road_is_a_whole_one():
    b = free("road 0,5 20,5\nUS w44_m4_75 T 4,5\nGerman rifle R 30,38", road_target="whole")
    assert b.act("T", "move", "4.5,5").do("stay")["T"].on_road


# Traits


@rule("TC V26")
@pytest.mark.parametrize("traits", [True, False])
@pytest.mark.parametrize(("kind", "inches"), [("w44_m18", 20), ("w44_churchill", 12), ("w44_m4_75", 16)])
def test_fast_vehicles_move_20_inches_and_slow_ones_12(kind, inches, traits):
    b = free(f"US {kind} T 5,5\nGerman rifle R 40,38 finished", **({"vehicle_traits": True} if traits else {}))
    inches = inches if traits else 16
    assert allowance(b.look, 0) == 100 * inches
    b.do("stand", "T")
    assert b.why_not("move", f"{5 + inches},5") == ""
    assert b.why_not("move", f"{5.5 + inches},5") != ""


@rule("TC V26")
@pytest.mark.parametrize("traits", [True, False])
@pytest.mark.parametrize(("at", "narrow"), [("20,20", True), ("25,15", True), ("25,14.5", False), ("14.5,15", False)])
def test_a_hull_gun_fires_only_into_the_front_90_degrees(at, narrow, traits):
    text = f"US w44_stug T 20,10 heading=0\nGerman rifle R {at} finished"
    b = free(text, vehicle_traits=traits).do("stand", "T")
    assert b.offers("fire") == ({"R"} if narrow or not traits else set())
    if not narrow and traits:
        assert "it is not in the front 90 degrees (TC V26)" in b.why_not("fire", "R")
    assert free(text.replace("stug", "m4_75"), vehicle_traits=traits).do("stand", "T").offers("fire") == {"R"}


@rule("TC V26")
@pytest.mark.parametrize("traits", [True, False])
@pytest.mark.parametrize(("gun", "heading", "proof"), [("pak36", 12, True), ("pak36", 0, False), ("pz3", 12, False)])
def test_a_front_that_is_proof_is_fired_at_by_light_guns_only_from_the_flank(gun, heading, proof, traits):
    text = f"US e41_{gun} G 20,10 heading=0\nGerman e41_kv1 K 20,20 heading={heading} finished"
    b = free(text, vehicle_traits=traits).do("stand", "G")
    assert b.offers("fire") == (set() if proof and traits else {"K"})
    if proof and traits:
        assert b.why_not("fire", "K") == "K cannot be fired at: its front is proof against so light a gun (TC V26)"


@rule("TC V26")
def test_a_light_gun_does_not_react_to_such_a_front_but_infantry_does():
    text = "US e41_kv1 K 20,10 heading=0\nGerman e41_pak36 G 20,20 heading=12\nGerman rifle R 20,17"
    b = free(text, vehicle_traits=True).act("K", "move", "20,14")
    assert b.decides() == "German"
    assert b.offers("fire") == {"R"}, "within two inches"


@rule("TC V26")
def test_in_close_combat_no_front_is_proof():
    text = "US e41_pz38 G 20,10 heading=0\nGerman e41_kv1 K 20,14 heading=12 finished\nGerman rifle Z 38,38 finished"
    b = free(text, vehicle_traits=True).do("stand", "G")
    assert b.offers("fire") == set()
    b.do("assault", "K", 10, 1)
    assert b.modifiers(1) == {(1, "TC V20"), (2, "TC V21")}
    assert b["K"].morale == SUPPRESSED, "1 + 1 + 2 = 4"


@rule("TC V27")
@pytest.mark.parametrize("inches", [4, 0, 6])
def test_a_gun_is_pushed_so_far_over_the_ground_of_infantry(inches):
    how = {} if inches == 4 else {"gun_move": inches}
    b = free("US w44_57 G 10,10\nGerman rifle R 40,38 finished", **how).do("stand", "G")
    assert b.why_not("move", f"{10 + inches},10") == ""
    assert b.why_not("move", f"{10.5 + inches},10") != ""
    wood = free("woods W 0,0 48,0 48,20 0,20\nUS w44_57 G 10,10\nGerman rifle R 40,38 finished", **how)
    assert wood.do("stand", "G").why_not("move", f"{10 + inches / 2},10") == ""
    assert wood.why_not("move", f"{10.5 + inches / 2},10") != ""


@rule("TC V27")
def test_a_gun_is_shot_at_as_infantry():
    b = free("US rifle A 10,10\nGerman w44_pak40 G 10,16 heading=12 finished").act("A", "fire", "G", 1)
    assert b.rolls()[0].resolution.rule == "TC F8"
    assert b["G"].morale == 2


@rule("TC V28")
@pytest.mark.parametrize("scale", ["squad", "platoon"])
@pytest.mark.parametrize(("two", "hits"), [(False, 3), (True, 2)])
def test_a_gun_takes_three_hits_or_two_as_a_weapons_stand(scale, two, hits):
    guns = [kind.kind for kind in stand_kinds().values() if kind.arm == "gun"]
    assert len(guns) == 7
    for gun in guns:
        b = free(f"US {gun} G 10,10\nGerman rifle R 10,20", scale=scale, weapons_stand_two_hits=two)
        assert b["G"].hits == hits, gun
    tank = free("US w44_m4_75 T 10,10\nGerman rifle R 10,20", scale=scale, weapons_stand_two_hits=two)
    assert tank["T"].hits == (1 if scale == "squad" else 3), "a vehicle is no weapons stand"


@rule("TC V28")
def test_a_gun_at_squad_scale_survives_two_hits():
    b = free("US rifle A 10,10\nUS rifle B 11,10\nUS rifle C 12,10\nGerman w44_pak40 G 10,16 heading=6", scale="squad")
    for firer, left in (("A", 2), ("B", 1), ("C", 0)):
        b.act(firer, "fire", "G", 2)
        assert b["G"].hits == left


@rule("TC V27")
def test_a_gun_does_not_attack_and_rides():
    text = "US w44_57 G 10,10\nUS w44_truck T 11,10\nGerman rifle R 10,12 finished"
    b = free(text).do("stand", "G")
    assert b.offers("assault") == set()
    assert b.offers("mount") == {"T"}, "a truck takes it along"
    assert free(text.replace("w44_57", "rifle")).do("stand", "G").offers("assault") == {"R"}


@rule("TC V27")
def test_a_gun_fires_into_its_front_with_its_own_modifier_at_vehicle_ranges():
    text = "US w44_17pdr G 20,2 heading={}\nGerman w44_pz4 P 20,{} heading=12 finished"
    b = free(text.format(0, 19.5)).act("G", "fire", "P", 10)
    assert b.modifiers() == {(-1, "TC V20"), (1, "TC V10")}, "16.5 inches between the bases"
    assert free(text.format(0, 28)).do("stand", "G").offers("fire") == set()
    assert free(text.format(12, 19)).do("stand", "G").offers("fire") == set()


@rule("TC V26")
def test_every_trait_of_the_chart_is_known():
    known = {"fast", "slow", "hull_gun", "immune_front"}
    known |= {"thirsty", "recon", "open_topped", "wheeled", "soft", "carrier", "unarmed", "bunker"}
    assert {flag for kind in stand_kinds().values() for flag in kind.flags} == known


# Ground

COAST = """
    table 30 20
    bunker Bunker 0,8 30,8 30,12 0,12
    US w44_m4_75 T 5,5
    US rifle A 8,5
    German rifle R 25,15
"""


def set_up(**change):
    scenario = Battle(COAST, command="none").game.scenario
    game = Game(SYSTEM, msgspec.structs.replace(scenario, **change), {"command": "none"}, name="test")
    return game, game.start(Dice.seeded(1))


def test_a_vehicle_is_set_up_only_where_it_can_go():
    game, state = set_up()
    decision = next(each for each in game.decisions(state) if each.side == 0)
    point = game.world.table.position
    tank = decision.offer("place").targets
    assert point(1500, 1000) not in tank
    assert point(1500, 500) in tank
    assert len(list(tank)) == len(tank)
    assert all(game.world.table.ground_at(each) != "bunker" for each in tank)
    why = game.why_not(state, 0, Action("place", point(1500, 1000)))
    assert why == "set it up in zone all, on no other stand and on ground it can enter"


def test_infantry_is_set_up_there_and_so_is_a_gun():
    game, _ = set_up()
    assert game.world.fits(game.world.table.position(1500, 1000))
    assert not game.world.fits(game.world.table.position(1500, 1000), vehicle=True)


def test_nobody_suggests_a_place_that_a_vehicle_cannot_enter():
    forces = Battle(COAST, command="none").game.scenario.force
    anywhere = [tuple(msgspec.structs.replace(each, at=()) for each in force.stands) for force in forces]
    game, _ = set_up(
        force=tuple(
            msgspec.structs.replace(force, stands=stands) for force, stands in zip(forces, anywhere, strict=True)
        )
    )
    tank, rifle = game.world.places[:2]
    assert game.world.table.ground_at(tank) != "bunker"
    assert game.world.table.ground_at(rifle) == "bunker", "infantry takes the cover"


def test_a_zone_without_ground_for_a_vehicle_is_refused():
    everywhere = COAST.replace("0,8 30,8 30,12 0,12", "0,0 30,0 30,20 0,20")
    with pytest.raises((ScenarioError, ScenarioFault), match="no room"):
        Battle(everywhere, command="none")


def test_a_vehicle_that_arrives_comes_where_it_can_go():
    forces = Battle(COAST, command="none").game.scenario.force
    later = [msgspec.structs.replace(each, turn=1) if each.side == "US" else each for each in forces]
    game, state = set_up(force=tuple(later))
    state, _ = game.apply(state, 1, Action("rest"), Dice.seeded(1))
    (decision,) = game.decisions(state)
    assert decision.prompt == "T arrives: where?"
    places = decision.offer("place").targets
    assert all(game.world.table.ground_at(each) != "bunker" for each in places)
    assert places
