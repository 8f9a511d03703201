"""Vehicles that bog: in fords, marshes and mud, or too far off the road.

A bogged vehicle stays where it is for the rest of the game: it does not move and is not forced back, but turns (it
"moves" to its own place) and fires as before. Passengers get off as usual. With `lasts = "turn"` it only halts there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from sandtable.board.lattice import distance
from sandtable.kernel.game import Game
from sandtable.kernel.procedure import Procedure
from sandtable.systems.tactical_combat.field import Battlefield
from sandtable.systems.tactical_combat.movement import HALT
from sandtable.systems.tactical_combat.situation import Situation
from sandtable.systems.tactical_combat.special.base import out_of
from sandtable.systems.tactical_combat.special.entering import Entering, EntryRoll

__all__ = ["PHRASES", "Bogging"]

PHRASES = {
    "drives_over_bad_ground": "{stand:unit} drives over bad ground",
    "bogged": "{stand:unit} is bogged for the rest of the game",
    "stuck": "{stand:unit} is stuck for this turn",
}


class Bogging(Entering, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="bogging"):
    """Vehicles that enter such ground, or go more than `off_road` inches of a move off the road, may bog."""

    ground: tuple[str, ...] = ()
    off_road: int = 0
    lasts: Literal["game", "turn"] = "game"

    def fault(self) -> str:
        """Some ground, or some inches."""
        if not self.ground and not self.off_road:
            return "bogging needs ground, or inches off_road"
        return Entering.fault(self) or out_of(0, 99, self.off_road, "a vehicle goes off the road for")

    def memory(self, game: Game) -> tuple[int, ...]:
        """The bogged vehicles: none."""
        return ()

    def phrase(self) -> str:
        """What is rolled for."""
        return "drives_over_bad_ground"

    def may_not_move(self, look: Situation, stand: int) -> str:
        """A bogged vehicle stays."""
        return "it is bogged" if stand in look.recall(self) else ""

    def concerns(self, look: Situation, stand: int) -> bool:
        """Vehicles only."""
        return look.world.kinds[stand].vehicle and Entering.concerns(self, look, stand)

    def on_the_way(self, look: Situation, stand: int, path: Sequence[int], after: int) -> tuple[int, Procedure] | None:
        """Where the way enters such ground, or has gone too far off the road."""
        entered = Entering.on_the_way(self, look, stand, path, after)
        far = self._too_far(look, path) if self.off_road and self.concerns(look, stand) else 0
        if far > after and (entered is None or far < entered[0]):
            return far, EntryRoll(stand, self.number(look))
        return entered

    def _too_far(self, look: Situation, path: Sequence[int]) -> int:
        """The point of a way at which it has gone more than the inches allowed off the road; 0 if there is none."""
        table = look.world.table
        gone = 0
        for index, (before, here) in enumerate(pairwise(path), 1):
            if not (table.on_road(before) and table.on_road(here)):
                gone += distance(table.point(before), table.point(here))
                if gone > self.off_road * 100:
                    return index
        return 0

    def caught(self, field: Battlefield, stand: int) -> None:
        """The vehicle halts here, for good or for this turn."""
        if self.lasts == "game":
            field.remember(self, *field.recall(self), stand)
        field.log("bogged" if self.lasts == "game" else "stuck", "TC G4", stand=stand)
        field.answer(HALT)
