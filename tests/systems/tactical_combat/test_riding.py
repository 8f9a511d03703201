"""Riding in trucks and half-tracks (TC V4, V23)."""

import pytest
from msgspec.structs import replace

from sandtable import IllegalAction
from sandtable.systems.tactical_combat.board import NOBODY
from sandtable.systems.tactical_combat.riding import Mounted
from sandtable.systems.tactical_combat.tables import stand_kinds
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def battle(text, **how):
    return Battle("table 40 40\n" + text, **{"command": "none", "scale": "platoon", **how})


LIFT = """
    US {} T 10,10 heading=0 {}
    US {} A {} {}
    German rifle R 38,38 finished
"""


def lift(carrier="w44_truck", rider="rifle", at="11,10", marks="", state="", more="", **how):
    return battle(LIFT.format(carrier, marks, rider, at, state) + more, **how)


def riding(carrier="w44_truck", rider="rifle", marks="", more="", **how):
    return battle(LIFT.format(carrier, marks, rider, "10,10", "in=T") + more, **how)


@rule("TC V4")
@pytest.mark.parametrize("carrier", ["w44_truck", "w44_ht"])
@pytest.mark.parametrize("rider", ["rifle", "hmg", "leader", "engineer", "light_mortar"])
def test_infantry_may_ride_in_trucks_and_half_tracks(carrier, rider):
    b = lift(carrier, rider).do("stand", "A")
    assert b.offers("mount") == {"T"}
    b.do("mount", "T")
    assert b["A"].carrier == b.number("T")
    assert b["A"].at == b["T"].at
    assert b["A"].finished
    assert b.told() == ["mounts"]


@rule("TC V4")
def test_tanks_carry_nobody_and_vehicles_do_not_ride():
    assert "mount" not in lift("w44_m4_75").do("stand", "A").verbs()
    assert "mount" not in lift(rider="w44_m5").do("stand", "A").verbs()
    assert {kind.kind for kind in stand_kinds().values() if kind.carries} == {"w44_truck", "w44_ht"}


@rule("TC V4")
def test_a_carrier_has_room_for_one_and_carries_its_own_side_only():
    full = riding(more="US rifle B 11,10")
    assert full.do("stand", "B").offers("mount") == set()
    enemy = lift().do("end")
    assert enemy.decides() == "German"
    other = battle("German w44_truck T 10,10\n US rifle A 11.5,10\n German rifle R 38,38 finished")
    assert other.do("stand", "A").offers("mount") == set()


@rule("TC V4")
@pytest.mark.parametrize(
    ("at", "reached"), [("11,10", True), ("15,10", True), ("15.5,10", False), ("13.5,13.5", True), ("14,14", False)]
)
def test_half_the_move_is_left_to_go_to_the_carrier(at, reached):
    b = lift(at=at).do("stand", "A")
    assert b.offers("mount") == ({"T"} if reached else set())
    if reached:
        b.do("mount", "T")
        assert b["A"].carrier == b.number("T")
        assert b["A"].finished


@rule("TC V4")
def test_ground_on_the_way_to_the_carrier_costs_what_it_costs():
    wood = "\n woods Wood 11,0 40,0 40,40 11,40"
    text = LIFT.format("w44_truck", "", "rifle", "{}", "") + wood
    assert battle(text.format("13,10")).do("stand", "A").offers("mount") == {"T"}
    assert battle(text.format("13.5,10")).do("stand", "A").offers("mount") == set()


@rule("TC V4")
def test_who_is_shot_at_on_the_way_does_not_get_on():
    text = LIFT.format("w44_truck", "", "rifle", "15,10", "") + "\n German hmg H 15,17"
    b = battle(text).do("stand", "A").do("mount", "T")
    assert b.decides() == "German"
    hit = b.do("fire", "H", 4)
    assert (hit["A"].carrier, hit["A"].morale) == (NOBODY, 1)
    assert hit["A"].finished
    assert hit["T"].spent == 0
    lucky = battle(text).do("stand", "A").do("mount", "T").do("fire", "H", 10)
    assert lucky["A"].carrier == lucky.number("T")


@rule("TC V4")
def test_mounting_costs_the_carrier_half_its_move():
    b = lift().act("A", "mount", "T")
    assert not b["T"].finished
    b.do("stand", "T")
    assert b.why_not("move", "10,18") == ""
    assert b.why_not("move", "10,18.5").startswith("it is out of reach")
    b.do("move", "10,18").do("stay")
    assert b["A"].at == b["T"].at, "the passenger goes with it"
    assert b.offers("stand") == set(), "both are Finished"
    b.do("end").do("end").do("stand", "T")
    assert b.why_not("move", "10,34") == "", "next turn it has its whole move"


