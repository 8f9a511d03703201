"""The rulebook: rules by id, by chapter and by word."""

import pytest

from sandtable.charts import ChartError, Rulebook, Sheet

HEADING = "id,chapter,title,statement,source,option\n"


def book(*rules: str) -> Rulebook:
    return Rulebook.load(Sheet.parse(HEADING + "\n".join(rules), "rules.csv"))


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (["A 1,A,Fire,,seed,"], "rules.csv line 2: the rule A 1 has no statement"),
        (["A 1,A,Fire,   ,seed,"], "rules.csv line 2: the rule A 1 has no statement"),
        (["A 1,,Fire,It burns.,seed,"], "rules.csv line 2: the rule A 1 has no chapter"),
        (["A 1,A,,It burns.,seed,"], "rules.csv line 2: the rule A 1 has no title"),
        (['"A\n1",A,Fire,,seed,'], "rules.csv line 2: the rule A 1 has no statement"),
        ([",A,Fire,It burns.,seed,"], "rules.csv line 2: the rule has no id"),
        (["A 1,A,Fire,It burns.,seed,on"], "rules.csv line 2: 'on' is not an option such as vehicles=on"),
        (
            ["A 1,A,Fire,It burns.,hearsay,"],
            "rules.csv line 2, column 'source': 'hearsay' is not 'seed', 'chart', 'inferred' or 'ruling'",
        ),
        (
            ["A 1,A,Fire,It burns.,seed,", "A 1,A,Smoke,It hides.,seed,"],
            "rules.csv line 3, column 'id': the id 'A 1' already stands for another rule",
        ),
    ],
)
def test_a_rulebook_with_a_fault_is_refused(rules: list[str], sentence: str) -> None:
    with pytest.raises(ChartError) as refusal:
        book(*rules)
    assert str(refusal.value) == sentence


def test_rules_are_found_by_id_chapter_and_word() -> None:
    rules = book(
        "B 1,B Fire,Range,Beyond 8 inches add one.,chart,",
        "A 1,A Moves,Speed,Infantry moves 8 inches.,seed,",
        "B 2,B Fire,Smoke,Smoke hides.,ruling,smoke=on",
    )
    assert "A 1" in rules
    assert "A 2" not in rules
    assert rules.chapters == ("B Fire", "A Moves")
    assert [rule.id for rule in rules.chapter("B Fire")] == ["B 1", "B 2"]
    assert [rule.id for rule in rules.search("8 INCHES")] == ["B 1", "A 1"]
    assert [rule.id for rule in rules.search("fire hides")] == ["B 2"]
    assert len(rules.search("")) == 3


def test_what_is_not_in_the_book_is_said_in_a_sentence() -> None:
    rules = book("A 1,A Moves,Speed,Infantry moves 8 inches.,seed,")
    with pytest.raises(ChartError, match=r"rules\.csv has no rule 'A 9'"):
        rules.rule("A 9")
    with pytest.raises(ChartError, match=r"rules\.csv has no chapter 'Z'"):
        rules.chapter("Z")
