"""Close combat of Tactical Combat between infantry, retreats, and its exact odds (TC X)."""

from fractions import Fraction

import pytest

from sandtable import Action, IllegalAction
from sandtable.kernel.pools import D10, lowest
from sandtable.kernel.solving import solve
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule

NORMAL, SUPPRESSED, PARALYZED = 0, 1, 2


def battle(text, **how):
    return Battle(text, **{"command": "none", **how})


# The attacker A comes from 10,6 to 10,7, in contact with the defender G at 10,8.
CLOSE = """
    US {kind} A 10,6 {us}
    German {other} G 10,8 {german}
    US rifle Z 1,1 finished
    German rifle Y 23,15 finished
"""


def close(us="", german="", ground="", kind="rifle", other="rifle", **how):
    text = CLOSE.format(us=us, german=german, kind=kind, other=other) + ground
    return battle(text, **how).do("stand", "A")


def harm(b, name):
    return b[name].hits, b[name].morale


def shooters(b):
    return [roll.resolution.words.split()[0] for roll in b.rolls()]


@rule("TC X1")
@rule("TC X5")
def test_both_fire_in_turn_until_one_is_paralyzed_before_anything_else_is_done():
    b = close().do("assault", "G", 10, 7, 8, 6, 9, 10, 10, 1)
    assert shooters(b) == ["G", "A"] * 4
    assert harm(b, "G") == (1, PARALYZED)
    assert harm(b, "A") == (3, NORMAL)
    assert b.decides() == "US"
    assert b.verbs() == {"end"}, "the action phase goes on"


@rule("TC X1")
def test_it_ends_at_once_when_one_side_is_wiped_out():
    b = close(german="hits=1").do("assault", "G", 10, 3)
    assert b.where("G") == ""
    assert shooters(b) == ["G", "A"]
    assert "retreats" not in b.told()
    b = close(us="hits=1").do("assault", "G", 2)
    assert b.where("A") == ""
    assert shooters(b) == ["G"]
    assert harm(b, "G") == (3, NORMAL)


@rule("TC X5")
def test_hits_and_suppression_alone_do_not_end_it():
    b = close().do("assault", "G", 3, 2, 7, 10, 10, 4)
    assert shooters(b) == ["G", "A"] * 3
    assert harm(b, "A") == (2, SUPPRESSED)
    assert harm(b, "G") == (1, PARALYZED), "a hit, then the retreat's"


@rule("TC X2")
def test_the_attacker_never_has_cover_though_he_stands_in_it():
    woods = "\n woods Wood 8,5 12,5 12,10 8,10"
    b = close(ground=woods).do("assault", "G", 1)
    assert b.modifiers(0) == set()
    assert b["A"].morale == PARALYZED
    farm = "\n buildings Farm 8,5 12,5 12,7.5 8,7.5"
    b = close(ground=farm).do("assault", "G", 10, 1)
    assert b.modifiers(0) == set()
    assert b.modifiers(1) == set(), "the defender is outside the building"


@rule("TC X3")
def test_the_defender_fires_first_and_a_paralyzed_attacker_retreats_and_takes_a_hit_more():
    b = close().do("assault", "G", 1)
    assert shooters(b) == ["G"]
    assert b.where("A") == "10.0,3.0", "four inches from where he made contact"
    assert harm(b, "A") == (1, PARALYZED), "one hit by the shot and one by the retreat"
    assert b.where("G") == "10.0,8.0"
    assert harm(b, "G") == (3, NORMAL)
    assert [(event.what, event.rule) for event in b.events][-1] == ("retreats", "TC X3")


@rule("TC X3")
def test_an_attacker_suppressed_twice_is_paralyzed_and_takes_only_the_retreats_hit():
    b = close().do("assault", "G", 5, 10, 4)
    assert b.where("A") == "10.0,3.0"
    assert harm(b, "A") == (2, PARALYZED)


@rule("TC X3")
def test_the_hit_of_the_retreat_can_be_the_last():
    b = close(us="hits=2").do("assault", "G", 1)
    assert b.where("A") == ""
    assert b.told()[-1] == "destroyed"