@rule("TC V4")
def test_a_finished_carrier_or_a_shaken_or_finished_stand_cannot():
    assert lift(marks="finished spent=1600").do("stand", "A").offers("mount") == set()
    assert "mount" not in lift(state="suppressed").do("stand", "A").verbs()
    assert lift(state="finished").why_not("stand", "A") == "A is Finished (TC S7)"
    fired = lift("w44_ht", more="German rifle Z 10,16 finished").act("T", "fire", "Z", 10).do("stand", "A")
    assert fired.offers("mount") == set(), "a carrier that has fired cannot move"
    failed = lift(command="leaders", command_second_side="none").do("stand", "T", 10).do("stand", "A", 1)
    assert failed.offers("mount") == set(), "nor one that does not act"


@rule("TC V4")
def test_dismounting_costs_both_half_their_move():
    b = riding().do("stand", "A")
    assert b.verbs() == {"dismount"}
    places = b.offers("dismount")
    assert {"11.0,10.0", "10.0,11.0", "9.0,9.0"} <= places
    assert "12.0,10.0" not in places, "it must touch the carrier"
    assert "10.5,10.0" not in places, "and not lie on it"
    b.do("dismount", "11,10")
    assert (b["A"].carrier, b.where("A")) == (NOBODY, "11.0,10.0")
    assert b.verbs() == {"move"}
    assert b.why_not("move", "15,10") == ""
    assert b.why_not("move", "15.5,10") != ""
    assert b.why_not("move", "11,10") == "", "it may stay"
    b.do("move", "15,10")
    assert b["A"].finished
    b.do("stand", "T")
    assert b.why_not("move", "2,10") == ""
    assert b.why_not("move", "1.5,10").startswith("it is out of reach")


@rule("TC V4")
def test_a_carrier_that_has_paid_twice_is_finished():
    b = riding(more="US rifle B 9,10")
    b.act("A", "dismount", "11,10").do("move", "11,10")
    assert not b["T"].finished
    b.act("B", "mount", "T")
    assert b["T"].finished, "both halves of its move are spent"
    assert b.offers("stand") == set()


@rule("TC V4")
def test_nobody_gets_off_beside_an_enemy_on_another_stand_or_into_a_river():
    b = riding(more="US rifle B 11,10\n German rifle E 10,12\n river River 0,0 9.4,0 9.4,40 0,40").do("stand", "A")
    places = b.offers("dismount")
    assert places
    assert "11.0,10.5" not in places, "on B"
    assert not any(place.endswith(",11.0") for place in places), "in contact with E"
    assert all(float(place.split(",")[0]) > 9.4 for place in places), "in the river"


@rule("TC V4")
def test_from_a_finished_carrier_nobody_gets_off():
    assert riding(marks="finished spent=1600").why_not("stand", "A") == "A cannot dismount now (TC V4)"
    b = riding().act("T", "move", "10,20").do("stay")
    assert b.offers("stand") == set(), "it has 6 inches left, and getting off costs it 8"


@rule("TC V4")
def test_mounting_and_dismounting_cost_a_command_point():
    assert lift(command="points").act("A", "mount", "T").state.board.points == (8, 9)
    assert riding(command="points").act("A", "dismount", "11,10").state.board.points == (8, 9)


@rule("TC V4")
def test_moves_to_another_scale_halve_too():
    b = lift(move_percent=200, at="19,10").do("stand", "A")
    assert b.offers("mount") == {"T"}
    assert lift(move_percent=200, at="19.5,10").do("stand", "A").offers("mount") == set()


# V4: getting on and off after the drive


@rule("TC V4")
@pytest.mark.parametrize(("far", "left"), [(8, 0), (6, 2), (8.5, None), (16, None)])
def test_passengers_get_off_a_carrier_that_has_half_its_move_left(far, left):
    b = riding().act("T", "move", f"10,{10 + far}").do("stay")
    assert b.offers("stand") == (set() if left is None else {"A"})
    if left is None:
        return
    b.do("stand", "A").do("dismount", f"11,{10 + far}")
    assert b.decision().prompt == "A has 4 inches left: where to?"
    assert b.why_not("move", f"15,{10 + far}") == "", "half its move is left to it"
    assert b.why_not("move", f"15.5,{10 + far}") != ""
    b.do("move", f"15,{10 + far}")
    if left:
        assert b.decision().prompt == "T has 2 inches left: where to?"
        assert b.why_not("move", f"10,{10 + far + left}") == ""
        assert b.why_not("move", f"10,{10 + far + left + 0.5}") != ""
        b.do("move", f"10,{10 + far + left}").do("stay")
    assert b.offers("stand") == set(), "both are Finished"


