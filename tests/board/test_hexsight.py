"""Line of sight on hex maps: each clause of TCS 8.0 with numbers, then its promises on random ground."""

import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board import hexkernels
from sandtable.board.hexdrafts import sketch_map
from sandtable.board.hexes import Direction, Hex, Hexside
from sandtable.board.hexmap import HexMap, Legend
from sandtable.board.hexsight import Sight, sees, sight, view_from

LEGEND = Legend(
    terrain={".": "open", "w": "woods", "v": "village", "s": "swamp"},
    obstacles={"woods": 20, "village": 10},
    hexsides={"hedge": 2, "bocage": 5, "stream": 0, "cliff": 0},
    walls=frozenset({"cliff"}),
)


def look(text: str, one: str, other: str, **conditions: int) -> Sight:
    """The sight between two hexes of a sketched map, found to be the same from both ends and in a view."""
    ground = sketch_map(text, LEGEND)
    found = sight(ground, one, other, **conditions)
    back = {**conditions, "eye": conditions.get("target", 0), "target": conditions.get("eye", 0)}
    assert found == sight(ground, other, one, **back)
    assert found.clear == sees(ground, one, other, **conditions) == sees(ground, other, one, **back)
    return found


def test_level_open_ground_is_clear() -> None:
    assert look("0101 open\n0909 open", "0101", "0909").why == "clear at 12 hexes"


def test_intervening_woods_stand_twenty_metres_high() -> None:
    found = look("0101 open\n0102 woods\n0103 open", "0101", "0103")
    assert found == Sight(2, Hex("0102"), "woods", 20, Fraction(0))
    assert found.why == "woods at 0102, top 20 m, the line passes at 0 m"
    assert not found


def test_the_end_hexes_never_block() -> None:
    assert look("0101 woods\n0102 open\n0103 village", "0101", "0103")


def test_swamp_and_stream_have_no_height() -> None:
    assert look("0101 open\n0102 swamp\n0103 open\n0104 open\n0102-0103 stream", "0101", "0104")


def test_adjacent_hexes_see_each_other_whatever_is_between() -> None:
    assert look("0101 woods\n0102 woods 300\n0101-0102 bocage", "0101", "0102").why == "clear at 1 hex"


def test_a_hex_sees_itself() -> None:
    assert look("0101 woods", "0101", "0101").why == "clear at 0 hexes"


@pytest.mark.parametrize(("metres", "clear"), [(10, True), (11, False)])
def test_a_top_equal_to_the_line_does_not_block(metres: int, clear: bool) -> None:
    found = look(f"0101 open 0\n0102 open {metres}\n0103 open 20", "0101", "0103")
    assert found.clear == clear
    if not clear:
        assert found.why == "open ground at 0102, top 11 m, the line passes at 10 m"


@pytest.mark.parametrize(("behind", "clear"), [(39, False), (40, True)])
def test_a_crest_hides_what_lies_too_low_behind_it(behind: int, clear: bool) -> None:
    # From 0 m over a crest of 20 m half way: the far end must lie at 40 m.
    text = f"0101 open\n0102 open\n0103 open 20\n0104 open 20\n0105 open {behind}"
    found = look(text, "0101", "0105")
    assert found.clear == clear
    if not clear:
        assert found.why == "open ground at 0103, top 20 m, the line passes at 19.5 m"


def test_woods_on_the_crest_of_the_viewers_own_height_block() -> None:
    assert look("0101 open 50\n0102 woods 31\n0103 open 50", "0101", "0103").top == 51
    assert look("0101 open 50\n0102 woods 30\n0103 open 50", "0101", "0103")


@pytest.mark.parametrize(("near", "far", "blocker"), [(5, 9, None), (6, 9, "0102"), (5, 10, "0202")])
def test_the_height_counts_where_the_line_passes_nearest_to_the_centre(near: int, far: int, blocker: str) -> None:
    # From 0101 to 0203 the line passes 0102 at 5/14 and 0202 at 9/14 of the way: at 5 m and 9 m of 14 m.
    found = look(f"0101 open\n0102 open {near}\n0202 open {far}\n0203 open 14", "0101", "0203")
    assert (str(found.blocker) if found.blocker else None) == blocker


def test_a_height_just_below_the_top_never_reads_as_equal() -> None:
    found = look("0101 open\n0102 open 1\n0203 open 2", "0101", "0203")
    assert found.line == Fraction(5, 7)
    assert found.why.endswith("top 1 m, the line passes at 0.7 m")


