"""Flanking fire, defilade, smoke, close assault, falling back and hard cover (AR 4.4 to 4.6, 4.9 to 4.11)."""

import pytest

from sandtable.systems.tcs.areafire import AreaFire, strength_of
from sandtable.systems.tcs.armor.defilade import behind_crest
from sandtable.systems.tcs.armor.facing import facing_of
from sandtable.systems.tcs.conditions import CLOSE, OVERWATCH
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.pointfire import PointFire
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
QUIET = {"fire_triggers": False, "return_fire": False}


def shifts_of(b, fire):
    return {each.rule: each.value for each in b.look.resolution_of(fire).modifiers}


# AR 4.4


def driven(*more, **how):
    """A Panther drives two hexes down a column, past guns."""
    lines = ("0110 open", "0710 open", "Blue ge_panther P 0402 move", *more)
    return Battle("\n".join(lines), **{"armor_flanking": True, **QUIET, **how})


@rule("AR 4.4a")
def test_moving_armor_faces_the_way_it_goes():
    b = driven()
    assert facing_of(b.look, 0) is None
    b.go("P", "0404")
    ground = b.world.ground
    assert facing_of(b.look, 0) == ground.way(b.hex("0403"), b.hex("0404"))
    b.go("P", "0505")
    assert facing_of(b.look, 0) == ground.way(b.hex("0404"), b.hex("0505"))
    b.do("end")
    assert facing_of(b.look, 0) is None, "in the next phase nobody has moved yet"


@rule("AR 4.4a")
def test_armor_that_came_otherwise_than_from_beside_faces_nowhere():
    b = driven().go("P", "0404")
    field = Battlefield(b.game, b.state.board)
    field.enter(0, b.hex("0708"))
    assert facing_of(field, 0) is None


@rule("AR 4.4b")
@pytest.mark.parametrize(
    ("at", "flank"),
    [
        ("0406", False),  # straight ahead
        ("0507", False),  # by the corner of its front hexside: the line runs along two hexsides ahead
        ("0307", False),
        ("0604", True),
        ("0204", True),
        ("0401", True),
        ("0602", True),
    ],
)
def test_overwatch_from_the_flank_or_rear_is_two_better(at, flank):
    b = driven(f"Red us_m4_75 T {at}", overwatch_near=0, overwatch_far=0).go("P", "0404")
    fire = PointFire((b.number("T"),), b.hex("0404"), 0, OVERWATCH)
    assert ("AR 4.4b" in shifts_of(b, fire)) == flank
    if flank:
        assert shifts_of(b, fire)["AR 4.4b"] == 2
    off = driven(f"Red us_m4_75 T {at}", overwatch_near=0, overwatch_far=0, armor_flanking=False).go("P", "0404")
    assert "AR 4.4b" not in shifts_of(off, fire)


@rule("AR 4.4b")
def test_only_overwatch_at_moving_armor_gains_by_the_flank():
    b = driven("Red us_m4_75 T 0604", "Blue us_truck W 0402 move", overwatch_near=0, overwatch_far=0).go("P", "0404")
    assert "AR 4.4b" not in shifts_of(b, PointFire((b.number("T"),), b.hex("0404"), 0))
    b.do("to_fire", "P")
    fire = PointFire((b.number("T"),), b.hex("0404"), 0, OVERWATCH)
    assert "AR 4.4b" not in shifts_of(b, fire), "it has stopped, and looks where it likes"
    b.go("W", "0403")
    assert "AR 4.4b" not in shifts_of(b, PointFire((b.number("T"),), b.hex("0403"), 0, OVERWATCH)), (
        "a truck is no armor"
    )


# AR 4.5


RIDGE = ("0110 open", "0101 open 40", "0102 open 40", "0103 open 20")


def ridge(*more, **how):
    return Battle("\n".join([*RIDGE, *more]), **{"armor_defilade": True, **QUIET, **how})


@rule("AR 4.5a")
def test_armor_beside_a_crest_has_defilade_from_fire_over_it():
    b = ridge("0106 open 40", "0105 open 60", "Blue us_m4_75 A 0102", "Red ge_pz4 X 0107")
    hex = b.hex
    assert behind_crest(b.world, hex("0102"), hex("0107"))
    assert behind_crest(b.world, hex("0102"), hex("0106")), "the same height is not higher"
    assert not behind_crest(b.world, hex("0102"), hex("0105")), "from above the crest is no cover"
    assert not behind_crest(b.world, hex("0102"), hex("0103")), "nor from beside"
    assert not behind_crest(b.world, hex("0101"), hex("0107")), "the hexside before it must be a crest"