@rule("TC X4")
def test_then_the_attacker_fires_and_a_paralyzed_defender_retreats_and_takes_a_hit_more():
    b = close().do("assault", "G", 10, 1)
    assert shooters(b) == ["G", "A"]
    assert b.where("G") == "10.0,12.0"
    assert harm(b, "G") == (1, PARALYZED)
    assert b.where("A") == "10.0,7.0", "the winner stays in place"
    assert [(event.what, event.rule) for event in b.events][-1] == ("retreats", "TC X4")


@rule("TC X4")
@pytest.mark.parametrize(
    ("kind", "modifiers"), [("woods", {(1, "TC F14")}), ("buildings", {(2, "TC F13")}), ("airfield", set())]
)
def test_the_defenders_cover_counts(kind, modifiers):
    b = close(ground=f"\n {kind} Here 9,7.5 11,7.5 11,9 9,9").do("assault", "G", 10, 10, 1)
    assert [b.modifiers(roll) for roll in range(3)] == [set(), modifiers, set()]
    assert b["A"].morale == PARALYZED


@rule("TC X4")
def test_a_wall_between_them_shelters_the_defender_and_one_behind_him_does_not():
    front = close(ground="\n wall Wall 8,7.25 12,7.25 12,7.5 8,7.5").do("assault", "G", 10, 10, 1)
    assert front.modifiers(1) == {(2, "TC F13")}
    assert front.modifiers(0) == set()
    back = close(ground="\n wall Wall 8,8.5 12,8.5 12,8.75 8,8.75").do("assault", "G", 10, 10, 1)
    assert back.modifiers(1) == set()


HELPLESS = {"german": "paralyzed"}


@rule("TC X6")
def test_a_defender_paralyzed_at_the_start_fires_once_is_fired_at_once_and_retreats():
    b = close(**HELPLESS).do("assault", "G", 10, 10)
    assert shooters(b) == ["G", "A"]
    assert b.modifiers(0) == {(2, "TC F16")}
    assert b.modifiers(1) == set()
    assert b.where("G") == "10.0,12.0"
    assert harm(b, "G") == (2, PARALYZED), "only the hit of the retreat"
    assert harm(b, "A") == (3, NORMAL)
    assert [event.rule for event in b.events if event.what == "retreats"] == ["TC X6"]


@rule("TC X6")
def test_the_attackers_shot_can_add_a_hit_or_wipe_it_out():
    b = close(**HELPLESS).do("assault", "G", 10, 3)
    assert harm(b, "G") == (1, PARALYZED)
    assert b.where("G") == "10.0,12.0"
    b = close(german="paralyzed hits=1").do("assault", "G", 10, 3)
    assert b.where("G") == ""
    assert "retreats" not in b.told()
    b = close(german="paralyzed hits=1").do("assault", "G", 10, 4)
    assert b.where("G") == "", "the hit of the retreat is its last"


@rule("TC X6")
def test_the_one_shot_of_a_helpless_defender_can_hit_and_suppress_but_not_paralyze():
    b = close(**HELPLESS).do("assault", "G", 1, 10)
    assert harm(b, "A") == (2, SUPPRESSED), "1 + 2 = 3"
    assert b.modifiers(1) == {(1, "TC F15")}
    b = close(**HELPLESS)
    odds = b.game.odds(b.state, 0, Action("assault", b.target("G")))
    assert odds.chance(lambda end: end.board.stands[b.number("A")].morale == PARALYZED) == 0
    assert odds.chance(lambda end: end.board.stands[b.number("A")].morale == SUPPRESSED) == Fraction(3, 10)


@rule("TC X6")
def test_if_its_shot_destroys_the_attacker_the_defender_stays_without_a_hit():
    b = close(us="hits=1", **HELPLESS).do("assault", "G", 1)
    assert b.where("A") == ""
    assert b.where("G") == "10.0,8.0"
    assert harm(b, "G") == (3, PARALYZED)


@rule("TC X7")
@pytest.mark.parametrize("dice", [(10, 1), (1,)])
def test_the_attacker_is_finished_and_does_nothing_more(dice):
    b = close().do("assault", "G", *dice)
    assert b["A"].finished
    assert b.offers("stand") == set()
    assert b.why_not("stand", "A") == "A is Finished (TC S7)"


