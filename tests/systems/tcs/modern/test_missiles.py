"""Anti-tank guided missiles (ME 3): types, table, restrictions, both weapons, overwatch, supply, counterfire."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.kernel.decision import Action
from sandtable.systems.tcs.conditions import OVERWATCH, SFA
from sandtable.systems.tcs.modern import missilefire
from sandtable.systems.tcs.modern.atgm import ATGMS, atgm_of, kill_number, range_band
from sandtable.systems.tcs.modern.missilefire import MissileArea, MissileShot, area_strength
from sandtable.systems.tcs.modern.missiles import Missiles
from sandtable.systems.tcs.reactions import shots
from sandtable.systems.tcs.tables import UNITS
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule


def fight(*lines, **how):
    return Battle("\n".join(["0140 open", "0740 open", *lines]), **{"modern": True, **how})


def at_least(number):
    """The chance that two dice reach a number, counted out."""
    return Fraction(sum(a + b >= number for a in range(1, 7) for b in range(1, 7)), 36)


# Types and table


@rule("ME 3.1a")
def test_only_units_marked_with_a_type_have_missiles():
    assert atgm_of(UNITS["us87_m901"]).id == "tow2"
    assert atgm_of(UNITS["us87_m1a1"]) is None
    b = fight("Blue us87_m1a1 A 0405", "Blue us87_m901 B 0505", "Red su87_t72a X 0412")
    assert b.offers("missile") == {"B"}
    assert "has no missiles (ME 3.1a)" in b.why_not("missile", "A")


VALUES = {
    "ME 3.1b": {"dragon": (10, 4, 3), "aaws_m": (12, 8, 5), "milan2": (17, 9, 1), "swingfire": (17, 11, 1)},
    "ME 3.1c": {
        "tow1": (14, 13, 1),
        "itow": (16, 16, 1),
        "tow2": (18, 16, 1),
        "tow2a": (20, 16, 1),
        "tow2b": (24, 16, 1),
    },
    "ME 3.1d": {"hellfire": (22, 25, 4), "adats": (22, 25, 3), "hot2": (20, 18, 1)},
    "ME 3.1e": {"at3": (8, 13, 5), "at4": (11, 9, 2), "at5": (11, 17, 2), "at6": (13, 20, 4), "at8": (15, 17, 4)},
}


@rule("ME 3.1b", "ME 3.1c", "ME 3.1d", "ME 3.1e")
def test_all_seventeen_types_have_their_attack_nominal_and_minimum_range():
    found = {name: (each.attack, each.nominal, each.minimum) for name, each in ATGMS.items()}
    assert found == {name: values for family in VALUES.values() for name, values in family.items()}
    assert len(found) == 17
    assert {name for name, each in ATGMS.items() if each.fire_and_forget} == {"aaws_m", "hellfire", "adats"}
    assert {name for name, each in ATGMS.items() if each.tip_charge} == {"tow2a"}
    assert {name for name, each in ATGMS.items() if each.supersonic} == {"at8"}
    for family, members in VALUES.items():
        assert all(ATGMS[name].rule == family for name in members)


TABLE = {"close": (7, 8, 10, 12), "middle": (6, 7, 9, 12), "long": (7, 8, 10, 12)}
RULES = {"close": "ME 3.1f", "middle": "ME 3.1g", "long": "ME 3.1h"}


@rule("ME 3.1f", "ME 3.1g", "ME 3.1h", "ME 3.1i")
@pytest.mark.parametrize("band", TABLE)
def test_the_atgm_table_by_differential_and_range(band):
    edges = ((4, 20), (1, 3), (-2, 0), (-5, -3))
    for number, (low, high) in zip(TABLE[band], edges, strict=True):
        for apart in (low, high):
            assert kill_number(10 + apart, 10, band) == (number, RULES[band])
    assert kill_number(4, 10, band) == (None, "ME 3.1i")


@rule("ME 3.1f", "ME 3.1g", "ME 3.1h", "ME 3.2d")
def test_the_range_bands_of_a_missile():
    bands = {hexes: range_band(ATGMS["hellfire"], hexes) for hexes in range(52)}
    assert [hexes for hexes, band in bands.items() if band == "close"] == list(range(5, 13))
    assert [hexes for hexes, band in bands.items() if band == "middle"] == list(range(13, 26))
    assert [hexes for hexes, band in bands.items() if band == "long"] == list(range(26, 51))
    assert [hexes for hexes, band in bands.items() if band is None] == [0, 1, 2, 3, 4, 51]


@rule("ME 3.2x", "ME 3.1j", "ME 3.1g")
def test_the_example_of_tow_1_at_a_t_72():
    for attack in (13, 14):
        shot = MissileShot(attack=attack, defence=7, band="middle", type="open", posture="move", vehicles=True)
        roll = shot.resolution("")
        assert [(each.value, each.rule) for each in roll.modifiers] == [(1, "ME 3.1j")]
        assert [roll.read(number) for number in (4, 5, 9)] == ["near miss", "kill", "kill"]
        assert roll.odds()["kill"] == at_least(5) == Fraction(30, 36)


@rule("ME 3.1j")
def test_two_shifts_of_point_fire_are_one_on_the_dice():
    bare = {"attack": 18, "defence": 7, "band": "middle", "vehicles": True}
    plain = MissileShot(**bare, type="open", posture="fire")
    assert plain.modifiers() == ()
    smoke = MissileShot(**bare, type="open", posture="move", target_smoke=True)
    assert sum(each.value for each in smoke.shifts()) == 1
    assert smoke.modifiers() == (), "+2 and -1 are one shift, and half of one is dropped"
    woods = MissileShot(**bare, type="protective", posture="dug_in")
    assert [each.value for each in woods.modifiers()] == [-2], "-5 is -2"
    assert "dug in" in str(woods.modifiers()[0])


# In play


TANK = "Red su87_t72a X 0412"


@rule("ME 3.1j", "ME 3.2a1", "ME 3.1g")
def test_a_missile_kills_a_step_of_its_target():
    b = fight("Blue us87_m901 A 0402", "Red su87_t72a X 0412 move")
    b.do("missile", "A")
    assert b.offers("at") == {"X"}
    assert b.forecast("at", "X").odds()["kill"] == at_least(5), "attack 18 to 7, nominal 16, a mover in the open"
    b.do("at", "X", (2, 3))
    assert b.state_of("X") == "X"
    assert b.rolls()[0].resolution.rule == "ME 3.1g"
    assert b.state_of("A") == "F"


@rule("ME 3.1j")
def test_a_missile_that_misses_by_one_shakes_the_vehicles():
    b = fight("Blue us87_m901 A 0404", TANK).do("missile", "A").do("at", "X", (2, 4), 11)
    assert [each.resolution.rule for each in b.rolls()] == ["ME 3.1f", "TCS 17.8a"], "7 needed at half nominal range"
    b = fight("Blue us87_m901 A 0404", TANK).do("missile", "A").do("at", "X", (2, 3))
    assert [each.outcome for each in b.rolls()] == ["miss"], "two short is a miss"


@rule("ME 3.2d", "ME 3.1h")
def test_too_near_and_too_far_are_refused_with_what_would_work():
    b = fight("Blue us87_mech_squad A 0404", "Red su87_bmp2 X 0407", "Red su87_bmp2 Y 0412", "Red su87_bmp2 Z 0408")
    b.do("missile", "A")
    assert b.offers("at") == {"Y", "Z"}, "Dragon: over 3, up to 8"
    assert "needs more than 3: fire from farther off (ME 3.2d)" in b.why_not("at", "X")
    b = fight("Blue us87_mech_squad A 0402", "Red su87_bmp2 X 0408", "Red su87_bmp2 Y 0411 move").do("missile", "A")
    assert "flies 8: move closer (ME 3.1h)" in b.why_not("at", "Y")


@rule("ME 3.2a2")
def test_no_missile_hits_in_its_own_hex():
    b = fight("Blue us87_m901 A 0404", "Red su87_t72a X 0404", "Red su87_t72a Y 0408").do("missile", "A")
    assert b.offers("at") == {"Y"}
    assert "missiles cannot hit it there (ME 3.2a2)" in b.why_not("at", "X")


@rule("ME 3.1i")
def test_armor_that_is_too_hard_is_refused():
    offered = []
    for added in (16, 17):
        b = fight("Blue us87_m901 A 0404", TANK)
        b.game.rules._seams[missilefire.ARMOR] = (lambda look, target, missile, added=added: added,)
        offered.append(b.offers("missile"))
    assert offered == [{"A"}, set()], "18 to 23 is -5, 18 to 24 is -6"
    assert "no target for a missile" in b.why_not("missile", "A")


@rule("TCS 7.1e", "ME 3.1a")
def test_a_target_must_be_seen_and_spotted():
    b = fight("Blue us87_m901 A 0402", "Red su87_t72a X 0408", "Red su87_t72a Y 0607", "0406 woods").do("missile", "A")
    assert b.offers("at") == {"Y"}
    assert "A does not see X (TCS 8.0a)" in b.why_not("at", "X")
    b = fight("Blue us87_m901 A 0402", "Red su87_t72a X 0411", "Red su87_t72a Y 0407").do("missile", "A")
    assert b.offers("at") == {"Y"}
    assert "does not spot X" in b.why_not("at", "X")


@rule("ME 3.2c")
def test_a_shaken_unit_launches_nothing_and_makes_its_at_rolls_all_the_same():
    for mark in ("suppressed", "paralyzed"):
        b = fight(f"Blue us87_mech_squad A 0404 {mark}", "Red su87_bmp2 X 0408")
        assert "Suppressed or Paralyzed and cannot launch missiles (ME 3.2c)" in b.why_not("missile", "A")
    with_missile = fight("Blue us87_mech_squad A 0404", "Red su87_bmp2 X 0405").do("antitank", "A")
    without = fight("Blue us87_eng_squad A 0404", "Red su87_bmp2 X 0405").do("antitank", "A")
    plain = {each.rule for each in with_missile.forecast("at", "X").modifiers}
    assert plain < {each.rule for each in without.forecast("at", "X").modifiers} | plain
    assert with_missile.forecast("at", "X").rows == without.forecast("at", "X").rows


@rule("ME 3.2a1", "ME 1.1f")
def test_a_unit_in_move_mode_or_dual_mode_launches_nothing():
    b = fight("Blue us87_m2 A 0404 move", "Blue us87_m901 B 0405 move", TANK)
    assert "is in Dual mode and launches no missiles (ME 1.1f)" in b.why_not("missile", "A")
    assert "is in Move Mode" in b.why_not("missile", "B")
    assert b.offers("missile") == set()


@rule("ME 3.2a3")
def test_at_people_a_missile_has_a_tenth_of_its_attack():
    assert {name: area_strength(ATGMS[name]) for name in ("at3", "tow1", "at8", "tow2b")} == {
        "at3": 1, "tow1": 1, "at8": 2, "tow2b": 2,
    }  # fmt: skip
    near = fight("Blue us87_m901 A 0404", "Red su87_mr_plt X 0406 fired").do("missile", "A").do("at", "X", 11)
    assert "strength" not in near.rolls()[0].resolution.words
    assert near.rolls()[0].resolution.rule == "ME 3.2a3"
    columns = set()
    for at in ("0406", "0410"):
        b = fight("Blue us87_m901 A 0404", f"Red su87_mr_plt X {at} fired").do("missile", "A").do("at", "X", 11)
        shifts = {each.words: each.value for each in b.rolls()[0].resolution.modifiers}
        columns.add(shifts.get(f"range {int(at[2:]) - 4}"))
    assert len(columns) == 2, "the range shifts the column, not the strength"


@rule("ME 3.2a3", "TCS 5.0d")
@pytest.mark.parametrize(("steps", "shift"), [(1, -3), (3, -1)])
def test_few_people_are_hard_to_hit_for_a_missile_only_if_nobody_spots_them(steps, shift):
    b = fight("Blue us87_m901 A 0404", f"Red su87_mr_plt X 0406 steps={steps}", f"Red su87_mr_plt Y 0412 steps={steps}")
    words = f"{steps} target step{'s' * (steps > 1)}"

    def crowd(at, kind=SFA):
        shifts = MissileArea((b.number("A"),), b.hex(at), 1, kind).facts(b.look).shifts
        return [each.value for each in shifts if each.words == words]

    assert (crowd("0406"), crowd("0412")) == ([], [shift])
    assert crowd("0412", OVERWATCH) == []


# Both weapons


def both(*lines, **how):
    return fight("Blue us87_m2 A 0404", *lines, **how)


@rule("ME 3.2a1", "ME 3.2f1", "ME 3.2f3")
def test_a_unit_fires_missile_and_gun_at_two_targets_and_the_enemy_may_fire_between():
    b = both("Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0411 fired").do("missile", "A").do("at", "X", (6, 6))
    assert b.decides() == "Red", "the missile is a trigger"
    b.do("hold")
    assert b.offers("point") == {"0411"}
    assert "fired its missile in this phase (ME 3.2f1)" in b.why_not("missile", "A")
    b.do("point", "0411").do("add", "A").do("fire", None, 11)
    while b.decides() == "Red":
        b.do("hold")
    assert b.offers("point") == set(), "each weapon once in a phase"
    assert b.offers("missile") == set()


@rule("ME 3.2a1", "ME 3.2f1")
def test_the_gun_may_be_fired_before_the_missile():
    b = both("Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0411 fired")
    b.do("point", "0410").do("add", "A").do("fire", None, 11)
    while b.decides() == "Red":
        b.do("hold")
    assert b.offers("missile") == {"A"}
    b.do("missile", "A")
    assert b.offers("at") == {"Y"}
    assert "announced together (ME 3.2f2)" in b.why_not("at", "X")


@rule("ME 3.2f2")
def test_both_weapons_at_one_target_are_announced_and_the_enemy_fires_once_between():
    lines = ("Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0409 fired", "Red su87_bmp2 Z 0511")
    b = both(*lines).do("missile", "A").do("both", "X", (1, 1))
    assert b.decides() == "Red"
    stacks = b.offers("point")
    assert len(stacks) == 3
    b.do("point", "0511", 11, 11)
    assert [each.resolution.rule for each in b.rolls()] == ["TCS 15.5b", "TCS 14.0a"], "one fire, then the gun"
    b = both(*lines).do("missile", "A").do("at", "X", (1, 1))
    while b.decides() == "Red":
        b.do("hold")
    assert "0410" not in b.offers("point"), "not announced"
    assert "announced together (ME 3.2f2)" in b.why_not("point", "0410")


@rule("ME 3.2f2")
def test_the_second_weapon_is_lost_with_its_firer():
    lines = ("Red su87_bmp2 X 0410", "Red su87_t80b Z 0508")
    b = both(*lines).do("missile", "A").do("both", "X", (1, 1)).do("point", "0508", 66)
    assert b.state_of("A") == "X"
    assert len([each for each in b.rolls() if each.resolution.rule == "TCS 14.0a"]) == 0


# Overwatch


MOVER = "Blue su87_bmp2 M 0403 move"


@rule("ME 3.2a1", "ME 3.2e")
def test_on_overwatch_a_stack_fires_its_missiles_and_its_guns_with_one_marker():
    b = fight("Blue us87_m113 M 0403 move", "Red su87_bmp2 X 0410").go("M", "0404")
    assert b.offers("missile") == {"X"}
    b.do("missile", "X", (1, 1))
    assert b.decides() == "Red", "the gun may fire too"
    assert b.state_of("X") == "F"
    assert b.offers("missile") == set()
    assert "has fired its missile at this trigger (ME 3.2f1)" in b.why_not("missile", "X")


@rule("ME 3.2e")
def test_the_gun_needs_no_die_after_the_missile_and_the_missile_none_after_the_gun():
    lines = ("Blue us87_m113 M 0403 move", "Red su87_bmp2 X 0410")
    b = fight(*lines).go("M", "0404").do("missile", "X", (1, 1)).do("point", "0410", 11)
    assert [each.resolution.rule for each in b.rolls()] == ["TCS 15.5b"], "no die"
    b = fight(*lines).go("M", "0404").do("point", "0410", 11)
    assert b.offers("missile") == {"X"}
    b.do("missile", "X", (1, 1))
    assert [each.resolution.rule[:6] for each in b.rolls()] == ["ME 3.1"], "no die"


@rule("ME 3.2e", "ME 3.2f4")
@pytest.mark.parametrize(("die", "fires"), [(4, False), (5, True)])
def test_one_die_for_further_overwatch_covers_all_weapons(die, fires):
    b = fight("Blue us87_m113 M 0403 move", "Red su87_bmp2 X 0410 fired").go("M", "0404")
    b.do("missile", "X", die, *([(1, 1)] if fires else []))
    if fires:
        b.do("point", "0410", 11)
        assert len(b.rolls()) == 1, "the gun fires without another die"
    else:
        assert b.decides() == "Blue", "the stack has had its try with all weapons"


@rule("ME 3.2f4")
def test_a_unit_launches_again_at_the_next_trigger_if_the_die_allows():
    b = fight("Blue us87_m113 M 0403 move", "Red su87_brdm_at5 X 0412").go("M", "0404").do("missile", "X", (1, 1))
    b.go("M", "0405")
    assert b.forecast("missile", "X").rule == "ME 3.2e"
    b.do("missile", "X", 6, (1, 1))
    assert len(b.rolls()) == 2


@rule("TCS 15.2b", "ME 3.2e")
def test_a_stack_far_away_counts_once_with_all_its_weapons():
    lines = ("Blue us87_m113 M 0403 move", "Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0511")
    b = fight(*lines).go("M", "0404").do("missile", "X", (1, 1))
    assert b.offers("point") == {"0410"}, "the other stack is far too"
    assert b.offers("missile") == set()
    assert "no more may fire (TCS 15.2b)" in b.why_not("missile", "Y")


@rule("ME 3.2a1")
def test_standing_orders_and_dangers_of_a_move_know_of_missiles():
    b = fight("Blue us87_m113 M 0403 move", "Red su87_brdm_at5 X 0412").go("M", "0404")
    (shot,) = shots(b.game, b.state, 1)
    assert shot.action == Action("missile", b.number("X"))
    assert shot.hit == at_least(6), "7 at half nominal range, a mover in the open"
    assert b.decision().side == 1
    b = fight("Blue us87_m113 M 0403 move", "Red su87_brdm_at5 X 0412").do("move", "M")
    route = b.game.route(b.state, 0, b.action("to", "0404"))
    assert route.danger == ((1, 1, (b.number("X"),)),)


@rule("ME 3.2e", "TCS 15.2c")
@pytest.mark.parametrize(("again", "fires"), [(5, Fraction(2, 6)), (6, Fraction(1, 6)), (7, Fraction(0))])
def test_the_chance_of_a_marked_stack_is_that_of_its_die_and_of_its_missile(again, fires):
    b = fight("Blue us87_m113 M 0403 move", "Red su87_brdm_at5 X 0412 fired", overwatch_again=again).go("M", "0404")
    (shot,) = shots(b.game, b.state, 1)
    assert shot.hit == fires * at_least(6), "7 at half nominal range, a mover in the open; 7 on a die is never"


# Supply


def missile_marks(b):
    """What a client shows of the missiles of the first unit."""
    return [mark for mark in b.game.picture(b.state, 1).pieces[0].marks if mark.kind == "missiles"]


@rule("ME 3.2b")
def test_missiles_are_counted_with_the_option():
    b = fight("Blue us87_m901 A 0404", TANK, atgm_supply=True)
    b.state = replace(b.state, board=replace(b.state.board, extras=tuple(
        replace(each, spent=((0, 12),)) if isinstance(each, Missiles) else each for each in b.state.board.extras
    )))  # fmt: skip
    assert "has fired all its missiles (ME 3.2b)" in b.why_not("missile", "A")
    b = fight("Blue us87_m901 A 0404", TANK, atgm_supply=True).do("missile", "A").do("at", "X", (6, 6))
    assert b.look.kept(Missiles).spent == ((0, 1),)
    assert [(each.words, each.label) for each in missile_marks(b)] == [("11 of 12 missiles left (ME 3.2b)", "11")]
    off = fight("Blue us87_m901 A 0404", TANK).do("missile", "A").do("at", "X", (6, 6))
    assert off.look.kept(Missiles).spent == ()
    assert missile_marks(off) == []


# Supersonic


T80 = "Red su87_t80b X 0412"


def counter(*lines, **how):
    return fight(*lines, at8_counterfire=True, **how).do("missile", "A")


@rule("ME 3.3a1", "ME 3.3a2")
def test_the_at_8_fires_first_on_a_six():
    b = counter("Blue us87_m901 A 0404 fired", T80).do("at", "X")
    assert b.decides() == "Red"
    assert b.verbs() == {"fire", "hold"}
    assert "counterfire with the AT-8, or hold?" in b.decision().prompt
    b.do("fire", None, 6, (6, 6))
    assert b.state_of("A") == "X", "its own shot is lost with it"
    assert b.state_of("X") == "F"
    b = counter("Blue us87_m901 A 0404 fired", T80).do("at", "X").do("fire", None, 5, (6, 6))
    assert b.state_of("X") == "X", "a five is no six, and the shot goes ahead"
    b = counter("Blue us87_m901 A 0404 fired", T80).do("at", "X").do("fire", None, 6, (1, 1), (6, 6))
    assert b.state_of("X") == "X", "counterfire that misses does not stop it"


@rule("ME 3.3a1")
def test_a_marked_unit_needs_two_sixes():
    b = counter("Blue us87_m901 A 0404 fired", f"{T80} fired").do("at", "X").do("fire", None, 6, 5, (1, 1))
    assert b.state_of("A") != "X"
    b = counter("Blue us87_m901 A 0404 fired", f"{T80} fired").do("at", "X").do("fire", None, 6, 6, (6, 6))
    assert b.state_of("A") == "X"


@rule("ME 3.3a2")
def test_counterfire_suppresses_people_and_their_shot_is_lost():
    lines = ("Blue ge87_milan A 0406", "Red su87_t80b X 0412", "Red su87_mr_squad Y 0407")
    b = counter(*lines, spotting_shared=True).do("at", "X").do("fire", None, 6, (6, 6))
    assert b.state_of("A") == "SF"
    assert b.state_of("X") == "F"


@rule("ME 3.3b", "ME 3.3d")
def test_counterfire_needs_sight_range_and_spotting_without_the_shot_and_a_slow_missile():
    far = counter("Blue us87_m901 A 0402", "Red su87_t80b X 0412 fired").do("at", "X", (1, 1))
    assert far.rolls()[0].resolution.rule[:6] == "ME 3.1", "the launcher is spotted at 8 only: its shot does not count"
    near = counter("Blue us87_m901 A 0408", "Red su87_t80b X 0412 fired").do("at", "X", (1, 1))
    assert near.rolls(), "AT-8 needs more than 4 hexes"
    off = fight("Blue us87_m901 A 0405", T80).do("missile", "A").do("at", "X", (1, 1))
    assert off.rolls(), "only with the option"


@rule("ME 3.3c")
def test_on_overwatch_it_is_the_at_8_or_the_gun_and_in_an_action_both():
    lines = ("Blue us87_m113 M 0403 move", "Red su87_t80b X 0410")
    b = fight(*lines, at8_counterfire=True).go("M", "0404").do("missile", "X", (1, 1))
    assert b.decides() == "Blue", "the gun does not fire as well"
    two = fight(*lines, "Red su87_bmp2 Y 0409", at8_counterfire=True, overwatch_far=2).go("M", "0404")
    two.do("missile", "X", (1, 1))
    assert "fires its gun or its AT-8 at a trigger, not both (ME 3.3c)" in two.why_not("point", "0410")
    b = fight(*lines, at8_counterfire=True).go("M", "0404").do("point", "0410", 11)
    assert b.decides() == "Blue", "nor the missile after the gun"
    b = fight(*lines).go("M", "0404").do("missile", "X", (1, 1))
    assert b.offers("point") == {"0410"}, "without the option both"
    b = fight("Blue su87_t80b A 0404", "Red us87_m2 X 0410", at8_counterfire=True).do("missile", "A")
    assert b.offers("both") == {"X"}
