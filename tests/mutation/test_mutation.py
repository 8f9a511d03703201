"""Mutation runs, on a toy rule with a change that its test notices and one that it does not."""

import csv
import dataclasses
import json
import os
import subprocess
import sys

import pytest

from tests.mutation.lines import Lines
from tests.mutation.mutants import mutants_of
from tests.mutation.results import EQUIVALENTS, GOOD, TOO_LONG, Results, equivalents, report
from tests.mutation.run import ROOT, SYSTEMS, is_in, of_system, sample

RULES = '''"""A toy."""

LONGEST = 8


def hits(range: int) -> str:
    """A shot.

    >>> hits(0)
    'near'
    """
    if range > LONGEST:
        raise ValueError(f"{range} is more than {LONGEST + 0} hexes")
    return "near" if range < 3 else "far"


def unused(dice):
    return dice == 6


def count(dice):
    while dice:
        dice -= 1
'''
TESTS = """from toy.rules import count, hits

def test_near():
    assert hits(1) == "near"

def test_far():
    assert hits(5) == "far"

def test_much_too_far():
    try:
        hits(20)
    except ValueError:
        return
    assert False

def test_dice():
    count(3)
"""
RUN = """import sys
from pathlib import Path
from tests.mutation.run import Project, main
root = Path(sys.argv[1])
toy = Project(root, root / "toy", "toy", (root / "tests_of_toy",), ("--doctest-modules",), 1)
sys.exit(main(["toy", *sys.argv[2:]], toy))
"""


def mutate(root, *arguments, tests=TESTS, rules=RULES, more_tests=""):
    """Run all mutants of the toy; returns the exit code and the output, and what came of each mutant."""
    files_of_tests = {"test_rules.py": tests, "test_more.py": more_tests}
    for folder, files in {"toy": {"rules.py": rules}, "tests_of_toy": files_of_tests}.items():
        (root / folder).mkdir(exist_ok=True)
        for name, text in {"__init__.py": "", **files}.items():
            (root / folder / name).write_text(text)
    path = os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(root), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    kept = root / ".mutations" / "toy-seed1.jsonl"
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    return done.returncode, done.stdout + done.stderr, {row["mutant"][3]: row for row in rows}


def test_what_the_tests_notice_is_told_from_what_they_do_not(tmp_path):
    code, words, came = mutate(tmp_path)
    assert code == 1
    assert {change: row["killed"] for change, row in came.items()} == {
        "8 -> 9": False,
        "8 -> 7": False,
        "range > LONGEST -> True": True,
        "range > LONGEST -> False": True,
        "range > LONGEST -> range >= LONGEST": False,
        "range < 3 -> True": True,
        "range < 3 -> False": True,
        "range < 3 -> range <= 3": False,
        "3 -> 4": False,
        "3 -> 2": False,
        "dice == 6 -> dice != 6": False,
        "6 -> 7": False,
        "6 -> 5": False,
        "dice -> False": False,
        "1 -> 2": True,
        "1 -> 0": True,
    }
    assert came["range < 3 -> True"]["by"] == "tests_of_toy/test_rules.py::test_far"
    assert "toy/rules.py:14 hits: return" in words
    assert "range < 3 -> range <= 3    (3 tests run it)" in words
    assert "6 -> 7    (no test runs it)" in words
    assert came["1 -> 0"]["by"] == "tests_of_toy/test_rules.py::test_dice (took too long)"
    assert "16 mutants: 6 killed, 10 survived, 0 of these equivalent." in words


