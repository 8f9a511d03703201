"""How the Tactical Combat bot fights: small battles drawn as text, and what it does in them."""

import random

import msgspec
import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.bots.fighter import FighterBot
from sandtable.bots.fighter.worth import duel
from sandtable.contract import play_out
from sandtable.kernel.decision import Action
from sandtable.kernel.procedure import Decide, verb
from sandtable.systems.tactical_combat import setup
from sandtable.systems.tactical_combat.victory import Victory
from tests.systems.tactical_combat.battle import Battle

ATTACK = Victory(attacker="US")


def battle(text, **how):
    return Battle(text, **{"command": "none", "turns": 6, **how})


def choose(b, seed=1):
    decision = b.decision()
    return FighterBot(b.game, seed).choose(b.game.view(b.state, decision.side))


def phase(b, dice=()):
    """Let the bot play out the phase, with dice that never hit; what each stand did, in order."""
    did = []
    side = b.decision().side
    low = Dice.scripted(*(dice or (10,) * 200))
    player = FighterBot(b.game, 1)
    while b.state.result is None and b.decision().side == side:
        action = player.choose(b.game.view(b.state, side))
        top = b.state.stack[-1]
        if isinstance(getattr(top, "stand", None), int):
            did.append((b.names[top.stand], action.verb, action.target))
        if action.verb == "end":
            break
        b.state, _ = b.game.apply(b.state, side, action, low)
    return did


# Cover


OPEN_GROUND = """
    table 40 30
    {wood}
    objective farm 20,27 3
    US rifle A 20,5
    German hmg M 20,27
    German rifle R 22,27
"""


@pytest.mark.parametrize("x", [17, 21])
def test_it_ends_its_move_in_cover_rather_than_in_the_open_in_view(x):
    wood = f"rough Scrub {x},11 {x + 2},11 {x + 2},13 {x},13"
    b = battle(OPEN_GROUND.format(wood=wood), victory=ATTACK)
    (name, verb_, place), *_ = phase(b)
    assert (name, verb_) == ("A", "move")
    assert b.game.world.cover_at(place) == 1, b.game.world.table.text(place)


def test_without_cover_it_goes_on_in_the_open():
    b = battle(OPEN_GROUND.format(wood=""), victory=ATTACK)
    (name, verb_, place), *_ = phase(b)
    assert (name, verb_) == ("A", "move")
    assert b.game.world.table.point(place)[1] > 900, "toward the farm"


def test_it_goes_behind_a_wood_that_hides_it():
    hidden = "woods Wall 10,12.5 26,12.5 26,13.5 10,13.5"
    b = battle(OPEN_GROUND.format(wood=hidden), victory=ATTACK)
    (_, _, place), *_ = phase(b)
    look = b.look
    enemies = [b["M"].at, b["R"].at]
    assert look.world.cover_at(place) or look.seen_from(place, enemies, 0) == 0


# Fire and assault


NEIGHBOURS = """
    objective farm 12,10 3
    US rifle A 12,4
    US rifle B 13.5,4
    German rifle R 12,9 {morale}
"""


def test_it_fires_at_a_steady_enemy_before_anybody_assaults():
    b = battle(NEIGHBOURS.format(morale=""), victory=ATTACK)
    did = phase(b)
    assert did[0][1:] == ("fire", b.number("R"))
    assert all(verb_ != "assault" for _, verb_, _ in did), "he is never shaken"


@pytest.mark.parametrize("morale", ["suppressed", "paralyzed"])
def test_it_assaults_a_shaken_enemy(morale):
    b = battle(NEIGHBOURS.format(morale=morale), victory=ATTACK)
    stand = choose(b)
    assert stand.verb == "stand"
    b.do("stand", stand.target)
    assert choose(b) == Action("assault", b.number("R"))


def test_it_prefers_the_flank_of_a_tank():
    b = battle("""
        table 40 30
        US w44_m4_75 T 20,4 heading=0
        German w44_pz4 Front 17,16 heading=12
        German w44_pz4 Flank 23,16 heading=0
    """)
    did = phase(b)
    assert did[0] == ("T", "fire", b.number("Flank"))


