"""One mutant put to the tests, in a forked process that stops at the first test that fails.

Most mutants are put into the functions of a process that has imported everything: that takes no time. For what runs
while modules are imported that is too late: such a mutant is imported in a process that has not imported the module.
"""

import ast
import contextlib
import gc
import importlib.abc
import importlib.util
import os
import resource
import signal
import sys
import time
import types
from collections import Counter

import pytest

from tests.mutation.mutants import mutated

ARGUMENTS = ["-q", "-x", "-s", "-p", "no:cacheprovider"]
ARGUMENTS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # plugins are imported before the fork
SURVIVED, KILLED, BROKEN, UNFIT = range(4)
"""How a trial ends; UNFIT: the mutant cannot even be imported, so that no test of a rule was put to it."""
MEMORY = 4 * 2**30


class Trial:
    """A pytest plugin that runs tests on one mutant, in a process of its own.

    The process ends with one of the numbers above, or by a signal if a test did not end in time; `told` then names the
    test. Without a mutant the tests must all pass: that shows that it is the mutants which make them fail.
    """

    def __init__(self, project):
        self._project = project

    def begin(self, mutant, tests, told):
        """Start the trial of a mutant on these tests, in this order; returns the process."""
        child = os.fork()
        if not child:
            try:
                silence = os.open(os.devnull, os.O_WRONLY)
                os.dup2(silence, 1)
                os.dup2(silence, 2)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                self._tests, self._told = tests, told
                self._enough = self._project.enough
                self.run(mutant)
            finally:
                os._exit(BROKEN)
        return child

    def run_tests(self, items):
        """One test after the other, each with a limit of processor time."""
        by_name = {item.nodeid: item for item in items}
        items = [by_name[name] for name in self._tests if name in by_name]
        for count, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True)):
            if self._enough and time.process_time() > self._enough:
                self._told.write_text(f"{count} of {len(items)} tests that run it were tried")
                os._exit(SURVIVED)
            self._told.write_text(item.nodeid)
            most = 3 * self._tests[item.nodeid]["seconds"] + self._project.patience
            signal.setitimer(signal.ITIMER_PROF, most)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        self._told.write_text(f"{len(items)} tests run it")
        os._exit(SURVIVED)

    def pytest_runtest_logreport(self, report):
        """The first failure is enough."""
        if report.failed:
            os._exit(KILLED)


class Importing(Trial):
    """For a process that has not imported the sources: the trial imports them, one module mutated."""

    imports = True

    def run(self, mutant):
        """Collect the tests, which imports what they need, and run them."""
        self._mutant = mutant
        files = list(dict.fromkeys(name.partition("::")[0] for name in self._tests))
        self._told.write_text("import")
        pytest.main([*ARGUMENTS, *self._project.arguments, *files], plugins=[self])
        os._exit(UNFIT)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session):
        """Only now, so that it comes before pytest's own loader, which loads the files of doctests."""
        if self._mutant:
            sys.meta_path.insert(0, _Mutated(self._project, self._mutant))

    def pytest_runtestloop(self, session):
        """All is imported."""
        if not session.testsfailed:
            self.run_tests(session.items)


class Replacing(Trial):
    """For a process that has imported everything and collected all tests: functions get mutated code."""

    imports = False

    def __init__(self, project, loop):
        super().__init__(project)
        self._loop = loop
        self.stopped = None
        """Why the loop broke off: pytest would keep it to itself."""

    def pytest_runtestloop(self, session):
        """Instead of running the tests, let `loop` begin trials."""
        self.items = session.items
        self._functions = functions_of(self._project)
        gc.collect()
        gc.freeze()  # what is here already stays shared with the trials
        try:
            self._loop(self)
        except SystemExit as why:
            self.stopped = why
        return True

    def run(self, mutant):
        """Change the module of the mutant, and run the tests."""
        if mutant:
            path = self._project.path(mutant.file)
            replace(self._functions[str(path)], _compiled(path, mutant.number))
        else:
            self._enough = 0
        self.run_tests(self.items)


def in_one_process(project, loop):
    """Let `loop` begin trials in a process that has imported everything and collected all tests."""
    child = os.fork()
    if child:
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            sys.exit(1)
        return
    code = 1
    try:
        plugin = Replacing(project, loop)
        files = [str(file.relative_to(project.root)) for file in project.test_files]
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            pytest.main([*ARGUMENTS, *project.arguments, *files], plugins=[plugin])
        if plugin.stopped:
            print(plugin.stopped, file=sys.stderr, flush=True)
        else:
            code = 0
    finally:
        os._exit(code)


def functions_of(project):
    """The functions that there are of each source file."""
    found = {str(path): [] for path in project.files}
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType) and each.__code__.co_filename in found:
            found[each.__code__.co_filename].append(each)
    return found


def replace(functions, code):
    """Give the functions of a module the code that they have in this, its mutated form."""
    codes = list(_codes(code))
    count = Counter(map(_name, codes))
    new = {_name(code): code for code in codes if count[_name(code)] == 1}  # two lambdas of one line are left alone
    for each in functions:
        each.__code__ = new.get(_name(each.__code__), each.__code__)


def _codes(code):
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes(each)


def _name(code):
    return code.co_qualname, code.co_firstlineno


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
        exec(_compiled(self._path, self._number), module.__dict__)


def _compiled(path, number):
    tree = mutated(path.read_text(encoding="utf-8"), number)
    return compile(ast.fix_missing_locations(tree), str(path), "exec")
