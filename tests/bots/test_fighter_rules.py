"""What the Tactical Combat bot makes of carriers, leaders, spotters and slopes: small battles drawn as text."""

import pytest

from sandtable.bots.fighter.ground import Ground
from tests.bots.test_fighter import battle, phase
from tests.bots.test_fighter_aims import plan

# Carriers (TC V4)


APART = """
    table 70 40
    objective farm 66,15 3
    US w44_ht H {carrier} formation=1st
    US rifle A {rifles} formation=1st
    {enemy}
"""
FAR_OFF = "German rifle R 66,15"


def test_a_carrier_drives_up_to_infantry_that_has_far_to_go_and_loads_it():
    b = battle(APART.format(carrier="14,15", rifles="6,15", enemy=FAR_OFF), turns=12)
    did = [(name, verb) for name, verb, _ in phase(b) if verb != "face"]
    assert did[:2] == [("H", "move"), ("A", "mount")]
    assert b["A"].carrier == b.number("H")


@pytest.mark.parametrize(
    ("carrier", "rifles", "options", "enemy"),
    [
        ("54,15", "46,15", {}, FAR_OFF),  # not far to go
        ("30,15", "6,15", {}, FAR_OFF),  # farther back than half a move
        ("14,15", "6,15", {"carriers_wait": True}, FAR_OFF),  # a carrier that has driven loads nobody
        ("14,15", "6,15", {}, "German w44_pak40 G 2,37 heading=12"),  # under the eyes of a gun
    ],
)
def test_a_carrier_fetches_nobody_where_that_does_not_pay(carrier, rifles, options, enemy):
    b = battle(APART.format(carrier=carrier, rifles=rifles, enemy=enemy), turns=12, **options)
    x = b.game.world.table.point(b["H"].at)[0]
    for name, verb, place in phase(b):
        assert verb != "mount"
        if (name, verb) == ("H", "move"):
            assert b.game.world.table.point(place)[0] >= x, "it does not drive back"


def test_two_carriers_do_not_drive_up_to_the_same_infantry():
    text = APART.format(carrier="14,15", rifles="6,15", enemy=FAR_OFF) + "US w44_ht I 14,17 formation=1st"
    first = [(name, place) for name, verb, place in phase(battle(text, turns=12)) if verb == "move"]
    b = battle(text, turns=12)
    went = {name: b.game.world.table.point(place)[0] for name, place in first}
    assert sorted(x < 1000 for x in went.values()) == [False, True]


def test_a_carrier_does_not_wait_for_a_headquarters_that_never_mounts():
    b = battle(APART.format(carrier="6,15", rifles="6,18", enemy=FAR_OFF).replace("rifle A", "hq A"), turns=12)
    assert [name for name, verb, _ in phase(b) if verb == "move"] == ["H"]


@pytest.mark.parametrize(("x", "unloads"), [(45, False), (50, True), (51, True)])
def test_a_carrier_keeps_half_its_move_to_unload_near_the_goal(x, unloads):
    """Twelve inches from the farm the infantry gets off; eight inches are half the move of a half-track."""
    b = battle(
        f"""
        table 70 30
        objective farm 66,15 3
        US w44_ht H {x},15 formation=1st
        US rifle A {x},15 formation=1st in=H
        German rifle R 66,15 paralyzed
        """,
        turns=6,
    )
    did = [(name, verb) for name, verb, _ in phase(b)]
    assert did[0] == ("H", "move")
    assert (("A", "dismount") in did) == unloads
    assert (b["A"].carrier == -1) == unloads


# Leaders (TC C5)


def test_a_leader_without_men_of_his_own_goes_to_those_who_have_no_leader():
    b = battle(
        """
        table 40 30
        US leader L 20,4 formation=1st
        US rifle A 20,11 formation=2nd finished
        US leader K 30,4 formation=3rd finished
        US rifle C 30,5.5 formation=3rd finished
        German rifle R 20,29
        """,
        command="leaders",
    )
    phase(b)
    assert b.look.leader_near(b.number("A"))


def test_a_leader_stops_where_he_commands_a_stray_of_another_formation_too():
    text = """
        table 40 30
        US leader L 20,8 formation=1st
        US rifle A 20,9.5 formation=1st finished
        US rifle B {stray},9.5 formation=2nd finished
        German rifle R 20,29
    """
    b = battle(text.format(stray=24), command="leaders")
    assert not b.look.leader_near(b.number("B"))
    phase(b)
    assert b.look.leader_near(b.number("A"))
    assert b.look.leader_near(b.number("B"))


def test_a_leader_does_not_leave_his_men_for_one_stray_far_off():
    b = battle(
        """
        table 40 30
        US leader L 20,8 formation=1st
        US rifle A 20,9.5 formation=1st finished
        US rifle B 38,28 formation=2nd finished
        German rifle R 2,29
        """,
        command="leaders",
    )
    phase(b)
    assert b.look.leader_near(b.number("A"))


# Spotters (TC A11)


MORTAR = """
    table 40 30
    woods Copse 14,9 19,9 19,11 14,11
    US leader L 16,5 formation=1st
    US rifle A 16,6.5 formation=1st finished
    US light_mortar M 21,6.5 formation=1st finished
    {other}
    German rifle R 17,{y} paralyzed
"""


def sees(b, name):
    look = b.look
    return Ground.of(look).seen(b["R"].at, (b[name].at,), look.sight_limit())[0]


@pytest.mark.parametrize(
    ("y", "other", "goes"),
    [
        (18, "", True),
        (28, "", False),  # out of the mortar's range
        (18, "US leader K 24,6.5 formation=2nd finished", False),  # somebody else sees him
    ],
)
def test_a_leader_goes_where_he_can_spot_for_the_mortar(y, other, goes):
    b = battle(MORTAR.format(y=y, other=other), command="none")
    assert not sees(b, "L")
    phase(b)
    assert sees(b, "L") == goes


# Slopes (TC M13)


RIDGE = """
    table 40 40
    {hill}
    objective farm 20,36 3
    US rifle A 20,12
    German rifle R 20,39 paralyzed
"""


@pytest.mark.parametrize(
    ("hill", "more"),
    [
        ("", 0),
        ("hill Ridge 0,14 40,14 40,26 0,26 level=1", 600),  # six inches up count twice, and six inches down once
        ("hill Ridge 0,14 22,14 22,26 0,26 level=1", 160),  # the way leads past its eastern end
    ],
)
def test_the_inches_up_a_slope_count_twice_on_its_way(hill, more):
    b = battle(RIDGE.format(hill=hill), turns=12)
    assert abs(plan(b).distance(b.number("A")) - 2400 - more) <= 60, plan(b).distance(b.number("A"))


def test_with_no_time_for_the_climb_it_hurries():
    """Over the ridge it is half a turn's march longer than over the flat: what it can spare is a turn less."""
    flat, ridge = (
        battle(RIDGE.format(hill=hill), turns=8) for hill in ("", "hill Ridge 0,14 40,14 40,26 0,26 level=1")
    )
    assert plan(flat).slack(0) == plan(ridge).slack(0) + 1
