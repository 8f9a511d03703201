"""The bot for TCS: what it knows, on small battles; and that it plays Crossroads."""

import pytest
from msgspec.structs import replace

import sandtable
from sandtable.bots import bot
from sandtable.bots.captain import CaptainBot, reacting, smoking
from sandtable.bots.captain.moving import best_move
from sandtable.bots.captain.survey import Memory, Survey
from sandtable.contract import play_out
from sandtable.kernel.dice import Dice
from tests.systems.tcs.battle import Battle

FIELD = "1212 open\n"
HILL = "".join(f"{c:02}06 open 60\n" for c in range(1, 13))


def chosen(b):
    """What the bot does when it is asked now, with the target by its name."""
    decision = b.decision()
    action = CaptainBot(b.game, 1).choose(b.game.view(b.state, decision.side))
    offer = decision.offer(action.verb)
    name = "" if action.target is None else b.game.system.name_of(b.game, offer.kind, action.target)
    return action.verb, name


def play(b, most=60):
    """The bot acts until its phase ends, the enemy holds its fire: what it did."""
    done = []
    while b.decides() == "Blue" and len(done) < most:
        decision = b.decision()
        action = CaptainBot(b.game, 1).choose(b.game.view(b.state, decision.side))
        done.append(action.verb)
        if action.verb == "end":
            break
        b.state, _ = b.game.apply(b.state, decision.side, action, Dice.seeded(len(done)))
        while b.decides() == "Red":
            offers = b.decision()
            hold = sandtable.Action("hold")
            action = hold if offers.allows(hold) else next(offers.actions())
            b.state, _ = b.game.apply(b.state, 1, action, Dice.seeded(len(done)))
    return done


def test_it_goes_where_it_must():
    b = Battle(FIELD + "Blue us_rifle_plt A 0101 move\nRed ge_truck X 1212", objective="0110")
    assert chosen(b) == ("move", "A")
    b.do("move", "A")
    assert chosen(b) == ("to", "0107")


def test_it_stays_in_cover_rather_than_walk_into_fire_with_time_to_spare():
    ground = "0103 woods\n0203 woods\n"
    lines = "Blue us_rifle_plt A 0103 move\n" + "".join(f"Red ge_smg_sec {name} 0108 dug_in\n" for name in "YZ")
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
    ways = Survey(b.look, 0).ways(0)
    assert ways[b.hex("0605")] < ways[b.hex("0606")] < ways[b.hex("0607")]


ASSAULT = """0404 village
Blue us_rifle_plt A 0405 move
Blue us_m4_75 T 0405 move
Blue us_m4_75 U 0405 move
Red ge_gren_plt X 0404{}
"""


def test_it_assaults_who_is_suppressed_with_tanks_and_one_platoon():
    b = Battle(FIELD + ASSAULT.format(" suppressed fired") + "Blue us_rifle_plt B 0305 move\n", objective="0404")
    assert chosen(b) == ("assault", "0404")
    done = play(b)
    assert done[:5] == ["assault", "add", "add", "add", "go"], "a second platoon would only crowd the hex"


def test_it_does_not_assault_a_strong_enemy_without_tanks():
    lines = "0404 village\nBlue us_rifle_plt A 0405 move\nRed ge_gren_plt X 0404 dug_in\nRed ge_smg_sec Y 0404 dug_in\n"
    assert "assault" not in play(Battle(FIELD + lines, objective="0404"))


def test_it_suppresses_before_it_assaults():
    support = "Blue us_81mm_sec M 0109\nBlue us_hmg_sec H 0407\n"
    b = Battle(FIELD + ASSAULT.format(" dug_in fired") + support, objective="0404")
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
    lines = ASSAULT.replace(" move", "").format(" suppressed fired")
    assert chosen(Battle(FIELD + lines, objective="0404")) == ("to_move", "T")


def test_its_tanks_and_infantry_come_up_and_go_in_together():
    lines = ASSAULT.replace("0405", "0406").format(" suppressed fired")
    done = play(Battle(FIELD + lines, objective="0404"))
    assert done.index("assault") > max(n for n, verb in enumerate(done[: done.index("assault")]) if verb == "to")
    assert done.count("to") >= 3


def test_it_drives_over_who_cannot_stop_it_in_the_open():
    lines = "Blue us_m4_75 T 0405 move\nRed ge_81mm_sec X 0404\n"
    b = Battle(FIELD + lines, objective="0404")
    assert chosen(b) == ("overrun", "T")
    assert chosen(b.do("overrun", "T")) == ("to", "0404")
    guarded = Battle(FIELD + lines + "Red ge_pak40 Y 0404\n", objective="0404")
    assert chosen(guarded)[0] != "overrun"


OPEN_GROUND = """Blue us_rifle_plt A 0101 move
Blue us_rifle_plt B 0201 move
Blue us_60mm_sec M 0102
Red ge_smg_sec X 0108 dug_in
Red ge_smg_sec Y 0208 dug_in
Red ge_truck Z 0112
"""


