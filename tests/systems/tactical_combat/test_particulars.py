"""Particulars of Tactical Combat: what seldom comes up in a battle, and what players and pages ask of one."""

import msgspec
import pytest

import sandtable
from sandtable import Action, Dice
from sandtable.systems.tactical_combat import SYSTEM
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.closecombat import begin
from sandtable.systems.tactical_combat.panic import _last_stop
from sandtable.systems.tactical_combat.riding import carriers
from sandtable.systems.tactical_combat.running import away_from
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.tide import Rise, Tide
from sandtable.systems.tactical_combat.special.touchdown import Landed
from sandtable.systems.tactical_combat.victory import Victory
from tests.systems.tactical_combat.battle import Battle

rule = pytest.mark.rule
NORMAL, SUPPRESSED, PARALYZED = range(3)
FREE = {"command": "none"}


def battle(*lines, **how):
    return Battle("\n".join(lines), **FREE, **how)


def field_of(b):
    """The table as rules change it."""
    return b.game.system.field(b.game, b.state.board)


def without(b, *names):
    """The same battle after these stands have left the table."""
    stands = list(b.state.board.stands)
    for name in names:
        n = b.number(name)
        stands[n] = msgspec.structs.replace(stands[n], at=OFF)
    b.state = msgspec.structs.replace(b.state, board=msgspec.structs.replace(b.state.board, stands=tuple(stands)))
    return b


# Asking


@rule("TC F3")
def test_the_range_between_stands_is_from_edge_to_edge_in_begun_inches():
    b = battle("US rifle A 5,2", "US rifle B 5,3", "US rifle C 8,2", "German rifle X 5,8.5", "German rifle Y 9,9")
    without(b, "Y")
    a, x, y = (b.number(each) for each in "AXY")
    assert SYSTEM.range_between(b.look, a, x) == SYSTEM.range_between(b.look, x, a) == 6
    assert SYSTEM.range_between(b.look, a, b.number("B")) == 0
    assert SYSTEM.range_between(b.look, a, b.number("C")) == 2
    assert SYSTEM.range_between(b.look, a, y) is SYSTEM.range_between(b.look, y, a) is None


def test_stands_are_named_by_name_or_letter_and_headings_by_the_compass():
    b = battle("US rifle Able 5,2", "US rifle Baker 7,2", "German rifle X 5,8")
    named = [SYSTEM.target_named(b.game, "unit", each) for each in ("able", "BAKER", "Nobody", "A", "B", "a")]
    assert named == [0, 1, None, 0, 1, 2]
    assert SYSTEM.target_named(b.game, "heading", "SE") == 9
    assert SYSTEM.target_named(b.game, "point", "5,2.5") == b.at("5,2.5")
    assert SYSTEM.target_named(b.game, "choice", "1") is None


def test_tasks_of_old_records_were_one_number():
    assert [SYSTEM.target_of_record("task", each) for each in (7, 2_000_003)] == [(0, 7), (2, 3)]
    assert SYSTEM.target_of_record("task", (1, 4)) == (1, 4)
    assert SYSTEM.target_of_record("move", 2_000_003) == 2_000_003


@rule("TC G5")
def test_an_attack_is_tallied_by_the_objectives_held():
    lines = "objective Mill 5,5 2", "objective Ford 9,9 2", "US rifle A 5,2", "German rifle X 5,8"
    for attacker, first in (("US", ("Objectives held", (1, 0))), ("", ("Victory points", (2, 0)))):
        b = battle(*lines, victory=Victory(attacker=attacker))
        board = msgspec.structs.replace(b.state.board, holders=(0, -1))
        tally, lost = b.world.victory.tallies(b.game.system.look(b.game, board))
        assert ((tally.words, tally.counts), lost.counts) == (first, (0, 0))


def test_a_look_at_the_table_with_one_stand_elsewhere_leaves_the_table_as_it_is():
    b = battle("US rifle A 5,2", "US rifle B 9,2", "German rifle X 5,8")
    a, now = b.number("A"), msgspec.structs.replace(b["A"], at=b.at("7,6"), hits=1)
    there = b.look.with_stand(a, now)
    assert (there.stands[a], there.board.stands[a], there.base(a).centre) == (now, now, (700, 600))
    assert there.stands[1:] == b.look.stands[1:]
    assert there.within(a, b.number("X"), 200)
    assert not b.look.within(a, b.number("X"), 200)


# Setting up


@rule("TC G4")
def test_what_a_side_imagines_of_the_other_is_what_that_side_could_have_placed():
    game = sandtable.load("tactical_combat/first-firefight")
    dice = Dice.scripted()
    state = game.start(dice)
    assert state.secret
    side = 1
    mine = len([n for n, owner in enumerate(game.world.owners) if owner == side])
    for below, count in ((lambda n: 0, 0), (lambda n: n - 1, mine - 1)):
        thought = SYSTEM.imagine(game, state, 0, below).secret[side][-1]
        assert len(thought.points) == len(set(thought.points)) == count
    for _ in range(mine):
        decision = game.decision(state, side)
        assert decision.sets_up
        state, _ = game.apply(state, side, Action("place", next(iter(decision.offer("place").targets))), dice)
    assert game.decision(state, side) is None
    thought = SYSTEM.imagine(game, state, 0, lambda n: n - 1)
    assert len(thought.secret[side][-1].points) == mine
    assert thought.secret[side] != state.secret[side]
    assert thought.secret[0] == state.secret[0], "one's own is not imagined"
    look = game.look(state)
    free = [set(game.world.zone_points(game.world.formations[game.world.member_of[n]].zone, vehicle=False))
            for n in range(len(game.world.owners)) if game.world.owners[n] == side]  # fmt: skip
    assert all(point in zone for point, zone in zip(thought.secret[side][-1].points, free, strict=True))
    bases = [look.world.base(point, 0) for point in thought.secret[side][-1].points]
    assert len({base.centre for base in bases}) == mine
    playing = battle("US rifle A 5,2", "German rifle X 5,8").state
    assert SYSTEM.imagine(game, playing, 0, lambda n: 0) is playing, "in play nothing is hidden"


