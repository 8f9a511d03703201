"""Whether the tests of each rule can fail: for every rule id, the code is changed until a test marked with it notices.

Changes are made in the lines that its marked tests run, those that fewest other tests run first. A rule whose tests
notice none of them has tests that look at something else, or shares all its lines with others: read those.
"""

import json
import os
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

from tests.mutation import trial

TRIES = 12
"""So many changes are made for a rule before its tests are taken to notice none."""


def each_rule(project, prefix, mutants, lines, folder):
    """Try all rules whose id begins so that are not known to be noticed yet, and say which are not; the exit code."""
    kept = folder / f"{project.sources.name}-rules.jsonl"
    mutants = [each for each in mutants if each.inside]
    running = {each.key: lines.running(each) for each in mutants}

    def loop(trials):
        done = _read(kept)
        told = Path(folder, f"rules-{os.getpid()}.txt")
        for rule, tests in marked(trials.items, prefix).items():
            if not done.get(rule, {}).get("noticed"):
                row = {"rule": rule, **_examined(trials, candidates(tests, mutants, running), told)}
                with kept.open("a", encoding="utf-8") as rows:
                    rows.write(json.dumps(row) + "\n")
                said = f"{row['change']} in {row['place']}" if row["noticed"] else "no change was noticed"
                print(f"{rule}: {said}", file=sys.__stdout__, flush=True)

    trial.in_one_process(project, loop)
    rows = {rule: row["noticed"] for rule, row in _read(kept).items() if rule.startswith(prefix)}
    blind = [rule for rule, noticed in rows.items() if not noticed]
    print(f"{len(rows)} rules; the tests of {len(rows) - len(blind)} noticed a change.")
    if blind:
        print(f"Not those of {', '.join(blind)}.")
    return 1 if blind else 0


def marked(items, prefix):
    """The tests of each rule whose id begins so."""
    found = {}
    for item in items:
        for rule in [str(name) for mark in item.iter_markers("rule") for name in mark.args]:
            if rule.startswith(prefix):
                found.setdefault(rule, []).append(item.nodeid)
    return dict(sorted(found.items()))


def candidates(tests, mutants, running):
    """The mutants that some of these tests run, with those tests: what fewest tests run comes first, and one of each
    function before the second of any.
    """
    before, ranked = Counter(), []
    for mutant in sorted(mutants, key=lambda each: (len(running[each.key]), each.key)):
        all_tests = running[mutant.key]
        own = {name: all_tests[name] for name in tests if name in all_tests}
        if own:
            place = mutant.file, mutant.function
            ranked.append((before[place], len(all_tests), mutant, own))
            before[place] += 1
    ranked.sort(key=lambda each: each[:2])
    return [(mutant, own) for _, _, mutant, own in ranked]


def _examined(trials, offered, told):
    """What came of the trials of these mutants, up to the first that a test notices."""
    for mutant, own in islice(offered, TRIES):
        code = os.waitstatus_to_exitcode(os.waitpid(trials.begin(mutant, own, told), 0)[1])
        at = told.read_text(encoding="utf-8")
        told.unlink()
        if code == trial.KILLED or code < 0:
            place = f"{mutant.file} {mutant.function}"
            return {"noticed": True, "by": at, "place": place, "change": mutant.change}
    return {"noticed": False}


def _read(kept):
    """What is known of each rule, the newest last."""
    if not kept.exists():
        return {}
    return {row["rule"]: row for row in map(json.loads, kept.read_text(encoding="utf-8").splitlines())}
