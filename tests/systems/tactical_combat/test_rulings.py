"""Where the source is silent or damaged: each ruling of Tactical Combat as it stands, and with its other reading."""

from fractions import Fraction

import msgspec
import pytest

from sandtable import Action, Dice
from sandtable.kernel.errors import OptionError
from sandtable.systems.tactical_combat.board import Smoke
from sandtable.systems.tactical_combat.command import battalion_quality
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule

NORMAL, SUPPRESSED, PARALYZED = 0, 1, 2


def free(text, **how):
    """A battle on a table of 48 by 36 inches without limits of command."""
    return Battle(f"table 48 36\n{text}", **{"command": "none", **how})


def set_board(b, **values):
    """The same battle with some values of its board changed."""
    b.state = msgspec.structs.replace(b.state, board=msgspec.structs.replace(b.state.board, **values))
    return b


def needs_roll(b, name):
    """Choose a stand to act; whether it had to roll for it (a 1 lets it act)."""
    dice = Dice.scripted(1)
    b.state, b.events = b.game.apply(b.state, b.decision().side, Action("stand", b.number(name)), dice)
    return dice.left == ()


def places(b, verb):
    return {tuple(map(float, each.split(","))) for each in b.offers(verb)}


# Command


@rule("TC C5")
@pytest.mark.parametrize(
    ("chain", "commanded"),
    [("chain", ["platoon", "company"]), ("own", ["platoon"]), ("any", ["platoon", "company", "other"])],
)
@pytest.mark.parametrize("of", ["platoon", "company", "other"])
def test_whose_leaders_command_a_stand(chain, commanded, of):
    text = f"""
        table 48 36
        formation platoon under company
        US rifle A 10,10 formation=platoon
        US rifle B 40,10 formation=company
        US rifle C 40,14 formation=other
        US leader L 11,10 formation={of}
        German rifle X 5,33
        German leader M 9,10
    """
    assert needs_roll(Battle(text, command_chain=chain), "A") == (of not in commanded)


@rule("TC C5")
def test_a_leader_of_the_enemy_commands_nobody():
    text = "US rifle A 10,10\nGerman leader L 13,10"
    assert needs_roll(free(text, command="leaders", command_chain="any"), "A")


@rule("TC C10")
@pytest.mark.parametrize("mark", ["", "independent"])
def test_an_independent_stand_is_always_in_command(mark):
    b = free(f"US rifle A 10,10 {mark}\nUS rifle B 20,10\nGerman rifle X 5,33", command="leaders")
    assert needs_roll(b, "A") == (not mark)
    b.do("move", "10,10")
    assert needs_roll(b, "B"), "the others roll"


HQ = """
    US hq H 5,5 formation=Bn
    US rifle A 40,5 formation=Bn
    German rifle Z 5,12
"""


def points(text, **how):
    return free(text, scale="platoon", command="points", command_second_side="none", **how)


@rule("TC C18")
def test_no_option_keeps_the_points_of_a_battalion_without_its_hq():
    with pytest.raises(OptionError, match="lost_hq_keeps_points"):
        points(HQ, lost_hq_keeps_points=True)


WATCH = "US rifle A 10,8\nGerman rifle X 10,14\nGerman rifle Y 30,30"


@rule("TC C21")
def test_opportunity_fire_is_free():
    b = free(WATCH, command="leaders", command_first_side="none").act("A", "move", "14,8").do("fire", "X", 10)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC F8"]


@rule("TC C21")
def test_with_the_option_a_stand_out_of_command_rolls_before_it_opportunity_fires():
    how = {"command": "leaders", "command_first_side": "none", "reactions_need_command": True}
    acts = free(WATCH, **how).act("A", "move", "14,8").do("fire", "X", 6, 4)
    assert [roll.resolution.rule for roll in acts.rolls()] == ["TC C6", "TC F8"]
    assert acts["A"].morale == SUPPRESSED
    fails = free(WATCH, **how).act("A", "move", "14,8").do("fire", "X", 7)
    assert [roll.resolution.rule for roll in fails.rolls()] == ["TC C6"]
    assert fails["X"].finished
    assert fails.where("A") == "14.0,8.0", "and the chance is gone"
    led = free(f"{WATCH}\nGerman leader L 12,14", **how).act("A", "move", "14,8").do("fire", "X", 10)
    assert [roll.resolution.rule for roll in led.rolls()] == ["TC F8"], "near a leader it need not"


