"""Sights and MICVs to the hex (ME 6, 7): who sees how far for what, smoke on the line, and squads in their vehicles."""

from fractions import Fraction

import pytest

from sandtable.systems.tcs.areafire import SFA, AreaFire
from sandtable.systems.tcs.board import BEHIND, INSIDE, ON_TOP, TO_FIRE, TO_HIT, TO_OBSERVE, TO_SEE
from sandtable.systems.tcs.clock import NIGHT, TWILIGHT
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.modern.micv import (
    berth,
    carries,
    destroyed,
    enclosed,
    exposed,
    firepower,
    from_inside,
    launches_mounted,
    mounted,
    platoon_of,
    ridden,
    trapped,
)
from sandtable.systems.tcs.modern.sights import (
    beyond_sight,
    eyes_of,
    further,
    glasses,
    keen,
    markers_crossed,
    sight_loss,
)
from tests.systems.tcs.modern.test_micv import field as vehicles
from tests.systems.tcs.modern.test_micv import lose
from tests.systems.tcs.modern.test_sights import T72, field, fired, missile

rule = pytest.mark.rule


def reach(b, name, purpose, column="01"):
    """The farthest hex of a column that a unit sees with its sights, counted from the first row."""
    mask = further(b.look, b.number(name), b[name].at, purpose)
    return max((row for row in range(1, 21) if mask >> b.hex(f"{column}{row:02}") & 1), default=0) - 1


@rule("ME 6.1a", "ME 6.1b", "ME 6.2b")
@pytest.mark.parametrize(("unit", "purpose", "hexes"), [
    ("us87_mech_squad", TO_SEE, 8), ("us87_mech_squad", TO_OBSERVE, 8), ("us87_mech_squad", TO_FIRE, 3),
    ("us87_mech_squad", TO_HIT, 4), ("ge87_milan", TO_HIT, 8), ("ge87_milan", TO_FIRE, 0),
    ("su87_t72a", TO_SEE, 19), ("su87_t72a", TO_FIRE, 19), ("su87_t72a", TO_OBSERVE, 8),
    ("us87_m1a1", TO_SEE, 19), ("us87_m1a1", TO_OBSERVE, 8), ("us87_m1a1 A 0101 sights=eyes", TO_SEE, -1),
])  # fmt: skip
def test_how_far_sights_see_at_night_for_each_purpose(unit, purpose, hexes):
    line = unit if " " in unit else f"{unit} A 0101"
    assert reach(field(f"Blue {line}", "Red su87_bmp2 X 0820"), "A", purpose) == hexes


@rule("ME 6.2a1", "ME 6.1b")
def test_by_day_only_thermal_sights_add_anything():
    lines = ("Red su87_bmp2 X 0820",)
    cases = [("us87_m1a1", TO_FIRE, 19), ("us87_m1a1", TO_OBSERVE, -1), ("su87_t72a", TO_FIRE, -1)]
    for unit, purpose, hexes in (*cases, ("us87_mech_squad", TO_SEE, -1)):
        b = field(f"Blue {unit} A 0101", *lines, light=0, visibility=4)
        assert reach(b, "A", purpose) == hexes, unit


@rule("ME 6.1d", "ME 6.2a2")
def test_weather_bounds_night_vision_and_not_thermal_sights():
    for unit, hexes in (("us87_m1a1", 19), ("su87_t72a", 5)):
        assert reach(field(f"Blue {unit} A 0101", "Red su87_bmp2 X 0820", visibility=5), "A", TO_FIRE) == hexes
    smoke = [f"smoke {column:02}04 Red" for column in range(1, 9)]
    seen = [
        reach(field(f"Blue {unit} A 0101", "Red su87_bmp2 X 0820", *smoke), "A", TO_HIT)
        for unit in ("us87_m1a1", "su87_t72a")
    ]
    assert seen[0] == 19
    assert seen[1] < 19


