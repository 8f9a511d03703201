"""How the Micro Armour bot fights: small battles drawn as text, and what it does in them."""

import pytest

import sandtable
from sandtable import Dice
from sandtable.bots import bot
from sandtable.bots.tanker import TankerBot
from sandtable.bots.tanker.shots import LOST, after_shot, harm, results, shot_chances
from sandtable.contract import play_out
from sandtable.systems.micro_armour.board import CANNON
from sandtable.systems.micro_armour.calculators import Attack, attack
from sandtable.systems.micro_armour.proving import CONDITIONS
from tests.systems.micro_armour.battle import SIDES, Battle


def choose(b, player=None):
    decision = b.decision()
    return (player or TankerBot(b.game, 1)).choose(b.game.view(b.state, decision.side))


def play_phase(b, side, *dice):
    """Let the bot play a side of the phase and the other side pass or let go; what was done, by verb and target."""
    player = TankerBot(b.game, 1)
    throws = Dice.scripted(*dice)
    did = []
    while b.state.result is None:
        decision = b.decision()
        if decision.prompt.startswith("You have the initiative"):
            break
        if SIDES[decision.side] == side:
            action = choose(b, player)
            did.append((action.verb, b.game.system.name_of(b.game, decision.offer(action.verb).kind, action.target)))
        else:
            verb = next(each for each in ("skip", "hold", "wait") if decision.offer(each))
            action = sandtable.Action(verb)
        b.state, _ = b.game.apply(b.state, decision.side, action, throws)
    return did


# What it reckons with


def test_its_chances_are_those_of_the_rules():
    b = Battle("Blue M60A3 A 5,2 heading=0\nRed T-72 X 5,17 heading=12")
    passes, chances = shot_chances(b.look, b.number("A"), b.number("X"), CANNON)
    spread = (1.0, 0.0, 0.0, 0.0, 0.0)
    for _ in range(3):
        spread = after_shot(spread, passes, chances)
    exact = attack(Attack(firers="3x M60A3"))
    assert spread == pytest.approx([float(exact.get(state, 0)) for state in CONDITIONS])
    mean = sum(chance * lost for chance, lost in zip(after_shot((1.0, 0, 0, 0, 0), passes, chances), LOST, strict=True))
    assert harm(0, passes, chances) == pytest.approx(mean)
    assert results(12, 0, "clamp") == (0.0, 0.0, 0.0, 1.0)


# Fire


def test_it_fires_at_the_flank_that_is_shown():
    b = Battle("Blue M60A3 A 10,2 heading=0\nRed T-72 X 8,14 heading=12\nRed T-72 Y 12,14 heading=6")
    assert choose(b).verb == "attack"
    assert choose(b).target == b.number("Y")


def test_it_puts_several_stands_on_one_target():
    b = Battle(
        """
        Blue M60A3 A 8,2 heading=0
        Blue M60A3 B 10,2 heading=0
        Blue M60A3 C 12,2 heading=0
        Red T-72 X 10,14 heading=12 suppressed disorganized
        """
    )
    did = play_phase(b, "Blue", 20, 20, 20)
    assert [verb for verb, _ in did].count("cannon") >= 2
    assert did[-1][0] in ("fire", "skip")


def test_it_finishes_off_a_shaken_tank_before_it_shoots_at_a_fresh_one():
    b = Battle(
        """
        Blue M60A3 A 8,2 heading=0
        Blue M60A3 B 12,2 heading=0
        Red T-72 X 8,14 heading=12
        Red T-72 Y 12,14 heading=12 suppressed disorganized
        """
    )
    assert choose(b).target == b.number("Y")


def test_it_uses_the_missile_where_the_cannon_does_not_reach():
    b = Battle("Blue T-80U/AT-8 A 10,2 heading=0\nRed M60A3 X 10,38 heading=12")
    did = play_phase(b, "Blue", 20)
    assert ("missile", "A") in did


def test_it_does_not_waste_a_try_at_what_it_cannot_hurt():
    b = Battle("Blue PT-76 A 10,2 heading=0\nRed M1A2_Abrams X 10,14 heading=12 suppressed", below_minus_3="no_effect")
    assert choose(b).verb == "skip"


# Opportunity fire


