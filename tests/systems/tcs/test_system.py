"""What the system tells the kernel: the things a player can name, and how far apart units are."""

from tests.systems.tcs.battle import Battle
from tests.systems.tcs.gunnery import Gunnery


def test_everything_a_player_can_name_by_number():
    b = Gunnery("0304 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0304\nbattery Blue us_105_how G", phase=False)
    every = b.game.system.every
    assert list(every(b.game, "unit")) == [0, 1]
    assert list(every(b.game, "battery")) == [0]
    assert list(every(b.game, "hex")) == list(range(12))
    assert every(b.game, "battery") != every(b.game, "unit")


def test_how_far_apart_units_are():
    b = Battle(
        "0304 open\nBlue us_rifle_plt A 0101\nBlue us_rifle_plt B 0103\nBlue us_rifle_plt C off\nRed ge_truck X 0304"
    )
    apart = b.game.system.range_between

    def hexes(one, other):
        return apart(b.look, b.number(one), b.number(other))

    assert (hexes("A", "B"), hexes("B", "A"), hexes("A", "A")) == (2, 2, 0), "the first hex of the map is a hex too"
    assert (hexes("A", "C"), hexes("C", "A")) == (None, None)
