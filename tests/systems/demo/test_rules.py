"""Every rule of Picket, by its id."""

from fractions import Fraction

import pytest

import sandtable
from sandtable import Action, Dice, IllegalAction
from tests.systems.demo.battle import Battle

rule = pytest.mark.rule

FACING = """
    0101 open  Blue A
    0102 open
    0103 open  Red A
"""


@rule("DS 1")
def test_both_sides_set_up_in_secret_and_are_shown_together():
    game = sandtable.load("demo/bridge", {"hidden_squads": False})
    state = game.start(Dice.scripted())
    assert [decision.side for decision in game.decisions(state)] == [0, 1]
    zone = {game.system.name_of(game, "hex", hex) for hex in game.decision(state, 0).offers[0].targets}
    assert zone == {"0101", "0102", "0103", "0104", "0105"}
    first = game.world.map.index("0103")
    state, events = game.apply(state, 0, Action("place", first), Dice.scripted())
    assert events == []
    assert first not in game.decision(state, 0).offers[0].targets, "one squad to a hex"
    seen = game.view(state, 1)
    assert all(squad.hex == -1 for squad in seen.state.board.squads)
    state, _ = game.apply(state, 0, Action("place", game.world.map.index("0101")), Dice.scripted())
    assert [decision.side for decision in game.decisions(state)] == [1], "Blue is done and waits"
    assert all(squad.hex == -1 for squad in state.board.squads), "nothing is shown before both are done"
    for printed in ("0501", "0503"):
        state, events = game.apply(state, 1, Action("place", game.world.map.index(printed)), Dice.scripted())
    shown = [str(game.world.map.hex(squad.hex)) for squad in state.board.squads]
    assert shown == ["0103", "0101", "0501", "0503"]
    assert [event.what for event in events] == ["placed"] * 4 + ["turn"]


@rule("DS 2")
def test_a_side_acts_once_with_each_squad_in_any_order_and_then_the_other():
    b = Battle(
        """
        0101 open  Blue A
        0102 open
        0201 open  Blue B
        0301 open
        0801 open  Red A
        """
    )
    assert b.offers() == {"squad": {"Blue A", "Blue B"}, "end": None}
    b.act("Blue B", "move", "0301")
    assert b.offers() == {"squad": {"Blue A"}, "end": None}
    assert b.why_not("squad", "Blue B") == "Blue B has acted this turn (DS 2)"
    assert b.why_not("squad", "Red A") == "that is not one of your squads on the map"
    b.do("end")
    assert b.decides() == ["Red"]
    assert b.state.board.turn == 1
    b.do("end")
    assert b.decides() == ["Blue"]
    assert b.state.board.turn == 2
    assert b.offers()["squad"] == {"Blue A", "Blue B"}, "all may act again"


@rule("DS 3")
def test_a_steady_squad_moves_to_an_adjacent_free_hex_and_a_shaken_one_stays():
    text = """
        0101 open
        0102 open  Blue A{}
        0103 open  Blue B
        0202 open
        0602 open  Red A
    """
    b = Battle(text.format("")).do("squad", "Blue A")
    assert b.offers()["move"] == {"0101", "0201", "0202"}
    assert b.why_not("move", "0103") == "a squad moves to an adjacent hex without a squad (DS 3)"
    b.do("move", "0202")
    assert b.where("Blue A") == "0202"
    shaken = Battle(text.format(": shaken")).do("squad", "Blue A")
    assert "move" not in shaken.offers()
    assert shaken.why_not("move", "0101") == "Blue A is shaken and may not move (DS 3)"


@rule("DS 3.1")
def test_blundering_into_a_hidden_enemy_finds_him_and_stops_the_move():
    b = Battle(
        """
        0101 open   Blue A
        0102 woods  Red A: hidden
        0201 open
        """
    ).do("squad", "Blue A")
    assert b.offers()["move"] == {"0102", "0201"}, "nothing tells that the hex is held"
    known = b.game.view(b.state, 0).state
    told = {b.game.barrier(known, 0, Action("move", b.hex(hex))) for hex in ("0102", "0201")}
    assert told == {"the enemy may react"}, "nor does what is said of undo"
    b.do("move", "0102")
    assert b.where("Blue A") == "0101"
    assert b["Blue A"].acted
    assert not b["Red A"].hidden
    assert any(event.reveals for event in b.events)
    assert b.told() == ["Blue A blunders into Red A", "Red A is found in 0102"]


