"""Lengths, shapes and bases: exact by hand where lines graze, and against shapely everywhere else."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import atan2, pi

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from sandtable.board import stands
from sandtable.board.lattice import Lattice, distance, inch_text, inches, squared, toward, within
from sandtable.board.shapes import Circle, Meeting, Side, check_polygon, holds, meeting, side, spans
from sandtable.board.stands import (
    DIRECTIONS,
    Base,
    base_distance,
    base_within,
    front_contact,
    heading_to,
    in_arc,
    in_contact,
    overlap,
)

L_SHAPE = ((0, 0), (300, 0), (300, 100), (100, 100), (100, 300), (0, 300))
NOTCHED = ((0, 0), (400, 0), (400, 300), (200, 100), (0, 300))

coordinates = st.integers(0, 600)
points = st.tuples(coordinates, coordinates)
coarse = st.tuples(st.integers(0, 12).map(lambda n: 50 * n), st.integers(0, 12).map(lambda n: 50 * n))
bases = st.builds(
    Base,
    st.integers(0, 10).map(lambda n: 50 * n),
    st.integers(0, 10).map(lambda n: 50 * n),
    st.integers(0, 23),
    st.sampled_from([50, 100, 150]),
)


@st.composite
def polygons(draw, corner=points):
    """Simple polygons, bulging either way: corners sorted round a middle, at odd distances."""
    found = draw(st.lists(corner, min_size=3, max_size=9, unique=True))
    middle = (sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found))
    found.sort(key=lambda p: (atan2(p[1] - middle[1], p[0] - middle[0]), p))
    try:
        check_polygon("it", found, 600, 600)
    except ValueError:
        assume(False)
    return tuple(found)


class TestSpans:
    @given(st.one_of(polygons(), polygons(coarse)), st.sampled_from([25, 50]))
    def test_the_stretches_of_a_row_are_the_points_that_the_polygon_holds(self, polygon, step):
        for y in range(0, 601, 50):
            held = {x for x in range(0, 601, step) if holds(polygon, (x, y))}
            assert {x * step for first, last in spans(polygon, y, step) for x in range(first, last + 1)} == held


class TestLengths:
    @pytest.mark.parametrize(
        ("value", "hundredths"),
        [(7.34, 734), ("7.34", 734), (12, 1200), (Decimal("0.005"), 1), ("-0.005", -1), ("1e2", 10000), (0.07, 7)],
    )
    def test_inches_become_whole_hundredths(self, value, hundredths):
        assert inches(value) == hundredths
        assert type(inches(value)) is int

    @pytest.mark.parametrize(
        "value", ["nan", "inf", float("inf"), float("nan"), "1e400", 1000.01, True, None, "ten", "", "1,5"]
    )
    def test_what_is_no_length_is_refused_in_one_sentence(self, value):
        with pytest.raises(ValueError, match=r"is not a length in inches|is out of range"):
            inches(value)

    @given(st.integers(-90_000, 90_000))
    def test_text_is_read_back(self, length):
        assert inches(inch_text(length)) == length

    @given(points, points, points)
    def test_no_detour_is_shorter_than_the_straight_way(self, a, b, c):
        assert distance(a, c) <= distance(a, b) + distance(b, c)
        assert distance(a, b) == distance(b, a)

    @given(points, points, st.integers(0, 900))
    def test_comparing_the_distance_with_a_limit_is_exact(self, a, b, limit):
        assert within(a, b, limit) == (squared(a, b) <= limit * limit) == (distance(a, b) <= limit)

    @given(points, points, st.integers(-500, 500))
    def test_toward_is_within_a_hundredth_and_mirrors(self, a, b, length):
        assume(a != b)
        x, y = toward(a, b, length)
        true = LineString([a, b]).length
        assert abs(x - a[0] - (b[0] - a[0]) * length / true) <= 0.5 + 1e-6
        assert abs(y - a[1] - (b[1] - a[1]) * length / true) <= 0.5 + 1e-6
        mirrored = toward((-a[0], a[1]), (-b[0], b[1]), length)
        assert mirrored == (-x, y)


class TestLattice:
    lattice = Lattice(3600, 6000)

    @given(st.integers(0, 73 * 121 - 1))
    def test_position_point_and_text_name_the_same_place(self, position):
        assert self.lattice.position(*self.lattice.point(position)) == position
        assert self.lattice.read(self.lattice.text(position)) == position

    @given(st.integers(0, 3600), st.integers(0, 6000))
    def test_snap_goes_to_a_nearest_point_and_mirrors(self, x, y):
        at = self.lattice.point(self.lattice.snap(x, y))
        assert max(abs(at[0] - x), abs(at[1] - y)) <= 25
        turned = self.lattice.point(self.lattice.snap(3600 - x, 6000 - y))
        assert turned == (3600 - at[0], 6000 - at[1])

    @given(st.integers(2, 20), st.integers(2, 20), st.integers(0, 20 * 20))
    def test_outward_is_every_position_by_its_distance(self, wide, high, start):
        table = Lattice(wide * 50, high * 50)
        size = table.columns * table.rows
        place = table.point(start % size)
        by_distance = sorted(range(size), key=lambda p: (squared(table.point(p), place), p))
        assert list(table.outward(start % size)) == by_distance

    @pytest.mark.parametrize("text", ["12.25,8.0", "36.5,0.0", "-0.5,1.0", "3", "a,b", "nan,1", "1.0,2.0,3.0"])
    def test_a_place_that_is_none_is_refused(self, text):
        with pytest.raises(ValueError, match=r"lattice|not on the table|not a place|not a length"):
            self.lattice.read(text)

    @pytest.mark.parametrize("position", [-1, 73 * 121])
    def test_a_position_off_the_table_is_refused(self, position):
        with pytest.raises(ValueError, match="is not on this table"):
            self.lattice.point(position)

    @pytest.mark.parametrize("size", [(0, 3600), (3600, 3625), (50000, 100)])
    def test_a_table_no_one_has_is_refused(self, size):
        with pytest.raises(ValueError, match="must be 1 to 400 inches in half inches"):
            Lattice(*size)


class TestPolygons:
    @given(polygons(), points)
    def test_inside_and_outside_as_shapely_says(self, polygon, point):
        shape = Polygon(polygon)
        if shape.boundary.distance(Point(point)) > 1e-6:
            assert (side(point, polygon) is Side.INSIDE) == shape.contains(Point(point))
        assert side(point, polygon) == side(point, polygon[::-1])

    @given(polygons(), st.integers(0, 8), st.integers(0, 4))
    def test_points_on_an_edge_are_on_the_edge(self, polygon, index, quarter):
        a, b = polygon[index % len(polygon)], polygon[(index + 1) % len(polygon)]
        doubled = [(4 * x, 4 * y) for x, y in polygon]
        point = (4 * a[0] + quarter * (b[0] - a[0]), 4 * a[1] + quarter * (b[1] - a[1]))
        assert side(point, doubled) is Side.EDGE

    @given(polygons(), points, points)
    def test_lines_cross_as_shapely_says(self, polygon, a, b):
        assume(a != b)
        shape, line = Polygon(polygon), LineString([a, b])
        inside = shape.intersection(line).length
        found = meeting(a, b, polygon)
        if found is Meeting.CROSSES:
            assert shape.distance(line) < 1e-6
        if inside > 1e-3 and shape.buffer(-1e-4).intersects(line):
            assert found is Meeting.CROSSES
        if shape.distance(line) > 1e-6:
            assert found is Meeting.CLEAR
        assert found == meeting(b, a, polygon) == meeting(a, b, polygon[::-1])

    @given(polygons(coarse), coarse, coarse)
    def test_grazing_lines_cross_exactly_where_some_part_is_inside(self, polygon, a, b):
        """Against a slow exact witness: all meeting points as fractions, and the middles between them."""
        assert meeting(a, b, polygon) == witness(a, b, polygon)

    @pytest.mark.parametrize(
        ("a", "b", "found"),
        [
            ((-100, 100), (500, 100), Meeting.CROSSES),
            ((100, 100), (300, 100), Meeting.GRAZES),
            ((200, 200), (200, 100), Meeting.GRAZES),
            ((200, 200), (400, 400), Meeting.CLEAR),
            ((0, 400), (400, 0), Meeting.GRAZES),
            ((0, 390), (390, 0), Meeting.CROSSES),
            ((100, 300), (300, 100), Meeting.GRAZES),
            ((0, -100), (0, 500), Meeting.GRAZES),
            ((50, 50), (60, 60), Meeting.CROSSES),
            ((0, 0), (0, 0), Meeting.GRAZES),
            ((50, 50), (50, 50), Meeting.CROSSES),
            ((250, 50), (50, 250), Meeting.CROSSES),
            ((300, 0), (500, 0), Meeting.GRAZES),
            ((301, 0), (500, 0), Meeting.CLEAR),
            ((0, 0), (100, 100), Meeting.CROSSES),
            ((100, 100), (200, 200), Meeting.GRAZES),
        ],
    )
    def test_lines_at_a_house_with_a_wing(self, a, b, found):
        assert meeting(a, b, L_SHAPE) is found
        assert meeting(b, a, L_SHAPE) is found

    def test_a_line_over_the_notch_touches_both_horns_only(self):
        assert meeting((0, 300), (400, 300), NOTCHED) is Meeting.GRAZES
        assert meeting((0, 299), (400, 299), NOTCHED) is Meeting.CROSSES
        assert meeting((200, 500), (200, 100), NOTCHED) is Meeting.GRAZES
        assert meeting((200, 500), (200, 99), NOTCHED) is Meeting.CROSSES

    @pytest.mark.parametrize(
        ("polygon", "words"),
        [
            (((0, 0), (100, 0)), "3 to 500 corners"),
            (((0, 0), (100, 0), (50, 0)), "no area"),
            (((0, 0), (100, 0), (100, 0), (0, 100)), r"corner 3 \(1.0,0.0\) is the same"),
            (((0, 0), (100, 100), (100, 0), (0, 100)), "corner 1 .* meets the edge from corner 3"),
            (((0, 0), (700, 0), (0, 100)), r"corner 2 \(7.0,0.0\) is not on the table"),
            (((0, 0), (200, 0), (100, 0), (100, 100)), "corner 2 .* runs back"),
            (((0, 0), (200, 0), (200, 200), (100, 0), (0, 200)), "meets"),
        ],
    )
    def test_what_no_one_could_lay_on_the_table_is_refused(self, polygon, words):
        with pytest.raises(ValueError, match=f"^Copse: .*{words}"):
            check_polygon("Copse", polygon, 600, 600)

    @given(st.lists(points, min_size=3, max_size=7))
    def test_what_is_accepted_shapely_calls_valid(self, polygon):
        try:
            check_polygon("it", polygon, 600, 600)
        except ValueError:
            assume(False)
        assert Polygon(polygon).is_valid


class TestCircles:
    @given(st.builds(Circle, coordinates, coordinates, st.integers(1, 200)), points, points)
    def test_lines_meet_templates_as_shapely_says(self, circle, a, b):
        gap = (
            LineString([a, b]).distance(Point(circle.x, circle.y))
            if a != b
            else Point(a).distance(Point(circle.x, circle.y))
        )
        if abs(gap - circle.radius) > 1e-6:
            assert (circle.meeting(a, b) is Meeting.CROSSES) == (gap < circle.radius)
        assert circle.meeting(a, b) == circle.meeting(b, a)

    def test_the_rim_belongs_to_the_template(self):
        assert Circle(0, 0, 150).covers((90, 120))
        assert not Circle(0, 0, 150).covers((90, 121))


class TestBases:
    @pytest.mark.parametrize("heading", range(24))
    @pytest.mark.parametrize("length", [50, 99, 100, 150])
    def test_a_base_is_an_exact_square_that_faces_its_heading(self, heading, length):
        corners = Base(0, 0, heading, length).corners
        sides = {squared(a, b) for a, b in pairwise((*corners, corners[0]))}
        assert len(sides) == 1
        assert abs(sides.pop() ** 0.5 - length) < 1.1
        front = (corners[0][0] + corners[1][0], corners[0][1] + corners[1][1])
        assert heading_to((0, 0), front) == heading

    @given(bases, bases)
    def test_overlap_as_shapely_says(self, a, b):
        shapes = Polygon(a.corners), Polygon(b.corners)
        assert overlap(a, b) == (shapes[0].intersection(shapes[1]).area > 1e-6)
        assert overlap(a, b) == overlap(b, a)

    @given(bases, bases)
    def test_the_distance_of_bases_is_shapelys_rounded_up(self, a, b):
        true = Polygon(a.corners).distance(Polygon(b.corners))
        assert true - 1e-6 <= base_distance(a, b) <= true + 1 + 1e-6
        assert base_distance(a, b) == base_distance(b, a)

    @given(bases, bases, st.integers(0, 600))
    def test_a_limit_for_bases_is_compared_exactly(self, a, b, limit):
        true = min(
            exact_gap(point, *edge)
            for one, other in ((a, b), (b, a))
            for point in one.corners
            for edge in pairwise((*other.corners, other.corners[0]))
        )
        meet = Polygon(a.corners).intersects(Polygon(b.corners))
        assert base_within(a, b, limit) == (meet or true <= limit * limit)

    def test_stands_edge_to_edge_and_corner_to_corner_are_in_contact(self):
        assert in_contact(Base(0, 0), Base(100, 50))
        assert in_contact(Base(0, 0), Base(100, 100))
        assert not overlap(Base(0, 0), Base(100, 50))
        assert not in_contact(Base(0, 0), Base(106, 0), tolerance=5)
        assert in_contact(Base(0, 0), Base(105, 0), tolerance=5)

    @pytest.mark.parametrize(
        ("other", "contact"),
        [
            (Base(0, 100), 100),
            (Base(50, 100), 50),
            (Base(51, 100), 49),
            (Base(-51, 105), 49),
            (Base(100, 100), 0),
            (Base(0, 105), 100),
            (Base(0, 106), 0),
            (Base(0, -100), 0),
            (Base(100, 0), 0),
            (Base(0, 100, 6), 100),
            (Base(0, 121, 3), 10),
            (Base(0, 126, 3), 0),
            (Base(0, 127, 3), 0),
            (Base(45, 121, 3), 10),
            (Base(48, 121, 3), 7),
        ],
    )
    def test_front_contact_with_a_tolerance_of_a_twentieth(self, other, contact):
        assert front_contact(Base(0, 0), other, tolerance=5) == contact

    @pytest.mark.parametrize("gap", [0, 3])
    @pytest.mark.parametrize(("sideways", "contact"), [(35, 50), (36, 49), (-35, 50), (-36, 49)])
    def test_half_a_front_that_faces_askew(self, gap, sideways, contact):
        # The edge runs 71 east and 71 south: 36 of these are 50.9 hundredths, 35 are 49.5.
        other = Base(71 + gap + sideways, 71 + gap - sideways, 3)
        assert front_contact(Base(0, 0, 3), other, tolerance=5) == contact

    @given(bases, bases, st.integers(0, 20))
    def test_front_contact_is_what_lies_straight_ahead(self, a, b, tolerance):
        assume(not overlap(a, b))
        (x, y), (ex, ey) = a.front
        long = ((ex - x) ** 2 + (ey - y) ** 2) ** 0.5
        east, north = (ex - x) / long, (ey - y) / long
        turned = Polygon([((p - x) * east + (q - y) * north, (q - y) * east - (p - x) * north) for p, q in b.corners])
        strip = Polygon([(0, -1e-7), (long, -1e-7), (long, tolerance + 1e-7), (0, tolerance + 1e-7)])
        shared = turned.intersection(strip)
        right = 0 if shared.is_empty else shared.bounds[2] - shared.bounds[0]
        assert right - 1.001 <= front_contact(a, b, tolerance) <= right + 0.001

    def test_engaged_is_one_sided(self):
        attacker, flank = Base(0, 0, 0), Base(0, 100, 6)
        assert front_contact(attacker, flank) >= 50
        assert front_contact(flank, attacker) < 50

    @pytest.mark.parametrize(
        ("point", "degrees", "inside"),
        [
            ((50, 50), 90, True),
            ((-50, 50), 90, True),
            ((51, 50), 90, False),
            ((0, -1), 90, False),
            ((100, 0), 180, True),
            ((-100, 0), 180, True),
            ((100, -1), 180, False),
            ((0, 0), 90, True),
            ((50, 29), 120, True),
            ((50, 28), 120, False),
            ((100, -100), 270, True),
            ((99, -100), 270, False),
            ((0, -100), 360, True),
        ],
    )
    def test_the_boundary_of_an_arc_is_inside(self, point, degrees, inside):
        assert in_arc(Base(0, 0), point, degrees) is inside

    @given(bases, points, st.sampled_from([90, 120, 180, 240]))
    def test_arcs_turn_with_the_stand_and_match_the_angle(self, base, point, degrees):
        assume(point != base.centre)
        east, north = point[0] - base.x, point[1] - base.y
        angle = (atan2(east, north) * 180 / pi - 15 * base.heading + 180) % 360 - 180
        if abs(abs(angle) - degrees / 2) > 1e-3:
            assert in_arc(base, point, degrees) == (abs(angle) < degrees / 2)

    def test_quarter_turns_of_the_directions_are_exact(self):
        for heading in range(24):
            x, y = DIRECTIONS[heading]
            assert DIRECTIONS[(heading + 6) % 24] == (y, -x)

    @given(points, points)
    def test_the_heading_is_the_nearest_and_turns_round_with_the_line(self, a, b):
        assume(a != b)
        heading = heading_to(a, b)
        angle = atan2(b[0] - a[0], b[1] - a[1])
        assert abs((angle - heading * pi / 12 + pi) % (2 * pi) - pi) <= pi / 24 + 1e-5
        assert heading_to(b, a) == (heading + 12) % 24

    @pytest.mark.parametrize("fault", [{"heading": 24}, {"heading": -1}, {"side": 0}])
    def test_an_impossible_base_is_refused(self, fault):
        with pytest.raises(ValueError, match=r"heading|side"):
            Base(0, 0, **fault)


def exact_gap(point, a, b):
    along = (b[0] - a[0]) * (point[0] - a[0]) + (b[1] - a[1]) * (point[1] - a[1])
    share = min(Fraction(1), max(Fraction(0), Fraction(along, squared(a, b))))
    return (a[0] + share * (b[0] - a[0]) - point[0]) ** 2 + (a[1] + share * (b[1] - a[1]) - point[1]) ** 2


def witness(a, b, polygon):
    """How a line meets a polygon, by cutting it at every edge and looking at each piece."""
    if a == b:
        return Meeting(int(side(a, polygon)))
    direction = (b[0] - a[0], b[1] - a[1])
    cuts = {Fraction(0), Fraction(1)}
    for c, d in pairwise((*polygon, polygon[0])):
        edge = (d[0] - c[0], d[1] - c[1])
        cross = direction[0] * edge[1] - direction[1] * edge[0]
        if cross:
            t = Fraction((c[0] - a[0]) * edge[1] - (c[1] - a[1]) * edge[0], cross)
            cuts.add(t)
        else:
            length = squared(a, b)
            for end in (c, d):
                cuts.add(Fraction((end[0] - a[0]) * direction[0] + (end[1] - a[1]) * direction[1], length))
    cuts = sorted(cut for cut in cuts if 0 <= cut <= 1)

    def at(t):
        return a[0] + t * direction[0], a[1] + t * direction[1]

    if any(side(at((s + t) / 2), polygon) is Side.INSIDE for s, t in pairwise(cuts)):
        return Meeting.CROSSES
    return Meeting.GRAZES if any(side(at(t), polygon) is not Side.OUTSIDE for t in cuts) else Meeting.CLEAR


@given(
    st.integers(-400, 400),
    st.integers(-400, 400),
    st.sampled_from([0, 6, 12, 18]),
    st.sampled_from([0, 6, 12, 18]),
    st.sampled_from([50, 100, 150]),
    st.integers(-1, 500),
)
def test_the_quick_way_for_square_bases_is_the_long_one(x, y, one, other, side, limit):
    a, b = Base(0, 0, one, side), Base(x, y, other)
    assert base_within(a, b, limit) == (base_distance(a, b) <= limit)
    assert overlap(a, b) == (not stands._apart(a, b, touching=True))
