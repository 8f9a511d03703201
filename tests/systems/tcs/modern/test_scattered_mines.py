"""FASCAM, Copperheads, dedicated missions and Dual mode, case by case (ME 1, 2.1, 2.2, 2.6)."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.running import closed, opened
from sandtable.systems.tcs.modern.arsenal import COPPERHEAD, Arsenal, Field, Plot
from sandtable.systems.tcs.modern.copperhead import CopperheadRoll, designators
from sandtable.systems.tcs.modern.dedicated import Dedicate, begun, dedicated_hex
from sandtable.systems.tcs.modern.dual import Dual, fires_first, in_dual_mode, moves_after
from sandtable.systems.tcs.modern.fascam import Expire, Lay, care, crosses, layouts, leaving, scattered, spared
from sandtable.systems.tcs.world import NOBODY
from tests.systems.tcs.modern.guns import GOOD, Modern
from tests.systems.tcs.modern.test_chemicals import run
from tests.systems.tcs.modern.test_copperhead import plot
from tests.systems.tcs.modern.test_fascam import laid, scatter
from tests.systems.tcs.modern.test_helicopters import fight

rule = pytest.mark.rule
O = "Blue us_rifle_plt O 0101"  # noqa: E741
FAR = "Red su87_t72a X 1616 move"
BATTERY = "battery Blue us87_m109 A he=3 fascam=2 copperhead=4 tubes=8"


# FASCAM


@rule("ME 2.2b")
def test_the_life_of_mines_counts_this_turn():
    b = scatter(Modern(O, FAR, BATTERY), turns=1)
    assert b.arsenal.plots[0].last == 1
    assert scatter(Modern(O, FAR, BATTERY), turns=4).arsenal.plots[0].last == 4
    b = Modern(O, FAR, BATTERY).do("modern.fascam", "A").do("aim", "0606")
    assert "no pattern ends there (ME 2.2a1)" in b.why_not("corner", "0607")


@rule("ME 2.2a1")
def test_twelve_patterns_have_a_hex_as_a_corner_and_fewer_at_the_edge_of_the_map():
    b = Modern(O, FAR, BATTERY)
    ground = b.world.ground
    found = layouts(ground, b.hex("0808"))
    assert sorted(ground.distance(b.hex("0808"), far) for far in found) == [2] * 6 + [4] * 6
    assert all(len(hexes) == 9 and b.hex("0808") in hexes and far in hexes for far, hexes in found.items())
    edge = layouts(ground, b.hex("0101"))
    assert 0 < len(edge) < 12
    assert all(far in hexes and hexes == tuple(sorted(set(hexes))) for far, hexes in edge.items())


@rule("ME 2.2b")
def test_mines_over_mines_last_as_long_as_the_later_ones():
    b = laid(O, FAR, hexes=("0606", "0607"), last=5)
    for hexes, last in ((("0607",), 3), (("0606",), 8)):
        field = opened(b.game, b.state)
        Lay(0, tuple(b.hex(each) for each in hexes), last).run(field)
        b.state = closed(field, 0)
    assert {b.world.hex_name(each.at): each.last for each in b.arsenal.fields} == {"0606": 8, "0607": 5}
    assert len(b.state.board.mines) == 2


@rule("ME 2.2b", "ME 0.9")
def test_only_the_mines_whose_turn_it_is_vanish_and_what_lies_under_the_others_is_kept():
    lines = (O, "Blue us87_m60a3 T 0606 move", "Blue us87_m60a3 U 0608 move", FAR, "mines 0606 Red")
    b = laid(*lines, hexes=("0606", "0608"), last=3)
    b.keep(replace(b.arsenal, fields=(Field(b.hex("0606"), 1), Field(b.hex("0608"), 2))))
    run(b, Expire())
    assert b.state.board.mines == ((b.hex("0606"), 1), (b.hex("0608"), NOBODY)), "those of a side stay"
    assert [each.at for each in b.arsenal.fields] == [b.hex("0608")]
    assert dict(b.arsenal.under) == {b.number("U"): b.hex("0608")}
    assert "modern.mines_expire" in b.told()
    run(b, Expire())
    assert b.events == []
    b.on(mines=(), turn=2)
    run(b, Expire())
    assert b.arsenal.fields == ()
    assert "modern.mines_expire" not in b.told(), "a field that was breached vanishes silently"


@rule("ME 2.2c1")
def test_a_carrier_takes_the_mines_off_those_it_carries_and_only_those_outside_are_attacked():
    lines = (O, "Blue us87_m113 V 0606 move", "Blue us87_mech_squad S 0606 move carrier=V", FAR)
    b = laid(*lines, "Blue us_truck T 0607 move", "Blue us_rifle_plt P 0607 move carrier=T", hexes=("0606", "0607"))
    field = opened(b.game, b.state)
    field.change(b.number("V"), at=b.hex("0605"))
    field.change(b.number("S"), at=b.hex("0605"))
    steps = leaving(field, (b.number("V"),), b.hex("0605"))
    assert [type(each).__name__ for each in steps] == ["MineRoll"], "the squad is inside"
    assert b.number("S") not in dict(field.kept(Arsenal).under)
    assert leaving(field, (b.number("V"),), b.hex("0605")) == (), "once only"
    assert set(dict(field.kept(Arsenal).under)) == {b.number("T"), b.number("P")}
    assert leaving(field, (b.number("O"),), b.hex("0101")) == ()


@rule("ME 2.2c1", "ME 2.2.3")
def test_mines_that_were_cleared_attack_nobody_who_leaves():
    b = laid(O, "Blue us87_m60a3 T 0606 move", FAR, hexes=("0606",)).on(mines=())
    field = opened(b.game, b.state)
    field.change(b.number("T"), at=b.hex("0605"))
    assert leaving(field, (b.number("T"),), b.hex("0605")) == ()
    assert field.kept(Arsenal).under == ()


@rule("ME 2.2d")
def test_who_crosses_with_care_and_what_it_costs():
    lines = (O, "Blue us87_m60a3 T 0604 move", "Blue us_57mm_atg G 0604 move", FAR, "0607 forest")
    b = laid(*lines, "mines 0608 Red", "mines 0609 Red", hexes=("0606", "0607", "0608"), fascam_foot_crossing=True)
    assert [crosses(b.look, b.number(name)) for name in "OTG"] == [True, False, True]
    assert [scattered(b.look, b.hex(each)) for each in ("0606", "0608", "0609", "0610")] == [True, False, False, False]
    assert spared(b.look, b.number("O"), b.hex("0606"))
    assert not spared(b.look, b.number("T"), b.hex("0606"))
    assert not spared(b.look, b.number("O"), b.hex("0608"))
    extra = care(b.look, b.number("O"))
    assert extra == {b.hex("0606"): 2 * (1 + 2) * 6, b.hex("0607"): 2 * (2 + 2) * 6}
    assert care(b.look, b.number("T")) == {}
    assert care(Modern(O, FAR, fascam_foot_crossing=True).look, 0) == {}
    assert not crosses(laid(*lines, hexes=("0606",)).look, 0), "only with the option"


@rule("ME 2.2.2", "ME 2.2b")
def test_a_client_reads_how_long_the_mines_stay():
    b = laid(O, FAR, hexes=("0606", "0607"), last=3)
    b.keep(replace(b.arsenal, fields=(Field(b.hex("0606"), 3), Field(b.hex("0607"), 1), Field(b.hex("0609"), 3))))
    patches = [each for each in b.game.picture(b.state, 1).patches if "FASCAM" in each.words]
    assert {(each.kind, each.radius) for each in patches} == {("mines", 0)}
    shown = {(each.words, each.label) for each in patches}
    assert shown == {
        ("FASCAM mines, until the end of turn 3 (3 turns)", "3"),
        ("FASCAM mines, until the end of turn 1 (this turn)", "1"),
    }


@rule("ME 2.2.1", "ME 2.5k")
def test_a_minefield_is_one_battery_fire_and_may_be_answered():
    b = scatter(Modern(O, FAR, BATTERY, "battery Red su87_2s3_bty R he=9 role=CB cb=4 tubes=6")).do("done")
    assert (b.piece("A").fires, b.piece("A").turn, b.piece("A").fascam) == (1, 1, 1)
    assert b.decision().name == "modern.counter"


# Copperheads


@rule("ME 2.1c", "ME 2.1f")
def test_who_can_guide_a_round():
    lines = (
        "Blue us_rifle_plt O 0401", "Blue us_rifle_plt S 0401 suppressed", "Blue us87_m113 V 0402",
        "Blue us87_mech_squad P 0402 carrier=V", "Blue us87_ah64 H 0403", "Blue us87_scout_team L 0404",
        "Blue us_rifle_plt F off", "Red su87_t72a X 0406",
    )  # fmt: skip
    b = Modern(*lines, BATTERY)
    assert {b.names[n] for n in designators(b.look, 0)} == {"O", "V", "H", "L"}
    assert {b.names[n] for n in designators(b.look, 1)} == {"X"}
    lasers = Modern(*lines, BATTERY, laser_designators=True)
    assert {lasers.names[n] for n in designators(lasers.look, 0)} == {"H", "L"}


@rule("ME 2.1k", "ME 2.1i")
def test_hidden_and_carried_units_are_no_targets_of_a_round():
    lines = ("Blue us_rifle_plt O 0401", "Red su87_t72a H 0406 hidden", "Red su87_btr80 V 0406", "Red su87_t72a X 0406")
    b = plot(Modern(*lines, "Red su_45mm_atg G 0405", BATTERY), "0406").do("done")
    assert b.offers("target") == {"V", "X", "G"}, "guns too"
    assert "H is no enemy on the map (ME 2.1k)" in b.why_not("target", "H")


@rule("ME 2.1i", "ME 2.1b")
def test_a_round_kills_one_step_and_passengers_only_with_the_last():
    lines = ("Blue us_rifle_plt O 0401", "Red su87_btr80 V 0406 steps=2", "Red su87_mr_squad P 0406 carrier=V", BATTERY)
    b = run(Modern(*lines), CopperheadRoll(0, 1), dice=[(6, 6), 11])
    assert (b["V"].steps, b["P"].steps) == (1, 2)
    b = run(Modern(*(line.replace(" steps=2", "") for line in lines)), CopperheadRoll(0, 1), dice=[(6, 6)])
    assert (b["V"].steps, b["P"].steps) == (0, 0)
    riders = ("Blue us_rifle_plt O 0401", "Red su87_bmp2 V 0406", "Red su87_mr_plt P 0406 carrier=V", BATTERY)
    b = run(Modern(*riders), CopperheadRoll(0, 1), dice=[(6, 6)])
    assert (b["V"].steps, b["P"].steps) == (0, 5), "those who ride on top are not in it"


@rule("ME 2.1d", "ME 2.5k")
def test_the_rounds_of_a_battery_are_one_mission_and_those_kept_none():
    enemy = "battery Red su87_2s3_bty R he=9 role=CB cb=4 tubes=6"
    lines = ("Blue us_rifle_plt O 0401", "Red su87_t72a X 0406", "Red su87_t72a Y 0406", BATTERY, enemy)
    b = plot(Modern(*lines), "0406", "0406").do("done").do("target", "X", (1, 1)).do("target", "Y", (1, 1))
    assert b.decision().name == "modern.counter"
    assert b.piece("A").fires == 1
    assert b.piece("A").copperhead == 2
    kept = plot(Modern(*lines), "0406", "0406").do("done").do("keep").do("keep")
    assert kept.decision().name != "modern.counter"
    assert (kept.piece("A").fires, kept.piece("A").copperhead) == (0, 4)
    two = Modern(*lines, BATTERY.replace(" A ", " B "))
    plot(two, "0406").do("modern.copperhead", "B").do("aim", "0406").do("done").do("target", "X", (1, 1))
    assert two.decision().name == "modern.counter", "the rounds of A are through"
    two.do("hold").do("target", "X", (1, 1))
    assert "B has fired" in two.decision().prompt


@rule("ME 2.1d")
def test_a_battery_takes_another_call_while_a_tube_is_left():
    b = Modern("Blue us_rifle_plt O 0401", "Red su87_t72a X 0406", BATTERY.replace("tubes=8", "tubes=2"))
    b.keep(replace(b.arsenal, plots=(Plot(COPPERHEAD, 0, 9),)))
    assert b.offers("battery") == {"A"}
    b.keep(replace(b.arsenal, plots=(Plot(COPPERHEAD, 0, 9),) * 2))
    assert "battery" not in b.verbs()
    assert "every tube of A fires a Copperhead this turn (ME 2.1d)" in b.why_not("battery", "A")


# Dedicated missions


@rule("ME 2.6a", "ME 2.6c")
def test_each_gun_battery_of_a_sheet_is_asked_for_its_hex_in_order():
    guns = [f"battery Blue us87_m109 {name} he=3 ds=Blue dedicated=1212" for name in "AB"]
    lines = ("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 1212", *guns, "battery Blue us87_mlrs M dpicm=3 ds=Blue")

    def asked(**how):
        b = Modern(*lines, **how)
        field = opened(b.game, b.state)
        field.update(sheets=(replace(field.board.sheets[0], support=(0, 1, 2)), *field.board.sheets[1:]))
        before = len(field.stack)
        begun(field, 0)
        return field, field.stack[before:]

    field, steps = asked(dedicated_missions=True)
    assert steps == [Dedicate(0, 1), Dedicate(0, 0)], "A is asked first; launchers have none"
    assert dedicated_hex(field, 0) == -1
    field, steps = asked()
    assert steps == []
    assert field.kept(Arsenal).pieces[0].dedicated >= 0, "without the option nothing is touched"


@rule("ME 2.6c")
@pytest.mark.parametrize(("line", "has"), [("ds=Blue", True), ("", False), ("role=CB", False)])
def test_only_direct_support_has_a_dedicated_hex(line, has):
    b = Modern("Blue us_rifle_plt O 0401", "Red ge_gren_plt X 1212",
               f"battery Blue us87_m109 A he=3 dedicated=1212 {line}", dedicated_missions=True)  # fmt: skip
    assert (dedicated_hex(b.look, 0) >= 0) is has


@rule("ME 2.6d")
def test_a_hex_beside_the_dedicated_one_is_adjusted_as_ever():
    lines = (
        "Blue us_rifle_plt O 0401",
        "Red ge_gren_plt X 1212",
        "battery Blue us87_m109 A he=3 ds=Blue dedicated=0403",
    )
    b = Modern(*lines, dedicated_missions=True)
    b.fire("A", "0404", GOOD)
    assert b.rolls()[0].resolution.rule == "TCS 18.5d"


# Dual mode


@rule("ME 1.0", "ME 1.1a", "ME 1.1g")
def test_who_fires_first_and_moves_after():
    lines = ("Blue us87_m1a1 D 0404 move", "Blue us87_m1a1 F 0404", "Blue su87_t72a M 0404 move")
    moved = ("Blue us87_m1a1 S 0404 move spent=1", "Blue us87_m1a1 I 0404 move impulse=1")
    b = fight(*lines, *moved, "Red su87_bmp2 X 0412")
    assert [in_dual_mode(b.look, b.number(name)) for name in "DFMSI"] == [True, False, False, True, True]
    assert [fires_first(b.look, b.number(name)) for name in "DFMSI"] == [True, False, False, False, False]
    extras = tuple(Dual((0, 1)) if isinstance(each, Dual) else each for each in b.state.board.extras)
    b.state = replace(b.state, board=replace(b.state.board, extras=extras))
    assert [moves_after(b.look, b.number(name)) for name in "DFS"] == [True, False, False]
