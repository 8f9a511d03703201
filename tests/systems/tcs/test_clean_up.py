"""Clean up in its order, buttoned-up vehicles, control of hexes, order of morale checks (TCS 2.0z, 16.7, 17.1)."""

import pytest
from msgspec.structs import replace

from sandtable.systems.tcs.smoke import Thin
from sandtable.systems.tcs.spotting import spotted_to
from sandtable.systems.tcs.turn import BUTTONED, CHEMICALS, CLEAN_UP, ILLUMINATION, LAST, MINES, SMOKE, CleanUp
from sandtable.systems.tcs.world import NOBODY
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
TANK = "0108 open\nBlue us_m4_75 T 0101\nBlue us_m4_75 U 0101\nRed ge_gren_plt X 0107 fired\n"


def turn_over(b, *dice):
    return b.do("end").do("end", None, *dice)


def buttoned(b, *names):
    units = list(b.state.board.units)
    for name in names:
        units[b.number(name)] = replace(units[b.number(name)], buttoned=True)
    b.state = replace(b.state, board=replace(b.state.board, units=tuple(units)))
    return b


# Clean up


@rule("TCS 2.0z")
def test_the_steps_of_clean_up_have_their_order():
    assert ILLUMINATION < SMOKE < MINES < CHEMICALS < BUTTONED < LAST
    b = Battle(TANK)
    places = [place for place, _ in sorted(b.game.rules.at(CLEAN_UP), key=lambda each: each[0])]
    assert places == sorted(places)
    assert {SMOKE, BUTTONED} <= set(places)


@rule("TCS 2.0z")
def test_a_chapter_that_comes_later_still_cleans_up_in_its_place():
    b = Battle(TANK)
    first, last = CleanUp(), Thin()
    b.game.rules._seams[CLEAN_UP] = ((LAST, last), (ILLUMINATION, first))

    class Field:
        game = b.game
        lined_up = ()

        def next(self, *steps):
            self.lined_up = steps

    field = Field()
    CleanUp().run(field)
    assert field.lined_up == (first, last)


@rule("TCS 2.1")
def test_the_turn_ends_after_clean_up_and_the_next_begins():
    b = turn_over(Battle("0303 open\nsmoke 0101 Blue 2\nBlue us_rifle_plt A 0101\nRed ge_truck X 0303"), 6, 1)
    assert (b.state.board.turn, b.world.clock(2)) == (2, "0920")
    assert [each.level for each in b.state.board.smoke] == [1], "clean up came before"


# Buttoned up


@rule("TCS 16.7")
def test_the_marker_comes_off_in_clean_up_and_not_by_recovery():
    b = buttoned(Battle(TANK), "T")
    b.do("end")
    assert b["T"].buttoned, "the own phase is over, and there was nothing to recover"
    b.do("end", None, 6, 1)
    assert not b["T"].buttoned


@rule("TCS 16.7")
def test_a_buttoned_vehicle_that_is_suppressed_recovers_from_that_alone():
    b = buttoned(Battle("0108 open\nBlue us_m4_75 T 0101 suppressed\nRed ge_truck X 0108"), "T").do("end")
    b.do("recover", "0101")
    assert (b["T"].morale, b["T"].buttoned) == (0, True)


@rule("TCS 16.7")
def test_a_buttoned_vehicle_fires_two_columns_worse_and_spots_two_steps_worse():
    def shifts(b):
        b.do("suppress", "0107").do("add", "T")
        return [(each.value, each.rule) for each in b.forecast("fire").modifiers if each.rule in RULES]

    RULES = ("TCS 16.7", "TCS 11.3e")
    assert shifts(Battle(TANK)) == []
    assert shifts(buttoned(Battle(TANK), "T")) == [(-2, "TCS 16.7")]
    both = Battle(TANK.replace("T 0101", "T 0101 suppressed"))
    assert shifts(buttoned(both, "T")) == [(-2, "TCS 11.3e")], "it is not worse than Suppressed"
    b = Battle(TANK)
    free = spotted_to(b.look, b.number("T"), b.number("X"))
    shut = spotted_to(buttoned(b, "T").look, b.number("T"), b.number("X"))
    assert (free, shut) == (12, 6)


@rule("TCS 16.7")
def test_a_buttoned_vehicle_moves_and_says_so_on_its_counter():
    b = buttoned(Battle(TANK.replace("T 0101", "T 0101 move")), "T")
    assert "buttoned" in [mark.kind for mark in b.game.picture(b.state, 1).pieces[0].marks]
    assert b.go("T", "0102").where("T") == "0102"


# Control


@rule("TCS 6.11a", "TCS 27.1")
def test_a_hex_belongs_to_the_side_whose_unshaken_combat_unit_was_last_alone_in_it():
    b = Battle("0305 open\nBlue us_rifle_plt A 0205 move\nBlue us_truck T 0204 move\nRed ge_truck X 0301")
    here, there = b.hex("0204"), b.hex("0305")
    assert b.look.holder(there) == NOBODY
    b.go("A", "0305")
    assert b.look.holder(there) == 0
    b.go("A", "0205")
    assert b.look.holder(there) == 0, "it stays theirs when they leave"
    b.go("T", "0203")
    assert b.look.holder(b.hex("0203")) == NOBODY, "a truck is no combat unit"
    assert b.look.holder(here) == NOBODY
    assert b.state.board.holders == (1,), "the objective is counted as before"


