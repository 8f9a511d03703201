"""The shipped charts, each with the loader that its system would use."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

from msgspec import Struct

from sandtable.charts import BandChart, DiceChart, GridChart, Rulebook, faces_d66, load_keyed, load_rows
from sandtable.charts.csvfile import Source
from sandtable.systems.tcs import shells
from sandtable.systems.tcs import tables as tcs

SYSTEMS = ("micro_armour", "tactical_combat", "tcs")

Quality = Literal["green", "regular", "elite"]


class Orders(Struct, frozen=True):
    min_total: int | None
    max_total: int | None
    orders: int


class RangeBand(Struct, frozen=True):
    tech_level: int
    min_inches: int
    max_inches: int | None
    die_modifier: int


class Tank(Struct, frozen=True):
    weapon: str
    points: int
    tech_level: Literal[1, 2, 3, 4]
    cannon_attack: int
    cannon_range: int
    defense: int
    speed: int
    mobility: Literal["T", "W", "F"]
    amphibious_speed: int | None
    atgm_attack: int | None
    atgm_range: int | None
    atgm_min_range: int | None
    atgm_depletion: int | None

    def __post_init__(self) -> None:
        missile = (self.atgm_attack, self.atgm_range, self.atgm_min_range, self.atgm_depletion)
        if None in missile and missile != (None, None, None, None):
            raise ValueError(f"the missile of {self.weapon} lacks one of its four numbers")


class Ground(Struct, frozen=True):
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


class GroundKind(Struct, frozen=True):
    kind: str
    name: str
    terrain: str
    height: int


class Generation(Struct, frozen=True):
    generation: Literal["I", "II", "III", "IV"]
    value: int
    rule: str


class Sighting(Struct, frozen=True):
    ground: Literal["open", "mixed", "closed"]
    inches: int
    rule: str


class InfantryResult(Struct, frozen=True):
    min_roll: int | None
    max_roll: int | None
    target_quality: Literal["any"] | Quality
    hits: int
    morale: Literal["none", "suppressed", "paralyzed"]


class AntitankResult(Struct, frozen=True):
    min_roll: int | None
    max_roll: int | None
    target_quality: Literal["any"] | Quality
    hits: int
    forced_back_inches: int
    morale: Literal["none", "suppressed"]


class Modifier(Struct, frozen=True):
    modifier: str
    value: int
    words: str
    rule: str


class Limit(Struct, frozen=True):
    name: str
    value: int
    rule: str


class Training(Struct, frozen=True):
    quality: Quality
    acts_at_most: int
    minimum_points: int
    recovers_at_least: int


Arm = Literal["infantry", "leader", "gun", "vehicle"]


class ArmMove(Struct, frozen=True):
    arm: Arm
    move: int
    note: str


class StandKind(Struct, frozen=True):
    kind: str
    name: str
    arm: Arm
    hits: int
    move: int
    normal_range: int
    max_range: int
    weapons: bool
    template: bool


class Vehicle(Struct, frozen=True):
    kind: str
    name: str
    nation: str
    theatre: Literal["west_1944", "east_1941", "east_1943", "desert_1942"]
    arm: Literal["gun", "vehicle"]
    gun: Literal[-2, -1, 0, 1, 2] | None
    armour: Literal[-2, -1, 0, 1, 2]
    hits_squad: int
    hits_platoon: int
    normal_range: int
    max_range: int
    carries: int
    flags: str


class TableGround(Struct, frozen=True):
    kind: str
    name: str
    blocks: bool
    height: int
    cover: Literal[0, 1, 2]
    shelter: Literal["inside", "touch", "behind"]
    infantry: int
    vehicle: int


QUALITIES: tuple[Quality, ...] = ("green", "regular", "elite")
CRT_RESULTS = ("S", "(S)", "D", "E")
FIRE_RESULTS = ("NE", "MC", *"123456789")
MORALE_RESULTS = ("NE", "Suppressed", "SYR", "Paralyzed", "Surrender")
ADJUSTMENT_RESULTS = ("No Shoot", "Scatter", "Bad Shoot", "Good Shoot")


def command_chart(source: Source) -> BandChart[Orders]:
    return BandChart.load(source, Orders, low="min_total", high="max_total")


def range_chart(source: Source) -> BandChart[RangeBand]:
    return BandChart.load(
        source,
        RangeBand,
        low="min_inches",
        high="max_inches",
        key="tech_level",
        keys=(1, 2, 3, 4),
        lowest=1,
    )


def tanks(source: Source) -> Mapping[Any, Tank]:
    return load_keyed(source, Tank, key="weapon")


def terrain(source: Source) -> Mapping[Any, Ground]:
    return load_keyed(source, Ground, key="terrain")


def ground_kinds(source: Source) -> Mapping[Any, GroundKind]:
    return load_keyed(source, GroundKind, key="kind")


def generations(source: Source) -> Mapping[Any, Generation]:
    return load_keyed(source, Generation, key="generation")


def sightings(source: Source) -> Mapping[Any, Sighting]:
    return load_keyed(source, Sighting, key="ground")


def crt(source: Source) -> GridChart[str]:
    return GridChart.load(source, cells=CRT_RESULTS)


def infantry_chart(source: Source) -> BandChart[InfantryResult]:
    return BandChart.load(source, InfantryResult, low="min_roll", high="max_roll", key="target_quality", keys=QUALITIES)


def antitank_chart(source: Source) -> BandChart[AntitankResult]:
    return BandChart.load(source, AntitankResult, low="min_roll", high="max_roll", key="target_quality", keys=QUALITIES)


def modifiers(source: Source) -> Mapping[Any, Modifier]:
    return load_keyed(source, Modifier, key="modifier")


def limits(source: Source) -> Mapping[Any, Limit]:
    return load_keyed(source, Limit, key="name")


def qualities(source: Source) -> Mapping[Any, Training]:
    return load_keyed(source, Training, key="quality")


def arms(source: Source) -> Mapping[Any, ArmMove]:
    return load_keyed(source, ArmMove, key="arm")


class Symbol(Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    symbol: str
    note: str


def symbols(file: Traversable) -> dict[str, Symbol]:
    return load_keyed(file, Symbol, "key")


def stand_kinds(source: Source) -> Mapping[Any, StandKind]:
    return load_keyed(source, StandKind, key="kind")


def vehicles(source: Source) -> Mapping[Any, Vehicle]:
    return load_keyed(source, Vehicle, key="kind")


def table_terrain(source: Source) -> Mapping[Any, TableGround]:
    return load_keyed(source, TableGround, key="kind")


def fire_table(source: Source) -> DiceChart[str]:
    return DiceChart.load(source, faces=faces_d66(), results=FIRE_RESULTS)


def morale_table(source: Source) -> DiceChart[str]:
    return DiceChart.load(source, faces=faces_d66(), results=MORALE_RESULTS)


def adjustment_table(source: Source) -> DiceChart[str]:
    return DiceChart.load(source, faces=faces_d66(), results=ADJUSTMENT_RESULTS)


def area_ranges(source: Source) -> BandChart[tcs._Range]:
    return BandChart.load(source, tcs._Range, low="low", high="high", key="trajectory")


def at_numbers(source: Source) -> Mapping[Any, tcs._AtNumber]:
    return load_keyed(source, tcs._AtNumber, key="type")


def differentials(source: Source) -> BandChart[tcs._Differential]:
    return BandChart.load(source, tcs._Differential, low="low", high="high")


def point_ranges(source: Source) -> Mapping[Any, tcs._Band]:
    return load_keyed(source, tcs._Band, key="band")


def postures(source: Source) -> tuple[tcs._Posture, ...]:
    return tuple(load_rows(source, tcs._Posture))


def shifts(source: Source) -> Mapping[Any, tcs._Shift]:
    return load_keyed(source, tcs._Shift, key="shift")


def spotting_track(source: Source) -> tuple[tcs._Track, ...]:
    return tuple(load_rows(source, tcs._Track))


def spotting_starts(source: Source) -> Mapping[Any, tcs._Start]:
    return load_keyed(source, tcs._Start, key="kind")


def stackings(source: Source) -> BandChart[tcs.Stacking]:
    return BandChart.load(source, tcs.Stacking, low="low", high="high")


def syr_losses(source: Source) -> BandChart[tcs._SyrLoss]:
    return BandChart.load(source, tcs._SyrLoss, low="low", high="high")


def visibilities(source: Source) -> tuple[tcs._Visibility, ...]:
    return tuple(load_rows(source, tcs._Visibility))


def gunnery(source: Source) -> Mapping[Any, shells.Gunnery]:
    return load_keyed(source, shells.Gunnery, "id")


def artillery_starts(source: Source) -> Mapping[Any, shells._Start]:
    return load_keyed(source, shells._Start, "nation")


def barrages(source: Source) -> BandChart[shells._Barrages]:
    return BandChart.load(source, shells._Barrages, low="low", high="high")


def flares(source: Source) -> Mapping[Any, shells._Flares]:
    return load_keyed(source, shells._Flares, "id")


def guns_on_map(source: Source) -> Mapping[Any, shells._OnMap]:
    return load_keyed(source, shells._OnMap, "id")


def weather(source: Source) -> BandChart[tcs._Weather]:
    return BandChart.load(source, tcs._Weather, low="low", high="high")


def hex_terrain(source: Source) -> Mapping[Any, tcs.Terrain]:
    return load_keyed(source, tcs.Terrain, key="kind")


def counters(source: Source) -> Mapping[Any, tcs.Kind]:
    return load_keyed(source, tcs.Kind, key="id")


def armies(source: Source) -> Mapping[Any, tcs.Army]:
    return load_keyed(source, tcs.Army, key="army")


def weighted_turns(source: Source) -> Mapping[Any, tcs.Weighted]:
    return load_keyed(source, tcs.Weighted, key="kind")


def command_prep(source: Source) -> tuple[tcs.Prep, ...]:
    return load_rows(source, tcs.Prep)


LOADERS: dict[str, Callable[[Source], object]] = {
    "micro_armour/charts/command.csv": command_chart,
    "micro_armour/charts/crt.csv": crt,
    "micro_armour/charts/generation.csv": generations,
    "micro_armour/charts/ground.csv": ground_kinds,
    "micro_armour/charts/limits.csv": limits,
    "micro_armour/charts/modifiers.csv": modifiers,
    "micro_armour/charts/range.csv": range_chart,
    "micro_armour/charts/sighting.csv": sightings,
    "micro_armour/charts/tanks.csv": tanks,
    "micro_armour/charts/terrain.csv": terrain,
    "micro_armour/rules.csv": Rulebook.load,
    "tactical_combat/charts/antitank.csv": antitank_chart,
    "tactical_combat/charts/antitank_modifiers.csv": modifiers,
    "tactical_combat/charts/arms.csv": arms,
    "tactical_combat/charts/infantry.csv": infantry_chart,
    "tactical_combat/charts/infantry_modifiers.csv": modifiers,
    "tactical_combat/charts/limits.csv": limits,
    "tactical_combat/charts/quality.csv": qualities,
    "tactical_combat/charts/stands.csv": stand_kinds,
    "tactical_combat/charts/symbols.csv": symbols,
    "tactical_combat/charts/terrain.csv": table_terrain,
    "tactical_combat/charts/vehicles.csv": vehicles,
    "tactical_combat/rules.csv": Rulebook.load,
    "tcs/charts/area_range.csv": area_ranges,
    "tcs/charts/armies.csv": armies,
    "tcs/charts/artillery.csv": gunnery,
    "tcs/charts/artillery_adjustment_table.csv": adjustment_table,
    "tcs/charts/artillery_start.csv": artillery_starts,
    "tcs/charts/at_roll.csv": at_numbers,
    "tcs/charts/barrage.csv": barrages,
    "tcs/charts/command_prep.csv": command_prep,
    "tcs/charts/differential.csv": differentials,
    "tcs/charts/fire_table.csv": fire_table,
    "tcs/charts/flares.csv": flares,
    "tcs/charts/guns_on_map.csv": guns_on_map,
    "tcs/charts/limits.csv": limits,
    "tcs/charts/morale_table.csv": morale_table,
    "tcs/charts/point_range.csv": point_ranges,
    "tcs/charts/posture.csv": postures,
    "tcs/charts/shifts.csv": shifts,
    "tcs/charts/spotting.csv": spotting_track,
    "tcs/charts/spotting_start.csv": spotting_starts,
    "tcs/charts/stacking.csv": stackings,
    "tcs/charts/syr_loss.csv": syr_losses,
    "tcs/charts/terrain.csv": hex_terrain,
    "tcs/charts/units.csv": counters,
    "tcs/charts/visibility.csv": visibilities,
    "tcs/charts/weather.csv": weather,
    "tcs/charts/weighted_turns.csv": weighted_turns,
    "tcs/rules.csv": Rulebook.load,
}


def shipped(chart: str) -> Traversable:
    """The file of a chart, by its path below the systems."""
    system, *path = chart.split("/")
    return files(f"sandtable.systems.{system}").joinpath(*path)
