"""The charts of TCS, read once from the CSV files beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from typing import Literal

from msgspec import Struct

from sandtable.charts import BandChart, DiceChart, faces_d66, load_keyed, load_rows
from sandtable.kernel.chapter import Seam
from sandtable.kernel.resolution import Modifier, Row

__all__ = [
    "ARMIES",
    "AT_NUMBERS",
    "KINDS",
    "LIMITS",
    "MOVERS",
    "POSTURES",
    "PREP",
    "SHIFTS",
    "SIXTHS",
    "TERRAIN",
    "TYPES",
    "UNITS",
    "VISIBILITIES",
    "WEATHER",
    "WEIGHTED",
    "Kind",
    "Terrain",
    "area_range",
    "command_number",
    "density",
    "differential",
    "fire_rows",
    "morale_rows",
    "point_band",
    "points_text",
    "spotting_range",
    "spotting_start",
    "syr_loss",
]

_CHARTS = files("sandtable.systems.tcs") / "charts"

SIXTHS = 6
"""Movement points are kept in sixths, so that halves and thirds are exact (TCS 20.1a)."""


def points_text(sixths: int) -> str:
    """Movement points as players write them.

    >>> points_text(13), points_text(3), points_text(12), points_text(0)
    ('2 1/6', '1/2', '2', '0')
    """
    whole, rest = divmod(sixths, SIXTHS)
    part = str(Fraction(rest, SIXTHS)) if rest else ""
    return f"{whole} {part}".rstrip() if whole or not rest else part


Type = Literal["billiard", "open", "partly", "protective", "other"]
TYPES = ("billiard", "open", "partly", "protective")
"""The types of terrain, from the barest to the best covered; a hex has one of them by its number."""
Posture = Literal["move", "fire", "dug_in"]
Trajectory = Literal["inf", "low", "high", "mortar"]
MoveClass = Literal["foot", "tracked", "wheeled", "helicopter"]

LIFTS = {"carrier=platoon": 99, "carrier=squad": 2, "carrier=team": 1}
"""How many steps, as printed, a carrier lifts (TCS 3.0g)."""
TANKS = frozenset({"tank", "assault_gun", "tank_destroyer"})
INFANTRY = frozenset({"infantry", "engineer", "squad", "team"})
GUNS = frozenset({"infantry_gun", "aa", "artillery"})


class Kind(Struct, frozen=True, dict=True):
    """A type of unit, as its counter prints it (TCS 3.0a)."""

    id: str
    name: str
    nation: str
    era: str
    kind: str
    steps: int
    area_strength: int | None
    trajectory_class: Trajectory | None
    area_range_max: int | None
    point_strength: int | None
    point_range_nominal: int | None
    target_class: Literal["A", "P", "B"]
    defence: int | None
    morale: int
    move_class: MoveClass
    movement_allowance: int
    atgm: str
    flags: str
    note: str

    def __post_init__(self) -> None:
        if (self.area_strength is None) != (self.trajectory_class is None) or (self.area_strength is None) != (
            self.area_range_max is None
        ):
            raise ValueError(f"{self.id} needs strength, trajectory and range of its area fire, or none of them")
        if (self.point_strength is None) != (self.point_range_nominal is None):
            raise ValueError(f"{self.id} needs strength and range of its point fire, or neither")
        if (self.target_class == "A") != (self.defence is None):
            raise ValueError(f"{self.id} has a defence if it is a target of class P or B, and only then")

    @cached_property
    def traits(self) -> frozenset[str]:
        """What is special about it: engineer, recon, armour."""
        return frozenset(self.flags.split(";")) if self.flags else frozenset()

    @cached_property
    def infantry(self) -> bool:
        """Whether its steps count as infantry steps."""
        return self.kind in INFANTRY

    @cached_property
    def vehicle(self) -> bool:
        """Whether it drives."""
        return self.move_class in ("tracked", "wheeled")

    @cached_property
    def lifts(self) -> int:
        """How many printed steps it carries inside; 0 if it is no carrier (TCS 3.0g)."""
        return max((steps for trait, steps in LIFTS.items() if trait in self.traits), default=0)

    @cached_property
    def gun(self) -> bool:
        """Whether it is towed."""
        return self.move_class == "foot" and self.kind in (*GUNS, "at_gun")

    @cached_property
    def tank(self) -> bool:
        """Whether infantry rides on it (TCS 20.3b)."""
        return self.kind in TANKS and not self.lifts

    @cached_property
    def armed(self) -> bool:
        """Whether it has any fire."""
        return self.area_strength is not None or self.point_strength is not None

    @cached_property
    def spotted_as(self) -> str:
        """The line of the spotting chart it stands on (TCS 7.1c)."""
        if self.vehicle or self.move_class == "helicopter":
            return "vehicle"
        return "at_gun" if self.kind == "at_gun" else "gun" if self.kind in GUNS else "people"


class Terrain(Struct, frozen=True):
    """A line of the terrain chart: a kind of hex, of hexside or of road (TCS 20.1)."""

    kind: str
    place: Literal["hex", "side", "road"]
    sign: str
    type: Type
    foot: Fraction | Literal["P", "NE"]
    tracked: Fraction | Literal["P", "NE"]
    wheeled: Fraction | Literal["P", "NE"]
    height: int
    rule: str


class _Shift(Struct, frozen=True):
    shift: str
    value: int
    words: str
    rule: str


class _Limit(Struct, frozen=True):
    name: str
    value: int
    rule: str


class Stacking(Struct, frozen=True):
    """A line of the area target stacking chart; the sparse lines are for artillery and unspotted fire."""

    low: int | None
    high: int | None
    shift: int
    sparse: bool
    rule: str


class _Range(Struct, frozen=True):
    trajectory: Trajectory
    low: int | None
    high: int | None
    shift: int
    rule: str


class _Band(Struct, frozen=True):
    band: Literal["close", "nominal", "long"]
    shift: int
    rule: str


class _Differential(Struct, frozen=True):
    low: int | None
    high: int | None
    shift: int
    allowed: bool
    rule: str


class _Posture(Struct, frozen=True):
    type: Literal["billiard", "open", "partly", "protective"]
    posture: Posture
    normal: int
    bold: int
    vehicle: int
    rule: str


class _AtNumber(Struct, frozen=True):
    type: Literal["billiard", "open", "partly", "protective"]
    in_hex: int
    one_hex: int
    rule: str


class _Track(Struct, frozen=True):
    step: int
    range: int | None
    rule: str


class _Start(Struct, frozen=True):
    kind: str
    step: int
    rule: str


class _Weather(Struct, frozen=True):
    low: int | None
    high: int | None
    change: int
    words: str
    rule: str


class _Visibility(Struct, frozen=True):
    level: int
    hexes: int
    rule: str


class Army(Struct, frozen=True):
    """The Command Prep rating of an army (TCS 6.9c)."""

    army: str
    prep: int
    rule: str


class Weighted(Struct, frozen=True):
    """A line of the Command Prep Table: the weighted turns that each column needs (TCS 6.9f4 to 6.9f7)."""

    kind: Literal["Attack", "Move", "Hasty Defense", "Prepared Defense"]
    c1: int
    c2: int
    c3: int
    c4: int
    c5: int
    c6: int
    c7: int
    c8: int
    c9: int
    c10: int
    c11: int
    rule: str


class Prep(Struct, frozen=True):
    """A row of the Command Prep Table; an empty cell is a dash (TCS 6.9f8 to 6.9f10)."""

    row: int
    c1: int | None
    c2: int | None
    c3: int | None
    c4: int | None
    c5: int | None
    c6: int | None
    c7: int | None
    c8: int | None
    c9: int | None
    c10: int | None
    c11: int | None
    rule: str


class _SyrLoss(Struct, frozen=True):
    low: int | None
    high: int | None
    steps: int
    rule: str


FireResult = Literal["NE", "MC", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
FIRE_RESULTS: tuple[FireResult, ...] = ("NE", "MC", "1", "2", "3", "4", "5", "6", "7", "8", "9")
MoraleResult = Literal["NE", "Suppressed", "SYR", "Paralyzed", "Surrender"]
MORALE_RESULTS: tuple[MoraleResult, ...] = ("NE", "Suppressed", "SYR", "Paralyzed", "Surrender")

KINDS: Seam[Kind] = Seam("types of units")
MOVERS: Seam[str] = Seam("classes of movement that an expansion brings into play")
UNITS: Mapping[str, Kind] = load_keyed(_CHARTS / "units.csv", Kind, "id")
TERRAIN: Mapping[str, Terrain] = load_keyed(_CHARTS / "terrain.csv", Terrain, "kind")
SHIFTS: Mapping[str, Modifier] = {
    key: Modifier(each.value, each.words, each.rule)
    for key, each in load_keyed(_CHARTS / "shifts.csv", _Shift, "shift").items()
}
LIMITS: Mapping[str, int] = {
    key: each.value for key, each in load_keyed(_CHARTS / "limits.csv", _Limit, "name").items()
}
FIRE: DiceChart[FireResult] = DiceChart.load(_CHARTS / "fire_table.csv", faces_d66(), FIRE_RESULTS)
MORALE: DiceChart[MoraleResult] = DiceChart.load(_CHARTS / "morale_table.csv", faces_d66(), MORALE_RESULTS)
_STACKING = BandChart.load(_CHARTS / "stacking.csv", Stacking, low="low", high="high")
_AREA_RANGE = BandChart.load(_CHARTS / "area_range.csv", _Range, low="low", high="high", key="trajectory")
_POINT_RANGE = load_keyed(_CHARTS / "point_range.csv", _Band, "band")
_DIFFERENTIAL = BandChart.load(_CHARTS / "differential.csv", _Differential, low="low", high="high")
POSTURES: Mapping[tuple[str, str], _Posture] = {
    (each.type, each.posture): each for each in load_rows(_CHARTS / "posture.csv", _Posture)
}
AT_NUMBERS: Mapping[str, _AtNumber] = load_keyed(_CHARTS / "at_roll.csv", _AtNumber, "type")
_SYR_LOSS = BandChart.load(_CHARTS / "syr_loss.csv", _SyrLoss, low="low", high="high")
_COLUMNS = tuple(f"c{number}" for number in range(1, 12))
WEIGHTED: Mapping[str, tuple[int, ...]] = {
    key: tuple(getattr(each, column) for column in _COLUMNS)
    for key, each in load_keyed(_CHARTS / "weighted_turns.csv", Weighted, "kind").items()
}
"""The weighted turns that each column of the Command Prep Table needs, by the kind of op sheet (TCS 6.9f4 to 6.9f7)."""
PREP: Mapping[int, tuple[int | None, ...]] = {
    each.row: tuple(getattr(each, column) for column in _COLUMNS)
    for each in load_rows(_CHARTS / "command_prep.csv", Prep)
}
"""The Command Prep Table by row; None is a dash (TCS 6.9f8 to 6.9f10)."""
ARMIES: Mapping[str, int] = {key: each.prep for key, each in load_keyed(_CHARTS / "armies.csv", Army, "army").items()}
"""The Command Prep rating of an army; `others` for those that are not named (TCS 6.9c)."""
WEATHER = BandChart.load(_CHARTS / "weather.csv", _Weather, low="low", high="high").rows
VISIBILITIES = tuple(each.hexes for each in load_rows(_CHARTS / "visibility.csv", _Visibility))
"""The levels of visibility in hexes; 0 is no limit (TCS 7.0b)."""
_TRACK = tuple(each.range for each in load_rows(_CHARTS / "spotting.csv", _Track))
_START = load_keyed(_CHARTS / "spotting_start.csv", _Start, "kind")
UNLIMITED = 999
"""The spotting range at the end of the track."""
_RANGES = tuple(UNLIMITED if each is None else each for each in _TRACK)


@cache
def density(steps: int, *, sparse: bool = True) -> Modifier | None:
    """What the number of target steps in a hex does to fire; `sparse`: whether few of them count too (TCS 5.0c, 5.0d).

    >>> str(density(10)), str(density(1)), density(1, sparse=False)
    ('+3 10 target steps (TCS 5.0c)', '-3 1 target step (TCS 5.0d)', None)
    """
    row = _STACKING.read(steps)
    if not row.shift or (row.sparse and not sparse):
        return None
    return Modifier(row.shift, f"{steps} target step{'s' * (steps != 1)}", row.rule)


@cache
def area_range(trajectory: Trajectory, hexes: int) -> Modifier:
    """What the range does to area fire (TCS 11.1a to 11.1d).

    >>> str(area_range("inf", 1)), area_range("low", 9).value
    ('+2 range 1 (TCS 11.1a)', -3)
    """
    row = _AREA_RANGE.read(hexes, trajectory)
    return Modifier(row.shift, f"range {hexes}", row.rule)


@cache
def point_band(nominal: int, hexes: int) -> Modifier | None:
    """The band of point fire at this range: close, nominal or long; None beyond (TCS 12.0a, 12.0b).

    >>> [str(point_band(6, hexes)) for hexes in (3, 4, 7, 13)]
    ['+5 close range (TCS 12.0a)', '+3 nominal range (TCS 12.0a)', '+0 long range (TCS 12.0a)', 'None']
    """
    band: Literal["close", "nominal", "long"]
    if 2 * hexes <= nominal:
        band = "close"
    elif hexes <= nominal:
        band = "nominal"
    elif hexes <= 2 * nominal:
        band = "long"
    else:
        return None
    row = _POINT_RANGE[band]
    return Modifier(row.shift, f"{band} range", row.rule)


@cache
def differential(strength: int, defence: int) -> Modifier | None:
    """What strength less defence does to point fire; None if it is not allowed (TCS 12.0c to 12.0e).

    >>> str(differential(3, 5)), differential(1, 6)
    ('-4 strength 3 against defence 5 (TCS 12.0e)', None)
    """
    row = _DIFFERENTIAL.read(strength - defence)
    return Modifier(row.shift, f"strength {strength} against defence {defence}", row.rule) if row.allowed else None


def spotting_start(kind: Kind) -> int:
    """Where on the spotting track a target begins (TCS 7.1c).

    >>> spotting_start(UNITS["us_rifle_plt"]), spotting_start(UNITS["us_m4_75"])
    (3, 6)
    """
    return _START[kind.spotted_as].step


def spotting_range(step: int) -> int:
    """The hexes at a step of the spotting track, which ends at 0 and at unlimited (TCS 7.1b).

    >>> spotting_range(-2), spotting_range(5), spotting_range(11) == UNLIMITED
    (0, 6, True)
    """
    if step < 0:
        return _RANGES[0]
    return _RANGES[step] if step < len(_RANGES) else _RANGES[-1]


@cache
def fire_rows(strength: int, shift: int) -> tuple[str, tuple[Row, ...]] | None:
    """The column of the fire table that a strength and the sum of its shifts lead to, and its lines.

    None left of column 0 (TCS 1.0h, 1.0i, 9.1a). A result is a number of steps; -1 is No Effect.

    >>> fire_rows(12, 0)[0], fire_rows(8, 7)[0], fire_rows(200, 3)[0], fire_rows(1, -2)
    ('11-13', '33-40', '101+', None)
    """
    column = FIRE.column(strength).shift(shift)
    if column is None:
        return None
    return column.heading, tuple(Row(low, high, _steps(result)) for low, high, result in column.rows())


def _steps(result: FireResult) -> int:
    return {"NE": -1, "MC": 0}.get(result, 0) if result in ("NE", "MC") else int(result)


@cache
def morale_rows(total: int) -> tuple[str, tuple[Row, ...]]:
    """The column of the morale table for a total, and its lines (TCS 17.1a, 17.2).

    >>> morale_rows(-3)[0], morale_rows(20)[0], str(morale_rows(4)[1][0]), morale_rows(4)[1][0].outcome
    ('1-', '13+', '11-33', 'NE')
    """
    column = MORALE.column(total)
    return column.heading, tuple(Row(low, high, result) for low, high, result in column.rows())


def syr_loss(total: int) -> int:
    """The steps that an SYR costs at a morale total (TCS 17.5c).

    >>> [syr_loss(total) for total in (4, 5, 8, 9, 12)]
    [0, 1, 1, 2, 3]
    """
    return _SYR_LOSS.read(total).steps


def command_number(kind: str, row: int, weighted: int) -> int | None:
    """The number that implements an op sheet with two dice read as d66; None if it cannot be rolled for (TCS 6.9f1).

    >>> command_number("Attack", 4, 12), command_number("Attack", 4, 0), command_number("Move", 9, 5)
    (55, None, None)
    """
    column = sum(needed <= weighted for needed in WEIGHTED[kind])
    return PREP[min(max(row, 1), 9)][column - 1] if column else None
