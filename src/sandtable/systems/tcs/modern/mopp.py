"""MOPP (ME 5.2): how much protection against chemicals units wear, when it changes, and what it costs them.

Every unit is at a level, Low, Medium or High, which everybody sees. Its side changes it in the command phase and after
a chemical attack. A battle has all this only if its scenario gives somebody chemicals, or a level other than Low.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec.structs import replace

from sandtable.charts import load_keyed
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.option import About, Options
from sandtable.kernel.picture import Mark, Patch
from sandtable.kernel.pools import D66
from sandtable.kernel.procedure import Decide, Procedure, Roll, Step, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Modifier, Outcome, Resolution, Row
from sandtable.systems.tcs.areafire import AreaFire
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.command import POSTURE
from sandtable.systems.tcs.conditions import FIREPOWER
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.gear import READ
from sandtable.systems.tcs.impulses import SIZES, sizes_of
from sandtable.systems.tcs.modern.flying import GROUNDED
from sandtable.systems.tcs.modes import MODE_PRICES
from sandtable.systems.tcs.morale import MoraleRoll
from sandtable.systems.tcs.picture import MARKS, PATCHES
from sandtable.systems.tcs.preparation import CAPS
from sandtable.systems.tcs.reasons import NOT_YOURS
from sandtable.systems.tcs.recovery import SLOWED, ease
from sandtable.systems.tcs.world import World

__all__ = [
    "CHAPTER",
    "CHEMICALS",
    "HIGH",
    "LEVELS",
    "LOW",
    "MEDIUM",
    "Chemicals",
    "Level",
    "Mopp",
    "MoppOptions",
    "chemical_war",
    "level_of",
    "mopp_morale",
    "set_level",
    "shielded_level",
]

LOW, MEDIUM, HIGH = range(3)
MOST_CHANGES = 60
"""How often a side changes levels at one time: more than anybody needs."""
_CHARTS = files("sandtable.systems.tcs.modern") / "charts"


class Level(msgspec.Struct, frozen=True):
    """A line of the chart of MOPP effects."""

    level: str
    command: int | None
    """The most weighted turns in a turn."""
    movement: Fraction
    fire: Fraction
    area: int
    """What it adds to a chemical attack on people, on crews of vehicles, and to the morale checks after it."""
    point: int
    recovery: int | None
    """The highest d66 that lets a battalion recover."""
    chem_morale: int
    other_morale: int
    rule: str


class _Number(msgspec.Struct, frozen=True):
    name: str
    value: int
    rule: str


LEVELS = tuple(load_keyed(_CHARTS / "mopp.csv", Level, "level").values())
"""The levels in the order of their numbers."""
CHEMICALS = {key: each.value for key, each in load_keyed(_CHARTS / "chemicals.csv", _Number, "name").items()}
"""The numbers of chemical attacks by name."""
AS_IT_IS = Reason("{unit:unit} is at that level already", "ME 5.2b")
ALL_ALIKE = Reason("all units with the order of {unit:unit} are at its level", "ME 5.2b")
GROUNDED_HIGH = Reason("{unit:unit} is in High MOPP and does not move in NOE: climb to Low first", "ME 5.3h2")
GONE = Reason("{unit:unit} is lost")
ENOUGH = Reason("that is enough for now: change MOPP again in the next command phase", "ME 5.2b")


class MoppOptions(Options, frozen=True):
    """Rulings on protection against chemicals."""

    mopp_slows_recovery: Annotated[
        bool, About("A battalion in Medium or High MOPP needs a second roll to recover its morale.", "ME 5.2f")
    ] = True


class Chemicals(msgspec.Struct, frozen=True, array_like=True, tag="chemicals"):
    """What is kept of chemical war: the level of each unit, and the hex of each marker of a persistent agent."""

    mopp: tuple[int, ...] = ()
    """Empty as long as nobody has changed what the scenario says."""
    markers: tuple[int, ...] = ()


def chemical_war(world: World) -> bool:
    """Whether a battle has chemicals, or units protected against them: its scenario says so, and all know it."""
    return any(each.special.chem for each in world.support.batteries) or any(each.mopp for each in world.gear)


def level_of(look: Situation, unit: int) -> int:
    """The MOPP level of a unit: LOW, MEDIUM or HIGH (ME 5.2a)."""
    mopp = look.kept(Chemicals).mopp
    if mopp:
        return mopp[unit]
    return look.world.gear[unit].mopp if look.world.gear else LOW


def shielded_level(look: Situation, unit: int) -> int:
    """The level that counts in an attack on a unit: one better in a vehicle with protection (ME 5.3i)."""
    kind = look.world.kinds[unit]
    shielded = "nbc" in kind.traits and kind.move_class != "foot"
    return min(level_of(look, unit) + shielded, HIGH)


def set_level(field: Battlefield, units: Sequence[int], level: int) -> None:
    """These units are at a level now (ME 5.2b)."""
    kept = field.kept(Chemicals)
    now = [level if n in units else level_of(field, n) for n in range(len(field.units))]
    field.keep(replace(kept, mopp=tuple(now)))
    what = "modern.mopp" if len(units) > 1 else "modern.mopp_one"
    field.log(what, "ME 5.2b", units=tuple(units), level=LEVELS[level].level)


# Changing it


class MoppRound(Step, frozen=True, array_like=True, tag="modern.mopp_round"):
    """ME 5.2b: in the command phase each side may change the levels of its units."""

    def run(self, field: Battlefield) -> None:
        """If there is anything to be protected against."""
        if chemical_war(field.world):
            field.next(*(Mopp(side) for side in (0, 1) if field.left(side)))


class Mopp(Decide, frozen=True, array_like=True, tag="modern.mopp_choice"):
    """ME 5.2a, 5.2b: a side changes the levels of single units, of those with the same order, or of all."""

    changes: int = 0

    def others(self, look: Situation, level: int) -> tuple[int, ...]:
        """The units of the side that are not at a level."""
        if self.changes >= MOST_CHANGES:
            return ()
        return tuple(n for n in look.left(self.side) if level_of(look, n) != level)

    def mates(self, look: Situation, unit: int, level: int) -> tuple[int, ...]:
        """Those of them with the same order as a unit, or Unassigned as it is."""
        return tuple(n for n in self.others(look, level) if look.units[n].sheet == look.units[unit].sheet)

    def why_not(self, look: Situation, unit: int, level: int) -> Reason | None:
        """Why a unit cannot be given a level."""
        return self.barred(look, unit) or (AS_IT_IS if level_of(look, unit) == level else None)

    def barred(self, look: Situation, unit: int) -> Reason | None:
        """Why the side cannot change the level of a unit at all."""
        if look.world.owners[unit] != self.side:
            return NOT_YOURS
        if not look.units[unit].steps:
            return GONE
        return ENOUGH if self.changes >= MOST_CHANGES else None

    def change(self, field: Battlefield, units: Sequence[int], level: int) -> None:
        """They change, and the side may go on."""
        set_level(field, units, level)
        field.next(replace(self, changes=self.changes + 1))

    @verb("Low MOPP for", "unit", menu="Low MOPP")
    def low(self, look: Situation) -> Targets:
        """Units at another level."""
        return self.others(look, LOW)

    @low.then
    def _do_low(self, field: Battlefield, unit: int) -> None:
        self.change(field, (unit,), LOW)

    @low.check
    def _why_not_low(self, look: Situation, unit: int) -> Reason | None:
        return self.why_not(look, unit, LOW)

    @verb("Medium MOPP for", "unit", menu="Medium MOPP")
    def medium(self, look: Situation) -> Targets:
        """Units at another level."""
        return self.others(look, MEDIUM)

    @medium.then
    def _do_medium(self, field: Battlefield, unit: int) -> None:
        self.change(field, (unit,), MEDIUM)

    @medium.check
    def _why_not_medium(self, look: Situation, unit: int) -> Reason | None:
        return self.why_not(look, unit, MEDIUM)

    @verb("High MOPP for", "unit", menu="High MOPP")
    def high(self, look: Situation) -> Targets:
        """Units at another level."""
        return self.others(look, HIGH)

    @high.then
    def _do_high(self, field: Battlefield, unit: int) -> None:
        self.change(field, (unit,), HIGH)

    @high.check
    def _why_not_high(self, look: Situation, unit: int) -> Reason | None:
        return self.why_not(look, unit, HIGH)

    @verb("Same MOPP as this unit for all with its order:", "unit", menu="Same MOPP for its order")
    def order(self, look: Situation) -> Targets:
        """Units with comrades at another level."""
        if self.changes >= MOST_CHANGES:
            return ()
        return tuple(n for n in look.left(self.side) if self.mates(look, n, level_of(look, n)))

    @order.then
    def _do_order(self, field: Battlefield, unit: int) -> None:
        level = level_of(field, unit)
        self.change(field, self.mates(field, unit, level), level)

    @order.check
    def _why_not_order(self, look: Situation, unit: int) -> Reason | None:
        alike = not self.mates(look, unit, level_of(look, unit))
        return self.barred(look, unit) or (ALL_ALIKE if alike else None)

    @verb("Low MOPP for all")
    def all_low(self, look: Situation) -> bool:
        """If somebody is not."""
        return bool(self.others(look, LOW))

    @all_low.then
    def _do_all_low(self, field: Battlefield, _: None) -> None:
        self.change(field, self.others(field, LOW), LOW)

    @verb("Medium MOPP for all")
    def all_medium(self, look: Situation) -> bool:
        """If somebody is not."""
        return bool(self.others(look, MEDIUM))

    @all_medium.then
    def _do_all_medium(self, field: Battlefield, _: None) -> None:
        self.change(field, self.others(field, MEDIUM), MEDIUM)

    @verb("High MOPP for all")
    def all_high(self, look: Situation) -> bool:
        """If somebody is not."""
        return bool(self.others(look, HIGH))

    @all_high.then
    def _do_all_high(self, field: Battlefield, _: None) -> None:
        self.change(field, self.others(field, HIGH), HIGH)

    @verb("Keep these levels", last=True)
    def done(self, look: Situation) -> bool:
        """Always possible."""
        return True

    @done.then
    def _do_done(self, field: Battlefield, _: None) -> None:
        pass


# What it costs


def cap(look: Situation, units: Sequence[int]) -> int | None:
    """The most weighted turns of a sheet in a turn: by the highest level among its units (ME 5.2c, 5.2h)."""
    return LEVELS[max((level_of(look, n) for n in units), default=LOW)].command


def pace(look: Situation, unit: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Units on foot are slower; vehicles and carriers are not (ME 5.2d)."""
    if look.world.kinds[unit].move_class != "foot":
        return sizes
    part = LEVELS[level_of(look, unit)].movement
    return tuple(int(size * part) for size in sizes)


