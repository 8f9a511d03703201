"""The bots use the armor rules: tank smoke, falling back, guards that break out of platoons, fragmentary orders."""

import pytest
from msgspec.structs import replace

from sandtable.bots.captain import CaptainBot
from sandtable.bots.commander import CommanderBot
from tests.systems.tcs.armor.test_fragments import asked, planned
from tests.systems.tcs.armor.test_platoons import battle
from tests.systems.tcs.battle import Battle

FIELD = "1212 open\n"
QUIET = {"fire_triggers": False, "return_fire": False}


def choice(b, player=CaptainBot):
    """What the bot does, with the target by its name."""
    decision = b.decision()
    action = player(b.game, 1).choose(b.game.view(b.state, decision.side))
    offer = decision.offer(action.verb)
    name = "" if action.target is None else b.game.system.name_of(b.game, offer.kind, action.target)
    return action.verb, name


# AR 4.6


DASH = """1206 open
Blue us_rifle_plt A 0101 move
Blue us_rifle_plt B 0201 move
Blue us_m4_75 T 0311
{} X 0108 dug_in
{} Y 0208 dug_in
Red ge_81mm_sec Z 0112
"""
GUNS, TRUCKS = ("Red ge_smg_sec",) * 2, ("Red ge_truck",) * 2


def test_a_tank_fires_smoke_before_those_who_have_to_cross_open_ground():
    b = Battle(DASH.format(*GUNS), objective="0112", turns=3, armor_smoke=True)
    assert choice(b) == ("armor.smoke", "T")
    b.do("armor.smoke", "T")
    verb, name = choice(b)
    assert verb == "at"
    ground = b.world.ground
    assert ground.distance(b.hex(name), b.hex("0108")) < ground.distance(b.hex("0101"), b.hex("0108"))
    assert name not in ("0108", "0208"), "between them, and not on the enemy"


def test_it_fires_no_smoke_where_nobody_would_fire_or_where_it_has_a_good_shot():
    assert choice(Battle(DASH.format(*TRUCKS), objective="0112", turns=3, armor_smoke=True))[0] != "armor.smoke"
    target = "Red ge_pz4 P 0103 move\n"
    b = Battle(DASH.format(*GUNS) + target, objective="0112", turns=3, armor_smoke=True)
    assert choice(b) == ("point", "0103")


HALT = """1212 open
Blue ge_panther P 0105 move spent=6 impulse=3
{}
"""


@pytest.mark.parametrize(
    ("enemies", "drops"),
    [
        (("Red su_is2 A 0109", "Red su_is2 B 0109", "Red su_is2 C 0109", "Red su_is2 D 0109"), True),
        (("Red us_m5a1 A 0109",), False),
        ((), False),
    ],
)
def test_a_panther_drops_smoke_where_it_halts_before_stronger_enemies(enemies, drops):
    b = Battle(HALT.format("\n".join(enemies)), objective="0101", armor_smoke=True, **QUIET)
    assert "P" in b.offers("armor.drop_smoke")
    assert (choice(b) == ("armor.drop_smoke", "P")) == drops
    if drops:
        b.do("armor.drop_smoke", "P")
        assert choice(b)[0] != "armor.drop_smoke"


def test_overwatch_without_a_shot_becomes_smoke_against_those_who_can_still_fire():
    lines = """1214 open
        Red us_m4_75 A 0101
        Red us_m4_75 B 0101
        {} G 0109
        {} H 0109
        Blue ge_panther X 0111 move
    """
    b = Battle(lines.format(*("Blue ge_panther",) * 2), objective="0101", armor_smoke=True, **QUIET).go("X", "0110")
    assert choice(b)[0] == "armor.answer_smoke"
    b.do("armor.answer_smoke", choice(b)[1])
    verb, name = choice(b)
    assert (verb, name in {f"010{n}" for n in range(2, 9)}) == ("at", True)
    calm = Battle(lines.format(*("Blue ge_truck",) * 2), objective="0101", armor_smoke=True, **QUIET).go("X", "0110")
    assert choice(calm) == ("hold", "")


# AR 4.10


def outpost(line="Red us_m5a1 A 0104", more="", objective="1212", **how):
    text = f"1212 open\n0101 woods\n0201 woods\n0202 woods\n{line}\n{more}\n"
    text += "".join(f"Blue ge_panther P{n} 0107 move\n" for n in range(4))
    b = Battle(text, objective=objective, **{"fall_back": True, **QUIET, **how}).do("move", "P0")
    for n in range(1, 4):
        b.do("along", f"P{n}")
    return b.do("to", "0106")


def test_a_light_tank_falls_back_from_panthers_that_it_can_only_scratch():
    b = outpost()
    assert choice(b) == ("armor.fall_back", "A")
    b.do("armor.fall_back", "A")
    if b.decides() == "Red":
        there = choice(b)
        assert there[0] == "to"
        b.do(*there)
    assert b.world.ground.distance(b.look.units[0].at, b.hex("0106")) > 2


