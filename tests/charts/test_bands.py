"""Banded charts: each number in exactly one band."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from sandtable.charts import BandChart, ChartError, Sheet


class Band(Struct, frozen=True):
    low: int | None
    high: int | None
    name: str


class KeyedBand(Band, frozen=True):
    key: str


def chart(*rows: str, lowest: int | None = None, highest: int | None = None) -> BandChart[Band]:
    sheet = Sheet.parse("low,high,name\n" + "\n".join(rows), "bands.csv")
    return BandChart.load(sheet, Band, low="low", high="high", lowest=lowest, highest=highest)


def refused(*rows: str, lowest: int | None = None, highest: int | None = None) -> str:
    with pytest.raises(ChartError) as refusal:
        chart(*rows, lowest=lowest, highest=highest)
    return str(refusal.value)


def test_rows_may_stand_in_any_order() -> None:
    bands = chart("4,,far", ",-1,behind", "0,3,near")
    assert [bands.read(number).name for number in (-9, -1, 0, 3, 4, 99)] == [
        "behind",
        "behind",
        "near",
        "near",
        "far",
        "far",
    ]


def test_one_open_row_covers_everything() -> None:
    assert chart(",,all").read(-(10**9)).name == "all"


def test_a_chart_with_ends_answers_only_between_them() -> None:
    dice = chart("2,6,low", "7,12,high", lowest=2, highest=12)
    assert (dice.read(2).name, dice.read(12).name) == ("low", "high")
    with pytest.raises(ChartError, match=r"bands\.csv ends at 12: it does not cover 13"):
        dice.read(13)
    with pytest.raises(ChartError, match=r"bands\.csv begins at 2: it does not cover 1"):
        dice.read(1)


def test_gaps_and_overlaps_are_named() -> None:
    assert refused(",3,a", "5,,b") == "bands.csv line 3: nothing covers 4"
    assert refused(",3,a", "9,,b") == "bands.csv line 3: nothing covers 4 to 8"
    assert refused(",3,a", "3,,b") == "bands.csv line 3: 3 is covered twice, here and on line 2"
    assert refused(",3,a", ",1,b", "4,,c") == "bands.csv line 3: 1 is covered twice, here and on line 2"
    assert refused(",,a", ",,b") == "bands.csv line 3: every number is covered twice, here and on line 2"
    assert refused("2,3,a", "4,,b") == "bands.csv line 2: nothing covers the numbers below 2"
    assert refused(",3,a", "4,8,b") == "bands.csv line 3: nothing covers the numbers above 8"
    assert refused("3,,a", lowest=1) == "bands.csv line 2: nothing covers 1 to 2"
    assert refused(",,a", lowest=1) == "bands.csv line 2: the chart begins at 1, not lower"
    assert refused(",9,a", highest=10) == "bands.csv line 2: nothing covers 10"
    assert refused(",,a", highest=10) == "bands.csv line 2: the chart ends at 10, not higher"
    assert refused(",1,a", "5,2,b", "6,,c") == "bands.csv line 3: 5 to 2 runs backwards"


def keyed(*rows: str, keys: tuple[str, ...] | None = None) -> BandChart[KeyedBand]:
    sheet = Sheet.parse("low,high,name,key\n" + "\n".join(rows), "bands.csv")
    return BandChart.load(sheet, KeyedBand, low="low", high="high", key="key", keys=keys)


def test_a_row_for_any_key_holds_for_each() -> None:
    bands = keyed(",3,near,any", "4,,far,green", "4,,gone,elite")
    assert bands.keys == ("green", "elite")
    assert bands.read(2, "green") is bands.read(2, "elite")
    assert bands.read(4, "elite").name == "gone"


def test_an_unknown_key_is_refused_in_a_sentence() -> None:
    bands = keyed(",,near,green", ",,far,elite")
    with pytest.raises(ChartError, match=r"bands\.csv has nothing for blue: its keys are green, elite"):
        bands.read(1, "blue")
    with pytest.raises(ChartError, match="nothing for None"):
        bands.read(1)


def test_keys_that_are_expected_must_be_covered() -> None:
    with pytest.raises(ChartError, match="no row holds for elite"):
        keyed(",,near,green", keys=("green", "elite"))
    with pytest.raises(ChartError, match="so there are no keys"):
        keyed(",,near,any")
    with pytest.raises(ChartError, match="line 3: for key green, 1 is covered twice, here and on line 2"):
        keyed(",3,near,any", "1,,far,green")


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8, unique=True), st.randoms(use_true_random=False))
def test_every_number_finds_the_band_that_holds_it(cuts: list[int], shuffle: object) -> None:
    cuts = sorted(cuts)
    edges = zip(["", *cuts], [*(cut - 1 for cut in cuts), ""], strict=True)
    rows = [f"{low},{high},band" for low, high in edges]
    shuffle.shuffle(rows)  # type: ignore[attr-defined]
    bands = chart(*rows)
    for number in range(-60, 60):
        row = bands.read(number)
        assert row.low is None or row.low <= number
        assert row.high is None or number <= row.high
