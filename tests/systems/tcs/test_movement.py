"""Modes, movement, stacking (TCS 4, 5, 20.1)."""

from fractions import Fraction

import pytest

from sandtable import IllegalAction
from sandtable.kernel.decision import Action
from sandtable.systems.tcs.ground import OwnTerrain
from sandtable.systems.tcs.world import FIRE_MODE, MOVE_MODE
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule

FIELD = "0808 open\n"


def alone(words, **how):
    return Battle(FIELD + f"Blue {words}", **how)


# Modes


@rule("TCS 4.1a", "TCS 4.1b")
def test_fire_to_move_costs_half_the_allowance_and_back_nothing():
    b = alone("us_rifle_plt A 0404").do("to_move", "A")
    assert (b["A"].mode, b.left("A")) == (MOVE_MODE, 3)
    b.go("A", "0403").do("to_fire", "A")
    assert (b["A"].mode, b.left("A")) == (FIRE_MODE, 2)
    assert b.offers("to_fire") == set()


@rule("TCS 4.1b")
def test_a_unit_goes_to_move_mode_once_a_phase_unless_the_option_says_otherwise():
    b = alone("us_rifle_plt A 0404").do("to_move", "A").do("to_fire", "A")
    assert "already" in b.why_not("to_move", "A")
    b = alone("us_rifle_plt A 0404", move_mode_once=False).do("to_move", "A").do("to_fire", "A").do("to_move", "A")
    assert b.left("A") == 0


@rule("TCS 4.1c")
@pytest.mark.parametrize(("kind", "cost"), [("us_m4_75", Fraction(5, 2)), ("us_m5a1", Fraction(7, 2))])
def test_a_vehicle_pays_half_of_an_impulse(kind, cost):
    b = alone(f"{kind} A 0404").do("to_move", "A")
    assert b["A"].spent == cost * 6


@rule("TCS 4.1c")
def test_what_a_vehicle_pays_is_an_option():
    assert alone("us_m4_75 A 0404", vehicle_mode_sixths=6).do("to_move", "A")["A"].spent == 30


@rule("TCS 4.1e", "TCS 4.1f", "TCS 20.1a")
def test_only_units_in_move_mode_move():
    b = alone("us_rifle_plt A 0404")
    assert b.offers("move") == set()
    assert "Fire Mode" in b.why_not("move", "A")
    assert b.do("to_move", "A").offers("move") == {"A"}


@rule("TCS 4.1g")
def test_who_has_fired_stays_in_fire_mode():
    b = alone("us_rifle_plt A 0404 fired")
    assert "fired" in b.why_not("to_move", "A")
    assert alone("us_rifle_plt A 0404 fired", fired_blocks_move_mode=False).offers("to_move") == {"A"}


@rule("TCS 4.2b")
def test_dug_in_ends_with_move_mode():
    b = alone("us_rifle_plt A 0404 dug_in")
    assert b.state_of("A") == "D"
    assert b.do("to_move", "A").state_of("A") == "M"


@rule("TCS 17.3")
@pytest.mark.parametrize("state", ["suppressed", "paralyzed"])
def test_the_shaken_neither_move_nor_change_mode(state):
    b = alone(f"us_rifle_plt A 0404 move {state}")
    assert b.verbs() == {"end"}
    assert "may not move" in b.why_not("move", "A")
    b = alone(f"us_rifle_plt A 0404 {state}")
    assert "may not go to Move Mode" in b.why_not("to_move", "A")


# Costs

COSTS = {
    "open": (1, 1, 2),
    "woods": (1, 2, 3),
    "forest": (2, 3, 4),
    "swamp": (3, 4, None),
    "beach": (1, 1, 2),
    "village": (Fraction(1, 2), Fraction(1, 3), Fraction(1, 3)),
    "city": (Fraction(1, 2), Fraction(1, 3), Fraction(1, 3)),
    "buildings": (1, 1, 2),
}