def test_a_tank_turns_its_front_to_the_gun_that_can_hurt_it():
    b = battle("""
        table 40 30
        US w44_m4_75 T 20,2
        German w44_pak40 Gun 34,16 heading=18
        German rifle R 15,14
    """)
    b.do("stand", "T").do("move", "20,8")
    while b.decides() == "German":
        b.do("hold")
    action = choose(b)
    assert action.verb == "face"
    assert action.target in range(1, 8), "north-east to the gun, not north-west to the nearer rifles"


# Readiness


@pytest.mark.parametrize("far", ["20,5", "20,11"])
def test_a_defender_with_nothing_useful_to_do_stays_ready(far):
    """Nobody is in range; or only somebody in a house at long range, who must come out of it sooner or later."""
    b = battle(
        f"""
        table 40 30
        buildings Farm 18,24 22,24 22,28 18,28
        buildings Hut 18,10 22,10 22,12 18,12
        objective farm 20,26 3
        US rifle A {far}
        German rifle R 20,26
        German hmg M 21,25
        """,
        side="German",
        victory=ATTACK,
    )
    b.state = msgspec.structs.replace(b.state, board=msgspec.structs.replace(b.state.board, holders=(1,)))
    assert choose(b) == Action("end")
    assert not b["R"].finished
    assert not b["M"].finished


@pytest.mark.parametrize(("y", "fires"), [(12, True), (20, False)])
def test_opportunity_fire_waits_for_a_shot_that_is_worth_it(y, fires):
    """In the open at normal range it fires; at long range into cover, with more enemies to come, it waits."""
    more = "" if fires else "US rifle B 14,5\nUS rifle C 26,5\nUS rifle D 10,5\nbuildings Hut 17,4 23,4 23,8 17,8"
    b = battle(f"table 40 30\nUS rifle A 20,5\nGerman rifle R 20,{y}\n{more}")
    b.do("stand", "A").do("move", "18,6")
    assert b.decides() == "German"
    action = choose(b)
    assert action == (Action("fire", b.number("R")) if fires else Action("wait"))


# Leaders


def test_leaders_stay_within_command_of_their_stands():
    """At the end of every phase of a game most stands of a platoon with a leader are in command."""
    game = sandtable.load("tactical_combat/first-firefight")
    near = total = 0
    for seed in range(4):
        match = play_out(game, seed, "best")
        assert match.state.result is not None, "it plays to the end"
        for entry in match.entries:
            if entry.action.verb != "end":
                continue
            look = game.look(entry.before)
            for n in look.on_table(0):
                own = [k for k in look.on_table(0) if look.world.member_of[k] == look.world.member_of[n]]
                if not look.world.kinds[n].leader and any(look.world.kinds[k].leader for k in own):
                    total += 1
                    near += look.leader_near(n)
    assert total > 100
    assert near / total > 0.75


def test_a_leader_follows_his_stands():
    b = battle(
        """
        table 40 30
        US leader L 20,4 formation=1st
        US rifle A 20,11 formation=1st finished
        US rifle B 21.5,11 formation=1st finished
        German rifle R 20,29
        """,
        command="leaders",
    )
    phase(b)
    assert b.look.leader_near(b.number("A"))
    assert b.look.leader_near(b.number("B"))


# Support


def test_artillery_falls_on_the_crowd_and_not_on_friends():
    b = battle("""
        table 40 30
        support US artillery Guns
        US leader L 20,5
        US rifle A 30,20
        German rifle P 31,21
        German rifle O 30,21.5
        German rifle Q 10,20
        German rifle R 11.5,20
    """)
    b.do("call", 0)
    if "spotter" in b.verbs():
        b.do("spotter", "L")
    action = choose(b)
    assert action.verb == "attack"
    x, _ = b.game.world.table.point(action.target)
    assert 950 <= x <= 1200, "on Q and R"


def test_it_calls_support_before_anything_else():
    b = battle("""
        support US artillery Guns
        US leader L 5,2
        US rifle A 6,2
        German rifle R 12,12
    """)
    assert choose(b) == Action("call", 0)


# What it may know, and what it does not know


