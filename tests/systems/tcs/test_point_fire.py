"""Point fire, point fire actions, AT rolls and the morale of vehicles (TCS 12, 14, 16, 17.8)."""

import pytest

from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
QUIET = {"fire_triggers": False}


def fight(*lines, **how):
    return Battle("\n".join(["0116 open", "0312 open", *lines]), **{**QUIET, **how})


def aim(b, hex, *firers):
    b.do("point", hex)
    for each in firers:
        b.do("add", each)
    return b


def asked(b, hex, *firers):
    roll = aim(b, hex, *firers).forecast("fire")
    return roll.column, {each.rule: each.value for each in roll.modifiers}


GUN = "Blue us_m4_75 A 0103"


@rule("TCS 14.0a", "TCS 12.0b")
def test_one_stack_fires_at_spotted_armour():
    lines = (GUN, "Blue us_m4_75 B 0103", "Blue us_m4_75 C 0104", "Red ge_pz4 X 0107 fired")
    b = fight(*lines, fire_triggers=True).do("point", "0107").do("add", "A")
    assert b.offers("add") == {"B"}
    assert "one stack" in b.why_not("add", "C")
    b.do("add", "B").do("fire", None, 11)
    assert (b.state_of("A"), b.state_of("B"), b.state_of("C")) == ("F", "F", "")
    assert b.decides() == "Red", "it is a fire trigger"
    far = fight(GUN, "Red ge_pz4 X 0116 fired")
    assert "13 hexes away, and A fires 12" in far.why_not("point", "0116")


@rule("TCS 14.0a", "TCS 3.0e")
def test_there_must_be_a_target():
    b = fight(GUN, "Red ge_gren_plt X 0105")
    assert "harmed by point fire" in b.why_not("point", "0105")
    assert fight(GUN, "Red ge_pak40 X 0105").offers("point") == {"0105"}, "a crewed gun is of class B"


@rule("TCS 9.1b", "TCS 12.0a")
def test_steps_count_and_not_strength():
    """One step, close, differential +3, moving in the open: ten columns to the right of 1."""
    b = fight("Blue ge_panther A 0103", "Red us_m5a1 X 0105 move")
    column, shifts = asked(b, "0105", "A")
    assert column == "17-20"
    assert shifts == {"TCS 12.0a": 5, "TCS 12.0d": 3, "TCS 11.2b": 2}
    roll = b.forecast("fire")
    assert [roll.read(face) for face in (35, 36)] == [0, 1]
    two = fight("Blue ge_panther A 0103", "Blue ge_panther B 0103", "Red us_m5a1 X 0105 move")
    assert asked(two, "0105", "A", "B")[0] == "21-25"


@rule("TCS 12.0c", "TCS 12.0d", "TCS 12.0e")
def test_the_lowest_strength_meets_the_best_defence():
    lines = ("Blue us_m4_75 A 0103", "Blue us_m36 B 0103", "Red ge_pz2 X 0106 fired", "Red ge_panther Y 0106")
    assert asked(fight(*lines), "0106", "A", "B")[1]["TCS 12.0e"] == -4, "3 against 5"
    assert asked(fight(*lines), "0106", "B")[1]["TCS 12.0d"] == 1, "6 against 5"
    b = fight("Blue us_m5a1 A 0103", "Red ge_tiger2 X 0105 fired")
    assert "cannot harm a defence of 7" in b.why_not("point", "0105")


@rule("TCS 12.0f")
def test_other_shifts_apply():
    lines = (
        f"{GUN} suppressed",
        "Red ge_pz4 X 0105 suppressed fired dug_in",
        "0105 woods",
        "smoke 0105 Red",
        "zone 0103",
    )
    shifts = asked(fight(*lines), "0105", "A")[1]
    assert shifts == {
        "TCS 12.0a": 5, "TCS 11.2c": -4, "TCS 11.3c": -2, "TCS 11.3e": -2, "TCS 11.3g": -1, "TCS 11.3f": -2,
    }  # fmt: skip