@rule("TC C21")
def test_a_stand_that_reacts_again_before_its_next_turn_has_rolled_already():
    how = {"command": "leaders", "command_first_side": "none", "reactions_need_command": True}
    b = free(f"{WATCH}\nUS rifle B 20,8", **how).act("A", "move", "14,8").do("fire", "X", 6, 4)
    assert not b["X"].finished, "its shot had an effect"
    b.act("B", "move", "14,10").do("fire", "X", 10)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC F8"]


@rule("TC C21")
def test_an_answer_to_fire_needs_command_as_well():
    how = {"command": "leaders", "command_first_side": "none", "reactions_need_command": True}
    b = free(WATCH, **how).act("A", "fire", "X", 10).do("fire", "X", 7)
    assert [roll.resolution.rule for roll in b.rolls()] == ["TC C6"]


@rule("TC C21")
@pytest.mark.parametrize(("saved", "asked"), [(0, False), (1, True)])
def test_with_the_option_and_points_a_saved_one_pays_for_it(saved, asked):
    how = {"command": "points", "command_first_side": "none", "reactions_need_command": True, "scale": "platoon"}
    b = set_board(free(WATCH, **how), points=(0, 0), bank=(0, saved)).act("A", "move", "14,8")
    assert (b.decides() == "German") == asked
    if asked:
        b.do("fire", "X", 4)
        assert b.state.board.bank == (0, 0)
    fired = set_board(free(WATCH, **how), points=(0, 0), bank=(0, saved)).act("A", "fire", "X", 10)
    assert (fired.decides() == "German") == asked


@rule("TC C22")
@pytest.mark.parametrize(("choice", "quality"), [("majority", "regular"), ("lowest", "green"), ("highest", "elite")])
def test_the_quality_of_a_mixed_battalion(choice, quality):
    text = """
        formation G under Bn
        formation E under Bn
        US hq H 5,5 formation=Bn
        US rifle A 9,5 formation=Bn
        US rifle B 13,5 formation=G quality=green
        US rifle C 17,5 formation=E quality=elite
        German rifle Z 5,33
    """
    b = points(text, battalion_quality=choice)
    assert battalion_quality(b.look, 0) == quality


# Movement


@rule("TC M11")
@pytest.mark.parametrize(("choice", "enemy"), [("nearest", "X"), ("seen", "Y")])
def test_a_stand_panics_from_the_nearest_enemy_or_the_nearest_it_sees(choice, enemy):
    text = """
        buildings Barn 18,17 22,17 22,18 18,18
        US rifle A 20,15 suppressed
        German rifle X 20,20 finished
        German rifle Y 30,15 finished
        German rifle Z 20,4 finished
    """
    b = free(text, panic_from=choice).do("stand", "A")
    assert b.offers("panic") == {enemy}
    b.do("panic", enemy)
    assert b.where("A") == {"X": "20.0,7.0", "Y": "12.0,15.0"}[enemy]


@rule("TC M11")
def test_a_stand_that_sees_nobody_panics_from_the_nearest():
    text = "buildings Barn 18,17 22,17 22,18 18,18\nUS rifle A 20,15 suppressed\nGerman rifle X 20,20 finished"
    assert free(text, panic_from="seen").do("stand", "A").offers("panic") == {"X"}


@rule("TC M11")
@pytest.mark.parametrize("choice", ["turns", "stops"])
def test_a_barred_panic_slides_along_what_bars_it_or_stops(choice):
    # It flees to the south-west; a pond lies to the south.
    text = "river Pond 10,8 30,8 30,13.2 10,13.2\nUS rifle A 20,15 suppressed\nGerman rifle X 24,19 finished"
    b = free(text, barred_flight=choice).act("A", "panic", "X")
    x, y = map(float, b.where("A").split(","))
    assert y == 13.5
    assert (x == 18.5) == (choice == "stops")
    assert (x < 15) == (choice == "turns"), "along the bank"


@rule("TC M11")
@pytest.mark.parametrize(("choice", "end"), [("lost", ""), ("stops", "20.0,0.5")])
def test_a_panic_over_the_edge_is_the_end_or_stops_there(choice, end):
    b = free("US rifle A 20,4 suppressed\nGerman rifle X 20,9 finished", table_edge=choice).act("A", "panic", "X")
    assert b.where("A") == end
    if end:
        assert (b["A"].hits, b["A"].morale) == (2, PARALYZED)


