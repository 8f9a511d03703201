"""Fine print of many chapters: the cases in which a rule does not hold, and those at its edge."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.state import State
from sandtable.systems.tcs.adjustment import _sure
from sandtable.systems.tcs.aiming import why_not_fire
from sandtable.systems.tcs.armor.platoons import why_not_break
from sandtable.systems.tcs.assault import why_not_assault, why_not_join
from sandtable.systems.tcs.barrage import barrage_of
from sandtable.systems.tcs.board import Smoke
from sandtable.systems.tcs.clock import NIGHT
from sandtable.systems.tcs.exchange import exchange
from sandtable.systems.tcs.flight import ways_out
from sandtable.systems.tcs.hiding import might_spot, spotted_by
from sandtable.systems.tcs.impulses import another, paced
from sandtable.systems.tcs.newsheets import as_kind, kept_turns, roll_words
from sandtable.systems.tcs.obeying import out_of_bounds, why_not_fire_at
from sandtable.systems.tcs.orders import opening_sheets
from sandtable.systems.tcs.overrun import Clear, OverrunFight
from sandtable.systems.tcs.overwatch import ANSWER, FIRED, MOVED, Watch
from sandtable.systems.tcs.paper import imagine
from sandtable.systems.tcs.passengers import aboard
from sandtable.systems.tcs.sheetchecks import _side_faults
from sandtable.systems.tcs.sheetdrawing import movers_of, place_of
from sandtable.systems.tcs.sheets import (
    ALL,
    HASTY,
    HOLD,
    IMPLEMENTED,
    PREPARING,
    RESERVE,
    SIGNAL,
    TURN,
    Group,
    PhaseLine,
)
from sandtable.systems.tcs.shellfire import shell_attack
from sandtable.systems.tcs.shells import CONTINUOUS, Mission
from sandtable.systems.tcs.special import Moves, split
from sandtable.systems.tcs.tables import SHIFTS, UNITS
from sandtable.systems.tcs.transport import ridden, room_on_tanks
from sandtable.systems.tcs.unitcards import stretches, unit_card
from sandtable.systems.tcs.unitpages import page_card
from sandtable.systems.tcs.written import MOST_CHANGES
from tests.systems.tcs.battle import Battle
from tests.systems.tcs.gunnery import Gunnery
from tests.systems.tcs.ordered import Ordered, order
from tests.systems.tcs.test_arrivals import company
from tests.systems.tcs.test_planning import Staff

rule = pytest.mark.rule
FIELD = "0810 open\n"
GOOD = 66


def field(*lines, **how):
    return Battle(FIELD + "\n".join(lines), **how)


def guns(*lines, dice=(), **how):
    return Gunnery(FIELD + "\n".join(lines), *dice, **how)


# Modes and positions


@rule("TCS 4.2b")
def test_who_goes_to_move_mode_leaves_its_position():
    b = field("Blue us_rifle_plt A 0404 dug_in", "Red ge_truck X 0810").do("to_move", "A")
    assert (b["A"].dug_in, b["A"].turned, b.state_of("A")) == (False, True, "M")


# Riders


@rule("TCS 20.3b")
def test_only_tanks_have_room_for_riders():
    tanks = "Blue us_m4_75 T 0404 move", "Blue us_m4_75 U 0404 move"
    b = field(*tanks, "Blue us_truck L 0404 move", "Blue us_m8_ac C 0404 move", "Red ge_truck X 0810")
    assert [ridden(b.look, b.number(name)) for name in "TULC"] == [True, True, False, False]
    assert not room_on_tanks(b.look, b.hex("0404"), 0), "a rider needs three of them"
    third = field(*tanks, "Blue us_m4_75 V 0404 move", "Red ge_truck X 0810")
    assert room_on_tanks(third.look, third.hex("0404"), 0)
    assert not room_on_tanks(third.look, third.hex("0404"), 1), "they are the enemy's"
    loaded = field(
        *tanks, "Blue us_m4_75 V 0404 move", "Blue us_rifle_plt P 0404 move carrier=T", "Red ge_truck X 0810"
    )
    assert not room_on_tanks(loaded.look, loaded.hex("0404"), 0)


# Drawing an order


@rule("TCS 6.15a")
def test_whose_way_an_axis_is_drawn_for():
    """Those who ride do not count, on the map or before they come; if all ride, all count."""
    b = company({"C1": "ge_gren_plt", "C2": "ge_pz4", "C3": "ge_truck"}, rides=[("C1", "C2")])
    one, two, three = (b.number(name) for name in ("C1", "C2", "C3"))
    assert movers_of(b.look, [one, two]) == ["tracked"]
    assert movers_of(b.look, [one, three]) == ["wheeled"]
    assert movers_of(b.look, [one]) == ["foot"]
    assert movers_of(b.look, [two, three]) == ["tracked", "wheeled"]
    assert place_of(b.look, one) == b.hex("0501"), "where it comes on"
    lines = "Blue us_truck L 0404 move", "Blue us_rifle_plt P 0404 move carrier=L", "Blue us_rifle_plt Q 0405"
    here = field(*lines, "Red ge_truck X 0810")
    truck, carried, afoot = (here.number(name) for name in "LPQ")
    assert movers_of(here.look, [truck, carried]) == ["wheeled"]
    assert movers_of(here.look, [truck, carried, afoot]) == ["foot", "wheeled"]
    assert movers_of(here.look, [carried]) == ["foot"]
    assert place_of(here.look, truck) == here.hex("0404")


@rule("TCS 6.9g")
def test_only_orders_in_force_have_their_row_when_play_begins():
    b = field("Blue us_rifle_plt A 0404", "Red ge_gren_plt X 0405")
    sheets = b.world.sheets
    formations = tuple(replace(each, sheet=each.side) for each in b.world.formations)
    waits = replace(sheets[0], state=PREPARING, row=0, steps=0)
    world = replace(
        b.world, sheets=(waits, replace(sheets[1], state=IMPLEMENTED, row=0, steps=0)), formations=formations
    )
    first, second = opening_sheets(world)
    assert first == waits
    assert second.steps == 5
    nobody = replace(world, formations=tuple(replace(each, sheet=-1) for each in formations))
    assert [each.steps for each in opening_sheets(nobody)] == [0, 0]


# Shells


@rule("TCS 18.11")
def test_guns_on_the_map_that_have_fired_a_mission_are_marked_at_once():
    gun, red = "Blue us_m7 G 0101", "battery Red ge_105_how R"
    b = guns("Blue us_rifle_plt O 0401", gun, "Red ge_gren_plt X 0406", red, first="Blue")
    b.fire("0101", "0406", GOOD, 11, guns=True)
    assert (b.decides(), b.decision().name) == ("Red", "call")
    assert b["G"].fired


@rule("TCS 18.4")
def test_what_a_mission_would_do_is_shown_when_it_is_aimed():
    b = guns("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406", "battery Blue us_105_how A").do("battery", "A")
    assert b.game.asks(b.state, 0).shoot(b.look) is None
    assert b.do("aim", "0406").game.asks(b.state, 0).shoot(b.look) is not None


@rule("TCS 16.7", "TCS 27.4")
@pytest.mark.parametrize(("die", "found"), [(11, False), (46, True)])
def test_a_hidden_vehicle_that_shells_do_nothing_to_keeps_its_hatches_open(die, found):
    lines = "Blue us_rifle_plt O 0401", "Red ge_sdkfz251 H 0406 hidden dug_in", "0406 village"
    b = guns(*lines, "battery Blue us_105_how A", lair="0406", buttoning_up=True)
    b.fire("A", "0406", GOOD, die, *([11] if found else []))
    assert (b["H"].hidden, b["H"].buttoned) == (not found, found)


@rule("TCS 16.7")
def test_a_vehicle_that_shells_fall_on_buttons_up():
    lines = "Blue us_rifle_plt O 0401", "Red ge_sdkfz251 H 0406", "Red ge_truck L 0406", "Red ge_gren_plt M 0406"
    b = guns(*lines, "battery Blue us_105_how A", buttoning_up=True).fire("A", "0406", GOOD, 11)
    assert [b[name].buttoned for name in "HLM"] == [True, False, False]


# Overwatch


@rule("TCS 15.2b")
def test_stacks_and_lone_units_at_a_trigger_are_told_apart():
    """The first hex of the map is a stack like any other, and so is the first unit."""
    watch = Watch(0, MOVED, (5,), used=(0, 40), shot=(0, 40))
    assert (watch.stacks, watch.also, watch.tried) == ((0, 40), (), ())
    more = watch.and_also(0, 3).and_tried(0, 7)
    assert (more.stacks, more.also, more.tried) == ((0, 40), (0, 3), (0, 7))


@rule("TCS 15.2b", "TCS 15.3")
def test_the_stages_of_the_fire_at_a_trigger():
    lines = "Blue us_rifle_plt A 0103 move", "Red ge_gren_plt N 0106", "Red ge_smg_sec F 0109", "Red ge_truck L 0104"
    b = Battle("0116 open\n0312 open\n" + "\n".join(lines)).go("A", "0203")
    shown = exchange(b.game, b.state)
    assert shown is not None
    stages = {each.words: each for each in shown.stages}
    assert next(each.state for each in shown.stages) == "done"
    assert [each.side for each in shown.stages] == [0, 1, 1, 0]
    assert stages["Return fire"].state == "ahead"
    near, far = (next(each for words, each in stages.items() if start in words) for start in ("within", "farther"))
    assert [b.names[n] for n in near.pieces] == ["N"]
    assert near.state == "now"
    assert [b.names[n] for n in far.pieces] in (["F"], [])
    plain = Battle("0116 open\n0312 open\n" + "\n".join(lines), return_fire=False).go("A", "0203")
    assert "Return fire" not in [each.words for each in exchange(plain.game, plain.state).stages]
    assert exchange(b.game, replace(b.state, stack=())) is None


@rule("TCS 15.2c", "TCS 15.3")
def test_stacks_that_have_fired_are_shown_and_lone_units_are_not_among_them():
    lines = "Blue us_rifle_plt A 0103 move", "Red ge_gren_plt N 0106", "Red ge_gren_plt M 0107"
    b = Battle("0116 open\n" + "\n".join(lines)).go("A", "0104")
    top = b.state.stack[-1]
    assert isinstance(top, Watch)
    fired = replace(top, shot=(b.hex("0106"),)).and_also(b.number("M"))
    shown = exchange(b.game, State(b.state.board, (*b.state.stack[:-1], fired), b.state.secret))
    assert [each.words for each in shown.stages if each.words.endswith(" fired")] == ["The stack in 0106 fired"]


@rule("TCS 15.1b", "TCS 7.1e")
@pytest.mark.parametrize(("kind", "firers"), [(MOVED, []), (FIRED, ["F"]), (ANSWER, ["F"])])
def test_who_has_fired_is_seen_from_farther_away(kind, firers):
    lines = "0106 woods", "Blue us_rifle_plt A 0106", "Red ge_smg_sec F 0112"
    b = Battle("0116 open\n" + "\n".join(lines))
    watch = Watch(1, kind, (b.number("A"),))
    shown = exchange(b.game, State(b.state.board, (*b.state.stack, watch)))
    pieces = {b.names[n] for each in shown.stages if each.side == 1 for n in each.pieces}
    assert sorted(pieces) == firers


# Assaults


def why_join(b, unit, hex=None):
    found = why_not_join(b.look, 0, None if hex is None else b.hex(hex), b.number(unit))
    return "" if found is None else found.phrase


@rule("TCS 22.1")
def test_why_a_unit_goes_into_no_assault():
    lines = "Blue us_rifle_plt A 0404 move", "Blue us_rifle_plt B 0408 move", "Blue us_rifle_plt C 0404"
    b = field(*lines, "Red ge_gren_plt X 0403")
    assert why_join(b, "A") == ""
    assert why_join(b, "B") != ""
    assert why_join(b, "C") != ""
    assert "not one of your units" in why_join(b, "X")
    assert why_join(b, "A", "0403") == ""
    assert why_join(b, "B", "0403") != ""
    assert why_join(b, "A", "0402") != "", "there is no enemy"


@rule("TCS 22.1")
def test_why_a_hex_is_not_assaulted():
    def why(*lines, hex="0403", **board):
        b = field(*lines, "Red ge_gren_plt X 0403")
        b.state = replace(b.state, board=replace(b.state.board, **{
            key: tuple(map(b.hex, value)) for key, value in board.items()
        }))  # fmt: skip
        found = why_not_assault(b.look, 0, b.hex(hex))
        assert (found is None) == (hex in b.offers("assault"))
        return "" if found is None else found.phrase

    near = "Blue us_rifle_plt A 0404 move"
    assert why(near) == ""
    assert "no enemy" in why(near, hex="0402")
    assert "already" in why(near, assaulted=("0403",))
    assert why("Blue us_rifle_plt A 0405 move") == why("Blue us_rifle_plt A 0408 move") != ""
    assert why("Blue us_rifle_plt A 0404") not in ("", why("Blue us_rifle_plt A 0408 move"))
    assert why("Blue us_rifle_plt A 0404 move spent=6") not in ("", why("Blue us_rifle_plt A 0404"))


@rule("TCS 22.1")
def test_all_may_go_in_only_while_somebody_is_left():
    b = field("Blue us_rifle_plt A 0404 move", "Blue us_rifle_plt B 0404 move", "Red ge_gren_plt X 0403")
    b.do("assault", "0403")
    assert {"all_in", "add"} <= b.verbs()
    assert "go" not in b.verbs()
    b.do("add", "A")
    assert {"all_in", "go"} <= b.verbs()
    b.do("add", "B")
    assert "all_in" not in b.verbs()
    assert b.offers("add") == set()


# Cards


@rule("TCS 9.0a", "TCS 16.0a")
def test_what_a_card_says_of_every_range():
    card = unit_card(UNITS["us_rifle_plt"], UNITS["ge_gren_plt"])
    assert set(card.lines) == {"area fire"}
    (first, *_, last) = card.lines["area fire"]
    assert (first.low, last.high) == (1, 5), "its own hex is for assaults"
    tank = unit_card(UNITS["us_rifle_plt"], UNITS["ge_pz4"])
    assert set(tank.lines) == {"AT roll"}
    assert next((each.low, each.high) for each in tank.lines["AT roll"])[0] == 0
    assert tank.lines["AT roll"][-1].high == 1
    gun = unit_card(UNITS["us_m4_75"], UNITS["ge_pz4"])
    assert set(gun.lines) == {"gun"}
    assert (gun.lines["gun"][0].low, gun.lines["gun"][-1].high) == (1, 12)
    both = unit_card(UNITS["us_m4_75"], UNITS["ge_sdkfz251"])
    assert set(both.lines) == {"area fire", "gun"}
    assert unit_card(UNITS["us_m8_ac"], UNITS["ge_tiger2"]).lines == {}, "it cannot harm it"


def test_stretches_break_where_a_range_is_missing():
    half, none = Fraction(1, 2), Fraction(0)
    found = stretches({1: half, 2: half, 4: half, 5: none})
    assert [(each.low, each.high, each.chance) for each in found] == [(1, 2, half), (4, 4, half), (5, 5, none)]


def test_a_page_has_every_opponent_of_its_era():
    page = page_card(UNITS["us_57mm_atg"].name, 0, "open")
    names = {each.name for each in page.against}
    assert {UNITS["ge_pz4"].name, UNITS["ge_sdkfz251"].name} <= names
    assert not names & {each.name for each in UNITS.values() if each.era != "ww2"}
    bands = [(each.low, each.high) for each in page.bands]
    assert bands[0][0] == 1
    assert {band.group for band in page.bands} == {"area fire", "gun"}


# Hidden units


@rule("TCS 27.4", "TCS 7.1a")
def test_who_hides_in_the_first_hex_of_the_map_is_found_there():
    b = Battle(
        "0105 open\nBlue us_rifle_plt A 0103\nRed ge_gren_plt X 0101 hidden\nRed ge_gren_plt Y 0105 hidden dug_in"
    )
    assert spotted_by(b.look, [b.number("A")]) == [b.hex("0101"), b.hex("0105")]
    first = Battle("0105 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0103 hidden")
    assert spotted_by(first.look, [first.number("A")]) == [first.hex("0103")]
    assert spotted_by(first.look, []) == []


@rule("TCS 27.4", "TCS 13.0d")
@pytest.mark.parametrize(
    ("unit", "shared", "asked"),
    [
        ("ge_gren_plt H", False, False),
        ("ge_gren_plt H", True, True),
        ("ge_81mm_sec H", False, True),
        ("ge_81mm_sec H", True, True),
    ],
)
def test_friends_may_spot_for_mortars_that_hide_and_for_all_by_an_option(unit, shared, asked):
    """The hidden unit is behind a wood and far away; its friend sees the target."""
    lines = "0105 woods", "0205 woods", "Blue us_rifle_plt A 0104", f"Red {unit} 0112 hidden", "Red ge_gren_plt F 0102"
    b = Battle("0212 open\n" + "\n".join(lines), lair="0112", spotting_shared=shared)
    assert might_spot(b.look, 1, [b.number("A")], fired=False, most=20) == asked


@rule("TCS 27.4")
def test_nobody_is_asked_for_those_who_hide_where_nobody_does():
    b = Battle("0212 open\nBlue us_rifle_plt A 0104\nRed ge_gren_plt F 0106")
    assert not might_spot(b.look, 1, [b.number("A")], fired=True, most=20)
    hides = Battle("0212 open\nBlue us_rifle_plt A 0104\nRed ge_gren_plt F 0106 hidden", lair="0106")
    assert might_spot(hides.look, 1, [hides.number("A")], fired=True, most=20)
    assert might_spot(hides.look, 1, [hides.number("A")], fired=True, most=2)
    assert not might_spot(hides.look, 1, [hides.number("A")], fired=True, most=1), "farther than that"
    assert not might_spot(hides.look, 0, [hides.number("F")], fired=True, most=20), "Blue does not hide"


# Ground in words


@rule("TCS 20.1i")
@pytest.mark.parametrize(
    ("ground", "words"),
    [
        ("open", "open ground"),
        ("village", "village, protective"),
        ("woods", "woods, partly protective"),
        ("beach", "beach, billiard table"),
    ],
)
def test_the_ground_of_a_hex_in_words(ground, words):
    b = field(f"0404 {ground}", "Blue us_rifle_plt A 0101")
    assert b.world.ground.in_words(b.hex("0404")) == words


# Overruns


@rule("TCS 23.2")
def test_defenders_do_not_fire_at_vehicles_that_never_came():
    b = field("Blue us_m4_75 T 0404 move", "Red ge_gren_plt X 0403")
    after = b.game.system.field(b.game, b.state.board)
    start, hex, group = b.hex("0404"), b.hex("0403"), (b.number("T"),)
    OverrunFight(0, hex, start, group).run(after)
    assert after.stack == [Clear(0, hex, start, group)]
    assert not after.units[b.number("X")].fired


# Special rules


@rule("SR 1", "AR 4.2B4")
def test_a_counter_that_breaks_out_has_moved_as_its_platoon():
    lines = (
        "Blue ge_panther P 0404 move",
        "Blue ge_panther Q off lost",
        "Blue ge_panther R 0404 move",
        "Red us_truck X 0810",
    )
    b = field(*lines, special_rules=True)
    after = b.game.system.field(b.game, b.state.board)
    p, q, r = (b.number(name) for name in "PQR")
    after.keep(Moves(((p, 2, True),)))
    split(after, p, q)
    assert after.kept(Moves).made == tuple(sorted([(p, 2, True), (q, 2, True)]))
    split(after, r, q)
    assert len(after.kept(Moves).made) == 2, "R has not moved"


# Drafts


def test_a_draft_that_was_changed_too_often_can_only_be_given_or_dropped():
    b = Staff().say("attack", 0)
    b.say("objective", b.hex("0802"))
    groups = (b.sheet.groups[0], Group("Second", b.sheet.groups[0].mission), Group("Rear", RESERVE))
    top = replace(b.asks, sheet=replace(b.sheet, groups=groups))
    for count, free in ((MOST_CHANGES - 1, True), (MOST_CHANGES, False)):
        draft = replace(top, count=count)
        secret = tuple((*part[:-1], draft) if side == 0 else part for side, part in enumerate(b.state.secret))
        state = replace(b.state, secret=secret)
        offered = {offer.verb for offer in b.game.decision(state, 0).offers}
        assert ("joins" in offered) == ("objective" in offered) == ("line" in offered) == free
        assert "drop" in offered


@rule("TCS 6.15b")
def test_a_phase_line_has_a_turn_only_where_it_opens_by_the_clock():
    b = Staff().say("attack", 0)
    b.say("objective", b.hex("0802"))
    whole = tuple(sorted(b.hex(f"05{row:02}") for row in range(1, 13)))
    for when, line in (("all", (ALL, 0)), ("signal", (SIGNAL, 0)), ("turn 4", (TURN, 4)), ("turn 3", (TURN, 3))):
        b.say("line", ("Rose", whole, when))
        assert b.sheet.lines == (PhaseLine("Rose", whole, *line),)
        b.say("clear", "lines")
    assert b.game.why_not(b.state, 0, Action("line", ("Rose", whole, "turn 2"))), "this turn is no later turn"


@rule("TCS 6.8")
def test_a_sheet_of_units_that_are_all_lost_can_become_another_kind():
    b = Staff().say("attack", 0)
    sheet = replace(b.sheet, groups=(Group("All", 0),))
    changed = as_kind(b.look, sheet, HASTY)
    assert (changed.kind, changed.groups[0].mission) == (HASTY, HOLD)
    full = as_kind(b.look, b.sheet, HASTY)
    assert full.groups[0].mission == HOLD
    assert full.measures.axis == ()


@rule("TCS 6.8")
@pytest.mark.parametrize(("sixths", "kept"), [(0, 0), (3, 4), (6, 9)])
def test_what_a_changed_plan_keeps_of_its_weighted_turns(sixths, kept):
    make = order("Attack", "0802", axis="0203 0802", state="preparing", row=4, weighted=9)
    b = Staff(
        "1212 open\nBlue us_rifle_plt A 0202 listed=0\nRed ge_gren_plt X 1010 unassigned",
        make,
        edit_keeps_sixths=sixths,
    )
    sheet = b.sheets[0]
    assert kept_turns(b.look, sheet, 0) == 9, "the same plan"
    other = replace(sheet, measures=replace(sheet.measures, objective=(b.hex("0803"),)))
    assert kept_turns(b.look, other, 0) == kept
    assert kept_turns(b.look, sheet, -1) == 0, "a new sheet"
    assert kept_turns(b.look, sheet, len(b.sheets)) == 0
    assert kept_turns(b.look, replace(sheet, side=1), 0) == 0, "the other side's"


# Point fire at its longest range


@rule("TCS 12.0b")
@pytest.mark.parametrize(("hex", "may"), [("0115", True), ("0116", False)])
def test_point_fire_reaches_twice_its_range(hex, may):
    """A Sherman has a range of 6."""
    b = Battle(f"0116 open\nBlue us_m4_75 T 0103\nRed ge_pz4 X {hex} fired")
    assert (why_not_fire(b.look, b.number("T"), b.hex(hex), 1, point=True) is None) == may
    assert (b.offers("point") == {hex}) == may


# Armor


@rule("AR 4.2B3")
def test_a_counter_that_is_no_platoon_counts_once():
    lines = "Blue us_m4_75 A 0103 steps=4", "Blue us_rifle_plt I 0103", "Blue us_truck L 0103", "Red ge_pz4 X 0105"
    b = field(*lines, armor_platoon_counters=True)
    world = b.world
    kinds = tuple(
        replace(each, steps=4, flags=f"{each.flags};platoon") if each.id == "us_m4_75" else each for each in world.kinds
    )
    b.game.world = replace(world, kinds=kinds)
    assert [b.look.times(b.number(name)) for name in ("A", "I", "L")] == [4, 1, 1]


@rule("AR 4.3b5")
def test_only_armor_is_paced_by_the_parts_of_the_phase():
    b = field("Blue us_m4_75 T 0404 move", "Blue us_m3_ht H 0404 move", "Red ge_truck X 0810", armor_impulses=True)
    assert [paced(b.look, b.number(name)) for name in "TH"] == [True, False]
    assert another(b.look, b.number("H")) > 0
    assert another(b.look, b.number("T")) == -1


@rule("AR 4.6a2", "TCS 15.2c")
@pytest.mark.parametrize(("marks", "states"), [("stack", ("F", "F")), ("firers", ("F", ""))])
def test_who_is_marked_when_a_tank_answers_with_smoke(marks, states):
    lines = "Blue us_m4_75 A 0101", "Blue us_m4_75 B 0101", "Red ge_gren_plt X 0106 move"
    b = Battle("0112 open\n" + "\n".join(lines), side="Red", armor_smoke=True, return_fire=False, overwatch_marks=marks)
    b.go("X", "0105").do("armor.answer_smoke", "A").do("at", "0104")
    assert (b.state_of("A"), b.state_of("B")) == states


# Passengers, roads, sight


@rule("TCS 10.0c")
def test_who_is_aboard_the_carriers_of_a_side():
    lines = "Blue us_m3_ht H 0404 move", "Blue us_rifle_plt P 0404 move carrier=H", "Blue us_rifle_plt I 0404 move"
    enemy = "Red ge_sdkfz251 C 0404 move", "Red ge_gren_plt G 0404 move carrier=C"
    tank = "Blue us_m4_75 T 0404 move", "Blue us_engineer_plt R 0404 move carrier=T"
    b = field(*lines, *enemy, *tank)
    assert aboard(b.look, 0, b.hex("0404")) == (b.number("P"),), "riders on a tank are not inside"
    assert aboard(b.look, 1, b.hex("0404")) == (b.number("G"),)
    assert aboard(b.look, 0, b.hex("0405")) == ()


@rule("TCS 18.10b", "TCS 4.3")
def test_one_unit_on_the_road_is_enough_for_the_shift_of_a_barrage():
    lines = "Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406 move road", "Red ge_gren_plt Y 0406 move"
    b = guns(*lines, "battery Blue us_105_how A", phase=False)
    barrage = barrage_of(b.look, Mission(0, batteries=(0,)), b.hex("0406"), good=True)
    units = [b.number(name) for name in "XY"]

    def shifts(units, **how):
        found = shell_attack(b.look, units, b.hex("0406"), barrage.zone, barrage, **how)
        return [each.rule for each in found.shifts].count(SHIFTS["barrage_road"].rule)

    assert (shifts(units, road=True), shifts(units), shifts(units[1:], road=True)) == (1, 0, 0)


def test_a_battlefield_forgets_what_was_in_sight_when_smoke_falls_and_light_fades():
    b = Battle("0108 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0106")
    after = b.game.system.field(b.game, b.state.board)
    here, there = b.hex("0101"), b.hex("0106")
    assert after.sees(here, there)
    after.update(smoke=(Smoke(b.hex("0103"), 0),))
    assert not after.sees(here, there)
    after.update(smoke=())
    assert after.sees(here, there)
    after.update(light=NIGHT)
    assert not after.sees(here, there)


@rule("TCS 6.9f3")
@pytest.mark.parametrize(("turns", "last"), [(8, 8), (11, 11), (12, 11), (40, 11)])
def test_a_sheet_may_be_rolled_for_on_one_of_the_next_nine_turns(turns, last):
    b = Staff(turns=turns)
    words = [each for each in roll_words(b.look) if each.startswith("turn ")]
    assert words == [f"turn {turn}" for turn in range(3, last + 1)]
    assert [each for each in roll_words(b.look) if " " not in each] == ["always", "ask", "never"]


@rule("TCS 6.8")
@pytest.mark.parametrize(("most", "fault"), [(3, False), (2, True), (1, True)])
def test_how_many_orders_a_side_prepares_at_once(most, fault):
    makes = [order("Attack", "0802", axis="0203 0802", state="preparing", name=f"Plan {n}", row=4) for n in (1, 2)]
    lines = (
        "Blue us_rifle_plt A 0202 listed=0",
        "Blue us_rifle_plt B 0203 listed=1",
        "Red ge_gren_plt X 1010 unassigned",
    )
    b = Staff("\n".join(["1212 open", *lines]), *makes, sheets_most=most)
    new = replace(b.sheets[0], name="Plan 3")
    found = [each.phrase for each in _side_faults(b.look, new, -1)]
    assert bool(found) == fault
    assert not list(_side_faults(b.look, b.sheets[0], 0)), "one of those in preparation may be changed"
    assert list(_side_faults(b.look, b.sheets[0], 1)), "two of one name"


@rule("TCS 18.4")
def test_an_observer_that_does_not_see_the_aim_hex_is_told_its_other_faults_first():
    lines = "0404 woods", "Blue us_rifle_plt O 0805", "Blue us_rifle_plt P 0403", "Blue us_truck L 0402"
    b = guns(*lines, "Red ge_gren_plt X 0406", "battery Blue us_105_how A").do("battery", "A").do("aim", "0406")
    assert b.why_not("observer", "P") == "P does not see 0406 (TCS 18.4)"
    assert b.why_not("observer", "L") == "L cannot fight, and so cannot observe (TCS 18.4)"
    clear = guns(
        "Blue us_rifle_plt O 0805", "Blue us_truck L 0405", "Red ge_gren_plt X 0406", "battery Blue us_105_how A"
    )
    clear.do("battery", "A").do("aim", "0406")
    assert clear.why_not("observer", "L") == "L cannot fight, and so cannot observe (TCS 18.4)"


# Orders


@rule("TCS 6.4")
def test_each_column_fires_near_its_own_route():
    one = order("Move", "0108", direction="0101 0102 0103 0104 0105 0106 0107 0108")
    two = order("Move", "1608", direction="1601 1602 1603 1604 1605 1606 1607 1608", name="Other")
    b = Ordered(
        "1608 open\nBlue us_m4_75 A 0101 move sheet=0\nBlue us_m4_75 B 1601 move sheet=1", one, two, march_fire=2
    )
    first, second = (b.hexes(out_of_bounds(b.look, b.number(name))) for name in "AB")
    assert "0301" not in first
    assert {"0401", "1601"} <= first
    assert "1401" not in second
    assert {"1301", "0101"} <= second
    for name in "AB":
        bounds = out_of_bounds(b.look, b.number(name))
        for hex in range(b.world.ground.size):
            assert (why_not_fire_at(b.look, b.number(name), hex) is not None) == bool(bounds >> hex & 1)


@rule("TCS 6.2a")
@pytest.mark.parametrize(("groups", "free"), [(5, True), (6, False)])
def test_a_sheet_has_at_most_six_groups(groups, free):
    b = Staff().say("attack", 0)
    mission = b.sheet.groups[0].mission
    made = (b.sheet.groups[0], *(Group(f"Group {n}", mission) for n in range(2, groups + 1)))
    draft = replace(b.asks, sheet=replace(b.sheet, groups=made))
    secret = tuple((*part[:-1], draft) if side == 0 else part for side, part in enumerate(b.state.secret))
    offer = b.game.decision(replace(b.state, secret=secret), 0).offer("mission")
    assert (offer is not None and bool(list(offer.targets))) == free


@rule("TCS 18.10a")
def test_continuous_fire_that_is_kept_up_is_as_good_as_that_of_the_battery_that_leads():
    lines = [f"battery Blue us_105_how {name} fa=94th" for name in "AB"]
    b = guns("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 0406", *lines, phase=False, continuous_renewal="keep")
    aim, observer = b.hex("0406"), b.number("O")
    one, two = (replace(each, aim=aim, observer=observer) for each in b.state.board.batteries)
    mission = Mission(0, CONTINUOUS, (0, 1), wide=True, aim=aim, observer=observer)
    b.on(batteries=(replace(one, good=True), replace(two, good=False)))
    assert _sure(b.look, mission) == "Good Shoot"
    assert _sure(b.look, replace(mission, batteries=(1, 0))) == "Bad Shoot"
    assert _sure(b.look, replace(mission, aim=aim + 1)) is None, "another hex is adjusted"
    b.on(batteries=(one, replace(two, aim=aim + 1)))
    assert _sure(b.look, mission) is None, "all of them must have fired there"
    assert _sure(b.look, replace(mission, shell=0)) is None


# Running and hiding


@rule("TCS 17.5a")
def test_nobody_runs_to_where_it_is():
    b = field("Blue us_rifle_plt A 0404", "Red ge_truck X off")
    a = b.number("A")
    assert b.hex("0404") not in ways_out(b.look, a, ())
    assert b.hex("0404") not in ways_out(b.look, a, (b.hex("0404"),))
    apart = b.world.ground.distance
    assert all(apart(b.hex("0403"), hex) > 1 for hex in ways_out(b.look, a, (b.hex("0403"),)))


@rule("TCS 27.4")
def test_whether_anybody_hides_in_a_battle():
    assert not field("Blue us_rifle_plt A 0404", "Red ge_gren_plt X 0405").world.hides
    assert field("Blue us_rifle_plt A 0404", "Red ge_gren_plt X 0405 hidden").world.hides
    assert field("Blue us_rifle_plt A 0404 hidden", "Red ge_gren_plt X 0405").world.hides


# Secrets


def test_where_nothing_is_secret_nothing_else_is_imagined():
    b = field("Blue us_rifle_plt A 0404", "Red ge_gren_plt X 0405", command="off")
    assert imagine(b.game, b.state.board, 0, lambda count: 0) is b.state.board
    assert b.game.system.imagine(b.game, b.state, 0, lambda count: 0) is b.state
    ordered = field("Blue us_rifle_plt A 0404", "Red ge_gren_plt X 0405")
    assert imagine(ordered.game, ordered.state.board, 0, lambda count: 0) != ordered.state.board
    assert ordered.game.system.imagine(ordered.game, ordered.state, 0, lambda count: 0) != ordered.state


# Arrivals


@rule("TCS 27.2")
def test_a_formation_that_was_kept_out_comes_where_it_should_when_that_is_free():
    b = company({"C1": "ge_gren_plt"})
    b.state = replace(b.state, board=replace(b.state.board, kept_out=(b.first,)))
    b.do("end")
    assert (b.where("C1"), b.state.board.kept_out) == ("0501", ())
    wide = company({"C1": "ge_gren_plt"}, area="0501 0302")
    wide.state = replace(wide.state, board=replace(wide.state.board, kept_out=(wide.first,)))
    assert wide.do("end").offers("at") == {"0501", "0302"}, "not only at the edge"


# Platoons


@rule("AR 4.2B4")
def test_guns_in_tow_do_not_break_out():
    lines = "Blue us_truck C 0404 move", "Blue us_57mm_atg G2 off lost plt=1", "Red ge_truck X 0810"

    def why(marks):
        b = field(*lines, f"Blue us_57mm_atg G 0404 steps=2 plt=1 {marks}", armor_platoon_counters=True)
        kinds = tuple(
            replace(each, steps=2, flags=f"{each.flags};platoon") if each.id == "us_57mm_atg" else each
            for each in b.world.kinds
        )
        b.game.world = replace(b.world, kinds=kinds)
        found = why_not_break(b.look, b.number("G"))
        return "" if found is None else found.phrase

    assert why("") == ""
    assert "is carried or hides" in why("move carrier=C")
    assert "is carried or hides" in why("hidden")


# Point fire


@rule("SR 3", "TCS 14.0a")
def test_who_joins_no_point_fire_is_told_why():
    lines = "Blue us_m4_75 A 0404", "Blue us_m4_75 B 0404", "Red ge_pz4 X 0406 fired"
    b = field(*lines, special_rules=True, visibility=4)
    number = b.world.member_of[b.number("B")]
    formations = tuple(replace(each, green=4) if n == number else each for n, each in enumerate(b.world.formations))
    b.game.world = replace(b.world, formations=formations)
    after = b.game.system.field(b.game, b.state.board)
    after.keep(Moves(((b.number("B"), 1, False),)))
    b.state = replace(b.state, board=after.freeze())
    b.do("point", "0406")
    assert b.offers("add") == {"A"}
    assert "B has moved" in b.why_not("add", "B")
