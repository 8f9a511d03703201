"""Continuous Fire on those who enter it, smoke and light from guns (TCS 18.10, 19.2, 26.2)."""

from fractions import Fraction

import pytest

from sandtable.systems.tcs.antitank import AtRoll
from sandtable.systems.tcs.areafire import AreaFire
from sandtable.systems.tcs.barrage import lit_by
from sandtable.systems.tcs.flight import run_to
from sandtable.systems.tcs.illumination import BurnOut, go_out
from sandtable.systems.tcs.shells import CONTINUOUS, Barrage, Flare
from sandtable.systems.tcs.spotting import shifts_of
from sandtable.systems.tcs.world import NIGHT
from sandtable.systems.tcs.zones import ring_of, zone_of
from tests.systems.tcs.gunnery import Gunnery

rule = pytest.mark.rule
GOOD = 66


def under(*lines, at="0406", side=1, zone=12, ring=6, wide=False, good=True, more=(), **how):
    """A battle in its action phase with Continuous Fire on a hex: a 105 mm battery, Good Shoot."""
    b = Gunnery("1212 open\n" + "\n".join(lines), phase=False, **how)
    missions = (Barrage(side, CONTINUOUS, b.hex(at), wide, zone, ring, good, calibre=105), *more)
    zones = {hex for each in missions for hex in zone_of(b.world.ground, each.at, wide=each.wide)}
    return b.on(missions=missions, zones=tuple(sorted(zones)))


ROAD = "road primary 0401 0402 0403 0404 0405 0406 0407 0408"
PLATOON = "Blue us_rifle_plt A 0404 move"


def means(roll):
    return sum(max(0, result) * chance for result, chance in roll.odds().items())


@rule("TCS 18.10b", "TCS 18.7b", "TCS 18.8b", "TCS 11.3b")
def test_x9_a_platoon_comes_up_the_road_through_continuous_fire():
    b = under(ROAD, PLATOON).do("move", "A")
    ring = b.forecast("to", "0406")
    assert (ring.column, means(ring), ring.odds()[-1]) == ("14-16", Fraction(2, 3), Fraction(1, 6))
    assert [(each.value, each.rule) for each in ring.modifiers] == [(2, "TCS 11.2b"), (2, "TCS 18.8b")]
    b = under(ROAD, "Blue us_rifle_plt A 0405 move").do("move", "A")
    zone = b.forecast("to", "0406")
    assert (zone.column, means(zone)) == ("26-32", Fraction(49, 36))
    assert sum(chance for result, chance in zone.odds().items() if result > 0) == Fraction(3, 4)


@rule("TCS 18.10b")
def test_a_mover_is_attacked_in_every_hex_and_halts_there():
    b = under(PLATOON).go("A", "0407", 11)
    assert b.where("A") == "0405", "it halts in the ring"
    b.go("A", "0407", 15, 11)  # a check in the zone
    assert b.where("A") == "0406"
    assert "in an Attack Zone" in [each.words for each in b.rolls()[1].resolution.modifiers]
    b.go("A", "0407", 11)
    assert b.where("A") == "0407"
    assert b.rolls()[0].resolution.words == "Shells fall on 0407, strength 6"


@rule("TCS 18.10b")
def test_going_from_one_zone_hex_to_another_is_an_entry():
    b = under("Blue us_rifle_plt A 0406 move", wide=True).go("A", "0405", 15, 11)
    assert b.rolls()[0].resolution.words == "Shells fall on 0405, strength 12"


@rule("TCS 18.10b")
def test_optionally_it_attacks_a_unit_once_in_a_phase():
    b = under(PLATOON, continuous_each_hex=False).go("A", "0407", 11)
    assert b.where("A") == "0405"
    b.go("A", "0407")
    assert (b.where("A"), b.rolls()) == ("0407", [])


@rule("TCS 18.10b")
def test_a_hex_in_two_missions_is_two_attacks():
    b = under(PLATOON)
    b = under(PLATOON, more=(Barrage(0, CONTINUOUS, b.hex("0405"), False, 12, 6, True, calibre=105),))
    b.go("A", "0405", 11, 15, 11)
    words = [roll.resolution.words for roll in b.rolls()]
    assert words[:2] == ["Shells fall on 0405, strength 6", "Shells fall on 0405, strength 12"]


@rule("TCS 18.10b", "TCS 18.8a")
def test_own_continuous_fire_attacks_own_movers_too():
    b = under(PLATOON, side=0).go("A", "0405", 11)
    assert len(b.rolls()) == 1


