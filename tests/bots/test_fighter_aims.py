"""What the Tactical Combat bot makes for: places to leave by, to fetch from, to open, to hold and to land at."""

import msgspec
import pytest

from sandtable import Dice
from sandtable.bots.fighter import FighterBot
from sandtable.bots.fighter.acting import Acting
from sandtable.bots.fighter.ground import Ground
from sandtable.bots.fighter.memory import Choice, Memory
from sandtable.bots.fighter.plan import Aim, Aims, Plan
from sandtable.bots.fighter.survey import Survey, Temper
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.situation import base_near_point
from sandtable.systems.tactical_combat.special.airdrop import Airdrop
from sandtable.systems.tactical_combat.special.airlanding import AirLanding, LandHere
from sandtable.systems.tactical_combat.special.breach import Breach
from sandtable.systems.tactical_combat.special.demolition import Demolition
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.foothold import Foothold
from sandtable.systems.tactical_combat.special.fuel import Fuel
from sandtable.systems.tactical_combat.special.touchdown import LandingFire
from sandtable.systems.tactical_combat.special.wrecks import Wrecks
from sandtable.systems.tactical_combat.victory import Victory
from tests.bots.test_fighter import battle, choose, phase
from tests.systems.tactical_combat.special.beach import Beach


def holding(b, *holders):
    """The objectives are held by these sides."""
    b.state = msgspec.structs.replace(b.state, board=msgspec.structs.replace(b.state.board, holders=holders))
    return b


def defended(b, *names):
    """The scenario says who held what at the start."""
    given = zip(b.game.scenario.objective, names, strict=True)
    objectives = tuple(msgspec.structs.replace(each, holder=name) for each, name in given)
    b.game.scenario = msgspec.structs.replace(b.game.scenario, objective=objectives)
    return b


def plan(b, side=0, aims=None):
    return Plan(b.look, side, Ground.of(b.look), aims)


def aim_at(b, name, side=0):
    aim = plan(b, side).aim(b.number(name))
    return None if aim is None else b.game.world.table.text(aim.at)


# Leaving the table


GATE = """
    table 60 30
    objective gate {gate} 1
    objective hill 20,27 1
    US w44_m4_75 T 20,4 heading=6
    US w44_m4_75 U 18,4 heading=6
    German rifle R 20,27
"""


def test_a_vehicle_leaves_where_that_is_worth_points():
    b = battle(GATE.format(gate="32,4"), special=(Exit(side="US", marker="gate", vehicle=3),))
    moves = {name: place for name, verb, place in phase(b) if verb == "move"}
    near = base_near_point(b.game.world.base(moves["T"], 0), (3200, 400), 200)
    assert near, b.game.world.table.text(moves["T"])


@pytest.mark.parametrize(("most", "leave"), [(6, "TU"), (3, "T")])
def test_no_more_leave_than_count(most, leave):
    b = battle(GATE.format(gate="36,4"), special=(Exit(side="US", marker="gate", vehicle=3, most=most),))
    shared = Aims()
    assert [name for name in "TU" if plan(b, aims=shared).aim(b.number(name)).leave] == list(leave)


def test_nobody_leaves_before_what_must_be_held_is_taken():
    rules = {"special": (Exit(side="US", marker="gate", vehicle=3),), "victory": Victory(must_hold={"US": "hill"})}
    b = battle(GATE.format(gate="32,4"), **rules)
    assert aim_at(b, "T") == "20.0,27.0"
    assert aim_at(holding(b, 1, 0), "T") == "32.0,4.0"


@pytest.mark.parametrize("points", [3, 1])
def test_the_enemy_bars_a_way_out_that_is_worth_much(points):
    text = GATE.format(gate="32,4").replace("objective hill 20,27", "objective hill 58,28") + "German w44_pz4 P 40,20"
    b = battle(text, special=(Exit(side="US", marker="gate", vehicle=points),), side="German")
    holding(b, 1, 1)
    assert any(goal.aim == Aim(b.at("32,4"), hold=True) and goal.points == 3 for goal in plan(b, 1).goals) == (
        points > 1
    )
    assert aim_at(b, "P", side=1) == "32.0,4.0"


# Fetching


