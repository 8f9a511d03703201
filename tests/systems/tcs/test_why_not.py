"""Every reason why a shot is not allowed is said, in a sentence with its rule."""

import pytest

from sandtable.systems.tcs.mayfire import why_not_roll, why_not_with
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
FIELD = "0116 open\n0312 open\n"


def fight(*lines, **how):
    return Battle(FIELD + "\n".join(lines), **how)


MEN = "Red ge_gren_plt X 0106"
TANK = "Red ge_pz4 X 0106 fired"


@rule("TCS 13.0a", "TCS 4.1e", "TCS 17.4", "TCS 6.3a", "TCS 8.0a", "TCS 3.0e")
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("Blue us_rifle_plt A 0103 move", MEN), "A is in Move Mode, or carried, and may not fire (TCS 4.1e)"),
        (("Blue us_rifle_plt A 0103 fired", MEN), "A has fired already (TCS 13.0a)"),
        (("Blue us_rifle_plt A 0103 unassigned", MEN), "A is Unassigned and may only fire overwatch (TCS 6.3a)"),
        (("Blue us_rifle_plt A 0103 paralyzed", MEN), "A is Paralyzed and may only fire in defence (TCS 17.4)"),
        (
            ("Blue us_rifle_plt A 0103 spent=1", MEN),
            "A has spent movement points, and fires instead of moving (TCS 13.0a)",
        ),
        (("Blue us_m4_75 A 0103 impulse=3", MEN), "A has no impulse left to fire in (TCS 20.2b)"),
        (("Blue us_rifle_plt A 0103", "Red ge_gren_plt X 0110"), "0110 is 7 hexes away, and A fires 5"),
        (("Blue us_rifle_plt A 0103", MEN, "0105 woods"), "A does not see 0106 (TCS 8.0a)"),
        (("Blue us_81mm_sec A 0101", MEN, "0105 woods"), "A does not see 0106 and has no spotter for it (TCS 13.0d)"),
        (("Blue us_truck A 0103", MEN), "A has no area fire"),
        (("Blue us_rifle_plt A 0103", TANK), "nobody in 0106 is harmed by area fire (TCS 3.0e)"),
        (("Blue us_rifle_plt A 0103",), "there is no enemy to fire at (TCS 13.0a)"),
        (("Blue us_rifle_plt A off", MEN), "you have nobody to fire"),
    ],
)
def test_why_no_suppressive_fire(lines, words):
    b = fight(*lines)
    assert b.offers("suppress") == set()
    assert b.why_not("suppress", "0110" if "0110" in words else "0106") == words


@rule("TCS 14.0a", "TCS 12.0b", "TCS 12.0e", "TCS 7.1e")
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("Blue us_m4_75 A 0103", MEN), "nobody in 0106 is harmed by point fire (TCS 3.0e)"),
        (("Blue us_rifle_plt A 0103", TANK), "you have nobody to fire"),
        (("Blue us_m4_75 A 0103", "Red ge_pz4 X 0116 fired"), "0116 is 13 hexes away, and A fires 12 (TCS 12.0b)"),
        (("Blue us_m4_75 A 0103", TANK, "0105 woods"), "A does not see 0106 (TCS 8.0a)"),
        (("Blue us_m8_ac A 0103", "Red ge_tiger2 X 0106"), "and cannot harm a defence of"),
        (("Blue us_m4_75 A 0103", "Red ge_pak40 X 0108 dug_in"), "A does not spot a target in 0108 (TCS 7.1e)"),
    ],
)
def test_why_no_point_fire(lines, words):
    b = fight(*lines)
    assert b.offers("point") == set()
    hex = next(hex for hex in ("0116", "0108", "0106") if hex in words or hex == "0106")
    assert words in b.why_not("point", hex)


@rule("TCS 16.0a")
def test_why_no_at_roll():
    b = fight("Blue us_rifle_plt A 0103", "Blue us_hmg_sec M 0105", TANK)
    assert b.why_not("antitank", "M") == "M is not infantry and makes no AT rolls (TCS 16.0a)"
    assert b.why_not("antitank", "A") == "there is no vehicle or gun in the hex of A or beside it (TCS 16.0a)"
    assert b.why_not("antitank", "X") == "that is not one of your units on the map"