# Marks


@rule("TC V12")
def test_a_vehicle_that_should_be_paralyzed_is_suppressed():
    b = battle("US w44_m4_75 T 5,2", "US rifle A 9,2", "German rifle X 5,12")
    field = field_of(b)
    for name, morale in (("T", SUPPRESSED), ("A", PARALYZED)):
        field.paralyze(b.number(name), "TC F11")
        assert field.stands[b.number(name)].morale == morale
    field.paralyze(b.number("T"), "TC F11")
    assert field.stands[b.number("T")].morale == SUPPRESSED, "and never more"


@rule("TC M6")
def test_nobody_fights_a_stand_that_is_gone():
    b = battle("US rifle A 5,2", "German rifle X 5,3", "German rifle Y 15,12")
    field = field_of(without(b, "X"))
    begin(field, b.number("A"), b.number("X"))
    assert (field.events, field.stands[b.number("A")].finished) == ([], False)


@rule("TC S6")
def test_a_stand_that_is_not_on_the_table_does_not_act():
    b = without(battle("US rifle A 5,2", "US rifle B 9,2 finished", "US rifle C 11,2", "German rifle X 5,12"), "A")
    assert b.offers("stand") == {"C"}
    assert "table" in b.why_not("stand", "A")
    assert b.why_not("stand", "B") != b.why_not("stand", "A")


@rule("TC C21", "TC O1")
def test_a_watcher_that_needs_command_says_so():
    how = {"command": "points", "command_first_side": "none", "reactions_need_command": True, "scale": "platoon"}
    lines = "US rifle A 5,2", "German rifle X 5,8 formation=One", "German rifle Y 7,8 formation=Two"
    b = Battle("\n".join(lines), **how)
    board = msgspec.structs.replace(b.state.board, points=(9, 0, 0), bank=(0, 0, 1))
    b.state = msgspec.structs.replace(b.state, board=board)
    b.do("stand", "A").do("fire", "X", 10)
    assert (b.decides(), b.offers("fire")) == ("German", {"Y"})
    assert "command" in b.why_not("fire", "X")
    assert not b.why_not("fire", "Y")


# Running away


@rule("TC M9")
def test_a_stand_that_finds_no_place_to_stop_stays_where_it_is():
    b = battle("US rifle A 5,2", "US rifle B 5,3", "US rifle C 5,4", "German rifle X 5,12")
    way = [b.at(each) for each in ("5,2", "5,2.5", "5,3", "5,3.5", "5,4")]
    assert _last_stop(b.look, b.number("A"), way) == (b.at("5,2"),)
    assert _last_stop(b.look, b.number("A"), [*way, b.at("5,4.5"), b.at("5,5")])[-1] == b.at("5,5")


@rule("TC X10")
def test_who_is_in_the_same_place_as_his_enemy_runs_south():
    b = battle("US rifle A 5,8", "German rifle X 5,8")
    way = away_from(b.look, b.number("A"), b.number("X"), 200)
    assert [b.world.table.text(point) for point in way] == ["5.0,8.0", "5.0,7.5", "5.0,7.0", "5.0,6.5", "5.0,6.0"]


# Riding


@rule("TC V4")
def test_nobody_mounts_a_carrier_that_is_not_on_the_table():
    lines = "US rifle A 5,2", "US w44_truck T 6,2", "US w44_truck U 5,3", "German rifle X 5,14"
    assert set(carriers(battle(*lines).look, 0)) == {1, 2}
    assert set(carriers(without(battle(*lines), "T").look, 0)) == {2}


# Special rules


@rule("TC G4")
def test_only_vehicles_of_the_side_make_for_the_exit():
    way_out = Exit(side="US", marker="Gate")
    b = battle("objective Gate 5.25,15 1", "US w44_m4_75 T 5,2", "US rifle A 9,2", "German w44_pz4 X 5,12",
               special=(way_out,))  # fmt: skip
    found = [way_out.errand(b.look, b.number(name)) for name in ("T", "A", "X")]
    assert found == [b.world.table.snap(525, 1500), None, None]


@rule("TC G4")
def test_the_side_that_does_not_land_comes_where_it_always_does_whatever_the_tide():
    tide = Tide(side="US", rises=(Rise(turn=1, feature="Sea", zone="west"),))
    b = battle("sea Sea 0,0 24,0 24,4 0,4", "zone west 0,0 2,0 2,16 0,16", "US rifle A 5,7", "German rifle X 5,12",
               special=(tide,))  # fmt: skip
    later = b.game.system.look(b.game, msgspec.structs.replace(b.state.board, turn=2))
    assert [tide.arrival_zone(later, b.number(name)) for name in ("A", "X")] == ["west", ""]
    assert tide.arrival_zone(b.look, b.number("A")) == "", "it has not risen yet"


@rule("TC G4")
def test_nobody_is_asked_to_fire_at_a_stand_that_is_gone_as_it_lands():
    b = without(battle("US rifle A 5,2", "US rifle B 9,2", "German rifle X 5,8"), "A")
    field = field_of(b)
    Landed(0, b.number("A")).run(field)
    assert field.events == []
