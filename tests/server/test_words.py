"""The server keeps what happened as values, and makes the words when they are read: those the game would say."""

import msgspec
import pytest

import sandtable
from sandtable.bots import bot
from sandtable.kernel.dice import Dice, SeededDice
from sandtable.kernel.phrase import joined
from sandtable.server.games.messages import RollTold
from sandtable.server.games.open import Entry, OpenGame
from sandtable.server.games.telling import Line, forecast, lines_of, read

SYSTEMS = ["demo/bridge", "tactical_combat/first-firefight", "micro_armour/duel", "tcs/crossroads-1944"]
lines_from = msgspec.json.Decoder(tuple[Line, ...]).decode


def events_of(game, steps=250):
    match = sandtable.Match(game, Dice.seeded(5))
    bots = [bot("greedy", game, seed=side) for side in range(2)]
    for _ in range(steps):
        decisions = game.decisions(match.state)
        if not decisions:
            break
        side = decisions[0].side
        match.act(side, bots[side].choose(game.view(match.state, side)))
    return match.events(everything=True)


@pytest.mark.parametrize("scenario", SYSTEMS)
def test_what_is_kept_reads_as_the_game_tells_it(scenario):
    game = sandtable.load(scenario)
    events = events_of(game)
    file = msgspec.json.encode(tuple(lines_of(game, events)))
    rolls = 0
    for event, line in zip(events, lines_from(file), strict=True):
        found = read(game, line)
        assert joined(found.parts) == game.tell(event)
        assert found.parts == game.parts(event)
        if event.roll is not None:
            rolls += 1
            asked = event.roll.resolution
            assert (found.roll.words, found.roll.by, found.roll.on, found.roll.at) == (
                asked.words,
                asked.by,
                asked.on,
                asked.at,
            )
            assert found.roll.outcome == game.system.name_of(game, "outcome", event.roll.outcome)
            assert found.roll.severity == game.system.severity(event.roll.outcome)
    assert rolls > 5


@pytest.mark.parametrize("scenario", SYSTEMS)
def test_no_words_are_kept(scenario):
    game = sandtable.load(scenario)
    events = events_of(game)
    for event, line in zip(events, lines_of(game, events), strict=True):
        told = game.tell(event)
        assert told not in msgspec.json.encode(line).decode(), told
        assert line.words == ""
        assert line.rolled is None or line.rolled.words == ""


def test_lines_of_earlier_versions_are_read_as_they_were_kept():
    game = sandtable.load("demo/bridge")
    told = RollTold("Red B fires at Blue A", "DS 4", "2d6", (3, 4), 7, 7, (), "die", "", (), outcome="miss")
    old = Line("rolled", "Red B fires at Blue A: 7 gives miss", "DS 4", roll=told, side=1)
    kept = msgspec.json.encode((old,))
    for name in (b'"parts"', b'"by"', b'"severity"', b'"on"', b'"at"'):
        start = kept.find(name)
        assert start > 0
    plain = msgspec.json.decode(kept)
    for name in ("parts", "by", "severity", "on", "at"):
        del plain[0]["roll"][name]
    (line,) = lines_from(msgspec.json.encode(plain))
    found = read(game, line)
    assert (joined(found.parts), found.side) == ("Red B fires at Blue A: 7 gives miss", 1)
    assert (joined(found.roll.parts), found.roll.outcome, found.roll.by) == ("Red B fires at Blue A", "miss", ())


@pytest.mark.parametrize(
    "line",
    [
        Line("vanished", rule="DS 99", values={"squad": 0}),
        Line("moves", rule="DS 99", values={"squad": 99, "hex": 0}),
        Line("moves", rule="DS 99"),
    ],
    ids=["a phrase that is gone", "a unit that is gone", "a value that is missing"],
)
def test_a_line_that_the_rules_no_longer_know_says_so(line):
    found = read(sandtable.load("demo/bridge"), line)
    assert joined(found.parts) == f"A line that the present rules cannot read ({line.what}, DS 99)"
    assert (found.side, found.roll) == (None, None)


def test_a_line_is_for_those_it_is_for_in_words_and_in_parts():
    game = sandtable.load("demo/bridge")
    opened = OpenGame(game, SeededDice(1))
    secret = Line("placed", rule="DS 1", values={"squad": 3, "hex": 2}, to=1)
    opened.count(Entry(number=1, kind="action", side=1, lines=(secret, Line("turn", values={"turn": 1, "side": 0}))))
    assert [line.words for line in opened.log(1)[1]] == ["Red B sets up in 0103", "Turn 1: Blue"]
    for viewer in (0, None):
        told = msgspec.json.encode(opened.log(viewer)[1]).decode()
        assert "Red B" not in told
        assert '"id":3' not in told
        assert [line.number for line in opened.log(viewer)[1]] == [1]


def test_a_forecast_begins_with_the_mildest_and_says_who_acts():
    game = sandtable.load("tactical_combat/first-firefight")
    match = sandtable.Match(game, Dice.seeded(1))
    bots = [bot("random", game, seed=side) for side in range(2)]
    told = []
    while game.decisions(match.state) and len(told) < 5:
        side = game.decisions(match.state)[0].side
        view = game.view(match.state, side)
        action = bots[side].choose(view)
        roll = view.forecast(action)
        if roll is not None and roll.by:
            told.append(forecast(game, roll))
        match.act(side, action)
    assert len(told) == 5
    for each in told:
        assert [chance.severity for chance in each.chances] == sorted(chance.severity for chance in each.chances)
        assert joined(each.parts) == each.words
        assert {part.id for part in each.parts if part.kind == "unit"} == {*each.by, *each.on}