@rule("TC V4")
@pytest.mark.parametrize(("far", "left"), [(8, 0), (5, 3), (8.5, None)])
def test_a_carrier_that_drives_up_to_a_stand_takes_it_on(far, left):
    b = lift(at=f"14,{10 + far}").act("T", "move", f"10,{10 + far}").do("stay").do("stand", "A")
    assert b.offers("mount") == (set() if left is None else {"T"})
    if left is None:
        return
    b.do("mount", "T")
    assert b["A"].carrier == b.number("T")
    if left:
        assert b.why_not("move", f"10,{10 + far + left}") == "", "and drives on with what is left"
        assert b.why_not("move", f"10,{10 + far + left + 0.5}") != ""
        b.do("move", f"10,{10 + far + left}").do("stay")
        assert b["A"].at == b["T"].at
    assert b.offers("stand") == set()


@rule("TC V4")
def test_a_carrier_that_gives_up_half_its_move_first_drives_the_other_half():
    b = riding(more="US rifle B 10,19").act("A", "dismount", "11,10").do("move", "11,10")
    b.act("T", "move", "10,17.5").do("stay").do("stand", "B")
    assert b.offers("mount") == set(), "half an inch of its move is left"


@rule("TC V4")
def test_with_the_option_a_carrier_that_has_driven_lets_nobody_on_or_off():
    assert riding(carriers_wait=True).act("T", "move", "10,12").do("stay").offers("stand") == set()
    b = lift(carriers_wait=True, at="11,14").act("T", "move", "10,14").do("stay").do("stand", "A")
    assert b.offers("mount") == set()


@rule("TC V4")
def test_who_stays_aboard_rides_on_next_turn():
    b = riding().act("T", "move", "10,18").do("stay").do("end")
    b.do("end").do("stand", "T")
    assert b.why_not("move", "10,34") == ""


@rule("TC V4")
def test_getting_off_after_the_drive_needs_command_like_any_action_but_driving_on_does_not():
    b = riding(command="points").act("T", "move", "10,14").do("stay").act("A", "dismount", "11,14")
    assert b.state.board.points == (7, 9)
    b.do("move", "11,14").do("move", "10,18").do("stay")
    assert b.state.board.points == (7, 9), "it is the same move"
    spent = riding(command="points")
    spent.state = replace(spent.state, board=replace(spent.state.board, points=(1, 9)))
    assert spent.act("T", "move", "10,14").do("stay").verbs() == {"end"}, "the truck has had the last point"
    out = riding(command="leaders").do("stand", "T", 1).do("move", "10,14").do("stay").do("stand", "A", 10)
    assert out["A"].carrier == out.number("T"), "out of command it stays where it is"
    assert out["A"].finished


@rule("TC M3")
def test_the_drive_before_and_after_a_halt_is_one_move_for_opportunity_fire():
    text = LIFT.format("w44_truck", "", "rifle", "10,10", "in=T") + "\n German w44_pak40 G 20,14 heading=18"
    b = battle(text).act("T", "move", "10,14")
    assert b.decides() == "German"
    b.do("hold").do("stay").act("A", "dismount", "9,14").do("move", "9,14")
    assert b.decides() == "US"
    b.do("move", "10,18")
    assert b.decides() == "US", "he has let it pass"
    fresh = battle(text.replace("20,14", "36,14")).act("T", "move", "10,14").do("stay").act("A", "dismount", "9,14")
    fresh.do("move", "9,14").do("move", "12,16")
    assert fresh.decides() == "German", "whoever could not fire before may now"


@rule("TC V4")
def test_dice_for_bad_ground_count_as_driven():
    wood = "\n woods Wood 0,11.3 40,11.3 40,40 0,40"
    b = battle(LIFT.format("w44_truck", "", "rifle", "10,10", "in=T") + wood, terrain_die=True)
    b.act("T", "move", "10,14", (2, 2)).do("stay")
    assert b.where("T") == "10.0,14.0"
    assert b.offers("stand") == {"A"}, "4 inches and 4 on the dice"
    slow = battle(LIFT.format("w44_truck", "", "rifle", "10,10", "in=T") + wood, terrain_die=True)
    assert slow.act("T", "move", "10,14", (2, 3)).do("stay").offers("stand") == set()


