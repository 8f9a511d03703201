"""Writing op sheets (TCS 2.0e to 2.0g, 6.2, 6.8 to 6.15): the rounds, drafts, and the checks with their sentences."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.command import Dig, Implementation
from sandtable.systems.tcs.desk import Desk
from sandtable.systems.tcs.drafting import Draft
from sandtable.systems.tcs.measures import chain, drawn_axis
from sandtable.systems.tcs.planning import CheckOrders, CheckRoll, RollOrder, RoundA, RoundB, RoundC
from sandtable.systems.tcs.sheetchecks import faults, warnings
from sandtable.systems.tcs.sheetdrawing import side_number
from sandtable.systems.tcs.sheets import (
    ATTACK,
    CANCELLED,
    FAILED,
    HASTY,
    HOLD,
    IMPLEMENTED,
    MARCH,
    MOVE,
    PREPARED,
    PREPARING,
    RESERVE,
    SIGNAL,
    SUPPORT,
    TAKE,
    TEMPLATE,
    Alternate,
    Fires,
    Group,
    Measures,
    PhaseLine,
)
from sandtable.systems.tcs.staffwork import by_turns, check_chance
from sandtable.systems.tcs.turn import TurnEnd
from sandtable.systems.tcs.world import NOBODY
from sandtable.systems.tcs.written import MOST_CHANGES
from tests.systems.tcs.ordered import Go, Ordered, order

rule = pytest.mark.rule
MAP = """
    1212 open
    Blue us_rifle_plt A 0202 unassigned bn=I form=Able
    Blue us_rifle_plt B 0203 unassigned bn=I form=Able
    Blue us_rifle_plt C 0204 unassigned bn=I form=Able
    Red ge_gren_plt X 1010 unassigned
