"""Command and movement tries of Micro Armour (MA 04.01, 08.01, 08.02)."""

import pytest

from tests.systems.micro_armour.battle import Battle

rule = pytest.mark.rule

GROUPS = """
    Blue T-72 A 5,2 group=1st
    Blue T-72 B 20,9 group=1st
    Blue T-72 C 30,2 group=2nd
    Red M60A3 X 5,39 heading=12
"""


def move(text=GROUPS, *, orders=(0, 0), side="Blue", **how):
    return Battle(text, phase="move", orders=orders, side=side, sighting=1, **how)


# Command


def command(*dice, **how):
    text = how.pop("text", GROUPS)
    b = Battle(text, whole=True, phase="move", passes=1, sighting=1, **how)
    return b.do("skip", None, 8, 7, *dice)


@rule("MA 08.02.01a", "MA 03.04", "MA CMD")
def test_both_sides_roll_for_orders_with_the_value_of_the_ghq_and_the_generation():
    b = command(6, 9, command=(2, -1), generation=("IV", "II"))
    assert b.state.board.orders == (3, 2), "6 + 2 + 1 = 9 is 3, 9 - 1 - 1 = 7 is 2"
    assert b.modifiers(2) == [(2, "MA 08.02.01a"), (1, "MA 08.02.01c")]
    assert b.modifiers(3) == [(-1, "MA 08.02.01a"), (-1, "MA 08.02.01c")]


@rule("MA 04.01", "MA 08.02.01c")
@pytest.mark.parametrize(("generation", "value"), [("I", -2), ("II", -1), ("III", 0), ("IV", 1)])
def test_the_generation_changes_the_command_roll(generation, value):
    assert command(9, 9, generation=generation).rolls()[2].total == 9 + value
    assert command(9, 9, generation=generation, generation_modifiers=False).rolls()[2].total == 9


@rule("MA 08.02.01c")
def test_the_option_gives_a_value_to_a_ghq_that_has_none():
    assert command(9, 9).rolls()[2].total == 9
    b = command(9, 9, ghq_command_value=2, command=(None, 0))
    assert [roll.total for roll in b.rolls()[2:]] == [11, 9], "a value of the scenario stays"


@rule("MA 08.02.02")
def test_without_its_ghq_a_side_has_no_orders():
    b = Battle(
        "Blue M1A2_Abrams A 5,2 group=1st\n Blue T-72 G 9,2 GHQ\n Red T-72 X 9,10 heading=12", whole=True, side="Red"
    )
    b.attack("G", "X", 1, 2)
    assert b.state_of("G") == "X"
    b.do("skip", None, 9)
    assert b.state.board.orders == (0, 3)
    assert "no_orders" in b.told()


@rule("MA 08.02.02")
def test_orders_in_hand_are_lost_with_the_ghq():
    text = "Blue T-72 G 9,2 GHQ group=1st\n Blue T-72 A 5,2 group=1st\n Red T-72 X 9,12 heading=12"
    b = Battle(text, phase="move", orders=(3, 1)).do("order", "1st", 1).do("move", "G")
    b.do("attack").fire("X", 1, 2)
    assert b.state.board.orders == (0, 1)
    assert "orders_lost" in b.told()


@rule("MA 08.02.01b")
def test_orders_are_not_kept():
    b = Battle(GROUPS, whole=True, phase="move", passes=1, orders=(3, 2), sighting=1).do("skip", None, 8, 7, 2, 2)
    assert b.state.board.orders == (0, 0)


# Tries


@rule("MA 08.01.01a", "MA 08.01.01c", "MA 08.01.01d", "MA 08.02.05")
def test_an_order_sets_a_group_going_with_one_die_for_all_its_stands():
    b = move(orders=(2, 0))
    assert b.offers("order") == {"1st", "2nd"}
    b.do("order", "1st", 14)
    assert len(b.rolls()) == 1
    assert b.modifiers() == []
    assert b.state.board.orders == (1, 0)
    assert b.offers("move") == {"A", "B"}, "they are 16 inches apart"
    failed = move(orders=(2, 0)).do("order", "1st", 15)
    assert failed.offers("move") == set()
    assert "stuck" in failed.told()


@rule("MA 08.02.04b")
def test_nobody_has_to_move():
    b = move(orders=(1, 0)).do("order", "1st", 1).do("stay")
    assert not b["A"].moved
    b = move(orders=(1, 0)).do("order", "1st", 1).do("move", "B").do("stay").do("stay")
    assert not b["B"].moved
    assert b.offers("move") == {"A"}, "stand by stand"


