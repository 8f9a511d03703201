"""Counterbattery (ME 2.5): acquisition, counterfire, chains; CB and EW points."""

from fractions import Fraction

import icepool
import pytest

from sandtable.kernel.running import opened
from sandtable.systems.tcs.action import ActionPhase
from sandtable.systems.tcs.batteries import assign, role_of
from sandtable.systems.tcs.modern.arsenal import fires_of
from sandtable.systems.tcs.modern.counterbattery import acquisition, counter_losses
from sandtable.systems.tcs.modern.gunnerytables import acquisition_number
from sandtable.systems.tcs.modern.points import Allot, Midnight
from sandtable.systems.tcs.shells import COUNTER, GENERAL, ON_MAP
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.modern.guns import GOOD, Modern

rule = pytest.mark.rule
O = "Blue us_rifle_plt O 0401"  # noqa: E741
X = "Red ge_gren_plt X 0409"
BLUE = "battery Blue us87_m109 A he=9 dpicm=3 tubes=6"
RED = "battery Red su87_2s3_bty R he=9 role=CB cb=4 tubes=6"
EMPTY = "0416"
"""A hex without anybody, which the observer sees."""


def duel(*lines, a=BLUE, r=RED, **how):
    """A battery of Blue that fires, and one of Red in the counterfire role."""
    return Modern(O, X, a, r, *lines, **{"observer_missions": 9, **how})


def fired(b, *dice, **how):
    """A mission of A on an empty hex."""
    return b.fire("A", EMPTY, GOOD, *dice, **how)


@rule("ME 2.5a1", "ME 2.5g")
def test_a_battery_in_the_counterfire_role_fires_no_other_mission():
    b = duel(a=BLUE + " role=CB")
    assert "battery" not in b.verbs()
    assert "has the counterfire role" in b.why_not("battery", "A")
    assert "has the counterfire role" in b.why_not("modern.copperhead", "A")


@rule("ME 2.5a1")
def test_the_role_changes_as_ds_and_gs_do_on_the_next_turn():
    b = duel()
    field = opened(b.game, b.state)
    assign(field, 0, COUNTER)
    assert role_of(field, 0)[0] == GENERAL
    field.update(turn=2)
    assert role_of(field, 0)[0] == COUNTER


@rule("ME 2.5a2", "ME 2.5g")
def test_right_after_a_mission_the_other_side_may_react_and_not_before():
    b = duel()
    b.call("A", EMPTY)
    assert b.decides() == "Blue"
    b.do("done", None, GOOD)
    assert (b.decides(), b.decision().name) == ("Red", "modern.counter")
    assert "A has fired" in b.decision().prompt
    b.do("hold")
    assert b.decision().name != "modern.counter"


@rule("ME 2.5a2")
def test_without_a_battery_in_the_role_nobody_is_asked():
    b = fired(duel(r=RED.replace("role=CB", "")))
    assert b.decision().name != "modern.counter"


@rule("ME 2.5a3", "ME 2.5a5")
def test_a_failed_attempt_does_not_use_up_the_counterfire_but_is_the_only_one_after_this_mission():
    second = BLUE.replace(" A ", " B ")
    b = duel(second).call("A", EMPTY).call("B", "0415").do("done", None, GOOD, GOOD)
    b.do("commit", "R").do("acquire", None, (1, 1, 1, 1))
    assert b.decision().name == "modern.counter", "B has fired now: a new mission, a new attempt"
    assert "B has fired" in b.decision().prompt
    b.do("commit", "R").do("acquire", None, (1, 1, 1, 6), 6)
    assert b.piece("B").tubes == 4
    assert b.piece("R").countered == 1


@rule("ME 2.5a4", "ME 2.5c4", "ME 2.5h")
def test_several_batteries_pool_their_points_and_each_rolls_for_itself():
    b = fired(duel("battery Red su87_2s3_bty S he=9 role=CB cb=1 tubes=6"))
    b.do("commit", "R").do("commit", "S")
    assert b.decision().prompt.startswith("A has fired")
    roll = b.forecast("acquire")
    assert len(roll.dice.faces) == 5, "4 and 1 points"
    b.do("acquire", None, (1, 1, 1, 1, 6), 3, 6)
    assert [each.resolution.rule for each in b.rolls()] == ["ME 2.5c2", "ME 2.5e2", "ME 2.5e2"]
    assert b.piece("A").tubes == 6 - 1 - 2
    assert (b.stock["R"].he, b.stock["S"].he) == (8, 8)


