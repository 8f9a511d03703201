"""Opportunity fire at stands that move, of chapter O of Tactical Combat."""

import pytest

from sandtable import IllegalAction
from sandtable.systems.tactical_combat.special.mines import Mines
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule


def free(text, **how):
    """A battle on a table of 48 by 36 inches without limits of command."""
    return Battle(f"table 48 36\n{text}", command="none", **how)


OPEN = "US rifle A 10,8\nGerman rifle X 13,14\n"


# One inch in sight


@rule("TC O4")
@pytest.mark.parametrize(
    ("goal", "asked_at"),
    [
        ("10.5,8", None),
        ("10.5,8.5", None),  # 0.71
        ("11,8", "11.0,8.0"),  # exactly an inch
        ("18,8", "11.0,8.0"),
        ("10,2", "10.0,7.0"),
        ("11,9", "11.0,9.0"),  # 0.71 and 1.41
    ],
)
def test_a_stand_may_shoot_at_a_mover_once_it_has_gone_an_inch_in_sight(goal, asked_at):
    b = free(OPEN).act("A", "move", goal)
    if asked_at is None:
        assert b.decides() == "US"
        assert b["A"].at == b.at(goal)
        return
    assert b.decides() == "German"
    assert b.offers("fire") == {"X"}
    assert b.where("A") == asked_at
    b.do("fire", "X", 10)
    assert b.rolls()[0].resolution.words == "X fires at A"
    assert b["A"].at == b.at(goal), "a miss lets it go on"


@rule("TC O4")
@pytest.mark.parametrize("mark", ["finished", "suppressed", "paralyzed"])
def test_a_stand_that_may_not_react_is_not_asked(mark):
    b = free(OPEN.replace("13,14", f"13,14 {mark}")).act("A", "move", "18,8")
    assert b.decides() == "US"


@rule("TC O4")
def test_the_inch_counts_from_where_it_comes_into_sight():
    barn = "buildings Barn 6,10 12.2,10 12.2,12 6,12\n"
    b = free(f"{barn}{OPEN}")
    path = [b.at(f"{10 + n / 2},8") for n in range(17)]
    first = next(n for n in range(17) if b.look.seen_from(b["X"].at, path, 1) >> n & 1)
    assert first > 0, "it starts behind the barn"
    b.act("A", "move", "18,8")
    assert b["A"].at == path[first + 2], "an inch after it was first seen"


@rule("TC O4")
@pytest.mark.parametrize(
    ("at", "asked_at"),
    [
        ("10,28", "10.0,11.0"),  # three inches on, 16 inches from edge to edge
        ("13,28", "10.0,11.5"),  # 2 and 16 inches off at the corner are 16.1; half an inch on, 15.6
    ],
)
def test_range_matters_not_only_sight(at, asked_at):
    b = free(f"US rifle A 10,8\nGerman rifle X {at}\n").act("A", "move", "10,16")
    assert b.where("A") == asked_at
    assert b.offers("fire") == {"X"}


@rule("TC O4")
@pytest.mark.parametrize(("heading", "asked"), [(18, True), (6, False)])
def test_the_arc_of_a_gun_matters(heading, asked):
    b = free(f"US rifle A 10,8\nGerman w44_pak40 P 24,8 heading={heading}\n").act("A", "move", "10,16")
    assert (b.decides() == "German") == asked


@rule("TC O4")
@rule("TC M9")
def test_a_panic_move_may_be_fired_at_but_is_not_halted():
    b = free("US rifle A 20,20 suppressed\nGerman rifle X 20,24\n").act("A", "panic", "X")
    assert (b.decides(), b.where("A")) == ("German", "20.0,19.0")
    b.do("fire", "X", 1)
    assert b.where("A") == "20.0,12.0"
    assert (b["A"].morale, b["A"].hits) == (2, 1), "a hit of the shot and one of the panic"
    dead = free("US rifle A 20,20 suppressed hits=1\nGerman rifle X 20,24\n").act("A", "panic", "X").do("fire", "X", 1)
    assert dead.where("A") == ""
    assert dead.told().count("destroyed") == 1


