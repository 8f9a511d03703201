"""What the TCS bot makes of the victory table: when it holds, dares, spares its steps, and changes its plan."""

import pytest
from msgspec.structs import replace

from sandtable import Dice
from sandtable.bots.captain import CaptainBot
from sandtable.bots.captain.moving import hurry
from sandtable.bots.captain.stakes import outcome, short_of_steps, standing_of
from sandtable.bots.captain.survey import Survey
from sandtable.bots.standing import DRAW, LOSS, WIN
from sandtable.systems.tcs.victory import Level, Victory
from tests.bots.test_captain import chosen
from tests.systems.tcs.battle import Battle

LEVELS = (Level(2, "Blue wins", "Blue"), Level(1, "a draw"), Level(0, "Red wins", "Red"))


def held(b, *holders, hexes=("0404", "0409"), most_losses=0):
    """Two objectives, held by these sides: with both Blue wins, with one it is a draw."""
    victory = Victory("Blue", hexes, "Red", LEVELS, most_losses)
    b.game.world = replace(b.game.world, objectives=tuple(b.hex(hex) for hex in hexes), victory=victory)
    b.state = replace(b.state, board=replace(b.state.board, holders=holders))
    return b


FIELD = "1212 open\n"
LINES = FIELD + "Blue us_rifle_plt A 0405 move\nRed ge_gren_plt X 0408\n"


@pytest.mark.parametrize(
    ("holders", "losses", "ends"),
    [((0, 0), 0, WIN), ((0, 1), 0, DRAW), ((1, 1), 0, LOSS), ((0, 0), 1, DRAW)],
)
def test_the_victory_table_says_how_the_game_would_end(holders, losses, ends):
    line = LINES.replace("0405 move", "0405 move steps=2") if losses else LINES
    assert outcome(held(Battle(line), *holders, most_losses=losses).look, 0) == ends


def test_it_counts_the_steps_that_it_can_still_spare():
    assert short_of_steps(held(Battle(LINES), 0, 0, most_losses=2).look, 0)
    assert not short_of_steps(held(Battle(LINES), 0, 0, most_losses=9).look, 0)
    assert not short_of_steps(held(Battle(LINES), 0, 0).look, 0)


def test_danger_counts_more_where_losses_tell():
    tells, not_yet = (Survey(held(Battle(LINES, turns=9), 1, 1, most_losses=most).look, 0) for most in (2, 9))
    assert tells.caution > not_yet.caution


HELD = """
0404 village
Blue us_rifle_plt A 0405 move
Blue us_m4_75 T 0405 move
Blue us_m4_75 U 0405 move
Red ge_gren_plt X 0404 suppressed fired
Red ge_gren_plt Y 0912
"""


@pytest.mark.parametrize(("turn", "assaults"), [(1, True), (8, False)])
def test_who_has_won_stays_where_he_is_in_the_last_turns(turn, assaults):
    """Blue has won with one hex of two; it takes the other while there is time, and later stays."""
    b = Battle(FIELD + HELD, turn=turn, turns=9)
    b = held(b, 1, 0)
    victory = replace(b.game.world.victory, level=(Level(1, "Blue wins", "Blue"), Level(0, "Red wins", "Red")))
    b.game.world = replace(b.game.world, victory=victory)
    assert (chosen(b)[0] == "assault") == assaults


def test_time_presses_only_who_has_not_won():
    late = {"turn": 9, "turns": 9}
    won, not_won = (Survey(held(Battle(LINES, **late), *who).look, 0) for who in ((0, 0), (0, 1)))
    assert hurry(won) > hurry(not_won)


def test_nothing_is_fed_into_an_attack_that_comes_too_late():
    far = FIELD + "1230 open\nBlue us_rifle_plt A 0101 move\nRed ge_gren_plt X 1230\n"
    b = held(Battle(far, turn=9, turns=9), 1, 1, hexes=("1229", "1230"))
    assert standing_of(b.look, 0).hopeless
    assert not Survey(b.look, 0).attacking
    b = held(Battle(far, turn=1, turns=9), 1, 1, hexes=("1229", "1230"))
    assert Survey(b.look, 0).attacking


# When suppression fails

GUNS = """
0404 village
0409 village
Blue us_hmg_sec H 0406
Blue us_rifle_plt A 0105 move
Red ge_gren_plt X 0404{morale}
Red ge_gren_plt Y 0409
"""


@pytest.mark.parametrize(("morale", "withstood"), [("", True), (" suppressed", False)])
def test_fire_that_shakes_nobody_changes_the_plan(morale, withstood):
    b = held(Battle(FIELD + GUNS.format(morale=morale), turns=9), 1, 1)
    fired = frozenset({b.hex("0404")})
    before, after = Survey(b.look, 0), Survey(b.look, 0, None, fired)
    assert bool(after.withstood) == withstood
    assert (after.caution > before.caution) == withstood
    assert before.focus == b.hex("0404")
    assert (after.focus == b.hex("0409")) == withstood, "another hex may be easier"


def test_it_remembers_in_its_turn_what_it_has_fired_at():
    b = held(Battle(FIELD + GUNS.format(morale=""), turns=9), 1, 1)
    player = CaptainBot(b.game, 1)
    for number in range(4):
        action = player.choose(b.game.view(b.state, 0))
        if action.verb == "suppress":
            break
        b.state, _ = b.game.apply(b.state, 0, action, Dice.seeded(number))
    assert action.verb == "suppress"
    assert player._fired_this(1) == {action.target}
    assert player._fired_this(2) == frozenset()