@rule("ME 2.5b1")
def test_points_are_given_to_the_batteries_at_the_start_in_any_split():
    b = duel(BLUE.replace(" A ", " B "), points=((3, 1), (4, 0)))
    b.state = type(b.state)(b.state.board, (ActionPhase(0), Allot(0)))
    b.do("again").do("cb", "B").do("cb", "B").do("ew", "A")
    assert b.offers("ew") == set()
    b.do("cb", "A")
    assert [(b.piece(n).cb, b.piece(n).ew) for n in "AB"] == [(1, 1), (2, 0)]


@rule("ME 2.5b1")
def test_points_are_never_lost_or_spent():
    b = fired(duel()).do("commit", "R").do("acquire", None, (1, 1, 1, 6), 6)
    assert b.piece("R").cb == 4
    assert b.piece("A").tubes == 4


@rule("ME 2.5b1")
def test_points_left_over_go_to_the_first_battery():
    b = duel(BLUE.replace(" A ", " B "), points=((3, 1), (4, 0)))
    b.state = type(b.state)(b.state.board, (ActionPhase(0), Allot(0)))
    b.do("keep")
    assert (b.piece("A").cb, b.piece("A").ew) == (3, 1)


@rule("ME 2.5b2", "ME 2.5b3")
@pytest.mark.parametrize(("start", "asked"), [("2340", True), ("2300", False), ("1140", False)])
def test_points_change_batteries_only_on_the_turn_labelled_0000(start, asked):
    b = duel(points=((3, 1), (4, 0)), start=start)
    field = opened(b.game, b.state)
    field.update(turn=2)
    before = len(field.stack)
    Midnight().run(field)
    assert [type(each) for each in field.stack[before:]] == ([Allot, Allot] if asked else [])


@rule("ME 2.5c1")
@pytest.mark.parametrize(("ew", "dice"), [(0, 4), (1, 3), (3, 1), (4, 0), (5, 0)])
def test_the_dice_are_the_points_less_those_of_electronic_warfare(ew, dice):
    b = fired(duel(a=f"{BLUE} ew={ew}"))
    b.do("commit", "R").do("acquire", None, *([(1,) * dice] if dice else []))
    assert len(b.rolls()) == (1 if dice else 0)
    searches = next(event for event in b.events if event.what == "modern.searches")
    assert searches.values["dice"] == dice


@rule("ME 2.5c2")
@pytest.mark.parametrize(("fires", "number"), [(1, 6), (2, 5), (3, 5), (4, 4), (5, 4), (6, 4), (7, 3), (8, 3), (20, 3)])
def test_the_target_acquisition_table(fires, number):
    assert acquisition_number(fires) == number
    for dice in (1, 3, 5):
        chance = acquisition(fires, dice).odds()["acquired"]
        assert chance == 1 - Fraction(number - 1, 6) ** dice
        assert chance == Fraction(str(icepool.highest([icepool.d6] * dice).probability(">=", number)))


@rule("ME 2.5c2", "ME 2.5k")
def test_the_fires_of_this_turn_and_the_last_count():
    b = duel().with_piece("A", turn=1, fires=2, before=5)
    field = opened(b.game, b.state)
    assert fires_of(field, 0) == 7
    field.update(turn=2)
    assert fires_of(field, 0) == 2
    field.update(turn=3)
    assert fires_of(field, 0) == 0


@rule("ME 2.5k")
def test_a_mission_counts_one_and_fast_fire_three():
    b = fired(duel())
    assert b.piece("A").fires == 1
    fast = duel(a=BLUE.replace("us87_m109", "us_105_how"))
    fast.fire("A", EMPTY, GOOD, rate="fast")
    assert fast.piece("A").fires == 3
    fast.do("commit", "R").do("acquire", None, (1, 1, 1, 5), 3)
    assert fast.piece("R").fires == 1, "counterfire counts one"


@rule("ME 2.5c3")
def test_rolling_commits_every_battery_that_put_in_its_points():
    b = fired(duel("battery Red su87_2s3_bty S he=1 role=CB cb=1 tubes=6"))
    b.do("commit", "R").do("commit", "S").do("acquire", None, (6, 1, 1, 1, 1), 1, 1)
    assert (b.stock["R"].he, b.stock["S"].he) == (8, 0)
    assert b.decision().name != "modern.counter", "nobody may hold back now"


@rule("ME 2.5d")
def test_only_points_of_the_target_itself_protect_it():
    b = fired(duel(BLUE.replace(" A ", " B ") + " ew=9"))
    assert len(b.do("commit", "R").forecast("acquire").dice.faces) == 4