def test_it_never_learns_what_the_enemy_has_placed():
    """Two set-ups of the enemy that a side cannot tell apart: the bot does the same in both."""
    game = sandtable.load("tactical_combat/first-firefight")
    dice = Dice.seeded(1)
    state = game.start(dice)
    zone = game.world.zone_points("GE")
    state, _ = game.apply(state, 1, Action("place", zone[0]), dice)
    for seed in range(20):
        other = game.system.imagine(game, state, 0, random.Random(seed).randrange)
        actions = []
        for each in (state, other):
            view = game.view(each, 0)
            assert not any(isinstance(part, setup.Deploy) for part in view.state.secret[1])
            actions.append(FighterBot(game, seed).choose(view))
        assert actions[0] == actions[1]


def test_the_bot_is_given_no_more_than_a_view(monkeypatch):
    """In a whole game it never asks the game for anything but the board of its view."""
    game = sandtable.load("tactical_combat/first-firefight")
    seen = []
    look = type(game).look
    monkeypatch.setattr(type(game), "look", lambda self, state: seen.append(state) or look(self, state))
    dice = Dice.seeded(3)
    players = [FighterBot(game, side) for side in range(2)]
    state = game.start(dice)
    for _ in range(60):
        decision = game.decisions(state)[0]
        view = game.view(state, decision.side)
        seen.clear()
        action = players[decision.side].choose(view)
        assert all(each is view.state for each in seen)
        state, _ = game.apply(state, decision.side, action, dice)


def test_the_same_seed_plays_the_same_way():
    game = sandtable.load("tactical_combat/first-firefight")
    one, two = (play_out(game, 5, "best") for _ in range(2))
    assert [entry.action for entry in one.entries] == [entry.action for entry in two.entries]


class Bridge(Decide, frozen=True, array_like=True, tag="bridge_for_test"):
    """A choice that no bot has heard of."""

    def prompt(self, look):
        return "Blow the bridge?"

    @verb("Blow it", "choice")
    def blow(self, look):
        return (0, 1)

    @blow.then
    def _do_blow(self, field, number):
        if number:
            field.lose(0, "destroyed", "TC F18")

    @verb("Keep it")
    def keep(self, look):
        return True

    @keep.then
    def _do_keep(self, field, _):
        field.lose(0, "destroyed", "TC F18")


def test_a_choice_of_an_unknown_special_rule_is_answered_by_what_it_leads_to():
    """Two of the three answers cost the side its stand; the third costs nothing."""
    b = battle("US rifle A 5,5\nGerman rifle R 20,15")
    b.state = msgspec.structs.replace(b.state, stack=(*b.state.stack, Bridge(0)))
    assert choose(b) == Action("blow", 0)


# Whole games


@pytest.mark.long
def test_it_plays_first_firefight_to_the_end():
    """Four games end in the test of leaders, and one of every other battle in the golden records."""
    game = sandtable.load("tactical_combat/first-firefight")
    for seed in range(4, 24):
        assert play_out(game, seed, "best").state.result is not None


@pytest.mark.parametrize(("side", "other"), [(0, "random"), (1, "random"), (1, "greedy")])
def test_it_beats_the_simpler_bots(side, other):
    game = sandtable.load("tactical_combat/first-firefight")
    games = 2 if other == "greedy" else 10  # that one weighs every action by its odds, and is slow
    wins = 0
    for seed in range(games):
        levels = ["best", other] if side == 0 else [other, "best"]
        players = [bot(level, game, 2 * seed + number) for number, level in enumerate(levels)]
        dice = Dice.seeded(seed)
        state = game.start(dice)
        while state.result is None:
            decision = game.decisions(state)[0]
            action = players[decision.side].choose(game.view(state, decision.side))
            state, _ = game.apply(state, decision.side, action, dice)
        wins += state.result.winner == side
    assert wins >= 0.7 * games


def test_the_bot_counts_on_two_dice_in_close_combat_only_where_machine_guns_have_them():
    one, two = (Battle("US hmg A 6,4\n German rifle B 6,5", hmg_two_dice=option) for option in (False, True))
    rifles = Battle("US rifle A 6,4\n German rifle B 6,5", hmg_two_dice=True)
    chances = [duel(each.look, 0, 1, 0)[0] for each in (rifles, one, two)]
    assert chances[0] == chances[1] < chances[2]
