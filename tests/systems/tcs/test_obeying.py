"""What orders let units do, and what they are told when they may not (TCS 6.3 to 6.7, 6.11c, 6.14, 6.15)."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import REVIEW
from sandtable.systems.tcs.ground import OwnTerrain
from sandtable.systems.tcs.measures import boundary_fault, off_axis
from sandtable.systems.tcs.obeying import Posts, closed, no_end, why_closed
from sandtable.systems.tcs.orders import ground, standing, ways
from sandtable.systems.tcs.pointfire import PointFire
from sandtable.systems.tcs.sheets import ALL, COMPLETED, MARCH, RESERVE, SIGNAL, TAKE, TURN
from tests.systems.tcs.ordered import Ordered, order

rule = pytest.mark.rule
FIELD = "1608 open\n"
FOOT = "us_rifle_plt"


def field(lines, *orders, **how):
    return Ordered(FIELD + lines, *orders, **how)


def reach(b, unit="A"):
    return b.do("move", unit).offers("to")


def apart(one, other):
    """Hexes apart, on a map as large as the field."""
    b = field(f"Blue {FOOT} A 0101")
    return b.world.ground.distance(b.hex(one), b.hex(other))


# The axis, the route, the boundary


@rule("TCS 6.5", "TCS 6.15e")
def test_an_axis_opens_the_hexes_within_its_width():
    b = field(f"Blue {FOOT} A 0404 move", order("Attack", "1204", axis="0404 1204", width=1))
    free = field(f"Blue {FOOT} A 0404 move")
    assert reach(b) == {hex for hex in reach(free) if off_axis(b.world.ground, b.sheets[0].measures, b.hex(hex)) <= 1}
    assert {"0403", "0405", "0504"} <= b.offers("to")
    assert "0406" in free.offers("to")
    assert b.why_not("to", "0406") == (
        'A follows the Attack order "Attack": 0406 is 2 hexes off its axis, 1 are allowed;'
        " to go there it needs another order (TCS 6.15e)"
    )


@rule("TCS 6.15d")
def test_around_its_objective_an_order_leaves_room():
    text = f"Blue {FOOT} A 1204 move"
    narrow = order("Attack", "1204", axis="0404 1204", width=0)
    b = field(text, narrow)
    assert {"1206", "1405", "1202"} <= b.hexes(ground(b.look, 0))
    assert "1207" not in b.hexes(ground(b.look, 0))
    assert "1206" not in field(text, narrow, objective_margin=1).hexes(
        ground(field(text, narrow, objective_margin=1).look, 0)
    )


@rule("TCS 6.15f")
def test_a_direction_of_advance_is_exactly_its_hexes():
    b = field(f"Blue {FOOT} A 0404 move", order("Attack", "0704", direction="0404 0504 0604 0704"))
    assert b.hexes(ground(b.look, 0)) == {"0404", "0504", "0604", "0704"}
    assert reach(b) <= {"0504", "0604", "0704"}
    assert b.why_not("to", "0403") == (
        'A follows the Attack order "Attack": 0403 is not on its route; to go there it needs another order (TCS 6.15f)'
    )


@rule("TCS 6.15a")
def test_a_boundary_closes_what_lies_beyond_it():
    # Between the rows 4 and 5, from one edge of the map to the other.
    sides = []
    for column in range(1, 17):
        sides.append(f"{column:02}04-{column:02}05")
        if column < 16:
            sides.append(f"{column:02}05-{column + 1:02}04" if column % 2 else f"{column:02}04-{column + 1:02}05")
    b = field(f"Blue {FOOT} A 0404 move", order("Attack", "1203", boundary=(" ".join(sides),)))
    assert {hex[2:] for hex in reach(b)} == {"01", "02", "03", "04"}
    assert not boundary_fault(b.world.ground.map, b.sheets[0].measures.boundary[0])
    assert "0405 lies beyond its boundary" in b.why_not("to", "0405")


@rule("TCS 6.5", "TCS 6.9g")
def test_a_sheet_without_measures_binds_nobody():
    assert reach(field(f"Blue {FOOT} A 0404 move", order("Attack", "1204"))) == reach(field(f"Blue {FOOT} A 0404 move"))


@rule("TCS 6.5")
def test_a_unit_outside_its_ground_may_only_come_nearer():
    b = field(f"Blue {FOOT} A 0408 move", order("Attack", "1204", axis="0404 1204", width=1))
    to = reach(b)
    cost = ways(b.look, 0, ground(b.look, 0))
    assert to
    assert all(cost[b.hex(hex)] < cost[b.hex("0408")] for hex in to)
    assert "0308" not in to
    assert b.why_not("to", "0308") == (
        'A is outside the ground of the Attack order "Attack" and may only come nearer to it (TCS 6.5)'
    )


@rule("TCS 6.5")
def test_without_a_way_to_its_ground_distance_counts():
    river = "".join(f"06{row:02} lake\n" for row in range(1, 9))
    lake = OwnTerrain(kind="lake", place="hex", sign="~", type="open", foot="P", tracked="P", wheeled="P")
    b = Ordered(
        FIELD + river + f"Blue {FOOT} A 0304 move", order("Attack", "1204", axis="0804 1204", width=1), terrain=(lake,)
    )
    assert "0404" in reach(b)
    assert "0204" not in b.offers("to")


@rule("TCS 6.1")
def test_with_command_off_orders_bind_nobody():
    text = f"Blue {FOOT} A 0404 move"
    bound = order("Attack", "1204", axis="0404 1204", width=0)
    assert reach(field(text, bound, command="off")) == reach(field(text))
    assert reach(field(text, bound, command="orders")) < reach(field(text))


# Phase lines


LINE = ("Fish", "0703 0704 0705 0702 0706 0701 0707 0708")


@rule("TCS 6.15b")
@pytest.mark.parametrize(
    ("condition", "turn", "words"),
    [
        (TURN, 3, "Fish is crossed from 0940 on (TCS 6.15b)"),
        (ALL, 0, "Fish is crossed when all groups have reached it (TCS 6.15b)"),
        (SIGNAL, 0, "Fish is crossed when you give the signal in a command phase (TCS 6.15b)"),
    ],
)
def test_a_closed_line_closes_what_lies_beyond_it(condition, turn, words):
    lines = ((*LINE, condition, turn),)
    b = field(f"Blue {FOOT} A 0604 move", order("Attack", "1204", axis="0404 1204", width=1, lines=lines))
    assert {int(hex[:2]) for hex in reach(b)} == {3, 4, 5, 6, 7}
    assert b.why_not("to", "0804") == f'A follows the Attack order "Attack": {words}'


@rule("TCS 6.15b")
def test_a_unit_beyond_a_closed_line_may_go_back_and_fire():
    lines = ((*LINE, SIGNAL, 0),)
    b = field(
        f"Blue {FOOT} A 0904 move\nBlue {FOOT} B 0904\nRed {FOOT} X 1204",
        order("Attack", "1204", axis="0404 1204", width=1, lines=lines),
    )
    assert "1204" in b.offers("suppress")
    to = reach(b)
    assert to
    assert all(int(hex[:2]) <= 8 for hex in to)


# Holding and waiting


@rule("TCS 6.6")
def test_on_hasty_defense_a_unit_stays_within_three_hexes_of_its_post_or_of_the_objective():
    b = field(f"Blue {FOOT} A 0404 move post=0404", order("Hasty Defense", "1204"))
    inside = b.hexes(ground(b.look, 0))
    assert {hex for hex in inside if apart(hex, "0404") <= 3} == {
        hex for hex in b.hexes((1 << 128) - 1) if apart(hex, "0404") <= 3
    }
    assert all(apart(hex, "0404") <= 3 or apart(hex, "1204") <= 3 for hex in inside)
    assert "1207" in inside
    assert "1208" not in inside


@rule("TCS 6.6", "TCS 6.7")
@pytest.mark.parametrize(("kind", "radius", "id"), [("Hasty Defense", 3, "6.6"), ("Prepared Defense", 1, "6.7")])
def test_a_unit_that_holds_is_told_how_far_it_may_go(kind, radius, id):
    far = f"04{4 + radius + 1:02}"
    b = field("Blue us_m4_75 A 0404 move post=0404", order(kind, "0401"))
    assert f"04{4 + radius:02}" in reach(b)
    assert b.why_not("to", far) == (
        f'A holds 0404 by the {kind} order "{kind}": {far} is {radius + 1} hexes away, {radius} are allowed;'
        f" to go farther it needs another order (TCS {id})"
    )


@rule("TCS 6.6")
def test_a_unit_that_holds_may_always_go_to_what_it_defends():
    b = field("Blue us_m4_75 A 0404 move post=0404", order("Prepared Defense", "1204"))
    to = reach(b)
    assert "0604" in to
    assert "0204" not in to


@rule("TCS 6.14b")
def test_a_reserve_waits_around_its_post():
    groups = (("Front", "take"), ("Back", "reserve"))
    b = field("Blue us_m4_75 A 0404 move group=1 post=0404", order("Attack", "1204", axis="0404 1204", groups=groups))
    assert b.hexes(ground(b.look, 0)) == {hex for hex in b.hexes((1 << 128) - 1) if apart(hex, "0404") <= 3}
    reach(b)
    assert b.why_not("to", "0804") == (
        'A is in reserve of the Attack order "Attack" and stays within 3 hexes of 0404 until it is committed'
        " (TCS 6.14b)"
    )


@rule("TCS 6.14b")
def test_a_reserve_fights_near_its_post_and_nowhere_else():
    groups = (("Front", "take"), ("Back", "reserve"))
    text = "Blue us_rifle_plt A 0404 move group=1 post={}\nRed ge_truck X 0405"
    attack = order("Attack", "1204", axis="0404 1204", groups=groups)
    assert field(text.format("0404"), attack).offers("assault") == {"0405"}
    b = field(text.format("0401"), attack)
    assert b.offers("assault") == set()
    assert "0405 lies outside its ground" in b.why_not("assault", "0405")


# On the march


@rule("TCS 6.4")
def test_a_marching_unit_may_side_step_but_does_not_turn_back():
    march = order("Move", "1404", axis="0404 1404", width=3)
    b = field("Blue us_m4_75 A 0604 move post=0604", march)
    to = reach(b)
    assert "0504" in to, "a movement point back is allowed"
    assert "0304" not in to
    assert "0804" in to
    b = field("Blue us_m4_75 A 0604 move post=0604", march, march_backward=9)
    assert "0404" in reach(b)
    b = field("Blue us_m4_75 A 0604 move post=0804", march)
    reach(b)
    assert b.why_not("to", "0404") == (
        'A is on the march to 1404 by the Move order "Move" and does not turn back; end nearer to it (TCS 6.4)'
    )


@rule("TCS 6.4")
def test_why_a_marching_unit_ends_nowhere_behind_it():
    """Every hex that is closed to it, or where it may not end, has a reason; no other has."""
    march = order("Move", "1404", axis="0404 1404", width=3)
    b = field("Blue us_m4_75 A 0604 move post=0804", march)
    barred = closed(b.look, 0) | no_end(b.look, 0)
    assert closed(b.look, 0)
    assert no_end(b.look, 0) & ~closed(b.look, 0)
    for hex in range(b.world.ground.size):
        assert (why_closed(b.look, 0, hex) is not None) == bool(barred >> hex & 1), b.world.hex_name(hex)
    assert not {"0804", "0704", "0604", "0905"} & b.hexes(no_end(b.look, 0))
    assert {"0304", "0404"} <= b.hexes(no_end(b.look, 0)), "it began in 0804 and may go back two hexes"
    assert "0504" in b.hexes(no_end(b.look, 0))
    assert no_end(field("Blue us_m4_75 A 0604 move post=0804", order("Attack", "1404", axis="0404 1404")).look, 0) == 0


@rule("TCS 6.4")
def test_where_the_whole_map_is_open_only_the_hexes_behind_it_have_a_reason():
    b = field("Blue us_m4_75 A 0604 move post=0804", order("Move", "1404", axis="0404 1404", width=9))
    assert closed(b.look, 0) == 0
    behind = {b.world.hex_name(hex) for hex in range(b.world.ground.size) if why_closed(b.look, 0, hex) is not None}
    assert behind == b.hexes(no_end(b.look, 0)) > {"0401", "0408"}


@rule("TCS 6.5")
def test_an_order_that_is_changed_binds_at_once():
    text = "Blue us_m4_75 A 0604 move"
    east, south = (order("Attack", goal, axis=f"0604 {goal}", width=0) for goal in ("1404", "0608"))
    b, other = field(text, east), field(text, south)
    was = closed(b.look, 0)
    changed = Situation(b.game, replace(b.state.board, sheets=other.state.board.sheets))
    assert changed.units[0] is b.look.units[0], "nothing else has changed"
    assert closed(changed, 0) == closed(other.look, 0) != was


@rule("TCS 6.4")
def test_where_a_marching_unit_begins_its_phase_is_noted():
    b = field("Blue us_m4_75 A 0604 move post=0404", order("Move", "1404", axis="0404 1404")).run(Posts(0))
    assert b["A"].post == b.hex("0604")


@rule("TCS 6.4")
def test_a_marching_unit_fires_only_near_its_route():
    text = "Blue us_hmg_sec A 0404\nRed ge_gren_plt X 0604\nRed ge_gren_plt Y 0708"
    march = order("Move", "0801", axis="0404 0801")
    b = Ordered("0812 open\n" + text.replace("0708", "0412"), march)
    assert b.offers("suppress") == {"0604"}
    assert b.why_not("suppress", "0412") == (
        'A is on the march by the Move order "Move" and fires only within 5 hexes of its route;'
        " it may fire overwatch (TCS 6.4)"
    )
    assert Ordered("0812 open\n" + text.replace("0708", "0412"), order("Attack", "0801", axis="0404 0801")).offers(
        "suppress"
    ) == {"0604", "0412"}
    assert Ordered("0812 open\n" + text.replace("0708", "0412"), march, march_fire=9).offers("suppress") == {
        "0604",
        "0412",
    }


@rule("TCS 6.5")
def test_fire_can_be_bound_to_the_ground_of_an_order():
    text = "0812 open\nBlue us_hmg_sec A 0404\nRed ge_gren_plt X 0604\nRed ge_gren_plt Y 0412"
    attack = order("Attack", "0801", axis="0404 0801", width=1)
    b = Ordered(text, attack, fire_bounds="margin")
    assert b.offers("suppress") == {"0604"}
    assert "fires only within 5 hexes of its ground" in b.why_not("suppress", "0412")


# Attacking


@rule("TCS 6.5", "TCS 22.1")
def test_an_attack_takes_what_lies_in_its_ground_or_just_outside():
    text = "Blue us_rifle_plt A 0404 move\nRed ge_truck X 0405"
    assert field(text, order("Attack", "1204", axis="0404 1204", width=0)).offers("assault") == {"0405"}
    b = field(text, order("Attack", "1204", axis="0404 1204", width=0), assault_margin=0)
    assert b.offers("assault") == set()
    assert b.why_not("assault", "0405") == (
        'A follows the Attack order "Attack": 0405 lies outside its ground; fire at it, or attack with others (TCS 6.5)'
    )


@rule("TCS 6.4", "TCS 22.1", "TCS 23.1")
@pytest.mark.parametrize(
    ("kind", "mission", "may"),
    [
        ("Attack", "take", True),
        ("Attack", "support", False),
        ("Move", "march", False),
        ("Hasty Defense", "hold", True),
        ("Prepared Defense", "hold", True),
    ],
)
def test_the_mission_decides_who_attacks(kind, mission, may):
    lines = "Blue us_m4_75 A 0404 move post=0404\nRed ge_truck X 0405"
    b = field(lines, order(kind, "0404", groups=(("All", mission),)))
    assert b.offers("assault") == ({"0405"} if may else set())
    assert b.offers("overrun") == ({"A"} if may else set())
    if not may:
        words = f'A follows the {kind} order "{kind}", which does not let it attack: its mission is {mission} (TCS 6.4)'
        assert b.why_not("assault", "0405") == words
        assert b.why_not("overrun", "A") == words


@rule("TCS 22.1")
def test_in_an_assault_by_several_orders_each_needs_its_own():
    lines = "Blue us_rifle_plt A 0404 move\nBlue us_rifle_plt B 0404 move sheet=1\nRed ge_truck X 0405"
    b = field(lines, order("Attack", "0405"), order("Move", "0801", side=0))
    b.do("assault", "0405")
    assert b.offers("add") == {"A"}
    assert "its mission is march" in b.why_not("add", "B")


@rule("TCS 6.3c", "TCS 22.1", "TCS 23.1")
def test_unassigned_units_do_not_attack():
    b = field("Blue us_m4_75 A 0404 move unassigned\nRed ge_truck X 0405", order("Attack", "0405"))
    assert not b.offers("assault")
    assert not b.offers("overrun")
    assert b.why_not("assault", "0405") == "A is Unassigned and does not attack; put it on an order (TCS 6.3c)"
    assert b.why_not("overrun", "A") == b.why_not("assault", "0405")


# Unassigned


@rule("TCS 6.3c")
def test_an_unassigned_unit_does_not_go_nearer_to_the_enemy():
    b = field(f"Blue {FOOT} A 0404 move unassigned\nRed ge_gren_plt X 0804", order("Attack", "0405"))
    to = reach(b)
    assert to
    assert all(apart(hex, "0804") >= 4 for hex in to)
    assert b.why_not("to", "0504") == (
        "A has no order and does not go nearer to the enemy in 0804; put it on an order (TCS 6.3c)"
    )


@rule("TCS 6.3c")
def test_far_from_the_enemy_unassigned_units_move_freely():
    b = field(f"Blue {FOOT} A 0104 move unassigned\nRed ge_gren_plt X 1504", order("Attack", "0405"))
    assert "0204" in reach(b), "12 hexes are far enough"
    b = field(f"Blue {FOOT} A 0104 move unassigned\nRed ge_gren_plt X 1504", order("Attack", "0405"), unassigned_far=14)
    assert "0204" not in reach(b)


@rule("TCS 6.3c")
def test_an_unassigned_unit_does_not_go_beside_a_known_enemy_it_cannot_see():
    wood = "0504 forest\n0503 forest\n0505 forest\n"
    text = FIELD + wood + f"Blue {FOOT} A 0404 move unassigned\nRed ge_gren_plt X 0604"
    b = Ordered(text, order("Attack", "0405"))
    assert not b.look.sees(b.hex("0404"), b.hex("0604"))
    assert "0504" not in reach(b)
    assert b.why_not("to", "0504") == (
        "A has no order and does not go beside the enemy in 0604; put it on an order (TCS 6.3c)"
    )
    assert "0403" in b.offers("to")
    known = Ordered(text, order("Attack", "0405"), unassigned_sees="known")
    assert {hex for hex in reach(known) if apart(hex, "0604") < 2} == set()


@rule("TCS 6.3c", "TCS 27.4")
def test_orders_do_not_look_at_hidden_enemies():
    lines = f"Blue {FOOT} A 0404 move unassigned\nRed ge_gren_plt X {{}} hidden"
    places = [reach(field(lines.format(at), order("Attack", "0405"), lair="0701-1608")) for at in ("0804", "1604")]
    assert places[0] == places[1]


@rule("TCS 6.3a")
@pytest.mark.parametrize("verb", ["suppress", "point", "antitank", "smoke"])
def test_an_unassigned_unit_fires_only_overwatch(verb):
    b = field(
        "Blue us_81mm_sec M 0304 unassigned\nBlue us_rifle_plt A 0404 unassigned\nBlue us_m4_75 T 0404 unassigned\n"
        "Red ge_pz4 X 0405\nRed ge_gren_plt Y 0504",
        order("Attack", "0405"),
    )
    assert b.offers(verb) == set()
    target = {"suppress": "0504", "point": "0405", "antitank": "A", "smoke": "M"}[verb]
    assert "is Unassigned and may only fire overwatch (TCS 6.3a)" in b.why_not(verb, target)


# Preliminary instructions, withdrawal


@rule("TCS 6.14a")
def test_units_of_an_order_in_preparation_may_go_to_the_assembly_area_out_of_sight():
    wood = "".join(f"07{row:02} forest\n" for row in range(3, 9))
    text = FIELD + wood + f"Blue {FOOT} A 0404 move unassigned listed=0\nRed ge_gren_plt X 0904"
    plan = order("Attack", "1204", axis="0404 1204", state="preparing", assembly="0606", name="Dawn")
    b = Ordered(text, plan)
    assert not b.look.sees(b.hex("0404"), b.hex("0904"))
    without = Ordered(text, plan, preliminary_instructions=False, unassigned_sees="known")
    assert "0505" not in reach(without)
    b = Ordered(text, plan, unassigned_sees="known")
    assert "0505" in reach(b)
    assert "0403" in b.offers("to"), "away from the enemy it may go too"
    assert "0503" not in b.offers("to"), "that is not the way to the assembly area"


@rule("TCS 6.14a")
def test_on_the_way_to_the_assembly_area_nobody_is_to_be_seen():
    text = FIELD + f"Blue {FOOT} A 0404 move unassigned listed=0\nRed ge_gren_plt X 0904"
    b = Ordered(text, order("Attack", "1204", axis="0404 1204", state="preparing", assembly="0604", name="Dawn"))
    assert "0504" not in reach(b)
    assert b.why_not("to", "0504") == (
        'A may go to the assembly area of "Dawn" only out of the enemy\'s sight: 0504 is seen from 0904 (TCS 6.14a)'
    )


@rule("TCS 6.11c")
def test_a_withdrawing_unit_goes_back_and_does_nothing_else():
    failed = order("Attack", "1204", axis="0404 1204", state="failed", rally="0204", name="Dawn")
    text = "Blue us_m4_75 A 0804 {} unassigned withdrawing listed=0\nRed ge_truck X 0805\nRed ge_gren_plt Y 0704"
    b = field(text.format("move"), failed)
    assert standing(b.look, 0).withdrawing
    words = (
        'the Attack order "Dawn" has failed: A withdraws to 0204 and does nothing else;'
        " it may fire overwatch (TCS 6.11c)"
    )
    assert b.why_not("assault", "0805") == words
    to = reach(b)
    assert "0703" in to, "beside an enemy, but on the way"
    assert "0904" not in to
    assert b.why_not("to", "0904") == words
    b = field(text.format(""), failed)
    assert b.offers("suppress") == b.offers("point") == set()
    assert b.why_not("suppress", "0704") == words


# Mines


@rule("TCS 21.3a", "TCS 6.5")
def test_breaching_needs_an_order_that_leads_there():
    text = "Blue us_rifle_plt A 0404{}\nmines 0405 Red"
    attack = order("Attack", "1201", axis="0404 1201", width=0)
    assert field(text.format(""), attack).offers("breach") == {"A"}
    b = field(text.format("").replace("0404", "0406").replace("0405", "0407"), attack)
    assert b.offers("breach") == set()
    assert b.why_not("breach", "A") == (
        'A follows the Attack order "Attack": the minefield in 0407 is not in its way (TCS 6.5)'
    )
    b = field(text.format(" unassigned"), attack)
    assert b.offers("breach") == set()
    assert b.why_not("breach", "A") == "A has no order to breach; put it on one (TCS 6.3c)"
    groups = (("Front", "take"), ("Back", "reserve"))
    b = field(text.format(" group=1 post=0404"), order("Attack", "1201", groups=groups))
    assert b.offers("breach") == set()
    assert "does not breach until it is committed" in b.why_not("breach", "A")


@rule("TCS 21.1")
def test_its_own_mines_attack_an_unassigned_unit():
    for word, told in (("unassigned", True), ("", False)):
        b = field(f"Blue {FOOT} A 0404 move {word}\nmines 0405 Blue", order("Attack", "0801"))
        b.do("move", "A").do("to", "0405", *((11, 11) if told else ()))
        assert bool(b.rolls()) == told


# Stacks and carriers


@rule("TCS 6.5", "TCS 20.1a")
def test_a_stack_moves_where_all_its_orders_let_it():
    text = f"Blue {FOOT} A 0404 move\nBlue {FOOT} B 0404 move sheet=1 post=0404"
    b = field(
        text, order("Attack", "1204", axis="0404 1204", width=1), order("Hasty Defense", "0404", side=0), hasty_hexes=0
    )
    assert b.do("move", "A").offers("along") == set(), "the other holds its hex"
    b = field(
        text, order("Attack", "1204", axis="0404 1204", width=1), order("Hasty Defense", "0404", side=0), hasty_hexes=1
    )
    alone = reach(b)
    together = b.do("along", "B").offers("to")
    assert together < alone
    assert "B holds 0404" in b.why_not("to", next(iter(sorted(alone - together))))


@rule("TCS 6.5", "TCS 20.3a")
def test_a_carrier_moves_by_its_own_order():
    b = field(
        "Blue us_m3_ht H 0404 move\nBlue us_aib_plt A 0404 move carrier=H sheet=1 post=0404",
        order("Attack", "1204", axis="0404 1204"), order("Prepared Defense", "0404", side=0),
    )  # fmt: skip
    assert "0804" in reach(b, "H")


@rule("TCS 6.3c", "TCS 20.1a")
def test_a_unit_that_orders_keep_where_it_is_is_told_so():
    b = field(f"Blue {FOOT} A 0404 move post=0404", order("Hasty Defense", "0404"), hasty_hexes=0)
    assert b.offers("move") == set()
    assert "A holds 0404" in b.why_not("move", "A")


# Advance guards


@rule("TCS 6.4", "TCS 6.11a")
@pytest.mark.parametrize(
    ("on", "far", "attacks"), [(True, "0704", True), (False, "0704", False), (True, "1604", False)]
)
def test_a_column_that_is_fired_at_from_near_may_attack_from_the_march(on, far, attacks):
    march = order("Move", "1204", axis="0304 1204", groups=(("All", "march"), ("Back", "reserve")))
    b = field(
        "Blue us_m4_75 A 0404 move\nBlue us_m4_75 B 0504 move\nBlue us_m4_75 R 0504 move group=1 post=0504\n"
        f"Red ge_pak40 X {far}\nRed ge_truck Y 0505",
        march, order("Hasty Defense", "0704", side=1), attack_from_march=on,
    )  # fmt: skip
    b.run(PointFire((3,), b.hex("0404"), 0), dice=(11,))
    assert b.sheets[0].alarmed == attacks
    assert standing(b.look, 1).mission == (TAKE if attacks else MARCH)
    assert standing(b.look, 2).mission == RESERVE
    b.next_turn(*(step for step in b.game.rules.at(REVIEW)))
    assert (b.sheets[0].state == COMPLETED) == attacks


# Particular cases


@rule("TCS 6.5", "TCS 17.5a")
def test_a_unit_pushed_out_of_its_ground_may_stay_fire_and_attack_what_its_order_allows():
    attack = order("Attack", "1204", axis="0404 1204", width=1)
    b = field("Blue us_rifle_plt A 0607\nBlue us_rifle_plt B 0606 move\nRed ge_gren_plt X 0605", attack)
    assert "0605" in b.offers("suppress")
    assert b.offers("assault") == {"0605"}


@rule("TCS 6.5")
def test_the_way_does_not_mind_the_enemy():
    wall = "\n".join(f"Red ge_truck W{row} 08{row:02}" for row in range(1, 9))
    b = field(f"Blue {FOOT} A 0704 move\n" + wall, order("Attack", "1204", axis="1004 1204", width=1))
    assert b.offers("move") == set(), "nothing nearer is free"
    assert "is outside the ground" in b.why_not("move", "A")


@rule("TCS 6.3a", "TCS 20.3b")
def test_riders_may_get_off_where_their_own_order_would_not_let_them_go():
    b = field(
        "Blue us_m3_ht T 0804 move\nBlue us_rifle_plt A 0804 move carrier=T unassigned\nRed ge_gren_plt X 0904",
        order("Attack", "1204", axis="0404 1204"),
    )
    assert "A" in b.offers("unload")
