"""What a side is reminded of at its desk (aids of the staff), each by one line."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.state import State
from sandtable.systems.tcs.batteries import stocks
from sandtable.systems.tcs.sheets import COMPLETED, IMPLEMENTED
from sandtable.systems.tcs.shells import DIRECT_SHEET, Battery, Support
from tests.systems.tcs.ordered import order
from tests.systems.tcs.test_planning import MAP, Staff

rule = pytest.mark.rule
ABLE = MAP.replace("unassigned bn=I form=Able", "sheet=0 bn=I form=Able")


def reminded(b, **board):
    """The reminders of Blue, on a board with other values."""
    b.state = State(replace(b.state.board, **board), b.state.stack, b.state.secret)
    return list(b.game.picture(b.state, 0).reminders)


def attack(objective="0802", **how):
    return order("Attack", objective, axis=f"0203 {objective}", row=9, **how)


@rule("TCS 6.3a")
def test_units_without_orders():
    assert reminded(Staff()) == ["3 units without orders."]
    assert reminded(Staff(ABLE, attack())) == ['"Attack" has no order to follow it.']


@rule("TCS 6.11a")
@pytest.mark.parametrize(("goal", "ends"), [("0202", True), ("0802", False)])
def test_an_order_that_ends_in_the_next_command_phase(goal, ends):
    words = '"Attack" ends in the next command phase: its objective is reached.'
    assert (words in reminded(Staff(ABLE, attack(goal)))) == ends
    assert words not in reminded(Staff(ABLE, attack(goal), completion="declared")), "its owner says when"


@rule("TCS 6.14b")
def test_a_reserve_that_could_be_committed_with_its_chance():
    groups = (("Lead", "take"), ("Rear", "reserve"))
    b = Staff(ABLE.replace("A 0202 sheet=0", "A 0202 sheet=0 group=1"), attack(groups=groups))
    assert '"Attack": Rear can be committed, 1/2.' in reminded(b)


@rule("TCS 6.5")
def test_a_unit_outside_its_ground():
    b = Staff(ABLE.replace("C 0204", "C 0212"), attack())
    assert 'C is outside the ground of "Attack".' in reminded(b)


@rule("TCS 18.1")
@pytest.mark.parametrize(("state", "reminds"), [(COMPLETED, True), (IMPLEMENTED, False)])
def test_a_battery_whose_order_has_ended(state, reminds):
    b = Staff(ABLE, attack())
    gun = Battery("A Battery", 0, 105, 4, 11, "", DIRECT_SHEET, 0, 5, 1, 1)
    b.game.world = replace(b.world, support=Support((gun,)))
    sheets = (replace(b.sheets[0], state=state),)
    words = 'A Battery supported "Attack", which has ended: give it another role.'
    stock = stocks(b.world)
    assert (words in reminded(b, batteries=stock, sheets=sheets)) == reminds
    asked = tuple(replace(each, role_next=0) for each in stock)
    assert words not in reminded(b, batteries=asked, sheets=sheets), "it has been given one"


@rule("TCS 27.2")
@pytest.mark.parametrize(("due", "reminds"), [(2, False), (3, True), (4, False)])
def test_reinforcements_that_are_due_next_turn(due, reminds):
    b = Staff(ABLE, attack())
    dues = tuple(due if n == 0 else 0 for n in range(len(b.state.board.due)))
    assert ("Able may arrive next turn." in reminded(b, due=dues)) == reminds
