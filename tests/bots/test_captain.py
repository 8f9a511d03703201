"""The bot for TCS: what it knows, on small battles; and that it plays Crossroads."""

import pytest
from msgspec.structs import replace

import sandtable
from sandtable.bots import bot
from sandtable.bots.captain import CaptainBot
from sandtable.kernel.dice import Dice
from tests.systems.tcs.battle import Battle

FIELD = "1212 open\n"
HILL = "".join(f"{c:02}06 open 60\n" for c in range(1, 13))


def chosen(b):
    """What the bot does when it is asked now, with the target by its name."""
    decision = b.decision()
    action = CaptainBot(b.game, 1).choose(b.game.view(b.state, decision.side), decision)
    offer = decision.offer(action.verb)
    name = "" if action.target is None else b.game.system.name_of(b.game, offer.kind, action.target)
    return action.verb, name


def play(b, most=60):
    """The bot acts until its phase ends, the enemy holds its fire: what it did."""
    done = []
    while b.decides() == "Blue" and len(done) < most:
        decision = b.decision()
        action = CaptainBot(b.game, 1).choose(b.game.view(b.state, decision.side), decision)
        done.append(action.verb)
        if action.verb == "end":
            break
        b.state, _ = b.game.apply(b.state, decision.side, action, Dice.seeded(len(done)))
        while b.decides() == "Red":
            b.state, _ = b.game.apply(b.state, 1, sandtable.Action("hold"), Dice.seeded(len(done)))
    return done


def test_it_goes_where_it_must():
    b = Battle(FIELD + "Blue us_rifle_plt A 0101 move\nRed ge_truck X 1212", objective="0110")
    assert chosen(b) == ("move", "A")
    b.do("move", "A")
    assert chosen(b) == ("to", "0107")


def test_it_stays_in_cover_rather_than_walk_into_fire_with_time_to_spare():
    ground = "0103 woods\n0203 woods\n"
    lines = "Blue us_rifle_plt A 0103 move\n" + "".join(f"Red ge_smg_sec {name} 0108 dug_in\n" for name in "VWXYZ")
    b = Battle(FIELD + ground + lines, objective="0109", turns=9)
    assert chosen(b)[0] != "move"
    b = Battle(FIELD + ground + lines, objective="0109", turns=1)
    assert chosen(b)[0] == "move", "on the last turn it must"


def test_it_takes_fire_mode_where_it_may_be_seen_and_not_behind_a_hill():
    seen = Battle(FIELD + "Blue us_hmg_sec A 0101 move spent=4\nRed ge_smg_sec X 0104", objective="0105")
    assert "to_fire" in play(seen)
    hidden = Battle(FIELD + HILL + "Blue us_hmg_sec A 0101 move spent=4\nRed ge_smg_sec X 0110", objective="0110")
    assert "to_fire" not in play(hidden)


def test_it_goes_for_the_goal_that_is_held_least():
    from sandtable.bots.captain.survey import Survey

    b = Battle(
        FIELD + "Blue us_rifle_plt A 0606 move\nRed ge_gren_plt X 0612\nRed ge_gren_plt Y 0612\nRed ge_truck Z 0601"
    )
    b.game.world = replace(b.game.world, objectives=(b.hex("0612"), b.hex("0601")))
    b.state = replace(b.state, board=replace(b.state.board, holders=(1, 1)))
    ways = Survey(b.look, 0).ways("foot")
    assert ways[b.hex("0605")] < ways[b.hex("0606")] < ways[b.hex("0607")]


ASSAULT = "Blue us_rifle_plt A 0405 move\nBlue us_rifle_plt B 0305 move\nRed ge_gren_plt X 0404{}\n"


def test_it_assaults_who_is_suppressed():
    assert chosen(Battle(FIELD + ASSAULT.format(" suppressed fired"), objective="0404")) == ("assault", "0404")


def test_it_suppresses_before_it_assaults():
    support = "Blue us_81mm_sec M 0109\nBlue us_hmg_sec H 0407\n"
    b = Battle(FIELD + "0404 village\n" + ASSAULT.format(" dug_in fired") + support, objective="0404")
    done = play(b)
    assert done[0] == "suppress"
    assert "assault" not in done[: done.index("fire")]


def test_it_keeps_the_fire_of_its_storm_troops_until_the_others_have_fired():
    support = "Blue us_81mm_sec M 0109\nBlue us_hmg_sec H 0407\n"
    lines = ASSAULT.replace(" move", "").format(" fired") + support
    b = Battle(FIELD + lines, objective="0404").do("suppress", "0404")
    verb, name = chosen(b)
    assert (verb, name in ("M", "H")) == ("add", True)


def test_it_gets_up_for_an_assault_with_good_odds():
    lines = ASSAULT.replace(" move", "").format(" paralyzed fired")
    assert chosen(Battle(FIELD + lines, objective="0404"))[0] == "to_move"


WATCH = "Blue us_rifle_plt A 0101 move\nRed {} X {}\n"


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        (("ge_smg_sec", "0104"), "area"),
        (("ge_static_plt", "0106 dug_in"), "hold"),
    ],
)
def test_it_fires_overwatch_at_good_targets_only(line, verb):
    b = Battle(FIELD + "0102 woods\n" + WATCH.format(*line)).do("move", "A").do("to", "0102")
    assert b.decides() == "Red"
    assert chosen(b)[0] == verb


def test_its_guns_fire_at_tanks_with_shot():
    b = Battle(FIELD + "Blue us_m4_75 T 0101 move\nRed ge_pak40 G 0106").do("move", "T").do("to", "0102")
    assert chosen(b) == ("point", "0106")


def test_it_runs_where_nobody_sees_it():
    from sandtable.bots.captain.moving import safest
    from sandtable.bots.captain.survey import Survey

    b = Battle(FIELD + HILL + "Blue us_rifle_plt A 0107 move\nRed ge_smg_sec X 0109", objective="0109")
    found = safest(Survey(b.look, 0), b.number("A"), [b.hex("0107"), b.hex("0105")])
    assert b.world.hex_name(found) == "0105"


@pytest.mark.parametrize("side", [0, 1])
def test_it_beats_a_player_who_draws_his_actions(side):
    game = sandtable.load("tcs/crossroads-1944")
    winners = []
    for seed in (1, 2):
        dice = Dice.seeded(seed)
        state = game.start(dice)
        bots = [bot("best" if each == side else "random", game, seed) for each in (0, 1)]
        while state.result is None:
            (decision,) = game.decisions(state)
            action = bots[decision.side].choose(game.view(state, decision.side), decision)
            state, _ = game.apply(state, decision.side, action, dice)
        winners.append(state.result.winner)
    assert winners == [side, side]