GATE = """
    river West 0,12 19,12 19,14 0,14
    river East 21,12 48,12 48,14 21,14
    US rifle A 20,10
    US rifle B 20,13
    German rifle X 20,30 finished
"""


@rule("TC M12")
@pytest.mark.parametrize("barred", [False, True])
def test_friends_may_be_passed_but_not_with_the_option(barred):
    b = free(GATE, friends_bar_moves=barred).do("stand", "A")
    assert (b.why_not("move", "20,16") == "") == (not barred)
    assert b.why_not("move", "20,13") != "", "never ended on"
    assert b.why_not("move", "20,11.5") == ""
    charge = free(GATE.replace("20,30", "20,16"), friends_bar_moves=barred).do("stand", "A")
    assert ("X" in charge.offers("assault")) == (not barred)


@rule("TC M12")
def test_with_friends_in_the_way_a_stand_beside_one_can_still_move():
    b = free("US rifle A 20,10\nUS rifle B 21,10\nGerman rifle X 20,30 finished", friends_bar_moves=True)
    b.do("stand", "A")
    assert b.why_not("move", "12,10") == ""
    assert b.why_not("move", "21,12") == ""
    assert b.why_not("move", "27,10") != "", "it has to go around him"


@rule("TC M13")
@pytest.mark.parametrize(("adds", "inside"), [(False, 15.0), (True, 14.5)])
def test_uphill_and_woods_on_one_step_cost_the_dearer_or_both(adds, inside):
    # The wood and the hill begin together: one step of half an inch enters both.
    text = """
        hill Hill 0,12.3 48,12.3 48,36 0,36 level=1
        woods Wood 0,12.3 48,12.3 48,36 0,36
        US rifle A 20,10
        German rifle X 40,2 finished
    """
    b = free(text, uphill="steps", uphill_adds=adds).do("stand", "A")
    assert max(y for x, y in places(b, "move") if x == 20) == inside
    plain = free(text.replace("woods Wood", "airfield Field"), uphill="steps", uphill_adds=adds).do("stand", "A")
    assert max(y for x, y in places(plain, "move") if x == 20) == 17.5, "uphill alone costs double either way"


# Fire


@rule("TC F7")
@pytest.mark.parametrize("blocks", [False, True])
def test_a_grazing_line_is_clear_unless_the_option_says_so(blocks):
    text = "buildings Barn 12,4 14,4 14,8 12,8\nUS rifle A 10,8\nGerman rifle X 16,8 finished"
    b = free(text, grazing_blocks=blocks).do("stand", "A")
    assert b.offers("fire") == (set() if blocks else {"X"})
    clear = free(text.replace("10,8", "10,8.5"), grazing_blocks=blocks).do("stand", "A")
    assert clear.offers("fire") == {"X"}


@rule("TC F7")
@pytest.mark.parametrize(("measured", "normal", "most"), [("edges", 9, 17), ("centres", 8, 16)])
def test_range_is_measured_between_edges_or_centres(measured, normal, most):
    def shot(gap):
        text = f"US rifle A 10,10\nGerman rifle X {10 + gap},10 finished"
        b = free(text, range_measured=measured).do("stand", "A")
        return b.do("fire", "X", 10).modifiers() if b.offers("fire") else None

    assert shot(normal) == set()
    assert shot(normal + 0.5) == {(1, "TC F17")}
    assert shot(most) == {(1, "TC F17")}
    assert shot(most + 0.5) is None


@rule("TC F7")
@pytest.mark.parametrize(("measured", "most"), [("edges", 16.5), ("centres", 16)])
def test_a_light_mortars_range_is_measured_the_same_way(measured, most):
    text = f"US light_mortar M 10,10\nUS leader L 12,10\nGerman rifle X {10 + most + 0.5},10\nGerman rifle Y 26,11"
    b = free(text, range_measured=measured).act("M", "mortar", "L")
    assert b.offers("strike") == ({"X", "Y"} if measured == "edges" else set())
    assert max(x for x, y in places(b, "smoke") if y == 10) == 10 + most


