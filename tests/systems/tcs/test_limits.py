"""Where rules begin and end: the last point paid, the last hex in reach, the hex that is full (TCS 5, 10 to 24)."""

import pytest

from sandtable.systems.tcs.conditions import posture_shift
from sandtable.systems.tcs.losses import settle
from tests.systems.tcs.battle import Battle
from tests.systems.tcs.test_assault import fight

rule = pytest.mark.rule
FIELD = "0808 open\n"
TANK = "Blue us_m4_75 T 0404 move"
AROUND = {"0402", "0404", "0303", "0304", "0503", "0504"}
"""The hexes beside 0403."""


def field(*lines, **how):
    return Battle(FIELD + "\n".join(lines), **how)


# Losses of several battalions


@rule("TCS 17.8c")
@pytest.mark.parametrize(
    ("lost", "levels"),
    [
        ("I I II II II", {"I": 0, "II": 2}),
        ("I II II", {"I": 0, "II": 1}),
        ("I II", {"I": 1, "II": 0}),
        ("II", {"I": 0, "II": 0}),
    ],
)
def test_vehicles_of_two_battalions_lost_in_one_hex_tell_on_the_one_that_lost_most(lost, levels):
    b = field(*(f"Red ge_pz4 X{n} 0403 bn={name}" for n, name in enumerate(lost.split())), "Red ge_pz4 Y 0404 bn=II",
              "Red ge_pz4 Z 0404 bn=I")  # fmt: skip
    after = b.game.system.field(b.game, b.state.board)
    settle(after, [b.number(f"X{n}") for n in range(len(lost.split()))])
    found = dict(zip(b.world.battalions, after.freeze().vehicles, strict=True))
    assert {name: found[name] for name in levels} == levels


@rule("TCS 10.0d")
@pytest.mark.parametrize(
    ("lost", "levels"),
    [("I II II II", {"I": 0, "II": 1}), ("I I I I II II", {"I": 2, "II": 0}), ("I II II", {"II": 0})],
)
def test_men_of_two_battalions_lost_in_one_hex_tell_on_the_one_that_lost_most(lost, levels):
    b = field("Red ge_gren_plt I 0403 bn=I", "Red ge_gren_plt II 0403 bn=II")
    after = b.game.system.field(b.game, b.state.board)
    settle(after, [b.number(name) for name in lost.split()])
    found = dict(zip(b.world.battalions, after.freeze().battalions, strict=True))
    assert {name: found[name] for name in levels} == levels
    assert set(after.freeze().vehicles) == {0}, "men are no vehicles"


# Overrun


def overrun(*lines, dice=(7, 11), along=(), **how):
    b = field(TANK, "Red ge_gren_plt X 0403", *lines, **how).do("overrun", "T")
    for each in along:
        b.do("along", each)
    return b.do("to", "0403", *dice)


@rule("TCS 23.3", "TCS 5.0f")
def test_vehicles_leave_an_overrun_to_no_enemy_and_to_no_ground_they_cannot_enter():
    assert overrun().offers("to") == AROUND
    assert overrun("Red ge_truck Y 0402").offers("to") == AROUND - {"0402"}
    assert overrun("0403-0503 river").offers("to") == AROUND - {"0503"}
    assert overrun("Blue us_truck B 0402").offers("to") == AROUND, "with friends it can share"


@rule("TCS 23.3")
def test_a_stack_leaves_an_overrun_only_to_where_all_of_it_can_go():
    """A swamp is nothing for wheels, and the tank must be where the armoured car is."""
    b = overrun("0303 swamp", "Blue us_m8_ac W 0404 move", along="W")
    assert b.offers("to") == AROUND - {"0303"}
    assert overrun("0303 swamp").offers("to") == AROUND, "the tank alone may"


@rule("TCS 23.3")
def test_who_has_one_way_off_is_not_asked():
    """The enemy is all around: back to where it came from."""
    around = [f"Red ge_truck Y{n} {hex}" for n, hex in enumerate(sorted(AROUND - {"0404"}))]
    b = field(TANK, "Red ge_gren_plt X 0403", *around).do("overrun", "T").do("to", "0403", 7, 11)
    assert b.where("T") == "0404"
    assert "drives_off" in b.told()


