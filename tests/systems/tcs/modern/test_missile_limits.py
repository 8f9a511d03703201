"""Missiles to the hex (ME 3): targets, both weapons, overwatch, supply and counterfire, with every refusal."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.running import closed, opened
from sandtable.systems.tcs.conditions import OVERWATCH, SFA
from sandtable.systems.tcs.modern.atgm import ATGMS
from sandtable.systems.tcs.modern.counterfire import may_counterfire
from sandtable.systems.tcs.modern.missilefire import MissileArea, MissileRoll
from sandtable.systems.tcs.modern.missiles import Launch, Missiles, SecondWeapon, left_of
from sandtable.systems.tcs.reactions import shots
from tests.systems.tcs.modern.test_chemicals import run
from tests.systems.tcs.modern.test_helicopters import rearm
from tests.systems.tcs.modern.test_missiles import TANK, counter, fight

rule = pytest.mark.rule
ITV = "Blue us87_m901 A 0404"
MOVER = "Blue us87_m113 M 0403 move"


def keep(b, **how):
    """The battle with other values of the missiles that are kept."""
    extras = tuple(replace(each, **how) if isinstance(each, Missiles) else each for each in b.state.board.extras)
    b.state = replace(b.state, board=replace(b.state.board, extras=extras))
    return b


def rules(b):
    return [each.resolution.rule for each in b.rolls()]


def pass_by(b):
    """The enemy holds whenever it is asked."""
    while b.decides() == "Red":
        b.do("hold")
    return b


# Who may launch at what


@rule("ME 3.1a", "TCS 10.0c")
def test_only_enemies_on_the_map_outside_of_carriers_are_targets():
    lines = (ITV, "Blue us87_m113 F 0406", "Red su87_btr80 V 0408", "Red su87_mr_squad P 0408 carrier=V")
    b = fight(*lines, "Red su87_bmp2 T off").do("missile", "A")
    assert b.offers("at") == {"V"}
    for other in ("F", "T"):
        assert "that is not an enemy on the map (ME 3.1a)" in b.why_not("at", other)
    assert "P is in its carrier: fire at the carrier (TCS 10.0c)" in b.why_not("at", "P")


@rule("ME 3.2d", "ME 3.1h")
@pytest.mark.parametrize(("kind", "least", "most"), [("dragon", 4, 8), ("at4", 3, 18)])
def test_a_missile_flies_from_beyond_its_minimum_to_twice_its_nominal_range(kind, least, most):
    for apart in (least - 1, least, most, most + 1):
        b = fight("Blue us87_m901 A 0404", f"Red su87_bmp2 X 04{4 + apart:02} move fired")
        rearm(b, "A", atgm=kind)
        assert b.offers("missile") == ({"A"} if least <= apart <= most else set()), apart


@rule("ME 3.2c", "ME 3.2a1")
def test_a_carried_unit_launches_nothing():
    b = fight("Blue us_truck V 0404", "Blue ge87_milan A 0404 carrier=V", "Red su87_t72a X 0408")
    assert b.offers("missile") == set()
    assert "A is carried and cannot launch missiles (ME 3.2a1)" in b.why_not("missile", "A")


@rule("ME 3.1h", "ME 3.2a1")
def test_a_unit_is_told_that_it_has_no_target_or_is_not_its_sides():
    b = fight(ITV, "Red su87_bmp2 X 0439")
    assert "A has no target for a missile in range and sight (ME 3.1h)" in b.why_not("missile", "A")
    assert b.why_not("missile", "X")


@rule("ME 3.2f1")
def test_a_new_phase_brings_back_every_weapon():
    b = fight(ITV, TANK).do("missile", "A").do("at", "X", (1, 1))
    assert dict(b.look.kept(Missiles).launched) == {0: b.hex("0412")}
    pass_by(b).do("end")
    assert (b.look.kept(Missiles).launched, b.look.kept(Missiles).gunned) == ((), ())


# Both weapons


@rule("ME 3.2f2")
def test_a_unit_without_another_weapon_for_the_target_announces_no_second():
    b = fight(ITV, TANK, "Red su87_brdm2 Y 0408 fired").do("missile", "A")
    assert b.offers("both") == {"Y"}, "its machine gun harms no tank"
    assert "A has no other weapon to fire at X (ME 3.2f2)" in b.why_not("both", "X")
    assert "that is not an enemy" in b.why_not("both", "A")


@rule("ME 3.2f2", "ME 3.2f1")
def test_a_unit_that_has_fired_its_guns_has_no_second_weapon():
    lines = ("Blue us87_m2 A 0404", "Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0411 fired")
    b = fight(*lines).do("point", "0410").do("add", "A").do("fire", None, 11)
    pass_by(b).do("missile", "A")
    assert b.offers("at") == {"Y"}
    assert b.offers("both") == set()
    assert "A has no other weapon to fire at Y (ME 3.2f2)" in b.why_not("both", "Y")


@rule("ME 3.2f2")
def test_the_second_weapon_fires_at_those_who_are_left_in_the_hex():
    lines = ("Blue us87_m2 A 0404", "Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0410")
    b = fight(*lines).do("missile", "A").do("both", "X", (6, 6), 11)
    while b.decides() == "Red" and "TCS 14.0a" not in rules(b):
        b.do("hold", None, 11)
    assert "TCS 14.0a" in rules(b)
    assert b.state_of("X") == "X"


@rule("ME 3.2f2", "ME 3.2f1")
def test_the_second_weapon_is_used_up_even_if_nobody_is_left():
    lines = ("Blue us87_m2 A 0404", "Red su87_brdm_at5 X 0410", "Red su87_brdm2 Y 0409 fired")
    b = pass_by(fight(*lines).do("missile", "A").do("both", "X", (6, 6)))
    assert b.state_of("X") == "X"
    assert dict(b.look.kept(Missiles).gunned) == {0: b.hex("0410")}
    assert b.offers("point") == b.offers("suppress") == set()


@rule("ME 3.2f2")
def test_the_second_weapon_at_people_is_area_fire_and_at_vehicles_point_fire_where_it_can():
    b = fight("Blue us87_m2 A 0404", "Red su87_mr_squad X 0409 fired").do("missile", "A")
    assert b.offers("both") == {"X"}
    assert rules(b.do("both", "X", 11, 11)) == ["ME 3.2a3", "TCS 13.0a"]
    b = fight("Blue us87_m2 A 0404", "Red su87_brdm2 X 0408 fired").do("missile", "A").do("both", "X", (1, 1))
    assert b.decides() == "Red"
    assert rules(b.do("hold", None, 11)) == ["TCS 14.0a"]


@rule("ME 3.2f2")
@pytest.mark.parametrize(("line", "fires"), [
    ("Blue us87_m2 A 0404", True), ("Blue us87_m2 A 0404 paralyzed", False), ("Blue us87_m2 A 0404 move", False),
    ("Blue us87_m2 A off", False),
])  # fmt: skip
def test_the_second_weapon_needs_a_crew_that_still_can(line, fires):
    b = fight(line, "Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0412", "Blue us87_m1a1 B 0404")
    run(b, SecondWeapon(0, 0, 1, b.hex("0410")), dice=[11] if fires else [])
    assert rules(b)[:1] == (["TCS 14.0a"] if fires else [])
    assert bool(b.look.kept(Missiles).gunned) is fires


@rule("ME 3.2f2")
def test_the_second_weapon_goes_at_the_hex_that_was_announced():
    lines = ("Blue us87_m2 A 0404", "Red su87_bmp2 X 0411", "Red su87_bmp2 Y 0410", "Blue us87_m113 F 0410")
    b = fight(*lines)
    run(b, SecondWeapon(0, 0, 1, b.hex("0410")), dice=[11])
    assert b.rolls()[0].resolution.rule == "TCS 14.0a", "X has left it, and Y is there"
    gone = fight(*lines)
    run(gone, SecondWeapon(0, 0, 1, gone.hex("0412")))
    assert gone.rolls() == []


@rule("ME 3.2e", "ME 3.2a1")
def test_the_chances_of_missiles_at_a_trigger():
    lines = (MOVER, "Blue us87_m113 N 0403 move", "Red su87_bmp2 X 0410 fired", "Red su87_bmp2 Y 0410")
    two = fight(*lines).go("M", "0404", along=["N"])
    assert [each.action.verb for each in shots(two.game, two.state, 1) if each.action.verb == "missile"] == []
    one = fight(*lines).go("M", "0404")
    found = {each.action.target: each for each in shots(one.game, one.state, 1) if each.action.verb == "missile"}
    assert set(found) == {one.number("X"), one.number("Y")}
    assert {(each.firer, each.far) for each in found.values()} == {(one.number("X"), 6), (one.number("Y"), 6)}
    first = found[one.number("X")].hit
    one.do("missile", "Y", 5, (1, 1))
    (left,) = [each for each in shots(one.game, one.state, 1) if each.action.verb == "missile"]
    assert left.hit == 3 * first, "the die of the stack, five or six, is behind it"
    assert left.effect > left.hit


@rule("ME 3.2f1")
def test_only_the_own_phase_counts_what_guns_have_fired():
    b = fight("Blue us87_m113 M 0403 move", "Red su87_bmp2 X 0410").go("M", "0404").do("point", "0410", 11)
    assert b.look.kept(Missiles).gunned == (), "fire of the other side's phase"


@rule("ME 3.2b", "ME 3.2f1")
def test_what_a_lost_unit_has_fired_is_forgotten_and_what_others_have_is_not():
    b = fight(ITV, "Blue us87_m901 B 0405", TANK, atgm_supply=True)
    keep(b, launched=((0, 9), (1, 9)), gunned=((0, 8), (1, 8)), spent=((0, 3), (1, 4)), at_trigger=(0, 1))
    field = opened(b.game, b.state)
    field.lose(0, "destroyed", "TCS 10.0a")
    b.state = closed(field, 0)
    kept = b.look.kept(Missiles)
    assert (kept.launched, kept.gunned, kept.spent, kept.at_trigger) == (((1, 9),), ((1, 8),), ((1, 4),), (1,))


# Supply


@rule("ME 3.2b")
def test_a_scenario_may_give_a_unit_its_missiles_and_the_last_one_is_the_last():
    b = fight("Blue us87_m901 A 0404", "Blue us87_m901 B 0405", TANK, atgm_supply=True)
    b.game.world = replace(b.game.world, air=replace(b.game.world.air, missiles=(1, None, None)))
    assert [left_of(b.look, n) for n in (0, 1)] == [1, 12]
    b.do("missile", "A").do("at", "X", (1, 1))
    assert left_of(b.look, 0) == 0
    assert "A has fired all its missiles (ME 3.2b)" in pass_by(b).why_not("missile", "A")
    b = keep(fight(ITV, TANK, atgm_supply=True), spent=((0, 2),)).do("missile", "A").do("at", "X", (1, 1))
    assert b.look.kept(Missiles).spent == ((0, 3),)


@rule("ME 3.2b")
def test_overwatch_uses_up_missiles_too():
    b = fight(MOVER, "Red su87_bmp2 X 0410", atgm_supply=True).go("M", "0404").do("missile", "X", (1, 1))
    assert left_of(b.look, b.number("X")) == 3
    assert b.look.kept(Missiles).launched == (), "it was no action"


@rule("ME 3.1f", "ME 3.1g", "ME 3.1h")
def test_a_client_draws_the_bands_of_a_missile_and_says_what_it_is():
    b = fight(ITV, "Blue us87_m1a1 B 0404", "Blue us87_ah64 C 0404")
    pieces = {each.name: each for each in b.game.scene().pieces}
    assert [(each.words, each.reach, each.least) for each in pieces["A"].spans if each.kind == "missile"] == [
        ("TOW 2, half range", 8, 2), ("TOW 2, nominal range", 16, 2), ("TOW 2", 32, 2),
    ]  # fmt: skip
    assert [each for each in pieces["B"].spans if each.kind == "missile"] == []
    assert dict(pieces["A"].facts)["Missile"] == "TOW 2, attack 18, 2 to 32 hexes, nominal 16"
    assert "Missile" not in dict(pieces["B"].facts)
    assert dict(pieces["C"].facts)["Missile"].endswith(", fire and forget")


# Overwatch


@rule("ME 3.2a1", "TCS 4.1e")
def test_on_overwatch_a_unit_in_move_mode_of_the_other_side_or_without_missiles_does_not_launch():
    lines = (
        MOVER,
        "Red su87_bmp2 X 0410",
        "Red su87_bmp2 V 0411 move",
        "Red su87_t72a T 0412",
        "Red us87_m2 D 0411 move",
    )
    b = fight(*lines, "Red su87_bmp2 S 0411 suppressed").go("M", "0404")
    assert b.offers("missile") == {"X"}
    assert "V is in Move Mode and may not fire (TCS 4.1e)" in b.why_not("missile", "V")
    assert "T has no missiles (ME 3.1a)" in b.why_not("missile", "T")
    assert "D is in Dual mode and launches no missiles (ME 1.1f)" in b.why_not("missile", "D")
    assert "S is Suppressed or Paralyzed and cannot launch missiles (ME 3.2c)" in b.why_not("missile", "S")
    assert b.why_not("missile", "M")


@rule("ME 3.2d", "ME 3.1h")
def test_on_overwatch_a_unit_is_told_why_the_trigger_is_no_target():
    b = fight(MOVER, "Red su87_bmp2 X 0410", "Red su87_at4_team N 0406", "Red su87_bmp1 F 0424").go("M", "0404")
    assert b.offers("missile") == {"X"}
    assert "needs more than 2: fire from farther off (ME 3.2d)" in b.why_not("missile", "N")
    assert "F does not spot M" in b.why_not("missile", "F") or "flies 18" in b.why_not("missile", "F")


@rule("ME 3.2a1", "TCS 15.2a")
def test_at_several_units_the_target_is_chosen_among_those_that_triggered():
    lines = (MOVER, "Blue us87_m113 N 0403 move", "Blue us87_m113 P 0404", "Red su87_bmp2 X 0410")
    b = fight(*lines).go("M", "0404", along=["N"]).do("missile", "X")
    assert b.offers("at") == {"M", "N"}
    assert "that is not a unit that triggered the fire (TCS 15.2a)" in b.why_not("at", "P")
    b.do("at", "N", (6, 6), 11)
    assert b.state_of("N") == "X"
    assert b.state_of("M") == "M"


@rule("TCS 15.2b", "ME 3.2e")
@pytest.mark.parametrize(("apart", "offered"), [(5, {"Y"}), (6, set())])
def test_near_stacks_launch_however_many_far_ones_have(apart, offered):
    lines = (MOVER, "Red su87_bmp2 X 0412", f"Red su87_bmp2 Y 05{4 + apart:02}", "Red su87_bmp2 Z 0612")
    b = fight(*lines, overwatch_far=1, overwatch_near=5).go("M", "0404").do("missile", "X", (1, 1))
    distance = b.world.ground.distance(b["Y"].at, b["M"].at)
    assert b.offers("missile") == ({"Y"} if distance <= 5 else set()), distance
    assert "of stacks farther than 5 hexes no more may fire (TCS 15.2b)" in b.why_not("missile", "Z")


@rule("TCS 15.2b", "TCS 15.2c", "ME 3.2e")
def test_a_far_stack_that_fails_its_die_has_had_its_try_and_counts_as_far():
    lines = (MOVER, "Red su87_bmp2 X 0412 fired", "Red su87_bmp2 Y 0613", "Red su87_bmp2 N 0409")
    b = fight(*lines, overwatch_near=6).go("M", "0404").do("missile", "X", 4)
    assert b.offers("missile") == {"N"}
    assert "the stack of X has tried to fire at this trigger already (TCS 15.2c)" in b.why_not("missile", "X")
    assert "no more may fire (TCS 15.2b)" in b.why_not("missile", "Y")
    near = fight(MOVER, "Red su87_bmp2 X 0409 fired", "Red su87_bmp2 Y 0613", overwatch_near=6).go("M", "0404")
    assert near.do("missile", "X", 4).offers("missile") == {"Y"}, "a near stack does not count"


@rule("ME 3.2e")
@pytest.mark.parametrize(("marks", "marked"), [("firers", ["X"]), ("stack", ["X", "S"])])
def test_a_missile_marks_its_unit_or_its_stack_as_the_option_says(marks, marked):
    b = fight(MOVER, "Red su87_bmp2 X 0410", "Red su87_mr_squad S 0410", overwatch_marks=marks).go("M", "0404")
    b.do("missile", "X", (1, 1))
    assert [name for name in "XS" if b[name].fired] == marked


@rule("ME 3.2e")
def test_two_units_of_a_stack_launch_with_one_die():
    b = fight(MOVER, "Red su87_bmp2 X 0410 fired", "Red su87_bmp2 Y 0410").go("M", "0404")
    b.do("missile", "Y", 5, (1, 1))
    assert rules(b) == ["ME 3.2e", "ME 3.1f"]
    assert b.offers("missile") == {"X"}
    b.do("missile", "X", (1, 1))
    assert rules(b) == ["ME 3.1f"], "the die covered the stack"


@rule("ME 3.2e", "TCS 15.3")
def test_a_stack_that_has_fired_two_missiles_is_one_stack_for_return_fire():
    lines = (MOVER, "Blue us87_m1a1 B 0404", "Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0410")
    b = fight(*lines).go("M", "0404").do("missile", "X", (1, 1)).do("missile", "Y", (1, 1)).do("hold")
    assert b.decides() == "Blue"
    assert b.state.stack[-1].units == (b.number("X"), b.number("Y"))


@rule("ME 3.2f2", "TCS 15.3")
def test_between_two_weapons_one_stack_answers_once():
    lines = ("Blue us87_m2 A 0404", "Red su87_bmp2 X 0410", "Red su87_bmp2 Y 0511")
    b = fight(*lines).do("missile", "A").do("both", "X", (1, 1))
    assert b.offers("missile") == {"X", "Y"}
    b.do("missile", "Y", (1, 1), 11)
    assert rules(b)[-1] == "TCS 14.0a", "the second weapon follows the one answer"


# The roll


@rule("ME 4.1g1", "ME 3.2a3")
def test_the_doctrine_shifts_a_missile_at_people_four_columns():
    b = fight("Blue su87_bmp2 A 0404", "Red us87_mech_squad X 0408 fired")
    plain, worse = (MissileArea((0,), b.hex("0408"), 1, SFA, False, soviet).facts(b.look) for soviet in (False, True))
    assert [(each.value, each.rule) for each in worse.shifts if each not in plain.shifts] == [(-4, "ME 4.1g1")]
    assert plain.strength == worse.strength == 1
    assert MissileArea((0,), b.hex("0408"), 1, SFA).low(b.look)


@rule("ME 3.1j")
def test_a_kill_shakes_the_other_vehicles_of_the_hex_and_a_gun_loses_its_crew():
    b = fight(ITV, "Red su87_bmp2 X 0408", "Red su87_bmp2 Y 0408").do("missile", "A").do("at", "X", (6, 6), 11)
    assert b.state_of("X") == "X"
    assert "TCS 17.8a" in rules(b)
    gun = fight(ITV, "Red su_zis3 X 0408 fired").do("missile", "A").do("at", "X", (6, 6))
    assert gun.state_of("X") == "X"
    near = fight(ITV, "Red su_zis3 X 0408 fired").do("missile", "A")
    number = min(n for n in range(2, 13) if near.forecast("at", "X").read(n) == "kill")
    low = (number - 1) // 2
    near.do("at", "X", (low, number - 1 - low), 11)
    assert near.rolls()[0].outcome == "near miss"
    assert rules(near)[1].startswith("TCS 17"), "its crew checks its morale"


@rule("ME 3.2a1", "ME 3.3a2")
def test_a_missile_does_not_fly_from_or_at_a_unit_that_is_gone_or_shaken():
    for line, target in ((f"{ITV} suppressed", TANK), (ITV, "Red su87_t72a X off")):
        b = fight(line, target, "Red su87_bmp2 Y 0740")
        run(b, Launch(0, 1, SFA))
        assert b.rolls() == []
    b = run(fight(ITV, TANK), Launch(0, 1, SFA), dice=[(1, 1)])
    assert len(b.rolls()) == 1
    last = run(keep(fight(ITV, TANK, atgm_supply=True), spent=((0, 12),)), Launch(0, 1, SFA), dice=[(1, 1)])
    assert len(last.rolls()) == 1, "the missile on the rail was counted when it was fired"


# Counterfire


T80 = "Red su87_t80b X 0412"
SEEN = "Blue us87_m901 A 0404 fired"


def asked(*lines, change=None, **how):
    """Whether the target X may answer a missile of A."""
    b = fight(*lines, at8_counterfire=True, **how)
    if change:
        rearm(b, *change[:1], **change[1])
    return may_counterfire(b.look, b.number("A"), b.number("X"))


@rule("ME 3.3a1", "ME 3.3b", "ME 3.3d")
@pytest.mark.parametrize(("lines", "may"), [
    ((SEEN, T80), True),
    ((SEEN, f"{T80} move"), False),
    ((SEEN, f"{T80} suppressed"), False),
    ((SEEN, f"{T80} hidden"), False),
    ((SEEN, "Red su87_bmp2 X 0412"), False),
    ((SEEN, "Red su87_t72a X 0412"), False),
    (("Blue us87_ah1f A 0404", T80), False),
    (("Blue us87_m901 A 0407", T80), True),
    (("Blue us87_m901 A 0408", T80), False),
    ((SEEN, T80, "0408 woods"), False),
])  # fmt: skip
def test_who_may_counterfire(lines, may):
    assert asked(*lines) is may


@rule("ME 3.3a1", "TCS 4.1e")
def test_a_vehicle_in_move_mode_does_not_counterfire_even_without_dual_mode():
    plain = {"flags": "armour;nvd;nbc;at_mod=-2;atgm_shots=5"}
    assert asked(SEEN, T80, change=("X", plain))
    assert not asked(SEEN, f"{T80} move", change=("X", plain))


@rule("ME 3.3b")
def test_nobody_counterfires_at_a_missile_that_is_left_to_itself():
    assert asked(SEEN, T80)
    assert not asked(SEEN, T80, change=("A", {"atgm": "adats"}))


@rule("ME 3.3a1", "ME 3.2b")
def test_counterfire_uses_up_a_missile_and_needs_one():
    b = counter(SEEN, T80, atgm_supply=True).do("at", "X").do("fire", None, 6, (1, 1), (1, 1))
    assert left_of(b.look, b.number("X")) == 4
    held = counter(SEEN, T80, atgm_supply=True).do("at", "X").do("hold", None, (1, 1))
    assert left_of(held.look, held.number("X")) == 5
    assert rules(held) == ["ME 3.1f"]
    failed = counter(SEEN, T80, atgm_supply=True).do("at", "X").do("fire", None, 5, (1, 1))
    assert left_of(failed.look, failed.number("X")) == 5
    assert not failed["X"].fired
    empty = keep(fight(SEEN, T80, at8_counterfire=True, atgm_supply=True), spent=((1, 5),))
    assert not may_counterfire(empty.look, 0, 1)


@rule("ME 3.3a2")
@pytest.mark.parametrize(("dice", "state"), [((6, 6), "SF"), ((1, 1), "F")])
def test_counterfire_at_people_suppresses_them_only_if_it_would_have_killed(dice, state):
    lines = ("Blue ge87_milan A 0406", "Red su87_t80b X 0412", "Red su87_mr_squad Y 0407")
    b = counter(*lines, spotting_shared=True).do("at", "X")
    more = [] if dice == (6, 6) else [(1, 1)]
    b.do("fire", None, 6, dice, *more)
    assert b.state_of("A") == state
    assert b["A"].steps == 1
    near = run(fight(*lines), MissileRoll(1, 0, OVERWATCH, suppresses=True), dice=[(3, 2)])
    assert near.state_of("A") in ("", "S")
    assert len(near.rolls()) == 1, "no check of its morale"


@rule("ME 3.3c")
def test_only_with_the_option_and_only_the_at_8_takes_the_place_of_the_gun():
    lines = ("Blue us87_m113 M 0403 move", "Red su87_bmp2 X 0410")
    b = fight(*lines, at8_counterfire=True).go("M", "0404").do("missile", "X", (1, 1))
    assert b.offers("point") == {"0410"}, "a BMP fires both"
    b = fight(*lines, at8_counterfire=True).go("M", "0404").do("point", "0410", 11)
    assert b.offers("missile") == {"X"}
    b = fight("Blue us87_m113 M 0403 move", "Red su87_t80b X 0410").go("M", "0404").do("point", "0410", 11)
    assert b.offers("missile") == {"X"}, "without the option both"
    after = fight("Blue us87_m113 M 0403 move", "Red su87_t80b X 0410", at8_counterfire=True).go("M", "0404")
    after.do("missile", "X", (1, 1))
    assert after.look.kept(Missiles).at_trigger == (), "the trigger is over"


@rule("ME 3.3a1")
def test_the_at_8_is_the_only_supersonic_missile():
    assert [name for name, each in ATGMS.items() if each.supersonic] == ["at8"]
