"""Without the option `modern` every game of the series is what it was before the expansion, byte for byte."""

import hashlib
import random

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import RandomBot
from sandtable.kernel.game import Game
from sandtable.systems.tcs import CHAPTERS, Tcs, modern
from sandtable.systems.tcs.overwatch import Watch


class Series(Tcs):
    """The series alone: the expansion is not even there."""

    chapters = tuple(each for each in CHAPTERS if each not in modern.CHAPTERS)


def shown(game, seed, most):
    """Every state of a random game as it is saved, with what was asked, offered and said."""
    rng, dice = random.Random(seed), Dice.seeded(seed)
    state, events = game.start_with_events(dice)
    for _ in range(most):
        if game.over(state):
            break
        decision = game.decisions(state)[0]
        offers = [(offer.verb, offer.label, len(offer)) for offer in decision.offers]
        yield game.encode(state), decision.prompt, offers, [game.tell(event) for event in events]
        state, events = game.apply(state, decision.side, decision.pick(rng.randrange), dice)


@pytest.mark.parametrize("battle", ["crossroads-1944", "crossroads-guns", "hill-61", "river-line"])
def test_switched_off_it_is_as_if_it_were_not_there(battle):
    loaded = sandtable.load(f"tcs/{battle}")
    chosen = {"turns": 3}
    alone, attached = (Game(system, loaded.scenario, chosen, name="x") for system in (Series(), Tcs()))
    assert alone.rules.keeps == attached.rules.keeps
    one, other = ([each for seed in (3, 4, 5) for each in shown(game, seed, 100)] for game in (alone, attached))
    assert len(one) > 100
    assert one == other


BEFORE = {
    1: "1835b0d6968d24ec09a1256a",
    2: "3e99765b9c3322a767878054",
}
"""Of all states of two random games of *Crossroads, 1944*: measured with the rules from before the expansion."""


@pytest.mark.parametrize("seed", BEFORE)
def test_states_are_saved_as_before_the_expansion_even_in_the_middle_of_overwatch(seed):
    game = sandtable.load("tcs/crossroads-1944")
    match = sandtable.play(game, [RandomBot(game, seed), RandomBot(game, seed + 100)], Dice.seeded(seed))
    states = [entry.before for entry in match.entries]
    assert any(isinstance(state.stack[-1], Watch) for state in states)
    told = hashlib.sha256(b"".join(game.encode(state) for state in states)).hexdigest()
    assert told.startswith(BEFORE[seed])