@rule("TCS 23.1", "TCS 20.1i")
@pytest.mark.parametrize(
    ("ground", "may"),
    [("beach", True), ("open", True), ("woods", False), ("swamp", False), ("village", False), ("buildings", False)],
)
def test_vehicles_overrun_billiard_and_open_ground_alone(ground, may):
    b = field(TANK, f"0403 {ground}", "Red ge_gren_plt X 0403")
    assert b.offers("overrun") == ({"T"} if may else set())


@rule("TCS 23.1", "TCS 20.2a")
@pytest.mark.parametrize(
    ("spent", "impulse", "after"), [("2", 1, (1, 5)), ("13/6", 1, (2, 3)), ("2", 3, (3, 5)), ("13/6", 3, None)]
)
def test_an_overrun_takes_the_last_points_of_an_impulse(spent, impulse, after):
    """A tank has five points in an impulse, and the overrun costs three."""
    b = field(f"{TANK} impulse={impulse} spent={spent}", "Red ge_gren_plt X 0403")
    assert bool(b.offers("overrun")) == (after is not None)
    if after:
        b.do("overrun", "T").do("to", "0403", 7, 11)
        assert (b["T"].impulse, b["T"].spent) == (after[0], after[1] * 6)


# Paying


@rule("TCS 20.2a", "TCS 20.1a")
@pytest.mark.parametrize(("left", "may"), [(1, True), ("5/6", False)])
def test_a_unit_may_spend_its_last_point_but_no_more(left, may):
    from fractions import Fraction

    spent = 6 - Fraction(left)
    b = field(f"Blue us_rifle_plt A 0404 move spent={spent}")
    assert b.offers("move") == ({"A"} if may else set())
    if may:
        assert b.do("move", "A").offers("to") == {"0403", "0405", "0304", "0305", "0504", "0505"}


@rule("TCS 20.2a")
@pytest.mark.parametrize(("spent", "impulse"), [(4, 1), ("25/6", 2)])
def test_a_vehicle_pays_its_last_point_before_it_begins_the_next_impulse(spent, impulse):
    b = field(f"{TANK} impulse=1 spent={spent}").go("T", "0403")
    assert b["T"].impulse == impulse


@rule("TCS 22.1", "TCS 20.2a")
@pytest.mark.parametrize(("spent", "may"), [(5, True), ("31/6", False)])
def test_an_assault_may_take_the_last_point(spent, may):
    b = field(f"Blue us_rifle_plt A 0404 move spent={spent}", "Red ge_gren_plt X 0403")
    assert b.offers("assault") == ({"0403"} if may else set())


@rule("TCS 21.2a")
@pytest.mark.parametrize(("spent", "may"), [(3, True), ("19/6", False)])
def test_mines_count_in_what_a_move_can_afford(spent, may):
    """Every way out of the corner is mined: a hex costs three points."""
    b = Battle(f"0303 open\nmines 0102 Red\nmines 0201 Red\nBlue us_rifle_plt A 0101 move spent={spent}")
    assert b.offers("move") == ({"A"} if may else set())
    b = Battle(f"0303 open\nmines 0102 Red\nBlue us_rifle_plt A 0101 move spent={spent}").do("move", "A")
    assert ("0102" in b.offers("to")) == may
    assert "0201" in b.offers("to")


@rule("TCS 21.2a", "TCS 22.1")
@pytest.mark.parametrize(("spent", "may"), [(3, True), (4, False)])
def test_mines_count_in_what_an_assault_can_afford(spent, may):
    b = field(f"Blue us_rifle_plt A 0404 move spent={spent}", "mines 0403 Red", "Red ge_gren_plt X 0403")
    assert b.offers("assault") == ({"0403"} if may else set())


# Ground


