"""The weather of a scenario (TCS 7.0): how visibility changes, by the turn or by a die.

It is as the file says at the start. Periods change it from given turns on; a table moves it along a track by a die, on
full hours or on every turn, from a time on.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.kernel.errors import ScenarioFault
from sandtable.systems.tcs.clock import later, minute_of
from sandtable.systems.tcs.tables import VISIBILITIES, WEATHER

__all__ = ["Period", "Weather", "WeatherEntry", "weather_of"]

NO_LIMIT = 1000
"""Farther than any limit in hexes."""


class Period(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Visibility in hexes from a turn on; 0 is no limit."""

    turn: int
    visibility: int


class WeatherEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """The table `weather` of a scenario file. Any of the last four keys makes it a weather that is rolled for."""

    periods: tuple[Period, ...] = ()
    track: tuple[int, ...] = ()
    """The levels of visibility in hexes; without it those of the default table."""
    rows: tuple[tuple[int, int], ...] = ()
    """Up to which die, and by how many levels it gets worse (below 0: better)."""
    since: str = ""
    """The time from which it is rolled for."""
    every: Literal["hour", "turn"] | None = None
    rain: tuple[int, int] | bool = False
    """Whether it rains, or the first and the last turn of rain: it washes chemicals away (ME 5.3g)."""


class Weather(msgspec.Struct, frozen=True):
    """How visibility changes."""

    periods: tuple[tuple[int, int], ...] = ()
    """Turns, each with the limit of visibility from then on."""
    track: tuple[int, ...] = ()
    """The levels of visibility from the thickest to the clearest; empty if it is not rolled for."""
    rows: tuple[tuple[int, int], ...] = ()
    after: int = 0
    """How many minutes after the start of the battle the rolls begin."""
    hourly: bool = True
    """Whether it is rolled for on full hours; or on every turn."""
    rain: tuple[int, int] = (0, 0)
    """The first and the last turn of rain."""

    def moved(self, hexes: int, levels: int) -> int:
        """The visibility after it has become worse by some levels; from between two levels the next one counts.

        >>> default = weather_of(WeatherEntry(), 0, rolled=True)
        >>> [default.moved(*each) for each in ((12, 1), (12, -1), (2, 1), (0, -1), (10, 1), (10, -1), (2, -2), (2, -9))]
        [8, 0, 2, 0, 8, 12, 8, 0]
        """
        for _ in range(abs(levels)):
            now = hexes or NO_LIMIT
            worse = [each for each in self.track if (each or NO_LIMIT) < now][-1:]
            better = [each for each in self.track if (each or NO_LIMIT) > now][:1]
            (hexes,) = (worse if levels > 0 else better) or [hexes]
        return hexes


def weather_of(entry: WeatherEntry, start: int, *, rolled: bool) -> Weather:
    """The weather of a file, checked; `rolled` uses the default table where the file has none (TCS 7.0b)."""
    periods = tuple((each.turn, each.visibility) for each in entry.periods)
    for number, (turn, hexes) in enumerate(periods):
        place = ("weather", "periods", number)
        if not 1 <= turn <= 99 or (number and turn <= periods[number - 1][0]):
            raise ScenarioFault(place, "the periods begin on turns from 1 to 99, each later than the one before")
        _check_limit(hexes, place)
    after = later(start, minute_of(entry.since, ("weather", "from"), "a time")) if entry.since else 0
    if not (rolled or entry.track or entry.rows or entry.since or entry.every):
        return Weather(periods, rain=_rain(entry))
    for hexes in entry.track:
        _check_limit(hexes, ("weather", "track"))
    if entry.track and (len(entry.track) < 2 or len(set(entry.track)) < len(entry.track)):
        raise ScenarioFault(("weather", "track"), "a track has two levels of visibility or more, each once")
    track = tuple(sorted(entry.track or VISIBILITIES, key=lambda each: each or NO_LIMIT))
    rows = entry.rows or tuple((each.high or 6, each.change) for each in WEATHER)
    dice = [die for die, _ in rows]
    if dice != sorted(set(dice)) or dice[0] < 1 or dice[-1] != 6:
        raise ScenarioFault(("weather", "rows"), "the rows go up from a die of 1 or more to 6, each to another die")
    if any(not -9 <= levels <= 9 for _, levels in rows):
        raise ScenarioFault(("weather", "rows"), "the weather changes by at most 9 levels")
    return Weather(periods, track, rows, after, entry.every != "turn", _rain(entry))


def _rain(entry: WeatherEntry) -> tuple[int, int]:
    if isinstance(entry.rain, bool):
        return (1, 99) if entry.rain else (0, 0)
    first, last = entry.rain
    if not 1 <= first <= last <= 99:
        raise ScenarioFault(("weather", "rain"), "rain falls from a first to a last turn, each from 1 to 99")
    return first, last


def _check_limit(hexes: int, place: tuple[str | int, ...]) -> None:
    if not 0 <= hexes <= 99:
        raise ScenarioFault(place, f"visibility is 1 to 99 hexes, or 0 for no limit, not {hexes}")