@rule("AR 4.5a")
def test_a_crest_that_the_map_marks_is_one():
    lines = ("0110 open", "0102-0103 crest", "Blue us_m4_75 A 0102", "Red ge_pz4 X 0107")
    b = Battle("\n".join(lines), armor_defilade=True)
    assert behind_crest(b.world, b.hex("0102"), b.hex("0107"))
    assert b.world.crest(b.hex("0103"), b.hex("0102"))
    assert not behind_crest(b.world, b.hex("0101"), b.hex("0107"))


@rule("AR 4.5a")
def test_a_line_by_a_corner_needs_crests_on_both_sides_of_it():
    def sheltered(*crests):
        lines = ("0710 open", *(f"{each} crest" for each in crests), "Blue us_m4_75 A 0404", "Red ge_pz4 X 0506")
        b = Battle("\n".join(lines), armor_defilade=True)
        return behind_crest(b.world, b.hex("0404"), b.hex("0506"))

    assert sheltered("0404-0405", "0404-0505")
    assert not sheltered("0404-0405")
    assert not sheltered("0404-0505")


@rule("AR 4.5b")
def test_no_fire_action_reaches_armor_in_defilade():
    lines = ("Blue ge_pz4 X 0107", "Red us_m4_75 A 0102")
    assert ridge(*lines, armor_defilade=False).offers("point") == {"0102"}
    b = ridge(*lines)
    assert b.offers("point") == set()
    assert "A is in defilade behind a crest" in b.why_not("point", "0102")
    assert "(AR 4.5b)" in b.why_not("point", "0102")
    gun = ridge(*lines, "Red us_57mm_atg G 0102 fired")
    assert gun.offers("point") == {"0102"}, "a gun has no turret to show"
    gun.do("point", "0102").do("add", "X").do("fire", None, 66, 11)
    assert gun["A"].steps, "and the tank beside it is not hit"
    assert not gun["G"].steps


@rule("AR 4.5b")
def test_fire_that_answers_its_own_reaches_it_as_on_protective_ground():
    lines = ("Blue us_m4_75 A 0102", "Red ge_pz4 X 0107", "Red ge_pz4 Y 0107 move")
    b = ridge(*lines, fire_triggers=True)
    b.do("point", "0107").do("add", "A").do("fire", None, 11)
    assert b.offers("point") == {"0107"}
    roll = b.look.resolution_of(PointFire((b.number("X"),), b.hex("0102"), 0, OVERWATCH))
    assert [each.words for each in roll.modifiers if each.rule.startswith("TCS 11.2")] == [
        "in Fire Mode on protective ground"
    ]
    moving = ridge("Blue us_m4_75 A 0101 move", "Red ge_pz4 X 0107")
    moving.go("A", "0102")
    assert moving.decides() == "Blue", "movement overwatch does not reach it"
    open_ = ridge("Blue us_m4_75 A 0101 move", "Red ge_pz4 X 0107", defilade_overwatch="any")
    assert open_.go("A", "0102").decides() == "Red"


# AR 4.6


def smoky(*more, **how):
    return Battle("\n".join(["0120 open", "0305 open", *more]), **{"armor_smoke": True, **QUIET, **how})


@rule("AR 4.6a")
def test_some_tanks_fire_smoke_in_place_of_fire():
    lines = [f"Blue {kind} {name} 0101" for name, kind in (("A", "us_m4_75"), ("B", "us_m4_105"), ("C", "us_m8_hmc"))]
    b = smoky(*lines, "Blue us_m4_76 D 0101", "Blue us_m10 E 0101", "Red ge_pz4 X 0120")
    assert b.offers("armor.smoke") == {"A", "B", "C"}
    assert "D has no smoke rounds (AR 4.6a)" in b.why_not("armor.smoke", "D")
    b.do("armor.smoke", "A").do("at", "0104")
    assert b.look.smoked(b.hex("0104")), "no die and no scatter"
    assert b.state_of("A") == "F"
    assert "A" not in b.offers("armor.smoke")
    assert smoky(*lines, armor_smoke=False).verbs().isdisjoint({"armor.smoke", "armor.drop_smoke"})


