"""Grids: two numbers, one cell."""

from enum import Enum

import pytest

from sandtable.charts import ChartError, GridChart, Sheet


def test_cells_may_be_numbers() -> None:
    grid = GridChart.load(Sheet.parse("size,1,2\n1,44,51\n2,51,55", "prep.csv"), cells=range(11, 67))
    assert grid.read(2, 2) == 55


def test_cells_may_be_members_of_an_enum() -> None:
    class Hit(Enum):
        SUPPRESSED = "S"
        ELIMINATED = "E"

    grid = GridChart.load(Sheet.parse("die,0\n1,E\n2,S", "crt.csv"), cells=Hit)
    assert grid.read(1, 0) is Hit.ELIMINATED


def test_clamping_is_asked_for() -> None:
    grid = GridChart.load(Sheet.parse("die,0,+1\n2,a,b\n1,c,d", "crt.csv"), cells="abcd")
    corners = [grid.read(row, column, clamp=True) for row in (99, -99) for column in (-99, 99)]
    assert corners == ["a", "b", "c", "d"]
    for row, column in ((0, 0), (3, 0), (1, -1), (1, 2)):
        with pytest.raises(ChartError, match=r"crt\.csv has rows 1 to 2 and columns 0 to 1: none for"):
            grid.read(row, column)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("die\n1", "crt.csv line 1: there is no column to read"),
        ("die,0,2\n1,a,a", "crt.csv line 1: the heading '2' does not follow 0"),
        ("die,2,1,2\n1,a,a,a", "crt.csv line 1: the column '2' stands there twice"),
        ("die,0,+0\n1,a,a", "crt.csv line 1: the heading '+0' does not follow 0"),
        ("die,0\n1,a\n2,a\n1,a", "crt.csv line 4: the heading '1' does not follow 2"),
        ("die,x\n1,a", "crt.csv line 1: 'x' is not a whole number"),
        ("die,0\n,a", "crt.csv line 2: an empty cell is not a whole number"),
    ],
)
def test_headings_run_without_a_gap(text: str, sentence: str) -> None:
    with pytest.raises(ChartError) as refusal:
        GridChart.load(Sheet.parse(text, "crt.csv"), cells=["a"])
    assert str(refusal.value) == sentence
