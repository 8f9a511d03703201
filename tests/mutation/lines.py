"""Which test runs which line: every test once under a tracer, kept until the sources or that test file change."""

import hashlib
import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.mutation.trial import ARGUMENTS

IMPORT = "import"
"""Stands for the test where lines are run while modules are imported."""
TOO_SLOW = "it takes too long to be run for every mutant"


class Lines:
    """Which tests run a line, the quickest first."""

    def __init__(self, kept, file):
        self._kept, self._file = kept, file
        kept = kept["files"]
        self.tests = {name: told for each in kept.values() for name, told in each["tests"].items() if name != IMPORT}
        self._imported = [each["tests"][IMPORT]["lines"] for each in kept.values()]
        self._quickest_first = sorted(self.tests, key=lambda name: (self.tests[name]["seconds"], name))

    def running(self, mutant, first=(), *, imported=False):
        """The tests that could notice a mutant: those that run its lines, of these some first.

        If it is there when modules are imported, a line that is run then could matter to all; those tests that run
        anything else in its file come first.
        """
        names = [name for name in self._quickest_first if self._runs(self.tests[name]["lines"], mutant)]
        if imported and self.at_import(mutant):
            same_file = [name for name in self._quickest_first if mutant.file in self.tests[name]["lines"]]
            names = list(dict.fromkeys([*names, *same_file, *self._quickest_first]))
        found = set(names)
        return {name: self.tests[name] for name in [*(each for each in first if each in found), *names]}

    def unproven(self):
        """The tests of which it is not known yet that they pass as trials run them: in another order, all together."""
        files = [each for each in self._kept["files"].values() if not each.get("proven")]
        new = {name for each in files for name in each["tests"]}
        return {name: self.tests[name] for name in self._quickest_first if name in new}

    def all_proven(self):
        """Keep that they do."""
        for each in self._kept["files"].values():
            each["proven"] = True
        self._file.write_text(json.dumps(self._kept), encoding="utf-8")

    def at_import(self, mutant):
        """Whether its lines are run while modules are imported or tests collected."""
        return any(self._runs(lines, mutant) for lines in self._imported)

    @staticmethod
    def _runs(lines, mutant):
        first, last = mutant.lines
        return int(lines.get(mutant.file, "0"), 16) >> first & ((1 << (last - first + 1)) - 1)


def lines_of(project, file):
    """Which test runs which line, from the file where it is kept as far as that is still true."""
    sources = f"{_digest(*project.files, *project.helpers)} {project.quick}"
    kept = _read(file)
    if kept.get("sources") != sources:
        kept = {"sources": sources, "files": {}}
    tests = {str(path.relative_to(project.root)): _digest(path) for path in project.test_files}
    kept["files"] = {name: each for name, each in kept["files"].items() if tests.get(name) == each["digest"]}
    stale = [name for name in tests if name not in kept["files"]]

    def keep(name, found):
        kept["files"][name] = {"digest": tests[name], "tests": found}
        file.write_text(json.dumps(kept), encoding="utf-8")

    if stale:
        print(f"Finding which test runs which line ({len(stale)} of {len(tests)} files of tests) ...", flush=True)
        _trace(project, stale, file.with_suffix(".part"), keep)
        kept = _read(file)
    return Lines(kept, file)


def _trace(project, names, told, keep):
    """Import these files of tests in another process, run each in one forked from that, and keep what they found."""
    child = os.fork()
    if not child:
        try:
            told.write_text(names[0])
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115
            tracer = Tracer(project, told, keep)
            sys.settrace(tracer.call)
            pytest.main([*ARGUMENTS, *project.arguments, *names], plugins=[tracer])
        finally:
            os._exit(2)
    failed = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    name = told.read_text()
    told.unlink()
    if failed:
        sys.exit(f"{name}: its tests must pass before anything is mutated: run pytest {name}")


class Tracer:
    """A pytest plugin that notes the lines of the project's sources that each test runs.

    A function of which this test has run every line is not followed any more: most of the time goes there.
    """

    def __init__(self, project, told, keep):
        self._names = {str(path): project.name(path) for path in project.files}
        self._quick = project.quick
        self._told = told
        self._keep_file = keep
        self._left = {}
        self._found = {}

    def call(self, frame, event, argument):
        """Follow a frame of the sources, for as long as it has lines that this test has not run."""
        code = frame.f_code
        if code.co_filename not in self._names:
            return None
        if code not in self._left:
            left = {line for _, _, line in code.co_lines() if line}

            def follow(frame, event, argument):
                left.discard(frame.f_lineno)
                return follow

            self._left[code] = left, follow
        left, follow = self._left[code]
        left.discard(frame.f_lineno)
        return follow if left else None

    def pytest_runtestloop(self, session):
        """Everything is imported. Run the tests of each file in a process of its own."""
        if session.testsfailed:
            os._exit(1)
        self._note(IMPORT, 0)
        items = {}
        for item in session.items:
            items.setdefault(item.nodeid.partition("::")[0], []).append(item)
        for name in session.config.args:
            self._told.write_text(name)
            child = os.fork()
            if not child:
                try:
                    self._run(items.get(name, []))
                finally:
                    os._exit(2)
            if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
                os._exit(1)
            self._keep_file(name, _read(self._told))
        os._exit(0)

    def _run(self, items):
        for item, following in zip(items, [*items[1:], None], strict=False):
            self._left, self._slow = {}, False
            began = time.process_time()
            if self._quick:
                signal.signal(signal.SIGPROF, _too_slow)
                signal.setitimer(signal.ITIMER_PROF, self._quick)
            sys.settrace(self.call)  # a doctest or hypothesis may have taken it away
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if not self._slow:
                self._note(item.nodeid, round(time.process_time() - began, 3))
        self._told.write_text(json.dumps(self._found), encoding="utf-8")
        os._exit(0)

    def pytest_runtest_logreport(self, report):
        """They must all pass, but for those that are slow, or would wait for what is."""
        if report.failed:
            os._exit(1)
        self._slow |= report.skipped and TOO_SLOW in str(report.longrepr)

    def _note(self, name, seconds):
        masks = dict.fromkeys(self._names.values(), 0)
        for code, (left, _) in self._left.items():
            for _, _, line in code.co_lines():
                if line and line not in left:
                    masks[self._names[code.co_filename]] |= 1 << line
        self._found[name] = {"seconds": seconds, "lines": {file: hex(mask) for file, mask in masks.items() if mask}}


def _too_slow(signal, frame):
    pytest.skip(TOO_SLOW)


def _digest(*files):
    whole = hashlib.sha256()
    for file in files:
        whole.update(Path(file).read_bytes())
    return whole.hexdigest()[:12]


def _read(file):
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
