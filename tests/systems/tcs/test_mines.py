"""Mines, smoke of mortars and guns, special units (TCS 19, 21, 24)."""

from importlib.resources import files

import pytest
from msgspec.structs import replace

from sandtable.contract import check
from sandtable.scenarios import load
from sandtable.systems.tcs.world import FIRE_MODE
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule

FIELD = "0808 open\n"


def field(*lines, **how):
    return Battle(FIELD + "\n".join(lines), **how)


# Crossing


@rule("TCS 21.2a", "TCS 21.2b")
def test_entering_a_minefield_costs_two_points_more_and_is_attacked_with_18():
    b = field("mines 0103 Red", "Blue us_rifle_plt A 0101 move").do("move", "A")
    assert "0106" in b.offers("to"), "there is a way around"
    assert "0103" in b.offers("to")
    b.do("to", "0103", 11, 11)
    assert b.left("A") == 2, "1 and 1 + 2"
    roll, _ = b.rolls()
    assert (roll.resolution.column, roll.resolution.rule) == ("26-32", "TCS 21.2b")
    assert b.modifiers() == [(2, "TCS 11.2b")]


@rule("TCS 21.2b")
def test_mines_cost_steps_and_make_check_morale():
    b = field("mines 0102 Red", "Blue us_rifle_plt A 0101 move").go("A", "0102", 54, 66)
    assert (b["A"].steps, b.state_of("A"), b.where("A")) == (3, "MP", "0102")
    assert [roll.resolution.rule for roll in b.rolls()] == ["TCS 21.2b", "TCS 17.1a"]


@rule("TCS 21.2d")
@pytest.mark.parametrize(
    ("ground", "units", "shifts"),
    [
        ("woods", 1, []),
        ("village", 1, [(-1, "TCS 11.2d")]),
        ("village", 2, [(3, "TCS 5.0c"), (-1, "TCS 11.2d")]),
    ],
)
def test_only_ground_and_stacking_shift_the_mines(ground, units, shifts):
    lines = [f"Blue us_rifle_plt {name} 0101 move" for name in "AB"[:units]]
    b = field(f"0102 {ground}", "mines 0102 Red", "smoke 0102 Red", "zone 0102", *lines)
    b.go("A", "0102", 11, *[11] * (units if units > 1 else 0), along="B" * (units - 1))
    assert b.modifiers() == shifts


@rule("TCS 21.2b")
def test_only_those_who_move_in_are_attacked():
    b = field("mines 0102 Red", "Blue us_rifle_plt A 0101 move", "Blue us_lmg_sec B 0102 steps=2").go("A", "0102", 66)
    assert b["B"].steps == 2
    assert b["A"].steps == 0


@rule("TCS 21.2c", "TCS 21.2d")
@pytest.mark.parametrize("kind", ["us_m4_75", "us_truck"])
def test_a_vehicle_is_destroyed_on_eight(kind):
    line = f"Blue {kind} T 0101 move"
    assert field("mines 0102 Red", line).go("T", "0102", 7).where("T") == "0102"
    b = field("mines 0102 Red", line).go("T", "0102", 8)
    assert b.state_of("T") == "X"
    assert [roll.resolution.rule for roll in b.rolls()] == ["TCS 21.2c"]


@rule("TCS 21.2c", "TCS 17.8a")
def test_the_other_vehicles_check_when_mines_destroy_one():
    b = field("mines 0102 Red", "Blue us_m4_75 T 0101 move", "Blue us_m4_75 U 0101 move")
    b.go("T", "0102", 8, 11, 7, along="U")
    assert [roll.resolution.rule for roll in b.rolls()][:2] == ["TCS 21.2c", "TCS 17.8a"]
    assert (b.state_of("T"), b.where("U")) == ("X", "0102")


@rule("TCS 21.2a")
def test_a_stack_in_a_minefield_can_be_sent_on():
    b = field("mines 0102 Red", "Blue us_rifle_plt A 0101 move").do("move", "A").do("to", "0102", 11, 11)
    assert b.go("A", "0105").where("A") == "0105"


@rule("TCS 21.1")
def test_own_mines_cost_points_but_do_not_attack_the_assigned():
    b = field("mines 0102 Blue", "Blue us_rifle_plt A 0101 move").go("A", "0102")
    assert (b.left("A"), b.rolls()) == (3, [])
    b = field("mines 0102 Blue", "Blue us_rifle_plt A 0101 move unassigned").go("A", "0102", 11, 11)
    assert len(b.rolls()) == 2
    b = field("mines 0102 Blue", "Blue us_rifle_plt A 0101 move", own_mines_safe=False).go("A", "0102", 11, 11)
    assert len(b.rolls()) == 2


@rule("TCS 21.2b", "TCS 15.1a")
def test_the_enemy_may_fire_at_who_moves_into_mines():
    b = (
        field("mines 0102 Red", "Blue us_rifle_plt A 0101 move", "Red ge_smg_sec X 0105")
        .do("move", "A")
        .do("to", "0102")
    )
    assert b.decides() == "Red"
    b.do("hold", None, 11, 11)
    assert b.where("A") == "0102"


