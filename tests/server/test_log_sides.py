"""Each line of the log is about a side: that of the piece it names first, whoever took the action."""

import pytest

import sandtable
from sandtable.bots import bot
from sandtable.kernel.dice import SeededDice
from sandtable.server.games.open import Entry, OpenGame
from sandtable.server.games.telling import Line, lines_of


def played(name, steps):
    """The log of a game between two random bots, as a spectator reads it, and how its lines differ from the actors."""
    game = sandtable.load(name)
    opened = OpenGame(game, SeededDice(3))
    opened.begin()
    bots = [bot("random", game, seed=side) for side in range(2)]
    for _ in range(steps):
        decisions = game.decisions(opened.state)
        if not decisions:
            break
        side = decisions[0].side
        action = bots[side].choose(game.view(opened.state, side))
        lines = lines_of(game, opened.act(side, action, opened.dice))
        opened.count(Entry(number=opened.number + 1, kind="action", side=side, lines=tuple(lines)))
    return game, opened.log(None)[1]


@pytest.mark.parametrize("name", ["tactical_combat/first-firefight", "tcs/crossroads-1944", "micro_armour/duel"])
def test_a_line_that_begins_with_a_piece_is_about_its_side(name):
    game, log = played(name, 400)
    pieces = sorted(game.scene().pieces, key=lambda piece: -len(piece.name))
    found = 0
    for line in log:
        first = next((piece for piece in pieces if line.words.startswith(piece.name)), None)
        if first is not None:
            assert line.side == first.side, line.words
            found += 1
    assert found > 10


def test_the_turn_is_nobodys_and_a_side_that_is_named_has_its_line():
    game, log = played("micro_armour/duel", 400)
    sides = {f"{name} rolls for orders": side for side, name in enumerate(game.sides)}
    sides["Turn "] = None
    for words, side in sides.items():
        told = {line.side for line in log if line.words.startswith(words)}
        assert told == {side}, words


def test_a_formation_that_one_side_has_is_that_sides():
    _, log = played("tcs/crossroads-1944", 400)
    assert {line.side for line in log if "Assault guns" in line.words} == {1}


def test_a_roll_that_names_nobody_is_made_by_who_acted():
    game, log = played("micro_armour/duel", 400)
    assert {line.side for line in log if line.words.startswith("C Company moves")} == {0}
    assert {line.side for line in log if line.words.startswith("2nd Company moves")} == {1}
    opened = OpenGame(game, None)
    opened.count(Entry(number=1, kind="resign", side=1, lines=(Line("resign", "One of us resigns"),)))
    assert opened.log(None)[1][0].side == 1