@rule("TCS 12.0g")
def test_stacking_and_cross_fire_do_not_count():
    crowd = [f"Red ge_truck T{n} 0104" for n in range(12)]
    assert asked(fight(GUN, *crowd), "0104", "A")[1] == {"TCS 12.0a": 5, "TCS 12.0d": 3}
    lines = ("Blue us_m4_75 A 0103", "Blue us_m4_75 B 0107", "Red ge_pak40 X 0105 fired")
    for option, counts in ((False, False), (True, True)):
        b = fight(*lines, point_cross_fire=option).do("suppress", "0105").do("add", "A").do("fire", None, 41, 11)
        assert ("TCS 11.4a" in asked(b, "0105", "B")[1]) == counts


@rule("TCS 12.0h")
def test_kills_are_chosen_by_the_owner_and_not_capped():
    lines = ("Blue ge_tiger2 A 0103", "Red us_m4_75 X 0104 move", "Red us_m4_75 Y 0104", "Red us_m4_75 Z 0104")
    b = aim(fight(*lines), "0104", "A")
    face = next(face for face in sorted(b.forecast("fire").dice.ways) if b.forecast("fire").read(face) == 2)
    b.do("fire", None, face)
    assert b.offers("lose") == {"X", "Y", "Z"}
    b.do("lose", "Y")
    b.do("lose", "Z", 11)
    assert [b.state_of(unit) for unit in "XYZ"] == ["M", "X", "X"]
    b = aim(fight(*lines, point_kills_capped=True), "0104", "A").do("fire", None, face)
    assert b.do("lose", "Y", 11).state_of("Z") == ""


@rule("TCS 12.0i", "TCS 17.8a")
def test_after_point_fire_vehicles_check_once_and_gun_crews_by_themselves():
    b = aim(
        fight(GUN, "Red ge_pz4 X 0104 fired", "Red ge_pz4 Y 0104", "Red ge_pak40 G 0104", "Red ge_gren_plt I 0104"),
        "0104",
        "A",
    )
    b.do("fire", None, 34, 11, 11)
    words = [roll.resolution.words for roll in b.rolls()[1:]]
    assert words == ["G checks its morale", "The vehicles of Red in 0104 check their morale"]


@rule("TCS 12.0i", "TCS 17.8a")
def test_the_checks_can_be_left_out():
    lines = (GUN, "Red ge_pz4 X 0104 fired", "Red ge_pak40 G 0104")
    assert len(aim(fight(*lines, point_fire_morale=False), "0104", "A").do("fire", None, 34).rolls()) == 1
    assert len(aim(fight(*lines, vehicle_checks=False), "0104", "A").do("fire", None, 34, 11).rolls()) == 2


# The morale of vehicles


def vehicles(face, *states, dice=(), **how):
    """Vehicles under point fire that gives a morale check, which reads this face; the first of them has fired."""
    lines = [f"Red ge_pz4 X{n} 0104 {state}" for n, state in enumerate(states)]
    b = aim(fight(GUN, *lines, **how), "0104", "A")
    roll = b.forecast("fire")
    check = next(each for each in sorted(roll.dice.ways) if roll.read(each) == 0)
    return b.do("fire", None, check, face, *dice)


@rule("TCS 17.8a")
def test_the_total_of_a_vehicle_check():
    assert vehicles(11, "fired").modifiers(1) == [(3, "TCS 17.8a")]
    assert vehicles(11, "fired", vehicle_morale=5).modifiers(1) == [(5, "TCS 17.8a")]
    assert vehicles(11, "fired morale=2").modifiers(1) == [(2, "TCS 17.8a")]
    assert (2, "TCS 17.1c1") in vehicles(11, "fired unassigned").modifiers(1)
    b = aim(fight("Blue ge_tiger2 A 0103", "Red us_m4_75 X 0104 move", "Red us_m4_75 Y 0104"), "0104", "A")
    face = next(face for face in sorted(b.forecast("fire").dice.ways) if b.forecast("fire").read(face) == 1)
    b.do("fire", None, face).do("lose", "X", 11)
    assert b.modifiers() == [(3, "TCS 17.8a"), (1, "TCS 17.8a")], "and a vehicle lost in this fire"


