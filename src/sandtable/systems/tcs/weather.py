"""Weather (TCS 7.0): visibility changes from given turns on, or by a die in step 8 of the command phase."""

from __future__ import annotations

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Roll, Step
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.light import hourly

__all__ = ["CHAPTER", "WeatherRoll", "WeatherStep", "change_weather"]


def change_weather(field: Battlefield) -> None:
    """TCS 7.0a: at the start of a turn visibility may change as the scenario has it."""
    for turn, hexes in field.world.weather.periods:
        if turn == field.turn:
            see(field, hexes, "TCS 7.0a")


def see(field: Battlefield, hexes: int, rule: str) -> None:
    """The weather lets units see this far now; 0 is no limit."""
    if hexes != field.weather_limit:
        field.update(visibility=hexes)
        field.log("visibility", rule, hexes=hexes) if hexes else field.log("clear", rule)


class WeatherStep(Step, frozen=True, array_like=True, tag="weather_step"):
    """TCS 2.0i: step 8 of the command phase, on full hours or as the scenario says."""

    def run(self, field: Battlefield) -> None:
        """Roll, if there is a table and its time has come."""
        weather = field.world.weather
        due = bool(weather.track) and field.world.calendar.minute(field.turn) >= weather.after
        if due and (hourly(field) or not weather.hourly):
            field.next(WeatherRoll())


class WeatherRoll(Roll, frozen=True, array_like=True, tag="weather_roll"):
    """TCS 2.0i, 7.0b: the weather of the hour, or of the turn."""

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        rows, low = [], 1
        for high, levels in look.world.weather.rows:
            rows.append(Row(low, high, levels))
            low = high + 1
        return Resolution("TCS 7.0b", "", D6, tuple(rows))

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """Some levels worse or better."""
        assert isinstance(outcome, int)
        see(field, field.world.weather.moved(field.weather_limit, outcome), "TCS 7.0b")


CHAPTER = Chapter(
    name="weather",
    procedures=(WeatherStep, WeatherRoll),
    phrases={
        "weather_roll!": "The weather",
        "visibility": "Visibility is now {hexes} hexes",
        "clear": "Visibility has no limit now",
    },
)
