"""Records: they replay, they verify, and a damaged or hostile one is refused with one sentence."""

import contextlib
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Dice, Match
from sandtable.contract import play_out
from sandtable.kernel import record as records
from sandtable.kernel.errors import RecordError
from sandtable.kernel.match import Seal

GAME = sandtable.load("demo/bridge")
MATCH = play_out(GAME, 11, "greedy")
TEXT = records.write_down(MATCH).text()
LINES = TEXT.splitlines()


def edited(line, **changes):
    """The record with some fields of one line changed (None: left out)."""
    lines = list(LINES)
    told = json.loads(lines[line])
    for name, value in changes.items():
        if value is None:
            told.pop(name)
        else:
            told[name] = value
    lines[line] = json.dumps(told)
    return "\n".join(lines).encode()


def rolled():
    """The line of the first action with dice."""
    return next(number for number, line in enumerate(LINES) if number and '"dice":[[' in line)


def test_a_record_replays_to_the_same_states_and_verifies():
    record = records.parse(TEXT.encode())
    assert record == records.write_down(MATCH)
    assert GAME.digest(records.replay(GAME, record).state) == GAME.digest(MATCH.state)
    found = records.verify(GAME, record)
    assert (found.actions, found.rolls, found.seed_checked) == (len(MATCH.entries), MATCH.state.rolls, True)
    assert found.result == MATCH.state.result