def mode_price(look: Situation, unit: int) -> int | None:
    """Going to Move Mode costs units on foot half of what they have now (TCS 4.1b)."""
    return sum(sizes_of(look, unit)) // 2 if look.world.kinds[unit].move_class == "foot" else None


def grounded(look: Situation, unit: int) -> Reason | None:
    """A helicopter in High MOPP hovers in NOE, and does not move there (ME 5.3h2)."""
    return GROUNDED_HIGH.of(unit=unit) if level_of(look, unit) == HIGH else None


def firepower(look: Situation, unit: int) -> Fraction:
    """Area weapons are weaker, but for those of vehicles (ME 5.2e)."""
    foot = look.world.kinds[unit].move_class == "foot"
    return LEVELS[level_of(look, unit)].fire if foot else Fraction(1)


def weakened(fire: AreaFire, look: Situation) -> Iterable[Modifier]:
    """The lines that tell of it in a fire."""
    for level in sorted({level_of(look, n) for n in fire.firers if firepower(look, n) != 1}):
        part = LEVELS[level].fire
        yield Modifier(0, f"strength x{part} of firers on foot in {LEVELS[level].level} MOPP", "ME 5.2e")


def mopp_morale(roll: MoraleRoll, look: Situation) -> Iterable[Modifier]:
    """What the level does to morale checks that chemicals have not caused (ME 5.2g)."""
    level = LEVELS[level_of(look, roll.unit)]
    if level.other_morale:
        yield Modifier(level.other_morale, f"{level.level} MOPP", "ME 5.2g")


