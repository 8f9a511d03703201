"""What a client is shown before a move, and what standing orders can go by."""

import random

import sandtable
from sandtable import Action, Dice
from sandtable.systems.tactical_combat.movement import WatchMove
from tests.systems.tactical_combat.battle import Battle


def moves(seeds):
    """Moves of random games: the game, the state before, the side, the action, and the state after."""
    game = sandtable.load("tactical_combat/first-firefight")
    for seed in range(seeds):
        dice, drawn = Dice.seeded(seed), random.Random(seed)
        state = game.start(dice)
        while not game.over(state):
            decision = game.decisions(state)[0]
            offer = decision.offer("move")
            action = decision.pick(drawn.randrange)
            if offer is not None:
                action = Action("move", drawn.choice(list(offer.targets)))
            after, _ = game.apply(state, decision.side, action, dice)
            if action.verb == "move":
                yield game, state, decision.side, action, after
            state = after


def test_a_route_goes_from_the_stand_to_the_point_and_warns_of_whoever_may_fire():
    warned = foretold = 0
    for game, state, side, action, after in moves(12):
        view = game.view(state, side)
        stand = view.state.stack[-1].stand
        route = game.route(view.state, side, action)
        assert route.places[0] == state.board.stands[stand].at
        assert route.places[-1] == action.target
        assert all(0 <= first <= last < len(route.places) for first, last, _ in route.danger)
        asks = after.stack[-1] if after.stack else None
        if isinstance(asks, WatchMove) and asks.mover == stand:
            index = route.places.index(after.board.stands[stand].at)
            for firer in asks.could:
                warned += 1
                assert any(firer in by and first <= index <= last for first, last, by in route.danger)
                for at, by, shot, _ in route.shots:
                    if (at, by) == (index, firer):  # the shot that was told is the shot that is offered
                        foretold += 1
                        assert shot == game.forecast(after, 1 - side, Action("fire", firer))
        assert {by for _, by, *_ in route.shots} <= {by for _, _, those in route.danger for by in those}
    assert warned > 3
    assert foretold > 0


def test_a_route_says_what_of_the_move_it_costs():
    b = Battle("woods Wood 9,2 12,2 12,9 9,9\nUS rifle A 5,5\nGerman rifle X 20,15", command="none").do("stand", "A")
    found = [b.game.route(b.state, 0, b.action("move", to)) for to in ("5,8", "10,5", "5,5")]
    assert [route.cost for route in found] == ["3 of 8 inches", "6 of 8 inches", ""]


def test_what_is_not_a_move_has_no_route():
    game = sandtable.load("tactical_combat/first-firefight")
    state = game.start(Dice.seeded(1))
    decision = game.decisions(state)[0]
    assert game.route(game.view(state, decision.side).state, decision.side, next(decision.actions())) is None


def test_opportunity_fire_is_a_reaction_and_nothing_else_is():
    seen = set()
    for game, _, _, _, state in moves(12):
        for decision in game.decisions(state):
            asks = state.secret[decision.side][-1] if state.secret else state.stack[-1]
            reaction = game.reaction(state, decision.side)
            assert (reaction is not None) == (type(asks).__name__ in ("WatchMove", "AfterFire"))
            if reaction is not None:
                seen.add(type(asks).__name__)
                assert decision.offer(reaction.fire)
                assert decision.offer(reaction.hold)
                assert game.world.owners[reaction.against] != decision.side
            assert game.reaction(state, 1 - decision.side) is None or len(game.decisions(state)) > 1
    assert seen


def test_harm_tells_nothing_from_suppression_from_a_hit():
    system = sandtable.load("tactical_combat/first-firefight").system
    assert [system.harm(outcome) for outcome in ((0, 0, 0), (0, 1, 0), (0, 0, 200), (1, 0, 0), "plain")] == [
        0,
        1,
        1,
        2,
        0,
    ]
