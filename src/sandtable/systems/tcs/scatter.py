"""Scatter (TCS 18.5i): a die for the direction, a die for the distance; on a 6 the opponent puts the mission down."""

from __future__ import annotations

from sandtable.board.hexes import STEPS, Hex
from sandtable.kernel.chapter import Chapter
from sandtable.kernel.decision import Targets
from sandtable.kernel.phrase import Said
from sandtable.kernel.pools import D6
from sandtable.kernel.procedure import Decide, Roll, verb
from sandtable.kernel.reason import Reason
from sandtable.kernel.resolution import Outcome, Resolution, Row
from sandtable.systems.tcs.board import Situation
from sandtable.systems.tcs.field import Battlefield
from sandtable.systems.tcs.ground import Ground
from sandtable.systems.tcs.shells import SHELLS, Mission
from sandtable.systems.tcs.tables import LIMITS
from sandtable.systems.tcs.world import OFF

__all__ = ["CHAPTER", "PlaceScatter", "ScatterDirection", "ScatterDistance", "placeable", "scattered"]

WAYS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
DIRECTIONS = tuple(Row(face, face, WAYS[face - 1]) for face in range(1, 7))
DISTANCES = (Row(None, 3, "one hex"), Row(4, 5, "two hexes"), Row(6, None, "the enemy places it"))
TOO_FAR = Reason("a scattered mission lands within {most} hexes of {aim:hex}", "TCS 18.5i")


def scattered(ground: Ground, hex: int, way: int, hexes: int) -> int:
    """The hex that lies in a direction; OFF beyond the edge of the map (TCS 18.5i)."""
    here = ground.map.hex(hex)
    step = STEPS[way]
    there = Hex(here.q + step[0] * hexes, here.r + step[1] * hexes)
    return ground.map.index(there) if there in ground.map else OFF


def placeable(ground: Ground, hex: int) -> tuple[int, ...]:
    """Where the opponent may put a mission that was aimed at a hex."""
    return tuple(ground.map.indices(ground.within(hex, LIMITS["scatter_placed"])))


class ScatterDirection(Roll, frozen=True, array_like=True, tag="scatter_direction"):
    """TCS 18.5i: the first die. Only the side of the mission sees it."""

    mission: Mission

    def audience(self, look: Situation) -> int | None:
        """The side of the mission."""
        return self.mission.side

    def resolution(self, look: Situation) -> Resolution:
        """A plain die, 1 north and on clockwise."""
        return Resolution("TCS 18.5i", "", D6, DIRECTIONS)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The second die."""
        field.next(ScatterDistance(self.mission, WAYS.index(str(outcome))))


class ScatterDistance(Roll, frozen=True, array_like=True, tag="scatter_distance"):
    """TCS 18.5i: the second die."""

    mission: Mission
    way: int

    def audience(self, look: Situation) -> int | None:
        """The side of the mission."""
        return self.mission.side

    def resolution(self, look: Situation) -> Resolution:
        """A plain die."""
        return Resolution("TCS 18.5i", "", D6, DISTANCES)

    def then(self, field: Battlefield, outcome: Outcome) -> None:
        """The caller gets the hex; or the opponent chooses it."""
        mission = self.mission
        if outcome == "the enemy places it":
            field.next(PlaceScatter(1 - mission.side, mission.aim, mission.shell, mission.wide))
            return
        field.answer(scattered(field.world.ground, mission.aim, self.way, 1 if outcome == "one hex" else 2))


class PlaceScatter(Decide, frozen=True, array_like=True, tag="place_scatter"):
    """TCS 18.5i: the opponent puts a mission where he likes; he learns where it was aimed and its kind, no more."""

    aim: int
    shell: int
    wide: bool

    def prompt(self, look: Situation) -> Said:
        """What went astray."""
        what = "place_scatter_wide?" if self.wide else "place_scatter?"
        return look.say(what, shell=SHELLS[self.shell], aim=self.aim)

    @verb("Put it down in", "hex", menu="Put it down", otherwise=TOO_FAR.of(most=LIMITS["scatter_placed"]))
    def at(self, look: Situation) -> Targets:
        """Any hex near enough, the aim hex included."""
        return placeable(look.world.ground, self.aim)

    @at.then
    def _do_at(self, field: Battlefield, hex: int) -> None:
        field.log("stray", "TCS 18.5i", side=self.side, hex=hex, reveals=True)
        field.answer(hex)


CHAPTER = Chapter(
    name="scatter",
    procedures=(ScatterDirection, ScatterDistance, PlaceScatter),
    phrases={
        "scatter_direction!": "The mission scatters: direction",
        "scatter_distance!": "The mission scatters: distance",
        "place_scatter?": "An enemy mission ({shell}) aimed at {aim:hex} goes astray: where does it land?",
        "place_scatter_wide?": (
            "An enemy battalion mission ({shell}) aimed at {aim:hex} goes astray: where does it land?"
        ),
        "stray": "{side:side} puts the stray shells on {hex:hex}",
    },
)