@rule("TC F7")
@rule("TC F21")
def test_a_leader_in_front_of_the_stand_he_has_joined_does_not_stop_its_fire():
    text = "US rifle A 10,10\nUS leader L 10,11\nUS rifle B 14,10\nUS leader K 14,12\nGerman rifle X {} finished"
    joined = free(text.format("10,16")).do("stand", "A")
    assert joined.offers("fire") == {"X"}
    apart = free(text.format("14,17")).do("stand", "B")
    assert apart.offers("fire") == set(), "K is an inch in front of B, and has not joined it"
    third = free(text.replace("B 14,10", "B 10,8").format("10,16")).do("stand", "B")
    assert third.offers("fire") == set(), "to others A and L are in the way"


@rule("TC F21")
def test_nor_in_opportunity_fire():
    text = "US rifle A {}\nGerman rifle X 10,16\nGerman leader L 10,15"
    moved = free(text.format("9,10")).act("A", "move", "12,10")
    assert moved.decides() == "German"
    moved.do("fire", "X", 10)
    fired = free(text.format("10,10")).act("A", "fire", "X", 10)
    assert "X" in fired.offers("fire")


@rule("TC F21")
def test_nor_does_the_stand_stop_its_leader():
    b = free("US rifle A 10,11\nUS leader L 10,10\nGerman rifle X 10,16 finished").do("stand", "L")
    assert b.offers("fire") == {"X"}


@rule("TC F22")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_leader_is_replaced_so_many_turns_after_his_loss(turns):
    text = "US leader L 10,10\nUS rifle A 30,5\nGerman rifle X 10,16"
    b = free(text, leader_returns_after=turns).act("L", "move", "12,10").do("fire", "X", 2)
    assert b.where("L") == ""
    for _ in range(turns):
        assert "place" not in b.verbs()
        b.do("end").do("end")
    assert "place" in b.verbs()
    assert b.state.board.turn == 1 + turns


@rule("TC F27")
@pytest.mark.parametrize(("again", "hits"), [("nothing", 3), ("hit", 2)])
def test_a_suppression_of_a_paralyzed_stand(again, hits):
    text = "US rifle A 10,10\nGerman rifle X 10,16 paralyzed finished"
    b = free(text, suppressed_again=again).act("A", "fire", "X", 4)
    assert (b["X"].hits, b["X"].morale) == (hits, PARALYZED)
    last = free(text.replace("finished", "finished hits=1"), suppressed_again=again).act("A", "fire", "X", 4)
    assert (last.where("X") == "") == (again == "hit")
    first = free(text.replace("paralyzed ", ""), suppressed_again=again).act("A", "fire", "X", 4)
    assert (first["X"].hits, first["X"].morale) == (3, SUPPRESSED), "only what is paralyzed already"


# Opportunity fire


@rule("TC O9")
@pytest.mark.parametrize("at", ["actions", "no_panic", "no_mortars", "retreats_too"])
def test_what_draws_opportunity_fire(at):
    panics = free("US rifle A 10,10 suppressed\nGerman rifle X 10,16", opportunity_at=at).act("A", "panic", "X")
    assert (panics.decides() == "German") == (at != "no_panic")
    mortar = "US light_mortar M 10,10\nUS leader L 12,10\nGerman rifle X 10,16 finished\nGerman rifle Y 12,20"
    fires = free(mortar, opportunity_at=at).act("M", "mortar", "L").do("strike", "X", 10)
    assert (fires.decides() == "German") == (at != "no_mortars")
    assault = "US rifle A 10,10\nGerman rifle X 10,12\nGerman rifle Y 16,8\nGerman rifle Z 4,8 finished"
    retreats = free(assault, opportunity_at=at).act("A", "assault", "X", 1)
    assert retreats["A"].morale == PARALYZED
    assert (retreats.decides() == "German") == (at == "retreats_too")
    moves = free("US rifle A 10,10\nGerman rifle X 10,16", opportunity_at=at).act("A", "move", "14,10")
    assert moves.decides() == "German", "an ordinary move always does"
    shoots = free("US rifle A 10,10\nGerman rifle X 10,16", opportunity_at=at).act("A", "fire", "X", 10)
    assert shoots.decides() == "German", "and a shot"