class MoppRecovery(Roll, frozen=True, array_like=True, tag="modern.mopp_recovery"):
    """ME 5.2f: a battalion that would recover by the hour must pass a second roll in Medium or High MOPP."""

    battalion: int
    level: int

    def resolution(self, look: Situation) -> Resolution:
        """Two dice read as d66."""
        number = LEVELS[self.level].recovery or 66
        rows = (Row(None, number, "better"), Row(number + 1, None, "no change"))
        return Resolution("ME 5.2f", "", D66, rows)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """One better, or not."""
        if outcome == "better":
            ease(field, self.battalion)


def slowed(look: Situation, battalion: int) -> Procedure | None:
    """The second roll of a battalion: by the highest level among its units on the map (ME 5.2f)."""
    units = [n for n in look.world.units_in_battalion[battalion] if look.units[n].at >= 0]
    level = max((level_of(look, n) for n in units), default=LOW)
    if level == LOW or not look.game.rules.chosen(MoppOptions).mopp_slows_recovery:
        return None
    return MoppRecovery(battalion, level)


# What a client draws


def marks(look: Situation, unit: int) -> Iterable[Mark]:
    """The level of a unit in a battle with chemicals, unless it is Low."""
    level = level_of(look, unit)
    if level and look.units[unit].steps:
        yield Mark(("", "mopp_medium", "mopp_high")[level], f"{LEVELS[level].level} MOPP")


