"""What the Tactical Combat bot makes of the scenario's victory rule: when it holds, dares, waits and gives up."""

import pytest

from sandtable import Dice
from sandtable.bots.fighter import FighterBot
from sandtable.bots.fighter.firing import best_shot
from sandtable.bots.fighter.ground import Ground
from sandtable.bots.fighter.memory import Memory
from sandtable.bots.fighter.stakes import verdict
from sandtable.bots.fighter.survey import Survey, Temper
from sandtable.bots.fighter.together import may_charge
from sandtable.bots.standing import DRAW, LOSS, WIN
from sandtable.kernel.decision import Action
from sandtable.systems.tactical_combat.action import StandAction
from sandtable.systems.tactical_combat.special.exits import Exit
from sandtable.systems.tactical_combat.special.losses import Losses
from sandtable.systems.tactical_combat.victory import Victory
from tests.bots.test_fighter import ATTACK, battle
from tests.bots.test_fighter_aims import holding


def phase(b, *faces):
    """Let the bot play the phase out, or up to an assault, while the enemy holds his fire: what each stand did.
    The dice show these faces, then always 10.
    """
    did = []
    player = FighterBot(b.game, 1)
    dice = Dice.scripted(*faces, *(10,) * 200)
    while True:
        decision = b.decision()
        action = Action("hold")
        if decision.side == b.side:
            action = player.choose(b.game.view(b.state, b.side))
            top = b.state.stack[-1]
            if isinstance(top, StandAction):
                did.append((b.names[top.stand], action.verb))
        if action.verb == "end":
            return did
        if action.verb == "assault":
            return did
        b.state, _ = b.game.apply(b.state, decision.side, action, dice)


def survey(b, side=0):
    return Survey(b.look, side, Ground.of(b.look), Temper(), Memory())


# Where it stands

FARM = """
    table 40 30
    buildings Farm 18,24 22,24 22,28 18,28
    objective farm 20,26 3
    US rifle A 20,4
    US rifle B 22,4
    US rifle C 24,4
    German rifle R 20,26
"""


@pytest.mark.parametrize(("holder", "lost", "outcome"), [(1, "", LOSS), (0, "", WIN), (0, "A", LOSS), (0, "R", WIN)])
def test_the_rule_of_an_attack_says_how_the_game_would_end(holder, lost, outcome):
    b = holding(
        battle(
            FARM.replace("German rifle R 20,26", "German rifle R 38,2"), victory=Victory(attacker="US", survivors=3)
        ),
        holder,
    )
    assert verdict(b.look, 0, [b.number(name) for name in lost]).outcome == outcome


def test_points_and_margin_say_how_the_game_would_end():
    b = holding(battle(FARM, victory=Victory(margin=4)), 1)
    assert verdict(b.look, 0) == (DRAW, -3)
    assert verdict(b.look, 1, [b.number("A")]) == (WIN, 4)


@pytest.mark.parametrize(("beyond", "price"), [(1, 0), (0, 1)])
def test_a_loss_costs_what_the_special_rules_leave_of_it(beyond, price):
    special = (Losses(side="US", beyond=beyond),) if beyond else ()
    b = battle(FARM, special=special)
    assert survey(b).stakes.price(b.number("A")) == price


def test_a_stand_that_the_side_cannot_win_without_is_vital():
    b = holding(battle(FARM, victory=Victory(attacker="US", survivors=3)), 1)
    assert survey(b).stakes.vital(b.number("A"))
    b = holding(battle(FARM, victory=Victory(attacker="US", survivors=2)), 1)
    assert not survey(b).stakes.vital(b.number("A"))


def test_a_side_that_may_leave_the_table_for_points_still_has_hope():
    far = {"turn": 6, "turns": 6, "victory": Victory(margin=1)}
    assert survey(holding(battle(FARM, **far), 1)).stakes.standing.hopeless
    gate = Exit(side="US", marker="farm")
    assert not survey(holding(battle(FARM, special=(gate,), **far), 1)).stakes.standing.hopeless


# Ahead on the last turn

AHEAD = """
    table 40 30
    objective ford 10,10 3
    US rifle A 10,10
    US rifle B 34,10
    German rifle R 10,16 paralyzed
    German rifle S 18,10
"""


@pytest.mark.parametrize(("turn", "did"), [(3, "assault"), (5, "fire"), (6, "fire")])
def test_the_last_guard_does_not_leave_a_place_that_wins_the_game(turn, did):
    """It could rush a shaken enemy, but another would walk in behind it."""
    b = holding(battle(AHEAD, turn=turn, victory=Victory(margin=1)), 0)
    assert next(verb for name, verb in phase(b) if name == "A") == did
    assert b.where("A") == "10.0,10.0"


