"""How far the later impulses of a vehicle take it, as a client draws it."""

import pytest

from sandtable.systems.tcs.bands import later_impulses
from tests.systems.tcs.battle import Battle

FIELD = "0120 open\n"


@pytest.mark.rule("TCS 20.2a")
def test_each_impulse_of_a_tank_is_a_band():
    b = Battle(FIELD + "Blue us_m4_75 T 0101 move\n")
    reached = later_impulses(b.look, (b.number("T"),))
    assert {b.world.hex_name(hex): number for hex, number in reached.items() if number == 2} == {
        f"01{row:02}": 2 for row in range(7, 12)
    }
    assert [b.world.hex_name(hex) for hex, number in reached.items() if number == 3] == [
        f"01{row}" for row in range(12, 17)
    ]


@pytest.mark.rule("TCS 20.2a")
def test_what_is_left_of_an_impulse_is_lost():
    woods = "".join(f"01{row:02} woods\n" for row in range(2, 13))
    b = Battle(FIELD + woods + "Blue us_m4_75 T 0101 move\n")
    reached = later_impulses(b.look, (b.number("T"),))
    assert [b.world.hex_name(hex) for hex, number in reached.items() if number == 2] == ["0104", "0105"]


def test_the_picture_has_the_bands_while_a_tank_moves_and_none_for_infantry():
    b = Battle(FIELD + "Blue us_m4_75 T 0101 move\nBlue us_rifle_plt A 0101 move\nRed ge_truck X 0120\n")
    assert b.game.picture(b.state, 0).ahead == ()
    moving = b.do("move", "T")
    assert [each.words for each in b.game.picture(moving.state, 0).ahead] == ["2nd impulse", "3rd impulse"]
    assert b.game.picture(moving.state, 1).ahead == (), "what the enemy is choosing is not for others"
    walking = Battle(FIELD + "Blue us_rifle_plt A 0101 move\nRed ge_truck X 0120\n").do("move", "A")
    assert walking.game.picture(walking.state, 0).ahead == ()