@rule("TCS 18.10b")
def test_it_attacks_only_those_who_enter():
    b = under(PLATOON, "Blue us_rifle_plt B 0405 steps=5").go("A", "0405", 66, 11)
    assert (b["A"].steps, b["B"].steps) == (2, 5)
    assert not [each for each in b.rolls()[0].resolution.modifiers if each.rule.startswith("TCS 5")]


@rule("TCS 18.10b")
def test_barrage_first_then_overwatch_then_mines():
    b = under(PLATOON, "mines 0405 Red", "Red ge_gren_plt X 0408")
    b.go("A", "0405", 11)
    assert b.decides() == "Red", "overwatch comes after the shells"
    b.do("hold", None, 11, 11)
    assert b.rolls()[0].resolution.rule == "TCS 21.2b"


@rule("TCS 18.10b", "TCS 18.9b", "TCS 18.9a")
def test_a_tank_that_enters_the_zone_rolls_and_in_the_ring_it_does_not():
    b = under("Blue us_m4_75 T 0404 move").go("T", "0405")
    assert b.where("T") == "0405"
    b = under("Blue us_m4_75 T 0405 move").go("T", "0406", 12)
    roll = b.rolls()[0].resolution
    assert [(each.value, each.words) for each in roll.modifiers] == [
        (-1, "target in Move Mode"),
        (-1, "Continuous Fire"),
    ]
    assert b.state_of("T") == "X"


@rule("TCS 18.10b")
@pytest.mark.parametrize("hits", [True, False])
def test_a_unit_that_runs_into_it_is_attacked_at_the_end(hits):
    b = under("Blue us_rifle_plt A 0401", "Red ge_gren_plt X 0404", "Red ge_gren_plt Y 0101", at="0409",
              continuous_hits_runners=hits)  # fmt: skip
    field = b.game.system.field(b.game, b.state.board)
    run_to(field, b.number("X"), b.hex("0408"), (b.hex("0401"),))
    assert len(field.stack) == int(hits)


@rule("TCS 18.10a", "TCS 7.1d5", "TCS 11.3f")
def test_the_zone_shifts_spotting_and_fire_for_firer_and_target():
    b = under("Blue us_rifle_plt A 0405", "Red ge_gren_plt X 0406")
    shifts = [each.rule for each in shifts_of(b.look, b.number("A"), b.number("X"))]
    assert shifts.count("TCS 7.1d5") == 1
    roll = b.look.resolution_of(AreaFire((b.number("A"),), b.hex("0406"), 1))
    assert [each.value for each in roll.modifiers if each.rule == "TCS 11.3f"] == [-2]
    inside = under("Blue us_rifle_plt A 0405", "Red ge_gren_plt X 0406", wide=True)
    assert [each.rule for each in shifts_of(inside.look, 0, 1)].count("TCS 7.1d5") == 2
    roll = inside.look.resolution_of(AreaFire((0,), b.hex("0406"), 1))
    assert [each.value for each in roll.modifiers if each.rule == "TCS 11.3f"] == [-2, -2]


@rule("TCS 16.2d")
def test_at_rolls_in_a_zone_are_two_worse_once():
    b = under("Blue us_rifle_plt A 0405", "Red ge_pz4 T 0406", wide=True)
    roll = b.look.resolution_of(AtRoll(0, 1))
    assert [each.value for each in roll.modifiers if each.rule == "TCS 16.2d"] == [-2]


@rule("TCS 18.10a", "TCS 2.0m", "TCS 2.0p")
def test_continuous_fire_stays_until_its_owners_next_third_subphase():
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0406\nbattery Blue us_105_how A")
    b.fire("A", "0406", GOOD, 11, shell="Continuous Fire")
    assert b.hexes(b.state.board.zones) == {"0406"}
    assert b.rolls()[1].resolution.words == "Shells fall on 0406, strength 12"
    b.do("end").do("end")
    assert b.state.board.turn == 2
    assert (b.decision().name, b.state.board.zones, b.state.board.missions) == ("call", (), ())
    assert "lifted" in b.told()


@rule("TCS 2.0p", "TCS 18.10a")
def test_he_leaves_no_marker():
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0406\nbattery Blue us_105_how A")
    b.fire("A", "0406", GOOD, 11)
    assert (b.state.board.zones, b.state.board.missions) == ((), ())


@rule("TCS 18.5h", "TCS 18.10a")
def test_no_shoot_leaves_no_marker_and_costs_nothing():
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0406\nbattery Blue us_105_how A")
    b.fire("A", "0406", 11, shell="Continuous Fire")
    assert (b.state.board.missions, b.stock["A"].he) == ((), 5)