def test_it_lays_smoke_before_it_crosses_open_ground():
    b = Battle(FIELD + OPEN_GROUND, objective="0112", turns=3)
    assert chosen(b) == ("smoke", "M")
    verb, name = chosen(b.do("smoke", "M"))
    assert verb == "at"
    assert b.world.ground.distance(b.hex(name), b.hex("0108")) < b.world.ground.distance(b.hex("0101"), b.hex("0108"))


def test_it_lays_no_smoke_where_nobody_would_fire():
    assert (
        chosen(Battle(FIELD + OPEN_GROUND.replace("ge_smg_sec", "ge_truck"), objective="0112", turns=3))[0] != "smoke"
    )


def test_it_weighs_smoke_that_hid_too_little_again_when_the_enemy_is_another_one(monkeypatch):
    b = Battle(FIELD + OPEN_GROUND.replace("ge_smg_sec", "ge_truck"), objective="0112", turns=3)
    weighed = []
    monkeypatch.setattr(smoking, "gains", lambda survey: weighed.append(survey) or {})
    memory, offer = Memory(), b.decision().offer("smoke")

    def smoke(now):
        return smoking.best_smoke(Survey(now.look, 0, memory=memory), offer)

    assert smoke(b) is None
    assert len(weighed) == 1
    assert smoke(b.do("move", "A").do("to", "0102")) is None
    assert len(weighed) == 1, "the enemy is as he was"
    assert smoke(Battle(FIELD + OPEN_GROUND, objective="0112", turns=3)) is None
    assert len(weighed) == 2


RIDE = "2012 open\nBlue us_rifle_plt A {at} move{more}\nBlue us_m3_ht C {at} move\nRed ge_truck Z 2012\n"


def test_it_rides_where_it_has_far_to_go_and_gets_off_near_the_goal():
    assert chosen(Battle(RIDE.format(at="0101", more=""), objective="2012")) == ("load", "A")
    assert chosen(Battle(RIDE.format(at="1710", more=""), objective="2012"))[0] != "load"
    near = Battle(RIDE.format(at="1710", more=" carrier=C"), objective="2012")
    assert chosen(near) == ("unload", "A")
    far = Battle(RIDE.format(at="0101", more=" carrier=C"), objective="2012")
    assert chosen(far) == ("move", "C")


MINES = "0112 open\nmines 0103 Red\nBlue us_rifle_plt A 0102\nRed ge_truck Z 0112\n"


def test_it_breaches_mines_that_bar_its_way():
    b = Battle(MINES, objective="0112")
    assert chosen(b) == ("breach", "A")
    assert chosen(Battle(MINES.replace("mines 0103 Red", "mines 0101 Red"), objective="0112"))[0] != "breach"


def test_it_fears_a_goal_where_enemies_may_lie_hidden():
    from sandtable.bots.captain.survey import Survey

    line = "0112 open\nBlue us_rifle_plt A 0101 move\nRed ge_gren_plt X {}\n"
    hidden = Survey(Battle(line.format("off"), objective="0105").look, 0)
    seen = Survey(Battle(line.format("0112"), objective="0105").look, 0)
    fear = hidden.risk(hidden.world.ground.map.index("0102"), vehicle=False, posture="move")
    calm = seen.risk(seen.world.ground.map.index("0102"), vehicle=False, posture="move")
    assert fear > calm
    assert chosen(Battle(line.format("off"), objective="0105"))[0] == "move", "it goes on all the same"


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


def test_after_a_shot_without_effect_it_goes_on_by_what_it_knows(monkeypatch):
    lines = "0102 woods\n" + WATCH.format("ge_smg_sec", "0104") + "Red ge_smg_sec Y 0105\n"
    b = Battle(FIELD + lines).do("move", "A").do("to", "0102")
    bot = CaptainBot(b.game, 1)
    first = bot.choose(b.game.view(b.state, 1))
    asked = []
    monkeypatch.setattr(reacting, "shots", lambda *_: asked.append(1) or [])
    again = bot.choose(b.game.view(b.state, 1))
    assert (first.verb, again, asked) == ("area", first, [])
    assert CaptainBot(b.game, 1).choose(b.game.view(b.state, 1)).verb == "hold"
    assert asked


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
            decision = game.decisions(state)[0]
            action = bots[decision.side].choose(game.view(state, decision.side))
            state, _ = game.apply(state, decision.side, action, dice)
        winners.append(state.result.winner)
    assert winners == [side, side]


def test_what_is_remembered_from_earlier_decisions_is_what_a_fresh_look_finds():
    name = "tcs/crossroads-1944"
    game = sandtable.load(name)
    entries = play_out(game, 3, "best", steps=260, finish=False).entries
    moves = 0
    for entry in entries[60::25]:
        warm = Survey(game.view(entry.before, entry.side).look, entry.side)
        fresh = sandtable.load(name)
        cold = Survey(fresh.view(fresh.decode(game.encode(entry.before)), entry.side).look, entry.side)
        for unit in warm.look.on_map(entry.side):
            assert best_move(warm, unit) == best_move(cold, unit)
            moves += 1
            for hex in range(0, game.world.ground.size, 7):
                risks = [each.risk(hex, vehicle=False, posture="move", staying=True) for each in (warm, cold)]
                assert risks[0] == risks[1]
    assert moves > 50