@rule("DS 4")
@pytest.mark.parametrize(
    ("total", "steps", "shaken"),
    [(2, 2, False), (7, 2, False), (8, 2, True), (9, 2, True), (10, 1, True), (12, 1, True)],
)
def test_fire_is_2d6_on_the_chart(total, steps, shaken):
    b = Battle(FACING).act("Blue A", "fire", "Red A", total)
    assert (b["Red A"].steps, b["Red A"].shaken) == (steps, shaken)
    assert b["Blue A"].acted


@rule("DS 4")
def test_the_sight_tool_shows_the_hexes_in_sight_and_names_the_one_in_the_way():
    b = Battle("0101 open   Blue A\n 0102 woods\n 0103 open   Red A\n 0201 open")
    hexes = {name: b.game.world.map.index(name) for name in ("0101", "0102", "0103", "0201")}
    seen = b.game.sight(b.state, 0, hexes["0101"])
    assert hexes["0103"] not in seen
    assert {hexes["0102"], hexes["0201"]} <= set(seen)
    assert b.game.line(b.state, 0, hexes["0101"], hexes["0103"]) == "woods at 0102"
    assert b.game.line(b.state, 0, hexes["0101"], hexes["0201"]) == ""


@rule("DS 4")
def test_fire_reaches_three_hexes_in_sight():
    b = Battle(
        """
        0101 open   Blue A
        0102 woods
        0103 open   Red A
        0104 open
        0105 open   Red B
        0401 open   Red C
        """
    ).do("squad", "Blue A")
    assert b.offers()["fire"] == {"Red C"}, "three hexes away in the open"
    assert b.why_not("fire", "Red A") == "Red A is out of sight (DS 4)"
    assert b.why_not("fire", "Red B") == "Red B is 4 hexes away, and fire reaches 3 (DS 4)"
    assert b.why_not("fire", "Blue A") == "Blue A is on the same side"


@rule("DS 4")
def test_the_odds_of_a_plain_shot():
    b = Battle(FACING).do("squad", "Blue A")
    odds = b.game.odds(b.state, 0, Action("fire", b.target("Red A")))
    by = odds.by(lambda end: (end.board.squads[1].steps, end.board.squads[1].shaken))
    assert dict(by) == {(2, False): Fraction(21, 36), (2, True): Fraction(9, 36), (1, True): Fraction(6, 36)}


@rule("DS 4.1")
def test_woods_shelter_the_target_by_one():
    text = "0101 open Blue A\n 0102 open\n 0103 {} Red A"
    assert Battle(text.format("woods")).act("Blue A", "fire", "Red A", 10).modifiers() == {(-1, "DS 4.1")}
    b = Battle(text.format("woods")).act("Blue A", "fire", "Red A", 10)
    assert b["Red A"].steps == 2, "10 - 1 = 9 only shakes"
    assert Battle(text.format("open")).act("Blue A", "fire", "Red A", 10).modifiers() == set()


@rule("DS 4.2")
def test_close_range_helps_by_one():
    b = Battle("0101 open Blue A\n 0102 open Red A").act("Blue A", "fire", "Red A", 9)
    assert b.modifiers() == {(1, "DS 4.2")}
    assert b["Red A"].steps == 1, "9 + 1 = 10 hits"


@rule("DS 4.3")
def test_a_shaken_firer_shoots_worse_by_one():
    b = Battle(FACING.replace("Blue A", "Blue A: shaken")).act("Blue A", "fire", "Red A", 8)
    assert b.modifiers() == {(-1, "DS 4.3")}
    assert not b["Red A"].shaken, "8 - 1 = 7 misses"


@rule("DS 4.4")
def test_watch_fire_at_a_mover_is_better_by_one():
    b = Battle(FACING + "0201 open").act("Blue A", "move", "0201").do("fire", "Red A", 9)
    assert b.modifiers() == {(1, "DS 4.4")}
    assert b["Blue A"].steps == 1, "9 + 1 = 10 hits"


WATCH = """
    0101 open  Blue A
    0201 open
    0102 open  Blue B
    0103 open
    0104 open  Red A{}
    0304 open  Red B{}
"""


@rule("DS 5")
def test_one_squad_that_has_not_acted_may_fire_at_a_mover_in_sight():
    b = Battle(WATCH.format("", ": acted")).act("Blue A", "move", "0201")
    assert b.decides() == ["Red"]
    assert b.offers() == {"fire": {"Red A"}, "hold": None}
    b.do("fire", "Red A", 2)
    assert b["Red A"].acted
    assert b.decides() == ["Blue"], "only one squad fires"
    b.act("Blue B", "move", "0103")
    assert b.decides() == ["Blue"], "nobody is left to watch"