@rule("TCS 18.5i", "TCS 18.5j", "TCS 18.10a")
def test_continuous_fire_that_scatters_stays_where_it_fell_as_a_bad_shoot():
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0412\nbattery Blue us_105_how A")
    b.fire("A", "0406", 21, 4, 5, shell="Continuous Fire")  # south, two hexes
    (mission,) = b.state.board.missions
    assert (b.world.hex_name(mission.at), mission.good, mission.zone, mission.ring) == ("0408", False, 5, 3)


@rule("TCS 18.10a")
@pytest.mark.parametrize(("how", "asked"), [("adjust", True), ("keep", False)])
def test_keeping_it_up_is_adjusted_again_unless_told_otherwise(how, asked):
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 1212\nbattery Blue us_105_how A",
                continuous_renewal=how)  # fmt: skip
    b.fire("A", "0406", GOOD, shell="Continuous Fire").do("end").do("end")
    b.call("A", "0406", shell="Continuous Fire")
    b.do("done", None, *[24] * asked, 6, 1)
    (mission,) = b.state.board.missions
    assert mission.good is not asked


@rule("TCS 18.10a", "TCS 19.3", "TCS 25.1c")
def test_zones_and_rings_are_drawn():
    b = under("Blue us_rifle_plt A 0101")
    kinds = [patch.kind for patch in b.game.picture(b.state, 0).patches]
    assert (kinds.count("barrage"), kinds.count("ring")) == (1, 6)
    assert len(ring_of(b.world.ground, b.hex("0101"), wide=False)) < 6, "at the edge only those that exist"


# Assault and overrun


STORM = ("Blue us_rifle_plt A 0405 move", "Red ge_gren_plt X 0406")


@rule("TCS 18.10b", "TCS 22.2")
def test_an_assault_into_it_meets_the_shells_first_then_overwatch_then_the_rounds():
    """Edge case 51."""
    b = under(*STORM, assault_rounds=1).do("assault", "0406").do("add", "A")
    assert b.forecast("go").words == "Shells fall on 0406, strength 12"
    b.do("go", None, 11)
    assert (b.decides(), b.where("A")) == ("Red", "0405"), "the enemy may fire at those who come, at range 1"
    b.do("hold", None, 11, 11, 11)
    rolled = [roll.resolution.rule for roll in b.rolls()]
    assert rolled == ["TCS 22.3", "TCS 22.3", "TCS 18.10b"], "one round, and shells on those who go back"
    close = b.rolls()[0].resolution
    zones = [each.value for each in close.modifiers if each.rule == "TCS 11.3f"]
    assert zones == [-2, -2], "the hex of the firer, and that of the target"


@rule("TCS 18.10b")
def test_shells_stop_those_whom_they_shake_on_their_way_into_an_assault():
    b = under(*STORM).do("assault", "0406").do("add", "A")
    b.do("go", None, 32, 66)
    assert b["A"].morale
    assert b.where("A") != "0406"
    assert b["X"].fired is False, "there was no fight"


# Smoke


@rule("TCS 19.2a")
@pytest.mark.parametrize(("die", "hexes"), [(GOOD, 7), (24, 1)])
def test_a_smoke_mission_covers_its_zone_if_good_and_one_hex_if_bad(die, hexes):
    batteries = "\n".join(f"battery Blue us_105_how {name} fa=94th" for name in "AB")
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0406\n" + batteries)
    b.call("A", "0406", shell="smoke", size="battalion").do("done", None, die)
    assert [(each.level, each.light) for each in b.state.board.smoke] == [(2, False)] * hexes
    assert [b.stock[name].smoke for name in "AB"] == [0, 0]
    assert len(b.rolls()) == 1, "nobody is attacked"


@rule("TCS 19.2a", "TCS 18.5i")
def test_smoke_that_scatters_covers_the_hex_it_falls_in():
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0412\nbattery Blue us_105_how A")
    b.fire("A", "0406", 21, 1, 1, shell="smoke")
    assert b.hexes(each.at for each in b.state.board.smoke) == {"0405"}


@rule("TCS 19.2b", "TCS 2.0z")
def test_artillery_smoke_lasts_this_turn_and_the_next():
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0412\nbattery Blue us_105_how A\n"
                "smoke 0406 Red 1")  # fmt: skip
    b.fire("A", "0406", GOOD, shell="smoke")
    assert [each.level for each in b.state.board.smoke] == [2], "level 2 on level 1 is level 2"
    b.do("end").do("end")
    assert [each.level for each in b.state.board.smoke] == [1]
    b.do("done", None, 6, 1).do("first", "Blue").do("end").do("end")
    assert b.state.board.smoke == ()