def test_a_parachutist_without_weapons_goes_right_up_to_his_container():
    b = battle(
        """
        table 40 30
        formation Drop turn 1
        objective farm 20,28 3
        US rifle A 1,1 formation=Drop
        US rifle B 1,1 formation=Drop
        German rifle R 20,28
        """,
        special=(drop := Airdrop(formation="Drop", stick=2, containers=True),),
    )
    stands = list(b.state.board.stands)
    stands[b.number("A")] = msgspec.structs.replace(stands[b.number("A")], at=b.at("12,6"))
    board = msgspec.structs.replace(b.state.board, stands=tuple(stands), memories=((b.at("6.5,6.5"), 0, 0),))
    b.state = msgspec.structs.replace(b.state, board=board)
    phase(b)
    assert base_near_point(b.look.base(b.number("A")), (650, 650), 49), b.where("A")
    assert not drop.has_weapons(b.look, b.number("A")), "he has them at the end of the turn"


# Opening


WIRE = """
    table 30 40
    wire_belt W1 0,12 10,12 10,13.5 0,13.5
    {middle}
    wire_belt W3 20,12 30,12 30,13.5 20,13.5
    objective farm 15,37 3
    US {kind} A {at}
    German rifle R 15,37
"""
CLOSED = "wire_belt W2 10,12 20,12 20,13.5 10,13.5"
OPEN = "buildings Hut 28,28 29,28 29,29 28,29"


def wire(kind="engineer", at="15,6", middle=CLOSED):
    return battle(
        WIRE.format(kind=kind, at=at, middle=middle),
        special=(Breach(side="US", ground="wire_belt", engineers=6, others=2),),
        turns=10,
    )


@pytest.mark.parametrize("kind", ["engineer", "rifle"])
def test_it_goes_to_the_wire_that_bars_its_way_and_opens_it(kind):
    b = wire(kind)
    (name, verb, place), *_ = phase(b)
    assert (name, verb) == ("A", "move")
    assert any(b.look.world.touches(place, number) for number in range(3)), b.game.world.table.text(place)
    b = wire(kind, at="15,11.5")
    action = choose(b)
    assert action == Action("stand", b.number("A"))
    b.do("stand", "A")
    assert choose(b) == Action("task", (0, 1)), "the piece before it"


def test_wire_with_a_gap_beside_it_is_left_alone():
    b = wire(at="9.5,11.5", middle=OPEN)
    (name, verb, place), *_ = phase(b)
    assert (name, verb) == ("A", "move")
    assert b.game.world.table.point(place)[1] > 1200, "it goes through the gap"


def test_a_wreck_beside_the_way_is_not_cleared_while_there_is_something_better_to_do():
    b = battle(
        """
        table 40 30
        road 0,10 40,10
        objective farm 20,28 3
        US rifle A 20,9
        German rifle R 20,28
        """,
        special=(Wrecks(),),
    )
    board = msgspec.structs.replace(b.state.board, memories=((b.at("20,10"),),))
    b.state = msgspec.structs.replace(b.state, board=board)
    did = phase(b)
    assert [verb for _, verb, _ in did][:1] == ["move"]


# Holding


POSTS = """
    table 50 30
    hard_cover Nest 8,20 12,20 12,22 8,22
    objective west 10,27 3
    objective east 40,27 3
    US rifle A 40,3
    US rifle B 42,3
    German hmg M 10,21
    German rifle N 20,27
"""


def test_who_covers_a_place_from_a_prepared_position_stays_in_it():
    b = holding(defended(battle(POSTS, side="German"), "German", "German"), 1, 1)
    assert aim_at(b, "M", side=1) == "10.0,21.0", "where it is"
    assert aim_at(b, "N", side=1) in {"10.0,27.0", "40.0,27.0"}
    phase(b)
    assert b.where("M") == "10.0,21.0"


def test_the_post_is_left_when_the_place_it_covers_is_lost():
    b = holding(defended(battle(POSTS, side="German"), "German", "German"), 0, 1)
    assert aim_at(b, "M", side=1) == "10.0,27.0"


def test_who_attacks_leaves_a_guard_at_what_he_has_taken_and_goes_on():
    b = battle("""
        table 50 30
        objective bridge 10,6 2
        objective town 30,6 3
        US rifle A 9,6 formation=1st
        US rifle B 11,6 formation=2nd
        US rifle C 11,8 formation=3rd
        German rifle R 29,6
        German rifle S 31,6
    """)
    holding(defended(b, "German", "German"), 0, 1)
    shared = Aims()
    aims = [plan(b, aims=shared).aim(b.number(name)) for name in "ABC"]
    assert sum(aim == Aim(b.at("30,6")) for aim in aims) >= 2


