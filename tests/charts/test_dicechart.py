"""Dice charts: column by strength, shift, and a result for each roll."""

from enum import StrEnum

import pytest

from sandtable.charts import ChartError, DiceChart, Sheet, faces_d66

D6 = range(1, 7)


def chart(text: str, faces: range | tuple[int, ...] = D6) -> DiceChart[str]:
    return DiceChart.load(Sheet.parse(text, "fire.csv"), faces, ["NE", "MC"])


def test_d66_has_36_faces_in_order() -> None:
    faces = faces_d66()
    assert len(faces) == 36
    assert list(faces) == sorted(set(faces))
    assert all(1 <= face // 10 <= 6 and 1 <= face % 10 <= 6 for face in faces)


def test_ranges_step_over_faces_the_dice_do_not_have() -> None:
    column = chart("result,0\nNE,11..16\nMC,21..66", faces_d66()).column(0)
    assert (column.read(16), column.read(21)) == ("NE", "MC")
    with pytest.raises(ChartError, match=r"fire\.csv column '0': 17 is not a roll of its dice"):
        column.read(17)


def test_results_may_be_members_of_an_enum() -> None:
    class Result(StrEnum):
        NO_EFFECT = "NE"
        MORALE_CHECK = "MC"

    fire = DiceChart.load(Sheet.parse("result,0\nNE,1..5\nMC,6", "fire.csv"), D6, Result)
    assert fire.column(0).read(6) is Result.MORALE_CHECK


@pytest.mark.parametrize(
    ("heading", "number", "found"),
    [
        ("0,1,2", 1, "1"),
        ("1-,2,3+", -40, "1-"),
        ("1-,2,3+", 40, "3+"),
        ("1-,2-5,6-9", 5, "2-5"),
        ("-3..-1,0,1..4", -2, "-3..-1"),
    ],
)
def test_columns_are_found_by_number(heading: str, number: int, found: str) -> None:
    assert chart(f"result,{heading}\nNE,1..5,1..4,1..3\nMC,6,5..6,4..6").column(number).heading == found


@pytest.mark.parametrize("heading", ["1,1", "2,1", "0,-1", "1,3", "1+,2", "1,2-", "1-,2-", "1-,1+", "0,one", "3-1,4"])
def test_headings_that_do_not_count_up_are_refused(heading: str) -> None:
    with pytest.raises(ChartError, match=r"fire\.csv line 1"):
        chart(f"result,{heading}\nNE,1..5,1..4\nMC,6,5..6")


def test_a_shift_of_nothing_stays() -> None:
    fire = chart("result,0,1\nNE,1..5,1..4\nMC,6,5..6")
    assert fire.columns[1].shift(0) is fire.columns[1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("result\nNE", "fire.csv line 1: there is no column to read a roll in"),
        ("result,0\nNE,", "fire.csv line 1, column '0': the column is empty"),
        ("result,0\nNE,1..6", "fire.csv line 2: no row gives the result 'MC'"),
        ("result,0\nNE,0..6", "fire.csv line 2, column '0': 0 is not a roll of these dice"),
    ],
)
def test_a_chart_that_is_not_whole_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ChartError) as refusal:
        chart(text)
    assert str(refusal.value) == sentence