def patches(look: Situation) -> Iterable[Patch]:
    """Persistent chemicals, and what removes them."""
    markers = look.kept(Chemicals).markers
    for hex in sorted(set(markers)):
        count = markers.count(hex)
        number = CHEMICALS["remove_rain" if raining(look) else "remove"]
        words = f"Persistent chemicals, {count} marker{'s' * (count > 1)}: each goes in Clean Up on a die of {number}"
        goes = f"{number}+" if number < 6 else str(number)
        yield Patch("chemicals", hex, 0, words + (" or more" if number < 6 else ""), str(count), goes)


def raining(look: Situation) -> bool:
    """Whether it rains on this turn (ME 5.3g)."""
    first, last = look.world.weather.rain
    return first <= look.turn <= last and first > 0


CHAPTER = Chapter(
    name="MOPP",
    procedures=(MoppRound, Mopp, MoppRecovery),
    modifiers={AreaFire: (weakened,), MoraleRoll: (mopp_morale,)},
    adds=(
        POSTURE.add(MoppRound()),
        CAPS.add(cap),
        SIZES.add(pace),
        MODE_PRICES.add(mode_price),
        GROUNDED.add(grounded),
        FIREPOWER.add(firepower),
        SLOWED.add(slowed),
        MARKS.add(marks),
        PATCHES.add(patches),
        READ.add("mopp", "chem", "rain"),
    ),
    phrases={
        "modern.mopp_choice?": "Choose the MOPP level of your units, or keep them as they are.",
        "modern.mopp": "{units:units} go to {level} MOPP",
        "modern.mopp_one": "{units:units} goes to {level} MOPP",
        "modern.mopp_recovery!": "Does {battalion:battalion} recover under its masks",
    },
    options=MoppOptions,
    keeps=Chemicals,
    switch="modern",
)
