"""Records of TCS: those of an earlier version of the rules are refused, with the way out."""

import json

import pytest

import sandtable
from sandtable import Dice, Match
from sandtable.cli.app import run
from sandtable.kernel import record as records
from sandtable.kernel.errors import RecordError
from sandtable.systems.tcs import SYSTEM

OLD = (
    "the record was made with version '3' of the Tactical Combat Series rules; this program has version"
    f" {SYSTEM.version!r}, which may play it differently. Open it with the release of Sandtable that saved it"
)


def saved(rules):
    """The record of a game that has just begun, as another version of the rules would have written it."""
    match = Match(sandtable.load("tcs/crossroads-1944"), Dice.seeded(1))
    first, *others = records.write_down(match, with_seed=True).text().splitlines()
    return "\n".join([json.dumps({**json.loads(first), "rules": rules}), *others]).encode()


def test_a_record_of_before_orders_is_refused_with_both_versions_and_the_way_out(tmp_path, capsys):
    with pytest.raises(RecordError) as refused:
        records.verify(sandtable.load("tcs/crossroads-1944"), records.parse(saved("3")))
    assert str(refused.value) == OLD
    file = tmp_path / "old.jsonl"
    file.write_bytes(saved("3"))
    assert run(["replay", str(file)]) == 2
    assert OLD in " ".join(capsys.readouterr().err.split())


def test_a_record_of_this_version_is_read():
    records.verify(sandtable.load("tcs/crossroads-1944"), records.parse(saved(SYSTEM.version)))
