"""The command phase: weighted turns, implementation, digging in, completion, failure (TCS 2.0b to 2.0d, 4.2, 6.9)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.kernel.errors import OptionError
from sandtable.kernel.state import State
from sandtable.systems.tcs.command import Accrue, CommandPhase, Dig, Implementation, ImplementRoll
from sandtable.systems.tcs.commandodds import CommandQuestion, command_chain, command_odds
from sandtable.systems.tcs.orders import chance, ground, order_of, standing, withdrawn_from
from sandtable.systems.tcs.preparation import gain, row_of
from sandtable.systems.tcs.review import FailureRoll, Review
from sandtable.systems.tcs.sheets import ALL, CANCELLED, COMPLETED, FAILED, IMPLEMENTED, PREPARING, SIGNAL, TURN
from sandtable.systems.tcs.tables import PREP, WEIGHTED, command_number
from sandtable.systems.tcs.world import NIGHT, NOBODY
from tests.systems.tcs.ordered import Ordered, order

rule = pytest.mark.rule
FIELD = "1608 open\n"


def field(lines, *orders, **how):
    return Ordered(FIELD + lines, *orders, **how)


def events(b, side):
    return [event.what for event in b.events if event.seen_by(side)]


# Worked examples


def course(b, number, gains):
    """By phases: weighted turns, the number to roll, the chance by then, as the engine's own rolls have it."""
    found, missing = [], Fraction(1)
    for engaged in gains:
        units = tuple(replace(unit, engaged=engaged) for unit in b.state.board.units)
        b.state = State(replace(b.state.board, units=units), b.state.stack)
        b.run(Accrue(), Dig())
        sheet = b.sheets[number]
        resolution = b.look.resolution_of(ImplementRoll(number))
        (now,) = [Fraction(ways, 36) for outcome, ways in resolution.chances() if outcome == "in force"]
        assert now == chance(b.look, sheet)
        (needed,) = [row.low for row in resolution.rows if row.outcome == "in force"]
        missing *= 1 - now
        found.append((sheet.weighted, needed, now, 1 - missing))
    return found


@rule("TCS 6.9f1", "TCS 6.9f5", "TCS 6.9f9", "TCS 6.9d1", "TCS 6.9a", "TCS 6.9c")
def test_k1_a_company_attack():
    def made(**how):
        return field(
            "Blue us_rifle_plt A 0101 unassigned listed=0\nBlue us_rifle_plt B 0102 unassigned listed=0",
            order("Attack", "0801", state="preparing", axis="0101 0801"), **how,
        )  # fmt: skip

    assert row_of(made().world, (0, 1)) == 4
    quiet = course(made(), 0, [False] * 10)
    assert [(turns, needed) for turns, needed, _, _ in quiet] == [
        (3, 65), (6, 64), (9, 63), (12, 55), (15, 55), (18, 52), (21, 52), (24, 44), (27, 44), (30, 36),
    ]  # fmt: skip
    assert [by for *_, by in quiet[:6]] == [
        Fraction(1, 18), Fraction(29, 216), Fraction(56, 243), Fraction(878, 2187), Fraction(10520, 19683),
        Fraction(479513, 708588),
    ]  # fmt: skip
    assert quiet[7][3] == Fraction(266021891, 306110016)
    assert round(100 * quiet[9][3]) == 96
    fire = course(made(), 0, [True] * 8)
    assert (fire[1][3], fire[7][3]) == (Fraction(35, 324), Fraction(1375343837, 3265173504))
    fast = course(made(command_pace=2), 0, [False] * 4)
    assert (fast[2][3], fast[3][3]) == (Fraction(1963, 3888), Fraction(33181, 46656))


@rule("TCS 6.9f6", "TCS 6.9f8", "TCS 6.9d2")
def test_k2_a_hasty_defense_under_fire():
    b = field(
        "Blue ge_gren_plt A 0101 sheet=0 listed=1",
        order("Attack", "0801"), order("Hasty Defense", "0101", state="preparing"),
    )  # fmt: skip
    found = course(b, 1, [False, False, True, True, False, False, False])
    assert [(turns, needed) for turns, needed, _, _ in found] == [
        (2, 64), (4, 63), (5, 63), (6, 55), (8, 55), (10, 52), (12, 44),
    ]  # fmt: skip
    assert [by for *_, by in found] == [
        Fraction(1, 12), Fraction(5, 27), Fraction(67, 243), Fraction(955, 2187), Fraction(11059, 19683),
        Fraction(123247, 177147), Fraction(437116, 531441),
    ]  # fmt: skip