@rule("ME 6.1b", "ME 6.2a1", "ME 6.1a")
@pytest.mark.parametrize(("unit", "light", "visibility", "beyond"), [
    ("su87_t72a", NIGHT, 0, 9), ("us87_m1a1", NIGHT, 0, 9), ("us87_m1a1", NIGHT, 1, 10), ("su87_t72a", NIGHT, 1, 9),
    ("us87_m1a1", 0, 0, 0), ("us87_m1a1", 0, 4, 7), ("us87_m1a1", 0, 20, 0), ("su87_t72a", 0, 4, 0),
    ("su87_t72a", TWILIGHT, 0, 5), ("us87_mech_squad", NIGHT, 0, 0), ("us87_m1a1 A 0101 sights=eyes", NIGHT, 0, 0),
])  # fmt: skip
def test_the_hexes_beyond_sight(unit, light, visibility, beyond):
    line = unit if " " in unit else f"{unit} A 0101"
    b = field(f"Blue {line}", "Red us87_m60a3 X 0112 fired", light=light, visibility=visibility)
    assert beyond_sight(b.look, 0, b.hex("0112")) == beyond


@rule("ME 6.1e", "ME 6.2a1")
def test_a_lit_target_is_not_beyond_the_night_but_still_in_the_weather():
    for visibility, beyond in ((0, 0), (5, 6)):
        b = field("Blue us87_m1a1 A 0101", "Red us87_m60a3 X 0112 fired", "lit 0112", visibility=visibility)
        assert beyond_sight(b.look, 0, b.hex("0112")) == beyond


@rule("ME 6.2a2", "ME 6.2a3")
def test_smoke_on_the_line_counts_and_smoke_beside_it_does_not():
    lines = ("Blue us87_m1a1 A 0101", "Red su87_t72a X 0107")
    for smoke, count in ((["0104"], 1), (["0204"], 0), (["0101", "0107"], 2), (["0104", "0104"], 2), ([], 0)):
        b = field(*lines, *(f"smoke {hex} Red" for hex in smoke))
        assert markers_crossed(b.look, b.hex("0101"), b.hex("0107")) == count, smoke


@rule("ME 6.1b", "ME 6.2a1")
def test_of_several_firers_the_one_that_sees_worst_counts():
    lines = ("Blue us87_m1a1 A 0101", "Blue su87_t72a B 0101", "Red us87_m60a3 X 0112", "smoke 0112 Red")
    b = field(*lines)
    loss = sight_loss(b.look, (0, 1), (2,), b.hex("0112"))
    assert loss == (3, "10 hexes or smoke markers beyond sight", "ME 6.2a1"), "10/4 rounds to 3"
    assert sight_loss(b.look, (1,), (2,), b.hex("0112")) == (2, "9 hexes beyond sight", "ME 6.1b")
    near = field("Blue su87_t72a A 0101", "Red us87_m60a3 X 0104")
    assert sight_loss(near.look, (0,), (1,), near.hex("0104"))[:2] == (0, "1 hex beyond sight")


@rule("ME 6.1f", "ME 6.1a")
def test_each_point_beyond_sight_is_two_columns_or_one_on_the_dice():
    still = field("Blue su87_t72a A 0101", "Red us87_m60a3 X 0107 fired")
    assert (-2, "ME 6.1b") in fired(still, "A", "0107"), "4/4"
    tow = field("Blue us87_m901 A 0101 sights=night_vision", "Red su87_t72a X 0107 fired")
    assert (-1, "ME 6.1b") in missile(tow)
    team = field("Blue ge87_milan A 0101", "Red su87_t72a X 0109 fired")
    assert [rule for _, rule in missile(team) if rule.startswith("ME 6")] == [], (
        "teams lose nothing, but the night counts"
    )
    assert (-1, "ME 3.1j") in missile(team)


@rule("ME 6.1f", "ME 6.2a2")
@pytest.mark.parametrize(("unit", "at", "lines", "found"), [
    ("us87_mech_squad", "0109", (), [3]), ("us87_mech_squad", "0110", (), []), ("su87_t72a", "0115", (), [3]),
    ("us87_m1a1", "0105", ("lit 0105",), []), ("us87_m1a1 A 0101 sights=eyes", "0105", (), []),
])  # fmt: skip
def test_what_sights_make_up_for_in_spotting(unit, at, lines, found):
    line = unit if " " in unit else f"{unit} A 0101"
    b = field(f"Blue {line}", f"Red su87_bmp2 X {at}", *lines)
    assert [each.value for each in keen(b.look, 0, 1)] == found
    off = field(f"Blue {line}", f"Red su87_bmp2 X {at}", *lines, sights_spot=False)
    assert list(keen(off.look, 0, 1)) == []