@rule("TCS 11.2a", "TCS 11.2b", "TCS 11.2c", "TCS 11.2d", "TCS 11.2e", "TCS 11.2f")
@pytest.mark.parametrize(
    ("ground", "seen", "unseen"),
    [
        ("billiard", (2, 4, -1), (2, 0, -3)),
        ("open", (2, 0, -2), (0, -2, -5)),
        ("partly", (0, -2, -4), (-2, -5, -7)),
        ("protective", (-1, -3, -5), (-3, -6, -8)),
    ],
)
def test_terrain_and_posture_of_vehicles(ground, seen, unseen):
    """Only Billiard ground has numbers of its own for vehicles, and only where they are spotted."""
    for bold, values in ((False, seen), (True, unseen)):
        found = [posture_shift(ground, each, bold=bold, vehicles=True) for each in ("move", "fire", "dug_in")]
        assert tuple(sum(each.value for each in shifts) for shifts in found) == values
    starred = [
        posture_shift("billiard", each, bold=False, vehicles=True)[0].rule for each in ("move", "fire", "dug_in")
    ]
    assert starred == ["TCS 11.2f", "TCS 11.2f", "TCS 11.2a"]


@rule("TCS 20.1i")
@pytest.mark.parametrize(
    ("ground", "kind"),
    [
        ("open", "open"),
        ("beach", "billiard"),
        ("city", "protective"),
        ("village", "protective"),
        ("swamp", "partly"),
        ("woods", "partly"),
        ("buildings", "partly"),
        ("forest", "partly"),
    ],
)
def test_the_type_of_every_kind_of_ground(ground, kind):
    b = field(f"0404 {ground}", "road primary 0403 0404", "0403-0404 stream")
    assert b.look.type_of(b.hex("0404")) == kind


@rule("TCS 20.1i")
@pytest.mark.parametrize(
    ("side", "covers"),
    [("hedge", True), ("bocage", True), ("shingle", True), ("stream", False), ("river", False), ("cliff", False)],
)
def test_which_hexsides_cover_against_fire_across_them(side, covers):
    b = field(f"0403-0404 {side}", f"0503-0504 {side}", "0504 village", "0603 beach", f"0603-0604 {side}")
    ground = b.world.ground

    def against(start, hex):
        return ground.type_against([b.hex(each) for each in start.split()], b.hex(hex))

    assert against("0402", "0404") == (2 if covers else 1)
    assert against("0405", "0403") == (2 if covers else 1), "both ways"
    assert against("0406", "0404") == 1, "not from behind"
    assert against("0402 0406", "0404") == 1, "nor if somebody fires from behind"
    assert against("0404", "0404") == 1, "nor from within"
    assert against("0502", "0504") == 3, "a village covers better"
    assert against("0605", "0603") == (2 if covers else 0)


# Spotters


@rule("TCS 13.0d")
@pytest.mark.parametrize(
    ("spotter", "may"),
    [
        ("A 0107 bn=1", True),
        ("A 0113 bn=1", True),  # twelve hexes from the mortar
        ("A 0114 bn=1", False),
        ("A 0107 bn=1 move", True),
        ("A 0107 bn=1 fired", True),
        ("A 0107 bn=1 suppressed", False),
        ("A 0107 bn=1 paralyzed", False),
        ("A 0107 bn=2", False),
        ("A off bn=1", False),
        ("A 0104 bn=1", False),  # the wood is in its way too
    ],
)
def test_who_spots_for_a_mortar(spotter, may):
    """Blue's mortar in 0101 does not see 0106 across a wood."""
    lines = ("0116 open", "0105 woods", "Blue us_81mm_sec M 0101 bn=1", "Red ge_gren_plt X 0106")
    b = Battle("\n".join([*lines, f"Blue us_rifle_plt {spotter}"]))
    b.do("suppress", "0106") if may or "0106" in b.offers("suppress") else None
    assert ("M" in b.offers("add")) == may


# Flamethrowers