@rule("TC O9")
def test_a_retreating_attacker_is_shot_at_where_he_ends_and_only_by_who_sees_him():
    text = "US rifle A 10,10\nGerman rifle X 10,12\nGerman rifle Y 16,8"
    b = free(text, opportunity_at="retreats_too").act("A", "assault", "X", 1)
    assert b.where("A") == "10.0,7.0"
    assert b.decision().prompt == "A retreats: return fire, or hold?"
    assert b.offers("fire") == {"X", "Y"}
    b.do("fire", "Y", 2)
    assert b.where("A") == "", "a hit of the fight, one of the retreat, and one more"
    hidden = free(f"buildings Barn 12,0 13,0 13,14 12,14\n{text}", opportunity_at="retreats_too")
    assert hidden.act("A", "assault", "X", 1).offers("fire") == {"X"}
    defender = free(text.replace("Y 16,8", "Y 40,30 finished") + "\nUS rifle B 12,18", opportunity_at="retreats_too")
    defender.act("A", "assault", "X", 10, 1)
    assert "retreats" in defender.told()
    assert defender.verbs() == {"stand", "end"}, "a defender is not of the side that moves: B is not asked"


@rule("TC O9")
def test_his_retreat_is_a_move_of_its_own():
    text = "US rifle A 10,8\nGerman rifle X 10,12\nGerman rifle Y 16,8"
    b = free(text, opportunity_at="retreats_too").act("A", "assault", "X").do("fire", "Y", 10, 1)
    assert b.decision().prompt.startswith("A retreats")
    assert b.offers("fire") == {"X"}, "Y has missed him on his way"


@rule("TC O9")
def test_nor_is_a_vehicle_that_was_assaulted():
    text = "US rifle A 10,10\nGerman w44_pz4 T 10,13 heading=0 finished\nUS w44_m4_75 B 24,18 heading=18"
    b = free(text, opportunity_at="retreats_too").act("A", "assault", "T", 10, 10)
    b.do("back", sorted(b.offers("back"))[0])
    assert b.verbs() == {"stand", "end"}


@rule("TC O10")
@pytest.mark.parametrize("moment", ["any", "first", "shared"])
def test_the_reacting_side_may_wait_unless_the_first_moment_is_the_only_one(moment):
    text = "US rifle A 10,8\nGerman rifle X 10,19\n"
    b = free(text, opportunity_moment=moment).act("A", "move", "10,16")
    assert b.where("A") == "10.0,9.0"
    assert ("wait" in b.verbs()) == (moment != "first")
    b.do("hold" if moment == "first" else "wait")
    assert (b.decides() == "US") == (moment == "first")


@rule("TC O10")
@pytest.mark.parametrize(("moment", "asked"), [("any", False), ("first", False), ("shared", True)])
def test_what_two_watchers_see_adds_up_with_the_option(moment, asked):
    text = """
        buildings West 0,8.75 5.85,8.75 5.85,9.25 0,9.25
        buildings Mid 6.65,8.75 7.85,8.75 7.85,9.25 6.65,9.25
        buildings East 8.65,8.75 30,8.75 30,9.25 8.65,9.25
        buildings Divide 7.2,9 7.3,9 7.3,15 7.2,15
        US rifle A 4,8
        German rifle X 6,14
        German rifle Y 8.5,14
    """
    b = free(text, opportunity_moment=moment).act("A", "move", "12,8")
    assert (b.decides() == "German") == asked
    if asked:
        assert b.offers("fire") == {"Y"}, "half an inch in the sight of X, then as much in that of Y, who sees it now"


# Close combat

CLOSE = "US {} A 10,6\nGerman rifle G 10,8\nUS rifle Z 1,1 finished\nGerman rifle Y 46,34 finished\n"


@rule("TC X8")
@pytest.mark.parametrize("choice", ["plain", "smoke", "one_die"])
def test_smoke_counts_in_close_combat_with_the_option_only(choice):
    b = free(CLOSE.format("rifle").replace("G 10,8", "G 10,8 hits=1"), close_combat_modifiers=choice)
    set_board(b, smoke=(Smoke(b.at("10,7.5"), 0),)).act("A", "assault", "G", 10, 1)
    expected = {(1, "TC A12")} if choice == "smoke" else set()
    assert b.modifiers(0) == b.modifiers(1) == expected
    vehicle = free(CLOSE.format("w44_m4_75"), close_combat_modifiers=choice)
    set_board(vehicle, smoke=(Smoke(vehicle.at("10,7.5"), 0),)).act("A", "assault", "G", 10, 10)
    assert ((1, "TC A12") in vehicle.modifiers(0)) == (choice == "smoke")