@rule("MA 08.02.03", "MA MCC")
@pytest.mark.parametrize(("roles", "value"), [(("", ""), 0), (("HQ", ""), -2), (("HQ", "GHQ"), -4)])
def test_each_headquarters_in_the_group_helps(roles, value):
    text = "Blue T-72 A 5,2 group=1st {}\n Blue T-72 B 9,2 group=1st {}\n Red M60A3 X 5,39".format(*roles)
    b = move(text, orders=(1, 0)).do("order", "1st", 14 - value)
    assert b.offers("move") == {"A", "B"}
    assert [value for value, _ in b.modifiers()] == [-2] * (-value // 2)
    if value > -6:
        assert move(text, orders=(1, 0)).do("order", "1st", 15 - value).offers("move") == set()


@rule("MA 08.02.09", "MA 08.01.01d")
def test_stands_whose_own_markers_fail_the_roll_stay_behind():
    text = """
        Blue T-72 A 5,2 group=1st
        Blue T-72 B 9,2 group=1st disorganized
        Blue T-72 C 12,2 group=1st suppressed
        Blue T-72 D 15,2 group=1st suppressed disorganized
        Red M60A3 X 5,39
    """
    for die, able in ((7, "ABCD"), (8, "ABC"), (10, "ABC"), (11, "AB"), (12, "A"), (14, "A"), (15, "")):
        b = move(text, orders=(1, 0)).do("order", "1st", die)
        assert b.offers("move") == set(able), die
    b = move(text, orders=(2, 0)).do("order", "1st", 12)
    assert [name for name in "ABCD" if b[name].straggler] == ["B", "C", "D"]
    b.do("stay").do("skip")
    assert b.do("order", "1st", 8).offers("move") == {"A", "B", "C"}, "another order fetches them"


@rule("MA 08.02.06", "MA 08.02.07")
def test_a_group_may_be_tried_again_for_an_order_each_time_after_the_other_side_was_asked():
    b = move(orders=(2, 2)).do("order", "1st", 15)
    assert b.decides() == "Red", "the opponent has an action between"
    b.do("skip").do("order", "1st", 15)
    assert b.state.board.orders == (0, 2)
    b.do("skip")
    assert b.offers("order") == set()
    assert b.why_not("order", "1st") == "you have no orders left (MA 08.02.01b)"


@rule("MA 08.02.04a", "MA 05.00.4a")
def test_the_initiative_says_who_moves_first_and_then_they_alternate():
    b = Battle(GROUPS, initiative="Red", orders=(1, 1), sighting=1, passes=1).do("skip")
    assert b.decides() == "Red"
    b.do("first", "Blue")
    assert b.decides() == "Blue"
    b.do("order", "2nd", 15)
    assert b.decides() == "Red"
    b.do("order", "X", 15)
    assert b.decides() == "Blue"


@rule("MA 08.02.10")
def test_orders_come_first():
    b = move(orders=(1, 0))
    assert b.offers("independent") == set()
    assert "orders come first" in b.why_not("independent", "1st")
    assert move().offers("independent") == {"1st", "2nd"}


ONCE = (
    "without an order a group of yours tries once, and only if none of its stands has moved; after that its stragglers"
    " may (MA 08.02.08a, 08.02.08c)"
)
ALONE = (
    "a stand tries alone in place of its group, if none of the group has tried or moved, or as a straggler of a group"
    " that has moved, once (MA 08.02.08a, 08.02.08c)"
)
COMPANY = """
    Blue T-72 A 5,2 group=1st HQ
    Blue T-72 B 9,2 group=1st suppressed
    Blue T-72 C 12,2 group=1st disorganized
    Blue T-72 D 30,2 group=2nd
    Red M60A3 X 5,39 heading=12
"""


@rule("MA 08.02.08a", "MA MCC")
def test_without_an_order_a_group_tries_at_plus_3_once():
    b = move().do("independent", "1st", 11)
    assert b.modifiers() == [(3, "MA 08.02.08a")]
    assert b.offers("move") == {"A", "B"}
    b = move().do("independent", "1st", 12).do("skip")
    assert b.offers("independent") == {"2nd"}
    assert b.why_not("independent", "1st") == ONCE
    assert b.offers("alone") == set(), "the group has had its try"


@rule("MA 08.02.08a")
def test_a_group_of_which_a_stand_has_moved_does_not_try_without_an_order():
    assert move(GROUPS.replace("30,2", "30,2 moved")).offers("independent") == {"1st"}
    b = move(GROUPS.replace("20,9", "20,9 moved"))
    assert b.offers("independent") == {"2nd"}, "A has not moved, but it is no straggler"
    assert b.offers("alone") == set()


@rule("MA 08.02.08a")
def test_a_group_that_lost_a_stand_on_the_move_has_moved():
    text = "Blue T-72 A 5,2 group=1st\n Blue T-72 B 30,2 group=1st\n Red M1A2_Abrams X 5,12 heading=12"
    b = Battle(text, phase="move", orders=(1, 0), sighting=12).do("order", "1st", 1).do("move", "A")
    b.do("attack").fire("X", 1).do("stay").do("skip")
    assert b.state_of("A") == "X"
    assert b.offers("independent") == set()
    assert b.offers("alone") == set()


@rule("MA 08.02.08b")
def test_a_group_whose_orders_failed_may_still_try_on_its_own():
    b = move(orders=(2, 0)).do("order", "1st", 15).do("skip").do("order", "1st", 15).do("skip")
    assert "1st" in b.offers("independent")
    assert b.do("independent", "1st", 1).offers("move") == {"A", "B"}


@rule("MA 08.02.08c", "MA 08.02.08a")
def test_a_fresh_stand_that_tries_alone_uses_up_its_groups_try():
    b = move(GROUPS.replace("A 5,2", "A 5,2 HQ"))
    assert b.offers("alone") == {"A", "B"}, "the only stand of the 2nd is a group by itself"
    b.do("alone", "B", 12)
    assert b.modifiers() == [(3, "MA 08.02.08a")], "the headquarters of the group is no help to a single stand"
    assert "alone" in b.told()
    assert "stuck_alone" in b.told()
    b.do("skip")
    assert b.offers("alone") == set()
    assert b.why_not("alone", "A") == ALONE
    assert b.offers("independent") == {"2nd"}
    b = move(GROUPS.replace("A 5,2", "A 5,2 HQ")).do("alone", "A", 13)
    assert b.modifiers() == [(-2, "MA 08.02.03"), (3, "MA 08.02.08a")], "unless it is the headquarters itself"
    b.go("A", "5,4").do("stay").do("skip")
    assert b.offers("alone") == set(), "B was in no test: it is no straggler"
    assert b.offers("independent") == {"2nd"}


@rule("MA 08.02.09", "MA 08.02.08c")
def test_if_the_whole_group_fails_nobody_is_a_straggler():
    b = move(orders=(1, 0)).do("order", "1st", 15)
    assert "straggles" not in b.told()
    assert not any(b[name].straggler for name in "AB")
    b.do("skip").do("alone", "A", 12).do("skip")
    assert b.offers("alone") == set()
    assert b.offers("independent") == {"2nd"}


@rule("MA 08.02.09", "MA 08.02.08c")
def test_stragglers_of_a_group_that_has_moved_try_singly_or_together_each_once():
    def left_behind():
        b = move(COMPANY, orders=(1, 0)).do("order", "1st", 14)
        assert b.told().count("straggles") == 2
        return b.go("A", "5,4").do("stay").do("skip")

    b = left_behind()
    assert b.offers("alone") == {"B", "C"}
    assert b.offers("independent") == {"1st", "2nd"}
    b.do("independent", "1st", 8)
    assert b.modifiers() == [(-2, "MA 08.02.03"), (3, "MA 08.02.08a")]
    assert b.offers("move") == {"B", "C"}, "together"
    b = left_behind().do("alone", "C", 20).do("skip")
    assert b.offers("alone") == {"B"}
    assert b.why_not("alone", "C") == ALONE
    assert b.do("independent", "1st", 1).offers("move") == {"B"}, "C has had its try"
    b.do("stay").do("skip")
    assert b.offers("alone") == set()
    assert b.offers("independent") == {"2nd"}


@rule("MA 08.02.08a", "MA 08.02.08c")
def test_a_straggler_of_a_group_that_stays_uses_up_the_groups_try():
    b = move(COMPANY, orders=(1, 0)).do("order", "1st", 14).do("stay").do("skip")
    assert b.offers("alone") == {"A", "B", "C"}, "nobody has moved"
    b.do("alone", "B", 20).do("skip")
    assert b.offers("alone") == set()
    assert b.offers("independent") == {"2nd"}


@rule("MA 08.02.08c")
def test_with_the_option_each_stand_of_a_group_that_failed_tries_alone():
    b = move(orders=(1, 0), each_stand_tries=True)
    assert b.offers("alone") == set()
    b.do("order", "1st", 15).do("skip")
    assert b.offers("alone") == {"A", "B"}
    b.do("alone", "B", 20).do("skip")
    assert b.offers("alone") == {"A"}
    assert b.do("independent", "1st", 1).offers("move") == {"A"}, "the group still has its own try"
    b.do("stay").do("skip")
    assert b.offers("independent") == {"2nd"}


@rule("MA MCC R")
@pytest.mark.parametrize("option", [True, False])
def test_reconnaissance_groups_and_stands_need_no_order(option):
    assert move().game.world.rules.recon_groups, "by default"
    scouts = GROUPS.replace("5,2", "5,2 recon").replace("20,9", "20,9 recon")
    b = move(scouts, recon_groups=option).do("independent", "1st", 1)
    assert b.modifiers() == ([] if option else [(3, "MA 08.02.08a")])
    mixed = move(GROUPS.replace("5,2", "5,2 recon"), recon_groups=option).do("independent", "1st", 1)
    assert mixed.modifiers() == [(3, "MA 08.02.08a")]
    scout = move(GROUPS.replace("5,2", "5,2 recon"), recon_groups=option).do("alone", "A", 1)
    assert scout.modifiers() == ([] if option else [(3, "MA 08.02.08a")])


@rule("MA 08.02.04a")
def test_two_passes_end_the_movement():
    b = move(orders=(1, 1)).do("skip")
    assert b.decides() == "Red"
    b.do("skip")
    assert "moves first" in b.decision().prompt
    assert b.state.board.orders == (0, 0)