@rule("TCS 24.2")
@pytest.mark.parametrize(
    ("firer", "ground", "posture", "shift"),
    [
        ("ge_pioneer_plt A 0102", "woods", "dug_in", ("TCS 11.2b", -2)),
        ("ge_gren_plt A 0102", "woods", "dug_in", ("TCS 11.2c", -4)),
        ("ge_pioneer_plt A 0102", "woods", "move", ("TCS 11.2b", 2)),
        ("ge_pioneer_plt A 0103", "woods", "fired", ("TCS 11.2c", -2)),
        ("ge_pioneer_plt A 0102", "open", "fired", ("TCS 11.2a", 2)),
        ("ge_pioneer_plt A 0102", "beach", "fired", ("TCS 11.2a", 2)),
    ],
)
def test_flamethrowers_meet_ground_one_class_worse(firer, ground, posture, shift):
    b = field(f"0101 {ground}", f"Blue {firer}", f"Red us_rifle_plt X 0101 {posture}").do("suppress", "0101")
    found = {each.rule: each.value for each in b.do("add", "A").forecast("fire").modifiers}
    assert [item for item in found.items() if item[0].startswith("TCS 11.2")] == [shift]


# Stacking


@rule("TCS 5.0b")
@pytest.mark.parametrize(("limit", "room"), [(20, False), (21, True), (22, True)])
def test_a_hex_with_room_is_one_that_holds_the_unit_too(limit, room):
    """E has a step, and the hexes beside have twenty, but for those with the enemy in them."""
    around = ("0405", "0304", "0305", "0504", "0505")
    crowd = [f"Blue us_rifle_plt {name} {hex}" for hex in ("0404", "0403") for name in (f"{hex}{n}" for n in range(4))]
    lines = [*crowd, "Blue us_rifle_plt F 0404", "Blue us_lmg_sec E 0404 steps=1"]
    lines += [f"Red ge_truck X{hex} {hex}" for hex in around]
    b = field(*lines, stack_limit=limit).do("end")
    assert "E" in b.offers("out")
    b.do("out", "E")
    if room:
        assert b.offers("to") == {"0403"}
    else:
        assert b.state_of("E") == "X"


@rule("TCS 5.0b")
@pytest.mark.parametrize(("beside", "room"), [(4, False), (3, True)])
def test_a_hex_with_room_for_a_carrier_has_room_for_its_passengers(beside, room):
    """Else it would be too full in turn, and the carrier could be sent to and fro for ever."""
    around = ("0405", "0304", "0305", "0504", "0505")
    crowd = [f"Blue us_rifle_plt A{n} 0404" for n in range(4)] + [f"Blue us_rifle_plt B{n} 0403" for n in range(beside)]
    load = ["Blue us_truck T 0404 move", "Blue us_lmg_sec E 0404 move steps=3 carrier=T"]
    b = field(*crowd, *load, *(f"Red ge_truck X{hex} {hex}" for hex in around), stack_limit=22).do("end")
    b.do("out", "T")
    if room:
        b.do("to", "0403")
        assert (b.where("T"), b.where("E"), b.decides()) == ("0403", "0403", "Red")
    else:
        assert b.state_of("T") == "X"


# Assault


@rule("TCS 22.5", "TCS 17.6")
def test_who_surrenders_in_an_assault_is_removed_and_the_others_fight_on():
    lines = "Red ge_gren_plt X 0403 morale=5 bn=II", "Red ge_smg_sec Y 0403 bn=III"
    b = field("Blue us_rifle_plt A 0404 move", *lines, bn={"II": 2}).do("assault", "0403").do("all_in")
    fight(b, "hold", None, 11, 11, 22, 66)
    assert [roll.outcome for roll in b.rolls()][3] == "Surrender"
    assert (b.state_of("X"), b.where("Y")) == ("X", "0403")
    levels = dict(zip(b.world.battalions, b.state.board.battalions, strict=True))
    assert (levels["II"], levels["III"]) == (3, 0)
    words = [roll.resolution.words.partition(" on ")[0] for roll in b.rolls()]
    assert [each for each in words if "fire" in each] == ["X, Y fire", "A fires"] + ["Y fires", "A fires"] * 2


@rule("TCS 22.5")
def test_the_hex_is_taken_when_its_last_defender_surrenders():
    b = field("Blue us_rifle_plt A 0404 move", "Red ge_gren_plt X 0403 morale=5", objective="0403")
    fight(b.do("assault", "0403").do("all_in"), "hold", None, 11, 11, 61, 66)
    assert (b.state_of("X"), b.where("A"), b.state_of("A")) == ("X", "0403", "MF")
    assert len(b.rolls()) == 4, "nobody is left to fire at"
    assert b.state.board.holders == (0,)