@rule("AR 4.6a2")
def test_smoke_rounds_need_sight_and_range_and_may_be_overwatch():
    b = smoky("0105 woods", "Blue us_m4_75 A 0101", "Red ge_pz4 X 0303").do("armor.smoke", "A")
    assert "0104" in b.offers("at")
    assert "0106" not in b.offers("at"), "behind the wood"
    assert "does not see that hex" in b.why_not("at", "0106")
    assert "0115" not in smoky("Blue us_m4_75 A 0101 spent=0", visibility=9).do("armor.smoke", "A").offers("at")
    far = smoky("Blue us_m4_105 A 0101").do("armor.smoke", "A").offers("at")
    assert "0115" in far
    assert "0116" not in far, "14 hexes are its maximum range"
    watch = smoky("Red us_m4_75 A 0101", "Blue ge_panther X 0109 move").go("X", "0108")
    assert watch.offers("armor.answer_smoke") == {"A"}
    watch.do("armor.answer_smoke", "A").do("at", "0106")
    assert watch.state_of("A") == "F"
    assert watch.look.smoked(watch.hex("0106"))
    assert watch.decides() == "Blue", "the stack has had its fire at this trigger"


@rule("AR 4.6a2")
def test_a_stack_that_has_fired_rolls_before_it_answers_with_smoke():
    for die, laid in ((4, False), (5, True)):
        b = smoky("Red us_m4_75 A 0101 fired", "Blue ge_panther X 0109 move").go("X", "0108")
        b.do("armor.answer_smoke", "A").do("at", "0106", die)
        assert b.look.smoked(b.hex("0106")) == laid


@rule("AR 4.6b", "AR 4.6b2")
def test_smoke_rounds_are_gone_when_the_action_phase_is_over():
    b = smoky("Blue us_m4_75 A 0101", "Red ge_pz4 X 0120", "smoke 0203 Blue")
    b.do("armor.smoke", "A").do("at", "0104").do("end")
    assert not b.look.smoked(b.hex("0104"))
    assert b.look.smoked(b.hex("0203")), "that of mortars stays"


@rule("AR 4.6b")
def test_with_armor_impulses_smoke_rounds_are_gone_when_the_impulse_is_over():
    b = smoky("Red us_m4_75 A 0101", "Blue us_rifle_plt I 0305", armor_impulses=True, side="Blue")
    b.do("end").do("end").do("end")  # the other side's phase begins with its initial impulse
    assert b.decides() == "Red"
    b.do("armor.smoke", "A").do("at", "0104")
    assert b.look.smoked(b.hex("0104"))
    b.do("end")
    assert b.decides() == "Red"
    assert not b.look.smoked(b.hex("0104"))


@rule("AR 4.6c")
def test_a_panther_drops_ordinary_smoke_in_its_own_hex_once():
    b = smoky("Blue ge_panther P 0101 move", "Blue ge_panther Q 0101", "Blue ge_pz4 R 0101 move", "Red us_m4_75 X 0120")
    assert b.offers("armor.drop_smoke") == {"P"}, "it does so during its movement"
    b.do("armor.drop_smoke", "P")
    assert b.look.smoked(b.hex("0101"))
    assert "has dropped smoke" in b.why_not("armor.drop_smoke", "P")
    b.do("end")
    assert b.look.smoked(b.hex("0101")), "it lasts like that of mortars"


# AR 4.9


def brawl(*lines, side="Blue", **how):
    return Battle("\n".join(["0206 open", "0203 open", *lines]), side=side, **{**QUIET, **how})


FIGHT = ("Blue us_m4_75 A 0101 move", "Red ge_pz4 X 0102 move")


@rule("AR 4.9a")
def test_american_armor_fires_before_german_armor():
    def first_by(**how):
        b = brawl(*FIGHT, **how)
        b.do("assault", "0102").do("add", "A")
        for dice in range(40):
            try:
                b.do("go", None, *([11] * dice))
                break
            except Exception:
                continue
        fires = [roll.resolution.by for roll in b.rolls() if roll.resolution.rule == "TCS 22.3"]
        return [b.names[by[0]] for by in fires]

    assert first_by()[:2] == ["X", "A"], "by the series rules the defender fires first"
    assert first_by(us_armor_first=True)[:4] == ["A", "X", "A", "X"], "once in each round, and the German after it"