@rule("TCS 6.9e", "TCS 6.9b", "TCS 6.9f10")
def test_k3_a_tank_attack_of_two_battalions():
    b = field(
        "Blue su_t34_76 A 0101 unassigned listed=0 bn=I\nBlue su_t34_76 B 0101 unassigned listed=0 bn=II",
        order("Attack", "0801", state="preparing"),
    )
    found = course(b, 0, [False] * 6)
    assert [(turns, needed) for turns, needed, _, _ in found] == [
        (9, 65), (18, 64), (27, 62), (36, 53), (45, 51), (54, 44),
    ]  # fmt: skip
    assert [by for *_, by in found] == [
        Fraction(1, 18), Fraction(29, 216), Fraction(1979, 7776), Fraction(64607, 139968), Fraction(134591, 209952),
        Fraction(1991897, 2519424),
    ]  # fmt: skip
    b = field("Blue ge_pz4 A 0101 unassigned listed=0", order("Attack", "0801", state="preparing"))
    assert [by for *_, by in course(b, 0, [False] * 4)] == [
        Fraction(2, 9), Fraction(59, 108), Fraction(194, 243), Fraction(8209, 8748),
    ]  # fmt: skip


@rule("TCS 6.11b")
@pytest.mark.parametrize(("lost", "now"), [(3, Fraction(5, 12)), (4, Fraction(5, 12)), (5, Fraction(13, 18))])
def test_k5_the_chance_of_failure(lost, now):
    b = field("Blue us_rifle_plt A 0101", order("Attack", "0801", steps=6, lost=lost))
    chances = dict(b.look.resolution_of(FailureRoll(0)).chances())
    assert Fraction(chances["fails"], 36) == now
    if lost == 3:
        assert (1 - now) ** 3 == Fraction(343, 1728)


@rule("TCS 6.9f1", "TCS 6.9e")
def test_the_calculator_gives_the_worked_examples():
    def by(**asked):
        return list(command_odds(CommandQuestion(**asked)).lines["in force by then"].values())

    assert by()[7] == Fraction(266021891, 306110016)
    assert by(under_fire="1-8", phases=8)[7] == Fraction(1375343837, 3265173504)
    assert by(command_pace=2)[3] == Fraction(33181, 46656)
    assert by(kind="Hasty Defense", prep=2, units="orders", under_fire="3, 4", phases=7)[6] == Fraction(437116, 531441)
    assert by(prep=5, battalions=2, vehicles=True, phases=6)[5] == Fraction(1991897, 2519424)
    assert by(prep=2, vehicles=True, phases=4)[3] == Fraction(8209, 8748)
    assert by(night=True, phases=1) == by(units="orders", phases=1) != by(kind="Move", phases=1)
    assert by(weighted=9, phases=1)[0] == Fraction(8, 36)
    chain = command_chain(CommandQuestion(prep=5, phases=2))
    assert chain[:2] == ("Command phase 1, 3 weighted turns: no roll", "Command phase 2, 6 weighted turns:")
    assert chain[2].rows[1].low == 65
    for wrong in ("three", "4-99", "0"):
        with pytest.raises(OptionError, match="under_fire: "):
            CommandQuestion(under_fire=wrong)


# The table


@rule("TCS 6.9f4", "TCS 6.9f5", "TCS 6.9f6", "TCS 6.9f7")
def test_the_columns_of_each_kind_of_sheet():
    for kind, needed in WEIGHTED.items():
        for column, turns in enumerate(needed):
            assert command_number(kind, 1, turns) == PREP[1][column]
            if turns > 1:
                assert command_number(kind, 1, turns - 1) == PREP[1][column - 1]
    assert WEIGHTED["Attack"] == (1, 6, 9, 12, 16, 22, 28, 34, 42, 52, 61)
    assert WEIGHTED["Prepared Defense"] == (1, 12, 18, 24, 30, 36, 42, 49, 56, 63, 71)
    assert WEIGHTED["Hasty Defense"] == (1, 3, 6, 9, 12, 17, 22, 26, 32, 40, 45)
    assert WEIGHTED["Move"] == (1, 2, 4, 6, 8, 12, 15, 18, 22, 28, 34)


@rule("TCS 6.9f8", "TCS 6.9f9", "TCS 6.9f10")
def test_the_rows_of_the_table():
    assert PREP == {
        1: (61, 52, 44, 35, 32, 24, 24, 21, 14, 12, 11),
        2: (63, 56, 52, 44, 35, 32, 25, 22, 21, 14, 12),
        3: (64, 63, 55, 52, 44, 35, 31, 26, 24, 21, 14),
        4: (65, 64, 63, 55, 52, 44, 36, 32, 31, 24, 21),
        5: (66, 65, 64, 62, 56, 52, 45, 42, 34, 32, 24),
        6: (None, 65, 65, 64, 62, 56, 52, 46, 43, 34, 32),
        7: (None, None, 65, 65, 64, 62, 56, 53, 51, 44, 35),
        8: (None, None, None, 65, 65, 63, 62, 56, 54, 52, 46),
        9: (None, None, None, None, 65, 64, 63, 62, 56, 54, 52),
    }