@rule("TC X8")
def test_a_suppressed_shooter_takes_one_and_smoke_nothing():
    text = "\n support US artillery Guns spotter=none"
    b = close(german="suppressed")
    b.do("assault", "G", 3, 10, 10, 1)
    assert b.modifiers(0) == {(1, "TC F15")}
    assert harm(b, "A") == (3, SUPPRESSED), "3 + 1 = 4"
    assert b.modifiers(1) == {(1, "TC F15")}
    smoky = battle(CLOSE.format(us="", german="", kind="rifle", other="rifle") + text)
    smoky.do("call", 0).do("smoke", "10,7.5").do("stand", "A").do("assault", "G", 10, 1)
    assert smoky.modifiers(0) == smoky.modifiers(1) == set()


@rule("TC X8")
def test_a_machine_gun_has_its_two_dice_in_close_combat_too():
    b = close(other="hmg", hmg_two_dice=True).do("assault", "G", (10, 1))
    assert b["A"].morale == PARALYZED
    plain = close(other="hmg").do("assault", "G", (10,), (1,))
    assert [len(roll.faces) for roll in plain.rolls()] == [1, 1]


TWO = """
    US rifle A 10,5
    German rifle G 9.5,8 {}
    German rifle H 10.5,8 {}
    US rifle Z 1,1 finished
    German rifle Y 23,15 finished
"""


@rule("TC X9")
@pytest.mark.parametrize(("named", "other"), [("G", "H"), ("H", "G")])
def test_an_attacker_in_contact_with_two_stands_names_one_and_the_other_keeps_out(named, other):
    b = battle(TWO.format("finished", "finished")).do("stand", "A")
    assert b.offers("assault") == {"G", "H"}
    b.do("assault", named, 10, 1)
    assert b.look.touching(b.number("A"), b.number(other)), "he stands beside the other one now"
    assert shooters(b) == [named, "A"]
    assert harm(b, other) == (3, NORMAL)


@rule("TC X9")
def test_with_the_option_the_victor_fights_the_next_one():
    b = battle(TWO.format("finished", "finished"), wide_contact=True).do("stand", "A")
    b.do("assault", "G", 10, 1, 10, 1)
    assert shooters(b) == ["G", "A", "H", "A"]
    assert b["G"].morale == b["H"].morale == PARALYZED
    lost = battle(TWO.format("finished", "finished"), wide_contact=True).do("stand", "A").do("assault", "G", 1)
    assert shooters(lost) == ["G"], "a beaten attacker fights nobody"


@rule("TC X9")
def test_a_beaten_attacker_who_cannot_get_away_fights_nobody_else():
    text = "US rifle A 10,0.5\n German rifle G 10,1.5\n German rifle H 11,1.5\n US rifle Z 1,12 finished"
    b = battle(text, wide_contact=True, table_edge="stops", barred_flight="stops").act("A", "assault", "G", 1)
    assert b.where("A") == "10.0,0.5", "with his back to the edge, in contact with both"
    assert shooters(b) == ["G"]


@rule("TC X9")
def test_a_joined_leader_does_not_fight_and_goes_with_his_stand():
    b = close(ground="\n German leader L 11,8").do("assault", "G", 10, 1)
    assert shooters(b) == ["G", "A"]
    assert b.where("G") == "10.0,12.0"
    assert b.where("L") == "11.0,12.0", "he keeps his place beside it"
    assert (b["L"].hits, b["L"].morale) == (1, NORMAL)
    assert b.look.joined(b.number("L")) == b.number("G")


@rule("TC X9")
def test_a_leader_whose_place_is_taken_stands_on_another_side():
    b = close(ground="\n German leader L 11,8\n German rifle K 11.5,12.5 finished").do("assault", "G", 10, 1)
    assert b.where("G") == "10.0,12.0"
    assert b.where("L") not in ("11.0,8.0", "11.0,12.0")
    assert b.look.joined(b.number("L")) == b.number("G")


@rule("TC X9")
def test_a_leader_who_would_touch_an_enemy_stands_on_another_side():
    b = close(ground="\n German leader L 11,8\n US rifle B 12,12 finished").do("assault", "G", 10, 1)
    assert b.where("G") == "10.0,12.0"
    assert b.where("L") == "10.5,11.0", "beside his stand, as near as can be to where he would have been"
    assert not b.look.touching(b.number("L"), b.number("B"))


@rule("TC X9")
def test_a_leader_who_touches_another_stand_too_stays_with_that():
    b = close(ground="\n German leader L 11,8\n German rifle K 12,8 finished").do("assault", "G", 10, 1)
    assert b.where("L") == "11.0,8.0"


