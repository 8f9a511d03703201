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
    settings = '[tool.pytest.ini_options]\naddopts = "-p tests.plugin"\npythonpath = ["."]\nmarkers = ["rule(id): x"]\n'
    (tmp_path / "pyproject.toml").write_text(settings)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": ""},
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
        assert report["rules"] == {
            "DS 1": {"passed": 1, "failed": 0},
            "DS 2": {"passed": 1, "failed": 1},
            "DS 4": {"passed": 0, "failed": 1},
        }


def test_a_test_that_names_an_unknown_rule_fails(tmp_path):
    out, report = run(tmp_path, '@pytest.mark.rule("DS 99")\ndef test_it(): pass\n')
    assert "the test is marked with rules that no rules.csv has: DS 99" in out
    assert "1 failed" in out
    assert report["rules"]["DS 99"] == {"passed": 0, "failed": 1}


def test_a_part_of_the_tests_is_told_as_a_part(tmp_path):
    _, report = run(tmp_path, '@pytest.mark.rule("DS 1")\ndef test_it(): pass\n', "-k", "it")
    assert report["whole"] is False
