"""What a side is reminded of at its desk (aids of the staff), each by one line."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.state import State
from sandtable.systems.tcs.batteries import stocks
from sandtable.systems.tcs.sheets import COMPLETED, IMPLEMENTED, Fires
from sandtable.systems.tcs.shells import DIRECT_SHEET, Battery, Support
from sandtable.systems.tcs.staffwork import curves, gain_now, reaches
from tests.systems.tcs.ordered import Ordered, order
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


@rule("TCS 20.2a")
def test_what_if_stops_a_group_before_ground_that_it_cannot_cross():
    swamp = "".join(f"040{row} swamp\n" for row in range(1, 4))
    march = order("Move", "0802", axis="0102 0802")
    free, barred = (Ordered(f"0803 open\n{ground}Blue us_truck A 0102 move", march) for ground in ("", swamp))
    (first, *_), (stopped, *_) = (list(reaches(b.look, b.sheets[0], 1)) for b in (free, barred))
    assert (free.world.hex_name(first.cells[-1]), first.arrives) == ("0802", 1)
    assert (barred.world.hex_name(stopped.cells[-1]), stopped.arrives) == ("0302", None)
    assert stopped.words.endswith("is at 0302 by the end.")


# How a preparation goes on


def prepared(*lines, weighted=0, gained=0, row=4, turn=2, **how):
    """An attack in preparation by these units (A, B, C by default), with its look and its sheet."""
    text = "1212 open\n" + "\n".join(lines or [f"Blue us_rifle_plt {n} 0202 listed=0 bn=I" for n in "ABC"])
    make = order("Attack", "0802", axis="0203 0802", state="preparing", row=row, weighted=weighted)
    b = Staff(f"{text}\nRed ge_gren_plt X 1010 unassigned", make, turn=turn, **how)
    return b.look, replace(b.sheets[0], gained=gained), b


def curves_of(look, sheet, first=3):
    return {each.kind: each for each in curves(look, sheet, first)}


@rule("TCS 6.9d1")
def test_a_curve_goes_to_the_last_turn_and_at_most_24_turns_ahead():
    look, sheet, _ = prepared(turns=8)
    assert curves_of(look, sheet)["alone"].turns == (3, 4, 5, 6, 7, 8)
    assert curves_of(look, sheet, 8)["alone"].turns == (8,)
    assert curves_of(look, sheet, 9) == {}, "the game is over by then"
    long, sheet, _ = prepared(turns=72)
    turns = curves_of(long, sheet)["alone"].turns
    assert (turns[0], turns[-1], len(turns)) == (3, 26, 24)


@rule("TCS 6.9d1")
def test_the_curve_of_last_turn_is_shown_where_it_was_another():
    look, sheet, _ = prepared(gained=1)
    alone = gain_now(look, sheet)
    assert alone > 1
    assert curves_of(look, sheet)["last"].words == "as last turn, +1"
    same, sheet, _ = prepared(gained=alone)
    assert "last" not in curves_of(same, sheet)
    none, sheet, _ = prepared()
    assert "last" not in curves_of(none, sheet)


@rule("TCS 6.9d1")
def test_engaged_units_count_as_left_alone_in_what_a_sheet_could_gain():
    quiet, sheet, _ = prepared()
    lines = [f"Blue us_rifle_plt {n} 0202 listed=0 bn=I engaged" for n in "ABC"]
    busy, other, _ = prepared(*lines)
    assert gain_now(busy, other) == gain_now(quiet, sheet)


@rule("TCS 6.9d1")
def test_when_a_curve_passes_one_half_and_four_fifths():
    look, sheet, _ = prepared(turns=30)
    curve = curves_of(look, sheet)["alone"]
    half = next(turn for turn, each in zip(curve.turns, curve.chances, strict=True) if each >= 0.5)
    most = next(turn for turn, each in zip(curve.turns, curve.chances, strict=True) if each >= 0.8)
    assert (curve.half, curve.most) == (half, most)


def test_a_sheet_with_nobody_left_has_no_curve():
    _, sheet, b = prepared()
    units = tuple(replace(each, steps=0) for each in b.state.board.units)
    gone = State(replace(b.state.board, units=units), b.state.stack)
    assert list(curves(b.game.look(gone), sheet, 3)) == []


@rule("TCS 6.9d1")
def test_one_unit_on_foot_among_vehicles_slows_all():
    tanks = [f"Blue us_m4_75 {n} 0202 listed=0 bn=I" for n in "AB"]
    words = '"Attack" would be prepared three times as fast without C, who is on foot.'
    _, _, b = prepared(*tanks, "Blue us_rifle_plt C 0202 listed=0 bn=I")
    assert words in reminded(b)
    _, _, b = prepared(*tanks, "Blue us_rifle_plt C 0202 listed=0 bn=I", "Blue us_rifle_plt D 0202 listed=0 bn=I")
    assert not [each for each in reminded(b) if "three times" in each], "two walk"
    _, _, b = prepared("Blue us_rifle_plt C 0202 listed=0 bn=I")
    assert not [each for each in reminded(b) if "three times" in each], "it is alone"
    _, _, b = prepared(*tanks)
    assert not [each for each in reminded(b) if "three times" in each]


@rule("TCS 6.3a")
def test_how_many_have_no_orders():
    _, _, b = prepared("Blue us_rifle_plt A 0202 listed=0 bn=I", "Blue us_rifle_plt B 0203 unassigned bn=I")
    assert "1 unit without orders." in reminded(b), "who is listed has a plan"
    _, _, b = prepared("Blue us_rifle_plt A 0202 listed=0 bn=I", "Blue us_truck B 0203 unassigned bn=I")
    assert not [each for each in reminded(b) if "without orders" in each], "a truck needs none"


@rule("TCS 6.8")
def test_an_order_with_another_to_follow_it():
    following = order("Attack", "0808", state="preparing", name="Then", row=4)
    text = ABLE.replace("A 0202 sheet=0", "A 0202 sheet=0 listed=1")
    words = '"Attack" has no order to follow it.'
    assert words not in reminded(Staff(text, attack(), following))
    assert words in reminded(Staff(ABLE, attack(), following))
    hasty = order("Hasty Defense", "0203", row=9)
    assert not [each for each in reminded(Staff(ABLE, hasty)) if "follow" in each], "a defense goes on"


@rule("TCS 18.13")
@pytest.mark.parametrize(
    ("fire", "due"),
    [
        (Fires(0, "he", turn=2), True),
        (Fires(0, "he", turn=3), False),
        (Fires(0, "he", line="One"), True),
        (Fires(0, "he", line="Two"), False),
        (Fires(0, "he"), False),
    ],
)
def test_a_fire_that_an_order_wants_now(fire, due):
    b = Staff(ABLE, attack(lines=(("One", "0502", 0, 0), ("Two", "0602", 0, 0))))
    sheet = b.sheets[0]
    lines = (replace(sheet.lines[0], open=True), sheet.lines[1])
    sheets = (replace(sheet, lines=lines, fires=(fire,)), *b.sheets[1:])
    assert ('"Attack" wants he on 0101 now.' in reminded(b, sheets=sheets)) == due