@rule("TCS 6.9a")
def test_rows_below_and_above_the_table_are_its_first_and_last():
    assert command_number("Move", 0, 34) == command_number("Move", 1, 34) == 11
    assert command_number("Move", 12, 34) == command_number("Move", 9, 34) == 52
    lines = "\n".join(f"Blue su_t34_76 {name} 0101 unassigned listed=0 bn={name}" for name in "ABCDEF")
    b = field(lines, order("Attack", "0801", state="preparing"))
    assert row_of(b.world, range(6)) == 9


@rule("TCS 6.9f2")
def test_a_dash_is_not_rolled_for():
    lines = "Blue su_t34_76 A 0101 unassigned listed=0"
    b = field(lines, order("Attack", "0801", state="preparing", weighted=1)).run(Implementation())
    assert not b.rolls(), "row 6 begins with a dash"
    b = field(lines, order("Attack", "0801", state="preparing")).run(Implementation())
    assert not b.rolls(), "0 weighted turns"
    b = field(lines, order("Attack", "0801", state="preparing", weighted=6)).run(Implementation(), dice=(64,))
    assert b.sheets[0].state == PREPARING


@rule("TCS 6.9b")
def test_the_size_of_a_sheet_counts_its_battalions():
    lines = "Blue us_rifle_plt A 0101 bn=I\nBlue us_rifle_plt B 0101 bn=I\nBlue us_m4_75 C 0101 bn=II"
    world = field(lines, order("Attack")).world
    assert [row_of(world, units) for units in ((0,), (0, 1), (0, 2))] == [4, 4, 5]
    world = field(lines, order("Attack"), sheet_size="companies").world
    assert [row_of(world, units) for units in ((0,), (0, 1), (0, 2))] == [3, 4, 5]


# Weighted turns


@rule("TCS 6.9d1", "TCS 6.9d2", "TCS 2.0c")
@pytest.mark.parametrize(
    ("lines", "light", "gained"),
    [
        ("Blue us_rifle_plt A 0101 unassigned listed=0", 0, 3),
        ("Blue us_rifle_plt A 0101 unassigned listed=0", NIGHT, 2),
        ("Blue us_rifle_plt A 0101 sheet=1 listed=0", 0, 2),
        ("Blue us_rifle_plt A 0101 unassigned listed=0\nBlue us_rifle_plt B 0101 sheet=1 listed=0", 0, 2),
        ("Blue us_rifle_plt A 0101 unassigned listed=0\nBlue us_rifle_plt B 0101 engaged sheet=1 listed=0", 0, 1),
        ("Blue us_rifle_plt A 0101 unassigned listed=0\nBlue us_rifle_plt B 0101 engaged unassigned", 0, 3),
        ("Blue us_rifle_plt A off sheet=1 listed=0", 0, 3),
    ],
)
def test_weighted_turns_by_the_worst_unit(lines, light, gained):
    b = field(lines, order("Attack", "0801", state="preparing"), order("Hasty Defense", "0101"), light=light)
    b.run(Accrue())
    assert b.sheets[0].weighted == gained
    assert ("accrues" in events(b, 0), "accrues" in events(b, 1)) == (True, False)


@rule("TCS 6.9d2")
def test_weighted_turns_by_most_of_the_steps():
    lines = "Blue us_rifle_plt A 0101 unassigned listed=0\nBlue us_hmg_sec B 0101 unassigned engaged listed=0"
    b = field(lines, order("Attack", "0801", state="preparing"), weighted_worst="most")
    assert gain(b.look, b.sheets[0]) == 3


@rule("TCS 6.9e")
@pytest.mark.parametrize(
    ("lines", "gained"),
    [
        ("Blue us_m4_75 T 0101 unassigned listed=0", 9),
        ("Blue us_m4_75 T 0101 unassigned engaged listed=0", 3),
        ("Blue us_m4_75 T 0101 unassigned listed=0\nBlue us_rifle_plt A 0101 unassigned listed=0", 3),
        ("Blue us_m4_75 T 0101 unassigned listed=0\nBlue us_rifle_plt A 0101 move carrier=T unassigned listed=0", 9),
        ("Blue us_truck T 0101 unassigned listed=0", 3),
    ],
)
def test_a_sheet_of_vehicles_gains_three_times_as_much(lines, gained):
    b = field(lines, order("Attack", "0801", state="preparing"))
    assert gain(b.look, b.sheets[0]) == gained


@rule("TCS 6.9d1", "TCS 2.0c")
def test_who_fired_and_who_was_fired_at_is_marked_and_forgotten():
    lines = (
        "Blue us_hmg_sec A 0404\nBlue us_rifle_plt B 0404\nRed ge_gren_plt X 0406 fired\nRed ge_gren_plt Y 0407 fired"
    )
    b = field(lines, order("Attack", "0801"), order("Hasty Defense", "0406", side=1), fire_triggers=False)
    b.do("suppress", "0406").do("add", "A").do("fire", None, 11)
    assert [b[name].engaged for name in "ABXY"] == [True, False, True, False]
    b.run(Accrue(), Dig())
    assert not any(b[name].engaged for name in "ABXY")