@pytest.mark.parametrize(
    ("beside", "words"),
    [
        ("0201 woods", "clear at 2 hexes"),
        ("0202 woods", "clear at 2 hexes"),
        ("0201 woods\n0202 village", "woods at 0201, top 20 m, the line passes at 0 m"),
        ("0201-0202 bocage", "clear at 2 hexes"),
        ("0201-0202 cliff", "clear at 2 hexes"),
    ],
)
def test_a_line_along_a_hexside_is_blocked_only_by_both_hexes(beside: str, words: str) -> None:
    assert look(f"0102 open\n0302 open\n{beside}", "0102", "0302").why == words


@pytest.mark.parametrize(
    ("beside", "words"),
    [
        ("0201-0302 hedge", "clear at 4 hexes"),
        ("0201-0302 hedge\n0202-0302 hedge", "hedge at 0201-0302, top 2 m, the line passes at 0 m"),
        ("0201-0302 hedge\n0202 woods", "hedge at 0201-0302, top 2 m, the line passes at 0 m"),
        ("0201-0302 hedge\n0402-0302 hedge", "clear at 4 hexes"),
        ("0102-0201 hedge\n0102-0202 hedge", "clear at 4 hexes"),
        ("0102-0201 cliff\n0102-0202 cliff", "cliff at 0102-0201"),
        ("0401-0502 hedge\n0402-0502 hedge", "clear at 4 hexes"),
        ("0302 village", "village at 0302, top 10 m, the line passes at 0 m"),
    ],
)
def test_hexsides_beside_the_line_belong_to_the_way_through_their_hex(beside: str, words: str) -> None:
    assert look(f"0102 open\n0502 open\n{beside}", "0102", "0502").why == words


@pytest.mark.parametrize(("metres", "clear"), [(9, True), (8, False)])
def test_hexsides_beside_the_line_count_at_the_corner_where_it_passes(metres: int, clear: bool) -> None:
    # From 0102 to 0702 the line passes the corner of 0401, 0402 and 0502 at 5/9 of the way.
    text = f"0102 open\n0702 open {metres}\n0401-0502 bocage\n0402-0502 bocage"
    found = look(text, "0102", "0702")
    assert found.clear == clear
    if not clear:
        assert found.why == "bocage at 0401-0502, top 5 m, the line passes at 4.4 m"


def test_what_lies_off_the_map_does_not_block() -> None:
    assert look("0101 open\n0201 woods\n0301 open", "0101", "0301")


LANE = "0101 open\n0102 open\n0103 open\n0104 open\n0102-0103 hedge"


def test_a_hedge_blocks_across_its_hexside() -> None:
    assert look(LANE, "0101", "0104").why == "hedge at 0102-0103, top 2 m, the line passes at 0 m"


@pytest.mark.parametrize(("one", "other"), [("0102", "0104"), ("0101", "0103"), ("0102", "0103")])
def test_a_hedge_does_not_block_those_adjacent_to_it(one: str, other: str) -> None:
    assert look(LANE, one, other)


@pytest.mark.parametrize(("metres", "clear"), [(10, True), (9, False)])
def test_bocage_is_five_metres_high_where_the_line_crosses_it(metres: int, clear: bool) -> None:
    text = f"0101 open {metres}\n0102 open\n0103 open\n0104 open\n0102-0103 bocage"
    found = look(text, "0101", "0104")
    assert found.clear == clear
    if not clear:
        assert found.line == Fraction(9, 2)


def test_a_hedge_stands_on_the_higher_of_its_hexes() -> None:
    text = "0101 open 20\n0102 open 0\n0103 open 15\n0104 open 10\n0102-0103 hedge"
    assert look(text, "0101", "0104").why == "hedge at 0102-0103, top 17 m, the line passes at 15 m"


def test_the_highest_feature_of_a_hexside_counts() -> None:
    text = "0101 open\n0104 open\n0102-0103 hedge\n0102-0103 bocage\n0102-0103 stream"
    assert look(text, "0101", "0104").why == "bocage at 0102-0103, top 5 m, the line passes at 0 m"


def test_a_wall_blocks_even_adjacent_hexes() -> None:
    text = "0101 open 90\n0102 open 90\n0103 open 90\n0101-0102 cliff"
    assert look(text, "0101", "0102").why == look(text, "0103", "0101").why == "cliff at 0101-0102"


def test_intervening_smoke_blocks_at_any_height() -> None:
    text = "0101 open 90\n0102 open\n0103 open 90"
    found = look(text, "0101", "0103", smoke=0b010)
    assert found == Sight(2, Hex("0102"), "smoke")
    assert found.why == "smoke at 0102"


