"""The charts of Micro Armour, read once from the CSV files beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct

from sandtable.charts import BandChart, GridChart, load_keyed
from sandtable.charts.named import load_limits, load_modifiers
from sandtable.kernel.resolution import Row

__all__ = [
    "BELOW",
    "GENERATIONS",
    "GROUND",
    "LIMITS",
    "MODIFIERS",
    "ORDERS",
    "SIGHTING",
    "TANKS",
    "TERRAIN",
    "Below",
    "Ground",
    "Tank",
    "Terrain",
    "damage_rows",
    "range_bands",
    "range_modifier",
]

_CHARTS = files("sandtable.systems.micro_armour") / "charts"

Result = Literal["S", "(S)", "D", "E"]
RESULTS: tuple[Result, ...] = ("S", "(S)", "D", "E")
Below = Literal["clamp", "extrapolate", "no_effect"]
BELOW: tuple[Below, ...] = ("clamp", "extrapolate", "no_effect")


class Tank(Struct, frozen=True):
    """A type of vehicle, as the data table prints it. Ranges and speeds are in inches (MA DAT tanks)."""

    weapon: str
    points: int
    tech_level: int
    cannon_attack: int
    cannon_range: int
    defense: int
    speed: int
    mobility: Literal["T"]
    amphibious_speed: int | None
    atgm_attack: int | None
    atgm_range: int | None
    atgm_min_range: int | None
    atgm_depletion: int | None

    def __post_init__(self) -> None:
        missile = (self.atgm_attack, self.atgm_range, self.atgm_min_range, self.atgm_depletion)
        if None in missile and any(missile):
            raise ValueError(f"the missile of {self.weapon} lacks one of its four numbers")


class Terrain(Struct, frozen=True):
    """A row of the terrain effects chart."""

    terrain: str
    cost_tracked: Fraction
    cost_wheeled: Fraction
    cost_foot: Fraction
    cost_is_surcharge: bool
    mod_vehicle: int
    mod_personnel: int
    los_blocked_vehicle: bool
    los_blocked_personnel: bool
    concealing: bool
    rule: str
    note: str


class Ground(Struct, frozen=True):
    """A kind of feature that a map may have, and the row of the chart it falls under."""

    kind: str
    name: str
    terrain: str
    height: int


class _Generation(Struct, frozen=True):
    generation: str
    value: int
    rule: str


class _Sighting(Struct, frozen=True):
    ground: str
    inches: int
    rule: str


class _Orders(Struct, frozen=True):
    min_total: int | None
    max_total: int | None
    orders: int


class _Range(Struct, frozen=True):
    tech_level: int
    min_inches: int | None
    max_inches: int | None
    die_modifier: int


TANKS: Mapping[str, Tank] = load_keyed(_CHARTS / "tanks.csv", Tank, "weapon")
TERRAIN: Mapping[str, Terrain] = load_keyed(_CHARTS / "terrain.csv", Terrain, "terrain")
GROUND: Mapping[str, Ground] = load_keyed(_CHARTS / "ground.csv", Ground, "kind")
MODIFIERS = load_modifiers(_CHARTS / "modifiers.csv")
LIMITS = load_limits(_CHARTS / "limits.csv")
GENERATIONS: Mapping[str, int] = {
    name: e.value for name, e in load_keyed(_CHARTS / "generation.csv", _Generation, "generation").items()
}
SIGHTING: Mapping[str, int] = {
    ground: e.inches for ground, e in load_keyed(_CHARTS / "sighting.csv", _Sighting, "ground").items()
}
"""How far one generally sees, in inches (MA 07.01.01a)."""
_ORDERS = BandChart.load(_CHARTS / "command.csv", _Orders, low="min_total", high="max_total")
ORDERS: tuple[Row, ...] = tuple(Row(each.min_total, each.max_total, each.orders) for each in _ORDERS.rows)
"""The Command Efficiency Table (MA CMD)."""
_RANGE = BandChart.load(_CHARTS / "range.csv", _Range, low="min_inches", high="max_inches", key="tech_level", lowest=1)
_CRT: GridChart[Result] = GridChart.load(_CHARTS / "crt.csv", cells=RESULTS)
LOWEST_COLUMN, HIGHEST_COLUMN = min(_CRT.columns), max(_CRT.columns)


def range_modifier(tech_level: int, inches: int) -> int:
    """What a range in whole inches does to the die of a cannon (MA RNG TL2 to TL4).

    >>> range_modifier(3, 15), range_modifier(4, 15), range_modifier(2, 25)
    (1, 1, 3)
    """
    return _RANGE.read(inches, tech_level).die_modifier


def range_bands(tech_level: int) -> tuple[tuple[int, int | None, int], ...]:
    """The bands of a tech level: from, to (None: and beyond), and what each does to the die (MA RNG).

    >>> range_bands(4)[-1]
    (50, None, 4)
    """
    rows = [row for row in _RANGE.rows if row.tech_level == tech_level]
    return tuple((row.min_inches or 1, row.max_inches, row.die_modifier) for row in rows)


@lru_cache(maxsize=64)
def damage_rows(differential: int, below: Below = "clamp") -> tuple[Row, ...]:
    """The column of the combat results table for a differential, from the worst result to the mildest (MA CRT).

    A differential above the last column has no column: the target is gone (MA CRT over).

    >>> [(str(row), row.outcome) for row in damage_rows(3)]
    [('4-', 'E'), ('5-8', 'D'), ('9-10', '(S)'), ('11+', 'S')]
    """
    if differential < LOWEST_COLUMN and below == "no_effect":
        return (Row(None, None, "-"),)
    column = differential if below == "extrapolate" else max(differential, LOWEST_COLUMN)
    dice = range(min(_CRT.rows), max(_CRT.rows) + 1)
    results = [(die, _cell(die, column)) for die in dice]
    rows: list[Row] = []
    for result in reversed(RESULTS):
        held = [die for die, cell in results if cell == result]
        if held:
            low = None if held[0] == dice[0] else held[0]
            high = None if held[-1] == dice[-1] else held[-1]
            rows.append(Row(low, high, result))
    return tuple(rows)


def _cell(die: int, column: int) -> Result:
    """A cell; left of the chart each column is the one beside it, a step down."""
    if column >= LOWEST_COLUMN:
        return _CRT.read(die, column, clamp=True)
    return _CRT.read(die + LOWEST_COLUMN - column, LOWEST_COLUMN, clamp=True)