# One reaction


@rule("TC O5")
@pytest.mark.parametrize("die", [10, 7])
def test_only_one_stand_may_react_to_a_move(die):
    b = free(OPEN + "German rifle Y 16,14\nGerman rifle Z 20,14\n").act("A", "move", "18,8")
    assert {"X", "Y"} <= b.offers("fire")
    b.do("fire", "Y", die)
    assert len(b.rolls()) == 1
    assert (b.decides(), b.where("A")) == ("US", "18.0,8.0"), "neither X nor Z is asked"
    assert (b["X"].finished, b["Y"].finished) == (False, True)


@rule("TC O5")
def test_another_move_may_be_reacted_to_again():
    b = free(OPEN + "US rifle B 14,8\nGerman rifle Y 16,14\n").act("A", "move", "10,6").do("fire", "X", 10)
    b.act("B", "move", "14,6")
    assert b.offers("fire") == {"Y"}, "X missed and is Finished"


@rule("TC O5")
def test_the_reacting_stand_is_one_of_those_that_could():
    b = free(OPEN + "German rifle Y 40,33\n").act("A", "move", "18,8")
    assert "beyond 16 inches" in b.why_not("fire", "Y")
    with pytest.raises(IllegalAction):
        b.do("fire", "Y", 5)


# What it does to the mover


@rule("TC O8")
@pytest.mark.parametrize(
    ("quality", "die", "hits", "morale"),
    [("regular", 1, 2, 2), ("regular", 3, 2, 1), ("regular", 5, 3, 1), ("green", 6, 3, 1)],
)
def test_a_mover_that_is_suppressed_or_worse_stops_and_is_finished(quality, die, hits, morale):
    b = free(OPEN.replace("10,8", f"10,8 quality={quality}")).act("A", "move", "18,8").do("fire", "X", die)
    assert b.where("A") == "11.0,8.0"
    assert (b["A"].hits, b["A"].morale, b["A"].finished) == (hits, morale, True)
    assert "stopped" in b.told()
    assert b.decides() == "US"


@rule("TC O8")
@pytest.mark.parametrize("die", [6, 7, 10])
def test_a_mover_that_is_not_affected_goes_on(die):
    b = free(OPEN).act("A", "move", "18,8").do("fire", "X", die)
    assert b.where("A") == "18.0,8.0"
    assert (b["A"].hits, b["A"].morale, b["A"].finished) == (3, 0, True)


@rule("TC O8")
def test_a_mover_that_is_destroyed_is_gone():
    b = free(OPEN.replace("10,8", "10,8 hits=1")).act("A", "move", "18,8").do("fire", "X", 3)
    assert b.where("A") == ""
    assert b.decides() == "US"


@rule("TC O8")
def test_a_stopped_mover_makes_no_contact():
    b = free(OPEN).act("A", "assault", "X").do("fire", "X", 5)
    assert "close_combat" not in b.told()
    assert not b.look.touching(b.number("A"), b.number("X"))
    goes_on = free(OPEN).act("A", "assault", "X").do("fire", "X", 10, 10, 1)
    assert "close_combat" in goes_on.told()


TANK = "US w44_m4_75 T 10,8 heading=6\nGerman w44_pak40 P 24,8 heading=18\n"


@rule("TC O8")
@pytest.mark.parametrize(("goal", "end"), [("18,8", "11.0,8.0"), ("2,8", "2.0,8.0")])
def test_a_suppressed_vehicle_goes_on_only_while_it_comes_no_closer(goal, end):
    b = free(TANK).act("T", "move", goal)
    assert b.decides() == "German"
    b.do("fire", "P", 8 if goal == "2,8" else 5)
    assert b["T"].morale == 1
    assert b.decides() == "US"
    b.do("stay")
    assert b.where("T") == end


