"""Rule coverage: which rules a passing test proves, written at the end of every test run for `sandtable rules`.
Tests marked `long` run with `--long` only. A long run ends with an overview of where its time went.

A whole run writes the report again; a run of a part of the tests renews that part of it.
"""

import json
from pathlib import Path

import pytest

from sandtable.cli.rules import COVERAGE_FILE
from sandtable.systems import rulebook, rulebooks

WORTH_TELLING = 60
"""The seconds of a run from which on it is worth telling where they went."""


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="the long form of fuzzing and simulation")
    parser.addoption("--update-golden", action="store_true", help="write golden playthroughs and counts again")


def pytest_configure(config):
    config._rule_tests = {}
    config._seconds = {}
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
    if _Session.config is not None:
        seconds = _Session.config._seconds
        seconds[report.nodeid] = seconds.get(report.nodeid, 0) + report.duration
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


def pytest_terminal_summary(terminalreporter, config):
    seconds = getattr(config, "_seconds", {})
    if sum(seconds.values()) < WORTH_TELLING:
        return
    terminalreporter.section("where the time went")
    for line in overview(seconds):
        terminalreporter.write_line(line)


def overview(seconds):
    """The folders and files that take longest, and the slowest tests, a line each."""
    folders, files = {}, {}
    for test, spent in seconds.items():
        file = test.partition("::")[0]
        for group, name in ((folders, "/".join(file.split("/")[:-1])), (files, file)):
            count, before = group.get(name, (0, 0))
            group[name] = count + 1, before + spent
    for group, most in ((folders, 12), (files, 20)):
        for name, (count, spent) in sorted(group.items(), key=lambda each: -each[1][1])[:most]:
            yield f"{spent:7.1f} s {count:5} tests  {name}"
        yield ""
    for test, spent in sorted(seconds.items(), key=lambda each: -each[1])[:20]:
        yield f"{spent:7.1f} s  {test}"


def _read(file):
    """What earlier runs found: a run of a part of the tests renews that part."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return {"whole": bool(told["whole"]), "tests": dict(told["tests"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"whole": False, "tests": {}}
