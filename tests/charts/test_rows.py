"""Typed rows: what each annotation takes from a cell."""

from enum import Enum
from fractions import Fraction
from typing import Literal, Optional

import pytest
from msgspec import Struct, field

from sandtable.charts import ChartError, Sheet, load_keyed, load_rows
from sandtable.charts.cells import NotRead, reader_for


class Quality(Enum):
    GREEN = "green"
    ELITE = "elite"


@pytest.mark.parametrize(
    ("annotation", "text", "value"),
    [
        (str, "", ""),
        (str, "x", "x"),
        (str | None, "", None),
        (int, "-3", -3),
        (int, "+4", 4),
        (int | None, "", None),
        (Optional[int], "7", 7),  # noqa: UP045 - the older spelling must be read too
        (bool, "1", True),
        (bool, "no", False),
        (Fraction, "0.5", Fraction(1, 2)),
        (Fraction, "1/3", Fraction(1, 3)),
        (Fraction, "2", Fraction(2)),
        (Literal["T", "W"], "W", "W"),
        (Literal[1, 2], "2", 2),
        (int | Literal["scenario"], "scenario", "scenario"),
        (Quality, "elite", Quality.ELITE),
        (Quality | Literal["any"], "any", "any"),
    ],
)
def test_a_cell_is_read_as_its_annotation_says(annotation: object, text: str, value: object) -> None:
    assert reader_for(annotation).read(text) == value


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (int, ""),
        (int, "1.0"),
        (int, "١"),
        (int, "1_000"),
        (int, "9" * 5000),
        (bool, "maybe"),
        (Fraction, "1/0"),
        (Fraction, "1e9"),
        (Fraction, ".5"),
        (Fraction, "nan"),
        (Literal["T", "W"], "t"),
        (Quality, "GREEN"),
        (int | None, "none"),
    ],
)
def test_a_cell_that_is_something_else_is_refused(annotation: object, text: str) -> None:
    with pytest.raises(NotRead):
        reader_for(annotation).read(text)


def test_a_type_no_cell_can_hold_is_a_mistake_in_the_code() -> None:
    with pytest.raises(TypeError, match="cannot be read as"):
        reader_for(float)


class Gun(Struct, frozen=True):
    name: str
    calibre: int
    strength: int = field(name="a-strength")

    def __post_init__(self) -> None:
        if self.calibre < 20:
            raise ValueError(f"{self.name} is no gun at {self.calibre} mm")


def test_rows_keep_their_order_and_columns_may_stand_in_any() -> None:
    guns = load_rows(Sheet.parse("calibre,a-strength,name\n88,4,Flak\n37,1,Pak", "guns.csv"), Gun)
    assert guns == (Gun("Flak", 88, 4), Gun("Pak", 37, 1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name,calibre\nFlak,88", "guns.csv line 1: the column 'a-strength' is missing"),
        ("name,calibre,a-strength,age\nFlak,88,4,2", "guns.csv line 1: the column 'age' is not known here"),
        (
            "name,calibre,a-strength\nFlak,88,four",
            "guns.csv line 2, column 'a-strength': 'four' is not a whole number",
        ),
        ("name,calibre,a-strength\nFlak,88,4\nRifle,8,1", "guns.csv line 3: Rifle is no gun at 8 mm"),
    ],
)
def test_rows_that_do_not_fit_are_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ChartError) as refusal:
        load_rows(Sheet.parse(text, "guns.csv"), Gun)
    assert str(refusal.value) == sentence


def test_keyed_rows_may_not_share_a_key() -> None:
    sheet = Sheet.parse("name,calibre,a-strength\nFlak,88,4\n\nFlak,37,1", "guns.csv")
    with pytest.raises(ChartError) as refusal:
        load_keyed(sheet, Gun, key="name")
    assert str(refusal.value) == "guns.csv line 4, column 'name': 'Flak' already stands on line 2"