@rule("TC X9")
def test_with_wide_contact_a_leader_joined_to_another_stand_is_not_fought_apart():
    ground = "\n German leader L 11,8\n German rifle K 12,8 finished"
    b = close(ground=ground, wide_contact=True).do("assault", "G", 10, 1)
    assert shooters(b) == ["G", "A"]
    assert b.where("L") == "11.0,8.0"


@rule("TC X9")
def test_a_lone_leader_fights_as_a_stand_of_one_hit():
    b = close(other="leader").do("assault", "G", 10, 3)
    assert b.where("G") == ""
    b = close(kind="leader").do("assault", "G", 10, 1)
    assert b["G"].morale == PARALYZED


@rule("TC X10")
@pytest.mark.parametrize(("start", "end"), [("10,6", "10.0,12.0"), ("8,8", "14.0,8.0"), ("12,8", "6.0,8.0")])
def test_a_retreat_is_straight_away_from_the_opponent(start, end):
    text = CLOSE.format(us="", german="", kind="rifle", other="rifle").replace("10,6", start)
    b = battle(text).act("A", "assault", "G", 10, 1)
    assert b.where("G") == end


@rule("TC X10")
def test_terrain_costs_nothing_in_a_retreat():
    b = close(ground="\n woods Wood 5,8.6 15,8.6 15,15 5,15").do("assault", "G", 10, 1)
    assert b.where("G") == "10.0,12.0"


@rule("TC X10")
def test_a_barred_retreat_takes_the_nearest_free_line():
    # The pond reaches its corner at 45 degrees to the right: 60 degrees are free.
    b = close(ground="\n river Pond 6,9 11,9 11,14 6,14").do("assault", "G", 10, 1)
    assert b.where("G") == "13.5,10.0"
    mirrored = close(ground="\n river Pond 9,9 14,9 14,14 9,14").do("assault", "G", 10, 1)
    assert mirrored.where("G") == "6.5,10.0"
    # A narrow one is passed at 15 degrees.
    b = close(ground="\n river Pool 9.8,11.8 10.2,11.8 10.2,14 9.8,14\n river Well 9.8,9 10.2,9 10.2,10 9.8,10")
    b.do("assault", "G", 10, 1)
    assert b.where("G") == "11.0,12.0"


@rule("TC X10")
def test_it_turns_as_far_as_a_right_angle():
    b = close(ground="\n river Lake 0,8.6 24,8.6 24,15 0,15").do("assault", "G", 10, 1)
    assert b.where("G") == "14.0,8.0", "along the shore, to the right first"


@rule("TC X10")
@pytest.mark.parametrize(("side", "end"), [(1, "13.0,11.0"), (-1, "7.0,11.0")])
def test_a_retreat_finds_the_one_free_line_half_way_to_a_right_angle(side, end):
    """Rivers on both sides of a path from the defender at 45 degrees, to the right or to the left of his line."""
    within, beyond = ((0.2, 9, 9, 7.3), (7.9, 7.9, 15, 15)), ((-0.4, -9, -9, 6.7), (7.9, 7.9, 15, 15))
    rivers = [" ".join(f"{10 + side * x:g},{y:g}" for x, y in zip(*each, strict=True)) for each in (within, beyond)]
    b = close(ground="".join(f"\n river R{n} {each}" for n, each in enumerate(rivers))).do("assault", "G", 10, 1)
    assert b.where("G") == end


@rule("TC X10")
def test_with_no_free_line_it_goes_as_far_as_it_can():
    lake = close(ground="\n river Lake 7,7.9 8,7.9 8,10.3 12,10.3 12,7.9 13,7.9 13,12 7,12").do("assault", "G", 10, 1)
    assert lake.where("G") == "11.5,10.0"
    assert lake["G"].morale == PARALYZED


@rule("TC X10")
def test_enemies_bar_a_retreat_and_friends_may_be_passed_but_not_ended_on():
    b = close(ground="\n US rifle B 10,10 finished").do("assault", "G", 10, 1)
    assert b.where("G") not in ("10.0,8.0", "10.0,9.0", "10.0,12.0", "")
    assert not b.look.touching(b.number("G"), b.number("B"))
    friend = close(ground="\n German rifle K 10,10 finished").do("assault", "G", 10, 1)
    assert friend.where("G") == "10.0,12.0", "through a friend"
    ended = close(ground="\n German rifle K 10,12 finished").do("assault", "G", 10, 1)
    assert ended.where("G") == "10.0,11.0", "it stops before him"


