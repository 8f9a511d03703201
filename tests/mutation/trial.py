"""One mutant put to the tests, in a forked process: the mutated module is imported there, and nowhere else."""

import importlib.abc
import importlib.util
import os
import resource
import signal
import sys

import pytest

from tests.mutation.mutants import mutated

ARGUMENTS = ["-q", "-x", "-p", "no:cacheprovider"]
ARGUMENTS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # plugins are imported before the fork
SURVIVED, KILLED, BROKEN = range(3)
MEMORY = 4 * 2**30


def begin(project, mutant, tests, told):
    """Start the trial of a mutant on these tests, in this order; returns the process.

    It ends with SURVIVED or KILLED, or by a signal if a test did not end in time. The test that noticed is in `told`.
    """
    child = os.fork()
    if child:
        return child
    try:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.meta_path.insert(0, _Mutated(project, mutant))
        files = list(dict.fromkeys(name.partition("::")[0] for name in tests))
        plugin = _FirstFailure(tests, told, project.patience)
        status = pytest.main([*ARGUMENTS, *project.arguments, *files], plugins=[plugin])
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            told.write_text("import")  # a module that cannot even be imported
            os._exit(KILLED)
        os._exit(BROKEN)
    finally:
        os._exit(BROKEN)


class _FirstFailure:
    """Runs the tests in the order given, and stops the process at the first that fails."""

    def __init__(self, tests, told, patience):
        self._tests = tests
        self._told = told
        self._patience = patience

    def pytest_runtestloop(self, session):
        if session.testsfailed:
            self._told.write_text("import")
            os._exit(KILLED)
        by_name = {item.nodeid: item for item in session.items}
        items = [by_name[name] for name in self._tests if name in by_name]
        for item, following in zip(items, [*items[1:], None], strict=True):
            self._told.write_text(item.nodeid)
            signal.setitimer(signal.ITIMER_PROF, 10 * self._tests[item.nodeid]["seconds"] + self._patience)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        os._exit(SURVIVED if items else BROKEN)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            os._exit(KILLED)


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module mutated."""

    def __init__(self, project, mutant):
        self._path = project.path(mutant.file)
        self._module = project.module(mutant.file)
        self._number = mutant.number

    def find_spec(self, name, path=None, target=None):
        """Only that module is looked for here."""
        if name != self._module:
            return None
        folder = [str(self._path.parent)] if self._path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, self._path, loader=self, submodule_search_locations=folder)

    def exec_module(self, module):
        """Run the mutated source."""
        source = self._path.read_text(encoding="utf-8")
        exec(compile(mutated(source, self._number), str(self._path), "exec"), module.__dict__)