@rule("TCS 6.11a")
def test_the_enemy_takes_a_hex_over():
    b = Battle("0305 open\nBlue us_rifle_plt A 0205 move\nRed ge_gren_plt X 0305 move").go("A", "0204")
    assert b.look.holder(b.hex("0204")) == 0
    assert b.look.held(0) == 1 << b.hex("0204") | 1 << b.hex("0205")
    b.go("A", "0203").do("end").go("X", "0204")
    assert b.look.holder(b.hex("0204")) == 1
    assert not b.look.held(0) >> b.hex("0204") & 1


@rule("TCS 27.4", "TCS 6.11a")
def test_a_hidden_unit_holds_nothing_before_it_is_found():
    text = "0108 open\nBlue us_rifle_plt A 0101 move\nRed ge_gren_plt X 0104 hidden"
    b = Battle(text, overwatch_near=0, overwatch_far=0)
    assert b.look.holder(b.hex("0104")) == NOBODY
    b.go("A", "0102")
    assert (b["X"].hidden, b.look.holder(b.hex("0104"))) == (False, 1)


@rule("TCS 27.4")
def test_a_view_shows_neither_the_post_nor_the_position_of_a_hidden_unit():
    b = Battle("0108 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0108 hidden dug_in")
    x = b.number("X")
    units = list(b.state.board.units)
    units[x] = replace(units[x], post=b.hex("0108"), engaged=True)
    b.state = replace(b.state, board=replace(b.state.board, units=tuple(units)))
    seen = b.game.view(b.state, 0).state.board.units[x]
    assert (seen.at, seen.post, seen.dug_in, seen.engaged) == (-2, -1, False, False)
    own = b.game.view(b.state, 1).state.board.units[x]
    assert (own.post, own.dug_in) == (b.hex("0108"), True)


# Morale


PLATOONS = "0108 open\nBlue us_hmg_sec F 0101\nRed ge_smg_sec S 0103\nRed ge_gren_plt P 0103\nRed ge_gren_plt Q 0103"


@rule("TCS 17.1b")
@pytest.mark.parametrize(("order", "first"), [("strongest", [4, 5, 3]), ("weakest", [3, 5, 4]), ("roster", [3, 4, 5])])
def test_who_checks_first_is_an_option(order, first):
    """Each is known by its morale: S by 3, P by 4, and Q, which has lost a step, by 5."""
    marks = {"S 0103": "S 0103 morale=3", "P 0103": "P 0103 morale=4", "Q 0103": "Q 0103 morale=5 steps=4"}
    text = PLATOONS
    for was, now in marks.items():
        text = text.replace(was, now)
    b = Battle(text, morale_order=order, fire_triggers=False)
    b.do("suppress", "0103").do("add", "F").do("fire", None, 23, 11, 11, 11)
    assert [roll.resolution.modifiers[0].value for roll in b.rolls()[1:]] == first


@rule("TCS 17.1b")
@pytest.mark.parametrize(("order", "first"), [("strongest", [4, 3]), ("weakest", [3, 4]), ("roster", [3, 4])])
def test_the_order_is_kept_in_a_minefield(order, first):
    text = "0108 open\nmines 0102 Red\nBlue us_hmg_sec S 0101 move morale=3\nBlue us_rifle_plt P 0101 move morale=4"
    b = Battle(text, morale_order=order).go("S", "0102", 12, 11, 11, along=("P",))
    assert [roll.resolution.modifiers[0].value for roll in b.rolls()[1:]] == first


@rule("TCS 17.1c1", "TCS 21.2b")
@pytest.mark.parametrize("counts", [True, False])
def test_whether_mines_are_fire_without_a_low_trajectory_firer_is_an_option(counts):
    b = Battle("0108 open\nmines 0102 Red\nBlue us_rifle_plt A 0101 move", mines_no_low=counts)
    b.go("A", "0102", 12, 11)
    assert ((1, "TCS 17.1c1") in b.modifiers(1)) == counts


@rule("TCS 17.1b", "TCS 17.6")
def test_a_surrender_makes_the_checks_after_it_worse():
    """S surrenders first, so P and Q check with a Battalion Morale of 1; if it checks last they do not."""
    for order, levels in (("weakest", [0, 1, 1]), ("strongest", [0, 0, 0])):
        text = PLATOONS.replace("S 0103", "S 0103 morale=9 steps=1 unassigned")
        b = Battle(text, morale_order=order, fire_triggers=False)
        dice = (66, 11, 11) if order == "weakest" else (11, 11, 66)
        b.do("suppress", "0103").do("add", "F").do("fire", None, 23, *dice)
        found = [{each.rule: each.value for each in roll.resolution.modifiers} for roll in b.rolls()[1:]]
        assert [each.get("TCS 17.1e", 0) for each in found] == levels
        assert b.state_of("S") == "X"
