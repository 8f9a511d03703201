"""What came of each mutant, kept in a file from run to run; the list of equivalents; and the score."""

import csv
import json
from pathlib import Path

EQUIVALENTS = Path(__file__).with_name("equivalents.csv")
GOOD = 95
"""Percent of the mutants that are no equivalents, which tests should kill."""


TOO_LONG = " (took too long)"
"""After the name of a test that did not end."""


class Results:
    """What came of each mutant, one line of JSON each, the last line counting."""

    def __init__(self, file):
        self._file = file
        self.folder = file.parent
        self._told = {}
        self.read()

    def read(self):
        """Learn what the file says: another process may have added to it."""
        if self._file.exists():
            for line in self._file.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                self._told[tuple(told["mutant"])] = told

    def of(self, mutant):
        """Whether it was killed, and by which test; None if it was not tried yet."""
        return self._told.get(mutant.key)

    def is_unfit(self, mutant):
        """Whether it cannot even be imported: it is left out of the sample, since no test of a rule was put to it."""
        return (self.of(mutant) or {}).get("unfit", False)

    def is_stale(self, mutant):
        """Whether it is worth trying again: it survived, or its function has changed."""
        told = self.of(mutant)
        return not told["killed"] or told["code"] != mutant.code

    def noticed_beside(self, mutant):
        """The tests that noticed other mutants of the same function: they may well notice this one."""
        rows = [told for told in self._told.values() if tuple(told["mutant"][:2]) == mutant.key[:2] and told["killed"]]
        return list(dict.fromkeys(told["by"].removesuffix(TOO_LONG) for told in rows))

    def is_killed(self, mutant):
        """Whether a test noticed it; an equivalent need not have been tried."""
        return bool(self.of(mutant)) and self.of(mutant)["killed"]

    def add(self, mutant, killed, by, seconds=0, unfit=False):
        """Keep what came of a mutant."""
        told = {"mutant": mutant.key, "code": mutant.code, "killed": killed, "by": by, "seconds": round(seconds, 1)}
        if unfit:
            told["unfit"] = True
        self._told[mutant.key] = told
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")


def equivalents(file=EQUIVALENTS):
    """The reason why a mutant changes no rule, by the key of the mutant."""
    with file.open(encoding="utf-8", newline="") as rows:
        return {
            (row["file"], row["function"], row["line"], row["change"]): row["reason"] for row in csv.DictReader(rows)
        }


def report(mutants, results, reasons):
    """What to print at the end, and whether it is good enough."""
    killed = [each for each in mutants if results.is_killed(each)]
    alive = [each for each in mutants if not results.is_killed(each)]
    same = [each for each in alive if each.key in reasons]
    rows = []
    for each in alive:
        if each.key not in reasons:
            noticed = results.of(each)["by"] or "no test runs it"
            rows += [f"{each.file}:{each.line} {each.function}: {each.text}", f"    {each.change}    ({noticed})"]
    others = len(mutants) - len(same)
    score = 100 * len(killed) / max(1, others)
    rows += [
        f"{len(mutants)} mutants: {len(killed)} killed, {len(alive)} survived, {len(same)} of these equivalent.",
        f"Killed: {100 * len(killed) / max(1, len(mutants)):.1f} % of all, {score:.1f} % without equivalents.",
    ]
    if score < GOOD:
        rows.append(f"Tests should kill {GOOD} % of those that are no equivalents.")
    return "\n".join(rows), score >= GOOD