@rule("TC X8")
@pytest.mark.parametrize("choice", ["plain", "one_die"])
def test_a_machine_gun_keeps_its_second_die_but_for_the_option(choice):
    b = free(CLOSE.format("hmg"), hmg_two_dice=True, close_combat_modifiers=choice).do("stand", "A")
    b.do("assault", "G", 10, 1)
    assert len(b.rolls()[1].faces) == (1 if choice == "one_die" else 2)


@rule("TC X10")
@pytest.mark.parametrize(("choice", "end"), [("turns", "13.5,10.0"), ("stops", "10.0,8.5")])
def test_a_barred_retreat_turns_or_stops(choice, end):
    text = CLOSE.format("rifle") + "river Pond 6,9 11,9 11,14 6,14"
    b = free(text, barred_flight=choice).act("A", "assault", "G", 10, 1)
    assert b.where("G") == end


@rule("TC X10")
@pytest.mark.parametrize("choice", ["turns", "stops"])
def test_a_retreat_with_no_way_at_all_is_the_end_either_way(choice):
    text = CLOSE.format("rifle") + "river Moat 8.4,7 9.4,7 9.4,8.4 10.6,8.4 10.6,7 11.6,7 11.6,9.6 8.4,9.6"
    b = free(text, barred_flight=choice).act("A", "assault", "G", 10, 5, 10, 5)
    assert b.told()[-1] == "trapped"


@rule("TC X10")
@pytest.mark.parametrize(("choice", "end"), [("lost", ""), ("stops", "10.0,11.5")])
def test_a_retreat_over_the_edge_is_the_end_or_stops_there(choice, end):
    text = "table 24 12\nUS rifle A 10,6\nGerman rifle G 10,8\nUS rifle Z 1,1 finished\nGerman rifle Y 23,10 finished"
    b = Battle(text, command="none", table_edge=choice).act("A", "assault", "G", 10, 1)
    assert b.where("G") == end


@rule("TC X10")
def test_with_its_back_to_the_edge_a_stand_that_cannot_retreat_stays():
    text = "table 24 9\nUS rifle A 10,7\nGerman rifle G 10,8.5\nUS rifle Z 1,1 finished\nGerman rifle Y 23,1 finished"
    how = {"command": "none", "table_edge": "stops", "barred_flight": "stops"}
    b = Battle(text, **how).act("A", "assault", "G", 10, 1)
    assert b.where("G") == "10.0,8.5"
    assert (b["G"].hits, b["G"].morale) == (1, PARALYZED)


@rule("TC X11")
@pytest.mark.parametrize("finishes", [False, True])
def test_defending_is_free_or_finishes(finishes):
    b = free(CLOSE.format("rifle"), defence_finishes=finishes).act("A", "assault", "G", 1)
    assert b["G"].finished == finishes
    tank = free(CLOSE.format("w44_m4_75"), defence_finishes=finishes).act("A", "assault", "G", 10, 10)
    assert tank["G"].finished == finishes


# Recovery


@rule("TC R3")
@pytest.mark.parametrize(("die", "chance"), [("d10", Fraction(3, 5)), ("d6", Fraction(1, 3))])
def test_the_die_of_the_recovery_check(die, chance):
    text = "US rifle A 10,6 suppressed\nGerman rifle G 10,30"
    b = free(text, morale_recovery_check=True, recovery_die=die).do("end", None, 6)
    (roll,) = b.rolls()
    assert str(roll.resolution.dice) == die
    assert roll.resolution.odds()["improves"] == chance


# Support


@rule("TC A4")
@pytest.mark.parametrize(("choice", "dice"), [("scenario", 2), ("1", 1), ("3", 3)])
def test_the_dice_of_aircraft(choice, dice):
    text = "support US air Stuka dice=2\nUS rifle A 10,6\nGerman rifle G 10,30"
    b = free(text, air_dice=choice).do("call", 0).do("strike", "G", 10)
    assert len(b.rolls()[0].faces) == dice


BARRAGE = """
    support US artillery Guns spotter=none {}
    US rifle A 10,8.5
    German rifle X 10,10
    German rifle Y 10,12
    German rifle Z 12.5,10
"""


