"""The clock and the light (TCS 1.0a, 1.0b, 26.1): when each turn begins, and how light it is then.

A turn lasts 20 minutes, a turn that begins at night an hour; so the labels of the turns follow from the start of the
battle and the changes of light in its file. A change counts from the first turn that begins at its time or later.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import msgspec

from sandtable.kernel.errors import ScenarioFault, shown
from sandtable.systems.tcs.tables import LIMITS

__all__ = [
    "DAY",
    "LIGHTS",
    "NIGHT",
    "TWILIGHT",
    "Calendar",
    "Change",
    "Light",
    "LightEntry",
    "calendar_of",
    "full_hour",
    "later",
    "minute_of",
]

DAY, TWILIGHT, NIGHT = 0, 1, 2
LIGHTS = ("day", "twilight", "night")
Light = Literal["day", "twilight", "night"]
MINUTES = 24 * 60
"""The minutes of a day."""


class LightEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """A change of light in a scenario file; `visibility` in hexes replaces the limit that goes with the light."""

    light: Light
    since: str = ""
    """An hour and a minute; in the first entry nothing, for the light at the start."""
    visibility: int = 0


class Change(msgspec.Struct, frozen=True):
    """The light from a moment on, counted in minutes from the start of the battle."""

    after: int
    light: int
    hexes: int = 0
    """The limit of visibility that comes with it; 0 is the usual one."""


class Calendar(msgspec.Struct, frozen=True, dict=True):
    """When each turn begins, and the light of it.

    >>> evening = Calendar(22 * 60 + 20, (Change(0, TWILIGHT), Change(30, NIGHT), Change(200, DAY)))
    >>> [evening.label(turn) for turn in range(1, 8)]
    ['2220', '2240', '2300', '0000', '0100', '0200', '0220']
    >>> [LIGHTS[evening.change(turn).light] for turn in range(1, 8)]
    ['twilight', 'twilight', 'night', 'night', 'night', 'day', 'day']
    """

    start: int
    """The minute of the day at which the first turn begins."""
    changes: tuple[Change, ...] = (Change(0, DAY),)
    """The first is the light at the start."""

    @cached_property
    def _turns(self) -> list[tuple[int, Change]]:
        return [(0, self._now(0))]

    @cached_property
    def _labels(self) -> list[str]:
        return []

    def _now(self, minute: int) -> Change:
        """The light of a turn that begins this many minutes after the start."""
        return [each for each in self.changes if each.after <= minute][-1]

    def _turn(self, turn: int) -> tuple[int, Change]:
        turns = self._turns
        while len(turns) < turn:
            minute, now = turns[-1]
            minute += LIMITS["night_minutes" if now.light == NIGHT else "day_minutes"]
            turns.append((minute, self._now(minute)))
        return turns[turn - 1]

    def minute(self, turn: int) -> int:
        """How many minutes after the start of the battle a turn begins."""
        return self._turn(turn)[0]

    def change(self, turn: int) -> Change:
        """The change of light that a turn goes by."""
        return self._turn(turn)[1]

    def label(self, turn: int) -> str:
        """The time at which a turn begins, as HHMM (TCS 1.0b)."""
        labels = self._labels
        while len(labels) < turn:
            minute = (self.start + self.minute(len(labels) + 1)) % MINUTES
            labels.append(f"{minute // 60:02}{minute % 60:02}")
        return labels[turn - 1]


def full_hour(label: str) -> bool:
    """Whether the label of a turn ends in 00 (TCS 1.0b).

    >>> full_hour("0900"), full_hour("0920")
    (True, False)
    """
    return label.endswith("00")


def minute_of(text: str, place: tuple[str | int, ...], what: str) -> int:
    """The minute of the day of a time in a file."""
    if not re.fullmatch(r"([01][0-9]|2[0-3])[0-5][0-9]", text):
        raise ScenarioFault(place, f"{what} is an hour and a minute such as 0900, not {shown(text)}")
    return int(text[:2]) * 60 + int(text[2:])


def later(start: int, minute: int) -> int:
    """How many minutes after the start of the battle a time of the day comes round.

    >>> later(22 * 60, 60), later(540, 540)
    (180, 0)
    """
    return (minute - start) % MINUTES


def calendar_of(start: str, light: str | Sequence[LightEntry]) -> Calendar:
    """The calendar of a scenario file: its start, and its light or the changes of it.

    A first change whose time is later than that of the second has come before the start: with the start at 0440, night
    from 2300 and twilight from 0500 the battle begins at night.
    """
    begin = minute_of(start, ("start",), "the start")
    if isinstance(light, str):
        return Calendar(begin, (Change(0, LIGHTS.index(light)),))
    found: list[Change] = []
    for number, entry in enumerate(light):
        if not 0 <= entry.visibility <= 99:
            words = f"it is 1 to 99 hexes, or 0 for the usual limit, not {entry.visibility}"
            raise ScenarioFault(("light", number, "visibility"), words)
        if not entry.since and number:
            raise ScenarioFault(("light", number), "say from when: only the first change may be from the start")
        after = later(begin, _time(entry, number)) if entry.since else 0
        if not number and len(light) > 1 and after > later(begin, _time(light[1], 1)):
            after = 0
        if found and after <= found[-1].after:
            words = f"{entry.since} does not come after the change before it: list the changes in their order"
            raise ScenarioFault(("light", number, "from"), words)
        found.append(Change(after, LIGHTS.index(entry.light), entry.visibility))
    if not found or found[0].after:
        found.insert(0, Change(0, DAY))
    return Calendar(begin, tuple(found))


def _time(entry: LightEntry, number: int) -> int:
    if not entry.since:
        raise ScenarioFault(("light", number), "say from when: only the first change may be from the start")
    return minute_of(entry.since, ("light", number, "from"), "a time")
