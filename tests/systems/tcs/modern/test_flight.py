"""Flight, sight from the air, station time, overruns and aircraft, to the point (ME 4.1a, 4.1b, 4.1i, 4.4 to 4.6)."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.clock import NIGHT
from sandtable.systems.tcs.modern.airoverrun import OverrunArea, prey, why_not_overrun
from sandtable.systems.tcs.modern.airtoair import BombletRoll, intercept, metres, standing, view
from sandtable.systems.tcs.modern.sky import Sky, is_low, sees, spots_from
from sandtable.systems.tcs.modern.station import exits, minutes_of
from sandtable.systems.tcs.orders import Standing
from sandtable.systems.tcs.sheets import ATTACK, SUPPORT
from sandtable.systems.tcs.world import AWAY
from tests.systems.tcs.gunnery import Gunnery
from tests.systems.tcs.modern.guns import GOOD, Modern
from tests.systems.tcs.modern.test_chemicals import run
from tests.systems.tcs.modern.test_helicopters import fight, put, rearm, shots

rule = pytest.mark.rule
COBRA = "Blue us87_ah1f A 0404"
FAR = "Red su_truck X 0740"


# Points


@rule("ME 4.1b1")
@pytest.mark.parametrize(("low", "spent", "flies"), [
    (True, 199, True), (True, 200, False), (False, 195, True), (False, 196, False),
])  # fmt: skip
def test_a_helicopter_flies_while_it_can_pay_for_a_hex(low, spent, flies):
    b = fight(f"{COBRA} spent={spent}", FAR, low=["A"] if low else [])
    assert b.offers("fly") == ({"A"} if flies else set())
    if not flies:
        assert "A has no movement points left (ME 4.1b1)" in b.why_not("fly", "A")


@rule("ME 4.1b1")
@pytest.mark.parametrize(("low", "verb"), [(True, "drop"), (False, "climb")])
def test_a_change_of_height_needs_five_points(low, verb):
    for spent, offered in ((195, True), (196, False)):
        b = fight(f"{COBRA} spent={spent}", "Blue us87_ah1f B 0505", FAR, low=["A"] if low else [])
        if b.offers("fly") == {"A", "B"}:
            b.do("fly", "A")
            assert (verb in b.verbs()) is offered
            assert ({"climb": "drop", "drop": "climb"}[verb] in b.verbs()) is False
        else:
            assert not offered


@rule("ME 4.1b1")
def test_hexes_out_of_reach_are_refused_with_the_price_at_this_height():
    b = fight(f"{COBRA} spent=190", FAR).do("fly", "A")
    assert "0406" in b.offers("to")
    assert "0407" not in b.offers("to")
    assert "A has 10 movement points left, and pays 5 for a hex" in b.why_not("to", "0407")
    assert "A is there already (ME 4.1b1)" in b.why_not("to", "0404")


@rule("ME 4.1b3")
@pytest.mark.parametrize(
    ("spent", "to", "count"), [(0, "0413", 0), (0, "0414", 1), (9, "0405", 1), (10, "0405", 0), (1, "0424", 2)]
)
def test_aa_fires_whenever_the_points_pass_a_multiple_of_ten(spent, to, count):
    b = fight(f"Blue us87_ah1f A 0404 spent={spent}", "Red su87_zsu23 Z 0614", low=["A"])
    b.do("fly", "A").do("to", to, *[(1, 1)] * count)
    assert len(b.rolls()) == count
    assert b.where("A") == to


@rule("ME 4.1b3")
def test_points_spent_on_hexes_count_towards_the_tenth_with_or_without_the_option():
    lines = ("Blue us87_ah1f A 0404 spent=9", "Red su87_zsu23 Z 0614")
    for option in (True, False):
        b = fight(*lines, low=["A"], aa_in_place=option).do("fly", "A").do("to", "0405", (1, 1))
        assert len(b.rolls()) == 1


@rule("ME 4.1b3", "ME 4.2c")
def test_a_client_sees_on_the_way_where_aa_would_fire():
    b = fight(f"{COBRA} spent=6", "Red su87_zsu23 Z 0614", "Red su87_mr_squad S 0406", low=["A"]).do("fly", "A")
    route = b.game.route(b.state, 0, b.action("to", "0409"))
    squad, gun = b.number("S"), b.number("Z")
    assert route.danger == ((2, 2, (squad,)), (4, 4, (gun, squad) if gun < squad else (squad, gun)))
    assert [b.world.hex_name(hex) for hex in route.places] == ["0404", "0405", "0406", "0407", "0408", "0409"]
    calm = fight(f"{COBRA} spent=6", "Red su87_zsu23 Z 0640", low=["A"]).do("fly", "A")
    assert calm.game.route(calm.state, 0, calm.action("to", "0409")).danger == ()


@rule("ME 4.1a1", "ME 4.1b1")
def test_climbing_and_dropping_touch_no_other_helicopter():
    b = fight(COBRA, "Blue us87_ah1f B 0505", "Blue us87_ah1f C 0506", FAR, low=["B"]).do("fly", "A").do("climb")
    assert b.look.kept(Sky).low == (0, 1)
    b.do("fly", "B").do("drop")
    assert b.look.kept(Sky).low == (0,)
    marks = {b.names[each.id]: {mark.kind for mark in each.marks} for each in b.game.picture(b.state, 0).pieces}
    assert "low" in marks["A"]
    assert "noe" in marks["B"]
    assert "noe" not in marks["X"]
    assert "loaded" not in marks["A"]


@rule("ME 4.1a1")
def test_those_whom_the_scenario_puts_at_low_begin_there():
    b = fight(COBRA, "Blue us87_ah1f B 0505", FAR)
    b.game.world = replace(b.game.world, air=replace(b.game.world.air, low=(1,)))
    assert [is_low(b.look, n) for n in (0, 1)] == [False, True]
    b.do("fly", "A").do("climb")
    assert b.look.kept(Sky).low == (0, 1), "the change of one keeps the other where it was"
    b = fight(COBRA, "Blue us87_ah1f B 0404 spent=9", "Red su87_zsu23 X 0410")
    b.game.world = replace(b.game.world, air=replace(b.game.world.air, low=(0, 1)))
    b.do("fly", "B").do("to", "0405", (6, 6))
    assert b.look.kept(Sky).low == (0,), "the one that was lost is out of the sky"


# Sight


@rule("ME 4.1a1", "TCS 7.0a")
def test_sight_from_low_ends_at_the_limit_of_the_weather_and_of_the_night():
    def seen(at, **how):
        b = fight("Blue us87_ah1f A 0404 sights=eyes", f"Red su87_bmp2 X {at}", low=["A"], **how)
        return sees(b.look, 0, 1)

    assert seen("0410", visibility=6)
    assert not seen("0411", visibility=6)
    night = {"light": NIGHT, "start": "2300"}
    assert seen("0406", **night)
    assert not seen("0407", **night)


@rule("ME 4.1a1", "ME 6.1e")
def test_a_lit_hex_is_seen_from_low_at_night_as_far_as_the_weather_lets():
    def seen(*lines, **how):
        lines = ("Blue us87_ah1f A 0404 sights=eyes", "Red su87_bmp2 X 0412", *lines)
        return sees(fight(*lines, low=["A"], light=NIGHT, start="2300", **how).look, 0, 1)

    assert not seen()
    assert seen("lit 0412")
    assert not seen("lit 0411")
    assert not seen("lit 0412", visibility=7)


@rule("ME 4.1a1", "ME 6.2a2", "ME 6.1d")
@pytest.mark.parametrize(
    ("kind", "through"), [("us87_ah64", True), ("us87_ah1f", False), ("us87_ah64 A 0404 sights=eyes", False)]
)
def test_from_low_thermal_sights_see_through_smoke_and_night_vision_does_not(kind, through):
    line = kind if " " in kind else f"{kind} A 0404"
    smoke = [f"smoke 04{row:02} Red" for row in range(5, 12)]
    b = fight(f"Blue {line}", "Red su87_bmp2 X 0412", *smoke, low=["A"], smoke_blocks=True)
    assert sees(b.look, 0, 1) is through


@rule("ME 6.1b", "ME 4.1a1")
def test_from_low_night_vision_sees_beyond_the_limit_of_the_night_and_not_beyond_the_weather():
    def seen(sights, **how):
        b = fight(f"Blue us87_ah1f A 0404 sights={sights}", "Red su87_bmp2 X 0412", low=["A"], light=NIGHT,
                  start="2300", **how)  # fmt: skip
        return sees(b.look, 0, 1)

    assert seen("night_vision")
    assert not seen("eyes")
    assert not seen("night_vision", visibility=7)
    assert seen("thermal", visibility=7)


@rule("ME 4.1c", "TCS 7.1a")
def test_a_helicopter_spots_by_itself_unless_spotting_is_shared():
    lines = ("Blue us87_ah1f A 0404", "Blue us87_scout_team S 0413", "Red su87_bmp2 X 0414")
    alone, shared = (fight(*lines, low=["A"], spotting_shared=option) for option in (False, True))
    assert not spots_from(alone.look, 0, 2)
    assert spots_from(shared.look, 0, 2)
    hill = fight(*lines[:2], "0409 open 300", lines[2], low=["A"], spotting_shared=True)
    assert not spots_from(hill.look, 0, 2), "it must see the target itself"
    behind = fight("Blue us87_ah1f A 0404", "Blue us87_scout_team S 0416", "0415 woods", "Red su87_bmp2 X 0414",
                   low=["A"], spotting_shared=True)  # fmt: skip
    assert not spots_from(behind.look, 0, 2), "the friend does not see it"


@rule("ME 4.1c")
def test_a_helicopter_is_spotted_wherever_it_is_seen():
    b = fight("Blue us87_ah1f A 0404", "Red su87_mi8 X 0438", low=["A", "X"])
    assert spots_from(b.look, 0, 1)
    hill = fight("Blue us87_ah1f A 0404", "0420 open 300", "Red su87_mi8 X 0438", low=["A", "X"])
    assert not spots_from(hill.look, 0, 1)


@rule("ME 4.6a", "ME 4.1a1")
def test_an_observer_in_the_air_is_as_high_as_it_flies_and_bound_by_no_order():
    b = fight(COBRA, "Blue us87_ah1f B 0405", "Blue us87_m1a1 T 0405", "Blue us87_ah1f O off", FAR, low=["A"])
    assert [metres(b.look, n) for n in (0, 1)] == [100, 0]
    assert [standing(b.look, n) for n in range(4)] == [Standing(kind=ATTACK, mission=SUPPORT)] * 2 + [None] * 2
    woods = fight(COBRA, "Blue us87_ah1f B 0404", "0406 woods", FAR, low=["A"])
    assert [view(woods.look, n) >> woods.hex("0409") & 1 for n in (0, 1)] == [1, 0]


# Station time


@rule("ME 4.1i2")
def test_without_an_area_of_its_own_a_side_leaves_by_the_edge_of_the_map():
    b = fight("Blue us87_ah1f A 0104", "Blue us87_ah1f B 0205", "Blue us87_ah1f C 0440", FAR)
    assert b.offers("leave") == {"A", "C"}
    inner = b.world.ground.neighbours
    assert set(exits(b.look, 0)) == {hex for hex in range(b.world.ground.size) if len(inner[hex]) < 6}


@rule("ME 4.1i2")
def test_a_helicopter_comes_back_only_by_its_area_and_only_if_it_is_away():
    b = fight("Blue us87_ah1f A 0104", "Blue us87_ah1f B 0105", "Red su87_mi8 X 0110")
    b.game.world = replace(b.game.world, air=replace(b.game.world.air, exits=((b.hex("0104"), b.hex("0105")), ())))
    b.do("leave", "A")
    put(b, minutes=(200, 0, 0))
    assert b.offers("come_back") == {"A"}
    for other in ("B", "X"):
        assert f"{other} is not in the off-map area (ME 4.1i2)" in b.why_not("come_back", other)
    b.do("come_back", "A")
    assert b.offers("at") == {"0104", "0105"}
    assert "helicopters come back by the hexes of their off-map area (ME 4.1i2)" in b.why_not("at", "0106")


@rule("ME 4.1i2")
def test_nobody_brings_back_the_helicopters_of_the_enemy():
    b = fight("Blue us87_ah1f A 0104", "Red su87_mi8 X 0110", "Red su87_mi8 Y 0111", side="Red").do("leave", "X")
    put(b, minutes=(0, 200, 0))
    assert b.offers("come_back") == {"X"}
    b.do("end")
    while b.decides() != "Blue":
        b.do("hold")
    assert b.offers("come_back") == set()
    assert "X is not in the off-map area (ME 4.1i2)" in b.why_not("come_back", "X")


@rule("ME 4.1i", "ME 4.1i2")
def test_minutes_count_for_those_on_the_map_and_away_and_only_the_former_overstay():
    lines = ("Blue us87_ah1f A 0104", "Blue us87_ah1f B 0105", "Blue us87_ah1f O off", "Blue us87_ah1f L off lost")
    b = fight(*lines, "Red su_truck X 0740", turns=72).do("leave", "A")
    put(b, minutes=(350, 10, 7, 7, 0))
    b.do("end").do("end", None, 6, 1)
    assert [minutes_of(b.look, n) for n in range(5)] == [370, 30, 7, 7, 0]
    assert b["A"].at == AWAY, "off the map it stays as long as it likes"
    marks = {b.names[each.id]: [mark.words for mark in each.marks if mark.kind == "station"]
             for each in b.game.picture(b.state, 0).pieces}  # fmt: skip
    assert marks["B"] == ["0 h 30 on the map"]
    assert marks.get("A", ["6 h 10 off the map"]) == ["6 h 10 off the map"]
    assert marks["X"] == []


@rule("ME 4.1i2", "ME 4.1i")
def test_the_count_begins_again_when_a_helicopter_leaves_and_touches_no_other():
    b = fight("Blue us87_ah1f A 0104", "Blue us87_ah1f B 0105", FAR)
    b.game.world = replace(b.game.world, air=replace(b.game.world.air, station=(5, 4, 0)))
    assert [minutes_of(b.look, n) for n in (0, 1)] == [300, 240], "as the scenario says"
    b.do("leave", "A")
    assert [minutes_of(b.look, n) for n in (0, 1)] == [0, 240]


# Overruns


@rule("ME 4.6b1")
def test_an_overrun_goes_to_a_neighbouring_hex_with_an_enemy():
    lines = (COBRA, "Red su87_mr_squad X 0406", "Red su87_mr_squad H 0304 hidden", "Blue us87_m113 F 0403")
    b = fight(*lines, low=["A"]).do("fly", "A")
    assert b.offers("overrun") == set()
    assert "0406 is not beside A: fly next to it first (ME 4.6b1)" in b.why_not("overrun", "0406")
    words = "there is no enemy to overrun in 0304 (ME 4.6b1)"
    assert b.game.say(why_not_overrun(b.look, 0, b.hex("0304"))) == words, (
        "whoever knows of the hidden unit says so too"
    )
    for empty in ("0304", "0403", "0504"):
        assert f"there is no enemy to overrun in {empty} (ME 4.6b1)" in b.why_not("overrun", empty)


@rule("ME 4.6b1", "ME 4.1b1")
@pytest.mark.parametrize(("low", "left"), [(True, 1), (False, 5)])
def test_an_overrun_needs_the_points_of_its_hex(low, left):
    lines = ("Red su87_mr_squad X 0405",)
    b = fight(f"{COBRA} spent={200 - left}", *lines, low=["A"] if low else []).do("fly", "A")
    assert b.offers("overrun") == {"0405"}
    b.do("overrun", "0405", (1, 1), 11)
    assert b.left("A") == 0
    if not low:
        b = fight(f"{COBRA} spent=195", *lines)
        rearm(b, "A", movement_allowance=199)
        assert "A has no movement points left" in b.why_not("fly", "A")


@rule("ME 4.6b1")
def test_a_helicopter_without_a_weapon_that_harms_somebody_there_does_not_overrun():
    b = fight("Blue us87_oh58 A 0404", "Red su87_mr_squad X 0405", low=["A"]).do("fly", "A")
    assert b.offers("overrun") == set()
    assert "A has no weapon that harms anybody in 0405 (ME 4.6b1)" in b.why_not("overrun", "0405")
    hard = fight(COBRA, "Red su87_t72a X 0405", low=["A"]).do("fly", "A")
    assert "A has no weapon that harms anybody in 0405" in hard.why_not("overrun", "0405")
    air = fight("Blue us87_oh58 A 0404", "Red su87_mi8 X 0405", low=["A"]).do("fly", "A")
    assert "A has no weapon that harms anybody in 0405" in air.why_not("overrun", "0405")


@rule("ME 4.6b1", "ME 4.6b3")
def test_the_cannon_overruns_armor_where_there_is_nothing_soft():
    lines = (COBRA, "Red su87_bmp2 X 0405")
    b = fight(*lines, low=["A"])
    rearm(b, "A", point_strength=4, point_range_nominal=6)
    b.do("fly", "A").do("overrun", "0405", (1, 1), 11)
    assert [each.resolution.rule for each in b.rolls()] == ["ME 4.2a", "ME 4.1c"]
    assert "ME 4.1g1" not in [rule for _, rule in b.modifiers(1)], "an overrun is no pop-up"
    soft = fight(*lines, "Red su87_mr_squad S 0405", low=["A"])
    rearm(soft, "A", point_strength=4, point_range_nominal=6)
    soft.do("fly", "A").do("overrun", "0405", (1, 1), (1, 1), 11)
    assert soft.rolls()[-1].resolution.rule == "ME 4.6b1", "the area weapon at those whom it harms"
    weak = fight(COBRA, "Red su87_t72a X 0405", low=["A"])
    rearm(weak, "A", point_strength=0, point_range_nominal=6, area_strength=None, trajectory_class=None,
          area_range_max=None)  # fmt: skip
    assert "A has no weapon that harms anybody in 0405" in weak.do("fly", "A").why_not("overrun", "0405")


@rule("ME 4.6b1")
def test_a_cannon_alone_overruns_no_people():
    lines = (COBRA, "Red su87_mr_squad S 0405")
    for more, offered in (((), set()), (("Red su87_bmp2 V 0405",), {"0405"})):
        b = fight(*lines, *more, low=["A"])
        rearm(b, "A", point_strength=4, point_range_nominal=6, area_strength=None, trajectory_class=None,
              area_range_max=None)  # fmt: skip
        b.do("fly", "A")
        assert b.offers("overrun") == offered
        if not offered:
            assert "A has no weapon that harms anybody in 0405 (ME 4.6b1)" in b.why_not("overrun", "0405")


@rule("ME 4.6b3")
def test_passengers_and_hidden_units_are_no_prey():
    lines = (COBRA, "Red su87_btr80 V 0405", "Red su87_mr_squad P 0405 carrier=V", "Red su87_mr_squad H 0405 hidden")
    b = fight(*lines, "Red su87_mr_squad S 0405")
    assert {b.names[n] for n in prey(b.look, 0, b.hex("0405"))} == {"V", "S"}
    assert prey(b.look, 1, b.hex("0405")) == []
    beach = fight(COBRA, "0405 beach", "Red su87_mr_squad S 0405")
    assert [beach.names[n] for n in prey(beach.look, 0, beach.hex("0405"))] == ["S"], "barer than open ground"


@rule("ME 4.6b1")
def test_the_area_weapon_hits_people_and_soft_vehicles_of_the_hex_and_both_check_their_morale():
    lines = (COBRA, "Red su87_mr_squad S 0405", "Red su87_brdm2 V 0405", "Red su87_bmp2 T 0405")
    b = fight(*lines, low=["A"])
    attack = OverrunArea((0,), b.hex("0405"), 1, 4).facts(b.look)
    assert attack.strength == 8
    assert (4, "TCS 11.1b") in [(each.value, each.rule) for each in attack.shifts], "right above them"
    b.do("fly", "A").do("overrun", "0405", *[(1, 1)] * 3, 36, 11, 11)
    rules = [each.resolution.rule for each in b.rolls()]
    assert rules[:4] == [*["ME 4.2a"] * 3, "ME 4.6b1"]
    assert any(each.startswith("TCS 17") for each in rules[4:])


@rule("ME 4.6b1", "ME 4.6b3")
def test_vehicles_that_the_area_weapon_does_not_harm_check_no_morale_for_an_overrun():
    lines = (COBRA, "Red su87_mr_squad S 0405", "Red su87_bmp2 T 0405")
    b = fight(*lines, low=["A"]).do("fly", "A").do("overrun", "0405", (1, 1), (1, 1), 36, 11)
    checks = [each.resolution for each in b.rolls()[3:]]
    assert [each.rule for each in checks] == ["TCS 17.1a"]
    assert [b.names[n] for each in checks for n in each.on] == ["S"]
    soft = fight(COBRA, "Red su87_brdm2 V 0405", low=["A"]).do("fly", "A").do("overrun", "0405", (1, 1), 36, 11)
    assert [each.resolution.rule for each in soft.rolls()[2:]] == ["TCS 17.8a"], "vehicles alone, and no people"


@rule("ME 4.6b1", "ME 4.5b")
def test_an_overrun_of_helicopters_alone_is_a_duel_and_the_ground_comes_first():
    lines = (COBRA, "Red su87_mi8 H 0405", "Red su87_mr_squad S 0405")
    b = fight(*lines, low=["A"]).do("fly", "A").do("overrun", "0405", (1, 1), 11)
    assert b.rolls()[-1].resolution.rule == "ME 4.6b1"
    alone = fight(*lines[:2], low=["A"]).do("fly", "A").do("overrun", "0405", 11)
    assert shots(alone) == [("A", "H")]
    assert "ME 4.1g1" not in [rule for _, rule in alone.modifiers()]
    assert alone.rolls()[-1].resolution.rule == "ME 4.5b"


# Bomblets and aircraft


@rule("ME 4.4")
@pytest.mark.parametrize(("dice", "state"), [((4, 5), ""), ((4, 6), "X")])
def test_bomblets_bring_a_helicopter_down_on_ten(dice, state):
    b = fight(COBRA, FAR)
    run(b, BombletRoll(0), dice=[dice])
    assert b.state_of("A") == state


@rule("ME 4.4", "ME 2.3a2")
@pytest.mark.parametrize(("battery", "rolls"), [("us87_m109", ["Z"]), ("us87_8in", ["Z", "R"])])
def test_bomblets_roll_for_helicopters_beside_the_zone_only_where_they_reach(battery, rolls):
    lines = ("Blue us_rifle_plt O 0401", "Red su87_mi8 Z 0406", "Red su87_mi8 R 0407", "Red su87_mi8 F 0409")
    b = Modern(*lines, f"battery Blue {battery} A he=3 dpicm=3")
    b.fire("A", "0406", GOOD, *[(1, 1)] * len(rolls), shell="DPICM")
    hit = [b.names[each.resolution.on[0]] for each in b.rolls() if each.resolution.rule == "ME 4.4"]
    assert hit == rolls


@rule("ME 4.5a")
@pytest.mark.parametrize(("strength", "added"), [(4, []), (5, [1]), (14, [1]), (15, [2]), (24, [2]), (25, [3])])
def test_a_sortie_adds_a_tenth_of_its_strength_to_the_nearest(strength, added):
    roll = intercept(strength)
    assert [each.value for each in roll.modifiers] == added
    assert [roll.read(number - sum(added)) for number in (7, 8)] == ["miss", "destroyed"]


@rule("ME 4.5a", "ME 4.5c")
def test_a_sortie_of_two_attacks_may_attack_two_helicopters():
    lines = (
        "1212 open",
        "Blue us87_m113 O 0401",
        "Red su87_mi24 X 0806",
        "Red su87_mi24 Y 0807",
        "Blue us87_ah1f H 0402",
    )
    b = Gunnery("\n".join([*lines, "sortie Blue Hogs area=16 kill=8 attacks=2"]), first="Blue", modern=True)
    while not b.decision().offer("intercept"):
        b.do(b.decision().offers[0].verb, *[next(iter(b.decision().offers[0].targets or (None,)))])
    assert b.offers("intercept") == {"X", "Y"}
    for other in ("H", "O"):
        assert "that is not an enemy helicopter on the map (ME 4.5a)" in b.why_not("intercept", other)
    b.do("intercept", "X", (3, 2))
    assert b.state_of("X") == "", "5 and 2 are 7"
    b.do("intercept", "X", (3, 3))
    assert b.state_of("X") == "X"
    assert not b.decision().offer("intercept"), "both attacks are used"
