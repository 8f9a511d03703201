"""A mutation run: a sample of mutants, each put to the tests that run its line."""

import argparse
import contextlib
import dataclasses
import hashlib
import itertools
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import launch
import pytest

from tests.mutation import trial
from tests.mutation.lines import lines_of
from tests.mutation.mutants import NOT_RULES, mutants_of
from tests.mutation.results import TOO_LONG, Results, equivalents, report
from tests.mutation.rules import each_rule

ROOT = Path(__file__).parent.parent.parent
SYSTEMS = ("demo", "tcs", "tactical_combat", "micro_armour")
MOST_WORKERS = 2


@dataclass(frozen=True)
class Project:
    """What is mutated, and which tests should notice."""

    root: Path
    sources: Path
    package: str
    """The package of the sources, such as `sandtable.systems.tcs`."""
    tests: tuple[Path, ...]
    """Folders of tests; doctests of the sources count too."""
    arguments: tuple[str, ...] = ("--hypothesis-seed=0",)
    """For pytest."""
    patience: int = 5
    """Seconds of processor time that a test may take, beyond three times what it took when it was traced."""
    enough: int = 0
    """Seconds of processor time after which a mutant has survived, whatever tests are left; 0: all are run."""
    quick: int = 0
    """Seconds of processor time that a test may take under the tracer; a slower one is not used. 0: all are."""
    without: tuple[str, ...] = ()
    """Files (`orders.py`) and folders (`modern`) that are left out, of the sources and of the tests."""

    @property
    def files(self):
        """The source files."""
        return sorted(self.sources.rglob("*.py"))

    @property
    def test_files(self):
        """Files with tests in them."""
        doctests = [file for file in self.files if ">>>" in file.read_text(encoding="utf-8")]
        tests = sorted(file for folder in self.tests for file in folder.rglob("test_*.py"))
        return [file for file in [*tests, *doctests] if not self.leaves_out(file)]

    def leaves_out(self, file):
        """Whether a file, or a folder that it is in, was to be left out."""
        return not set(self.without).isdisjoint(file.relative_to(self.root).parts)

    @property
    def helpers(self):
        """What the tests share, and the charts: what a change of may change the course of any test."""
        shared = [file for folder in self.tests for file in folder.rglob("*.py") if not file.name.startswith("test_")]
        return sorted([*shared, *self.sources.rglob("*.csv")])

    def name(self, path):
        """A source file as results and the list of equivalents name it."""
        return path.relative_to(self.sources.parent).as_posix()

    def path(self, name):
        """The file of that name."""
        return self.sources.parent / name

    def module(self, name):
        """The module in a file of that name."""
        parts = Path(name).with_suffix("").parts[1:]
        return ".".join([self.package, *(each for each in parts if each != "__init__")])

    def mutants(self):
        """All mutants of all rules."""
        files = [file for file in self.files if file.name not in NOT_RULES and not self.leaves_out(file)]
        return [each for file in files for each in mutants_of(file.read_text(encoding="utf-8"), self.name(file))]


def of_system(name):
    """The project of one system. Golden games do not count: they notice every change, right or wrong."""
    sources = ROOT / "src" / "sandtable" / "systems" / name
    return Project(ROOT, sources, f"sandtable.systems.{name}", (ROOT / "tests" / "systems" / name,))


def sample(mutants, seed, count, unfit=lambda mutant: False):
    """So many of them by lot, without the unfit. A change of the code replaces only the mutants that are in it."""

    def lot(mutant):
        return hashlib.sha256("\0".join([str(seed), *mutant.key]).encode()).digest()

    return list(itertools.islice((each for each in sorted(mutants, key=lot) if not unfit(each)), count))


def run(project, mutants, results, lines, workers):
    """Put these mutants to the tests, several at once, and keep what came of each.

    What is in a function is put into the functions of a process that has imported everything. Then those follow that
    are not, and those that survived though they are run at import too: each is imported in a process of its own.
    """
    unproven = lines.unproven()
    inside = [each for each in mutants if each.inside]
    if inside or unproven:
        _replace(project, inside, results, lines, workers, unproven)
        results.read()
        lines.all_proven()
    rest = [each for each in mutants if not each.inside or (lines.at_import(each) and not results.is_killed(each))]
    importing = trial.Importing(project)
    prove(importing, unproven, results)
    _loop(rest, importing, results, lines, workers)


def _replace(project, mutants, results, lines, workers, unproven):
    """Try these mutants in a process that imports everything, which this one does not."""

    def replacing(trial):
        prove(trial, unproven, results)
        _loop(mutants, trial, results, lines, workers)

    trial.in_one_process(project, replacing)


def prove(trial, tests, results):
    """Show that these tests pass, run as a trial runs them, without any mutant."""
    if tests:
        told = Path(results.folder, f"trial-{os.getpid()}.txt")
        code = os.waitstatus_to_exitcode(os.waitpid(trial.begin(None, tests, told), 0)[1])
        at = told.read_text(encoding="utf-8")
        told.unlink()
        if code:
            raise SystemExit(f"{at} does not pass among the others, with nothing mutated ({type(trial).__name__})")


