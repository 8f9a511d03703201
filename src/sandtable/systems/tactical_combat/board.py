"""The board: everything that changes during play."""

from __future__ import annotations

import msgspec

from sandtable.systems.tactical_combat.tables import LIMITS, NORMAL

__all__ = ["ALL_SPENT", "NOBODY", "OFF", "Board", "Smoke", "Stand"]

OFF = -1
"""The position of a stand that is not on the table."""
NOBODY = -1
ALL_SPENT = 1_000_000
"""What a carrier has spent that has done something else than drive: more than any move."""


class Stand(msgspec.Struct, frozen=True, array_like=True, cache_hash=True):
    """A stand: where it is and how it is. `hits` are those it can still take; 0 is lost.

    `spent` is what getting on or off has cost it of its move this turn, and a carrier what it has driven too (TC V4).
    `closed`: the enemy has had his chance of opportunity fire at its move (TC M3).
    """

    at: int = OFF
    heading: int = 0
    hits: int = 0
    morale: int = NORMAL
    finished: bool = False
    on_road: bool = False
    carrier: int = NOBODY
    spent: int = 0
    tried: bool = False
    closed: bool = False


class Smoke(msgspec.Struct, frozen=True, array_like=True):
    """A smoke screen: where, whose, and how wide."""

    at: int
    side: int
    radius: int = LIMITS["template_radius"]


class Board(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """Everything that changes during play."""

    stands: tuple[Stand, ...]
    turn: int = 1
    smoke: tuple[Smoke, ...] = ()
    points: tuple[int, ...] = ()
    bank: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    due: tuple[tuple[int, int], ...] = ()
    holders: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    memories: tuple[tuple[int, ...], ...] = ()
    """What each special rule of the scenario remembers."""
    lifted: tuple[int, ...] = ()
    """The features of the table that are not there now: a gap in the wire, ground that the tide has yet to cover."""
