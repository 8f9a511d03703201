"""The charts of Tactical Combat, read once from the CSV files beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import Literal

from msgspec import Struct

from sandtable.charts import BandChart, load_keyed
from sandtable.charts.named import load_limits, load_modifiers
from sandtable.kernel.resolution import Row

__all__ = [
    "ANTITANK",
    "ANTITANK_MODIFIERS",
    "INFANTRY",
    "INFANTRY_MODIFIERS",
    "LIMITS",
    "MOVES",
    "QUALITIES",
    "QUALITY",
    "SYMBOLS",
    "TERRAIN",
    "Effect",
    "Ground",
    "Kind",
    "Quality",
    "kind_of_stand",
    "stand_kinds",
]

_CHARTS = files("sandtable.systems.tactical_combat") / "charts"

Quality = Literal["green", "regular", "elite"]
QUALITIES: tuple[Quality, ...] = ("green", "regular", "elite")
Arm = Literal["infantry", "leader", "gun", "vehicle"]

NORMAL, SUPPRESSED, PARALYZED = 0, 1, 2
MORALE = ("none", "suppressed", "paralyzed")

Effect = tuple[int, int, int]
"""What a shot does: hits, morale result, and inches (hundredths) the target is forced back."""


class _Fire(Struct, frozen=True):
    min_roll: int | None
    max_roll: int | None
    target_quality: str
    hits: int
    morale: Literal["none", "suppressed", "paralyzed"]


class _Antitank(_Fire, frozen=True):
    forced_back_inches: int


class _Symbol(Struct, frozen=True):
    key: str
    symbol: str
    note: str


class Training(Struct, frozen=True):
    """What the quality of troops is worth: TC C7, C15 and R3."""

    quality: Quality
    acts_at_most: int
    minimum_points: int
    recovers_at_least: int


class Ground(Struct, frozen=True):
    """What a kind of terrain does. `shelter` says who has its cover: stands inside it, stands that touch it,
    or stands behind it (they touch it and the line of fire crosses it). A cost of 0 is impassable.
    """

    kind: str
    name: str
    blocks: bool
    height: int
    cover: int
    shelter: Literal["inside", "touch", "behind"]
    infantry: int
    vehicle: int


class _Stand(Struct, frozen=True):
    kind: str
    name: str
    arm: Arm
    hits: int
    move: int
    normal_range: int
    max_range: int
    weapons: bool
    template: bool


class _Vehicle(Struct, frozen=True):
    kind: str
    name: str
    nation: str
    theatre: str
    arm: Arm
    gun: int | None
    armour: int
    hits_squad: int
    hits_platoon: int
    normal_range: int
    max_range: int
    carries: int
    flags: str


class _Move(Struct, frozen=True):
    arm: Arm
    move: int
    note: str


class Kind(Struct, frozen=True, dict=True):
    """A kind of stand. Lengths are in hundredths of an inch; `gun` is None for what cannot hurt armour."""

    kind: str
    name: str
    arm: Arm
    hits_squad: int
    hits_platoon: int
    move: int
    normal_range: int
    max_range: int
    weapons: bool = False
    template: bool = False
    gun: int | None = None
    armour: int = 0
    carries: int = 0
    flags: frozenset[str] = frozenset()
    nation: str = ""
    theatre: str = ""
    own_move: bool = False
    """Whether a scenario gives it a move of its own (TC V29)."""
    recovers: int | None = None
    """What its recovery check needs, if that is not the number of its quality (TC V29)."""

    @cached_property
    def vehicle(self) -> bool:
        """Whether it is shot at on the anti-tank table (TC V5)."""
        return self.arm == "vehicle"

    @cached_property
    def faces(self) -> bool:
        """Whether it fires into its front only (TC V14)."""
        return self.arm in ("vehicle", "gun")

    @cached_property
    def leader(self) -> bool:
        """Whether it is a leader or headquarters."""
        return self.arm == "leader"


def _rows(name: str, row: type[_Fire]) -> dict[Quality, tuple[Row, ...]]:
    chart = BandChart.load(_CHARTS / name, row, low="min_roll", high="max_roll", key="target_quality", keys=QUALITIES)
    found: dict[Quality, tuple[Row, ...]] = {}
    for quality in QUALITIES:
        bands = [band for band in chart.rows if band.target_quality in ("any", quality)]
        found[quality] = tuple(
            Row(band.min_roll, band.max_roll, (band.hits, MORALE.index(band.morale), _inches(band))) for band in bands
        )
    return found


def _inches(band: _Fire) -> int:
    return band.forced_back_inches * 100 if isinstance(band, _Antitank) else 0


INFANTRY = _rows("infantry.csv", _Fire)
ANTITANK = _rows("antitank.csv", _Antitank)
INFANTRY_MODIFIERS = load_modifiers(_CHARTS / "infantry_modifiers.csv")
ANTITANK_MODIFIERS = load_modifiers(_CHARTS / "antitank_modifiers.csv")
LIMITS = load_limits(_CHARTS / "limits.csv")
QUALITY: Mapping[Quality, Training] = load_keyed(_CHARTS / "quality.csv", Training, "quality")
TERRAIN: Mapping[str, Ground] = load_keyed(_CHARTS / "terrain.csv", Ground, "kind")
SYMBOLS: Mapping[str, str] = {key: e.symbol for key, e in load_keyed(_CHARTS / "symbols.csv", _Symbol, "key").items()}
"""The military symbol of a kind, a flag or an arm."""
MOVES: Mapping[str, int] = {arm: e.move for arm, e in load_keyed(_CHARTS / "arms.csv", _Move, "arm").items()}


def _kinds() -> dict[str, Kind]:
    kinds: dict[str, Kind] = {}
    for stand in load_keyed(_CHARTS / "stands.csv", _Stand, "kind").values():
        kinds[stand.kind] = Kind(
            stand.kind,
            stand.name,
            stand.arm,
            stand.hits,
            stand.hits,
            stand.move,
            stand.normal_range,
            stand.max_range,
            stand.weapons,
            stand.template,
        )
    for each in load_keyed(_CHARTS / "vehicles.csv", _Vehicle, "kind").values():
        kinds[each.kind] = Kind(
            each.kind,
            each.name,
            each.arm,
            each.hits_squad,
            each.hits_platoon,
            MOVES[each.arm],
            each.normal_range,
            each.max_range,
            weapons=each.arm == "gun",
            gun=each.gun,
            armour=each.armour,
            carries=each.carries,
            flags=frozenset(filter(None, each.flags.split(";"))),
            nation=each.nation,
            theatre=each.theatre,
        )
    return kinds


_KINDS = _kinds()


def stand_kinds() -> Mapping[str, Kind]:
    """All kinds of stands, by their key.

    >>> stand_kinds()["w44_panther"].gun
    -1
    """
    return _KINDS


def kind_of_stand(key: str) -> Kind | None:
    """The kind with this key, if there is one.

    >>> kind_of_stand("rifle").move
    800
    """
    return _KINDS.get(key)
