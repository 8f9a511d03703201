"""The three parts of an action phase (AR 4.3)."""

from fractions import Fraction

import pytest

from sandtable.systems.tcs.armor.impulses import Segment, allotment
from sandtable.systems.tcs.impulses import points_left, sizes_of
from sandtable.systems.tcs.spotting import observers
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
QUIET = {"fire_triggers": False, "return_fire": False}


def begun(*lines, part=0, **how):
    """Blue's action phase, at the beginning of a part."""
    how = {"armor_impulses": True, **QUIET, **how}
    b = Battle("\n".join(["0125 open", "0525 open", *lines]), side="Red", **how)
    for _ in range(3 + part):
        b.do("end")
    assert b.decides() == "Blue"
    return b


def left(b, name):
    return Fraction(points_left(b.look, b.number(name)), 6)


MEN = ("Blue us_m4_75 T 0101 move", "Blue us_rifle_plt I 0101 move", "Blue us_m3_ht H 0101 move", "Red ge_pz4 X 0525")


@rule("AR 4.3a1")
def test_the_action_phase_has_an_armor_impulse_before_and_after_the_normal_part():
    b = begun(*MEN)
    assert "Initial armor impulse" in b.decision().prompt
    b.do("end")
    assert "Normal part" in b.decision().prompt
    b.do("end")
    assert "Final armor impulse" in b.decision().prompt
    assert b.decides() == "Blue"
    b.do("end", None, 1, 2)
    assert b.state.board.turn == 2, "then the phase is over"


@rule("AR 4.3a2", "AR 4.3b5")
@pytest.mark.parametrize(("part", "movers"), [(0, {"T"}), (1, {"T", "I", "H"}), (2, {"T"})])
def test_only_armor_acts_in_the_armor_impulses(part, movers):
    b = begun(*MEN, part=part)
    assert b.offers("move") == movers
    if part != 1:
        assert "only armor, and those who rode on it" in b.why_not("move", "I")
        assert "AR 4.3a2" in b.why_not("move", "H"), "a carrier is no combat armor"
        assert "AR 4.3a2" in b.why_not("to_fire", "I")


@rule("AR 4.3a2")
def test_those_who_rode_on_armor_when_the_impulse_began_may_get_off():
    lines = (
        "Blue us_m4_75 T 0101 move", "Blue us_m4_75 U 0101 move", "Blue us_m4_75 V 0101 move",
        "Blue us_rifle_plt I 0101 move carrier=T", "Blue us_rifle_plt J 0101 move", "Red ge_pz4 X 0525",
    )  # fmt: skip
    b = begun(*lines)
    assert b.offers("unload") == {"I"}
    assert "AR 4.3a2" in b.why_not("load", "J")


@rule("AR 4.3a2")
def test_infantry_of_the_phasing_side_makes_no_fire_action_in_an_armor_impulse():
    lines = ("Blue us_rifle_plt I 0101", "Red ge_gren_plt X 0103 fired")
    assert "suppress" not in begun(*lines).verbs()
    assert "AR 4.3a2" in begun(*lines).why_not("suppress", "0103")
    assert begun(*lines, part=1).offers("suppress") == {"0103"}


@rule("AR 4.3a3")
def test_the_other_side_fires_overwatch_in_every_part_but_a_mortar_once():
    lines = ("Blue su_t26 T 0105 move", "Red us_rifle_plt I 0102", "Red us_81mm_sec M 0101")
    b = begun(*lines)
    b.go("T", "0104")
    assert b.offers("area") == {"0101", "0102"}
    b.do("area", "0101", 11).do("hold")
    b.do("end")
    b.go("T", "0103")
    assert b.offers("area") == {"0102"}, "the mortar has had its one shot of the whole action phase"


@rule("AR 4.3a4")
@pytest.mark.parametrize("part", [0, 1, 2])
def test_armor_does_not_spot_for_others_in_its_armor_impulses(part):
    lines = (
        "0103 woods", "0102 woods", "Blue us_m4_105 G 0101", "Blue us_m4_75 T 0205", "Red ge_gren_plt X 0106 fired",
    )  # fmt: skip
    b = begun(*lines, part=part, eye_metres=0)
    guns = b.offers("suppress") and b.do("suppress", "0106").offers("add")
    assert ("G" in (guns or set())) == (part == 1)


