"""What the Micro Armour bot makes of the scenario's victory rule: when it holds, dares, and spares its tanks."""

import pytest

from sandtable.bots.standing import DRAW, LOSS, WIN
from sandtable.bots.tanker import TankerBot
from sandtable.bots.tanker.aims import Aim
from sandtable.bots.tanker.commanding import Commander
from sandtable.bots.tanker.places import Temper
from sandtable.bots.tanker.stakes import Stakes, outcome
from sandtable.systems.micro_armour.victory import Clause, Victory
from tests.bots.test_tanker import choose, play_phase
from tests.systems.micro_armour.battle import Battle

RAID = Victory(
    clause=(
        Clause("Blue", "Blue has broken them", destroyed=2, lost=1),
        Clause("Blue", "it cost too much", destroyed=2, lost=2, draw=True),
    ),
    standard=False,
    otherwise="Red",
)
"""Two Red stands for one of Blue."""


def raid(blue="", red="", **how):
    text = f"""
        woods Copse 16,8 20,8 20,12 16,12
        Blue M60A3 A 18,4 heading=0 group=1st
        Blue M60A3 B 22,4 heading=0 group=1st {blue}
        Blue M60A3 C 4,4 heading=0 group=2nd
        Red T-72 X 18,30 heading=12
        Red T-72 Y 22,30 heading=12 {red}
        Red T-72 Z 4,38 heading=12
    """
    return Battle(text, **{"phase": "move", "orders": (2, 0), "victory": RAID, "sighting": 40, "turns": 8, **how})


@pytest.mark.parametrize(
    ("lost", "ends"), [("", LOSS), ("XY", WIN), ("XYA", WIN), ("XYAB", DRAW), ("XYABC", LOSS), ("X", LOSS)]
)
def test_the_clauses_say_how_the_game_would_end(lost, ends):
    b = raid()
    assert outcome(b.look, 0, [b.number(name) for name in lost]) == ends


@pytest.mark.parametrize(("blue", "spare"), [("", 1), ("lost", 0)])
def test_it_knows_how_many_it_can_lose(blue, spare):
    assert Stakes(raid(blue).look, 0).spare == spare


def caution(b, side=0):
    return Commander(Temper())._caution(b.look, Stakes(b.look, side))


def test_the_fewer_it_can_spare_the_more_danger_counts():
    assert caution(raid("lost")) > caution(raid()) > 1


@pytest.mark.parametrize(("lost", "spare", "place"), [(3, 0, "8.0,12.0"), (0, 2, "8.0,16.0")])
def test_with_no_stand_to_spare_it_stays_behind_the_wood(lost, spare, place):
    """From the far edge it could fire at two shaken tanks, which may fire at it as it comes."""
    gone = "".join(f"Blue M60A3 L{n} off lost\n" for n in range(lost))
    b = Battle(
        """
        woods W 6,12 12,12 12,16 6,16
        Blue M60A3 A 8,12 heading=1
        Blue M60A3 B 30,2 heading=1
        Blue M60A3 C 32,2 heading=1
        Red M60A3 X 10,34 heading=12 suppressed
        Red M60A3 Y 14,34 heading=12 suppressed
        """
        + gone,
        phase="move", orders=(1, 0), sighting=40, turn=7, turns=10,
    )  # fmt: skip
    assert Stakes(b.look, 0).spare == spare
    plans = Commander(Temper())
    plans._plan(b.look, 0)
    assert b.game.world.table.text(plans._plans[b.number("A")].point) == place


def test_late_it_dares_if_that_may_win_and_keeps_what_has_won():
    assert caution(raid(turn=8, red="lost")) < 1, "one more, and Blue has won"
    assert caution(raid(turn=8), side=1) > 1, "Red wins if nothing happens"


def test_who_has_won_waits_for_the_enemy_to_come():
    won = Aim(raid(turn=8).look, 1)
    assert won.holds
    assert won.distance(0, 1800, 1800) == 0


BEHIND_THE_EDGE = "".join(
    f"Blue M60A3 A{n} {{at}} heading=0 group=G{n // 2}\nRed M60A3 X{n} {6 + 4 * n},36 heading=12 group=H{n // 2}\n"
    for n in range(4)
)


def behind_the_edge(**how):
    return Battle(BEHIND_THE_EDGE.format(at="off"), **{"phase": "move", "orders": (3, 0), "sighting": 40, **how})


def test_who_has_yet_to_come_on_has_not_lost():
    """Stands that never come on count as lost, but these can still come."""
    b = behind_the_edge(turn=1, turns=8)
    assert outcome(b.look, 0) == LOSS
    stakes = Stakes(b.look, 0)
    assert stakes.standing.best == WIN
    assert stakes.spare == 2
    assert not Aim(b.look, 0).holds
    assert Stakes(behind_the_edge(turn=1, turns=8, late_stands_lost=False).look, 0).spare == 2


@pytest.mark.parametrize(("counts", "group"), [(True, "2nd"), (False, "1st")])
def test_late_it_brings_on_whoever_would_count_as_lost(counts, group):
    """One order is left: for a shaken stand behind the edge, or for eight in the open that could go to the woods."""
    company = "".join(f"Blue M60A3 A{n} {8 + 2 * n},14 heading=0 group=1st\n" for n in range(8))
    enemies = "".join(f"Red T-72 X{n} {18 + 2 * n},30 heading=12\n" for n in range(6))
    b = Battle(
        "woods Wood 6,6 34,6 34,12 6,12\nBlue M60A3 C off group=2nd suppressed disorganized\n" + company + enemies,
        phase="move", orders=(1, 0), sighting=40, turn=8, turns=8, late_stands_lost=counts,
    )  # fmt: skip
    assert choose(b).target == b.target(group, "group")


SHELTERED = """
    woods Copse 16,8 20,8 20,12 16,12
    Blue M60A3 A 18,11 heading=0
    Red T-72 X 18,36 heading=12 {marks}
"""


def test_a_won_game_is_not_thrown_away_in_the_last_turn():
    """Blue has destroyed half of the enemy and lost nothing: it stays in its wood."""
    lost = "".join(f"Red T-72 L{n} off lost\n" for n in range(3))
    b = Battle(SHELTERED.format(marks="") + lost, phase="move", orders=(1, 0), sighting=20, turn=8, turns=8)
    assert outcome(b.look, 0) == WIN
    play_phase(b, "Blue", *[1] * 30)
    assert b.where("A") == "18.0,11.0"


def test_danger_counts_more_when_fire_has_shaken_nobody():
    b = Battle(SHELTERED.format(marks="") + "Red T-72 Y 20,36 heading=12\n", phase="second", sighting=40)
    player = TankerBot(b.game, 1)
    assert choose(b, player).verb == "attack"
    commander = player._commander
    assert commander._failed(b.look)
    shaken = Battle(SHELTERED.format(marks="suppressed") + "Red T-72 Y 20,36 heading=12 suppressed\n", phase="second")
    assert not commander._failed(shaken.look)