def barrage(given="", dice=6, **how):
    return free(BARRAGE.format(given), **how).do("call", 0).do("attack", "10,10", *[10] * dice)


@rule("TC A9")
@pytest.mark.parametrize(
    ("catches", "count"), [("centres", 2), ("bases", 3), ("enemies", 1)], ids=["centres", "bases", "enemies"]
)
def test_whom_a_template_attacks(catches, count):
    # A's centre lies on the rim of the circle; Y's base on it; Z's base half an inch off.
    b = barrage(dice=count, template_catches=catches)
    hit = {roll.resolution.words.split()[-1] for roll in b.rolls()}
    assert hit == {"centres": {"A", "X"}, "bases": {"A", "X", "Y"}, "enemies": {"X"}}[catches]


@rule("TC A9")
@pytest.mark.parametrize(("given", "inches", "count"), [("", 3, 2), ("", 4, 3), ("", 5, 4), ("template=2", 5, 1)])
def test_a_template_is_so_wide_unless_the_scenario_says(given, inches, count):
    b = barrage(given, count, template_inches=inches)
    assert len(b.rolls()) == count


@rule("TC A9")
def test_a_heavy_mortars_template_is_as_wide():
    text = "US heavy_mortar M 30,10\nUS leader L 10,5\nGerman rifle X 10,12\nGerman rifle Y 10,14.5"
    b = free(text, template_inches=5).act("M", "mortar", "L").do("attack", "10,12", 10, 10)
    assert len(b.rolls()) == 2


@rule("TC A14")
@pytest.mark.parametrize(("choice", "modifiers"), [("plain", set()), ("flank", {(-3, "TC V9")})])
def test_air_against_a_vehicle_is_a_plain_shot_or_a_flank_shot(choice, modifiers):
    text = "support US air Stuka\nUS rifle A 10,6\nGerman w44_pz4 T 10,30 heading=12"
    b = free(text, support_on_vehicles=choice).do("call", 0).do("strike", "T", 10)
    assert b.modifiers() == modifiers


@rule("TC A7")
@pytest.mark.parametrize(("costs", "left"), [(False, 1), (True, 0)])
def test_to_spot_at_platoon_scale_costs_nothing_or_a_point(costs, left):
    text = "support US artillery Guns\nUS hq H 10,5 formation=Bn\nUS rifle A 14,5 formation=Bn\nGerman rifle X 10,20"
    b = set_board(points(text, spotting_costs_point=costs), points=(1, 0), bank=(0, 0))
    b.do("call", 0).do("spotter", "A").do("attack", "10,30")
    assert b.state.board.points == (left, 0)
    poor = set_board(points(text, spotting_costs_point=costs), points=(0, 0), bank=(0, 0))
    assert (poor.offers("call") == set()) == costs


# Victory


@rule("TC G5")
@pytest.mark.parametrize(("counts", "winner", "totals"), [("both", None, (3, 4)), ("objectives", 0, (3, 0))])
def test_what_scores(counts, winner, totals):
    text = "objective Farm 10,10 3\nUS rifle A 10,10\nGerman rifle X 40,30"
    b = set_board(free(text, turns=1, victory_counts=counts), score=(0, 4)).do("end").do("end")
    result = b.state.result
    assert (result.winner, tuple(result.score)) == (winner, totals)
    losses = set_board(free(text, turns=1, victory_counts="losses"), score=(0, 4)).do("end").do("end")
    assert (losses.state.result.winner, tuple(losses.state.result.score)) == (1, (0, 4))


@rule("TC G5")
@pytest.mark.parametrize(("counts", "totals"), [("both", (3, 4)), ("objectives", (3, 0)), ("losses", (0, 4))])
def test_the_picture_counts_the_points_by_which_the_game_is_decided(counts, totals):
    text = "objective Farm 10,10 3\nUS rifle A 10,10\nGerman rifle X 40,30"
    b = set_board(free(text, turns=1, victory_counts=counts), score=(0, 4)).do("end").do("end")
    points, lost = b.game.picture(b.state, 0).tallies
    assert (points.words, points.counts) == ("Victory points", totals) == ("Victory points", b.state.result.score)
    assert (lost.words, lost.counts) == ("Stands lost", (0, 0))