def _loop(mutants, trial, results, lines, workers):
    waiting, running, done = list(reversed(mutants)), {}, 0
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            tests = lines.running(mutant, results.noticed_beside(mutant), imported=trial.imports)
            if tests:
                told = Path(results.folder, f"trial-{os.getpid()}-{len(waiting)}.txt")
                running[trial.begin(mutant, tests, told)] = (mutant, told, time.monotonic())
            else:
                results.add(mutant, False, "")
        if running:
            child, status = os.wait()
            _keep(results, *running.pop(child), os.waitstatus_to_exitcode(status))
        done += 1
        if done % 10 == 0:
            print(f"{done} of {len(mutants)}", file=sys.__stdout__, flush=True)


def _keep(results, mutant, told, began, code):
    """What came of a trial: its exit code, and the test that it was at."""
    if code == trial.BROKEN:
        sys.exit(f"the trial of {mutant.file}:{mutant.line} ({mutant.change}) broke off")
    at = told.read_text(encoding="utf-8")
    told.unlink()
    seconds = time.monotonic() - began
    if code == trial.SURVIVED:
        results.add(mutant, False, at, seconds)
    elif code == trial.UNFIT:
        results.add(mutant, False, "cannot be imported", seconds, unfit=True)
    else:
        results.add(mutant, True, f"{at}{TOO_LONG}" if code < 0 else at, seconds)


def is_in(file, places):
    """Whether a file of a system is one of these, or in one of these folders.

    >>> is_in("tcs/modern/sky.py", ["modern"]), is_in("tcs/sky.py", ["modern"])
    (True, False)
    """
    parts = Path(file).parts[1:]
    return any(parts[: len(Path(place).parts)] == Path(place).parts for place in places)


def main(arguments=None, project=None):
    """The command line."""
    parser = argparse.ArgumentParser(prog="./test --mutate", description=__doc__)
    parser.add_argument("system", choices=SYSTEMS if project is None else None)
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--mutants", type=int, default=300, help="how many (300)")
    parser.add_argument("--workers", type=int, choices=range(1, MOST_WORKERS + 1), default=MOST_WORKERS)
    parser.add_argument("--again", action="store_true", help="try survivors and mutants of changed code again")
    parser.add_argument("--only", nargs="+", default=(), metavar="PLACE", help="only these folders or files (modern)")
    parser.add_argument("--without", nargs="+", default=(), metavar="FILE",
                        help="leave these files and folders out, with their tests (orders.py, modern)")  # fmt: skip
    parser.add_argument("--enough", type=int, default=0, metavar="SECONDS",
                        help="a mutant that lives so long has survived; the slowest tests come last")  # fmt: skip
    parser.add_argument("--quick", type=int, default=0, metavar="SECONDS",
                        help="leave tests out that take longer (games played at random, above all)")  # fmt: skip
    parser.add_argument("--each-rule", metavar="PREFIX",
                        help="instead, show that the tests of each rule whose id begins so can fail (ME)")  # fmt: skip
    given = parser.parse_args(arguments)
    if project is None:
        preload()
        project = of_system(given.system)
    project = dataclasses.replace(project, enough=given.enough, quick=given.quick, without=tuple(given.without))
    os.chdir(project.root)
    folder = project.root / ".mutations"
    folder.mkdir(exist_ok=True)
    lines = lines_of(project, folder / f"{given.system}-lines.json")
    results = Results(folder / f"{given.system}-seed{given.seed}.jsonl")
    for place in given.only:
        if not any(is_in(project.name(file), [place]) for file in project.files):
            parser.error(f"--only: there is no folder or file of rules named {place}")
    mutants = [each for each in project.mutants() if not given.only or is_in(each.file, given.only)]
    reasons = equivalents()
    if given.each_rule is not None:
        return each_rule(project, given.each_rule, [each for each in mutants if each.key not in reasons], lines, folder)
    began = time.monotonic()
    chosen = sample(mutants, given.seed, given.mutants, results.is_unfit)
    untried = [
        each
        for each in chosen
        if each.key not in reasons and (results.of(each) is None or (given.again and results.is_stale(each)))
    ]
    print(f"{len(chosen)} mutants, {len(untried)} of them to be tried.", flush=True)
    while untried:
        run(project, untried, results, lines, given.workers)
        chosen = sample(mutants, given.seed, given.mutants, results.is_unfit)
        untried = [each for each in chosen if each.key not in reasons and results.of(each) is None]
        if untried:
            print(f"{len(untried)} could not be imported: as many others take their place.", flush=True)
    words, good = report(chosen, results, reasons)
    print(words)
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if good else 1


def preload():
    """Import what no mutant can touch, once for all trials: pytest's plugins and the compiled parts of boards."""
    exec(launch.WARM_UP)
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        pytest.main([*trial.ARGUMENTS, "--collect-only", str(Path(__file__).with_name("__init__.py"))])
    import sandtable.contract  # noqa: F401

    loaded = [name for name in sys.modules if name.startswith("sandtable.systems.")]
    assert not loaded, f"imported too early: {loaded}"
