"""Assault boats and footbridges (BT 1 to 6)."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.boats import BuildBridges, River, across, boats_for, bridge_cost, come_back, ready
from sandtable.systems.tcs.victory import COUNTED
from tests.systems.tcs.battle import Battle

RIVER = """
    0101 open
    0303 open
    0101-0102 river
    0201-0202 river
    0202-0102 river
    0202-0302 river
    0301-0302 river
"""
"""Rows 01 and below: the north bank is 0101, 0201, 0301; 0102, 0202 and 0302 lie across."""


class Crossed(Battle):
    """A battle along a river."""

    def keep(self, river):
        self.state = replace(self.state, board=replace(self.state.board, extras=(river,)))


def river(text, boats=3, **options):
    return Crossed(RIVER + text, boats=boats, **options)


def landed(b, *names):
    return [b.where(name) for name in names]


@pytest.mark.rule("BT 1")
def test_a_boat_carries_a_platoon_or_two_sections():
    text = """
        Blue us_rifle_plt A 0101 move
        Blue us_lmg_sec B 0101 move
        Blue us_60mm_sec C 0101 move
        Red ge_gren_plt X 0303
    """
    b = river(text, boats=1)
    assert b.do("boats.cross", "B").offers("along") == {"C"}  # the platoon needs a boat of its own
    b.do("along", "C").do("land", "0102")
    assert landed(b, "B", "C") == ["0102", "0102"]
    assert ready(b.look) == 0
    both = river(text, boats=2).do("boats.cross", "A").do("along", "B").do("along", "C").do("land", "0102")
    assert landed(both, "A", "B", "C") == ["0102"] * 3
    red = river("Red ge_gren_plt X 0102 move\nBlue us_rifle_plt A 0303", side="Red")
    assert "boats are the enemy's" in red.why_not("boats.cross", "X")


@pytest.mark.rule("BT 2")
def test_a_crossing_takes_the_whole_movement_of_a_fresh_unit_on_foot():
    b = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303")
    assert b.do("boats.cross", "A").offers("land") == {"0102"}
    b.do("land", "0102")
    assert (b.where("A"), b.left("A"), b.state_of("A")) == ("0102", 0, "M")
    moved = river("Blue us_rifle_plt A 0101 move spent=1\nRed ge_gren_plt X 0303")
    assert "has moved" in moved.why_not("boats.cross", "A")
    still = river("Blue us_rifle_plt A 0101\nRed ge_gren_plt X 0303")
    assert "Fire Mode" in still.why_not("boats.cross", "A")
    shaken = river("Blue us_rifle_plt A 0101 move suppressed\nRed ge_gren_plt X 0303")
    assert "may not move" in shaken.why_not("boats.cross", "A")
    tank = river("Blue us_m4_75 T 0101 move\nRed ge_gren_plt X 0303")
    assert "on foot" in tank.why_not("boats.cross", "T")
    inland = river("Blue us_rifle_plt A 0303 move\nRed ge_gren_plt X 0101")
    assert "not beside a river" in inland.why_not("boats.cross", "A")
    held = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0102")
    assert "no room" in held.why_not("boats.cross", "A")


@pytest.mark.rule("BT 3")
def test_a_boat_is_back_two_turns_later():
    b = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303", boats=1, turn=4)
    b.keep(River(away=((5, 1),)))
    assert "they come back 2 turns after they were used" in b.why_not("boats.cross", "A")
    b.do("end").do("end", None, 5, 3).do("first", "Blue")
    assert (b.look.turn, ready(b.look)) == (5, 1)
    crossed = river("Blue us_rifle_plt A 0101 move\nRed us_truck X off", boats=1, turn=4)
    crossed.do("boats.cross", "A").do("land", "0102")
    assert crossed.look.kept(River).away == ((6, 1),)


@pytest.mark.rule("BT 4")
@pytest.mark.parametrize(("dice", "sunk"), [((11,), 0), ((66, 11), 1)])
def test_fire_that_costs_a_step_sinks_a_boat(dice, sunk):
    b = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303")
    b.do("boats.cross", "A").do("land", "0102")
    assert b.decides() == "Red"
    b.do("area", "0303", *dice)
    assert b.look.kept(River).sunk == sunk
    assert ready(b.look) == 2


@pytest.mark.rule("BT 5")
def test_engineers_who_stay_at_the_water_for_three_turns_lay_a_footbridge():
    text = "Blue us_engineer_plt E 0101\nRed us_truck X 0303"
    b = river(text)
    b.do("end")
    assert b.look.kept(River).builders == ((b.number("E"), b.hex("0101"), 1),)
    b = river(text)
    b.keep(River(builders=((b.number("E"), b.hex("0101"), 2),)))
    assert b.do("end").offers("to") == {"0102"}
    b.do("to", "0102")
    assert b.look.kept(River).bridges == ((b.hex("0101"), b.hex("0102")),)
    elsewhere = river(text)
    elsewhere.keep(River(builders=((b.number("E"), b.hex("0201"), 2),)))
    elsewhere.do("end")
    assert elsewhere.look.kept(River).builders == ((b.number("E"), b.hex("0101"), 1),)
    shaken = river(text.replace("0101\n", "0101 paralyzed\n"))
    shaken.keep(River(builders=((b.number("E"), b.hex("0101"), 2),)))
    shaken.do("end")
    while shaken.decides() == "Blue":
        shaken.do("done")
    assert shaken.look.kept(River).builders == ()


@pytest.mark.rule("BT 6")
def test_a_footbridge_costs_a_point_more_and_takes_no_boat():
    b = river("Blue us_rifle_plt A 0101 move spent=2\nRed us_truck X off", boats=3)
    b.keep(River(bridges=((b.hex("0101"), b.hex("0102")),)))
    left = b.left("A")
    b.do("boats.cross", "A").do("land", "0102")
    assert (b.where("A"), left - b.left("A"), ready(b.look)) == ("0102", 2, 3)
    tired = river("Blue us_rifle_plt A 0101 move spent=5\nRed us_truck X off")
    tired.keep(River(bridges=((b.hex("0101"), b.hex("0102")),)))
    assert "no room" in tired.why_not("boats.cross", "A")
    red = river("Red ge_gren_plt X 0102 move spent=1\nBlue us_truck T off", side="Red")
    red.keep(River(bridges=((b.hex("0101"), b.hex("0102")),)))
    assert red.offers("boats.cross") == {"X"}


def test_sunk_boats_and_footbridges_can_count_for_points():
    b = river("Blue us_rifle_plt A 0101\nRed ge_gren_plt X 0303")
    b.keep(River(sunk=2, bridges=((0, 1),)))
    assert [(name, count(b.look, 0), count(b.look, 1)) for name, count in b.game.rules.at(COUNTED)] == [
        ("boats_sunk", 0, 2),
        ("footbridges", 1, 0),
    ]


def test_without_boats_nobody_crosses():
    b = Battle(RIVER + "Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303")
    assert "boats.cross" not in b.verbs()
    assert not hasattr(b.state.board, "extras")


# Where rules begin and end


def hexes(b, numbers):
    return [b.world.hex_name(hex) for hex in numbers]


@pytest.mark.rule("BT 2")
@pytest.mark.parametrize(
    ("hex", "banks"),
    [
        ("0101", ["0102"]),
        ("0102", ["0101", "0202"]),
        ("0202", ["0102", "0201", "0302"]),
        ("0201", ["0202"]),
        ("0303", []),
    ],
)
def test_which_hexes_are_across_the_water(hex, banks):
    b = river("Blue us_rifle_plt A 0101 move")
    assert sorted(hexes(b, across(b.look, b.hex(hex)))) == banks
    assert across(b.look, b.hex(hex)) == sorted(across(b.look, b.hex(hex)))


@pytest.mark.rule("BT 1")
@pytest.mark.parametrize(
    ("group", "boats"),
    [("A", 1), ("S", 1), ("ST", 1), ("STU", 2), ("AB", 2), ("AS", 2), ("AST", 2), ("ASTU", 3)],
)
def test_how_many_boats_a_group_needs(group, boats):
    """A and B are platoons of five steps, S to U are sections."""
    lines = ["Blue us_rifle_plt A 0101", "Blue us_rifle_plt B 0101", *(f"Blue us_lmg_sec {n} 0101" for n in "STU")]
    b = river("\n".join(lines))
    assert boats_for(b.look, tuple(b.number(n) for n in group)) == boats


@pytest.mark.rule("BT 3", "BT 4")
def test_boats_that_are_away_or_sunk_are_not_ready():
    b = river("Blue us_rifle_plt A 0101 move", boats=5)
    assert ready(b.look) == 5
    b.keep(River(away=((3, 2), (4, 1))))
    assert ready(b.look) == 2
    b.keep(River(away=((3, 2),), sunk=2))
    assert ready(b.look) == 1
    assert b.offers("boats.cross") == {"A"}, "one is enough"
    b.keep(River(away=((3, 3),), sunk=2))
    assert b.offers("boats.cross") == set()


@pytest.mark.rule("BT 3")
@pytest.mark.parametrize(("side", "back", "left"), [("Blue", 2, ()), ("Blue", 3, ((3, 1),)), ("Red", 2, ((2, 1),))])
def test_boats_come_back_when_the_phase_of_their_side_begins(side, back, left):
    b = river("Blue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0303", turn=2)
    b.keep(River(away=((back, 1),)))
    field = b.game.system.field(b.game, b.state.board)
    come_back(field, ("Blue", "Red").index(side))
    assert field.kept(River).away == left


def bridge(b, *pairs):
    b.keep(River(bridges=tuple((b.hex(one), b.hex(other)) for one, other in pairs)))
    return b


@pytest.mark.rule("BT 6")
@pytest.mark.parametrize(("spent", "may"), [(4, True), ("25/6", False)])
def test_a_footbridge_takes_the_last_points(spent, may):
    """An open hex and the footbridge cost a point each, and a platoon has six."""
    b = bridge(river(f"Blue us_rifle_plt A 0101 move spent={spent}\nRed us_truck X off", boats=1), ("0101", "0102"))
    assert b.offers("boats.cross") == ({"A"} if may else set())
    if may:
        b.do("boats.cross", "A").do("land", "0102")
        assert (b.where("A"), b.left("A"), ready(b.look)) == ("0102", 0, 1)


@pytest.mark.rule("BT 6")
@pytest.mark.parametrize(
    ("ground", "points", "cost"), [("open", 1, 2), ("open", 0, 1), ("swamp", 1, 4), ("open", 3, 4)]
)
def test_what_a_footbridge_costs(ground, points, cost):
    b = bridge(
        river(f"0102 {ground}\nBlue us_rifle_plt A 0101 move spent=1\nRed us_truck X off", footbridge_points=points),
        ("0101", "0102"),
    )
    assert bridge_cost(b.look, b.number("A"), b.hex("0102")) == cost * 6
    left = b.left("A")
    b.do("boats.cross", "A").do("land", "0102")
    assert left - b.left("A") == cost


@pytest.mark.rule("BT 6", "BT 2")
def test_a_group_of_which_one_lacks_the_points_for_the_bridge_goes_by_boat():
    lines = "Blue us_rifle_plt A 0101 move\nBlue us_hmg_sec M 0101 move\nRed us_truck X off"
    b = bridge(river(lines, boats=2, footbridge_points=9), ("0101", "0102"))
    slow = min(b.world.allowances[b.number(n)] for n in "AM") // 6
    quick = max(b.world.allowances[b.number(n)] for n in "AM") // 6
    assert slow < quick
    b = bridge(river(lines, boats=2, footbridge_points=quick - 1), ("0101", "0102"))
    first, second = ("A", "M") if b.number("A") < b.number("M") else ("M", "A")
    b.do("boats.cross", first).do("along", second).do("land", "0102")
    assert landed(b, "A", "M") == ["0102", "0102"]
    assert (b.left("A"), b.left("M"), ready(b.look)) == (0, 0, 0)


@pytest.mark.rule("BT 2", "TCS 27.4")
def test_who_lands_where_an_enemy_hides_finds_it_and_stays():
    b = river("0102 woods\nBlue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0102 hidden dug_in")
    b.do("boats.cross", "A").do("land", "0102")
    assert (b.where("A"), b["X"].hidden, ready(b.look), b.left("A")) == ("0101", False, 3, 6)


@pytest.mark.rule("BT 2")
def test_the_far_bank_is_taken():
    b = river("Blue us_rifle_plt A 0101 move\nRed us_truck X off", objective="0102")
    assert b.state.board.holders == (1,)
    b.do("boats.cross", "A").do("land", "0102")
    assert b.state.board.holders == (0,)


@pytest.mark.rule("BT 4")
def test_one_boat_of_several_sinks_and_the_others_come_back():
    lines = "Blue us_rifle_plt A 0101 move\nBlue us_rifle_plt B 0101 move\nRed ge_gren_plt X 0303"
    b = river(lines, boats=4)
    b.keep(River(away=((2, 1),)))
    b.do("boats.cross", "A").do("along", "B").do("land", "0102").do("area", "0303", 61, *[11] * 2)
    kept = b.look.kept(River)
    assert (kept.away, kept.sunk) == (((2, 1), (3, 1)), 1)


@pytest.mark.rule("BT 5")
@pytest.mark.parametrize(
    ("unit", "turns", "builders"),
    [
        ("us_engineer_plt E 0101", 3, 1),
        ("us_engineer_plt E 0101", 0, None),
        ("us_engineer_plt E 0303", 3, None),
        ("us_engineer_plt E 0101 suppressed", 3, None),
        ("us_rifle_plt E 0101", 3, None),
        ("us_engineer_plt E 0101 move carrier=H\nBlue us_m3_ht H 0101 move", 3, None),
    ],
)
def test_who_builds(unit, turns, builders):
    b = river(f"Blue {unit}\nRed us_truck X off", footbridge_turns=turns)
    field = b.game.system.field(b.game, b.state.board)
    BuildBridges(0).run(field)
    assert field.kept(River).builders == (() if builders is None else ((b.number("E"), b.hex("0101"), builders),))
    assert field.stack == []


@pytest.mark.rule("BT 5")
def test_each_side_counts_the_turns_of_its_own_engineers():
    b = river("Blue us_engineer_plt E 0101\nRed ge_pioneer_plt P 0201")
    theirs = (b.number("P"), b.hex("0201"), 2)
    b.keep(River(builders=(theirs,)))
    field = b.game.system.field(b.game, b.state.board)
    BuildBridges(0).run(field)
    assert sorted(field.kept(River).builders) == sorted([(b.number("E"), b.hex("0101"), 1), theirs])


@pytest.mark.rule("BT 5")
@pytest.mark.parametrize(("turns", "done"), [(1, False), (2, True)])
def test_the_last_turn_brings_the_bridge(turns, done):
    b = river("Blue us_engineer_plt E 0202\nRed us_truck X off")
    b.keep(River(builders=((b.number("E"), b.hex("0202"), turns),)))
    b.do("end")
    assert (b.offers("to") if done else set()) == ({"0102", "0201", "0302"} if done else set())
    if done:
        b.do("to", "0201")
        low, high = sorted((b.hex("0201"), b.hex("0202")))
        assert b.look.kept(River).bridges == ((low, high),)
        assert b.look.kept(River).builders == ()
    else:
        assert b.look.kept(River).builders == ((b.number("E"), b.hex("0202"), 2),)


@pytest.mark.rule("BT 5")
def test_nobody_bridges_the_same_side_twice():
    b = bridge(river("Blue us_engineer_plt E 0101\nRed us_truck X off"), ("0101", "0102"))
    field = b.game.system.field(b.game, b.state.board)
    BuildBridges(0).run(field)
    assert field.kept(River).builders == ()


@pytest.mark.rule("BT 2")
def test_why_a_unit_lands_nowhere_else():
    b = river("Blue us_rifle_plt A 0101 move\nRed us_truck X off").do("boats.cross", "A")
    assert "not across the water" in b.why_not("land", "0303")
    assert b.offers("along") == set()
    b = river(
        "Blue us_rifle_plt A 0101 move\nBlue us_rifle_plt B 0201 move\nBlue us_m4_75 T 0101 move\nRed us_truck X off"
    )
    assert b.offers("boats.cross") == {"A", "B"}
    assert b.do("boats.cross", "A").offers("along") == set(), "only those of its stack, and on foot"


@pytest.mark.rule("BT 4", "TCS 15.2a")
@pytest.mark.parametrize(
    ("enemy", "asked"),
    [
        ("us_truck X off", False),
        ("us_truck X 0303", False),
        ("ge_gren_plt X 0303 move", False),
        ("ge_gren_plt X 0303 paralyzed", False),
        ("ge_gren_plt X 0303", True),
    ],
)
def test_an_enemy_who_cannot_fire_at_a_boat_is_not_asked(enemy, asked):
    b = river(f"Blue us_rifle_plt A 0101 move\nRed {enemy}").do("boats.cross", "A").do("land", "0102")
    assert b.decides() == ("Red" if asked else "Blue")