def test_it_makes_for_what_it_made_for_in_the_last_turn():
    b = battle("""
        table 50 30
        objective west 10,20 3
        objective east 30,20 3
        US rifle A 20,4
        German rifle R 10,20
        German rifle S 30,20
    """)
    for name in ("10,20", "30,20"):
        assert plan(b, aims=Aims(before={0: b.at(name)})).aim(0) == Aim(b.at(name))


# Ground that counts


def test_ground_that_counts_at_the_end_is_worth_climbing_to():
    text = """
        table 50 30
        zone height 0,18 50,18 50,30 0,30
        objective road 20,12 3
        objective top 20,20 3
        US rifle A 20,6
        German rifle R 48,2
    """
    assert aim_at(battle(text), "A") == "20.0,12.0"
    assert aim_at(battle(text, special=(Foothold(side="US", zone="height"),)), "A") == "20.0,20.0"


def test_it_does_not_count_on_a_bridge_that_the_enemy_may_blow():
    text = """
        table 40 30
        river Brook 0,14 40,14 40,16 0,16
        bridge Bridge 9,13.5 12,13.5 12,16.5 9,16.5
        objective farm 10,24 3
        US w44_m4_75 T 10,6
        German rifle R 10,24
    """
    ways = []
    for special in ((), (Demolition(side="German", feature="Bridge", from_turn=2, at_most=6),)):
        b = battle(text, special=special)
        ground = Ground.of(b.look)
        ways.append(ground.way_to(b.at("10,24"), ground.legs(b.look, b.number("T")), b["T"].at))
    assert ways[0] + 1000 < ways[1] < 30_000


def test_where_fuel_is_short_a_vehicle_moves_only_for_a_reason():
    text = """
        table 40 40
        objective farm 20,8 3
        US w44_m4_75 T 20,{y}
        German rifle R 20,39
    """
    fuel = (Fuel(side="US", points=9),)
    assert choose(holding(battle(text.format(y=4)), 0)).verb == "stand", "nearer to what it holds"
    assert choose(holding(battle(text.format(y=4), special=fuel), 0)) == Action("end")
    assert choose(battle(text.format(y=1), turns=3, special=fuel)).verb == "stand", "it has to be there in time"


def test_a_carrier_waits_for_those_who_ride_with_it():
    text = """
        table 60 30
        objective farm 57,15 3
        US w44_ht H 6,15 formation=1st
        US rifle A 8,15 formation=1st {}
        German rifle R 57,15
    """
    for state, first in [("", ("A", "mount")), ("finished", ("H", "move"))]:
        assert phase(battle(text.format(state)))[0][:2] == first


# Coming


TIDE = """
[[table.feature]]
kind = "sea"
name = "the flood"
polygon = [[0, 2], [40, 2], [40, 5], [0, 5]]

[[special]]
rule = "tide"
side = "US"
rises = [{ turn = 2, feature = "the flood", zone = "line" }]
"""


def test_it_goes_ashore_before_the_tide_comes_in(tmp_path):
    b = Beach(tmp_path, TIDE).do("place", "20,3")
    view = b.game.view(b.state, 0)
    player = FighterBot(b.game, 1)
    b.state, _ = b.game.apply(b.state, 0, player.choose(view), Dice.scripted())
    view = b.game.view(b.state, 0)
    action = player.choose(view)
    assert action.verb == "move"
    assert b.game.world.table.point(action.target)[1] > 500


HILL = """
[[table.marker]]
name = "the hill"
at = [31, 20]

[[objective]]
marker = "the hill"
points = 3
holder = "German"
"""


def test_it_lands_opposite_what_it_wants(tmp_path):
    b = Beach(tmp_path, HILL)
    view = b.game.view(b.state, 0)
    action = FighterBot(b.game, 1).choose(view)
    assert action.verb == "place"
    x, _ = b.game.world.table.point(action.target)
    assert 2500 <= x <= 3600


def test_those_of_a_formation_land_together(tmp_path):
    stands = '{ kind = "leader", name = "Leader" }, { kind = "rifle", name = "Section", count = 2 }'
    b = Beach(tmp_path, HILL, stands).do("place", "6,3")
    view = b.game.view(b.state, 0)
    action = FighterBot(b.game, 1).choose(view)
    x, _ = b.game.world.table.point(action.target)
    assert x <= 1400, "beside the leader, not opposite the hill"


