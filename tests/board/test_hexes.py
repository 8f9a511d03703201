"""Hex geometry: printed numbers, distances, lines and hexsides."""

import pickle
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.hexes import Direction, Hex, Hexside, along

numbers = st.integers(1, 99)
printed = st.builds(Hex.at, numbers, numbers)
small = st.integers(-12, 12)
anywhere = st.builds(Hex, small, small)


@given(numbers, numbers)
def test_a_printed_number_reads_back(column: int, row: int) -> None:
    hex = Hex(f"{column:02}{row:02}")
    assert (hex.column, hex.row) == (column, row)
    assert Hex(str(hex)) == hex == Hex(hex.q, hex.r) == Hex.at(column, row)
    assert eval(repr(hex)) == hex == pickle.loads(pickle.dumps(hex))


@given(printed, printed)
def test_hexes_sort_as_their_numbers_do(one: Hex, other: Hex) -> None:
    assert (one < other) == (str(one) < str(other))


@pytest.mark.parametrize("wrong", ["", "507", "05071", "05 7", "ab01", "-101", "٠٥٠٧", "05²7"])
def test_a_wrong_number_says_how_to_write_it(wrong: str) -> None:
    with pytest.raises(ValueError, match="two digits each, like 0507"):
        Hex(wrong)


@pytest.mark.parametrize("wrong", ["0001", "0100", "0000"])
def test_columns_and_rows_start_at_one(wrong: str) -> None:
    with pytest.raises(ValueError, match="counted from 01"):
        Hex(wrong)


def test_even_columns_lie_half_a_hex_lower() -> None:
    assert [str(hex) for hex in Hex("0202").neighbours()] == ["0201", "0302", "0303", "0203", "0103", "0102"]
    assert [str(hex) for hex in Hex("0302").neighbours()] == ["0301", "0401", "0402", "0303", "0202", "0201"]


def test_a_hex_without_a_number_says_so() -> None:
    beyond = Hex("0101").neighbour(Direction.N)
    assert not beyond.printable
    assert str(beyond) == "off the map (0, -1)"
    assert eval(repr(beyond)) == beyond


@given(anywhere, st.sampled_from(Direction))
def test_a_neighbour_is_found_again_by_its_direction(hex: Hex, way: Direction) -> None:
    beside = hex.neighbour(way)
    assert hex.direction_to(beside) is way
    assert beside.direction_to(hex) is way.opposite is way.turned(3)
    assert hex.neighbours()[way] == beside


def test_only_adjacent_hexes_have_a_direction() -> None:
    with pytest.raises(ValueError, match="0101 and 0103 are not adjacent"):
        Hex("0101").direction_to(Hex("0103"))


@given(anywhere, anywhere, anywhere)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert a.distance(b) == b.distance(a) >= 0
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(c) <= a.distance(b) + b.distance(c)


@given(anywhere, st.integers(0, 9))
def test_rings_and_discs_hold_what_is_at_their_distance(hex: Hex, radius: int) -> None:
    ring, disc = hex.ring(radius), hex.disc(radius)
    assert len(set(ring)) == len(ring) == (6 * radius or 1)
    assert all(hex.distance(other) == radius for other in ring)
    assert len(disc) == 1 + 3 * radius * (radius + 1)
    assert list(disc) == sorted(other for size in range(radius + 1) for other in hex.ring(size))
    if radius:
        assert all(one.distance(other) == 1 for one, other in pairwise((*ring, ring[0])))
        assert ring[0] == Hex(hex.q, hex.r - radius)


@given(anywhere, st.sampled_from(Direction))
def test_a_hexside_is_the_same_from_either_hex(hex: Hex, way: Direction) -> None:
    side, beside = hex.side(way), hex.neighbour(way)
    assert side == beside.side(way.opposite) == Hexside(beside, hex)
    assert side.across(hex) == beside
    assert side.across(beside) == hex
    assert eval(repr(side)) == side == pickle.loads(pickle.dumps(side))
    if hex.printable and beside.printable:
        assert Hexside(str(side)) == side == Hexside(f"{beside}-{hex}")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [("0605", "write two adjacent hexes"), ("0605-0605", "not adjacent"), ("0605-0707", "not adjacent")],
)
def test_a_wrong_hexside_says_why(wrong: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Hexside(wrong)


def test_a_hexside_has_two_hexes_only() -> None:
    with pytest.raises(ValueError, match="0101 is not one of the two hexes"):
        Hexside("0605-0705").across(Hex("0101"))


def stretch(start: Hex, end: Hex, hex: Hex) -> tuple[Fraction, Fraction] | None:
    """Where the line is inside the closed hex, cut out of it by the three pairs of hexsides."""
    whole, aside = along(end.q - start.q, end.r - start.r), along(hex.q - start.q, hex.r - start.r)
    enter, leave = Fraction(0), Fraction(1)
    for reach, there in zip(whole[:3], aside[:3], strict=True):
        if reach == 0:
            if abs(there) > 1:
                return None
            continue
        ends = sorted((Fraction(there - 1, reach), Fraction(there + 1, reach)))
        enter, leave = max(enter, ends[0]), min(leave, ends[1])
    return (enter, leave) if enter < leave else None


@given(anywhere, anywhere)
def test_a_line_has_exactly_the_hexes_that_it_crosses(a: Hex, b: Hex) -> None:
    line = a.line(b)
    crossed = {hex for step in line for hex in step}
    around = {hex for each in crossed for hex in each.disc(1)}
    if a != b:
        assert {hex for hex in around if stretch(a, b, hex)} == crossed
        for one, other in pairwise(line):
            ends = {stretch(a, b, hex)[1] for hex in one}  # type: ignore[index]
            assert ends == {stretch(a, b, hex)[0] for hex in other}  # type: ignore[index]


@given(anywhere, anywhere)
def test_a_line_leads_outward_step_by_step(a: Hex, b: Hex) -> None:
    line = a.line(b)
    assert line[0] == (a,)
    assert line[-1] == (b,)
    assert line == b.line(a)[::-1]
    far = [a.distance(step[0]) for step in line]
    assert far == sorted(far)
    assert set(far) == set(range(a.distance(b) + 1))
    assert all(x.distance(y) == 1 for one, other in pairwise(line) for x in one for y in other)


@given(anywhere, st.sampled_from(Direction), st.integers(0, 9))
def test_a_line_in_one_direction_has_one_step_more_than_its_length(a: Hex, way: Direction, n: int) -> None:
    b = a
    for _ in range(n):
        b = b.neighbour(way)
    assert len(a.line(b)) == n + 1
    assert all(len(step) == 1 for step in a.line(b))


@given(anywhere, st.sampled_from(Direction), st.integers(1, 6))
def test_a_line_along_hexsides_reports_pairs(a: Hex, way: Direction, n: int) -> None:
    b = a
    for _ in range(n):
        b = b.neighbour(way).neighbour(way.turned(1))
    line = a.line(b)
    assert len(line) == a.distance(b) + 1 == 2 * n + 1
    assert [len(step) for step in line] == [1, *[2, 1] * n]
    assert all(tuple(sorted(step)) == step for step in line)


def test_a_shallow_line_weaves_and_crosses_more_hexes_than_it_is_long() -> None:
    line = Hex("0101").line(Hex("0210"))
    assert Hex("0101").distance(Hex("0210")) == 10
    assert " ".join(str(step[0]) for step in line) == (
        "0101 0102 0103 0104 0204 0105 0205 0106 0206 0107 0207 0208 0209 0210"
    )
