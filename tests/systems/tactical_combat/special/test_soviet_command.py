"""Poor staffs, tanks without radios, and commissars."""

from fractions import Fraction

import pytest

from sandtable.systems.tactical_combat.command import CommandRoll
from sandtable.systems.tactical_combat.special.commissars import Commissars
from sandtable.systems.tactical_combat.special.radios import NoRadios
from sandtable.systems.tactical_combat.special.staff import PoorStaff
from tests.systems.tactical_combat.battle import Battle
from tests.systems.tactical_combat.special.faults import fault_of, load_with

pytestmark = pytest.mark.rule("TC G4")

CAMP = """
    table 48 24
    US rifle A 5,10
    German hq H 40,10 formation=One
    German e41_bt7 T {tank} formation=One
    German rifle F 38,10 formation=One {mark}
"""


def camp(*special, tank="42,10", mark="", **how):
    options = {"command": "points", "no_command_minimum": "second"}
    return Battle(CAMP.format(tank=tank, mark=mark), special=special, **{**options, **how})


# Poor staff

STAFF = PoorStaff("German", nothing_at_most=2, most_saved_points=6)


@pytest.mark.parametrize(("die", "points"), [(2, 0), (3, 3), (10, 10)])
def test_a_low_roll_is_nothing(die, points):
    b = camp(STAFF).do("end", None, die)
    one = [f.name for f in b.game.world.formations].index("One")
    assert b.state.board.points[one] == points


def test_the_low_roll_is_read_before_losses():
    b = camp(STAFF, mark="hits=0")
    one = [f.name for f in b.game.world.formations].index("One")
    odds = CommandRoll(one).resolution(b.look).odds()
    assert odds[0] == Fraction(2, 10), "one or two; a three is still two points"
    assert odds[2] == Fraction(1, 10)


def test_the_other_side_rolls_as_usual():
    b = camp(PoorStaff("US", nothing_at_most=9, most_saved_points=0)).do("end", None, 2)
    one = [f.name for f in b.game.world.formations].index("One")
    assert b.state.board.points[one] == 2


def test_only_so_much_is_saved():
    b = camp(STAFF, side="German", first="German")
    one = [f.name for f in b.game.world.formations].index("One")
    assert b.state.board.points[one] == 9
    b.do("end", None, 5)
    assert b.state.board.bank[one] == 6
    assert [event.values["points"] for event in b.events if event.what == "saves"] == [6]
    b.do("end", None, 10).do("end", None, 5)
    assert b.state.board.bank[one] == 6, "ten more change nothing"
    free = camp(side="German", first="German").do("end", None, 5)
    assert free.state.board.bank[one] == 9


# Radios

RADIO = NoRadios("German", inches=6, points=2)


@pytest.mark.parametrize(("tank", "cost"), [("47,10", 1), ("47.5,10", 2)])
def test_a_tank_far_from_its_headquarters_costs_more(tank, cost):
    b = camp(RADIO, side="German", first="German", tank=tank)
    one = [f.name for f in b.game.world.formations].index("One")
    b.act("T", "move", "44,14")
    assert b.state.board.points[one] == 9 - cost
    text = CAMP.format(tank=tank, mark="").replace("F 38,10", "F 20,10")
    b = Battle(text, special=(RADIO,), command="points", side="German", first="German").act("F", "move", "20,14")
    assert b.state.board.points[one] == 8, "infantry has no radio anyway, however far it is"


def test_it_may_not_act_for_less_than_it_costs():
    b = camp(STAFF, RADIO, tank="30,10")
    one = [f.name for f in b.game.world.formations].index("One")
    b.do("end", None, 2)
    assert b.state.board.bank[one] == 0
    b.do("end", None, 5).do("end", None, 3)
    assert b.offers("stand") == {"H", "T", "F"}
    b.act("F", "move", "37,10").act("H", "move", "41,10")
    assert b.state.board.points[one] == 1
    assert b.offers("stand") == set()
    assert b.why_not("stand", "T") == "T's battalion does not have enough command points left (TC C13)"


def test_what_the_points_of_the_turn_do_not_cover_comes_from_the_savings():
    b = camp(STAFF, RADIO, tank="30,10").do("end", None, 4).do("end", None, 5)
    one = [f.name for f in b.game.world.formations].index("One")
    assert b.state.board.bank[one] == 4
    b.do("end", None, 3).act("F", "move", "37,10").act("H", "move", "41,10").act("T", "move", "31,10").do("stay")
    assert (b.state.board.points[one], b.state.board.bank[one]) == (0, 3)


def test_without_headquarters_all_are_far_from_it():
    text = CAMP.replace("German hq H 40,10 formation=One", "")
    b = Battle(text.format(tank="42,10", mark=""), special=(RADIO,), command="points", side="German", first="German")
    assert RADIO.extra_cost(b.look, b.number("T")) == 1


# Commissars


@pytest.mark.parametrize(("special", "offered"), [((Commissars("German"),), {"F"}), ((), set())])
def test_headquarters_of_the_side_rally_shaken_stands(special, offered):
    b = camp(*special, mark="paralyzed", side="German", first="German").do("stand", "H")
    assert b.offers("rally") == offered
    if offered:
        b.do("rally", "F")
        assert b["F"].morale == 1
        assert b["H"].finished, "once a turn"


def test_the_other_sides_do_not():
    b = camp(Commissars("US"), mark="paralyzed", side="German", first="German").do("stand", "H")
    assert b.offers("rally") == set()
    b = camp(Commissars("German"), mark="paralyzed", side="German", first="German").do("stand", "F")
    assert b.offers("rally") == set(), "nor those who are no headquarters"
    text = CAMP.format(tank="30,10", mark="paralyzed") + "German rifle K 38,12 formation=One"
    b = Battle(text, special=(Commissars("German"),), command="none", side="German", first="German").do("stand", "K")
    assert b.offers("rally") == set(), "though they are beside it and in good order"


# Mistakes


def test_mistakes_in_the_file(tmp_path):
    good = 'rule = "poor_staff"\nside = "US"\nnothing_at_most = 2\nmost_saved_points = 6'
    assert load_with(tmp_path, good).world.specials == (PoorStaff("US", 2, 6),)
    assert fault_of(tmp_path, good.replace("2", "10")) == "nothing_at_most is 0 to 9, not 10"
    assert fault_of(tmp_path, good.replace("6", "-1")) == "most_saved_points is 0 to 99, not -1"
    assert fault_of(tmp_path, good.replace("US", "USA")) == "'USA' is not one of the sides US, German"
    good = 'rule = "no_radios"\nside = "US"\ninches = 6\npoints = 2'
    assert load_with(tmp_path, good).world.specials == (NoRadios("US", 6, 2),)
    assert fault_of(tmp_path, good.replace("6", "100")) == "the distance in inches is 0 to 99, not 100"
    assert fault_of(tmp_path, good.replace("= 2", "= 0")) == "points are 1 to 9, not 0"
    assert fault_of(tmp_path, good.replace("US", "USA")) == "'USA' is not one of the sides US, German"
    good = 'rule = "commissars"\nside = "US"'
    assert load_with(tmp_path, good).world.specials == (Commissars("US"),)
    assert fault_of(tmp_path, good.replace("US", "USA")) == "'USA' is not one of the sides US, German"


@pytest.mark.rule("TC R4")
def test_where_commissars_rally_nobody_is_told_that_the_option_is_off():
    b = camp(Commissars("German"), side="German", first="German", leader_rally=False).do("stand", "H")
    words = "only a platoon or company leader rallies, and a Suppressed or Paralyzed stand he can reach (TC R4)"
    assert b.why_not("rally", "F") == words
