"""What batteries keep, plot and fire, to the round (ME 2): tubes, fires, points, plots, and who may know of them."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.kernel.running import closed, opened
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import ActionPhase
from sandtable.systems.tcs.modern import arsenal as rounds
from sandtable.systems.tcs.modern import mlrs
from sandtable.systems.tcs.modern.arsenal import COPPERHEAD, FASCAM, LAUNCH, Arsenal, GunFires, Piece, Plot, Salvo
from sandtable.systems.tcs.modern.bomblets import DPICM, ICM, share_of, strengths
from sandtable.systems.tcs.modern.copperhead import rounds_ready
from sandtable.systems.tcs.modern.counterbattery import Chance, Counter, counter_losses, counter_shells
from sandtable.systems.tcs.modern.mlrs import launchers_ready
from sandtable.systems.tcs.modern.plots import MOST_CHANGES, Deliver, booked
from sandtable.systems.tcs.modern.points import Allot, Midnight, Share, asked
from sandtable.systems.tcs.shells import CONTINUOUS, HE, Mission
from tests.systems.tcs.modern.guns import GOOD, Modern
from tests.systems.tcs.modern.test_chemicals import run

rule = pytest.mark.rule
O = "Blue us_rifle_plt O 0401"  # noqa: E741
X = "Red ge_gren_plt X 0409"
A = "battery Blue us87_m109 A he=9 dpicm=3 icm=2 copperhead=4 fascam=1 cb=2 ew=1 chem=2 tubes=6"
M = "battery Blue us87_mlrs M he=0 smoke=0 illum=0 dpicm=6 tubes=8"
R = "battery Red su87_2s3_bty R he=9 role=CB cb=4 tubes=6"


def field_of(b):
    return opened(b.game, b.state)


def seen(b, side):
    """The arsenal as a side, or an onlooker, sees it."""
    board = b.game.view(b.state, side).state.board
    return next(each for each in board.extras if type(each) is Arsenal)


# Fires


@rule("ME 2.5k", "ME 2.5c2")
def test_the_fires_of_a_battery_are_kept_for_this_turn_and_the_last():
    b = Modern(O, X, A)
    field = field_of(b)
    field.update(turn=3)
    rounds.note_fires(field, 0)
    assert (rounds.piece_of(field, 0).turn, rounds.piece_of(field, 0).fires, rounds.fires_of(field, 0)) == (3, 1, 1)
    rounds.note_fires(field, 0, 3)
    assert rounds.fires_of(field, 0) == 4
    field.update(turn=4)
    assert rounds.fires_of(field, 0) == 4
    rounds.note_fires(field, 0, 2)
    assert rounds.fires_of(field, 0) == 6, "two now, four on the turn before"
    field.update(turn=5)
    assert rounds.fires_of(field, 0) == 2
    field.update(turn=6)
    rounds.note_fires(field, 0)
    assert rounds.fires_of(field, 0) == 1, "a quiet turn breaks the count"
    assert rounds.piece_of(field, 0).launched == 0, "guns are no launchers"


@rule("ME 2.5k", "ME 2.5f2")
def test_guns_on_the_map_count_one_fire_a_mission_and_the_busiest_of_them_counts():
    b = Modern("Blue su87_2s1 G 0101", "Blue su87_2s1 H 0101", O, X, A)
    field = field_of(b)
    assert rounds.gun_fires(field, (0, 1)) == 0
    rounds.note_guns(field, (1,))
    assert field.kept(Arsenal).guns == (GunFires(1, 1, 1, 0),)
    rounds.note_guns(field, (0, 1))
    assert [rounds.gun_fires(field, guns) for guns in ((0,), (1,), (0, 1), (2,))] == [1, 2, 2, 0]
    field.update(turn=2)
    assert rounds.gun_fires(field, (0, 1)) == 0, "they have not fired on this turn"
    rounds.note_guns(field, (0,))
    assert rounds.gun_fires(field, (0,)) == 2, "one now, one on the turn before"
    field.update(turn=4)
    rounds.note_guns(field, (0,))
    assert rounds.gun_fires(field, (0,)) == 1
    assert [each.unit for each in field.kept(Arsenal).guns] == [0, 1]
    field.lose(0, "destroyed", "TCS 10.0a")
    assert [each.unit for each in field.kept(Arsenal).guns] == [1], "a lost gun is forgotten"


@rule("ME 2.5k")
def test_a_mission_of_guns_on_the_map_counts_one():
    b = Modern("Blue su87_2s1 G 0101", O, X, R).fire("0101", "0416", GOOD, guns=True)
    assert [(each.turn, each.fires, each.before) for each in b.arsenal.guns] == [(1, 1, 0)]
    assert "6 or more acquires" in b.decision().prompt


# Tubes


@rule("ME 2.4b", "ME 2.5j")
def test_launchers_are_lost_only_if_they_fired_on_this_turn_and_guns_as_long_as_there_are_any():
    b = Modern(O, X, A, M)
    field = field_of(b)
    assert rounds.lose_tubes(field, 1, 2) == 0, "no launcher has fired"
    rounds.note_fires(field, 1, 3)
    assert rounds.piece_of(field, 1).launched == 3
    rounds.note_fires(field, 1, 1)
    assert rounds.piece_of(field, 1).launched == 4
    assert rounds.lose_tubes(field, 1, 3) == 3
    assert (rounds.piece_of(field, 1).tubes, rounds.piece_of(field, 1).launched) == (5, 1)
    assert rounds.lose_tubes(field, 1, 3) == 1
    assert rounds.piece_of(field, 1).tubes == 4
    field.update(turn=2)
    rounds.put_piece(field, 1, launched=2)
    assert rounds.lose_tubes(field, 1, 1) == 0, "what fired on the last turn is safe"
    assert rounds.lose_tubes(field, 0, 2) == 2
    assert rounds.piece_of(field, 0).tubes == 4
    assert rounds.lose_tubes(field, 0, 9) == 4
    assert rounds.lose_tubes(field, 0, 1) == 0


@rule("ME 2.4.1")
def test_the_launchers_that_can_still_be_plotted():
    b = Modern(O, X, M, A)
    assert launchers_ready(b.look, 0) == 6, "eight launchers, six loads"
    assert launchers_ready(b.look, 1) == 0, "guns are no launchers"
    assert launchers_ready(b.with_piece("M", tubes=5).look, 0) == 5
    assert launchers_ready(b.with_piece("M", turn=1, fires=2).look, 0) == 3
    assert launchers_ready(b.with_piece("M", turn=0, fires=2).look, 0) == 5, "those of another turn do not count"
    b.keep(replace(b.arsenal, plots=(Plot(LAUNCH, 0, 9, launchers=2), Plot(FASCAM, 0, 9, launchers=9))))
    assert launchers_ready(b.look, 0) == 3
    assert "A has no rocket launchers (ME 2.4.1)" in b.why_not("modern.launch", "A")


@rule("TCS 18.8a", "ME 2.4.7")
def test_rockets_are_not_plotted_too_near_to_own_units():
    b = Modern(O, X, M, danger_close=3).do("modern.launch", "M")
    assert "0403" not in b.offers("aim")
    assert "0404" in b.offers("aim"), "three hexes away"
    assert "0403 is too near to your own units (TCS 18.8a)" in b.why_not("aim", "0403")
    assert "0401" in Modern(O, X, M).do("modern.launch", "M").offers("aim"), "without the option anywhere"


# Plots


@rule("ME 2.1d")
def test_a_battery_plots_a_copperhead_for_each_tube_that_fires_nothing_else():
    b = Modern(O, X, A)
    call = b.state.stack[-1]

    def ready(**how):
        return rounds_ready(b.look, replace(call, **how), 0)

    assert ready() == 4, "four rounds"
    b.with_piece("A", copperhead=9)
    assert ready() == 6, "six tubes"
    mission = Mission(0, HE, (0,), aim=9)
    assert ready(calls=(mission,)) == 5, "one tube is left for the mission"
    assert ready(calls=(Mission(0, HE, (7,), aim=9),)) == 6
    b.keep(replace(b.arsenal, plots=(Plot(COPPERHEAD, 0, 9), Plot(COPPERHEAD, 0, 9))))
    assert ready() == 4
    assert ready(calls=(mission,)) == 3
    b.keep(replace(b.arsenal, plots=(Plot(FASCAM, 0, 9),)))
    assert ready() == 0, "it scatters mines with all its tubes"
    b.keep(replace(b.arsenal, plots=()))
    b.on(batteries=tuple(replace(each, fired=1) for each in b.state.board.batteries))
    assert ready() == 0, "it has fired"
    assert booked(b.look, call, 0)
    b.on(batteries=tuple(replace(each, fired=0) for each in b.state.board.batteries))
    assert not booked(b.look, call, 0)
    assert booked(b.look, replace(call, calls=(mission,)), 0)


@rule("ME 2.1a", "ME 2.4.2")
def test_launchers_and_batteries_without_rounds_plot_no_copperheads_or_mines():
    b = Modern(O, X, M + " copperhead=3 fascam=2", A.replace("copperhead=4", "").replace("fascam=1", ""))
    assert "M has no Copperhead left (ME 2.1a)" in b.why_not("modern.copperhead", "M")
    assert "A has no Copperhead left (ME 2.1a)" in b.why_not("modern.copperhead", "A")
    assert "M has no FASCAM left (ME 2.2.1)" in b.why_not("modern.fascam", "M")
    assert "A has no FASCAM left (ME 2.2.1)" in b.why_not("modern.fascam", "A")


@rule("ME 2.5a1", "ME 2.5j", "TCS 2.0m")
def test_a_battery_that_is_gone_counterfires_or_belongs_to_the_enemy_takes_no_plot():
    b = Modern(O, X, A, A.replace(" A ", " C ") + " role=CB", R + " copperhead=2")
    assert b.offers("modern.copperhead") == {"A"}
    assert "C has the counterfire role and fires nothing else (ME 2.5a1)" in b.why_not("modern.copperhead", "C")
    assert "C has the counterfire role and fires nothing else (ME 2.5a1)" in b.why_not("modern.fascam", "C")
    assert b.why_not("modern.copperhead", "R")
    b.with_piece("A", tubes=0)
    assert "A has no guns left (ME 2.5j)" in b.why_not("modern.copperhead", "A")
    call = b.state.stack[-1]
    for changes, words in ((MOST_CHANGES - 1, ""), (MOST_CHANGES, "that is enough for one phase")):
        b = Modern(O, X, A)
        b.state = replace(b.state, stack=(*b.state.stack[:-1], replace(call, changes=changes)))
        assert words in (b.why_not("modern.copperhead", "A") or "")
        assert b.offers("modern.copperhead") == (set() if words else {"A"})


@rule("ME 2.2.1")
def test_a_battery_with_another_plot_or_mission_scatters_no_mines():
    b = Modern(O, X, A)
    b.do("modern.copperhead", "A").do("aim", "0409")
    assert "A fires one mission a turn (TCS 18.2c)" in b.why_not("modern.fascam", "A")
    b = Modern(O, X, A).call("A", "0409")
    assert "A fires one mission a turn (TCS 18.2c)" in b.why_not("modern.fascam", "A")
    two = Modern(O, X, A, A.replace(" A ", " B ")).do("modern.copperhead", "A").do("aim", "0409")
    assert two.offers("modern.fascam") == {"B"}


@rule("ME 2.4a", "ME 2.1e")
def test_of_equal_plots_one_is_taken_at_a_time_and_only_those_of_the_side_come_down():
    b = Modern(O, X, A, "battery Red us87_mlrs N he=0 dpicm=6 tubes=8")
    same = Plot(COPPERHEAD, 0, b.hex("0409"))
    b.keep(replace(b.arsenal, plots=(same, same, Plot(LAUNCH, 1, b.hex("0401"), launchers=1))))
    b.do("done")
    assert b.decision().name == "modern.designate"
    assert b.arsenal.plots == (same, Plot(LAUNCH, 1, b.hex("0401"), launchers=1))


@rule("ME 2.4a")
def test_launches_at_one_hex_and_zone_merge_whatever_battery_they_come_from():
    b = Modern(O, X, M, M.replace(" M ", " N "))
    at, other = b.hex("0409"), b.hex("0412")
    plots = [Plot(LAUNCH, 0, at, launchers=1), Plot(LAUNCH, 1, at, launchers=2), Plot(LAUNCH, 0, at, launchers=1)]
    apart = [Plot(LAUNCH, 0, at, wide=True, launchers=1), Plot(LAUNCH, 1, other, launchers=1)]
    b.keep(replace(b.arsenal, plots=(*plots, *apart)))
    field = field_of(b)
    assert mlrs.deliver(field, Deliver(0), field.kept(Arsenal).plots)
    assert field.kept(Arsenal).plots == tuple(apart)
    (salvo,) = field.kept(Arsenal).salvos
    assert (salvo.batteries, salvo.fires) == ((0, 1), (2, 2))
    assert [rounds.piece_of(field, n).dpicm for n in (0, 1)] == [4, 4]
    assert [each.fired for each in field.board.batteries] == [1, 1]
    launch = next(event for event in field.events if event.what == "modern.launches")
    assert (launch.values["count"], launch.values["rounds"]) == (4, 48)
    barrage = next(each for each in field.stack if type(each).__name__ == "Execute").waiting[0]
    assert (barrage.zone, barrage.ring, barrage.wide, barrage.good) == (400, 80, False, True)
    assert not mlrs.deliver(field, Deliver(0), ())


@rule("ME 2.1g", "ME 2.4.3")
def test_a_plot_says_no_more_than_it_needs():
    assert Plot(COPPERHEAD, 0, 9) == Plot(COPPERHEAD, 0, 9, False, 0, -1, 0)
    assert Piece() == Piece(0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, False, False, False)
    assert GunFires(1, 1, 1) == GunFires(1, 1, 1, 0)


# Strength


@rule("ME 2.5j", "ME 2.1d", "TCS 1.0g")
def test_the_share_of_a_mission_is_the_tubes_that_are_left_over_those_at_the_start():
    b = Modern(O, X, A + " fa=1st", A.replace(" A ", " B ") + " fa=1st", A.replace(" A ", " C "))
    one, both = Mission(0, HE, (0,)), Mission(0, HE, (0, 1), wide=True)
    assert share_of(b.look, one) == 1
    assert share_of(b.look, both) == 1
    assert share_of(b.look, Mission(0, HE, (0,), wide=True)) == Fraction(1, 2), "half of its battalion"
    assert share_of(b.look, Mission(0, HE, (2,), wide=True)) == 1, "a battery of no battalion is a whole"
    b.with_piece("A", tubes=3)
    assert share_of(b.look, one) == Fraction(1, 2)
    assert share_of(b.look, both) == Fraction(3, 4)
    b.keep(replace(b.arsenal, plots=(Plot(COPPERHEAD, 0, 9),) * 2))
    assert share_of(b.look, one) == Fraction(1, 6)
    b.keep(replace(b.arsenal, plots=(Plot(COPPERHEAD, 0, 9),) * 4))
    assert share_of(b.look, one) == 0


@rule("ME 2.5j", "ME 2.3a1")
def test_shells_of_a_weakened_battery_by_kind_and_rate():
    b = Modern(O, X, A)
    assert strengths(b.look, Mission(0, HE, (0,)), True) is None, "whole batteries fire by the chart of the series"
    b.with_piece("A", tubes=3)
    found = {(shell, fast): strengths(b.look, Mission(0, shell, (0,), fast=fast), True)
             for shell in (HE, CONTINUOUS, DPICM) for fast in (False, True)}  # fmt: skip
    assert found[HE, False] == (18, 9), "155 mm: half of 18"
    assert found[HE, True] == (36, 18)
    assert found[CONTINUOUS, False] == (9, 5), "half of that of HE, halves rounded up"
    assert found[CONTINUOUS, True] == (18, 9)
    assert found[DPICM, False] == (20, 0), "half of 20, twice in the zone"
    assert found[DPICM, True] == (40, 0)


# Points


@rule("ME 2.5b1")
def test_points_that_are_shared_out_again_are_all_given_to_own_batteries():
    b = Modern(O, X, A, A.replace(" A ", " B "), R, points=((2, 1), (4, 0)))
    b.with_piece("A", cb_shown=True, ew_shown=True)
    b.state = State(b.state.board, (ActionPhase(0), Allot(0)))
    b.do("again")
    assert [(b.piece(n).cb, b.piece(n).ew) for n in "ABR"] == [(0, 0), (0, 0), (4, 0)], "those of the enemy stay"
    assert (b.piece("A").cb_shown, b.piece("A").ew_shown) == (False, False), "nobody knows where they go now"
    assert b.decision().prompt == "Give the points to your batteries: 2 CB and 1 EW left."
    assert b.offers("cb") == b.offers("ew") == {"A", "B"}
    b.do("ew", "B")
    assert b.offers("ew") == set()
    assert b.decision().prompt == "Give the points to your batteries: 2 CB and 0 EW left."
    b.do("cb", "B").do("cb", "B")
    assert [(b.piece(n).cb, b.piece(n).ew) for n in "AB"] == [(0, 0), (2, 1)]
    assert not isinstance(b.state.stack[-1], Share)


@rule("ME 2.5b1")
def test_points_left_over_are_added_to_those_of_the_first_battery():
    b = Modern(O, X, A, A.replace(" A ", " B "), points=((7, 2), (4, 0)))
    b.state = State(b.state.board, (ActionPhase(0), Allot(0)))
    b.do("keep")
    assert [(b.piece(n).cb, b.piece(n).ew) for n in "AB"] == [(5, 1), (2, 1)], "3 CB points and none of EW were over"
    ew = Modern(O, X, A, A.replace(" A ", " B "), points=((4, 5), (4, 0)))
    ew.state = State(ew.state.board, (ActionPhase(0), Allot(0)))
    ew.do("keep")
    assert [(ew.piece(n).cb, ew.piece(n).ew) for n in "AB"] == [(2, 4), (2, 1)]


@rule("ME 2.5b1")
@pytest.mark.parametrize(("points", "question"), [((0, 0), 0), ((1, 0), 1), ((0, 1), 1)])
def test_a_side_with_points_and_batteries_is_asked(points, question):
    b = Modern(O, X, A, points=(points, (3, 3)))
    assert len(asked(b.world, 0)) == question
    assert asked(b.world, 1) == (), "it has no battery to give them to"


@rule("ME 2.5b2")
def test_at_midnight_both_sides_are_asked_and_the_first_turn_is_no_midnight():
    b = Modern(O, X, A, R, points=((3, 1), (4, 0)), start="2340")
    for turn, sides in ((2, [0, 1]), (3, [])):
        field = field_of(b)
        field.update(turn=turn)
        before = len(field.stack)
        Midnight().run(field)
        assert sorted(each.side for each in field.stack[before:]) == sides
    early = Modern(O, X, A, R, points=((3, 1), (4, 0)), start="0000")
    field = field_of(early)
    before = len(field.stack)
    Midnight().run(field)
    assert field.stack[before:] == [], "they were given out before the first turn"


# Counterbattery


@rule("ME 2.5a1", "ME 2.5c1", "ME 2.5f1", "ME 2.5j")
def test_a_battery_that_cannot_counterfire_is_told_why():
    lines = [R.replace(" R ", f" {name} ") for name in "STU"]
    b = Modern(O, X, A, R, lines[0].replace("role=CB", ""), lines[1].replace("cb=4", "cb=0"), lines[2], visibility=0)
    b.with_piece("U", tubes=0)
    b.fire("A", "0416", GOOD)
    assert b.offers("commit") == {"R"}
    refusals = {
        "S": "S does not have the counterfire role (ME 2.5a1)",
        "T": "T has no CB points (ME 2.5c1)",
        "U": "U has no guns left (ME 2.5j)",
        "A": "A does not have the counterfire role (ME 2.5a1)",
    }
    for name, words in refusals.items():
        assert words in b.why_not("commit", name)
    assert "acquire" not in b.verbs(), "nobody is committed"
    b.do("commit", "R")
    assert "R is committed already" in b.why_not("commit", "R")
    assert b.offers("commit") == set()
    assert "dice so far: 4, 6 or more acquires" in b.decision().prompt


@rule("ME 2.5a5")
def test_a_battery_that_has_tried_does_not_try_again_and_another_may():
    b = Modern(O, X, A, R, R.replace(" R ", " S "), visibility=0).fire("A", "0416", GOOD)
    b.do("commit", "R").do("acquire", None, (1, 1, 1))
    assert b.decision().name == "modern.counter"
    assert b.offers("commit") == {"S"}
    assert "R has tried to acquire this battery after this mission (ME 2.5a5)" in b.why_not("commit", "R")
    b.do("commit", "S").do("acquire", None, (1, 1, 1))
    assert b.decision().name != "modern.counter", "both have tried"


@rule("ME 2.5a2", "ME 2.5f2")
def test_nobody_is_asked_about_a_target_that_is_gone():
    b = Modern("Blue su87_2s1 G 0101 lost", "Blue su87_2s1 H 0101", O, X, A, R).with_piece("R", listens=True)
    for chance, question in (
        (Chance(1, 0), True), (Chance(1, -1, (0, 1)), True), (Chance(1, -1, (0,)), False), (Chance(0, 1), False),
    ):  # fmt: skip
        state = b.state
        run(b, chance)
        assert isinstance(b.state.stack[-1], Counter) is question
        if question and chance.guns:
            assert b.state.stack[-1].guns == (1,)
        b.state = state
    b.with_piece("A", tubes=0)
    assert not isinstance(run(b, Chance(1, 0)).state.stack[-1], Counter)


@rule("ME 2.5e1", "ME 2.5e2")
def test_the_shells_of_counterfire_the_best_first():
    b = Modern(O, X, A, M, R)
    assert counter_shells(b.look, 0)[-1] == HE
    assert {ICM, DPICM} <= set(counter_shells(b.look, 0)[:-1])
    assert counter_shells(b.look, 1) == (DPICM,)
    b.with_piece("M", turn=1, fires=8)
    assert counter_shells(b.look, 1) == (), "every launcher has fired"
    b.with_piece("M", turn=1, fires=7)
    assert counter_shells(b.look, 1) == (DPICM,)


@rule("ME 2.5f1", "ME 2.5k")
def test_counterfire_is_noted_with_its_turn_and_its_fire():
    b = Modern(O, X, A, R).fire("A", "0416", GOOD).do("commit", "R").do("acquire", None, (6, 1, 1), 1)
    assert (b.piece("R").countered, b.piece("R").fires, b.piece("R").turn) == (1, 1, 1)
    assert b.stock["R"].he == 8
    assert b.piece("A").tubes == 6
    assert (b.piece("R").cb_shown, b.piece("A").ew_shown) == (True, True)
    assert (b.piece("A").cb_shown, b.piece("R").ew_shown) == (False, False)


@rule("ME 2.5a1")
@pytest.mark.parametrize(("how", "listens"), [("", True), ("from=1", True), ("from=2", False)])
def test_only_batteries_in_the_role_that_are_there_listen(how, listens):
    b = Modern(O, X, A, f"{R} {how}")
    assert (b.piece("A").listens, b.piece("R").listens) == (False, listens)
    b.fire("A", "0416", GOOD)
    assert (b.decision().name == "modern.counter") is listens


@rule("ME 2.5e2")
def test_the_rows_of_counterfire():
    found = {divisor: [(each.low, each.high, each.outcome) for each in counter_losses(divisor, few=False).rows]
             for divisor in (2, 3)}  # fmt: skip
    assert found[3] == [(None, 2, 0), (3, 5, 1), (6, None, 2)]
    assert found[2] == [(None, 1, 0), (2, 3, 1), (4, 5, 2), (6, None, 3)]
    assert [each.value for each in counter_losses(3, few=True).modifiers] == [-2]


# Secrets


@rule("ME 2.1g")
def test_the_enemy_does_not_see_which_battery_guides_its_rounds():
    step = Deliver(0, 3)
    assert step.mask(0) == step
    assert step.mask(1) == step.mask(None) == Deliver(0)


@rule("ME 2.5d", "ME 2.1g")
def test_the_enemy_sees_tubes_and_fires_of_a_battery_and_nothing_else():
    b = Modern(O, X, A + " dedicated=0409", R)
    piece = b.with_piece("A", turn=1, fires=2, before=1, launched=1, countered=1, listens=True).piece("A")
    b.keep(
        replace(b.arsenal, plots=(Plot(COPPERHEAD, 0, 9), Plot(LAUNCH, 1, 9)), salvos=(Salvo(0, (0,)), Salvo(1, (1,))))
    )
    assert seen(b, 0).pieces[0] == piece
    hidden = Piece(tubes=6, dedicated=-1, turn=1, fires=2, before=1, launched=1, countered=1, listens=True)
    assert seen(b, 1).pieces[0] == hidden
    assert [each.battery for each in seen(b, 0).plots] == [0]
    assert [each.battery for each in seen(b, 1).plots] == [1]
    assert [each.side for each in seen(b, 0).salvos] == [0]
    assert [each.side for each in seen(b, 1).salvos] == [1]
    assert (seen(b, None).plots, seen(b, None).salvos) == ((), ())
    assert seen(b, None).pieces[0] == hidden
    b.with_piece("A", cb_shown=True)
    assert (seen(b, 1).pieces[0].cb, seen(b, 1).pieces[0].ew) == (2, 0)
    b.with_piece("A", cb_shown=False, ew_shown=True)
    assert (seen(b, 1).pieces[0].cb, seen(b, 1).pieces[0].ew) == (0, 1)


@rule("ME 2.5d")
def test_a_guess_at_the_enemy_changes_his_rounds_and_points_but_not_what_was_seen():
    b = Modern(O, X, A, R + " icm=2")
    asked = []

    def below(most):
        asked.append(most)
        return most - 1

    guess = next(each for each in rounds.imagine(b.game, b.state.board, 0, below).extras if type(each) is Arsenal)
    assert guess.pieces[0] == b.piece("A")
    enemy = guess.pieces[1]
    assert (enemy.icm, enemy.dpicm, enemy.copperhead, enemy.fascam, enemy.chem, enemy.cb, enemy.ew) == (
        3,
        3,
        3,
        1,
        2,
        3,
        2,
    )
    assert (enemy.tubes, enemy.listens) == (b.piece("R").tubes, b.piece("R").listens)
    b.with_piece("R", cb_shown=True, ew_shown=True)
    guess = next(each for each in rounds.imagine(b.game, b.state.board, 0, below).extras if type(each) is Arsenal)
    assert (guess.pieces[1].cb, guess.pieces[1].ew) == (4, 0)


@rule("ME 2.1a", "ME 2.5b1")
def test_the_owner_reads_every_stock_of_a_battery():
    b = Modern(O, X, A)
    assert dict(rounds.shown_stocks(b.look, 0)) == {"Copperhead": 4, "FASCAM": 1, "CB points": 2, "EW points": 1}


@rule("ME 2.5j", "ME 2.1a")
def test_a_battery_begins_with_what_the_scenario_gives_it():
    b = Modern(O, X, A + " dedicated=0409")
    piece = rounds.arsenal_of(b.world).pieces[0]
    assert piece == Piece(6, 2, 3, 4, 1, 2, 2, 1, b.hex("0409"))
    assert (piece.turn, piece.fires, piece.before, piece.launched, piece.countered) == (0, 0, 0, 0, 0)
    assert (piece.listens, piece.cb_shown, piece.ew_shown) == (False, False, False)
    b.keep(Arsenal())
    assert rounds.piece_of(b.look, 0) == piece, "even before the first step"
    run(b, rounds.Arm())
    assert b.arsenal.pieces == (piece,)
    b.with_piece("A", tubes=1)
    run(b, rounds.Arm())
    assert b.piece("A").tubes == 1, "once only"


@rule("ME 2.1a")
def test_rounds_are_spent_one_by_one_or_several_at_once():
    b = Modern(O, X, A)
    field = field_of(b)
    rounds.spend_round(field, 0, "copperhead")
    rounds.spend_round(field, 0, "dpicm", 2)
    b.state = closed(field, 0)
    assert (b.piece("A").copperhead, b.piece("A").dpicm, b.piece("A").icm) == (3, 1, 2)
