"""Vehicle impulses, loading, towing, riding on tanks, and passengers under fire (TCS 3.0g, 10.0c, 20.2, 20.3)."""

from fractions import Fraction

import pytest

import sandtable
from sandtable.kernel.dice import Dice
from sandtable.systems.tcs import transport
from sandtable.systems.tcs.arrivals import come_on
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE, NOBODY
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule

FIELD = "0815 open\n"


def field(*lines, **how):
    return Battle(FIELD + "\n".join(lines), **how)


# Impulses


@rule("TCS 20.2a")
def test_a_vehicle_moves_a_third_of_its_allowance_in_each_of_three_impulses():
    b = field("Blue us_m5a1 T 0101 move")  # 20 points: 7, 7 and 6
    assert b.world.impulses[0] == (42, 42, 36)
    b.do("move", "T")
    assert "0108" in b.offers("to")
    assert "0109" not in b.offers("to")
    b.do("to", "0107")
    assert (b["T"].impulse, b["T"].spent) == (1, 36)
    b.go("T", "0108")
    assert (b["T"].impulse, b["T"].spent) == (1, 42)
    b.do("move", "T")
    assert "0115" in b.offers("to"), "the second impulse begins by itself"
    b.do("to", "0115")
    assert b["T"].impulse == 2
    b.do("move", "T").do("to", "0109")
    assert (b["T"].impulse, b["T"].spent) == (3, 36)
    assert "no movement points" in b.why_not("move", "T")


@rule("TCS 20.2a")
def test_what_is_left_of_an_impulse_is_lost_when_the_next_begins():
    b = field("Blue us_m4_75 T 0101 move").go("T", "0102")
    assert b.offers("impulse") == {"T"}
    b.do("impulse", "T")
    assert (b["T"].impulse, b["T"].spent) == (2, 0)
    assert "a whole impulse left" in b.why_not("impulse", "T")
    b.go("T", "0103").do("impulse", "T").go("T", "0104")
    assert b["T"].impulse == 3
    assert "three impulses" in b.why_not("impulse", "T")
    assert "0109" not in b.do("move", "T").offers("to"), "4 points are left of the last"


@rule("TCS 20.2b")
def test_a_vehicle_fires_in_a_whole_impulse_of_its_own_and_then_takes_no_more():
    words = ("Blue us_m4_75 T 0101 impulse={} spent={}", "Red ge_gren_plt X 0104 move")
    for impulse, spent, may in ((0, 0, True), (1, 5, True), (2, 1, True), (3, 1, False)):
        b = field(*(word.format(impulse, spent) for word in words))
        assert b.offers("suppress") == ({"0104"} if may else set())
    assert "no impulse left" in b.why_not("suppress", "0104")
    b = field("Blue us_m4_75 T 0101 impulse=1 spent=5", "Red ge_truck X 0106 move")
    b.do("suppress", "0106").do("add", "T").do("fire", None, 11)
    assert b["T"].fired
    assert "fired" in b.why_not("to_move", "T")
    assert "takes no further impulse" in field("Blue us_m4_75 T 0101 move fired impulse=1 spent=1").why_not(
        "impulse", "T"
    )


@rule("TCS 20.2b", "TCS 4.1c")
def test_a_vehicle_changes_mode_and_moves_in_one_impulse():
    b = field("Blue us_m4_75 T 0101").do("to_move", "T")
    assert (b["T"].impulse, b["T"].spent) == (1, 15)
    b.do("move", "T")
    assert "0103" in b.offers("to")
    assert "0104" not in b.offers("to"), "2 1/2 of 5 points are left"
    b = field("Blue us_m4_75 T 0101 impulse=1 spent=4").do("to_move", "T")
    assert (b["T"].impulse, b["T"].spent) == (2, 15), "what is left of the first is not enough"
    assert "points" in field("Blue us_m4_75 T 0101 impulse=3 spent=4").why_not("to_move", "T")


@rule("TCS 20.2c")
def test_unarmed_carriers_have_one_ordinary_move():
    b = field("Blue us_truck C 0101 move").go("C", "0110")
    assert (b["C"].impulse, b.left("C")) == (0, 6)
    assert "only armed vehicles" in b.why_not("impulse", "C")


@rule("TCS 20.2c", "TCS 15.1a")
def test_every_hex_a_vehicle_enters_is_a_trigger():
    b = field("Blue us_m4_75 T 0101 move", "Red ge_pak40 G 0108").go("T", "0103")
    assert (b.decides(), b.where("T")) == ("Red", "0102")
    b.do("hold")
    assert (b.decides(), b.where("T")) == ("Red", "0103")


