"""Particulars of Tactical Combat: what seldom comes up in a battle, and what players and pages ask of one."""

import math

import msgspec
import pytest

import sandtable
from sandtable import Action, Dice
from sandtable.kernel.game import Game
from sandtable.kernel.pools import D10, lowest
from sandtable.systems.tactical_combat import SYSTEM
from sandtable.systems.tactical_combat.action import Rallied
from sandtable.systems.tactical_combat.board import OFF, Stand
from sandtable.systems.tactical_combat.closecombat import begin
from sandtable.systems.tactical_combat.fire import AfterFire, antitank_shot
from sandtable.systems.tactical_combat.panic import _last_stop, panic_way
from sandtable.systems.tactical_combat.riding import carriers
from sandtable.systems.tactical_combat.rough import entry, what_impedes
from sandtable.systems.tactical_combat.running import away_from
from sandtable.systems.tactical_combat.scenario import Objective, StandEntry
from sandtable.systems.tactical_combat.setup import Arrive, places_for
from sandtable.systems.tactical_combat.special.bogging import Bogging
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.tide import Rise, Tide
from sandtable.systems.tactical_combat.special.touchdown import COMPASS, Landed
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


def test_menus_say_nothing_of_the_stands_of_the_enemy():
    b = battle("US rifle A 5,2", "US rifle B 9,2 finished", "German rifle X 5,8")
    told = {name: b.game.refusals(b.state, 0, ("unit",), b.number(name)) for name in "XB"}
    refused = {name: [(each.words, each.quiet) for each in told[name] if each.verb == "stand"] for name in told}
    assert refused == {"X": [("that is not one of your stands", True)], "B": [("B is Finished", False)]}


@rule("TC F26")
@pytest.mark.parametrize(
    ("mark", "at", "why"),
    [
        ("paralyzed", "5,8", ("A is paralyzed", "TC F26")),
        ("suppressed", "20,15", ("A has no enemy in range with a clear line to it", "TC F6")),
    ],
)
def test_a_stand_that_can_fire_at_nobody_says_why(mark, at, why):
    b = battle(f"US rifle A 5,2 {mark}", f"German rifle X {at}").do("stand", "A")
    refused, _ = b.game.abilities(b.state, 0, b.number("A"))
    assert [(each.words, each.rule) for each in refused if each.verb == "fire"] == [why]


@rule("TC V6")
def test_one_die_is_thrown_at_a_vehicle_and_the_best_of_several_by_aircraft():
    assert [antitank_shot("A", "B", dice=count).dice for count in (1, 2)] == [D10, lowest(2, D10)]


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


@rule("TC G5")
def test_a_side_that_must_hold_a_place_sees_whether_it_does():
    lines = "objective Mill 5,5 2", "objective Ford 9,9 2", "US rifle A 5,2", "German rifle X 5,8"
    b = battle(*lines, victory=Victory(must_hold={"German": "Ford"}))
    for holders, has in (((-1, -1), 0), ((1, 0), 0), ((0, 1), 1)):
        board = msgspec.structs.replace(b.state.board, holders=holders)
        *_, must = b.world.victory.aims(b.game.system.look(b.game, board))
        assert (must.side, must.words) == (1, "Hold Ford, or it is a draw at best")
        assert (must.have, must.need, must.met) == (has, 1, bool(has))


@rule("TC G5")
def test_an_objective_belongs_to_nobody_at_the_start_unless_the_file_says_so():
    lines = "objective Mill 5,5 2", "objective Ford 9,9 3", "US rifle A 5,2", "German rifle X 5,8"
    for holder, points in (("", (0, 0)), ("US", (1, 0)), ("German", (0, 1))):
        scenario = battle(*lines).game.scenario
        held = (Objective("Mill", holder=holder), scenario.objective[1])
        game = Game(SYSTEM, msgspec.structs.replace(scenario, objective=held), FREE, name="test")
        tally, _ = game.world.victory.tallies(game.look(game.start(Dice.seeded(1))))
        assert tally.counts == points, "it is worth a point unless the file says more"


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
    assert state.board.turn == 1
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