@rule("DS 5")
def test_watch_fire_may_be_declined_and_comes_back_with_the_sides_turn():
    b = Battle(WATCH.format("", "")).act("Blue A", "move", "0201").do("hold")
    assert b.decides() == ["Blue"]
    assert not b["Red A"].acted
    b.act("Blue B", "move", "0103").do("fire", "Red A", 2)
    assert b["Red A"].acted
    b.do("end")
    assert not b["Red A"].acted, "Red's turn begins"


@rule("DS 5")
def test_watch_fire_is_an_option_and_a_side_with_hidden_squads_is_always_asked():
    off = Battle(WATCH.format("", ""), watch_fire=False).act("Blue A", "move", "0201")
    assert off.decides() == ["Blue"]
    far = "0101 open Blue A\n 0102 open\n 0801 woods Red A: hidden"
    asked = Battle(far).act("Blue A", "move", "0102")
    assert asked.decides() == ["Red"]
    assert asked.offers() == {"hold": None}


@rule("DS 6")
def test_squads_set_up_in_woods_are_hidden():
    game = sandtable.load("demo/bridge")
    state = game.start(Dice.scripted())
    for side, printed in ((0, "0101"), (0, "0102"), (1, "0502"), (1, "0501")):
        state, events = game.apply(state, side, Action("place", game.world.map.index(printed)), Dice.scripted())
    assert [squad.hidden for squad in state.board.squads] == [True, False, True, False]
    assert [event.to for event in events if event.what == "placed"] == [0, None, 1, None]
    seen = game.view(state, 0).state.board.squads
    assert [squad.hex >= 0 for squad in seen] == [True, True, False, True]
    spectator = game.view(state, None).state.board.squads
    assert [squad.hex >= 0 for squad in spectator] == [False, True, False, True]


@rule("DS 6")
def test_a_hidden_squad_cannot_be_fired_at():
    b = Battle("0101 open Blue A\n 0102 open\n 0103 woods Red A: hidden").do("squad", "Blue A")
    assert "fire" not in b.offers()
    with pytest.raises(IllegalAction, match="there is no such squad on the map"):
        b.do("fire", "Red A")


@rule("DS 6.1")
@pytest.mark.parametrize(
    ("verb", "target", "dice"), [("move", "0201", ()), ("fire", "Red A", (2,)), ("assault", "Red A", (6,))]
)
def test_acting_gives_a_hidden_squad_away(verb, target, dice):
    b = Battle("0101 woods Blue A: hidden\n 0201 open\n 0102 open Red A: acted")
    b.act("Blue A", verb, target, *dice)
    assert not b["Blue A"].hidden
    assert b.events[0].what == "found"
    assert b.events[0].reveals


@rule("DS 7")
def test_a_steady_squad_is_shaken_and_a_shaken_one_tests_its_nerve():
    b = Battle(FACING).act("Blue A", "fire", "Red A", 8)
    assert b["Red A"].shaken
    b = Battle(FACING.replace("Red A", "Red A: shaken")).act("Blue A", "fire", "Red A", 8, 4)
    assert [event.rule for event in b.events if event.roll] == ["DS 4", "DS 7.1"]


@rule("DS 7.1")
@pytest.mark.parametrize(("die", "stays"), [(1, False), (3, False), (4, True), (6, True)])
def test_nerve_breaks_on_three_or_less(die, stays):
    text = FACING.replace("Red A", "Red A: shaken") + "0801 open Red B"
    b = Battle(text).act("Blue A", "fire", "Red A", 9, die)
    assert (b["Red A"].hex >= 0) == stays
    assert b["Red A"].shaken == stays


@rule("DS 7.2")
@pytest.mark.parametrize(("die", "steady"), [(1, False), (2, False), (3, True), (6, True)])
def test_rally_on_three_or_more(die, steady):
    b = Battle(FACING.replace("Blue A", "Blue A: shaken")).act("Blue A", "rally", None, die)
    assert b["Blue A"].shaken != steady
    assert b["Blue A"].acted
    calm = Battle(FACING).do("squad", "Blue A")
    assert "rally" not in calm.offers()


CLOSE = """
    0101 open
    0102 open  Blue A{}
    0103 {}    Red A{}
    0104 open
    0801 open  Red B
"""


def close(ground="open", blue="", red=""):
    return Battle(CLOSE.format(blue, ground, red)).do("squad", "Blue A")


@rule("DS 8")
def test_blows_are_struck_in_turn_until_one_lands_on_five_or_more():
    b = close().do("assault", "Red A", 4, 1, 4, 4, 5)
    strikers = [event.roll.resolution.words.split()[:2] for event in b.events if event.roll]
    assert strikers == [["Blue", "A"], ["Red", "A"]] * 2 + [["Blue", "A"]]
    assert b["Red A"].steps == 1
    b = close().do("assault", "Red A", 4, 5)
    assert (b["Blue A"].steps, b["Red A"].steps) == (1, 2)