@rule("TCS 6.9d1")
def test_with_command_off_nobody_is_marked():
    lines = "Blue us_hmg_sec A 0404\nRed ge_gren_plt X 0406 fired"
    b = field(lines, order("Attack", "0801"), fire_triggers=False, command="off")
    b.do("suppress", "0406").do("add", "A").do("fire", None, 11)
    assert not b["A"].engaged


@rule("TCS 6.9d1")
@pytest.mark.parametrize("what", ["antitank", "smoke", "mines"])
def test_every_kind_of_fire_counts(what):
    lines = "Blue us_81mm_sec M 0304\nBlue us_rifle_plt A 0404 move\nRed ge_pz4 X 0405 fired\nmines 0403 Red"
    b = field(lines, order("Attack", "0801"), order("Hasty Defense", "0405", side=1), fire_triggers=False)
    if what == "antitank":
        b.do("antitank", "A").do("at", "X", 4)
        assert b["A"].engaged
        assert b["X"].engaged
    elif what == "smoke":
        b.do("smoke", "M").do("at", "0404", 1)
        assert (b["M"].engaged, b["A"].engaged) == (True, False)
    else:
        b.do("move", "A").do("to", "0403").do("hold", None, 11, 11)
        assert b["A"].engaged


# Implementation


@rule("TCS 2.0d", "TCS 6.9f3", "TCS 6.1")
def test_an_implemented_sheet_takes_its_units_from_their_old_ones():
    b = field(
        "Blue us_rifle_plt A 0304 sheet=0 listed=1\nBlue us_rifle_plt B 0304 sheet=0",
        order("Attack", "0801", lost=2, steps=10), order("Hasty Defense", "0304", state="preparing", weighted=45),
    )  # fmt: skip
    b.run(Implementation(), dice=(66,))
    assert [b[name].sheet for name in "AB"] == [1, 0]
    assert (b.sheets[0].state, b.sheets[1].state) == (IMPLEMENTED, IMPLEMENTED)
    assert (b.sheets[1].row, b.sheets[1].steps, b.sheets[1].listed) == (4, 5, ())
    assert b.sheets[0].lost == 2, "the attack goes on without it"
    assert b["A"].post == b.hex("0304")
    assert order_of(b.look, 0) == "Hasty Defense: Hasty Defense, 0304"


@rule("TCS 6.9f3", "TCS 6.10")
def test_a_sheet_left_without_combat_units_is_cancelled():
    b = field(
        "Blue us_rifle_plt A 0304 sheet=0 listed=1\nBlue us_truck B 0304 sheet=0",
        order("Attack", "0801"), order("Hasty Defense", "0304", state="preparing", weighted=45),
    ).run(Implementation(), dice=(66,))  # fmt: skip
    assert b.sheets[0].state == CANCELLED
    assert b["B"].sheet == NOBODY


@rule("TCS 6.9f3")
def test_of_two_sheets_with_a_unit_in_common_the_lower_number_holds():
    b = field(
        "Blue us_rifle_plt A 0304 unassigned listed=0,1",
        order("Attack", "0801", state="preparing", weighted=61, name="First"),
        order("Move", "0801", state="preparing", weighted=34, name="Second"),
    ).run(Implementation(), dice=(66,))
    assert [sheet.state for sheet in b.sheets] == [IMPLEMENTED, PREPARING]
    assert b.sheets[1].weighted == 34
    assert "order_waits" in events(b, 0)
    assert "order_waits" not in events(b, 1)


@rule("TCS 6.9f3")
@pytest.mark.parametrize(
    ("roll", "turn", "rolls"),
    [("always", 1, 1), ("never", 1, 0), ("ask", 1, 0), ("now", 1, 1), ("turn 3", 2, 0), ("turn 3", 3, 1),
     ("chance 40", 1, 0), ("chance 30", 1, 1)],
)  # fmt: skip
def test_rolling_is_voluntary(roll, turn, rolls):
    b = field(
        "Blue us_rifle_plt A 0304 unassigned listed=0",
        order("Attack", "0801", state="preparing", weighted=16, roll=roll), turn=turn,
    ).run(Implementation(), dice=(11,) * rolls)  # fmt: skip
    assert len(b.rolls()) == rolls
    assert b.sheets[0].roll == ("ask" if roll == "now" else roll)


@rule("TCS 6.9f1", "TCS 6.2")
def test_the_dice_of_an_order_are_its_owners_alone():
    b = field(
        "Blue us_rifle_plt A 0304 unassigned listed=0\nRed ge_gren_plt X 0804 unassigned listed=1",
        order("Attack", "0801", state="preparing", weighted=16),
        order("Attack", "0301", side=1, state="preparing", weighted=16, name="Other"),
    ).run(Implementation(), dice=(11, 66))
    assert [event.to for event in b.events if event.roll] == [0, 1]
    assert events(b, 0) == ["rolled"]
    assert events(b, 1) == ["rolled", "order_begins"]
    assert [sheet.state for sheet in b.sheets] == [PREPARING, IMPLEMENTED]


