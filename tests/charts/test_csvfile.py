"""Reading CSV: what a spreadsheet may do to a file, and what it may not."""

from pathlib import Path

import pytest

from sandtable.charts import ChartError, Sheet
from sandtable.charts.csvfile import Line, read_sheet


def written(tmp_path: Path, data: bytes) -> Path:
    file = tmp_path / "ranges.csv"
    file.write_bytes(data)
    return file


@pytest.mark.parametrize(
    "data",
    [
        b"min,max\n1,5\n",
        b"min,max\n1,5",
        b"min,max\r\n1,5\r\n",
        b"\xef\xbb\xbfmin,max\n1,5\n",
        b'"min","max"\r\n"1","5"\r\n\r\n',
        b" min , max\n1, 5 \n",
    ],
)
def test_the_same_sheet_however_it_was_saved(tmp_path: Path, data: bytes) -> None:
    sheet = read_sheet(written(tmp_path, data))
    assert sheet == Sheet("ranges.csv", ("min", "max"), (Line(2, ("1", "5")),))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "ranges.csv: the file is empty"),
        (b"\n\r\n\n", "ranges.csv: the file is empty"),
        (b"\xef\xbb\xbf", "ranges.csv: the file is empty"),
        (b"min,max\n", "ranges.csv line 1: there is nothing below the heading"),
        (b"min,,max\n1,2,3\n", "ranges.csv line 1: column 2 has no heading"),
        (b"\n\nmin,min\n1,2\n", "ranges.csv line 3: the column 'min' stands there twice"),
        (b"min,max\n1,5\n6\n", "ranges.csv line 3: there is 1 cell under 2 columns"),
        (b"min\n1,5\n", "ranges.csv line 2: there are 2 cells under 1 column"),
        (b"min,max\n1,5\n6,\xe9\n", "ranges.csv line 3: the text is not in UTF-8"),
        ("min,max\n1,5\n".encode("utf-16"), "ranges.csv line 1: the text is not in UTF-8"),
        (b'min,max\n1,"5\n', "ranges.csv line 2: the line is not CSV: unexpected end of data"),
        (b'min,max\n1,5\n2,"3"4\n', "ranges.csv line 3: the line is not CSV: ',' expected after '\"'"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused_in_a_sentence(tmp_path: Path, data: bytes, sentence: str) -> None:
    with pytest.raises(ChartError) as refusal:
        read_sheet(written(tmp_path, data))
    assert str(refusal.value) == sentence


def test_a_cell_of_several_lines_counts_from_its_first(tmp_path: Path) -> None:
    sheet = read_sheet(written(tmp_path, b'id,statement\na,"one\ntwo"\nb,three\n'))
    assert [line.number for line in sheet.lines] == [2, 4]


def test_a_cell_too_long_for_csv_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ChartError, match=r"ranges\.csv line 2: the line is not CSV: field larger than"):
        read_sheet(written(tmp_path, b"min\n" + b"1" * 200_000))


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ChartError, match="cannot be read"):
        read_sheet(tmp_path)


def test_a_path_may_be_text(tmp_path: Path) -> None:
    assert read_sheet(str(written(tmp_path, b"min\n1\n"))).columns == ("min",)


def test_a_long_cell_is_cut_short_in_the_sentence() -> None:
    sheet = Sheet.parse("min\n1\n", "ranges.csv")
    assert len(str(sheet.error("it is wrong", 1, "x" * 900))) < 100
