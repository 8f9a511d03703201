"""A battle with a little of everything, played at random: carriers, guns in tow, riders, mines, assaults, overruns."""

import random
import re
from collections import Counter
from importlib.resources import files

import pytest

from sandtable.contract import CHECKS, check
from sandtable.kernel.decision import Action
from sandtable.kernel.dice import Dice
from sandtable.scenarios import load
from sandtable.systems.tcs.action import Act

MORE = """
[[mines]]
side = "German"
hexes = "0703-0710"

[[mines]]
side = "US"
hexes = "0405-0409"

[[force]]
side = "US"
formation = "Column"
area = "US"
sheet = "Take the crossroads"
mode = "move"
units = [
    { id = "us_truck", count = 3 },
    { id = "us_m3_ht", count = 2 },
    { id = "us_57mm_atg", count = 2 },
    { id = "us_aib_plt", count = 2 },
    { id = "us_engineer_plt" },
    { id = "us_jeep" },
    { id = "us_assault_sec" },
]

[[force]]
side = "German"
formation = "Reserve"
area = "GE"
mode = "move"
units = [
    { id = "ge_truck", count = 2 },
    { id = "ge_sdkfz251", count = 2 },
    { id = "ge_75ig" },
    { id = "ge_pioneer_plt" },
    { id = "ge_pzgren_plt", count = 2 },
]
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Crossroads with both sides close together, and more of them."""
    text = (files("sandtable.scenarios") / "tcs" / "crossroads-1944.toml").read_text(encoding="utf-8")
    text = text.replace('US = "0102-0211"\nGE = "0604-1209"', 'US = "0502-0511"\nGE = "0604-0809"')
    text = re.sub(r", at = \[[^\]]*\]", "", text)
    path = tmp_path_factory.mktemp("tcs") / "everything.toml"
    path.write_text(text + MORE, encoding="utf-8")
    return str(path)


def play(game, seed, seen):
    """A game by a player who rarely ends a phase while there is something to do; what happened is counted."""
    dice, draw = Dice.seeded(seed), random.Random(seed)
    state = game.start(dice)
    while state.result is None:
        (decision,) = game.decisions(state)
        offers = [offer for offer in decision.offers if offer.verb != "end"] or list(decision.offers)
        offer = draw.choice(offers)
        action = Action(offer.verb, None if offer.targets is None else draw.choice(list(offer.targets)))
        state, events = game.apply(
            state, decision.side, action if draw.random() < 0.9 else decision.pick(draw.randrange), dice
        )
        seen.update(event.what for event in events)
        if state.stack and isinstance(state.stack[-1], Act):
            yield state


def test_nobody_shares_a_hex_with_the_enemy_and_passengers_are_with_their_carriers(file):
    game, seen = load(file), Counter()
    owners = game.world.owners
    for seed in range(6):
        for state in play(game, seed, seen):
            units = state.board.units
            held, hiding = {}, {}
            for n, unit in enumerate(units):
                assert unit.at < 0 or held.setdefault(unit.at, owners[n]) == owners[n]
                assert unit.at < 0 or hiding.setdefault(unit.at, unit.hidden) == unit.hidden
                if unit.carrier >= 0:
                    assert units[unit.carrier].steps
                    assert units[unit.carrier].at == unit.at
    wanted = {"gets_on", "gets_off", "bails_out", "breaches", "cleared", "smoke", "assaults", "overruns", "drives_off"}
    assert wanted | {"found"} <= set(seen)


@pytest.mark.parametrize("promise", CHECKS)
def test_it_keeps_the_contract(file, promise):
    check(load(file), promise, 1)