@rule("ME 2.5e1")
def test_each_battery_chooses_its_shells_when_it_fires():
    b = fired(duel(r=RED + " icm=1 dpicm=1")).do("commit", "R").do("acquire", None, (6, 1, 1, 1))
    assert b.offers("shell") == {"HE", "ICM", "DPICM"}
    b.do("shell", "DPICM", 6)
    assert (b.piece("R").dpicm, b.stock["R"].he) == (0, 9)
    assert b.piece("A").tubes == 3
    none = fired(duel(r=RED.replace("he=9", "he=0")))
    assert "no shells for counterfire" in none.why_not("commit", "R")


@rule("ME 2.5e2")
def test_a_die_is_divided_by_three_for_he_and_by_two_for_bomblets():
    assert [counter_losses(3, few=False).read(face) for face in range(1, 7)] == [0, 0, 1, 1, 1, 2]
    assert [counter_losses(2, few=False).read(face) for face in range(1, 7)] == [0, 1, 1, 2, 2, 3]


@rule("ME 2.5e3")
@pytest.mark.parametrize(("tubes", "lost"), [(1, 1), (2, 1), (3, 2), (6, 2)])
def test_with_two_tubes_or_fewer_two_is_taken_off_the_die(tubes, lost):
    b = fired(duel(r=RED.replace("tubes=6", f"tubes={tubes}")))
    b.do("commit", "R").do("acquire", None, (6, 1, 1, 1), 6)
    assert b.piece("A").tubes == 6 - lost


@rule("ME 2.5e3")
def test_a_lone_launcher_of_rockets_is_exempt():
    launcher = "battery Red us87_mlrs R he=0 smoke=0 illum=0 dpicm=2 role=CB cb=4 tubes=1"
    b = fired(duel(r=launcher)).do("commit", "R").do("acquire", None, (6, 1, 1, 1), 6)
    assert b.piece("A").tubes == 3
    assert b.piece("R").dpicm == 1


@rule("ME 2.5f1", "ME 2.5a3")
def test_a_battery_counterfires_once_a_turn():
    b = duel(BLUE.replace(" A ", " B ")).call("A", EMPTY).call("B", "0415").do("done", None, GOOD, GOOD)
    b.do("commit", "R").do("acquire", None, (6, 1, 1, 1), 3)
    assert b.decision().name != "modern.counter", "R has fired, and Red has no other"
    two = duel(BLUE.replace(" A ", " B "), "battery Red su87_2s3_bty S he=9 role=CB cb=1 tubes=6")
    two.call("A", EMPTY).call("B", "0415").do("done", None, GOOD, GOOD)
    two.do("commit", "R").do("acquire", None, (6, 1, 1, 1), 3)
    two.do("hold")
    assert "has fired counterbattery on this turn" in two.why_not("commit", "R")


@rule("ME 2.5f2")
def test_guns_on_the_map_are_hit_and_removed_and_nothing_else_is_harmed():
    lines = ["Blue su87_2s1 G 0101", "Blue su87_2s1 H 0101", "Blue us_rifle_plt I 0101"]
    b = Modern(O.replace("Blue us_rifle_plt", "Blue us_rifle_plt"), X, *lines, RED)
    b.fire("0101", EMPTY, GOOD, guns=True)
    assert "fired a mission" in b.decision().prompt
    b.do("commit", "R").do("acquire", None, (6, 1, 1, 1), 5)
    assert [b[name].steps for name in "GH"] == [0, 1]
    assert (b["I"].steps, b["I"].morale, b.state.board.smoke) == (5, 0, ())


@rule("ME 2.5i")
def test_mortars_neither_give_nor_receive_it():
    """Only guns fire missions: a mortar of the map is never asked about, and is no battery."""
    assert "guns" in Modern(O, X, "Blue su87_2s1 M 0402", RED).verbs()
    b = Modern(O, X, "Blue us87_m106 M 0402", RED)
    assert "guns" not in b.verbs()
    assert [name for name in ON_MAP if UNITS[name].kind == "mortar"] == []
    b.do("done")
    while b.decision().name != "act":
        b.do("done")
    b.do("suppress", "0409").do("add", "M").do("fire", None, 11)
    assert b.decision().name != "modern.counter"


@rule("ME 2.5j")
def test_lost_tubes_weaken_the_battery_and_the_last_ends_it():
    b = duel(r=RED.replace("role=CB", "")).with_piece("A", tubes=3)
    b.do("battery", "A").do("aim", "0409").do("call").do("done", None, GOOD, 11)
    shells = next(each.resolution for each in b.rolls() if each.resolution.rule == "TCS 18.8a")
    assert shells.says.values["strength"] == 18, "155 mm: 36 with all six"
    gone = duel().with_piece("A", tubes=0)
    assert "has no guns left" in gone.why_not("battery", "A")


@rule("ME 2.5j")
def test_guns_are_six_to_a_battery_and_launchers_eight():
    from sandtable.systems.tcs.shells import ARTILLERY

    assert ARTILLERY["us87_mlrs"].tubes == 8
    assert ARTILLERY["su87_2s3_bty"].tubes == 6


