"""Night vision and thermal sights (ME 6)."""

import pytest

from sandtable.board.hexes import Hex
from sandtable.kernel.errors import ScenarioFault
from sandtable.systems.tcs.board import TO_OBSERVE
from sandtable.systems.tcs.clock import NIGHT, TWILIGHT
from sandtable.systems.tcs.modern.missilefire import MissileRoll, why_not_at
from sandtable.systems.tcs.modern.sights import (
    EYES,
    NIGHT_VISION,
    THERMAL,
    beyond_sight,
    markers_crossed,
    quotient,
    sights_of,
)
from sandtable.systems.tcs.spotting import shifts_of, spots
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.battle import Battle
from tests.systems.tcs.modern.nights import NightGuns

rule = pytest.mark.rule


def field(*lines, light=NIGHT, modern=True, **how):
    return Battle("0820 open\n" + "\n".join(lines), light=light, start="2300", modern=modern, **how)


def fired(b, firer, hex, *, point=True):
    """The shifts of a fire by rule, and the words of those of the expansion."""
    b.do("point" if point else "suppress", hex).do("add", firer)
    return [(each.value, each.rule) for each in b.forecast("fire").modifiers]


T72 = "Red su87_t72a X 0107 move"


@rule("ME 6.2x", "ME 6.2a1", "ME 6.2a2")
def test_the_example_of_the_thermal_sight():
    """Range 6, limit 2: 4 hexes; three markers in two hexes: 7; a mover: 7/5 is 1, two columns."""
    smoke = ("smoke 0103 Blue", "smoke 0103 Red", "smoke 0105 Red")
    b = field("Blue us87_m1a1 A 0101", T72, *smoke)
    assert beyond_sight(b.look, b.number("A"), b.hex("0107")) == 7
    assert (-2, "ME 6.2a1") in fired(b, "A", "0107")
    fog = field("Blue us87_m1a1 A 0101", T72, *smoke, visibility=1)
    assert beyond_sight(fog.look, fog.number("A"), fog.hex("0107")) == 8
    assert (-4, "ME 6.2a1") in fired(fog, "A", "0107"), "8/5 rounds to 2"


@rule("ME 6.1b", "ME 6.1f")
def test_a_vehicle_with_night_vision_fires_beyond_the_limit_for_the_hexes_beyond_it():
    b = field("Blue su87_t72a A 0101", "Red us87_m60a3 X 0112 move fired")
    shifts = fired(b, "A", "0112")
    assert (-4, "ME 6.1b") in shifts, "11 hexes, 9 beyond the limit: 9/5 is 2"
    assert "TCS 11.3a" not in [rule for _, rule in shifts], "the shift of the night is not used"
    still = field("Blue su87_t72a A 0101", "Red us87_m60a3 X 0112 fired")
    assert (-4, "ME 6.1b") in fired(still, "A", "0112"), "9/4 is 2 as well"
    near = field("Blue su87_t72a A 0101", "Red us87_m60a3 X 0103 move fired")
    assert [rule for _, rule in fired(near, "A", "0103") if rule in ("ME 6.1b", "TCS 11.3a")] == []
    assert [quotient(n, moving=True) for n in (2, 3, 7, 8)] == [0, 1, 1, 2]
    assert [quotient(n, moving=False) for n in (1, 2, 5, 6, 10)] == [0, 1, 1, 2, 3]


def test_without_the_expansion_nobody_sees_beyond_the_limit():
    b = field("Blue su87_t72a A 0101", "Red us87_m60a3 X 0112 move fired", modern=False)
    assert b.offers("point") == set()
    b = field("Blue us_m4_75 A 0101", "Red ge_pz4 X 0112 move fired")
    assert b.offers("point") == set(), "tanks of the war have eyes only"


@rule("ME 6.1c")
def test_area_fire_of_a_vehicle_has_the_range_and_only_the_shift_of_the_night():
    b = field("Blue su87_t72a A 0101", "Red us87_mech_squad X 0107 fired")
    shifts = fired(b, "A", "0107", point=False)
    assert (-2, "TCS 11.3a") in shifts
    assert not [rule for _, rule in shifts if rule.startswith("ME")]


@rule("ME 6.1a")
def test_infantry_fires_to_half_its_range_with_the_shift_of_the_night():
    squad = "Blue us87_mech_squad A 0101"  # range 5: half is 3
    assert fired(field(squad, "Red su87_mr_squad X 0104 fired"), "A", "0104", point=False)[-1] == (-2, "TCS 11.3a")
    b = field(squad, "Red su87_mr_squad X 0105 fired")
    assert b.offers("suppress") == set()
    assert "does not see 0105" in b.why_not("suppress", "0105")
    gun = field("Blue su_zis3 A 0101 sights=night_vision", "Red us87_m60a3 X 0107 fired")  # nominal 6, to 12 by day
    shifts = fired(gun, "A", "0107")
    assert (-2, "TCS 11.3a") in shifts, "AT guns keep the shift of the night"
    far = field("Blue su_zis3 A 0101 sights=night_vision", "Red us87_m60a3 X 0108 fired")
    assert far.offers("point") == set(), "half of the longest range is the nominal range"