def test_it_fires_at_a_mover_that_shows_its_flank_and_lets_go_one_it_cannot_hurt():
    for mover, heading, firer, verb in (("T-72", 6, "M60A3", "attack"), ("M1A2_Abrams", 12, "PT-76", "wait")):
        b = Battle(
            f"Blue {firer} A 10,2 heading=0\nRed {mover} X 8,14 heading={heading}",
            phase="move", side="Red", orders=(0, 1), below_minus_3="no_effect",
        )  # fmt: skip
        b.do("order", "X", 1).do("move", "X")
        assert b.decides() == "Blue"
        assert choose(b).verb == verb


# Places


def destination(b, name):
    """Where the bot takes a stand in this phase, and how it faces there."""
    play_phase(b, "Blue", *[1] * 30)
    return b.where(name), b[name].heading


WAITING = "Red T-72 X 18,34 heading=12\nRed T-72 Y 20,34 heading=12\n"


def test_it_takes_to_the_woods():
    b = Battle(
        "woods Copse 12,8 16,8 16,12 12,12\nBlue M60A3 A 18,6 heading=0\n" + WAITING,
        phase="move", orders=(1, 0), sighting=40,
    )  # fmt: skip
    where, _ = destination(b, "A")
    x, y = map(float, where.split(","))
    assert 12 <= x <= 16, where
    assert 8 <= y <= 12, where


def test_it_goes_hull_down_on_a_hilltop():
    b = Battle(
        """
        hill Rise 14,6 22,6 22,12 14,12 level=1
        hilltop Crest 15,9 21,9 21,11 15,11 level=1
        Blue M60A3 A 18,3 heading=0
        """
        + WAITING,
        phase="move", orders=(1, 0), sighting=40,
    )  # fmt: skip
    where, _ = destination(b, "A")
    x, y = map(float, where.split(","))
    assert 15 <= x <= 21, where
    assert 9 <= y <= 11, where


def test_it_keeps_its_front_to_the_enemy():
    b = Battle(
        "Blue M60A3 A 18,10 heading=12\nRed T-72 X 6,24 heading=12\nRed T-72 Y 8,26 heading=12",
        phase="move", orders=(1, 0),
    )  # fmt: skip
    play_phase(b, "Blue", *[1] * 30)
    look = b.look
    assert not any(look.flank(b.number(each), b.number("A")) for each in ("X", "Y"))


def test_it_shows_no_flank_on_its_way():
    b = Battle(
        "woods Copse 30,8 34,8 34,12 30,12\nBlue M60A3 A 24,10 heading=18\nRed T-72 X 24,30 heading=12",
        phase="move", orders=(1, 0), sighting=40,
    )  # fmt: skip
    did = [verb for verb, _ in play_phase(b, "Blue", *[1] * 30)]
    assert "glide" in did
    assert did.index("turn") < did.index("glide")


# Orders


def test_an_order_goes_to_the_group_that_needs_it():
    b = Battle(
        """
        woods Copse 16,8 20,8 20,12 16,12
        woods Wood 28,6 34,6 34,12 28,12
        Blue M60A3 A 18,12 heading=0 group=1st
        Blue M60A3 B 25,12 heading=0 group=2nd
        Red M60A3 X 18,30 heading=12 tries=1
        Red M60A3 Y 22,30 heading=12 tries=1
        """,
        phase="move", orders=(1, 0), sighting=40,
    )  # fmt: skip
    action = choose(b)
    assert action.verb == "order"
    assert action.target == b.target("2nd", "group"), "the one in the open goes to the woods"


def test_one_stand_tries_alone_where_that_is_better_than_its_group():
    """A scout by itself has no +3; with the others, who stand well and are shaken, it has."""
    b = Battle(
        """
        woods Wood 28,6 34,6 34,12 28,12
        woods Copse 4,8 10,8 10,12 4,12
        Blue M60A3 A 25,12 heading=0 group=1st recon
        Blue M60A3 B 6,11 heading=2 group=1st disorganized suppressed
        Blue M60A3 C 8,11 heading=2 group=1st disorganized suppressed
        Red M60A3 X 24,30 heading=12 tries=1
        Red M60A3 Y 26,30 heading=12 tries=1
        """,
        phase="move", orders=(0, 0), sighting=40,
    )  # fmt: skip
    assert b.decision().offer("independent")
    assert choose(b) == sandtable.Action("alone", b.number("A"))


def test_a_group_tries_together_where_all_gain():
    b = Battle(
        """
        woods Wood 28,6 34,6 34,12 28,12
        Blue M60A3 A 25,12 heading=0 group=1st
        Blue M60A3 B 25,9 heading=0 group=1st
        Red M60A3 X 24,30 heading=12 tries=1
        Red M60A3 Y 26,30 heading=12 tries=1
        """,
        phase="move", orders=(0, 0), sighting=40,
    )  # fmt: skip
    assert choose(b).verb == "independent"