# Loading


TRUCK = "Blue us_rifle_plt A 0101 move", "Blue us_truck C 0101 move"


@rule("TCS 20.3a", "TCS 3.0g")
def test_loading_costs_half_the_passengers_points_and_a_third_of_the_carriers():
    b = field(*TRUCK).do("load", "A")
    assert b.offers("on") == {"C"}
    b.do("on", "C")
    assert (b.left("A"), b.left("C"), b["A"].carrier) == (3, 16, b.number("C"))
    assert "carried" in b.why_not("move", "A")
    b.go("C", "0105")
    assert (b.where("A"), b.left("C")) == ("0105", 8)
    b.do("unload", "A")
    assert (b["A"].carrier, b["A"].mode, b.left("A"), b.left("C")) == (NOBODY, MOVE_MODE, 0, 0)


@rule("TCS 20.3a")
def test_what_the_passenger_pays_is_an_option():
    assert field(*TRUCK, passenger_sixths=2).do("load", "A").do("on", "C").left("A") == 4


@rule("TCS 20.3a")
def test_an_armed_carrier_loads_in_a_whole_impulse():
    b = field("Blue us_rifle_plt A 0101 move", "Blue us_m3_ht H 0101 move").do("load", "A").do("on", "H")
    assert (b["H"].impulse, b["H"].spent) == (1, 36)
    b.go("H", "0104").do("unload", "A")
    assert (b["H"].impulse, b.where("A")) == (3, "0104")
    assert "no movement points" in b.why_not("move", "H")
    late = field("Blue us_rifle_plt A 0101 move", "Blue us_m3_ht H 0101 move impulse=3")
    assert "no carrier" in late.why_not("load", "A")


@rule("TCS 20.3a")
@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("Blue us_rifle_plt A 0101", "Blue us_truck C 0101 move"), "in Move Mode"),
        (("Blue us_rifle_plt A 0101 move spent=4", "Blue us_truck C 0101 move"), "half its allowance"),
        (("Blue us_rifle_plt A 0101 move", "Blue us_truck C 0102 move"), "no carrier"),
        (("Blue us_rifle_plt A 0101 move", "Blue us_truck C 0101"), "no carrier"),
        (("Blue us_rifle_plt A 0101 move", "Blue us_truck C 0101 move spent=20"), "no carrier"),
        (("Blue us_rifle_plt A 0101 move suppressed", "Blue us_truck C 0101 move"), "unshaken"),
        (
            ("Blue us_rifle_plt A 0101 move", "Blue us_truck C 0101 move", "Blue us_lmg_sec B 0101 move carrier=C"),
            "free",
        ),
        (("Blue us_m4_75 A 0101 move", "Blue us_truck C 0101 move"), "drives itself"),
        (("Blue us_rifle_plt A 0101 move", "Blue us_jeep C 0101 move"), "no carrier"),
    ],
)
def test_who_cannot_load(lines, why):
    assert why in field(*lines).why_not("load", "A")


@rule("TCS 3.0g")
def test_a_carrier_tows_a_gun_and_a_gun_is_only_towed():
    b = field("Blue us_57mm_atg G 0101 move", "Blue us_truck C 0101 move", "Blue us_jeep J 0101 move")
    b.do("load", "G")
    assert b.offers("on") == {"C"}
    b.do("on", "C").go("C", "0108")
    assert (b.where("G"), b.left("G")) == ("0108", Fraction(1, 2))
    b = field("Blue us_3in_atg G 0101 move", "Blue us_truck C 0101 move").do("load", "G").do("on", "C").go("C", "0104")
    assert b.do("unload", "G").where("G") == "0104", "who has no points pays half of nothing"


@rule("TCS 3.0g")
def test_small_carriers_lift_small_units():
    b = field("Blue us_lmg_sec A 0101 move", "Blue cw_carrier C 0101 move")
    assert b.offers("load") == {"A"}
    assert field("Blue us_rifle_plt A 0101 move", "Blue cw_carrier C 0101 move").offers("load") == set()


@rule("TCS 20.3a", "TCS 15.1a")
def test_loading_and_unloading_are_triggers():
    red = "Red ge_smg_sec X 0104"
    b = field(*TRUCK, red).do("load", "A").do("on", "C")
    assert b.decides() == "Red"
    b = field("Blue us_rifle_plt A 0101 move carrier=C", "Blue us_truck C 0101 move", red).do("unload", "A")
    assert b.decides() == "Red"