# V23: passengers

FIGHT = """
    US {} T 10,10 heading=12 {}
    US {} A 10,10 in=T {}
    German w44_pak40 G 10,20 heading=12
    German rifle R 12,14
    US rifle B 30,2
"""


def fight(carrier="w44_ht", marks="hits=1", rider="rifle", state="", **how):
    return battle(FIGHT.format(carrier, marks, rider, state), side="German", **how)


@rule("TC V23")
def test_passengers_cannot_fire():
    b = battle(FIGHT.format("w44_truck", "", "rifle", "")).do("stand", "A")
    assert "fire" not in b.verbs()
    assert "move" not in b.verbs()
    with pytest.raises(IllegalAction):
        b.do("fire", "R", 1)
    watch = fight("w44_truck").act("R", "move", "14,14")
    assert watch.decides() == "German", "nor react"
    assert watch.where("R") == "14.0,14.0"


@rule("TC V23")
def test_passengers_are_not_shot_at_by_themselves():
    b = fight().do("stand", "R")
    assert b.offers("fire") == set()
    assert b.why_not("fire", "A") == "A is not on the table"
    assert b.why_not("fire", "T") == "T cannot be fired at: it is beyond 2 inches (TC F3)"


@rule("TC V23")
def test_when_the_carrier_dies_each_passenger_takes_a_hit_and_is_suppressed_at_the_wreck():
    b = fight().act("G", "fire", "T", 1)
    assert b["T"].hits == 0
    assert (b["A"].carrier, b.where("A")) == (NOBODY, "10.0,10.0")
    assert (b["A"].hits, b["A"].morale) == (2, 1)
    assert {event.rule for event in b.events if event.values.get("stand") == b.number("A")} == {"TC V23"}
    squad = fight(marks="", scale="squad").act("G", "fire", "T", 1)
    assert (squad["A"].hits, squad["A"].morale) == (2, 1)
    assert fight(rider="leader").act("G", "fire", "T", 1)["A"].hits == 0, "a leader has one hit"
    assert fight(state="hits=1").act("G", "fire", "T", 1)["A"].hits == 0


@rule("TC V23")
def test_a_passenger_of_a_carrier_that_is_only_hit_is_unhurt_and_goes_with_it():
    text = FIGHT.format("w44_ht", "", "rifle", "").replace("G 10,20", "G 10,2").replace("G 10,2 heading=12", "G 10,2")
    b = battle(text.replace("T 10,10 heading=12", "T 10,10 heading=0"), side="German").act("G", "fire", "T", 1)
    assert b.decides() == "US"
    b.do("back", "10,18")
    assert b.where("T") == "10.0,18.0"
    assert b["A"].at == b["T"].at
    assert (b["A"].hits, b["A"].morale) == (3, 0)


@rule("TC V23")
def test_who_rides_off_the_table_is_lost_with_the_carrier():
    text = FIGHT.format("w44_ht", "", "rifle", "").replace("10,10", "10,3")
    b = battle(text, side="German").act("G", "fire", "T", 1)
    assert b.verbs() == {"leave"}
    b.do("leave")
    assert (b["T"].hits, b["A"].hits) == (0, 0)


@rule("TC V4")
def test_a_shaken_stand_does_not_get_on_nor_does_anybody_on_to_what_is_gone():
    for marks, gone, rides in (("", "", True), ("suppressed", "", False), ("", "T", False), ("", "A", False)):
        b = lift(state=marks)
        field = b.game.system.field(b.game, b.state.board)
        for name in gone:
            field.lose(b.number(name), "destroyed", "TC F18")
        Mounted(b.number("A"), b.number("T")).run(field)
        assert (field.stands[b.number("A")].carrier == b.number("T")) == rides


@rule("TC V4")
def test_nobody_gets_off_where_there_is_no_room():
    around = [f"{x},{y}" for x in (9, 10, 11) for y in (9, 10, 11) if (x, y) != (10, 10)]
    ring = "".join(f"\n US rifle B{n} {at} finished" for n, at in enumerate(around))
    full, roomy = riding(more=ring), riding(more=ring.replace("9,9 ", "2,2 "))
    assert ("A" in full.offers("stand"), "A" in roomy.offers("stand")) == (False, True)
    assert full.why_not("stand", "A") == "A cannot dismount now (TC V4)"
    assert roomy.do("stand", "A").offers("dismount") == {"9.0,9.0"}
