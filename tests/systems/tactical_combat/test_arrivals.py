"""Stands that come later than the start."""

import msgspec
import pytest

import sandtable
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.board import OFF
from sandtable.systems.tactical_combat.setup import in_the_way
from tests.systems.tactical_combat.battle import Battle


def with_a_late_platoon():
    """First Firefight, with the second American platoon coming on turn 2."""
    shipped = sandtable.load("tactical_combat/first-firefight")
    forces = tuple(
        msgspec.structs.replace(force, turn=2, stands=tuple(msgspec.structs.replace(e, at=()) for e in force.stands))
        if force.formation == "2nd Platoon"
        else force
        for force in shipped.scenario.force
    )
    return Game(shipped.system, msgspec.structs.replace(shipped.scenario, force=forces), name="late")


def play(game, state, *actions):
    for verb, target in actions:
        decision = game.decisions(state)[0]
        state, _ = game.apply(state, decision.side, Action(verb, target), Dice.scripted())
    return state


def test_a_formation_that_comes_later_is_placed_in_its_zone_on_its_turn_or_held_back():
    game = with_a_late_platoon()
    state = play(game, game.start(Dice.scripted()), ("rest", None), ("rest", None))
    late = [n for n, turn in enumerate(game.world.arrivals) if turn == 2]
    assert len(late) == 4
    assert all(state.board.stands[n].at == OFF and state.board.stands[n].hits for n in late), "not lost, only not here"
    assert not {offer.verb for offer in game.decisions(state)[0].offers} & {"place"}
    state = play(game, state, ("end", None), ("end", None))
    decision = game.decisions(state)[0]
    assert decision.prompt == "Lt Baker arrives: where?"
    zone = set(game.world.zone_points("US"))
    points = tuple(decision.offer("place").targets)
    assert set(points) <= zone
    bases = [game.world.base(s.at, 0) for s in state.board.stands if s.at != OFF]
    assert all(max(abs(b.x - x), abs(b.y - y)) >= 100 for x, y in map(game.world.table.point, points) for b in bases)
    state = play(game, state, ("place", points[0]), ("later", None), ("later", None), ("later", None))
    assert state.board.stands[late[0]].at == points[0]
    state = play(game, state, ("end", None), ("end", None))
    assert game.decisions(state)[0].prompt == "2nd Platoon squad 1 arrives: where?", "it may still come"


@pytest.mark.rule("TC S1")
@pytest.mark.parametrize(("at", "heading"), [("20,2", 0), ("28,2", 0), ("20,34", 12), ("2,16", 6), ("46,20", 18)])
def test_a_vehicle_is_set_up_square_to_the_table_facing_its_middle(at, heading):
    b = Battle("table 48 36\nUS w44_m4_75 T 5,5\nGerman rifle R 24,30", command="none")
    state = play(b.game, b.game.start(Dice.scripted()), ("place", b.at(at)), ("place", b.at("40,30")))
    assert state.board.stands[b.number("T")].heading == heading


@pytest.mark.rule("TC G4")
@pytest.mark.parametrize(
    ("point", "barred"),
    [("10.5,8", True), ("11,8", False), ("20,8.5", True), ("21,8", True), ("20,9", True), ("22,8", False)],
)
def test_nobody_arrives_on_a_friend_or_in_contact_with_an_enemy(point, barred):
    b = Battle("US rifle A 2,2\nUS rifle B 10,8\nGerman rifle R 20,8", command="none")
    assert in_the_way(b.look, b.number("A"), b.at(point)) == barred
