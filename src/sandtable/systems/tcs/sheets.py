"""Op sheets as data (TCS 6.1, 6.2, 6.15): what an order says, and what has become of it.

A sheet is a value on the board. Its number is its place in `Board.sheets`; it is never used again, so a sheet that has
ended stays there. The rules that read it are in `orders`, those that write it in `desk` and `drafting`.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from sandtable.systems.tcs.world import NOBODY

__all__ = [
    "ALL",
    "ATTACK",
    "BLANK",
    "CANCELLED",
    "COMPLETED",
    "DEFENSES",
    "FAILED",
    "HASTY",
    "HOLD",
    "IMPLEMENTED",
    "KINDS_OF_SHEET",
    "MARCH",
    "MISSIONS",
    "MOVE",
    "PREPARED",
    "PREPARING",
    "RESERVE",
    "SIGNAL",
    "STATES",
    "SUPPORT",
    "TAKE",
    "TEMPLATE",
    "TURN",
    "Alternate",
    "Fires",
    "Group",
    "Measures",
    "PhaseLine",
    "Sheet",
    "next_number",
    "with_sheet",
]

ATTACK, MOVE, HASTY, PREPARED = range(4)
KINDS_OF_SHEET = ("Attack", "Move", "Hasty Defense", "Prepared Defense")
DEFENSES = (HASTY, PREPARED)
PREPARING, IMPLEMENTED, COMPLETED, FAILED, CANCELLED, TEMPLATE = range(6)
STATES = ("preparing", "implemented", "completed", "failed", "cancelled", "template")
"""A template is drawn by the scenario and in nobody's hands until its side puts it into preparation."""
TAKE, SUPPORT, MARCH, HOLD, RESERVE = range(5)
MISSIONS = ("take", "support", "march", "hold", "reserve")
TURN, ALL, SIGNAL = range(3)
"""When a phase line may be crossed: from a turn on, when all groups have reached it, when the owner gives the sign."""


class Measures(msgspec.Struct, frozen=True, array_like=True):
    """Where an order leads: the objective and the ground on the way to it (TCS 6.15)."""

    objective: tuple[int, ...] = ()
    """Hexes, in rising order."""
    axis: tuple[int, ...] = ()
    """The way-points of the axis, from where the group is to the objective; empty if there is none."""
    width: int = 0
    direction: tuple[int, ...] = ()
    """The exact route, hex by hex; empty if there is none."""
    boundary: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Chains of hexsides, each side as the two hexes it lies between."""

    @property
    def marked(self) -> bool:
        """Whether anything but the objective is drawn."""
        return bool(self.axis or self.direction or self.boundary)


class PhaseLine(msgspec.Struct, frozen=True, array_like=True):
    """A line that is crossed only on a condition (TCS 6.15b)."""

    name: str
    hexes: tuple[int, ...]
    condition: int = TURN
    turn: int = 0
    open: bool = False


class Alternate(msgspec.Struct, frozen=True, array_like=True):
    """Another plan that the order can change to (TCS 6.14c)."""

    name: str
    measures: Measures


class Fires(msgspec.Struct, frozen=True, array_like=True):
    """A line of supporting fire: a reminder to its owner."""

    hex: int
    shell: str = "he"
    battery: int = NOBODY
    turn: int = 0
    """0 is on call."""
    line: str = ""
    """The phase line at which it is wanted."""


class Group(msgspec.Struct, frozen=True, array_like=True):
    """Units with one mission (TCS 6.2a)."""

    name: str
    mission: int
    measures: Measures | None = None
    """Its own, in place of those of the sheet."""
    joins: int = 0
    """For a reserve: the group whose mission it takes when it is committed."""
    units: tuple[int, ...] = ()
    """While the sheet is in preparation: who is listed. Once implemented, a unit says itself where it belongs."""


class Sheet(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """An op sheet."""

    name: str
    side: int
    kind: int
    state: int = PREPARING
    groups: tuple[Group, ...] = ()
    measures: Measures = Measures()
    lines: tuple[PhaseLine, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    assembly: tuple[int, ...] = ()
    """The preliminary instruction (TCS 6.14a)."""
    rally: tuple[int, ...] = ()
    """The failure instruction (TCS 6.11c); empty is to stay."""
    fires: tuple[Fires, ...] = ()
    support: tuple[int, ...] = ()
    """Batteries in direct support (TCS 7.1)."""
    roll: str = "always"
    """When it is rolled for: always, ask, never, `turn N`, or `chance N` with a percentage; `now` answers `ask`."""
    weighted: int = 0
    gained: int = 0
    """The weighted turns that it gained last."""
    row: int = 0
    """The row it was implemented on (TCS 6.13)."""
    steps: int = 0
    """The steps of its units when it was implemented, and of those added since."""
    lost: int = 0
    """Steps lost while on the sheet (TCS 6.11b)."""
    from_turn: int = 0
    """A scenario's sheet that comes into force by itself on this turn; 0 is not."""
    on_arrival: bool = False
    note: str = ""
    mopp: int = 0
    alarmed: bool = False
    """Whether a Move has become an attack, because it was fired at from near (the option `attack_from_march`)."""

    @cached_property
    def listed(self) -> tuple[int, ...]:
        """All units listed on it."""
        return tuple(unit for group in self.groups for unit in group.units)


BLANK = Sheet("", NOBODY, ATTACK, CANCELLED)
"""A number that no sheet has: the sides take turns with the numbers, so that nobody can count the other's sheets."""


def same_order(one: Sheet | None, other: Sheet | None) -> bool:
    """Whether two op sheets bind those on them alike: the same order, whatever has been lost by it.

    >>> sheet = Sheet("Hold the ford", 0, HASTY, IMPLEMENTED, (Group("All", HOLD),))
    >>> same_order(sheet, msgspec.structs.replace(sheet, lost=3)), same_order(sheet, None)
    (True, False)
    """
    if one is other:
        return True
    return (
        one is not None
        and other is not None
        and one.groups is other.groups
        and one.measures is other.measures
        and one.lines is other.lines
        and one.kind == other.kind
    )


def next_number(sheets: tuple[Sheet, ...], first: int, side: int) -> int:
    """The number of the next sheet that a side makes; `first` is how many the scenario has.

    >>> next_number((Sheet("A", 0, ATTACK), Sheet("B", 1, MOVE)), 2, 1)
    3
    """
    number = first + side
    while number < len(sheets) and sheets[number].side == side:
        number += 2
    return number


def with_sheet(sheets: tuple[Sheet, ...], number: int, sheet: Sheet) -> tuple[Sheet, ...]:
    """The sheets with one more, or with another in place of one.

    >>> [each.name for each in with_sheet((), 2, Sheet("A", 0, ATTACK))]
    ['', '', 'A']
    """
    padded = (*sheets, *(BLANK for _ in range(number + 1 - len(sheets))))
    return (*padded[:number], sheet, *padded[number + 1 :])
