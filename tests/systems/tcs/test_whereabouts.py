"""The hex of every unit is kept beside a board and handed on to the next: it must always be what the units say."""

import random
from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

import sandtable
from sandtable import Dice
from sandtable.systems.tcs import overwatch
from sandtable.systems.tcs.secrets import MASKS, SECRET
from sandtable.systems.tcs.watching import anybody, openings


def whereabouts(look):
    """All that is kept, looked up."""
    masks = [
        (
            look.occupied(side),
            look.places(side),
            look.hidden(side),
            look.defended(side),
            look.targeted(side, point=False),
            look.targeted(side, point=True),
        )
        for side in (0, 1)
    ]
    return {hex: tuple(stack) for hex, stack in look.stacks.items()}, masks


@pytest.mark.parametrize("scenario", ["crossroads-1944", "night-crossing", "fulda-1987"])
def test_who_is_where_is_what_the_units_say_after_every_action_and_in_every_view(scenario):
    game = sandtable.load(f"tcs/{scenario}")
    draw, dice = random.Random(5), Dice.seeded(5)
    state = game.start(dice)
    for number in range(250):
        if state.result is not None:
            break
        whereabouts(game.look(state))  # so that there is something to hand on
        side, action = game.pick(state, draw.randrange)
        state, _ = game.apply(state, side, action, dice)
        if number % 5:
            continue
        for known in (state, *(game.masked(state, viewer) for viewer in (0, 1, None))):
            fresh = game.decode(game.encode(known))
            assert whereabouts(game.look(known)) == whereabouts(game.look(fresh))


def test_a_working_copy_that_goes_on_does_not_change_the_board_it_has_left():
    game = sandtable.load("tcs/crossroads-1944")
    state, dice = game.start(Dice.seeded(1)), Dice.seeded(1)
    for _ in range(2):
        (decision,) = game.decisions(state)
        state, _ = game.apply(state, decision.side, sandtable.Action("suggested"), dice)
    field = game.system.field(game, state.board)
    unit = field.on_map(0)[0]
    here, there = field.units[unit].at, field.world.ground.neighbours[field.units[unit].at][0]
    before = field.freeze()
    field.enter(unit, there)
    assert unit in game.look(state).units_in(here)
    assert unit in game.system.look(game, before).units_in(here)
    assert unit in field.units_in(there)
    assert unit not in field.units_in(here)


@pytest.mark.parametrize("scenario", ["crossroads-guns", "night-crossing", "fulda-1987", "river-line"])
def test_what_a_side_knows_is_the_same_if_nothing_was_known_before_and_if_it_is_asked_twice(scenario):
    game = sandtable.load(f"tcs/{scenario}")
    draw, dice = random.Random(3), Dice.seeded(3)
    state = game.start(dice)
    for number in range(200):
        if number % 5 == 0:
            for side in (0, 1, None):
                known = game.masked(state, side).board
                unread = game.with_world(replace(game.world))  # nothing is known of it
                fresh = game.decode(game.encode(state)).board
                assert known == unread.system.mask(unread, fresh, side)
                again = game.decode(game.encode(game.masked(state, side))).board
                assert known == unread.system.mask(unread, again, side)
        side, action = game.pick(state, draw.randrange)
        state, _ = game.apply(state, side, action, dice)
        if state.result is not None:
            break


@pytest.mark.parametrize("scenario", ["crossroads-guns", "river-line"])
def test_a_mask_changes_the_fields_with_secrets_and_no_others(scenario):
    game = sandtable.load(f"tcs/{scenario}")
    draw, dice = random.Random(4), Dice.seeded(4)
    state = game.start(dice)
    for _ in range(60):
        for side in (0, 1, None):
            known = state.board
            for mask in game.rules.at(MASKS):
                known = mask(game, known, side)
            names = [n for n in known.__struct_fields__ if getattr(known, n) != getattr(state.board, n)]
            assert set(names) <= {*SECRET, "extras"}
        side, action = game.pick(state, draw.randrange)
        state, _ = game.apply(state, side, action, dice)


def offered(game, state):
    """Every offer with its first targets."""
    return [
        (decision.side, offer.verb, None if offer.targets is None else list(islice(offer.targets, 40)))
        for decision in game.decisions(state)
        for offer in decision.offers
    ]


@pytest.mark.parametrize("scenario", ["crossroads-1944", "hill-61", "fulda-1987"])
def test_what_is_kept_about_units_and_their_orders_is_what_would_be_worked_out_anew(scenario):
    game = sandtable.load(f"tcs/{scenario}")
    draw, dice = random.Random(11), Dice.seeded(11)
    state = game.start(dice)
    for number in range(300):
        if state.result is not None:
            break
        side, action = game.pick(state, draw.randrange)
        state, _ = game.apply(state, side, action, dice)
        if number % 6 == 0:
            unread = game.with_world(replace(game.world))  # nothing is known of it
            assert offered(game, state) == offered(unread, game.decode(game.encode(state)))


@pytest.mark.parametrize("scenario", ["crossroads-1944", "hill-61", "night-crossing"])
def test_somebody_may_fire_at_a_trigger_exactly_if_there_are_openings(scenario, monkeypatch):
    asked = Counter()

    def both(look, watch):
        found = anybody(look, watch)
        assert found == any(openings(look, watch))
        asked[found] += 1
        return found

    monkeypatch.setattr(overwatch, "anybody", both)
    game = sandtable.load(f"tcs/{scenario}")
    draw, dice = random.Random(2), Dice.seeded(2)
    state = game.start(dice)
    for _ in range(400):
        if state.result is not None:
            dice = Dice.seeded(len(asked) + 3)
            state = game.start(dice)
        side, action = game.pick(state, draw.randrange)
        state, _ = game.apply(state, side, action, dice)
    assert asked[False]
