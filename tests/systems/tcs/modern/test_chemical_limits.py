"""Chemicals and MOPP to the round (ME 5): mixed missions, who is attacked, nerves, markers, and changes of level."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.running import opened
from sandtable.systems.tcs.areafire import SFA, AreaFire
from sandtable.systems.tcs.batteries import NO_SMOKE_FAST, why_not_fire_mission
from sandtable.systems.tcs.flight import SaveYourself
from sandtable.systems.tcs.modern.chemicals import (
    MIXED_PASSING,
    MIXED_PERSISTENT,
    PASSING,
    PERSISTENT,
    ChemAttack,
    ChemEntry,
    ChemFire,
    ChemMorale,
    ChemRoll,
    ChemStrike,
    attack,
    crewed,
    exposed,
    hovering,
    lands,
    mixed_stock,
    ran,
    rounds_in,
    strengths,
)
from sandtable.systems.tcs.modern.mopp import (
    HIGH,
    LOW,
    MEDIUM,
    Mopp,
    MoppRecovery,
    MoppRound,
    chemical_war,
    grounded,
    level_of,
    shielded_level,
    slowed,
    weakened,
)
from sandtable.systems.tcs.shells import HE, Barrage, Mission
from tests.systems.tcs.modern.guns import Modern
from tests.systems.tcs.modern.test_chemicals import GUNS, OBSERVER, field, kept, low, marked, run
from tests.systems.tcs.modern.test_mopp import asked

rule = pytest.mark.rule
SQUAD = "Red su87_mr_squad X 0104"


def rules(b):
    return [each.resolution.rule for each in b.rolls()]


def battalion(*lines, a="chem=1 he=2", b="he=2", c="he=2"):
    guns = [f"battery Blue us_105_how {name} {has} fa=F" for name, has in zip("ABC", (a, b, c), strict=True)]
    return Modern(OBSERVER, "Red su87_mr_plt X 0306", *guns, *lines)


# Missions


@rule("ME 5.3j", "ME 5.1b")
@pytest.mark.parametrize(("how", "rounds"), [
    ({}, 2), ({"wide": True}, 3), ({"fast": True}, 3), ({"good": False}, 1), ({"good": False, "wide": True}, 1),
    ({"shell": MIXED_PASSING, "wide": True}, 1), ({"shell": MIXED_PERSISTENT, "wide": True, "good": False}, 1),
])  # fmt: skip
def test_the_rounds_in_each_hex(how, rounds):
    values = {"shell": PASSING, "at": 9, "wide": False, "zone": 0, "ring": 0, "good": True, "calibre": 105, **how}
    assert rounds_in(Barrage(0, **values)) == rounds


@rule("ME 5.1b", "ME 5.1a")
def test_he_of_a_mixed_mission_has_the_share_of_the_batteries_that_fire_it():
    b = battalion()
    both, all_three = Mission(0, MIXED_PASSING, (0, 1), wide=True), Mission(0, MIXED_PASSING, (0, 1, 2), wide=True)
    assert strengths(b.look, all_three, True) == (22, 11), "16 x 2/3"
    assert strengths(b.look, both, True) == (10, 5), "16 x 1/3"
    assert strengths(b.look, Mission(0, MIXED_PASSING, (0,)), True) == (0, 0), "nobody is left for HE"
    assert strengths(b.look, Mission(0, PASSING, (0, 1, 2), wide=True), True) == (0, 0)
    assert strengths(b.look, Mission(0, HE, (0,)), True) is None


@rule("ME 5.1a")
def test_a_mixed_mission_needs_a_battalion_in_which_somebody_has_chemicals_and_the_others_he():
    assert [mixed_stock(battalion().look, n) for n in range(3)] == [2, 2, 2]
    assert [mixed_stock(battalion(a="he=2").look, n) for n in range(3)] == [0, 0, 0]
    assert mixed_stock(battalion(b="he=0").look, 1) == 0
    alone = Modern(OBSERVER, SQUAD, "battery Blue us_105_how A chem=1 he=2")
    assert mixed_stock(alone.look, 0) == 0


@rule("ME 5.1a", "TCS 18.3b")
def test_a_mixed_mission_is_not_fired_fast():
    b = battalion()
    why = [why_not_fire_mission(b.look, 0, shell, fast=True) for shell in (MIXED_PASSING, MIXED_PERSISTENT)]
    assert why == [NO_SMOKE_FAST] * 2
    assert why_not_fire_mission(b.look, 0, MIXED_PASSING, fast=False) is None
    assert why_not_fire_mission(b.look, 0, PASSING, fast=True) is not NO_SMOKE_FAST


@rule("ME 5.1a")
def test_of_a_mixed_mission_the_first_battery_with_chemicals_fires_them():
    b = battalion(a="he=2", b="chem=2 he=2", c="chem=2 he=2")
    b.call("A", "0306", shell="HE with non-persistent chemicals", size="battalion").do("done", None, 66, 11, 11, 11)
    assert [(b.piece(name).chem, b.stock[name].he) for name in "ABC"] == [(0, 1), (1, 2), (2, 1)]
    assert kept(b).markers == ()


@rule("ME 5.3a", "ME 5.3j")
def test_a_persistent_agent_leaves_a_marker_for_each_round_in_each_hex_and_both_sides_may_change():
    b = field("Blue us87_m1a1 O 0101", SQUAD)
    run(b, ChemStrike(0, (), 3, True, (5, 9)))
    assert kept(b).markers == (5, 5, 5, 9, 9, 9)
    assert b.decides() == "Red"
    b.do("done")
    assert b.decides() == "Blue"
    b = field("Blue us87_m1a1 O 0101", SQUAD)
    run(b, ChemStrike(0, (), 2, False, (5, 9)))
    assert kept(b).markers == ()
    b = run(field("Blue us87_m1a1 O 0101", SQUAD), ChemStrike(1, (), 2, False, (5,)))
    assert b.decides() == "Blue", "the side that was struck comes first"
    assert b.do("done").decides() == "Red"
    gone = field("Blue us87_m1a1 O 0101", "Red su87_mr_squad X 0104 lost")
    run(gone, ChemStrike(0, (), 2, False, (5,)))
    assert gone.decides() == "Blue", "a side without units changes nothing"
    assert "done" in gone.verbs()
    assert isinstance(gone.state.stack[-1], Mopp)


@rule("ME 5.1a", "ME 5.3e")
def test_chemicals_alone_make_no_attack_zone_and_everybody_sees_what_landed():
    b = battalion()
    values = {"at": b.hex("0306"), "wide": False, "ring": 0, "calibre": 105}
    for shell, zone, good, zones in (
        (MIXED_PASSING, 20, True, 1), (MIXED_PASSING, 0, True, 0), (PASSING, 20, True, 0), (PERSISTENT, 0, False, 0),
    ):  # fmt: skip
        work = opened(b.game, b.state)
        lands(work, Barrage(0, shell=shell, zone=zone, good=good, **values))
        assert len(work.board.zones) == zones
        event = next(each for each in work.events if each.what == "lands")
        assert event.values["quality"] == ("Good Shoot" if good else "Bad Shoot")
        assert type(work.stack[-1]).__name__ == ("Strike" if zones else "ChemStrike")


@rule("ME 5.3a", "ME 5.3b1")
def test_every_hex_of_the_zone_is_attacked_and_units_that_hide_there_are_found():
    b = field("Blue us87_m1a1 O 0101", f"{SQUAD} hidden", "Red su87_mr_squad Y 0105", "Red su87_mr_squad Z 0107")
    hexes = tuple(b.hex(each) for each in ("0103", "0104", "0105", "0106"))
    run(b, ChemStrike(0, hexes, 2, False, hexes), dice=[11, 11, 11, 11])
    hit = [b.names[each.resolution.on[0]] for each in b.rolls() if each.resolution.rule == "ME 5.3b2"]
    assert hit == ["X", "Y"]
    assert not b["X"].hidden


# Whom


@rule("ME 5.3c2", "ME 5.3c4", "ME 5.3h1")
def test_people_outside_of_closed_vehicles_are_exposed_and_all_others_have_crews():
    lines = ("Red su87_bmp2 B 0104", "Red su87_mr_squad S 0104 carrier=B", "Red su_truck T 0104", "Red su_zis3 G 0104",
             "Red su87_mr_plt P 0104 carrier=T", "Red su87_mi24 H 0104", "Blue su87_mi8 U 0104")  # fmt: skip
    b = field(*lines)
    every = list(range(7))
    assert [b.names[n] for n in exposed(b.look, every)] == ["G", "P"]
    assert [b.names[n] for n in crewed(b.look, every)] == ["B", "T", "H", "U"]
    assert {b.names[n] for n in hovering(b.look, b.hex("0104"))} == {"H", "U"}
    assert hovering(b.look, b.hex("0105")) == []
    assert {b.names[n] for n in hovering(low(b, "U").look, b.hex("0104"))} == {"H"}


@rule("ME 5.3b1")
def test_the_units_of_each_side_are_attacked_together():
    b = field("Blue us87_mech_squad A 0104", SQUAD, "Red su87_bmp2 V 0104")
    hex = b.hex("0104")
    assert attack(b.look, [0, 1, 2], hex, 2) == (
        ChemAttack(0, hex, 2, (0,), ()), ChemAttack(1, hex, 2, (1,), (2,)),
    )  # fmt: skip
    assert attack(b.look, [2], hex, 1) == (ChemAttack(1, hex, 1, (), (2,)),)
    assert attack(b.look, [], hex, 1) == ()


@rule("ME 5.3i")
@pytest.mark.parametrize(("kind", "mopp", "level"), [
    ("su87_t72a", "low", MEDIUM), ("su87_t72a", "medium", HIGH), ("su87_t72a", "high", HIGH),
    ("us87_m60a3", "low", LOW), ("su87_mr_squad", "medium", MEDIUM),
])  # fmt: skip
def test_protection_of_a_vehicle_counts_one_level(kind, mopp, level):
    b = field(f"Red {kind} X 0104 mopp={mopp}")
    assert shielded_level(b.look, b.number("X")) == level


@rule("ME 5.3b1", "ME 5.3d")
@pytest.mark.parametrize(("rounds", "dice", "checks"), [(2, [11, 11], 1), (1, [11, 11], 1)])
def test_a_unit_that_was_attacked_checks_its_morale_even_without_a_loss(rounds, dice, checks):
    b = field(SQUAD)
    run(b, ChemAttack(1, b.hex("0104"), rounds, (b.number("X"),), ()), dice=dice)
    assert len([each for each in rules(b) if each == "TCS 17.1a"]) == checks


@rule("ME 5.3d")
def test_no_effect_means_no_check_of_morale():
    b = field(f"{SQUAD} mopp=high")
    roll = b.look.resolution_of(ChemFire(b.number("X"), 1))
    number = next(n for n in (11, 12, 13, 14, 15, 16, 21) if roll.read(n) == -1)
    run(b, ChemAttack(1, b.hex("0104"), 1, (b.number("X"),), ()), dice=[number])
    assert rules(b) == ["ME 5.3b2"]
    assert b["X"].steps == 2


@rule("ME 5.3d", "ME 5.3c1")
def test_the_vehicles_of_a_hex_check_when_a_crew_is_lost_unless_the_option_is_off():
    lines = ("Red su87_brdm2 V 0104", "Red su87_bmp2 W 0104")
    b = field(*lines)
    people = ((), (b.number("V"), b.number("W")))
    run(b, ChemAttack(1, b.hex("0104"), 1, *people), dice=[(6, 6), (1, 1), 11])
    assert rules(b) == ["ME 5.3c1", "ME 5.3c1", "TCS 17.8a"]
    off = field(*lines, chem_vehicle_check=False)
    run(off, ChemAttack(1, off.hex("0104"), 1, *people), dice=[(6, 6), (1, 1)])
    assert rules(off) == ["ME 5.3c1", "ME 5.3c1"]
    whole = field(*lines)
    run(whole, ChemAttack(1, whole.hex("0104"), 1, *people), dice=[(1, 1), (1, 1)])
    assert rules(whole) == ["ME 5.3c1", "ME 5.3c1"], "no crew lost, no check"


@rule("ME 5.3c1", "ME 5.3i")
@pytest.mark.parametrize(("mark", "last"), [("", 6), ("mopp=medium", 7), ("mopp=high", 10)])
def test_a_crew_is_lost_on_seven_eight_or_eleven(mark, last):
    b = field(f"Red us87_m60a3 X 0104 {mark}")
    roll = b.look.resolution_of(ChemRoll(b.number("X")))
    total = sum(each.value for each in roll.modifiers)
    assert [roll.read(number) for number in (last, last + 1)] == ["no effect", "destroyed"]
    assert last + total == 9


@rule("ME 5.3d")
def test_passengers_who_were_attacked_check_no_morale():
    b = field("Red su_truck T 0104 move", "Red su87_mr_plt P 0104 move carrier=T")
    run(b, ChemAttack(1, b.hex("0104"), 1, (b.number("P"),), ()), dice=[11])
    assert rules(b) == ["ME 5.3b2"]


# Nerves


@rule("ME 5.3d2", "TCS 17.6")
def test_a_surrender_under_chemicals_tells_twice_on_the_battalion():
    b = field("Red su87_mr_squad X 0104 bn=R", surrender_tells=1)
    work = opened(b.game, b.state)
    ChemMorale(b.number("X"), (b.hex("0104"),)).then(work, "Surrender")
    assert work.board.battalions[b.world.battalions.index("R")] == 2
    assert work.units[b.number("X")].steps == 0
    quiet = field("Red su87_mr_squad X 0104 bn=R", surrender_tells=0)
    work = opened(quiet.game, quiet.state)
    ChemMorale(quiet.number("X"), (quiet.hex("0104"),)).then(work, "Surrender")
    assert work.board.battalions[quiet.world.battalions.index("R")] == 0
    assert work.units[quiet.number("X")].steps == 0


@rule("ME 5.3d", "TCS 17.5a")
def test_a_unit_that_is_paralyzed_does_not_run_from_chemicals_and_others_do():
    for mark, runs in (("", 1), ("suppressed", 1), ("paralyzed", 0)):
        b = field(f"{SQUAD} {mark}")
        work = opened(b.game, b.state)
        before = len(work.stack)
        ChemMorale(b.number("X"), (b.hex("0104"),)).then(work, "SYR")
        assert len(work.stack) - before == runs


@rule("ME 5.3d", "TCS 17.5c")
@pytest.mark.parametrize(("mopp", "steps"), [("low", 2), ("high", 1)])
def test_running_from_chemicals_costs_steps_by_the_whole_total(mopp, steps):
    """Morale 3 and 6 for chemicals are 9: two steps; 3 and 2 are 5: one."""
    b = field(f"{SQUAD} mopp={mopp}")
    work = opened(b.game, b.state)
    ChemMorale(b.number("X"), (b.hex("0104"),)).then(work, "SYR")
    assert work.stack[-1] == SaveYourself(b.number("X"), (b.hex("0104"),), steps)


@rule("ME 5.3e2", "ME 5.3d")
@pytest.mark.parametrize(("mopp", "found"), [
    ("low", [(6, "ME 5.3d")]), ("medium", [(4, "ME 5.3d"), (3, "ME 5.3e2")]),
    ("high", [(2, "ME 5.3d"), (5, "ME 5.3e2")]),
])  # fmt: skip
def test_each_line_of_a_check_under_chemicals_and_shells(mopp, found):
    for zone in (True, False):
        b = field(f"{SQUAD} mopp={mopp}", *(["zone 0104"] if zone else []))
        roll = b.look.resolution_of(ChemMorale(b.number("X"), (b.hex("0104"),)))
        lines = [(each.value, each.rule) for each in roll.modifiers if each.rule.startswith("ME")]
        assert lines == (found if zone else found[:1])


# Agents that stay


@rule("ME 5.3a2", "ME 5.3c2")
def test_those_whom_a_unit_carries_into_chemicals_are_attacked_with_it():
    lines = ("Blue us_truck T 0103 move", "Blue us_rifle_plt P 0103 move carrier=T", "Blue us87_mech_squad B 0104")
    b = marked(field(*lines), "0104")
    b.go("T", "0104", 11, (1, 1))
    assert [b.names[each.resolution.on[0]] for each in b.rolls()] == ["P", "T"]
    empty = marked(field(*lines), "0105")
    assert not empty.go("T", "0104").rolls()


@rule("ME 5.3a2")
def test_a_unit_that_runs_into_chemicals_is_attacked_there():
    b = marked(field(SQUAD), "0104")
    work = opened(b.game, b.state)
    before = len(work.stack)
    ran(work, b.number("X"), b.hex("0104"))
    assert work.stack[before:] == [ChemEntry((b.number("X"),), b.hex("0104"))]
    before = len(work.stack)
    ran(work, b.number("X"), b.hex("0105"))
    assert len(work.stack) == before


@rule("ME 5.3f", "ME 5.3g")
def test_a_client_reads_when_the_chemicals_go():
    dry, wet = (marked(field(OBSERVER, weather={"rain": rain}), "0104") for rain in (False, True))
    words = [next(each for each in b.game.picture(b.state, 0).patches if each.kind == "chemicals") for b in (dry, wet)]
    assert [(each.words.rpartition(" on ")[2], each.label) for each in words] == [
        ("a die of 6", "1"),
        ("a die of 4 or more", "1"),
    ]
    assert "1 marker:" in words[0].words
    assert [(each.at, each.radius, each.goes) for each in words] == [
        (dry.hex("0104"), 0, "6"),
        (dry.hex("0104"), 0, "4+"),
    ]


# Levels


@rule("ME 5.2b")
def test_a_side_changes_levels_only_so_often_at_one_time():
    lines = (
        "Blue us87_mech_squad A 0101",
        "Blue us87_mech_squad B 0102 mopp=high",
        "Blue us87_mech_squad L 0102 lost",
        SQUAD,
    )
    assert Mopp(0) == Mopp(0, 0)
    for changes, free in ((59, True), (60, False)):
        b = field(*lines)
        b.state = replace(b.state, stack=(*b.state.stack, Mopp(0, changes)))
        assert b.offers("high") == ({"A"} if free else set())
        assert b.offers("order") == ({"A", "B"} if free else set())
        assert ("all_high" in b.verbs()) is free
        assert "done" in b.verbs()
        if not free:
            assert "that is enough for now: change MOPP again in the next command phase" in b.why_not("high", "A")
        assert "lost" in b.why_not("high", "L")
        assert "not one of your units" in b.why_not("order", "X")


@rule("ME 5.2b")
def test_the_same_level_goes_to_those_with_the_same_order_only():
    marks = {"A": "mopp=medium", "B": "", "U": "unassigned", "V": "unassigned mopp=high"}
    b = asked(field(*(f"Blue us87_mech_squad {name} 0102 {mark}" for name, mark in marks.items())))
    assert b.offers("order") == {"A", "B", "U", "V"}
    b.do("order", "A")
    assert [level_of(b.look, b.number(name)) for name in "ABUV"] == [MEDIUM, MEDIUM, LOW, HIGH]
    assert b.offers("order") == {"U", "V"}
    b.do("order", "V")
    assert [level_of(b.look, b.number(name)) for name in "ABUV"] == [MEDIUM, MEDIUM, HIGH, HIGH]


@rule("ME 5.2a", "ME 5.0")
def test_a_battle_has_chemical_war_if_somebody_has_chemicals_or_protection():
    assert not chemical_war(field(SQUAD).world)
    assert chemical_war(field(f"{SQUAD} mopp=medium").world)
    assert chemical_war(Modern(OBSERVER, SQUAD, GUNS).world)
    assert not chemical_war(Modern(OBSERVER, SQUAD, "battery Blue us_105_how A he=3").world)


@rule("ME 5.2b")
def test_in_the_command_phase_each_side_that_has_units_is_asked():
    def stack(*lines):
        b = field(*lines)
        work = opened(b.game, b.state)
        before = len(work.stack)
        MoppRound().run(work)
        return sorted(each.side for each in work.stack[before:])

    assert stack("Blue us87_m1a1 O 0101", f"{SQUAD} mopp=medium") == [0, 1]
    assert stack("Blue us87_m1a1 O 0101", SQUAD) == []
    assert stack("Blue us87_m1a1 O 0101 mopp=medium", f"{SQUAD} lost") == [0]


@rule("ME 5.2f")
def test_the_highest_level_of_the_battalion_on_the_map_slows_its_recovery():
    def second(*marks, **how):
        b = field(
            *(f"Blue us87_mech_squad {name} {mark} bn=B" for name, mark in zip("ACD", marks, strict=False)), **how
        )
        return slowed(b.look, b.world.battalions.index("B"))

    assert second("0101", "0102") is None
    assert second("0101 mopp=medium", "0102") == MoppRecovery(0, MEDIUM)
    assert second("0101 mopp=medium", "0102 mopp=high") == MoppRecovery(0, HIGH)
    assert second("0101 mopp=medium", "off mopp=high") == MoppRecovery(0, MEDIUM), "those off the map do not count"
    assert second("0101 mopp=high", mopp_slows_recovery=False) is None


@rule("ME 5.3h2")
@pytest.mark.parametrize(("mopp", "barred"), [("low", False), ("medium", False), ("high", True)])
def test_only_high_mopp_keeps_a_helicopter_from_moving_in_noe(mopp, barred):
    b = field(f"Blue us87_ah1f A 0103 mopp={mopp}", SQUAD)
    assert (grounded(b.look, 0) is not None) is barred
    assert (b.do("fly", "A").offers("to") == set()) is barred


@rule("ME 5.2e")
def test_a_fire_says_once_for_each_level_how_it_weakens_units_on_foot():
    levels = {"A": "high", "B": "medium", "C": "high", "D": "low", "E": "high"}
    kinds = {name: "us87_m1a1" if name == "C" else "us87_mech_squad" for name in levels}
    b = field(*(f"Blue {kinds[name]} {name} 0101 mopp={mopp}" for name, mopp in levels.items()), SQUAD)
    lines = list(weakened(AreaFire((0, 1, 2, 3, 4), b.hex("0104"), 1, SFA), b.look))
    assert [each.words for each in lines] == [
        "strength x1/2 of firers on foot in Medium MOPP", "strength x1/4 of firers on foot in High MOPP",
    ]  # fmt: skip
    assert list(weakened(AreaFire((2, 3), b.hex("0104"), 1, SFA), b.look)) == []


@rule("ME 5.2a")
def test_the_level_is_drawn_unless_it_is_low_or_the_unit_is_lost():
    b = field(
        "Blue us87_mech_squad A 0101 mopp=high",
        "Blue us87_mech_squad B 0101 mopp=medium",
        "Blue us87_mech_squad C 0101",
    )
    marks = {b.names[each.id]: [mark.words for mark in each.marks if "MOPP" in mark.words]
             for each in b.game.picture(b.state, None).pieces}  # fmt: skip
    assert [marks[name] for name in "ABC"] == [["High MOPP"], ["Medium MOPP"], []]


@rule("ME 5.3a2")
def test_the_agent_that_stays_is_chosen_with_the_shell():
    assert len({PERSISTENT, PASSING, MIXED_PERSISTENT, MIXED_PASSING}) == 4
    b = battalion()
    b.call("A", "0306", shell="HE with persistent chemicals", size="battalion").do("done", None, 33, 11, 11, 11)
    assert kept(b).markers, "even of a Bad Shoot"
