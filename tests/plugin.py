"""Rule coverage: which rules a passing test proves. Written at the end of every test run for `sandtable rules`."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from sandtable.systems import rulebook, rulebooks

COVERAGE_FILE = ".rule-coverage.json"


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="the long form of fuzzing and simulation")
    parser.addoption("--update-golden", action="store_true", help="write golden playthroughs and counts anew")


def pytest_configure(config):
    config._rule_results = defaultdict(lambda: {"passed": 0, "failed": 0})
    config._known_rules = frozenset(rule.id for name in rulebooks() for rule in rulebook(name))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    unknown = [name for name in _rules_of(item) if name not in item.config._known_rules]
    if unknown:
        pytest.fail(f"the test is marked with rules that no rules.csv has: {', '.join(unknown)}", pytrace=False)


def pytest_collection_modifyitems(items):
    for item in items:
        item.user_properties += [("rule", name) for name in _rules_of(item)]


def _rules_of(item):
    return [str(name) for mark in item.iter_markers("rule") for name in mark.args]


def pytest_runtest_logreport(report):
    _results(report)


def _results(report):
    config = _Session.config
    if config is None or not (report.when == "call" or report.failed):
        return
    for name, value in report.user_properties:
        if name == "rule" and report.outcome in ("passed", "failed"):
            config._rule_results[value][report.outcome] += 1


class _Session:
    config = None


def pytest_sessionstart(session):
    if not hasattr(session.config, "workerinput"):  # under xdist only the controller counts
        _Session.config = session.config


def pytest_sessionfinish(session):
    config = session.config
    if _Session.config is not config or config.option.collectonly:
        return
    whole = not (config.option.keyword or config.option.markexpr or config.args_source.name == "ARGS")
    told = {"whole": whole, "rules": dict(sorted(config._rule_results.items()))}
    Path(config.rootpath, COVERAGE_FILE).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