@rule("TC S1")
def test_the_first_side_of_the_file_goes_first_if_the_file_names_none():
    b = battle("US rifle A 5,2", "German rifle X 5,8", first="")
    assert b.world.first_side == 0
    state = b.game.start(Dice.seeded(1))
    for side in (0, 1):
        state, _ = b.game.apply(state, side, Action("rest"), Dice.seeded(1))
    assert [each.side for each in b.game.decisions(state)] == [0]


def test_stands_are_set_up_where_no_base_lies_on_another():
    b = battle("US rifle A 5,5", "US rifle B 9,5", "German rifle X 5,8")
    free = places_for(b.look, b.number("B"), [b.at("10,8")])
    around = {f"{x:g},{y:g}": b.at(f"{x},{y}") for x in (9, 9.5, 10, 10.5, 11) for y in (7, 7.5, 8, 8.5, 9)}
    closed = {text for text, point in around.items() if point not in free}
    assert closed == {f"{x:g},{y:g}" for x in (9.5, 10, 10.5) for y in (7.5, 8, 8.5)}


def test_places_are_suggested_from_the_middle_of_a_zone_outwards_unless_the_file_gives_them():
    stands = (StandEntry("rifle", 7), StandEntry("hmg", 1, "Gun", at=((14, 9.5),)))
    scenario = battle("zone home 4,2 13,2 13,6 4,6", "US rifle A 5,2", "German rifle X 5,12").game.scenario
    mine = msgspec.structs.replace(scenario.force[0], stands=stands, zone="home")
    game = Game(SYSTEM, msgspec.structs.replace(scenario, force=(mine, *scenario.force[1:])), FREE, name="test")
    places = [game.world.table.text(each) for each in game.world.places[:8]]
    assert places[:3] == ["8.5,2.0", "8.5,4.0", "8.5,6.0"], "an inch between two bases"
    assert places[3:7] == ["6.5,2.0", "10.5,2.0", "6.5,4.0", "10.5,4.0"], "then to the left and the right of these"
    assert places[7] == "14.0,9.5"


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


@rule("TC O3")
def test_nobody_answers_the_fire_of_a_stand_that_is_gone():
    b = battle("US rifle A 5,2", "US rifle B 9,2", "German rifle X 5,8")
    asks = AfterFire(1, b.number("A"))
    assert asks.watchers(b.look) == (b.number("X"),)
    assert asks.watchers(without(b, "A").look) == ()


@rule("TC R4")
def test_a_leader_who_is_lost_on_his_way_rallies_nobody():
    for gone, morale in (("", NORMAL), ("L", SUPPRESSED)):
        b = without(battle("US leader L 5,2", "US rifle A 5,3 suppressed", "German rifle X 20,15"), *gone)
        field = field_of(b)
        Rallied(b.number("L"), b.number("A"), (b.at("5,2"),)).run(field)
        assert field.stands[b.number("A")].morale == morale


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


@rule("TC X10")
def test_a_straight_line_away_is_straight_whatever_its_angle():
    """One inch east for three north: in eight inches two and a half east, where 15 degrees would be two."""
    b = battle("table 24 24", "US rifle A 10,8", "German rifle X 9,5")
    ends = [away_from(b.look, b.number("A"), b.number("X"), 800, turned)[-1] for turned in (0, 3)]
    assert [b.world.table.text(end) for end in ends] == ["12.5,15.5", "17.0,12.0"], "45 degrees are counted from 15"


@rule("TC M9")
def test_the_way_of_a_panic_has_every_point_once():
    b = battle("table 24 24", "US rifle A 10,8 suppressed", "German rifle X 9,7")
    way = panic_way(b.look, b.number("A"), b.number("X"))
    assert [b.world.table.text(each) for each in way] == [f"{10 + n / 2},{8 + n / 2}" for n in range(12)]


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
def test_the_ten_ways_of_a_drift_are_those_of_a_circle():
    for number, (east, north) in enumerate(COMPASS):
        angle = math.radians(36 * number)
        assert (east, north) == (round(1_000_000 * math.sin(angle)), round(1_000_000 * math.cos(angle)))