@rule("ME 6.2a2", "ME 6.1f")
def test_thermal_sights_spot_in_smoke_as_without_it():
    for at, there in (("0101", False), ("0107", True)):
        b = field("Blue us87_m1a1 A 0101", "Blue su87_t72a B 0101", "Red su87_bmp2 X 0107", f"smoke {at} Red", light=0)
        (found,) = keen(b.look, 0, 2)
        assert found.value > 0
        assert found.rule == "ME 6.2a2"
        assert list(keen(b.look, 1, 2)) == [], there
    clear = field("Blue us87_m1a1 A 0101", "Red su87_bmp2 X 0107", light=0)
    assert list(keen(clear.look, 0, 1)) == []


@rule("ME 6.1c", "ME 6.1b", "ME 6.2a2")
def test_all_firers_need_the_sights_that_drop_a_shift():
    target = "Red us87_m60a3 X 0103 fired"

    def rules(*lines, firers, point=True, light=NIGHT):
        b = field(*lines, target, light=light)
        b.do("point" if point else "suppress", "0103")
        for name in firers:
            b.do("add", name)
        return [each.rule for each in b.forecast("fire").modifiers]

    nvd, eyes = "Blue su87_t72a A 0101", "Blue su87_t72a B 0101 sights=eyes"
    assert "TCS 11.3a" not in rules(nvd, firers="A")
    assert "TCS 11.3a" in rules(nvd, eyes, firers="AB")
    thermal = "Blue us87_m1a1 C 0101"
    smoke = "smoke 0103 Red"
    assert "TCS 11.3g" not in rules(thermal, smoke, firers="C", light=0)
    assert "TCS 11.3g" in rules(thermal, nvd, smoke, firers="CA", light=0)


@rule("ME 6.1g", "ME 4.1a1")
def test_what_sights_do_from_a_height():
    b = field(
        "Blue us87_ah64 A 0101",
        "Blue us87_ah1f B 0101",
        "Blue su87_mi8 C 0101",
        "Blue us87_stinger D 0101",
        visibility=7,
    )
    assert [glasses(b.look, n) for n in range(4)] == [(0, False), (7, True), None, None]


@rule("ME 6.1g")
def test_the_sight_tool_tells_the_best_sights_of_a_hex():
    b = field("Blue us87_m1a1 A 0101", "Blue su87_t72a B 0101", "Blue us_m4_75 C 0101", T72)
    here = b.hex("0101")
    assert eyes_of(b.look, here, (0, 1, 2))[0] == "thermal sights"
    assert eyes_of(b.look, here, (1, 2))[0] == "night vision"
    assert eyes_of(b.look, here, (2,)) == ("", 0)
    assert eyes_of(b.look, here, (1,))[1] >> b.hex("0115") & 1


# MICVs


@rule("ME 7.1a", "ME 7.1b")
def test_where_each_unit_has_its_place_in_a_micv():
    kinds = {"B": "bmp2", "S": "mr_squad", "T": "at4_team", "P": "mr_plt"}
    b = vehicles(*(f"Blue su87_{kind} {name} 0103" for name, kind in kinds.items()), "Blue su_45mm_atg G 0103",
                 "Blue su_truck U 0103")  # fmt: skip
    assert [berth(b.look, b.number(name), 0) for name in "STGP"] == [INSIDE, INSIDE, BEHIND, ON_TOP]
    assert berth(b.look, b.number("S"), b.number("U")) is None
    assert carries(b.look, b.number("S"), 0) is None
    assert carries(b.look, b.number("P"), 0) is True
    assert carries(b.look, b.number("P"), b.number("U")) is None
    no_riders = vehicles("Blue su87_bmp2 B 0103", "Blue su87_mr_plt P 0103", riders_tanks=0)
    assert carries(no_riders.look, 1, 0) is False
    assert [ridden(b.look, b.number(name)) for name in "BU"] == [True, False]