@rule("TC X10")
def test_an_enemy_in_contact_behind_it_bars_the_retreat_as_well():
    b = close(ground="\n US rifle B 10,9 finished").do("assault", "G", 10, 1)
    assert b.where("G") == "13.5,10.0", "60 degrees to the right, past the corner of B's base"


@rule("TC X10")
def test_a_retreat_that_would_end_in_contact_with_another_enemy_stops_half_an_inch_short():
    b = close(ground="\n US rifle B 10,13 finished").do("assault", "G", 10, 1)
    assert b.where("G") == "10.0,11.5"
    assert b.look.apart(b.number("G"), b.number("B")) == 50


@rule("TC X10")
@pytest.mark.parametrize(("height", "end"), [(13, "10.0,12.0"), (12, "")])
def test_over_the_edge_of_the_table_means_elimination(height, end):
    # Four inches end at 12 inches north: on a table of 12 the base would hang over the edge.
    text = CLOSE.format(us="", german="", kind="rifle", other="rifle").replace("23,15", "23,10")
    b = battle(f"table 24 {height}\n" + text).act("A", "assault", "G", 10, 1)
    assert b.where("G") == end
    assert ("ran_off" in b.told()) == (end == "")


@rule("TC X10")
def test_a_surrounded_stand_is_lost():
    ring = ["8.5,8", "8.5,9.5", "10,9.5", "11.5,9.5", "11.5,8"]
    ground = "".join(f"\n US rifle R{n} {place} finished" for n, place in enumerate(ring))
    b = close(ground=ground).do("assault", "G", 10, 5, 10, 5)
    assert b.where("G") == ""
    assert b.told()[-1] == "trapped"
    pond = close(ground="\n river Moat 8.4,7 9.4,7 9.4,8.4 10.6,8.4 10.6,7 11.6,7 11.6,9.6 8.4,9.6")
    pond.do("assault", "G", 10, 5, 10, 5)
    assert pond.where("G") == ""
    assert pond.told()[-1] == "trapped"


@rule("TC X10")
def test_retreats_draw_no_fire():
    b = close(ground="\n US rifle B 12,12").do("assault", "G", 10, 1)
    assert b.decides() == "US"
    assert "stand" in b.verbs()


@rule("TC X11")
def test_defending_neither_finishes_a_stand_nor_uses_its_opportunity_shot():
    b = close(ground="\n US rifle B 6,8").do("assault", "G", 1)
    assert not b["G"].finished
    b.act("B", "fire", "G", 10)
    assert b.decides() == "German"
    assert b.offers("fire") == {"G"}


@rule("TC X11")
@pytest.mark.parametrize("marker", ["finished", "suppressed"])
def test_finished_and_suppressed_stands_defend_themselves(marker):
    b = close(german=marker).do("assault", "G", 10, 1)
    assert shooters(b) == ["G", "A"]
    assert b["G"].finished == (marker == "finished")


@rule("TC X11")
def test_a_stand_that_has_taken_its_opportunity_shot_still_fires_first():
    text = CLOSE.format(us="", german="", kind="rifle", other="rifle").replace("10,6", "10,4")
    b = battle(text).act("A", "assault", "G")
    assert b.decides() == "German"
    b.do("fire", "G", 10, 10, 1)
    assert shooters(b) == ["G", "G", "A"]
    assert b["G"].morale == PARALYZED


@rule("TC X1")
def test_only_a_stand_of_normal_morale_that_can_reach_its_enemy_assaults():
    for marker in ("suppressed", "paralyzed"):
        assert "assault" not in close(us=marker).verbs()
    far = battle("US rifle A 10,2\n German rifle G 10,11\n German rifle H 10,11.5").do("stand", "A")
    assert far.offers("assault") == {"G"}, "eight inches of move end in contact; half an inch more do not"
    with pytest.raises(IllegalAction):
        far.do("assault", "H")


# Odds