@rule("TC G4")
def test_nobody_is_asked_to_fire_at_a_stand_that_is_gone_as_it_lands():
    b = without(battle("US rifle A 5,2", "US rifle B 9,2", "German rifle X 5,8"), "A")
    field = field_of(b)
    Landed(0, b.number("A")).run(field)
    assert field.events == []


# Arriving


@rule("TC G4")
@pytest.mark.parametrize(
    ("kind", "at", "heading"),
    [("w44_m4_75", "20,2", 1), ("w44_m4_75", "28,34", 13), ("w44_m4_75", "2,18", 6), ("w44_m4_75", "46,18", 18),
     ("rifle", "2,18", 0)],
)  # fmt: skip
def test_a_vehicle_that_arrives_faces_the_middle_of_the_table(kind, at, heading):
    b = battle(
        "table 48 36", "formation Late turn 2", f"US {kind} T 5,5 formation=Late", "German rifle R 24,30", turn=2
    )
    b.state = msgspec.structs.replace(b.state, stack=(*b.state.stack, Arrive(0, b.number("T"))))
    b.do("place", at)
    assert (b.where("T"), b["T"].heading % 24) == (f"{at.split(',')[0]}.0,{at.split(',')[1]}.0", heading)


# Bad ground by the die


@rule("TC M5", "TC V25")
@pytest.mark.parametrize(
    ("way", "index", "rate", "name"),
    [
        ("1,8 1.5,8 2,8", 2, "all", ""),  # along the road
        ("3,8 3,9", 1, "all", "Copse"),  # it begins on the road and turns off
        ("2,8 2.5,8 3,8 3,9", 3, "all", "Copse"),  # it came by the road and turns off
        ("3,6.5 3,7 3,8 3,9", 3, "all", ""),  # it only crosses the road inside the wood
        ("3,8 3,9", 1, "nobody", ""),  # the road is no help: it was in the wood before
        ("1.5,8 2,8", 1, "nobody", "Copse"),
        ("1,10 3,8", 1, "all", "Copse"),  # to be on the road at the end is not to have come by it
        ("2,8 3,7 3,8 3,9", 3, "all", ""),
        ("1,10 1.5,10 2,10", 2, "all", "Copse"),  # across the fields
        ("2,10 2.5,10", 1, "all", ""),
        ("6,10 6.5,10", 1, "all", ""),  # out of it
        ("9,3 9,4", 1, "all", "higher ground"),
        ("9,4 9,3", 1, "all", ""),
    ],
)
def test_what_a_step_enters_goes_by_how_it_came_there(way, index, rate, name):
    lines = "woods Copse 2,6 6,6 6,12 2,12", "road 0,8 24,8", "hill Rise 8,3.5 12,3.5 12,5 8,5 level=1"
    b = battle(*lines, "US rifle A 15,2", "German rifle X 20,14", road_rate=rate)
    path = [b.at(each) for each in way.split()]
    assert what_impedes(b.world, "infantry", path, index) == name
    if name:
        assert entry(b.world, "infantry", path, index - 1) == index
    assert entry(b.world, "infantry", path, len(path) - 1) == 0


@rule("TC G4")
def test_a_vehicle_off_the_road_rolls_at_the_first_of_its_two_dangers():
    """Half an inch a step: more than an inch off the road at the third point, into the ford at the seventh."""
    bog = Bogging(ground=("ford",), at_most=2, off_road=1)
    b = battle("table 40 24", "ford Ford 11,0 14,0 14,24 11,24", "road 2,20 38,20", "US w44_m4_75 T 8,5 heading=6",
               "US rifle A 8,10", "German rifle Z 38,22", special=(bog,), scale="platoon")  # fmt: skip
    path = [b.at(f"{7.5 + step / 2},5") for step in range(9)]
    assert bog._too_far(b.look, path) == 3
    assert bog.on_the_way(b.look, b.number("T"), path, 0)[0] == 3
    assert bog.on_the_way(b.look, b.number("T"), path, 2)[0] == 3
    assert bog.on_the_way(b.look, b.number("T"), path, 3)[0] == 7, "then the ford"
    assert bog.on_the_way(b.look, b.number("T"), path, 7) is None
    assert bog.on_the_way(b.look, b.number("A"), path, 0) is None, "men do not bog"
    assert bog._too_far(b.look, [b.at(f"{8 + step / 2},20") for step in range(9)]) == 0, "on the road"
    assert bog.on_the_way(b.look, b.number("T"), path[:6], 0)[0] == 3, "without a ford too"
    for way in ("8,20 8,19 8,18.5", "8,18.5 8,19 8,20"):
        assert bog._too_far(b.look, [b.at(each) for each in way.split()]) == 2, "to and from the road count"
    ford_first = [b.at(f"{10.5 + step / 2},5") for step in range(9)]
    assert bog.on_the_way(b.look, b.number("T"), ford_first, 0)[0] == 1