"""


RIVER = "\n".join(f"05{row:02}-06{other:02} river" for row in range(1, 13) for other in (row - 1, row) if other > 0)


class Staff(Ordered):
    """A battle in a round of the command phase; Red is done with it at once."""

    def __init__(self, text=MAP, *orders, step=RoundC, **how):
        super().__init__(text, *orders, turn=how.pop("turn", 2), **{"command": "full", **how})
        forms = [self._given(words).get("form", words[2]) for words in self._words.values()]
        world = self.game.world
        formations = [replace(each, name=form) for each, form in zip(world.formations, forms, strict=True)]
        self.game.world = replace(
            world,
            member_of=tuple(forms.index(form) for form in forms),
            formations=tuple(formations),
            sheets=self.state.board.sheets,
        )
        self.state = State(self.state.board, (Act(0), step(), Go(0)))
        self.apply(0, "go")

    def apply(self, side, verb, target=None, *dice):
        script = Dice.scripted(*dice)
        self.state, self.events = self.game.apply(self.state, side, Action(verb, target), script)
        assert script.left == ()
        return self

    @property
    def world(self):
        return self.game.world

    def say(self, verb, target=None, *dice):
        return self.apply(0, verb, target, *dice)

    def close(self, *dice):
        """Blue gives its orders; Red has none."""
        asks = self.game.asks(self.state, 0)
        if isinstance(asks, Desk):
            self.apply(0, "done" if asks.acts else "nothing", None)
        else:
            self.apply(0, "done")
        if self.state.secret:
            red = self.game.asks(self.state, 1)
            self.apply(1, red.idle, None, *dice)
        return self

    def why(self, verb, target=None, side=0):
        return self.game.why_not(self.state, side, Action(verb, target))

    @property
    def asks(self):
        return self.game.asks(self.state, 0)

    @property
    def sheet(self):
        return self.asks.sheet

    def h(self, *names):
        found = tuple(map(self.hex, names))
        return found[0] if len(found) == 1 else found

    def faulty(self, **how):
        """The sentences against the sheet in hand with some of its fields changed."""
        sheet = replace(self.sheet, **how)
        return [self.game.say(each) for each in faults(self.game.look(self.state), sheet, self.asks.number)]

    def told(self):
        return [self.game.tell(event) for event in self.events]


def attack(b=None, goal="0802"):
    b = b or Staff()
    return b.say("attack", b.number("A")).say("objective", b.hex(goal))


# Three clicks


@rule("TCS 2.0g", "TCS 6.8")
def test_three_clicks_make_a_sound_attack_and_the_axis_is_drawn():
    b = attack()
    assert b.sheet.listed == (0, 1, 2), "the whole formation of the unit that was clicked"
    assert b.sheet.measures.axis[0] == b.hex("0203"), "from the middle of the units"
    assert b.sheet.measures.axis[-1] == b.hex("0802")
    assert b.sheet.measures.width == 3
    b.say("prepare").close()
    (made,) = [sheet for sheet in b.sheets if sheet.name]
    assert (made.kind, made.state, made.weighted, made.name) == (ATTACK, PREPARING, 0, "Attack 1: Able")
    assert made.rally == (b.hex("0203"),)
    assert b.state.board.units[0].sheet == NOBODY, "a sheet in preparation gives nobody an order"


@rule("TCS 6.8", "TCS 6.2")
@pytest.mark.parametrize(("verb", "kind"), [("hasty", HASTY), ("prepared", PREPARED)])
def test_two_clicks_make_a_defense_of_where_the_units_are(verb, kind):
    b = Staff().say(verb, 0).say("prepare").close()
    (made,) = [sheet for sheet in b.sheets if sheet.name]
    assert made.kind == kind
    assert made.measures == Measures(tuple(sorted(b.h("0202", "0203", "0204"))))
    assert made.groups[0].mission == HOLD


@rule("TCS 2.0f", "TCS 2.0g")
def test_nothing_happens_before_both_sides_are_done_and_the_sides_take_turns_with_the_numbers():
    b = attack().say("prepare").say("done")
    assert b.sheets == ()
    b.apply(1, "hasty", 3).apply(1, "prepare").apply(1, "done")
    assert [(sheet.side, sheet.name) for sheet in b.sheets] == [(0, "Attack 1: Able"), (1, "Hasty Defense 1: X")]
    assert all(event.to == 0 or event.to == 1 for event in b.events if event.what.startswith("order"))


def test_undo_inside_a_round_is_free_and_forty_changes_are_enough():
    b = attack()
    assert b.game.barrier(b.state, 0, Action("prepare")) == ""
    for _ in range(MOST_CHANGES):
        if b.asks.count >= MOST_CHANGES:
            break
        b.say("note", "x" * (1 + b.asks.count))
    assert {offer.verb for offer in b.game.decision(b.state, 0).offers} == {"prepare", "drop"}
    b.say("prepare")
    assert {offer.verb for offer in b.game.decision(b.state, 0).offers} == {"done"}


@rule("TCS 2.0g")
def test_on_the_last_turn_no_sheet_is_made_any_more():
    b = Staff(
        MAP.replace(
            "unassigned bn=I form=Able\n    Blue us_rifle_plt B", "sheet=0 bn=I form=Able\n    Blue us_rifle_plt B"
        ),
        order("Hasty Defense", "0202", row=9),
        turn=8,
    )
    assert b.why("attack", 0) == "It is the last turn: no new order can help any more (TCS 6.8)"
    assert "cancel" in {offer.verb for offer in b.game.decision(b.state, 0).offers}


# The checks


def test_v1_units_are_your_own_and_not_lost():
    b = attack()
    assert b.why("take_on", 3) == "X is not one of your units. (TCS 6.8)"
    assert b.faulty(groups=(Group("All", TAKE, units=(0, 3)),))[0] == "X is not one of your units. (TCS 6.8)"


def test_v2_somebody_can_fight():
    b = Staff(MAP + "Blue us_truck T 0205 unassigned form=Able")
    b.say("attack", 0).say("objective", b.hex("0802"))
    assert b.faulty(groups=(Group("All", TAKE, units=(4,)),)) == [
        "An order needs at least one unit that can fight. (TCS 6.8)"
    ]


@rule("TCS 6.2a")
def test_v3_a_unit_has_one_mission():
    b = attack()
    assert b.why("take_on", 0) == "A has a mission on this order already; a unit has one. (TCS 6.2a)"
    twice = (Group("One", TAKE, units=(0, 1)), Group("Two", SUPPORT, units=(0,)))
    assert b.faulty(groups=twice)[0] == "A has a mission on this order already; a unit has one. (TCS 6.2a)"
    b.say("mission", (0, SUPPORT))
    assert [(group.mission, group.units) for group in b.sheet.groups] == [(TAKE, (1, 2)), (SUPPORT, (0,))]


@rule("TCS 6.8")
def test_v4_a_unit_is_on_two_orders_in_preparation_at_most():
    b = attack().say("prepare").say("hasty", 0).say("prepare")
    sentence = "A is already on 2 orders in preparation; cancel one first. (TCS 6.8)"
    assert b.why("move", 0) == sentence
    free = attack(Staff(sheets_per_unit=0)).say("prepare").say("hasty", 0).say("prepare")
    assert free.why("move", 0) == ""


@rule("TCS 6.15d")
def test_v5_an_objective_is_named_and_not_too_large():
    b = Staff().say("attack", 0)
    assert b.why("prepare") == "Say where to: an Attack order needs an objective. (TCS 6.15d)"
    many = tuple(range(20))
    assert b.why("objectives", many) == "An objective has at most 19 hexes; this has 20. (TCS 6.15d)"
    assert b.faulty(measures=Measures(many))[0] == "An objective has at most 19 hexes; this has 20. (TCS 6.15d)"
    b.say("objectives", tuple(sorted(b.h("0802", "0803"))))
    assert b.why("prepare") == ""


@rule("TCS 6.2a")
def test_v6_the_mission_fits_the_kind():
    b = attack()
    assert b.why("mission", (0, MARCH)) == "March is no mission of an Attack order. (TCS 6.2a)"
    assert "hold is no mission of an Attack order. (TCS 6.2a)" in b.faulty(groups=(Group("All", HOLD, units=(0,)),))


def test_v7_there_is_a_way_to_the_objective():
    b = Staff(RIVER + MAP)
    b.say("attack", 0).say("objective", b.hex("0802"))
    assert b.why("prepare") == "A cannot get to 0802: there is no way for foot movement. (TCS 6.15e)"


@rule("TCS 6.15f")
def test_v8_a_direction_names_every_hex():
    b = attack(goal="0503")
    gap = b.h("0203", "0403")
    assert b.why("direction", gap) == "0403 is not beside 0203: a direction of advance names every hex. (TCS 6.15f)"
    b.say("direction", b.h("0203", "0303", "0403"))
    assert b.why("prepare") == "A direction of advance ends in its objective; this one ends in 0403. (TCS 6.15f)"
    assert b.sheet.measures.axis == ()
    b.say("direction", b.h("0203", "0303", "0403", "0503"))
    assert b.why("prepare") == ""


@rule("TCS 6.15e")
@pytest.mark.parametrize(
    ("way", "points"),
    [
        ("0206 0306 0406 0506 0606", "0206 0606"),
        ("0206 0306 0406 0407 0408", "0206 0406 0408"),
        ("0206 0207", "0206 0207"),
        ("0206", "0206"),
    ],
)
def test_an_axis_that_is_drawn_has_points_only_where_its_way_bends(way, points):
    b = Staff()
    map, hexes = b.world.ground.map, tuple(b.hex(each) for each in way.split())
    assert drawn_axis(map, hexes) == tuple(b.hex(each) for each in points.split())
    assert chain(map, drawn_axis(map, hexes)) == hexes, "and it passes through the same hexes"


@rule("TCS 6.15e")
def test_v9_an_axis_ends_in_its_objective_and_has_a_width():
    b = attack()
    assert b.why("axis", (b.hex("0505"),)) == "An axis ends in its objective; this one ends in 0505. (TCS 6.15e)"
    b.say("axis", b.h("0506", "0802"))
    assert b.sheet.measures.axis == b.h("0203", "0506", "0802")
    assert b.game.decision(b.state, 0).offer("width").targets == (1, 2, 4)
    b.say("width", 1)
    assert b.sheet.measures.width == 1
    wide = replace(b.sheet.measures, width=9)
    assert b.faulty(measures=wide) == ["An axis is 1 to 4 hexes wide on each side; this one is 9. (TCS 6.15e)"]


def column_of_sides(b, column):
    """The hexsides between a column and the next, from top to bottom."""
    found = []
    for row in range(1, 13):
        here = b.hex(f"{column:02}{row:02}")
        right = sorted(
            n for n in b.world.ground.neighbours[here] if n > here and b.world.hex_name(n)[:2] == f"{column + 1:02}"
        )
        found += [side_number(b.world, here, there) for there in right]
    return tuple(found)


@rule("TCS 6.15a")
def test_v10_a_boundary_runs_from_edge_to_edge_and_not_between_the_group_and_its_objective():
    b = attack()
    sides = column_of_sides(b, 5)
    b.say("boundary", sides[:4])
    assert b.why("prepare").startswith("A boundary runs from one edge of the map to another, or closes on itself")
    b.say("clear", "boundary").say("boundary", sides)
    assert b.why("prepare") == "The boundary lies between All and its objective. (TCS 6.15a)"
    b.say("clear", "boundary").say("boundary", column_of_sides(b, 9))
    assert b.why("prepare") == ""


def test_v11_an_attack_cannot_lack_a_measure_because_an_axis_is_drawn():
    b = attack()
    assert b.faulty(measures=Measures((b.hex("0802"),))) == [
        "An Attack order needs an axis, a direction of advance or a boundary. (TCS 6.15e)"
    ]


@rule("TCS 6.15b")
def test_v12_a_phase_line_closes_the_ground():
    b = attack()
    b.say("line", ("Rose", (b.hex("0503"),), "signal"))
    assert b.why("prepare") == "Units can get round Rose: it must cross the whole axis. (TCS 6.15b)"
    whole = tuple(sorted(b.hex(f"05{row:02}") for row in range(1, 13)))
    b.say("clear", "lines").say("line", ("Rose", whole, "turn 4"))
    assert b.why("prepare") == ""
    assert b.sheet.lines == (PhaseLine("Rose", whole, 0, 4),)


def test_v13_an_attack_on_what_you_hold_is_a_warning_only():
    b = Staff()
    b.say("attack", 0).say("objective", b.hex("0202"))
    look = b.game.look(b.state)
    assert "You hold all of that; defend it instead." in [b.game.say(each) for each in warnings(look, b.sheet, -1)]
    assert b.why("prepare") == ""
    near = Staff(MAP.replace("1010", "0404"))
    near.say("attack", 0).say("objective", near.hex("0202"))
    words = [near.game.say(each) for each in warnings(near.game.look(near.state), near.sheet, -1)]
    assert "You hold all of that; defend it instead." not in words


@rule("TCS 6.14b")
def test_v14_not_every_group_is_reserve():
    b = attack()
    for n in (0, 1, 2):
        b.say("mission", (n, RESERVE))
    assert b.why("prepare") == "Somebody has to carry it out: not every group can be reserve. (TCS 6.14b)"


@rule("TCS 6.14c")
def test_v15_an_alternate_is_another_plan():
    b = attack()
    same = (Alternate("Same", b.sheet.measures),)
    assert b.faulty(alternates=same) == ["The alternate is the same as the plan. (TCS 6.14c)"]
    b.say("alternate", ("East", (b.hex("0806"),), ()))
    assert b.sheet.alternates[0].measures.axis[-1] == b.hex("0806")
    assert b.why("prepare") == ""


@rule("TCS 6.14a")
def test_v16_a_way_leads_to_the_assembly_area():
    b = Staff(RIVER + MAP)
    b.say("attack", 0).say("objective", b.hex("0402")).say("assembly", (b.hex("0803"),))
    assert b.why("prepare") == "A cannot get to the assembly area. (TCS 6.14a)"
    b.say("assembly", (b.hex("0303"),))
    assert b.why("prepare") == ""
    b.say("rally", (b.hex("0803"),))
    assert b.why("prepare") == "A cannot get to the rally area. (TCS 6.11c)"


@rule("TCS 6.15g")
def test_v17_planned_fire_is_a_hex_a_shell_and_a_time():
    b = attack()
    b.say("fires", ("smoke", b.hex("0602"), NOBODY, "turn 3"))
    assert b.sheet.fires == (Fires(b.hex("0602"), "smoke", NOBODY, 3),)
    assert b.why("prepare") == ""
    shapes = b.game.picture(b.state, 0).plans[-1].shapes
    assert ("fires", "smoke", (b.hex("0602"),)) in [(each.kind, each.name, each.cells) for each in shapes]


@rule("TCS 6.8")
def test_v18_a_side_has_so_many_orders_in_preparation():
    b = attack(Staff(sheets_most=1)).say("prepare")
    assert b.why("move", 0) == "You have 1 orders in preparation; cancel one first. (TCS 6.8)"


def test_a_name_is_used_once_by_a_side():
    b = attack().say("name", "Coral").say("prepare").say("hasty", 0).say("name", "Coral")
    assert b.why("prepare") == 'Another order of yours is called "Coral"; choose another name. (TCS 6.2)'


# Groups and pictures


@rule("TCS 6.2a", "TCS 6.15c", "TCS 6.15d", "TCS 6.15e")
def test_a_plan_shows_who_goes_where_with_which_mission():
    b = attack().say("mission", (2, RESERVE))
    (plan,) = b.game.picture(b.state, 0).plans
    assert plan.state == "draft"
    assert [(each.piece, each.mission) for each in plan.members] == [(0, "take"), (1, "take"), (2, "reserve")]
    kinds = {each.kind: each for each in plan.shapes}
    assert kinds["objective"].cells == (b.hex("0802"),)
    assert kinds["axis"].cells[0] == b.hex("0203")
    assert kinds["reserve"].cells == (b.hex("0204"),), "where the unit is"
    assert [line.label for line in plan.rows] == ["Objective", "Axis", "Reserve", "If it fails", "Roll"]
    assert b.game.picture(b.state, 1).plans == ()
    assert b.game.picture(b.state, None).plans == ()


@rule("TCS 6.2")
def test_a_copy_as_another_kind_begins_with_no_weighted_turns():
    b = Staff(
        MAP.replace("unassigned bn=I form=Able", "listed=0 bn=I form=Able"),
        order("Attack", "0802", axis="0203 0802", state="preparing", weighted=9),
    )
    b.say("copy", (0, MOVE))
    assert (b.sheet.kind, b.sheet.weighted, b.sheet.groups[0].mission) == (MOVE, 0, MARCH)
    assert b.sheet.listed == (0, 1, 2)


def preparing(**how):
    text = MAP.replace("unassigned bn=I form=Able", "listed=0 bn=I form=Able")
    return Staff(text, order("Attack", "0802", axis="0203 0802", state="preparing", weighted=9, rally="0203"), **how)


@rule("TCS 6.8")
def test_a_changed_plan_keeps_half_of_its_weighted_turns():
    free = preparing().say("edit", 0).say("note", "Wait.").say("take_off", 2).say("prepare").close()
    assert (free.sheets[0].weighted, free.sheets[0].listed) == (9, (0, 1)), "notes and units cost nothing"
    moved = preparing().say("edit", 0).say("objective", preparing().hex("0806")).say("prepare").close()
    assert moved.sheets[0].weighted == 4
    twice = preparing().say("edit", 0).say("width", 2).say("width", 4).say("prepare").close()
    assert twice.sheets[0].weighted == 4, "halved once, however many changes"
    none = preparing(edit_keeps_sixths=0).say("edit", 0).say("width", 2).say("prepare").close()
    assert none.sheets[0].weighted == 0
    shown = preparing().say("edit", 0)
    (plan,) = shown.game.picture(shown.state, 0).plans
    assert dict(plan.costs)["axis"] == "A new axis keeps 4 of 9 weighted turns."


def test_a_follow_up_of_an_attack_defends_its_objective_with_the_same_units():
    b = preparing().say("follow_up", (0, HASTY))
    assert (b.sheet.kind, b.sheet.measures, b.sheet.listed) == (HASTY, Measures((b.hex("0802"),)), (0, 1, 2))


def test_a_template_goes_into_preparation_with_one_click():
    text = MAP.replace("unassigned bn=I form=Able", "listed=0 bn=I form=Able")
    b = Staff(text, order("Attack", "0802", state="template", rally="0203"))
    assert b.sheets[0].state == TEMPLATE
    b.say("template", 0).close()
    assert (b.sheets[0].state, b.sheets[0].weighted) == (PREPARING, 0)
    assert b.sheets[0].measures.axis[-1] == b.hex("0802")


# Ending, leaving, joining


def implemented(*more, text="", **how):
    units = MAP.replace("unassigned bn=I form=Able", "sheet=0 bn=I form=Able")
    sheet = order("Attack", "0802", axis="0203 0802", row=9, steps=15, rally="0202", **how)
    return Staff(units + text, sheet, **dict(more))


@rule("TCS 6.10")
def test_a_cancelled_sheet_leaves_its_units_unassigned_at_once():
    b = implemented().say("cancel", 0).close()
    assert b.sheets[0].state == CANCELLED
    assert [each.sheet for each in b.state.board.units[:3]] == [NOBODY] * 3


@rule("TCS 6.12")
def test_a_detached_unit_is_unassigned_and_the_sheet_goes_on():
    b = implemented().say("detach", 0)
    assert b.why("detach", 0) == "A is on no order in force (TCS 6.12)"
    b.close()
    assert b.sheets[0].state == IMPLEMENTED
    assert [each.sheet for each in b.state.board.units[:3]] == [NOBODY, 0, 0]


@rule("TCS 6.12", "TCS 6.10")
def test_a_sheet_that_all_leave_is_cancelled():
    b = implemented().say("detach", 0).say("detach", 1).say("detach", 2).close()
    assert b.sheets[0].state == CANCELLED


def test_an_owner_may_declare_failure_and_his_units_withdraw():
    b = implemented().say("fail", 0).close()
    assert b.sheets[0].state == FAILED
    assert b.state.board.units[0].withdrawing


def test_completion_is_declared_only_where_the_option_says_so():
    assert "complete" not in {offer.verb for offer in implemented().game.decision(implemented().state, 0).offers}


@rule("TCS 2.0f", "TCS 6.13")
def test_an_unassigned_unit_near_a_sheet_in_force_joins_it():
    b = implemented(
        text="Blue us_rifle_plt D 0207 unassigned bn=I form=Baker\nBlue us_rifle_plt E 0212 unassigned bn=I form=Baker"
    )
    d, e = 4, 5
    assert b.why("add", (e, 0, 0)) == 'E is 8 hexes from the nearest unit of "Attack"; 5 are allowed (TCS 6.13)'
    assert b.why("add", (0, 0, 0)) == 'A is on the order "Attack"; detach it first (TCS 6.13)'
    b.say("add", (d, 0, 0)).close()
    assert (b.state.board.units[d].sheet, b.state.board.units[d].group) == (0, 0)
    assert b.sheets[0].steps == 15 + b.state.board.units[d].steps


@rule("TCS 6.13")
def test_a_unit_that_raises_the_row_does_not_join():
    text = "Blue us_rifle_plt D 0207 unassigned bn=II form=Baker"
    units = MAP.replace("unassigned bn=I form=Able", "sheet=0 bn=I form=Able")
    b = Staff(units + text, order("Attack", "0802", axis="0203 0802", row=4, steps=15))
    words = b.why("add", (4, 0, 0))
    assert words.startswith("With D the order would be of row ")
    assert words.endswith("it was given as row 4 (TCS 6.13)")


def test_a_withdrawing_unit_joins_no_order_in_force():
    b = implemented(text="Blue us_rifle_plt D 0207 unassigned withdrawing bn=I form=Baker")
    assert b.why("add", (4, 0, 0)) == "D withdraws and joins no order in force (TCS 6.13)"


# Round A


@rule("TCS 2.0e")
def test_round_a_asks_for_sheets_that_are_to_be_asked_for_and_for_no_others():
    text = MAP.replace("unassigned bn=I form=Able", "listed=0 bn=I form=Able")
    asked = Staff(
        text, order("Attack", "0802", axis="0203 0802", state="preparing", weighted=9, roll="ask"), step=RoundA
    )
    assert isinstance(asked.asks, RollOrder)
    asked.say("roll")
    assert asked.sheets[0].roll == "now"
    kept = Staff(
        text, order("Attack", "0802", axis="0203 0802", state="preparing", weighted=9, roll="ask"), step=RoundA
    )
    kept.say("keep")
    assert kept.sheets[0].roll == "ask"
    always = Staff(text, order("Attack", "0802", axis="0203 0802", state="preparing", weighted=9), step=RoundA)
    assert not always.state.secret, "nobody is asked"


# Round B


def with_reserve(prep=3, **how):
    units = MAP.replace("Able\n    Blue us_rifle_plt B", "Able group=1\n    Blue us_rifle_plt B").replace(
        "unassigned bn=I form=Able", "sheet=0 bn=I form=Able"
    )
    groups = (("Lead", "take"), ("Rear", "reserve"))
    return Staff(units, order("Attack", "0802", axis="0203 0802", row=9, groups=groups), step=RoundB, **how)


@rule("TCS 2.0e", "TCS 6.14b", "TCS 6.14d")
def test_a_reserve_is_committed_by_a_die_above_the_rating():
    b = with_reserve()
    rating = b.world.formations[b.world.member_of[0]].prep
    assert isinstance(b.asks, CheckOrders)
    b.say("commit", (0, 1))
    assert b.game.decision(b.state, 0).offer("commit") is None, "one check for a sheet and turn"
    failed, state = with_reserve().say("commit", (0, 1)), None
    b.say("done", None, rating + 1)
    assert b.sheets[0].groups[1].mission == TAKE
    assert all(event.to == 0 for event in b.events), "its owner alone reads the die"
    failed.say("done", None, rating)
    assert failed.sheets[0].groups[1].mission == RESERVE
    assert state is None


@rule("TCS 6.14c")
def test_an_alternate_replaces_the_plan_and_the_old_one_is_gone():
    b = with_reserve()
    other = Measures((b.hex("0806"),), b.h("0203", "0806"), 3)
    sheet = replace(b.sheets[0], alternates=(Alternate("East", other),))
    b.state = State(replace(b.state.board, sheets=(sheet,)), (Act(0), RoundB(), Go(0)))
    b.apply(0, "go").say("take_alternate", (0, 0)).say("done", None, 6)
    assert b.sheets[0].measures == other
    assert b.sheets[0].alternates == ()


@rule("TCS 6.14c", "TCS 6.14d")
def test_the_second_of_two_alternates_is_tried_by_its_plan():
    """The first that is taken leaves the list, so that the second no longer has its place there."""
    b = with_reserve(checks_per_sheet=2)
    plans = [Measures((b.hex(end),), b.h("0203", end), 3) for end in ("0806", "0706")]
    sheet = replace(b.sheets[0], alternates=(Alternate("East", plans[0]), Alternate("Near", plans[1])))
    b.state = State(replace(b.state.board, sheets=(sheet,)), (Act(0), RoundB(), Go(0)))
    b.apply(0, "go").say("take_alternate", (0, 0)).say("take_alternate", (0, 1)).say("done", None, 6, 6)
    assert (b.sheets[0].measures, b.sheets[0].alternates) == (plans[1], ())


@rule("TCS 6.14c", "TCS 6.14d")
def test_a_sheet_whose_units_are_all_lost_has_no_alternate_to_take():
    """The die is compared with the rating of those who follow it: with nobody there, the check stopped the game."""
    b = with_reserve()
    sheet = replace(b.sheets[0], alternates=(Alternate("East", Measures((b.hex("0806"),), b.h("0203", "0806"), 3)),))
    board = replace(b.state.board, sheets=(sheet,))
    b.state = State(board, (Act(0), RoundB(), Go(0)))
    assert b.apply(0, "go").game.decision(b.state, 0).offer("take_alternate").targets == ((0, 0),)
    left = tuple(replace(each, sheet=NOBODY) if each.sheet == 0 else each for each in board.units)
    b.state = State(replace(board, units=left), (Act(0), RoundB(), Go(0)))
    b.apply(0, "go")
    assert not isinstance(b.asks, CheckOrders)


@rule("TCS 6.15b")
def test_a_line_opens_on_signal_without_a_die():
    units = MAP.replace("unassigned bn=I form=Able", "sheet=0 bn=I form=Able")
    line = ("Rose", " ".join(f"05{row:02}" for row in range(1, 13)), SIGNAL, 0)
    b = Staff(units, order("Attack", "0802", axis="0203 0802", row=9, lines=(line,)), step=RoundB)
    b.say("signal", (0, 0)).say("done")
    assert b.sheets[0].lines[0].open


@rule("TCS 6.14d")
@pytest.mark.parametrize(
    ("rating", "chance"), [(0, 1), (1, "5/6"), (2, "2/3"), (3, "1/2"), (4, "1/3"), (5, "1/6"), (6, "1/6")]
)
def test_the_chance_of_a_check_by_the_rating(rating, chance):
    assert check_chance(rating) == Fraction(chance)


@rule("TCS 6.14b", "TCS 6.14d")
@pytest.mark.parametrize(("rating", "by_turn"), [(3, ("1/2", "3/4", "7/8")), (6, ("1/6", "11/36", "91/216"))])
def test_k4_a_reserve_that_is_tried_each_turn(rating, by_turn):
    b = with_reserve()
    formations = tuple(replace(each, prep=rating) for each in b.world.formations)
    b.game.world = replace(b.world, formations=formations)
    (roll,) = [CheckRoll(0, 1, "commit").resolution(b.look)]
    still, found = Fraction(1), []
    for _ in by_turn:
        still *= roll.odds()["not now"]
        found.append(1 - still)
    assert found == [Fraction(each) for each in by_turn]


@rule("TCS 6.8")
def test_without_orders_there_is_nothing_to_copy_change_or_end():
    b = Staff()
    offered = {offer.verb for offer in b.game.decision(b.state, 0).offers}
    assert offered == {"nothing", "attack", "move", "hasty", "prepared"}


def test_worked_example_k1_by_turns():
    curve = by_turns(ATTACK, 4, 0, 3, 8)
    assert curve[:4] == (Fraction(1, 18), Fraction(29, 216), Fraction(56, 243), Fraction(878, 2187))
    assert curve[7] == Fraction(266021891, 306110016)
    assert by_turns(ATTACK, 4, 0, 1, 8)[7] == Fraction(1375343837, 3265173504)


def test_a_curve_is_shown_left_alone_and_under_fire():
    b = preparing()
    (plan,) = b.game.picture(b.state, 0).plans
    curves = {each.kind: each for each in plan.curve}
    assert set(curves) >= {"alone", "fire"}
    assert curves["alone"].chances[-1] > curves["fire"].chances[-1]
    assert curves["alone"].turns[0] == 3
    assert plan.reach[0].words.startswith("Given at ")


# Secrets


@rule("TCS 6.2")
def test_the_enemy_reads_that_a_unit_has_an_order_and_no_more():
    b = implemented()
    for viewer in (1, None):
        seen = b.game.masked(b.state, viewer).board
        assert [unit.sheet == NOBODY for unit in seen.units] == [unit.sheet == NOBODY for unit in b.state.board.units]
        assert not any(sheet.measures.objective for sheet in seen.sheets)
        assert "Attack" not in {sheet.name for sheet in seen.sheets}
    hidden = implemented(("unassigned_known", False))
    assert all(unit.sheet != NOBODY for unit in hidden.game.masked(hidden.state, 1).board.units[:3])


def test_a_view_has_as_many_sheets_whatever_the_enemy_prepares():
    few, many = implemented(), implemented().say("hasty", 0).say("prepare").close()
    assert len(many.sheets) > len(few.sheets)
    assert len(many.game.masked(many.state, 1).board.sheets) == len(few.game.masked(few.state, 1).board.sheets)


def test_a_view_does_not_tell_in_which_round_the_enemy_is_asked():
    b = Staff()
    steps = (RoundC(), RoundB(), Dig(), Implementation(), RoundA())
    for waiting in range(len(steps) + 1):
        state = replace(b.state, stack=(TurnEnd(), *steps[:waiting]))
        assert b.game.masked(state, 1).stack == (TurnEnd(),), f"{waiting} steps of the command phase wait"


def test_when_the_game_is_over_all_sheets_are_open_if_the_option_says_so():
    b = implemented()
    over = replace(b.state, result=b.game.result(b.state) or _ended())
    assert b.game.masked(over, 1).board.sheets[0].name == "Attack"
    closed = implemented(("reveal_sheets", False))
    over = replace(closed.state, result=_ended())
    assert closed.game.masked(over, 1).board.sheets[0].name != "Attack"


def _ended():
    from sandtable.kernel.state import Result

    return Result(0, "over")


def test_a_refusal_of_the_other_side_does_not_say_who_is_done():
    b = Staff()
    before = b.game.why_not(b.state, 1, Action("fly")), b.game.view(b.state, 1)
    b.say("nothing")
    assert (b.game.why_not(b.state, 1, Action("fly")), b.game.view(b.state, 1)) == before


def test_what_is_not_offered_is_refused_with_a_sentence():
    with pytest.raises(IllegalAction):
        Staff().say("prepare")
    assert isinstance(Staff().say("attack", 0).asks, Draft)