@rule("TCS 6.9f3")
def test_lost_units_are_struck_off_and_nobody_is_left():
    b = field(
        "Blue us_rifle_plt A 0304 lost listed=0\nBlue us_truck B 0304 unassigned listed=0",
        order("Attack", "0801", state="preparing", weighted=61),
    ).run(Implementation())
    assert b.sheets[0].state == CANCELLED
    assert events(b, 0) == ["order_empty"]


@rule("TCS 6.9f1")
def test_a_number_of_11_is_always_reached():
    b = field(
        "Blue ge_gren_plt A 0304 unassigned listed=0",
        order("Move", "0801", state="preparing", weighted=34), sheet_size="companies",
    )  # fmt: skip
    assert dict(b.look.resolution_of(ImplementRoll(0)).chances()) == {"not yet": 1, "in force": 35}
    formations = tuple(replace(each, prep=1) for each in b.world.formations)
    b.game.world = replace(b.world, formations=formations)
    assert dict(b.look.resolution_of(ImplementRoll(0)).chances()) == {"in force": 36}
    assert chance(b.look, b.sheets[0]) == 1


@rule("TCS 6.9g")
def test_a_sheet_of_the_scenario_comes_into_force_on_its_turn():
    b = field(
        "Blue us_rifle_plt A 0304 unassigned listed=0", order("Attack", "0801", state="preparing", from_turn=3), turn=2
    )
    b.run(Review(), Accrue(), Implementation())
    assert (b.sheets[0].state, b.sheets[0].weighted) == (PREPARING, 0)
    b.next_turn(Review())
    assert b["A"].sheet == 0


@rule("TCS 2.0b", "TCS 2.0c", "TCS 2.0d", "TCS 2.0h")
def test_the_steps_of_the_command_phase_in_their_order():
    def phase(turn, **how):
        return field(
            "Blue us_rifle_plt A 0304 unassigned listed=1\nBlue us_rifle_plt B 0304 sheet=0",
            order("Move", "0304", axis="0101 0304", name="Done"),
            order("Attack", "0801", state="preparing", weighted=9, name="Next"),
            turn=turn, command="orders", bn={"Blue": 1}, **how,
        )  # fmt: skip

    b = phase(4).run(CommandPhase(), dice=(55, 2))
    assert b.told() == ["order_completed", "accrues", "rolled", "order_begins", "rolled"]
    assert [event.rule for event in b.events if event.roll] == ["TCS 6.9f1", "TCS 17.1d"]
    b = phase(1).run(CommandPhase(), dice=(11, 2))
    assert b.told() == ["rolled", "rolled"], "no review and nothing gained on the first turn"
    b = phase(1, first_turn_accrual=True).run(CommandPhase(), dice=(11, 2))
    assert b.told() == ["order_completed", "accrues", "rolled", "rolled"]
    b = phase(2).run(CommandPhase(), dice=(11,))
    assert b.told()[-1] == "rolled", "no hourly roll at twenty past"
    off = field(
        "Blue us_rifle_plt A 0304 unassigned listed=0", order("Attack", "0801", state="preparing"), command="off"
    )
    assert off.run(CommandPhase()).told() == []


# Digging in


@rule("TCS 4.2a")
def test_a_prepared_defense_digs_in_those_in_fire_mode_in_their_ground():
    b = field(
        "Blue us_rifle_plt A 0304 unassigned listed=0\nBlue us_rifle_plt B 0304 move unassigned listed=0\n"
        "Blue us_m4_75 T 0304 unassigned listed=0\nBlue us_rifle_plt R 0304 unassigned listed=0:1",
        order(
            "Prepared Defense", "0304", state="preparing", weighted=71, groups=(("All", "hold"), ("Back", "reserve"))
        ),
    )
    b.run(Implementation(), dice=(66,))
    assert [b[name].dug_in for name in "ABTR"] == [True, False, True, False]
    assert events(b, 1) == ["digs_in", "digs_in"], "what it causes is seen, the roll is not"


@rule("TCS 4.2a")
@pytest.mark.parametrize(
    ("words", "digs"),
    [("", True), ("engaged", False), ("move", False), ("spent=1", False), ("suppressed", False), ("fired", False)],
)
def test_one_that_missed_it_digs_in_after_a_quiet_turn(words, digs):
    text = f"Blue us_rifle_plt A 0304 {words} post=0304"
    b = field(text, order("Prepared Defense", "0304"), turn=2).run(Accrue(), Implementation(), Dig())
    assert b["A"].dug_in == digs
    if digs:
        assert not field(text, order("Prepared Defense", "0304"), turn=2, dig_in_later=False).run(Dig())["A"].dug_in
        assert not field(text, order("Hasty Defense", "0304"), turn=2).run(Dig())["A"].dug_in
        assert not field(text, order("Prepared Defense", "0304"), turn=1).run(Dig())["A"].dug_in


