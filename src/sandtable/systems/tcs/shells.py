"""Artillery as data (TCS 18): batteries, missions and what lands, and the charts they are read from.

A `Battery` is what the scenario gives and never changes; its `Stock` is what is left of it on the board. A `Mission` is
what somebody calls for; a `Barrage` is what comes down.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from msgspec import Struct

from sandtable.charts import BandChart, DiceChart, faces_d66, load_keyed
from sandtable.kernel.resolution import Row
from sandtable.systems.tcs.tables import LIMITS

__all__ = [
    "ARTILLERY",
    "CONTINUOUS",
    "COUNTER",
    "COUNTERFIRE",
    "DIRECT_BATTALION",
    "DIRECT_SHEET",
    "FLARES",
    "GENERAL",
    "HE",
    "ILLUM",
    "NO_SUPPORT",
    "ON_MAP",
    "SHELLS",
    "SMOKE",
    "Barrage",
    "Battery",
    "Flare",
    "Flight",
    "Mission",
    "Plotted",
    "Special",
    "Stock",
    "Support",
    "adjustment_rows",
    "calibre_class",
    "firepower",
    "half",
    "start_column",
]

_CHARTS = files("sandtable.systems.tcs") / "charts"

HE, CONTINUOUS, SMOKE, ILLUM = range(4)
SHELLS = ("HE", "Continuous Fire", "smoke", "illumination")
"""The kinds of mission, in the order of their numbers."""
GENERAL, DIRECT_SHEET, DIRECT_BATTALION, COUNTER = range(4)
"""The roles of a battery: general support, direct support of an op sheet, of a battalion (TCS 18.1); and counterfire,
which an expansion has (ME 2.5a1).
"""
NONE = -1
COUNTERFIRE = -2
"""What is written in place of a sheet for a battery that gets the counterfire role."""


class Gunnery(Struct, frozen=True):
    """A line of the list of artillery."""

    id: str
    name: str
    nation: str
    era: str
    calibre: int
    tubes: int
    fast_fire: bool
    rocket: bool
    naval: bool
    start_column: int
    note: str


class _Barrages(Struct, frozen=True):
    low: int | None
    high: int | None
    name: str
    battery_good: int
    battery_bad: int
    battalion_good: int
    battalion_bad: int
    rule: str


class _Start(Struct, frozen=True):
    nation: str
    column: int
    rule: str


class _OnMap(Struct, frozen=True):
    id: str
    calibre: int
    rule: str


class _Flares(Struct, frozen=True):
    id: str
    mortar: str
    rule: str


Adjusted = Literal["No Shoot", "Scatter", "Bad Shoot", "Good Shoot"]
ADJUSTED: tuple[Adjusted, ...] = ("No Shoot", "Scatter", "Bad Shoot", "Good Shoot")
ARTILLERY = load_keyed(_CHARTS / "artillery.csv", Gunnery, "id")
_BARRAGES = BandChart.load(_CHARTS / "barrage.csv", _Barrages, low="low", high="high")
_STARTS = load_keyed(_CHARTS / "artillery_start.csv", _Start, "nation")
ON_MAP = {each.id: each.calibre for each in load_keyed(_CHARTS / "guns_on_map.csv", _OnMap, "id").values()}
"""The calibre of the guns that are units of the map (TCS 18.11)."""
FLARES = frozenset(each.id for each in load_keyed(_CHARTS / "flares.csv", _Flares, "id").values())
"""The mortars that have illumination shells (TCS 26.2a)."""
_ADJUSTMENT: DiceChart[Adjusted] = DiceChart.load(_CHARTS / "artillery_adjustment_table.csv", faces_d66(), ADJUSTED)


def half(number: int) -> int:
    """Half of a number, .5 up (TCS 1.0g).

    >>> half(12), half(5)
    (6, 3)
    """
    return (number + 1) // 2


def start_column(nation: str) -> int:
    """The column on which the artillery of an army starts its adjustment (TCS 18.5a).

    >>> start_column("US"), start_column("German"), start_column("Polish"), start_column("Soviet")
    (11, 10, 9, 8)
    """
    return _STARTS.get(nation, _STARTS["others"]).column


def adjustment_rows(total: int) -> tuple[str, tuple[Row, ...]]:
    """The column of the adjustment table, held to 1 to 13, and its lines (TCS 18.5d to 18.5g).

    >>> adjustment_rows(10)[0], adjustment_rows(17)[0], [str(row) for row in adjustment_rows(10)[1]]
    ('10', '13', ['11-16', '21-23', '24-36', '41-66'])
    """
    column = _ADJUSTMENT.column(min(max(total, 1), 13))
    return column.heading, tuple(Row(low, high, result) for low, high, result in column.rows())


def calibre_class(calibre: int) -> str:
    """The line of the barrage chart that a calibre is on, in words.

    >>> calibre_class(105), calibre_class(88)
    ('101 to 120 mm', '100 mm or less')
    """
    return _BARRAGES.read(calibre).name


def firepower(calibre: int, *, battalion: bool, good: bool) -> int:
    """The value of a mission by calibre, size and quality (TCS 18.6a, 18.6b).

    >>> firepower(105, battalion=False, good=True), firepower(155, battalion=True, good=False)
    (12, 11)
    """
    line = _BARRAGES.read(calibre)
    if battalion:
        return line.battalion_good if good else line.battalion_bad
    return line.battery_good if good else line.battery_bad


class Special(Struct, frozen=True):
    """What an expansion gives a battery besides: improved rounds, and points of counterbattery and electronic warfare
    (ME 2).
    """

    icm: int = 0
    dpicm: int = 0
    copperhead: int = 0
    """Single rounds."""
    fascam: int = 0
    chem: int = 0
    """Chemical battery missions; the agent is chosen for each."""
    cb: int = 0
    ew: int = 0
    dedicated: int = NONE
    """The hex of its dedicated mission."""


class Battery(Struct, frozen=True):
    """An off-map battery, as the scenario gives it (TCS 18.1)."""

    name: str
    side: int
    calibre: int
    tubes: int
    column: int
    """The column it starts its adjustment on."""
    battalion: str = ""
    """Its artillery battalion; without one it fires alone."""
    role: int = GENERAL
    supports: int = NONE
    """The sheet or battalion it is in direct support of."""
    he: int = 0
    smoke: int = 0
    illum: int = 0
    fast: bool = False
    rocket: bool = False
    turn: int = 1
    """The turn from which it fires."""
    quiet: bool = False
    """It also fires before that turn, once the enemy has fired."""
    id: str = ""
    """Its line of the list of artillery."""
    special: Special = Special()

    @property
    def small(self) -> bool:
        """Whether its shells are too light for tanks (TCS 18.9b)."""
        return self.calibre <= LIMITS["small_mm"]


class Plotted(Struct, frozen=True):
    """A barrage written before the battle (TCS 2.0l)."""

    side: int
    turn: int
    batteries: tuple[int, ...]
    wide: bool
    hex: int
    """NONE: the side writes it down before it sets up."""
    pays: bool = False
    """Whether it uses up ammunition."""


class Flight(Struct, frozen=True):
    """Aircraft of a side (TCS 25)."""

    name: str
    side: int
    area: int
    """Its A-strength; 0 is none."""
    point_kill: int
    """The number it needs to destroy a vehicle; 13 is never."""
    turn: int = 1
    until: int = 99
    per_turn: int = 1
    die: int = 1
    """Each sortie comes on this number or more; 1 is always."""
    attacks: int = 1


class Support(Struct, frozen=True):
    """All that a scenario gives of artillery and aircraft."""

    batteries: tuple[Battery, ...] = ()
    registered: tuple[tuple[int, int], ...] = ()
    """Registration points, each a hex and its side (TCS 18.13)."""
    to_register: tuple[int, int] = (0, 0)
    """How many each side writes down at set-up."""
    plotted: tuple[Plotted, ...] = ()
    flights: tuple[Flight, ...] = ()
    points: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    """The CB and EW points of each side (ME 2.5b1)."""

    def has(self, side: int) -> bool:
        """Whether a side has a battery or aircraft."""
        owners = [*(each.side for each in self.batteries), *(each.side for each in self.flights)]
        return side in owners


NO_SUPPORT = Support()


class Stock(Struct, frozen=True, array_like=True):
    """What is left of a battery, and whom it supports: its owner's secret (TCS 18.1)."""

    he: int = 0
    smoke: int = 0
    illum: int = 0
    role: int = GENERAL
    supports: int = NONE
    role_next: int = NONE
    """A role it changes to; NONE is none."""
    supports_next: int = NONE
    changes: int = 0
    """The turn on which it changes."""
    fired: int = 0
    """The last turn on which it fired a mission."""
    awake: bool = False
    """Whether the enemy has fired, for a battery that waits for that."""
    aim: int = NONE
    """Where its Continuous Fire was aimed, by which observer and with what quality, to renew it."""
    observer: int = NONE
    good: bool = False

    def rounds(self, shell: int) -> int:
        """The battery missions left of a kind."""
        return (self.he, self.he, self.smoke, self.illum)[shell]


class Mission(Struct, frozen=True, array_like=True):
    """A mission that is called for; a secret of its side (TCS 18.2 to 18.4)."""

    side: int
    shell: int = HE
    batteries: tuple[int, ...] = ()
    guns: tuple[int, ...] = ()
    """Units of the map that fire it instead of batteries (TCS 18.11)."""
    wide: bool = False
    """Whether the zone is the target hex and its neighbours."""
    fast: bool = False
    aim: int = NONE
    observer: int = NONE


class Barrage(Struct, frozen=True, array_like=True):
    """What comes down: everybody sees it (TCS 18.7)."""

    side: int
    shell: int
    at: int
    wide: bool
    zone: int
    """The strength in the zone, and in the ring around it."""
    ring: int
    good: bool
    fast: bool = False
    small: bool = False
    calibre: int = 0
    hit: tuple[int, ...] = ()
    """Units that Continuous Fire has attacked in this phase, where it does so once."""


class Flare(Struct, frozen=True, array_like=True):
    """An illumination marker: it lights its hex and those around it (TCS 26.2a)."""

    at: int
    side: int
    light: bool = False
    """Whether a mortar put it there."""
