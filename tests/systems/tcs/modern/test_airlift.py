"""Helicopters as carriers, to the point (ME 4.1b, 4.3): who gets in and where it is set down, with every refusal."""

import pytest

from sandtable.systems.tcs.modern.lift import lifters_for
from sandtable.systems.tcs.modern.sky import Sky, loads_of, slung_units
from sandtable.systems.tcs.world import ABOARD, AWAY
from tests.systems.tcs.modern.test_helicopters import fight

rule = pytest.mark.rule
HAWK = "Blue us87_uh60 H 0404"
SQUAD = "Blue us87_mech_squad S 0404 move"
GUN = "Blue us_57mm_atg G 0404"


def names(b, numbers):
    return {b.names[n] for n in numbers}


def aboard(*lines, unit="S", **how):
    """A battle in which a unit is in the helicopter H."""
    return fight(*lines, **how).do("lift", unit).do("on", "H")


# Getting in


@rule("ME 4.3a")
def test_a_unit_that_is_carried_or_carries_is_not_lifted():
    b = fight(HAWK, "Blue us87_m113 V 0404 move", "Blue us87_mech_squad S 0404 move carrier=V")
    assert b.offers("lift") == set()
    assert "S is carried already (ME 4.3a)" in b.why_not("lift", "S")
    b = fight(HAWK, "Blue us_truck T 0404", "Blue us_57mm_atg G 0404 carrier=T", "Blue us_truck U 0404")
    assert b.offers("lift") == {"U"}
    assert "T carries others, and is not lifted with them (ME 4.3a)" in b.why_not("lift", "T")


@rule("ME 4.3a")
@pytest.mark.parametrize("mark", ["suppressed", "paralyzed", "fired"])
@pytest.mark.parametrize("unit", ["us87_mech_squad", "us_57mm_atg"])
def test_a_unit_that_is_shaken_or_has_fired_is_not_lifted(unit, mark):
    assert fight(HAWK, f"Blue {unit} S 0404 move").offers("lift") == {"S"}
    b = fight(HAWK, f"Blue {unit} S 0404 move {mark}")
    assert b.offers("lift") == set()
    assert "must be in Move Mode, unshaken, and not have fired" in b.why_not("lift", "S")
    assert lifters_for(b.look, b.number("S")) == []


@rule("ME 4.3a", "ME 4.1b2")
def test_a_gun_is_hung_up_in_fire_mode_and_people_get_in_only_in_move_mode():
    b = fight(HAWK, GUN, "Blue us87_mech_squad S 0404")
    assert b.offers("lift") == {"G"}
    assert b.do("lift", "G").offers("on") == {"H"}


@rule("ME 4.3a", "ME 4.1b1")
@pytest.mark.parametrize(("unit", "points"), [("us87_mech_squad", 10), ("us_57mm_atg", 20)])
def test_the_helicopter_needs_the_points_of_the_load(unit, points):
    for left, lifted in ((points, {"S"}), (points - 1, set())):
        b = fight(f"Blue us87_uh60 H 0404 spent={200 - left}", f"Blue {unit} S 0404 move")
        assert b.offers("lift") == lifted
        assert names(b, lifters_for(b.look, b.number("S"))) == ({"H"} if lifted else set())
    assert "has room for it and the movement points (ME 4.3a)" in b.why_not("lift", "S")


@rule("ME 4.3a")
@pytest.mark.parametrize(("spent", "lifted"), [(3, {"S"}), (4, set())])
def test_people_pay_half_of_their_points_to_get_in(spent, lifted):
    assert fight(HAWK, f"{SQUAD} spent={spent}").offers("lift") == lifted


@rule("ME 4.3a")
def test_a_gun_pays_nothing_to_be_hung_up_or_set_down():
    b = aboard(HAWK, "Blue ge_pak36 G 0404 move spent=2", unit="G")
    assert b["G"].spent == 12, "two points, as before"
    b.do("set_down", "G")
    assert b["G"].spent == 12
    assert b.state_of("G") == "M"