@rule("ME 6.1a")
def test_infantry_observes_to_eight_hexes():
    b = NightGuns("0820 open\nBlue us87_mech_squad O 0101\nRed su87_mr_squad X 0109\nbattery Blue us_105_how A illum=0")
    b.do("battery", "A")
    assert "0109" in b.offers("aim")
    assert "0110" not in b.offers("aim")


@rule("ME 6.2b")
def test_no_sight_observes_beyond_eight_hexes_at_night_or_through_smoke_or_weather():
    lines = "0820 open\nBlue us87_m1a1 O 0101\nbattery Blue us_105_how A illum=0\n"
    b = NightGuns(lines)
    b.do("battery", "A")
    assert "0109" in b.offers("aim")
    assert "0110" not in b.offers("aim")
    smoke = NightGuns(lines + "smoke 0103 Red").do("battery", "A")
    assert "0105" not in smoke.offers("aim"), "thermal sights do not adjust through smoke"
    fog = NightGuns(lines, visibility=4).do("battery", "A")
    assert "0105" in fog.offers("aim")
    assert "0106" not in fog.offers("aim"), "nor in weather"
    day = NightGuns(lines, light=0, visibility=4).do("battery", "A")
    assert "0106" not in day.offers("aim")


@rule("ME 6.1d")
def test_night_vision_sees_neither_through_smoke_nor_beyond_the_weather():
    t72 = "Blue su87_t72a A 0101"
    target = "Red us87_m60a3 X 0107 move fired"
    assert field(t72, target).offers("point") == {"0107"}
    assert field(t72, target, "smoke 0104 Red").offers("point") == set()
    assert field(t72, target, visibility=5).offers("point") == set()
    assert field(t72, target, visibility=6).offers("point") == {"0107"}
    m1 = "Blue us87_m1a1 A 0101"
    assert field(m1, target, "smoke 0104 Red", visibility=5).offers("point") == {"0107"}


@rule("ME 6.1e", "ME 6.1h")
def test_a_lit_target_has_neither_the_shift_of_the_night_nor_of_the_light():
    lines = ("Blue su87_t72a A 0101", "Red us87_m60a3 X 0112 move fired", "lit 0112")
    assert not [rule for _, rule in fired(field(*lines), "A", "0112") if rule in ("TCS 11.3a", "ME 6.1b")]
    people = ("Blue us87_mech_squad A 0101", "Red su87_mr_squad X 0105 fired", "lit 0105")
    assert not [rule for _, rule in fired(field(*people), "A", "0105", point=False) if rule == "TCS 11.3a"]
    off = fired(field(*people, sights_lit=False), "A", "0105", point=False)
    assert (-1, "TCS 11.3a") in off
    b = field("Blue us87_mech_squad A 0101", "Red su87_mr_squad X 0104", "lit 0104")
    assert "TCS 7.1d3" in [each.rule for each in shifts_of(b.look, 0, 1)], "spotting keeps its lit value"


@rule("ME 6.1f")
def test_sights_spot_as_by_day_within_their_range():
    b = field("Blue us87_mech_squad A 0101", "Red su87_t72a X 0107")
    assert spots(b.look, 0, 1)
    assert [(each.value, each.rule) for each in shifts_of(b.look, 0, 1)] == [(-3, "TCS 7.1d3"), (3, "ME 6.1f")]
    assert not spots(field("Blue us87_mech_squad A 0101", "Red su87_t72a X 0110 fired").look, 0, 1)
    off = field("Blue us87_mech_squad A 0101", "Red su87_t72a X 0107", sights_spot=False)
    assert not spots(off.look, 0, 1)


@rule("ME 6.1i")
def test_twilight_works_as_the_night_does():
    b = field("Blue su87_t72a A 0101", "Red us87_m60a3 X 0112 move fired", light=TWILIGHT)
    assert beyond_sight(b.look, 0, b.hex("0112")) == 5, "11 hexes, and the twilight limit is 6"
    shifts = fired(b, "A", "0112")
    assert (-2, "ME 6.1b") in shifts
    assert "TCS 11.3a" not in [rule for _, rule in shifts]


@rule("ME 6.1g")
def test_every_modern_infantry_unit_and_vehicle_without_thermals_has_night_vision():
    for id, kind in UNITS.items():
        if kind.move_class == "helicopter":
            continue
        b = field(f"Blue {id} A 0101")
        modern = THERMAL if "thermal" in kind.traits else NIGHT_VISION
        assert sights_of(b.look, 0) == (modern if kind.era == "1987" else EYES), id


@rule("ME 6.2a1")
def test_by_day_thermals_count_the_hexes_beyond_the_weather():
    b = field("Blue us87_m1a1 A 0101", T72, light=0, visibility=3)
    assert beyond_sight(b.look, 0, b.hex("0107")) == 3
    assert (-2, "ME 6.2a1") in fired(b, "A", "0107"), "3/5 rounds to 1"