@rule("TCS 20.1b", "TCS 21.2a")
def test_a_unit_that_has_not_moved_enters_a_minefield_whatever_it_costs():
    b = field("mines 0102 Red", "Blue us_107mm_sec A 0101 move").go("A", "0102", 11, 11)
    assert b.left("A") == -1


# Breaching


@rule("TCS 21.3a", "TCS 21.3b")
def test_breaching_is_attacked_with_9_and_clears_the_field_on_a_4():
    lines = "mines 0102 Red", "Blue us_rifle_plt A 0101 move"
    b = field(*lines).do("breach", "A").do("at", "0102", 11, 4)
    attack, die = b.rolls()
    assert (attack.resolution.rule, attack.resolution.column, die.outcome) == ("TCS 21.3a", "14-16", "breached")
    assert (b.state.board.mines, b.left("A"), b["A"].fired) == ((), 0, True)
    b = field(*lines).do("breach", "A").do("at", "0102", 11, 3)
    assert b.state.board.mines
    assert field(*lines, breach_die=7).do("breach", "A").do("at", "0102", 11, 6).state.board.mines


@rule("TCS 21.3b", "TCS 24.1")
def test_engineers_breach_on_a_2():
    b = field("mines 0102 Red", "Blue us_engineer_plt E 0101").do("breach", "E").do("at", "0102", 11, 2)
    assert b.state.board.mines == ()
    assert b.rolls()[1].resolution.rule == "TCS 24.1"
    b = field("mines 0102 Red", "Blue us_engineer_plt E 0101").do("breach", "E").do("at", "0102", 11, 1)
    assert b.state.board.mines


@rule("TCS 21.3b")
def test_who_is_shaken_by_the_mines_does_not_breach():
    b = field("mines 0102 Red", "Blue us_rifle_plt A 0101 move").do("breach", "A").do("at", "0102", 36, 46)
    assert (b.state_of("A"), len(b.rolls())) == ("MSF", 2)
    assert b.state.board.mines


@rule("TCS 21.3b")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("us_rifle_plt A 0101 move spent=1", "whole action phase"),
        ("us_rifle_plt A 0101 fired", "whole action phase"),
        ("us_rifle_plt A 0101 suppressed", "whole action phase"),
        ("us_rifle_plt A 0501 move", "not beside"),
        ("us_m4_75 A 0101 move", "on foot"),
    ],
)
def test_who_cannot_breach(line, why):
    assert why in field("mines 0102 Red", f"Blue {line}").why_not("breach", "A")


# Smoke


MORTAR = "Blue us_81mm_sec M 0101"


@rule("TCS 19.1a")
@pytest.mark.parametrize(("die", "smoke"), [(3, 0), (4, 1)])
def test_a_mortar_lays_smoke_on_a_4_and_has_fired_either_way(die, smoke):
    b = field(MORTAR).do("smoke", "M").do("at", "0104", die)
    assert (len(b.state.board.smoke), b["M"].fired) == (smoke, True)
    assert "fired" in b.why_not("smoke", "M")


@rule("TCS 19.1a")
def test_smoke_needs_range_and_somebody_who_sees_the_hex():
    ridge = "".join(f"{c:02}04 open 40\n" for c in range(1, 9))
    b = Battle(FIELD + ridge + MORTAR).do("smoke", "M")
    assert "0104" in b.offers("at")
    assert "0106" not in b.offers("at")
    assert "has no spotter" in b.why_not("at", "0106")
    b = Battle(FIELD + ridge + MORTAR + "\nBlue us_rifle_plt A 0104").do("smoke", "M")
    assert "0106" in b.offers("at")
    assert "no smoke" in field("Blue us_hmg_sec M 0101").why_not("smoke", "M")
    assert field("Blue ge_75ig M 0101").offers("smoke") == {"M"}


@rule("TCS 19.1b")
def test_the_smoke_of_a_mortar_goes_in_its_owners_next_action_phase():
    b = field(MORTAR, "Red ge_truck X 0808").do("smoke", "M").do("at", "0104", 4)
    b.do("end")
    assert len(b.state.board.smoke) == 1
    b.do("end", None, 6, 1)
    assert len(b.state.board.smoke) == 1, "through clean up and into the next turn"
    b.do("first", "Blue")
    assert b.state.board.smoke == ()


@rule("TCS 19.1a", "TCS 15.1b")
def test_laying_smoke_is_a_fire_trigger():
    b = field(MORTAR, "Red ge_smg_sec X 0104").do("smoke", "M").do("at", "0108", 1)
    assert b.decides() == "Red"


@rule("TCS 19.3")
def test_smoke_blocks_the_line_across_it_and_shifts_fire_at_its_ends():
    b = field("smoke 0103 Blue", "Blue us_hmg_sec A 0101", "Red ge_gren_plt X 0105", "Red ge_gren_plt Y 0103")
    assert b.offers("suppress") == {"0103"}
    b.do("suppress", "0103").do("add", "A")
    assert (-1, "TCS 11.3g") in [(each.value, each.rule) for each in b.forecast("fire").modifiers]