@rule("ME 4.3a", "ME 4.1a2", "ME 4.1b1")
def test_only_helicopters_in_noe_in_the_hex_with_room_and_points_are_offered():
    lines = (HAWK, "Blue us87_uh60 L 0404", "Blue us87_uh60 F 0405", "Blue us87_uh60 P 0404 spent=191")
    lines = (*lines, "Blue us87_ah1f N 0404", "Red us87_uh60 E 0404", SQUAD)
    b = fight(*lines, low=["L"])
    assert names(b, lifters_for(b.look, b.number("S"))) == {"H"}
    assert b.do("lift", "S").offers("on") == {"H"}, "not Low, elsewhere, out of points, without room, or an enemy"
    two = fight(HAWK, "Blue us87_uh60 K 0404", SQUAD, "Blue us87_eng_squad T 0404 move").do("lift", "S")
    assert two.offers("on") == {"H", "K"}
    assert two.do("on", "H").do("lift", "T").offers("on") == {"K"}, "one inside"


@rule("ME 4.1b2")
def test_a_squad_inside_leaves_the_sling_free_and_a_gun_in_the_sling_the_inside():
    b = aboard(HAWK, SQUAD, GUN, "Blue us87_eng_squad T 0404 move", "Blue us_57mm_atg F 0404")
    assert b.offers("lift") == {"G", "F"}
    b.do("lift", "G").do("on", "H")
    assert b.offers("lift") == set()
    assert names(b, loads_of(b.look, 0)) == {"S", "G"}
    assert names(b, slung_units(b.look)) == {"G"}


@rule("ME 4.1b2")
@pytest.mark.parametrize(("helicopter", "offered"), [
    ("us87_uh60", {"S", "G", "T"}), ("su87_mi24", {"S"}), ("su87_mi8", {"S", "P", "G", "T"}), ("us87_ah1f", set()),
])  # fmt: skip
def test_what_a_type_carries(helicopter, offered):
    lines = (SQUAD, "Blue us_rifle_plt P 0404 move", GUN, "Blue us_truck T 0404", "Blue us87_m113 V 0404")
    assert fight(f"Blue {helicopter} H 0404", *lines).offers("lift") == offered


@rule("ME 4.3a")
def test_a_load_leaves_its_foxholes_and_its_road():
    b = aboard(HAWK, "Blue us_57mm_atg G 0404 dug_in", unit="G")
    assert (b["G"].dug_in, b["G"].road, b["G"].at) == (False, False, ABOARD)


@rule("ME 4.3a", "ME 4.1.3")
def test_the_other_sides_units_are_not_lifted():
    b = fight(HAWK, "Red us87_mech_squad X 0404 move", SQUAD)
    assert b.offers("lift") == {"S"}
    assert b.why_not("lift", "X")


# AA fire at those who load


@rule("ME 4.1b3", "ME 4.1b1")
@pytest.mark.parametrize(("in_place", "dice"), [(True, [(1, 1)]), (False, [])])
@pytest.mark.parametrize(("load", "spent", "down"), [(SQUAD, 9, "0404"), (GUN, 9, "0404")])
def test_points_for_loads_count_towards_the_tenth_only_with_the_option(load, spent, down, in_place, dice):
    unit = load.split()[2]
    lines = (f"Blue us87_uh60 H 0404 spent={spent}", load, "Red su87_zsu23 Z 0414")
    b = fight(*lines, aa_in_place=in_place).do("lift", unit).do("on", "H", *dice)
    assert len(b.rolls()) == len(dice)
    b.do("set_down", unit, *dice)
    assert b.where(unit) == down
    assert [each.resolution.rule for each in b.rolls()] == ["ME 4.2a"] * len(dice)


# Setting down


@rule("ME 4.3a")
def test_only_own_units_that_are_aboard_are_set_down():
    b = aboard(HAWK, SQUAD, "Blue us87_eng_squad T 0404 move", "Red su87_mi8 K 0410", "Red su87_mr_squad X 0410")
    assert b.offers("set_down") == {"S"}
    for unit in ("T", "X"):
        assert f"{unit} is not in a helicopter of yours (ME 4.3a)" in b.why_not("set_down", unit)