def test_it_stays_where_it_has_a_good_shot_or_a_place_to_hold_or_little_to_fear():
    assert choice(outpost("Red su_is2 A 0104"))[0] == "point"
    held = outpost(objective="0104")
    assert "armor.fall_back" in held.verbs()
    assert choice(held)[0] != "armor.fall_back"
    text = "1212 open\n0101 woods\nRed us_m5a1 A 0104\nBlue ge_truck P 0107 move"
    weak = Battle(text, objective="1212", fall_back=True, **QUIET).go("P", "0106")
    assert choice(weak)[0] != "armor.fall_back"


# AR 4.2B


PLATOON = (
    "1212 open",
    "Blue us_m4_75 A 0103 steps=4 plt=1 move",
    "Blue us_m4_75 A2 off lost plt=1",
    "Blue us_m4_75 A3 off lost plt=1",
)
ENEMY = "Red ge_pz4 X {} steps=4"


def taken(*lines, enemy="0110", **how):
    """A platoon has taken the first of two places, and goes for the other."""
    b = battle(*PLATOON, *lines, ENEMY.format(enemy), objective="0103", turns=9, **how)
    world = replace(
        b.world,
        objectives=(b.hex("0103"), b.hex("1203")),
        started=tuple(0 if name in ("A2", "A3") else 4 for name in b.world.names),
    )
    b.game.world = world
    b.state = replace(b.state, board=replace(b.state.board, holders=(0, 1)))
    return b


def test_a_platoon_that_drives_on_leaves_a_vehicle_in_the_place_it_holds():
    b = taken()
    assert choice(b) == ("armor.break_out", "A")
    b.do("armor.break_out", "A")
    assert choice(b) == ("move", "A"), "and one is enough"
    b.do("move", "A")
    b.do(*choice(b))
    assert b.where("A") != "0103"
    for _ in range(12):
        if b.decides() != "Blue" or choice(b)[0] == "end":
            break
        assert choice(b)[1] != "A2", "the guard stays"
        b.do(*choice(b)) if choice(b)[1] else b.do(choice(b)[0])
    assert b.where("A2") == "0103"


def test_it_leaves_nobody_where_others_stay_or_no_enemy_is_near():
    assert choice(taken("Blue us_rifle_plt I 0103"))[0] != "armor.break_out"
    assert choice(taken(enemy="1212"))[0] != "armor.break_out"


def test_parts_of_a_platoon_join_again_away_from_the_places_to_hold():
    split = [
        line.replace("A2 off lost", "A2 0105 steps=1 move").replace("A 0103 steps=4", "A 0105 steps=3")
        for line in PLATOON
    ]
    b = battle(*split, ENEMY.format("0110"), objective="0103", turns=9)
    assert choice(b)[0] == "armor.join"


# AR 4.8


def waiting(**how):
    b = asked(planned(**how))
    b.game.world = replace(b.world, objectives=(b.hex("0802"),))
    b.state = replace(b.state, board=replace(b.state.board, holders=(1,)))
    return b


def asks_for(b):
    action = CommanderBot(b.game, 1).choose(b.game.view(b.state, 0))
    return action.verb, action.target


def test_units_without_orders_act_on_an_attack_that_is_being_prepared():
    b = waiting()
    verb, pair = asks_for(b)
    assert verb == "armor.frag"
    b.do("armor.frag", pair)
    verb, other = asks_for(b)
    assert (verb, other != pair) == ("armor.frag", True)
    b.do("armor.frag", other)
    assert asks_for(b) == ("done", None), "a third would shake the battalion too much"


def test_they_wait_for_the_order_near_the_enemy_or_near_the_objective_or_when_it_is_not_wanted():
    from tests.systems.tcs.armor.test_fragments import TANKS

    assert asks_for(waiting(text=TANKS.replace("X 0801", "X 0105")))[0] == "done"
    assert asks_for(waiting(text=TANKS.replace("0102 move", "0602 move")))[0] == "done"
    b = waiting()
    b.state = replace(b.state, board=replace(b.state.board, holders=(0,)))
    assert asks_for(b)[0] == "done"
    assert asks_for(waiting(bn={"37": 2}))[0] == "done"


# AR 4.2a


def test_a_plain_vehicle_is_lost_in_place_of_a_leader():
    lines = "0110 open\n0107 village\nBlue us_rifle_plt I 0106\nRed ge_pz4 L 0107 leader\nRed ge_pz4 M 0107\n"
    b = Battle(lines, armor_leaders=True, **QUIET).do("antitank", "I").do("at", "L", 12)
    assert b.decides() == "Red"
    assert choice(b) == ("lose", "M")