@rule("AR 4.9a")
def test_other_nations_and_other_arms_fire_in_the_usual_order():
    from sandtable.systems.tcs.armor.closeorder import volleys
    from sandtable.systems.tcs.closefire import CloseFire
    from sandtable.systems.tcs.field import Battlefield

    def asked(mine, theirs):
        b = brawl(f"Blue {mine} A 0102", f"Red {theirs} X 0102", us_armor_first=True)
        field = Battlefield(b.game, b.state.board)
        return volleys(field, CloseFire(1, b.hex("0102"), (1,), ()), (0,), False)

    assert asked("us_m4_75", "ge_pz4") is not None
    assert asked("us_m4_75", "ge_gren_plt") is None
    assert asked("us_rifle_plt", "ge_pz4") is None
    assert asked("cw_cromwell", "ge_pz4") is None
    assert asked("us_m4_75", "su_t34_76") is None


@rule("AR 4.9b")
@pytest.mark.parametrize("option", [False, True])
def test_infantry_adds_its_steps_in_close_assault_and_not_twice(option):
    b = brawl("Blue us_rifle_plt A 0102 steps=4", "Red ge_gren_plt X 0102", assault_infantry_steps=option)
    assert strength_of(b.look, (0,), b.hex("0102")) == 5 + 4
    fire = AreaFire((0,), b.hex("0102"), 1, CLOSE)
    assert "strength 9" in b.look.resolution_of(fire).words


# AR 4.10


def back(*lines, **how):
    return Battle("\n".join(["0112 open", "0312 open", *lines]), **{"fall_back": True, **QUIET, **how})


@rule("AR 4.10a")
def test_a_unit_falls_back_in_place_of_its_overwatch():
    lines = ("Blue su_t26 P 0101 move", "Red us_m4_75 A 0106", "Red us_57mm_atg G 0107", "Red us_rifle_plt I 0104")
    b = back(*lines).go("P", "0102")
    assert "armor.fall_back" not in back(*lines, fall_back=False).go("P", "0102").verbs()
    assert b.offers("armor.fall_back") == {"A", "I"}
    assert "fewer than 6 movement points" in b.why_not("armor.fall_back", "G")
    b.do("armor.fall_back", "A")
    assert b.told()[0] == "armor.falls_back"
    b.do("to", "0112")
    assert b.where("A") == "0112"
    assert b.state_of("A") == "MS", "as by SYR, Suppressed in Move Mode, and with no step lost"
    assert b["A"].steps == 1
    assert b.decides() == "Red", "the others may still fire"


@rule("AR 4.10a")
def test_only_a_unit_that_could_fire_falls_back():
    b = back("Blue su_t26 P 0101 move", "Red us_m4_75 A 0106", "Red us_m4_75 B 0107 move").go("P", "0102")
    assert b.offers("armor.fall_back") == {"A"}
    assert "could not fire at this trigger" in b.why_not("armor.fall_back", "B")


@rule("AR 4.10a")
def test_nobody_falls_back_in_place_of_return_fire():
    lines = ("Blue su_t26 P 0101 move", "Blue us_m4_75 T 0201", "Red us_m4_75 A 0106")
    b = back(*lines, return_fire=True).go("P", "0102").do("point", "0106", 11)
    assert b.decides() == "Blue"
    assert "point" in b.verbs()
    assert "armor.fall_back" not in b.verbs()
    assert "not instead of return fire" in b.why_not("armor.fall_back", "T")


@rule("AR 4.10b")
def test_infantry_loses_steps_by_it_and_does_it_once_in_a_phase():
    b = back("Blue su_t26 P 0101 move", "Red us_rifle_plt I 0104 morale=5").go("P", "0102")
    b.do("armor.fall_back", "I").do("to", "0109")
    assert b["I"].steps == 4, "a total of 5 costs a step (TCS 17.5c)"
    b = back("Blue su_t26 P 0101 move", "Red us_rifle_plt I 0104", "Red us_m4_75 A 0104").go("P", "0102")
    from sandtable.systems.tcs.armor.fallback import FellBack
    from sandtable.systems.tcs.field import Battlefield

    field = Battlefield(b.game, b.state.board)
    field.keep(FellBack((b.number("I"), b.number("A"))))
    b.state = type(b.state)(field.freeze(), b.state.stack)
    assert b.offers("armor.fall_back") == {"A"}, "armor as often as it likes"
    assert "fallen back in this phase already" in b.why_not("armor.fall_back", "I")


