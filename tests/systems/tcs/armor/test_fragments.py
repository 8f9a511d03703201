"""Fragmentary orders (AR 4.8), with the worked examples K4 and X18 of command."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import State
from sandtable.systems.tcs.action import Act
from sandtable.systems.tcs.adjustment import AdjustRoll
from sandtable.systems.tcs.armor.fragments import FragRoll, by_fragment
from sandtable.systems.tcs.command import finish, implement
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.impulses import points_left, sizes_of
from sandtable.systems.tcs.planning import CheckRoll, RoundB
from sandtable.systems.tcs.sheets import CANCELLED, IMPLEMENTED, Alternate, Measures
from sandtable.systems.tcs.shells import HE, Mission
from sandtable.systems.tcs.world import NOBODY
from tests.systems.tcs.ordered import Go, Ordered, order

rule = pytest.mark.rule
TANKS = "\n".join(
    [
        "0112 open",
        "0812 open",
        *(f"Blue us_m4_75 {name} 0102 move listed=0 bn=37" for name in "ABC"),
        "Blue us_rifle_plt I 0103 move bn=53 unassigned",
        "Red ge_pz4 X 0801",
    ]
)


def planned(rating=2, text=TANKS, **how):
    """Three tanks on an Attack in preparation, before the second round of the command phase."""
    sheet = order("Attack", "0802", axis="0102 0802", state="preparing", name="Ride")
    b = Ordered(text, sheet, order("Hasty Defense", "0801", side=1), command="full", **{"frag_orders": True, **how})
    formations = tuple(replace(each, prep=rating) for each in b.world.formations)
    b.game.world = replace(b.world, formations=formations)
    return b


def asked(b):
    b.state = State(b.state.board, (Act(0), RoundB(), Go(0)))
    return b.do("go")


def given(names="A", rating=2, **how):
    """These act on the order: their die was a 6."""
    b = asked(planned(rating, **how))
    for name in names:
        b.do("armor.frag", (0, b.number(name)))
    return b.do("done", None, *[6] * len(names))


def level(b, battalion="37"):
    return b.state.board.battalions[b.world.battalions.index(battalion)]


@rule("AR 4.8a")
def test_a_unit_on_an_order_in_preparation_may_try_once_a_turn():
    b = asked(planned())
    assert set(b.decision().offer("armor.frag").targets) == {(0, b.number(name)) for name in "ABC"}
    b.do("armor.frag", (0, 0))
    assert set(b.decision().offer("armor.frag").targets) == {(0, 1), (0, 2)}
    off = asked(planned(frag_orders=False))
    assert isinstance(off.state.stack[-1], Act), "without the rule nobody is asked"


@rule("AR 4.8a", "TCS 6.14d")
@pytest.mark.parametrize(("die", "passes"), [(2, False), (3, True)])
def test_it_passes_on_a_die_above_the_rating_and_is_assigned_then(die, passes):
    b = asked(planned()).do("armor.frag", (0, 0)).do("done", None, die)
    assert by_fragment(b.look, 0) == passes
    assert (b["A"].sheet != NOBODY) == passes
    assert level(b) == passes
    if passes:
        assert all(event.to == 0 for event in b.events if event.what != "battalion_morale")
        enemy = b.game.masked(b.state, 1).board
        assert enemy.units[0].sheet != NOBODY
        assert not any(sheet.name == "Ride" for sheet in enemy.sheets)


@rule("AR 4.8a", "TCS 6.14d")
@pytest.mark.parametrize(("die", "rolled"), [(6, False), (2, True)])
def test_a_sheet_whose_last_unit_has_just_left_it_makes_no_other_try(die, rolled):
    """Its die is compared with the rating of those who follow it: with nobody there, the check stopped the game."""
    text = "0112 open\n0812 open\nBlue us_m4_75 A 0102 move sheet=0 listed=1\nRed ge_pz4 X 0801 unassigned"
    ride = order("Attack", "0802", axis="0102 0802", state="preparing", name="Ride")
    b = Ordered(text, order("Move", "0802", axis="0102 0802", name="Road"), ride, command="full", frag_orders=True)
    b.game.world = replace(b.world, formations=tuple(replace(each, prep=2) for each in b.world.formations))
    plan = Measures((b.hex("0806"),), (b.hex("0203"), b.hex("0806")), 3)
    road = replace(b.sheets[0], alternates=(Alternate("East", plan),))
    b.state = State(replace(b.state.board, sheets=(road, *b.sheets[1:])), (Act(0), RoundB(), Go(0)))
    b.do("go").do("armor.frag", (1, 0)).do("take_alternate", (0, 0))
    b.do("done", None, *([die, 6] if rolled else [die]))
    assert by_fragment(b.look, 0) != rolled
    assert b.sheets[0].measures == (plan if rolled else road.measures)
    assert any(event.what == "nobody_follows" and event.to == 0 for event in b.events) != rolled


@rule("AR 4.8a")
def test_with_the_order_in_force_it_is_an_ordinary_unit_and_without_it_unassigned():
    b = given()
    field = Battlefield(b.game, b.state.board)
    implement(field, 0)
    assert field.units[0].sheet == 0
    assert field.board.sheets[0].state == IMPLEMENTED
    assert not by_fragment(field, 0)
    field = Battlefield(b.game, b.state.board)
    finish(field, 0, CANCELLED, "order_cancelled", "TCS 6.10")
    assert field.units[0].sheet == NOBODY
    assert level(b) == 1, "the Battalion Morale stays"


@rule("AR 4.8a")
def test_it_takes_the_place_of_preliminary_instructions():
    assert planned(frag_orders=False).world.command.preliminary_instructions
    assert not planned().world.command.preliminary_instructions


@rule("AR 4.8b")
def test_movement_points_are_halved():
    b = given()
    assert sum(sizes_of(b.look, 0)) == 15 * 6 // 2
    assert sum(sizes_of(b.look, 1)) == 15 * 6
    assert sizes_of(b.look, 0) == (18, 18, 9)
    with_parts = given(armor_impulses=True)
    assert sizes_of(with_parts.look, 0) == (9, 36, 0), "an allowance of 7 1/2: six in the normal part, the rest before"
    men = given("I", text=TANKS.replace("bn=53 unassigned", "bn=53 listed=0"))
    assert Fraction(points_left(men.look, men.number("I")), 6) == 3


FACING = TANKS.replace("move listed=0", "listed=0").replace("0801", "0105 fired")


@rule("AR 4.8b")
def test_it_fires_overwatch_only():
    b = given(text=FACING)
    assert b.offers("point") == set()
    assert "may only fire overwatch (AR 4.8b)" in b.why_not("point", "0105")
    from sandtable.systems.tcs.aiming import ready

    assert ready(b.look, 0), "but it is ready to fire at what moves"


@rule("AR 4.8b")
@pytest.mark.parametrize("option", [False, True])
def test_it_does_not_attack_unless_the_option_says_so(option):
    text = TANKS.replace("Red ge_pz4 X 0801", "Red ge_gren_plt X 0103")
    text = text.replace("Blue us_rifle_plt I 0103", "Blue us_rifle_plt I 0110")
    b = given(text=text, frag_assault=option)
    assert (b.offers("assault") == {"0103"}) == option
    if not option:
        assert "neither assaults nor overruns" in b.why_not("assault", "0103")


@rule("AR 4.8c")
@pytest.mark.parametrize(
    ("aim", "own"), [("0104", 0), ("0105", 0), ("0106", 1), ("0107", 1), ("0108", 1), ("0109", 2), ("0110", 2)]
)
def test_artillery_that_it_spots_counts_as_at_the_greatest_range(aim, own):
    b = given(text=TANKS.replace("move listed=0", "listed=0"))
    gun = b.number("I")
    kinds = tuple(replace(kind, id="us_m7") if n == gun else kind for n, kind in enumerate(b.world.kinds))
    b.game.world = replace(b.world, kinds=kinds)

    def shifts(observer):
        roll = b.look.resolution_of(AdjustRoll(Mission(0, HE, guns=(gun,), aim=b.hex(aim), observer=observer)))
        return [each for each in roll.modifiers if each.rule == "AR 4.8c" or "hexes away" in each.words]

    ordinary = shifts(b.number("B"))
    frag = shifts(b.number("A"))
    assert sum(each.value for each in frag) == -2
    assert sum(each.value for each in ordinary) == -own
    assert sum(each.rule == "AR 4.8c" for each in frag) == 2 - own


@rule("AR 4.8d")
def test_the_battalion_is_in_confusion_the_moment_it_passes():
    b = given("AB")
    assert level(b) == 2
    assert level(b, "53") == 0


def chance(roll):
    return dict(roll.odds()).get("done", Fraction(0))


@rule("AR 4.8a", "TCS 6.14d")
def test_worked_example_k4_tried_each_turn():
    """Rating 3: 1/2, 3/4, 7/8. Rating 6: 1/6, 11/36, 91/216. A reserve and a fragmentary order alike."""
    examples = {3: ("1/2", "3/4", "7/8"), 6: ("1/6", "11/36", "91/216")}
    for rating, expected in examples.items():
        b = planned(rating)
        once = chance(b.look.resolution_of(FragRoll(0, 0)))
        board = replace(b.state.board, sheets=(replace(b.sheets[0], state=IMPLEMENTED), *b.sheets[1:]))
        units = tuple(replace(unit, sheet=0) if n < 3 else unit for n, unit in enumerate(board.units))
        b.state = State(replace(board, units=units), b.state.stack)
        assert chance(b.look.resolution_of(CheckRoll(0, 0, "commit"))) == once
        by_now = [1 - (1 - once) ** turns for turns in (1, 2, 3)]
        assert by_now == [Fraction(each) for each in expected]


@rule("AR 4.8a", "AR 4.8d")
def test_worked_example_x18_three_tank_platoons():
    """Rating 2: all pass 8/27, at least two 20/27; the Battalion Morale rises by 2 on average."""
    b = asked(planned(2))
    for n in range(3):
        b.do("armor.frag", (0, n))
    passed, rise = [], 0
    for dice in product(range(1, 7), repeat=3):
        state, _ = b.game.apply(b.state, 0, Action("done", None), Dice.scripted(*dice))
        passed.append(sum(by_fragment(b.game.look(state), n) for n in range(3)))
        rise += state.board.battalions[b.world.battalions.index("37")]
    assert Fraction(passed.count(3), 216) == Fraction(8, 27)
    assert Fraction(sum(each >= 2 for each in passed), 216) == Fraction(20, 27)
    assert Fraction(rise, 216) == 2


def test_an_order_that_is_changed_keeps_those_who_act_on_it_or_lets_them_go():
    from sandtable.systems.tcs.written import Act as Written
    from sandtable.systems.tcs.written import carry_out

    b = given("AB")
    field = Battlefield(b.game, b.state.board)
    sheet = b.sheets[0]
    groups = (replace(sheet.groups[0], name="First", units=()), replace(sheet.groups[0], units=(1, 2)))
    carry_out(field, Written("write", 0, sheet=replace(sheet, groups=groups)))
    assert field.units[0].sheet == NOBODY
    assert (field.units[1].sheet, field.units[1].group) == (0, 1)