@rule("AR 4.3a4")
@pytest.mark.parametrize("part", [0, 1, 2])
def test_the_other_side_spots_with_its_armor_as_ever(part):
    b = begun("Red us_m4_105 G 0101", "Red us_m4_75 T 0205", "Blue ge_pz4 X 0106 move", part=part)
    assert observers(b.look, b.number("G")) == [b.number("T")]


@rule("AR 4.3b1", "AR 4.3b2")
def test_the_worked_examples_of_the_allotment():
    assert allotment(15) == (6, 6, 3)
    assert allotment(18) == (6, 6, 6)
    assert allotment(10) == (4, 6, 0)
    assert allotment(9) == (3, 6, 0)
    assert allotment(24) == (6, 6, 12)
    assert allotment(12) == (6, 6, 0)
    assert allotment(11) == (5, 6, 0)
    b = begun(*MEN, "Blue cw_matilda S 0201 move")
    assert [size // 6 for size in sizes_of(b.look, b.number("T"))] == [6, 6, 3]
    assert [size // 6 for size in sizes_of(b.look, b.number("S"))] == [3, 6, 0]


@rule("AR 4.3b3")
def test_points_that_are_not_used_in_a_part_are_lost():
    b = begun(*MEN)
    b.go("T", "0103")
    assert left(b, "T") == 4
    b.do("end")
    assert left(b, "T") == 6, "those of the normal part, and no more"
    b.do("end")
    assert left(b, "T") == 3
    assert "impulse" not in b.verbs(), "the next impulse comes with the next part"


@rule("AR 4.3b4")
def test_armor_without_points_in_a_part_may_only_fire_overwatch():
    lines = ("Blue cw_matilda S 0104", "Red ge_pz2 X 0107 fired", "Red ge_pz2 Y 0525 move")
    b = begun(*lines, part=2)
    for verb in ("to_move",):
        assert "S" not in b.offers(verb)
        assert "no movement points in this part" in b.why_not(verb, "S")
    assert "point" not in b.verbs()
    watch = Battle(
        "0125 open\nBlue cw_matilda S 0104\nRed ge_pz2 X 0107 move", side="Blue", armor_impulses=True, **QUIET
    )
    watch.do("end").do("end").do("end")
    watch.go("X", "0106")
    assert watch.offers("point") == {"0104"}


@rule("AR 4.3c1")
def test_going_to_move_mode_costs_three_points():
    b = begun("Blue us_m4_75 T 0101", "Red ge_pz4 X 0525").do("to_move", "T")
    assert left(b, "T") == 3
    b.go("T", "0104")
    assert left(b, "T") == 0
    base = Battle("0125 open\nBlue us_m4_75 T 0101\nRed ge_pz4 X 0125", **QUIET).do("to_move", "T")
    assert Fraction(points_left(base.look, 0), 6) == Fraction(5, 2), "by the series rules half an impulse of five"


@rule("AR 4.3c1")
def test_with_one_or_two_points_the_mode_takes_them_all_and_the_unit_does_not_move():
    """An allowance of 8 gives 2 points in the initial impulse."""
    from msgspec.structs import replace

    b = begun("Blue us_m4_75 T 0101", "Red ge_pz4 X 0525")
    kinds = (replace(b.world.kinds[0], movement_allowance=8), *b.world.kinds[1:])
    b.game.world = replace(b.world, kinds=kinds)
    assert left(b, "T") == 2
    b.do("to_move", "T")
    assert left(b, "T") == 0
    assert "T" not in b.offers("move")
    b.do("end")
    assert left(b, "T") == 6


FIRE = ("Blue us_m4_75 T 0101", "Blue us_m4_75 U 0101 move", "Red ge_pz4 X 0104 fired")


@rule("AR 4.3c2")
def test_a_fire_action_costs_six_points_and_the_whole_part():
    b = begun(*FIRE)
    b.do("point", "0104")
    assert b.offers("add") == {"T"}
    b = begun(*FIRE).do("to_fire", "U").do("point", "0104")
    assert b.offers("add") == {"T"}, "who has changed its mode does nothing else in this part"
    assert "has moved or changed its mode" in b.why_not("add", "U")
    late = begun("Blue us_m4_75 T 0101", "Red ge_pz4 X 0104 fired", part=2)
    assert "costs 6 movement points" in late.why_not("point", "0104"), "an M4 has three in the final impulse"
    assert begun("Blue ge_panther T 0101", "Red us_m4_75 X 0104 fired", part=2).offers("point") == {"0104"}


@rule("AR 4.3c2")
@pytest.mark.parametrize(("ends", "watches"), [("turn", False), ("phase", True)])
def test_armor_that_has_made_a_fire_action_does_nothing_more_this_turn(ends, watches):
    lines = ("Blue us_m4_75 T 0101", "Red ge_pz2 X 0104 fired", "Red ge_pz2 Y 0106 move")
    b = Battle("\n".join(["0125 open", *lines]), side="Blue", armor_impulses=True, impulse_ends_turn=ends, **QUIET)
    from sandtable.systems.tcs.field import Battlefield

    field = Battlefield(b.game, b.state.board)
    field.keep(Segment(0, (0,), (), (0,)))
    field.mark_fired(0)
    b.state = type(b.state)(field.freeze(), b.state.stack)
    assert "does nothing more this turn" in b.why_not("to_move", "T") or "has fired" in b.why_not("to_move", "T")
    b.do("end").do("end").do("end")
    assert b["T"].fired
    b.go("Y", "0105")
    assert (b.decides() == "Blue") == watches


@rule("AR 4.3c2")
def test_the_action_itself_marks_it_as_done():
    b = begun(*FIRE).do("point", "0104").do("add", "T").do("fire", None, 11)
    assert b.state.board.extras[0].done == (0,)
    b.do("end")
    assert "T" not in b.offers("to_move")
    assert b["T"].fired
    b.do("end").do("end", None, 1, 2)
    assert b.state.board.extras[0].done == (), "a new turn"


@rule("AR 4.3c3")
def test_moving_or_answering_fire_before_does_not_bar_a_fire_action_in_the_last_part():
    lines = ("Blue ge_panther T 0101 move", "Red us_m4_75 X 0106 fired")
    b = begun(*lines, overwatch_near=0, overwatch_far=0).go("T", "0102")
    b.do("to_fire", "T").do("end").do("end")
    assert b.offers("point") == {"0106"}
    from sandtable.systems.tcs.field import Battlefield

    fired = begun("Blue ge_panther T 0101", "Red us_m4_75 X 0106 fired")
    field = Battlefield(fired.game, fired.state.board)
    field.mark_fired(0)  # by return fire
    fired.state = type(fired.state)(field.freeze(), fired.state.stack)
    assert fired.offers("point") == set()
    fired.do("end").do("end")
    assert fired.offers("point") == {"0106"}


@rule("AR 4.3c4")
def test_the_costs_do_not_grow():
    from sandtable.systems.tcs.modes import mode_price

    lines = ("0101 forest", "Blue us_m4_75 T 0101", "Red ge_pz4 X 0525")
    for how in ({}, {"light": 2}, {"visibility": 1}):
        b = begun(*lines, **how) if "light" not in how else begun(*lines, light=2, night_hexes=2)
        assert mode_price(b.look, 0) == 18
    b = begun("Blue us_m4_75 T 0103", "Red ge_pz4 X 0101", "Blue us_rifle_plt I 0525")
    from sandtable.systems.tcs.field import Battlefield
    from sandtable.systems.tcs.flight import run_to

    field = Battlefield(b.game, b.state.board)
    run_to(field, 0, b.hex("0106"), (b.hex("0101"),))
    assert field.units[0].spent == 0, "a change that is forced on it costs nothing"
    assert field.units[0].mode == 1