@rule("ME 4.3a", "ME 4.1i2")
def test_nobody_is_set_down_from_a_helicopter_off_the_map():
    b = aboard("Blue us87_uh60 H 0104", "Blue us87_mech_squad S 0104 move").do("leave", "H")
    assert b["H"].at == AWAY
    assert b.offers("set_down") == set()
    assert "H is not on the map (ME 4.3a)" in b.why_not("set_down", "S")


@rule("ME 4.3a")
def test_a_load_is_not_set_down_on_ground_where_it_cannot_stand():
    b = aboard(HAWK, "Blue us_truck T 0404", "0405 swamp", unit="T").do("fly", "H").do("to", "0405")
    assert b.offers("set_down") == set()
    assert "T cannot stand in 0405 (ME 4.3a)" in b.why_not("set_down", "T")
    b = aboard(HAWK, SQUAD, "0405 swamp").do("fly", "H").do("to", "0405")
    assert b.offers("set_down") == {"S"}, "people can"


@rule("ME 4.3a")
def test_people_who_have_no_points_left_to_get_out_stay_aboard():
    b = aboard(HAWK, f"{SQUAD} spent=1")
    assert b.left("S") == 2
    assert b.offers("set_down") == set()
    assert "S lacks the movement points to get in or out: half its allowance" in b.why_not("set_down", "S")


@rule("ME 4.3a", "TCS 15.1a")
def test_a_unit_that_is_set_down_triggers_overwatch():
    b = aboard("Blue us87_uh60 H 0404 spent=1", SQUAD, "Red su87_mr_squad X 0409").do("fly", "H").do("to", "0405")
    b.do("set_down", "S")
    assert b.where("S") == "0405"
    assert b.decides() == "Red"
    b.do("hold", None, (1, 1))
    assert [each.resolution.rule for each in b.rolls()] == ["ME 4.2a"], "then the tenth points of the helicopter count"


@rule("ME 4.3a")
def test_a_unit_that_would_come_down_on_a_hidden_enemy_finds_it_and_stays_aboard():
    b = aboard(HAWK, SQUAD, "Red su87_mr_squad X 0406 hidden", "Red su87_bmp2 Y 0740")
    b.do("fly", "H").do("to", "0406").do("set_down", "S", (1, 1))
    assert not b["X"].hidden
    assert b["S"].at == ABOARD
    assert b.left("H") == 200 - 10 - 10 - 10, "the try costs its points all the same"


@rule("ME 4.3a")
def test_the_hex_where_a_unit_comes_down_is_held_by_its_side():
    b = aboard(HAWK, SQUAD, "Red su87_bmp2 X 0740", objective="0406")
    assert b.state.board.holders == (1,)
    b.do("fly", "H").do("to", "0406")
    assert b.state.board.holders == (1,), "to fly over it is not to hold it"
    b.do("set_down", "S")
    assert b.state.board.holders == (0,)


@rule("ME 4.3b")
def test_both_loads_die_with_their_helicopter_and_slings_are_forgotten():
    lines = (HAWK, SQUAD, GUN, "Red su87_zsu23 Z 0414")
    b = fight(*lines).do("lift", "S").do("on", "H", (1, 1)).do("lift", "G").do("on", "H", (6, 6))
    assert [b.state_of(name) for name in "HSG"] == ["X", "X", "X"]
    assert slung_units(b.look) == ()


@rule("ME 4.1a1")
def test_a_helicopter_that_is_lost_at_low_is_no_longer_low():
    lines = ("Blue us87_ah1f A 0404 spent=9", "Blue us87_ah1f B 0505", "Red su87_zsu23 X 0410")
    b = fight(*lines, low=["A", "B"]).do("fly", "A").do("to", "0405", (6, 6))
    assert b.look.kept(Sky).low == (1,)