@pytest.mark.parametrize(("more", "answer"), [("", "fire"), ("buildings Camp 18,12 22,12 22,16 18,16", "hold")])
def test_who_lands_is_fired_at_if_the_shot_is_worth_it(more, answer):
    """In the open it is; in a house, with others about to come, the shot is kept."""
    others = "\n".join(f"US rifle B{n} {10 + 2 * n},14" for n in range(5)) if more else ""
    text = f"table 40 30\n{more}\nUS rifle A 20,14\nGerman rifle R 20,5\n{others}"
    b = battle(text)
    asks = LandingFire(1, b.number("A"), (b.number("R"),), -1 if answer == "fire" else 2)
    b.state = msgspec.structs.replace(b.state, stack=(*b.state.stack, asks))
    assert choose(b).verb == answer


def test_who_is_flown_in_gets_out_on_the_side_away_from_the_enemy():
    b = battle(
        """
        table 40 30
        formation Flown turn 1
        objective field 20,15 3
        US rifle A 1,1 formation=Flown
        US rifle B 2,2
        German hmg M 31,15
        """,
        special=(AirLanding(formation="Flown", marker="field"),),
    )
    asks = LandHere(0, b.number("A"), 0)
    b.state = msgspec.structs.replace(b.state, stack=(*b.state.stack, asks))
    action = choose(b)
    assert action.verb == "place"
    assert b.game.world.table.point(action.target)[0] <= 2000


# Memory


REMEMBERED = """
    table 60 30
    US rifle A 10,10
    US rifle B 11.5,10
    US rifle C 50,10
    German rifle R 10,22
"""


def forgotten(changed, target="", **now):
    """Of whom the fight and of whom the move is forgotten when a stand changes; all would fire at the target."""
    b = battle(REMEMBERED)
    memory = Memory()
    memory.follow(b.look, 0)
    known = {b.number(name): Choice(1, Action("fire", b.number(target) if target else -1)) for name in "ABC"}
    memory.fights.update(known)
    memory.moves.update(known)
    stands = list(b.state.board.stands)
    stands[b.number(changed)] = msgspec.structs.replace(stands[b.number(changed)], **now)
    board = msgspec.structs.replace(b.state.board, stands=tuple(stands))
    b.state = msgspec.structs.replace(b.state, board=board)
    memory.follow(b.look, 0)
    return tuple("".join(b.names[n] for n in known if n not in kept) for kept in (memory.fights, memory.moves))


def test_what_a_stand_would_do_is_forgotten_when_it_has_acted():
    assert forgotten("B", finished=True) == ("B", "B")


def test_a_friend_who_moves_away_may_have_been_in_the_way_of_those_beside_it():
    at = battle(REMEMBERED).game.world.table.position(1500, 1000)
    assert forgotten("B", at=at) == ("B", "AB")


def test_an_enemy_who_has_fired_no_longer_stops_those_in_his_range():
    assert forgotten("R", finished=True) == ("", "AB")


def test_an_enemy_who_is_hit_matters_to_those_in_range_who_would_fire_at_him():
    assert forgotten("R", "R", morale=1) == ("AB", "AB")
    assert forgotten("R", "C", morale=1) == ("", "AB")


def test_an_enemy_who_is_hit_matters_to_those_who_could_rush_him():
    b = battle("US rifle A 10,10\nGerman rifle R 10,15")
    memory = Memory()
    memory.follow(b.look, 0)
    memory.fights[0] = None
    stands = b.state.board.stands
    hit = (stands[0], msgspec.structs.replace(stands[1], morale=1))
    b.state = msgspec.structs.replace(b.state, board=msgspec.structs.replace(b.state.board, stands=hit))
    memory.follow(b.look, 0)
    assert not memory.fights


def test_a_stand_that_can_do_nothing_is_not_chosen_again():
    b = battle("US rifle A 10,10\nGerman rifle R 10,15")
    memory = Memory()
    memory.follow(b.look, 0)
    acting = Acting(Survey(b.look, 0, Ground.of(b.look), Temper(), memory), memory)
    assert acting.fight(0) is not None
    assert acting.best(0, {}) is None
    assert (acting.fight(0), acting.move(0)) == (None, None)


def test_a_new_turn_begins_with_nothing_but_the_old_aims():
    b = battle("US rifle A 10,10\nGerman rifle R 10,15")
    memory = Memory()
    memory.follow(b.look, 0)
    memory.fights[0] = None
    memory.aims.of[0] = Aim(7)
    b.state = msgspec.structs.replace(b.state, board=msgspec.structs.replace(b.state.board, turn=2))
    memory.follow(b.look, 0)
    assert (memory.fights, memory.aims.of, memory.aims.before) == ({}, {}, {0: 7})