def test_a_run_goes_on_where_it_stopped_and_tries_survivors_again_on_request(tmp_path):
    _, words, came = mutate(tmp_path, "--mutants", "5")
    assert "5 mutants, 5 of them to be tried." in words
    _, words, came = mutate(tmp_path)
    assert "16 mutants, 11 of them to be tried." in words
    better = TESTS + '\ndef test_the_limit():\n    assert (hits(2), hits(3), hits(8)) == ("near", "far", "far")\n'
    _, words, came = mutate(tmp_path, tests=better)
    assert "16 mutants, 0 of them to be tried." in words
    assert not came["3 -> 4"]["killed"]
    _, words, came = mutate(tmp_path, "--again", tests=better)
    assert "16 mutants, 10 of them to be tried." in words
    assert sorted(change for change, row in came.items() if not row["killed"]) == [
        "6 -> 5",
        "6 -> 7",
        "8 -> 9",
        "dice -> False",
        "dice == 6 -> dice != 6",
    ]


def test_tests_that_fail_by_themselves_are_refused(tmp_path):
    code, words, came = mutate(tmp_path, tests="def test_it():\n    assert False\n")
    assert (code, came) == (1, {})
    assert words.endswith("run pytest tests_of_toy/test_rules.py\n")


@pytest.mark.long
def test_tests_that_pass_alone_but_not_among_the_others_are_refused(tmp_path):
    spoils = "from toy import rules\n\ndef test_more():\n    rules.LONGEST = 9\n"
    tests = "from toy import rules\n\ndef test_it():\n    assert sum(range(10**7)) and rules.LONGEST == 8\n"
    code, words, came = mutate(tmp_path, tests=tests, more_tests=spoils)
    assert (code, came) == (1, {})
    assert "test_rules.py::test_it does not pass among the others, with nothing mutated" in words


def test_what_cannot_be_imported_proves_nothing_and_is_replaced(tmp_path):
    rules = "MOST = (5, 8)[1]\n"
    tests = "from toy.rules import MOST\n\ndef test_most():\n    assert MOST == 8\n"
    code, words, came = mutate(tmp_path, "--mutants", "4", rules=rules, tests=tests)
    assert "4 mutants, 4 of them to be tried." in words
    assert "1 could not be imported: as many others take their place." in words
    assert [change for change, row in came.items() if row.get("unfit")] == ["1 -> 2"]
    assert "4 mutants: 2 killed, 2 survived, 0 of these equivalent." in words
    assert code == 1


def test_files_can_be_left_out(tmp_path):
    _, words, came = mutate(tmp_path, "--without", "rules.py")
    assert "0 mutants, 0 of them to be tried." in words
    assert came == {}


@pytest.mark.long
def test_a_run_can_be_of_some_folders_or_files_only(tmp_path):
    assert "16 mutants, 16 of them to be tried." in mutate(tmp_path, "--only", "rules.py")[1]
    code, words, _ = mutate(tmp_path, "--only", "rules.py", "missing")
    assert code == 2
    assert "there is no folder or file of rules named missing" in words
    assert is_in("tcs/modern/sky.py", ["modern"])
    assert is_in("tcs/modern/sky.py", ["orders.py", "modern/sky.py"])
    assert not is_in("tcs/modern/sky.py", ["sky.py"]), "a place is given from the folder of the system"
    assert not is_in("tcs/modern/sky.py", ["mod"])


@pytest.mark.long
def test_a_folder_is_left_out_with_its_tests():
    project = dataclasses.replace(of_system("tcs"), without=("modern", "orders.py"))
    files = [project.name(file) for file in project.files if not project.leaves_out(file)]
    assert "tcs/armor/nerve.py" in files
    assert not [name for name in files if name.startswith("tcs/modern/") or name == "tcs/orders.py"]
    assert {mutant.file for mutant in project.mutants()} <= set(files)
    assert not [file for file in project.test_files if "modern" in file.parts]


def test_a_slow_test_is_left_out_on_request(tmp_path):
    slow = "from toy.rules import hits\n\ndef test_slow():\n    while True:\n        hits(3)\n"
    _, _, came = mutate(tmp_path, "--quick", "1", "--mutants", "1", more_tests=slow)
    kept = json.loads((tmp_path / ".mutations" / "toy-lines.json").read_text())
    assert list(kept["files"]["tests_of_toy/test_more.py"]["tests"]) == ["import"]
    assert len(kept["files"]["tests_of_toy/test_rules.py"]["tests"]) == 5
    assert len(came) == 1


