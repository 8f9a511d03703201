"""Weather (TCS 7.0): optionally a die on every full hour may change the visibility."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Roll
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.tables import VISIBILITIES, WEATHER
from sandtable.systems.tcs.turn import HOURLY

__all__ = ["CHAPTER", "WeatherRoll", "after"]

ROWS = tuple(Row(each.low, each.high, each.change) for each in WEATHER)


def after(hexes: int, change: int) -> int:
    """The visibility after a change by some levels; from between two levels the next one counts. 0 is no limit.

    >>> after(12, 1), after(12, -1), after(2, 1), after(0, -1), after(10, 1), after(10, -1)
    (8, 0, 2, 0, 8, 12)
    """
    if not change:
        return hexes
    # From the clearest to the thickest; no limit is farther than any.
    levels = sorted(VISIBILITIES, key=lambda each: -(each or 1000))
    worse = [each for each in levels if (each or 1000) < (hexes or 1000)]
    better = [each for each in levels if (each or 1000) > (hexes or 1000)]
    if change > 0:
        return worse[0] if worse else hexes
    return better[-1] if better else hexes


class WeatherRoll(Roll, frozen=True, array_like=True, tag="weather_roll"):
    """TCS 2.0i, 7.0b: the weather of the hour."""

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        return Resolution("TCS 7.0b", "", D6, ROWS)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """A level worse or better."""
        assert isinstance(outcome, int)
        now = after(field.weather_limit, outcome)
        if now != field.weather_limit:
            field.update(visibility=now)
            field.log("visibility", "TCS 7.0b", hexes=now or "any number of")


CHAPTER = Chapter(
    name="weather",
    procedures=(WeatherRoll,),
    adds=(HOURLY.add(WeatherRoll()),),
    switch="weather_table",
    phrases={
        "weather_roll!": "The weather of the hour",
        "visibility": "Visibility is now {hexes} hexes",
    },
)