@rule("TCS 4.2a", "TCS 6.14b")
def test_reserves_dig_in_only_with_the_option():
    text = "Blue us_rifle_plt A 0304 post=0304"
    sheet = order("Prepared Defense", "0304", groups=(("All", "reserve"),))
    assert not field(text, sheet, turn=2).run(Dig())["A"].dug_in
    assert field(text, sheet, turn=2, reserve_digs_in=True).run(Dig())["A"].dug_in


@rule("TCS 4.2b")
@pytest.mark.parametrize(("kind", "stays"), [("Attack", False), ("Move", False), ("Hasty Defense", True)])
def test_foxholes_are_left_for_an_attack_or_a_move(kind, stays):
    b = field(
        "Blue us_rifle_plt A 0304 dug_in unassigned listed=0", order(kind, "0304", state="preparing", weighted=61)
    )
    assert b.run(Implementation(), dice=(66,))["A"].dug_in == stays


@rule("TCS 4.2b", "TCS 6.11a")
def test_the_end_of_an_order_fills_no_foxhole():
    b = field(
        "Blue us_rifle_plt A 0304 dug_in listed=1", order("Prepared Defense", "0304"),
        order("Hasty Defense", "0304", state="preparing", weighted=45),
    ).run(Implementation(), dice=(66,))  # fmt: skip
    assert b["A"].dug_in


# Phase lines


LINE = ("Fish", "0703 0704 0705 0702 0706 0701 0707 0708")


@rule("TCS 6.15b")
@pytest.mark.parametrize(
    ("condition", "turn", "b_at", "open"),
    [
        (TURN, 2, "0404", True),
        (TURN, 3, "0404", False),
        (ALL, 0, "0404", False),
        (ALL, 0, "0704", True),
        (ALL, 0, "0804", True),
        (SIGNAL, 0, "0804", False),
    ],
)
def test_when_a_phase_line_opens(condition, turn, b_at, open):
    groups = (("One", "take"), ("Two", "support"), ("Back", "reserve"), ("Gone", "take"))
    b = field(
        f"Blue us_rifle_plt A 0804\nBlue us_rifle_plt B {b_at} group=1\nBlue us_rifle_plt R 0104 group=2 post=0104",
        order("Attack", "1204", axis="0404 1204", lines=((*LINE, condition, turn),), groups=groups), turn=2,
    ).run(Review())  # fmt: skip
    assert b.sheets[0].lines[0].open == open
    assert ("0904" in b.hexes(ground(b.look, 0))) == open
    assert ("line_opens" in events(b, 0), events(b, 1)) == (open, [])


@rule("TCS 6.15b")
def test_a_line_whose_hour_has_passed_is_open_when_the_order_begins():
    lines = ((*LINE, TURN, 2),)
    b = field(
        "Blue us_rifle_plt A 0404 unassigned listed=0",
        order("Attack", "1204", axis="0404 1204", lines=lines, state="preparing", weighted=61), turn=3,
    ).run(Implementation(), dice=(66,))  # fmt: skip
    assert b.sheets[0].lines[0].open


# Completion


@rule("TCS 6.11a", "TCS 2.0b")
@pytest.mark.parametrize(
    ("lines", "state"),
    [
        ("Blue us_rifle_plt A 0804\nBlue us_rifle_plt B 0805", COMPLETED),
        ("Blue us_rifle_plt A 0804\nBlue us_rifle_plt B 0605", IMPLEMENTED),
        ("Blue us_rifle_plt A 0804\nBlue us_truck B 0805", IMPLEMENTED),
        ("Blue us_rifle_plt A 0804 suppressed\nBlue us_rifle_plt B 0805 suppressed", IMPLEMENTED),
    ],
)
def test_an_attack_is_completed_when_its_objective_is_held(lines, state):
    b = field(lines, order("Attack", "0804 0805"), turn=2).run(Review())
    assert b.sheets[0].state == state
    assert b["A"].sheet == (NOBODY if state == COMPLETED else 0)
    assert events(b, 1) == []


@rule("TCS 6.11a")
def test_most_of_the_objective_can_be_enough():
    lines = "Blue us_rifle_plt A 0804\nBlue us_rifle_plt B 0805"
    assert field(lines, order("Attack", "0804 0805 0806"), turn=2).run(Review()).sheets[0].state == IMPLEMENTED
    b = field(lines, order("Attack", "0804 0805 0806"), turn=2, objective_share="most").run(Review())
    assert b.sheets[0].state == COMPLETED