def step_cost(sketch, mover, here="0101", there="0102"):
    kind = {"foot": "us_rifle_plt", "tracked": "us_m4_75", "wheeled": "us_truck"}[mover]
    b = Battle(f"0103 open\n{sketch}\nBlue {kind} A {here} move")
    cost = b.world.ground.movements[mover].step_cost(here, there)
    if cost is None:
        return None
    b.go("A", there)
    assert b["A"].spent == cost
    return Fraction(cost, 6)


@rule("TCS 20.1c", "TCS 20.1d", "TCS 20.1e")
@pytest.mark.parametrize("terrain", COSTS)
def test_what_ground_costs(terrain):
    for mover, cost in zip(("foot", "tracked", "wheeled"), COSTS[terrain], strict=True):
        assert step_cost(f"0102 {terrain}", mover) == cost


@rule("TCS 20.1f", "TCS 20.1h")
@pytest.mark.parametrize(
    ("side", "adds"),
    [
        ("hedge", (0, 1, 2)),
        ("bocage", (2, None, None)),
        ("shingle", (2, None, None)),
        ("stream", (1, 3, 5)),
        ("river", (None, None, None)),
        ("cliff", (None, None, None)),
    ],
)
def test_what_hexsides_add(side, adds):
    for mover, plain, add in zip(("foot", "tracked", "wheeled"), COSTS["open"], adds, strict=True):
        assert step_cost(f"0101-0102 {side}", mover) == (None if add is None else plain + add)


@rule("TCS 20.1g")
@pytest.mark.parametrize(
    ("road", "rates"),
    [
        ("primary", (Fraction(1, 2), Fraction(1, 3), Fraction(1, 3))),
        ("secondary", (Fraction(1, 2),) * 3),
        ("railroad", (Fraction(1, 2),) * 3),
    ],
)
def test_roads_have_their_own_rates_along_the_road_alone(road, rates):
    for mover, rate, plain in zip(("foot", "tracked", "wheeled"), rates, COSTS["woods"], strict=True):
        assert step_cost(f"0102 woods\nroad {road} 0101 0102", mover) == rate
        assert step_cost(f"0102 woods\nroad {road} 0102 0103", mover) == plain


@rule("TCS 20.1a")
def test_fractions_of_movement_points_are_kept():
    b = Battle(FIELD + "0102 village\nBlue us_rifle_plt A 0101 move").go("A", "0102")
    assert b.left("A") == Fraction(11, 2)
    assert "0108" not in b.do("move", "A").offers("to"), "six more hexes of open ground"
    assert "0107" in b.offers("to")


@rule("TCS 20.1a")
def test_a_unit_moves_as_far_as_its_points_reach_and_not_into_enemies():
    b = alone("us_rifle_plt A 0101 move\nRed ge_truck X 0201")
    b.do("move", "A")
    assert "0201" not in b.offers("to")
    assert "assault or an overrun" in b.why_not("to", "0201")
    assert "0107" in b.offers("to")
    assert "0108" not in b.offers("to")
    assert "0101" not in b.offers("to")
    assert "movement points" in b.why_not("to", "0808")


@rule("TCS 20.1b")
def test_a_unit_that_has_not_moved_may_always_move_one_hex():
    words = "0102 swamp\n0201 swamp\nBlue us_81mm_sec A 0101 move spent={}"
    b = Battle("0303 open\n" + words.format(0))
    assert b.do("move", "A").offers("to") == {"0102", "0201"}
    b = Battle("0202 swamp\n0102 swamp\n0201 swamp\n0101 open\nBlue us_107mm_sec A 0101 move", minimum_move=True)
    assert b.go("A", "0102").left("A") == -1, "2 points for a hex of 3"
    b = Battle("0202 swamp\n0102 swamp\n0201 swamp\n0101 open\nBlue us_107mm_sec A 0101 move", minimum_move=False)
    assert "no movement points" in b.why_not("move", "A")
    b = Battle("0202 open\nBlue us_107mm_sec A 0101 move spent=2")
    assert "no movement points" in b.why_not("move", "A")


