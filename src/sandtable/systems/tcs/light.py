"""Light (TCS 26): it changes by the clock, it limits sight, and at night every turn is an hour.

The other effects of the dark are where they count: in `spotting`, `conditions`, `antitank`, `morale`, `flight` and
`Situation.movement`.
"""

from __future__ import annotations

from typing import Annotated

from sandtable.kernel.chapter import Chapter
from sandtable.kernel.option import About, Options
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.clock import LIGHTS, NIGHT, full_hour
from sandtable.systems.tcs.field import Battlefield

__all__ = ["CHAPTER", "LightOptions", "change_light", "hourly"]


class LightOptions(Options, frozen=True):
    """What twilight and night leave to see."""

    twilight_hexes: Annotated[int, About("Visibility at twilight in hexes.", "TCS 26.1a", low=1, high=99)] = 6
    night_hexes: Annotated[int, About("Visibility at night in hexes.", "TCS 26.1a", low=1, high=99)] = 2
    first_turn_hourly: Annotated[
        bool, About("The steps of full hours are taken on a first turn that begins on a full hour too.", "TCS 2.0h")
    ] = True


def change_light(field: Battlefield) -> None:
    """TCS 26.1a: at the start of a turn it may become lighter or darker."""
    light = field.world.calendar.change(field.turn).light
    if light != field.board.light:
        field.update(light=light)
        field.log("light", "TCS 26.1a", light=LIGHTS[light])


def hourly(look: Situation) -> bool:
    """Whether the steps of full hours are taken on this turn (TCS 2.0h, 2.0i): at night on each (TCS 26.1d)."""
    if look.turn == 1 and not look.game.rules.chosen(LightOptions).first_turn_hourly:
        return False
    return look.board.light == NIGHT or full_hour(look.world.clock(look.turn))


CHAPTER = Chapter(
    name="light",
    options=LightOptions,
    phrases={"light": "It is {light} now"},
)