@rule("TCS 4.1e")
def test_passengers_do_not_fire_and_may_not_change_mode():
    b = field("Blue us_rifle_plt A 0101 move carrier=C", "Blue us_truck C 0101 move", "Red ge_truck X 0103")
    assert "A" not in b.offers("to_fire")
    assert b.offers("suppress") == set()


@rule("TCS 20.3a")
def test_why_a_passenger_stays_on():
    b = field("Blue us_rifle_plt A 0101 move carrier=C spent=4", "Blue us_truck C 0101 move")
    assert "half its allowance" in b.why_not("unload", "A")
    b = field("Blue us_rifle_plt A 0101 move carrier=C", "Blue us_truck C 0101 move spent=20")
    assert "third of its allowance" in b.why_not("unload", "A")
    assert "not carried" in field(*TRUCK).why_not("unload", "A")


# Riding on tanks


TANKS = tuple(f"Blue us_m4_75 T{n} 0101 move" for n in (1, 2, 3))


@rule("TCS 20.3b")
def test_a_platoon_rides_on_three_tanks_and_they_go_together():
    b = field("Blue us_rifle_plt A 0101 move", *TANKS[:2])
    assert b.offers("load") == set(), "two tanks are too few"
    b = field("Blue us_rifle_plt A 0101 move", *TANKS).do("load", "A")
    assert b.offers("on") == {"T1", "T2", "T3"}
    assert b.do("on", "T1").go("T1", "0102").where("A") == "0102"
    assert [b.where(f"T{n}") for n in (1, 2, 3)] == ["0102"] * 3
    b = field("Blue us_rifle_plt A 0101 move carrier=T1", *TANKS[:2], TANKS[2] + " impulse=1")
    assert "too few tanks" in b.why_not("move", "T1"), "one of them is in another impulse"


@rule("TCS 20.3b")
def test_there_is_room_for_one_platoon_on_each_three_tanks():
    riders = ("Blue us_rifle_plt A 0101 move carrier=T1", "Blue us_rifle_plt B 0101 move")
    assert field(*riders, *TANKS).offers("load") == set()
    assert field(*riders, *TANKS, riders_tanks=1).do("load", "B").offers("on") == {"T2", "T3"}
    assert field("Blue us_rifle_plt B 0101 move", *TANKS, riders_tanks=0).offers("load") == set()
    assert field("Blue us_57mm_atg B 0101 move", *TANKS).offers("load") == set(), "guns do not ride"


@rule("TCS 20.3b")
def test_all_three_tanks_wait_for_the_riders_and_then_go_on_together():
    """A Sherman has three impulses; getting on takes the first of each tank, so that the other two are left to all."""
    b = field("Blue us_rifle_plt A 0101 move", *TANKS)
    b.do("load", "A").do("on", "T2")
    assert [b[name].impulse for name in ("T1", "T2", "T3")] == [1, 1, 1]
    assert "T2" in b.offers("move")
    b.go("T2", "0103")
    assert [b.where(name) for name in ("A", "T1", "T2", "T3")] == ["0103"] * 4


@rule("TCS 20.3b")
def test_nobody_gets_on_tanks_that_could_not_go_on_together():
    apart = (*TANKS[:2], TANKS[2] + " impulse=1")
    assert field("Blue us_rifle_plt A 0101 move", *apart).offers("load") == set()


@rule("TCS 20.3b")
def test_riders_jump_off_when_area_fire_hits_the_hex():
    b = field("Blue us_rifle_plt A 0101 move carrier=T1", *TANKS, "Red ge_smg_sec X 0102", side="Red")
    b.do("suppress", "0101").do("add", "X").do("fire", None, 11)
    assert (b["A"].carrier, b.state_of("A")) == (NOBODY, ""), "though without effect, and in Fire Mode"
    lines = ("Blue us_rifle_plt A 0101 move carrier=T1", *TANKS, "Red ge_smg_sec X 0102")
    b = field(*lines, side="Red", riders_jump_off="move_mode")
    b.do("suppress", "0101").do("add", "X").do("fire", None, 33, 11)
    assert (b["A"].carrier, b.state_of("A")) == (NOBODY, "M")
    assert "jumps_off" in b.told()


@rule("TCS 20.3b", "TCS 27.2")
def test_on_crossroads_the_escort_comes_on_riding_and_both_assault_guns_carry_it():
    game = sandtable.load("tcs/crossroads-1944")
    names = list(game.world.names)
    battle = Battlefield(game, game.start(Dice.seeded(1)).board)
    come_on(battle, len(game.world.formations) - 1, game.world.ground.map.index("1506"))
    one, other, escort = (names.index(name) for name in ("StuG 1", "StuG 2", "Escort Platoon"))
    assert battle.units[escort].carrier == one
    assert transport.escort(battle, one) == (one, other), "the scenario lets them ride on two"
    battle.lose(other, "destroyed", "TCS 10.0b")
    assert transport.escort(battle, one) is None