@rule("ME 7.2d", "ME 7.3a1")
def test_who_is_enclosed():
    b = vehicles("Blue su87_bmp2 B 0103", "Blue su87_mr_squad S 0103 carrier=B", "Blue su_45mm_atg G 0103 carrier=B",
                 "Blue su87_mr_plt P 0103 carrier=B", "Blue su_truck U 0103", "Blue su87_mr_squad T 0103 carrier=U",
                 "Blue su87_mr_squad F 0103")  # fmt: skip
    assert [enclosed(b.look, b.number(name)) for name in "SGPTF"] == [True, False, False, False, False]
    for name, rule_id in (("S", "ME 7.3a1"), ("G", ""), ("P", ""), ("T", "")):
        assert trapped(b.look, b.number(name), "destroyed", "TCS 14.0a") == rule_id
    assert trapped(b.look, b.number("S"), "surrenders", "TCS 14.0a") == ""
    assert [exposed(b.look, b.number(name)) for name in "PT"] == [True, False]
    assert [firepower(b.look, b.number(name)) for name in "SF"] == [Fraction(1, 2), 1]
    fires = [list(from_inside(AreaFire(units, b.hex("0106"), 1, SFA), b.look)) for units in ((6,), (6, 1))]
    assert [len(each) for each in fires] == [0, 1]


@rule("ME 7.2d")
@pytest.mark.parametrize(("vehicle", "how", "may"), [
    ("Blue su87_bmp2 B 0103", {}, True), ("Blue su87_bmp2 B 0103 move", {}, False),
    ("Blue su87_bmp2 B 0103 suppressed", {}, False), ("Blue su87_bmp2 B 0103 spent=1", {}, False),
    ("Blue su87_bmp2 B 0103 impulse=1", {}, False), ("Blue su87_bmp2 B 0103 spent=1", {"side": "Red"}, True),
    ("Blue su87_bmp2 B 0103", {"mounted_fire": False}, False), ("Blue su_truck B 0103", {}, False),
])  # fmt: skip
def test_when_a_squad_fires_from_inside(vehicle, how, may):
    b = vehicles(vehicle, "Blue su87_mr_squad S 0103 carrier=B", "Red us87_mech_squad X 0106", **how)
    assert mounted(b.look, 1) is may


@rule("ME 7.2d")
def test_only_people_with_small_arms_fire_from_inside_and_dragons_under_the_same_conditions():
    b = vehicles("Blue us87_m113 B 0103", "Blue us87_mech_squad S 0103 carrier=B")
    assert launches_mounted(b.look, 1)
    moved = vehicles("Blue us87_m113 B 0103 move", "Blue us87_mech_squad S 0103 carrier=B")
    assert not launches_mounted(moved.look, 1)
    mortar = vehicles("Blue us87_m113 B 0103", "Blue us_60mm_sec S 0103 carrier=B")
    assert not mounted(mortar.look, 1)


@rule("ME 7.2b")
def test_squads_without_a_named_platoon_are_counted_by_their_formation():
    b = vehicles(
        "Red su87_mr_squad X 0104 bn=R", "Red su87_mr_squad Y 0104 bn=R", "Red su87_mr_squad Z 0104 bn=R platoon=1"
    )
    assert len({platoon_of(b.look, n) for n in range(3)}) == 3
    assert lose(b, "X")["R"] == 2, "the only squad of its formation"
    assert lose(b, "Z")["R"] == 2


@rule("ME 7.2b", "ME 7.2b2")
def test_only_people_who_are_all_lost_tell_on_the_battalion_and_only_with_the_option():
    lines = ("Red su87_mr_plt P 0104 bn=R", "Red su87_bmp2 V 0104 bn=R", "Red su87_ags17 G 0104 bn=R")
    b = vehicles(*lines)
    assert [lose(b, name)["R"] for name in "PVG"][:2] == [2, 0]
    assert lose(vehicles(*lines, platoon_morale=0), "P")["R"] == 1, "5 steps, as in the series"
    assert lose(vehicles(*lines, platoon_morale=3), "P")["R"] == 3
    work = Battlefield(b.game, b.state.board)
    work.lose_step(0, "TCS 10.0a")
    assert destroyed(work, [0]) == {}, "four steps are left"