@rule("TC O8")
def test_closer_is_closer_than_where_it_was_suppressed():
    # It drives from X to P: 5 inches from X when P's shot suppresses it, so it stops 5 inches from P.
    b = free(f"{TANK}German rifle X 6,8 finished\n").act("T", "move", "21,8").do("fire", "P", 5).do("stay")
    assert b.where("T") == "19.0,8.0"


@rule("TC O8")
def test_a_suppressed_vehicle_that_goes_on_meets_what_lies_on_its_way():
    away = TANK.replace("10,8", "20,8").replace("24,8", "34,8")
    woods = free(f"{away}woods Belt 10,1 16.25,1 16.25,20 10,20\n", terrain_die=True).act("T", "move", "6,8")
    woods.do("fire", "P", 8, (3, 4))
    assert (woods["T"].morale, woods.where("T")) == (1, "11.0,8.0"), "16 inches less 7"
    mines = free(f"{away}mines Field 10,1 16.25,1 16.25,20 10,20\n", special=(Mines(at_most=3),), scale="platoon")
    mines.act("T", "move", "6,8").do("fire", "P", 8, 3)
    assert (mines["T"].hits, mines.where("T")) == (2, "6.0,8.0")


@rule("TC O8")
def test_a_vehicle_suppressed_on_its_way_makes_no_contact():
    b = free(TANK.replace("24,8", "20,8"), suppressed_vehicle="at_the_end").act("T", "assault", "P").do("fire", "P", 5)
    assert "close_combat" not in b.told()
    assert b.do("stay").where("T") == "11.0,8.0"


@rule("TC O8")
@pytest.mark.parametrize("mark", ["", "suppressed"])
def test_a_vehicle_that_is_forced_back_does_not_go_on(mark):
    text = TANK.replace("heading=6", f"heading=6 {mark}").replace("24,8", "30,8")
    b = free(text, scale="platoon").act("T", "move", "10,12")
    assert b.where("T") == "10.0,9.0"
    b.do("fire", "P", 1)
    assert b["T"].hits == 2
    assert (b.decides(), b.verbs()) == ("US", {"back"})
    back = sorted(b.offers("back"))[0]
    b.do("back", back)
    assert b.where("T") == back, "where it was forced to"
    assert "stand" in b.verbs() or b.verbs() == {"end"}, "its move is over, and it is not turned"


# What is no trigger


@rule("TC O9")
def test_an_opportunity_shot_is_not_answered():
    b = free(OPEN + "US rifle B 16,8\n").act("A", "move", "10,6").do("fire", "X", 10)
    assert b.decides() == "US"
    assert b.verbs() == {"stand", "end"}, "B, who sees X fire, is not asked"


@rule("TC O9")
def test_a_retreat_draws_no_fire():
    b = free("US rifle A 10,8\nGerman rifle X 12,8\nGerman rifle Y 10,16\n").act("A", "assault", "X", 1)
    assert "retreats" in b.told()
    assert b.where("A") == "7.0,8.0", "4 inches in the sight of Y"
    assert b.decides() == "US"


@rule("TC O9")
def test_a_forced_move_draws_no_fire():
    text = "US w44_m4_75 T 10,8 heading=6\nGerman rifle X 12,8\nGerman w44_pak40 P 10,20 heading=12\n"
    b = free(text).act("T", "assault", "X", 10, 10)
    assert b.verbs() == {"back"}, "it has not won and falls back"
    b.do("back", "3,8")
    assert b.decides() == "US"
    assert b.where("T") == "3.0,8.0"


@rule("TC O9")
def test_air_strikes_and_off_table_artillery_draw_no_fire():
    text = OPEN + "US leader L 10,6\nsupport US air Jabo\nsupport US artillery Guns\n"
    b = free(text).do("call", 0).do("strike", "X", 10)
    assert b.decides() == "US"
    b.do("call", 1).do("spotter", "L").do("attack", "13,14", 10)
    assert b.decides() == "US"
    assert not b["X"].finished, "though X could have fired"


# Each watcher for itself


