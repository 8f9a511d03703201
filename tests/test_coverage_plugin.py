"""The rule marker: a test with an unknown id fails, and the report tells of passing tests, not of markers."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(tmp_path, text, *arguments):
    """Run pytest with the plugin on this one test file, somewhere else; returns its output and its report."""
    (tmp_path / "tests").mkdir(exist_ok=True)
    shutil.copy(ROOT / "tests" / "plugin.py", tmp_path / "tests" / "plugin.py")
    (tmp_path / "tests" / "test_it.py").write_text("import pytest\n" + text)
    settings = '[tool.pytest.ini_options]\naddopts = "-p tests.plugin"\npythonpath = ["."]\n'
    settings += 'markers = ["rule(id): x", "long: x"]\n'
    (tmp_path / "pyproject.toml").write_text(settings)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "xdist.plugin", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    return done.stdout, json.loads((tmp_path / ".rule-coverage.json").read_text())


def test_passing_and_failing_tests_are_told_apart(tmp_path):
    text = """
@pytest.mark.rule("DS 1", "DS 2")
def test_right(): pass

@pytest.mark.rule("DS 2")
def test_wrong(): assert False

@pytest.mark.rule("DS 3")
@pytest.mark.skip
def test_skipped(): pass

@pytest.fixture
def broken(): raise RuntimeError

@pytest.mark.rule("DS 4")
def test_not_even_begun(broken): pass
"""
    for arguments in ([], ["-n", "2"]):
        _, report = run(tmp_path, text, *arguments)
        assert report["whole"] is True
        assert report["tests"] == {
            "tests/test_it.py::test_right": {"rules": ["DS 1", "DS 2"], "passed": True},
            "tests/test_it.py::test_wrong": {"rules": ["DS 2"], "passed": False},
            "tests/test_it.py::test_not_even_begun": {"rules": ["DS 4"], "passed": False},
        }


def test_a_test_that_names_an_unknown_rule_fails(tmp_path):
    out, report = run(tmp_path, '@pytest.mark.rule("DS 99")\ndef test_it(): pass\n')
    assert "the test is marked with rules that no rules.csv has: DS 99" in out
    assert "1 failed" in out
    assert report["tests"]["tests/test_it.py::test_it"] == {"rules": ["DS 99"], "passed": False}


def test_a_part_of_the_tests_renews_its_part_of_the_report(tmp_path):
    text = '@pytest.mark.rule("DS 1")\ndef test_one(): {}\n\n@pytest.mark.rule("DS 2")\ndef test_two(): pass\n'
    _, report = run(tmp_path, text.format("pass"), "-k", "one")
    assert report["whole"] is False
    assert len(report["tests"]) == 1
    _, report = run(tmp_path, text.format("pass"))
    assert report["whole"] is True
    _, report = run(tmp_path, text.format("assert False"), "-k", "one")
    assert {test: told["passed"] for test, told in report["tests"].items()} == {
        "tests/test_it.py::test_one": False,
        "tests/test_it.py::test_two": True,
    }


def test_a_long_test_runs_with_the_option_only(tmp_path):
    text = "@pytest.mark.rule('DS 1')\n@pytest.mark.long\ndef test_it(): pass\n\ndef test_other(): pass\n"
    out, report = run(tmp_path, text)
    assert "1 passed, 1 deselected" in out
    assert report["tests"] == {}
    out, report = run(tmp_path, text, "--long")
    assert "2 passed" in out
    assert list(report["tests"]) == ["tests/test_it.py::test_it"]