@rule("TCS 19.1a")
def test_why_no_smoke():
    b = fight("Blue us_rifle_plt A 0103", "Blue us_81mm_sec M 0101", MEN, "0105 woods")
    assert b.why_not("smoke", "A") == "A is not a mortar or an infantry gun, and has no smoke (TCS 19.1a)"
    words = "M does not reach that hex, or has no spotter for it (TCS 19.1a)"
    assert b.do("smoke", "M").why_not("at", "0107") == words


WATCHER = "Red ge_gren_plt W 0106"


@rule("TCS 15.2a", "TCS 15.2b", "TCS 15.2c", "TCS 15.5a", "TCS 7.1e", "TCS 20.3a")
@pytest.mark.parametrize(
    ("lines", "hex", "words"),
    [
        (("Red ge_gren_plt X 0107 move",), "0107", "X is in Move Mode and may not fire (TCS 4.1e)"),
        (("Red ge_truck T 0107", "Red ge_gren_plt X 0107 carrier=T"), "0107", "T has no area fire"),
        (("Red ge_gren_plt X 0107 paralyzed",), "0107", "X is Paralyzed and fires only at range 1 or less (TCS 17.4)"),
        (("Red ge_gren_plt X 0111",), "0111", "0104 is 7 hexes away, and X fires 6"),
        (("Red ge_gren_plt X 0208", "0206 woods", "0106 woods"), "0208", "X does not see 0104 (TCS 8.0a)"),
        (("Red ge_smg_sec X 0112",), "0112", "X does not spot the unit that triggered it (TCS 7.1e)"),
        (
            ("Red ge_81mm_sec X 0107 watched",),
            "0107",
            "X has fired overwatch in this phase, as often as a mortar may (TCS 15.5a)",
        ),
        (("Red ge_gren_plt X 0107",), "0312", "that is not a hex with units of yours"),
    ],
)
def test_why_a_stack_does_not_watch(lines, hex, words):
    b = fight("Blue us_rifle_plt A 0103 move", WATCHER, *lines).go("A", "0104")
    assert b.decides() == "Red"
    assert hex not in b.offers("area")
    assert b.why_not("area", hex) == words


@rule("TCS 4.1b", "TCS 4.1g", "TCS 20.3a")
def test_why_a_unit_does_not_go_to_move_mode():
    b = fight("Blue us_m3_ht H 0104 move", "Blue us_rifle_plt P 0104 carrier=H", "Blue us_rifle_plt F 0103 fired", MEN)
    assert b.why_not("to_move", "P") == "P is carried, and must get off first (TCS 20.3a)"
    assert b.why_not("to_move", "F") == "F has fired and may not go to Move Mode in this phase (TCS 4.1g)"
    spent = fight("Blue us_rifle_plt F 0103 fired spent=99", MEN, fired_blocks_move_mode=False)
    words = "F lacks the movement points to go to Move Mode (TCS 4.1b)"
    assert spent.why_not("to_move", "F") == words, "that it has fired is no reason by this option"
    turned = fight("Blue us_rifle_plt F 0103 turned spent=99", MEN, move_mode_once=False)
    assert turned.why_not("to_move", "F") == words


@rule("TCS 4.1e", "TCS 16.0a")
def test_a_unit_in_move_mode_makes_at_rolls_and_is_told_only_that_nobody_is_beside_it():
    b = fight("Blue us_rifle_plt A 0103 move", TANK)
    assert b.why_not("antitank", "A") == "there is no vehicle or gun in the hex of A or beside it (TCS 16.0a)"


@rule("TCS 20.3a")
def test_a_shaken_carrier_is_why_nobody_gets_off():
    b = fight("Blue us_m3_ht H 0104 move suppressed", "Blue us_rifle_plt P 0104 move carrier=H", MEN)
    words = "H must be in Move Mode, unshaken, and not have fired, to let P off (TCS 20.3a)"
    assert b.why_not("unload", "P") == words


@rule("TCS 23.1")
def test_who_sits_inside_does_not_keep_a_vehicle_from_overrunning():
    b = fight("Blue us_m3_ht H 0105 move", "Blue us_rifle_plt P 0105 move carrier=H", "Red ge_gren_plt X 0107")
    assert "carries riders" not in b.why_not("overrun", "H")


