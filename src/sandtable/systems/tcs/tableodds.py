"""The `numbers` calculator: a roll on the fire table with your own strength, column and shift (TCS 9.1)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.odds import Distribution, distribution
from sandtable.kernel.question import GameOptions, Question, Shifted
from sandtable.kernel.resolution import Modifier, Resolution
from sandtable.kernel.system import Calculator, Total
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.firetable import Attack, FireRoll, fire_resolution
from sandtable.systems.tcs.proving import Posted, chosen, ground
from sandtable.systems.tcs.tables import FIRE, fire_rows

__all__ = ["CALCULATOR", "Numbers", "Result", "attack_shifted", "numbers", "numbers_chain", "shifted"]

BY_STRENGTH = "by strength"
HEADINGS = tuple(column.heading for column in FIRE.columns)
Column = Annotated[str, msgspec.Meta(extra_json_schema={"enum": [BY_STRENGTH, *HEADINGS]})]


class Numbers(Question, frozen=True):
    """The question of the `numbers` calculator: a strength or a column of the fire table, and a shift."""

    strength: Annotated[int, msgspec.Meta(ge=0, le=300)] = 12
    column: Column = BY_STRENGTH
    shift: Annotated[int, msgspec.Meta(ge=-30, le=30)] = 0
    fire: Literal["area", "point"] = "area"
    options: GameOptions = ""

    def agree(self) -> None:
        """A column of the table."""
        if self.column not in (BY_STRENGTH, *HEADINGS):
            headings = ", ".join(HEADINGS)
            raise OptionError(f"column: choose {BY_STRENGTH} or a column of the fire table: {headings}")
        chosen(self.options)

    @property
    def attack(self) -> Attack:
        """The attack: a column is that of the lowest strength that leads to it."""
        strength = self.strength
        if self.column != BY_STRENGTH:
            strength = int(self.column.split("-")[0].rstrip("+"))
        shifts = (Modifier(self.shift, "your own shift", "TCS 9.1a"),) if self.shift else ()
        return Attack("TCS 9.1a", "A fire of your own numbers", strength, shifts)


class Result(msgspec.Struct, frozen=True):
    """What the fire table says: nothing, morale checks, or steps as well.

    >>> str(Result(-1, "area")), str(Result(0, "area")), str(Result(2, "area")), str(Result(1, "point"))
    ('no effect', 'morale checks', '2 steps lost and morale checks', '1 destroyed')
    """

    steps: int
    fire: Literal["area", "point"]

    @property
    def severity(self) -> int:
        """How grave it is, as `System.severity` counts."""
        return 0 if self.steps < 0 else 1 if not self.steps else 2 if self.steps == 1 else 3

    def __str__(self) -> str:
        if self.steps < 0:
            return "no effect"
        if not self.steps:
            return "morale checks"
        if self.fire == "point":
            return f"{self.steps} destroyed"
        return f"{self.steps} step{'s'[: self.steps != 1]} lost and morale checks"


def _roll(ask: Numbers) -> Resolution:
    someone = (Posted("us_rifle_plt"),)
    rule = ground(someone, someone, options=chosen(ask.options)).world.options.left_of_column_0
    return fire_resolution(rule, ask.attack)


def numbers(ask: Numbers) -> Distribution[Result]:
    """What the fire table says, the likeliest first.

    >>> numbers(Numbers(strength=12, shift=-2)).chance(lambda result: result.steps < 0)
    Fraction(1, 3)
    """
    roll = _roll(ask)
    return distribution(lambda throw: throw(roll)).by(lambda outcome: Result(int(str(outcome)), ask.fire))


def numbers_chain(ask: Numbers) -> tuple[Shifted, ...]:
    """The roll, from its base column."""
    return (_based(_roll(ask), ask.attack.strength),)


def shifted(look: Situation, roll: FireRoll) -> Shifted:
    """A roll on the fire table as a board has it, with the column of its strength before any shift."""
    return _based(look.told(roll), roll.attack(look).strength)


def attack_shifted(look: Situation, attack: Attack) -> Shifted:
    """The same for an attack that is not a unit's."""
    return _based(fire_resolution(look.world.options.left_of_column_0, attack), attack.strength)


def _based(roll: Resolution, strength: int) -> Shifted:
    found = fire_rows(strength, 0)
    assert found is not None, "every strength has a column (TCS 9.1a)"
    return Shifted(roll, found[0])


CALCULATOR = Calculator(
    "numbers",
    "Your own strength, column and shift on the fire table.",
    Numbers,
    numbers,
    numbers_chain,
    (
        Total("to have any effect", lambda _, result: result.steps >= 0),
        Total("to cost a step or more", lambda _, result: result.steps >= 1),
    ),
    topic="Fire",
)
