"""Plain English: phrases that a reader stumbles over do not come back."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = ["*.md", "docs", "src", "web/src", "web/openapi.json", "play", "test", "launch.py", "locks/update"]
STILTED = {
    r"\banew\b": "again",
    r"\b(is|was|of|be|were) no matter\b": "has no effect",
    r"\bso many\b": "a number, or this many",
    r"\b(is|are|be|been|being|was|were) told\b(?! (to|from|apart)\b)": "is shown, is given",
    r"\b[Oo]ne (sees|must|likes|wants)\b": "you see, the unit sees",
    r"\b[Oo]neself\b": "yourself",
    r"(?<!each )\b[Oo]ne's\b": "your, its",
    r"\b[Bb]y an option\b": "optionally",
    r'"""Who(ever)? (?!acts on|does )': "the unit that, the side that",
    r"\. Who(ever)? (?!holds\b)[a-z ]+[a-z]\b(?!\?)": "a unit that",
    r'"who [a-z]+s (is|has|may|must)\b': "a unit that",
    r">Not this<": "Cancel",
    r"\b(has|have) not (the|its|enough|a|an)\b": "lacks, does not have",
    r"(?<!there )\bis no (infantry|mortar|unit|vehicle|tank|gun|stand)\b": "is not a",
    r"\b(hitherto|thereof|therein|wherein|thereby|whomever|whosoever)\b": "plain words",
}
"""What not to write, and what to write instead."""


def texts():
    done = subprocess.run(["git", "ls-files", *PLACES], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in done.stdout.splitlines():
        if (ROOT / name).is_file() and not name.endswith((".jpg", ".png", ".svg", ".woff2")):
            yield name, (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("phrase", STILTED)
def test_no_stilted_phrase_is_in_what_people_read(phrase):
    found = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]!r}"
        for name, text in texts()
        for match in re.finditer(phrase, text)
    ]
    assert not found, f"write {STILTED[phrase]!r} instead: " + "; ".join(found)


def test_the_phrases_are_found_where_they_are():
    bad = "It is made anew. One sees nothing, and is told so many things by an option. Who hides is safe."
    bad += " It has not the points, it is no gun, and thereby it is lost."
    assert sum(bool(re.search(phrase, bad)) for phrase in STILTED) == 9
