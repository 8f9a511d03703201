"""The calculator of command: by which turn an order is likely to be in force (TCS 6.9).

>>> from sandtable.systems.tcs.commandodds import CommandQuestion, command_odds
>>> curves = command_odds(CommandQuestion(phases=4))
>>> [str(curves.lines["in force by then"][phase]) for phase in curves.scale]
['1/18', '29/216', '56/243', '878/2187']
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from sandtable.kernel.errors import OptionError
from sandtable.kernel.question import Curves, Question
from sandtable.kernel.resolution import Resolution
from sandtable.kernel.system import Calculator
from sandtable.systems.tcs.preparation import ASSIGNED, FIRED, IDLE, chance_of, gained, implementation, table_row
from sandtable.systems.tcs.tables import command_number

__all__ = ["CALCULATOR", "CommandQuestion", "command_chain", "command_odds"]

MOST_PHASES = 72


class CommandQuestion(Question, frozen=True):
    """The question of the `command` calculator: an order that is prepared from now on and rolled for on every turn.

    `prep` is the Command Prep rating, `battalions` the size of the sheet, `weighted` what it has already; its units are
    `idle` or have `orders`. `under_fire` names the command phases before which a unit of it fired or was fired at, such
    as `3-4, 6`.
    """

    kind: Literal["Attack", "Move", "Hasty Defense", "Prepared Defense"] = "Attack"
    prep: Annotated[int, msgspec.Meta(ge=0, le=9)] = 3
    battalions: Annotated[int, msgspec.Meta(ge=0, le=9)] = 1
    units: Literal["idle", "orders"] = "idle"
    night: bool = False
    vehicles: bool = False
    under_fire: str = ""
    weighted: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    phases: Annotated[int, msgspec.Meta(ge=1, le=MOST_PHASES)] = 10
    command_pace: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1

    def agree(self) -> None:
        """Phases under fire that there are."""
        self.fired()

    def fired(self) -> frozenset[int]:
        """The phases before which it was under fire."""
        found: set[int] = set()
        for part in filter(None, re.split(r"[,\s]+", self.under_fire)):
            if not re.fullmatch(r"\d{1,3}(-\d{1,3})?", part):
                raise OptionError(f"under_fire: write command phases such as 3-4, 6, not {part[:20]!r}")
            first, _, last = part.partition("-")
            found.update(range(int(first), int(last or first) + 1))
        if found and not 1 <= min(found) <= max(found) <= MOST_PHASES:
            raise OptionError(f"under_fire: command phases are 1 to {MOST_PHASES}")
        return frozenset(found)


def _course(ask: CommandQuestion) -> list[tuple[int, int | None]]:
    """The weighted turns in each phase, and the number to roll; None if it cannot be rolled for."""
    row = table_row(ask.prep, ask.battalions)
    quiet = ASSIGNED if ask.night or ask.units == "orders" else IDLE
    fired, weighted, found = ask.fired(), ask.weighted, []
    for phase in range(1, ask.phases + 1):
        line = FIRED if phase in fired else quiet
        weighted += gained(line, vehicles=ask.vehicles, pace=ask.command_pace)
        found.append((weighted, command_number(ask.kind, row, weighted)))
    return found


def command_odds(ask: CommandQuestion) -> Curves:
    """The chance of each phase, and that the order is in force by then."""
    now, by, missing = {}, {}, Fraction(1)
    for phase, (_, number) in enumerate(_course(ask), 1):
        now[phase] = chance_of(number)
        missing *= 1 - now[phase]
        by[phase] = 1 - missing
    return Curves("command phases", {"in force by then": by, "on this turn": now})


def command_chain(ask: CommandQuestion) -> tuple[Resolution | str, ...]:
    """Phase by phase: the weighted turns, and the roll."""
    found: list[Resolution | str] = []
    for phase, (weighted, number) in enumerate(_course(ask), 1):
        turns = f"Command phase {phase}, {weighted} weighted turn{'s'[: weighted != 1]}"
        found += [f"{turns}: no roll"] if number is None else [f"{turns}:", implementation(number)]
    return tuple(found)


CALCULATOR = Calculator("command", "By which turn an order is in force.", CommandQuestion, command_odds, command_chain)