def test_a_record_replays_to_any_moment():
    record = records.parse(TEXT.encode())
    for until in (0, 1, len(MATCH.entries) // 2, len(MATCH.entries)):
        state = records.replay(GAME, record, until=until).state
        assert state == (MATCH.entries[until - 1].after if until else MATCH.first)
    with pytest.raises(RecordError, match="there is no action 9999: the record has"):
        records.replay(GAME, record, until=9999)


def test_a_game_is_saved_and_resumed_with_the_same_dice(tmp_path):
    whole = play_out(GAME, 3)
    half = play_out(GAME, 3, steps=len(whole.entries) // 2, finish=False)
    records.write(records.write_down(half, with_seed=True), tmp_path / "game.jsonl")
    again = records.resume(GAME, records.read(tmp_path / "game.jsonl"))
    for entry in whole.entries[len(half.entries) :]:
        again.act(entry.side, entry.action)
    assert GAME.digest(again.state) == GAME.digest(whole.state)
    assert records.write_down(again) == records.write_down(whole)


def test_the_seed_is_published_at_the_end_and_not_before():
    half = play_out(GAME, 3, steps=6, finish=False)
    record = records.write_down(half)
    assert record.closing.seed is None
    assert record.header.commitment == Dice.seeded(3).commitment
    assert Dice.seeded(3).seed not in record.text()
    assert records.write_down(MATCH).closing.seed == Dice.seeded(11).seed
    with pytest.raises(RecordError, match="the record carries no seed to go on with: give dice"):
        records.resume(GAME, record)
    assert records.verify(GAME, record).seed_checked is False


def test_a_seed_cannot_be_swapped_before_the_first_die():
    begun = play_out(GAME, 3, steps=4, finish=False)
    assert begun.state.rolls == 0
    again = records.resume(GAME, records.write_down(begun), Dice.seeded(99))
    assert records.write_down(again).header.dice == "mixed"


def test_a_seed_kept_apart_is_taken_back_as_the_records_own():
    half = play_out(GAME, 3, steps=12, finish=False)
    again = records.resume(GAME, records.write_down(half), Dice.seeded(3))
    record = records.write_down(again, with_seed=True)
    assert (record.header.dice, record.closing.seed) == ("seeded", Dice.seeded(3).seed)


def test_dice_of_two_sources_are_not_vouched_for_by_a_seed():
    half = play_out(GAME, 3, steps=12, finish=False)
    assert half.state.rolls
    again = records.resume(GAME, records.write_down(half), Dice.seeded(99))
    record = records.write_down(again, with_seed=True)
    assert (record.header.dice, record.header.commitment, record.closing.seed) == ("mixed", None, None)
    assert records.verify(GAME, record).seed_checked is False


def test_typed_dice_are_recorded_as_typed():
    match = Match(sandtable.load("demo/duel"), Dice.typed())
    assert records.write_down(match).header.dice == "typed"


# New dice after a repair


def repaired():
    """A finished game that was repaired in the middle, with new dice from there on."""
    match = play_out(GAME, 11, "greedy")
    made = match.state.rolls
    match.rewind(len(match.entries) // 2)
    fresh = Dice.seeded(12)
    match.renew(fresh, made, Seal(fresh.commitment, fresh.seed))
    while not GAME.over(match.state):
        decision = GAME.decisions(match.state)[0]
        match.act(decision.side, decision.pick(lambda n: n // 2))
    return match, made


def test_a_repaired_game_has_both_seeds_in_its_record_and_every_die_is_checked():
    match, made = repaired()
    record = records.parse(records.write_down(match).text().encode())
    assert record == records.write_down(match)
    assert record.header.sandtable == 2
    assert [each.roll for each in record.new_dice] == [made]
    assert record.commitments == (Dice.seeded(11).commitment, Dice.seeded(12).commitment)
    assert (record.closing.seed, record.closing.new_seeds) == (Dice.seeded(11).seed, (Dice.seeded(12).seed,))
    found = records.verify(GAME, record)
    assert (found.seed_checked, found.commitments) == (True, record.commitments)
    assert GAME.digest(records.replay(GAME, record).state) == GAME.digest(match.state)


def test_each_part_of_a_repaired_game_is_checked_against_its_own_seed():
    match, made = repaired()
    record = records.write_down(match)
    later = next(move.n for move in record.moves[record.new_dice[0].after :] if move.dice)

    def spoilt(change):
        lines = [json.loads(line) for line in record.text().splitlines()]
        change(lines)
        return records.parse("\n".join(map(json.dumps, lines)).encode())

    def new_dice(lines):
        return next(line for line in lines if "after" in line)

    def other_face(lines):
        move = next(line for line in lines if line.get("n") == later)
        move["dice"][0][1][0] = 7 - move["dice"][0][1][0]

    for change, why in [
        (lambda lines: new_dice(lines).update(commitment="0" * 64), f"committed to from roll {made} on"),
        (lambda lines: lines[-1].update(new_seeds=[Dice.seeded(11).seed]), f"committed to from roll {made} on"),
        (lambda lines: lines[-1].pop("new_seeds"), "has 2 commitments, but 1 seeds"),
        (lambda lines: lines[-1].pop("seed"), "the seed of its dice is not published"),
        (lambda lines: new_dice(lines).pop("commitment"), "seeded dice need a commitment"),
        (lambda lines: new_dice(lines).update(roll=0), "new dice cannot begin with roll 0"),
        (other_face, f"action {later} .*the record has .*, the seed gives"),
        (lambda lines: new_dice(lines).update(roll=made + 1), "the seed gives|the state reached"),
        (lambda lines: new_dice(lines).update(roll=2**60), "line .* is not a record's line"),
        (lambda lines: new_dice(lines).update(after=1), "new dice after action 1 follow action"),
        (lambda lines: lines[0].update(sandtable=1), "is not a record's line"),
    ]:
        with pytest.raises(RecordError, match=why):
            records.verify(GAME, spoilt(change))


def test_nothing_before_new_dice_can_be_undone_and_no_roll_number_comes_twice():
    thrown = []

    class Counted(type(Dice.seeded(0))):
        def throw(self, number, pool, resolution=None):
            thrown.append(number)
            return super().throw(number, pool, resolution)

    drawn = random.Random(5)
    match, undone = Match(GAME, Counted(1)), 0
    for step in range(1500):
        if GAME.over(match.state) or step % 25 == 24:
            made = match.state.rolls
            match.rewind(min(4, len(match.entries)))
            match.renew(Counted(step), made)
            assert all(match.why_not_undo(side) for side in (0, 1))
        decision = drawn.choice(GAME.decisions(match.state))
        match.act(decision.side, decision.pick(drawn.randrange))
        for side in (0, 1):
            if drawn.random() < 0.2 and not match.why_not_undo(side):
                match.undo(side)
                undone += 1
    assert undone > 20
    assert len(thrown) > 40
    assert thrown == sorted(set(thrown))


def test_a_repaired_game_is_saved_and_resumed_with_the_dice_it_has_now():
    match, _ = repaired()
    after = match.renewals[0].after
    match.rewind(len(match.entries) - after)
    record = records.parse(records.write_down(match, with_seed=True).text().encode())
    again = records.resume(GAME, record)
    assert again.dice.seed == Dice.seeded(12).seed
    assert records.write_down(again, with_seed=True) == record


# What verify finds


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (edited(0, rules="0"), "made with version '0' of the Picket rules; this program has version '1'"),
        (edited(0, fingerprint="0" * 32), "the scenario demo/bridge has changed since the record was made"),
        (edited(0, options={"turns": 9, "watch_fire": True, "hidden_squads": True}), "options or sides are not those"),
        (edited(0, system="chess"), "of the system 'chess', not of 'demo'"),
        (edited(0, start="0" * 32), "at the start: the state reached is"),
        (edited(0, start_dice=[["d6", [3]]]), "at the start"),
        (edited(0, commitment="0" * 64), "the seed is not the one that was committed to"),
        (edited(0, commitment=None), "seeded dice need a commitment published at the start"),
        (edited(-1, seed=None), "the game is over, but the seed of its dice is not published"),
        (edited(0, dice="typed"), "seeded dice need a commitment published at the start, and no others have one"),
        (edited(1, side="Bl\nue\x1b[2J"), "there is no side"),
        (edited(rolled(), dice=[["d" * 10**6, [1]]]), "is not dice"),
        (edited(rolled(), dice=[["2d6", [10**4000, 1]]]), "action"),
        (edited(-1, seed="0" * 32), "the seed is not the one that was committed to"),
        (edited(-1, digest="0" * 32), "the closing line has digest"),
        (edited(-1, result="a miracle"), "the closing line has result 'a miracle'"),
        (edited(2, digest="0" * 32), "action 2"),
        (edited(1, target=99), "action 1 .*: place the squad on a free hex"),
        (edited(1, target="0" * 9999), "action 1"),
        (edited(1, side="Green"), "action 1 .*: there is no side 'Green'"),
        (edited(1, verb="fly"), "action 1 .*: 'fly' is not offered now"),
        (edited(rolled(), dice=[["2d6", [6, 6]]]), "action .*roll 0: the record has 2d6 6 6, the seed gives"),
        (edited(rolled(), dice=[["2d6", [9, 9]]]), "action .*roll 0: the record has 2d6 9 9"),
        (edited(rolled(), dice=[["d9999", [6]]]), "is not dice"),
        (edited(rolled(), dice=[]), "action"),
    ],
)
def test_verify_names_the_first_difference(data, why):
    with pytest.raises(RecordError, match=why) as found:
        records.verify(GAME, records.parse(data))
    assert "\n" not in str(found.value)
    assert len(str(found.value)) < 400


# Files that are no records


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the file is empty"),
        (b"\n\n", "the file is empty"),
        (b"\x00\xff\xfe", "line 1 is not a record's line"),
        (b"null", "line 1"),
        (b"[]", "line 1"),
        (b'{"sandtable": 4}', "the record's format is 4, this program reads formats 1 to 3"),
        (b'{"sandtable": "1"}', "line 1"),
        (LINES[0].encode(), "cut off after line 1: its closing line is missing"),
        ("\n".join(LINES[:-1]).encode(), "its closing line is missing"),
        (TEXT.encode()[: len(TEXT) // 2], "is not a record's line|cut off"),
        ("\n".join([*LINES[:3], *LINES[4:]]).encode(), "action 4 stands where action 3 should be|should be"),
        ("\n".join([LINES[0], LINES[-1]]).encode(), "actions, but 0 stand above it"),
        (edited(0, evil="x"), "line 1 .*unknown field `evil`"),
        (edited(1, __class__="os.system"), "line 2 .*unknown field"),
        (edited(1, n=True), "line 2"),
        (edited(0, dice="loaded"), "line 1"),
        (edited(1, target=[1]), "line 2: a target of several values is only in records of format 3"),
        (edited(1, target=True), "line 2"),
        (edited(1, target=1.5), "line 2"),
        (edited(1, digest="short"), "line 2"),
        (edited(0, options={"turns": {"a": 1}}), "line 1"),
        (b'{"sandtable":' + b"[" * 100_000, "line 1"),
        (b'{"sandtable":' + b"9" * 100_000 + b"}", "line 1"),
    ],
)
def test_what_is_no_record_is_refused_with_one_sentence(data, why):
    with pytest.raises(RecordError, match=why) as refused:
        records.parse(data)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_damage_to_a_record_does_more_than_be_refused(data):
    text = bytearray(TEXT.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        kind = data.draw(st.sampled_from(["set", "cut", "drop", "double"]))
        if kind == "set":
            text[at] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del text[at:]
        elif kind == "drop":
            del text[at : at + data.draw(st.integers(1, 40))]
        else:
            text[at:at] = text[at : at + 40]
        if not text:
            break
    with contextlib.suppress(RecordError):
        records.verify(GAME, records.parse(bytes(text)))


def test_files_that_cannot_be_read_or_written(tmp_path):
    with pytest.raises(RecordError, match="it cannot be read"):
        records.read(tmp_path / "none.jsonl")
    with pytest.raises(RecordError, match="it cannot be read"):
        records.read(tmp_path)
    with pytest.raises(RecordError, match="it cannot be written"):
        records.write(records.write_down(MATCH), tmp_path / "no" / "such" / "folder.jsonl")
    (tmp_path / "old.jsonl").write_text("kept")
    (tmp_path / "old.jsonl.part").mkdir()
    with pytest.raises(RecordError, match="it cannot be written"):
        records.write(records.write_down(MATCH), tmp_path / "old.jsonl")
    assert (tmp_path / "old.jsonl").read_text() == "kept"