@rule("TCS 20.1b")
def test_a_gun_that_cannot_be_pushed_does_not_move():
    assert "no movement points" in alone("ge_pak40 A 0404 move").why_not("move", "A")


@rule("TCS 4.3")
def test_who_takes_the_cheaper_road_is_road_moving():
    ground = FIELD + "road primary 0101 0102 0103\n"
    b = Battle(ground + "Blue us_rifle_plt A 0101 move").go("A", "0103")
    assert (b.left("A"), b["A"].road) == (5, True)
    b.go("A", "0203")
    assert not b["A"].road
    b = Battle(ground + "Blue us_rifle_plt A 0101 move road")
    assert not b.do("to_fire", "A")["A"].road, "in Fire Mode nobody is Road Moving"


@rule("TCS 4.3")
def test_one_may_keep_off_the_roads():
    ground = FIELD + "road primary 0101 0102 0103\n"
    b = Battle(ground + "Blue us_rifle_plt A 0101 move\nBlue us_rifle_plt B 0101 move").do("move", "A").do("off_road")
    assert b.offers("off_road") == set()
    b.do("along", "B").do("to", "0103")
    assert [(b.left(each), b[each].road) for each in "AB"] == [(4, False)] * 2
    tank = ground + "Blue us_m4_75 T 0101 move impulse=1 spent={}"
    b = Battle(tank.format("14/3")).do("move", "T").do("off_road").do("to", "0102")
    assert (b["T"].impulse, b["T"].spent) == (2, 6), "a third of a point is left: it begins its next impulse"
    tired = ground + "Blue us_rifle_plt A 0101 move\nBlue us_rifle_plt B 0101 move spent=11/2"
    b = Battle(tired).do("move", "A")
    assert b.offers("along") == {"B"}
    assert b.do("off_road").offers("along") == set(), "half a point is enough for the road alone"
    wet = "0101-0102 river\nroad primary 0101 0102\n0101-0201 river\n0102-0201 river\n"
    b = Battle("0202 open\n" + wet + "Blue us_rifle_plt A 0101 move").do("move", "A")
    assert b.offers("off_road") == set(), "only the bridge leads away"
    assert Battle(FIELD + "Blue us_rifle_plt A 0101 move").do("move", "A").offers("off_road") == set(), "no roads"


@rule("TCS 1.0e")
def test_a_scenario_changes_the_terrain_chart():
    own = (
        OwnTerrain("woods", foot="3", height=5),
        OwnTerrain("orchard", "hex", "o", "partly", "1", "1", "2", 5),
    )
    b = Battle("0102 woods\n0103 orchard\nBlue us_rifle_plt A 0101 move", terrain=own).go("A", "0103")
    assert b.left("A") == 2
    assert b.look.type_of(b.hex("0103")) == "partly"


# The action phase


@rule("TCS 2.0y", "TCS 2.0v")
def test_units_act_in_any_order_and_go_on_later():
    b = alone("us_rifle_plt A 0101 move\nBlue us_rifle_plt B 0301 move\nBlue us_hmg_sec C 0501")
    b.go("A", "0103").go("B", "0302").do("to_move", "C").go("A", "0104").do("to_fire", "B").go("A", "0105")
    assert [b.where(unit) for unit in "ABC"] == ["0105", "0302", "0501"]
    assert b.left("A") == 2


@rule("TCS 4.1a")
def test_units_of_a_stack_move_together():
    b = alone("us_rifle_plt A 0101 move\nBlue us_rifle_plt B 0101 move spent=3\nBlue us_m4_75 T 0101 move")
    b.do("move", "A")
    assert b.offers("along") == {"B"}, "the tank moves by other costs"
    assert "0107" in b.offers("to")
    b.do("along", "B")
    assert "0104" in b.offers("to")
    assert "0105" not in b.offers("to")
    b.do("to", "0103")
    assert (b.where("A"), b.where("B"), b.where("T")) == ("0103", "0103", "0101")
    assert (b.left("A"), b.left("B")) == (4, 1)