@rule("TCS 17.8b")
def test_what_a_vehicle_check_does():
    assert [vehicles(42, "fired", "").state_of(each) for each in ("X0", "X1")] == ["SF", "S"]
    assert [vehicles(66, "fired", "").state_of(each) for each in ("X0", "X1")] == ["PF", "P"]
    b = vehicles(65, "fired")
    assert b.decides() == "Red"
    b.do("to", "0108")
    assert (b.where("X0"), b.state_of("X0"), b["X0"].steps) == ("0108", "MSF", 1), "it runs without loss"
    b = vehicles(66, "fired morale=7", "morale=7")
    assert b.state_of("X0") == "X", "one is abandoned"
    assert b.do("to", "0108").where("X1") == "0108"


@rule("TCS 17.8c")
@pytest.mark.parametrize(("kills", "level"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_losses_of_vehicles_tell_on_the_battalion(kills, level):
    lines = [f"Red us_m4_75 X{n} 0104 move bn=Tanks" for n in range(kills)]
    b = aim(fight("Blue ge_tiger2 A 0103", "Blue ge_tiger2 B 0103", *lines), "0104", "A", "B")
    roll = b.forecast("fire")
    face = next(face for face in sorted(roll.dice.ways) if roll.read(face) == kills)
    b.do("fire", None, face)
    assert dict(zip(b.world.battalions, b.state.board.vehicles, strict=True))["Tanks"] == level


# AT rolls


def close(*lines, **how):
    return fight("Blue us_rifle_plt A 0103", *lines, **how)


@rule("TCS 16.0a", "TCS 16.0b")
def test_infantry_beside_a_vehicle_may_make_one_instead_of_its_fire():
    b = close("Blue us_hmg_sec M 0103", "Red ge_pz4 X 0104", "Red ge_gren_plt Y 0102", "Red ge_pz4 Z 0105")
    assert b.offers("antitank") == {"A"}
    b.do("antitank", "A")
    assert b.offers("at") == {"X"}
    b.do("at", "X", 7)
    assert b.state_of("A") == "F"
    assert b.offers("antitank") == set()
    assert "has fired" in b.do("suppress", "0102").why_not("add", "A")
    assert close("Red ge_gren_plt Y 0102").offers("antitank") == set()


@rule("TCS 4.1e", "TCS 16.0b")
def test_infantry_on_the_move_may_make_one_too_and_goes_no_farther():
    lines = ("Blue us_rifle_plt A 0102 move", "Red ge_pz4 X 0104")
    b = fight(*lines).go("A", "0103").do("hold")
    assert b.offers("antitank") == {"A"}
    b.do("antitank", "A").do("at", "X", 5)
    assert b.state_of("A") == "MF"
    assert "may not move on" in b.why_not("move", "A")


@rule("TCS 16.1", "TCS 16.4")
@pytest.mark.parametrize(("ground", "number"), [("open", 10), ("beach", 10), ("woods", 9), ("village", 8)])
def test_the_number_depends_on_the_ground_of_the_target(ground, number):
    def roll(total, *morale):
        return close(f"0104 {ground}", "Red ge_pz4 X 0104").do("antitank", "A").do("at", "X", total, *morale)

    assert roll(number).state_of("X") == "X"
    assert roll(number - 1, 11).state_of("X") == "", "a near miss shakes their nerve"
    assert roll(number - 2).state_of("X") == ""


@rule("TCS 16.2a", "TCS 16.2b", "TCS 16.2c", "TCS 16.2d", "TCS 16.2e")
@pytest.mark.parametrize(
    ("lines", "how", "modifiers"),
    [
        (("Red ge_pz4 X 0104",), {}, []),
        (("Red ge_pz4 X 0104", "smoke 0104 Red"), {}, [(1, "TCS 16.2a")]),
        (("Red ge_pz4 X 0104",), {"visibility": 3}, [(1, "TCS 16.2a")]),
        (("Red ge_pz4 X 0104",), {"visibility": 4}, []),
        (("Red ge_pz4 X 0104",), {"light": 2}, [(1, "TCS 16.2a")]),
        (("Red ge_pz4 X 0104", "lit 0104"), {"light": 2}, []),
        (("Red ge_pz4 X 0104", "Red ge_gren_plt Y 0104 paralyzed"), {}, [(-3, "TCS 16.2b")]),
        (("Red ge_pz4 X 0104", "zone 0103"), {}, [(-2, "TCS 16.2d")]),
        (("Red ge_pz4 X 0104", "zone 0104", "zone 0103"), {}, [(-2, "TCS 16.2d")]),
        (("Red ge_pz4 X 0104 move road",), {}, [(1, "TCS 16.2e")]),
        (("Red ge_pz3 X 0104",), {}, [(1, "TCS 16.2e")]),
        (("Red ge_truck X 0104",), {}, [(1, "TCS 16.2e")]),
    ],
)
def test_what_changes_an_at_roll(lines, how, modifiers):
    b = close(*lines, **how).do("antitank", "A")
    assert [(each.value, each.rule) for each in b.forecast("at", "X").modifiers] == modifiers


@rule("TCS 16.2c")
def test_a_shaken_roller():
    b = fight("Blue us_rifle_plt A 0103 suppressed", "Red ge_pz4 X 0104").do("antitank", "A")
    assert [(each.value, each.rule) for each in b.forecast("at", "X").modifiers] == [(-2, "TCS 16.2c")]


@rule("TCS 16.3")
def test_a_raw_3_costs_the_roller_a_step_whatever_it_does():
    b = close("Red ge_pz4 X 0104").do("antitank", "A").do("at", "X", 3)
    assert (b["A"].steps, b.state_of("X")) == (4, "")
    assert close("Red ge_pz4 X 0104").do("antitank", "A").do("at", "X", 4)["A"].steps == 5
    b = close("0104 village", "smoke 0104 Red", "Red ge_truck X 0104 move road", visibility=2)
    b.do("antitank", "A")
    b.do("at", "X", 3, 11)
    assert (b["A"].steps, b.rolls()[0].outcome) == (4, ("near miss", "step lost"))


@rule("TCS 16.7")
def test_by_an_option_armour_buttons_up_under_area_fire_and_at_rolls():
    lines = ("Red ge_pz4 X 0104", "Red ge_truck T 0104", "Red ge_gren_plt Y 0104")
    for on in (True, False):
        b = close(*lines, buttoning_up=on).do("suppress", "0104").do("add", "A").do("fire", None, 11)
        assert (b["X"].buttoned, b["T"].buttoned, b["Y"].buttoned) == (on, False, False), "without effect, and yet"
        assert b.state_of("X") == "", "it is not Suppressed"
        b = close("Red ge_pz4 X 0104", "Red ge_pz4 Z 0104", buttoning_up=on).do("antitank", "A").do("at", "X", 7)
        assert (b["X"].buttoned, b["Z"].buttoned) == (on, False)


@rule("TCS 17.8b", "TCS 17.3")
def test_a_suppressed_vehicle_drives_on_and_men_do_not():
    lines = (
        "Blue us_m4_75 A 0103 move suppressed",
        "Blue us_m4_75 B 0103 suppressed",
        "Blue us_m4_75 P 0103 move paralyzed",
    )
    b = fight(*lines, "Blue us_rifle_plt M 0103 move suppressed", "Red ge_gren_plt X 0112")
    assert b.offers("move") == {"A"}
    assert b.offers("to_move") == {"B"}
    assert b.offers("to_fire") == {"A"}
    assert "may not move (TCS 17.3)" in b.why_not("move", "P")
    off = fight(*lines, "Red ge_gren_plt X 0112", suppressed_vehicles_move=False)
    assert off.offers("move") == off.offers("to_move") == off.offers("to_fire") == set()


@rule("TCS 22.1", "TCS 23.1")
def test_a_suppressed_vehicle_does_not_overrun_or_assault():
    b = fight("Blue us_m4_75 A 0103 move suppressed", "Red ge_gren_plt X 0104")
    assert not {"overrun", "assault"} & b.verbs()
    assert {"overrun", "assault"} <= fight("Blue us_m4_75 A 0103 move", "Red ge_gren_plt X 0104").verbs()
