"""Which test runs which line: every test once under a tracer, kept until the sources or that test file change."""

import hashlib
import json
import os
import sys
import time
from pathlib import Path

import pytest

from tests.mutation.trial import ARGUMENTS

IMPORT = "import"
"""Stands for the test where lines are run while modules are imported."""


class Lines:
    """Which tests run a line, the quickest first."""

    def __init__(self, kept, file):
        self._kept, self._file = kept, file
        kept = kept["files"]
        self.tests = {name: told for each in kept.values() for name, told in each["tests"].items() if name != IMPORT}
        self._imported = [each["tests"][IMPORT]["lines"] for each in kept.values()]
        self._quickest_first = sorted(self.tests, key=lambda name: (self.tests[name]["seconds"], name))

    def running(self, mutant):
        """The tests that could notice a mutant: those that run its lines.

        A line that is run at import could matter to all; those that run anything else in its file come first.
        """
        names = [name for name in self._quickest_first if self._runs(self.tests[name]["lines"], mutant)]
        if self.at_import(mutant):
            same_file = [name for name in self._quickest_first if mutant.file in self.tests[name]["lines"]]
            names = list(dict.fromkeys([*names, *same_file, *self._quickest_first]))
        return {name: self.tests[name] for name in names}

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
    sources = _digest(*project.files, *project.helpers)
    kept = _read(file)
    if kept.get("sources") != sources:
        kept = {"sources": sources, "files": {}}
    tests = {str(path.relative_to(project.root)): _digest(path) for path in project.test_files}
    kept["files"] = {name: each for name, each in kept["files"].items() if tests.get(name) == each["digest"]}
    stale = [name for name in tests if name not in kept["files"]]
    if stale:
        print(f"Finding which test runs which line ({len(stale)} of {len(tests)} files of tests) ...", flush=True)
        for name in stale:
            kept["files"][name] = {"digest": tests[name], "tests": _trace(project, name, file.with_suffix(".part"))}
            file.write_text(json.dumps(kept), encoding="utf-8")
    return Lines(kept, file)


def _trace(project, name, told):
    """Run one file of tests in a process of its own; returns the lines that each test ran."""
    child = os.fork()
    if not child:
        try:
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115
            tracer = Tracer(project, told)
            sys.settrace(tracer.call)
            pytest.main([*ARGUMENTS, *project.arguments, name], plugins=[tracer])
        finally:
            os._exit(2)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        sys.exit(f"{name}: its tests must pass before anything is mutated: run pytest {name}")
    found = _read(told)
    told.unlink()
    return found


class Tracer:
    """A pytest plugin that notes the lines of the project's sources that each test runs.

    A function of which this test has run every line is not followed any more: most of the time goes there.
    """

    def __init__(self, project, told):
        self._names = {str(path): project.name(path) for path in project.files}
        self._told = told
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

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        if not self._found:
            self._keep(IMPORT, 0)
        self._left = {}
        sys.settrace(self.call)  # a doctest or hypothesis may have taken it away
        began = time.process_time()
        done = yield
        self._keep(item.nodeid, round(time.process_time() - began, 3))
        return done

    def _keep(self, name, seconds):
        masks = dict.fromkeys(self._names.values(), 0)
        for code, (left, _) in self._left.items():
            for _, _, line in code.co_lines():
                if line and line not in left:
                    masks[self._names[code.co_filename]] |= 1 << line
        self._found[name] = {"seconds": seconds, "lines": {file: hex(mask) for file, mask in masks.items() if mask}}

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session, exitstatus):
        sys.settrace(None)
        if not self._found:
            self._keep(IMPORT, 0)
        self._told.write_text(json.dumps(self._found), encoding="utf-8")
        os._exit(int(exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)))


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