@rule("AR 4.10b")
def test_in_an_armor_impulse_only_armor_falls_back():
    lines = ("Blue su_t26 P 0101 move", "Red us_m4_75 A 0106", "Red us_rifle_plt I 0104")
    b = back("Red us_rifle_plt Z 0312", *lines, armor_impulses=True, side="Red")
    b.do("end").do("end").do("end")
    assert b.decides() == "Blue"
    b.go("P", "0102")
    assert b.offers("armor.fall_back") == {"A"}
    assert "only armor falls back in an armor impulse" in b.why_not("armor.fall_back", "I")


# AR 4.11


def cover(*lines, dice=66, **how):
    b = Battle("\n".join(["0105 open", "0205 open", *lines]), **{"hard_cover": True, **QUIET, **how})
    b.do("suppress", "0103")
    for n in list(b.decision().offer("add").targets):
        b.do("add", b.names[n])
    while True:
        roll = b.forecast("fire")
        b.result = roll.read(dice)
        return b


def lost(b, dice, checks):
    b.do("fire", None, dice, *checks)
    return 5 - b["X"].steps


@rule("AR 4.11")
@pytest.mark.parametrize(
    ("firers", "target", "spared"),
    [
        (("us_rifle_plt", "us_hmg_sec"), "0103 open|dug_in", 2),
        (("us_rifle_plt", "us_hmg_sec"), "0103 village|", 2),
        (("us_rifle_plt", "us_hmg_sec"), "0103 woods|", 0),
        (("us_m4_75", "us_m4_75"), "0103 open|dug_in", 2),
        (("us_60mm_sec", "us_60mm_sec"), "0103 open|dug_in", 2),
        (("us_81mm_sec", "us_107mm_sec"), "0103 open|dug_in", 0),
        (("us_81mm_sec", "us_hmg_sec"), "0103 open|dug_in", 2),
        (("ge_150ig", "us_81mm_sec"), "0103 open|dug_in", 0),
    ],
)
def test_small_arms_and_tank_guns_take_two_steps_fewer_from_hard_cover(firers, target, spared):
    ground, posture = target.split("|")
    lines = [ground, f"Red ge_gren_plt X 0103 {posture}"]
    lines += [f"Blue {kind} {name} 0102" for name, kind in zip("AB", firers, strict=True)]
    lines += [f"Blue us_hmg_sec {name} 0102 fired" for name in "CD"]
    for dice in (56, 62, 64, 66):
        b = cover(*lines, dice=dice)
        steps = b.result
        if steps < 0:
            continue
        taken = max(0, steps - spared)
        assert lost(b, dice, [11]) == taken
        assert any("checks its morale" in roll.resolution.words for roll in b.rolls()), "morale is as ever"


@rule("AR 4.11")
def test_the_worked_example_of_hard_cover():
    """A result of -3 on men dug in costs one step by small arms; -1 none, and the check is still made."""
    lines = ["Red ge_gren_plt X 0103 dug_in", *(f"Blue us_hmg_sec {n} 0102" for n in "ABCDEFG")]
    results = {}
    for dice in (tens * 10 + ones for tens in range(1, 7) for ones in range(1, 7)):
        b = cover(*lines, dice=dice)
        results.setdefault(b.result, dice)
    assert lost(cover(*lines, dice=results[3]), results[3], [11]) == 1
    assert lost(cover(*lines, dice=results[1]), results[1], [11]) == 0
    off = cover(*lines, dice=results[3], hard_cover=False)
    assert lost(off, results[3], [11]) == 3


@rule("AR 4.11")
def test_hard_cover_is_none_within_a_hex():
    from sandtable.systems.tcs.areafire import area_shot
    from sandtable.systems.tcs.armor.cover import spared

    b = Battle("0103 open\nBlue us_rifle_plt A 0103\nRed ge_gren_plt X 0103 dug_in", hard_cover=True)
    fire = AreaFire((0,), b.hex("0103"), 1, CLOSE)
    assert spared(b.look, fire, area_shot(b.look, (0,), b.hex("0103"), 1, CLOSE, trigger=False)) == 0