def test_smoke_in_the_end_hexes_does_not_block() -> None:
    assert look("0101 open\n0102 open\n0103 open", "0101", "0103", smoke=0b101)


def test_smoke_and_woods_on_the_two_sides_of_a_line_block_together() -> None:
    ground = sketch_map("0102 open\n0202 woods\n0302 open", LEGEND)
    assert not sight(ground, "0102", "0302", smoke=ground.mask(["0201"]))
    assert sight(ground, "0102", "0302", smoke=ground.mask(["0202"]))


def test_nothing_is_seen_beyond_the_visibility() -> None:
    text = "0101 open\n0109 open"
    assert look(text, "0101", "0109", visibility=8)
    assert look(text, "0101", "0109", visibility=7).why == "8 hexes is beyond the visibility of 7"


def test_a_helicopter_looks_over_the_woods() -> None:
    text = "0101 open\n0102 woods\n0103 open"
    assert look(text, "0101", "0103", eye=100)
    assert look(text, "0101", "0103", target=40)
    assert look(text, "0101", "0103", target=39).line == Fraction(39, 2)


@pytest.mark.parametrize(
    ("conditions", "words"),
    [({"smoke": 8}, "smoke names hexes outside the 3"), ({"smoke": -1}, "smoke"), ({"visibility": -1}, "not -1"),
     ({"eye": -1}, "0 to 100000 m"), ({"target": 10**9}, "0 to 100000 m")],
)  # fmt: skip
def test_absurd_conditions_are_refused(conditions: dict[str, int], words: str) -> None:
    ground = sketch_map("0103 open", LEGEND)
    for ask in (sight, sees):
        with pytest.raises(ValueError, match=words):
            ask(ground, 0, 2, **conditions)


# Random ground: heights are few and low, so that lines and tops often meet exactly.


def build(width: int, height: int, pick: Callable[[list[Any], int], list[Any]]) -> HexMap:
    """Ground for which `pick` chooses a number of hexes from a list."""
    size = width * height
    bare = HexMap(width, height, ("open",) * size, (0,) * size, LEGEND)
    sides = sorted({hex.side(way) for hex in bare for way in Direction if hex.neighbour(way) in bare})
    kinds = pick(["", "", "", "hedge", "bocage", "cliff"], len(sides))
    return HexMap(
        width,
        height,
        tuple(pick(["open", "open", "woods"], size)),
        tuple(pick([0, 0, 5, 20, 40], size)),
        LEGEND,
        {
            kind: frozenset(side for side, drawn in zip(sides, kinds, strict=True) if drawn == kind)
            for kind in ("hedge", "bocage", "cliff")
        },
    )


@st.composite
def grounds(draw: st.DrawFn, longest: int = 9) -> HexMap:
    def pick(choices: list[Any], size: int) -> list[Any]:
        return draw(st.lists(st.sampled_from(choices), min_size=size, max_size=size))

    return build(draw(st.integers(1, longest)), draw(st.integers(1, longest)), pick)


def ways(line: tuple[tuple[Hex, ...], ...]) -> Iterator[list[list[Hex | Hexside]]]:
    """The line cut into stretches, each with the ways through it and what lies on each way."""
    for number in range(1, len(line)):
        before, step = line[number - 1], line[number]
        if len(step) == 2:
            after = line[number + 1][0]
            yield [[Hexside(before[0], hex), hex, Hexside(hex, after)] for hex in step]
        elif len(before) == 2:
            yield [[step[0]]]
        else:
            yield [[Hexside(before[0], step[0]), step[0]]]


def blocks(ground: HexMap, a: Hex, b: Hex, thing: Hex | Hexside, smoke: int) -> bool:
    """The words of the rule for one hex or hexside, in fractions."""
    low, high = ground.elevation[ground.index(a)], ground.elevation[ground.index(b)]
    x, y = b.q - a.q, b.r - a.r

    def dot(q: int, r: int) -> int:
        return q * x + r * y + (q + r) * (x + y)

    if isinstance(thing, Hex):
        if thing in (a, b) or thing not in ground:
            return False
        index = ground.index(thing)
        at = Fraction(dot(thing.q - a.q, thing.r - a.r), dot(x, y))
        return bool(smoke >> index & 1) or ground.tops[index] > low + at * (high - low)
    kinds = ground.features_on(thing)
    if "cliff" in kinds:
        return True
    if not kinds or a in thing or b in thing:
        return False
    one, other = thing
    n = other.q - one.q, other.r - one.r
    middle = Fraction(one.q + other.q, 2) - a.q, Fraction(one.r + other.r, 2) - a.r
    across = n[0] * middle[0] + n[1] * middle[1] + sum(n) * sum(middle)
    at = Fraction(across) / dot(*n)
    foot = max(ground.elevation[ground.index(hex)] for hex in thing)
    return foot + max(LEGEND.hexsides[kind] for kind in kinds) > low + at * (high - low)


