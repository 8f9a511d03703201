"""Stands that leave the table by an exit, for points.

At the end of its own turn every stand of the side whose base is within `inches` of the marker leaves, unless it is
still shaken after its recovery or touches an enemy; who rides in it goes with it. What has left does not come back
and is not lost. Its worth is counted at once, up to `most` points in all. `unless` are points for the other side if
at the end of the game no vehicle of the side has left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.kernel.field import with_entry
from sandtable.kernel.game import Game
from sandtable.systems.tactical_combat.board import NOBODY, OFF
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.situation import Situation, base_near_point
from sandtable.systems.tactical_combat.special.base import Special, marker_at, no_marker, no_side, out_of
from sandtable.systems.tactical_combat.tables import NORMAL

if TYPE_CHECKING:
    from sandtable.systems.tactical_combat.scenario import TacticalScenario

__all__ = ["PHRASES", "Exit"]

PHRASES = {"exits": "{stand:unit} leaves the table: {points} points"}


class Exit(Special, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="exit"):
    """A side's stands leave by a marker; each is worth points."""

    side: str
    marker: str
    vehicle: int = 2
    other: int = 1
    most: int = 99
    unless: int = 0
    inches: int = 2

    def fault(self) -> str:
        """Every number in its bounds."""
        return (
            out_of(0, 20, self.vehicle, "a vehicle that leaves is worth")
            or out_of(0, 20, self.other, "a stand that leaves is worth")
            or out_of(1, 99, self.most, "all that leave are worth at most")
            or out_of(0, 20, self.unless, "that no vehicle leaves is worth")
            or out_of(1, 12, self.inches, "an exit reaches")
        )

    def misfit(self, scenario: TacticalScenario) -> str:
        """The side and the marker."""
        return no_side(scenario, self.side) or no_marker(scenario, self.marker)

    def memory(self, game: Game) -> tuple[int, ...]:
        """The stands that have left: none yet."""
        return ()

    def kept_away(self, look: Situation, stand: int) -> bool:
        """A stand that has left does not come back."""
        return stand in look.recall(self)

    def turn_end(self, field: Battlefield, side: int) -> None:
        """Stands at the exit leave."""
        if field.game.sides[side] != self.side:
            return
        point = marker_at(field, self.marker)
        for stand in field.on_table(side):
            near = base_near_point(field.base(stand), point, self.inches * 100)
            if near and field.stands[stand].morale == NORMAL and not self._held(field, stand):
                riders = [n for n, s in enumerate(field.stands) if s.carrier == stand]
                for each in (stand, *riders):
                    self._leave(field, each)

    def _held(self, field: Battlefield, stand: int) -> bool:
        return any(field.touching(stand, n) for n in field.on_table(1 - field.world.owners[stand]))

    def _leave(self, field: Battlefield, stand: int) -> None:
        points = self.points(field)
        field.remember(self, *field.recall(self), stand)
        gained = self.points(field) - points
        field.change(stand, at=OFF, carrier=NOBODY)
        side = field.world.owners[stand]
        field.update(score=with_entry(field.board.score, side, field.board.score[side] + gained))
        field.log("exits", "TC G4", stand=stand, points=gained)

    def notes(self, look: Situation) -> tuple[str, ...]:
        """The stands that have left."""
        return (f"{len(look.recall(self))} stands of {self.side} have left: {self.points(look)} points",)

    def errand(self, look: Situation, stand: int) -> int | None:
        """The vehicles of the side make for the exit."""
        mine = look.game.sides[look.world.owners[stand]] == self.side
        table = look.world.table
        return table.snap(*marker_at(look, self.marker)) if mine and look.world.kinds[stand].vehicle else None

    def points(self, look: Situation) -> int:
        """What those who have left are worth so far."""
        kinds = look.world.kinds
        return min(self.most, sum(self.vehicle if kinds[n].vehicle else self.other for n in look.recall(self)))

    def final_points(self, look: Situation) -> tuple[int, int]:
        """The other side's points if no vehicle got away."""
        left = any(look.world.kinds[n].vehicle for n in look.recall(self))
        points = 0 if left else self.unless
        return (0, points) if look.game.sides[0] == self.side else (points, 0)