def lane(b, name):
    """Which half inches of the way from 4,8 to 12,8 a stand sees."""
    mask = b.look.seen_from(b[name].at, [b.at(f"{4 + n / 2},8") for n in range(17)], 1)
    return [4 + n / 2 for n in range(17) if mask >> n & 1]


@rule("TC O10")
def test_the_inch_is_summed_along_the_path_for_each_watcher():
    gaps = """
        buildings West 0,8.75 6.1,8.75 6.1,9.25 0,9.25
        buildings Mid 7,8.75 7.95,8.75 7.95,9.25 7,9.25
        buildings East 8.85,8.75 30,8.75 30,9.25 8.85,9.25
        US rifle A 4,8
        German rifle X 10,20
    """
    b = free(gaps)
    assert lane(b, "X") == [6, 6.5, 8, 8.5]
    b.act("A", "move", "12,8")
    assert b.where("A") == "8.5,8.0", "half an inch in each gap"
    one_gap = free(gaps.replace("7,8.75 7.95,8.75 7.95,9.25 7,9.25", "7,8.75 12,8.75 12,9.25 7,9.25"))
    assert lane(one_gap, "X") == [6, 6.5]
    one_gap.act("A", "move", "12,8")
    assert one_gap.decides() == "US"


@rule("TC O10")
def test_what_two_watchers_see_does_not_add_up():
    text = """
        buildings West 0,8.75 5.85,8.75 5.85,9.25 0,9.25
        buildings Mid 6.65,8.75 7.85,8.75 7.85,9.25 6.65,9.25
        buildings East 8.65,8.75 30,8.75 30,9.25 8.65,9.25
        buildings Divide 7.2,9 7.3,9 7.3,15 7.2,15
        US rifle A 4,8
        German rifle X 6,14
        German rifle Y 8.5,14
    """
    b = free(text)
    seen = lane(b, "X"), lane(b, "Y")
    assert [len(each) for each in seen] == [2, 2], "half an inch each"
    assert seen[0] != seen[1]
    b.act("A", "move", "12,8")
    assert b.decides() == "US"


@rule("TC O10")
def test_the_reacting_side_may_wait_for_a_later_point():
    text = "US rifle A 10,8\nGerman rifle X 10,19\n"
    b = free(text).act("A", "move", "10,16")
    assert b.where("A") == "10.0,9.0"
    b.do("wait")
    assert b.where("A") == "10.0,10.0", "the next question comes at 8 inches, when the range is no longer long"
    b.do("fire", "X", 5)
    assert b.where("A") == "10.0,10.0"
    assert b.modifiers() == set()


@rule("TC O10")
def test_nobody_is_asked_again_while_nothing_changes_or_after_holding():
    text = "US rifle A 10,8\nGerman rifle X 10,14\n"
    waited = free(text).act("A", "move", "6,8").do("wait")
    assert waited.decides() == "US", "the same shot all the way: one question"
    held = free("US rifle A 10,8\nGerman rifle X 10,19\n").act("A", "move", "10,16").do("hold")
    assert (held.decides(), held.where("A")) == ("US", "10.0,16.0"), "held for the whole move"


@rule("TC O10")
@pytest.mark.parametrize(("start", "asked_at"), [("10,8", None), ("10,7.5", "10.0,8.5")])
def test_contact_ends_the_chance(start, asked_at):
    b = free(f"US rifle A {start}\nGerman rifle X 10,10\nGerman rifle Y 16,10\n").do("stand", "A")
    if asked_at is None:
        b.do("assault", "X", 10, 1)
        assert (b.told()[:2], b.decides()) == (["moves", "close_combat"], "US"), "an inch on he is in contact"
    else:
        assert b.do("assault", "X").where("A") == asked_at, "an inch on, half an inch before contact"


@rule("TC O10")
def test_no_question_while_the_mover_is_on_a_friend():
    text = "US rifle A 10,8\nUS rifle B 11,8\nGerman rifle X 12,14\n"
    b = free(text).act("A", "move", "18,8")
    assert b.where("A") == "12.0,8.0", "an inch is gone at 11, but there it would stand on B"
