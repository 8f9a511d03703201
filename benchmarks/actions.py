"""How long the exact odds of any one action take: every kind of action along random and bot games.

    .venv/bin/python benchmarks/actions.py                                   # the Tactical Combat scenarios
    .venv/bin/python benchmarks/actions.py tactical_combat/first-firefight   # these scenarios

At each decision of a few games the odds of some targets of every verb are worked out, up to the next decision, each on
a fresh copy of the state. The slowest of each kind are told; odds that stop at their cap count with the time they took.
What takes long is tried again, for other work of the machine is not the action's: the best of three counts.
"""

import random
import sys
import time
from itertools import islice

import sandtable
from sandtable import Action
from sandtable.contract import play_out
from sandtable.kernel.errors import OddsTooLarge

TARGETS = 3
"""Targets of each verb that are tried: the first, and others drawn."""
TRIES = 3
LONG = 5.0
"""Milliseconds from which an action is tried again."""


def targets_of(offer, draw):
    """A few targets of an offer; None for a button."""
    if offer.targets is None:
        return [None]
    count = len(offer.targets)
    wanted = {0, *(draw.randrange(count) for _ in range(TARGETS - 1))}
    return [target for index, target in enumerate(islice(offer.targets, max(wanted) + 1)) if index in wanted]


def states_of(game, games):
    """Every state of a few random and bot games."""
    for seed in range(games):
        for level in ("random", "best"):
            for entry in play_out(game, seed, level).entries:
                yield entry.before


def cost(game, state, side, action):
    """The milliseconds one action's odds take on a fresh copy of the state, and whether they were capped."""
    copy = game.decode(game.encode(state))
    game.decisions(copy)
    began, capped = time.process_time(), False
    try:
        game.odds(copy, side, action)
    except OddsTooLarge:
        capped = True
    return 1000 * (time.process_time() - began), capped


def best_cost(game, state, side, action):
    """The best of a few tries if the first takes long."""
    first = cost(game, state, side, action)
    if first[0] < LONG:
        return first
    return min(first, *(cost(game, state, side, action) for _ in range(TRIES - 1)))


def action_costs(game, games=3):
    """For each kind of action, the worst time in milliseconds, how often it was tried and how often capped."""
    draw = random.Random(1)
    worst = {}
    for state in states_of(game, games):
        for decision in game.decisions(state):
            asks = (state.secret[decision.side] if state.secret else state.stack)[-1]
            for offer in decision.offers:
                for target in targets_of(offer, draw):
                    spent, capped = best_cost(game, state, decision.side, Action(offer.verb, target))
                    kind = f"{type(asks).__name__}: {offer.label}"
                    longest, tried, caps = worst.get(kind, (0.0, 0, 0))
                    worst[kind] = max(longest, spent), tried + 1, caps + capped
    return worst


def slowest(costs, count=8):
    """The slowest kinds, the slowest first."""
    return sorted(costs.items(), key=lambda item: -item[1][0])[:count]


if __name__ == "__main__":
    names = sys.argv[1:] or [name for name in sandtable.scenarios.names() if name.startswith("tactical_combat/")]
    for name in names:
        print(name)
        for kind, (longest, tried, capped) in slowest(action_costs(sandtable.load(name)), 20):
            print(f"{longest:9.2f} ms  {tried:6d} tried  {capped:4d} capped  {kind}")