# Special units


@rule("TCS 24.1")
def test_engineers_add_one_to_at_rolls_and_recon_spots_one_step_farther():
    lines = "Red ge_pz4 T 0102 move", "Blue {} A 0101"
    for kind, extra in (("us_rifle_plt", []), ("us_engineer_plt", [(1, "TCS 24.1")])):
        b = field(lines[0], lines[1].format(kind)).do("antitank", "A").do("at", "T", 5)
        assert [each for each in b.modifiers() if each[1] == "TCS 24.1"] == extra
    from sandtable.systems.tcs.spotting import spotted_to

    for kind, far in (("us_rifle_plt", 3), ("us_cav_sec", 4)):
        b = field("Red ge_gren_plt X 0108", f"Blue {kind} A 0101")
        assert spotted_to(b.look, b.number("A"), b.number("X")) == far


@rule("TCS 24.2")
@pytest.mark.parametrize(
    ("firer", "ground", "rule_id", "value"),
    [
        ("ge_pioneer_plt A 0102", "village", "TCS 11.2c", -2),
        ("ge_pioneer_plt A 0103", "village", "TCS 11.2d", -3),
        ("ge_gren_plt A 0102", "village", "TCS 11.2d", -3),
        ("ge_pioneer_plt A 0102", "woods", "TCS 11.2b", None),
    ],
)
def test_flamethrowers_meet_ground_one_class_worse_up_close(firer, ground, rule_id, value):
    b = field(f"0101 {ground}", f"Blue {firer}", "Red us_rifle_plt X 0101").do("suppress", "0101").do("add", "A")
    found = {each.rule: each.value for each in b.forecast("fire").modifiers}
    assert found.get(rule_id) == value


@rule("TCS 24.2")
def test_machine_guns_are_low_and_trucks_never_fire():
    from sandtable.systems.tcs.tables import UNITS

    assert {kind.trajectory_class for kind in UNITS.values() if kind.kind == "mg"} == {"low"}
    trucks = [kind for kind in UNITS.values() if "truck" in kind.id]
    assert trucks
    assert all((each.target_class, each.defence, each.armed) == ("B", 0, False) for each in trucks)
    b = field("Blue us_truck C 0101", "Red ge_gren_plt X 0102")
    assert b["C"].mode == FIRE_MODE
    assert b.offers("suppress") == set()


@rule("TCS 21.2d")
def test_whether_anything_shifts_mines_is_an_option():
    b = field("mines 0102 Red", "Blue us_rifle_plt A 0101 move", mine_shifts=False).go("A", "0102", 11)
    assert (b.modifiers(), b.rolls()[0].resolution.column) == ([], "17-20")


# Secret minefields


def secretly(*lines, **how):
    """A battle whose mines nobody has found."""
    b = field(*lines, secret_minefields=True, **how)
    b.state = replace(b.state, board=replace(b.state.board, hidden=b.state.board.mines, mines=()))
    return b


@rule("TCS 21.4")
def test_a_secret_minefield_is_found_by_moving_in():
    b = secretly("mines 0103 Red", "Blue us_rifle_plt A 0101 move").do("move", "A")
    assert (b.game.view(b.state, 0).state.board.hidden, len(b.game.view(b.state, 1).state.board.hidden)) == ((), 1)
    assert b.game.picture(b.state, 0).patches == ()
    b.do("to", "0105", 11, 11)
    assert (b.where("A"), b.left("A")) == ("0103", 2), "1 and 1 + 2, and it stops there"
    assert (b.state.board.hidden, b.state.board.mines) == ((), ((b.hex("0103"), 1),))
    assert "finds_mines" in b.told()


@rule("TCS 21.4")
def test_no_move_can_be_undone_where_mines_may_be():
    b = secretly("Blue us_rifle_plt A 0101 move").do("move", "A").do("to", "0102")
    assert b.game.barrier_after(b.state, 0, b.state, b.events) == "something hidden is shown"


@rule("TCS 21.4")
def test_its_owner_crosses_it_freely():
    b = secretly("mines 0102 Blue", "Blue us_rifle_plt A 0101 move").go("A", "0102")
    assert (b.left("A"), len(b.state.board.hidden)) == (5, 1)


@rule("TCS 21.4")
@pytest.mark.parametrize("promise", ["keeps secrets", "a view tells the truth", "undo is never having acted"])
def test_secret_minefields_keep_the_contract(tmp_path, promise):
    text = (files("sandtable.scenarios") / "tcs" / "crossroads-1944.toml").read_text(encoding="utf-8")
    file = tmp_path / "mined.toml"
    file.write_text(text + '\n[[mines]]\nside = "German"\nhexes = "0303-0509"\n', encoding="utf-8")
    game = load(str(file), {"secret_minefields": True, "turns": 2})
    assert check(game, promise, 0) > 0