def test_of_a_group_that_has_moved_only_the_stragglers_count():
    """B and E could gain much, but are no stragglers: the try that is left in their group is not for them."""
    b = Battle(
        """
        woods Wood 28,6 34,6 34,12 28,12
        woods Copse 8,6 12,6 12,10 8,10
        Blue M60A3 A 6,2 heading=0 group=1st moved
        Blue M60A3 B 25,12 heading=0 group=1st
        Blue M60A3 E 23,12 heading=0 group=1st
        Blue M60A3 C 10,8 heading=0 group=1st straggler
        Blue M60A3 D 26,8 heading=0 group=2nd
        Red M60A3 X 24,30 heading=12 tries=1
        Red M60A3 Y 26,30 heading=12 tries=1
        """,
        phase="move", orders=(0, 0), sighting=40,
    )  # fmt: skip
    assert choose(b) == sandtable.Action("independent", b.target("2nd", "group"))


@pytest.mark.parametrize(("marks", "leaves"), [("", True), ("tries=2", False)])
def test_it_leaves_the_road_for_cover_where_it_may_be_fired_at(marks, leaves):
    """The only shelter is a wood that the road runs through; whoever has no tries left cannot fire at it there."""
    b = Battle(
        f"""
        woods Wood 17.25,9 18.75,9 18.75,13.5 17.25,13.5
        good_road 18,0 18,40
        Blue M60A3 A 18,8 heading=0
        Red M60A3 X 17,30 heading=12 {marks}
        Red M60A3 Y 20,30 heading=12 {marks}
        """,
        phase="move", orders=(1, 0), sighting=40,
    )  # fmt: skip
    did = [verb for verb, _ in play_phase(b, "Blue", *[1] * 30)]
    assert b.where("A") == "18.0,13.0"
    assert ("leave_road" in did) == leaves


def test_who_stands_well_stays():
    b = Battle(
        "woods Copse 4,6 8,6 8,10 4,10\nBlue M60A3 A 6,9 heading=0\nRed T-72 X 6,21 heading=12",
        phase="move", orders=(1, 0), sighting=40,
    )  # fmt: skip
    did = play_phase(b, "Blue", *[1] * 30)
    assert ("skip" in [verb for verb, _ in did]) or b.where("A") == "6.0,9.0"


# Whole games


def test_a_game_is_the_same_with_the_same_seed():
    game = sandtable.load("micro_armour/duel", {"turns": 4})
    one, other = (play_out(game, 3, "best") for _ in range(2))
    assert game.digest(one.state) == game.digest(other.state)


@pytest.mark.parametrize("name", ["1973-valley", "1979-road", "1987-gap", "1991-easting"])
def test_it_knows_every_decision_of_the_battles(name, monkeypatch):
    game = sandtable.load(f"micro_armour/{name}", {"turns": 4})
    monkeypatch.setattr("sandtable.bots.greedy.GreedyBot.choose", lambda *_: pytest.fail("it asked the other bot"))
    play_out(game, 1, "best")


EDGE_TO_EDGE = "".join(
    f"Blue M60A3 A{n} {6 + 4 * n},4 heading=0 group=G{n // 2}\n"
    f"Red M60A3 X{n} {6 + 4 * n},36 heading=12 group=H{n // 2}\n"
    for n in range(6)
)


@pytest.mark.parametrize("best", [0, 1])
def test_it_beats_the_random_bot(best):
    """Six tanks a side on open ground with some woods, so that nobody can stay behind an edge."""
    lost, winners = [0, 0], []
    for seed in range(6):
        b = Battle(
            "woods W 6,12 12,12 12,16 6,16\nwoods E 24,24 30,24 30,28 24,28\n" + EDGE_TO_EDGE,
            whole=True, turns=10, sighting=40,
        )  # fmt: skip
        players = [bot("best" if side == best else "random", b.game, seed + side) for side in (0, 1)]
        dice = Dice.seeded(seed)
        while b.state.result is None:
            decision = b.game.decisions(b.state)[0]
            action = players[decision.side].choose(b.game.view(b.state, decision.side))
            b.state, _ = b.game.apply(b.state, decision.side, action, dice)
        for side in (0, 1):
            lost[side] += b.state.result.score[side]
        winners.append(b.state.result.winner)
    assert winners == [best] * 6
    assert lost[1 - best] >= 20 > 2 * lost[best]