@rule("ME 6.2a2")
def test_thermals_drop_the_shifts_of_smoke_and_count_the_markers_of_both_ends():
    b = field("Blue us87_m1a1 A 0101", T72, "smoke 0101 Blue", "smoke 0107 Red", light=0)
    assert beyond_sight(b.look, 0, b.hex("0107")) == 2
    assert "TCS 11.3g" not in [rule for _, rule in fired(b, "A", "0107")]
    plain = field("Blue su87_t72a A 0101", "Red us87_m60a3 X 0104 move", "smoke 0104 Red", light=0)
    assert (-1, "TCS 11.3g") in fired(plain, "A", "0104")
    people = field("Blue us87_m1a1 A 0101", "Red su87_mr_squad X 0104 fired", "smoke 0104 Red", light=0)
    assert "TCS 11.3g" not in [rule for _, rule in fired(people, "A", "0104", point=False)]


@rule("ME 6.2a3")
def test_artillery_smoke_counts_its_level():
    b = field("Blue us87_m1a1 A 0101", T72, "smoke 0103 Blue 2", "smoke 0104 Blue 1", "smoke 0105 Blue", light=0)
    assert markers_crossed(b.look, b.hex("0101"), b.hex("0107")) == 4


@rule("ME 6.2d")
def test_a_line_along_a_hexside_counts_one_smoke_hex_at_most():
    start, end = Hex("0202"), Hex("0402")
    _, pair, _ = start.line(end)
    assert len(pair) == 2
    for thick, count in ((0, 0), (1, 1), (2, 1)):
        smoke = [f"smoke {hex} Red 2" for hex in pair[:thick]]
        b = field(f"Blue us87_m1a1 A {start}", f"Red su87_t72a X {end}", *smoke)
        assert markers_crossed(b.look, b.hex(str(start)), b.hex(str(end))) == count


@rule("ME 6.2c", "ME 6.2c2")
def test_only_listed_vehicles_have_thermals_and_no_soviet_one():
    seed = {"us87_m60a3", "us87_m1", "us87_m1a1", "us87_m2", "us87_m3"}
    ours = {"ge87_leo1a5", "ge87_leo2a4", "ge87_marder", "us87_m901", "us87_ah64"}
    listed = {id for id, kind in UNITS.items() if "thermal" in kind.traits}
    assert listed == seed | ours
    for id in ours:
        assert "our own ruling" in UNITS[id].note
    assert not any(UNITS[id].nation == "Soviet" for id in listed)
    b = field("Blue su87_t80b A 0101 sights=thermal", "Blue us87_m1a1 B 0101 sights=eyes")
    assert [sights_of(b.look, n) for n in (0, 1)] == [THERMAL, EYES]
    with pytest.raises(ScenarioFault, match="only vehicles and helicopters have thermal sights"):
        field("Blue us87_mech_squad A 0101 sights=thermal")


def test_overwatch_by_sights_and_not_without():
    lines = ("Red us87_m1a1 W 0101", "Blue su87_t72a A 0108 move", "smoke 0104 Red")
    b = field(*lines)
    b.go("A", "0107")
    assert b.decides() == "Red"
    assert b.offers("point") == {"0101"}
    blind = field("Red su87_t72a W 0101", "Blue us87_m1a1 A 0108 move", "smoke 0104 Red")
    blind.go("A", "0107")
    assert blind.decides() == "Blue"


def test_a_view_for_observing_is_no_wider_than_one_for_seeing():
    b = field("Blue us87_m1a1 A 0101", T72, "smoke 0104 Red")
    assert not b.look.view_of(0, TO_OBSERVE) & ~b.look.view_of(0)


def missile(b, target="X"):
    """The roll of a missile of the first unit at a target."""
    roll = b.look.resolution_of(MissileRoll(0, b.number(target)))
    return [(each.value, each.rule) for each in roll.modifiers]


@rule("ME 6.1b", "ME 6.2a1")
def test_a_missile_loses_the_quotient_from_its_dice():
    b = field("Blue us87_m2 A 0101", "Red su87_t72a X 0112 move fired")
    assert why_not_at(b.look, 0, 1) is None
    assert (-2, "ME 6.2a1") in missile(b), "9/5 is 2"
    assert not [value for value, rule in missile(b) if rule == "ME 3.1j" and value < 0], "no shift for the night"
    soviet = field("Blue su87_bmp2 A 0101", "Red us87_m60a3 X 0112 move fired", "smoke 0106 Red")
    assert "does not see" in soviet.game.say(why_not_at(soviet.look, 0, 1))


@rule("ME 6.1a")
def test_a_missile_team_fires_to_half_of_its_longest_range_at_night():
    def may(hex):
        b = field("Blue ge87_milan A 0101", f"Red su87_t72a X {hex} move fired")
        return why_not_at(b.look, 0, 1) is None

    assert may("0109"), "8 hexes: the nominal range is 9, but it sees 8"
    assert not may("0111")