# Behind on the last turn

RINGED = """
    table 40 30
    buildings Farm 18,24 22,24 22,28 18,28
    objective farm 20,26 3
    US rifle A 20,22
    US rifle B 22,22
    US hmg M 18,20
    German rifle R 20,26
"""


@pytest.mark.parametrize(("turn", "rushes"), [(6, True), (3, False)])
def test_at_the_last_chance_it_rushes_even_an_enemy_whom_fire_has_not_shaken(turn, rushes):
    b = holding(battle(RINGED, turn=turn, victory=ATTACK), 1)
    did = phase(b)
    assert did[0][1] == "fire", "those who can be spared fire first"
    assert ("assault" in [verb for _, verb in did]) == rushes


@pytest.mark.parametrize(("turns", "target"), [(2, "G"), (9, "R")])
def test_late_it_fires_at_those_who_hold_the_place_and_not_at_easier_targets(turns, target):
    text = """
        table 40 30
        rough Scrub 18,24 22,24 22,28 18,28
        objective farm 20,26 3
        US rifle A 20,19
        German rifle G 20,25
        German rifle R 24,14 hits=1
    """
    b = holding(battle(text, turns=turns, victory=ATTACK), 1)
    best = best_shot(survey(b), b.number("A"))
    assert b.names[best.action.target] == target


# Hopeless


@pytest.mark.parametrize(("survivors", "goes"), [(1, True), (4, False)])
def test_it_feeds_no_attack_that_can_win_no_more(survivors, goes):
    """Three rifle stands are left, and four are asked for."""
    b = holding(battle(FARM, turn=2, victory=Victory(attacker="US", survivors=survivors)), 1)
    before = b.where("A")
    phase(b)
    assert (b.where("A") != before) == goes


# Vehicles and infantry

TANK = """
    table 40 30
    buildings Farm 18,22 24,22 24,27 18,27
    objective farm 20,24 3
    US w44_m4_75 T 20,12
    German rifle R 20,23 {morale}
    German rifle S 21.5,23 {morale}
"""


@pytest.mark.parametrize(("morale", "goes_in"), [("", False), ("suppressed", True)])
def test_a_tank_waits_until_infantry_is_suppressed(morale, goes_in):
    b = holding(battle(TANK.format(morale=morale), victory=ATTACK), 1)
    (did,) = phase(b)
    assert did == ("T", "move" if goes_in else "fire")
    look = b.look
    assert (min(look.apart(b.number("T"), b.number(each)) for each in "RS") < 800) == goes_in


CHARGE = """
    table 40 30
    US w44_m4_75 T 20,12
    US w44_m4_75 U 22,{y}
    German rifle R 20,20 {morale}
"""


@pytest.mark.parametrize(("y", "morale", "may"), [("1", "", False), ("1", "suppressed", True), ("12", "", True)])
def test_a_tank_goes_at_unshaken_infantry_only_with_another(y, morale, may):
    b = battle(CHARGE.format(y=y, morale=morale))
    assert may_charge(survey(b), b.number("T"), b.number("R")) == may


# When suppression fails

SUPPORTED = """
    table 40 30
    rough Scrub 12,16 30,16 30,18 12,18
    objective farm 20,26 3
    US hmg M 17,17
    US hmg N 19,17
    US rifle A 28,17
    German rifle R 20,25
    woods Wood 12,26.5 30,26.5 30,28 12,28
    German rifle S 22,29
    German rifle T 18,29
"""


def test_the_plan_changes_on_the_turn_that_suppression_fails():
    """With the enemy shaken somebody goes at him; when fire has shaken nobody all fire from where they are."""
    did = {}
    for name, dice in (("shaken", (3,) * 9), ("failed", ())):
        b = holding(battle(SUPPORTED, victory=ATTACK, turns=8), 1)
        did[name] = {verb for _, verb in phase(b, *dice)}
    assert did["shaken"] & {"move", "assault"}
    assert did["failed"] == {"fire"}


def test_a_side_that_is_strong_enough_goes_in_all_the_same():
    more = "".join(f"US rifle R{n} {n},20 finished\n" for n in range(22, 28, 2))
    b = holding(battle(SUPPORTED + more, victory=ATTACK, turns=8), 1)
    table, before = b.game.world.table, b["A"].at
    phase(b)
    assert table.point(b["A"].at)[1] > table.point(before)[1]