@rule("TCS 6.11a")
@pytest.mark.parametrize(
    ("lines", "state"),
    [
        ("Blue us_rifle_plt A 0804\nBlue us_rifle_plt B 0805\nBlue us_hmg_sec C 0401", COMPLETED),
        ("Blue us_rifle_plt A 0804\nBlue us_hmg_sec C 0401\nBlue us_rifle_plt D 0401", IMPLEMENTED),
        ("Blue us_rifle_plt A 0804 steps=3\nBlue us_rifle_plt C 0401 steps=1", COMPLETED),
        ("Blue us_rifle_plt A 0804\nBlue us_truck C 0401", COMPLETED),
        ("Blue us_rifle_plt A 0804\nBlue us_rifle_plt R 0101 group=1 post=0101", COMPLETED),
        ("Blue us_rifle_plt A 0803\nRed ge_gren_plt X 0804 unassigned", IMPLEMENTED),
        ("Blue us_rifle_plt A 0803\nRed ge_gren_plt X 0804 unassigned hidden", COMPLETED),
        ("Blue us_rifle_plt A 0802", IMPLEMENTED),
    ],
)
def test_a_move_is_completed_when_three_quarters_have_arrived(lines, state):
    move = order("Move", "0804", groups=(("All", "march"), ("Back", "reserve")))
    assert field(lines, move, turn=2).run(Review()).sheets[0].state == state


@rule("TCS 6.11a")
@pytest.mark.parametrize("kind", ["Hasty Defense", "Prepared Defense"])
def test_defenses_are_never_completed(kind):
    b = field("Blue us_rifle_plt A 0804 post=0804", order(kind, "0804", steps=5, lost=5), turn=2).run(Review())
    assert b.sheets[0].state == IMPLEMENTED


@rule("TCS 6.11a")
def test_a_group_with_its_own_objective_is_completed_for_itself():
    groups = (("One", "take"), ("Two", "take", {"objective": "0404"}, 0))
    lines = "Blue us_rifle_plt A {}\nBlue us_rifle_plt B 0404 group=1"
    b = field(lines.format("0801"), order("Attack", "0804", groups=groups), turn=2).run(Review())
    assert [b[name].sheet for name in "AB"] == [0, NOBODY]
    assert b.sheets[0].state == IMPLEMENTED
    b = field(lines.format("0804"), order("Attack", "0804", groups=groups), turn=2).run(Review())
    assert b.sheets[0].state == COMPLETED


@rule("TCS 6.11a")
def test_units_can_consolidate_on_what_they_took():
    b = field("Blue us_rifle_plt A 0804", order("Attack", "0804"), turn=2, consolidate=True).run(Review())
    assert b.sheets[0].state == COMPLETED
    assert standing(b.look, 0).order == 'Hasty Defense order "Hold after Attack"'
    assert b["A"].post == b.hex("0804")


@rule("TCS 6.11a")
def test_completion_can_be_left_to_the_owner():
    b = field("Blue us_rifle_plt A 0804", order("Attack", "0804"), turn=2, completion="declared").run(Review())
    assert b.sheets[0].state == IMPLEMENTED


# Failure


@rule("TCS 6.11b", "TCS 6.11c")
def test_an_order_fails_by_its_losses_and_its_units_withdraw():
    text = "Blue us_rifle_plt A 0804 steps=2\nBlue us_rifle_plt B off\nRed ge_gren_plt X 1004 unassigned"
    attack = order("Attack", "1204", steps=5, lost=3, rally="0204", name="Dawn")
    b = field(text, attack, turn=2).run(Review(), dice=(7,))
    assert b.sheets[0].state == IMPLEMENTED
    assert [event.to for event in b.events if event.roll] == [0]
    b = field(text, attack, turn=2).run(Review(), dice=(6,))
    assert b.sheets[0].state == FAILED
    assert (b["A"].sheet, b["A"].withdrawing, b["B"].withdrawing) == (NOBODY, True, False)
    assert withdrawn_from(b.look, 0) == 0
    assert events(b, 1) == []
    assert order_of(b.look, 0) == "Attack: Dawn has failed, withdrawing"
    most = order("Attack", "1204", steps=4, lost=3, rally="0204")
    assert field(text, most, turn=2).run(Review(), dice=(8,)).sheets[0].state == FAILED
    stays = order("Attack", "1204", steps=5, lost=3)
    assert not field(text, stays, turn=2).run(Review(), dice=(2,))["A"].withdrawing
    assert field(text, attack, turn=2, failure_half=0).run(Review()).rolls() == []
    fewer = order("Attack", "1204", steps=5, lost=2)
    assert field(text, fewer, turn=2).run(Review()).rolls() == []


@rule("TCS 6.11b", "TCS 6.11a")
def test_a_completed_order_does_not_roll_for_failure():
    b = field("Blue us_rifle_plt A 0804", order("Attack", "0804", steps=5, lost=5), turn=2).run(Review())
    assert b.rolls() == []
    assert b.sheets[0].state == COMPLETED


@rule("TCS 6.11b")
def test_steps_lost_count_for_the_order_they_were_lost_on():
    lines = "Blue us_hmg_sec A 0404\nRed ge_gren_plt X 0406 fired sheet=1\nRed ge_gren_plt Y 0407 sheet=1"
    b = field(lines, order("Attack", "0801"), order("Attack", "0301", side=1, steps=10), fire_triggers=False)
    b.do("suppress", "0406").do("add", "A").do("fire", None, 66, 11)
    lost = 5 - b["X"].steps
    assert lost > 0
    assert b.sheets[1].lost == lost


