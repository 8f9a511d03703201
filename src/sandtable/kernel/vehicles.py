"""Data cards of vehicles, for a system that has them: what each is, and what it can do to every other.

A system declares them as a value (`System.vehicles`). Pages and cards are drawn from it, whatever the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

__all__ = ["Against", "Band", "DataCard", "Fact", "Ground", "Rating", "Vehicle", "Vehicles"]


class Fact(msgspec.Struct, frozen=True):
    """Something about a vehicle: what it is called, what to show, and a number to sort by."""

    label: str
    words: str
    order: int = 0


class Vehicle(msgspec.Struct, frozen=True):
    """A type of vehicle in the list of all."""

    name: str
    facts: tuple[Fact, ...]


class Rating(msgspec.Struct, frozen=True):
    """A number of the firer that its chances depend on, such as its cohesion."""

    label: str
    low: int
    high: int
    usual: int


class Ground(msgspec.Struct, frozen=True):
    """Ground that a target may stand on: the kind of feature, and where that is in words, such as `in woods`.

    Of several kinds at one place the first in the list counts; the last is the open.
    """

    kind: str
    words: str


class Band(msgspec.Struct, frozen=True):
    """A column of chances: what it stands under, what it is called, and from and to which range, if it has one."""

    group: str
    label: str
    low: int | None = None
    high: int | None = None


class Against(msgspec.Struct, frozen=True):
    """The chances to kill an opponent with one try: one for each band, None where there is none."""

    name: str
    chances: tuple[Fraction | None, ...]


class DataCard(msgspec.Struct, frozen=True):
    """The data card of a vehicle: its facts, what the chances are of in words, and the chances against each other."""

    name: str
    facts: tuple[Fact, ...]
    words: str
    bands: tuple[Band, ...]
    against: tuple[Against, ...]


class Vehicles(msgspec.Struct, frozen=True):
    """The vehicles of a system. `card` makes the card of one, for a rating of the firer and a ground of the target; the
    rating is 0 where the chances depend on none.
    """

    words: str
    vehicles: tuple[Vehicle, ...]
    rating: Rating | None
    grounds: tuple[Ground, ...]
    card: Callable[[str, int, str], DataCard]