@rule("TCS 2.0y")
def test_the_way_is_known_before_it_is_gone():
    b = alone("us_rifle_plt A 0101 move").do("move", "A")
    route = b.game.route(b.state, 0, Action("to", b.hex("0103")))
    assert [b.world.hex_name(hex) for hex in route.places] == ["0101", "0102", "0103"]


# Stacking


CROWD = FIELD + "".join(f"Blue us_rifle_plt {name} 0404 move\n" for name in "ABCD")


@rule("TCS 5.0a", "TCS 5.0b")
def test_stacking_is_checked_when_the_phase_ends():
    b = Battle(CROWD + "Blue us_lmg_sec E 0403 move").go("E", "0404")
    b.do("end")
    assert b.decides() == "Blue"
    assert b.offers("out") == {*"ABCDE"}
    b.do("out", "E")
    assert b.offers("to") == {"0403", "0405", "0304", "0305", "0504", "0505"}
    b.do("to", "0405")
    assert (b.where("E"), b.decides()) == ("0405", "Red")


@rule("TCS 5.0b")
def test_twenty_steps_are_not_too_many():
    assert Battle(CROWD).do("end").decides() == "Red"
    assert Battle(CROWD, stack_limit=19).do("end").decides() == "Blue"


@rule("TCS 5.0b")
def test_who_finds_no_room_is_lost():
    b = Battle(CROWD + "Blue us_lmg_sec E 0404 move", overstack="lose").do("end").do("out", "E")
    assert (b.state_of("E"), b.decides()) == ("X", "Red")
    ring = "".join(f"0404-{hex} river\n" for hex in ("0405", "0504", "0505"))
    ring += "".join(f"{hex}-0404 river\n" for hex in ("0304", "0305", "0403"))
    b = Battle(CROWD + ring + "Blue us_lmg_sec E 0404 move").do("end").do("out", "E")
    assert b.state_of("E") == "X"


def test_what_is_not_offered_is_refused():
    b = alone("us_rifle_plt A 0404 move")
    with pytest.raises(IllegalAction, match="not one of your units"):
        b.do("move", "Red nobody")


@rule("TCS 20.4")
def test_vehicles_are_slow_off_the_road_at_night():
    ground = FIELD + "0102 woods\n0501-0601 hedge\nroad primary 0101 0102 0103\n"
    for light, off, road in ((0, 2, Fraction(1, 3)), (2, 4, Fraction(1, 3))):
        b = Battle(
            ground + "Blue us_m4_75 T 0101 move\nBlue us_rifle_plt A 0101 move\nBlue us_m4_75 U 0501 move", light=light
        )
        assert Fraction(b.go("T", "0102")["T"].spent, 6) == road
        assert Fraction(b.go("U", "0601")["U"].spent, 6) == off, "a hex and a hedge"
        assert b.go("A", "0201").left("A") == 5, "foot is not slower"
    b = Battle(ground + "Blue us_m4_75 U 0501 move", light=2, night_off_road=1)
    assert Fraction(b.go("U", "0601")["U"].spent, 6) == 2


# Together


@rule("TCS 20.1b")
def test_nobody_goes_along_where_the_two_could_go_nowhere_together():
    """Each could enter the swamp alone, the gun because it has not moved; together they have one point of the three."""
    swamp = "0404 open\n" + "\n".join(f"{hex} swamp" for hex in ("0101", "0103", "0201", "0202"))
    lines = "\nBlue us_57mm_atg G 0102 move", "Blue us_rifle_plt A 0102 move spent=3", "Blue us_rifle_plt B 0102 move"
    b = Battle(swamp + "\n".join(lines)).do("move", "G")
    assert b.offers("along") == {"B"}, "B has not moved either"
    assert b.offers("to") >= {"0101", "0103"}