# The end


@rule("TC G5", "TC S4")
@pytest.mark.parametrize(
    ("gone", "late", "turn", "over", "winner"),
    [
        ("", "", 1, False, None),
        ("A", "", 1, True, 1),
        ("X", "", 1, True, 0),
        ("AX", "", 1, True, None),
        ("A", "US", 1, False, None),  # the others are still to come
        ("A", "US", 2, True, 1),  # and now they are not
    ],
)
def test_a_side_with_nothing_left_and_nothing_to_come_has_lost(gone, late, turn, over, winner):
    lines = ["US rifle A 5,2", "German rifle X 5,8"]
    lines += ["formation Late turn 2", "US rifle B 9,2 formation=Late"] if late else []
    b = battle(*lines, turn=turn)
    stands = list(b.state.board.stands)
    for name in gone:
        stands[b.number(name)] = Stand(hits=0)
    if late and turn == 2:
        stands[b.number("B")] = Stand(hits=0)
    field = b.game.system.field(b.game, msgspec.structs.replace(b.state.board, stands=tuple(stands)))
    assert b.world.victory.early(field) == over
    assert (field.result is not None) == over
    if over:
        assert field.result.winner == winner


# Watching


@rule("TC O4", "TC O10")
@pytest.mark.parametrize("moment", ["shared", "any"])
@pytest.mark.parametrize(
    ("watcher", "asked"),
    [
        ("20,30", True), ("19.5,30", False),  # it is an inch nearer when it has been seen to move an inch
        ("55,30", True), ("55.5,30", False),
        ("37,47", True), ("37,48", False),
        ("37,13", True), ("37,12", False),
    ],
)  # fmt: skip
def test_a_watcher_on_any_side_of_a_way_is_asked_where_it_comes_in_range(watcher, asked, moment):
    """Rifles fire sixteen inches, from edge to edge."""
    b = battle("table 72 60", "US rifle A 36,30", f"German rifle X {watcher}", opportunity_moment=moment)
    b.do("stand", "A").do("move", "38,30")
    assert (b.decides() == "German") == asked


# Touching ground


@rule("TC G4")
@pytest.mark.parametrize(
    ("at", "touches"),
    [
        ("10,10", True),  # the wire lies wholly under the base
        ("10,9.5", True), ("10,9", False),  # from the south its edge reaches the wire, or falls short
        ("10,11", True), ("10,11.5", False),
        ("9.5,10", True), ("9,10", False),
        ("11,10", True), ("11.5,10", False),
        ("15,10", True), ("15,6.5", True), ("15,6", False), ("15,13.5", True), ("15,14", False),
    ],
)  # fmt: skip
def test_a_base_touches_ground_that_lies_under_it_or_at_its_edge(at, touches):
    """A piece of wire smaller than a base, half an inch square, and a wood that a base lies in."""
    lines = "wire Wire 10,10 10.5,10 10.5,10.5 10,10.5", "woods Wood 13,7 17,7 17,13 13,13"
    b = battle(*lines, "US rifle A 2,2", "German rifle X 20,14")
    number = 0 if float(at.split(",")[0]) < 12 else 1
    assert b.world.touches(b.at(at), number) == touches
    small = battle("wire Wire 10.1,10.1 10.4,10.1 10.4,10.4 10.1,10.4", "US rifle A 2,2", "German rifle X 20,14")
    assert small.world.touches(small.at("10,10"), 0), "though it reaches neither the middle nor an edge"
    assert not small.world.touches(small.at("11,10"), 0)