# Passengers under fire


@rule("TCS 10.0c")
def test_fire_meets_the_carrier_and_not_who_is_in_it():
    b = field(
        "Blue us_rifle_plt A 0101 move carrier=C", "Blue us_truck C 0101 move", "Red ge_smg_sec X 0103", side="Red"
    )
    b.do("suppress", "0101").do("add", "X")
    assert (0, "TCS 5.0c") not in [(each.value, each.rule) for each in b.forecast("fire").modifiers]
    assert b.look.area_targets(b.hex("0101"), 0) == [b.number("C")]


@rule("TCS 10.0c")
def test_passengers_of_a_lost_carrier_are_attacked_again_on_the_same_column():
    b = field(
        "Blue us_rifle_plt A 0101 move carrier=C", "Blue us_truck C 0101 move", "Red ge_smg_sec X 0103", side="Red"
    )
    b.do("suppress", "0101").do("add", "X")
    column = b.forecast("fire").column
    b.do("fire", None, 66, 66, 11)
    first, second, morale = b.rolls()
    assert (first.resolution.column, second.resolution.column) == (column, column)
    assert (second.resolution.rule, morale.resolution.rule) == ("TCS 10.0c", "TCS 17.1a")
    assert b.state_of("C") == "X"
    assert (b["A"].steps, b["A"].mode, b["A"].carrier, b.state_of("A")) == (5 - second.outcome, FIRE_MODE, NOBODY, "S")
    assert second.outcome >= 1


@rule("TCS 10.0c")
def test_passengers_of_a_carrier_lost_to_point_fire_are_attacked_too():
    b = field("Blue us_rifle_plt A 0101 move carrier=H", "Blue us_m3_ht H 0101 move", "Red ge_pak40 X 0104", side="Red")
    b.do("point", "0101").do("add", "X").do("fire", None, 66, 11)
    assert [each.resolution.rule for each in b.rolls()] == ["TCS 14.0a", "TCS 10.0c"]
    assert (b.state_of("H"), b["A"].steps, b.state_of("A")) == ("X", 5, "S")


@rule("TCS 10.0c")
@pytest.mark.parametrize(("how", "dice", "state", "steps"), [("suppressed", (66, 11), "S", 5), ("lost", (66,), "X", 0)])
def test_what_happens_to_passengers_is_an_option(how, dice, state, steps):
    lines = "Blue us_rifle_plt A 0101 move carrier=C", "Blue us_truck C 0101 move", "Red ge_smg_sec X 0103"
    b = field(*lines, side="Red", passengers_hit=how).do("suppress", "0101").do("add", "X").do("fire", None, *dice)
    assert (b.state_of("A"), b["A"].steps) == (state, steps)


@rule("TCS 20.2a", "TCS 20.2c")
def test_how_many_impulses_and_for_whom_is_an_option():
    b = field("Blue us_m4_75 T 0101 move", "Blue us_truck C 0101 move", vehicle_impulses=2, unarmed_impulses=True)
    assert b.world.impulses[:2] == ((48, 42), (72, 72))
    assert field("Blue us_m4_75 T 0101 move", vehicle_impulses=1).go("T", "0115").left("T") == 1


@rule("TCS 20.2b", "TCS 14.0b")
def test_whether_fire_takes_an_impulse_is_an_option():
    lines = "Blue us_m4_75 T 0101 impulse=3 spent=1", "Red ge_pz4 X 0104 move"
    assert field(*lines).offers("point") == set()
    assert field(*lines, fire_takes_impulse=False).offers("point") == {"0104"}


@rule("TCS 20.2a", "TCS 27.2")
def test_a_vehicle_that_arrives_has_begun_its_first_impulse():
    game = sandtable.load("tcs/crossroads-1944")
    field = Battlefield(game, game.start(sandtable.Dice.seeded(1)).board)
    guns = [formation.name for formation in game.world.formations].index("Assault guns")
    come_on(field, guns, game.world.ground.map.index("1506"))
    tank, men = (field.units[game.world.names.index(name)] for name in ("StuG 1", "Escort Platoon"))
    assert (tank.impulse, tank.spent) == (1, 2), "a third of a point, by the primary road"
    assert (men.impulse, men.spent) == (0, 0), "they ride"
