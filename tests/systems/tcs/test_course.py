"""The course of a battle: hours and nights, weather, who arrives where, and who has won (TCS 1, 2, 7, 26, 27)."""

import pytest
from msgspec.structs import replace

from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.scenarios import load
from sandtable.systems.tcs import SYSTEM
from sandtable.systems.tcs.world import MOVE_MODE, NIGHT
from tests.systems.tcs.battle import Battle

rule = pytest.mark.rule
PAIR = "0112 open\nBlue us_rifle_plt A 0101\nRed ge_truck X 0106\n"


def turn_over(b, *dice):
    """Both sides end their action phases; the dice are those of the next turn."""
    return b.do("end").do("end", None, *dice)


def rules(b):
    return [roll.resolution.rule for roll in b.rolls()]


# Hours


@rule("TCS 2.0i", "TCS 7.0b")
@pytest.mark.parametrize(("turn", "full"), [(1, False), (2, False), (3, True), (4, False), (6, True)])
def test_the_weather_is_rolled_for_on_full_hours_alone(turn, full):
    """A battle begins on a full hour, and three turns make another."""
    b = Battle(PAIR, turn=turn, weather_table=True, visibility=8)
    turn_over(b, *((5,) if full else ()), 6, 1)
    assert rules(b) == [*(["TCS 7.0b"] if full else []), "TCS 2.0r", "TCS 2.0r"]
    assert b.look.visibility == (4 if full else 8)


@rule("TCS 2.0h", "TCS 2.0i")
def test_the_weather_comes_after_the_morale_of_battalions():
    b = Battle(PAIR, turn=3, weather_table=True, bn={"Blue": 2}, vm={"Red": 3})
    turn_over(b, 2, 3, 4, 6, 1)
    assert rules(b) == ["TCS 17.1d", "TCS 17.8d", "TCS 7.0b", "TCS 2.0r", "TCS 2.0r"]
    assert (b.state.board.battalions, b.state.board.vehicles) == ((1, 0), (0, 2)), "a die up to the level lowers it"


@rule("TCS 17.1d", "TCS 17.8d")
def test_a_die_above_the_level_lowers_nothing():
    b = turn_over(Battle(PAIR, turn=3, bn={"Blue": 2}, vm={"Red": 3}), 3, 4, 6, 1)
    assert (b.state.board.battalions, b.state.board.vehicles) == ((2, 0), (0, 3))


@rule("TCS 7.0b")
def test_weather_that_cannot_get_better_says_nothing():
    b = turn_over(Battle(PAIR, turn=3, weather_table=True), 6, 6, 1)
    assert (b.look.visibility, "visibility" in b.told()) == (0, False)
    b = turn_over(Battle(PAIR, turn=3, weather_table=True), 5, 6, 1)
    assert (b.look.visibility, "visibility" in b.told()) == (12, True)


def crossroads(**changed):
    return Game(SYSTEM, replace(load("tcs/crossroads-1944").scenario, **changed), name="test")


@rule("TCS 1.0a", "TCS 1.0b")
@pytest.mark.parametrize(
    ("light", "labels"),
    [("day", "0900 0920 0940 1000"), ("twilight", "0900 0920 0940 1000"), ("night", "0900 1000 1100 1200")],
)
def test_a_turn_lasts_twenty_minutes_by_day_and_an_hour_at_night(light, labels):
    world = crossroads(light=light).world
    assert [world.clock(turn) for turn in (1, 2, 3, 4)] == labels.split()


@rule("TCS 1.0b")
def test_the_clock_goes_on_past_midnight():
    world = crossroads(start="2350").world
    assert [world.clock(turn) for turn in (1, 2, 5)] == ["2350", "0010", "0110"]


@rule("TCS 26.1d")
@pytest.mark.parametrize(("light", "dice"), [(0, ()), (1, ()), (NIGHT, (1,))])
def test_at_night_every_turn_is_an_hour_for_the_morale_of_battalions(light, dice):
    b = turn_over(Battle(PAIR, turn=1, light=light, bn={"Blue": 1}), *dice, 6, 1)
    assert b.state.board.battalions[0] == (0 if dice else 1)


# Arrivals


def arriving(*lines, turn, area, at=2, varies=False, kept_out=False):
    """Red's company C is due on turn `at` in an area, or has been kept out of it before; Blue ends its phase."""
    b = Battle("\n".join(["0505 open", "Red ge_gren_plt C off", "Red ge_truck X 0105", *lines]), turn=turn)
    c = b.number("C")
    formations = list(b.world.formations)
    hexes = tuple(b.hex(each) for each in area.split())
    formations[c] = replace(formations[c], area=hexes, arrives=at, varies=varies)
    b.game.world = replace(b.world, formations=tuple(formations))
    due = [0] * len(formations)
    due[c] = at
    b.state = replace(b.state, board=replace(b.state.board, due=tuple(due), kept_out=(c,) if kept_out else ()))
    return b.do("end")