@rule("TCS 13.0b")
def test_who_fires_already_is_told_so():
    b = fight("Blue us_rifle_plt A 0103", "Blue us_rifle_plt B 0104", MEN).do("suppress", "0106").do("add", "A")
    assert b.why_not("add", "A") == "A fires already"
    b = fight("Blue us_rifle_plt A 0103", "Blue us_rifle_plt B 0104", MEN, sfa_joined="hex")
    assert (
        b.do("suppress", "0106").do("add", "A").why_not("add", "B") == "only units of one hex fire together (TCS 13.0b)"
    )


def why_with(b, unit, hex=None, *, point=False, side=0):
    """Why a unit takes no part in a fire action at a hex, or at any."""
    found = why_not_with(b.look, side, None if hex is None else b.hex(hex), b.number(unit), point=point)
    return "" if found is None else found.phrase


@rule("TCS 13.0a", "TCS 14.0a", "TCS 3.0e")
def test_why_a_unit_takes_no_part_in_any_fire():
    lines = "Blue us_rifle_plt A 0103", "Blue us_m4_75 T 0103", "Blue us_truck L 0103", "Blue us_rifle_plt F 0104 fired"
    b = fight(*lines, MEN, "Red ge_pz4 Y 0107 fired")
    assert why_with(b, "A") == ""
    assert why_with(b, "T") == ""
    assert "has no area fire" in why_with(b, "L")
    assert "has fired already" in why_with(b, "F")
    assert "not one of your units" in why_with(b, "X")
    assert why_with(b, "T", point=True) == ""
    assert "has no point fire" in why_with(b, "A", point=True)
    assert "has no point fire" in why_with(b, "L", point=True)
    men = fight(*lines, MEN)
    assert why_with(men, "T") == "", "area fire"
    assert why_with(men, "T", point=True) != "", "there is nobody for point fire"
    tanks = fight("Blue us_m4_75 T 0103", TANK)
    assert why_with(tanks, "T", point=True) == ""
    assert why_with(tanks, "T") != "", "there is nobody for area fire"
    far = fight("Blue us_rifle_plt A 0103", "Red ge_gren_plt X 0110")
    assert why_with(far, "A") != ""


@rule("TCS 13.0a", "TCS 14.0a", "TCS 3.0e")
def test_why_a_unit_takes_no_part_in_the_fire_at_a_hex():
    b = fight(
        "Blue us_rifle_plt A 0103", "Blue us_m4_75 T 0103", MEN, "Red ge_pz4 Y 0107 fired", "Red ge_gren_plt Z 0112"
    )
    assert why_with(b, "A", "0106") == ""
    assert "harmed by area fire" in why_with(b, "A", "0107")
    assert "hexes away" in why_with(b, "A", "0112")
    assert why_with(b, "T", "0107", point=True) == ""
    assert "harmed by point fire" in why_with(b, "T", "0106", point=True)
    assert why_with(b, "A", "0107", point=True) != ""


@rule("TCS 16.0a", "TCS 16.0b", "TCS 4.1e")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("us_rifle_plt A 0105", ""),
        ("us_rifle_plt A 0106", ""),
        ("us_rifle_plt A 0105 move", ""),
        ("us_rifle_plt A 0104", "no vehicle or gun"),
        ("us_rifle_plt A 0104 move", "no vehicle or gun"),
        ("us_hmg_sec A 0105", "is not infantry"),
        ("us_rifle_plt A 0105 fired", "has fired already"),
        ("us_rifle_plt A 0105 move fired", "has fired already"),
        ("us_rifle_plt A 0105 unassigned", "Unassigned"),
        ("us_rifle_plt A 0105 move unassigned", "Unassigned"),
        ("us_rifle_plt A 0105 paralyzed", "Paralyzed"),
        ("us_rifle_plt A 0105 suppressed", ""),
    ],
)
def test_who_may_make_an_at_roll(line, words):
    b = fight(f"Blue {line}", TANK)
    found = why_not_roll(b.look, b.number("A"))
    assert words in ("" if found is None else found.phrase)
    assert (found is None) == (words == "") == (b.offers("antitank") == {"A"})