@rule("DS 8")
def test_only_a_steady_squad_assaults_and_only_its_neighbours():
    b = close(blue=": shaken")
    assert "assault" not in b.offers()
    assert b.why_not("assault", "Red A") == "Blue A is shaken and may not assault (DS 8)"
    assert close().offers()["assault"] == {"Red A"}


@rule("DS 8")
def test_the_odds_of_an_assault_solve_its_endless_loop():
    b = close()
    odds = b.game.odds(b.state, 0, Action("assault", b.target("Red A")))
    wins = odds.chance(lambda end: end.board.squads[1].steps == 1)
    # Blue lands with p = 1/3 first: p / (1 - (1 - p)^2) = 3/5.
    assert wins == Fraction(3, 5)
    assert sum(odds.values()) == 1


@rule("DS 8.1")
def test_woods_shelter_the_defender_but_not_the_attacker():
    b = close("woods").do("assault", "Red A", 5, 5)
    first, second = (event.roll.resolution.modifiers for event in b.events if event.roll)
    assert [(each.value, each.rule) for each in first] == [(-1, "DS 8.1")]
    assert second == ()
    assert b["Blue A"].steps == 1, "5 - 1 = 4 misses, then Red's 5 lands"
    odds = close("woods").game.odds(b := close("woods").state, 0, Action("assault", 1))
    # Blue lands 1/6, Red 1/3: (1/6) / (1 - (5/6)(2/3)) = 3/8.
    assert odds.chance(lambda end: end.board.squads[1].steps == 1) == Fraction(3, 8)
    assert b.result is None


@rule("DS 8.2")
def test_the_loser_falls_back_shaken_and_a_victorious_attacker_takes_the_hex():
    b = close().do("assault", "Red A", 6)
    assert (b.where("Red A"), b["Red A"].shaken) == ("0104", True)
    assert b.where("Blue A") == "0103"
    lost = close().do("assault", "Red A", 1, 6)
    assert (lost.where("Blue A"), lost["Blue A"].shaken) == ("0101", True)
    assert lost.where("Red A") == "0103", "a victorious defender stays"


@rule("DS 8.2")
def test_of_several_hexes_the_lowest_number_and_with_none_the_squad_is_lost():
    b = Battle("0201 open\n 0202 open Blue A\n 0302 open Red A\n 0303 open\n 0401 open\n 0402 open\n 0801 open Red B")
    b.act("Blue A", "assault", "Red A", 6)
    assert b.where("Red A") == "0301", "0301, 0401 and 0402 are equally far"
    boxed = Battle("0101 open Red A\n 0102 open Blue A\n 0201 open Blue B\n 0801 open Red B")
    boxed.act("Blue A", "assault", "Red A", 6)
    assert boxed["Red A"].hex == -1
    assert "Red A has nowhere to go and is lost" in boxed.told()


@rule("DS 8.2")
def test_falling_back_onto_a_hidden_enemy_is_the_end():
    b = Battle("0101 open Blue A\n 0102 open Red A\n 0103 woods Blue B: hidden\n 0801 open Red B\n 0202 open Blue C")
    b.act("Blue A", "assault", "Red A", 6)
    assert b["Red A"].hex == -1
    assert not b["Blue B"].hidden


@rule("DS 9")
def test_a_squad_has_two_steps_and_a_side_without_squads_loses():
    b = Battle(FACING.replace("Red A", "Red A: one") + "0801 open Red B").act("Blue A", "fire", "Red A", 10)
    assert b["Red A"].hex == -1
    assert not b.game.over(b.state)
    b = Battle(FACING.replace("Red A", "Red A: one")).act("Blue A", "fire", "Red A", 10)
    assert b.state.result.winner == 0
    assert b.state.result.words == "Red has no squads left"


@rule("DS 9.1")
def test_the_holder_of_the_objective_wins_after_the_last_turn():
    text = "0101 open Blue A\n 0102 open\n 0601 open Red A"
    b = Battle(text, turns=2, turn=2, objective="0102").act("Blue A", "move", "0102").do("end").do("end")
    assert (b.state.result.winner, b.state.result.words) == (0, "Blue holds the objective")
    b = Battle(text, turns=2, turn=1, objective="0102").act("Blue A", "move", "0102").do("end").do("end")
    assert b.state.result is None, "there is another turn"
    b.act("Blue A", "move", "0101").do("end").do("end")
    assert b.state.result.winner == 0, "left alone it is still held"
    b = Battle(text, turns=2, turn=2, objective="0102").do("end").do("end")
    assert b.state.result.winner is None