def test_what_noticed_another_change_of_the_function_is_tried_first(tmp_path):
    first, second, *_, elsewhere = mutants_of(RULES, "toy/rules.py")[2:]
    results = Results(tmp_path / "results.jsonl")
    results.add(first, True, f"b{TOO_LONG}")
    results.add(elsewhere, True, "c")
    lines = {"a": 1, "b": 2, "c": 3}
    tests = {name: {"seconds": seconds, "lines": {"toy/rules.py": hex(-1 % 2**30)}} for name, seconds in lines.items()}
    found = Lines({"files": {"t": {"tests": {"import": {"lines": {}}, **tests}}}}, None)
    assert list(found.running(second)) == ["a", "b", "c"]
    assert list(found.running(second, results.noticed_beside(second))) == ["b", "a", "c"]


def test_a_change_of_the_code_leaves_the_rest_of_the_sample_as_it_was():
    before = sample(mutants_of(RULES, "toy/rules.py"), 1, 9)
    changed = RULES.replace("dice == 6", "dice == 5").replace('"""A toy."""', '"""A toy.\n\nWith more words."""')
    after = sample(mutants_of(changed, "toy/rules.py"), 1, 9)
    same = [each.key for each in before if each.function != "unused"]
    assert [each.key for each in after if each.key in same][: len(same)] == same[: len(after)]
    assert sample(mutants_of(RULES, "toy/rules.py"), 2, 9) != before


def test_the_score_is_given_with_and_without_equivalents(tmp_path):
    mutants = mutants_of(RULES, "toy/rules.py")[:10]
    results = Results(tmp_path / "results.jsonl")
    for number, mutant in enumerate(mutants):
        results.add(mutant, number > 0, "a test")
    words, good = report(mutants, Results(tmp_path / "results.jsonl"), {})
    assert words.endswith(f"90.0 % without equivalents.\nTests should kill {GOOD} % of those that are no equivalents.")
    assert not good
    words, good = report(mutants, results, {mutants[0].key: "the same"})
    assert words.endswith("Killed: 90.0 % of all, 100.0 % without equivalents.")
    assert good


def test_every_equivalent_is_a_mutant_and_has_its_reason():
    known = {mutant.key for name in SYSTEMS for mutant in of_system(name).mutants()}
    listed = equivalents()
    assert [key for key in listed if key not in known] == []
    assert all(listed.values())
    with EQUIVALENTS.open(encoding="utf-8", newline="") as rows:
        assert len(list(csv.DictReader(rows))) == len(listed)


def test_the_tests_of_each_rule_are_shown_to_be_able_to_fail(tmp_path):
    mark = "import pytest\n"
    tests = TESTS.replace("def test_near", '@pytest.mark.rule("TOY 1")\ndef test_near', 1)
    tests = tests.replace("def test_dice", '@pytest.mark.rule("TOY 2")\ndef test_dice', 1)
    vague = '\nfrom toy.rules import unused\n\n@pytest.mark.rule("TOY 3")\ndef test_vague():\n    unused(6)\n'
    code, words, _ = mutate(tmp_path, "--each-rule", "TOY", tests=mark + tests + vague)
    assert code == 1
    assert "TOY 1: range < 3 -> False in toy/rules.py hits" in words
    assert "TOY 2: " in words
    assert "3 rules; the tests of 2 noticed a change.\nNot those of TOY 3." in words
    sharp = vague.replace("    unused(6)", "    assert unused(6)")
    code, words, _ = mutate(tmp_path, "--each-rule", "TOY", tests=mark + tests + sharp)
    assert (code, "TOY 1: " in words, "TOY 3: 6 -> 5 in toy/rules.py unused" in words) == (0, False, True)
