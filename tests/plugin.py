"""Rule coverage: which rules a passing test proves, written at the end of every test run for `sandtable rules`.
Tests marked `long` run with `--long` only.

A whole run writes the report again; a run of a part of the tests renews that part of it.
"""

import json
from pathlib import Path

import pytest

from sandtable.cli.rules import COVERAGE_FILE
from sandtable.systems import rulebook, rulebooks


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="the long form of fuzzing and simulation")
    parser.addoption("--update-golden", action="store_true", help="write golden playthroughs and counts again")


def pytest_configure(config):
    config._rule_tests = {}
    config._known_rules = frozenset(rule.id for name in rulebooks() for rule in rulebook(name))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    unknown = [name for name in _rules_of(item) if name not in item.config._known_rules]
    if unknown:
        pytest.fail(f"the test is marked with rules that no rules.csv has: {', '.join(unknown)}", pytrace=False)


def pytest_collection_modifyitems(config, items):
    later = [] if config.getoption("long") else [item for item in items if item.get_closest_marker("long")]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if item not in later]
    for item in items:
        item.user_properties += [("rule", name) for name in _rules_of(item)]


def _rules_of(item):
    return [str(name) for mark in item.iter_markers("rule") for name in mark.args]


class _Session:
    config = None


def pytest_sessionstart(session):
    if not hasattr(session.config, "workerinput"):  # under xdist only the controller counts
        _Session.config = session.config


def pytest_runtest_logreport(report):
    rules = [value for name, value in report.user_properties if name == "rule"]
    if _Session.config is None or not rules or report.skipped:
        return
    if report.when == "call" or report.failed:
        _Session.config._rule_tests[report.nodeid] = {"rules": rules, "passed": report.passed}


def pytest_sessionfinish(session):
    config = session.config
    if _Session.config is not config or config.option.collectonly:
        return
    file = Path(config.rootpath, COVERAGE_FILE)
    whole = not (config.option.keyword or config.option.markexpr or config.args_source.name == "ARGS")
    before = {"whole": False, "tests": {}} if whole else _read(file)
    told = {
        "whole": whole or before["whole"],
        "tests": dict(sorted({**before["tests"], **config._rule_tests}.items())),
    }
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _read(file):
    """What earlier runs found: a run of a part of the tests renews that part."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return {"whole": bool(told["whole"]), "tests": dict(told["tests"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"whole": False, "tests": {}}
