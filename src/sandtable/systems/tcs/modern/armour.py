"""Modern armour (ME 8) and advanced armour (ME 9): hard for AT rolls, and harder with reactive plates or DUA."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from msgspec import Struct

from sandtable.charts import load_keyed
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.option import About, Options
from sandtable.kernel.resolution import Modifier
from sandtable.systems.tcs.antitank import AtRoll
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.defence import ARMOUR, HEAT, SHOT, TIP_CHARGE
from sandtable.systems.tcs.gear import READ
from sandtable.systems.tcs.modern.atgm import Atgm
from sandtable.systems.tcs.modern.missilefire import ARMOR
from sandtable.systems.tcs.transport import CARRIES

__all__ = ["CHAPTER", "ArmourOptions", "advanced_armour", "at_modifier", "extra_defence", "printed_modifier"]

_CHARTS = files("sandtable.systems.tcs.modern") / "charts"
Advanced = Literal["", "reactive", "depleted uranium"]


class _Advanced(Struct, frozen=True):
    armour: str
    shot: int
    heat: int
    tip_charge: int
    at_roll: int
    rule: str


_ADVANCED = load_keyed(_CHARTS / "advanced_armour.csv", _Advanced, "armour")


class ArmourOptions(Options, frozen=True):
    """The optional rule of advanced armour."""

    advanced_armor: Annotated[
        bool,
        About(
            "Vehicles have the reactive armour or depleted uranium that their type or the scenario names.", "ME 9.0f"
        ),
    ] = False


@cache
def printed_modifier(flags: str) -> int:
    """What the traits of a type say of AT rolls against it (ME 8.0a, 8.0b).

    >>> printed_modifier("armour;nbc;at_mod=-2"), printed_modifier("armour")
    (-2, 0)
    """
    return next((int(trait.partition("=")[2]) for trait in flags.split(";") if trait.startswith("at_mod=")), 0)


def advanced_armour(look: Situation, unit: int) -> Advanced:
    """The advanced armour of a vehicle; empty if it has none, or the option leaves it out (ME 9.0f)."""
    if not look.game.rules.chosen(ArmourOptions).advanced_armor:
        return ""
    kind, gear = look.world.kinds[unit], look.world.gear
    given = gear[unit].armour if gear else ""
    if given == "plain" or not kind.vehicle:
        return ""
    if given:
        return given
    if "dua" in kind.traits:
        return "depleted uranium"
    return "reactive" if "reactive" in kind.traits else ""


def extra_defence(look: Situation, unit: int, fire: int) -> int:
    """What advanced armour adds to the defence of a vehicle against a kind of fire (ME 9.0b, 9.0c, 9.0e)."""
    armour = advanced_armour(look, unit)
    if not armour:
        return 0
    row = _ADVANCED[armour]
    return {SHOT: row.shot, HEAT: row.heat, TIP_CHARGE: row.tip_charge}[fire]


def against_missile(look: Situation, target: int, missile: Atgm) -> int:
    """What advanced armour adds against a missile: less against one with a tip charge (ME 9.0b, 9.0c, 9.0e)."""
    return extra_defence(look, target, TIP_CHARGE if missile.tip_charge else HEAT)


def at_modifier(roll: AtRoll, look: Situation) -> Iterable[Modifier]:
    """What the armour of the target does to an AT roll (ME 8.0a to 8.0c)."""
    kind = look.world.kinds[roll.target]
    printed = printed_modifier(kind.flags)
    if printed:
        yield Modifier(printed, f"armour of the {kind.name}", "ME 8.0b" if printed == -1 else "ME 8.0a")
    armour = advanced_armour(look, roll.target)
    if armour:
        yield Modifier(_ADVANCED[armour].at_roll, f"{armour} armour", "ME 8.0c")


def carries(look: Situation, passenger: int, carrier: int) -> bool | None:
    """A vehicle with reactive armour carries nobody (ME 9.0d)."""
    return False if advanced_armour(look, carrier) == "reactive" else None


CHAPTER = Chapter(
    name="modern armour",
    modifiers={AtRoll: (at_modifier,)},
    adds=(
        ARMOUR.add(extra_defence),
        ARMOR.add(against_missile),
        CARRIES.add(carries),
        READ.add("armour"),
    ),
    options=ArmourOptions,
    switch="modern",
)