@rule("TCS 19.3")
def test_smoke_in_the_aim_hex_does_not_stop_the_adjustment():
    b = Gunnery("1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0406\nbattery Blue us_105_how A\n"
                "smoke 0406 Red 1\nsmoke 0403 Red 1")  # fmt: skip
    b.do("battery", "A")
    assert "0406" not in b.offers("aim"), "smoke in between blocks the line"
    b = Gunnery(
        "1212 open\nBlue us_rifle_plt O 0401\nRed ge_gren_plt X 0406\nbattery Blue us_105_how A\nsmoke 0406 Red 1"
    )
    assert "0406" in b.do("battery", "A").offers("aim")


# Light


NIGHTS = (
    "1212 open\nBlue us_rifle_plt O 0401\nBlue us_81mm_sec M 0402\nRed ge_gren_plt X 0408\nbattery Blue us_105_how A\n"
)


@rule("TCS 26.2a")
def test_artillery_lights_a_hex_and_two_around_it_without_observer_or_roll():
    b = Gunnery(NIGHTS, light=NIGHT)
    b.do("battery", "A").do("shell", "illumination")
    assert len(b.offers("aim")) == 144
    b.do("aim", "0408").do("call").do("done")
    assert len(b.state.board.lit) == 19
    assert (b.rolls(), b.stock["A"].illum) == ([], 0)
    assert b.look.light_on(b.hex("0408")) == "lit"


@rule("TCS 26.2a")
def test_by_day_and_at_twilight_illumination_is_not_offered():
    for light in (0, 1):
        b = Gunnery(NIGHTS, light=light)
        assert "illumination" not in b.do("battery", "A").offers("shell")
        assert not Gunnery(NIGHTS, light=light, phase=False).offers("illuminate")
    assert "at night only" in Gunnery(NIGHTS, phase=False).why_not("illuminate", "M")
    assert "no illumination shells" in Gunnery(NIGHTS, phase=False, light=NIGHT).why_not("illuminate", "O")


@rule("TCS 26.2a")
def test_optionally_illumination_is_adjusted_without_the_shifts_of_light():
    b = Gunnery(NIGHTS, light=NIGHT, illum_adjusts=True)
    b.do("battery", "A").do("shell", "illumination")
    assert "0412" not in b.offers("aim")
    b.do("aim", "0403").do("call")
    assert b.forecast("done").column == "11"


@rule("TCS 26.2a", "TCS 26.2c", "TCS 2.0t")
@pytest.mark.parametrize(("die", "lit"), [(3, 0), (4, 19)])
def test_a_mortar_lights_a_hex_on_four_and_it_lasts_until_its_side_acts_again(die, lit):
    b = Gunnery(NIGHTS, phase=False, light=NIGHT)
    b.do("illuminate", "M").do("at", "0408", die)
    assert len(b.state.board.lit) == lit
    assert b.state_of("M") == "F"
    if lit:
        b.do("end")
        assert len(b.state.board.lit) == lit, "the enemy's phase does not end it"
        opening = b.game.system.field(b.game, b.state.board)
        go_out(opening, 0)
        assert opening.board.lit == ()


@rule("TCS 26.2c", "TCS 2.0t")
@pytest.mark.parametrize("side", [0, 1])
def test_when_a_side_acts_only_the_light_of_its_own_mortars_goes_out(side):
    b = Gunnery(NIGHTS, phase=False, light=NIGHT)
    flares = (Flare(b.hex("0403"), 0, light=True), Flare(b.hex("0408"), 1, light=True), Flare(b.hex("0408"), side))
    b.on(flares=flares, lit=lit_by(b.look, flares))
    field = b.game.system.field(b.game, b.state.board)
    go_out(field, side)
    assert field.board.flares == (flares[1 - side], flares[2])


@rule("TCS 26.2c", "TCS 2.0z")
def test_artillery_light_goes_out_in_clean_up_and_a_hex_stays_lit_by_the_other():
    b = Gunnery(NIGHTS, phase=False, light=NIGHT)
    both = (Flare(b.hex("0408"), 0), Flare(b.hex("0409"), 0, light=True))
    b.on(flares=both, lit=lit_by(b.look, both))
    field = b.game.system.field(b.game, b.state.board)
    BurnOut().run(field)
    assert field.board.flares == both[1:]
    assert b.hex("0408") in field.board.lit
    assert b.hex("0406") not in field.board.lit