def agree(ground: HexMap, smoke: int) -> None:
    """Sight from either end, views and the words of the rule say the same for every pair of hexes."""
    for a, one in enumerate(ground):
        view = view_from(ground, a, smoke=smoke)
        assert type(view) is int
        for b, other in enumerate(ground):
            if b < a:
                continue
            found = sight(ground, a, b, smoke=smoke)
            assert found == sight(ground, b, a, smoke=smoke)
            assert found.clear == (view >> b & 1 == 1)
            assert found.clear == (view_from(ground, b, smoke=smoke) >> a & 1 == 1)
            stretches = list(ways(one.line(other)))
            blocked = any(
                all(any(blocks(ground, one, other, thing, smoke) for thing in way) for way in stretch)
                for stretch in stretches
            )
            assert found.clear is not blocked
            if blocked:
                assert found.blocker is not None
                assert blocks(ground, one, other, found.blocker, smoke)
                assert found.blocker in [thing for stretch in stretches for way in stretch for thing in way]
                assert found.line is None or (found.top is not None and found.top > found.line)


@settings(max_examples=50, deadline=None)
@given(grounds(), st.data())
def test_sight_is_what_the_rule_says_and_the_same_from_both_ends(ground: HexMap, data: st.DataObject) -> None:
    any_mask = st.integers(0, (1 << len(ground)) - 1)
    agree(ground, data.draw(st.just(0) | any_mask) & data.draw(any_mask))


@pytest.mark.parametrize("seed", range(8))
def test_sight_is_what_the_rule_says_on_wide_ground(seed: int) -> None:
    chance = random.Random(seed)

    def pick(choices: list[Any], size: int) -> list[Any]:
        # Mostly the first choice: on crowded ground no line is long.
        return [chance.choice(choices) if chance.random() < 0.25 else choices[0] for _ in range(size)]

    agree(build(13, 8, pick), 0)


@settings(max_examples=40, deadline=None)
@given(grounds(6), st.integers(0, 60), st.integers(0, 60), st.integers(0, 9))
def test_views_agree_with_sight_for_raised_ends_and_short_visibility(
    ground: HexMap, eye: int, target: int, visibility: int
) -> None:
    for a in range(len(ground)):
        view = view_from(ground, a, eye=eye, target=target, visibility=visibility)
        for b in range(len(ground)):
            found = sight(ground, a, b, eye=eye, target=target, visibility=visibility)
            assert found == sight(ground, b, a, eye=target, target=eye, visibility=visibility)
            assert found.clear == (view >> b & 1 == 1)


@settings(max_examples=30, deadline=None)
@given(grounds(12), st.data())
def test_views_are_the_same_without_numba(ground: HexMap, data: st.DataObject) -> None:
    smoke = data.draw(st.integers(0, (1 << len(ground)) - 1))
    fast = [view_from(ground, index, smoke=smoke) for index in range(len(ground))]
    bare = HexMap(*(getattr(ground, field) for field in ground.__struct_fields__))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "numba", None)
        hexkernels.compiled.cache_clear()
        try:
            assert hexkernels.compiled(hexkernels.trace) is hexkernels.trace
            assert [view_from(bare, index, smoke=smoke) for index in range(len(bare))] == fast
        finally:
            hexkernels.compiled.cache_clear()


def test_kept_views_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.board.hexsight.MEMO_LIMIT", 3)
    ground = sketch_map("0101 open\n0105 woods", LEGEND)
    views = [view_from(ground, index) for index in range(5)]
    assert len(ground.memo["views"]) <= 3
    assert views == [view_from(ground, index) for index in range(5)] == [0b11111] * 5


def test_the_largest_map_has_no_overflow() -> None:
    size = 99 * 99
    slope = tuple(10_000 if column % 2 else -10_000 for column in range(99) for _ in range(99))
    ground = HexMap(99, 99, ("woods",) * size, slope, LEGEND)
    view = view_from(ground, "0101", eye=100_000, target=100_000)
    for b in range(0, size, 97):
        assert bool(view >> b & 1) == sight(ground, 0, b, eye=100_000, target=100_000).clear
