"""Only the special rules that have something to say at a moment are asked (TC G4)."""

import pytest

import sandtable
from sandtable import Dice
from sandtable.systems.tactical_combat.special.base import Special

pytestmark = pytest.mark.rule("TC G4")

BATTLES = ("crete-1941", "barbarossa-1941", "omaha-1944", "bulge-1944")
ANSWERS = {"fire_limit": None, "without_gun": False, "may_not_move": "", "may_not_react": "", "may_not_act": ""}


@pytest.mark.parametrize("name", BATTLES)
def test_a_rule_that_is_not_asked_would_have_said_nothing(name):
    game = sandtable.load(f"tactical_combat/{name}")
    look = game.look(game.start(Dice.seeded(1)))
    world = look.world
    silent = Special()
    for hook, nothing in ANSWERS.items():
        asked = world.speaking(hook)
        for special in world.specials:
            if any(special is each for each in asked):
                continue
            said = {getattr(special, hook)(look, stand) for stand in range(len(world.kinds))}
            assert said == {nothing} == {getattr(silent, hook)(look, 0)}, (special, hook)


def test_a_rule_that_limits_fire_is_asked_about_fire():
    world = sandtable.load("tactical_combat/crete-1941").world
    assert {type(each).__name__ for each in world.speaking("fire_limit")} == {"Airdrop"}
    assert {type(each).__name__ for each in world.speaking("lost")} == {"Losses"}
