"""The sides of an assault of men and guns as `assaultsides` follows them: who is in the hex, was hit, or fires."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from sandtable.kernel.resolution import Outcome
from sandtable.systems.tcs.assault import Standing

__all__ = ["Chances", "Firers", "Hit", "Inside", "Left", "Part", "Shot", "Side", "Waiting"]

Chances = tuple[tuple[Outcome, int], ...]
Inside = tuple[tuple[tuple[int, int], ...], ...]
Waiting = tuple[tuple[int, int, int], ...]
"""Units that have yet to check, in their order: type, steps, morale."""


class Part(msgspec.Struct, frozen=True, cache_hash=True):
    """One side in the hex: its units type by type as (steps, morale), and its Battalion Morale."""

    inside: Inside
    battalion: int


Left = tuple[Part, int]
"""A side, and the steps of those who have left the hex."""


class Side:
    """A `Part` of a side, with all that is worked out about it. There is one for each, so that it is found quickly."""

    __slots__ = (
        "end_like",
        "firers",
        "fires_like",
        "hit_by",
        "hits",
        "low_losses",
        "other_losses",
        "part",
        "room",
        "side",
        "standing",
        "steps",
        "targets",
        "there",
    )

    def __init__(self, side: int, part: Part, standing: Standing, room: int) -> None:
        self.side = side
        self.room = room
        """How many counts of steps that have left there can be: 1 while all are in the hex."""
        self.part = part
        self.steps = sum([steps for alike in part.inside for steps, _ in alike])
        self.standing = standing
        self.there = standing.there
        self.firers: int | None = None
        """The number of what it makes of a shot; 0 if nobody can fire."""
        self.targets: int | None = None
        """The number of what it is as a target; 0 if nobody can be harmed."""
        self.hit_by: dict[int, list[tuple[Hit, int]]] = {}
        """What the shot of each firers, by their number, does to it; nothing if they cannot fire at it."""
        self.hits: dict[int, list[tuple[Hit, int]]] = {}
        """What each shot, by its number, does to it."""
        self.low_losses: dict[int, Hit] = {}
        """What it is after losing this many steps to fire that is low."""
        self.other_losses: dict[int, Hit] = {}
        """The same for other fire."""
        self.end_like: Side | None = None
        """The first side that comes to the same when the last fire is over."""
        self.fires_like: Side | None = None
        """The first side that makes the same of the last fire, and comes to the same after it."""


class Hit:
    """A side that has taken its losses, while its units check their morale one by one. There is one for each."""

    __slots__ = ("after", "left", "low", "side", "side_left", "to_check", "waiting")

    def __init__(self, side: int, left: Part, waiting: Waiting, low: bool) -> None:
        self.side = side
        self.left = left
        """Those who have checked."""
        self.waiting = waiting
        """The others."""
        self.to_check = len(waiting)
        self.low = low
        """Whether anybody fired low at them."""
        self.after: list[tuple[Hit, int, int]] | None = None
        """Each result of the next unit's check, the steps that then leave the hex, and in how many ways."""
        self.side_left: Side | None = None
        """The side once nobody has to check any more."""


class Firers:
    """Sides that make the same of every shot and so are followed together, with all that they meet.

    The ways in which they meet a side are one number for each of them, for each count of steps that have left it and
    for each that have left the other: a table of numbers, kept as the digits of one very large number, so that all of
    them are multiplied and added at once. A column belongs to one of the firers and one count of its steps, a row to a
    count of the other's.
    """

    __slots__ = ("among", "columns", "met")

    def __init__(self, among: dict[Side, int], columns: int, met: dict[Side, int]) -> None:
        self.among = among
        """The sides, each with its first column."""
        self.columns = columns
        self.met = met
        """Those they meet, each with its table."""

    def take(self, side: Side) -> None:
        """This side belongs to them."""
        self.among[side] = self.columns
        self.columns += side.room


class Shot(NamedTuple):
    """A shot of one side at the other: the chances of its results, and whether anybody fires low."""

    chances: Chances
    low: bool