@rule("TCS 6.11c")
@pytest.mark.parametrize(
    ("at", "enemy", "over"),
    [("0304", "0904", True), ("0504", "0904", False), ("0504", "off", True), ("0104", "1604", True)],
)
def test_when_a_withdrawal_ends(at, enemy, over):
    failed = order("Attack", "1204", state="failed", rally="0204")
    text = f"Blue us_rifle_plt A {at} unassigned withdrawing listed=0\nRed ge_gren_plt X {enemy} unassigned"
    b = field(text, failed, turn=2).run(Review())
    assert b["A"].withdrawing != over
    assert (b.sheets[0].listed == ()) == over


@rule("TCS 6.11c")
@pytest.mark.parametrize(("least", "over"), [(4, True), (5, False)])
def test_a_withdrawal_ends_out_of_sight_and_far_enough_from_enemies_whom_others_see(least, over):
    failed = order("Attack", "1204", state="failed", rally="0104")
    text = "0803 woods\nBlue us_rifle_plt A 0801 unassigned withdrawing listed=0\nBlue us_rifle_plt B 0905 unassigned\n"
    b = field(text + "Red ge_gren_plt X 0805 unassigned", failed, turn=2, withdraw_hexes=least).run(Review())
    assert b["A"].withdrawing != over


@rule("TCS 6.11c")
def test_a_new_order_ends_a_withdrawal():
    b = field(
        "Blue us_rifle_plt A 0804 unassigned withdrawing listed=0,1",
        order("Attack", "1204", state="failed", rally="0204"),
        order("Hasty Defense", "0804", state="preparing", weighted=45),
    ).run(Implementation(), dice=(66,))
    assert (b["A"].sheet, b["A"].withdrawing, b.sheets[0].listed) == (1, False, ())


# Particular cases


@rule("TCS 6.11a")
def test_an_attack_on_what_its_side_holds_is_completed_in_the_next_phase():
    b = field(
        "Blue us_rifle_plt A 0804 unassigned listed=0", order("Attack", "0804", state="preparing", weighted=61), turn=2
    ).run(Implementation(), dice=(66,))
    assert b.sheets[0].state == IMPLEMENTED
    assert b.next_turn(Review()).sheets[0].state == COMPLETED


@rule("TCS 6.9d1", "TCS 6.1")
def test_a_unit_stays_on_its_other_sheet_in_preparation_and_counts_as_assigned_there():
    b = field(
        "Blue us_rifle_plt A 0804 unassigned listed=0,1",
        order("Hasty Defense", "0804", state="preparing", weighted=45), order("Attack", "1204", state="preparing"),
    )  # fmt: skip
    assert gain(b.look, b.sheets[1]) == 3
    b.run(Implementation(), dice=(66,))
    assert (b.sheets[1].state, b.sheets[1].listed) == (PREPARING, (0,))
    assert gain(b.look, b.sheets[1]) == 2


@rule("TCS 6.9e")
def test_infantry_that_gets_off_slows_down_a_sheet_of_vehicles_until_it_rides_again():
    text = "Blue us_m3_ht T 0101 unassigned listed=0\nBlue us_rifle_plt A 0101 move{} unassigned listed=0"
    plan = order("Move", "0801", state="preparing")
    assert [gain(b.look, b.sheets[0]) for b in (field(text.format(how), plan) for how in ("", " carrier=T"))] == [3, 9]


@rule("TCS 6.1", "TCS 17.3")
def test_orders_bind_shaken_units_too():
    b = field(
        "Blue us_rifle_plt A 0804 paralyzed\nBlue us_rifle_plt B 0101", order("Attack", "0804", steps=10), turn=2
    ).run(Review())
    assert b["A"].sheet == 0
    assert b.sheets[0].state == IMPLEMENTED


@rule("TCS 2.0b", "TCS 6.11b")
def test_the_first_side_is_reviewed_first():
    b = field(
        "Blue us_rifle_plt A 0101 sheet=1\nRed ge_gren_plt X 1604 sheet=0",
        order("Attack", "0804", side=1, steps=4, lost=2, rally="1604"),
        order("Attack", "0804", steps=4, lost=2, rally="0101"),
        turn=2,
    ).run(Review(), dice=(2, 12))  # fmt: skip
    assert [event.to for event in b.events if event.roll] == [0, 1]
    assert [sheet.state for sheet in b.sheets] == [IMPLEMENTED, FAILED]


@rule("TCS 6.10", "TCS 6.11b")
def test_an_order_that_nobody_is_left_to_carry_out_is_cancelled_without_a_roll():
    b = field(
        "Blue us_rifle_plt A 0101 lost\nBlue us_truck B 0101\nBlue us_rifle_plt C 0101 unassigned",
        order("Attack", "0804", steps=6, lost=5), turn=2,
    ).run(Review())  # fmt: skip
    assert b.sheets[0].state == CANCELLED
    assert b["B"].sheet == NOBODY
    assert b.rolls() == []