@rule("ME 2.5l")
def test_after_a_battalion_mission_each_battery_is_tried_in_turn():
    b = duel(BLUE.replace(" A ", " B ") + " fa=1st", a=BLUE + " fa=1st")
    b.fire("A", EMPTY, GOOD, size="battalion")
    assert "A has fired" in b.decision().prompt
    b.do("hold")
    assert "B has fired" in b.decision().prompt
    b.do("hold")
    assert b.decision().name != "modern.counter"


@rule("ME 2.4b")
def test_example_three_only_launchers_that_fired_can_be_lost():
    """Part E, 3: three losses against two launchers that fired destroy two."""
    mlrs = "battery Blue us87_mlrs M he=0 smoke=0 illum=0 dpicm=6 tubes=8"
    b = Modern(O, X, mlrs, RED.replace("he=9", "he=0 dpicm=3"))
    b.do("modern.launch", "M").do("aim", EMPTY).do("narrow", 2).do("done")
    assert "M has fired" in b.decision().prompt
    b.do("commit", "R").do("acquire", None, (6, 1, 1, 1), 6)
    assert b.piece("M").tubes == 6


@rule("ME 2.5x1")
def test_example_one_battery():
    """Part E, 1: CB 4 against EW 1 is 3 dice; 3 fires this turn need 5; a six acquires; a 5 of HE destroys 1."""
    b = duel(a=BLUE.replace("us87_m109", "us_105_how") + " ew=1")
    b.fire("A", EMPTY, GOOD, rate="fast")
    assert b.piece("A").fires == 3
    assert "5 or more acquires" in b.decision().prompt
    b.do("commit", "R").do("acquire", None, (2, 6, 1), 5)
    first = b.rolls()[0].resolution
    assert (len(first.dice.faces), [row.low for row in first.rows]) == (3, [None, 5])
    assert b.piece("A").tubes == 5


@rule("ME 2.5x2", "ME 2.5a2")
def test_example_two_three_batteries_answer_the_counterfire():
    """Part E, 2: three batteries of CB 2 against EW 1 are 5 dice; 3 fires last turn and 1 now need 4; 1, 3 and 4 of
    DPICM destroy 0, 1 and 2 tubes. The fires of last turn were made before the battery had its role.
    """
    three = [f"battery Blue us87_m109 {name} he=0 dpicm=2 role=CB cb=2 tubes=6" for name in "DEF"]
    b = duel(*three, r=RED + " ew=1", turn=2, dice=(6, 1)).with_piece("R", turn=1, fires=3)
    b.do("first", "Blue")
    fired(b).do("commit", "R").do("acquire", None, (6, 1, 1, 1), 5)
    assert b.piece("A").tubes == 5
    assert (b.decides(), b.decision().name) == ("Blue", "modern.counter"), "counterfire is answered in turn"
    assert "4 or more acquires" in b.decision().prompt
    for name in "DEF":
        b.do("commit", name)
    b.do("acquire", None, (1, 2, 3, 3, 4), 1, 3, 4)
    first = b.rolls()[0].resolution
    assert (len(first.dice.faces), [row.low for row in first.rows]) == (5, [None, 4])
    assert b.piece("R").tubes == 3
    assert all(b.piece(name).dpicm == 1 for name in "DEF")
    assert b.decision().name != "modern.counter", "Red has no other battery to go on with"


def test_the_enemy_does_not_learn_points_but_sees_lost_tubes():
    b = fired(duel(a=BLUE + " ew=2 cb=1")).do("commit", "R").do("acquire", None, (6, 1), 6)
    kept = next(each for each in b.game.view(b.state, 1).state.board.extras if type(each).__name__ == "Arsenal")
    assert (kept.pieces[0].cb, kept.pieces[0].dpicm) == (0, 0)
    assert kept.pieces[0].tubes == 4


@rule("ME 2.5d")
def test_a_search_shows_the_points_that_took_part_in_it():
    """Whoever counts the dice knows them; all others stay secret."""
    b = fired(duel("battery Red su87_2s3_bty S he=9 role=CB cb=2 tubes=6", a=BLUE + " ew=1 cb=3"))
    b.do("commit", "R").do("acquire", None, (1, 1, 1))
    seen = [
        next(each for each in b.game.view(b.state, side).state.board.extras if type(each).__name__ == "Arsenal").pieces
        for side in (0, 1)
    ]
    assert [piece.cb for piece in seen[0]] == [3, 4, 0], "Blue has seen four dice of R, and none of S"
    assert (seen[1][0].ew, seen[1][0].cb) == (1, 0)