@rule("TCS 27.2")
def test_a_formation_comes_on_where_the_enemy_is_not():
    b = arriving("Blue us_rifle_plt A 0501", turn=2, area="0501 0502 0503")
    assert b.offers("at") == {"0502", "0503"}
    b.do("at", "0503")
    assert (b.where("C"), b["C"].mode, b.left("C")) == ("0503", MOVE_MODE, 5)


@rule("TCS 27.2")
def test_a_formation_with_one_hex_left_comes_on_there():
    b = arriving("Blue us_rifle_plt A 0501", turn=2, area="0501 0502")
    assert (b.where("C"), "arrives" in b.told()) == ("0502", True)


@rule("TCS 27.2")
def test_a_formation_is_not_there_before_its_turn():
    b = arriving(turn=1, area="0501")
    assert (b.where("C"), b.verbs() & {"at"}) == ("", set())


@rule("TCS 27.2")
def test_a_formation_whose_way_is_blocked_waits_a_turn_and_then_takes_the_nearest_hexes_of_the_edge():
    b = arriving("Blue us_rifle_plt A 0501", turn=2, area="0501")
    assert (b.where("C"), "blocked" in b.told(), b.state.board.due[b.number("C")]) == ("", True, 3)
    b.do("end", None, 6, 1).do("first", "Blue").do("end")
    assert b.state.board.turn == 3
    assert b.offers("at") == {"0401", "0502"}, "not 0402, which is beside it but not on the edge"
    b.do("at", "0502")
    assert (b.where("C"), b.state.board.due[b.number("C")]) == ("0502", 0)


@rule("TCS 27.2")
def test_the_next_edge_hexes_are_free_of_the_enemy_too():
    blues = ("Blue us_rifle_plt A 0501", "Blue us_rifle_plt B 0401", "Blue us_rifle_plt D 0502")
    b = arriving(*blues, turn=3, area="0501", kept_out=True)
    assert b.offers("at") == {"0301", "0503"}


@rule("TCS 27.2")
@pytest.mark.parametrize("kept_out", [True, False])
def test_a_formation_that_comes_late_looks_elsewhere_only_after_it_was_kept_out(kept_out):
    b = arriving("Blue us_rifle_plt A 0501", turn=4, area="0501", varies=True, kept_out=kept_out)
    assert bool(b.verbs() & {"at"}) == kept_out


@rule("TCS 27.2", "TCS 27.4")
def test_who_comes_on_where_an_enemy_hides_finds_it_and_goes_elsewhere():
    b = arriving("Blue us_rifle_plt A 0501 hidden", turn=2, area="0501 0502 0503")
    assert b.offers("at") == {"0501", "0502", "0503"}, "nobody knows"
    b.do("at", "0501")
    assert (b.where("C"), b["A"].hidden) == ("", False)
    assert b.offers("at") == {"0502", "0503"}


# Who has won


@rule("TCS 27.1")
@pytest.mark.parametrize(
    ("steps", "winner", "words"),
    [
        (3, 0, "Blue wins: Blue holds 1 of 1"),
        (2, 1, "Red wins: Blue holds 1 of 1 and has lost 3 steps"),
        (1, 1, "Red wins: Blue holds 1 of 1 and has lost 4 steps"),
    ],
)
def test_losses_at_the_limit_make_the_result_one_line_worse(steps, winner, words):
    b = Battle(f"0505 open\nBlue us_rifle_plt A 0101 steps={steps}\nRed ge_gren_plt X 0505 steps=1", turn=8)
    b.game.world = replace(b.world, victory=replace(b.world.victory, most_losses=3))
    b.state = replace(b.state, board=replace(b.state.board, holders=(0,)))
    b.do("end").do("end")
    assert (b.state.result.winner, b.state.result.words, b.state.result.score) == (winner, words, (1, 0))


@rule("TCS 27.1")
def test_the_last_line_gets_no_worse_and_no_limit_is_no_limit():
    for limit, held, winner in ((3, 1, 1), (0, 0, 0)):
        b = Battle("0505 open\nBlue us_rifle_plt A 0101 steps=1\nRed ge_gren_plt X 0505", turn=8)
        b.game.world = replace(b.world, victory=replace(b.world.victory, most_losses=limit))
        b.state = replace(b.state, board=replace(b.state.board, holders=(held,)))
        assert b.do("end").do("end").state.result.winner == winner


@rule("TCS 27.1", "TCS 2.1")
def test_the_game_ends_when_a_side_has_nobody_left():
    b = Battle("0505 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X 0505 lost", turn=2)
    assert turn_over(b).state.result.winner == 1, "Red holds the objective all the same"
    b = Battle("0505 open\nBlue us_rifle_plt A 0101\nRed ge_gren_plt X off", turn=2)
    assert turn_over(b, 6, 1).state.result is None, "who is still to come is not lost"


@rule("TCS 2.0r")
def test_dice_say_who_is_first_where_the_scenario_does_not():
    game = crossroads(first="")
    assert game.world.first_side == -1
    state = game.start(Dice.seeded(1))
    assert state.board.turn == 1
