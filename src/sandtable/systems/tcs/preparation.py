"""Op sheets in preparation (TCS 6.9): their row on the Command Prep Table, weighted turns, and chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from sandtable.kernel.chapter import Seam
from sandtable.kernel.pools import D66
from sandtable.kernel.resolution import Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.sheets import KINDS_OF_SHEET, Sheet
from sandtable.systems.tcs.tables import command_number
from sandtable.systems.tcs.world import NIGHT, NOBODY, World

__all__ = [
    "ASSIGNED",
    "CAPS",
    "FIRED",
    "IDLE",
    "chance",
    "chance_of",
    "gain",
    "gained",
    "implementation",
    "number_of",
    "on_vehicles",
    "rating_of",
    "row_of",
    "size_of",
    "table_row",
]

FIRED, ASSIGNED, IDLE = 1, 2, 3
"""The weighted turns of a turn: fired or fired at, Assigned or at night, neither (TCS 6.9d1)."""

VEHICLES = 3
"""How many times as fast a sheet of vehicles is prepared (TCS 6.9e)."""
UNCAPPED = 99
"""More weighted turns than a turn ever gives."""
CAPS: Seam[Callable[[Situation, Sequence[int]], int | None]] = Seam("the most weighted turns of units in one turn")


def rating_of(world: World, units: Sequence[int]) -> int:
    """The Command Prep rating of some units: the worst of their formations (TCS 6.9c)."""
    return max(world.formations[world.member_of[n]].prep for n in units)


def size_of(world: World, units: Sequence[int]) -> int:
    """The size of a sheet with these units: its battalions (TCS 6.9b)."""
    if world.command.sheet_size == "companies" and len({world.member_of[n] for n in units}) == 1:
        return 0
    return len({world.battalion_of[n] for n in units})


def row_of(world: World, units: Sequence[int]) -> int:
    """The row of the Command Prep Table for a sheet with these units (TCS 6.9a)."""
    return table_row(rating_of(world, units), size_of(world, units))


def table_row(rating: int, size: int) -> int:
    """The row of the Command Prep Table: the rating and the size, held to its first and last row (TCS 6.9a).

    >>> table_row(3, 1), table_row(0, 0), table_row(5, 6)
    (4, 1, 9)
    """
    return min(max(rating + size, 1), 9)


def listed_alive(look: Situation, sheet: Sheet) -> list[int]:
    """The units listed on a sheet that are not lost."""
    return [n for n in sheet.listed if look.units[n].steps]


def number_of(look: Situation, sheet: Sheet) -> int | None:
    """The d66 that implements a sheet in preparation now; None if it cannot be rolled for (TCS 6.9f1, 6.9f2)."""
    units = listed_alive(look, sheet)
    return command_number(KINDS_OF_SHEET[sheet.kind], row_of(look.world, units), sheet.weighted) if units else None


@cache
def chance_of(number: int | None) -> Fraction:
    """The chance that a d66 is at least this number; None is none.

    >>> chance_of(65), chance_of(11), chance_of(None)
    (Fraction(1, 18), Fraction(1, 1), Fraction(0, 1))
    """
    if number is None:
        return Fraction(0)
    return Fraction(sum(10 * tens + ones >= number for tens, ones in product(range(1, 7), repeat=2)), 36)


def chance(look: Situation, sheet: Sheet) -> Fraction:
    """The chance that a sheet in preparation is implemented if it is rolled for now."""
    return chance_of(number_of(look, sheet))


def on_vehicles(look: Situation, units: Sequence[int]) -> bool:
    """Whether a sheet is one of vehicles: all its combat units drive, or are carried (TCS 6.9e)."""
    world = look.world
    fighting = [n for n in units if world.kinds[n].armed]
    return bool(fighting) and all(_driven(look, n) for n in fighting)


def _driven(look: Situation, unit: int) -> bool:
    now = look.units[unit]
    if look.world.kinds[unit].vehicle or now.carrier != NOBODY:
        return True
    return now.at < 0 and look.world.rides[unit] != NOBODY if look.world.rides else False


def _line(look: Situation, unit: int) -> int:
    """The weighted turns by the state of one unit: fired or fired at, Assigned or at night, neither (TCS 6.9d1)."""
    now = look.units[unit]
    if now.engaged and now.at >= 0:
        return FIRED
    return ASSIGNED if look.board.light == NIGHT or (now.sheet != NOBODY and now.at >= 0) else IDLE


def gain(look: Situation, sheet: Sheet) -> int:
    """The weighted turns that a sheet in preparation gains in this command phase (TCS 6.9d1 to 6.9e)."""
    units = listed_alive(look, sheet)
    if not units:
        return 0
    options = look.world.command
    lines = [_line(look, n) for n in units]
    turns = min(lines)
    if options.weighted_worst == "most":
        steps = {
            line: sum(look.units[n].steps for n, each in zip(units, lines, strict=True) if each == line)
            for line in lines
        }
        turns = max(sorted(steps), key=lambda line: steps[line])
    return gained(turns, vehicles=on_vehicles(look, units), pace=options.command_pace, most=cap_of(look, units))


def cap_of(look: Situation, units: Sequence[int]) -> int:
    """The most weighted turns that a sheet with these units gains in one turn."""
    caps = [cap(look, units) for cap in look.game.rules.at(CAPS)]
    return min((each for each in caps if each is not None), default=UNCAPPED)


def gained(turns: int, *, vehicles: bool, pace: int, most: int = UNCAPPED) -> int:
    """The weighted turns of one turn by the line that holds, of vehicles or not (TCS 6.9e), up to a most.

    >>> gained(FIRED, vehicles=True, pace=1), gained(IDLE, vehicles=False, pace=2)
    (3, 6)
    """
    return min(turns * (VEHICLES if vehicles else 1) * pace, most)


def implementation(number: int) -> Resolution:
    """The roll for an op sheet: two dice read as d66, at or above a number of the Command Prep Table (TCS 6.9f1)."""
    rows = (Row(None, number - 1, "not yet"), Row(number, None, "in force"))
    return Resolution("TCS 6.9f1", "", D66, rows if number > 11 else rows[1:])