def attacker_wins(*, cover=0, us=(NORMAL, 3), german=(NORMAL, 3), dice=(D10, D10), green=(False, False)):
    """The attacker's chance worked out by itself: positions are who shoots, and each one's morale and hits."""

    def result(number, is_green):
        if number <= 1:
            return 1, PARALYZED
        if number <= 3:
            return 1, SUPPRESSED
        return (0, SUPPRESSED) if number <= 5 or (number == 6 and is_green) else (0, NORMAL)

    def step(position):
        if isinstance(position, str):
            return None
        turn, stands = position
        shooter, target = stands[turn], stands[1 - turn]
        shift = shooter[0] + (cover if turn == 0 else 0)
        after = []
        for number, ways in dice[turn].ways.items():
            hits, morale = result(number + shift, green[1 - turn])
            left, now = target[1] - hits, min(PARALYZED, target[0] + morale)
            if left <= 0 or now == PARALYZED:
                after.append((("US", "German")[turn], ways))
            else:
                both = ((now, left), shooter) if turn == 1 else (shooter, (now, left))
                after.append(((1 - turn, both), ways))
        return after

    ends, _ = solve((1, (us, german)), step)
    return ends["US"]


def odds_of(b):
    """The chance that the attacker wins: the defender is paralyzed or gone."""
    odds = b.game.odds(b.state, 0, Action("assault", b.target("G")))
    defender, attacker = b.number("G"), b.number("A")
    assert sum(odds.values()) == 1

    def beaten(end, stand):
        return end.board.stands[stand].hits == 0 or end.board.stands[stand].morale == PARALYZED

    assert all(beaten(end, defender) != beaten(end, attacker) for end in odds), "there is exactly one loser"
    return odds.chance(lambda end: beaten(end, defender))


@rule("TC X1")
@rule("TC X5")
def test_the_odds_of_a_close_combat_to_its_end():
    # With the defender to fire, let f(attacker, defender) be the attacker's chance, N normal and S suppressed. A shot
    # of N paralyzes N with 1/10 and suppresses it with 4/10, a shot of S suppresses N with 4/10; at S the shot of N
    # ends it with 5/10 and that of S with 4/10.
    s_s = Fraction(6, 10) * Fraction(4, 10) / (1 - Fraction(36, 100))
    n_s = Fraction(11, 14)
    assert n_s == Fraction(6, 10) * (Fraction(1, 2) + n_s / 2) + Fraction(4, 10) * (Fraction(4, 10) + 6 * s_s / 10)
    assert odds_of(close()) == Fraction(41, 105)
    assert odds_of(close(german="suppressed")) == Fraction(11, 14)


@rule("TC X5")
@pytest.mark.parametrize(
    ("battle_of", "model"),
    [
        ({}, {}),
        ({"german": "suppressed"}, {"german": (SUPPRESSED, 3)}),
        ({"us": "hits=1"}, {"us": (NORMAL, 1)}),
        ({"german": "hits=1"}, {"german": (NORMAL, 1)}),
        ({"kind": "leader"}, {"us": (NORMAL, 1)}),
        ({"ground": "\n woods Wood 9,7.5 11,7.5 11,9 9,9"}, {"cover": 1}),
        ({"ground": "\n buildings Farm 9,7.5 11,7.5 11,9 9,9"}, {"cover": 2}),
        ({"other": "hmg", "hmg_two_dice": True}, {"dice": (D10, lowest(2, D10))}),
        ({"kind": "hmg", "hmg_two_dice": True}, {"dice": (lowest(2, D10), D10)}),
        ({"german": "quality=green"}, {"green": (False, True)}),
        ({"us": "quality=green"}, {"green": (True, False)}),
    ],
)
def test_the_odds_agree_with_a_model_of_their_own(battle_of, model):
    assert odds_of(close(**battle_of)) == attacker_wins(**model)


@rule("TC X6")
def test_a_helpless_defender_loses_unless_it_destroys_the_attacker():
    assert odds_of_helpless(close(**HELPLESS)) == 0
    # 1 + 2 = 3 hits: one chance in ten against a stand with one hit left.
    assert odds_of_helpless(close(us="hits=1", **HELPLESS)) == Fraction(1, 10)


def odds_of_helpless(b):
    odds = b.game.odds(b.state, 0, Action("assault", b.target("G")))
    return odds.chance(lambda end: end.board.stands[b.number("A")].hits == 0)
